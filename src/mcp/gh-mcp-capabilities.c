/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * Which wishes of a server the host can fulfil, and how that is declared (requirements 2.7,
 * 7.1). */
#include "config.h"

#include "gh-mcp-capabilities.h"

#include <string.h>

#include "gh-json.h"
#include "gh-mcp-protocol.h"

GhMcpCapabilities
gh_mcp_capabilities_in_version (GhMcpCapabilities  capabilities,
                                const char        *version)
{
  g_return_val_if_fail (version != NULL, 0);

  if (strcmp (version, GH_MCP_VERSION_2025_06_18) < 0)
    capabilities &= ~GH_MCP_CAPABILITY_ELICIT_FORM;
  if (strcmp (version, GH_MCP_VERSION_2025_11_25) < 0)
    capabilities &= ~GH_MCP_CAPABILITY_ELICIT_URL;
  return capabilities;
}

static JsonObject *
add_object (JsonObject *object,
            const char *name)
{
  JsonObject *member = json_object_new ();

  json_object_set_member (object, name, gh_json_node_new_object (member));
  return member;
}

JsonObject *
gh_mcp_capabilities_build (GhMcpCapabilities  capabilities,
                           const char        *version)
{
  JsonObject *object, *member;

  g_return_val_if_fail (version != NULL, NULL);

  object = json_object_new ();
  capabilities = gh_mcp_capabilities_in_version (capabilities, version);
  if (capabilities & GH_MCP_CAPABILITY_ROOTS)
    {
      member = add_object (object, "roots");
      /* Without a session there is nobody to tell. */
      if (strcmp (version, GH_MCP_VERSION_2025_11_25) <= 0)
        json_object_set_member (member, "listChanged", gh_json_node_new_boolean (TRUE));
    }
  if (capabilities & GH_MCP_CAPABILITY_SAMPLING)
    {
      member = add_object (object, "sampling");
      /* Never "context": what other servers said must not reach this one (6.6). */
      if (strcmp (version, GH_MCP_VERSION_2025_11_25) >= 0)
        add_object (member, "tools");
    }
  if (capabilities & (GH_MCP_CAPABILITY_ELICIT_FORM | GH_MCP_CAPABILITY_ELICIT_URL))
    {
      member = add_object (object, "elicitation");
      /* 2025-06-18 has forms only, and no word for them. */
      if ((capabilities & GH_MCP_CAPABILITY_ELICIT_FORM)
          && strcmp (version, GH_MCP_VERSION_2025_11_25) >= 0)
        add_object (member, "form");
      if (capabilities & GH_MCP_CAPABILITY_ELICIT_URL)
        add_object (member, "url");
    }
  /* Not the host's affair: a call is one, whether the server makes a task of it or not (8.43). */
  if (strcmp (version, GH_MCP_VERSION_2026_07_28) >= 0)
    add_object (add_object (object, "extensions"), GH_MCP_EXTENSION_TASKS);
  return object;
}
