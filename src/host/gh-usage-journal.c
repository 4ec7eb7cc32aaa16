/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * The file of what was used: a line for each amount, added at its end. */
#include "config.h"

#include "gh-usage-journal.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <math.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "gh-json.h"
#include "gh-problem.h"

/* What is read of a file: hundreds of times what it grows to before it is written anew. */
#define MAX_SIZE (16 * 1024 * 1024)
/* Numbers that are not believed: more than a server can use in the months that are kept. */
#define MAX_AMOUNT (1LL << 50)

typedef enum
{
  READY,
  LOADING,    /* what is there is not known yet: nothing is written */
  UNREADABLE, /* nothing ever is */
} Phase;

struct _GhUsageJournal
{
  GObject parent_instance;

  /* owned */
  GFile *file;
  GListStore *problems; /* or NULL */
  GhProblem *problem;   /* that it cannot be written, or NULL */
  GString *waiting;     /* lines for the next write */
  GPtrArray *flushing;  /* of GTask */

  Phase phase;
  guint length;         /* lines */
  gboolean anew;        /* the next write replaces the file */
  gboolean writing;
};

G_DEFINE_FINAL_TYPE (GhUsageJournal, gh_usage_journal, G_TYPE_OBJECT)

GhUsageRecord *
gh_usage_record_new (const char          *server,
                     const char          *rule,
                     gint64               time,
                     gint64               day,
                     const GhUsageAmount *amount)
{
  GhUsageRecord *self = g_new0 (GhUsageRecord, 1);

  self->server = g_strdup (server);
  self->rule = g_strdup (rule);
  self->time = time;
  self->day = day;
  self->amount = *amount;
  return self;
}

void
gh_usage_record_free (GhUsageRecord *self)
{
  g_free (self->server);
  g_free (self->rule);
  g_free (self);
}

static void
gh_usage_journal_finalize (GObject *object)
{
  GhUsageJournal *self = GH_USAGE_JOURNAL (object);

  g_clear_object (&self->file);
  g_clear_object (&self->problems);
  g_clear_object (&self->problem);
  g_string_free (self->waiting, TRUE);
  g_clear_pointer (&self->flushing, g_ptr_array_unref);

  G_OBJECT_CLASS (gh_usage_journal_parent_class)->finalize (object);
}

static void
gh_usage_journal_class_init (GhUsageJournalClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = gh_usage_journal_finalize;
}

static void
gh_usage_journal_init (GhUsageJournal *self)
{
  self->waiting = g_string_new (NULL);
  self->flushing = g_ptr_array_new_with_free_func (g_object_unref);
}

/**
 * gh_usage_journal_new:
 * @problems: (nullable): of GhProblem
 */
GhUsageJournal *
gh_usage_journal_new (GFile      *file,
                      GListStore *problems)
{
  GhUsageJournal *self;

  g_return_val_if_fail (G_IS_FILE (file), NULL);

  self = g_object_new (GH_TYPE_USAGE_JOURNAL, NULL);
  self->file = g_object_ref (file);
  self->problems = problems != NULL ? g_object_ref (problems) : NULL;
  return self;
}

static void
report (GhUsageJournal *self,
        GhProblemKind   kind,
        const GError   *error)
{
  if (self->problem != NULL || self->problems == NULL)
    return;
  self->problem = gh_problem_new (kind, self->file, NULL, error->message);
  g_list_store_append (self->problems, self->problem);
}

static void
withdraw_report (GhUsageJournal *self)
{
  guint position;

  if (self->problem != NULL && g_list_store_find (self->problems, self->problem, &position))
    g_list_store_remove (self->problems, position);
  g_clear_object (&self->problem);
}

/* --- lines --- */

/* {"t": seconds, "d": day, "s": server, "r": rule, "n": requests, "i": read, "o": written,
 *  "m": money} */
static void
append_line (GString             *text,
             const GhUsageRecord *record)
{
  JsonObject *object = json_object_new ();
  g_autoptr(JsonNode) node = NULL;

  json_object_set_member (object, "t", gh_json_node_new_int (record->time / G_USEC_PER_SEC));
  if (record->day != 0)
    json_object_set_member (object, "d", gh_json_node_new_int (record->day));
  if (record->server != NULL)
    json_object_set_member (object, "s", gh_json_node_new_string (record->server));
  if (record->rule != NULL)
    json_object_set_member (object, "r", gh_json_node_new_string (record->rule));
  json_object_set_member (object, "n", gh_json_node_new_int (record->amount.requests));
  json_object_set_member (object, "i", gh_json_node_new_int (record->amount.input_tokens));
  json_object_set_member (object, "o", gh_json_node_new_int (record->amount.output_tokens));
  if (record->amount.money != 0)
    json_object_set_member (object, "m", gh_json_node_new_double (record->amount.money));
  node = gh_json_node_new_object (object);
  gh_json_append (text, node, G_MAXSIZE);
  g_string_append_c (text, '\n');
}

static gboolean
is_believed (gint64 number)
{
  return number > -MAX_AMOUNT && number < MAX_AMOUNT;
}

static GhUsageRecord *
parse_line (const char *line,
            gsize       length)
{
  g_autoptr(JsonNode) node = gh_json_read (line, length, NULL);
  JsonObject *object = node != NULL ? gh_json_node_get_object (node) : NULL;
  GhUsageRecord *record;
  gint64 seconds;

  if (object == NULL)
    return NULL;
  seconds = gh_json_get_int (object, "t", -1);
  if (seconds < 0 || seconds > G_MAXINT64 / G_USEC_PER_SEC)
    return NULL;
  record = g_new0 (GhUsageRecord, 1);
  record->server = g_strdup (gh_json_get_string (object, "s"));
  record->rule = g_strdup (gh_json_get_string (object, "r"));
  record->time = seconds * G_USEC_PER_SEC;
  record->day = gh_json_get_int (object, "d", 0);
  record->amount.requests = gh_json_get_int (object, "n", 0);
  record->amount.input_tokens = gh_json_get_int (object, "i", 0);
  record->amount.output_tokens = gh_json_get_int (object, "o", 0);
  record->amount.money = gh_json_get_double (object, "m", 0);
  if (record->day >= 0 && is_believed (record->day) && is_believed (record->amount.requests)
      && is_believed (record->amount.input_tokens) && is_believed (record->amount.output_tokens)
      && fabs (record->amount.money) < MAX_AMOUNT)
    return record;
  gh_usage_record_free (record);
  return NULL;
}

/* --- reading --- */

typedef struct
{
  char *path;
  gboolean half; /* the last line has no end */
} Read;

static void
read_free (Read *data)
{
  g_free (data->path);
  g_free (data);
}

static void
load_thread (GTask        *task,
             gpointer      source,
             gpointer      data,
             GCancellable *cancellable)
{
  g_autoptr(GPtrArray) records =
    g_ptr_array_new_with_free_func ((GDestroyNotify) gh_usage_record_free);
  g_autoptr(GError) error = NULL;
  Read *read = data;
  const char *path = read->path;
  g_autofree char *text = NULL;
  gsize length = 0;
  GStatBuf info;

  /* A named pipe in its place would hold us for ever. */
  if (g_stat (path, &info) == 0 && (!S_ISREG (info.st_mode) || info.st_size > MAX_SIZE))
    g_set_error (&error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA, "%s is no such file", path);
  else if (!g_file_get_contents (path, &text, &length, &error)
           && g_error_matches (error, G_FILE_ERROR, G_FILE_ERROR_NOENT))
    g_clear_error (&error);
  if (error != NULL)
    {
      g_task_return_error (task, g_steal_pointer (&error));
      return;
    }
  for (char *line = text, *end; line != NULL && line < text + length; line = end + 1)
    {
      GhUsageRecord *record;

      end = memchr (line, '\n', text + length - line);
      if (end == NULL)
        end = text + length;
      record = parse_line (line, end - line);
      if (record != NULL)
        g_ptr_array_add (records, record);
    }
  read->half = length > 0 && text[length - 1] != '\n';
  g_task_return_pointer (task, g_steal_pointer (&records), (GDestroyNotify) g_ptr_array_unref);
}

static void write_next (GhUsageJournal *self);

static void
loaded_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  g_autoptr(GTask) task = user_data;
  GhUsageJournal *self = GH_USAGE_JOURNAL (source);
  const Read *read = g_task_get_task_data (G_TASK (result));
  g_autoptr(GError) error = NULL;
  GPtrArray *records = g_task_propagate_pointer (G_TASK (result), &error);

  if (records == NULL)
    {
      self->phase = UNREADABLE;
      g_string_truncate (self->waiting, 0);
      report (self, GH_PROBLEM_UNREADABLE, error);
      records = g_ptr_array_new_with_free_func ((GDestroyNotify) gh_usage_record_free);
    }
  else
    {
      self->phase = READY;
      if (read->half)
        g_string_prepend_c (self->waiting, '\n');
      self->length += records->len;
    }
  write_next (self);
  if (g_task_return_error_if_cancelled (task))
    g_ptr_array_unref (records);
  else
    g_task_return_pointer (task, records, (GDestroyNotify) g_ptr_array_unref);
}

void
gh_usage_journal_load_async (GhUsageJournal      *self,
                             GCancellable        *cancellable,
                             GAsyncReadyCallback  callback,
                             gpointer             user_data)
{
  GTask *task;
  g_autoptr(GTask) reading = NULL;
  Read *read;

  g_return_if_fail (GH_IS_USAGE_JOURNAL (self));

  task = g_task_new (self, cancellable, callback, user_data);
  g_task_set_source_tag (task, gh_usage_journal_load_async);
  self->phase = LOADING;
  reading = g_task_new (self, NULL, loaded_cb, task);
  read = g_new0 (Read, 1);
  read->path = g_file_get_path (self->file);
  g_task_set_source_tag (reading, loaded_cb);
  g_task_set_task_data (reading, read, (GDestroyNotify) read_free);
  g_task_run_in_thread (reading, load_thread);
}

GPtrArray *
gh_usage_journal_load_finish (GhUsageJournal  *self,
                              GAsyncResult    *result,
                              GError         **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), NULL);
  g_return_val_if_fail (g_async_result_is_tagged (result, gh_usage_journal_load_async), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}

/* --- writing --- */

typedef struct
{
  char *path;
  GString *text;
  gboolean anew;
} Write;

static void
write_free (Write *data)
{
  g_free (data->path);
  g_string_free (data->text, TRUE);
  g_free (data);
}

static gboolean
append_text (const char    *path,
             const GString *text,
             GError       **error)
{
  int fd = open (path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW, 0600);
  gsize done = 0;

  while (fd >= 0 && done < text->len)
    {
      ssize_t n = write (fd, text->str + done, text->len - done);

      if (n < 0 && errno == EINTR)
        continue;
      if (n < 0)
        break;
      done += n;
    }
  if (fd < 0 || done < text->len)
    g_set_error (error, G_IO_ERROR, g_io_error_from_errno (errno), "cannot write %s: %s", path,
                 g_strerror (errno));
  if (fd >= 0)
    close (fd);
  return fd >= 0 && done == text->len;
}

static void
write_thread (GTask        *task,
              gpointer      source,
              gpointer      data,
              GCancellable *cancellable)
{
  Write *write = data;
  g_autofree char *folder = g_path_get_dirname (write->path);
  GError *error = NULL;
  gboolean done;

  /* What cannot be made here is told by what comes next. */
  g_mkdir_with_parents (folder, 0700);
  if (write->anew)
    done = g_file_set_contents_full (write->path, write->text->str, write->text->len,
                                     G_FILE_SET_CONTENTS_CONSISTENT, 0600, &error);
  else
    done = append_text (write->path, write->text, &error);
  if (done)
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

static void
written_cb (GObject      *source,
            GAsyncResult *result,
            gpointer      user_data)
{
  GhUsageJournal *self = GH_USAGE_JOURNAL (source);
  g_autoptr(GError) error = NULL;

  self->writing = FALSE;
  if (g_task_propagate_boolean (G_TASK (result), &error))
    {
      withdraw_report (self);
    }
  else
    {
      /* Half a line that a full disk took must not be joined by the next one. What is lost comes
       * with all the rest when the file is written anew, at the next amount. */
      report (self, GH_PROBLEM_NOT_SAVED, error);
      g_string_prepend_c (self->waiting, '\n');
      self->length = G_MAXUINT / 2;
    }
  write_next (self);
}

static void
write_next (GhUsageJournal *self)
{
  g_autoptr(GTask) task = NULL;
  Write *write;

  if (self->writing || self->phase == LOADING)
    return;
  if (self->waiting->len <= 1 && !self->anew)
    {
      g_autoptr(GPtrArray) flushing = g_steal_pointer (&self->flushing);

      self->flushing = g_ptr_array_new_with_free_func (g_object_unref);
      for (guint i = 0; i < flushing->len; i++)
        g_task_return_boolean (flushing->pdata[i], TRUE);
      return;
    }
  write = g_new0 (Write, 1);
  write->path = g_file_get_path (self->file);
  write->text = g_steal_pointer (&self->waiting);
  write->anew = self->anew;
  self->waiting = g_string_new (NULL);
  self->anew = FALSE;
  self->writing = TRUE;
  task = g_task_new (self, NULL, written_cb, NULL);
  g_task_set_source_tag (task, write_next);
  g_task_set_task_data (task, write, (GDestroyNotify) write_free);
  g_task_run_in_thread (task, write_thread);
}

void
gh_usage_journal_append (GhUsageJournal      *self,
                         const GhUsageRecord *record)
{
  g_return_if_fail (GH_IS_USAGE_JOURNAL (self));
  g_return_if_fail (record != NULL);

  if (self->phase == UNREADABLE)
    return;
  append_line (self->waiting, record);
  self->length++;
  write_next (self);
}

guint
gh_usage_journal_get_length (GhUsageJournal *self)
{
  g_return_val_if_fail (GH_IS_USAGE_JOURNAL (self), 0);

  return self->length;
}

void
gh_usage_journal_replace (GhUsageJournal *self,
                          GPtrArray      *records)
{
  g_return_if_fail (GH_IS_USAGE_JOURNAL (self));
  g_return_if_fail (records != NULL);

  if (self->phase == UNREADABLE)
    return;
  g_string_truncate (self->waiting, 0);
  for (guint i = 0; i < records->len; i++)
    append_line (self->waiting, records->pdata[i]);
  self->length = records->len;
  self->anew = TRUE;
  write_next (self);
}

void
gh_usage_journal_flush_async (GhUsageJournal      *self,
                              GAsyncReadyCallback  callback,
                              gpointer             user_data)
{
  GTask *task;

  g_return_if_fail (GH_IS_USAGE_JOURNAL (self));

  task = g_task_new (self, NULL, callback, user_data);
  g_task_set_source_tag (task, gh_usage_journal_flush_async);
  g_ptr_array_add (self->flushing, task);
  write_next (self);
}

gboolean
gh_usage_journal_flush_finish (GhUsageJournal  *self,
                               GAsyncResult    *result,
                               GError         **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), FALSE);
  g_return_val_if_fail (g_async_result_is_tagged (result, gh_usage_journal_flush_async), FALSE);

  return g_task_propagate_boolean (G_TASK (result), error);
}
