/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * gh-json-check FILE: writes back the JSON text it read, or says on stderr why it is none and
 * exits 1. */
#include "config.h"

#include "gh-json.h"

#include <stdio.h>

int
main (int    argc,
      char **argv)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(JsonNode) node = NULL;
  g_autofree char *data = NULL;
  g_autofree char *text = NULL;
  gsize length;

  if (argc != 2)
    {
      g_printerr ("Usage: %s FILE\n", argv[0]);
      return 2;
    }
  if (g_file_get_contents (argv[1], &data, &length, &error))
    node = gh_json_read (data, length, &error);
  if (node == NULL)
    {
      g_printerr ("%s: %s\n", argv[1], error->message);
      return 1;
    }
  text = gh_json_write (node, &length);
  return fwrite (text, 1, length, stdout) == length && putchar ('\n') != EOF ? 0 : 1;
}
