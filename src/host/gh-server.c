/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * A server: its configuration, its running session, and what it offers. */
#include "config.h"

#include "gh-server-private.h"

#include <string.h>

#include "gh-json.h"
#include "gh-mcp-error.h"
#include "gh-mcp-session.h"
#include "gh-rpc-error.h"
#include "gh-rpc-stdio-transport.h"
#include "gh-server-calls.h"
#include "gh-server-config-private.h"
#include "gh-server-delegate.h"
#include "gh-server-environment.h"
#include "gh-server-log.h"
#include "gh-server-restarts.h"
#include "gh-server-tools.h"
#include "gh-tool-call-private.h"
#include "gh-tool-private.h"

/* A start, in order:
 *
 *   begin             STARTING; asks for the PATH
 *   path_cb           makes transport and session, starts the session
 *   started_cb        RUNNING; the tools follow
 *   session_state_cb  the session ended by itself: FAILED, maybe a restart later
 *   end_session       closes what is left, always to the end of the process group; closed_cb counts
 */

/* A program that broke is not started again while what broke it may still be going on. */
#define RESTART_DELAY_MS 1000

struct _GhServer
{
  GObject parent;

  /* Owned: what it is. */
  char                *id;
  GhServerConfig      *config;
  JsonObject          *entry;
  char                *known_era;   /* or NULL */
  GhLoginPath         *login_path;
  GhServerDelegate    *delegate;

  /* Owned: what it does. */
  GhServerLog         *log;
  GhServerTools       *tools;
  GhServerCalls       *calls;
  GCancellable        *cancellable; /* of the present start or run */
  GhRpcStdioTransport *transport;
  GhMcpSession        *session;
  GPtrArray           *stopping;    /* of GTask: stop_async() */
  GError              *error;
  guint                restart_source;

  GhServerState        state;
  gboolean             consented;
  gboolean             start_again;  /* once it has stopped */
  gboolean             roots_missed; /* they changed after it could ask, before it could be told */
  guint                n_closing;    /* sessions whose process group is not yet known to be gone */
  gint64               started;      /* monotonic */
  gint64               failed_after;
  GhServerRestarts     restarts;
  guint                patience;     /* 0: the transport's own */
  GhServerLimits       limits;
  guint                n_malformed;  /* of earlier sessions */
  guint                n_tools;
};

G_DEFINE_FINAL_TYPE (GhServer, gh_server, G_TYPE_OBJECT)
G_DEFINE_ENUM_TYPE (GhServerState, gh_server_state,
                    G_DEFINE_ENUM_VALUE (GH_SERVER_STOPPED, "stopped"),
                    G_DEFINE_ENUM_VALUE (GH_SERVER_STARTING, "starting"),
                    G_DEFINE_ENUM_VALUE (GH_SERVER_RUNNING, "running"),
                    G_DEFINE_ENUM_VALUE (GH_SERVER_STOPPING, "stopping"),
                    G_DEFINE_ENUM_VALUE (GH_SERVER_FAILED, "failed"))

enum
{
  PROP_0,
  PROP_STATE,
  PROP_CONFIG,
  PROP_CONSENTED,
  PROP_N_TOOLS,
  PROP_KNOWN_ERA,
  PROP_LISTING,
  N_PROPS,
};

static GParamSpec *properties[N_PROPS];

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
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_STATE]);
}

static void
say (GhServer   *self,
     const char *level,
     const char *word,
     const char *text)
{
  gh_server_log_add (self->log, GH_LOG_HOST, level, word, text);
}

static void
gh_server_dispose (GObject *object)
{
  GhServer *self = GH_SERVER (object);

  g_clear_handle_id (&self->restart_source, g_source_remove);
  g_cancellable_cancel (self->cancellable);
  gh_server_tools_set_session (self->tools, NULL);
  /* Nobody waits for it, but it ends the process group all the same. */
  if (self->session != NULL)
    gh_mcp_session_close_async (self->session, NULL, NULL);
  g_clear_object (&self->session);
  g_clear_object (&self->transport);
  g_clear_object (&self->delegate);

  G_OBJECT_CLASS (gh_server_parent_class)->dispose (object);
}

static void
gh_server_finalize (GObject *object)
{
  GhServer *self = GH_SERVER (object);

  g_clear_pointer (&self->id, g_free);
  g_clear_object (&self->config);
  g_clear_pointer (&self->entry, json_object_unref);
  g_clear_pointer (&self->known_era, g_free);
  g_clear_object (&self->login_path);
  g_clear_object (&self->log);
  g_clear_object (&self->tools);
  g_clear_object (&self->calls);
  g_clear_object (&self->cancellable);
  g_clear_pointer (&self->stopping, g_ptr_array_unref);
  g_clear_error (&self->error);

  G_OBJECT_CLASS (gh_server_parent_class)->finalize (object);
}

static void
gh_server_get_property (GObject    *object,
                        guint       prop_id,
                        GValue     *value,
                        GParamSpec *pspec)
{
  GhServer *self = GH_SERVER (object);

  switch (prop_id)
    {
    case PROP_STATE:
      g_value_set_enum (value, self->state);
      break;
    case PROP_CONFIG:
      g_value_set_object (value, self->config);
      break;
    case PROP_CONSENTED:
      g_value_set_boolean (value, self->consented);
      break;
    case PROP_N_TOOLS:
      g_value_set_uint (value, self->n_tools);
      break;
    case PROP_KNOWN_ERA:
      g_value_set_string (value, self->known_era);
      break;
    case PROP_LISTING:
      g_value_set_boolean (value, gh_server_get_listing (self));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
gh_server_class_init (GhServerClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GParamFlags flags = G_PARAM_READABLE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS;

  object_class->dispose = gh_server_dispose;
  object_class->finalize = gh_server_finalize;
  object_class->get_property = gh_server_get_property;

  properties[PROP_STATE] = g_param_spec_enum ("state", NULL, NULL, GH_TYPE_SERVER_STATE,
                                              GH_SERVER_STOPPED, flags);
  properties[PROP_CONFIG] =
    g_param_spec_object ("config", NULL, NULL, GH_TYPE_SERVER_CONFIG, flags);
  properties[PROP_CONSENTED] = g_param_spec_boolean ("consented", NULL, NULL, FALSE, flags);
  properties[PROP_N_TOOLS] = g_param_spec_uint ("n-tools", NULL, NULL, 0, G_MAXUINT, 0, flags);
  properties[PROP_KNOWN_ERA] = g_param_spec_string ("known-era", NULL, NULL, NULL, flags);
  properties[PROP_LISTING] = g_param_spec_boolean ("listing", NULL, NULL, FALSE, flags);
  g_object_class_install_properties (object_class, N_PROPS, properties);
}

static void
tools_changed_cb (GhServer *self)
{
  guint n_tools = g_list_model_get_n_items (gh_server_tools_list (self->tools));

  if (self->n_tools == n_tools)
    return;
  self->n_tools = n_tools;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_N_TOOLS]);
}

static void
listing_cb (GhServer *self)
{
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_LISTING]);
}

static void
tools_trouble_cb (GhServer *self,
                  GError   *error)
{
  g_autofree char *text = g_strdup_printf ("It did not list its tools: %s", error->message);

  say (self, "error", "no-tools", text);
}

static void
gh_server_init (GhServer *self)
{
  self->log = gh_server_log_new ();
  self->tools = gh_server_tools_new ();
  self->calls = gh_server_calls_new ();
  self->stopping = g_ptr_array_new_with_free_func (g_object_unref);
  self->restarts.first_delay = RESTART_DELAY_MS;
  g_signal_connect_object (gh_server_tools_list (self->tools), "items-changed",
                           G_CALLBACK (tools_changed_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->tools, "notify::listing", G_CALLBACK (listing_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->tools, "trouble", G_CALLBACK (tools_trouble_cb), self,
                           G_CONNECT_SWAPPED);
}

static void
roots_changed_cb (GhServer *self)
{
  if (self->state == GH_SERVER_RUNNING)
    gh_mcp_session_roots_changed (self->session);
  else
    self->roots_missed = TRUE;
}

GhServer *
gh_server_new (const char       *id,
               GhServerConfig   *config,
               gboolean          consented,
               JsonObject       *entry,
               GhRootList       *roots,
               GhRequestBroker *broker,
               GhLoginPath      *login_path)
{
  GhServer *self;

  g_return_val_if_fail (id != NULL, NULL);
  g_return_val_if_fail (GH_IS_SERVER_CONFIG (config), NULL);
  g_return_val_if_fail (GH_IS_LOGIN_PATH (login_path), NULL);

  self = g_object_new (GH_TYPE_SERVER, NULL);
  self->id = g_strdup (id);
  self->config = g_object_ref (config);
  self->consented = consented;
  self->entry = entry != NULL ? json_object_ref (entry) : NULL;
  self->login_path = g_object_ref (login_path);
  self->delegate = gh_server_delegate_new (self, roots, broker);
  g_signal_connect_object (self->delegate, "roots-changed", G_CALLBACK (roots_changed_cb), self,
                           G_CONNECT_SWAPPED);
  return self;
}

JsonObject *
gh_server_get_entry (GhServer *self)
{
  g_return_val_if_fail (GH_IS_SERVER (self), NULL);

  return self->entry;
}

const char *
gh_server_get_known_era (GhServer *self)
{
  g_return_val_if_fail (GH_IS_SERVER (self), NULL);

  return self->known_era;
}

void
gh_server_set_known_era (GhServer   *self,
                         const char *era)
{
  g_return_if_fail (GH_IS_SERVER (self));

  if (g_strcmp0 (self->known_era, era) == 0)
    return;
  g_free (self->known_era);
  self->known_era = g_strdup (era);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_KNOWN_ERA]);
}

void
gh_server_set_config (GhServer       *self,
                      GhServerConfig *config,
                      gboolean        consented)
{
  g_return_if_fail (GH_IS_SERVER (self));
  g_return_if_fail (GH_IS_SERVER_CONFIG (config));

  g_object_freeze_notify (G_OBJECT (self));
  /* What is known is known of what it was. */
  if (!gh_server_config_starts_same (self->config, config))
    gh_server_set_known_era (self, NULL);
  if (g_set_object (&self->config, config))
    g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_CONFIG]);
  if (self->consented != consented)
    {
      self->consented = consented;
      g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_CONSENTED]);
    }
  g_object_thaw_notify (G_OBJECT (self));
}

void
gh_server_set_restart_delay (GhServer *self,
                             guint     milliseconds)
{
  g_return_if_fail (GH_IS_SERVER (self));

  self->restarts.first_delay = milliseconds;
}

void
gh_server_set_patience (GhServer *self,
                        guint     milliseconds)
{
  g_return_if_fail (GH_IS_SERVER (self));

  self->patience = milliseconds;
}

/* Those of time count for what the session starts from now on. */
static void
apply_limits (GhServer *self)
{
  const GhServerLimits *limits = &self->limits;

  if (limits->start_ms > 0)
    g_object_set (self->session, "start-timeout", limits->start_ms, NULL);
  if (limits->call_ms > 0)
    g_object_set (self->session, "call-timeout", limits->call_ms, NULL);
  if (limits->call_most_ms > 0)
    g_object_set (self->session, "call-limit", limits->call_most_ms, NULL);
}

void
gh_server_set_limits (GhServer             *self,
                      const GhServerLimits *limits)
{
  g_return_if_fail (GH_IS_SERVER (self));
  g_return_if_fail (limits != NULL);

  self->limits = *limits;
  if (self->session != NULL)
    apply_limits (self);
}

guint
gh_server_get_n_malformed (GhServer *self)
{
  g_return_val_if_fail (GH_IS_SERVER (self), 0);

  return self->n_malformed
         + (self->session != NULL ? gh_mcp_session_get_n_malformed (self->session) : 0);
}

const char *
gh_server_get_id (GhServer *self)
{
  g_return_val_if_fail (GH_IS_SERVER (self), NULL);

  return self->id;
}

/**
 * gh_server_get_name:
 *
 * Returns: what the person calls it; never what it calls itself (2.14, 10.22)
 */
const char *
gh_server_get_name (GhServer *self)
{
  g_return_val_if_fail (GH_IS_SERVER (self), NULL);

  return gh_server_config_get_name (self->config);
}

GhServerConfig *
gh_server_get_config (GhServer *self)
{
  g_return_val_if_fail (GH_IS_SERVER (self), NULL);

  return self->config;
}

GhServerState
gh_server_get_state (GhServer *self)
{
  g_return_val_if_fail (GH_IS_SERVER (self), GH_SERVER_FAILED);

  return self->state;
}

/**
 * gh_server_get_error:
 *
 * Returns: (nullable): why it FAILED
 */
const GError *
gh_server_get_error (GhServer *self)
{
  g_return_val_if_fail (GH_IS_SERVER (self), NULL);

  return self->error;
}

gint64
gh_server_get_failed_after (GhServer *self)
{
  g_return_val_if_fail (GH_IS_SERVER (self), 0);

  return self->failed_after;
}

gboolean
gh_server_get_consented (GhServer *self)
{
  g_return_val_if_fail (GH_IS_SERVER (self), FALSE);

  return self->consented;
}

void
gh_server_consent (GhServer *self)
{
  g_return_if_fail (GH_IS_SERVER (self));

  if (self->consented)
    return;
  self->consented = TRUE;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_CONSENTED]);
}

const char *
gh_server_get_protocol_version (GhServer *self)
{
  g_return_val_if_fail (GH_IS_SERVER (self), NULL);

  return self->state == GH_SERVER_RUNNING ? gh_mcp_session_get_version (self->session) : NULL;
}

const char *
gh_server_get_instructions (GhServer *self)
{
  g_return_val_if_fail (GH_IS_SERVER (self), NULL);

  return self->state == GH_SERVER_RUNNING ? gh_mcp_session_get_instructions (self->session) : NULL;
}

/**
 * gh_server_get_listing:
 *
 * Returns: whether the lists of what it offers are being read, and not complete yet
 */
gboolean
gh_server_get_listing (GhServer *self)
{
  g_return_val_if_fail (GH_IS_SERVER (self), FALSE);

  return gh_server_tools_get_listing (self->tools);
}

GListModel *
gh_server_list_tools (GhServer *self)
{
  g_return_val_if_fail (GH_IS_SERVER (self), NULL);

  return gh_server_tools_list (self->tools);
}

GListModel *
gh_server_list_log (GhServer *self)
{
  g_return_val_if_fail (GH_IS_SERVER (self), NULL);

  return gh_server_log_list_lines (self->log);
}

GListModel *
gh_server_list_calls (GhServer *self)
{
  g_return_val_if_fail (GH_IS_SERVER (self), NULL);

  return gh_server_calls_list (self->calls);
}

pid_t
gh_server_get_pid (GhServer *self)
{
  g_return_val_if_fail (GH_IS_SERVER (self), 0);

  return self->transport != NULL ? gh_rpc_stdio_transport_get_pid (self->transport) : 0;
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

  say (self, "info", "stopped", "Stopped");
  gh_server_tools_clear (self->tools);
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
  g_clear_object (&self->transport);
  gh_server_tools_set_session (self->tools, NULL);
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
  say (self, "error", "failed", self->error->message);
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

/* After a server that ran ended by itself (2.48): soon, then later, then not any more. */
static void
plan_restart (GhServer *self)
{
  guint delay;
  g_autofree char *text = NULL;

  if (self->state != GH_SERVER_FAILED
      || !gh_server_restarts_plan (&self->restarts, g_get_monotonic_time (), &delay))
    return;
  text = g_strdup_printf ("Starting again in %.1f seconds", delay / 1000.0);
  say (self, "info", "restarting", text);
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
  say (self, "error", "malformed", text);
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
  if (!ok)
    {
      fail (self, error);
      return;
    }

  g_clear_error (&self->error);
  say (self, "info", "started", gh_mcp_session_get_version (self->session));
  /* Whoever hears that it runs sees that its lists are being read. */
  gh_server_tools_set_session (self->tools, self->session);
  set_state (self, GH_SERVER_RUNNING);
  if (self->state == GH_SERVER_RUNNING && self->roots_missed)
    gh_mcp_session_roots_changed (self->session);
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
  self->transport = gh_rpc_stdio_transport_new (gh_server_config_get_argv (self->config),
                                                (const char * const *) env,
                                                gh_server_config_get_cwd (self->config));
  gh_rpc_stdio_transport_set_patience (self->transport, self->patience);
  if (self->limits.message > 0)
    gh_rpc_stdio_transport_set_max_message (self->transport, self->limits.message);
  g_signal_connect_object (self->transport, "stderr-line", G_CALLBACK (stderr_line_cb), self,
                           G_CONNECT_SWAPPED);
  self->session =
    gh_mcp_session_new (GH_RPC_TRANSPORT (self->transport), GH_MCP_DELEGATE (self->delegate));
  /* A program that ends at a question it does not know cannot be started again here. */
  g_object_set (self->session, "era", "legacy", NULL);
  g_signal_connect_object (self->session, "notify::state", G_CALLBACK (session_state_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->session, "log", G_CALLBACK (log_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->session, "malformed", G_CALLBACK (malformed_cb), self,
                           G_CONNECT_SWAPPED);
  apply_limits (self);
  gh_server_delegate_reset (self->delegate);
  self->roots_missed = FALSE;
  self->started = g_get_monotonic_time ();
  gh_mcp_session_start_async (self->session, self->cancellable, started_cb,
                              g_steal_pointer (&step));
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
  if (gh_server_config_get_kind (self->config) != GH_SERVER_KIND_STDIO)
    {
      g_autoptr(GError) error = g_error_new_literal (GH_MCP_ERROR, GH_MCP_ERROR_UNSUPPORTED,
                                                     "Servers on the network are not reached yet");

      fail (self, error);
    }
  else if (self->state == GH_SERVER_STARTING)
    gh_login_path_lookup_async (self->login_path, self->cancellable, path_cb, step_new (self));
}

void
gh_server_start (GhServer *self)
{
  g_return_if_fail (GH_IS_SERVER (self));

  switch (self->state)
    {
    case GH_SERVER_STOPPED:
    case GH_SERVER_FAILED:
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
gh_server_restart (GhServer *self)
{
  g_return_if_fail (GH_IS_SERVER (self));

  if (self->state == GH_SERVER_STARTING || self->state == GH_SERVER_RUNNING)
    stop (self);
  gh_server_start (self);
}

static void
progress_cb (double      progress,
             double      total,
             const char *message,
             gpointer    user_data)
{
  gh_tool_call_set_progress (GH_TOOL_CALL (user_data), progress, total, message);
}

static void
called_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  g_autoptr(GhToolCall) call = GH_TOOL_CALL (user_data);
  g_autoptr(GError) error = NULL;
  GhMcpToolResult *answer;

  answer = gh_mcp_session_call_tool_finish (GH_MCP_SESSION (source), result, &error);
  if (answer != NULL)
    gh_tool_call_take_result (call, answer);
  else
    gh_tool_call_fail (call, error);
}

/**
 * gh_server_call_tool:
 * @arguments: (nullable): an object
 *
 * Returns: (transfer full): the call, in the list of calls too; already FAILED when the server does
 * not run or the tool can only run as a task
 */
GhToolCall *
gh_server_call_tool (GhServer *self,
                     GhTool   *tool,
                     JsonNode *arguments)
{
  g_autoptr(GhToolCall) call = NULL;

  g_return_val_if_fail (GH_IS_SERVER (self), NULL);
  g_return_val_if_fail (GH_IS_TOOL (tool), NULL);

  call = gh_tool_call_new (tool);
  gh_server_calls_add (self->calls, call);
  if (gh_tool_get_task_required (tool))
    {
      g_autoptr(GError) error = g_error_new_literal (GH_MCP_ERROR, GH_MCP_ERROR_UNSUPPORTED,
                                                     "This tool runs only as a task, which "
                                                     "Gatehouse cannot start");

      gh_tool_call_fail (call, error);
    }
  else if (self->state == GH_SERVER_RUNNING)
    gh_mcp_session_call_tool_async (self->session, gh_tool_get_name (tool), arguments, progress_cb,
                                    call, gh_tool_call_get_cancellable (call), called_cb,
                                    g_object_ref (call));
  else
    {
      g_autoptr(GError) error = g_error_new_literal (GH_MCP_ERROR, GH_MCP_ERROR_NOT_READY,
                                                     "The server does not run");

      gh_tool_call_fail (call, error);
    }
  return g_steal_pointer (&call);
}

GhToolCall *
gh_server_call_tool_text (GhServer    *self,
                          GhTool      *tool,
                          const char  *json,
                          GError     **error)
{
  g_autoptr(JsonNode) arguments = NULL;

  g_return_val_if_fail (GH_IS_SERVER (self), NULL);
  g_return_val_if_fail (json != NULL, NULL);

  arguments = gh_json_read (json, strlen (json), error);
  if (arguments == NULL)
    return NULL;
  if (gh_json_node_get_object (arguments) == NULL)
    {
      g_set_error_literal (error, GH_JSON_ERROR, GH_JSON_ERROR_MEMBER,
                           "The arguments are not an object");
      return NULL;
    }
  return gh_server_call_tool (self, tool, arguments);
}

GhToolCall *
gh_server_find_running_call (GhServer   *self,
                             const char *tool)
{
  g_return_val_if_fail (GH_IS_SERVER (self), NULL);

  return gh_server_calls_find_running (self->calls, tool);
}
