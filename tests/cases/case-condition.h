/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * What must be true of the host. */
#pragma once

#include "case-world.h"

G_BEGIN_DECLS

/* {"holds": whether all hold now, "why": what does not}. */
JsonNode *case_check_conditions (CaseWorld  *world,
                                 JsonObject *conditions);

/* Whether it holds; what it is instead goes into why. */
typedef gboolean (*CaseConditionFunc) (CaseWorld *world,
                                       JsonNode  *wanted,
                                       GString   *why);

typedef struct
{
  const char        *name;
  CaseConditionFunc  func;
} CaseCondition;

/* The end of each table has no name. */
extern const CaseCondition case_server_conditions[];
extern const CaseCondition case_call_conditions[];
extern const CaseCondition case_person_conditions[];
extern const CaseCondition case_model_conditions[];

/* --- for the tables --- */

/* FALSE, with what it is instead. */
gboolean case_is_not   (GString    *why,
                        const char *format,
                        ...) G_GNUC_PRINTF (2, 3);
/* Whether the value is this word or a list with it. */
gboolean case_is_word  (JsonNode   *wanted,
                        const char *word);
/* Whether the text has the text, or all texts of the list. */
gboolean case_has_texts (JsonNode   *wanted,
                         const char *text);
/* A text that the host keeps must be valid UTF-8. */
gboolean case_is_valid (GString    *why,
                        const char *text);

G_END_DECLS
