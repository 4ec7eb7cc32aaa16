/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * Tells of trouble with the person's files, one after the other. */
#include "config.h"

#include "gh-problem-banner.h"

#include <glib/gi18n.h>

#include "gh-plain-text.h"
#include "gh-problem.h"
#include "gh-text.h"
#include "gh-ui.h"
#include "gh-window.h"

/* It may quote what is in the file. */
#define MAX_DETAIL 300

struct _GhProblemBanner
{
  AdwBin       parent_instance;

  GListModel  *problems;  /* or NULL */
  GPtrArray   *dismissed; /* of GhProblem */
  GhProblem   *shown;     /* or NULL */

  GtkRevealer *revealer;
  GtkLabel    *title;
  GtkLabel    *detail;
};

G_DEFINE_TYPE (GhProblemBanner, gh_problem_banner, ADW_TYPE_BIN)

static char *
dup_title (GhProblem *problem)
{
  GFile *set_aside = gh_problem_get_set_aside (problem);
  g_autofree char *name = gh_text_dup_name (gh_problem_get_file (problem));
  g_autofree char *aside_name = set_aside != NULL ? gh_text_dup_name (set_aside) : NULL;

  switch (gh_problem_get_kind (problem))
    {
    case GH_PROBLEM_DAMAGED:
      if (aside_name != NULL)
        /* Translators: the first %s is a file's name, the second the name under which it now is. */
        return g_strdup_printf (_("%s is damaged. Gatehouse kept it as %s and went on without it."),
                                name, aside_name);
      return g_strdup_printf (_("%s is damaged. Gatehouse went on without it."), name);
    case GH_PROBLEM_BAD_ENTRY:
      return g_strdup_printf (_("An entry of %s makes no sense to Gatehouse. It was left out, and "
                                "left in the file."), name);
    case GH_PROBLEM_UNREADABLE:
      return g_strdup_printf (_("%s cannot be read. Until the next start, Gatehouse keeps your "
                                "changes to itself and leaves the file alone."), name);
    case GH_PROBLEM_NOT_SAVED:
      return g_strdup_printf (_("%s could not be saved. The version before is still there."), name);
    case GH_PROBLEM_BAD_CHANGE:
      return g_strdup_printf (_("%s was changed and is damaged now. Gatehouse goes on with what it "
                                "held before."), name);
    case GH_PROBLEM_OVERTAKEN:
      if (aside_name != NULL)
        /* Translators: the first %s is a file's name, the second the name under which it now is. */
        return g_strdup_printf (_("Another program had changed %s. Its version is kept as %s."),
                                name, aside_name);
      return g_strdup_printf (_("Another program had changed %s. Gatehouse wrote its own version."),
                              name);
    case GH_PROBLEM_NEWER:
      return g_strdup_printf (_("%s comes from a newer Gatehouse. This one leaves it alone and "
                                "adds nothing to it."), name);
    case GH_PROBLEM_NOT_KEPT:
      return g_strdup_printf (_("Nothing can be added to %s now. Gatehouse goes on, and tries "
                                "again."), name);
    default:
      g_return_val_if_reached (NULL);
    }
}

static GhProblem *
dup_next (GhProblemBanner *self)
{
  guint n = self->problems != NULL ? g_list_model_get_n_items (self->problems) : 0;

  for (guint i = 0; i < n; i++)
    {
      g_autoptr(GhProblem) problem = g_list_model_get_item (self->problems, i);

      if (!g_ptr_array_find (self->dismissed, problem, NULL))
        return g_steal_pointer (&problem);
    }
  return NULL;
}

static void
update (GhProblemBanner *self)
{
  g_autoptr(GhProblem) next = dup_next (self);
  g_autofree char *title = NULL;
  g_autofree char *detail = NULL;

  if (!g_set_object (&self->shown, next))
    return;
  /* While it slides away it keeps its words. */
  gtk_revealer_set_reveal_child (self->revealer, next != NULL);
  if (next == NULL)
    return;

  title = dup_title (next);
  detail = gh_plain_text_dup (gh_problem_get_detail (next), MAX_DETAIL, GH_PLAIN_TEXT_ONE_LINE);
  gtk_label_set_label (self->title, title);
  gtk_label_set_label (self->detail, detail);
  gtk_widget_set_visible (GTK_WIDGET (self->detail), *detail != '\0');
}

static void
problems_changed_cb (GListModel      *problems,
                     guint            position,
                     guint            removed,
                     guint            added,
                     GhProblemBanner *self)
{
  g_assert (GH_IS_PROBLEM_BANNER (self));

  update (self);
}

static void
dismiss_cb (GhProblemBanner *self)
{
  g_assert (GH_IS_PROBLEM_BANNER (self));

  if (self->shown != NULL)
    g_ptr_array_add (self->dismissed, g_object_ref (self->shown));
  update (self);
}

static void
open_folder_cb (GhProblemBanner *self)
{
  GhWindow *window = gh_window_of (GTK_WIDGET (self));
  g_autoptr(GFile) folder = NULL;

  g_assert (GH_IS_PROBLEM_BANNER (self));

  if (self->shown == NULL || window == NULL)
    return;
  folder = g_file_get_parent (gh_problem_get_file (self->shown));
  gh_window_open_folder (window, folder);
}

static void
gh_problem_banner_dispose (GObject *object)
{
  GhProblemBanner *self = GH_PROBLEM_BANNER (object);

  if (self->problems != NULL)
    g_signal_handlers_disconnect_by_data (self->problems, self);
  g_clear_object (&self->problems);
  g_clear_object (&self->shown);
  g_clear_pointer (&self->dismissed, g_ptr_array_unref);

  G_OBJECT_CLASS (gh_problem_banner_parent_class)->dispose (object);
}

static void
gh_problem_banner_class_init (GhProblemBannerClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = gh_problem_banner_dispose;

  gtk_widget_class_set_template_from_resource (widget_class,
                                               GH_UI_RESOURCE_PATH "gh-problem-banner.ui");
  gtk_widget_class_bind_template_child (widget_class, GhProblemBanner, revealer);
  gtk_widget_class_bind_template_child (widget_class, GhProblemBanner, title);
  gtk_widget_class_bind_template_child (widget_class, GhProblemBanner, detail);
  gtk_widget_class_bind_template_callback (widget_class, dismiss_cb);
  gtk_widget_class_bind_template_callback (widget_class, open_folder_cb);
}

static void
gh_problem_banner_init (GhProblemBanner *self)
{
  self->dismissed = g_ptr_array_new_with_free_func (g_object_unref);
  gtk_widget_init_template (GTK_WIDGET (self));
}

void
gh_problem_banner_set_problems (GhProblemBanner *self,
                                GListModel      *problems)
{
  g_return_if_fail (GH_IS_PROBLEM_BANNER (self));

  if (self->problems == problems)
    return;
  if (self->problems != NULL)
    g_signal_handlers_disconnect_by_data (self->problems, self);
  g_set_object (&self->problems, problems);
  if (problems != NULL)
    g_signal_connect_object (problems, "items-changed", G_CALLBACK (problems_changed_cb), self, 0);
  update (self);
}
