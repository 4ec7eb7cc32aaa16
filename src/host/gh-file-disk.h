/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * A configuration file on disk: reading, setting aside, replacing. Blocks; only GhFileStore's
 * threads call it. */
#pragma once

#include <gio/gio.h>
#include <json-glib/json-glib.h>

G_BEGIN_DECLS

typedef struct
{
  char *path;           /* where the file really is: symbolic links followed */
  JsonNode *node;       /* an object, or NULL */
  char *checksum;       /* of the bytes that are there now; NULL: there is no file */
  char *set_aside;      /* where a damaged file went, or NULL */
  GError *error;        /* or NULL */
  gboolean damaged;     /* the file is not a JSON object */
  gboolean untouchable; /* a file is there that must not be replaced */
} GhFileRead;

typedef struct
{
  char *checksum;
  char *set_aside; /* where another program's version went, or NULL */
} GhFileWritten;

GhFileRead    *gh_file_disk_read    (const char     *path,
                                     gboolean        read_only);
void           gh_file_read_free    (GhFileRead     *self);
GhFileWritten *gh_file_disk_write   (const char     *path,
                                     GBytes         *contents,
                                     const char     *known,
                                     guint           n_backups,
                                     GError        **error);
void           gh_file_written_free (GhFileWritten  *self);
/* Gives the file a dated name, never one that is taken. Returns it, owned; NULL with an error. */
char          *gh_file_disk_set_aside (const char   *path,
                                       GError      **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (GhFileRead, gh_file_read_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (GhFileWritten, gh_file_written_free)

G_END_DECLS
