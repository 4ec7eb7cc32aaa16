/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * What a placeholder in a text stands for, beside it. */
#include "config.h"

#include "gh-secret-popover.h"

#include "gh-secret-row.h"

#define WIDTH 420

static void
closed_cb (GtkPopover *popover)
{
  /* Not while it is still being closed. */
  g_idle_add_once ((GSourceOnceFunc) gtk_widget_unparent, popover);
}

/* Another text is there: the popover would point at nothing. */
static void
shown_cb (GtkPopover *popover)
{
  gtk_popover_popdown (popover);
}

void
gh_secret_popover_show (GtkWidget          *parent,
                        GhMasking          *masking,
                        const char         *placeholder,
                        gboolean            can_send,
                        const GdkRectangle *at)
{
  gsize start = 0;
  gsize end;
  GhMaskingSecret *secret;
  GtkWidget *popover;
  GtkWidget *list;
  GtkWidget *row;

  g_return_if_fail (GTK_IS_WIDGET (parent));
  g_return_if_fail (GH_IS_MASKING (masking));
  g_return_if_fail (placeholder != NULL && at != NULL);

  secret = gh_masking_find (masking, placeholder, &start, &end);
  if (secret == NULL)
    return;
  row = gh_secret_row_new (secret, can_send);
  list = gtk_list_box_new ();
  gtk_list_box_set_selection_mode (GTK_LIST_BOX (list), GTK_SELECTION_NONE);
  gtk_list_box_append (GTK_LIST_BOX (list), row);
  gtk_widget_add_css_class (list, "gh-plain-list");
  gtk_widget_set_size_request (list, WIDTH, -1);
  popover = gtk_popover_new ();
  gtk_popover_set_child (GTK_POPOVER (popover), list);
  gtk_widget_set_parent (popover, parent);
  gtk_popover_set_pointing_to (GTK_POPOVER (popover), at);
  g_signal_connect (popover, "closed", G_CALLBACK (closed_cb), NULL);
  g_signal_connect_object (secret, "notify::shown", G_CALLBACK (shown_cb), popover,
                           G_CONNECT_SWAPPED);
  gtk_popover_popup (GTK_POPOVER (popover));
}
