/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * The JSON of OpenAI-compatible endpoints, without a network. */
#include "config.h"

#include "gh-json.h"
#include "gh-llm-openai-codec.h"
#include "gh-llm-openai.h"
#include "gh-test.h"

#include <math.h>

static void
assert_encoded (GhLlmRequest *request,
                const char   *expected)
{
  g_autoptr(JsonNode) node = gh_llm_openai_encode (request, NULL);
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
  node = gh_llm_openai_encode (request, NULL);
  gh_llm_openai_adapt (node, GH_LLM_OPENAI_COMPLETION_TOKENS);
  gh_llm_openai_adapt (node, GH_LLM_OPENAI_COMPLETION_TOKENS | GH_LLM_OPENAI_NO_STREAM_OPTIONS);
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

  g_assert_cmpint (gh_llm_openai_learn (400, openai, strlen (openai)), ==,
                   GH_LLM_OPENAI_COMPLETION_TOKENS);
  g_assert_cmpint (gh_llm_openai_learn (422, older, strlen (older)), ==,
                   GH_LLM_OPENAI_NO_STREAM_OPTIONS);
  g_assert_cmpint (gh_llm_openai_learn (500, openai, strlen (openai)), ==, GH_LLM_OPENAI_USUAL);
  g_assert_cmpint (gh_llm_openai_learn (400, "{}", 2), ==, GH_LLM_OPENAI_USUAL);
}

/* Events as one line: "T:text" "U:in/out" "D:stop/model". */
static char *
describe (const char  *data,
          GError     **error)
{
  g_autoptr(GPtrArray) events = g_ptr_array_new_with_free_func ((GDestroyNotify) gh_llm_event_free);
  GString *out = g_string_new (NULL);

  if (!gh_llm_openai_decode (data, strlen (data), events, error))
    {
      g_string_free (out, TRUE);
      return NULL;
    }

  for (guint i = 0; i < events->len; i++)
    {
      GhLlmEvent *event = g_ptr_array_index (events, i);

      if (event->kind == GH_LLM_EVENT_TEXT)
        g_string_append_printf (out, "T:%s ", event->text);
      else if (event->kind == GH_LLM_EVENT_USAGE)
        g_string_append_printf (out, "U:%d/%d ", (int) event->input_tokens,
                                (int) event->output_tokens);
      else
        g_string_append_printf (out, "D:%d/%s ", event->stop, event->model);
    }

  return g_string_free (out, FALSE);
}

static void
test_decode (void)
{
  static const struct
  {
    const char *data;
    const char *events;
  } cases[] = {
    { "[DONE]", "" },
    { "{}", "" },
    { "{\"choices\":null}", "" },
    { "{\"error\":null,\"choices\":[]}", "" },
    /* OpenAI: the role comes first, then words, then the reason, then usage. */
    { "{\"model\":\"gpt\",\"choices\":[{\"index\":0,\"delta\":{\"role\":\"assistant\",\"content\":"
      "\"\","
      "\"refusal\":null},\"finish_reason\":null}],\"usage\":null}",
      "" },
    { "{\"model\":\"gpt\",\"choices\":[{\"delta\":{\"content\":\"Hi\"},\"finish_reason\":null}]}",
      "T:Hi " },
    { "{\"model\":\"gpt\",\"choices\":[{\"delta\":{},\"finish_reason\":\"stop\"}]}", "D:1/gpt " },
    { "{\"choices\":[],\"usage\":{\"prompt_tokens\":3,\"completion_tokens\":4}}", "U:3/4 " },
    { "{\"choices\":[{\"delta\":{},\"finish_reason\":\"length\"}]}", "D:2/(null) " },
    { "{\"choices\":[{\"delta\":{},\"finish_reason\":\"content_filter\"}]}", "D:4/(null) " },
    { "{\"choices\":[{\"delta\":{},\"finish_reason\":\"tool_calls\"}]}", "D:0/(null) " },
    { "{\"choices\":[{\"delta\":{\"content\":null},\"finish_reason\":\"\"}]}", "" },
    /* vLLM says which stop sequence; a number there is a token. */
    { "{\"choices\":[{\"delta\":{},\"finish_reason\":\"stop\",\"stop_reason\":\"END\"}]}",
      "D:3/(null) " },
    { "{\"choices\":[{\"delta\":{},\"finish_reason\":\"stop\",\"stop_reason\":2}]}",
      "D:1/(null) " },
    /* Ollama: the reason comes with the last word. */
    { "{\"model\":\"l\",\"choices\":[{\"delta\":{\"content\":\"x\"},\"finish_reason\":\"stop\"}]}",
      "T:x D:1/l " },
    /* What the model thinks aloud is not the answer. */
    { "{\"choices\":[{\"delta\":{\"reasoning_content\":\"hm\",\"content\":null}}]}", "" },
    { "{\"choices\":[{\"delta\":{\"content\":[{\"type\":\"thinking\",\"text\":\"hm\"},"
      "{\"type\":\"text\",\"text\":\"a\"}]}}]}",
      "T:a " },
    /* Not streamed. */
    { "{\"model\":\"w\",\"choices\":[{\"message\":{\"role\":\"assistant\",\"content\":\"All\"},"
      "\"finish_reason\":\"stop\"}],\"usage\":{\"prompt_tokens\":1,\"completion_tokens\":2}}",
      "T:All D:1/w U:1/2 " },
    /* Hostile numbers and characters. */
    { "{\"choices\":[],\"usage\":{\"prompt_tokens\":-7,\"completion_tokens\":1e999}}", "U:-1/-1 " },
    { "{\"choices\":[],\"usage\":{\"prompt_tokens\":\"3\"}}", "U:-1/-1 " },
    { "{\"choices\":[{\"delta\":{\"content\":\"a\\u0000b\\ud83d\"}}]}", "T:a\xef\xbf\xbd"
                                                                        "b\xef\xbf\xbd " },
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
    { "[]", GH_LLM_ERROR_PROTOCOL, NULL },
    { "<html>", GH_LLM_ERROR_PROTOCOL, NULL },
    { "{\"choices\":{}}", GH_LLM_ERROR_PROTOCOL, "choices" },
    { "{\"choices\":[7]}", GH_LLM_ERROR_PROTOCOL, "choice" },
    { "{\"choices\":[{\"delta\":\"x\"}]}", GH_LLM_ERROR_PROTOCOL, "delta" },
    { "{\"choices\":[{\"message\":3}]}", GH_LLM_ERROR_PROTOCOL, "message" },
    { "{\"choices\":[{\"delta\":{\"content\":5}}]}", GH_LLM_ERROR_PROTOCOL, "content" },
    { "{\"choices\":[{\"delta\":{},\"finish_reason\":5}]}", GH_LLM_ERROR_PROTOCOL,
      "finish_reason" },
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
      g_autoptr(GError) error = gh_llm_openai_read_error (cases[i].status, cases[i].type,
                                                           cases[i].body, strlen (cases[i].body));

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
  g_autoptr(GError) raw = gh_llm_openai_read_error (500, "text/plain", text, 100000);
  g_autoptr(GError) json = gh_llm_openai_read_error (500, "application/json", body, strlen (body));

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

  gh_llm_openai_hide_key (error, "sk-secret-1");
  g_assert_cmpstr (error->message, ==, "Key [key], I mean [key], is bad");
  gh_llm_openai_hide_key (cut, "sk-secret-1");
  g_assert_cmpstr (cut->message, ==, "Key ");
  gh_llm_openai_hide_key (other, "sk-secret-1");
  gh_llm_openai_hide_key (other, NULL);
  gh_llm_openai_hide_key (other, "");
  g_assert_cmpstr (other->message, ==, "Nothing to see");
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
    { "{\"data\":{}}", NULL },
    { "{}", NULL },
    { "[]", NULL },
    { "<html>", NULL },
    { "", NULL },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr(GError) error = NULL;
      g_auto(GStrv) ids = gh_llm_openai_read_models (cases[i].body, strlen (cases[i].body), &error);
      g_autofree char *joined = ids != NULL ? g_strjoinv (" ", ids) : NULL;

      g_assert_cmpstr (joined, ==, cases[i].ids);
      if (cases[i].ids == NULL)
        g_assert_error (error, GH_LLM_ERROR, GH_LLM_ERROR_PROTOCOL);
    }
}

static void
test_models_bounded (void)
{
  g_autoptr(GString) body = g_string_new ("{\"data\":[{\"id\":\"");
  g_auto(GStrv) ids = NULL;

  for (guint i = 0; i < 600; i++)
    g_string_append_c (body, 'x');
  g_string_append (body, "\"}");
  for (guint i = 0; i < 20000; i++)
    g_string_append_printf (body, ",{\"id\":\"m%u\"}", i);
  g_string_append (body, "]}");

  ids = gh_llm_openai_read_models (body->str, body->len, NULL);
  g_assert_nonnull (ids);
  g_assert_cmpstr (ids[0], ==, "m0");
  g_assert_cmpuint (g_strv_length (ids), <=, 10000);
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
      g_autofree char *url = gh_llm_openai_normalize_url (cases[i][0]);

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
