/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * One input of a form that was made from a JSON schema. */
#include "config.h"

#include "gh-form-field-private.h"

#include <string.h>

#include "gh-json.h"

/* Texts longer than this are not matched against a pattern. */
#define MAX_PATTERN_TEXT 10000

G_DEFINE_FINAL_TYPE (GhFormField, gh_form_field, G_TYPE_OBJECT)

enum
{
  PROP_0,
  PROP_TEXT,
  PROP_ACTIVE,
  PROP_SELECTED,
  PROP_N_CHOSEN,
  PROP_IS_SET,
  PROP_PROBLEM,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

static void
choice_free (gpointer data)
{
  GhFormChoice *choice = data;

  g_free (choice->title);
  json_node_unref (choice->value);
  g_free (choice);
}

/* 3.0 is an integer to a schema, and is sent as 3. */
static void
cut_zero_fraction (char *number)
{
  char *point = strchr (number, '.');

  if (point != NULL && point > number && g_ascii_isdigit (point[-1]) && point[1] == '0'
      && strspn (point + 1, "0") == strlen (point + 1))
    *point = '\0';
}

/* The text as a JSON number, or NULL. */
static JsonNode *
parse_number (const char *text,
              gboolean    integer)
{
  g_autofree char *stripped = g_strstrip (g_strdup (text));
  g_autoptr(JsonNode) node = NULL;

  if (*stripped == '\0')
    return NULL;
  if (integer)
    {
      cut_zero_fraction (stripped);
      for (const char *p = stripped; *p != '\0'; p++)
        if (!g_ascii_isdigit (*p) && !(p == stripped && *p == '-'))
          return NULL;
    }
  node = gh_json_read (stripped, strlen (stripped), NULL);
  if (node == NULL || !gh_json_node_is_number (node))
    return NULL;
  return g_steal_pointer (&node);
}

/* <0, 0, >0; exact where both fit into 64 bits. */
static int
compare_numbers (JsonNode *a,
                 JsonNode *b)
{
  gint64 left_int, right_int;
  double left = 0, right = 0;

  if (gh_json_node_get_int (a, &left_int) && gh_json_node_get_int (b, &right_int))
    return left_int < right_int ? -1 : left_int > right_int;
  gh_json_node_get_double (a, &left);
  gh_json_node_get_double (b, &right);
  return left < right ? -1 : left > right;
}

static GhFormProblem
check_number (GhFormField *self,
              JsonNode    *number)
{
  int order;

  if (self->minimum_node != NULL)
    {
      order = compare_numbers (number, self->minimum_node);
      if (order < 0 || (order == 0 && self->minimum_exclusive))
        return GH_FORM_PROBLEM_TOO_SMALL;
    }
  if (self->maximum_node != NULL)
    {
      order = compare_numbers (number, self->maximum_node);
      if (order > 0 || (order == 0 && self->maximum_exclusive))
        return GH_FORM_PROBLEM_TOO_LARGE;
    }
  return GH_FORM_PROBLEM_NONE;
}

static GhFormProblem
check_text (GhFormField *self)
{
  glong length = g_utf8_strlen (self->text, -1);
  g_autoptr(GError) error = NULL;

  if (self->min_length >= 0 && length < self->min_length)
    return GH_FORM_PROBLEM_TOO_SHORT;
  if (self->max_length >= 0 && length > self->max_length)
    return GH_FORM_PROBLEM_TOO_LONG;
  if (self->regex != NULL && length <= MAX_PATTERN_TEXT &&
      !g_regex_match_full (self->regex, self->text, -1, 0, 0, NULL, &error) && error == NULL)
    return GH_FORM_PROBLEM_PATTERN;
  return GH_FORM_PROBLEM_NONE;
}

static gboolean
is_blank (const char *text)
{
  while (g_ascii_isspace (*text))
    text++;
  return *text == '\0';
}

static GhFormProblem
check_json (GhFormField *self)
{
  g_autoptr(JsonNode) node = gh_json_read (self->text, strlen (self->text), NULL);

  if (node == NULL)
    return GH_FORM_PROBLEM_NOT_JSON;
  if (g_strcmp0 (self->type_name, "object") == 0 && !JSON_NODE_HOLDS_OBJECT (node))
    return GH_FORM_PROBLEM_WRONG_TYPE;
  if (g_strcmp0 (self->type_name, "array") == 0 && !JSON_NODE_HOLDS_ARRAY (node))
    return GH_FORM_PROBLEM_WRONG_TYPE;
  return GH_FORM_PROBLEM_NONE;
}

static GhFormProblem
check_typed (GhFormField *self)
{
  g_autoptr(JsonNode) number = NULL;

  switch (self->kind)
    {
    case GH_FORM_FIELD_TEXT:
      return check_text (self);

    case GH_FORM_FIELD_NUMBER:
      number = parse_number (self->text, FALSE);
      return number != NULL ? check_number (self, number) : GH_FORM_PROBLEM_NOT_A_NUMBER;

    case GH_FORM_FIELD_INTEGER:
      number = parse_number (self->text, TRUE);
      return number != NULL ? check_number (self, number) : GH_FORM_PROBLEM_NOT_AN_INTEGER;

    case GH_FORM_FIELD_JSON:
      return check_json (self);

    case GH_FORM_FIELD_CHOICES:
      if (self->min_length > (int) self->n_chosen)
        return GH_FORM_PROBLEM_TOO_FEW;
      if (self->max_length >= 0 && self->max_length < (int) self->n_chosen)
        return GH_FORM_PROBLEM_TOO_MANY;
      return GH_FORM_PROBLEM_NONE;

    case GH_FORM_FIELD_BOOLEAN:
    case GH_FORM_FIELD_CHOICE:
    default:
      return GH_FORM_PROBLEM_NONE;
    }
}

static GhFormProblem
check (GhFormField *self)
{
  if (self->foreign != NULL)
    {
      if (self->kind == GH_FORM_FIELD_INTEGER)
        return GH_FORM_PROBLEM_NOT_AN_INTEGER;
      if (self->kind == GH_FORM_FIELD_NUMBER)
        return GH_FORM_PROBLEM_NOT_A_NUMBER;
      return GH_FORM_PROBLEM_WRONG_TYPE;
    }
  /* A switch always says something; a required one that nobody touched says no. A required list
   * that nobody touched is empty. */
  if (self->kind == GH_FORM_FIELD_BOOLEAN)
    return GH_FORM_PROBLEM_NONE;
  if (self->kind == GH_FORM_FIELD_CHOICES && self->required)
    return check_typed (self);
  if (!self->is_set)
    return self->required ? GH_FORM_PROBLEM_REQUIRED : GH_FORM_PROBLEM_NONE;
  return check_typed (self);
}

/* The only writer of what follows from the input. */
static void
update (GhFormField *self,
        gboolean     is_set)
{
  GhFormProblem problem;

  if (self->is_set != is_set)
    {
      self->is_set = is_set;
      g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_IS_SET]);
    }
  problem = check (self);
  if (self->problem != problem)
    {
      self->problem = problem;
      g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_PROBLEM]);
    }
}

static void
store_text (GhFormField *self,
            const char  *text)
{
  if (g_str_equal (self->text, text))
    return;
  g_free (self->text);
  self->text = g_strdup (text);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_TEXT]);
}

static void
store_active (GhFormField *self,
              gboolean     active)
{
  if (self->active == active)
    return;
  self->active = active;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_ACTIVE]);
}

static gboolean
is_true (JsonNode *boolean)
{
  g_autoptr(JsonNode) yes = gh_json_node_new_boolean (TRUE);

  return gh_json_node_equal (boolean, yes);
}

static void
store_selected (GhFormField *self,
                int          selected)
{
  if (self->selected == selected)
    return;
  self->selected = selected;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_SELECTED]);
}

static int
find_choice (GhFormField *self,
             JsonNode    *value)
{
  for (guint i = 0; i < self->choices->len; i++)
    {
      GhFormChoice *choice = g_ptr_array_index (self->choices, i);

      if (gh_json_node_equal (choice->value, value))
        return (int) i;
    }
  return -1;
}

/* Says whether each of the list's elements is a choice; chooses these and no others. */
static gboolean
store_chosen (GhFormField *self,
              JsonArray   *list)
{
  g_autoptr(GHashTable) chosen = g_hash_table_new (NULL, NULL);
  guint n = list != NULL ? json_array_get_length (list) : 0;

  for (guint i = 0; i < n; i++)
    {
      int found = find_choice (self, json_array_get_element (list, i));

      if (found < 0)
        return FALSE;
      g_hash_table_add (chosen, GINT_TO_POINTER (found));
    }
  for (guint i = 0; i < self->choices->len; i++)
    {
      GhFormChoice *choice = g_ptr_array_index (self->choices, i);

      choice->chosen = g_hash_table_contains (chosen, GUINT_TO_POINTER (i));
    }
  self->n_chosen = g_hash_table_size (chosen);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_N_CHOSEN]);
  return TRUE;
}

static JsonNode *
dup_chosen (GhFormField *self)
{
  JsonArray *array = json_array_new ();

  for (guint i = 0; i < self->choices->len; i++)
    {
      GhFormChoice *choice = g_ptr_array_index (self->choices, i);

      if (choice->chosen)
        json_array_add_element (array, json_node_ref (choice->value));
    }
  return gh_json_node_new_array (array);
}

static gboolean
is_text_of_kind (GhFormField *self,
                 JsonNode    *value)
{
  g_autofree char *text = NULL;
  g_autoptr(JsonNode) number = NULL;

  switch (self->kind)
    {
    case GH_FORM_FIELD_TEXT:
      /* A string with U+0000 or a lone surrogate has no text a widget could hold. */
      return gh_json_node_get_string (value) != NULL;

    case GH_FORM_FIELD_NUMBER:
      return gh_json_node_is_number (value);

    case GH_FORM_FIELD_INTEGER:
      if (!gh_json_node_is_number (value))
        return FALSE;
      text = gh_json_write (value, NULL);
      number = parse_number (text, TRUE);
      return number != NULL;

    case GH_FORM_FIELD_JSON:
      /* A text that was no JSON came back as a string; see gh_form_field_dup_value(). */
      return self->type_name == NULL || !gh_json_node_is_string (value);

    case GH_FORM_FIELD_BOOLEAN:
    case GH_FORM_FIELD_CHOICE:
    case GH_FORM_FIELD_CHOICES:
    default:
      return FALSE;
    }
}

/* Whether the text would be sent as something else than a string. */
static gboolean
reads_as_value (GhFormField *self,
                const char  *text)
{
  g_autoptr(JsonNode) node = NULL;

  if (self->kind == GH_FORM_FIELD_JSON)
    node = gh_json_read (text, strlen (text), NULL);
  else
    node = parse_number (text, self->kind == GH_FORM_FIELD_INTEGER);
  return node != NULL;
}

static void
set_text_value (GhFormField *self,
                JsonNode    *value)
{
  g_autofree char *text = NULL;

  if (!is_text_of_kind (self, value))
    {
      text = gh_form_field_dup_node_text (value);
      /* A string that is no number may be "12x", typed here and seen as JSON in between: it can be
       * held. All else is kept as it came. */
      if (gh_json_node_get_string (value) == NULL || reads_as_value (self, text))
        self->foreign = json_node_ref (value);
    }
  else if (self->kind == GH_FORM_FIELD_TEXT)
    text = g_strdup (gh_json_node_get_string (value));
  else if (self->kind == GH_FORM_FIELD_JSON)
    text = gh_json_write_pretty (value);
  else
    text = gh_json_write (value, NULL);
  store_text (self, text);
  update (self, TRUE);
}

void
gh_form_field_set_value (GhFormField *self,
                         JsonNode    *value)
{
  g_return_if_fail (GH_IS_FORM_FIELD (self));

  g_clear_pointer (&self->foreign, json_node_unref);
  if (value == NULL)
    {
      store_text (self, "");
      store_active (self, FALSE);
      store_selected (self, -1);
      store_chosen (self, NULL);
      update (self, FALSE);
    }
  else if (self->kind == GH_FORM_FIELD_BOOLEAN)
    {
      if (gh_json_node_is_boolean (value))
        store_active (self, is_true (value));
      else
        self->foreign = json_node_ref (value);
      update (self, TRUE);
    }
  else if (self->kind == GH_FORM_FIELD_CHOICE)
    {
      int found = find_choice (self, value);

      if (found < 0)
        self->foreign = json_node_ref (value);
      store_selected (self, found);
      update (self, TRUE);
    }
  else if (self->kind == GH_FORM_FIELD_CHOICES)
    {
      JsonArray *list = gh_json_node_get_array (value);

      if (list == NULL || !store_chosen (self, list))
        {
          self->foreign = json_node_ref (value);
          store_chosen (self, NULL);
        }
      update (self, TRUE);
    }
  else
    set_text_value (self, value);
}

JsonNode *
gh_form_field_dup_value (GhFormField *self)
{
  g_autoptr(JsonNode) node = NULL;

  g_return_val_if_fail (GH_IS_FORM_FIELD (self), NULL);

  if (self->foreign != NULL)
    return json_node_ref (self->foreign);
  if (self->kind == GH_FORM_FIELD_BOOLEAN)
    return self->is_set || self->required ? gh_json_node_new_boolean (self->active) : NULL;
  if (self->kind == GH_FORM_FIELD_CHOICES)
    return self->is_set || self->required ? dup_chosen (self) : NULL;
  if (!self->is_set)
    return NULL;
  if (self->kind == GH_FORM_FIELD_CHOICE)
    {
      GhFormChoice *choice = g_ptr_array_index (self->choices, self->selected);

      return json_node_ref (choice->value);
    }
  if (self->kind == GH_FORM_FIELD_NUMBER || self->kind == GH_FORM_FIELD_INTEGER)
    node = parse_number (self->text, self->kind == GH_FORM_FIELD_INTEGER);
  else if (self->kind == GH_FORM_FIELD_JSON)
    node = gh_json_read (self->text, strlen (self->text), NULL);
  return node != NULL ? g_steal_pointer (&node) : gh_json_node_new_string (self->text);
}

void
gh_form_field_reset (GhFormField *self)
{
  g_return_if_fail (GH_IS_FORM_FIELD (self));

  gh_form_field_set_value (self, self->default_value);
  /* "default": null, and defaults of another type than the schema's own: nothing. */
  if (self->foreign != NULL)
    gh_form_field_set_value (self, NULL);
  /* A choice of one is none. */
  if (self->kind == GH_FORM_FIELD_CHOICE && self->selected < 0 && self->required &&
      self->choices->len == 1)
    gh_form_field_set_selected (self, 0);
}

void
gh_form_field_set_text (GhFormField *self,
                        const char  *text)
{
  g_return_if_fail (GH_IS_FORM_FIELD (self));
  g_return_if_fail (text != NULL);

  if (g_str_equal (self->text, text))
    return;
  g_clear_pointer (&self->foreign, json_node_unref);
  store_text (self, text);
  update (self, self->kind == GH_FORM_FIELD_TEXT ? *text != '\0' : !is_blank (text));
}

void
gh_form_field_set_active (GhFormField *self,
                          gboolean     active)
{
  g_return_if_fail (GH_IS_FORM_FIELD (self));

  active = !!active;
  if (self->active == active && self->foreign == NULL)
    return;
  g_clear_pointer (&self->foreign, json_node_unref);
  store_active (self, active);
  update (self, TRUE);
}

void
gh_form_field_set_selected (GhFormField *self,
                            int          selected)
{
  g_return_if_fail (GH_IS_FORM_FIELD (self));
  g_return_if_fail (selected >= -1 && selected < (int) self->choices->len);

  if (self->selected == selected)
    return;
  g_clear_pointer (&self->foreign, json_node_unref);
  store_selected (self, selected);
  update (self, selected >= 0);
}

gboolean
gh_form_field_get_chosen (GhFormField *self,
                          guint        position)
{
  GhFormChoice *choice;

  g_return_val_if_fail (GH_IS_FORM_FIELD (self), FALSE);
  g_return_val_if_fail (position < self->choices->len, FALSE);

  choice = g_ptr_array_index (self->choices, position);
  return choice->chosen;
}

void
gh_form_field_set_chosen (GhFormField *self,
                          guint        position,
                          gboolean     chosen)
{
  GhFormChoice *choice;

  g_return_if_fail (GH_IS_FORM_FIELD (self));
  g_return_if_fail (self->kind == GH_FORM_FIELD_CHOICES);
  g_return_if_fail (position < self->choices->len);

  choice = g_ptr_array_index (self->choices, position);
  chosen = !!chosen;
  if (choice->chosen == chosen)
    return;
  g_clear_pointer (&self->foreign, json_node_unref);
  choice->chosen = chosen;
  self->n_chosen += chosen ? 1 : -1;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_N_CHOSEN]);
  update (self, self->n_chosen > 0 || self->default_value != NULL);
}

#define DEFINE_GETTER(type, name, fallback) \
  type \
  gh_form_field_get_##name (GhFormField *self) \
  { \
    g_return_val_if_fail (GH_IS_FORM_FIELD (self), fallback); \
    return self->name; \
  }

DEFINE_GETTER (const char *, name, NULL)
DEFINE_GETTER (const char *, title, NULL)
DEFINE_GETTER (const char *, description, NULL)
DEFINE_GETTER (const char *, format, NULL)
DEFINE_GETTER (GhFormFieldKind, kind, GH_FORM_FIELD_JSON)
DEFINE_GETTER (const char *, type_name, NULL)
DEFINE_GETTER (gboolean, required, FALSE)
DEFINE_GETTER (gboolean, multiline, FALSE)
DEFINE_GETTER (GhFormProblem, problem, GH_FORM_PROBLEM_NONE)
DEFINE_GETTER (const char *, text, NULL)
DEFINE_GETTER (gboolean, active, FALSE)
DEFINE_GETTER (int, selected, -1)
DEFINE_GETTER (guint, n_chosen, 0)
DEFINE_GETTER (const char *, minimum, NULL)
DEFINE_GETTER (const char *, maximum, NULL)
DEFINE_GETTER (int, min_length, -1)
DEFINE_GETTER (int, max_length, -1)
DEFINE_GETTER (const char *, pattern, NULL)

guint
gh_form_field_get_n_choices (GhFormField *self)
{
  g_return_val_if_fail (GH_IS_FORM_FIELD (self), 0);

  return self->choices->len;
}

const char *
gh_form_field_get_choice_title (GhFormField *self,
                                guint        position)
{
  GhFormChoice *choice;

  g_return_val_if_fail (GH_IS_FORM_FIELD (self), NULL);
  g_return_val_if_fail (position < self->choices->len, NULL);

  choice = g_ptr_array_index (self->choices, position);
  return choice->title;
}

static void
gh_form_field_finalize (GObject *object)
{
  GhFormField *self = GH_FORM_FIELD (object);

  g_clear_pointer (&self->name, g_free);
  g_clear_pointer (&self->title, g_free);
  g_clear_pointer (&self->description, g_free);
  g_clear_pointer (&self->format, g_free);
  g_clear_pointer (&self->type_name, g_free);
  g_clear_pointer (&self->minimum, g_free);
  g_clear_pointer (&self->maximum, g_free);
  g_clear_pointer (&self->pattern, g_free);
  g_clear_pointer (&self->regex, g_regex_unref);
  g_clear_pointer (&self->minimum_node, json_node_unref);
  g_clear_pointer (&self->maximum_node, json_node_unref);
  g_clear_pointer (&self->default_value, json_node_unref);
  g_clear_pointer (&self->choices, g_ptr_array_unref);
  g_clear_pointer (&self->text, g_free);
  g_clear_pointer (&self->foreign, json_node_unref);

  G_OBJECT_CLASS (gh_form_field_parent_class)->finalize (object);
}

static void
gh_form_field_get_property (GObject    *object,
                            guint       prop_id,
                            GValue     *value,
                            GParamSpec *pspec)
{
  GhFormField *self = GH_FORM_FIELD (object);

  switch (prop_id)
    {
    case PROP_TEXT:
      g_value_set_string (value, self->text);
      break;

    case PROP_ACTIVE:
      g_value_set_boolean (value, self->active);
      break;

    case PROP_SELECTED:
      g_value_set_int (value, self->selected);
      break;

    case PROP_N_CHOSEN:
      g_value_set_uint (value, self->n_chosen);
      break;

    case PROP_IS_SET:
      g_value_set_boolean (value, self->is_set);
      break;

    case PROP_PROBLEM:
      g_value_set_uint (value, self->problem);
      break;

    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
gh_form_field_set_property (GObject      *object,
                            guint         prop_id,
                            const GValue *value,
                            GParamSpec   *pspec)
{
  GhFormField *self = GH_FORM_FIELD (object);

  switch (prop_id)
    {
    case PROP_TEXT:
      gh_form_field_set_text (self, g_value_get_string (value) != NULL
                                    ? g_value_get_string (value) : "");
      break;

    case PROP_ACTIVE:
      gh_form_field_set_active (self, g_value_get_boolean (value));
      break;

    case PROP_SELECTED:
      gh_form_field_set_selected (self, g_value_get_int (value));
      break;

    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
gh_form_field_class_init (GhFormFieldClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GParamFlags writable = G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS;
  GParamFlags readable = G_PARAM_READABLE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS;

  object_class->finalize = gh_form_field_finalize;
  object_class->get_property = gh_form_field_get_property;
  object_class->set_property = gh_form_field_set_property;

  properties[PROP_TEXT] = g_param_spec_string ("text", NULL, NULL, "", writable);
  properties[PROP_ACTIVE] = g_param_spec_boolean ("active", NULL, NULL, FALSE, writable);
  properties[PROP_SELECTED] = g_param_spec_int ("selected", NULL, NULL, -1, G_MAXINT, -1, writable);
  properties[PROP_N_CHOSEN] = g_param_spec_uint ("n-chosen", NULL, NULL, 0, G_MAXUINT, 0, readable);
  properties[PROP_IS_SET] = g_param_spec_boolean ("is-set", NULL, NULL, FALSE, readable);
  properties[PROP_PROBLEM] = g_param_spec_uint ("problem", NULL, NULL, 0,
                                                GH_FORM_PROBLEM_WRONG_TYPE,
                                                GH_FORM_PROBLEM_NONE, readable);
  g_object_class_install_properties (object_class, N_PROPS, properties);
}

static void
gh_form_field_init (GhFormField *self)
{
  self->choices = g_ptr_array_new_with_free_func (choice_free);
  self->text = g_strdup ("");
  self->selected = -1;
  self->min_length = -1;
  self->max_length = -1;
}

/**
 * gh_form_field_new:
 * @name: the member's name in the arguments
 * @schema: (nullable): the member's schema, any JSON
 * @root: (nullable): the whole schema, for references into its definitions
 * @required: whether the schema requires the member
 *
 * Returns: (transfer full): a field that holds the schema's default
 */
GhFormField *
gh_form_field_new (const char *name,
                   JsonNode   *schema,
                   JsonObject *root,
                   gboolean    required)
{
  g_autoptr(GhFormField) self = g_object_new (GH_TYPE_FORM_FIELD, NULL);
  g_autoptr(JsonObject) empty = json_object_new ();
  JsonObject *object = schema != NULL ? gh_json_node_get_object (schema) : NULL;

  g_return_val_if_fail (name != NULL, NULL);

  self->name = g_strdup (name);
  self->required = !!required;
  /* `true` is a schema too: anything goes. */
  gh_form_field_read_schema (self, object != NULL ? object : empty, root);
  gh_form_field_reset (self);
  update (self, self->is_set);
  return g_steal_pointer (&self);
}
