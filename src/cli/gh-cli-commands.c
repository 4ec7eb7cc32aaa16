/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * The commands: what each takes, and what it does once its server runs. */
#include "config.h"

#include "gh-cli-commands.h"

#include <glib/gi18n.h>

#include "gh-cli-call.h"
#include "gh-cli-features.h"
#include "gh-cli-list.h"
#include "gh-cli-watch.h"

static const GhCliCommand commands[] = {
  { "servers", "", N_("List the configured servers"), FALSE, FALSE, 0, 0, gh_cli_list_servers },
  { "info", "", N_("Show what a server is and can do"), TRUE, FALSE, 0, 0, gh_cli_list_info },
  { "tools", "", N_("List a server’s tools"), TRUE, FALSE, 0, 0, gh_cli_list_tools },
  { "call", "TOOL [JSON | @FILE | NAME=VALUE…]", N_("Call a tool"), TRUE, FALSE, 1, G_MAXUINT,
    gh_cli_call },
  { "resources", "", N_("List a server’s resources"), TRUE, FALSE, 0, 0, gh_cli_list_resources },
  { "templates", "", N_("List a server’s resource templates"), TRUE, FALSE, 0, 0,
    gh_cli_list_templates },
  { "read", "URI", N_("Read a resource"), TRUE, FALSE, 1, 1, gh_cli_read },
  { "prompts", "", N_("List a server’s prompts"), TRUE, FALSE, 0, 0, gh_cli_list_prompts },
  { "prompt", "NAME [NAME=VALUE…]", N_("Get a prompt"), TRUE, FALSE, 1, G_MAXUINT,
    gh_cli_prompt },
  { "complete", "REF ARGUMENT VALUE", N_("Ask what a value could become"), TRUE,
    FALSE, 3, 3, gh_cli_complete },
  { "roots", "", N_("List the folders that servers are told of"), FALSE, FALSE, 0, 0,
    gh_cli_list_roots },
  { "watch", "", N_("Print what a server says by itself, until interrupted"), TRUE, TRUE, 0, 0,
    gh_cli_watch },
};

const GhCliCommand *
gh_cli_commands_find (const char *name)
{
  g_return_val_if_fail (name != NULL, NULL);

  for (gsize i = 0; i < G_N_ELEMENTS (commands); i++)
    if (g_str_equal (commands[i].name, name))
      return &commands[i];
  return NULL;
}

gboolean
gh_cli_commands_check (const GhCliOptions  *options,
                       GError             **error)
{
  const GhCliCommand *command;
  guint n_words, n_server;

  g_return_val_if_fail (options != NULL, FALSE);
  g_return_val_if_fail (options->command != NULL, FALSE);

  command = gh_cli_commands_find (options->command);
  if (command == NULL)
    {
      g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_FAILED,
                   _("There is no command “%s”; see gatehouse-cli --help"), options->command);
      return FALSE;
    }
  n_words = g_strv_length (options->words);
  n_server = command->needs_server && options->server_argv == NULL ? 1 : 0;
  if (n_words >= n_server + command->min_words
      && (command->max_words == G_MAXUINT || n_words <= n_server + command->max_words))
    return TRUE;
  g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_FAILED,
               _("Usage: gatehouse-cli %s %s%s"), command->name,
               command->needs_server ? "SERVER " : "", command->usage);
  return FALSE;
}

char *
gh_cli_commands_describe (void)
{
  GString *text = g_string_new (_("Commands:"));

  for (gsize i = 0; i < G_N_ELEMENTS (commands); i++)
    g_string_append_printf (text, "\n  %s %s%s\n      %s", commands[i].name,
                            commands[i].needs_server ? "SERVER " : "", commands[i].usage,
                            _(commands[i].summary));
  g_string_append_printf (text, "\n\n%s", _("SERVER is the name of a configured server or a URL; "
                                            "it is left out when a program follows after “--”."));
  return g_string_free (text, FALSE);
}
