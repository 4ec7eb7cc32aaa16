/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * What kind of thing went wrong with a server or a call, for words that say what to do next. */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

typedef enum
{
  GH_FAILURE_OTHER,
  GH_FAILURE_NOT_AGREED, /* nobody agreed to the command */
  GH_FAILURE_SPAWN,      /* the program cannot be started */
  GH_FAILURE_EXITED,     /* it ended by itself; figure: its exit code */
  GH_FAILURE_KILLED,     /* something ended it; figure: the signal */
  GH_FAILURE_CLOSED,     /* the connection is closed */
  GH_FAILURE_BROKEN,     /* the connection broke before the answer was whole */
  GH_FAILURE_TIMED_OUT,
  GH_FAILURE_MALFORMED,  /* it broke JSON-RPC or the protocol */
  GH_FAILURE_VERSION,    /* no protocol revision in common */
  GH_FAILURE_DENIED,     /* the person, or a rule, refused what the server needed */
  GH_FAILURE_TASK,       /* the server gave up a task of the person's */
  GH_FAILURE_UNSUPPORTED, /* it needs what Gatehouse cannot do */
  GH_FAILURE_ARGUMENTS,   /* what was put in does not fit; nothing was sent */
  GH_FAILURE_UNREACHABLE, /* no connection to its address */
  GH_FAILURE_HTTP,       /* its address answered, yet not as a server; figure: the HTTP status */
  GH_FAILURE_ANSWER,     /* it answered with an error; figure: the JSON-RPC code */
} GhFailure;

/* error: NULL, or of any layer. figure: NULL, or where the number goes (0 when there is none). */
GhFailure gh_failure_of_error (const GError *error,
                               int          *figure);

G_END_DECLS
