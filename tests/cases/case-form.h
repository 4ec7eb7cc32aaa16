/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * Filling in forms as a person does. */
#pragma once

#include "gh-form.h"
#include "gh-json.h"

G_BEGIN_DECLS

/* Strings are typed, other values are what the widget holds, a choice is the value that is sent.
 * FALSE with an error: no such field. */
gboolean    case_form_fill       (GhForm       *form,
                                  JsonObject   *fields,
                                  GError      **error);
/* FALSE with an error that names the field which is not valid. */
gboolean    case_form_check      (GhForm       *form,
                                  GError      **error);
/* In the words of the script language. */
const char *case_form_field_kind (GhFormField  *field);

G_END_DECLS
