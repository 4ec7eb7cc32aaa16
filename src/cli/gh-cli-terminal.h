/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * Asks the person at the terminal: shows, lets choose, lets edit. */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

#define GH_TYPE_CLI_TERMINAL (gh_cli_terminal_get_type ())
G_DECLARE_FINAL_TYPE (GhCliTerminal, gh_cli_terminal, GH, CLI_TERMINAL, GObject)

/* NULL when standard input or standard error is no terminal: then nobody can be asked. */
GhCliTerminal *gh_cli_terminal_new           (void);
/* text: anybody's; what is not fit for a terminal is left out. Goes to standard error. */
void           gh_cli_terminal_show          (GhCliTerminal        *self,
                                              const char           *text);
/* Shows the question and waits for a line, without its end; owned. G_IO_ERROR_CLOSED at the end of
 * input. One at a time. */
void           gh_cli_terminal_ask_async     (GhCliTerminal        *self,
                                              const char           *question,
                                              GCancellable         *cancellable,
                                              GAsyncReadyCallback   callback,
                                              gpointer              user_data);
char          *gh_cli_terminal_ask_finish    (GhCliTerminal        *self,
                                              GAsyncResult         *result,
                                              GError              **error);
/* Opens $VISUAL or $EDITOR with the text; what is saved there, owned, valid UTF-8. */
void           gh_cli_terminal_edit_async    (GhCliTerminal        *self,
                                              const char           *text,
                                              GCancellable         *cancellable,
                                              GAsyncReadyCallback   callback,
                                              gpointer              user_data);
char          *gh_cli_terminal_edit_finish   (GhCliTerminal        *self,
                                              GAsyncResult         *result,
                                              GError              **error);

G_END_DECLS
