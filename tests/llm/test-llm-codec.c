/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * The JSON of OpenAI-compatible endpoints, without a network. */
#include "config.h"

#include "gh-json.h"
#include "gh-llm-api.h"
#include "gh-test.h"

#include <math.h>

static void
assert_encoded (GhLlmRequest *request,
                const char   *expected)
{
  g_autoptr(JsonNode) node = gh_llm_openai_api.encode (request, NULL);
  g_autofree char *text = gh_json_write (node, NULL);

  g_assert_cmpstr (text, ==, expected);
}

static void
test_encode_least (void)
{
  g_autoptr(GhLlmRequest) request = gh_llm_request_new ("m");
  GhLlmMessage *message = gh_llm_message_new (FALSE);

  gh_llm_message_add_text (message, "Hello \"you\"\n");
  g_ptr_array_add (request->messages, message);

  assert_encoded (
      request,
      "{\"model\":\"m\",\"messages\":[{\"role\":\"user\",\"content\":\"Hello \\\"you\\\"\\n\"}],"
      "\"stream\":true,\"stream_options\":{\"include_usage\":true}}");
}

static void
test_encode_all (void)
{
  static const char *stops[] = { "END", "\n\n", NULL };
  g_autoptr(GhLlmRequest) request = gh_llm_request_new ("m");
  g_autoptr(GBytes) image = g_bytes_new_static ("\x89PNG", 4);
  GhLlmMessage *question = gh_llm_message_new (FALSE);
  GhLlmMessage *answer = gh_llm_message_new (TRUE);

  request->system = g_strdup ("Be brief.");
  request->max_tokens = 1500;
  request->temperature = 0.1;
  request->stop_sequences = g_strdupv ((char **) stops);
  gh_llm_message_add_text (question, "What is this?");
  gh_llm_message_add_image (question, "image/png", image);
  gh_llm_message_add_text (answer, "A picture.");
  g_ptr_array_add (request->messages, question);
  g_ptr_array_add (request->messages, answer);

  assert_encoded (
      request,
      "{\"model\":\"m\",\"messages\":[{\"role\":\"system\",\"content\":\"Be brief.\"},"
      "{\"role\":\"user\",\"content\":[{\"type\":\"text\",\"text\":\"What is this?\"},"
      "{\"type\":\"image_url\",\"image_url\":{\"url\":\"data:image/png;base64,iVBORw==\"}}]},"
      "{\"role\":\"assistant\",\"content\":\"A picture.\"}],"
      "\"max_tokens\":1500,\"temperature\":0.1,\"stop\":[\"END\",\"\\n\\n\"],"
      "\"stream\":true,\"stream_options\":{\"include_usage\":true}}");
}

static void
test_adapt (void)
{
  g_autoptr(GhLlmRequest) request = gh_llm_request_new ("m");
  g_autoptr(JsonNode) node = NULL;
  g_autofree char *text = NULL;

  request->max_tokens = 5;
  node = gh_llm_openai_api.encode (request, NULL);
  gh_llm_openai_api.adapt (node, 1);
  gh_llm_openai_api.adapt (node, 3);
  text = gh_json_write (node, NULL);
  g_assert_cmpstr (text, ==,
                   "{\"model\":\"m\",\"messages\":[],\"stream\":true,\"max_completion_tokens\":5}");
}

static void
test_learn (void)
{
  static const char openai[] =
    "{\"error\":{\"message\":\"Unsupported parameter: 'max_tokens' is not supported with this "
    "model. "
    "Use 'max_completion_tokens' "
    "instead.\",\"type\":\"invalid_request_error\",\"param\":\"max_tokens\","
    "\"code\":\"unsupported_parameter\"}}";
  static const char older[] =
    "{\"detail\":[{\"loc\":[\"body\",\"stream_options\"],\"msg\":\"extra\"}]}";

  g_assert_cmpint (gh_llm_openai_api.learn (400, openai, strlen (openai)), ==, 1);
  g_assert_cmpint (gh_llm_openai_api.learn (422, older, strlen (older)), ==, 2);
  g_assert_cmpint (gh_llm_openai_api.learn (500, openai, strlen (openai)), ==, 0);
  g_assert_cmpint (gh_llm_openai_api.learn (400, "{}", 2), ==, 0);
}

/* What came of one event, as one line: "T:text" "C:name{arguments}" "U:in/out" "D:stop/model". */
static char *
describe (const char  *data,
          GError     **error)
{
  g_autoptr(GhLlmAnswer) answer = gh_llm_answer_new (NULL);
  GString *out;

  if (!gh_llm_api_decode (&gh_llm_openai_api, data, strlen (data), answer, error) ||
      !gh_llm_answer_finish (answer, error))
    return NULL;

  out = g_string_new (NULL);
  for (;;)
    {
      g_autoptr(GhLlmEvent) event = gh_llm_answer_pop (answer);

      if (event == NULL)
        return g_string_free (out, FALSE);
      if (event->kind == GH_LLM_EVENT_TEXT)
        g_string_append_printf (out, "T:%s ", event->text);
      else if (event->kind == GH_LLM_EVENT_TOOL_USE)
        {
          g_autofree char *input = gh_json_write (event->input, NULL);

          g_string_append_printf (out, "C:%s%s ", event->name, input);
        }
      else if (event->kind == GH_LLM_EVENT_USAGE)
        g_string_append_printf (out, "U:%d/%d ", (int) event->input_tokens,
                                (int) event->output_tokens);
      else
        g_string_append_printf (out, "D:%d/%s ", event->stop, event->model);
    }
}

static void
test_decode (void)
{
  static const struct
  {
    const char *data;
    const char *events;
  } cases[] = {
    { "[DONE]", "D:0/(null) " },
    { "{}", "D:0/(null) " },
    { "{\"choices\":null}", "D:0/(null) " },
    { "[]", "D:0/(null) " },
    { "{\"error\":null,\"choices\":[]}", "D:0/(null) " },
    /* OpenAI: the role comes first, then words, then the reason, then usage. */
    { "{\"model\":\"gpt\",\"choices\":[{\"index\":0,\"delta\":{\"role\":\"assistant\",\"content\":"
      "\"\","
      "\"refusal\":null},\"finish_reason\":null}],\"usage\":null}",
      "D:0/gpt " },
    { "{\"model\":\"gpt\",\"choices\":[{\"delta\":{\"content\":\"Hi\"},\"finish_reason\":null}]}",
      "T:Hi D:0/gpt " },
    { "{\"model\":\"gpt\",\"choices\":[{\"delta\":{},\"finish_reason\":\"stop\"}]}", "D:1/gpt " },
    { "{\"choices\":[],\"usage\":{\"prompt_tokens\":3,\"completion_tokens\":4}}",
      "U:3/4 D:0/(null) " },
    { "{\"choices\":[{\"delta\":{},\"finish_reason\":\"length\"}]}", "D:2/(null) " },
    { "{\"choices\":[{\"delta\":{},\"finish_reason\":\"content_filter\"}]}", "D:4/(null) " },
    { "{\"choices\":[{\"delta\":{},\"finish_reason\":\"tool_calls\"}]}", "D:1/(null) " },
    { "{\"choices\":[{\"delta\":{\"content\":null},\"finish_reason\":\"\"}]}", "D:0/(null) " },
    /* vLLM says which stop sequence; a number there is a token. */
    { "{\"choices\":[{\"delta\":{},\"finish_reason\":\"stop\",\"stop_reason\":\"END\"}]}",
      "D:3/(null) " },
    { "{\"choices\":[{\"delta\":{},\"finish_reason\":\"stop\",\"stop_reason\":2}]}",
      "D:1/(null) " },
    /* Ollama: the reason comes with the last word. */
    { "{\"model\":\"l\",\"choices\":[{\"delta\":{\"content\":\"x\"},\"finish_reason\":\"stop\"}]}",
      "T:x D:1/l " },
    /* What the model thinks aloud is not the answer. */
    { "{\"choices\":[{\"delta\":{\"reasoning_content\":\"hm\",\"content\":null}}]}",
      "D:0/(null) " },
    { "{\"choices\":[{\"delta\":{\"content\":[{\"type\":\"thinking\",\"text\":\"hm\"},"
      "{\"type\":\"text\",\"text\":\"a\"}]}}]}",
      "T:a D:0/(null) " },
    /* Not streamed. */
    { "{\"model\":\"w\",\"choices\":[{\"message\":{\"role\":\"assistant\",\"content\":\"All\"},"
      "\"finish_reason\":\"stop\"}],\"usage\":{\"prompt_tokens\":1,\"completion_tokens\":2}}",
      "T:All U:1/2 D:1/w " },
    /* Uses of tools: arguments as text, as an object, none; an old word for the reason. */
    { "{\"choices\":[{\"message\":{\"tool_calls\":[{\"id\":\"a\",\"function\":{\"name\":\"t\","
      "\"arguments\":\"{\\\"n\\\":1}\"}},{\"id\":\"b\",\"function\":{\"name\":\"u\","
      "\"arguments\":{\"n\":2}}},{\"id\":\"c\",\"function\":{\"name\":\"v\","
      "\"arguments\":\"\"}}]},\"finish_reason\":\"function_call\"}]}",
      "C:t{\"n\":1} C:u{\"n\":2} C:v{} D:5/(null) " },
    { "{\"choices\":[{\"message\":{\"tool_calls\":[{\"id\":\"a\",\"function\":{\"name\":\"t\","
      "\"arguments\":\"{}\"}}]},\"finish_reason\":\"stop\"}]}",
      "C:t{} D:5/(null) " },
    /* What the limit cut off is left out; the reason says it. */
    { "{\"choices\":[{\"message\":{\"content\":\"x\",\"tool_calls\":[{\"id\":\"a\",\"function\":"
      "{\"name\":\"t\",\"arguments\":\"{\\\"n\"}}]},\"finish_reason\":\"length\"}]}",
      "T:x D:2/(null) " },
    { "{\"choices\":[{\"delta\":{\"refusal\":\"I will not.\"},\"finish_reason\":\"stop\"}]}",
      "T:I will not. D:1/(null) " },
    /* Hostile numbers and characters. */
    { "{\"choices\":[],\"usage\":{\"prompt_tokens\":-7,\"completion_tokens\":1e999}}",
      "D:0/(null) " },
    { "{\"choices\":[],\"usage\":{\"prompt_tokens\":\"3\"}}", "D:0/(null) " },
    { "{\"choices\":[{\"delta\":{\"content\":\"a\\u0000b\\ud83d\"}}]}",
      "T:a\xef\xbf\xbd"
      "b\xef\xbf\xbd D:0/(null) " },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr(GError) error = NULL;
      g_autofree char *events = describe (cases[i].data, &error);

      g_test_message ("%s", cases[i].data);
      g_assert_no_error (error);
      g_assert_cmpstr (events, ==, cases[i].events);
    }
}

static void
test_decode_bad (void)
{
  static const struct
  {
    const char *data;
    GhLlmError  code;
    const char *words;
  } cases[] = {
    { "", GH_LLM_ERROR_PROTOCOL, NULL },
    { "null", GH_LLM_ERROR_PROTOCOL, NULL },
    { "[7]", GH_LLM_ERROR_PROTOCOL, NULL },
    { "<html>", GH_LLM_ERROR_PROTOCOL, NULL },
    { "{\"choices\":{}}", GH_LLM_ERROR_PROTOCOL, "choices" },
    { "{\"choices\":[7]}", GH_LLM_ERROR_PROTOCOL, "choice" },
    { "{\"choices\":[{\"delta\":\"x\"}]}", GH_LLM_ERROR_PROTOCOL, "delta" },
    { "{\"choices\":[{\"message\":3}]}", GH_LLM_ERROR_PROTOCOL, "message" },
    { "{\"choices\":[{\"delta\":{\"content\":5}}]}", GH_LLM_ERROR_PROTOCOL, "content" },
    { "{\"choices\":[{\"delta\":{},\"finish_reason\":5}]}", GH_LLM_ERROR_PROTOCOL,
      "finish_reason" },
    { "{\"choices\":[{\"delta\":{\"tool_calls\":7}}]}", GH_LLM_ERROR_PROTOCOL, "tool_calls" },
    { "{\"choices\":[{\"delta\":{\"tool_calls\":[7]}}]}", GH_LLM_ERROR_PROTOCOL, "tool call" },
    { "{\"choices\":[{\"delta\":{\"tool_calls\":[{\"id\":\"a\"}]}}]}", GH_LLM_ERROR_BROKEN,
      "name" },
    { "{\"choices\":[{\"delta\":{\"tool_calls\":[{\"id\":\"a\",\"function\":{\"name\":\"t\","
      "\"arguments\":\"[]\"}}]}}]}",
      GH_LLM_ERROR_BROKEN, "arguments" },
    { "{\"choices\":[{\"delta\":{\"tool_calls\":[{\"id\":\"a\",\"function\":{\"name\":\"t\","
      "\"arguments\":\"{\\\"n\"}}]},\"finish_reason\":\"tool_calls\"}]}",
      GH_LLM_ERROR_BROKEN, "arguments" },
    { "{\"error\":{\"message\":\"out of memory\"}}", GH_LLM_ERROR_SERVER, "out of memory" },
    { "{\"error\":\"out of luck\"}", GH_LLM_ERROR_SERVER, "out of luck" },
    { "{\"error\":{\"code\":5}}", GH_LLM_ERROR_SERVER, "5" },
    { "{\"error\":true}", GH_LLM_ERROR_SERVER, NULL },
    { "{\"object\":\"error\",\"message\":\"too long\"}", GH_LLM_ERROR_SERVER, "too long" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr(GError) error = NULL;

      g_test_message ("%s", cases[i].data);
      g_assert_null (describe (cases[i].data, &error));
      g_assert_error (error, GH_LLM_ERROR, (int) cases[i].code);
      if (cases[i].words != NULL)
        g_assert_nonnull (strstr (error->message, cases[i].words));
    }
}

static void
test_errors (void)
{
  static const struct
  {
    guint       status;
    const char *type;
    const char *body;
    GhLlmError  code;
    const char *words;
  } cases[] = {
    /* OpenAI */
    { 401, "application/json",
      "{\"error\":{\"message\":\"Incorrect API key\",\"code\":\"invalid_api_key\"}}",
      GH_LLM_ERROR_UNAUTHORIZED, "Incorrect API key" },
    { 429, "application/json", "{\"error\":{\"message\":\"You exceeded your current quota\"}}",
      GH_LLM_ERROR_RATE_LIMITED, "quota" },
    /* Ollama */
    { 404, "application/json",
      "{\"error\":{\"message\":\"model 'x' not found\",\"type\":\"api_error\"}}",
      GH_LLM_ERROR_NOT_FOUND, "model 'x' not found" },
    { 404, "application/json", "{\"error\":\"model 'x' not found\"}", GH_LLM_ERROR_NOT_FOUND,
      "'x'" },
    /* llama.cpp */
    { 400, "application/json",
      "{\"error\":{\"code\":400,\"message\":\"the request exceeds the available "
      "context size\",\"type\":\"exceed_context_size_error\"}}",
      GH_LLM_ERROR_REFUSED, "context size" },
    { 503, "application/json", "{\"error\":{\"code\":503,\"message\":\"Loading model\"}}",
      GH_LLM_ERROR_SERVER, "Loading model" },
    /* vLLM, older */
    { 400, "application/json",
      "{\"object\":\"error\",\"message\":\"This model's maximum context\","
      "\"type\":\"BadRequestError\",\"param\":null,\"code\":400}",
      GH_LLM_ERROR_REFUSED, "maximum context" },
    /* FastAPI */
    { 405, "application/json", "{\"detail\":\"Method Not Allowed\"}", GH_LLM_ERROR_REFUSED,
      "Method" },
    { 422, "application/json", "{\"detail\":[{\"loc\":[\"body\"],\"msg\":\"field required\"}]}",
      GH_LLM_ERROR_REFUSED, "field required" },
    /* Whatever stands in between. */
    { 403, "text/plain", "Forbidden\nby proxy\x01", GH_LLM_ERROR_UNAUTHORIZED,
      "Forbidden by proxy" },
    { 502, "text/html", "<html>Bad Gateway</html>", GH_LLM_ERROR_SERVER, "HTTP status 502" },
    { 504, "text/html", "", GH_LLM_ERROR_TIMED_OUT, "504" },
    { 500, NULL, "", GH_LLM_ERROR_SERVER, "500" },
    { 500, "application/json", "{\"error\":", GH_LLM_ERROR_SERVER, "500" },
    { 500, "application/json", "{\"detail\":[]}", GH_LLM_ERROR_SERVER, "500" },
    { 418, "text/plain", "\xff\xfe", GH_LLM_ERROR_REFUSED, "418" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr(GError) error = gh_llm_error_read (cases[i].status, cases[i].type, cases[i].body,
                                                   strlen (cases[i].body));

      g_test_message ("%u %s: %s", cases[i].status, cases[i].body, error->message);
      g_assert_error (error, GH_LLM_ERROR, (int) cases[i].code);
      g_assert_nonnull (strstr (error->message, cases[i].words));
      g_assert_true (g_utf8_validate (error->message, -1, NULL));
      g_assert_null (strstr (error->message, "<html>"));
    }
}

static void
test_error_capped (void)
{
  g_autofree char *text = g_strnfill (100000, '\xe4');
  g_autofree char *body = g_strdup_printf ("{\"error\":{\"message\":\"%0100000d\"}}", 7);
  g_autoptr(GError) raw = gh_llm_error_read (500, "text/plain", text, 100000);
  g_autoptr(GError) json = gh_llm_error_read (500, "application/json", body, strlen (body));

  g_assert_cmpuint (strlen (raw->message), <, 1100);
  g_assert_true (g_utf8_validate (raw->message, -1, NULL));
  g_assert_cmpuint (strlen (json->message), <, 1100);
}

static void
test_hide_key (void)
{
  g_autoptr(GError) error =
    g_error_new (GH_LLM_ERROR, 0, "Key sk-secret-1, I mean sk-secret-1, is bad");
  g_autoptr(GError) cut = g_error_new (GH_LLM_ERROR, 0, "Key sk-sec");
  g_autoptr(GError) other = g_error_new (GH_LLM_ERROR, 0, "Nothing to see");

  gh_llm_error_hide_key (error, "sk-secret-1");
  g_assert_cmpstr (error->message, ==, "Key [key], I mean [key], is bad");
  gh_llm_error_hide_key (cut, "sk-secret-1");
  g_assert_cmpstr (cut->message, ==, "Key ");
  gh_llm_error_hide_key (other, "sk-secret-1");
  gh_llm_error_hide_key (other, NULL);
  gh_llm_error_hide_key (other, "");
  g_assert_cmpstr (other->message, ==, "Nothing to see");
}

/* Each as "id", "+" what it can, "-" what it cannot, "$" its prices. */
static char *
read_models (const char  *body,
             GError     **error)
{
  static const char letters[] = "iat"; /* images, audio, tools */
  g_autoptr(JsonNode) node = gh_json_read (body, strlen (body), NULL);
  g_autoptr(GPtrArray) models = gh_llm_models_new ();
  g_autoptr(GString) out = g_string_new (NULL);
  g_autofree char *next = NULL;

  if (!gh_llm_openai_api.read_models (gh_json_node_get_object (node), models, &next, error))
    return NULL;

  g_assert_null (next);
  for (guint i = 0; i < models->len; i++)
    {
      GhLlmModel *model = g_ptr_array_index (models, i);

      g_string_append_printf (out, "%s%s", i > 0 ? " " : "", model->id);
      for (guint j = 0; letters[j] != '\0'; j++)
        if (model->known & (1u << j))
          g_string_append_printf (out, "%c%c", model->can & (1u << j) ? '+' : '-', letters[j]);
      if (!isnan (model->input_price))
        g_string_append_printf (out, "$%.2f/%.2f", model->input_price, model->output_price);
    }

  return g_strdup (out->str);
}

static void
test_models (void)
{
  static const struct
  {
    const char *body;
    const char *ids; /* NULL: an error */
  } cases[] = {
    { "{\"object\":\"list\",\"data\":[{\"id\":\"b\"},{\"id\":\"a\"}]}", "b a" },
    { "{\"object\":\"list\",\"data\":null}", "" },
    { "{\"data\":[]}", "" },
    { "{\"models\":[{\"name\":\"x\"}],\"data\":[{\"id\":\"x\"}]}", "x" },
    { "{\"data\":[{\"id\":7},{\"id\":\"\"},{\"name\":\"n\"},\"s\",null,{\"id\":\"c\"}]}", "c" },
    /* OpenRouter, Mistral */
    { "{\"data\":[{\"id\":\"r\",\"architecture\":{\"input_modalities\":[\"text\",\"image\"]},"
      "\"supported_parameters\":[\"stop\",\"tools\"],"
      "\"pricing\":{\"prompt\":\"0.0000025\",\"completion\":\"0.00001\"}}]}",
      "r+i-a+t$2.50/10.00" },
    { "{\"data\":[{\"id\":\"m\",\"capabilities\":{\"vision\":false,\"function_calling\":true}}]}",
      "m-i+t" },
    { "{\"data\":[{\"id\":\"p\",\"pricing\":{\"prompt\":\"-1\",\"completion\":\"x\"}}]}", "p" },
    { "{\"data\":{}}", NULL },
    { "{}", NULL },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr(GError) error = NULL;
      g_autofree char *joined = read_models (cases[i].body, &error);

      g_assert_cmpstr (joined, ==, cases[i].ids);
      if (cases[i].ids == NULL)
        g_assert_error (error, GH_LLM_ERROR, GH_LLM_ERROR_PROTOCOL);
    }
}

static void
test_models_bounded (void)
{
  g_autoptr(GString) body = g_string_new ("{\"data\":[{\"id\":\"");
  g_autofree char *ids = NULL;

  for (guint i = 0; i < 600; i++)
    g_string_append_c (body, 'x');
  g_string_append (body, "\"}");
  for (guint i = 0; i < 20000; i++)
    g_string_append_printf (body, ",{\"id\":\"m%u\"}", i);
  g_string_append (body, "]}");

  ids = read_models (body->str, NULL);
  g_assert_true (g_str_has_prefix (ids, "m0 m1 "));
  g_assert_true (g_str_has_suffix (ids, " m9999"));
}

static void
test_normalize (void)
{
  static const char * const cases[][2] = {
    { "http://localhost:11434", "http://localhost:11434/v1" },
    { "http://localhost:11434/", "http://localhost:11434/v1" },
    { "http://localhost:11434/v1", "http://localhost:11434/v1" },
    { " http://localhost:11434/v1/// ", "http://localhost:11434/v1" },
    { "https://api.example.com/v1/chat/completions", "https://api.example.com/v1" },
    { "https://api.example.com/v1/models", "https://api.example.com/v1" },
    { "https://api.example.com/v1?x=1#y", "https://api.example.com/v1" },
    { "https://example.com/api", "https://example.com/api/v1" },
    { "https://example.com/api/paas/v4", "https://example.com/api/paas/v4" },
    { "https://example.com/v1beta/openai", "https://example.com/v1beta/openai" },
    { "https://v1.example.com", "https://v1.example.com/v1" },
    { "nonsense", "nonsense/v1" },
    { "", "/v1" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *url = gh_llm_api_normalize_url (&gh_llm_openai_api, cases[i][0]);

      g_assert_cmpstr (url, ==, cases[i][1]);
    }
}

int
main (int   argc,
      char *argv[])
{
  gh_test_init (&argc, &argv);

  g_test_add_func ("/llm/codec/encode-least", test_encode_least);
  g_test_add_func ("/llm/codec/encode-all", test_encode_all);
  g_test_add_func ("/llm/codec/adapt", test_adapt);
  g_test_add_func ("/llm/codec/learn", test_learn);
  g_test_add_func ("/llm/codec/decode", test_decode);
  g_test_add_func ("/llm/codec/decode-bad", test_decode_bad);
  g_test_add_func ("/llm/codec/errors", test_errors);
  g_test_add_func ("/llm/codec/error-capped", test_error_capped);
  g_test_add_func ("/llm/codec/hide-key", test_hide_key);
  g_test_add_func ("/llm/codec/models", test_models);
  g_test_add_func ("/llm/codec/models-bounded", test_models_bounded);
  g_test_add_func ("/llm/codec/normalize-url", test_normalize);

  return gh_test_run ();
}
