/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * What the two halves of the schema compiler share: keywords, and references. */
#pragma once

#include "gh-json-schema-private.h"

G_BEGIN_DECLS

typedef struct
{
  GhSchemaNode *node; /* borrowed */
  const char *text;   /* borrowed of the source */
  gboolean dynamic;   /* "$dynamicRef" or "$recursiveRef" */
} GhSchemaReference;

/* One compilation. */
typedef struct
{
  GhJsonSchema *schema;
  GHashTable *known;     /* JsonNode -> GhSchemaNode, both borrowed */
  GHashTable *resources; /* URI -> GhSchemaResource, both borrowed */
  GArray *references;    /* GhSchemaReference, to be followed */
  GhSchemaBudget budget;
  guint depth;
  GError **error;
} GhSchemaCompiler;

gboolean      gh_schema_compiler_fail (GhSchemaCompiler  *self,
                                       const char        *format,
                                       ...) G_GNUC_PRINTF (2, 3);
GhSchemaNode *gh_schema_compiler_add  (GhSchemaCompiler  *self,
                                       JsonNode          *source,
                                       GhSchemaResource  *resource);

gboolean      gh_schema_refs_enter    (GhSchemaCompiler  *self,
                                       GhSchemaNode      *node,
                                       JsonObject        *object,
                                       GhSchemaResource  *resource);
gboolean      gh_schema_refs_is_alone (GhSchemaResource  *resource,
                                       JsonObject        *object);
gboolean      gh_schema_refs_remember (GhSchemaCompiler  *self,
                                       GhSchemaNode      *node,
                                       JsonObject        *object);
gboolean      gh_schema_refs_follow   (GhSchemaCompiler  *self);

G_END_DECLS
