/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * One server: header bar, and its tools, log and setup behind tabs. */
#pragma once

#include <adwaita.h>

#include "gh-host.h"

G_BEGIN_DECLS

#define GH_TYPE_SERVER_PAGE (gh_server_page_get_type ())
G_DECLARE_FINAL_TYPE (GhServerPage, gh_server_page, GH, SERVER_PAGE, AdwBin)

/* Property: server (construct only).
 *
 * Actions for everything inside: server.start (asks for consent first where it is missing),
 * server.stop, server.restart, server.edit, server.remove, server.review, server.show-log,
 * server.show-setup. */

/* A floating widget; it keeps both. */
GtkWidget *gh_server_page_new        (GhHost       *host,
                                      GhServer     *server);
/* Borrowed. */
GhServer  *gh_server_page_get_server (GhServerPage *self);
/* "tools", "log" or "setup". */
void       gh_server_page_show_tab   (GhServerPage *self,
                                      const char   *name);

G_END_DECLS
