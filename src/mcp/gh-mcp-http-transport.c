/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * Streamable HTTP, of the legacy revisions and of the modern one. */
#include "config.h"

#include "gh-mcp-http-transport.h"

#include "gh-http-exchange.h"
#include "gh-json.h"
#include "gh-mcp-header.h"
#include "gh-mcp-http-endpoint.h"
#include "gh-mcp-http-post.h"
#include "gh-mcp-http-stream.h"
#include "gh-mcp-protocol.h"
#include "gh-rpc-error.h"

/* Messages on their way at once, beyond which requests wait: the connections that are left are for
 * what the answers may depend on, such as a model's answer that a server asked for. */
#define MAX_BUSY (GH_HTTP_MAX_CONNECTIONS * 3 / 4)
/* What a server gets to end a session of which it was told that it is over (requirement 4.12). */
#define DELETE_MS 2000

typedef enum
{
  STATE_NEW,
  STATE_OPEN,
  STATE_CLOSING, /* DELETE is sent */
  STATE_CLOSED,
} State;

struct _GhMcpHttpTransport
{
  GhRpcTransport parent_instance;

  State state;
  /* owned */
  GhMcpHttpEndpoint *endpoint; /* NULL: see problem */
  GError *problem;             /* of the address; or NULL */
  GhMcpHttpStream *stream;     /* the one of GET; or NULL */
  GHashTable *posts;           /* set of GhMcpHttpPost */
  GHashTable *requests;        /* id as JSON text -> GhMcpHttpPost, in posts */
  GhMcpHttpPost *initialized;  /* while it is on its way; or NULL */
  GQueue held;                 /* of GhRpcMessage: until the server has that, or has time */
  GPtrArray *close_tasks;
  GhMcpHttpHeaderFunc header_func;
  gpointer header_data;
  GDestroyNotify header_destroy;
};

G_DEFINE_FINAL_TYPE (GhMcpHttpTransport, gh_mcp_http_transport, GH_TYPE_RPC_TRANSPORT)

static guint session_lost_signal;

static void send_post (GhMcpHttpTransport *self,
                       GhRpcMessage       *message);

static gboolean
is_method (GhRpcMessage *message,
           const char   *method)
{
  return g_strcmp0 (gh_rpc_message_get_method (message), method) == 0;
}

static gboolean
is_request (GhRpcMessage *message)
{
  return gh_rpc_message_get_kind (message) == GH_RPC_REQUEST;
}

/* What comes */

/* Whatever stream brings it (requirement 4.6). */
static void
note_answer (GhMcpHttpTransport *self,
             GhRpcMessage       *message)
{
  JsonNode *id = gh_rpc_message_get_id (message);
  g_autofree char *key = NULL;
  GhMcpHttpPost *post;
  gint64 number;

  if (id == NULL || gh_rpc_message_get_method (message) != NULL)
    return;
  /* 1.0 answers 1 (1.5). */
  key = gh_json_node_get_int (id, &number) ? g_strdup_printf ("%" G_GINT64_FORMAT, number)
                                           : gh_json_write (id, NULL);
  post = g_hash_table_lookup (self->requests, key);
  if (post == NULL)
    return;
  gh_mcp_http_post_set_answered (post);
  g_hash_table_remove (self->requests, key);
}

static void
sink (GBytes       *text,
      GPtrArray    *messages,
      const GError *error,
      gpointer      user_data)
{
  g_autoptr(GhMcpHttpTransport) self = g_object_ref (user_data);

  if (messages == NULL)
    gh_rpc_transport_emit_malformed (GH_RPC_TRANSPORT (self), text, error);
  for (guint i = 0; messages != NULL && i < messages->len && self->state == STATE_OPEN; i++)
    {
      note_answer (self, messages->pdata[i]);
      gh_rpc_transport_emit_message (GH_RPC_TRANSPORT (self), messages->pdata[i]);
    }
}

/* The server's own stream */

static void
stop_stream (GhMcpHttpTransport *self)
{
  if (self->stream != NULL)
    gh_mcp_http_stream_stop (self->stream);
  g_clear_object (&self->stream);
}

static void
stream_ended_cb (GhMcpHttpTransport *self,
                 const GError       *error,
                 GhMcpHttpStream    *stream)
{
  g_assert (GH_IS_MCP_HTTP_TRANSPORT (self));

  g_debug ("no stream of the server's own: %s", error->message);
  stop_stream (self);
}

static void
start_stream (GhMcpHttpTransport *self)
{
  stop_stream (self);
  self->stream = gh_mcp_http_stream_new_own (self->endpoint);
  g_signal_connect_object (self->stream, "ended", G_CALLBACK (stream_ended_cb), self,
                           G_CONNECT_SWAPPED);
  gh_mcp_http_stream_start (self->stream);
}

static void
session_lost_cb (GhMcpHttpTransport *self,
                 GhMcpHttpEndpoint  *endpoint)
{
  g_assert (GH_IS_MCP_HTTP_TRANSPORT (self));

  stop_stream (self);
  g_signal_emit (self, session_lost_signal, 0);
}

/* What goes */

static void
forget_post (GhMcpHttpTransport *self,
             GhMcpHttpPost      *post)
{
  JsonNode *id = gh_rpc_message_get_id (gh_mcp_http_post_get_message (post));
  g_autofree char *key = id != NULL ? gh_json_write (id, NULL) : NULL;

  if (key != NULL && g_hash_table_lookup (self->requests, key) == post)
    g_hash_table_remove (self->requests, key);
  gh_mcp_http_post_stop (post);
  g_hash_table_remove (self->posts, post);
}

static gboolean
must_wait (GhMcpHttpTransport *self,
           GhRpcMessage       *message)
{
  return self->initialized != NULL
         || (is_request (message) && g_hash_table_size (self->posts) >= MAX_BUSY);
}

static void
send_held (GhMcpHttpTransport *self)
{
  GList *next;

  for (GList *link = self->held.head; link != NULL; link = next)
    {
      g_autoptr(GhRpcMessage) message = NULL;

      next = link->next;
      if (must_wait (self, link->data))
        continue;
      message = link->data;
      g_queue_delete_link (&self->held, link);
      send_post (self, message);
    }
}

/* The server is ready for everything else, or as ready as it gets (requirement 2.3). */
static void
after_initialized (GhMcpHttpTransport *self,
                   const GError       *error)
{
  self->initialized = NULL;
  if (error == NULL && !gh_mcp_http_endpoint_is_modern (self->endpoint))
    start_stream (self);
}

static void
post_done_cb (GhMcpHttpTransport *self,
              const GError       *error,
              GhMcpHttpPost      *post)
{
  g_autoptr(GhMcpHttpTransport) keep = g_object_ref (self);
  g_autoptr(GhMcpHttpPost) keep_post = g_object_ref (post);

  g_assert (GH_IS_MCP_HTTP_TRANSPORT (self));

  forget_post (self, post);
  if (error != NULL)
    gh_mcp_http_post_report (post, GH_RPC_TRANSPORT (self), error);
  if (self->state != STATE_OPEN)
    return;
  if (post == self->initialized)
    after_initialized (self, error);
  send_held (self);
}

/* Of tools, prompts and tasks the name, of resources the URI (requirement 4.18). */
static const char *
get_mirrored_name (GhRpcMessage *message)
{
  JsonNode *params = gh_rpc_message_get_params (message);
  JsonObject *object = params != NULL ? gh_json_node_get_object (params) : NULL;

  if (object == NULL)
    return NULL;
  if (is_method (message, GH_MCP_TOOLS_CALL) || is_method (message, "prompts/get"))
    return gh_json_get_string (object, "name");
  if (is_method (message, "resources/read"))
    return gh_json_get_string (object, "uri");
  if (g_str_has_prefix (gh_rpc_message_get_method (message), "tasks/"))
    return gh_json_get_string (object, "taskId");
  return NULL;
}

static void
prepare (GhRpcMessage       *message,
         SoupMessageHeaders *headers,
         gpointer            user_data)
{
  GhMcpHttpTransport *self = GH_MCP_HTTP_TRANSPORT (user_data);
  g_autofree char *method = NULL;
  g_autofree char *name = NULL;

  if (!gh_mcp_http_endpoint_is_modern (self->endpoint))
    return;
  method = gh_mcp_header_encode (gh_rpc_message_get_method (message));
  soup_message_headers_replace (headers, "Mcp-Method", method);
  if (get_mirrored_name (message) != NULL)
    {
      name = gh_mcp_header_encode (get_mirrored_name (message));
      soup_message_headers_replace (headers, "Mcp-Name", name);
    }
  if (self->header_func != NULL && is_request (message))
    self->header_func (message, headers, self->header_data);
}

static void
send_post (GhMcpHttpTransport *self,
           GhRpcMessage       *message)
{
  g_autoptr(GhMcpHttpPost) post =
    gh_mcp_http_post_new (self->endpoint, message, is_request (message));

  gh_mcp_http_post_set_prepare (post, prepare, self);
  g_signal_connect_object (post, "done", G_CALLBACK (post_done_cb), self, G_CONNECT_SWAPPED);
  g_hash_table_add (self->posts, g_object_ref (post));
  if (is_request (message))
    g_hash_table_replace (self->requests, gh_json_write (gh_rpc_message_get_id (message), NULL),
                          post);
  if (is_method (message, GH_MCP_INITIALIZED))
    self->initialized = post;
  gh_mcp_http_post_start (post);
}

/* Life */

static void
stop_posts (GhMcpHttpTransport *self)
{
  GHashTableIter iter;
  gpointer post;

  self->initialized = NULL;
  g_queue_clear_full (&self->held, (GDestroyNotify) gh_rpc_message_unref);
  g_hash_table_remove_all (self->requests);
  g_hash_table_iter_init (&iter, self->posts);
  while (g_hash_table_iter_next (&iter, &post, NULL))
    gh_mcp_http_post_stop (post);
  g_hash_table_remove_all (self->posts);
}

/* With it go the connections that are idle. */
static void
drop_endpoint (GhMcpHttpTransport *self)
{
  if (self->endpoint != NULL)
    gh_mcp_http_endpoint_set_sink (self->endpoint, NULL, NULL);
  g_clear_object (&self->endpoint);
}

static void
finish_close (GhMcpHttpTransport *self)
{
  g_autoptr(GPtrArray) tasks = g_steal_pointer (&self->close_tasks);

  self->state = STATE_CLOSED;
  self->close_tasks = g_ptr_array_new_with_free_func (g_object_unref);
  drop_endpoint (self);
  gh_rpc_transport_emit_closed (GH_RPC_TRANSPORT (self), NULL);
  for (guint i = 0; i < tasks->len; i++)
    g_task_return_boolean (tasks->pdata[i], TRUE);
}

static void
deleted_cb (GObject      *source,
            GAsyncResult *result,
            gpointer      user_data)
{
  g_autoptr(GhMcpHttpTransport) self = user_data;
  g_autoptr(GError) error = NULL;

  if (!gh_http_exchange_send_finish (GH_HTTP_EXCHANGE (source), result, &error))
    g_debug ("the session may live on: %s", error->message);
  if (self->state == STATE_CLOSING)
    finish_close (self);
}

/* Whatever the answer is: some servers do not know DELETE (requirement 4.12). */
static void
delete_session (GhMcpHttpTransport *self)
{
  g_autoptr(SoupMessage) message = gh_mcp_http_endpoint_new_message (self->endpoint, "DELETE");
  g_autoptr(GhHttpExchange) exchange =
    gh_http_exchange_new (gh_mcp_http_endpoint_get_session (self->endpoint), message, DELETE_MS);

  gh_mcp_http_endpoint_forget_session (self->endpoint);
  gh_http_exchange_send_async (exchange, NULL, deleted_cb, g_object_ref (self));
}

static gboolean
close_cb (gpointer user_data)
{
  GhMcpHttpTransport *self = GH_MCP_HTTP_TRANSPORT (user_data);

  if (self->state == STATE_CLOSING)
    finish_close (self);
  return G_SOURCE_REMOVE;
}

static void
http_close_async (GhRpcTransport      *transport,
                  GAsyncReadyCallback  callback,
                  gpointer             user_data)
{
  GhMcpHttpTransport *self = GH_MCP_HTTP_TRANSPORT (transport);
  g_autoptr(GTask) task = g_task_new (self, NULL, callback, user_data);
  g_autoptr(GSource) source = NULL;

  g_task_set_source_tag (task, http_close_async);
  if (self->state == STATE_CLOSED)
    {
      g_task_return_boolean (task, TRUE);
      return;
    }
  g_ptr_array_add (self->close_tasks, g_steal_pointer (&task));
  if (self->state == STATE_CLOSING)
    return;
  self->state = STATE_CLOSING;
  stop_stream (self);
  stop_posts (self);
  if (self->endpoint != NULL && gh_mcp_http_endpoint_has_session_id (self->endpoint))
    {
      delete_session (self);
      return;
    }
  source = g_idle_source_new ();
  g_source_set_priority (source, G_PRIORITY_DEFAULT);
  g_source_set_static_name (source, "gh-mcp close");
  g_source_set_callback (source, close_cb, g_object_ref (self), g_object_unref);
  g_source_attach (source, g_main_context_get_thread_default ());
}

/* Nothing is connected yet: the first message shows whether the server is there. */
static void
http_start_async (GhRpcTransport      *transport,
                  GCancellable        *cancellable,
                  GAsyncReadyCallback  callback,
                  gpointer             user_data)
{
  GhMcpHttpTransport *self = GH_MCP_HTTP_TRANSPORT (transport);
  g_autoptr(GTask) task = g_task_new (self, cancellable, callback, user_data);

  g_task_set_source_tag (task, http_start_async);
  g_task_set_check_cancellable (task, FALSE);
  if (g_task_return_error_if_cancelled (task))
    return;
  if (self->state != STATE_NEW)
    g_task_return_new_error (task, GH_RPC_ERROR, GH_RPC_ERROR_CLOSED,
                             "the transport was started or closed before");
  else if (self->endpoint == NULL)
    {
      self->state = STATE_CLOSED;
      g_task_return_error (task, g_error_copy (self->problem));
    }
  else
    {
      self->state = STATE_OPEN;
      g_task_return_boolean (task, TRUE);
    }
}

static gboolean
http_finish (GhRpcTransport  *transport,
             GAsyncResult    *result,
             GError         **error)
{
  g_return_val_if_fail (g_task_is_valid (result, transport), FALSE);

  return g_task_propagate_boolean (G_TASK (result), error);
}

static gboolean
http_send (GhRpcTransport  *transport,
           GhRpcMessage    *message,
           GError         **error)
{
  GhMcpHttpTransport *self = GH_MCP_HTTP_TRANSPORT (transport);

  if (self->state != STATE_OPEN)
    {
      g_set_error_literal (error, GH_RPC_ERROR, GH_RPC_ERROR_CLOSED, "the transport is not open");
      return FALSE;
    }
  /* Answers do not stand in line behind the requests that may wait for them. */
  if (g_hash_table_size (self->posts) + (is_request (message) ? self->held.length : 0)
      >= GH_MCP_HTTP_MAX_POSTS)
    {
      g_set_error_literal (error, GH_RPC_ERROR, GH_RPC_ERROR_OVERFLOW,
                           "the server does not take what it is sent");
      return FALSE;
    }
  /* A modern server asks nothing, so that it gets no answers (requirement 4.16). */
  if (gh_mcp_http_endpoint_is_modern (self->endpoint)
      && gh_rpc_message_get_method (message) == NULL)
    {
      g_set_error_literal (error, GH_RPC_ERROR, GH_RPC_ERROR_MALFORMED,
                           "the server may not ask in this revision");
      return FALSE;
    }
  if (is_method (message, GH_MCP_INITIALIZE))
    {
      stop_stream (self);
      gh_mcp_http_endpoint_forget_session (self->endpoint);
      gh_mcp_http_endpoint_set_version (self->endpoint, NULL, FALSE);
    }
  if (must_wait (self, message))
    g_queue_push_tail (&self->held, gh_rpc_message_ref (message));
  else
    send_post (self, message);
  return TRUE;
}

static void
http_abandon (GhRpcTransport *transport,
              JsonNode       *id)
{
  GhMcpHttpTransport *self = GH_MCP_HTTP_TRANSPORT (transport);
  g_autofree char *key = gh_json_write (id, NULL);
  GhMcpHttpPost *post = g_hash_table_lookup (self->requests, key);

  if (post != NULL)
    {
      forget_post (self, post);
      send_held (self);
      return;
    }
  for (GList *link = self->held.head; link != NULL; link = link->next)
    {
      JsonNode *held = gh_rpc_message_get_id (link->data);
      g_autofree char *held_key = held != NULL ? gh_json_write (held, NULL) : NULL;

      if (is_request (link->data) && g_strcmp0 (key, held_key) == 0)
        {
          gh_rpc_message_unref (link->data);
          g_queue_delete_link (&self->held, link);
          return;
        }
    }
}

/* There is nothing to wait for before the first request. */
static void
http_set_limits (GhRpcTransport *transport,
                 gsize           max_message,
                 guint           start_ms)
{
  GhMcpHttpTransport *self = GH_MCP_HTTP_TRANSPORT (transport);

  if (self->endpoint != NULL)
    gh_mcp_http_endpoint_set_max_message (self->endpoint, max_message);
}

static void
http_set_allow_batch (GhRpcTransport *transport,
                      gboolean        allow_batch)
{
  GhMcpHttpTransport *self = GH_MCP_HTTP_TRANSPORT (transport);

  if (self->endpoint != NULL)
    gh_mcp_http_endpoint_set_allow_batch (self->endpoint, allow_batch);
}

static void
gh_mcp_http_transport_dispose (GObject *object)
{
  GhMcpHttpTransport *self = GH_MCP_HTTP_TRANSPORT (object);

  stop_stream (self);
  stop_posts (self);
  drop_endpoint (self);
  gh_mcp_http_transport_set_header_func (self, NULL, NULL, NULL);
  G_OBJECT_CLASS (gh_mcp_http_transport_parent_class)->dispose (object);
}

static void
gh_mcp_http_transport_finalize (GObject *object)
{
  GhMcpHttpTransport *self = GH_MCP_HTTP_TRANSPORT (object);

  g_clear_error (&self->problem);
  g_clear_pointer (&self->posts, g_hash_table_unref);
  g_clear_pointer (&self->requests, g_hash_table_unref);
  g_clear_pointer (&self->close_tasks, g_ptr_array_unref);
  G_OBJECT_CLASS (gh_mcp_http_transport_parent_class)->finalize (object);
}

static void
gh_mcp_http_transport_class_init (GhMcpHttpTransportClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GhRpcTransportClass *transport_class = GH_RPC_TRANSPORT_CLASS (klass);

  object_class->dispose = gh_mcp_http_transport_dispose;
  object_class->finalize = gh_mcp_http_transport_finalize;
  transport_class->start_async = http_start_async;
  transport_class->start_finish = http_finish;
  transport_class->send = http_send;
  transport_class->close_async = http_close_async;
  transport_class->close_finish = http_finish;
  transport_class->set_limits = http_set_limits;
  transport_class->set_allow_batch = http_set_allow_batch;
  transport_class->abandon = http_abandon;

  session_lost_signal =
    g_signal_new ("session-lost", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                  G_TYPE_NONE, 0);
}

static void
gh_mcp_http_transport_init (GhMcpHttpTransport *self)
{
  self->posts = g_hash_table_new_full (NULL, NULL, g_object_unref, NULL);
  self->requests = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->close_tasks = g_ptr_array_new_with_free_func (g_object_unref);
  g_queue_init (&self->held);
}

/**
 * gh_mcp_http_transport_new:
 * @url: the one address of the server
 * @headers: (nullable): what the person configured
 *
 * Returns: (transfer full): a transport that is to be started; one with an unusable address fails
 *   then, with GH_MCP_ERROR_UNSUPPORTED
 */
GhMcpHttpTransport *
gh_mcp_http_transport_new (const char         *url,
                           const char * const *headers)
{
  GhMcpHttpTransport *self;

  g_return_val_if_fail (url != NULL, NULL);

  self = g_object_new (GH_TYPE_MCP_HTTP_TRANSPORT, NULL);
  self->endpoint = gh_mcp_http_endpoint_new (url, headers, &self->problem);
  if (self->endpoint != NULL)
    {
      gh_mcp_http_endpoint_set_sink (self->endpoint, sink, self);
      g_signal_connect_object (self->endpoint, "session-lost", G_CALLBACK (session_lost_cb), self,
                               G_CONNECT_SWAPPED);
    }
  return self;
}

/**
 * gh_mcp_http_transport_set_ca_file:
 * @path: (nullable)
 */
void
gh_mcp_http_transport_set_ca_file (GhMcpHttpTransport *self,
                                   const char         *path)
{
  g_return_if_fail (GH_IS_MCP_HTTP_TRANSPORT (self));
  g_return_if_fail (self->state == STATE_NEW);

  if (self->endpoint != NULL)
    gh_mcp_http_endpoint_set_ca_file (self->endpoint, path);
}

/**
 * gh_mcp_http_transport_set_version:
 * @version: (nullable): the revision that was agreed on, or that is tried
 * @modern: whether it is one without sessions
 */
void
gh_mcp_http_transport_set_version (GhMcpHttpTransport *self,
                                   const char         *version,
                                   gboolean            modern)
{
  g_return_if_fail (GH_IS_MCP_HTTP_TRANSPORT (self));

  if (self->endpoint == NULL)
    return;
  if (modern)
    stop_stream (self);
  gh_mcp_http_endpoint_set_version (self->endpoint, version, modern);
}

/**
 * gh_mcp_http_transport_set_header_func:
 * @func: (nullable): is called for each modern request that is sent
 */
void
gh_mcp_http_transport_set_header_func (GhMcpHttpTransport  *self,
                                       GhMcpHttpHeaderFunc  func,
                                       gpointer             user_data,
                                       GDestroyNotify       destroy)
{
  g_return_if_fail (GH_IS_MCP_HTTP_TRANSPORT (self));

  if (self->header_destroy != NULL)
    self->header_destroy (self->header_data);
  self->header_func = func;
  self->header_data = user_data;
  self->header_destroy = destroy;
}
