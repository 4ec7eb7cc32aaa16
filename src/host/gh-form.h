/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * A form made from the JSON schema of an object. A GListModel of GhFormField. */
#pragma once

#include "gh-form-field.h"

G_BEGIN_DECLS

/* More rows than this are no form any more, and a schema is made by a stranger. */
#define GH_FORM_MAX_FIELDS 100

#define GH_TYPE_FORM (gh_form_get_type ())
G_DECLARE_FINAL_TYPE (GhForm, gh_form, GH, FORM, GObject)

/* Property "valid" (notifying). schema: any JSON, or NULL: what is no object schema gives a form
 * without fields. Nothing outside the schema is ever fetched (10.18). */
GhForm      *gh_form_new           (JsonNode  *schema);
/* FALSE: the schema allows more than the fields show (too many members, alternatives at the
 * top). */
gboolean     gh_form_get_complete  (GhForm    *self);
gboolean     gh_form_get_valid     (GhForm    *self);
GhFormField *gh_form_get_field     (GhForm    *self,
                                    const char *name); /* borrowed, or NULL */
/* The first field with a problem; borrowed, or NULL. */
GhFormField *gh_form_find_problem  (GhForm    *self);
/* An object: members of the fields in the schema's order, then members that came through
 * gh_form_set_arguments() and have no field. */
JsonNode    *gh_form_dup_arguments (GhForm    *self);
/* FALSE when arguments is no object; fields without a member in it become empty. */
gboolean     gh_form_set_arguments (GhForm    *self,
                                    JsonNode  *arguments);

G_END_DECLS
