/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * A model endpoint as far as no script says what it does: lists one model, says one word. */
#pragma once

#include "case-web.h"

G_BEGIN_DECLS

/* NULL: the request is none of a model provider. */
CaseAnswer *case_model_answer (CaseRequest *request,
                               const char  *text);

G_END_DECLS
