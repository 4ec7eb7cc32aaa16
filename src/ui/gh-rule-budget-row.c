/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * What a server, or all together, used of its budget; opens the dialog that changes it. */
#include "config.h"

#include "gh-rule-budget-row.h"

#include <glib/gi18n.h>

#include "gh-rule-budget-dialog.h"
#include "gh-rule-words.h"
#include "gh-ui.h"

struct _GhRuleBudgetRow
{
  AdwActionRow  parent_instance;

  /* Owned */
  GhRuleList   *rules; /* or NULL */
  char         *server;
  char         *name;

  /* Children */
  GtkWidget    *bar;
  GtkWidget    *button;
};

G_DEFINE_FINAL_TYPE (GhRuleBudgetRow, gh_rule_budget_row, ADW_TYPE_ACTION_ROW)

static void
update (GhRuleBudgetRow *self)
{
  double fraction;
  g_autofree char *words = gh_rule_words_use (self->rules, self->server, &fraction);

  adw_action_row_set_subtitle (ADW_ACTION_ROW (self), words);
  gtk_widget_set_visible (self->bar, fraction >= 0);
  gtk_level_bar_set_value (GTK_LEVEL_BAR (self->bar), CLAMP (fraction, 0, 1));
}

static void
clicked_cb (GhRuleBudgetRow *self)
{
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));

  if (self->rules != NULL && GTK_IS_WINDOW (root))
    gh_ui_present_above (gh_rule_budget_dialog_new (self->rules, self->server, self->name),
                         GTK_WINDOW (root));
}

static void
gh_rule_budget_row_dispose (GObject *object)
{
  GhRuleBudgetRow *self = GH_RULE_BUDGET_ROW (object);

  g_clear_object (&self->rules);
  g_clear_pointer (&self->server, g_free);
  g_clear_pointer (&self->name, g_free);

  G_OBJECT_CLASS (gh_rule_budget_row_parent_class)->dispose (object);
}

static void
gh_rule_budget_row_class_init (GhRuleBudgetRowClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = gh_rule_budget_row_dispose;
}

static void
gh_rule_budget_row_init (GhRuleBudgetRow *self)
{
  adw_preferences_row_set_use_markup (ADW_PREFERENCES_ROW (self), FALSE);
  adw_action_row_set_subtitle_lines (ADW_ACTION_ROW (self), 0);
  self->bar = gtk_level_bar_new ();
  gtk_widget_set_valign (self->bar, GTK_ALIGN_CENTER);
  gtk_widget_set_size_request (self->bar, 72, -1);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->bar), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _("Part of the limit that is used"), -1);
  adw_action_row_add_suffix (ADW_ACTION_ROW (self), self->bar);
  self->button = gtk_button_new_with_mnemonic (_("_Budget…"));
  gtk_widget_set_valign (self->button, GTK_ALIGN_CENTER);
  g_signal_connect_object (self->button, "clicked", G_CALLBACK (clicked_cb), self,
                           G_CONNECT_SWAPPED);
  adw_action_row_add_suffix (ADW_ACTION_ROW (self), self->button);
  adw_action_row_set_activatable_widget (ADW_ACTION_ROW (self), self->button);
}

GtkWidget *
gh_rule_budget_row_new (void)
{
  return g_object_new (GH_TYPE_RULE_BUDGET_ROW, NULL);
}

void
gh_rule_budget_row_set (GhRuleBudgetRow *self,
                        GhRuleList      *rules,
                        const char      *server,
                        const char      *title,
                        const char      *name)
{
  g_autofree char *label = NULL;

  g_return_if_fail (GH_IS_RULE_BUDGET_ROW (self));
  g_return_if_fail (GH_IS_RULE_LIST (rules));
  g_return_if_fail (title != NULL && name != NULL);

  if (g_set_object (&self->rules, rules))
    {
      g_signal_connect_object (rules, "changed", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
      g_signal_connect_object (gh_rule_list_get_usage (rules), "changed", G_CALLBACK (update), self,
                               G_CONNECT_SWAPPED);
    }
  g_free (self->server);
  self->server = g_strdup (server);
  g_free (self->name);
  self->name = g_strdup (name);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (self), title);
  /* Translators: what a screen reader says for a button "Budget"; whose it is, is filled in. */
  label = g_strdup_printf (_("Budget of %s"), name);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->button), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  label, -1);
  /* A policy file's is not changed here. */
  gtk_widget_set_visible (self->button, !gh_rule_list_is_policy (rules));
  update (self);
}
