/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * What is masked in one prompt, and the way back. */
#include "config.h"

#include "gh-masking-private.h"

#include "gh-masking-secret-private.h"

/* Rows that a person may still go through; what is beyond them is masked all the same. */
#define MAX_LISTED 500

struct _GhMasking
{
  GObject parent_instance;

  /* owned */
  GhMaskingPolicy *policy;
  GhShieldMap *map;
  GPtrArray *all;     /* of GhMaskingSecret, one for each entry of the map that there was */
  GListStore *secrets; /* those of them that are in the prompt */

  guint n_secrets; /* in the prompt */
  guint known; /* entries of the map when it began */
  gboolean active;
  gboolean caught;
};

G_DEFINE_FINAL_TYPE (GhMasking, gh_masking, G_TYPE_OBJECT)

enum
{
  PROP_0,
  PROP_ACTIVE,
  PROP_CAUGHT,
  N_PROPS,
};

enum
{
  CHANGED,
  N_SIGNALS,
};

static GParamSpec *properties[N_PROPS];
static guint signals[N_SIGNALS];

static void
gh_masking_finalize (GObject *object)
{
  GhMasking *self = GH_MASKING (object);

  g_clear_object (&self->policy);
  g_clear_object (&self->secrets);
  g_clear_pointer (&self->all, g_ptr_array_unref);
  g_clear_pointer (&self->map, gh_shield_map_free);

  G_OBJECT_CLASS (gh_masking_parent_class)->finalize (object);
}

static void
gh_masking_get_property (GObject    *object,
                         guint       prop_id,
                         GValue     *value,
                         GParamSpec *pspec)
{
  GhMasking *self = GH_MASKING (object);

  switch (prop_id)
    {
    case PROP_ACTIVE:
      g_value_set_boolean (value, self->active);
      break;
    case PROP_CAUGHT:
      g_value_set_boolean (value, self->caught);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
gh_masking_class_init (GhMaskingClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GParamFlags flags = G_PARAM_READABLE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS;

  object_class->finalize = gh_masking_finalize;
  object_class->get_property = gh_masking_get_property;

  properties[PROP_ACTIVE] = g_param_spec_boolean ("active", NULL, NULL, TRUE, flags);
  properties[PROP_CAUGHT] = g_param_spec_boolean ("caught", NULL, NULL, FALSE, flags);
  g_object_class_install_properties (object_class, N_PROPS, properties);

  signals[CHANGED] = g_signal_new ("changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0,
                                   NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
gh_masking_init (GhMasking *self)
{
  self->map = gh_shield_map_new ();
  self->all = g_ptr_array_new_with_free_func (g_object_unref);
  self->secrets = g_list_store_new (GH_TYPE_MASKING_SECRET);
  self->active = TRUE;
}

static void
policy_changed_cb (GhMasking *self)
{
  g_signal_emit (self, signals[CHANGED], 0);
}

GhMasking *
gh_masking_new (GhMaskingPolicy *policy)
{
  GhMasking *self;

  g_return_val_if_fail (GH_IS_MASKING_POLICY (policy), NULL);

  self = g_object_new (GH_TYPE_MASKING, NULL);
  self->policy = g_object_ref (policy);
  g_signal_connect_object (policy, "notify::shield", G_CALLBACK (policy_changed_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (policy, "notify::mask-local", G_CALLBACK (policy_changed_cb), self,
                           G_CONNECT_SWAPPED);
  return self;
}

/**
 * gh_masking_begin:
 * @model: (nullable): NULL: none chosen yet
 * @lane: where it runs as its provider says by now; the farther of the two counts
 */
void
gh_masking_begin (GhMasking *self,
                  GhModel   *model,
                  GhLane     lane)
{
  gboolean active;

  g_return_if_fail (GH_IS_MASKING (self));

  active = lane != GH_LANE_LOCAL || gh_masking_policy_masks_for (self->policy, model);
  self->known = gh_shield_map_get_length (self->map);
  gh_shield_map_start_counting (self->map);
  if (self->active == active)
    return;
  self->active = active;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_ACTIVE]);
}

static void
shown_cb (GhMasking       *self,
          GParamSpec      *pspec,
          GhMaskingSecret *secret)
{
  guint index;

  if (!g_ptr_array_find (self->all, secret, &index))
    return;
  gh_shield_map_set_shown (self->map, index, gh_masking_secret_get_shown (secret));
  g_signal_emit (self, signals[CHANGED], 0);
}

static GhMaskingSecret *
get_secret (GhMasking *self,
            guint      index)
{
  while (self->all->len <= index)
    {
      GhMaskingSecret *secret = gh_masking_secret_new (self->map, self->all->len);

      g_ptr_array_add (self->all, secret);
      g_signal_connect_object (secret, "notify::shown", G_CALLBACK (shown_cb), self,
                               G_CONNECT_SWAPPED);
    }
  return self->all->pdata[index];
}

/* Makes the list what is in the prompt now; what stays in it is not taken out. */
static void
update_secrets (GhMasking *self)
{
  guint length = gh_shield_map_get_length (self->map);
  guint position = 0;

  self->n_secrets = 0;
  for (guint i = 0; i < length; i++)
    {
      guint uses = gh_shield_map_get_uses (self->map, i);
      g_autoptr(GhMaskingSecret) there = NULL;
      GhMaskingSecret *secret;

      self->n_secrets += uses > 0;
      if (i >= MAX_LISTED)
        continue;
      secret = get_secret (self, i);
      there = g_list_model_get_item (G_LIST_MODEL (self->secrets), position);
      gh_masking_secret_set_uses (secret, uses, gh_shield_map_get_place (self->map, i));
      if (uses > 0 && there != secret)
        g_list_store_insert (self->secrets, position, secret);
      else if (uses == 0 && there == secret)
        g_list_store_remove (self->secrets, position);
      position += uses > 0;
    }
}

gboolean
gh_masking_end (GhMasking *self)
{
  g_return_val_if_fail (GH_IS_MASKING (self), FALSE);

  gh_shield_map_set_place (self->map, GH_SHIELD_NOWHERE);
  if (gh_shield_map_get_length (self->map) > self->known)
    return TRUE;
  update_secrets (self);
  return FALSE;
}

void
gh_masking_set_caught (GhMasking *self,
                       gboolean   caught)
{
  g_return_if_fail (GH_IS_MASKING (self));

  caught = !!caught;
  if (self->caught == caught)
    return;
  self->caught = caught;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_CAUGHT]);
}

char *
gh_masking_mask (GhMasking  *self,
                 const char *text,
                 guint       place)
{
  g_return_val_if_fail (GH_IS_MASKING (self), NULL);
  g_return_val_if_fail (text != NULL, NULL);

  if (!self->active)
    return g_strdup (text);
  gh_shield_map_set_place (self->map, place);
  return gh_shield_mask (gh_masking_policy_get_shield (self->policy), text, self->map);
}

/**
 * gh_masking_mask_edited:
 *
 * For what a person made of a masked text: placeholders in it stay, or become what they stand for
 * when that may be seen.
 */
char *
gh_masking_mask_edited (GhMasking  *self,
                        const char *text,
                        guint       place)
{
  g_return_val_if_fail (GH_IS_MASKING (self), NULL);
  g_return_val_if_fail (text != NULL, NULL);

  if (!self->active)
    return gh_shield_map_restore (self->map, text);
  gh_shield_map_set_place (self->map, place);
  return gh_shield_mask_edited (gh_masking_policy_get_shield (self->policy), text, self->map);
}

JsonNode *
gh_masking_mask_json (GhMasking *self,
                      JsonNode  *node,
                      guint      place)
{
  g_return_val_if_fail (GH_IS_MASKING (self), NULL);
  g_return_val_if_fail (node != NULL, NULL);

  if (!self->active)
    return json_node_ref (node);
  gh_shield_map_set_place (self->map, place);
  return gh_shield_mask_json (gh_masking_policy_get_shield (self->policy), node, self->map);
}

char *
gh_masking_restore (GhMasking  *self,
                    const char *text)
{
  g_return_val_if_fail (GH_IS_MASKING (self), NULL);
  g_return_val_if_fail (text != NULL, NULL);

  return gh_shield_map_restore (self->map, text);
}

JsonNode *
gh_masking_restore_json (GhMasking *self,
                         JsonNode  *node)
{
  g_return_val_if_fail (GH_IS_MASKING (self), NULL);
  g_return_val_if_fail (node != NULL, NULL);

  return gh_shield_map_restore_json (self->map, node);
}

gboolean
gh_masking_get_active (GhMasking *self)
{
  g_return_val_if_fail (GH_IS_MASKING (self), TRUE);

  return self->active;
}

gboolean
gh_masking_get_caught (GhMasking *self)
{
  g_return_val_if_fail (GH_IS_MASKING (self), FALSE);

  return self->caught;
}

gboolean
gh_masking_get_gave_up (GhMasking *self)
{
  g_return_val_if_fail (GH_IS_MASKING (self), FALSE);

  return gh_shield_map_get_gave_up (self->map);
}

guint
gh_masking_get_n_secrets (GhMasking *self)
{
  g_return_val_if_fail (GH_IS_MASKING (self), 0);

  return self->n_secrets;
}

GListModel *
gh_masking_list_secrets (GhMasking *self)
{
  g_return_val_if_fail (GH_IS_MASKING (self), NULL);

  return G_LIST_MODEL (self->secrets);
}

/**
 * gh_masking_find:
 * @start: (inout): where to look from; where it is
 * @end: (out): behind it
 *
 * Returns: (transfer none) (nullable): what it stands for
 */
GhMaskingSecret *
gh_masking_find (GhMasking  *self,
                 const char *text,
                 gsize      *start,
                 gsize      *end)
{
  guint index;

  g_return_val_if_fail (GH_IS_MASKING (self), NULL);
  g_return_val_if_fail (text != NULL, NULL);

  return gh_shield_map_find (self->map, text, start, end, &index) ? get_secret (self, index) : NULL;
}
