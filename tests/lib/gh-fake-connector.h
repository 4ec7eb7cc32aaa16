/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * A connector whose transports have no other side: the test plays it. */
#pragma once

#include "gh-fake-transport.h"
#include "gh-mcp-connector.h"

G_BEGIN_DECLS

#define GH_TYPE_FAKE_CONNECTOR (gh_fake_connector_get_type ())
G_DECLARE_FINAL_TYPE (GhFakeConnector, gh_fake_connector, GH, FAKE_CONNECTOR, GObject)

GhFakeConnector *gh_fake_connector_new             (guint            kinds);
guint            gh_fake_connector_get_n_made      (GhFakeConnector *self);
/* The newest transport, and of which kind it is; borrowed. */
GhFakeTransport *gh_fake_connector_get_transport   (GhFakeConnector *self);
GhMcpConnection  gh_fake_connector_get_kind        (GhFakeConnector *self);
/* The next transport cannot be started. */
void             gh_fake_connector_fail_next_start (GhFakeConnector *self,
                                                    const GError    *error);

G_END_DECLS
