/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * What the APIs of model endpoints have in common: pure functions. */
#include "config.h"

#include "gh-llm-api.h"

#include "gh-json.h"

#include <string.h>

/* "v1", "v4", "v1beta": endpoints that are not at the usual version name theirs too. */
static gboolean
names_version (const char *path)
{
  g_auto(GStrv) segments = g_strsplit (path, "/", -1);

  for (guint i = 0; segments[i] != NULL; i++)
    {
      if (segments[i][0] == 'v' && g_ascii_isdigit (segments[i][1]))
        return TRUE;
    }

  return FALSE;
}

char *
gh_llm_api_normalize_url (const GhLlmApi *api,
                          const char     *base_url)
{
  g_return_val_if_fail (api != NULL, NULL);
  g_return_val_if_fail (base_url != NULL, NULL);

  g_autofree char *url = g_strstrip (g_strdup (base_url));
  const char *path;

  url[strcspn (url, "?#")] = '\0';
  while (g_str_has_suffix (url, "/"))
    url[strlen (url) - 1] = '\0';
  /* What people copy from a page about the API. */
  for (guint i = 0; api->endings[i] != NULL; i++)
    {
      if (g_str_has_suffix (url, api->endings[i]))
        url[strlen (url) - strlen (api->endings[i])] = '\0';
    }

  path = strstr (url, "://");
  path = path != NULL ? strchr (path + strlen ("://"), '/') : NULL;
  if (names_version (api->version) && path != NULL && names_version (path))
    return g_steal_pointer (&url);

  return g_strconcat (url, api->version, NULL);
}

void
gh_llm_set_protocol_error (GError     **error,
                           const char  *what)
{
  g_set_error (error, GH_LLM_ERROR, GH_LLM_ERROR_PROTOCOL,
               "The answer is not what the API promises: %s", what);
}

void
gh_llm_set_unsupported (GError     **error,
                        const char  *what)
{
  g_set_error (error, GH_LLM_ERROR, GH_LLM_ERROR_UNSUPPORTED, "This API cannot take %s", what);
}

static gboolean
is_error (JsonObject *object)
{
  JsonNode *error = gh_json_get (object, "error");

  return (error != NULL && !gh_json_node_is_null (error)) ||
         (g_strcmp0 (gh_json_get_string (object, "object"), "error") == 0 &&
          gh_json_get (object, "message") != NULL);
}

static gboolean
decode_node (const GhLlmApi  *api,
             JsonNode        *node,
             const char      *data,
             gsize            length,
             GhLlmAnswer     *answer,
             GError         **error)
{
  JsonObject *object = gh_json_node_get_object (node);

  if (object == NULL)
    {
      gh_llm_set_protocol_error (error, "not an object");
      return FALSE;
    }
  if (is_error (object))
    {
      g_propagate_error (error, gh_llm_error_read_event (data, length));
      return FALSE;
    }

  return api->decode (object, answer, error) && gh_llm_answer_check (answer, error);
}

gboolean
gh_llm_api_decode (const GhLlmApi  *api,
                   const char      *data,
                   gsize            length,
                   GhLlmAnswer     *answer,
                   GError         **error)
{
  g_autoptr(GError) json_error = NULL;
  g_autoptr(JsonNode) node = NULL;
  JsonArray *array;

  g_return_val_if_fail (api != NULL, FALSE);
  g_return_val_if_fail (answer != NULL, FALSE);

  /* What OpenAI-compatible endpoints say at the end; the other APIs have no such text. */
  if (length == strlen ("[DONE]") && memcmp (data, "[DONE]", length) == 0)
    {
      gh_llm_answer_set_ended (answer);
      return TRUE;
    }

  node = gh_json_read (data, length, &json_error);
  if (node == NULL)
    {
      gh_llm_set_protocol_error (error, json_error->message);
      return FALSE;
    }

  /* Gemini's answers are an array where they are not asked for as events. */
  array = gh_json_node_get_array (node);
  for (guint i = 0; array != NULL && i < json_array_get_length (array); i++)
    if (!decode_node (api, json_array_get_element (array, i), data, length, answer, error))
      return FALSE;

  return array != NULL || decode_node (api, node, data, length, answer, error);
}

char *
gh_llm_dup_base64 (GhLlmPart *part)
{
  gsize length;
  const guchar *bytes = g_bytes_get_data (part->data, &length);

  return g_base64_encode (bytes, length);
}

JsonNode *
gh_llm_encode_strv (char **strv)
{
  JsonArray *array = json_array_new ();

  for (guint i = 0; strv[i] != NULL; i++)
    json_array_add_element (array, gh_json_node_new_string (strv[i]));

  return gh_json_node_new_array (array);
}

char *
gh_llm_dup_result_text (GhLlmPart   *result,
                        const char  *error_prefix,
                        GError     **error)
{
  g_autoptr(GString) text = g_string_new (result->is_error ? error_prefix : NULL);

  for (guint i = 0; i < result->parts->len; i++)
    {
      GhLlmPart *part = g_ptr_array_index (result->parts, i);

      if (part->kind != GH_LLM_PART_TEXT)
        {
          gh_llm_set_unsupported (error, "anything but text in the result of a tool");
          return NULL;
        }
      if (i > 0)
        g_string_append_c (text, '\n');
      g_string_append (text, part->text);
    }

  return g_strdup (text->str);
}

JsonNode *
gh_llm_encode_functions (GhLlmRequest *request)
{
  JsonArray *array = json_array_new ();

  for (guint i = 0; i < request->tools->len; i++)
    {
      GhLlmTool *tool = g_ptr_array_index (request->tools, i);
      g_autofree char *name = gh_llm_dup_wire_name (tool->name);
      JsonObject *function = json_object_new ();
      JsonObject *object = json_object_new ();

      json_object_set_member (function, "name", gh_json_node_new_string (name));
      if (tool->description != NULL)
        json_object_set_member (function, "description",
                                gh_json_node_new_string (tool->description));
      json_object_set_member (function, "parameters", json_node_ref (tool->input_schema));
      json_object_set_member (object, "type", gh_json_node_new_string ("function"));
      json_object_set_member (object, "function", gh_json_node_new_object (function));
      json_array_add_element (array, gh_json_node_new_object (object));
    }

  return gh_json_node_new_array (array);
}

const char *
gh_llm_find_tool_name (GhLlmRequest *request,
                       const char   *tool_use_id)
{
  for (guint i = 0; i < request->messages->len; i++)
    {
      GhLlmMessage *message = g_ptr_array_index (request->messages, i);

      for (guint j = 0; j < message->parts->len; j++)
        {
          GhLlmPart *part = g_ptr_array_index (message->parts, j);

          if (part->kind == GH_LLM_PART_TOOL_USE && g_str_equal (part->id, tool_use_id))
            return part->name;
        }
    }

  return NULL;
}
