/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * The person's rules and budgets, kept in rules.json, or those of a policy file. A GListModel of
 * GhRule. */
#pragma once

#include "gh-file-store.h"
#include "gh-rule-set.h"

G_BEGIN_DECLS

/* Whether a server is still what its rules were made for. */
typedef enum
{
  GH_RULE_TRUSTED,
  GH_RULE_CHANGED, /* its allows ask */
  GH_RULE_UNKNOWN, /* what it offers is being read: its requests wait for that */
} GhRuleTrusted;

#define GH_TYPE_RULE_LIST (gh_rule_list_get_type ())
G_DECLARE_FINAL_TYPE (GhRuleList, gh_rule_list, GH, RULE_LIST, GObject)

/* Signal "changed": what is decided may be another thing now; not emitted for what is used up. */

GhRuleList     *gh_rule_list_new          (GhFileStore           *store,
                                           GhUsage               *usage);
/* A policy file's, which nothing changes. */
GhRuleList     *gh_rule_list_new_policy   (GhRuleSet             *take_set,
                                           GhUsage               *usage);
/* Entries that are not understood are told as problems and kept in the file; while there are any,
 * nothing is allowed without asking: one may have been a no. */
void            gh_rule_list_load_async   (GhRuleList            *self,
                                           GCancellable          *cancellable,
                                           GAsyncReadyCallback    callback,
                                           gpointer               user_data);
gboolean        gh_rule_list_load_finish  (GhRuleList            *self,
                                           GAsyncResult          *result,
                                           GError               **error);
gboolean        gh_rule_list_is_policy    (GhRuleList            *self);
gboolean        gh_rule_list_get_broken   (GhRuleList            *self);
GhUsage        *gh_rule_list_get_usage    (GhRuleList            *self);
/* Whether another one can be added. */
gboolean        gh_rule_list_has_room     (GhRuleList            *self);
/* At the end. */
void            gh_rule_list_add          (GhRuleList            *self,
                                           GhRule                *rule);
/* Returns where it stood, for gh_rule_list_insert() to undo; G_MAXUINT: it is not there. */
guint           gh_rule_list_remove       (GhRuleList            *self,
                                           GhRule                *rule);
void            gh_rule_list_insert       (GhRuleList            *self,
                                           GhRule                *rule,
                                           guint                  position);
/* At the end when the old one was taken out meanwhile. */
void            gh_rule_list_replace      (GhRuleList            *self,
                                           GhRule                *old_rule,
                                           GhRule                *rule);
/* The call that began then is over: rules for it alone are taken out. */
void            gh_rule_list_end_call     (GhRuleList            *self,
                                           gint64                 call_time);
/* Of one server, or of all together with NULL; borrowed, NULL: none. */
const GhLimits *gh_rule_list_get_budget   (GhRuleList            *self,
                                           const char            *server);
void            gh_rule_list_set_budget   (GhRuleList            *self,
                                           const char            *server,
                                           const GhLimits        *limits);
/* Servers that nothing was said of are TRUSTED. */
void            gh_rule_list_set_trusted  (GhRuleList            *self,
                                           const char            *server,
                                           GhRuleTrusted          trusted);
GhRuleTrusted   gh_rule_list_get_trusted  (GhRuleList            *self,
                                           const char            *server);
/* Whether a rule may allow this server something. */
gboolean        gh_rule_list_has_allow    (GhRuleList            *self,
                                           const char            *server);
/* Now; what the server is trusted for is filled in. */
void            gh_rule_list_decide       (GhRuleList            *self,
                                           const GhRuleQuestion  *question,
                                           GhRuleVerdict         *verdict);

G_END_DECLS
