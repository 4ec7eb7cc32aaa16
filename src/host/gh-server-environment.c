/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * The environment a server is started with (requirement 3.8). */
#include "config.h"

#include "gh-server-environment.h"

#include <string.h>

/* A server sees these of our variables and no others: nothing that a person exported for another
 * program (keys above all), nothing that lets it draw on the screen or talk to the session bus. */
static const char * const allowed[] = {
  "HOME", "LANG", "LANGUAGE", "LOGNAME", "SHELL", "TERM", "TMPDIR", "TZ", "USER", NULL,
};
static const char * const allowed_prefixes[] = { "LC_", "XDG_", NULL };

/* Handed to us once, to come to the front with: not a server's. */
#define ACTIVATION_TOKEN "XDG_ACTIVATION_TOKEN"

static gboolean
is_allowed (const char *name)
{
  if (g_str_equal (name, ACTIVATION_TOKEN))
    return FALSE;
  if (g_strv_contains (allowed, name))
    return TRUE;
  for (guint i = 0; allowed_prefixes[i] != NULL; i++)
    if (g_str_has_prefix (name, allowed_prefixes[i]))
      return TRUE;
  return FALSE;
}

/**
 * gh_server_environment_build:
 * @own: "NAME=value" strings of this process
 * @path: the PATH, unless a configured variable sets another
 * @configured: "NAME=value" strings of the server; the last of a name counts
 *
 * Returns: (transfer full): "NAME=value" strings
 */
GStrv
gh_server_environment_build (const char * const *own,
                             const char         *path,
                             const char * const *configured)
{
  g_auto(GStrv) env = g_new0 (char *, 1);

  g_return_val_if_fail (own != NULL, NULL);
  g_return_val_if_fail (path != NULL, NULL);
  g_return_val_if_fail (configured != NULL, NULL);

  for (guint i = 0; own[i] != NULL; i++)
    {
      const char *equals = strchr (own[i], '=');
      g_autofree char *name = equals != NULL ? g_strndup (own[i], equals - own[i]) : NULL;

      if (name != NULL && is_allowed (name))
        env = g_environ_setenv (g_steal_pointer (&env), name, equals + 1, TRUE);
    }
  env = g_environ_setenv (g_steal_pointer (&env), "PATH", path, TRUE);
  for (guint i = 0; configured[i] != NULL; i++)
    {
      const char *equals = strchr (configured[i], '=');
      g_autofree char *name =
        equals != NULL ? g_strndup (configured[i], equals - configured[i]) : NULL;

      if (name != NULL && name[0] != '\0')
        env = g_environ_setenv (g_steal_pointer (&env), name, equals + 1, TRUE);
    }
  return g_steal_pointer (&env);
}
