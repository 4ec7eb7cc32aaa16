/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * Letting go of large values without stopping the main loop. */
#include "config.h"

#include "gh-json.h"

/* Trees of more nodes are freed in a thread: some milliseconds of work. Counting up to here is a
 * fraction of one. */
#define MANY_NODES 5000

/* Subtracts the nodes of a tree from what is left; FALSE when it is used up. */
static gboolean
count_nodes (JsonNode *node,
             guint    *left)
{
  JsonObject *object = gh_json_node_get_object (node);
  JsonArray *array = gh_json_node_get_array (node);

  if (*left == 0)
    return FALSE;
  --*left;
  if (object != NULL)
    {
      JsonObjectIter iter;
      JsonNode *member;

      json_object_iter_init (&iter, object);
      while (json_object_iter_next (&iter, NULL, &member))
        if (!count_nodes (member, left))
          return FALSE;
    }
  if (array != NULL)
    for (guint i = 0; i < json_array_get_length (array); i++)
      if (!count_nodes (json_array_get_element (array, i), left))
        return FALSE;
  return TRUE;
}

static gpointer
free_in_thread (gpointer data)
{
  json_node_unref (data);
  return NULL;
}

/**
 * gh_json_node_release:
 * @take_node: (transfer full): a value that may be large
 *
 * Like json_node_unref(), but a large tree is freed in a thread. Others may hold nodes inside it
 * (json_node_ref() counts atomically) but not its JsonObjects and JsonArrays: hold their nodes
 * instead.
 */
void
gh_json_node_release (JsonNode *take_node)
{
  guint left = MANY_NODES;
  GThread *thread = NULL;

  g_return_if_fail (take_node != NULL);

  if (!count_nodes (take_node, &left))
    thread = g_thread_try_new ("gh-json release", free_in_thread, take_node, NULL);
  if (thread != NULL)
    g_thread_unref (thread);
  else
    json_node_unref (take_node);
}
