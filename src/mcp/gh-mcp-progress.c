/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * The progress of one call: strictly rising, and no more often than an eye can follow. */
#include "config.h"

#include "gh-mcp-progress.h"

#include <math.h>

#include "gh-json.h"
#include "gh-mcp-text.h"

/* Ten a second (2.42). */
#define INTERVAL_MS 100
/* One line of a window. */
#define MAX_MESSAGE 1024

struct _GhMcpProgress
{
  GhMcpProgressFunc func; /* may be NULL */
  gpointer user_data;

  double progress; /* the newest, -INFINITY before the first */
  double total;
  char *message; /* owned */

  gint64 told_at; /* monotonic time of the last call of func */
  guint timer;    /* tells the newest when the interval is over */
};

/**
 * gh_mcp_progress_new:
 * @func: (nullable): told what is new, always from the main context
 */
GhMcpProgress *
gh_mcp_progress_new (GhMcpProgressFunc func,
                     gpointer          user_data)
{
  GhMcpProgress *self = g_new0 (GhMcpProgress, 1);

  self->func = func;
  self->user_data = user_data;
  self->progress = -INFINITY;
  self->total = NAN;
  return self;
}

static gboolean
tell_cb (gpointer user_data)
{
  GhMcpProgress *self = user_data;
  g_autofree char *message = g_strdup (self->message);

  self->timer = 0;
  self->told_at = g_get_monotonic_time ();
  /* Last: the callee may free us. */
  self->func (isinf (self->progress) ? 0 : self->progress, self->total, message, self->user_data);
  return G_SOURCE_REMOVE;
}

/* From a source even when it is due: the callee may end the call, and the caller still uses us. */
static void
tell_soon (GhMcpProgress *self)
{
  gint64 wait_ms = INTERVAL_MS - (g_get_monotonic_time () - self->told_at) / 1000;

  if (self->func != NULL && self->timer == 0)
    self->timer = g_timeout_add (CLAMP (wait_ms, 0, INTERVAL_MS), tell_cb, self);
}

gboolean
gh_mcp_progress_push (GhMcpProgress *self,
                      JsonObject    *params)
{
  JsonNode *node;
  double progress, total;

  g_return_val_if_fail (self != NULL, FALSE);
  g_return_val_if_fail (params != NULL, FALSE);

  node = gh_json_get (params, "progress");
  if (node == NULL || !gh_json_node_get_double (node, &progress) || !isfinite (progress)
      || !(progress > self->progress))
    return FALSE;
  node = gh_json_get (params, "total");
  if (node == NULL || !gh_json_node_get_double (node, &total) || !isfinite (total) || total <= 0)
    total = NAN;

  self->progress = progress;
  self->total = total;
  g_free (self->message);
  self->message = gh_mcp_text_dup_member (params, "message", MAX_MESSAGE);
  tell_soon (self);
  return TRUE;
}

void
gh_mcp_progress_say (GhMcpProgress *self,
                     const char    *message)
{
  g_return_if_fail (self != NULL);

  if (g_strcmp0 (self->message, message) == 0)
    return;
  g_free (self->message);
  self->message = g_strdup (message);
  tell_soon (self);
}

void
gh_mcp_progress_free (GhMcpProgress *self)
{
  g_return_if_fail (self != NULL);

  g_clear_handle_id (&self->timer, g_source_remove);
  g_free (self->message);
  g_free (self);
}
