/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * A tool's arguments as they are written on a command line. */
#include "config.h"

#include "gh-cli-arguments.h"

#include <string.h>

#include "gh-json.h"
#include "gh-test.h"

static const char schema_text[] =
  "{\"properties\":{\"text\":{\"type\":\"string\"},\"n\":{\"type\":\"integer\"},"
  "\"on\":{\"type\":\"boolean\"},\"list\":{\"type\":\"array\"},\"any\":{}}}";

static char *
parse (const char          *first,
       const char          *second,
       GError             **error)
{
  const char *words[] = { first, second, NULL };
  g_autoptr(JsonNode) schema = gh_json_read (schema_text, strlen (schema_text), NULL);
  g_autoptr(JsonNode) node = gh_cli_arguments_parse (words, schema, error);

  return node != NULL ? gh_json_write (node, NULL) : NULL;
}

static void
test_forms (void)
{
  static const struct
  {
    const char *first;
    const char *second;
    const char *json;
  } cases[] = {
    { NULL, NULL, "{}" },
    { "{\"a\":1.0}", NULL, "{\"a\":1.0}" },
    { "text=5", NULL, "{\"text\":\"5\"}" },
    { "text=", NULL, "{\"text\":\"\"}" },
    { "text=a=b", "n=-3", "{\"text\":\"a=b\",\"n\":-3}" },
    { "on=true", "list=[1,\"x\"]", "{\"on\":true,\"list\":[1,\"x\"]}" },
    { "any=5", "other=null", "{\"any\":5,\"other\":null}" },
    { "any=five", "other={x", "{\"any\":\"five\",\"other\":\"{x\"}" },
    { "n=123456789012345678901234567890", NULL, "{\"n\":123456789012345678901234567890}" },
    { "{=1", "n=1", "{\"{\":1,\"n\":1}" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr(GError) error = NULL;
      g_autofree char *json = parse (cases[i].first, cases[i].second, &error);

      g_assert_no_error (error);
      g_assert_cmpstr (json, ==, cases[i].json);
    }
}

static void
test_bad (void)
{
  static const char * const words[] = {
    "text", "=5", "n=five", "on=yes", "list=1,2", "{", "{}x", "@/nonexistent/file", "a\xff=1",
  };

  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    {
      g_autoptr(GError) error = NULL;

      g_assert_null (parse (words[i], NULL, &error));
      g_assert_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE);
      g_assert_true (g_utf8_validate (error->message, -1, NULL));
    }
}

static void
test_file (void)
{
  g_autofree char *dir = gh_test_make_dir ();
  g_autofree char *path = g_build_filename (dir, "a.json", NULL);
  g_autofree char *word = g_strconcat ("@", path, NULL);
  g_autofree char *json = NULL;
  g_autoptr(GError) error = NULL;

  g_assert_true (g_file_set_contents (path, " {\"text\":\"x\"}\n", -1, NULL));
  json = parse (word, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (json, ==, "{\"text\":\"x\"}");
  g_assert_true (g_file_set_contents (path, "[1]", -1, NULL));
  g_assert_null (parse (word, NULL, &error));
  g_assert_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE);
}

static void
test_strings (void)
{
  const char *words[] = { "n=5", "x={}", NULL };
  g_autoptr(JsonNode) node = gh_cli_arguments_strings (words, NULL);
  g_autofree char *json = gh_json_write (node, NULL);

  g_assert_cmpstr (json, ==, "{\"n\":\"5\",\"x\":\"{}\"}");
}

int
main (int    argc,
      char **argv)
{
  gh_test_init (&argc, &argv);

  g_test_add_func ("/cli/arguments/forms", test_forms);
  g_test_add_func ("/cli/arguments/bad", test_bad);
  g_test_add_func ("/cli/arguments/file", test_file);
  g_test_add_func ("/cli/arguments/strings", test_strings);

  return gh_test_run ();
}
