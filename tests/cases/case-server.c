/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * The server process: a thing that does to its pipes what the runner says. */
#include "config.h"

#include "case-server.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "case-wire.h"

/* Blocking calls and two threads: one reads stdin, the other does what it is told. What is written
 * many times is never held in memory. */

#define READ_SIZE 65536
#define CUT_PAUSE_US 1000

static struct
{
  int      socket;
  int      wake[2];   /* the reader looks again */
  GMutex   send_lock;
  GMutex   read_lock; /* of the rest */
  gboolean reading;
  gboolean ignores_eof;
} server;

static gboolean
write_all (int         fd,
           const char *data,
           gsize       length)
{
  while (length > 0)
    {
      ssize_t n = write (fd, data, length);

      if (n < 0 && errno == EINTR)
        continue;
      if (n < 0)
        return FALSE;
      data += n;
      length -= n;
    }
  return TRUE;
}

static gboolean
read_all (int    fd,
          void  *data,
          gsize  length)
{
  char *p = data;

  while (length > 0)
    {
      ssize_t n = read (fd, p, length);

      if (n < 0 && errno == EINTR)
        continue;
      if (n <= 0)
        return FALSE;
      p += n;
      length -= n;
    }
  return TRUE;
}

static void
report (CaseReport  kind,
        guint32     number,
        const char *data,
        gsize       length)
{
  CaseFrame frame = { kind, number, length };
  gboolean ok;

  g_mutex_lock (&server.send_lock);
  ok = write_all (server.socket, (const char *) &frame, sizeof frame)
       && write_all (server.socket, data, length);
  g_mutex_unlock (&server.send_lock);
  if (!ok)
    _exit (1);
}

/* Called with read_lock held; returns FALSE at the end. */
static gboolean
read_some (char *buffer)
{
  ssize_t n = read (STDIN_FILENO, buffer, READ_SIZE);

  if (n > 0)
    report (CASE_WIRE_READ, 0, buffer, n);
  return n > 0 || (n < 0 && (errno == EINTR || errno == EAGAIN));
}

static gpointer
reader (gpointer data)
{
  g_autofree char *buffer = g_malloc (READ_SIZE);
  gboolean open = TRUE;

  while (open)
    {
      struct pollfd fds[] = { { server.wake[0], POLLIN, 0 }, { STDIN_FILENO, POLLIN, 0 } };
      gboolean reading;

      g_mutex_lock (&server.read_lock);
      reading = server.reading;
      g_mutex_unlock (&server.read_lock);
      if (poll (fds, reading ? 2 : 1, -1) < 0)
        continue;
      if (fds[0].revents != 0 && read (server.wake[0], buffer, READ_SIZE) < 0)
        break;
      g_mutex_lock (&server.read_lock);
      if (server.reading && reading && fds[1].revents != 0)
        open = read_some (buffer);
      if (!open && !server.ignores_eof)
        _exit (0);
      g_mutex_unlock (&server.read_lock);
    }
  return NULL;
}

static void
set_reading (gboolean reading)
{
  g_mutex_lock (&server.read_lock);
  server.reading = reading;
  g_mutex_unlock (&server.read_lock);
  if (!write_all (server.wake[1], "", 1))
    _exit (1);
}

static gboolean
ignore_signal (const char *name)
{
  for (int number = 1; number < NSIG; number++)
    if (g_strcmp0 (sigabbrev_np (number), name) == 0)
      return signal (number, SIG_IGN) != SIG_ERR;
  return FALSE;
}

static gboolean
write_cut (const char *data,
           gsize       length,
           gsize       cut)
{
  gboolean ok = TRUE;

  if (cut == 0)
    return write_all (STDOUT_FILENO, data, length);
  for (gsize at = 0; ok && at < length; at += cut)
    {
      ok = write_all (STDOUT_FILENO, data + at, MIN (cut, length - at));
      g_usleep (CUT_PAUSE_US);
    }
  return ok;
}

/* Several copies at a time: a short text a million times is not a million system calls. */
static gboolean
write_repeated (int         fd,
                const char *data,
                gsize       length,
                gsize       times)
{
  g_autoptr(GString) block = g_string_new (NULL);
  gsize n = 0;

  do
    {
      g_string_append_len (block, data, length);
      n++;
    }
  while (n < times && block->len < READ_SIZE);
  for (; times >= n; times -= n)
    if (!write_all (fd, block->str, block->len))
      return FALSE;
  return write_all (fd, block->str, times * length);
}

static void
fork_sleep (guint seconds)
{
  if (fork () == 0)
    {
      close (STDIN_FILENO);
      close (server.socket);
      sleep (seconds);
      _exit (0);
    }
}

static gboolean
obey (const CaseFrame *frame,
      const char      *data)
{
  switch ((CaseOrder) frame->kind)
    {
    case CASE_WIRE_WRITE:
      return write_cut (data, frame->length, frame->number);
    case CASE_WIRE_REPEAT:
      return write_repeated (STDOUT_FILENO, data, frame->length, frame->number);
    case CASE_WIRE_ERR:
      return write_repeated (STDERR_FILENO, data, frame->length, frame->number);
    case CASE_WIRE_EXIT:
      _exit (frame->number);
    case CASE_WIRE_KILL:
      signal (frame->number, SIG_DFL);
      return kill (getpid (), frame->number) == 0;
    case CASE_WIRE_CLOSE_STDIN:
      set_reading (FALSE);
      close (STDIN_FILENO);
      return TRUE;
    case CASE_WIRE_READING:
      set_reading (frame->number != 0);
      return TRUE;
    case CASE_WIRE_IGNORE_SIGNAL:
      return ignore_signal (data);
    case CASE_WIRE_IGNORE_EOF:
      server.ignores_eof = frame->number != 0;
      return TRUE;
    case CASE_WIRE_FORK_SLEEP:
      fork_sleep (frame->number);
      return TRUE;
    default:
      return FALSE;
    }
}

static gboolean
connect_to (const char *name)
{
  struct sockaddr_un address = { .sun_family = AF_UNIX };
  gsize length = strlen (name);

  if (length >= sizeof address.sun_path - 1)
    return FALSE;
  memcpy (address.sun_path + 1, name, length);
  server.socket = socket (AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  return connect (server.socket, (struct sockaddr *) &address,
                  offsetof (struct sockaddr_un, sun_path) + 1 + length) == 0;
}

static void
say_hello (void)
{
  g_auto(GStrv) env = g_get_environ ();
  g_autoptr(GByteArray) bytes = g_byte_array_new ();

  for (guint i = 0; env[i] != NULL; i++)
    g_byte_array_append (bytes, (const guint8 *) env[i], strlen (env[i]) + 1);
  report (CASE_WIRE_HELLO, getpid (), (const char *) bytes->data, bytes->len);
}

int
case_server_main (const char *socket)
{
  CaseFrame frame;

  signal (SIGPIPE, SIG_IGN);
  server.reading = TRUE;
  if (!connect_to (socket) || pipe (server.wake) != 0)
    return 1;
  say_hello ();
  g_thread_unref (g_thread_new ("stdin", reader, NULL));
  while (read_all (server.socket, &frame, sizeof frame))
    {
      g_autofree char *data = g_malloc0 (frame.length + 1);

      if (!read_all (server.socket, data, frame.length))
        break;
      report (CASE_WIRE_DONE, obey (&frame, data), NULL, 0);
    }
  return 1;
}
