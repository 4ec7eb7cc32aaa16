/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * What getting a prompt gave, for showing. A GListModel of GhPromptMessage. Immutable. */
#include "config.h"

#include "gh-prompt-result-private.h"

#include "gh-content-private.h"
#include "gh-forwarded-list.h"

struct _GhPromptResult
{
  GObject parent;

  /* Owned. */
  GhMcpPromptResult *value;
  GListStore        *messages;
};

GH_FORWARDED_LIST (GhPromptResult, GH_TYPE_PROMPT_MESSAGE, messages)

G_DEFINE_FINAL_TYPE_WITH_CODE (GhPromptResult, gh_prompt_result, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (G_TYPE_LIST_MODEL, forwarded_list_init))

static void
gh_prompt_result_finalize (GObject *object)
{
  GhPromptResult *self = GH_PROMPT_RESULT (object);

  g_clear_pointer (&self->value, gh_mcp_prompt_result_unref);
  g_clear_object (&self->messages);

  G_OBJECT_CLASS (gh_prompt_result_parent_class)->finalize (object);
}

static void
gh_prompt_result_class_init (GhPromptResultClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = gh_prompt_result_finalize;
}

static void
gh_prompt_result_init (GhPromptResult *self)
{
  forwarded_list_start (self);
}

/**
 * gh_prompt_result_new:
 *
 * Returns: (transfer full): @value for showing; keeps a reference to it
 */
GhPromptResult *
gh_prompt_result_new (GhMcpPromptResult *value)
{
  GhPromptResult *self;

  g_return_val_if_fail (value != NULL, NULL);

  self = g_object_new (GH_TYPE_PROMPT_RESULT, NULL);
  self->value = gh_mcp_prompt_result_ref (value);
  for (guint i = 0; i < value->messages->len; i++)
    {
      GhMcpPromptMessage *message = g_ptr_array_index (value->messages, i);
      g_autoptr(GhContent) content = gh_content_new_from_mcp (message->content);
      g_autoptr(GhPromptMessage) item = gh_prompt_message_new (message->from_assistant, content);

      g_list_store_append (self->messages, item);
    }
  return self;
}

const char *
gh_prompt_result_get_description (GhPromptResult *self)
{
  g_return_val_if_fail (GH_IS_PROMPT_RESULT (self), NULL);

  return self->value->description;
}

JsonNode *
gh_prompt_result_get_json (GhPromptResult *self)
{
  g_return_val_if_fail (GH_IS_PROMPT_RESULT (self), NULL);

  return self->value->raw;
}
