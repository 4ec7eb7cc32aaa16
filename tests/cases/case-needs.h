/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * What of the host is built: the one place that says which cases can be played. */
#pragma once

#include "case-file.h"

G_BEGIN_DECLS

gboolean  case_need_is_built    (const char  *need);
/* The needs that are missing, with blanks between; NULL: none. */
char     *case_dup_missing      (Case        *c);

G_END_DECLS
