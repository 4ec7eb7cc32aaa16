/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * Keys and tokens: in the Secret Service, else in memory for this run. */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

#define GH_TYPE_SECRET_STORE (gh_secret_store_get_type ())
G_DECLARE_FINAL_TYPE (GhSecretStore, gh_secret_store, GH, SECRET_STORE, GObject)

/* Property "persistent" (notifying): FALSE once the Secret Service was found missing or locked;
 * then secrets live in this process only and the person is told. */
GhSecretStore *gh_secret_store_new            (void);
gboolean       gh_secret_store_get_persistent (GhSecretStore        *self);
/* name: "model/NAME/key". secret NULL: forget. */
void           gh_secret_store_save_async     (GhSecretStore        *self,
                                               const char           *name,
                                               const char           *label,
                                               const char           *secret,
                                               GCancellable         *cancellable,
                                               GAsyncReadyCallback   callback,
                                               gpointer              user_data);
gboolean       gh_secret_store_save_finish    (GhSecretStore        *self,
                                               GAsyncResult         *result,
                                               GError              **error);
/* NULL without error: there is none. */
void           gh_secret_store_lookup_async   (GhSecretStore        *self,
                                               const char           *name,
                                               GCancellable         *cancellable,
                                               GAsyncReadyCallback   callback,
                                               gpointer              user_data);
char          *gh_secret_store_lookup_finish  (GhSecretStore        *self,
                                               GAsyncResult         *result,
                                               GError              **error);

G_END_DECLS
