/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * A question with a few answers, whatever the libadwaita at hand calls it. */
#include "config.h"

#include "gh-compat-alert.h"

#include <adwaita.h>

#if ADW_CHECK_VERSION (1, 5, 0)
#define Dialog AdwAlertDialog
#define DIALOG(obj) ADW_ALERT_DIALOG (obj)
#define dialog_new(parent, heading, body) ADW_ALERT_DIALOG (adw_alert_dialog_new (heading, body))
#define dialog_add_response adw_alert_dialog_add_response
#define dialog_set_appearance adw_alert_dialog_set_response_appearance
#define dialog_set_default adw_alert_dialog_set_default_response
#define dialog_set_close adw_alert_dialog_set_close_response
#define dialog_set_extra adw_alert_dialog_set_extra_child
#else
#define Dialog AdwMessageDialog
#define DIALOG(obj) ADW_MESSAGE_DIALOG (obj)
#define dialog_new(parent, heading, body) \
  ADW_MESSAGE_DIALOG (adw_message_dialog_new (parent, heading, body))
#define dialog_add_response adw_message_dialog_add_response
#define dialog_set_appearance adw_message_dialog_set_response_appearance
#define dialog_set_default adw_message_dialog_set_default_response
#define dialog_set_close adw_message_dialog_set_close_response
#define dialog_set_extra adw_message_dialog_set_extra_child
#endif

static void
response_cb (Dialog     *dialog,
             const char *response,
             gpointer    user_data)
{
  g_autoptr(GTask) task = user_data;

  g_task_return_pointer (task, g_strdup (response), g_free);
}

void
gh_compat_alert_choose_async (GtkWindow                   *parent,
                              const char                  *heading,
                              const char                  *body,
                              const GhCompatAlertResponse *responses,
                              gsize                        n_responses,
                              GtkWidget                   *extra_child,
                              GAsyncReadyCallback          callback,
                              gpointer                     user_data)
{
  GTask *task;
  Dialog *dialog;

  g_return_if_fail (GTK_IS_WINDOW (parent));
  g_return_if_fail (n_responses > 0);

  task = g_task_new (parent, NULL, callback, user_data);
  g_task_set_source_tag (task, gh_compat_alert_choose_async);

  dialog = dialog_new (parent, heading, body);
  for (gsize i = 0; i < n_responses; i++)
    {
      AdwResponseAppearance appearance = ADW_RESPONSE_DEFAULT;

      if (responses[i].appearance == GH_COMPAT_ALERT_SUGGESTED)
        appearance = ADW_RESPONSE_SUGGESTED;
      else if (responses[i].appearance == GH_COMPAT_ALERT_DESTRUCTIVE)
        appearance = ADW_RESPONSE_DESTRUCTIVE;
      dialog_add_response (dialog, responses[i].id, responses[i].label);
      dialog_set_appearance (dialog, responses[i].id, appearance);
    }
  dialog_set_default (dialog, responses[0].id);
  dialog_set_close (dialog, responses[0].id);
  if (extra_child != NULL)
    dialog_set_extra (dialog, extra_child);

  /* The dialog lives until it is answered, and answering is all that ends it: closing is an
   * answer too. */
  g_signal_connect (dialog, "response", G_CALLBACK (response_cb), task);
#if ADW_CHECK_VERSION (1, 5, 0)
  adw_dialog_present (ADW_DIALOG (dialog), GTK_WIDGET (parent));
#else
  gtk_window_set_modal (GTK_WINDOW (dialog), TRUE);
  gtk_window_present (GTK_WINDOW (dialog));
#endif
}

char *
gh_compat_alert_choose_finish (GtkWindow    *parent,
                               GAsyncResult *result)
{
  g_return_val_if_fail (g_task_is_valid (result, parent), NULL);

  return g_task_propagate_pointer (G_TASK (result), NULL);
}
