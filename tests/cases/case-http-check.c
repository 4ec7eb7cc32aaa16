/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * What a request's body must be like. */
#include "config.h"

#include "case-http-check.h"

#include <string.h>

#include "case-play.h"

#define MAX_NAME 64
#define NAME_CHARACTERS "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-"

/* --- tool_names --- */

static gboolean
add_name (GHashTable  *names,
          JsonObject  *tool,
          GError     **error)
{
  const char *name = tool != NULL ? gh_json_get_string (tool, "name") : NULL;
  gsize length = name != NULL ? strlen (name) : 0;

  if (length < 1 || length > MAX_NAME || strspn (name, NAME_CHARACTERS) != length)
    return case_step_fail (error, "tool_names: \"%s\" is no name", name != NULL ? name : "");
  if (!g_hash_table_add (names, g_strdup (name)))
    return case_step_fail (error, "tool_names: \"%s\" twice", name);
  return TRUE;
}

/* {"name"} (Anthropic), {"function": {"name"}} (OpenAI, Ollama), {"functionDeclarations": [..]}
 * (Gemini). */
static gboolean
check_tool_names (JsonObject  *body,
                  GError     **error)
{
  g_autoptr(GHashTable) names = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  JsonArray *tools = gh_json_get_array (body, "tools");

  for (guint i = 0; tools != NULL && i < json_array_get_length (tools); i++)
    {
      JsonObject *tool = gh_json_node_get_object (json_array_get_element (tools, i));
      JsonArray *declared = tool != NULL ? gh_json_get_array (tool, "functionDeclarations") : NULL;
      JsonObject *function = tool != NULL ? gh_json_get_object (tool, "function") : NULL;

      if (declared == NULL && !add_name (names, function != NULL ? function : tool, error))
        return FALSE;
      for (guint j = 0; declared != NULL && j < json_array_get_length (declared); j++)
        if (!add_name (names, gh_json_node_get_object (json_array_get_element (declared, j)),
                       error))
          return FALSE;
    }
  return g_hash_table_size (names) > 0 || case_step_fail (error, "tool_names: no tools");
}

/* --- anthropic_tool_pairs --- */

/* The ids in blocks of a type; `leading`: only of those the content begins with. */
static GPtrArray *
list_ids (JsonObject *message,
          const char *type,
          const char *member,
          gboolean    leading)
{
  GPtrArray *ids = g_ptr_array_new ();
  JsonArray *content = gh_json_get_array (message, "content");

  for (guint i = 0; content != NULL && i < json_array_get_length (content); i++)
    {
      JsonObject *block = gh_json_node_get_object (json_array_get_element (content, i));

      if (block != NULL && g_strcmp0 (gh_json_get_string (block, "type"), type) == 0)
        g_ptr_array_add (ids, (gpointer) gh_json_get_string (block, member));
      else if (leading)
        break;
    }
  return ids;
}

static gboolean
has_same_ids (GPtrArray *a,
              GPtrArray *b)
{
  if (a->len != b->len)
    return FALSE;
  for (guint i = 0; i < a->len; i++)
    if (g_ptr_array_index (a, i) == NULL
        || !g_ptr_array_find_with_equal_func (b, g_ptr_array_index (a, i), g_str_equal, NULL))
      return FALSE;
  return TRUE;
}

static gboolean
check_tool_pairs (JsonObject  *body,
                  GError     **error)
{
  JsonArray *messages = gh_json_get_array (body, "messages");
  g_autoptr(GPtrArray) open = g_ptr_array_new ();

  for (guint i = 0; messages != NULL && i < json_array_get_length (messages); i++)
    {
      JsonObject *message = gh_json_node_get_object (json_array_get_element (messages, i));
      gboolean assistant = g_strcmp0 (gh_json_get_string (message, "role"), "assistant") == 0;
      g_autoptr(GPtrArray) all = list_ids (message, "tool_result", "tool_use_id", FALSE);
      g_autoptr(GPtrArray) leading = list_ids (message, "tool_result", "tool_use_id", TRUE);

      if (all->len != leading->len || (assistant && (open->len > 0 || all->len > 0))
          || !has_same_ids (open, leading))
        return case_step_fail (error, "anthropic_tool_pairs: message %u", i);
      g_ptr_array_unref (open);
      open = assistant ? list_ids (message, "tool_use", "id", FALSE) : g_ptr_array_new ();
    }
  return open->len == 0 || case_step_fail (error, "anthropic_tool_pairs: no results at the end");
}

/* --- gemini_parameters --- */

static gboolean check_schema (JsonNode *node);

static gboolean
check_schemas_in (JsonNode *node)
{
  JsonObject *object = node != NULL ? gh_json_node_get_object (node) : NULL;
  JsonArray *array = node != NULL ? gh_json_node_get_array (node) : NULL;
  JsonObjectIter iter;
  JsonNode *value;

  for (guint i = 0; array != NULL && i < json_array_get_length (array); i++)
    if (!check_schema (json_array_get_element (array, i)))
      return FALSE;
  if (object == NULL)
    return TRUE;
  json_object_iter_init (&iter, object);
  while (json_object_iter_next (&iter, NULL, &value))
    if (!check_schema (value))
      return FALSE;
  return TRUE;
}

static gboolean
check_schema (JsonNode *node)
{
  static const char * const of_schemas[] = {
    "properties", "anyOf", "oneOf", "allOf", "prefixItems", "$defs", "definitions",
  };
  static const char * const schemas[] = { "items", "not", "additionalProperties" };
  JsonObject *object = gh_json_node_get_object (node);

  if (object == NULL)
    return !gh_json_node_is_boolean (node);
  if (gh_json_get_array (object, "type") != NULL)
    return FALSE;
  for (gsize i = 0; i < G_N_ELEMENTS (of_schemas); i++)
    if (!check_schemas_in (gh_json_get_any (object, of_schemas[i])))
      return FALSE;
  for (gsize i = 0; i < G_N_ELEMENTS (schemas); i++)
    if (json_object_has_member (object, schemas[i])
        && !check_schema (gh_json_get_any (object, schemas[i])))
      return FALSE;
  return TRUE;
}

/* Every "parameters", wherever it is. */
static gboolean
check_parameters (JsonNode  *node,
                  GError   **error)
{
  JsonObject *object = gh_json_node_get_object (node);
  JsonArray *array = gh_json_node_get_array (node);
  JsonObjectIter iter;
  const char *name;
  JsonNode *value;

  for (guint i = 0; array != NULL && i < json_array_get_length (array); i++)
    if (!check_parameters (json_array_get_element (array, i), error))
      return FALSE;
  if (object == NULL)
    return TRUE;
  json_object_iter_init (&iter, object);
  while (json_object_iter_next (&iter, &name, &value))
    {
      if (g_str_equal (name, "parametersJsonSchema"))
        continue;
      if (g_str_equal (name, "parameters") && !check_schema (value))
        return case_step_fail (error, "gemini_parameters: a schema that Gemini refuses");
      if (!check_parameters (value, error))
        return FALSE;
    }
  return TRUE;
}

/* --- all --- */

static gboolean
check_by_name (const char  *name,
               CaseRequest *request,
               GError     **error)
{
  JsonObject *body = request->json != NULL ? gh_json_node_get_object (request->json) : NULL;

  if (body == NULL)
    return case_step_fail (error, "%s: the body is no JSON object", name);
  if (g_str_equal (name, "tool_names"))
    return check_tool_names (body, error);
  if (g_str_equal (name, "anthropic_tool_pairs"))
    return check_tool_pairs (body, error);
  return check_parameters (request->json, error);
}

static char *
dup_body (CaseRequest *request)
{
  gsize length;
  const char *data = g_bytes_get_data (request->body, &length);

  return request->json != NULL ? gh_json_write (request->json, NULL)
                               : g_strndup (data != NULL ? data : "", length);
}

static guint
count_text (const char *body,
            const char *text)
{
  guint n = 0;

  for (const char *p = strstr (body, text); p != NULL; p = strstr (p + strlen (text), text))
    n++;
  return n;
}

static gboolean
check_texts (JsonArray   *texts,
             const char  *body,
             gboolean     wanted,
             GError     **error)
{
  for (guint i = 0; texts != NULL && i < json_array_get_length (texts); i++)
    {
      const char *text = gh_json_node_get_string (json_array_get_element (texts, i));

      if (text == NULL || (strstr (body, text) != NULL) != wanted)
        return case_step_fail (error, "the body %s %s: %.500s", wanted ? "lacks" : "has", text,
                               body);
    }
  return TRUE;
}

static gboolean
check_counts (JsonObject  *counts,
              const char  *body,
              GError     **error)
{
  JsonObjectIter iter;
  const char *text;
  JsonNode *value;

  if (counts == NULL)
    return TRUE;
  json_object_iter_init (&iter, counts);
  while (json_object_iter_next (&iter, &text, &value))
    {
      gint64 n;

      if (text[0] == '\0' || !gh_json_node_get_int (value, &n) || count_text (body, text) != n)
        return case_step_fail (error, "the body has %s %u times: %.500s", text,
                               text[0] != '\0' ? count_text (body, text) : 0, body);
    }
  return TRUE;
}

/* One name, or a list of them. */
static gboolean
check_by_names (JsonNode    *names,
                CaseRequest *request,
                GError     **error)
{
  JsonArray *list = names != NULL ? gh_json_node_get_array (names) : NULL;

  if (names != NULL && list == NULL)
    return check_by_name (gh_json_node_get_string (names), request, error);
  for (guint i = 0; list != NULL && i < json_array_get_length (list); i++)
    if (!check_by_names (json_array_get_element (list, i), request, error))
      return FALSE;
  return TRUE;
}

gboolean
case_http_check (JsonObject   *keys,
                 CaseRequest  *request,
                 GError      **error)
{
  g_autofree char *body = dup_body (request);

  return check_texts (gh_json_get_array (keys, "body_contains"), body, TRUE, error)
         && check_texts (gh_json_get_array (keys, "body_not_contains"), body, FALSE, error)
         && check_counts (gh_json_get_object (keys, "body_count"), body, error)
         && check_by_names (gh_json_get (keys, "check"), request, error);
}
