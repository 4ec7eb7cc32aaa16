/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * The command line, taken apart. */
#include "config.h"

#include "gh-cli-options.h"

#include <glib/gi18n.h>
#include <math.h>

#include "gh-cli-commands.h"
#include "gh-server-config.h"

/* A day: longer than anyone waits for a command. */
#define MAX_TIMEOUT_S (24.0 * 60 * 60)

void
gh_cli_options_free (GhCliOptions *self)
{
  g_return_if_fail (self != NULL);

  g_free (self->config);
  g_strfreev (self->roots);
  g_free (self->policy);
  g_free (self->era);
  g_free (self->trace);
  g_free (self->command);
  g_strfreev (self->words);
  g_strfreev (self->server_argv);
  g_free (self);
}

/* Takes what follows "--" off: it is the server's, options and all. */
static GStrv
split_server (GStrv words)
{
  GStrv tail = NULL;

  for (gsize i = 1; words[i] != NULL; i++)
    if (g_str_equal (words[i], "--"))
      {
        tail = g_strdupv (words + i + 1);
        for (gsize j = i; words[j] != NULL; j++)
          g_clear_pointer (&words[j], g_free);
        break;
      }
  return tail;
}

static gboolean
take_timeout (GhCliOptions  *self,
              double         seconds,
              GError       **error)
{
  if (seconds == -INFINITY)
    return TRUE;
  if (!(seconds > 0 && seconds <= MAX_TIMEOUT_S))
    {
      g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                   _("--timeout takes seconds, more than 0 and at most a day"));
      return FALSE;
    }
  self->timeout_ms = (guint) MAX (1, seconds * 1000);
  return TRUE;
}

/* What is sent to a server is JSON, which is UTF-8; "@" and what follows may be a file's name. */
static gboolean
check_words (GhCliOptions  *self,
             GError       **error)
{
  for (gsize i = 0; self->words[i] != NULL; i++)
    if (self->words[i][0] != '@' && !g_utf8_validate (self->words[i], -1, NULL))
      {
        g_autofree char *shown = g_utf8_make_valid (self->words[i], -1);

        g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE, _("“%s” is not UTF-8"),
                     shown);
        return FALSE;
      }
  return TRUE;
}

static gboolean
check (GhCliOptions  *self,
       GError       **error)
{
  if (self->version)
    return TRUE;
  if (self->command == NULL)
    {
      g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_FAILED,
                   _("A command is missing; see gatehouse-cli --help"));
      return FALSE;
    }
  if (self->server_argv != NULL && self->server_argv[0] == NULL)
    {
      g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_FAILED,
                   _("After “--” the command that starts the server is missing"));
      return FALSE;
    }
  if (self->era != NULL && !gh_server_config_is_era (self->era))
    {
      g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                   _("--era takes auto, legacy, modern or a revision such as 2025-11-25"));
      return FALSE;
    }
  return gh_cli_commands_check (self, error) && check_words (self, error);
}

GhCliOptions *
gh_cli_options_parse (int                  argc,
                      const char * const  *argv,
                      GError             **error)
{
  g_autoptr(GhCliOptions) self = g_new0 (GhCliOptions, 1);
  g_autoptr(GOptionContext) context = g_option_context_new (NULL);
  g_auto(GStrv) arguments = g_strdupv ((char **) argv);
  g_auto(GStrv) rest = NULL;
  g_autofree char *commands = gh_cli_commands_describe ();
  double timeout = -INFINITY; /* not given */
  const GOptionEntry entries[] = {
    { "config", 'c', 0, G_OPTION_ARG_FILENAME, &self->config,
      N_("Read the servers from this mcp.json"), N_("FILE") },
    { "root", 'r', 0, G_OPTION_ARG_FILENAME_ARRAY, &self->roots,
      N_("Tell servers of this folder instead of the configured ones; may be repeated"),
      N_("DIR") },
    { "policy", 'p', 0, G_OPTION_ARG_FILENAME, &self->policy,
      N_("Decide requests of servers by the rules in this file"), N_("FILE") },
    { "era", 0, 0, G_OPTION_ARG_STRING, &self->era,
      N_("Speak this era of the protocol: auto, legacy, modern or YYYY-MM-DD"), N_("ERA") },
    { "json", 'j', 0, G_OPTION_ARG_NONE, &self->json,
      N_("Print one JSON object per line and nothing else"), NULL },
    { "timeout", 't', 0, G_OPTION_ARG_DOUBLE, &timeout,
      N_("Give up after so many seconds"), N_("S") },
    { "trace", 0, 0, G_OPTION_ARG_FILENAME, &self->trace,
      N_("Write every message, both ways, to this file"), N_("FILE") },
    { "version", 0, 0, G_OPTION_ARG_NONE, &self->version, N_("Print the version and exit"), NULL },
    { G_OPTION_REMAINING, 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &rest, NULL,
      N_("COMMAND [SERVER] [ARGUMENT…] [-- PROGRAM [ARGUMENT…]]") },
    { NULL },
  };

  self->server_argv = split_server (arguments);
  g_option_context_add_main_entries (context, entries, GETTEXT_PACKAGE);
  g_option_context_set_summary (context, _("Uses Model Context Protocol servers from scripts."));
  g_option_context_set_description (context, commands);
  if (!g_option_context_parse_strv (context, &arguments, error)
      || !take_timeout (self, timeout, error))
    return NULL;
  if (rest != NULL && rest[0] != NULL)
    {
      self->command = g_strdup (rest[0]);
      self->words = g_strdupv (rest + 1);
    }
  else
    self->words = g_new0 (char *, 1);
  return check (self, error) ? g_steal_pointer (&self) : NULL;
}
