/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * Tells what came of adding folders. */
#include "config.h"

#include "gh-root-additions.h"

#include <glib/gi18n.h>

#include "gh-removal.h"
#include "gh-text.h"

/* How long what needs reading or deciding stays, in seconds; the toast's own is 5. */
#define LONG_TOAST 8

static void
tell_added (GPtrArray *additions,
            GhWindow  *window)
{
  g_autoptr(GPtrArray) roots = g_ptr_array_new_with_free_func (g_object_unref);
  AdwToast *toast;

  for (guint i = 0; i < additions->len; i++)
    {
      GhRootAddition *addition = g_ptr_array_index (additions, i);

      if (addition->outcome == GH_ROOT_ADDED && addition->root != NULL)
        g_ptr_array_add (roots, g_object_ref (addition->root));
    }
  if (roots->len == 0)
    return;
  if (roots->len == 1)
    {
      g_autofree char *name = gh_text_dup_root_name (g_ptr_array_index (roots, 0));

      /* Translators: %s is a folder's name; servers are told of it from now on. */
      toast = gh_text_toast (_("%s is now shared"), name);
    }
  else
    toast = gh_text_toast (ngettext ("%u folder is now shared",
                                     "%u folders are now shared", roots->len),
                           roots->len);
  gh_removal_offer_roots (toast, window, g_steal_pointer (&roots));
  gh_window_add_toast (window, toast);
}

typedef struct
{
  GhWindow   *window;
  GListStore *parents; /* of GFile */
} Offer;

static void
offer_free (Offer    *offer,
            GClosure *closure)
{
  g_object_unref (offer->window);
  g_object_unref (offer->parents);
  g_free (offer);
}

static void
add_parent_cb (AdwToast *toast,
               Offer    *offer)
{
  gh_window_add_files (offer->window, G_LIST_MODEL (offer->parents));
}

static void
offer_parent (AdwToast *toast,
              GhWindow *window,
              GFile    *parent)
{
  Offer *offer = g_new0 (Offer, 1);

  offer->window = g_object_ref (window);
  offer->parents = g_list_store_new (G_TYPE_FILE);
  g_list_store_append (offer->parents, parent);
  adw_toast_set_button_label (toast, _("Add Its _Folder"));
  g_signal_connect_data (toast, "button-clicked", G_CALLBACK (add_parent_cb), offer,
                         (GClosureNotify) offer_free, 0);
}

/* What stood in the way of one folder. */
static AdwToast *
make_toast (GhRootAddition *addition,
            GhWindow       *window)
{
  g_autofree char *name = gh_text_dup_name (addition->file);
  g_autofree char *root_name = addition->root != NULL ? gh_text_dup_root_name (addition->root)
                                                      : g_strdup ("");
  AdwToast *toast;

  switch (addition->outcome)
    {
    case GH_ROOT_ALREADY_THERE:
      if (g_str_equal (name, root_name))
        return gh_text_toast (_("%s is already in the list"), name);
      /* Translators: %1$s is the folder's name, %2$s the name it has in the list. */
      return gh_text_toast (_("%1$s is already in the list, as %2$s"), name, root_name);
    case GH_ROOT_INSIDE:
      /* Translators: %1$s is a folder's name, %2$s the name of a folder in the list. */
      return gh_text_toast (_("%1$s is inside %2$s, which is shared already"), name, root_name);
    case GH_ROOT_NOT_A_FOLDER:
      toast = gh_text_toast (_("%s is a file. Only folders can be shared."), name);
      if (addition->parent != NULL)
        offer_parent (toast, window, addition->parent);
      return toast;
    case GH_ROOT_NOT_FOUND:
      return gh_text_toast (_("%s does not exist"), name);
    case GH_ROOT_NOT_LOCAL:
      return gh_text_toast (_("%s is not on this computer"), name);
    case GH_ROOT_ADDED:
    default:
      g_return_val_if_reached (NULL);
    }
}

/* The same trouble of several. */
static AdwToast *
make_toast_for_several (GhRootAddOutcome outcome,
                        guint            n)
{
  switch (outcome)
    {
    case GH_ROOT_ALREADY_THERE:
      return gh_text_toast (ngettext ("%u folder is already in the list",
                                      "%u folders are already in the list", n), n);
    case GH_ROOT_INSIDE:
      return gh_text_toast (ngettext ("%u folder is inside others that are shared already",
                                      "%u folders are inside others that are shared already", n),
                            n);
    case GH_ROOT_NOT_A_FOLDER:
      return gh_text_toast (ngettext ("%u is a file. Only folders can be shared.",
                                      "%u are files. Only folders can be shared.", n), n);
    case GH_ROOT_NOT_FOUND:
      return gh_text_toast (ngettext ("%u does not exist", "%u do not exist", n), n);
    case GH_ROOT_NOT_LOCAL:
      return gh_text_toast (ngettext ("%u is not on this computer", "%u are not on this computer",
                                      n), n);
    case GH_ROOT_ADDED:
    default:
      g_return_val_if_reached (NULL);
    }
}

void
gh_root_additions_tell (GPtrArray *additions,
                        GhWindow  *window)
{
  guint count[GH_ROOT_NOT_LOCAL + 1] = { 0 };
  GhRootAddition *first[GH_ROOT_NOT_LOCAL + 1] = { NULL };

  g_return_if_fail (additions != NULL);
  g_return_if_fail (GH_IS_WINDOW (window));

  for (guint i = 0; i < additions->len; i++)
    {
      GhRootAddition *addition = g_ptr_array_index (additions, i);

      if (count[addition->outcome]++ == 0)
        first[addition->outcome] = addition;
    }
  for (guint outcome = GH_ROOT_ADDED; outcome <= GH_ROOT_NOT_LOCAL; outcome++)
    {
      AdwToast *toast;

      if (count[outcome] == 0)
        continue;
      if (outcome == GH_ROOT_ADDED)
        {
          tell_added (additions, window);
          continue;
        }
      toast = count[outcome] == 1 ? make_toast (first[outcome], window)
                                  : make_toast_for_several (outcome, count[outcome]);
      adw_toast_set_timeout (toast, LONG_TOAST);
      gh_window_add_toast (window, toast);
    }
}
