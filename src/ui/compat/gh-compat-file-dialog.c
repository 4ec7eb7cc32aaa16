/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * The desktop's own dialog for choosing folders and files, whatever the GTK at hand calls it. */
#include "config.h"

#include "gh-compat-file-dialog.h"

#if GTK_CHECK_VERSION (4, 10, 0)

static void
return_files (GTask      *task,
              GListModel *files,
              GError     *error)
{
  if (files != NULL)
    g_task_return_pointer (task, files, g_object_unref);
  else if (g_error_matches (error, GTK_DIALOG_ERROR, GTK_DIALOG_ERROR_FAILED))
    g_task_return_error (task, g_steal_pointer (&error));
  else
    g_task_return_new_error (task, G_IO_ERROR, G_IO_ERROR_CANCELLED, "Dismissed");
  g_clear_error (&error);
}

static void
return_file (GTask  *task,
             GFile  *file,
             GError *error)
{
  GListStore *files = NULL;

  if (file != NULL)
    {
      files = g_list_store_new (G_TYPE_FILE);
      g_list_store_append (files, file);
      g_object_unref (file);
    }
  return_files (task, G_LIST_MODEL (files), error);
}

static void
folder_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  g_autoptr(GTask) task = user_data;
  GError *error = NULL;
  GFile *file = gtk_file_dialog_select_folder_finish (GTK_FILE_DIALOG (source), result, &error);

  return_file (task, file, error);
}

static void
folders_cb (GObject      *source,
            GAsyncResult *result,
            gpointer      user_data)
{
  g_autoptr(GTask) task = user_data;
  GError *error = NULL;
  GListModel *files = gtk_file_dialog_select_multiple_folders_finish (GTK_FILE_DIALOG (source),
                                                                      result, &error);

  return_files (task, files, error);
}

static void
file_cb (GObject      *source,
         GAsyncResult *result,
         gpointer      user_data)
{
  g_autoptr(GTask) task = user_data;
  GError *error = NULL;
  GFile *file = gtk_file_dialog_open_finish (GTK_FILE_DIALOG (source), result, &error);

  return_file (task, file, error);
}

static void
files_cb (GObject      *source,
          GAsyncResult *result,
          gpointer      user_data)
{
  g_autoptr(GTask) task = user_data;
  GError *error = NULL;
  GListModel *files = gtk_file_dialog_open_multiple_finish (GTK_FILE_DIALOG (source), result,
                                                            &error);

  return_files (task, files, error);
}

static void
new_file_cb (GObject      *source,
             GAsyncResult *result,
             gpointer      user_data)
{
  g_autoptr(GTask) task = user_data;
  GError *error = NULL;
  GFile *file = gtk_file_dialog_save_finish (GTK_FILE_DIALOG (source), result, &error);

  return_file (task, file, error);
}

static void
start (GTask              *task,
       GtkWindow          *parent,
       GhCompatChooseKind  kind,
       const char         *title,
       const char         *accept_label,
       GFile              *initial_folder,
       const char         *name)
{
  g_autoptr(GtkFileDialog) dialog = gtk_file_dialog_new ();
  GCancellable *cancellable = g_task_get_cancellable (task);

  gtk_file_dialog_set_title (dialog, title);
  gtk_file_dialog_set_accept_label (dialog, accept_label);
  if (initial_folder != NULL)
    gtk_file_dialog_set_initial_folder (dialog, initial_folder);
  switch (kind)
    {
    case GH_COMPAT_CHOOSE_FOLDER:
      gtk_file_dialog_select_folder (dialog, parent, cancellable, folder_cb, task);
      break;
    case GH_COMPAT_CHOOSE_FOLDERS:
      gtk_file_dialog_select_multiple_folders (dialog, parent, cancellable, folders_cb, task);
      break;
    case GH_COMPAT_CHOOSE_FILE:
      gtk_file_dialog_open (dialog, parent, cancellable, file_cb, task);
      break;
    case GH_COMPAT_CHOOSE_FILES:
      gtk_file_dialog_open_multiple (dialog, parent, cancellable, files_cb, task);
      break;
    case GH_COMPAT_CHOOSE_NEW_FILE:
      gtk_file_dialog_set_initial_name (dialog, name);
      gtk_file_dialog_save (dialog, parent, cancellable, new_file_cb, task);
      break;
    default:
      g_assert_not_reached ();
    }
}

#else

typedef struct
{
  GtkFileChooserNative *dialog;
  GSource              *cancel_source; /* or NULL; holds the task until the response destroys it */
} Choice;

static void
choice_free (gpointer data)
{
  Choice *choice = data;

  g_clear_pointer (&choice->cancel_source, g_source_unref);
  gtk_native_dialog_destroy (GTK_NATIVE_DIALOG (choice->dialog));
  g_object_unref (choice->dialog);
  g_free (choice);
}

static void
response_cb (GtkNativeDialog *dialog,
             int              response,
             gpointer         user_data)
{
  g_autoptr(GTask) task = user_data;
  g_autoptr(GListModel) files = NULL;
  Choice *choice = g_task_get_task_data (task);

  if (choice->cancel_source != NULL)
    g_source_destroy (choice->cancel_source);
  g_signal_handlers_disconnect_by_data (dialog, task);
  if (response == GTK_RESPONSE_ACCEPT)
    files = gtk_file_chooser_get_files (GTK_FILE_CHOOSER (dialog));
  if (files != NULL && g_list_model_get_n_items (files) > 0)
    g_task_return_pointer (task, g_steal_pointer (&files), g_object_unref);
  else
    g_task_return_new_error (task, G_IO_ERROR, G_IO_ERROR_CANCELLED, "Dismissed");
}

static gboolean
cancelled_cb (GCancellable *cancellable,
              gpointer      user_data)
{
  Choice *choice = g_task_get_task_data (user_data);

  gtk_native_dialog_hide (GTK_NATIVE_DIALOG (choice->dialog));
  g_signal_emit_by_name (choice->dialog, "response", GTK_RESPONSE_CANCEL);
  return G_SOURCE_REMOVE;
}

static void
start (GTask              *task,
       GtkWindow          *parent,
       GhCompatChooseKind  kind,
       const char         *title,
       const char         *accept_label,
       GFile              *initial_folder,
       const char         *name)
{
  gboolean folders = kind == GH_COMPAT_CHOOSE_FOLDER || kind == GH_COMPAT_CHOOSE_FOLDERS;
  gboolean save = kind == GH_COMPAT_CHOOSE_NEW_FILE;
  gboolean several = kind == GH_COMPAT_CHOOSE_FOLDERS || kind == GH_COMPAT_CHOOSE_FILES;
  GCancellable *cancellable = g_task_get_cancellable (task);
  Choice *choice = g_new0 (Choice, 1);

  choice->dialog = gtk_file_chooser_native_new (title, parent,
                                                folders ? GTK_FILE_CHOOSER_ACTION_SELECT_FOLDER
                                                : save ? GTK_FILE_CHOOSER_ACTION_SAVE
                                                       : GTK_FILE_CHOOSER_ACTION_OPEN,
                                                accept_label, NULL);
  gtk_native_dialog_set_modal (GTK_NATIVE_DIALOG (choice->dialog), TRUE);
  gtk_file_chooser_set_select_multiple (GTK_FILE_CHOOSER (choice->dialog), several);
  if (save)
    gtk_file_chooser_set_current_name (GTK_FILE_CHOOSER (choice->dialog), name);
  if (initial_folder != NULL)
    gtk_file_chooser_set_current_folder (GTK_FILE_CHOOSER (choice->dialog), initial_folder, NULL);
  g_task_set_task_data (task, choice, choice_free);

  if (cancellable != NULL)
    {
      choice->cancel_source = g_cancellable_source_new (cancellable);
      g_source_set_callback (choice->cancel_source, G_SOURCE_FUNC (cancelled_cb),
                             g_object_ref (task), g_object_unref);
      g_source_attach (choice->cancel_source, NULL);
    }
  g_signal_connect (choice->dialog, "response", G_CALLBACK (response_cb), task);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (choice->dialog));
}

#endif

void
gh_compat_choose_async (GtkWindow           *parent,
                        GhCompatChooseKind   kind,
                        const char          *title,
                        const char          *accept_label,
                        GFile               *initial_folder,
                        GCancellable        *cancellable,
                        GAsyncReadyCallback  callback,
                        gpointer             user_data)
{
  GTask *task;

  g_return_if_fail (GTK_IS_WINDOW (parent));

  task = g_task_new (parent, cancellable, callback, user_data);
  g_task_set_source_tag (task, gh_compat_choose_async);
  start (task, parent, kind, title, accept_label, initial_folder, NULL);
}

void
gh_compat_save_async (GtkWindow           *parent,
                      const char          *title,
                      const char          *accept_label,
                      const char          *name,
                      GCancellable        *cancellable,
                      GAsyncReadyCallback  callback,
                      gpointer             user_data)
{
  GTask *task;

  g_return_if_fail (GTK_IS_WINDOW (parent));
  g_return_if_fail (name != NULL);

  task = g_task_new (parent, cancellable, callback, user_data);
  g_task_set_source_tag (task, gh_compat_save_async);
  start (task, parent, GH_COMPAT_CHOOSE_NEW_FILE, title, accept_label, NULL, name);
}

GListModel *
gh_compat_choose_finish (GtkWindow     *parent,
                         GAsyncResult  *result,
                         GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, parent), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}
