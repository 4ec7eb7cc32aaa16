/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * One list of what a running server offers: asked for anew when it says that it changed. */
#pragma once

#include "gh-mcp-session.h"

G_BEGIN_DECLS

typedef enum
{
  GH_SERVER_OFFER_TOOLS,     /* of GhTool */
  GH_SERVER_OFFER_RESOURCES, /* of GhResource */
  GH_SERVER_OFFER_TEMPLATES, /* of GhResourceTemplate */
  GH_SERVER_OFFER_PROMPTS,   /* of GhPrompt */
  GH_SERVER_N_OFFERS,
} GhServerOfferKind;

#define GH_TYPE_SERVER_OFFER (gh_server_offer_get_type ())
G_DECLARE_FINAL_TYPE (GhServerOffer, gh_server_offer, GH, SERVER_OFFER, GObject)

/* Property "listing", notifying. Signal "trouble" (GError *error): the server did not list it; the
 * list is as it was. */
GhServerOffer *gh_server_offer_new         (GhServerOfferKind  kind);
/* What such things are called, for the log. */
const char    *gh_server_offer_get_name    (GhServerOffer     *self);
GListModel    *gh_server_offer_list        (GhServerOffer     *self);
/* What the server lists as well, and cannot be used: empty for all but tools. */
GListModel    *gh_server_offer_list_left_out (GhServerOffer   *self);
/* The session to ask, READY, or NULL: nobody. The old list stays until the new one is all there. */
void           gh_server_offer_set_session (GhServerOffer     *self,
                                            GhMcpSession      *session);
gboolean       gh_server_offer_get_listing (GhServerOffer     *self);
/* Why the present session did not list it the last time, or NULL. */
const GError  *gh_server_offer_get_error   (GhServerOffer     *self);
void           gh_server_offer_clear       (GhServerOffer     *self);

G_END_DECLS
