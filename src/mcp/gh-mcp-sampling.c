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

/* Where a block stands, for messages. */
static char *
dup_block_path (GhMcpSamplingMessage *message,
                guint                 index,
                guint                 block)
{
  return message->is_list ? g_strdup_printf ("messages[%u].content[%u]", index, block)
                          : g_strdup_printf ("messages[%u].content", index);
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

/* Whether a block of this kind is part of the revision, and of a message of this role. */
static gboolean
check_kind (GhMcpContent *block,
            gboolean      from_assistant,
            const char   *where,
            const char   *version,
            GError      **error)
{
  gboolean use = block->kind == GH_MCP_CONTENT_TOOL_USE;
  gboolean result = block->kind == GH_MCP_CONTENT_TOOL_RESULT;

  if (block->kind == GH_MCP_CONTENT_AUDIO && strcmp (version, GH_MCP_VERSION_2025_03_26) < 0)
    return refuse (error, "audio is not part of this revision", "%s.type", where);
  if ((use || result) && strcmp (version, GH_MCP_VERSION_2025_11_25) < 0)
    return refuse (error, "tools are not part of this revision", "%s.type", where);
  if (use && !from_assistant)
    return refuse (error, "tool_use belongs in a message of the assistant", "%s.type", where);
  if (result && from_assistant)
    return refuse (error, "tool_result belongs in a message of the user", "%s.type", where);
  if (block->structured != NULL && gh_json_node_get_object (block->structured) == NULL
      && strcmp (version, GH_MCP_VERSION_2025_11_25) <= 0)
    return refuse (error, "must be an object in this revision", "%s.structuredContent", where);
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

  message->is_list = array != NULL;
  for (guint i = 0; i < n_blocks; i++)
    {
      g_autofree char *where = dup_block_path (message, index, i);
      JsonNode *node = array != NULL ? json_array_get_element (array, i) : content;
      GhMcpContent *block = gh_mcp_content_parse (node, where, TRUE, error);

      if (block == NULL)
        return FALSE;
      g_ptr_array_add (message->content, block);
      if (!check_kind (block, message->from_assistant, where, version, error))
        return FALSE;
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

/* The ids of a message's tool uses, each with NULL; each id is used once in a request, else nobody
 * could say which use a result belongs to. */
static GHashTable *
collect_uses (GhMcpSamplingMessage  *message,
              guint                  index,
              GHashTable            *all,
              GError               **error)
{
  g_autoptr(GHashTable) uses = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint i = 0; i < message->content->len; i++)
    {
      GhMcpContent *block = g_ptr_array_index (message->content, i);

      if (block->kind != GH_MCP_CONTENT_TOOL_USE)
        continue;
      if (!g_hash_table_add (all, block->id))
        {
          g_autofree char *where = dup_block_path (message, index, i);

          refuse (error, "is the id of another tool use", "%s.id", where);
          return NULL;
        }
      g_hash_table_add (uses, block->id);
    }
  return g_steal_pointer (&uses);
}

/* A message's tool results: none, or nothing else in it, each for a use of the message before.
 * Takes what is answered out of open. */
static gboolean
match_results (GhMcpSamplingMessage  *message,
               guint                  index,
               GHashTable            *open,
               GError               **error)
{
  guint n_results = 0;

  for (guint i = 0; i < message->content->len; i++)
    {
      GhMcpContent *block = g_ptr_array_index (message->content, i);
      g_autofree char *where = NULL;

      if (block->kind != GH_MCP_CONTENT_TOOL_RESULT)
        continue;
      n_results++;
      if (g_hash_table_remove (open, block->id))
        continue;
      where = dup_block_path (message, index, i);
      return refuse (error, "matches no tool use of the message before that waits for a result",
                     "%s.toolUseId", where);
    }
  if (n_results > 0 && n_results < message->content->len)
    return refuse (error, "Tool results mixed with other content", "messages[%u].content", index);
  return TRUE;
}

/* Every tool use is answered by the next message, and every result answers one (6.13, 6.14). */
static gboolean
check_turns (GhMcpSamplingParams  *self,
             GError              **error)
{
  g_autoptr(GHashTable) all = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr(GHashTable) open = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint i = 0; i < self->messages->len; i++)
    {
      GhMcpSamplingMessage *message = g_ptr_array_index (self->messages, i);

      if (!match_results (message, i, open, error))
        return FALSE;
      if (g_hash_table_size (open) > 0)
        return refuse (error, "Tool result missing in request", "messages[%u].content", i);
      g_hash_table_unref (open);
      open = collect_uses (message, i, all, error);
      if (open == NULL)
        return FALSE;
    }
  if (g_hash_table_size (open) > 0)
    return refuse (error, "Tool result missing in request", "messages[%u].content",
                   self->messages->len - 1);
  return TRUE;
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
  return check_turns (self, error);
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
read_tool (GhMcpSamplingParams  *self,
           JsonNode             *node,
           guint                 index,
           GHashTable           *names,
           GError              **error)
{
  JsonObject *object = gh_json_node_get_object (node);
  JsonNode *description = object != NULL ? get_given (object, "description") : NULL;
  JsonObject *schema;
  GhMcpTool *tool;
  const char *name;

  if (object == NULL)
    return refuse (error, "must be an object", "tools[%u]", index);
  name = gh_json_get_string (object, "name");
  if (name == NULL || *name == '\0')
    return refuse (error, "must be a string that is not empty", "tools[%u].name", index);
  if (strlen (name) > GH_MCP_CONTENT_MAX_NAME)
    return refuse (error, "is too long", "tools[%u].name", index);
  if (description != NULL && !gh_json_node_is_string (description))
    return refuse (error, "must be a string", "tools[%u].description", index);
  schema = gh_json_get_object (object, "inputSchema");
  if (schema == NULL)
    return refuse (error, "must be an object", "tools[%u].inputSchema", index);
  if (g_strcmp0 (gh_json_get_string (schema, "type"), "object") != 0)
    return refuse (error, "must be \"object\"", "tools[%u].inputSchema.type", index);

  tool = gh_mcp_tool_parse (node, FALSE, error);
  if (tool == NULL)
    return FALSE;
  g_ptr_array_add (self->tools, tool);
  if (!g_hash_table_add (names, tool->name))
    return refuse (error, "is the name of another tool", "tools[%u].name", index);
  return TRUE;
}

static gboolean
read_tool_choice (GhMcpSamplingParams  *self,
                  JsonNode             *node,
                  GError              **error)
{
  JsonObject *object = gh_json_node_get_object (node);
  JsonNode *mode;
  const char *word;

  if (object == NULL)
    return refuse (error, "must be an object", "toolChoice");
  mode = get_given (object, "mode");
  if (mode == NULL)
    return TRUE;
  word = gh_json_node_get_string (mode);
  if (g_strcmp0 (word, "required") == 0)
    self->tool_choice = GH_MCP_TOOL_CHOICE_REQUIRED;
  else if (g_strcmp0 (word, "none") == 0)
    self->tool_choice = GH_MCP_TOOL_CHOICE_NONE;
  else if (g_strcmp0 (word, "auto") != 0)
    return refuse (error, "must be \"auto\", \"required\" or \"none\"", "toolChoice.mode");
  if (self->tool_choice == GH_MCP_TOOL_CHOICE_REQUIRED && self->tools->len == 0)
    return refuse (error, "must not be \"required\" without tools", "toolChoice.mode");
  return TRUE;
}

/* Tools that the model may use; the server runs them, never the host (6.7, 6.8). */
static gboolean
read_tools (GhMcpSamplingParams  *self,
            JsonObject           *object,
            const char           *version,
            GError              **error)
{
  g_autoptr(GHashTable) names = g_hash_table_new (g_str_hash, g_str_equal);
  JsonNode *tools = get_given (object, "tools");
  JsonNode *choice = get_given (object, "toolChoice");
  JsonArray *array = tools != NULL ? gh_json_node_get_array (tools) : NULL;
  guint n_tools = array != NULL ? json_array_get_length (array) : 0;

  /* Nobody declared them there: an answer without tools is not what the server asked for. */
  if (strcmp (version, GH_MCP_VERSION_2025_11_25) < 0 && (tools != NULL || choice != NULL))
    return refuse (error, "is not part of this revision", tools != NULL ? "tools" : "toolChoice");
  if (tools != NULL && array == NULL)
    return refuse (error, "must be a list", "tools");
  if (n_tools > GH_MCP_SAMPLING_MAX_TOOLS)
    return refuse (error, "has too many entries", "tools");
  for (guint i = 0; i < n_tools; i++)
    if (!read_tool (self, json_array_get_element (array, i), i, names, error))
      return FALSE;
  return choice == NULL || read_tool_choice (self, choice, error);
}

static gboolean
read_metadata (GhMcpSamplingParams  *self,
               JsonObject           *object,
               GError              **error)
{
  JsonNode *metadata = get_given (object, "metadata");

  if (metadata != NULL && gh_json_node_get_object (metadata) == NULL)
    return refuse (error, "must be an object", "metadata");
  if (metadata != NULL)
    self->metadata = json_node_ref (metadata);
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
  self->tools = g_ptr_array_new_with_free_func ((GDestroyNotify) gh_mcp_tool_unref);
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
      || !read_tools (self, object, version, error)
      || !read_metadata (self, object, error))
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
  g_ptr_array_unref (self->tools);
  g_free (self->system_prompt);
  g_strfreev (self->stop_sequences);
  g_free (self->include_context);
  g_strfreev (self->hints);
  g_clear_pointer (&self->metadata, json_node_unref);
  g_clear_pointer (&self->raw, json_node_unref);
  g_free (self);
}

/* One block by itself, which every revision takes and older servers expect; several as a list. */
static JsonNode *
build_content (GPtrArray *blocks)
{
  GhMcpContent *first = g_ptr_array_index (blocks, 0);
  JsonArray *array;

  if (blocks->len == 1)
    return gh_mcp_content_dup_raw (first);
  array = json_array_new ();
  for (guint i = 0; i < blocks->len; i++)
    {
      GhMcpContent *block = g_ptr_array_index (blocks, i);

      json_array_add_element (array, gh_mcp_content_dup_raw (block));
    }
  return gh_json_node_new_array (array);
}

/**
 * gh_mcp_sampling_result_build:
 * @blocks: (element-type GhMcpContent): the assistant's answer, at least one block; more than one
 *   only for a server of 2025-11-25 or later
 * @model: the model that gave it, by its real name
 * @stop_reason: (nullable): "endTurn", "stopSequence", "maxTokens", "toolUse" or any other word
 *
 * (6.17, 6.18). Returns: (transfer full): the result object.
 */
JsonNode *
gh_mcp_sampling_result_build (GPtrArray  *blocks,
                              const char *model,
                              const char *stop_reason)
{
  JsonObject *result;

  g_return_val_if_fail (blocks != NULL && blocks->len > 0, NULL);
  g_return_val_if_fail (model != NULL, NULL);

  result = json_object_new ();
  json_object_set_member (result, "role", gh_json_node_new_string ("assistant"));
  json_object_set_member (result, "content", build_content (blocks));
  json_object_set_member (result, "model", gh_json_node_new_string (model));
  if (stop_reason != NULL)
    json_object_set_member (result, "stopReason", gh_json_node_new_string (stop_reason));
  return gh_json_node_new_object (result);
}
