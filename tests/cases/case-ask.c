/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * One request to the model, and its answer. */
#include "config.h"

#include "case-ask.h"

#include <string.h>

#include "gh-json.h"
#include "gh-llm-stream.h"
#include "gh-provider-private.h"

#define MAX_TOKENS 1000
/* The arguments of the one tool. */
#define ANY_OBJECT "{\"type\":\"object\"}"

struct _CaseAsk
{
  gatomicrefcount  refs;
  GCancellable    *cancellable;
  GString         *text;
  JsonNode        *calls; /* owned: an array */
  GError          *error;
  GhLlmStop        stop;
  gboolean         over;
};

static void
ask_unref (CaseAsk *self)
{
  if (!g_atomic_ref_count_dec (&self->refs))
    return;
  g_object_unref (self->cancellable);
  g_string_free (self->text, TRUE);
  json_node_unref (self->calls);
  g_clear_error (&self->error);
  g_free (self);
}
G_DEFINE_AUTOPTR_CLEANUP_FUNC (CaseAsk, ask_unref)

static CaseAsk *
ask_ref (CaseAsk *self)
{
  g_atomic_ref_count_inc (&self->refs);
  return self;
}

static void
event_cb (GObject      *source,
          GAsyncResult *result,
          gpointer      user_data)
{
  g_autoptr(CaseAsk) self = user_data;
  GhLlmStream *stream = GH_LLM_STREAM (source);
  g_autoptr(GhLlmEvent) event =
    gh_llm_stream_next_event_finish (stream, result, &self->error);

  if (event == NULL)
    {
      self->over = TRUE;
      return;
    }
  if (event->kind == GH_LLM_EVENT_TEXT)
    g_string_append (self->text, event->text);
  else if (event->kind == GH_LLM_EVENT_TOOL_USE)
    json_array_add_element (gh_json_node_get_array (self->calls), json_node_ref (event->input));
  else if (event->kind == GH_LLM_EVENT_DONE)
    self->stop = event->stop;
  gh_llm_stream_next_event_async (stream, self->cancellable, event_cb, ask_ref (self));
}

static void
stream_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  g_autoptr(CaseAsk) self = user_data;
  g_autoptr(GhLlmStream) stream =
    gh_provider_stream_finish (GH_PROVIDER (source), result, &self->error);

  if (stream == NULL)
    self->over = TRUE;
  else
    gh_llm_stream_next_event_async (stream, self->cancellable, event_cb, ask_ref (self));
}

CaseAsk *
case_ask_new (GhModelList *models,
              const char  *text)
{
  GhModel *model = gh_model_list_get_default (models);
  GhProvider *provider = model != NULL ? gh_model_list_find_provider (models, model) : NULL;
  CaseAsk *self;
  g_autoptr(JsonNode) schema = gh_json_read (ANY_OBJECT, strlen (ANY_OBJECT), NULL);
  GhLlmRequest *request;
  GhLlmMessage *message;

  if (provider == NULL)
    return NULL;
  self = g_new0 (CaseAsk, 1);
  g_atomic_ref_count_init (&self->refs);
  self->cancellable = g_cancellable_new ();
  self->text = g_string_new (NULL);
  self->calls = gh_json_node_new_array (json_array_new ());
  request = gh_llm_request_new (gh_model_get_id (model));
  request->max_tokens = MAX_TOKENS;
  message = gh_llm_message_new (FALSE);
  gh_llm_message_add_text (message, text);
  g_ptr_array_add (request->messages, message);
  g_ptr_array_add (request->tools, gh_llm_tool_new ("t", NULL, schema));
  gh_provider_stream_async (provider, request, self->cancellable, stream_cb, ask_ref (self));
  return self;
}

/* What is under way ends by itself. */
void
case_ask_free (CaseAsk *self)
{
  g_cancellable_cancel (self->cancellable);
  ask_unref (self);
}

/* One that the model was stopped in is as incomplete as one that broke off. */
const char *
case_ask_get_state (CaseAsk *self)
{
  if (!self->over)
    return "running";
  if (self->error == NULL && self->stop != GH_LLM_STOP_MAX_TOKENS
      && self->stop != GH_LLM_STOP_FILTERED)
    return "done";
  return self->text->len > 0 ? "incomplete" : "failed";
}

JsonNode *
case_ask_get_calls (CaseAsk *self)
{
  return self->calls;
}

const char *
case_ask_get_text (CaseAsk *self)
{
  return self->text->str;
}

const GError *
case_ask_get_error (CaseAsk *self)
{
  return self->error;
}
