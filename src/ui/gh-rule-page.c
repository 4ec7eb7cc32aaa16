/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * The person's rules, the servers they wait for, and the budgets. */
#include "config.h"

#include "gh-rule-page.h"

#include <glib/gi18n.h>

#include "gh-paced-list.h"
#include "gh-rule-budget-row.h"
#include "gh-rule-change-dialog.h"
#include "gh-rule-row.h"
#include "gh-rule-words.h"
#include "gh-sidebar-button.h"
#include "gh-text.h"
#include "gh-ui.h"

/* "2 minutes ago" need not be truer than this, and uses need not be counted faster. */
#define CLOCK_SECONDS 5

struct _GhRulePage
{
  AdwBin      parent_instance;

  /* Owned */
  GhHost     *host;     /* or NULL */
  guint       clock_id; /* while it can be seen */
  guint       changed_id;

  /* Template */
  GtkWidget  *changed_group;
  GtkListBox *changed_list;
  GtkListBox *rule_list;
  GtkListBox *all_list;
  GtkListBox *budget_list;
};

G_DEFINE_FINAL_TYPE (GhRulePage, gh_rule_page, ADW_TYPE_BIN)

static GtkWidget *
create_rule_row (gpointer item,
                 gpointer user_data)
{
  return gh_rule_row_new (item, GH_RULE_PAGE (user_data)->host);
}

static GtkWidget *
create_budget_row (gpointer item,
                   gpointer user_data)
{
  GhRulePage *self = user_data;
  GtkWidget *row = gh_rule_budget_row_new ();
  g_autofree char *name = gh_text_dup_server_name (item);

  gh_rule_budget_row_set (GH_RULE_BUDGET_ROW (row), gh_host_get_rules (self->host),
                          gh_server_get_id (item), name, name);
  return row;
}

/* --- servers that changed --- */

static void
show_change_cb (GtkButton *button,
                GhServer  *server)
{
  GhRulePage *self =
    GH_RULE_PAGE (gtk_widget_get_ancestor (GTK_WIDGET (button), GH_TYPE_RULE_PAGE));
  GtkWindow *dialog = gh_rule_change_dialog_new (gh_host_get_trust (self->host), server);

  if (dialog != NULL)
    gh_ui_present_above (dialog, GTK_WINDOW (gtk_widget_get_root (GTK_WIDGET (self))));
}

static GtkWidget *
create_changed_row (GhServer *server)
{
  AdwActionRow *row = ADW_ACTION_ROW (adw_action_row_new ());
  GtkWidget *button = gtk_button_new_with_mnemonic (_("_Show Change"));
  g_autofree char *name = gh_text_dup_server_name (server);
  /* Translators: what a screen reader says for a button; a server's name is filled in. */
  g_autofree char *label = g_strdup_printf (_("Show What Changed of %s"), name);

  adw_preferences_row_set_use_markup (ADW_PREFERENCES_ROW (row), FALSE);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), name);
  adw_action_row_set_subtitle (row, _("Not what it was when you made its rules"));
  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, label,
                                  -1);
  g_signal_connect_object (button, "clicked", G_CALLBACK (show_change_cb), server, 0);
  adw_action_row_add_suffix (row, button);
  adw_action_row_set_activatable_widget (row, button);
  return GTK_WIDGET (row);
}

static void
update_changed (GhRulePage *self)
{
  GListModel *servers = G_LIST_MODEL (gh_host_get_servers (self->host));
  GhRuleList *rules = gh_host_get_rules (self->host);
  guint n = g_list_model_get_n_items (servers);
  gboolean any = FALSE;
  GtkListBoxRow *row;

  while ((row = gtk_list_box_get_row_at_index (self->changed_list, 0)) != NULL)
    gtk_list_box_remove (self->changed_list, GTK_WIDGET (row));
  for (guint i = 0; i < n; i++)
    {
      g_autoptr(GhServer) server = g_list_model_get_item (servers, i);

      if (gh_rule_list_get_trusted (rules, gh_server_get_id (server)) != GH_RULE_CHANGED)
        continue;
      any = TRUE;
      gtk_list_box_append (self->changed_list, create_changed_row (server));
    }
  gtk_widget_set_visible (self->changed_group, any);
}

/* --- what becomes another thing --- */

static void
update_rows (GhRulePage *self)
{
  GtkListBoxRow *row;

  for (int i = 0; (row = gtk_list_box_get_row_at_index (self->rule_list, i)) != NULL; i++)
    if (GH_IS_RULE_ROW (row))
      gh_rule_row_update (GH_RULE_ROW (row));
}

static gboolean
clock_cb (gpointer user_data)
{
  update_rows (user_data);
  return G_SOURCE_CONTINUE;
}

static gboolean
changed_idle_cb (gpointer user_data)
{
  GhRulePage *self = user_data;

  self->changed_id = 0;
  update_changed (self);
  update_rows (self);
  return G_SOURCE_REMOVE;
}

/* Servers that start change what is trusted, one after the other. */
static void
changed_cb (GhRulePage *self)
{
  if (self->changed_id == 0)
    self->changed_id = g_idle_add (changed_idle_cb, self);
}

static void
gh_rule_page_map (GtkWidget *widget)
{
  GhRulePage *self = GH_RULE_PAGE (widget);

  GTK_WIDGET_CLASS (gh_rule_page_parent_class)->map (widget);
  update_rows (self);
  if (self->clock_id == 0)
    self->clock_id = g_timeout_add_seconds (CLOCK_SECONDS, clock_cb, self);
}

static void
gh_rule_page_unmap (GtkWidget *widget)
{
  GhRulePage *self = GH_RULE_PAGE (widget);

  g_clear_handle_id (&self->clock_id, g_source_remove);
  GTK_WIDGET_CLASS (gh_rule_page_parent_class)->unmap (widget);
}

static void
gh_rule_page_dispose (GObject *object)
{
  GhRulePage *self = GH_RULE_PAGE (object);

  g_clear_handle_id (&self->clock_id, g_source_remove);
  g_clear_handle_id (&self->changed_id, g_source_remove);
  g_clear_object (&self->host);
  adw_bin_set_child (ADW_BIN (self), NULL);

  G_OBJECT_CLASS (gh_rule_page_parent_class)->dispose (object);
}

static void
gh_rule_page_class_init (GhRulePageClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = gh_rule_page_dispose;
  widget_class->map = gh_rule_page_map;
  widget_class->unmap = gh_rule_page_unmap;

  g_type_ensure (GH_TYPE_SIDEBAR_BUTTON);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               GH_UI_RESOURCE_PATH "gh-rule-page.ui");
  gtk_widget_class_bind_template_child (widget_class, GhRulePage, changed_group);
  gtk_widget_class_bind_template_child (widget_class, GhRulePage, changed_list);
  gtk_widget_class_bind_template_child (widget_class, GhRulePage, rule_list);
  gtk_widget_class_bind_template_child (widget_class, GhRulePage, all_list);
  gtk_widget_class_bind_template_child (widget_class, GhRulePage, budget_list);
}

static void
gh_rule_page_init (GhRulePage *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

void
gh_rule_page_set_host (GhRulePage *self,
                       GhHost     *host)
{
  GhRuleList *rules;
  GtkWidget *all;
  g_autoptr(GhPacedList) paced = NULL;

  g_return_if_fail (GH_IS_RULE_PAGE (self));
  g_return_if_fail (GH_IS_HOST (host));
  g_return_if_fail (self->host == NULL);

  self->host = g_object_ref (host);
  rules = gh_host_get_rules (host);
  paced = gh_paced_list_new (G_LIST_MODEL (rules));
  gtk_list_box_bind_model (self->rule_list, G_LIST_MODEL (paced), create_rule_row, self, NULL);
  gtk_list_box_bind_model (self->budget_list, G_LIST_MODEL (gh_host_get_servers (host)),
                           create_budget_row, self, NULL);
  all = gh_rule_budget_row_new ();
  gh_rule_budget_row_set (GH_RULE_BUDGET_ROW (all), rules, NULL, _("All Servers Together"),
                          _("all servers together"));
  gtk_list_box_append (self->all_list, all);
  g_signal_connect_object (rules, "changed", G_CALLBACK (changed_cb), self, G_CONNECT_SWAPPED);
  update_changed (self);
}
