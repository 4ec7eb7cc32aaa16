/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * The legacy handshake's two messages, as pure functions (requirements 2.1-2.7). */
#include "config.h"

#include "gh-mcp-handshake.h"

#include <string.h>

#include "gh-json.h"
#include "gh-mcp-error.h"
#include "gh-mcp-protocol.h"
#include "gh-mcp-text.h"
#include "gh-rpc-error.h"

/* Newest first: that one is offered. */
static const char * const versions[] = {
  GH_MCP_VERSION_2025_11_25,
  GH_MCP_VERSION_2025_06_18,
  GH_MCP_VERSION_2025_03_26,
  GH_MCP_VERSION_2024_11_05,
  NULL,
};

/* A name and a version are one line of a window. */
#define MAX_NAME 256
/* Servers write whole manuals here; longer ones than this are not read by a person or a model. */
#define MAX_INSTRUCTIONS (256 * 1024)
/* How many of a server's revisions an error message lists. */
#define MAX_LISTED 16

void
gh_mcp_server_info_free (GhMcpServerInfo *self)
{
  g_return_if_fail (self != NULL);

  g_free (self->version);
  g_free (self->name);
  g_free (self->server_version);
  g_free (self->instructions);
  g_free (self);
}

static void
set_object (JsonObject *object,
            const char *name,
            JsonObject *take_value)
{
  json_object_set_member (object, name, gh_json_node_new_object (take_value));
}

/**
 * gh_mcp_handshake_build:
 *
 * Only capabilities that work are declared (2.7). Returns: (transfer full): the params.
 */
JsonNode *
gh_mcp_handshake_build (gboolean with_delegate)
{
  JsonObject *params = json_object_new ();
  JsonObject *capabilities = json_object_new ();
  JsonObject *client = json_object_new ();

  if (with_delegate)
    {
      JsonObject *roots = json_object_new ();

      json_object_set_member (roots, "listChanged", gh_json_node_new_boolean (TRUE));
      set_object (capabilities, "roots", roots);
      set_object (capabilities, "sampling", json_object_new ());
    }
  json_object_set_member (client, "name", gh_json_node_new_string ("gatehouse"));
  /* `title` is part of the revision offered (2025-06-18 and later). */
  json_object_set_member (client, "title", gh_json_node_new_string ("Gatehouse"));
  json_object_set_member (client, "version", gh_json_node_new_string (GH_VERSION));

  json_object_set_member (params, "protocolVersion", gh_json_node_new_string (versions[0]));
  set_object (params, "capabilities", capabilities);
  set_object (params, "clientInfo", client);
  return gh_json_node_new_object (params);
}

static GError *
version_error (const char *theirs)
{
  g_autofree char *ours = g_strjoinv (", ", (char **) versions);

  return g_error_new (GH_MCP_ERROR, GH_MCP_ERROR_VERSION,
                      "The server speaks protocol revision %s; Gatehouse speaks %s", theirs, ours);
}

static gboolean
has_tool_tasks (JsonObject *capabilities)
{
  JsonObject *tasks = gh_json_get_object (capabilities, "tasks");
  JsonObject *requests = tasks != NULL ? gh_json_get_object (tasks, "requests") : NULL;
  JsonObject *tools = requests != NULL ? gh_json_get_object (requests, "tools") : NULL;

  return tools != NULL && gh_json_get_object (tools, "call") != NULL;
}

/**
 * gh_mcp_handshake_parse:
 * @result: the result of initialize
 *
 * A missing `capabilities` or `serverInfo` is taken as empty: nothing depends on them being there.
 *
 * Returns: (transfer full) (nullable): what the server is.
 */
GhMcpServerInfo *
gh_mcp_handshake_parse (JsonNode  *result,
                        GError   **error)
{
  g_autoptr(GhMcpServerInfo) self = NULL;
  JsonObject *object, *capabilities, *server;
  JsonNode *version;

  g_return_val_if_fail (result != NULL, NULL);

  object = gh_json_node_get_object (result);
  version = object != NULL ? gh_json_get (object, "protocolVersion") : NULL;
  if (version == NULL || !gh_json_node_is_string (version))
    {
      g_set_error (error, GH_MCP_ERROR, GH_MCP_ERROR_PROTOCOL,
                   "The server's answer to initialize has no protocolVersion");
      return NULL;
    }

  self = g_new0 (GhMcpServerInfo, 1);
  self->version = gh_mcp_text_dup (version, MAX_NAME);
  if (!g_strv_contains (versions, self->version))
    {
      g_propagate_error (error, version_error (self->version));
      return NULL;
    }

  self->instructions = gh_mcp_text_dup_member (object, "instructions", MAX_INSTRUCTIONS);
  server = gh_json_get_object (object, "serverInfo");
  if (server != NULL)
    {
      self->name = gh_mcp_text_dup_member (server, "title", MAX_NAME);
      if (self->name == NULL)
        self->name = gh_mcp_text_dup_member (server, "name", MAX_NAME);
      self->server_version = gh_mcp_text_dup_member (server, "version", MAX_NAME);
    }
  capabilities = gh_json_get_object (object, "capabilities");
  if (capabilities != NULL)
    {
      self->tools = gh_json_get_object (capabilities, "tools") != NULL;
      self->logging = gh_json_get_object (capabilities, "logging") != NULL;
      self->tool_tasks = strcmp (self->version, GH_MCP_VERSION_2025_11_25) >= 0
                         && has_tool_tasks (capabilities);
    }
  return g_steal_pointer (&self);
}

/**
 * gh_mcp_handshake_explain:
 * @error: why initialize failed
 *
 * Returns: (transfer full): the error to show.
 */
GError *
gh_mcp_handshake_explain (const GError *error)
{
  g_autoptr(GString) theirs = g_string_new (NULL);
  JsonNode *data;
  JsonObject *object;
  JsonArray *supported;

  g_return_val_if_fail (error != NULL, NULL);

  data = gh_rpc_remote_error_get_data (error);
  object = data != NULL ? gh_json_node_get_object (data) : NULL;
  supported = object != NULL ? gh_json_get_array (object, "supported") : NULL;
  if (supported == NULL)
    return g_error_copy (error);

  for (guint i = 0; i < MIN (json_array_get_length (supported), MAX_LISTED); i++)
    {
      g_autofree char *version = gh_mcp_text_dup (json_array_get_element (supported, i), MAX_NAME);

      if (version != NULL)
        g_string_append_printf (theirs, "%s%s", theirs->len > 0 ? ", " : "", version);
    }
  return theirs->len > 0 ? version_error (theirs->str) : g_error_copy (error);
}
