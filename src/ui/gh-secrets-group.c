/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * What is masked in a prompt under review, as a list. */
#include "config.h"

#include "gh-secrets-group.h"

#include <glib/gi18n.h>

#include "gh-inner-name.h"
#include "gh-masking-words.h"
#include "gh-secret-row.h"
#include "gh-ui.h"

/* Rows that are made: each is several widgets. The rest can be clicked in the text. */
#define MOST_ROWS 100

struct _GhSecretsGroup
{
  AdwPreferencesGroup parent_instance;

  /* Owned */
  GhMasking          *masking; /* or NULL */
  GPtrArray          *rows;    /* of GhSecretRow, borrowed from the expander */

  guint               update_id;

  /* Template */
  GtkWidget          *caught_row;
  GtkWidget          *open_row;
  GtkWidget          *slow_row;
  AdwExpanderRow     *list_row;
};

G_DEFINE_FINAL_TYPE (GhSecretsGroup, gh_secrets_group, ADW_TYPE_PREFERENCES_GROUP)

static void
remove_row (GhSecretsGroup *self,
            guint           index)
{
  adw_expander_row_remove (self->list_row, self->rows->pdata[index]);
  g_ptr_array_remove_index (self->rows, index);
}

/* Rows of what is still there stay: one of them may have the keyboard. */
static void
update_rows (GhSecretsGroup *self)
{
  GListModel *secrets = gh_masking_list_secrets (self->masking);
  guint n = MIN (g_list_model_get_n_items (secrets), MOST_ROWS);

  for (guint i = 0; i < n; i++)
    {
      g_autoptr(GhMaskingSecret) secret = g_list_model_get_item (secrets, i);
      GtkWidget *row;

      while (i < self->rows->len && gh_secret_row_get_secret (self->rows->pdata[i]) != secret)
        remove_row (self, i);
      if (i < self->rows->len)
        continue;
      row = gh_secret_row_new (secret, TRUE);
      adw_expander_row_add_row (self->list_row, row);
      g_ptr_array_add (self->rows, row);
    }
  while (self->rows->len > n)
    remove_row (self, self->rows->len - 1);
}

static void
update (GhSecretsGroup *self)
{
  guint n = self->masking != NULL ? gh_masking_get_n_secrets (self->masking) : 0;
  gboolean caught = self->masking != NULL && gh_masking_get_caught (self->masking);
  gboolean slow = self->masking != NULL && gh_masking_get_gave_up (self->masking);
  gboolean open = self->masking != NULL && !gh_masking_get_active (self->masking);
  g_autofree char *title = gh_masking_words_count (n);

  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (self->list_row), title);
  gtk_widget_set_visible (GTK_WIDGET (self->list_row), n > 0);
  gtk_widget_set_visible (self->caught_row, caught);
  gtk_widget_set_visible (self->slow_row, slow);
  gtk_widget_set_visible (self->open_row, open);
  gtk_widget_set_visible (GTK_WIDGET (self), n > 0 || caught || slow || open);
  if (n > 0 && adw_expander_row_get_expanded (self->list_row))
    update_rows (self);
}

static gboolean
update_cb (gpointer user_data)
{
  GhSecretsGroup *self = user_data;

  self->update_id = 0;
  update (self);
  return G_SOURCE_REMOVE;
}

/* The list changes many times in one go, and from inside one of its rows. */
static void
schedule (GhSecretsGroup *self)
{
  if (self->update_id == 0)
    self->update_id = g_idle_add_full (G_PRIORITY_DEFAULT, update_cb, self, NULL);
}

static void
expanded_cb (GhSecretsGroup *self)
{
  g_assert (GH_IS_SECRETS_GROUP (self));

  schedule (self);
}

static void
clear (GhSecretsGroup *self)
{
  while (self->rows->len > 0)
    remove_row (self, self->rows->len - 1);
  if (self->masking != NULL)
    {
      g_signal_handlers_disconnect_by_data (self->masking, self);
      g_signal_handlers_disconnect_by_data (gh_masking_list_secrets (self->masking), self);
    }
  g_clear_object (&self->masking);
}

static void
gh_secrets_group_dispose (GObject *object)
{
  GhSecretsGroup *self = GH_SECRETS_GROUP (object);

  g_clear_handle_id (&self->update_id, g_source_remove);
  clear (self);
  G_OBJECT_CLASS (gh_secrets_group_parent_class)->dispose (object);
}

static void
gh_secrets_group_finalize (GObject *object)
{
  g_clear_pointer (&GH_SECRETS_GROUP (object)->rows, g_ptr_array_unref);
  G_OBJECT_CLASS (gh_secrets_group_parent_class)->finalize (object);
}

static void
gh_secrets_group_class_init (GhSecretsGroupClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = gh_secrets_group_dispose;
  object_class->finalize = gh_secrets_group_finalize;

  gtk_widget_class_set_template_from_resource (widget_class,
                                               GH_UI_RESOURCE_PATH "gh-secrets-group.ui");
  gtk_widget_class_bind_template_child (widget_class, GhSecretsGroup, caught_row);
  gtk_widget_class_bind_template_child (widget_class, GhSecretsGroup, open_row);
  gtk_widget_class_bind_template_child (widget_class, GhSecretsGroup, slow_row);
  gtk_widget_class_bind_template_child (widget_class, GhSecretsGroup, list_row);
  gtk_widget_class_bind_template_callback (widget_class, expanded_cb);
}

static void
gh_secrets_group_init (GhSecretsGroup *self)
{
  self->rows = g_ptr_array_new ();
  gtk_widget_init_template (GTK_WIDGET (self));
  gh_inner_name_expander (GTK_WIDGET (self->list_row));
}

/**
 * gh_secrets_group_set_masking:
 * @masking: (nullable): of a prompt that is still to be sent
 */
void
gh_secrets_group_set_masking (GhSecretsGroup *self,
                              GhMasking      *masking)
{
  g_return_if_fail (GH_IS_SECRETS_GROUP (self));
  g_return_if_fail (masking == NULL || GH_IS_MASKING (masking));

  if (self->masking == masking)
    return;
  clear (self);
  adw_expander_row_set_expanded (self->list_row, FALSE);
  if (masking != NULL)
    {
      self->masking = g_object_ref (masking);
      g_signal_connect_object (masking, "notify", G_CALLBACK (schedule), self, G_CONNECT_SWAPPED);
      g_signal_connect_object (masking, "changed", G_CALLBACK (schedule), self, G_CONNECT_SWAPPED);
      g_signal_connect_object (gh_masking_list_secrets (masking), "items-changed",
                               G_CALLBACK (schedule), self, G_CONNECT_SWAPPED);
    }
  update (self);
}
