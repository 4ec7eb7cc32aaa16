/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * A context menu for a row: by the right button, a long press, the Menu key and Shift+F10. */
#include "config.h"

#include "gh-row-menu.h"

/* One for each row: the signal handlers' data. */
typedef struct
{
  GtkWidget  *row;  /* borrowed: it owns the controllers that own this */
  GMenuModel *menu;
} RowMenu;

static void
row_menu_free (gpointer data)
{
  RowMenu *self = data;

  g_object_unref (self->menu);
  g_free (self);
}

static RowMenu *
row_menu_new (GtkWidget  *row,
              GMenuModel *menu)
{
  RowMenu *self = g_new0 (RowMenu, 1);

  self->row = row;
  self->menu = g_object_ref (menu);
  return self;
}

static gboolean
unparent_cb (gpointer user_data)
{
  if (gtk_widget_get_parent (user_data) != NULL)
    gtk_widget_unparent (user_data);
  return G_SOURCE_REMOVE;
}

static void
closed_cb (GtkPopover *popover,
           gpointer    user_data)
{
  /* The chosen item's action is activated after the menu closed, and is looked up from it. */
  g_idle_add_full (G_PRIORITY_DEFAULT, unparent_cb, g_object_ref (popover), g_object_unref);
}

static void
popup (RowMenu            *self,
       const GdkRectangle *at)
{
  GtkWidget *popover = gtk_popover_menu_new_from_model (self->menu);

  gtk_widget_set_parent (popover, self->row);
  gtk_popover_set_position (GTK_POPOVER (popover), GTK_POS_BOTTOM);
  if (at != NULL)
    {
      gtk_popover_set_has_arrow (GTK_POPOVER (popover), FALSE);
      gtk_popover_set_pointing_to (GTK_POPOVER (popover), at);
      gtk_widget_set_halign (popover, GTK_ALIGN_START);
    }
  g_signal_connect (popover, "closed", G_CALLBACK (closed_cb), NULL);
  /* The row may be taken out while its menu is open. */
  g_signal_connect_object (self->row, "destroy", G_CALLBACK (gtk_widget_unparent), popover,
                           G_CONNECT_SWAPPED);
  gtk_popover_popup (GTK_POPOVER (popover));
}

static void
pressed_cb (GtkGestureClick *gesture,
            int              n_press,
            double           x,
            double           y,
            gpointer         user_data)
{
  GdkEvent *event = gtk_event_controller_get_current_event (GTK_EVENT_CONTROLLER (gesture));

  if (event == NULL || !gdk_event_triggers_context_menu (event))
    return;
  gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_CLAIMED);
  popup (user_data, &(GdkRectangle) { (int) x, (int) y, 1, 1 });
}

static void
long_pressed_cb (GtkGestureLongPress *gesture,
                 double               x,
                 double               y,
                 gpointer             user_data)
{
  gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_CLAIMED);
  popup (user_data, &(GdkRectangle) { (int) x, (int) y, 1, 1 });
}

static gboolean
key_cb (GtkWidget *row,
        GVariant  *args,
        gpointer   user_data)
{
  popup (user_data, NULL);
  return TRUE;
}

void
gh_row_menu_attach (GtkWidget  *row,
                    GMenuModel *menu)
{
  GtkGesture *click = gtk_gesture_click_new ();
  GtkGesture *press = gtk_gesture_long_press_new ();
  GtkEventController *keys = gtk_shortcut_controller_new ();
  GtkShortcutTrigger *trigger;

  g_return_if_fail (GTK_IS_WIDGET (row));
  g_return_if_fail (G_IS_MENU_MODEL (menu));

  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (click), 0);
  g_signal_connect_data (click, "pressed", G_CALLBACK (pressed_cb),
                         row_menu_new (row, menu), (GClosureNotify) row_menu_free, 0);
  gtk_widget_add_controller (row, GTK_EVENT_CONTROLLER (click));

  gtk_gesture_single_set_touch_only (GTK_GESTURE_SINGLE (press), TRUE);
  g_signal_connect_data (press, "pressed", G_CALLBACK (long_pressed_cb),
                         row_menu_new (row, menu), (GClosureNotify) row_menu_free, 0);
  gtk_widget_add_controller (row, GTK_EVENT_CONTROLLER (press));

  trigger = gtk_alternative_trigger_new (gtk_keyval_trigger_new (GDK_KEY_Menu, 0),
                                         gtk_keyval_trigger_new (GDK_KEY_F10, GDK_SHIFT_MASK));
  gtk_shortcut_controller_add_shortcut (
    GTK_SHORTCUT_CONTROLLER (keys),
    gtk_shortcut_new (trigger,
                      gtk_callback_action_new (key_cb, row_menu_new (row, menu), row_menu_free)));
  gtk_widget_add_controller (row, keys);
}
