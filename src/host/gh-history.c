/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * What ever happened, in SQLite: what is to be written or found goes to the worker, what came of it
 * comes back. */
#include "config.h"

#include "gh-history-private.h"

#include <string.h>

#include "gh-history-inside.h"
#include "gh-history-mask.h"
#include "gh-problem.h"

/* What waits because the file cannot be written to: an hour of a busy server, and of memory what
 * such a server's other requests take anyway. */
#define MAX_WAITING 1000
#define MAX_WAITING_BYTES (16 * 1024 * 1024)
/* Entries in one transaction: a burst is written at once, and reading waits for none of it long. */
#define MAX_AT_ONCE 200
/* How long a file that could not be written to is left in peace. */
#define RETRY_SECONDS 30
/* Entries that are added before it is looked at whether the oldest must go. */
#define TRIM_EVERY 500
#define TRIM_SECONDS 3600

struct _GhHistory
{
  GObject parent_instance;

  /* owned */
  GListStore *problems;
  GFile *file;             /* or NULL: not open */
  GhHistoryWorker *worker; /* or NULL: not open, or closed */
  GhShield *shield;
  GPtrArray *waiting; /* of GhHistoryEntry, to be written */
  GPtrArray *closing; /* of GTask */
  GhProblem *problem; /* in the list; or NULL */

  gsize waiting_bytes;
  guint retry_source;
  guint trim_source;
  guint n_added; /* since the oldest were looked at */
  guint days;
  guint most;
  gboolean keep;
  gboolean writing;
};

G_DEFINE_FINAL_TYPE (GhHistory, gh_history, G_TYPE_OBJECT)

enum
{
  PROP_0,
  PROP_KEEP,
  PROP_DAYS,
  PROP_MOST,
  N_PROPS
};

enum
{
  ADDED,
  RESTORED,
  REMOVED,
  CLEARED,
  N_SIGNALS
};

static GParamSpec *properties[N_PROPS];
static guint signals[N_SIGNALS];

static void write_waiting (GhHistory *self);
static void trim (GhHistory *self);
static void push_close (GhHistory *self);

/* --- trouble --- */

static void
clear_problem (GhHistory *self)
{
  guint position;

  if (self->problem != NULL && g_list_store_find (self->problems, self->problem, &position))
    g_list_store_remove (self->problems, position);
  g_clear_object (&self->problem);
}

/* One at a time: the last one that was told of is the one that counts. */
static void
set_problem (GhHistory     *self,
             GhProblemKind  kind,
             const char    *detail)
{
  if (self->problem != NULL && gh_problem_get_kind (self->problem) == kind)
    return;
  clear_problem (self);
  self->problem = gh_problem_new (kind, self->file, NULL, detail);
  g_list_store_append (self->problems, self->problem);
}

static void
tell_error (GhHistory    *self,
            const GError *error)
{
  if (error->domain != GH_HISTORY_DB_ERROR)
    return;
  switch ((GhHistoryDbError) error->code)
    {
    case GH_HISTORY_DB_ERROR_NEWER:
      set_problem (self, GH_PROBLEM_NEWER, error->message);
      break;
    case GH_HISTORY_DB_ERROR_DAMAGED:
      set_problem (self, GH_PROBLEM_UNREADABLE, error->message);
      break;
    case GH_HISTORY_DB_ERROR_FULL:
    case GH_HISTORY_DB_ERROR_READ_ONLY:
    case GH_HISTORY_DB_ERROR_LOCKED:
    case GH_HISTORY_DB_ERROR_OTHER:
    default:
      set_problem (self, GH_PROBLEM_NOT_KEPT, error->message);
      break;
    }
}

/* What any job may bring back besides its result. */
static void
note (GhHistory    *self,
      GhHistoryJob *job)
{
  if (job->set_aside != NULL)
    {
      g_autoptr(GFile) set_aside = g_file_new_for_path (job->set_aside);
      g_autoptr(GhProblem) problem =
        gh_problem_new (GH_PROBLEM_DAMAGED, self->file, set_aside, NULL);

      g_list_store_append (self->problems, problem);
      g_signal_emit (self, signals[CLEARED], 0);
    }
}

/* --- jobs --- */

gboolean
gh_history_is_in_use (GhHistory *self)
{
  return self->worker != NULL;
}

char *
gh_history_dup_path (GhHistory *self)
{
  return g_file_get_path (self->file);
}

void
gh_history_tell_removed (GhHistory *self,
                         gint64     id)
{
  g_signal_emit (self, signals[REMOVED], 0, id);
}

void
gh_history_push (GhHistory      *self,
                 gboolean      (*work) (GhHistoryJob *, GhHistoryDb *, GError **),
                 void          (*done) (GhHistoryJob *),
                 gpointer        take_data,
                 GDestroyNotify  free_data,
                 GTask          *take_task,
                 gboolean        urgent)
{
  GhHistoryJob *job = g_new0 (GhHistoryJob, 1);

  job->work = work;
  job->done = done;
  job->data = take_data;
  job->free_data = free_data;
  job->task = take_task;
  if (g_task_get_cancellable (take_task) != NULL)
    job->cancellable = g_object_ref (g_task_get_cancellable (take_task));
  gh_history_worker_push (self->worker, job, urgent);
}

GhHistory *
gh_history_job_get_history (GhHistoryJob *job)
{
  return GH_HISTORY (g_task_get_source_object (job->task));
}

gboolean
gh_history_job_return_error (GhHistoryJob *job)
{
  note (gh_history_job_get_history (job), job);
  if (job->error == NULL)
    return FALSE;
  g_task_return_error (job->task, g_steal_pointer (&job->error));
  return TRUE;
}

/* --- writing --- */

typedef struct
{
  GPtrArray *entries; /* of GhHistoryEntry, as they came */
  GhShield *shield;
  GArray *ids; /* of gint64; or NULL */
} Writing;

static void
writing_free (Writing *data)
{
  g_ptr_array_unref (data->entries);
  gh_shield_unref (data->shield);
  g_clear_pointer (&data->ids, g_array_unref);
  g_free (data);
}

static gsize
get_size (GhHistoryEntry *entry)
{
  GPtrArray *parts = gh_history_entry_get_parts (entry);
  gsize size = 0;

  for (guint i = 0; i < parts->len; i++)
    {
      const GhHistoryPart *part = parts->pdata[i];

      size += sizeof *part + (part->text != NULL ? strlen (part->text) : 0)
              + (part->became != NULL ? strlen (part->became) : 0);
    }
  return size;
}

/* The oldest go when there are too many. */
static void
push_waiting (GhHistory      *self,
              GhHistoryEntry *entry)
{
  g_ptr_array_add (self->waiting, g_object_ref (entry));
  self->waiting_bytes += get_size (entry);
  while (self->waiting->len > 1
         && (self->waiting->len > MAX_WAITING || self->waiting_bytes > MAX_WAITING_BYTES))
    {
      self->waiting_bytes -= get_size (self->waiting->pdata[0]);
      g_ptr_array_remove_index (self->waiting, 0);
    }
}

static gboolean
retry_cb (gpointer user_data)
{
  GhHistory *self = GH_HISTORY (user_data);

  self->retry_source = 0;
  write_waiting (self);
  return G_SOURCE_REMOVE;
}

static gboolean
write_work (GhHistoryJob  *job,
            GhHistoryDb   *db,
            GError       **error)
{
  Writing *data = job->data;
  g_autoptr(GPtrArray) masked = g_ptr_array_new_with_free_func (g_object_unref);

  for (guint i = 0; i < data->entries->len; i++)
    g_ptr_array_add (masked, gh_history_mask (data->entries->pdata[i], data->shield));
  data->ids = gh_history_db_add (db, masked, error);
  return data->ids != NULL;
}

/* What could not be written waits before what came meanwhile; of a file that nothing will ever be
 * written to, nothing waits. */
static void
put_back (GhHistory    *self,
          GPtrArray    *entries,
          const GError *error)
{
  g_autoptr(GPtrArray) later = self->waiting;

  self->waiting = g_ptr_array_new_with_free_func (g_object_unref);
  self->waiting_bytes = 0;
  if (g_error_matches (error, GH_HISTORY_DB_ERROR, GH_HISTORY_DB_ERROR_NEWER)
      || g_error_matches (error, GH_HISTORY_DB_ERROR, GH_HISTORY_DB_ERROR_DAMAGED))
    return;
  for (guint i = 0; i < entries->len; i++)
    push_waiting (self, entries->pdata[i]);
  for (guint i = 0; i < later->len; i++)
    push_waiting (self, later->pdata[i]);
  if (self->closing->len == 0 && self->retry_source == 0)
    self->retry_source = g_timeout_add_seconds (RETRY_SECONDS, retry_cb, self);
}

static void
tell_added (GhHistory *self,
            Writing   *data)
{
  gint64 oldest = G_MAXINT64;

  for (guint i = 0; i < data->entries->len; i++)
    {
      gint64 id = g_array_index (data->ids, gint64, i);

      if (gh_history_entry_get_facts (data->entries->pdata[i])->id > 0)
        g_signal_emit (self, signals[RESTORED], 0, id);
      else
        oldest = MIN (oldest, id);
    }
  if (oldest != G_MAXINT64)
    g_signal_emit (self, signals[ADDED], 0, oldest);
}

static void
write_done (GhHistoryJob *job)
{
  g_autoptr(GhHistory) self = g_object_ref (gh_history_job_get_history (job));
  Writing *data = job->data;

  self->writing = FALSE;
  note (self, job);
  if (job->error != NULL)
    {
      tell_error (self, job->error);
      put_back (self, data->entries, job->error);
    }
  else
    {
      clear_problem (self);
      self->n_added += data->entries->len;
      tell_added (self, data);
      write_waiting (self);
      if (self->n_added >= TRIM_EVERY)
        trim (self);
    }
  if (self->closing->len > 0 && !self->writing)
    push_close (self);
}

static void
write_waiting (GhHistory *self)
{
  Writing *data;
  guint n = MIN (self->waiting->len, MAX_AT_ONCE);

  if (n == 0 || self->writing || self->worker == NULL)
    return;
  g_clear_handle_id (&self->retry_source, g_source_remove);
  data = g_new0 (Writing, 1);
  data->entries = g_ptr_array_new_full (n, g_object_unref);
  data->shield = gh_shield_ref (self->shield);
  for (guint i = 0; i < n; i++)
    {
      self->waiting_bytes -= get_size (self->waiting->pdata[i]);
      g_ptr_array_add (data->entries, g_object_ref (self->waiting->pdata[i]));
    }
  g_ptr_array_remove_range (self->waiting, 0, n);
  self->writing = TRUE;
  gh_history_push (self, write_work, write_done, data,
                   (GDestroyNotify) writing_free, g_task_new (self, NULL, NULL, NULL), TRUE);
}

static void
queue (GhHistory      *self,
       GhHistoryEntry *entry)
{
  if (self->worker == NULL || self->closing->len > 0)
    return;
  push_waiting (self, entry);
  /* After trouble the timer decides, not every new entry. */
  if (self->retry_source == 0)
    write_waiting (self);
}

gboolean
gh_history_get_takes (GhHistory *self)
{
  g_return_val_if_fail (GH_IS_HISTORY (self), FALSE);

  return self->keep && self->worker != NULL && self->closing->len == 0;
}

void
gh_history_add (GhHistory      *self,
                GhHistoryEntry *entry)
{
  g_return_if_fail (GH_IS_HISTORY (self));
  g_return_if_fail (GH_IS_HISTORY_ENTRY (entry));
  g_return_if_fail (gh_history_entry_get_parts (entry) != NULL);

  if (self->keep)
    queue (self, entry);
}

void
gh_history_restore (GhHistory      *self,
                    GhHistoryEntry *entry)
{
  g_return_if_fail (GH_IS_HISTORY (self));
  g_return_if_fail (GH_IS_HISTORY_ENTRY (entry));
  g_return_if_fail (gh_history_entry_get_parts (entry) != NULL);

  queue (self, entry);
}

/* --- deleting what is old --- */

typedef struct
{
  gint64 until;
  guint most;
  guint n;      /* that went this time */
  gboolean any; /* went, this time or before */
} Trimming;

static void push_trim (GhHistory *self,
                       Trimming  *take_data,
                       GTask     *take_task);

static gboolean
trim_work (GhHistoryJob  *job,
           GhHistoryDb   *db,
           GError       **error)
{
  Trimming *data = job->data;
  int n;

  if (data->until == G_MAXINT64)
    {
      data->n = 0;
      data->any = TRUE;
      return gh_history_db_clear (db, error);
    }
  n = gh_history_db_trim (db, data->until, data->most, error);
  data->n = MAX (n, 0);
  data->any |= n > 0;
  return n >= 0;
}

/* By portions, so that writing and looking come in between. */
static void
trim_done (GhHistoryJob *job)
{
  g_autoptr(GhHistory) self = g_object_ref (gh_history_job_get_history (job));
  Trimming *data = job->data;

  if (job->error != NULL)
    tell_error (self, job->error);
  if (job->error == NULL && data->n > 0 && self->worker != NULL && self->closing->len == 0)
    {
      push_trim (self, g_steal_pointer (&job->data), g_steal_pointer (&job->task));
      return;
    }
  if (data->any)
    g_signal_emit (self, signals[CLEARED], 0);
  if (!gh_history_job_return_error (job))
    g_task_return_boolean (job->task, TRUE);
}

static void
push_trim (GhHistory *self,
           Trimming  *take_data,
           GTask     *take_task)
{
  gh_history_push (self, trim_work, trim_done, take_data,
                   g_free, take_task, FALSE);
}

/* What the person wants deleted by itself. The first time it also opens the file. */
static void
trim (GhHistory *self)
{
  Trimming *data;

  self->n_added = 0;
  if (self->worker == NULL || self->closing->len > 0)
    return;
  data = g_new0 (Trimming, 1);
  data->most = self->most;
  if (self->days > 0)
    data->until = g_get_real_time () - (gint64) self->days * G_TIME_SPAN_DAY;
  push_trim (self, data, g_task_new (self, NULL, NULL, NULL));
}

static gboolean
trim_cb (gpointer user_data)
{
  trim (GH_HISTORY (user_data));
  return G_SOURCE_CONTINUE;
}

void
gh_history_clear_async (GhHistory           *self,
                        gint64               until,
                        GAsyncReadyCallback  callback,
                        gpointer             user_data)
{
  g_autoptr(GTask) task = NULL;
  Trimming *data;

  g_return_if_fail (GH_IS_HISTORY (self));

  task = g_task_new (self, NULL, callback, user_data);
  g_task_set_source_tag (task, gh_history_clear_async);
  if (self->worker == NULL)
    {
      g_task_return_boolean (task, TRUE);
      return;
    }
  data = g_new0 (Trimming, 1);
  data->until = until;
  push_trim (self, data, g_steal_pointer (&task));
}

gboolean
gh_history_clear_finish (GhHistory     *self,
                         GAsyncResult  *result,
                         GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), FALSE);
  g_return_val_if_fail (g_async_result_is_tagged (result, gh_history_clear_async), FALSE);

  return g_task_propagate_boolean (G_TASK (result), error);
}

/* --- closing --- */

static void
close_done (GhHistoryJob *job)
{
  g_autoptr(GhHistory) self = g_object_ref (gh_history_job_get_history (job));
  g_autoptr(GPtrArray) tasks = self->closing;

  self->closing = g_ptr_array_new_with_free_func (g_object_unref);
  g_clear_pointer (&self->worker, gh_history_worker_free);
  for (guint i = 0; i < tasks->len; i++)
    g_task_return_boolean (tasks->pdata[i], TRUE);
}

static void
push_close (GhHistory *self)
{
  gh_history_push (self, NULL, close_done, NULL,
                   NULL, g_task_new (self, NULL, NULL, NULL), FALSE);
}

/**
 * gh_history_close_async:
 *
 * Writes what waits, once: what cannot be written by then is lost, and was told of.
 */
void
gh_history_close_async (GhHistory           *self,
                        GAsyncReadyCallback  callback,
                        gpointer             user_data)
{
  GTask *task;

  g_return_if_fail (GH_IS_HISTORY (self));

  task = g_task_new (self, NULL, callback, user_data);
  g_task_set_source_tag (task, gh_history_close_async);
  if (self->worker == NULL)
    {
      g_task_return_boolean (task, TRUE);
      g_object_unref (task);
      return;
    }
  g_ptr_array_add (self->closing, task);
  if (self->closing->len > 1)
    return;
  g_clear_handle_id (&self->retry_source, g_source_remove);
  g_clear_handle_id (&self->trim_source, g_source_remove);
  write_waiting (self);
  if (!self->writing)
    push_close (self);
}

gboolean
gh_history_close_finish (GhHistory     *self,
                         GAsyncResult  *result,
                         GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), FALSE);
  g_return_val_if_fail (g_async_result_is_tagged (result, gh_history_close_async), FALSE);

  return g_task_propagate_boolean (G_TASK (result), error);
}

/* --- the object --- */

static void
gh_history_dispose (GObject *object)
{
  GhHistory *self = GH_HISTORY (object);

  g_clear_handle_id (&self->retry_source, g_source_remove);
  g_clear_handle_id (&self->trim_source, g_source_remove);
  g_clear_pointer (&self->worker, gh_history_worker_free);

  G_OBJECT_CLASS (gh_history_parent_class)->dispose (object);
}

static void
gh_history_finalize (GObject *object)
{
  GhHistory *self = GH_HISTORY (object);

  g_clear_object (&self->problems);
  g_clear_object (&self->file);
  g_clear_object (&self->problem);
  g_clear_pointer (&self->shield, gh_shield_unref);
  g_clear_pointer (&self->waiting, g_ptr_array_unref);
  g_clear_pointer (&self->closing, g_ptr_array_unref);

  G_OBJECT_CLASS (gh_history_parent_class)->finalize (object);
}

static void
gh_history_get_property (GObject    *object,
                         guint       prop_id,
                         GValue     *value,
                         GParamSpec *pspec)
{
  GhHistory *self = GH_HISTORY (object);

  switch (prop_id)
    {
    case PROP_KEEP:
      g_value_set_boolean (value, self->keep);
      break;
    case PROP_DAYS:
      g_value_set_uint (value, self->days);
      break;
    case PROP_MOST:
      g_value_set_uint (value, self->most);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
gh_history_set_property (GObject      *object,
                         guint         prop_id,
                         const GValue *value,
                         GParamSpec   *pspec)
{
  GhHistory *self = GH_HISTORY (object);

  switch (prop_id)
    {
    case PROP_KEEP:
      gh_history_set_keep (self, g_value_get_boolean (value));
      break;
    case PROP_DAYS:
      gh_history_set_days (self, g_value_get_uint (value));
      break;
    case PROP_MOST:
      gh_history_set_most (self, g_value_get_uint (value));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
gh_history_class_init (GhHistoryClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GParamFlags flags = G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS;

  object_class->dispose = gh_history_dispose;
  object_class->finalize = gh_history_finalize;
  object_class->get_property = gh_history_get_property;
  object_class->set_property = gh_history_set_property;

  properties[PROP_KEEP] =
    g_param_spec_boolean ("keep", NULL, NULL, TRUE, G_PARAM_READWRITE | flags);
  properties[PROP_DAYS] =
    g_param_spec_uint ("days", NULL, NULL, 0, G_MAXUINT, 0, G_PARAM_READWRITE | flags);
  properties[PROP_MOST] =
    g_param_spec_uint ("most", NULL, NULL, 0, G_MAXUINT, 0, G_PARAM_READWRITE | flags);
  g_object_class_install_properties (object_class, N_PROPS, properties);

  signals[ADDED] = g_signal_new ("added", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                 NULL, NULL, G_TYPE_NONE, 1, G_TYPE_INT64);
  signals[RESTORED] =
    g_signal_new ("restored", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                  G_TYPE_NONE, 1, G_TYPE_INT64);
  signals[REMOVED] = g_signal_new ("removed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                   NULL, NULL, G_TYPE_NONE, 1, G_TYPE_INT64);
  signals[CLEARED] = g_signal_new ("cleared", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                   NULL, NULL, G_TYPE_NONE, 0);
}

static void
gh_history_init (GhHistory *self)
{
  self->waiting = g_ptr_array_new_with_free_func (g_object_unref);
  self->closing = g_ptr_array_new_with_free_func (g_object_unref);
  self->keep = TRUE;
}

/**
 * gh_history_new:
 * @problems: where trouble is told
 * @shield: masks what is written
 *
 * Returns: (transfer full): a history without a file
 */
GhHistory *
gh_history_new (GListStore *problems,
                GhShield   *shield)
{
  GhHistory *self;

  g_return_val_if_fail (G_IS_LIST_STORE (problems), NULL);
  g_return_val_if_fail (shield != NULL, NULL);

  self = g_object_new (GH_TYPE_HISTORY, NULL);
  self->problems = g_object_ref (problems);
  self->shield = gh_shield_ref (shield);
  return self;
}

void
gh_history_set_shield (GhHistory *self,
                       GhShield  *shield)
{
  g_return_if_fail (GH_IS_HISTORY (self));
  g_return_if_fail (shield != NULL);

  gh_shield_ref (shield);
  gh_shield_unref (self->shield);
  self->shield = shield;
}

void
gh_history_open (GhHistory  *self,
                 const char *path)
{
  g_return_if_fail (GH_IS_HISTORY (self));
  g_return_if_fail (path != NULL);
  g_return_if_fail (self->file == NULL);

  self->file = g_file_new_for_path (path);
  self->worker = gh_history_worker_new (path);
  self->trim_source = g_timeout_add_seconds (TRIM_SECONDS, trim_cb, self);
  trim (self);
}

void
gh_history_limit_pages (GhHistory *self,
                        guint      pages)
{
  g_return_if_fail (GH_IS_HISTORY (self));
  g_return_if_fail (self->worker != NULL);

  gh_history_worker_set_pages (self->worker, pages);
}

gboolean
gh_history_get_busy (GhHistory *self)
{
  g_return_val_if_fail (GH_IS_HISTORY (self), FALSE);

  return self->writing || self->waiting->len > 0;
}

gboolean
gh_history_get_keep (GhHistory *self)
{
  g_return_val_if_fail (GH_IS_HISTORY (self), FALSE);

  return self->keep;
}

void
gh_history_set_keep (GhHistory *self,
                     gboolean   keep)
{
  g_return_if_fail (GH_IS_HISTORY (self));

  keep = !!keep;
  if (self->keep == keep)
    return;
  self->keep = keep;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_KEEP]);
}

guint
gh_history_get_days (GhHistory *self)
{
  g_return_val_if_fail (GH_IS_HISTORY (self), 0);

  return self->days;
}

void
gh_history_set_days (GhHistory *self,
                     guint      days)
{
  g_return_if_fail (GH_IS_HISTORY (self));

  if (self->days == days)
    return;
  self->days = days;
  trim (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_DAYS]);
}

guint
gh_history_get_most (GhHistory *self)
{
  g_return_val_if_fail (GH_IS_HISTORY (self), 0);

  return self->most;
}

void
gh_history_set_most (GhHistory *self,
                     guint      most)
{
  g_return_if_fail (GH_IS_HISTORY (self));

  if (self->most == most)
    return;
  self->most = most;
  trim (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_MOST]);
}
