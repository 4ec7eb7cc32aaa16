/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * A JSON value as text, as nodes, or both. */
#include "config.h"

#include "gh-json-value.h"

struct _GhJsonValue
{
  gatomicrefcount ref_count;
  GBytes *bytes;       /* owned; what the source is in; or */
  char *text;          /* owned; the source; or NULL while there is none */
  GhJsonSource source;
  JsonNode *node;      /* owned; or NULL */
};

static GhJsonValue *
value_new (const GhJsonValue *content)
{
  GhJsonValue *self = g_new (GhJsonValue, 1);

  *self = *content;
  g_atomic_ref_count_init (&self->ref_count);
  return self;
}

/**
 * gh_json_value_new:
 * @node: (transfer none): may not be changed any more
 *
 * Returns: (transfer full): a value
 */
GhJsonValue *
gh_json_value_new (JsonNode *node)
{
  g_return_val_if_fail (node != NULL, NULL);

  return value_new (&(GhJsonValue) { .node = json_node_ref (node) });
}

GhJsonValue *
gh_json_value_new_source (GBytes       *text,
                          GhJsonSource  source)
{
  g_return_val_if_fail (text != NULL, NULL);
  g_return_val_if_fail (source.length > 0, NULL);

  return value_new (&(GhJsonValue) { .bytes = g_bytes_ref (text), .source = source });
}

GhJsonValue *
gh_json_value_take_text (char  *take_text,
                         gsize  length)
{
  g_return_val_if_fail (take_text != NULL && length > 0, NULL);

  return value_new (&(GhJsonValue) { .text = take_text, .source = { take_text, length } });
}

GhJsonValue *
gh_json_value_ref (GhJsonValue *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

void
gh_json_value_unref (GhJsonValue *self)
{
  g_return_if_fail (self != NULL);

  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;
  g_clear_pointer (&self->bytes, g_bytes_unref);
  g_free (self->text);
  g_clear_pointer (&self->node, gh_json_node_release);
  g_free (self);
}

gboolean
gh_json_value_has_node (GhJsonValue *self)
{
  g_return_val_if_fail (self != NULL, FALSE);

  return self->node != NULL;
}

JsonNode *
gh_json_value_get_node (GhJsonValue *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  if (self->node == NULL)
    self->node = gh_json_source_read (self->source);
  return self->node;
}

GhJsonSource
gh_json_value_get_source (GhJsonValue *self)
{
  g_return_val_if_fail (self != NULL, (GhJsonSource) { 0 });

  if (self->source.start == NULL)
    {
      self->text = gh_json_write (self->node, &self->source.length);
      self->source.start = self->text;
    }
  return self->source;
}

void
gh_json_value_append (GhJsonValue *self,
                      GString     *text)
{
  g_return_if_fail (self != NULL);
  g_return_if_fail (text != NULL);

  if (self->source.start != NULL)
    g_string_append_len (text, self->source.start, self->source.length);
  else
    gh_json_append (text, self->node, G_MAXSIZE);
}
