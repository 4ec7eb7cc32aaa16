/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * Ollama's own API: a JSON object a line. */
#include "config.h"

#include "gh-llm-api.h"

#include "gh-json.h"

#include <math.h>
#include <string.h>

/* Ollama cuts prompts, and says nothing, that are longer than its context: at least that many
 * tokens, unless the person set less. */
#define USUAL_CONTEXT 4096
/* Beyond that no computer at home has memory for it; the model's own limit holds then. */
#define MAX_CONTEXT 131072
/* Bytes in a token, on the safe side, and tokens in an image. */
#define BYTES_PER_TOKEN 3
#define IMAGE_TOKENS 1500

/* --- request --- */

static JsonObject *
add_message (JsonArray  *messages,
             const char *role)
{
  JsonObject *object = json_object_new ();

  json_object_set_member (object, "role", gh_json_node_new_string (role));
  json_array_add_element (messages, gh_json_node_new_object (object));

  return object;
}

static JsonNode *
encode_use (GhLlmPart *part)
{
  g_autofree char *name = gh_llm_dup_wire_name (part->name);
  JsonObject *function = json_object_new ();
  JsonObject *object = json_object_new ();

  json_object_set_member (function, "name", gh_json_node_new_string (name));
  json_object_set_member (function, "arguments", json_node_ref (part->input));
  json_object_set_member (object, "id", gh_json_node_new_string (part->id));
  json_object_set_member (object, "function", gh_json_node_new_object (function));

  return gh_json_node_new_object (object);
}

/* A message of its own. */
static gboolean
add_result (GhLlmRequest  *request,
            JsonArray     *messages,
            GhLlmPart     *part,
            GError       **error)
{
  const char *tool = gh_llm_find_tool_name (request, part->id);
  g_autofree char *text = gh_llm_dup_result_text (part, "Error: ", error);

  if (text == NULL)
    return FALSE;

  JsonObject *object = add_message (messages, "tool");

  json_object_set_member (object, "content", gh_json_node_new_string (text));
  json_object_set_member (object, "tool_call_id", gh_json_node_new_string (part->id));
  if (tool != NULL)
    {
      g_autofree char *name = gh_llm_dup_wire_name (tool);

      json_object_set_member (object, "tool_name", gh_json_node_new_string (name));
    }

  return TRUE;
}

/* Of one message, whose parts the API wants sorted by kind. */
typedef struct
{
  GString   *text;
  JsonArray *images;
  JsonArray *uses;
} Sorted;

static void
sorted_clear (Sorted *sorted)
{
  g_string_free (sorted->text, TRUE);
  json_array_unref (sorted->images);
  json_array_unref (sorted->uses);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Sorted, sorted_clear)

static gboolean
add_part (GhLlmRequest  *request,
          JsonArray     *messages,
          Sorted        *sorted,
          GhLlmPart     *part,
          GError       **error)
{
  g_autofree char *base64 = NULL;

  switch (part->kind)
    {
    case GH_LLM_PART_TEXT:
      if (sorted->text->len > 0)
        g_string_append_c (sorted->text, '\n');
      g_string_append (sorted->text, part->text);
      return TRUE;

    case GH_LLM_PART_IMAGE:
      base64 = gh_llm_dup_base64 (part);
      json_array_add_element (sorted->images, gh_json_node_new_string (base64));
      return TRUE;

    case GH_LLM_PART_AUDIO:
      gh_llm_set_unsupported (error, "audio");
      return FALSE;

    case GH_LLM_PART_TOOL_USE:
      json_array_add_element (sorted->uses, encode_use (part));
      return TRUE;

    case GH_LLM_PART_TOOL_RESULT:
      return add_result (request, messages, part, error);

    default:
      g_assert_not_reached ();
    }
}

/* Results come first, as messages of their own; they answer the message before. */
static gboolean
encode_message (GhLlmRequest  *request,
                JsonArray     *messages,
                GhLlmMessage  *message,
                GError       **error)
{
  g_auto(Sorted) sorted = { g_string_new (NULL), json_array_new (), json_array_new () };
  guint n_before = json_array_get_length (messages);
  guint n_images;
  guint n_uses;

  for (guint i = 0; i < message->parts->len; i++)
    if (!add_part (request, messages, &sorted, g_ptr_array_index (message->parts, i), error))
      return FALSE;

  n_images = json_array_get_length (sorted.images);
  n_uses = json_array_get_length (sorted.uses);
  if (sorted.text->len == 0 && n_images == 0 && n_uses == 0 &&
      json_array_get_length (messages) > n_before)
    return TRUE;

  JsonObject *object = add_message (messages, message->from_assistant ? "assistant" : "user");

  json_object_set_member (object, "content", gh_json_node_new_string (sorted.text->str));
  if (n_images > 0)
    json_object_set_member (object, "images",
                            gh_json_node_new_array (json_array_ref (sorted.images)));
  if (n_uses > 0)
    json_object_set_member (object, "tool_calls",
                            gh_json_node_new_array (json_array_ref (sorted.uses)));

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
    if (!encode_message (request, messages, g_ptr_array_index (request->messages, i), error))
      return NULL;

  return gh_json_node_new_array (g_steal_pointer (&messages));
}

static gsize
count_bytes (GPtrArray *parts)
{
  gsize n = 0;

  for (guint i = 0; i < parts->len; i++)
    {
      GhLlmPart *part = g_ptr_array_index (parts, i);

      if (part->text != NULL)
        n += strlen (part->text);
      if (part->kind == GH_LLM_PART_IMAGE)
        n += IMAGE_TOKENS * BYTES_PER_TOKEN;
      if (part->input != NULL)
        {
          g_autofree char *text = gh_json_write (part->input, NULL);

          n += strlen (text);
        }
      if (part->parts != NULL)
        n += count_bytes (part->parts);
    }

  return n;
}

/* How many tokens of context the request needs, at a guess; 0: the usual will do. Powers of two,
 * because the model is loaded anew whenever it changes. */
static gint64
guess_context (GhLlmRequest *request,
               JsonNode     *tools)
{
  gsize n = request->system != NULL ? strlen (request->system) : 0;
  g_autofree char *text = tools != NULL ? gh_json_write (tools, NULL) : NULL;
  gint64 context = USUAL_CONTEXT;
  gint64 needed;

  n += text != NULL ? strlen (text) : 0;
  for (guint i = 0; i < request->messages->len; i++)
    n += count_bytes (((GhLlmMessage *) g_ptr_array_index (request->messages, i))->parts);

  needed = n / BYTES_PER_TOKEN + CLAMP (request->max_tokens, 0, MAX_CONTEXT);
  while (context < needed && context < MAX_CONTEXT)
    context *= 2;

  return context > USUAL_CONTEXT ? context : 0;
}

static JsonNode *
encode_options (GhLlmRequest *request,
                JsonNode     *tools)
{
  JsonObject *options = json_object_new ();
  gint64 context = guess_context (request, tools);

  if (request->max_tokens > 0)
    json_object_set_member (options, "num_predict", gh_json_node_new_int (request->max_tokens));
  if (isfinite (request->temperature))
    json_object_set_member (options, "temperature", gh_json_node_new_double (request->temperature));
  if (request->stop_sequences != NULL && request->stop_sequences[0] != NULL)
    json_object_set_member (options, "stop", gh_llm_encode_strv (request->stop_sequences));
  if (context > 0)
    json_object_set_member (options, "num_ctx", gh_json_node_new_int (context));

  return gh_json_node_new_object (options);
}

/* The API has no word for how tools are to be used: without them none is. */
static JsonNode *
encode (GhLlmRequest  *request,
        GError       **error)
{
  JsonNode *tools = NULL;
  JsonNode *messages;

  if (request->tools->len > 0 && request->tool_choice == GH_LLM_TOOL_CHOICE_REQUIRED)
    {
      gh_llm_set_unsupported (error, "a request in which a tool must be used");
      return NULL;
    }
  messages = encode_messages (request, error);
  if (messages == NULL)
    return NULL;

  JsonObject *body = json_object_new ();

  json_object_set_member (body, "model", gh_json_node_new_string (request->model));
  json_object_set_member (body, "messages", messages);
  if (request->tools->len > 0 && request->tool_choice == GH_LLM_TOOL_CHOICE_AUTO)
    {
      tools = gh_llm_encode_functions (request);
      json_object_set_member (body, "tools", tools);
    }
  json_object_set_member (body, "options", encode_options (request, tools));
  json_object_set_member (body, "stream", gh_json_node_new_boolean (TRUE));

  return gh_json_node_new_object (body);
}

static char *
dup_path (GhLlmRequest *request)
{
  return g_strdup ("/chat");
}

/* --- answer --- */

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
      JsonObject *function = call != NULL ? gh_json_get_object (call, "function") : NULL;
      const char *name = function != NULL ? gh_json_get_string (function, "name") : NULL;

      if (name == NULL)
        {
          gh_llm_set_protocol_error (error, "a tool call has no name");
          return FALSE;
        }
      gh_llm_answer_add_use (answer, gh_json_get_string (call, "id"), name,
                             gh_json_get (function, "arguments"));
    }

  return TRUE;
}

/* What a model thinks aloud ("thinking") is left out. */
static gboolean
decode (JsonObject   *event,
        GhLlmAnswer  *answer,
        GError      **error)
{
  JsonObject *message = NULL;
  const char *reason = gh_json_get_string (event, "done_reason");

  if (!gh_json_expect_object (event, "message", FALSE, &message, NULL))
    {
      gh_llm_set_protocol_error (error, "message is not an object");
      return FALSE;
    }
  if (message != NULL)
    {
      gh_llm_answer_add_text (answer, gh_json_get (message, "content"));
      if (!decode_calls (message, answer, error))
        return FALSE;
    }
  gh_llm_answer_set_model (answer, gh_json_get_string (event, "model"));
  if (!gh_json_get_boolean (event, "done", FALSE))
    return TRUE;

  gh_llm_answer_set_usage (answer, gh_json_get_int (event, "prompt_eval_count", -1),
                           gh_json_get_int (event, "eval_count", -1));
  /* Older servers give no reason. */
  if (reason == NULL || g_str_equal (reason, "stop"))
    gh_llm_answer_set_stop (answer, GH_LLM_STOP_END_TURN);
  else if (g_str_equal (reason, "length"))
    gh_llm_answer_set_stop (answer, GH_LLM_STOP_MAX_TOKENS);
  else
    gh_llm_answer_set_stop (answer, GH_LLM_STOP_UNKNOWN);
  gh_llm_answer_set_ended (answer);

  return TRUE;
}

/* --- models --- */

/* "capabilities": newer servers list them here. Those of an embedding model hold no
 * "completion". */
static gboolean
read_abilities (JsonObject *object,
                GhLlmModel *model)
{
  JsonArray *capabilities = gh_json_get_array (object, "capabilities");
  gboolean completes = FALSE;
  gboolean sees = FALSE;
  gboolean calls = FALSE;

  gh_llm_model_tell (model, GH_LLM_ABILITY_AUDIO, FALSE);
  if (capabilities == NULL)
    return TRUE;

  for (guint i = 0; i < json_array_get_length (capabilities); i++)
    {
      const char *word = gh_json_node_get_string (json_array_get_element (capabilities, i));

      completes = completes || g_strcmp0 (word, "completion") == 0;
      sees = sees || g_strcmp0 (word, "vision") == 0;
      calls = calls || g_strcmp0 (word, "tools") == 0;
    }
  gh_llm_model_tell (model, GH_LLM_ABILITY_IMAGES, sees);
  gh_llm_model_tell (model, GH_LLM_ABILITY_TOOLS, calls);

  return completes;
}

static GhLlmModel *
read_model (JsonObject *object)
{
  GhLlmModel *model = gh_llm_model_new (gh_json_get_string (object, "name"));

  if (model != NULL && !read_abilities (object, model))
    g_clear_pointer (&model, gh_llm_model_free);

  return model;
}

static gboolean
read_models (JsonObject  *page,
             GPtrArray   *models,
             char       **next,
             GError     **error)
{
  JsonArray *array = NULL;

  /* Without models it is null. */
  if (!json_object_has_member (page, "models") ||
      !gh_json_expect_array (page, "models", FALSE, &array, NULL))
    {
      gh_llm_set_protocol_error (error, "no list of models");
      return FALSE;
    }

  if (array != NULL)
    gh_llm_models_read (models, array, read_model);

  return TRUE;
}

static const char * const endings[] = { "/chat", "/tags", "/api", "/v1", NULL };

const GhLlmApi gh_llm_ollama_api = {
  .framing = GH_LLM_FRAMING_LINES,
  .version = "/api",
  .endings = endings,
  .key_header = "Authorization",
  .key_prefix = "Bearer ",
  .models_path = "/tags",
  .dup_path = dup_path,
  .encode = encode,
  .decode = decode,
  .read_models = read_models,
};
