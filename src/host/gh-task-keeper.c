/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * Remembers calls that go on at their servers as tasks, and takes them up again (requirement
 * 8.44). */
#include "config.h"

#include "gh-task-keeper.h"

#include "gh-json.h"
#include "gh-server.h"

/* More than a person waits for at a time; the oldest goes. */
#define MAX_TASKS 200
/* No server keeps a result for longer, and nobody waits for it any more. */
#define MAX_AGE_S (7 * 24 * 60 * 60)

struct _GhTaskKeeper
{
  GObject parent;

  /* Owned. */
  GhFileStore *store;
  GPtrArray   *tasks; /* of Task, the newest last */
};

typedef struct
{
  char     *server; /* its id */
  char     *tool;
  char     *id;
  gint64    time;    /* seconds since 1970 */
  gboolean  running; /* a call of ours waits for it */
} Task;

G_DEFINE_FINAL_TYPE (GhTaskKeeper, gh_task_keeper, G_TYPE_OBJECT)

static void
task_free (Task *task)
{
  g_free (task->server);
  g_free (task->tool);
  g_free (task->id);
  g_free (task);
}

static void
gh_task_keeper_finalize (GObject *object)
{
  GhTaskKeeper *self = GH_TASK_KEEPER (object);

  g_clear_object (&self->store);
  g_clear_pointer (&self->tasks, g_ptr_array_unref);

  G_OBJECT_CLASS (gh_task_keeper_parent_class)->finalize (object);
}

static void
gh_task_keeper_class_init (GhTaskKeeperClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = gh_task_keeper_finalize;
}

static void
gh_task_keeper_init (GhTaskKeeper *self)
{
  self->tasks = g_ptr_array_new_with_free_func ((GDestroyNotify) task_free);
}

static void
save (GhTaskKeeper *self)
{
  JsonArray *array = json_array_new ();
  g_autoptr(JsonObject) top = json_object_new ();

  for (guint i = 0; i < self->tasks->len; i++)
    {
      Task *task = g_ptr_array_index (self->tasks, i);
      JsonObject *object = json_object_new ();

      gh_json_add_string (object, "server", task->server);
      gh_json_add_string (object, "tool", task->tool);
      gh_json_add_string (object, "task", task->id);
      json_object_set_member (object, "time", gh_json_node_new_int (task->time));
      json_array_add_element (array, gh_json_node_new_object (object));
    }
  json_object_set_member (top, "tasks", gh_json_node_new_array (array));
  gh_file_store_save (self->store, top);
}

static void
add (GhTaskKeeper *self,
     const char   *server,
     const char   *tool,
     const char   *id,
     gint64        time,
     gboolean      running)
{
  Task *task = g_new0 (Task, 1);

  task->server = g_strdup (server);
  task->tool = g_strdup (tool);
  task->id = g_strdup (id);
  task->time = time;
  task->running = running;
  g_ptr_array_add (self->tasks, task);
  if (self->tasks->len > MAX_TASKS)
    g_ptr_array_remove_index (self->tasks, 0);
}

/* tool NULL: it is over. */
static void
task_cb (GhTaskKeeper *self,
         const char   *id,
         const char   *tool,
         GhServer     *server)
{
  if (tool != NULL)
    add (self, gh_server_get_id (server), tool, id, g_get_real_time () / G_USEC_PER_SEC, TRUE);
  for (guint i = self->tasks->len; tool == NULL && i > 0; i--)
    {
      Task *task = g_ptr_array_index (self->tasks, i - 1);

      if (g_str_equal (task->id, id) && g_str_equal (task->server, gh_server_get_id (server)))
        g_ptr_array_remove_index (self->tasks, i - 1);
    }
  save (self);
}

static GhTool *
find_tool (GhServer   *server,
           const char *name)
{
  GListModel *tools = gh_server_list_tools (server);

  for (guint i = 0; i < g_list_model_get_n_items (tools); i++)
    {
      g_autoptr(GhTool) tool = g_list_model_get_item (tools, i);

      if (g_str_equal (gh_tool_get_name (tool), name))
        return g_steal_pointer (&tool);
    }
  return NULL;
}

/* Once the server has listed its tools: what it offers as a task is told by them. */
static void
server_cb (GhTaskKeeper *self,
           GParamSpec   *pspec,
           GhServer     *server)
{
  gboolean runs = gh_server_get_state (server) == GH_SERVER_RUNNING;

  if (runs && gh_server_get_listing (server))
    return;
  for (guint i = 0; i < self->tasks->len; i++)
    {
      Task *task = g_ptr_array_index (self->tasks, i);
      g_autoptr(GhTool) tool = NULL;
      g_autoptr(GhToolCall) call = NULL;

      if (!g_str_equal (task->server, gh_server_get_id (server)) || task->running == runs)
        continue;
      tool = runs ? find_tool (server, task->tool) : NULL;
      task->running = tool != NULL;
      if (tool != NULL)
        call = gh_server_resume_call (server, tool, task->id);
    }
}

static void
servers_changed_cb (GhTaskKeeper *self,
                    guint         position,
                    guint         removed,
                    guint         added,
                    GListModel   *servers)
{
  for (guint i = position; i < position + added; i++)
    {
      g_autoptr(GhServer) server = g_list_model_get_item (servers, i);

      /* One that was removed may come back. */
      g_signal_handlers_disconnect_by_data (server, self);
      g_signal_connect_object (server, "task", G_CALLBACK (task_cb), self, G_CONNECT_SWAPPED);
      g_signal_connect_object (server, "notify::state", G_CALLBACK (server_cb), self,
                               G_CONNECT_SWAPPED);
      g_signal_connect_object (server, "notify::listing", G_CALLBACK (server_cb), self,
                               G_CONNECT_SWAPPED);
    }
}

GhTaskKeeper *
gh_task_keeper_new (GhFileStore *store,
                    GListModel  *servers)
{
  GhTaskKeeper *self;

  g_return_val_if_fail (GH_IS_FILE_STORE (store), NULL);
  g_return_val_if_fail (G_IS_LIST_MODEL (servers), NULL);

  self = g_object_new (GH_TYPE_TASK_KEEPER, NULL);
  self->store = g_object_ref (store);
  g_signal_connect_object (servers, "items-changed", G_CALLBACK (servers_changed_cb), self,
                           G_CONNECT_SWAPPED);
  servers_changed_cb (self, 0, 0, g_list_model_get_n_items (servers), servers);
  return self;
}

static void
read_tasks (GhTaskKeeper *self,
            JsonObject   *top)
{
  JsonArray *array = gh_json_get_array (top, "tasks");
  gint64 now = g_get_real_time () / G_USEC_PER_SEC;

  for (guint i = 0; array != NULL && i < json_array_get_length (array); i++)
    {
      JsonObject *object = gh_json_node_get_object (json_array_get_element (array, i));
      const char *server = gh_json_get_string (object, "server");
      const char *tool = gh_json_get_string (object, "tool");
      const char *id = gh_json_get_string (object, "task");
      gint64 time = gh_json_get_int (object, "time", 0);

      if (server != NULL && tool != NULL && id != NULL && time <= now && time > now - MAX_AGE_S)
        add (self, server, tool, id, time, FALSE);
    }
}

static void
loaded_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  g_autoptr(GTask) task = user_data;
  GError *error = NULL;
  g_autoptr(JsonObject) top =
    gh_file_store_load_finish (GH_FILE_STORE (source), result, &error);

  if (top == NULL)
    {
      g_task_return_error (task, error);
      return;
    }
  read_tasks (g_task_get_source_object (task), top);
  g_task_return_boolean (task, TRUE);
}

void
gh_task_keeper_load_async (GhTaskKeeper        *self,
                           GCancellable        *cancellable,
                           GAsyncReadyCallback  callback,
                           gpointer             user_data)
{
  GTask *task;

  g_return_if_fail (GH_IS_TASK_KEEPER (self));

  task = g_task_new (self, cancellable, callback, user_data);
  g_task_set_source_tag (task, gh_task_keeper_load_async);
  gh_file_store_load_async (self->store, cancellable, loaded_cb, task);
}

gboolean
gh_task_keeper_load_finish (GhTaskKeeper  *self,
                            GAsyncResult  *result,
                            GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), FALSE);

  return g_task_propagate_boolean (G_TASK (result), error);
}
