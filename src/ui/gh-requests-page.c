/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * The requests of servers that wait, and those of this run that are over. */
#include "config.h"

#include "gh-requests-page.h"

#include "gh-paced-list.h"
#include "gh-request-row.h"
#include "gh-sidebar-button.h"
#include "gh-ui.h"

/* "2 minutes ago" need not be truer than this. */
#define CLOCK_SECONDS 20

struct _GhRequestsPage
{
  AdwBin            parent_instance;

  /* Owned */
  GhRequestBroker *broker;
  GListStore       *finished; /* of GhRequest, newest first */
  guint             clock_id; /* while it can be seen */

  /* Template */
  GtkStack         *stack;
  GtkWidget        *open_group;
  GtkListBox       *open_list;
  GtkWidget        *finished_group;
  GtkListBox       *finished_list;
};

G_DEFINE_FINAL_TYPE (GhRequestsPage, gh_requests_page, ADW_TYPE_BIN)

static GtkWidget *
create_row (gpointer item,
            gpointer user_data)
{
  return gh_request_row_new (item);
}

static void
update (GhRequestsPage *self)
{
  guint n_open = g_list_model_get_n_items (G_LIST_MODEL (self->broker));
  guint n_finished = g_list_model_get_n_items (G_LIST_MODEL (self->finished));

  gtk_widget_set_visible (self->open_group, n_open > 0);
  gtk_widget_set_visible (self->finished_group, n_finished > 0);
  gtk_stack_set_visible_child_name (self->stack, n_open + n_finished > 0 ? "list" : "empty");
}

static void
finished_cb (GhRequestsPage *self,
             GhRequest      *request)
{
  g_assert (GH_IS_REQUESTS_PAGE (self));

  g_list_store_insert (self->finished, 0, request);
  if (g_list_model_get_n_items (G_LIST_MODEL (self->finished)) > GH_REQUESTS_PAGE_MOST_FINISHED)
    g_list_store_remove (self->finished, GH_REQUESTS_PAGE_MOST_FINISHED);
  update (self);
}

static void
update_rows (GtkListBox *list)
{
  GtkListBoxRow *row;

  for (int i = 0; (row = gtk_list_box_get_row_at_index (list, i)) != NULL; i++)
    if (GH_IS_REQUEST_ROW (row))
      gh_request_row_update (GH_REQUEST_ROW (row));
}

static gboolean
clock_cb (gpointer user_data)
{
  GhRequestsPage *self = user_data;

  update_rows (self->open_list);
  update_rows (self->finished_list);
  return G_SOURCE_CONTINUE;
}

static void
gh_requests_page_map (GtkWidget *widget)
{
  GhRequestsPage *self = GH_REQUESTS_PAGE (widget);

  GTK_WIDGET_CLASS (gh_requests_page_parent_class)->map (widget);
  clock_cb (self);
  if (self->clock_id == 0)
    self->clock_id = g_timeout_add_seconds (CLOCK_SECONDS, clock_cb, self);
}

static void
gh_requests_page_unmap (GtkWidget *widget)
{
  GhRequestsPage *self = GH_REQUESTS_PAGE (widget);

  g_clear_handle_id (&self->clock_id, g_source_remove);
  GTK_WIDGET_CLASS (gh_requests_page_parent_class)->unmap (widget);
}

static void
gh_requests_page_dispose (GObject *object)
{
  GhRequestsPage *self = GH_REQUESTS_PAGE (object);

  g_clear_handle_id (&self->clock_id, g_source_remove);
  g_clear_object (&self->broker);
  adw_bin_set_child (ADW_BIN (self), NULL);
  G_OBJECT_CLASS (gh_requests_page_parent_class)->dispose (object);
}

static void
gh_requests_page_finalize (GObject *object)
{
  GhRequestsPage *self = GH_REQUESTS_PAGE (object);

  g_clear_object (&self->finished);
  G_OBJECT_CLASS (gh_requests_page_parent_class)->finalize (object);
}

static void
gh_requests_page_class_init (GhRequestsPageClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = gh_requests_page_dispose;
  object_class->finalize = gh_requests_page_finalize;
  widget_class->map = gh_requests_page_map;
  widget_class->unmap = gh_requests_page_unmap;

  g_type_ensure (GH_TYPE_SIDEBAR_BUTTON);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               GH_UI_RESOURCE_PATH "gh-requests-page.ui");
  gtk_widget_class_bind_template_child (widget_class, GhRequestsPage, stack);
  gtk_widget_class_bind_template_child (widget_class, GhRequestsPage, open_group);
  gtk_widget_class_bind_template_child (widget_class, GhRequestsPage, open_list);
  gtk_widget_class_bind_template_child (widget_class, GhRequestsPage, finished_group);
  gtk_widget_class_bind_template_child (widget_class, GhRequestsPage, finished_list);
}

static void
gh_requests_page_init (GhRequestsPage *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  self->finished = g_list_store_new (GH_TYPE_REQUEST);
  gtk_list_box_bind_model (self->finished_list, G_LIST_MODEL (self->finished), create_row, NULL,
                           NULL);
}

GtkWidget *
gh_requests_page_new (void)
{
  return g_object_new (GH_TYPE_REQUESTS_PAGE, NULL);
}

void
gh_requests_page_set_broker (GhRequestsPage  *self,
                             GhRequestBroker *broker)
{
  g_autoptr(GhPacedList) paced = NULL;

  g_return_if_fail (GH_IS_REQUESTS_PAGE (self));
  g_return_if_fail (GH_IS_REQUEST_BROKER (broker));
  g_return_if_fail (self->broker == NULL);

  self->broker = g_object_ref (broker);
  paced = gh_paced_list_new (G_LIST_MODEL (broker));
  gtk_list_box_bind_model (self->open_list, G_LIST_MODEL (paced), create_row, NULL, NULL);
  g_signal_connect_object (broker, "items-changed", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (broker, "finished", G_CALLBACK (finished_cb), self, G_CONNECT_SWAPPED);
  update (self);
}

GListModel *
gh_requests_page_list_finished (GhRequestsPage *self)
{
  g_return_val_if_fail (GH_IS_REQUESTS_PAGE (self), NULL);

  return G_LIST_MODEL (self->finished);
}
