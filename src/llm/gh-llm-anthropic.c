/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * Anthropic's Messages API, which llama.cpp speaks, too. */
#include "config.h"

#include "gh-llm-api.h"

#include "gh-json.h"

#include <math.h>
#include <string.h>

/* The API wants a limit; servers that give none get what is usual for an answer. */
#define DEFAULT_MAX_TOKENS 4096

/* --- request --- */

static JsonObject *
new_block (const char *type)
{
  JsonObject *object = json_object_new ();

  json_object_set_member (object, "type", gh_json_node_new_string (type));

  return object;
}

static JsonNode *
encode_image (GhLlmPart  *part,
              GError    **error)
{
  static const char * const types[] = { "image/jpeg", "image/png", "image/gif", "image/webp",
                                        NULL };

  if (!g_strv_contains (types, part->mime_type))
    {
      gh_llm_set_unsupported (error, "images other than JPEG, PNG, GIF and WebP");
      return NULL;
    }

  g_autofree char *base64 = gh_llm_dup_base64 (part);
  JsonObject *source = new_block ("base64");
  JsonObject *object = new_block ("image");

  json_object_set_member (source, "media_type", gh_json_node_new_string (part->mime_type));
  json_object_set_member (source, "data", gh_json_node_new_string (base64));
  json_object_set_member (object, "source", gh_json_node_new_object (source));

  return gh_json_node_new_object (object);
}

static JsonNode *
encode_text (const char *text)
{
  JsonObject *object = new_block ("text");

  json_object_set_member (object, "text", gh_json_node_new_string (text));

  return gh_json_node_new_object (object);
}

static JsonNode *
encode_use (GhLlmPart *part)
{
  g_autofree char *name = gh_llm_dup_wire_name (part->name);
  JsonObject *object = new_block ("tool_use");

  json_object_set_member (object, "id", gh_json_node_new_string (part->id));
  json_object_set_member (object, "name", gh_json_node_new_string (name));
  json_object_set_member (object, "input", json_node_ref (part->input));

  return gh_json_node_new_object (object);
}

static JsonNode *encode_parts (GPtrArray *parts, GError **error);

static JsonNode *
encode_result (GhLlmPart  *part,
               GError    **error)
{
  JsonNode *content = encode_parts (part->parts, error);

  if (content == NULL)
    return NULL;

  JsonObject *object = new_block ("tool_result");

  json_object_set_member (object, "tool_use_id", gh_json_node_new_string (part->id));
  json_object_set_member (object, "content", content);
  if (part->is_error)
    json_object_set_member (object, "is_error", gh_json_node_new_boolean (TRUE));

  return gh_json_node_new_object (object);
}

static JsonNode *
encode_part (GhLlmPart  *part,
             GError    **error)
{
  switch (part->kind)
    {
    case GH_LLM_PART_TEXT:
      return encode_text (part->text);

    case GH_LLM_PART_IMAGE:
      return encode_image (part, error);

    case GH_LLM_PART_AUDIO:
      gh_llm_set_unsupported (error, "audio");
      return NULL;

    case GH_LLM_PART_TOOL_USE:
      return encode_use (part);

    case GH_LLM_PART_TOOL_RESULT:
      return encode_result (part, error);

    default:
      g_assert_not_reached ();
    }
}

/* Texts without a character are refused by the API, and say nothing. */
static JsonNode *
encode_parts (GPtrArray  *parts,
              GError    **error)
{
  g_autoptr(JsonArray) array = json_array_new ();

  for (guint i = 0; i < parts->len; i++)
    {
      GhLlmPart *part = g_ptr_array_index (parts, i);
      JsonNode *block;

      if (part->kind == GH_LLM_PART_TEXT && *part->text == '\0')
        continue;
      block = encode_part (part, error);
      if (block == NULL)
        return NULL;
      json_array_add_element (array, block);
    }

  return gh_json_node_new_array (g_steal_pointer (&array));
}

static JsonNode *
encode_messages (GhLlmRequest  *request,
                 GError       **error)
{
  g_autoptr(JsonArray) array = json_array_new ();

  for (guint i = 0; i < request->messages->len; i++)
    {
      GhLlmMessage *message = g_ptr_array_index (request->messages, i);
      JsonNode *content = encode_parts (message->parts, error);
      JsonObject *object;

      if (content == NULL)
        return NULL;
      object = json_object_new ();
      json_object_set_member (
          object, "role", gh_json_node_new_string (message->from_assistant ? "assistant" : "user"));
      json_object_set_member (object, "content", content);
      json_array_add_element (array, gh_json_node_new_object (object));
    }

  return gh_json_node_new_array (g_steal_pointer (&array));
}

static void
encode_tools (JsonObject   *body,
              GhLlmRequest *request)
{
  static const char * const words[] = {
    [GH_LLM_TOOL_CHOICE_AUTO] = "auto",
    [GH_LLM_TOOL_CHOICE_REQUIRED] = "any",
    [GH_LLM_TOOL_CHOICE_NONE] = "none",
  };
  JsonArray *array;

  if (request->tools->len == 0)
    return;

  array = json_array_new ();
  for (guint i = 0; i < request->tools->len; i++)
    {
      GhLlmTool *tool = g_ptr_array_index (request->tools, i);
      g_autofree char *name = gh_llm_dup_wire_name (tool->name);
      JsonObject *object = json_object_new ();

      json_object_set_member (object, "name", gh_json_node_new_string (name));
      if (tool->description != NULL)
        json_object_set_member (object, "description", gh_json_node_new_string (tool->description));
      json_object_set_member (object, "input_schema", json_node_ref (tool->input_schema));
      json_array_add_element (array, gh_json_node_new_object (object));
    }
  json_object_set_member (body, "tools", gh_json_node_new_array (array));
  json_object_set_member (body, "tool_choice",
                          gh_json_node_new_object (new_block (words[request->tool_choice])));
}

static JsonNode *
encode (GhLlmRequest  *request,
        GError       **error)
{
  JsonNode *messages = encode_messages (request, error);

  if (messages == NULL)
    return NULL;

  JsonObject *body = json_object_new ();

  json_object_set_member (body, "model", gh_json_node_new_string (request->model));
  json_object_set_member (body, "max_tokens",
                          gh_json_node_new_int (request->max_tokens > 0 ? request->max_tokens
                                                                        : DEFAULT_MAX_TOKENS));
  if (request->system != NULL && *request->system != '\0')
    json_object_set_member (body, "system", gh_json_node_new_string (request->system));
  json_object_set_member (body, "messages", messages);
  if (isfinite (request->temperature))
    json_object_set_member (body, "temperature", gh_json_node_new_double (request->temperature));
  if (request->stop_sequences != NULL && request->stop_sequences[0] != NULL)
    json_object_set_member (body, "stop_sequences", gh_llm_encode_strv (request->stop_sequences));
  encode_tools (body, request);
  json_object_set_member (body, "stream", gh_json_node_new_boolean (TRUE));

  return gh_json_node_new_object (body);
}

static char *
dup_path (GhLlmRequest *request)
{
  return g_strdup ("/messages");
}

/* --- answer --- */

static GhLlmStop
map_stop_reason (const char *reason)
{
  static const struct
  {
    const char *reason;
    GhLlmStop   stop;
  } known[] = {
    { "end_turn", GH_LLM_STOP_END_TURN },
    { "max_tokens", GH_LLM_STOP_MAX_TOKENS },
    { "model_context_window_exceeded", GH_LLM_STOP_MAX_TOKENS },
    { "stop_sequence", GH_LLM_STOP_SEQUENCE },
    { "tool_use", GH_LLM_STOP_TOOL_USE },
    { "refusal", GH_LLM_STOP_FILTERED },
  };

  for (guint i = 0; i < G_N_ELEMENTS (known); i++)
    if (g_str_equal (known[i].reason, reason))
      return known[i].stop;

  return GH_LLM_STOP_UNKNOWN;
}

static void
decode_stop (JsonObject  *object,
             GhLlmAnswer *answer)
{
  const char *reason = gh_json_get_string (object, "stop_reason");

  if (reason != NULL)
    gh_llm_answer_set_stop (answer, map_stop_reason (reason));
}

static gint64
get_count (JsonObject *usage,
           const char *name)
{
  return MAX (0, gh_json_get_int (usage, name, 0));
}

/* What was read from a cache is input as well. */
static void
decode_usage (JsonObject  *object,
              GhLlmAnswer *answer)
{
  JsonObject *usage = gh_json_get_object (object, "usage");
  gint64 input = usage != NULL ? gh_json_get_int (usage, "input_tokens", -1) : -1;

  if (usage == NULL)
    return;
  if (input >= 0 && input < G_MAXINT32)
    input += MIN (get_count (usage, "cache_read_input_tokens"), G_MAXINT32) +
             MIN (get_count (usage, "cache_creation_input_tokens"), G_MAXINT32);
  gh_llm_answer_set_usage (answer, input, gh_json_get_int (usage, "output_tokens", -1));
}

/* A block begins with what it is; what a model thinks aloud ("thinking") is left out. A use of a
 * tool begins with empty input, unless the answer is not streamed. */
static void
decode_block (JsonObject  *block,
              gint64       index,
              GhLlmAnswer *answer)
{
  const char *type = gh_json_get_string (block, "type");
  JsonObject *input = gh_json_get_object (block, "input");
  const char *id = gh_json_get_string (block, "id");
  const char *name = gh_json_get_string (block, "name");

  if (g_strcmp0 (type, "text") == 0)
    gh_llm_answer_add_text (answer, gh_json_get (block, "text"));
  else if (g_strcmp0 (type, "tool_use") != 0)
    return;
  else if (input == NULL || json_object_get_size (input) == 0)
    gh_llm_answer_add_piece (answer, index, id, name, NULL);
  else
    gh_llm_answer_add_use (answer, id, name, gh_json_get (block, "input"));
}

static void
decode_delta (JsonObject  *delta,
              gint64       index,
              GhLlmAnswer *answer)
{
  const char *type = gh_json_get_string (delta, "type");

  if (g_strcmp0 (type, "text_delta") == 0)
    gh_llm_answer_add_text (answer, gh_json_get (delta, "text"));
  else if (g_strcmp0 (type, "input_json_delta") == 0)
    {
      JsonNode *node = gh_json_get (delta, "partial_json");
      g_autofree char *json =
        node != NULL && gh_json_node_is_string (node) ? gh_json_node_dup_text (node) : NULL;

      gh_llm_answer_add_piece (answer, index, NULL, NULL, json);
    }
}

static void
decode_message (JsonObject  *message,
                GhLlmAnswer *answer)
{
  JsonArray *content = gh_json_get_array (message, "content");

  gh_llm_answer_set_model (answer, gh_json_get_string (message, "model"));
  for (guint i = 0; content != NULL && i < json_array_get_length (content); i++)
    {
      JsonObject *block = gh_json_node_get_object (json_array_get_element (content, i));

      if (block != NULL)
        decode_block (block, i, answer);
    }
  decode_usage (message, answer);
  decode_stop (message, answer);
}

/* The object that an event of this type has, or NULL with an error. */
static JsonObject *
get_inner (JsonObject  *event,
           const char  *name,
           GError     **error)
{
  JsonObject *inner = gh_json_get_object (event, name);

  if (inner == NULL)
    {
      g_autofree char *what = g_strdup_printf ("%s is not an object", name);

      gh_llm_set_protocol_error (error, what);
    }

  return inner;
}

/* Unknown types are to be passed over, says the API. */
static gboolean
decode (JsonObject   *event,
        GhLlmAnswer  *answer,
        GError      **error)
{
  const char *type = gh_json_get_string (event, "type");
  gint64 index = MAX (0, gh_json_get_int (event, "index", 0));
  JsonObject *inner;

  if (type == NULL)
    {
      gh_llm_set_protocol_error (error, "an event has no type");
      return FALSE;
    }

  if (g_str_equal (type, "message_start"))
    {
      inner = get_inner (event, "message", error);
      if (inner != NULL)
        decode_message (inner, answer);
      return inner != NULL;
    }
  if (g_str_equal (type, "content_block_start"))
    {
      inner = get_inner (event, "content_block", error);
      if (inner != NULL)
        decode_block (inner, index, answer);
      return inner != NULL;
    }
  if (g_str_equal (type, "content_block_delta"))
    {
      inner = get_inner (event, "delta", error);
      if (inner != NULL)
        decode_delta (inner, index, answer);
      return inner != NULL;
    }

  if (g_str_equal (type, "message_delta"))
    {
      inner = get_inner (event, "delta", error);
      if (inner == NULL)
        return FALSE;
      decode_stop (inner, answer);
      decode_usage (event, answer);
    }
  else if (g_str_equal (type, "message"))
    decode_message (event, answer);
  else if (g_str_equal (type, "message_stop"))
    gh_llm_answer_set_ended (answer);

  return TRUE;
}

/* --- models --- */

/* Anthropic's own models take images and tools; of others that are behind this API nothing is
 * known. */
static void
read_abilities (JsonObject *object,
                GhLlmModel *model)
{
  if (g_strcmp0 (gh_json_get_string (object, "type"), "model") != 0)
    return;

  gh_llm_model_tell (model, GH_LLM_ABILITY_IMAGES, TRUE);
  gh_llm_model_tell (model, GH_LLM_ABILITY_TOOLS, TRUE);
  gh_llm_model_tell (model, GH_LLM_ABILITY_AUDIO, FALSE);
}

static GhLlmModel *
read_model (JsonObject *object)
{
  GhLlmModel *model = gh_llm_model_new (gh_json_get_string (object, "id"));

  if (model != NULL)
    read_abilities (object, model);

  return model;
}

static gboolean
read_models (JsonObject  *page,
             GPtrArray   *models,
             char       **next,
             GError     **error)
{
  JsonArray *array = gh_json_get_array (page, "data");

  if (array == NULL)
    {
      gh_llm_set_protocol_error (error, "no list of models");
      return FALSE;
    }

  if (gh_llm_models_read (models, array, read_model)
      && gh_json_get_boolean (page, "has_more", FALSE))
    *next = g_strdup (gh_json_get_string (page, "last_id"));

  return TRUE;
}

static const char * const endings[] = { "/messages", "/models", NULL };

const GhLlmApi gh_llm_anthropic_api = {
  .framing = GH_LLM_FRAMING_EVENTS,
  .version = "/v1",
  .endings = endings,
  .key_header = "x-api-key",
  .key_prefix = "",
  .extra_header = "anthropic-version",
  .extra_value = "2023-06-01",
  .models_path = "/models?limit=1000",
  .page_parameter = "after_id",
  .dup_path = dup_path,
  .encode = encode,
  .decode = decode,
  .read_models = read_models,
};
