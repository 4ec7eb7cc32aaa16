/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * Bound names, and scripts' values with them put in. */
#include "config.h"

#include "case-values.h"

#include <string.h>

#include "case-file.h"

/* What a script may have the runner make of one "$repeat" or "$seq". */
#define MAX_MADE (256 * 1024 * 1024)

struct _CaseValues
{
  GHashTable *bound; /* name -> JsonNode */
  GHashTable *plain; /* names that go in without quotes */
};

/* How bound values go into a text. */
typedef enum
{
  AS_PLAIN,
  AS_JSON,
  AS_OPEN, /* like PLAIN, and what is not bound is "*" */
} Form;

CaseValues *
case_values_new (void)
{
  CaseValues *self = g_new0 (CaseValues, 1);

  self->bound =
    g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify) json_node_unref);
  self->plain = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  return self;
}

void
case_values_free (CaseValues *self)
{
  g_hash_table_unref (self->bound);
  g_hash_table_unref (self->plain);
  g_free (self);
}

void
case_values_bind (CaseValues *self,
                  const char *name,
                  JsonNode   *value)
{
  if (value == NULL)
    g_hash_table_remove (self->bound, name);
  else
    g_hash_table_replace (self->bound, g_strdup (name), json_node_ref (value));
}

void
case_values_bind_plain (CaseValues *self,
                        const char *name,
                        const char *text)
{
  g_autoptr(JsonNode) node = gh_json_node_new_string (text);

  case_values_bind (self, name, node);
  g_hash_table_add (self->plain, g_strdup (name));
}

gboolean
case_values_has (CaseValues *self,
                 const char *name)
{
  return g_hash_table_contains (self->bound, name);
}

/* The name of a "${name}" at the start of text, or NULL: then it is no reference. */
static char *
dup_reference (const char  *text,
               const char **end)
{
  const char *p;

  if (text[0] != '$' || text[1] != '{')
    return NULL;
  for (p = text + 2; g_ascii_isalnum (*p) || *p == '_'; p++)
    ;
  if (*p != '}' || p == text + 2)
    return NULL;
  *end = p + 1;
  return g_strndup (text + 2, p - text - 2);
}

static gboolean
append_bound (CaseValues  *self,
              GString     *out,
              const char  *name,
              Form         form,
              GError     **error)
{
  JsonNode *value = g_hash_table_lookup (self->bound, name);
  const char *string = value != NULL ? gh_json_node_get_string (value) : NULL;

  if (value == NULL && form == AS_OPEN)
    g_string_append_c (out, '*');
  else if (value == NULL)
    {
      g_set_error (error, CASE_ERROR, CASE_ERROR_PLAY, "\"${%s}\" is not bound", name);
      return FALSE;
    }
  else if (string != NULL && (form != AS_JSON || g_hash_table_contains (self->plain, name)))
    g_string_append (out, string);
  else
    {
      g_autofree char *text = gh_json_write (value, NULL);

      g_string_append (out, text);
    }
  return TRUE;
}

static char *
expand_string (CaseValues  *self,
               const char  *text,
               Form         form,
               GError     **error)
{
  g_autoptr(GString) out = g_string_new (NULL);

  while (*text != '\0')
    {
      const char *end;
      g_autofree char *name = dup_reference (text, &end);

      if (name == NULL)
        {
          g_string_append_c (out, *text++);
          continue;
        }
      if (!append_bound (self, out, name, form, error))
        return NULL;
      text = end;
    }
  return g_string_free (g_steal_pointer (&out), FALSE);
}

char *
case_values_expand_text (CaseValues  *self,
                         const char  *text,
                         GError     **error)
{
  return expand_string (self, text, AS_JSON, error);
}

static JsonNode *expand (CaseValues  *self,
                         JsonNode    *value,
                         Form         form,
                         GError     **error);

/* {"$repeat": [TEXT, N]} and {"$seq": [FORMAT, N]}: their list, or NULL for anything else. */
static JsonArray *
get_made (JsonNode   *node,
          const char *name,
          gint64     *n)
{
  JsonObject *object = gh_json_node_get_object (node);
  JsonArray *list =
    object != NULL && json_object_get_size (object) == 1 ? gh_json_get_array (object, name) : NULL;

  if (list == NULL || json_array_get_length (list) != 2
      || !gh_json_node_is_string (json_array_get_element (list, 0))
      || !gh_json_node_get_int (json_array_get_element (list, 1), n) || *n < 0 || *n > MAX_MADE)
    return NULL;
  return list;
}

static JsonNode *
repeat (CaseValues  *self,
        JsonArray   *list,
        gint64       n,
        Form         form,
        GError     **error)
{
  g_autoptr(JsonNode) text = expand (self, json_array_get_element (list, 0), form, error);
  g_autoptr(GString) out = NULL;
  const char *one;

  if (text == NULL)
    return NULL;
  one = gh_json_node_get_string (text);
  if (one == NULL || strlen (one) * n > MAX_MADE)
    {
      g_set_error_literal (error, CASE_ERROR, CASE_ERROR_PLAY, "\"$repeat\" of too much");
      return NULL;
    }
  out = g_string_sized_new (strlen (one) * n + 1);
  for (gint64 i = 0; i < n; i++)
    g_string_append (out, one);
  return gh_json_node_new_string (out->str);
}

static gboolean
add_sequence (CaseValues  *self,
              JsonArray   *out,
              JsonArray   *list,
              gint64       n,
              Form         form,
              GError     **error)
{
  g_autoptr(JsonNode) format = expand (self, json_array_get_element (list, 0), form, error);
  g_auto(GStrv) pieces = NULL;

  if (format == NULL)
    return FALSE;
  pieces = g_strsplit (gh_json_node_get_string (format), "%d", -1);
  for (gint64 i = 0; i < n; i++)
    {
      g_autofree char *number = g_strdup_printf ("%" G_GINT64_FORMAT, i);
      g_autofree char *text = g_strjoinv (number, pieces);

      json_array_add_element (out, gh_json_node_new_string (text));
    }
  return TRUE;
}

static JsonNode *
expand_array (CaseValues  *self,
              JsonArray   *array,
              Form         form,
              GError     **error)
{
  g_autoptr(JsonArray) out = json_array_new ();

  for (guint i = 0; i < json_array_get_length (array); i++)
    {
      JsonNode *element = json_array_get_element (array, i);
      JsonNode *made;
      gint64 n;
      JsonArray *sequence = get_made (element, "$seq", &n);

      if (sequence != NULL)
        {
          if (!add_sequence (self, out, sequence, n, form, error))
            return NULL;
          continue;
        }
      made = expand (self, element, form, error);
      if (made == NULL)
        return NULL;
      json_array_add_element (out, made);
    }
  return gh_json_node_new_array (g_steal_pointer (&out));
}

static JsonNode *
expand_object (CaseValues  *self,
               JsonObject  *object,
               Form         form,
               GError     **error)
{
  g_autoptr(JsonObject) out = json_object_new ();
  JsonObjectIter iter;
  const char *name;
  JsonNode *value;

  json_object_iter_init_ordered (&iter, object);
  while (json_object_iter_next_ordered (&iter, &name, &value))
    {
      g_autofree char *key = expand_string (self, name, form == AS_JSON ? AS_PLAIN : form, error);
      JsonNode *made = key != NULL ? expand (self, value, form, error) : NULL;

      if (made == NULL)
        return NULL;
      json_object_set_member (out, key, made);
    }
  return gh_json_node_new_object (g_steal_pointer (&out));
}

static JsonNode *
expand (CaseValues  *self,
        JsonNode    *value,
        Form         form,
        GError     **error)
{
  JsonObject *object = gh_json_node_get_object (value);
  JsonArray *array = gh_json_node_get_array (value);
  const char *string = gh_json_node_get_string (value);
  gint64 n;

  if (object != NULL)
    {
      JsonArray *list = get_made (value, "$repeat", &n);

      return list != NULL ? repeat (self, list, n, form, error)
                          : expand_object (self, object, form, error);
    }
  if (array != NULL)
    return expand_array (self, array, form, error);
  if (string != NULL)
    {
      const char *end;
      g_autofree char *name = dup_reference (string, &end);
      g_autofree char *text = NULL;
      JsonNode *bound = name != NULL ? g_hash_table_lookup (self->bound, name) : NULL;

      if (bound != NULL && *end == '\0')
        return json_node_ref (bound);
      text = expand_string (self, string, form, error);
      return text != NULL ? gh_json_node_new_string (text) : NULL;
    }
  return json_node_ref (value);
}

JsonNode *
case_values_expand (CaseValues  *self,
                    JsonNode    *value,
                    GError     **error)
{
  return expand (self, value, AS_PLAIN, error);
}

JsonNode *
case_values_expand_open (CaseValues *self,
                         JsonNode   *value)
{
  return expand (self, value, AS_OPEN, NULL);
}
