/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * One message on its way to a server, and what comes back on the same connection. */
#include "config.h"

#include "gh-mcp-http-post.h"

#include "gh-http-exchange.h"
#include "gh-json.h"
#include "gh-mcp-error.h"
#include "gh-mcp-http-error.h"
#include "gh-mcp-http-events.h"
#include "gh-mcp-http-stream.h"
#include "gh-mcp-protocol.h"
#include "gh-rpc-error.h"
#include "gh-rpc-parse.h"
#include "gh-source.h"

#include <string.h>

/* Until a server takes what needs no answer. How long it may think about a request is known to
 * those who wait for the answer. */
#define ACCEPT_MS (30 * 1000)
/* The body of an error: more is not read, and not waited for. */
#define MAX_ERROR_SIZE (1024 * 1024)
#define ERROR_MS (10 * 1000)
/* Given to a server to end a stream after the answer, with what it still has to say. */
#define GRACE_MS 2000
/* The code that SDKs give to requests that do not suit the connection. */
#define CODE_BAD_REQUEST (-32000)

typedef enum
{
  STATE_NEW,
  STATE_SENDING,
  STATE_READING, /* a body that is one text */
  STATE_PARSING, /* it, in a thread */
  STATE_STREAMING,
  STATE_DONE,
} State;

struct _GhMcpHttpPost
{
  GObject parent_instance;

  State state;
  gboolean answered_here;
  gboolean answered;
  gboolean retried;
  guint n_hops;
  GhMcpHttpPrepareFunc prepare;
  gpointer prepare_data; /* borrowed */
  /* owned */
  GhMcpHttpEndpoint *endpoint;
  GhRpcMessage *message;
  GhHttpExchange *exchange; /* or NULL */
  GhMcpHttpStream *stream;  /* while STREAMING in a legacy revision, or NULL */
  GhMcpHttpEvents *events;  /* while STREAMING in the modern one, or NULL */
  GCancellable *cancellable;
  GSource *grace; /* or NULL */
};

G_DEFINE_FINAL_TYPE (GhMcpHttpPost, gh_mcp_http_post, G_TYPE_OBJECT)

static guint done_signal;

static void send_now (GhMcpHttpPost *self);

static void
set_state (GhMcpHttpPost *self,
           State          state)
{
  g_assert (state > self->state || (state == STATE_SENDING && self->state == STATE_SENDING));
  self->state = state;
}

static void
drop_connection (GhMcpHttpPost *self)
{
  gh_clear_source (&self->grace);
  g_cancellable_cancel (self->cancellable);
  if (self->stream != NULL)
    gh_mcp_http_stream_stop (self->stream);
  g_clear_object (&self->stream);
  if (self->events != NULL)
    gh_mcp_http_events_stop (self->events);
  g_clear_object (&self->events);
  g_clear_object (&self->exchange);
}

/* What is not a call may arrive twice. libsoup itself sends no POST twice, unless a server of
 * HTTP/2 says that it did not take it. */
static gboolean
may_repeat (GhMcpHttpPost *self)
{
  return g_strcmp0 (gh_rpc_message_get_method (self->message), GH_MCP_TOOLS_CALL) != 0;
}

static void
finish (GhMcpHttpPost *self,
        const GError  *error)
{
  g_autoptr(GError) lost = NULL;

  drop_connection (self);
  set_state (self, STATE_DONE);
  if (!may_repeat (self) && g_error_matches (error, G_IO_ERROR, G_IO_ERROR_PARTIAL_INPUT))
    {
      lost = g_error_new (G_IO_ERROR, G_IO_ERROR_PARTIAL_INPUT,
                          "%s; the tool may have run, or not", error->message);
      error = lost;
    }
  g_signal_emit (self, done_signal, 0, self->answered ? NULL : error);
}

static gboolean
grace_cb (gpointer user_data)
{
  g_autoptr(GhMcpHttpPost) self = g_object_ref (user_data);

  finish (self, NULL);
  return G_SOURCE_REMOVE;
}

/* A body that is one text */

/* The first error among them, whoever it names (requirement 1.7). */
static GError *
find_failure (GPtrArray *messages)
{
  for (guint i = 0; messages != NULL && i < messages->len; i++)
    if (gh_rpc_message_get_kind (messages->pdata[i]) == GH_RPC_FAILURE)
      return gh_rpc_message_new_error (messages->pdata[i]);
  return NULL;
}

static gboolean
has_failed (GhMcpHttpPost *self)
{
  SoupMessage *message = gh_http_exchange_get_message (self->exchange);

  return !SOUP_STATUS_IS_SUCCESSFUL (soup_message_get_status (message));
}

/* What servers made from the examples of an SDK answer instead of 404, for instance after they were
 * started anew. */
static gboolean
names_lost_session (SoupMessage  *message,
                    const GError *failure)
{
  g_autofree char *text = g_ascii_strdown (failure->message, -1);

  return soup_message_get_status (message) == SOUP_STATUS_BAD_REQUEST
         && failure->code == CODE_BAD_REQUEST && strstr (text, "session") != NULL
         && gh_mcp_http_endpoint_carries_session (message);
}

static void
take_messages (GhMcpHttpPost *self,
               GBytes        *text,
               GPtrArray     *messages,
               const GError  *error)
{
  SoupMessage *message = gh_http_exchange_get_message (self->exchange);
  g_autoptr(GError) failure = NULL;

  for (guint i = 0; messages != NULL && i < messages->len; i++)
    gh_rpc_message_set_status (messages->pdata[i], soup_message_get_status (message));
  failure = find_failure (messages);
  if (failure != NULL && names_lost_session (message, failure))
    {
      gh_mcp_http_endpoint_lose_session (self->endpoint, message);
      g_clear_error (&failure);
    }
  if (failure == NULL && has_failed (self))
    failure = gh_mcp_http_error_new (message, text);
  else
    gh_mcp_http_endpoint_deliver (self->endpoint, text, messages, error);
  if (self->state == STATE_DONE)
    return;
  if (failure == NULL)
    failure = g_error_new (GH_MCP_ERROR, GH_MCP_ERROR_PROTOCOL,
                           "the server's answer does not belong to the request%s%s",
                           error != NULL ? ": " : "", error != NULL ? error->message : "");
  finish (self, failure);
}

static void
parsed_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  g_autoptr(GhMcpHttpPost) self = user_data;
  g_autoptr(GError) error = NULL;
  g_autoptr(GBytes) text = NULL;
  g_autoptr(GPtrArray) messages = gh_rpc_parse_finish (result, &text, &error);

  if (self->state == STATE_PARSING)
    take_messages (self, text, messages, error);
  if (messages != NULL)
    gh_rpc_parse_release (g_steal_pointer (&messages));
}

static void
take_body (GhMcpHttpPost *self,
           GBytes        *text)
{
  gboolean allow_batch = gh_mcp_http_endpoint_get_allow_batch (self->endpoint);
  g_autoptr(GPtrArray) messages = NULL;
  g_autoptr(GError) error = NULL;

  if (gh_rpc_parse_is_long (text))
    {
      set_state (self, STATE_PARSING);
      gh_rpc_parse_async (text, allow_batch, parsed_cb, g_object_ref (self));
      return;
    }
  messages = gh_rpc_parse (text, allow_batch, &error);
  take_messages (self, text, messages, error);
}

/* Errors about who asks concern the connection, not the request, whatever a body says. */
static gboolean
is_about_us (SoupMessage *message)
{
  guint status = soup_message_get_status (message);

  return status == SOUP_STATUS_UNAUTHORIZED || status == SOUP_STATUS_FORBIDDEN
         || (status == SOUP_STATUS_NOT_FOUND
             && gh_mcp_http_endpoint_carries_session (message));
}

static void
body_cb (GObject      *source,
         GAsyncResult *result,
         gpointer      user_data)
{
  g_autoptr(GhMcpHttpPost) self = user_data;
  SoupMessage *message = gh_http_exchange_get_message (GH_HTTP_EXCHANGE (source));
  g_autoptr(GError) error = NULL;
  g_autoptr(GBytes) body =
    gh_http_exchange_read_finish (GH_HTTP_EXCHANGE (source), result, &error);

  if (self->state != STATE_READING)
    return;
  if (has_failed (self) && (body == NULL || is_about_us (message)))
    {
      g_clear_error (&error);
      error = gh_mcp_http_error_new (message, body);
    }
  if (error != NULL)
    finish (self, error);
  else
    take_body (self, body);
}

static void
read_body (GhMcpHttpPost *self,
           gsize          max_size,
           guint          patience)
{
  set_state (self, STATE_READING);
  gh_http_exchange_set_patience (self->exchange, patience);
  gh_http_exchange_read_all_async (self->exchange, max_size, self->cancellable, body_cb,
                                   g_object_ref (self));
}

/* A body that is a stream */

static void
stream_ended_cb (GhMcpHttpPost *self,
                 const GError  *error,
                 gpointer       stream)
{
  g_autoptr(GhMcpHttpPost) keep = g_object_ref (self);
  g_autoptr(GError) early = NULL;

  g_assert (GH_IS_MCP_HTTP_POST (self));

  if (self->events != NULL && gh_mcp_http_events_get_failure (self->events) != NULL)
    early = g_error_copy (gh_mcp_http_events_get_failure (self->events));
  else if (error == NULL)
    early = g_error_new_literal (G_IO_ERROR, G_IO_ERROR_PARTIAL_INPUT,
                                 "the stream ended before the answer came");
  finish (self, early != NULL ? early : error);
}

static void
read_stream (GhMcpHttpPost *self)
{
  set_state (self, STATE_STREAMING);
  /* What a modern stream breaks off is lost (requirement 4.23). */
  if (gh_mcp_http_endpoint_is_modern (self->endpoint))
    {
      self->events = gh_mcp_http_events_new (self->endpoint, self->exchange);
      g_signal_connect_object (self->events, "ended", G_CALLBACK (stream_ended_cb), self,
                               G_CONNECT_SWAPPED);
      gh_mcp_http_events_start (self->events);
      return;
    }
  self->stream = gh_mcp_http_stream_new_answer (self->endpoint, self->exchange);
  g_signal_connect_object (self->stream, "ended", G_CALLBACK (stream_ended_cb), self,
                           G_CONNECT_SWAPPED);
  gh_mcp_http_stream_start (self->stream);
}

/* The head of the answer */

static gboolean
is_type (const char *type,
         const char *wanted)
{
  return type != NULL && g_ascii_strcasecmp (type, wanted) == 0;
}

static void
take_success (GhMcpHttpPost *self,
              SoupMessage   *message)
{
  /* Without parameters (requirement 4.3). */
  const char *type =
    soup_message_headers_get_content_type (soup_message_get_response_headers (message), NULL);
  g_autoptr(GError) error = NULL;

  if (g_strcmp0 (gh_rpc_message_get_method (self->message), GH_MCP_INITIALIZE) == 0
      && !gh_mcp_http_endpoint_is_modern (self->endpoint)
      && !gh_mcp_http_endpoint_take_session_id (self->endpoint, message, &error))
    finish (self, error);
  else if (!self->answered_here)
    {
      gh_http_exchange_drain (self->exchange);
      finish (self, NULL);
    }
  else if (is_type (type, "text/event-stream"))
    read_stream (self);
  else if (type == NULL || is_type (type, "application/json"))
    read_body (self, gh_mcp_http_endpoint_get_max_message (self->endpoint), 0);
  else
    {
      error = g_error_new (GH_MCP_ERROR, GH_MCP_ERROR_PROTOCOL,
                           "the server answers with %s instead of an MCP message",
                           is_type (type, "text/html") ? "a web page" : "something else");
      finish (self, error);
    }
}

static void
take_head (GhMcpHttpPost *self)
{
  SoupMessage *message = gh_http_exchange_get_message (self->exchange);

  if (SOUP_STATUS_IS_SUCCESSFUL (soup_message_get_status (message)))
    take_success (self, message);
  else if (gh_mcp_http_endpoint_follow (self->endpoint, message, &self->n_hops))
    send_now (self);
  else
    {
      if (soup_message_get_status (message) == SOUP_STATUS_NOT_FOUND)
        gh_mcp_http_endpoint_lose_session (self->endpoint, message);
      if (self->state != STATE_DONE)
        read_body (self, MAX_ERROR_SIZE, ERROR_MS);
    }
}

static void
sent_cb (GObject      *source,
         GAsyncResult *result,
         gpointer      user_data)
{
  g_autoptr(GhMcpHttpPost) self = user_data;
  g_autoptr(GError) error = NULL;
  gboolean sent = gh_http_exchange_send_finish (GH_HTTP_EXCHANGE (source), result, &error);

  if (self->state != STATE_SENDING)
    return;
  if (sent)
    take_head (self);
  else if (may_repeat (self) && !gh_http_exchange_is_fresh (self->exchange) && !self->retried)
    {
      self->retried = TRUE;
      send_now (self);
    }
  else
    finish (self, error);
}

static void
send_now (GhMcpHttpPost *self)
{
  g_autoptr(SoupMessage) message = gh_mcp_http_endpoint_new_message (self->endpoint, "POST");
  SoupMessageHeaders *headers = soup_message_get_request_headers (message);
  g_autoptr(GBytes) body = gh_rpc_message_write (self->message);

  set_state (self, STATE_SENDING);
  /* For libsoup that only means that a connection may be used that is open already. */
  soup_message_add_flags (message, self->retried ? SOUP_MESSAGE_NEW_CONNECTION
                                                 : SOUP_MESSAGE_IDEMPOTENT);
  soup_message_headers_replace (headers, "Accept", "application/json, text/event-stream");
  if (self->prepare != NULL)
    self->prepare (self->message, headers, self->prepare_data);
  soup_message_set_request_body_from_bytes (message, "application/json", body);

  g_cancellable_cancel (self->cancellable);
  g_object_unref (self->cancellable);
  self->cancellable = g_cancellable_new ();
  g_clear_object (&self->exchange);
  self->exchange = gh_http_exchange_new (gh_mcp_http_endpoint_get_session (self->endpoint),
                                         message, self->answered_here ? 0 : ACCEPT_MS);
  gh_http_exchange_set_priority (self->exchange, GH_MCP_HTTP_PRIORITY);
  gh_http_exchange_send_async (self->exchange, self->cancellable, sent_cb, g_object_ref (self));
}

static void
gh_mcp_http_post_dispose (GObject *object)
{
  gh_mcp_http_post_stop (GH_MCP_HTTP_POST (object));
  G_OBJECT_CLASS (gh_mcp_http_post_parent_class)->dispose (object);
}

static void
gh_mcp_http_post_finalize (GObject *object)
{
  GhMcpHttpPost *self = GH_MCP_HTTP_POST (object);

  g_clear_object (&self->endpoint);
  g_clear_pointer (&self->message, gh_rpc_message_unref);
  g_clear_object (&self->cancellable);
  G_OBJECT_CLASS (gh_mcp_http_post_parent_class)->finalize (object);
}

static void
gh_mcp_http_post_class_init (GhMcpHttpPostClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = gh_mcp_http_post_dispose;
  object_class->finalize = gh_mcp_http_post_finalize;

  done_signal =
    g_signal_new ("done", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                  G_TYPE_NONE, 1, G_TYPE_ERROR | G_SIGNAL_TYPE_STATIC_SCOPE);
}

static void
gh_mcp_http_post_init (GhMcpHttpPost *self)
{
  self->cancellable = g_cancellable_new ();
}

GhMcpHttpPost *
gh_mcp_http_post_new (GhMcpHttpEndpoint *endpoint,
                      GhRpcMessage      *message,
                      gboolean           answered_here)
{
  GhMcpHttpPost *self = g_object_new (GH_TYPE_MCP_HTTP_POST, NULL);

  self->endpoint = g_object_ref (endpoint);
  self->message = gh_rpc_message_ref (message);
  self->answered_here = answered_here;
  return self;
}

void
gh_mcp_http_post_set_prepare (GhMcpHttpPost        *self,
                              GhMcpHttpPrepareFunc  prepare,
                              gpointer              user_data)
{
  self->prepare = prepare;
  self->prepare_data = user_data;
}

GhRpcMessage *
gh_mcp_http_post_get_message (GhMcpHttpPost *self)
{
  return self->message;
}

void
gh_mcp_http_post_start (GhMcpHttpPost *self)
{
  g_return_if_fail (self->state == STATE_NEW);

  send_now (self);
}

void
gh_mcp_http_post_set_answered (GhMcpHttpPost *self)
{
  if (self->state == STATE_DONE || self->answered)
    return;
  self->answered = TRUE;
  if (self->stream != NULL)
    gh_mcp_http_stream_set_answered (self->stream);
  self->grace = g_timeout_source_new (GRACE_MS);
  g_source_set_static_name (self->grace, "gh-mcp grace");
  g_source_set_callback (self->grace, grace_cb, self, NULL);
  g_source_attach (self->grace, g_main_context_get_thread_default ());
}

void
gh_mcp_http_post_report (GhMcpHttpPost  *self,
                         GhRpcTransport *transport,
                         const GError   *error)
{
  g_autoptr(GBytes) nothing = NULL;

  if (gh_rpc_message_get_kind (self->message) == GH_RPC_REQUEST)
    {
      gh_rpc_transport_emit_failed (transport, gh_rpc_message_get_id (self->message), error);
      return;
    }
  /* Nobody waits for it, but it should be seen. */
  nothing = g_bytes_new (NULL, 0);
  gh_rpc_transport_emit_malformed (transport, nothing, error);
}

void
gh_mcp_http_post_stop (GhMcpHttpPost *self)
{
  if (self->state == STATE_DONE)
    return;
  drop_connection (self);
  set_state (self, STATE_DONE);
}
