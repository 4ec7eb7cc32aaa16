/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * One rule: its sentence, its last use, and the buttons that change and revoke it. */
#include "config.h"

#include "gh-rule-row.h"

#include <glib/gi18n.h>

#include "gh-rule-dialog.h"
#include "gh-rule-words.h"
#include "gh-text.h"
#include "gh-ui.h"
#include "gh-window.h"

struct _GhRuleRow
{
  AdwActionRow  parent_instance;

  /* Owned */
  GhRule       *rule;
  GhHost       *host;

  /* Children */
  GtkWidget    *icon;
  GtkWidget    *edit_button;
  GtkWidget    *revoke_button;
};

G_DEFINE_FINAL_TYPE (GhRuleRow, gh_rule_row, ADW_TYPE_ACTION_ROW)

/* What a toast's Undo needs. */
typedef struct
{
  GhRuleList *rules;
  GhRule *rule;
  guint position;
} Undo;

static void
undo_free (Undo     *undo,
           GClosure *closure)
{
  g_object_unref (undo->rules);
  g_object_unref (undo->rule);
  g_free (undo);
}

static void
undo_cb (AdwToast *toast,
         Undo     *undo)
{
  gh_rule_list_insert (undo->rules, undo->rule, undo->position);
}

static void
revoke_cb (GhRuleRow *self)
{
  GhWindow *window = gh_window_of (GTK_WIDGET (self));
  GhRuleList *rules = gh_host_get_rules (self->host);
  g_autoptr(GhRule) rule = g_object_ref (self->rule);
  AdwToast *toast;
  Undo *undo;
  guint position = gh_rule_list_remove (rules, rule);

  if (position == G_MAXUINT || window == NULL)
    return;
  undo = g_new0 (Undo, 1);
  undo->rules = g_object_ref (rules);
  undo->rule = g_object_ref (rule);
  undo->position = position;
  toast = gh_text_toast (_("Rule revoked"));
  adw_toast_set_button_label (toast, _("_Undo"));
  g_signal_connect_data (toast, "button-clicked", G_CALLBACK (undo_cb), undo,
                         (GClosureNotify) undo_free, 0);
  gh_window_add_toast (window, toast);
}

static void
edit_cb (GhRuleRow *self)
{
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));

  if (GTK_IS_WINDOW (root))
    gh_ui_present_above (gh_rule_dialog_new_edit (gh_host_get_rules (self->host), self->rule,
                                                  gh_host_get_servers (self->host)),
                         GTK_WINDOW (root));
}

static void
gh_rule_row_dispose (GObject *object)
{
  GhRuleRow *self = GH_RULE_ROW (object);

  g_clear_object (&self->rule);
  g_clear_object (&self->host);

  G_OBJECT_CLASS (gh_rule_row_parent_class)->dispose (object);
}

static void
gh_rule_row_class_init (GhRuleRowClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = gh_rule_row_dispose;
}

static GtkWidget *
add_button (GhRuleRow  *self,
            GtkWidget  *button,
            const char *label,
            GCallback   callback)
{
  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  gtk_widget_set_tooltip_text (button, label);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, label,
                                  -1);
  g_signal_connect_object (button, "clicked", callback, self, G_CONNECT_SWAPPED);
  adw_action_row_add_suffix (ADW_ACTION_ROW (self), button);
  return button;
}

static void
gh_rule_row_init (GhRuleRow *self)
{
  adw_preferences_row_set_use_markup (ADW_PREFERENCES_ROW (self), FALSE);
  adw_action_row_set_title_lines (ADW_ACTION_ROW (self), 0);
  adw_action_row_set_subtitle_lines (ADW_ACTION_ROW (self), 0);
  self->icon = g_object_new (GTK_TYPE_IMAGE, "accessible-role", GTK_ACCESSIBLE_ROLE_PRESENTATION,
                             NULL);
  adw_action_row_add_prefix (ADW_ACTION_ROW (self), self->icon);
  self->edit_button = add_button (self, gtk_button_new_from_icon_name ("document-edit-symbolic"),
                                  _("Change Rule"), G_CALLBACK (edit_cb));
  gtk_widget_add_css_class (self->edit_button, "flat");
  self->revoke_button = add_button (self, gtk_button_new_with_mnemonic (_("_Revoke")),
                                    _("Revoke Rule"), G_CALLBACK (revoke_cb));
}

static const char *
get_icon (GhRuleDecision decision)
{
  switch (decision)
    {
    case GH_RULE_ALLOW:
      return "object-select-symbolic";
    case GH_RULE_DENY:
      return "action-unavailable-symbolic";
    case GH_RULE_ASK:
    default:
      return "dialog-question-symbolic";
    }
}

GtkWidget *
gh_rule_row_new (GhRule *rule,
                 GhHost *host)
{
  GhRuleRow *self;
  g_autofree char *sentence = NULL;

  g_return_val_if_fail (GH_IS_RULE (rule), NULL);
  g_return_val_if_fail (GH_IS_HOST (host), NULL);

  self = g_object_new (GH_TYPE_RULE_ROW, NULL);
  self->rule = g_object_ref (rule);
  self->host = g_object_ref (host);
  sentence = gh_rule_words_sentence (rule, gh_host_get_servers (host));
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (self), sentence);
  gtk_image_set_from_icon_name (GTK_IMAGE (self->icon), get_icon (gh_rule_get_decision (rule)));
  gh_rule_row_update (self);
  return GTK_WIDGET (self);
}

void
gh_rule_row_update (GhRuleRow *self)
{
  g_autofree char *state = NULL;

  g_return_if_fail (GH_IS_RULE_ROW (self));

  state = gh_rule_words_state (self->rule, gh_host_get_rules (self->host));
  adw_action_row_set_subtitle (ADW_ACTION_ROW (self), state);
}
