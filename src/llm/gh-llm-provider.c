/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * An endpoint that runs models: lists them and answers requests as streams. */
#include "config.h"

#include "gh-llm-provider.h"

G_DEFINE_INTERFACE (GhLlmProvider, gh_llm_provider, G_TYPE_OBJECT)

static void
gh_llm_provider_default_init (GhLlmProviderInterface *iface)
{
}

/* Asks the endpoint which models it has. */
void
gh_llm_provider_list_models_async (GhLlmProvider       *self,
                                   GCancellable        *cancellable,
                                   GAsyncReadyCallback  callback,
                                   gpointer             user_data)
{
  g_return_if_fail (GH_IS_LLM_PROVIDER (self));
  g_return_if_fail (cancellable == NULL || G_IS_CANCELLABLE (cancellable));

  GH_LLM_PROVIDER_GET_IFACE (self)->list_models_async (self, cancellable, callback, user_data);
}

/* Returns: the models' ids in the endpoint's order, or NULL with GH_LLM_ERROR or
 * G_IO_ERROR_CANCELLED. */
GStrv
gh_llm_provider_list_models_finish (GhLlmProvider  *self,
                                    GAsyncResult   *result,
                                    GError        **error)
{
  g_return_val_if_fail (GH_IS_LLM_PROVIDER (self), NULL);

  return GH_LLM_PROVIDER_GET_IFACE (self)->list_models_finish (self, result, error);
}

/* Sends `request` (read before this returns, not kept) and waits for the answer to begin. */
void
gh_llm_provider_stream_async (GhLlmProvider       *self,
                              GhLlmRequest        *request,
                              GCancellable        *cancellable,
                              GAsyncReadyCallback  callback,
                              gpointer             user_data)
{
  g_return_if_fail (GH_IS_LLM_PROVIDER (self));
  g_return_if_fail (request != NULL);
  g_return_if_fail (cancellable == NULL || G_IS_CANCELLABLE (cancellable));

  GH_LLM_PROVIDER_GET_IFACE (self)->stream_async (self, request, cancellable, callback, user_data);
}

/* Returns: (transfer full) the answer, or NULL with GH_LLM_ERROR or G_IO_ERROR_CANCELLED. */
GhLlmStream *
gh_llm_provider_stream_finish (GhLlmProvider  *self,
                               GAsyncResult   *result,
                               GError        **error)
{
  g_return_val_if_fail (GH_IS_LLM_PROVIDER (self), NULL);

  return GH_LLM_PROVIDER_GET_IFACE (self)->stream_finish (self, result, error);
}
