/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * How a server is started: immutable value, as kept in mcp.json. */
#include "config.h"

#include "gh-server-config-private.h"

#include <string.h>

struct _GhServerConfig
{
  GObject parent;

  /* Owned. */
  char     *name;
  char    **argv;
  char     *cwd;
  char    **env;
  char     *fingerprint;

  gboolean  autostart;
};

G_DEFINE_FINAL_TYPE (GhServerConfig, gh_server_config, G_TYPE_OBJECT)

static void
gh_server_config_finalize (GObject *object)
{
  GhServerConfig *self = GH_SERVER_CONFIG (object);

  g_clear_pointer (&self->name, g_free);
  g_clear_pointer (&self->argv, g_strfreev);
  g_clear_pointer (&self->cwd, g_free);
  g_clear_pointer (&self->env, g_strfreev);
  g_clear_pointer (&self->fingerprint, g_free);

  G_OBJECT_CLASS (gh_server_config_parent_class)->finalize (object);
}

static void
gh_server_config_class_init (GhServerConfigClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->finalize = gh_server_config_finalize;
}

static void
gh_server_config_init (GhServerConfig *self)
{
}

static int
compare_strings (gconstpointer a,
                 gconstpointer b)
{
  return strcmp (*(const char * const *) a, *(const char * const *) b);
}

/* Every string with its ending NUL, which none of them can contain, and an empty one between the
 * groups: two configurations that differ anywhere differ here. */
static void
update_strings (GChecksum  *checksum,
                char      **strings)
{
  for (guint i = 0; strings[i] != NULL; i++)
    g_checksum_update (checksum, (const guchar *) strings[i], strlen (strings[i]) + 1);
  g_checksum_update (checksum, (const guchar *) "", 1);
}

/* The values of variables are left out: a new key does not make another program. */
static char *
make_fingerprint (GhServerConfig *self)
{
  g_autoptr(GChecksum) checksum = g_checksum_new (G_CHECKSUM_SHA256);
  g_autoptr(GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  char *cwd[] = { self->cwd, NULL };

  for (guint i = 0; self->env[i] != NULL; i++)
    g_ptr_array_add (names, g_strndup (self->env[i], strcspn (self->env[i], "=")));
  g_ptr_array_sort (names, compare_strings);
  g_ptr_array_add (names, NULL);

  update_strings (checksum, self->argv);
  update_strings (checksum, cwd);
  update_strings (checksum, (char **) names->pdata);
  return g_strdup (g_checksum_get_string (checksum));
}

/**
 * gh_server_config_new:
 * @name: what the person calls it
 * @argv: program and arguments, at least one, never run through a shell (3.8)
 * @cwd: (nullable): where it runs; NULL or "": the home directory
 * @env: (nullable): "NAME=value" strings; one without "=" is left out
 * @autostart: start it with the host
 *
 * Returns: (transfer full): the value
 */
GhServerConfig *
gh_server_config_new (const char         *name,
                      const char * const *argv,
                      const char         *cwd,
                      const char * const *env,
                      gboolean            autostart)
{
  GhServerConfig *self;
  g_autoptr(GStrvBuilder) variables = g_strv_builder_new ();

  g_return_val_if_fail (name != NULL, NULL);
  g_return_val_if_fail (argv != NULL && argv[0] != NULL, NULL);

  for (guint i = 0; env != NULL && env[i] != NULL; i++)
    if (env[i][0] != '=' && strchr (env[i], '=') != NULL)
      g_strv_builder_add (variables, env[i]);

  self = g_object_new (GH_TYPE_SERVER_CONFIG, NULL);
  self->name = g_strdup (name);
  self->argv = g_strdupv ((char **) argv);
  self->cwd = cwd != NULL && cwd[0] != '\0' ? g_strdup (cwd) : NULL;
  self->env = g_strv_builder_end (variables);
  self->autostart = autostart;
  self->fingerprint = make_fingerprint (self);
  return self;
}

const char *
gh_server_config_get_name (GhServerConfig *self)
{
  g_return_val_if_fail (GH_IS_SERVER_CONFIG (self), NULL);

  return self->name;
}

const char * const *
gh_server_config_get_argv (GhServerConfig *self)
{
  g_return_val_if_fail (GH_IS_SERVER_CONFIG (self), NULL);

  return (const char * const *) self->argv;
}

const char *
gh_server_config_get_cwd (GhServerConfig *self)
{
  g_return_val_if_fail (GH_IS_SERVER_CONFIG (self), NULL);

  return self->cwd;
}

const char * const *
gh_server_config_get_env (GhServerConfig *self)
{
  g_return_val_if_fail (GH_IS_SERVER_CONFIG (self), NULL);

  return (const char * const *) self->env;
}

gboolean
gh_server_config_get_autostart (GhServerConfig *self)
{
  g_return_val_if_fail (GH_IS_SERVER_CONFIG (self), FALSE);

  return self->autostart;
}

const char *
gh_server_config_get_fingerprint (GhServerConfig *self)
{
  g_return_val_if_fail (GH_IS_SERVER_CONFIG (self), NULL);

  return self->fingerprint;
}

/**
 * gh_server_config_starts_same:
 *
 * Returns: whether both start the same program in the same way, variables' values included
 */
gboolean
gh_server_config_starts_same (GhServerConfig *self,
                              GhServerConfig *other)
{
  g_return_val_if_fail (GH_IS_SERVER_CONFIG (self), FALSE);
  g_return_val_if_fail (GH_IS_SERVER_CONFIG (other), FALSE);

  return g_strv_equal ((const char * const *) self->argv, (const char * const *) other->argv)
         && g_strcmp0 (self->cwd, other->cwd) == 0
         && g_strv_equal ((const char * const *) self->env, (const char * const *) other->env);
}

/**
 * gh_server_config_parse_command:
 * @line: words, quotes and backslashes as a shell reads them; nothing else of a shell
 *
 * Returns: (transfer full): at least one word, or NULL with %G_SHELL_ERROR
 */
GStrv
gh_server_config_parse_command (const char  *line,
                                GError     **error)
{
  g_auto(GStrv) argv = NULL;

  g_return_val_if_fail (line != NULL, NULL);

  if (!g_shell_parse_argv (line, NULL, &argv, error))
    return NULL;
  if (argv[0][0] == '\0')
    {
      g_set_error_literal (error, G_SHELL_ERROR, G_SHELL_ERROR_EMPTY_STRING,
                           "The program has no name");
      return NULL;
    }
  return g_steal_pointer (&argv);
}

/* Whether a shell reads the word as it stands. "~" and "=" begin something at the start of a word
 * only, but a person reads more easily when the rule is simple. */
static gboolean
is_plain_word (const char *word)
{
  if (word[0] == '\0')
    return FALSE;
  for (const char *p = word; *p != '\0'; p++)
    if (!g_ascii_isalnum (*p) && strchr ("%+,-./:=@_", *p) == NULL && (guchar) *p < 0x80)
      return FALSE;
  return TRUE;
}

/**
 * gh_server_config_dup_command:
 *
 * Returns: (transfer full): the command line, which gh_server_config_parse_command() reads back
 */
char *
gh_server_config_dup_command (GhServerConfig *self)
{
  g_autoptr(GString) line = g_string_new (NULL);

  g_return_val_if_fail (GH_IS_SERVER_CONFIG (self), NULL);

  for (guint i = 0; self->argv[i] != NULL; i++)
    {
      if (i > 0)
        g_string_append_c (line, ' ');
      if (is_plain_word (self->argv[i]))
        g_string_append (line, self->argv[i]);
      else
        {
          g_autofree char *quoted = g_shell_quote (self->argv[i]);

          g_string_append (line, quoted);
        }
    }
  return g_string_free (g_steal_pointer (&line), FALSE);
}

/**
 * gh_server_config_find_program_in:
 * @path: (nullable): the PATH to look in when the configuration sets none
 *
 * Returns: (transfer full) (nullable): the program's absolute path. Does I/O.
 */
char *
gh_server_config_find_program_in (GhServerConfig *self,
                                  const char     *path)
{
  const char *own = g_environ_getenv (self->env, "PATH");
  const char *cwd = self->cwd != NULL ? self->cwd : g_get_home_dir ();
  g_auto(GStrv) folders = NULL;

  if (strchr (self->argv[0], '/') != NULL)
    {
      g_autofree char *program = g_canonicalize_filename (self->argv[0], cwd);

      if (!g_file_test (program, G_FILE_TEST_IS_EXECUTABLE)
          || g_file_test (program, G_FILE_TEST_IS_DIR))
        return NULL;
      return g_steal_pointer (&program);
    }

  folders = g_strsplit (own != NULL ? own : path != NULL ? path : "/usr/bin:/bin", ":", -1);
  for (guint i = 0; folders[i] != NULL; i++)
    {
      g_autofree char *program = NULL;

      if (folders[i][0] != '/')
        continue;
      program = g_build_filename (folders[i], self->argv[0], NULL);
      if (g_file_test (program, G_FILE_TEST_IS_EXECUTABLE)
          && !g_file_test (program, G_FILE_TEST_IS_DIR))
        return g_steal_pointer (&program);
    }
  return NULL;
}
