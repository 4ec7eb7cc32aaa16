/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * What fits what. */
#include "config.h"

#include "case-pattern.h"

#include <string.h>

static gboolean
is_text (JsonNode   *node,
         const char *text)
{
  return g_strcmp0 (gh_json_node_get_string (node), text) == 0;
}

/* Written without fraction or exponent. */
static gboolean
is_integer (const char *number)
{
  return strpbrk (number, ".eE") == NULL;
}

static gboolean
numbers_fit (JsonNode *pattern,
             JsonNode *value)
{
  g_autofree char *wanted = gh_json_node_dup_text (pattern);
  g_autofree char *number = NULL;
  double a;
  double b;

  if (!gh_json_node_is_number (value))
    return FALSE;
  number = gh_json_node_dup_text (value);
  if (is_integer (wanted))
    return is_integer (number) && g_str_equal (wanted, number);
  return gh_json_node_get_double (pattern, &a) && gh_json_node_get_double (value, &b) && a == b;
}

static gboolean
objects_fit (JsonObject *pattern,
             JsonObject *value)
{
  JsonObjectIter iter;
  const char *name;
  JsonNode *wanted;

  if (value == NULL)
    return FALSE;
  json_object_iter_init (&iter, pattern);
  while (json_object_iter_next (&iter, &name, &wanted))
    {
      JsonNode *member = gh_json_get_any (value, name);

      if (is_text (wanted, "!") ? member != NULL
                                : member == NULL || !case_pattern_fits (wanted, member))
        return FALSE;
    }
  return TRUE;
}

static gboolean
arrays_fit (JsonArray *pattern,
            JsonArray *value)
{
  if (value == NULL || json_array_get_length (pattern) != json_array_get_length (value))
    return FALSE;
  for (guint i = 0; i < json_array_get_length (pattern); i++)
    if (!case_pattern_fits (json_array_get_element (pattern, i), json_array_get_element (value, i)))
      return FALSE;
  return TRUE;
}

gboolean
case_pattern_fits (JsonNode *pattern,
                   JsonNode *value)
{
  JsonObject *object = gh_json_node_get_object (pattern);
  JsonArray *array = gh_json_node_get_array (pattern);

  if (is_text (pattern, "*"))
    return TRUE;
  if (object != NULL)
    return objects_fit (object, gh_json_node_get_object (value));
  if (array != NULL)
    return arrays_fit (array, gh_json_node_get_array (value));
  if (gh_json_node_is_number (pattern))
    return numbers_fit (pattern, value);
  return gh_json_node_equal (pattern, value);
}

static JsonNode *
get_method (JsonNode *message)
{
  JsonObject *object = message != NULL ? gh_json_node_get_object (message) : NULL;

  return object != NULL ? gh_json_get_any (object, "method") : NULL;
}

gboolean
case_pattern_fits_method (JsonNode *pattern,
                          JsonNode *message)
{
  JsonNode *wanted = get_method (pattern);
  JsonNode *method = get_method (message);

  if (message == NULL)
    return FALSE;
  if (wanted == NULL || is_text (wanted, "!"))
    return method == NULL;
  return method != NULL && case_pattern_fits (wanted, method);
}

gboolean
case_pattern_fits_message (JsonNode *pattern,
                           JsonNode *message)
{
  return case_pattern_fits_method (pattern, message) && case_pattern_fits (pattern, message);
}

/* "*" is any text, also none. */
static gboolean
glob (const char *pattern,
      const char *text)
{
  for (; *pattern != '\0' && *pattern != '*'; pattern++, text++)
    if (*pattern != *text)
      return FALSE;
  if (*pattern == '\0')
    return *text == '\0';
  do
    if (glob (pattern + 1, text))
      return TRUE;
  while (*text++ != '\0');
  return FALSE;
}

gboolean
case_pattern_fits_path (const char *pattern,
                        const char *path,
                        const char *query)
{
  g_autofree char *whole = NULL;

  if (strchr (pattern, '?') == NULL)
    return glob (pattern, path);
  whole = g_strconcat (path, query != NULL ? "?" : "", query, NULL);
  return glob (pattern, whole);
}

JsonNode *
case_pattern_find (JsonNode   *value,
                   const char *path)
{
  g_auto(GStrv) names = g_strsplit (path, ".", -1);

  for (guint i = 0; names[i] != NULL && value != NULL; i++)
    {
      JsonObject *object = gh_json_node_get_object (value);
      JsonArray *array = gh_json_node_get_array (value);
      guint64 index;

      if (object != NULL)
        value = gh_json_get_any (object, names[i]);
      else if (array != NULL
               && g_ascii_string_to_unsigned (names[i], 10, 0, G_MAXUINT, &index, NULL)
               && index < json_array_get_length (array))
        value = json_array_get_element (array, index);
      else
        value = NULL;
    }
  return value;
}

gboolean
case_list_has (JsonArray  *list,
               const char *word)
{
  for (guint i = 0; list != NULL && i < json_array_get_length (list); i++)
    if (g_strcmp0 (gh_json_node_get_string (json_array_get_element (list, i)), word) == 0)
      return TRUE;
  return FALSE;
}

gboolean
case_pattern_holds (JsonNode *range,
                    gint64    n)
{
  JsonObject *object = gh_json_node_get_object (range);
  gint64 exact;

  if (object == NULL)
    return gh_json_node_get_int (range, &exact) && n == exact;
  return n >= gh_json_get_int (object, "min", G_MININT64)
         && n <= gh_json_get_int (object, "max", G_MAXINT64);
}
