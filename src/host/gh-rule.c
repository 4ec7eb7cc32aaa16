/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * Rules: what is decided without asking (rules.json, the command line's policy file). */
#include "config.h"

#include "gh-rule.h"

#include "gh-json.h"

struct _GhRule
{
  /* What it matches; NULL or -1: everything. */
  char *server;
  char *tool;
  char *model;
  int kind;
  int lane;

  GhRuleDecision decision;
  gboolean defaults;
  gboolean review_answer;
  gint64 expires; /* microseconds since 1970, or 0 */

  char *reason;
  char *provider;
  char *with_model;
  char *answer;
  JsonNode *content;
};

G_DEFINE_ENUM_TYPE (GhRuleKind, gh_rule_kind,
                    G_DEFINE_ENUM_VALUE (GH_RULE_SAMPLING, "sampling"),
                    G_DEFINE_ENUM_VALUE (GH_RULE_ELICITATION, "elicitation"),
                    G_DEFINE_ENUM_VALUE (GH_RULE_TOOL, "tool"))

G_DEFINE_ENUM_TYPE (GhRuleDecision, gh_rule_decision,
                    G_DEFINE_ENUM_VALUE (GH_RULE_ALLOW, "allow"),
                    G_DEFINE_ENUM_VALUE (GH_RULE_ASK, "ask"),
                    G_DEFINE_ENUM_VALUE (GH_RULE_DENY, "deny"))

void
gh_rule_free (GhRule *self)
{
  g_return_if_fail (self != NULL);

  g_free (self->server);
  g_free (self->tool);
  g_free (self->model);
  g_free (self->reason);
  g_free (self->provider);
  g_free (self->with_model);
  g_free (self->answer);
  g_clear_pointer (&self->content, json_node_unref);
  g_free (self);
}

static gboolean
check_members (JsonObject          *object,
               const char * const  *known,
               GError             **error)
{
  g_autoptr(GList) names = json_object_get_members (object);

  for (GList *l = names; l != NULL; l = l->next)
    if (!g_strv_contains (known, l->data))
      {
        g_set_error (error, GH_JSON_ERROR, GH_JSON_ERROR_MEMBER, "unknown member \"%s\"",
                     (const char *) l->data);
        return FALSE;
      }
  return TRUE;
}

static gboolean
take_string (JsonObject  *object,
             const char  *name,
             char       **value,
             GError     **error)
{
  const char *text = NULL;

  if (!gh_json_expect_string (object, name, FALSE, &text, error))
    return FALSE;
  *value = g_strdup (text);
  return TRUE;
}

/* *value stays as it is when the member is absent. */
static gboolean
take_enum (JsonObject  *object,
           const char  *name,
           GType        type,
           int         *value,
           GError     **error)
{
  g_autoptr(GEnumClass) klass = g_type_class_ref (type);
  const char *nick = NULL;
  GEnumValue *found;

  if (!gh_json_expect_string (object, name, FALSE, &nick, error))
    return FALSE;
  if (nick == NULL)
    return TRUE;
  found = g_enum_get_value_by_nick (klass, nick);
  if (found == NULL)
    {
      g_set_error (error, GH_JSON_ERROR, GH_JSON_ERROR_MEMBER, "\"%s\" cannot be \"%s\"", name,
                   nick);
      return FALSE;
    }
  *value = found->value;
  return TRUE;
}

static gboolean
take_match (GhRule      *self,
            JsonObject  *rule,
            GError     **error)
{
  static const char * const known[] = { "kind", "server", "tool", "lane", "model", NULL };
  JsonObject *match = NULL;

  if (!gh_json_expect_object (rule, "match", FALSE, &match, error))
    return FALSE;
  return match == NULL
         || (check_members (match, known, error)
             && take_enum (match, "kind", GH_TYPE_RULE_KIND, &self->kind, error)
             && take_string (match, "server", &self->server, error)
             && take_string (match, "tool", &self->tool, error)
             && take_enum (match, "lane", GH_TYPE_LANE, &self->lane, error)
             && take_string (match, "model", &self->model, error));
}

static gboolean
take_with (GhRule      *self,
           JsonObject  *rule,
           GError     **error)
{
  static const char * const known[] = {
    "provider", "model", "answer", "content", "defaults", NULL,
  };
  JsonObject *with = NULL;
  JsonObject *content = NULL;

  if (!gh_json_expect_object (rule, "with", FALSE, &with, error))
    return FALSE;
  if (with == NULL)
    return TRUE;
  if (!check_members (with, known, error)
      || !take_string (with, "provider", &self->provider, error)
      || !take_string (with, "model", &self->with_model, error)
      || !take_string (with, "answer", &self->answer, error)
      || !gh_json_expect_object (with, "content", FALSE, &content, error)
      || !gh_json_expect_boolean (with, "defaults", FALSE, &self->defaults, error))
    return FALSE;
  if (content != NULL)
    self->content = json_node_ref (gh_json_get (with, "content"));
  return TRUE;
}

static gboolean
take_expires (GhRule      *self,
              JsonObject  *rule,
              GError     **error)
{
  g_autoptr(GDateTime) time = NULL;
  const char *text = NULL;

  if (!gh_json_expect_string (rule, "expires", FALSE, &text, error))
    return FALSE;
  if (text == NULL)
    return TRUE;
  time = g_date_time_new_from_iso8601 (text, NULL);
  if (time == NULL)
    {
      g_set_error (error, GH_JSON_ERROR, GH_JSON_ERROR_MEMBER,
                   "\"expires\" is no time with a time zone, such as 2026-12-31T00:00:00Z");
      return FALSE;
    }
  self->expires = g_date_time_to_unix (time) * G_USEC_PER_SEC;
  return TRUE;
}

static GhRule *
parse_rule (JsonNode  *node,
            GError   **error)
{
  static const char * const known[] = {
    "match", "decide", "reason", "with", "review_answer", "expires", NULL,
  };
  g_autoptr(GhRule) self = g_new0 (GhRule, 1);
  JsonObject *rule = gh_json_node_get_object (node);
  int decision = -1;

  if (rule == NULL)
    {
      g_set_error (error, GH_JSON_ERROR, GH_JSON_ERROR_MEMBER, "not an object");
      return NULL;
    }
  self->kind = -1;
  self->lane = -1;
  if (!check_members (rule, known, error) || !take_match (self, rule, error)
      || !take_enum (rule, "decide", GH_TYPE_RULE_DECISION, &decision, error)
      || !take_string (rule, "reason", &self->reason, error) || !take_with (self, rule, error)
      || !gh_json_expect_boolean (rule, "review_answer", FALSE, &self->review_answer, error)
      || !take_expires (self, rule, error))
    return NULL;
  if (decision < 0)
    {
      g_set_error (error, GH_JSON_ERROR, GH_JSON_ERROR_MEMBER, "\"decide\" is missing");
      return NULL;
    }
  self->decision = decision;
  return g_steal_pointer (&self);
}

GPtrArray *
gh_rules_parse (JsonNode  *node,
                GError   **error)
{
  static const char * const known[] = { "rules", NULL };
  g_autoptr(GPtrArray) rules = g_ptr_array_new_with_free_func ((GDestroyNotify) gh_rule_free);
  JsonObject *object;
  JsonArray *array;
  guint n_rules;

  g_return_val_if_fail (node != NULL, NULL);

  object = gh_json_node_get_object (node);
  array = gh_json_node_get_array (node);
  if (object != NULL && json_object_has_member (object, "rules"))
    {
      if (!check_members (object, known, error)
          || !gh_json_expect_array (object, "rules", TRUE, &array, error))
        return NULL;
    }
  n_rules = array != NULL ? json_array_get_length (array) : 1;
  if (n_rules > GH_RULE_MAX_RULES)
    {
      g_set_error (error, GH_JSON_ERROR, GH_JSON_ERROR_SIZE, "more than %d rules",
                   GH_RULE_MAX_RULES);
      return NULL;
    }
  for (guint i = 0; i < n_rules; i++)
    {
      GhRule *rule = parse_rule (array != NULL ? json_array_get_element (array, i) : node, error);

      if (rule == NULL)
        {
          g_prefix_error (error, "rule %u: ", i + 1);
          return NULL;
        }
      g_ptr_array_add (rules, rule);
    }
  return g_steal_pointer (&rules);
}

static gboolean
fits (const char *wanted,
      const char *actual)
{
  return wanted == NULL || g_strcmp0 (wanted, actual) == 0;
}

static gboolean
matches (GhRule               *self,
         const GhRuleQuestion *question,
         gint64                now)
{
  GhModel *model = question->model;

  return (self->expires == 0 || now < self->expires)
         && (self->kind < 0 || self->kind == (int) question->kind)
         && fits (self->server, question->server) && fits (self->tool, question->tool)
         && fits (self->model, model != NULL ? gh_model_get_id (model) : NULL)
         && (self->lane < 0
             || (model != NULL && self->lane == (int) gh_model_get_lane (model)));
}

GhRule *
gh_rules_decide (GPtrArray            *rules,
                 const GhRuleQuestion *question,
                 gint64                now)
{
  GhRule *found = NULL;

  g_return_val_if_fail (rules != NULL, NULL);
  g_return_val_if_fail (question != NULL, NULL);

  for (guint i = 0; i < rules->len; i++)
    {
      GhRule *rule = g_ptr_array_index (rules, i);

      if (matches (rule, question, now) && (found == NULL || rule->decision > found->decision))
        found = rule;
    }
  return found;
}

GhRuleDecision
gh_rule_get_decision (GhRule *self)
{
  g_return_val_if_fail (self != NULL, GH_RULE_DENY);

  return self->decision;
}

const char *
gh_rule_get_reason (GhRule *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return self->reason;
}

const char *
gh_rule_get_provider (GhRule *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return self->provider;
}

const char *
gh_rule_get_model (GhRule *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return self->with_model;
}

const char *
gh_rule_get_answer (GhRule *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return self->answer;
}

JsonNode *
gh_rule_get_content (GhRule *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return self->content;
}

gboolean
gh_rule_get_defaults (GhRule *self)
{
  g_return_val_if_fail (self != NULL, FALSE);

  return self->defaults;
}

gboolean
gh_rule_get_review_answer (GhRule *self)
{
  g_return_val_if_fail (self != NULL, FALSE);

  return self->review_answer;
}
