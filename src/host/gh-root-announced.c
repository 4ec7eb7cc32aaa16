/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * What servers are told of the roots, from what is known of them. */
#include "config.h"

#include "gh-root-announced.h"

#include <string.h>

#include "gh-root-private.h"

void
gh_announced_root_free (GhAnnouncedRoot *self)
{
  if (self == NULL)
    return;
  g_free (self->uri);
  g_free (self->name);
  g_free (self);
}

/* What is left out must be known first; see gh_root_watch_is_known(). */
static gboolean
is_announced (GhRootWatch *watch)
{
  return gh_root_get_state (gh_root_watch_get_root (watch)) == GH_ROOT_AVAILABLE
         && gh_root_watch_is_known (watch);
}

/* With the final zero byte, so that no two lists look alike. */
static void
add_to_digest (GChecksum  *sum,
               const char *text)
{
  g_checksum_update (sum, (const guchar *) text, strlen (text) + 1);
}

char *
gh_root_announced_dup_digest (GPtrArray *watches)
{
  g_autoptr(GChecksum) sum = g_checksum_new (G_CHECKSUM_SHA256);

  for (guint i = 0; i < watches->len; i++)
    {
      GhRootWatch *watch = g_ptr_array_index (watches, i);
      GhRoot *root = gh_root_watch_get_root (watch);
      const char * const *servers = gh_root_get_servers (root);
      GPtrArray *pieces = gh_root_watch_get_pieces (watch);

      if (!is_announced (watch))
        continue;
      add_to_digest (sum, gh_root_get_path (root));
      add_to_digest (sum, gh_root_get_name (root));
      for (gsize j = 0; servers != NULL && servers[j] != NULL; j++)
        add_to_digest (sum, servers[j]);
      add_to_digest (sum, servers != NULL ? "s" : "a");
      for (guint j = 0; pieces != NULL && j < pieces->len; j++)
        add_to_digest (sum, g_ptr_array_index (pieces, j));
      add_to_digest (sum, pieces != NULL ? "p" : "w");
    }
  return g_strdup (g_checksum_get_string (sum));
}

static void
announce (GPtrArray  *announced,
          GHashTable *told,
          const char *path,
          char       *take_name)
{
  g_autofree char *uri = g_filename_to_uri (path, NULL, NULL);
  g_autofree char *name = take_name;

  if (uri == NULL || !g_hash_table_add (told, g_strdup (uri)))
    return;

  GhAnnouncedRoot *root = g_new0 (GhAnnouncedRoot, 1);

  root->uri = g_steal_pointer (&uri);
  root->name = g_steal_pointer (&name);
  g_ptr_array_add (announced, root);
}

GPtrArray *
gh_root_announced_dup (GPtrArray  *watches,
                       const char *server_id)
{
  GPtrArray *announced = g_ptr_array_new_with_free_func ((GDestroyNotify) gh_announced_root_free);
  g_autoptr(GHashTable) told = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (guint i = 0; i < watches->len; i++)
    {
      GhRootWatch *watch = g_ptr_array_index (watches, i);
      GhRoot *root = gh_root_watch_get_root (watch);
      GPtrArray *pieces = gh_root_watch_get_pieces (watch);
      const char *path = gh_root_get_path (root);
      const char *name = gh_root_get_name (root);

      if (!is_announced (watch)
          || (server_id != NULL && !gh_root_is_told_to (root, server_id)))
        continue;
      if (pieces == NULL)
        announce (announced, told, path, g_strdup (name));
      for (guint j = 0; pieces != NULL && j < pieces->len; j++)
        {
          const char *piece = g_ptr_array_index (pieces, j);
          g_autofree char *piece_path = g_build_filename (path, piece, NULL);
          g_autofree char *piece_name = g_filename_display_name (piece);

          announce (announced, told, piece_path, g_strconcat (name, "/", piece_name, NULL));
        }
    }
  return announced;
}
