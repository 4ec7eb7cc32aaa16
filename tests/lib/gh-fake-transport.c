/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * A transport without another side: the test plays it. */
#include "config.h"

#include "gh-fake-transport.h"

#include "gh-json.h"
#include "gh-rpc-error.h"

struct _GhFakeTransport
{
  GhRpcTransport parent_instance;

  gboolean started;
  gboolean closed;
  gboolean allow_batch;
  /* owned */
  GQueue sent; /* of char * */
  GQueue abandoned; /* of char * */
  GError *start_error;
  GError *send_error;
};

G_DEFINE_FINAL_TYPE (GhFakeTransport, gh_fake_transport, GH_TYPE_RPC_TRANSPORT)

static void
start_async (GhRpcTransport      *transport,
             GCancellable        *cancellable,
             GAsyncReadyCallback  callback,
             gpointer             user_data)
{
  GhFakeTransport *self = GH_FAKE_TRANSPORT (transport);
  g_autoptr(GTask) task = g_task_new (self, cancellable, callback, user_data);

  if (self->start_error != NULL)
    g_task_return_error (task, g_steal_pointer (&self->start_error));
  else if (self->closed)
    g_task_return_new_error (task, GH_RPC_ERROR, GH_RPC_ERROR_CLOSED, "closed");
  else
    {
      self->started = TRUE;
      g_task_return_boolean (task, TRUE);
    }
}

static gboolean
finish (GhRpcTransport  *transport,
        GAsyncResult    *result,
        GError         **error)
{
  g_return_val_if_fail (g_task_is_valid (result, transport), FALSE);

  return g_task_propagate_boolean (G_TASK (result), error);
}

static gboolean
send (GhRpcTransport  *transport,
      GhRpcMessage    *message,
      GError         **error)
{
  GhFakeTransport *self = GH_FAKE_TRANSPORT (transport);
  g_autoptr(GBytes) bytes = NULL;
  gsize length;
  const char *text;

  if (!self->started || self->closed)
    {
      g_set_error_literal (error, GH_RPC_ERROR, GH_RPC_ERROR_CLOSED, "closed");
      return FALSE;
    }
  if (self->send_error != NULL)
    {
      g_propagate_error (error, g_error_copy (self->send_error));
      return FALSE;
    }
  bytes = gh_rpc_message_write (message);
  text = g_bytes_get_data (bytes, &length);
  g_queue_push_tail (&self->sent, g_strndup (text, length));
  return TRUE;
}

static gboolean
close_cb (gpointer user_data)
{
  GTask *task = G_TASK (user_data);

  gh_fake_transport_close (g_task_get_source_object (task), NULL);
  g_task_return_boolean (task, TRUE);
  return G_SOURCE_REMOVE;
}

static void
close_async (GhRpcTransport      *transport,
             GAsyncReadyCallback  callback,
             gpointer             user_data)
{
  GTask *task = g_task_new (transport, NULL, callback, user_data);

  g_idle_add_full (G_PRIORITY_DEFAULT, close_cb, task, g_object_unref);
}

static void
set_allow_batch (GhRpcTransport *transport,
                 gboolean        allow_batch)
{
  GH_FAKE_TRANSPORT (transport)->allow_batch = allow_batch;
}

static void
abandon (GhRpcTransport *transport,
         JsonNode       *id)
{
  g_queue_push_tail (&GH_FAKE_TRANSPORT (transport)->abandoned, gh_json_write (id, NULL));
}

static void
gh_fake_transport_finalize (GObject *object)
{
  GhFakeTransport *self = GH_FAKE_TRANSPORT (object);

  g_queue_clear_full (&self->sent, g_free);
  g_queue_clear_full (&self->abandoned, g_free);
  g_clear_error (&self->start_error);
  g_clear_error (&self->send_error);
  G_OBJECT_CLASS (gh_fake_transport_parent_class)->finalize (object);
}

static void
gh_fake_transport_class_init (GhFakeTransportClass *klass)
{
  GhRpcTransportClass *transport_class = GH_RPC_TRANSPORT_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = gh_fake_transport_finalize;

  transport_class->start_async = start_async;
  transport_class->start_finish = finish;
  transport_class->send = send;
  transport_class->close_async = close_async;
  transport_class->close_finish = finish;
  transport_class->set_allow_batch = set_allow_batch;
  transport_class->abandon = abandon;
}

static void
gh_fake_transport_init (GhFakeTransport *self)
{
  g_queue_init (&self->sent);
  g_queue_init (&self->abandoned);
}

GhFakeTransport *
gh_fake_transport_new (void)
{
  return g_object_new (GH_TYPE_FAKE_TRANSPORT, NULL);
}

void
gh_fake_transport_receive (GhFakeTransport *self,
                           const char      *json_text)
{
  g_autoptr(GhFakeTransport) keep = g_object_ref (self);
  g_autoptr(GPtrArray) messages = NULL;
  g_autoptr(GError) error = NULL;

  messages = gh_rpc_message_parse (json_text, strlen (json_text), self->allow_batch, &error);
  if (messages == NULL)
    {
      g_autoptr(GBytes) text = g_bytes_new (json_text, strlen (json_text));

      gh_rpc_transport_emit_malformed (GH_RPC_TRANSPORT (self), text, error);
      return;
    }
  for (guint i = 0; i < messages->len && !self->closed; i++)
    gh_rpc_transport_emit_message (GH_RPC_TRANSPORT (self), messages->pdata[i]);
}

char *
gh_fake_transport_pop_sent (GhFakeTransport *self)
{
  return g_queue_pop_head (&self->sent);
}

guint
gh_fake_transport_get_n_sent (GhFakeTransport *self)
{
  return self->sent.length;
}

char *
gh_fake_transport_pop_abandoned (GhFakeTransport *self)
{
  return g_queue_pop_head (&self->abandoned);
}

void
gh_fake_transport_fail (GhFakeTransport *self,
                        const char      *id_text,
                        const GError    *error)
{
  g_autoptr(JsonNode) id = gh_json_read (id_text, strlen (id_text), NULL);

  gh_rpc_transport_emit_failed (GH_RPC_TRANSPORT (self), id, error);
}

void
gh_fake_transport_close (GhFakeTransport *self,
                         const GError    *error)
{
  if (self->closed)
    return;
  self->closed = TRUE;
  gh_rpc_transport_emit_closed (GH_RPC_TRANSPORT (self), error);
}

void
gh_fake_transport_fail_start (GhFakeTransport *self,
                              const GError    *error)
{
  g_clear_error (&self->start_error);
  self->start_error = error != NULL ? g_error_copy (error) : NULL;
}

void
gh_fake_transport_fail_send (GhFakeTransport *self,
                             const GError    *error)
{
  g_clear_error (&self->send_error);
  self->send_error = error != NULL ? g_error_copy (error) : NULL;
}

gboolean
gh_fake_transport_is_closed (GhFakeTransport *self)
{
  return self->closed;
}

gboolean
gh_fake_transport_allows_batch (GhFakeTransport *self)
{
  return self->allow_batch;
}
