/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * The player's HTTP servers: requests wait until somebody answers them. */
#include "config.h"

#include "case-web.h"

#include <string.h>

#include "gh-source.h"

struct _CaseWeb
{
  SoupServer  *server;
  char        *base;
  CaseWebFunc  func;
  gpointer     user_data;
};

typedef struct
{
  GBytes *bytes;
  guint   delay_ms;
} Piece;

typedef enum
{
  MADE,
  STARTED,  /* libsoup writes the head */
  OPEN,     /* more may come */
  COMPLETE, /* libsoup knows the end */
  OVER,     /* written, or nobody is there any more */
} AnswerState;

struct _CaseAnswer
{
  gatomicrefcount  refs;
  CaseRequest     *request;
  GQueue           pieces;    /* of Piece: not yet given to libsoup */
  GSource         *timer;
  gboolean         has_end;   /* nothing more will be given */
  guint            n_writing; /* pieces that libsoup has and has not written */
  AnswerState      state;
};

/* --- requests --- */

static void
gone_cb (CaseRequest *self)
{
  self->gone = TRUE;
}

static CaseRequest *
request_new (SoupServerMessage *message)
{
  CaseRequest *self = g_new0 (CaseRequest, 1);
  SoupMessageBody *body = soup_server_message_get_request_body (message);
  SoupMessageHeaders *headers = soup_server_message_get_request_headers (message);
  GUri *uri = soup_server_message_get_uri (message);
  const char *type = soup_message_headers_get_content_type (headers, NULL);
  gsize length;
  const char *data;

  g_atomic_ref_count_init (&self->refs);
  self->time = g_get_monotonic_time ();
  self->message = g_object_ref (message);
  g_signal_connect_swapped (message, "finished", G_CALLBACK (gone_cb), self);
  self->verb = g_strdup (soup_server_message_get_method (message));
  self->path = g_strdup (g_uri_get_path (uri));
  self->query = g_strdup (g_uri_get_query (uri));
  self->body = soup_message_body_flatten (body);
  data = g_bytes_get_data (self->body, &length);
  if (g_strcmp0 (type, "application/x-www-form-urlencoded") == 0)
    {
      g_autofree char *text = g_strndup (data, length);

      self->form = soup_form_decode (text);
    }
  else if (length > 0)
    self->json = gh_json_read (data, length, NULL);
  return self;
}

CaseRequest *
case_request_ref (CaseRequest *self)
{
  g_atomic_ref_count_inc (&self->refs);
  return self;
}

void
case_request_unref (CaseRequest *self)
{
  if (!g_atomic_ref_count_dec (&self->refs))
    return;
  g_signal_handlers_disconnect_by_data (self->message, self);
  g_object_unref (self->message);
  g_free (self->verb);
  g_free (self->path);
  g_free (self->query);
  g_bytes_unref (self->body);
  g_clear_pointer (&self->json, json_node_unref);
  g_clear_pointer (&self->form, g_hash_table_unref);
  g_free (self);
}

const char *
case_request_get_header (CaseRequest *self,
                         const char  *name)
{
  return soup_message_headers_get_list (soup_server_message_get_request_headers (self->message),
                                        name);
}

/* --- the server --- */

static void
handler_cb (SoupServer        *server,
            SoupServerMessage *message,
            const char        *path,
            GHashTable        *query,
            gpointer           user_data)
{
  CaseWeb *self = user_data;

  soup_server_message_pause (message);
  self->func (request_new (message), self->user_data);
}

CaseWeb *
case_web_new (CaseWebFunc   func,
              gpointer      user_data,
              GError      **error)
{
  CaseWeb *self = g_new0 (CaseWeb, 1);
  GSList *uris;

  self->func = func;
  self->user_data = user_data;
  self->server = soup_server_new ("raw-paths", TRUE, NULL);
  soup_server_add_handler (self->server, NULL, handler_cb, self, NULL);
  if (!soup_server_listen_local (self->server, 0, SOUP_SERVER_LISTEN_IPV4_ONLY, error))
    {
      case_web_free (self);
      return NULL;
    }
  uris = soup_server_get_uris (self->server);
  self->base = g_strdup_printf ("http://127.0.0.1:%d", g_uri_get_port (uris->data));
  g_slist_free_full (uris, (GDestroyNotify) g_uri_unref);
  return self;
}

void
case_web_free (CaseWeb *self)
{
  soup_server_disconnect (self->server);
  g_object_unref (self->server);
  g_free (self->base);
  g_free (self);
}

const char *
case_web_get_base (CaseWeb *self)
{
  return self->base;
}

/* --- answers --- */

static void give_next (CaseAnswer *self);

static void
piece_free (gpointer data)
{
  Piece *piece = data;

  g_bytes_unref (piece->bytes);
  g_free (piece);
}

static SoupMessageBody *
get_body (CaseAnswer *self)
{
  return soup_server_message_get_response_body (self->request->message);
}

static void
finished_cb (CaseAnswer *self)
{
  self->state = OVER;
  gh_clear_source (&self->timer);
  g_queue_clear_full (&self->pieces, piece_free);
}

static void
wrote_headers_cb (CaseAnswer *self)
{
  if (self->state != STARTED)
    return;
  self->state = OPEN;
  give_next (self);
}

static void
wrote_chunk_cb (CaseAnswer *self)
{
  if (self->n_writing > 0)
    self->n_writing--;
  give_next (self);
}

CaseAnswer *
case_answer_new (CaseRequest *request,
                 guint        status)
{
  CaseAnswer *self = g_new0 (CaseAnswer, 1);

  g_atomic_ref_count_init (&self->refs);
  self->request = case_request_ref (request);
  g_queue_init (&self->pieces);
  soup_server_message_set_status (request->message, status, NULL);
  g_signal_connect_swapped (request->message, "wrote-headers", G_CALLBACK (wrote_headers_cb), self);
  g_signal_connect_swapped (request->message, "wrote-chunk", G_CALLBACK (wrote_chunk_cb), self);
  g_signal_connect_swapped (request->message, "finished", G_CALLBACK (finished_cb), self);
  return self;
}

CaseAnswer *
case_answer_ref (CaseAnswer *self)
{
  g_atomic_ref_count_inc (&self->refs);
  return self;
}

void
case_answer_unref (CaseAnswer *self)
{
  if (!g_atomic_ref_count_dec (&self->refs))
    return;
  gh_clear_source (&self->timer);
  g_signal_handlers_disconnect_by_data (self->request->message, self);
  g_queue_clear_full (&self->pieces, piece_free);
  case_request_unref (self->request);
  g_free (self);
}

void
case_answer_set_header (CaseAnswer *self,
                        const char *name,
                        const char *value)
{
  soup_message_headers_append (soup_server_message_get_response_headers (self->request->message),
                               name, value);
}

void
case_answer_set_body (CaseAnswer *self,
                      const char *data,
                      gsize       length)
{
  soup_message_body_append (get_body (self), SOUP_MEMORY_COPY, data, length);
  soup_message_body_complete (get_body (self));
  self->has_end = TRUE;
}

void
case_answer_add_piece (CaseAnswer *self,
                       const char *data,
                       gsize       length,
                       guint       delay_ms)
{
  Piece *piece = g_new0 (Piece, 1);

  piece->bytes = g_bytes_new (data, length);
  piece->delay_ms = delay_ms;
  g_queue_push_tail (&self->pieces, piece);
  give_next (self);
}

static gboolean
piece_cb (gpointer user_data)
{
  CaseAnswer *self = user_data;
  Piece *piece = g_queue_pop_head (&self->pieces);

  gh_clear_source (&self->timer);
  if (g_bytes_get_size (piece->bytes) > 0)
    {
      soup_message_body_append_bytes (get_body (self), piece->bytes);
      self->n_writing++;
      soup_server_message_unpause (self->request->message);
    }
  piece_free (piece);
  give_next (self);
  return G_SOURCE_REMOVE;
}

/* The next piece, when the one before has been written. */
static void
give_next (CaseAnswer *self)
{
  Piece *piece = g_queue_peek_head (&self->pieces);

  if (self->state != OPEN || self->timer != NULL || self->n_writing > 0)
    return;
  if (piece != NULL)
    {
      self->timer = g_timeout_source_new (piece->delay_ms);
      g_source_set_callback (self->timer, piece_cb, self, NULL);
      g_source_attach (self->timer, NULL);
    }
  else if (self->has_end)
    {
      self->state = COMPLETE;
      soup_message_body_complete (get_body (self));
      soup_server_message_unpause (self->request->message);
    }
}

void
case_answer_start (CaseAnswer *self)
{
  SoupMessageHeaders *headers = soup_server_message_get_response_headers (self->request->message);

  if (self->request->gone)
    {
      finished_cb (self);
      return;
    }
  if (self->has_end)
    self->state = COMPLETE;
  else
    {
      self->state = STARTED;
      soup_message_headers_set_encoding (headers, SOUP_ENCODING_CHUNKED);
      soup_message_body_set_accumulate (get_body (self), FALSE);
    }
  soup_server_message_unpause (self->request->message);
}

void
case_answer_end (CaseAnswer *self)
{
  self->has_end = TRUE;
  give_next (self);
}

gboolean
case_answer_is_written (CaseAnswer *self)
{
  return self->state == OVER
         || (self->state == OPEN && !self->has_end && self->n_writing == 0
             && g_queue_is_empty (&self->pieces));
}
