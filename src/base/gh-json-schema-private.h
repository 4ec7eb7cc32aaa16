/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * What the compiler and the validator of JSON schemas share. */
#pragma once

#include "gh-json-private.h"
#include "gh-json-schema.h"

G_BEGIN_DECLS

typedef enum
{
  GH_SCHEMA_DRAFT_06,
  GH_SCHEMA_DRAFT_07,
  GH_SCHEMA_2019_09,
  GH_SCHEMA_2020_12,
} GhSchemaDialect;

typedef enum
{
  GH_SCHEMA_NULL = 1 << 0,
  GH_SCHEMA_BOOLEAN = 1 << 1,
  GH_SCHEMA_INTEGER = 1 << 2,
  GH_SCHEMA_NUMBER = 1 << 3,
  GH_SCHEMA_STRING = 1 << 4,
  GH_SCHEMA_ARRAY = 1 << 5,
  GH_SCHEMA_OBJECT = 1 << 6,
} GhSchemaTypes;

/* Processor time for one compilation or one validation. */
typedef struct
{
  gint64 deadline; /* of the thread's clock, microseconds */
  gsize work;      /* since the clock was looked at */
} GhSchemaBudget;

/* Work, in steps of some ten nanoseconds, after which the clock is looked at: what can be dear
 * counts as this much. */
#define GH_SCHEMA_LOOK 4096
/* Bytes of a text that are one step. */
#define GH_SCHEMA_STEP_BYTES 32

typedef struct _GhSchemaPattern GhSchemaPattern;
typedef gboolean (*GhSchemaFormat) (const char *text);

typedef struct _GhSchemaNode GhSchemaNode;

/* A schema with its own URI; the outermost one has a made-up one when it gives none. */
typedef struct
{
  char *uri; /* without fragment */
  GhSchemaDialect dialect;
  GhSchemaNode *root;          /* borrowed */
  GHashTable *anchors;         /* name -> GhSchemaNode, borrowed */
  GHashTable *dynamic_anchors; /* the same; "" for "$recursiveAnchor" */
} GhSchemaResource;

typedef struct
{
  GhSchemaPattern *pattern; /* owned */
  GhSchemaNode *schema;     /* borrowed */
} GhSchemaPatternProperty;

/* One schema. Other nodes are borrowed: GhJsonSchema owns all of them, as they may form cycles.
 * JSON is borrowed of the source. NULL, or -1 for a count, where a keyword is absent. */
struct _GhSchemaNode
{
  GhSchemaResource *resource; /* borrowed */
  JsonNode *source;
  gboolean never; /* the schema false */

  /* Of any value. */
  GhSchemaTypes types; /* 0 for all */
  JsonArray *enumeration;
  JsonNode *constant;

  /* Of numbers. */
  JsonNode *minimum;
  JsonNode *maximum;
  JsonNode *above; /* exclusiveMinimum */
  JsonNode *below; /* exclusiveMaximum */
  JsonNode *multiple_of;

  /* Of strings. */
  gint64 min_length;
  gint64 max_length;
  GhSchemaPattern *pattern; /* owned */
  GhSchemaFormat format;
  const char *format_name;

  /* Of arrays. */
  gint64 min_items;
  gint64 max_items;
  gint64 min_contains;
  gint64 max_contains;
  gboolean unique_items;
  GPtrArray *prefix_items; /* owned */
  GhSchemaNode *items;     /* of those after the prefix */
  GhSchemaNode *contains;
  gboolean contains_evaluates; /* what contains matches is evaluated: since 2020-12 */
  GhSchemaNode *unevaluated_items;

  /* Of objects. */
  gint64 min_properties;
  gint64 max_properties;
  GPtrArray *required;            /* owned; names, borrowed */
  GHashTable *dependent_required; /* owned; name -> GPtrArray of names */
  GHashTable *dependent_schemas;  /* owned; name -> GhSchemaNode */
  GHashTable *properties;         /* owned; name -> GhSchemaNode */
  GArray *pattern_properties;     /* owned; GhSchemaPatternProperty */
  GhSchemaNode *additional_properties;
  GhSchemaNode *property_names;
  GhSchemaNode *unevaluated_properties;

  /* Of the same value. */
  GhSchemaNode *ref;
  GhSchemaNode *dynamic_ref; /* where it leads without a dynamic scope */
  char *dynamic_name;        /* owned; the anchor to look for; NULL when it is as a plain $ref */
  GPtrArray *all_of;         /* owned; GhSchemaNode */
  GPtrArray *any_of;         /* the same */
  GPtrArray *one_of;         /* the same */
  GhSchemaNode *not_;
  GhSchemaNode *if_;
  GhSchemaNode *then_;
  GhSchemaNode *else_;
};

struct _GhJsonSchema
{
  gatomicrefcount ref_count;
  JsonNode *source;
  gboolean formats;
  gboolean tracks;      /* "unevaluated..." is somewhere in it */
  GhSchemaNode *root;   /* borrowed of `nodes` */
  GPtrArray *nodes;     /* owns every GhSchemaNode */
  GPtrArray *resources; /* owns every GhSchemaResource */
};

gboolean         gh_schema_compile         (GhJsonSchema     *self,
                                            GError          **error);

void             gh_schema_budget_init     (GhSchemaBudget   *budget,
                                            gint64            usec);
gboolean         gh_schema_budget_spend    (GhSchemaBudget   *budget,
                                            gsize             work);

GhSchemaPattern *gh_schema_pattern_new     (const char       *text,
                                            GError          **error);
void             gh_schema_pattern_free    (GhSchemaPattern  *pattern);
gboolean         gh_schema_pattern_matches (GhSchemaPattern  *pattern,
                                            const char       *text,
                                            GhSchemaBudget   *budget,
                                            gboolean         *gave_up);

GhSchemaFormat   gh_schema_format_find     (const char       *name);

G_END_DECLS
