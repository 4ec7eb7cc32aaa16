/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * How a server is started or reached: immutable value, as kept in mcp.json. */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

#define GH_TYPE_SERVER_CONFIG (gh_server_config_get_type ())
G_DECLARE_FINAL_TYPE (GhServerConfig, gh_server_config, GH, SERVER_CONFIG, GObject)

typedef enum
{
  GH_SERVER_KIND_STDIO, /* a program on this computer */
  GH_SERVER_KIND_HTTP,  /* Streamable HTTP, of whatever revision; or what it is found to be */
  GH_SERVER_KIND_SSE,   /* HTTP+SSE of 2024-11-05 */
} GhServerKind;

/* argv: program and arguments, at least one. cwd NULL: the home directory. env: "NAME=value"
 * strings, or NULL. */
GhServerConfig     *gh_server_config_new             (const char          *name,
                                                      const char * const  *argv,
                                                      const char          *cwd,
                                                      const char * const  *env,
                                                      gboolean             autostart);
/* HTTP or SSE. headers: "Name: value" strings that go along with every request, or NULL; they may
 * hold secrets. NULL with G_IO_ERROR_INVALID_ARGUMENT: url or headers cannot be used. */
GhServerConfig     *gh_server_config_new_for_url     (const char          *name,
                                                      GhServerKind         kind,
                                                      const char          *url,
                                                      const char * const  *headers,
                                                      gboolean             autostart,
                                                      GError             **error);
/* The same server under another name (NULL: the same), starting by itself or not. */
GhServerConfig     *gh_server_config_copy            (GhServerConfig      *self,
                                                      const char          *name,
                                                      gboolean             autostart);
/* The same server, spoken to in one era: see gh_server_config_get_era(). */
GhServerConfig     *gh_server_config_copy_with_era   (GhServerConfig      *self,
                                                      const char          *era);
/* The same server, believed only with a certificate signed by one of this PEM file, an absolute
 * path; NULL: by whom the system trusts. Of a URL. */
GhServerConfig     *gh_server_config_copy_with_ca_file (GhServerConfig    *self,
                                                      const char          *ca_file);
const char         *gh_server_config_get_name        (GhServerConfig      *self);
GhServerKind        gh_server_config_get_kind        (GhServerConfig      *self);
/* Of a program; argv and env are empty, never NULL, for a URL. */
const char * const *gh_server_config_get_argv        (GhServerConfig      *self);
const char         *gh_server_config_get_cwd         (GhServerConfig      *self);
const char * const *gh_server_config_get_env         (GhServerConfig      *self);
/* Of a server reached over the network; NULL and empty for a program. */
const char         *gh_server_config_get_url         (GhServerConfig      *self);
const char * const *gh_server_config_get_headers     (GhServerConfig      *self);
/* See gh_server_config_copy_with_ca_file(); NULL for a program. */
const char         *gh_server_config_get_ca_file     (GhServerConfig      *self);
gboolean            gh_server_config_get_autostart   (GhServerConfig      *self);
/* Which era of the protocol the person wants: "auto", "legacy", "modern", or one revision,
 * "YYYY-MM-DD". */
const char         *gh_server_config_get_era         (GhServerConfig      *self);
/* All these words, with the revisions that Gatehouse speaks, newest first; owned. */
GStrv               gh_server_config_dup_eras        (void);
/* Whether it is one of these words. */
gboolean            gh_server_config_is_era          (const char          *era);
/* What the person agreed to (10.3): a hash over argv, cwd and the names of the variables, or over
 * the address, the names of the headers and whose certificates are believed. */
const char         *gh_server_config_get_fingerprint (GhServerConfig      *self);
/* Splits a command line as a shell would, without running one; G_SHELL_ERROR. */
GStrv               gh_server_config_parse_command   (const char          *line,
                                                      GError             **error);
/* The other way round, quoted where needed; for a URL that is the URL. */
char               *gh_server_config_dup_command     (GhServerConfig      *self);
/* Whether requests with headers that may be secret would cross the network unencrypted. */
gboolean            gh_server_config_exposes_headers (GhServerConfig      *self);

G_END_DECLS
