/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * The progress of one call: strictly rising, and no more often than an eye can follow. */
#pragma once

#include <gio/gio.h>
#include <json-glib/json-glib.h>

G_BEGIN_DECLS

/* progress never falls; total is NAN when unknown; message may be NULL. At most ten a second. */
typedef void (*GhMcpProgressFunc) (double      progress,
                                   double      total,
                                   const char *message,
                                   gpointer    user_data);

typedef struct _GhMcpProgress GhMcpProgress;

GhMcpProgress *gh_mcp_progress_new  (GhMcpProgressFunc  func,
                                     gpointer           user_data);
/* Takes the params of a notification. FALSE when it says nothing new: it must then not restart a
 * time-out either (2.41). */
gboolean       gh_mcp_progress_push (GhMcpProgress     *self,
                                     JsonObject        *params);
/* What is being done now, though the numbers are the same. */
void           gh_mcp_progress_say  (GhMcpProgress     *self,
                                     const char        *message);
void           gh_mcp_progress_free (GhMcpProgress     *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (GhMcpProgress, gh_mcp_progress_free)

G_END_DECLS
