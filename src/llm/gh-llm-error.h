/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * The errors of the llm layer, and what endpoints say when something is wrong. */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

#define GH_LLM_ERROR (gh_llm_error_quark ())
GQuark gh_llm_error_quark (void);

/* Messages are for developers and never hold a key; the endpoint's own words are capped at
 * 1 KiB. */
typedef enum
{
  GH_LLM_ERROR_UNREACHABLE,  /* no connection, wrong address */
  GH_LLM_ERROR_UNTRUSTED,    /* TLS failure: it cannot show that it is what its address says */
  GH_LLM_ERROR_UNAUTHORIZED, /* 401, 403: the key is missing or wrong */
  GH_LLM_ERROR_NOT_FOUND,    /* 404: no such model or endpoint */
  GH_LLM_ERROR_RATE_LIMITED, /* 429 */
  GH_LLM_ERROR_REFUSED,      /* other 4xx: the request does not suit the endpoint */
  GH_LLM_ERROR_SERVER,       /* 5xx, or an error event inside the stream */
  GH_LLM_ERROR_PROTOCOL,     /* the answer is not what the API promises */
  GH_LLM_ERROR_BROKEN,       /* it, or the connection, ended in the middle of the answer */
  GH_LLM_ERROR_TIMED_OUT,    /* silence for too long */
  GH_LLM_ERROR_UNSUPPORTED,  /* the API cannot take what the message names; nothing was sent */
} GhLlmError;

/* What a GhHttpExchange reports, as one of ours; errors of other domains, and cancellations, stay
 * what they are. */
GError *gh_llm_error_from_io    (GError      *take_error);
/* An answer with an error status, with the endpoint's words from any of the usual shapes, capped.
 * content_type: or NULL. */
GError *gh_llm_error_read       (guint        status,
                                 const char  *content_type,
                                 const char  *data,
                                 gsize        length);
/* An event of a streamed answer that is an error, whatever it looks like, as GH_LLM_ERROR_SERVER or
 * _RATE_LIMITED. */
GError *gh_llm_error_read_event (const char  *data,
                                 gsize        length);
/* Takes `key` (or NULL) out of an error's message: endpoints repeat what they were sent. */
void    gh_llm_error_hide_key   (GError      *error,
                                 const char  *key);

G_END_DECLS
