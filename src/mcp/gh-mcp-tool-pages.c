/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * Reads all pages of tools/list (requirements 8.1, 8.2). */
#include "config.h"

#include "gh-mcp-tool-pages.h"

#include <string.h>

#include "gh-json.h"
#include "gh-mcp-cancel.h"
#include "gh-mcp-error.h"
#include "gh-mcp-protocol.h"
#include "gh-mcp-tool.h"
#include "gh-rpc-error.h"

/* The largest servers seen have some hundred tools on a handful of pages. */
#define MAX_PAGES 1000
#define MAX_TOOLS 10000
/* JSON text of all of them: 1.6 KiB each at the most tools; without it the pages could hold a
 * thousand messages of the largest size. */
#define MAX_TOTAL (16 * 1024 * 1024)

/* One reading: asks for a page, takes its tools, asks for the next until there is none. */
typedef struct
{
  GPtrArray *tools;    /* of GhMcpTool */
  GHashTable *names;   /* set of names in tools, borrowed from them */
  GHashTable *cursors; /* set of JsonNode: the cursors asked for */
  guint n_pages;
  gsize size; /* of the tools' JSON text */
  gint64 id;  /* of the request under way */
  guint timeout_ms;
  gboolean with_tasks;
  gboolean restarted; /* a refused cursor starts the list over, once */
} Reading;

static void
reading_free (gpointer data)
{
  Reading *reading = data;

  g_hash_table_unref (reading->cursors);
  g_hash_table_unref (reading->names);
  g_clear_pointer (&reading->tools, g_ptr_array_unref);
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
  Reading *reading = g_task_get_task_data (task);
  g_autoptr(JsonNode) params = NULL;

  /* Nothing was sent that could be called off. */
  if (g_task_return_error_if_cancelled (task))
    return;
  if (cursor != NULL)
    {
      JsonObject *object = json_object_new ();

      /* The very node: cursors are opaque and go back byte for byte. */
      json_object_set_member (object, "cursor", json_node_ref (cursor));
      params = gh_json_node_new_object (object);
      g_hash_table_add (reading->cursors, json_node_ref (cursor));
    }
  gh_rpc_peer_call_async (g_task_get_source_object (task), GH_MCP_TOOLS_LIST, params,
                          reading->timeout_ms, &reading->id, g_task_get_cancellable (task),
                          page_cb, g_object_ref (task));
}

static void
finish (GTask *task)
{
  Reading *reading = g_task_get_task_data (task);

  g_task_return_pointer (task, g_steal_pointer (&reading->tools),
                         (GDestroyNotify) g_ptr_array_unref);
}

static gboolean
is_full (Reading *reading)
{
  return reading->tools->len >= MAX_TOOLS || reading->size >= MAX_TOTAL;
}

static void
take_tools (Reading   *reading,
            JsonArray *array)
{
  for (guint i = 0; i < json_array_get_length (array) && !is_full (reading); i++)
    {
      g_autoptr(GError) error = NULL;
      g_autoptr(GhMcpTool) tool = gh_mcp_tool_parse (json_array_get_element (array, i),
                                                       reading->with_tasks, &error);

      /* One bad tool does not take the others with it; of two with one name only one can be
       * called. */
      if (tool == NULL)
        g_debug ("Tool left out: %s", error->message);
      else if (g_hash_table_contains (reading->names, tool->name))
        g_debug ("Tool left out, its name is taken: %s", tool->name);
      else
        {
          g_autofree char *text = gh_json_write_start (tool->raw, MAX_TOTAL + 1);

          reading->size += strlen (text);
          if (reading->size > MAX_TOTAL)
            break;
          g_hash_table_add (reading->names, tool->name);
          g_ptr_array_add (reading->tools, g_steal_pointer (&tool));
        }
    }
}

static void
page_cb (GObject      *source,
         GAsyncResult *result,
         gpointer      user_data)
{
  g_autoptr(GTask) task = user_data;
  Reading *reading = g_task_get_task_data (task);
  g_autoptr(GError) error = NULL;
  g_autoptr(JsonNode) page = gh_rpc_peer_call_finish (GH_RPC_PEER (source), result, &error);
  JsonObject *object;
  JsonArray *array;
  JsonNode *cursor;

  if (page == NULL)
    {
      /* The list changed while it was read: its cursors are gone, so read it from the start
       * (8.2). */
      if (g_error_matches (error, GH_RPC_REMOTE_ERROR, GH_RPC_INVALID_PARAMS)
          && reading->n_pages > 0 && !reading->restarted)
        {
          reading->restarted = TRUE;
          g_hash_table_remove_all (reading->cursors);
          g_hash_table_remove_all (reading->names);
          g_ptr_array_set_size (reading->tools, 0);
          reading->size = 0;
          ask (task, NULL);
        }
      else
        {
          gh_mcp_cancel_abandoned (GH_RPC_PEER (source), reading->id, error);
          g_task_return_error (task, g_steal_pointer (&error));
        }
      return;
    }

  object = gh_json_node_get_object (page);
  array = object != NULL ? gh_json_get_array (object, "tools") : NULL;
  if (array == NULL)
    {
      g_task_return_new_error (task, GH_MCP_ERROR, GH_MCP_ERROR_PROTOCOL,
                               "The server's answer to tools/list has no list of tools");
      return;
    }
  take_tools (reading, array);
  reading->n_pages++;

  cursor = gh_json_get (object, "nextCursor");
  if (cursor == NULL || !gh_json_node_is_string (cursor))
    finish (task);
  else if (g_hash_table_contains (reading->cursors, cursor))
    {
      g_debug ("tools/list gives a cursor for the second time: taken as the end");
      finish (task);
    }
  else if (reading->n_pages >= MAX_PAGES || is_full (reading))
    {
      g_debug ("tools/list is too long: cut after %u pages, %u tools", reading->n_pages,
               reading->tools->len);
      finish (task);
    }
  else
    ask (task, cursor);
}

void
gh_mcp_tool_pages_read_async (GhRpcPeer           *peer,
                              guint                timeout_ms,
                              gboolean             with_tasks,
                              GCancellable        *cancellable,
                              GAsyncReadyCallback  callback,
                              gpointer             user_data)
{
  g_autoptr(GTask) task = NULL;
  Reading *reading;

  g_return_if_fail (GH_IS_RPC_PEER (peer));

  reading = g_new0 (Reading, 1);
  reading->tools = g_ptr_array_new_with_free_func ((GDestroyNotify) gh_mcp_tool_unref);
  reading->names = g_hash_table_new (g_str_hash, g_str_equal);
  reading->cursors = g_hash_table_new_full (cursor_hash, cursor_equal,
                                            (GDestroyNotify) json_node_unref, NULL);
  reading->timeout_ms = timeout_ms;
  reading->with_tasks = with_tasks;

  task = g_task_new (peer, cancellable, callback, user_data);
  g_task_set_source_tag (task, gh_mcp_tool_pages_read_async);
  g_task_set_task_data (task, reading, reading_free);
  ask (task, NULL);
}

GPtrArray *
gh_mcp_tool_pages_read_finish (GhRpcPeer     *peer,
                               GAsyncResult  *result,
                               GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, peer), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}
