/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * Server-sent events: turns bytes, however split, into events (WHATWG HTML 9.2.6). */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

typedef struct
{
  char   *type;         /* "message" when the stream names none */
  char   *data;         /* lines joined by LF; UTF-8 */
  char   *last_id;      /* the stream's last event id, or NULL */
} GhSseEvent;

void gh_sse_event_free (GhSseEvent *event);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (GhSseEvent, gh_sse_event_free)

#define GH_TYPE_SSE_DECODER (gh_sse_decoder_get_type ())
G_DECLARE_FINAL_TYPE (GhSseDecoder, gh_sse_decoder, GH, SSE_DECODER, GObject)

GhSseDecoder *gh_sse_decoder_new       (gsize          max_event_size);
/* Whether a field `error:` is an event of type "error" with that data, as older llama.cpp servers
 * meant it; the standard ignores it, and so do we at first. */
void          gh_sse_decoder_set_error_field (GhSseDecoder *self,
                                              gboolean      error_field);
/* FALSE with G_IO_ERROR_MESSAGE_TOO_LARGE when an event grows over the limit. */
gboolean      gh_sse_decoder_push      (GhSseDecoder  *self,
                                        const char    *data,
                                        gsize          length,
                                        GError       **error);
/* The next whole event, or NULL when more bytes are needed. An event that the stream's end cuts off
 * is never given. */
GhSseEvent   *gh_sse_decoder_pop       (GhSseDecoder  *self);
/* Of the last whole event, also of one without data; NULL when there was none. */
const char   *gh_sse_decoder_get_last_id (GhSseDecoder *self);
/* Milliseconds of the last `retry:` field, -1 when there was none. */
int           gh_sse_decoder_get_retry (GhSseDecoder  *self);

G_END_DECLS
