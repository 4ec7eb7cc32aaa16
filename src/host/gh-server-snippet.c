/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * A server's entry as its README gives it for other hosts' files. */
#include "config.h"

#include "gh-server-snippet.h"

#include <string.h>

#include "gh-json.h"

G_DEFINE_QUARK (gh-server-snippet-error-quark, gh_server_snippet_error)

/* Where hosts keep their entries: the ecosystem's name, and VS Code's. */
static const char *const containers[] = { "mcpServers", "servers", "context_servers" };

/* READMEs also give the bare `"name": {...}`, maybe with a comma behind. */
static JsonNode *
read_text (const char  *text,
           GError     **error)
{
  g_autofree char *stripped = g_strstrip (g_strdup (text));
  g_autofree char *wrapped = NULL;
  g_autoptr(JsonNode) node = NULL;
  g_autoptr(GError) local = NULL;
  gsize length = strlen (stripped);

  if (length > GH_SERVER_SNIPPET_MAX)
    {
      g_set_error (error, GH_SERVER_SNIPPET_ERROR, GH_SERVER_SNIPPET_ERROR_NOT_JSON,
                   "longer than %d bytes", GH_SERVER_SNIPPET_MAX);
      return NULL;
    }
  if (length > 0 && stripped[length - 1] == ',')
    stripped[--length] = '\0';
  if (*stripped == '"')
    {
      wrapped = g_strdup_printf ("{%s}", stripped);
      node = gh_json_read (wrapped, strlen (wrapped), &local);
    }
  else
    node = gh_json_read (stripped, length, &local);
  if (node == NULL)
    g_set_error_literal (error, GH_SERVER_SNIPPET_ERROR, GH_SERVER_SNIPPET_ERROR_NOT_JSON,
                         local->message);
  return g_steal_pointer (&node);
}

static gboolean
is_entry (JsonObject *object)
{
  return gh_json_get_string (object, "command") != NULL ||
    gh_json_get_string (object, "url") != NULL ||
         gh_json_get_string (object, "serverUrl") != NULL;
}

/* The one entry of an object of entries. */
static JsonObject *
find_entry (JsonObject  *entries,
            const char **name,
            GError     **error)
{
  JsonObject *found = NULL;
  JsonObjectIter iter;
  const char *member;
  JsonNode *node;

  json_object_iter_init_ordered (&iter, entries);
  while (json_object_iter_next_ordered (&iter, &member, &node))
    {
      JsonObject *entry = gh_json_node_get_object (node);

      if (entry == NULL)
        continue;
      if (found != NULL)
        {
          g_set_error_literal (error, GH_SERVER_SNIPPET_ERROR, GH_SERVER_SNIPPET_ERROR_SEVERAL,
                               "several entries");
          return NULL;
        }
      found = entry;
      *name = member;
    }
  if (found == NULL)
    g_set_error_literal (error, GH_SERVER_SNIPPET_ERROR, GH_SERVER_SNIPPET_ERROR_NO_SERVER,
                         "no entry");
  return found;
}

static GhServerConfig *
bad_entry (GError     **error,
           const char  *member)
{
  g_set_error (error, GH_SERVER_SNIPPET_ERROR, GH_SERVER_SNIPPET_ERROR_BAD_ENTRY,
               "\"%s\" is missing or of the wrong type", member);
  return NULL;
}

static GhServerConfig *
read_entry (const char  *name,
            JsonObject  *entry,
            GError     **error)
{
  const char *command = gh_json_get_string (entry, "command");
  JsonArray *arguments = NULL;
  JsonObject *variables = NULL;
  g_autoptr(GStrvBuilder) argv_builder = g_strv_builder_new ();
  g_autoptr(GStrvBuilder) env_builder = g_strv_builder_new ();
  g_auto(GStrv) argv = NULL;
  g_auto(GStrv) env = NULL;
  JsonObjectIter iter;
  const char *variable;
  JsonNode *node;

  if (command == NULL && !json_object_has_member (entry, "command") && is_entry (entry))
    {
      g_set_error_literal (error, GH_SERVER_SNIPPET_ERROR, GH_SERVER_SNIPPET_ERROR_REMOTE, "a URL");
      return NULL;
    }
  if (command == NULL || *command == '\0')
    return bad_entry (error, "command");
  g_strv_builder_add (argv_builder, command);

  if (!gh_json_expect_array (entry, "args", FALSE, &arguments, NULL))
    return bad_entry (error, "args");
  for (guint i = 0; arguments != NULL && i < json_array_get_length (arguments); i++)
    {
      const char *argument = gh_json_node_get_string (json_array_get_element (arguments, i));

      if (argument == NULL)
        return bad_entry (error, "args");
      g_strv_builder_add (argv_builder, argument);
    }

  if (!gh_json_expect_object (entry, "env", FALSE, &variables, NULL))
    return bad_entry (error, "env");
  if (variables != NULL)
    {
      json_object_iter_init_ordered (&iter, variables);
      while (json_object_iter_next_ordered (&iter, &variable, &node))
        {
          g_autofree char *pair = NULL;

          if (gh_json_node_get_string (node) == NULL || *variable == '\0' ||
              strchr (variable, '=') != NULL)
            return bad_entry (error, "env");
          pair = g_strdup_printf ("%s=%s", variable, gh_json_node_get_string (node));
          g_strv_builder_add (env_builder, pair);
        }
    }
  argv = g_strv_builder_end (argv_builder);
  env = g_strv_builder_end (env_builder);
  return gh_server_config_new (name, (const char * const *) argv, gh_json_get_string (entry, "cwd"),
                               (const char * const *) env, FALSE);
}

/**
 * gh_server_snippet_parse:
 * @text: `{"mcpServers": {"name": {"command": ..., "args": [...], "env": {...}}}}`, or an inner
 * part
 * @error: return location, #GH_SERVER_SNIPPET_ERROR
 *
 * Returns: (transfer full) (nullable): the configuration, which does not start by itself; its
 *   name is empty when the text has none
 */
GhServerConfig *
gh_server_snippet_parse (const char  *text,
                         GError     **error)
{
  g_autoptr(JsonNode) node = NULL;
  JsonObject *object;
  JsonObject *entry;
  const char *name = "";

  g_return_val_if_fail (text != NULL, NULL);

  node = read_text (text, error);
  if (node == NULL)
    return NULL;
  object = gh_json_node_get_object (node);
  if (object == NULL)
    {
      g_set_error_literal (error, GH_SERVER_SNIPPET_ERROR, GH_SERVER_SNIPPET_ERROR_NO_SERVER,
                           "not an object");
      return NULL;
    }
  for (guint i = 0; i < G_N_ELEMENTS (containers); i++)
    if (gh_json_get_object (object, containers[i]) != NULL)
      {
        object = gh_json_get_object (object, containers[i]);
        break;
      }
  if (is_entry (object))
    return read_entry (name, object, error);
  entry = find_entry (object, &name, error);
  return entry != NULL ? read_entry (name, entry, error) : NULL;
}
