/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * HTTP+SSE of revision 2024-11-05: one GET stream for what comes, POSTs for what goes. */
#include "config.h"

#include "gh-mcp-sse-transport.h"

#include "gh-mcp-error.h"
#include "gh-mcp-http-endpoint.h"
#include "gh-mcp-http-error.h"
#include "gh-mcp-http-events.h"
#include "gh-mcp-http-post.h"
#include "gh-rpc-error.h"
#include "gh-source.h"

#include <string.h>

/* Until the server names where to POST; some are started by the request. */
#define ENDPOINT_MS (30 * 1000)

typedef enum
{
  STATE_NEW,
  STATE_STARTING, /* the stream is asked for, or open without an endpoint */
  STATE_OPEN,
  STATE_CLOSED,
} State;

struct _GhMcpSseTransport
{
  GhRpcTransport parent_instance;

  State state;
  guint n_hops;
  /* owned */
  GhMcpHttpEndpoint *endpoint; /* NULL: see problem */
  GError *problem;             /* of the address; or NULL */
  GCancellable *cancellable;   /* of the request for the stream */
  GhMcpHttpEvents *events;     /* or NULL */
  GTask *start_task;           /* while STARTING */
  GSource *start_watch;        /* its cancellable; or NULL */
  GSource *patience;           /* while STARTING */
  guint patience_ms;
  GHashTable *posts;           /* set of GhMcpHttpPost */
  GPtrArray *close_tasks;
};

G_DEFINE_FINAL_TYPE (GhMcpSseTransport, gh_mcp_sse_transport, GH_TYPE_RPC_TRANSPORT)

static void open_stream (GhMcpSseTransport *self);

/* The end */

static void
drop_connections (GhMcpSseTransport *self)
{
  GHashTableIter iter;
  gpointer post;

  gh_clear_source (&self->start_watch);
  gh_clear_source (&self->patience);
  g_cancellable_cancel (self->cancellable);
  if (self->events != NULL)
    gh_mcp_http_events_stop (self->events);
  g_clear_object (&self->events);
  g_hash_table_iter_init (&iter, self->posts);
  while (g_hash_table_iter_next (&iter, &post, NULL))
    gh_mcp_http_post_stop (post);
  g_hash_table_remove_all (self->posts);
  /* With it go the connections that are idle. */
  if (self->endpoint != NULL)
    gh_mcp_http_endpoint_set_sink (self->endpoint, NULL, NULL);
  g_clear_object (&self->endpoint);
}

/* A start that fails emits no "closed". */
static void
fail_start (GhMcpSseTransport *self,
            const GError      *error)
{
  g_autoptr(GTask) task = g_steal_pointer (&self->start_task);

  drop_connections (self);
  self->state = STATE_CLOSED;
  g_task_return_error (task, g_error_copy (error));
}

static void
complete_close (GhMcpSseTransport *self)
{
  g_autoptr(GPtrArray) tasks = g_steal_pointer (&self->close_tasks);

  self->close_tasks = g_ptr_array_new_with_free_func (g_object_unref);
  for (guint i = 0; i < tasks->len; i++)
    g_task_return_boolean (tasks->pdata[i], TRUE);
}

static void
finish (GhMcpSseTransport *self,
        const GError      *error)
{
  drop_connections (self);
  self->state = STATE_CLOSED;
  gh_rpc_transport_emit_closed (GH_RPC_TRANSPORT (self), error);
  complete_close (self);
}

/* The stream; without it there is no session (requirement 4.42). */

static void
lose_stream (GhMcpSseTransport *self,
             const GError      *error)
{
  g_autoptr(GError) closed = NULL;

  if (error == NULL)
    {
      closed = g_error_new_literal (GH_RPC_ERROR, GH_RPC_ERROR_CLOSED,
                                    "the server ended its stream");
      error = closed;
    }
  if (self->state == STATE_STARTING)
    fail_start (self, error);
  else
    finish (self, error);
}

static void
ended_cb (GhMcpSseTransport *self,
          const GError      *error,
          GhMcpHttpEvents   *events)
{
  g_autoptr(GhMcpSseTransport) keep = g_object_ref (self);

  g_assert (GH_IS_MCP_SSE_TRANSPORT (self));

  lose_stream (self, error);
}

static void
event_cb (GhMcpSseTransport *self,
          const char        *type,
          const char        *data,
          GhMcpHttpEvents   *events)
{
  g_autoptr(GhMcpSseTransport) keep = g_object_ref (self);
  g_autofree char *reference = g_strstrip (g_strdup (data));
  g_autoptr(GTask) task = NULL;
  g_autoptr(GError) error = NULL;

  g_assert (GH_IS_MCP_SSE_TRANSPORT (self));

  if (strcmp (type, "endpoint") != 0 || self->state != STATE_STARTING)
    return;
  if (!gh_mcp_http_endpoint_set_uri (self->endpoint, reference, &error))
    {
      fail_start (self, error);
      return;
    }
  gh_clear_source (&self->start_watch);
  gh_clear_source (&self->patience);
  self->state = STATE_OPEN;
  task = g_steal_pointer (&self->start_task);
  g_task_return_boolean (task, TRUE);
}

static void
sink (GBytes       *text,
      GPtrArray    *messages,
      const GError *error,
      gpointer      user_data)
{
  g_autoptr(GhMcpSseTransport) self = g_object_ref (user_data);

  if (messages == NULL && self->state == STATE_OPEN)
    gh_rpc_transport_emit_malformed (GH_RPC_TRANSPORT (self), text, error);
  for (guint i = 0; messages != NULL && i < messages->len && self->state == STATE_OPEN; i++)
    gh_rpc_transport_emit_message (GH_RPC_TRANSPORT (self), messages->pdata[i]);
}

static void
take_head (GhMcpSseTransport *self,
           GhHttpExchange    *exchange)
{
  SoupMessage *message = gh_http_exchange_get_message (exchange);
  const char *type =
    soup_message_headers_get_content_type (soup_message_get_response_headers (message), NULL);
  g_autoptr(GError) error = NULL;

  if (gh_mcp_http_endpoint_follow (self->endpoint, message, &self->n_hops))
    {
      open_stream (self);
      return;
    }
  if (!SOUP_STATUS_IS_SUCCESSFUL (soup_message_get_status (message)))
    error = gh_mcp_http_error_new (message, NULL);
  else if (type == NULL || g_ascii_strcasecmp (type, "text/event-stream") != 0)
    error = g_error_new_literal (GH_MCP_ERROR, GH_MCP_ERROR_PROTOCOL,
                                 "the address does not give a stream of events");
  if (error != NULL)
    {
      fail_start (self, error);
      return;
    }
  self->events = gh_mcp_http_events_new (self->endpoint, exchange);
  g_signal_connect_object (self->events, "event", G_CALLBACK (event_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->events, "ended", G_CALLBACK (ended_cb), self, G_CONNECT_SWAPPED);
  gh_mcp_http_events_start (self->events);
}

static void
sent_cb (GObject      *source,
         GAsyncResult *result,
         gpointer      user_data)
{
  g_autoptr(GhMcpSseTransport) self = user_data;
  g_autoptr(GError) error = NULL;
  gboolean sent = gh_http_exchange_send_finish (GH_HTTP_EXCHANGE (source), result, &error);

  if (self->state != STATE_STARTING)
    return;
  if (sent)
    take_head (self, GH_HTTP_EXCHANGE (source));
  else
    fail_start (self, error);
}

static void
open_stream (GhMcpSseTransport *self)
{
  g_autoptr(SoupMessage) message = gh_mcp_http_endpoint_new_message (self->endpoint, "GET");
  SoupMessageHeaders *headers = soup_message_get_request_headers (message);
  g_autoptr(GhHttpExchange) exchange =
    gh_http_exchange_new (gh_mcp_http_endpoint_get_session (self->endpoint), message, 0);

  soup_message_headers_replace (headers, "Accept", "text/event-stream");
  soup_message_headers_replace (headers, "Cache-Control", "no-store");
  gh_http_exchange_set_priority (exchange, GH_MCP_HTTP_PRIORITY);
  gh_http_exchange_send_async (exchange, self->cancellable, sent_cb, g_object_ref (self));
}

/* The start */

static gboolean
patience_cb (gpointer user_data)
{
  g_autoptr(GhMcpSseTransport) self = g_object_ref (user_data);
  g_autoptr(GError) error =
    g_error_new (G_IO_ERROR, G_IO_ERROR_TIMED_OUT,
                 "the server did not say within %u seconds where it takes messages",
                 self->patience_ms / 1000);

  fail_start (self, error);
  return G_SOURCE_REMOVE;
}

static gboolean
start_cancelled_cb (GCancellable *cancellable,
                    gpointer      user_data)
{
  g_autoptr(GhMcpSseTransport) self = g_object_ref (user_data);
  g_autoptr(GError) error = NULL;

  g_cancellable_set_error_if_cancelled (cancellable, &error);
  fail_start (self, error);
  return G_SOURCE_REMOVE;
}

static void
sse_start_async (GhRpcTransport      *transport,
                 GCancellable        *cancellable,
                 GAsyncReadyCallback  callback,
                 gpointer             user_data)
{
  GhMcpSseTransport *self = GH_MCP_SSE_TRANSPORT (transport);
  g_autoptr(GTask) task = g_task_new (self, cancellable, callback, user_data);
  GMainContext *context = g_task_get_context (task);

  g_task_set_source_tag (task, sse_start_async);
  g_task_set_check_cancellable (task, FALSE);
  if (g_task_return_error_if_cancelled (task))
    return;
  if (self->state != STATE_NEW)
    {
      g_task_return_new_error (task, GH_RPC_ERROR, GH_RPC_ERROR_CLOSED,
                               "the transport was started or closed before");
      return;
    }
  if (self->endpoint == NULL)
    {
      self->state = STATE_CLOSED;
      g_task_return_error (task, g_error_copy (self->problem));
      return;
    }
  self->state = STATE_STARTING;
  self->start_task = g_steal_pointer (&task);
  self->patience = g_timeout_source_new (self->patience_ms);
  g_source_set_static_name (self->patience, "gh-mcp endpoint");
  g_source_set_callback (self->patience, patience_cb, self, NULL);
  g_source_attach (self->patience, context);
  if (cancellable != NULL)
    {
      self->start_watch = g_cancellable_source_new (cancellable);
      g_source_set_callback (self->start_watch, G_SOURCE_FUNC (start_cancelled_cb), self, NULL);
      g_source_attach (self->start_watch, context);
    }
  open_stream (self);
}

static gboolean
sse_finish (GhRpcTransport  *transport,
            GAsyncResult    *result,
            GError         **error)
{
  g_return_val_if_fail (g_task_is_valid (result, transport), FALSE);

  return g_task_propagate_boolean (G_TASK (result), error);
}

/* What goes */

static void
post_done_cb (GhMcpSseTransport *self,
              const GError      *error,
              GhMcpHttpPost     *post)
{
  g_autoptr(GhMcpHttpPost) keep = g_object_ref (post);

  g_assert (GH_IS_MCP_SSE_TRANSPORT (self));

  g_hash_table_remove (self->posts, post);
  if (error != NULL)
    gh_mcp_http_post_report (post, GH_RPC_TRANSPORT (self), error);
}

static gboolean
sse_send (GhRpcTransport  *transport,
          GhRpcMessage    *message,
          GError         **error)
{
  GhMcpSseTransport *self = GH_MCP_SSE_TRANSPORT (transport);
  GhMcpHttpPost *post;

  if (self->state != STATE_OPEN)
    {
      g_set_error_literal (error, GH_RPC_ERROR, GH_RPC_ERROR_CLOSED, "the transport is not open");
      return FALSE;
    }
  if (g_hash_table_size (self->posts) >= GH_MCP_HTTP_MAX_POSTS)
    {
      g_set_error_literal (error, GH_RPC_ERROR, GH_RPC_ERROR_OVERFLOW,
                           "the server does not take what it is sent");
      return FALSE;
    }
  post = gh_mcp_http_post_new (self->endpoint, message, FALSE);
  g_signal_connect_object (post, "done", G_CALLBACK (post_done_cb), self, G_CONNECT_SWAPPED);
  g_hash_table_add (self->posts, post);
  gh_mcp_http_post_start (post);
  return TRUE;
}

static gboolean
close_cb (gpointer user_data)
{
  GhMcpSseTransport *self = GH_MCP_SSE_TRANSPORT (user_data);
  g_autoptr(GError) error = NULL;

  if (self->state == STATE_STARTING)
    {
      error = g_error_new_literal (GH_RPC_ERROR, GH_RPC_ERROR_CLOSED,
                                   "the transport was closed while it was opened");
      fail_start (self, error);
    }
  if (self->state == STATE_CLOSED)
    complete_close (self);
  else
    finish (self, NULL);
  return G_SOURCE_REMOVE;
}

static void
sse_close_async (GhRpcTransport      *transport,
                 GAsyncReadyCallback  callback,
                 gpointer             user_data)
{
  GhMcpSseTransport *self = GH_MCP_SSE_TRANSPORT (transport);
  g_autoptr(GTask) task = g_task_new (self, NULL, callback, user_data);
  g_autoptr(GSource) source = NULL;

  g_task_set_source_tag (task, sse_close_async);
  if (self->state == STATE_CLOSED)
    {
      g_task_return_boolean (task, TRUE);
      return;
    }
  g_ptr_array_add (self->close_tasks, g_steal_pointer (&task));
  if (self->close_tasks->len > 1)
    return;
  source = g_idle_source_new ();
  g_source_set_priority (source, G_PRIORITY_DEFAULT);
  g_source_set_static_name (source, "gh-mcp close");
  g_source_set_callback (source, close_cb, g_object_ref (self), g_object_unref);
  g_source_attach (source, g_main_context_get_thread_default ());
}

static void
sse_set_limits (GhRpcTransport *transport,
                gsize           max_message,
                guint           start_ms)
{
  GhMcpSseTransport *self = GH_MCP_SSE_TRANSPORT (transport);

  if (start_ms > 0)
    self->patience_ms = start_ms;
  if (self->endpoint != NULL)
    gh_mcp_http_endpoint_set_max_message (self->endpoint, max_message);
}

static void
gh_mcp_sse_transport_dispose (GObject *object)
{
  GhMcpSseTransport *self = GH_MCP_SSE_TRANSPORT (object);

  drop_connections (self);
  G_OBJECT_CLASS (gh_mcp_sse_transport_parent_class)->dispose (object);
}

static void
gh_mcp_sse_transport_finalize (GObject *object)
{
  GhMcpSseTransport *self = GH_MCP_SSE_TRANSPORT (object);

  g_clear_error (&self->problem);
  g_clear_object (&self->cancellable);
  g_clear_pointer (&self->posts, g_hash_table_unref);
  g_clear_pointer (&self->close_tasks, g_ptr_array_unref);
  G_OBJECT_CLASS (gh_mcp_sse_transport_parent_class)->finalize (object);
}

static void
gh_mcp_sse_transport_class_init (GhMcpSseTransportClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GhRpcTransportClass *transport_class = GH_RPC_TRANSPORT_CLASS (klass);

  object_class->dispose = gh_mcp_sse_transport_dispose;
  object_class->finalize = gh_mcp_sse_transport_finalize;

  transport_class->start_async = sse_start_async;
  transport_class->start_finish = sse_finish;
  transport_class->send = sse_send;
  transport_class->close_async = sse_close_async;
  transport_class->close_finish = sse_finish;
  transport_class->set_limits = sse_set_limits;
}

static void
gh_mcp_sse_transport_init (GhMcpSseTransport *self)
{
  self->patience_ms = ENDPOINT_MS;
  self->cancellable = g_cancellable_new ();
  self->posts = g_hash_table_new_full (NULL, NULL, g_object_unref, NULL);
  self->close_tasks = g_ptr_array_new_with_free_func (g_object_unref);
}

/**
 * gh_mcp_sse_transport_new:
 * @url: where the stream is
 * @headers: (nullable): what the person configured
 *
 * Returns: (transfer full): a transport that is to be started; one with an unusable address fails
 *   then, with GH_MCP_ERROR_UNSUPPORTED
 */
GhMcpSseTransport *
gh_mcp_sse_transport_new (const char         *url,
                          const char * const *headers)
{
  GhMcpSseTransport *self;

  g_return_val_if_fail (url != NULL, NULL);

  self = g_object_new (GH_TYPE_MCP_SSE_TRANSPORT, NULL);
  self->endpoint = gh_mcp_http_endpoint_new (url, headers, &self->problem);
  if (self->endpoint != NULL)
    gh_mcp_http_endpoint_set_sink (self->endpoint, sink, self);
  return self;
}

/**
 * gh_mcp_sse_transport_set_ca_file:
 * @path: (nullable)
 */
void
gh_mcp_sse_transport_set_ca_file (GhMcpSseTransport *self,
                                  const char        *path)
{
  g_return_if_fail (GH_IS_MCP_SSE_TRANSPORT (self));
  g_return_if_fail (self->state == STATE_NEW);

  if (self->endpoint != NULL)
    gh_mcp_http_endpoint_set_ca_file (self->endpoint, path);
}
