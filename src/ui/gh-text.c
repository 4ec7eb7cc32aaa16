/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * Words for things that more than one widget names. */
#include "config.h"

#include "gh-text.h"

#include <glib/gi18n.h>

#include "gh-plain-text.h"
#include "gh-url.h"

/* Names stand in a sidebar, or in a sentence. */
#define MAX_NAME 100

char *
gh_text_dup_path (GFile *file)
{
  g_autofree char *name = NULL;

  g_return_val_if_fail (G_IS_FILE (file), NULL);

  if (g_file_peek_path (file) != NULL)
    return gh_plain_text_dup_path (g_file_peek_path (file));
  name = g_file_get_parse_name (file);
  return gh_plain_text_dup (name, G_MAXSIZE, GH_PLAIN_TEXT_EXACT);
}

char *
gh_text_dup_name (GFile *file)
{
  g_autofree char *name = NULL;

  g_return_val_if_fail (G_IS_FILE (file), NULL);

  name = g_file_get_basename (file);
  if (name == NULL)
    name = g_file_get_parse_name (file);
  return gh_plain_text_dup (name, MAX_NAME, GH_PLAIN_TEXT_ONE_LINE);
}

char *
gh_text_dup_root_name (GhRoot *root)
{
  g_return_val_if_fail (GH_IS_ROOT (root), NULL);

  return gh_plain_text_dup (gh_root_get_name (root), MAX_NAME, GH_PLAIN_TEXT_ONE_LINE);
}

char *
gh_text_dup_server_name (GhServer *server)
{
  g_return_val_if_fail (GH_IS_SERVER (server), NULL);

  return gh_plain_text_dup (gh_server_get_name (server), MAX_NAME, GH_PLAIN_TEXT_ONE_LINE);
}

const char *
gh_text_root_state (GhRootState state)
{
  switch (state)
    {
    case GH_ROOT_CHECKING:
    case GH_ROOT_AVAILABLE:
      return NULL;
    case GH_ROOT_MISSING:
      /* Translators: a folder that is not where it was. */
      return _("Not found");
    case GH_ROOT_UNREADABLE:
      /* Translators: a folder that may not be read. */
      return _("Not readable");
    case GH_ROOT_UNMOUNTED:
      /* Translators: a folder on a drive that is not there. */
      return _("Not mounted");
    default:
      g_return_val_if_reached (NULL);
    }
}

char *
gh_text_dup_server_state (GhServer *server)
{
  guint n_tools;

  g_return_val_if_fail (GH_IS_SERVER (server), NULL);

  switch (gh_server_get_state (server))
    {
    case GH_SERVER_STOPPED:
      if (!gh_server_get_consented (server))
        /* Translators: a server that has never run, because its command was not agreed to. */
        return g_strdup (_("Waits for your consent"));
      return g_strdup (_("Stopped"));
    case GH_SERVER_STARTING:
      return g_strdup (_("Starting…"));
    case GH_SERVER_RUNNING:
      n_tools = g_list_model_get_n_items (gh_server_list_tools (server));
      if (n_tools == 0)
        return g_strdup (_("Connected"));
      return g_strdup_printf (ngettext ("Connected · %u tool", "Connected · %u tools", n_tools),
                              n_tools);
    case GH_SERVER_STOPPING:
      return g_strdup (_("Stopping…"));
    case GH_SERVER_FAILED:
      /* Translators: a server that could not start, or ended by itself. */
      return g_strdup (_("Failed"));
    default:
      g_return_val_if_reached (NULL);
    }
}

char *
gh_text_dup_server_host (GhServerConfig *config)
{
  g_autofree char *host = NULL;
  const char *url;

  g_return_val_if_fail (GH_IS_SERVER_CONFIG (config), NULL);

  url = gh_server_config_get_url (config);
  if (url == NULL || !gh_url_check (url, NULL, &host, NULL))
    return NULL;
  return gh_plain_text_dup (host, MAX_NAME, GH_PLAIN_TEXT_EXACT);
}

const char *
gh_text_era (const char *era)
{
  g_return_val_if_fail (era != NULL, NULL);

  if (g_str_equal (era, "auto"))
    /* Translators: whatever revision of the protocol a server speaks. */
    return _("Automatic");
  if (g_str_equal (era, "modern"))
    /* Translators: the protocol's era that begins with revision 2026-07-28. */
    return _("Modern (from 2026)");
  if (g_str_equal (era, "legacy"))
    /* Translators: the protocol's era that ends with revision 2025-11-25. */
    return _("Legacy (to 2025)");
  return era;
}

char *
gh_text_dup_event (const char *word,
                   const char *text)
{
  g_return_val_if_fail (word != NULL, NULL);
  g_return_val_if_fail (text != NULL, NULL);

  if (g_str_equal (word, "connecting"))
    /* Translators: %s is a command or an address. */
    return g_strdup_printf (_("Connecting: %s"), text);
  if (g_str_equal (word, "started"))
    /* Translators: %s is a protocol revision, such as 2025-11-25. */
    return g_strdup_printf (_("Connected. Protocol %s"), text);
  if (g_str_equal (word, "stopped"))
    return g_strdup (_("Stopped"));
  if (g_str_equal (word, "restarting"))
    return g_strdup (_("It is started again"));
  if (g_str_equal (word, "failed"))
    /* Translators: %s says what, in English. */
    return g_strdup_printf (_("Failed: %s"), text);
  if (g_str_equal (word, "no-answer"))
    /* Translators: %s is the name of a request, and the reason in English. */
    return g_strdup_printf (_("No answer to %s"), text);
  if (g_str_equal (word, "malformed"))
    return g_strdup_printf (_("It wrote something that is no message: %s"), text);
  if (g_str_equal (word, "no-tools"))
    return g_strdup_printf (_("It did not tell its tools: %s"), text);
  if (g_str_equal (word, "no-list"))
    return g_strdup_printf (_("It did not tell what else it offers: %s"), text);
  if (g_str_equal (word, "left-out"))
    return g_strdup (_("It wrote so fast that lines were left out here"));
  return g_strdup (text);
}

char *
gh_text_dup_time (gint64      time,
                  const char *format)
{
  g_autoptr(GDateTime) utc = g_date_time_new_from_unix_utc (time / G_USEC_PER_SEC);
  g_autoptr(GDateTime) local = utc != NULL ? g_date_time_to_local (utc) : NULL;

  g_return_val_if_fail (format != NULL, NULL);

  return local != NULL ? g_date_time_format (local, format) : g_strdup ("");
}

AdwToast *
gh_text_toast (const char *format,
               ...)
{
  g_autofree char *title = NULL;
  va_list args;

  va_start (args, format);
  title = g_markup_vprintf_escaped (format, args);
  va_end (args);
  return adw_toast_new (title);
}

guint
gh_text_count_running (GhServerList *servers)
{
  guint n = 0;

  g_return_val_if_fail (GH_IS_SERVER_LIST (servers), 0);

  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (servers)); i++)
    {
      g_autoptr(GhServer) server = g_list_model_get_item (G_LIST_MODEL (servers), i);
      GhServerState state = gh_server_get_state (server);

      n += state == GH_SERVER_RUNNING || state == GH_SERVER_STARTING;
    }
  return n;
}

char *
gh_text_dup_running (GhServerList *servers)
{
  guint n;

  g_return_val_if_fail (GH_IS_SERVER_LIST (servers), NULL);

  n = gh_text_count_running (servers);
  if (n == 0)
    return g_strdup (_("No server runs"));
  return g_strdup_printf (ngettext ("%u server runs", "%u servers run", n), n);
}
