/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * A tool's arguments as they are written on a command line. */
#include "config.h"

#include "gh-cli-arguments.h"

#include <glib/gi18n.h>
#include <string.h>

#include "gh-json.h"

static JsonNode *
read_object (const char  *text,
             gsize        length,
             GError     **error)
{
  g_autoptr(GError) reason = NULL;
  g_autoptr(JsonNode) node = gh_json_read (text, length, &reason);

  if (node != NULL && gh_json_node_get_object (node) != NULL)
    return g_steal_pointer (&node);
  g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
               _("The arguments are not a JSON object: %s"),
               reason != NULL ? reason->message : _("another kind of value"));
  return NULL;
}

static JsonNode *
read_file (const char  *path,
           GError     **error)
{
  g_autofree char *text = NULL;
  g_autoptr(GError) reason = NULL;
  gsize length;

  if (!g_file_get_contents (g_str_equal (path, "-") ? "/dev/stdin" : path, &text, &length,
                            &reason))
    {
      g_set_error_literal (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE, reason->message);
      return NULL;
    }
  return read_object (text, length, error);
}

static const char *
find_type (JsonNode   *schema,
           const char *name)
{
  JsonObject *object = schema != NULL ? gh_json_node_get_object (schema) : NULL;
  JsonObject *properties = object != NULL ? gh_json_get_object (object, "properties") : NULL;
  JsonObject *property = properties != NULL ? gh_json_get_object (properties, name) : NULL;

  return property != NULL ? gh_json_get_string (property, "type") : NULL;
}

static JsonNode *
read_value (const char  *name,
            const char  *text,
            const char  *type,
            GError     **error)
{
  g_autoptr(JsonNode) node = NULL;

  if (g_strcmp0 (type, "string") == 0)
    return gh_json_node_new_string (text);
  node = gh_json_read (text, strlen (text), NULL);
  if (node != NULL)
    return g_steal_pointer (&node);
  if (type == NULL)
    return gh_json_node_new_string (text);
  g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
               _("“%s” must be of type %s, written as in JSON"), name, type);
  return NULL;
}

static JsonNode *
read_pairs (const char * const  *words,
            JsonNode            *schema,
            gboolean             strings,
            GError             **error)
{
  g_autoptr(JsonObject) object = json_object_new ();

  for (gsize i = 0; words[i] != NULL; i++)
    {
      const char *equals = strchr (words[i], '=');
      g_autofree char *name = NULL;
      JsonNode *value;

      if (equals == NULL || equals == words[i] || !g_utf8_validate (words[i], -1, NULL))
        {
          g_autofree char *shown = g_utf8_make_valid (words[i], -1);

          g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                       _("“%s” is not of the form NAME=VALUE"), shown);
          return NULL;
        }
      name = g_strndup (words[i], equals - words[i]);
      value = read_value (name, equals + 1, strings ? "string" : find_type (schema, name), error);
      if (value == NULL)
        return NULL;
      json_object_set_member (object, name, value);
    }
  return gh_json_node_new_object (g_steal_pointer (&object));
}

JsonNode *
gh_cli_arguments_parse (const char * const  *words,
                        JsonNode            *schema,
                        GError             **error)
{
  g_return_val_if_fail (words != NULL, NULL);

  if (words[0] != NULL && words[1] == NULL && words[0][0] == '{')
    return read_object (words[0], strlen (words[0]), error);
  if (words[0] != NULL && words[1] == NULL && words[0][0] == '@')
    return read_file (words[0] + 1, error);
  return read_pairs (words, schema, FALSE, error);
}

JsonNode *
gh_cli_arguments_strings (const char * const  *words,
                          GError             **error)
{
  g_return_val_if_fail (words != NULL, NULL);

  return read_pairs (words, NULL, TRUE, error);
}
