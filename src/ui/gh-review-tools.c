/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * The tools that a server offers the model in a request: to read, and to take out. */
#include "config.h"

#include "gh-review-tools.h"

#include <glib/gi18n.h>

#include "gh-plain-text.h"
#include "gh-review-json.h"
#include "gh-review-words.h"
#include "gh-text-signs.h"

/* Rows made at once; a server may offer hundreds. */
#define ROW_STEP 20
/* Of a description, in the row; all of it is in the JSON. */
#define LONGEST_DESCRIPTION 400

struct _GhReviewTools
{
  AdwPreferencesGroup parent_instance;

  /* Owned */
  GhSamplingRequest  *request; /* or NULL */
  GPtrArray          *rows;    /* borrowed from the group */
  GtkWidget          *more_row;

  /* Borrowed */
  AdwComboRow        *choice_row;
};

G_DEFINE_FINAL_TYPE (GhReviewTools, gh_review_tools, ADW_TYPE_PREFERENCES_GROUP)

enum
{
  CHANGED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

static void
update_choice (GhReviewTools *self)
{
  GhSamplingToolChoice asked = gh_sampling_request_get_asked_tool_choice (self->request);
  GhSamplingToolChoice choice = gh_sampling_request_get_tool_choice (self->request);
  g_autofree char *name = gh_words_tool_choice (asked);
  g_autofree char *words = NULL;

  adw_combo_row_set_selected (self->choice_row, choice);
  if (choice == asked)
    words = g_strdup (_("As the server asked"));
  else
    /* Translators: what follows is one of "The model decides" and the like. */
    words = g_strdup_printf (_("The server asked for: %s"), name);
  adw_action_row_set_subtitle (ADW_ACTION_ROW (self->choice_row), words);
}

static void
choice_selected_cb (GhReviewTools *self)
{
  g_assert (GH_IS_REVIEW_TOOLS (self));

  if (self->request == NULL ||
      adw_combo_row_get_selected (self->choice_row) ==
        gh_sampling_request_get_tool_choice (self->request))
    return;
  gh_sampling_request_set_tool_choice (self->request,
                                       adw_combo_row_get_selected (self->choice_row));
  update_choice (self);
  g_signal_emit (self, signals[CHANGED], 0);
}

static void
offered_toggled_cb (GtkCheckButton *check,
                    gpointer        user_data)
{
  GhSamplingTool *tool = user_data;
  GtkWidget *self = gtk_widget_get_ancestor (GTK_WIDGET (check), GH_TYPE_REVIEW_TOOLS);

  if (gtk_check_button_get_active (check) == gh_sampling_tool_get_offered (tool))
    return;
  gh_sampling_tool_set_offered (tool, gtk_check_button_get_active (check));
  if (self != NULL)
    g_signal_emit (self, signals[CHANGED], 0);
}

static void
json_needed_cb (GhReviewJson *row,
                gpointer      user_data)
{
  GhSamplingTool *tool = user_data;
  g_autofree char *text = gh_sampling_tool_dup_json (tool);

  gh_review_json_set_text (row, text);
}

/* What the server says of the tool, and what of that cannot be seen. */
static char *
dup_description (GhTool *tool)
{
  const char *text = gh_tool_get_description (tool);
  g_autofree char *plain = gh_plain_text_dup (text, LONGEST_DESCRIPTION, GH_PLAIN_TEXT_ONE_LINE);
  GhTextSigns signs;

  if (text == NULL)
    return g_strdup (_("Without a description"));
  gh_text_signs_look (text, &signs);
  if (signs.n_hidden > 0)
    return g_strdup_printf (ngettext ("%s (%'u hidden character)", "%s (%'u hidden characters)",
                                      signs.n_hidden),
                            plain, signs.n_hidden);
  if (signs.n_lookalikes > 0)
    return g_strdup_printf (ngettext ("%s (%'u word with look-alike letters)",
                                      "%s (%'u words with look-alike letters)",
                                      signs.n_lookalikes),
                            plain, signs.n_lookalikes);
  return g_steal_pointer (&plain);
}

static GtkWidget *
create_row (GhSamplingTool *item)
{
  GhTool *tool = gh_sampling_tool_get_tool (item);
  GtkWidget *row = g_object_new (GH_TYPE_REVIEW_JSON, NULL);
  GtkWidget *check = gtk_check_button_new ();
  g_autofree char *name = gh_words_name (gh_tool_get_name (tool));
  g_autofree char *description = dup_description (tool);
  g_autofree char *label = NULL;

  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), name);
  adw_expander_row_set_subtitle (ADW_EXPANDER_ROW (row), description);
  /* Translators: a check button; a tool's name is filled in. */
  label = g_strdup_printf (_("Offer the model %s"), name);
  gtk_check_button_set_active (GTK_CHECK_BUTTON (check), gh_sampling_tool_get_offered (item));
  gtk_widget_set_valign (check, GTK_ALIGN_CENTER);
  gtk_widget_set_tooltip_text (check, label);
  gtk_accessible_update_property (GTK_ACCESSIBLE (check), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
  g_signal_connect_object (check, "toggled", G_CALLBACK (offered_toggled_cb), item, 0);
  g_signal_connect_object (row, "needed", G_CALLBACK (json_needed_cb), item, 0);
  adw_expander_row_add_prefix (ADW_EXPANDER_ROW (row), check);
  return row;
}

static void
add_rows (GhReviewTools *self)
{
  GListModel *tools = gh_sampling_request_list_tools (self->request);
  guint n = g_list_model_get_n_items (tools);
  guint end = MIN (n, self->rows->len + ROW_STEP);
  g_autofree char *words = NULL;

  /* The last row is always the last. */
  adw_preferences_group_remove (ADW_PREFERENCES_GROUP (self), self->more_row);
  for (guint i = self->rows->len; i < end; i++)
    {
      g_autoptr(GhSamplingTool) tool = g_list_model_get_item (tools, i);
      GtkWidget *row = create_row (tool);

      adw_preferences_group_add (ADW_PREFERENCES_GROUP (self), row);
      g_ptr_array_add (self->rows, row);
    }
  adw_preferences_group_add (ADW_PREFERENCES_GROUP (self), self->more_row);
  words = g_strdup_printf (ngettext ("Show %'u More Tool", "Show %'u More Tools", n - end),
                           n - end);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (self->more_row), words);
  gtk_widget_set_visible (self->more_row, end < n);
}

static void
more_activated_cb (GhReviewTools *self)
{
  g_assert (GH_IS_REVIEW_TOOLS (self));

  if (self->request != NULL)
    add_rows (self);
}

static void
gh_review_tools_dispose (GObject *object)
{
  GhReviewTools *self = GH_REVIEW_TOOLS (object);

  g_clear_object (&self->request);
  g_clear_object (&self->more_row);
  G_OBJECT_CLASS (gh_review_tools_parent_class)->dispose (object);
}

static void
gh_review_tools_finalize (GObject *object)
{
  GhReviewTools *self = GH_REVIEW_TOOLS (object);

  g_clear_pointer (&self->rows, g_ptr_array_unref);
  G_OBJECT_CLASS (gh_review_tools_parent_class)->finalize (object);
}

static void
gh_review_tools_class_init (GhReviewToolsClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = gh_review_tools_dispose;
  object_class->finalize = gh_review_tools_finalize;

  signals[CHANGED] = g_signal_new ("changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST,
                                   0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
gh_review_tools_init (GhReviewTools *self)
{
  g_autoptr(GtkStringList) choices = gtk_string_list_new (NULL);
  AdwPreferencesGroup *group = ADW_PREFERENCES_GROUP (self);

  self->rows = g_ptr_array_new ();
  gtk_widget_set_visible (GTK_WIDGET (self), FALSE);
  adw_preferences_group_set_title (group, _("Tools"));
  adw_preferences_group_set_description (group,
                                         _("The model may ask to have them used. Gatehouse never "
                                           "does: the server gets to see it, and runs them."));
  for (GhSamplingToolChoice choice = GH_SAMPLING_TOOL_CHOICE_AUTO;
       choice <= GH_SAMPLING_TOOL_CHOICE_NONE; choice++)
    gtk_string_list_take (choices, gh_words_tool_choice (choice));
  self->choice_row = ADW_COMBO_ROW (adw_combo_row_new ());
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (self->choice_row), _("Use of the Tools"));
  adw_preferences_row_set_use_markup (ADW_PREFERENCES_ROW (self->choice_row), FALSE);
  adw_action_row_set_subtitle_lines (ADW_ACTION_ROW (self->choice_row), 0);
  adw_combo_row_set_model (self->choice_row, G_LIST_MODEL (choices));
  g_signal_connect_object (self->choice_row, "notify::selected", G_CALLBACK (choice_selected_cb),
                           self, G_CONNECT_SWAPPED);
  adw_preferences_group_add (group, GTK_WIDGET (self->choice_row));

  self->more_row = g_object_ref_sink (adw_action_row_new ());
  gtk_widget_set_visible (self->more_row, FALSE);
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (self->more_row), TRUE);
  g_signal_connect_object (self->more_row, "activated", G_CALLBACK (more_activated_cb), self,
                           G_CONNECT_SWAPPED);
  adw_preferences_group_add (group, self->more_row);
}

void
gh_review_tools_set_request (GhReviewTools     *self,
                             GhSamplingRequest *request)
{
  gboolean has_tools;

  g_return_if_fail (GH_IS_REVIEW_TOOLS (self));
  g_return_if_fail (request == NULL || GH_IS_SAMPLING_REQUEST (request));

  g_clear_object (&self->request);
  while (self->rows->len > 0)
    adw_preferences_group_remove (ADW_PREFERENCES_GROUP (self),
                                  g_ptr_array_steal_index (self->rows, self->rows->len - 1));
  has_tools = request != NULL &&
              g_list_model_get_n_items (gh_sampling_request_list_tools (request)) > 0;
  gtk_widget_set_visible (GTK_WIDGET (self), has_tools);
  if (!has_tools)
    return;
  self->request = g_object_ref (request);
  update_choice (self);
  add_rows (self);
}
