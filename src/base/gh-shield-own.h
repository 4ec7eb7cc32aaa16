/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * The person's own patterns: regular expressions with an end to every search. */
#pragma once

#include "gh-shield.h"

G_BEGIN_DECLS

/* Those that can be used; owned. patterns: or NULL. */
GPtrArray *gh_shield_own_list_new  (const char * const *patterns);
/* GhShieldFinding, in order, apart from each other; owned. whole: (inout): FALSE when there may be
 * more. */
GArray    *gh_shield_own_list_find (GPtrArray          *self,
                                    const char         *text,
                                    gsize               length,
                                    gboolean           *whole);

G_END_DECLS
