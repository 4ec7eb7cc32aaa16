/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * What a form's field takes from its JSON schema: kind, words, limits, choices, default. */
#include "config.h"

#include "gh-form-field-private.h"

#include <string.h>

#include "gh-json.h"

/* A drop-down with more entries cannot be used; the field is written as JSON instead. */
#define MAX_CHOICES 1000
/* As check buttons, all of them are there at once. */
#define MAX_CHECKS 100
/* "$ref" leads to "$ref"...: real schemas need one or two steps. */
#define MAX_REFERENCES 8
/* A text that may be so long gets several lines; many schemas set a limit for short ones, too. */
#define LONG_TEXT 1000
/* Patterns are run on the main thread: a longer one, or one that needs more steps, is left to
 * the server. */
#define MAX_PATTERN 1000
#define PATTERN_STEPS "(*LIMIT_MATCH=20000)"

/* Names under which servers ask for longer texts; hardly one says so in its schema. */
static const char *const long_names[] = {
  "body", "code", "content", "contents", "diff", "html", "markdown", "message", "newText",
  "new_text",
  "oldText", "old_text", "patch", "prompt", "script", "sql", "text",
};

/* Follows "#/$defs/Name" and "#/definitions/Name"; other references are never followed (10.18). */
static JsonObject *
resolve (JsonObject *schema,
         JsonObject *root)
{
  for (int i = 0; i < MAX_REFERENCES && schema != NULL; i++)
    {
      const char *reference = gh_json_get_string (schema, "$ref");
      const char *name = NULL;
      JsonObject *definitions = NULL;

      if (reference == NULL)
        return schema;
      if (root != NULL && g_str_has_prefix (reference, "#/$defs/"))
        {
          name = reference + strlen ("#/$defs/");
          definitions = gh_json_get_object (root, "$defs");
        }
      else if (root != NULL && g_str_has_prefix (reference, "#/definitions/"))
        {
          name = reference + strlen ("#/definitions/");
          definitions = gh_json_get_object (root, "definitions");
        }
      schema = definitions != NULL ? gh_json_get_object (definitions, name) : NULL;
    }
  return NULL;
}

static gboolean
is_null_schema (JsonObject *schema)
{
  return g_strcmp0 (gh_json_get_string (schema, "type"), "null") == 0;
}

/* The value of "const", which may be null; NULL without one. */
static JsonNode *
find_const (JsonObject *schema)
{
  JsonObjectIter iter;
  const char *name;
  JsonNode *node;

  json_object_iter_init (&iter, schema);
  while (json_object_iter_next (&iter, &name, &node))
    if (g_str_equal (name, "const"))
      return node;
  return NULL;
}

/* [{"type": "string"}, {"type": "null"}]: the one that is not null, else NULL. */
static JsonObject *
only_alternative (JsonObject *schema,
                  JsonObject *root)
{
  JsonArray *array = gh_json_get_array (schema, "anyOf");
  JsonObject *found = NULL;

  if (array == NULL)
    array = gh_json_get_array (schema, "oneOf");
  if (array == NULL && (array = gh_json_get_array (schema, "allOf")) != NULL &&
      json_array_get_length (array) != 1)
    return NULL;
  for (guint i = 0; array != NULL && i < json_array_get_length (array); i++)
    {
      JsonObject *alternative = gh_json_node_get_object (json_array_get_element (array, i));

      if (alternative == NULL)
        return NULL;
      if (is_null_schema (alternative))
        continue;
      if (found != NULL)
        return NULL;
      found = alternative;
    }
  return found != NULL ? resolve (found, root) : NULL;
}

/* "type" as one word: ["string", "null"] is "string"; several others are none. */
static const char *
find_type (JsonObject *schema)
{
  const char *type = gh_json_get_string (schema, "type");
  JsonArray *types = gh_json_get_array (schema, "type");

  for (guint i = 0; types != NULL && i < json_array_get_length (types); i++)
    {
      const char *name = gh_json_node_get_string (json_array_get_element (types, i));

      if (g_strcmp0 (name, "null") == 0)
        continue;
      if (type != NULL)
        return NULL;
      type = name;
    }
  return type;
}

/* A string as it is, anything else as JSON. */
char *
gh_form_field_dup_node_text (JsonNode *node)
{
  const char *string = gh_json_node_get_string (node);

  return string != NULL ? g_strdup (string) : gh_json_write (node, NULL);
}

static void
add_choice (GhFormField *self,
            const char  *title,
            JsonNode    *value)
{
  GhFormChoice *choice = g_new0 (GhFormChoice, 1);

  choice->title = title != NULL ? g_strdup (title) : gh_form_field_dup_node_text (value);
  choice->value = json_node_ref (value);
  g_ptr_array_add (self->choices, choice);
}

/* "enum" with or without "enumNames", or alternatives that are all "const" (SEP-1330). */
static gboolean
read_choices (GhFormField *self,
              JsonObject  *schema)
{
  JsonArray *values = gh_json_get_array (schema, "enum");
  JsonArray *names = gh_json_get_array (schema, "enumNames");

  if (values != NULL)
    {
      if (json_array_get_length (values) == 0 || json_array_get_length (values) > MAX_CHOICES)
        return FALSE;
      for (guint i = 0; i < json_array_get_length (values); i++)
        {
          const char *title = NULL;

          if (names != NULL && i < json_array_get_length (names))
            title = gh_json_node_get_string (json_array_get_element (names, i));
          add_choice (self, title, json_array_get_element (values, i));
        }
      return TRUE;
    }
  if (find_const (schema) != NULL)
    {
      add_choice (self, NULL, find_const (schema));
      return TRUE;
    }

  values = gh_json_get_array (schema, "oneOf");
  if (values == NULL)
    values = gh_json_get_array (schema, "anyOf");
  if (values == NULL || json_array_get_length (values) == 0 ||
      json_array_get_length (values) > MAX_CHOICES)
    return FALSE;
  for (guint i = 0; i < json_array_get_length (values); i++)
    {
      JsonObject *alternative = gh_json_node_get_object (json_array_get_element (values, i));

      if (alternative == NULL || find_const (alternative) == NULL)
        {
          g_ptr_array_set_size (self->choices, 0);
          return FALSE;
        }
      add_choice (self,
                  gh_json_get_string (alternative, "title"),
                  find_const (alternative));
    }
  return TRUE;
}

static void
read_limit (JsonObject  *schema,
            const char  *name,
            const char  *exclusive_name,
            char       **text,
            JsonNode   **node,
            gboolean    *exclusive)
{
  JsonNode *limit = gh_json_get (schema, name);
  JsonNode *other = gh_json_get (schema, exclusive_name);

  *exclusive = FALSE;
  if (limit == NULL || !gh_json_node_is_number (limit))
    limit = NULL;
  /* A number since draft 6, a flag on "minimum" before. */
  if (other != NULL && gh_json_node_is_number (other))
    {
      limit = other;
      *exclusive = TRUE;
    }
  else if (limit != NULL)
    *exclusive = gh_json_get_boolean (schema, exclusive_name, FALSE);
  if (limit == NULL)
    return;
  *node = json_node_ref (limit);
  *text = gh_json_write (limit, NULL);
}

static int
read_length (JsonObject *schema,
             const char *name)
{
  gint64 length = gh_json_get_int (schema, name, -1);

  return length < 0 || length > G_MAXINT ? -1 : (int) length;
}

static gboolean
is_long_text (GhFormField *self,
              JsonObject  *schema)
{
  const char *initial = self->default_value != NULL
                        ? gh_json_node_get_string (self->default_value) : NULL;

  if (initial != NULL && strchr (initial, '\n') != NULL)
    return TRUE;
  if (self->format != NULL)
    return g_str_equal (self->format, "textarea") || g_str_equal (self->format, "multiline") ||
           g_str_equal (self->format, "markdown");
  if (self->max_length >= 0)
    return self->max_length > LONG_TEXT;
  if (gh_json_get_string (schema, "contentMediaType") != NULL)
    return TRUE;
  for (guint i = 0; i < G_N_ELEMENTS (long_names); i++)
    if (g_str_equal (self->name, long_names[i]))
      return TRUE;
  return FALSE;
}

static void
read_pattern (GhFormField *self,
              JsonObject  *schema)
{
  const char *pattern = gh_json_get_string (schema, "pattern");
  g_autofree char *bounded = NULL;

  if (pattern == NULL || strlen (pattern) > MAX_PATTERN)
    return;
  bounded = g_strconcat (PATTERN_STEPS, pattern, NULL);
  /* What PCRE does not understand is left to the server. */
  self->regex = g_regex_new (bounded, G_REGEX_DOLLAR_ENDONLY, 0, NULL);
  if (self->regex != NULL)
    self->pattern = g_strdup (pattern);
}

static void
read_text (GhFormField *self,
           JsonObject  *schema)
{
  self->kind = GH_FORM_FIELD_TEXT;
  self->min_length = read_length (schema, "minLength");
  self->max_length = read_length (schema, "maxLength");
  self->multiline = is_long_text (self, schema);
  read_pattern (self, schema);
}

static void
read_number (GhFormField     *self,
             GhFormFieldKind  kind,
             JsonObject      *schema)
{
  gboolean exclusive;

  self->kind = kind;
  read_limit (schema, "minimum", "exclusiveMinimum", &self->minimum, &self->minimum_node,
              &exclusive);
  self->minimum_exclusive = exclusive;
  read_limit (schema, "maximum", "exclusiveMaximum", &self->maximum, &self->maximum_node,
              &exclusive);
  self->maximum_exclusive = exclusive;
}

/* A list of some of a few things (7.12). */
static gboolean
read_list_of_choices (GhFormField *self,
                      JsonObject  *schema,
                      JsonObject  *root)
{
  JsonObject *items = gh_json_get_object (schema, "items");

  items = items != NULL ? resolve (items, root) : NULL;
  if (items == NULL || !read_choices (self, items))
    return FALSE;
  if (self->choices->len > MAX_CHECKS)
    {
      g_ptr_array_set_size (self->choices, 0);
      return FALSE;
    }
  self->kind = GH_FORM_FIELD_CHOICES;
  self->min_length = read_length (schema, "minItems");
  self->max_length = read_length (schema, "maxItems");
  return TRUE;
}

static void
read_kind (GhFormField *self,
           JsonObject  *schema,
           JsonObject  *root)
{
  const char *type = find_type (schema);

  self->kind = GH_FORM_FIELD_JSON;
  self->multiline = TRUE;
  if (read_choices (self, schema))
    {
      self->kind = GH_FORM_FIELD_CHOICE;
      return;
    }
  if (type == NULL)
    return;
  if (g_str_equal (type, "string"))
    read_text (self, schema);
  else if (g_str_equal (type, "number"))
    read_number (self, GH_FORM_FIELD_NUMBER, schema);
  else if (g_str_equal (type, "integer"))
    read_number (self, GH_FORM_FIELD_INTEGER, schema);
  else if (g_str_equal (type, "boolean"))
    self->kind = GH_FORM_FIELD_BOOLEAN;
  else if (g_str_equal (type, "array") && read_list_of_choices (self, schema, root))
    return;
  else if (g_str_equal (type, "object") || g_str_equal (type, "array"))
    self->type_name = g_strdup (type);
}

void
gh_form_field_read_schema (GhFormField *self,
                           JsonObject  *schema,
                           JsonObject  *root)
{
  JsonObject *resolved = resolve (schema, root);
  JsonObject *inner;
  const char *title = gh_json_get_string (schema, "title");
  const char *description = gh_json_get_string (schema, "description");
  JsonNode *initial = gh_json_get (schema, "default");

  if (resolved == NULL)
    resolved = schema;
  inner = only_alternative (resolved, root);
  /* Words beside a reference are about this member, those behind it about its type. */
  if (title == NULL)
    title = gh_json_get_string (resolved, "title");
  if (description == NULL)
    description = gh_json_get_string (resolved, "description");
  if (initial == NULL)
    initial = gh_json_get (resolved, "default");
  if (inner != NULL && find_const (inner) == NULL)
    {
      if (description == NULL)
        description = gh_json_get_string (inner, "description");
      resolved = inner;
    }
  self->title = g_strdup (title != NULL && *title != '\0' ? title : self->name);
  self->description = g_strdup (description);
  self->format = g_strdup (gh_json_get_string (resolved, "format"));
  if (initial != NULL)
    self->default_value = json_node_ref (initial);
  read_kind (self, resolved, root);
}
