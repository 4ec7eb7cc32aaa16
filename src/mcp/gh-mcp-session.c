/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * One connection to one server: negotiates, calls, and serves the server's requests. */
#include "config.h"

#include "gh-mcp-session-private.h"

#include <string.h>

#include "gh-mcp-protocol.h"
#include "gh-rpc-error.h"

/* A first start through npx or uvx downloads the server: minutes happen. */
#define START_TIMEOUT_MS (120 * 1000)
/* A server that does not answer the question for its era is taken for an old one (2.23). */
#define PROBE_TIMEOUT_MS (5 * 1000)
/* A call may compute for long, but says so by progress (2.30, 2.31). */
#define CALL_TIMEOUT_MS (5 * 60 * 1000)
#define CALL_LIMIT_MS (60 * 60 * 1000)
/* Often enough that a server which hangs is noticed before it is needed, rarely enough to wake
 * nobody (2.46). */
#define PING_INTERVAL_MS (2 * 60 * 1000)

G_DEFINE_ENUM_TYPE (GhMcpSessionState, gh_mcp_session_state,
                    G_DEFINE_ENUM_VALUE (GH_MCP_SESSION_NEW, "new"),
                    G_DEFINE_ENUM_VALUE (GH_MCP_SESSION_STARTING, "starting"),
                    G_DEFINE_ENUM_VALUE (GH_MCP_SESSION_NEGOTIATING, "negotiating"),
                    G_DEFINE_ENUM_VALUE (GH_MCP_SESSION_READY, "ready"),
                    G_DEFINE_ENUM_VALUE (GH_MCP_SESSION_CLOSING, "closing"),
                    G_DEFINE_ENUM_VALUE (GH_MCP_SESSION_CLOSED, "closed"),
                    G_DEFINE_ENUM_VALUE (GH_MCP_SESSION_FAILED, "failed"))

G_DEFINE_TYPE (GhMcpSession, gh_mcp_session, G_TYPE_OBJECT)

enum
{
  PROP_0,
  PROP_STATE,
  PROP_ERA,
  PROP_KNOWN_ERA,
  PROP_START_TIMEOUT,
  PROP_PROBE_TIMEOUT,
  PROP_CALL_TIMEOUT,
  PROP_CALL_LIMIT,
  PROP_PING_INTERVAL,
  N_PROPS
};

enum
{
  LOG,
  MALFORMED,
  TOOLS_CHANGED,
  RESOURCES_CHANGED,
  RESOURCE_UPDATED,
  PROMPTS_CHANGED,
  TASK,
  N_SIGNALS
};

static GParamSpec *properties[N_PROPS];
static guint signals[N_SIGNALS];

/* The states that may follow each state. */
#define TO(state) (1u << GH_MCP_SESSION_##state)
static const guint moves[] = {
  [GH_MCP_SESSION_NEW] = TO (STARTING) | TO (CLOSING),
  /* Again: over another connection. */
  [GH_MCP_SESSION_STARTING] = TO (STARTING) | TO (NEGOTIATING) | TO (CLOSING) | TO (FAILED),
  [GH_MCP_SESSION_NEGOTIATING] = TO (STARTING) | TO (READY) | TO (CLOSING) | TO (FAILED),
  /* NEGOTIATING: the server has forgotten the session. */
  [GH_MCP_SESSION_READY] = TO (NEGOTIATING) | TO (CLOSING) | TO (FAILED),
  [GH_MCP_SESSION_CLOSING] = TO (CLOSED),
  [GH_MCP_SESSION_CLOSED] = 0,
  [GH_MCP_SESSION_FAILED] = 0,
};
#undef TO

static void advance (GhMcpSession *self);

/* The state machine */

static gboolean
is_live (GhMcpSession *self)
{
  return self->state == GH_MCP_SESSION_STARTING || self->state == GH_MCP_SESSION_NEGOTIATING
         || self->state == GH_MCP_SESSION_READY;
}

/* The only writer of the state. */
void
gh_mcp_session_set_state (GhMcpSession      *self,
                          GhMcpSessionState  state)
{
  g_autoptr(GhMcpSession) hold = g_object_ref (self);

  g_assert ((moves[self->state] & (1u << state)) != 0);
  g_debug ("Session %p: state %d -> %d", self, self->state, state);
  self->state = state;
  g_clear_pointer (&self->keepalive, gh_mcp_keepalive_free);
  if (self->state != GH_MCP_SESSION_STARTING && self->state != GH_MCP_SESSION_NEGOTIATING)
    g_clear_pointer (&self->negotiation, gh_mcp_negotiation_free);
  if (!is_live (self))
    {
      g_clear_pointer (&self->listen, gh_mcp_listen_free);
      g_cancellable_cancel (self->ending);
    }
  advance (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_STATE]);
}

void
gh_mcp_session_fail (GhMcpSession *self,
                     GError       *take_error)
{
  if (!is_live (self))
    {
      g_error_free (take_error);
      return;
    }
  self->error = take_error;
  gh_mcp_session_set_state (self, GH_MCP_SESSION_FAILED);
}

/* Takes the start's task out: it completes once. NULL when it has. */
static GTask *
steal_start (GhMcpSession *self)
{
  if (self->start_cancel != NULL)
    g_source_destroy (self->start_cancel);
  g_clear_pointer (&self->start_cancel, g_source_unref);
  return g_steal_pointer (&self->start_task);
}

static void
end_start (GhMcpSession *self,
           GError       *take_error)
{
  g_autoptr(GError) error = take_error;
  g_autoptr(GTask) task = steal_start (self);

  if (task != NULL)
    g_task_return_error (task, g_steal_pointer (&error));
}

static void
silent_cb (gpointer user_data)
{
  GhMcpSession *self = user_data;

  gh_mcp_session_fail (self, g_error_new (GH_RPC_ERROR, GH_RPC_ERROR_TIMED_OUT,
                                          "The server did not answer a ping within %u seconds",
                                          self->call_timeout / 1000));
}

/* What a session of the server's held before it was forgotten, and what may have changed meanwhile
 * (4.11, 4.14). */
static void
restore (GhMcpSession *self)
{
  gh_mcp_session_restore_log_level (self);
  gh_mcp_session_restore_subscriptions (self);
  if (self->info->tools)
    gh_mcp_changes_note (self->tools_changes);
  gh_mcp_session_take_resources_changed (self);
  gh_mcp_session_take_prompts_changed (self);
  gh_mcp_session_resume_requests (self);
}

static void
enter_ready (GhMcpSession *self)
{
  g_autoptr(GTask) task = steal_start (self);

  /* The modern era knows no ping (2.46). */
  if (self->info->era == GH_MCP_ERA_LEGACY)
    self->keepalive = gh_mcp_keepalive_new (self->peer, self->ping_interval, self->call_timeout,
                                            silent_cb, self);
  else
    {
      gh_mcp_session_start_mirroring (self);
      gh_mcp_session_start_listening (self);
    }
  if (task != NULL)
    g_task_return_boolean (task, TRUE);
  else
    restore (self);
}

/* Does what the state just entered asks for. */
static void
advance (GhMcpSession *self)
{
  switch (self->state)
    {
    case GH_MCP_SESSION_STARTING:
      gh_mcp_session_connect (self);
      break;

    case GH_MCP_SESSION_NEGOTIATING:
      gh_mcp_session_negotiate (self);
      break;

    case GH_MCP_SESSION_READY:
      enter_ready (self);
      break;

    case GH_MCP_SESSION_CLOSING:
      gh_mcp_session_drop_requests (self);
      end_start (self, g_error_new (GH_RPC_ERROR, GH_RPC_ERROR_CLOSED, "The session was closed"));
      break;

    case GH_MCP_SESSION_FAILED:
      gh_mcp_session_drop_requests (self);
      end_start (self, g_error_copy (self->error));
      gh_rpc_peer_close_async (self->peer, NULL, NULL);
      break;

    case GH_MCP_SESSION_NEW:
    case GH_MCP_SESSION_CLOSED:
    default:
      break;
    }
}

/* GObject */

static void
tools_changed_cb (gpointer user_data)
{
  g_signal_emit (user_data, signals[TOOLS_CHANGED], 0);
}

void
gh_mcp_session_tell_task (GhMcpSession *self,
                          const char   *id,
                          const char   *tool)
{
  g_signal_emit (self, signals[TASK], 0, id, tool);
}

static void
gh_mcp_session_dispose (GObject *object)
{
  GhMcpSession *self = GH_MCP_SESSION (object);

  g_clear_pointer (&self->tools_changes, gh_mcp_changes_free);
  g_clear_pointer (&self->tools, g_hash_table_unref);
  gh_mcp_session_clear_resources (self);
  gh_mcp_session_clear_prompts (self);
  g_clear_object (&self->completion);
  gh_mcp_session_clear_completions (self);
  g_clear_pointer (&self->keepalive, gh_mcp_keepalive_free);
  g_clear_pointer (&self->listen, gh_mcp_listen_free);
  gh_mcp_session_stop_mirroring (self);
  if (self->peer != NULL)
    {
      g_signal_handlers_disconnect_by_data (self->peer, self);
      g_signal_handlers_disconnect_by_data (self->transport, self);
      /* Nobody waits; it ends the server in its own time. */
      gh_rpc_peer_close_async (self->peer, NULL, NULL);
    }
  g_clear_object (&self->peer);
  g_clear_object (&self->transport);
  g_clear_object (&self->connector);
  g_clear_pointer (&self->inbox, gh_mcp_inbox_unref);

  G_OBJECT_CLASS (gh_mcp_session_parent_class)->dispose (object);
}

static void
gh_mcp_session_finalize (GObject *object)
{
  GhMcpSession *self = GH_MCP_SESSION (object);

  /* Pending operations hold a reference: there is none of either left. */
  g_assert (self->start_task == NULL);
  g_assert (g_queue_is_empty (&self->calls));
  g_assert (g_queue_is_empty (&self->task_runs));
  g_assert (g_queue_is_empty (&self->unsent));
  g_clear_pointer (&self->info, gh_mcp_server_info_free);
  g_clear_pointer (&self->cache, gh_mcp_cache_free);
  g_clear_object (&self->ending);
  g_clear_pointer (&self->task_tools, g_hash_table_unref);
  g_clear_error (&self->error);
  g_free (self->wanted);
  g_free (self->log_level);
  g_string_free (self->token_text, TRUE);
  g_weak_ref_clear (&self->delegate);

  G_OBJECT_CLASS (gh_mcp_session_parent_class)->finalize (object);
}

static void
set_wanted (GhMcpSession *self,
            const char   *wanted)
{
  if (wanted == NULL)
    wanted = gh_mcp_era_get_name (GH_MCP_ERA_AUTO);
  if (strcmp (self->wanted, wanted) == 0)
    return;
  g_free (self->wanted);
  self->wanted = g_strdup (wanted);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_ERA]);
}

void
gh_mcp_session_set_known_era (GhMcpSession *self,
                              GhMcpEra      era)
{
  if (self->known_era == era)
    return;
  self->known_era = era;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_KNOWN_ERA]);
}

static void
gh_mcp_session_get_property (GObject    *object,
                             guint       prop_id,
                             GValue     *value,
                             GParamSpec *pspec)
{
  GhMcpSession *self = GH_MCP_SESSION (object);

  switch (prop_id)
    {
    case PROP_STATE:
      g_value_set_enum (value, self->state);
      break;
    case PROP_ERA:
      g_value_set_string (value, self->wanted);
      break;
    case PROP_KNOWN_ERA:
      if (self->known_era != GH_MCP_ERA_AUTO)
        g_value_set_string (value, gh_mcp_era_get_name (self->known_era));
      break;
    case PROP_START_TIMEOUT:
      g_value_set_uint (value, self->start_timeout);
      break;
    case PROP_PROBE_TIMEOUT:
      g_value_set_uint (value, self->probe_timeout);
      break;
    case PROP_CALL_TIMEOUT:
      g_value_set_uint (value, self->call_timeout);
      break;
    case PROP_CALL_LIMIT:
      g_value_set_uint (value, self->call_limit);
      break;
    case PROP_PING_INTERVAL:
      g_value_set_uint (value, self->ping_interval);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
gh_mcp_session_set_property (GObject      *object,
                             guint         prop_id,
                             const GValue *value,
                             GParamSpec   *pspec)
{
  GhMcpSession *self = GH_MCP_SESSION (object);
  guint *field;

  switch (prop_id)
    {
    case PROP_ERA:
      set_wanted (self, g_value_get_string (value));
      return;
    case PROP_KNOWN_ERA:
      gh_mcp_session_set_known_era (self, gh_mcp_era_from_name (g_value_get_string (value)));
      return;
    case PROP_START_TIMEOUT:
      field = &self->start_timeout;
      break;
    case PROP_PROBE_TIMEOUT:
      field = &self->probe_timeout;
      break;
    case PROP_CALL_TIMEOUT:
      field = &self->call_timeout;
      break;
    case PROP_CALL_LIMIT:
      field = &self->call_limit;
      break;
    case PROP_PING_INTERVAL:
      field = &self->ping_interval;
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
      return;
    }
  if (*field == g_value_get_uint (value))
    return;
  *field = g_value_get_uint (value);
  g_object_notify_by_pspec (object, pspec);
}

static void
gh_mcp_session_class_init (GhMcpSessionClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GParamFlags flags = G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS;

  object_class->dispose = gh_mcp_session_dispose;
  object_class->finalize = gh_mcp_session_finalize;
  object_class->get_property = gh_mcp_session_get_property;
  object_class->set_property = gh_mcp_session_set_property;

  properties[PROP_STATE] =
    g_param_spec_enum ("state", NULL, NULL, GH_TYPE_MCP_SESSION_STATE, GH_MCP_SESSION_NEW,
                       G_PARAM_READABLE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);
  properties[PROP_ERA] = g_param_spec_string ("era", NULL, NULL, "auto", flags);
  properties[PROP_KNOWN_ERA] = g_param_spec_string ("known-era", NULL, NULL, NULL, flags);
  properties[PROP_START_TIMEOUT] =
    g_param_spec_uint ("start-timeout", NULL, NULL, 1, G_MAXUINT, START_TIMEOUT_MS, flags);
  properties[PROP_PROBE_TIMEOUT] =
    g_param_spec_uint ("probe-timeout", NULL, NULL, 1, G_MAXUINT, PROBE_TIMEOUT_MS, flags);
  properties[PROP_CALL_TIMEOUT] =
    g_param_spec_uint ("call-timeout", NULL, NULL, 1, G_MAXUINT, CALL_TIMEOUT_MS, flags);
  properties[PROP_CALL_LIMIT] =
    g_param_spec_uint ("call-limit", NULL, NULL, 1, G_MAXUINT, CALL_LIMIT_MS, flags);
  properties[PROP_PING_INTERVAL] =
    g_param_spec_uint ("ping-interval", NULL, NULL, 1, G_MAXUINT, PING_INTERVAL_MS, flags);
  g_object_class_install_properties (object_class, N_PROPS, properties);

  signals[LOG] = g_signal_new ("log", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                               NULL, G_TYPE_NONE, 3, G_TYPE_STRING, G_TYPE_STRING, G_TYPE_STRING);
  signals[MALFORMED] = g_signal_new ("malformed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0,
                                     NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
  signals[TOOLS_CHANGED] = g_signal_new ("tools-changed", G_TYPE_FROM_CLASS (klass),
                                         G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[RESOURCES_CHANGED] = g_signal_new ("resources-changed", G_TYPE_FROM_CLASS (klass),
                                             G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE,
                                             0);
  signals[RESOURCE_UPDATED] = g_signal_new ("resource-updated", G_TYPE_FROM_CLASS (klass),
                                            G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE,
                                            1, G_TYPE_STRING);
  signals[PROMPTS_CHANGED] = g_signal_new ("prompts-changed", G_TYPE_FROM_CLASS (klass),
                                           G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE,
                                           0);
  signals[TASK] = g_signal_new ("task", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                NULL, NULL, G_TYPE_NONE, 2, G_TYPE_STRING, G_TYPE_STRING);
}

static void
gh_mcp_session_init (GhMcpSession *self)
{
  g_weak_ref_init (&self->delegate, NULL);
  self->wanted = g_strdup (gh_mcp_era_get_name (GH_MCP_ERA_AUTO));
  self->start_timeout = START_TIMEOUT_MS;
  self->probe_timeout = PROBE_TIMEOUT_MS;
  self->call_timeout = CALL_TIMEOUT_MS;
  self->call_limit = CALL_LIMIT_MS;
  self->ping_interval = PING_INTERVAL_MS;
  self->tools_changes = gh_mcp_changes_new (tools_changed_cb, self);
  self->token_text = g_string_new (NULL);
  self->tools = g_hash_table_new_full (g_str_hash, g_str_equal, g_free,
                                       (GDestroyNotify) gh_mcp_tool_schemas_unref);
  gh_mcp_session_init_resources (self);
  gh_mcp_session_init_prompts (self);
  g_queue_init (&self->calls);
  g_queue_init (&self->unsent);
  self->cache = gh_mcp_cache_new ();
  self->ending = g_cancellable_new ();
  g_queue_init (&self->task_runs);
  self->task_tools = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
}

static GhMcpSession *
new_session (GhMcpDelegate *delegate)
{
  GhMcpSession *self = g_object_new (GH_TYPE_MCP_SESSION, NULL);

  g_weak_ref_set (&self->delegate, delegate);
  return self;
}

/**
 * gh_mcp_session_new:
 * @transport: (transfer none): not started yet; nobody else may use it from here on
 * @delegate: (nullable): serves the server's requests
 */
GhMcpSession *
gh_mcp_session_new (GhRpcTransport *transport,
                    GhMcpDelegate  *delegate)
{
  GhMcpSession *self;

  g_return_val_if_fail (GH_IS_RPC_TRANSPORT (transport), NULL);
  g_return_val_if_fail (delegate == NULL || GH_IS_MCP_DELEGATE (delegate), NULL);

  self = new_session (delegate);
  gh_mcp_session_use_transport (self, g_object_ref (transport));
  return self;
}

/**
 * gh_mcp_session_new_for_connector:
 * @connector: (transfer none): makes what the session speaks over, one at a time
 * @delegate: (nullable): serves the server's requests
 */
GhMcpSession *
gh_mcp_session_new_for_connector (GhMcpConnector *connector,
                                  GhMcpDelegate  *delegate)
{
  GhMcpSession *self;
  GhMcpConnection first;

  g_return_val_if_fail (GH_IS_MCP_CONNECTOR (connector), NULL);
  g_return_val_if_fail (delegate == NULL || GH_IS_MCP_DELEGATE (delegate), NULL);

  self = new_session (delegate);
  self->connector = g_object_ref (connector);
  /* The lowest of the set: Streamable HTTP before what it replaced. */
  first = 1 << g_bit_nth_lsf (gh_mcp_connector_get_kinds (connector), -1);
  gh_mcp_session_use_transport (self, gh_mcp_connector_make_transport (connector, first));
  return self;
}

/* Starting and closing */

static gboolean
start_cancelled_cb (GCancellable *cancellable,
                    gpointer      user_data)
{
  GhMcpSession *self = user_data;

  gh_mcp_session_fail (self, g_error_new (G_IO_ERROR, G_IO_ERROR_CANCELLED,
                                          "The start was cancelled"));
  return G_SOURCE_REMOVE;
}

/**
 * gh_mcp_session_start_async:
 * @cancellable: (nullable): drops the connection while it is not READY
 *
 * Starts the transport and shakes hands (2.1-2.5); once, in NEW. Completes when READY, or with the
 * session's error; GH_MCP_ERROR_NOT_READY when it was started or closed before.
 */
void
gh_mcp_session_start_async (GhMcpSession        *self,
                            GCancellable        *cancellable,
                            GAsyncReadyCallback  callback,
                            gpointer             user_data)
{
  g_autoptr(GTask) task = NULL;
  g_autoptr(GhMcpDelegate) delegate = NULL;

  g_return_if_fail (GH_IS_MCP_SESSION (self));

  task = g_task_new (self, cancellable, callback, user_data);
  g_task_set_source_tag (task, gh_mcp_session_start_async);
  g_task_set_check_cancellable (task, FALSE);
  if (self->state != GH_MCP_SESSION_NEW)
    {
      g_task_return_new_error (task, GH_MCP_ERROR, GH_MCP_ERROR_NOT_READY,
                               "The session was started before");
      return;
    }

  delegate = g_weak_ref_get (&self->delegate);
  if (delegate != NULL)
    self->capabilities = gh_mcp_delegate_get_capabilities (delegate);
  self->start_task = g_steal_pointer (&task);
  if (cancellable != NULL)
    {
      self->start_cancel = g_cancellable_source_new (cancellable);
      g_source_set_callback (self->start_cancel, G_SOURCE_FUNC (start_cancelled_cb), self, NULL);
      g_source_attach (self->start_cancel, g_main_context_get_thread_default ());
    }
  gh_mcp_session_set_state (self, GH_MCP_SESSION_STARTING);
}

gboolean
gh_mcp_session_start_finish (GhMcpSession  *self,
                             GAsyncResult  *result,
                             GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), FALSE);

  return g_task_propagate_boolean (G_TASK (result), error);
}

static void
peer_closed_cb (GObject      *source,
                GAsyncResult *result,
                gpointer      user_data)
{
  g_autoptr(GTask) task = user_data;
  GhMcpSession *self = g_task_get_source_object (task);
  g_autoptr(GError) error = NULL;

  /* Closed all the same. */
  if (!gh_rpc_peer_close_finish (GH_RPC_PEER (source), result, &error))
    g_debug ("Session %p: %s", self, error->message);
  if (self->state == GH_MCP_SESSION_CLOSING)
    gh_mcp_session_set_state (self, GH_MCP_SESSION_CLOSED);
  g_task_return_boolean (task, TRUE);
}

void
gh_mcp_session_close_async (GhMcpSession        *self,
                            GAsyncReadyCallback  callback,
                            gpointer             user_data)
{
  GTask *task;

  g_return_if_fail (GH_IS_MCP_SESSION (self));

  task = g_task_new (self, NULL, callback, user_data);
  g_task_set_source_tag (task, gh_mcp_session_close_async);
  if (self->state == GH_MCP_SESSION_NEW || is_live (self))
    gh_mcp_session_set_state (self, GH_MCP_SESSION_CLOSING);
  gh_rpc_peer_close_async (self->peer, peer_closed_cb, task);
}

gboolean
gh_mcp_session_close_finish (GhMcpSession  *self,
                             GAsyncResult  *result,
                             GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), FALSE);

  return g_task_propagate_boolean (G_TASK (result), error);
}

/* What is known */

GhMcpSessionState
gh_mcp_session_get_state (GhMcpSession *self)
{
  g_return_val_if_fail (GH_IS_MCP_SESSION (self), GH_MCP_SESSION_NEW);

  return self->state;
}

const GError *
gh_mcp_session_get_error (GhMcpSession *self)
{
  g_return_val_if_fail (GH_IS_MCP_SESSION (self), NULL);

  return self->error;
}

GhMcpEra
gh_mcp_session_get_era (GhMcpSession *self)
{
  g_return_val_if_fail (GH_IS_MCP_SESSION (self), GH_MCP_ERA_AUTO);

  return self->info != NULL ? self->info->era : GH_MCP_ERA_AUTO;
}

const char *
gh_mcp_session_get_version (GhMcpSession *self)
{
  g_return_val_if_fail (GH_IS_MCP_SESSION (self), NULL);

  return self->info != NULL ? self->info->version : NULL;
}

const char *
gh_mcp_session_get_server_name (GhMcpSession *self)
{
  g_return_val_if_fail (GH_IS_MCP_SESSION (self), NULL);

  return self->info != NULL ? self->info->name : NULL;
}

const char *
gh_mcp_session_get_server_version (GhMcpSession *self)
{
  g_return_val_if_fail (GH_IS_MCP_SESSION (self), NULL);

  return self->info != NULL ? self->info->server_version : NULL;
}

const char *
gh_mcp_session_get_instructions (GhMcpSession *self)
{
  g_return_val_if_fail (GH_IS_MCP_SESSION (self), NULL);

  return self->info != NULL ? self->info->instructions : NULL;
}

gboolean
gh_mcp_session_has_tools (GhMcpSession *self)
{
  g_return_val_if_fail (GH_IS_MCP_SESSION (self), FALSE);

  return self->info != NULL && self->info->tools;
}

gboolean
gh_mcp_session_has_logging (GhMcpSession *self)
{
  g_return_val_if_fail (GH_IS_MCP_SESSION (self), FALSE);

  return self->info != NULL && self->info->logging;
}

guint
gh_mcp_session_get_n_malformed (GhMcpSession *self)
{
  g_return_val_if_fail (GH_IS_MCP_SESSION (self), 0);

  return self->n_malformed;
}

gboolean
gh_mcp_session_has_resources (GhMcpSession *self)
{
  g_return_val_if_fail (GH_IS_MCP_SESSION (self), FALSE);

  return self->info != NULL && self->info->resources;
}

gboolean
gh_mcp_session_can_subscribe (GhMcpSession *self)
{
  g_return_val_if_fail (GH_IS_MCP_SESSION (self), FALSE);

  return self->info != NULL && self->info->resources_subscribe;
}

gboolean
gh_mcp_session_has_prompts (GhMcpSession *self)
{
  g_return_val_if_fail (GH_IS_MCP_SESSION (self), FALSE);

  return self->info != NULL && self->info->prompts;
}

gboolean
gh_mcp_session_has_completions (GhMcpSession *self)
{
  g_return_val_if_fail (GH_IS_MCP_SESSION (self), FALSE);

  return self->info != NULL && self->info->completions;
}

void
gh_mcp_session_roots_changed (GhMcpSession *self)
{
  g_autoptr(GError) error = NULL;

  g_return_if_fail (GH_IS_MCP_SESSION (self));

  if (self->state != GH_MCP_SESSION_READY || self->info->era != GH_MCP_ERA_LEGACY
      || (self->capabilities & GH_MCP_CAPABILITY_ROOTS) == 0)
    return;
  if (!gh_rpc_peer_notify (self->peer, GH_MCP_ROOTS_LIST_CHANGED, NULL, &error))
    g_debug ("Session %p: roots/list_changed not sent: %s", self, error->message);
}
