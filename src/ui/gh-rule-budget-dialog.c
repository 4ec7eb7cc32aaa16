/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * The budget of a server, or of all together. */
#include "config.h"

#include "gh-rule-budget-dialog.h"

#include <glib/gi18n.h>

#include "gh-rule-limits-group.h"
#include "gh-rule-words.h"
#include "gh-ui.h"

struct _GhRuleBudgetDialog
{
  AdwWindow          parent_instance;

  /* Owned */
  GhRuleList        *rules;
  char              *server; /* or NULL: all */

  /* Template */
  AdwWindowTitle    *title;
  GtkWidget         *save_button;
  GtkLabel          *use_label;
  GtkWidget         *use_bar;
  GhRuleLimitsGroup *limits;
};

G_DEFINE_FINAL_TYPE (GhRuleBudgetDialog, gh_rule_budget_dialog, ADW_TYPE_WINDOW)

static void
update_use (GhRuleBudgetDialog *self)
{
  double fraction;
  g_autofree char *words = gh_rule_words_use (self->rules, self->server, &fraction);

  gtk_label_set_text (self->use_label, words);
  gtk_widget_set_visible (self->use_bar, fraction >= 0);
  gtk_level_bar_set_value (GTK_LEVEL_BAR (self->use_bar), CLAMP (fraction, 0, 1));
}

static void
limits_changed_cb (GhRuleBudgetDialog *self)
{
  GhLimits limits;

  gtk_widget_set_sensitive (self->save_button, gh_rule_limits_group_get (self->limits, &limits));
}

static void
save_cb (GhRuleBudgetDialog *self)
{
  GhLimits limits;

  g_assert (GH_IS_RULE_BUDGET_DIALOG (self));

  if (!gh_rule_limits_group_get (self->limits, &limits))
    return;
  gh_rule_list_set_budget (self->rules, self->server, &limits);
  gtk_window_close (GTK_WINDOW (self));
}

static void
gh_rule_budget_dialog_dispose (GObject *object)
{
  GhRuleBudgetDialog *self = GH_RULE_BUDGET_DIALOG (object);

  g_clear_object (&self->rules);
  g_clear_pointer (&self->server, g_free);

  G_OBJECT_CLASS (gh_rule_budget_dialog_parent_class)->dispose (object);
}

static void
gh_rule_budget_dialog_class_init (GhRuleBudgetDialogClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = gh_rule_budget_dialog_dispose;

  g_type_ensure (GH_TYPE_RULE_LIMITS_GROUP);
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_DIALOG);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               GH_UI_RESOURCE_PATH "gh-rule-budget-dialog.ui");
  gtk_widget_class_bind_template_child (widget_class, GhRuleBudgetDialog, title);
  gtk_widget_class_bind_template_child (widget_class, GhRuleBudgetDialog, save_button);
  gtk_widget_class_bind_template_child (widget_class, GhRuleBudgetDialog, use_label);
  gtk_widget_class_bind_template_child (widget_class, GhRuleBudgetDialog, use_bar);
  gtk_widget_class_bind_template_child (widget_class, GhRuleBudgetDialog, limits);
  gtk_widget_class_bind_template_callback (widget_class, limits_changed_cb);
  gtk_widget_class_bind_template_callback (widget_class, save_cb);

  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "window.close", NULL);
}

static void
gh_rule_budget_dialog_init (GhRuleBudgetDialog *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

GtkWindow *
gh_rule_budget_dialog_new (GhRuleList *rules,
                           const char *server,
                           const char *name)
{
  GhRuleBudgetDialog *self;
  const GhLimits *limits;

  g_return_val_if_fail (GH_IS_RULE_LIST (rules), NULL);
  g_return_val_if_fail (name != NULL, NULL);

  self = g_object_new (GH_TYPE_RULE_BUDGET_DIALOG, NULL);
  self->rules = g_object_ref (rules);
  self->server = g_strdup (server);
  adw_window_title_set_subtitle (self->title, name);
  limits = gh_rule_list_get_budget (rules, server);
  if (limits != NULL)
    gh_rule_limits_group_set (self->limits, limits);
  update_use (self);
  g_signal_connect_object (gh_rule_list_get_usage (rules), "changed", G_CALLBACK (update_use), self,
                           G_CONNECT_SWAPPED);
  return GTK_WINDOW (self);
}
