/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * What is asked of a model, and the events of its answer: values. */
#include "config.h"

#include "gh-llm-request.h"

#include <math.h>

static void
part_free (gpointer data)
{
  GhLlmPart *part = data;

  g_clear_pointer (&part->text, g_free);
  g_clear_pointer (&part->mime_type, g_free);
  g_clear_pointer (&part->data, g_bytes_unref);
  g_free (part);
}

GhLlmMessage *
gh_llm_message_new (gboolean from_assistant)
{
  GhLlmMessage *self = g_new0 (GhLlmMessage, 1);

  self->from_assistant = from_assistant;
  self->parts = g_ptr_array_new_with_free_func (part_free);

  return self;
}

void
gh_llm_message_add_text (GhLlmMessage *self,
                         const char   *text)
{
  g_return_if_fail (self != NULL);
  g_return_if_fail (text != NULL);

  GhLlmPart *part = g_new0 (GhLlmPart, 1);

  part->text = g_strdup (text);
  g_ptr_array_add (self->parts, part);
}

void
gh_llm_message_add_image (GhLlmMessage *self,
                          const char   *mime_type,
                          GBytes       *data)
{
  g_return_if_fail (self != NULL);
  g_return_if_fail (mime_type != NULL);
  g_return_if_fail (data != NULL);

  GhLlmPart *part = g_new0 (GhLlmPart, 1);

  part->mime_type = g_strdup (mime_type);
  part->data = g_bytes_ref (data);
  g_ptr_array_add (self->parts, part);
}

void
gh_llm_message_free (GhLlmMessage *self)
{
  if (self == NULL)
    return;

  g_clear_pointer (&self->parts, g_ptr_array_unref);
  g_free (self);
}

/* An empty request to `model`; the caller fills the fields. */
GhLlmRequest *
gh_llm_request_new (const char *model)
{
  g_return_val_if_fail (model != NULL, NULL);

  GhLlmRequest *self = g_new0 (GhLlmRequest, 1);

  self->model = g_strdup (model);
  self->messages = g_ptr_array_new_with_free_func ((GDestroyNotify) gh_llm_message_free);
  self->temperature = NAN;

  return self;
}

void
gh_llm_request_free (GhLlmRequest *self)
{
  if (self == NULL)
    return;

  g_clear_pointer (&self->model, g_free);
  g_clear_pointer (&self->system, g_free);
  g_clear_pointer (&self->messages, g_ptr_array_unref);
  g_clear_pointer (&self->stop_sequences, g_strfreev);
  g_free (self);
}

GhLlmEvent *
gh_llm_event_new (GhLlmEventKind kind)
{
  GhLlmEvent *self = g_new0 (GhLlmEvent, 1);

  self->kind = kind;
  self->input_tokens = -1;
  self->output_tokens = -1;

  return self;
}

void
gh_llm_event_free (GhLlmEvent *self)
{
  if (self == NULL)
    return;

  g_clear_pointer (&self->text, g_free);
  g_clear_pointer (&self->model, g_free);
  g_free (self);
}
