/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * One tools/call of the host, from its arguments to its answer. */
#include "config.h"

#include "gh-demo-call.h"

#include "gh-json.h"

struct _GhDemoCall
{
  /* owned */
  GhRpcPeer *peer;
  GhRpcIncoming *request;
  JsonNode *token; /* the progress token, or NULL */

  JsonObject *arguments; /* of the request, or NULL */
  gboolean is_typed;     /* results say of which type they are: the modern era */
};

GhDemoCall *
gh_demo_call_new (GhRpcPeer     *peer,
                  GhRpcIncoming *request)
{
  GhDemoCall *self = g_new0 (GhDemoCall, 1);
  JsonNode *node = gh_rpc_incoming_get_params (request);
  JsonObject *params = node != NULL ? gh_json_node_get_object (node) : NULL;
  JsonObject *meta = params != NULL ? gh_json_get_object (params, "_meta") : NULL;
  JsonNode *token = meta != NULL ? gh_json_get (meta, "progressToken") : NULL;

  self->peer = g_object_ref (peer);
  self->request = g_object_ref (request);
  self->arguments = params != NULL ? gh_json_get_object (params, "arguments") : NULL;
  if (token != NULL && (gh_json_node_is_string (token) || gh_json_node_is_number (token)))
    self->token = json_node_ref (token);
  return self;
}

static void
call_free (GhDemoCall *self)
{
  g_object_unref (self->peer);
  g_object_unref (self->request);
  g_clear_pointer (&self->token, json_node_unref);
  g_free (self);
}

void
gh_demo_call_set_typed (GhDemoCall *self,
                        gboolean    is_typed)
{
  self->is_typed = is_typed;
}

GhRpcPeer *
gh_demo_call_get_peer (GhDemoCall *self)
{
  return self->peer;
}

GCancellable *
gh_demo_call_get_cancellable (GhDemoCall *self)
{
  return gh_rpc_incoming_get_cancellable (self->request);
}

static gboolean
require (gboolean     is_there,
         const char  *name,
         GError     **error)
{
  if (!is_there)
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT, "“%s” is missing.", name);
  return is_there;
}

gboolean
gh_demo_call_get_text (GhDemoCall  *self,
                       const char  *name,
                       const char  *fallback,
                       const char **value,
                       GError     **error)
{
  *value = fallback;
  if (self->arguments != NULL
      && !gh_json_expect_string (self->arguments, name, FALSE, value, error))
    return FALSE;
  return TRUE;
}

gboolean
gh_demo_call_get_int (GhDemoCall  *self,
                      const char  *name,
                      gint64       fallback,
                      gint64      *value,
                      GError     **error)
{
  *value = fallback;
  return self->arguments == NULL
         || gh_json_expect_int (self->arguments, name, FALSE, value, error);
}

gboolean
gh_demo_call_get_flag (GhDemoCall  *self,
                       const char  *name,
                       gboolean    *value,
                       GError     **error)
{
  *value = FALSE;
  return self->arguments == NULL
         || gh_json_expect_boolean (self->arguments, name, FALSE, value, error);
}

gboolean
gh_demo_call_require_text (GhDemoCall  *self,
                           const char  *name,
                           const char **value,
                           GError     **error)
{
  return gh_demo_call_get_text (self, name, NULL, value, error)
         && require (*value != NULL && **value != '\0', name, error);
}

void
gh_demo_call_progress (GhDemoCall *self,
                       int         done,
                       int         total,
                       const char *message)
{
  g_autoptr(JsonNode) params = NULL;
  JsonObject *object;

  if (self->token == NULL)
    return;
  object = json_object_new ();
  json_object_set_member (object, "progressToken", json_node_ref (self->token));
  json_object_set_member (object, "progress", gh_json_node_new_int (done));
  json_object_set_member (object, "total", gh_json_node_new_int (total));
  json_object_set_member (object, "message", gh_json_node_new_string (message));
  params = gh_json_node_new_object (object);
  gh_rpc_peer_notify (self->peer, "notifications/progress", params, NULL);
}

void
gh_demo_call_take_back (GhDemoCall *self,
                        gint64      id)
{
  JsonObject *object = json_object_new ();
  g_autoptr(JsonNode) params = NULL;

  json_object_set_member (object, "requestId", gh_json_node_new_int (id));
  json_object_set_member (object, "reason",
                          gh_json_node_new_string ("The call it belongs to was cancelled"));
  params = gh_json_node_new_object (object);
  gh_rpc_peer_notify (self->peer, "notifications/cancelled", params, NULL);
}

static void
add_text (JsonArray  *content,
          const char *text)
{
  JsonObject *block = json_object_new ();

  json_object_set_member (block, "type", gh_json_node_new_string ("text"));
  json_object_set_member (block, "text", gh_json_node_new_string (text));
  json_array_add_element (content, gh_json_node_new_object (block));
}

static void
finish (GhDemoCall *take_self,
        const char *text,
        const char *more,
        JsonNode   *structured,
        gboolean    is_error)
{
  g_autoptr(JsonNode) result = NULL;
  JsonArray *content = json_array_new ();
  JsonObject *object = json_object_new ();

  add_text (content, text);
  if (more != NULL)
    add_text (content, more);
  json_object_set_member (object, "content", gh_json_node_new_array (content));
  if (structured != NULL)
    json_object_set_member (object, "structuredContent", json_node_ref (structured));
  if (is_error)
    json_object_set_member (object, "isError", gh_json_node_new_boolean (TRUE));
  if (take_self->is_typed)
    json_object_set_member (object, "resultType", gh_json_node_new_string ("complete"));
  result = gh_json_node_new_object (object);
  gh_rpc_incoming_answer (take_self->request, result);
  call_free (take_self);
}

void
gh_demo_call_answer (GhDemoCall *take_self,
                     const char *text,
                     const char *more)
{
  finish (take_self, text, more, NULL, FALSE);
}

void
gh_demo_call_answer_structured (GhDemoCall *take_self,
                                JsonNode   *structured)
{
  /* As text too, for hosts that do not know structured content (2025-06-18 asks for it). */
  g_autofree char *text = gh_json_write (structured, NULL);

  finish (take_self, text, NULL, structured, FALSE);
}

void
gh_demo_call_fail (GhDemoCall *take_self,
                   const char *text)
{
  finish (take_self, text, NULL, NULL, TRUE);
}

void
gh_demo_call_want (GhDemoCall *take_self,
                   const char *key,
                   const char *method,
                   JsonNode   *params,
                   const char *state)
{
  JsonObject *input = json_object_new ();
  JsonObject *inputs = json_object_new ();
  JsonObject *object = json_object_new ();
  g_autoptr(JsonNode) result = NULL;

  json_object_set_member (input, "method", gh_json_node_new_string (method));
  if (params != NULL)
    json_object_set_member (input, "params", json_node_ref (params));
  json_object_set_member (inputs, key, gh_json_node_new_object (input));
  json_object_set_member (object, "resultType", gh_json_node_new_string ("input_required"));
  json_object_set_member (object, "inputRequests", gh_json_node_new_object (inputs));
  json_object_set_member (object, "requestState", gh_json_node_new_string (state));
  result = gh_json_node_new_object (object);
  gh_rpc_incoming_answer (take_self->request, result);
  call_free (take_self);
}
