/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * What the rest of the host does with a provider: makes it, changes it, asks a model of it. */
#pragma once

#include "gh-llm-provider.h"
#include "gh-model-private.h"
#include "gh-provider.h"
#include "gh-secret-store.h"

G_BEGIN_DECLS

/* Without a key until gh_provider_set_has_key(); secrets NULL: always. */
GhProvider  *gh_provider_new             (const char           *id,
                                          const char           *name,
                                          GhProviderKind        kind,
                                          const char           *base_url,
                                          GhLane                lane,
                                          GhSecretStore        *secrets);
/* The secret's name in the store. */
char        *gh_provider_dup_key_name    (GhProvider           *self);
/* The secret store is only asked for a key that was given: a keyring must not be unlocked, nor its
 * absence be complained about, for an endpoint that needs none. The caller refreshes. */
void         gh_provider_set_has_key     (GhProvider           *self,
                                          gboolean              has_key);
/* NULL: what the system trusts. The caller refreshes. */
void         gh_provider_set_ca_file     (GhProvider           *self,
                                          const char           *ca_file);
/* Changes what is not NULL and looks the key up anew; the caller refreshes. */
void         gh_provider_update          (GhProvider           *self,
                                          const char           *name,
                                          GhProviderKind        kind,
                                          const char           *base_url,
                                          GhLane                lane);
/* Stops asking the endpoint for its models, if it is being asked; the state is UNKNOWN then. */
void         gh_provider_stop            (GhProvider           *self);
/* Gives up on listing the models after `milliseconds` of silence (discovery). */
void         gh_provider_set_patience    (GhProvider           *self,
                                          guint                 milliseconds);
/* What the person says a model costs, for a million tokens; NAN: nothing. */
void         gh_provider_set_prices      (GhProvider           *self,
                                          const char           *model_id,
                                          double                input,
                                          double                output);
/* FALSE: the person says nothing of it. */
gboolean     gh_provider_get_set_prices  (GhProvider           *self,
                                          const char           *model_id,
                                          double               *input,
                                          double               *output);
/* Remembers how fast a model answered. duration: us, from the question to the end. */
void         gh_provider_note_speed      (GhProvider           *self,
                                          const char           *model_id,
                                          gint64                output_tokens,
                                          gint64                duration);
/* The request as the endpoint would be sent it; NULL with GH_LLM_ERROR_UNSUPPORTED when it cannot
 * be. self: or NULL, for the usual API. */
JsonNode    *gh_provider_encode          (GhProvider           *self,
                                          GhLlmRequest         *request,
                                          GError              **error);
/* Looks up the key, sends the request and waits for the answer to begin. */
void         gh_provider_stream_async    (GhProvider           *self,
                                          GhLlmRequest         *take_request,
                                          GCancellable         *cancellable,
                                          GAsyncReadyCallback   callback,
                                          gpointer              user_data);
/* Returns: (transfer full) the answer, or NULL with an error
 * gh_model_trouble_from_error() knows. */
GhLlmStream *gh_provider_stream_finish   (GhProvider           *self,
                                          GAsyncResult         *result,
                                          GError              **error);

G_END_DECLS
