/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * A template for resources of a server, for showing. Immutable; every text is the server's. */
#pragma once

#include <gio/gio.h>
#include <json-glib/json-glib.h>

G_BEGIN_DECLS

#define GH_TYPE_RESOURCE_TEMPLATE (gh_resource_template_get_type ())
G_DECLARE_FINAL_TYPE (GhResourceTemplate, gh_resource_template, GH, RESOURCE_TEMPLATE, GObject)

/* Read-only properties for binding: uri-template, name, title, description, mime-type. */
const char         *gh_resource_template_get_uri_template (GhResourceTemplate  *self);
const char         *gh_resource_template_get_name         (GhResourceTemplate  *self);
/* the name when there is none */
const char         *gh_resource_template_get_title        (GhResourceTemplate  *self);
const char         *gh_resource_template_get_description  (GhResourceTemplate  *self); /* or NULL */
const char         *gh_resource_template_get_mime_type    (GhResourceTemplate  *self); /* or NULL */
/* as the server describes it */
JsonNode           *gh_resource_template_get_json         (GhResourceTemplate  *self);
/* What is to be filled in, each name once; empty where the template cannot be used. */
const char * const *gh_resource_template_get_variables    (GhResourceTemplate  *self);
/* The URI with an object's members filled in (values NULL: with none), for reading it; owned.
 * GH_MCP_ERROR where the template, or what is filled in, cannot be used. */
char               *gh_resource_template_expand           (GhResourceTemplate  *self,
                                                           JsonNode            *values,
                                                           GError             **error);

G_END_DECLS
