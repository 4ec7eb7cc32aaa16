/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * How much is allowed without asking: of a rule, of a server, of all together. */
#include "config.h"

#include "gh-rule-limits.h"

#include <math.h>

#include "gh-json.h"

/* Beyond this doubles no longer count one by one. */
#define HIGHEST (1LL << 53)

static const char * const names[GH_N_LIMITS] = {
  [GH_LIMIT_REQUESTS] = "requests",
  [GH_LIMIT_REQUESTS_PER_MINUTE] = "requests_per_minute",
  [GH_LIMIT_TOKENS_PER_HOUR] = "tokens_per_hour",
  [GH_LIMIT_TOKENS_PER_DAY] = "tokens_per_day",
  [GH_LIMIT_TOKENS_PER_MONTH] = "tokens_per_month",
  [GH_LIMIT_MONEY_PER_MONTH] = "money_per_month",
  [GH_LIMIT_MAX_TOKENS] = "max_tokens",
};

const char *
gh_limit_get_name (GhLimit limit)
{
  g_return_val_if_fail (limit < GH_N_LIMITS, NULL);

  return names[limit];
}

void
gh_limits_init (GhLimits *self)
{
  for (guint i = 0; i < GH_N_LIMITS; i++)
    self->most[i] = GH_UNLIMITED;
}

gboolean
gh_limits_any (const GhLimits *self)
{
  for (guint i = 0; i < GH_N_LIMITS; i++)
    if (self->most[i] >= 0)
      return TRUE;
  return FALSE;
}

static gboolean
parse_one (GhLimits    *self,
           const char  *name,
           JsonNode    *node,
           gboolean     in_all,
           GError     **error)
{
  guint i = 0;
  double most;

  while (i < GH_N_LIMITS && g_strcmp0 (names[i], name) != 0)
    i++;
  if (i == GH_N_LIMITS || (i == GH_LIMIT_REQUESTS && !in_all))
    {
      g_set_error (error, GH_JSON_ERROR, GH_JSON_ERROR_MEMBER, "unknown limit \"%s\"", name);
      return FALSE;
    }
  if (!gh_json_node_get_double (node, &most) || !(most >= 0) || most > HIGHEST
      || (i != GH_LIMIT_MONEY_PER_MONTH && most != floor (most)))
    {
      g_set_error (error, GH_JSON_ERROR, GH_JSON_ERROR_MEMBER, "\"%s\" is no limit", name);
      return FALSE;
    }
  self->most[i] = most;
  return TRUE;
}

gboolean
gh_limits_parse (GhLimits    *self,
                 JsonObject  *object,
                 gboolean     in_all,
                 GError     **error)
{
  g_autoptr(GList) members = NULL;

  g_return_val_if_fail (self != NULL, FALSE);
  g_return_val_if_fail (object != NULL, FALSE);

  gh_limits_init (self);
  members = json_object_get_members (object);
  for (GList *l = members; l != NULL; l = l->next)
    if (!parse_one (self, l->data, gh_json_get_any (object, l->data), in_all, error))
      return FALSE;
  return TRUE;
}

JsonNode *
gh_limits_to_json (const GhLimits *self)
{
  JsonObject *object;

  g_return_val_if_fail (self != NULL, NULL);

  object = json_object_new ();
  for (guint i = 0; i < GH_N_LIMITS; i++)
    if (self->most[i] >= 0)
      json_object_set_member (object, names[i],
                              i == GH_LIMIT_MONEY_PER_MONTH
                                ? gh_json_node_new_double (self->most[i])
                                : gh_json_node_new_int ((gint64) self->most[i]));
  return gh_json_node_new_object (object);
}
