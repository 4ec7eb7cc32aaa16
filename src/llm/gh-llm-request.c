/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * What is asked of a model, and the events of its answer: values. */
#include "config.h"

#include "gh-llm-request.h"

#include <math.h>

static GhLlmPart *
part_new (GhLlmPartKind kind)
{
  GhLlmPart *self = g_new0 (GhLlmPart, 1);

  self->kind = kind;

  return self;
}

static GhLlmPart *
part_new_media (GhLlmPartKind  kind,
                const char    *mime_type,
                GBytes        *data)
{
  GhLlmPart *self = part_new (kind);

  self->mime_type = g_strdup (mime_type);
  self->data = g_bytes_ref (data);

  return self;
}

GhLlmPart *
gh_llm_part_new_text (const char *text)
{
  g_return_val_if_fail (text != NULL, NULL);

  GhLlmPart *self = part_new (GH_LLM_PART_TEXT);

  self->text = g_strdup (text);

  return self;
}

GhLlmPart *
gh_llm_part_new_image (const char *mime_type,
                       GBytes     *data)
{
  g_return_val_if_fail (mime_type != NULL, NULL);
  g_return_val_if_fail (data != NULL, NULL);

  return part_new_media (GH_LLM_PART_IMAGE, mime_type, data);
}

GhLlmPart *
gh_llm_part_new_audio (const char *mime_type,
                       GBytes     *data)
{
  g_return_val_if_fail (mime_type != NULL, NULL);
  g_return_val_if_fail (data != NULL, NULL);

  return part_new_media (GH_LLM_PART_AUDIO, mime_type, data);
}

GhLlmPart *
gh_llm_part_new_tool_use (const char *id,
                          const char *name,
                          JsonNode   *input)
{
  g_return_val_if_fail (id != NULL, NULL);
  g_return_val_if_fail (name != NULL, NULL);
  g_return_val_if_fail (input != NULL, NULL);

  GhLlmPart *self = part_new (GH_LLM_PART_TOOL_USE);

  self->id = g_strdup (id);
  self->name = g_strdup (name);
  self->input = json_node_ref (input);

  return self;
}

GhLlmPart *
gh_llm_part_new_tool_result (const char *tool_use_id,
                             gboolean    is_error,
                             GPtrArray  *take_parts)
{
  g_return_val_if_fail (tool_use_id != NULL, NULL);
  g_return_val_if_fail (take_parts != NULL, NULL);

  GhLlmPart *self = part_new (GH_LLM_PART_TOOL_RESULT);

  self->id = g_strdup (tool_use_id);
  self->is_error = is_error;
  self->parts = take_parts;

  return self;
}

void
gh_llm_part_free (GhLlmPart *self)
{
  if (self == NULL)
    return;

  g_clear_pointer (&self->text, g_free);
  g_clear_pointer (&self->mime_type, g_free);
  g_clear_pointer (&self->data, g_bytes_unref);
  g_clear_pointer (&self->id, g_free);
  g_clear_pointer (&self->name, g_free);
  g_clear_pointer (&self->input, json_node_unref);
  g_clear_pointer (&self->parts, g_ptr_array_unref);
  g_free (self);
}

GPtrArray *
gh_llm_parts_new (void)
{
  return g_ptr_array_new_with_free_func ((GDestroyNotify) gh_llm_part_free);
}

GhLlmMessage *
gh_llm_message_new (gboolean from_assistant)
{
  GhLlmMessage *self = g_new0 (GhLlmMessage, 1);

  self->from_assistant = from_assistant;
  self->parts = gh_llm_parts_new ();

  return self;
}

void
gh_llm_message_add (GhLlmMessage *self,
                    GhLlmPart    *take_part)
{
  g_return_if_fail (self != NULL);
  g_return_if_fail (take_part != NULL);

  g_ptr_array_add (self->parts, take_part);
}

void
gh_llm_message_add_text (GhLlmMessage *self,
                         const char   *text)
{
  gh_llm_message_add (self, gh_llm_part_new_text (text));
}

void
gh_llm_message_add_image (GhLlmMessage *self,
                          const char   *mime_type,
                          GBytes       *data)
{
  gh_llm_message_add (self, gh_llm_part_new_image (mime_type, data));
}

void
gh_llm_message_free (GhLlmMessage *self)
{
  if (self == NULL)
    return;

  g_clear_pointer (&self->parts, g_ptr_array_unref);
  g_free (self);
}

GhLlmTool *
gh_llm_tool_new (const char *name,
                 const char *description,
                 JsonNode   *input_schema)
{
  g_return_val_if_fail (name != NULL, NULL);
  g_return_val_if_fail (input_schema != NULL, NULL);

  GhLlmTool *self = g_new0 (GhLlmTool, 1);

  self->name = g_strdup (name);
  self->description = g_strdup (description);
  self->input_schema = json_node_ref (input_schema);

  return self;
}

void
gh_llm_tool_free (GhLlmTool *self)
{
  if (self == NULL)
    return;

  g_clear_pointer (&self->name, g_free);
  g_clear_pointer (&self->description, g_free);
  g_clear_pointer (&self->input_schema, json_node_unref);
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
  self->tools = g_ptr_array_new_with_free_func ((GDestroyNotify) gh_llm_tool_free);
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
  g_clear_pointer (&self->tools, g_ptr_array_unref);
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
  g_clear_pointer (&self->id, g_free);
  g_clear_pointer (&self->name, g_free);
  g_clear_pointer (&self->input, json_node_unref);
  g_free (self);
}
