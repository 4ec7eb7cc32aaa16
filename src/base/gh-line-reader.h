/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * Reads lines of bounded length from a GInputStream without blocking. */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

#define GH_TYPE_LINE_READER (gh_line_reader_get_type ())
G_DECLARE_FINAL_TYPE (GhLineReader, gh_line_reader, GH, LINE_READER, GObject)

typedef enum
{
  GH_LINE_LF,  /* lines end at LF; one CR before it is taken off (stdio framing, 3.4) */
  GH_LINE_ANY, /* lines end at CR, LF or CRLF, also split over reads (SSE) */
} GhLineEnd;

GhLineReader *gh_line_reader_new         (GInputStream         *stream,
                                          GhLineEnd             line_end,
                                          gsize                 max_length);
/* The same for a pipe's end, which is closed with the reader: filled, not read from. */
GhLineReader *gh_line_reader_new_for_fd  (int                   take_fd,
                                          GhLineEnd             line_end,
                                          gsize                 max_length);
void          gh_line_reader_read_async  (GhLineReader         *self,
                                          GCancellable         *cancellable,
                                          GAsyncReadyCallback   callback,
                                          gpointer              user_data);
/* The next line without its end; NULL without error at the end of the stream. A line longer than
 * max_length fails with G_IO_ERROR_MESSAGE_TOO_LARGE and is skipped: the next call gives the line
 * after it. A last line without an end counts as a line. Bytes are as they came (not yet UTF-8). */
GBytes       *gh_line_reader_read_finish (GhLineReader         *self,
                                          GAsyncResult         *result,
                                          GError              **error);

/* A line that is in memory already: FALSE without error when there is none yet. Not while a read is
 * under way. */
gboolean      gh_line_reader_pop         (GhLineReader         *self,
                                          GBytes              **line,
                                          GError              **error);
/* Lines that are too long are cut off at max_length instead of failing. */
void          gh_line_reader_set_cut     (GhLineReader         *self,
                                          gboolean              cut);
/* Takes what is in the pipe now, without waiting; only when no line is in memory. */
gboolean      gh_line_reader_fill        (GhLineReader         *self);
/* Whether no line will come any more. */
gboolean      gh_line_reader_is_at_end   (GhLineReader         *self);

G_END_DECLS
