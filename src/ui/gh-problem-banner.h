/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * Tells of trouble with the person's files, one after the other. */
#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

#define GH_TYPE_PROBLEM_BANNER (gh_problem_banner_get_type ())
G_DECLARE_FINAL_TYPE (GhProblemBanner, gh_problem_banner, GH, PROBLEM_BANNER, AdwBin)

/* problems: of GhProblem, or NULL. Dismissing one leaves the model alone. */
void gh_problem_banner_set_problems (GhProblemBanner *self,
                                     GListModel      *problems);

G_END_DECLS
