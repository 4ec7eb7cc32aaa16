/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * The smallest OpenAI-compatible endpoint: says "answer N" to "number N". Prints its address, and
 * ends with its standard input. */
#include "config.h"

#include <glib-unix.h>
#include <libsoup/soup.h>
#include <string.h>
#include <unistd.h>

#define EVENT "data: {\"object\":\"chat.completion.chunk\",\"model\":\"soak\",\"choices\":[{" \
              "\"index\":0,\"delta\":%s,\"finish_reason\":%s}]}\n\n"

static void
request_cb (SoupServer        *server,
            SoupServerMessage *message,
            const char        *path,
            GHashTable        *query,
            gpointer           user_data)
{
  SoupMessageBody *body = soup_server_message_get_request_body (message);
  g_autoptr(GString) out = g_string_new (NULL);
  const char *number;

  if (soup_server_message_get_method (message) != SOUP_METHOD_POST)
    {
      static const char models[] = "{\"object\":\"list\",\"data\":[{\"id\":\"soak\"}]}";

      soup_server_message_set_status (message, SOUP_STATUS_OK, NULL);
      soup_server_message_set_response (message, "application/json", SOUP_MEMORY_STATIC, models,
                                        strlen (models));
      return;
    }
  number = g_strstr_len (body->data, body->length, "number ");
  g_string_append_printf (out, EVENT, "{\"role\":\"assistant\",\"content\":\"answer \"}", "null");
  g_string_append (out, "data: {\"object\":\"chat.completion.chunk\",\"model\":\"soak\","
                        "\"choices\":[{\"index\":0,\"delta\":{\"content\":\"");
  for (number += strlen ("number "); g_ascii_isdigit (*number); number++)
    g_string_append_c (out, *number);
  g_string_append (out, "\"},\"finish_reason\":null}]}\n\n");
  g_string_append_printf (out, EVENT, "{}", "\"stop\"");
  g_string_append (out, "data: {\"object\":\"chat.completion.chunk\",\"model\":\"soak\","
                        "\"choices\":[],\"usage\":{\"prompt_tokens\":4,"
                        "\"completion_tokens\":2}}\n\ndata: [DONE]\n\n");
  soup_server_message_set_status (message, SOUP_STATUS_OK, NULL);
  soup_server_message_set_response (message, "text/event-stream", SOUP_MEMORY_COPY, out->str,
                                    out->len);
}

static gboolean
ended_cb (int          fd,
          GIOCondition condition,
          gpointer     user_data)
{
  char byte;

  if (read (fd, &byte, 1) > 0)
    return G_SOURCE_CONTINUE;
  g_main_loop_quit (user_data);
  return G_SOURCE_REMOVE;
}

int
main (void)
{
  g_autoptr(SoupServer) server = soup_server_new (NULL, NULL);
  g_autoptr(GMainLoop) loop = g_main_loop_new (NULL, FALSE);
  g_autoptr(GError) error = NULL;
  GSList *uris;

  soup_server_add_handler (server, "/v1", request_cb, NULL, NULL);
  if (!soup_server_listen_local (server, 0, SOUP_SERVER_LISTEN_IPV4_ONLY, &error))
    g_error ("%s", error->message);
  uris = soup_server_get_uris (server);
  g_print ("http://127.0.0.1:%d/v1\n", g_uri_get_port (uris->data));
  g_slist_free_full (uris, (GDestroyNotify) g_uri_unref);
  g_unix_fd_add (STDIN_FILENO, G_IO_IN | G_IO_HUP, ended_cb, loop);
  g_main_loop_run (loop);
  return 0;
}
