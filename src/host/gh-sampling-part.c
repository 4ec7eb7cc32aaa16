/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * A content block of a prompt under review; text can be edited. */
#include "config.h"

#include "gh-sampling-part-private.h"

/* What the usual models make of one picture of middling size. */
#define IMAGE_TOKENS 765

struct _GhSamplingPart
{
  GObject parent;

  /* Owned. */
  GhContent *content;
  char      *text; /* NULL while it is the content's own */

  gboolean   locked;
  guint      estimate; /* of the present text */
};

G_DEFINE_FINAL_TYPE (GhSamplingPart, gh_sampling_part, G_TYPE_OBJECT)

enum
{
  PROP_0,
  PROP_TEXT,
  PROP_EDITED,
  N_PROPS,
};

static GParamSpec *properties[N_PROPS];

static void
gh_sampling_part_finalize (GObject *object)
{
  GhSamplingPart *self = GH_SAMPLING_PART (object);

  g_clear_object (&self->content);
  g_clear_pointer (&self->text, g_free);

  G_OBJECT_CLASS (gh_sampling_part_parent_class)->finalize (object);
}

static void
gh_sampling_part_get_property (GObject    *object,
                               guint       prop_id,
                               GValue     *value,
                               GParamSpec *pspec)
{
  GhSamplingPart *self = GH_SAMPLING_PART (object);

  switch (prop_id)
    {
    case PROP_TEXT:
      g_value_set_string (value, gh_sampling_part_get_text (self));
      break;
    case PROP_EDITED:
      g_value_set_boolean (value, gh_sampling_part_get_edited (self));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
gh_sampling_part_set_property (GObject      *object,
                               guint         prop_id,
                               const GValue *value,
                               GParamSpec   *pspec)
{
  GhSamplingPart *self = GH_SAMPLING_PART (object);

  switch (prop_id)
    {
    case PROP_TEXT:
      gh_sampling_part_set_text (self, g_value_get_string (value));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
gh_sampling_part_class_init (GhSamplingPartClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GParamFlags flags = G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS;

  object_class->finalize = gh_sampling_part_finalize;
  object_class->get_property = gh_sampling_part_get_property;
  object_class->set_property = gh_sampling_part_set_property;

  properties[PROP_TEXT] = g_param_spec_string ("text", NULL, NULL, NULL, flags | G_PARAM_READWRITE);
  properties[PROP_EDITED] =
    g_param_spec_boolean ("edited", NULL, NULL, FALSE, flags | G_PARAM_READABLE);
  g_object_class_install_properties (object_class, N_PROPS, properties);
}

static void
gh_sampling_part_init (GhSamplingPart *self)
{
}

/**
 * gh_sampling_estimate_tokens:
 *
 * A rough guess that needs no tokenizer: four ASCII characters make a token, and so does each
 * character of another script. It errs upwards for most languages, which is the safe side for a
 * limit.
 *
 * Returns: how many tokens a model makes of @text
 */
guint
gh_sampling_estimate_tokens (const char *text)
{
  gsize ascii = 0;
  gsize other = 0;

  if (text == NULL)
    return 0;
  for (const char *p = text; *p != '\0'; p++)
    if ((guchar) *p < 0x80)
      ascii++;
    else if (((guchar) *p & 0xC0) == 0xC0)
      other++;
  return MIN ((ascii + 3) / 4 + other, G_MAXUINT / 2);
}

static void
update_estimate (GhSamplingPart *self)
{
  if (gh_content_get_kind (self->content) == GH_CONTENT_IMAGE)
    self->estimate = IMAGE_TOKENS;
  else
    self->estimate = gh_sampling_estimate_tokens (gh_sampling_part_get_text (self));
}

GhSamplingPart *
gh_sampling_part_new (GhContent *content)
{
  GhSamplingPart *self;

  g_return_val_if_fail (GH_IS_CONTENT (content), NULL);

  self = g_object_new (GH_TYPE_SAMPLING_PART, NULL);
  self->content = g_object_ref (content);
  update_estimate (self);
  return self;
}

void
gh_sampling_part_set_locked (GhSamplingPart *self,
                             gboolean        locked)
{
  g_return_if_fail (GH_IS_SAMPLING_PART (self));

  self->locked = locked;
}

guint
gh_sampling_part_get_estimated_tokens (GhSamplingPart *self)
{
  g_return_val_if_fail (GH_IS_SAMPLING_PART (self), 0);

  return self->estimate;
}

GhContent *
gh_sampling_part_get_content (GhSamplingPart *self)
{
  g_return_val_if_fail (GH_IS_SAMPLING_PART (self), NULL);

  return self->content;
}

/**
 * gh_sampling_part_get_text:
 *
 * Returns: (nullable): what will be sent; NULL when the part is no text
 */
const char *
gh_sampling_part_get_text (GhSamplingPart *self)
{
  g_return_val_if_fail (GH_IS_SAMPLING_PART (self), NULL);

  if (gh_content_get_kind (self->content) != GH_CONTENT_TEXT)
    return NULL;
  return self->text != NULL ? self->text : gh_content_get_text (self->content);
}

/**
 * gh_sampling_part_set_text:
 * @text: valid UTF-8
 *
 * Changes what will be sent. Does nothing for a part that is no text, or once the prompt is on its
 * way.
 */
void
gh_sampling_part_set_text (GhSamplingPart *self,
                           const char     *text)
{
  gboolean was_edited;

  g_return_if_fail (GH_IS_SAMPLING_PART (self));
  g_return_if_fail (text != NULL);

  if (self->locked || gh_content_get_kind (self->content) != GH_CONTENT_TEXT)
    return;
  if (g_strcmp0 (gh_sampling_part_get_text (self), text) == 0)
    return;

  was_edited = self->text != NULL;
  g_clear_pointer (&self->text, g_free);
  if (g_strcmp0 (gh_content_get_text (self->content), text) != 0)
    self->text = g_strdup (text);
  update_estimate (self);

  g_object_freeze_notify (G_OBJECT (self));
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_TEXT]);
  if (was_edited != (self->text != NULL))
    g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_EDITED]);
  g_object_thaw_notify (G_OBJECT (self));
}

gboolean
gh_sampling_part_get_edited (GhSamplingPart *self)
{
  g_return_val_if_fail (GH_IS_SAMPLING_PART (self), FALSE);

  return self->text != NULL;
}

/**
 * gh_sampling_part_revert:
 *
 * Back to the server's text.
 */
void
gh_sampling_part_revert (GhSamplingPart *self)
{
  g_return_if_fail (GH_IS_SAMPLING_PART (self));

  if (self->text != NULL)
    gh_sampling_part_set_text (self, gh_content_get_text (self->content));
}
