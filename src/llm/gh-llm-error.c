/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * The error domain of the llm layer, and what endpoints say when something is wrong. */
#include "config.h"

#include "gh-llm-error.h"

#include "gh-json.h"

#include <string.h>

/* An endpoint's own words in an error: enough for a sentence or two (see gh-llm-error.h). */
#define MAX_WORDS 1024

G_DEFINE_QUARK (gh-llm-error-quark, gh_llm_error)

GError *
gh_llm_error_from_io (GError *take_error)
{
  g_autoptr(GError) error = take_error;
  GhLlmError code;

  if (error->domain == G_TLS_ERROR)
    code = GH_LLM_ERROR_UNTRUSTED;
  else if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_HOST_UNREACHABLE))
    code = GH_LLM_ERROR_UNREACHABLE;
  else if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_TIMED_OUT))
    code = GH_LLM_ERROR_TIMED_OUT;
  else if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_PARTIAL_INPUT))
    code = GH_LLM_ERROR_BROKEN;
  else if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_MESSAGE_TOO_LARGE))
    code = GH_LLM_ERROR_PROTOCOL;
  else
    return g_steal_pointer (&error);

  return g_error_new_literal (GH_LLM_ERROR, code, error->message);
}

/* Shapes: {"error": {"message"}} (OpenAI, Anthropic, Gemini, llama.cpp, newer vLLM),
 * {"error": "text"} (Ollama's own API), {"object": "error", "message"} (older vLLM),
 * {"detail": "text"} and {"detail": [{"msg"}]} (FastAPI), [{"error": ...}] (Gemini). Returns a
 * borrowed node, or NULL. */
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

/* The object that a text is, or that is the first of its array; or NULL. */
static JsonObject *
get_first_object (JsonNode *node)
{
  JsonArray *array = gh_json_node_get_array (node);

  if (array != NULL && json_array_get_length (array) > 0)
    node = json_array_get_element (array, 0);

  return gh_json_node_get_object (node);
}

/* The endpoint's own words in whatever it sent, or NULL. */
static char *
dup_words (const char *data,
           gsize       length,
           gboolean    is_page)
{
  g_autoptr(JsonNode) holder = gh_json_read (data, length, NULL);
  JsonObject *object = holder != NULL ? get_first_object (holder) : NULL;
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
gh_llm_error_read (guint       status,
                   const char *content_type,
                   const char *data,
                   gsize       length)
{
  g_autofree char *words = dup_words (data, length, g_strcmp0 (content_type, "text/html") == 0);

  GhLlmError code = map_status (status);

  /* Gemini's word for a key that it does not know. */
  if (status == 400 && g_strstr_len (data, length, "API_KEY_INVALID") != NULL)
    code = GH_LLM_ERROR_UNAUTHORIZED;

  return g_error_new (GH_LLM_ERROR, code, "HTTP status %u%s%s", status,
                      words != NULL ? ": " : "", words != NULL ? words : "");
}

/* "rate_limit_error" (Anthropic), "rate_limit_exceeded" (OpenAI), "RESOURCE_EXHAUSTED" (Gemini). */
static gboolean
names_rate_limit (const char *data,
                  gsize       length)
{
  return g_strstr_len (data, length, "\"rate_limit_") != NULL ||
         g_strstr_len (data, length, "\"RESOURCE_EXHAUSTED\"") != NULL;
}

GError *
gh_llm_error_read_event (const char *data,
                         gsize       length)
{
  g_autofree char *words = dup_words (data, length, FALSE);

  return g_error_new (GH_LLM_ERROR,
                      names_rate_limit (data, length) ? GH_LLM_ERROR_RATE_LIMITED
                                                      : GH_LLM_ERROR_SERVER,
                      "The endpoint failed while answering%s%s",
                      words != NULL ? ": " : "", words != NULL ? words : "");
}

/* A part of the key at the end of the message, this long or longer, is what capping left of it. */
#define MIN_KEY_PART 4

void
gh_llm_error_hide_key (GError     *error,
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
