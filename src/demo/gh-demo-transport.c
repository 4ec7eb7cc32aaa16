/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * The server's side of stdio: one message a line on our own standard input and output. */
#include "config.h"

#include "gh-demo-transport.h"

#include <gio/gunixinputstream.h>
#include <gio/gunixoutputstream.h>
#include <string.h>

#include "gh-json.h"
#include "gh-line-reader.h"
#include "gh-rpc-error.h"

struct _GhDemoTransport
{
  GhRpcTransport parent_instance;

  /* owned */
  GhLineReader *reader;
  GOutputStream *output;
  GCancellable *cancellable;

  gboolean closed;
  gboolean allow_batch;
};

G_DEFINE_FINAL_TYPE (GhDemoTransport, gh_demo_transport, GH_TYPE_RPC_TRANSPORT)

static void
close_now (GhDemoTransport *self,
           const GError    *error)
{
  if (self->closed)
    return;
  self->closed = TRUE;
  g_cancellable_cancel (self->cancellable);
  gh_rpc_transport_emit_closed (GH_RPC_TRANSPORT (self), error);
}

static void
take_line (GhDemoTransport *self,
           GBytes          *line)
{
  gsize length;
  const char *text = g_bytes_get_data (line, &length);
  g_autoptr(GError) error = NULL;
  g_autoptr(GPtrArray) messages = NULL;

  if (length == 0)
    return;
  messages = gh_rpc_message_parse (text, length, self->allow_batch, &error);
  if (messages == NULL)
    gh_rpc_transport_emit_malformed (GH_RPC_TRANSPORT (self), line, error);
  for (guint i = 0; messages != NULL && i < messages->len && !self->closed; i++)
    gh_rpc_transport_emit_message (GH_RPC_TRANSPORT (self), g_ptr_array_index (messages, i));
}

static void
read_cb (GObject      *source,
         GAsyncResult *result,
         gpointer      user_data)
{
  g_autoptr(GhDemoTransport) self = user_data;
  g_autoptr(GError) error = NULL;
  g_autoptr(GBytes) line = gh_line_reader_read_finish (GH_LINE_READER (source), result, &error);

  if (self->closed)
    return;
  if (line != NULL)
    take_line (self, line);
  else if (!g_error_matches (error, G_IO_ERROR, G_IO_ERROR_MESSAGE_TOO_LARGE))
    {
      close_now (self, error);
      return;
    }
  if (!self->closed)
    gh_line_reader_read_async (self->reader, self->cancellable, read_cb, g_object_ref (self));
}

static void
start_async (GhRpcTransport      *transport,
             GCancellable        *cancellable,
             GAsyncReadyCallback  callback,
             gpointer             user_data)
{
  GhDemoTransport *self = GH_DEMO_TRANSPORT (transport);
  g_autoptr(GTask) task = g_task_new (self, cancellable, callback, user_data);

  g_task_set_source_tag (task, start_async);
  gh_line_reader_read_async (self->reader, self->cancellable, read_cb, g_object_ref (self));
  g_task_return_boolean (task, TRUE);
}

static void
close_async (GhRpcTransport      *transport,
             GAsyncReadyCallback  callback,
             gpointer             user_data)
{
  GhDemoTransport *self = GH_DEMO_TRANSPORT (transport);
  g_autoptr(GTask) task = g_task_new (self, NULL, callback, user_data);

  g_task_set_source_tag (task, close_async);
  close_now (self, NULL);
  g_task_return_boolean (task, TRUE);
}

static gboolean
finish (GhRpcTransport  *transport,
        GAsyncResult    *result,
        GError         **error)
{
  return g_task_propagate_boolean (G_TASK (result), error);
}

static gboolean
send_message (GhRpcTransport  *transport,
              GhRpcMessage    *message,
              GError         **error)
{
  GhDemoTransport *self = GH_DEMO_TRANSPORT (transport);
  g_autoptr(GBytes) text = NULL;

  if (self->closed)
    {
      g_set_error (error, GH_RPC_ERROR, GH_RPC_ERROR_CLOSED, "The host is gone");
      return FALSE;
    }
  text = gh_rpc_message_write (message);
  return g_output_stream_write_all (self->output, g_bytes_get_data (text, NULL),
                                    g_bytes_get_size (text), NULL, NULL, error)
         && g_output_stream_write_all (self->output, "\n", 1, NULL, NULL, error);
}

static void
set_allow_batch (GhRpcTransport *transport,
                 gboolean        allow_batch)
{
  GH_DEMO_TRANSPORT (transport)->allow_batch = allow_batch;
}

static void
gh_demo_transport_dispose (GObject *object)
{
  GhDemoTransport *self = GH_DEMO_TRANSPORT (object);

  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->reader);
  g_clear_object (&self->output);

  G_OBJECT_CLASS (gh_demo_transport_parent_class)->dispose (object);
}

static void
gh_demo_transport_finalize (GObject *object)
{
  GhDemoTransport *self = GH_DEMO_TRANSPORT (object);

  g_clear_object (&self->cancellable);

  G_OBJECT_CLASS (gh_demo_transport_parent_class)->finalize (object);
}

static void
gh_demo_transport_class_init (GhDemoTransportClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GhRpcTransportClass *transport_class = GH_RPC_TRANSPORT_CLASS (klass);

  object_class->dispose = gh_demo_transport_dispose;
  object_class->finalize = gh_demo_transport_finalize;

  transport_class->start_async = start_async;
  transport_class->start_finish = finish;
  transport_class->send = send_message;
  transport_class->close_async = close_async;
  transport_class->close_finish = finish;
  transport_class->set_allow_batch = set_allow_batch;
}

static void
gh_demo_transport_init (GhDemoTransport *self)
{
  self->cancellable = g_cancellable_new ();
}

GhDemoTransport *
gh_demo_transport_new (int in_fd,
                       int out_fd)
{
  GhDemoTransport *self = g_object_new (GH_TYPE_DEMO_TRANSPORT, NULL);
  g_autoptr(GInputStream) input = g_unix_input_stream_new (in_fd, FALSE);

  self->reader = gh_line_reader_new (input, GH_LINE_LF, GH_JSON_MAX_SIZE);
  self->output = g_unix_output_stream_new (out_fd, FALSE);
  return self;
}
