/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * A template for resources of a server, for showing. Immutable; every text is the server's. */
#include "config.h"

#include "gh-resource-template-private.h"

#include "gh-mcp-error.h"

struct _GhResourceTemplate
{
  GObject parent;

  GhMcpResourceTemplate *value; /* owned */
};

G_DEFINE_FINAL_TYPE (GhResourceTemplate, gh_resource_template, G_TYPE_OBJECT)

enum
{
  PROP_0,
  PROP_URI_TEMPLATE,
  PROP_NAME,
  PROP_TITLE,
  PROP_DESCRIPTION,
  PROP_MIME_TYPE,
  N_PROPS,
};

static GParamSpec *properties[N_PROPS];

static void
gh_resource_template_finalize (GObject *object)
{
  GhResourceTemplate *self = GH_RESOURCE_TEMPLATE (object);

  g_clear_pointer (&self->value, gh_mcp_resource_template_unref);

  G_OBJECT_CLASS (gh_resource_template_parent_class)->finalize (object);
}

static void
gh_resource_template_get_property (GObject    *object,
                                   guint       prop_id,
                                   GValue     *value,
                                   GParamSpec *pspec)
{
  GhResourceTemplate *self = GH_RESOURCE_TEMPLATE (object);

  switch (prop_id)
    {
    case PROP_URI_TEMPLATE:
      g_value_set_string (value, gh_resource_template_get_uri_template (self));
      break;
    case PROP_NAME:
      g_value_set_string (value, gh_resource_template_get_name (self));
      break;
    case PROP_TITLE:
      g_value_set_string (value, gh_resource_template_get_title (self));
      break;
    case PROP_DESCRIPTION:
      g_value_set_string (value, gh_resource_template_get_description (self));
      break;
    case PROP_MIME_TYPE:
      g_value_set_string (value, gh_resource_template_get_mime_type (self));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
gh_resource_template_class_init (GhResourceTemplateClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GParamFlags flags = G_PARAM_READABLE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS;

  object_class->finalize = gh_resource_template_finalize;
  object_class->get_property = gh_resource_template_get_property;

  properties[PROP_URI_TEMPLATE] = g_param_spec_string ("uri-template", NULL, NULL, NULL, flags);
  properties[PROP_NAME] = g_param_spec_string ("name", NULL, NULL, NULL, flags);
  properties[PROP_TITLE] = g_param_spec_string ("title", NULL, NULL, NULL, flags);
  properties[PROP_DESCRIPTION] = g_param_spec_string ("description", NULL, NULL, NULL, flags);
  properties[PROP_MIME_TYPE] = g_param_spec_string ("mime-type", NULL, NULL, NULL, flags);
  g_object_class_install_properties (object_class, N_PROPS, properties);
}

static void
gh_resource_template_init (GhResourceTemplate *self)
{
}

/**
 * gh_resource_template_new:
 *
 * Returns: (transfer full): @value for showing; keeps a reference to it
 */
GhResourceTemplate *
gh_resource_template_new (GhMcpResourceTemplate *value)
{
  GhResourceTemplate *self;

  g_return_val_if_fail (value != NULL, NULL);

  self = g_object_new (GH_TYPE_RESOURCE_TEMPLATE, NULL);
  self->value = gh_mcp_resource_template_ref (value);
  return self;
}

GhMcpResourceTemplate *
gh_resource_template_get_mcp (GhResourceTemplate *self)
{
  g_return_val_if_fail (GH_IS_RESOURCE_TEMPLATE (self), NULL);

  return self->value;
}

const char *
gh_resource_template_get_uri_template (GhResourceTemplate *self)
{
  g_return_val_if_fail (GH_IS_RESOURCE_TEMPLATE (self), NULL);

  return self->value->uri_template;
}

const char *
gh_resource_template_get_name (GhResourceTemplate *self)
{
  g_return_val_if_fail (GH_IS_RESOURCE_TEMPLATE (self), NULL);

  return self->value->name;
}

const char *
gh_resource_template_get_title (GhResourceTemplate *self)
{
  g_return_val_if_fail (GH_IS_RESOURCE_TEMPLATE (self), NULL);

  return self->value->title != NULL ? self->value->title : self->value->name;
}

const char *
gh_resource_template_get_description (GhResourceTemplate *self)
{
  g_return_val_if_fail (GH_IS_RESOURCE_TEMPLATE (self), NULL);

  return self->value->description;
}

const char *
gh_resource_template_get_mime_type (GhResourceTemplate *self)
{
  g_return_val_if_fail (GH_IS_RESOURCE_TEMPLATE (self), NULL);

  return self->value->mime_type;
}

JsonNode *
gh_resource_template_get_json (GhResourceTemplate *self)
{
  g_return_val_if_fail (GH_IS_RESOURCE_TEMPLATE (self), NULL);

  return self->value->raw;
}

const char * const *
gh_resource_template_get_variables (GhResourceTemplate *self)
{
  static const char * const none[] = { NULL };

  g_return_val_if_fail (GH_IS_RESOURCE_TEMPLATE (self), NULL);

  if (self->value->compiled == NULL)
    return none;
  return gh_mcp_uri_template_get_variables (self->value->compiled);
}

char *
gh_resource_template_expand (GhResourceTemplate  *self,
                             JsonNode            *values,
                             GError             **error)
{
  g_return_val_if_fail (GH_IS_RESOURCE_TEMPLATE (self), NULL);

  if (self->value->compiled == NULL)
    {
      g_set_error_literal (error, GH_MCP_ERROR, GH_MCP_ERROR_PROTOCOL, self->value->problem);
      return NULL;
    }
  return gh_mcp_uri_template_expand (self->value->compiled, values, error);
}
