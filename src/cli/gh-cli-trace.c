/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * Writes down every message between us and a server. */
#include "config.h"

#include "gh-cli-trace.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gi18n.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "gh-cli-output.h"

struct _GhCliTrace
{
  GObject parent_instance;

  char *path;
  FILE *file; /* owned; NULL once it could not be written */
};

G_DEFINE_FINAL_TYPE (GhCliTrace, gh_cli_trace, G_TYPE_OBJECT)

static void
close_file (GhCliTrace *self)
{
  if (self->file != NULL && fclose (self->file) != 0)
    gh_cli_complain (_("%s could not be written: %s"), self->path, g_strerror (errno));
  self->file = NULL;
}

static void
gh_cli_trace_finalize (GObject *object)
{
  GhCliTrace *self = GH_CLI_TRACE (object);

  close_file (self);
  g_free (self->path);

  G_OBJECT_CLASS (gh_cli_trace_parent_class)->finalize (object);
}

static void
gh_cli_trace_class_init (GhCliTraceClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = gh_cli_trace_finalize;
}

static void
gh_cli_trace_init (GhCliTrace *self)
{
}

/* Empties the file, and takes it from everybody else: it may hold what nobody can tell from
 * other words. What is
 * no file (a pipe, a terminal) stays as it is. */
static gboolean
claim_file (int fd)
{
  struct stat facts;

  if (fstat (fd, &facts) < 0)
    return FALSE;
  return !S_ISREG (facts.st_mode) || (fchmod (fd, 0600) == 0 && ftruncate (fd, 0) == 0);
}

GhCliTrace *
gh_cli_trace_new (const char  *path,
                  GError     **error)
{
  g_autoptr(GhCliTrace) self = NULL;
  int fd;

  g_return_val_if_fail (path != NULL, NULL);

  fd = open (path, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
  if (fd < 0 || !claim_file (fd))
    {
      int code = errno;

      g_set_error_literal (error, G_FILE_ERROR, g_file_error_from_errno (code), g_strerror (code));
      if (fd >= 0)
        close (fd);
      return NULL;
    }
  self = g_object_new (GH_TYPE_CLI_TRACE, NULL);
  self->path = g_strdup (path);
  self->file = fdopen (fd, "w");
  /* Every line is there at once: a trace is read when something ended badly. */
  setvbuf (self->file, NULL, _IOLBF, BUFSIZ);
  return g_steal_pointer (&self);
}

static void
added_cb (GhCliTrace      *self,
          GhActivityEntry *entry,
          GhActivity      *activity)
{
  g_autofree char *line = NULL;

  if (self->file == NULL)
    return;
  line = gh_activity_dup_line (activity, entry);
  if (fprintf (self->file, "%s\n", line) < 0)
    close_file (self);
}

void
gh_cli_trace_watch (GhCliTrace *self,
                    GhActivity *activity)
{
  g_return_if_fail (GH_IS_CLI_TRACE (self));
  g_return_if_fail (GH_IS_ACTIVITY (activity));

  gh_activity_keep_whole (activity);
  g_signal_connect_object (activity, "added", G_CALLBACK (added_cb), self, G_CONNECT_SWAPPED);
}
