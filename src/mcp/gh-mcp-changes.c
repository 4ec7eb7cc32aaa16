/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * A server's list_changed: told once for many, and ever more rarely (requirement 8.3). */
#include "config.h"

#include "gh-mcp-changes.h"

/* Between a server's list_changed and ours; doubled while it keeps saying so, up to the most. */
#define INTERVAL_MS 300
#define MAX_INTERVAL_MS 10000

struct _GhMcpChanges
{
  GhMcpChangesFunc func;
  gpointer user_data;

  guint timer;
  guint interval_ms;
  gint64 told_at; /* monotonic; 0 before the first time */
};

GhMcpChanges *
gh_mcp_changes_new (GhMcpChangesFunc func,
                    gpointer         user_data)
{
  GhMcpChanges *self;

  g_return_val_if_fail (func != NULL, NULL);

  self = g_new0 (GhMcpChanges, 1);
  self->func = func;
  self->user_data = user_data;
  self->interval_ms = INTERVAL_MS;
  return self;
}

static gboolean
tell_cb (gpointer user_data)
{
  GhMcpChanges *self = user_data;

  self->timer = 0;
  self->told_at = g_get_monotonic_time ();
  /* Last: the callee may free us. */
  self->func (self->user_data);
  return G_SOURCE_REMOVE;
}

void
gh_mcp_changes_note (GhMcpChanges *self)
{
  gint64 quiet_ms;

  g_return_if_fail (self != NULL);

  if (self->timer != 0)
    return;
  quiet_ms = (g_get_monotonic_time () - self->told_at) / 1000;
  /* A server that answers every reading with another change is read ever more rarely. */
  if (self->told_at != 0 && quiet_ms < 2 * (gint64) self->interval_ms)
    self->interval_ms = MIN (2 * self->interval_ms, MAX_INTERVAL_MS);
  else
    self->interval_ms = INTERVAL_MS;
  self->timer = g_timeout_add (self->interval_ms, tell_cb, self);
}

void
gh_mcp_changes_free (GhMcpChanges *self)
{
  g_return_if_fail (self != NULL);

  g_clear_handle_id (&self->timer, g_source_remove);
  g_free (self);
}
