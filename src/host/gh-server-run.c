/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * A server's runs: starting, what goes wrong, starting again, stopping. */
#include "config.h"

#include "gh-server-inside.h"

#include <signal.h>

#include "gh-mcp-error.h"
#include "gh-mcp-http-error.h"
#include "gh-rpc-error.h"
#include "gh-rpc-stdio-transport.h"
#include "gh-server-environment.h"

/* A start, in order:
 *
 *   begin             STARTING; asks for the PATH where a program is started
 *   connect_session   makes connector and session, starts the session
 *   started_cb        RUNNING; what it offers is being read
 *   session_state_cb  the session ended by itself: FAILED, maybe a restart later
 *   end_session       closes what is left, always to the end of the process group; closed_cb counts
 */

/* libsoup does not know it (RFC 6585). */
#define TOO_MANY_REQUESTS 429

#define BIT(state) (1u << (state))

static const guint legal_moves[] = {
  [GH_SERVER_STOPPED] = BIT (GH_SERVER_STARTING) | BIT (GH_SERVER_FAILED),
  [GH_SERVER_STARTING] =
    BIT (GH_SERVER_RUNNING) | BIT (GH_SERVER_STOPPING) | BIT (GH_SERVER_FAILED),
  [GH_SERVER_RUNNING] = BIT (GH_SERVER_STOPPING) | BIT (GH_SERVER_FAILED),
  [GH_SERVER_STOPPING] = BIT (GH_SERVER_STOPPED),
  [GH_SERVER_FAILED] = BIT (GH_SERVER_STARTING) | BIT (GH_SERVER_STOPPED),
};

static void begin (GhServer *self);

/* The only writer of the state. */
static void
set_state (GhServer      *self,
           GhServerState  state)
{
  g_assert (legal_moves[self->state] & BIT (state));

  g_debug ("server %s: state %d -> %d", self->id, self->state, state);
  self->state = state;
  gh_server_log_flush (self->log);
  gh_server_notify (self, PROP_STATE);
}

/* What happens to the connection, for the log and for those who look at its messages. */
static void
tell (GhServer   *self,
      const char *level,
      const char *word,
      const char *text)
{
  gh_server_say (self, level, word, text);
  gh_activity_note (self->activity, word, text);
}

static void
complete_stops (GhServer *self)
{
  g_autoptr(GPtrArray) stopping = NULL;

  if (self->n_closing > 0 || self->state == GH_SERVER_STOPPING || self->stopping->len == 0)
    return;
  stopping = g_steal_pointer (&self->stopping);
  self->stopping = g_ptr_array_new_with_free_func (g_object_unref);
  for (guint i = 0; i < stopping->len; i++)
    g_task_return_boolean (g_ptr_array_index (stopping, i), TRUE);
}

static void
stopped (GhServer *self)
{
  g_assert (self->state == GH_SERVER_STOPPING);

  tell (self, "info", "stopped", "Stopped");
  for (guint i = 0; i < GH_SERVER_N_OFFERS; i++)
    gh_server_offer_clear (self->offers[i]);
  set_state (self, GH_SERVER_STOPPED);
  if (self->start_again && self->state == GH_SERVER_STOPPED)
    begin (self);
}

static void
closed_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  g_autoptr(GhServer) self = GH_SERVER (user_data);

  gh_mcp_session_close_finish (GH_MCP_SESSION (source), result, NULL);
  self->n_closing--;
  if (self->n_closing == 0 && self->session == NULL)
    g_clear_object (&self->connector);
  if (self->n_closing == 0 && self->state == GH_SERVER_STOPPING)
    stopped (self);
  complete_stops (self);
}

/* Lets go of the session, which is closed to the end of its process group; its last lines of stderr
 * still reach the log. */
static void
end_session (GhServer *self)
{
  g_autoptr(GhMcpSession) session = g_steal_pointer (&self->session);

  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  gh_server_set_offers_session (self, NULL);
  if (session == NULL)
    return;
  g_signal_handlers_disconnect_by_data (session, self);
  self->n_malformed += gh_mcp_session_get_n_malformed (session);
  self->n_closing++;
  gh_mcp_session_close_async (session, closed_cb, g_object_ref (self));
}

static void
fail (GhServer     *self,
      const GError *error)
{
  g_autoptr(GError) copy = g_error_copy (error);

  g_clear_error (&self->error);
  self->failed_after = self->started > 0 ? g_get_monotonic_time () - self->started : 0;
  self->error = g_steal_pointer (&copy);
  tell (self, "error", "failed", self->error->message);
  end_session (self);
  set_state (self, GH_SERVER_FAILED);
}

static gboolean
restart_cb (gpointer user_data)
{
  g_autoptr(GhServer) self = g_object_ref (GH_SERVER (user_data));

  self->restart_source = 0;
  if (self->state == GH_SERVER_FAILED)
    begin (self);
  return G_SOURCE_REMOVE;
}

/* Whether another attempt could end otherwise: not when the server understood us and said no. */
static gboolean
is_passing (const GError *error)
{
  if (error->domain == GH_MCP_HTTP_ERROR)
    return error->code >= 500 || error->code == SOUP_STATUS_REQUEST_TIMEOUT
           || error->code == TOO_MANY_REQUESTS;
  return error->domain != GH_MCP_ERROR && error->domain != GH_RPC_REMOTE_ERROR;
}

/* After a server that ran ended by itself. A program (2.48): soon, then later, then not any more;
 * it may be broken. A connection: for as long as it takes. */
static void
plan_restart (GhServer *self)
{
  guint delay;
  g_autofree char *text = NULL;

  if (self->state != GH_SERVER_FAILED || self->no_restart || !self->keep_trying)
    return;
  if (gh_server_config_get_kind (self->config) != GH_SERVER_KIND_STDIO)
    {
      if (!is_passing (self->error))
        return;
      delay = gh_server_restarts_plan_reconnect (&self->restarts, self->failed_after);
    }
  else if (!gh_server_restarts_plan (&self->restarts, g_get_monotonic_time (), &delay))
    return;
  text = g_strdup_printf ("Starting again in %.1f seconds", delay / 1000.0);
  gh_server_say (self, "info", "restarting", text);
  self->restart_source = g_timeout_add (delay, restart_cb, self);
}

static void
session_state_cb (GhServer     *self,
                  GParamSpec   *pspec,
                  GhMcpSession *session)
{
  GhMcpSessionState state = gh_mcp_session_get_state (session);
  const GError *why = gh_mcp_session_get_error (session);
  g_autoptr(GError) error = NULL;

  if (session != self->session || self->state != GH_SERVER_RUNNING
      || (state != GH_MCP_SESSION_FAILED && state != GH_MCP_SESSION_CLOSED))
    return;
  error = why != NULL
            ? g_error_copy (why)
            : g_error_new_literal (GH_RPC_ERROR, GH_RPC_ERROR_CLOSED, "The connection was closed");
  fail (self, error);
  plan_restart (self);
}

static void
log_cb (GhServer   *self,
        const char *level,
        const char *logger,
        const char *text)
{
  gh_server_log_add (self->log, GH_LOG_MESSAGE, level, logger, text);
}

static void
stderr_line_cb (GhServer   *self,
                const char *line)
{
  gh_server_log_add (self->log, GH_LOG_STDERR, NULL, NULL, line);
}

static void
malformed_cb (GhServer   *self,
              const char *text)
{
  gh_server_say (self, "error", "malformed", text);
}

/* Ties an asynchronous step to the start it belongs to. */
typedef struct
{
  GhServer     *self;
  GCancellable *cancellable;
} Step;

static Step *
step_new (GhServer *self)
{
  Step *step = g_new0 (Step, 1);

  step->self = g_object_ref (self);
  step->cancellable = g_object_ref (self->cancellable);
  return step;
}

static void
step_free (Step *step)
{
  g_object_unref (step->self);
  g_object_unref (step->cancellable);
  g_free (step);
}
G_DEFINE_AUTOPTR_CLEANUP_FUNC (Step, step_free)

static gboolean
step_is_over (Step *step)
{
  return step->self->cancellable != step->cancellable;
}

/* What worked, for the next start; written only when it is another (2.27). */
static void
take_known_era (GhServer     *self,
                GhMcpSession *session)
{
  g_autofree char *era = NULL;

  g_object_get (session, "known-era", &era, NULL);
  gh_server_set_known_era (self, era);
}

static void
started_cb (GObject      *source,
            GAsyncResult *result,
            gpointer      user_data)
{
  g_autoptr(Step) step = user_data;
  g_autoptr(GError) error = NULL;
  GhServer *self = step->self;
  gboolean ok;

  ok = gh_mcp_session_start_finish (GH_MCP_SESSION (source), result, &error);
  if (step_is_over (step))
    return;
  take_known_era (self, GH_MCP_SESSION (source));
  if (!ok)
    {
      gboolean remote = gh_server_config_get_kind (self->config) != GH_SERVER_KIND_STDIO;

      fail (self, error);
      /* It is away for longer than the first wait. */
      if (remote)
        plan_restart (self);
      return;
    }

  g_clear_error (&self->error);
  self->keep_trying = TRUE;
  tell (self, "info", "started", gh_mcp_session_get_version (self->session));
  /* Whoever hears that it runs sees that its lists are being read. */
  gh_server_set_offers_session (self, self->session);
  set_state (self, GH_SERVER_RUNNING);
  if (self->state == GH_SERVER_RUNNING && self->roots_missed)
    gh_mcp_session_roots_changed (self->session);
}

/* Where it connects to, without what may be a secret: arguments and queries hold keys. */
static char *
dup_target (GhServer *self)
{
  const char *url = gh_server_config_get_url (self->config);
  g_autoptr(GUri) uri = url != NULL ? g_uri_parse (url, G_URI_FLAGS_ENCODED, NULL) : NULL;

  return uri != NULL ? g_uri_to_string_partial (uri, G_URI_HIDE_USERINFO | G_URI_HIDE_QUERY
                                                       | G_URI_HIDE_FRAGMENT)
                     : g_strdup (gh_server_config_get_argv (self->config)[0]);
}

/* A start may need more than one connection until it is known what the server speaks. */
static void
made_cb (GhServer       *self,
         GhRpcTransport *transport)
{
  g_autofree char *target = dup_target (self);

  gh_activity_note (self->activity, "connecting", target != NULL ? target : "");
  gh_activity_watch (self->activity, transport);
  if (GH_IS_RPC_STDIO_TRANSPORT (transport))
    g_signal_connect_object (transport, "stderr-line", G_CALLBACK (stderr_line_cb), self,
                             G_CONNECT_SWAPPED);
}

static void
connect_session (GhServer           *self,
                 const char * const *env)
{
  g_clear_object (&self->connector);
  self->connector = gh_server_connector_new (self->config, env, self->patience,
                                             self->limits.message, self->limits.start_ms);
  g_signal_connect_object (self->connector, "made", G_CALLBACK (made_cb), self, G_CONNECT_SWAPPED);
  gh_server_delegate_reset (self->delegate);
  self->roots_missed = FALSE;
  self->session = gh_mcp_session_new_for_connector (GH_MCP_CONNECTOR (self->connector),
                                                    GH_MCP_DELEGATE (self->delegate));
  g_object_set (self->session, "era", gh_server_config_get_era (self->config), "known-era",
                self->known_era, NULL);
  gh_server_apply_limits (self);
  g_signal_connect_object (self->session, "notify::state", G_CALLBACK (session_state_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->session, "log", G_CALLBACK (log_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->session, "malformed", G_CALLBACK (malformed_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->session, "task", G_CALLBACK (gh_server_tell_task), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->session, "resource-updated",
                           G_CALLBACK (gh_server_resource_updated), self, G_CONNECT_SWAPPED);
  self->started = g_get_monotonic_time ();
  gh_mcp_session_start_async (self->session, self->cancellable, started_cb, step_new (self));
}

static void
path_cb (GObject      *source,
         GAsyncResult *result,
         gpointer      user_data)
{
  g_autoptr(Step) step = user_data;
  g_autofree char *path = gh_login_path_lookup_finish (GH_LOGIN_PATH (source), result, NULL);
  g_auto(GStrv) own = NULL;
  g_auto(GStrv) env = NULL;
  GhServer *self = step->self;

  if (step_is_over (step))
    return;

  own = g_get_environ ();
  if (path == NULL)
    path = g_strdup (gh_login_path_get_path (self->login_path));
  env = gh_server_environment_build ((const char * const *) own, path,
                                     gh_server_config_get_env (self->config));
  connect_session (self, (const char * const *) env);
}

static void
begin (GhServer *self)
{
  g_clear_handle_id (&self->restart_source, g_source_remove);
  self->start_again = FALSE;
  self->started = 0;
  if (!self->consented)
    {
      g_autoptr(GError) error = g_error_new_literal (G_IO_ERROR, G_IO_ERROR_PERMISSION_DENIED,
                                                     "Nobody agreed to run this command");

      if (self->state == GH_SERVER_STOPPED)
        fail (self, error);
      else
        {
          g_clear_error (&self->error);
          self->error = g_steal_pointer (&error);
        }
      return;
    }

  self->cancellable = g_cancellable_new ();
  set_state (self, GH_SERVER_STARTING);
  if (self->state != GH_SERVER_STARTING)
    return;
  if (gh_server_config_get_kind (self->config) == GH_SERVER_KIND_STDIO)
    gh_login_path_lookup_async (self->login_path, self->cancellable, path_cb, step_new (self));
  else
    connect_session (self, NULL);
}

void
gh_server_start (GhServer *self)
{
  g_return_if_fail (GH_IS_SERVER (self));

  switch (self->state)
    {
    case GH_SERVER_STOPPED:
    case GH_SERVER_FAILED:
      self->keep_trying = FALSE;
      self->restarts.n_reconnects = 0;
      begin (self);
      break;
    case GH_SERVER_STOPPING:
      self->start_again = TRUE;
      break;
    case GH_SERVER_STARTING:
    case GH_SERVER_RUNNING:
      break;
    default:
      g_assert_not_reached ();
    }
}

void
gh_server_start_unwatched (GhServer *self)
{
  g_return_if_fail (GH_IS_SERVER (self));

  gh_server_start (self);
  self->keep_trying = TRUE;
}

static void
stop (GhServer *self)
{
  g_clear_handle_id (&self->restart_source, g_source_remove);
  self->start_again = FALSE;
  switch (self->state)
    {
    case GH_SERVER_STARTING:
    case GH_SERVER_RUNNING:
      set_state (self, GH_SERVER_STOPPING);
      end_session (self);
      if (self->n_closing == 0)
        stopped (self);
      break;
    case GH_SERVER_FAILED:
      set_state (self, GH_SERVER_STOPPED);
      break;
    case GH_SERVER_STOPPED:
    case GH_SERVER_STOPPING:
      break;
    default:
      g_assert_not_reached ();
    }
}

/**
 * gh_server_stop_async:
 *
 * Ends the server and its whole process group; completes, within a bounded time, when they are
 * gone. Open calls fail, open requests of it are withdrawn.
 */
void
gh_server_stop_async (GhServer            *self,
                      GAsyncReadyCallback  callback,
                      gpointer             user_data)
{
  g_autoptr(GTask) task = NULL;

  g_return_if_fail (GH_IS_SERVER (self));

  task = g_task_new (self, NULL, callback, user_data);
  g_task_set_source_tag (task, gh_server_stop_async);
  g_ptr_array_add (self->stopping, g_steal_pointer (&task));
  stop (self);
  complete_stops (self);
}

gboolean
gh_server_stop_finish (GhServer      *self,
                       GAsyncResult  *result,
                       GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), FALSE);

  return g_task_propagate_boolean (G_TASK (result), error);
}

void
gh_server_kill (GhServer *self)
{
  pid_t pid;

  g_return_if_fail (GH_IS_SERVER (self));

  pid = gh_server_get_pid (self);
  if (pid > 0)
    kill (-pid, SIGKILL);
}

void
gh_server_restart (GhServer *self)
{
  g_return_if_fail (GH_IS_SERVER (self));

  if (self->state == GH_SERVER_STARTING || self->state == GH_SERVER_RUNNING)
    stop (self);
  gh_server_start (self);
}
