/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * The inside of a server, for the two files it is made of: what it is, and how it runs. */
#pragma once

#include "gh-activity-private.h"
#include "gh-mcp-session.h"
#include "gh-server-connector.h"
#include "gh-server-delegate.h"
#include "gh-server-log.h"
#include "gh-server-offer.h"
#include "gh-server-private.h"
#include "gh-server-restarts.h"

G_BEGIN_DECLS

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
  GhMaskingPolicy     *masking;

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
  gboolean             keep_trying;  /* it ran since somebody started it, or nobody watches */
};

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

/* prop: of the enumeration above. */
void gh_server_notify             (GhServer     *self,
                                   guint         prop);
void gh_server_tell_task          (GhServer     *self,
                                   const char   *id,
                                   const char   *tool);
void gh_server_resource_updated   (GhServer     *self,
                                   const char   *uri);
/* A line of ours in its log. */
void gh_server_say                (GhServer     *self,
                                   const char   *level,
                                   const char   *word,
                                   const char   *text);
/* What the server offers is read from this session; NULL: from none. */
void gh_server_set_offers_session (GhServer     *self,
                                   GhMcpSession *session);
/* The limits that count for what the session starts from now on. */
void gh_server_apply_limits       (GhServer     *self);

G_END_DECLS
