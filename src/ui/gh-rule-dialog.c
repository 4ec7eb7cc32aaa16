/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * Makes a rule like a request, or changes one: its sentence, and what it is made of. */
#include "config.h"

#include "gh-rule-dialog.h"

#include <glib/gi18n.h>

#include "gh-json.h"
#include "gh-request-ruling.h"
#include "gh-review-words.h"
#include "gh-rule-limits-group.h"
#include "gh-rule-words.h"
#include "gh-ui.h"

/* What is proposed where a number is wanted. */
#define USUAL_REQUESTS 10
#define USUAL_MINUTES 30

/* How long a rule lives, in the order of the choices. */
typedef enum
{
  LIFE_CALL,
  LIFE_SESSION,
  LIFE_REQUESTS,
  LIFE_MINUTES,
  LIFE_KEPT,
} Life;

/* Which models, in the order of the choices. */
typedef enum
{
  MODELS_THIS,
  MODELS_LANE,
  MODELS_ANY,
} Models;

struct _GhRuleDialog
{
  AdwWindow          parent_instance;

  /* Owned */
  GhRuleList        *rules;
  GhRule            *old;      /* to be changed, or NULL */
  GhServerList      *servers;  /* or NULL */
  JsonNode          *base;     /* what it starts from: an object */
  char              *tool;     /* that it may be about, or NULL */
  char              *model;    /* the same */
  char              *new_id;   /* for a rule that is counted anew */
  char              *provider; /* whose model that is, or NULL */
  GArray            *lives;    /* of Life: those that can be chosen */
  GArray            *models;   /* of Models */

  GhRuleHolds        content;  /* that it may be restricted to; 0: it is not */
  int                lane;     /* of the model, or -1 */
  gint64             call_time;
  gboolean           filling;  /* controls change, but not by the person */

  /* Template */
  AdwWindowTitle    *title;
  GtkWidget         *save_button;
  GtkLabel          *sentence;
  AdwComboRow       *decision_row;
  AdwEntryRow       *reason_row;
  AdwActionRow      *origin_row;
  GtkSwitch         *origin_switch;
  AdwComboRow       *models_row;
  AdwActionRow      *content_row;
  GtkSwitch         *content_switch;
  AdwActionRow      *answer_row;
  GtkSwitch         *answer_switch;
  AdwComboRow       *life_row;
  AdwActionRow      *number_row;
  GtkSpinButton     *number_spin;
  GhRuleLimitsGroup *limits;
};

G_DEFINE_FINAL_TYPE (GhRuleDialog, gh_rule_dialog, ADW_TYPE_WINDOW)

/* --- what is chosen --- */

static GhRuleDecision
get_decision (GhRuleDialog *self)
{
  return adw_combo_row_get_selected (self->decision_row);
}

static Life
get_life (GhRuleDialog *self)
{
  guint selected = adw_combo_row_get_selected (self->life_row);

  return selected < self->lives->len ? g_array_index (self->lives, Life, selected) : LIFE_KEPT;
}

static Models
get_models (GhRuleDialog *self)
{
  guint selected = adw_combo_row_get_selected (self->models_row);

  return selected < self->models->len ? g_array_index (self->models, Models, selected)
                                      : MODELS_ANY;
}

static GhRuleScope
get_scope (GhRuleDialog *self)
{
  switch (get_life (self))
    {
    case LIFE_CALL:
      return GH_RULE_CALL;
    case LIFE_SESSION:
      return GH_RULE_SESSION;
    case LIFE_REQUESTS:
    case LIFE_MINUTES:
    case LIFE_KEPT:
    default:
      return GH_RULE_KEPT;
    }
}

/* --- the rule --- */

static void
set_string (JsonObject *object,
            const char *name,
            const char *text)
{
  if (text != NULL)
    json_object_set_member (object, name, gh_json_node_new_string (text));
  else
    json_object_remove_member (object, name);
}

/* A copy of a member that is an object, or a new one; goes into its owner, and is borrowed. */
static JsonObject *
own_object (JsonObject *owner,
            const char *name)
{
  JsonObject *object = gh_json_get_object (owner, name);

  object = object != NULL ? gh_json_copy_members (object) : json_object_new ();
  json_object_set_object_member (owner, name, object);
  return object;
}

static char *
format_time (gint64 time)
{
  g_autoptr(GDateTime) utc = g_date_time_new_from_unix_utc (time / G_USEC_PER_SEC);

  return g_date_time_format_iso8601 (utc);
}

static void
set_match (GhRuleDialog *self,
           JsonObject   *match)
{
  Models models = get_models (self);
  GEnumClass *lanes;

  if (self->tool != NULL)
    set_string (match, "tool", gtk_switch_get_active (self->origin_switch) ? self->tool : NULL);
  else if (gtk_widget_get_visible (GTK_WIDGET (self->origin_row)))
    set_string (match, "during", gtk_switch_get_active (self->origin_switch) ? "background" : NULL);

  if (gtk_widget_get_visible (GTK_WIDGET (self->models_row)))
    {
      lanes = g_type_class_ref (GH_TYPE_LANE);
      set_string (match, "model", models == MODELS_THIS ? self->model : NULL);
      set_string (match, "provider", models == MODELS_THIS ? self->provider : NULL);
      set_string (match, "lane",
                  models == MODELS_ANY || self->lane < 0
                    ? NULL : g_enum_get_value (lanes, self->lane)->value_nick);
      g_type_class_unref (lanes);
    }

  json_object_remove_member (match, "content");
  if (self->content != 0 && gtk_switch_get_active (self->content_switch))
    {
      JsonArray *content = json_array_new ();

      for (guint bit = 0; bit < GH_RULE_N_HOLDS; bit++)
        if (self->content & (1u << bit))
          json_array_add_element (content,
                                  gh_json_node_new_string (gh_rule_holds_get_name (bit)));
      json_object_set_array_member (match, "content", content);
    }
}

/* FALSE: a limit is no number. */
static gboolean
set_limits (GhRuleDialog *self,
            JsonObject   *rule)
{
  GhLimits limits;
  gboolean good = gh_rule_limits_group_get (self->limits, &limits);

  if (get_life (self) == LIFE_REQUESTS)
    limits.most[GH_LIMIT_REQUESTS] = gtk_spin_button_get_value_as_int (self->number_spin);
  json_object_remove_member (rule, "limits");
  if (gh_limits_any (&limits) && get_decision (self) == GH_RULE_ALLOW)
    json_object_set_member (rule, "limits", gh_limits_to_json (&limits));
  return good;
}

static void
set_expires (GhRuleDialog *self,
             JsonObject   *rule)
{
  gint64 minutes = gtk_spin_button_get_value_as_int (self->number_spin);
  g_autofree char *expires =
    format_time (g_get_real_time () + minutes * 60 * (gint64) G_USEC_PER_SEC);

  set_string (rule, "expires", get_life (self) == LIFE_MINUTES ? expires : NULL);
}

/* What the controls say, as a rule; owned. NULL: a limit is no number, or it is no rule. */
static GhRule *
build (GhRuleDialog *self)
{
  JsonObject *rule = gh_json_copy_members (gh_json_node_get_object (self->base));
  g_autoptr(JsonNode) node = gh_json_node_new_object (rule);
  GhRuleDecision decision = get_decision (self);
  const char *reason = gtk_editable_get_text (GTK_EDITABLE (self->reason_row));
  GEnumClass *decisions = g_type_class_ref (GH_TYPE_RULE_DECISION);
  gboolean good;

  set_match (self, own_object (rule, "match"));
  set_string (rule, "decide", g_enum_get_value (decisions, decision)->value_nick);
  g_type_class_unref (decisions);
  set_string (rule, "reason", decision == GH_RULE_DENY && *reason != '\0' ? reason : NULL);
  json_object_remove_member (rule, "review_answer");
  if (decision == GH_RULE_ALLOW && gtk_switch_get_active (self->answer_switch))
    json_object_set_member (rule, "review_answer", gh_json_node_new_boolean (TRUE));
  good = set_limits (self, rule);
  /* A number of requests is counted from now. */
  if (self->old != NULL && get_life (self) == LIFE_REQUESTS
      && gh_rule_get_limits (self->old)->most[GH_LIMIT_REQUESTS]
           != gtk_spin_button_get_value_as_int (self->number_spin))
    set_string (rule, "id", self->new_id);
  set_expires (self, rule);
  return good ? gh_rule_new_passing (node, get_scope (self), self->call_time, NULL) : NULL;
}

static void
update (GhRuleDialog *self)
{
  g_autoptr(GhRule) rule = NULL;
  GhRuleDecision decision = get_decision (self);
  Life life = get_life (self);

  if (self->filling)
    return;
  gtk_widget_set_visible (GTK_WIDGET (self->reason_row), decision == GH_RULE_DENY);
  gtk_widget_set_visible (GTK_WIDGET (self->answer_row), decision == GH_RULE_ALLOW);
  gtk_widget_set_visible (GTK_WIDGET (self->limits), decision == GH_RULE_ALLOW);
  gtk_widget_set_visible (GTK_WIDGET (self->number_row),
                          life == LIFE_REQUESTS || life == LIFE_MINUTES);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (self->number_row),
                                 life == LIFE_REQUESTS ? _("Requests") : _("Minutes"));
  rule = build (self);
  gtk_widget_set_sensitive (self->save_button, rule != NULL);
  if (rule != NULL)
    {
      g_autofree char *sentence = gh_rule_words_sentence (rule, self->servers);

      gtk_label_set_text (self->sentence, sentence);
    }
}

static void
life_cb (GhRuleDialog *self)
{
  Life life = get_life (self);

  if (self->filling)
    return;
  if (life == LIFE_REQUESTS || life == LIFE_MINUTES)
    gtk_spin_button_set_value (self->number_spin,
                               life == LIFE_REQUESTS ? USUAL_REQUESTS : USUAL_MINUTES);
  update (self);
}

static void
save_cb (GhRuleDialog *self)
{
  g_autoptr(GhRule) rule = NULL;

  g_assert (GH_IS_RULE_DIALOG (self));

  rule = build (self);
  if (rule == NULL)
    return;
  if (self->old != NULL)
    gh_rule_list_replace (self->rules, self->old, rule);
  else
    gh_rule_list_add (self->rules, rule);
  gtk_window_close (GTK_WINDOW (self));
}

/* --- construction --- */

static void
gh_rule_dialog_dispose (GObject *object)
{
  GhRuleDialog *self = GH_RULE_DIALOG (object);

  g_clear_object (&self->rules);
  g_clear_object (&self->old);
  g_clear_object (&self->servers);

  G_OBJECT_CLASS (gh_rule_dialog_parent_class)->dispose (object);
}

static void
gh_rule_dialog_finalize (GObject *object)
{
  GhRuleDialog *self = GH_RULE_DIALOG (object);

  g_clear_pointer (&self->base, json_node_unref);
  g_free (self->tool);
  g_free (self->model);
  g_free (self->provider);
  g_free (self->new_id);
  g_array_unref (self->lives);
  g_array_unref (self->models);

  G_OBJECT_CLASS (gh_rule_dialog_parent_class)->finalize (object);
}

static void
gh_rule_dialog_class_init (GhRuleDialogClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = gh_rule_dialog_dispose;
  object_class->finalize = gh_rule_dialog_finalize;

  g_type_ensure (GH_TYPE_RULE_LIMITS_GROUP);
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_DIALOG);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               GH_UI_RESOURCE_PATH "gh-rule-dialog.ui");
  gtk_widget_class_bind_template_child (widget_class, GhRuleDialog, title);
  gtk_widget_class_bind_template_child (widget_class, GhRuleDialog, save_button);
  gtk_widget_class_bind_template_child (widget_class, GhRuleDialog, sentence);
  gtk_widget_class_bind_template_child (widget_class, GhRuleDialog, decision_row);
  gtk_widget_class_bind_template_child (widget_class, GhRuleDialog, reason_row);
  gtk_widget_class_bind_template_child (widget_class, GhRuleDialog, origin_row);
  gtk_widget_class_bind_template_child (widget_class, GhRuleDialog, origin_switch);
  gtk_widget_class_bind_template_child (widget_class, GhRuleDialog, models_row);
  gtk_widget_class_bind_template_child (widget_class, GhRuleDialog, content_row);
  gtk_widget_class_bind_template_child (widget_class, GhRuleDialog, content_switch);
  gtk_widget_class_bind_template_child (widget_class, GhRuleDialog, answer_row);
  gtk_widget_class_bind_template_child (widget_class, GhRuleDialog, answer_switch);
  gtk_widget_class_bind_template_child (widget_class, GhRuleDialog, life_row);
  gtk_widget_class_bind_template_child (widget_class, GhRuleDialog, number_row);
  gtk_widget_class_bind_template_child (widget_class, GhRuleDialog, number_spin);
  gtk_widget_class_bind_template_child (widget_class, GhRuleDialog, limits);
  gtk_widget_class_bind_template_callback (widget_class, update);
  gtk_widget_class_bind_template_callback (widget_class, life_cb);
  gtk_widget_class_bind_template_callback (widget_class, save_cb);

  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "window.close", NULL);
}

static void
gh_rule_dialog_init (GhRuleDialog *self)
{
  self->lives = g_array_new (FALSE, FALSE, sizeof (Life));
  self->models = g_array_new (FALSE, FALSE, sizeof (Models));
  self->lane = -1;
  self->new_id = g_uuid_string_random ();
  self->filling = TRUE;
  gtk_widget_init_template (GTK_WIDGET (self));
}

static void
fill_lives (GhRuleDialog *self,
            Life          chosen)
{
  g_autoptr(GtkStringList) words = gtk_string_list_new (NULL);
  const char *titles[] = {
    [LIFE_CALL] = _("For This Call"),
    [LIFE_SESSION] = _("Until Gatehouse Is Closed"),
    [LIFE_REQUESTS] = _("For a Number of Requests"),
    [LIFE_MINUTES] = _("For Some Minutes"),
    [LIFE_KEPT] = _("Until I Revoke It"),
  };
  guint selected = 0;

  for (Life life = LIFE_CALL; life <= LIFE_KEPT; life++)
    {
      if (life == LIFE_CALL && self->call_time == 0)
        continue;
      if (life == chosen)
        selected = self->lives->len;
      g_array_append_val (self->lives, life);
      gtk_string_list_append (words, titles[life]);
    }
  adw_combo_row_set_model (self->life_row, G_LIST_MODEL (words));
  adw_combo_row_set_selected (self->life_row, selected);
}

static void
add_models (GhRuleDialog  *self,
            GtkStringList *words,
            Models         models,
            const char    *title)
{
  g_array_append_val (self->models, models);
  gtk_string_list_append (words, title);
}

static void
fill_models (GhRuleDialog *self,
             Models        chosen)
{
  g_autoptr(GtkStringList) words = gtk_string_list_new (NULL);
  g_autofree char *model = gh_words_name (self->model);
  guint selected = 0;

  if (self->model != NULL)
    {
      /* Translators: which models a rule is about; a model's name is filled in. */
      g_autofree char *only = g_strdup_printf (_("Only %s"), model);

      add_models (self, words, MODELS_THIS, only);
    }
  if (self->lane >= 0)
    add_models (self, words, MODELS_LANE,
                self->lane == GH_LANE_LOCAL ? _("Any on This Computer")
                : self->lane == GH_LANE_OWN ? _("Any on a Server of Your Own")
                                            : _("Any in the Cloud"));
  add_models (self, words, MODELS_ANY, _("Any"));
  for (guint i = 0; i < self->models->len; i++)
    if (g_array_index (self->models, Models, i) == chosen)
      selected = i;
  adw_combo_row_set_model (self->models_row, G_LIST_MODEL (words));
  adw_combo_row_set_selected (self->models_row, selected);
  gtk_widget_set_visible (GTK_WIDGET (self->models_row), self->models->len > 1);
}

static void
fill_origin (GhRuleDialog *self,
             gboolean      can_be_background,
             gboolean      active)
{
  g_autofree char *tool = gh_words_name (self->tool);
  g_autofree char *only = NULL;

  /* Translators: a tool's name is filled in. */
  only = self->tool != NULL ? g_strdup_printf (_("Only While %s Runs"), tool)
                            : g_strdup (_("Only When It Asks by Itself"));
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (self->origin_row), only);
  gtk_widget_set_visible (GTK_WIDGET (self->origin_row), self->tool != NULL || can_be_background);
  gtk_switch_set_active (self->origin_switch, active);
}

static void
fill_content (GhRuleDialog *self,
              gboolean      active)
{
  gtk_widget_set_visible (GTK_WIDGET (self->content_row), self->content != 0);
  if (self->content == GH_RULE_HOLDS_TEXT)
    adw_preferences_row_set_title (ADW_PREFERENCES_ROW (self->content_row),
                                   _("Only When It Holds Nothing but Text"));
  gtk_switch_set_active (self->content_switch, active);
}

static GhRuleDialog *
dialog_new (GhRuleList   *rules,
            GhServerList *servers)
{
  GhRuleDialog *self = g_object_new (GH_TYPE_RULE_DIALOG, NULL);
  GListModel *decisions;

  self->rules = g_object_ref (rules);
  self->servers = servers != NULL ? g_object_ref (servers) : NULL;
  /* In the order of GhRuleDecision. */
  decisions = G_LIST_MODEL (gtk_string_list_new ((const char *[]) {
    _("Allow without Asking"), _("Ask"), _("Deny"), NULL }));
  adw_combo_row_set_model (self->decision_row, decisions);
  g_object_unref (decisions);
  return self;
}

static GtkWindow *
filled (GhRuleDialog *self)
{
  self->filling = FALSE;
  update (self);
  return GTK_WINDOW (self);
}

static JsonNode *
make_base (GhRequest  *request,
           const char *id)
{
  JsonObject *rule = json_object_new ();
  JsonObject *match = json_object_new ();
  g_autofree char *created = format_time (g_get_real_time ());

  json_object_set_member (rule, "id", gh_json_node_new_string (id));
  json_object_set_member (rule, "created", gh_json_node_new_string (created));
  json_object_set_member (match, "kind", gh_json_node_new_string ("sampling"));
  json_object_set_member (match, "server",
                          gh_json_node_new_string (gh_request_get_server_id (request)));
  json_object_set_object_member (rule, "match", match);
  return gh_json_node_new_object (rule);
}

GtkWindow *
gh_rule_dialog_new_like (GhRuleList        *rules,
                         GhSamplingRequest *request,
                         GhServerList      *servers)
{
  GhRuleDialog *self;
  GhModel *model;
  GhLimits limits;

  g_return_val_if_fail (GH_IS_RULE_LIST (rules), NULL);
  g_return_val_if_fail (GH_IS_SAMPLING_REQUEST (request), NULL);

  self = dialog_new (rules, servers);
  self->base = make_base (GH_REQUEST (request), self->new_id);
  self->tool = g_strdup (gh_request_get_tool (GH_REQUEST (request)));
  self->call_time = gh_request_get_call_time (GH_REQUEST (request));
  self->content = gh_request_ruling_get_holds (request);
  model = gh_sampling_request_get_model (request);
  if (model != NULL)
    {
      self->model = g_strdup (gh_model_get_id (model));
      self->provider = g_strdup (gh_model_get_provider_id (model));
      self->lane = gh_model_get_lane (model);
    }
  fill_origin (self, TRUE, TRUE);
  fill_content (self, TRUE);
  fill_models (self, MODELS_THIS);
  fill_lives (self, LIFE_SESSION);
  gh_limits_init (&limits);
  limits.most[GH_LIMIT_MAX_TOKENS] = gh_sampling_request_get_asked_max_tokens (request);
  gh_rule_limits_group_set (self->limits, &limits);
  return filled (self);
}

GtkWindow *
gh_rule_dialog_new_edit (GhRuleList   *rules,
                         GhRule       *rule,
                         GhServerList *servers)
{
  GhRuleDialog *self;
  const GhLimits *limits;
  Life life = LIFE_KEPT;
  int number = 0;

  g_return_val_if_fail (GH_IS_RULE_LIST (rules), NULL);
  g_return_val_if_fail (GH_IS_RULE (rule), NULL);

  self = dialog_new (rules, servers);
  self->base = json_node_ref (gh_rule_get_json (rule));
  self->old = g_object_ref (rule);
  self->tool = g_strdup (gh_rule_get_tool (rule));
  self->call_time = gh_rule_get_call_time (rule);
  self->content = gh_rule_get_content (rule);
  self->model = g_strdup (gh_rule_get_match_model (rule));
  self->provider = g_strdup (gh_rule_get_match_provider (rule));
  self->lane = gh_rule_get_lane (rule);
  limits = gh_rule_get_limits (rule);

  adw_window_title_set_title (self->title, _("Change Rule"));
  gtk_button_set_label (GTK_BUTTON (self->save_button), _("_Save"));
  adw_combo_row_set_selected (self->decision_row, gh_rule_get_decision (rule));
  if (gh_rule_get_reason (rule) != NULL)
    gtk_editable_set_text (GTK_EDITABLE (self->reason_row), gh_rule_get_reason (rule));
  fill_origin (self, gh_rule_get_during (rule) == GH_RULE_DURING_BACKGROUND, TRUE);
  fill_content (self, TRUE);
  fill_models (self, self->model != NULL ? MODELS_THIS : self->lane >= 0 ? MODELS_LANE
                                                                         : MODELS_ANY);
  gtk_switch_set_active (self->answer_switch, gh_rule_get_review_answer (rule));
  if (gh_rule_get_scope (rule) != GH_RULE_KEPT)
    {
      life = gh_rule_get_scope (rule) == GH_RULE_CALL ? LIFE_CALL : LIFE_SESSION;
    }
  else if (gh_rule_get_expires (rule) != 0)
    {
      gint64 left = gh_rule_get_expires (rule) - g_get_real_time ();

      life = LIFE_MINUTES;
      number = CLAMP (left / (60 * (gint64) G_USEC_PER_SEC) + 1, 1, G_MAXINT);
    }
  else if (limits->most[GH_LIMIT_REQUESTS] >= 0)
    {
      life = LIFE_REQUESTS;
      number = MIN (limits->most[GH_LIMIT_REQUESTS], G_MAXINT);
    }
  fill_lives (self, life);
  gtk_spin_button_set_value (self->number_spin, number);
  gh_rule_limits_group_set (self->limits, limits);
  return filled (self);
}
