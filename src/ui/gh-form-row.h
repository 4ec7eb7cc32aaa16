/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * One input of a form: its words, the widget that fits its kind, and what is wrong with it. */
#pragma once

#include <adwaita.h>

#include "gh-form-field.h"

G_BEGIN_DECLS

#define GH_TYPE_FORM_ROW (gh_form_row_get_type ())
G_DECLARE_FINAL_TYPE (GhFormRow, gh_form_row, GH, FORM_ROW, AdwPreferencesRow)

/* A floating row whose input becomes the field's at once; the field is kept. */
GtkWidget   *gh_form_row_new           (GhFormField *field);
/* Borrowed. */
GhFormField *gh_form_row_get_field     (GhFormRow   *self);
/* The widget that is typed into or pressed; borrowed. */
GtkWidget   *gh_form_row_get_input     (GhFormRow   *self);
/* A number that is still being typed becomes the field's; a key may press Run before Tab is. */
void         gh_form_row_take_typed    (GhFormRow   *self);
/* Before, only what was edited is complained of. */
void         gh_form_row_show_problems (GhFormRow   *self);

/* For a list box of such rows. */
/* Takes what was typed and shows every problem; FALSE: there was one, and its row has the focus. */
gboolean     gh_form_row_check_list       (GtkListBox  *list);
/* Says of the field that it is not of the format it has to be, until it is edited, and gives its
 * row the focus. */
void         gh_form_row_refuse_in_list   (GtkListBox  *list,
                                           GhFormField *field);
/* Handler of "keynav-failed": arrow keys leave the list at its ends, as Tab does. */
gboolean     gh_form_row_keynav_failed_cb (GtkWidget        *list,
                                           GtkDirectionType  direction,
                                           gpointer          user_data);

G_END_DECLS
