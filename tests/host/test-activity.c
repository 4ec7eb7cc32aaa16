/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * What goes to and fro: noted, bounded, written to a file. */
#include "config.h"

#include <glib/gstdio.h>
#include <string.h>

#include "gh-activity-private.h"
#include "gh-fake-transport.h"
#include "gh-json.h"
#include "gh-test.h"

typedef struct
{
  GhFakeTransport *transport;
  GhActivity      *activity;
} Fixture;

static void
set_up (Fixture       *f,
        gconstpointer  data)
{
  g_autoptr(GAsyncResult) started = NULL;

  f->transport = gh_fake_transport_new ();
  gh_rpc_transport_start_async (GH_RPC_TRANSPORT (f->transport), NULL, gh_test_store_result_cb,
                                &started);
  gh_test_wait (started != NULL);
  f->activity = gh_activity_new ();
  gh_activity_watch (f->activity, GH_RPC_TRANSPORT (f->transport));
}

static void
tear_down (Fixture       *f,
           gconstpointer  data)
{
  g_assert_finalize_object (f->activity);
  g_assert_finalize_object (f->transport);
  gh_test_settle ();
}

static void
send_request (Fixture    *f,
              int         id,
              const char *method)
{
  g_autoptr(JsonNode) node = gh_json_node_new_int (id);
  g_autoptr(GhRpcMessage) message = gh_rpc_message_new_request (node, method, NULL);

  g_assert_true (gh_rpc_transport_send (GH_RPC_TRANSPORT (f->transport), message, NULL));
}

static void
assert_entry (Fixture             *f,
              guint                position,
              GhActivityDirection  direction,
              GhActivityKind       kind,
              const char          *method,
              const char          *id,
              const char          *text)
{
  g_autoptr(GhActivityEntry) entry = g_list_model_get_item (G_LIST_MODEL (f->activity), position);
  g_autofree char *kept = NULL;

  g_assert_nonnull (entry);
  kept = gh_activity_entry_dup_text (entry);
  g_assert_cmpint (gh_activity_entry_get_direction (entry), ==, direction);
  g_assert_cmpint (gh_activity_entry_get_kind (entry), ==, kind);
  g_assert_cmpstr (gh_activity_entry_get_method (entry), ==, method);
  g_assert_cmpstr (gh_activity_entry_get_id (entry), ==, id);
  g_assert_cmpstr (kept, ==, text);
  g_assert_true (gh_activity_entry_get_whole (entry));
  g_assert_cmpuint (gh_activity_entry_get_size (entry), ==, strlen (text));
}

static void
count_cb (guint *count)
{
  (*count)++;
}

static void
test_messages (Fixture       *f,
               gconstpointer  data)
{
  g_autoptr(GhActivityEntry) answer = NULL;
  g_autofree char *pretty = NULL;
  guint n_added = 0;

  g_signal_connect_swapped (f->activity, "added", G_CALLBACK (count_cb), &n_added);
  gh_activity_note (f->activity, "connecting", "npx notes");
  send_request (f, 1, "tools/list");
  gh_fake_transport_receive (f->transport,
                             "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}");
  gh_fake_transport_receive (f->transport, "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}");
  gh_fake_transport_receive (f->transport,
                             "{\"jsonrpc\":\"2.0\",\"id\":\"1\",\"error\":{\"code\":-1,"
                             "\"message\":\"no\"}}");
  gh_fake_transport_receive (f->transport, "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/x\"}");
  gh_fake_transport_receive (f->transport, "Listening on stdio");
  g_assert_cmpuint (n_added, ==, 7);
  /* They come in bundles. */
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (f->activity)), ==, 0);
  gh_test_wait (g_list_model_get_n_items (G_LIST_MODEL (f->activity)) == 7);

  assert_entry (f, 0, GH_ACTIVITY_LOCAL, GH_ACTIVITY_EVENT, "connecting", NULL, "npx notes");
  assert_entry (f, 1, GH_ACTIVITY_SENT, GH_ACTIVITY_REQUEST, "tools/list", "1",
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/list\"}");
  assert_entry (f, 2, GH_ACTIVITY_RECEIVED, GH_ACTIVITY_REQUEST, "ping", "1",
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}");
  /* Of two requests with this id, the one that we sent. */
  assert_entry (f, 3, GH_ACTIVITY_RECEIVED, GH_ACTIVITY_RESULT, "tools/list", "1",
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}");
  assert_entry (f, 4, GH_ACTIVITY_RECEIVED, GH_ACTIVITY_ERROR, NULL, "\"1\"",
                "{\"jsonrpc\":\"2.0\",\"id\":\"1\",\"error\":{\"code\":-1,\"message\":\"no\"}}");
  assert_entry (f, 5, GH_ACTIVITY_RECEIVED, GH_ACTIVITY_NOTIFICATION, "notifications/x", NULL,
                "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/x\"}");
  assert_entry (f, 6, GH_ACTIVITY_RECEIVED, GH_ACTIVITY_MALFORMED, NULL, NULL,
                "Listening on stdio");

  answer = g_list_model_get_item (G_LIST_MODEL (f->activity), 3);
  g_assert_cmpint (gh_activity_entry_get_duration (answer), >=, 0);
  pretty = gh_activity_entry_dup_pretty (answer);
  g_assert_nonnull (strstr (pretty, "\n"));

  gh_activity_clear (f->activity);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (f->activity)), ==, 0);
}

/* Requests that end without an answer, and what else the transport complains of. */
static void
test_no_answer (Fixture       *f,
                gconstpointer  data)
{
  g_autoptr(GError) error = g_error_new_literal (G_IO_ERROR, G_IO_ERROR_FAILED, "HTTP 503 Busy");
  g_autoptr(GBytes) nothing = g_bytes_new (NULL, 0);

  send_request (f, 1, "tools/list");
  gh_fake_transport_fail (f->transport, "1", error);
  gh_fake_transport_fail (f->transport, "2", error);
  gh_rpc_transport_emit_malformed (GH_RPC_TRANSPORT (f->transport), nothing, error);
  gh_activity_flush (f->activity);
  assert_entry (f, 1, GH_ACTIVITY_LOCAL, GH_ACTIVITY_EVENT, "no-answer", NULL,
                "tools/list: HTTP 503 Busy");
  assert_entry (f, 2, GH_ACTIVITY_LOCAL, GH_ACTIVITY_EVENT, "no-answer", NULL, "2: HTTP 503 Busy");
  assert_entry (f, 3, GH_ACTIVITY_LOCAL, GH_ACTIVITY_EVENT, "trouble", NULL, "HTTP 503 Busy");
}

/* What came is shown exactly as it came, but exported on one line. */
static void
test_exact (Fixture       *f,
            gconstpointer  data)
{
  static const char text[] =
    "{ \"jsonrpc\": \"2.0\",\n\"method\": \"a\",\n\"params\": {\"x\": 1.50}}";
  g_autoptr(GhActivityEntry) entry = NULL;
  g_autofree char *line = NULL;

  gh_fake_transport_receive (f->transport, text);
  gh_activity_flush (f->activity);
  assert_entry (f, 0, GH_ACTIVITY_RECEIVED, GH_ACTIVITY_NOTIFICATION, "a", NULL, text);
  entry = g_list_model_get_item (G_LIST_MODEL (f->activity), 0);
  line = gh_activity_dup_line (f->activity, entry);
  g_assert_null (strchr (line, '\n'));
  g_assert_nonnull (strstr (line, "\"message\":{\"jsonrpc\":\"2.0\",\"method\":\"a\","
                                  "\"params\":{\"x\":1.50}}}"));
}

/* A message of megabytes costs its start alone. */
static void
test_large (Fixture       *f,
            gconstpointer  data)
{
  g_autofree char *fill = g_strnfill (4 * 1024 * 1024, 'x');
  g_autofree char *json =
    g_strdup_printf ("{\"jsonrpc\":\"2.0\",\"id\":7,\"result\":{\"a\":\"\xe2\x82\xac%s\"}}", fill);
  g_autoptr(GhActivityEntry) entry = NULL;
  g_autofree char *start = NULL;
  g_autofree char *line = NULL;
  g_autoptr(JsonNode) node = NULL;

  gh_fake_transport_receive (f->transport, json);
  gh_activity_flush (f->activity);
  entry = g_list_model_get_item (G_LIST_MODEL (f->activity), 0);
  g_assert_false (gh_activity_entry_get_whole (entry));
  start = gh_activity_entry_dup_text (entry);
  g_assert_cmpuint (strlen (start), <=, GH_ACTIVITY_ENTRY_MAX);
  g_assert_cmpuint (strlen (start), >, GH_ACTIVITY_ENTRY_MAX - 10);
  g_assert_cmpuint (gh_activity_entry_get_size (entry), >=, 4 * 1024 * 1024);
  line = gh_activity_dup_line (f->activity, entry);
  node = gh_json_read (line, strlen (line), NULL);
  g_assert_nonnull (node);
  g_assert_nonnull (gh_json_get_string (gh_json_node_get_object (node), "start"));
  g_assert_cmpint (gh_json_get_int (gh_json_node_get_object (node), "size", 0), >=,
                   4 * 1024 * 1024);
}

/* A flood pushes out what is older, by number and by size, whether or not it gets to the list in
 * between. */
static void
test_bounds (Fixture       *f,
             gconstpointer  data)
{
  g_autofree char *fill = g_strnfill (GH_ACTIVITY_ENTRY_MAX / 2, 'x');
  g_autofree char *json =
    g_strdup_printf ("{\"jsonrpc\":\"2.0\",\"method\":\"m\",\"params\":{\"a\":\"%s\"}}", fill);
  guint n_fit = GH_ACTIVITY_MAX_BYTES / strlen (json);
  g_autoptr(GhActivityEntry) last = NULL;
  guint n;

  for (guint i = 0; i < GH_ACTIVITY_MAX_ENTRIES + 10; i++)
    gh_fake_transport_receive (f->transport, "{\"jsonrpc\":\"2.0\",\"method\":\"a\"}");
  gh_activity_flush (f->activity);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (f->activity)), ==,
                    GH_ACTIVITY_MAX_ENTRIES);
  gh_fake_transport_receive (f->transport, "{\"jsonrpc\":\"2.0\",\"method\":\"b\"}");
  gh_activity_flush (f->activity);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (f->activity)), ==,
                    GH_ACTIVITY_MAX_ENTRIES);
  last = g_list_model_get_item (G_LIST_MODEL (f->activity), GH_ACTIVITY_MAX_ENTRIES - 1);
  g_assert_cmpstr (gh_activity_entry_get_method (last), ==, "b");

  gh_activity_clear (f->activity);
  for (guint i = 0; i < n_fit + 20; i++)
    gh_fake_transport_receive (f->transport, json);
  gh_activity_flush (f->activity);
  n = g_list_model_get_n_items (G_LIST_MODEL (f->activity));
  g_assert_cmpuint (n, <=, n_fit);
  g_assert_cmpuint (n, >=, n_fit - 1);
  for (guint i = 0; i < 20; i++)
    {
      gh_fake_transport_receive (f->transport, json);
      gh_activity_flush (f->activity);
    }
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (f->activity)), <=, n_fit);
}

static void
test_export (Fixture       *f,
             gconstpointer  data)
{
  g_autofree char *dir = gh_test_make_dir ();
  g_autofree char *path = g_build_filename (dir, "trace.jsonl", NULL);
  g_autoptr(GFile) file = g_file_new_for_path (path);
  g_autoptr(GFile) nowhere = g_file_get_child (file, "trace.jsonl");
  g_autoptr(GAsyncResult) result = NULL;
  g_autoptr(GAsyncResult) failed = NULL;
  g_autoptr(GAsyncResult) cancelled = NULL;
  g_autoptr(GCancellable) cancellable = g_cancellable_new ();
  g_autoptr(GError) error = NULL;
  g_autofree char *text = NULL;
  g_auto(GStrv) lines = NULL;
  static const char * const members[] = { "event", "message", "message", "malformed" };
  GStatBuf buf;

  gh_activity_note (f->activity, "started", "2025-11-25");
  send_request (f, 1, "tools/list");
  gh_fake_transport_receive (f->transport,
                             "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"n\":0.10}}");
  gh_fake_transport_receive (f->transport, "what \"is\" this");
  gh_activity_export_async (f->activity, file, NULL, gh_test_store_result_cb, &result);
  gh_test_wait (result != NULL);
  g_assert_true (gh_activity_export_finish (f->activity, result, &error));
  g_assert_no_error (error);
  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  g_assert_cmpint (g_stat (path, &buf), ==, 0);
  g_assert_cmpint (buf.st_mode & 0777, ==, 0600);
  /* Numbers stay as they came. */
  g_assert_nonnull (strstr (text, "\"message\":{\"jsonrpc\":\"2.0\",\"id\":1,"
                                  "\"result\":{\"n\":0.10}}}\n"));
  lines = g_strsplit (text, "\n", -1);
  g_assert_cmpuint (g_strv_length (lines), ==, 5);
  for (guint i = 0; i < G_N_ELEMENTS (members); i++)
    {
      g_autoptr(JsonNode) node = gh_json_read (lines[i], strlen (lines[i]), NULL);
      JsonObject *object = node != NULL ? gh_json_node_get_object (node) : NULL;

      g_assert_nonnull (object);
      g_assert_true (g_str_has_suffix (gh_json_get_string (object, "time"), "Z"));
      g_assert_nonnull (gh_json_get_string (object, "direction"));
      g_assert_nonnull (gh_json_get (object, members[i]));
    }

  gh_activity_export_async (f->activity, nowhere, NULL, gh_test_store_result_cb, &failed);
  gh_test_wait (failed != NULL);
  g_assert_false (gh_activity_export_finish (f->activity, failed, &error));
  g_assert_nonnull (error);
  g_clear_error (&error);

  g_cancellable_cancel (cancellable);
  gh_activity_export_async (f->activity, file, cancellable, gh_test_store_result_cb, &cancelled);
  gh_test_wait (cancelled != NULL);
  g_assert_false (gh_activity_export_finish (f->activity, cancelled, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

int
main (int    argc,
      char **argv)
{
  gh_test_init (&argc, &argv);
#define ADD(path, func) \
  g_test_add ("/host/activity/" path, Fixture, NULL, set_up, func, tear_down)
  ADD ("messages", test_messages);
  ADD ("no-answer", test_no_answer);
  ADD ("exact", test_exact);
  ADD ("large", test_large);
  ADD ("bounds", test_bounds);
  ADD ("export", test_export);
  return gh_test_run ();
}
