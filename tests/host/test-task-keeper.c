/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * Tasks that go on at a server while Gatehouse does not run. */
#include "config.h"

#include <glib/gstdio.h>
#include <string.h>
#include <sys/stat.h>

#include "gh-host.h"
#include "gh-test.h"

static GhHost *
open_host (const char *dir)
{
  GhHost *host = gh_host_new (dir, NULL);
  g_autoptr(GAsyncResult) result = NULL;

  gh_host_load_async (host, NULL, gh_test_store_result_cb, &result);
  gh_test_wait (result != NULL);
  g_assert_true (gh_host_load_finish (host, result, NULL));
  return host;
}

static void
close_host (GhHost *host)
{
  g_autoptr(GAsyncResult) result = NULL;

  gh_host_close_async (host, gh_test_store_result_cb, &result);
  gh_test_wait_for (result != NULL, 20);
  g_assert_true (gh_host_close_finish (host, result, NULL));
  g_clear_object (&result);
  gh_test_settle ();
  g_object_unref (host);
}

static GhServer *
get_server (GhHost *host)
{
  g_autoptr(GhServer) server =
    g_list_model_get_item (G_LIST_MODEL (gh_host_get_servers (host)), 0);

  gh_test_wait (gh_server_get_state (server) == GH_SERVER_RUNNING
                && !gh_server_get_listing (server));
  return server; /* the list keeps it */
}

static void
call_long (GhServer *server)
{
  GListModel *tools = gh_server_list_tools (server);
  g_autoptr(GhTool) tool = g_list_model_get_item (tools, g_list_model_get_n_items (tools) - 1);
  g_autoptr(GhToolCall) call = NULL;

  g_assert_cmpstr (gh_tool_get_name (tool), ==, "long");
  call = gh_server_call_tool (server, tool, NULL);
}

static gboolean
has_task (const char *file)
{
  g_autofree char *text = NULL;

  return g_file_get_contents (file, &text, NULL, NULL) && strstr (text, "\"k\"") != NULL;
}

static GhToolCall *
get_call (GhServer *server)
{
  GListModel *calls = gh_server_list_calls (server);
  g_autoptr(GhToolCall) call = NULL;

  gh_test_wait (g_list_model_get_n_items (calls) == 1);
  call = g_list_model_get_item (calls, 0);
  return call; /* the list keeps it */
}

static void
test_restart (void)
{
  g_autofree char *dir = gh_test_make_dir ();
  g_autofree char *file = g_build_filename (dir, "tasks.json", NULL);
  g_autofree char *mark = g_build_filename (dir, "mark", NULL);
  const char *argv[] = { g_getenv ("GH_FAKE_SERVER"), "--tasks", mark, NULL };
  g_autoptr(GhServerConfig) config = gh_server_config_new ("Fake", argv, NULL, NULL, TRUE);
  GhHost *host = open_host (dir);
  GhServer *server = gh_server_list_add (gh_host_get_servers (host), config, TRUE);
  struct stat facts;

  gh_server_start (server);
  call_long (get_server (host));
  gh_test_wait (has_task (file));
  g_assert_cmpint (stat (file, &facts), ==, 0);
  g_assert_cmpint (facts.st_mode & 0777, ==, 0600);
  close_host (host);
  g_assert_true (has_task (file));

  /* It is there again, and its result arrives. */
  host = open_host (dir);
  server = get_server (host);
  g_assert_cmpint (gh_tool_call_get_state (get_call (server)), ==, GH_TOOL_CALL_RUNNING);
  g_assert_true (g_file_set_contents (mark, "", 0, NULL));
  gh_test_wait (gh_tool_call_get_state (get_call (server)) == GH_TOOL_CALL_DONE);
  gh_test_wait (!has_task (file));
  close_host (host);

  /* What is over does not come back. */
  host = open_host (dir);
  g_assert_cmpuint (g_list_model_get_n_items (gh_server_list_calls (get_server (host))), ==, 0);
  close_host (host);
}

static void
test_cancel (void)
{
  g_autofree char *dir = gh_test_make_dir ();
  g_autofree char *file = g_build_filename (dir, "tasks.json", NULL);
  g_autofree char *mark = g_build_filename (dir, "mark", NULL);
  const char *argv[] = { g_getenv ("GH_FAKE_SERVER"), "--tasks", mark, NULL };
  g_autoptr(GhServerConfig) config = gh_server_config_new ("Fake", argv, NULL, NULL, TRUE);
  GhHost *host = open_host (dir);
  GhServer *server = gh_server_list_add (gh_host_get_servers (host), config, TRUE);

  gh_server_start (server);
  call_long (get_server (host));
  gh_test_wait (has_task (file));
  close_host (host);

  host = open_host (dir);
  server = get_server (host);
  gh_tool_call_cancel (get_call (server));
  gh_test_wait (gh_tool_call_get_state (get_call (server)) == GH_TOOL_CALL_CANCELLED);
  gh_test_wait (!has_task (file));
  close_host (host);
}

/* A file that somebody wrote, or that is old. */
static void
test_strange (void)
{
  static const char text[] =
    "{\"tasks\":[1,{\"server\":\"fake\"},{\"server\":\"fake\",\"tool\":\"long\",\"task\":\"k\","
    "\"time\":1},{\"server\":\"gone\",\"tool\":\"long\",\"task\":\"k\",\"time\":9e300}]}";
  g_autofree char *dir = gh_test_make_dir ();
  g_autofree char *file = g_build_filename (dir, "tasks.json", NULL);
  g_autofree char *mark = g_build_filename (dir, "mark", NULL);
  const char *argv[] = { g_getenv ("GH_FAKE_SERVER"), "--tasks", mark, NULL };
  g_autoptr(GhServerConfig) config = gh_server_config_new ("Fake", argv, NULL, NULL, TRUE);
  GhHost *host;
  GhServer *server;

  g_assert_true (g_file_set_contents (file, text, -1, NULL));
  host = open_host (dir);
  server = gh_server_list_add (gh_host_get_servers (host), config, TRUE);
  gh_server_start (server);
  g_assert_cmpuint (g_list_model_get_n_items (gh_server_list_calls (get_server (host))), ==, 0);
  close_host (host);
}

int
main (int    argc,
      char **argv)
{
  gh_test_init (&argc, &argv);

  g_test_add_func ("/host/task-keeper/restart", test_restart);
  g_test_add_func ("/host/task-keeper/cancel", test_cancel);
  g_test_add_func ("/host/task-keeper/strange", test_strange);

  return gh_test_run ();
}
