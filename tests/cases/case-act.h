/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * What the person does, as far as it can be done now. */
#pragma once

#include "case-world.h"

G_BEGIN_DECLS

/* {"done": true}, {"wait": what for} or {"fail": why}. */
JsonNode *case_act (CaseWorld  *world,
                    JsonObject *action);

G_END_DECLS
