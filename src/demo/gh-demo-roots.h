/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * The folders the host announced, and nothing outside them. */
#pragma once

#include <gio/gio.h>
#include <json-glib/json-glib.h>

G_BEGIN_DECLS

typedef struct _GhDemoRoots GhDemoRoots;

GhDemoRoots *gh_demo_roots_new     (void);
/* From the `roots` of an answer to roots/list; folders that are not there are left out. */
void         gh_demo_roots_set     (GhDemoRoots  *self,
                                    JsonArray    *array);
guint        gh_demo_roots_get_n   (GhDemoRoots  *self);
/* "a, b, c", for people. */
char        *gh_demo_roots_list    (GhDemoRoots  *self);
/* The folder called so (by its announced name, else by its own), or NULL. */
const char  *gh_demo_roots_find    (GhDemoRoots  *self,
                                    const char   *name);
/* Where text leads - an absolute path, a file: URI, or a path below base - with every symbolic link
 * resolved. G_IO_ERROR_PERMISSION_DENIED when that is outside all roots, G_IO_ERROR_NOT_FOUND. With
 * create the last part need not be there yet, but may not be a link. */
char        *gh_demo_roots_resolve (GhDemoRoots  *self,
                                    const char   *base,
                                    const char   *text,
                                    gboolean      create,
                                    GError      **error);
void         gh_demo_roots_free    (GhDemoRoots  *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (GhDemoRoots, gh_demo_roots_free)

G_END_DECLS
