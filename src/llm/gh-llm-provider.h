/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * An endpoint that runs models: lists them and answers requests as streams. */
#pragma once

#include "gh-llm-error.h"
#include "gh-llm-stream.h"

G_BEGIN_DECLS

#define GH_TYPE_LLM_PROVIDER (gh_llm_provider_get_type ())
G_DECLARE_INTERFACE (GhLlmProvider, gh_llm_provider, GH, LLM_PROVIDER, GObject)

struct _GhLlmProviderInterface
{
  GTypeInterface parent;

  void         (*list_models_async)  (GhLlmProvider        *self,
                                      GCancellable         *cancellable,
                                      GAsyncReadyCallback   callback,
                                      gpointer              user_data);
  GStrv        (*list_models_finish) (GhLlmProvider        *self,
                                      GAsyncResult         *result,
                                      GError              **error);
  void         (*stream_async)       (GhLlmProvider        *self,
                                      GhLlmRequest         *request,
                                      GCancellable         *cancellable,
                                      GAsyncReadyCallback   callback,
                                      gpointer              user_data);
  GhLlmStream *(*stream_finish)      (GhLlmProvider        *self,
                                      GAsyncResult         *result,
                                      GError              **error);
};

void         gh_llm_provider_list_models_async  (GhLlmProvider        *self,
                                                 GCancellable         *cancellable,
                                                 GAsyncReadyCallback   callback,
                                                 gpointer              user_data);
GStrv        gh_llm_provider_list_models_finish (GhLlmProvider        *self,
                                                 GAsyncResult         *result,
                                                 GError              **error);
void         gh_llm_provider_stream_async       (GhLlmProvider        *self,
                                                 GhLlmRequest         *request,
                                                 GCancellable         *cancellable,
                                                 GAsyncReadyCallback   callback,
                                                 gpointer              user_data);
GhLlmStream *gh_llm_provider_stream_finish      (GhLlmProvider        *self,
                                                 GAsyncResult         *result,
                                                 GError              **error);

G_END_DECLS
