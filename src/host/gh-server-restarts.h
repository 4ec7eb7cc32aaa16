/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * How often, and how soon, a server that ended by itself is started again. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* After so many unexpected ends within the window a program stays down until it is started by hand.
 */
#define GH_SERVER_RESTARTS_MAX 3
#define GH_SERVER_RESTARTS_WINDOW (60 * G_USEC_PER_SEC)

/* A server on the network may be away for hours, and is tried for as long: ever more rarely, up to
 * this, and from the beginning once a connection lasted. Milliseconds, microseconds. */
#define GH_SERVER_RECONNECT_MAX_DELAY (60 * 1000)
#define GH_SERVER_RECONNECT_LASTED (60 * G_USEC_PER_SEC)

/* Zeroes, but for the first wait, in milliseconds. */
typedef struct
{
  guint  first_delay;
  gint64 when[GH_SERVER_RESTARTS_MAX]; /* monotonic; 0: unused */
  guint  n_reconnects;                 /* since a connection lasted */
} GhServerRestarts;

gboolean gh_server_restarts_plan           (GhServerRestarts *self,
                                            gint64            now,
                                            guint            *delay);
guint    gh_server_restarts_plan_reconnect (GhServerRestarts *self,
                                            gint64            lasted);

G_END_DECLS
