/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * Requests for the person, in the words of the script language. */
#pragma once

#include "gh-request.h"

G_BEGIN_DECLS

/* KIND */
const char *case_kind_of        (GhRequest  *request);
/* Calls func with every text that is given, unaltered, to who reviews it. */
typedef void (*CaseTextFunc)    (const char *text,
                                 gpointer    user_data);
void        case_kind_each_text (GhRequest    *request,
                                 CaseTextFunc  func,
                                 gpointer      user_data);
gboolean    case_kind_has_flag  (GhRequest  *request,
                                 const char *flag);
/* Whether a text holds characters that cannot be seen. */
gboolean    case_text_is_hidden (const char *text);

G_END_DECLS
