/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * A file of cases: one JSON object a line. */
#pragma once

#include "gh-json.h"

G_BEGIN_DECLS

#define CASE_ERROR (case_error_quark ())
GQuark case_error_quark (void);

typedef enum
{
  CASE_ERROR_SCRIPT, /* the file is not in the language */
  CASE_ERROR_PLAY,   /* the case failed */
} CaseError;

typedef struct
{
  char      *id;
  char      *transport;
  char      *provider; /* the kind its script names, or NULL */
  GStrv      needs;
  JsonNode  *node;
  JsonArray *script;   /* inside the node */
} Case;

void       case_free      (Case        *self);
/* Reads and checks all of it: see case-check.h. */
GPtrArray *case_file_read (const char  *path,
                           GError     **error);

/* A step's name is the one of its members that is a step. */
JsonObject *case_get_step (Case        *self,
                           guint        index);

G_END_DECLS
