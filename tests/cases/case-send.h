/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * What the server says over stdio. */
#pragma once

#include "case-play.h"

G_BEGIN_DECLS

/* A "send" step; not waited for. */
gboolean case_send_step     (CasePlay    *play,
                             JsonObject  *step,
                             GError     **error);
void     case_send_message  (CasePlay    *play,
                             JsonNode    *message);
/* The answer to a request of the host with this id: "result" or "error". */
JsonNode *case_make_answer  (JsonNode    *id,
                             const char  *what,
                             JsonNode    *value);
/* Every message that the script sends, however: what was the last result of a list method? */
void     case_remember      (CasePlay    *play,
                             JsonNode    *message);
void     case_remember_text (CasePlay    *play,
                             const char  *text);

G_END_DECLS
