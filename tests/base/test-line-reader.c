/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * The line reader, with input in pieces of every size. */
#include "config.h"

#include "gh-line-reader.h"
#include "gh-test.h"

#include <gio/gunixinputstream.h>
#include <glib-unix.h>
#include <string.h>
#include <unistd.h>

/* A stream that gives the bytes of a text in pieces of at most `step`. */
static GInputStream *
stream_new (const char *bytes,
            gsize       length,
            gsize       step)
{
  g_autoptr(GInputStream) stream = g_memory_input_stream_new ();

  for (gsize at = 0; at < length; at += step)
    {
      g_autoptr(GBytes) piece = g_bytes_new (bytes + at, MIN (step, length - at));

      g_memory_input_stream_add_bytes (G_MEMORY_INPUT_STREAM (stream), piece);
    }
  return g_steal_pointer (&stream);
}

/* One line: TRUE; the end: FALSE. Errors are put into the text as "!". */
static gboolean
read_line (GhLineReader *reader,
           GString      *text)
{
  g_autoptr(GAsyncResult) result = NULL;
  g_autoptr(GError) error = NULL;
  g_autoptr(GBytes) line = NULL;
  gsize length;
  const char *bytes;

  gh_line_reader_read_async (reader, NULL, gh_test_store_result_cb, &result);
  gh_test_wait (result != NULL);
  line = gh_line_reader_read_finish (reader, result, &error);
  if (error != NULL)
    {
      g_assert_error (error, G_IO_ERROR, G_IO_ERROR_MESSAGE_TOO_LARGE);
      g_string_append (text, "!;");
      return TRUE;
    }
  if (line == NULL)
    return FALSE;
  bytes = g_bytes_get_data (line, &length);
  g_string_append_len (text, bytes, length);
  g_string_append_c (text, ';');
  return TRUE;
}

static void
check (const char *bytes,
       GhLineEnd   line_end,
       gboolean    cut,
       const char *wanted)
{
  for (gsize step = 1; step <= strlen (bytes) + 1; step++)
    {
      g_autoptr(GInputStream) stream = stream_new (bytes, strlen (bytes), step);
      g_autoptr(GhLineReader) reader = gh_line_reader_new (stream, line_end, 8);
      g_autoptr(GString) text = g_string_new (NULL);

      gh_line_reader_set_cut (reader, cut);
      while (read_line (reader, text))
        ;
      g_assert_cmpstr (text->str, ==, wanted);
    }
}

static void
test_lf (void)
{
  check ("", GH_LINE_LF, FALSE, "");
  check ("\n", GH_LINE_LF, FALSE, ";");
  check ("a\nbc\n", GH_LINE_LF, FALSE, "a;bc;");
  check ("a\r\n\r\nb\rc\r\r\n", GH_LINE_LF, FALSE, "a;;b\rc\r;");
  check ("no end", GH_LINE_LF, FALSE, "no end;");
  check ("no end\r", GH_LINE_LF, FALSE, "no end;");
  check ("a\n\n\nb", GH_LINE_LF, FALSE, "a;;;b;");
}

static void
test_any (void)
{
  check ("a\rb\nc\r\nd", GH_LINE_ANY, FALSE, "a;b;c;d;");
  check ("\r\n\n\r\r\n", GH_LINE_ANY, FALSE, ";;;;");
  check ("a\r", GH_LINE_ANY, FALSE, "a;");
  check ("a\r\n", GH_LINE_ANY, FALSE, "a;");
}

static void
test_limit (void)
{
  check ("12345678\nx\n", GH_LINE_LF, FALSE, "12345678;x;");
  check ("12345678\r\nx\n", GH_LINE_LF, FALSE, "12345678;x;");
  check ("123456789\nx\n", GH_LINE_LF, FALSE, "!;x;");
  check ("123456789abcdefghijk\nx\n1234567890\ny", GH_LINE_LF, FALSE, "!;x;!;y;");
  check ("123456789", GH_LINE_LF, FALSE, "!;");
  check ("1234567890123456", GH_LINE_LF, FALSE, "!;");
  check ("123456789\rx\r\n", GH_LINE_ANY, FALSE, "!;x;");
  check ("12345678\n123456789\n1234567890abc\nx", GH_LINE_LF, TRUE,
         "12345678;12345678;12345678;x;");
  check ("123456789", GH_LINE_LF, TRUE, "12345678;");
  check ("123456789\r", GH_LINE_LF, TRUE, "12345678;");
}

/* Longer than the reader's own buffer, many times. */
static void
test_long (void)
{
  gsize length = 1000 * 1000;
  g_autofree char *bytes = g_malloc (2 * length + 2);
  g_autoptr(GInputStream) stream = NULL;
  g_autoptr(GhLineReader) reader = NULL;
  g_autoptr(GString) text = g_string_new (NULL);

  memset (bytes, 'x', 2 * length + 2);
  bytes[length] = '\n';
  bytes[2 * length + 1] = '\n';
  stream = stream_new (bytes, 2 * length + 2, 2 * length + 2);
  reader = gh_line_reader_new (stream, GH_LINE_LF, length);
  g_assert_true (read_line (reader, text));
  g_assert_cmpuint (text->len, ==, length + 1);
  g_assert_true (read_line (reader, text));
  g_assert_cmpuint (text->len, ==, 2 * length + 2);
  g_assert_false (read_line (reader, text));
  g_assert_false (read_line (reader, text));
}

static void
test_pop (void)
{
  g_autoptr(GInputStream) stream = stream_new ("a\nb\n123456789\nc\nd", 17, 17);
  g_autoptr(GhLineReader) reader = gh_line_reader_new (stream, GH_LINE_LF, 8);
  g_autoptr(GString) text = g_string_new (NULL);
  g_autoptr(GBytes) b = NULL;
  g_autoptr(GBytes) c = NULL;
  g_autoptr(GBytes) none = NULL;
  g_autoptr(GError) error = NULL;

  g_assert_false (gh_line_reader_pop (reader, &none, &error));
  g_assert_no_error (error);
  g_assert_true (read_line (reader, text));
  g_assert_true (gh_line_reader_pop (reader, &b, &error));
  g_assert_cmpuint (g_bytes_get_size (b), ==, 1);
  g_assert_false (gh_line_reader_pop (reader, &none, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_MESSAGE_TOO_LARGE);
  g_clear_error (&error);
  g_assert_true (gh_line_reader_pop (reader, &c, &error));
  g_assert_false (gh_line_reader_pop (reader, &none, &error));
  g_assert_no_error (error);
  g_assert_true (read_line (reader, text));
  g_assert_false (read_line (reader, text));
  g_assert_cmpstr (text->str, ==, "a;d;");
}

static void
assert_popped (GhLineReader *reader,
               const char   *wanted)
{
  g_autoptr(GBytes) line = NULL;
  g_autoptr(GError) error = NULL;
  gsize length = 0;
  const char *bytes;

  g_assert_cmpint (gh_line_reader_pop (reader, &line, &error), ==, wanted != NULL);
  g_assert_no_error (error);
  if (wanted == NULL)
    return;
  bytes = g_bytes_get_data (line, &length);
  g_assert_cmpmem (bytes, length, wanted, strlen (wanted));
}

static void
test_fill (void)
{
  int fds[2];
  g_autoptr(GhLineReader) reader = NULL;

  g_assert_true (g_unix_open_pipe (fds, FD_CLOEXEC, NULL));
  reader = gh_line_reader_new_for_fd (fds[0], GH_LINE_LF, 8);
  g_assert_false (gh_line_reader_fill (reader));
  g_assert_cmpint (write (fds[1], "a\r\nb\nc", 6), ==, 6);
  assert_popped (reader, NULL);
  g_assert_true (gh_line_reader_fill (reader));
  assert_popped (reader, "a");
  assert_popped (reader, "b");
  assert_popped (reader, NULL);
  g_assert_false (gh_line_reader_fill (reader));
  g_assert_false (gh_line_reader_is_at_end (reader));
  close (fds[1]);
  /* A last line without an end is one, too. */
  g_assert_true (gh_line_reader_fill (reader));
  g_assert_false (gh_line_reader_is_at_end (reader));
  assert_popped (reader, "c");
  assert_popped (reader, NULL);
  g_assert_true (gh_line_reader_is_at_end (reader));
}

static void
test_cancel (void)
{
  int fds[2];
  g_autoptr(GInputStream) stream = NULL;
  g_autoptr(GhLineReader) reader = NULL;
  g_autoptr(GCancellable) cancellable = g_cancellable_new ();
  g_autoptr(GAsyncResult) result = NULL;
  g_autoptr(GAsyncResult) again = NULL;
  g_autoptr(GError) error = NULL;
  g_autoptr(GString) text = g_string_new (NULL);

  g_assert_true (g_unix_open_pipe (fds, FD_CLOEXEC, NULL));
  stream = g_unix_input_stream_new (fds[0], TRUE);
  reader = gh_line_reader_new (stream, GH_LINE_LF, 8);
  g_assert_cmpint (write (fds[1], "ab", 2), ==, 2);
  gh_line_reader_read_async (reader, cancellable, gh_test_store_result_cb, &result);
  gh_test_settle ();
  g_cancellable_cancel (cancellable);
  gh_test_wait (result != NULL);
  g_assert_null (gh_line_reader_read_finish (reader, result, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_clear_error (&error);

  /* Cancelled before it begins. */
  gh_line_reader_read_async (reader, cancellable, gh_test_store_result_cb, &again);
  gh_test_wait (again != NULL);
  g_assert_null (gh_line_reader_read_finish (reader, again, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);

  /* What came before is not lost. */
  g_assert_cmpint (write (fds[1], "c\n", 2), ==, 2);
  g_assert_true (read_line (reader, text));
  g_assert_cmpstr (text->str, ==, "abc;");
  close (fds[1]);
  g_assert_false (read_line (reader, text));
}

int
main (int    argc,
      char **argv)
{
  gh_test_init (&argc, &argv);
  g_test_add_func ("/base/line-reader/lf", test_lf);
  g_test_add_func ("/base/line-reader/any", test_any);
  g_test_add_func ("/base/line-reader/limit", test_limit);
  g_test_add_func ("/base/line-reader/long", test_long);
  g_test_add_func ("/base/line-reader/pop", test_pop);
  g_test_add_func ("/base/line-reader/fill", test_fill);
  g_test_add_func ("/base/line-reader/cancel", test_cancel);
  return gh_test_run ();
}
