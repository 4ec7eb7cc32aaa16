/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * The runner's end of the server processes that the host starts: one after the other. */
#include "config.h"

#include "case-player.h"

#include <gio/gunixsocketaddress.h>
#include <string.h>

#define READ_SIZE 65536

/* One server process. */
typedef struct
{
  CasePlayer        *player;     /* borrowed: owns this */
  GSocketConnection *connection;
  GByteArray        *in;         /* frames, not yet whole */
  GByteArray        *line;       /* stdin since the last line end */
  GQueue             orders;     /* of CaseOrder: sent, not yet done */
  GQueue             out;        /* of GBytes */
  GCancellable      *cancellable;
  guint8             buffer[READ_SIZE];
  GPid               pid;
  GStrv              environ;
  gboolean           there;
  gboolean           writing;
} Process;

struct _CasePlayer
{
  GSocketService *service;
  char           *name;
  GPtrArray      *processes; /* of Process, the present one last */
  CaseLineFunc    line_func;
  gpointer        user_data;
  gboolean        refused;
};

static void write_next (Process *process);
static void read_next (Process *process);

static void
process_free (gpointer data)
{
  Process *process = data;

  g_clear_object (&process->connection);
  g_clear_object (&process->cancellable);
  g_byte_array_unref (process->in);
  g_byte_array_unref (process->line);
  g_queue_clear (&process->orders);
  g_queue_clear_full (&process->out, (GDestroyNotify) g_bytes_unref);
  g_strfreev (process->environ);
  g_free (process);
}

static Process *
get_present (CasePlayer *self)
{
  return self->processes->len > 0
           ? g_ptr_array_index (self->processes, self->processes->len - 1)
           : NULL;
}

static void
lost (Process *process)
{
  CasePlayer *self = process->player;

  process->there = FALSE;
  g_queue_clear (&process->orders);
  if (process->line->len > 0)
    {
      g_autoptr(GBytes) rest = g_bytes_new (process->line->data, process->line->len);

      g_byte_array_set_size (process->line, 0);
      self->line_func (rest, FALSE, self->user_data);
    }
}

static void
take_input (Process      *process,
            const guint8 *data,
            gsize         length)
{
  CasePlayer *self = process->player;

  while (length > 0)
    {
      const guint8 *end = memchr (data, '\n', length);
      gsize n = end != NULL ? (gsize) (end - data) : length;
      g_autoptr(GBytes) line = NULL;

      g_byte_array_append (process->line, data, n);
      if (end == NULL)
        return;
      line = g_bytes_new (process->line->data, process->line->len);
      g_byte_array_set_size (process->line, 0);
      data += n + 1;
      length -= n + 1;
      self->line_func (line, TRUE, self->user_data);
    }
}

static void
take_hello (Process      *process,
            guint32       pid,
            const guint8 *data,
            gsize         length)
{
  g_autoptr(GStrvBuilder) env = g_strv_builder_new ();

  for (gsize at = 0; at < length; at += strlen ((const char *) data + at) + 1)
    g_strv_builder_add (env, (const char *) data + at);
  process->pid = pid;
  process->environ = g_strv_builder_end (env);
}

static void
take_done (Process  *process,
           gboolean  ok)
{
  CaseOrder order = GPOINTER_TO_UINT (g_queue_pop_head (&process->orders));

  if (!ok && order != CASE_WIRE_WRITE && order != CASE_WIRE_REPEAT && order != CASE_WIRE_ERR)
    process->player->refused = TRUE;
}

static void
take_frames (Process *process)
{
  gsize at = 0;
  CaseFrame frame;

  while (process->in->len - at >= sizeof frame)
    {
      const guint8 *data;

      memcpy (&frame, process->in->data + at, sizeof frame);
      if (process->in->len - at < sizeof frame + frame.length)
        break;
      data = process->in->data + at + sizeof frame;
      if (frame.kind == CASE_WIRE_HELLO)
        take_hello (process, frame.number, data, frame.length);
      else if (frame.kind == CASE_WIRE_READ)
        take_input (process, data, frame.length);
      else
        take_done (process, frame.number != 0);
      at += sizeof frame + frame.length;
    }
  g_byte_array_remove_range (process->in, 0, at);
}

static void
read_cb (GObject      *source,
         GAsyncResult *result,
         gpointer      user_data)
{
  Process *process = user_data;
  g_autoptr(GError) error = NULL;
  gssize n = g_input_stream_read_finish (G_INPUT_STREAM (source), result, &error);

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  if (n <= 0)
    {
      lost (process);
      return;
    }
  g_byte_array_append (process->in, process->buffer, n);
  take_frames (process);
  read_next (process);
}

static void
read_next (Process *process)
{
  GInputStream *in = g_io_stream_get_input_stream (G_IO_STREAM (process->connection));

  g_input_stream_read_async (in, process->buffer, READ_SIZE, G_PRIORITY_DEFAULT,
                             process->cancellable, read_cb, process);
}

static void
written_cb (GObject      *source,
            GAsyncResult *result,
            gpointer      user_data)
{
  Process *process = user_data;
  g_autoptr(GError) error = NULL;

  g_output_stream_write_all_finish (G_OUTPUT_STREAM (source), result, NULL, &error);
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  g_bytes_unref (g_queue_pop_head (&process->out));
  process->writing = FALSE;
  write_next (process);
}

static void
write_next (Process *process)
{
  GOutputStream *out = g_io_stream_get_output_stream (G_IO_STREAM (process->connection));
  GBytes *bytes = g_queue_peek_head (&process->out);

  if (bytes == NULL || process->writing)
    return;
  process->writing = TRUE;
  g_output_stream_write_all_async (out, g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes),
                                   G_PRIORITY_DEFAULT, process->cancellable, written_cb, process);
}

static gboolean
incoming_cb (GSocketService    *service,
             GSocketConnection *connection,
             GObject           *source_object,
             gpointer           user_data)
{
  CasePlayer *self = user_data;
  Process *process = g_new0 (Process, 1);

  process->player = self;
  process->connection = g_object_ref (connection);
  process->in = g_byte_array_new ();
  process->line = g_byte_array_new ();
  process->cancellable = g_cancellable_new ();
  process->there = TRUE;
  g_ptr_array_add (self->processes, process);
  read_next (process);
  return TRUE;
}

CasePlayer *
case_player_new (CaseLineFunc   line_func,
                 gpointer       user_data,
                 GError       **error)
{
  g_autofree char *random = g_uuid_string_random ();
  CasePlayer *self = g_new0 (CasePlayer, 1);
  g_autoptr(GSocketAddress) address = NULL;

  self->name = g_strconcat ("gatehouse-case-", random, NULL);
  self->line_func = line_func;
  self->user_data = user_data;
  self->processes = g_ptr_array_new_with_free_func (process_free);
  self->service = g_socket_service_new ();
  g_signal_connect (self->service, "incoming", G_CALLBACK (incoming_cb), self);
  address = g_unix_socket_address_new_with_type (self->name, -1, G_UNIX_SOCKET_ADDRESS_ABSTRACT);
  if (!g_socket_listener_add_address (G_SOCKET_LISTENER (self->service), address,
                                      G_SOCKET_TYPE_STREAM, G_SOCKET_PROTOCOL_DEFAULT, NULL, NULL,
                                      error))
    g_clear_pointer (&self, case_player_free);
  return self;
}

/* The processes go only when their cancelled reads and writes have come back. */
void
case_player_free (CasePlayer *self)
{
  g_socket_service_stop (self->service);
  for (guint i = 0; i < self->processes->len; i++)
    {
      Process *process = g_ptr_array_index (self->processes, i);

      g_cancellable_cancel (process->cancellable);
    }
  while (g_main_context_iteration (NULL, FALSE))
    ;
  g_ptr_array_unref (self->processes);
  g_object_unref (self->service);
  g_free (self->name);
  g_free (self);
}

GStrv
case_player_dup_argv (CasePlayer *self)
{
  g_autoptr(GStrvBuilder) argv = g_strv_builder_new ();
  g_autofree char *program = g_file_read_link ("/proc/self/exe", NULL);

  g_strv_builder_add_many (argv, program, "--server", self->name, NULL);
  return g_strv_builder_end (argv);
}

gboolean
case_player_has_come (CasePlayer *self)
{
  Process *process = get_present (self);

  return process != NULL && process->environ != NULL;
}

gboolean
case_player_is_there (CasePlayer *self)
{
  return case_player_has_come (self) && get_present (self)->there;
}

GPid
case_player_get_pid (CasePlayer *self)
{
  return self->processes->len > 0 ? get_present (self)->pid : 0;
}

const char * const *
case_player_get_environ (CasePlayer *self)
{
  return self->processes->len > 0 ? (const char * const *) get_present (self)->environ : NULL;
}

void
case_player_order (CasePlayer *self,
                   CaseOrder   order,
                   guint32     number,
                   const char *data,
                   gsize       length)
{
  Process *process = get_present (self);
  CaseFrame frame = { order, number, length };
  g_autoptr(GByteArray) bytes = NULL;

  if (process == NULL || !process->there)
    return;
  bytes = g_byte_array_sized_new (sizeof frame + length);
  g_byte_array_append (bytes, (const guint8 *) &frame, sizeof frame);
  if (length > 0)
    g_byte_array_append (bytes, (const guint8 *) data, length);
  g_queue_push_tail (&process->orders, GUINT_TO_POINTER (order));
  g_queue_push_tail (&process->out, g_byte_array_free_to_bytes (g_steal_pointer (&bytes)));
  write_next (process);
}

gboolean
case_player_is_idle (CasePlayer *self)
{
  Process *process = get_present (self);

  return process == NULL || !process->there || g_queue_is_empty (&process->orders);
}

gboolean
case_player_has_refused (CasePlayer *self)
{
  return self->refused;
}
