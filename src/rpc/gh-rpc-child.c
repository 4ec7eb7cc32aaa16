/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * A child process and its process group, from start to certain end. */
#include "config.h"

#include "gh-rpc-child.h"

#include "gh-rpc-error.h"
#include "gh-source.h"

#include <errno.h>
#include <signal.h>
#include <sys/prctl.h>
#include <unistd.h>

/* How long a program may take to end by itself once its stdin is closed, as long again after
 * SIGTERM, and a quarter of that after SIGKILL. Together under five seconds: a person waits. */
#define PATIENCE_MS 2000
/* How long what a program started may outlive it before SIGTERM. */
#define ORPHAN_GRACE_MS 200
/* Nothing tells when a process group becomes empty, so we look. */
#define TICK_MS 20

/* Where programs are when the environment has no PATH. */
#define DEFAULT_PATH "/usr/local/bin:/usr/bin:/bin"

typedef enum
{
  STATE_RUNNING,
  STATE_ENDING,      /* should end by itself */
  STATE_TERMINATING, /* SIGTERM was sent */
  STATE_KILLING,     /* SIGKILL was sent */
  STATE_GONE,
} State;

struct _GhRpcChild
{
  GObject parent_instance;

  State state;
  guint patience_ms;
  GPid pid; /* also the process group and the session */
  gboolean exited;
  gboolean group_empty;
  int wait_status;
  gint64 deadline;
  /* owned */
  GSource *watch;
  GSource *tick;
};

G_DEFINE_FINAL_TYPE (GhRpcChild, gh_rpc_child, G_TYPE_OBJECT)

enum
{
  EXITED,
  GONE,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

/* Runs between fork and exec: only async-signal-safe calls. */
static void
child_setup (gpointer user_data)
{
  pid_t host = GPOINTER_TO_INT (user_data);
  sigset_t none;

  /* A session and a group of its own, without a terminal: a host started in one does not lend it
   * to servers (10.26). */
  setsid ();
  /* If the host crashes: stdin ends for the whole group, and this asks the leader to end it.
   * SIGTERM, so that wrappers pass it on. */
  prctl (PR_SET_PDEATHSIG, SIGTERM);
  if (getppid () != host)
    _exit (1);
  sigemptyset (&none);
  sigprocmask (SIG_SETMASK, &none, NULL);
  signal (SIGPIPE, SIG_DFL);
}

/* The group's number cannot be given away while it has members, so signalling it is safe until
 * it was seen empty; before the leader is reaped it is never empty. */
static void
signal_group (GhRpcChild *self,
              int         number)
{
  if (!self->group_empty && kill (-self->pid, number) < 0 && errno == ESRCH && self->exited)
    self->group_empty = TRUE;
}

static void
set_state (GhRpcChild *self,
           State       state,
           guint       wait_ms)
{
  g_assert (state > self->state);
  g_debug ("process %d: state %d -> %d", (int) self->pid, self->state, state);
  self->state = state;
  self->deadline = g_get_monotonic_time () + (gint64) wait_ms * 1000;
}

/* Goes on when the time of the present state is over, or ends when nothing is left. */
static void
advance (GhRpcChild *self)
{
  gboolean late = g_get_monotonic_time () >= self->deadline;

  if (self->exited && self->state != STATE_GONE)
    {
      signal_group (self, 0);
      if (self->group_empty)
        {
          set_state (self, STATE_GONE, 0);
          gh_clear_source (&self->tick);
          g_signal_emit (self, signals[GONE], 0);
          return;
        }
    }
  switch (self->state)
    {
    case STATE_ENDING:
      if (!late)
        break;
      set_state (self, STATE_TERMINATING, self->patience_ms);
      signal_group (self, SIGTERM);
      /* A stopped process would not see it. */
      signal_group (self, SIGCONT);
      break;
    case STATE_TERMINATING:
      if (!late)
        break;
      set_state (self, STATE_KILLING, self->patience_ms / 4);
      signal_group (self, SIGKILL);
      break;
    case STATE_KILLING:
      if (!late)
        break;
      set_state (self, STATE_GONE, 0);
      gh_clear_source (&self->tick);
      g_signal_emit (self, signals[GONE], 0);
      break;
    case STATE_RUNNING:
    case STATE_GONE:
    default:
      break;
    }
}

static gboolean
tick_cb (gpointer user_data)
{
  g_autoptr(GhRpcChild) self = g_object_ref (user_data);

  advance (self);
  return G_SOURCE_CONTINUE;
}

/* The sources' data is the child itself, borrowed: they are destroyed with it. */
static void
start_ticking (GhRpcChild *self)
{
  if (self->tick != NULL)
    return;
  self->tick = g_timeout_source_new (TICK_MS);
  g_source_set_static_name (self->tick, "gh-rpc child");
  g_source_set_callback (self->tick, tick_cb, self, NULL);
  g_source_attach (self->tick, g_source_get_context (self->watch));
}

static void
exited_cb (GPid     pid,
           int      status,
           gpointer user_data)
{
  g_autoptr(GhRpcChild) self = g_object_ref (user_data);
  gint64 orphans_end = g_get_monotonic_time () + ORPHAN_GRACE_MS * 1000;

  g_debug ("process %d: ended with status 0x%x", (int) pid, status);
  self->exited = TRUE;
  self->wait_status = status;
  start_ticking (self);
  if (self->state == STATE_RUNNING)
    set_state (self, STATE_ENDING, ORPHAN_GRACE_MS);
  else if (self->state == STATE_ENDING)
    self->deadline = MIN (self->deadline, orphans_end);
  g_signal_emit (self, signals[EXITED], 0);
  advance (self);
}

static void
reap_cb (GPid     pid,
         int      status,
         gpointer user_data)
{
}

static void
gh_rpc_child_dispose (GObject *object)
{
  GhRpcChild *self = GH_RPC_CHILD (object);

  gh_clear_source (&self->tick);
  if (self->watch != NULL && self->state != STATE_GONE)
    signal_group (self, SIGKILL);
  if (self->watch != NULL && !self->exited)
    {
      /* The zombie outlives us for a moment. */
      g_autoptr(GSource) reaper = g_child_watch_source_new (self->pid);

      g_source_set_callback (reaper, G_SOURCE_FUNC (reap_cb), NULL, NULL);
      g_source_attach (reaper, g_source_get_context (self->watch));
    }
  gh_clear_source (&self->watch);
  G_OBJECT_CLASS (gh_rpc_child_parent_class)->dispose (object);
}

static void
gh_rpc_child_class_init (GhRpcChildClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = gh_rpc_child_dispose;

  signals[EXITED] = g_signal_new ("exited", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                  NULL, NULL, G_TYPE_NONE, 0);
  signals[GONE] = g_signal_new ("gone", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                NULL, G_TYPE_NONE, 0);
}

static void
gh_rpc_child_init (GhRpcChild *self)
{
  self->patience_ms = PATIENCE_MS;
}

/**
 * gh_rpc_child_find_program:
 * @name: a program; without a slash it is looked up in the child's PATH, not in ours
 * @envp: (nullable): "NAME=value" strings, the child's environment; NULL for ours
 *
 * Looks at every folder of the PATH, any of which may be on a drive that does not answer: call it
 * in a thread.
 *
 * Returns: (transfer full) (nullable): its file, or NULL with GH_RPC_ERROR_SPAWN
 */
char *
gh_rpc_child_find_program (const char          *name,
                           const char * const  *envp,
                           GError             **error)
{
  const char *path = envp != NULL ? g_environ_getenv ((char **) envp, "PATH") : g_getenv ("PATH");
  g_auto(GStrv) dirs = NULL;

  if (*name == '\0')
    {
      g_set_error_literal (error, GH_RPC_ERROR, GH_RPC_ERROR_SPAWN, "the command is empty");
      return NULL;
    }
  if (strchr (name, '/') != NULL)
    return g_strdup (name);

  dirs = g_strsplit (path != NULL ? path : DEFAULT_PATH, ":", -1);
  for (guint i = 0; dirs[i] != NULL; i++)
    {
      g_autofree char *file = g_build_filename (dirs[i], name, NULL);

      /* An empty or relative entry means "wherever the program is started": never wanted. */
      if (g_path_is_absolute (dirs[i]) && g_file_test (file, G_FILE_TEST_IS_REGULAR)
          && access (file, X_OK) == 0)
        return g_steal_pointer (&file);
    }
  g_set_error (error, GH_RPC_ERROR, GH_RPC_ERROR_SPAWN, "no program \"%s\" is in the PATH", name);
  return NULL;
}

/**
 * gh_rpc_child_new:
 * @program: its file, see gh_rpc_child_find_program()
 * @argv: its name and arguments; no shell sees them
 * @envp: (nullable): "NAME=value" strings, all of the environment; NULL for ours
 * @cwd: (nullable): where it runs; NULL for the home directory
 * @pipes: (out): our ends of its standard streams, owned by the caller
 *
 * Starts a program in a process group of its own. It gets SIGTERM if this process, or only the
 * thread that called this function, ends before it: call from a thread that stays. Watched from
 * the thread-default main context.
 *
 * Returns: (transfer full) (nullable): the running child, or NULL with GH_RPC_ERROR_SPAWN
 */
GhRpcChild *
gh_rpc_child_new (const char          *program,
                  const char * const  *argv,
                  const char * const  *envp,
                  const char          *cwd,
                  GhRpcChildPipes     *pipes,
                  GError             **error)
{
  GhRpcChild *self;
  g_autoptr(GPtrArray) args = NULL;
  g_autoptr(GError) spawn_error = NULL;
  GPid pid;

  g_return_val_if_fail (program != NULL, NULL);
  g_return_val_if_fail (argv != NULL && argv[0] != NULL && pipes != NULL, NULL);

  args = g_ptr_array_new ();
  g_ptr_array_add (args, (gpointer) program);
  for (guint i = 0; argv[i] != NULL; i++)
    g_ptr_array_add (args, (gpointer) argv[i]);
  g_ptr_array_add (args, NULL);

  if (!g_spawn_async_with_pipes (cwd != NULL ? cwd : g_get_home_dir (), (char **) args->pdata,
                                 (char **) envp,
                                 G_SPAWN_DO_NOT_REAP_CHILD | G_SPAWN_FILE_AND_ARGV_ZERO
                                 | G_SPAWN_CLOEXEC_PIPES,
                                 child_setup, GINT_TO_POINTER (getpid ()), &pid,
                                 &pipes->in, &pipes->out, &pipes->err, &spawn_error))
    {
      g_set_error_literal (error, GH_RPC_ERROR, GH_RPC_ERROR_SPAWN, spawn_error->message);
      return NULL;
    }

  self = g_object_new (GH_TYPE_RPC_CHILD, NULL);
  self->pid = pid;
  self->watch = g_child_watch_source_new (pid);
  g_source_set_callback (self->watch, G_SOURCE_FUNC (exited_cb), self, NULL);
  g_source_attach (self->watch, g_main_context_get_thread_default ());
  return self;
}

/**
 * gh_rpc_child_set_patience:
 * @milliseconds: how long it may take to end by itself, and after SIGTERM; for tests
 */
void
gh_rpc_child_set_patience (GhRpcChild *self,
                           guint       milliseconds)
{
  g_return_if_fail (GH_IS_RPC_CHILD (self));

  self->patience_ms = milliseconds;
}

/**
 * gh_rpc_child_stop:
 *
 * Ends the process group in bounded time (requirement 2.47). The caller has closed the child's
 * stdin.
 * "gone" follows from the main loop, unless it was emitted before.
 */
void
gh_rpc_child_stop (GhRpcChild *self)
{
  g_return_if_fail (GH_IS_RPC_CHILD (self));

  if (self->state != STATE_RUNNING)
    return;
  set_state (self, STATE_ENDING, self->patience_ms);
  start_ticking (self);
}

/**
 * gh_rpc_child_get_pid:
 *
 * Returns: 0 once the child ended
 */
pid_t
gh_rpc_child_get_pid (GhRpcChild *self)
{
  g_return_val_if_fail (GH_IS_RPC_CHILD (self), 0);

  return self->exited ? 0 : self->pid;
}

/**
 * gh_rpc_child_get_wait_status:
 * @status: (out): as waitpid() gives it; set when TRUE is returned
 *
 * Returns: whether the child ended
 */
gboolean
gh_rpc_child_get_wait_status (GhRpcChild *self,
                              int        *status)
{
  g_return_val_if_fail (GH_IS_RPC_CHILD (self), FALSE);

  if (self->exited)
    *status = self->wait_status;
  return self->exited;
}

gboolean
gh_rpc_child_is_gone (GhRpcChild *self)
{
  g_return_val_if_fail (GH_IS_RPC_CHILD (self), FALSE);

  return self->state == STATE_GONE;
}
