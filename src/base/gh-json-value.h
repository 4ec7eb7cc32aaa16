/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * A JSON value as text, as nodes, or both. */
#pragma once

#include "gh-json-source.h"

G_BEGIN_DECLS

/* Immutable and reference counted (in any thread). It begins as one of the two; the other is made
 * when it is asked for, by one thread at a time. */
typedef struct _GhJsonValue GhJsonValue;

GhJsonValue  *gh_json_value_new        (JsonNode     *node);
/* source: in text, which is kept. */
GhJsonValue  *gh_json_value_new_source (GBytes       *text,
                                        GhJsonSource  source);
/* JSON and nothing around it. */
GhJsonValue  *gh_json_value_take_text  (char         *take_text,
                                        gsize         length);
GhJsonValue  *gh_json_value_ref        (GhJsonValue  *self);
void          gh_json_value_unref      (GhJsonValue  *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (GhJsonValue, gh_json_value_unref)

/* Whether its nodes are there. */
gboolean      gh_json_value_has_node   (GhJsonValue  *self);
/* Both borrowed. */
JsonNode     *gh_json_value_get_node   (GhJsonValue  *self);
GhJsonSource  gh_json_value_get_source (GhJsonValue  *self);
void          gh_json_value_append     (GhJsonValue  *self,
                                        GString      *text);

G_END_DECLS
