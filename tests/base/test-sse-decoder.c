/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * The SSE decoder; every sample is also split at every byte. */
#include "config.h"

#include "gh-sse-decoder.h"
#include "gh-test.h"

#include <string.h>

/* Events as "type|id|data;" with LF in data shown as $. */
static void
collect (GhSseDecoder *decoder,
         GString      *text)
{
  for (;;)
    {
      g_autoptr(GhSseEvent) event = gh_sse_decoder_pop (decoder);

      if (event == NULL)
        return;
      g_strdelimit (event->data, "\n", '$');
      g_string_append_printf (text, "%s|%s|%s;", event->type,
                              event->last_id != NULL ? event->last_id : "-", event->data);
    }
}

static const struct
{
  const char *bytes;
  const char *events;
  int retry;
} samples[] = {
  { "data: a\n\n", "message|-|a;", -1 },
  { "data:a\ndata: b\ndata:  c\n\n", "message|-|a$b$ c;", -1 },
  { "data: a\r\n\r\ndata: b\r\rdata: c\n\n", "message|-|a;message|-|b;message|-|c;", -1 },
  { "data: a\r\ndata: b\r\n\r\n", "message|-|a$b;", -1 },
  { "\xef\xbb\xbf" "data: bom\n\n\xef\xbb\xbf" "data: not\n\n", "message|-|bom;", -1 },
  { "event: e\nid: 7\ndata: a\n\ndata: b\n\n", "e|7|a;message|7|b;", -1 },
  { "id: 1\ndata\n\nid\ndata:\n\n", "message|1|;message||;", -1 },
  { "data\ndata\n\n", "message|-|$;", -1 },
  { ": comment\n:\ndata: a\nunknown: x\nunknown\n\n", "message|-|a;", -1 },
  { "event: e\n\ndata: a\n\n", "message|-|a;", -1 },
  { "event:\ndata: a\n\n", "message|-|a;", -1 },
  { "retry: 3000\n\nretry: x\nretry: 1x\nretry:\n\n", "", 3000 },
  { "retry: 99999999999999999999\n\n", "", G_MAXINT },
  { "data: cut off", "", -1 },
  { "data: cut off\n", "", -1 },
  { "\n\n\r\n\rdata: \xe6\x97\xa5\xe6\x9c\xac\n\n", "message|-|\xe6\x97\xa5\xe6\x9c\xac;", -1 },
  { "data: bad \xff utf\n\n", "message|-|bad \xef\xbf\xbd utf;", -1 },
  { "data: {\"a\":\ndata: 1}\n\n", "message|-|{\"a\":$1};", -1 },
};

static void
check_split (guint i,
             gsize at,
             gsize step)
{
  g_autoptr(GhSseDecoder) decoder = gh_sse_decoder_new (1000);
  gsize length = strlen (samples[i].bytes);
  g_autoptr(GString) text = g_string_new (NULL);
  g_autoptr(GError) error = NULL;

  for (gsize from = 0, to = at; from < length; from = to, to += step)
    {
      to = MIN (to, length);
      g_assert_true (gh_sse_decoder_push (decoder, samples[i].bytes + from, to - from, &error));
      g_assert_no_error (error);
      collect (decoder, text);
    }
  g_assert_cmpstr (text->str, ==, samples[i].events);
  g_assert_cmpint (gh_sse_decoder_get_retry (decoder), ==, samples[i].retry);
}

static void
test_samples (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (samples); i++)
    {
      gsize length = strlen (samples[i].bytes);

      check_split (i, 1, 1);
      for (gsize at = 0; at <= length; at++)
        check_split (i, at, length);
    }
}

static void
test_nul (void)
{
  static const char bytes[] = "id: a\nid: b\0c\ndata: x\0y\n\n";
  g_autoptr(GhSseDecoder) decoder = gh_sse_decoder_new (1000);
  g_autoptr(GhSseEvent) event = NULL;

  g_assert_true (gh_sse_decoder_push (decoder, bytes, sizeof bytes - 1, NULL));
  event = gh_sse_decoder_pop (decoder);
  g_assert_cmpstr (event->last_id, ==, "a");
  g_assert_true (g_utf8_validate (event->data, -1, NULL));
  g_assert_nonnull (strchr (event->data, 'y'));
}

static void
test_limit (void)
{
  g_autoptr(GhSseDecoder) decoder = gh_sse_decoder_new (20);
  g_autoptr(GString) text = g_string_new (NULL);
  g_autoptr(GError) error = NULL;

  g_assert_true (gh_sse_decoder_push (decoder, "data: 01234\n\ndata: 0123", 23, &error));
  g_assert_no_error (error);
  g_assert_false (gh_sse_decoder_push (decoder, "45678901234567890\ndata: x\n\ndata: b\n\n", 37,
                                       &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_MESSAGE_TOO_LARGE);
  g_clear_error (&error);
  /* Many short lines count as well. */
  for (guint i = 0; i < 3; i++)
    g_assert_true (gh_sse_decoder_push (decoder, "data: 01\n", 9, NULL));
  while (gh_sse_decoder_push (decoder, "data: 01\n", 9, &error))
    ;
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_MESSAGE_TOO_LARGE);
  g_assert_true (gh_sse_decoder_push (decoder, "data: y\r\n\r\ndata: c\n\n", 20, NULL));
  collect (decoder, text);
  g_assert_cmpstr (text->str, ==, "message|-|01234;message|-|b;message|-|c;");
}

static void
test_error_field (void)
{
  const char *bytes = "error: {\"code\":1}\nerror:x\n\ndata: a\n\n";

  for (guint i = 0; i < 2; i++)
    {
      g_autoptr(GhSseDecoder) decoder = gh_sse_decoder_new (1000);
      g_autoptr(GString) text = g_string_new (NULL);

      gh_sse_decoder_set_error_field (decoder, i == 1);
      g_assert_true (gh_sse_decoder_push (decoder, bytes, strlen (bytes), NULL));
      collect (decoder, text);
      g_assert_cmpstr (text->str, ==, i == 1 ? "error|-|{\"code\":1}$x;message|-|a;"
                                             : "message|-|a;");
    }
}

/* Each event carries the id: a long one is not taken. */
static void
test_long_id (void)
{
  g_autoptr(GhSseDecoder) decoder = gh_sse_decoder_new (1024 * 1024);
  g_autofree char *id = g_strnfill (1024 * 1024 - 16, 'x');
  g_autofree char *line = g_strconcat ("id: a\nid: ", id, "\n", NULL);

  g_assert_true (gh_sse_decoder_push (decoder, line, strlen (line), NULL));
  for (guint i = 0; i < 1000; i++)
    {
      g_autoptr(GhSseEvent) event = NULL;

      g_assert_true (gh_sse_decoder_push (decoder, "data:\n\n", 7, NULL));
      event = gh_sse_decoder_pop (decoder);
      g_assert_cmpstr (event->last_id, ==, "a");
    }
}

/* Long lines, which are not copied, give the same as short ones. */
static void
test_long_data (void)
{
  g_autoptr(GhSseDecoder) decoder = gh_sse_decoder_new (1024 * 1024);
  g_autofree char *filler = g_strnfill (100 * 1000, 'x');
  g_autofree char *text = g_strconcat ("\xef\xbb\xbf" "data: ", filler, "\ndata:a\ndata:", filler,
                                       "\n\ndata:", filler, "\xff\n\ndata: b\n\n", NULL);
  g_autofree char *first = g_strconcat (filler, "\na\n", filler, NULL);
  g_autofree char *second = g_strconcat (filler, "\xef\xbf\xbd", NULL);
  const char *wanted[] = { first, second, "b" };

  for (const char *at = text; *at != '\0'; at += MIN (strlen (at), 1000))
    g_assert_true (gh_sse_decoder_push (decoder, at, MIN (strlen (at), 1000), NULL));
  for (guint i = 0; i < G_N_ELEMENTS (wanted); i++)
    {
      g_autoptr(GhSseEvent) event = gh_sse_decoder_pop (decoder);

      g_assert_nonnull (event);
      g_assert_true (g_str_equal (event->data, wanted[i]));
    }
  g_assert_null (gh_sse_decoder_pop (decoder));
}

/* An id counts once its event is whole, with data or without. */
static void
test_last_id (void)
{
  g_autoptr(GhSseDecoder) decoder = gh_sse_decoder_new (1000);

  g_assert_null (gh_sse_decoder_get_last_id (decoder));
  g_assert_true (gh_sse_decoder_push (decoder, "id: a\n", 6, NULL));
  g_assert_null (gh_sse_decoder_get_last_id (decoder));
  g_assert_true (gh_sse_decoder_push (decoder, "\n", 1, NULL));
  g_assert_cmpstr (gh_sse_decoder_get_last_id (decoder), ==, "a");
  g_assert_null (gh_sse_decoder_pop (decoder));
  g_assert_true (gh_sse_decoder_push (decoder, "data: x\n\nid: b\ndata: y\n", 24, NULL));
  g_assert_cmpstr (gh_sse_decoder_get_last_id (decoder), ==, "a");
  g_assert_true (gh_sse_decoder_push (decoder, "\nid\n\n", 5, NULL));
  g_assert_cmpstr (gh_sse_decoder_get_last_id (decoder), ==, "");
}

int
main (int    argc,
      char **argv)
{
  gh_test_init (&argc, &argv);
  g_test_add_func ("/base/sse-decoder/samples", test_samples);
  g_test_add_func ("/base/sse-decoder/nul", test_nul);
  g_test_add_func ("/base/sse-decoder/limit", test_limit);
  g_test_add_func ("/base/sse-decoder/error-field", test_error_field);
  g_test_add_func ("/base/sse-decoder/long-id", test_long_id);
  g_test_add_func ("/base/sse-decoder/long-data", test_long_data);
  g_test_add_func ("/base/sse-decoder/last-id", test_last_id);
  return gh_test_run ();
}
