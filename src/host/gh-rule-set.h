/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * Rules and budgets together, and what they decide: a pure function of them, a request, and what
 * was used so far. */
#pragma once

#include "gh-rule.h"
#include "gh-usage.h"

G_BEGIN_DECLS

/* More than a person keeps an eye on. */
#define GH_RULE_MAX_RULES 1000

/* What is to be decided. */
typedef struct
{
  GhRuleKind   kind;
  const char  *server;       /* its name in mcp.json */
  const char  *tool;         /* the call it came during, or NULL */
  gint64       call_time;    /* when that began, or 0 */
  GhRuleHolds  holds;
  gsize        bytes;
  gint64       max_tokens;   /* that it asks for */
  gint64       input_tokens; /* about */
  GhModel     *model;        /* that would be asked, or NULL */
  GListModel  *models;       /* of GhModel: those there are, or NULL */
  gboolean     page;         /* an elicitation that wants a page visited */
  gboolean     changed;      /* the server is not what the person trusted */
} GhRuleQuestion;

/* Why it is to be asked. */
typedef enum
{
  GH_RULE_CAUSE_NONE,     /* no rule matches */
  GH_RULE_CAUSE_RULE,     /* a rule says so; of what is allowed or denied, too */
  GH_RULE_CAUSE_LIMIT,    /* a rule would allow it: over a limit of it, of the server, of all */
  GH_RULE_CAUSE_PRICE,    /* the same with a limit of money, and the model's price is not known */
  GH_RULE_CAUSE_CHANGED,  /* the same, and the server changed */
  GH_RULE_CAUSE_BROKEN,   /* the same, and an entry of the file cannot be read */
  GH_RULE_CAUSE_MODEL,    /* the same, and its model is not there, or another rule forbids that */
  GH_RULE_CAUSE_ANSWER,   /* the same, and it does not say with what */
} GhRuleCause;

typedef struct
{
  GhRuleDecision decision;
  GhRuleCause    cause;
  GhRule        *rule;     /* that decided or would have; borrowed, or NULL */
  GhModel       *model;    /* ALLOW: to be asked; borrowed, or NULL: none is */
  GhLimit        limit;    /* LIMIT, PRICE: which, and whose */
  GhUsageOf      limit_of;
} GhRuleVerdict;

#define GH_TYPE_RULE_CAUSE (gh_rule_cause_get_type ())
GType gh_rule_cause_get_type (void);

typedef struct
{
  GPtrArray  *rules;   /* of GhRule */
  GHashTable *budgets; /* server -> GhLimits */
  GhLimits    overall;
  gboolean    broken;  /* something could not be read: it might have been a no */
} GhRuleSet;

GhRuleSet *gh_rule_set_new    (void);
/* {"rules": [...], "budgets": {"all": {...}, "servers": {"travel": {...}}}}, an array of rules, or
 * one rule. NULL with GH_JSON_ERROR_MEMBER naming rule and member. */
GhRuleSet *gh_rule_set_parse  (JsonNode              *node,
                               GError               **error);
/* The member "budgets" into self. */
gboolean   gh_rule_set_parse_budgets (GhRuleSet      *self,
                                      JsonNode       *node,
                                      GError        **error);
void       gh_rule_set_free   (GhRuleSet             *self);
/* Of the server, or of all together with NULL; borrowed, or NULL: none. */
const GhLimits *gh_rule_set_get_budget (GhRuleSet    *self,
                                        const char   *server);
/* A deny that matches wins over every allow, and so does an ask; over a limit is ask again. now:
 * microseconds since 1970. usage: NULL: nothing was used. */
void       gh_rule_set_decide (GhRuleSet             *self,
                               const GhRuleQuestion  *question,
                               GhUsage               *usage,
                               gint64                 now,
                               GhRuleVerdict         *verdict);


G_DEFINE_AUTOPTR_CLEANUP_FUNC (GhRuleSet, gh_rule_set_free)

G_END_DECLS
