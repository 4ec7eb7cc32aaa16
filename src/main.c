/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * Where the program begins. */
#include "config.h"

#include <glib/gi18n.h>
#include <locale.h>

#include "gh-application.h"
#include "gh-masking-log.h"

int
main (int    argc,
      char **argv)
{
  g_autoptr(GhApplication) application = NULL;
  /* Set by build-aux/run: translations of the build folder. */
  const char *locale_dir = g_getenv ("GATEHOUSE_LOCALEDIR");

  setlocale (LC_ALL, "");
  bindtextdomain (GETTEXT_PACKAGE, locale_dir != NULL ? locale_dir : GH_LOCALEDIR);
  bind_textdomain_codeset (GETTEXT_PACKAGE, "UTF-8");
  textdomain (GETTEXT_PACKAGE);
  gh_masking_log_install ();

  application = gh_application_new ();
  return g_application_run (G_APPLICATION (application), argc, argv);
}
