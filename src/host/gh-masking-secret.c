/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * One thing that is masked in a prompt. */
#include "config.h"

#include "gh-masking-secret-private.h"

struct _GhMaskingSecret
{
  GObject parent_instance;

  /* owned */
  char *placeholder;
  char *original;

  const char *provider; /* static, or NULL */
  GhShieldKind kind;
  guint uses;
  guint place;
  gboolean shown;
};

G_DEFINE_FINAL_TYPE (GhMaskingSecret, gh_masking_secret, G_TYPE_OBJECT)

enum
{
  PROP_0,
  PROP_SHOWN,
  PROP_USES,
  N_PROPS,
};

static GParamSpec *properties[N_PROPS];

static void
gh_masking_secret_finalize (GObject *object)
{
  GhMaskingSecret *self = GH_MASKING_SECRET (object);

  g_clear_pointer (&self->placeholder, g_free);
  g_clear_pointer (&self->original, g_free);

  G_OBJECT_CLASS (gh_masking_secret_parent_class)->finalize (object);
}

static void
gh_masking_secret_get_property (GObject    *object,
                                guint       prop_id,
                                GValue     *value,
                                GParamSpec *pspec)
{
  GhMaskingSecret *self = GH_MASKING_SECRET (object);

  switch (prop_id)
    {
    case PROP_SHOWN:
      g_value_set_boolean (value, self->shown);
      break;
    case PROP_USES:
      g_value_set_uint (value, self->uses);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
gh_masking_secret_set_property (GObject      *object,
                                guint         prop_id,
                                const GValue *value,
                                GParamSpec   *pspec)
{
  GhMaskingSecret *self = GH_MASKING_SECRET (object);

  switch (prop_id)
    {
    case PROP_SHOWN:
      gh_masking_secret_set_shown (self, g_value_get_boolean (value));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
gh_masking_secret_class_init (GhMaskingSecretClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GParamFlags flags = G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS;

  object_class->finalize = gh_masking_secret_finalize;
  object_class->get_property = gh_masking_secret_get_property;
  object_class->set_property = gh_masking_secret_set_property;

  properties[PROP_SHOWN] = g_param_spec_boolean ("shown", NULL, NULL, FALSE,
                                                 flags | G_PARAM_READWRITE);
  properties[PROP_USES] = g_param_spec_uint ("uses", NULL, NULL, 0, G_MAXUINT, 0,
                                             flags | G_PARAM_READABLE);
  g_object_class_install_properties (object_class, N_PROPS, properties);
}

static void
gh_masking_secret_init (GhMaskingSecret *self)
{
}

GhMaskingSecret *
gh_masking_secret_new (GhShieldMap *map,
                       guint        index)
{
  GhMaskingSecret *self = g_object_new (GH_TYPE_MASKING_SECRET, NULL);

  self->placeholder = g_strdup (gh_shield_map_get_placeholder (map, index));
  self->original = g_strdup (gh_shield_map_get_original (map, index));
  self->provider = gh_shield_map_get_provider (map, index);
  self->kind = gh_shield_map_get_kind (map, index);
  self->shown = gh_shield_map_get_shown (map, index);
  self->uses = gh_shield_map_get_uses (map, index);
  self->place = gh_shield_map_get_place (map, index);
  return self;
}

void
gh_masking_secret_set_uses (GhMaskingSecret *self,
                            guint            uses,
                            guint            place)
{
  g_return_if_fail (GH_IS_MASKING_SECRET (self));

  if (self->uses == uses && self->place == place)
    return;
  self->uses = uses;
  self->place = place;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_USES]);
}

GhShieldKind
gh_masking_secret_get_kind (GhMaskingSecret *self)
{
  g_return_val_if_fail (GH_IS_MASKING_SECRET (self), GH_SHIELD_OWN);

  return self->kind;
}

/**
 * gh_masking_secret_get_provider:
 *
 * Returns: (nullable): whose key it is
 */
const char *
gh_masking_secret_get_provider (GhMaskingSecret *self)
{
  g_return_val_if_fail (GH_IS_MASKING_SECRET (self), NULL);

  return self->provider;
}

const char *
gh_masking_secret_get_placeholder (GhMaskingSecret *self)
{
  g_return_val_if_fail (GH_IS_MASKING_SECRET (self), NULL);

  return self->placeholder;
}

const char *
gh_masking_secret_get_original (GhMaskingSecret *self)
{
  g_return_val_if_fail (GH_IS_MASKING_SECRET (self), NULL);

  return self->original;
}

guint
gh_masking_secret_get_uses (GhMaskingSecret *self)
{
  g_return_val_if_fail (GH_IS_MASKING_SECRET (self), 0);

  return self->uses;
}

guint
gh_masking_secret_get_place (GhMaskingSecret *self)
{
  g_return_val_if_fail (GH_IS_MASKING_SECRET (self), GH_SHIELD_NOWHERE);

  return self->place;
}

gboolean
gh_masking_secret_get_shown (GhMaskingSecret *self)
{
  g_return_val_if_fail (GH_IS_MASKING_SECRET (self), FALSE);

  return self->shown;
}

void
gh_masking_secret_set_shown (GhMaskingSecret *self,
                             gboolean         shown)
{
  g_return_if_fail (GH_IS_MASKING_SECRET (self));

  shown = !!shown;
  if (self->shown == shown)
    return;
  self->shown = shown;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_SHOWN]);
}
