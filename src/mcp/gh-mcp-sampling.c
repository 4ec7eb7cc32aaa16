/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * A sampling request and its answer as values (requirements 6.1-6.20). */
#include "config.h"

#include "gh-mcp-sampling.h"

#include <math.h>
#include <string.h>

#include "gh-json.h"
#include "gh-mcp-error.h"
#include "gh-mcp-protocol.h"

/* The struct is public and first, so that the count does not show in the header. */
typedef struct
{
  GhMcpSamplingParams params;
  gatomicrefcount count;
} Counted;

G_DEFINE_BOXED_TYPE (GhMcpSamplingParams, gh_mcp_sampling_params,
                     gh_mcp_sampling_params_ref, gh_mcp_sampling_params_unref)

static void
message_free (gpointer data)
{
  GhMcpSamplingMessage *message = data;

  g_ptr_array_unref (message->content);
  g_free (message);
}

/* Says what is wrong with which member. Always gives FALSE. */
static gboolean G_GNUC_PRINTF (3, 4)
refuse (GError     **error,
        const char  *what,
        const char  *where,
        ...)
{
  g_autofree char *path = NULL;
  va_list args;

  va_start (args, where);
  path = g_strdup_vprintf (where, args);
  va_end (args);
  g_set_error (error, GH_MCP_ERROR, GH_MCP_ERROR_INVALID_PARAMS, "%s: %s", path, what);
  return FALSE;
}

/* The member, or NULL when it is absent or null, which say the same. */
static JsonNode *
get_given (JsonObject *object,
           const char *name)
{
  JsonNode *node = gh_json_get (object, name);

  return node != NULL && !gh_json_node_is_null (node) ? node : NULL;
}

/* 100 and 100.0 are the same number to JSON. */
static gboolean
read_int (JsonNode *node,
          gint64   *value)
{
  double real;

  if (gh_json_node_get_int (node, value))
    return TRUE;
  if (!gh_json_node_get_double (node, &real) || real != floor (real) || fabs (real) > 1e15)
    return FALSE;
  *value = (gint64) real;
  return TRUE;
}

static gboolean
read_blocks (GhMcpSamplingMessage  *message,
             JsonNode              *content,
             guint                  index,
             const char            *version,
             GError               **error)
{
  JsonArray *array = gh_json_node_get_array (content);
  guint n_blocks = array != NULL ? json_array_get_length (array) : 1;

  if (array != NULL && strcmp (version, GH_MCP_VERSION_2025_11_25) < 0)
    return refuse (error, "must be one block, not a list, in this revision",
                   "messages[%u].content", index);
  if (n_blocks == 0)
    return refuse (error, "must not be empty", "messages[%u].content", index);
  if (n_blocks > GH_MCP_SAMPLING_MAX_BLOCKS)
    return refuse (error, "has too many blocks", "messages[%u].content", index);

  for (guint i = 0; i < n_blocks; i++)
    {
      g_autofree char *where = array != NULL
        ? g_strdup_printf ("messages[%u].content[%u]", index, i)
        : g_strdup_printf ("messages[%u].content", index);
      JsonNode *node = array != NULL ? json_array_get_element (array, i) : content;
      GhMcpContent *block = gh_mcp_content_parse (node, where, TRUE, error);

      if (block == NULL)
        return FALSE;
      g_ptr_array_add (message->content, block);
      if (block->kind == GH_MCP_CONTENT_AUDIO && strcmp (version, GH_MCP_VERSION_2025_03_26) < 0)
        return refuse (error, "audio is not part of this revision", "%s.type", where);
    }
  return TRUE;
}

static gboolean
read_message (GhMcpSamplingParams  *self,
              JsonNode             *node,
              guint                 index,
              const char           *version,
              GError              **error)
{
  JsonObject *object = gh_json_node_get_object (node);
  GhMcpSamplingMessage *message;
  const char *role;
  JsonNode *content;

  if (object == NULL)
    return refuse (error, "must be an object", "messages[%u]", index);
  role = gh_json_get_string (object, "role");
  if (role == NULL || (strcmp (role, "user") != 0 && strcmp (role, "assistant") != 0))
    return refuse (error, "must be \"user\" or \"assistant\"", "messages[%u].role", index);
  content = get_given (object, "content");
  if (content == NULL)
    return refuse (error, "is missing", "messages[%u].content", index);

  message = g_new0 (GhMcpSamplingMessage, 1);
  message->from_assistant = strcmp (role, "assistant") == 0;
  message->content = g_ptr_array_new_with_free_func ((GDestroyNotify) gh_mcp_content_unref);
  g_ptr_array_add (self->messages, message);
  return read_blocks (message, content, index, version, error);
}

static gboolean
read_messages (GhMcpSamplingParams  *self,
               JsonObject           *object,
               const char           *version,
               GError              **error)
{
  JsonArray *array = gh_json_get_array (object, "messages");

  if (array == NULL)
    return refuse (error, "must be a list", "messages");
  if (json_array_get_length (array) == 0)
    return refuse (error, "must not be empty", "messages");
  if (json_array_get_length (array) > GH_MCP_SAMPLING_MAX_MESSAGES)
    return refuse (error, "has too many messages", "messages");
  for (guint i = 0; i < json_array_get_length (array); i++)
    if (!read_message (self, json_array_get_element (array, i), i, version, error))
      return FALSE;
  return TRUE;
}

static gboolean
read_string (JsonObject  *object,
             const char  *name,
             char       **value,
             GError     **error)
{
  JsonNode *node = get_given (object, name);

  if (node == NULL)
    return TRUE;
  if (!gh_json_node_is_string (node))
    return refuse (error, "must be a string", "%s", name);
  *value = gh_json_node_dup_text (node);
  return TRUE;
}

static gboolean
read_limits (GhMcpSamplingParams  *self,
             JsonObject           *object,
             GError              **error)
{
  JsonNode *node = get_given (object, "maxTokens");

  if (node == NULL)
    return refuse (error, "is missing", "maxTokens");
  if (!read_int (node, &self->max_tokens) || self->max_tokens <= 0)
    return refuse (error, "must be a whole number above 0", "maxTokens");

  node = get_given (object, "temperature");
  if (node != NULL
      && (!gh_json_node_get_double (node, &self->temperature) || !isfinite (self->temperature)
          || self->temperature < 0))
    return refuse (error, "must be a number, 0 or above", "temperature");
  return TRUE;
}

static gboolean
read_stop_sequences (GhMcpSamplingParams  *self,
                     JsonObject           *object,
                     GError              **error)
{
  g_autoptr(GStrvBuilder) builder = g_strv_builder_new ();
  JsonNode *node = get_given (object, "stopSequences");
  JsonArray *array = node != NULL ? gh_json_node_get_array (node) : NULL;
  guint n_sequences = array != NULL ? json_array_get_length (array) : 0;

  if (node != NULL && array == NULL)
    return refuse (error, "must be a list", "stopSequences");
  if (n_sequences > GH_MCP_SAMPLING_MAX_STOP_SEQUENCES)
    return refuse (error, "has too many entries", "stopSequences");
  for (guint i = 0; i < n_sequences; i++)
    {
      JsonNode *element = json_array_get_element (array, i);
      g_autofree char *text = NULL;

      if (!gh_json_node_is_string (element))
        return refuse (error, "must be a string", "stopSequences[%u]", i);
      text = gh_json_node_dup_text (element);
      g_strv_builder_add (builder, text);
    }
  self->stop_sequences = g_strv_builder_end (builder);
  return TRUE;
}

static gboolean
read_hints (GhMcpSamplingParams  *self,
            JsonObject           *preferences,
            GError              **error)
{
  g_autoptr(GStrvBuilder) builder = g_strv_builder_new ();
  JsonNode *node = preferences != NULL ? get_given (preferences, "hints") : NULL;
  JsonArray *array = node != NULL ? gh_json_node_get_array (node) : NULL;
  guint n_hints = array != NULL ? json_array_get_length (array) : 0;

  if (node != NULL && array == NULL)
    return refuse (error, "must be a list", "modelPreferences.hints");
  if (n_hints > GH_MCP_SAMPLING_MAX_HINTS)
    return refuse (error, "has too many entries", "modelPreferences.hints");
  for (guint i = 0; i < n_hints; i++)
    {
      JsonObject *hint = gh_json_node_get_object (json_array_get_element (array, i));
      JsonNode *name = hint != NULL ? get_given (hint, "name") : NULL;

      if (hint == NULL)
        return refuse (error, "must be an object", "modelPreferences.hints[%u]", i);
      /* A hint may have other keys only; those mean nothing to us (6.11). */
      if (name == NULL)
        continue;
      if (!gh_json_node_is_string (name))
        return refuse (error, "must be a string", "modelPreferences.hints[%u].name", i);

      g_autofree char *text = gh_json_node_dup_text (name);

      g_strv_builder_add (builder, text);
    }
  self->hints = g_strv_builder_end (builder);
  return TRUE;
}

static gboolean
read_priority (JsonObject  *preferences,
               const char  *name,
               double      *value,
               GError     **error)
{
  JsonNode *node = preferences != NULL ? get_given (preferences, name) : NULL;

  if (node == NULL)
    return TRUE;
  /* Written so that NAN fails too. */
  if (!gh_json_node_get_double (node, value) || !(*value >= 0.0 && *value <= 1.0))
    return refuse (error, "must be a number from 0 to 1", "modelPreferences.%s", name);
  return TRUE;
}

static gboolean
read_preferences (GhMcpSamplingParams  *self,
                  JsonObject           *object,
                  GError              **error)
{
  JsonNode *node = get_given (object, "modelPreferences");
  JsonObject *preferences = node != NULL ? gh_json_node_get_object (node) : NULL;

  if (node != NULL && preferences == NULL)
    return refuse (error, "must be an object", "modelPreferences");
  return read_hints (self, preferences, error)
    && read_priority (preferences, "costPriority", &self->cost_priority, error)
    && read_priority (preferences, "speedPriority", &self->speed_priority, error)
    && read_priority (preferences, "intelligencePriority", &self->intelligence_priority, error);
}

static gboolean
read_context (GhMcpSamplingParams  *self,
              JsonObject           *object,
              GError              **error)
{
  static const char * const known[] = { "none", "thisServer", "allServers", NULL };

  if (!read_string (object, "includeContext", &self->include_context, error))
    return FALSE;
  if (self->include_context != NULL && !g_strv_contains (known, self->include_context))
    return refuse (error, "must be \"none\", \"thisServer\" or \"allServers\"", "includeContext");
  return TRUE;
}

static gboolean
read_rest (GhMcpSamplingParams  *self,
           JsonObject           *object,
           GError              **error)
{
  JsonNode *metadata = get_given (object, "metadata");

  if (metadata != NULL && gh_json_node_get_object (metadata) == NULL)
    return refuse (error, "must be an object", "metadata");
  if (metadata != NULL)
    self->metadata = json_node_ref (metadata);
  /* sampling.tools is not declared: an answer without tools is not what the server asked for
   * (6.7). */
  if (get_given (object, "tools") != NULL)
    return refuse (error, "is not supported by this client", "tools");
  if (get_given (object, "toolChoice") != NULL)
    return refuse (error, "is not supported by this client", "toolChoice");
  return TRUE;
}

/**
 * gh_mcp_sampling_params_parse:
 * @params: (nullable): the params of sampling/createMessage
 * @version: the negotiated revision; it decides which content there is
 * @error: GH_MCP_ERROR_INVALID_PARAMS naming the member by its path
 *
 * Returns: (transfer full) (nullable): the request, checked.
 */
GhMcpSamplingParams *
gh_mcp_sampling_params_parse (JsonNode    *params,
                              const char  *version,
                              GError     **error)
{
  g_autoptr(GhMcpSamplingParams) self = NULL;
  JsonObject *object;
  Counted *counted;

  g_return_val_if_fail (version != NULL, NULL);

  object = params != NULL ? gh_json_node_get_object (params) : NULL;
  if (object == NULL)
    {
      refuse (error, "must be an object", "params");
      return NULL;
    }

  counted = g_new0 (Counted, 1);
  g_atomic_ref_count_init (&counted->count);
  self = &counted->params;
  self->raw = json_node_ref (params);
  self->messages = g_ptr_array_new_with_free_func (message_free);
  self->temperature = NAN;
  self->cost_priority = NAN;
  self->speed_priority = NAN;
  self->intelligence_priority = NAN;
  if (!read_messages (self, object, version, error)
      || !read_string (object, "systemPrompt", &self->system_prompt, error)
      || !read_limits (self, object, error)
      || !read_stop_sequences (self, object, error)
      || !read_preferences (self, object, error)
      || !read_context (self, object, error)
      || !read_rest (self, object, error))
    return NULL;
  return g_steal_pointer (&self);
}

GhMcpSamplingParams *
gh_mcp_sampling_params_ref (GhMcpSamplingParams *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  g_atomic_ref_count_inc (&((Counted *) self)->count);
  return self;
}

void
gh_mcp_sampling_params_unref (GhMcpSamplingParams *self)
{
  g_return_if_fail (self != NULL);

  if (!g_atomic_ref_count_dec (&((Counted *) self)->count))
    return;
  g_ptr_array_unref (self->messages);
  g_free (self->system_prompt);
  g_strfreev (self->stop_sequences);
  g_free (self->include_context);
  g_strfreev (self->hints);
  g_clear_pointer (&self->metadata, json_node_unref);
  g_clear_pointer (&self->raw, json_node_unref);
  g_free (self);
}

/**
 * gh_mcp_sampling_result_build:
 * @text: the assistant's answer, valid UTF-8
 * @model: the model that gave it, by its real name
 * @stop_reason: (nullable): "endTurn", "stopSequence", "maxTokens" or any other word
 *
 * One block, which every revision takes (6.17, 6.18). Returns: (transfer full): the result object.
 */
JsonNode *
gh_mcp_sampling_result_build (const char *text,
                              const char *model,
                              const char *stop_reason)
{
  g_autoptr(GhMcpContent) content = NULL;
  JsonObject *result;

  g_return_val_if_fail (text != NULL, NULL);
  g_return_val_if_fail (model != NULL, NULL);

  content = gh_mcp_content_new_text (text);
  result = json_object_new ();
  json_object_set_member (result, "role", gh_json_node_new_string ("assistant"));
  json_object_set_member (result, "content", json_node_ref (content->raw));
  json_object_set_member (result, "model", gh_json_node_new_string (model));
  if (stop_reason != NULL)
    json_object_set_member (result, "stopReason", gh_json_node_new_string (stop_reason));
  return gh_json_node_new_object (result);
}
