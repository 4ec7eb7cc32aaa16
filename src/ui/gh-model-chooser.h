/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * A popover with all models, by endpoint. */
#pragma once

#include "gh-model-list.h"
#include "gh-sampling-request.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define GH_TYPE_MODEL_CHOOSER (gh_model_chooser_get_type ())
G_DECLARE_FINAL_TYPE (GhModelChooser, gh_model_chooser, GH, MODEL_CHOOSER, GtkPopover)

/* Signal "chosen" (GhModel *model): the popover closes by itself. A floating widget. */
GtkWidget *gh_model_chooser_new          (void);
/* What can be chosen, of GhModel; NULL: nothing. Kept. */
void       gh_model_chooser_set_models   (GhModelChooser *self,
                                          GListModel     *models);
/* What is chosen for: models that it cannot or may not be sent to are shown grey, with the reason.
 * Kept; NULL: for nothing in particular. */
void       gh_model_chooser_set_request  (GhModelChooser    *self,
                                          GhSamplingRequest *request,
                                          GhModelList       *models);
/* The one that is marked when it opens; NULL: none. Kept; emits nothing. */
void       gh_model_chooser_set_selected (GhModelChooser *self,
                                          GhModel        *model);
/* The GtkListBox, for tests; borrowed. */
GtkWidget *gh_model_chooser_get_list     (GhModelChooser *self);

G_END_DECLS
