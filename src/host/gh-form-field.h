/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * One input of a form that was made from a JSON schema. */
#pragma once

#include <gio/gio.h>
#include <json-glib/json-glib.h>

G_BEGIN_DECLS

typedef enum
{
  GH_FORM_FIELD_TEXT,
  GH_FORM_FIELD_NUMBER,
  GH_FORM_FIELD_INTEGER,
  GH_FORM_FIELD_BOOLEAN,
  GH_FORM_FIELD_CHOICE,
  GH_FORM_FIELD_CHOICES, /* any number of them */
  GH_FORM_FIELD_JSON, /* everything else: the person writes JSON */
} GhFormFieldKind;

typedef enum
{
  GH_FORM_PROBLEM_NONE,
  GH_FORM_PROBLEM_REQUIRED,
  GH_FORM_PROBLEM_NOT_A_NUMBER,
  GH_FORM_PROBLEM_NOT_AN_INTEGER,
  GH_FORM_PROBLEM_TOO_SMALL, /* see gh_form_field_get_minimum() */
  GH_FORM_PROBLEM_TOO_LARGE,
  GH_FORM_PROBLEM_TOO_SHORT, /* see gh_form_field_get_min_length() */
  GH_FORM_PROBLEM_TOO_LONG,
  GH_FORM_PROBLEM_TOO_FEW,   /* CHOICES: see gh_form_field_get_min_length() */
  GH_FORM_PROBLEM_TOO_MANY,
  GH_FORM_PROBLEM_PATTERN,   /* see gh_form_field_get_pattern() */
  GH_FORM_PROBLEM_NOT_JSON,
  GH_FORM_PROBLEM_WRONG_TYPE, /* JSON, yet not of the type the schema names */
} GhFormProblem;

#define GH_TYPE_FORM_FIELD (gh_form_field_get_type ())
G_DECLARE_FINAL_TYPE (GhFormField, gh_form_field, GH, FORM_FIELD, GObject)

/* Notifying properties: text (TEXT, NUMBER, INTEGER, JSON), active (BOOLEAN), selected (CHOICE),
 * n-chosen (CHOICES), is-set, problem. All words of a field are the server's: untrusted, plain
 * text. */
GhFormField    *gh_form_field_new              (const char      *name,
                                                JsonNode        *schema,
                                                JsonObject      *root,
                                                gboolean         required);
const char     *gh_form_field_get_name         (GhFormField     *self);
/* the name when there is none */
const char     *gh_form_field_get_title        (GhFormField     *self);
const char     *gh_form_field_get_description  (GhFormField     *self); /* or NULL */
const char     *gh_form_field_get_format       (GhFormField     *self); /* or NULL */
GhFormFieldKind gh_form_field_get_kind         (GhFormField     *self);
/* "object", "array"..., or NULL */
const char     *gh_form_field_get_type_name    (GhFormField     *self);
gboolean        gh_form_field_get_required     (GhFormField     *self);
gboolean        gh_form_field_get_multiline    (GhFormField     *self);
/* Whether its words sound like a password, a token, a key or a card number; a guess (7.5). */
gboolean        gh_form_field_wants_secret     (GhFormField     *self);
GhFormProblem   gh_form_field_get_problem      (GhFormField     *self);

const char     *gh_form_field_get_text         (GhFormField     *self); /* never NULL */
void            gh_form_field_set_text         (GhFormField     *self,
                                                const char      *text);
gboolean        gh_form_field_get_active       (GhFormField     *self);
void            gh_form_field_set_active       (GhFormField     *self,
                                                gboolean         active);
/* -1: nothing is chosen. */
int             gh_form_field_get_selected     (GhFormField     *self);
void            gh_form_field_set_selected     (GhFormField     *self,
                                                int              selected);
/* Of CHOICES. */
guint           gh_form_field_get_n_chosen     (GhFormField     *self);
gboolean        gh_form_field_get_chosen       (GhFormField     *self,
                                                guint            position);
void            gh_form_field_set_chosen       (GhFormField     *self,
                                                guint            position,
                                                gboolean         chosen);
/* Of CHOICE and CHOICES. */
guint           gh_form_field_get_n_choices    (GhFormField     *self);
const char     *gh_form_field_get_choice_title (GhFormField     *self,
                                                guint            position);

/* Limits as the schema wrote them, or NULL; lengths in characters (CHOICES: entries),
 * or -1. */
const char     *gh_form_field_get_minimum      (GhFormField     *self);
const char     *gh_form_field_get_maximum      (GhFormField     *self);
int             gh_form_field_get_min_length   (GhFormField     *self);
int             gh_form_field_get_max_length   (GhFormField     *self);
const char     *gh_form_field_get_pattern      (GhFormField     *self);

/* What will be sent; NULL: the member is left out. A text that is not valid for the field comes
 * back as a string, so that it survives a look at the JSON. */
JsonNode       *gh_form_field_dup_value        (GhFormField     *self);
/* Any JSON value, or NULL for none; one that the field's widget cannot hold is kept as it is
 * until the person edits the field. */
void            gh_form_field_set_value        (GhFormField     *self,
                                                JsonNode        *value);
/* Back to the schema's default, or to nothing. */
void            gh_form_field_reset            (GhFormField     *self);

G_END_DECLS
