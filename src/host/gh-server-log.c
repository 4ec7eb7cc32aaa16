/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * What a server said lately: bounded, and added in bundles so that a flood does not freeze anybody.
 */
#include "config.h"

#include "gh-server-log.h"

/* How long lines wait for others: short enough to look immediate. */
#define FLUSH_INTERVAL_MS 100

struct _GhServerLog
{
  GObject parent;

  /* Owned. */
  GListStore *lines;
  GQueue      waiting; /* of GhLogLine, at most GH_SERVER_LOG_MAX */
  guint       flush_source;

  guint       n_dropped; /* lines that a flood pushed out before they were shown */
};

G_DEFINE_FINAL_TYPE (GhServerLog, gh_server_log, G_TYPE_OBJECT)

static void
gh_server_log_dispose (GObject *object)
{
  GhServerLog *self = GH_SERVER_LOG (object);

  g_clear_handle_id (&self->flush_source, g_source_remove);
  g_queue_clear_full (&self->waiting, g_object_unref);

  G_OBJECT_CLASS (gh_server_log_parent_class)->dispose (object);
}

static void
gh_server_log_finalize (GObject *object)
{
  GhServerLog *self = GH_SERVER_LOG (object);

  g_clear_object (&self->lines);

  G_OBJECT_CLASS (gh_server_log_parent_class)->finalize (object);
}

static void
gh_server_log_class_init (GhServerLogClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = gh_server_log_dispose;
  object_class->finalize = gh_server_log_finalize;
}

static void
gh_server_log_init (GhServerLog *self)
{
  self->lines = g_list_store_new (GH_TYPE_LOG_LINE);
  g_queue_init (&self->waiting);
}

GhServerLog *
gh_server_log_new (void)
{
  return g_object_new (GH_TYPE_SERVER_LOG, NULL);
}

GListModel *
gh_server_log_list_lines (GhServerLog *self)
{
  g_return_val_if_fail (GH_IS_SERVER_LOG (self), NULL);

  return G_LIST_MODEL (self->lines);
}

static gboolean
flush_cb (gpointer user_data)
{
  GhServerLog *self = GH_SERVER_LOG (user_data);

  self->flush_source = 0;
  gh_server_log_flush (self);
  return G_SOURCE_REMOVE;
}

void
gh_server_log_add (GhServerLog *self,
                   GhLogSource  source,
                   const char  *level,
                   const char  *logger,
                   const char  *text)
{
  g_return_if_fail (GH_IS_SERVER_LOG (self));
  g_return_if_fail (text != NULL);

  g_queue_push_tail (&self->waiting, gh_log_line_new (source, level, logger, text));
  if (self->waiting.length > GH_SERVER_LOG_MAX)
    {
      g_object_unref (g_queue_pop_head (&self->waiting));
      self->n_dropped++;
    }
  if (self->flush_source == 0)
    self->flush_source = g_timeout_add (FLUSH_INTERVAL_MS, flush_cb, self);
}

void
gh_server_log_flush (GhServerLog *self)
{
  g_autoptr(GPtrArray) added = g_ptr_array_new_with_free_func (g_object_unref);
  guint n_old;
  guint n_over;

  g_return_if_fail (GH_IS_SERVER_LOG (self));

  g_clear_handle_id (&self->flush_source, g_source_remove);
  if (self->waiting.length == 0)
    return;

  if (self->n_dropped > 0)
    {
      g_autofree char *text =
        g_strdup_printf ("%u lines came too fast and were left out", self->n_dropped + 1);

      g_ptr_array_add (added, gh_log_line_new (GH_LOG_HOST, "info", "left-out", text));
      g_object_unref (g_queue_pop_head (&self->waiting));
      self->n_dropped = 0;
    }
  while (self->waiting.length > 0)
    g_ptr_array_add (added, g_queue_pop_head (&self->waiting));

  n_old = g_list_model_get_n_items (G_LIST_MODEL (self->lines));
  n_over = n_old + added->len > GH_SERVER_LOG_MAX ? n_old + added->len - GH_SERVER_LOG_MAX : 0;
  if (n_over > 0)
    g_list_store_splice (self->lines, 0, n_over, NULL, 0);
  g_list_store_splice (self->lines, n_old - n_over, 0, added->pdata, added->len);
}
