/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * A server: its configuration, its running session, and what it offers. */
#include "config.h"

#include "gh-server-inside.h"

#include "gh-server-config-private.h"
#include "gh-tool-call-private.h"

/* A program that broke is not started again while what broke it may still be going on. */
#define RESTART_DELAY_MS 1000

G_DEFINE_FINAL_TYPE (GhServer, gh_server, G_TYPE_OBJECT)
G_DEFINE_ENUM_TYPE (GhServerState, gh_server_state,
                    G_DEFINE_ENUM_VALUE (GH_SERVER_STOPPED, "stopped"),
                    G_DEFINE_ENUM_VALUE (GH_SERVER_STARTING, "starting"),
                    G_DEFINE_ENUM_VALUE (GH_SERVER_RUNNING, "running"),
                    G_DEFINE_ENUM_VALUE (GH_SERVER_STOPPING, "stopping"),
                    G_DEFINE_ENUM_VALUE (GH_SERVER_FAILED, "failed"))

enum
{
  RESOURCE_UPDATED,
  TASK,
  CALL_ENDED,
  N_SIGNALS,
};

static GParamSpec *properties[N_PROPS];
static guint signals[N_SIGNALS];

void
gh_server_notify (GhServer *self,
                  guint     prop)
{
  g_object_notify_by_pspec (G_OBJECT (self), properties[prop]);
}

void
gh_server_resource_updated (GhServer   *self,
                            const char *uri)
{
  g_signal_emit (self, signals[RESOURCE_UPDATED], 0, uri);
}

void
gh_server_tell_task (GhServer   *self,
                     const char *id,
                     const char *tool)
{
  g_signal_emit (self, signals[TASK], 0, id, tool);
}

void
gh_server_say (GhServer   *self,
               const char *level,
               const char *word,
               const char *text)
{
  gh_server_log_add (self->log, GH_LOG_HOST, level, word, text);
}

void
gh_server_set_offers_session (GhServer     *self,
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
  gh_server_set_offers_session (self, NULL);
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
  g_clear_object (&self->masking);
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
  signals[TASK] = g_signal_new ("task", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                NULL, G_TYPE_NONE, 2, G_TYPE_STRING, G_TYPE_STRING);
  signals[CALL_ENDED] =
    g_signal_new ("call-ended", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                  G_TYPE_NONE, 1, GH_TYPE_TOOL_CALL);
}

static void
tools_changed_cb (GhServer *self)
{
  guint n_tools = g_list_model_get_n_items (gh_server_list_tools (self));

  if (self->n_tools == n_tools)
    return;
  self->n_tools = n_tools;
  gh_server_notify (self, PROP_N_TOOLS);
}

static void
listing_cb (GhServer      *self,
            GParamSpec    *pspec,
            GhServerOffer *offer)
{
  gboolean was_listing = self->n_listing > 0;

  self->n_listing += gh_server_offer_get_listing (offer) ? 1 : -1;
  if (was_listing != (self->n_listing > 0))
    gh_server_notify (self, PROP_LISTING);
}

static void
trouble_cb (GhServer      *self,
            GError        *error,
            GhServerOffer *offer)
{
  const char *name = gh_server_offer_get_name (offer);
  g_autofree char *text = g_strdup_printf ("It did not list its %s: %s", name, error->message);

  gh_server_say (self, "error",
                 offer == self->offers[GH_SERVER_OFFER_TOOLS] ? "no-tools" : "no-list", text);
}

static void
call_ended_cb (GhServer   *self,
               GhToolCall *call)
{
  g_signal_emit (self, signals[CALL_ENDED], 0, call);
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
  g_signal_connect_object (self->calls, "ended", G_CALLBACK (call_ended_cb), self,
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
gh_server_new (const char      *id,
               GhServerConfig  *config,
               gboolean         consented,
               JsonObject      *entry,
               GhRootList      *roots,
               GhRequestBroker *broker,
               GhLoginPath     *login_path)
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
  self->masking = g_object_ref (gh_request_broker_get_masking (broker));
  gh_activity_set_masking (self->activity, self->masking);
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

void
gh_server_set_entry (GhServer   *self,
                     JsonObject *entry)
{
  g_return_if_fail (GH_IS_SERVER (self));
  g_return_if_fail (entry != NULL);

  json_object_ref (entry);
  g_clear_pointer (&self->entry, json_object_unref);
  self->entry = entry;
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
  gh_server_notify (self, PROP_KNOWN_ERA);
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
    gh_server_notify (self, PROP_CONFIG);
  if (self->consented != consented)
    {
      self->consented = consented;
      gh_server_notify (self, PROP_CONSENTED);
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

void
gh_server_apply_limits (GhServer *self)
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
    gh_server_apply_limits (self);
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
  gh_server_notify (self, PROP_CONSENTED);
}

const char *
gh_server_get_protocol_version (GhServer *self)
{
  g_return_val_if_fail (GH_IS_SERVER (self), NULL);

  return self->state == GH_SERVER_RUNNING ? gh_mcp_session_get_version (self->session) : NULL;
}

const char *
gh_server_get_own_name (GhServer *self)
{
  g_return_val_if_fail (GH_IS_SERVER (self), NULL);

  return self->state == GH_SERVER_RUNNING ? gh_mcp_session_get_server_name (self->session) : NULL;
}

const char *
gh_server_get_own_version (GhServer *self)
{
  g_return_val_if_fail (GH_IS_SERVER (self), NULL);

  return self->state == GH_SERVER_RUNNING ? gh_mcp_session_get_server_version (self->session)
                                          : NULL;
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

/**
 * gh_server_get_list_error:
 * @list: one of the lists of what it offers
 *
 * Returns: (nullable): why it could not be read; NULL when the list is what the server has
 */
const GError *
gh_server_get_list_error (GhServer   *self,
                          GListModel *list)
{
  g_return_val_if_fail (GH_IS_SERVER (self), NULL);

  for (guint i = 0; i < GH_SERVER_N_OFFERS; i++)
    if (gh_server_offer_list (self->offers[i]) == list)
      return gh_server_offer_get_error (self->offers[i]);
  return NULL;
}

GListModel *
gh_server_list_tools (GhServer *self)
{
  g_return_val_if_fail (GH_IS_SERVER (self), NULL);

  return gh_server_offer_list (self->offers[GH_SERVER_OFFER_TOOLS]);
}

GListModel *
gh_server_list_left_out_tools (GhServer *self)
{
  g_return_val_if_fail (GH_IS_SERVER (self), NULL);

  return gh_server_offer_list_left_out (self->offers[GH_SERVER_OFFER_TOOLS]);
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

GhMaskingPolicy *
gh_server_get_masking (GhServer *self)
{
  g_return_val_if_fail (GH_IS_SERVER (self), NULL);

  return self->masking;
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

guint
gh_server_get_call_left (GhServer   *self,
                         GhToolCall *call)
{
  gint64 used_ms;
  guint limit_ms;

  g_return_val_if_fail (GH_IS_SERVER (self), 0);
  g_return_val_if_fail (GH_IS_TOOL_CALL (call), 0);

  if (self->session == NULL)
    return 0;
  used_ms = (g_get_real_time () - gh_tool_call_get_time (call)) / 1000;
  g_object_get (self->session, "call-limit", &limit_ms, NULL);
  return used_ms < limit_ms ? limit_ms - MAX (used_ms, 0) : 0;
}

GhToolCall *
gh_server_find_running_call (GhServer   *self,
                             const char *tool)
{
  g_return_val_if_fail (GH_IS_SERVER (self), NULL);

  return gh_server_calls_find_running (self->calls, tool);
}
