/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * A list that grows at its end: searched, filtered, copied, and seen from the end as long as the
 * person is there. */
#include "config.h"

#include "gh-tail-view.h"

#include <glib/gi18n.h>
#include <string.h>

#include "gh-inner-name.h"
#include "gh-ui.h"

/* How far from the end still counts as the end, in pixels. */
#define END_SLACK 8

struct _GhTailView
{
  AdwBin parent_instance;

  const GhTailFunctions *functions; /* static, or NULL */

  /* owned, or NULL */
  GListModel *model;
  char *wanted; /* the search, case-folded */
  char *nothing_yet;
  char *no_match;
  GtkWidget *buttons;
  GhMaskingPolicy *masking; /* or NULL */

  guint shown_kind;
  guint follow_id;
  double upper; /* where the list ended when it was laid out last */
  gboolean at_end;

  /* template */
  GtkBox *bar;
  GtkSearchEntry *search;
  GtkDropDown *kind;
  GtkWidget *copy;
  GtkStack *stack;
  AdwStatusPage *status;
  GtkScrolledWindow *scroller;
  GtkListView *list;
  GtkMultiSelection *selection;
  GtkFilterListModel *filtered;
  GtkCustomFilter *filter;
};

G_DEFINE_FINAL_TYPE (GhTailView, gh_tail_view, ADW_TYPE_BIN)

enum
{
  PROP_0,
  PROP_KINDS,
  PROP_FACTORY,
  PROP_BUTTONS,
  PROP_ICON_NAME,
  PROP_TITLE,
  PROP_SEARCH_TITLE,
  PROP_KINDS_TITLE,
  PROP_COPY_TITLE,
  PROP_NOTHING_YET,
  PROP_NO_MATCH,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

/* Letters of ASCII alone are looked for without making a copy of what may be megabytes. */
static gboolean
contains (const char *text,
          const char *folded)
{
  g_autofree char *folded_text = NULL;

  if (g_str_is_ascii (folded))
    return strcasestr (text, folded) != NULL;
  folded_text = g_utf8_casefold (text, -1);
  return strstr (folded_text, folded) != NULL;
}

static gboolean
match_cb (gpointer item,
          gpointer user_data)
{
  GhTailView *self = user_data;
  g_autofree char *text = NULL;

  if (self->shown_kind > 0 && !self->functions->is_kind (item, self->shown_kind))
    return FALSE;
  if (self->wanted == NULL || *self->wanted == '\0')
    return TRUE;
  text = self->functions->dup_text (item);
  return contains (text, self->wanted);
}

static void
show_state (GhTailView *self)
{
  guint n_all = self->model != NULL ? g_list_model_get_n_items (self->model) : 0;
  guint n = g_list_model_get_n_items (G_LIST_MODEL (self->filtered));

  if (n == 0)
    {
      adw_status_page_set_title (self->status, n_all == 0 ? _("Nothing Yet") : self->no_match);
      adw_status_page_set_description (self->status, n_all == 0
                                       ? self->nothing_yet
                                       : _("Another search, or Everything, shows more."));
    }
  gtk_stack_set_visible_child_name (self->stack, n > 0 ? "items" : "empty");
}

static void
scroll_to_end (GhTailView *self)
{
  guint n = g_list_model_get_n_items (G_LIST_MODEL (self->selection));

  if (n > 0)
    gtk_widget_activate_action (GTK_WIDGET (self->list), "list.scroll-to-item", "u", n - 1);
}

/* Once for however many items came; after the list has taken them in. */
static gboolean
follow_cb (gpointer user_data)
{
  GhTailView *self = GH_TAIL_VIEW (user_data);

  self->follow_id = 0;
  if (self->at_end)
    scroll_to_end (self);
  return G_SOURCE_REMOVE;
}

static void
follow (GhTailView *self)
{
  if (self->at_end && self->follow_id == 0)
    self->follow_id = g_idle_add (follow_cb, self);
}

static void
items_changed_cb (GhTailView *self)
{
  g_assert (GH_IS_TAIL_VIEW (self));

  show_state (self);
  follow (self);
}

/* New items, and old ones that go, change the upper end, too: before this is called for the value,
 * which then is not where the person wants to be. */
static void
scrolled_cb (GhTailView    *self,
             GParamSpec    *pspec,
             GtkAdjustment *adjustment)
{
  double upper = gtk_adjustment_get_upper (adjustment);
  double end = upper - gtk_adjustment_get_page_size (adjustment);

  g_assert (GH_IS_TAIL_VIEW (self));

  if (self->follow_id == 0 && upper == self->upper)
    self->at_end = gtk_adjustment_get_value (adjustment) >= end - END_SLACK;
}

static void
resized_cb (GhTailView    *self,
            GtkAdjustment *adjustment)
{
  g_assert (GH_IS_TAIL_VIEW (self));

  self->upper = gtk_adjustment_get_upper (adjustment);
  follow (self);
}

static void
filter_changed_cb (GhTailView *self)
{
  g_assert (GH_IS_TAIL_VIEW (self));

  g_free (self->wanted);
  self->wanted = g_utf8_casefold (gtk_editable_get_text (GTK_EDITABLE (self->search)), -1);
  self->shown_kind = gtk_drop_down_get_selected (self->kind);
  gtk_filter_changed (GTK_FILTER (self->filter), GTK_FILTER_CHANGE_DIFFERENT);
  show_state (self);
}

static void
stop_search_cb (GhTailView *self)
{
  g_assert (GH_IS_TAIL_VIEW (self));

  gtk_editable_set_text (GTK_EDITABLE (self->search), "");
}

static void
copy_action (GtkWidget  *widget,
             const char *name,
             GVariant   *parameter)
{
  GhTailView *self = GH_TAIL_VIEW (widget);
  g_autoptr(GtkBitset) selected =
    gtk_selection_model_get_selection (GTK_SELECTION_MODEL (self->selection));
  GListModel *items = G_LIST_MODEL (self->filtered);
  g_autoptr(GString) text = g_string_new (NULL);
  g_autofree char *hidden = NULL;
  guint n = g_list_model_get_n_items (items);

  for (guint i = 0; i < n; i++)
    {
      g_autoptr(GObject) item = NULL;
      g_autofree char *line = NULL;

      if (!gtk_bitset_is_empty (selected) && !gtk_bitset_contains (selected, i))
        continue;
      item = g_list_model_get_item (items, i);
      line = self->functions->dup_copy (item);
      g_string_append (text, line);
      g_string_append_c (text, '\n');
    }
  /* It is copied to be shown to others. */
  if (self->masking != NULL)
    hidden = gh_shield_hide (gh_masking_policy_get_shield (self->masking), text->str);
  gdk_clipboard_set_text (gtk_widget_get_clipboard (widget),
                          hidden != NULL ? hidden : text->str);
}

static void
gh_tail_view_map (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (gh_tail_view_parent_class)->map (widget);

  items_changed_cb (GH_TAIL_VIEW (widget));
}

static gboolean
gh_tail_view_focus (GtkWidget        *widget,
                    GtkDirectionType  direction)
{
  GhTailView *self = GH_TAIL_VIEW (widget);

  if (!gh_ui_leaves_list (GTK_WIDGET (self->list), direction))
    return GTK_WIDGET_CLASS (gh_tail_view_parent_class)->focus (widget, direction);
  return direction == GTK_DIR_TAB_BACKWARD
         && gtk_widget_child_focus (GTK_WIDGET (self->bar), direction);
}

static void
gh_tail_view_dispose (GObject *object)
{
  GhTailView *self = GH_TAIL_VIEW (object);

  /* The filter's function has no reference to the view. Taking it away changes the list once
   * more. */
  self->at_end = FALSE;
  if (self->filter != NULL)
    gtk_custom_filter_set_filter_func (self->filter, NULL, NULL, NULL);
  g_clear_handle_id (&self->follow_id, g_source_remove);
  g_clear_object (&self->model);
  g_clear_object (&self->buttons);
  g_clear_object (&self->masking);

  G_OBJECT_CLASS (gh_tail_view_parent_class)->dispose (object);
}

static void
gh_tail_view_finalize (GObject *object)
{
  GhTailView *self = GH_TAIL_VIEW (object);

  g_clear_pointer (&self->wanted, g_free);
  g_clear_pointer (&self->nothing_yet, g_free);
  g_clear_pointer (&self->no_match, g_free);

  G_OBJECT_CLASS (gh_tail_view_parent_class)->finalize (object);
}

static void
name (gpointer    widget,
      const char *words)
{
  gtk_accessible_update_property (GTK_ACCESSIBLE (widget), GTK_ACCESSIBLE_PROPERTY_LABEL, words,
                                  -1);
}

/* Each is set once, while the .ui file is read. */
static void
gh_tail_view_set_property (GObject      *object,
                           guint         prop_id,
                           const GValue *value,
                           GParamSpec   *pspec)
{
  GhTailView *self = GH_TAIL_VIEW (object);

  switch (prop_id)
    {
    case PROP_KINDS:
      gtk_drop_down_set_model (self->kind, g_value_get_object (value));
      break;

    case PROP_FACTORY:
      gtk_list_view_set_factory (self->list, g_value_get_object (value));
      break;

    case PROP_BUTTONS:
      self->buttons = g_value_dup_object (value);
      if (self->buttons != NULL)
        gtk_box_append (self->bar, self->buttons);
      break;

    case PROP_ICON_NAME:
      adw_status_page_set_icon_name (self->status, g_value_get_string (value));
      break;

    case PROP_TITLE:
      name (self->list, g_value_get_string (value));
      break;

    case PROP_SEARCH_TITLE:
      g_object_set (self->search, "placeholder-text", g_value_get_string (value), NULL);
      name (self->search, g_value_get_string (value));
      break;

    case PROP_KINDS_TITLE:
      name (self->kind, g_value_get_string (value));
      gh_inner_name_drop_down (self->kind, g_value_get_string (value));
      break;

    case PROP_COPY_TITLE:
      gtk_widget_set_tooltip_text (self->copy, g_value_get_string (value));
      name (self->copy, g_value_get_string (value));
      break;

    case PROP_NOTHING_YET:
      self->nothing_yet = g_value_dup_string (value);
      break;

    case PROP_NO_MATCH:
      self->no_match = g_value_dup_string (value);
      break;

    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
gh_tail_view_class_init (GhTailViewClass *klass)
{
  static const struct
  {
    guint id;
    const char *name;
  } words[] = {
    { PROP_ICON_NAME, "icon-name" }, { PROP_TITLE, "title" },
    { PROP_SEARCH_TITLE, "search-title" }, { PROP_KINDS_TITLE, "kinds-title" },
    { PROP_COPY_TITLE, "copy-title" }, { PROP_NOTHING_YET, "nothing-yet" },
    { PROP_NO_MATCH, "no-match" },
  };
  GParamFlags flags = G_PARAM_WRITABLE | G_PARAM_STATIC_STRINGS;
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = gh_tail_view_dispose;
  object_class->finalize = gh_tail_view_finalize;
  object_class->set_property = gh_tail_view_set_property;
  widget_class->map = gh_tail_view_map;
  widget_class->focus = gh_tail_view_focus;

  properties[PROP_KINDS] = g_param_spec_object ("kinds", NULL, NULL, GTK_TYPE_STRING_LIST, flags);
  properties[PROP_FACTORY] = g_param_spec_object ("factory", NULL, NULL,
                                                  GTK_TYPE_LIST_ITEM_FACTORY, flags);
  properties[PROP_BUTTONS] = g_param_spec_object ("buttons", NULL, NULL, GTK_TYPE_WIDGET, flags);
  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    properties[words[i].id] = g_param_spec_string (words[i].name, NULL, NULL, NULL, flags);
  g_object_class_install_properties (object_class, N_PROPS, properties);

  gtk_widget_class_set_template_from_resource (widget_class,
                                               GH_UI_RESOURCE_PATH "gh-tail-view.ui");
  gtk_widget_class_bind_template_child (widget_class, GhTailView, bar);
  gtk_widget_class_bind_template_child (widget_class, GhTailView, search);
  gtk_widget_class_bind_template_child (widget_class, GhTailView, kind);
  gtk_widget_class_bind_template_child (widget_class, GhTailView, copy);
  gtk_widget_class_bind_template_child (widget_class, GhTailView, stack);
  gtk_widget_class_bind_template_child (widget_class, GhTailView, status);
  gtk_widget_class_bind_template_child (widget_class, GhTailView, scroller);
  gtk_widget_class_bind_template_child (widget_class, GhTailView, list);
  gtk_widget_class_bind_template_child (widget_class, GhTailView, selection);
  gtk_widget_class_bind_template_child (widget_class, GhTailView, filtered);
  gtk_widget_class_bind_template_child (widget_class, GhTailView, filter);
  gtk_widget_class_bind_template_callback (widget_class, filter_changed_cb);
  gtk_widget_class_bind_template_callback (widget_class, items_changed_cb);
  gtk_widget_class_bind_template_callback (widget_class, stop_search_cb);
  gtk_widget_class_install_action (widget_class, "tail.copy", NULL, copy_action);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_c, GDK_CONTROL_MASK, "tail.copy",
                                       NULL);
}

static void
gh_tail_view_init (GhTailView *self)
{
  GtkAdjustment *adjustment;

  self->at_end = TRUE;
  gtk_widget_init_template (GTK_WIDGET (self));
  gtk_search_entry_set_key_capture_widget (self->search, GTK_WIDGET (self->list));
  adjustment = gtk_scrolled_window_get_vadjustment (self->scroller);
  g_signal_connect_object (adjustment, "notify::value", G_CALLBACK (scrolled_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (adjustment, "changed", G_CALLBACK (resized_cb), self,
                           G_CONNECT_SWAPPED);
}

void
gh_tail_view_set_functions (GhTailView            *self,
                            const GhTailFunctions *functions)
{
  g_return_if_fail (GH_IS_TAIL_VIEW (self));
  g_return_if_fail (functions != NULL);

  self->functions = functions;
  gtk_custom_filter_set_filter_func (self->filter, match_cb, self, NULL);
  show_state (self);
}

/**
 * gh_tail_view_set_masking:
 * @masking: (nullable): NULL: nothing is hidden
 */
void
gh_tail_view_set_masking (GhTailView      *self,
                          GhMaskingPolicy *masking)
{
  g_return_if_fail (GH_IS_TAIL_VIEW (self));
  g_return_if_fail (masking == NULL || GH_IS_MASKING_POLICY (masking));

  g_set_object (&self->masking, masking);
}

void
gh_tail_view_set_model (GhTailView *self,
                        GListModel *model)
{
  g_return_if_fail (GH_IS_TAIL_VIEW (self));
  g_return_if_fail (model == NULL || G_IS_LIST_MODEL (model));

  self->at_end = TRUE;
  g_set_object (&self->model, model);
  gtk_filter_list_model_set_model (self->filtered, model);
  show_state (self);
}

GtkSelectionModel *
gh_tail_view_get_selection (GhTailView *self)
{
  g_return_val_if_fail (GH_IS_TAIL_VIEW (self), NULL);

  return GTK_SELECTION_MODEL (self->selection);
}
