/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * What a command prints. */
#pragma once

#include <json-glib/json-glib.h>

G_BEGIN_DECLS

/* One line of standard output. */
void gh_cli_print_json   (JsonNode   *node);
/* The same, of JSON that is written already, without line feeds. */
void gh_cli_print_json_text (GBytes  *json);
/* Text for standard output, with a line end. Words of servers: on a terminal without what could
 * steer it, elsewhere byte for byte. NULL prints nothing. */
void gh_cli_print_text   (const char *text);
/* Ours, and short words of servers in it: one line of standard output, fit for a terminal. */
void gh_cli_print_line   (const char *format,
                          ...) G_GNUC_PRINTF (1, 2);
/* One line of standard error, fit for a terminal. */
void gh_cli_complain     (const char *format,
                          ...) G_GNUC_PRINTF (1, 2);
/* Shows how far a call is, where standard error is a terminal. progress, total: NAN: unknown.
 * message may be NULL. */
void gh_cli_show_progress  (double      progress,
                            double      total,
                            const char *message);
void gh_cli_clear_progress (void);
/* FALSE when something could not be written. */
gboolean gh_cli_flush    (void);
/* Whether that is because nobody reads it any more. */
gboolean gh_cli_is_unread (void);

G_END_DECLS
