/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * The runner's end of the host process: started, asked, watched. */
#pragma once

#include "gh-json.h"

G_BEGIN_DECLS

typedef struct _CaseLink CaseLink;

/* home: where its HOME, XDG folders and output go. env: added to its environment. */
CaseLink   *case_link_new         (const char         *home,
                                   const char * const *env,
                                   GError            **error);
void        case_link_free        (CaseLink           *self);
/* One request at a time. */
void        case_link_ask         (CaseLink           *self,
                                   const char         *what,
                                   JsonNode           *arguments);
/* Owned by the caller; NULL: there is none yet. */
JsonObject *case_link_take_answer (CaseLink           *self);
/* Whether it has ended, and how if it is not as it should; NULL else. */
gboolean    case_link_is_over     (CaseLink           *self);
char       *case_link_dup_end     (CaseLink           *self);
/* What it wrote to stderr last. */
char       *case_link_dup_output  (CaseLink           *self);

G_END_DECLS
