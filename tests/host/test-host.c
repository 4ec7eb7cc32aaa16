/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * The host as a whole: it starts from any files, and it ends in time. */
#include "config.h"

#include "gh-host.h"

#include <glib/gstdio.h>
#include <signal.h>
#include <string.h>

#include "gh-server-private.h"
#include "gh-test.h"

static GhHost *
open_host (const char *dir)
{
  GhHost *host = gh_host_new (dir, NULL);
  g_autoptr(GAsyncResult) result = NULL;
  g_autoptr(GError) error = NULL;

  gh_host_load_async (host, NULL, gh_test_store_result_cb, &result);
  gh_test_wait (result != NULL);
  g_assert_true (gh_host_load_finish (host, result, &error));
  g_assert_no_error (error);
  return host;
}

static void
gone_cb (gpointer  data,
         GObject  *object)
{
  *(gboolean *) data = TRUE;
}

/* Nothing that was under way keeps it. */
static void
drop_host (GhHost *take_host)
{
  gboolean gone = FALSE;

  g_object_weak_ref (G_OBJECT (take_host), gone_cb, &gone);
  g_object_unref (take_host);
  gh_test_wait (gone);
}

static void
close_host (GhHost *take_host)
{
  g_autoptr(GAsyncResult) result = NULL;
  g_autoptr(GError) error = NULL;

  gh_host_close_async (take_host, gh_test_store_result_cb, &result);
  gh_test_wait_for (result != NULL, 20);
  g_assert_true (gh_host_close_finish (take_host, result, &error));
  g_assert_no_error (error);
  g_clear_object (&result);
  drop_host (take_host);
}

static void
put (const char *dir,
     const char *name,
     const char *text)
{
  g_autofree char *path = g_build_filename (dir, name, NULL);

  g_assert_true (g_file_set_contents (path, text, -1, NULL));
}

static void
test_empty (void)
{
  g_autofree char *above = gh_test_make_dir ();
  g_autofree char *dir = g_build_filename (above, "gatehouse", NULL);
  GhHost *host = open_host (dir);

  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (gh_host_get_roots (host))), ==, 0);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (gh_host_get_servers (host))), ==, 0);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (gh_host_get_requests (host))), ==, 0);
  g_assert_cmpuint (g_list_model_get_n_items (gh_host_list_problems (host)), ==, 0);
  g_assert_nonnull (gh_host_get_models (host));
  g_assert_nonnull (gh_host_get_secrets (host));
  close_host (host);
  /* Looking is not writing. */
  g_assert_false (g_file_test (dir, G_FILE_TEST_EXISTS));
}

static void
test_damaged (void)
{
  g_autofree char *dir = gh_test_make_dir ();

  put (dir, "roots.json", "{");
  put (dir, "mcp.json", "[]");
  put (dir, "models.json", "\xff");

  GhHost *host = open_host (dir);
  GListModel *problems = gh_host_list_problems (host);

  g_assert_cmpuint (g_list_model_get_n_items (problems), ==, 3);
  for (guint i = 0; i < 3; i++)
    {
      g_autoptr(GhProblem) problem = g_list_model_get_item (problems, i);

      g_assert_cmpint (gh_problem_get_kind (problem), ==, GH_PROBLEM_DAMAGED);
      g_assert_true (g_file_query_exists (gh_problem_get_set_aside (problem), NULL));
    }
  close_host (host);
}

/* What was changed last is on disk after closing, and there again at the next start. */
static void
test_kept (void)
{
  g_autofree char *dir = gh_test_make_dir ();
  g_autofree char *folder = gh_test_make_dir ();
  g_autoptr(GListStore) files = g_list_store_new (G_TYPE_FILE);
  g_autoptr(GFile) file = g_file_new_for_path (folder);
  g_autoptr(GAsyncResult) result = NULL;
  static const char * const argv[] = { "/nonexistent/server", "--flag", NULL };
  g_autoptr(GhServerConfig) config = gh_server_config_new ("Mine", argv, NULL, NULL, FALSE);
  GhHost *host = open_host (dir);

  g_list_store_append (files, file);
  gh_root_list_add_async (gh_host_get_roots (host), G_LIST_MODEL (files), NULL,
                          gh_test_store_result_cb, &result);
  gh_test_wait (result != NULL);
  g_ptr_array_unref (gh_root_list_add_finish (gh_host_get_roots (host), result, NULL));
  gh_server_list_add (gh_host_get_servers (host), config, FALSE);
  g_clear_object (&result);
  close_host (host);

  host = open_host (dir);

  g_autoptr(GhRoot) root = g_list_model_get_item (G_LIST_MODEL (gh_host_get_roots (host)), 0);
  g_autoptr(GhServer) server = g_list_model_get_item (G_LIST_MODEL (gh_host_get_servers (host)), 0);

  g_assert_true (g_file_equal (gh_root_get_file (root), file));
  g_assert_cmpint (gh_root_get_state (root), ==, GH_ROOT_AVAILABLE);
  g_assert_cmpstr (gh_server_get_name (server), ==, "Mine");
  g_assert_false (gh_server_get_consented (server));
  close_host (host);
}

/* A server that never answers, does not end when asked, and has a child: closing ends both in
 * time. */
static void
test_stubborn_server (void)
{
  g_autofree char *dir = gh_test_make_dir ();
  g_autofree char *pid_path = g_build_filename (dir, "pids", NULL);
  g_autofree char *script = g_strdup_printf (
      "trap '' TERM HUP INT; (trap '' TERM HUP INT; while :; do sleep 1; done) & "
      "echo $$ $! > %s; while :; do sleep 1; done", pid_path);
  const char *argv[] = { "/bin/sh", "-c", script, NULL };
  g_autoptr(GhServerConfig) config = gh_server_config_new ("Stubborn", argv, NULL, NULL, TRUE);
  GhHost *host = open_host (dir);
  GhServer *server = gh_server_list_add (gh_host_get_servers (host), config, TRUE);
  g_autofree char *pids = NULL;
  int server_pid, child_pid;

  gh_server_set_patience (server, 200 * gh_test_get_slow ());
  gh_server_start (server);
  gh_test_wait (g_file_get_contents (pid_path, &pids, NULL, NULL) && strchr (pids, '\n') != NULL);
  g_assert_cmpint (sscanf (pids, "%d %d", &server_pid, &child_pid), ==, 2);
  close_host (host);
  gh_test_wait (kill (server_pid, 0) != 0);
  gh_test_wait (kill (child_pid, 0) != 0);
}

/* A request that is open when the person quits: the server still hears that it is denied. */
static void
test_open_request (void)
{
  g_autofree char *dir = gh_test_make_dir ();
  g_autofree char *answer_path = g_build_filename (dir, "answer", NULL);
  g_autofree char *script = g_strdup_printf (
      "read -r line; id=$(printf %%s \"$line\" | sed 's/.*\"id\":\\([^,}]*\\).*/\\1/')\n"
      "printf '{\"jsonrpc\":\"2.0\",\"id\":%%s,\"result\":{\"protocolVersion\":\"2025-11-25\","
      "\"capabilities\":{},\"serverInfo\":{\"name\":\"s\",\"version\":\"1\"}}}\\n' \"$id\"\n"
      "read -r line\n"
      "echo '{\"jsonrpc\":\"2.0\",\"id\":\"ask\",\"method\":\"sampling/createMessage\",\"params\":"
      "{\"messages\":[{\"role\":\"user\",\"content\":{\"type\":\"text\",\"text\":\"Hi\"}}],"
      "\"maxTokens\":9}}'\n"
      "while read -r line; do echo \"$line\" >> %s; done", answer_path);
  const char *argv[] = { "/bin/sh", "-c", script, NULL };
  g_autoptr(GhServerConfig) any = gh_server_config_new ("Asks", argv, NULL, NULL, TRUE);
  /* The script takes the first line for the handshake. */
  g_autoptr(GhServerConfig) config = gh_server_config_copy_with_era (any, "legacy");
  g_autofree char *answer = NULL;
  GhHost *host = open_host (dir);
  GListModel *open = G_LIST_MODEL (gh_host_get_requests (host));

  gh_server_start (gh_server_list_add (gh_host_get_servers (host), config, TRUE));
  gh_test_wait (g_list_model_get_n_items (open) == 1);
  close_host (host);
  gh_test_wait (g_file_get_contents (answer_path, &answer, NULL, NULL));
  g_assert_nonnull (strstr (answer, "\"ask\""));
  g_assert_nonnull (strstr (answer, "-1"));
}

static void
test_close_while_loading (void)
{
  g_autofree char *dir = gh_test_make_dir ();
  g_autoptr(GAsyncResult) loaded = NULL;
  g_autoptr(GAsyncResult) closed = NULL;
  GhHost *host = gh_host_new (dir, NULL);

  put (dir, "roots.json", "{\"roots\": [{\"uri\": \"file:///nowhere\"}]}");
  gh_host_load_async (host, NULL, gh_test_store_result_cb, &loaded);
  gh_host_close_async (host, gh_test_store_result_cb, &closed);
  gh_test_wait (loaded != NULL && closed != NULL);
  g_assert_false (gh_host_load_finish (host, loaded, NULL));
  g_assert_true (gh_host_close_finish (host, closed, NULL));
  g_clear_object (&loaded);
  g_clear_object (&closed);
  drop_host (host);
}

static void
test_cancel_load (void)
{
  g_autofree char *dir = gh_test_make_dir ();
  g_autoptr(GCancellable) cancellable = g_cancellable_new ();
  g_autoptr(GAsyncResult) result = NULL;
  g_autoptr(GError) error = NULL;
  GhHost *host = gh_host_new (dir, NULL);

  gh_host_load_async (host, cancellable, gh_test_store_result_cb, &result);
  g_cancellable_cancel (cancellable);
  gh_test_wait (result != NULL);
  g_assert_false (gh_host_load_finish (host, result, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_clear_object (&result);
  close_host (host);
}

static void
test_close_twice (void)
{
  g_autofree char *dir = gh_test_make_dir ();
  g_autoptr(GAsyncResult) first = NULL;
  g_autoptr(GAsyncResult) second = NULL;
  GhHost *host = open_host (dir);

  gh_host_close_async (host, gh_test_store_result_cb, &first);
  gh_host_close_async (host, gh_test_store_result_cb, &second);
  gh_test_wait (first != NULL && second != NULL);
  g_assert_true (gh_host_close_finish (host, first, NULL));
  g_assert_true (gh_host_close_finish (host, second, NULL));
  g_clear_object (&first);
  g_clear_object (&second);
  close_host (host);
}

/* For a command: nothing starts by itself, nothing is written, the other file is read. */
static void
test_read_only (void)
{
  g_autofree char *dir = gh_test_make_dir ();
  g_autofree char *marker = g_build_filename (dir, "started", NULL);
  g_autofree char *other = g_build_filename (dir, "other.json", NULL);
  g_autofree char *text = NULL;
  g_autofree char *kept = NULL;
  static const char * const argv[] = { "true", NULL };
  g_autoptr(GhServerConfig) config = gh_server_config_new ("Added", argv, NULL, NULL, FALSE);
  g_autoptr(GhServerConfig) touch = NULL;
  const char *touch_argv[] = { "touch", marker, NULL };
  g_autoptr(GAsyncResult) result = NULL;
  GhHost *host;

  touch = gh_server_config_new ("one", touch_argv, dir, NULL, TRUE);
  text = g_strdup_printf ("{\"mcpServers\":{\"one\":{\"command\":\"touch\",\"args\":[\"%s\"],"
                          "\"cwd\":\"%s\",\"gatehouse\":{\"autostart\":true,\"consent\":\"%s\"}}}}",
                          marker, dir, gh_server_config_get_fingerprint (touch));
  put (dir, "other.json", text);
  put (dir, "roots.json", "{");

  host = gh_host_new_read_only (dir, other, TRUE);
  gh_host_load_async (host, NULL, gh_test_store_result_cb, &result);
  gh_test_wait (result != NULL);
  g_assert_true (gh_host_load_finish (host, result, NULL));
  g_assert_nonnull (gh_server_list_find (gh_host_get_servers (host), "one"));
  g_assert_cmpuint (g_list_model_get_n_items (gh_host_list_problems (host)), ==, 0);
  g_assert_nonnull (gh_server_list_add (gh_host_get_servers (host), config, TRUE));
  g_clear_object (&result);
  close_host (host);
  g_assert_false (g_file_test (marker, G_FILE_TEST_EXISTS));
  g_assert_true (g_file_get_contents (other, &kept, NULL, NULL));
  g_assert_cmpstr (kept, ==, text);
}

int
main (int    argc,
      char **argv)
{
  gh_test_init (&argc, &argv);

  g_test_add_func ("/host/host/empty", test_empty);
  g_test_add_func ("/host/host/damaged", test_damaged);
  g_test_add_func ("/host/host/kept", test_kept);
  g_test_add_func ("/host/host/stubborn-server", test_stubborn_server);
  g_test_add_func ("/host/host/open-request", test_open_request);
  g_test_add_func ("/host/host/close-while-loading", test_close_while_loading);
  g_test_add_func ("/host/host/cancel-load", test_cancel_load);
  g_test_add_func ("/host/host/close-twice", test_close_twice);
  g_test_add_func ("/host/host/read-only", test_read_only);

  return gh_test_run ();
}
