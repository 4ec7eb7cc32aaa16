/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * One request of a server to the person, for the broker that leads it. */
#pragma once

#include "gh-elicitation-request.h"
#include "gh-mcp-elicitation.h"
#include "gh-request-private.h"

G_BEGIN_DECLS

/* size: bytes of its JSON. */
GhElicitationRequest *gh_elicitation_request_new      (GhMcpElicitation     *elicitation,
                                                       gsize                 size);
/* The server's name for the visit, or NULL. */
const char           *gh_elicitation_request_get_id   (GhElicitationRequest *self);
/* The server says that the visit is over. */
void                  gh_elicitation_request_complete (GhElicitationRequest *self);

G_END_DECLS
