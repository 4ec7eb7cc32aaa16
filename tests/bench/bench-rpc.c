/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * A large message through a pipe: how long the main loop stands still meanwhile. */
#include "config.h"

#include "gh-json.h"
#include "gh-rpc-stdio-transport.h"
#include "gh-test.h"

/* The longest the main loop may stand still. */
#define MAX_STALL_MS 50

static gint64 last_turn;
static gint64 longest;
static guint n_messages;
static JsonNode *kept;

static void
note_turn (void)
{
  gint64 now = g_get_monotonic_time ();

  if (last_turn > 0)
    longest = MAX (longest, now - last_turn);
  last_turn = now;
}

static gboolean
turn_cb (gpointer user_data)
{
  note_turn ();
  return G_SOURCE_CONTINUE;
}

static void
message_cb (GhRpcStdioTransport *transport,
            GhRpcMessage        *message,
            gpointer             user_data)
{
  n_messages++;
  if (n_messages == 2)
    kept = json_node_ref (gh_rpc_message_get_params (message));
}

static void
run (const char *mode,
     guint       mib,
     const char *what)
{
  /* Without what is around it. */
  g_autofree char *length = g_strdup_printf ("%u", mib * 1024 * 1024 - 1024);
  const char *argv[] = { g_getenv ("GH_STDIO_CHILD"), mode, length, NULL };
  g_autoptr(GhRpcStdioTransport) transport = gh_rpc_stdio_transport_new (argv, NULL, NULL);
  g_autoptr(GAsyncResult) started = NULL;
  g_autoptr(GAsyncResult) closed = NULL;
  gint64 start, taken, let_go;
  guint turns;

  n_messages = 0;
  g_signal_connect (transport, "message", G_CALLBACK (message_cb), NULL);
  gh_rpc_transport_start_async (GH_RPC_TRANSPORT (transport), NULL, gh_test_store_result_cb,
                                &started);
  start = g_get_monotonic_time ();
  last_turn = longest = 0;
  turns = g_timeout_add (1, turn_cb, NULL);
  gh_test_wait_for (n_messages == 3, 60);
  note_turn ();
  taken = g_get_monotonic_time () - start;
  g_source_remove (turns);

  let_go = g_get_monotonic_time ();
  g_clear_pointer (&kept, gh_json_node_release);
  let_go = g_get_monotonic_time () - let_go;
  g_print ("# %u MiB %-12s received in %4d ms, longest stall %5.1f ms (at most %d wanted),"
           " let go in %5.1f ms\n",
           mib, what, (int) (taken / 1000), longest / 1000.0, MAX_STALL_MS, let_go / 1000.0);

  gh_rpc_transport_close_async (GH_RPC_TRANSPORT (transport), gh_test_store_result_cb, &closed);
  gh_test_wait (closed != NULL);
}

static void
bench_text (void)
{
  run ("large-text", 64, "of text");
}

static void
bench_values (void)
{
  run ("large", 10, "of values");
}

int
main (int    argc,
      char **argv)
{
  gh_test_init (&argc, &argv);
  g_test_add_func ("/bench/rpc/text", bench_text);
  g_test_add_func ("/bench/rpc/values", bench_values);
  return gh_test_run ();
}
