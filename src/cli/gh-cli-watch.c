/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * The command that stays, and prints what a server says by itself. */
#include "config.h"

#include "gh-cli-watch.h"

#include <string.h>

#include "gh-activity.h"
#include "gh-cli-output.h"
#include "gh-json.h"
#include "gh-resource.h"

/* Resources whose changes are asked for; a server with more has no few that matter. */
#define MAX_SUBSCRIPTIONS 100

static void
added_cb (GhCli           *cli,
          GhActivityEntry *entry)
{
  g_autofree char *text = NULL;
  g_autofree char *line = NULL;
  g_autoptr(JsonNode) node = NULL;

  if (gh_activity_entry_get_direction (entry) != GH_ACTIVITY_RECEIVED
      || gh_activity_entry_get_kind (entry) != GH_ACTIVITY_NOTIFICATION)
    return;
  text = gh_activity_entry_dup_text (entry);
  node = gh_json_read (text, strlen (text), NULL);
  if (node != NULL && gh_cli_get_options (cli)->json)
    gh_cli_print_json (node);
  else if (node != NULL)
    {
      line = gh_json_write (node, NULL);
      gh_cli_print_line ("%s  %s", gh_activity_entry_get_method (entry), line);
    }
  /* Nobody reads it any more. */
  if (!gh_cli_flush ())
    gh_cli_finish (cli, GH_CLI_DONE);
}

/* Ends with gh_cli_fail() when the server does, and with an interrupt. */
void
gh_cli_watch (GhCli *cli)
{
  GhServer *server = gh_cli_get_server (cli);
  GListModel *resources = gh_server_list_resources (server);
  guint n = MIN (g_list_model_get_n_items (resources), MAX_SUBSCRIPTIONS);

  gh_activity_keep_whole (gh_server_get_activity (server));
  g_signal_connect_object (gh_server_get_activity (server), "added", G_CALLBACK (added_cb), cli,
                           G_CONNECT_SWAPPED);
  for (guint i = 0; i < n && gh_server_get_can_subscribe (server); i++)
    {
      g_autoptr(GhResource) resource = g_list_model_get_item (resources, i);

      gh_server_subscribe_async (server, gh_resource_get_uri (resource), TRUE,
                                 gh_cli_get_cancellable (cli), NULL, NULL);
    }
}
