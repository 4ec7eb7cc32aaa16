/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * A configured model endpoint: its address, its key, the models it offers. */
#pragma once

#include "gh-model.h"

G_BEGIN_DECLS

/* Which API the endpoint speaks. */
typedef enum
{
  GH_PROVIDER_OPENAI, /* chat completions, as most servers do */
  GH_PROVIDER_ANTHROPIC,
  GH_PROVIDER_GEMINI,
  GH_PROVIDER_OLLAMA, /* its own API */
} GhProviderKind;

#define GH_TYPE_PROVIDER_KIND (gh_provider_kind_get_type ())
GType gh_provider_kind_get_type (void);

/* What the last answer's headers said of one limit; -1: not told. */
typedef struct
{
  gint64 limit; /* at most so many within its window */
  gint64 left;
  gint64 reset; /* s since the epoch: when all are there again */
} GhProviderRate;

typedef enum
{
  GH_PROVIDER_UNKNOWN,     /* not asked yet */
  GH_PROVIDER_ASKING,
  GH_PROVIDER_READY,
  GH_PROVIDER_UNREACHABLE, /* see gh_provider_get_error() */
} GhProviderState;

#define GH_TYPE_PROVIDER_STATE (gh_provider_state_get_type ())
GType gh_provider_state_get_type (void);

/* What is wrong, for choosing the words and the next step; GError messages are for developers. */
typedef enum
{
  GH_MODEL_TROUBLE_NONE,
  GH_MODEL_TROUBLE_UNREACHABLE,  /* no connection, wrong address */
  GH_MODEL_TROUBLE_UNTRUSTED,    /* its certificate is not believed, or there is none to believe */
  GH_MODEL_TROUBLE_UNAUTHORIZED, /* the key is missing or wrong */
  GH_MODEL_TROUBLE_NOT_FOUND,    /* no such model, or not such an endpoint */
  GH_MODEL_TROUBLE_RATE_LIMITED,
  GH_MODEL_TROUBLE_REFUSED,      /* the request does not suit the endpoint */
  GH_MODEL_TROUBLE_SERVER,       /* the endpoint failed */
  GH_MODEL_TROUBLE_PROTOCOL,     /* it does not speak the API, or the answer was cut off */
  GH_MODEL_TROUBLE_TIMED_OUT,
  GH_MODEL_TROUBLE_ADDRESS,      /* unusable, or would show the prompt to the network */
  GH_MODEL_TROUBLE_CANCELLED,
  GH_MODEL_TROUBLE_UNSUPPORTED,  /* the API cannot take something in the request */
  GH_MODEL_TROUBLE_NOT_ALLOWED,  /* the person does not let this server use the model */
  GH_MODEL_TROUBLE_OTHER,
} GhModelTrouble;

#define GH_MODEL_ERROR (gh_model_error_quark ())
GQuark gh_model_error_quark (void);

typedef enum
{
  GH_MODEL_ERROR_NOT_ALLOWED, /* see gh_model_list_allows() */
} GhModelError;

/* error: from gh_provider_get_error() or gh_sampling_request_get_error(); may be NULL. */
GhModelTrouble   gh_model_trouble_from_error (const GError *error);

#define GH_TYPE_PROVIDER (gh_provider_get_type ())
G_DECLARE_FINAL_TYPE (GhProvider, gh_provider, GH, PROVIDER, GObject)

/* Properties, notifying: name, kind, base-url, lane, state; has-rates, with every answer. */
const char      *gh_provider_get_id       (GhProvider *self);
const char      *gh_provider_get_name     (GhProvider *self);
GhProviderKind   gh_provider_get_kind     (GhProvider *self);
const char      *gh_provider_get_base_url (GhProvider *self);
GhLane           gh_provider_get_lane     (GhProvider *self);
GhProviderState  gh_provider_get_state    (GhProvider *self);
const GError    *gh_provider_get_error    (GhProvider *self); /* or NULL */
/* Certificates in a PEM file; only with one signed by them it is believed. NULL: what the system
 * trusts. */
const char      *gh_provider_get_ca_file  (GhProvider *self);
/* A key was given for it; not what it is, nor that the Secret Service still has it. */
gboolean         gh_provider_has_key      (GhProvider *self);
GListModel      *gh_provider_list_models  (GhProvider *self); /* of GhModel */
/* FALSE: the endpoint did not tell of limits, or was not asked yet. */
gboolean         gh_provider_get_rates    (GhProvider     *self,
                                           GhProviderRate *requests,
                                           GhProviderRate *tokens);
/* Tokens a second that the model was last seen to answer with; NAN: not seen since the start. */
double           gh_provider_get_speed    (GhProvider *self,
                                           const char *model_id);
/* Of all its models that were seen to answer; NAN: none was. */
double           gh_provider_get_mean_speed (GhProvider *self);
/* Asks the endpoint for its models again. */
void             gh_provider_refresh      (GhProvider *self);

G_END_DECLS
