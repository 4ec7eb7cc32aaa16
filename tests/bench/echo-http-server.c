/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * The smallest MCP server over HTTP: prints its address, and ends with its standard input. */
#include "config.h"

#include <glib-unix.h>
#include <libsoup/soup.h>
#include <unistd.h>

#include "echo-answer.h"

#define BACKLOG 256

static void
request_cb (SoupServer        *server,
            SoupServerMessage *message,
            const char        *path,
            GHashTable        *query,
            gpointer           user_data)
{
  SoupMessageBody *body = soup_server_message_get_request_body (message);
  g_autoptr(GString) out = g_string_new (NULL);

  if (soup_server_message_get_method (message) != SOUP_METHOD_POST)
    {
      soup_server_message_set_status (message, SOUP_STATUS_METHOD_NOT_ALLOWED, NULL);
      return;
    }
  echo_answer (out, body->data, body->length, 1);
  soup_server_message_set_status (message, out->len > 0 ? SOUP_STATUS_OK : SOUP_STATUS_ACCEPTED,
                                  NULL);
  if (out->len > 0)
    soup_server_message_set_response (message, "application/json", SOUP_MEMORY_COPY, out->str,
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

/* libsoup's own waits with ten connections at most, and resets those that are more. */
static GSocket *
listen_locally (void)
{
  g_autoptr(GSocket) listener = g_socket_new (G_SOCKET_FAMILY_IPV4, G_SOCKET_TYPE_STREAM,
                                              G_SOCKET_PROTOCOL_TCP, NULL);
  g_autoptr(GInetAddress) loopback = g_inet_address_new_loopback (G_SOCKET_FAMILY_IPV4);
  g_autoptr(GSocketAddress) address = g_inet_socket_address_new (loopback, 0);

  g_socket_set_listen_backlog (listener, BACKLOG);
  g_assert_true (g_socket_bind (listener, address, TRUE, NULL));
  g_assert_true (g_socket_listen (listener, NULL));
  return g_steal_pointer (&listener);
}

int
main (void)
{
  g_autoptr(SoupServer) server = soup_server_new (NULL, NULL);
  g_autoptr(GSocket) listener = listen_locally ();
  g_autoptr(GMainLoop) loop = g_main_loop_new (NULL, FALSE);
  g_autoptr(GError) error = NULL;
  GSList *uris;

  soup_server_add_handler (server, "/mcp", request_cb, NULL, NULL);
  if (!soup_server_listen_socket (server, listener, 0, &error))
    g_error ("%s", error->message);
  uris = soup_server_get_uris (server);
  g_print ("http://127.0.0.1:%d/mcp\n", g_uri_get_port (uris->data));
  g_slist_free_full (uris, (GDestroyNotify) g_uri_unref);
  g_unix_fd_add (STDIN_FILENO, G_IO_IN | G_IO_HUP, ended_cb, loop);
  g_main_loop_run (loop);
  return 0;
}
