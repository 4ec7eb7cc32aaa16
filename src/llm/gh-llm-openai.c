/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * OpenAI-compatible chat completions: OpenAI, Ollama, llama.cpp, vLLM, LM Studio. */
#include "config.h"

#include "gh-llm-openai.h"

#include "gh-http-exchange.h"
#include "gh-json.h"
#include "gh-llm-openai-codec.h"
#include "gh-llm-openai-stream.h"

#include <string.h>

/* A large model on a slow computer reads a long prompt for minutes before its first word. */
#define DEFAULT_PATIENCE_MS (300 * 1000)
/* Listing models needs no thinking, but some endpoints start a process for it. */
#define DEFAULT_LIST_PATIENCE_MS (20 * 1000)
/* The list of models: aggregators send about half a mebibyte. */
#define MAX_LIST_SIZE (8 * 1024 * 1024)
/* An answer with an error status: more is not read. */
#define MAX_ERROR_SIZE (64 * 1024)

struct _GhLlmOpenai
{
  GObject      parent_instance;

  SoupSession *session;       /* owned */
  char        *base_url;      /* owned, normalized */
  char        *key;           /* owned, or NULL */
  GHashTable  *dialects;      /* owned: model -> GhLlmOpenaiDialect it was found to need */
  guint        patience;      /* milliseconds */
  guint        list_patience; /* milliseconds */
};

/* One request to stream: asked again when the endpoint wants it put differently. */
typedef struct
{
  char               *model;
  JsonNode           *body;
  GhLlmOpenaiDialect  dialect;
  GhHttpExchange      *exchange;
} Call;

enum
{
  PROP_0,
  PROP_PATIENCE,
  PROP_LIST_PATIENCE,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

static void provider_iface_init (GhLlmProviderInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (GhLlmOpenai, gh_llm_openai, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (GH_TYPE_LLM_PROVIDER, provider_iface_init))

static void
call_free (gpointer data)
{
  Call *call = data;

  g_clear_pointer (&call->model, g_free);
  g_clear_pointer (&call->body, json_node_unref);
  g_clear_object (&call->exchange);
  g_free (call);
}

/* "v1", "v4", "v1beta": endpoints that are not at /v1 name their version too. */
static gboolean
names_version (const char *path)
{
  g_auto(GStrv) segments = g_strsplit (path, "/", -1);

  for (guint i = 0; segments[i] != NULL; i++)
    {
      if (segments[i][0] == 'v' && g_ascii_isdigit (segments[i][1]))
        return TRUE;
    }

  return FALSE;
}

char *
gh_llm_openai_normalize_url (const char *base_url)
{
  static const char * const endings[] = { "/chat/completions", "/models", NULL };

  g_return_val_if_fail (base_url != NULL, NULL);

  g_autofree char *url = g_strstrip (g_strdup (base_url));
  const char *path;

  url[strcspn (url, "?#")] = '\0';
  while (g_str_has_suffix (url, "/"))
    url[strlen (url) - 1] = '\0';
  /* What people copy from a page about the API. */
  for (guint i = 0; endings[i] != NULL; i++)
    {
      if (g_str_has_suffix (url, endings[i]))
        url[strlen (url) - strlen (endings[i])] = '\0';
    }

  path = strstr (url, "://");
  path = path != NULL ? strchr (path + strlen ("://"), '/') : NULL;
  if (path != NULL && names_version (path))
    return g_steal_pointer (&url);

  return g_strconcat (url, "/v1", NULL);
}

/* NULL with an error: address or key cannot be used. */
static GhHttpExchange *
new_exchange (GhLlmOpenai  *self,
              const char   *method,
              const char   *path,
              guint         patience,
              GError      **error)
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

  if (self->key != NULL)
    {
      g_autofree char *authorization = g_strconcat ("Bearer ", self->key, NULL);

      for (const char *c = self->key; *c != '\0'; c++)
        {
          if (!g_ascii_isgraph (*c))
            {
              g_set_error (error, GH_LLM_ERROR, GH_LLM_ERROR_UNAUTHORIZED,
                           "The key holds characters that no key has");
              return NULL;
            }
        }
      soup_message_headers_replace (soup_message_get_request_headers (message), "Authorization",
                                    authorization);
    }

  /* Compression would hold events back until a block is full. */
  soup_message_disable_feature (message, SOUP_TYPE_CONTENT_DECODER);
  soup_message_headers_replace (soup_message_get_request_headers (message), "Accept-Encoding",
                                "identity");

  return gh_http_exchange_new (self->session, message, patience);
}

static void
return_error (GhLlmOpenai *self,
              GTask       *task,
              GError      *take_error)
{
  GError *error = gh_llm_error_from_io (take_error);

  gh_llm_openai_hide_key (error, self->key);
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

  return gh_llm_openai_read_error (soup_message_get_status (message), get_content_type (exchange),
                                   data != NULL ? data : "", length);
}

static gboolean
has_good_status (GhHttpExchange *exchange)
{
  return SOUP_STATUS_IS_SUCCESSFUL (
      soup_message_get_status (gh_http_exchange_get_message (exchange)));
}

/* --- list of models: send, read all, decode --- */

static void
list_read_cb (GObject      *source,
              GAsyncResult *result,
              gpointer      user_data)
{
  g_autoptr(GTask) task = user_data;
  g_autoptr(GError) error = NULL;
  GhHttpExchange *exchange = GH_HTTP_EXCHANGE (source);
  GhLlmOpenai *self = g_task_get_source_object (task);
  g_autoptr(GBytes) body = gh_http_exchange_read_finish (exchange, result, &error);
  GStrv ids = NULL;

  if (!has_good_status (exchange))
    {
      return_error (self, task, status_error (exchange, body));
      return;
    }
  if (body != NULL)
    {
      gsize length;
      const char *data = g_bytes_get_data (body, &length);

      ids = gh_llm_openai_read_models (data != NULL ? data : "", length, &error);
    }

  if (ids == NULL)
    return_error (self, task, g_steal_pointer (&error));
  else
    g_task_return_pointer (task, ids, (GDestroyNotify) g_strfreev);
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

static void
gh_llm_openai_list_models_async (GhLlmProvider       *provider,
                                 GCancellable        *cancellable,
                                 GAsyncReadyCallback  callback,
                                 gpointer             user_data)
{
  GhLlmOpenai *self = GH_LLM_OPENAI (provider);
  g_autoptr(GTask) task = g_task_new (self, cancellable, callback, user_data);
  g_autoptr(GError) error = NULL;
  g_autoptr(GhHttpExchange) exchange = new_exchange (self, SOUP_METHOD_GET, "/models",
                                                    self->list_patience, &error);

  g_task_set_source_tag (task, gh_llm_openai_list_models_async);
  if (exchange == NULL)
    g_task_return_error (task, g_steal_pointer (&error));
  else
    gh_http_exchange_send_async (exchange, cancellable, list_sent_cb, g_object_ref (task));
}

static GStrv
gh_llm_openai_list_models_finish (GhLlmProvider  *provider,
                                  GAsyncResult   *result,
                                  GError        **error)
{
  g_return_val_if_fail (g_task_is_valid (result, provider), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}

/* --- a streamed answer: send; then the stream, or read the refusal, perhaps ask again --- */

static void send_call (GTask *task);

static void
refusal_read_cb (GObject      *source,
                 GAsyncResult *result,
                 gpointer      user_data)
{
  g_autoptr(GTask) task = user_data;
  GhHttpExchange *exchange = GH_HTTP_EXCHANGE (source);
  GhLlmOpenai *self = g_task_get_source_object (task);
  g_autoptr(GBytes) body = gh_http_exchange_read_finish (exchange, result, NULL);
  Call *call = g_task_get_task_data (task);
  GhLlmOpenaiDialect learnt = GH_LLM_OPENAI_USUAL;

  if (body != NULL && g_bytes_get_size (body) > 0)
    learnt = gh_llm_openai_learn (soup_message_get_status (gh_http_exchange_get_message (exchange)),
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
  GhLlmOpenai *self = g_task_get_source_object (task);

  if (!gh_http_exchange_send_finish (exchange, result, &error))
    {
      return_error (self, task, g_steal_pointer (&error));
      return;
    }
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
                         gh_llm_openai_stream_new (exchange,
                                                   g_strcmp0 (type, "application/json") == 0,
                                                   self->key),
                         g_object_unref);
}

static void
send_call (GTask *task)
{
  GhLlmOpenai *self = g_task_get_source_object (task);
  Call *call = g_task_get_task_data (task);
  g_autoptr(GError) error = NULL;
  g_autoptr(GBytes) bytes = NULL;
  gsize length;
  char *text;

  g_clear_object (&call->exchange);
  call->exchange =
    new_exchange (self, SOUP_METHOD_POST, "/chat/completions", self->patience, &error);
  if (call->exchange == NULL)
    {
      g_task_return_error (task, g_steal_pointer (&error));
      return;
    }

  gh_llm_openai_adapt (call->body, call->dialect);
  text = gh_json_write (call->body, &length);
  bytes = g_bytes_new_take (text, length);

  SoupMessage *message = gh_http_exchange_get_message (call->exchange);

  soup_message_set_request_body_from_bytes (message, "application/json", bytes);
  soup_message_headers_replace (soup_message_get_request_headers (message), "Accept",
                                "text/event-stream, application/json");
  gh_http_exchange_send_async (call->exchange, g_task_get_cancellable (task), call_sent_cb,
                               g_object_ref (task));
}

static void
gh_llm_openai_stream_async (GhLlmProvider       *provider,
                            GhLlmRequest        *request,
                            GCancellable        *cancellable,
                            GAsyncReadyCallback  callback,
                            gpointer             user_data)
{
  GhLlmOpenai *self = GH_LLM_OPENAI (provider);
  g_autoptr(GTask) task = g_task_new (self, cancellable, callback, user_data);
  g_autoptr(GError) error = NULL;
  JsonNode *body = gh_llm_openai_encode (request, &error);

  g_task_set_source_tag (task, gh_llm_openai_stream_async);
  if (body == NULL)
    {
      g_task_return_error (task, g_steal_pointer (&error));
      return;
    }

  Call *call = g_new0 (Call, 1);

  call->model = g_strdup (request->model);
  call->body = body;
  call->dialect = GPOINTER_TO_UINT (g_hash_table_lookup (self->dialects, request->model));
  g_task_set_task_data (task, call, call_free);
  send_call (task);
}

static GhLlmStream *
gh_llm_openai_stream_finish (GhLlmProvider  *provider,
                             GAsyncResult   *result,
                             GError        **error)
{
  g_return_val_if_fail (g_task_is_valid (result, provider), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}

/* --- object --- */

static void
gh_llm_openai_finalize (GObject *object)
{
  GhLlmOpenai *self = GH_LLM_OPENAI (object);

  g_clear_object (&self->session);
  g_clear_pointer (&self->base_url, g_free);
  g_clear_pointer (&self->key, g_free);
  g_clear_pointer (&self->dialects, g_hash_table_unref);

  G_OBJECT_CLASS (gh_llm_openai_parent_class)->finalize (object);
}

static void
gh_llm_openai_set_property (GObject      *object,
                            guint         prop_id,
                            const GValue *value,
                            GParamSpec   *pspec)
{
  GhLlmOpenai *self = GH_LLM_OPENAI (object);

  switch (prop_id)
    {
    case PROP_PATIENCE:
      self->patience = g_value_get_uint (value);
      break;

    case PROP_LIST_PATIENCE:
      self->list_patience = g_value_get_uint (value);
      break;

    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
provider_iface_init (GhLlmProviderInterface *iface)
{
  iface->list_models_async = gh_llm_openai_list_models_async;
  iface->list_models_finish = gh_llm_openai_list_models_finish;
  iface->stream_async = gh_llm_openai_stream_async;
  iface->stream_finish = gh_llm_openai_stream_finish;
}

static void
gh_llm_openai_class_init (GhLlmOpenaiClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GParamFlags flags = G_PARAM_WRITABLE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS;

  object_class->finalize = gh_llm_openai_finalize;
  object_class->set_property = gh_llm_openai_set_property;

  properties[PROP_PATIENCE] =
    g_param_spec_uint ("patience", NULL, NULL, 1, G_MAXUINT, DEFAULT_PATIENCE_MS, flags);
  properties[PROP_LIST_PATIENCE] =
    g_param_spec_uint ("list-patience", NULL, NULL, 1, G_MAXUINT, DEFAULT_LIST_PATIENCE_MS, flags);

  g_object_class_install_properties (object_class, N_PROPS, properties);
}

static void
gh_llm_openai_init (GhLlmOpenai *self)
{
  self->dialects = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->patience = DEFAULT_PATIENCE_MS;
  self->list_patience = DEFAULT_LIST_PATIENCE_MS;
}

GhLlmProvider *
gh_llm_openai_new (const char *base_url,
                   const char *key)
{
  g_return_val_if_fail (base_url != NULL, NULL);

  GhLlmOpenai *self = g_object_new (GH_TYPE_LLM_OPENAI, NULL);
  g_autoptr(GUri) uri = NULL;

  self->base_url = gh_llm_openai_normalize_url (base_url);
  uri = g_uri_parse (self->base_url, SOUP_HTTP_URI_FLAGS, NULL);
  self->session = gh_http_session_new (uri);
  /* Pasted keys bring a line's end along. */
  self->key = key != NULL ? g_strstrip (g_strdup (key)) : NULL;
  if (self->key != NULL && *self->key == '\0')
    g_clear_pointer (&self->key, g_free);

  return GH_LLM_PROVIDER (self);
}
