/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * How long 500 tools and results of 10 MB take to be shown, and the longest time the main loop
 * stands still meanwhile. The limit is 50 ms: what a person notices as a hitch. */
#include "config.h"

#include <gtksourceview/gtksource.h>
#include <time.h>

#include "gh-content-view.h"
#include "gh-server-page.h"
#include "gh-test-ui.h"
#include "gh-tool-page.h"
#include "gh-tool-result.h"
#include "gh-tools-page.h"
#include "gh-ui.h"

#define N_TOOLS 500
#define LIMIT_MS 50.0

typedef struct
{
  GhHost    *host;
  GhServer  *server;
  GtkWindow *window;
  GtkWidget *page;
} Fixture;

/* The main loop is watched by a timer of 1 ms: what is late by more is a stall. On a busy
 * machine part of a stall is other programs' work; the limit is for our own. */
typedef struct
{
  gint64 last;
  gint64 longest;
  gint64 last_work; /* processor time of this thread */
  gint64 longest_work;
  gint64 start;
  guint  source;
} Watch;

static gint64
get_work (void)
{
  struct timespec time;

  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &time);
  return time.tv_sec * G_USEC_PER_SEC + time.tv_nsec / 1000;
}

static gboolean
tick_cb (gpointer user_data)
{
  Watch *watch = user_data;
  gint64 now = g_get_monotonic_time ();
  gint64 work = get_work ();

  watch->longest = MAX (watch->longest, now - watch->last - 1000);
  watch->longest_work = MAX (watch->longest_work, work - watch->last_work);
  watch->last = now;
  watch->last_work = work;
  return G_SOURCE_CONTINUE;
}

static void
watch_start (Watch *watch)
{
  watch->start = watch->last = g_get_monotonic_time ();
  watch->last_work = get_work ();
  watch->longest = watch->longest_work = 0;
  watch->source = g_timeout_add_full (G_PRIORITY_HIGH, 1, tick_cb, watch, NULL);
}

static void
watch_stop (Watch      *watch,
            const char *what)
{
  double longest;
  double work;
  double total;

  tick_cb (watch);
  g_source_remove (watch->source);
  longest = watch->longest / 1000.0;
  work = watch->longest_work / 1000.0;
  total = (g_get_monotonic_time () - watch->start) / 1000.0;
  g_test_message ("%s: %.0f ms in all, longest stall %.1f ms, of it own work %.1f ms", what, total,
                  longest, MIN (work, longest));
  g_test_minimized_result (work, "%s: longest stall %.1f ms", what, work);
  if (work > LIMIT_MS * gh_test_get_slow ())
    g_test_fail_printf ("%s: a stall of %.1f ms, more than %.0f", what, work, LIMIT_MS);
}

static void
flag_cb (GObject      *source,
         GAsyncResult *result,
         gpointer      user_data)
{
  *(gboolean *) user_data = TRUE;
}

static void
set_up (Fixture       *fixture,
        gconstpointer  data)
{
  g_autofree char *dir = gh_test_make_dir ();
  g_autofree char *count = g_strdup_printf ("%d", N_TOOLS);
  const char *argv[] = { g_getenv ("GH_SHOW_SERVER"), count, NULL };
  g_autoptr(GhServerConfig) config = gh_server_config_new ("Show", argv, NULL, NULL, FALSE);
  gboolean loaded = FALSE;

  fixture->host = gh_host_new (dir, NULL);
  gh_host_load_async (fixture->host, NULL, flag_cb, &loaded);
  gh_test_wait (loaded);
  fixture->server = gh_server_list_add (gh_host_get_servers (fixture->host), config, TRUE);
  /* Once in a program's life, when it first shows JSON, GtkSourceView reads the heads of all its
   * language files; that is said here and not counted below. */
  gint64 before = g_get_monotonic_time ();

  gtk_source_language_manager_get_language (gtk_source_language_manager_get_default (), "json");
  g_print ("# languages of GtkSourceView read in %.1f ms\n",
           (g_get_monotonic_time () - before) / 1000.0);
  fixture->page = gh_server_page_new (fixture->host, fixture->server);
  fixture->window = g_object_ref_sink (GTK_WINDOW (adw_window_new ()));
  gtk_window_set_default_size (fixture->window, 912, 760);
  adw_window_set_content (ADW_WINDOW (fixture->window), fixture->page);
  gh_test_ui_show (fixture->window);
  gh_test_settle ();
}

static void
tear_down (Fixture       *fixture,
           gconstpointer  data)
{
  gboolean closed = FALSE;

  gtk_window_destroy (fixture->window);
  gh_test_settle ();
  g_clear_object (&fixture->window);
  gh_host_close_async (fixture->host, flag_cb, &closed);
  gh_test_wait (closed);
  g_clear_object (&fixture->host);
}

static void
start_server (Fixture *fixture)
{
  gh_server_start (fixture->server);
  gh_test_wait (g_list_model_get_n_items (gh_server_list_tools (fixture->server)) >= N_TOOLS);
  gh_test_ui_wait_frame (fixture->page);
}

static void
test_tools (Fixture       *fixture,
            gconstpointer  data)
{
  Watch watch;
  GtkWidget *list = gh_test_ui_find_id (gh_test_ui_find_type (fixture->page, GH_TYPE_TOOLS_PAGE, 0),
                                        "list");
  GListModel *shown = G_LIST_MODEL (gtk_list_view_get_model (GTK_LIST_VIEW (list)));
  GtkWidget *search = gh_test_ui_find_id (gh_test_ui_find_type (fixture->page, GH_TYPE_TOOLS_PAGE,
                                                                0),
                                          "search");

  watch_start (&watch);
  start_server (fixture);
  gh_test_wait (g_list_model_get_n_items (shown) >= N_TOOLS);
  gh_test_ui_wait_frame (fixture->page);
  watch_stop (&watch, "500 tools shown");

  watch_start (&watch);
  gtk_editable_set_text (GTK_EDITABLE (search), "number 49");
  gh_test_ui_wait_frame (fixture->page);
  gtk_editable_set_text (GTK_EDITABLE (search), "");
  gh_test_ui_wait_frame (fixture->page);
  watch_stop (&watch, "500 tools searched");
}

static void
test_result (Fixture       *fixture,
             gconstpointer  data)
{
  const char *name = data;
  GListModel *tools = gh_server_list_tools (fixture->server);
  GtkWidget *page = gh_test_ui_find_type (fixture->page, GH_TYPE_TOOL_PAGE, 0);
  GtkWidget *result = gh_test_ui_find_type (page, GH_TYPE_TOOL_RESULT, 0);
  GhToolCall *call;
  g_autofree char *what = g_strdup_printf ("10 MB result shown (%s)", name);
  Watch watch;

  start_server (fixture);
  for (guint i = 0; i < g_list_model_get_n_items (tools); i++)
    {
      g_autoptr(GhTool) tool = g_list_model_get_item (tools, i);

      if (g_str_equal (gh_tool_get_name (tool), name))
        gh_tool_page_set_tool (GH_TOOL_PAGE (page), tool);
    }
  gh_test_ui_wait_frame (fixture->page);

  watch_start (&watch);
  gh_tool_page_run (GH_TOOL_PAGE (page));
  call = gh_tool_result_get_call (GH_TOOL_RESULT (result));
  gh_test_wait_for (gh_tool_call_get_state (call) != GH_TOOL_CALL_RUNNING, 60);
  gh_test_ui_wait_frame (fixture->page);
  gh_test_ui_wait_frame (fixture->page);
  watch_stop (&watch, what);
  g_assert_cmpint (gh_tool_call_get_state (call), ==, GH_TOOL_CALL_DONE);

  watch_start (&watch);
  for (guint i = 0; i < 5; i++)
    {
      GtkWidget *more = gh_test_ui_find_id (gh_test_ui_find_type (result, GH_TYPE_CONTENT_VIEW, 0),
                                            "more");

      if (gtk_widget_get_mapped (more))
        gh_test_ui_click (more);
      gh_test_settle ();
      gh_test_ui_wait_frame (fixture->page);
    }
  watch_stop (&watch, "Show More, five times");
}

int
main (int    argc,
      char **argv)
{
  gh_test_ui_init (&argc, &argv);
  gh_ui_init ();
  gh_test_ui_load_style (GH_UI_RESOURCE_PATH);
  g_test_add ("/bench/server-page/tools", Fixture, NULL, set_up, test_tools, tear_down);
  g_test_add ("/bench/server-page/lines", Fixture, "big", set_up, test_result, tear_down);
  g_test_add ("/bench/server-page/one-line", Fixture, "wide", set_up, test_result, tear_down);
  return gh_test_run ();
}
