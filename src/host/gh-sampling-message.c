/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * One message of a prompt under review. */
#include "config.h"

#include "gh-sampling-message-private.h"

#include "gh-sampling-part-private.h"

struct _GhSamplingMessage
{
  GObject parent;

  GListStore *parts; /* owned, of GhSamplingPart */
  gboolean    from_assistant;
};

G_DEFINE_FINAL_TYPE (GhSamplingMessage, gh_sampling_message, G_TYPE_OBJECT)

static void
gh_sampling_message_finalize (GObject *object)
{
  GhSamplingMessage *self = GH_SAMPLING_MESSAGE (object);

  g_clear_object (&self->parts);

  G_OBJECT_CLASS (gh_sampling_message_parent_class)->finalize (object);
}

static void
gh_sampling_message_class_init (GhSamplingMessageClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->finalize = gh_sampling_message_finalize;
}

static void
gh_sampling_message_init (GhSamplingMessage *self)
{
  self->parts = g_list_store_new (GH_TYPE_SAMPLING_PART);
}

GhSamplingMessage *
gh_sampling_message_new (GhMcpSamplingMessage *message)
{
  GhSamplingMessage *self;

  g_return_val_if_fail (message != NULL, NULL);

  self = g_object_new (GH_TYPE_SAMPLING_MESSAGE, NULL);
  self->from_assistant = message->from_assistant;
  for (guint i = 0; i < message->content->len; i++)
    {
      g_autoptr(GhSamplingPart) part =
        gh_sampling_part_new (g_ptr_array_index (message->content, i));

      g_list_store_append (self->parts, part);
    }
  return self;
}

gboolean
gh_sampling_message_get_from_assistant (GhSamplingMessage *self)
{
  g_return_val_if_fail (GH_IS_SAMPLING_MESSAGE (self), FALSE);

  return self->from_assistant;
}

GListModel *
gh_sampling_message_list_parts (GhSamplingMessage *self)
{
  g_return_val_if_fail (GH_IS_SAMPLING_MESSAGE (self), NULL);

  return G_LIST_MODEL (self->parts);
}
