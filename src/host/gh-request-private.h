/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * A server's request, for its kinds and the broker that leads it. */
#pragma once

#include "gh-request.h"

G_BEGIN_DECLS

/* Where a request comes from: see the getters of the same names. tool may be NULL, call_left 0. */
typedef struct
{
  const char *server_id;
  const char *server_name;
  const char *tool;
  gint64      call_time;
  guint       call_left;
} GhRequestOrigin;

/* Once, after it was made. */
void  gh_request_set_origin (GhRequest              *self,
                             guint                   serial,
                             const GhRequestOrigin  *origin);
/* A rule decides, at once or by letting the model be asked. */
void  gh_request_set_rule   (GhRequest              *self,
                             GhRequestDecider        decider,
                             const char             *id,
                             const char             *text);
/* The person does, whatever a rule began. */
void  gh_request_set_reviewed (GhRequest            *self);
gsize gh_request_get_size   (GhRequest              *self);
void  gh_request_queue      (GhRequest              *self);
void  gh_request_open       (GhRequest              *self);
void  gh_request_leave      (GhRequest              *self);
void  gh_request_withdraw   (GhRequest              *self);
void  gh_request_complete   (GhRequest              *self,
                             GTask                  *task);

G_END_DECLS
