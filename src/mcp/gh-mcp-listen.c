/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * What a session of the modern era wants to be told of by itself: subscriptions/listen
 * (requirements 4.35-4.40). */
#include "config.h"

#include "gh-mcp-listen.h"

#include <string.h>

#include "gh-json.h"
#include "gh-mcp-cancel.h"
#include "gh-mcp-error.h"
#include "gh-mcp-negotiation.h"
#include "gh-mcp-protocol.h"
#include "gh-rpc-error.h"

/* Between the end of a subscription and the next try; doubled up to the most. */
#define BACKOFF_MS 1000
#define MAX_BACKOFF_MS (60 * 1000)
/* A subscription that lived for so long ended for a reason of its own: the next try is the first
 * again. */
#define LASTING_MS (2 * 60 * 1000)
/* A server that does not acknowledge may still tell of changes; who waits is told that it did
 * not. */
#define ACKNOWLEDGE_MS (30 * 1000)
/* How often a server may name another revision before it agrees (2.15). */
#define MAX_VERSIONS 2

/* A subscriber that waits for the server's agreement. */
typedef struct
{
  GhMcpListen *listen; /* borrowed: it settles this before it goes */
  char *uri;
  GSource *cancelled; /* owned; or NULL */
} Asking;

/* One listen request. */
typedef struct
{
  GhMcpListen *listen;       /* owned: the reference that keeps it alive until the request ends */
  GCancellable *cancellable; /* owned */
  GHashTable *uris;          /* owned: set of char *: what was asked for */
  GHashTable *accepted;      /* owned: NULL before the acknowledgement */
  gint64 id;
  gint64 asked_at; /* monotonic */
  guint timer;     /* until the acknowledgement */
} Stream;

struct _GhMcpListen
{
  grefcount count;
  GhRpcPeer *peer; /* owned */
  char *version;
  GhMcpCapabilities capabilities;
  gboolean tell;
  GhMcpListenLists lists;
  GhMcpListenFunc func; /* NULL once it is freed */
  gpointer user_data;

  GHashTable *uris;  /* owned: set of char *: what is wanted */
  GHashTable *tasks; /* owned: the same of tasks */
  GPtrArray *asking; /* owned: of owned GTask with an Asking */

  /* Borrowed from their requests, which end when cancelled. A changed filter opens `next`, and
   * `current` ends when the server has agreed to it (4.38). */
  Stream *current;
  Stream *next;
  guint open_source;
  guint retry_timer;
  guint n_failures;
  guint n_versions; /* that the server named since it last agreed */
  gboolean missed; /* something may have changed since the last subscription ended */
};

static const struct
{
  GhMcpListenLists list;
  const char *member;
  const char *method;
} kinds[] = {
  { GH_MCP_LISTEN_TOOLS, "toolsListChanged", GH_MCP_TOOLS_LIST_CHANGED },
  { GH_MCP_LISTEN_PROMPTS, "promptsListChanged", GH_MCP_PROMPTS_LIST_CHANGED },
  { GH_MCP_LISTEN_RESOURCES, "resourcesListChanged", GH_MCP_RESOURCES_LIST_CHANGED },
};

static void
unref (GhMcpListen *self)
{
  if (!g_ref_count_dec (&self->count))
    return;
  g_object_unref (self->peer);
  g_free (self->version);
  g_hash_table_unref (self->uris);
  g_hash_table_unref (self->tasks);
  g_ptr_array_unref (self->asking);
  g_free (self);
}

static GHashTable *
new_set (void)
{
  return g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
}

/* Subscribers */

static void
asking_free (gpointer data)
{
  Asking *asking = data;

  if (asking->cancelled != NULL)
    g_source_destroy (asking->cancelled);
  g_clear_pointer (&asking->cancelled, g_source_unref);
  g_free (asking->uri);
  g_free (asking);
}

static gboolean
is_asked_for (GhMcpListen *self,
              const char  *uri)
{
  for (guint i = 0; i < self->asking->len; i++)
    {
      Asking *asking = g_task_get_task_data (g_ptr_array_index (self->asking, i));

      if (strcmp (asking->uri, uri) == 0)
        return TRUE;
    }
  return FALSE;
}

/* error: NULL when the server has agreed. */
static void
settle (GhMcpListen  *self,
        guint         index,
        const GError *error)
{
  g_autoptr(GTask) task = g_ptr_array_steal_index (self->asking, index);
  Asking *asking = g_task_get_task_data (task);

  /* It holds the task. */
  if (asking->cancelled != NULL)
    g_source_destroy (asking->cancelled);
  if (error == NULL)
    {
      g_task_return_boolean (task, TRUE);
      return;
    }
  /* Another may wait for the same. */
  if (!is_asked_for (self, asking->uri))
    g_hash_table_remove (self->uris, asking->uri);
  g_task_return_error (task, g_error_copy (error));
}

static void
settle_all (GhMcpListen  *self,
            const GError *error)
{
  while (self->asking->len > 0)
    settle (self, self->asking->len - 1, error);
}

/* Tells those whose resource was in what the stream asked for. */
static void
settle_stream (GhMcpListen *self,
               Stream      *stream)
{
  /* Who is told may subscribe to more, or end all. */
  for (guint i = self->asking->len; i > 0; i = MIN (i - 1, self->asking->len))
    {
      Asking *asking = g_task_get_task_data (g_ptr_array_index (self->asking, i - 1));
      g_autoptr(GError) error = NULL;

      if (!g_hash_table_contains (stream->uris, asking->uri))
        continue;
      if (!g_hash_table_contains (stream->accepted, asking->uri))
        g_set_error (&error, GH_MCP_ERROR, GH_MCP_ERROR_UNSUPPORTED,
                     "The server does not tell of changes of this resource");
      settle (self, i - 1, error);
    }
}

/* Streams */

static void open_stream (GhMcpListen *self);
static void open_soon (GhMcpListen *self);

static void
add_set (JsonObject *filter,
         const char *member,
         GHashTable *set)
{
  JsonArray *array;
  GHashTableIter iter;
  gpointer text;

  if (g_hash_table_size (set) == 0)
    return;
  array = json_array_new ();
  g_hash_table_iter_init (&iter, set);
  while (g_hash_table_iter_next (&iter, &text, NULL))
    json_array_add_element (array, gh_json_node_new_string (text));
  json_object_set_member (filter, member, gh_json_node_new_array (array));
}

static JsonNode *
build_params (GhMcpListen *self)
{
  const GhMcpMeta meta = { .version = self->version, .capabilities = self->capabilities };
  g_autoptr(JsonNode) params = NULL;
  JsonObject *filter = json_object_new ();
  JsonObject *object = json_object_new ();

  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    if ((self->lists & kinds[i].list) != 0)
      json_object_set_member (filter, kinds[i].member, gh_json_node_new_boolean (TRUE));
  add_set (filter, "resourceSubscriptions", self->uris);
  add_set (filter, "taskIds", self->tasks);
  json_object_set_member (object, "notifications", gh_json_node_new_object (filter));
  params = gh_json_node_new_object (object);
  return gh_mcp_meta_add (params, &meta);
}

static void
stream_free (Stream *stream)
{
  g_clear_handle_id (&stream->timer, g_source_remove);
  g_clear_object (&stream->cancellable);
  g_clear_pointer (&stream->uris, g_hash_table_unref);
  g_clear_pointer (&stream->accepted, g_hash_table_unref);
  unref (stream->listen);
  g_free (stream);
}

/* Ours to end: its request completes later, and then it is freed. */
static void
end_stream (GhMcpListen *self,
            Stream     **stream)
{
  Stream *ending = g_steal_pointer (stream);

  if (ending == NULL)
    return;
  g_clear_handle_id (&ending->timer, g_source_remove);
  if (self->tell)
    gh_mcp_cancel (self->peer, ending->id, "The subscription is over");
  g_cancellable_cancel (ending->cancellable);
}

static gboolean
retry_cb (gpointer user_data)
{
  GhMcpListen *self = user_data;

  self->retry_timer = 0;
  open_stream (self);
  return G_SOURCE_REMOVE;
}

static void
retry_later (GhMcpListen *self)
{
  guint delay_ms = MIN (BACKOFF_MS << MIN (self->n_failures, 16), MAX_BACKOFF_MS);

  if (self->retry_timer != 0)
    return;
  self->n_failures++;
  /* Not all clients of a server that was started anew in the same moment. */
  delay_ms = g_random_int_range (delay_ms / 2, delay_ms + 1);
  self->retry_timer = g_timeout_add (delay_ms, retry_cb, self);
}

/* Whether asking again for the same will not help. */
static gboolean
is_refusal (const GError *error)
{
  static const int codes[] = { GH_RPC_METHOD_NOT_FOUND, GH_RPC_INVALID_PARAMS,
                               GH_RPC_INVALID_REQUEST, GH_MCP_CODE_MISSING_CAPABILITY,
                               GH_MCP_CODE_UNSUPPORTED_VERSION };

  for (guint i = 0; i < G_N_ELEMENTS (codes); i++)
    if (g_error_matches (error, GH_RPC_REMOTE_ERROR, codes[i]))
      return TRUE;
  return FALSE;
}

/* The server named the revisions it speaks: one of them is tried, not for ever (2.15). */
static gboolean
follow_version (GhMcpListen  *self,
                const GError *error)
{
  JsonArray *theirs;
  const char *version;

  if (!g_error_matches (error, GH_RPC_REMOTE_ERROR, GH_MCP_CODE_UNSUPPORTED_VERSION)
      || self->n_versions >= MAX_VERSIONS)
    return FALSE;
  theirs = gh_mcp_negotiation_get_supported (error);
  version = theirs != NULL ? gh_mcp_era_choose (GH_MCP_ERA_MODERN, NULL, theirs) : NULL;
  if (version == NULL)
    return FALSE;
  self->n_versions++;
  gh_mcp_listen_set_version (self, version);
  return TRUE;
}

/* The server's end, or the network's (4.39); error: NULL when it was said in peace. */
static void
lose_stream (GhMcpListen  *self,
             Stream       *stream,
             const GError *error)
{
  gboolean was_current = stream == self->current;
  g_autoptr(GError) closed = NULL;

  g_debug ("A subscription ended: %s", error != NULL ? error->message : "by the server");
  if (was_current)
    {
      self->current = g_steal_pointer (&self->next);
      self->missed = TRUE;
    }
  else
    self->next = NULL;
  if (follow_version (self, error))
    {
      open_soon (self);
      return;
    }
  if (error == NULL)
    closed = g_error_new (GH_RPC_ERROR, GH_RPC_ERROR_CLOSED, "The server ended the subscription");
  /* Those who wait for it do not wait for another try. */
  if ((self->current == NULL || self->current->accepted != NULL) && self->open_source == 0)
    settle_all (self, error != NULL ? error : closed);

  if (!was_current || self->current != NULL || is_refusal (error)
      || g_error_matches (error, GH_RPC_ERROR, GH_RPC_ERROR_CLOSED))
    return;
  if (g_get_monotonic_time () - stream->asked_at > LASTING_MS * (gint64) 1000)
    self->n_failures = 0;
  retry_later (self);
}

static void
ended_cb (GObject      *source,
          GAsyncResult *result,
          gpointer      user_data)
{
  Stream *stream = user_data;
  GhMcpListen *self = stream->listen;
  g_autoptr(GError) error = NULL;
  g_autoptr(JsonNode) answer = gh_rpc_peer_call_finish (GH_RPC_PEER (source), result, &error);

  if (self->func != NULL && (stream == self->current || stream == self->next))
    lose_stream (self, stream, error);
  stream_free (stream);
}

static gboolean
silent_cb (gpointer user_data)
{
  Stream *stream = user_data;
  g_autoptr(GError) error = g_error_new (GH_RPC_ERROR, GH_RPC_ERROR_TIMED_OUT,
                                         "The server did not acknowledge the subscription within "
                                         "%d seconds", ACKNOWLEDGE_MS / 1000);

  stream->timer = 0;
  settle_all (stream->listen, error);
  return G_SOURCE_REMOVE;
}

/* Asks for what is wanted now, in place of what is being listened to. */
static void
open_stream (GhMcpListen *self)
{
  g_autoptr(JsonNode) params = NULL;
  GHashTableIter iter;
  gpointer uri;
  Stream *stream;

  g_clear_handle_id (&self->open_source, g_source_remove);
  g_clear_handle_id (&self->retry_timer, g_source_remove);
  end_stream (self, &self->next);
  if (self->lists == 0 && g_hash_table_size (self->uris) == 0)
    {
      end_stream (self, &self->current);
      return;
    }

  stream = g_new0 (Stream, 1);
  g_ref_count_inc (&self->count);
  stream->listen = self;
  stream->cancellable = g_cancellable_new ();
  stream->uris = new_set ();
  g_hash_table_iter_init (&iter, self->uris);
  while (g_hash_table_iter_next (&iter, &uri, NULL))
    g_hash_table_add (stream->uris, g_strdup (uri));
  stream->asked_at = g_get_monotonic_time ();
  stream->timer = g_timeout_add (ACKNOWLEDGE_MS, silent_cb, stream);
  if (self->current == NULL)
    self->current = stream;
  else
    self->next = stream;
  params = build_params (self);
  /* It is answered when it ends: no time-out (4.40). */
  gh_rpc_peer_call_async (self->peer, GH_MCP_LISTEN, params, 0, &stream->id, stream->cancellable,
                          ended_cb, stream);
}

static gboolean
open_cb (gpointer user_data)
{
  GhMcpListen *self = user_data;

  self->open_source = 0;
  open_stream (self);
  return G_SOURCE_REMOVE;
}

/* Several changes in a row are one. */
static void
open_soon (GhMcpListen *self)
{
  if (self->open_source == 0)
    self->open_source = g_idle_add_full (G_PRIORITY_DEFAULT, open_cb, self, NULL);
}

/* What the server says */

static Stream *
find_stream (GhMcpListen *self,
             JsonNode    *id)
{
  gint64 number;

  /* Its JSON type counts: ours are numbers (4.37). */
  if (id == NULL || !gh_json_node_is_number (id) || !gh_json_node_get_int (id, &number))
    return NULL;
  if (self->current != NULL && self->current->id == number)
    return self->current;
  if (self->next != NULL && self->next->id == number)
    return self->next;
  return NULL;
}

/* What was not watched for a while may have changed (4.39). */
static void
tell_missed (GhMcpListen *self,
             Stream      *stream,
             JsonObject  *filter)
{
  g_autofree gpointer *uris = g_hash_table_get_keys_as_array (stream->accepted, NULL);

  self->missed = FALSE;
  for (guint i = 0; i < G_N_ELEMENTS (kinds) && self->func != NULL; i++)
    if ((self->lists & kinds[i].list) != 0 && filter != NULL
        && gh_json_get_boolean (filter, kinds[i].member, FALSE))
      self->func (kinds[i].method, NULL, NULL, self->user_data);
  for (guint i = 0; uris[i] != NULL && self->func != NULL; i++)
    self->func (GH_MCP_RESOURCES_UPDATED, uris[i], NULL, self->user_data);
}

static void
take_acknowledgement (GhMcpListen *self,
                      Stream      *stream,
                      JsonObject  *params)
{
  JsonObject *filter = gh_json_get_object (params, "notifications");
  JsonArray *uris = gh_json_get_array (filter, "resourceSubscriptions");

  if (stream->accepted != NULL)
    return;
  self->n_versions = 0;
  g_clear_handle_id (&stream->timer, g_source_remove);
  stream->accepted = new_set ();
  for (guint i = 0; uris != NULL && i < json_array_get_length (uris); i++)
    {
      const char *uri = gh_json_node_get_string (json_array_get_element (uris, i));

      if (uri != NULL && g_hash_table_contains (stream->uris, uri))
        g_hash_table_add (stream->accepted, g_strdup (uri));
    }
  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    if ((self->lists & kinds[i].list) != 0
        && (filter == NULL || !gh_json_get_boolean (filter, kinds[i].member, FALSE)))
      g_debug ("The server will not tell of changes: %s", kinds[i].member);

  if (stream == self->next)
    {
      end_stream (self, &self->current);
      self->current = g_steal_pointer (&self->next);
    }
  settle_stream (self, stream);
  if (self->missed)
    tell_missed (self, stream, filter);
}

static void
take_change (GhMcpListen *self,
             const char  *method,
             JsonObject  *params)
{
  const char *uri, *id;

  if (strcmp (method, GH_MCP_RESOURCES_UPDATED) == 0)
    {
      uri = gh_json_get_string (params, "uri");
      if (uri != NULL && g_hash_table_size (self->uris) > 0)
        self->func (method, uri, NULL, self->user_data);
      return;
    }
  if (strcmp (method, GH_MCP_TASKS_CHANGED) == 0)
    {
      id = gh_json_get_string (params, "taskId");
      if (id != NULL && g_hash_table_contains (self->tasks, id))
        self->func (method, NULL, params, self->user_data);
      return;
    }
  /* Nobody asked for others. */
  for (guint i = 0; i < G_N_ELEMENTS (kinds) && self->func != NULL; i++)
    if (strcmp (method, kinds[i].method) == 0 && (self->lists & kinds[i].list) != 0)
      self->func (method, NULL, NULL, self->user_data);
}

gboolean
gh_mcp_listen_take (GhMcpListen *self,
                    const char  *method,
                    JsonObject  *params)
{
  JsonNode *id;
  Stream *stream;

  g_return_val_if_fail (self != NULL && self->func != NULL, FALSE);
  g_return_val_if_fail (method != NULL, FALSE);

  if (strcmp (method, GH_MCP_CANCELLED) == 0)
    {
      stream = find_stream (self, gh_json_get (params, "requestId"));
      if (stream != NULL)
        {
          /* Its answer may follow, or not: neither is waited for. */
          lose_stream (self, stream, NULL);
          g_cancellable_cancel (stream->cancellable);
        }
      return stream != NULL;
    }
  id = gh_json_get (gh_json_get_object (params, "_meta"), GH_MCP_META_SUBSCRIPTION);
  if (id == NULL)
    return FALSE;
  stream = find_stream (self, id);
  if (stream == NULL)
    g_debug ("A notification of an unknown subscription: %s", method);
  else
    {
      /* Who is told may free us. */
      g_ref_count_inc (&self->count);
      if (strcmp (method, GH_MCP_ACKNOWLEDGED) == 0)
        take_acknowledgement (self, stream, params);
      else
        take_change (self, method, params);
      unref (self);
    }
  return TRUE;
}

/* From outside */

GhMcpListen *
gh_mcp_listen_new (GhRpcPeer        *peer,
                   const GhMcpMeta  *meta,
                   gboolean          tell,
                   GhMcpListenLists  lists,
                   GhMcpListenFunc   func,
                   gpointer          user_data)
{
  GhMcpListen *self;

  g_return_val_if_fail (GH_IS_RPC_PEER (peer), NULL);
  g_return_val_if_fail (meta != NULL, NULL);
  g_return_val_if_fail (func != NULL, NULL);

  self = g_new0 (GhMcpListen, 1);
  g_ref_count_init (&self->count);
  self->peer = g_object_ref (peer);
  self->version = g_strdup (meta->version);
  self->capabilities = meta->capabilities;
  self->tell = tell;
  self->lists = lists;
  self->func = func;
  self->user_data = user_data;
  self->uris = new_set ();
  self->tasks = new_set ();
  self->asking = g_ptr_array_new ();
  if (lists != 0)
    open_soon (self);
  return self;
}

static gboolean
no_longer_asking_cb (GCancellable *cancellable,
                     gpointer      user_data)
{
  Asking *asking = g_task_get_task_data (G_TASK (user_data));
  GhMcpListen *self = asking->listen;
  g_autoptr(GError) error = NULL;
  guint index;

  g_cancellable_set_error_if_cancelled (cancellable, &error);
  if (g_ptr_array_find (self->asking, user_data, &index))
    {
      settle (self, index, error);
      open_soon (self);
    }
  return G_SOURCE_REMOVE;
}

void
gh_mcp_listen_subscribe_async (GhMcpListen         *self,
                               const char          *uri,
                               GCancellable        *cancellable,
                               GAsyncReadyCallback  callback,
                               gpointer             user_data)
{
  g_autoptr(GTask) task = NULL;
  Asking *asking;

  g_return_if_fail (self != NULL);
  g_return_if_fail (uri != NULL);

  task = g_task_new (NULL, cancellable, callback, user_data);
  g_task_set_source_tag (task, gh_mcp_listen_subscribe_async);
  g_task_set_check_cancellable (task, FALSE);
  if (self->current != NULL && self->current->accepted != NULL
      && g_hash_table_contains (self->current->accepted, uri)
      && g_hash_table_contains (self->uris, uri))
    {
      g_task_return_boolean (task, TRUE);
      return;
    }
  asking = g_new0 (Asking, 1);
  asking->listen = self;
  asking->uri = g_strdup (uri);
  g_task_set_task_data (task, asking, asking_free);
  if (cancellable != NULL)
    {
      asking->cancelled = g_cancellable_source_new (cancellable);
      g_task_attach_source (task, asking->cancelled, G_SOURCE_FUNC (no_longer_asking_cb));
    }
  g_hash_table_add (self->uris, g_strdup (uri));
  g_ptr_array_add (self->asking, g_steal_pointer (&task));
  open_soon (self);
}

gboolean
gh_mcp_listen_subscribe_finish (GAsyncResult  *result,
                                GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, NULL), FALSE);

  return g_task_propagate_boolean (G_TASK (result), error);
}

void
gh_mcp_listen_unsubscribe (GhMcpListen *self,
                           const char  *uri)
{
  g_return_if_fail (self != NULL);
  g_return_if_fail (uri != NULL);

  if (g_hash_table_remove (self->uris, uri))
    open_soon (self);
}

gboolean
gh_mcp_listen_is_used (GhMcpListen *self)
{
  g_return_val_if_fail (self != NULL, FALSE);

  return self->lists != 0 || g_hash_table_size (self->uris) > 0;
}

void
gh_mcp_listen_watch_task (GhMcpListen *self,
                          const char  *id)
{
  g_return_if_fail (self != NULL);
  g_return_if_fail (id != NULL);

  if (g_hash_table_add (self->tasks, g_strdup (id)))
    open_soon (self);
}

/* What is asked for goes on as it is: one that is over is not told of any more. */
void
gh_mcp_listen_forget_task (GhMcpListen *self,
                           const char  *id)
{
  g_return_if_fail (self != NULL);
  g_return_if_fail (id != NULL);

  g_hash_table_remove (self->tasks, id);
}

void
gh_mcp_listen_set_version (GhMcpListen *self,
                           const char  *version)
{
  char *copy;

  g_return_if_fail (self != NULL);
  g_return_if_fail (version != NULL);

  copy = g_strdup (version);
  g_free (self->version);
  self->version = copy;
}

void
gh_mcp_listen_free (GhMcpListen *self)
{
  g_autoptr(GError) error = g_error_new (GH_RPC_ERROR, GH_RPC_ERROR_CLOSED,
                                         "The connection was closed");

  g_return_if_fail (self != NULL);

  self->func = NULL;
  g_clear_handle_id (&self->open_source, g_source_remove);
  g_clear_handle_id (&self->retry_timer, g_source_remove);
  settle_all (self, error);
  end_stream (self, &self->next);
  end_stream (self, &self->current);
  unref (self);
}
