/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * The travel desk in the modern era (revision 2026-07-28): every request stands for itself. */
#pragma once

#include "gh-rpc-peer.h"

G_BEGIN_DECLS

/* Answers it, and remembers nothing. */
void gh_demo_modern_serve (GhRpcPeer     *peer,
                           GhRpcIncoming *request);

G_END_DECLS
