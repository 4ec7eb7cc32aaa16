/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * What one server may ask of the host: its folders, and a model (the protocol's one door). */
#pragma once

#include "gh-root-list.h"
#include "gh-request-broker.h"
#include "gh-server.h"

G_BEGIN_DECLS

#define GH_TYPE_SERVER_DELEGATE (gh_server_delegate_get_type ())
G_DECLARE_FINAL_TYPE (GhServerDelegate, gh_server_delegate, GH, SERVER_DELEGATE, GObject)

/* Signal "roots-changed": this server would be told other folders than it knows.
 * The server owns the delegate and is not kept alive by it. */
GhServerDelegate *gh_server_delegate_new         (GhServer          *server,
                                                  GhRootList        *roots,
                                                  GhRequestBroker  *broker);
/* A session begins: its server is compared with what it would be told now, and is told what the
 * reviewer can decide now. */
void              gh_server_delegate_reset       (GhServerDelegate  *self);

G_END_DECLS
