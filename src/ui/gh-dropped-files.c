/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * Files out of what is dropped or pasted: a list of files, one file, or text that names them. */
#include "config.h"

#include "gh-dropped-files.h"

#include <string.h>

/* Another program wrote the text, and every line becomes a row: more is a mistake, not a wish. */
#define MAX_FILES 1000
#define MAX_LINE 8192
/* Bytes that are no valid text stay as they were escaped. */
#define URI_FLAGS (G_URI_FLAGS_ENCODED | G_URI_FLAGS_PARSE_RELAXED)

static GFile *
file_from_line (const char *line)
{
  g_autofree char *unquoted = NULL;

  if ((*line == '\'' || *line == '"') && (unquoted = g_shell_unquote (line, NULL)) != NULL)
    line = unquoted;

  if (g_path_is_absolute (line))
    return g_file_new_for_path (line);
  if (g_str_equal (line, "~") || g_str_has_prefix (line, "~/"))
    {
      g_autofree char *path = g_build_filename (g_get_home_dir (), line + 1, NULL);

      return g_file_new_for_path (path);
    }
  /* Other schemes are taken too, so that it can be said that they are not on this computer; but not
   * what is only text with a colon in it. */
  if (strstr (line, "://") != NULL && g_uri_is_valid (line, URI_FLAGS, NULL))
    return g_file_new_for_uri (line);
  return NULL;
}

GdkContentFormats *
gh_dropped_files_get_formats (void)
{
  GType types[] = { GDK_TYPE_FILE_LIST, G_TYPE_FILE, G_TYPE_STRING };
  GdkContentFormatsBuilder *builder = gdk_content_formats_builder_new ();

  for (gsize i = 0; i < G_N_ELEMENTS (types); i++)
    gdk_content_formats_builder_add_gtype (builder, types[i]);
  return gdk_content_formats_builder_free_to_formats (builder);
}

GListModel *
gh_dropped_files_from_text (const char *text)
{
  GListStore *files = g_list_store_new (G_TYPE_FILE);

  g_return_val_if_fail (text != NULL, G_LIST_MODEL (files));

  while (*text != '\0' && g_list_model_get_n_items (G_LIST_MODEL (files)) < MAX_FILES)
    {
      gsize length = strcspn (text, "\r\n");

      /* A line that begins with # is a comment in text/uri-list. */
      if (length > 0 && length <= MAX_LINE && *text != '#')
        {
          g_autofree char *line = g_strstrip (g_strndup (text, length));
          g_autoptr(GFile) file = file_from_line (line);

          if (file != NULL)
            g_list_store_append (files, file);
        }
      text += length;
      text += strspn (text, "\r\n");
    }
  return G_LIST_MODEL (files);
}

GListModel *
gh_dropped_files_from_value (const GValue *value)
{
  GListStore *files;

  g_return_val_if_fail (G_IS_VALUE (value), NULL);

  if (G_VALUE_HOLDS_STRING (value) && g_value_get_string (value) != NULL)
    return gh_dropped_files_from_text (g_value_get_string (value));

  files = g_list_store_new (G_TYPE_FILE);
  if (G_VALUE_HOLDS (value, G_TYPE_FILE) && g_value_get_object (value) != NULL)
    {
      g_list_store_append (files, g_value_get_object (value));
    }
  else if (G_VALUE_HOLDS (value, GDK_TYPE_FILE_LIST) && g_value_get_boxed (value) != NULL)
    {
      g_autoptr(GSList) list = gdk_file_list_get_files (g_value_get_boxed (value));
      guint n = 0;

      for (GSList *l = list; l != NULL && n < MAX_FILES; l = l->next, n++)
        g_list_store_append (files, l->data);
    }
  return G_LIST_MODEL (files);
}
