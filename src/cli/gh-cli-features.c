/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * The commands for what servers offer besides tools: resources, prompts, completion. */
#include "config.h"

#include "gh-cli-features.h"

#include <glib/gi18n.h>
#include <string.h>

#include "gh-cli-arguments.h"
#include "gh-cli-call.h"
#include "gh-cli-output.h"
#include "gh-json.h"
#include "gh-prompt-message.h"
#include "gh-prompt-result.h"
#include "gh-prompt.h"
#include "gh-resource-template.h"
#include "gh-resource.h"

#define PROMPT_REF "ref/prompt:"
#define RESOURCE_REF "ref/resource:"

static void
print_described (GhCli      *cli,
                 const char *name,
                 const char *description,
                 JsonNode   *json)
{
  if (gh_cli_get_options (cli)->json)
    gh_cli_print_json (json);
  else if (description != NULL)
    gh_cli_print_line ("%s  %s", name, description);
  else
    gh_cli_print_line ("%s", name);
}

void
gh_cli_list_resources (GhCli *cli)
{
  GListModel *resources = gh_server_list_resources (gh_cli_get_server (cli));

  for (guint i = 0; i < g_list_model_get_n_items (resources); i++)
    {
      g_autoptr(GhResource) resource = g_list_model_get_item (resources, i);

      print_described (cli, gh_resource_get_uri (resource), gh_resource_get_title (resource),
                       gh_resource_get_json (resource));
    }
  gh_cli_finish_list (cli, resources);
}

void
gh_cli_list_templates (GhCli *cli)
{
  GListModel *templates = gh_server_list_resource_templates (gh_cli_get_server (cli));

  for (guint i = 0; i < g_list_model_get_n_items (templates); i++)
    {
      g_autoptr(GhResourceTemplate) item = g_list_model_get_item (templates, i);

      print_described (cli, gh_resource_template_get_uri_template (item),
                       gh_resource_template_get_title (item),
                       gh_resource_template_get_json (item));
    }
  gh_cli_finish_list (cli, templates);
}

void
gh_cli_list_prompts (GhCli *cli)
{
  GListModel *prompts = gh_server_list_prompts (gh_cli_get_server (cli));

  for (guint i = 0; i < g_list_model_get_n_items (prompts); i++)
    {
      g_autoptr(GhPrompt) prompt = g_list_model_get_item (prompts, i);

      print_described (cli, gh_prompt_get_name (prompt), gh_prompt_get_description (prompt),
                       gh_prompt_get_json (prompt));
    }
  gh_cli_finish_list (cli, prompts);
}

static void
print_contents (GhContent *content)
{
  JsonObject *object = json_object_new ();
  GBytes *data = gh_content_get_data (content);
  g_autoptr(JsonNode) node = NULL;

  gh_json_add_string (object, "uri", gh_content_get_uri (content));
  gh_json_add_string (object, "mimeType", gh_content_get_mime_type (content));
  gh_json_add_string (object, "text", gh_content_get_text (content));
  if (data != NULL)
    {
      g_autofree char *blob = g_base64_encode (g_bytes_get_data (data, NULL),
                                               g_bytes_get_size (data));

      gh_json_add_string (object, "blob", blob);
    }
  node = gh_json_node_new_object (object);
  gh_cli_print_json (node);
}

static void
read_cb (GObject      *source,
         GAsyncResult *result,
         gpointer      user_data)
{
  g_autoptr(GhCli) cli = GH_CLI (user_data);
  g_autoptr(GError) error = NULL;
  g_autoptr(GListModel) contents =
    gh_server_read_resource_finish (GH_SERVER (source), result, &error);

  if (contents == NULL)
    {
      gh_cli_fail (cli, error);
      return;
    }
  for (guint i = 0; i < g_list_model_get_n_items (contents); i++)
    {
      g_autoptr(GhContent) content = g_list_model_get_item (contents, i);

      if (gh_cli_get_options (cli)->json)
        print_contents (content);
      else
        gh_cli_print_content (content);
    }
  gh_cli_finish (cli, GH_CLI_DONE);
}

void
gh_cli_read (GhCli *cli)
{
  gh_server_read_resource_async (gh_cli_get_server (cli), gh_cli_get_words (cli)[0],
                                 gh_cli_get_cancellable (cli), read_cb, g_object_ref (cli));
}

static GhPrompt *
find_prompt (GhCli       *cli,
             const char  *name,
             GError     **error)
{
  GListModel *prompts = gh_server_list_prompts (gh_cli_get_server (cli));

  for (guint i = 0; i < g_list_model_get_n_items (prompts); i++)
    {
      g_autoptr(GhPrompt) prompt = g_list_model_get_item (prompts, i);

      if (g_str_equal (gh_prompt_get_name (prompt), name))
        return g_steal_pointer (&prompt);
    }
  if (gh_cli_has_list (cli, prompts, error))
    g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE, _("%s has no prompt “%s”"),
                 gh_server_get_id (gh_cli_get_server (cli)), name);
  return NULL;
}

static void
got_prompt_cb (GObject      *source,
               GAsyncResult *result,
               gpointer      user_data)
{
  g_autoptr(GhCli) cli = GH_CLI (user_data);
  g_autoptr(GError) error = NULL;
  g_autoptr(GhPromptResult) prompt =
    gh_server_get_prompt_finish (GH_SERVER (source), result, &error);
  GListModel *messages = G_LIST_MODEL (prompt);

  if (prompt == NULL)
    {
      gh_cli_fail (cli, error);
      return;
    }
  if (gh_cli_get_options (cli)->json)
    gh_cli_print_json (gh_prompt_result_get_json (prompt));
  else
    for (guint i = 0; i < g_list_model_get_n_items (messages); i++)
      {
        g_autoptr(GhPromptMessage) message = g_list_model_get_item (messages, i);

        gh_cli_print_line ("=== %s", gh_prompt_message_get_from_assistant (message)
                                       ? _("Assistant") : _("User"));
        gh_cli_print_content (gh_prompt_message_get_content (message));
      }
  gh_cli_finish (cli, GH_CLI_DONE);
}

void
gh_cli_prompt (GhCli *cli)
{
  const char * const *words = gh_cli_get_words (cli);
  g_autoptr(GError) error = NULL;
  g_autoptr(GhPrompt) prompt = find_prompt (cli, words[0], &error);
  g_autoptr(JsonNode) arguments = NULL;

  if (prompt != NULL)
    arguments = gh_cli_arguments_strings (words + 1, &error);
  if (arguments == NULL)
    {
      gh_cli_fail (cli, error);
      return;
    }
  gh_server_get_prompt_async (gh_cli_get_server (cli), prompt, arguments,
                              gh_cli_get_cancellable (cli), got_prompt_cb, g_object_ref (cli));
}

static void
completed_cb (GObject      *source,
              GAsyncResult *result,
              gpointer      user_data)
{
  g_autoptr(GhCli) cli = GH_CLI (user_data);
  g_autoptr(GError) error = NULL;
  gboolean has_more = FALSE;
  g_auto(GStrv) values =
    gh_server_complete_finish (GH_SERVER (source), result, &has_more, &error);
  JsonObject *object;
  JsonArray *array;
  g_autoptr(JsonNode) node = NULL;

  if (values == NULL)
    {
      gh_cli_fail (cli, error);
      return;
    }
  if (!gh_cli_get_options (cli)->json)
    {
      for (gsize i = 0; values[i] != NULL; i++)
        gh_cli_print_line ("%s", values[i]);
      gh_cli_finish (cli, GH_CLI_DONE);
      return;
    }
  object = json_object_new ();
  array = json_array_new ();
  for (gsize i = 0; values[i] != NULL; i++)
    json_array_add_element (array, gh_json_node_new_string (values[i]));
  json_object_set_member (object, "values", gh_json_node_new_array (array));
  json_object_set_member (object, "hasMore", gh_json_node_new_boolean (has_more));
  node = gh_json_node_new_object (object);
  gh_cli_print_json (node);
  gh_cli_finish (cli, GH_CLI_DONE);
}

static GhResourceTemplate *
find_template (GhCli       *cli,
               const char  *text,
               GError     **error)
{
  GListModel *templates = gh_server_list_resource_templates (gh_cli_get_server (cli));

  for (guint i = 0; i < g_list_model_get_n_items (templates); i++)
    {
      g_autoptr(GhResourceTemplate) item = g_list_model_get_item (templates, i);

      if (g_str_equal (gh_resource_template_get_uri_template (item), text))
        return g_steal_pointer (&item);
    }
  if (gh_cli_has_list (cli, templates, error))
    g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE, _("%s has no template “%s”"),
                 gh_server_get_id (gh_cli_get_server (cli)), text);
  return NULL;
}

/* "ref/prompt:NAME" or "ref/resource:TEMPLATE", as the protocol names the two; without that, a
 * template of this text or a prompt of this name. Owned. */
static GObject *
find_reference (GhCli       *cli,
                const char  *word,
                GError     **error)
{
  GhResourceTemplate *template;

  if (g_str_has_prefix (word, PROMPT_REF))
    return (GObject *) find_prompt (cli, word + strlen (PROMPT_REF), error);
  if (g_str_has_prefix (word, RESOURCE_REF))
    return (GObject *) find_template (cli, word + strlen (RESOURCE_REF), error);
  template = find_template (cli, word, NULL);
  return template != NULL ? G_OBJECT (template) : (GObject *) find_prompt (cli, word, error);
}

void
gh_cli_complete (GhCli *cli)
{
  const char * const *words = gh_cli_get_words (cli);
  g_autoptr(GError) error = NULL;
  g_autoptr(GObject) reference = find_reference (cli, words[0], &error);

  if (reference == NULL)
    {
      gh_cli_fail (cli, error);
      return;
    }
  gh_server_complete_async (gh_cli_get_server (cli), reference, words[1], words[2], NULL,
                            gh_cli_get_cancellable (cli), completed_cb, g_object_ref (cli));
}
