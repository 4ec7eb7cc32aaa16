/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * Model endpoints (models.json) and the choice among their models. */
#pragma once

#include "gh-file-store.h"
#include "gh-model-choice.h"
#include "gh-provider.h"
#include "gh-secret-store.h"

G_BEGIN_DECLS

#define GH_TYPE_MODEL_LIST (gh_model_list_get_type ())
G_DECLARE_FINAL_TYPE (GhModelList, gh_model_list, GH, MODEL_LIST, GObject)

/* Property "default-model" (GhModel or NULL), notifying. Signal "servers-changed": what is said of
 * the models for some server. */
GhModelList *gh_model_list_new               (GhFileStore          *store,
                                              GhSecretStore        *secrets);
/* ports: of type "aq", what gh_model_list_discover() asks instead of the usual ones;
 * NULL: these. */
GhModelList *gh_model_list_new_with_ports    (GhFileStore          *store,
                                              GhSecretStore        *secrets,
                                              GVariant             *ports);
void         gh_model_list_load_async        (GhModelList          *self,
                                              GCancellable         *cancellable,
                                              GAsyncReadyCallback   callback,
                                              gpointer              user_data);
gboolean     gh_model_list_load_finish       (GhModelList          *self,
                                              GAsyncResult         *result,
                                              GError              **error);
GListModel  *gh_model_list_list_providers    (GhModelList          *self); /* of GhProvider */
GListModel  *gh_model_list_list_models       (GhModelList          *self); /* of GhModel, all */
/* Endpoints found on this computer that are not configured yet: of GhProvider, READY. */
GListModel  *gh_model_list_list_found        (GhModelList          *self);
/* Looks for Ollama (11434), llama.cpp (8080) and LM Studio (1234) on loopback; does not block. */
void         gh_model_list_discover          (GhModelList          *self);
/* key NULL or "": none. Also takes a found one over (its base URL). The key goes to the secret
 * store. */
GhProvider  *gh_model_list_add_provider      (GhModelList          *self,
                                              const char           *name,
                                              const char           *base_url,
                                              const char           *key,
                                              GhLane                lane);
/* The same for an endpoint that speaks another API. */
GhProvider  *gh_model_list_add_provider_of_kind (GhModelList       *self,
                                              GhProviderKind        kind,
                                              const char           *name,
                                              const char           *base_url,
                                              const char           *key,
                                              GhLane                lane);
/* key NULL: unchanged, "": none. */
void         gh_model_list_update_provider   (GhModelList          *self,
                                              GhProvider           *provider,
                                              GhProviderKind        kind,
                                              const char           *name,
                                              const char           *base_url,
                                              const char           *key,
                                              GhLane                lane);
/* See gh_provider_get_ca_file(); it is asked for its models again. */
void         gh_model_list_set_ca_file       (GhModelList          *self,
                                              GhProvider           *provider,
                                              const char           *ca_file);
void         gh_model_list_set_prices        (GhModelList          *self,
                                              GhModel              *model,
                                              double                input,
                                              double                output);
void         gh_model_list_remove_provider   (GhModelList          *self,
                                              GhProvider           *provider);
GhProvider  *gh_model_list_find_provider     (GhModelList          *self,
                                              GhModel              *model); /* borrowed or NULL */
GhModel     *gh_model_list_get_default       (GhModelList          *self);
void         gh_model_list_set_default       (GhModelList          *self,
                                              GhModel              *model);
/* Whether its endpoint is configured and does not answer now: the model may come back. */
gboolean     gh_model_list_is_awaited        (GhModelList          *self,
                                              GhModel              *model);
/* What the person says of one server: its own model, which is chosen before anything else, and how
 * far its requests may go at all. */
GhModel     *gh_model_list_dup_server_model  (GhModelList          *self,
                                              const char           *server_id); /* or NULL */
void         gh_model_list_set_server_model  (GhModelList          *self,
                                              const char           *server_id,
                                              GhModel              *model); /* or NULL */
/* The widest lane its requests may go to; -1: none, or what models.json says is not as simple. */
int          gh_model_list_get_server_lane   (GhModelList          *self,
                                              const char           *server_id);
void         gh_model_list_set_server_lane   (GhModelList          *self,
                                              const char           *server_id,
                                              GhLane                widest);
/* Whether the server's requests may go to the model, whoever decided so. */
gboolean     gh_model_list_allows            (GhModelList          *self,
                                              const char           *server_id,
                                              GhModel              *model);
/* See gh_model_choice_make(): among all models there are, and the default and the server's own also
 * while their endpoints do not answer (sending then says so); never one less private than the
 * default, but for a hint. (transfer full), or NULL. */
GhModel     *gh_model_list_choose            (GhModelList          *self,
                                              const GhModelWish    *wish,
                                              GhModelReason        *reason,
                                              guint                *hint);
/* TRUE when base_url can be used; *lane then says whose computer it seems to be. FALSE with
 * G_IO_ERROR_INVALID_ARGUMENT: not http(s), no host, or a password inside; with
 * G_IO_ERROR_PERMISSION_DENIED: plain http to a far computer. */
gboolean     gh_model_list_check_url         (const char           *base_url,
                                              GhLane               *lane,
                                              GError              **error);

G_END_DECLS
