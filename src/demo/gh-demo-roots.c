/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * The folders the host announced, and nothing outside them. */
#include "config.h"

#include "gh-demo-roots.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "gh-json.h"

/* A host with more folders than this has not been seen. */
#define MAX_ROOTS 1000

typedef struct
{
  char *name;
  char *path; /* without links, no slash at the end */
} Root;

struct _GhDemoRoots
{
  GPtrArray *roots; /* of Root */
};

static void
root_free (gpointer data)
{
  Root *root = data;

  g_free (root->name);
  g_free (root->path);
  g_free (root);
}

GhDemoRoots *
gh_demo_roots_new (void)
{
  GhDemoRoots *self = g_new0 (GhDemoRoots, 1);

  self->roots = g_ptr_array_new_with_free_func (root_free);
  return self;
}

void
gh_demo_roots_free (GhDemoRoots *self)
{
  g_ptr_array_unref (self->roots);
  g_free (self);
}

/* realpath() with g_free(). */
static char *
dup_real (const char *path)
{
  char *real = realpath (path, NULL);
  char *copy = g_strdup (real);

  free (real);
  return copy;
}

void
gh_demo_roots_set (GhDemoRoots *self,
                   JsonArray   *array)
{
  g_ptr_array_set_size (self->roots, 0);
  for (guint i = 0; i < MIN (json_array_get_length (array), MAX_ROOTS); i++)
    {
      JsonObject *object = gh_json_node_get_object (json_array_get_element (array, i));
      const char *uri = object != NULL ? gh_json_get_string (object, "uri") : NULL;
      const char *name = object != NULL ? gh_json_get_string (object, "name") : NULL;
      g_autofree char *path = uri != NULL ? g_filename_from_uri (uri, NULL, NULL) : NULL;
      g_autofree char *real = path != NULL ? dup_real (path) : NULL;
      Root *root;

      if (real == NULL)
        continue;
      root = g_new0 (Root, 1);
      root->name = name != NULL ? g_strdup (name) : g_filename_display_basename (real);
      root->path = g_steal_pointer (&real);
      g_ptr_array_add (self->roots, root);
    }
}

guint
gh_demo_roots_get_n (GhDemoRoots *self)
{
  return self->roots->len;
}

char *
gh_demo_roots_list (GhDemoRoots *self)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < self->roots->len; i++)
    g_string_append_printf (text, "%s%s", i > 0 ? ", " : "",
                            ((Root *) g_ptr_array_index (self->roots, i))->name);
  return g_string_free (text, FALSE);
}

const char *
gh_demo_roots_find (GhDemoRoots *self,
                    const char  *name)
{
  for (guint i = 0; i < self->roots->len; i++)
    {
      Root *root = g_ptr_array_index (self->roots, i);

      if (strcmp (root->name, name) == 0)
        return root->path;
    }
  for (guint i = 0; i < self->roots->len; i++)
    {
      Root *root = g_ptr_array_index (self->roots, i);
      g_autofree char *own = g_path_get_basename (root->path);

      if (strcmp (own, name) == 0)
        return root->path;
    }
  return NULL;
}

static gboolean
is_inside (GhDemoRoots *self,
           const char  *real)
{
  for (guint i = 0; i < self->roots->len; i++)
    {
      const char *root = ((Root *) g_ptr_array_index (self->roots, i))->path;
      gsize length = strlen (root);

      if (strncmp (real, root, length) == 0
          && (real[length] == '\0' || real[length] == '/' || strcmp (root, "/") == 0))
        return TRUE;
    }
  return FALSE;
}

static char *
make_absolute (const char *base,
               const char *text)
{
  if (g_ascii_strncasecmp (text, "file:", strlen ("file:")) == 0)
    return g_filename_from_uri (text, NULL, NULL);
  return g_path_is_absolute (text) ? g_strdup (text) : g_build_filename (base, text, NULL);
}

char *
gh_demo_roots_resolve (GhDemoRoots  *self,
                       const char   *base,
                       const char   *text,
                       gboolean      create,
                       GError      **error)
{
  g_autofree char *path = make_absolute (base, text);
  g_autofree char *parent = NULL;
  g_autofree char *name = NULL;
  g_autofree char *real = NULL;

  if (path != NULL && !create)
    real = dup_real (path);
  else if (path != NULL)
    {
      parent = g_path_get_dirname (path);
      name = g_path_get_basename (path);
      if (strcmp (name, "..") != 0 && strcmp (name, ".") != 0
          && !g_file_test (path, G_FILE_TEST_IS_SYMLINK))
        {
          g_autofree char *real_parent = dup_real (parent);

          real = real_parent != NULL ? g_build_filename (real_parent, name, NULL) : NULL;
        }
    }

  /* What is outside is refused in the same words whether it is there or not. */
  if (real == NULL && path != NULL)
    {
      g_autofree char *plain = g_canonicalize_filename (path, "/");

      if (is_inside (self, plain))
        {
          g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND, "There is no file “%s”.", text);
          return NULL;
        }
    }
  if (real == NULL || !is_inside (self, real))
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_PERMISSION_DENIED,
                   "“%s” is outside the folders that were opened to the travel desk.", text);
      return NULL;
    }
  return g_steal_pointer (&real);
}
