/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * Bound names, and scripts' values with them put in. */
#pragma once

#include "gh-json.h"

G_BEGIN_DECLS

typedef struct _CaseValues CaseValues;

CaseValues *case_values_new         (void);
void        case_values_free        (CaseValues  *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (CaseValues, case_values_free)

/* value NULL: unbinds. */
void        case_values_bind        (CaseValues  *self,
                                     const char  *name,
                                     JsonNode    *value);
/* A text that goes in without quotes everywhere. */
void        case_values_bind_plain  (CaseValues  *self,
                                     const char  *name,
                                     const char  *text);
gboolean    case_values_has         (CaseValues  *self,
                                     const char  *name);
/* A value: a string that is just "${x}" becomes what is bound, "$repeat" and "$seq" are done. */
JsonNode   *case_values_expand      (CaseValues  *self,
                                     JsonNode    *value,
                                     GError     **error);
/* A text that is sent as it is: values go in as their JSON text. */
char       *case_values_expand_text (CaseValues  *self,
                                     const char  *text,
                                     GError     **error);
/* For judging what a later step will want: what is not bound yet becomes "*". */
JsonNode   *case_values_expand_open (CaseValues  *self,
                                     JsonNode    *value);

G_END_DECLS
