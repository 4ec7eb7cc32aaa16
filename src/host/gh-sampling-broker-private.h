/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * How a sampling request enters the broker: from a server, and from tests. */
#pragma once

#include "gh-mcp-sampling.h"
#include "gh-sampling-broker.h"

G_BEGIN_DECLS

/* The request is open from here on, and borrowed: keep a reference to look at it after it ended.
 * NULL when it was refused at once. The cancellable withdraws it. Finish gives what the server is
 * given, or
 *   GH_MCP_ERROR_DENIED          the person said no; the message is the reason or empty
 *   GH_MCP_ERROR_INVALID_PARAMS  it holds more blocks than anybody could look through
 *   G_IO_ERROR_BUSY              too many of this server are open
 *   G_IO_ERROR_CANCELLED         it was withdrawn
 *   the model's error            see GH_SAMPLING_FAILED */
GhSamplingRequest *gh_sampling_broker_submit        (GhSamplingBroker     *self,
                                                     const char           *server_id,
                                                     const char           *server_name,
                                                     const char           *tool,
                                                     gint64                call_time,
                                                     GhMcpSamplingParams  *params,
                                                     GCancellable         *cancellable,
                                                     GAsyncReadyCallback   callback,
                                                     gpointer              user_data);
JsonNode          *gh_sampling_broker_submit_finish (GhSamplingBroker     *self,
                                                     GAsyncResult         *result,
                                                     GError              **error);

G_END_DECLS
