/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * The events of one HTTP answer while it arrives. */
#include "config.h"

#include "gh-mcp-http-events.h"

#include "gh-json.h"
#include "gh-rpc-error.h"
#include "gh-rpc-parse.h"
#include "gh-source.h"
#include "gh-sse-decoder.h"

#include <string.h>

/* Events handled in one turn of the main loop. */
#define TURN_EVENTS 32

struct _GhMcpHttpEvents
{
  GObject parent_instance;

  gboolean stopped;
  gboolean parsing; /* in a thread */
  gboolean at_end;
  guint n_texts;
  /* owned */
  GhMcpHttpEndpoint *endpoint;
  GhHttpExchange *exchange;
  GhSseDecoder *decoder;
  GCancellable *cancellable;
  GSource *turn; /* or NULL */
  GError *error; /* of the end, or NULL */
  GError *failure; /* see the getter; or NULL */
};

G_DEFINE_FINAL_TYPE (GhMcpHttpEvents, gh_mcp_http_events, G_TYPE_OBJECT)

enum
{
  EVENT,
  ENDED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

static void advance (GhMcpHttpEvents *self);

static void
deliver (GhMcpHttpEvents *self,
         GBytes          *text,
         GPtrArray       *messages,
         const GError    *error)
{
  for (guint i = 0; messages != NULL && i < messages->len && self->failure == NULL; i++)
    {
      GhRpcMessage *message = messages->pdata[i];

      if (gh_rpc_message_get_kind (message) == GH_RPC_FAILURE
          && gh_rpc_message_get_id (message) == NULL)
        self->failure = gh_rpc_message_new_error (message);
    }
  gh_mcp_http_endpoint_deliver (self->endpoint, text, messages, error);
}

static void
parsed_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  g_autoptr(GhMcpHttpEvents) self = user_data;
  g_autoptr(GError) error = NULL;
  g_autoptr(GBytes) text = NULL;
  g_autoptr(GPtrArray) messages = gh_rpc_parse_finish (result, &text, &error);

  self->parsing = FALSE;
  if (!self->stopped)
    deliver (self, text, messages, error);
  if (messages != NULL)
    gh_rpc_parse_release (g_steal_pointer (&messages));
  advance (self);
}

static void
take_text (GhMcpHttpEvents *self,
           GBytes          *text)
{
  gboolean allow_batch = gh_mcp_http_endpoint_get_allow_batch (self->endpoint);
  g_autoptr(GPtrArray) messages = NULL;
  g_autoptr(GError) error = NULL;

  self->n_texts++;
  if (gh_rpc_parse_is_long (text))
    {
      self->parsing = TRUE;
      gh_rpc_parse_async (text, allow_batch, parsed_cb, g_object_ref (self));
      return;
    }
  messages = gh_rpc_parse (text, allow_batch, &error);
  deliver (self, text, messages, error);
}

static void
take_event (GhMcpHttpEvents *self,
            GhSseEvent      *event)
{
  g_autoptr(GBytes) text = NULL;

  if (strcmp (event->type, "message") != 0)
    {
      g_signal_emit (self, signals[EVENT], 0, event->type, event->data);
      return;
    }
  /* Empty ones only carry an id (requirement 4.8). */
  if (event->data[strspn (event->data, " \n")] == '\0')
    return;
  text = g_bytes_new_take (event->data, strlen (event->data));
  event->data = NULL;
  take_text (self, text);
}

static void
take_bytes (GhMcpHttpEvents *self,
            GBytes          *bytes)
{
  g_autoptr(GError) error = NULL;
  gsize length;
  const char *data = g_bytes_get_data (bytes, &length);

  self->at_end = length == 0;
  if (!gh_sse_decoder_push (self->decoder, data, length, &error))
    {
      g_autoptr(GBytes) nothing = g_bytes_new (NULL, 0);

      gh_mcp_http_endpoint_deliver (self->endpoint, nothing, NULL, error);
    }
}

static void
read_cb (GObject      *source,
         GAsyncResult *result,
         gpointer      user_data)
{
  g_autoptr(GhMcpHttpEvents) self = user_data;
  g_autoptr(GError) error = NULL;
  g_autoptr(GBytes) bytes =
    gh_http_exchange_read_finish (GH_HTTP_EXCHANGE (source), result, &error);

  if (self->stopped)
    return;
  if (bytes != NULL)
    take_bytes (self, bytes);
  else
    {
      self->at_end = TRUE;
      self->error = g_steal_pointer (&error);
    }
  advance (self);
}

static gboolean
turn_cb (gpointer user_data)
{
  g_autoptr(GhMcpHttpEvents) self = g_object_ref (user_data);

  gh_clear_source (&self->turn);
  advance (self);
  return G_SOURCE_REMOVE;
}

static void
advance_later (GhMcpHttpEvents *self)
{
  self->turn = g_idle_source_new ();
  g_source_set_static_name (self->turn, "gh-mcp events");
  g_source_set_callback (self->turn, turn_cb, self, NULL);
  g_source_attach (self->turn, g_main_context_get_thread_default ());
}

static void
advance (GhMcpHttpEvents *self)
{
  guint left = TURN_EVENTS;

  while (!self->stopped && !self->parsing)
    {
      g_autoptr(GhSseEvent) event = gh_sse_decoder_pop (self->decoder);

      if (event == NULL)
        break;
      take_event (self, event);
      if (--left == 0 && !self->stopped && !self->parsing)
        {
          advance_later (self);
          return;
        }
    }
  if (self->stopped || self->parsing)
    return;
  if (!self->at_end)
    {
      gh_http_exchange_read_async (self->exchange, self->cancellable, read_cb,
                                   g_object_ref (self));
      return;
    }
  self->stopped = TRUE;
  g_signal_emit (self, signals[ENDED], 0, self->error);
}

static void
gh_mcp_http_events_dispose (GObject *object)
{
  gh_mcp_http_events_stop (GH_MCP_HTTP_EVENTS (object));
  G_OBJECT_CLASS (gh_mcp_http_events_parent_class)->dispose (object);
}

static void
gh_mcp_http_events_finalize (GObject *object)
{
  GhMcpHttpEvents *self = GH_MCP_HTTP_EVENTS (object);

  g_clear_object (&self->endpoint);
  g_clear_object (&self->exchange);
  g_clear_object (&self->decoder);
  g_clear_object (&self->cancellable);
  g_clear_error (&self->error);
  g_clear_error (&self->failure);
  G_OBJECT_CLASS (gh_mcp_http_events_parent_class)->finalize (object);
}

static void
gh_mcp_http_events_class_init (GhMcpHttpEventsClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = gh_mcp_http_events_dispose;
  object_class->finalize = gh_mcp_http_events_finalize;

  signals[EVENT] =
    g_signal_new ("event", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                  G_TYPE_NONE, 2, G_TYPE_STRING | G_SIGNAL_TYPE_STATIC_SCOPE,
                  G_TYPE_STRING | G_SIGNAL_TYPE_STATIC_SCOPE);
  signals[ENDED] =
    g_signal_new ("ended", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                  G_TYPE_NONE, 1, G_TYPE_ERROR | G_SIGNAL_TYPE_STATIC_SCOPE);
}

static void
gh_mcp_http_events_init (GhMcpHttpEvents *self)
{
  self->cancellable = g_cancellable_new ();
}

/**
 * gh_mcp_http_events_new:
 * @endpoint: (transfer none)
 * @exchange: (transfer none): whose head is here and names an event stream
 */
GhMcpHttpEvents *
gh_mcp_http_events_new (GhMcpHttpEndpoint *endpoint,
                        GhHttpExchange    *exchange)
{
  GhMcpHttpEvents *self = g_object_new (GH_TYPE_MCP_HTTP_EVENTS, NULL);

  self->endpoint = g_object_ref (endpoint);
  self->decoder = gh_sse_decoder_new (gh_mcp_http_endpoint_get_max_message (endpoint));
  self->exchange = g_object_ref (exchange);
  /* A stream may be silent for hours. */
  gh_http_exchange_set_patience (exchange, 0);
  return self;
}

void
gh_mcp_http_events_start (GhMcpHttpEvents *self)
{
  advance (self);
}

void
gh_mcp_http_events_stop (GhMcpHttpEvents *self)
{
  self->stopped = TRUE;
  gh_clear_source (&self->turn);
  g_cancellable_cancel (self->cancellable);
}

const char *
gh_mcp_http_events_get_last_id (GhMcpHttpEvents *self)
{
  return gh_sse_decoder_get_last_id (self->decoder);
}

int
gh_mcp_http_events_get_retry (GhMcpHttpEvents *self)
{
  return gh_sse_decoder_get_retry (self->decoder);
}

guint
gh_mcp_http_events_get_n_texts (GhMcpHttpEvents *self)
{
  return self->n_texts;
}

const GError *
gh_mcp_http_events_get_failure (GhMcpHttpEvents *self)
{
  return self->failure;
}
