/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * What the travel desk says and hears in either era: who it is, its log, what the host can do. */
#pragma once

#include "gh-rpc-peer.h"

G_BEGIN_DECLS

#define GH_DEMO_INSTRUCTIONS \
  "A travel desk with 47 invented flights from Munich to Barcelona. It reads and writes travel " \
  "plans in the folders travel-planning and travel-templates, and asks your model to choose a " \
  "flight."

#define GH_DEMO_NO_LEVEL G_MAXUINT

/* serverInfo, with the members that the revision has. */
JsonNode *gh_demo_words_build_info (const char *version);
/* Higher is graver; NO_LEVEL for what is none, NULL included. */
guint     gh_demo_words_get_level  (const char *name);
void      gh_demo_words_log        (GhRpcPeer  *peer,
                                    const char *level,
                                    const char *text);
/* How a host lets servers ask the person. capabilities: the host's, or NULL. */
void      gh_demo_words_read_elicitation (JsonObject *capabilities,
                                          gboolean   *has_form,
                                          gboolean   *has_url);

G_END_DECLS
