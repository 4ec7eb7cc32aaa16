/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * Folders, servers, and the way to the other pages; folders can be dropped anywhere on it. */
#include "config.h"

#include "gh-sidebar.h"

#include <glib/gi18n.h>

#include "gh-dropped-files.h"
#include "gh-paced-list.h"
#include "gh-root-row.h"
#include "gh-server-row.h"
#include "gh-text.h"
#include "gh-ui.h"

struct _GhSidebar
{
  AdwBin         parent_instance;

  GhHost        *host;        /* or NULL */
  GtkDropTarget *drop_target; /* borrowed: the widget owns it */
  gboolean       selecting;   /* the selection follows the page, not the other way round */

  GtkWidget     *scroll;
  GtkWidget     *roots_section;
  GtkListBox    *roots;
  GtkListBox    *servers;
  GtkListBox    *pages;
  GtkListBoxRow *first_page;  /* while there are no servers */
  GtkListBoxRow *requests;
  GtkListBoxRow *history;
  GtkLabel      *requests_count;
  GtkListBoxRow *rules;
  GtkRevealer   *drop_revealer;
  GtkLabel      *drop_label;
};

G_DEFINE_TYPE (GhSidebar, gh_sidebar, ADW_TYPE_BIN)

enum
{
  SIGNAL_SERVER_CHOSEN,
  SIGNAL_REQUESTS_CHOSEN,
  SIGNAL_HISTORY_CHOSEN,
  SIGNAL_RULES_CHOSEN,
  SIGNAL_WELCOME_CHOSEN,
  SIGNAL_CHOSEN_FIRMLY,
  SIGNAL_FILES_DROPPED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

static GtkWidget *
make_root_row (gpointer item,
               gpointer user_data)
{
  return gh_root_row_new (item);
}

static GtkWidget *
make_server_row (gpointer item,
                 gpointer user_data)
{
  return gh_server_row_new (item);
}

static void
update_requests (GhSidebar *self)
{
  guint n = g_list_model_get_n_items (G_LIST_MODEL (gh_host_get_requests (self->host)));
  g_autofree char *count = g_strdup_printf ("%u", n);
  g_autofree char *label = NULL;

  gtk_label_set_label (self->requests_count, count);
  gtk_widget_set_visible (GTK_WIDGET (self->requests_count), n > 0);
  if (n > 0)
    label = g_strdup_printf (ngettext ("Requests, %u waiting", "Requests, %u waiting", n), n);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->requests),
                                  GTK_ACCESSIBLE_PROPERTY_LABEL, n > 0 ? label : _("Requests"),
                                  -1);
}

static void
root_activated_cb (GhSidebar     *self,
                   GtkListBoxRow *row)
{
  g_assert (GH_IS_SIDEBAR (self));

  gtk_widget_activate_action (GTK_WIDGET (row), "root.settings", NULL);
}

static void
server_selected_cb (GhSidebar     *self,
                    GtkListBoxRow *row)
{
  g_assert (GH_IS_SIDEBAR (self));

  if (row != NULL && !self->selecting)
    g_signal_emit (self, signals[SIGNAL_SERVER_CHOSEN], 0,
                   gh_server_row_get_item (GH_SERVER_ROW (row)));
}

static void
page_selected_cb (GhSidebar     *self,
                  GtkListBoxRow *row)
{
  int signal = SIGNAL_REQUESTS_CHOSEN;

  g_assert (GH_IS_SIDEBAR (self));

  if (row == self->first_page)
    signal = SIGNAL_WELCOME_CHOSEN;
  else if (row == self->history)
    signal = SIGNAL_HISTORY_CHOSEN;
  else if (row == self->rules)
    signal = SIGNAL_RULES_CHOSEN;
  if (row != NULL && !self->selecting)
    g_signal_emit (self, signals[signal], 0);
}

static void
update_empty (GhSidebar *self)
{
  guint n_roots = g_list_model_get_n_items (G_LIST_MODEL (gh_host_get_roots (self->host)));
  guint n_servers = g_list_model_get_n_items (G_LIST_MODEL (gh_host_get_servers (self->host)));

  gtk_widget_set_visible (GTK_WIDGET (self->first_page), n_servers == 0);
  /* With nothing in it that can be chosen it would take the keyboard itself. */
  gtk_widget_set_can_focus (self->scroll, n_roots + n_servers > 0);
}

static void
set_selected (GhSidebar     *self,
              GtkListBoxRow *server,
              GtkListBoxRow *page)
{
  self->selecting = TRUE;
  gtk_list_box_select_row (self->servers, server);
  gtk_list_box_select_row (self->pages, page);
  self->selecting = FALSE;
}

/* A list selects what gets the keyboard. Arrow keys and the pointer mean that; Tab only passes, and
 * must not show another page on its way. */
static gboolean
gh_sidebar_focus (GtkWidget        *widget,
                  GtkDirectionType  direction)
{
  GhSidebar *self = GH_SIDEBAR (widget);
  GtkListBoxRow *server = gtk_list_box_get_selected_row (self->servers);
  GtkListBoxRow *page = gtk_list_box_get_selected_row (self->pages);
  gboolean passes = direction == GTK_DIR_TAB_FORWARD || direction == GTK_DIR_TAB_BACKWARD;
  gboolean moved;

  self->selecting = passes;
  moved = GTK_WIDGET_CLASS (gh_sidebar_parent_class)->focus (widget, direction);
  self->selecting = FALSE;
  if (passes)
    set_selected (self, server, page);
  return moved;
}

static void
activated_cb (GhSidebar     *self,
              GtkListBoxRow *row)
{
  g_assert (GH_IS_SIDEBAR (self));

  g_signal_emit (self, signals[SIGNAL_CHOSEN_FIRMLY], 0);
}

/* The three lists are one for the arrow keys. */
static gboolean
keynav_failed_cb (GhSidebar        *self,
                  GtkDirectionType  direction,
                  GtkListBox       *list)
{
  GtkListBox *lists[] = { self->roots, self->servers, self->pages };
  int step = direction == GTK_DIR_DOWN ? 1 : -1;
  int i = 0;

  g_assert (GH_IS_SIDEBAR (self));

  if (direction != GTK_DIR_DOWN && direction != GTK_DIR_UP)
    return FALSE;
  while (lists[i] != list)
    i++;
  for (i += step; i >= 0 && i < (int) G_N_ELEMENTS (lists); i += step)
    {
      GtkWidget *next = GTK_WIDGET (lists[i]);
      GtkWidget *row = direction == GTK_DIR_DOWN ? gtk_widget_get_first_child (next)
                                                 : gtk_widget_get_last_child (next);

      /* The placeholder is a child too. */
      while (row != NULL && !(GTK_IS_LIST_BOX_ROW (row) && gtk_widget_get_visible (row)))
        row = direction == GTK_DIR_DOWN ? gtk_widget_get_next_sibling (row)
                                        : gtk_widget_get_prev_sibling (row);
      if (row != NULL)
        return gtk_widget_grab_focus (row);
    }
  return FALSE;
}

/* What dropping these will do, in a few words; NULL when they are nothing for us. */
static char *
dup_promise (GhSidebar  *self,
             GListModel *files)
{
  GListModel *roots = G_LIST_MODEL (gh_host_get_roots (self->host));
  guint n = g_list_model_get_n_items (files);
  g_autoptr(GFile) file = g_list_model_get_item (files, 0);
  g_autofree char *name = NULL;

  if (n == 0)
    return NULL;
  if (n > 1)
    return g_strdup_printf (ngettext ("Drop to add %u folder", "Drop to add %u folders", n), n);

  name = gh_text_dup_name (file);
  for (guint i = 0; i < g_list_model_get_n_items (roots); i++)
    {
      g_autoptr(GhRoot) root = g_list_model_get_item (roots, i);

      if (g_file_equal (gh_root_get_file (root), file))
        /* Translators: a folder is held over the list in which it already is. */
        return g_strdup_printf (_("%s is already here"), name);
    }
  /* Translators: %s is the name of the folder that is held over the list. */
  return g_strdup_printf (_("Drop to add %s"), name);
}

static void
set_drop_highlight (GhSidebar *self,
                    gboolean   on)
{
  gtk_revealer_set_reveal_child (self->drop_revealer, on);
  if (on)
    gtk_widget_add_css_class (self->roots_section, "gh-drop");
  else
    gtk_widget_remove_css_class (self->roots_section, "gh-drop");
}

/* The other program hands over what it carries after the pointer has arrived. */
static void
update_drop (GhSidebar *self)
{
  const GValue *value = gtk_drop_target_get_value (self->drop_target);
  g_autoptr(GListModel) files = NULL;
  g_autofree char *promise = NULL;

  if (value == NULL)
    {
      gtk_label_set_label (self->drop_label, _("Drop to add this folder"));
      return;
    }
  files = gh_dropped_files_from_value (value);
  promise = dup_promise (self, files);
  if (promise != NULL)
    gtk_label_set_label (self->drop_label, promise);
  else
    gtk_drop_target_reject (self->drop_target);
}

static GdkDragAction
drop_enter_cb (GtkDropTarget *target,
               double         x,
               double         y,
               GhSidebar     *self)
{
  g_assert (GH_IS_SIDEBAR (self));

  update_drop (self);
  set_drop_highlight (self, TRUE);
  return GDK_ACTION_COPY;
}

static void
drop_leave_cb (GtkDropTarget *target,
               GhSidebar     *self)
{
  g_assert (GH_IS_SIDEBAR (self));

  set_drop_highlight (self, FALSE);
}

static void
drop_value_cb (GtkDropTarget *target,
               GParamSpec    *pspec,
               GhSidebar     *self)
{
  g_assert (GH_IS_SIDEBAR (self));

  if (gtk_drop_target_get_value (target) != NULL)
    update_drop (self);
}

static gboolean
drop_cb (GtkDropTarget *target,
         const GValue  *value,
         double         x,
         double         y,
         GhSidebar     *self)
{
  g_autoptr(GListModel) files = gh_dropped_files_from_value (value);

  g_assert (GH_IS_SIDEBAR (self));

  set_drop_highlight (self, FALSE);
  if (g_list_model_get_n_items (files) == 0)
    return FALSE;
  g_signal_emit (self, signals[SIGNAL_FILES_DROPPED], 0, files);
  return TRUE;
}

static void
add_drop_target (GhSidebar *self)
{
  g_autoptr(GdkContentFormats) formats = gh_dropped_files_get_formats ();
  const GType *types;
  gsize n_types;

  self->drop_target = gtk_drop_target_new (G_TYPE_INVALID, GDK_ACTION_COPY);
  types = gdk_content_formats_get_gtypes (formats, &n_types);
  gtk_drop_target_set_gtypes (self->drop_target, (GType *) types, n_types);
  gtk_drop_target_set_preload (self->drop_target, TRUE);
  g_signal_connect_object (self->drop_target, "enter", G_CALLBACK (drop_enter_cb), self, 0);
  g_signal_connect_object (self->drop_target, "leave", G_CALLBACK (drop_leave_cb), self, 0);
  g_signal_connect_object (self->drop_target, "notify::value", G_CALLBACK (drop_value_cb), self, 0);
  g_signal_connect_object (self->drop_target, "drop", G_CALLBACK (drop_cb), self, 0);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (self->drop_target));
}

static void
gh_sidebar_dispose (GObject *object)
{
  GhSidebar *self = GH_SIDEBAR (object);

  g_clear_object (&self->host);

  G_OBJECT_CLASS (gh_sidebar_parent_class)->dispose (object);
}

static void
gh_sidebar_class_init (GhSidebarClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = gh_sidebar_dispose;
  widget_class->focus = gh_sidebar_focus;

  signals[SIGNAL_SERVER_CHOSEN] =
    g_signal_new ("server-chosen", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST,
                  0, NULL, NULL, NULL, G_TYPE_NONE, 1, GH_TYPE_SERVER);
  signals[SIGNAL_REQUESTS_CHOSEN] =
    g_signal_new ("requests-chosen", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST,
                  0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[SIGNAL_RULES_CHOSEN] =
    g_signal_new ("rules-chosen", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST,
                  0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[SIGNAL_HISTORY_CHOSEN] =
    g_signal_new ("history-chosen", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST,
                  0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[SIGNAL_WELCOME_CHOSEN] =
    g_signal_new ("welcome-chosen", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST,
                  0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[SIGNAL_CHOSEN_FIRMLY] =
    g_signal_new ("chosen-firmly", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST,
                  0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[SIGNAL_FILES_DROPPED] =
    g_signal_new ("files-dropped", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST,
                  0, NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_LIST_MODEL);

  gtk_widget_class_set_template_from_resource (widget_class,
                                               GH_UI_RESOURCE_PATH "gh-sidebar.ui");
  gtk_widget_class_bind_template_child (widget_class, GhSidebar, scroll);
  gtk_widget_class_bind_template_child (widget_class, GhSidebar, roots_section);
  gtk_widget_class_bind_template_child (widget_class, GhSidebar, roots);
  gtk_widget_class_bind_template_child (widget_class, GhSidebar, servers);
  gtk_widget_class_bind_template_child (widget_class, GhSidebar, pages);
  gtk_widget_class_bind_template_child (widget_class, GhSidebar, first_page);
  gtk_widget_class_bind_template_child (widget_class, GhSidebar, requests);
  gtk_widget_class_bind_template_child (widget_class, GhSidebar, requests_count);
  gtk_widget_class_bind_template_child (widget_class, GhSidebar, history);
  gtk_widget_class_bind_template_child (widget_class, GhSidebar, rules);
  gtk_widget_class_bind_template_child (widget_class, GhSidebar, drop_revealer);
  gtk_widget_class_bind_template_child (widget_class, GhSidebar, drop_label);
  gtk_widget_class_bind_template_callback (widget_class, root_activated_cb);
  gtk_widget_class_bind_template_callback (widget_class, server_selected_cb);
  gtk_widget_class_bind_template_callback (widget_class, page_selected_cb);
  gtk_widget_class_bind_template_callback (widget_class, activated_cb);
  gtk_widget_class_bind_template_callback (widget_class, keynav_failed_cb);
}

static void
gh_sidebar_init (GhSidebar *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  add_drop_target (self);
}

void
gh_sidebar_set_host (GhSidebar *self,
                     GhHost    *host)
{
  GListModel *requests;
  g_autoptr(GhPacedList) roots = NULL;

  g_return_if_fail (GH_IS_SIDEBAR (self));
  g_return_if_fail (GH_IS_HOST (host));
  g_return_if_fail (self->host == NULL);

  self->host = g_object_ref (host);
  roots = gh_paced_list_new (G_LIST_MODEL (gh_host_get_roots (host)));
  gtk_list_box_bind_model (self->roots, G_LIST_MODEL (roots), make_root_row, NULL, NULL);
  gtk_list_box_bind_model (self->servers, G_LIST_MODEL (gh_host_get_servers (host)),
                           make_server_row, NULL, NULL);
  g_signal_connect_object (gh_host_get_roots (host), "items-changed",
                           G_CALLBACK (update_empty), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (gh_host_get_servers (host), "items-changed",
                           G_CALLBACK (update_empty), self, G_CONNECT_SWAPPED);
  update_empty (self);
  requests = G_LIST_MODEL (gh_host_get_requests (host));
  g_signal_connect_object (requests, "items-changed", G_CALLBACK (update_requests), self,
                           G_CONNECT_SWAPPED);
  update_requests (self);
}

void
gh_sidebar_select_server (GhSidebar *self,
                          GhServer  *server)
{
  GtkListBoxRow *row = NULL;

  g_return_if_fail (GH_IS_SIDEBAR (self));

  g_return_if_fail (GH_IS_SERVER (server));

  for (int i = 0;; i++)
    {
      row = gtk_list_box_get_row_at_index (self->servers, i);
      if (row == NULL || gh_server_row_get_item (GH_SERVER_ROW (row)) == server)
        break;
    }
  set_selected (self, row, NULL);
}

void
gh_sidebar_select_welcome (GhSidebar *self)
{
  g_return_if_fail (GH_IS_SIDEBAR (self));

  set_selected (self, NULL, self->first_page);
}

void
gh_sidebar_select_requests (GhSidebar *self)
{
  g_return_if_fail (GH_IS_SIDEBAR (self));

  set_selected (self, NULL, self->requests);
}

void
gh_sidebar_select_history (GhSidebar *self)
{
  g_return_if_fail (GH_IS_SIDEBAR (self));

  set_selected (self, NULL, self->history);
}

void
gh_sidebar_select_rules (GhSidebar *self)
{
  g_return_if_fail (GH_IS_SIDEBAR (self));

  set_selected (self, NULL, self->rules);
}

void
gh_sidebar_focus_selected (GhSidebar *self)
{
  GtkListBoxRow *row;

  g_return_if_fail (GH_IS_SIDEBAR (self));

  row = gtk_list_box_get_selected_row (self->servers);
  if (row == NULL)
    row = gtk_list_box_get_selected_row (self->pages);
  if (row != NULL)
    gtk_widget_grab_focus (GTK_WIDGET (row));
}
