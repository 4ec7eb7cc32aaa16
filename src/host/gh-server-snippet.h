/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * A server's entry as its README gives it for other hosts' files. */
#pragma once

#include "gh-server-config.h"

G_BEGIN_DECLS

#define GH_SERVER_SNIPPET_ERROR (gh_server_snippet_error_quark ())
GQuark gh_server_snippet_error_quark (void);

typedef enum
{
  GH_SERVER_SNIPPET_ERROR_NOT_JSON,
  GH_SERVER_SNIPPET_ERROR_NO_SERVER,  /* JSON, but no entry in it */
  GH_SERVER_SNIPPET_ERROR_SEVERAL,    /* more than one entry */
  GH_SERVER_SNIPPET_ERROR_BAD_ENTRY,  /* neither command nor address, or parts that cannot be */
} GhServerSnippetError;

/* Pasted text is read up to this length: entries are a few hundred bytes. */
#define GH_SERVER_SNIPPET_MAX 65536

GhServerConfig *gh_server_snippet_parse (const char  *text,
                                         GError     **error);

G_END_DECLS
