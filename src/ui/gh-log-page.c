/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * What a server wrote, as it comes. The view stays at the end only while the person is there. */
#include "config.h"

#include "gh-log-page.h"

#include <glib/gi18n.h>

#include "gh-inner-name.h"
#include "gh-log-row.h"
#include "gh-ui.h"

/* How far from the end still counts as the end, in pixels. */
#define END_SLACK 8

enum
{
  SHOW_EVERYTHING,
  SHOW_STDERR,
  SHOW_MESSAGES,
  SHOW_WARNINGS,
  SHOW_ERRORS,
};

struct _GhLogPage
{
  AdwBin parent_instance;

  GhServer *server; /* owned, or NULL */
  char *wanted;     /* owned: the search, case-folded */
  guint shown_kind;
  guint follow_id;
  gboolean at_end;

  /* template */
  GtkSearchEntry *search;
  GtkDropDown *level;
  GtkStack *stack;
  AdwStatusPage *status;
  GtkScrolledWindow *scroller;
  GtkListView *list;
  GtkMultiSelection *selection;
  GtkFilterListModel *filtered;
  GtkCustomFilter *filter;
};

G_DEFINE_FINAL_TYPE (GhLogPage, gh_log_page, ADW_TYPE_BIN)

enum
{
  PROP_0,
  PROP_SERVER,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

static gboolean
is_kind (GhLogLine *line,
         guint      kind)
{
  static const char *const errors[] = { "error", "critical", "alert", "emergency", NULL };
  const char *level = gh_log_line_get_level (line);
  GhLogSource source = gh_log_line_get_source (line);

  if (kind == SHOW_EVERYTHING)
    return TRUE;
  if (kind == SHOW_STDERR)
    return source == GH_LOG_STDERR;
  if (kind == SHOW_MESSAGES)
    return source == GH_LOG_MESSAGE;
  if (source == GH_LOG_STDERR || level == NULL)
    return FALSE;
  return g_strv_contains (errors, level) ||
    (kind == SHOW_WARNINGS && g_str_equal (level, "warning"));
}

static gboolean
match_cb (gpointer item,
          gpointer user_data)
{
  GhLogPage *self = user_data;
  g_autofree char *text = NULL;
  g_autofree char *folded = NULL;

  if (!is_kind (item, self->shown_kind))
    return FALSE;
  if (self->wanted == NULL || *self->wanted == '\0')
    return TRUE;
  text = gh_log_row_dup_text (item);
  folded = g_utf8_casefold (text, -1);
  return strstr (folded, self->wanted) != NULL;
}

static void
show_state (GhLogPage *self)
{
  guint n_all = self->server != NULL ? g_list_model_get_n_items (gh_server_list_log (self->server))
    : 0;
  guint n = g_list_model_get_n_items (G_LIST_MODEL (self->filtered));

  if (n == 0)
    {
      adw_status_page_set_title (self->status, n_all == 0 ? _("Nothing Yet") : _("No Such Line"));
      adw_status_page_set_description (self->status, n_all == 0
                                       ? _("What the server writes appears here.")
                                       : _("Another search, or Everything, shows more."));
    }
  gtk_stack_set_visible_child_name (self->stack, n > 0 ? "lines" : "empty");
}

static void
scroll_to_end (GhLogPage *self)
{
  guint n = g_list_model_get_n_items (G_LIST_MODEL (self->selection));

  if (n > 0)
    gtk_widget_activate_action (GTK_WIDGET (self->list), "list.scroll-to-item", "u", n - 1);
}

/* Once for however many lines came; after the list has taken them in. */
static gboolean
follow_cb (gpointer user_data)
{
  GhLogPage *self = GH_LOG_PAGE (user_data);

  self->follow_id = 0;
  if (self->at_end)
    scroll_to_end (self);
  return G_SOURCE_REMOVE;
}

static void
items_changed_cb (GhLogPage *self)
{
  g_assert (GH_IS_LOG_PAGE (self));

  show_state (self);
  if (self->at_end && self->follow_id == 0)
    self->follow_id = g_idle_add (follow_cb, self);
}

/* Only the person moves the view away from the end: the value changes; new lines change the
 * upper end. */
static void
scrolled_cb (GhLogPage     *self,
             GParamSpec    *pspec,
             GtkAdjustment *adjustment)
{
  double end = gtk_adjustment_get_upper (adjustment) - gtk_adjustment_get_page_size (adjustment);

  g_assert (GH_IS_LOG_PAGE (self));

  self->at_end = gtk_adjustment_get_value (adjustment) >= end - END_SLACK;
}

static void
filter_changed_cb (GhLogPage *self)
{
  g_assert (GH_IS_LOG_PAGE (self));

  g_free (self->wanted);
  self->wanted = g_utf8_casefold (gtk_editable_get_text (GTK_EDITABLE (self->search)), -1);
  self->shown_kind = gtk_drop_down_get_selected (self->level);
  gtk_filter_changed (GTK_FILTER (self->filter), GTK_FILTER_CHANGE_DIFFERENT);
  show_state (self);
}

static void
stop_search_cb (GhLogPage *self)
{
  g_assert (GH_IS_LOG_PAGE (self));

  gtk_editable_set_text (GTK_EDITABLE (self->search), "");
}

/* The selected lines; without any, all that are shown. */
static void
copy_action (GtkWidget  *widget,
             const char *name,
             GVariant   *parameter)
{
  GhLogPage *self = GH_LOG_PAGE (widget);
  g_autoptr(GtkBitset) selected =
    gtk_selection_model_get_selection (GTK_SELECTION_MODEL (self->selection));
  GListModel *lines = G_LIST_MODEL (self->filtered);
  g_autoptr(GString) text = g_string_new (NULL);
  guint n = g_list_model_get_n_items (lines);

  for (guint i = 0; i < n; i++)
    {
      g_autoptr(GhLogLine) line = NULL;
      g_autofree char *copy = NULL;

      if (!gtk_bitset_is_empty (selected) && !gtk_bitset_contains (selected, i))
        continue;
      line = g_list_model_get_item (lines, i);
      copy = gh_log_row_dup_copy (line);
      g_string_append_printf (text, "%s\n", copy);
    }
  gdk_clipboard_set_text (gtk_widget_get_clipboard (widget), text->str);
}

static void
gh_log_page_map (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (gh_log_page_parent_class)->map (widget);

  items_changed_cb (GH_LOG_PAGE (widget));
}

static void
gh_log_page_dispose (GObject *object)
{
  GhLogPage *self = GH_LOG_PAGE (object);

  /* The filter's function has no reference to the page. Taking it away changes the list once
   * more. */
  self->at_end = FALSE;
  if (self->filter != NULL)
    gtk_custom_filter_set_filter_func (self->filter, NULL, NULL, NULL);
  g_clear_handle_id (&self->follow_id, g_source_remove);
  g_clear_object (&self->server);

  G_OBJECT_CLASS (gh_log_page_parent_class)->dispose (object);
}

static void
gh_log_page_finalize (GObject *object)
{
  GhLogPage *self = GH_LOG_PAGE (object);

  g_clear_pointer (&self->wanted, g_free);

  G_OBJECT_CLASS (gh_log_page_parent_class)->finalize (object);
}

static void
gh_log_page_get_property (GObject    *object,
                          guint       prop_id,
                          GValue     *value,
                          GParamSpec *pspec)
{
  switch (prop_id)
    {
    case PROP_SERVER:
      g_value_set_object (value, GH_LOG_PAGE (object)->server);
      break;

    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
gh_log_page_set_property (GObject      *object,
                          guint         prop_id,
                          const GValue *value,
                          GParamSpec   *pspec)
{
  switch (prop_id)
    {
    case PROP_SERVER:
      gh_log_page_set_server (GH_LOG_PAGE (object), g_value_get_object (value));
      break;

    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static gboolean
gh_log_page_focus (GtkWidget        *widget,
                     GtkDirectionType  direction)
{
  GhLogPage *self = GH_LOG_PAGE (widget);

  if (!gh_ui_leaves_list (GTK_WIDGET (self->list), direction))
    return GTK_WIDGET_CLASS (gh_log_page_parent_class)->focus (widget, direction);
  return direction == GTK_DIR_TAB_BACKWARD
         && gtk_widget_child_focus (GTK_WIDGET (self->level), direction);
}

static void
gh_log_page_class_init (GhLogPageClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = gh_log_page_dispose;
  object_class->finalize = gh_log_page_finalize;
  object_class->get_property = gh_log_page_get_property;
  object_class->set_property = gh_log_page_set_property;
  widget_class->map = gh_log_page_map;
  widget_class->focus = gh_log_page_focus;

  properties[PROP_SERVER] = g_param_spec_object ("server", NULL, NULL, GH_TYPE_SERVER,
                                                 G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY |
                                                 G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);

  g_type_ensure (GH_TYPE_LOG_ROW);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/io/github/gatehouse/Gatehouse/gh-log-page.ui");
  gtk_widget_class_bind_template_child (widget_class, GhLogPage, search);
  gtk_widget_class_bind_template_child (widget_class, GhLogPage, level);
  gtk_widget_class_bind_template_child (widget_class, GhLogPage, stack);
  gtk_widget_class_bind_template_child (widget_class, GhLogPage, status);
  gtk_widget_class_bind_template_child (widget_class, GhLogPage, scroller);
  gtk_widget_class_bind_template_child (widget_class, GhLogPage, list);
  gtk_widget_class_bind_template_child (widget_class, GhLogPage, selection);
  gtk_widget_class_bind_template_child (widget_class, GhLogPage, filtered);
  gtk_widget_class_bind_template_child (widget_class, GhLogPage, filter);
  gtk_widget_class_bind_template_callback (widget_class, filter_changed_cb);
  gtk_widget_class_bind_template_callback (widget_class, items_changed_cb);
  gtk_widget_class_bind_template_callback (widget_class, stop_search_cb);
  gtk_widget_class_install_action (widget_class, "log.copy", NULL, copy_action);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_c, GDK_CONTROL_MASK, "log.copy", NULL);
}

static void
gh_log_page_init (GhLogPage *self)
{
  GtkAdjustment *adjustment;

  self->at_end = TRUE;
  gtk_widget_init_template (GTK_WIDGET (self));
  gh_inner_name_drop_down (self->level, _("Which lines are shown"));
  gtk_custom_filter_set_filter_func (self->filter, match_cb, self, NULL);
  gtk_search_entry_set_key_capture_widget (self->search, GTK_WIDGET (self->list));
  adjustment = gtk_scrolled_window_get_vadjustment (self->scroller);
  g_signal_connect_object (adjustment, "notify::value", G_CALLBACK (scrolled_cb), self,
                           G_CONNECT_SWAPPED);
  show_state (self);
}

void
gh_log_page_set_server (GhLogPage *self,
                        GhServer  *server)
{
  g_return_if_fail (GH_IS_LOG_PAGE (self));
  g_return_if_fail (server == NULL || GH_IS_SERVER (server));

  if (!g_set_object (&self->server, server))
    return;
  self->at_end = TRUE;
  gtk_filter_list_model_set_model (self->filtered,
                                   server != NULL ? gh_server_list_log (server) : NULL);
  show_state (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_SERVER]);
}
