/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * The application model: everything a window or a command line shows, in one object. */
#include "config.h"

#include "gh-host.h"

#include "gh-history-capture.h"

#include "gh-task-keeper.h"

/* Earlier contents kept of each file. Of the servers more: that one is edited by hand and by other
 * programs, and hardest to write again from memory. */
#define N_BACKUPS 3
#define N_SERVER_BACKUPS 5

/* Closing ends after this whatever happens. Stopping a server (asking, then SIGTERM, then
 * SIGKILL) has shorter bounds of its own; what is left is a disk that does not answer. */
#define CLOSE_AT_MOST_SECONDS 15

/* A server whose request was just denied gets this long to hear of it before it is ended. The
 * answer is a few bytes and only has to reach the pipe. */
#define DENIAL_MS 100

typedef enum
{
  OPEN,
  DENYING,  /* what was open is denied; the answers are on their way */
  STOPPING, /* servers are being ended */
  FLUSHING, /* files are being written */
  CLOSED,
} Phase;

struct _GhHost
{
  GObject parent_instance;

  /* owned */
  GListStore *problems;
  GhFileStore *root_store;
  GhFileStore *server_store;
  GhFileStore *model_store;
  GhFileStore *task_store; /* or NULL: read-only */
  GhFileStore *rule_store; /* or NULL */
  GhFileStore *definition_store; /* or NULL */
  GhUsage *usage;
  GhRuleList *rules;
  GhRuleTrust *trust; /* or NULL */
  GhSecretStore *secrets;
  GhModelList *models;
  GhRootList *roots;
  GhRequestBroker *broker;
  GhServerList *servers;
  GhHistory *history;
  GhTaskKeeper *tasks; /* or NULL: read-only */
  GPtrArray *closing; /* of GTask: who waits for the end */
  GCancellable *load_cancellable;

  Phase phase;
  guint n_flushing;
  guint deadline_source;
  guint denial_source;
};

G_DEFINE_TYPE (GhHost, gh_host, G_TYPE_OBJECT)

static void
gh_host_dispose (GObject *object)
{
  GhHost *self = GH_HOST (object);

  g_clear_handle_id (&self->deadline_source, g_source_remove);
  g_clear_handle_id (&self->denial_source, g_source_remove);
  g_cancellable_cancel (self->load_cancellable);
  g_clear_object (&self->tasks);
  g_clear_object (&self->trust);
  g_clear_object (&self->history);
  g_clear_object (&self->servers);
  g_clear_object (&self->broker);
  g_clear_object (&self->roots);
  g_clear_object (&self->rules);
  g_clear_object (&self->usage);
  g_clear_object (&self->models);
  g_clear_object (&self->secrets);

  G_OBJECT_CLASS (gh_host_parent_class)->dispose (object);
}

static void
gh_host_finalize (GObject *object)
{
  GhHost *self = GH_HOST (object);

  g_clear_object (&self->root_store);
  g_clear_object (&self->server_store);
  g_clear_object (&self->model_store);
  g_clear_object (&self->task_store);
  g_clear_object (&self->rule_store);
  g_clear_object (&self->definition_store);
  g_clear_object (&self->problems);
  g_clear_object (&self->load_cancellable);
  g_clear_pointer (&self->closing, g_ptr_array_unref);

  G_OBJECT_CLASS (gh_host_parent_class)->finalize (object);
}

static void
gh_host_class_init (GhHostClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = gh_host_dispose;
  object_class->finalize = gh_host_finalize;
}

static void
gh_host_init (GhHost *self)
{
  self->problems = g_list_store_new (GH_TYPE_PROBLEM);
  self->closing = g_ptr_array_new_with_free_func (g_object_unref);
  self->load_cancellable = g_cancellable_new ();
}

static GhFileStore *
store_new (GhHost     *self,
           const char *config_dir,
           const char *name,
           guint       n_backups)
{
  g_autoptr(GFile) file = g_file_new_build_filename (config_dir, name, NULL);

  return gh_file_store_new (file, n_backups, self->problems);
}

static void
shield_changed_cb (GhHost *self)
{
  gh_history_set_shield (self->history, gh_masking_policy_get_shield (gh_host_get_masking (self)));
}

/* With the stores: the rest of it. */
static void
build (GhHost *self)
{
  GhMaskingPolicy *masking;

  self->secrets = gh_secret_store_new ();
  self->models = gh_model_list_new (self->model_store, self->secrets);
  self->roots = gh_root_list_new (self->root_store);
  self->broker = gh_request_broker_new (self->models);
  gh_request_broker_set_rules (self->broker, self->rules);
  self->servers = gh_server_list_new (self->server_store, self->roots, self->broker);
  masking = gh_request_broker_get_masking (self->broker);
  gh_masking_policy_use_settings (masking);
  self->history = gh_history_new (self->problems, gh_masking_policy_get_shield (masking));
  g_signal_connect_object (masking, "notify::shield", G_CALLBACK (shield_changed_cb), self,
                           G_CONNECT_SWAPPED);
  gh_history_watch (self->history, self->broker, G_LIST_MODEL (self->servers));
}

/**
 * gh_host_new:
 * @config_dir: where roots.json, mcp.json, models.json, rules.json and tasks.json live; made when
 *   first written to
 * @data_dir: (nullable): where what Gatehouse itself remembers lives; NULL: nothing is
 *
 * Returns: (transfer full): a host that has loaded nothing yet
 */
GhHost *
gh_host_new (const char *config_dir,
             const char *data_dir)
{
  g_return_val_if_fail (config_dir != NULL, NULL);

  GhHost *self = g_object_new (GH_TYPE_HOST, NULL);
  g_autoptr(GFile) usage =
    data_dir != NULL ? g_file_new_build_filename (data_dir, "usage.jsonl", NULL) : NULL;

  self->root_store = store_new (self, config_dir, "roots.json", N_BACKUPS);
  self->server_store = store_new (self, config_dir, "mcp.json", N_SERVER_BACKUPS);
  self->model_store = store_new (self, config_dir, "models.json", N_BACKUPS);
  self->task_store = store_new (self, config_dir, "tasks.json", 0);
  self->rule_store = store_new (self, config_dir, "rules.json", N_BACKUPS);
  self->usage = gh_usage_new (usage, self->problems);
  self->rules = gh_rule_list_new (self->rule_store, self->usage);
  build (self);
  if (data_dir != NULL)
    {
      g_autofree char *history = g_build_filename (data_dir, "history.sqlite", NULL);

      self->definition_store = store_new (self, data_dir, "definitions.json", 0);
      gh_history_open (self->history, history);
    }
  self->trust = gh_rule_trust_new (self->definition_store, self->servers, self->rules);
  self->tasks = gh_task_keeper_new (self->task_store, G_LIST_MODEL (self->servers));
  return self;
}

/**
 * gh_host_new_read_only:
 * @servers_file: (nullable): a path; NULL: mcp.json in @config_dir
 *
 * Returns: (transfer full): a host that has loaded nothing yet, for one command's time
 */
GhHost *
gh_host_new_read_only (const char *config_dir,
                       const char *servers_file,
                       gboolean    without_roots)
{
  g_return_val_if_fail (config_dir != NULL, NULL);

  GhHost *self = g_object_new (GH_TYPE_HOST, NULL);
  g_autoptr(GFile) models = g_file_new_build_filename (config_dir, "models.json", NULL);
  g_autoptr(GFile) roots =
    without_roots ? NULL : g_file_new_build_filename (config_dir, "roots.json", NULL);
  g_autoptr(GFile) servers = servers_file != NULL
                               ? g_file_new_for_path (servers_file)
                               : g_file_new_build_filename (config_dir, "mcp.json", NULL);

  self->root_store = gh_file_store_new_read_only (roots, self->problems);
  self->server_store = gh_file_store_new_read_only (servers, self->problems);
  self->model_store = gh_file_store_new_read_only (models, self->problems);
  self->usage = gh_usage_new (NULL, NULL);
  self->rules = gh_rule_list_new_policy (gh_rule_set_new (), self->usage);
  build (self);
  gh_server_list_set_autostart (self->servers, FALSE);
  return self;
}

/**
 * gh_host_set_policy:
 * @take_set: (transfer full): rules and budgets
 */
void
gh_host_set_policy (GhHost    *self,
                    GhRuleSet *take_set)
{
  g_return_if_fail (GH_IS_HOST (self));
  g_return_if_fail (take_set != NULL);

  g_clear_object (&self->rules);
  self->rules = gh_rule_list_new_policy (take_set, self->usage);
  gh_request_broker_set_rules (self->broker, self->rules);
}

/* --- loading ---
 *
 * 1. roots, models, rules, what was used so far and the tasks that go on at servers, side by side;
 * 2. servers: those that start at once find all of it known. */

typedef struct
{
  guint n_pending;
  GError *error; /* the first, or NULL */
} LoadData;

static void
load_data_free (LoadData *data)
{
  g_clear_error (&data->error);
  g_free (data);
}

static void
servers_loaded_cb (GObject      *source,
                   GAsyncResult *result,
                   gpointer      user_data)
{
  g_autoptr(GTask) task = G_TASK (user_data);
  GError *error = NULL;

  if (gh_server_list_load_finish (GH_SERVER_LIST (source), result, &error))
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

static void
advance_load (GTask  *task,
              GError *take_error)
{
  GhHost *self = g_task_get_source_object (task);
  LoadData *data = g_task_get_task_data (task);

  if (data->error == NULL)
    data->error = take_error;
  else
    g_clear_error (&take_error);
  if (--data->n_pending > 0)
    return;

  if (data->error == NULL)
    g_cancellable_set_error_if_cancelled (self->load_cancellable, &data->error);
  if (data->error != NULL)
    g_task_return_error (task, g_steal_pointer (&data->error));
  else
    gh_server_list_load_async (self->servers, self->load_cancellable, servers_loaded_cb,
                               g_object_ref (task));
}

static void
roots_loaded_cb (GObject      *source,
                 GAsyncResult *result,
                 gpointer      user_data)
{
  g_autoptr(GTask) task = G_TASK (user_data);
  GError *error = NULL;

  gh_root_list_load_finish (GH_ROOT_LIST (source), result, &error);
  advance_load (task, error);
}

static void
models_loaded_cb (GObject      *source,
                  GAsyncResult *result,
                  gpointer      user_data)
{
  g_autoptr(GTask) task = G_TASK (user_data);
  GError *error = NULL;

  gh_model_list_load_finish (GH_MODEL_LIST (source), result, &error);
  advance_load (task, error);
}

static void
tasks_loaded_cb (GObject      *source,
                 GAsyncResult *result,
                 gpointer      user_data)
{
  g_autoptr(GTask) task = G_TASK (user_data);
  GError *error = NULL;

  gh_task_keeper_load_finish (GH_TASK_KEEPER (source), result, &error);
  advance_load (task, error);
}

static void
rules_loaded_cb (GObject      *source,
                 GAsyncResult *result,
                 gpointer      user_data)
{
  g_autoptr(GTask) task = G_TASK (user_data);
  GError *error = NULL;

  gh_rule_list_load_finish (GH_RULE_LIST (source), result, &error);
  advance_load (task, error);
}

static void
trust_loaded_cb (GObject      *source,
                 GAsyncResult *result,
                 gpointer      user_data)
{
  g_autoptr(GTask) task = G_TASK (user_data);
  GError *error = NULL;

  gh_rule_trust_load_finish (GH_RULE_TRUST (source), result, &error);
  advance_load (task, error);
}

static void
usage_loaded_cb (GObject      *source,
                 GAsyncResult *result,
                 gpointer      user_data)
{
  g_autoptr(GTask) task = G_TASK (user_data);
  GError *error = NULL;

  gh_usage_load_finish (GH_USAGE (source), result, &error);
  advance_load (task, error);
}

/**
 * gh_host_load_async:
 * @cancellable: (nullable): stops loading; what is loaded by then stays
 *
 * Loads the files and starts what starts by itself; the lists fill meanwhile. A damaged file is
 * not an error here: see gh_host_list_problems(). To be called once.
 */
void
gh_host_load_async (GhHost              *self,
                    GCancellable        *cancellable,
                    GAsyncReadyCallback  callback,
                    gpointer             user_data)
{
  g_return_if_fail (GH_IS_HOST (self));

  g_autoptr(GTask) task = g_task_new (self, cancellable, callback, user_data);
  LoadData *data = g_new0 (LoadData, 1);

  data->n_pending = 3 + (self->tasks != NULL) + (self->rule_store != NULL)
                    + (self->trust != NULL);
  g_task_set_source_tag (task, gh_host_load_async);
  g_task_set_task_data (task, data, (GDestroyNotify) load_data_free);
  if (cancellable != NULL)
    g_signal_connect_object (cancellable, "cancelled", G_CALLBACK (g_cancellable_cancel),
                             self->load_cancellable, G_CONNECT_SWAPPED);
  if (g_cancellable_is_cancelled (cancellable))
    g_cancellable_cancel (self->load_cancellable);
  gh_root_list_load_async (self->roots, self->load_cancellable, roots_loaded_cb,
                           g_object_ref (task));
  gh_model_list_load_async (self->models, self->load_cancellable, models_loaded_cb,
                            g_object_ref (task));
  if (self->tasks != NULL)
    gh_task_keeper_load_async (self->tasks, self->load_cancellable, tasks_loaded_cb,
                               g_object_ref (task));
  gh_usage_load_async (self->usage, self->load_cancellable, usage_loaded_cb, g_object_ref (task));
  if (self->rule_store != NULL)
    gh_rule_list_load_async (self->rules, self->load_cancellable, rules_loaded_cb,
                             g_object_ref (task));
  if (self->trust != NULL)
    gh_rule_trust_load_async (self->trust, self->load_cancellable, trust_loaded_cb,
                              g_object_ref (task));
}

gboolean
gh_host_load_finish (GhHost        *self,
                     GAsyncResult  *result,
                     GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), FALSE);
  g_return_val_if_fail (g_async_result_is_tagged (result, gh_host_load_async), FALSE);

  return g_task_propagate_boolean (G_TASK (result), error);
}

/* --- closing --- */

static void
finish_close (GhHost   *self,
              gboolean  in_time)
{
  g_autoptr(GhHost) hold = g_object_ref (self);
  g_autoptr(GPtrArray) tasks = g_steal_pointer (&self->closing);

  self->phase = CLOSED;
  self->closing = g_ptr_array_new_with_free_func (g_object_unref);
  g_clear_handle_id (&self->deadline_source, g_source_remove);
  for (guint i = 0; i < tasks->len; i++)
    {
      GTask *task = g_ptr_array_index (tasks, i);

      if (in_time)
        g_task_return_boolean (task, TRUE);
      else
        g_task_return_new_error (task, G_IO_ERROR, G_IO_ERROR_TIMED_OUT,
                                 "servers or files did not finish in time");
    }
}

static gboolean
deadline_cb (gpointer user_data)
{
  GhHost *self = GH_HOST (user_data);

  self->deadline_source = 0;
  finish_close (self, FALSE);
  return G_SOURCE_REMOVE;
}

static void
one_flushed (GhHost *self)
{
  if (--self->n_flushing == 0 && self->phase == FLUSHING)
    finish_close (self, TRUE);
}

static void
history_closed_cb (GObject      *source,
                   GAsyncResult *result,
                   gpointer      user_data)
{
  g_autoptr(GhHost) self = GH_HOST (user_data);

  gh_history_close_finish (GH_HISTORY (source), result, NULL);
  one_flushed (self);
}

static void
flushed_cb (GObject      *source,
            GAsyncResult *result,
            gpointer      user_data)
{
  g_autoptr(GhHost) self = GH_HOST (user_data);
  g_autoptr(GError) error = NULL;

  /* What could not be written is among the problems already. */
  if (!gh_file_store_flush_finish (GH_FILE_STORE (source), result, &error))
    g_debug ("closing: %s", error->message);
  one_flushed (self);
}

static void
usage_flushed_cb (GObject      *source,
                  GAsyncResult *result,
                  gpointer      user_data)
{
  g_autoptr(GhHost) self = GH_HOST (user_data);

  gh_usage_flush_finish (GH_USAGE (source), result, NULL);
  one_flushed (self);
}

static void
stopped_cb (GObject      *source,
            GAsyncResult *result,
            gpointer      user_data)
{
  g_autoptr(GhHost) self = GH_HOST (user_data);
  g_autoptr(GError) error = NULL;
  GhFileStore *stores[] = { self->root_store, self->server_store, self->model_store,
                            self->task_store, self->rule_store, self->definition_store };

  if (!gh_server_list_stop_all_finish (GH_SERVER_LIST (source), result, &error))
    g_debug ("closing: %s", error->message);
  if (self->phase != STOPPING)
    return;

  self->phase = FLUSHING;
  self->n_flushing = 2;
  gh_history_close_async (self->history, history_closed_cb, g_object_ref (self));
  gh_usage_flush_async (self->usage, usage_flushed_cb, g_object_ref (self));
  /* A read-only host has not all of them. */
  for (gsize i = 0; i < G_N_ELEMENTS (stores); i++)
    if (stores[i] != NULL)
      {
        self->n_flushing++;
        gh_file_store_flush_async (stores[i], flushed_cb, g_object_ref (self));
      }
}

static void
stop_servers (GhHost *self)
{
  self->phase = STOPPING;
  gh_server_list_stop_all_async (self->servers, stopped_cb, g_object_ref (self));
}

static gboolean
denial_cb (gpointer user_data)
{
  GhHost *self = GH_HOST (user_data);

  self->denial_source = 0;
  stop_servers (self);
  return G_SOURCE_REMOVE;
}

/* Returns whether there was anything to dismiss. */
static gboolean
dismiss_open (GhHost *self)
{
  gboolean any = g_list_model_get_n_items (G_LIST_MODEL (self->broker)) > 0;

  /* Without a reviewer the next in the queue is not shown just to be dismissed. */
  gh_request_broker_set_reviewer (self->broker, NULL);
  gh_request_broker_close (self->broker);
  return any;
}

/**
 * gh_host_close_async:
 *
 * Denies what is open, ends every server, writes what is not yet written. Bounded in time; the
 * error is G_IO_ERROR_TIMED_OUT when the bound was met. May be called again while it runs.
 */
void
gh_host_close_async (GhHost              *self,
                     GAsyncReadyCallback  callback,
                     gpointer             user_data)
{
  g_return_if_fail (GH_IS_HOST (self));

  GTask *task = g_task_new (self, NULL, callback, user_data);

  g_task_set_source_tag (task, gh_host_close_async);
  g_ptr_array_add (self->closing, task);
  switch (self->phase)
    {
    case OPEN:
      self->phase = DENYING;
      self->deadline_source = g_timeout_add_seconds (CLOSE_AT_MOST_SECONDS, deadline_cb, self);
      g_cancellable_cancel (self->load_cancellable);
      if (dismiss_open (self))
        self->denial_source = g_timeout_add (DENIAL_MS, denial_cb, self);
      else
        stop_servers (self);
      break;
    case CLOSED:
      finish_close (self, TRUE);
      break;
    case DENYING:
    case STOPPING:
    case FLUSHING:
    default:
      break;
    }
}

gboolean
gh_host_close_finish (GhHost        *self,
                      GAsyncResult  *result,
                      GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), FALSE);
  g_return_val_if_fail (g_async_result_is_tagged (result, gh_host_close_async), FALSE);

  return g_task_propagate_boolean (G_TASK (result), error);
}

/* --- what it holds; all borrowed --- */

GhRootList *
gh_host_get_roots (GhHost *self)
{
  g_return_val_if_fail (GH_IS_HOST (self), NULL);

  return self->roots;
}

GhServerList *
gh_host_get_servers (GhHost *self)
{
  g_return_val_if_fail (GH_IS_HOST (self), NULL);

  return self->servers;
}

GhRequestBroker *
gh_host_get_requests (GhHost *self)
{
  g_return_val_if_fail (GH_IS_HOST (self), NULL);

  return self->broker;
}

GhRuleList *
gh_host_get_rules (GhHost *self)
{
  g_return_val_if_fail (GH_IS_HOST (self), NULL);

  return self->rules;
}

GhRuleTrust *
gh_host_get_trust (GhHost *self)
{
  g_return_val_if_fail (GH_IS_HOST (self), NULL);

  return self->trust;
}

GhModelList *
gh_host_get_models (GhHost *self)
{
  g_return_val_if_fail (GH_IS_HOST (self), NULL);

  return self->models;
}

GhSecretStore *
gh_host_get_secrets (GhHost *self)
{
  g_return_val_if_fail (GH_IS_HOST (self), NULL);

  return self->secrets;
}

GhMaskingPolicy *
gh_host_get_masking (GhHost *self)
{
  g_return_val_if_fail (GH_IS_HOST (self), NULL);

  return gh_request_broker_get_masking (self->broker);
}

GhHistory *
gh_host_get_history (GhHost *self)
{
  g_return_val_if_fail (GH_IS_HOST (self), NULL);

  return self->history;
}

/**
 * gh_host_list_problems:
 *
 * Returns: (transfer none): GListModel of GhProblem
 */
GListModel *
gh_host_list_problems (GhHost *self)
{
  g_return_val_if_fail (GH_IS_HOST (self), NULL);

  return G_LIST_MODEL (self->problems);
}
