/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * The runner's end of the server processes that the host starts: one after the other. */
#pragma once

#include <gio/gio.h>

#include "case-wire.h"

G_BEGIN_DECLS

typedef struct _CasePlayer CasePlayer;

/* A line of the server's stdin, without its end; `whole` is FALSE when stdin ended in it. */
typedef void (*CaseLineFunc) (GBytes   *line,
                              gboolean  whole,
                              gpointer  user_data);

CasePlayer         *case_player_new          (CaseLineFunc         line_func,
                                              gpointer             user_data,
                                              GError             **error);
void                case_player_free         (CasePlayer          *self);
/* The command that makes a server process. */
GStrv               case_player_dup_argv     (CasePlayer          *self);
/* Whether there ever was one; whether the last one is still connected. */
gboolean            case_player_has_come     (CasePlayer          *self);
gboolean            case_player_is_there     (CasePlayer          *self);
/* Of the last one; 0 and NULL before there was one. */
GPid                case_player_get_pid      (CasePlayer          *self);
const char * const *case_player_get_environ  (CasePlayer          *self);
/* In order; to nobody, when it is gone. */
void                case_player_order        (CasePlayer          *self,
                                              CaseOrder            order,
                                              guint32              number,
                                              const char          *data,
                                              gsize                length);
/* Whether all that was ordered is done, or nobody is there to do it. */
gboolean            case_player_is_idle      (CasePlayer          *self);
/* Something ordered could not be done, other than writing to a host that no longer reads. */
gboolean            case_player_has_refused  (CasePlayer          *self);

G_END_DECLS
