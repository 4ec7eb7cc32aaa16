/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * Runs a fuzz target on the files of a folder, one after the other, without libFuzzer. */
#include "config.h"

#include "fuzz.h"

static void
replay_file (gconstpointer data)
{
  const char *path = data;
  g_autoptr(GError) error = NULL;
  g_autofree char *text = NULL;
  g_autofree uint8_t *exact = NULL;
  gsize length;

  g_file_get_contents (path, &text, &length, &error);
  g_assert_no_error (error);
  /* A copy without the NUL that stands behind file contents, so that reading too far is seen. */
  exact = g_memdup2 (text, length);
  LLVMFuzzerTestOneInput (exact, length);
}

int
main (int    argc,
      char **argv)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(GDir) folder = NULL;
  g_autoptr(GPtrArray) paths = g_ptr_array_new_with_free_func (g_free);
  const char *name;

  g_test_init (&argc, &argv, NULL);
  g_assert_cmpint (argc, ==, 2);
  LLVMFuzzerInitialize (&argc, &argv);
  folder = g_dir_open (argv[1], 0, &error);
  g_assert_no_error (error);
  while ((name = g_dir_read_name (folder)) != NULL)
    {
      g_autofree char *test = g_strconcat ("/fuzz/", name, NULL);
      char *path = g_build_filename (argv[1], name, NULL);

      g_ptr_array_add (paths, path);
      g_test_add_data_func (test, path, replay_file);
    }
  g_assert_cmpuint (paths->len, >, 0);
  return g_test_run ();
}
