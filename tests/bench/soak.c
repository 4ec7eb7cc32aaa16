/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * soak SERVER ENDPOINT [REQUESTS]: tool calls of several servers, each of which wants a model; a
 * rule allows them, an endpoint on this computer answers. All the while servers are killed at
 * random. None may be lost, answered twice or with another's answer, and memory must not grow.
 *
 * With the whole host as the application has it: rules, history and usage are written, too. */
#include "config.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "gh-json.h"
#include "gh-sampling-request.h"
#include "gh-server-private.h"
#include "gh-test-host.h"
#include "gh-test.h"

#define N_REQUESTS 10000
#define N_SERVERS 4
/* Calls of one server at a time. */
#define N_CALLS 8
/* Between two looks for calls that have ended, milliseconds. */
#define FILL_MS 5
/* Between two kills, milliseconds: at random from so many to twice that. */
#define KILL_MS 40
/* The whole run: a minute on a quiet machine. */
#define PATIENCE (30 * 60)
/* All lists have reached what they are bounded to after this part of the requests: 5000 messages of
 * each server's activity. From there to the end memory may grow by so much, which is what the
 * allocator does not give back. */
#define WARM_UP 0.7
#define MAX_GROWTH_MIB 8.0

typedef struct
{
  GhHost *host;
  GPtrArray *servers; /* of GhServer, borrowed */
  guint8 *answered;   /* how often, by number */
  GQueue again;       /* of numbers whose server was killed */
  guint n_numbers;
  guint next;
  guint n_answered;
  guint n_running;
  guint n_kills;
  guint n_submitted;
  guint n_finished;
  guint n_withdrawn;
  GHashTable *serials; /* of requests that are over */
  double warm_mib;
  guint killer;
} Soak;

typedef struct
{
  Soak *soak;
  guint number;
} Call;

static double
get_resident_mib (void)
{
  g_autofree char *text = NULL;
  const char *pages;

  g_assert_true (g_file_get_contents ("/proc/self/statm", &text, NULL, NULL));
  pages = strchr (text, ' ');
  return g_ascii_strtoull (pages, NULL, 10) * (double) sysconf (_SC_PAGESIZE) / (1024 * 1024);
}

static void
take_answer (Soak       *soak,
             guint       number,
             GhToolCall *call)
{
  g_autoptr(GhContent) content = g_list_model_get_item (gh_tool_call_list_content (call), 0);
  g_autofree char *expected = g_strdup_printf ("answer %u", number);

  g_assert_nonnull (content);
  g_assert_cmpstr (gh_content_get_text (content), ==, expected);
  g_assert_false (gh_tool_call_get_is_error (call));
  soak->answered[number]++;
  g_assert_cmpuint (soak->answered[number], ==, 1);
  soak->n_answered++;
  if (soak->n_answered == (guint) (soak->n_numbers * WARM_UP))
    soak->warm_mib = get_resident_mib ();
  if (soak->n_answered % (soak->n_numbers / 10) == 0)
    g_test_message ("%u answered, %u servers killed, %.1f MiB", soak->n_answered, soak->n_kills,
                    get_resident_mib ());
}

static void
state_cb (GhToolCall *tool_call,
          GParamSpec *pspec,
          Call       *call)
{
  Soak *soak = call->soak;
  GhToolCallState state = gh_tool_call_get_state (tool_call);

  if (state == GH_TOOL_CALL_RUNNING)
    return;
  g_signal_handlers_disconnect_by_data (tool_call, call);
  soak->n_running--;
  if (state == GH_TOOL_CALL_DONE)
    take_answer (soak, call->number, tool_call);
  else
    g_queue_push_tail (&soak->again, GUINT_TO_POINTER (call->number));
  g_free (call);
  g_object_unref (tool_call);
}

static gboolean
pop_number (Soak  *soak,
            guint *number)
{
  if (!g_queue_is_empty (&soak->again))
    *number = GPOINTER_TO_UINT (g_queue_pop_head (&soak->again));
  else if (soak->next < soak->n_numbers)
    *number = soak->next++;
  else
    return FALSE;
  return TRUE;
}

static guint
count_running (GhServer *server)
{
  GListModel *calls = gh_server_list_calls (server);
  guint n = 0;

  for (guint i = 0; i < g_list_model_get_n_items (calls); i++)
    {
      g_autoptr(GhToolCall) call = g_list_model_get_item (calls, i);

      n += gh_tool_call_get_state (call) == GH_TOOL_CALL_RUNNING;
    }
  return n;
}

static void
fill (Soak     *soak,
      GhServer *server)
{
  g_autoptr(GhTool) tool = g_list_model_get_item (gh_server_list_tools (server), 0);
  guint number;

  if (tool == NULL)
    return;
  while (gh_server_get_state (server) == GH_SERVER_RUNNING && count_running (server) < N_CALLS
         && pop_number (soak, &number))
    {
      g_autofree char *arguments = g_strdup_printf ("{\"number\":%u}", number);
      GhToolCall *tool_call = gh_server_call_tool_text (server, tool, arguments, NULL);
      Call *call = g_new (Call, 1);

      *call = (Call) { soak, number };
      soak->n_running++;
      g_signal_connect (tool_call, "notify::state", G_CALLBACK (state_cb), call);
    }
}

static void
server_cb (Soak       *soak,
           GParamSpec *pspec,
           GhServer   *server)
{
  /* It was killed more often than it is started again by itself. */
  if (gh_server_get_state (server) == GH_SERVER_FAILED)
    gh_server_start (server);
}

/* Not as soon as a call ends: all calls of a server that was killed do so at once, and before that
 * is known more of them would. */
static gboolean
fill_cb (gpointer user_data)
{
  Soak *soak = user_data;

  for (guint i = 0; i < soak->servers->len; i++)
    {
      GhServer *server = soak->servers->pdata[i];

      if (gh_server_get_state (server) == GH_SERVER_FAILED)
        gh_server_start (server);
      fill (soak, server);
    }
  return G_SOURCE_CONTINUE;
}

static gboolean
kill_cb (gpointer user_data)
{
  Soak *soak = user_data;
  GhServer *server = soak->servers->pdata[g_random_int_range (0, soak->servers->len)];
  pid_t pid = gh_server_get_pid (server);

  if (gh_server_get_state (server) == GH_SERVER_RUNNING && pid > 0 && kill (pid, SIGKILL) == 0)
    soak->n_kills++;
  soak->killer = g_timeout_add (g_random_int_range (KILL_MS, 2 * KILL_MS), kill_cb, soak);
  return G_SOURCE_REMOVE;
}

static void
submitted_cb (Soak       *soak,
              guint       position,
              guint       removed,
              guint       added,
              GListModel *requests)
{
  soak->n_submitted += added;
}

static void
finished_cb (Soak            *soak,
             GhRequest       *request,
             GhRequestBroker *broker)
{
  GhSamplingState state = gh_sampling_request_get_state (GH_SAMPLING_REQUEST (request));

  soak->n_finished++;
  g_assert_true (g_hash_table_add (soak->serials,
                                   GUINT_TO_POINTER (gh_request_get_serial (request))));
  /* By the rule, or because its server went away. */
  g_assert_true (state == GH_SAMPLING_ANSWERED || state == GH_SAMPLING_WITHDRAWN);
  soak->n_withdrawn += state == GH_SAMPLING_WITHDRAWN;
}

static GSubprocess *
start_endpoint (const char  *program,
                char       **url)
{
  g_autoptr(GError) error = NULL;
  GSubprocess *endpoint = g_subprocess_new (G_SUBPROCESS_FLAGS_STDIN_PIPE
                                              | G_SUBPROCESS_FLAGS_STDOUT_PIPE,
                                            &error, program, NULL);
  g_autoptr(GDataInputStream) output = NULL;

  g_assert_no_error (error);
  output = g_data_input_stream_new (g_subprocess_get_stdout_pipe (endpoint));
  *url = g_data_input_stream_read_line (output, NULL, NULL, &error);
  g_assert_no_error (error);
  return endpoint;
}

static void
add_servers (Soak       *soak,
             const char *program,
             const char *faults)
{
  const char *argv[] = { program, faults, NULL };

  for (guint i = 0; i < N_SERVERS; i++)
    {
      g_autofree char *name = g_strdup_printf ("soak%u", i);
      g_autoptr(GhServerConfig) config = gh_server_config_new (name, argv, NULL, NULL, FALSE);
      GhServer *server = gh_server_list_add (gh_host_get_servers (soak->host), config, TRUE);

      gh_server_set_restart_delay (server, 20);
      g_signal_connect_swapped (server, "notify::state", G_CALLBACK (server_cb), soak);
      g_ptr_array_add (soak->servers, server);
      gh_server_start (server);
    }
  for (guint i = 0; i < N_SERVERS; i++)
    gh_test_wait_for (gh_server_get_state (soak->servers->pdata[i]) == GH_SERVER_RUNNING, 60);
}

static void
run (Soak       *soak,
     const char *server,
     const char *url,
     const char *dir)
{
  g_autofree char *faults = g_build_filename (dir, "faults", NULL);
  GhRequestBroker *broker = gh_host_get_requests (soak->host);
  GListModel *models = gh_model_list_list_models (gh_host_get_models (soak->host));
  gint64 start;
  guint filler;
  double mib;

  gh_model_list_add_provider (gh_host_get_models (soak->host), "Soak", url, NULL, GH_LANE_LOCAL);
  gh_test_wait_for (g_list_model_get_n_items (models) > 0, 60);
  g_signal_connect_swapped (broker, "items-changed", G_CALLBACK (submitted_cb), soak);
  g_signal_connect_swapped (broker, "finished", G_CALLBACK (finished_cb), soak);
  add_servers (soak, server, faults);

  start = g_get_monotonic_time ();
  filler = g_timeout_add (FILL_MS, fill_cb, soak);
  kill_cb (soak);
  gh_test_wait_for (soak->n_answered == soak->n_numbers, PATIENCE);
  g_clear_handle_id (&soak->killer, g_source_remove);
  g_source_remove (filler);
  gh_test_wait_for (soak->n_running == 0, 60);
  mib = get_resident_mib ();

  g_print ("# %u requests in %.1f s, %u servers killed, %u requests withdrawn\n", soak->n_numbers,
           (g_get_monotonic_time () - start) / 1e6, soak->n_kills, soak->n_withdrawn);
  g_print ("# %.1f MiB after %.0f %%, %.1f MiB at the end\n", soak->warm_mib, WARM_UP * 100, mib);
  gh_test_wait_for (g_list_model_get_n_items (G_LIST_MODEL (broker)) == 0, 60);
  g_assert_cmpuint (soak->n_finished, ==, soak->n_submitted);
  g_assert_cmpuint (soak->n_finished, >=, soak->n_numbers);
  g_assert_false (g_file_test (faults, G_FILE_TEST_EXISTS));
  g_assert_cmpfloat (mib - soak->warm_mib, <=, MAX_GROWTH_MIB);
  g_signal_handlers_disconnect_by_data (broker, soak);
  for (guint i = 0; i < soak->servers->len; i++)
    g_signal_handlers_disconnect_by_data (soak->servers->pdata[i], soak);
}

int
main (int    argc,
      char **argv)
{
  g_autofree char *dir = NULL;
  g_autofree char *data = NULL;
  g_autofree char *rules = NULL;
  g_autofree char *url = NULL;
  g_autoptr(GSubprocess) endpoint = NULL;
  Soak soak = { 0 };

  gh_test_init (&argc, &argv);
  if (argc != 3 && argc != 4)
    {
      g_printerr ("Usage: %s SERVER ENDPOINT [REQUESTS]\n", argv[0]);
      return 2;
    }
  dir = gh_test_make_dir ();
  data = gh_test_make_dir ();
  rules = g_build_filename (dir, "rules.json", NULL);
  g_assert_true (g_file_set_contents (rules, "{\"rules\":[{\"id\":\"all\",\"match\":{\"kind\":"
                                             "\"sampling\"},\"decide\":\"allow\"}]}", -1, NULL));
  endpoint = start_endpoint (argv[2], &url);
  soak.n_numbers = argc == 4 ? atoi (argv[3]) : N_REQUESTS;
  soak.answered = g_new0 (guint8, soak.n_numbers);
  soak.servers = g_ptr_array_new ();
  soak.serials = g_hash_table_new (NULL, NULL);
  soak.host = gh_host_new (dir, data);
  gh_test_host_load (soak.host);
  run (&soak, argv[1], url, dir);
  gh_test_host_close (soak.host);
  gh_test_settle ();
  g_assert_finalize_object (soak.host);
  g_subprocess_force_exit (endpoint);
  g_ptr_array_unref (soak.servers);
  g_hash_table_unref (soak.serials);
  g_queue_clear (&soak.again);
  g_free (soak.answered);
  return gh_test_run ();
}
