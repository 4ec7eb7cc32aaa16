/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * What a server wants of the host, in whichever era's form it came: from method and params to the
 * result object, through the delegate. */
#pragma once

#include "gh-mcp-delegate.h"

G_BEGIN_DECLS

/* Whether the server was told that it may ask for it. version: NULL while none is agreed on. */
gboolean  gh_mcp_wish_is_declared  (GhMcpDelegate        *delegate,
                                    const char           *method,
                                    const char           *version);
/* method: roots/list, sampling/createMessage or elicitation/create, as far as the delegate declares
 * them. version: the negotiated revision, NULL before. tool: the call of ours it belongs to, or
 * NULL. The cancellable fires when nobody waits for the result any more. */
void      gh_mcp_wish_grant_async  (GhMcpDelegate        *delegate,
                                    const char           *method,
                                    JsonNode             *params,
                                    const char           *version,
                                    const char           *tool,
                                    GCancellable         *cancellable,
                                    GAsyncReadyCallback   callback,
                                    gpointer              user_data);
JsonNode *gh_mcp_wish_grant_finish (GhMcpDelegate        *delegate,
                                    GAsyncResult         *result,
                                    GError              **error);

G_END_DECLS
