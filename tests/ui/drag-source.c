/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * Stands in for a file manager: a small window from which the files named on its command line can
 * be dragged. Says "ready" when it is drawn, "dropped" or "refused" when a drag has ended, and
 * leaves. */
#include "config.h"

#include <gtk/gtk.h>
#include <stdlib.h>

static gboolean done;

static void
say (const char *word)
{
  g_print ("%s\n", word);
  fflush (stdout);
}

static void
drag_end_cb (GtkDragSource *source,
             GdkDrag       *drag,
             gboolean       delete_data,
             gpointer       user_data)
{
  say (gdk_drag_get_selected_action (drag) != 0 ? "dropped" : "refused");
  done = TRUE;
}

static gboolean
drag_cancel_cb (GtkDragSource       *source,
                GdkDrag             *drag,
                GdkDragCancelReason  reason,
                gpointer             user_data)
{
  say ("refused");
  done = TRUE;
  return FALSE;
}

static void
after_paint_cb (GdkFrameClock *clock,
                gpointer       user_data)
{
  g_signal_handlers_disconnect_by_func (clock, after_paint_cb, user_data);
  say ("ready");
}

int
main (int    argc,
      char **argv)
{
  GtkWidget *window, *label;
  GtkDragSource *source;
  GSList *files = NULL;
  g_auto(GValue) value = G_VALUE_INIT;
  g_autoptr(GdkContentProvider) content = NULL;

  gtk_init ();
  for (int i = 1; i < argc; i++)
    files = g_slist_append (files, g_file_new_for_commandline_arg (argv[i]));
  g_value_init (&value, GDK_TYPE_FILE_LIST);
  g_value_take_boxed (&value, gdk_file_list_new_from_list (files));
  g_slist_free_full (files, g_object_unref);
  content = gdk_content_provider_new_for_value (&value);

  source = gtk_drag_source_new ();
  gtk_drag_source_set_actions (source, GDK_ACTION_COPY);
  gtk_drag_source_set_content (source, content);
  g_signal_connect (source, "drag-end", G_CALLBACK (drag_end_cb), NULL);
  g_signal_connect (source, "drag-cancel", G_CALLBACK (drag_cancel_cb), NULL);

  label = gtk_label_new ("drag me");
  gtk_widget_set_size_request (label, 120, 80);
  gtk_widget_add_controller (label, GTK_EVENT_CONTROLLER (source));
  window = gtk_window_new ();
  gtk_window_set_title (GTK_WINDOW (window), "drag-source");
  gtk_window_set_decorated (GTK_WINDOW (window), FALSE);
  gtk_window_set_child (GTK_WINDOW (window), label);
  gtk_window_present (GTK_WINDOW (window));
  g_signal_connect (gtk_widget_get_frame_clock (window), "after-paint", G_CALLBACK (after_paint_cb),
                    NULL);

  while (!done)
    g_main_context_iteration (NULL, TRUE);
  return EXIT_SUCCESS;
}
