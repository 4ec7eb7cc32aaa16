/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * How a request enters the broker: from a server, and from tests. */
#pragma once

#include "gh-mcp-capabilities.h"
#include "gh-mcp-elicitation.h"
#include "gh-mcp-sampling.h"
#include "gh-request-broker.h"
#include "gh-request-private.h"

G_BEGIN_DECLS

/* The request is open from here on, and borrowed: keep a reference to look at it after it ended.
 * NULL when it was refused at once. The cancellable withdraws it. Finish gives what the server is
 * given, or
 *   GH_MCP_ERROR_DENIED          the person said no; the message is the reason or empty
 *   GH_MCP_ERROR_INVALID_PARAMS  it holds more than anybody could look through
 *   G_IO_ERROR_BUSY              too many of this server are open
 *   G_IO_ERROR_CANCELLED         it was withdrawn
 *   the model's error            see GH_SAMPLING_FAILED */
GhSamplingRequest    *gh_request_broker_submit_sampling    (GhRequestBroker        *self,
                                                            const GhRequestOrigin  *origin,
                                                            GhMcpSamplingParams    *params,
                                                            GCancellable           *cancellable,
                                                            GAsyncReadyCallback     callback,
                                                            gpointer                user_data);
/* A no is a result, too. */
GhElicitationRequest *gh_request_broker_submit_elicitation (GhRequestBroker        *self,
                                                            const GhRequestOrigin  *origin,
                                                            GhMcpElicitation       *elicitation,
                                                            GCancellable           *cancellable,
                                                            GAsyncReadyCallback     callback,
                                                            gpointer                user_data);
JsonNode             *gh_request_broker_submit_finish      (GhRequestBroker        *self,
                                                            GAsyncResult           *result,
                                                            GError                **error);
/* A server says that a visit to a page of its is over. */
void                  gh_request_broker_complete_visit     (GhRequestBroker        *self,
                                                            const char             *server_id,
                                                            const char             *id);
/* What the present reviewer can decide besides sampling. */
GhMcpCapabilities     gh_request_broker_get_capabilities   (GhRequestBroker        *self);

G_END_DECLS
