/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * What becomes of what the host sends: rules, the inbox, an answer nobody told us to give. */
#pragma once

#include "case-play.h"

G_BEGIN_DECLS

/* A step that holds from then on. */
typedef enum
{
  CASE_RULE_ON_EACH,        /* "on_each" with "do" */
  CASE_RULE_ANSWER_DEFAULT, /* "answer_default" with "for" */
  CASE_RULE_OPTIONAL,       /* the object of an "http" that is optional */
  CASE_RULE_FORBID,         /* the object of a "forbid" */
} CaseRuleKind;

typedef struct
{
  CaseRuleKind  kind;
  JsonObject   *step; /* owned, as in the script */
} CaseRule;

void case_rule_free             (CaseRule     *self);
/* Also for what waits already. */
void case_play_add_rule         (CasePlay     *play,
                                 CaseRuleKind  kind,
                                 JsonObject   *step);
/* What waits, and no step from the present one on could take, may be for an optional rule. */
void case_play_look_again       (CasePlay     *play);

/* Whether an "expect_none_ms" that is under way must fail for this. */
void case_quiet_look            (CaseQuiet    *quiet,
                                 CaseItem     *item);

void case_play_line_arrived     (GBytes       *line,
                                 gboolean      whole,
                                 gpointer      play);
void case_play_request_arrived  (CaseRequest  *take_request,
                                 gpointer      play);

G_END_DECLS
