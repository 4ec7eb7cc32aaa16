/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * Rules and budgets together, and what they decide. */
#include "config.h"

#include "gh-rule-set.h"

#include "gh-json.h"
#include "gh-rule-private.h"

G_DEFINE_ENUM_TYPE (GhRuleCause, gh_rule_cause,
                    G_DEFINE_ENUM_VALUE (GH_RULE_CAUSE_NONE, "none"),
                    G_DEFINE_ENUM_VALUE (GH_RULE_CAUSE_RULE, "rule"),
                    G_DEFINE_ENUM_VALUE (GH_RULE_CAUSE_LIMIT, "limit"),
                    G_DEFINE_ENUM_VALUE (GH_RULE_CAUSE_PRICE, "price"),
                    G_DEFINE_ENUM_VALUE (GH_RULE_CAUSE_CHANGED, "changed"),
                    G_DEFINE_ENUM_VALUE (GH_RULE_CAUSE_BROKEN, "broken"),
                    G_DEFINE_ENUM_VALUE (GH_RULE_CAUSE_MODEL, "model"),
                    G_DEFINE_ENUM_VALUE (GH_RULE_CAUSE_ANSWER, "answer"))

GhRuleSet *
gh_rule_set_new (void)
{
  GhRuleSet *self = g_new0 (GhRuleSet, 1);

  self->rules = g_ptr_array_new_with_free_func (g_object_unref);
  self->budgets = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  gh_limits_init (&self->overall);
  return self;
}

void
gh_rule_set_free (GhRuleSet *self)
{
  g_return_if_fail (self != NULL);

  g_ptr_array_unref (self->rules);
  g_hash_table_unref (self->budgets);
  g_free (self);
}

/* --- reading --- */

static gboolean
check_members (JsonObject  *object,
               const char  *first,
               const char  *second,
               GError     **error)
{
  g_autoptr(GList) names = json_object_get_members (object);

  for (GList *l = names; l != NULL; l = l->next)
    if (g_strcmp0 (l->data, first) != 0 && g_strcmp0 (l->data, second) != 0)
      {
        g_set_error (error, GH_JSON_ERROR, GH_JSON_ERROR_MEMBER, "unknown member \"%s\"",
                     (const char *) l->data);
        return FALSE;
      }
  return TRUE;
}

static gboolean
parse_server_budgets (GhRuleSet   *self,
                      JsonObject  *servers,
                      GError     **error)
{
  g_autoptr(GList) names = json_object_get_members (servers);

  for (GList *l = names; l != NULL; l = l->next)
    {
      JsonObject *object = NULL;
      g_autofree GhLimits *limits = g_new0 (GhLimits, 1);

      if (!gh_json_expect_object (servers, l->data, TRUE, &object, error)
          || !gh_limits_parse (limits, object, FALSE, error))
        return FALSE;
      g_hash_table_insert (self->budgets, g_strdup (l->data), g_steal_pointer (&limits));
    }
  return TRUE;
}

gboolean
gh_rule_set_parse_budgets (GhRuleSet  *self,
                           JsonNode   *node,
                           GError    **error)
{
  JsonObject *budgets;
  JsonObject *all = NULL;
  JsonObject *servers = NULL;

  g_return_val_if_fail (self != NULL, FALSE);
  g_return_val_if_fail (node != NULL, FALSE);

  budgets = gh_json_node_get_object (node);
  if (budgets == NULL)
    {
      g_set_error (error, GH_JSON_ERROR, GH_JSON_ERROR_MEMBER, "\"budgets\" is no object");
      return FALSE;
    }
  return check_members (budgets, "all", "servers", error)
         && gh_json_expect_object (budgets, "all", FALSE, &all, error)
         && gh_json_expect_object (budgets, "servers", FALSE, &servers, error)
         && (all == NULL || gh_limits_parse (&self->overall, all, FALSE, error))
         && (servers == NULL || parse_server_budgets (self, servers, error));
}

static gboolean
parse_rules (GhRuleSet  *self,
             JsonNode   *node,
             GError    **error)
{
  JsonArray *array = gh_json_node_get_array (node);
  guint n_rules = array != NULL ? json_array_get_length (array) : 1;

  if (n_rules > GH_RULE_MAX_RULES)
    {
      g_set_error (error, GH_JSON_ERROR, GH_JSON_ERROR_SIZE, "more than %d rules",
                   GH_RULE_MAX_RULES);
      return FALSE;
    }
  for (guint i = 0; i < n_rules; i++)
    {
      GhRule *rule = gh_rule_new (array != NULL ? json_array_get_element (array, i) : node, error);

      if (rule == NULL)
        {
          g_prefix_error (error, "rule %u: ", i + 1);
          return FALSE;
        }
      g_ptr_array_add (self->rules, rule);
    }
  return TRUE;
}

GhRuleSet *
gh_rule_set_parse (JsonNode  *node,
                   GError   **error)
{
  g_autoptr(GhRuleSet) self = gh_rule_set_new ();
  JsonObject *object;
  JsonArray *array = NULL;

  g_return_val_if_fail (node != NULL, NULL);

  object = gh_json_node_get_object (node);
  if (object == NULL || !(json_object_has_member (object, "rules")
                          || json_object_has_member (object, "budgets")))
    return parse_rules (self, node, error) ? g_steal_pointer (&self) : NULL;

  if (!check_members (object, "rules", "budgets", error)
      || !gh_json_expect_array (object, "rules", FALSE, &array, error)
      || (array != NULL && !parse_rules (self, gh_json_get (object, "rules"), error)))
    return NULL;
  if (gh_json_get (object, "budgets") != NULL
      && !gh_rule_set_parse_budgets (self, gh_json_get (object, "budgets"), error))
    {
      g_prefix_error (error, "budgets: ");
      return NULL;
    }
  return g_steal_pointer (&self);
}

const GhLimits *
gh_rule_set_get_budget (GhRuleSet  *self,
                        const char *server)
{
  g_return_val_if_fail (self != NULL, NULL);

  if (server == NULL)
    return gh_limits_any (&self->overall) ? &self->overall : NULL;
  return g_hash_table_lookup (self->budgets, server);
}

/* --- matching --- */

static gboolean
fits (const char *wanted,
      const char *actual)
{
  return wanted == NULL || g_strcmp0 (wanted, actual) == 0;
}

static gboolean
fits_model (GhRule  *rule,
            GhModel *model)
{
  if (rule->lane < 0 && rule->match_model == NULL && rule->match_provider == NULL)
    return TRUE;
  return model != NULL && (rule->lane < 0 || rule->lane == (int) gh_model_get_lane (model))
         && fits (rule->match_model, gh_model_get_id (model))
         && (fits (rule->match_provider, gh_model_get_provider_id (model))
             || fits (rule->match_provider, gh_model_get_provider_name (model)));
}

static gboolean
fits_contents (GhRule               *rule,
               const GhRuleQuestion *question)
{
  return (rule->content == 0 || (question->holds & ~rule->content) == 0)
         && (rule->holds == 0 || (question->holds & rule->holds) != 0)
         && (rule->max_bytes < 0 || question->bytes <= (gsize) rule->max_bytes)
         && (rule->over_bytes < 0 || question->bytes > (gsize) rule->over_bytes);
}

static gboolean
fits_origin (GhRule               *rule,
             const GhRuleQuestion *question)
{
  GhRuleDuring during =
    question->tool != NULL ? GH_RULE_DURING_CALL : GH_RULE_DURING_BACKGROUND;

  return (rule->kind < 0 || rule->kind == (int) question->kind)
         && (rule->during < 0 || rule->during == (int) during)
         && fits (rule->server, question->server) && fits (rule->tool, question->tool)
         && (rule->scope != GH_RULE_CALL
             || (question->call_time != 0 && rule->call_time == question->call_time));
}

static gboolean
matches (GhRule               *rule,
         const GhRuleQuestion *question,
         GhModel              *model,
         gint64                now)
{
  return (rule->expires == 0 || now < rule->expires) && fits_origin (rule, question)
         && fits_contents (rule, question) && fits_model (rule, model);
}

/* The first deny that matches, else the first ask. */
static GhRule *
find_cautious (GhRuleSet            *self,
               const GhRuleQuestion *question,
               GhModel              *model,
               gint64                now)
{
  GhRule *ask = NULL;

  for (guint i = 0; i < self->rules->len; i++)
    {
      GhRule *rule = g_ptr_array_index (self->rules, i);

      if (rule->decision == GH_RULE_ALLOW || (rule->decision == GH_RULE_ASK && ask != NULL)
          || !matches (rule, question, model, now))
        continue;
      if (rule->decision == GH_RULE_DENY)
        return rule;
      ask = rule;
    }
  return ask;
}

/* --- what an allowed request is answered with --- */

static GhModel *
find_model (GhRule     *rule,
            GListModel *models)
{
  guint n = models != NULL ? g_list_model_get_n_items (models) : 0;

  for (guint i = 0; i < n; i++)
    {
      g_autoptr(GhModel) model = g_list_model_get_item (models, i);

      if (fits (rule->model, gh_model_get_id (model))
          && (fits (rule->provider, gh_model_get_provider_id (model))
              || fits (rule->provider, gh_model_get_provider_name (model))))
        return model; /* the list holds it */
    }
  return NULL;
}

static GhRuleCause
find_answer (GhRuleSet            *self,
             GhRule               *rule,
             const GhRuleQuestion *question,
             gint64                now,
             GhModel             **model)
{
  *model = NULL;
  if (question->kind == GH_RULE_TOOL)
    return GH_RULE_CAUSE_RULE;
  /* No page is ever opened that nobody has seen the address of (7.19). */
  if (question->kind == GH_RULE_ELICITATION)
    return !question->page && (rule->filled_in != NULL || rule->defaults) ? GH_RULE_CAUSE_RULE
                                                                         : GH_RULE_CAUSE_ANSWER;
  if (rule->answer != NULL)
    return GH_RULE_CAUSE_RULE;
  if (rule->model == NULL && rule->provider == NULL)
    {
      *model = question->model;
      return *model != NULL ? GH_RULE_CAUSE_RULE : GH_RULE_CAUSE_MODEL;
    }
  *model = find_model (rule, question->models);
  if (*model == NULL
      || (*model != question->model && find_cautious (self, question, *model, now) != NULL))
    return GH_RULE_CAUSE_MODEL;
  return GH_RULE_CAUSE_RULE;
}

/* --- limits --- */

/* What the request may come to. */
typedef struct
{
  double tokens;
  double max_tokens;
  double money; /* negative: not known */
} Cost;

static Cost
get_cost (const GhRuleQuestion *question,
          GhModel              *model)
{
  Cost cost = { 0 };
  double input;
  double output;

  if (model == NULL)
    return cost;
  cost.max_tokens = question->max_tokens;
  cost.tokens = (double) question->input_tokens + (double) question->max_tokens;
  if (gh_model_get_prices (model, &input, &output))
    cost.money = (question->input_tokens * input + question->max_tokens * output) / 1e6;
  else
    cost.money = -1;
  return cost;
}

static double
get_share (const Cost *cost,
           GhLimit     limit)
{
  switch (limit)
    {
    case GH_LIMIT_REQUESTS:
    case GH_LIMIT_REQUESTS_PER_MINUTE:
      return 1;
    case GH_LIMIT_TOKENS_PER_HOUR:
    case GH_LIMIT_TOKENS_PER_DAY:
    case GH_LIMIT_TOKENS_PER_MONTH:
      return cost->tokens;
    case GH_LIMIT_MONEY_PER_MONTH:
      return cost->money;
    case GH_LIMIT_MAX_TOKENS:
      return cost->max_tokens;
    case GH_N_LIMITS:
    default:
      g_assert_not_reached ();
    }
}

static gboolean
is_over (const GhLimits *limits,
         const Cost     *cost,
         GhUsage        *usage,
         GhUsageOf       of,
         const char     *id,
         gint64          now,
         GhRuleVerdict  *verdict)
{
  if (limits == NULL)
    return FALSE;
  for (guint i = 0; i < GH_N_LIMITS; i++)
    {
      double share;
      double used;

      if (limits->most[i] < 0)
        continue;
      share = get_share (cost, i);
      used = usage != NULL ? gh_usage_get (usage, of, id, i, now) : 0;
      if (share >= 0 && used + share <= limits->most[i])
        continue;
      verdict->cause = share < 0 ? GH_RULE_CAUSE_PRICE : GH_RULE_CAUSE_LIMIT;
      verdict->limit = i;
      verdict->limit_of = of;
      return TRUE;
    }
  return FALSE;
}

/* What one allow that matches comes to: ALLOW, or ASK with the cause. */
static GhRuleVerdict
consider (GhRuleSet            *self,
          GhRule               *rule,
          const GhRuleQuestion *question,
          GhUsage              *usage,
          gint64                now)
{
  GhRuleVerdict verdict = { GH_RULE_ASK, GH_RULE_CAUSE_RULE, rule };
  GhModel *model;
  Cost cost;

  if (self->broken)
    verdict.cause = GH_RULE_CAUSE_BROKEN;
  else if (question->changed)
    verdict.cause = GH_RULE_CAUSE_CHANGED;
  else
    verdict.cause = find_answer (self, rule, question, now, &model);
  if (verdict.cause != GH_RULE_CAUSE_RULE)
    return verdict;
  cost = get_cost (question, model);
  if (is_over (&rule->limits, &cost, usage, GH_USAGE_RULE, rule->id, now, &verdict)
      || is_over (gh_rule_set_get_budget (self, question->server), &cost, usage, GH_USAGE_SERVER,
                  question->server, now, &verdict)
      || is_over (&self->overall, &cost, usage, GH_USAGE_ALL, NULL, now, &verdict))
    return verdict;
  verdict.decision = GH_RULE_ALLOW;
  verdict.model = model;
  return verdict;
}

/**
 * gh_rule_set_decide:
 * @usage: (nullable): what was used so far
 * @verdict: (out): what is to be done, and why
 */
void
gh_rule_set_decide (GhRuleSet            *self,
                    const GhRuleQuestion *question,
                    GhUsage              *usage,
                    gint64                now,
                    GhRuleVerdict        *verdict)
{
  GhRuleVerdict result = { GH_RULE_ASK };
  GhRule *cautious;

  g_return_if_fail (self != NULL);
  g_return_if_fail (question != NULL && question->server != NULL);
  g_return_if_fail (verdict != NULL);

  cautious = find_cautious (self, question, question->model, now);
  if (cautious != NULL)
    {
      result = (GhRuleVerdict) { cautious->decision, GH_RULE_CAUSE_RULE, cautious };
      *verdict = result;
      return;
    }
  for (guint i = 0; i < self->rules->len; i++)
    {
      GhRule *rule = g_ptr_array_index (self->rules, i);
      GhRuleVerdict one;

      if (rule->decision != GH_RULE_ALLOW || !matches (rule, question, question->model, now))
        continue;
      one = consider (self, rule, question, usage, now);
      if (one.decision == GH_RULE_ALLOW || result.rule == NULL)
        result = one;
      if (one.decision == GH_RULE_ALLOW)
        break;
    }
  *verdict = result;
}
