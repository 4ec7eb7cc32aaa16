/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * How long to wait before a stream is connected again. */
#include "config.h"

#include "gh-mcp-http-backoff.h"

/* When the server names no time. */
#define FIRST_MS 1000
/* Below it a server that closes at once would keep us busy, whatever it names. */
#define FLOOR_MS 250
/* Longer is felt by a person who waits for the network to return. */
#define CAP_MS (30 * 1000)
/* A server that names more than this is not asked for an hour. */
#define MAX_RETRY_MS (60 * 60 * 1000)

guint
gh_mcp_http_backoff_next (GhMcpHttpBackoff *self,
                          gboolean          fruitful,
                          int               at_least)
{
  guint least = CLAMP (at_least >= 0 ? at_least : FIRST_MS, FLOOR_MS, MAX_RETRY_MS);
  guint wait;

  if (fruitful)
    self->n_barren = 0;
  wait = least << MIN (self->n_barren, 5);
  self->n_barren++;
  wait = MAX (least, MIN (wait, CAP_MS));
  /* A tenth more at most, so that many clients of a server that restarts do not come at once. */
  return wait + g_random_int_range (0, wait / 10 + 1);
}
