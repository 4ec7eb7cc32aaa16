/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * gatehouse-demo-server: the travel desk on standard input and output. */
#include "config.h"

#include "gh-demo-server.h"
#include "gh-demo-transport.h"

#include <locale.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

static void
print_to_stderr (const char *text)
{
  g_printerr ("%s", text);
}

int
main (int   argc,
      char *argv[])
{
  gboolean version = FALSE;
  g_autofree char *era = NULL;
  const GOptionEntry entries[] = {
    { "era", 0, 0, G_OPTION_ARG_STRING, &era,
      "Speak the protocol of this era: legacy (the default) or modern", "ERA" },
    { "version", 0, 0, G_OPTION_ARG_NONE, &version, "Print the version and exit", NULL },
    { NULL },
  };
  g_autoptr(GOptionContext) context = NULL;
  g_autoptr(GMainLoop) loop = NULL;
  g_autoptr(GhDemoTransport) transport = NULL;
  g_autoptr(GhDemoServer) server = NULL;
  g_autoptr(GError) error = NULL;

  setlocale (LC_ALL, "");
  context = g_option_context_new (NULL);
  g_option_context_set_summary (context,
                                "A Model Context Protocol server to try a host with: a travel "
                                "desk.\nIt speaks on standard input and output, so a host starts "
                                "it.");
  g_option_context_add_main_entries (context, entries, NULL);
  if (!g_option_context_parse (context, &argc, &argv, &error) || argc > 1)
    {
      g_printerr ("%s\n", error != NULL ? error->message : "Too many arguments");
      return 2;
    }
  if (era != NULL && strcmp (era, "legacy") != 0 && strcmp (era, "modern") != 0)
    {
      g_printerr ("There is no era “%s”; there are legacy and modern\n", era);
      return 2;
    }
  if (version)
    {
      g_print ("gatehouse-demo-server %s\n", GH_VERSION);
      return 0;
    }

  /* A host that goes away is the end of the input, not a signal. */
  signal (SIGPIPE, SIG_IGN);
  /* Nothing but messages on standard output. */
  g_set_print_handler (print_to_stderr);
  g_log_writer_default_set_use_stderr (TRUE);

  loop = g_main_loop_new (NULL, FALSE);
  transport = gh_demo_transport_new (STDIN_FILENO, STDOUT_FILENO);
  server = gh_demo_server_new (GH_RPC_TRANSPORT (transport), g_strcmp0 (era, "modern") == 0);
  g_signal_connect_swapped (server, "closed", G_CALLBACK (g_main_loop_quit), loop);
  gh_demo_server_start (server);
  g_main_loop_run (loop);
  return 0;
}
