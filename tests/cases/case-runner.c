/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * Plays cases: what servers, model endpoints and people do, in a script language, against the real
 * host. */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "case-file.h"
#include "case-host.h"
#include "case-needs.h"
#include "case-play.h"
#include "case-server.h"
#include "case-tap.h"

/* Three programs in one, each its own process:
 *
 *   the runner      reads the script and plays everything around the host: the server's side of
 *                   every transport, the model's endpoint. One main loop, iterated by the step that
 *                   waits.
 *   --host          the host library, new for each case, with a stand-in for the person. Does and
 *                   tells what the runner asks over a socket; its main loop is the host's own.
 *   --server NAME   what the host starts as its server over stdio: does to its pipes what the
 *                   runner says, and knows nothing. */

static gboolean
play_one (Case  *c,
          guint  number)
{
  g_autofree char *missing = case_dup_missing (c);
  g_autofree char *notes = NULL;
  g_autoptr(GError) error = NULL;

  if (missing != NULL)
    {
      g_autofree char *why = g_strconcat ("needs ", missing, NULL);

      case_tap_skip (number, c->id, why);
      return TRUE;
    }
  if (case_play (c, &notes, &error))
    case_tap_ok (number, c->id);
  else
    case_tap_not_ok (number, c->id, error->message);
  case_tap_comment (notes);
  return error == NULL;
}

static int
play_all (const char *path,
          const char *only)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(GPtrArray) cases = case_file_read (path, &error);
  guint number = 0;
  guint n_failed = 0;

  if (cases == NULL)
    {
      case_tap_bail (error->message);
      return 2;
    }
  for (guint i = cases->len; only != NULL && i > 0; i--)
    if (!g_str_equal (((Case *) g_ptr_array_index (cases, i - 1))->id, only))
      g_ptr_array_remove_index (cases, i - 1);
  if (only != NULL && cases->len == 0)
    {
      case_tap_bail ("no such case");
      return 2;
    }
  case_tap_begin (cases->len);
  for (guint i = 0; i < cases->len; i++)
    if (!play_one (g_ptr_array_index (cases, i), ++number))
      n_failed++;
  return n_failed == 0 ? 0 : 1;
}

int
main (int    argc,
      char **argv)
{
  if (argc == 2 && g_str_equal (argv[1], "--host"))
    return case_host_main ();
  if (argc == 3 && g_str_equal (argv[1], "--server"))
    return case_server_main (argv[2]);
  if (argc == 4 && g_str_equal (argv[2], "--only"))
    return play_all (argv[1], argv[3]);
  if (argc == 4 && g_str_equal (argv[1], "--only"))
    return play_all (argv[3], argv[2]);
  if (argc == 2 && argv[1][0] != '-')
    return play_all (argv[1], NULL);
  fprintf (stderr, "Usage: %s FILE.jsonl [--only ID]\n", argv[0]);
  return 2;
}
