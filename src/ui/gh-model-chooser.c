/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * A popover with all models, by endpoint. */
#include "config.h"

#include "gh-model-chooser.h"

#include "gh-review-words.h"
#include "gh-ui.h"

#include <glib/gi18n.h>

/* With few models a search is in the way. */
#define SEARCH_FROM 8
/* Rows made at once; a cloud endpoint may offer hundreds, and the search finds those. */
#define MOST_ROWS 60

struct _GhModelChooser
{
  GtkPopover         parent_instance;

  /* Owned */
  GListModel        *models;
  GhModel           *selected;
  GhSamplingRequest *request; /* or NULL: chosen for nothing in particular */
  GhModelList       *all;     /* NULL without a request */
  GPtrArray         *shown;   /* of GhModel, one a row: the list may change while it is open */

  /* Template */
  GtkEditable       *search_entry;
  GtkListBox        *list;
  GtkLabel          *more_label;
};

G_DEFINE_FINAL_TYPE (GhModelChooser, gh_model_chooser, GTK_TYPE_POPOVER)

enum
{
  CHOSEN,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

static gboolean
is_same (GhModel *a,
         GhModel *b)
{
  return a != NULL && b != NULL &&
         g_strcmp0 (gh_model_get_id (a), gh_model_get_id (b)) == 0 &&
         g_strcmp0 (gh_model_get_provider_id (a), gh_model_get_provider_id (b)) == 0;
}

static gboolean
matches (GhModel    *model,
         const char *needle)
{
  g_autofree char *id = g_utf8_casefold (gh_model_get_id (model), -1);
  g_autofree char *provider = g_utf8_casefold (gh_model_get_provider_name (model), -1);

  return g_strrstr (id, needle) != NULL || g_strrstr (provider, needle) != NULL;
}

static GtkWidget *
create_header (GhModel *model)
{
  g_autofree char *place = gh_words_model_place (model);
  GtkWidget *label = gtk_label_new (place);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_label_set_max_width_chars (GTK_LABEL (label), 40);
  gtk_widget_add_css_class (label, "caption-heading");
  gtk_widget_add_css_class (label, "gh-dim");
  gtk_widget_add_css_class (label, "gh-group");
  return label;
}

/* objection: why it cannot be chosen, or NULL. */
static GtkWidget *
create_row (GhModel    *model,
            gboolean    selected,
            const char *objection)
{
  g_autofree char *id = gh_words_name (gh_model_get_id (model));
  g_autofree char *place = gh_words_model_place (model);
  g_autofree char *name = NULL;
  GtkWidget *row = gtk_list_box_row_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  GtkWidget *label = gtk_label_new (id);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_MIDDLE);
  gtk_label_set_max_width_chars (GTK_LABEL (label), 40);
  gtk_widget_set_hexpand (label, TRUE);
  gtk_box_append (GTK_BOX (box), label);
  if (selected)
    gtk_box_append (GTK_BOX (box), gtk_image_new_from_icon_name ("object-select-symbolic"));
  if (objection != NULL)
    {
      GtkWidget *reason = gtk_label_new (objection);

      gtk_label_set_ellipsize (GTK_LABEL (reason), PANGO_ELLIPSIZE_END);
      gtk_widget_add_css_class (reason, "caption");
      gtk_box_append (GTK_BOX (box), reason);
      gtk_widget_set_sensitive (row, FALSE);
      gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (row), FALSE);
    }
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), box);
  gtk_widget_set_tooltip_text (row, id);
  /* Translators: model and where it runs, for a screen reader: "llama3.2; Ollama, on this
   * computer". */
  name = g_strdup_printf (_("%s; %s"), id, objection != NULL ? objection : place);
  gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
  return row;
}

static char *
dup_needle (GhModelChooser *self)
{
  return g_utf8_casefold (gtk_editable_get_text (self->search_entry), -1);
}

static GhModel *
get_model_at (GhModelChooser *self,
              int             index)
{
  return index >= 0 && (guint) index < self->shown->len ? g_ptr_array_index (self->shown,
                                                                             index) : NULL;
}

static void
header_cb (GtkListBoxRow *row,
           GtkListBoxRow *before,
           gpointer       user_data)
{
  GhModelChooser *self = user_data;
  GhModel *model = get_model_at (self, gtk_list_box_row_get_index (row));
  GhModel *previous = NULL;

  if (before != NULL)
    previous = get_model_at (self, gtk_list_box_row_get_index (before));
  if (model == NULL)
    return;
  if (previous == NULL ||
      g_strcmp0 (gh_model_get_provider_id (previous), gh_model_get_provider_id (model)) != 0)
    gtk_list_box_row_set_header (row, create_header (model));
  else
    gtk_list_box_row_set_header (row, NULL);
}

static char *
dup_objection (GhModelChooser *self,
               GhModel        *model)
{
  return self->request != NULL ? gh_words_objection (self->request, self->all, model) : NULL;
}

static void
fill (GhModelChooser *self)
{
  g_autofree char *needle = dup_needle (self);
  g_autofree char *more = NULL;
  guint n = self->models != NULL ? g_list_model_get_n_items (self->models) : 0;
  guint n_matching = 0;
  GtkListBoxRow *row;

  while ((row = gtk_list_box_get_row_at_index (self->list, 0)) != NULL)
    gtk_list_box_remove (self->list, GTK_WIDGET (row));
  g_ptr_array_set_size (self->shown, 0);
  for (guint i = 0; i < n; i++)
    {
      g_autoptr(GhModel) model = g_list_model_get_item (self->models, i);
      g_autofree char *objection = NULL;

      if (!matches (model, needle))
        continue;
      if (n_matching++ >= MOST_ROWS)
        continue;
      objection = dup_objection (self, model);
      g_ptr_array_add (self->shown, g_object_ref (model));
      gtk_list_box_append (self->list,
                           create_row (model, is_same (model, self->selected), objection));
    }
  gtk_list_box_invalidate_headers (self->list);

  gtk_widget_set_visible (GTK_WIDGET (self->search_entry), n >= SEARCH_FROM);
  gtk_widget_set_visible (GTK_WIDGET (self->more_label), n_matching == 0 || n_matching > MOST_ROWS);
  if (n_matching == 0)
    gtk_label_set_text (self->more_label, _("No model has that in its name."));
  else if (n_matching > MOST_ROWS)
    {
      more = g_strdup_printf (ngettext ("%u more: type a part of its name",
                                        "%u more: type a part of a name",
                                        n_matching - MOST_ROWS),
                              n_matching - MOST_ROWS);
      gtk_label_set_text (self->more_label, more);
    }
}

static void
shown_cb (GhModelChooser *self)
{
  g_assert (GH_IS_MODEL_CHOOSER (self));

  gtk_editable_set_text (self->search_entry, "");
  fill (self);
  if (gtk_widget_get_visible (GTK_WIDGET (self->search_entry)))
    gtk_widget_grab_focus (GTK_WIDGET (self->search_entry));
  else
    gtk_widget_child_focus (GTK_WIDGET (self->list), GTK_DIR_TAB_FORWARD);
}

static void
search_changed_cb (GhModelChooser *self)
{
  g_assert (GH_IS_MODEL_CHOOSER (self));

  fill (self);
}

static void
choose (GhModelChooser *self,
        int             index)
{
  GhModel *at = get_model_at (self, index);
  g_autoptr(GhModel) model = at != NULL ? g_object_ref (at) : NULL;
  g_autofree char *objection = model != NULL ? dup_objection (self, model) : NULL;

  /* Return in the search takes the first one, whatever it is. */
  if (objection != NULL)
    return;
  gtk_popover_popdown (GTK_POPOVER (self));
  if (model != NULL)
    g_signal_emit (self, signals[CHOSEN], 0, model);
}

static void
search_activate_cb (GhModelChooser *self)
{
  g_assert (GH_IS_MODEL_CHOOSER (self));

  /* The search waits a little for more letters; who pressed Return has no more. */
  fill (self);
  choose (self, 0);
}

static void
row_activated_cb (GhModelChooser *self,
                  GtkListBoxRow  *row)
{
  g_assert (GH_IS_MODEL_CHOOSER (self));

  choose (self, gtk_list_box_row_get_index (row));
}

static void
gh_model_chooser_finalize (GObject *object)
{
  GhModelChooser *self = GH_MODEL_CHOOSER (object);

  g_clear_object (&self->models);
  g_clear_object (&self->selected);
  g_clear_object (&self->request);
  g_clear_object (&self->all);
  g_clear_pointer (&self->shown, g_ptr_array_unref);
  G_OBJECT_CLASS (gh_model_chooser_parent_class)->finalize (object);
}

static void
gh_model_chooser_class_init (GhModelChooserClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = gh_model_chooser_finalize;

  signals[CHOSEN] = g_signal_new ("chosen", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST,
                                  0, NULL, NULL, NULL, G_TYPE_NONE, 1, GH_TYPE_MODEL);

  gtk_widget_class_set_template_from_resource (widget_class,
                                               GH_UI_RESOURCE_PATH "gh-model-chooser.ui");
  gtk_widget_class_bind_template_child (widget_class, GhModelChooser, search_entry);
  gtk_widget_class_bind_template_child (widget_class, GhModelChooser, list);
  gtk_widget_class_bind_template_child (widget_class, GhModelChooser, more_label);
  gtk_widget_class_bind_template_callback (widget_class, shown_cb);
  gtk_widget_class_bind_template_callback (widget_class, search_changed_cb);
  gtk_widget_class_bind_template_callback (widget_class, search_activate_cb);
  gtk_widget_class_bind_template_callback (widget_class, row_activated_cb);
}

static void
gh_model_chooser_init (GhModelChooser *self)
{
  self->shown = g_ptr_array_new_with_free_func (g_object_unref);
  gtk_widget_init_template (GTK_WIDGET (self));
  gtk_list_box_set_header_func (self->list, header_cb, self, NULL);
}

GtkWidget *
gh_model_chooser_new (void)
{
  return g_object_new (GH_TYPE_MODEL_CHOOSER, NULL);
}

void
gh_model_chooser_set_models (GhModelChooser *self,
                             GListModel     *models)
{
  g_return_if_fail (GH_IS_MODEL_CHOOSER (self));
  g_return_if_fail (models == NULL || G_IS_LIST_MODEL (models));

  if (g_set_object (&self->models, models))
    fill (self);
}

void
gh_model_chooser_set_request (GhModelChooser    *self,
                              GhSamplingRequest *request,
                              GhModelList       *models)
{
  g_return_if_fail (GH_IS_MODEL_CHOOSER (self));
  g_return_if_fail (request == NULL || GH_IS_SAMPLING_REQUEST (request));
  g_return_if_fail (request == NULL || GH_IS_MODEL_LIST (models));

  g_set_object (&self->request, request);
  if (request == NULL)
    models = NULL;
  g_set_object (&self->all, models);
}

void
gh_model_chooser_set_selected (GhModelChooser *self,
                               GhModel        *model)
{
  g_return_if_fail (GH_IS_MODEL_CHOOSER (self));
  g_return_if_fail (model == NULL || GH_IS_MODEL (model));

  g_set_object (&self->selected, model);
}

GtkWidget *
gh_model_chooser_get_list (GhModelChooser *self)
{
  g_return_val_if_fail (GH_IS_MODEL_CHOOSER (self), NULL);

  return GTK_WIDGET (self->list);
}
