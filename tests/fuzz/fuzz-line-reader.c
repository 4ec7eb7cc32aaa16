/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * Lines from a stream. The first byte says which ends lines have, whether long ones are cut, and
 * how the bytes are split over reads. */
#include "config.h"

#include "fuzz.h"

#include "gh-line-reader.h"

/* Small, so that it is reached. */
#define MAX_LINE 20

typedef struct
{
  gsize size;
  guint n_lines;
  gboolean ended;
} Seen;

static void
read_cb (GObject      *source,
         GAsyncResult *result,
         gpointer      user_data)
{
  Seen *seen = user_data;
  g_autoptr(GError) error = NULL;
  g_autoptr(GBytes) line = gh_line_reader_read_finish (GH_LINE_READER (source), result, &error);

  if (line == NULL)
    {
      /* Nothing that is read from memory fails, and lines that are too long are passed over. */
      seen->ended = error == NULL
                    || !g_error_matches (error, G_IO_ERROR, G_IO_ERROR_MESSAGE_TOO_LARGE);
      if (seen->ended)
        return;
    }
  else
    {
      g_assert_cmpuint (g_bytes_get_size (line), <=, MAX_LINE);
      seen->size += g_bytes_get_size (line);
    }
  seen->n_lines++;
  gh_line_reader_read_async (GH_LINE_READER (source), NULL, read_cb, seen);
}

int
LLVMFuzzerTestOneInput (const uint8_t *data,
                        size_t         size)
{
  g_autoptr(GInputStream) stream = NULL;
  g_autoptr(GhLineReader) reader = NULL;
  Seen seen = { 0 };
  gsize step;

  if (size == 0)
    return 0;
  step = 1 + (data[0] >> 2) % 16;
  stream = g_memory_input_stream_new ();
  for (gsize at = 1; at < size; at += step)
    g_memory_input_stream_add_data (G_MEMORY_INPUT_STREAM (stream), data + at,
                                    MIN (step, size - at), NULL);
  reader = gh_line_reader_new (stream, (data[0] & 1) != 0 ? GH_LINE_ANY : GH_LINE_LF, MAX_LINE);
  gh_line_reader_set_cut (reader, (data[0] & 2) != 0);
  gh_line_reader_read_async (reader, NULL, read_cb, &seen);
  while (!seen.ended)
    {
      g_assert_cmpuint (seen.n_lines, <=, size);
      g_main_context_iteration (NULL, TRUE);
    }
  g_assert_cmpuint (seen.size, <, size);
  return 0;
}
