/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * A server's entry as its README gives it for other hosts' files. */
#include "config.h"

#include "gh-server-snippet.h"

#include <string.h>

#include "gh-json.h"
#include "gh-server-entry.h"

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

/* Consent and autostart are the person's to give, whatever a pasted text says. */
static GhServerConfig *
read_entry (const char  *name,
            JsonObject  *object,
            GError     **error)
{
  g_autoptr(JsonNode) node = gh_json_node_new_object (json_object_ref (object));
  g_auto(GhServerEntry) entry = { NULL, };
  g_autoptr(GError) local = NULL;

  if (gh_server_entry_read (node, name, &entry, &local))
    return gh_server_config_copy (entry.config, NULL, FALSE);
  g_set_error_literal (error, GH_SERVER_SNIPPET_ERROR, GH_SERVER_SNIPPET_ERROR_BAD_ENTRY,
                       local->message);
  return NULL;
}

/**
 * gh_server_snippet_parse:
 * @text: `{"mcpServers": {"name": {"command": ..., "args": [...], "env": {...}}}}`, the same with
 *   "type", "url" and "headers", or an inner part
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
  if (gh_server_entry_is (object))
    return read_entry (name, object, error);
  entry = find_entry (object, &name, error);
  return entry != NULL ? read_entry (name, entry, error) : NULL;
}
