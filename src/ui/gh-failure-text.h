/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * What went wrong with a server or a call, in words that say what to do next. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

char *gh_failure_text_dup_for_call   (const GError *error);
char *gh_failure_text_dup_for_server (const GError *error,
                                      gint64        after,
                                      gboolean      answered);

G_END_DECLS
