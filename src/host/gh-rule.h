/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * One rule: what is decided without asking (rules.json, the command line's policy file).
 * Immutable. */
#pragma once

#include "gh-model.h"
#include "gh-rule-limits.h"

G_BEGIN_DECLS

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

/* When a server asks. */
typedef enum
{
  GH_RULE_DURING_CALL,       /* while a call of the person's runs */
  GH_RULE_DURING_BACKGROUND, /* by itself */
} GhRuleDuring;

/* What a request holds. */
typedef enum
{
  GH_RULE_HOLDS_TEXT = 1 << 0,
  GH_RULE_HOLDS_IMAGE = 1 << 1,
  GH_RULE_HOLDS_AUDIO = 1 << 2,
  GH_RULE_HOLDS_TOOLS = 1 << 3, /* tools for the model to choose from, uses and results of them */
} GhRuleHolds;

#define GH_RULE_N_HOLDS 4

/* How long it lives. */
typedef enum
{
  GH_RULE_KEPT,    /* in the file, until it expires or is taken out */
  GH_RULE_SESSION, /* until Gatehouse ends */
  GH_RULE_CALL,    /* for one call of a tool */
} GhRuleScope;

#define GH_TYPE_RULE_KIND (gh_rule_kind_get_type ())
GType gh_rule_kind_get_type (void);
#define GH_TYPE_RULE_DECISION (gh_rule_decision_get_type ())
GType gh_rule_decision_get_type (void);
#define GH_TYPE_RULE_DURING (gh_rule_during_get_type ())
GType gh_rule_during_get_type (void);

#define GH_TYPE_RULE (gh_rule_get_type ())
G_DECLARE_FINAL_TYPE (GhRule, gh_rule, GH, RULE, GObject)

/* node: an object of the form that DESIGN's `rules.json` has; it must not change. A member that is
 * not known is an error: passing it over could allow more than was meant. NULL with
 * GH_JSON_ERROR_MEMBER naming the member. */
GhRule         *gh_rule_new                (JsonNode     *node,
                                            GError      **error);
/* One that is not kept. call_time: of the call it lives as long as, see
 * gh_request_get_call_time(). */
GhRule         *gh_rule_new_passing        (JsonNode     *node,
                                            GhRuleScope   scope,
                                            gint64        call_time,
                                            GError      **error);
/* The node it was made from, borrowed. */
JsonNode       *gh_rule_get_json           (GhRule       *self);
/* The same as one line of text, owned. */
char           *gh_rule_dup_text           (GhRule       *self);
/* What it is known by in gh-usage and in the history: its member "id", else made from its text. */
const char     *gh_rule_get_id             (GhRule       *self);

/* What it matches. NULL or -1 or 0: everything. */
int             gh_rule_get_kind           (GhRule       *self); /* GhRuleKind */
const char     *gh_rule_get_server         (GhRule       *self);
const char     *gh_rule_get_tool           (GhRule       *self);
int             gh_rule_get_during         (GhRule       *self); /* GhRuleDuring */
int             gh_rule_get_lane           (GhRule       *self); /* GhLane */
const char     *gh_rule_get_match_provider (GhRule       *self);
const char     *gh_rule_get_match_model    (GhRule       *self);
/* Requests that hold nothing else; requests that hold one of these. */
GhRuleHolds     gh_rule_get_content        (GhRule       *self);
GhRuleHolds     gh_rule_get_holds          (GhRule       *self);
/* Bytes; -1: any. No more than, more than. */
gint64          gh_rule_get_max_bytes      (GhRule       *self);
gint64          gh_rule_get_over_bytes     (GhRule       *self);

GhRuleDecision  gh_rule_get_decision       (GhRule       *self);
const char     *gh_rule_get_reason         (GhRule       *self); /* for the server, or NULL */
/* What an allowed request is answered with; all NULL or FALSE: the model chosen anyway. */
const char     *gh_rule_get_provider       (GhRule       *self); /* name or id, or NULL */
const char     *gh_rule_get_model          (GhRule       *self); /* or NULL */
const char     *gh_rule_get_answer         (GhRule       *self); /* or NULL */
JsonNode       *gh_rule_get_filled_in      (GhRule       *self); /* an object, or NULL */
gboolean        gh_rule_get_defaults       (GhRule       *self);
/* Whether the model's answer is still shown before the server gets it. */
gboolean        gh_rule_get_review_answer  (GhRule       *self);
const GhLimits *gh_rule_get_limits         (GhRule       *self);
/* Microseconds since 1970; 0: never, not known. */
gint64          gh_rule_get_expires        (GhRule       *self);
gint64          gh_rule_get_created        (GhRule       *self);
GhRuleScope     gh_rule_get_scope          (GhRule       *self);
gint64          gh_rule_get_call_time      (GhRule       *self);

/* "text", "image", "audio", "tools" */
const char     *gh_rule_holds_get_name     (guint         bit);

G_END_DECLS
