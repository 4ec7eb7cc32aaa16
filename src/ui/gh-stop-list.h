/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * The stop sequences of a request, to edit: a row that opens to one entry a sequence. */
#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

#define GH_TYPE_STOP_LIST (gh_stop_list_get_type ())
G_DECLARE_FINAL_TYPE (GhStopList, gh_stop_list, GH, STOP_LIST, AdwExpanderRow)

/* Signal "changed": the person edited it. */

/* Copied; NULL: none. Emits nothing. */
void   gh_stop_list_set_sequences (GhStopList         *self,
                                   const char * const *sequences);
/* What can be restored when it is edited; copied; NULL: nothing. */
void   gh_stop_list_set_asked     (GhStopList         *self,
                                   const char * const *sequences);
/* As edited, without empty ones; owned. */
char **gh_stop_list_dup_sequences (GhStopList         *self);
/* Line breaks, tabs and backslashes as \n, \t and \\, and back: an entry has only one line.
 * Owned. */
char  *gh_stop_list_escape        (const char         *text);
char  *gh_stop_list_unescape      (const char         *text);

G_END_DECLS
