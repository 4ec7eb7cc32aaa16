/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * A form made from the JSON schema of an object. A GListModel of GhFormField. */
#include "config.h"

#include "gh-form.h"

#include "gh-json.h"

struct _GhForm
{
  GObject parent_instance;

  /* owned */
  GPtrArray *fields;  /* of GhFormField */
  JsonObject *others; /* members without a field; or NULL */
  gboolean complete;
  gboolean valid;
};

static void gh_form_model_init (GListModelInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (GhForm, gh_form, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (G_TYPE_LIST_MODEL, gh_form_model_init))

enum
{
  PROP_0,
  PROP_VALID,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

/* Keywords at the top that can ask for more than the fields of "properties" show. */
static const char *const alternatives[] = {
  "$ref", "allOf", "anyOf", "dependentRequired", "dependentSchemas", "if", "not", "oneOf",
  "patternProperties",
};

static void
update_valid (GhForm *self)
{
  gboolean valid = gh_form_find_problem (self) == NULL;

  if (self->valid == valid)
    return;
  self->valid = valid;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_VALID]);
}

static void
problem_changed_cb (GhForm *self)
{
  g_assert (GH_IS_FORM (self));

  update_valid (self);
}

static GHashTable *
read_required (JsonObject *schema)
{
  GHashTable *required = g_hash_table_new (g_str_hash, g_str_equal);
  JsonArray *array = gh_json_get_array (schema, "required");

  for (guint i = 0; array != NULL && i < json_array_get_length (array); i++)
    {
      const char *name = gh_json_node_get_string (json_array_get_element (array, i));

      if (name != NULL)
        g_hash_table_add (required, (gpointer) name);
    }
  return required;
}

static void
read_schema (GhForm     *self,
             JsonObject *schema)
{
  JsonObject *members = gh_json_get_object (schema, "properties");
  g_autoptr(GHashTable) required = read_required (schema);
  JsonObjectIter iter;
  const char *name;
  JsonNode *node;

  for (guint i = 0; i < G_N_ELEMENTS (alternatives); i++)
    if (json_object_has_member (schema, alternatives[i]))
      self->complete = FALSE;
  if (members == NULL)
    return;

  json_object_iter_init_ordered (&iter, members);
  while (json_object_iter_next_ordered (&iter, &name, &node))
    {
      GhFormField *field;

      if (self->fields->len == GH_FORM_MAX_FIELDS)
        {
          self->complete = FALSE;
          break;
        }
      field = gh_form_field_new (name, node, schema, g_hash_table_contains (required, name));
      g_ptr_array_add (self->fields, field);
      g_signal_connect_object (field, "notify::problem", G_CALLBACK (problem_changed_cb), self,
                               G_CONNECT_SWAPPED);
    }
}

static GType
gh_form_get_item_type (GListModel *model)
{
  return GH_TYPE_FORM_FIELD;
}

static guint
gh_form_get_n_items (GListModel *model)
{
  return GH_FORM (model)->fields->len;
}

static gpointer
gh_form_get_item (GListModel *model,
                  guint       position)
{
  GhForm *self = GH_FORM (model);

  if (position >= self->fields->len)
    return NULL;
  return g_object_ref (g_ptr_array_index (self->fields, position));
}

static void
gh_form_model_init (GListModelInterface *iface)
{
  iface->get_item_type = gh_form_get_item_type;
  iface->get_n_items = gh_form_get_n_items;
  iface->get_item = gh_form_get_item;
}

static void
gh_form_finalize (GObject *object)
{
  GhForm *self = GH_FORM (object);

  g_clear_pointer (&self->fields, g_ptr_array_unref);
  g_clear_pointer (&self->others, json_object_unref);

  G_OBJECT_CLASS (gh_form_parent_class)->finalize (object);
}

static void
gh_form_get_property (GObject    *object,
                      guint       prop_id,
                      GValue     *value,
                      GParamSpec *pspec)
{
  switch (prop_id)
    {
    case PROP_VALID:
      g_value_set_boolean (value, gh_form_get_valid (GH_FORM (object)));
      break;

    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
gh_form_class_init (GhFormClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->finalize = gh_form_finalize;
  object_class->get_property = gh_form_get_property;

  properties[PROP_VALID] = g_param_spec_boolean ("valid", NULL, NULL, FALSE,
                                                 G_PARAM_READABLE | G_PARAM_EXPLICIT_NOTIFY |
                                                 G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);
}

static void
gh_form_init (GhForm *self)
{
  self->fields = g_ptr_array_new_with_free_func (g_object_unref);
  self->complete = TRUE;
}

GhForm *
gh_form_new (JsonNode *schema)
{
  GhForm *self = g_object_new (GH_TYPE_FORM, NULL);
  JsonObject *object = schema != NULL ? gh_json_node_get_object (schema) : NULL;

  if (object != NULL)
    read_schema (self, object);
  self->valid = gh_form_find_problem (self) == NULL;
  return self;
}

gboolean
gh_form_get_complete (GhForm *self)
{
  g_return_val_if_fail (GH_IS_FORM (self), FALSE);

  return self->complete;
}

gboolean
gh_form_get_valid (GhForm *self)
{
  g_return_val_if_fail (GH_IS_FORM (self), FALSE);

  return self->valid;
}

GhFormField *
gh_form_get_field (GhForm     *self,
                   const char *name)
{
  g_return_val_if_fail (GH_IS_FORM (self), NULL);
  g_return_val_if_fail (name != NULL, NULL);

  for (guint i = 0; i < self->fields->len; i++)
    {
      GhFormField *field = g_ptr_array_index (self->fields, i);

      if (g_str_equal (gh_form_field_get_name (field), name))
        return field;
    }
  return NULL;
}

GhFormField *
gh_form_find_problem (GhForm *self)
{
  g_return_val_if_fail (GH_IS_FORM (self), NULL);

  for (guint i = 0; i < self->fields->len; i++)
    {
      GhFormField *field = g_ptr_array_index (self->fields, i);

      if (gh_form_field_get_problem (field) != GH_FORM_PROBLEM_NONE)
        return field;
    }
  return NULL;
}

JsonNode *
gh_form_dup_arguments (GhForm *self)
{
  g_autoptr(JsonObject) arguments = json_object_new ();
  JsonObjectIter iter;
  const char *name;
  JsonNode *node;

  g_return_val_if_fail (GH_IS_FORM (self), NULL);

  for (guint i = 0; i < self->fields->len; i++)
    {
      GhFormField *field = g_ptr_array_index (self->fields, i);
      JsonNode *value = gh_form_field_dup_value (field);

      if (value != NULL)
        json_object_set_member (arguments, gh_form_field_get_name (field), value);
    }
  if (self->others != NULL)
    {
      json_object_iter_init_ordered (&iter, self->others);
      while (json_object_iter_next_ordered (&iter, &name, &node))
        json_object_set_member (arguments, name, json_node_ref (node));
    }
  return gh_json_node_new_object (g_steal_pointer (&arguments));
}

gboolean
gh_form_set_arguments (GhForm   *self,
                       JsonNode *arguments)
{
  JsonObject *object = arguments != NULL ? gh_json_node_get_object (arguments) : NULL;
  g_autoptr(GHashTable) given = NULL;
  JsonObjectIter iter;
  const char *name;
  JsonNode *node;

  g_return_val_if_fail (GH_IS_FORM (self), FALSE);

  if (object == NULL)
    return FALSE;
  given = g_hash_table_new (g_str_hash, g_str_equal);
  g_clear_pointer (&self->others, json_object_unref);
  json_object_iter_init_ordered (&iter, object);
  while (json_object_iter_next_ordered (&iter, &name, &node))
    {
      g_hash_table_insert (given, (gpointer) name, node);
      if (gh_form_get_field (self, name) != NULL)
        continue;
      if (self->others == NULL)
        self->others = json_object_new ();
      json_object_set_member (self->others, name, json_node_ref (node));
    }
  for (guint i = 0; i < self->fields->len; i++)
    {
      GhFormField *field = g_ptr_array_index (self->fields, i);

      gh_form_field_set_value (field, g_hash_table_lookup (given, gh_form_field_get_name (field)));
    }
  return TRUE;
}
