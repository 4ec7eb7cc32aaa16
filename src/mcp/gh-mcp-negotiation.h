/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * How to find out what a server speaks: which step is next, given how the one before went
 * (requirements 2.15-2.28, 4.43). Does nothing itself. */
#pragma once

#include "gh-mcp-connector.h"
#include "gh-mcp-server-info.h"

G_BEGIN_DECLS

typedef enum
{
  GH_MCP_STEP_DISCOVER,   /* send server/discover */
  GH_MCP_STEP_INITIALIZE, /* send initialize */
  GH_MCP_STEP_DONE,       /* gh_mcp_negotiation_steal_info() */
  GH_MCP_STEP_FAIL,       /* gh_mcp_negotiation_get_error() */
} GhMcpStepKind;

typedef struct
{
  GhMcpStepKind kind;
  GhMcpConnection connection;
  gboolean fresh;      /* over a new connection; the one before is of no use any more */
  gboolean patient;    /* the answer may take as long as a start does; else silence says enough */
  const char *version; /* static: declared or offered */
} GhMcpStep;

typedef struct _GhMcpNegotiation GhMcpNegotiation;

/* pin: what is wanted. known: what worked the last time, or AUTO. kinds: a set of GhMcpConnection;
 * renewable: whether a connection can be made again. */
GhMcpNegotiation *gh_mcp_negotiation_new            (const GhMcpEraPin  *pin,
                                                     GhMcpEra            known,
                                                     guint               kinds,
                                                     gboolean            renewable);
const GhMcpStep  *gh_mcp_negotiation_get_step       (GhMcpNegotiation   *self);
/* How the step went: answered, or not. Only in DISCOVER and INITIALIZE. */
void              gh_mcp_negotiation_take_answer    (GhMcpNegotiation   *self,
                                                     JsonNode           *result);
void              gh_mcp_negotiation_take_failure   (GhMcpNegotiation   *self,
                                                     const GError       *error);
/* Owned; in DONE, once. */
GhMcpServerInfo  *gh_mcp_negotiation_steal_info     (GhMcpNegotiation   *self);
/* In FAIL: the one reason, or all that were tried when each was refused (2.26). */
const GError     *gh_mcp_negotiation_get_error      (GhMcpNegotiation   *self);
/* What is to be remembered for the next time (2.27). */
GhMcpEra          gh_mcp_negotiation_get_known      (GhMcpNegotiation   *self);
void              gh_mcp_negotiation_free           (GhMcpNegotiation   *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (GhMcpNegotiation, gh_mcp_negotiation_free)

/* The revisions that an error names as supported (2.5, 2.15), borrowed from it, or NULL. */
JsonArray        *gh_mcp_negotiation_get_supported  (const GError       *error);

G_END_DECLS
