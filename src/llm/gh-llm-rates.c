/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * What an endpoint's headers say of its rate limits: a value. */
#include "config.h"

#include "gh-llm-rates.h"

#include <math.h>
#include <string.h>

/* No window is longer; what says so is nonsense. */
#define MAX_SECONDS (366 * 24 * 3600)

/* A length of time as OpenAI writes it: "6m0s", "1h2m3.5s", "120ms", or seconds alone. -1: none. */
static gint64
read_duration (const char *text)
{
  double sum = 0;

  if (*text == '\0')
    return -1;
  while (*text != '\0')
    {
      gsize length = strspn (text, "0123456789.");
      char *end = NULL;
      double number = g_ascii_strtod (text, &end);

      if (length == 0 || end != text + length)
        return -1;
      if (g_str_has_prefix (end, "ms"))
        {
          number /= 1000;
          end += strlen ("ms");
        }
      else if (*end == 'd' || *end == 'h' || *end == 'm' || *end == 's')
        {
          number *= *end == 'd' ? 86400 : *end == 'h' ? 3600 : *end == 'm' ? 60 : 1;
          end++;
        }
      else if (*end != '\0')
        return -1;
      sum += number;
      text = end;
    }

  return sum <= MAX_SECONDS ? (gint64) ceil (sum) : -1;
}

/* A length of time from now, or a date; -1: neither. */
static gint64
read_time (const char *text,
           gint64      now)
{
  gint64 seconds = read_duration (text);
  g_autoptr(GDateTime) date = NULL;

  if (seconds >= 0)
    return now + seconds;
  date = g_date_time_new_from_iso8601 (text, NULL);
  if (date == NULL)
    date = soup_date_time_new_from_http_string (text);
  if (date == NULL)
    return -1;

  seconds = g_date_time_to_unix (date);
  return seconds <= now + MAX_SECONDS ? MAX (seconds, now) : -1;
}

static gint64
read_count (const char *text)
{
  guint64 count;

  return g_ascii_string_to_unsigned (text, 10, 0, G_MAXINT64, &count, NULL) ? (gint64) count : -1;
}

/* FALSE: there is no such header. */
static gboolean
read_rate (GhLlmRate          *rate,
           SoupMessageHeaders *headers,
           const char         *limit,
           const char         *left,
           const char         *reset,
           gint64              now)
{
  const char *limit_text = soup_message_headers_get_one (headers, limit);
  const char *left_text = soup_message_headers_get_one (headers, left);
  const char *reset_text = soup_message_headers_get_one (headers, reset);

  if (left_text == NULL)
    return FALSE;

  rate->left = read_count (left_text);
  rate->limit = limit_text != NULL ? read_count (limit_text) : -1;
  rate->reset = reset_text != NULL ? read_time (reset_text, now) : -1;
  return rate->left >= 0;
}

gboolean
gh_llm_rates_read (GhLlmRates         *rates,
                   SoupMessageHeaders *headers,
                   gint64              now)
{
  const GhLlmRate none = { -1, -1, -1 };
  const char *retry = soup_message_headers_get_one (headers, "Retry-After");

  g_return_val_if_fail (rates != NULL, FALSE);

  rates->requests = none;
  rates->tokens = none;
  rates->retry = retry != NULL ? read_time (retry, now) : -1;

  gboolean has_requests =
    read_rate (&rates->requests, headers, "x-ratelimit-limit-requests",
               "x-ratelimit-remaining-requests", "x-ratelimit-reset-requests", now) ||
    read_rate (&rates->requests, headers, "anthropic-ratelimit-requests-limit",
               "anthropic-ratelimit-requests-remaining", "anthropic-ratelimit-requests-reset", now);
  gboolean has_tokens =
    read_rate (&rates->tokens, headers, "x-ratelimit-limit-tokens",
               "x-ratelimit-remaining-tokens", "x-ratelimit-reset-tokens", now) ||
    read_rate (&rates->tokens, headers, "anthropic-ratelimit-tokens-limit",
               "anthropic-ratelimit-tokens-remaining", "anthropic-ratelimit-tokens-reset", now);

  return has_requests || has_tokens || rates->retry >= 0;
}
