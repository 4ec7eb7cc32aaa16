/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * A file of cases: one JSON object a line. */
#include "config.h"

#include "case-file.h"

#include <string.h>

#include "case-check.h"

G_DEFINE_QUARK (case-error-quark, case_error)

void
case_free (Case *self)
{
  g_free (self->id);
  g_free (self->transport);
  g_free (self->provider);
  g_strfreev (self->needs);
  json_node_unref (self->node);
  g_free (self);
}

JsonObject *
case_get_step (Case  *self,
               guint  index)
{
  return gh_json_node_get_object (json_array_get_element (self->script, index));
}

static Case *
case_new (JsonNode *take_node)
{
  Case *self = g_new0 (Case, 1);
  JsonObject *object = gh_json_node_get_object (take_node);
  JsonArray *needs = gh_json_get_array (object, "needs");
  g_autoptr(GStrvBuilder) names = g_strv_builder_new ();

  self->node = take_node;
  self->id = g_strdup (gh_json_get_string (object, "id"));
  self->transport = g_strdup (gh_json_get_string (object, "transport"));
  self->script = gh_json_get_array (object, "script");
  for (guint i = 0; i < json_array_get_length (needs); i++)
    g_strv_builder_add (names, gh_json_node_get_string (json_array_get_element (needs, i)));
  self->needs = g_strv_builder_end (names);
  for (guint i = 0; i < json_array_get_length (self->script); i++)
    {
      const char *provider = gh_json_get_string (case_get_step (self, i), "provider");

      if (provider != NULL)
        {
          g_free (self->provider);
          self->provider = g_strdup (provider);
        }
    }
  return self;
}

GPtrArray *
case_file_read (const char  *path,
                GError     **error)
{
  g_autoptr(GPtrArray) cases = g_ptr_array_new_with_free_func ((GDestroyNotify) case_free);
  g_autofree char *text = NULL;
  g_auto(GStrv) lines = NULL;

  if (!g_file_get_contents (path, &text, NULL, error))
    return NULL;
  lines = g_strsplit (text, "\n", -1);
  for (guint i = 0; lines[i] != NULL; i++)
    {
      g_autoptr(JsonNode) node = NULL;

      g_strchomp (lines[i]);
      if (lines[i][0] == '\0')
        continue;
      node = gh_json_read (lines[i], strlen (lines[i]), error);
      if (node == NULL || !case_check (node, error))
        {
          g_prefix_error (error, "line %u: ", i + 1);
          return NULL;
        }
      g_ptr_array_add (cases, case_new (g_steal_pointer (&node)));
    }
  return g_steal_pointer (&cases);
}
