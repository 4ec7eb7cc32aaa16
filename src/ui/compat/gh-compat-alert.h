/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * A question with a few answers, whatever the libadwaita at hand calls it. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

typedef enum
{
  GH_COMPAT_ALERT_PLAIN,
  GH_COMPAT_ALERT_SUGGESTED,
  GH_COMPAT_ALERT_DESTRUCTIVE,
} GhCompatAlertAppearance;

typedef struct
{
  const char              *id;
  const char              *label; /* translated, with a mnemonic */
  GhCompatAlertAppearance  appearance;
} GhCompatAlertResponse;

/* heading, body: plain text, never markup. responses: in the order shown; the first is what
 * Escape and closing mean, and what has the focus. extra_child: NULL, or a widget shown below the
 * body (taken as a floating reference). Completes on an answer; never fails. */
void  gh_compat_alert_choose_async  (GtkWindow                   *parent,
                                     const char                  *heading,
                                     const char                  *body,
                                     const GhCompatAlertResponse *responses,
                                     gsize                        n_responses,
                                     GtkWidget                   *extra_child,
                                     GAsyncReadyCallback          callback,
                                     gpointer                     user_data);
/* The id of the answer, owned. */
char *gh_compat_alert_choose_finish (GtkWindow                   *parent,
                                     GAsyncResult                *result);

G_END_DECLS
