/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * All pages of a list of a server's: tools, resources, templates, prompts (requirements 8.1,
 * 8.2). */
#include "config.h"

#include "gh-mcp-session-private.h"

#include <string.h>

#include "gh-json.h"
#include "gh-rpc-error.h"

/* The largest servers seen have some hundred items on a handful of pages. */
#define MAX_PAGES 1000
#define MAX_ITEMS 10000
/* JSON text of all of them: 1.6 KiB each at the most items; without it the pages could hold a
 * thousand messages of the largest size. */
#define MAX_TOTAL (16 * 1024 * 1024)

/* One reading: asks for a page, takes its items, asks for the next until there is none. */
typedef struct
{
  const GhMcpListKind *kind;
  GPtrArray *items;    /* of what kind->parse gives */
  GHashTable *keys;    /* set of the items' keys, borrowed from them */
  GHashTable *cursors; /* set of JsonNode: the cursors asked for */
  guint n_pages;
  gsize size; /* of the items' JSON text */
  gboolean restarted; /* a refused cursor starts the list over, once */
} Reading;

static void
reading_free (gpointer data)
{
  Reading *reading = data;

  g_hash_table_unref (reading->cursors);
  g_hash_table_unref (reading->keys);
  g_clear_pointer (&reading->items, g_ptr_array_unref);
  g_free (reading);
}

static guint
cursor_hash (gconstpointer key)
{
  return gh_json_node_hash ((JsonNode *) key);
}

static gboolean
cursor_equal (gconstpointer a,
              gconstpointer b)
{
  return gh_json_node_equal ((JsonNode *) a, (JsonNode *) b);
}

static void page_cb (GObject      *source,
                     GAsyncResult *result,
                     gpointer      user_data);

static void
ask (GTask    *task,
     JsonNode *cursor)
{
  static const GhMcpRequestOptions options = { .flags = GH_MCP_REQUEST_SAFE };
  Reading *reading = g_task_get_task_data (task);
  g_autoptr(JsonNode) params = NULL;

  if (cursor != NULL)
    {
      JsonObject *object = json_object_new ();

      /* The very node: cursors are opaque and go back byte for byte. */
      json_object_set_member (object, "cursor", json_node_ref (cursor));
      params = gh_json_node_new_object (object);
      g_hash_table_add (reading->cursors, json_node_ref (cursor));
    }
  gh_mcp_session_request_async (g_task_get_source_object (task), reading->kind->method, params,
                                &options, g_task_get_cancellable (task), page_cb,
                                g_object_ref (task));
}

static void
finish (GTask *task)
{
  Reading *reading = g_task_get_task_data (task);

  g_task_return_pointer (task, g_steal_pointer (&reading->items),
                         (GDestroyNotify) g_ptr_array_unref);
}

static gboolean
is_full (Reading *reading)
{
  return reading->items->len >= MAX_ITEMS || reading->size >= MAX_TOTAL;
}

static void
take_item (GhMcpSession *self,
           Reading      *reading,
           JsonNode     *element)
{
  const GhMcpListKind *kind = reading->kind;
  g_autoptr(GError) error = NULL;
  g_autofree char *text = NULL;
  const char *key = NULL;
  gpointer item = kind->parse (self, element, &key, &error);

  /* One bad item does not take the others with it; of two with one key only one can be asked
   * for. */
  if (item == NULL)
    {
      g_debug ("%s: left out: %s", kind->method, error->message);
      return;
    }
  if (g_hash_table_contains (reading->keys, key))
    {
      g_debug ("%s: left out, it is there already: %s", kind->method, key);
      kind->free (item);
      return;
    }
  text = gh_json_write_start (element, MAX_TOTAL + 1);
  reading->size += strlen (text);
  if (reading->size > MAX_TOTAL)
    {
      kind->free (item);
      return;
    }
  g_hash_table_add (reading->keys, (gpointer) key);
  g_ptr_array_add (reading->items, item);
}

static void
start_over (GTask *task)
{
  Reading *reading = g_task_get_task_data (task);

  reading->restarted = TRUE;
  g_hash_table_remove_all (reading->cursors);
  g_hash_table_remove_all (reading->keys);
  g_ptr_array_set_size (reading->items, 0);
  reading->size = 0;
  ask (task, NULL);
}

static void
take_page (GTask    *task,
           JsonNode *page)
{
  GhMcpSession *self = g_task_get_source_object (task);
  Reading *reading = g_task_get_task_data (task);
  const GhMcpListKind *kind = reading->kind;
  JsonObject *object = gh_json_node_get_object (page);
  JsonArray *array = object != NULL ? gh_json_get_array (object, kind->member) : NULL;
  JsonNode *cursor;

  if (array == NULL)
    {
      g_task_return_new_error (task, GH_MCP_ERROR, GH_MCP_ERROR_PROTOCOL,
                               "The server's answer to %s has no list of %s", kind->method,
                               kind->member);
      return;
    }
  for (guint i = 0; i < json_array_get_length (array) && !is_full (reading); i++)
    take_item (self, reading, json_array_get_element (array, i));
  reading->n_pages++;

  cursor = gh_json_get (object, "nextCursor");
  if (cursor == NULL || !gh_json_node_is_string (cursor))
    finish (task);
  else if (g_hash_table_contains (reading->cursors, cursor))
    {
      g_debug ("%s gives a cursor for the second time: taken as the end", kind->method);
      finish (task);
    }
  else if (reading->n_pages >= MAX_PAGES || is_full (reading))
    {
      g_debug ("%s is too long: cut after %u pages, %u items", kind->method, reading->n_pages,
               reading->items->len);
      finish (task);
    }
  else
    ask (task, cursor);
}

static void
page_cb (GObject      *source,
         GAsyncResult *result,
         gpointer      user_data)
{
  g_autoptr(GTask) task = user_data;
  Reading *reading = g_task_get_task_data (task);
  g_autoptr(GError) error = NULL;
  JsonNode *page = gh_mcp_session_request_finish (GH_MCP_SESSION (source), result, &error);

  if (page != NULL)
    {
      take_page (task, page);
      gh_json_node_release (page);
    }
  /* The list changed while it was read: its cursors are gone, so read it from the start (8.2). */
  else if (g_error_matches (error, GH_RPC_REMOTE_ERROR, GH_RPC_INVALID_PARAMS)
           && reading->n_pages > 0 && !reading->restarted)
    start_over (task);
  else
    g_task_return_error (task, g_steal_pointer (&error));
}

/**
 * gh_mcp_session_list_async:
 * @kind: what is listed; outlives the call
 *
 * Reads all pages, bounded in number, items and size; a server that gives the same cursor again
 * ends the list. GH_MCP_ERROR_NOT_READY when the server does not offer it.
 */
void
gh_mcp_session_list_async (GhMcpSession        *self,
                           const GhMcpListKind *kind,
                           GCancellable        *cancellable,
                           GAsyncReadyCallback  callback,
                           gpointer             user_data)
{
  g_autoptr(GTask) task = NULL;
  Reading *reading;

  g_return_if_fail (GH_IS_MCP_SESSION (self));
  g_return_if_fail (kind != NULL);

  task = gh_mcp_session_new_task (self, kind->is_offered (self), kind->capability, cancellable,
                                  callback, user_data, gh_mcp_session_list_async);
  if (task == NULL)
    return;
  reading = g_new0 (Reading, 1);
  reading->kind = kind;
  reading->items = g_ptr_array_new_with_free_func (kind->free);
  reading->keys = g_hash_table_new (g_str_hash, g_str_equal);
  reading->cursors = g_hash_table_new_full (cursor_hash, cursor_equal,
                                            (GDestroyNotify) json_node_unref, NULL);

  g_task_set_task_data (task, reading, reading_free);
  ask (task, NULL);
}

GPtrArray *
gh_mcp_session_list_finish (GhMcpSession  *self,
                            GAsyncResult  *result,
                            GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}
