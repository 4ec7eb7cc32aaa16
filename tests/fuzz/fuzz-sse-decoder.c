/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * Server-sent events: the same ones however the bytes are split. The first byte says how. */
#include "config.h"

#include "fuzz.h"

#include "gh-sse-decoder.h"

/* Small, so that it is reached. */
#define MAX_EVENT 200

/* All that the decoder says of the bytes, as one text. */
static char *
decode (const char *data,
        gsize       size,
        gsize       step)
{
  g_autoptr(GhSseDecoder) decoder = gh_sse_decoder_new (MAX_EVENT);
  g_autoptr(GString) said = g_string_new (NULL);
  gboolean whole = TRUE;

  gh_sse_decoder_set_error_field (decoder, TRUE);
  for (gsize at = 0; at < size; at += step)
    {
      g_autoptr(GError) error = NULL;
      GhSseEvent *event;
      gboolean good = gh_sse_decoder_push (decoder, data + at, MIN (step, size - at), &error);

      g_assert_true (good == (error == NULL));
      whole = whole && good;
      while ((event = gh_sse_decoder_pop (decoder)) != NULL)
        {
          g_assert_true (g_utf8_validate (event->type, -1, NULL));
          g_assert_true (g_utf8_validate (event->data, -1, NULL));
          g_string_append_printf (said, "%s|%s|%s\n", event->type, event->data,
                                  event->last_id != NULL ? event->last_id : "-");
          gh_sse_event_free (event);
        }
    }
  g_string_append_printf (said, "%d %d", whole, gh_sse_decoder_get_retry (decoder));
  return g_string_free (g_steal_pointer (&said), FALSE);
}

int
LLVMFuzzerTestOneInput (const uint8_t *data,
                        size_t         size)
{
  g_autofree char *whole = NULL;
  g_autofree char *split = NULL;

  if (size == 0)
    return 0;
  whole = decode ((const char *) data + 1, size - 1, size);
  split = decode ((const char *) data + 1, size - 1, 1 + data[0] % 16);
  g_assert_cmpstr (whole, ==, split);
  return 0;
}
