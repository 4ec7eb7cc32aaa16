/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * bench-sessions SERVER: the memory of many idle sessions, the servers' own not counted, and the
 * time that listing very many tools takes. */
#include "config.h"

#include <stdio.h>
#include <unistd.h>

#include "gh-test-client.h"
#include "gh-test.h"

#define N_SESSIONS 200
/* What one may take. */
#define MAX_KIB 200
#define N_TOOLS "500"
#define N_LISTS 20

static double
get_resident_kib (void)
{
  unsigned long size = 0, resident = 0;
  FILE *file = fopen ("/proc/self/statm", "r");

  g_assert_nonnull (file);
  g_assert_cmpint (fscanf (file, "%lu %lu", &size, &resident), ==, 2);
  fclose (file);
  return resident * (sysconf (_SC_PAGESIZE) / 1024.0);
}

static GhTestClient *
start (const char *server,
       const char *n_tools)
{
  GhTestClient *client = gh_test_client_new ((const char * const []) { server, n_tools, NULL });

  g_object_set (client->session, "era", "legacy", NULL);
  gh_test_client_start (client);
  return client;
}

static void
bench_memory (const char *server)
{
  /* What is there once for all of them. */
  g_autoptr(GhTestClient) first = start (server, "1");
  g_autofree char *answer = gh_test_client_call (first, "echo", "{\"text\":\"hello\"}", NULL);
  g_autoptr(GPtrArray) clients =
    g_ptr_array_new_with_free_func ((GDestroyNotify) gh_test_client_free);
  double before = get_resident_kib ();

  for (guint i = 0; i < N_SESSIONS; i++)
    g_ptr_array_add (clients, start (server, "1"));
  g_print ("# %d idle sessions: %.0f KiB each (at most %d wanted)\n", N_SESSIONS,
           (get_resident_kib () - before) / N_SESSIONS, MAX_KIB);
}

static void
bench_tools (const char *server)
{
  g_autoptr(GhTestClient) client = start (server, N_TOOLS);
  gint64 begin = g_get_monotonic_time ();

  for (guint i = 0; i < N_LISTS; i++)
    {
      g_autofree char *names = gh_test_client_list_tools (client);
    }
  g_print ("# %s tools: listed in %.1f ms\n", N_TOOLS,
           (g_get_monotonic_time () - begin) / 1000.0 / N_LISTS);
}

int
main (int    argc,
      char **argv)
{
  gh_test_init (&argc, &argv);
  if (argc != 2)
    {
      g_printerr ("Usage: %s SERVER\n", argv[0]);
      return 2;
    }
  bench_tools (argv[1]);
  bench_memory (argv[1]);
  return gh_test_run ();
}
