/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * Writes what a query finds into a file of the person's. */
#pragma once

#include "gh-history.h"

G_BEGIN_DECLS

/* Blocks, for a thread; opens the history beside whoever writes it. The file is replaced when all
 * is written. Returns the number of entries; -1 with an error. */
gint64 gh_history_export_run (const char            *path,
                              const GhHistoryQuery  *query,
                              GFile                 *file,
                              GhHistoryFormat        format,
                              GCancellable          *cancellable,
                              GError               **error);

G_END_DECLS
