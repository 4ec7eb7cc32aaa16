/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * "http" objects: which requests they are for, and what they answer. */
#pragma once

#include "case-play.h"

G_BEGIN_DECLS

/* The keys that say which requests it is for, expanded; NULL with an error. */
JsonNode   *case_http_dup_fit (CasePlay     *play,
                               JsonObject   *http,
                               GError      **error);
/* Binds what the object names, checks the request and begins the answer. Borrowed; NULL with an
 * error when a check does not hold. */
CaseAnswer *case_http_answer  (CasePlay     *play,
                               JsonObject   *http,
                               CaseRequest  *request,
                               GError      **error);
/* A text of an answer, which may hold events with messages. */
void        case_http_remember_events (CasePlay   *play,
                                       const char *text);

G_END_DECLS
