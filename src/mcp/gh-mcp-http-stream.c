/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * One stream of a legacy server's messages, over as many connections as it takes. */
#include "config.h"

#include "gh-mcp-http-stream.h"

#include "gh-mcp-http-backoff.h"
#include "gh-mcp-http-error.h"
#include "gh-mcp-http-events.h"
#include "gh-source.h"

#include <string.h>

/* A connection that lived as long did not end because the server does not want us. */
#define FRUITFUL_US (10 * G_TIME_SPAN_SECOND)
/* Connections in a row without anything new after which an answer is given up: with the waits
 * between them some four minutes. */
#define MAX_BARREN 12
#define TOO_MANY_REQUESTS 429

typedef enum
{
  STATE_NEW,
  STATE_WAITING, /* before the next connection */
  STATE_OPENING, /* GET is sent */
  STATE_READING,
  STATE_ENDED,
} State;

struct _GhMcpHttpStream
{
  GObject parent_instance;

  State state;
  gboolean is_answer;
  gboolean answered; /* nothing more is needed */
  int retry; /* milliseconds the server asked for; -1 when it did not */
  guint n_hops;
  gint64 opened; /* when the connection was */
  GhMcpHttpBackoff backoff;
  /* owned */
  GhMcpHttpEndpoint *endpoint;
  GhHttpExchange *exchange; /* of the answer, before the start; or NULL */
  GhMcpHttpEvents *events;  /* while READING, or NULL */
  GCancellable *cancellable;
  GSource *wait; /* while WAITING, or NULL */
  char *last_id; /* or NULL */
};

G_DEFINE_FINAL_TYPE (GhMcpHttpStream, gh_mcp_http_stream, G_TYPE_OBJECT)

static guint ended_signal;

static void open_again (GhMcpHttpStream *self);

static void
set_state (GhMcpHttpStream *self,
           State            state)
{
  g_assert (self->state != STATE_ENDED);
  g_debug ("stream: state %d -> %d", self->state, state);
  self->state = state;
}

static void
drop_connection (GhMcpHttpStream *self)
{
  gh_clear_source (&self->wait);
  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->exchange);
  if (self->events != NULL)
    {
      g_signal_handlers_disconnect_by_data (self->events, self);
      gh_mcp_http_events_stop (self->events);
    }
  g_clear_object (&self->events);
}

static void
end (GhMcpHttpStream *self,
     const GError    *error)
{
  drop_connection (self);
  set_state (self, STATE_ENDED);
  g_signal_emit (self, ended_signal, 0, error);
}

static gboolean
wait_cb (gpointer user_data)
{
  g_autoptr(GhMcpHttpStream) self = g_object_ref (user_data);

  gh_clear_source (&self->wait);
  self->n_hops = 0;
  open_again (self);
  return G_SOURCE_REMOVE;
}

/* at_least: milliseconds. */
static void
connect_later (GhMcpHttpStream *self,
               gboolean         fruitful,
               guint            at_least)
{
  guint wait = gh_mcp_http_backoff_next (&self->backoff, fruitful, self->retry);

  set_state (self, STATE_WAITING);
  self->wait = g_timeout_source_new (MAX (wait, at_least));
  g_source_set_static_name (self->wait, "gh-mcp reconnect");
  g_source_set_callback (self->wait, wait_cb, self, NULL);
  g_source_attach (self->wait, g_main_context_get_thread_default ());
}

/* An answer that cannot be had any more is said to be lost; the server's own stream goes on for as
 * long as the connection to it does. */
static void
connect_or_end (GhMcpHttpStream *self,
                gboolean         fruitful,
                guint            at_least,
                const GError    *reason)
{
  g_autoptr(GError) error = NULL;

  if (self->answered)
    {
      end (self, NULL);
      return;
    }
  if (!self->is_answer
      || (self->last_id != NULL && *self->last_id != '\0'
          && (fruitful || self->backoff.n_barren < MAX_BARREN)))
    {
      connect_later (self, fruitful, at_least);
      return;
    }
  error = g_error_new (G_IO_ERROR, G_IO_ERROR_PARTIAL_INPUT,
                       "the stream ended before the answer came%s%s", reason != NULL ? ": " : "",
                       reason != NULL ? reason->message : "");
  end (self, error);
}

/* What HTTP can carry back: a server that names its events otherwise cannot be resumed. */
static gboolean
is_sendable (const char *id)
{
  for (const char *c = id; *c != '\0'; c++)
    if (g_ascii_iscntrl (*c))
      return FALSE;
  return *id == '\0' || (*id != ' ' && id[strlen (id) - 1] != ' ');
}

static void
events_ended_cb (GhMcpHttpStream *self,
                 const GError    *error,
                 GhMcpHttpEvents *events)
{
  const char *id = gh_mcp_http_events_get_last_id (events);
  int retry = gh_mcp_http_events_get_retry (events);
  gboolean fruitful = gh_mcp_http_events_get_n_texts (events) > 0
                      || g_get_monotonic_time () - self->opened > FRUITFUL_US;
  const GError *failure = gh_mcp_http_events_get_failure (events);
  g_autoptr(GhMcpHttpStream) keep = g_object_ref (self);
  g_autoptr(GhMcpHttpEvents) keep_events = g_object_ref (events);

  g_assert (GH_IS_MCP_HTTP_STREAM (self));

  if (id != NULL && is_sendable (id))
    {
      g_free (self->last_id);
      self->last_id = g_strdup (id);
    }
  if (retry >= 0)
    self->retry = retry;
  drop_connection (self);
  if (self->is_answer && !self->answered && failure != NULL)
    end (self, failure);
  else
    connect_or_end (self, fruitful, 0, error);
}

static void
read_events (GhMcpHttpStream *self,
             GhHttpExchange  *exchange)
{
  set_state (self, STATE_READING);
  self->opened = g_get_monotonic_time ();
  self->events = gh_mcp_http_events_new (self->endpoint, exchange);
  g_signal_connect_object (self->events, "ended", G_CALLBACK (events_ended_cb), self,
                           G_CONNECT_SWAPPED);
  gh_mcp_http_events_start (self->events);
}

/* Whether the same may be answered otherwise later. A conflict is one with our own last connection,
 * whose end the server has not noticed yet. */
static gboolean
is_passing (guint status)
{
  return status == SOUP_STATUS_CONFLICT || status == TOO_MANY_REQUESTS
         || status == SOUP_STATUS_REQUEST_TIMEOUT
         || (SOUP_STATUS_IS_SERVER_ERROR (status) && status != SOUP_STATUS_NOT_IMPLEMENTED);
}

static void
take_head (GhMcpHttpStream *self,
           GhHttpExchange  *exchange)
{
  SoupMessage *message = gh_http_exchange_get_message (exchange);
  guint status = soup_message_get_status (message);
  const char *type =
    soup_message_headers_get_content_type (soup_message_get_response_headers (message), NULL);
  g_autoptr(GError) error = NULL;

  if (status == SOUP_STATUS_OK && type != NULL
      && g_ascii_strcasecmp (type, "text/event-stream") == 0)
    {
      read_events (self, exchange);
      return;
    }
  if (gh_mcp_http_endpoint_follow (self->endpoint, message, &self->n_hops))
    {
      open_again (self);
      return;
    }
  error = gh_mcp_http_error_new (message, NULL);
  if (is_passing (status))
    {
      connect_or_end (self, FALSE, gh_mcp_http_error_get_retry_after (error) * 1000, error);
      return;
    }
  if (status == SOUP_STATUS_NOT_FOUND)
    gh_mcp_http_endpoint_lose_session (self->endpoint, message);
  if (self->state != STATE_ENDED)
    end (self, error);
}

static void
sent_cb (GObject      *source,
         GAsyncResult *result,
         gpointer      user_data)
{
  g_autoptr(GhMcpHttpStream) self = user_data;
  g_autoptr(GError) error = NULL;
  g_autoptr(GCancellable) cancellable = g_object_ref (self->cancellable);
  GhHttpExchange *exchange = GH_HTTP_EXCHANGE (source);
  gboolean sent = gh_http_exchange_send_finish (exchange, result, &error);

  if (self->state != STATE_OPENING)
    return;
  if (sent)
    take_head (self, exchange);
  else if (error->domain == G_TLS_ERROR)
    end (self, error);
  else
    connect_or_end (self, FALSE, 0, error);
  /* Whatever is not read is not wanted. */
  if (self->state != STATE_READING)
    g_cancellable_cancel (cancellable);
}

static void
open_again (GhMcpHttpStream *self)
{
  g_autoptr(SoupMessage) message = gh_mcp_http_endpoint_new_message (self->endpoint, "GET");
  SoupMessageHeaders *headers = soup_message_get_request_headers (message);
  g_autoptr(GhHttpExchange) exchange = NULL;

  set_state (self, STATE_OPENING);
  soup_message_headers_replace (headers, "Accept", "text/event-stream");
  soup_message_headers_replace (headers, "Cache-Control", "no-store");
  if (self->last_id != NULL && *self->last_id != '\0')
    soup_message_headers_replace (headers, "Last-Event-ID", self->last_id);
  exchange = gh_http_exchange_new (gh_mcp_http_endpoint_get_session (self->endpoint), message, 0);
  gh_http_exchange_set_priority (exchange, GH_MCP_HTTP_PRIORITY);
  g_object_unref (self->cancellable);
  self->cancellable = g_cancellable_new ();
  gh_http_exchange_send_async (exchange, self->cancellable, sent_cb, g_object_ref (self));
}

static void
gh_mcp_http_stream_dispose (GObject *object)
{
  gh_mcp_http_stream_stop (GH_MCP_HTTP_STREAM (object));
  G_OBJECT_CLASS (gh_mcp_http_stream_parent_class)->dispose (object);
}

static void
gh_mcp_http_stream_finalize (GObject *object)
{
  GhMcpHttpStream *self = GH_MCP_HTTP_STREAM (object);

  g_clear_object (&self->endpoint);
  g_clear_object (&self->cancellable);
  g_clear_pointer (&self->last_id, g_free);
  G_OBJECT_CLASS (gh_mcp_http_stream_parent_class)->finalize (object);
}

static void
gh_mcp_http_stream_class_init (GhMcpHttpStreamClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = gh_mcp_http_stream_dispose;
  object_class->finalize = gh_mcp_http_stream_finalize;

  ended_signal =
    g_signal_new ("ended", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                  G_TYPE_NONE, 1, G_TYPE_ERROR | G_SIGNAL_TYPE_STATIC_SCOPE);
}

static void
gh_mcp_http_stream_init (GhMcpHttpStream *self)
{
  self->retry = -1;
  self->cancellable = g_cancellable_new ();
}

GhMcpHttpStream *
gh_mcp_http_stream_new_answer (GhMcpHttpEndpoint *endpoint,
                               GhHttpExchange    *exchange)
{
  GhMcpHttpStream *self = gh_mcp_http_stream_new_own (endpoint);

  self->is_answer = TRUE;
  self->exchange = g_object_ref (exchange);
  return self;
}

GhMcpHttpStream *
gh_mcp_http_stream_new_own (GhMcpHttpEndpoint *endpoint)
{
  GhMcpHttpStream *self = g_object_new (GH_TYPE_MCP_HTTP_STREAM, NULL);

  self->endpoint = g_object_ref (endpoint);
  return self;
}

void
gh_mcp_http_stream_start (GhMcpHttpStream *self)
{
  g_autoptr(GhHttpExchange) exchange = g_steal_pointer (&self->exchange);

  g_return_if_fail (self->state == STATE_NEW);

  if (exchange != NULL)
    read_events (self, exchange);
  else
    open_again (self);
}

void
gh_mcp_http_stream_set_answered (GhMcpHttpStream *self)
{
  self->answered = TRUE;
}

void
gh_mcp_http_stream_stop (GhMcpHttpStream *self)
{
  if (self->state == STATE_ENDED)
    return;
  drop_connection (self);
  set_state (self, STATE_ENDED);
}
