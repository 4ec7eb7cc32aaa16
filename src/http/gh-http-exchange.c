/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * One HTTP request and its answer: bounded silence, cancellation that closes the connection, errors
 * that say what happened. */
#include "config.h"

#include "gh-http-exchange.h"

#include "gh-http-session.h"
#include "gh-source.h"

#include <netinet/in.h>
#include <netinet/tcp.h>

/* To a connection, TLS included; the system's own limit is over two minutes. */
#define CONNECT_SECONDS 30
/* A stream may be silent for hours: the system asks the other side from time to time whether it is
 * still there, and finds out within two minutes. */
#define KEEPALIVE_IDLE_SECONDS 60
#define KEEPALIVE_INTERVAL_SECONDS 15
#define KEEPALIVE_COUNT 4
/* Answers before the answer (1xx): libsoup reads them without giving the main loop a turn. */
#define MAX_INFORMATIONAL 16
/* Bytes taken from the socket at once; streamed answers come in pieces of some hundred. */
#define READ_SIZE (16 * 1024)
/* Of a body that nobody wants, so that its connection can be used again: a sentence, and no longer
 * than a new connection would take. */
#define DRAIN_SIZE 4096
#define DRAIN_MS 500

typedef enum
{
  STATE_NEW,
  STATE_SENDING,
  STATE_OPEN,    /* the head is here */
  STATE_READING,
  STATE_CLOSED,  /* failed, cancelled, timed out */
} State;

struct _GhHttpExchange
{
  GObject       parent_instance;

  SoupSession  *session;    /* owned */
  SoupMessage  *message;    /* owned */
  GInputStream *body;       /* owned, or NULL */
  GCancellable *connection; /* owned: ends what libsoup does for us */
  GTask        *task;       /* owned, or NULL: the operation under way */
  GSource      *watch;      /* owned, or NULL: the caller's cancellable */
  GSource      *silence;    /* owned, or NULL */
  GSource      *connecting; /* owned, or NULL: while there is no connection yet */
  GByteArray   *all;        /* owned, or NULL: what read_all has so far */
  gsize         max_size;
  guint         patience;
  int           priority;
  gboolean      has_head;   /* libsoup read it; sent_cb() is about to come */
  gboolean      is_sent;    /* sent_cb() came */
  gboolean      is_fresh;   /* a connection was made for it, or was to be */
  gboolean      is_connected;
  guint         n_informational;
  State         state;
};

G_DEFINE_FINAL_TYPE (GhHttpExchange, gh_http_exchange, G_TYPE_OBJECT)

static void read_more (GhHttpExchange *self);

/* The single exit of an operation. */
static GTask *
end_operation (GhHttpExchange *self,
               State           state)
{
  gh_clear_source (&self->watch);
  gh_clear_source (&self->silence);
  gh_clear_source (&self->connecting);
  self->state = state;

  return g_steal_pointer (&self->task);
}

/* libsoup 3.4 to 3.6.5 end a request twice, and let go twice of what they hold for it, when it is
 * cancelled after they read the head of the answer and before they say so: sent_cb() will do it. */
static void
close_connection (GhHttpExchange *self)
{
  /* Without the cancellation libsoup would read the rest of the body to keep the connection. */
  if (!self->has_head || self->is_sent)
    g_cancellable_cancel (self->connection);
  g_clear_object (&self->body);
  g_clear_pointer (&self->all, g_byte_array_unref);
}

static void
fail (GhHttpExchange *self,
      GError         *take_error)
{
  g_autoptr(GTask) task = end_operation (self, STATE_CLOSED);

  close_connection (self);
  g_task_return_error (task, take_error);
}

static gboolean
silence_cb (gpointer user_data)
{
  GhHttpExchange *self = GH_HTTP_EXCHANGE (user_data);

  fail (self, g_error_new (G_IO_ERROR, G_IO_ERROR_TIMED_OUT,
                           "No answer within %u ms", self->patience));

  return G_SOURCE_REMOVE;
}

static gboolean
cancelled_cb (GCancellable *cancellable,
              gpointer      user_data)
{
  GhHttpExchange *self = GH_HTTP_EXCHANGE (user_data);

  fail (self, g_error_new (G_IO_ERROR, G_IO_ERROR_CANCELLED, "Cancelled"));

  return G_SOURCE_REMOVE;
}

static void
start_silence (GhHttpExchange *self)
{
  if (self->patience == 0)
    return;

  self->silence = g_timeout_source_new (self->patience);
  g_source_set_callback (self->silence, silence_cb, self, NULL);
  g_source_attach (self->silence, g_task_get_context (self->task));
}

/* FALSE: the task was completed with an error. The task holds the exchange, so that the sources
 * need not. */
static gboolean
begin_operation (GhHttpExchange *self,
                 GTask          *take_task,
                 State           from,
                 State           to)
{
  GCancellable *cancellable = g_task_get_cancellable (take_task);

  if (self->state != from)
    {
      g_task_return_new_error (take_task, G_IO_ERROR,
                               self->task != NULL ? G_IO_ERROR_PENDING : G_IO_ERROR_CLOSED,
                               "The exchange is not in a state for this");
      g_object_unref (take_task);
      return FALSE;
    }

  self->task = take_task;
  self->state = to;
  start_silence (self);
  if (cancellable != NULL)
    {
      self->watch = g_cancellable_source_new (cancellable);
      g_source_set_callback (self->watch, G_SOURCE_FUNC (cancelled_cb), self, NULL);
      g_source_attach (self->watch, g_task_get_context (take_task));
    }

  return TRUE;
}

static const char *
describe_certificate (GTlsCertificateFlags flags)
{
  if (flags & G_TLS_CERTIFICATE_UNKNOWN_CA)
    return "its certificate is signed by nobody this computer trusts";
  if (flags & G_TLS_CERTIFICATE_BAD_IDENTITY)
    return "its certificate is for another name";
  if (flags & (G_TLS_CERTIFICATE_EXPIRED | G_TLS_CERTIFICATE_NOT_ACTIVATED))
    return "its certificate has expired, or is not valid yet";

  return "its certificate is not acceptable";
}

/* What GIO and libsoup say, as something that can be told apart. */
static GError *
map_error (GhHttpExchange *self,
           const GError   *error)
{
  GTlsCertificateFlags flags = soup_message_get_tls_peer_certificate_errors (self->message);

  if (error->domain == G_TLS_ERROR)
    return g_error_new (G_TLS_ERROR, error->code, "No secure connection: %s",
                        flags != 0 ? describe_certificate (flags) : error->message);
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_TIMED_OUT))
    return g_error_new (G_IO_ERROR, G_IO_ERROR_TIMED_OUT, "No answer: %s", error->message);
  if (self->is_fresh && !self->is_connected)
    return g_error_new (G_IO_ERROR, G_IO_ERROR_HOST_UNREACHABLE, "No connection: %s",
                        error->message);

  return g_error_new (G_IO_ERROR, G_IO_ERROR_PARTIAL_INPUT,
                      "The connection broke before the answer was whole: %s", error->message);
}

static gboolean
connecting_cb (gpointer user_data)
{
  GhHttpExchange *self = GH_HTTP_EXCHANGE (user_data);

  fail (self, g_error_new (G_IO_ERROR, G_IO_ERROR_HOST_UNREACHABLE,
                           "No connection within %d seconds", CONNECT_SECONDS));

  return G_SOURCE_REMOVE;
}

static void
keep_alive (GIOStream *connection)
{
  GSocket *socket;

  if (!G_IS_SOCKET_CONNECTION (connection))
    return;

  socket = g_socket_connection_get_socket (G_SOCKET_CONNECTION (connection));
  g_socket_set_keepalive (socket, TRUE);
  g_socket_set_option (socket, IPPROTO_TCP, TCP_KEEPIDLE, KEEPALIVE_IDLE_SECONDS, NULL);
  g_socket_set_option (socket, IPPROTO_TCP, TCP_KEEPINTVL, KEEPALIVE_INTERVAL_SECONDS, NULL);
  g_socket_set_option (socket, IPPROTO_TCP, TCP_KEEPCNT, KEEPALIVE_COUNT, NULL);
}

/* Comes only while a connection is made for this request. */
static void
network_event_cb (GhHttpExchange     *self,
                  GSocketClientEvent  event,
                  GIOStream          *connection,
                  SoupMessage        *message)
{
  g_assert (GH_IS_HTTP_EXCHANGE (self));

  if (self->state != STATE_SENDING)
    return;

  self->is_fresh = TRUE;
  if (event == G_SOCKET_CLIENT_CONNECTED)
    keep_alive (connection);
  if (event == G_SOCKET_CLIENT_COMPLETE)
    {
      self->is_connected = TRUE;
      gh_clear_source (&self->connecting);
    }
  else if (self->connecting == NULL)
    {
      self->connecting = g_timeout_source_new_seconds (CONNECT_SECONDS);
      g_source_set_callback (self->connecting, connecting_cb, self, NULL);
      g_source_attach (self->connecting, g_task_get_context (self->task));
    }
}

/* Called by libsoup while it reads: that ends with the cancellation, and sent_cb() says so. */
static void
got_informational_cb (GhHttpExchange *self,
                      SoupMessage    *message)
{
  g_assert (GH_IS_HTTP_EXCHANGE (self));

  if (++self->n_informational > MAX_INFORMATIONAL)
    g_cancellable_cancel (self->connection);
}

/* Whether libsoup has a name and a password to ask again with: for a proxy, or in the address. */
static gboolean
has_credentials (SoupMessage *message)
{
  if (soup_message_get_status (message) == SOUP_STATUS_PROXY_UNAUTHORIZED)
    return G_IS_PROXY_ADDRESS (soup_message_get_remote_address (message));

  return g_uri_get_userinfo (soup_message_get_uri (message)) != NULL;
}

/* When libsoup may have to ask again, it takes in all of the body before, however long that is. It
 * does so only for somebody who can say who he is, and not because a server says that it is
 * another. */
static void
got_headers_cb (GhHttpExchange *self,
                SoupMessage    *message)
{
  guint status = soup_message_get_status (message);

  g_assert (GH_IS_HTTP_EXCHANGE (self));

  if (status == SOUP_STATUS_MISDIRECTED_REQUEST)
    {
      g_cancellable_cancel (self->connection);
      return;
    }
  if (status == SOUP_STATUS_UNAUTHORIZED || status == SOUP_STATUS_PROXY_UNAUTHORIZED)
    {
      if (has_credentials (message))
        return;
      soup_message_disable_feature (message, SOUP_TYPE_AUTH_MANAGER);
    }
  self->has_head = TRUE;
}

static void
sent_cb (GObject      *source,
         GAsyncResult *result,
         gpointer      user_data)
{
  g_autoptr(GhHttpExchange) self = user_data;
  g_autoptr(GError) error = NULL;
  g_autoptr(GInputStream) body = soup_session_send_finish (SOUP_SESSION (source), result, &error);

  self->is_sent = TRUE;
  /* It was cancelled, or took too long, and is answered already. */
  if (self->state != STATE_SENDING)
    {
      close_connection (self);
      return;
    }

  if (self->n_informational > MAX_INFORMATIONAL)
    {
      fail (self, g_error_new (G_IO_ERROR, G_IO_ERROR_PARTIAL_INPUT,
                               "The answer has more than %d preliminary ones",
                               MAX_INFORMATIONAL));
      return;
    }
  if (body == NULL)
    {
      fail (self, map_error (self, error));
      return;
    }

  g_autoptr(GTask) task = end_operation (self, STATE_OPEN);

  self->body = g_steal_pointer (&body);
  g_task_return_boolean (task, TRUE);
}

static void
take_bytes (GhHttpExchange *self,
            GBytes         *take_bytes)
{
  g_autoptr(GBytes) bytes = take_bytes;
  gsize length = g_bytes_get_size (bytes);

  if (self->all != NULL && length > 0)
    {
      if (length > self->max_size - self->all->len)
        {
          fail (self, g_error_new (G_IO_ERROR, G_IO_ERROR_MESSAGE_TOO_LARGE,
                                   "The answer is longer than %" G_GSIZE_FORMAT " bytes",
                                   self->max_size));
          return;
        }
      g_byte_array_append (self->all, g_bytes_get_data (bytes, NULL), length);
      /* The silence is not counted anew: a body that drips must not take for ever. */
      read_more (self);
      return;
    }

  g_autoptr(GTask) task = end_operation (self, STATE_OPEN);

  if (self->all != NULL)
    g_task_return_pointer (task, g_byte_array_free_to_bytes (g_steal_pointer (&self->all)),
                           (GDestroyNotify) g_bytes_unref);
  else
    g_task_return_pointer (task, g_steal_pointer (&bytes), (GDestroyNotify) g_bytes_unref);
}

static void
read_cb (GObject      *source,
         GAsyncResult *result,
         gpointer      user_data)
{
  g_autoptr(GhHttpExchange) self = user_data;
  g_autoptr(GError) error = NULL;
  g_autoptr(GBytes) bytes =
    g_input_stream_read_bytes_finish (G_INPUT_STREAM (source), result, &error);

  if (self->state != STATE_READING)
    return;

  if (bytes == NULL)
    fail (self, map_error (self, error));
  else
    take_bytes (self, g_steal_pointer (&bytes));
}

static void
read_more (GhHttpExchange *self)
{
  g_input_stream_read_bytes_async (self->body, READ_SIZE, self->priority, self->connection,
                                   read_cb, g_object_ref (self));
}

static void
gh_http_exchange_dispose (GObject *object)
{
  GhHttpExchange *self = GH_HTTP_EXCHANGE (object);

  g_assert (self->task == NULL);
  close_connection (self);
  g_clear_object (&self->message);
  g_clear_object (&self->session);

  G_OBJECT_CLASS (gh_http_exchange_parent_class)->dispose (object);
}

static void
gh_http_exchange_finalize (GObject *object)
{
  GhHttpExchange *self = GH_HTTP_EXCHANGE (object);

  g_clear_object (&self->connection);

  G_OBJECT_CLASS (gh_http_exchange_parent_class)->finalize (object);
}

static void
gh_http_exchange_class_init (GhHttpExchangeClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = gh_http_exchange_dispose;
  object_class->finalize = gh_http_exchange_finalize;
}

static void
gh_http_exchange_init (GhHttpExchange *self)
{
  self->connection = g_cancellable_new ();
}

/**
 * gh_http_exchange_new:
 * @session: (transfer none)
 * @message: (transfer none): not sent yet; redirections are not followed
 * @patience: milliseconds of silence after which an operation fails; 0: its caller decides
 *
 * Returns: (transfer full): an exchange; dropping it closes the connection
 */
GhHttpExchange *
gh_http_exchange_new (SoupSession *session,
                      SoupMessage *message,
                      guint        patience)
{
  g_return_val_if_fail (SOUP_IS_SESSION (session), NULL);
  g_return_val_if_fail (SOUP_IS_MESSAGE (message), NULL);

  GhHttpExchange *self = g_object_new (GH_TYPE_HTTP_EXCHANGE, NULL);

  self->session = g_object_ref (session);
  self->message = g_object_ref (message);
  self->patience = patience;
  /* A redirection would turn a POST into a GET, or carry the key to another origin. */
  soup_message_add_flags (message, SOUP_MESSAGE_NO_REDIRECT | SOUP_MESSAGE_DO_NOT_USE_AUTH_CACHE);
  g_signal_connect_object (message, "got-informational", G_CALLBACK (got_informational_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (message, "got-headers", G_CALLBACK (got_headers_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (message, "network-event", G_CALLBACK (network_event_cb), self,
                           G_CONNECT_SWAPPED);

  return self;
}

/**
 * gh_http_exchange_set_patience:
 * @patience: as gh_http_exchange_new()
 *
 * For the operations that begin after this.
 */
void
gh_http_exchange_set_patience (GhHttpExchange *self,
                               guint           patience)
{
  g_return_if_fail (GH_IS_HTTP_EXCHANGE (self));

  self->patience = patience;
}

/**
 * gh_http_exchange_set_priority:
 * @priority: of what happens in the main loop; G_PRIORITY_DEFAULT at first
 */
void
gh_http_exchange_set_priority (GhHttpExchange *self,
                               int             priority)
{
  g_return_if_fail (GH_IS_HTTP_EXCHANGE (self));

  self->priority = priority;
}

/**
 * gh_http_exchange_is_fresh:
 *
 * Returns: whether a connection was made for it; one that was open before may have been closed by
 *   the other side just when the request left
 */
gboolean
gh_http_exchange_is_fresh (GhHttpExchange *self)
{
  g_return_val_if_fail (GH_IS_HTTP_EXCHANGE (self), FALSE);

  return self->is_fresh;
}

SoupMessage *
gh_http_exchange_get_message (GhHttpExchange *self)
{
  g_return_val_if_fail (GH_IS_HTTP_EXCHANGE (self), NULL);

  return self->message;
}

static void
send_now (GhHttpExchange *self)
{
  soup_session_send_async (self->session, self->message, self->priority, self->connection,
                           sent_cb, g_object_ref (self));
}

static void
prepared_cb (GObject      *source,
             GAsyncResult *result,
             gpointer      user_data)
{
  g_autoptr(GhHttpExchange) self = user_data;
  g_autoptr(GError) error = NULL;
  gboolean prepared = gh_http_session_prepare_finish (GH_HTTP_SESSION (source), result, &error);

  if (self->state != STATE_SENDING)
    return;
  if (prepared)
    send_now (self);
  else
    fail (self, map_error (self, error));
}

void
gh_http_exchange_send_async (GhHttpExchange      *self,
                             GCancellable        *cancellable,
                             GAsyncReadyCallback  callback,
                             gpointer             user_data)
{
  g_return_if_fail (GH_IS_HTTP_EXCHANGE (self));

  GTask *task = g_task_new (self, cancellable, callback, user_data);

  g_task_set_source_tag (task, gh_http_exchange_send_async);
  if (!begin_operation (self, task, STATE_NEW, STATE_SENDING))
    return;
  if (GH_IS_HTTP_SESSION (self->session)
      && !gh_http_session_is_prepared (GH_HTTP_SESSION (self->session)))
    gh_http_session_prepare_async (GH_HTTP_SESSION (self->session), prepared_cb,
                                   g_object_ref (self));
  else
    send_now (self);
}

gboolean
gh_http_exchange_send_finish (GhHttpExchange  *self,
                              GAsyncResult    *result,
                              GError         **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), FALSE);

  return g_task_propagate_boolean (G_TASK (result), error);
}

void
gh_http_exchange_read_async (GhHttpExchange      *self,
                             GCancellable        *cancellable,
                             GAsyncReadyCallback  callback,
                             gpointer             user_data)
{
  g_return_if_fail (GH_IS_HTTP_EXCHANGE (self));

  GTask *task = g_task_new (self, cancellable, callback, user_data);

  g_task_set_source_tag (task, gh_http_exchange_read_async);
  if (begin_operation (self, task, STATE_OPEN, STATE_READING))
    read_more (self);
}

void
gh_http_exchange_read_all_async (GhHttpExchange      *self,
                                 gsize                max_size,
                                 GCancellable        *cancellable,
                                 GAsyncReadyCallback  callback,
                                 gpointer             user_data)
{
  g_return_if_fail (GH_IS_HTTP_EXCHANGE (self));

  GTask *task = g_task_new (self, cancellable, callback, user_data);

  g_task_set_source_tag (task, gh_http_exchange_read_all_async);
  if (!begin_operation (self, task, STATE_OPEN, STATE_READING))
    return;

  self->max_size = max_size;
  self->all = g_byte_array_new ();
  read_more (self);
}

GBytes *
gh_http_exchange_read_finish (GhHttpExchange  *self,
                              GAsyncResult    *result,
                              GError         **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}

void
gh_http_exchange_drain (GhHttpExchange *self)
{
  g_return_if_fail (GH_IS_HTTP_EXCHANGE (self));

  gh_http_exchange_set_patience (self, DRAIN_MS);
  gh_http_exchange_read_all_async (self, DRAIN_SIZE, NULL, NULL, NULL);
}
