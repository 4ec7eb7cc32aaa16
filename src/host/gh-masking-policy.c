/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * What the person wants masked before a model sees it, and hidden in what is written down. */
#include "config.h"

#include "gh-masking-policy.h"

struct _GhMaskingPolicy
{
  GObject parent_instance;

  /* owned */
  GhShield *shield;
  char **patterns;
  GSettings *settings; /* or NULL */

  gboolean mask_local;
  gboolean restore_answers;
};

G_DEFINE_FINAL_TYPE (GhMaskingPolicy, gh_masking_policy, G_TYPE_OBJECT)

enum
{
  PROP_0,
  PROP_MASK_LOCAL,
  PROP_RESTORE_ANSWERS,
  PROP_PATTERNS,
  PROP_SHIELD,
  N_PROPS,
};

static GParamSpec *properties[N_PROPS];

static void
gh_masking_policy_finalize (GObject *object)
{
  GhMaskingPolicy *self = GH_MASKING_POLICY (object);

  g_clear_object (&self->settings);
  g_clear_pointer (&self->patterns, g_strfreev);
  g_clear_pointer (&self->shield, gh_shield_unref);

  G_OBJECT_CLASS (gh_masking_policy_parent_class)->finalize (object);
}

static void
gh_masking_policy_get_property (GObject    *object,
                                guint       prop_id,
                                GValue     *value,
                                GParamSpec *pspec)
{
  GhMaskingPolicy *self = GH_MASKING_POLICY (object);

  switch (prop_id)
    {
    case PROP_MASK_LOCAL:
      g_value_set_boolean (value, self->mask_local);
      break;
    case PROP_RESTORE_ANSWERS:
      g_value_set_boolean (value, self->restore_answers);
      break;
    case PROP_PATTERNS:
      g_value_set_boxed (value, self->patterns);
      break;
    case PROP_SHIELD:
      g_value_set_pointer (value, self->shield);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
gh_masking_policy_set_property (GObject      *object,
                                guint         prop_id,
                                const GValue *value,
                                GParamSpec   *pspec)
{
  GhMaskingPolicy *self = GH_MASKING_POLICY (object);

  switch (prop_id)
    {
    case PROP_MASK_LOCAL:
      gh_masking_policy_set_mask_local (self, g_value_get_boolean (value));
      break;
    case PROP_RESTORE_ANSWERS:
      gh_masking_policy_set_restore_answers (self, g_value_get_boolean (value));
      break;
    case PROP_PATTERNS:
      gh_masking_policy_set_patterns (self, g_value_get_boxed (value));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
gh_masking_policy_class_init (GhMaskingPolicyClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GParamFlags r = G_PARAM_READABLE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS;
  GParamFlags rw = r | G_PARAM_WRITABLE;

  object_class->finalize = gh_masking_policy_finalize;
  object_class->get_property = gh_masking_policy_get_property;
  object_class->set_property = gh_masking_policy_set_property;

  properties[PROP_MASK_LOCAL] = g_param_spec_boolean ("mask-local", NULL, NULL, TRUE, rw);
  properties[PROP_RESTORE_ANSWERS] = g_param_spec_boolean ("restore-answers", NULL, NULL, FALSE,
                                                           rw);
  properties[PROP_PATTERNS] = g_param_spec_boxed ("patterns", NULL, NULL, G_TYPE_STRV, rw);
  properties[PROP_SHIELD] = g_param_spec_pointer ("shield", NULL, NULL, r);
  g_object_class_install_properties (object_class, N_PROPS, properties);
}

static void
gh_masking_policy_init (GhMaskingPolicy *self)
{
  self->mask_local = TRUE;
  self->patterns = g_new0 (char *, 1);
  self->shield = gh_shield_new (g_get_home_dir (), NULL);
}

/**
 * gh_masking_policy_new:
 *
 * Returns: (transfer full): everything is masked, for every model
 */
GhMaskingPolicy *
gh_masking_policy_new (void)
{
  return g_object_new (GH_TYPE_MASKING_POLICY, NULL);
}

void
gh_masking_policy_use_settings (GhMaskingPolicy *self)
{
  GSettingsSchemaSource *source = g_settings_schema_source_get_default ();
  g_autoptr(GSettingsSchema) schema = NULL;

  g_return_if_fail (GH_IS_MASKING_POLICY (self));
  g_return_if_fail (self->settings == NULL);

  if (source != NULL)
    schema = g_settings_schema_source_lookup (source, GH_APP_ID, TRUE);
  if (schema == NULL)
    return;
  self->settings = g_settings_new (GH_APP_ID);
  g_settings_bind (self->settings, "mask-local", self, "mask-local", G_SETTINGS_BIND_DEFAULT);
  g_settings_bind (self->settings, "restore-answers", self, "restore-answers",
                   G_SETTINGS_BIND_DEFAULT);
  g_settings_bind (self->settings, "mask-patterns", self, "patterns", G_SETTINGS_BIND_DEFAULT);
}

gboolean
gh_masking_policy_get_mask_local (GhMaskingPolicy *self)
{
  g_return_val_if_fail (GH_IS_MASKING_POLICY (self), TRUE);

  return self->mask_local;
}

void
gh_masking_policy_set_mask_local (GhMaskingPolicy *self,
                                  gboolean         mask_local)
{
  g_return_if_fail (GH_IS_MASKING_POLICY (self));

  mask_local = !!mask_local;
  if (self->mask_local == mask_local)
    return;
  self->mask_local = mask_local;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_MASK_LOCAL]);
}

gboolean
gh_masking_policy_get_restore_answers (GhMaskingPolicy *self)
{
  g_return_val_if_fail (GH_IS_MASKING_POLICY (self), FALSE);

  return self->restore_answers;
}

void
gh_masking_policy_set_restore_answers (GhMaskingPolicy *self,
                                       gboolean         restore_answers)
{
  g_return_if_fail (GH_IS_MASKING_POLICY (self));

  restore_answers = !!restore_answers;
  if (self->restore_answers == restore_answers)
    return;
  self->restore_answers = restore_answers;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_RESTORE_ANSWERS]);
}

const char * const *
gh_masking_policy_get_patterns (GhMaskingPolicy *self)
{
  g_return_val_if_fail (GH_IS_MASKING_POLICY (self), NULL);

  return (const char * const *) self->patterns;
}

void
gh_masking_policy_set_patterns (GhMaskingPolicy    *self,
                                const char * const *patterns)
{
  static const char * const none[] = { NULL };

  g_return_if_fail (GH_IS_MASKING_POLICY (self));

  if (patterns == NULL)
    patterns = none;
  if (g_strv_equal ((const char * const *) self->patterns, patterns))
    return;
  g_strfreev (self->patterns);
  self->patterns = g_strdupv ((char **) patterns);
  gh_shield_unref (self->shield);
  self->shield = gh_shield_new (g_get_home_dir (), (const char * const *) self->patterns);

  g_object_freeze_notify (G_OBJECT (self));
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_PATTERNS]);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_SHIELD]);
  g_object_thaw_notify (G_OBJECT (self));
}

/**
 * gh_masking_policy_get_shield:
 *
 * Returns: (transfer none): another one after "notify::shield"
 */
GhShield *
gh_masking_policy_get_shield (GhMaskingPolicy *self)
{
  g_return_val_if_fail (GH_IS_MASKING_POLICY (self), NULL);

  return self->shield;
}

/**
 * gh_masking_policy_masks_for:
 * @model: (nullable): NULL: none chosen yet
 */
gboolean
gh_masking_policy_masks_for (GhMaskingPolicy *self,
                             GhModel         *model)
{
  g_return_val_if_fail (GH_IS_MASKING_POLICY (self), TRUE);

  return self->mask_local || model == NULL || gh_model_get_lane (model) != GH_LANE_LOCAL;
}
