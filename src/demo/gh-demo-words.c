/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * What the travel desk says and hears in either era: who it is, its log, what the host can do. */
#include "config.h"

#include "gh-demo-words.h"

#include <string.h>

#include "gh-json.h"

static const char * const levels[] = {
  "debug", "info", "notice", "warning", "error", "critical", "alert", "emergency",
};

JsonNode *
gh_demo_words_build_info (const char *version)
{
  JsonObject *info = json_object_new ();

  json_object_set_member (info, "name", gh_json_node_new_string ("gatehouse-demo-server"));
  if (strcmp (version, "2025-06-18") >= 0)
    json_object_set_member (info, "title", gh_json_node_new_string ("Travel desk"));
  json_object_set_member (info, "version", gh_json_node_new_string (GH_VERSION));
  return gh_json_node_new_object (info);
}

guint
gh_demo_words_get_level (const char *name)
{
  for (guint i = 0; i < G_N_ELEMENTS (levels); i++)
    if (g_strcmp0 (levels[i], name) == 0)
      return i;
  return GH_DEMO_NO_LEVEL;
}

void
gh_demo_words_log (GhRpcPeer  *peer,
                   const char *level,
                   const char *text)
{
  JsonObject *object = json_object_new ();
  g_autoptr(JsonNode) params = NULL;

  json_object_set_member (object, "level", gh_json_node_new_string (level));
  json_object_set_member (object, "logger", gh_json_node_new_string ("travel-desk"));
  json_object_set_member (object, "data", gh_json_node_new_string (text));
  params = gh_json_node_new_object (object);
  gh_rpc_peer_notify (peer, "notifications/message", params, NULL);
}

void
gh_demo_words_read_elicitation (JsonObject *capabilities,
                                gboolean   *has_form,
                                gboolean   *has_url)
{
  JsonObject *elicitation =
    capabilities != NULL ? gh_json_get_object (capabilities, "elicitation") : NULL;

  *has_url = elicitation != NULL && gh_json_get_object (elicitation, "url") != NULL;
  /* Nothing said means forms. */
  *has_form = elicitation != NULL
              && (gh_json_get_object (elicitation, "form") != NULL
                  || json_object_get_size (elicitation) == 0);
}
