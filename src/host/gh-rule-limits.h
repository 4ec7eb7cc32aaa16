/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * How much is allowed without asking: of a rule, of a server, of all together. */
#pragma once

#include <json-glib/json-glib.h>

G_BEGIN_DECLS

typedef enum
{
  GH_LIMIT_REQUESTS,            /* in all; of a rule alone */
  GH_LIMIT_REQUESTS_PER_MINUTE, /* in any sixty seconds */
  GH_LIMIT_TOKENS_PER_HOUR,     /* in any sixty minutes; tokens are read and written ones */
  GH_LIMIT_TOKENS_PER_DAY,      /* of the calendar, here */
  GH_LIMIT_TOKENS_PER_MONTH,
  GH_LIMIT_MONEY_PER_MONTH,     /* in the person's currency, by the prices of the models */
  GH_LIMIT_MAX_TOKENS,          /* that one request asks for */
  GH_N_LIMITS
} GhLimit;

/* No limit: GH_UNLIMITED. Zero is one: nothing without asking. */
#define GH_UNLIMITED (-1.0)

typedef struct
{
  double most[GH_N_LIMITS];
} GhLimits;

/* Its name in rules.json, "tokens_per_day". */
const char *gh_limit_get_name   (GhLimit          limit);
void        gh_limits_init      (GhLimits        *self);
/* Whether there is any. */
gboolean    gh_limits_any       (const GhLimits  *self);
/* in_all: whether GH_LIMIT_REQUESTS may be there. FALSE with GH_JSON_ERROR_MEMBER: a member that is
 * not known, or no number that is a limit. */
gboolean    gh_limits_parse     (GhLimits        *self,
                                 JsonObject      *object,
                                 gboolean         in_all,
                                 GError         **error);
/* An object, owned. */
JsonNode   *gh_limits_to_json   (const GhLimits  *self);

G_END_DECLS
