/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * A model's answer while it arrives: pull the next event. */
#include "config.h"

#include "gh-llm-stream.h"

G_DEFINE_ABSTRACT_TYPE (GhLlmStream, gh_llm_stream, G_TYPE_OBJECT)

static void
gh_llm_stream_class_init (GhLlmStreamClass *klass)
{
}

static void
gh_llm_stream_init (GhLlmStream *self)
{
}

/* Asks for the next event. One call at a time; a second one meanwhile fails with
 * G_IO_ERROR_PENDING. */
void
gh_llm_stream_next_event_async (GhLlmStream         *self,
                                GCancellable        *cancellable,
                                GAsyncReadyCallback  callback,
                                gpointer             user_data)
{
  g_return_if_fail (GH_IS_LLM_STREAM (self));
  g_return_if_fail (cancellable == NULL || G_IS_CANCELLABLE (cancellable));

  GH_LLM_STREAM_GET_CLASS (self)->next_event_async (self, cancellable, callback, user_data);
}

GhLlmEvent *
gh_llm_stream_next_event_finish (GhLlmStream   *self,
                                 GAsyncResult  *result,
                                 GError       **error)
{
  g_return_val_if_fail (GH_IS_LLM_STREAM (self), NULL);
  g_return_val_if_fail (G_IS_ASYNC_RESULT (result), NULL);

  return GH_LLM_STREAM_GET_CLASS (self)->next_event_finish (self, result, error);
}
