/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * A server's tools: a list that can be searched, and the selected one beside it - or, where
 * there is no room for both, in its place. */
#include "config.h"

#include "gh-tools-page.h"

#include <glib/gi18n.h>

#include "gh-paced-list.h"
#include "gh-tool-page.h"
#include "gh-tool-row.h"
#include "gh-ui.h"
#include "gh-width-bin.h"

struct _GhToolsPage
{
  AdwBin parent_instance;

  GhServer *server;             /* owned, or NULL */
  GSignalGroup *server_signals; /* owned */
  gboolean detail;              /* where only one side fits: the tool, not the list */

  /* template */
  GtkStack *stack;
  AdwStatusPage *status;
  GtkWidget *start;
  GtkSpinner *spinner;
  GhWidthBin *width;
  GtkPaned *paned;
  GtkWidget *list_side;
  GtkSearchEntry *search;
  GtkListView *list;
  GtkSingleSelection *selection;
  GtkFlattenListModel *all;
  GtkFilterListModel *filtered;
  GtkWidget *no_match;
  GhToolPage *page;
};

G_DEFINE_FINAL_TYPE (GhToolsPage, gh_tools_page, ADW_TYPE_BIN)

enum
{
  PROP_0,
  PROP_SERVER,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

static guint
count_tools (GhToolsPage *self)
{
  return g_list_model_get_n_items (G_LIST_MODEL (self->all));
}

/* Those that can be called, then those that cannot. */
static GListModel *
make_lists (GhServer *server)
{
  GListStore *lists = g_list_store_new (G_TYPE_LIST_MODEL);

  g_list_store_append (lists, gh_server_list_tools (server));
  g_list_store_append (lists, gh_server_list_left_out_tools (server));
  return G_LIST_MODEL (lists);
}

static void
show_sides (GhToolsPage *self)
{
  gboolean narrow = gh_width_bin_get_narrow (self->width);

  gtk_widget_set_visible (self->list_side, !narrow || !self->detail);
  gtk_widget_set_visible (GTK_WIDGET (self->page), !narrow || self->detail);
  gtk_list_view_set_single_click_activate (self->list, narrow);
}

/* AdwStatusPage reads markup. */
static void
set_status (GhToolsPage *self,
            const char  *title,
            const char  *description)
{
  g_autofree char *escaped = g_markup_escape_text (title, -1);

  adw_status_page_set_title (self->status, escaped);
  adw_status_page_set_description (self->status, description);
}

static void
show_empty (GhToolsPage *self)
{
  GhServerState state = self->server != NULL ? gh_server_get_state (self->server)
    : GH_SERVER_STOPPED;
  gboolean waiting = state == GH_SERVER_STARTING || state == GH_SERVER_STOPPING;

  gtk_widget_set_visible (self->start, state == GH_SERVER_STOPPED || state == GH_SERVER_FAILED);
  gtk_widget_set_visible (GTK_WIDGET (self->spinner), waiting);
  gtk_spinner_set_spinning (self->spinner, waiting);
  switch (state)
    {
    case GH_SERVER_STARTING:
      set_status (self, _("Starting"), _("Its tools appear here once it answers."));
      break;

    case GH_SERVER_RUNNING:
      set_status (self, _("No Tools"), _("This server offers none."));
      break;

    case GH_SERVER_STOPPING:
      set_status (self, _("Stopping"), NULL);
      break;

    case GH_SERVER_FAILED:
      set_status (self, _("It Does Not Run"), _("Setup says what happened and what you can do."));
      break;

    case GH_SERVER_STOPPED:
    default:
      set_status (self, _("Stopped"), _("A server tells its tools while it runs."));
      break;
    }
}

static void
update (GhToolsPage *self)
{
  guint n = count_tools (self);
  guint n_shown = g_list_model_get_n_items (G_LIST_MODEL (self->filtered));

  if (n == 0)
    show_empty (self);
  gtk_stack_set_visible_child_name (self->stack, n > 0 ? "tools" : "empty");
  gtk_widget_set_visible (self->no_match, n > 0 && n_shown == 0);
}

static void
changed_cb (GhToolsPage *self)
{
  g_assert (GH_IS_TOOLS_PAGE (self));

  update (self);
}

/* A search that leaves out the tool that is shown does not take it away. */
static void
selected_cb (GhToolsPage *self)
{
  GhTool *tool = gtk_single_selection_get_selected_item (self->selection);

  g_assert (GH_IS_TOOLS_PAGE (self));

  if (tool != NULL)
    gh_tool_page_set_tool (self->page, tool);
  else if (count_tools (self) == 0)
    gh_tool_page_set_tool (self->page, NULL);
}

static void
show_detail (GhToolsPage *self,
             gboolean     detail)
{
  self->detail = detail;
  show_sides (self);
}

static void
activate_cb (GhToolsPage *self,
             guint        position)
{
  g_assert (GH_IS_TOOLS_PAGE (self));

  gtk_single_selection_set_selected (self->selection, position);
  show_detail (self, TRUE);
  gtk_widget_grab_focus (GTK_WIDGET (self->page));
}

static void
search_activate_cb (GhToolsPage *self)
{
  g_assert (GH_IS_TOOLS_PAGE (self));

  if (gtk_single_selection_get_selected_item (self->selection) == NULL)
    return;
  show_detail (self, TRUE);
  gtk_widget_grab_focus (GTK_WIDGET (self->page));
}

static void
stop_search_cb (GhToolsPage *self)
{
  g_assert (GH_IS_TOOLS_PAGE (self));

  gtk_editable_set_text (GTK_EDITABLE (self->search), "");
}

static void
back_cb (GhToolsPage *self)
{
  g_assert (GH_IS_TOOLS_PAGE (self));

  show_detail (self, FALSE);
  gtk_widget_grab_focus (GTK_WIDGET (self->list));
}

static void
narrow_changed_cb (GhToolsPage *self)
{
  g_assert (GH_IS_TOOLS_PAGE (self));

  show_sides (self);
}

static void
gh_tools_page_dispose (GObject *object)
{
  GhToolsPage *self = GH_TOOLS_PAGE (object);

  g_clear_object (&self->server_signals);
  g_clear_object (&self->server);

  G_OBJECT_CLASS (gh_tools_page_parent_class)->dispose (object);
}

static void
gh_tools_page_get_property (GObject    *object,
                            guint       prop_id,
                            GValue     *value,
                            GParamSpec *pspec)
{
  switch (prop_id)
    {
    case PROP_SERVER:
      g_value_set_object (value, GH_TOOLS_PAGE (object)->server);
      break;

    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
gh_tools_page_set_property (GObject      *object,
                            guint         prop_id,
                            const GValue *value,
                            GParamSpec   *pspec)
{
  switch (prop_id)
    {
    case PROP_SERVER:
      gh_tools_page_set_server (GH_TOOLS_PAGE (object), g_value_get_object (value));
      break;

    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static gboolean
gh_tools_page_focus (GtkWidget        *widget,
                       GtkDirectionType  direction)
{
  GhToolsPage *self = GH_TOOLS_PAGE (widget);

  if (!gh_ui_leaves_list (GTK_WIDGET (self->list), direction))
    return GTK_WIDGET_CLASS (gh_tools_page_parent_class)->focus (widget, direction);
  return gtk_widget_child_focus (direction == GTK_DIR_TAB_FORWARD ? GTK_WIDGET (self->page)
                                                                  : GTK_WIDGET (self->search),
                                 direction);
}

static void
gh_tools_page_class_init (GhToolsPageClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = gh_tools_page_dispose;
  object_class->get_property = gh_tools_page_get_property;
  object_class->set_property = gh_tools_page_set_property;
  widget_class->focus = gh_tools_page_focus;

  properties[PROP_SERVER] = g_param_spec_object ("server", NULL, NULL, GH_TYPE_SERVER,
                                                 G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY |
                                                 G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);

  g_type_ensure (GH_TYPE_TOOL);
  g_type_ensure (GH_TYPE_TOOL_PAGE);
  g_type_ensure (GH_TYPE_TOOL_ROW);
  g_type_ensure (GH_TYPE_WIDTH_BIN);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/io/github/gatehouse/Gatehouse/gh-tools-page.ui");
  gtk_widget_class_bind_template_child (widget_class, GhToolsPage, stack);
  gtk_widget_class_bind_template_child (widget_class, GhToolsPage, status);
  gtk_widget_class_bind_template_child (widget_class, GhToolsPage, start);
  gtk_widget_class_bind_template_child (widget_class, GhToolsPage, spinner);
  gtk_widget_class_bind_template_child (widget_class, GhToolsPage, width);
  gtk_widget_class_bind_template_child (widget_class, GhToolsPage, paned);
  gtk_widget_class_bind_template_child (widget_class, GhToolsPage, list_side);
  gtk_widget_class_bind_template_child (widget_class, GhToolsPage, search);
  gtk_widget_class_bind_template_child (widget_class, GhToolsPage, list);
  gtk_widget_class_bind_template_child (widget_class, GhToolsPage, selection);
  gtk_widget_class_bind_template_child (widget_class, GhToolsPage, all);
  gtk_widget_class_bind_template_child (widget_class, GhToolsPage, filtered);
  gtk_widget_class_bind_template_child (widget_class, GhToolsPage, no_match);
  gtk_widget_class_bind_template_child (widget_class, GhToolsPage, page);
  gtk_widget_class_bind_template_callback (widget_class, activate_cb);
  gtk_widget_class_bind_template_callback (widget_class, back_cb);
  gtk_widget_class_bind_template_callback (widget_class, narrow_changed_cb);
  gtk_widget_class_bind_template_callback (widget_class, search_activate_cb);
  gtk_widget_class_bind_template_callback (widget_class, selected_cb);
  gtk_widget_class_bind_template_callback (widget_class, stop_search_cb);
}

static void
gh_tools_page_init (GhToolsPage *self)
{
  g_autoptr(GhPacedList) paced = NULL;

  gtk_widget_init_template (GTK_WIDGET (self));
  /* GtkListView makes up to 200 rows at once, which is felt. */
  paced = gh_paced_list_new (G_LIST_MODEL (self->filtered));
  gtk_single_selection_set_model (self->selection, G_LIST_MODEL (paced));
  gtk_search_entry_set_key_capture_widget (self->search, GTK_WIDGET (self->list));
  self->server_signals = g_signal_group_new (GH_TYPE_SERVER);
  g_signal_group_connect_swapped (self->server_signals, "notify::state", G_CALLBACK (changed_cb),
                                  self);
  g_signal_connect_object (self->filtered, "items-changed", G_CALLBACK (changed_cb), self,
                           G_CONNECT_SWAPPED);
  update (self);
}

void
gh_tools_page_set_server (GhToolsPage *self,
                          GhServer    *server)
{
  g_autoptr(GListModel) lists = NULL;

  g_return_if_fail (GH_IS_TOOLS_PAGE (self));
  g_return_if_fail (server == NULL || GH_IS_SERVER (server));

  if (!g_set_object (&self->server, server))
    return;
  gh_tool_page_set_server (self->page, server);
  gtk_editable_set_text (GTK_EDITABLE (self->search), "");
  lists = server != NULL ? make_lists (server) : NULL;
  gtk_flatten_list_model_set_model (self->all, lists);
  g_signal_group_set_target (self->server_signals, server);
  update (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_SERVER]);
}
