/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * Writes what a query finds into a file of the person's, page by page. */
#include "config.h"

#include "gh-history-export.h"

#include "gh-history-db.h"

static gboolean
write_entry (GOutputStream    *stream,
             GhHistoryDb      *db,
             gint64            id,
             GhHistoryFormat   format,
             GCancellable     *cancellable,
             GError          **error)
{
  g_autoptr(GError) local_error = NULL;
  g_autoptr(GhHistoryEntry) entry = gh_history_db_read (db, id, &local_error);
  g_autofree char *text = NULL;

  /* Deleted since the page was read. */
  if (g_error_matches (local_error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND))
    return TRUE;
  if (entry == NULL)
    {
      g_propagate_error (error, g_steal_pointer (&local_error));
      return FALSE;
    }
  text = format != NULL ? format (entry) : gh_history_entry_dup_json (entry);
  return g_output_stream_printf (stream, NULL, cancellable, error, "%s\n", text);
}

/* No transaction spans two pages: one that lasts would keep the writer's log from being emptied. */
static gint64
write_all (GOutputStream         *stream,
           GhHistoryDb           *db,
           const GhHistoryQuery  *query,
           GhHistoryFormat        format,
           GCancellable          *cancellable,
           GError               **error)
{
  gint64 above = 0;
  gint64 n = 0;

  for (;;)
    {
      g_autoptr(GPtrArray) page = gh_history_db_find (db, query, above, TRUE, GH_HISTORY_PAGE,
                                                      cancellable, error);

      if (page == NULL)
        return -1;
      if (page->len == 0)
        return n;
      for (guint i = page->len; i > 0; i--)
        {
          above = gh_history_entry_get_facts (page->pdata[i - 1])->id;
          if (!write_entry (stream, db, above, format, cancellable, error))
            return -1;
          n++;
        }
    }
}

gint64
gh_history_export_run (const char            *path,
                       const GhHistoryQuery  *query,
                       GFile                 *file,
                       GhHistoryFormat        format,
                       GCancellable          *cancellable,
                       GError               **error)
{
  g_autoptr(GhHistoryDb) db = gh_history_db_open (path, TRUE, error);
  g_autoptr(GFileOutputStream) stream = NULL;
  g_autoptr(GOutputStream) buffered = NULL;
  g_autoptr(GCancellable) given_up = NULL;
  gint64 n;

  if (db == NULL)
    return -1;
  stream = g_file_replace (file, NULL, FALSE, G_FILE_CREATE_PRIVATE, cancellable, error);
  if (stream == NULL)
    return -1;
  buffered = g_buffered_output_stream_new (G_OUTPUT_STREAM (stream));
  n = write_all (buffered, db, query, format, cancellable, error);
  if (n >= 0)
    return g_output_stream_close (buffered, cancellable, error) ? n : -1;

  /* Closing a stream that is called off leaves the old file as it was. */
  given_up = g_cancellable_new ();
  g_cancellable_cancel (given_up);
  g_output_stream_close (G_OUTPUT_STREAM (stream), given_up, NULL);
  return -1;
}
