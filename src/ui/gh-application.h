/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * The program: one instance, one host, one window; opening a folder makes it a root. */
#pragma once

#include <adwaita.h>

#include "gh-host.h"

G_BEGIN_DECLS

#define GH_TYPE_APPLICATION (gh_application_get_type ())
G_DECLARE_FINAL_TYPE (GhApplication, gh_application, GH, APPLICATION, AdwApplication)

/* The one of this program, to be run; owned. */
GhApplication *gh_application_new      (void);
/* Borrowed; NULL before startup. */
GhHost        *gh_application_get_host (GhApplication *self);
/* Hides the window at once, ends the servers, then ends the program. */
void           gh_application_quit     (GhApplication *self);

G_END_DECLS
