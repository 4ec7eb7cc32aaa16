/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * OpenAI-compatible endpoints over HTTP: streams, errors, cancellation, hostile answers. */
#include "config.h"

#include "gh-fake-endpoint.h"
#include "gh-json.h"
#include "gh-llm-provider.h"
#include "gh-test.h"

#define KEY "sk-test-0123456789"

/* Of 127.0.0.1, signed by itself, used nowhere else. */
static const char certificate_pem[] =
  "-----BEGIN CERTIFICATE-----\n"
  "MIIBfjCCASWgAwIBAgIUfExLA9TG0EZjpqTJZ6ZE/fEg3UwwCgYIKoZIzj0EAwIw\n"
  "FDESMBAGA1UEAwwJMTI3LjAuMC4xMCAXDTI2MTEzMDExNTc0OVoYDzIxMjYxMTA2\n"
  "MTE1NzQ5WjAUMRIwEAYDVQQDDAkxMjcuMC4wLjEwWTATBgcqhkjOPQIBBggqhkjO\n"
  "PQMBBwNCAARTINRp1ulJTBlgTiJ+l+aIGVG8JqHIIIaUwtDAQlviHfKTJmQKDt4V\n"
  "DQFxpOrBeoALp980OntE2GJHOgJwDlXdo1MwUTAdBgNVHQ4EFgQUs32KhIBiZ2ky\n"
  "t+XAFa4mzyKLXPgwHwYDVR0jBBgwFoAUs32KhIBiZ2kyt+XAFa4mzyKLXPgwDwYD\n"
  "VR0TAQH/BAUwAwEB/zAKBggqhkjOPQQDAgNHADBEAiACijMX7+x8lnrAejBRGmcz\n"
  "l2R2ysTlbCu+HYJM3HAmNAIgZITlebSHdLO3e8wkgIPlVQOqQPSSIYX3kj7VTj1z\n"
  "VGc=\n"
  "-----END CERTIFICATE-----\n"
  "-----BEGIN PRIVATE KEY-----\n"
  "MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgutkdYZBWh2Ltf4VB\n"
  "fR0UYJ44PYex5yV42Qz+LU4XAtKhRANCAARTINRp1ulJTBlgTiJ+l+aIGVG8JqHI\n"
  "IIaUwtDAQlviHfKTJmQKDt4VDQFxpOrBeoALp980OntE2GJHOgJwDlXd\n"
  "-----END PRIVATE KEY-----\n";

/* What endpoints really send, in their own shapes. */
static const char openai_stream[] =
  "data: "
  "{\"id\":\"c\",\"object\":\"chat.completion.chunk\",\"created\":1,\"model\":\"gpt-x-2026\","
  "\"system_fingerprint\":\"f\",\"choices\":[{\"index\":0,\"delta\":{\"role\":\"assistant\","
  "\"content\":\"\","
  "\"refusal\":null},\"logprobs\":null,\"finish_reason\":null}],\"usage\":null}\n\n"
  "data: "
  "{\"id\":\"c\",\"model\":\"gpt-x-2026\",\"choices\":[{\"index\":0,\"delta\":{\"content\":"
  "\"Gr\xc3\xbc\"},"
  "\"finish_reason\":null}],\"usage\":null}\n\n"
  "data: "
  "{\"id\":\"c\",\"model\":\"gpt-x-2026\",\"choices\":[{\"index\":0,\"delta\":{\"content\":"
  "\"\xc3\x9f\\u0065 \xe2\x9c\x88\xef\xb8\x8f\"},\"finish_reason\":null}],\"usage\":null}\n\n"
  "data: {\"id\":\"c\",\"model\":\"gpt-x-2026\",\"choices\":[{\"index\":0,\"delta\":{},"
  "\"finish_reason\":\"stop\"}],\"usage\":null}\n\n"
  "data: {\"id\":\"c\",\"model\":\"gpt-x-2026\",\"choices\":[],\"usage\":{\"prompt_tokens\":19,"
  "\"completion_tokens\":10,\"total_tokens\":29}}\n\n"
  "data: [DONE]\n\n";

static const char ollama_stream[] =
  "data: {\"id\":\"chatcmpl-1\",\"object\":\"chat.completion.chunk\",\"model\":\"llama3.2\","
  "\"system_fingerprint\":\"fp_ollama\",\"choices\":[{\"index\":0,\"delta\":{\"role\":"
  "\"assistant\","
  "\"content\":\"Gr\xc3\xbc\xc3\x9f\"},\"finish_reason\":null}]}\n\n"
  "data: "
  "{\"id\":\"chatcmpl-1\",\"model\":\"llama3.2\",\"choices\":[{\"index\":0,\"delta\":{\"role\":"
  "\"assistant\",\"content\":\"e \xe2\x9c\x88\xef\xb8\x8f\"},\"finish_reason\":\"stop\"}]}\n\n"
  "data: "
  "{\"id\":\"chatcmpl-1\",\"model\":\"llama3.2\",\"choices\":[],\"usage\":{\"prompt_tokens\":"
  "19,"
  "\"completion_tokens\":10,\"total_tokens\":29}}\n\n"
  "data: [DONE]\n\n";

/* With CRLF, comments that keep the connection alive, and usage in each event. */
static const char proxy_stream[] =
  ": PROCESSING\r\n\r\n: PROCESSING\r\n\r\n"
  "data: {\"model\":\"p\",\"choices\":[{\"delta\":{\"content\":\"Gr\xc3\xbc\xc3\x9f\"}}],"
  "\"usage\":{\"prompt_tokens\":19,\"completion_tokens\":1}}\r\n\r\n"
  "event: message\r\nid: 7\r\ndata: "
  "{\"model\":\"p\",\"choices\":[{\"delta\":{\"reasoning_content\":\"hm\"}}]}\r\n\r\n"
  "data: {\"model\":\"p\",\"choices\":[{\"delta\":{\"content\":\"e \xe2\x9c\x88\xef\xb8\x8f\"},"
  "\"finish_reason\":\"length\"}],\"usage\":{\"prompt_tokens\":19,\"completion_tokens\":10}}"
  "\r\n\r\n";

static const char whole_answer[] =
  "{\"id\":\"c\",\"object\":\"chat.completion\",\"model\":\"w\",\"choices\":[{\"index\":0,"
  "\"message\":{\"role\":"
  "\"assistant\",\"content\":\"Gr\xc3\xbc\xc3\x9f"
  "e \xe2\x9c\x88\xef\xb8\x8f\"},\"finish_reason\":\"stop\"}],"
  "\"usage\":{\"prompt_tokens\":19,\"completion_tokens\":10,\"total_tokens\":29}}";

#define ANSWER "Gr\xc3\xbc\xc3\x9f" "e \xe2\x9c\x88\xef\xb8\x8f"

typedef struct
{
  GhFakeEndpoint *endpoint;
  GhLlmProvider  *provider;
} Fixture;

/* All of an answer. */
typedef struct
{
  GString   *text;
  guint      n_texts;
  gint64     input_tokens;
  gint64     output_tokens;
  gboolean   done;
  GhLlmStop  stop;
  char      *model;
  GError    *error;
} Heard;

static void
heard_clear (Heard *heard)
{
  g_string_free (heard->text, TRUE);
  g_free (heard->model);
  g_clear_error (&heard->error);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Heard, heard_clear)

static void
set_up (Fixture       *fixture,
        gconstpointer  data)
{
  fixture->endpoint = gh_fake_endpoint_new ();
  fixture->provider =
    gh_llm_provider_new (&gh_llm_openai_api, gh_fake_endpoint_get_url (fixture->endpoint), KEY);
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

static GhLlmRequest *
new_request (void)
{
  GhLlmRequest *request = gh_llm_request_new ("fake-model");
  GhLlmMessage *message = gh_llm_message_new (FALSE);

  gh_llm_message_add_text (message, "Hello");
  g_ptr_array_add (request->messages, message);
  request->max_tokens = 100;

  return request;
}

static GhLlmStream *
start (GhLlmProvider  *provider,
       GCancellable   *cancellable,
       GError        **error)
{
  g_autoptr(GhLlmRequest) request = new_request ();
  g_autoptr(GAsyncResult) result = NULL;

  gh_llm_provider_stream_async (provider, request, cancellable, gh_test_store_result_cb, &result);
  gh_test_wait_for (result != NULL, 30);

  return gh_llm_provider_stream_finish (provider, result, error);
}

static GhLlmEvent *
next (GhLlmStream   *stream,
      GCancellable  *cancellable,
      GError       **error)
{
  g_autoptr(GAsyncResult) result = NULL;

  gh_llm_stream_next_event_async (stream, cancellable, gh_test_store_result_cb, &result);
  gh_test_wait_for (result != NULL, 30);

  return gh_llm_stream_next_event_finish (stream, result, error);
}

static void
hear (GhLlmProvider *provider,
      Heard         *heard)
{
  g_autoptr(GhLlmStream) stream = NULL;

  heard->text = g_string_new (NULL);
  heard->input_tokens = heard->output_tokens = -1;
  stream = start (provider, NULL, &heard->error);
  while (stream != NULL)
    {
      g_autoptr(GhLlmEvent) event = next (stream, NULL, &heard->error);

      if (event == NULL)
        return;
      g_assert_false (heard->done);
      switch (event->kind)
        {
        case GH_LLM_EVENT_TEXT:
          g_assert_true (g_utf8_validate (event->text, -1, NULL));
          g_string_append (heard->text, event->text);
          heard->n_texts++;
          break;

        case GH_LLM_EVENT_USAGE:
          heard->input_tokens = event->input_tokens;
          heard->output_tokens = event->output_tokens;
          break;

        case GH_LLM_EVENT_DONE:
          heard->done = TRUE;
          heard->stop = event->stop;
          heard->model = g_strdup (event->model);
          break;

        case GH_LLM_EVENT_TOOL_USE:
        default:
          g_assert_not_reached ();
        }
    }
}

static void
assert_heard (Fixture    *fixture,
              GhLlmStop   stop,
              const char *model)
{
  g_auto(Heard) heard = { 0 };

  hear (fixture->provider, &heard);
  g_assert_no_error (heard.error);
  g_assert_cmpstr (heard.text->str, ==, ANSWER);
  g_assert_true (heard.done);
  g_assert_cmpint (heard.stop, ==, stop);
  g_assert_cmpstr (heard.model, ==, model);
  g_assert_cmpint (heard.input_tokens, ==, 19);
  g_assert_cmpint (heard.output_tokens, ==, 10);
}

static void
assert_fails (Fixture    *fixture,
              GhLlmError  code,
              const char *words)
{
  g_auto(Heard) heard = { 0 };

  hear (fixture->provider, &heard);
  g_assert_error (heard.error, GH_LLM_ERROR, (int) code);
  if (words != NULL && strstr (heard.error->message, words) == NULL)
    g_error ("\"%s\" is not in \"%s\"", words, heard.error->message);
  g_assert_null (strstr (heard.error->message, KEY));
  g_assert_false (heard.done);
}

static void
push_sse (Fixture     *fixture,
          const char  *body,
          GhFakeFlags  flags)
{
  gh_fake_endpoint_push_raw (fixture->endpoint, 200, "text/event-stream", body, -1, flags);
}

static void
test_streams (Fixture       *fixture,
              gconstpointer  data)
{
  GhFakeFlags flags = GPOINTER_TO_UINT (data);

  push_sse (fixture, openai_stream, flags);
  assert_heard (fixture, GH_LLM_STOP_END_TURN, "gpt-x-2026");
  push_sse (fixture, ollama_stream, flags);
  assert_heard (fixture, GH_LLM_STOP_END_TURN, "llama3.2");
  push_sse (fixture, proxy_stream, flags);
  assert_heard (fixture, GH_LLM_STOP_MAX_TOKENS, "p");
  gh_fake_endpoint_push_raw (fixture->endpoint, 200, "application/json; charset=utf-8",
                             whole_answer, -1, flags);
  assert_heard (fixture, GH_LLM_STOP_END_TURN, "w");
  gh_fake_endpoint_push_raw (fixture->endpoint, 200, NULL, openai_stream, -1, flags);
  assert_heard (fixture, GH_LLM_STOP_END_TURN, "gpt-x-2026");
}

/* Each possible place where a read can end. */
static void
test_every_split (Fixture       *fixture,
                  gconstpointer  data)
{
  for (gsize at = 1; at < strlen (ollama_stream); at += 7)
    {
      g_autofree char *head = g_strndup (ollama_stream, at);

      push_sse (fixture, head, GH_FAKE_NONE);
      if (strstr (head, "\"finish_reason\":\"stop\"}]}\n\n") != NULL)
        {
          g_auto(Heard) heard = { 0 };

          hear (fixture->provider, &heard);
          g_assert_no_error (heard.error);
          g_assert_cmpstr (heard.text->str, ==, ANSWER);
        }
      else
        assert_fails (fixture, strstr (head, "\n\n") != NULL ? GH_LLM_ERROR_BROKEN
                                                             : GH_LLM_ERROR_PROTOCOL, NULL);
    }
}

static void
test_request (Fixture       *fixture,
              gconstpointer  data)
{
  g_auto(Heard) heard = { 0 };
  g_autofree char *text = NULL;

  hear (fixture->provider, &heard);
  g_assert_no_error (heard.error);
  g_assert_cmpstr (heard.text->str, ==, "All right.");
  g_assert_cmpuint (heard.n_texts, ==, 2);
  g_assert_cmpint (heard.input_tokens, ==, 11);
  g_assert_cmpstr (heard.model, ==, "fake-model");

  g_assert_cmpuint (gh_fake_endpoint_get_n_requests (fixture->endpoint), ==, 1);
  text = gh_fake_endpoint_dup_request_text (fixture->endpoint, 0);
  g_assert_cmpstr (
      text, ==,
      "{\"model\":\"fake-model\",\"messages\":[{\"role\":\"user\",\"content\":\"Hello\"}],"
      "\"max_tokens\":100,\"stream\":true,\"stream_options\":{\"include_usage\":true}}");
  g_assert_cmpstr (gh_fake_endpoint_get_header (fixture->endpoint, "Authorization"), ==,
                   "Bearer " KEY);
  g_assert_cmpstr (gh_fake_endpoint_get_header (fixture->endpoint, "Content-Type"), ==,
                   "application/json");
}

static void
test_no_key (Fixture       *fixture,
             gconstpointer  data)
{
  g_autoptr(GhLlmProvider) keyless =
    gh_llm_provider_new (&gh_llm_openai_api, gh_fake_endpoint_get_url (fixture->endpoint), "");
  g_autoptr(GhLlmProvider) strange =
    gh_llm_provider_new (&gh_llm_openai_api, gh_fake_endpoint_get_url (fixture->endpoint),
                         "a\r\nX-Evil: 1");
  g_autoptr(GhLlmProvider) pasted =
    gh_llm_provider_new (&gh_llm_openai_api, gh_fake_endpoint_get_url (fixture->endpoint),
                         " " KEY "\n");
  g_autoptr(GhLlmStream) stream = NULL;
  g_autoptr(GError) error = NULL;

  g_assert_null (start (strange, NULL, &error));
  g_assert_error (error, GH_LLM_ERROR, GH_LLM_ERROR_UNAUTHORIZED);
  g_assert_null (gh_fake_endpoint_get_header (fixture->endpoint, "X-Evil"));
  g_clear_error (&error);

  stream = start (keyless, NULL, &error);
  g_assert_no_error (error);
  g_assert_null (gh_fake_endpoint_get_header (fixture->endpoint, "Authorization"));
  g_clear_object (&stream);

  gh_fake_endpoint_set_key (fixture->endpoint, KEY);
  g_assert_null (start (keyless, NULL, &error));
  g_assert_error (error, GH_LLM_ERROR, GH_LLM_ERROR_UNAUTHORIZED);
  g_clear_error (&error);
  stream = start (pasted, NULL, &error);
  g_assert_no_error (error);
}

static void
test_errors (Fixture       *fixture,
             gconstpointer  data)
{
  static const struct
  {
    guint       status;
    const char *type;
    const char *body;
    GhLlmError  code;
    const char *words;
  } cases[] = {
    { 401, "application/json", "{\"error\":{\"message\":\"Incorrect API key: " KEY "\"}}",
      GH_LLM_ERROR_UNAUTHORIZED, "Incorrect API key: [key]" },
    { 404, "application/json", "{\"error\":\"model not found\"}", GH_LLM_ERROR_NOT_FOUND,
      "not found" },
    { 429, "application/json", "{\"error\":{\"message\":\"slow down\"}}", GH_LLM_ERROR_RATE_LIMITED,
      "slow" },
    { 500, "text/plain", "no memory", GH_LLM_ERROR_SERVER, "no memory" },
    { 502, "text/html", "<html>busy</html>", GH_LLM_ERROR_SERVER, "502" },
    { 200, "text/html", "<html>log in</html>", GH_LLM_ERROR_PROTOCOL, "web page" },
    { 200, "application/json", "{}", GH_LLM_ERROR_PROTOCOL, "holds nothing" },
    { 200, "application/json", "{\"error\":{\"message\":\"bad luck, " KEY "\"}}",
      GH_LLM_ERROR_SERVER, "bad luck, [key]" },
    { 200, "application/json", "[[[", GH_LLM_ERROR_PROTOCOL, NULL },
    { 200, "text/event-stream", "", GH_LLM_ERROR_PROTOCOL, "no events" },
    { 200, "text/event-stream", "<html>log in</html>", GH_LLM_ERROR_PROTOCOL, "no events" },
    { 200, "text/event-stream", "data: <html>\n\n", GH_LLM_ERROR_PROTOCOL, NULL },
    { 200, "text/event-stream", "data: {\"choices\":[{\"delta\":{\"content\":{}}}]}\n\n",
      GH_LLM_ERROR_PROTOCOL, "content" },
    { 200, "text/event-stream",
      "data: {\"error\":{\"message\":\"CUDA out of memory\"}}\n\ndata: [DONE]\n\n",
      GH_LLM_ERROR_SERVER, "CUDA" },
    { 200, "text/event-stream", "event: error\ndata: {\"detail\":\"x\"}\n\n", GH_LLM_ERROR_SERVER,
      NULL },
    /* As llama.cpp's server did until 2025. */
    { 200, "text/event-stream", "error: {\"code\":500,\"message\":\"slot " KEY " is gone\"}\n\n",
      GH_LLM_ERROR_SERVER, "is gone" },
    { 200, "text/event-stream", "event: error\ndata: out of memory\n\n", GH_LLM_ERROR_SERVER,
      "out of memory" },
    { 200, "text/event-stream", "event: error\ndata: {}\n\n", GH_LLM_ERROR_SERVER, NULL },
    { 204, NULL, "", GH_LLM_ERROR_PROTOCOL, NULL },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_test_message ("%u %s", cases[i].status, cases[i].body);
      gh_fake_endpoint_push_raw (fixture->endpoint, cases[i].status, cases[i].type, cases[i].body,
                                 -1, GH_FAKE_NONE);
      assert_fails (fixture, cases[i].code, cases[i].words);
    }
}

/* What came before the trouble is given first. */
static void
test_error_after_text (Fixture       *fixture,
                       gconstpointer  data)
{
  static const char *const ends[] = {
    "data: {\"error\":{\"message\":\"crashed\"}}\n\n",
    "",
    "data: {\"choices\":[{\"delta\":{\"content\":\"x\"",
  };

  for (guint i = 0; i < G_N_ELEMENTS (ends); i++)
    {
      for (guint cut = 0; cut < 2; cut++)
        {
          g_auto(Heard) heard = { 0 };
          g_autofree char *body = g_strconcat (
              "data: {\"choices\":[{\"delta\":{\"content\":\"Half\"}}]}\n\n", ends[i], NULL);

          push_sse (fixture, body, cut ? GH_FAKE_CUT : GH_FAKE_NONE);
          hear (fixture->provider, &heard);
          g_assert_cmpstr (heard.text->str, ==, "Half");
          if (i == 0)
            g_assert_error (heard.error, GH_LLM_ERROR, GH_LLM_ERROR_SERVER);
          else
            g_assert_error (heard.error, GH_LLM_ERROR, GH_LLM_ERROR_BROKEN);
          g_assert_false (heard.done);
        }
    }
}

/* The reason has come, only the end of the stream is missing: nothing of the answer is lost. */
static void
test_cut_after_reason (Fixture       *fixture,
                       gconstpointer  data)
{
  g_auto(Heard) heard = { 0 };
  g_auto(Heard) unsaid = { 0 };

  push_sse (
      fixture,
      "data: {\"choices\":[{\"delta\":{\"content\":\"All\"},\"finish_reason\":\"stop\"}]}\n\n",
      GH_FAKE_CUT);
  hear (fixture->provider, &heard);
  g_assert_no_error (heard.error);
  g_assert_true (heard.done);

  /* "[DONE]" alone ends an answer too, for a reason that is not told. */
  push_sse (fixture, "data: {\"choices\":[{\"delta\":{\"content\":\"All\"}}]}\n\ndata: [DONE]\n\n",
            GH_FAKE_NONE);
  hear (fixture->provider, &unsaid);
  g_assert_no_error (unsaid.error);
  g_assert_true (unsaid.done);
  g_assert_cmpint (unsaid.stop, ==, GH_LLM_STOP_UNKNOWN);
}

static void
test_redirect (Fixture       *fixture,
               gconstpointer  data)
{
  static const guint statuses[] = { 301, 302, 303, 307, 308 };
  g_autoptr(GhFakeEndpoint) other = gh_fake_endpoint_new ();
  g_autofree char *location =
    g_strconcat (gh_fake_endpoint_get_url (other), "/chat/completions", NULL);

  gh_fake_endpoint_push_redirect (fixture->endpoint, 302, "http://two%0Alines/");
  assert_fails (fixture, GH_LLM_ERROR_PROTOCOL, "(two%0Alines)");
  for (guint i = 0; i < G_N_ELEMENTS (statuses); i++)
    {
      g_autoptr(GAsyncResult) result = NULL;
      g_autoptr(GError) error = NULL;

      gh_fake_endpoint_push_redirect (fixture->endpoint, statuses[i], location);
      assert_fails (fixture, GH_LLM_ERROR_PROTOCOL, "127.0.0.1");

      gh_fake_endpoint_set_models_answer (fixture->endpoint, statuses[i], "text/plain", "",
                                          location);
      gh_llm_provider_list_models_async (fixture->provider, NULL, gh_test_store_result_cb, &result);
      gh_test_wait (result != NULL);
      g_assert_null (gh_llm_provider_list_models_finish (fixture->provider, result, &error));
      g_assert_error (error, GH_LLM_ERROR, GH_LLM_ERROR_PROTOCOL);
    }

  g_assert_cmpuint (gh_fake_endpoint_get_n_requests (other), ==, 0);
  g_assert_cmpuint (gh_fake_endpoint_get_n_others (other), ==, 0);
  g_assert_cmpuint (gh_fake_endpoint_get_n_listings (other), ==, 0);
  g_assert_null (gh_fake_endpoint_get_header (other, "Authorization"));
}

/* Newer OpenAI models want the limit under another name; it is learnt once for each model. */
static void
test_dialect (Fixture       *fixture,
              gconstpointer  data)
{
  static const char refusal[] =
    "{\"error\":{\"message\":\"Use 'max_completion_tokens' instead.\",\"param\":\"max_tokens\"}}";
  g_auto(Heard) first = { 0 };
  g_auto(Heard) second = { 0 };
  JsonObject *asked;

  gh_fake_endpoint_push_raw (fixture->endpoint, 400, "application/json", refusal, -1, GH_FAKE_NONE);
  hear (fixture->provider, &first);
  g_assert_no_error (first.error);
  g_assert_cmpuint (gh_fake_endpoint_get_n_requests (fixture->endpoint), ==, 2);
  asked = gh_fake_endpoint_get_request (fixture->endpoint, 1);
  g_assert_cmpint (gh_json_get_int (asked, "max_completion_tokens", 0), ==, 100);
  g_assert_null (gh_json_get (asked, "max_tokens"));

  hear (fixture->provider, &second);
  g_assert_no_error (second.error);
  g_assert_cmpuint (gh_fake_endpoint_get_n_requests (fixture->endpoint), ==, 3);

  /* An endpoint that refuses both is believed. */
  gh_fake_endpoint_push_raw (fixture->endpoint, 400, "application/json", refusal, -1, GH_FAKE_NONE);
  assert_fails (fixture, GH_LLM_ERROR_REFUSED, "max_completion_tokens");
}

static void
test_cancel_head (Fixture       *fixture,
                  gconstpointer  data)
{
  g_autoptr(GhLlmRequest) request = new_request ();
  g_autoptr(GCancellable) cancellable = g_cancellable_new ();
  g_autoptr(GAsyncResult) result = NULL;
  g_autoptr(GError) error = NULL;

  gh_fake_endpoint_push_raw (fixture->endpoint, 200, NULL, "", -1, GH_FAKE_MUTE);
  gh_llm_provider_stream_async (fixture->provider, request, cancellable, gh_test_store_result_cb,
                                &result);
  gh_test_wait (gh_fake_endpoint_get_n_requests (fixture->endpoint) == 1);
  g_cancellable_cancel (cancellable);
  gh_test_wait (result != NULL);
  g_assert_null (gh_llm_provider_stream_finish (fixture->provider, result, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  gh_test_wait (gh_fake_endpoint_get_n_disconnects (fixture->endpoint) == 1);
}

static void
test_cancel_body (Fixture       *fixture,
                  gconstpointer  data)
{
  g_autoptr(GCancellable) cancellable = g_cancellable_new ();
  g_autoptr(GhLlmStream) stream = NULL;
  g_autoptr(GhLlmEvent) event = NULL;
  g_autoptr(GAsyncResult) result = NULL;
  g_autoptr(GAsyncResult) again = NULL;
  g_autoptr(GError) error = NULL;

  gh_fake_endpoint_push_text (fixture->endpoint, "one two", GH_FAKE_HOLD);
  stream = start (fixture->provider, NULL, &error);
  g_assert_no_error (error);
  event = next (stream, cancellable, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (event->text, ==, "one");

  gh_llm_stream_next_event_async (stream, cancellable, gh_test_store_result_cb, &result);
  gh_llm_stream_next_event_async (stream, NULL, gh_test_store_result_cb, &again);
  gh_test_wait (again != NULL);
  g_assert_null (gh_llm_stream_next_event_finish (stream, again, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_PENDING);
  g_clear_error (&error);

  gh_test_settle ();
  g_assert_null (result);
  g_cancellable_cancel (cancellable);
  gh_test_wait (result != NULL);
  g_assert_null (gh_llm_stream_next_event_finish (stream, result, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  gh_test_wait (gh_fake_endpoint_get_n_disconnects (fixture->endpoint) == 1);

  g_clear_error (&error);
  g_assert_null (next (stream, NULL, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

/* The cancellable fired between two calls. */
static void
test_cancel_between (Fixture       *fixture,
                     gconstpointer  data)
{
  g_autoptr(GCancellable) cancellable = g_cancellable_new ();
  g_autoptr(GhLlmStream) stream = NULL;
  g_autoptr(GError) error = NULL;

  gh_fake_endpoint_push_text (fixture->endpoint, "one two", GH_FAKE_HOLD);
  stream = start (fixture->provider, cancellable, &error);
  g_assert_no_error (error);
  g_cancellable_cancel (cancellable);
  g_assert_null (next (stream, cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  gh_test_wait (gh_fake_endpoint_get_n_disconnects (fixture->endpoint) == 1);
}

static void
test_drop (Fixture       *fixture,
           gconstpointer  data)
{
  g_autoptr(GhLlmStream) stream = NULL;
  g_autoptr(GhLlmEvent) event = NULL;

  gh_fake_endpoint_push_text (fixture->endpoint, "one two", GH_FAKE_HOLD);
  stream = start (fixture->provider, NULL, NULL);
  event = next (stream, NULL, NULL);
  g_clear_object (&stream);
  gh_test_wait (gh_fake_endpoint_get_n_disconnects (fixture->endpoint) == 1);
}

static void
test_hold (Fixture       *fixture,
           gconstpointer  data)
{
  g_autoptr(GhLlmStream) stream = NULL;
  g_autoptr(GhLlmEvent) one = NULL;
  g_autoptr(GhLlmEvent) two = NULL;

  gh_fake_endpoint_push_text (fixture->endpoint, "one two", GH_FAKE_HOLD);
  stream = start (fixture->provider, NULL, NULL);
  one = next (stream, NULL, NULL);
  g_assert_cmpstr (one->text, ==, "one");
  gh_fake_endpoint_release (fixture->endpoint);
  two = next (stream, NULL, NULL);
  g_assert_cmpstr (two->text, ==, " two");
}

static void
test_silence (Fixture       *fixture,
              gconstpointer  data)
{
  g_auto(Heard) heard = { 0 };

  g_object_set (fixture->provider, "patience", 500 * gh_test_get_slow (), NULL);
  gh_fake_endpoint_push_raw (fixture->endpoint, 200, NULL, "", -1, GH_FAKE_MUTE);
  assert_fails (fixture, GH_LLM_ERROR_TIMED_OUT, NULL);

  gh_fake_endpoint_push_text (fixture->endpoint, "one two", GH_FAKE_HOLD);
  hear (fixture->provider, &heard);
  g_assert_cmpstr (heard.text->str, ==, "one");
  g_assert_error (heard.error, GH_LLM_ERROR, GH_LLM_ERROR_TIMED_OUT);
  gh_test_wait (gh_fake_endpoint_get_n_disconnects (fixture->endpoint) == 2);
}

/* A list that comes a little at a time is given up all the same. */
static void
test_drip (Fixture       *fixture,
           gconstpointer  data)
{
  /* The endpoint writes until the socket is full: a byte at a time that would take seconds. */
  g_autofree char *piece = g_strnfill (200, ' ');
  g_autoptr(GAsyncResult) result = NULL;
  g_autoptr(GError) error = NULL;

  g_object_set (fixture->provider, "list-patience", 100, NULL);
  gh_fake_endpoint_set_models_flags (fixture->endpoint, GH_FAKE_REPEAT);
  gh_fake_endpoint_set_models_answer (fixture->endpoint, 200, "application/json", piece, NULL);
  gh_llm_provider_list_models_async (fixture->provider, NULL, gh_test_store_result_cb, &result);
  gh_test_wait (result != NULL);
  g_assert_null (gh_llm_provider_list_models_finish (fixture->provider, result, &error));
  g_assert_true (g_error_matches (error, GH_LLM_ERROR, GH_LLM_ERROR_TIMED_OUT) ||
                 g_error_matches (error, GH_LLM_ERROR, GH_LLM_ERROR_PROTOCOL));
  gh_test_wait (gh_fake_endpoint_get_n_disconnects (fixture->endpoint) == 1);
}

/* Whatever proxy this computer uses, what runs on it is asked directly. */
static void
test_no_proxy (void)
{
  g_autoptr(GhFakeEndpoint) endpoint = NULL;
  g_autoptr(GhLlmProvider) provider = NULL;
  g_autoptr(GhLlmStream) stream = NULL;
  g_autoptr(GError) error = NULL;

  if (!g_test_subprocess ())
    {
      g_setenv ("http_proxy", "http://127.0.0.1:1", TRUE);
      g_unsetenv ("no_proxy");
      g_test_trap_subprocess (NULL, 0, G_TEST_SUBPROCESS_DEFAULT);
      g_unsetenv ("http_proxy");
      g_test_trap_assert_passed ();
      return;
    }

  endpoint = gh_fake_endpoint_new ();
  provider = gh_llm_provider_new (&gh_llm_openai_api, gh_fake_endpoint_get_url (endpoint), NULL);
  stream = start (provider, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (gh_fake_endpoint_get_header (endpoint, "Accept-Encoding"), ==, "identity");
}

static void
test_unreachable (void)
{
  static const char *const addresses[] = {
    "nonsense",
    "ftp://127.0.0.1/v1",
    "http:///v1",
    "http://no-such-host.invalid/v1",
    "http://127.0.0.1:1/v1",
    "file:///etc/passwd",
    "http://[::1/v1",
  };

  for (guint i = 0; i < G_N_ELEMENTS (addresses); i++)
    {
      g_autoptr(GhLlmProvider) provider =
        gh_llm_provider_new (&gh_llm_openai_api, addresses[i], KEY);
      g_autoptr(GError) error = NULL;

      g_test_message ("%s", addresses[i]);
      g_assert_null (start (provider, NULL, &error));
      g_assert_error (error, GH_LLM_ERROR, GH_LLM_ERROR_UNREACHABLE);
    }
}

/* The other side of a TLS connection that nobody should trust. Not a SoupServer: libsoup 3.6 uses a
 * connection after freeing it when the client turns the handshake down. */
typedef struct
{
  GTlsCertificate *certificate;
  GIOStream       *stream; /* owned */
  char             buffer[256];
  GAsyncResult    *read;   /* owned; the first read ended */
} TlsPeer;

static gboolean
incoming_cb (GSocketService    *service,
             GSocketConnection *connection,
             GObject           *source,
             gpointer           user_data)
{
  TlsPeer *peer = user_data;

  g_assert_null (peer->stream);
  peer->stream = g_tls_server_connection_new (G_IO_STREAM (connection), peer->certificate, NULL);
  g_input_stream_read_async (g_io_stream_get_input_stream (peer->stream), peer->buffer,
                             sizeof peer->buffer, G_PRIORITY_DEFAULT, NULL, gh_test_store_result_cb,
                             &peer->read);
  return TRUE;
}

static void
test_tls (void)
{
  g_autoptr(GSocketService) service = NULL;
  g_autofree char *url = NULL;
  g_autoptr(GhLlmProvider) provider = NULL;
  g_autoptr(GError) error = NULL;
  TlsPeer peer = { 0 };

  if (!g_tls_backend_supports_tls (g_tls_backend_get_default ()))
    {
      g_test_skip ("no TLS here (glib-networking)");
      return;
    }

  peer.certificate = g_tls_certificate_new_from_pem (certificate_pem, -1, &error);
  g_assert_no_error (error);
  service = g_socket_service_new ();
  url = g_strdup_printf ("https://127.0.0.1:%u/v1",
                         g_socket_listener_add_any_inet_port (G_SOCKET_LISTENER (service), NULL,
                                                              NULL));
  g_signal_connect (service, "incoming", G_CALLBACK (incoming_cb), &peer);
  provider = gh_llm_provider_new (&gh_llm_openai_api, url, KEY);
  g_assert_null (start (provider, NULL, &error));
  g_assert_error (error, GH_LLM_ERROR, GH_LLM_ERROR_UNTRUSTED);
  g_assert_nonnull (strstr (error->message, "certificate"));

  /* Not a byte of the request, key and prompt, was sent. */
  gh_test_wait (peer.read != NULL);
  g_assert_cmpint (g_input_stream_read_finish (g_io_stream_get_input_stream (peer.stream),
                                               peer.read, NULL), <=, 0);
  g_socket_service_stop (service);
  gh_test_settle ();
  g_object_unref (peer.read);
  g_object_unref (peer.stream);
  g_object_unref (peer.certificate);
}

/* A line without an end: it is given up long before it is all read. */
static void
test_huge_line (Fixture       *fixture,
                gconstpointer  data)
{
  gsize length = 64 * 1024 * 1024;
  g_autofree char *line = g_malloc (length);

  memset (line, 'a', length);
  memcpy (line, "data: ", 6);
  gh_fake_endpoint_push_raw (fixture->endpoint, 200, "text/event-stream", line, length,
                             GH_FAKE_NONE);
  assert_fails (fixture, GH_LLM_ERROR_PROTOCOL, NULL);
  gh_fake_endpoint_push_raw (fixture->endpoint, 200, "application/json", line, length,
                             GH_FAKE_NONE);
  assert_fails (fixture, GH_LLM_ERROR_PROTOCOL, NULL);
  gh_fake_endpoint_push_raw (fixture->endpoint, 500, "application/json", line, length,
                             GH_FAKE_NONE);
  assert_fails (fixture, GH_LLM_ERROR_SERVER, NULL);
}

static void
test_endless (Fixture       *fixture,
              gconstpointer  data)
{
  g_autofree char *word = g_strnfill (100 * 1000, 'w');
  g_autofree char *event =
    g_strdup_printf ("data: {\"choices\":[{\"delta\":{\"content\":\"%s\"}}]}\n\n", word);
  g_auto(Heard) heard = { 0 };

  push_sse (fixture, event, GH_FAKE_REPEAT);
  hear (fixture->provider, &heard);
  g_assert_error (heard.error, GH_LLM_ERROR, GH_LLM_ERROR_PROTOCOL);
  g_assert_cmpuint (heard.text->len, <, 20 * 1024 * 1024);
}

static void
assert_models (Fixture    *fixture,
               const char *expected,
               int         code)
{
  g_autoptr(GAsyncResult) result = NULL;
  g_autoptr(GError) error = NULL;
  g_autoptr(GPtrArray) models = NULL;
  g_autoptr(GString) ids = g_string_new (NULL);

  gh_llm_provider_list_models_async (fixture->provider, NULL, gh_test_store_result_cb, &result);
  gh_test_wait (result != NULL);
  models = gh_llm_provider_list_models_finish (fixture->provider, result, &error);
  if (expected == NULL)
    {
      g_assert_null (models);
      g_assert_error (error, GH_LLM_ERROR, code);
      return;
    }

  g_assert_no_error (error);
  for (guint i = 0; i < models->len; i++)
    g_string_append_printf (ids, "%s%s", i > 0 ? " " : "",
                            ((GhLlmModel *) g_ptr_array_index (models, i))->id);
  g_assert_cmpstr (ids->str, ==, expected);
}

static void
test_models (Fixture       *fixture,
             gconstpointer  data)
{
  static const char * const ids[] = { "z", "a:7b", NULL };
  g_autofree char *big = g_strnfill (9 * 1024 * 1024, ' ');

  assert_models (fixture, "fake-model", 0);
  gh_fake_endpoint_set_models (fixture->endpoint, ids);
  assert_models (fixture, "z a:7b", 0);
  gh_fake_endpoint_set_models_answer (fixture->endpoint, 404, "text/plain", "404 page not found",
                                      NULL);
  assert_models (fixture, NULL, GH_LLM_ERROR_NOT_FOUND);
  gh_fake_endpoint_set_models_answer (fixture->endpoint, 200, "text/html", "<html>router</html>",
                                      NULL);
  assert_models (fixture, NULL, GH_LLM_ERROR_PROTOCOL);
  gh_fake_endpoint_set_models_answer (fixture->endpoint, 200, "application/json", big, NULL);
  assert_models (fixture, NULL, GH_LLM_ERROR_PROTOCOL);
  gh_fake_endpoint_set_key (fixture->endpoint, "another");
  assert_models (fixture, NULL, GH_LLM_ERROR_UNAUTHORIZED);
}

/* A busy endpoint that says when to come back, or need not, is asked again: twice, no more, and
 * only before it began to answer. */
static void
test_retry (Fixture       *fixture,
            gconstpointer  data)
{
  static const struct
  {
    guint       status;
    const char *after; /* Retry-After, or NULL */
    guint       n_requests;
  } cases[] = {
    { 429, "0", 3 },  { 503, NULL, 3 },  { 529, NULL, 3 }, { 503, "0", 3 },
    { 429, NULL, 1 }, { 429, "31", 1 },  { 500, "0", 1 },  { 502, NULL, 1 },
    { 429, "x", 1 },  { 503, "900", 1 }, { 401, "0", 1 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      guint before = gh_fake_endpoint_get_n_requests (fixture->endpoint);
      g_auto(Heard) heard = { 0 };

      gh_fake_endpoint_set_header (fixture->endpoint, cases[i].after != NULL ? "Retry-After" : NULL,
                                   cases[i].after);
      for (guint j = 0; j < cases[i].n_requests; j++)
        gh_fake_endpoint_push_raw (fixture->endpoint, cases[i].status, "text/plain", "busy", -1,
                                   GH_FAKE_NONE);
      hear (fixture->provider, &heard);
      g_test_message ("%u, %s", cases[i].status, cases[i].after);
      g_assert_nonnull (heard.error);
      g_assert_nonnull (strstr (heard.error->message, "busy"));
      g_assert_cmpuint (gh_fake_endpoint_get_n_requests (fixture->endpoint) - before, ==,
                        cases[i].n_requests);
    }

  g_auto(Heard) good = { 0 };

  gh_fake_endpoint_set_header (fixture->endpoint, "Retry-After", "0");
  gh_fake_endpoint_push_raw (fixture->endpoint, 429, "text/plain", "busy", -1, GH_FAKE_NONE);
  hear (fixture->provider, &good);
  g_assert_no_error (good.error);
  g_assert_cmpstr (good.text->str, ==, "All right.");
}

static void
test_cancel_retry (Fixture       *fixture,
                   gconstpointer  data)
{
  g_autoptr(GhLlmRequest) request = new_request ();
  g_autoptr(GCancellable) cancellable = g_cancellable_new ();
  g_autoptr(GAsyncResult) result = NULL;
  g_autoptr(GError) error = NULL;

  gh_fake_endpoint_set_header (fixture->endpoint, "Retry-After", "25");
  gh_fake_endpoint_push_raw (fixture->endpoint, 429, "text/plain", "busy", -1, GH_FAKE_NONE);
  gh_llm_provider_stream_async (fixture->provider, request, cancellable, gh_test_store_result_cb,
                                &result);
  gh_test_wait (gh_llm_provider_get_rates (fixture->provider) != NULL);
  gh_test_settle ();
  g_assert_null (result);
  g_cancellable_cancel (cancellable);
  gh_test_wait (result != NULL);
  g_assert_null (gh_llm_provider_stream_finish (fixture->provider, result, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_assert_cmpuint (gh_fake_endpoint_get_n_requests (fixture->endpoint), ==, 1);
}

static void
test_rates (Fixture       *fixture,
            gconstpointer  data)
{
  g_auto(Heard) first = { 0 };
  g_auto(Heard) second = { 0 };

  hear (fixture->provider, &first);
  g_assert_null (gh_llm_provider_get_rates (fixture->provider));
  gh_fake_endpoint_set_header (fixture->endpoint, "x-ratelimit-remaining-requests", "59");
  hear (fixture->provider, &second);
  g_assert_cmpint (gh_llm_provider_get_rates (fixture->provider)->requests.left, ==, 59);
  g_assert_cmpint (gh_llm_provider_get_rates (fixture->provider)->tokens.left, ==, -1);
}

/* More at once than libsoup's own limit of connections. */
static void
test_many (Fixture       *fixture,
           gconstpointer  data)
{
  GhLlmStream *streams[12];

  for (guint i = 0; i < G_N_ELEMENTS (streams); i++)
    {
      gh_fake_endpoint_push_text (fixture->endpoint, "one two", GH_FAKE_HOLD);
      streams[i] = start (fixture->provider, NULL, NULL);
      g_assert_nonnull (streams[i]);
    }
  for (guint i = 0; i < G_N_ELEMENTS (streams); i++)
    g_object_unref (streams[i]);
}

/* The provider may go while an answer is still heard. */
static void
test_provider_goes (Fixture       *fixture,
                    gconstpointer  data)
{
  g_autoptr(GhLlmStream) stream = NULL;
  g_autoptr(GhLlmEvent) one = NULL;
  g_autoptr(GhLlmEvent) two = NULL;

  gh_fake_endpoint_push_text (fixture->endpoint, "one two", GH_FAKE_HOLD);
  stream = start (fixture->provider, NULL, NULL);
  one = next (stream, NULL, NULL);
  g_clear_object (&fixture->provider);
  gh_fake_endpoint_release (fixture->endpoint);
  two = next (stream, NULL, NULL);
  g_assert_cmpstr (two->text, ==, " two");
}

static void
add (const char     *path,
     gconstpointer   data,
     void          (*test) (Fixture *, gconstpointer))
{
  g_test_add (path, Fixture, data, set_up, test, tear_down);
}

int
main (int   argc,
      char *argv[])
{
  gh_test_init (&argc, &argv);

  add ("/llm/openai/streams", GUINT_TO_POINTER (GH_FAKE_NONE), test_streams);
  add ("/llm/openai/streams-split", GUINT_TO_POINTER (GH_FAKE_SPLIT), test_streams);
  add ("/llm/openai/every-split", NULL, test_every_split);
  add ("/llm/openai/request", NULL, test_request);
  add ("/llm/openai/no-key", NULL, test_no_key);
  add ("/llm/openai/errors", NULL, test_errors);
  add ("/llm/openai/error-after-text", NULL, test_error_after_text);
  add ("/llm/openai/cut-after-reason", NULL, test_cut_after_reason);
  add ("/llm/openai/redirect", NULL, test_redirect);
  add ("/llm/openai/dialect", NULL, test_dialect);
  add ("/llm/openai/cancel-head", NULL, test_cancel_head);
  add ("/llm/openai/cancel-body", NULL, test_cancel_body);
  add ("/llm/openai/cancel-between", NULL, test_cancel_between);
  add ("/llm/openai/drop", NULL, test_drop);
  add ("/llm/openai/hold", NULL, test_hold);
  add ("/llm/openai/silence", NULL, test_silence);
  add ("/llm/openai/drip", NULL, test_drip);
  g_test_add_func ("/llm/openai/no-proxy", test_no_proxy);
  g_test_add_func ("/llm/openai/unreachable", test_unreachable);
  g_test_add_func ("/llm/openai/tls", test_tls);
  add ("/llm/openai/huge-line", NULL, test_huge_line);
  add ("/llm/openai/endless", NULL, test_endless);
  add ("/llm/openai/models", NULL, test_models);
  add ("/llm/openai/retry", NULL, test_retry);
  add ("/llm/openai/cancel-retry", NULL, test_cancel_retry);
  add ("/llm/openai/rates", NULL, test_rates);
  add ("/llm/openai/many", NULL, test_many);
  add ("/llm/openai/provider-goes", NULL, test_provider_goes);

  return gh_test_run ();
}
