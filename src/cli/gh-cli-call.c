/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * The command that calls a tool. */
#include "config.h"

#include "gh-cli-call.h"

#include <glib/gi18n.h>

#include "gh-cli-arguments.h"
#include "gh-cli-output.h"

void
gh_cli_print_content (GhContent *content)
{
  const char *type = gh_content_get_mime_type (content);
  GBytes *data = gh_content_get_data (content);

  if (gh_content_get_text (content) != NULL)
    gh_cli_print_text (gh_content_get_text (content));
  else if (data != NULL)
    {
      g_autofree char *size = g_format_size (g_bytes_get_size (data));

      gh_cli_print_line ("[%s, %s]", type != NULL ? type : "?", size);
    }
  else if (gh_content_get_uri (content) != NULL)
    gh_cli_print_line ("[%s]", gh_content_get_uri (content));
}

static void
print_result (GhCli      *cli,
              GhToolCall *call)
{
  GListModel *blocks = gh_tool_call_list_content (call);

  if (gh_cli_get_options (cli)->json)
    {
      gh_cli_print_json_text (gh_tool_call_get_json (call));
      return;
    }
  gh_cli_clear_progress ();
  for (guint i = 0; i < g_list_model_get_n_items (blocks); i++)
    {
      g_autoptr(GhContent) content = g_list_model_get_item (blocks, i);

      /* It repeats what the text says, for programs. */
      if (gh_content_get_kind (content) != GH_CONTENT_STRUCTURED
          || g_list_model_get_n_items (blocks) == 1)
        gh_cli_print_content (content);
    }
}

static void
state_cb (GhCli      *cli,
          GParamSpec *pspec,
          GhToolCall *call)
{
  switch (gh_tool_call_get_state (call))
    {
    case GH_TOOL_CALL_DONE:
      print_result (cli, call);
      if (gh_tool_call_get_warning (call) != NULL)
        gh_cli_complain ("%s", gh_tool_call_get_warning (call));
      gh_cli_finish (cli, gh_tool_call_get_is_error (call) ? GH_CLI_TOOL_ERROR : GH_CLI_DONE);
      break;
    case GH_TOOL_CALL_FAILED:
      gh_cli_fail (cli, gh_tool_call_get_error (call));
      break;
    case GH_TOOL_CALL_CANCELLED:
      gh_cli_finish (cli, GH_CLI_TIMED_OUT);
      break;
    case GH_TOOL_CALL_RUNNING:
    default:
      break;
    }
}

static void
progress_cb (GhCli      *cli,
             GParamSpec *pspec,
             GhToolCall *call)
{
  gh_cli_show_progress (gh_tool_call_get_progress (call), gh_tool_call_get_total (call),
                        gh_tool_call_get_message (call));
}

static GhTool *
find_in (GListModel *tools,
         const char *name)
{
  for (guint i = 0; i < g_list_model_get_n_items (tools); i++)
    {
      g_autoptr(GhTool) tool = g_list_model_get_item (tools, i);

      if (g_str_equal (gh_tool_get_name (tool), name))
        return g_steal_pointer (&tool);
    }
  return NULL;
}

static GhTool *
find_tool (GhCli       *cli,
           const char  *name,
           GError     **error)
{
  GListModel *tools = gh_server_list_tools (gh_cli_get_server (cli));
  g_autoptr(GhTool) tool = find_in (tools, name);
  g_autoptr(GhTool) left_out =
    find_in (gh_server_list_left_out_tools (gh_cli_get_server (cli)), name);

  if (tool != NULL)
    return g_steal_pointer (&tool);
  if (left_out != NULL)
    g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE, _("%s cannot be called: %s"),
                 name, gh_tool_get_left_out (left_out));
  else if (gh_cli_has_list (cli, tools, error))
    g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE, _("%s has no tool “%s”"),
                 gh_server_get_id (gh_cli_get_server (cli)), name);
  return NULL;
}

void
gh_cli_call (GhCli *cli)
{
  const char * const *words = gh_cli_get_words (cli);
  g_autoptr(GError) error = NULL;
  g_autoptr(GhTool) tool = find_tool (cli, words[0], &error);
  g_autoptr(JsonNode) arguments = NULL;
  g_autoptr(GhToolCall) call = NULL;

  if (tool != NULL)
    arguments = gh_cli_arguments_parse (words + 1, gh_tool_get_input_schema (tool), &error);
  if (arguments == NULL)
    {
      gh_cli_fail (cli, error);
      return;
    }
  call = gh_server_call_tool (gh_cli_get_server (cli), tool, arguments);
  g_signal_connect_object (call, "notify::state", G_CALLBACK (state_cb), cli, G_CONNECT_SWAPPED);
  g_signal_connect_object (call, "notify::progress", G_CALLBACK (progress_cb), cli,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (gh_cli_get_cancellable (cli), "cancelled",
                           G_CALLBACK (gh_tool_call_cancel), call, G_CONNECT_SWAPPED);
  state_cb (cli, NULL, call);
}
