/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * Whatever form the names of folders come in, the same folders come out. */
#include "config.h"

#include "gh-dropped-files.h"
#include "gh-test-ui.h"

#include <string.h>

static void
assert_uris (GListModel *files,
             ...) G_GNUC_NULL_TERMINATED;

static void
assert_uris (GListModel *files,
             ...)
{
  const char *expected;
  guint i = 0;
  va_list args;

  va_start (args, files);
  while ((expected = va_arg (args, const char *)) != NULL)
    {
      g_autoptr(GFile) file = g_list_model_get_item (files, i++);
      g_autofree char *uri = file != NULL ? g_file_get_uri (file) : NULL;

      g_assert_cmpstr (uri, ==, expected);
    }
  va_end (args);
  g_assert_cmpuint (g_list_model_get_n_items (files), ==, i);
}

#define assert_text(text, ...) \
  G_STMT_START { \
    g_autoptr(GListModel) files_ = gh_dropped_files_from_text (text); \
    assert_uris (files_, __VA_ARGS__); \
  } G_STMT_END

static void
test_text (void)
{
  g_autofree char *home_uri = g_filename_to_uri (g_get_home_dir (), NULL, NULL);
  g_autofree char *in_home = g_strconcat (home_uri, "/Documents", NULL);

  assert_text ("# comment\r\nfile:///tmp/a%20b\r\nfile:///tmp/%FF%23\r\n",
               "file:///tmp/a%20b", "file:///tmp/%FF%23", NULL);
  assert_text ("/tmp/a b\n  /tmp/c%d  \n\n~/Documents\n~",
               "file:///tmp/a%20b", "file:///tmp/c%25d", in_home, home_uri, NULL);
  assert_text ("'/tmp/it'\\''s'\n\"/tmp/two words\"",
               "file:///tmp/it's", "file:///tmp/two%20words", NULL);
  /* As some file managers put it on the clipboard. */
  assert_text ("x-special/nautilus-clipboard\ncopy\nfile:///tmp/x\n", "file:///tmp/x", NULL);
  assert_text ("sftp://host/folder", "sftp://host/folder", NULL);
  assert_text ("Note: call http later\nrelative/path\n\"unbalanced", NULL);
  assert_text ("", NULL);
}

static void
test_hostile_text (void)
{
  g_autoptr(GString) many = g_string_new (NULL);
  g_autofree char *line = g_strnfill (100000, 'a');
  g_autoptr(GListModel) files = NULL;
  g_autoptr(GListModel) odd = NULL;

  g_string_append_printf (many, "/%s\n", line);
  for (guint i = 0; i < 5000; i++)
    g_string_append_printf (many, "/tmp/%u\n", i);
  files = gh_dropped_files_from_text (many->str);
  g_assert_cmpuint (g_list_model_get_n_items (files), ==, 1000);

  odd = gh_dropped_files_from_text ("file://%zz\nfile://\n://\n/\xff\xfe\n");
  g_assert_cmpuint (g_list_model_get_n_items (odd), <=, 3);
}

static void
test_values (void)
{
  g_autoptr(GFile) a = g_file_new_for_path ("/tmp/a");
  g_autoptr(GFile) b = g_file_new_for_path ("/tmp/b");
  GSList *list = g_slist_append (g_slist_append (NULL, a), b);
  g_auto(GValue) value = G_VALUE_INIT;
  g_autoptr(GListModel) from_list = NULL;
  g_autoptr(GListModel) from_file = NULL;
  g_autoptr(GListModel) from_text = NULL;
  g_autoptr(GListModel) from_other = NULL;

  g_value_init (&value, GDK_TYPE_FILE_LIST);
  g_value_take_boxed (&value, gdk_file_list_new_from_list (list));
  from_list = gh_dropped_files_from_value (&value);
  assert_uris (from_list, "file:///tmp/a", "file:///tmp/b", NULL);
  g_value_unset (&value);

  g_value_init (&value, G_TYPE_FILE);
  g_value_set_object (&value, b);
  from_file = gh_dropped_files_from_value (&value);
  assert_uris (from_file, "file:///tmp/b", NULL);
  g_value_unset (&value);

  g_value_init (&value, G_TYPE_STRING);
  g_value_set_static_string (&value, "/tmp/a");
  from_text = gh_dropped_files_from_value (&value);
  assert_uris (from_text, "file:///tmp/a", NULL);
  g_value_unset (&value);

  g_value_init (&value, G_TYPE_INT);
  from_other = gh_dropped_files_from_value (&value);
  assert_uris (from_other, NULL);
  g_slist_free (list);
}

int
main (int    argc,
      char **argv)
{
  gh_test_ui_init (&argc, &argv);

  g_test_add_func ("/ui/dropped-files/text", test_text);
  g_test_add_func ("/ui/dropped-files/hostile-text", test_hostile_text);
  g_test_add_func ("/ui/dropped-files/values", test_values);

  return gh_test_run ();
}
