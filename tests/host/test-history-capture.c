/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * What of requests and calls gets into the history: who decided what, and no secret. */
#include "config.h"

#include <math.h>
#include <string.h>

#include "gh-elicitation-request-private.h"
#include "gh-history-capture.h"
#include "gh-history-list.h"
#include "gh-history-mask.h"
#include "gh-history-replay.h"
#include "gh-json.h"
#include "gh-mcp-protocol.h"
#include "gh-request-broker-private.h"
#include "gh-test-reviewer.h"
#include "gh-test-sampling.h"
#include "gh-test.h"

#define CAPABILITIES (GH_MCP_CAPABILITY_ELICIT_FORM | GH_MCP_CAPABILITY_ELICIT_URL)
#define PROMPT \
  "{\"messages\":[{\"role\":\"user\",\"content\":{\"type\":\"text\",\"text\":\"Pick a " \
  "flight\"}},{\"role\":\"user\",\"content\":{\"type\":\"image\",\"mimeType\":\"image/png\"," \
  "\"data\":\"iVBORw0KGgo=\"}}],\"systemPrompt\":\"You are a travel agent\",\"maxTokens\":1500," \
  "\"modelPreferences\":{\"hints\":[{\"name\":\"fake\"}],\"costPriority\":0.3}}"
#define TEXT_PROMPT \
  "{\"messages\":[{\"role\":\"user\",\"content\":{\"type\":\"text\",\"text\":\"Pick a " \
  "flight\"}}],\"systemPrompt\":\"You are a travel agent\",\"maxTokens\":1500}"

typedef struct
{
  GhTestSampling *sampling;
  GhTestReviewer *reviewer;
} Fixture;

static void
set_up (Fixture       *f,
        gconstpointer  data)
{
  f->sampling = gh_test_sampling_new (1);
  f->reviewer = gh_test_reviewer_new ();
  gh_request_broker_set_reviewer (f->sampling->broker, GH_REVIEWER (f->reviewer));
}

static void
tear_down (Fixture       *f,
           gconstpointer  data)
{
  g_clear_object (&f->reviewer);
  gh_test_sampling_free (f->sampling);
}

static GhTestAsk *
ask (Fixture    *f,
     const char *params)
{
  GhTestAsk *asked = gh_test_sampling_ask (f->sampling, "travel", "find_best_flight", params);

  gh_test_wait (gh_sampling_request_get_state (asked->request) == GH_SAMPLING_REVIEW);
  return asked;
}

static GhHistoryEntry *
capture (GhTestAsk *asked)
{
  gh_test_wait (asked->done);
  return gh_history_capture_request (GH_REQUEST (asked->request));
}

/* The first part of a role, with that name where one is given; or NULL. */
static const GhHistoryPart *
find (GhHistoryEntry *entry,
      GhHistoryRole   role,
      const char     *name)
{
  GPtrArray *parts = gh_history_entry_get_parts (entry);

  for (guint i = 0; i < parts->len; i++)
    {
      const GhHistoryPart *part = parts->pdata[i];

      if (part->role == role && (name == NULL || g_strcmp0 (part->name, name) == 0))
        return part;
    }
  return NULL;
}

static void
test_answered (Fixture       *f,
               gconstpointer  data)
{
  g_autoptr(GhTestAsk) asked = NULL;
  g_autoptr(GhHistoryEntry) entry = NULL;
  const GhHistoryFacts *facts;

  gh_fake_endpoint_push_text (f->sampling->endpoint, "The second one.", GH_FAKE_NONE);
  asked = ask (f, TEXT_PROMPT);
  gh_sampling_request_set_system_prompt (asked->request, "Be brief");
  gh_sampling_request_set_max_tokens (asked->request, 800);
  gh_sampling_request_send (asked->request);
  gh_test_wait (gh_sampling_request_get_state (asked->request) == GH_SAMPLING_RESPONSE_REVIEW);
  gh_sampling_request_set_answer (asked->request, "The third one.");
  gh_sampling_request_give (asked->request);

  entry = capture (asked);
  facts = gh_history_entry_get_facts (entry);
  g_assert_cmpint (facts->id, ==, 0);
  g_assert_cmpint (facts->kind, ==, GH_HISTORY_SAMPLING);
  g_assert_cmpint (facts->outcome, ==, GH_HISTORY_GIVEN);
  g_assert_cmpint (facts->decider, ==, GH_REQUEST_BY_PERSON);
  g_assert_cmpstr (facts->server, ==, "travel");
  g_assert_cmpstr (facts->tool, ==, "find_best_flight");
  g_assert_nonnull (facts->model);
  g_assert_cmpstr (facts->provider, ==, "Ollama");
  g_assert_true (facts->edited);
  g_assert_cmpint (facts->duration, >=, 0);
  g_assert_cmpint (facts->time, >=, facts->asked);
  g_assert_cmpstr (find (entry, GH_HISTORY_SYSTEM, NULL)->text, ==, "You are a travel agent");
  g_assert_cmpstr (find (entry, GH_HISTORY_SYSTEM, NULL)->became, ==, "Be brief");
  g_assert_cmpstr (find (entry, GH_HISTORY_MESSAGE, "user")->text, ==, "Pick a flight");
  g_assert_cmpstr (find (entry, GH_HISTORY_MESSAGE, "user")->became, ==, NULL);
  g_assert_cmpstr (find (entry, GH_HISTORY_SETTING, "maxTokens")->text, ==, "1500");
  g_assert_cmpstr (find (entry, GH_HISTORY_SETTING, "maxTokens")->became, ==, "800");
  g_assert_cmpstr (find (entry, GH_HISTORY_ANSWER, NULL)->text, ==, "The second one.");
  g_assert_cmpstr (find (entry, GH_HISTORY_ANSWER, NULL)->became, ==, "The third one.");
}

static void
test_several_answers (Fixture       *f,
                      gconstpointer  data)
{
  g_autoptr(GhTestAsk) asked = NULL;
  g_autoptr(GhHistoryEntry) entry = NULL;

  gh_fake_endpoint_push_text (f->sampling->endpoint, "One", GH_FAKE_NONE);
  gh_fake_endpoint_push_text (f->sampling->endpoint, "Two", GH_FAKE_NONE);
  asked = ask (f, TEXT_PROMPT);
  gh_sampling_request_send (asked->request);
  gh_test_wait (gh_sampling_request_get_state (asked->request) == GH_SAMPLING_RESPONSE_REVIEW);
  gh_sampling_request_ask_again_with (asked->request, NULL);
  gh_test_wait (gh_sampling_request_get_state (asked->request) == GH_SAMPLING_RESPONSE_REVIEW);
  gh_sampling_request_give (asked->request);
  entry = capture (asked);
  g_assert_cmpstr (find (entry, GH_HISTORY_OTHER_ANSWER, NULL)->text, ==, "One");
  g_assert_cmpstr (find (entry, GH_HISTORY_ANSWER, NULL)->text, ==, "Two");
}

static void
test_by_hand (Fixture       *f,
              gconstpointer  data)
{
  g_autoptr(GhTestAsk) asked = ask (f, PROMPT);
  g_autoptr(GhHistoryEntry) entry = NULL;
  const GhHistoryPart *picture;

  gh_sampling_request_answer_by_hand (asked->request);
  gh_sampling_request_set_answer (asked->request, "Take the train");
  gh_sampling_request_give (asked->request);
  entry = capture (asked);
  g_assert_cmpstr (gh_history_entry_get_facts (entry)->model, ==, NULL);
  g_assert_cmpint (gh_history_entry_get_facts (entry)->duration, ==, -1);
  g_assert_cmpstr (find (entry, GH_HISTORY_ANSWER, NULL)->text, ==, "Take the train");
  g_assert_cmpstr (find (entry, GH_HISTORY_ANSWER, NULL)->became, ==, NULL);
  g_assert_cmpstr (find (entry, GH_HISTORY_SETTING, "hints")->text, ==, "fake");
  g_assert_cmpstr (find (entry, GH_HISTORY_SETTING, "costPriority")->text, ==, "0.3");
  /* Of a picture only that there was one. */
  picture = gh_history_entry_get_parts (entry)->pdata[2];
  g_assert_cmpstr (picture->media, ==, "image/png");
  g_assert_cmpstr (picture->text, ==, NULL);
  g_assert_cmpint (picture->size, ==, 8);
  g_assert_true (gh_history_replay_is_possible (entry));
  g_assert_false (gh_history_replay_is_whole (entry));
}

static void
test_denied (Fixture       *f,
             gconstpointer  data)
{
  g_autoptr(GhTestAsk) asked = ask (f, TEXT_PROMPT);
  g_autoptr(GhHistoryEntry) entry = NULL;

  gh_sampling_request_deny (asked->request, "Not today");
  entry = capture (asked);
  g_assert_cmpint (gh_history_entry_get_facts (entry)->outcome, ==, GH_HISTORY_DENIED);
  g_assert_cmpstr (gh_history_entry_get_facts (entry)->model, ==, NULL);
  g_assert_cmpstr (find (entry, GH_HISTORY_REASON, NULL)->text, ==, "Not today");
  g_assert_null (find (entry, GH_HISTORY_ANSWER, NULL));
}

static void
test_dismissed (Fixture       *f,
                gconstpointer  data)
{
  g_autoptr(GhTestAsk) asked = ask (f, TEXT_PROMPT);
  g_autoptr(GhHistoryEntry) entry = NULL;

  gh_request_dismiss (GH_REQUEST (asked->request));
  entry = capture (asked);
  g_assert_cmpint (gh_history_entry_get_facts (entry)->outcome, ==, GH_HISTORY_DISMISSED);
  g_assert_cmpint (gh_history_entry_get_facts (entry)->decider, ==, GH_REQUEST_BY_NOBODY);
}

static void
test_withdrawn (Fixture       *f,
                gconstpointer  data)
{
  g_autoptr(GhTestAsk) asked = ask (f, TEXT_PROMPT);
  g_autoptr(GhHistoryEntry) entry = NULL;

  g_cancellable_cancel (asked->cancellable);
  entry = capture (asked);
  g_assert_cmpint (gh_history_entry_get_facts (entry)->outcome, ==, GH_HISTORY_WITHDRAWN);
}

/* However much a server says, an entry is bounded, and says what it leaves out. */
static void
test_bounded (Fixture       *f,
              gconstpointer  data)
{
  g_autofree char *large = g_strnfill (600000, 'x');
  g_autoptr(GString) params = g_string_new ("{\"maxTokens\":10,\"messages\":[");
  g_autoptr(GhTestAsk) asked = NULL;
  g_autoptr(GhHistoryEntry) entry = NULL;
  GPtrArray *parts;
  gsize kept = 0, left_out = 0;

  for (int i = 0; i < 8; i++)
    g_string_append_printf (params,
                            "{\"role\":\"user\",\"content\":{\"type\":\"text\",\"text\":\"%s\"}},",
                            large);
  g_string_append (params,
                   "{\"role\":\"user\",\"content\":{\"type\":\"text\",\"text\":\"\303\244\"}}]}");
  asked = ask (f, params->str);
  gh_sampling_request_deny (asked->request, NULL);
  entry = capture (asked);
  parts = gh_history_entry_get_parts (entry);
  for (guint i = 0; i < parts->len; i++)
    {
      const GhHistoryPart *part = parts->pdata[i];

      kept += part->text != NULL ? strlen (part->text) : 0;
      left_out += part->left_out;
      g_assert_true (part->text == NULL || g_utf8_validate (part->text, -1, NULL));
    }
  g_assert_cmpuint (kept, <=, GH_HISTORY_MOST_ENTRY);
  g_assert_cmpuint (kept + left_out, >=, 8 * 600000);
}

/* --- elicitation --- */

static GhHistoryEntry *
elicit (Fixture     *f,
        const char  *json,
        void       (*decide) (GhElicitationRequest *))
{
  g_autoptr(JsonNode) node = gh_json_read (json, strlen (json), NULL);
  g_autoptr(GhMcpElicitation) elicitation =
    gh_mcp_elicitation_parse (node, CAPABILITIES, GH_MCP_VERSION_2025_11_25, NULL);
  GhRequestOrigin origin = { "travel", "Travel", "book_trip", 7 };
  g_autoptr(GCancellable) cancellable = g_cancellable_new ();
  g_autoptr(GAsyncResult) result = NULL;
  g_autoptr(GhElicitationRequest) request = NULL;

  g_assert_nonnull (elicitation);
  request = g_object_ref (
    gh_request_broker_submit_elicitation (f->sampling->broker, &origin, elicitation, cancellable,
                                          gh_test_store_result_cb, &result));
  gh_test_wait (gh_elicitation_request_get_state (request) == GH_ELICITATION_REVIEW);
  decide (request);
  gh_test_wait (result != NULL);
  return gh_history_capture_request (GH_REQUEST (request));
}

#define FORM \
  "{\"mode\":\"form\",\"message\":\"Log in\",\"requestedSchema\":{\"type\":\"object\"," \
  "\"properties\":{\"name\":{\"type\":\"string\"},\"password\":{\"type\":\"string\"}," \
  "\"age\":{\"type\":\"integer\"},\"note\":{\"type\":\"string\"}},\"required\":[]}}"

static void
fill_in (GhElicitationRequest *request)
{
  GhForm *form = gh_elicitation_request_get_form (request);

  gh_form_field_set_text (gh_form_get_field (form, "name"), "Ada");
  gh_form_field_set_text (gh_form_get_field (form, "password"), "correct horse");
  gh_form_field_set_text (gh_form_get_field (form, "age"), "36");
  gh_elicitation_request_accept (request);
}

static void
test_form (Fixture       *f,
           gconstpointer  data)
{
  g_autoptr(GhHistoryEntry) entry = elicit (f, FORM, fill_in);

  g_assert_cmpint (gh_history_entry_get_facts (entry)->kind, ==, GH_HISTORY_ELICITATION);
  g_assert_cmpint (gh_history_entry_get_facts (entry)->outcome, ==, GH_HISTORY_GIVEN);
  g_assert_cmpstr (find (entry, GH_HISTORY_QUESTION, NULL)->text, ==, "Log in");
  g_assert_cmpstr (find (entry, GH_HISTORY_FIELD, "name")->text, ==, "Ada");
  g_assert_cmpstr (find (entry, GH_HISTORY_FIELD, "age")->text, ==, "36");
  /* A secret is not kept, and what was left empty is not there. */
  g_assert_cmpstr (find (entry, GH_HISTORY_FIELD, "password")->text, ==, NULL);
  g_assert_null (find (entry, GH_HISTORY_FIELD, "note"));
}

static void
fill_in_and_decline (GhElicitationRequest *request)
{
  gh_form_field_set_text (gh_form_get_field (gh_elicitation_request_get_form (request), "name"),
                          "Ada");
  gh_elicitation_request_decline (request);
}

/* What was not sent is nobody's business. */
static void
test_form_declined (Fixture       *f,
                    gconstpointer  data)
{
  g_autoptr(GhHistoryEntry) entry = elicit (f, FORM, fill_in_and_decline);

  g_assert_cmpint (gh_history_entry_get_facts (entry)->outcome, ==, GH_HISTORY_DENIED);
  g_assert_cmpstr (find (entry, GH_HISTORY_FIELD, "name")->text, ==, NULL);
}

static void
test_url (Fixture       *f,
          gconstpointer  data)
{
  g_autoptr(GhHistoryEntry) entry =
    elicit (f,
            "{\"mode\":\"url\",\"elicitationId\":\"e1\",\"message\":\"Pay\","
            "\"url\":\"https://pay.example/checkout?session=s3cr3t#top\"}",
            gh_elicitation_request_cancel);

  g_assert_cmpint (gh_history_entry_get_facts (entry)->outcome, ==, GH_HISTORY_DISMISSED);
  g_assert_cmpstr (find (entry, GH_HISTORY_URL, NULL)->text, ==, "https://pay.example/checkout");
  g_assert_cmpint (find (entry, GH_HISTORY_URL, NULL)->left_out, >, 0);
}

/* --- the whole way --- */

static void
test_watched (Fixture       *f,
              gconstpointer  data)
{
  g_autoptr(GListStore) problems = g_list_store_new (GH_TYPE_PROBLEM);
  g_autoptr(GhShield) shield = gh_shield_new (NULL, NULL);
  g_autoptr(GhHistory) history = gh_history_new (problems, shield);
  g_autoptr(GhHistoryQuery) query = gh_history_query_new ();
  g_autofree char *dir = gh_test_make_dir ();
  g_autofree char *path = g_build_filename (dir, "history.sqlite", NULL);
  g_autoptr(GListStore) servers = g_list_store_new (GH_TYPE_SERVER);
  g_autoptr(GhTestAsk) asked = NULL;
  g_autoptr(GhHistoryList) list = NULL;
  g_autoptr(GAsyncResult) closed = NULL;

  gh_history_open (history, path);
  gh_history_watch (history, f->sampling->broker, G_LIST_MODEL (servers));
  list = gh_history_list_new (history, query);
  asked = ask (f, TEXT_PROMPT);
  gh_sampling_request_deny (asked->request, NULL);
  gh_test_wait (g_list_model_get_n_items (G_LIST_MODEL (list)) == 1);
  gh_history_close_async (history, gh_test_store_result_cb, &closed);
  gh_test_wait (closed != NULL);
  /* Afterwards nothing more is taken. */
  g_assert_false (gh_history_get_takes (history));
}

static void
test_replay (Fixture       *f,
             gconstpointer  data)
{
  g_autoptr(GListStore) problems = g_list_store_new (GH_TYPE_PROBLEM);
  g_autoptr(GhShield) shield = gh_shield_new (NULL, NULL);
  g_autoptr(GhHistory) history = gh_history_new (problems, shield);
  g_autoptr(GhTestAsk) asked = ask (f, PROMPT);
  g_autoptr(GhModel) model =
    g_list_model_get_item (gh_model_list_list_models (f->sampling->models), 0);
  g_autoptr(GhHistoryEntry) entry = NULL;
  g_autoptr(GhHistoryReplay) replay = NULL;
  g_autoptr(GhHistoryReplay) stopped = NULL;
  JsonObject *sent;
  g_autofree char *text = NULL;
  g_autoptr(JsonNode) node = NULL;

  gh_sampling_request_set_system_prompt (asked->request, "Be brief");
  gh_sampling_request_deny (asked->request, NULL);
  entry = capture (asked);
  gh_fake_endpoint_push_text (f->sampling->endpoint, "Again!", GH_FAKE_NONE);
  replay = gh_history_replay_new (history, f->sampling->models, entry, model);
  gh_test_wait (gh_history_replay_get_state (replay) == GH_HISTORY_REPLAY_DONE);
  g_assert_cmpstr (gh_history_replay_get_text (replay), ==, "Again!");
  /* As it was to be sent, without what is not kept. */
  sent = gh_fake_endpoint_get_request (f->sampling->endpoint,
                                       gh_fake_endpoint_get_n_requests (f->sampling->endpoint) - 1);
  node = gh_json_node_new_object (json_object_ref (sent));
  text = gh_json_write (node, NULL);
  g_assert_nonnull (strstr (text, "Be brief"));
  g_assert_nonnull (strstr (text, "Pick a flight"));
  g_assert_null (strstr (text, "image"));

  gh_fake_endpoint_push_text (f->sampling->endpoint, "Never read", GH_FAKE_HOLD);
  stopped = gh_history_replay_new (history, f->sampling->models, entry, model);
  gh_history_replay_stop (stopped);
  g_assert_cmpint (gh_history_replay_get_state (stopped), ==, GH_HISTORY_REPLAY_STOPPED);
}

int
main (int   argc,
      char *argv[])
{
#define ADD(path, func) g_test_add (path, Fixture, NULL, set_up, func, tear_down)
  gh_test_init (&argc, &argv);

  ADD ("/host/history-capture/answered", test_answered);
  ADD ("/host/history-capture/several-answers", test_several_answers);
  ADD ("/host/history-capture/by-hand", test_by_hand);
  ADD ("/host/history-capture/denied", test_denied);
  ADD ("/host/history-capture/dismissed", test_dismissed);
  ADD ("/host/history-capture/withdrawn", test_withdrawn);
  ADD ("/host/history-capture/bounded", test_bounded);
  ADD ("/host/history-capture/form", test_form);
  ADD ("/host/history-capture/form-declined", test_form_declined);
  ADD ("/host/history-capture/url", test_url);
  ADD ("/host/history-capture/watched", test_watched);
  ADD ("/host/history-capture/replay", test_replay);

  return gh_test_run ();
}
