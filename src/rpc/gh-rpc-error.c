/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * The error domains of the rpc layer. */
#include "config.h"

#include "gh-rpc-error.h"

G_DEFINE_QUARK (gh-rpc-error-quark, gh_rpc_error)
G_DEFINE_QUARK (gh-rpc-remote-error-quark, gh_rpc_remote_error)
