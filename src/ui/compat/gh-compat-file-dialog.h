/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * The desktop's own dialog for choosing folders and files, whatever the GTK at hand calls it. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

typedef enum
{
  GH_COMPAT_CHOOSE_FOLDER,
  GH_COMPAT_CHOOSE_FOLDERS,
  GH_COMPAT_CHOOSE_FILE,
  GH_COMPAT_CHOOSE_FILES,
  GH_COMPAT_CHOOSE_NEW_FILE, /* to write to: see gh_compat_save_async() */
} GhCompatChooseKind;

/* title: translated. accept_label: translated, with a mnemonic. initial_folder: where it begins, or
 * NULL. Cancelling the cancellable closes the dialog. */
void        gh_compat_choose_async  (GtkWindow            *parent,
                                     GhCompatChooseKind    kind,
                                     const char           *title,
                                     const char           *accept_label,
                                     GFile                *initial_folder,
                                     GCancellable         *cancellable,
                                     GAsyncReadyCallback   callback,
                                     gpointer              user_data);
/* Asks where to save; name: suggested. Ends with gh_compat_choose_finish(). */
void        gh_compat_save_async    (GtkWindow            *parent,
                                     const char           *title,
                                     const char           *accept_label,
                                     const char           *name,
                                     GCancellable         *cancellable,
                                     GAsyncReadyCallback   callback,
                                     gpointer              user_data);
/* GListModel of GFile, owned, not empty; NULL with G_IO_ERROR_CANCELLED when the person chose
 * nothing. */
GListModel *gh_compat_choose_finish (GtkWindow            *parent,
                                     GAsyncResult         *result,
                                     GError              **error);

G_END_DECLS
