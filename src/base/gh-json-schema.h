/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * JSON Schema: whether a value is what a schema describes. */
#pragma once

#include "gh-json.h"

G_BEGIN_DECLS

/* Dialects: 2020-12 (also when "$schema" is absent), 2019-09, draft-07 and draft-06; any other is
 * an error (requirement 1.23). Nothing is ever fetched: a "$ref" out of the schema is an error when
 * the schema is compiled (1.24). Compiling and validating are bounded in depth, count and processor
 * time (1.25); neither touches anything shared, so a large value may be validated in a thread. */

#define GH_JSON_SCHEMA_ERROR (gh_json_schema_error_quark ())
GQuark gh_json_schema_error_quark (void);

typedef enum
{
  GH_JSON_SCHEMA_ERROR_SCHEMA, /* the schema is malformed, or needs what is not supported */
  GH_JSON_SCHEMA_ERROR_REFERENCE, /* a "$ref" leads out of the schema, and is not followed (1.24) */
  GH_JSON_SCHEMA_ERROR_VALUE,  /* the value is not what the schema describes; the message begins
                                * with its place, a JSON pointer, and ends with the keyword */
  GH_JSON_SCHEMA_ERROR_LIMIT,  /* compiling or validating takes too much: nothing is known */
} GhJsonSchemaError;

typedef struct _GhJsonSchema GhJsonSchema;

GhJsonSchema *gh_json_schema_new              (JsonNode      *schema,
                                               GError       **error);
GhJsonSchema *gh_json_schema_new_with_formats (JsonNode      *schema,
                                               GError       **error);
GhJsonSchema *gh_json_schema_ref              (GhJsonSchema  *self);
void          gh_json_schema_unref            (GhJsonSchema  *self);
gboolean      gh_json_schema_validate         (GhJsonSchema  *self,
                                               JsonNode      *value,
                                               GError       **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (GhJsonSchema, gh_json_schema_unref)

G_END_DECLS
