/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * What the host process holds: the host, its one server, its model, the person. */
#pragma once

#include "case-ask.h"
#include "case-person.h"
#include "gh-host.h"
#include "gh-json.h"
#include "gh-server.h"

G_BEGIN_DECLS

typedef struct
{
  /* Owned. */
  GhHost     *host;
  CasePerson *person;
  GhServer   *server;    /* or NULL: the case has none */
  GPtrArray  *calls;     /* of GhToolCall, by hand, the oldest first */
  GError     *refused;   /* why the last call was none: its arguments */
  GPtrArray  *opened;    /* of char *: addresses given to the system */
  CaseAsk    *ask;       /* or NULL: the model was asked nothing */

  gboolean    was_ready; /* the server, since it was started */
} CaseWorld;

/* From the "start" order; runs the main loop until the host has what it is to begin with. NULL with
 * an error. */
CaseWorld *case_world_new       (JsonObject  *start,
                                 GError     **error);
/* Settings that count for what starts afterwards. */
void       case_world_configure (CaseWorld   *self,
                                 JsonObject  *config);
void       case_world_free      (CaseWorld   *self);
/* The first tool that the server lists under this name, owned by the caller; or NULL. */
GhTool    *case_world_find_tool (CaseWorld   *self,
                                 const char  *name);

G_END_DECLS
