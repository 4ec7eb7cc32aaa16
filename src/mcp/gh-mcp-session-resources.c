/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * A server's resources: listing, reading, being told of changes (requirements 8.15-8.20). */
#include "config.h"

#include "gh-mcp-session-private.h"

#include "gh-json.h"
#include "gh-mcp-protocol.h"
#include "gh-mcp-text.h"

/* Resources that one window shows at a time; it bounds what a session keeps. */
#define MAX_SUBSCRIPTIONS 1000
/* Different resources told of at once. A server that says more floods. */
#define MAX_UPDATED 1000
/* A longer URI than this was not one of ours. */
#define MAX_URI (64 * 1024)

/* Lists */

static gpointer
parse_resource (GhMcpSession  *self,
                JsonNode      *element,
                const char   **key,
                GError       **error)
{
  GhMcpResource *resource = gh_mcp_resource_parse (element, error);

  if (resource != NULL)
    *key = resource->uri;
  return resource;
}

static gpointer
parse_template (GhMcpSession  *self,
                JsonNode      *element,
                const char   **key,
                GError       **error)
{
  GhMcpResourceTemplate *template = gh_mcp_resource_template_parse (element, error);

  if (template != NULL)
    *key = template->uri_template;
  return template;
}

static const GhMcpListKind resources = {
  GH_MCP_RESOURCES_LIST, "resources", "resources", gh_mcp_session_has_resources, parse_resource,
  (GDestroyNotify) gh_mcp_resource_unref
};

static const GhMcpListKind templates = {
  GH_MCP_RESOURCE_TEMPLATES_LIST, "resourceTemplates", "resources", gh_mcp_session_has_resources,
  parse_template, (GDestroyNotify) gh_mcp_resource_template_unref
};

void
gh_mcp_session_list_resources_async (GhMcpSession        *self,
                                     GCancellable        *cancellable,
                                     GAsyncReadyCallback  callback,
                                     gpointer             user_data)
{
  gh_mcp_session_list_async (self, &resources, cancellable, callback, user_data);
}

GPtrArray *
gh_mcp_session_list_resources_finish (GhMcpSession  *self,
                                      GAsyncResult  *result,
                                      GError       **error)
{
  return gh_mcp_session_list_finish (self, result, error);
}

void
gh_mcp_session_list_resource_templates_async (GhMcpSession        *self,
                                              GCancellable        *cancellable,
                                              GAsyncReadyCallback  callback,
                                              gpointer             user_data)
{
  gh_mcp_session_list_async (self, &templates, cancellable, callback, user_data);
}

GPtrArray *
gh_mcp_session_list_resource_templates_finish (GhMcpSession  *self,
                                               GAsyncResult  *result,
                                               GError       **error)
{
  return gh_mcp_session_list_finish (self, result, error);
}

/* Reading */

static JsonNode *
build_params (const char *uri)
{
  JsonObject *object = json_object_new ();

  json_object_set_member (object, "uri", gh_json_node_new_string (uri));
  return gh_json_node_new_object (object);
}

static void
read_cb (GObject      *source,
         GAsyncResult *result,
         gpointer      user_data)
{
  g_autoptr(GTask) task = user_data;
  GError *error = NULL;
  JsonNode *answer = gh_mcp_session_request_finish (GH_MCP_SESSION (source), result, &error);
  GPtrArray *contents = NULL;

  if (answer != NULL)
    {
      contents = gh_mcp_resource_contents_parse_list (answer, &error);
      gh_json_node_release (answer);
    }
  if (contents != NULL)
    g_task_return_pointer (task, contents, (GDestroyNotify) g_ptr_array_unref);
  else
    g_task_return_error (task, error);
}

/**
 * gh_mcp_session_read_resource_async:
 * @uri: as the server gave it, or expanded from one of its templates
 *
 * Asks the server, and nobody else, whatever the URI's scheme (8.19).
 */
void
gh_mcp_session_read_resource_async (GhMcpSession        *self,
                                    const char          *uri,
                                    GCancellable        *cancellable,
                                    GAsyncReadyCallback  callback,
                                    gpointer             user_data)
{
  const GhMcpRequestOptions options = { .flags = GH_MCP_REQUEST_LONG | GH_MCP_REQUEST_SAFE };
  g_autoptr(JsonNode) params = NULL;
  GTask *task;

  g_return_if_fail (GH_IS_MCP_SESSION (self));
  g_return_if_fail (uri != NULL);

  task = gh_mcp_session_new_task (self, gh_mcp_session_has_resources (self), "resources",
                                  cancellable, callback, user_data,
                                  gh_mcp_session_read_resource_async);
  if (task == NULL)
    return;
  params = build_params (uri);
  gh_mcp_session_request_async (self, GH_MCP_RESOURCES_READ, params, &options, cancellable,
                                read_cb, task);
}

/**
 * gh_mcp_session_read_resource_finish:
 *
 * Returns: (transfer full) (nullable) (element-type GhMcpResourceContents): maybe empty; NULL with
 *   an error, which may be gh_mcp_resource_is_not_found().
 */
GPtrArray *
gh_mcp_session_read_resource_finish (GhMcpSession  *self,
                                     GAsyncResult  *result,
                                     GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}

/* Subscriptions */

/* One that this task began, and the server did not agree to. */
static void
drop_subscription (GTask *task)
{
  GhMcpSession *self = g_task_get_source_object (task);
  const char *uri = g_task_get_task_data (task);

  if (uri != NULL)
    g_hash_table_remove (self->subscriptions, uri);
}

static void
listening_cb (GObject      *source,
              GAsyncResult *result,
              gpointer      user_data)
{
  g_autoptr(GTask) task = user_data;
  GError *error = NULL;

  if (gh_mcp_listen_subscribe_finish (result, &error))
    {
      g_task_return_boolean (task, TRUE);
      return;
    }
  drop_subscription (task);
  g_task_return_error (task, error);
}

static void
subscribed_cb (GObject      *source,
               GAsyncResult *result,
               gpointer      user_data)
{
  g_autoptr(GTask) task = user_data;
  GError *error = NULL;
  g_autoptr(JsonNode) answer =
    gh_mcp_session_request_finish (GH_MCP_SESSION (source), result, &error);

  if (answer != NULL)
    {
      g_task_return_boolean (task, TRUE);
      return;
    }
  drop_subscription (task);
  g_task_return_error (task, error);
}

/**
 * gh_mcp_session_subscribe_async:
 * @uri: of a resource
 *
 * From then on "resource-updated" tells when it changed (8.18). Subscribing twice is one
 * subscription.
 */
void
gh_mcp_session_subscribe_async (GhMcpSession        *self,
                                const char          *uri,
                                GCancellable        *cancellable,
                                GAsyncReadyCallback  callback,
                                gpointer             user_data)
{
  g_autoptr(JsonNode) params = NULL;
  GTask *task;

  g_return_if_fail (GH_IS_MCP_SESSION (self));
  g_return_if_fail (uri != NULL);

  task = gh_mcp_session_new_task (self, gh_mcp_session_can_subscribe (self),
                                  "subscriptions to resources", cancellable, callback, user_data,
                                  gh_mcp_session_subscribe_async);
  if (task == NULL)
    return;
  if (g_hash_table_size (self->subscriptions) >= MAX_SUBSCRIPTIONS)
    {
      g_task_return_new_error (task, GH_MCP_ERROR, GH_MCP_ERROR_UNSUPPORTED,
                               "There are too many subscriptions");
      g_object_unref (task);
      return;
    }
  /* Before the answer: what is told in between counts. One that fails ends none that was there. */
  if (g_hash_table_add (self->subscriptions, g_strdup (uri)))
    g_task_set_task_data (task, g_strdup (uri), g_free);
  if (self->listen != NULL)
    {
      gh_mcp_listen_subscribe_async (self->listen, uri, cancellable, listening_cb, task);
      return;
    }
  params = build_params (uri);
  gh_mcp_session_request_async (self, GH_MCP_RESOURCES_SUBSCRIBE, params, NULL, cancellable,
                                subscribed_cb, task);
}

gboolean
gh_mcp_session_subscribe_finish (GhMcpSession  *self,
                                 GAsyncResult  *result,
                                 GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), FALSE);

  return g_task_propagate_boolean (G_TASK (result), error);
}

static void
unsubscribed_cb (GObject      *source,
                 GAsyncResult *result,
                 gpointer      user_data)
{
  g_autoptr(GTask) task = user_data;
  GError *error = NULL;
  g_autoptr(JsonNode) answer =
    gh_mcp_session_request_finish (GH_MCP_SESSION (source), result, &error);

  if (answer != NULL)
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

/**
 * gh_mcp_session_unsubscribe_async:
 * @uri: what was subscribed to
 */
void
gh_mcp_session_unsubscribe_async (GhMcpSession        *self,
                                  const char          *uri,
                                  GCancellable        *cancellable,
                                  GAsyncReadyCallback  callback,
                                  gpointer             user_data)
{
  g_autoptr(JsonNode) params = NULL;
  GTask *task;

  g_return_if_fail (GH_IS_MCP_SESSION (self));
  g_return_if_fail (uri != NULL);

  task = gh_mcp_session_new_task (self, gh_mcp_session_can_subscribe (self),
                                  "subscriptions to resources", cancellable, callback, user_data,
                                  gh_mcp_session_unsubscribe_async);
  if (task == NULL)
    return;
  g_hash_table_remove (self->subscriptions, uri);
  if (self->listen != NULL)
    {
      gh_mcp_listen_unsubscribe (self->listen, uri);
      g_task_return_boolean (task, TRUE);
      g_object_unref (task);
      return;
    }
  params = build_params (uri);
  gh_mcp_session_request_async (self, GH_MCP_RESOURCES_UNSUBSCRIBE, params, NULL, cancellable,
                                unsubscribed_cb, task);
}

gboolean
gh_mcp_session_unsubscribe_finish (GhMcpSession  *self,
                                   GAsyncResult  *result,
                                   GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), FALSE);

  return g_task_propagate_boolean (G_TASK (result), error);
}

/* What the server says */

static void
list_changed_cb (gpointer user_data)
{
  g_signal_emit_by_name (user_data, "resources-changed");
}

static void
updated_cb (gpointer user_data)
{
  g_autoptr(GhMcpSession) self = g_object_ref (user_data);
  g_autoptr(GHashTable) updated = g_steal_pointer (&self->updated);
  GHashTableIter iter;
  gpointer uri;

  self->updated = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_hash_table_iter_init (&iter, updated);
  while (g_hash_table_iter_next (&iter, &uri, NULL))
    g_signal_emit_by_name (self, "resource-updated", uri);
}

void
gh_mcp_session_init_resources (GhMcpSession *self)
{
  self->resources_changes = gh_mcp_changes_new (list_changed_cb, self);
  self->resource_updates = gh_mcp_changes_new (updated_cb, self);
  self->subscriptions = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->updated = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
}

void
gh_mcp_session_clear_resources (GhMcpSession *self)
{
  g_clear_pointer (&self->resources_changes, gh_mcp_changes_free);
  g_clear_pointer (&self->resource_updates, gh_mcp_changes_free);
  g_clear_pointer (&self->subscriptions, g_hash_table_unref);
  g_clear_pointer (&self->updated, g_hash_table_unref);
}

static void
restored_cb (GObject      *source,
             GAsyncResult *result,
             gpointer      user_data)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(JsonNode) answer =
    gh_mcp_session_request_finish (GH_MCP_SESSION (source), result, &error);

  if (answer == NULL)
    g_debug ("Session %p: a subscription is not restored: %s", source, error->message);
}

/* A new session of the server's is told what the one before knew; what happened meanwhile is not
 * known (4.14). */
void
gh_mcp_session_restore_subscriptions (GhMcpSession *self)
{
  GHashTableIter iter;
  gpointer uri;

  if (!self->info->resources_subscribe)
    return;
  g_hash_table_iter_init (&iter, self->subscriptions);
  while (g_hash_table_iter_next (&iter, &uri, NULL))
    {
      g_autoptr(JsonNode) params = build_params (uri);

      gh_mcp_session_request_async (self, GH_MCP_RESOURCES_SUBSCRIBE, params, NULL, NULL,
                                    restored_cb, NULL);
      g_hash_table_add (self->updated, g_strdup (uri));
    }
  if (g_hash_table_size (self->updated) > 0)
    gh_mcp_changes_note (self->resource_updates);
}

void
gh_mcp_session_take_resources_changed (GhMcpSession *self)
{
  gh_mcp_session_clear_completions (self);
  if (self->state == GH_MCP_SESSION_READY && gh_mcp_session_has_resources (self))
    gh_mcp_changes_note (self->resources_changes);
}

/**
 * gh_mcp_session_take_resource_updated:
 * @uri: from notifications/resources/updated
 *
 * It may be that of a part of what was subscribed to, so it is told as it is (8.18).
 */
void
gh_mcp_session_take_resource_updated (GhMcpSession *self,
                                      const char   *uri)
{
  if (strlen (uri) > MAX_URI || self->state != GH_MCP_SESSION_READY
      || g_hash_table_size (self->subscriptions) == 0
      || g_hash_table_size (self->updated) >= MAX_UPDATED)
    return;
  g_hash_table_add (self->updated, g_strdup (uri));
  gh_mcp_changes_note (self->resource_updates);
}
