/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * A configuration file on disk: reading, setting aside, replacing. */
#include "config.h"

#include "gh-file-disk.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "gh-json.h"

/* A thousand times what a person's file holds, and still read and parsed in a blink. */
#define MAX_SIZE (16 * 1024 * 1024)
/* Files set aside in one second; more than one is a surprise already. */
#define MAX_SAME_NAME 1000
/* As many as the kernel follows. */
#define MAX_LINKS 40

#define UTF8_BOM "\xef\xbb\xbf"

void
gh_file_read_free (GhFileRead *self)
{
  g_clear_pointer (&self->path, g_free);
  g_clear_pointer (&self->node, json_node_unref);
  g_clear_pointer (&self->checksum, g_free);
  g_clear_pointer (&self->set_aside, g_free);
  g_clear_error (&self->error);
  g_free (self);
}

void
gh_file_written_free (GhFileWritten *self)
{
  g_clear_pointer (&self->checksum, g_free);
  g_clear_pointer (&self->set_aside, g_free);
  g_free (self);
}

static void
set_errno_error (GError     **error,
                 const char  *what,
                 const char  *path)
{
  int saved = errno;

  g_set_error (error, G_IO_ERROR, g_io_error_from_errno (saved), "%s %s: %s", what, path,
               g_strerror (saved));
}

/* Where the file really is: symbolic links are followed, also one whose target is not there yet. */
static char *
resolve (const char *path)
{
  g_autofree char *current = g_strdup (path);

  for (int i = 0; i < MAX_LINKS; i++)
    {
      g_autofree char *target = g_file_read_link (current, NULL);
      g_autofree char *folder = g_path_get_dirname (current);

      if (target == NULL)
        break;
      g_free (current);
      current = g_path_is_absolute (target) ? g_steal_pointer (&target)
                                            : g_build_filename (folder, target, NULL);
    }
  return g_steal_pointer (&current);
}

/* The bytes of a regular file of bounded size. NULL with G_IO_ERROR_NOT_FOUND when there is none,
 * with G_IO_ERROR_MESSAGE_TOO_LARGE when there are too many. */
static GBytes *
read_bytes (const char  *path,
            GError     **error)
{
  /* Without O_NONBLOCK a named pipe in the file's place would hold us for ever. */
  int fd = open (path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
  struct stat info;

  if (fd < 0)
    {
      set_errno_error (error, "cannot open", path);
      return NULL;
    }
  if (fstat (fd, &info) != 0 || !S_ISREG (info.st_mode))
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_REGULAR_FILE, "%s is not a regular file",
                   path);
      close (fd);
      return NULL;
    }

  g_autoptr(GByteArray) bytes = g_byte_array_new ();

  for (;;)
    {
      guint8 buffer[16384];
      ssize_t n = read (fd, buffer, sizeof buffer);

      if (n < 0 && errno == EINTR)
        continue;
      if (n < 0)
        set_errno_error (error, "cannot read", path);
      else if (bytes->len + n > MAX_SIZE)
        {
          g_set_error (error, G_IO_ERROR, G_IO_ERROR_MESSAGE_TOO_LARGE,
                       "%s is larger than %d bytes", path, MAX_SIZE);
          n = -1;
        }
      if (n < 0)
        {
          close (fd);
          return NULL;
        }
      if (n == 0)
        break;
      g_byte_array_append (bytes, buffer, n);
    }
  close (fd);
  return g_byte_array_free_to_bytes (g_steal_pointer (&bytes));
}

/* path.word-YYYYMMDD-HHMMSS, and from the second on -2, -3, ... */
static char *
dated_name (const char *path,
            const char *word,
            int         number)
{
  g_autoptr(GDateTime) now = g_date_time_new_now_local ();
  g_autofree char *date = g_date_time_format (now, "%Y%m%d-%H%M%S");

  if (number == 1)
    return g_strdup_printf ("%s.%s-%s", path, word, date);
  return g_strdup_printf ("%s.%s-%s-%d", path, word, date, number);
}

char *
gh_file_disk_set_aside (const char  *path,
                        GError     **error)
{
  for (int i = 1; i <= MAX_SAME_NAME; i++)
    {
      g_autofree char *name = dated_name (path, "damaged", i);
      int status = renameat2 (AT_FDCWD, path, AT_FDCWD, name, RENAME_NOREPLACE);

      /* Not every file system knows the flag. */
      if (status != 0 && (errno == EINVAL || errno == ENOSYS)
          && !g_file_test (name, G_FILE_TEST_EXISTS))
        status = g_rename (path, name);
      if (status == 0)
        return g_steal_pointer (&name);
      if (errno != EEXIST)
        break;
    }
  set_errno_error (error, "cannot rename", path);
  return NULL;
}

static void
take_damaged (GhFileRead *self,
              const char *path,
              gboolean    read_only,
              GError     *take_reason)
{
  g_autoptr(GError) error = NULL;

  self->damaged = TRUE;
  self->error = take_reason;
  if (read_only)
    return;
  self->set_aside = gh_file_disk_set_aside (path, &error);
  if (self->set_aside == NULL)
    {
      g_prefix_error (&self->error, "%s; ", error->message);
      self->untouchable = TRUE;
    }
  else
    g_clear_pointer (&self->checksum, g_free);
}

/* Reads the file; what is damaged is set aside at once, unless read_only. Never NULL. */
GhFileRead *
gh_file_disk_read (const char *path,
                   gboolean    read_only)
{
  GhFileRead *self = g_new0 (GhFileRead, 1);
  char *real = resolve (path);
  g_autoptr(GError) error = NULL;
  g_autoptr(GBytes) bytes = read_bytes (real, &error);

  self->path = real;
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND))
    return self;
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_MESSAGE_TOO_LARGE))
    {
      take_damaged (self, real, read_only, g_steal_pointer (&error));
      return self;
    }
  if (bytes == NULL)
    {
      self->untouchable = TRUE;
      self->error = g_steal_pointer (&error);
      return self;
    }

  gsize size;
  const char *data = g_bytes_get_data (bytes, &size);

  self->checksum = g_compute_checksum_for_bytes (G_CHECKSUM_SHA256, bytes);
  /* Some editors put one there; the JSON reader refuses it. */
  if (size >= strlen (UTF8_BOM) && memcmp (data, UTF8_BOM, strlen (UTF8_BOM)) == 0)
    {
      data += strlen (UTF8_BOM);
      size -= strlen (UTF8_BOM);
    }
  self->node = gh_json_read (data, size, &error);
  if (self->node != NULL && gh_json_node_get_object (self->node) == NULL)
    {
      g_clear_pointer (&self->node, json_node_unref);
      g_set_error_literal (&error, GH_JSON_ERROR, GH_JSON_ERROR_SYNTAX, "not a JSON object");
    }
  if (self->node == NULL)
    take_damaged (self, real, read_only, g_steal_pointer (&error));
  return self;
}

static gboolean
write_all (int            fd,
           const char    *path,
           const guint8  *data,
           gsize          size,
           GError       **error)
{
  while (size > 0)
    {
      ssize_t n = write (fd, data, size);

      if (n < 0 && errno == EINTR)
        continue;
      if (n < 0)
        {
          set_errno_error (error, "cannot write", path);
          return FALSE;
        }
      data += n;
      size -= n;
    }
  if (fsync (fd) != 0)
    {
      set_errno_error (error, "cannot write", path);
      return FALSE;
    }
  return TRUE;
}

/* Writes a new file and closes fd; on failure the file is deleted again. */
static gboolean
fill_file (int          take_fd,
           const char  *path,
           GBytes      *contents,
           GError     **error)
{
  gsize size;
  const guint8 *data = g_bytes_get_data (contents, &size);
  gboolean ok = write_all (take_fd, path, data, size, error);

  if (close (take_fd) != 0 && ok)
    {
      set_errno_error (error, "cannot write", path);
      ok = FALSE;
    }
  if (!ok)
    g_unlink (path);
  return ok;
}

static char *
keep_other (const char  *path,
            GBytes      *contents,
            GError     **error)
{
  for (int i = 1; i <= MAX_SAME_NAME; i++)
    {
      g_autofree char *name = dated_name (path, "other", i);
      int fd = open (name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);

      if (fd >= 0)
        return fill_file (fd, name, contents, error) ? g_steal_pointer (&name) : NULL;
      if (errno != EEXIST)
        break;
    }
  set_errno_error (error, "cannot make a copy of", path);
  return NULL;
}

static gboolean
copy_file (const char  *path,
           const char  *copy,
           GError     **error)
{
  if (link (path, copy) == 0)
    return TRUE;

  /* Not every file system has hard links. */
  g_autoptr(GBytes) contents = read_bytes (path, error);

  if (contents == NULL)
    return FALSE;

  int fd = open (copy, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);

  if (fd < 0)
    {
      set_errno_error (error, "cannot make", copy);
      return FALSE;
    }
  return fill_file (fd, copy, contents, error);
}

/* path.1 becomes path.2 and so on, the file itself path.1. */
static gboolean
rotate (const char  *path,
        guint        n_backups,
        GError     **error)
{
  if (n_backups == 0 || !g_file_test (path, G_FILE_TEST_EXISTS))
    return TRUE;

  for (guint i = n_backups; i > 1; i--)
    {
      g_autofree char *newer = g_strdup_printf ("%s.%u", path, i - 1);
      g_autofree char *older = g_strdup_printf ("%s.%u", path, i);

      if (g_rename (newer, older) != 0 && errno != ENOENT)
        {
          set_errno_error (error, "cannot rename", newer);
          return FALSE;
        }
    }

  g_autofree char *newest = g_strdup_printf ("%s.1", path);

  g_unlink (newest); /* still there only when it is the one backup kept */
  return copy_file (path, newest, error);
}

static void
sync_folder (const char *folder)
{
  int fd = open (folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);

  /* Not every file system can; the file itself is whole in any case. */
  if (fd >= 0)
    {
      fsync (fd);
      close (fd);
    }
}

/* Replaces the file. known: checksum of what the caller believes is there, NULL for no file. NULL
 * with an error when it could not be written; the file is then as it was. */
GhFileWritten *
gh_file_disk_write (const char  *path,
                    GBytes      *contents,
                    const char  *known,
                    guint        n_backups,
                    GError     **error)
{
  g_autoptr(GhFileWritten) self = g_new0 (GhFileWritten, 1);
  g_autofree char *real = resolve (path);
  g_autofree char *folder = g_path_get_dirname (real);
  g_autofree char *temporary = g_strdup_printf ("%s.new-XXXXXX", real);
  g_autoptr(GError) read_error = NULL;

  self->checksum = g_compute_checksum_for_bytes (G_CHECKSUM_SHA256, contents);
  if (g_mkdir_with_parents (folder, 0700) != 0)
    {
      set_errno_error (error, "cannot make", folder);
      return NULL;
    }

  g_autoptr(GBytes) present = read_bytes (real, &read_error);

  if (present == NULL && !g_error_matches (read_error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND))
    {
      g_propagate_error (error, g_steal_pointer (&read_error));
      return NULL;
    }
  if (present != NULL && g_bytes_equal (present, contents))
    return g_steal_pointer (&self);

  int fd = g_mkstemp_full (temporary, O_WRONLY | O_CLOEXEC, 0600);

  if (fd < 0)
    {
      set_errno_error (error, "cannot make", temporary);
      return NULL;
    }
  if (!fill_file (fd, temporary, contents, error))
    return NULL;

  g_autofree char *sum = present != NULL
                         ? g_compute_checksum_for_bytes (G_CHECKSUM_SHA256, present) : NULL;

  if (sum != NULL && g_strcmp0 (sum, known) != 0)
    self->set_aside = keep_other (real, present, error);
  if ((sum != NULL && g_strcmp0 (sum, known) != 0 && self->set_aside == NULL)
      || !rotate (real, n_backups, error))
    {
      g_unlink (temporary);
      return NULL;
    }
  if (g_rename (temporary, real) != 0)
    {
      set_errno_error (error, "cannot replace", real);
      g_unlink (temporary);
      return NULL;
    }
  sync_folder (folder);
  return g_steal_pointer (&self);
}
