/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * Who decides what servers ask: a stand-in for the person, who waits to be told. */
#pragma once

#include "gh-reviewer.h"

G_BEGIN_DECLS

#define CASE_TYPE_PERSON (case_person_get_type ())
G_DECLARE_FINAL_TYPE (CasePerson, case_person, CASE, PERSON, GObject)

/* opened: of char *, gets the addresses that are to be opened. */
CasePerson *case_person_new       (GPtrArray  *opened);
/* Borrowed; NULL: nothing is in front of them. */
GhRequest  *case_person_get_front (CasePerson *self);
/* Whether it can be decided now, and is not just being worked on. */
gboolean    case_person_can_say_yes (CasePerson *self);
/* Yes to a prompt, and later to the answer; to a form as it is filled in; to a page, and later that
 * its visit is over. */
void        case_person_say_yes   (CasePerson *self,
                                   guint       times);

G_END_DECLS
