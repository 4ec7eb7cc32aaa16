/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * Where gatehouse-cli begins. */
#include "config.h"

#include <fcntl.h>
#include <glib/gi18n.h>
#include <locale.h>
#include <signal.h>
#include <unistd.h>

#include "gh-cli-output.h"
#include "gh-cli.h"
#include "gh-masking-log.h"

/* A file that is opened later is never taken for one of the three that we print to. */
static void
fill_standard_files (void)
{
  int fd;

  do
    fd = open ("/dev/null", O_RDWR);
  while (fd >= 0 && fd <= STDERR_FILENO);
  if (fd > STDERR_FILENO)
    close (fd);
}

int
main (int    argc,
      char **argv)
{
  const char *locale_dir = g_getenv ("GATEHOUSE_LOCALEDIR");
  g_autoptr(GhCliOptions) options = NULL;
  g_autoptr(GhCli) cli = NULL;
  g_autoptr(GError) error = NULL;
  void (*pipe_handler) (int);
  GhCliStatus status;

  fill_standard_files ();
  setlocale (LC_ALL, "");
  bindtextdomain (GETTEXT_PACKAGE, locale_dir != NULL ? locale_dir : GH_LOCALEDIR);
  bind_textdomain_codeset (GETTEXT_PACKAGE, "UTF-8");
  textdomain (GETTEXT_PACKAGE);
  /* Who reads our output may stop at any time; a server's pipe may break. */
  pipe_handler = signal (SIGPIPE, SIG_IGN);
  g_log_writer_default_set_use_stderr (TRUE);
  gh_masking_log_install ();

  options = gh_cli_options_parse (argc, (const char * const *) argv, &error);
  if (options == NULL)
    {
      gh_cli_complain ("%s", error->message);
      return GH_CLI_USAGE;
    }
  if (options->version)
    {
      g_print ("gatehouse-cli %s\n", GH_VERSION);
      return GH_CLI_DONE;
    }
  cli = gh_cli_new (options);
  status = gh_cli_run (cli);
  /* All is ended in order by now; this is how others end that nobody reads any more. */
  if (!gh_cli_flush () && gh_cli_is_unread ())
    {
      signal (SIGPIPE, pipe_handler);
      raise (SIGPIPE);
    }
  return status;
}
