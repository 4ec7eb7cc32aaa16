/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * One validation while it runs: what the walk and the assertions share. */
#pragma once

#include "gh-json-schema-private.h"

G_BEGIN_DECLS

/* One validation. */
typedef struct
{
  GhJsonSchema *schema;
  GhSchemaBudget budget;
  guint depth;
  guint quiet;      /* above 0 while failing decides something, and is no error yet */
  gboolean stopped; /* over a limit; nothing that is returned means anything */
  GError **error;
} GhSchemaRun;

/* A value under a schema, and what led to it. */
typedef struct _GhSchemaFrame
{
  const struct _GhSchemaFrame *outer;
  const GhSchemaNode *schema;
  JsonNode *value;
  const char *name; /* in the outer value, an object; else */
  guint index;      /* in the outer value, an array; */
  gboolean inner;   /* when this is another value than the outer frame's */
} GhSchemaFrame;

gboolean gh_schema_run_stop     (GhSchemaRun         *run,
                                 const char          *message);
gboolean gh_schema_run_spend    (GhSchemaRun         *run,
                                 gsize                work);
gboolean gh_schema_run_fail     (GhSchemaRun         *run,
                                 const GhSchemaFrame *frame,
                                 const char          *keyword,
                                 const char          *format,
                                 ...) G_GNUC_PRINTF (4, 5);
char    *gh_schema_dup_name     (const char          *raw);

gboolean gh_schema_check_value  (GhSchemaRun         *run,
                                 const GhSchemaFrame *frame,
                                 const GhSchemaNode  *schema);
gboolean gh_schema_check_number (GhSchemaRun         *run,
                                 const GhSchemaFrame *frame,
                                 const GhSchemaNode  *schema);
gboolean gh_schema_check_string (GhSchemaRun         *run,
                                 const GhSchemaFrame *frame,
                                 const GhSchemaNode  *schema);
gboolean gh_schema_check_unique (GhSchemaRun         *run,
                                 const GhSchemaFrame *frame);

G_END_DECLS
