/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * How a server is started: immutable value, as kept in mcp.json. */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

#define GH_TYPE_SERVER_CONFIG (gh_server_config_get_type ())
G_DECLARE_FINAL_TYPE (GhServerConfig, gh_server_config, GH, SERVER_CONFIG, GObject)

/* argv: program and arguments, at least one. cwd NULL: the home directory. env: "NAME=value"
 * strings, or NULL. */
GhServerConfig     *gh_server_config_new             (const char          *name,
                                                      const char * const  *argv,
                                                      const char          *cwd,
                                                      const char * const  *env,
                                                      gboolean             autostart);
const char         *gh_server_config_get_name        (GhServerConfig      *self);
const char * const *gh_server_config_get_argv        (GhServerConfig      *self);
const char         *gh_server_config_get_cwd         (GhServerConfig      *self);
const char * const *gh_server_config_get_env         (GhServerConfig      *self); /* never NULL */
gboolean            gh_server_config_get_autostart   (GhServerConfig      *self);
/* What the person agreed to run: a hash over argv, cwd and the names of the variables (10.3). */
const char         *gh_server_config_get_fingerprint (GhServerConfig      *self);
/* Splits a command line as a shell would, without running one; G_SHELL_ERROR. */
GStrv               gh_server_config_parse_command   (const char          *line,
                                                      GError             **error);
/* The other way round, quoted where needed. */
char               *gh_server_config_dup_command     (GhServerConfig      *self);

G_END_DECLS
