/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * Where programs are found: the PATH of the person's login shell, asked once. */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

#define GH_TYPE_LOGIN_PATH (gh_login_path_get_type ())
G_DECLARE_FINAL_TYPE (GhLoginPath, gh_login_path, GH, LOGIN_PATH, GObject)

GhLoginPath *gh_login_path_new           (void);
/* Asks the login shell the first time, which may take some seconds; later lookups answer at
 * once. */
void         gh_login_path_lookup_async  (GhLoginPath          *self,
                                          GCancellable         *cancellable,
                                          GAsyncReadyCallback   callback,
                                          gpointer              user_data);
/* Owned. Without a usable shell: this process's own PATH. Fails only when cancelled. */
char        *gh_login_path_lookup_finish (GhLoginPath          *self,
                                          GAsyncResult         *result,
                                          GError              **error);
/* What is known now: this process's own PATH until the shell has answered. */
const char  *gh_login_path_get_path      (GhLoginPath          *self);

G_END_DECLS
