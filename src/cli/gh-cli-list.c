/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * The commands that list what there is. */
#include "config.h"

#include "gh-cli-list.h"

#include <glib/gi18n.h>

#include "gh-cli-output.h"
#include "gh-json.h"

static void
print_object (JsonObject *take_object)
{
  g_autoptr(JsonNode) node = gh_json_node_new_object (take_object);

  gh_cli_print_json (node);
}

static void
print_server (GhServer *server,
              gboolean  json)
{
  GhServerConfig *config = gh_server_get_config (server);
  g_autofree char *command = gh_server_config_dup_command (config);
  const char *id = gh_server_get_id (server);
  JsonObject *object;

  if (!json)
    {
      if (gh_server_get_consented (server))
        gh_cli_print_line ("%s  %s", id, command);
      else
        gh_cli_print_line (_("%s  %s  (not agreed to)"), id, command);
      return;
    }
  object = json_object_new ();
  gh_json_add_string (object, "name", id);
  gh_json_add_string (object, "title", gh_server_config_get_name (config));
  gh_json_add_string (object, gh_server_config_get_url (config) != NULL ? "url" : "command",
                      command);
  json_object_set_member (object, "agreed",
                          gh_json_node_new_boolean (gh_server_get_consented (server)));
  print_object (object);
}

void
gh_cli_list_servers (GhCli *cli)
{
  GListModel *servers = G_LIST_MODEL (gh_host_get_servers (gh_cli_get_host (cli)));

  for (guint i = 0; i < g_list_model_get_n_items (servers); i++)
    {
      g_autoptr(GhServer) server = g_list_model_get_item (servers, i);

      print_server (server, gh_cli_get_options (cli)->json);
    }
  gh_cli_finish (cli, GH_CLI_DONE);
}

static void
print_count (JsonObject *object,
             const char *name,
             const char *words,
             GListModel *list)
{
  guint n = g_list_model_get_n_items (list);

  if (object != NULL)
    json_object_set_member (object, name, gh_json_node_new_int (n));
  else
    gh_cli_print_line ("%s: %u", words, n);
}

void
gh_cli_list_info (GhCli *cli)
{
  GhServer *server = gh_cli_get_server (cli);
  JsonObject *object = gh_cli_get_options (cli)->json ? json_object_new () : NULL;

  if (object != NULL)
    {
      gh_json_add_string (object, "name", gh_server_get_id (server));
      gh_json_add_string (object, "ownName", gh_server_get_own_name (server));
      gh_json_add_string (object, "ownVersion", gh_server_get_own_version (server));
      gh_json_add_string (object, "protocolVersion", gh_server_get_protocol_version (server));
      gh_json_add_string (object, "era", gh_server_get_era (server));
      gh_json_add_string (object, "instructions", gh_server_get_instructions (server));
    }
  else
    {
      if (gh_server_get_own_name (server) != NULL)
        /* Translators: what a server calls itself, and its version */
        gh_cli_print_line (_("Calls itself: %s %s"), gh_server_get_own_name (server),
                           gh_server_get_own_version (server) != NULL
                             ? gh_server_get_own_version (server) : "");
      /* Translators: a revision of the protocol, such as 2025-11-25, and "legacy" or "modern" */
      gh_cli_print_line (_("Protocol: %s (%s)"), gh_server_get_protocol_version (server),
                         gh_server_get_era (server));
    }
  print_count (object, "tools", _("Tools"), gh_server_list_tools (server));
  print_count (object, "resources", _("Resources"), gh_server_list_resources (server));
  print_count (object, "templates", _("Templates"), gh_server_list_resource_templates (server));
  print_count (object, "prompts", _("Prompts"), gh_server_list_prompts (server));
  if (object != NULL)
    print_object (object);
  else
    gh_cli_print_text (gh_server_get_instructions (server));
  gh_cli_finish (cli, GH_CLI_DONE);
}

void
gh_cli_list_tools (GhCli *cli)
{
  GListModel *tools = gh_server_list_tools (gh_cli_get_server (cli));
  GListModel *left_out = gh_server_list_left_out_tools (gh_cli_get_server (cli));

  for (guint i = 0; i < g_list_model_get_n_items (tools); i++)
    {
      g_autoptr(GhTool) tool = g_list_model_get_item (tools, i);
      const char *description = gh_tool_get_description (tool);

      if (gh_cli_get_options (cli)->json)
        gh_cli_print_json (gh_tool_get_json (tool));
      else if (description != NULL)
        gh_cli_print_line ("%s  %s", gh_tool_get_name (tool), description);
      else
        gh_cli_print_line ("%s", gh_tool_get_name (tool));
    }
  for (guint i = 0; i < g_list_model_get_n_items (left_out); i++)
    {
      g_autoptr(GhTool) tool = g_list_model_get_item (left_out, i);

      /* Translators: the name of a tool, and an explanation in English */
      gh_cli_complain (_("%s cannot be called: %s"), gh_tool_get_name (tool),
                       gh_tool_get_left_out (tool));
    }
  gh_cli_finish_list (cli, tools);
}

void
gh_cli_list_roots (GhCli *cli)
{
  GListModel *roots = G_LIST_MODEL (gh_host_get_roots (gh_cli_get_host (cli)));

  for (guint i = 0; i < g_list_model_get_n_items (roots); i++)
    {
      g_autoptr(GhRoot) root = g_list_model_get_item (roots, i);
      g_autofree char *uri = g_file_get_uri (gh_root_get_file (root));
      const char *path = g_file_peek_path (gh_root_get_file (root));
      JsonObject *object;

      if (!gh_cli_get_options (cli)->json)
        {
          gh_cli_print_line ("%s", path);
          continue;
        }
      object = json_object_new ();
      gh_json_add_string (object, "uri", uri);
      gh_json_add_string (object, "name", gh_root_get_name (root));
      print_object (object);
    }
  gh_cli_finish (cli, GH_CLI_DONE);
}
