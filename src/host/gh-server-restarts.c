/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * How often, and how soon, a server that ended by itself is started again. */
#include "config.h"

#include "gh-server-restarts.h"

/**
 * gh_server_restarts_plan:
 * @now: monotonic time
 * @delay: (out): milliseconds to wait before the start, doubled for each within the window
 *
 * Returns: whether it may be started again (2.48), which is then counted
 */
gboolean
gh_server_restarts_plan (GhServerRestarts *self,
                         gint64            now,
                         guint            *delay)
{
  guint n_recent = 0;
  guint slot = GH_SERVER_RESTARTS_MAX;

  for (guint i = 0; i < GH_SERVER_RESTARTS_MAX; i++)
    if (self->when[i] != 0 && now - self->when[i] < GH_SERVER_RESTARTS_WINDOW)
      n_recent++;
    else
      slot = i;
  if (slot == GH_SERVER_RESTARTS_MAX)
    return FALSE;
  self->when[slot] = now;
  *delay = self->first_delay << n_recent;
  return TRUE;
}

/**
 * gh_server_restarts_plan_reconnect:
 * @lasted: how long the connection was good, microseconds; 0: it never was
 *
 * Returns: milliseconds to wait before the next attempt; not the same for everybody, so that a
 *   server that comes back does not meet all its hosts at once
 */
guint
gh_server_restarts_plan_reconnect (GhServerRestarts *self,
                                   gint64            lasted)
{
  guint64 delay;

  if (lasted >= GH_SERVER_RECONNECT_LASTED)
    self->n_reconnects = 0;
  delay = (guint64) self->first_delay << MIN (self->n_reconnects, 16);
  self->n_reconnects++;
  delay = MIN (delay, GH_SERVER_RECONNECT_MAX_DELAY);
  return delay - g_random_int_range (0, delay / 4 + 1);
}
