/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * The peer, with the test as the other side. */
#include "config.h"

#include "gh-fake-transport.h"
#include "gh-json.h"
#include "gh-rpc-error.h"
#include "gh-rpc-peer.h"
#include "gh-test.h"

#define J "\"jsonrpc\":\"2.0\","

typedef struct
{
  GhFakeTransport *transport;
  GhRpcPeer *peer;
  GhRpcIncoming *request; /* the last one */
  gboolean keep;          /* requests, for answering later */
  guint n_requests;
  GString *seen;          /* notifications and malformed messages */
  guint n_closed;
} Fixture;

static void
request_cb (GhRpcPeer     *peer,
            GhRpcIncoming *request,
            gpointer       user_data)
{
  Fixture *fixture = user_data;

  fixture->n_requests++;
  if (fixture->keep)
    g_set_object (&fixture->request, request);
}

static void
notification_cb (GhRpcPeer  *peer,
                 const char *method,
                 JsonNode   *params,
                 gpointer    user_data)
{
  Fixture *fixture = user_data;
  g_autofree char *text = params != NULL ? gh_json_write (params, NULL) : g_strdup ("-");

  g_string_append_printf (fixture->seen, "%s %s;", method, text);
}

static void
malformed_cb (GhRpcPeer *peer,
              GBytes    *text,
              GError    *error,
              gpointer   user_data)
{
  Fixture *fixture = user_data;

  g_assert_nonnull (text);
  g_assert_nonnull (error);
  g_string_append (fixture->seen, "malformed;");
}

static void
closed_cb (GhRpcPeer *peer,
           GError    *error,
           gpointer   user_data)
{
  Fixture *fixture = user_data;

  g_assert_cmpuint (gh_rpc_peer_get_n_pending (peer), ==, 0);
  fixture->n_closed++;
}

static void
start (Fixture *fixture)
{
  g_autoptr(GAsyncResult) result = NULL;
  g_autoptr(GError) error = NULL;

  gh_rpc_peer_start_async (fixture->peer, NULL, gh_test_store_result_cb, &result);
  gh_test_wait (result != NULL);
  g_assert_true (gh_rpc_peer_start_finish (fixture->peer, result, &error));
  g_assert_no_error (error);
}

static void
set_up (Fixture       *fixture,
        gconstpointer  data)
{
  fixture->seen = g_string_new (NULL);
  fixture->transport = gh_fake_transport_new ();
  fixture->peer = gh_rpc_peer_new (GH_RPC_TRANSPORT (fixture->transport));
  g_signal_connect (fixture->peer, "request", G_CALLBACK (request_cb), fixture);
  g_signal_connect (fixture->peer, "notification", G_CALLBACK (notification_cb), fixture);
  g_signal_connect (fixture->peer, "malformed", G_CALLBACK (malformed_cb), fixture);
  g_signal_connect (fixture->peer, "closed", G_CALLBACK (closed_cb), fixture);
  if (data == NULL)
    start (fixture);
}

static void
tear_down (Fixture       *fixture,
           gconstpointer  data)
{
  g_clear_object (&fixture->request);
  g_assert_finalize_object (fixture->peer);
  g_assert_finalize_object (fixture->transport);
  g_string_free (fixture->seen, TRUE);
}

static void
assert_sent (Fixture    *fixture,
             const char *wanted)
{
  g_autofree char *sent = gh_fake_transport_pop_sent (fixture->transport);

  g_assert_cmpstr (sent, ==, wanted);
}

static gint64
call (Fixture       *fixture,
      guint          timeout_ms,
      GCancellable  *cancellable,
      GAsyncResult **result)
{
  gint64 id;

  gh_rpc_peer_call_async (fixture->peer, "m", NULL, timeout_ms, &id, cancellable,
                          gh_test_store_result_cb, result);
  g_assert_null (*result);
  return id;
}

static void
assert_answer (Fixture       *fixture,
               GAsyncResult **result,
               const char    *wanted)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(JsonNode) node = NULL;
  g_autofree char *text = NULL;

  gh_test_wait (*result != NULL);
  node = gh_rpc_peer_call_finish (fixture->peer, *result, &error);
  g_assert_no_error (error);
  text = gh_json_write (node, NULL);
  g_assert_cmpstr (text, ==, wanted);
  g_clear_object (result);
}

static void
assert_failure (Fixture       *fixture,
                GAsyncResult **result,
                GQuark         domain,
                int            code)
{
  g_autoptr(GError) error = NULL;

  gh_test_wait (*result != NULL);
  g_assert_null (gh_rpc_peer_call_finish (fixture->peer, *result, &error));
  g_assert_error (error, domain, code);
  g_clear_object (result);
}

static void
test_call (Fixture       *fixture,
           gconstpointer  data)
{
  g_autoptr(GAsyncResult) first = NULL;
  g_autoptr(GAsyncResult) second = NULL;
  g_autoptr(JsonNode) params = gh_json_read ("{\"x\":1.50}", 10, NULL);
  gint64 id;

  g_assert_cmpint (call (fixture, 0, NULL, &first), ==, 1);
  gh_rpc_peer_call_async (fixture->peer, "n", params, 1000, &id, NULL, gh_test_store_result_cb,
                          &second);
  g_assert_cmpint (id, ==, 2);
  g_assert_cmpuint (gh_rpc_peer_get_n_pending (fixture->peer), ==, 2);
  assert_sent (fixture, "{" J "\"id\":1,\"method\":\"m\"}");
  assert_sent (fixture, "{" J "\"id\":2,\"method\":\"n\",\"params\":{\"x\":1.50}}");
  gh_fake_transport_receive (fixture->transport, "{" J "\"id\":2,\"result\":[1e400]}");
  assert_answer (fixture, &second, "[1e400]");
  g_assert_null (first);
  gh_fake_transport_receive (fixture->transport, "{" J "\"id\":1,\"result\":null}");
  assert_answer (fixture, &first, "null");
  g_assert_cmpuint (gh_rpc_peer_get_n_pending (fixture->peer), ==, 0);
}

static void
test_remote_error (Fixture       *fixture,
                   gconstpointer  data)
{
  g_autoptr(GAsyncResult) result = NULL;
  g_autoptr(GError) error = NULL;
  JsonObject *object;

  call (fixture, 0, NULL, &result);
  gh_fake_transport_receive (fixture->transport,
                             "{" J "\"id\":1,\"error\":{\"code\":-32042,\"message\":\"go away\","
                             "\"data\":{\"a\":\"b\"}}}");
  gh_test_wait (result != NULL);
  g_assert_null (gh_rpc_peer_call_finish (fixture->peer, result, &error));
  g_assert_error (error, GH_RPC_REMOTE_ERROR, -32042);
  g_assert_cmpstr (error->message, ==, "go away");
  object = gh_json_node_get_object (gh_rpc_remote_error_get_data (error));
  g_assert_cmpstr (gh_json_get_string (object, "a"), ==, "b");
}

/* 1 and "1" differ; an answer to nobody, or one that came twice, is dropped. */
static void
test_late_reply (Fixture       *fixture,
                 gconstpointer  data)
{
  g_autoptr(GAsyncResult) result = NULL;

  call (fixture, 0, NULL, &result);
  gh_fake_transport_receive (fixture->transport, "{" J "\"id\":\"1\",\"result\":{}}");
  gh_fake_transport_receive (fixture->transport, "{" J "\"id\":7,\"result\":{}}");
  gh_fake_transport_receive (fixture->transport,
                             "{" J "\"id\":18446744073709551617,\"result\":{}}");
  gh_fake_transport_receive (fixture->transport,
                             "{" J "\"id\":null,\"error\":{\"code\":-32700,\"message\":\"?\"}}");
  gh_test_settle ();
  g_assert_null (result);
  gh_fake_transport_receive (fixture->transport, "{" J "\"id\":1,\"result\":{\"n\":1}}");
  assert_answer (fixture, &result, "{\"n\":1}");
  gh_fake_transport_receive (fixture->transport, "{" J "\"id\":1,\"result\":{\"n\":2}}");
  gh_fake_transport_receive (fixture->transport,
                             "{" J "\"id\":1,\"error\":{\"code\":1,\"message\":\"\"}}");
  gh_test_settle ();
  g_assert_cmpuint (fixture->n_closed, ==, 0);
  g_assert_cmpstr (fixture->seen->str, ==, "");
}

static void
test_cancel (Fixture       *fixture,
             gconstpointer  data)
{
  g_autoptr(GCancellable) cancellable = g_cancellable_new ();
  g_autoptr(GAsyncResult) result = NULL;
  g_autoptr(GAsyncResult) other = NULL;

  call (fixture, 0, cancellable, &result);
  call (fixture, 0, NULL, &other);
  g_cancellable_cancel (cancellable);
  /* Never inside g_cancellable_cancel(). */
  g_assert_null (result);
  assert_failure (fixture, &result, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_assert_cmpuint (gh_rpc_peer_get_n_pending (fixture->peer), ==, 1);
  gh_fake_transport_receive (fixture->transport, "{" J "\"id\":1,\"result\":{}}");
  gh_fake_transport_receive (fixture->transport, "{" J "\"id\":2,\"result\":{}}");
  assert_answer (fixture, &other, "{}");
  g_assert_cmpuint (gh_fake_transport_get_n_sent (fixture->transport), ==, 2);

  /* Cancelled before: nothing is sent. */
  call (fixture, 0, cancellable, &result);
  assert_failure (fixture, &result, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_assert_cmpuint (gh_fake_transport_get_n_sent (fixture->transport), ==, 2);
}

/* The answer is there before the main loop sees the cancellation: it counts. */
static void
test_cancel_then_reply (Fixture       *fixture,
                        gconstpointer  data)
{
  g_autoptr(GCancellable) cancellable = g_cancellable_new ();
  g_autoptr(GAsyncResult) result = NULL;

  call (fixture, 0, cancellable, &result);
  g_cancellable_cancel (cancellable);
  gh_fake_transport_receive (fixture->transport, "{" J "\"id\":1,\"result\":{}}");
  assert_answer (fixture, &result, "{}");
  gh_test_settle ();
}

static void
test_timeout (Fixture       *fixture,
              gconstpointer  data)
{
  g_autoptr(GAsyncResult) result = NULL;

  call (fixture, 20, NULL, &result);
  assert_failure (fixture, &result, GH_RPC_ERROR, GH_RPC_ERROR_TIMED_OUT);
  gh_fake_transport_receive (fixture->transport, "{" J "\"id\":1,\"result\":{}}");
  g_assert_cmpuint (fixture->n_closed, ==, 0);
}

static void
assert_abandoned (Fixture    *fixture,
                  const char *wanted)
{
  g_autofree char *id = gh_fake_transport_pop_abandoned (fixture->transport);

  g_assert_cmpstr (id, ==, wanted);
}

/* The transport hears of every call that nobody waits for any more, and of no other. */
static void
test_abandon (Fixture       *fixture,
              gconstpointer  data)
{
  g_autoptr(GCancellable) cancellable = g_cancellable_new ();
  g_autoptr(GAsyncResult) answered = NULL;
  g_autoptr(GAsyncResult) cancelled = NULL;
  g_autoptr(GAsyncResult) late = NULL;

  call (fixture, 0, NULL, &answered);
  call (fixture, 0, cancellable, &cancelled);
  call (fixture, 20, NULL, &late);
  gh_fake_transport_receive (fixture->transport, "{" J "\"id\":1,\"result\":{}}");
  assert_answer (fixture, &answered, "{}");
  assert_abandoned (fixture, NULL);
  g_cancellable_cancel (cancellable);
  assert_failure (fixture, &cancelled, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  assert_abandoned (fixture, "2");
  assert_failure (fixture, &late, GH_RPC_ERROR, GH_RPC_ERROR_TIMED_OUT);
  assert_abandoned (fixture, "3");
  assert_abandoned (fixture, NULL);
}

/* What the transport gives up fails with its error, and nothing else does. */
static void
test_failed (Fixture       *fixture,
             gconstpointer  data)
{
  g_autoptr(GError) error = g_error_new_literal (G_IO_ERROR, G_IO_ERROR_BROKEN_PIPE, "x");
  g_autoptr(GAsyncResult) first = NULL;
  g_autoptr(GAsyncResult) second = NULL;

  call (fixture, 0, NULL, &first);
  call (fixture, 0, NULL, &second);
  gh_fake_transport_fail (fixture->transport, "2", error);
  gh_fake_transport_fail (fixture->transport, "2", error);
  gh_fake_transport_fail (fixture->transport, "\"1\"", error);
  gh_fake_transport_fail (fixture->transport, "9", error);
  assert_failure (fixture, &second, G_IO_ERROR, G_IO_ERROR_BROKEN_PIPE);
  gh_fake_transport_receive (fixture->transport, "{" J "\"id\":2,\"result\":{}}");
  gh_fake_transport_receive (fixture->transport, "{" J "\"id\":1,\"result\":{}}");
  assert_answer (fixture, &first, "{}");
  assert_abandoned (fixture, NULL);
  g_assert_cmpuint (fixture->n_closed, ==, 0);
}

static void
sent_cb (GhRpcTransport *transport,
         GhRpcMessage   *message,
         gpointer        user_data)
{
  GString *seen = user_data;
  g_autoptr(GBytes) bytes = gh_rpc_message_write (message);

  g_string_append_len (seen, g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes));
}

/* Whatever leaves is told of, answers too; what could not leave is not. */
static void
test_sent (Fixture       *fixture,
           gconstpointer  data)
{
  g_autoptr(GError) error = g_error_new_literal (GH_RPC_ERROR, GH_RPC_ERROR_OVERFLOW, "full");

  g_signal_connect (fixture->transport, "sent", G_CALLBACK (sent_cb), fixture->seen);
  g_assert_true (gh_rpc_peer_notify (fixture->peer, "n", NULL, NULL));
  g_assert_cmpstr (fixture->seen->str, ==, "{" J "\"method\":\"n\"}");
  g_string_truncate (fixture->seen, 0);
  gh_fake_transport_receive (fixture->transport, "{" J "\"id\":1,\"method\":\"r\"}");
  g_assert_nonnull (strstr (fixture->seen->str, "-32603"));
  g_string_truncate (fixture->seen, 0);
  gh_fake_transport_fail_send (fixture->transport, error);
  g_assert_false (gh_rpc_peer_notify (fixture->peer, "n", NULL, NULL));
  g_assert_cmpstr (fixture->seen->str, ==, "");
}

static gboolean
is_past (gint64 time)
{
  return g_get_monotonic_time () >= time;
}

static void
test_hold (Fixture       *fixture,
           gconstpointer  data)
{
  g_autoptr(GAsyncResult) result = NULL;
  g_autoptr(GAsyncResult) during = NULL;
  gint64 later = g_get_monotonic_time () + 150 * 1000;

  call (fixture, 50, NULL, &result);
  gh_rpc_peer_hold_timeouts (fixture->peer);
  gh_rpc_peer_hold_timeouts (fixture->peer);
  call (fixture, 50, NULL, &during);
  gh_rpc_peer_release_timeouts (fixture->peer);
  gh_test_wait (is_past (later));
  g_assert_null (result);
  g_assert_null (during);
  gh_rpc_peer_release_timeouts (fixture->peer);
  assert_failure (fixture, &result, GH_RPC_ERROR, GH_RPC_ERROR_TIMED_OUT);
  assert_failure (fixture, &during, GH_RPC_ERROR, GH_RPC_ERROR_TIMED_OUT);
}

static void
test_restart_timeout (Fixture       *fixture,
                      gconstpointer  data)
{
  g_autoptr(GAsyncResult) result = NULL;
  gint64 start_time = g_get_monotonic_time ();
  gint64 id = call (fixture, 1000, NULL, &result);

  gh_test_wait (is_past (start_time + 400 * 1000));
  gh_rpc_peer_restart_timeout (fixture->peer, id);
  gh_rpc_peer_restart_timeout (fixture->peer, 12345);
  assert_failure (fixture, &result, GH_RPC_ERROR, GH_RPC_ERROR_TIMED_OUT);
  g_assert_true (is_past (start_time + 1400 * 1000));
  gh_rpc_peer_restart_timeout (fixture->peer, id);

  /* Restarting while held starts nothing. */
  id = call (fixture, 20, NULL, &result);
  gh_rpc_peer_hold_timeouts (fixture->peer);
  gh_rpc_peer_restart_timeout (fixture->peer, id);
  gh_test_wait (is_past (g_get_monotonic_time ()));
  gh_rpc_peer_release_timeouts (fixture->peer);
  assert_failure (fixture, &result, GH_RPC_ERROR, GH_RPC_ERROR_TIMED_OUT);
}

/* What each of the plain calls came to, in the order of their answers. */
static void
answer_cb (GhRpcPeer    *peer,
           GhJsonValue  *result,
           const GError *error,
           gpointer      user_data)
{
  Fixture *fixture = user_data;
  g_autofree char *text =
    result != NULL ? gh_json_write (gh_json_value_get_node (result), NULL) : NULL;

  g_assert_true ((result == NULL) != (error == NULL));
  g_string_append_printf (fixture->seen, "%s;", text != NULL ? text : error->message);
}

static gint64
call_plainly (Fixture *fixture,
              guint    timeout_ms,
              guint    limit_ms)
{
  g_autoptr(GError) error = NULL;
  gint64 id;

  g_assert_true (gh_rpc_peer_call (fixture->peer, "m", NULL, NULL, timeout_ms, limit_ms, &id,
                                   answer_cb, fixture, &error));
  g_assert_no_error (error);
  return id;
}

static void
test_plain_call (Fixture       *fixture,
                 gconstpointer  data)
{
  g_autoptr(GError) error = NULL;
  gint64 id;

  call_plainly (fixture, 0, 0);
  gh_fake_transport_receive (fixture->transport, "{" J "\"id\":1,\"result\":[1]}");
  gh_test_wait (fixture->seen->len > 0);
  g_assert_cmpstr (fixture->seen->str, ==, "[1];");

  /* Nobody waits for this one, so nobody is told. */
  gh_rpc_peer_drop_call (fixture->peer, call_plainly (fixture, 0, 0));
  gh_rpc_peer_drop_call (fixture->peer, 2);
  assert_abandoned (fixture, "2");
  gh_fake_transport_receive (fixture->transport, "{" J "\"id\":2,\"result\":[2]}");
  call_plainly (fixture, 0, 0);
  gh_fake_transport_receive (fixture->transport, "{" J "\"id\":3,\"result\":[3]}");
  gh_test_wait (fixture->seen->len > 4);
  g_assert_cmpstr (fixture->seen->str, ==, "[1];[3];");

  g_set_error_literal (&error, GH_RPC_ERROR, GH_RPC_ERROR_OVERFLOW, "full");
  gh_fake_transport_fail_send (fixture->transport, error);
  g_clear_error (&error);
  g_assert_false (gh_rpc_peer_call (fixture->peer, "m", NULL, NULL, 10, 0, &id, answer_cb,
                                    fixture, &error));
  g_assert_error (error, GH_RPC_ERROR, GH_RPC_ERROR_OVERFLOW);
  g_assert_cmpint (id, ==, 4);
  g_assert_cmpuint (gh_rpc_peer_get_n_pending (fixture->peer), ==, 0);
}

/* The shortest first, whatever was asked first; a limit is not extended. */
static void
test_limit (Fixture       *fixture,
            gconstpointer  data)
{
  gint64 id = call_plainly (fixture, 60 * 1000, 200);
  gint64 start_time = g_get_monotonic_time ();

  call_plainly (fixture, 20, 0);
  gh_test_wait (fixture->seen->len > 0);
  g_assert_cmpstr (fixture->seen->str, ==, "no answer within 20 ms;");
  g_string_truncate (fixture->seen, 0);
  gh_rpc_peer_restart_timeout (fixture->peer, id);
  gh_test_wait (fixture->seen->len > 0);
  g_assert_true (is_past (start_time + 190 * 1000));
  g_assert_cmpstr (fixture->seen->str, ==, "no result within 200 ms;");
}

static void
drop_other_cb (GhRpcPeer    *peer,
               GhJsonValue  *result,
               const GError *error,
               gpointer      user_data)
{
  guint *n_told = user_data;

  ++*n_told;
  gh_rpc_peer_drop_call (peer, 1);
  gh_rpc_peer_drop_call (peer, 2);
}

/* Two that end at the same moment: the first to be told drops the other. */
static void
test_drop_while_ending (Fixture       *fixture,
                        gconstpointer  data)
{
  guint n_told = 0;

  for (guint i = 0; i < 2; i++)
    g_assert_true (gh_rpc_peer_call (fixture->peer, "m", NULL, NULL, 0, 0, NULL, drop_other_cb,
                                     &n_told, NULL));
  gh_fake_transport_close (fixture->transport, NULL);
  gh_test_wait (fixture->n_closed > 0);
  g_assert_cmpuint (n_told, ==, 1);
}

static void
test_malformed (Fixture       *fixture,
                gconstpointer  data)
{
  g_autoptr(GAsyncResult) result = NULL;

  call (fixture, 0, NULL, &result);
  assert_sent (fixture, "{" J "\"id\":1,\"method\":\"m\"}");
  gh_fake_transport_receive (fixture->transport, "Server is running!");
  gh_fake_transport_receive (fixture->transport, "{}");
  gh_fake_transport_receive (fixture->transport, "{" J "\"method\":5}");
  gh_fake_transport_receive (fixture->transport, "{" J "\"method\":\"n\",\"params\":5}");
  g_assert_null (gh_fake_transport_pop_sent (fixture->transport));
  g_assert_null (result);
  /* Requests that are wrong are answered, with the id as it came. */
  gh_fake_transport_receive (fixture->transport,
                             "{" J "\"id\":1.50,\"method\":\"r\",\"params\":5}");
  assert_sent (fixture, "{" J "\"id\":1.50,\"error\":{\"code\":-32602,\"message\":"
                        "\"\\\"params\\\" is neither an object nor an array\"}}");
  gh_fake_transport_receive (fixture->transport, "{\"id\":\"x\",\"method\":\"r\"}");
  assert_sent (fixture, "{" J "\"id\":\"x\",\"error\":{\"code\":-32600,\"message\":"
                        "\"\\\"jsonrpc\\\" is not \\\"2.0\\\"\"}}");
  g_assert_cmpuint (fixture->n_requests, ==, 0);
  /* A wrong answer ends the call it belongs to. */
  gh_fake_transport_receive (fixture->transport,
                             "{" J "\"id\":1,\"result\":{},"
                             "\"error\":{\"code\":1,\"message\":\"\"}}");
  assert_failure (fixture, &result, GH_RPC_ERROR, GH_RPC_ERROR_MALFORMED);
  g_assert_cmpstr (fixture->seen->str, ==,
                   "malformed;malformed;malformed;malformed;malformed;malformed;malformed;");
}

/* Names and ids that nobody has are not copied around; they find no call either. */
static void
test_long_names (Fixture       *fixture,
                 gconstpointer  data)
{
  g_autofree char *name = g_strnfill (1024 * 1024, 'x');
  g_autofree char *digits = g_strnfill (1024 * 1024, '7');
  g_autofree char *method = g_strconcat ("{" J "\"method\":\"", name, "\"}", NULL);
  g_autofree char *request = g_strconcat ("{" J "\"id\":1,\"method\":\"", name, "\"}", NULL);
  g_autofree char *id = g_strconcat ("{" J "\"id\":\"", name, "\",\"method\":\"r\"}", NULL);
  g_autofree char *number = g_strconcat ("{" J "\"id\":", digits, ",\"result\":{}}", NULL);
  g_autofree char *failure = g_strconcat (
    "{" J "\"id\":1,\"error\":{\"code\":1,\"message\":\"", name, "\"}}", NULL);
  g_autoptr(GAsyncResult) result = NULL;
  g_autoptr(GError) error = NULL;

  call (fixture, 0, NULL, &result);
  assert_sent (fixture, "{" J "\"id\":1,\"method\":\"m\"}");
  gh_fake_transport_receive (fixture->transport, method);
  gh_fake_transport_receive (fixture->transport, id);
  gh_fake_transport_receive (fixture->transport, number);
  g_assert_null (gh_fake_transport_pop_sent (fixture->transport));
  gh_fake_transport_receive (fixture->transport, request);
  assert_sent (fixture, "{" J "\"id\":1,\"error\":{\"code\":-32600,"
                        "\"message\":\"\\\"method\\\" is too long\"}}");
  g_assert_cmpstr (fixture->seen->str, ==, "malformed;malformed;malformed;malformed;");
  g_assert_cmpuint (fixture->n_requests, ==, 0);
  g_assert_null (result);

  gh_fake_transport_receive (fixture->transport, failure);
  gh_test_wait (result != NULL);
  g_assert_null (gh_rpc_peer_call_finish (fixture->peer, result, &error));
  g_assert_error (error, GH_RPC_REMOTE_ERROR, 1);
  g_assert_cmpuint (strlen (error->message), ==, 8 * 1024);
}

/* Few requests, each with two million values: what is open together is bounded all the same. */
static void
test_much_open (Fixture       *fixture,
                gconstpointer  data)
{
  g_autoptr(GPtrArray) kept = g_ptr_array_new_with_free_func (g_object_unref);
  g_autoptr(GString) request = g_string_new ("{" J "\"method\":\"r\",\"params\":[0");
  g_autofree char *refused = NULL;
  gsize length;

  for (guint i = 0; i < 1900000; i++)
    g_string_append (request, ",0");
  g_string_append (request, "]");
  length = request->len;
  fixture->keep = TRUE;
  while (refused == NULL)
    {
      g_string_truncate (request, length);
      g_string_append_printf (request, ",\"id\":%u}", kept->len + 1);
      gh_fake_transport_receive (fixture->transport, request->str);
      refused = gh_fake_transport_pop_sent (fixture->transport);
      if (refused == NULL)
        g_ptr_array_add (kept, g_object_ref (fixture->request));
      g_assert_cmpuint (kept->len, <, 5);
    }
  g_assert_nonnull (strstr (refused, "too many requests are open"));
  g_assert_cmpuint (kept->len, >=, 2);

  /* Small ones are served meanwhile, and large ones again when there is room. */
  gh_fake_transport_receive (fixture->transport, "{" J "\"id\":99,\"method\":\"r\"}");
  g_assert_null (gh_fake_transport_pop_sent (fixture->transport));
  g_ptr_array_add (kept, g_object_ref (fixture->request));
  gh_rpc_incoming_answer (kept->pdata[0], NULL);
  assert_sent (fixture, "{" J "\"id\":1,\"result\":{}}");
  gh_fake_transport_receive (fixture->transport, request->str);
  g_assert_null (gh_fake_transport_pop_sent (fixture->transport));
}

static void
size_cb (GhRpcPeer *peer,
         GBytes    *text,
         GError    *error,
         gpointer   user_data)
{
  *(gsize *) user_data = g_bytes_get_size (text);
}

/* Of a malformed message nobody reads more than its beginning. */
static void
test_invalid_large (Fixture       *fixture,
                    gconstpointer  data)
{
  g_autofree char *padding = g_strnfill (1000 * 1000, 'x');
  g_autofree char *text = g_strdup_printf ("{" J "\"a\":\"%s\",\"b\":\"%s\"}", padding, padding);
  gsize size = 0;

  g_signal_connect (fixture->peer, "malformed", G_CALLBACK (size_cb), &size);
  gh_fake_transport_receive (fixture->transport, text);
  g_assert_cmpuint (size, >, 1000);
  g_assert_cmpuint (size, <, 100 * 1000);
  g_signal_handlers_disconnect_by_func (fixture->peer, size_cb, &size);
}

static void
test_batch (Fixture       *fixture,
            gconstpointer  data)
{
  g_autoptr(GAsyncResult) result = NULL;
  const char *batch = "[{" J "\"method\":\"n\"},3,{" J "\"id\":1,\"result\":{}},{" J
                      "\"method\":\"o\",\"params\":[]}]";

  call (fixture, 0, NULL, &result);
  gh_fake_transport_receive (fixture->transport, batch);
  g_assert_cmpstr (fixture->seen->str, ==, "malformed;");
  gh_rpc_transport_set_allow_batch (GH_RPC_TRANSPORT (fixture->transport), TRUE);
  gh_fake_transport_receive (fixture->transport, batch);
  assert_answer (fixture, &result, "{}");
  g_assert_cmpstr (fixture->seen->str, ==, "malformed;n -;malformed;o [];");
}

/* Requests of one array are answered by one array, when all are settled (1.13). */
static void
test_batch_answer (Fixture       *fixture,
                   gconstpointer  data)
{
  g_autoptr(GhRpcIncoming) first = NULL;
  g_autoptr(JsonNode) id = gh_json_node_new_int (1);

  gh_rpc_transport_set_allow_batch (GH_RPC_TRANSPORT (fixture->transport), TRUE);
  fixture->keep = TRUE;
  gh_fake_transport_receive (fixture->transport, "[{" J "\"id\":1,\"method\":\"a\"}]");
  first = g_steal_pointer (&fixture->request);
  gh_rpc_incoming_answer (first, NULL);
  assert_sent (fixture, "[{" J "\"id\":1,\"result\":{}}]");
  g_clear_object (&first);

  /* One of them malformed; the last to be answered completes the array. */
  gh_fake_transport_receive (fixture->transport, "[{" J "\"id\":1,\"method\":\"a\"},{" J
                             "\"method\":\"n\"},{" J
                             "\"id\":\"x\",\"method\":\"b\",\"params\":3}]");
  first = g_steal_pointer (&fixture->request);
  g_assert_cmpuint (gh_fake_transport_get_n_sent (fixture->transport), ==, 0);
  gh_rpc_incoming_fail (first, -1, "no", NULL);
  assert_sent (fixture, "[{" J "\"id\":\"x\",\"error\":{\"code\":-32602,\"message\":"
               "\"\\\"params\\\" is neither an object nor an array\"}},{" J
               "\"id\":1,\"error\":{\"code\":-1,\"message\":\"no\"}}]");
  g_clear_object (&first);

  /* What was called off is waited for no longer, and alone makes no answer. */
  gh_fake_transport_receive (fixture->transport, "[{" J "\"id\":1,\"method\":\"a\"},{" J
                             "\"id\":2,\"method\":\"b\"}]");
  gh_rpc_incoming_answer (fixture->request, NULL);
  assert_sent (fixture, "[{" J "\"id\":1,\"error\":{\"code\":-32603,\"message\":"
               "\"the request was not handled\"}},{" J "\"id\":2,\"result\":{}}]");
  gh_fake_transport_receive (fixture->transport, "[{" J "\"id\":1,\"method\":\"a\"}]");
  gh_rpc_peer_cancel_incoming (fixture->peer, id);
  g_assert_cmpuint (gh_fake_transport_get_n_sent (fixture->transport), ==, 0);
}

/* Two open requests under one id would get answers that nobody can tell apart: the first is served,
 * in its own form of the id, also when the second comes in an array or writes 7 as 7.0. */
static void
test_twin_requests (Fixture       *fixture,
                    gconstpointer  data)
{
  fixture->keep = TRUE;
  gh_rpc_transport_set_allow_batch (GH_RPC_TRANSPORT (fixture->transport), TRUE);
  gh_fake_transport_receive (fixture->transport, "{" J "\"id\":7.0,\"method\":\"a\"}");
  gh_fake_transport_receive (fixture->transport, "{" J "\"id\":7,\"method\":\"b\"}");
  gh_fake_transport_receive (fixture->transport, "[{" J "\"id\":7,\"method\":\"c\"}]");
  g_assert_cmpuint (fixture->n_requests, ==, 1);
  g_assert_cmpstr (fixture->seen->str, ==, "malformed;malformed;");
  gh_rpc_incoming_answer (fixture->request, NULL);
  assert_sent (fixture, "{" J "\"id\":7.0,\"result\":{}}");
  g_assert_cmpuint (gh_fake_transport_get_n_sent (fixture->transport), ==, 0);

  /* "7" is another id, and 7 is free again. */
  gh_fake_transport_receive (fixture->transport, "{" J "\"id\":7,\"method\":\"a\"}");
  gh_rpc_incoming_answer (fixture->request, NULL);
  assert_sent (fixture, "{" J "\"id\":7,\"result\":{}}");
  gh_fake_transport_receive (fixture->transport, "{" J "\"id\":\"7\",\"method\":\"a\"}");
  g_assert_cmpuint (fixture->n_requests, ==, 3);
}

/* A whole number is the same number with a fraction of zero; nothing else is. */
static void
test_float_id (Fixture       *fixture,
               gconstpointer  data)
{
  g_autoptr(GAsyncResult) result = NULL;

  call (fixture, 0, NULL, &result);
  gh_fake_transport_receive (fixture->transport, "{" J "\"id\":1.5,\"result\":{}}");
  gh_test_settle ();
  g_assert_null (result);
  gh_fake_transport_receive (fixture->transport, "{" J "\"id\":1.0,\"result\":{\"n\":1}}");
  assert_answer (fixture, &result, "{\"n\":1}");
}

/* Which of two members counts is not agreed on: a request is refused, a call of ours fails. */
static void
test_duplicate_members (Fixture       *fixture,
                        gconstpointer  data)
{
  g_autoptr(GAsyncResult) result = NULL;

  gh_fake_transport_receive (fixture->transport,
                             "{" J "\"id\":9,\"method\":\"a\",\"params\":{\"x\":[{\"y\":1,"
                             "\"y\":2}]}}");
  assert_sent (fixture, "{" J "\"id\":9,\"error\":{\"code\":-32600,\"message\":"
               "\"members of one object have the same name\"}}");
  gh_fake_transport_receive (fixture->transport,
                             "{" J "\"method\":\"n\",\"method\":\"n\"}");
  call (fixture, 0, NULL, &result);
  gh_fake_transport_receive (fixture->transport,
                             "{" J "\"id\":1,\"result\":{\"y\":1,\"y\":2}}");
  assert_failure (fixture, &result, GH_RPC_ERROR, GH_RPC_ERROR_MALFORMED);
  g_assert_cmpuint (fixture->n_requests, ==, 0);
  g_assert_cmpstr (fixture->seen->str, ==, "malformed;malformed;malformed;");
}

static void
test_notify (Fixture       *fixture,
             gconstpointer  data)
{
  g_autoptr(JsonNode) params = gh_json_read ("{}", 2, NULL);
  g_autoptr(GError) error = NULL;
  g_autoptr(GError) full = g_error_new_literal (GH_RPC_ERROR, GH_RPC_ERROR_OVERFLOW, "full");

  g_assert_true (gh_rpc_peer_notify (fixture->peer, "n", params, &error));
  assert_sent (fixture, "{" J "\"method\":\"n\",\"params\":{}}");
  gh_fake_transport_receive (fixture->transport, "{" J "\"method\":\"x\",\"params\":{\"a\":1}}");
  g_assert_cmpstr (fixture->seen->str, ==, "x {\"a\":1};");

  gh_fake_transport_fail_send (fixture->transport, full);
  g_assert_false (gh_rpc_peer_notify (fixture->peer, "n", NULL, &error));
  g_assert_error (error, GH_RPC_ERROR, GH_RPC_ERROR_OVERFLOW);
}

static void
test_overflow (Fixture       *fixture,
               gconstpointer  data)
{
  g_autoptr(GAsyncResult) result = NULL;
  g_autoptr(GError) full = g_error_new_literal (GH_RPC_ERROR, GH_RPC_ERROR_OVERFLOW, "full");

  gh_fake_transport_fail_send (fixture->transport, full);
  call (fixture, 1000, NULL, &result);
  assert_failure (fixture, &result, GH_RPC_ERROR, GH_RPC_ERROR_OVERFLOW);
  g_assert_cmpuint (gh_rpc_peer_get_n_pending (fixture->peer), ==, 0);
}

static void
test_request (Fixture       *fixture,
              gconstpointer  data)
{
  g_autoptr(JsonNode) answer = gh_json_read ("{\"big\":18446744073709551615}", 28, NULL);

  fixture->keep = TRUE;
  gh_fake_transport_receive (fixture->transport,
                             "{" J "\"id\":18446744073709551615,\"method\":\"r\",\"params\":[1]}");
  g_assert_cmpstr (gh_rpc_incoming_get_method (fixture->request), ==, "r");
  g_assert_nonnull (gh_json_node_get_array (gh_rpc_incoming_get_params (fixture->request)));
  gh_rpc_incoming_answer (fixture->request, answer);
  gh_rpc_incoming_answer (fixture->request, answer);
  gh_rpc_incoming_fail (fixture->request, 1, "too late", NULL);
  assert_sent (fixture, "{" J "\"id\":18446744073709551615,"
                        "\"result\":{\"big\":18446744073709551615}}");
  g_assert_null (gh_fake_transport_pop_sent (fixture->transport));

  gh_fake_transport_receive (fixture->transport, "{" J "\"id\":\"a\\u0000\",\"method\":\"r\"}");
  gh_rpc_incoming_fail (fixture->request, -1, "denied", answer);
  assert_sent (fixture, "{" J "\"id\":\"a\\u0000\",\"error\":{\"code\":-1,\"message\":\"denied\","
                        "\"data\":{\"big\":18446744073709551615}}}");
}

static void
test_request_unanswered (Fixture       *fixture,
                         gconstpointer  data)
{
  g_autofree char *sent = NULL;

  gh_fake_transport_receive (fixture->transport, "{" J "\"id\":1,\"method\":\"r\"}");
  sent = gh_fake_transport_pop_sent (fixture->transport);
  g_assert_nonnull (strstr (sent, "\"id\":1,\"error\":{\"code\":-32603"));
}

/* The peer may use the id of a pending call of ours. */
static void
test_id_reuse (Fixture       *fixture,
               gconstpointer  data)
{
  g_autoptr(GAsyncResult) result = NULL;

  fixture->keep = TRUE;
  call (fixture, 0, NULL, &result);
  assert_sent (fixture, "{" J "\"id\":1,\"method\":\"m\"}");
  gh_fake_transport_receive (fixture->transport, "{" J "\"id\":1,\"method\":\"r\"}");
  g_assert_cmpuint (fixture->n_requests, ==, 1);
  gh_test_settle ();
  g_assert_null (result);
  gh_rpc_incoming_answer (fixture->request, NULL);
  assert_sent (fixture, "{" J "\"id\":1,\"result\":{}}");
  gh_fake_transport_receive (fixture->transport, "{" J "\"id\":1,\"result\":{\"ours\":true}}");
  assert_answer (fixture, &result, "{\"ours\":true}");
}

static void
test_cancel_incoming (Fixture       *fixture,
                      gconstpointer  data)
{
  g_autoptr(JsonNode) number = gh_json_node_new_int (1);
  g_autoptr(JsonNode) string = gh_json_node_new_string ("1");
  GCancellable *cancellable;

  fixture->keep = TRUE;
  gh_fake_transport_receive (fixture->transport, "{" J "\"id\":\"1\",\"method\":\"r\"}");
  cancellable = gh_rpc_incoming_get_cancellable (fixture->request);
  gh_rpc_peer_cancel_incoming (fixture->peer, number);
  g_assert_false (g_cancellable_is_cancelled (cancellable));
  gh_rpc_peer_cancel_incoming (fixture->peer, string);
  g_assert_true (g_cancellable_is_cancelled (cancellable));
  gh_rpc_incoming_answer (fixture->request, NULL);
  g_clear_object (&fixture->request);
  g_assert_null (gh_fake_transport_pop_sent (fixture->transport));
  gh_rpc_peer_cancel_incoming (fixture->peer, string);
}

static void
keep_cb (GhRpcPeer     *peer,
         GhRpcIncoming *request,
         gpointer       user_data)
{
  g_ptr_array_add (user_data, g_object_ref (request));
}

/* A peer gone wild is told so, and recovers. */
static void
test_too_many_requests (Fixture       *fixture,
                        gconstpointer  data)
{
  g_autoptr(GPtrArray) requests = g_ptr_array_new_with_free_func (g_object_unref);

  g_signal_connect (fixture->peer, "request", G_CALLBACK (keep_cb), requests);
  for (guint i = 0; i < 1000; i++)
    {
      g_autofree char *text = g_strdup_printf ("{" J "\"id\":%u,\"method\":\"r\"}", i);

      gh_fake_transport_receive (fixture->transport, text);
    }
  g_assert_cmpuint (requests->len, <, 1000);
  g_assert_cmpuint (gh_fake_transport_get_n_sent (fixture->transport), ==, 1000 - requests->len);
  g_ptr_array_set_size (requests, 0);
  g_assert_cmpuint (gh_fake_transport_get_n_sent (fixture->transport), ==, 1000);
  gh_fake_transport_receive (fixture->transport, "{" J "\"id\":1,\"method\":\"r\"}");
  g_assert_cmpuint (requests->len, ==, 1);
}

static void
test_close_pending (Fixture       *fixture,
                    gconstpointer  data)
{
  g_autoptr(GAsyncResult) first = NULL;
  g_autoptr(GAsyncResult) second = NULL;
  g_autoptr(GAsyncResult) late = NULL;
  g_autoptr(GAsyncResult) closed = NULL;
  g_autoptr(GAsyncResult) again = NULL;
  g_autoptr(GError) error = NULL;

  fixture->keep = TRUE;
  call (fixture, 0, NULL, &first);
  call (fixture, 1000, NULL, &second);
  gh_fake_transport_receive (fixture->transport, "{" J "\"id\":1,\"method\":\"r\"}");
  gh_rpc_peer_close_async (fixture->peer, gh_test_store_result_cb, &closed);
  g_assert_null (first);
  g_assert_true (g_cancellable_is_cancelled (gh_rpc_incoming_get_cancellable (fixture->request)));
  call (fixture, 0, NULL, &late);
  gh_rpc_peer_close_async (fixture->peer, gh_test_store_result_cb, &again);
  assert_failure (fixture, &late, GH_RPC_ERROR, GH_RPC_ERROR_CLOSED);
  assert_failure (fixture, &first, GH_RPC_ERROR, GH_RPC_ERROR_CLOSED);
  assert_failure (fixture, &second, GH_RPC_ERROR, GH_RPC_ERROR_CLOSED);
  gh_test_wait (closed != NULL && again != NULL);
  g_assert_true (gh_rpc_peer_close_finish (fixture->peer, closed, &error));
  g_assert_no_error (error);
  g_assert_true (gh_rpc_peer_close_finish (fixture->peer, again, &error));
  g_assert_cmpuint (fixture->n_closed, ==, 1);
  g_assert_false (gh_rpc_peer_notify (fixture->peer, "n", NULL, &error));
  g_assert_error (error, GH_RPC_ERROR, GH_RPC_ERROR_CLOSED);
}

static void
test_peer_goes (Fixture       *fixture,
                gconstpointer  data)
{
  g_autoptr(GAsyncResult) result = NULL;
  g_autoptr(GError) gone = g_error_new_literal (GH_RPC_ERROR, GH_RPC_ERROR_EXITED, "code 3");
  g_autoptr(GError) error = NULL;

  fixture->keep = TRUE;
  call (fixture, 0, NULL, &result);
  gh_fake_transport_receive (fixture->transport, "{" J "\"id\":1,\"method\":\"r\"}");
  gh_fake_transport_close (fixture->transport, gone);
  gh_test_wait (result != NULL);
  g_assert_null (gh_rpc_peer_call_finish (fixture->peer, result, &error));
  g_assert_error (error, GH_RPC_ERROR, GH_RPC_ERROR_CLOSED);
  g_assert_nonnull (strstr (error->message, "code 3"));
  g_assert_true (g_cancellable_is_cancelled (gh_rpc_incoming_get_cancellable (fixture->request)));
  gh_rpc_incoming_answer (fixture->request, NULL);
  g_assert_cmpuint (fixture->n_closed, ==, 1);
}

static void
test_start_fails (Fixture       *fixture,
                  gconstpointer  data)
{
  g_autoptr(GAsyncResult) result = NULL;
  g_autoptr(GAsyncResult) again = NULL;
  g_autoptr(GAsyncResult) early = NULL;
  g_autoptr(GAsyncResult) closed = NULL;
  g_autoptr(GError) reason = g_error_new_literal (GH_RPC_ERROR, GH_RPC_ERROR_SPAWN, "none such");
  g_autoptr(GError) error = NULL;

  call (fixture, 0, NULL, &early);
  assert_failure (fixture, &early, GH_RPC_ERROR, GH_RPC_ERROR_CLOSED);
  gh_fake_transport_fail_start (fixture->transport, reason);
  gh_rpc_peer_start_async (fixture->peer, NULL, gh_test_store_result_cb, &result);
  gh_test_wait (result != NULL);
  g_assert_false (gh_rpc_peer_start_finish (fixture->peer, result, &error));
  g_assert_error (error, GH_RPC_ERROR, GH_RPC_ERROR_SPAWN);
  g_clear_error (&error);
  gh_rpc_peer_start_async (fixture->peer, NULL, gh_test_store_result_cb, &again);
  gh_test_wait (again != NULL);
  g_assert_false (gh_rpc_peer_start_finish (fixture->peer, again, &error));
  g_assert_error (error, GH_RPC_ERROR, GH_RPC_ERROR_CLOSED);
  gh_rpc_peer_close_async (fixture->peer, gh_test_store_result_cb, &closed);
  gh_test_wait (closed != NULL);
}

static void
drop_cb (GObject      *source,
         GAsyncResult *result,
         gpointer      user_data)
{
  GhRpcPeer **peer = user_data;

  g_clear_object (peer);
}

/* Whoever is told of a call's end may let the peer go then. */
static void
test_drop_in_callback (void)
{
  GhFakeTransport *transport = gh_fake_transport_new ();
  GhRpcPeer *peer = gh_rpc_peer_new (GH_RPC_TRANSPORT (transport));
  g_autoptr(GAsyncResult) result = NULL;
  gpointer watched = peer;

  g_object_add_weak_pointer (G_OBJECT (peer), &watched);
  gh_rpc_peer_start_async (peer, NULL, gh_test_store_result_cb, &result);
  gh_test_wait (result != NULL);
  g_clear_object (&result);
  gh_rpc_peer_call_async (peer, "m", NULL, 1000, NULL, NULL, drop_cb, &peer);
  gh_test_settle ();
  gh_fake_transport_close (transport, NULL);
  gh_test_wait (watched == NULL);
  g_assert_finalize_object (transport);
}

/* Requests that outlive the peer can still be let go. */
static void
test_request_outlives_peer (Fixture       *fixture,
                            gconstpointer  data)
{
  fixture->keep = TRUE;
  gh_fake_transport_receive (fixture->transport, "{" J "\"id\":1,\"method\":\"r\"}");
  g_assert_finalize_object (g_steal_pointer (&fixture->peer));
  g_assert_true (g_cancellable_is_cancelled (gh_rpc_incoming_get_cancellable (fixture->request)));
  gh_rpc_incoming_answer (fixture->request, NULL);
  g_assert_null (gh_fake_transport_pop_sent (fixture->transport));
  fixture->peer = gh_rpc_peer_new (GH_RPC_TRANSPORT (fixture->transport));
}

#define add(path, func) g_test_add ("/rpc/peer/" path, Fixture, NULL, set_up, func, tear_down)

int
main (int    argc,
      char **argv)
{
  gh_test_init (&argc, &argv);
  add ("call", test_call);
  add ("remote-error", test_remote_error);
  add ("late-reply", test_late_reply);
  add ("cancel", test_cancel);
  add ("cancel-then-reply", test_cancel_then_reply);
  add ("timeout", test_timeout);
  add ("abandon", test_abandon);
  add ("failed", test_failed);
  add ("sent", test_sent);
  add ("hold", test_hold);
  add ("restart-timeout", test_restart_timeout);
  add ("plain-call", test_plain_call);
  add ("limit", test_limit);
  add ("drop-while-ending", test_drop_while_ending);
  add ("malformed", test_malformed);
  add ("invalid-large", test_invalid_large);
  add ("long-names", test_long_names);
  add ("much-open", test_much_open);
  add ("batch", test_batch);
  add ("batch-answer", test_batch_answer);
  add ("notify", test_notify);
  add ("overflow", test_overflow);
  add ("request", test_request);
  add ("request-unanswered", test_request_unanswered);
  add ("id-reuse", test_id_reuse);
  add ("cancel-incoming", test_cancel_incoming);
  add ("too-many-requests", test_too_many_requests);
  add ("close-pending", test_close_pending);
  add ("peer-goes", test_peer_goes);
  add ("twin-requests", test_twin_requests);
  add ("float-id", test_float_id);
  add ("duplicate-members", test_duplicate_members);
  g_test_add ("/rpc/peer/start-fails", Fixture, "", set_up, test_start_fails, tear_down);
  g_test_add_func ("/rpc/peer/drop-in-callback", test_drop_in_callback);
  add ("request-outlives-peer", test_request_outlives_peer);
  return gh_test_run ();
}
