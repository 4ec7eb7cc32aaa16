/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * The travel desk as a Model Context Protocol server (revisions 2024-11-05 to 2026-07-28). */
#include "config.h"

#include "gh-demo-server.h"

#include <string.h>

#include "gh-demo-book.h"
#include "gh-demo-call.h"
#include "gh-demo-find.h"
#include "gh-demo-modern.h"
#include "gh-demo-roots.h"
#include "gh-demo-tools.h"
#include "gh-demo-trips.h"
#include "gh-demo-words.h"
#include "gh-json.h"
#include "gh-rpc-error.h"
#include "gh-rpc-peer.h"

/* Roots come at once or not at all: nobody reviews them. */
#define ROOTS_TIMEOUT_MS 30000

static const char * const versions[] = {
  "2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25", NULL,
};

/* What is known of the host's folders. One question at a time: answers that overtook each other
 * could open a folder again that was closed. */
typedef enum
{
  ROOTS_KNOWN,
  ROOTS_ASKED,
  ROOTS_STALE, /* asked, and the host said since that they changed */
} RootsState;

struct _GhDemoServer
{
  GObject parent_instance;

  /* owned */
  GhRpcTransport *transport;
  GhRpcPeer *peer;
  GhDemoRoots *roots;
  GQueue waiting; /* of GhRpcIncoming: calls that need the roots, until they are known */

  RootsState roots_state;
  const char *version; /* of versions; NULL before initialize */
  guint level;         /* gh_demo_words_get_level() */
  gboolean modern;
  gboolean initialized;
  gboolean has_roots;
  gboolean has_sampling;
  gboolean has_form;
  gboolean has_url;
};

G_DEFINE_FINAL_TYPE (GhDemoServer, gh_demo_server, G_TYPE_OBJECT)

static guint closed_signal;

static void G_GNUC_PRINTF (3, 4)
tell (GhDemoServer *self,
      const char   *level,
      const char   *format,
      ...)
{
  g_autofree char *text = NULL;
  va_list args;

  if (!self->initialized || gh_demo_words_get_level (level) < self->level)
    return;
  va_start (args, format);
  text = g_strdup_vprintf (format, args);
  va_end (args);
  gh_demo_words_log (self->peer, level, text);
}

static void ask_roots (GhDemoServer *self);
static void call_tool (GhDemoServer  *self,
                       GhRpcIncoming *request);

/* Roots */

static void
take_roots (GhDemoServer *self,
            JsonArray    *array,
            const GError *error)
{
  g_autofree char *list = NULL;

  if (array == NULL)
    {
      tell (self, "warning", "The host does not say which folders are open: %s",
            error != NULL ? error->message : "its answer has no roots");
      return;
    }
  gh_demo_roots_set (self->roots, array);
  list = gh_demo_roots_list (self->roots);
  tell (self, "info", "Folders open to the travel desk: %s", *list != '\0' ? list : "none");
}

static void
roots_cb (GObject      *source,
          GAsyncResult *result,
          gpointer      user_data)
{
  g_autoptr(GhDemoServer) self = user_data;
  g_autoptr(GError) error = NULL;
  g_autoptr(JsonNode) answer = gh_rpc_peer_call_finish (GH_RPC_PEER (source), result, &error);
  JsonObject *object = answer != NULL ? gh_json_node_get_object (answer) : NULL;
  GhRpcIncoming *request;

  if (self->roots_state == ROOTS_STALE)
    {
      self->roots_state = ROOTS_KNOWN;
      ask_roots (self);
      return;
    }
  self->roots_state = ROOTS_KNOWN;
  take_roots (self, object != NULL ? gh_json_get_array (object, "roots") : NULL, error);
  while ((request = g_queue_pop_head (&self->waiting)) != NULL)
    {
      /* One that was called off must not write a file. */
      if (!g_cancellable_is_cancelled (gh_rpc_incoming_get_cancellable (request)))
        call_tool (self, request);
      g_object_unref (request);
    }
}

static void
ask_roots (GhDemoServer *self)
{
  if (!self->has_roots)
    return;
  if (self->roots_state != ROOTS_KNOWN)
    {
      self->roots_state = ROOTS_STALE;
      return;
    }
  self->roots_state = ROOTS_ASKED;
  gh_rpc_peer_call_async (self->peer, "roots/list", NULL, ROOTS_TIMEOUT_MS, NULL, NULL, roots_cb,
                          g_object_ref (self));
}

/* Tools */

static void
call_tool (GhDemoServer  *self,
           GhRpcIncoming *request)
{
  JsonNode *node = gh_rpc_incoming_get_params (request);
  JsonObject *params = node != NULL ? gh_json_node_get_object (node) : NULL;
  const char *name = params != NULL ? gh_json_get_string (params, "name") : NULL;
  g_autofree char *text = NULL;

  if (name == NULL)
    {
      gh_rpc_incoming_fail (request, GH_RPC_INVALID_PARAMS, "name: must be a string", NULL);
      return;
    }
  if (self->roots_state != ROOTS_KNOWN)
    {
      g_queue_push_tail (&self->waiting, g_object_ref (request));
      return;
    }
  tell (self, "debug", "Called: %s", name);
  if (strcmp (name, GH_DEMO_FIND_BEST_FLIGHT) == 0)
    gh_demo_find_run (gh_demo_call_new (self->peer, request), self->has_sampling);
  else if (strcmp (name, GH_DEMO_BOOK_TRIP) == 0)
    gh_demo_book_run (gh_demo_call_new (self->peer, request), self->has_form, self->has_url);
  else if (gh_demo_trips_has (name))
    gh_demo_trips_run (name, self->roots, gh_demo_call_new (self->peer, request));
  else
    {
      text = g_strdup_printf ("name: there is no tool “%s”", name);
      gh_rpc_incoming_fail (request, GH_RPC_INVALID_PARAMS, text, NULL);
    }
}

/* The protocol */

static JsonNode *
build_initialize_result (GhDemoServer *self)
{
  JsonObject *result = json_object_new ();
  JsonObject *capabilities = json_object_new ();

  json_object_set_member (capabilities, "tools", gh_json_node_new_object (json_object_new ()));
  json_object_set_member (capabilities, "logging", gh_json_node_new_object (json_object_new ()));
  json_object_set_member (result, "protocolVersion", gh_json_node_new_string (self->version));
  json_object_set_member (result, "capabilities", gh_json_node_new_object (capabilities));
  json_object_set_member (result, "serverInfo", gh_demo_words_build_info (self->version));
  json_object_set_member (result, "instructions",
                          gh_json_node_new_string (GH_DEMO_INSTRUCTIONS));
  return gh_json_node_new_object (result);
}

static void
initialize (GhDemoServer  *self,
            GhRpcIncoming *request)
{
  JsonNode *node = gh_rpc_incoming_get_params (request);
  JsonObject *params = node != NULL ? gh_json_node_get_object (node) : NULL;
  JsonObject *capabilities = params != NULL ? gh_json_get_object (params, "capabilities") : NULL;
  const char *wanted = params != NULL ? gh_json_get_string (params, "protocolVersion") : NULL;
  g_autoptr(JsonNode) result = NULL;
  guint index = 0;

  if (self->version != NULL)
    {
      gh_rpc_incoming_fail (request, GH_RPC_INVALID_REQUEST, "Already initialized", NULL);
      return;
    }
  if (wanted == NULL)
    {
      gh_rpc_incoming_fail (request, GH_RPC_INVALID_PARAMS, "protocolVersion: must be a string",
                            NULL);
      return;
    }
  /* One we do not know is answered with the newest that we do. */
  while (versions[index + 1] != NULL && strcmp (versions[index], wanted) != 0)
    index++;
  self->version = versions[index];
  self->has_roots = capabilities != NULL && gh_json_get_object (capabilities, "roots") != NULL;
  self->has_sampling = capabilities != NULL
                       && gh_json_get_object (capabilities, "sampling") != NULL;
  gh_demo_words_read_elicitation (capabilities, &self->has_form, &self->has_url);
  gh_rpc_transport_set_allow_batch (self->transport, strcmp (self->version, "2025-03-26") == 0);
  result = build_initialize_result (self);
  gh_rpc_incoming_answer (request, result);
}

static void
set_level (GhDemoServer  *self,
           GhRpcIncoming *request)
{
  JsonNode *node = gh_rpc_incoming_get_params (request);
  JsonObject *params = node != NULL ? gh_json_node_get_object (node) : NULL;
  guint level =
    gh_demo_words_get_level (params != NULL ? gh_json_get_string (params, "level") : NULL);

  if (level == GH_DEMO_NO_LEVEL)
    {
      gh_rpc_incoming_fail (request, GH_RPC_INVALID_PARAMS, "level: must be one of the eight",
                            NULL);
      return;
    }
  self->level = level;
  gh_rpc_incoming_answer (request, NULL);
}

static void
request_cb (GhRpcPeer     *peer,
            GhRpcIncoming *request,
            GhDemoServer  *self)
{
  const char *method = gh_rpc_incoming_get_method (request);

  g_assert (GH_IS_DEMO_SERVER (self));

  if (self->modern)
    gh_demo_modern_serve (self->peer, request);
  else if (strcmp (method, "ping") == 0)
    gh_rpc_incoming_answer (request, NULL);
  else if (strcmp (method, "initialize") == 0)
    initialize (self, request);
  else if (self->version == NULL)
    gh_rpc_incoming_fail (request, GH_RPC_INVALID_REQUEST, "Not initialized", NULL);
  else if (strcmp (method, "tools/list") == 0)
    {
      g_autoptr(JsonNode) tools = gh_demo_tools_build (self->version);

      gh_rpc_incoming_answer (request, tools);
    }
  else if (strcmp (method, "tools/call") == 0)
    call_tool (self, request);
  else if (strcmp (method, "logging/setLevel") == 0)
    set_level (self, request);
  else
    gh_rpc_incoming_fail (request, GH_RPC_METHOD_NOT_FOUND, "Method not found", NULL);
}

static void
notification_cb (GhRpcPeer    *peer,
                 const char   *method,
                 JsonNode     *params,
                 GhDemoServer *self)
{
  g_assert (GH_IS_DEMO_SERVER (self));

  if (strcmp (method, "notifications/initialized") == 0 && self->version != NULL
      && !self->initialized)
    {
      self->initialized = TRUE;
      ask_roots (self);
    }
  else if (strcmp (method, "notifications/roots/list_changed") == 0 && self->initialized)
    ask_roots (self);
  else if (strcmp (method, "notifications/cancelled") == 0 && params != NULL)
    {
      JsonObject *object = gh_json_node_get_object (params);
      JsonNode *id = object != NULL ? gh_json_get (object, "requestId") : NULL;

      if (id != NULL)
        gh_rpc_peer_cancel_incoming (self->peer, id);
    }
}

static void
closed_cb (GhRpcPeer    *peer,
           const GError *error,
           GhDemoServer *self)
{
  g_assert (GH_IS_DEMO_SERVER (self));

  g_signal_emit (self, closed_signal, 0);
}

static void
gh_demo_server_dispose (GObject *object)
{
  GhDemoServer *self = GH_DEMO_SERVER (object);

  g_queue_clear_full (&self->waiting, g_object_unref);
  g_clear_object (&self->peer);
  g_clear_object (&self->transport);

  G_OBJECT_CLASS (gh_demo_server_parent_class)->dispose (object);
}

static void
gh_demo_server_finalize (GObject *object)
{
  GhDemoServer *self = GH_DEMO_SERVER (object);

  g_clear_pointer (&self->roots, gh_demo_roots_free);

  G_OBJECT_CLASS (gh_demo_server_parent_class)->finalize (object);
}

static void
gh_demo_server_class_init (GhDemoServerClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = gh_demo_server_dispose;
  object_class->finalize = gh_demo_server_finalize;

  closed_signal = g_signal_new ("closed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                NULL, NULL, G_TYPE_NONE, 0);
}

static void
gh_demo_server_init (GhDemoServer *self)
{
  self->roots = gh_demo_roots_new ();
  self->level = gh_demo_words_get_level ("info");
  g_queue_init (&self->waiting);
}

GhDemoServer *
gh_demo_server_new (GhRpcTransport *transport,
                    gboolean        modern)
{
  GhDemoServer *self = g_object_new (GH_TYPE_DEMO_SERVER, NULL);

  self->modern = modern;
  self->transport = g_object_ref (transport);
  self->peer = gh_rpc_peer_new (transport);
  g_signal_connect_object (self->peer, "request", G_CALLBACK (request_cb), self, 0);
  g_signal_connect_object (self->peer, "notification", G_CALLBACK (notification_cb), self, 0);
  g_signal_connect_object (self->peer, "closed", G_CALLBACK (closed_cb), self, 0);
  return self;
}

void
gh_demo_server_start (GhDemoServer *self)
{
  g_return_if_fail (GH_IS_DEMO_SERVER (self));

  gh_rpc_peer_start_async (self->peer, NULL, NULL, NULL);
}
