/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * A tool of a server, for showing. Immutable; every text is the server's, untrusted. */
#pragma once

#include <gio/gio.h>
#include <json-glib/json-glib.h>

G_BEGIN_DECLS

#define GH_TYPE_TOOL (gh_tool_get_type ())
G_DECLARE_FINAL_TYPE (GhTool, gh_tool, GH, TOOL, GObject)

/* Read-only properties for binding: name, title, description, left-out. */
const char *gh_tool_get_name         (GhTool *self);
const char *gh_tool_get_title        (GhTool *self); /* the name when there is none */
const char *gh_tool_get_description  (GhTool *self); /* or NULL */
JsonNode   *gh_tool_get_input_schema (GhTool *self);
JsonNode   *gh_tool_get_json         (GhTool *self); /* as the server describes it */
gboolean    gh_tool_get_read_only    (GhTool *self);
gboolean    gh_tool_get_destructive  (GhTool *self);
/* Why it cannot be called, in English; NULL: it can. */
const char *gh_tool_get_left_out     (GhTool *self);

G_END_DECLS
