/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * A resource of a server, for showing. Immutable; every text is the server's, untrusted. */
#include "config.h"

#include "gh-resource-private.h"

struct _GhResource
{
  GObject parent;

  GhMcpResource *value; /* owned */
};

G_DEFINE_FINAL_TYPE (GhResource, gh_resource, G_TYPE_OBJECT)

enum
{
  PROP_0,
  PROP_URI,
  PROP_NAME,
  PROP_TITLE,
  PROP_DESCRIPTION,
  PROP_MIME_TYPE,
  PROP_SIZE,
  N_PROPS,
};

static GParamSpec *properties[N_PROPS];

static void
gh_resource_finalize (GObject *object)
{
  GhResource *self = GH_RESOURCE (object);

  g_clear_pointer (&self->value, gh_mcp_resource_unref);

  G_OBJECT_CLASS (gh_resource_parent_class)->finalize (object);
}

static void
gh_resource_get_property (GObject    *object,
                          guint       prop_id,
                          GValue     *value,
                          GParamSpec *pspec)
{
  GhResource *self = GH_RESOURCE (object);

  switch (prop_id)
    {
    case PROP_URI:
      g_value_set_string (value, gh_resource_get_uri (self));
      break;
    case PROP_NAME:
      g_value_set_string (value, gh_resource_get_name (self));
      break;
    case PROP_TITLE:
      g_value_set_string (value, gh_resource_get_title (self));
      break;
    case PROP_DESCRIPTION:
      g_value_set_string (value, gh_resource_get_description (self));
      break;
    case PROP_MIME_TYPE:
      g_value_set_string (value, gh_resource_get_mime_type (self));
      break;
    case PROP_SIZE:
      g_value_set_int64 (value, gh_resource_get_size (self));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
gh_resource_class_init (GhResourceClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GParamFlags flags = G_PARAM_READABLE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS;

  object_class->finalize = gh_resource_finalize;
  object_class->get_property = gh_resource_get_property;

  properties[PROP_URI] = g_param_spec_string ("uri", NULL, NULL, NULL, flags);
  properties[PROP_NAME] = g_param_spec_string ("name", NULL, NULL, NULL, flags);
  properties[PROP_TITLE] = g_param_spec_string ("title", NULL, NULL, NULL, flags);
  properties[PROP_DESCRIPTION] = g_param_spec_string ("description", NULL, NULL, NULL, flags);
  properties[PROP_MIME_TYPE] = g_param_spec_string ("mime-type", NULL, NULL, NULL, flags);
  properties[PROP_SIZE] =
    g_param_spec_int64 ("size", NULL, NULL, -1, G_MAXINT64, -1, flags);
  g_object_class_install_properties (object_class, N_PROPS, properties);
}

static void
gh_resource_init (GhResource *self)
{
}

/**
 * gh_resource_new:
 *
 * Returns: (transfer full): @value for showing; keeps a reference to it
 */
GhResource *
gh_resource_new (GhMcpResource *value)
{
  GhResource *self;

  g_return_val_if_fail (value != NULL, NULL);

  self = g_object_new (GH_TYPE_RESOURCE, NULL);
  self->value = gh_mcp_resource_ref (value);
  return self;
}

GhMcpResource *
gh_resource_get_mcp (GhResource *self)
{
  g_return_val_if_fail (GH_IS_RESOURCE (self), NULL);

  return self->value;
}

const char *
gh_resource_get_uri (GhResource *self)
{
  g_return_val_if_fail (GH_IS_RESOURCE (self), NULL);

  return self->value->uri;
}

const char *
gh_resource_get_name (GhResource *self)
{
  g_return_val_if_fail (GH_IS_RESOURCE (self), NULL);

  return self->value->name;
}

const char *
gh_resource_get_title (GhResource *self)
{
  g_return_val_if_fail (GH_IS_RESOURCE (self), NULL);

  return self->value->title != NULL ? self->value->title : self->value->name;
}

const char *
gh_resource_get_description (GhResource *self)
{
  g_return_val_if_fail (GH_IS_RESOURCE (self), NULL);

  return self->value->description;
}

const char *
gh_resource_get_mime_type (GhResource *self)
{
  g_return_val_if_fail (GH_IS_RESOURCE (self), NULL);

  return self->value->mime_type;
}

gint64
gh_resource_get_size (GhResource *self)
{
  g_return_val_if_fail (GH_IS_RESOURCE (self), -1);

  return self->value->size;
}

JsonNode *
gh_resource_get_json (GhResource *self)
{
  g_return_val_if_fail (GH_IS_RESOURCE (self), NULL);

  return self->value->raw;
}
