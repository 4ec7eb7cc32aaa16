/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * An endpoint that runs models: lists them and answers requests as streams. */
#include "config.h"

#include "gh-llm-provider.h"

#include "gh-http-exchange.h"
#include "gh-json.h"

/* A large model on a slow computer reads a long prompt for minutes before its first word. */
#define DEFAULT_PATIENCE_MS (300 * 1000)
/* Listing models needs no thinking, but some endpoints start a process for it. */
#define DEFAULT_LIST_PATIENCE_MS (20 * 1000)
/* A page of the list of models: aggregators send about half a mebibyte. */
#define MAX_LIST_SIZE (8 * 1024 * 1024)
/* Pages of some hundred models each; an endpoint that always has one more is not followed. */
#define MAX_PAGES 20
/* An answer with an error status: more is not read. */
#define MAX_ERROR_SIZE (64 * 1024)
/* How often a busy endpoint is asked again, and how long is waited at most: the person waits, and
 * can see what is the matter and ask again themselves. */
#define MAX_RETRIES 2
#define MAX_RETRY_SECONDS 30
/* The first wait for a busy endpoint that does not say how long; the next one is twice as long. */
#define DEFAULT_RETRY_DELAY_MS 1000

#define STATUS_TOO_MANY_REQUESTS 429
#define STATUS_OVERLOADED 529 /* Anthropic's */

struct _GhLlmProvider
{
  GObject         parent_instance;

  const GhLlmApi *api;
  SoupSession    *session;       /* owned */
  char           *base_url;      /* owned, normalized */
  char           *key;           /* owned, or NULL */
  GHashTable     *dialects;      /* owned: model -> what it was found to need */
  GhLlmRates      rates;
  gboolean        has_rates;
  guint           patience;      /* milliseconds */
  guint           list_patience; /* milliseconds */
  guint           retry_delay;   /* milliseconds */
};

/* One request to stream: asked again when the endpoint is busy, or wants it put differently. */
typedef struct
{
  char           *model;
  char           *path;
  JsonNode       *body;
  GhLlmAnswer    *answer;
  GhHttpExchange *exchange;
  guint           dialect;
  guint           n_retries;
} Call;

/* One list of models, page by page. */
typedef struct
{
  GPtrArray *models;
  guint      n_pages;
} List;

enum
{
  PROP_0,
  PROP_PATIENCE,
  PROP_LIST_PATIENCE,
  PROP_RETRY_DELAY,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

G_DEFINE_FINAL_TYPE (GhLlmProvider, gh_llm_provider, G_TYPE_OBJECT)

static void
call_free (gpointer data)
{
  Call *call = data;

  g_clear_pointer (&call->model, g_free);
  g_clear_pointer (&call->path, g_free);
  g_clear_pointer (&call->body, json_node_unref);
  g_clear_pointer (&call->answer, gh_llm_answer_free);
  g_clear_object (&call->exchange);
  g_free (call);
}

static void
list_free (gpointer data)
{
  List *list = data;

  g_ptr_array_unref (list->models);
  g_free (list);
}

static gboolean
add_headers (GhLlmProvider       *self,
             SoupMessageHeaders  *headers,
             GError             **error)
{
  if (self->api->extra_header != NULL)
    soup_message_headers_replace (headers, self->api->extra_header, self->api->extra_value);
  if (self->key == NULL)
    return TRUE;

  g_autofree char *value = g_strconcat (self->api->key_prefix, self->key, NULL);

  for (const char *c = self->key; *c != '\0'; c++)
    {
      if (!g_ascii_isgraph (*c))
        {
          g_set_error (error, GH_LLM_ERROR, GH_LLM_ERROR_UNAUTHORIZED,
                       "The key holds characters that no key has");
          return FALSE;
        }
    }
  soup_message_headers_replace (headers, self->api->key_header, value);

  return TRUE;
}

/* NULL with an error: address or key cannot be used. */
static GhHttpExchange *
new_exchange (GhLlmProvider  *self,
              const char     *method,
              const char     *path,
              guint           patience,
              GError        **error)
{
  g_autofree char *address = g_strconcat (self->base_url, path, NULL);
  g_autoptr(GUri) uri = g_uri_parse (address, SOUP_HTTP_URI_FLAGS, NULL);
  g_autoptr(SoupMessage) message = NULL;

  if (uri != NULL && g_uri_get_host (uri) != NULL && *g_uri_get_host (uri) != '\0' &&
      (g_str_equal (g_uri_get_scheme (uri), "http") ||
       g_str_equal (g_uri_get_scheme (uri), "https")))
    message = soup_message_new_from_uri (method, uri);
  if (message == NULL)
    {
      g_set_error (error, GH_LLM_ERROR, GH_LLM_ERROR_UNREACHABLE, "The address cannot be used");
      return NULL;
    }
  if (!add_headers (self, soup_message_get_request_headers (message), error))
    return NULL;

  /* Compression would hold events back until a block is full. */
  soup_message_disable_feature (message, SOUP_TYPE_CONTENT_DECODER);
  soup_message_headers_replace (soup_message_get_request_headers (message), "Accept-Encoding",
                                "identity");

  return gh_http_exchange_new (self->session, message, patience);
}

static void
return_error (GhLlmProvider *self,
              GTask         *task,
              GError        *take_error)
{
  GError *error = gh_llm_error_from_io (take_error);

  gh_llm_error_hide_key (error, self->key);
  g_task_return_error (task, error);
}

static GError *
redirect_error (SoupMessage *message)
{
  const char *location = soup_message_headers_get_one (soup_message_get_response_headers (message),
                                                       "Location");
  g_autoptr(GUri) uri = location != NULL ? g_uri_parse (location, SOUP_HTTP_URI_FLAGS, NULL) : NULL;
  const char *host = uri != NULL ? g_uri_get_host (uri) : NULL;
  /* GUri gives a host with line ends if it was written with "%0A". */
  g_autofree char *shown = host != NULL ? g_uri_escape_string (host, "[]:", FALSE) : NULL;

  return g_error_new (
      GH_LLM_ERROR, GH_LLM_ERROR_PROTOCOL,
      "HTTP status %u: the endpoint sends elsewhere (%.100s), which is not followed",
      (guint) soup_message_get_status (message), shown != NULL ? shown : "?");
}

/* Without its parameters; or NULL. */
static const char *
get_content_type (GhHttpExchange *exchange)
{
  SoupMessage *message = gh_http_exchange_get_message (exchange);

  return soup_message_headers_get_content_type (soup_message_get_response_headers (message), NULL);
}

static GError *
status_error (GhHttpExchange *exchange,
              GBytes         *body)
{
  SoupMessage *message = gh_http_exchange_get_message (exchange);
  gsize length = 0;
  const char *data = body != NULL ? g_bytes_get_data (body, &length) : NULL;

  if (SOUP_STATUS_IS_REDIRECTION (soup_message_get_status (message)))
    return redirect_error (message);

  return gh_llm_error_read (soup_message_get_status (message), get_content_type (exchange),
                            data != NULL ? data : "", length);
}

static gboolean
has_good_status (GhHttpExchange *exchange)
{
  return SOUP_STATUS_IS_SUCCESSFUL (
      soup_message_get_status (gh_http_exchange_get_message (exchange)));
}

static void
note_rates (GhLlmProvider  *self,
            GhHttpExchange *exchange)
{
  SoupMessage *message = gh_http_exchange_get_message (exchange);
  GhLlmRates rates;

  if (!gh_llm_rates_read (&rates, soup_message_get_response_headers (message),
                          g_get_real_time () / G_USEC_PER_SEC))
    return;
  self->rates = rates;
  self->has_rates = TRUE;
}

/* --- list of models: send, read all, decode; the same for the next page --- */

static void list_page (GTask *task, const char *page);

static void
take_page (GTask  *task,
           GBytes *body)
{
  GhLlmProvider *self = g_task_get_source_object (task);
  List *list = g_task_get_task_data (task);
  g_autoptr(GError) error = NULL;
  g_autofree char *next = NULL;
  gsize length;
  const char *data = g_bytes_get_data (body, &length);
  g_autoptr(JsonNode) node = gh_json_read (data != NULL ? data : "", length, NULL);
  JsonObject *object = node != NULL ? gh_json_node_get_object (node) : NULL;

  if (object == NULL)
    gh_llm_set_protocol_error (&error, "no list of models");
  if (object == NULL || !self->api->read_models (object, list->models, &next, &error))
    return_error (self, task, g_steal_pointer (&error));
  else if (next != NULL && ++list->n_pages < MAX_PAGES)
    list_page (task, next);
  else
    g_task_return_pointer (task, g_ptr_array_ref (list->models),
                           (GDestroyNotify) g_ptr_array_unref);
}

static void
list_read_cb (GObject      *source,
              GAsyncResult *result,
              gpointer      user_data)
{
  g_autoptr(GTask) task = user_data;
  g_autoptr(GError) error = NULL;
  GhHttpExchange *exchange = GH_HTTP_EXCHANGE (source);
  GhLlmProvider *self = g_task_get_source_object (task);
  g_autoptr(GBytes) body = gh_http_exchange_read_finish (exchange, result, &error);

  if (!has_good_status (exchange))
    return_error (self, task, status_error (exchange, body));
  else if (body == NULL)
    return_error (self, task, g_steal_pointer (&error));
  else
    take_page (task, body);
}

static void
list_sent_cb (GObject      *source,
              GAsyncResult *result,
              gpointer      user_data)
{
  g_autoptr(GTask) task = user_data;
  g_autoptr(GError) error = NULL;
  GhHttpExchange *exchange = GH_HTTP_EXCHANGE (source);

  if (!gh_http_exchange_send_finish (exchange, result, &error))
    return_error (g_task_get_source_object (task), task, g_steal_pointer (&error));
  else
    gh_http_exchange_read_all_async (
        exchange, has_good_status (exchange) ? MAX_LIST_SIZE : MAX_ERROR_SIZE,
        g_task_get_cancellable (task), list_read_cb, g_object_ref (task));
}

/* page: or NULL: the first. */
static void
list_page (GTask      *task,
           const char *page)
{
  GhLlmProvider *self = g_task_get_source_object (task);
  g_autofree char *escaped = page != NULL ? g_uri_escape_string (page, NULL, FALSE) : NULL;
  g_autofree char *path =
    page != NULL ? g_strconcat (self->api->models_path, "&", self->api->page_parameter, "=",
                                escaped, NULL)
                 : g_strdup (self->api->models_path);
  g_autoptr(GError) error = NULL;
  g_autoptr(GhHttpExchange) exchange =
    new_exchange (self, SOUP_METHOD_GET, path, self->list_patience, &error);

  if (exchange == NULL)
    g_task_return_error (task, g_steal_pointer (&error));
  else
    gh_http_exchange_send_async (exchange, g_task_get_cancellable (task), list_sent_cb,
                                 g_object_ref (task));
}

void
gh_llm_provider_list_models_async (GhLlmProvider       *self,
                                   GCancellable        *cancellable,
                                   GAsyncReadyCallback  callback,
                                   gpointer             user_data)
{
  g_return_if_fail (GH_IS_LLM_PROVIDER (self));
  g_return_if_fail (cancellable == NULL || G_IS_CANCELLABLE (cancellable));

  g_autoptr(GTask) task = g_task_new (self, cancellable, callback, user_data);
  List *list = g_new0 (List, 1);

  g_task_set_source_tag (task, gh_llm_provider_list_models_async);
  list->models = gh_llm_models_new ();
  g_task_set_task_data (task, list, list_free);
  list_page (task, NULL);
}

GPtrArray *
gh_llm_provider_list_models_finish (GhLlmProvider  *self,
                                    GAsyncResult   *result,
                                    GError        **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}

/* --- a streamed answer: send; then the stream, or read the refusal, perhaps ask again --- */

static void send_call (GTask *task);

static gboolean
retry_cb (gpointer user_data)
{
  GTask *task = user_data;

  /* Dispatched also when the task was cancelled meanwhile. */
  if (!g_task_return_error_if_cancelled (task))
    send_call (task);

  return G_SOURCE_REMOVE;
}

/* Milliseconds; -1: it is not asked again. Only what was refused before any work was done on it is
 * sent twice. A limit without a time may be one of the account, which waiting does not lift. */
static gint64
find_retry_delay (GhLlmProvider  *self,
                  GhHttpExchange *exchange,
                  guint           n_retries)
{
  SoupMessage *message = gh_http_exchange_get_message (exchange);
  guint status = soup_message_get_status (message);
  gint64 now = g_get_real_time () / G_USEC_PER_SEC;
  GhLlmRates rates;

  if (n_retries >= MAX_RETRIES)
    return -1;
  if (status != STATUS_TOO_MANY_REQUESTS && status != STATUS_OVERLOADED &&
      status != SOUP_STATUS_SERVICE_UNAVAILABLE)
    return -1;

  gh_llm_rates_read (&rates, soup_message_get_response_headers (message), now);
  if (rates.retry >= 0)
    return rates.retry - now <= MAX_RETRY_SECONDS ? (rates.retry - now) * 1000 : -1;

  return status != STATUS_TOO_MANY_REQUESTS ? (gint64) self->retry_delay << n_retries : -1;
}

static void
retry_later (GTask *task,
             gint64 delay)
{
  GCancellable *cancellable = g_task_get_cancellable (task);
  g_autoptr(GSource) source = g_timeout_source_new ((guint) delay);

  if (cancellable != NULL)
    {
      g_autoptr(GSource) cancelled = g_cancellable_source_new (cancellable);

      g_source_set_dummy_callback (cancelled);
      g_source_add_child_source (source, cancelled);
    }
  g_source_set_static_name (source, "gh-llm-provider retry");
  g_task_attach_source (task, source, retry_cb);
}

static void
refusal_read_cb (GObject      *source,
                 GAsyncResult *result,
                 gpointer      user_data)
{
  g_autoptr(GTask) task = user_data;
  GhHttpExchange *exchange = GH_HTTP_EXCHANGE (source);
  GhLlmProvider *self = g_task_get_source_object (task);
  g_autoptr(GError) error = NULL;
  g_autoptr(GBytes) body = gh_http_exchange_read_finish (exchange, result, &error);
  Call *call = g_task_get_task_data (task);
  guint learnt = 0;
  gint64 delay;

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    {
      g_task_return_error (task, g_steal_pointer (&error));
      return;
    }
  if (self->api->learn != NULL && body != NULL && g_bytes_get_size (body) > 0)
    learnt = self->api->learn (soup_message_get_status (gh_http_exchange_get_message (exchange)),
                               g_bytes_get_data (body, NULL), g_bytes_get_size (body));

  /* Each dialect is tried once: this ends. */
  if ((learnt & ~call->dialect) != 0)
    {
      call->dialect |= learnt;
      g_hash_table_replace (self->dialects, g_strdup (call->model),
                            GUINT_TO_POINTER (call->dialect));
      send_call (task);
      return;
    }

  delay = find_retry_delay (self, exchange, call->n_retries);
  if (delay >= 0)
    {
      call->n_retries++;
      retry_later (task, delay);
      return;
    }

  return_error (self, task, status_error (exchange, body));
}

static void
call_sent_cb (GObject      *source,
              GAsyncResult *result,
              gpointer      user_data)
{
  g_autoptr(GTask) task = user_data;
  g_autoptr(GError) error = NULL;
  GhHttpExchange *exchange = GH_HTTP_EXCHANGE (source);
  GhLlmProvider *self = g_task_get_source_object (task);
  Call *call = g_task_get_task_data (task);

  if (!gh_http_exchange_send_finish (exchange, result, &error))
    {
      return_error (self, task, g_steal_pointer (&error));
      return;
    }
  note_rates (self, exchange);
  if (!has_good_status (exchange))
    {
      gh_http_exchange_read_all_async (exchange, MAX_ERROR_SIZE, g_task_get_cancellable (task),
                                       refusal_read_cb, g_object_ref (task));
      return;
    }

  const char *type = get_content_type (exchange);

  if (g_strcmp0 (type, "text/html") == 0)
    {
      return_error (self, task, g_error_new (GH_LLM_ERROR, GH_LLM_ERROR_PROTOCOL,
                                             "The endpoint answered with a web page"));
      return;
    }

  /* Some endpoints name their event streams text/plain or not at all: what is not JSON is tried as
   * one. */
  g_task_return_pointer (task,
                         gh_llm_stream_new (self->api, exchange,
                                            g_strcmp0 (type, "application/json") == 0,
                                            g_steal_pointer (&call->answer), self->key),
                         g_object_unref);
}

static void
send_call (GTask *task)
{
  GhLlmProvider *self = g_task_get_source_object (task);
  Call *call = g_task_get_task_data (task);
  g_autoptr(GError) error = NULL;
  g_autoptr(GBytes) bytes = NULL;
  gsize length;
  char *text;

  g_clear_object (&call->exchange);
  call->exchange = new_exchange (self, SOUP_METHOD_POST, call->path, self->patience, &error);
  if (call->exchange == NULL)
    {
      g_task_return_error (task, g_steal_pointer (&error));
      return;
    }

  if (self->api->adapt != NULL)
    self->api->adapt (call->body, call->dialect);
  text = gh_json_write (call->body, &length);
  bytes = g_bytes_new_take (text, length);

  SoupMessage *message = gh_http_exchange_get_message (call->exchange);

  soup_message_set_request_body_from_bytes (message, "application/json", bytes);
  soup_message_headers_replace (soup_message_get_request_headers (message), "Accept",
                                self->api->framing == GH_LLM_FRAMING_LINES
                                  ? "application/x-ndjson, application/json"
                                  : "text/event-stream, application/json");
  gh_http_exchange_send_async (call->exchange, g_task_get_cancellable (task), call_sent_cb,
                               g_object_ref (task));
}

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

  g_autoptr(GTask) task = g_task_new (self, cancellable, callback, user_data);
  g_autoptr(GError) error = NULL;
  JsonNode *body = self->api->encode (request, &error);

  g_task_set_source_tag (task, gh_llm_provider_stream_async);
  if (body == NULL)
    {
      g_task_return_error (task, g_steal_pointer (&error));
      return;
    }

  Call *call = g_new0 (Call, 1);

  call->model = g_strdup (request->model);
  call->path = self->api->dup_path (request);
  call->body = body;
  call->answer = gh_llm_answer_new (request);
  call->dialect = GPOINTER_TO_UINT (g_hash_table_lookup (self->dialects, request->model));
  g_task_set_task_data (task, call, call_free);
  send_call (task);
}

GhLlmStream *
gh_llm_provider_stream_finish (GhLlmProvider  *self,
                               GAsyncResult   *result,
                               GError        **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}

const GhLlmRates *
gh_llm_provider_get_rates (GhLlmProvider *self)
{
  g_return_val_if_fail (GH_IS_LLM_PROVIDER (self), NULL);

  return self->has_rates ? &self->rates : NULL;
}

/* --- object --- */

static void
gh_llm_provider_finalize (GObject *object)
{
  GhLlmProvider *self = GH_LLM_PROVIDER (object);

  g_clear_object (&self->session);
  g_clear_pointer (&self->base_url, g_free);
  g_clear_pointer (&self->key, g_free);
  g_clear_pointer (&self->dialects, g_hash_table_unref);

  G_OBJECT_CLASS (gh_llm_provider_parent_class)->finalize (object);
}

static void
gh_llm_provider_set_property (GObject      *object,
                              guint         prop_id,
                              const GValue *value,
                              GParamSpec   *pspec)
{
  GhLlmProvider *self = GH_LLM_PROVIDER (object);

  switch (prop_id)
    {
    case PROP_PATIENCE:
      self->patience = g_value_get_uint (value);
      break;

    case PROP_LIST_PATIENCE:
      self->list_patience = g_value_get_uint (value);
      break;

    case PROP_RETRY_DELAY:
      self->retry_delay = g_value_get_uint (value);
      break;

    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
gh_llm_provider_class_init (GhLlmProviderClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GParamFlags flags = G_PARAM_WRITABLE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS;

  object_class->finalize = gh_llm_provider_finalize;
  object_class->set_property = gh_llm_provider_set_property;

  properties[PROP_PATIENCE] =
    g_param_spec_uint ("patience", NULL, NULL, 1, G_MAXUINT, DEFAULT_PATIENCE_MS, flags);
  properties[PROP_LIST_PATIENCE] =
    g_param_spec_uint ("list-patience", NULL, NULL, 1, G_MAXUINT, DEFAULT_LIST_PATIENCE_MS, flags);
  properties[PROP_RETRY_DELAY] =
    g_param_spec_uint ("retry-delay", NULL, NULL, 1, G_MAXUINT / 2, DEFAULT_RETRY_DELAY_MS, flags);

  g_object_class_install_properties (object_class, N_PROPS, properties);
}

static void
gh_llm_provider_init (GhLlmProvider *self)
{
  self->dialects = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->patience = DEFAULT_PATIENCE_MS;
  self->list_patience = DEFAULT_LIST_PATIENCE_MS;
  self->retry_delay = DEFAULT_RETRY_DELAY_MS;
}

GhLlmProvider *
gh_llm_provider_new (const GhLlmApi *api,
                     const char     *base_url,
                     const char     *key)
{
  g_return_val_if_fail (api != NULL, NULL);
  g_return_val_if_fail (base_url != NULL, NULL);

  GhLlmProvider *self = g_object_new (GH_TYPE_LLM_PROVIDER, NULL);
  g_autoptr(GUri) uri = NULL;

  self->api = api;
  self->base_url = gh_llm_api_normalize_url (api, base_url);
  uri = g_uri_parse (self->base_url, SOUP_HTTP_URI_FLAGS, NULL);
  self->session = gh_http_session_new (uri);
  /* Pasted keys bring a line's end along. */
  self->key = key != NULL ? g_strstrip (g_strdup (key)) : NULL;
  if (self->key != NULL && *self->key == '\0')
    g_clear_pointer (&self->key, g_free);

  return self;
}

void
gh_llm_provider_set_ca_file (GhLlmProvider *self,
                             const char    *path)
{
  g_return_if_fail (GH_IS_LLM_PROVIDER (self));

  gh_http_session_set_ca_file (GH_HTTP_SESSION (self->session), path);
}
