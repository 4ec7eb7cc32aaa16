/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * A server in the sidebar. */
#pragma once

#include <gtk/gtk.h>

#include "gh-server.h"

G_BEGIN_DECLS

#define GH_TYPE_SERVER_ROW (gh_server_row_get_type ())
G_DECLARE_FINAL_TYPE (GhServerRow, gh_server_row, GH, SERVER_ROW, GtkListBoxRow)

/* Property "item" (GhServer, construct only). Actions: server.start, server.stop, server.restart,
 * server.edit, server.remove (Delete). */

/* A floating row; it keeps the server. */
GtkWidget *gh_server_row_new      (GhServer    *server);
/* Borrowed. */
GhServer  *gh_server_row_get_item (GhServerRow *self);

G_END_DECLS
