/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * A tool's input: as a form made from its schema, or as JSON. */
#pragma once

#include <adwaita.h>

#include "gh-form.h"

G_BEGIN_DECLS

#define GH_TYPE_TOOL_FORM (gh_tool_form_get_type ())
G_DECLARE_FINAL_TYPE (GhToolForm, gh_tool_form, GH, TOOL_FORM, AdwBin)

/* Empty; a floating widget. */
GtkWidget *gh_tool_form_new           (void);
/* Borrowed, or NULL. */
GhForm    *gh_tool_form_get_form      (GhToolForm *self);
/* Shows the form's fields; NULL: nothing. Kept. */
void       gh_tool_form_set_form      (GhToolForm *self,
                                       GhForm     *form);
/* Property "json": whether the JSON is shown. Turning back to the form fails, with words below
 * the JSON, while the text is no JSON object. */
gboolean   gh_tool_form_get_json      (GhToolForm *self);
void       gh_tool_form_set_json      (GhToolForm *self,
                                       gboolean    json);
/* What to send, owned; NULL: something is wrong, which is now shown and has the focus. */
JsonNode  *gh_tool_form_dup_arguments (GhToolForm *self);

G_END_DECLS
