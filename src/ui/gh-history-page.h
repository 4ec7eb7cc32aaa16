/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * Everything that ever happened: a list that can be searched, and the selected entry. */
#pragma once

#include <adwaita.h>

#include "gh-host.h"

G_BEGIN_DECLS

#define GH_TYPE_HISTORY_PAGE (gh_history_page_get_type ())
G_DECLARE_FINAL_TYPE (GhHistoryPage, gh_history_page, GH, HISTORY_PAGE, AdwBin)

/* Actions: history.again, history.copy, history.delete (of the selected entry), history.export (s:
 * "jsonl" or "md"; of what is shown), history.clear, history.clear-old, history.find (the keyboard
 * goes to the search). */

/* Once. */
void gh_history_page_set_host (GhHistoryPage *self,
                               GhHost        *host);

G_END_DECLS
