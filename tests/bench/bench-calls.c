/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * bench-calls SERVER [CALLS CONCURRENCY]: tool calls through a session with a program, or with a
 * server at a URL: how many a second, and what one costs in processor time. One JSON object a
 * line. */
#include "config.h"

#include <string.h>
#include <sys/resource.h>

#include "gh-json.h"
#include "gh-mcp-http-transport.h"
#include "gh-test-client.h"
#include "gh-test.h"

/* Before the clock runs. */
#define WARM_UP 2000
#define N_CALLS 30000

typedef struct
{
  GhMcpSession *session;
  JsonNode *arguments;
  guint left;    /* to be sent */
  guint waiting; /* for an answer */
} Run;

static void call (Run *run);

static void
called_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  Run *run = user_data;
  g_autoptr(GError) error = NULL;
  g_autoptr(GhMcpToolResult) answer = NULL;
  GhMcpContent *content;

  answer = gh_mcp_session_call_tool_finish (GH_MCP_SESSION (source), result, &error);
  g_assert_no_error (error);
  content = g_ptr_array_index (answer->content, 0);
  g_assert_cmpstr (content->text, ==, "hello");
  run->waiting--;
  if (run->left > 0)
    call (run);
}

static void
call (Run *run)
{
  run->left--;
  run->waiting++;
  gh_mcp_session_call_tool_async (run->session, "echo", run->arguments, NULL, NULL, NULL,
                                  called_cb, run);
}

static double
get_cpu_seconds (void)
{
  struct rusage usage;

  getrusage (RUSAGE_SELF, &usage);
  return usage.ru_utime.tv_sec + usage.ru_stime.tv_sec
         + (usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6;
}

static void
run_calls (GhMcpSession *session,
           guint         n_calls,
           guint         concurrency)
{
  static const char arguments[] = "{\"text\":\"hello\"}";
  g_autoptr(JsonNode) node = gh_json_read (arguments, strlen (arguments), NULL);
  Run run = { .session = session, .arguments = node, .left = n_calls };

  while (run.left > 0 && run.waiting < concurrency)
    call (&run);
  while (run.waiting > 0)
    g_main_context_iteration (NULL, TRUE);
}

static void
bench (GhMcpSession *session,
       guint         n_calls,
       guint         concurrency)
{
  gint64 start;
  double seconds, cpu;

  run_calls (session, WARM_UP, concurrency);
  cpu = get_cpu_seconds ();
  start = g_get_monotonic_time ();
  run_calls (session, n_calls, concurrency);
  seconds = (g_get_monotonic_time () - start) / 1e6;
  cpu = get_cpu_seconds () - cpu;
  g_print ("{\"client\":\"gatehouse\",\"concurrency\":%u,\"calls_per_second\":%.0f,"
           "\"cpu_us_per_call\":%.1f}\n",
           concurrency, n_calls / seconds, cpu * 1e6 / n_calls);
}

int
main (int    argc,
      char **argv)
{
  g_autoptr(GhTestClient) client = NULL;

  gh_test_init (&argc, &argv);
  if (argc != 2 && argc != 4)
    {
      g_printerr ("Usage: %s SERVER [CALLS CONCURRENCY]\n", argv[0]);
      return 2;
    }
  if (g_str_has_prefix (argv[1], "http"))
    client = gh_test_client_new_for (GH_RPC_TRANSPORT (gh_mcp_http_transport_new (argv[1], NULL)));
  else
    client = gh_test_client_new ((const char * const []) { argv[1], NULL });
  g_object_set (client->session, "era", "legacy", NULL);
  gh_test_client_start (client);
  if (argc == 4)
    bench (client->session, atoi (argv[2]), atoi (argv[3]));
  else
    {
      bench (client->session, N_CALLS, 1);
      bench (client->session, N_CALLS, 64);
    }
  g_clear_pointer (&client, gh_test_client_free);
  return gh_test_run ();
}
