/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * The requests of servers that wait, and those of this run that are over. */
#include "config.h"

#include "gh-requests-page.h"

#include <glib/gi18n.h>

#include "gh-compat-alert.h"
#include "gh-paced-list.h"
#include "gh-request-group.h"
#include "gh-request-row.h"
#include "gh-sidebar-button.h"
#include "gh-ui.h"

/* "2 minutes ago" need not be truer than this. */
#define CLOCK_SECONDS 20

struct _GhRequestsPage
{
  AdwBin            parent_instance;

  /* Owned */
  GhRequestBroker  *broker;
  GListStore       *open;     /* of GhRequest: by groups, the group that came first at the top */
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

/* --- what is open, by groups --- */

static guint
count_group (GhRequestsPage *self,
             GhRequest      *request)
{
  guint n = g_list_model_get_n_items (G_LIST_MODEL (self->open));
  guint count = 0;

  for (guint i = 0; i < n; i++)
    {
      g_autoptr(GhRequest) other = g_list_model_get_item (G_LIST_MODEL (self->open), i);

      count += gh_request_group_is_same (request, other);
    }
  return count;
}

static void
header_cb (GtkListBoxRow *row,
           GtkListBoxRow *before,
           gpointer       user_data)
{
  GhRequestsPage *self = user_data;
  GhRequest *request = gh_request_row_get_item (GH_REQUEST_ROW (row));
  GtkWidget *header;

  if (before != NULL
      && gh_request_group_is_same (request,
                                   gh_request_row_get_item (GH_REQUEST_ROW (before))))
    {
      gtk_list_box_row_set_header (row, NULL);
      return;
    }
  if (gtk_list_box_row_get_header (row) == NULL)
    gtk_list_box_row_set_header (row, gh_request_group_new (request));
  header = gtk_list_box_row_get_header (row);
  gh_request_group_update (GH_REQUEST_GROUP (header), count_group (self, request));
}

/* Below the others of its group, else at the end. */
static void
add_open (GhRequestsPage *self,
          GhRequest      *request)
{
  guint n = g_list_model_get_n_items (G_LIST_MODEL (self->open));
  guint position = n;

  for (guint i = n; i > 0; i--)
    {
      g_autoptr(GhRequest) other = g_list_model_get_item (G_LIST_MODEL (self->open), i - 1);

      if (!gh_request_group_is_same (request, other))
        continue;
      position = i;
      break;
    }
  g_list_store_insert (self->open, position, request);
}

/* The keyboard is not lost with a row that goes: it goes on at the next one. */
static void
remove_open (GhRequestsPage *self,
             guint           position)
{
  GtkListBoxRow *row = gtk_list_box_get_row_at_index (self->open_list, (int) position);
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));
  GtkWidget *focus = root != NULL ? gtk_root_get_focus (root) : NULL;
  gboolean had_focus = row != NULL && focus != NULL
                       && (focus == GTK_WIDGET (row)
                           || gtk_widget_is_ancestor (focus, GTK_WIDGET (row)));

  g_list_store_remove (self->open, position);
  if (!had_focus)
    return;
  row = gtk_list_box_get_row_at_index (self->open_list, (int) position);
  if (row == NULL && position > 0)
    row = gtk_list_box_get_row_at_index (self->open_list, (int) position - 1);
  if (row != NULL)
    gtk_widget_grab_focus (GTK_WIDGET (row));
}

static void
update (GhRequestsPage *self)
{
  guint n_open = g_list_model_get_n_items (G_LIST_MODEL (self->open));
  guint n_finished = g_list_model_get_n_items (G_LIST_MODEL (self->finished));

  gtk_widget_set_visible (self->open_group, n_open > 0);
  gtk_widget_set_visible (self->finished_group, n_finished > 0);
  gtk_stack_set_visible_child_name (self->stack, n_open + n_finished > 0 ? "list" : "empty");
}

static void
open_changed_cb (GhRequestsPage *self,
                 guint           position,
                 guint           removed,
                 guint           added,
                 GListModel     *broker)
{
  g_assert (GH_IS_REQUESTS_PAGE (self));

  for (guint i = g_list_model_get_n_items (G_LIST_MODEL (self->open)); removed > 0 && i > 0; i--)
    {
      g_autoptr(GhRequest) request = g_list_model_get_item (G_LIST_MODEL (self->open), i - 1);

      if (gh_request_get_phase (request) == GH_REQUEST_OVER)
        remove_open (self, i - 1);
    }
  for (guint i = position; i < position + added; i++)
    {
      g_autoptr(GhRequest) request = g_list_model_get_item (broker, i);

      add_open (self, request);
    }
  gtk_list_box_invalidate_headers (self->open_list);
  update (self);
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
  gtk_list_box_invalidate_headers (self->open_list);
  update_rows (self->finished_list);
  return G_SOURCE_CONTINUE;
}

/* --- deciding a group --- */

static void
deny_answered_cb (GObject      *source,
                  GAsyncResult *result,
                  gpointer      user_data)
{
  g_autoptr(GPtrArray) group = user_data;
  g_autofree char *answer = gh_compat_alert_choose_finish (GTK_WINDOW (source), result);

  if (g_strcmp0 (answer, "deny") != 0)
    return;
  for (guint i = 0; i < group->len; i++)
    gh_request_deny (group->pdata[i], NULL);
}

/* Those that are there when the person is asked, not those that come meanwhile. */
static GPtrArray *
dup_group (GhRequestsPage *self,
           GhRequest      *request)
{
  guint n = g_list_model_get_n_items (G_LIST_MODEL (self->open));
  GPtrArray *group = g_ptr_array_new_with_free_func (g_object_unref);

  for (guint i = 0; i < n; i++)
    {
      g_autoptr(GhRequest) other = g_list_model_get_item (G_LIST_MODEL (self->open), i);

      if (gh_request_group_is_same (request, other))
        g_ptr_array_add (group, g_steal_pointer (&other));
    }
  return group;
}

static void
deny_group_action (GtkWidget  *widget,
                   const char *name,
                   GVariant   *parameter)
{
  GhRequestsPage *self = GH_REQUESTS_PAGE (widget);
  const GhCompatAlertResponse responses[] = {
    { "cancel", _("_Cancel"), GH_COMPAT_ALERT_PLAIN },
    { "deny", _("Deny _All"), GH_COMPAT_ALERT_PLAIN },
  };
  GhRequest *request = gh_request_broker_find (self->broker, g_variant_get_uint32 (parameter));
  g_autoptr(GPtrArray) group = NULL;
  g_autofree char *heading = NULL;

  if (request == NULL)
    return;
  group = dup_group (self, request);
  /* Translators: heading of a question. */
  heading = g_strdup_printf (ngettext ("Deny %u request?", "Deny all %u requests?", group->len),
                             group->len);
  gh_compat_alert_choose_async (GTK_WINDOW (gtk_widget_get_root (widget)), heading,
                                _("The server is told that you said no; it may ask again."),
                                responses, G_N_ELEMENTS (responses), NULL, deny_answered_cb,
                                g_steal_pointer (&group));
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

  g_clear_object (&self->open);
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

  gtk_widget_class_install_action (widget_class, "requests.deny-group", "u", deny_group_action);

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
  self->open = g_list_store_new (GH_TYPE_REQUEST);
  self->finished = g_list_store_new (GH_TYPE_REQUEST);
  gtk_list_box_set_header_func (self->open_list, header_cb, self, NULL);
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
  GListModel *requests = G_LIST_MODEL (broker);

  g_return_if_fail (GH_IS_REQUESTS_PAGE (self));
  g_return_if_fail (GH_IS_REQUEST_BROKER (broker));
  g_return_if_fail (self->broker == NULL);

  self->broker = g_object_ref (broker);
  paced = gh_paced_list_new (G_LIST_MODEL (self->open));
  gtk_list_box_bind_model (self->open_list, G_LIST_MODEL (paced), create_row, NULL, NULL);
  g_signal_connect_object (broker, "items-changed", G_CALLBACK (open_changed_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (broker, "finished", G_CALLBACK (finished_cb), self, G_CONNECT_SWAPPED);
  open_changed_cb (self, 0, 0, g_list_model_get_n_items (requests), requests);
}

GListModel *
gh_requests_page_list_finished (GhRequestsPage *self)
{
  g_return_val_if_fail (GH_IS_REQUESTS_PAGE (self), NULL);

  return G_LIST_MODEL (self->finished);
}
