/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * A resource of a server, for showing. Immutable; every text is the server's, untrusted. */
#pragma once

#include <gio/gio.h>
#include <json-glib/json-glib.h>

G_BEGIN_DECLS

#define GH_TYPE_RESOURCE (gh_resource_get_type ())
G_DECLARE_FINAL_TYPE (GhResource, gh_resource, GH, RESOURCE, GObject)

/* Read-only properties for binding: uri, name, title, description, mime-type, size. */
const char *gh_resource_get_uri         (GhResource *self); /* for reading it, and nothing else */
const char *gh_resource_get_name        (GhResource *self);
const char *gh_resource_get_title       (GhResource *self); /* the name when there is none */
const char *gh_resource_get_description (GhResource *self); /* or NULL */
const char *gh_resource_get_mime_type   (GhResource *self); /* a hint, or NULL */
gint64      gh_resource_get_size        (GhResource *self); /* bytes; -1: not told */
JsonNode   *gh_resource_get_json        (GhResource *self); /* as the server describes it */

G_END_DECLS
