/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * The command line, taken apart. */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

typedef struct
{
  char    *config;      /* a path, or NULL */
  char   **roots;       /* paths, or NULL: those of roots.json */
  char    *policy;      /* a path, or NULL */
  char    *era;         /* "auto", "legacy", "modern", a revision; or NULL: as configured */
  char    *trace;       /* a path, or NULL */
  gboolean json;
  gboolean version;
  guint    timeout_ms;  /* of the whole command; 0: none */
  char    *command;     /* its name */
  char   **words;       /* what follows it, up to "--" */
  char   **server_argv; /* what follows "--", or NULL */
} GhCliOptions;

/* argv as main() has it. NULL with G_OPTION_ERROR. "--help" prints and ends the program. */
GhCliOptions *gh_cli_options_parse (int                  argc,
                                    const char * const  *argv,
                                    GError             **error);
void          gh_cli_options_free  (GhCliOptions        *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (GhCliOptions, gh_cli_options_free)

G_END_DECLS
