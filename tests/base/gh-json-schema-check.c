/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * gh-json-schema-check [--formats] SCHEMA-FILE INSTANCE-FILE: says on stderr why the instance is
 * not valid and exits 1; exits 3 when the schema cannot be used, or the answer not be found. */
#include "config.h"

#include "gh-json-schema.h"

static JsonNode *
read_file (const char  *path,
           GError     **error)
{
  g_autofree char *data = NULL;
  gsize length;

  return g_file_get_contents (path, &data, &length, error) ? gh_json_read (data, length, error)
                                                           : NULL;
}

int
main (int    argc,
      char **argv)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(JsonNode) source = NULL;
  g_autoptr(JsonNode) value = NULL;
  g_autoptr(GhJsonSchema) schema = NULL;
  gboolean formats = argc == 4 && g_str_equal (argv[1], "--formats");

  if (argc != (formats ? 4 : 3))
    {
      g_printerr ("Usage: %s [--formats] SCHEMA-FILE INSTANCE-FILE\n", argv[0]);
      return 2;
    }
  source = read_file (argv[argc - 2], &error);
  if (source != NULL)
    value = read_file (argv[argc - 1], &error);
  if (value != NULL)
    schema = formats ? gh_json_schema_new_with_formats (source, &error)
                     : gh_json_schema_new (source, &error);
  if (schema != NULL && gh_json_schema_validate (schema, value, &error))
    return 0;
  g_printerr ("%s\n", error->message);
  return g_error_matches (error, GH_JSON_SCHEMA_ERROR, GH_JSON_SCHEMA_ERROR_VALUE) ? 1 : 3;
}
