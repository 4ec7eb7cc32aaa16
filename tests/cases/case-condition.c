/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * What must be true of the host. */
#include "config.h"

#include "case-condition.h"

#include <string.h>

gboolean
case_is_not (GString    *why,
             const char *format,
             ...)
{
  va_list list;

  va_start (list, format);
  g_string_append_vprintf (why, format, list);
  va_end (list);
  return FALSE;
}

gboolean
case_is_word (JsonNode   *wanted,
              const char *word)
{
  JsonArray *list = gh_json_node_get_array (wanted);

  for (guint i = 0; list != NULL && i < json_array_get_length (list); i++)
    if (case_is_word (json_array_get_element (list, i), word))
      return TRUE;
  return g_strcmp0 (gh_json_node_get_string (wanted), word) == 0;
}

gboolean
case_has_texts (JsonNode   *wanted,
                const char *text)
{
  JsonArray *list = gh_json_node_get_array (wanted);
  const char *one = gh_json_node_get_string (wanted);

  if (text == NULL || (list == NULL && one == NULL))
    return FALSE;
  for (guint i = 0; list != NULL && i < json_array_get_length (list); i++)
    if (!case_has_texts (json_array_get_element (list, i), text))
      return FALSE;
  return one == NULL || strstr (text, one) != NULL;
}

gboolean
case_is_valid (GString    *why,
               const char *text)
{
  return text == NULL || g_utf8_validate (text, -1, NULL)
         || case_is_not (why, "a text that the host keeps is not valid UTF-8");
}

static CaseConditionFunc
find_condition (const char *name)
{
  const CaseCondition *tables[] = {
    case_server_conditions, case_call_conditions, case_person_conditions,
    case_model_conditions,
  };

  for (gsize i = 0; i < G_N_ELEMENTS (tables); i++)
    for (const CaseCondition *condition = tables[i]; condition->name != NULL; condition++)
      if (g_str_equal (condition->name, name))
        return condition->func;
  return NULL;
}

JsonNode *
case_check_conditions (CaseWorld  *world,
                       JsonObject *conditions)
{
  JsonObject *answer = json_object_new ();
  JsonObjectIter iter;
  const char *name;
  JsonNode *wanted;
  gboolean holds = TRUE;
  g_autoptr(GString) why = g_string_new (NULL);
  g_autofree char *valid = NULL;

  json_object_iter_init_ordered (&iter, conditions);
  while (holds && json_object_iter_next_ordered (&iter, &name, &wanted))
    {
      CaseConditionFunc func = find_condition (name);

      g_string_append_printf (why, "%s: ", name);
      holds = func != NULL ? func (world, wanted, why)
                           : case_is_not (why, "the host has nothing that tells");
      if (holds)
        g_string_truncate (why, 0);
    }
  valid = g_utf8_make_valid (why->str, -1);
  json_object_set_member (answer, "holds", gh_json_node_new_boolean (holds));
  json_object_set_member (answer, "why", gh_json_node_new_string (valid));
  return gh_json_node_new_object (answer);
}
