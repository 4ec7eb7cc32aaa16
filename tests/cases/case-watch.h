/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * Watches a process from inside: criticals, turns of the main loop, memory, HTTP requests. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Once, before anything is logged. */
void        case_watch_begin          (void);
/* From now on: stalls and memory. */
void        case_watch_case_begins    (void);
/* Between the two the main loop is busy with the runner's own questions. */
void        case_watch_pause          (void);
void        case_watch_go_on          (void);
gint64      case_watch_get_stall_ms   (void);
gint64      case_watch_get_growth_mib (void);
/* Owned text of all criticals so far, or NULL. */
char       *case_watch_dup_criticals  (void);
gboolean    case_watch_has_host       (const char *host);
/* Whether a sanitizer makes times and memory meaningless. */
gboolean    case_watch_is_sanitized   (void);

G_END_DECLS
