/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * Whom a piece of content is for, and how much it matters (requirement 8.22). */
#pragma once

#include <json-glib/json-glib.h>

G_BEGIN_DECLS

/* Hints of the server. Plain value: copied, embedded. */
typedef struct
{
  gboolean for_user;      /* both are TRUE when the server names no audience */
  gboolean for_assistant;
  double   priority;      /* 1: needed, 0: optional; NAN when not given */
} GhMcpAnnotations;

/* Of the member "annotations", which may be missing or anything. */
GhMcpAnnotations gh_mcp_annotations_read (JsonObject *object);

G_END_DECLS
