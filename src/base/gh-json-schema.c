/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * JSON Schema: the compiled schema. */
#include "config.h"

#include "gh-json-schema-private.h"

#include <time.h>

G_DEFINE_QUARK (gh-json-schema-error-quark, gh_json_schema_error)

static gint64
thread_usec (void)
{
  struct timespec time;

  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &time);
  return (gint64) time.tv_sec * G_USEC_PER_SEC + time.tv_nsec / 1000;
}

void
gh_schema_budget_init (GhSchemaBudget *budget,
                       gint64          usec)
{
  budget->deadline = thread_usec () + usec;
  budget->work = 0;
}

/* Accounts for work, see GH_SCHEMA_LOOK; FALSE when the time is over. */
gboolean
gh_schema_budget_spend (GhSchemaBudget *budget,
                        gsize           work)
{
  budget->work += work;
  if (budget->work < GH_SCHEMA_LOOK)
    return TRUE;
  budget->work = 0;
  return thread_usec () <= budget->deadline;
}

static void
node_free (GhSchemaNode *node)
{
  g_clear_pointer (&node->pattern, gh_schema_pattern_free);
  g_clear_pointer (&node->prefix_items, g_ptr_array_unref);
  g_clear_pointer (&node->required, g_ptr_array_unref);
  g_clear_pointer (&node->dependent_required, g_hash_table_unref);
  g_clear_pointer (&node->dependent_schemas, g_hash_table_unref);
  g_clear_pointer (&node->properties, g_hash_table_unref);
  g_clear_pointer (&node->pattern_properties, g_array_unref);
  g_clear_pointer (&node->dynamic_name, g_free);
  g_clear_pointer (&node->all_of, g_ptr_array_unref);
  g_clear_pointer (&node->any_of, g_ptr_array_unref);
  g_clear_pointer (&node->one_of, g_ptr_array_unref);
  g_free (node);
}

static void
resource_free (GhSchemaResource *resource)
{
  g_free (resource->uri);
  g_hash_table_unref (resource->anchors);
  g_hash_table_unref (resource->dynamic_anchors);
  g_free (resource);
}

static GhJsonSchema *
schema_new (JsonNode  *source,
            gboolean   formats,
            GError   **error)
{
  g_autoptr(GhJsonSchema) self = g_new0 (GhJsonSchema, 1);

  g_atomic_ref_count_init (&self->ref_count);
  self->source = json_node_ref (source);
  self->formats = formats;
  self->nodes = g_ptr_array_new_with_free_func ((GDestroyNotify) node_free);
  self->resources = g_ptr_array_new_with_free_func ((GDestroyNotify) resource_free);
  return gh_schema_compile (self, error) ? g_steal_pointer (&self) : NULL;
}

/**
 * gh_json_schema_new:
 * @schema: (transfer none): kept, and must not change any more
 *
 * "format" says nothing about validity, as is the rule of 2020-12.
 *
 * Returns: (transfer full) (nullable): the compiled schema, or NULL with an error
 */
GhJsonSchema *
gh_json_schema_new (JsonNode  *schema,
                    GError   **error)
{
  g_return_val_if_fail (schema != NULL, NULL);

  return schema_new (schema, FALSE, error);
}

/**
 * gh_json_schema_new_with_formats:
 * @schema: (transfer none): kept, and must not change any more
 *
 * For elicited answers: "format" is checked where it is "email", "uri", "date" or "date-time".
 *
 * Returns: (transfer full) (nullable): the compiled schema, or NULL with an error
 */
GhJsonSchema *
gh_json_schema_new_with_formats (JsonNode  *schema,
                                 GError   **error)
{
  g_return_val_if_fail (schema != NULL, NULL);

  return schema_new (schema, TRUE, error);
}

GhJsonSchema *
gh_json_schema_ref (GhJsonSchema *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

void
gh_json_schema_unref (GhJsonSchema *self)
{
  g_return_if_fail (self != NULL);

  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;
  g_ptr_array_unref (self->nodes);
  g_ptr_array_unref (self->resources);
  gh_json_node_release (self->source);
  g_free (self);
}
