/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * One request with everything in it, as each API is sent it; and what an API cannot take. */
#include "config.h"

#include "gh-json.h"
#include "gh-llm-api.h"
#include "gh-test.h"

/* 70 characters, and one that no API takes in a name. */
#define LONG_NAME "files.read_0123456789_0123456789_0123456789_0123456789_0123456789_01234"

static GhLlmPart *
new_use (const char *id,
         const char *name,
         const char *input)
{
  g_autoptr(JsonNode) node = gh_json_read (input, strlen (input), NULL);

  return gh_llm_part_new_tool_use (id, name, node);
}

static GhLlmPart *
new_result (const char *id,
            gboolean    is_error,
            GhLlmPart  *take_part)
{
  GPtrArray *parts = gh_llm_parts_new ();

  g_ptr_array_add (parts, take_part);

  return gh_llm_part_new_tool_result (id, is_error, parts);
}

static GhLlmMessage *
add_message (GhLlmRequest *request,
             gboolean      from_assistant,
             GhLlmPart    *take_part)
{
  GhLlmMessage *message = gh_llm_message_new (from_assistant);

  gh_llm_message_add (message, take_part);
  g_ptr_array_add (request->messages, message);

  return message;
}

static void
add_tool (GhLlmRequest *request,
          const char   *name,
          const char   *description)
{
  static const char schema[] = "{\"type\":\"object\"}";
  g_autoptr(JsonNode) node = gh_json_read (schema, strlen (schema), NULL);

  g_ptr_array_add (request->tools, gh_llm_tool_new (name, description, node));
}

/* A picture is looked at by two tools, one of which fails. */
static GhLlmRequest *
new_request (void)
{
  static const char * const stops[] = { "END", NULL };
  g_autoptr(GBytes) image = g_bytes_new_static ("\x89PNG", 4);
  GhLlmRequest *request = gh_llm_request_new ("m");
  GhLlmMessage *message;

  request->system = g_strdup ("Be brief.");
  request->max_tokens = 50;
  request->temperature = 0.5;
  request->stop_sequences = g_strdupv ((char **) stops);
  add_tool (request, "look", "Looks.");
  add_tool (request, LONG_NAME, NULL);
  message = add_message (request, FALSE, gh_llm_part_new_text ("What is this?"));
  gh_llm_message_add (message, gh_llm_part_new_image ("image/png", image));
  message = add_message (request, TRUE, gh_llm_part_new_text ("I look."));
  gh_llm_message_add (message, new_use ("a", "look", "{\"n\":1}"));
  gh_llm_message_add (message, new_use ("b", LONG_NAME, "{}"));
  message = add_message (request, FALSE,
                         new_result ("a", FALSE, gh_llm_part_new_text ("A cat.")));
  gh_llm_message_add (message, new_result ("b", TRUE, gh_llm_part_new_text ("No file.")));

  return request;
}

/* "%NAME" in what is expected stands for the long name as it is sent. */
static void
assert_encoded (const GhLlmApi *api,
                GhLlmRequest   *request,
                const char     *expected)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(JsonNode) node = api->encode (request, &error);
  g_autofree char *name = gh_llm_dup_wire_name (LONG_NAME);
  g_autoptr(GString) wanted = g_string_new (expected);
  g_autofree char *text = NULL;

  g_assert_no_error (error);
  text = gh_json_write (node, NULL);
  g_string_replace (wanted, "%NAME", name, 0);
  g_assert_cmpstr (text, ==, wanted->str);
}

#define FUNCTIONS \
  "[{\"type\":\"function\",\"function\":{\"name\":\"look\",\"description\":\"Looks.\"," \
  "\"parameters\":{\"type\":\"object\"}}}," \
  "{\"type\":\"function\",\"function\":{\"name\":\"%NAME\",\"parameters\":{\"type\":\"object\"}}}]"

static void
test_openai (void)
{
  g_autoptr(GhLlmRequest) request = new_request ();

  request->tool_choice = GH_LLM_TOOL_CHOICE_REQUIRED;
  assert_encoded (
      &gh_llm_openai_api, request,
      "{\"model\":\"m\",\"messages\":[{\"role\":\"system\",\"content\":\"Be brief.\"},"
      "{\"role\":\"user\",\"content\":[{\"type\":\"text\",\"text\":\"What is this?\"},"
      "{\"type\":\"image_url\",\"image_url\":{\"url\":\"data:image/png;base64,iVBORw==\"}}]},"
      "{\"role\":\"assistant\",\"content\":\"I look.\",\"tool_calls\":["
      "{\"id\":\"a\",\"type\":\"function\",\"function\":{\"name\":\"look\","
      "\"arguments\":\"{\\\"n\\\":1}\"}},"
      "{\"id\":\"b\",\"type\":\"function\",\"function\":{\"name\":\"%NAME\","
      "\"arguments\":\"{}\"}}]},"
      "{\"role\":\"tool\",\"tool_call_id\":\"a\",\"content\":\"A cat.\"},"
      "{\"role\":\"tool\",\"tool_call_id\":\"b\",\"content\":\"Error: No file.\"}],"
      "\"max_tokens\":50,\"temperature\":0.5,\"stop\":[\"END\"],"
      "\"tools\":" FUNCTIONS ",\"tool_choice\":\"required\","
      "\"stream\":true,\"stream_options\":{\"include_usage\":true}}");
}

static void
test_anthropic (void)
{
  g_autoptr(GhLlmRequest) request = new_request ();

  assert_encoded (
      &gh_llm_anthropic_api, request,
      "{\"model\":\"m\",\"max_tokens\":50,\"system\":\"Be brief.\",\"messages\":["
      "{\"role\":\"user\",\"content\":[{\"type\":\"text\",\"text\":\"What is this?\"},"
      "{\"type\":\"image\",\"source\":{\"type\":\"base64\",\"media_type\":\"image/png\","
      "\"data\":\"iVBORw==\"}}]},"
      "{\"role\":\"assistant\",\"content\":[{\"type\":\"text\",\"text\":\"I look.\"},"
      "{\"type\":\"tool_use\",\"id\":\"a\",\"name\":\"look\",\"input\":{\"n\":1}},"
      "{\"type\":\"tool_use\",\"id\":\"b\",\"name\":\"%NAME\",\"input\":{}}]},"
      "{\"role\":\"user\",\"content\":[{\"type\":\"tool_result\",\"tool_use_id\":\"a\","
      "\"content\":[{\"type\":\"text\",\"text\":\"A cat.\"}]},"
      "{\"type\":\"tool_result\",\"tool_use_id\":\"b\","
      "\"content\":[{\"type\":\"text\",\"text\":\"No file.\"}],\"is_error\":true}]}],"
      "\"temperature\":0.5,\"stop_sequences\":[\"END\"],"
      "\"tools\":[{\"name\":\"look\",\"description\":\"Looks.\","
      "\"input_schema\":{\"type\":\"object\"}},"
      "{\"name\":\"%NAME\",\"input_schema\":{\"type\":\"object\"}}],"
      "\"tool_choice\":{\"type\":\"auto\"},\"stream\":true}");
}

static void
test_gemini (void)
{
  g_autoptr(GhLlmRequest) request = new_request ();
  g_autofree char *path = NULL;
  g_autofree char *strange = NULL;
  g_autofree char *tuned = NULL;
  static const char format[] =
    "{\"systemInstruction\":{\"parts\":[{\"text\":\"Be brief.\"}]},\"contents\":["
    "{\"role\":\"user\",\"parts\":[{\"text\":\"What is this?\"},"
    "{\"inlineData\":{\"mimeType\":\"image/png\",\"data\":\"iVBORw==\"}}]},"
    "{\"role\":\"model\",\"parts\":[{\"text\":\"I look.\"},"
    "{\"functionCall\":{\"id\":\"a\",\"name\":\"look\",\"args\":{\"n\":1}}%SIGNED},"
    "{\"functionCall\":{\"id\":\"b\",\"name\":\"%NAME\",\"args\":{}}%SIGNED}]},"
    "{\"role\":\"user\",\"parts\":[{\"functionResponse\":{\"id\":\"a\",\"name\":\"look\","
    "\"response\":{\"output\":\"A cat.\"}}},"
    "{\"functionResponse\":{\"id\":\"b\",\"name\":\"%NAME\","
    "\"response\":{\"error\":\"No file.\"}}}]}],"
    "\"tools\":[{\"functionDeclarations\":[{\"name\":\"look\",\"description\":\"Looks.\","
    "\"parametersJsonSchema\":{\"type\":\"object\"}},"
    "{\"name\":\"%NAME\",\"parametersJsonSchema\":{\"type\":\"object\"}}]}],"
    "\"toolConfig\":{\"functionCallingConfig\":{\"mode\":\"NONE\"}},"
    "\"generationConfig\":{\"maxOutputTokens\":50,\"temperature\":0.5,"
    "\"stopSequences\":[\"END\"]}}";
  g_autoptr(GString) plain = g_string_new (format);
  g_autoptr(GString) with_signatures = g_string_new (format);

  g_string_replace (plain, "%SIGNED", "", 0);
  g_string_replace (with_signatures, "%SIGNED",
                    ",\"thoughtSignature\":\"skip_thought_signature_validator\"", 0);
  request->tool_choice = GH_LLM_TOOL_CHOICE_NONE;
  assert_encoded (&gh_llm_gemini_api, request, plain->str);
  g_free (request->model);
  request->model = g_strdup ("gemini-3-pro");
  assert_encoded (&gh_llm_gemini_api, request, with_signatures->str);

  path = gh_llm_gemini_api.dup_path (request);
  g_assert_cmpstr (path, ==, "/models/gemini-3-pro:streamGenerateContent?alt=sse");
  g_free (request->model);
  request->model = g_strdup ("tunedModels/x");
  tuned = gh_llm_gemini_api.dup_path (request);
  g_assert_cmpstr (tuned, ==, "/tunedModels/x:streamGenerateContent?alt=sse");
  g_free (request->model);
  request->model = g_strdup ("a?b#c d");
  strange = gh_llm_gemini_api.dup_path (request);
  g_assert_cmpstr (strange, ==, "/models/a%3Fb%23c%20d:streamGenerateContent?alt=sse");
}

static void
test_ollama (void)
{
  g_autoptr(GhLlmRequest) request = new_request ();

  assert_encoded (
      &gh_llm_ollama_api, request,
      "{\"model\":\"m\",\"messages\":[{\"role\":\"system\",\"content\":\"Be brief.\"},"
      "{\"role\":\"user\",\"content\":\"What is this?\",\"images\":[\"iVBORw==\"]},"
      "{\"role\":\"assistant\",\"content\":\"I look.\",\"tool_calls\":["
      "{\"id\":\"a\",\"function\":{\"name\":\"look\",\"arguments\":{\"n\":1}}},"
      "{\"id\":\"b\",\"function\":{\"name\":\"%NAME\",\"arguments\":{}}}]},"
      "{\"role\":\"tool\",\"content\":\"A cat.\",\"tool_call_id\":\"a\",\"tool_name\":\"look\"},"
      "{\"role\":\"tool\",\"content\":\"Error: No file.\",\"tool_call_id\":\"b\","
      "\"tool_name\":\"%NAME\"}],"
      "\"tools\":" FUNCTIONS ","
      "\"options\":{\"num_predict\":50,\"temperature\":0.5,\"stop\":[\"END\"]},\"stream\":true}");
}

/* Ollama would cut a long prompt without a word. */
static void
test_ollama_context (void)
{
  static const struct
  {
    gsize  length;
    gint64 max_tokens;
    gint64 context;
  } cases[] = {
    { 10, 100, 0 },        { 9000, 1000, 0 },          { 12000, 1000, 8192 },
    { 90000, 100, 32768 }, { 9000000, 100, 131072 },   { 10, G_MAXINT64, 131072 },
    { 10, -1, 0 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr(GhLlmRequest) request = gh_llm_request_new ("m");
      g_autofree char *text = g_strnfill (cases[i].length, 'x');
      g_autoptr(JsonNode) node = NULL;
      JsonObject *options;

      request->max_tokens = cases[i].max_tokens;
      add_message (request, FALSE, gh_llm_part_new_text (text));
      node = gh_llm_ollama_api.encode (request, NULL);
      options = gh_json_get_object (gh_json_node_get_object (node), "options");
      g_assert_cmpint (gh_json_get_int (options, "num_ctx", 0), ==, cases[i].context);
    }
}

/* Nothing is left out without a word. */
static void
test_unsupported (void)
{
  static const struct
  {
    const GhLlmApi *api;
    const char     *media; /* of a part of the message, or NULL */
    const char     *result; /* media type of what is in a tool's result, or NULL */
    const char     *words; /* NULL: the API takes it */
  } cases[] = {
    { &gh_llm_openai_api, "audio/wav", NULL, NULL },
    { &gh_llm_openai_api, "audio/mpeg", NULL, NULL },
    { &gh_llm_openai_api, "audio/ogg", NULL, "audio other than" },
    { &gh_llm_openai_api, NULL, "image/png", "result of a tool" },
    { &gh_llm_anthropic_api, "audio/wav", NULL, "audio" },
    { &gh_llm_anthropic_api, "image/svg+xml", NULL, "images other than" },
    { &gh_llm_anthropic_api, NULL, "image/png", NULL },
    { &gh_llm_anthropic_api, NULL, "audio/wav", "audio" },
    { &gh_llm_gemini_api, "audio/ogg", NULL, NULL },
    { &gh_llm_gemini_api, NULL, "image/png", "result of a tool" },
    { &gh_llm_ollama_api, "audio/wav", NULL, "audio" },
    { &gh_llm_ollama_api, NULL, "image/png", "result of a tool" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr(GhLlmRequest) request = gh_llm_request_new ("m");
      const char *type = cases[i].media != NULL ? cases[i].media : cases[i].result;
      g_autoptr(GBytes) bytes = g_bytes_new_static ("x", 1);
      g_autoptr(GError) error = NULL;
      g_autoptr(JsonNode) node = NULL;
      GhLlmPart *part = g_str_has_prefix (type, "audio/") ? gh_llm_part_new_audio (type, bytes)
                                                          : gh_llm_part_new_image (type, bytes);

      add_message (request, TRUE, new_use ("a", "look", "{}"));
      add_message (request, FALSE,
                   cases[i].media != NULL ? part : new_result ("a", FALSE, part));
      node = cases[i].api->encode (request, &error);
      g_test_message ("%u: %s", i, error != NULL ? error->message : "taken");
      if (cases[i].words == NULL)
        {
          g_assert_no_error (error);
          g_assert_nonnull (node);
          continue;
        }
      g_assert_null (node);
      g_assert_error (error, GH_LLM_ERROR, GH_LLM_ERROR_UNSUPPORTED);
      g_assert_nonnull (strstr (error->message, cases[i].words));
    }

  g_autoptr(GhLlmRequest) required = new_request ();
  g_autoptr(GhLlmRequest) unused = gh_llm_request_new ("m");
  g_autoptr(GError) error = NULL;
  g_autoptr(GError) unused_error = NULL;

  required->tool_choice = GH_LLM_TOOL_CHOICE_REQUIRED;
  g_assert_null (gh_llm_ollama_api.encode (required, &error));
  g_assert_error (error, GH_LLM_ERROR, GH_LLM_ERROR_UNSUPPORTED);
  /* Gemini knows results by their tool's name. */
  add_message (unused, FALSE, new_result ("z", FALSE, gh_llm_part_new_text ("x")));
  g_assert_null (gh_llm_gemini_api.encode (unused, &unused_error));
  g_assert_error (unused_error, GH_LLM_ERROR, GH_LLM_ERROR_UNSUPPORTED);
}

static void
test_wire_names (void)
{
  static const char * const good[] = { "a", "_x", "read-file_2", "A0" };
  static const char * const bad[] = { "", "0a", "-a", "a.b", "a b", "\xc3\xa9t\xc3\xa9",
                                      LONG_NAME, LONG_NAME "b" };
  g_autoptr(GHashTable) seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (good); i++)
    {
      g_autofree char *name = gh_llm_dup_wire_name (good[i]);

      g_assert_cmpstr (name, ==, good[i]);
    }
  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      char *name = gh_llm_dup_wire_name (bad[i]);
      g_autofree char *again = gh_llm_dup_wire_name (name);

      g_assert_cmpuint (strlen (name), <=, 64);
      g_assert_cmpstr (again, ==, name);
      g_assert_true (g_hash_table_add (seen, name));
    }
}

/* The model uses the name that was sent; the server hears its own. */
static void
test_names_return (void)
{
  g_autoptr(GhLlmRequest) request = new_request ();
  g_autoptr(GhLlmAnswer) answer = gh_llm_answer_new (request);
  g_autofree char *name = gh_llm_dup_wire_name (LONG_NAME);
  g_autoptr(GhLlmEvent) first = NULL;
  g_autoptr(GhLlmEvent) second = NULL;

  gh_llm_answer_add_use (answer, "a", name, NULL);
  gh_llm_answer_add_use (answer, "b", "invented", NULL);
  g_assert_true (gh_llm_answer_finish (answer, NULL));
  first = gh_llm_answer_pop (answer);
  second = gh_llm_answer_pop (answer);
  g_assert_cmpstr (first->name, ==, LONG_NAME);
  g_assert_cmpstr (second->name, ==, "invented");
}

static void
test_normalize (void)
{
  static const struct
  {
    const GhLlmApi *api;
    const char     *given;
    const char     *used;
  } cases[] = {
    { &gh_llm_anthropic_api, "https://api.anthropic.com", "https://api.anthropic.com/v1" },
    { &gh_llm_anthropic_api, "https://api.anthropic.com/v1/messages",
      "https://api.anthropic.com/v1" },
    { &gh_llm_gemini_api, "https://generativelanguage.googleapis.com/",
      "https://generativelanguage.googleapis.com/v1beta" },
    { &gh_llm_gemini_api, "https://g.example/v1beta/models", "https://g.example/v1beta" },
    { &gh_llm_gemini_api, "https://g.example/v1", "https://g.example/v1" },
    { &gh_llm_ollama_api, "http://127.0.0.1:11434", "http://127.0.0.1:11434/api" },
    { &gh_llm_ollama_api, "http://127.0.0.1:11434/v1/", "http://127.0.0.1:11434/api" },
    { &gh_llm_ollama_api, "http://127.0.0.1:11434/api/chat", "http://127.0.0.1:11434/api" },
    { &gh_llm_ollama_api, "https://x.example/ollama", "https://x.example/ollama/api" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *url = gh_llm_api_normalize_url (cases[i].api, cases[i].given);

      g_assert_cmpstr (url, ==, cases[i].used);
    }
}

int
main (int   argc,
      char *argv[])
{
  gh_test_init (&argc, &argv);

  g_test_add_func ("/llm/encode/openai", test_openai);
  g_test_add_func ("/llm/encode/anthropic", test_anthropic);
  g_test_add_func ("/llm/encode/gemini", test_gemini);
  g_test_add_func ("/llm/encode/ollama", test_ollama);
  g_test_add_func ("/llm/encode/ollama-context", test_ollama_context);
  g_test_add_func ("/llm/encode/unsupported", test_unsupported);
  g_test_add_func ("/llm/encode/wire-names", test_wire_names);
  g_test_add_func ("/llm/encode/names-return", test_names_return);
  g_test_add_func ("/llm/encode/normalize", test_normalize);

  return gh_test_run ();
}
