/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * The JSON of OpenAI-compatible endpoints: pure functions. */
#include "config.h"

#include "gh-llm-openai-codec.h"

#include "gh-json.h"
#include "gh-llm-openai.h"

#include <math.h>
#include <string.h>

/* An endpoint's own words in an error: enough for a sentence or two (see gh-llm-error.h). */
#define MAX_WORDS 1024
/* Aggregators list some hundreds of models. */
#define MAX_MODELS 10000
/* The longest names seen are paths of model files. */
#define MAX_ID_LENGTH 512

/* --- request --- */

static JsonNode *
encode_image (GhLlmPart *part)
{
  gsize length;
  const guchar *bytes = g_bytes_get_data (part->data, &length);
  g_autofree char *base64 = g_base64_encode (bytes, length);
  g_autofree char *url = g_strconcat ("data:", part->mime_type, ";base64,", base64, NULL);
  JsonObject *image = json_object_new ();
  JsonObject *object = json_object_new ();

  json_object_set_member (image, "url", gh_json_node_new_string (url));
  json_object_set_member (object, "type", gh_json_node_new_string ("image_url"));
  json_object_set_member (object, "image_url", gh_json_node_new_object (image));

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
encode_part (GhLlmPart  *part,
             GError    **error)
{
  switch (part->kind)
    {
    case GH_LLM_PART_TEXT:
      return encode_text (part->text);
    case GH_LLM_PART_IMAGE:
      return encode_image (part);
    case GH_LLM_PART_AUDIO:
    case GH_LLM_PART_TOOL_USE:
    case GH_LLM_PART_TOOL_RESULT:
    default:
      g_set_error (error, GH_LLM_ERROR, GH_LLM_ERROR_UNSUPPORTED,
                   "The endpoint takes no such content");
      return NULL;
    }
}

/* One text alone as a string, which every endpoint takes; anything else as an array of parts. */
static JsonNode *
encode_content (GhLlmMessage  *message,
                GError       **error)
{
  GhLlmPart *first = message->parts->len > 0 ? g_ptr_array_index (message->parts, 0) : NULL;

  if (first == NULL)
    return gh_json_node_new_string ("");
  if (message->parts->len == 1 && first->kind == GH_LLM_PART_TEXT)
    return gh_json_node_new_string (first->text);

  g_autoptr(JsonNode) node = gh_json_node_new_array (json_array_new ());

  for (guint i = 0; i < message->parts->len; i++)
    {
      JsonNode *part = encode_part (g_ptr_array_index (message->parts, i), error);

      if (part == NULL)
        return NULL;
      json_array_add_element (gh_json_node_get_array (node), part);
    }

  return g_steal_pointer (&node);
}

static void
add_message (JsonArray  *array,
             const char *role,
             JsonNode   *take_content)
{
  JsonObject *object = json_object_new ();

  json_object_set_member (object, "role", gh_json_node_new_string (role));
  json_object_set_member (object, "content", take_content);
  json_array_add_element (array, gh_json_node_new_object (object));
}

static JsonNode *
encode_messages (GhLlmRequest  *request,
                 GError       **error)
{
  g_autoptr(JsonNode) node = gh_json_node_new_array (json_array_new ());
  JsonArray *array = gh_json_node_get_array (node);

  if (request->system != NULL && *request->system != '\0')
    add_message (array, "system", gh_json_node_new_string (request->system));
  for (guint i = 0; i < request->messages->len; i++)
    {
      GhLlmMessage *message = g_ptr_array_index (request->messages, i);
      JsonNode *content = encode_content (message, error);

      if (content == NULL)
        return NULL;
      add_message (array, message->from_assistant ? "assistant" : "user", content);
    }

  return g_steal_pointer (&node);
}

static JsonNode *
encode_strv (char **strv)
{
  JsonArray *array = json_array_new ();

  for (guint i = 0; strv[i] != NULL; i++)
    json_array_add_element (array, gh_json_node_new_string (strv[i]));

  return gh_json_node_new_array (array);
}

/* Returns: (transfer full): the body of POST chat/completions, streaming; or NULL with
 * GH_LLM_ERROR_UNSUPPORTED. */
JsonNode *
gh_llm_openai_encode (GhLlmRequest  *request,
                      GError       **error)
{
  g_return_val_if_fail (request != NULL, NULL);

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
    json_object_set_member (body, "stop", encode_strv (request->stop_sequences));
  json_object_set_member (body, "stream", gh_json_node_new_boolean (TRUE));
  json_object_set_member (options, "include_usage", gh_json_node_new_boolean (TRUE));
  json_object_set_member (body, "stream_options", gh_json_node_new_object (options));

  return gh_json_node_new_object (body);
}

void
gh_llm_openai_adapt (JsonNode           *body,
                     GhLlmOpenaiDialect  dialect)
{
  JsonObject *object = gh_json_node_get_object (body);
  gint64 max_tokens = gh_json_get_int (object, "max_tokens", 0);

  if ((dialect & GH_LLM_OPENAI_COMPLETION_TOKENS) && max_tokens > 0)
    {
      json_object_remove_member (object, "max_tokens");
      json_object_set_member (object, "max_completion_tokens", gh_json_node_new_int (max_tokens));
    }
  if ((dialect & GH_LLM_OPENAI_NO_STREAM_OPTIONS) &&
      json_object_has_member (object, "stream_options"))
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

  return GH_LLM_STOP_UNKNOWN;
}

static void
add_text (GPtrArray *events,
          JsonNode  *node)
{
  if (node == NULL || !gh_json_node_is_string (node))
    return;

  g_autofree char *text = gh_json_node_dup_text (node);

  if (*text == '\0')
    return;

  GhLlmEvent *event = gh_llm_event_new (GH_LLM_EVENT_TEXT);

  event->text = g_steal_pointer (&text);
  g_ptr_array_add (events, event);
}

static void
set_protocol_error (GError     **error,
                    const char  *what)
{
  g_set_error (error, GH_LLM_ERROR, GH_LLM_ERROR_PROTOCOL,
               "The answer is not what the API promises: %s", what);
}

/* content: a string, null, or (some endpoints) an array of parts. */
static gboolean
decode_content (JsonObject  *message,
                GPtrArray   *events,
                GError     **error)
{
  JsonNode *content = gh_json_get (message, "content");
  JsonArray *parts = content != NULL ? gh_json_node_get_array (content) : NULL;

  if (content == NULL)
    return TRUE;
  if (gh_json_node_is_string (content))
    {
      add_text (events, content);
      return TRUE;
    }
  if (parts == NULL)
    {
      set_protocol_error (error, "content is neither text nor parts");
      return FALSE;
    }

  for (guint i = 0; i < json_array_get_length (parts); i++)
    {
      JsonObject *part = gh_json_node_get_object (json_array_get_element (parts, i));

      if (part != NULL && g_strcmp0 (gh_json_get_string (part, "type"), "text") == 0)
        add_text (events, gh_json_get (part, "text"));
    }

  return TRUE;
}

static gboolean
decode_choice (JsonObject  *choice,
               const char  *model,
               GPtrArray   *events,
               GError     **error)
{
  JsonObject *message = NULL;
  const char *reason = NULL;

  if (choice == NULL)
    {
      set_protocol_error (error, "a choice is not an object");
      return FALSE;
    }
  /* Streamed answers come as deltas, whole ones as a message. */
  if (!gh_json_expect_object (choice, "delta", FALSE, &message, NULL) ||
      (message == NULL && !gh_json_expect_object (choice, "message", FALSE, &message, NULL)))
    {
      set_protocol_error (error, "delta or message is not an object");
      return FALSE;
    }
  if (message != NULL && !decode_content (message, events, error))
    return FALSE;
  if (!gh_json_expect_string (choice, "finish_reason", FALSE, &reason, NULL))
    {
      set_protocol_error (error, "finish_reason is not a string");
      return FALSE;
    }
  if (reason != NULL && *reason != '\0')
    {
      GhLlmEvent *event = gh_llm_event_new (GH_LLM_EVENT_DONE);

      event->stop = map_finish_reason (reason, choice);
      event->model = g_strdup (model);
      g_ptr_array_add (events, event);
    }

  return TRUE;
}

static void
decode_usage (JsonObject *object,
              GPtrArray  *events)
{
  JsonObject *usage = gh_json_get_object (object, "usage");

  if (usage == NULL)
    return;

  GhLlmEvent *event = gh_llm_event_new (GH_LLM_EVENT_USAGE);

  event->input_tokens = MAX (-1, gh_json_get_int (usage, "prompt_tokens", -1));
  event->output_tokens = MAX (-1, gh_json_get_int (usage, "completion_tokens", -1));
  g_ptr_array_add (events, event);
}

/* --- errors --- */

/* Shapes: {"error": {"message"}} (OpenAI, llama.cpp, Ollama, newer vLLM), {"error": "text"}
 * (Ollama's own API), {"object": "error", "message"} (older vLLM), {"detail": "text"} and
 * {"detail": [{"msg"}]} (FastAPI). Returns a borrowed node, or NULL. */
static JsonNode *
find_words (JsonObject *object)
{
  JsonNode *error = gh_json_get (object, "error");
  JsonNode *detail = gh_json_get (object, "detail");
  JsonObject *error_object = error != NULL ? gh_json_node_get_object (error) : NULL;
  JsonArray *details = detail != NULL ? gh_json_node_get_array (detail) : NULL;

  if (error_object != NULL)
    return gh_json_get (error_object, "message") != NULL ? gh_json_get (error_object, "message")
                                                         : error;
  if (error != NULL && !gh_json_node_is_null (error))
    return error;
  if (gh_json_get (object, "message") != NULL)
    return gh_json_get (object, "message");
  if (details != NULL && json_array_get_length (details) > 0)
    {
      JsonObject *first = gh_json_node_get_object (json_array_get_element (details, 0));

      if (first != NULL && gh_json_get (first, "msg") != NULL)
        return gh_json_get (first, "msg");
    }

  return detail;
}

/* At most MAX_WORDS bytes of valid UTF-8 on one line. */
static char *
tidy_words (const char *text,
            gsize       length)
{
  g_autofree char *valid = g_utf8_make_valid (text, MIN (length, MAX_WORDS));
  gsize n = strlen (valid);

  for (char *c = valid; *c != '\0'; c++)
    {
      if (g_ascii_iscntrl (*c))
        *c = ' ';
    }
  /* U+FFFD is longer than the byte it stands for. */
  if (n > MAX_WORDS)
    *g_utf8_find_prev_char (valid, valid + MAX_WORDS) = '\0';

  return g_strdup (g_strstrip (valid));
}

static JsonObject *
read_object (const char  *data,
             gsize        length,
             JsonNode   **holder)
{
  *holder = gh_json_read (data, length, NULL);

  return *holder != NULL ? gh_json_node_get_object (*holder) : NULL;
}

static GhLlmError
map_status (guint status)
{
  switch (status)
    {
    case 401:
    case 403:
      return GH_LLM_ERROR_UNAUTHORIZED;
    case 404:
      return GH_LLM_ERROR_NOT_FOUND;
    case 408:
    case 504:
      return GH_LLM_ERROR_TIMED_OUT;
    case 429:
      return GH_LLM_ERROR_RATE_LIMITED;
    default:
      if (status >= 500)
        return GH_LLM_ERROR_SERVER;
      if (status >= 400)
        return GH_LLM_ERROR_REFUSED;
      return GH_LLM_ERROR_PROTOCOL;
    }
}

/* The endpoint's own words in whatever it sent, or NULL. */
static char *
dup_words (const char *data,
           gsize       length,
           gboolean    is_page)
{
  g_autoptr(JsonNode) holder = NULL;
  JsonObject *object = read_object (data, length, &holder);
  JsonNode *node = object != NULL ? find_words (object) : NULL;
  g_autofree char *text = node != NULL ? gh_json_node_dup_text (node) : NULL;
  g_autofree char *words = NULL;

  if (text != NULL)
    words = tidy_words (text, strlen (text));
  else if (!is_page)
    words = tidy_words (data, length);

  return words != NULL && *words != '\0' ? g_steal_pointer (&words) : NULL;
}

GError *
gh_llm_openai_read_error (guint       status,
                          const char *content_type,
                          const char *data,
                          gsize       length)
{
  g_autofree char *words = dup_words (data, length, g_strcmp0 (content_type, "text/html") == 0);

  return g_error_new (GH_LLM_ERROR, map_status (status), "HTTP status %u%s%s", status,
                      words != NULL ? ": " : "", words != NULL ? words : "");
}

GError *
gh_llm_openai_read_error_event (const char *data,
                                gsize       length)
{
  g_autofree char *words = dup_words (data, length, FALSE);

  return g_error_new (GH_LLM_ERROR, GH_LLM_ERROR_SERVER, "The endpoint failed while answering%s%s",
                      words != NULL ? ": " : "", words != NULL ? words : "");
}

/* A part of the key at the end of the message, this long or longer, is what capping left of it. */
#define MIN_KEY_PART 4

void
gh_llm_openai_hide_key (GError     *error,
                        const char *key)
{
  g_return_if_fail (error != NULL);

  if (key == NULL || *key == '\0')
    return;

  g_autoptr(GString) message = g_string_new (error->message);

  g_string_replace (message, key, "[key]", 0);
  for (gsize n = MIN (strlen (key), message->len); n >= MIN_KEY_PART; n--)
    {
      if (memcmp (message->str + message->len - n, key, n) == 0)
        {
          g_string_truncate (message, message->len - n);
          break;
        }
    }

  g_free (error->message);
  error->message = g_strdup (message->str);
}

/* OpenAI's reasoning models refuse "max_tokens" and name "max_completion_tokens" in the message;
 * some older endpoints refuse "stream_options". */
GhLlmOpenaiDialect
gh_llm_openai_learn (guint       status,
                     const char *data,
                     gsize       length)
{
  if (status != 400 && status != 422)
    return GH_LLM_OPENAI_USUAL;
  if (g_strstr_len (data, length, "max_completion_tokens") != NULL)
    return GH_LLM_OPENAI_COMPLETION_TOKENS;
  if (g_strstr_len (data, length, "stream_options") != NULL)
    return GH_LLM_OPENAI_NO_STREAM_OPTIONS;

  return GH_LLM_OPENAI_USUAL;
}

static gboolean
is_error (JsonObject *object)
{
  JsonNode *error = gh_json_get (object, "error");

  return (error != NULL && !gh_json_node_is_null (error)) ||
         (g_strcmp0 (gh_json_get_string (object, "object"), "error") == 0 &&
          gh_json_get (object, "message") != NULL);
}

/* Decodes one event of a streamed answer, or a whole answer that was not streamed. FALSE with
 * GH_LLM_ERROR_SERVER when it is an error object, with GH_LLM_ERROR_PROTOCOL when it is not what it
 * should be. "[DONE]" gives nothing. What a model thinks aloud ("reasoning_content") is
 * left out. */
gboolean
gh_llm_openai_decode (const char  *data,
                      gsize        length,
                      GPtrArray   *events,
                      GError     **error)
{
  g_autoptr(GError) json_error = NULL;
  g_autoptr(JsonNode) node = NULL;
  JsonObject *object;
  JsonArray *choices = NULL;

  if (length == strlen ("[DONE]") && memcmp (data, "[DONE]", length) == 0)
    return TRUE;

  node = gh_json_read (data, length, &json_error);
  object = node != NULL ? gh_json_node_get_object (node) : NULL;
  if (object == NULL)
    {
      set_protocol_error (error, json_error != NULL ? json_error->message : "not an object");
      return FALSE;
    }
  if (is_error (object))
    {
      g_propagate_error (error, gh_llm_openai_read_error_event (data, length));
      return FALSE;
    }
  if (!gh_json_expect_array (object, "choices", FALSE, &choices, NULL))
    {
      set_protocol_error (error, "choices is not an array");
      return FALSE;
    }

  /* One answer is asked for; were there more, the first is it. */
  if (choices != NULL && json_array_get_length (choices) > 0 &&
      !decode_choice (gh_json_node_get_object (json_array_get_element (choices, 0)),
                      gh_json_get_string (object, "model"), events, error))
    return FALSE;

  decode_usage (object, events);
  return TRUE;
}

/* --- models --- */

GStrv
gh_llm_openai_read_models (const char  *data,
                           gsize        length,
                           GError     **error)
{
  g_autoptr(JsonNode) holder = NULL;
  g_autoptr(GStrvBuilder) ids = g_strv_builder_new ();
  JsonObject *object = read_object (data, length, &holder);
  JsonArray *array = NULL;
  guint n;

  /* Ollama without models says null. */
  if (object == NULL || !json_object_has_member (object, "data") ||
      !gh_json_expect_array (object, "data", FALSE, &array, NULL))
    {
      set_protocol_error (error, "no list of models");
      return NULL;
    }

  n = array != NULL ? MIN (json_array_get_length (array), MAX_MODELS) : 0;
  for (guint i = 0; i < n; i++)
    {
      JsonObject *model = gh_json_node_get_object (json_array_get_element (array, i));
      const char *id = model != NULL ? gh_json_get_string (model, "id") : NULL;

      if (id != NULL && *id != '\0' && strlen (id) <= MAX_ID_LENGTH)
        g_strv_builder_add (ids, id);
    }

  return g_strv_builder_end (ids);
}
