/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * A tool of a server, for showing. Immutable; every text is the server's, untrusted. */
#include "config.h"

#include "gh-tool-private.h"

struct _GhTool
{
  GObject parent;

  /* owned */
  GhMcpTool *tool;
  char      *left_out; /* or NULL */
};

G_DEFINE_FINAL_TYPE (GhTool, gh_tool, G_TYPE_OBJECT)

enum
{
  PROP_0,
  PROP_NAME,
  PROP_TITLE,
  PROP_DESCRIPTION,
  PROP_LEFT_OUT,
  N_PROPS,
};

static GParamSpec *properties[N_PROPS];

static void
gh_tool_finalize (GObject *object)
{
  GhTool *self = GH_TOOL (object);

  g_clear_pointer (&self->tool, gh_mcp_tool_unref);
  g_clear_pointer (&self->left_out, g_free);

  G_OBJECT_CLASS (gh_tool_parent_class)->finalize (object);
}

static void
gh_tool_get_property (GObject    *object,
                      guint       prop_id,
                      GValue     *value,
                      GParamSpec *pspec)
{
  GhTool *self = GH_TOOL (object);

  switch (prop_id)
    {
    case PROP_NAME:
      g_value_set_string (value, gh_tool_get_name (self));
      break;
    case PROP_TITLE:
      g_value_set_string (value, gh_tool_get_title (self));
      break;
    case PROP_DESCRIPTION:
      g_value_set_string (value, gh_tool_get_description (self));
      break;
    case PROP_LEFT_OUT:
      g_value_set_string (value, self->left_out);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
gh_tool_class_init (GhToolClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GParamFlags flags = G_PARAM_READABLE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS;

  object_class->finalize = gh_tool_finalize;
  object_class->get_property = gh_tool_get_property;

  properties[PROP_NAME] = g_param_spec_string ("name", NULL, NULL, NULL, flags);
  properties[PROP_TITLE] = g_param_spec_string ("title", NULL, NULL, NULL, flags);
  properties[PROP_DESCRIPTION] = g_param_spec_string ("description", NULL, NULL, NULL, flags);
  properties[PROP_LEFT_OUT] = g_param_spec_string ("left-out", NULL, NULL, NULL, flags);
  g_object_class_install_properties (object_class, N_PROPS, properties);
}

static void
gh_tool_init (GhTool *self)
{
}

/**
 * gh_tool_new:
 *
 * Returns: (transfer full): @tool for showing; keeps a reference to it
 */
GhTool *
gh_tool_new (GhMcpTool *tool)
{
  GhTool *self;

  g_return_val_if_fail (tool != NULL, NULL);

  self = g_object_new (GH_TYPE_TOOL, NULL);
  self->tool = gh_mcp_tool_ref (tool);
  return self;
}

/**
 * gh_tool_new_left_out:
 * @why: in English, for people
 *
 * Returns: (transfer full): a tool that cannot be called (4.28)
 */
GhTool *
gh_tool_new_left_out (GhMcpTool  *tool,
                      const char *why)
{
  GhTool *self = gh_tool_new (tool);

  self->left_out = g_strdup (why);
  return self;
}

/**
 * gh_tool_get_mcp:
 *
 * Returns: (transfer none): the protocol's value
 */
GhMcpTool *
gh_tool_get_mcp (GhTool *self)
{
  g_return_val_if_fail (GH_IS_TOOL (self), NULL);

  return self->tool;
}

const char *
gh_tool_get_name (GhTool *self)
{
  g_return_val_if_fail (GH_IS_TOOL (self), NULL);

  return self->tool->name;
}

const char *
gh_tool_get_title (GhTool *self)
{
  g_return_val_if_fail (GH_IS_TOOL (self), NULL);

  return self->tool->title != NULL ? self->tool->title : self->tool->name;
}

const char *
gh_tool_get_description (GhTool *self)
{
  g_return_val_if_fail (GH_IS_TOOL (self), NULL);

  return self->tool->description;
}

/**
 * gh_tool_get_input_schema:
 *
 * Returns: (transfer none): an object
 */
JsonNode *
gh_tool_get_input_schema (GhTool *self)
{
  g_return_val_if_fail (GH_IS_TOOL (self), NULL);

  return self->tool->input_schema;
}

/**
 * gh_tool_get_json:
 *
 * Returns: (transfer none): the tool as its server describes it, an object
 */
JsonNode *
gh_tool_get_json (GhTool *self)
{
  g_return_val_if_fail (GH_IS_TOOL (self), NULL);

  return self->tool->raw;
}

gboolean
gh_tool_get_read_only (GhTool *self)
{
  g_return_val_if_fail (GH_IS_TOOL (self), FALSE);

  return self->tool->read_only;
}

/**
 * gh_tool_get_destructive:
 *
 * Returns: whether the server says the tool may destroy something; means nothing for a read-only
 * one (8.8)
 */
gboolean
gh_tool_get_destructive (GhTool *self)
{
  g_return_val_if_fail (GH_IS_TOOL (self), FALSE);

  return self->tool->destructive && !self->tool->read_only;
}

const char *
gh_tool_get_left_out (GhTool *self)
{
  g_return_val_if_fail (GH_IS_TOOL (self), NULL);

  return self->left_out;
}
