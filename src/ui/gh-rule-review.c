/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * In the review: what the server used, and the way to a rule. */
#include "config.h"

#include "gh-rule-review.h"

#include <glib/gi18n.h>

#include "gh-review-words.h"
#include "gh-rule-budget-row.h"
#include "gh-rule-dialog.h"
#include "gh-ui.h"
#include "gh-window.h"

struct _GhRuleReview
{
  AdwPreferencesGroup  parent_instance;

  /* Owned */
  GhRuleList          *rules;   /* or NULL */
  GhSamplingRequest   *request; /* or NULL */

  /* Children */
  GtkWidget           *use_row;
  GtkWidget           *rule_row;
};

G_DEFINE_FINAL_TYPE (GhRuleReview, gh_rule_review, ADW_TYPE_PREFERENCES_GROUP)

static void
make_rule_cb (GhRuleReview *self)
{
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));
  GhWindow *window = gh_window_of (GTK_WIDGET (self));
  GhServerList *servers =
    window != NULL ? gh_host_get_servers (gh_window_get_host (window)) : NULL;

  if (self->request != NULL && GTK_IS_WINDOW (root))
    gh_ui_present_above (gh_rule_dialog_new_like (self->rules, self->request, servers),
                         GTK_WINDOW (root));
}

static void
gh_rule_review_dispose (GObject *object)
{
  GhRuleReview *self = GH_RULE_REVIEW (object);

  g_clear_object (&self->rules);
  g_clear_object (&self->request);

  G_OBJECT_CLASS (gh_rule_review_parent_class)->dispose (object);
}

static void
gh_rule_review_class_init (GhRuleReviewClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = gh_rule_review_dispose;
}

static void
gh_rule_review_init (GhRuleReview *self)
{
  GtkWidget *button = gtk_button_new_with_mnemonic (_("Always Decide _Like This…"));

  adw_preferences_group_set_title (ADW_PREFERENCES_GROUP (self), _("Rules"));

  self->use_row = gh_rule_budget_row_new ();
  adw_preferences_group_add (ADW_PREFERENCES_GROUP (self), self->use_row);

  self->rule_row = adw_action_row_new ();
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (self->rule_row),
                                 _("Not Be Asked Again"));
  adw_action_row_set_subtitle (ADW_ACTION_ROW (self->rule_row),
                               _("By a rule that you can revoke"));
  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  g_signal_connect_object (button, "clicked", G_CALLBACK (make_rule_cb), self, G_CONNECT_SWAPPED);
  adw_action_row_add_suffix (ADW_ACTION_ROW (self->rule_row), button);
  adw_action_row_set_activatable_widget (ADW_ACTION_ROW (self->rule_row), button);
  adw_preferences_group_add (ADW_PREFERENCES_GROUP (self), self->rule_row);
  gtk_widget_set_visible (GTK_WIDGET (self), FALSE);
}

GtkWidget *
gh_rule_review_new (void)
{
  return g_object_new (GH_TYPE_RULE_REVIEW, NULL);
}

static void
fill (GhRuleReview *self)
{
  GhRequest *request = GH_REQUEST (self->request);
  g_autofree char *name = gh_words_name (gh_request_get_server_name (request));
  /* Translators: title of a row about requests, tokens and money; a server's name is filled in. */
  g_autofree char *title = g_strdup_printf (_("What %s Used"), name);

  gh_rule_budget_row_set (GH_RULE_BUDGET_ROW (self->use_row), self->rules,
                          gh_request_get_server_id (request), title, name);
  gtk_widget_set_visible (self->rule_row, !gh_rule_list_is_policy (self->rules)
                                            && gh_rule_list_has_room (self->rules));
}

/**
 * gh_rule_review_set_request:
 * @request: (nullable): open at the broker
 */
void
gh_rule_review_set_request (GhRuleReview      *self,
                            GhRequestBroker   *broker,
                            GhSamplingRequest *request)
{
  g_return_if_fail (GH_IS_RULE_REVIEW (self));
  g_return_if_fail (GH_IS_REQUEST_BROKER (broker));

  g_set_object (&self->rules, gh_request_broker_get_rules (broker));
  g_set_object (&self->request, request);
  gtk_widget_set_visible (GTK_WIDGET (self), self->rules != NULL && request != NULL);
  if (self->rules != NULL && request != NULL)
    fill (self);
}
