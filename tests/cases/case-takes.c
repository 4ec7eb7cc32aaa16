/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * Which steps could take what the host sends. */
#include "config.h"

#include "case-takes.h"

#include <string.h>

#include "case-check.h"
#include "case-pattern.h"

static const char * const taking_steps[] = {
  "expect", "expect_next", "expect_raw_contains", "on_each", "answer_default", "handshake", "http",
  "http_parallel", NULL,
};

static gboolean
fits_headers (JsonObject  *http,
              CaseRequest *request)
{
  JsonObject *with = gh_json_get_object (http, "with_headers");
  JsonArray *without = gh_json_get_array (http, "without_headers");

  if (with != NULL)
    {
      JsonObjectIter iter;
      const char *name;
      JsonNode *value;

      json_object_iter_init (&iter, with);
      while (json_object_iter_next (&iter, &name, &value))
        {
          const char *header = case_request_get_header (request, name);
          const char *wanted = gh_json_node_get_string (value);

          if (header == NULL || wanted == NULL || !case_pattern_fits_path (wanted, header, NULL))
            return FALSE;
        }
    }
  for (guint i = 0; without != NULL && i < json_array_get_length (without); i++)
    if (case_request_get_header (request,
                                 gh_json_node_get_string (json_array_get_element (without, i)))
        != NULL)
      return FALSE;
  return TRUE;
}

static gboolean
fits_address (JsonObject  *http,
              CaseRequest *request)
{
  const char *on = gh_json_get_string (http, "on");
  const char *path = gh_json_get_string (http, "path");

  return (on == NULL || g_str_equal (on, request->verb))
         && (path == NULL || case_pattern_fits_path (path, request->path, request->query))
         && fits_headers (http, request);
}

static gboolean
fits_form (JsonObject *form,
           GHashTable *members)
{
  JsonObjectIter iter;
  const char *name;
  JsonNode *value;

  if (members == NULL)
    return FALSE;
  json_object_iter_init (&iter, form);
  while (json_object_iter_next (&iter, &name, &value))
    {
      const char *wanted = gh_json_node_get_string (value);
      const char *member = g_hash_table_lookup (members, name);

      if (g_strcmp0 (wanted, "!") == 0)
        {
          if (member != NULL)
            return FALSE;
        }
      else if (member == NULL || (g_strcmp0 (wanted, "*") != 0 && g_strcmp0 (wanted, member) != 0))
        return FALSE;
    }
  return TRUE;
}

gboolean
case_fits_request (CasePlay    *play,
                   JsonObject  *http,
                   CaseRequest *request)
{
  JsonNode *match = gh_json_get (http, "match");
  JsonObject *form = gh_json_get_object (http, "form");

  return fits_address (http, request)
         && (match == NULL || case_pattern_fits_message (match, request->json))
         && (form == NULL || fits_form (form, request->form));
}

static gboolean
http_could_take (JsonObject *http,
                 CaseItem   *item)
{
  JsonNode *match = gh_json_get (http, "match");

  return item->request != NULL && fits_address (http, item->request)
         && (match == NULL || case_pattern_fits_method (match, item->message));
}

static gboolean
pattern_could_take (JsonNode *pattern,
                    CaseItem *item)
{
  if (item->line == NULL || !case_pattern_fits_method (pattern, item->message))
    return FALSE;
  return case_item_get_method (item) != NULL || case_pattern_fits (pattern, item->message);
}

/* All of the texts, as far as they are known already. */
static gboolean
text_could_take (JsonNode *texts,
                 CaseItem *item)
{
  JsonArray *list = gh_json_node_get_array (texts);
  const char *text = gh_json_node_get_string (texts);

  if (item->line == NULL)
    return FALSE;
  if (text != NULL)
    {
      g_autofree char *anywhere = g_strconcat ("*", text, "*", NULL);

      return strstr (item->line, text) != NULL
             || case_pattern_fits_path (anywhere, item->line, NULL);
    }
  for (guint i = 0; list != NULL && i < json_array_get_length (list); i++)
    if (!text_could_take (json_array_get_element (list, i), item))
      return FALSE;
  return TRUE;
}

static gboolean
step_could_take (JsonObject *step,
                 const char *name,
                 CaseItem   *item)
{
  JsonNode *value = gh_json_get_any (step, name);
  const char *method = case_item_get_method (item);

  if (g_str_equal (name, "expect") || g_str_equal (name, "expect_next")
      || g_str_equal (name, "on_each"))
    return pattern_could_take (value, item);
  if (g_str_equal (name, "expect_raw_contains"))
    return text_could_take (value, item);
  if (g_str_equal (name, "answer_default"))
    return item->line != NULL && case_item_is_request (item)
           && case_list_has (gh_json_get_array (step, "for"), method);
  if (g_str_equal (name, "handshake"))
    return item->line != NULL
           && (g_strcmp0 (method, "initialize") == 0
               || g_strcmp0 (method, "notifications/initialized") == 0);
  if (g_str_equal (name, "http"))
    return http_could_take (gh_json_node_get_object (value), item);
  if (g_str_equal (name, "http_parallel"))
    {
      JsonArray *list = gh_json_node_get_array (value);

      for (guint i = 0; i < json_array_get_length (list); i++)
        if (http_could_take (gh_json_node_get_object (json_array_get_element (list, i)), item))
          return TRUE;
    }
  return FALSE;
}

gboolean
case_could_be_taken (CasePlay *play,
                     CaseItem *item,
                     guint     from)
{
  for (guint i = from; i < json_array_get_length (play->c->script); i++)
    {
      JsonNode *node = json_array_get_element (play->c->script, i);
      const char *name = case_step_name (gh_json_node_get_object (node));
      g_autoptr(JsonNode) step = NULL;

      if (!g_strv_contains (taking_steps, name))
        continue;
      step = case_values_expand_open (play->values, node);
      if (step_could_take (gh_json_node_get_object (step), name, item))
        return TRUE;
    }
  return FALSE;
}
