/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * One thing that is masked in a prompt: what it is, shown on demand, sent unmasked on demand. */
#include "config.h"

#include "gh-secret-row.h"

#include <glib/gi18n.h>

#include "gh-masking-words.h"

struct _GhSecretRow
{
  AdwActionRow     parent_instance;

  /* Owned */
  GhMaskingSecret *secret;

  /* Borrowed */
  GtkToggleButton *eye;
  GtkButton       *send_button;
};

G_DEFINE_FINAL_TYPE (GhSecretRow, gh_secret_row, ADW_TYPE_ACTION_ROW)

static void
gh_secret_row_finalize (GObject *object)
{
  g_clear_object (&GH_SECRET_ROW (object)->secret);
  G_OBJECT_CLASS (gh_secret_row_parent_class)->finalize (object);
}

static void
gh_secret_row_class_init (GhSecretRowClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = gh_secret_row_finalize;
}

static void
name (gpointer    widget,
      const char *words,
      const char *what)
{
  /* Translators: the name of a button for a screen reader: what it does, and to what. */
  g_autofree char *label = g_strdup_printf (_("%s: %s"), words, what);

  gtk_accessible_update_property (GTK_ACCESSIBLE (widget), GTK_ACCESSIBLE_PROPERTY_LABEL, label,
                                  -1);
}

static void
update (GhSecretRow *self)
{
  gboolean shown = gh_masking_secret_get_shown (self->secret);
  gboolean seen = gtk_toggle_button_get_active (self->eye);
  g_autofree char *kind = gh_masking_words_kind (self->secret);
  g_autofree char *words =
    seen ? gh_masking_words_original (self->secret) : gh_masking_words_place (self->secret);
  const char *send = shown ? _("Mask Again") : _("Send Unmasked");

  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (self), kind);
  adw_action_row_set_subtitle (ADW_ACTION_ROW (self), words);
  gtk_button_set_icon_name (GTK_BUTTON (self->eye),
                            seen ? "view-conceal-symbolic" : "view-reveal-symbolic");
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->eye),
                               seen ? _("Hide the Original") : _("Show the Original"));
  gtk_button_set_label (self->send_button, send);
  name (self->eye, _("Show the original"), kind);
  name (self->send_button, send, kind);
}

static void
send_clicked_cb (GhSecretRow *self)
{
  gh_masking_secret_set_shown (self->secret, !gh_masking_secret_get_shown (self->secret));
}

static void
gh_secret_row_init (GhSecretRow *self)
{
  adw_preferences_row_set_use_markup (ADW_PREFERENCES_ROW (self), FALSE);
  adw_action_row_set_subtitle_lines (ADW_ACTION_ROW (self), 0);

  self->eye = GTK_TOGGLE_BUTTON (gtk_toggle_button_new ());
  gtk_widget_set_valign (GTK_WIDGET (self->eye), GTK_ALIGN_CENTER);
  gtk_widget_add_css_class (GTK_WIDGET (self->eye), "flat");
  g_signal_connect_object (self->eye, "toggled", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  adw_action_row_add_suffix (ADW_ACTION_ROW (self), GTK_WIDGET (self->eye));

  self->send_button = GTK_BUTTON (gtk_button_new ());
  gtk_widget_set_valign (GTK_WIDGET (self->send_button), GTK_ALIGN_CENTER);
  g_signal_connect_object (self->send_button, "clicked", G_CALLBACK (send_clicked_cb), self,
                           G_CONNECT_SWAPPED);
  adw_action_row_add_suffix (ADW_ACTION_ROW (self), GTK_WIDGET (self->send_button));
}

GtkWidget *
gh_secret_row_new (GhMaskingSecret *secret,
                   gboolean         can_send)
{
  GhSecretRow *self;

  g_return_val_if_fail (GH_IS_MASKING_SECRET (secret), NULL);

  self = g_object_new (GH_TYPE_SECRET_ROW, NULL);
  self->secret = g_object_ref (secret);
  gtk_widget_set_visible (GTK_WIDGET (self->send_button), can_send);
  g_signal_connect_object (secret, "notify", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  update (self);
  return GTK_WIDGET (self);
}

GhMaskingSecret *
gh_secret_row_get_secret (GhSecretRow *self)
{
  g_return_val_if_fail (GH_IS_SECRET_ROW (self), NULL);

  return self->secret;
}
