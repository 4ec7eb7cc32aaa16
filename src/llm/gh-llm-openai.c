/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * OpenAI-compatible chat completions: OpenAI, llama.cpp, vLLM, LM Studio, Ollama. */
#include "config.h"

#include "gh-llm-api.h"

#include "gh-json.h"

#include <math.h>
#include <string.h>

/* What an endpoint may refuse to be asked in the usual way. */
#define COMPLETION_TOKENS (1 << 0) /* "max_completion_tokens" instead of "max_tokens" */
#define NO_STREAM_OPTIONS (1 << 1) /* no "stream_options", hence no usage */

/* Tokens in a million: prices are told for one. */
#define MILLION 1e6

/* --- request --- */

static JsonNode *
encode_image (GhLlmPart *part)
{
  g_autofree char *base64 = gh_llm_dup_base64 (part);
  g_autofree char *url = g_strconcat ("data:", part->mime_type, ";base64,", base64, NULL);
  JsonObject *image = json_object_new ();
  JsonObject *object = json_object_new ();

  json_object_set_member (image, "url", gh_json_node_new_string (url));
  json_object_set_member (object, "type", gh_json_node_new_string ("image_url"));
  json_object_set_member (object, "image_url", gh_json_node_new_object (image));

  return gh_json_node_new_object (object);
}

/* The API's word for a kind of audio, or NULL. */
static const char *
find_audio_format (const char *mime_type)
{
  static const char * const wav[] = { "audio/wav", "audio/x-wav", "audio/wave", "audio/vnd.wave",
                                      NULL };
  static const char * const mp3[] = { "audio/mpeg", "audio/mp3", "audio/mpeg3", NULL };
  g_autofree char *type = g_ascii_strdown (mime_type, -1);

  type[strcspn (type, "; ")] = '\0';
  if (g_strv_contains (wav, type))
    return "wav";

  return g_strv_contains (mp3, type) ? "mp3" : NULL;
}

static JsonNode *
encode_audio (GhLlmPart  *part,
              GError    **error)
{
  const char *format = find_audio_format (part->mime_type);

  if (format == NULL)
    {
      gh_llm_set_unsupported (error, "audio other than WAV and MP3");
      return NULL;
    }

  g_autofree char *base64 = gh_llm_dup_base64 (part);
  JsonObject *audio = json_object_new ();
  JsonObject *object = json_object_new ();

  json_object_set_member (audio, "data", gh_json_node_new_string (base64));
  json_object_set_member (audio, "format", gh_json_node_new_string (format));
  json_object_set_member (object, "type", gh_json_node_new_string ("input_audio"));
  json_object_set_member (object, "input_audio", gh_json_node_new_object (audio));

  return gh_json_node_new_object (object);
}

static JsonNode *
encode_text (const char *text)
{
  JsonObject *object = json_object_new ();

  json_object_set_member (object, "type", gh_json_node_new_string ("text"));
  json_object_set_member (object, "text", gh_json_node_new_string (text));

  return gh_json_node_new_object (object);
}

static JsonNode *
encode_use (GhLlmPart *part)
{
  g_autofree char *name = gh_llm_dup_wire_name (part->name);
  g_autofree char *arguments = gh_json_write (part->input, NULL);
  JsonObject *function = json_object_new ();
  JsonObject *object = json_object_new ();

  json_object_set_member (function, "name", gh_json_node_new_string (name));
  json_object_set_member (function, "arguments", gh_json_node_new_string (arguments));
  json_object_set_member (object, "id", gh_json_node_new_string (part->id));
  json_object_set_member (object, "type", gh_json_node_new_string ("function"));
  json_object_set_member (object, "function", gh_json_node_new_object (function));

  return gh_json_node_new_object (object);
}

static JsonObject *
add_message (JsonArray  *messages,
             const char *role)
{
  JsonObject *object = json_object_new ();

  json_object_set_member (object, "role", gh_json_node_new_string (role));
  json_array_add_element (messages, gh_json_node_new_object (object));

  return object;
}

/* A message of its own. */
static gboolean
add_result (JsonArray  *messages,
            GhLlmPart  *part,
            GError    **error)
{
  g_autofree char *text = gh_llm_dup_result_text (part, "Error: ", error);

  if (text == NULL)
    return FALSE;

  JsonObject *object = add_message (messages, "tool");

  json_object_set_member (object, "tool_call_id", gh_json_node_new_string (part->id));
  json_object_set_member (object, "content", gh_json_node_new_string (text));

  return TRUE;
}

static gboolean
add_part (JsonArray  *contents,
          JsonArray  *uses,
          JsonArray  *messages,
          GhLlmPart  *part,
          GError    **error)
{
  JsonNode *audio;

  switch (part->kind)
    {
    case GH_LLM_PART_TEXT:
      json_array_add_element (contents, encode_text (part->text));
      return TRUE;

    case GH_LLM_PART_IMAGE:
      json_array_add_element (contents, encode_image (part));
      return TRUE;

    case GH_LLM_PART_AUDIO:
      audio = encode_audio (part, error);
      if (audio != NULL)
        json_array_add_element (contents, audio);
      return audio != NULL;

    case GH_LLM_PART_TOOL_USE:
      json_array_add_element (uses, encode_use (part));
      return TRUE;

    case GH_LLM_PART_TOOL_RESULT:
      return add_result (messages, part, error);

    default:
      g_assert_not_reached ();
    }
}

/* One text alone as a string, which every endpoint takes; anything else as an array of parts. */
static JsonNode *
make_content (JsonArray *take_contents)
{
  g_autoptr(JsonArray) contents = take_contents;
  JsonObject *first = json_array_get_length (contents) == 1
                        ? gh_json_node_get_object (json_array_get_element (contents, 0))
                        : NULL;

  if (json_array_get_length (contents) == 0)
    return gh_json_node_new_string ("");
  if (first != NULL && gh_json_get (first, "text") != NULL)
    return json_node_ref (gh_json_get (first, "text"));

  return gh_json_node_new_array (g_steal_pointer (&contents));
}

/* Results come first, as messages of their own; they answer the message before. */
static gboolean
encode_message (JsonArray     *messages,
                GhLlmMessage  *message,
                GError       **error)
{
  g_autoptr(JsonArray) contents = json_array_new ();
  g_autoptr(JsonArray) uses = json_array_new ();
  guint n_before = json_array_get_length (messages);
  gboolean has_content;

  for (guint i = 0; i < message->parts->len; i++)
    if (!add_part (contents, uses, messages, g_ptr_array_index (message->parts, i), error))
      return FALSE;

  has_content = json_array_get_length (contents) > 0;
  if (!has_content && json_array_get_length (messages) > n_before)
    return TRUE;

  JsonObject *object = add_message (messages, message->from_assistant ? "assistant" : "user");

  if (has_content || json_array_get_length (uses) == 0)
    json_object_set_member (object, "content", make_content (g_steal_pointer (&contents)));
  if (json_array_get_length (uses) > 0)
    json_object_set_member (object, "tool_calls",
                            gh_json_node_new_array (g_steal_pointer (&uses)));

  return TRUE;
}

static JsonNode *
encode_messages (GhLlmRequest  *request,
                 GError       **error)
{
  g_autoptr(JsonArray) messages = json_array_new ();

  if (request->system != NULL && *request->system != '\0')
    json_object_set_member (add_message (messages, "system"), "content",
                            gh_json_node_new_string (request->system));
  for (guint i = 0; i < request->messages->len; i++)
    if (!encode_message (messages, g_ptr_array_index (request->messages, i), error))
      return NULL;

  return gh_json_node_new_array (g_steal_pointer (&messages));
}

static void
encode_tools (JsonObject   *body,
              GhLlmRequest *request)
{
  static const char * const words[] = {
    [GH_LLM_TOOL_CHOICE_REQUIRED] = "required",
    [GH_LLM_TOOL_CHOICE_NONE] = "none",
  };

  if (request->tools->len == 0)
    return;

  json_object_set_member (body, "tools", gh_llm_encode_functions (request));
  /* What is meant anyhow is not said: some endpoints do not know the member. */
  if (request->tool_choice != GH_LLM_TOOL_CHOICE_AUTO)
    json_object_set_member (body, "tool_choice",
                            gh_json_node_new_string (words[request->tool_choice]));
}

static JsonNode *
encode (GhLlmRequest  *request,
        GError       **error)
{
  JsonNode *messages = encode_messages (request, error);

  if (messages == NULL)
    return NULL;

  JsonObject *body = json_object_new ();
  JsonObject *options = json_object_new ();

  json_object_set_member (body, "model", gh_json_node_new_string (request->model));
  json_object_set_member (body, "messages", messages);
  if (request->max_tokens > 0)
    json_object_set_member (body, "max_tokens", gh_json_node_new_int (request->max_tokens));
  if (isfinite (request->temperature))
    json_object_set_member (body, "temperature", gh_json_node_new_double (request->temperature));
  if (request->stop_sequences != NULL && request->stop_sequences[0] != NULL)
    json_object_set_member (body, "stop", gh_llm_encode_strv (request->stop_sequences));
  encode_tools (body, request);
  json_object_set_member (body, "stream", gh_json_node_new_boolean (TRUE));
  json_object_set_member (options, "include_usage", gh_json_node_new_boolean (TRUE));
  json_object_set_member (body, "stream_options", gh_json_node_new_object (options));

  return gh_json_node_new_object (body);
}

static char *
dup_path (GhLlmRequest *request)
{
  return g_strdup ("/chat/completions");
}

/* OpenAI's reasoning models refuse "max_tokens" and name "max_completion_tokens" in the message;
 * some older endpoints refuse "stream_options". */
static guint
learn (guint       status,
       const char *data,
       gsize       length)
{
  if (status != 400 && status != 422)
    return 0;
  if (g_strstr_len (data, length, "max_completion_tokens") != NULL)
    return COMPLETION_TOKENS;
  if (g_strstr_len (data, length, "stream_options") != NULL)
    return NO_STREAM_OPTIONS;

  return 0;
}

static void
adapt (JsonNode *body,
       guint     dialect)
{
  JsonObject *object = gh_json_node_get_object (body);
  gint64 max_tokens = gh_json_get_int (object, "max_tokens", 0);

  if ((dialect & COMPLETION_TOKENS) && max_tokens > 0)
    {
      json_object_remove_member (object, "max_tokens");
      json_object_set_member (object, "max_completion_tokens", gh_json_node_new_int (max_tokens));
    }
  if ((dialect & NO_STREAM_OPTIONS) && json_object_has_member (object, "stream_options"))
    json_object_remove_member (object, "stream_options");
}

/* --- answer --- */

static GhLlmStop
map_finish_reason (const char *reason,
                   JsonObject *choice)
{
  if (g_str_equal (reason, "stop"))
    {
      /* vLLM tells which stop sequence it was. */
      if (gh_json_get_string (choice, "stop_reason") != NULL)
        return GH_LLM_STOP_SEQUENCE;
      return GH_LLM_STOP_END_TURN;
    }
  if (g_str_equal (reason, "length"))
    return GH_LLM_STOP_MAX_TOKENS;
  if (g_str_equal (reason, "content_filter"))
    return GH_LLM_STOP_FILTERED;
  if (g_str_equal (reason, "tool_calls") || g_str_equal (reason, "function_call"))
    return GH_LLM_STOP_TOOL_USE;

  return GH_LLM_STOP_UNKNOWN;
}

/* content: a string, null, or (some endpoints) an array of parts. */
static gboolean
decode_content (JsonObject   *message,
                GhLlmAnswer  *answer,
                GError      **error)
{
  JsonNode *content = gh_json_get (message, "content");
  JsonArray *parts = content != NULL ? gh_json_node_get_array (content) : NULL;

  if (content == NULL)
    return TRUE;
  if (gh_json_node_is_string (content))
    {
      gh_llm_answer_add_text (answer, content);
      return TRUE;
    }
  if (parts == NULL)
    {
      gh_llm_set_protocol_error (error, "content is neither text nor parts");
      return FALSE;
    }

  for (guint i = 0; i < json_array_get_length (parts); i++)
    {
      JsonObject *part = gh_json_node_get_object (json_array_get_element (parts, i));

      if (part != NULL && g_strcmp0 (gh_json_get_string (part, "type"), "text") == 0)
        gh_llm_answer_add_text (answer, gh_json_get (part, "text"));
    }

  return TRUE;
}

/* arguments: pieces of JSON text, or (some endpoints) the object itself. */
static void
decode_call (JsonObject  *call,
             GhLlmAnswer *answer)
{
  JsonObject *function = gh_json_get_object (call, "function");
  JsonNode *arguments = function != NULL ? gh_json_get (function, "arguments") : NULL;
  const char *id = gh_json_get_string (call, "id");
  const char *name = function != NULL ? gh_json_get_string (function, "name") : NULL;

  if (arguments != NULL && gh_json_node_get_object (arguments) != NULL)
    {
      gh_llm_answer_add_use (answer, id, name, arguments);
      return;
    }

  g_autofree char *text = arguments != NULL && gh_json_node_is_string (arguments)
                            ? gh_json_node_dup_text (arguments)
                            : NULL;

  gh_llm_answer_add_piece (answer, gh_json_get_int (call, "index", -1), id, name, text);
}

static gboolean
decode_calls (JsonObject   *message,
              GhLlmAnswer  *answer,
              GError      **error)
{
  JsonArray *calls = NULL;

  if (!gh_json_expect_array (message, "tool_calls", FALSE, &calls, NULL))
    {
      gh_llm_set_protocol_error (error, "tool_calls is not an array");
      return FALSE;
    }

  for (guint i = 0; calls != NULL && i < json_array_get_length (calls); i++)
    {
      JsonObject *call = gh_json_node_get_object (json_array_get_element (calls, i));

      if (call == NULL)
        {
          gh_llm_set_protocol_error (error, "a tool call is not an object");
          return FALSE;
        }
      decode_call (call, answer);
    }

  return TRUE;
}

static gboolean
decode_choice (JsonObject   *choice,
               GhLlmAnswer  *answer,
               GError      **error)
{
  JsonObject *message = NULL;
  const char *reason = NULL;

  if (choice == NULL)
    {
      gh_llm_set_protocol_error (error, "a choice is not an object");
      return FALSE;
    }
  /* Streamed answers come as deltas, whole ones as a message. */
  if (!gh_json_expect_object (choice, "delta", FALSE, &message, NULL) ||
      (message == NULL && !gh_json_expect_object (choice, "message", FALSE, &message, NULL)))
    {
      gh_llm_set_protocol_error (error, "delta or message is not an object");
      return FALSE;
    }
  if (message != NULL)
    {
      if (!decode_content (message, answer, error) || !decode_calls (message, answer, error))
        return FALSE;
      /* The model's own words for why it does not answer. */
      gh_llm_answer_add_text (answer, gh_json_get (message, "refusal"));
    }
  if (!gh_json_expect_string (choice, "finish_reason", FALSE, &reason, NULL))
    {
      gh_llm_set_protocol_error (error, "finish_reason is not a string");
      return FALSE;
    }
  if (reason != NULL && *reason != '\0')
    gh_llm_answer_set_stop (answer, map_finish_reason (reason, choice));

  return TRUE;
}

/* What a model thinks aloud ("reasoning_content") is left out. */
static gboolean
decode (JsonObject   *event,
        GhLlmAnswer  *answer,
        GError      **error)
{
  JsonObject *usage = gh_json_get_object (event, "usage");
  JsonArray *choices = NULL;

  if (!gh_json_expect_array (event, "choices", FALSE, &choices, NULL))
    {
      gh_llm_set_protocol_error (error, "choices is not an array");
      return FALSE;
    }

  gh_llm_answer_set_model (answer, gh_json_get_string (event, "model"));
  if (usage != NULL)
    gh_llm_answer_set_usage (answer, gh_json_get_int (usage, "prompt_tokens", -1),
                             gh_json_get_int (usage, "completion_tokens", -1));
  if (choices == NULL || json_array_get_length (choices) == 0)
    return TRUE;

  /* One answer is asked for; were there more, the first is it. */
  return decode_choice (gh_json_node_get_object (json_array_get_element (choices, 0)), answer,
                        error);
}

/* --- models --- */

static gboolean
array_has (JsonArray  *array,
           const char *word)
{
  for (guint i = 0; i < json_array_get_length (array); i++)
    if (g_strcmp0 (gh_json_node_get_string (json_array_get_element (array, i)), word) == 0)
      return TRUE;

  return FALSE;
}

/* "0.0000025", US dollars for one token. */
static double
read_price (JsonObject *pricing,
            const char *name)
{
  const char *text = gh_json_get_string (pricing, name);
  char *end = NULL;
  double price = text != NULL ? g_ascii_strtod (text, &end) : NAN;

  return text != NULL && end != text && isfinite (price) && price >= 0 ? price * MILLION : NAN;
}

/* OpenAI tells nothing; OpenRouter ("architecture", "supported_parameters", "pricing") and Mistral
 * ("capabilities") do. */
static void
read_abilities (JsonObject *object,
                GhLlmModel *model)
{
  JsonObject *architecture = gh_json_get_object (object, "architecture");
  JsonArray *inputs = architecture != NULL ? gh_json_get_array (architecture, "input_modalities")
                                           : NULL;
  JsonArray *parameters = gh_json_get_array (object, "supported_parameters");
  JsonObject *pricing = gh_json_get_object (object, "pricing");
  JsonObject *capabilities = gh_json_get_object (object, "capabilities");

  if (inputs != NULL)
    {
      gh_llm_model_tell (model, GH_LLM_ABILITY_IMAGES, array_has (inputs, "image"));
      gh_llm_model_tell (model, GH_LLM_ABILITY_AUDIO, array_has (inputs, "audio"));
    }
  if (parameters != NULL)
    gh_llm_model_tell (model, GH_LLM_ABILITY_TOOLS, array_has (parameters, "tools"));
  if (capabilities != NULL && json_object_has_member (capabilities, "vision"))
    gh_llm_model_tell (model, GH_LLM_ABILITY_IMAGES,
                       gh_json_get_boolean (capabilities, "vision", FALSE));
  if (capabilities != NULL && json_object_has_member (capabilities, "function_calling"))
    gh_llm_model_tell (model, GH_LLM_ABILITY_TOOLS,
                       gh_json_get_boolean (capabilities, "function_calling", FALSE));
  if (pricing != NULL)
    {
      model->input_price = read_price (pricing, "prompt");
      model->output_price = read_price (pricing, "completion");
    }
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
  JsonArray *array = NULL;

  /* Ollama without models says null. */
  if (!json_object_has_member (page, "data") ||
      !gh_json_expect_array (page, "data", FALSE, &array, NULL))
    {
      gh_llm_set_protocol_error (error, "no list of models");
      return FALSE;
    }

  if (array != NULL)
    gh_llm_models_read (models, array, read_model);

  return TRUE;
}

static const char * const endings[] = { "/chat/completions", "/models", NULL };

const GhLlmApi gh_llm_openai_api = {
  .framing = GH_LLM_FRAMING_EVENTS,
  .version = "/v1",
  .endings = endings,
  .key_header = "Authorization",
  .key_prefix = "Bearer ",
  .models_path = "/models",
  .dup_path = dup_path,
  .encode = encode,
  .learn = learn,
  .adapt = adapt,
  .decode = decode,
  .read_models = read_models,
};
