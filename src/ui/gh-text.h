/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * Words for things that more than one widget names. */
#pragma once

#include <adwaita.h>

#include "gh-root.h"
#include "gh-server-list.h"

G_BEGIN_DECLS

/* A file's place as a person reads it: "~/Documents/travel". Valid UTF-8, owned. */
char       *gh_text_dup_path         (GFile         *file);
/* A file's own name, the names of folders and servers: one line with nothing hidden in it,
 * owned. */
char       *gh_text_dup_name         (GFile         *file);
char       *gh_text_dup_root_name    (GhRoot        *root);
char       *gh_text_dup_server_name  (GhServer      *server);
/* "Not mounted", ...; NULL for a folder that is there. */
const char *gh_text_root_state       (GhRootState    state);
/* "Connected · 4 tools", "Stopped", ...; owned. */
char       *gh_text_dup_server_state (GhServer      *server);
/* The computer that a server's address is on, as it is looked up; NULL for a program; owned. */
char       *gh_text_dup_server_host  (GhServerConfig *config);
/* What gh_server_config_get_era() says: "Automatic", ...; translated, or era itself. */
const char *gh_text_era              (const char    *era);
/* What became of a server's connection: the words of GH_LOG_HOST lines and of activity; owned. */
char       *gh_text_dup_event        (const char    *word,
                                      const char    *text);
/* time: microseconds since 1970; here, as g_date_time_format() writes it; owned. */
char       *gh_text_dup_time         (gint64         time,
                                      const char    *format);
/* A toast; its arguments are escaped, because a toast's title is markup. */
AdwToast   *gh_text_toast            (const char    *format,
                                      ...) G_GNUC_PRINTF (1, 2);

/* "2 servers keep running", of those that run or start; owned. */
char *gh_text_dup_running (GhServerList *servers);
/* How many those are. */
guint gh_text_count_running (GhServerList *servers);

G_END_DECLS
