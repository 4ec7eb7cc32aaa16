/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * Everything that went between us and one server lately. A GListModel of GhActivityEntry, the
 * newest last. */
#include "config.h"

#include "gh-activity-private.h"

#include <string.h>

#include "gh-activity-entry-private.h"
#include "gh-forwarded-list.h"
#include "gh-json.h"

/* How long entries wait for others: short enough to look immediate. */
#define FLUSH_INTERVAL_MS 100
/* Requests whose answers are waited for; a server that never answers does not fill the memory. */
#define MAX_PENDING 10000

/* Secrets that are remembered: a server that has more than that makes them up. */
#define MAX_KNOWN 10000

struct _GhActivity
{
  GObject parent;

  /* Owned. */
  GListStore *entries;
  GQueue      waiting;   /* of GhActivityEntry: not yet in the list */
  GHashTable *sent;      /* id of a request as JSON -> Asked */
  GHashTable *received;
  guint       flush_source;

  GhMaskingPolicy *masking;
  GhShieldMap     *known; /* what lines told of so far */

  gsize       n_bytes;   /* kept by all entries, waiting ones too */
  gsize       entry_max; /* bytes that are kept of one */
};

/* A request that has no answer yet. */
typedef struct
{
  char   *method;
  gint64  time; /* monotonic */
} Asked;

GH_FORWARDED_LIST (GhActivity, GH_TYPE_ACTIVITY_ENTRY, entries)

G_DEFINE_FINAL_TYPE_WITH_CODE (GhActivity, gh_activity, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (G_TYPE_LIST_MODEL, forwarded_list_init))

enum
{
  ADDED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

static void
asked_free (Asked *asked)
{
  g_free (asked->method);
  g_free (asked);
}

static void
gh_activity_dispose (GObject *object)
{
  GhActivity *self = GH_ACTIVITY (object);

  g_clear_handle_id (&self->flush_source, g_source_remove);
  g_queue_clear_full (&self->waiting, g_object_unref);

  G_OBJECT_CLASS (gh_activity_parent_class)->dispose (object);
}

static void
gh_activity_finalize (GObject *object)
{
  GhActivity *self = GH_ACTIVITY (object);

  g_clear_object (&self->masking);
  g_clear_pointer (&self->known, gh_shield_map_free);
  g_clear_object (&self->entries);
  g_clear_pointer (&self->sent, g_hash_table_unref);
  g_clear_pointer (&self->received, g_hash_table_unref);

  G_OBJECT_CLASS (gh_activity_parent_class)->finalize (object);
}

static void
gh_activity_class_init (GhActivityClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = gh_activity_dispose;
  object_class->finalize = gh_activity_finalize;

  signals[ADDED] = g_signal_new ("added", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                 NULL, NULL, G_TYPE_NONE, 1, GH_TYPE_ACTIVITY_ENTRY);
}

static void
gh_activity_init (GhActivity *self)
{
  forwarded_list_start (self);
  g_queue_init (&self->waiting);
  self->entry_max = GH_ACTIVITY_ENTRY_MAX;
  self->masking = gh_masking_policy_new ();
  self->known = gh_shield_map_new ();
  self->sent = g_hash_table_new_full (g_str_hash, g_str_equal, g_free,
                                      (GDestroyNotify) asked_free);
  self->received = g_hash_table_new_full (g_str_hash, g_str_equal, g_free,
                                          (GDestroyNotify) asked_free);
}

GhActivity *
gh_activity_new (void)
{
  return g_object_new (GH_TYPE_ACTIVITY, NULL);
}

void
gh_activity_keep_whole (GhActivity *self)
{
  g_return_if_fail (GH_IS_ACTIVITY (self));

  /* No message is larger; the one more is what tells whether a text ends there. */
  self->entry_max = GH_JSON_MAX_SIZE;
}

static gboolean
flush_cb (gpointer user_data)
{
  GhActivity *self = GH_ACTIVITY (user_data);

  self->flush_source = 0;
  gh_activity_flush (self);
  return G_SOURCE_REMOVE;
}

/* How many of the list's oldest entries have to go, given how many wait to come in. */
static guint
count_over (GhActivity *self)
{
  guint n_old = g_list_model_get_n_items (G_LIST_MODEL (self->entries));
  guint n_over = 0;

  while (n_over < n_old
         && (n_old - n_over + self->waiting.length > GH_ACTIVITY_MAX_ENTRIES
             || self->n_bytes > GH_ACTIVITY_MAX_BYTES))
    {
      g_autoptr(GhActivityEntry) entry = g_list_model_get_item (G_LIST_MODEL (self->entries),
                                                                n_over++);

      self->n_bytes -= gh_activity_entry_get_kept (entry);
    }
  return n_over;
}

void
gh_activity_flush (GhActivity *self)
{
  g_autoptr(GPtrArray) added = g_ptr_array_new_with_free_func (g_object_unref);
  guint n_over;

  g_return_if_fail (GH_IS_ACTIVITY (self));

  g_clear_handle_id (&self->flush_source, g_source_remove);
  if (self->waiting.length == 0)
    return;
  n_over = count_over (self);
  while (self->waiting.length > 0)
    g_ptr_array_add (added, g_queue_pop_head (&self->waiting));
  if (n_over > 0)
    g_list_store_splice (self->entries, 0, n_over, NULL, 0);
  g_list_store_splice (self->entries, g_list_model_get_n_items (G_LIST_MODEL (self->entries)), 0,
                       added->pdata, added->len);
}

static void
add (GhActivity      *self,
     GhActivityEntry *take_entry)
{
  g_autoptr(GhActivityEntry) entry = take_entry;

  self->n_bytes += gh_activity_entry_get_kept (entry);
  g_queue_push_tail (&self->waiting, g_object_ref (entry));
  /* What waits is bounded like what is there. */
  while (self->waiting.length > GH_ACTIVITY_MAX_ENTRIES
         || (self->n_bytes > GH_ACTIVITY_MAX_BYTES && self->waiting.length > 1
             && g_list_model_get_n_items (G_LIST_MODEL (self->entries)) == 0))
    {
      g_autoptr(GhActivityEntry) oldest = g_queue_pop_head (&self->waiting);

      self->n_bytes -= gh_activity_entry_get_kept (oldest);
    }
  if (self->flush_source == 0)
    self->flush_source = g_timeout_add (FLUSH_INTERVAL_MS, flush_cb, self);
  /* A flood within one interval. */
  if (self->n_bytes > 2 * GH_ACTIVITY_MAX_BYTES)
    gh_activity_flush (self);
  g_signal_emit (self, signals[ADDED], 0, entry);
}

/* Remembers a request, and finds the one that a response answers. */
static void
add_message (GhActivity          *self,
             GhActivityDirection  direction,
             GhRpcMessage        *message)
{
  GhRpcMessageKind kind = gh_rpc_message_get_kind (message);
  gboolean answers = kind == GH_RPC_RESULT || kind == GH_RPC_FAILURE;
  GHashTable *asked = (direction == GH_ACTIVITY_SENT) != answers ? self->sent : self->received;
  g_autofree char *key = gh_rpc_message_dup_id_text (message);
  Asked *request = key != NULL && answers ? g_hash_table_lookup (asked, key) : NULL;

  add (self, gh_activity_entry_new_message (
               direction, message, request != NULL ? request->method : NULL,
               request != NULL ? g_get_monotonic_time () - request->time : -1,
               self->entry_max));
  if (request != NULL)
    g_hash_table_remove (asked, key);
  else if (key != NULL && kind == GH_RPC_REQUEST && g_hash_table_size (asked) < MAX_PENDING)
    {
      request = g_new0 (Asked, 1);
      request->method = g_strdup (gh_rpc_message_get_method (message));
      request->time = g_get_monotonic_time ();
      g_hash_table_replace (asked, g_steal_pointer (&key), request);
    }
}

static void
sent_cb (GhActivity   *self,
         GhRpcMessage *message)
{
  add_message (self, GH_ACTIVITY_SENT, message);
}

static void
message_cb (GhActivity   *self,
            GhRpcMessage *message)
{
  add_message (self, GH_ACTIVITY_RECEIVED, message);
}

void
gh_activity_note (GhActivity *self,
                  const char *word,
                  const char *text)
{
  g_return_if_fail (GH_IS_ACTIVITY (self));
  g_return_if_fail (word != NULL);
  g_return_if_fail (text != NULL);

  add (self, gh_activity_entry_new_text (GH_ACTIVITY_LOCAL, GH_ACTIVITY_EVENT, word, text,
                                         strlen (text), self->entry_max));
}

static void
malformed_cb (GhActivity   *self,
              GBytes       *text,
              const GError *error)
{
  gsize length;
  const char *data = g_bytes_get_data (text, &length);

  /* Nothing came, and the transport says why: a notification was not taken, for instance. */
  if (length == 0 && error != NULL)
    {
      gh_activity_note (self, "trouble", error->message);
      return;
    }
  add (self, gh_activity_entry_new_text (GH_ACTIVITY_RECEIVED, GH_ACTIVITY_MALFORMED, NULL,
                                         data != NULL ? data : "", length, self->entry_max));
}

/* A request that gets no answer, not even an error: HTTP has its own ways of saying no. */
static void
failed_cb (GhActivity   *self,
           JsonNode     *id,
           const GError *error)
{
  g_autofree char *key = gh_json_write (id, NULL);
  Asked *request = g_hash_table_lookup (self->sent, key);
  g_autofree char *text =
    g_strdup_printf ("%s: %s", request != NULL ? request->method : key, error->message);

  g_hash_table_remove (self->sent, key);
  gh_activity_note (self, "no-answer", text);
}

void
gh_activity_watch (GhActivity     *self,
                   GhRpcTransport *transport)
{
  g_return_if_fail (GH_IS_ACTIVITY (self));
  g_return_if_fail (GH_IS_RPC_TRANSPORT (transport));

  /* Ids begin anew with each connection. */
  g_hash_table_remove_all (self->sent);
  g_hash_table_remove_all (self->received);
  g_signal_connect_object (transport, "sent", G_CALLBACK (sent_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (transport, "message", G_CALLBACK (message_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (transport, "malformed", G_CALLBACK (malformed_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (transport, "failed", G_CALLBACK (failed_cb), self, G_CONNECT_SWAPPED);
}

void
gh_activity_clear (GhActivity *self)
{
  g_return_if_fail (GH_IS_ACTIVITY (self));

  g_clear_handle_id (&self->flush_source, g_source_remove);
  g_queue_clear_full (&self->waiting, g_object_unref);
  self->n_bytes = 0;
  g_list_store_remove_all (self->entries);
}

/**
 * gh_activity_set_masking:
 *
 * Whose patterns count in what is written down; before that, no patterns of the person's own.
 */
void
gh_activity_set_masking (GhActivity      *self,
                         GhMaskingPolicy *masking)
{
  g_return_if_fail (GH_IS_ACTIVITY (self));
  g_return_if_fail (GH_IS_MASKING_POLICY (masking));

  g_set_object (&self->masking, masking);
}

char *
gh_activity_dup_line (GhActivity      *self,
                      GhActivityEntry *entry)
{
  g_return_val_if_fail (GH_IS_ACTIVITY (self), NULL);
  g_return_val_if_fail (GH_IS_ACTIVITY_ENTRY (entry), NULL);

  if (gh_shield_map_get_length (self->known) > MAX_KNOWN)
    {
      gh_shield_map_free (self->known);
      self->known = gh_shield_map_new ();
    }
  return gh_activity_entry_dup_line (entry, gh_masking_policy_get_shield (self->masking),
                                     self->known);
}

typedef struct
{
  GFile     *file;
  GPtrArray *entries; /* immutable: may be read in a thread */
  GhShield  *shield;  /* the same */
} Export;

static void
export_free (Export *data)
{
  g_object_unref (data->file);
  g_ptr_array_unref (data->entries);
  gh_shield_unref (data->shield);
  g_free (data);
}

static void
export_thread (GTask        *task,
               gpointer      source,
               gpointer      task_data,
               GCancellable *cancellable)
{
  Export *data = task_data;
  g_autoptr(GString) text = g_string_new (NULL);
  g_autoptr(GhShieldMap) map = gh_shield_map_new ();
  GError *error = NULL;

  for (guint i = 0; i < data->entries->len; i++)
    {
      g_autofree char *line =
        gh_activity_entry_dup_line (data->entries->pdata[i], data->shield, map);

      g_string_append (text, line);
      g_string_append_c (text, '\n');
    }
  if (g_file_replace_contents (data->file, text->str, text->len, NULL, FALSE, G_FILE_CREATE_PRIVATE,
                               NULL, cancellable, &error))
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

/* The thread may be the last to hold its task, so that one does not hold the activity. */
static void
exported_cb (GObject      *source,
             GAsyncResult *result,
             gpointer      user_data)
{
  g_autoptr(GTask) task = user_data;
  GError *error = NULL;

  if (g_task_propagate_boolean (G_TASK (result), &error))
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

void
gh_activity_export_async (GhActivity          *self,
                          GFile               *file,
                          GCancellable        *cancellable,
                          GAsyncReadyCallback  callback,
                          gpointer             user_data)
{
  g_autoptr(GTask) task = NULL;
  g_autoptr(GTask) writing = NULL;
  Export *data;
  guint n;

  g_return_if_fail (GH_IS_ACTIVITY (self));
  g_return_if_fail (G_IS_FILE (file));

  gh_activity_flush (self);
  n = g_list_model_get_n_items (G_LIST_MODEL (self->entries));
  data = g_new0 (Export, 1);
  data->file = g_object_ref (file);
  data->shield = gh_shield_ref (gh_masking_policy_get_shield (self->masking));
  data->entries = g_ptr_array_new_full (n, g_object_unref);
  for (guint i = 0; i < n; i++)
    g_ptr_array_add (data->entries, g_list_model_get_item (G_LIST_MODEL (self->entries), i));
  task = g_task_new (self, cancellable, callback, user_data);
  g_task_set_source_tag (task, gh_activity_export_async);
  writing = g_task_new (NULL, cancellable, exported_cb, g_steal_pointer (&task));
  g_task_set_source_tag (writing, gh_activity_export_async);
  g_task_set_task_data (writing, data, (GDestroyNotify) export_free);
  g_task_run_in_thread (writing, export_thread);
}

gboolean
gh_activity_export_finish (GhActivity    *self,
                           GAsyncResult  *result,
                           GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), FALSE);

  return g_task_propagate_boolean (G_TASK (result), error);
}
