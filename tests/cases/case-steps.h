/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * The steps of the script language. */
#pragma once

#include "case-play.h"

G_BEGIN_DECLS

/* Returns FALSE with the reason, or without one when the case has failed meanwhile. */
typedef gboolean (*CaseStepFunc) (CasePlay    *play,
                                  JsonObject  *step,
                                  GError     **error);

typedef struct
{
  const char   *name;
  CaseStepFunc  func;
  gboolean      is_setup; /* done before the host connects */
} CaseStep;

/* The end of each table has no name. */
extern const CaseStep case_setup_steps[];
extern const CaseStep case_stdio_steps[];
extern const CaseStep case_http_steps[];
extern const CaseStep case_host_steps[];

const CaseStep *case_step_find (const char *name);

G_END_DECLS
