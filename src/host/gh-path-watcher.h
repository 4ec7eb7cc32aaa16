/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * Says when something at a path may have changed: one file monitor a folder, shared by all who
 * ask. */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

#define GH_TYPE_PATH_WATCHER (gh_path_watcher_get_type ())
G_DECLARE_FINAL_TYPE (GhPathWatcher, gh_path_watcher, GH, PATH_WATCHER, GObject)

/* Look again. Calls come from the main loop, never from inside a function of the watcher. */
typedef void (*GhPathWatcherFunc) (gpointer user_data);

/* poll_interval: milliseconds; how often those look who cannot rely on the watcher. */
GhPathWatcher *gh_path_watcher_new           (guint               poll_interval);
guint          gh_path_watcher_get_poll_interval (GhPathWatcher  *self);
/* Watches the entry of that name in the folder above it: made, deleted, renamed, permissions,
 * mounts. What lies behind a symbolic link is not seen by this path: add the real one too. */
void           gh_path_watcher_add           (GhPathWatcher      *self,
                                              const char         *path,
                                              GhPathWatcherFunc   func,
                                              gpointer            user_data);
/* Watches what a folder holds: entries that come and go. */
void           gh_path_watcher_add_inside    (GhPathWatcher      *self,
                                              const char         *folder,
                                              GhPathWatcherFunc   func,
                                              gpointer            user_data);
void           gh_path_watcher_remove        (GhPathWatcher      *self,
                                              const char         *path,
                                              gpointer            user_data);
void           gh_path_watcher_remove_inside (GhPathWatcher      *self,
                                              const char         *folder,
                                              gpointer            user_data);
/* FALSE when changes of this entry may go unnoticed (no watches left, or the folder above it
 * cannot be read): look from time to time. */
gboolean       gh_path_watcher_can_see       (GhPathWatcher      *self,
                                              const char         *path);

G_END_DECLS
