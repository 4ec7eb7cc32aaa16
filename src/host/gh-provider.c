/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * A configured model endpoint: its address, its key, the models it offers. */
#include "config.h"

#include "gh-provider-private.h"

#include "gh-model-url.h"

#include <math.h>

/* Shorter answers say little of how fast a model is. */
#define MIN_SPEED_TOKENS 16

struct _GhProvider
{
  GObject          parent_instance;

  char            *id;         /* owned */
  char            *name;       /* owned */
  char            *base_url;   /* owned */
  char            *ca_file;    /* owned, or NULL: what the system trusts */
  GhSecretStore   *secrets;    /* owned, or NULL: without a key */
  GListStore      *models;     /* owned: of GhModel */
  GPtrArray       *listed;     /* owned: of GhLlmModel, what `models` was made of */
  GHashTable      *prices;     /* owned: model's id -> Prices */
  GHashTable      *speeds;     /* owned: model's id -> double*, tokens a second */
  GhLlmProvider   *backend;    /* owned, or NULL: the key was not looked up yet */
  GCancellable    *refreshing; /* owned, or NULL: not asking */
  GError          *error;      /* owned */
  GhProviderKind   kind;
  GhLane           lane;
  GhProviderState  state;
  gboolean         has_key;
  guint            generation; /* of address and key; counts updates */
  guint            patience;   /* milliseconds; 0: the backend's own */
};

/* Of a million tokens, as the person set them. */
typedef struct
{
  double input;
  double output;
} Prices;

static const GhLlmApi *const apis[] = {
  [GH_PROVIDER_OPENAI] = &gh_llm_openai_api,
  [GH_PROVIDER_ANTHROPIC] = &gh_llm_anthropic_api,
  [GH_PROVIDER_GEMINI] = &gh_llm_gemini_api,
  [GH_PROVIDER_OLLAMA] = &gh_llm_ollama_api,
};

static const struct
{
  GhLlmAbilities ability;
  GhModelNeeds   need;
} needs[] = {
  { GH_LLM_ABILITY_IMAGES, GH_MODEL_NEEDS_IMAGES },
  { GH_LLM_ABILITY_AUDIO, GH_MODEL_NEEDS_AUDIO },
  { GH_LLM_ABILITY_TOOLS, GH_MODEL_NEEDS_TOOLS },
};

G_DEFINE_QUARK (gh-model-error-quark, gh_model_error)
G_DEFINE_FINAL_TYPE (GhProvider, gh_provider, G_TYPE_OBJECT)
G_DEFINE_ENUM_TYPE (GhProviderKind, gh_provider_kind,
                    G_DEFINE_ENUM_VALUE (GH_PROVIDER_OPENAI, "openai"),
                    G_DEFINE_ENUM_VALUE (GH_PROVIDER_ANTHROPIC, "anthropic"),
                    G_DEFINE_ENUM_VALUE (GH_PROVIDER_GEMINI, "gemini"),
                    G_DEFINE_ENUM_VALUE (GH_PROVIDER_OLLAMA, "ollama"))
G_DEFINE_ENUM_TYPE (GhProviderState, gh_provider_state,
                    G_DEFINE_ENUM_VALUE (GH_PROVIDER_UNKNOWN, "unknown"),
                    G_DEFINE_ENUM_VALUE (GH_PROVIDER_ASKING, "asking"),
                    G_DEFINE_ENUM_VALUE (GH_PROVIDER_READY, "ready"),
                    G_DEFINE_ENUM_VALUE (GH_PROVIDER_UNREACHABLE, "unreachable"))

enum
{
  PROP_0,
  PROP_NAME,
  PROP_KIND,
  PROP_BASE_URL,
  PROP_LANE,
  PROP_STATE,
  PROP_HAS_RATES,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

static GhModelTrouble
trouble_from_llm_error (GhLlmError code)
{
  switch (code)
    {
    case GH_LLM_ERROR_UNREACHABLE:
      return GH_MODEL_TROUBLE_UNREACHABLE;
    case GH_LLM_ERROR_UNTRUSTED:
      return GH_MODEL_TROUBLE_UNTRUSTED;
    case GH_LLM_ERROR_UNAUTHORIZED:
      return GH_MODEL_TROUBLE_UNAUTHORIZED;
    case GH_LLM_ERROR_NOT_FOUND:
      return GH_MODEL_TROUBLE_NOT_FOUND;
    case GH_LLM_ERROR_RATE_LIMITED:
      return GH_MODEL_TROUBLE_RATE_LIMITED;
    case GH_LLM_ERROR_REFUSED:
      return GH_MODEL_TROUBLE_REFUSED;
    case GH_LLM_ERROR_UNSUPPORTED:
      return GH_MODEL_TROUBLE_UNSUPPORTED;
    case GH_LLM_ERROR_SERVER:
      return GH_MODEL_TROUBLE_SERVER;
    case GH_LLM_ERROR_PROTOCOL:
      return GH_MODEL_TROUBLE_PROTOCOL;
    case GH_LLM_ERROR_TIMED_OUT:
      return GH_MODEL_TROUBLE_TIMED_OUT;
    case GH_LLM_ERROR_BROKEN:
    default:
      return GH_MODEL_TROUBLE_OTHER;
    }
}

GhModelTrouble
gh_model_trouble_from_error (const GError *error)
{
  if (error == NULL)
    return GH_MODEL_TROUBLE_NONE;
  if (error->domain == GH_LLM_ERROR)
    return trouble_from_llm_error (error->code);
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return GH_MODEL_TROUBLE_CANCELLED;
  if (g_error_matches (error, GH_MODEL_ERROR, GH_MODEL_ERROR_NOT_ALLOWED))
    return GH_MODEL_TROUBLE_NOT_ALLOWED;
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT) ||
      g_error_matches (error, G_IO_ERROR, G_IO_ERROR_PERMISSION_DENIED))
    return GH_MODEL_TROUBLE_ADDRESS;

  return GH_MODEL_TROUBLE_OTHER;
}

/* The only writer of state. */
static void
set_state (GhProvider      *self,
           GhProviderState  state,
           GError          *take_error)
{
  g_autoptr(GError) old = g_steal_pointer (&self->error);

  self->error = take_error;
  if (self->state == state && take_error == NULL)
    return;

  g_debug ("Provider %s: state %d: %s", self->id, state,
           take_error != NULL ? take_error->message : "no error");
  self->state = state;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_STATE]);
}

/* The person's prices go before the endpoint's. */
static GhModel *
make_model (GhProvider *self,
            GhLlmModel *listed)
{
  Prices *prices = g_hash_table_lookup (self->prices, listed->id);
  GhModelFacts facts = {
    .input_price = prices != NULL ? prices->input : listed->input_price,
    .output_price = prices != NULL ? prices->output : listed->output_price,
  };

  for (guint i = 0; i < G_N_ELEMENTS (needs); i++)
    {
      if (listed->known & needs[i].ability)
        facts.known |= needs[i].need;
      if (listed->can & needs[i].ability)
        facts.can |= needs[i].need;
    }

  return gh_model_new_with_facts (listed->id, self->id, self->name, self->lane, &facts);
}

static gboolean
is_same_price (double a,
               double b)
{
  return a == b || (isnan (a) && isnan (b));
}

static gboolean
is_same_model (GhModel *a,
               GhModel *b)
{
  const GhModelFacts *x = gh_model_get_facts (a);
  const GhModelFacts *y = gh_model_get_facts (b);

  return g_str_equal (gh_model_get_id (a), gh_model_get_id (b)) &&
         g_str_equal (gh_model_get_provider_name (a), gh_model_get_provider_name (b)) &&
         gh_model_get_lane (a) == gh_model_get_lane (b) && x->known == y->known &&
         x->can == y->can && is_same_price (x->input_price, y->input_price) &&
         is_same_price (x->output_price, y->output_price);
}

/* Whether the list holds models like these already, which then stay: one may be chosen. */
static gboolean
has_models (GhProvider *self,
            GPtrArray  *models)
{
  if (g_list_model_get_n_items (G_LIST_MODEL (self->models)) != models->len)
    return FALSE;
  for (guint i = 0; i < models->len; i++)
    {
      g_autoptr(GhModel) model = g_list_model_get_item (G_LIST_MODEL (self->models), i);

      if (!is_same_model (model, g_ptr_array_index (models, i)))
        return FALSE;
    }

  return TRUE;
}

/* Models carry the provider's name and lane and their prices, so they are made anew when these
 * change. */
static void
put_models (GhProvider *self)
{
  g_autoptr(GPtrArray) models = g_ptr_array_new_with_free_func (g_object_unref);

  for (guint i = 0; i < self->listed->len; i++)
    g_ptr_array_add (models, make_model (self, g_ptr_array_index (self->listed, i)));

  if (!has_models (self, models))
    g_list_store_splice (self->models, 0, g_list_model_get_n_items (G_LIST_MODEL (self->models)),
                         models->pdata, models->len);
}

static void prepare_async (GhProvider *self, GTask *take_task);

static void
take_backend (GhProvider *self,
              const char *key)
{
  self->backend = gh_llm_provider_new (apis[self->kind], self->base_url, key);
  gh_llm_provider_set_ca_file (self->backend, self->ca_file);
  if (self->patience > 0)
    g_object_set (self->backend, "list-patience", self->patience, NULL);
}

static void
key_found_cb (GObject      *source,
              GAsyncResult *result,
              gpointer      user_data)
{
  g_autoptr(GTask) task = user_data;
  g_autoptr(GError) error = NULL;
  g_autofree char *key = gh_secret_store_lookup_finish (GH_SECRET_STORE (source), result, &error);
  GhProvider *self = g_task_get_source_object (task);

  if (error != NULL)
    g_task_return_error (task, g_steal_pointer (&error));
  else if (self->generation != GPOINTER_TO_UINT (g_task_get_task_data (task)))
    prepare_async (self, g_steal_pointer (&task)); /* the key is of an older address: look again */
  else
    {
      if (self->backend == NULL)
        take_backend (self, key);
      g_task_return_pointer (task, g_object_ref (self->backend), g_object_unref);
    }
}

/* Completes the task with a reference on the backend, made when the key is known. */
static void
prepare_async (GhProvider *self,
               GTask      *take_task)
{
  g_autoptr(GTask) task = take_task;
  g_autoptr(GError) error = NULL;
  g_autofree char *key_name = gh_provider_dup_key_name (self);

  if (!gh_model_url_check (self->base_url, NULL, &error))
    {
      g_task_return_error (task, g_steal_pointer (&error));
      return;
    }
  if (self->backend == NULL && (self->secrets == NULL || !self->has_key))
    take_backend (self, NULL);
  if (self->backend != NULL)
    {
      g_task_return_pointer (task, g_object_ref (self->backend), g_object_unref);
      return;
    }

  g_task_set_task_data (task, GUINT_TO_POINTER (self->generation), NULL);
  gh_secret_store_lookup_async (self->secrets, key_name, g_task_get_cancellable (task),
                                key_found_cb, g_object_ref (task));
}

typedef struct
{
  GhProvider   *provider;    /* owned */
  GCancellable *cancellable; /* owned: tells a refresh that another one took over */
} Refresh;

static void
refresh_free (Refresh *refresh)
{
  g_clear_object (&refresh->provider);
  g_clear_object (&refresh->cancellable);
  g_free (refresh);
}
G_DEFINE_AUTOPTR_CLEANUP_FUNC (Refresh, refresh_free)

static void
end_refresh (Refresh   *refresh,
             GPtrArray *listed,
             GError    *take_error)
{
  GhProvider *self = refresh->provider;
  g_autoptr(GError) error = take_error;

  /* Another refresh took over, or the provider was disposed of. */
  if (self->refreshing != refresh->cancellable)
    return;

  g_clear_object (&self->refreshing);
  /* Who hears that models went can ask whether the endpoint still answers, and who hears that it
   * answers finds its models. */
  g_object_freeze_notify (G_OBJECT (self));
  set_state (self, listed != NULL ? GH_PROVIDER_READY : GH_PROVIDER_UNREACHABLE,
             g_steal_pointer (&error));
  g_ptr_array_unref (self->listed);
  self->listed = listed != NULL ? g_ptr_array_ref (listed) : gh_llm_models_new ();
  put_models (self);
  g_object_thaw_notify (G_OBJECT (self));
}

static void
models_listed_cb (GObject      *source,
                  GAsyncResult *result,
                  gpointer      user_data)
{
  g_autoptr(Refresh) refresh = user_data;
  g_autoptr(GError) error = NULL;
  g_autoptr(GPtrArray) listed =
    gh_llm_provider_list_models_finish (GH_LLM_PROVIDER (source), result, &error);

  end_refresh (refresh, listed, g_steal_pointer (&error));
}

static void
refresh_prepared_cb (GObject      *source,
                     GAsyncResult *result,
                     gpointer      user_data)
{
  g_autoptr(Refresh) refresh = user_data;
  g_autoptr(GError) error = NULL;
  g_autoptr(GhLlmProvider) backend = g_task_propagate_pointer (G_TASK (result), &error);
  GCancellable *cancellable = refresh->cancellable;

  if (backend == NULL)
    end_refresh (refresh, NULL, g_steal_pointer (&error));
  else
    gh_llm_provider_list_models_async (backend, cancellable, models_listed_cb,
                                       g_steal_pointer (&refresh));
}

static void
stream_started_cb (GObject      *source,
                   GAsyncResult *result,
                   gpointer      user_data)
{
  g_autoptr(GTask) task = user_data;
  g_autoptr(GError) error = NULL;
  GhLlmStream *stream = gh_llm_provider_stream_finish (GH_LLM_PROVIDER (source), result, &error);

  /* Its headers told more, or the same again. */
  g_object_notify_by_pspec (g_task_get_source_object (task), properties[PROP_HAS_RATES]);
  if (stream == NULL)
    g_task_return_error (task, g_steal_pointer (&error));
  else
    g_task_return_pointer (task, stream, g_object_unref);
}

static void
stream_prepared_cb (GObject      *source,
                    GAsyncResult *result,
                    gpointer      user_data)
{
  g_autoptr(GTask) task = user_data;
  g_autoptr(GError) error = NULL;
  g_autoptr(GhLlmProvider) backend = g_task_propagate_pointer (G_TASK (result), &error);

  if (backend == NULL)
    g_task_return_error (task, g_steal_pointer (&error));
  else
    gh_llm_provider_stream_async (backend, g_task_get_task_data (task),
                                  g_task_get_cancellable (task), stream_started_cb,
                                  g_object_ref (task));
}

static void
gh_provider_dispose (GObject *object)
{
  GhProvider *self = GH_PROVIDER (object);

  if (self->refreshing != NULL)
    g_cancellable_cancel (self->refreshing);
  g_clear_object (&self->refreshing);
  g_clear_object (&self->backend);
  g_clear_object (&self->secrets);

  G_OBJECT_CLASS (gh_provider_parent_class)->dispose (object);
}

static void
gh_provider_finalize (GObject *object)
{
  GhProvider *self = GH_PROVIDER (object);

  g_clear_object (&self->models);
  g_clear_pointer (&self->listed, g_ptr_array_unref);
  g_clear_pointer (&self->prices, g_hash_table_unref);
  g_clear_pointer (&self->speeds, g_hash_table_unref);
  g_clear_pointer (&self->id, g_free);
  g_clear_pointer (&self->name, g_free);
  g_clear_pointer (&self->base_url, g_free);
  g_clear_pointer (&self->ca_file, g_free);
  g_clear_error (&self->error);

  G_OBJECT_CLASS (gh_provider_parent_class)->finalize (object);
}

static void
gh_provider_get_property (GObject    *object,
                          guint       prop_id,
                          GValue     *value,
                          GParamSpec *pspec)
{
  GhProvider *self = GH_PROVIDER (object);
  GhProviderRate requests;
  GhProviderRate tokens;

  switch (prop_id)
    {
    case PROP_NAME:
      g_value_set_string (value, self->name);
      break;

    case PROP_KIND:
      g_value_set_enum (value, self->kind);
      break;

    case PROP_BASE_URL:
      g_value_set_string (value, self->base_url);
      break;

    case PROP_LANE:
      g_value_set_enum (value, self->lane);
      break;

    case PROP_STATE:
      g_value_set_enum (value, self->state);
      break;

    case PROP_HAS_RATES:
      g_value_set_boolean (value, gh_provider_get_rates (self, &requests, &tokens));
      break;

    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
gh_provider_class_init (GhProviderClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GParamFlags flags = G_PARAM_READABLE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS;

  object_class->dispose = gh_provider_dispose;
  object_class->finalize = gh_provider_finalize;
  object_class->get_property = gh_provider_get_property;

  properties[PROP_NAME] = g_param_spec_string ("name", NULL, NULL, NULL, flags);
  properties[PROP_KIND] =
    g_param_spec_enum ("kind", NULL, NULL, GH_TYPE_PROVIDER_KIND, GH_PROVIDER_OPENAI, flags);
  properties[PROP_BASE_URL] = g_param_spec_string ("base-url", NULL, NULL, NULL, flags);
  properties[PROP_LANE] =
    g_param_spec_enum ("lane", NULL, NULL, GH_TYPE_LANE, GH_LANE_LOCAL, flags);
  properties[PROP_HAS_RATES] =
    g_param_spec_boolean ("has-rates", NULL, NULL, FALSE, flags);
  properties[PROP_STATE] =
    g_param_spec_enum ("state", NULL, NULL, GH_TYPE_PROVIDER_STATE, GH_PROVIDER_UNKNOWN, flags);

  g_object_class_install_properties (object_class, N_PROPS, properties);
}

static void
gh_provider_init (GhProvider *self)
{
  self->models = g_list_store_new (GH_TYPE_MODEL);
  self->listed = gh_llm_models_new ();
  self->prices = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  self->speeds = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
}

GhProvider *
gh_provider_new (const char    *id,
                 const char    *name,
                 GhProviderKind kind,
                 const char    *base_url,
                 GhLane         lane,
                 GhSecretStore *secrets)
{
  g_return_val_if_fail (id != NULL, NULL);
  g_return_val_if_fail (name != NULL, NULL);
  g_return_val_if_fail (base_url != NULL, NULL);
  g_return_val_if_fail (secrets == NULL || GH_IS_SECRET_STORE (secrets), NULL);

  GhProvider *self = g_object_new (GH_TYPE_PROVIDER, NULL);

  self->id = g_strdup (id);
  self->name = g_strdup (name);
  self->kind = kind;
  self->base_url = g_strdup (base_url);
  self->lane = lane;
  self->secrets = secrets != NULL ? g_object_ref (secrets) : NULL;

  return self;
}

char *
gh_provider_dup_key_name (GhProvider *self)
{
  g_return_val_if_fail (GH_IS_PROVIDER (self), NULL);

  return g_strdup_printf ("model/%s/key", self->id);
}

void
gh_provider_set_has_key (GhProvider *self,
                         gboolean    has_key)
{
  g_return_if_fail (GH_IS_PROVIDER (self));

  self->has_key = has_key;
  self->generation++;
  g_clear_object (&self->backend);
}

const char *
gh_provider_get_ca_file (GhProvider *self)
{
  g_return_val_if_fail (GH_IS_PROVIDER (self), NULL);

  return self->ca_file;
}

void
gh_provider_set_ca_file (GhProvider *self,
                         const char *ca_file)
{
  g_return_if_fail (GH_IS_PROVIDER (self));

  g_free (self->ca_file);
  self->ca_file = g_strdup (ca_file);
  self->generation++;
  g_clear_object (&self->backend);
}

gboolean
gh_provider_has_key (GhProvider *self)
{
  g_return_val_if_fail (GH_IS_PROVIDER (self), FALSE);

  return self->has_key;
}

static gboolean
replace (char       **field,
         const char  *value)
{
  if (value == NULL || g_strcmp0 (*field, value) == 0)
    return FALSE;

  g_free (*field);
  *field = g_strdup (value);
  return TRUE;
}

void
gh_provider_update (GhProvider     *self,
                    const char     *name,
                    GhProviderKind  kind,
                    const char     *base_url,
                    GhLane          lane)
{
  g_return_if_fail (GH_IS_PROVIDER (self));

  gboolean name_changed = replace (&self->name, name);
  gboolean url_changed = replace (&self->base_url, base_url);
  gboolean lane_changed = self->lane != lane;
  gboolean kind_changed = self->kind != kind;

  self->lane = lane;
  self->kind = kind;
  self->generation++;
  g_clear_object (&self->backend);
  if (name_changed || lane_changed)
    put_models (self);
  if (kind_changed)
    g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_KIND]);
  if (name_changed)
    g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_NAME]);
  if (url_changed)
    g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_BASE_URL]);
  if (lane_changed)
    g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_LANE]);
}

void
gh_provider_stop (GhProvider *self)
{
  g_return_if_fail (GH_IS_PROVIDER (self));

  if (self->refreshing == NULL)
    return;

  g_cancellable_cancel (self->refreshing);
  g_clear_object (&self->refreshing);
  set_state (self, GH_PROVIDER_UNKNOWN, NULL);
}

void
gh_provider_set_patience (GhProvider *self,
                          guint       milliseconds)
{
  g_return_if_fail (GH_IS_PROVIDER (self));

  self->patience = milliseconds;
}

const char *
gh_provider_get_id (GhProvider *self)
{
  g_return_val_if_fail (GH_IS_PROVIDER (self), NULL);

  return self->id;
}

const char *
gh_provider_get_name (GhProvider *self)
{
  g_return_val_if_fail (GH_IS_PROVIDER (self), NULL);

  return self->name;
}

GhProviderKind
gh_provider_get_kind (GhProvider *self)
{
  g_return_val_if_fail (GH_IS_PROVIDER (self), GH_PROVIDER_OPENAI);

  return self->kind;
}

const char *
gh_provider_get_base_url (GhProvider *self)
{
  g_return_val_if_fail (GH_IS_PROVIDER (self), NULL);

  return self->base_url;
}

GhLane
gh_provider_get_lane (GhProvider *self)
{
  g_return_val_if_fail (GH_IS_PROVIDER (self), GH_LANE_CLOUD);

  return self->lane;
}

GhProviderState
gh_provider_get_state (GhProvider *self)
{
  g_return_val_if_fail (GH_IS_PROVIDER (self), GH_PROVIDER_UNKNOWN);

  return self->state;
}

const GError *
gh_provider_get_error (GhProvider *self)
{
  g_return_val_if_fail (GH_IS_PROVIDER (self), NULL);

  return self->error;
}

GListModel *
gh_provider_list_models (GhProvider *self)
{
  g_return_val_if_fail (GH_IS_PROVIDER (self), NULL);

  return G_LIST_MODEL (self->models);
}

static void
take_rate (GhProviderRate  *out,
           const GhLlmRate *rate)
{
  out->limit = rate->limit;
  out->left = rate->left;
  out->reset = rate->reset;
}

gboolean
gh_provider_get_rates (GhProvider     *self,
                       GhProviderRate *requests,
                       GhProviderRate *tokens)
{
  g_return_val_if_fail (GH_IS_PROVIDER (self), FALSE);
  g_return_val_if_fail (requests != NULL, FALSE);
  g_return_val_if_fail (tokens != NULL, FALSE);

  const GhLlmRates *rates =
    self->backend != NULL ? gh_llm_provider_get_rates (self->backend) : NULL;

  if (rates == NULL || (rates->requests.left < 0 && rates->tokens.left < 0))
    return FALSE;

  take_rate (requests, &rates->requests);
  take_rate (tokens, &rates->tokens);
  return TRUE;
}

void
gh_provider_set_prices (GhProvider *self,
                        const char *model_id,
                        double      input,
                        double      output)
{
  g_return_if_fail (GH_IS_PROVIDER (self));
  g_return_if_fail (model_id != NULL);

  if (isnan (input) || isnan (output))
    g_hash_table_remove (self->prices, model_id);
  else
    {
      Prices *prices = g_new (Prices, 1);

      prices->input = input;
      prices->output = output;
      g_hash_table_replace (self->prices, g_strdup (model_id), prices);
    }
  put_models (self);
}

gboolean
gh_provider_get_set_prices (GhProvider *self,
                            const char *model_id,
                            double     *input,
                            double     *output)
{
  g_return_val_if_fail (GH_IS_PROVIDER (self), FALSE);
  g_return_val_if_fail (model_id != NULL, FALSE);

  Prices *prices = g_hash_table_lookup (self->prices, model_id);

  if (prices == NULL)
    return FALSE;
  *input = prices->input;
  *output = prices->output;
  return TRUE;
}

void
gh_provider_note_speed (GhProvider *self,
                        const char *model_id,
                        gint64      output_tokens,
                        gint64      duration)
{
  g_return_if_fail (GH_IS_PROVIDER (self));
  g_return_if_fail (model_id != NULL);

  if (output_tokens < MIN_SPEED_TOKENS || duration <= 0)
    return;

  double speed = (double) output_tokens * G_USEC_PER_SEC / (double) duration;

  g_hash_table_replace (self->speeds, g_strdup (model_id), g_memdup2 (&speed, sizeof speed));
}

double
gh_provider_get_speed (GhProvider *self,
                       const char *model_id)
{
  g_return_val_if_fail (GH_IS_PROVIDER (self), NAN);
  g_return_val_if_fail (model_id != NULL, NAN);

  double *speed = g_hash_table_lookup (self->speeds, model_id);

  return speed != NULL ? *speed : NAN;
}

double
gh_provider_get_mean_speed (GhProvider *self)
{
  GHashTableIter iter;
  gpointer value;
  double sum = 0;

  g_return_val_if_fail (GH_IS_PROVIDER (self), NAN);

  g_hash_table_iter_init (&iter, self->speeds);
  while (g_hash_table_iter_next (&iter, NULL, &value))
    sum += *(double *) value;

  return sum > 0 ? sum / g_hash_table_size (self->speeds) : NAN;
}

JsonNode *
gh_provider_encode (GhProvider    *self,
                    GhLlmRequest  *request,
                    GError       **error)
{
  g_return_val_if_fail (self == NULL || GH_IS_PROVIDER (self), NULL);
  g_return_val_if_fail (request != NULL, NULL);

  return apis[self != NULL ? self->kind : GH_PROVIDER_OPENAI]->encode (request, error);
}

void
gh_provider_refresh (GhProvider *self)
{
  g_return_if_fail (GH_IS_PROVIDER (self));

  if (self->refreshing != NULL)
    g_cancellable_cancel (self->refreshing);
  g_clear_object (&self->refreshing);
  self->refreshing = g_cancellable_new ();

  Refresh *refresh = g_new0 (Refresh, 1);

  refresh->provider = g_object_ref (self);
  refresh->cancellable = g_object_ref (self->refreshing);

  GTask *task = g_task_new (self, self->refreshing, refresh_prepared_cb, refresh);

  g_task_set_source_tag (task, gh_provider_refresh);
  prepare_async (self, task);
  set_state (self, GH_PROVIDER_ASKING, NULL);
}

void
gh_provider_stream_async (GhProvider          *self,
                          GhLlmRequest        *take_request,
                          GCancellable        *cancellable,
                          GAsyncReadyCallback  callback,
                          gpointer             user_data)
{
  g_return_if_fail (GH_IS_PROVIDER (self));
  g_return_if_fail (take_request != NULL);
  g_return_if_fail (cancellable == NULL || G_IS_CANCELLABLE (cancellable));

  GTask *task = g_task_new (self, cancellable, callback, user_data);

  g_task_set_source_tag (task, gh_provider_stream_async);
  g_task_set_task_data (task, take_request, (GDestroyNotify) gh_llm_request_free);
  prepare_async (self, g_task_new (self, cancellable, stream_prepared_cb, task));
}

GhLlmStream *
gh_provider_stream_finish (GhProvider    *self,
                           GAsyncResult  *result,
                           GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}
