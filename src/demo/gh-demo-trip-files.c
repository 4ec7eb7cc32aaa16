/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * The travel desk's files: trips in travel-planning, templates in travel-templates. */
#include "config.h"

#include "gh-demo-trip-files.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>

#include "gh-json.h"

#define PLANNING "travel-planning"
#define TEMPLATES "travel-templates"
#define SUFFIX ".md"

/* A travel plan is some pages. */
#define MAX_FILE (1024 * 1024)
#define MAX_TRIPS 500
/* What is looked at to find them: the folder may be the whole disk. */
#define MAX_ENTRIES 20000
/* Folders in folders that are looked into. */
#define MAX_DEPTH 4
/* A title is one line. */
#define MAX_TITLE 1024
/* Places of one kind that are filled in a template: a megabyte of them, each filled with a
 * megabyte, would be more than fits into memory. */
#define MAX_PLACES 10

static const char *
require_root (GhDemoRoots  *roots,
              const char   *name,
              GError      **error)
{
  const char *path = gh_demo_roots_find (roots, name);

  if (path == NULL)
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND,
                 "The folder “%s” is not open to the travel desk. "
                 "Add it to the roots of this server.",
                 name);
  return path;
}

/* The whole file as valid UTF-8. path is resolved. */
static char *
read_file (const char  *path,
           GError     **error)
{
  g_autofree char *data = g_malloc (MAX_FILE + 1);
  gsize length = 0;
  int fd = open (path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
  GStatBuf info;

  if (fd < 0 || fstat (fd, &info) != 0 || !S_ISREG (info.st_mode))
    {
      g_autofree char *shown = g_filename_display_name (path);

      g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_REGULAR_FILE, "“%s” cannot be read.", shown);
      if (fd >= 0)
        close (fd);
      return NULL;
    }
  while (length <= MAX_FILE)
    {
      gssize n = read (fd, data + length, MAX_FILE + 1 - length);

      if (n < 0 && errno == EINTR)
        continue;
      if (n <= 0)
        break;
      length += n;
    }
  close (fd);
  if (length > MAX_FILE)
    {
      g_autofree char *shown = g_filename_display_name (path);

      g_set_error (error, G_IO_ERROR, G_IO_ERROR_MESSAGE_TOO_LARGE, "“%s” is too long.", shown);
      return NULL;
    }
  return g_utf8_make_valid (data, length);
}

/* The first heading, else the file's name. */
static char *
dup_title (const char *path,
           const char *name)
{
  g_autofree char *text = read_file (path, NULL);
  g_auto(GStrv) lines = g_strsplit (text != NULL ? text : "", "\n", 20);

  for (guint i = 0; lines[i] != NULL && i < 19; i++)
    if (g_str_has_prefix (lines[i], "# "))
      return g_strdup (g_strstrip (lines[i] + 2));
  return g_strndup (name, strlen (name) - strlen (SUFFIX));
}

static int
compare_names (gconstpointer a,
               gconstpointer b)
{
  return strcmp (*(const char * const *) a, *(const char * const *) b);
}

/* Names below the folder, relative to it; links are not followed. */
static void
collect (GPtrArray  *names,
         const char *root,
         const char *below,
         guint       depth,
         guint      *n_left)
{
  g_autofree char *path = g_build_filename (root, below, NULL);
  g_autoptr(GDir) dir = g_dir_open (path, 0, NULL);
  const char *entry;

  while (dir != NULL && names->len < MAX_TRIPS && *n_left > 0
         && (entry = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *name = *below != '\0' ? g_build_filename (below, entry, NULL)
                                             : g_strdup (entry);
      g_autofree char *full = g_build_filename (root, name, NULL);
      GStatBuf info;

      --*n_left;
      if (*entry == '.' || g_lstat (full, &info) != 0)
        continue;
      if (S_ISDIR (info.st_mode) && depth > 0)
        collect (names, root, name, depth - 1, n_left);
      else if (S_ISREG (info.st_mode) && g_str_has_suffix (entry, SUFFIX))
        g_ptr_array_add (names, g_steal_pointer (&name));
    }
}

JsonNode *
gh_demo_trip_files_list (GhDemoRoots  *roots,
                         GError      **error)
{
  const char *root = require_root (roots, PLANNING, error);
  g_autoptr(GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  guint n_left = MAX_ENTRIES;
  JsonArray *trips;
  JsonObject *result;

  if (root == NULL)
    return NULL;
  collect (names, root, "", MAX_DEPTH, &n_left);
  g_ptr_array_sort (names, compare_names);

  trips = json_array_new ();
  for (guint i = 0; i < names->len; i++)
    {
      const char *name = g_ptr_array_index (names, i);
      g_autofree char *path = g_build_filename (root, name, NULL);
      g_autofree char *title = dup_title (path, name);
      g_autofree char *uri = g_filename_to_uri (path, NULL, NULL);
      g_autofree char *shown = g_filename_display_name (name);
      JsonObject *trip = json_object_new ();

      json_object_set_member (trip, "name", gh_json_node_new_string (shown));
      json_object_set_member (trip, "title", gh_json_node_new_string (title));
      json_object_set_member (trip, "uri", gh_json_node_new_string (uri));
      json_array_add_element (trips, gh_json_node_new_object (trip));
    }
  result = json_object_new ();
  json_object_set_member (result, "trips", gh_json_node_new_array (trips));
  return gh_json_node_new_object (result);
}

static char *
with_suffix (const char *name)
{
  return g_str_has_suffix (name, SUFFIX) ? g_strdup (name) : g_strconcat (name, SUFFIX, NULL);
}

char *
gh_demo_trip_files_read (GhDemoRoots  *roots,
                         const char   *trip,
                         GError      **error)
{
  const char *root = require_root (roots, PLANNING, error);
  g_autofree char *name = with_suffix (trip);
  g_autofree char *path = NULL;

  if (root == NULL)
    return NULL;
  path = gh_demo_roots_resolve (roots, root, name, FALSE, error);
  return path != NULL ? read_file (path, error) : NULL;
}

static char *
fill_template (GhDemoRoots  *roots,
               const char   *template,
               const char   *title,
               const char   *itinerary,
               GError      **error)
{
  const char *root = require_root (roots, TEMPLATES, error);
  g_autofree char *name = with_suffix (template);
  g_autofree char *path = NULL;
  g_autofree char *text = NULL;
  GString *filled;

  if (root == NULL)
    return NULL;
  path = gh_demo_roots_resolve (roots, root, name, FALSE, error);
  text = path != NULL ? read_file (path, error) : NULL;
  if (text == NULL)
    return NULL;
  filled = g_string_new (text);
  g_string_replace (filled, "{{title}}", title, MAX_PLACES);
  g_string_replace (filled, "{{itinerary}}", itinerary, MAX_PLACES);
  return g_string_free (filled, FALSE);
}

/* What could not be read again is not written either. */
static gboolean
require_length (const char  *what,
                const char  *text,
                gsize        max_length,
                GError     **error)
{
  if (strlen (text) <= max_length)
    return TRUE;
  g_set_error (error, G_IO_ERROR, G_IO_ERROR_MESSAGE_TOO_LARGE, "The %s is too long.", what);
  return FALSE;
}

char *
gh_demo_trip_files_save (GhDemoRoots  *roots,
                         const char   *trip,
                         const char   *title,
                         const char   *itinerary,
                         const char   *template,
                         gboolean      replace,
                         GError      **error)
{
  const char *root = require_root (roots, PLANNING, error);
  g_autofree char *name = with_suffix (trip);
  g_autofree char *path = NULL;
  g_autofree char *text = NULL;

  if (root == NULL || !require_length ("title", title, MAX_TITLE, error)
      || !require_length ("itinerary", itinerary, MAX_FILE, error))
    return NULL;
  path = gh_demo_roots_resolve (roots, root, name, TRUE, error);
  if (path == NULL)
    return NULL;
  if (!replace && g_file_test (path, G_FILE_TEST_EXISTS))
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_EXISTS,
                   "“%s” is there already. Say “replace” to write over it.", name);
      return NULL;
    }
  text = template != NULL ? fill_template (roots, template, title, itinerary, error)
                          : g_strdup_printf ("# %s\n\n%s\n", title, itinerary);
  if (text == NULL || !require_length ("itinerary", text, MAX_FILE, error)
      || !g_file_set_contents_full (path, text, -1, G_FILE_SET_CONTENTS_CONSISTENT, 0644, error))
    return NULL;
  return g_steal_pointer (&path);
}
