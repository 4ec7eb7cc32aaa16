/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * How a server is started or reached: immutable value, as kept in mcp.json. */
#include "config.h"

#include "gh-server-config-private.h"

#include <string.h>

#include "gh-mcp-era.h"
#include "gh-url.h"

#define ERA_AUTO "auto"

struct _GhServerConfig
{
  GObject parent;

  /* Owned. */
  char         *name;
  char        **argv;
  char         *cwd;
  char        **env;
  char         *url;     /* NULL: a program */
  char        **headers;
  char         *ca_file; /* or NULL */
  char         *era;
  char         *fingerprint;

  GhServerKind  kind;
  gboolean      autostart;
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
  g_clear_pointer (&self->url, g_free);
  g_clear_pointer (&self->headers, g_strfreev);
  g_clear_pointer (&self->ca_file, g_free);
  g_clear_pointer (&self->era, g_free);
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

/* The values of variables and headers are left out: a new key does not make another server. What
 * has no argv is a URL, so that no program's fingerprint can be a URL's. */
static char *
make_fingerprint (GhServerConfig *self)
{
  g_autoptr(GChecksum) checksum = g_checksum_new (G_CHECKSUM_SHA256);
  g_autoptr(GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  char *place[] = { self->url != NULL ? self->url : self->cwd, NULL };

  for (guint i = 0; self->env[i] != NULL; i++)
    g_ptr_array_add (names, g_strndup (self->env[i], strcspn (self->env[i], "=")));
  for (guint i = 0; self->headers[i] != NULL; i++)
    g_ptr_array_add (names, g_ascii_strdown (self->headers[i], strcspn (self->headers[i], ":")));
  g_ptr_array_sort (names, compare_strings);
  g_ptr_array_add (names, NULL);

  update_strings (checksum, self->argv);
  update_strings (checksum, place);
  update_strings (checksum, (char **) names->pdata);
  /* Who answers for a server that is to be believed is part of which server it is. */
  if (self->ca_file != NULL)
    g_checksum_update (checksum, (const guchar *) self->ca_file, strlen (self->ca_file) + 1);
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
  self->kind = GH_SERVER_KIND_STDIO;
  self->name = g_strdup (name);
  self->argv = g_strdupv ((char **) argv);
  self->cwd = cwd != NULL && cwd[0] != '\0' ? g_strdup (cwd) : NULL;
  self->env = g_strv_builder_end (variables);
  self->headers = g_new0 (char *, 1);
  self->era = g_strdup (ERA_AUTO);
  self->autostart = autostart;
  self->fingerprint = make_fingerprint (self);
  return self;
}

/* A field name of RFC 9110, and a value that cannot become a second header. */
static gboolean
is_header (const char *header)
{
  const char *colon = strchr (header, ':');

  if (colon == NULL || colon == header)
    return FALSE;
  for (const char *p = header; p < colon; p++)
    if (!g_ascii_isalnum (*p) && strchr ("!#$%&'*+-.^_`|~", *p) == NULL)
      return FALSE;
  for (const char *p = colon; *p != '\0'; p++)
    if (((guchar) *p < ' ' && *p != '\t') || *p == 0x7f)
      return FALSE;
  return TRUE;
}

/**
 * gh_server_config_new_for_url:
 * @name: what the person calls it
 * @kind: HTTP or SSE
 * @headers: (nullable): "Name: value" strings
 * @autostart: connect with the host
 *
 * Returns: (transfer full) (nullable): the value
 */
GhServerConfig *
gh_server_config_new_for_url (const char          *name,
                              GhServerKind         kind,
                              const char          *url,
                              const char * const  *headers,
                              gboolean             autostart,
                              GError             **error)
{
  GhServerConfig *self;
  GhUrlFlags flags;

  g_return_val_if_fail (name != NULL, NULL);
  g_return_val_if_fail (kind == GH_SERVER_KIND_HTTP || kind == GH_SERVER_KIND_SSE, NULL);
  g_return_val_if_fail (url != NULL, NULL);

  if (!gh_url_check (url, &flags, NULL, error))
    return NULL;
  if (flags & GH_URL_USERINFO)
    {
      g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT,
                           "A name or password inside the address");
      return NULL;
    }
  for (guint i = 0; headers != NULL && headers[i] != NULL; i++)
    if (!is_header (headers[i]))
      {
        /* Not quoted: it may be a secret in the wrong place. */
        g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT,
                             "A header that is not of the form “Name: value”");
        return NULL;
      }

  self = g_object_new (GH_TYPE_SERVER_CONFIG, NULL);
  self->kind = kind;
  self->name = g_strdup (name);
  self->argv = g_new0 (char *, 1);
  self->env = g_new0 (char *, 1);
  self->url = g_strdup (url);
  self->headers = headers != NULL ? g_strdupv ((char **) headers) : g_new0 (char *, 1);
  self->era = g_strdup (ERA_AUTO);
  self->autostart = autostart;
  self->fingerprint = make_fingerprint (self);
  return self;
}

/**
 * gh_server_config_copy:
 * @name: (nullable): another name
 *
 * Returns: (transfer full): the value
 */
GhServerConfig *
gh_server_config_copy (GhServerConfig *self,
                       const char     *name,
                       gboolean        autostart)
{
  GhServerConfig *copy;

  g_return_val_if_fail (GH_IS_SERVER_CONFIG (self), NULL);

  copy = g_object_new (GH_TYPE_SERVER_CONFIG, NULL);
  copy->kind = self->kind;
  copy->name = g_strdup (name != NULL ? name : self->name);
  copy->argv = g_strdupv (self->argv);
  copy->cwd = g_strdup (self->cwd);
  copy->env = g_strdupv (self->env);
  copy->url = g_strdup (self->url);
  copy->headers = g_strdupv (self->headers);
  copy->ca_file = g_strdup (self->ca_file);
  copy->era = g_strdup (self->era);
  copy->autostart = autostart;
  copy->fingerprint = g_strdup (self->fingerprint);
  return copy;
}

/**
 * gh_server_config_copy_with_era:
 * @era: one of the words gh_server_config_is_era() knows
 *
 * Returns: (transfer full): the value
 */
GhServerConfig *
gh_server_config_copy_with_era (GhServerConfig *self,
                                const char     *era)
{
  GhServerConfig *copy;

  g_return_val_if_fail (GH_IS_SERVER_CONFIG (self), NULL);
  g_return_val_if_fail (gh_server_config_is_era (era), NULL);

  copy = gh_server_config_copy (self, NULL, self->autostart);
  g_free (copy->era);
  copy->era = g_strdup (era);
  return copy;
}

/**
 * gh_server_config_copy_with_ca_file:
 * @ca_file: (nullable): absolute path
 *
 * Returns: (transfer full): the value
 */
GhServerConfig *
gh_server_config_copy_with_ca_file (GhServerConfig *self,
                                    const char     *ca_file)
{
  GhServerConfig *copy;

  g_return_val_if_fail (GH_IS_SERVER_CONFIG (self), NULL);
  g_return_val_if_fail (self->url != NULL || ca_file == NULL, NULL);
  g_return_val_if_fail (ca_file == NULL || g_path_is_absolute (ca_file), NULL);

  copy = gh_server_config_copy (self, NULL, self->autostart);
  g_free (copy->ca_file);
  copy->ca_file = g_strdup (ca_file);
  g_free (copy->fingerprint);
  copy->fingerprint = make_fingerprint (copy);
  return copy;
}

GStrv
gh_server_config_dup_eras (void)
{
  g_autoptr(GStrvBuilder) builder = g_strv_builder_new ();

  g_strv_builder_add_many (builder, ERA_AUTO, "modern", "legacy", NULL);
  g_strv_builder_addv (builder,
                       (const char **) gh_mcp_era_get_revisions (GH_MCP_ERA_MODERN));
  g_strv_builder_addv (builder,
                       (const char **) gh_mcp_era_get_revisions (GH_MCP_ERA_LEGACY));
  return g_strv_builder_end (builder);
}

gboolean
gh_server_config_is_era (const char *era)
{
  static const char form[] = "dddd-dd-dd";

  g_return_val_if_fail (era != NULL, FALSE);

  if (g_str_equal (era, ERA_AUTO) || g_str_equal (era, "legacy") || g_str_equal (era, "modern"))
    return TRUE;
  if (strlen (era) != strlen (form))
    return FALSE;
  for (guint i = 0; form[i] != '\0'; i++)
    if (form[i] == 'd' ? !g_ascii_isdigit (era[i]) : era[i] != form[i])
      return FALSE;
  return TRUE;
}

const char *
gh_server_config_get_name (GhServerConfig *self)
{
  g_return_val_if_fail (GH_IS_SERVER_CONFIG (self), NULL);

  return self->name;
}

GhServerKind
gh_server_config_get_kind (GhServerConfig *self)
{
  g_return_val_if_fail (GH_IS_SERVER_CONFIG (self), GH_SERVER_KIND_STDIO);

  return self->kind;
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

const char *
gh_server_config_get_url (GhServerConfig *self)
{
  g_return_val_if_fail (GH_IS_SERVER_CONFIG (self), NULL);

  return self->url;
}

const char * const *
gh_server_config_get_headers (GhServerConfig *self)
{
  g_return_val_if_fail (GH_IS_SERVER_CONFIG (self), NULL);

  return (const char * const *) self->headers;
}

const char *
gh_server_config_get_era (GhServerConfig *self)
{
  g_return_val_if_fail (GH_IS_SERVER_CONFIG (self), NULL);

  return self->era;
}

const char *
gh_server_config_get_ca_file (GhServerConfig *self)
{
  g_return_val_if_fail (GH_IS_SERVER_CONFIG (self), NULL);

  return self->ca_file;
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
 * Returns: whether both start the same program, or reach the same server, in the same way: values
 * of variables and headers, whose certificates are believed, and the era, included
 */
gboolean
gh_server_config_starts_same (GhServerConfig *self,
                              GhServerConfig *other)
{
  g_return_val_if_fail (GH_IS_SERVER_CONFIG (self), FALSE);
  g_return_val_if_fail (GH_IS_SERVER_CONFIG (other), FALSE);

  return self->kind == other->kind
         && g_strv_equal ((const char * const *) self->argv, (const char * const *) other->argv)
         && g_strcmp0 (self->cwd, other->cwd) == 0
         && g_strv_equal ((const char * const *) self->env, (const char * const *) other->env)
         && g_strcmp0 (self->url, other->url) == 0
         && g_strv_equal ((const char * const *) self->headers,
                          (const char * const *) other->headers)
         && g_strcmp0 (self->ca_file, other->ca_file) == 0
         && g_str_equal (self->era, other->era);
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

  if (self->url != NULL)
    return g_strdup (self->url);
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

gboolean
gh_server_config_exposes_headers (GhServerConfig *self)
{
  GhUrlFlags flags = GH_URL_NONE;

  g_return_val_if_fail (GH_IS_SERVER_CONFIG (self), FALSE);

  return self->headers[0] != NULL && gh_url_check (self->url, &flags, NULL, NULL)
         && flags & GH_URL_PLAIN;
}

/**
 * gh_server_config_find_program_in:
 * @path: (nullable): the PATH to look in when the configuration sets none
 *
 * Returns: (transfer full) (nullable): a program's absolute path. Does I/O.
 */
char *
gh_server_config_find_program_in (GhServerConfig *self,
                                  const char     *path)
{
  const char *own = g_environ_getenv (self->env, "PATH");
  const char *cwd = self->cwd != NULL ? self->cwd : g_get_home_dir ();
  g_auto(GStrv) folders = NULL;

  g_return_val_if_fail (self->kind == GH_SERVER_KIND_STDIO, NULL);

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
