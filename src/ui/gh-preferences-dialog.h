/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * The preferences: which models there are, and the history. */
#pragma once

#include <adwaita.h>

#include "gh-history.h"
#include "gh-masking-policy.h"
#include "gh-model-list.h"

G_BEGIN_DECLS

#define GH_TYPE_PREFERENCES_DIALOG (gh_preferences_dialog_get_type ())
G_DECLARE_FINAL_TYPE (GhPreferencesDialog, gh_preferences_dialog, GH, PREFERENCES_DIALOG, AdwWindow)

/* Looks for endpoints on this computer, too. models and secrets are kept; GTK keeps the dialog
 * until it closes. */
GtkWidget *gh_preferences_dialog_new (GtkWindow     *parent,
                                      GhModelList   *models,
                                      GhSecretStore *secrets);
/* Once: shows its preferences, too. */
void       gh_preferences_dialog_set_history (GhPreferencesDialog *self,
                                              GhHistory           *history);

/* What is masked, and by which patterns. Once. */
void       gh_preferences_dialog_set_masking (GhPreferencesDialog *self,
                                              GhMaskingPolicy     *masking);

/* What is said of the models for each of them; of GhServer. Once. */
void       gh_preferences_dialog_set_servers (GhPreferencesDialog *self,
                                              GListModel          *servers);

G_END_DECLS
