/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * The protocol's two eras, and the revisions that Gatehouse speaks (requirements 2.20-2.28). */
#pragma once

#include <gio/gio.h>
#include <json-glib/json-glib.h>

G_BEGIN_DECLS

typedef enum
{
  GH_MCP_ERA_AUTO,   /* not known, or either */
  GH_MCP_ERA_LEGACY, /* a handshake, then a session */
  GH_MCP_ERA_MODERN, /* every request stands for itself */
} GhMcpEra;

/* What a person may want: the era they let us speak, and the revision if they named one. */
typedef struct
{
  GhMcpEra era;
  const char *revision; /* static; NULL for any of the era */
} GhMcpEraPin;

/* "auto", "legacy" or "modern". */
const char         *gh_mcp_era_get_name       (GhMcpEra      era);
/* AUTO for NULL and for anything that is no era's name. */
GhMcpEra            gh_mcp_era_from_name      (const char   *name);
/* LEGACY or MODERN, for a revision of ours. */
GhMcpEra            gh_mcp_era_of_revision    (const char   *revision);
/* An era's name, or a revision; GH_MCP_ERROR_VERSION when Gatehouse does not speak it. */
gboolean            gh_mcp_era_parse_pin      (const char   *text,
                                               GhMcpEraPin  *pin,
                                               GError      **error);
/* Newest first, NULL-terminated; of LEGACY or MODERN. */
const char * const *gh_mcp_era_get_revisions  (GhMcpEra      era);
/* The newest of them that is among theirs and that the pin allows, or NULL. theirs: what a server
 * lists; static result. */
const char         *gh_mcp_era_choose         (GhMcpEra      era,
                                               const char   *only,
                                               JsonArray    *theirs);
/* Returns: (transfer full): GH_MCP_ERROR_VERSION that names both sets (2.5, 2.15). theirs: text for
 * people; ours is what the pin leaves, NULL for all. */
GError             *gh_mcp_era_new_error      (const char        *theirs,
                                               const GhMcpEraPin *pin);
/* The same where a pin leaves few and the server does not say what it speaks; words: what it says
 * instead. */
GError             *gh_mcp_era_new_refusal    (const char        *words,
                                               const GhMcpEraPin *pin);
/* The revisions a server lists, as text for people; owned, bounded, NULL when there are none. */
char               *gh_mcp_era_dup_listed     (JsonArray    *theirs);

G_END_DECLS
