/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * One rule: what is decided without asking (rules.json, the command line's policy file). */
#include "config.h"

#include "gh-rule-private.h"

#include "gh-json.h"

/* Of the hash that stands for a rule without an id: enough that no two are the same. */
#define ID_LENGTH 16

G_DEFINE_FINAL_TYPE (GhRule, gh_rule, G_TYPE_OBJECT)

G_DEFINE_ENUM_TYPE (GhRuleKind, gh_rule_kind,
                    G_DEFINE_ENUM_VALUE (GH_RULE_SAMPLING, "sampling"),
                    G_DEFINE_ENUM_VALUE (GH_RULE_ELICITATION, "elicitation"),
                    G_DEFINE_ENUM_VALUE (GH_RULE_TOOL, "tool"))

G_DEFINE_ENUM_TYPE (GhRuleDecision, gh_rule_decision,
                    G_DEFINE_ENUM_VALUE (GH_RULE_ALLOW, "allow"),
                    G_DEFINE_ENUM_VALUE (GH_RULE_ASK, "ask"),
                    G_DEFINE_ENUM_VALUE (GH_RULE_DENY, "deny"))

G_DEFINE_ENUM_TYPE (GhRuleDuring, gh_rule_during,
                    G_DEFINE_ENUM_VALUE (GH_RULE_DURING_CALL, "call"),
                    G_DEFINE_ENUM_VALUE (GH_RULE_DURING_BACKGROUND, "background"))

static const char * const holds_names[GH_RULE_N_HOLDS] = { "text", "image", "audio", "tools" };

const char *
gh_rule_holds_get_name (guint bit)
{
  g_return_val_if_fail (bit < GH_RULE_N_HOLDS, NULL);

  return holds_names[bit];
}

static void
gh_rule_finalize (GObject *object)
{
  GhRule *self = GH_RULE (object);

  g_clear_pointer (&self->node, json_node_unref);
  g_clear_pointer (&self->id, g_free);

  G_OBJECT_CLASS (gh_rule_parent_class)->finalize (object);
}

static void
gh_rule_class_init (GhRuleClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = gh_rule_finalize;
}

static void
gh_rule_init (GhRule *self)
{
  self->kind = -1;
  self->lane = -1;
  self->during = -1;
  self->max_bytes = -1;
  self->over_bytes = -1;
  gh_limits_init (&self->limits);
}

/* --- reading --- */

static gboolean
check_members (JsonObject          *object,
               const char * const  *known,
               GError             **error)
{
  g_autoptr(GList) names = json_object_get_members (object);

  for (GList *l = names; l != NULL; l = l->next)
    {
      gboolean is_known = g_strv_contains (known, l->data);

      /* Null would be taken for absent, and so match more than was meant. */
      if (is_known && !gh_json_node_is_null (gh_json_get_any (object, l->data)))
        continue;
      g_set_error (error, GH_JSON_ERROR, GH_JSON_ERROR_MEMBER,
                   is_known ? "\"%s\" is null" : "unknown member \"%s\"", (const char *) l->data);
      return FALSE;
    }
  return TRUE;
}

static gboolean
take_string (JsonObject  *object,
             const char  *name,
             const char **value,
             GError     **error)
{
  return gh_json_expect_string (object, name, FALSE, value, error);
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

/* An array of names. An empty one would match nothing, or everything: it is an error. */
static gboolean
take_holds (JsonObject   *object,
            const char   *name,
            GhRuleHolds  *value,
            GError      **error)
{
  JsonArray *array = NULL;

  if (!gh_json_expect_array (object, name, FALSE, &array, error))
    return FALSE;
  for (guint i = 0; array != NULL && i < json_array_get_length (array); i++)
    {
      const char *text = gh_json_node_get_string (json_array_get_element (array, i));
      guint bit = 0;

      while (bit < GH_RULE_N_HOLDS && g_strcmp0 (holds_names[bit], text) != 0)
        bit++;
      if (bit == GH_RULE_N_HOLDS)
        {
          g_set_error (error, GH_JSON_ERROR, GH_JSON_ERROR_MEMBER, "\"%s\" cannot hold \"%s\"",
                       name, text != NULL ? text : "");
          return FALSE;
        }
      *value |= 1u << bit;
    }
  if (array != NULL && *value == 0)
    {
      g_set_error (error, GH_JSON_ERROR, GH_JSON_ERROR_MEMBER, "\"%s\" is empty", name);
      return FALSE;
    }
  return TRUE;
}

static gboolean
take_bytes (JsonObject  *object,
            const char  *name,
            gint64      *value,
            GError     **error)
{
  if (!gh_json_expect_int (object, name, FALSE, value, error))
    return FALSE;
  if (gh_json_get (object, name) != NULL && *value < 0)
    {
      g_set_error (error, GH_JSON_ERROR, GH_JSON_ERROR_MEMBER, "\"%s\" is negative", name);
      return FALSE;
    }
  return TRUE;
}

static gboolean
take_match (GhRule      *self,
            JsonObject  *rule,
            GError     **error)
{
  static const char * const known[] = {
    "kind", "server", "tool", "during", "lane", "provider", "model", "content", "holds",
    "max_bytes", "over_bytes", NULL,
  };
  JsonObject *match = NULL;

  if (!gh_json_expect_object (rule, "match", FALSE, &match, error))
    return FALSE;
  return match == NULL
         || (check_members (match, known, error)
             && take_enum (match, "kind", GH_TYPE_RULE_KIND, &self->kind, error)
             && take_string (match, "server", &self->server, error)
             && take_string (match, "tool", &self->tool, error)
             && take_enum (match, "during", GH_TYPE_RULE_DURING, &self->during, error)
             && take_enum (match, "lane", GH_TYPE_LANE, &self->lane, error)
             && take_string (match, "provider", &self->match_provider, error)
             && take_string (match, "model", &self->match_model, error)
             && take_holds (match, "content", &self->content, error)
             && take_holds (match, "holds", &self->holds, error)
             && take_bytes (match, "max_bytes", &self->max_bytes, error)
             && take_bytes (match, "over_bytes", &self->over_bytes, error));
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
  if (!check_members (with, known, error) || !take_string (with, "provider", &self->provider, error)
      || !take_string (with, "model", &self->model, error)
      || !take_string (with, "answer", &self->answer, error)
      || !gh_json_expect_object (with, "content", FALSE, &content, error)
      || !gh_json_expect_boolean (with, "defaults", FALSE, &self->defaults, error))
    return FALSE;
  if (content != NULL)
    self->filled_in = gh_json_get (with, "content");
  return TRUE;
}

static gboolean
take_time (JsonObject  *rule,
           const char  *name,
           gint64      *value,
           GError     **error)
{
  g_autoptr(GDateTime) time = NULL;
  const char *text = NULL;

  if (!gh_json_expect_string (rule, name, FALSE, &text, error))
    return FALSE;
  if (text == NULL)
    return TRUE;
  time = g_date_time_new_from_iso8601 (text, NULL);
  if (time == NULL)
    {
      g_set_error (error, GH_JSON_ERROR, GH_JSON_ERROR_MEMBER,
                   "\"%s\" is no time with a time zone, such as 2026-12-31T00:00:00Z", name);
      return FALSE;
    }
  /* Zero says that there is none. */
  *value = MAX (g_date_time_to_unix (time) * G_USEC_PER_SEC, 1);
  return TRUE;
}

static gboolean
take_limits (GhRule      *self,
             JsonObject  *rule,
             GError     **error)
{
  JsonObject *limits = NULL;

  return gh_json_expect_object (rule, "limits", FALSE, &limits, error)
         && (limits == NULL || gh_limits_parse (&self->limits, limits, TRUE, error));
}

static gboolean
take_rule (GhRule      *self,
           JsonObject  *rule,
           GError     **error)
{
  static const char * const known[] = {
    "id", "match", "decide", "reason", "with", "review_answer", "limits", "expires", "created",
    NULL,
  };
  int decision = -1;
  const char *id = NULL;

  if (!check_members (rule, known, error) || !take_string (rule, "id", &id, error)
      || !take_match (self, rule, error)
      || !take_enum (rule, "decide", GH_TYPE_RULE_DECISION, &decision, error)
      || !take_string (rule, "reason", &self->reason, error) || !take_with (self, rule, error)
      || !gh_json_expect_boolean (rule, "review_answer", FALSE, &self->review_answer, error)
      || !take_limits (self, rule, error) || !take_time (rule, "expires", &self->expires, error)
      || !take_time (rule, "created", &self->created, error))
    return FALSE;
  if (decision < 0)
    {
      g_set_error (error, GH_JSON_ERROR, GH_JSON_ERROR_MEMBER, "\"decide\" is missing");
      return FALSE;
    }
  if (decision != GH_RULE_ALLOW && gh_json_get (rule, "limits") != NULL)
    {
      g_set_error (error, GH_JSON_ERROR, GH_JSON_ERROR_MEMBER,
                   "\"limits\" are of rules that allow something");
      return FALSE;
    }
  self->decision = decision;
  self->id = g_strdup (id);
  return TRUE;
}

/**
 * gh_rule_new:
 *
 * Returns: (transfer full): the rule; NULL with an error naming what is wrong
 */
GhRule *
gh_rule_new (JsonNode  *node,
             GError   **error)
{
  g_autoptr(GhRule) self = NULL;

  g_return_val_if_fail (node != NULL, NULL);

  if (gh_json_node_get_object (node) == NULL)
    {
      g_set_error (error, GH_JSON_ERROR, GH_JSON_ERROR_MEMBER, "not an object");
      return NULL;
    }
  self = g_object_new (GH_TYPE_RULE, NULL);
  self->node = json_node_ref (node);
  if (!take_rule (self, gh_json_node_get_object (node), error))
    return NULL;
  if (self->id == NULL)
    {
      g_autofree char *text = gh_rule_dup_text (self);

      self->id = g_compute_checksum_for_string (G_CHECKSUM_SHA256, text, -1);
      self->id[ID_LENGTH] = '\0';
    }
  return g_steal_pointer (&self);
}

GhRule *
gh_rule_new_passing (JsonNode     *node,
                     GhRuleScope   scope,
                     gint64        call_time,
                     GError      **error)
{
  GhRule *self = gh_rule_new (node, error);

  if (self != NULL)
    {
      self->scope = scope;
      self->call_time = call_time;
    }
  return self;
}

JsonNode *
gh_rule_get_json (GhRule *self)
{
  g_return_val_if_fail (GH_IS_RULE (self), NULL);

  return self->node;
}

char *
gh_rule_dup_text (GhRule *self)
{
  g_return_val_if_fail (GH_IS_RULE (self), NULL);

  return gh_json_write (self->node, NULL);
}

#define DEFINE_GETTER(type, name, fallback) \
  type \
  gh_rule_get_##name (GhRule *self) \
  { \
    g_return_val_if_fail (GH_IS_RULE (self), fallback); \
    return self->name; \
  }

DEFINE_GETTER (const char *, id, NULL)
DEFINE_GETTER (int, kind, -1)
DEFINE_GETTER (const char *, server, NULL)
DEFINE_GETTER (const char *, tool, NULL)
DEFINE_GETTER (int, during, -1)
DEFINE_GETTER (int, lane, -1)
DEFINE_GETTER (const char *, match_provider, NULL)
DEFINE_GETTER (const char *, match_model, NULL)
DEFINE_GETTER (GhRuleHolds, content, 0)
DEFINE_GETTER (GhRuleHolds, holds, 0)
DEFINE_GETTER (gint64, max_bytes, -1)
DEFINE_GETTER (gint64, over_bytes, -1)
DEFINE_GETTER (GhRuleDecision, decision, GH_RULE_DENY)
DEFINE_GETTER (const char *, reason, NULL)
DEFINE_GETTER (const char *, provider, NULL)
DEFINE_GETTER (const char *, model, NULL)
DEFINE_GETTER (const char *, answer, NULL)
DEFINE_GETTER (JsonNode *, filled_in, NULL)
DEFINE_GETTER (gboolean, defaults, FALSE)
DEFINE_GETTER (gboolean, review_answer, TRUE)
DEFINE_GETTER (gint64, expires, 0)
DEFINE_GETTER (gint64, created, 0)
DEFINE_GETTER (GhRuleScope, scope, GH_RULE_KEPT)
DEFINE_GETTER (gint64, call_time, 0)

const GhLimits *
gh_rule_get_limits (GhRule *self)
{
  g_return_val_if_fail (GH_IS_RULE (self), NULL);

  return &self->limits;
}
