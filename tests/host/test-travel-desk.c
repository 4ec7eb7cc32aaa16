/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * The travel desk: set up once, twice, and where it cannot be. */
#include "config.h"

#include "gh-travel-desk.h"

#include <glib/gstdio.h>
#include <string.h>
#include <sys/stat.h>

#include "gh-test.h"

typedef struct
{
  char *config;
  char *folder;
  GhHost *host;
} Fixture;

static void
set_up (Fixture       *fixture,
        gconstpointer  data)
{
  g_autofree char *dir = gh_test_make_dir ();
  g_autofree char *program = g_build_filename (dir, "gatehouse-demo-server", NULL);
  g_autoptr(GAsyncResult) result = NULL;

  /* One that says nothing: what the real one does is shown by its own tests. */
  g_assert_true (g_file_set_contents (program, "#!/bin/sh\nexec cat > /dev/null\n", -1, NULL));
  g_assert_cmpint (g_chmod (program, 0755), ==, 0);
  g_setenv ("GATEHOUSE_DEMO_SERVER", program, TRUE);

  fixture->config = gh_test_make_dir ();
  fixture->folder = gh_test_make_dir ();
  fixture->host = gh_host_new (fixture->config, NULL);
  gh_host_load_async (fixture->host, NULL, gh_test_store_result_cb, &result);
  gh_test_wait (result != NULL);
  g_assert_true (gh_host_load_finish (fixture->host, result, NULL));
}

static void
tear_down (Fixture       *fixture,
           gconstpointer  data)
{
  g_autoptr(GAsyncResult) result = NULL;

  gh_host_close_async (fixture->host, gh_test_store_result_cb, &result);
  gh_test_wait_for (result != NULL, 20);
  g_assert_true (gh_host_close_finish (fixture->host, result, NULL));
  g_clear_object (&result);
  g_clear_object (&fixture->host);
  gh_test_settle ();
  g_clear_pointer (&fixture->config, g_free);
  g_clear_pointer (&fixture->folder, g_free);
}

static GhServer *
run (Fixture     *fixture,
     const char  *folder,
     GError     **error)
{
  g_autoptr(GFile) file = g_file_new_for_path (folder);
  g_autoptr(GAsyncResult) result = NULL;

  gh_travel_desk_setup_async (fixture->host, file, NULL, gh_test_store_result_cb, &result);
  gh_test_wait (result != NULL);
  return gh_travel_desk_setup_finish (fixture->host, result, error);
}

static char *
told (Fixture *fixture)
{
  GhRootList *list = gh_host_get_roots (fixture->host);
  g_autoptr(GPtrArray) announced = gh_root_list_dup_announced (list, "travel");
  GString *names = g_string_new (NULL);

  for (guint i = 0; i < announced->len; i++)
    {
      GhAnnouncedRoot *root = g_ptr_array_index (announced, i);

      g_string_append_printf (names, "%s ", root->name);
    }
  return g_string_free (names, FALSE);
}

static gboolean
is_told (Fixture    *fixture,
         const char *expected)
{
  g_autofree char *names = told (fixture);

  return strcmp (names, expected) == 0;
}

#define EVERYTHING \
  "travel-planning travel-templates client-documents/becker client-documents/lindqvist " \
  "client-documents/okafor "

static void
test_set_up (Fixture       *fixture,
             gconstpointer  data)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(GhServer) server = run (fixture, fixture->folder, &error);
  g_autofree char *trip = g_build_filename (fixture->folder, "travel-planning",
                                            "barcelona-may-2026.md", NULL);
  g_autofree char *text = NULL;

  g_assert_no_error (error);
  g_assert_nonnull (server);
  g_assert_cmpstr (gh_server_get_name (server), ==, "Travel");
  g_assert_true (gh_server_get_consented (server));
  g_assert_true (gh_server_config_get_autostart (gh_server_get_config (server)));
  g_assert_cmpint (gh_server_get_state (server), ==, GH_SERVER_STARTING);
  g_assert_true (g_file_get_contents (trip, &text, NULL, NULL));
  g_assert_true (g_str_has_prefix (text, "# Barcelona, May 2026\n"));
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (gh_host_get_roots (fixture->host))),
                    ==, 3);
  gh_test_wait (is_told (fixture, EVERYTHING));
}

static void
test_twice (Fixture       *fixture,
            gconstpointer  data)
{
  g_autoptr(GhServer) first = run (fixture, fixture->folder, NULL);
  g_autofree char *trip = g_build_filename (fixture->folder, "travel-planning",
                                            "barcelona-may-2026.md", NULL);
  g_autofree char *text = NULL;

  gh_test_wait (is_told (fixture, EVERYTHING));
  g_assert_true (g_file_set_contents (trip, "mine", -1, NULL));

  g_autoptr(GhServer) second = run (fixture, fixture->folder, NULL);

  g_assert_true (first == second);
  g_assert_true (g_file_get_contents (trip, &text, NULL, NULL));
  g_assert_cmpstr (text, ==, "mine");
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (gh_host_get_roots (fixture->host))),
                    ==, 3);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (gh_host_get_servers (fixture->host))),
                    ==, 1);
  gh_test_wait (is_told (fixture, EVERYTHING));
}

/* The folder is a root already: it is not added in parts, and finance is left out of it. */
static void
test_inside_root (Fixture       *fixture,
                  gconstpointer  data)
{
  g_autoptr(GListStore) files = g_list_store_new (G_TYPE_FILE);
  g_autoptr(GFile) file = g_file_new_for_path (fixture->folder);
  g_autoptr(GAsyncResult) result = NULL;
  GhRootList *roots = gh_host_get_roots (fixture->host);

  g_list_store_append (files, file);
  gh_root_list_add_async (roots, G_LIST_MODEL (files), NULL, gh_test_store_result_cb, &result);
  gh_test_wait (result != NULL);
  g_ptr_array_unref (gh_root_list_add_finish (roots, result, NULL));

  g_autoptr(GhServer) server = run (fixture, fixture->folder, NULL);
  g_autoptr(GhRoot) root = g_list_model_get_item (G_LIST_MODEL (roots), 0);
  g_autofree char *expected = g_strdup_printf (
      "%s/archive %s/client-documents/becker %s/client-documents/lindqvist "
      "%s/client-documents/okafor %s/travel-planning %s/travel-templates ",
      gh_root_get_name (root), gh_root_get_name (root), gh_root_get_name (root),
      gh_root_get_name (root), gh_root_get_name (root), gh_root_get_name (root));

  g_assert_nonnull (server);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (roots)), ==, 1);
  gh_test_wait (is_told (fixture, expected));
}

static GhTool *
find_tool (GhServer   *server,
           const char *name)
{
  GListModel *tools = gh_server_list_tools (server);
  guint n_tools = g_list_model_get_n_items (tools);

  for (guint i = 0; i < n_tools; i++)
    {
      g_autoptr(GhTool) tool = g_list_model_get_item (tools, i);

      if (strcmp (gh_tool_get_name (tool), name) == 0)
        return tool;
    }
  return NULL;
}

/* All the text a tool answers. */
static char *
call (GhServer   *server,
      const char *tool,
      const char *arguments)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(GhToolCall) made = gh_server_call_tool_text (server, find_tool (server, tool),
                                                         arguments, &error);
  GString *text = g_string_new (NULL);

  g_assert_no_error (error);
  gh_test_wait (gh_tool_call_get_state (made) != GH_TOOL_CALL_RUNNING);
  g_assert_cmpint (gh_tool_call_get_state (made), ==, GH_TOOL_CALL_DONE);

  GListModel *content = gh_tool_call_list_content (made);
  guint n_content = g_list_model_get_n_items (content);

  for (guint i = 0; i < n_content; i++)
    {
      g_autoptr(GhContent) block = g_list_model_get_item (content, i);
      const char *part = gh_content_get_text (block);

      g_string_append (text, part != NULL ? part : "");
    }
  return g_string_free (text, FALSE);
}

/* The demo server of this build, found as the program finds it: it works in these folders. */
static void
test_real_server (Fixture       *fixture,
                  gconstpointer  data)
{
  g_autoptr(GError) error = NULL;

  g_unsetenv ("GATEHOUSE_DEMO_SERVER");

  g_autoptr(GhServer) server = run (fixture, fixture->folder, &error);

  g_assert_no_error (error);
  gh_test_wait (gh_server_get_state (server) == GH_SERVER_RUNNING
                && find_tool (server, "read_trip") != NULL);
  gh_test_wait (is_told (fixture, EVERYTHING));

  g_autofree char *trips = call (server, "list_trips", "{}");

  g_assert_nonnull (strstr (trips, "Barcelona, May 2026"));
  g_assert_nonnull (strstr (trips, "Kyoto, November 2026"));

  g_autofree char *trip = call (server, "read_trip", "{\"trip\": \"barcelona-may-2026\"}");

  g_assert_nonnull (strstr (trip, "Leave in the morning, one stop at the most"));
}

static void
test_cannot_write (Fixture       *fixture,
                   gconstpointer  data)
{
  g_autofree char *in_the_way = g_build_filename (fixture->folder, "travel-planning", NULL);
  g_autoptr(GError) error = NULL;

  g_assert_true (g_file_set_contents (in_the_way, "a file", -1, NULL));
  g_assert_null (run (fixture, fixture->folder, &error));
  g_assert_nonnull (error);
  g_assert_cmpuint (error->domain, ==, G_IO_ERROR);
  g_assert_nonnull (strstr (error->message, "travel-planning"));
  g_clear_error (&error);

  g_assert_null (run (fixture, "/proc/nowhere", &error));
  g_assert_cmpuint (error->domain, ==, G_IO_ERROR);
  g_assert_nonnull (strstr (error->message, "/proc/nowhere"));
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (gh_host_get_roots (fixture->host))),
                    ==, 0);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (gh_host_get_servers (fixture->host))),
                    ==, 0);
}

static void
test_no_server (Fixture       *fixture,
                gconstpointer  data)
{
  g_autofree char *planning = g_build_filename (fixture->folder, "travel-planning", NULL);
  g_autoptr(GError) error = NULL;

  g_setenv ("GATEHOUSE_DEMO_SERVER", "/nonexistent", TRUE);
  g_assert_null (run (fixture, fixture->folder, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND);
  g_assert_false (g_file_test (planning, G_FILE_TEST_EXISTS));
}

static void
test_cancel (Fixture       *fixture,
             gconstpointer  data)
{
  g_autoptr(GFile) file = g_file_new_for_path (fixture->folder);
  g_autoptr(GCancellable) cancellable = g_cancellable_new ();
  g_autoptr(GAsyncResult) result = NULL;
  g_autoptr(GError) error = NULL;

  gh_travel_desk_setup_async (fixture->host, file, cancellable, gh_test_store_result_cb, &result);
  g_cancellable_cancel (cancellable);
  gh_test_wait (result != NULL);
  g_assert_null (gh_travel_desk_setup_finish (fixture->host, result, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (gh_host_get_servers (fixture->host))),
                    ==, 0);
}

static void
test_far_folder (Fixture       *fixture,
                 gconstpointer  data)
{
  g_autoptr(GFile) file = g_file_new_for_uri ("sftp://example.org/x");
  g_autoptr(GAsyncResult) result = NULL;
  g_autoptr(GError) error = NULL;

  gh_travel_desk_setup_async (fixture->host, file, NULL, gh_test_store_result_cb, &result);
  gh_test_wait (result != NULL);
  g_assert_null (gh_travel_desk_setup_finish (fixture->host, result, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED);
}

int
main (int    argc,
      char **argv)
{
  gh_test_init (&argc, &argv);

#define add(name, test) \
  g_test_add ("/host/travel-desk/" name, Fixture, NULL, set_up, test, tear_down)
  add ("set-up", test_set_up);
  add ("twice", test_twice);
  add ("inside-root", test_inside_root);
  add ("real-server", test_real_server);
  add ("cannot-write", test_cannot_write);
  add ("no-server", test_no_server);
  add ("cancel", test_cancel);
  add ("far-folder", test_far_folder);
#undef add

  return gh_test_run ();
}
