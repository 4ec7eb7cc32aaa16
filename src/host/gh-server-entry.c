/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * One entry of mcp.json: read into a configuration, and written back. */
#include "config.h"

#include "gh-server-entry.h"

#include <string.h>

#include "gh-json.h"

/* The members that hosts share, and ours below "gatehouse"; everything else is kept as it is. */

#define OURS "gatehouse"

/* Where hosts write the address. Those who know two transports by two names mean Streamable HTTP by
 * the later ones. */
static const char * const url_members[] = { "url", "serverUrl", "httpUrl" };
static const char * const type_members[] = { "type", "transport", "transportType" };

/* What hosts call the transports, small letters. */
static const struct
{
  const char   *word;
  GhServerKind  kind;
} type_words[] = {
  { "stdio", GH_SERVER_KIND_STDIO },
  { "local", GH_SERVER_KIND_STDIO },
  { "http", GH_SERVER_KIND_HTTP },
  { "streamable-http", GH_SERVER_KIND_HTTP },
  { "streamable_http", GH_SERVER_KIND_HTTP },
  { "streamablehttp", GH_SERVER_KIND_HTTP },
  { "remote", GH_SERVER_KIND_HTTP },
  { "sse", GH_SERVER_KIND_SSE },
};

static gboolean
bad (GError     **error,
     const char  *text)
{
  g_set_error_literal (error, GH_JSON_ERROR, GH_JSON_ERROR_MEMBER, text);
  return FALSE;
}

static gboolean
read_argv (JsonObject    *object,
           GStrvBuilder  *argv,
           GError       **error)
{
  const char *command = NULL;
  JsonArray *args = NULL;

  if (!gh_json_expect_string (object, "command", TRUE, &command, error)
      || !gh_json_expect_array (object, "args", FALSE, &args, error))
    return FALSE;
  if (command[0] == '\0')
    return bad (error, "command: empty");

  g_strv_builder_add (argv, command);
  for (guint i = 0; args != NULL && i < json_array_get_length (args); i++)
    {
      const char *arg = gh_json_node_get_string (json_array_get_element (args, i));

      if (arg == NULL)
        return bad (error, "args: not only strings");
      g_strv_builder_add (argv, arg);
    }
  return TRUE;
}

/* An object of strings as "NAME=value" or "Name: value". */
static gboolean
read_pairs (JsonObject    *object,
            const char    *member,
            const char    *separator,
            GStrvBuilder  *builder,
            GError       **error)
{
  JsonObject *pairs = NULL;
  JsonObjectIter iter;
  const char *name;
  JsonNode *node;

  if (!gh_json_expect_object (object, member, FALSE, &pairs, error))
    return FALSE;
  if (pairs == NULL)
    return TRUE;

  json_object_iter_init_ordered (&iter, pairs);
  while (json_object_iter_next_ordered (&iter, &name, &node))
    {
      const char *value = gh_json_node_get_string (node);
      g_autofree char *pair = NULL;

      if (value == NULL || name[0] == '\0' || strchr (name, separator[0]) != NULL)
        {
          g_set_error (error, GH_JSON_ERROR, GH_JSON_ERROR_MEMBER, "%s: %s", member,
                       value == NULL ? "not only strings" : "a name that cannot be one");
          return FALSE;
        }
      pair = g_strconcat (name, separator, value, NULL);
      g_strv_builder_add (builder, pair);
    }
  return TRUE;
}

static const char *
find_url_member (JsonObject *object)
{
  for (guint i = 0; i < G_N_ELEMENTS (url_members); i++)
    if (json_object_has_member (object, url_members[i]))
      return url_members[i];
  return NULL;
}

static const char *
find_type_member (JsonObject *object)
{
  for (guint i = 0; i < G_N_ELEMENTS (type_members); i++)
    if (json_object_has_member (object, type_members[i]))
      return type_members[i];
  return NULL;
}

/* What it says it is; without a word of its own a program where it has a command. */
static gboolean
read_kind (JsonObject    *object,
           GhServerKind  *kind,
           GError       **error)
{
  const char *member = find_type_member (object);
  const char *type = NULL;
  g_autofree char *word = NULL;

  *kind = json_object_has_member (object, "command") || find_url_member (object) == NULL
            ? GH_SERVER_KIND_STDIO : GH_SERVER_KIND_HTTP;
  if (member == NULL)
    return TRUE;
  if (!gh_json_expect_string (object, member, FALSE, &type, error))
    return FALSE;
  if (type == NULL)
    return TRUE;
  word = g_ascii_strdown (type, -1);
  for (guint i = 0; i < G_N_ELEMENTS (type_words); i++)
    if (g_str_equal (word, type_words[i].word))
      {
        *kind = type_words[i].kind;
        return TRUE;
      }
  g_set_error (error, GH_JSON_ERROR, GH_JSON_ERROR_MEMBER, "%s: not a transport we know", member);
  return FALSE;
}

static GhServerConfig *
read_program (JsonObject  *object,
              const char  *name,
              gboolean     autostart,
              GError     **error)
{
  g_autoptr(GStrvBuilder) argv_builder = g_strv_builder_new ();
  g_autoptr(GStrvBuilder) env_builder = g_strv_builder_new ();
  g_auto(GStrv) argv = NULL;
  g_auto(GStrv) env = NULL;
  const char *cwd = NULL;

  if (!read_argv (object, argv_builder, error)
      || !read_pairs (object, "env", "=", env_builder, error)
      || !gh_json_expect_string (object, "cwd", FALSE, &cwd, error))
    return NULL;
  argv = g_strv_builder_end (argv_builder);
  env = g_strv_builder_end (env_builder);
  return gh_server_config_new (name, (const char * const *) argv, cwd, (const char * const *) env,
                               autostart);
}

static GhServerConfig *
read_url (JsonObject    *object,
          const char    *name,
          GhServerKind   kind,
          gboolean       autostart,
          GError       **error)
{
  const char *member = find_url_member (object);
  g_autoptr(GStrvBuilder) builder = g_strv_builder_new ();
  g_auto(GStrv) headers = NULL;
  const char *url = NULL;
  g_autoptr(GError) local = NULL;
  GhServerConfig *config;

  if (member == NULL)
    member = url_members[0];
  if (!gh_json_expect_string (object, member, TRUE, &url, error)
      || !read_pairs (object, "headers", ": ", builder, error))
    return NULL;
  headers = g_strv_builder_end (builder);
  config = gh_server_config_new_for_url (name, kind, url, (const char * const *) headers,
                                         autostart, &local);
  if (config == NULL)
    g_set_error (error, GH_JSON_ERROR, GH_JSON_ERROR_MEMBER, "%s: %s", member, local->message);
  return config;
}

/* Both are ours: what other hosts write knows neither. */
static GhServerConfig *
add_ours (GhServerConfig  *plain,
          JsonObject      *ours,
          GError         **error)
{
  const char *era = ours != NULL ? gh_json_get_string (ours, "era") : NULL;
  const char *ca_file = NULL;
  g_autoptr(GhServerConfig) config = NULL;

  if (ours != NULL && !gh_json_expect_string (ours, "caFile", FALSE, &ca_file, error))
    return NULL;
  if (era != NULL && !gh_server_config_is_era (era))
    {
      bad (error, OURS ".era: not auto, legacy, modern or a revision");
      return NULL;
    }
  if (ca_file != NULL
      && (!g_path_is_absolute (ca_file) || gh_server_config_get_url (plain) == NULL))
    {
      bad (error, OURS ".caFile: not the whole path of a file, or not of an address");
      return NULL;
    }
  config = era != NULL ? gh_server_config_copy_with_era (plain, era) : g_object_ref (plain);
  return ca_file != NULL ? gh_server_config_copy_with_ca_file (config, ca_file)
                         : g_steal_pointer (&config);
}

static GhServerConfig *
read_config (JsonObject  *object,
             const char  *id,
             JsonObject  *ours,
             GError     **error)
{
  const char *name = ours != NULL ? gh_json_get_string (ours, "name") : NULL;
  gboolean autostart = ours != NULL && gh_json_get_boolean (ours, "autostart", FALSE);
  g_autoptr(GhServerConfig) config = NULL;
  GhServerKind kind;

  if (name == NULL || name[0] == '\0')
    name = id;
  if (!read_kind (object, &kind, error))
    return NULL;
  config = kind == GH_SERVER_KIND_STDIO ? read_program (object, name, autostart, error)
                                        : read_url (object, name, kind, autostart, error);
  return config != NULL ? add_ours (config, ours, error) : NULL;
}

/**
 * gh_server_entry_read:
 * @id: its key, and its name where it has no other
 * @entry: (out caller-allocates): what it says; untouched on failure
 *
 * An entry of another host never starts by itself: only ours says "autostart" (10.3).
 *
 * Returns: FALSE with %GH_JSON_ERROR_MEMBER, which names the member and no value
 */
gboolean
gh_server_entry_read (JsonNode       *node,
                      const char     *id,
                      GhServerEntry  *entry,
                      GError        **error)
{
  JsonObject *object = gh_json_node_get_object (node);
  GhServerConfig *config;
  const char *known_era;
  JsonObject *ours;

  g_return_val_if_fail (id != NULL, FALSE);
  g_return_val_if_fail (entry != NULL, FALSE);

  if (object == NULL)
    return bad (error, "not an object");
  ours = gh_json_get_object (object, OURS);
  config = read_config (object, id, ours, error);
  if (config == NULL)
    return FALSE;
  known_era = ours != NULL ? gh_json_get_string (ours, "knownEra") : NULL;
  entry->config = config;
  entry->consent = g_strdup (ours != NULL ? gh_json_get_string (ours, "consent") : NULL);
  entry->known_era = known_era != NULL && gh_server_config_is_era (known_era)
                       ? g_strdup (known_era) : NULL;
  return TRUE;
}

gboolean
gh_server_entry_is (JsonObject *object)
{
  g_return_val_if_fail (object != NULL, FALSE);

  if (gh_json_get_string (object, "command") != NULL)
    return TRUE;
  for (guint i = 0; i < G_N_ELEMENTS (url_members); i++)
    if (gh_json_get_string (object, url_members[i]) != NULL)
      return TRUE;
  return FALSE;
}

void
gh_server_entry_clear (GhServerEntry *entry)
{
  g_clear_object (&entry->config);
  g_clear_pointer (&entry->consent, g_free);
  g_clear_pointer (&entry->known_era, g_free);
}

static void
set_or_remove (JsonObject *object,
               const char *name,
               JsonNode   *take_node)
{
  if (take_node != NULL)
    json_object_set_member (object, name, take_node);
  else if (json_object_has_member (object, name))
    json_object_remove_member (object, name);
}

static JsonNode *
write_args (const char * const *argv)
{
  JsonArray *args = json_array_new ();

  for (guint i = 1; argv[i] != NULL; i++)
    json_array_add_element (args, gh_json_node_new_string (argv[i]));
  return gh_json_node_new_array (args);
}

/* "NAME=value" or "Name: value" strings as an object; NULL for none. */
static JsonNode *
write_pairs (const char * const *pairs,
             char                separator)
{
  JsonObject *object;

  if (pairs[0] == NULL)
    return NULL;
  object = json_object_new ();
  for (guint i = 0; pairs[i] != NULL; i++)
    {
      const char *value = strchr (pairs[i], separator);
      g_autofree char *name = g_strndup (pairs[i], value - pairs[i]);

      value++;
      if (separator == ':')
        value += strspn (value, " \t");
      json_object_set_member (object, name, gh_json_node_new_string (value));
    }
  return gh_json_node_new_object (object);
}

static void
write_program (JsonObject     *entry,
               GhServerConfig *config)
{
  const char * const *argv = gh_server_config_get_argv (config);
  const char *cwd = gh_server_config_get_cwd (config);

  json_object_set_member (entry, "command", gh_json_node_new_string (argv[0]));
  set_or_remove (entry, "args", argv[1] != NULL ? write_args (argv) : NULL);
  set_or_remove (entry, "env", write_pairs (gh_server_config_get_env (config), '='));
  set_or_remove (entry, "cwd", cwd != NULL ? gh_json_node_new_string (cwd) : NULL);
}

static void
write_url (JsonObject     *entry,
           GhServerConfig *config)
{
  const char *member = find_url_member (entry);

  json_object_set_member (entry, member != NULL ? member : url_members[0],
                          gh_json_node_new_string (gh_server_config_get_url (config)));
  set_or_remove (entry, "headers", write_pairs (gh_server_config_get_headers (config), ':'));
}

/* A program that became a URL, or the other way round, keeps nothing of what it was. */
static void
drop_other_kind (JsonObject   *entry,
                 GhServerKind  kind)
{
  static const char * const program_members[] = { "command", "args", "env", "cwd" };
  GhServerKind old;

  if (!read_kind (entry, &old, NULL)
      || (old == GH_SERVER_KIND_STDIO) == (kind == GH_SERVER_KIND_STDIO))
    return;
  if (old == GH_SERVER_KIND_STDIO)
    for (guint i = 0; i < G_N_ELEMENTS (program_members); i++)
      set_or_remove (entry, program_members[i], NULL);
  else
    {
      for (guint i = 0; i < G_N_ELEMENTS (url_members); i++)
        set_or_remove (entry, url_members[i], NULL);
      set_or_remove (entry, "headers", NULL);
    }
}

/* Says the kind where the entry would be read as another; a word that means the same stays. */
static void
write_kind (JsonObject     *entry,
            GhServerConfig *config)
{
  static const char * const words[] = {
    [GH_SERVER_KIND_STDIO] = "stdio",
    [GH_SERVER_KIND_HTTP] = "http",
    [GH_SERVER_KIND_SSE] = "sse",
  };
  GhServerKind kind = gh_server_config_get_kind (config);
  const char *member = find_type_member (entry);
  GhServerKind read;

  if (read_kind (entry, &read, NULL) && read == kind)
    return;
  json_object_set_member (entry, member != NULL ? member : type_members[0],
                          gh_json_node_new_string (words[kind]));
}

static void
write_word (JsonObject *object,
            const char *member,
            const char *word)
{
  set_or_remove (object, member, word != NULL ? gh_json_node_new_string (word) : NULL);
}

/**
 * gh_server_entry_write:
 * @old: (nullable): the entry as it was read, for the members that are not ours
 *
 * Returns: (transfer full): the entry, sharing no object that is changed later
 */
JsonNode *
gh_server_entry_write (JsonObject          *old,
                       const char          *id,
                       const GhServerEntry *entry)
{
  JsonObject *object = gh_json_copy_members (old);
  JsonObject *ours = gh_json_copy_members (old != NULL ? gh_json_get_object (old, OURS) : NULL);
  GhServerConfig *config = entry->config;
  const char *name = gh_server_config_get_name (config);
  const char *era = gh_server_config_get_era (config);

  drop_other_kind (object, gh_server_config_get_kind (config));
  if (gh_server_config_get_kind (config) == GH_SERVER_KIND_STDIO)
    write_program (object, config);
  else
    write_url (object, config);
  write_kind (object, config);

  write_word (ours, "name", g_strcmp0 (name, id) != 0 ? name : NULL);
  set_or_remove (ours, "autostart",
                 gh_server_config_get_autostart (config) ? gh_json_node_new_boolean (TRUE) : NULL);
  write_word (ours, "era", g_str_equal (era, "auto") ? NULL : era);
  write_word (ours, "caFile", gh_server_config_get_ca_file (config));
  write_word (ours, "knownEra", entry->known_era);
  write_word (ours, "consent", entry->consent);
  /* An entry that only other hosts know stays as they wrote it. */
  if (json_object_get_size (ours) > 0 || json_object_has_member (object, OURS))
    json_object_set_member (object, OURS, gh_json_node_new_object (ours));
  else
    json_object_unref (ours);
  return gh_json_node_new_object (object);
}
