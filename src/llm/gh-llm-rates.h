/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * What an endpoint's headers say of its rate limits: a value. */
#pragma once

#include <libsoup/soup.h>

G_BEGIN_DECLS

/* -1: not told. */
typedef struct
{
  gint64 limit; /* at most so many within its window */
  gint64 left;  /* so many are left */
  gint64 reset; /* s since the epoch: when all are there again */
} GhLlmRate;

typedef struct
{
  GhLlmRate requests;
  GhLlmRate tokens;
  gint64    retry; /* s since the epoch: not before; -1: not told */
} GhLlmRates;

/* Pure. now: s since the epoch. FALSE when the headers say nothing of it; `rates` is always
 * filled. Known: Retry-After, and the headers of OpenAI ("x-ratelimit-...") and Anthropic
 * ("anthropic-ratelimit-..."). */
gboolean gh_llm_rates_read (GhLlmRates          *rates,
                            SoupMessageHeaders  *headers,
                            gint64               now);

G_END_DECLS
