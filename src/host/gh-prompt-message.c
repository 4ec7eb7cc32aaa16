/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * One message of a prompt, for showing. Immutable. */
#include "config.h"

#include "gh-prompt-message.h"

struct _GhPromptMessage
{
  GObject parent;

  GhContent *content; /* owned */
  gboolean   from_assistant;
};

G_DEFINE_FINAL_TYPE (GhPromptMessage, gh_prompt_message, G_TYPE_OBJECT)

static void
gh_prompt_message_finalize (GObject *object)
{
  g_clear_object (&GH_PROMPT_MESSAGE (object)->content);

  G_OBJECT_CLASS (gh_prompt_message_parent_class)->finalize (object);
}

static void
gh_prompt_message_class_init (GhPromptMessageClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = gh_prompt_message_finalize;
}

static void
gh_prompt_message_init (GhPromptMessage *self)
{
}

GhPromptMessage *
gh_prompt_message_new (gboolean   from_assistant,
                       GhContent *content)
{
  GhPromptMessage *self;

  g_return_val_if_fail (GH_IS_CONTENT (content), NULL);

  self = g_object_new (GH_TYPE_PROMPT_MESSAGE, NULL);
  self->from_assistant = !!from_assistant;
  self->content = g_object_ref (content);
  return self;
}

gboolean
gh_prompt_message_get_from_assistant (GhPromptMessage *self)
{
  g_return_val_if_fail (GH_IS_PROMPT_MESSAGE (self), FALSE);

  return self->from_assistant;
}

GhContent *
gh_prompt_message_get_content (GhPromptMessage *self)
{
  g_return_val_if_fail (GH_IS_PROMPT_MESSAGE (self), NULL);

  return self->content;
}
