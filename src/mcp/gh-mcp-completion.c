/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * Proposals for the value of an argument (requirements 8.25, 8.26). */
#include "config.h"

#include "gh-mcp-completion.h"

#include <string.h>

#include "gh-json.h"
#include "gh-mcp-error.h"
#include "gh-mcp-protocol.h"

/* A value that is put into an input must be whole: a longer one is left out, not cut. */
#define MAX_VALUE (16 * 1024)

/* The struct is public and first, so that the count does not show in the header. */
typedef struct
{
  GhMcpCompletion completion;
  gatomicrefcount count;
} Counted;

G_DEFINE_BOXED_TYPE (GhMcpCompletion, gh_mcp_completion, gh_mcp_completion_ref,
                     gh_mcp_completion_unref)

static JsonObject *
add_object (JsonObject *object,
            const char *name)
{
  JsonObject *member = json_object_new ();

  json_object_set_member (object, name, gh_json_node_new_object (member));
  return member;
}

JsonNode *
gh_mcp_completion_build_params (GhMcpCompletionKind  kind,
                                const char          *reference,
                                const char          *argument,
                                const char          *value,
                                JsonNode            *known,
                                const char          *version)
{
  gboolean prompt = kind == GH_MCP_COMPLETION_PROMPT;
  JsonObject *params, *member;

  g_return_val_if_fail (reference != NULL, NULL);
  g_return_val_if_fail (argument != NULL, NULL);
  g_return_val_if_fail (value != NULL, NULL);
  g_return_val_if_fail (version != NULL, NULL);

  params = json_object_new ();
  member = add_object (params, "ref");
  json_object_set_member (member, "type",
                          gh_json_node_new_string (prompt ? "ref/prompt" : "ref/resource"));
  json_object_set_member (member, prompt ? "name" : "uri", gh_json_node_new_string (reference));
  member = add_object (params, "argument");
  json_object_set_member (member, "name", gh_json_node_new_string (argument));
  json_object_set_member (member, "value", gh_json_node_new_string (value));
  if (known != NULL && strcmp (version, GH_MCP_VERSION_2025_06_18) >= 0)
    json_object_set_member (add_object (params, "context"), "arguments", json_node_ref (known));
  return gh_json_node_new_object (params);
}

/**
 * gh_mcp_completion_parse:
 * @result: the result of completion/complete
 * @error: GH_MCP_ERROR_PROTOCOL when it is none
 *
 * What is no string, and what is above the protocol's limit, is left out: proposals are a help, and
 * those that can be read are one (8.26).
 *
 * Returns: (transfer full) (nullable): the proposals.
 */
GhMcpCompletion *
gh_mcp_completion_parse (JsonNode  *result,
                         GError   **error)
{
  g_autoptr(GStrvBuilder) builder = g_strv_builder_new ();
  JsonObject *object;
  JsonArray *values;
  Counted *counted;
  GhMcpCompletion *self;
  guint n_values;

  g_return_val_if_fail (result != NULL, NULL);

  object = gh_json_node_get_object (result);
  object = object != NULL ? gh_json_get_object (object, "completion") : NULL;
  values = object != NULL ? gh_json_get_array (object, "values") : NULL;
  if (values == NULL)
    {
      g_set_error (error, GH_MCP_ERROR, GH_MCP_ERROR_PROTOCOL,
                   "The answer to completion/complete has no values");
      return NULL;
    }

  counted = g_new0 (Counted, 1);
  g_atomic_ref_count_init (&counted->count);
  self = &counted->completion;
  n_values = json_array_get_length (values);
  self->has_more = gh_json_get_boolean (object, "hasMore", FALSE)
                   || n_values > GH_MCP_COMPLETION_MAX_VALUES;
  self->total = MAX (gh_json_get_int (object, "total", -1), -1);
  for (guint i = 0; i < MIN (n_values, GH_MCP_COMPLETION_MAX_VALUES); i++)
    {
      const char *value = gh_json_node_get_string (json_array_get_element (values, i));

      if (value != NULL && strnlen (value, MAX_VALUE + 1) <= MAX_VALUE)
        g_strv_builder_add (builder, value);
    }
  self->values = g_strv_builder_end (builder);
  return self;
}

GhMcpCompletion *
gh_mcp_completion_ref (GhMcpCompletion *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  g_atomic_ref_count_inc (&((Counted *) self)->count);
  return self;
}

void
gh_mcp_completion_unref (GhMcpCompletion *self)
{
  g_return_if_fail (self != NULL);

  if (!g_atomic_ref_count_dec (&((Counted *) self)->count))
    return;
  g_strfreev (self->values);
  g_free (self);
}
