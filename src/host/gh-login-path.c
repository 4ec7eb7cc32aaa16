/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * Where programs are found: the PATH of the person's login shell, asked once. */
#include "config.h"

#include "gh-login-path.h"

#include <pwd.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "gh-line-reader.h"

/* A desktop session often knows nothing of ~/.local/bin, nvm, pyenv and the like: those are set up
 * in the shell's own files, and servers are mostly started with npx and uvx from there. */

/* A shell whose files take longer asks something or hangs; servers then get our own PATH. */
#define TIMEOUT_MS 5000
/* Longer than any PATH a kernel passes on. */
#define MAX_LINE (128 * 1024)
/* What shells' files print before we look for our line. */
#define MAX_LINES 1000
#define MARK "GATEHOUSE_PATH="

struct _GhLoginPath
{
  GObject parent;

  /* Owned. */
  char         *path;
  GPtrArray    *waiting; /* of GTask, while the shell is asked */
  GSubprocess  *shell;
  GhLineReader *reader;
  GCancellable *cancellable;
  guint         timeout_source;

  guint         timeout; /* milliseconds */
  gboolean      asked;   /* path is the shell's answer, or there will be none */
  guint         n_lines;
};

G_DEFINE_FINAL_TYPE (GhLoginPath, gh_login_path, G_TYPE_OBJECT)

enum
{
  PROP_0,
  PROP_TIMEOUT,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

static void read_line (GhLoginPath *self);

static void
gh_login_path_dispose (GObject *object)
{
  GhLoginPath *self = GH_LOGIN_PATH (object);

  g_cancellable_cancel (self->cancellable);
  g_clear_handle_id (&self->timeout_source, g_source_remove);
  g_clear_object (&self->reader);
  g_clear_object (&self->shell);

  G_OBJECT_CLASS (gh_login_path_parent_class)->dispose (object);
}

static void
gh_login_path_finalize (GObject *object)
{
  GhLoginPath *self = GH_LOGIN_PATH (object);

  g_clear_pointer (&self->path, g_free);
  g_clear_pointer (&self->waiting, g_ptr_array_unref);
  g_clear_object (&self->cancellable);

  G_OBJECT_CLASS (gh_login_path_parent_class)->finalize (object);
}

static void
gh_login_path_set_property (GObject      *object,
                            guint         prop_id,
                            const GValue *value,
                            GParamSpec   *pspec)
{
  GhLoginPath *self = GH_LOGIN_PATH (object);

  switch (prop_id)
    {
    case PROP_TIMEOUT:
      self->timeout = g_value_get_uint (value);
      break;

    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
gh_login_path_class_init (GhLoginPathClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = gh_login_path_dispose;
  object_class->finalize = gh_login_path_finalize;
  object_class->set_property = gh_login_path_set_property;

  /* For tests, which do not wait as long. */
  properties[PROP_TIMEOUT] =
    g_param_spec_uint ("timeout", NULL, NULL, 1, G_MAXUINT, TIMEOUT_MS,
                       G_PARAM_WRITABLE | G_PARAM_CONSTRUCT_ONLY | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);
}

static void
gh_login_path_init (GhLoginPath *self)
{
  const char *path = g_getenv ("PATH");

  self->path = g_strdup (path != NULL && path[0] != '\0' ? path : "/usr/local/bin:/usr/bin:/bin");
  self->waiting = g_ptr_array_new_with_free_func (g_object_unref);
  self->cancellable = g_cancellable_new ();
}

GhLoginPath *
gh_login_path_new (void)
{
  return g_object_new (GH_TYPE_LOGIN_PATH, NULL);
}

/* The shell's folders first, then ours that it does not have: a host started from a terminal keeps
 * what was set up there. Relative folders are left out, they mean another place for every server.
 */
static char *
merge_paths (const char *first,
             const char *second)
{
  g_autoptr(GHashTable) seen = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr(GPtrArray) merged = g_ptr_array_new ();
  g_autofree char *both = g_strconcat (first, ":", second, NULL);
  g_auto(GStrv) folders = g_strsplit (both, ":", -1);

  for (guint i = 0; folders[i] != NULL; i++)
    if (folders[i][0] == '/' && g_hash_table_add (seen, folders[i]))
      g_ptr_array_add (merged, folders[i]);
  g_ptr_array_add (merged, NULL);
  return g_strjoinv (":", (char **) merged->pdata);
}

static void
finish (GhLoginPath *self,
        const char  *answer)
{
  g_autoptr(GhLoginPath) kept = g_object_ref (self);
  g_autoptr(GPtrArray) waiting = g_steal_pointer (&self->waiting);

  if (answer != NULL)
    {
      g_autofree char *merged = merge_paths (answer, self->path);

      g_free (self->path);
      self->path = g_steal_pointer (&merged);
    }
  self->asked = TRUE;
  self->waiting = g_ptr_array_new_with_free_func (g_object_unref);
  g_clear_handle_id (&self->timeout_source, g_source_remove);
  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->reader);
  g_clear_object (&self->shell);

  for (guint i = 0; i < waiting->len; i++)
    g_task_return_pointer (g_ptr_array_index (waiting, i), g_strdup (self->path), g_free);
}

static gboolean
timeout_cb (gpointer user_data)
{
  GhLoginPath *self = GH_LOGIN_PATH (user_data);
  const char *pid = g_subprocess_get_identifier (self->shell);

  self->timeout_source = 0;
  g_debug ("the login shell did not tell its PATH in time");
  /* It leads a session, hence a group, of its own. */
  if (pid != NULL)
    kill (-atoi (pid), SIGKILL);
  finish (self, NULL);
  return G_SOURCE_REMOVE;
}

static void
line_cb (GObject      *source,
         GAsyncResult *result,
         gpointer      user_data)
{
  g_autoptr(GhLoginPath) self = GH_LOGIN_PATH (user_data);
  g_autoptr(GError) error = NULL;
  g_autoptr(GBytes) line = NULL;
  const char *text;
  gsize length;

  line = gh_line_reader_read_finish (GH_LINE_READER (source), result, &error);
  if (self->asked)
    return;
  if (line == NULL && !g_error_matches (error, G_IO_ERROR, G_IO_ERROR_MESSAGE_TOO_LARGE))
    {
      finish (self, NULL);
      return;
    }

  text = line != NULL ? g_bytes_get_data (line, &length) : NULL;
  if (text != NULL && length > strlen (MARK) && memcmp (text, MARK, strlen (MARK)) == 0)
    {
      g_autofree char *answer = g_strndup (text + strlen (MARK), length - strlen (MARK));

      finish (self, answer);
      return;
    }
  if (++self->n_lines >= MAX_LINES)
    {
      finish (self, NULL);
      return;
    }
  read_line (self);
}

static void
read_line (GhLoginPath *self)
{
  gh_line_reader_read_async (self->reader, self->cancellable, line_cb, g_object_ref (self));
}

/* No terminal, so that the shell can neither ask nor stop us. Runs between fork and exec. */
static void
child_setup_cb (gpointer user_data)
{
  setsid ();
}

static char *
dup_shell (void)
{
  const char *shell = g_getenv ("SHELL");

  if (shell == NULL || shell[0] != '/')
    {
      struct passwd *entry = getpwuid (getuid ());

      shell = entry != NULL ? entry->pw_shell : NULL;
    }
  if (shell == NULL || shell[0] != '/')
    return NULL;
  return g_strdup (shell);
}

static void
ask_shell (GhLoginPath *self)
{
  g_autoptr(GSubprocessLauncher) launcher = NULL;
  g_autoptr(GError) error = NULL;
  g_autofree char *shell = dup_shell ();

  if (shell == NULL)
    {
      finish (self, NULL);
      return;
    }
  launcher =
    g_subprocess_launcher_new (G_SUBPROCESS_FLAGS_STDOUT_PIPE | G_SUBPROCESS_FLAGS_STDERR_SILENCE);
  g_subprocess_launcher_set_child_setup (launcher, child_setup_cb, NULL, NULL);
  g_subprocess_launcher_setenv (launcher, "TERM", "dumb", TRUE);
  g_subprocess_launcher_set_cwd (launcher, g_get_home_dir ());
  /* Interactive too: that is where most version managers hook themselves in. */
  self->shell = g_subprocess_launcher_spawn (launcher, &error, shell, "-ilc",
                                             "printf '\\n" MARK "%s\\n' \"$PATH\"", NULL);
  if (self->shell == NULL)
    {
      g_debug ("cannot ask the login shell: %s", error->message);
      finish (self, NULL);
      return;
    }
  self->timeout_source = g_timeout_add (self->timeout, timeout_cb, self);
  /* Read up to our line only: what the shell's files leave running may hold the pipe open for ever.
   */
  self->reader =
    gh_line_reader_new (g_subprocess_get_stdout_pipe (self->shell), GH_LINE_LF, MAX_LINE);
  read_line (self);
}

void
gh_login_path_lookup_async (GhLoginPath         *self,
                            GCancellable        *cancellable,
                            GAsyncReadyCallback  callback,
                            gpointer             user_data)
{
  g_autoptr(GTask) task = NULL;

  g_return_if_fail (GH_IS_LOGIN_PATH (self));

  task = g_task_new (self, cancellable, callback, user_data);
  g_task_set_source_tag (task, gh_login_path_lookup_async);
  if (self->asked)
    {
      g_task_return_pointer (task, g_strdup (self->path), g_free);
      return;
    }
  g_ptr_array_add (self->waiting, g_steal_pointer (&task));
  if (self->waiting->len == 1)
    ask_shell (self);
}

char *
gh_login_path_lookup_finish (GhLoginPath   *self,
                             GAsyncResult  *result,
                             GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}

const char *
gh_login_path_get_path (GhLoginPath *self)
{
  g_return_val_if_fail (GH_IS_LOGIN_PATH (self), NULL);

  return self->path;
}
