/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * Rules: what is decided without asking (rules.json, the command line's policy file). */
#pragma once

#include <json-glib/json-glib.h>

#include "gh-model.h"

G_BEGIN_DECLS

/* More than a person keeps an eye on. */
#define GH_RULE_MAX_RULES 1000

typedef enum
{
  GH_RULE_SAMPLING,
  GH_RULE_ELICITATION,
  GH_RULE_TOOL,
} GhRuleKind;

/* From the least to the most cautious. */
typedef enum
{
  GH_RULE_ALLOW,
  GH_RULE_ASK,
  GH_RULE_DENY,
} GhRuleDecision;

#define GH_TYPE_RULE_KIND (gh_rule_kind_get_type ())
GType gh_rule_kind_get_type (void);
#define GH_TYPE_RULE_DECISION (gh_rule_decision_get_type ())
GType gh_rule_decision_get_type (void);

/* What is to be decided. */
typedef struct
{
  GhRuleKind  kind;
  const char *server; /* its name in mcp.json */
  const char *tool;   /* the call it came during, or NULL */
  GhModel    *model;  /* that would be asked, or NULL */
} GhRuleQuestion;

typedef struct _GhRule GhRule;

/* {"rules": [...]}, an array of rules, or one rule, whose members DESIGN's `rules.json` has. A
 * member that is not known is an error: passing it over could allow more than was meant.
 * Returns an owned array of GhRule; NULL with GH_JSON_ERROR_MEMBER naming rule and member. */
GPtrArray     *gh_rules_parse             (JsonNode              *node,
                                           GError               **error);
/* The most cautious rule that matches, the first of these in order; borrowed, NULL when none does.
 * now: microseconds since 1970. */
GhRule        *gh_rules_decide            (GPtrArray             *rules,
                                           const GhRuleQuestion  *question,
                                           gint64                 now);

GhRuleDecision gh_rule_get_decision       (GhRule                *self);
const char    *gh_rule_get_reason         (GhRule                *self); /* or NULL */
/* What an allowed request is answered with; all NULL or FALSE: the model chosen anyway. */
const char    *gh_rule_get_provider       (GhRule                *self); /* name or id, or NULL */
const char    *gh_rule_get_model          (GhRule                *self); /* or NULL */
const char    *gh_rule_get_answer         (GhRule                *self); /* or NULL */
JsonNode      *gh_rule_get_content        (GhRule                *self); /* an object, or NULL */
gboolean       gh_rule_get_defaults       (GhRule                *self);
/* Whether the model's answer is still shown before the server gets it. */
gboolean       gh_rule_get_review_answer  (GhRule                *self);
void           gh_rule_free               (GhRule                *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (GhRule, gh_rule_free)

G_END_DECLS
