/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * Whose certificates are believed at one address: those of the system, or of a file. */
#include "config.h"

#include "gh-certificates-row.h"

#include <glib/gi18n.h>

#include "gh-compat-file-dialog.h"
#include "gh-plain-text.h"
#include "gh-ui.h"

struct _GhCertificatesRow
{
  AdwActionRow parent_instance;

  /* owned */
  char *ca_file; /* or NULL */
  GCancellable *cancellable; /* of the file chooser */

  /* template */
  GtkWidget *system;
};

G_DEFINE_FINAL_TYPE (GhCertificatesRow, gh_certificates_row, ADW_TYPE_ACTION_ROW)

static guint changed_signal;

static void
system_cb (GhCertificatesRow *self)
{
  g_assert (GH_IS_CERTIFICATES_ROW (self));

  gh_certificates_row_set_ca_file (self, NULL);
}

static void
chosen_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  g_autoptr(GhCertificatesRow) self = user_data;
  g_autoptr(GListModel) files = gh_compat_choose_finish (GTK_WINDOW (source), result, NULL);
  g_autoptr(GFile) file = NULL;

  if (files == NULL)
    return;
  file = g_list_model_get_item (files, 0);
  if (g_file_peek_path (file) != NULL)
    gh_certificates_row_set_ca_file (self, g_file_peek_path (file));
}

static void
choose_cb (GhCertificatesRow *self)
{
  g_assert (GH_IS_CERTIFICATES_ROW (self));

  gh_compat_choose_async (GTK_WINDOW (gtk_widget_get_root (GTK_WIDGET (self))),
                          GH_COMPAT_CHOOSE_FILE, _("File with Trusted Certificates"),
                          _("_Choose"), NULL, self->cancellable, chosen_cb, g_object_ref (self));
}

static void
gh_certificates_row_dispose (GObject *object)
{
  GhCertificatesRow *self = GH_CERTIFICATES_ROW (object);

  g_cancellable_cancel (self->cancellable);
  G_OBJECT_CLASS (gh_certificates_row_parent_class)->dispose (object);
}

static void
gh_certificates_row_finalize (GObject *object)
{
  GhCertificatesRow *self = GH_CERTIFICATES_ROW (object);

  g_clear_pointer (&self->ca_file, g_free);
  g_clear_object (&self->cancellable);
  G_OBJECT_CLASS (gh_certificates_row_parent_class)->finalize (object);
}

static void
gh_certificates_row_class_init (GhCertificatesRowClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = gh_certificates_row_dispose;
  object_class->finalize = gh_certificates_row_finalize;

  changed_signal = g_signal_new ("changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                 NULL, NULL,
                                 G_TYPE_NONE, 0);

  gtk_widget_class_set_template_from_resource (widget_class,
                                               GH_UI_RESOURCE_PATH "gh-certificates-row.ui");
  gtk_widget_class_bind_template_child (widget_class, GhCertificatesRow, system);
  gtk_widget_class_bind_template_callback (widget_class, choose_cb);
  gtk_widget_class_bind_template_callback (widget_class, system_cb);
}

static void
gh_certificates_row_init (GhCertificatesRow *self)
{
  self->cancellable = g_cancellable_new ();
  gtk_widget_init_template (GTK_WIDGET (self));
  gh_certificates_row_set_ca_file (self, NULL);
}

const char *
gh_certificates_row_get_ca_file (GhCertificatesRow *self)
{
  g_return_val_if_fail (GH_IS_CERTIFICATES_ROW (self), NULL);

  return self->ca_file;
}

void
gh_certificates_row_set_ca_file (GhCertificatesRow *self,
                                 const char        *ca_file)
{
  g_autofree char *shown = NULL;

  g_return_if_fail (GH_IS_CERTIFICATES_ROW (self));

  g_free (self->ca_file);
  self->ca_file = g_strdup (ca_file);
  shown = ca_file != NULL ? gh_plain_text_dup_path (ca_file) : g_strdup (_("Those of your system"));
  adw_action_row_set_subtitle (ADW_ACTION_ROW (self), shown);
  gtk_widget_set_visible (self->system, ca_file != NULL);
  g_signal_emit (self, changed_signal, 0);
}
