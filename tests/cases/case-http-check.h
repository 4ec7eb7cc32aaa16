/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * What a request's body must be like. */
#pragma once

#include "case-web.h"

G_BEGIN_DECLS

/* keys: "body_contains", "body_not_contains", "body_count", "check". */
gboolean case_http_check (JsonObject   *keys,
                          CaseRequest  *request,
                          GError      **error);

G_END_DECLS
