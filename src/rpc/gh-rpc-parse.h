/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * Texts from the other side into messages, long ones without stopping the main loop. */
#pragma once

#include "gh-rpc-message.h"

#include <gio/gio.h>

G_BEGIN_DECLS

/* Whether parsing it here and now would be felt: then it belongs in a thread. */
gboolean   gh_rpc_parse_is_long          (GBytes               *text);
GPtrArray *gh_rpc_parse                  (GBytes               *text,
                                          gboolean              allow_batch,
                                          GError              **error);
/* In a thread. The result's source object is NULL. */
void       gh_rpc_parse_async            (GBytes               *text,
                                          gboolean              allow_batch,
                                          GAsyncReadyCallback   callback,
                                          gpointer              user_data);
GPtrArray *gh_rpc_parse_finish           (GAsyncResult         *result,
                                          GBytes              **text,
                                          GError              **error);
/* Lets go of messages from gh_rpc_parse_async(), in a thread, too. */
void       gh_rpc_parse_release          (GPtrArray            *take_messages);

G_END_DECLS
