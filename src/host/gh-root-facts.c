/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * What one look at the disk says of a folder. */
#include "config.h"

#include "gh-root-facts.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <gio/gunixmounts.h>
#include <linux/magic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>

#include "gh-root-private.h"

/* As many as the kernel follows. */
#define MAX_LINKS 40

/* Entries read of one folder above an excluded one; a folder with more is not a folder of trips. */
#define MAX_ENTRIES 200000

/* File systems where others change files behind our back. Not all are in linux/magic.h. */
#define MAGIC_CIFS 0xff534d42
#define MAGIC_FUSE 0x65735546

void
gh_root_facts_free (GhRootFacts *self)
{
  g_clear_pointer (&self->real_path, g_free);
  g_clear_pointer (&self->mount, g_free);
  g_clear_pointer (&self->pieces, g_ptr_array_unref);
  g_clear_pointer (&self->split, g_ptr_array_unref);
  g_clear_pointer (&self->ways, g_ptr_array_unref);
  g_free (self);
}

/* path with symbolic links followed as far as it exists; what does not exist is kept as it is. */
char *
gh_root_resolve (const char *path)
{
  char *resolved = realpath (path, NULL);

  if (resolved != NULL)
    {
      char *copy = g_strdup (resolved);

      free (resolved);
      return copy;
    }
  if (strcmp (path, "/") == 0 || !g_path_is_absolute (path))
    return g_strdup (path);

  g_autofree char *folder = g_path_get_dirname (path);
  g_autofree char *name = g_path_get_basename (path);
  g_autofree char *above = gh_root_resolve (folder);

  return g_build_filename (above, name, NULL);
}

/* The symbolic link nearest to "/" on the way to path (absolute), or NULL. */
static char *
find_link (const char  *path,
           char       **target)
{
  for (const char *end = path; *end != '\0';)
    {
      end += strcspn (end + 1, "/") + 1;

      g_autofree char *above = g_strndup (path, end - path);

      *target = g_file_read_link (above, NULL);
      if (*target != NULL)
        return g_steal_pointer (&above);
    }
  return NULL;
}

/* realpath() tells where links lead, not which they are, and nothing when one leads nowhere: what
 * must be watched for path to change, or to come. */
static GPtrArray *
list_ways (const char *path)
{
  GPtrArray *ways = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *current = g_strdup (path);

  for (int i = 0; i < MAX_LINKS; i++)
    {
      g_autofree char *target = NULL;
      g_autofree char *link = find_link (current, &target);

      if (link == NULL)
        break;

      g_autofree char *folder = g_path_get_dirname (link);
      g_autofree char *whole = g_build_filename (target, current + strlen (link), NULL);

      g_free (current);
      current = g_canonicalize_filename (whole, folder);
      g_ptr_array_add (ways, g_steal_pointer (&link));
    }
  g_ptr_array_add (ways, g_steal_pointer (&current));
  return ways;
}

static gboolean
get_mount_id (const char *path,
              guint64    *id)
{
  struct statx info;

  if (statx (AT_FDCWD, path, AT_NO_AUTOMOUNT, STATX_MNT_ID, &info) != 0
      || (info.stx_mask & STATX_MNT_ID) == 0)
    return FALSE;
  *id = info.stx_mnt_id;
  return TRUE;
}

/* Whether something is mounted exactly there. */
static gboolean
is_mounted (const char *path)
{
  g_autofree char *folder = g_path_get_dirname (path);
  guint64 own, above;

  return get_mount_id (path, &own) && get_mount_id (folder, &above) && own != above;
}

static char *
find_mount (const char *real_path)
{
  g_autofree char *current = g_strdup (real_path);

  while (strcmp (current, "/") != 0)
    {
      if (is_mounted (current))
        return g_steal_pointer (&current);

      char *folder = g_path_get_dirname (current);

      g_free (current);
      current = folder;
    }
  return NULL;
}

static gboolean
is_at_or_inside (const char *path,
                 const char *folder)
{
  return strcmp (path, folder) == 0 || gh_path_is_inside (path, folder);
}

/* The mount point that path is at or below and where nothing is mounted now: one where it was
 * mounted before, one of the system's table, or one where desktops put removable drives. */
static char *
find_lost_mount (const char *path,
                 const char *former_mount)
{
  char *found = NULL;

  if (former_mount != NULL && !is_mounted (former_mount))
    return g_strdup (former_mount);

  GList *points = g_unix_mount_points_get (NULL);

  for (GList *l = points; l != NULL && found == NULL; l = l->next)
    {
      const char *point = g_unix_mount_point_get_mount_path (l->data);

      if (g_path_is_absolute (point) && strcmp (point, "/") != 0 && is_at_or_inside (path, point)
          && !is_mounted (point))
        found = g_strdup (point);
    }
  g_list_free_full (points, (GDestroyNotify) g_unix_mount_point_free);
  if (found != NULL)
    return found;

  static const char * const areas[] = { "/run/media", "/media" };

  for (gsize i = 0; i < G_N_ELEMENTS (areas); i++)
    {
      g_autofree char *area = g_build_filename (areas[i], g_get_user_name (), NULL);

      if (!gh_path_is_inside (path, area))
        continue;

      const char *name = path + strlen (area) + 1;
      g_autofree char *drive = g_strndup (path, strcspn (name, "/") + (name - path));

      if (!is_mounted (drive))
        return g_steal_pointer (&drive);
    }
  return NULL;
}

static gboolean
is_empty (const char *path)
{
  DIR *dir = opendir (path);
  struct dirent *entry;
  gboolean empty = TRUE;

  if (dir == NULL)
    return FALSE;
  while (empty && (entry = readdir (dir)) != NULL)
    empty = strcmp (entry->d_name, ".") == 0 || strcmp (entry->d_name, "..") == 0;
  closedir (dir);
  return empty;
}

static gboolean
is_remote (const char *path)
{
  struct statfs info;

  if (statfs (path, &info) != 0)
    return FALSE;
  switch ((guint32) info.f_type)
    {
    case NFS_SUPER_MAGIC:
    case SMB_SUPER_MAGIC:
    case SMB2_SUPER_MAGIC:
    case AFS_SUPER_MAGIC:
    case CODA_SUPER_MAGIC:
    case V9FS_MAGIC:
    case MAGIC_CIFS:
    case MAGIC_FUSE:
      return TRUE;
    default:
      return FALSE;
    }
}

static void
look_at_absent (GhRootFacts *self,
                const char  *path,
                const char  *former_mount,
                int          reason)
{
  if (reason == EACCES || reason == EPERM || reason == EIO)
    {
      self->state = GH_ROOT_UNREADABLE;
      return;
    }

  /* A network or FUSE file system whose other end is gone. */
  gboolean dead = reason == ENOTCONN || reason == ESTALE || reason == EHOSTDOWN
                  || reason == ETIMEDOUT || reason == ENODEV;
  g_autofree char *lost = dead ? NULL : find_lost_mount (path, former_mount);

  self->state = dead || lost != NULL ? GH_ROOT_UNMOUNTED : GH_ROOT_MISSING;
}

static void
look_at_folder (GhRootFacts *self,
                const char  *path,
                const char  *former_mount)
{
  self->real_path = gh_root_resolve (path);
  self->mount = find_mount (self->real_path);
  self->remote = is_remote (path);

  if (faccessat (AT_FDCWD, path, R_OK | X_OK, AT_EACCESS) != 0)
    {
      self->state = GH_ROOT_UNREADABLE;
      return;
    }
  self->state = GH_ROOT_AVAILABLE;

  /* The folder a drive is mounted on stays when the drive goes, empty: that is not the root. */
  if (self->mount == NULL || strcmp (self->mount, self->real_path) != 0)
    {
      g_autofree char *lost = find_lost_mount (self->real_path, former_mount);

      if (lost != NULL && strcmp (lost, self->real_path) == 0 && is_empty (path))
        {
          self->state = GH_ROOT_UNMOUNTED;
          g_clear_pointer (&self->mount, g_free);
        }
    }
}

static int
compare_names (gconstpointer a,
               gconstpointer b)
{
  return strcmp (*(const char * const *) a, *(const char * const *) b);
}

/* Names of the real folders in a folder, sorted. Symbolic links are left out: one that points
 * outside would, announced, permit what the person never gave; what is inside is announced as
 * itself. */
static GPtrArray *
list_folders (const char *path)
{
  GPtrArray *names = g_ptr_array_new_with_free_func (g_free);
  DIR *dir = opendir (path);
  struct dirent *entry;
  guint n_entries = 0;

  if (dir == NULL)
    return names;
  while ((entry = readdir (dir)) != NULL && n_entries++ < MAX_ENTRIES)
    {
      gboolean is_folder = entry->d_type == DT_DIR;
      struct stat info;

      if (strcmp (entry->d_name, ".") == 0 || strcmp (entry->d_name, "..") == 0)
        continue;
      if (entry->d_type == DT_UNKNOWN)
        is_folder = fstatat (dirfd (dir), entry->d_name, &info, AT_SYMLINK_NOFOLLOW) == 0
                    && S_ISDIR (info.st_mode);
      if (is_folder)
        g_ptr_array_add (names, g_strdup (entry->d_name));
    }
  closedir (dir);
  g_ptr_array_sort (names, compare_names);
  return names;
}

typedef struct
{
  GhRootFacts *facts;
  GPtrArray *left_out; /* of char *: real paths */
} Split;

/* Lists the folder at `below` (relative to the root, "" for itself). Depth is bounded by the
 * depth of the excluded folders. */
static void
split_folder (Split      *split,
              const char *below)
{
  g_autofree char *real = g_build_filename (split->facts->real_path, below, NULL);
  g_autoptr(GPtrArray) names = list_folders (real);

  g_ptr_array_add (split->facts->split, g_strdup (real));
  for (guint i = 0; i < names->len; i++)
    {
      const char *name = g_ptr_array_index (names, i);
      g_autofree char *child = g_build_filename (real, name, NULL);
      g_autofree char *child_below = *below != '\0' ? g_build_filename (below, name, NULL)
                                                    : g_strdup (name);
      gboolean is_out = FALSE;
      gboolean is_above = FALSE;

      for (guint j = 0; j < split->left_out->len; j++)
        {
          const char *out = g_ptr_array_index (split->left_out, j);

          is_out |= strcmp (out, child) == 0;
          is_above |= gh_path_is_inside (out, child);
        }
      if (is_out)
        continue;
      if (is_above)
        split_folder (split, child_below);
      else if (split->facts->pieces->len < GH_ROOT_MAX_PIECES)
        g_ptr_array_add (split->facts->pieces, g_steal_pointer (&child_below));
      else
        g_debug ("%s is not announced: too many", child);
    }
}

static void
add_left_out (GPtrArray  *left_out,
              const char *real_root,
              const char *path)
{
  if (gh_path_is_inside (path, real_root))
    g_ptr_array_add (left_out, g_strdup (path));
}

static void
look_at_excluded (GhRootFacts        *self,
                  const char         *path,
                  const char * const *excluded)
{
  g_autoptr(GPtrArray) left_out = g_ptr_array_new_with_free_func (g_free);

  /* Both as named and with links followed: whichever way it can be reached, it is left out. */
  for (gsize i = 0; excluded != NULL && excluded[i] != NULL; i++)
    {
      g_autofree char *real = gh_root_resolve (excluded[i]);

      add_left_out (left_out, self->real_path, real);
      add_left_out (left_out, self->real_path, excluded[i]);
      if (gh_path_is_inside (excluded[i], path))
        {
          g_autofree char *below = g_build_filename (self->real_path, excluded[i] + strlen (path),
                                                     NULL);

          add_left_out (left_out, self->real_path, below);
        }
    }
  if (left_out->len == 0)
    return;

  Split split = { self, left_out };

  self->pieces = g_ptr_array_new_with_free_func (g_free);
  self->split = g_ptr_array_new_with_free_func (g_free);
  split_folder (&split, "");
}

/* Looks. path: absolute, canonical. former_mount: where the folder was mounted when last seen, or
 * NULL. excluded: absolute paths of folders, NULL-terminated, or NULL; those that are not inside
 * do not matter. */
GhRootFacts *
gh_root_facts_look (const char         *path,
                    const char         *former_mount,
                    const char * const *excluded)
{
  GhRootFacts *self = g_new0 (GhRootFacts, 1);
  struct stat info;

  self->ways = list_ways (path);
  if (stat (path, &info) != 0)
    look_at_absent (self, path, former_mount, errno);
  else if (!S_ISDIR (info.st_mode))
    self->state = GH_ROOT_MISSING;
  else
    look_at_folder (self, path, former_mount);

  if (self->state == GH_ROOT_AVAILABLE)
    look_at_excluded (self, path, excluded);
  return self;
}
