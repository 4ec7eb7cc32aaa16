/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * What the person agrees to before a program runs. */
#pragma once

#include <adwaita.h>

#include "gh-host.h"

G_BEGIN_DECLS

#define GH_TYPE_CONSENT_VIEW (gh_consent_view_get_type ())
G_DECLARE_FINAL_TYPE (GhConsentView, gh_consent_view, GH, CONSENT_VIEW, AdwBin)

/* Signal "edit": the person wants to change the command. */

/* What is to be agreed to. server_id: "" for a new server. */
void     gh_consent_view_set_config    (GhConsentView  *self,
                                        GhHost         *host,
                                        const char     *server_id,
                                        GhServerConfig *config);
/* Whether the person wants it started with the program; at first as in the config. */
gboolean gh_consent_view_get_autostart (GhConsentView  *self);
/* The line that stays in view: what follows from agreeing; owned. */
char    *gh_consent_view_dup_summary   (GhConsentView  *self);

G_END_DECLS
