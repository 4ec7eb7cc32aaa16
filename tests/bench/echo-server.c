/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * gh-echo-server [TOOLS]: the smallest MCP server over standard input and output. It answers all
 * that came in one read with one write, so that what is measured is the client.
 *
 * It runs in a session of its own whoever starts it: Linux divides the processors among sessions,
 * so that on a busy machine clients that do not give it one would seem faster. */
#include "config.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "echo-answer.h"

#define READ_SIZE (256 * 1024)

static gboolean
write_all (GString *out)
{
  gsize done = 0;

  while (done < out->len)
    {
      ssize_t count = write (STDOUT_FILENO, out->str + done, out->len - done);

      if (count < 0 && errno != EINTR)
        return FALSE;
      done += MAX (count, 0);
    }
  g_string_set_size (out, 0);
  return TRUE;
}

int
main (int    argc,
      char **argv)
{
  guint n_tools = argc > 1 ? atoi (argv[1]) : 1;
  g_autoptr(GByteArray) in = g_byte_array_new ();
  g_autoptr(GString) out = g_string_new (NULL);
  g_autofree char *buffer = g_malloc (READ_SIZE);
  ssize_t count;

  setsid ();
  while ((count = read (STDIN_FILENO, buffer, READ_SIZE)) > 0)
    {
      const char *start, *end;

      g_byte_array_append (in, (const guchar *) buffer, count);
      start = (const char *) in->data;
      while ((end = memchr (start, '\n', (const char *) in->data + in->len - start)) != NULL)
        {
          echo_answer (out, start, end - start, n_tools);
          start = end + 1;
        }
      g_byte_array_remove_range (in, 0, start - (const char *) in->data);
      if (!write_all (out))
        return 1;
    }
  return 0;
}
