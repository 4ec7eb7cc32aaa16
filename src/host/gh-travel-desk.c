/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * The travel desk: three sample folders and the demo server, set up in a folder of the person's
 * choice.
 *
 * 1. write_thread makes the folders and files and finds the demo server's program;
 * 2. added_cb: three of the folders have become roots, finance is left out, the server is added. */
#include "config.h"

#include "gh-travel-desk.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>

#include "gh-travel-desk-files.h"

#define SERVER_NAME "Travel"
#define PROGRAM "gatehouse-demo-server"
/* Another program instead, for tests and for people who write one. */
#define PROGRAM_VARIABLE "GATEHOUSE_DEMO_SERVER"
#define LEFT_OUT "client-documents/finance"

static const char * const roots[] = { "travel-planning", "travel-templates", "client-documents" };

typedef struct
{
  char *folder;
  char *program; /* what the thread found */
} SetupData;

static void
setup_data_free (SetupData *data)
{
  g_free (data->folder);
  g_free (data->program);
  g_free (data);
}

static void
set_errno_error (GError     **error,
                 const char  *what,
                 const char  *path)
{
  int saved = errno;
  g_autofree char *name = g_filename_display_name (path);

  g_set_error (error, G_IO_ERROR, g_io_error_from_errno (saved), "%s %s: %s", what, name,
               g_strerror (saved));
}

/* Writes a file that is not there yet. */
static gboolean
write_new (const char  *path,
           const char  *text,
           GError     **error)
{
  g_autofree char *folder = g_path_get_dirname (path);

  if (g_mkdir_with_parents (folder, 0755) != 0)
    {
      set_errno_error (error, "cannot make the folder", folder);
      return FALSE;
    }

  int fd = open (path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644);

  if (fd < 0 && errno == EEXIST)
    return TRUE;
  if (fd < 0)
    {
      set_errno_error (error, "cannot write", path);
      return FALSE;
    }

  gsize length = strlen (text);
  gboolean ok = TRUE;

  for (gsize done = 0; done < length && ok;)
    {
      ssize_t n = write (fd, text + done, length - done);

      if (n >= 0)
        done += n;
      else if (errno != EINTR)
        ok = FALSE;
    }
  if (!ok)
    set_errno_error (error, "cannot write", path);
  if (close (fd) != 0 && ok)
    {
      set_errno_error (error, "cannot write", path);
      ok = FALSE;
    }
  if (!ok)
    g_unlink (path); /* half a file would be left alone the next time */
  return ok;
}

static gboolean
is_program (const char *path)
{
  return g_file_test (path, G_FILE_TEST_IS_REGULAR)
         && g_file_test (path, G_FILE_TEST_IS_EXECUTABLE);
}

/* The demo server of this program: beside it in a build, else where it is installed. */
static char *
find_program (GError **error)
{
  static const char * const beside[] = { "demo", "../demo", "../src/demo", "../../src/demo" };
  const char *wanted = g_getenv (PROGRAM_VARIABLE);
  g_autofree char *self = g_file_read_link ("/proc/self/exe", NULL);
  g_autofree char *folder = g_path_get_dirname (self != NULL ? self : "/");

  if (wanted != NULL && *wanted != '\0')
    {
      if (is_program (wanted))
        return g_canonicalize_filename (wanted, NULL);
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND, PROGRAM_VARIABLE ": %s is no program",
                   wanted);
      return NULL;
    }
  for (gsize i = 0; self != NULL && i < G_N_ELEMENTS (beside); i++)
    {
      g_autofree char *path = g_build_filename (folder, beside[i], PROGRAM, NULL);

      if (is_program (path))
        return g_canonicalize_filename (path, NULL);
    }

  g_autofree char *installed = g_build_filename (GH_LIBEXECDIR, PROGRAM, NULL);

  if (is_program (installed))
    return g_steal_pointer (&installed);
  g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND, "the demo server is not installed (%s)",
               installed);
  return NULL;
}

static void
write_thread (GTask        *task,
              gpointer      source,
              gpointer      task_data,
              GCancellable *cancellable)
{
  SetupData *data = task_data;
  GError *error = NULL;

  /* First, so that nothing is made when there is no server to use it. */
  data->program = find_program (&error);
  for (gsize i = 0; error == NULL && gh_travel_desk_files[i].path != NULL; i++)
    {
      const GhTravelDeskFile *file = &gh_travel_desk_files[i];
      g_autofree char *path = g_build_filename (data->folder, file->path, NULL);

      if (!g_cancellable_set_error_if_cancelled (cancellable, &error))
        write_new (path, file->text, &error);
    }
  if (error != NULL)
    g_task_return_error (task, error);
  else
    g_task_return_boolean (task, TRUE);
}

/* The server of an earlier set-up, or NULL; borrowed. */
static GhServer *
find_server (GhServerList *servers)
{
  guint n_servers = g_list_model_get_n_items (G_LIST_MODEL (servers));

  for (guint i = 0; i < n_servers; i++)
    {
      g_autoptr(GhServer) server = g_list_model_get_item (G_LIST_MODEL (servers), i);
      const char * const *argv = gh_server_config_get_argv (gh_server_get_config (server));
      g_autofree char *name = argv[0] != NULL ? g_path_get_basename (argv[0]) : NULL;

      if (g_strcmp0 (name, PROGRAM) == 0
          && strcmp (gh_server_get_name (server), SERVER_NAME) == 0)
        return server;
    }
  return NULL;
}

static GhServer *
ensure_server (GhHost     *host,
               const char *program)
{
  GhServerList *servers = gh_host_get_servers (host);
  GhServer *server = find_server (servers);
  const char *argv[] = { program, NULL };
  g_autoptr(GhServerConfig) config = gh_server_config_new (SERVER_NAME, argv, NULL, NULL, TRUE);

  /* Consented: trying the travel desk is to run its server, the page that offers it says so. */
  if (server == NULL)
    server = gh_server_list_add (servers, config, TRUE);
  else if (strcmp (gh_server_config_get_fingerprint (gh_server_get_config (server)),
                   gh_server_config_get_fingerprint (config)) != 0)
    gh_server_list_replace (servers, server, config, TRUE); /* the program has moved */
  else if (!gh_server_get_consented (server))
    gh_server_consent (server);
  gh_server_start (server);
  return server;
}

static void
added_cb (GObject      *source,
          GAsyncResult *result,
          gpointer      user_data)
{
  g_autoptr(GTask) task = G_TASK (user_data);
  GhHost *host = g_task_get_source_object (task);
  SetupData *data = g_task_get_task_data (task);
  g_autofree char *path = g_build_filename (data->folder, LEFT_OUT, NULL);
  g_autoptr(GFile) left_out = g_file_new_for_path (path);
  g_autoptr(GFile) documents = g_file_get_parent (left_out);
  GError *error = NULL;
  g_autoptr(GPtrArray) additions = gh_root_list_add_finish (GH_ROOT_LIST (source), result, &error);

  if (additions == NULL)
    {
      g_task_return_error (task, error);
      return;
    }
  for (guint i = 0; i < additions->len; i++)
    {
      GhRootAddition *addition = g_ptr_array_index (additions, i);
      gboolean is_new = addition->outcome == GH_ROOT_ADDED || addition->outcome == GH_ROOT_INSIDE;

      /* What was a root before is as the person made it. */
      if (!is_new || !g_file_equal (addition->file, documents))
        continue;
      if (!gh_root_exclude (addition->root, left_out, &error))
        g_debug ("%s", error->message); /* inside it by a link; the folder that holds it decides */
      g_clear_error (&error);
    }
  g_task_return_pointer (task, g_object_ref (ensure_server (host, data->program)), g_object_unref);
}

static void
written_cb (GObject      *source,
            GAsyncResult *result,
            gpointer      user_data)
{
  g_autoptr(GTask) task = G_TASK (user_data);
  GhHost *host = g_task_get_source_object (task);
  SetupData *data = g_task_get_task_data (task);
  SetupData *written = g_task_get_task_data (G_TASK (result));
  g_autoptr(GListStore) files = g_list_store_new (G_TYPE_FILE);
  GError *error = NULL;

  if (!g_task_propagate_boolean (G_TASK (result), &error))
    {
      g_task_return_error (task, error);
      return;
    }
  data->program = g_steal_pointer (&written->program);
  for (gsize i = 0; i < G_N_ELEMENTS (roots); i++)
    {
      g_autoptr(GFile) file = g_file_new_build_filename (data->folder, roots[i], NULL);

      g_list_store_append (files, file);
    }
  gh_root_list_add_async (gh_host_get_roots (host), G_LIST_MODEL (files),
                          g_task_get_cancellable (task), added_cb, g_object_ref (task));
}

/**
 * gh_travel_desk_setup_async:
 * @folder: where the sample folders go, made when missing
 *
 * Makes the sample folders, leaving files that are there alone; adds three of them as roots
 * (archive is for the person to open), adds the demo server, agreed to, and starts it. Twice does
 * no more than once.
 */
void
gh_travel_desk_setup_async (GhHost              *host,
                            GFile               *folder,
                            GCancellable        *cancellable,
                            GAsyncReadyCallback  callback,
                            gpointer             user_data)
{
  g_return_if_fail (GH_IS_HOST (host));
  g_return_if_fail (G_IS_FILE (folder));

  g_autoptr(GTask) task = g_task_new (host, cancellable, callback, user_data);
  SetupData *data = g_new0 (SetupData, 1);

  g_task_set_source_tag (task, gh_travel_desk_setup_async);
  g_task_set_task_data (task, data, (GDestroyNotify) setup_data_free);
  if (g_file_peek_path (folder) == NULL)
    {
      g_task_return_new_error (task, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED,
                               "the folder is not on this computer");
      return;
    }
  data->folder = g_canonicalize_filename (g_file_peek_path (folder), "/");

  /* No source object: a thread may drop its task last, and an object of ours must not end there. */
  g_autoptr(GTask) thread = g_task_new (NULL, cancellable, written_cb, g_object_ref (task));
  SetupData *copy = g_new0 (SetupData, 1);

  copy->folder = g_strdup (data->folder);
  g_task_set_source_tag (thread, gh_travel_desk_setup_async);
  g_task_set_task_data (thread, copy, (GDestroyNotify) setup_data_free);
  g_task_run_in_thread (thread, write_thread);
}

/**
 * gh_travel_desk_setup_finish:
 *
 * Returns: (transfer full): the demo server, starting; NULL with G_IO_ERROR: what could not be
 * made, or
 *   G_IO_ERROR_NOT_FOUND when there is no demo server
 */
GhServer *
gh_travel_desk_setup_finish (GhHost        *host,
                             GAsyncResult  *result,
                             GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, host), NULL);
  g_return_val_if_fail (g_async_result_is_tagged (result, gh_travel_desk_setup_async), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}
