/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * Everything that ever happened: a list that can be searched, and the selected entry beside it -
 * or, where there is no room for both, in its place. */
#include "config.h"

#include "gh-history-page.h"

#include <glib/gi18n.h>

#include "gh-compat-alert.h"
#include "gh-compat-file-dialog.h"
#include "gh-history-again-dialog.h"
#include "gh-history-details.h"
#include "gh-history-filters.h"
#include "gh-history-list.h"
#include "gh-history-row.h"
#include "gh-history-words.h"
#include "gh-inner-name.h"
#include "gh-paced-list.h"
#include "gh-review-words.h"
#include "gh-sidebar-button.h"
#include "gh-text.h"
#include "gh-ui.h"
#include "gh-width-bin.h"
#include "gh-window.h"

struct _GhHistoryPage
{
  AdwBin parent_instance;

  /* owned */
  GhHost *host;         /* or NULL */
  GhHistory *history;   /* or NULL */
  GhHistoryList *found; /* or NULL */
  GCancellable *cancellable; /* of dialogs and of writing; NULL outside a window */
  GCancellable *reading;     /* of the selected entry */
  GtkDropDown *ages;    /* while it is asked what is old; or NULL */
  gint64 shown;         /* the id of the entry in the details; 0: none */

  gboolean nothing; /* there is no entry at all: nothing could be selected */
  gboolean detail;  /* where only one side fits: the entry, not the list */
  gboolean as_markdown;

  /* template */
  GtkWidget *off;
  GhWidthBin *width;
  GtkWidget *list_side;
  GtkSearchEntry *search;
  GtkMenuButton *filter_button;
  GhHistoryFilters *filters;
  GtkStack *stack;
  AdwStatusPage *status;
  GtkListView *list;
  GtkSingleSelection *selection;
  GhHistoryDetails *details;
};

G_DEFINE_FINAL_TYPE (GhHistoryPage, gh_history_page, ADW_TYPE_BIN)

/* What can be deleted as old, in days. */
static const int ages[] = { 7, 30, 90, 365 };

/* --- what is shown --- */

static void
show_sides (GhHistoryPage *self)
{
  gboolean narrow = gh_width_bin_get_narrow (self->width);

  gtk_widget_set_visible (self->list_side, !narrow || !self->detail);
  gtk_widget_set_visible (GTK_WIDGET (self->details),
                          narrow ? self->detail : !self->nothing);
  gtk_list_view_set_single_click_activate (self->list, narrow);
}

static void
show_detail (GhHistoryPage *self,
             gboolean       detail)
{
  self->detail = detail;
  show_sides (self);
}

static void
update_actions (GhHistoryPage *self)
{
  GhHistoryEntry *entry = gh_history_details_get_entry (self->details);
  gboolean any = self->found != NULL && g_list_model_get_n_items (G_LIST_MODEL (self->found)) > 0;
  gboolean all = self->found != NULL
                 && gh_history_query_is_all (gh_history_list_get_query (self->found));
  GtkWidget *widget = GTK_WIDGET (self);

  gtk_widget_action_set_enabled (widget, "history.copy", entry != NULL);
  gtk_widget_action_set_enabled (widget, "history.delete", entry != NULL);
  gtk_widget_action_set_enabled (widget, "history.again",
                                 entry != NULL && gh_history_replay_is_possible (entry));
  gtk_widget_action_set_enabled (widget, "history.export", any);
  gtk_widget_action_set_enabled (widget, "history.clear", any || !all);
  gtk_widget_action_set_enabled (widget, "history.clear-old", any || !all);
}

/* The page says why there is nothing. */
static void
show_nothing (GhHistoryPage *self)
{
  const GError *error = gh_history_list_get_error (self->found);
  g_autofree char *message = NULL;

  if (error != NULL)
    {
      message = g_markup_escape_text (error->message, -1);
      adw_status_page_set_title (self->status, _("The History Cannot Be Read"));
      adw_status_page_set_description (self->status, message);
    }
  else if (!gh_history_query_is_all (gh_history_list_get_query (self->found)))
    {
      adw_status_page_set_title (self->status, _("Nothing Found"));
      adw_status_page_set_description (self->status,
                                       _("Other words, or fewer filters, find more."));
    }
  else
    {
      adw_status_page_set_title (self->status, _("Nothing Yet"));
      adw_status_page_set_description (self->status,
                                       _("What servers ask, which tools you call, and what becomes "
                                         "of it is kept here: on this computer, with secrets "
                                         "hidden."));
    }
}

static void
update (GhHistoryPage *self)
{
  guint n;

  g_assert (GH_IS_HISTORY_PAGE (self));

  if (self->found == NULL)
    return;
  n = g_list_model_get_n_items (G_LIST_MODEL (self->found));
  if (n == 0 && gh_history_list_get_loading (self->found))
    {
      gtk_stack_set_visible_child_name (self->stack, "loading");
    }
  else if (n == 0)
    {
      show_nothing (self);
      gtk_stack_set_visible_child_name (self->stack, "empty");
    }
  else
    {
      gtk_stack_set_visible_child_name (self->stack, "list");
    }
  self->nothing = n == 0 && !gh_history_list_get_loading (self->found)
                  && gh_history_query_is_all (gh_history_list_get_query (self->found));
  show_sides (self);
  update_actions (self);
}

static void
keep_changed_cb (GhHistoryPage *self)
{
  gtk_widget_set_visible (self->off, !gh_history_get_keep (self->history));
}

/* --- the selected entry --- */

static void
show_entry (GhHistoryPage  *self,
            GhHistoryEntry *entry)
{
  self->shown = entry != NULL ? gh_history_entry_get_facts (entry)->id : 0;
  gh_history_details_set_entry (self->details, entry);
  if (entry == NULL)
    show_detail (self, FALSE);
  update_actions (self);
}

static void
read_cb (GObject      *source,
         GAsyncResult *result,
         gpointer      user_data)
{
  g_autoptr(GhHistoryPage) self = user_data;
  g_autoptr(GError) error = NULL;
  g_autoptr(GhHistoryEntry) entry =
    gh_history_read_finish (GH_HISTORY (source), result, &error);

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED) || self->history == NULL)
    return;
  if (entry != NULL)
    {
      show_entry (self, entry);
      return;
    }
  gh_history_details_set_error (self->details, error->message);
  update_actions (self);
}

static void
stop_reading (GhHistoryPage *self)
{
  if (self->reading != NULL)
    g_cancellable_cancel (self->reading);
  g_clear_object (&self->reading);
}

/* A search that leaves out the entry that is shown does not take it away. */
static void
selected_cb (GhHistoryPage *self)
{
  GhHistoryEntry *entry;

  g_assert (GH_IS_HISTORY_PAGE (self));

  entry = gtk_single_selection_get_selected_item (self->selection);
  if (entry == NULL || self->history == NULL
      || gh_history_entry_get_facts (entry)->id == self->shown)
    return;
  stop_reading (self);
  self->reading = g_cancellable_new ();
  self->shown = gh_history_entry_get_facts (entry)->id;
  gh_history_read_async (self->history, self->shown, self->reading, read_cb, g_object_ref (self));
}

static void
activate_cb (GhHistoryPage *self,
             guint          position)
{
  g_assert (GH_IS_HISTORY_PAGE (self));

  gtk_single_selection_set_selected (self->selection, position);
  show_detail (self, TRUE);
  gtk_widget_child_focus (GTK_WIDGET (self->details), GTK_DIR_TAB_FORWARD);
}

static void
back_cb (GhHistoryPage *self)
{
  g_assert (GH_IS_HISTORY_PAGE (self));

  show_detail (self, FALSE);
  gtk_widget_grab_focus (GTK_WIDGET (self->list));
}

static void
narrow_changed_cb (GhHistoryPage *self)
{
  g_assert (GH_IS_HISTORY_PAGE (self));

  show_sides (self);
}

/* What is shown may have been deleted. */
static void
removed_cb (GhHistoryPage *self,
            gint64         id)
{
  if (id == self->shown)
    show_entry (self, NULL);
}

static void
cleared_cb (GhHistoryPage *self)
{
  show_entry (self, NULL);
}

/* --- searching --- */

static void
search (GhHistoryPage *self)
{
  g_autoptr(GhHistoryQuery) query = gh_history_query_new ();
  g_autoptr(GhPacedList) paced = NULL;

  if (self->history == NULL)
    return;
  query->text = g_strdup (gtk_editable_get_text (GTK_EDITABLE (self->search)));
  gh_history_filters_apply (self->filters, query);
  if (self->found != NULL)
    g_signal_handlers_disconnect_by_data (self->found, self);
  g_clear_object (&self->found);
  self->found = gh_history_list_new (self->history, query);
  g_signal_connect_object (self->found, "items-changed", G_CALLBACK (update), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->found, "notify", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  /* GtkListView makes up to 200 rows at once, which is felt. */
  paced = gh_paced_list_new (G_LIST_MODEL (self->found));
  gtk_single_selection_set_model (self->selection, G_LIST_MODEL (paced));
  update (self);
}

static void
search_changed_cb (GhHistoryPage *self)
{
  g_assert (GH_IS_HISTORY_PAGE (self));

  search (self);
}

static void
stop_search_cb (GhHistoryPage *self)
{
  g_assert (GH_IS_HISTORY_PAGE (self));

  gtk_editable_set_text (GTK_EDITABLE (self->search), "");
}

static void
filters_changed_cb (GhHistoryPage *self)
{
  g_assert (GH_IS_HISTORY_PAGE (self));

  if (gh_history_filters_get_active (self->filters))
    gtk_widget_add_css_class (GTK_WIDGET (self->filter_button), "suggested-action");
  else
    gtk_widget_remove_css_class (GTK_WIDGET (self->filter_button), "suggested-action");
  search (self);
}

static void
find_action (GtkWidget  *widget,
             const char *name,
             GVariant   *parameter)
{
  GhHistoryPage *self = GH_HISTORY_PAGE (widget);

  show_detail (self, FALSE);
  gtk_widget_grab_focus (GTK_WIDGET (self->search));
}

static void
turn_on_cb (GhHistoryPage *self)
{
  g_assert (GH_IS_HISTORY_PAGE (self));

  gh_history_set_keep (self->history, TRUE);
}

/* --- of one entry --- */

static void
tell (GhHistoryPage *self,
      AdwToast      *take_toast)
{
  GhWindow *window = gh_window_of (GTK_WIDGET (self));

  if (window != NULL)
    gh_window_add_toast (window, take_toast);
  else
    g_object_unref (g_object_ref_sink (take_toast));
}

static void
again_action (GtkWidget  *widget,
              const char *name,
              GVariant   *parameter)
{
  GhHistoryPage *self = GH_HISTORY_PAGE (widget);
  GtkWidget *dialog =
    gh_history_again_dialog_new (self->history, gh_host_get_models (self->host),
                                 gh_history_details_get_entry (self->details));

  gh_ui_present_above (GTK_WINDOW (dialog), GTK_WINDOW (gtk_widget_get_root (widget)));
}

static void
copy_action (GtkWidget  *widget,
             const char *name,
             GVariant   *parameter)
{
  GhHistoryPage *self = GH_HISTORY_PAGE (widget);
  g_autofree char *text =
    gh_history_words_markdown (gh_history_details_get_entry (self->details));

  gdk_clipboard_set_text (gtk_widget_get_clipboard (widget), text);
}

typedef struct
{
  GhHistory *history;
  GhHistoryEntry *entry;
} Undo;

static void
undo_free (Undo     *undo,
           GClosure *closure)
{
  g_object_unref (undo->history);
  g_object_unref (undo->entry);
  g_free (undo);
}

static void
undo_cb (AdwToast *toast,
         Undo     *undo)
{
  gh_history_restore (undo->history, undo->entry);
}

static void
deleted_cb (GObject      *source,
            GAsyncResult *result,
            gpointer      user_data)
{
  g_autoptr(GhHistoryPage) self = user_data;
  g_autoptr(GError) error = NULL;
  GhHistoryEntry *entry = gh_history_remove_finish (GH_HISTORY (source), result, &error);
  AdwToast *toast;
  Undo *undo;

  if (entry == NULL)
    {
      if (!g_error_matches (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND))
        tell (self, gh_text_toast (_("It could not be deleted: %s"), error->message));
      return;
    }
  undo = g_new0 (Undo, 1);
  undo->history = g_object_ref (GH_HISTORY (source));
  undo->entry = entry;
  toast = gh_text_toast (_("Entry deleted"));
  adw_toast_set_button_label (toast, _("_Undo"));
  g_signal_connect_data (toast, "button-clicked", G_CALLBACK (undo_cb), undo,
                         (GClosureNotify) undo_free, 0);
  tell (self, toast);
}

static void
delete_action (GtkWidget  *widget,
               const char *name,
               GVariant   *parameter)
{
  GhHistoryPage *self = GH_HISTORY_PAGE (widget);

  if (self->shown != 0)
    gh_history_remove_async (self->history, self->shown, deleted_cb, g_object_ref (self));
}

/* --- of many --- */

static void
cleared_all_cb (GObject      *source,
                GAsyncResult *result,
                gpointer      user_data)
{
  g_autoptr(GhHistoryPage) self = user_data;
  g_autoptr(GError) error = NULL;

  if (gh_history_clear_finish (GH_HISTORY (source), result, &error))
    tell (self, gh_text_toast (_("Deleted")));
  else
    tell (self, gh_text_toast (_("It could not be deleted: %s"), error->message));
}

static void
clear_answered_cb (GObject      *source,
                   GAsyncResult *result,
                   gpointer      user_data)
{
  g_autoptr(GhHistoryPage) self = user_data;
  g_autofree char *answer = gh_compat_alert_choose_finish (GTK_WINDOW (source), result);
  g_autoptr(GtkDropDown) drop_down = g_steal_pointer (&self->ages);
  gint64 until = G_MAXINT64;

  if (g_strcmp0 (answer, "delete") != 0 || self->history == NULL)
    return;
  if (drop_down != NULL)
    {
      guint selected = MIN (gtk_drop_down_get_selected (drop_down), G_N_ELEMENTS (ages) - 1);

      until = g_get_real_time () - ages[selected] * G_TIME_SPAN_DAY;
    }
  gh_history_clear_async (self->history, until, cleared_all_cb, g_object_ref (self));
}

static void
ask_clear (GhHistoryPage *self,
           const char    *heading,
           const char    *body,
           GtkWidget     *extra_child)
{
  const GhCompatAlertResponse responses[] = {
    { "cancel", _("_Cancel"), GH_COMPAT_ALERT_PLAIN },
    { "delete", _("_Delete"), GH_COMPAT_ALERT_DESTRUCTIVE },
  };

  gh_compat_alert_choose_async (GTK_WINDOW (gtk_widget_get_root (GTK_WIDGET (self))), heading, body,
                                responses, G_N_ELEMENTS (responses), extra_child,
                                clear_answered_cb, g_object_ref (self));
}

static void
clear_action (GtkWidget  *widget,
              const char *name,
              GVariant   *parameter)
{
  ask_clear (GH_HISTORY_PAGE (widget), _("Delete the Whole History?"),
             _("All that it holds is deleted from this computer. This cannot be undone."), NULL);
}

static void
clear_old_action (GtkWidget  *widget,
                  const char *name,
                  GVariant   *parameter)
{
  GhHistoryPage *self = GH_HISTORY_PAGE (widget);
  const char *words[] = { _("Older than a week"), _("Older than 30 days"), _("Older than 90 days"),
                          _("Older than a year"), NULL };
  GtkWidget *drop_down = gtk_drop_down_new_from_strings (words);

  if (self->ages != NULL)
    {
      g_object_unref (g_object_ref_sink (drop_down));
      return;
    }
  gtk_drop_down_set_selected (GTK_DROP_DOWN (drop_down), 1);
  gtk_accessible_update_property (GTK_ACCESSIBLE (drop_down), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _("What is deleted"), -1);
  gh_inner_name_drop_down (GTK_DROP_DOWN (drop_down), _("What is deleted"));
  self->ages = g_object_ref (GTK_DROP_DOWN (drop_down));
  ask_clear (self, _("Delete Old Entries?"),
             _("They are deleted from this computer. This cannot be undone."), drop_down);
}

static void
exported_cb (GObject      *source,
             GAsyncResult *result,
             gpointer      user_data)
{
  g_autoptr(GhHistoryPage) self = user_data;
  g_autoptr(GError) error = NULL;
  gint64 n = gh_history_export_finish (GH_HISTORY (source), result, &error);
  g_autofree char *number = NULL;
  g_autofree char *words = NULL;

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  if (n < 0)
    {
      tell (self, gh_text_toast (_("They could not be saved: %s. Choose another folder."),
                                 error->message));
      return;
    }
  number = gh_words_number (n);
  /* Translators: a number is filled in. */
  words = g_strdup_printf (ngettext ("%s entry saved", "%s entries saved", n), number);
  tell (self, gh_text_toast ("%s", words));
}

static void
file_chosen_cb (GObject      *source,
                GAsyncResult *result,
                gpointer      user_data)
{
  g_autoptr(GhHistoryPage) self = user_data;
  g_autoptr(GListModel) files = gh_compat_choose_finish (GTK_WINDOW (source), result, NULL);
  g_autoptr(GFile) file = NULL;

  if (files == NULL || self->found == NULL)
    return;
  file = g_list_model_get_item (files, 0);
  gh_history_export_async (self->history, gh_history_list_get_query (self->found), file,
                           self->as_markdown ? gh_history_words_markdown : NULL, self->cancellable,
                           exported_cb, g_object_ref (self));
}

static void
export_action (GtkWidget  *widget,
               const char *action_name,
               GVariant   *parameter)
{
  GhHistoryPage *self = GH_HISTORY_PAGE (widget);
  const char *suffix = g_variant_get_string (parameter, NULL);
  g_autofree char *name = g_strdup_printf ("gatehouse-history.%s", suffix);

  self->as_markdown = g_strcmp0 (suffix, "md") == 0;
  gh_compat_save_async (GTK_WINDOW (gtk_widget_get_root (widget)), _("Save What Is Shown"),
                        _("_Save"), name, self->cancellable, file_chosen_cb, g_object_ref (self));
}

/* --- the object --- */

static void
gh_history_page_map (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (gh_history_page_parent_class)->map (widget);

  /* Nothing is read before somebody looks. */
  if (GH_HISTORY_PAGE (widget)->found == NULL)
    search (GH_HISTORY_PAGE (widget));
}

static void
gh_history_page_root (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (gh_history_page_parent_class)->root (widget);

  GH_HISTORY_PAGE (widget)->cancellable = g_cancellable_new ();
}

/* What goes on holds the page, but not in a window that has gone. */
static void
gh_history_page_unroot (GtkWidget *widget)
{
  GhHistoryPage *self = GH_HISTORY_PAGE (widget);

  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);

  GTK_WIDGET_CLASS (gh_history_page_parent_class)->unroot (widget);
}

static gboolean
gh_history_page_focus (GtkWidget        *widget,
                       GtkDirectionType  direction)
{
  GhHistoryPage *self = GH_HISTORY_PAGE (widget);

  if (!gh_ui_leaves_list (GTK_WIDGET (self->list), direction))
    return GTK_WIDGET_CLASS (gh_history_page_parent_class)->focus (widget, direction);
  return gtk_widget_child_focus (direction == GTK_DIR_TAB_FORWARD
                                   ? GTK_WIDGET (self->details) : GTK_WIDGET (self->filter_button),
                                 direction);
}

static void
gh_history_page_dispose (GObject *object)
{
  GhHistoryPage *self = GH_HISTORY_PAGE (object);

  stop_reading (self);
  if (self->found != NULL)
    g_signal_handlers_disconnect_by_data (self->found, self);
  g_clear_object (&self->found);
  g_clear_object (&self->ages);
  g_clear_object (&self->history);
  g_clear_object (&self->host);
  adw_bin_set_child (ADW_BIN (self), NULL);

  G_OBJECT_CLASS (gh_history_page_parent_class)->dispose (object);
}

static void
gh_history_page_class_init (GhHistoryPageClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = gh_history_page_dispose;
  widget_class->map = gh_history_page_map;
  widget_class->root = gh_history_page_root;
  widget_class->unroot = gh_history_page_unroot;
  widget_class->focus = gh_history_page_focus;

  g_type_ensure (GH_TYPE_HISTORY_DETAILS);
  g_type_ensure (GH_TYPE_HISTORY_FILTERS);
  g_type_ensure (GH_TYPE_HISTORY_ROW);
  g_type_ensure (GH_TYPE_SIDEBAR_BUTTON);
  g_type_ensure (GH_TYPE_WIDTH_BIN);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               GH_UI_RESOURCE_PATH "gh-history-page.ui");
  gtk_widget_class_bind_template_child (widget_class, GhHistoryPage, off);
  gtk_widget_class_bind_template_child (widget_class, GhHistoryPage, width);
  gtk_widget_class_bind_template_child (widget_class, GhHistoryPage, list_side);
  gtk_widget_class_bind_template_child (widget_class, GhHistoryPage, search);
  gtk_widget_class_bind_template_child (widget_class, GhHistoryPage, filter_button);
  gtk_widget_class_bind_template_child (widget_class, GhHistoryPage, filters);
  gtk_widget_class_bind_template_child (widget_class, GhHistoryPage, stack);
  gtk_widget_class_bind_template_child (widget_class, GhHistoryPage, status);
  gtk_widget_class_bind_template_child (widget_class, GhHistoryPage, list);
  gtk_widget_class_bind_template_child (widget_class, GhHistoryPage, selection);
  gtk_widget_class_bind_template_child (widget_class, GhHistoryPage, details);
  gtk_widget_class_bind_template_callback (widget_class, activate_cb);
  gtk_widget_class_bind_template_callback (widget_class, back_cb);
  gtk_widget_class_bind_template_callback (widget_class, filters_changed_cb);
  gtk_widget_class_bind_template_callback (widget_class, narrow_changed_cb);
  gtk_widget_class_bind_template_callback (widget_class, search_changed_cb);
  gtk_widget_class_bind_template_callback (widget_class, selected_cb);
  gtk_widget_class_bind_template_callback (widget_class, stop_search_cb);
  gtk_widget_class_bind_template_callback (widget_class, turn_on_cb);

  gtk_widget_class_install_action (widget_class, "history.again", NULL, again_action);
  gtk_widget_class_install_action (widget_class, "history.copy", NULL, copy_action);
  gtk_widget_class_install_action (widget_class, "history.delete", NULL, delete_action);
  gtk_widget_class_install_action (widget_class, "history.export", "s", export_action);
  gtk_widget_class_install_action (widget_class, "history.clear", NULL, clear_action);
  gtk_widget_class_install_action (widget_class, "history.clear-old", NULL, clear_old_action);
  gtk_widget_class_install_action (widget_class, "history.find", NULL, find_action);
}

static gboolean
delete_key_cb (GtkWidget *widget,
               GVariant  *args,
               gpointer   user_data)
{
  return gtk_widget_activate_action (widget, "history.delete", NULL);
}

static void
gh_history_page_init (GhHistoryPage *self)
{
  GtkEventController *keys = gtk_shortcut_controller_new ();
  GtkEventController *everywhere = gtk_shortcut_controller_new ();

  gtk_widget_init_template (GTK_WIDGET (self));
  gtk_search_entry_set_key_capture_widget (self->search, GTK_WIDGET (self->list));
  /* Of the list alone: in a text the key is the text's. */
  gtk_shortcut_controller_add_shortcut (
    GTK_SHORTCUT_CONTROLLER (keys),
    gtk_shortcut_new (gtk_keyval_trigger_new (GDK_KEY_Delete, 0),
                      gtk_callback_action_new (delete_key_cb, NULL, NULL)));
  gtk_widget_add_controller (GTK_WIDGET (self->list), keys);
  /* While the page is shown, wherever the keyboard is: at first, in the sidebar. */
  gtk_shortcut_controller_set_scope (GTK_SHORTCUT_CONTROLLER (everywhere),
                                     GTK_SHORTCUT_SCOPE_GLOBAL);
  gtk_shortcut_controller_add_shortcut (
    GTK_SHORTCUT_CONTROLLER (everywhere),
    gtk_shortcut_new (gtk_keyval_trigger_new (GDK_KEY_f, GDK_CONTROL_MASK),
                      gtk_named_action_new ("history.find")));
  gtk_widget_add_controller (GTK_WIDGET (self), everywhere);
  update_actions (self);
  show_sides (self);
}

void
gh_history_page_set_host (GhHistoryPage *self,
                          GhHost        *host)
{
  g_autoptr(GSimpleActionGroup) group = g_simple_action_group_new ();
  g_autoptr(GPropertyAction) keep = NULL;

  g_return_if_fail (GH_IS_HISTORY_PAGE (self));
  g_return_if_fail (GH_IS_HOST (host));
  g_return_if_fail (self->host == NULL);

  self->host = g_object_ref (host);
  self->history = g_object_ref (gh_host_get_history (host));
  gh_history_filters_set_history (self->filters, self->history);
  g_signal_connect_object (self->history, "removed", G_CALLBACK (removed_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->history, "cleared", G_CALLBACK (cleared_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->history, "notify::keep", G_CALLBACK (keep_changed_cb), self,
                           G_CONNECT_SWAPPED);
  keep = g_property_action_new ("keep", self->history, "keep");
  g_action_map_add_action (G_ACTION_MAP (group), G_ACTION (keep));
  gtk_widget_insert_action_group (GTK_WIDGET (self), "kept", G_ACTION_GROUP (group));
  keep_changed_cb (self);
  if (gtk_widget_get_mapped (GTK_WIDGET (self)))
    search (self);
}
