/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * The commands: what each takes, and what it does once its server runs. */
#pragma once

#include "gh-cli-options.h"

G_BEGIN_DECLS

typedef struct _GhCli GhCli;

typedef struct
{
  const char *name;
  const char *usage;   /* what follows the server */
  const char *summary; /* untranslated, for _() */
  gboolean needs_server;
  gboolean until_interrupted; /* then an interrupt is its regular end */
  guint min_words;     /* besides the server */
  guint max_words;     /* G_MAXUINT: any number */
  /* Ends with gh_cli_finish(). The server runs and has listed what it offers. */
  void (*run) (GhCli *cli);
} GhCliCommand;

/* Fills nothing in; FALSE with G_OPTION_ERROR when there is no such command, or the number of words
 * is not what it takes. */
gboolean            gh_cli_commands_check    (const GhCliOptions  *options,
                                              GError             **error);
const GhCliCommand *gh_cli_commands_find     (const char          *name); /* or NULL */
/* For --help; owned. */
char               *gh_cli_commands_describe (void);

G_END_DECLS
