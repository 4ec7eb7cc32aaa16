/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * What model endpoints answer, in each API: events, lists of models, errors. The first byte says
 * which API, each line after it is an event. */
#include "config.h"

#include "fuzz.h"

#include "gh-json.h"
#include "gh-llm-api.h"

static const GhLlmApi *const apis[] = {
  &gh_llm_openai_api, &gh_llm_anthropic_api, &gh_llm_gemini_api, &gh_llm_ollama_api,
};

/* What may be said of any event. */
static void
check_event (GhLlmEvent *event)
{
  g_assert_true (event->kind != GH_LLM_EVENT_TEXT || g_utf8_validate (event->text, -1, NULL));
  if (event->kind == GH_LLM_EVENT_TOOL_USE)
    {
      g_assert_true (*event->id != '\0');
      g_assert_true (*event->name != '\0');
      g_assert_nonnull (gh_json_node_get_object (event->input));
    }
  g_assert_cmpint (event->input_tokens, >=, -1);
  g_assert_cmpint (event->output_tokens, >=, -1);
}

static void
check_error (GError *error)
{
  g_assert_true (error->domain == GH_LLM_ERROR);
  g_assert_true (g_utf8_validate (error->message, -1, NULL));
}

/* DONE is the last event, once; uses of tools come only when all are whole. */
static void
drain (GhLlmAnswer *answer,
       gboolean     finished)
{
  gboolean done = FALSE;

  while (TRUE)
    {
      g_autoptr(GhLlmEvent) event = gh_llm_answer_pop (answer);

      if (event == NULL)
        break;
      g_assert_false (done);
      g_assert_true (finished || event->kind == GH_LLM_EVENT_TEXT);
      done = event->kind == GH_LLM_EVENT_DONE;
      check_event (event);
    }
  g_assert_true (done == finished);
}

static void
answer_all (const GhLlmApi *api,
            const char     *data,
            gsize           size)
{
  g_autoptr(GhLlmAnswer) answer = gh_llm_answer_new (NULL);
  g_autoptr(GError) error = NULL;
  gboolean good = TRUE;

  while (size > 0 && good && !gh_llm_answer_is_ended (answer))
    {
      const char *end = memchr (data, '\n', size);
      gsize n = end != NULL ? (gsize) (end - data) : size;

      good = gh_llm_api_decode (api, data, n, answer, &error);
      data += MIN (n + 1, size);
      size -= MIN (n + 1, size);
    }
  if (good)
    good = gh_llm_answer_finish (answer, &error);
  g_assert_true (good == (error == NULL));
  if (error != NULL)
    check_error (error);
  drain (answer, good);
}

static void
read_models (const GhLlmApi *api,
             const char     *data,
             gsize           size)
{
  g_autoptr(JsonNode) node = gh_json_read (data, size, NULL);
  JsonObject *page = node != NULL ? gh_json_node_get_object (node) : NULL;
  g_autoptr(GPtrArray) models = gh_llm_models_new ();
  g_autofree char *next = NULL;
  g_autoptr(GError) error = NULL;

  if (page != NULL && !api->read_models (page, models, &next, &error))
    check_error (error);
}

int
LLVMFuzzerTestOneInput (const uint8_t *data,
                        size_t         size)
{
  const char *text = (const char *) data + 1;
  g_autoptr(GError) refusal = NULL;
  g_autoptr(GError) event = NULL;
  const GhLlmApi *api;

  if (size == 0)
    return 0;
  api = apis[data[0] % G_N_ELEMENTS (apis)];
  answer_all (api, text, size - 1);
  read_models (api, text, size - 1);
  refusal = gh_llm_error_read (400 + data[0], "application/json", text, size - 1);
  check_error (refusal);
  gh_llm_error_hide_key (refusal, "key");
  event = gh_llm_error_read_event (text, size - 1);
  check_error (event);
  return 0;
}
