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
