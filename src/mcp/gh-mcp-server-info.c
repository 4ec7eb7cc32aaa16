/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * What a server says it is and can do, in either era. */
#include "config.h"

#include "gh-mcp-server-info.h"

#include <string.h>

#include "gh-json.h"
#include "gh-mcp-protocol.h"
#include "gh-mcp-text.h"

/* A name and a version are one line of a window. */
#define MAX_NAME 256
/* Servers write whole manuals here; longer ones than this are not read by a person or a model. */
#define MAX_INSTRUCTIONS (256 * 1024)

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

/* The object at the end of a path of members, NULL when there is none. */
static JsonObject *
find (JsonObject *object,
      const char *path)
{
  g_auto(GStrv) names = g_strsplit (path, ".", -1);

  for (guint i = 0; names[i] != NULL && object != NULL; i++)
    object = gh_json_get_object (object, names[i]);
  return object;
}

static gboolean
says (JsonObject *object,
      const char *name)
{
  return object != NULL && gh_json_get_boolean (object, name, FALSE);
}

static void
read_capabilities (GhMcpServerInfo *self,
                   JsonObject      *all)
{
  JsonObject *tools = gh_json_get_object (all, "tools");
  JsonObject *prompts = gh_json_get_object (all, "prompts");
  JsonObject *resources = gh_json_get_object (all, "resources");
  JsonObject *extensions = gh_json_get_object (all, "extensions");

  self->tools = tools != NULL;
  self->tools_list_changed = says (tools, "listChanged");
  self->prompts = prompts != NULL;
  self->prompts_list_changed = says (prompts, "listChanged");
  self->resources = resources != NULL;
  self->resources_list_changed = says (resources, "listChanged");
  self->resources_subscribe = says (resources, "subscribe");
  /* The first revision had completion without a capability (2.6). */
  self->completions = gh_json_get_object (all, "completions") != NULL
                      || (strcmp (self->version, GH_MCP_VERSION_2024_11_05) == 0
                          && (self->prompts || self->resources));
  self->logging = gh_json_get_object (all, "logging") != NULL;
  self->tool_tasks = strcmp (self->version, GH_MCP_VERSION_2025_11_25) == 0
                     && find (all, "tasks.requests.tools.call") != NULL;
  self->task_cancel = self->tool_tasks && find (all, "tasks.cancel") != NULL;
  self->tasks = self->era == GH_MCP_ERA_MODERN && extensions != NULL
                && gh_json_get_object (extensions, GH_MCP_EXTENSION_TASKS) != NULL;
}

/**
 * gh_mcp_server_info_new:
 * @version: one of ours
 * @server: (nullable): who it says it is
 *
 * Returns: (transfer full): what can be known; everything but the version is optional
 */
GhMcpServerInfo *
gh_mcp_server_info_new (GhMcpEra    era,
                        const char *version,
                        JsonObject *result,
                        JsonObject *server)
{
  GhMcpServerInfo *self;
  JsonObject *capabilities;

  g_return_val_if_fail (version != NULL, NULL);
  g_return_val_if_fail (result != NULL, NULL);

  self = g_new0 (GhMcpServerInfo, 1);
  self->era = era;
  self->version = g_strdup (version);
  self->instructions = gh_mcp_text_dup_member (result, "instructions", MAX_INSTRUCTIONS);
  self->name = gh_mcp_text_dup_member (server, "title", MAX_NAME);
  if (self->name == NULL)
    self->name = gh_mcp_text_dup_member (server, "name", MAX_NAME);
  self->server_version = gh_mcp_text_dup_member (server, "version", MAX_NAME);
  capabilities = gh_json_get_object (result, "capabilities");
  if (capabilities != NULL)
    read_capabilities (self, capabilities);
  return self;
}
