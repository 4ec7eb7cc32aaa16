/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * Which steps could take what the host sends. */
#pragma once

#include "case-play.h"

G_BEGIN_DECLS

/* An "http" step's keys that say which requests it is for. */
gboolean case_fits_request     (CasePlay    *play,
                                JsonObject  *http,
                                CaseRequest *request);
/* Whether a step from index `from` on could take it, as far as can be said now: the method; of a
 * response all of it; of an HTTP request verb, path, headers and the method if the step names
 * one. */
gboolean case_could_be_taken   (CasePlay    *play,
                                CaseItem    *item,
                                guint        from);

G_END_DECLS
