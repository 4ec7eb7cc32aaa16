/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * A model's answer while it arrives: pull the next event. */
#pragma once

#include "gh-llm-request.h"

G_BEGIN_DECLS

#define GH_TYPE_LLM_STREAM (gh_llm_stream_get_type ())
G_DECLARE_DERIVABLE_TYPE (GhLlmStream, gh_llm_stream, GH, LLM_STREAM, GObject)

struct _GhLlmStreamClass
{
  GObjectClass parent_class;

  void        (*next_event_async)  (GhLlmStream          *self,
                                    GCancellable         *cancellable,
                                    GAsyncReadyCallback   callback,
                                    gpointer              user_data);
  GhLlmEvent *(*next_event_finish) (GhLlmStream          *self,
                                    GAsyncResult         *result,
                                    GError              **error);
};

void        gh_llm_stream_next_event_async  (GhLlmStream          *self,
                                             GCancellable         *cancellable,
                                             GAsyncReadyCallback   callback,
                                             gpointer              user_data);
/* NULL without error after DONE. Cancelling, and dropping the stream, close the connection. */
GhLlmEvent *gh_llm_stream_next_event_finish (GhLlmStream          *self,
                                             GAsyncResult         *result,
                                             GError              **error);

G_END_DECLS
