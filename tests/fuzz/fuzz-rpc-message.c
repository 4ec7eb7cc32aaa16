/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * Classification of JSON-RPC messages; the first byte says whether arrays of them are allowed. */
#include "config.h"

#include "fuzz.h"

#include "gh-rpc-message.h"

static void
check (GhRpcMessage *message)
{
  GhRpcMessageKind kind = gh_rpc_message_get_kind (message);
  g_autoptr(GBytes) text = gh_rpc_message_write (message);
  g_autoptr(GBytes) start = gh_rpc_message_write_start (message, 10);
  g_autoptr(GPtrArray) again = NULL;
  g_autoptr(GError) error = NULL;
  gsize length;
  const char *bytes = g_bytes_get_data (text, &length);

  g_assert_true (g_utf8_validate (bytes, length, NULL));
  g_assert_true ((kind == GH_RPC_INVALID) == (gh_rpc_message_get_problem (message) != NULL));
  if (kind == GH_RPC_REQUEST)
    g_assert_nonnull (gh_rpc_message_get_id (message));
  if (kind == GH_RPC_REQUEST || kind == GH_RPC_NOTIFICATION)
    g_assert_nonnull (gh_rpc_message_get_method (message));
  if (kind == GH_RPC_INVALID)
    return;
  again = gh_rpc_message_parse (bytes, length, FALSE, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (again->len, ==, 1);
  g_assert_cmpint (gh_rpc_message_get_kind (g_ptr_array_index (again, 0)), ==, kind);
}

int
LLVMFuzzerTestOneInput (const uint8_t *data,
                        size_t         size)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(GPtrArray) messages = NULL;

  if (size == 0)
    return 0;
  messages = gh_rpc_message_parse ((const char *) data + 1, size - 1, data[0] == 'b', &error);
  g_assert_true ((messages == NULL) == (error != NULL));
  for (guint i = 0; messages != NULL && i < messages->len; i++)
    check (g_ptr_array_index (messages, i));
  return 0;
}
