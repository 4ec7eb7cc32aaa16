/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * Taking folders and servers out, with a toast that puts them back where they were. */
#include "config.h"

#include "gh-removal.h"

#include <glib/gi18n.h>

#include "gh-text.h"

/* What a toast's Undo needs. */
typedef struct
{
  GhHost    *host;
  GhRoot    *root;    /* or NULL */
  GhServer  *server;  /* or NULL */
  GPtrArray *added;   /* of GhRoot, or NULL */
  guint      position;
} Undo;

static void
undo_free (Undo     *undo,
           GClosure *closure)
{
  g_object_unref (undo->host);
  g_clear_object (&undo->root);
  g_clear_object (&undo->server);
  g_clear_pointer (&undo->added, g_ptr_array_unref);
  g_free (undo);
}

/* Meanwhile the list may have become shorter, or the folder may have come back another way. */
static guint
clamp_position (GListModel *list,
                gpointer    item,
                guint       position)
{
  guint n = g_list_model_get_n_items (list);

  for (guint i = 0; i < n; i++)
    {
      g_autoptr(GObject) other = g_list_model_get_item (list, i);

      if (other == item)
        return G_MAXUINT;
      if (GH_IS_ROOT (item) && g_file_equal (gh_root_get_file (GH_ROOT (other)),
                                             gh_root_get_file (item)))
        return G_MAXUINT;
    }
  return MIN (position, n);
}

static void
undo_cb (AdwToast *toast,
         Undo     *undo)
{
  GhRootList *roots = gh_host_get_roots (undo->host);
  GhServerList *servers = gh_host_get_servers (undo->host);
  guint position;

  if (undo->root != NULL)
    {
      position = clamp_position (G_LIST_MODEL (roots), undo->root, undo->position);
      if (position != G_MAXUINT)
        gh_root_list_insert (roots, undo->root, position);
    }
  if (undo->server != NULL)
    {
      position = clamp_position (G_LIST_MODEL (servers), undo->server, undo->position);
      if (position != G_MAXUINT)
        gh_server_list_insert (servers, undo->server, position);
    }
  for (guint i = 0; undo->added != NULL && i < undo->added->len; i++)
    {
      GhRoot *root = g_ptr_array_index (undo->added, i);

      if (clamp_position (G_LIST_MODEL (roots), root, 0) == G_MAXUINT)
        gh_root_list_remove (roots, root);
    }
}

static void
offer (AdwToast *toast,
       Undo     *undo)
{
  adw_toast_set_button_label (toast, _("_Undo"));
  /* At once: Undo means what was done last. */
  adw_toast_set_priority (toast, ADW_TOAST_PRIORITY_HIGH);
  g_signal_connect_data (toast, "button-clicked", G_CALLBACK (undo_cb), undo,
                         (GClosureNotify) undo_free, 0);
}

static Undo *
undo_new (GhWindow *window)
{
  Undo *undo = g_new0 (Undo, 1);

  undo->host = g_object_ref (gh_window_get_host (window));
  return undo;
}

void
gh_removal_of_root (GhWindow *window,
                    GhRoot   *root)
{
  g_autofree char *name = NULL;
  AdwToast *toast;
  Undo *undo;

  g_return_if_fail (GH_IS_WINDOW (window));
  g_return_if_fail (GH_IS_ROOT (root));

  undo = undo_new (window);
  undo->root = g_object_ref (root);
  undo->position = gh_root_list_remove (gh_host_get_roots (undo->host), root);
  name = gh_text_dup_root_name (root);
  /* Translators: %s is a folder's name. The folder itself stays where it is. */
  toast = gh_text_toast (_("%s is no longer shared"), name);
  offer (toast, undo);
  gh_window_add_toast (window, toast);
}

void
gh_removal_of_server (GhWindow *window,
                      GhServer *server)
{
  g_autofree char *name = NULL;
  AdwToast *toast;
  Undo *undo;

  g_return_if_fail (GH_IS_WINDOW (window));
  g_return_if_fail (GH_IS_SERVER (server));

  undo = undo_new (window);
  undo->server = g_object_ref (server);
  undo->position = gh_server_list_remove (gh_host_get_servers (undo->host), server);
  name = gh_text_dup_server_name (server);
  /* Translators: %s is a server's name. */
  toast = gh_text_toast (_("%s was removed"), name);
  offer (toast, undo);
  gh_window_add_toast (window, toast);
}

void
gh_removal_offer_roots (AdwToast  *toast,
                        GhWindow  *window,
                        GPtrArray *roots)
{
  Undo *undo;

  g_return_if_fail (ADW_IS_TOAST (toast));
  g_return_if_fail (GH_IS_WINDOW (window));

  undo = undo_new (window);
  undo->added = roots;
  offer (toast, undo);
}
