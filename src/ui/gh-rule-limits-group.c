/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * Limits to edit: an entry for each, empty for none. */
#include "config.h"

#include "gh-rule-limits-group.h"

#include <glib/gi18n.h>
#include <math.h>

/* Beyond this a double no longer counts one by one; nobody's limit is there. */
#define HIGHEST 1e15

struct _GhRuleLimitsGroup
{
  AdwPreferencesGroup parent_instance;

  gboolean  filling; /* entries change, but not by the person */

  /* Children */
  GtkWidget *rows[GH_N_LIMITS]; /* NULL: not to be edited */
};

G_DEFINE_FINAL_TYPE (GhRuleLimitsGroup, gh_rule_limits_group, ADW_TYPE_PREFERENCES_GROUP)

enum
{
  CHANGED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

static const char *
get_title (GhLimit limit)
{
  switch (limit)
    {
    case GH_LIMIT_REQUESTS_PER_MINUTE:
      return _("Requests a Minute");
    case GH_LIMIT_TOKENS_PER_HOUR:
      return _("Tokens an Hour");
    case GH_LIMIT_TOKENS_PER_DAY:
      return _("Tokens a Day");
    case GH_LIMIT_TOKENS_PER_MONTH:
      return _("Tokens a Month");
    case GH_LIMIT_MONEY_PER_MONTH:
      return _("Money a Month");
    case GH_LIMIT_MAX_TOKENS:
      return _("Tokens for One Answer");
    case GH_LIMIT_REQUESTS:
    case GH_N_LIMITS:
    default:
      return NULL;
    }
}

/* A number as a person writes it, with a point or a comma; FALSE: none. */
static gboolean
parse (const char *text,
       gboolean    whole,
       double     *value)
{
  g_autofree char *copy = g_strstrip (g_strdelimit (g_strdup (text), ",", '.'));
  char *end = NULL;

  if (*copy == '\0')
    {
      *value = GH_UNLIMITED;
      return TRUE;
    }
  *value = g_ascii_strtod (copy, &end);
  return *end == '\0' && *value >= 0 && *value < HIGHEST && (!whole || *value == floor (*value));
}

static gboolean
read_row (GhRuleLimitsGroup *self,
          guint              i,
          double            *value)
{
  gboolean good = parse (gtk_editable_get_text (GTK_EDITABLE (self->rows[i])),
                         i != GH_LIMIT_MONEY_PER_MONTH, value);

  if (good)
    gtk_widget_remove_css_class (self->rows[i], "error");
  else
    gtk_widget_add_css_class (self->rows[i], "error");
  gtk_accessible_update_state (GTK_ACCESSIBLE (self->rows[i]), GTK_ACCESSIBLE_STATE_INVALID,
                               good ? GTK_ACCESSIBLE_INVALID_FALSE : GTK_ACCESSIBLE_INVALID_TRUE,
                               -1);
  return good;
}

static void
changed_cb (GhRuleLimitsGroup *self)
{
  if (!self->filling)
    g_signal_emit (self, signals[CHANGED], 0);
}

static void
gh_rule_limits_group_class_init (GhRuleLimitsGroupClass *klass)
{
  signals[CHANGED] = g_signal_new ("changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0,
                                   NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
gh_rule_limits_group_init (GhRuleLimitsGroup *self)
{
  for (guint i = 0; i < GH_N_LIMITS; i++)
    {
      if (get_title (i) == NULL)
        continue;
      self->rows[i] = adw_entry_row_new ();
      adw_preferences_row_set_title (ADW_PREFERENCES_ROW (self->rows[i]), get_title (i));
      adw_entry_row_set_input_purpose (ADW_ENTRY_ROW (self->rows[i]), GTK_INPUT_PURPOSE_NUMBER);
      g_signal_connect_object (self->rows[i], "changed", G_CALLBACK (changed_cb), self,
                               G_CONNECT_SWAPPED);
      adw_preferences_group_add (ADW_PREFERENCES_GROUP (self), self->rows[i]);
    }
}

GtkWidget *
gh_rule_limits_group_new (void)
{
  return g_object_new (GH_TYPE_RULE_LIMITS_GROUP, NULL);
}

void
gh_rule_limits_group_set (GhRuleLimitsGroup *self,
                          const GhLimits    *limits)
{
  g_return_if_fail (GH_IS_RULE_LIMITS_GROUP (self));
  g_return_if_fail (limits != NULL);

  self->filling = TRUE;
  for (guint i = 0; i < GH_N_LIMITS; i++)
    if (self->rows[i] != NULL)
      {
        g_autofree char *text = limits->most[i] < 0 ? g_strdup ("")
                                : i == GH_LIMIT_MONEY_PER_MONTH
                                  ? g_strdup_printf ("%.2f", limits->most[i])
                                  : g_strdup_printf ("%.0f", limits->most[i]);

        gtk_editable_set_text (GTK_EDITABLE (self->rows[i]), text);
      }
  self->filling = FALSE;
}

gboolean
gh_rule_limits_group_get (GhRuleLimitsGroup *self,
                          GhLimits          *limits)
{
  gboolean good = TRUE;

  g_return_val_if_fail (GH_IS_RULE_LIMITS_GROUP (self), FALSE);
  g_return_val_if_fail (limits != NULL, FALSE);

  gh_limits_init (limits);
  for (guint i = 0; i < GH_N_LIMITS; i++)
    if (self->rows[i] != NULL)
      good &= read_row (self, i, &limits->most[i]);
  return good;
}
