/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * Small things about processes and files. */
#include "config.h"

#include "case-process.h"

#include <ftw.h>
#include <glib/gstdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The state and the process group stand behind the name, which may hold anything. */
static gboolean
is_alive_in_group (const char *pid,
                   GPid        group)
{
  g_autofree char *path = g_build_filename ("/proc", pid, "stat", NULL);
  g_autofree char *text = NULL;
  const char *rest;
  char state;
  int parent;
  int its_group;

  if (!g_file_get_contents (path, &text, NULL, NULL))
    return FALSE;
  rest = strrchr (text, ')');
  return rest != NULL && sscanf (rest + 1, " %c %d %d", &state, &parent, &its_group) == 3
         && its_group == group && state != 'Z' && state != 'X';
}

gboolean
case_group_is_alive (GPid pid)
{
  g_autoptr(GDir) dir = g_dir_open ("/proc", 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    if (g_ascii_isdigit (name[0]) && is_alive_in_group (name, pid))
      return TRUE;
  return FALSE;
}

gint64
case_status_kib (const char *name)
{
  g_autofree char *text = NULL;
  g_autofree char *label = g_strconcat ("\n", name, ":", NULL);
  const char *line;

  if (!g_file_get_contents ("/proc/self/status", &text, NULL, NULL))
    return 0;
  line = strstr (text, label);
  return line != NULL ? g_ascii_strtoll (line + strlen (label), NULL, 10) : 0;
}

static int
remove_cb (const char        *path,
           const struct stat *info,
           int                kind,
           struct FTW        *walk)
{
  if (kind == FTW_DNR)
    g_chmod (path, 0700);
  return remove (path);
}

void
case_remove_folder (const char *path)
{
  nftw (path, remove_cb, 16, FTW_DEPTH | FTW_PHYS);
}
