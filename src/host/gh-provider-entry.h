/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * A provider's entry in models.json: read and written, unknown members kept. */
#pragma once

#include "gh-provider-private.h"

#include <json-glib/json-glib.h>

G_BEGIN_DECLS

/* A readable id that none of `providers` has: "ollama", "ollama-2". */
char       *gh_provider_entry_make_id    (GListModel     *providers,
                                          const char     *name);
/* NULL with GH_JSON_ERROR_MEMBER when the entry cannot be used. providers: those read before. */
GhProvider *gh_provider_entry_read       (JsonNode       *node,
                                          GListModel     *providers,
                                          GhSecretStore  *secrets,
                                          GError        **error);
/* All but the prices, into the members of `entry`. */
void        gh_provider_entry_write      (GhProvider     *provider,
                                          JsonObject     *entry);
/* NAN: none. */
void        gh_provider_entry_set_prices (JsonObject     *entry,
                                          const char     *model_id,
                                          double          input,
                                          double          output);
/* Borrowed, or NULL. */
GhProvider *gh_provider_entry_find       (GListModel     *providers,
                                          const char     *id);

G_END_DECLS
