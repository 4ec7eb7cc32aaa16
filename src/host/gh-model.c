/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * One model of one provider. Immutable. */
#include "config.h"

#include "gh-model-private.h"

#include <math.h>

const GhModelFacts gh_model_no_facts = { .input_price = NAN, .output_price = NAN };

struct _GhModel
{
  GObject       parent_instance;

  char         *id;            /* owned */
  char         *provider_id;   /* owned */
  char         *provider_name; /* owned */
  GhModelFacts  facts;
  GhLane        lane;
};

G_DEFINE_FINAL_TYPE (GhModel, gh_model, G_TYPE_OBJECT)
G_DEFINE_ENUM_TYPE (GhLane, gh_lane,
                    G_DEFINE_ENUM_VALUE (GH_LANE_LOCAL, "local"),
                    G_DEFINE_ENUM_VALUE (GH_LANE_OWN, "own"),
                    G_DEFINE_ENUM_VALUE (GH_LANE_CLOUD, "cloud"))

enum
{
  PROP_0,
  PROP_ID,
  PROP_PROVIDER_NAME,
  PROP_LANE,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

static void
gh_model_finalize (GObject *object)
{
  GhModel *self = GH_MODEL (object);

  g_clear_pointer (&self->id, g_free);
  g_clear_pointer (&self->provider_id, g_free);
  g_clear_pointer (&self->provider_name, g_free);

  G_OBJECT_CLASS (gh_model_parent_class)->finalize (object);
}

static void
gh_model_get_property (GObject    *object,
                       guint       prop_id,
                       GValue     *value,
                       GParamSpec *pspec)
{
  GhModel *self = GH_MODEL (object);

  switch (prop_id)
    {
    case PROP_ID:
      g_value_set_string (value, self->id);
      break;

    case PROP_PROVIDER_NAME:
      g_value_set_string (value, self->provider_name);
      break;

    case PROP_LANE:
      g_value_set_enum (value, self->lane);
      break;

    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
gh_model_class_init (GhModelClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->finalize = gh_model_finalize;
  object_class->get_property = gh_model_get_property;

  properties[PROP_ID] =
    g_param_spec_string ("id", NULL, NULL, NULL, G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  properties[PROP_PROVIDER_NAME] =
    g_param_spec_string ("provider-name", NULL, NULL, NULL,
                         G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  properties[PROP_LANE] =
    g_param_spec_enum ("lane", NULL, NULL, GH_TYPE_LANE, GH_LANE_CLOUD,
                       G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);

  g_object_class_install_properties (object_class, N_PROPS, properties);
}

static void
gh_model_init (GhModel *self)
{
}

GhModel *
gh_model_new_with_facts (const char         *id,
                         const char         *provider_id,
                         const char         *provider_name,
                         GhLane              lane,
                         const GhModelFacts *facts)
{
  g_return_val_if_fail (id != NULL, NULL);
  g_return_val_if_fail (provider_id != NULL, NULL);
  g_return_val_if_fail (provider_name != NULL, NULL);
  g_return_val_if_fail (facts != NULL, NULL);

  GhModel *self = g_object_new (GH_TYPE_MODEL, NULL);

  self->id = g_strdup (id);
  self->provider_id = g_strdup (provider_id);
  self->provider_name = g_strdup (provider_name);
  self->lane = lane;
  self->facts = *facts;

  return self;
}

/* A model of which nothing more is known. */
GhModel *
gh_model_new (const char *id,
              const char *provider_id,
              const char *provider_name,
              GhLane      lane)
{
  return gh_model_new_with_facts (id, provider_id, provider_name, lane, &gh_model_no_facts);
}

const GhModelFacts *
gh_model_get_facts (GhModel *self)
{
  g_return_val_if_fail (GH_IS_MODEL (self), NULL);

  return &self->facts;
}

gboolean
gh_model_get_prices (GhModel *self,
                     double  *input,
                     double  *output)
{
  g_return_val_if_fail (GH_IS_MODEL (self), FALSE);
  g_return_val_if_fail (input != NULL, FALSE);
  g_return_val_if_fail (output != NULL, FALSE);

  gboolean is_known = !isnan (self->facts.input_price) && !isnan (self->facts.output_price);

  *input = is_known ? self->facts.input_price : 0;
  *output = is_known ? self->facts.output_price : 0;

  return is_known || self->lane == GH_LANE_LOCAL;
}

GhModelNeeds
gh_model_get_lacks (GhModel      *self,
                    GhModelNeeds  needs)
{
  g_return_val_if_fail (GH_IS_MODEL (self), needs);

  return needs & self->facts.known & ~self->facts.can;
}

const char *
gh_model_get_id (GhModel *self)
{
  g_return_val_if_fail (GH_IS_MODEL (self), NULL);

  return self->id;
}

const char *
gh_model_get_provider_id (GhModel *self)
{
  g_return_val_if_fail (GH_IS_MODEL (self), NULL);

  return self->provider_id;
}

const char *
gh_model_get_provider_name (GhModel *self)
{
  g_return_val_if_fail (GH_IS_MODEL (self), NULL);

  return self->provider_name;
}

GhLane
gh_model_get_lane (GhModel *self)
{
  g_return_val_if_fail (GH_IS_MODEL (self), GH_LANE_CLOUD);

  return self->lane;
}
