/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * What servers used models for: requests, tokens and money, of each server, of each rule, of all
 * together; kept in a file of its own, so that no limit depends on the history. */
#pragma once

#include <gio/gio.h>

#include "gh-rule-limits.h"

G_BEGIN_DECLS

typedef struct
{
  gint64 requests;
  gint64 input_tokens;
  gint64 output_tokens;
  double money; /* by the prices of the models used */
} GhUsageAmount;

/* Whose use. */
typedef enum
{
  GH_USAGE_ALL,
  GH_USAGE_SERVER,
  GH_USAGE_RULE,
} GhUsageOf;

#define GH_TYPE_USAGE (gh_usage_get_type ())
G_DECLARE_FINAL_TYPE (GhUsage, gh_usage, GH, USAGE, GObject)

/* Signal "changed": some number did. */

/* file: where it is kept, or NULL: nowhere. problems: the GListStore of GhProblem that hears of
 * trouble with it, or NULL. */
GhUsage      *gh_usage_new          (GFile                *file,
                                     GListStore           *problems);
/* What was used before; what was added meanwhile stays. Only cancelling is an error. */
void          gh_usage_load_async   (GhUsage              *self,
                                     GCancellable         *cancellable,
                                     GAsyncReadyCallback   callback,
                                     gpointer              user_data);
gboolean      gh_usage_load_finish  (GhUsage              *self,
                                     GAsyncResult         *result,
                                     GError              **error);
/* Adds to all three; server or rule may be NULL. time: microseconds since 1970. An estimate is put
 * right by adding what it was off by, with the time it was added with. */
void          gh_usage_add          (GhUsage              *self,
                                     const char           *server,
                                     const char           *rule,
                                     gint64                time,
                                     const GhUsageAmount  *amount);
/* What counts towards that limit now. id: of the server or the rule; NULL for all. */
double        gh_usage_get          (GhUsage              *self,
                                     GhUsageOf             of,
                                     const char           *id,
                                     GhLimit               limit,
                                     gint64                now);
/* Of this day, or this month. */
GhUsageAmount gh_usage_get_day      (GhUsage              *self,
                                     GhUsageOf             of,
                                     const char           *id,
                                     gint64                now);
GhUsageAmount gh_usage_get_month    (GhUsage              *self,
                                     GhUsageOf             of,
                                     const char           *id,
                                     gint64                now);
/* When something was added last; 0: never. */
gint64        gh_usage_get_last     (GhUsage              *self,
                                     GhUsageOf             of,
                                     const char           *id);
/* Waits for what is not yet on disk. */
void          gh_usage_flush_async  (GhUsage              *self,
                                     GAsyncReadyCallback   callback,
                                     gpointer              user_data);
gboolean      gh_usage_flush_finish (GhUsage              *self,
                                     GAsyncResult         *result,
                                     GError              **error);

G_END_DECLS
