/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * Who we are, as servers are told in either era (requirements 2.1, 2.11). */
#include "config.h"

#include "gh-mcp-client-info.h"

#include "gh-json.h"

JsonNode *
gh_mcp_client_info_build (void)
{
  JsonObject *object = json_object_new ();

  json_object_set_member (object, "name", gh_json_node_new_string ("gatehouse"));
  /* Revisions before 2025-06-18 have no `title` and ignore it. */
  json_object_set_member (object, "title", gh_json_node_new_string ("Gatehouse"));
  json_object_set_member (object, "version", gh_json_node_new_string (GH_VERSION));
  return gh_json_node_new_object (object);
}
