/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * Google's Gemini API: generateContent, streamed. */
#include "config.h"

#include "gh-llm-api.h"

#include "gh-json.h"

#include <math.h>
#include <string.h>

/* What the API takes for the signature of a thought that it did not give, as with conversations
 * that another model began. */
#define NO_SIGNATURE "skip_thought_signature_validator"

/* --- request --- */

static JsonNode *
encode_text (const char *text)
{
  JsonObject *object = json_object_new ();

  json_object_set_member (object, "text", gh_json_node_new_string (text));

  return gh_json_node_new_object (object);
}

static JsonNode *
encode_media (GhLlmPart *part)
{
  g_autofree char *base64 = gh_llm_dup_base64 (part);
  JsonObject *data = json_object_new ();
  JsonObject *object = json_object_new ();

  json_object_set_member (data, "mimeType", gh_json_node_new_string (part->mime_type));
  json_object_set_member (data, "data", gh_json_node_new_string (base64));
  json_object_set_member (object, "inlineData", gh_json_node_new_object (data));

  return gh_json_node_new_object (object);
}

/* Models that do not sign their thoughts. */
static gboolean
is_older (const char *model)
{
  return g_str_has_prefix (model, "gemini-1") || g_str_has_prefix (model, "gemini-2") ||
         !g_str_has_prefix (model, "gemini-");
}

static JsonNode *
encode_use (GhLlmRequest *request,
            GhLlmPart    *part)
{
  g_autofree char *name = gh_llm_dup_wire_name (part->name);
  JsonObject *call = json_object_new ();
  JsonObject *object = json_object_new ();

  json_object_set_member (call, "id", gh_json_node_new_string (part->id));
  json_object_set_member (call, "name", gh_json_node_new_string (name));
  json_object_set_member (call, "args", json_node_ref (part->input));
  json_object_set_member (object, "functionCall", gh_json_node_new_object (call));
  if (!is_older (request->model))
    json_object_set_member (object, "thoughtSignature", gh_json_node_new_string (NO_SIGNATURE));

  return gh_json_node_new_object (object);
}

/* The API knows results by the tool's name, and errors by the member's. */
static JsonNode *
encode_result (GhLlmRequest  *request,
               GhLlmPart     *part,
               GError       **error)
{
  const char *tool = gh_llm_find_tool_name (request, part->id);
  g_autofree char *name = NULL;
  g_autofree char *text = NULL;

  if (tool == NULL)
    {
      gh_llm_set_unsupported (error, "the result of a tool that was not used");
      return NULL;
    }
  text = gh_llm_dup_result_text (part, NULL, error);
  if (text == NULL)
    return NULL;

  JsonObject *response = json_object_new ();
  JsonObject *result = json_object_new ();
  JsonObject *object = json_object_new ();

  name = gh_llm_dup_wire_name (tool);
  json_object_set_member (response, part->is_error ? "error" : "output",
                          gh_json_node_new_string (text));
  json_object_set_member (result, "id", gh_json_node_new_string (part->id));
  json_object_set_member (result, "name", gh_json_node_new_string (name));
  json_object_set_member (result, "response", gh_json_node_new_object (response));
  json_object_set_member (object, "functionResponse", gh_json_node_new_object (result));

  return gh_json_node_new_object (object);
}

static JsonNode *
encode_part (GhLlmRequest  *request,
             GhLlmPart     *part,
             GError       **error)
{
  switch (part->kind)
    {
    case GH_LLM_PART_TEXT:
      return encode_text (part->text);

    case GH_LLM_PART_IMAGE:
    case GH_LLM_PART_AUDIO:
      return encode_media (part);

    case GH_LLM_PART_TOOL_USE:
      return encode_use (request, part);

    case GH_LLM_PART_TOOL_RESULT:
      return encode_result (request, part, error);

    default:
      g_assert_not_reached ();
    }
}

static JsonNode *
encode_contents (GhLlmRequest  *request,
                 GError       **error)
{
  g_autoptr(JsonArray) contents = json_array_new ();

  for (guint i = 0; i < request->messages->len; i++)
    {
      GhLlmMessage *message = g_ptr_array_index (request->messages, i);
      g_autoptr(JsonArray) parts = json_array_new ();
      JsonObject *object;

      for (guint j = 0; j < message->parts->len; j++)
        {
          JsonNode *part = encode_part (request, g_ptr_array_index (message->parts, j), error);

          if (part == NULL)
            return NULL;
          json_array_add_element (parts, part);
        }

      object = json_object_new ();
      json_object_set_member (object, "role",
                              gh_json_node_new_string (message->from_assistant ? "model" : "user"));
      json_object_set_member (object, "parts", gh_json_node_new_array (g_steal_pointer (&parts)));
      json_array_add_element (contents, gh_json_node_new_object (object));
    }

  return gh_json_node_new_array (g_steal_pointer (&contents));
}

static JsonNode *
wrap (const char *name,
      JsonNode   *take_node)
{
  JsonObject *object = json_object_new ();

  json_object_set_member (object, name, take_node);

  return gh_json_node_new_object (object);
}

static void
encode_tools (JsonObject   *body,
              GhLlmRequest *request)
{
  static const char * const words[] = {
    [GH_LLM_TOOL_CHOICE_AUTO] = "AUTO",
    [GH_LLM_TOOL_CHOICE_REQUIRED] = "ANY",
    [GH_LLM_TOOL_CHOICE_NONE] = "NONE",
  };
  JsonArray *declarations;
  JsonArray *tools;

  if (request->tools->len == 0)
    return;

  declarations = json_array_new ();
  tools = json_array_new ();
  for (guint i = 0; i < request->tools->len; i++)
    {
      GhLlmTool *tool = g_ptr_array_index (request->tools, i);
      g_autofree char *name = gh_llm_dup_wire_name (tool->name);
      JsonObject *object = json_object_new ();

      json_object_set_member (object, "name", gh_json_node_new_string (name));
      if (tool->description != NULL)
        json_object_set_member (object, "description", gh_json_node_new_string (tool->description));
      json_object_set_member (object, "parametersJsonSchema", json_node_ref (tool->input_schema));
      json_array_add_element (declarations, gh_json_node_new_object (object));
    }
  json_array_add_element (tools,
                          wrap ("functionDeclarations", gh_json_node_new_array (declarations)));
  json_object_set_member (body, "tools", gh_json_node_new_array (tools));
  json_object_set_member (
      body, "toolConfig",
      wrap ("functionCallingConfig",
            wrap ("mode", gh_json_node_new_string (words[request->tool_choice]))));
}

static JsonNode *
encode (GhLlmRequest  *request,
        GError       **error)
{
  JsonNode *contents = encode_contents (request, error);

  if (contents == NULL)
    return NULL;

  JsonObject *body = json_object_new ();
  JsonObject *config = json_object_new ();

  if (request->system != NULL && *request->system != '\0')
    {
      JsonArray *parts = json_array_new ();

      json_array_add_element (parts, encode_text (request->system));
      json_object_set_member (body, "systemInstruction",
                              wrap ("parts", gh_json_node_new_array (parts)));
    }
  json_object_set_member (body, "contents", contents);
  encode_tools (body, request);
  if (request->max_tokens > 0)
    json_object_set_member (config, "maxOutputTokens", gh_json_node_new_int (request->max_tokens));
  if (isfinite (request->temperature))
    json_object_set_member (config, "temperature", gh_json_node_new_double (request->temperature));
  if (request->stop_sequences != NULL && request->stop_sequences[0] != NULL)
    json_object_set_member (config, "stopSequences", gh_llm_encode_strv (request->stop_sequences));
  json_object_set_member (body, "generationConfig", gh_json_node_new_object (config));

  return gh_json_node_new_object (body);
}

/* Tuned models keep their own collection: "tunedModels/x". */
static char *
dup_path (GhLlmRequest *request)
{
  g_autofree char *model = g_uri_escape_string (request->model, "/", FALSE);

  return g_strdup_printf ("/%s%s:streamGenerateContent?alt=sse",
                          g_str_has_prefix (model, "tunedModels/") ? "" : "models/", model);
}

/* --- answer --- */

/* FALSE with an error: the answer is of no use. */
static gboolean
decode_finish_reason (const char   *reason,
                      GhLlmAnswer  *answer,
                      GError      **error)
{
  static const char * const filtered[] = { "SAFETY", "RECITATION", "LANGUAGE", "BLOCKLIST",
                                           "PROHIBITED_CONTENT", "SPII", "IMAGE_SAFETY", NULL };
  static const char * const bad_calls[] = { "MALFORMED_FUNCTION_CALL", "UNEXPECTED_TOOL_CALL",
                                            "TOO_MANY_TOOL_CALLS", "MISSING_THOUGHT_SIGNATURE",
                                            NULL };

  if (g_strv_contains (bad_calls, reason))
    {
      g_set_error (error, GH_LLM_ERROR, GH_LLM_ERROR_BROKEN,
                   "The model's tool call is not valid (%s)", reason);
      return FALSE;
    }

  if (g_str_equal (reason, "STOP"))
    gh_llm_answer_set_stop (answer, GH_LLM_STOP_END_TURN);
  else if (g_str_equal (reason, "MAX_TOKENS"))
    gh_llm_answer_set_stop (answer, GH_LLM_STOP_MAX_TOKENS);
  else if (g_strv_contains (filtered, reason))
    gh_llm_answer_set_stop (answer, GH_LLM_STOP_FILTERED);
  else
    gh_llm_answer_set_stop (answer, GH_LLM_STOP_UNKNOWN);

  return TRUE;
}

/* What a model thinks aloud ("thought") is left out. */
static void
decode_part (JsonObject  *part,
             GhLlmAnswer *answer)
{
  JsonObject *call = gh_json_get_object (part, "functionCall");

  if (gh_json_get_boolean (part, "thought", FALSE))
    return;
  gh_llm_answer_add_text (answer, gh_json_get (part, "text"));
  if (call != NULL)
    gh_llm_answer_add_use (answer, gh_json_get_string (call, "id"),
                           gh_json_get_string (call, "name"), gh_json_get (call, "args"));
}

static gboolean
decode_candidate (JsonObject   *candidate,
                  GhLlmAnswer  *answer,
                  GError      **error)
{
  JsonObject *content = gh_json_get_object (candidate, "content");
  JsonArray *parts = content != NULL ? gh_json_get_array (content, "parts") : NULL;
  const char *reason = gh_json_get_string (candidate, "finishReason");

  for (guint i = 0; parts != NULL && i < json_array_get_length (parts); i++)
    {
      JsonObject *part = gh_json_node_get_object (json_array_get_element (parts, i));

      if (part == NULL)
        {
          gh_llm_set_protocol_error (error, "a part is not an object");
          return FALSE;
        }
      decode_part (part, answer);
    }

  return reason == NULL || decode_finish_reason (reason, answer, error);
}

/* Thinking is paid for as output. */
static void
decode_usage (JsonObject  *usage,
              GhLlmAnswer *answer)
{
  gint64 output = gh_json_get_int (usage, "candidatesTokenCount", -1);
  gint64 thoughts = gh_json_get_int (usage, "thoughtsTokenCount", -1);

  if (thoughts > 0 && thoughts < G_MAXINT32 && output < G_MAXINT32)
    output = MAX (0, output) + thoughts;
  gh_llm_answer_set_usage (answer, gh_json_get_int (usage, "promptTokenCount", -1), output);
}

static gboolean
decode (JsonObject   *event,
        GhLlmAnswer  *answer,
        GError      **error)
{
  JsonArray *candidates = NULL;
  JsonObject *candidate = NULL;
  JsonObject *usage = gh_json_get_object (event, "usageMetadata");
  JsonObject *feedback = gh_json_get_object (event, "promptFeedback");
  const char *blocked = feedback != NULL ? gh_json_get_string (feedback, "blockReason") : NULL;

  if (blocked != NULL)
    {
      g_set_error (error, GH_LLM_ERROR, GH_LLM_ERROR_REFUSED, "The prompt was blocked: %.100s",
                   blocked);
      return FALSE;
    }
  if (!gh_json_expect_array (event, "candidates", FALSE, &candidates, NULL))
    {
      gh_llm_set_protocol_error (error, "candidates is not an array");
      return FALSE;
    }

  gh_llm_answer_set_model (answer, gh_json_get_string (event, "modelVersion"));
  if (usage != NULL)
    decode_usage (usage, answer);
  if (candidates == NULL || json_array_get_length (candidates) == 0)
    return TRUE;

  candidate = gh_json_node_get_object (json_array_get_element (candidates, 0));
  if (candidate == NULL)
    {
      gh_llm_set_protocol_error (error, "a candidate is not an object");
      return FALSE;
    }

  return decode_candidate (candidate, answer, error);
}

/* --- models --- */

static gboolean
generates (JsonObject *object)
{
  JsonArray *methods = gh_json_get_array (object, "supportedGenerationMethods");

  for (guint i = 0; methods != NULL && i < json_array_get_length (methods); i++)
    if (g_strcmp0 (gh_json_node_get_string (json_array_get_element (methods, i)),
                   "generateContent") == 0)
      return TRUE;

  return methods == NULL;
}

static GhLlmModel *
read_model (JsonObject *object)
{
  const char *name = gh_json_get_string (object, "name");
  GhLlmModel *model;

  if (name == NULL || !generates (object))
    return NULL;
  if (g_str_has_prefix (name, "models/"))
    name += strlen ("models/");
  model = gh_llm_model_new (name);
  /* Google's other families are behind the same API, and differ. */
  if (model != NULL && g_str_has_prefix (name, "gemini-"))
    {
      gh_llm_model_tell (model, GH_LLM_ABILITY_IMAGES, TRUE);
      gh_llm_model_tell (model, GH_LLM_ABILITY_AUDIO, TRUE);
      gh_llm_model_tell (model, GH_LLM_ABILITY_TOOLS, TRUE);
    }

  return model;
}

static gboolean
read_models (JsonObject  *page,
             GPtrArray   *models,
             char       **next,
             GError     **error)
{
  JsonArray *array = NULL;

  if (!gh_json_expect_array (page, "models", FALSE, &array, NULL) ||
      (array == NULL && json_object_get_size (page) > 0))
    {
      gh_llm_set_protocol_error (error, "no list of models");
      return FALSE;
    }

  if (array != NULL && !gh_llm_models_read (models, array, read_model))
    return TRUE;
  if (gh_json_get_string (page, "nextPageToken") != NULL &&
      *gh_json_get_string (page, "nextPageToken") != '\0')
    *next = g_strdup (gh_json_get_string (page, "nextPageToken"));

  return TRUE;
}

static const char * const endings[] = { "/models", NULL };

const GhLlmApi gh_llm_gemini_api = {
  .framing = GH_LLM_FRAMING_EVENTS,
  .version = "/v1beta",
  .endings = endings,
  .key_header = "x-goog-api-key",
  .key_prefix = "",
  .models_path = "/models?pageSize=1000",
  .page_parameter = "pageToken",
  .dup_path = dup_path,
  .encode = encode,
  .decode = decode,
  .read_models = read_models,
};
