/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * The answers of each API as its endpoints send them, whole, byte by byte and cut off anywhere;
 * their errors, and their lists of models. */
#include "config.h"

#include <math.h>

#include "gh-fake-endpoint.h"
#include "gh-json.h"
#include "gh-llm-provider.h"
#include "gh-test.h"

#define KEY "secret-key-0123456789"

typedef struct
{
  const GhLlmApi *api;
  const char     *stream_path;
  const char     *models_path;
  const char     *type; /* of the answer */
  const char     *answer;
  const char     *expected;
} Recorded;

#define OPENAI_CALLS \
  "data: {\"model\":\"gpt\",\"choices\":[{\"index\":0,\"delta\":{\"role\":\"assistant\"," \
  "\"content\":" \
  "\"Gr\xc3\xbc\xc3\x9f" "e\"}}]}\n\n" \
  "data: {\"model\":\"gpt\",\"choices\":[{\"index\":0,\"delta\":{\"tool_calls\":[{\"index\":0," \
  "\"id\":\"c1\",\"type\":\"function\",\"function\":{\"name\":\"look\"," \
  "\"arguments\":\"\"}}]}}]}\n\n" \
  "data: {\"choices\":[{\"index\":0,\"delta\":{\"tool_calls\":[{\"index\":0,\"function\":" \
  "{\"arguments\":\"{\\\"n\"}}]}}]}\n\n" \
  "data: {\"choices\":[{\"index\":0,\"delta\":{\"tool_calls\":[{\"index\":1,\"id\":\"c2\"," \
  "\"type\":\"function\",\"function\":{\"name\":\"look\"," \
  "\"arguments\":\"{\\\"n\\\":2}\"}}]}}]}\n\n" \
  "data: {\"choices\":[{\"index\":0,\"delta\":{\"tool_calls\":[{\"index\":0,\"function\":" \
  "{\"arguments\":\"\\\":1}\"}}]}}]}\n\n" \
  "data: {\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"tool_calls\"}]}\n\n" \
  "data: {\"choices\":[],\"usage\":{\"prompt_tokens\":19,\"completion_tokens\":10}}\n\n" \
  "data: [DONE]\n\n"

#define ANTHROPIC_CALLS \
  "event: message_start\n" \
  "data: {\"type\":\"message_start\",\"message\":{\"id\":\"msg_1\",\"type\":\"message\",\"role\":" \
  "\"assistant\",\"model\":\"claude\",\"content\":[],\"stop_reason\":null,\"usage\":" \
  "{\"input_tokens\":9,\"cache_read_input_tokens\":10,\"output_tokens\":1}}}\n\n" \
  "event: content_block_start\n" \
  "data: {\"type\":\"content_block_start\",\"index\":0,\"content_block\":{\"type\":\"thinking\"," \
  "\"thinking\":\"\"}}\n\n" \
  "event: content_block_delta\n" \
  "data: {\"type\":\"content_block_delta\",\"index\":0,\"delta\":{\"type\":\"thinking_delta\"," \
  "\"thinking\":\"hm\"}}\n\n" \
  "event: ping\ndata: {\"type\": \"ping\"}\n\n" \
  "event: content_block_start\n" \
  "data: {\"type\":\"content_block_start\",\"index\":1,\"content_block\":{\"type\":\"text\"," \
  "\"text\":\"\"}}\n\n" \
  "event: content_block_delta\n" \
  "data: {\"type\":\"content_block_delta\",\"index\":1,\"delta\":{\"type\":\"text_delta\"," \
  "\"text\":\"Gr\xc3\xbc\"}}\n\n" \
  "event: content_block_delta\n" \
  "data: {\"type\":\"content_block_delta\",\"index\":1,\"delta\":{\"type\":\"text_delta\"," \
  "\"text\":\"\xc3\x9f\\u0065\"}}\n\n" \
  "event: content_block_stop\ndata: {\"type\":\"content_block_stop\",\"index\":1}\n\n" \
  "event: content_block_start\n" \
  "data: {\"type\":\"content_block_start\",\"index\":2,\"content_block\":{\"type\":\"tool_use\"," \
  "\"id\":\"c1\",\"name\":\"look\",\"input\":{}}}\n\n" \
  "event: content_block_delta\n" \
  "data: {\"type\":\"content_block_delta\",\"index\":2,\"delta\":{\"type\":\"input_json_delta\"," \
  "\"partial_json\":\"\"}}\n\n" \
  "event: content_block_delta\n" \
  "data: {\"type\":\"content_block_delta\",\"index\":2,\"delta\":{\"type\":\"input_json_delta\"," \
  "\"partial_json\":\"{\\\"n\\\":\"}}\n\n" \
  "event: content_block_delta\n" \
  "data: {\"type\":\"content_block_delta\",\"index\":2,\"delta\":{\"type\":\"input_json_delta\"," \
  "\"partial_json\":\"1}\"}}\n\n" \
  "event: content_block_stop\ndata: {\"type\":\"content_block_stop\",\"index\":2}\n\n" \
  "event: content_block_start\n" \
  "data: {\"type\":\"content_block_start\",\"index\":3,\"content_block\":{\"type\":\"tool_use\"," \
  "\"id\":\"c2\",\"name\":\"look\",\"input\":{}}}\n\n" \
  "event: content_block_delta\n" \
  "data: {\"type\":\"content_block_delta\",\"index\":3,\"delta\":{\"type\":\"input_json_delta\"," \
  "\"partial_json\":\"{\\\"n\\\":2}\"}}\n\n" \
  "event: content_block_stop\ndata: {\"type\":\"content_block_stop\",\"index\":3}\n\n" \
  "event: message_delta\n" \
  "data: {\"type\":\"message_delta\",\"delta\":{\"stop_reason\":\"tool_use\"," \
  "\"stop_sequence\":null}," \
  "\"usage\":{\"output_tokens\":10}}\n\n" \
  "event: message_stop\ndata: {\"type\":\"message_stop\"}\n\n"

#define ANTHROPIC_WHOLE \
  "{\"id\":\"msg_1\",\"type\":\"message\",\"role\":\"assistant\",\"model\":\"claude\"," \
  "\"content\":[" \
  "{\"type\":\"text\",\"text\":\"Gr\xc3\xbc\xc3\x9f" "e\"}," \
  "{\"type\":\"tool_use\",\"id\":\"c1\",\"name\":\"look\",\"input\":{\"n\":1}}," \
  "{\"type\":\"tool_use\",\"id\":\"c2\",\"name\":\"look\",\"input\":{\"n\":2}}]," \
  "\"stop_reason\":\"tool_use\",\"usage\":{\"input_tokens\":19,\"output_tokens\":10}}"

#define GEMINI_CALLS \
  "data: {\"candidates\": [{\"content\": {\"parts\": [{\"text\": \"hm\"," \
  "\"thought\": true}],\"role\": " \
  "\"model\"},\"index\": 0}],\"usageMetadata\": {\"promptTokenCount\": 19," \
  "\"totalTokenCount\": 19}," \
  "\"modelVersion\": \"gemini\"}\r\n\r\n" \
  "data: {\"candidates\": [{\"content\": {\"parts\": [{\"text\": \"Gr" \
  "\xc3\xbc\xc3\x9f" "e\"}],\"role\": " \
  "\"model\"},\"index\": 0}],\"modelVersion\": \"gemini\"}\r\n\r\n" \
  "data: {\"candidates\": [{\"content\": {\"parts\": [{\"functionCall\": {\"name\": \"look\"," \
  "\"args\": {\"n\": 1},\"id\": \"c1\"},\"thoughtSignature\": \"x\"}," \
  "{\"functionCall\": {\"name\": \"look\"," \
  "\"args\": {\"n\": 2},\"id\": \"c2\"}}],\"role\": \"model\"}," \
  "\"finishReason\": \"STOP\",\"index\": 0}]," \
  "\"usageMetadata\": {\"promptTokenCount\": 19,\"candidatesTokenCount\": 7," \
  "\"thoughtsTokenCount\": 3," \
  "\"totalTokenCount\": 29},\"modelVersion\": \"gemini\",\"responseId\": \"r\"}\r\n\r\n"

#define GEMINI_WHOLE \
  "[{\"candidates\":[{\"content\":{\"parts\":[{\"text\":\"Gr\xc3\xbc\xc3\x9f" "e\"}]," \
  "\"role\":\"model\"}}]," \
  "\"modelVersion\":\"gemini\"}\n,\n" \
  "{\"candidates\":[{\"content\":{\"parts\":[{\"functionCall\":{\"id\":\"c1\",\"name\":\"look\"," \
  "\"args\":{\"n\":1}}},{\"functionCall\":{\"id\":\"c2\",\"name\":\"look\"," \
  "\"args\":{\"n\":2}}}]}," \
  "\"finishReason\":\"STOP\"}],\"usageMetadata\":{\"promptTokenCount\":19," \
  "\"candidatesTokenCount\":10}}]"

#define OLLAMA_CALLS \
  "{\"model\":\"llama\",\"created_at\":\"2026-01-01T00:00:00Z\"," \
  "\"message\":{\"role\":\"assistant\"," \
  "\"content\":\"\",\"thinking\":\"hm\"},\"done\":false}\n" \
  "{\"model\":\"llama\",\"message\":{\"role\":\"assistant\",\"content\":\"Gr\xc3\xbc\"}," \
  "\"done\":false}\n" \
  "{\"model\":\"llama\",\"message\":{\"role\":\"assistant\"," \
  "\"content\":\"\xc3\x9f" "e\"},\"done\":false}\r\n" \
  "{\"model\":\"llama\",\"message\":{\"role\":\"assistant\",\"content\":\"\",\"tool_calls\":[" \
  "{\"id\":\"c1\",\"function\":{\"index\":0,\"name\":\"look\"," \
  "\"arguments\":{\"n\":1}}}]},\"done\":false}\n" \
  "{\"model\":\"llama\",\"message\":{\"role\":\"assistant\",\"content\":\"\",\"tool_calls\":[" \
  "{\"id\":\"c2\",\"function\":{\"index\":1,\"name\":\"look\"," \
  "\"arguments\":{\"n\":2}}}]},\"done\":false}\n" \
  "{\"model\":\"llama\",\"message\":{\"role\":\"assistant\",\"content\":\"\"}," \
  "\"done_reason\":\"stop\"," \
  "\"done\":true,\"total_duration\":1,\"prompt_eval_count\":19,\"eval_count\":10}\n"

#define CALLS(model) \
  "T:Gr\xc3\xbc\xc3\x9f" "e C:c1 look{\"n\":1} C:c2 look{\"n\":2} U:19/10 D:5/" model

static const Recorded recorded[] = {
  { &gh_llm_openai_api, "/v1/chat/completions", "/v1/models", "text/event-stream", OPENAI_CALLS,
    CALLS ("gpt") },
  { &gh_llm_anthropic_api, "/v1/messages", "/v1/models", "text/event-stream; charset=utf-8",
    ANTHROPIC_CALLS, CALLS ("claude") },
  { &gh_llm_gemini_api, "/v1/models/fake-model:streamGenerateContent", "/v1/models",
    "text/event-stream", GEMINI_CALLS, CALLS ("gemini") },
  { &gh_llm_ollama_api, "/api/chat", "/api/tags", "application/x-ndjson", OLLAMA_CALLS,
    CALLS ("llama") },
};

typedef struct
{
  GhFakeEndpoint *endpoint;
  GhLlmProvider  *provider;
} Fixture;

static void
set_up (Fixture       *fixture,
        gconstpointer  data)
{
  const Recorded *r = data;
  g_autofree char *base = NULL;

  fixture->endpoint = gh_fake_endpoint_new ();
  gh_fake_endpoint_set_api (fixture->endpoint, r->stream_path, r->models_path, r->api->key_header,
                            r->api->key_prefix);
  gh_fake_endpoint_set_key (fixture->endpoint, KEY);
  fixture->provider =
    gh_llm_provider_new (r->api, gh_fake_endpoint_get_url (fixture->endpoint), KEY);
  g_object_set (fixture->provider, "retry-delay", 1, NULL);
}

static void
tear_down (Fixture       *fixture,
           gconstpointer  data)
{
  g_clear_object (&fixture->provider);
  g_clear_object (&fixture->endpoint);
  gh_test_settle ();
}

static GhLlmStream *
start (GhLlmProvider  *provider,
       GError        **error)
{
  g_autoptr(GhLlmRequest) request = gh_llm_request_new ("fake-model");
  g_autoptr(GAsyncResult) result = NULL;
  GhLlmMessage *message = gh_llm_message_new (FALSE);

  gh_llm_message_add_text (message, "Hello");
  g_ptr_array_add (request->messages, message);
  gh_llm_provider_stream_async (provider, request, NULL, gh_test_store_result_cb, &result);
  gh_test_wait_for (result != NULL, 30);

  return gh_llm_provider_stream_finish (provider, result, error);
}

/* All of an answer: "T:text C:id name{arguments} U:in/out D:stop/model"; up to the error. */
static char *
hear (GhLlmProvider  *provider,
      GError        **error)
{
  g_autoptr(GhLlmStream) stream = start (provider, error);
  g_autoptr(GString) out = g_string_new (NULL);
  gboolean in_text = FALSE;

  while (stream != NULL)
    {
      g_autoptr(GAsyncResult) result = NULL;
      g_autoptr(GhLlmEvent) event = NULL;

      gh_llm_stream_next_event_async (stream, NULL, gh_test_store_result_cb, &result);
      gh_test_wait_for (result != NULL, 30);
      event = gh_llm_stream_next_event_finish (stream, result, error);
      if (event == NULL)
        break;
      if (event->kind == GH_LLM_EVENT_TEXT)
        g_string_append_printf (out, "%s%s", in_text ? "" : "T:", event->text);
      else if (event->kind == GH_LLM_EVENT_TOOL_USE)
        {
          g_autofree char *input = gh_json_write (event->input, NULL);

          g_string_append_printf (out, " C:%s %s%s", event->id, event->name, input);
        }
      else if (event->kind == GH_LLM_EVENT_USAGE)
        g_string_append_printf (out, " U:%d/%d", (int) event->input_tokens,
                                (int) event->output_tokens);
      else
        g_string_append_printf (out, " D:%d/%s", event->stop, event->model);
      in_text = TRUE;
    }

  return g_strdup (out->str);
}

static void
push (Fixture        *fixture,
      const Recorded *r,
      const char     *body,
      gsize           length,
      GhFakeFlags     flags)
{
  gh_fake_endpoint_push_raw (fixture->endpoint, 200, r->type, body, (gssize) length, flags);
}

static void
test_stream (Fixture       *fixture,
             gconstpointer  data)
{
  const Recorded *r = data;

  for (guint i = 0; i < 2; i++)
    {
      g_autoptr(GError) error = NULL;
      g_autofree char *heard = NULL;

      push (fixture, r, r->answer, strlen (r->answer), i == 0 ? GH_FAKE_NONE : GH_FAKE_SPLIT);
      heard = hear (fixture->provider, &error);
      g_assert_no_error (error);
      g_assert_cmpstr (heard, ==, r->expected);
    }
}

/* Cut off anywhere, an answer is an error or all there; no use of a tool is half there. */
static void
test_cut (Fixture       *fixture,
          gconstpointer  data)
{
  const Recorded *r = data;

  for (gsize at = 1; at < strlen (r->answer); at++)
    {
      g_autoptr(GError) error = NULL;
      g_autofree char *heard = NULL;

      push (fixture, r, r->answer, at, at % 2 == 0 ? GH_FAKE_NONE : GH_FAKE_CUT);
      heard = hear (fixture->provider, &error);
      if (error != NULL)
        {
          g_assert_true (error->domain == GH_LLM_ERROR);
          g_assert_null (strstr (heard, "C:"));
        }
      else
        {
          g_assert_nonnull (strstr (heard, " C:c2 look{\"n\":2}"));
          g_assert_nonnull (strstr (heard, " D:5/"));
        }
    }
}

static void
test_whole (Fixture       *fixture,
            gconstpointer  data)
{
  const Recorded *r = data;
  const char *body = r->api == &gh_llm_anthropic_api ? ANTHROPIC_WHOLE : GEMINI_WHOLE;
  g_autoptr(GError) error = NULL;
  g_autofree char *heard = NULL;

  gh_fake_endpoint_push_raw (fixture->endpoint, 200, "application/json; charset=UTF-8", body, -1,
                             GH_FAKE_NONE);
  heard = hear (fixture->provider, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (heard, ==, r->expected);
}

/* Where the request went, and with which headers. */
static void
test_address (Fixture       *fixture,
              gconstpointer  data)
{
  const Recorded *r = data;
  g_autofree char *heard = NULL;

  push (fixture, r, r->answer, strlen (r->answer), GH_FAKE_NONE);
  heard = hear (fixture->provider, NULL);
  g_assert_nonnull (strstr (gh_fake_endpoint_get_target (fixture->endpoint), r->stream_path));
  if (r->api == &gh_llm_gemini_api)
    g_assert_true (g_str_has_suffix (gh_fake_endpoint_get_target (fixture->endpoint), "?alt=sse"));
  if (r->api == &gh_llm_anthropic_api)
    g_assert_cmpstr (gh_fake_endpoint_get_header (fixture->endpoint, "anthropic-version"), ==,
                     "2023-06-01");
  /* The key is in the API's own header, and nowhere else. */
  g_assert_null (strstr (gh_fake_endpoint_get_target (fixture->endpoint), KEY));
  if (!g_str_equal (r->api->key_header, "Authorization"))
    g_assert_null (gh_fake_endpoint_get_header (fixture->endpoint, "Authorization"));
}

static void
test_errors (Fixture       *fixture,
             gconstpointer  data)
{
  const Recorded *r = data;
  const struct
  {
    const GhLlmApi *api;
    guint           status;
    const char     *body;
    GhLlmError      code;
    const char     *words;
  } cases[] = {
    { &gh_llm_anthropic_api, 401,
      "{\"type\":\"error\",\"error\":{\"type\":\"authentication_error\",\"message\":\"invalid "
      "x-api-key " KEY "\"}}", GH_LLM_ERROR_UNAUTHORIZED, "invalid x-api-key [key]" },
    { &gh_llm_anthropic_api, 529,
      "{\"type\":\"error\",\"error\":{\"type\":\"overloaded_error\",\"message\":\"Overloaded\"}}",
      GH_LLM_ERROR_SERVER, "Overloaded" },
    { &gh_llm_anthropic_api, 200,
      "event: error\ndata: {\"type\":\"error\",\"error\":{\"type\":\"overloaded_error\","
      "\"message\":\"Overloaded\"}}\n\n", GH_LLM_ERROR_SERVER, "Overloaded" },
    { &gh_llm_anthropic_api, 200,
      "event: error\ndata: {\"type\":\"error\",\"error\":{\"type\":\"rate_limit_error\","
      "\"message\":\"Slow\"}}\n\n", GH_LLM_ERROR_RATE_LIMITED, "Slow" },
    { &gh_llm_anthropic_api, 200, "data: {\"x\":1}\n\n", GH_LLM_ERROR_PROTOCOL, "type" },
    { &gh_llm_anthropic_api, 200, "data: {\"type\":\"message_start\"}\n\n", GH_LLM_ERROR_PROTOCOL,
      "message" },
    { &gh_llm_anthropic_api, 200, "data: {\"type\":\"content_block_start\"}\n\n",
      GH_LLM_ERROR_PROTOCOL, "content_block" },
    { &gh_llm_anthropic_api, 200, "data: {\"type\":\"content_block_delta\",\"delta\":7}\n\n",
      GH_LLM_ERROR_PROTOCOL, "delta" },
    { &gh_llm_anthropic_api, 200, "data: {\"type\":\"message_delta\",\"delta\":null}\n\n",
      GH_LLM_ERROR_PROTOCOL, "delta" },
    { &gh_llm_anthropic_api, 200, "data: {\"type\":\"ping\"}\n\n", GH_LLM_ERROR_BROKEN, NULL },
    { &gh_llm_anthropic_api, 200,
      "data: {\"type\":\"content_block_delta\",\"index\":3,\"delta\":{\"type\":"
      "\"input_json_delta\",\"partial_json\":\"{}\"}}\n\ndata: {\"type\":\"message_stop\"}\n\n",
      GH_LLM_ERROR_BROKEN, "name" },
    { &gh_llm_gemini_api, 400,
      "{\"error\":{\"code\":400,\"message\":\"API key not valid.\",\"status\":"
      "\"INVALID_ARGUMENT\"}}", GH_LLM_ERROR_REFUSED, "API key not valid." },
    { &gh_llm_gemini_api, 429,
      "[{\"error\":{\"code\":429,\"message\":\"Quota\",\"status\":\"RESOURCE_EXHAUSTED\"}}]",
      GH_LLM_ERROR_RATE_LIMITED, "Quota" },
    { &gh_llm_gemini_api, 200,
      "data: {\"error\":{\"code\":429,\"message\":\"Quota\",\"status\":\"RESOURCE_EXHAUSTED\"}}"
      "\n\n", GH_LLM_ERROR_RATE_LIMITED, "Quota" },
    { &gh_llm_gemini_api, 200, "data: {\"promptFeedback\":{\"blockReason\":\"SAFETY\"}}\n\n",
      GH_LLM_ERROR_REFUSED, "blocked: SAFETY" },
    { &gh_llm_gemini_api, 200,
      "data: {\"candidates\":[{\"finishReason\":\"MALFORMED_FUNCTION_CALL\"}]}\n\n",
      GH_LLM_ERROR_BROKEN, "MALFORMED" },
    { &gh_llm_gemini_api, 200, "data: {\"candidates\":7}\n\n", GH_LLM_ERROR_PROTOCOL,
      "candidates" },
    { &gh_llm_gemini_api, 200, "data: {\"candidates\":[7]}\n\n", GH_LLM_ERROR_PROTOCOL,
      "candidate" },
    { &gh_llm_gemini_api, 200, "data: {\"candidates\":[{\"content\":{\"parts\":[7]}}]}\n\n",
      GH_LLM_ERROR_PROTOCOL, "part" },
    { &gh_llm_gemini_api, 200, "data: {\"candidates\":[{\"content\":{}}]}\n\n",
      GH_LLM_ERROR_BROKEN, NULL },
    { &gh_llm_ollama_api, 404, "{\"error\":\"model 'x' not found\"}", GH_LLM_ERROR_NOT_FOUND,
      "not found" },
    { &gh_llm_ollama_api, 200, "{\"error\":\"out of memory\"}\n", GH_LLM_ERROR_SERVER,
      "out of memory" },
    { &gh_llm_ollama_api, 200, "{\"message\":7}\n", GH_LLM_ERROR_PROTOCOL, "message" },
    { &gh_llm_ollama_api, 200, "{\"message\":{\"tool_calls\":{}}}\n", GH_LLM_ERROR_PROTOCOL,
      "tool_calls" },
    { &gh_llm_ollama_api, 200, "{\"message\":{\"tool_calls\":[{}]}}\n", GH_LLM_ERROR_PROTOCOL,
      "name" },
    { &gh_llm_ollama_api, 200, "nonsense", GH_LLM_ERROR_PROTOCOL, NULL },
    { &gh_llm_ollama_api, 200, "\n\r\n\n", GH_LLM_ERROR_PROTOCOL, "no events" },
    { &gh_llm_ollama_api, 200, "{\"message\":{\"content\":\"x\"},\"done\":false}\n",
      GH_LLM_ERROR_BROKEN, "broke off" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr(GError) error = NULL;
      g_autofree char *heard = NULL;

      if (cases[i].api != r->api)
        continue;
      g_test_message ("%u %s", cases[i].status, cases[i].body);
      /* Overloaded endpoints are asked three times. */
      for (guint j = 0; j < (cases[i].status == 529 ? 3 : 1); j++)
        gh_fake_endpoint_push_raw (fixture->endpoint, cases[i].status,
                                   cases[i].status == 200 ? r->type : "application/json",
                                   cases[i].body, -1, GH_FAKE_NONE);
      heard = hear (fixture->provider, &error);
      g_assert_error (error, GH_LLM_ERROR, (int) cases[i].code);
      if (cases[i].words != NULL && strstr (error->message, cases[i].words) == NULL)
        g_error ("\"%s\" is not in \"%s\"", cases[i].words, error->message);
      g_assert_null (strstr (error->message, KEY));
      g_assert_null (strstr (heard, "D:"));
    }
}

/* Reasons for stopping, both ways. */
static void
test_stops (Fixture       *fixture,
            gconstpointer  data)
{
  const Recorded *r = data;
  static const struct
  {
    const GhLlmApi *api;
    const char     *reason;
    GhLlmStop       stop;
  } cases[] = {
    { &gh_llm_anthropic_api, "end_turn", GH_LLM_STOP_END_TURN },
    { &gh_llm_anthropic_api, "max_tokens", GH_LLM_STOP_MAX_TOKENS },
    { &gh_llm_anthropic_api, "model_context_window_exceeded", GH_LLM_STOP_MAX_TOKENS },
    { &gh_llm_anthropic_api, "stop_sequence", GH_LLM_STOP_SEQUENCE },
    { &gh_llm_anthropic_api, "refusal", GH_LLM_STOP_FILTERED },
    { &gh_llm_anthropic_api, "tool_use", GH_LLM_STOP_END_TURN }, /* it used none */
    { &gh_llm_anthropic_api, "new", GH_LLM_STOP_UNKNOWN },
    { &gh_llm_gemini_api, "STOP", GH_LLM_STOP_END_TURN },
    { &gh_llm_gemini_api, "MAX_TOKENS", GH_LLM_STOP_MAX_TOKENS },
    { &gh_llm_gemini_api, "SAFETY", GH_LLM_STOP_FILTERED },
    { &gh_llm_gemini_api, "RECITATION", GH_LLM_STOP_FILTERED },
    { &gh_llm_gemini_api, "OTHER", GH_LLM_STOP_UNKNOWN },
    { &gh_llm_ollama_api, "stop", GH_LLM_STOP_END_TURN },
    { &gh_llm_ollama_api, "length", GH_LLM_STOP_MAX_TOKENS },
    { &gh_llm_ollama_api, "load", GH_LLM_STOP_UNKNOWN },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr(GError) error = NULL;
      g_autofree char *body = NULL;
      g_autofree char *heard = NULL;
      g_autofree char *expected = g_strdup_printf ("T:x D:%d/(null)", cases[i].stop);

      if (cases[i].api != r->api)
        continue;
      if (r->api == &gh_llm_anthropic_api)
        body = g_strdup_printf (
            "data: {\"type\":\"content_block_delta\",\"delta\":{\"type\":\"text_delta\",\"text\":"
            "\"x\"}}\n\ndata: {\"type\":\"message_delta\",\"delta\":{\"stop_reason\":\"%s\"}}\n\n"
            "data: {\"type\":\"message_stop\"}\n\n", cases[i].reason);
      else if (r->api == &gh_llm_gemini_api)
        body = g_strdup_printf (
            "data: {\"candidates\":[{\"content\":{\"parts\":[{\"text\":\"x\"}]},\"finishReason\":"
            "\"%s\"}]}\n\n", cases[i].reason);
      else
        body = g_strdup_printf (
            "{\"message\":{\"content\":\"x\"},\"done\":true,\"done_reason\":\"%s\"}",
            cases[i].reason);
      push (fixture, r, body, strlen (body), GH_FAKE_NONE);
      heard = hear (fixture->provider, &error);
      g_test_message ("%s", cases[i].reason);
      g_assert_no_error (error);
      g_assert_cmpstr (heard, ==, expected);
    }
}

/* Each as "id", "+" what it can and "-" what it cannot: images, audio, tools. */
static char *
list_models (Fixture  *fixture,
             GError  **error)
{
  static const char letters[] = "iat";
  g_autoptr(GAsyncResult) result = NULL;
  g_autoptr(GPtrArray) models = NULL;
  g_autoptr(GString) out = g_string_new (NULL);

  gh_llm_provider_list_models_async (fixture->provider, NULL, gh_test_store_result_cb, &result);
  gh_test_wait (result != NULL);
  models = gh_llm_provider_list_models_finish (fixture->provider, result, error);
  for (guint i = 0; models != NULL && i < models->len; i++)
    {
      GhLlmModel *model = g_ptr_array_index (models, i);

      g_string_append_printf (out, "%s%s", i > 0 ? " " : "", model->id);
      for (guint j = 0; letters[j] != '\0'; j++)
        if (model->known & (1u << j))
          g_string_append_printf (out, "%c%c", model->can & (1u << j) ? '+' : '-', letters[j]);
    }

  return g_strdup (out->str);
}

static void
test_models (Fixture       *fixture,
             gconstpointer  data)
{
  const Recorded *r = data;
  static const struct
  {
    const GhLlmApi *api;
    const char     *body;
    const char     *models; /* NULL: an error */
  } cases[] = {
    { &gh_llm_anthropic_api,
      "{\"data\":[{\"type\":\"model\",\"id\":\"claude\",\"display_name\":\"C\"},7,{\"id\":\"x\"}],"
      "\"has_more\":false}", "claude+i-a+t x" },
    { &gh_llm_anthropic_api, "{\"data\":[]}", "" },
    { &gh_llm_anthropic_api, "{}", NULL },
    { &gh_llm_anthropic_api, "[]", NULL },
    { &gh_llm_gemini_api,
      "{\"models\":[{\"name\":\"models/gemini-x\",\"supportedGenerationMethods\":["
      "\"generateContent\",\"countTokens\"]},{\"name\":\"models/embedding\","
      "\"supportedGenerationMethods\":[\"embedContent\"]},{\"name\":\"models/gemma\","
      "\"supportedGenerationMethods\":[\"generateContent\"]},{\"name\":\"tunedModels/y\"},7]}",
      "gemini-x+i+a+t gemma tunedModels/y" },
    { &gh_llm_gemini_api, "{}", "" },
    { &gh_llm_gemini_api, "{\"models\":7}", NULL },
    { &gh_llm_ollama_api,
      "{\"models\":[{\"name\":\"llama3.2:3b\",\"model\":\"llama3.2:3b\",\"details\":{}},"
      "{\"name\":\"llava\",\"capabilities\":[\"completion\",\"vision\"]},"
      "{\"name\":\"qwen\",\"capabilities\":[\"completion\",\"tools\",\"thinking\"]},"
      "{\"name\":\"embed\",\"capabilities\":[\"embedding\"]},{}]}",
      "llama3.2:3b-a llava+i-a-t qwen-i-a+t" },
    { &gh_llm_ollama_api, "{\"models\":null}", "" },
    { &gh_llm_ollama_api, "{\"data\":[]}", NULL },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr(GError) error = NULL;
      g_autofree char *models = NULL;

      if (cases[i].api != r->api)
        continue;
      gh_fake_endpoint_set_models_answer (fixture->endpoint, 200, "application/json",
                                          cases[i].body, NULL);
      models = list_models (fixture, &error);
      g_test_message ("%s", cases[i].body);
      if (cases[i].models == NULL)
        g_assert_error (error, GH_LLM_ERROR, GH_LLM_ERROR_PROTOCOL);
      else
        {
          g_assert_no_error (error);
          g_assert_cmpstr (models, ==, cases[i].models);
        }
    }
}

/* An endpoint that always has one more page is not followed for ever. */
static void
test_pages (Fixture       *fixture,
            gconstpointer  data)
{
  const Recorded *r = data;
  g_autoptr(GError) error = NULL;
  g_autofree char *models = NULL;

  gh_fake_endpoint_set_models_answer (
      fixture->endpoint, 200, "application/json",
      "{\"data\":[{\"id\":\"x\"}],\"has_more\":true,\"last_id\":\"a&b\","
      "\"models\":[{\"name\":\"x\"}],\"nextPageToken\":\"a&b\"}", NULL);
  models = list_models (fixture, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (gh_fake_endpoint_get_n_listings (fixture->endpoint), ==, 20);
  g_assert_nonnull (strstr (gh_fake_endpoint_get_target (fixture->endpoint),
                            r->api == &gh_llm_gemini_api ? "pageToken=a%26b" : "after_id=a%26b"));
}

/* A line without an end is given up long before it is all read; so is one that never stops. */
static void
test_hostile_lines (Fixture       *fixture,
                    gconstpointer  data)
{
  const Recorded *r = data;
  gsize length = 8 * 1024 * 1024;
  g_autofree char *line = g_strnfill (length, 'a');
  g_autofree char *word = g_strnfill (100 * 1000, 'w');
  g_autofree char *event =
    g_strdup_printf ("{\"message\":{\"content\":\"%s\"},\"done\":false}\n", word);

  for (guint i = 0; i < 2; i++)
    {
      g_autoptr(GError) error = NULL;
      g_autofree char *heard = NULL;

      if (i == 0)
        push (fixture, r, line, length, GH_FAKE_NONE);
      else
        push (fixture, r, event, strlen (event), GH_FAKE_REPEAT);
      heard = hear (fixture->provider, &error);
      g_assert_error (error, GH_LLM_ERROR, GH_LLM_ERROR_PROTOCOL);
    }
}

static void
add (const char     *name,
     const Recorded *r,
     const char     *what,
     void          (*test) (Fixture *, gconstpointer))
{
  g_autofree char *path = g_strdup_printf ("/llm/streams/%s/%s", name, what);

  g_test_add (path, Fixture, r, set_up, test, tear_down);
}

int
main (int   argc,
      char *argv[])
{
  static const char * const names[] = { "openai", "anthropic", "gemini", "ollama" };

  gh_test_init (&argc, &argv);

  for (guint i = 0; i < G_N_ELEMENTS (recorded); i++)
    {
      const Recorded *r = &recorded[i];

      add (names[i], r, "stream", test_stream);
      add (names[i], r, "cut", test_cut);
      add (names[i], r, "address", test_address);
      if (i == 0)
        continue;
      add (names[i], r, "errors", test_errors);
      add (names[i], r, "stops", test_stops);
      add (names[i], r, "models", test_models);
      if (r->api->page_parameter != NULL)
        add (names[i], r, "pages", test_pages);
      if (r->api->framing == GH_LLM_FRAMING_LINES)
        add (names[i], r, "hostile-lines", test_hostile_lines);
      else
        add (names[i], r, "whole", test_whole);
    }

  return gh_test_run ();
}
