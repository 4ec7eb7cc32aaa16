/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * A tool that a server offers the model in a sampling request. */
#include "config.h"

#include "gh-sampling-tool-private.h"

#include "gh-json.h"
#include "gh-mcp-tool-schemas.h"
#include "gh-sampling-part-private.h"
#include "gh-tool-private.h"

struct _GhSamplingTool
{
  GObject parent;

  /* Owned. */
  GhTool           *tool;
  GhMcpToolSchemas *schemas;
  char             *description; /* masked; or NULL */
  JsonNode         *schema;      /* masked */

  guint             estimate;
  gboolean          offered;
  gboolean          locked;
};

G_DEFINE_FINAL_TYPE (GhSamplingTool, gh_sampling_tool, G_TYPE_OBJECT)

enum
{
  PROP_0,
  PROP_OFFERED,
  N_PROPS,
};

static GParamSpec *properties[N_PROPS];

static void
gh_sampling_tool_finalize (GObject *object)
{
  GhSamplingTool *self = GH_SAMPLING_TOOL (object);

  g_clear_object (&self->tool);
  g_clear_pointer (&self->description, g_free);
  g_clear_pointer (&self->schema, json_node_unref);
  g_clear_pointer (&self->schemas, gh_mcp_tool_schemas_unref);

  G_OBJECT_CLASS (gh_sampling_tool_parent_class)->finalize (object);
}

static void
gh_sampling_tool_get_property (GObject    *object,
                               guint       prop_id,
                               GValue     *value,
                               GParamSpec *pspec)
{
  GhSamplingTool *self = GH_SAMPLING_TOOL (object);

  switch (prop_id)
    {
    case PROP_OFFERED:
      g_value_set_boolean (value, self->offered);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
gh_sampling_tool_set_property (GObject      *object,
                               guint         prop_id,
                               const GValue *value,
                               GParamSpec   *pspec)
{
  GhSamplingTool *self = GH_SAMPLING_TOOL (object);

  switch (prop_id)
    {
    case PROP_OFFERED:
      gh_sampling_tool_set_offered (self, g_value_get_boolean (value));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
gh_sampling_tool_class_init (GhSamplingToolClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->finalize = gh_sampling_tool_finalize;
  object_class->get_property = gh_sampling_tool_get_property;
  object_class->set_property = gh_sampling_tool_set_property;

  properties[PROP_OFFERED] =
    g_param_spec_boolean ("offered", NULL, NULL, TRUE,
                          G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);
}

static void
gh_sampling_tool_init (GhSamplingTool *self)
{
  self->offered = TRUE;
}

/* What the model reads of it: name, description, schema. */
static guint
estimate (GhMcpTool *tool)
{
  g_autofree char *schema = gh_json_write (tool->input_schema, NULL);

  return gh_sampling_estimate_tokens (tool->name) + gh_sampling_estimate_tokens (tool->description)
         + gh_sampling_estimate_tokens (schema);
}

GhSamplingTool *
gh_sampling_tool_new (GhMcpTool *tool)
{
  GhSamplingTool *self;

  g_return_val_if_fail (tool != NULL, NULL);

  self = g_object_new (GH_TYPE_SAMPLING_TOOL, NULL);
  self->tool = gh_tool_new (tool);
  self->schemas = gh_mcp_tool_schemas_new (tool);
  self->description = g_strdup (gh_tool_get_description (self->tool));
  self->schema = json_node_ref (gh_tool_get_input_schema (self->tool));
  self->estimate = estimate (tool);
  return self;
}

gboolean
gh_sampling_tool_mask (GhSamplingTool *self,
                       GhMasking      *masking)
{
  g_autofree char *description = NULL;
  g_autoptr(JsonNode) schema = NULL;
  const char *whole;
  gboolean same;

  g_return_val_if_fail (GH_IS_SAMPLING_TOOL (self), FALSE);
  g_return_val_if_fail (GH_IS_MASKING (masking), FALSE);

  whole = gh_tool_get_description (self->tool);
  if (whole != NULL)
    description = gh_masking_mask (masking, whole, GH_MASKING_TOOLS);
  schema = gh_masking_mask_json (masking, gh_tool_get_input_schema (self->tool), GH_MASKING_TOOLS);
  same = g_strcmp0 (description, self->description) == 0 &&
         gh_json_node_equal (schema, self->schema);
  g_free (self->description);
  self->description = g_steal_pointer (&description);
  json_node_unref (self->schema);
  self->schema = g_steal_pointer (&schema);
  return !same;
}

const char *
gh_sampling_tool_get_sent_description (GhSamplingTool *self)
{
  g_return_val_if_fail (GH_IS_SAMPLING_TOOL (self), NULL);

  return self->description;
}

JsonNode *
gh_sampling_tool_get_sent_schema (GhSamplingTool *self)
{
  g_return_val_if_fail (GH_IS_SAMPLING_TOOL (self), NULL);

  return self->schema;
}

void
gh_sampling_tool_set_locked (GhSamplingTool *self,
                             gboolean        locked)
{
  g_return_if_fail (GH_IS_SAMPLING_TOOL (self));

  self->locked = locked;
}

guint
gh_sampling_tool_get_estimated_tokens (GhSamplingTool *self)
{
  g_return_val_if_fail (GH_IS_SAMPLING_TOOL (self), 0);

  return self->offered ? self->estimate : 0;
}

gboolean
gh_sampling_tool_check_input (GhSamplingTool  *self,
                              JsonNode        *input,
                              GError         **error)
{
  g_autoptr(GError) problem = NULL;
  g_autofree char *warning = NULL;

  g_return_val_if_fail (GH_IS_SAMPLING_TOOL (self), FALSE);
  g_return_val_if_fail (input != NULL, FALSE);

  /* A schema that cannot be used is the server's affair: it checks what it is given, too. */
  if (gh_mcp_tool_schemas_check_arguments (self->schemas, input, &warning, &problem))
    return TRUE;
  g_set_error_literal (error, GH_SAMPLING_ERROR, GH_SAMPLING_ERROR_SCHEMA, problem->message);
  return FALSE;
}

static JsonNode *
build_empty (JsonObject *schema)
{
  const char *type = schema != NULL ? gh_json_get_string (schema, "type") : NULL;
  JsonNode *fallback = schema != NULL ? gh_json_get (schema, "default") : NULL;
  JsonArray *choices = schema != NULL ? gh_json_get_array (schema, "enum") : NULL;

  if (fallback != NULL)
    return json_node_ref (fallback);
  if (choices != NULL && json_array_get_length (choices) > 0)
    return json_node_ref (json_array_get_element (choices, 0));
  if (g_strcmp0 (type, "string") == 0)
    return gh_json_node_new_string ("");
  if (g_strcmp0 (type, "integer") == 0 || g_strcmp0 (type, "number") == 0)
    return gh_json_node_new_int (0);
  if (g_strcmp0 (type, "boolean") == 0)
    return gh_json_node_new_boolean (FALSE);
  if (g_strcmp0 (type, "array") == 0)
    return gh_json_node_new_array (json_array_new ());
  return gh_json_node_new_object (json_object_new ());
}

JsonNode *
gh_sampling_tool_build_input (GhSamplingTool *self)
{
  JsonObject *input = json_object_new ();
  JsonObject *schema;
  JsonObject *members;
  JsonArray *required;
  guint n;

  g_return_val_if_fail (GH_IS_SAMPLING_TOOL (self), gh_json_node_new_object (input));

  schema = gh_json_node_get_object (gh_tool_get_input_schema (self->tool));
  members = gh_json_get_object (schema, "properties");
  required = gh_json_get_array (schema, "required");
  n = required != NULL ? json_array_get_length (required) : 0;
  for (guint i = 0; i < n; i++)
    {
      const char *name = gh_json_node_get_string (json_array_get_element (required, i));

      if (name != NULL)
        json_object_set_member (input, name,
                                build_empty (members != NULL ? gh_json_get_object (members, name)
                                                             : NULL));
    }
  return gh_json_node_new_object (input);
}

GhTool *
gh_sampling_tool_get_tool (GhSamplingTool *self)
{
  g_return_val_if_fail (GH_IS_SAMPLING_TOOL (self), NULL);

  return self->tool;
}

gboolean
gh_sampling_tool_get_offered (GhSamplingTool *self)
{
  g_return_val_if_fail (GH_IS_SAMPLING_TOOL (self), FALSE);

  return self->offered;
}

void
gh_sampling_tool_set_offered (GhSamplingTool *self,
                              gboolean        offered)
{
  g_return_if_fail (GH_IS_SAMPLING_TOOL (self));

  offered = !!offered;
  if (self->locked || self->offered == offered)
    return;
  self->offered = offered;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_OFFERED]);
}

char *
gh_sampling_tool_dup_json (GhSamplingTool *self)
{
  g_return_val_if_fail (GH_IS_SAMPLING_TOOL (self), NULL);

  return gh_json_write_pretty (gh_tool_get_json (self->tool));
}
