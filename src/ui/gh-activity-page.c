/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * Every message between us and a server, as it goes, and the selected one as JSON. */
#include "config.h"

#include "gh-activity-page.h"

#include <glib/gi18n.h>

#include "gh-activity-row.h"
#include "gh-compat-file-dialog.h"
#include "gh-json-view.h"
#include "gh-review-json.h"
#include "gh-tail-view.h"
#include "gh-text.h"
#include "gh-ui.h"
#include "gh-window.h"

/* As in the .ui file. */
enum
{
  SHOW_EVERYTHING,
  SHOW_REQUESTS,
  SHOW_NOTIFICATIONS,
  SHOW_ERRORS,
  SHOW_MALFORMED,
  SHOW_SENT,
  SHOW_RECEIVED,
};

struct _GhActivityPage
{
  AdwBin parent_instance;

  /* owned */
  GhServer *server;          /* or NULL */
  GhActivityEntry *shown;    /* in the details; or NULL */
  GCancellable *cancellable; /* of the file dialog and of writing; NULL outside a window */

  /* template */
  GhTailView *view;
  GtkWidget *details;
  GtkLabel *details_title;
  GtkLabel *details_note;
  GhJsonView *json;
};

G_DEFINE_FINAL_TYPE (GhActivityPage, gh_activity_page, ADW_TYPE_BIN)

enum
{
  PROP_0,
  PROP_SERVER,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

/* --- the list --- */

static gboolean
is_kind (GObject *item,
         guint    kind)
{
  GhActivityEntry *entry = GH_ACTIVITY_ENTRY (item);
  GhActivityKind its = gh_activity_entry_get_kind (entry);
  GhActivityDirection direction = gh_activity_entry_get_direction (entry);

  switch (kind)
    {
    case SHOW_REQUESTS:
      return its == GH_ACTIVITY_REQUEST || its == GH_ACTIVITY_RESULT || its == GH_ACTIVITY_ERROR;

    case SHOW_NOTIFICATIONS:
      return its == GH_ACTIVITY_NOTIFICATION;

    case SHOW_ERRORS:
      return its == GH_ACTIVITY_ERROR || its == GH_ACTIVITY_MALFORMED
             || gh_activity_row_is_trouble (entry);

    case SHOW_MALFORMED:
      return its == GH_ACTIVITY_MALFORMED;

    case SHOW_SENT:
      return direction == GH_ACTIVITY_SENT;

    case SHOW_RECEIVED:
      return direction == GH_ACTIVITY_RECEIVED;

    case SHOW_EVERYTHING:
    default:
      return TRUE;
    }
}

static char *
dup_text (GObject *item)
{
  GhActivityEntry *entry = GH_ACTIVITY_ENTRY (item);
  g_autofree char *words = gh_activity_row_dup_words (entry);
  g_autofree char *text = gh_activity_entry_dup_text (entry);

  return g_strdup_printf ("%s\n%s\n%s", words, gh_activity_row_get_kind (entry), text);
}

static char *
dup_copy (GObject *item)
{
  return gh_activity_entry_dup_line (GH_ACTIVITY_ENTRY (item), NULL, NULL);
}

static const GhTailFunctions functions = { is_kind, dup_text, dup_copy };

/* --- the selected message --- */

static char *
dup_note (GhActivityEntry *entry)
{
  g_autofree char *time = gh_text_dup_time (gh_activity_entry_get_time (entry), "%H:%M:%S");
  g_autofree char *size = g_format_size (gh_activity_entry_get_size (entry));

  if (!gh_activity_entry_get_whole (entry))
    /* Translators: kind of message, time, size. */
    return g_strdup_printf (_("%s · %s · only the start of %s is kept"),
                            gh_activity_row_get_kind (entry), time, size);
  return g_strdup_printf ("%s · %s · %s", gh_activity_row_get_kind (entry), time, size);
}

static void
show_one (GhActivityPage  *self,
          GhActivityEntry *entry)
{
  g_autofree char *title = NULL;
  g_autofree char *note = NULL;
  g_autofree char *pretty = NULL;
  g_autofree char *cut = NULL;

  if (!g_set_object (&self->shown, entry))
    return;
  title = gh_activity_row_dup_words (entry);
  note = dup_note (entry);
  pretty = gh_activity_entry_dup_pretty (entry);
  cut = gh_review_json_cut (pretty);
  gtk_label_set_text (self->details_title, title);
  gtk_label_set_text (self->details_note, note);
  gh_json_view_set_text (self->json, cut);
}

static void
show_several (GhActivityPage *self,
              guint           n)
{
  g_autofree char *title = g_strdup_printf (ngettext ("%u message selected",
                                                      "%u messages selected", n), n);

  g_clear_object (&self->shown);
  gtk_label_set_text (self->details_title, title);
  gtk_label_set_text (self->details_note, _("Ctrl+C copies them, a line each."));
  gh_json_view_set_text (self->json, "");
}

static void
selection_changed_cb (GhActivityPage *self)
{
  GtkSelectionModel *selection;
  g_autoptr(GtkBitset) selected = NULL;
  guint n;

  g_assert (GH_IS_ACTIVITY_PAGE (self));

  /* The list changes once more while the page goes. */
  if (self->server == NULL)
    return;
  selection = gh_tail_view_get_selection (self->view);
  selected = gtk_selection_model_get_selection (selection);
  n = (guint) gtk_bitset_get_size (selected);
  if (n == 1)
    {
      g_autoptr(GhActivityEntry) entry =
        g_list_model_get_item (G_LIST_MODEL (selection), gtk_bitset_get_minimum (selected));

      show_one (self, entry);
    }
  else if (n > 1)
    {
      show_several (self, n);
    }
  else
    {
      g_clear_object (&self->shown);
    }
  gtk_widget_set_visible (self->details, n > 0);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "activity.copy-details", n == 1);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "activity.close-details", n > 0);
}

/* --- actions --- */

static void
update_actions (GhActivityPage *self)
{
  gboolean any = self->server != NULL
                 && g_list_model_get_n_items (
                      G_LIST_MODEL (gh_server_get_activity (self->server))) > 0;

  gtk_widget_action_set_enabled (GTK_WIDGET (self), "activity.export", any);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "activity.clear", any);
}

static void
copy_details_action (GtkWidget  *widget,
                     const char *name,
                     GVariant   *parameter)
{
  GhActivityPage *self = GH_ACTIVITY_PAGE (widget);
  g_autofree char *text = gh_activity_entry_dup_pretty (self->shown);

  gdk_clipboard_set_text (gtk_widget_get_clipboard (widget), text);
}

static void
close_details_action (GtkWidget  *widget,
                      const char *name,
                      GVariant   *parameter)
{
  GhActivityPage *self = GH_ACTIVITY_PAGE (widget);

  /* The keyboard does not stay in what goes. */
  if (gtk_widget_get_focus_child (self->details) != NULL)
    gtk_widget_child_focus (GTK_WIDGET (self->view), GTK_DIR_TAB_FORWARD);
  gtk_selection_model_unselect_all (gh_tail_view_get_selection (self->view));
}

static void
clear_action (GtkWidget  *widget,
              const char *name,
              GVariant   *parameter)
{
  gh_activity_clear (gh_server_get_activity (GH_ACTIVITY_PAGE (widget)->server));
}

static void
exported_cb (GObject      *source,
             GAsyncResult *result,
             gpointer      user_data)
{
  g_autoptr(GhActivityPage) self = user_data;
  GhWindow *window = gh_window_of (GTK_WIDGET (self));
  g_autoptr(GError) error = NULL;
  gboolean saved = gh_activity_export_finish (GH_ACTIVITY (source), result, &error);

  if (window == NULL)
    return;
  gh_window_add_toast (window, saved ? gh_text_toast (_("Messages saved"))
                                     : gh_text_toast (_("They could not be saved: %s. Choose "
                                                        "another folder."), error->message));
}

static void
file_chosen_cb (GObject      *source,
                GAsyncResult *result,
                gpointer      user_data)
{
  g_autoptr(GhActivityPage) self = user_data;
  g_autoptr(GListModel) files = gh_compat_choose_finish (GTK_WINDOW (source), result, NULL);
  g_autoptr(GFile) file = NULL;

  if (files == NULL || self->server == NULL)
    return;
  file = g_list_model_get_item (files, 0);
  gh_activity_export_async (gh_server_get_activity (self->server), file, self->cancellable,
                            exported_cb, g_object_ref (self));
}

static void
export_action (GtkWidget  *widget,
               const char *action_name,
               GVariant   *parameter)
{
  GhActivityPage *self = GH_ACTIVITY_PAGE (widget);
  g_autofree char *name = g_strdup_printf ("%s.jsonl", gh_server_get_id (self->server));

  gh_compat_save_async (GTK_WINDOW (gtk_widget_get_root (widget)), _("Save All Messages"),
                        _("_Save"), g_strdelimit (name, G_DIR_SEPARATOR_S, '-'),
                        self->cancellable, file_chosen_cb, g_object_ref (self));
}

/* --- the object --- */

static void
gh_activity_page_root (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (gh_activity_page_parent_class)->root (widget);

  GH_ACTIVITY_PAGE (widget)->cancellable = g_cancellable_new ();
}

/* What goes on holds the page, but not in a window that has gone. */
static void
gh_activity_page_unroot (GtkWidget *widget)
{
  GhActivityPage *self = GH_ACTIVITY_PAGE (widget);

  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);

  GTK_WIDGET_CLASS (gh_activity_page_parent_class)->unroot (widget);
}

static void
gh_activity_page_dispose (GObject *object)
{
  GhActivityPage *self = GH_ACTIVITY_PAGE (object);

  g_clear_object (&self->shown);
  g_clear_object (&self->server);

  G_OBJECT_CLASS (gh_activity_page_parent_class)->dispose (object);
}

static void
gh_activity_page_get_property (GObject    *object,
                               guint       prop_id,
                               GValue     *value,
                               GParamSpec *pspec)
{
  switch (prop_id)
    {
    case PROP_SERVER:
      g_value_set_object (value, GH_ACTIVITY_PAGE (object)->server);
      break;

    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
gh_activity_page_set_property (GObject      *object,
                               guint         prop_id,
                               const GValue *value,
                               GParamSpec   *pspec)
{
  switch (prop_id)
    {
    case PROP_SERVER:
      gh_activity_page_set_server (GH_ACTIVITY_PAGE (object), g_value_get_object (value));
      break;

    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
gh_activity_page_class_init (GhActivityPageClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = gh_activity_page_dispose;
  object_class->get_property = gh_activity_page_get_property;
  object_class->set_property = gh_activity_page_set_property;
  widget_class->root = gh_activity_page_root;
  widget_class->unroot = gh_activity_page_unroot;

  properties[PROP_SERVER] = g_param_spec_object ("server", NULL, NULL, GH_TYPE_SERVER,
                                                 G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY |
                                                 G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);

  g_type_ensure (GH_TYPE_ACTIVITY_ROW);
  g_type_ensure (GH_TYPE_JSON_VIEW);
  g_type_ensure (GH_TYPE_TAIL_VIEW);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               GH_UI_RESOURCE_PATH "gh-activity-page.ui");
  gtk_widget_class_bind_template_child (widget_class, GhActivityPage, view);
  gtk_widget_class_bind_template_child (widget_class, GhActivityPage, details);
  gtk_widget_class_bind_template_child (widget_class, GhActivityPage, details_title);
  gtk_widget_class_bind_template_child (widget_class, GhActivityPage, details_note);
  gtk_widget_class_bind_template_child (widget_class, GhActivityPage, json);

  gtk_widget_class_install_action (widget_class, "activity.clear", NULL, clear_action);
  gtk_widget_class_install_action (widget_class, "activity.close-details", NULL,
                                   close_details_action);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "activity.close-details",
                                       NULL);
  gtk_widget_class_install_action (widget_class, "activity.copy-details", NULL,
                                   copy_details_action);
  gtk_widget_class_install_action (widget_class, "activity.export", NULL, export_action);
}

static void
gh_activity_page_init (GhActivityPage *self)
{
  GtkSelectionModel *selection;

  gtk_widget_init_template (GTK_WIDGET (self));
  gh_tail_view_set_functions (self->view, &functions);
  selection = gh_tail_view_get_selection (self->view);
  /* What is selected may also go, with the oldest or by the filter. */
  g_signal_connect_object (selection, "selection-changed", G_CALLBACK (selection_changed_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (selection, "items-changed", G_CALLBACK (selection_changed_cb), self,
                           G_CONNECT_SWAPPED);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "activity.close-details", FALSE);
  update_actions (self);
}

void
gh_activity_page_set_server (GhActivityPage *self,
                             GhServer       *server)
{
  GListModel *activity;

  g_return_if_fail (GH_IS_ACTIVITY_PAGE (self));
  g_return_if_fail (server == NULL || GH_IS_SERVER (server));

  if (self->server == server)
    return;
  if (self->server != NULL)
    g_signal_handlers_disconnect_by_func (gh_server_get_activity (self->server), update_actions,
                                          self);
  g_set_object (&self->server, server);
  activity = server != NULL ? G_LIST_MODEL (gh_server_get_activity (server)) : NULL;
  gh_tail_view_set_masking (self->view, server != NULL ? gh_server_get_masking (server) : NULL);
  gh_tail_view_set_model (self->view, activity);
  if (activity != NULL)
    g_signal_connect_object (activity, "items-changed", G_CALLBACK (update_actions), self,
                             G_CONNECT_SWAPPED);
  update_actions (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_SERVER]);
}
