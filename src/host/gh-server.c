/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * A server: its configuration, its running session, and what it offers. */
#include "config.h"

#include "gh-server-private.h"

#include "gh-activity-private.h"
#include "gh-mcp-error.h"
#include "gh-mcp-http-error.h"
#include "gh-mcp-session.h"
#include "gh-rpc-error.h"
#include "gh-rpc-stdio-transport.h"
#include "gh-server-config-private.h"
#include "gh-server-connector.h"
#include "gh-server-delegate.h"
#include "gh-server-environment.h"
#include "gh-server-log.h"
#include "gh-server-offer.h"
#include "gh-server-restarts.h"

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
  GhServerOffer       *offers[GH_SERVER_N_OFFERS];
  GhActivity          *activity;
  GhServerCalls       *calls;
  GCancellable        *cancellable; /* of the present start or run */
  GhServerConnector   *connector;
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
  guint                n_listing;    /* offers that are being read */
  gboolean             no_restart;   /* by itself */
  gboolean             was_up;       /* it ran since somebody started it */
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

enum
{
  RESOURCE_UPDATED,
  N_SIGNALS,
};

static GParamSpec *properties[N_PROPS];
static guint signals[N_SIGNALS];

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

/* The same for what happens to the connection, which those who look at its messages see, too. */
static void
tell (GhServer   *self,
      const char *level,
      const char *word,
      const char *text)
{
  say (self, level, word, text);
  gh_activity_note (self->activity, word, text);
}

static void
set_offers_session (GhServer     *self,
                    GhMcpSession *session)
{
  for (guint i = 0; i < GH_SERVER_N_OFFERS; i++)
    gh_server_offer_set_session (self->offers[i], session);
}

static void
gh_server_dispose (GObject *object)
{
  GhServer *self = GH_SERVER (object);

  g_clear_handle_id (&self->restart_source, g_source_remove);
  g_cancellable_cancel (self->cancellable);
  set_offers_session (self, NULL);
  /* Nobody waits for it, but it ends the process group all the same. */
  if (self->session != NULL)
    gh_mcp_session_close_async (self->session, NULL, NULL);
  g_clear_object (&self->session);
  g_clear_object (&self->connector);
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
  for (guint i = 0; i < GH_SERVER_N_OFFERS; i++)
    g_clear_object (&self->offers[i]);
  g_clear_object (&self->activity);
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

  signals[RESOURCE_UPDATED] =
    g_signal_new ("resource-updated", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                  NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
}

static void
tools_changed_cb (GhServer *self)
{
  guint n_tools = g_list_model_get_n_items (gh_server_list_tools (self));

  if (self->n_tools == n_tools)
    return;
  self->n_tools = n_tools;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_N_TOOLS]);
}

static void
listing_cb (GhServer      *self,
            GParamSpec    *pspec,
            GhServerOffer *offer)
{
  gboolean was_listing = self->n_listing > 0;

  self->n_listing += gh_server_offer_get_listing (offer) ? 1 : -1;
  if (was_listing != (self->n_listing > 0))
    g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_LISTING]);
}

static void
trouble_cb (GhServer      *self,
            GError        *error,
            GhServerOffer *offer)
{
  const char *name = gh_server_offer_get_name (offer);
  g_autofree char *text = g_strdup_printf ("It did not list its %s: %s", name, error->message);

  say (self, "error", offer == self->offers[GH_SERVER_OFFER_TOOLS] ? "no-tools" : "no-list", text);
}

static void
gh_server_init (GhServer *self)
{
  self->log = gh_server_log_new ();
  self->activity = gh_activity_new ();
  self->calls = gh_server_calls_new ();
  self->stopping = g_ptr_array_new_with_free_func (g_object_unref);
  self->restarts.first_delay = RESTART_DELAY_MS;
  for (guint i = 0; i < GH_SERVER_N_OFFERS; i++)
    {
      self->offers[i] = gh_server_offer_new (i);
      g_signal_connect_object (self->offers[i], "notify::listing", G_CALLBACK (listing_cb), self,
                               G_CONNECT_SWAPPED);
      g_signal_connect_object (self->offers[i], "trouble", G_CALLBACK (trouble_cb), self,
                               G_CONNECT_SWAPPED);
    }
  g_signal_connect_object (gh_server_list_tools (self), "items-changed",
                           G_CALLBACK (tools_changed_cb), self, G_CONNECT_SWAPPED);
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

  return self->n_listing > 0;
}

GListModel *
gh_server_list_tools (GhServer *self)
{
  g_return_val_if_fail (GH_IS_SERVER (self), NULL);

  return gh_server_offer_list (self->offers[GH_SERVER_OFFER_TOOLS]);
}

GListModel *
gh_server_list_resources (GhServer *self)
{
  g_return_val_if_fail (GH_IS_SERVER (self), NULL);

  return gh_server_offer_list (self->offers[GH_SERVER_OFFER_RESOURCES]);
}

GListModel *
gh_server_list_resource_templates (GhServer *self)
{
  g_return_val_if_fail (GH_IS_SERVER (self), NULL);

  return gh_server_offer_list (self->offers[GH_SERVER_OFFER_TEMPLATES]);
}

GListModel *
gh_server_list_prompts (GhServer *self)
{
  g_return_val_if_fail (GH_IS_SERVER (self), NULL);

  return gh_server_offer_list (self->offers[GH_SERVER_OFFER_PROMPTS]);
}

GhActivity *
gh_server_get_activity (GhServer *self)
{
  g_return_val_if_fail (GH_IS_SERVER (self), NULL);

  return self->activity;
}

/**
 * gh_server_get_era:
 *
 * Returns: (nullable): "legacy" or "modern"; NULL while it does not run
 */
const char *
gh_server_get_era (GhServer *self)
{
  g_return_val_if_fail (GH_IS_SERVER (self), NULL);

  return self->state == GH_SERVER_RUNNING
           ? gh_mcp_era_get_name (gh_mcp_session_get_era (self->session)) : NULL;
}

GhMcpSession *
gh_server_get_session (GhServer *self)
{
  g_return_val_if_fail (GH_IS_SERVER (self), NULL);

  return self->state == GH_SERVER_RUNNING ? self->session : NULL;
}

GhServerCalls *
gh_server_get_calls (GhServer *self)
{
  g_return_val_if_fail (GH_IS_SERVER (self), NULL);

  return self->calls;
}

void
gh_server_set_auto_restart (GhServer *self,
                            gboolean  auto_restart)
{
  g_return_if_fail (GH_IS_SERVER (self));

  self->no_restart = !auto_restart;
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

  return self->connector != NULL ? gh_server_connector_get_pid (self->connector) : 0;
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
  g_clear_object (&self->connector);
  set_offers_session (self, NULL);
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

  if (self->state != GH_SERVER_FAILED || self->no_restart || !self->was_up)
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
  self->was_up = TRUE;
  tell (self, "info", "started", gh_mcp_session_get_version (self->session));
  /* Whoever hears that it runs sees that its lists are being read. */
  set_offers_session (self, self->session);
  set_state (self, GH_SERVER_RUNNING);
  if (self->state == GH_SERVER_RUNNING && self->roots_missed)
    gh_mcp_session_roots_changed (self->session);
}

static void
resource_updated_cb (GhServer   *self,
                     const char *uri)
{
  g_signal_emit (self, signals[RESOURCE_UPDATED], 0, uri);
}

/* A start may need more than one connection until it is known what the server speaks. */
static void
made_cb (GhServer       *self,
         GhRpcTransport *transport)
{
  g_autofree char *command = gh_server_config_dup_command (self->config);

  gh_activity_note (self->activity, "connecting", command);
  gh_activity_watch (self->activity, transport);
  if (GH_IS_RPC_STDIO_TRANSPORT (transport))
    g_signal_connect_object (transport, "stderr-line", G_CALLBACK (stderr_line_cb), self,
                             G_CONNECT_SWAPPED);
}

static void
connect_session (GhServer           *self,
                 const char * const *env)
{
  self->connector = gh_server_connector_new (self->config, env, self->patience,
                                             self->limits.message);
  g_signal_connect_object (self->connector, "made", G_CALLBACK (made_cb), self, G_CONNECT_SWAPPED);
  gh_server_delegate_reset (self->delegate);
  self->roots_missed = FALSE;
  self->session = gh_mcp_session_new_for_connector (GH_MCP_CONNECTOR (self->connector),
                                                    GH_MCP_DELEGATE (self->delegate));
  g_object_set (self->session, "era", gh_server_config_get_era (self->config), "known-era",
                self->known_era, NULL);
  apply_limits (self);
  g_signal_connect_object (self->session, "notify::state", G_CALLBACK (session_state_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->session, "log", G_CALLBACK (log_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->session, "malformed", G_CALLBACK (malformed_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->session, "resource-updated", G_CALLBACK (resource_updated_cb),
                           self, G_CONNECT_SWAPPED);
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
      self->was_up = FALSE;
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

GhToolCall *
gh_server_find_running_call (GhServer   *self,
                             const char *tool)
{
  g_return_val_if_fail (GH_IS_SERVER (self), NULL);

  return gh_server_calls_find_running (self->calls, tool);
}
