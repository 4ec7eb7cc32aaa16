/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * A prompt of a server, for showing. Immutable; every text is the server's, untrusted. */
#include "config.h"

#include "gh-prompt-private.h"

#include "gh-json.h"

struct _GhPrompt
{
  GObject parent;

  GhMcpPrompt *value; /* owned */
};

G_DEFINE_FINAL_TYPE (GhPrompt, gh_prompt, G_TYPE_OBJECT)

enum
{
  PROP_0,
  PROP_NAME,
  PROP_TITLE,
  PROP_DESCRIPTION,
  N_PROPS,
};

static GParamSpec *properties[N_PROPS];

static void
gh_prompt_finalize (GObject *object)
{
  GhPrompt *self = GH_PROMPT (object);

  g_clear_pointer (&self->value, gh_mcp_prompt_unref);

  G_OBJECT_CLASS (gh_prompt_parent_class)->finalize (object);
}

static void
gh_prompt_get_property (GObject    *object,
                        guint       prop_id,
                        GValue     *value,
                        GParamSpec *pspec)
{
  GhPrompt *self = GH_PROMPT (object);

  switch (prop_id)
    {
    case PROP_NAME:
      g_value_set_string (value, gh_prompt_get_name (self));
      break;
    case PROP_TITLE:
      g_value_set_string (value, gh_prompt_get_title (self));
      break;
    case PROP_DESCRIPTION:
      g_value_set_string (value, gh_prompt_get_description (self));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
gh_prompt_class_init (GhPromptClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GParamFlags flags = G_PARAM_READABLE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS;

  object_class->finalize = gh_prompt_finalize;
  object_class->get_property = gh_prompt_get_property;

  properties[PROP_NAME] = g_param_spec_string ("name", NULL, NULL, NULL, flags);
  properties[PROP_TITLE] = g_param_spec_string ("title", NULL, NULL, NULL, flags);
  properties[PROP_DESCRIPTION] = g_param_spec_string ("description", NULL, NULL, NULL, flags);
  g_object_class_install_properties (object_class, N_PROPS, properties);
}

static void
gh_prompt_init (GhPrompt *self)
{
}

/**
 * gh_prompt_new:
 *
 * Returns: (transfer full): @value for showing; keeps a reference to it
 */
GhPrompt *
gh_prompt_new (GhMcpPrompt *value)
{
  GhPrompt *self;

  g_return_val_if_fail (value != NULL, NULL);

  self = g_object_new (GH_TYPE_PROMPT, NULL);
  self->value = gh_mcp_prompt_ref (value);
  return self;
}

GhMcpPrompt *
gh_prompt_get_mcp (GhPrompt *self)
{
  g_return_val_if_fail (GH_IS_PROMPT (self), NULL);

  return self->value;
}

const char *
gh_prompt_get_name (GhPrompt *self)
{
  g_return_val_if_fail (GH_IS_PROMPT (self), NULL);

  return self->value->name;
}

const char *
gh_prompt_get_title (GhPrompt *self)
{
  g_return_val_if_fail (GH_IS_PROMPT (self), NULL);

  return self->value->title != NULL ? self->value->title : self->value->name;
}

const char *
gh_prompt_get_description (GhPrompt *self)
{
  g_return_val_if_fail (GH_IS_PROMPT (self), NULL);

  return self->value->description;
}

JsonNode *
gh_prompt_get_json (GhPrompt *self)
{
  g_return_val_if_fail (GH_IS_PROMPT (self), NULL);

  return self->value->raw;
}

static JsonNode *
make_schema (GhMcpPrompt *prompt)
{
  JsonObject *schema = json_object_new ();
  JsonObject *members = json_object_new ();
  JsonArray *required = json_array_new ();

  for (guint i = 0; i < prompt->arguments->len; i++)
    {
      GhMcpPromptArgument *argument = g_ptr_array_index (prompt->arguments, i);
      JsonObject *member = json_object_new ();

      json_object_set_member (member, "type", gh_json_node_new_string ("string"));
      json_object_set_member (member, "title", gh_json_node_new_string (argument->title));
      json_object_set_member (member, "description",
                              gh_json_node_new_string (argument->description));
      json_object_set_member (members, argument->name, gh_json_node_new_object (member));
      if (argument->required)
        json_array_add_element (required, gh_json_node_new_string (argument->name));
    }
  json_object_set_member (schema, "type", gh_json_node_new_string ("object"));
  json_object_set_member (schema, "properties", gh_json_node_new_object (members));
  json_object_set_member (schema, "required", gh_json_node_new_array (required));
  return gh_json_node_new_object (schema);
}

GhForm *
gh_prompt_create_form (GhPrompt *self)
{
  g_autoptr(JsonNode) schema = NULL;

  g_return_val_if_fail (GH_IS_PROMPT (self), NULL);

  schema = make_schema (self->value);
  return gh_form_new (schema);
}
