/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * One entry of the history with all that is known of it. */
#include "config.h"

#include "gh-history-details.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "gh-duration.h"
#include "gh-history-words.h"
#include "gh-json.h"
#include "gh-plain-text.h"
#include "gh-review-text.h"
#include "gh-review-words.h"
#include "gh-rule-words.h"
#include "gh-text.h"
#include "gh-ui.h"

/* Parts that are shown; the rest is in the export. */
#define MAX_PARTS 100
/* Of a value that stands in a row. */
#define MAX_VALUE 500

struct _GhHistoryDetails
{
  AdwBin parent_instance;

  GhHistoryEntry *entry; /* owned, or NULL */
  gboolean narrow;
  int n_facts;

  /* template */
  GtkStack *stack;
  AdwStatusPage *status;
  GtkLabel *event;
  GtkLabel *time;
  GtkGrid *facts;
  GtkBox *parts;
  GtkScrolledWindow *scroller;
};

G_DEFINE_FINAL_TYPE (GhHistoryDetails, gh_history_details, ADW_TYPE_BIN)

enum
{
  PROP_0,
  PROP_NARROW,
  N_PROPS
};

enum
{
  BACK,
  N_SIGNALS
};

static GParamSpec *properties[N_PROPS];
static guint signals[N_SIGNALS];

/* --- facts --- */

static GtkWidget *
new_label (const char *text,
           const char *css_class)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (label), PANGO_WRAP_WORD_CHAR);
  if (css_class != NULL)
    gtk_widget_add_css_class (label, css_class);
  return label;
}

/* A line of the table. value: plain text; NULL: none. */
static void
add_fact (GhHistoryDetails *self,
          const char       *name,
          const char       *value)
{
  GtkWidget *name_label;
  GtkWidget *value_label;
  g_autofree char *shown = NULL;
  g_autofree char *spoken = NULL;

  if (value == NULL)
    return;
  shown = gh_plain_text_dup (value, MAX_VALUE, GH_PLAIN_TEXT_ONE_LINE);
  name_label = new_label (name, "gh-dim");
  gtk_label_set_yalign (GTK_LABEL (name_label), 0);
  value_label = new_label (shown, NULL);
  gtk_label_set_yalign (GTK_LABEL (value_label), 0);
  gtk_widget_set_hexpand (value_label, TRUE);
  gtk_label_set_selectable (GTK_LABEL (value_label), TRUE);
  /* Translators: a fact and its value, as a screen reader says them: "Outcome, Answered". */
  spoken = g_strdup_printf (_("%s, %s"), name, shown);
  gtk_accessible_update_property (GTK_ACCESSIBLE (value_label), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  spoken, -1);
  gtk_grid_attach (self->facts, name_label, 0, self->n_facts, 1, 1);
  gtk_grid_attach (self->facts, value_label, 1, self->n_facts, 1, 1);
  self->n_facts++;
}

static char *
dup_server (const GhHistoryFacts *facts)
{
  g_autofree char *name = NULL;
  g_autofree char *id = NULL;

  if (facts->server == NULL)
    return NULL;
  name = gh_words_name (facts->server_name);
  id = gh_words_name (facts->server);
  if (g_strcmp0 (name, id) == 0)
    return g_steal_pointer (&name);
  /* Translators: a server's name and what it is called in mcp.json: "Travel (travel)". */
  return g_strdup_printf (_("%s (%s)"), name, id);
}

static char *
dup_setting (const GhHistoryPart *part)
{
  if (part->became == NULL)
    return g_strdup (part->text);
  if (part->text == NULL)
    /* Translators: a setting of a request that the person put in; its value. */
    return g_strdup_printf (_("%s, set by you"), part->became);
  /* Translators: a setting of a request: what was asked for, and what the person made of it. */
  return g_strdup_printf (_("%s, changed to %s by you"), part->text,
                          *part->became != '\0' ? part->became : _("nothing"));
}

static void
show_facts (GhHistoryDetails     *self,
            const GhHistoryFacts *facts)
{
  GPtrArray *parts = gh_history_entry_get_parts (self->entry);
  g_autofree char *server = dup_server (facts);
  g_autofree char *tool = facts->tool != NULL ? gh_words_name (facts->tool) : NULL;
  g_autofree char *model = gh_history_words_model (facts);
  g_autofree char *tokens = gh_history_words_tokens (facts);
  g_autofree char *cost = isnan (facts->cost) ? NULL : g_strdup_printf ("%.4f", facts->cost);
  g_autofree char *took = facts->duration >= 0 ? gh_duration_dup_text (facts->duration) : NULL;
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self->facts))) != NULL)
    gtk_grid_remove (self->facts, child);
  self->n_facts = 0;
  add_fact (self, _("Outcome"), gh_history_words_state (facts));
  add_fact (self, _("Decided by"), gh_history_words_decider (facts));
  add_fact (self, _("Server"), server);
  add_fact (self, _("Tool"), tool);
  add_fact (self, _("Model"), model);
  add_fact (self, _("Tokens"), tokens);
  add_fact (self, _("Cost"), cost);
  add_fact (self, _("Time taken"), took);
  for (guint i = 0; i < parts->len; i++)
    {
      const GhHistoryPart *part = parts->pdata[i];
      g_autofree char *words = NULL;
      g_autofree char *value = NULL;

      if (part->role != GH_HISTORY_SETTING)
        continue;
      words = gh_history_words_part (facts, part);
      value = dup_setting (part);
      add_fact (self, words, value);
    }
}

/* --- parts --- */

static GtkWidget *
new_text (const char *title,
          const char *text)
{
  GtkWidget *view = gh_review_text_new ();

  gh_review_text_set_label (GH_REVIEW_TEXT (view), title);
  gh_review_text_set_editable (GH_REVIEW_TEXT (view), FALSE);
  gh_review_text_set_text (GH_REVIEW_TEXT (view), text);
  return view;
}

static gboolean
is_json (const GhHistoryPart *part)
{
  return part->role == GH_HISTORY_ARGUMENTS || part->role == GH_HISTORY_RULE
         || part->role == GH_HISTORY_TOOL_USE;
}

/* A rule as the page of rules says it; NULL: it is none any more. */
static char *
dup_sentence (JsonNode *node)
{
  g_autoptr(GhRule) rule = gh_rule_new (node, NULL);

  return rule != NULL ? gh_rule_words_sentence (rule, NULL) : NULL;
}

static void
append_text (GtkBox              *card,
             const GhHistoryPart *part,
             const char          *title,
             const char          *text)
{
  g_autoptr(JsonNode) node = is_json (part) ? gh_json_read (text, strlen (text), NULL) : NULL;
  g_autofree char *sentence =
    node != NULL && part->role == GH_HISTORY_RULE ? dup_sentence (node) : NULL;
  g_autofree char *json = node != NULL ? gh_json_write_pretty (node) : NULL;
  g_autofree char *pretty =
    sentence != NULL ? g_strdup_printf ("%s\n\n%s", sentence, json) : g_steal_pointer (&json);
  GtkWidget *view = new_text (title, pretty != NULL ? pretty : text);

  if (is_json (part))
    gtk_widget_add_css_class (view, "gh-mono");
  gtk_box_append (card, view);
}

static void
append_words (GtkBox     *card,
              const char *words,
              const char *css_class)
{
  GtkWidget *label = new_label (words, css_class);

  /* As far in as the texts. */
  gtk_widget_set_margin_start (label, 12);
  gtk_widget_set_margin_end (label, 12);
  gtk_box_append (card, label);
}

/* A heading, the text, what became of it, and what is not there. */
static GtkWidget *
new_card (const GhHistoryFacts *facts,
          const GhHistoryPart  *part)
{
  GtkWidget *card = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  g_autofree char *words = gh_history_words_part (facts, part);
  g_autofree char *missing = gh_history_words_missing (facts, part);
  g_autofree char *became = NULL;

  gtk_widget_add_css_class (card, "card");
  gtk_widget_add_css_class (card, "gh-history-part");
  gtk_widget_add_css_class (card, "gh-text");
  append_words (GTK_BOX (card), words, "caption-heading");
  if (part->text != NULL && *part->text != '\0')
    append_text (GTK_BOX (card), part, words, part->text);
  if (part->became != NULL)
    {
      /* Translators: heading of a text; what it was before stands above. */
      became = g_strdup (part->role == GH_HISTORY_ANSWER ? _("You changed it to, and gave that")
                                                         : _("You changed it to"));
      append_words (GTK_BOX (card), became, "caption-heading");
      if (*part->became != '\0')
        append_text (GTK_BOX (card), part, became, part->became);
      else
        append_words (GTK_BOX (card), _("Nothing: you took it out."), "gh-dim");
    }
  if (missing != NULL)
    append_words (GTK_BOX (card), missing, "gh-dim");
  return card;
}

static void
show_parts (GhHistoryDetails     *self,
            const GhHistoryFacts *facts)
{
  GPtrArray *parts = gh_history_entry_get_parts (self->entry);
  GtkWidget *child;
  guint n = 0;

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self->parts))) != NULL)
    gtk_box_remove (self->parts, child);
  for (guint i = 0; i < parts->len; i++)
    {
      const GhHistoryPart *part = parts->pdata[i];

      if (part->role == GH_HISTORY_SETTING)
        continue;
      if (n++ < MAX_PARTS)
        gtk_box_append (self->parts, new_card (facts, part));
    }
  if (n > MAX_PARTS)
    {
      g_autofree char *more =
        g_strdup_printf (ngettext ("%u more part is in what Copy and Export give.",
                                   "%u more parts are in what Copy and Export give.",
                                   n - MAX_PARTS), n - MAX_PARTS);

      gtk_box_append (self->parts, new_label (more, "gh-dim"));
    }
}

/* --- the object --- */

static void
back_cb (GhHistoryDetails *self)
{
  g_assert (GH_IS_HISTORY_DETAILS (self));

  g_signal_emit (self, signals[BACK], 0);
}

static void
gh_history_details_dispose (GObject *object)
{
  GhHistoryDetails *self = GH_HISTORY_DETAILS (object);

  g_clear_object (&self->entry);
  adw_bin_set_child (ADW_BIN (self), NULL);

  G_OBJECT_CLASS (gh_history_details_parent_class)->dispose (object);
}

static void
gh_history_details_get_property (GObject    *object,
                                 guint       prop_id,
                                 GValue     *value,
                                 GParamSpec *pspec)
{
  switch (prop_id)
    {
    case PROP_NARROW:
      g_value_set_boolean (value, GH_HISTORY_DETAILS (object)->narrow);
      break;

    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
gh_history_details_set_property (GObject      *object,
                                 guint         prop_id,
                                 const GValue *value,
                                 GParamSpec   *pspec)
{
  GhHistoryDetails *self = GH_HISTORY_DETAILS (object);

  switch (prop_id)
    {
    case PROP_NARROW:
      if (self->narrow == g_value_get_boolean (value))
        break;
      self->narrow = g_value_get_boolean (value);
      g_object_notify_by_pspec (object, pspec);
      break;

    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
gh_history_details_class_init (GhHistoryDetailsClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = gh_history_details_dispose;
  object_class->get_property = gh_history_details_get_property;
  object_class->set_property = gh_history_details_set_property;

  properties[PROP_NARROW] =
    g_param_spec_boolean ("narrow", NULL, NULL, FALSE,
                          G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);

  signals[BACK] = g_signal_new ("back", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                NULL, G_TYPE_NONE, 0);

  gtk_widget_class_set_template_from_resource (widget_class,
                                               GH_UI_RESOURCE_PATH "gh-history-details.ui");
  gtk_widget_class_bind_template_child (widget_class, GhHistoryDetails, stack);
  gtk_widget_class_bind_template_child (widget_class, GhHistoryDetails, status);
  gtk_widget_class_bind_template_child (widget_class, GhHistoryDetails, event);
  gtk_widget_class_bind_template_child (widget_class, GhHistoryDetails, time);
  gtk_widget_class_bind_template_child (widget_class, GhHistoryDetails, facts);
  gtk_widget_class_bind_template_child (widget_class, GhHistoryDetails, parts);
  gtk_widget_class_bind_template_child (widget_class, GhHistoryDetails, scroller);
  gtk_widget_class_bind_template_callback (widget_class, back_cb);
}

static void
gh_history_details_init (GhHistoryDetails *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

GhHistoryEntry *
gh_history_details_get_entry (GhHistoryDetails *self)
{
  g_return_val_if_fail (GH_IS_HISTORY_DETAILS (self), NULL);

  return self->entry;
}

void
gh_history_details_set_entry (GhHistoryDetails *self,
                              GhHistoryEntry   *entry)
{
  const GhHistoryFacts *facts;
  g_autofree char *event = NULL;
  g_autofree char *time = NULL;

  g_return_if_fail (GH_IS_HISTORY_DETAILS (self));
  g_return_if_fail (entry == NULL || gh_history_entry_get_parts (entry) != NULL);

  g_set_object (&self->entry, entry);
  gtk_stack_set_visible_child_name (self->stack, entry != NULL ? "entry" : "empty");
  if (entry == NULL)
    {
      adw_status_page_set_title (self->status, _("Nothing Selected"));
      adw_status_page_set_description (self->status, _("Select an entry to see all of it."));
      return;
    }
  facts = gh_history_entry_get_facts (entry);
  event = gh_history_words_event (facts);
  /* Translators: a day and a time, see g_date_time_format(): "30 November 2026, 17:34:24". */
  time = gh_text_dup_time (facts->time, _("%e %B %Y, %H:%M:%S"));
  gtk_label_set_text (self->event, event);
  gtk_label_set_text (self->time, g_strstrip (time));
  show_facts (self, facts);
  show_parts (self, facts);
  gtk_adjustment_set_value (gtk_scrolled_window_get_vadjustment (self->scroller), 0);
}

void
gh_history_details_set_error (GhHistoryDetails *self,
                              const char       *message)
{
  g_autofree char *escaped = NULL;

  g_return_if_fail (GH_IS_HISTORY_DETAILS (self));
  g_return_if_fail (message != NULL);

  gh_history_details_set_entry (self, NULL);
  escaped = g_markup_escape_text (message, -1);
  adw_status_page_set_title (self->status, _("It Cannot Be Read"));
  adw_status_page_set_description (self->status, escaped);
}
