/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * A broker with a stand-in for a model endpoint, and servers that ask it. */
#pragma once

#include <json-glib/json-glib.h>

#include "gh-fake-endpoint.h"
#include "gh-request-broker.h"

G_BEGIN_DECLS

typedef struct
{
  GhFakeEndpoint   *endpoint;
  GhSecretStore    *secrets;
  GhModelList      *models;
  GhRequestBroker *broker;
} GhTestSampling;

/* What a server asked, and what it was told in the end. */
typedef struct
{
  GhTestSampling    *test;
  GhSamplingRequest *request;
  GCancellable      *cancellable; /* cancel: the server withdraws it */
  JsonNode          *result;
  GError            *error;
  gboolean           done;
} GhTestAsk;

/* n_models: 0 for none set up; the first one is named "fake-model". */
GhTestSampling *gh_test_sampling_new      (guint           n_models);
void            gh_test_sampling_free     (GhTestSampling *self);
/* params: of sampling/createMessage, JSON text. tool may be NULL. */
GhTestAsk      *gh_test_sampling_ask      (GhTestSampling *self,
                                           const char     *server,
                                           const char     *tool,
                                           const char     *params);
void            gh_test_ask_free          (GhTestAsk      *ask);
/* The text the server was given; borrowed. */
const char     *gh_test_ask_get_text      (GhTestAsk      *ask);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (GhTestSampling, gh_test_sampling_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (GhTestAsk, gh_test_ask_free)

G_END_DECLS
