/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * One entry of mcp.json: read into a configuration, and written back. */
#include "config.h"

#include "gh-server-entry.h"

#include <string.h>

#include "gh-json.h"

/* The members that hosts share, and ours below "gatehouse"; everything else is kept as it is. */

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

static gboolean
read_env (JsonObject    *object,
          GStrvBuilder  *env,
          GError       **error)
{
  JsonObject *variables = NULL;
  JsonObjectIter iter;
  const char *name;
  JsonNode *node;

  if (!gh_json_expect_object (object, "env", FALSE, &variables, error))
    return FALSE;
  if (variables == NULL)
    return TRUE;

  json_object_iter_init_ordered (&iter, variables);
  while (json_object_iter_next_ordered (&iter, &name, &node))
    {
      const char *value = gh_json_node_get_string (node);
      g_autofree char *variable = NULL;

      if (value == NULL)
        return bad (error, "env: not only strings");
      if (name[0] == '\0' || strchr (name, '=') != NULL)
        return bad (error, "env: a name that cannot be one");
      variable = g_strconcat (name, "=", value, NULL);
      g_strv_builder_add (env, variable);
    }
  return TRUE;
}

/**
 * gh_server_entry_read:
 * @id: its key, and its name where it has no other
 * @config: (out): for OURS
 * @consent: (out): the fingerprint the person agreed to, or NULL
 *
 * An entry of another host never starts by itself: only ours says "autostart" (10.3).
 *
 * Returns: what it is; BAD sets @error, which names the member
 */
GhServerEntryKind
gh_server_entry_read (JsonNode        *node,
                      const char      *id,
                      GhServerConfig **config,
                      char           **consent,
                      GError         **error)
{
  JsonObject *object = gh_json_node_get_object (node);
  g_autoptr(GStrvBuilder) argv_builder = g_strv_builder_new ();
  g_autoptr(GStrvBuilder) env_builder = g_strv_builder_new ();
  g_auto(GStrv) argv = NULL;
  g_auto(GStrv) env = NULL;
  const char *cwd = NULL;
  const char *name;
  JsonObject *ours;

  if (object == NULL)
    {
      bad (error, "not an object");
      return GH_SERVER_ENTRY_BAD;
    }
  if (!json_object_has_member (object, "command") && json_object_has_member (object, "url"))
    return GH_SERVER_ENTRY_REMOTE;
  if (!read_argv (object, argv_builder, error) || !read_env (object, env_builder, error)
      || !gh_json_expect_string (object, "cwd", FALSE, &cwd, error))
    return GH_SERVER_ENTRY_BAD;

  ours = gh_json_get_object (object, "gatehouse");
  name = ours != NULL ? gh_json_get_string (ours, "name") : NULL;
  argv = g_strv_builder_end (argv_builder);
  env = g_strv_builder_end (env_builder);
  *config = gh_server_config_new (name != NULL && name[0] != '\0' ? name : id,
                                  (const char * const *) argv, cwd, (const char * const *) env,
                                  ours != NULL && gh_json_get_boolean (ours, "autostart", FALSE));
  *consent = g_strdup (ours != NULL ? gh_json_get_string (ours, "consent") : NULL);
  return GH_SERVER_ENTRY_OURS;
}

/* The members with their nodes; the copy's own members can be changed without touching the
 * original's. */
static JsonObject *
copy_members (JsonObject *object)
{
  JsonObject *copy = json_object_new ();
  JsonObjectIter iter;
  const char *name;
  JsonNode *node;

  if (object == NULL)
    return copy;
  json_object_iter_init_ordered (&iter, object);
  while (json_object_iter_next_ordered (&iter, &name, &node))
    json_object_set_member (copy, name, json_node_copy (node));
  return copy;
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

static JsonNode *
write_env (const char * const *env)
{
  JsonObject *variables = json_object_new ();

  for (guint i = 0; env[i] != NULL; i++)
    {
      const char *equals = strchr (env[i], '=');
      g_autofree char *name = g_strndup (env[i], equals - env[i]);

      json_object_set_member (variables, name, gh_json_node_new_string (equals + 1));
    }
  return gh_json_node_new_object (variables);
}

/**
 * gh_server_entry_write:
 * @old: (nullable): the entry as it was read, for the members that are not ours
 * @consent: (nullable): the fingerprint the person agreed to
 *
 * Returns: (transfer full): the entry, sharing no object that is changed later
 */
JsonNode *
gh_server_entry_write (JsonObject     *old,
                       const char     *id,
                       GhServerConfig *config,
                       const char     *consent)
{
  JsonObject *entry = copy_members (old);
  JsonObject *ours = copy_members (old != NULL ? gh_json_get_object (old, "gatehouse") : NULL);
  const char * const *argv = gh_server_config_get_argv (config);
  const char * const *env = gh_server_config_get_env (config);
  const char *cwd = gh_server_config_get_cwd (config);
  const char *name = gh_server_config_get_name (config);

  json_object_set_member (entry, "command", gh_json_node_new_string (argv[0]));
  set_or_remove (entry, "args", argv[1] != NULL ? write_args (argv) : NULL);
  set_or_remove (entry, "env", env[0] != NULL ? write_env (env) : NULL);
  set_or_remove (entry, "cwd", cwd != NULL ? gh_json_node_new_string (cwd) : NULL);

  set_or_remove (ours, "name", g_strcmp0 (name, id) != 0 ? gh_json_node_new_string (name) : NULL);
  set_or_remove (ours, "autostart",
                 gh_server_config_get_autostart (config) ? gh_json_node_new_boolean (TRUE) : NULL);
  set_or_remove (ours, "consent", consent != NULL ? gh_json_node_new_string (consent) : NULL);
  json_object_set_member (entry, "gatehouse", gh_json_node_new_object (ours));
  return gh_json_node_new_object (entry);
}
