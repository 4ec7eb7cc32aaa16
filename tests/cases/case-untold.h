/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * Answers to what no step waits for. */
#pragma once

#include "case-play.h"

G_BEGIN_DECLS

/* Answers it if that is done untold; FALSE: it is not, and the item belongs into the inbox. */
gboolean case_answer_untold (CasePlay *play,
                             CaseItem *item);

G_END_DECLS
