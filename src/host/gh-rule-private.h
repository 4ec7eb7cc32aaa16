/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * A rule, for what decides by thousands of them. */
#pragma once

#include "gh-rule.h"

G_BEGIN_DECLS

struct _GhRule
{
  GObject parent_instance;

  /* owned */
  JsonNode *node;
  char *id;

  /* borrowed from node: what it matches; NULL, -1 or 0: everything */
  const char *server;
  const char *tool;
  const char *match_provider;
  const char *match_model;
  int kind;
  int lane;
  int during;
  GhRuleHolds content;
  GhRuleHolds holds;
  gint64 max_bytes;
  gint64 over_bytes;

  /* borrowed from node: what it decides */
  const char *reason;
  const char *provider;
  const char *model;
  const char *answer;
  JsonNode *filled_in;
  GhRuleDecision decision;
  gboolean defaults;
  gboolean review_answer;
  GhLimits limits;
  gint64 expires;
  gint64 created;
  GhRuleScope scope;
  gint64 call_time;
};

G_END_DECLS
