/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * Sampling requests from arrival to answer, with a reviewer that is the test. */
#include "config.h"

#include <math.h>
#include <string.h>

#include "gh-fake-endpoint.h"
#include "gh-json.h"
#include "gh-llm-error.h"
#include "gh-mcp-error.h"
#include "gh-request-broker-private.h"
#include "gh-sampling-prompt.h"
#include "gh-test-reviewer.h"
#include "gh-test.h"

typedef struct
{
  GListStore       *problems;
  GhModelList      *models;
  GhRequestBroker *broker;
  GhTestReviewer   *reviewer;
  GhFakeEndpoint   *endpoint;
} Fixture;

static void
set_up (Fixture       *f,
        gconstpointer  data)
{
  g_autofree char *dir = gh_test_make_dir ();
  g_autoptr(GFile) file = g_file_new_build_filename (dir, "models.json", NULL);
  g_autoptr(GhFileStore) store = NULL;
  g_autoptr(GhSecretStore) secrets = gh_secret_store_new ();
  g_autoptr(GAsyncResult) loaded = NULL;

  f->problems = g_list_store_new (GH_TYPE_PROBLEM);
  store = gh_file_store_new (file, 1, f->problems);
  f->models = gh_model_list_new (store, secrets);
  gh_model_list_load_async (f->models, NULL, gh_test_store_result_cb, &loaded);
  gh_test_wait (loaded != NULL);
  g_assert_true (gh_model_list_load_finish (f->models, loaded, NULL));
  f->broker = gh_request_broker_new (f->models);
  f->reviewer = gh_test_reviewer_new ();
  gh_request_broker_set_reviewer (f->broker, GH_REVIEWER (f->reviewer));
}

static void
tear_down (Fixture       *f,
           gconstpointer  data)
{
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (f->problems)), ==, 0);
  gh_test_settle ();
  g_clear_object (&f->reviewer);
  g_assert_finalize_object (f->broker);
  g_clear_object (&f->models);
  g_clear_object (&f->endpoint);
  g_clear_object (&f->problems);
  gh_test_settle ();
}

static void
add_endpoint (Fixture *f)
{
  f->endpoint = gh_fake_endpoint_new ();
  gh_model_list_add_provider (f->models, "Fake", gh_fake_endpoint_get_url (f->endpoint), NULL,
                              GH_LANE_LOCAL);
  gh_test_wait (g_list_model_get_n_items (gh_model_list_list_models (f->models)) > 0);
}

static GhMcpSamplingParams *
parse (const char *json)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(JsonNode) node = gh_json_read (json, strlen (json), &error);
  GhMcpSamplingParams *params;

  g_assert_no_error (error);
  params = gh_mcp_sampling_params_parse (node, "2025-11-25", &error);
  g_assert_no_error (error);
  return params;
}

#define FLIGHTS                                                                                    \
  "{\"messages\":[{\"role\":\"user\",\"content\":{\"type\":\"text\",\"text\":\"Pick a "            \
  "flight\"}}],"                                                                                   \
  "\"systemPrompt\":\"You are a travel agent\",\"maxTokens\":1500,\"temperature\":0.1,"            \
  "\"stopSequences\":[\"END\"],\"modelPreferences\":{\"hints\":[{\"name\":\"fake\"}],"             \
  "\"costPriority\":0.3,\"speedPriority\":0.2,\"intelligencePriority\":0.9}}"

typedef struct
{
  GhSamplingRequest *request;
  GCancellable      *cancellable;
  GAsyncResult      *result;
} Submitted;

static void
submit_as (Fixture    *f,
           Submitted  *submitted,
           const char *server_id,
           const char *json)
{
  g_autoptr(GhMcpSamplingParams) params = parse (json);
  GhRequestOrigin origin = { server_id, "Travel", "find_best_flight", 5 };
  GhSamplingRequest *request;

  submitted->cancellable = g_cancellable_new ();
  request =
    gh_request_broker_submit_sampling (f->broker, &origin, params, submitted->cancellable,
                                       gh_test_store_result_cb, &submitted->result);
  submitted->request = request != NULL ? g_object_ref (request) : NULL;
}

static void
submit (Fixture   *f,
        Submitted *submitted)
{
  submit_as (f, submitted, "travel", FLIGHTS);
}

static void
submitted_clear (Submitted *submitted)
{
  gh_test_wait (submitted->result != NULL);
  g_clear_object (&submitted->request);
  g_clear_object (&submitted->cancellable);
  g_clear_object (&submitted->result);
}

static char *
finish (Fixture   *f,
        Submitted *submitted,
        GError   **error)
{
  g_autoptr(JsonNode) node = NULL;

  gh_test_wait (submitted->result != NULL);
  node = gh_request_broker_submit_finish (f->broker, submitted->result, error);
  return node != NULL ? gh_json_write (node, NULL) : NULL;
}

static void
wait_state (GhSamplingRequest *request,
            GhSamplingState    state)
{
  gh_test_wait (gh_sampling_request_get_state (request) == state);
}

static GhSamplingPart *
get_part (GhSamplingRequest *request,
          guint              message,
          guint              part)
{
  g_autoptr(GhSamplingMessage) item = g_list_model_get_item (
    gh_sampling_request_list_messages (request), message);
  g_autoptr(GhSamplingPart) found =
    g_list_model_get_item (gh_sampling_message_list_parts (item), part);

  g_assert_nonnull (found);
  return found;
}

/* The whole way: everything the person changed, and nothing else, reaches the endpoint; the answer
 * the person changed is what the server gets. */
static void
test_edit_and_send (Fixture       *f,
                    gconstpointer  data)
{
  static const char * const sequences[] = { "STOP", "HALT", NULL };
  Submitted s = { 0 };
  JsonObject *asked;
  JsonArray *messages;
  JsonObject *message;
  g_autofree char *result = NULL;
  g_autofree char *sent = NULL;
  g_autofree char *raw = NULL;
  g_autofree char *body = NULL;
  g_autofree char *body_pretty = NULL;
  g_autoptr(JsonNode) body_node = NULL;
  guint hint = 99;

  add_endpoint (f);
  gh_fake_endpoint_push_text (f->endpoint, "The second flight.", GH_FAKE_NONE);
  submit (f, &s);
  g_assert_cmpint (gh_sampling_request_get_state (s.request), ==, GH_SAMPLING_QUEUED);
  wait_state (s.request, GH_SAMPLING_REVIEW);
  g_assert_true (gh_test_reviewer_get_request (f->reviewer) == s.request);
  g_assert_true (gh_request_broker_get_current (f->broker) == GH_REQUEST (s.request));

  g_assert_cmpstr (gh_request_get_server_name (GH_REQUEST (s.request)), ==, "Travel");
  g_assert_cmpstr (gh_request_get_tool (GH_REQUEST (s.request)), ==, "find_best_flight");
  g_assert_cmpint (gh_request_get_call_time (GH_REQUEST (s.request)), ==, 5);
  g_assert_cmpint (gh_sampling_request_get_model_reason (s.request, &hint), ==,
                   GH_MODEL_REASON_HINT);
  g_assert_cmpuint (hint, ==, 0);
  g_assert_cmpstr (gh_model_get_id (gh_sampling_request_get_model (s.request)), ==, "fake-model");
  g_assert_false (gh_sampling_request_get_edited (s.request));
  g_assert_cmpstr (gh_sampling_request_get_stop_reason (s.request), ==, NULL);
  raw = gh_sampling_request_dup_raw (s.request);
  g_assert_nonnull (strstr (raw, "Pick a flight"));

  gh_sampling_part_set_text (get_part (s.request, 0, 0), "Pick a morning flight");
  gh_sampling_request_set_system_prompt (s.request, "Be brief");
  gh_sampling_request_set_max_tokens (s.request, 200);
  gh_sampling_request_set_temperature (s.request, 0.5);
  gh_sampling_request_set_stop_sequences (s.request, sequences);
  g_assert_true (gh_sampling_request_get_edited (s.request));
  sent = gh_sampling_request_dup_sent (s.request);

  gh_sampling_request_send (s.request);
  g_assert_cmpint (gh_sampling_request_get_state (s.request), ==, GH_SAMPLING_GENERATING);
  wait_state (s.request, GH_SAMPLING_RESPONSE_REVIEW);

  g_assert_cmpuint (gh_fake_endpoint_get_n_requests (f->endpoint), ==, 1);
  asked = gh_fake_endpoint_get_request (f->endpoint, 0);
  g_assert_cmpstr (gh_json_get_string (asked, "model"), ==, "fake-model");
  messages = gh_json_get_array (asked, "messages");
  g_assert_cmpuint (json_array_get_length (messages), ==, 2);
  message = gh_json_node_get_object (json_array_get_element (messages, 0));
  g_assert_cmpstr (gh_json_get_string (message, "role"), ==, "system");
  g_assert_cmpstr (gh_json_get_string (message, "content"), ==, "Be brief");
  message = gh_json_node_get_object (json_array_get_element (messages, 1));
  g_assert_cmpstr (gh_json_get_string (message, "role"), ==, "user");
  g_assert_cmpstr (gh_json_get_string (message, "content"), ==, "Pick a morning flight");
  g_assert_cmpfloat (gh_json_get_double (asked, "temperature", 0), ==, 0.5);
  g_assert_cmpuint (json_array_get_length (gh_json_get_array (asked, "stop")), ==, 2);

  /* What was shown is what went out. */
  body = gh_fake_endpoint_dup_request_text (f->endpoint, 0);
  body_node = gh_json_read (body, strlen (body), NULL);
  body_pretty = gh_json_write_pretty (body_node);
  g_assert_nonnull (strstr (sent, "Pick a morning flight"));
  g_assert_nonnull (strstr (sent, "200"));
  g_assert_cmpstr (sent, ==, body_pretty);

  g_assert_cmpstr (gh_sampling_request_get_answer (s.request), ==, "The second flight.");
  g_assert_cmpstr (gh_sampling_request_get_answer_model (s.request), ==, "fake-model");
  g_assert_cmpstr (gh_sampling_request_get_stop_reason (s.request), ==, "endTurn");
  g_assert_cmpint (gh_sampling_request_get_input_tokens (s.request), ==, 11);
  g_assert_cmpint (gh_sampling_request_get_output_tokens (s.request), ==, 7);
  g_assert_cmpint (gh_sampling_request_get_generating_time (s.request), >, 0);
  g_assert_false (gh_sampling_request_get_answer_edited (s.request));

  gh_sampling_request_set_answer (s.request, "The third flight.");
  g_assert_true (gh_sampling_request_get_answer_edited (s.request));
  g_assert_cmpstr (gh_sampling_request_get_model_answer (s.request), ==, "The second flight.");
  gh_sampling_request_give (s.request);
  result = finish (f, &s, NULL);
  g_assert_cmpstr (result, ==,
                   "{\"role\":\"assistant\",\"content\":{\"type\":\"text\",\"text\":\"The third "
                   "flight.\"},\"model\":\"fake-model\",\"stopReason\":\"endTurn\"}");
  g_assert_null (gh_request_broker_get_current (f->broker));
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (f->broker)), ==, 0);
  submitted_clear (&s);
}

static void
count_cb (guint *count)
{
  (*count)++;
}

static void
test_edits (Fixture       *f,
            gconstpointer  data)
{
  Submitted s = { 0 };
  GhSamplingPart *part;
  guint n_edited = 0;
  guint tokens;

  submit (f, &s);
  wait_state (s.request, GH_SAMPLING_REVIEW);
  g_signal_connect_swapped (s.request, "notify::edited", G_CALLBACK (count_cb), &n_edited);
  tokens = gh_sampling_request_get_estimated_tokens (s.request);
  g_assert_cmpuint (tokens, ==, 4 + 6 + 4);

  part = get_part (s.request, 0, 0);
  gh_sampling_part_set_text (part, "Pick a flight");
  g_assert_cmpuint (n_edited, ==, 0);
  gh_sampling_part_set_text (part, "选一个航班");
  g_assert_cmpuint (n_edited, ==, 1);
  g_assert_true (gh_sampling_part_get_edited (part));
  g_assert_cmpuint (gh_sampling_request_get_estimated_tokens (s.request), ==, 5 + 6 + 4);
  g_assert_cmpstr (gh_content_get_text (gh_sampling_part_get_content (part)), ==, "Pick a flight");
  gh_sampling_part_revert (part);
  g_assert_cmpuint (n_edited, ==, 2);
  g_assert_false (gh_sampling_request_get_edited (s.request));

  /* Every field counts, and goes back. */
  gh_sampling_request_set_system_prompt (s.request, "");
  g_assert_null (gh_sampling_request_get_system_prompt (s.request));
  g_assert_true (gh_sampling_request_get_edited (s.request));
  gh_sampling_request_revert (s.request);
  g_assert_false (gh_sampling_request_get_edited (s.request));
  gh_sampling_request_set_temperature (s.request, NAN);
  g_assert_true (gh_sampling_request_get_edited (s.request));
  gh_sampling_request_revert (s.request);
  gh_sampling_request_set_stop_sequences (s.request, NULL);
  g_assert_true (gh_sampling_request_get_edited (s.request));
  gh_sampling_request_revert (s.request);
  g_assert_false (gh_sampling_request_get_edited (s.request));

  /* Never more than asked for, never nothing (6.4). */
  gh_sampling_request_set_max_tokens (s.request, 99999);
  g_assert_cmpint (gh_sampling_request_get_max_tokens (s.request), ==, 1500);
  g_assert_false (gh_sampling_request_get_edited (s.request));
  gh_sampling_request_set_max_tokens (s.request, -5);
  g_assert_cmpint (gh_sampling_request_get_max_tokens (s.request), ==, 1);
  g_assert_true (gh_sampling_request_get_edited (s.request));

  /* On its way nothing can be changed. */
  gh_sampling_request_answer_by_hand (s.request);
  gh_sampling_part_set_text (part, "too late");
  gh_sampling_request_set_system_prompt (s.request, "too late");
  gh_sampling_request_revert (s.request);
  g_assert_cmpstr (gh_sampling_part_get_text (part), ==, "Pick a flight");
  g_assert_cmpstr (gh_sampling_request_get_system_prompt (s.request), ==, "You are a travel agent");
  g_assert_cmpint (gh_sampling_request_get_max_tokens (s.request), ==, 1);
  gh_sampling_request_deny (s.request, NULL);
  submitted_clear (&s);
}

static void
test_by_hand (Fixture       *f,
              gconstpointer  data)
{
  Submitted s = { 0 };
  g_autofree char *result = NULL;
  g_autoptr(GError) error = NULL;

  submit (f, &s);
  wait_state (s.request, GH_SAMPLING_REVIEW);
  g_assert_null (gh_sampling_request_get_model (s.request));
  g_assert_cmpint (gh_sampling_request_get_model_reason (s.request, NULL), ==,
                   GH_MODEL_REASON_NONE);

  /* There is nobody to send it to; it stays and says so. */
  gh_sampling_request_send (s.request);
  g_assert_cmpint (gh_sampling_request_get_state (s.request), ==, GH_SAMPLING_REVIEW);
  g_assert_error (gh_sampling_request_get_error (s.request), G_IO_ERROR, G_IO_ERROR_NOT_FOUND);

  gh_sampling_request_answer_by_hand (s.request);
  g_assert_no_error (gh_sampling_request_get_error (s.request));
  g_assert_cmpstr (gh_sampling_request_get_answer (s.request), ==, "");
  g_assert_null (gh_sampling_request_get_model_answer (s.request));
  gh_sampling_request_set_answer (s.request, "Take the train.");
  g_assert_false (gh_sampling_request_get_answer_edited (s.request));
  g_assert_null (gh_sampling_request_get_answer_model (s.request));
  gh_sampling_request_give (s.request);
  result = finish (f, &s, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (result, ==,
                   "{\"role\":\"assistant\",\"content\":{\"type\":\"text\",\"text\":\"Take the "
                   "train.\"},\"model\":\"human\",\"stopReason\":\"endTurn\"}");
  submitted_clear (&s);
}

static void
test_deny (Fixture       *f,
           gconstpointer  data)
{
  Submitted s = { 0 };
  Submitted t = { 0 };
  g_autoptr(GError) error = NULL;

  submit (f, &s);
  wait_state (s.request, GH_SAMPLING_REVIEW);
  gh_sampling_request_deny (s.request, "Not today");
  gh_sampling_request_deny (s.request, "twice");
  gh_sampling_request_give (s.request);
  gh_sampling_request_send (s.request);
  g_assert_cmpint (gh_sampling_request_get_state (s.request), ==, GH_SAMPLING_DENIED);
  g_assert_null (finish (f, &s, &error));
  g_assert_error (error, GH_MCP_ERROR, GH_MCP_ERROR_DENIED);
  g_assert_cmpstr (error->message, ==, "Not today");
  g_clear_error (&error);

  /* Before its turn came, and without a reason. */
  submit (f, &t);
  gh_sampling_request_deny (t.request, NULL);
  g_assert_null (finish (f, &t, &error));
  g_assert_error (error, GH_MCP_ERROR, GH_MCP_ERROR_DENIED);
  g_assert_cmpstr (error->message, ==, "");
  g_assert_cmpuint (gh_test_reviewer_get_n_reviews (f->reviewer), ==, 1);
  submitted_clear (&s);
  submitted_clear (&t);
}

/* Three at once: one is shown at a time, in order; one of them is brought to the front. */
static void
test_queue (Fixture       *f,
            gconstpointer  data)
{
  Submitted s[3] = { 0 };
  g_autoptr(GError) error = NULL;
  guint n_finished = 0;

  g_signal_connect_swapped (f->broker, "finished", G_CALLBACK (count_cb), &n_finished);
  for (guint i = 0; i < 3; i++)
    submit (f, &s[i]);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (f->broker)), ==, 3);
  wait_state (s[0].request, GH_SAMPLING_REVIEW);
  gh_test_settle ();
  g_assert_cmpint (gh_sampling_request_get_state (s[1].request), ==, GH_SAMPLING_QUEUED);
  g_assert_cmpint (gh_sampling_request_get_state (s[2].request), ==, GH_SAMPLING_QUEUED);
  g_assert_true (gh_request_broker_find (f->broker,
                                         gh_request_get_serial (GH_REQUEST (s[2].request)))
                 == GH_REQUEST (s[2].request));
  g_assert_null (gh_request_broker_find (f->broker, 12345));

  gh_request_broker_show (f->broker, GH_REQUEST (s[2].request));
  g_assert_cmpint (gh_sampling_request_get_state (s[0].request), ==, GH_SAMPLING_QUEUED);
  wait_state (s[2].request, GH_SAMPLING_REVIEW);
  g_assert_true (gh_test_reviewer_get_request (f->reviewer) == s[2].request);
  gh_sampling_request_deny (s[2].request, NULL);
  g_assert_null (gh_request_broker_get_current (f->broker));
  wait_state (s[0].request, GH_SAMPLING_REVIEW);

  /* A current one that has its answer stays when another is asked for. */
  gh_sampling_request_answer_by_hand (s[0].request);
  gh_request_broker_show (f->broker, GH_REQUEST (s[1].request));
  gh_test_settle ();
  g_assert_true (gh_request_broker_get_current (f->broker) == GH_REQUEST (s[0].request));
  gh_sampling_request_give (s[0].request);
  wait_state (s[1].request, GH_SAMPLING_REVIEW);
  gh_sampling_request_deny (s[1].request, NULL);
  gh_test_wait (s[0].result != NULL && s[1].result != NULL && s[2].result != NULL);
  g_assert_cmpuint (n_finished, ==, 3);
  g_assert_cmpuint (gh_test_reviewer_get_n_reviews (f->reviewer), ==, 4);
  for (guint i = 0; i < 3; i++)
    submitted_clear (&s[i]);
}

static void
test_deny_inside_review (Fixture       *f,
                         gconstpointer  data)
{
  Submitted s[20] = { 0 };

  gh_test_reviewer_deny_at_once (f->reviewer, "no");
  for (guint i = 0; i < G_N_ELEMENTS (s); i++)
    submit (f, &s[i]);
  for (guint i = 0; i < G_N_ELEMENTS (s); i++)
    gh_test_wait (s[i].result != NULL);
  g_assert_cmpuint (gh_test_reviewer_get_n_reviews (f->reviewer), ==, G_N_ELEMENTS (s));
  for (guint i = 0; i < G_N_ELEMENTS (s); i++)
    submitted_clear (&s[i]);
}

static void
test_withdraw (Fixture       *f,
               gconstpointer  data)
{
  Submitted s[3] = { 0 };
  g_autoptr(GError) error = NULL;

  add_endpoint (f);
  gh_fake_endpoint_push_text (f->endpoint, "It takes its time to say so", GH_FAKE_HOLD);
  for (guint i = 0; i < 3; i++)
    submit (f, &s[i]);

  /* While it waits. */
  g_cancellable_cancel (s[1].cancellable);
  wait_state (s[1].request, GH_SAMPLING_WITHDRAWN);
  g_assert_null (finish (f, &s[1], &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);

  /* While the model answers: the connection is closed. */
  wait_state (s[0].request, GH_SAMPLING_REVIEW);
  gh_sampling_request_send (s[0].request);
  gh_test_wait (gh_sampling_request_get_answer (s[0].request)[0] != '\0');
  g_cancellable_cancel (s[0].cancellable);
  wait_state (s[0].request, GH_SAMPLING_WITHDRAWN);
  gh_test_wait (gh_fake_endpoint_get_n_disconnects (f->endpoint) == 1);

  /* While it is before the person; the decision comes too late. */
  wait_state (s[2].request, GH_SAMPLING_REVIEW);
  g_cancellable_cancel (s[2].cancellable);
  wait_state (s[2].request, GH_SAMPLING_WITHDRAWN);
  gh_sampling_request_deny (s[2].request, "late");
  g_assert_cmpint (gh_sampling_request_get_state (s[2].request), ==, GH_SAMPLING_WITHDRAWN);
  gh_test_wait (s[0].result != NULL && s[2].result != NULL);

  /* Before it was there at all. */
  for (guint i = 0; i < 3; i++)
    submitted_clear (&s[i]);
}

static void
test_withdrawn_before (Fixture       *f,
                       gconstpointer  data)
{
  g_autoptr(GhMcpSamplingParams) params = parse (FLIGHTS);
  g_autoptr(GCancellable) cancellable = g_cancellable_new ();
  GhRequestOrigin origin = { "travel", "Travel", NULL, 0 };
  g_autoptr(GAsyncResult) result = NULL;
  g_autoptr(GError) error = NULL;

  g_cancellable_cancel (cancellable);
  g_assert_null (gh_request_broker_submit_sampling (f->broker, &origin, params, cancellable,
                                                   gh_test_store_result_cb, &result));
  gh_test_wait (result != NULL);
  g_assert_null (gh_request_broker_submit_finish (f->broker, result, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

/* A server that asks and asks is refused, others are not. */
static void
test_limit (Fixture       *f,
            gconstpointer  data)
{
  g_autofree Submitted *s = g_new0 (Submitted, GH_REQUEST_MAX_OPEN);
  Submitted over = { 0 };
  Submitted other = { 0 };
  g_autoptr(GError) error = NULL;

  for (guint i = 0; i < GH_REQUEST_MAX_OPEN; i++)
    submit (f, &s[i]);
  submit (f, &over);
  g_assert_null (over.request);
  g_assert_null (finish (f, &over, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_BUSY);
  submit_as (f, &other, "other", FLIGHTS);
  g_assert_nonnull (other.request);

  gh_request_broker_close (f->broker);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (f->broker)), ==, 0);
  for (guint i = 0; i < GH_REQUEST_MAX_OPEN; i++)
    {
      gh_test_wait (s[i].result != NULL);
      submitted_clear (&s[i]);
    }
  submitted_clear (&over);
  submitted_clear (&other);
}

/* So is one that fills the memory, or asks for more than anybody could read. */
static void
test_limit_size (Fixture       *f,
                 gconstpointer  data)
{
  g_autofree char *text = g_strnfill (45 * 1024 * 1024, 'x');
  g_autofree char *big = g_strdup_printf ("{\"maxTokens\":1,\"messages\":[{\"role\":\"user\","
                                          "\"content\":{\"type\":\"text\",\"text\":\"%s\"}}]}",
                                          text);
  g_autoptr(GString) many = g_string_new ("{\"maxTokens\":1,\"messages\":[");
  Submitted s[4] = { 0 };
  Submitted blocks = { 0 };
  g_autoptr(GError) error = NULL;

  for (guint i = 0; i < 4; i++)
    submit_as (f, &s[i], "travel", big);
  g_assert_nonnull (s[2].request);
  g_assert_null (s[3].request);
  g_assert_null (finish (f, &s[3], &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_BUSY);
  g_clear_error (&error);

  for (guint i = 0; i <= 200; i++)
    {
      g_string_append_printf (many, "%s{\"role\":\"user\",\"content\":[", i > 0 ? "," : "");
      for (guint n = 0; n < 50; n++)
        g_string_append_printf (many, "%s{\"type\":\"text\",\"text\":\"\"}", n > 0 ? "," : "");
      g_string_append (many, "]}");
    }
  g_string_append (many, "]}");
  submit_as (f, &blocks, "other", many->str);
  g_assert_null (blocks.request);
  g_assert_null (finish (f, &blocks, &error));
  g_assert_error (error, GH_MCP_ERROR, GH_MCP_ERROR_INVALID_PARAMS);

  gh_request_broker_close (f->broker);
  for (guint i = 0; i < 4; i++)
    submitted_clear (&s[i]);
  submitted_clear (&blocks);
}

static void
test_stop_and_ask_again (Fixture       *f,
                         gconstpointer  data)
{
  Submitted s = { 0 };
  g_autofree char *result = NULL;
  g_autofree char *first = NULL;

  add_endpoint (f);
  gh_fake_endpoint_push_text (f->endpoint, "one two three four", GH_FAKE_HOLD);
  gh_fake_endpoint_push_text (f->endpoint, "five", GH_FAKE_NONE);
  submit (f, &s);
  wait_state (s.request, GH_SAMPLING_REVIEW);
  gh_sampling_request_send (s.request);
  gh_test_wait (strstr (gh_sampling_request_get_answer (s.request), "two") != NULL);
  gh_sampling_request_stop (s.request);
  g_assert_cmpint (gh_sampling_request_get_state (s.request), ==, GH_SAMPLING_RESPONSE_REVIEW);
  gh_test_wait (gh_fake_endpoint_get_n_disconnects (f->endpoint) == 1);
  first = g_strdup (gh_sampling_request_get_answer (s.request));
  g_assert_true (g_str_has_prefix (first, "one two"));
  g_assert_null (gh_sampling_request_get_stop_reason (s.request));
  g_assert_cmpint (gh_sampling_request_get_end (s.request), ==, GH_SAMPLING_END_STOPPED);
  gh_sampling_request_set_answer (s.request, "edited");

  gh_sampling_request_ask_again (s.request);
  g_assert_true (gh_sampling_request_get_sent (s.request));
  g_assert_cmpint (gh_sampling_request_get_state (s.request), ==, GH_SAMPLING_REVIEW);
  g_assert_cmpstr (gh_sampling_request_get_answer (s.request), ==, "");
  g_assert_false (gh_sampling_request_get_answer_edited (s.request));
  gh_sampling_part_set_text (get_part (s.request, 0, 0), "Again");
  gh_sampling_request_send (s.request);
  wait_state (s.request, GH_SAMPLING_RESPONSE_REVIEW);
  g_assert_cmpstr (gh_sampling_request_get_answer (s.request), ==, "five");
  g_assert_cmpint (gh_sampling_request_get_end (s.request), ==, GH_SAMPLING_END_WHOLE);
  gh_sampling_request_give (s.request);
  result = finish (f, &s, NULL);
  g_assert_nonnull (strstr (result, "five"));
  submitted_clear (&s);
}

/* The model fails: the request comes back to the person. What it had written by then is kept, and
 * marked; asked again and failing at once, the person answers by hand. */
static void
test_model_fails (Fixture       *f,
                  gconstpointer  data)
{
  Submitted s = { 0 };
  g_autofree char *result = NULL;

  add_endpoint (f);
  gh_fake_endpoint_push_raw (f->endpoint, 500, "application/json",
                             "{\"error\":{\"message\":\"no\"}}", -1, GH_FAKE_NONE);
  gh_fake_endpoint_push_raw (f->endpoint, 200, "text/event-stream",
                             "data: {\"choices\":[{\"delta\":{\"content\":\"half\"}}]}\n\n",
                             -1, GH_FAKE_CUT);
  gh_fake_endpoint_push_raw (f->endpoint, 500, "application/json",
                             "{\"error\":{\"message\":\"no\"}}", -1, GH_FAKE_NONE);
  submit (f, &s);
  wait_state (s.request, GH_SAMPLING_REVIEW);
  g_assert_false (gh_sampling_request_get_sent (s.request));
  gh_sampling_request_send (s.request);
  wait_state (s.request, GH_SAMPLING_REVIEW);
  g_assert_error (gh_sampling_request_get_error (s.request), GH_LLM_ERROR, GH_LLM_ERROR_SERVER);
  g_assert_true (gh_sampling_request_get_sent (s.request));

  /* It may be edited and tried again. */
  gh_sampling_request_set_max_tokens (s.request, 10);
  gh_sampling_request_send (s.request);
  g_assert_cmpint (gh_sampling_request_get_state (s.request), ==, GH_SAMPLING_GENERATING);
  g_assert_no_error (gh_sampling_request_get_error (s.request));
  wait_state (s.request, GH_SAMPLING_RESPONSE_REVIEW);
  g_assert_nonnull (gh_sampling_request_get_error (s.request));
  g_assert_cmpint (gh_sampling_request_get_end (s.request), ==, GH_SAMPLING_END_BROKEN_OFF);
  g_assert_cmpstr (gh_sampling_request_get_answer (s.request), ==, "half");
  g_assert_null (gh_sampling_request_get_stop_reason (s.request));

  gh_sampling_request_ask_again (s.request);
  g_assert_no_error (gh_sampling_request_get_error (s.request));
  gh_sampling_request_send (s.request);
  wait_state (s.request, GH_SAMPLING_REVIEW);
  g_assert_cmpstr (gh_sampling_request_get_answer (s.request), ==, "");
  gh_sampling_request_answer_by_hand (s.request);
  g_assert_cmpint (gh_sampling_request_get_end (s.request), ==, GH_SAMPLING_END_WHOLE);
  gh_sampling_request_set_answer (s.request, "by hand");
  gh_sampling_request_give (s.request);
  result = finish (f, &s, NULL);
  g_assert_nonnull (strstr (result, "by hand"));
  submitted_clear (&s);
}

/* The same while nobody is there any more. */
static void
test_fails_unattended (Fixture       *f,
                       gconstpointer  data)
{
  Submitted s = { 0 };
  g_autoptr(GError) error = NULL;

  add_endpoint (f);
  gh_fake_endpoint_push_raw (f->endpoint, 401, "application/json", "{}", -1, GH_FAKE_NONE);
  submit (f, &s);
  wait_state (s.request, GH_SAMPLING_REVIEW);
  gh_sampling_request_send (s.request);
  g_clear_object (&f->reviewer);
  wait_state (s.request, GH_SAMPLING_FAILED);
  g_assert_null (finish (f, &s, &error));
  g_assert_error (error, GH_LLM_ERROR, GH_LLM_ERROR_UNAUTHORIZED);
  submitted_clear (&s);
}

/* The reviewer goes and another comes. */
static void
test_reviewer_changes (Fixture       *f,
                       gconstpointer  data)
{
  Submitted s = { 0 };
  g_autoptr(GhTestReviewer) second = gh_test_reviewer_new ();

  submit (f, &s);
  wait_state (s.request, GH_SAMPLING_REVIEW);
  g_clear_object (&f->reviewer);
  g_assert_cmpint (gh_sampling_request_get_state (s.request), ==, GH_SAMPLING_QUEUED);
  g_assert_null (gh_request_broker_get_current (f->broker));
  gh_test_settle ();

  gh_request_broker_set_reviewer (f->broker, GH_REVIEWER (second));
  wait_state (s.request, GH_SAMPLING_REVIEW);
  gh_sampling_request_answer_by_hand (s.request);
  f->reviewer = gh_test_reviewer_new ();
  gh_request_broker_set_reviewer (f->broker, GH_REVIEWER (f->reviewer));
  g_assert_true (gh_test_reviewer_get_request (f->reviewer) == s.request);
  gh_request_broker_set_reviewer (f->broker, NULL);
  gh_sampling_request_give (s.request);
  gh_test_wait (s.result != NULL);
  submitted_clear (&s);
}

static void
test_models_change (Fixture       *f,
                    gconstpointer  data)
{
  static const char * const two[] = { "fake-model", "other-model", NULL };
  Submitted s = { 0 };
  g_autoptr(GhModel) other = NULL;
  GListModel *models = gh_model_list_list_models (f->models);

  submit (f, &s);
  wait_state (s.request, GH_SAMPLING_REVIEW);
  g_assert_null (gh_sampling_request_get_model (s.request));
  add_endpoint (f);
  g_assert_cmpstr (gh_model_get_id (gh_sampling_request_get_model (s.request)), ==, "fake-model");

  /* A pick of the person's stays through a new listing, and goes when the model goes. */
  gh_fake_endpoint_set_models (f->endpoint, two);
  for (guint i = 0; i < g_list_model_get_n_items (gh_model_list_list_providers (f->models)); i++)
    {
      g_autoptr(GhProvider) provider =
        g_list_model_get_item (gh_model_list_list_providers (f->models), i);

      gh_provider_refresh (provider);
    }
  gh_test_wait (g_list_model_get_n_items (models) == 2);
  other = g_list_model_get_item (models, 1);
  gh_sampling_request_set_model (s.request, other);
  g_assert_cmpint (gh_sampling_request_get_model_reason (s.request, NULL), ==,
                   GH_MODEL_REASON_PERSON);
  gh_model_list_set_default (f->models, NULL);
  g_assert_cmpstr (gh_model_get_id (gh_sampling_request_get_model (s.request)), ==, "other-model");
  {
    g_autoptr(GhProvider) provider =
      g_list_model_get_item (gh_model_list_list_providers (f->models), 0);

    /* Silence is not going: it may answer again, and no other takes the place of a pick. */
    gh_fake_endpoint_set_key (f->endpoint, "sk-needed");
    gh_provider_refresh (provider);
    gh_test_wait (g_list_model_get_n_items (models) == 0);
    g_assert_cmpstr (gh_model_get_id (gh_sampling_request_get_model (s.request)), ==,
                     "other-model");
    g_assert_cmpint (gh_sampling_request_get_model_reason (s.request, NULL), ==,
                     GH_MODEL_REASON_PERSON);
    gh_model_list_remove_provider (f->models, provider);
  }
  g_assert_null (gh_sampling_request_get_model (s.request));
  g_assert_cmpint (gh_sampling_request_get_model_reason (s.request, NULL), ==,
                   GH_MODEL_REASON_NONE);
  gh_sampling_request_deny (s.request, NULL);
  submitted_clear (&s);
}

/* A picture goes along; a file of any type cannot, and that is said before anything is sent. */
static void
test_blocks (Fixture       *f,
             gconstpointer  data)
{
  Submitted s = { 0 };
  Submitted t = { 0 };
  g_autofree char *text = NULL;

  add_endpoint (f);
  submit_as (f, &s, "travel",
             "{\"maxTokens\":5,\"messages\":[{\"role\":\"user\",\"content\":[{\"type\":\"text\","
             "\"text\":\"What is this?\"},{\"type\":\"image\",\"mimeType\":\"image/png\","
             "\"data\":\"aGVsbG8=\"}]},{\"role\":\"assistant\",\"content\":{\"type\":\"text\","
             "\"text\":\"A hello.\"}}]}");
  wait_state (s.request, GH_SAMPLING_REVIEW);
  g_assert_cmpuint (gh_sampling_request_get_estimated_tokens (s.request), ==, 4 + 765 + 2 + 8);
  gh_sampling_part_set_text (get_part (s.request, 0, 1), "not a text");
  g_assert_null (gh_sampling_part_get_text (get_part (s.request, 0, 1)));
  g_assert_true (isnan (gh_sampling_request_get_temperature (s.request)));
  gh_sampling_request_send (s.request);
  wait_state (s.request, GH_SAMPLING_RESPONSE_REVIEW);
  text = gh_fake_endpoint_dup_request_text (f->endpoint, 0);
  g_assert_nonnull (strstr (text, "data:image/png;base64,aGVsbG8="));
  g_assert_nonnull (strstr (text, "A hello."));
  gh_sampling_request_deny (s.request, NULL);

  submit_as (f, &t, "travel",
             "{\"maxTokens\":5,\"messages\":[{\"role\":\"assistant\",\"content\":{\"type\":"
             "\"tool_use\",\"id\":\"1\",\"name\":\"n\",\"input\":{}}},{\"role\":\"user\","
             "\"content\":{\"type\":"
             "\"tool_result\",\"toolUseId\":\"1\",\"content\":[{\"type\":\"resource\","
             "\"resource\":{\"uri\":\"file:///z\",\"mimeType\":\"application/zip\","
             "\"blob\":\"aGVsbG8=\"}}]}}]}");
  wait_state (t.request, GH_SAMPLING_REVIEW);
  gh_sampling_request_send (t.request);
  g_assert_cmpint (gh_sampling_request_get_state (t.request), ==, GH_SAMPLING_REVIEW);
  g_assert_error (gh_sampling_request_get_error (t.request), G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED);
  g_assert_cmpuint (gh_fake_endpoint_get_n_requests (f->endpoint), ==, 1);
  gh_sampling_request_deny (t.request, NULL);
  gh_test_wait (s.result != NULL && t.result != NULL);
  submitted_clear (&s);
  submitted_clear (&t);
}

#define WITH_TOOLS \
  "{\"maxTokens\":5,\"messages\":[{\"role\":\"user\",\"content\":{\"type\":\"text\",\"text\":" \
  "\"Weather?\"}},{\"role\":\"assistant\",\"content\":[{\"type\":\"text\",\"text\":\"Wait.\"}," \
  "{\"type\":\"tool_use\",\"id\":\"u1\",\"name\":\"weather\",\"input\":{\"city\":\"Rome\"}}]}," \
  "{\"role\":\"user\",\"content\":{\"type\":\"tool_result\",\"toolUseId\":\"u1\"," \
  "\"isError\":true,\"structuredContent\":{\"t\":1},\"content\":[{\"type\":\"text\"," \
  "\"text\":\"12 degrees\"}," \
  "{\"type\":\"audio\",\"mimeType\":\"audio/wav\",\"data\":\"aGVsbG8=\"}," \
  "{\"type\":\"resource\",\"resource\":{\"uri\":\"file:///a\",\"text\":\"inside\"}}]}}]," \
  "\"tools\":[{\"name\":\"weather\",\"description\":\"Says it\"," \
  "\"inputSchema\":{\"type\":\"object\",\"properties\":{\"city\":{\"type\":\"string\"," \
  "\"minLength\":1}},\"required\":[\"city\"]}}," \
  "{\"name\":\"time\",\"inputSchema\":{\"type\":\"object\"}}]," \
  "\"toolChoice\":{\"mode\":\"required\"},\"metadata\":{\"k\":1}}"

static GhSamplingTool *
get_tool (GhSamplingRequest *request,
          guint              position)
{
  g_autoptr(GhSamplingTool) tool =
    g_list_model_get_item (gh_sampling_request_list_tools (request), position);

  return tool;
}

/* Everything that the server wrote goes to the model, and the person can change it. */
static void
test_tool_turns (Fixture       *f,
                 gconstpointer  data)
{
  Submitted s = { 0 };
  g_autoptr(GhLlmRequest) request = NULL;
  g_autoptr(GhLlmRequest) fewer = NULL;
  g_autoptr(GError) error = NULL;
  g_autoptr(GhSamplingPart) inner = NULL;
  g_autofree char *metadata = NULL;
  GhSamplingPart *use, *result;
  GhLlmMessage *message;
  GhLlmPart *part;
  guint tokens;

  submit_as (f, &s, "travel", WITH_TOOLS);
  wait_state (s.request, GH_SAMPLING_REVIEW);
  use = get_part (s.request, 1, 1);
  g_assert_cmpint (gh_sampling_part_get_kind (use), ==, GH_SAMPLING_PART_TOOL_USE);
  g_assert_cmpstr (gh_sampling_part_get_tool (use), ==, "weather");
  result = get_part (s.request, 2, 0);
  g_assert_cmpint (gh_sampling_part_get_kind (result), ==, GH_SAMPLING_PART_TOOL_RESULT);
  g_assert_true (gh_sampling_part_get_is_error (result));
  /* The structured result says more than the texts do. */
  g_assert_cmpuint (g_list_model_get_n_items (gh_sampling_part_list_parts (result)), ==, 4);
  metadata = gh_sampling_request_dup_metadata (s.request);
  g_assert_nonnull (strstr (metadata, "\"k\""));

  request = gh_sampling_request_build_llm (s.request, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (request->tools->len, ==, 2);
  g_assert_cmpint (request->tool_choice, ==, GH_LLM_TOOL_CHOICE_REQUIRED);
  message = g_ptr_array_index (request->messages, 1);
  part = g_ptr_array_index (message->parts, 1);
  g_assert_cmpint (part->kind, ==, GH_LLM_PART_TOOL_USE);
  g_assert_cmpstr (part->id, ==, "u1");
  message = g_ptr_array_index (request->messages, 2);
  part = g_ptr_array_index (message->parts, 0);
  g_assert_cmpint (part->kind, ==, GH_LLM_PART_TOOL_RESULT);
  g_assert_true (part->is_error);
  g_assert_cmpuint (part->parts->len, ==, 4);
  part = g_ptr_array_index (part->parts, 2);
  g_assert_cmpstr (part->text, ==, "file:///a\ninside");

  /* Edits inside a result, and of an input: no JSON object is not sent. */
  g_assert_false (gh_sampling_request_get_edited (s.request));
  tokens = gh_sampling_request_get_estimated_tokens (s.request);
  inner = g_list_model_get_item (gh_sampling_part_list_parts (result), 0);
  gh_sampling_part_set_text (inner, "no degrees");
  g_assert_true (gh_sampling_part_get_edited (result));
  g_assert_true (gh_sampling_request_get_edited (s.request));
  gh_sampling_part_revert (result);
  g_assert_false (gh_sampling_request_get_edited (s.request));
  gh_sampling_part_set_text (use, "[]");
  g_assert_null (gh_sampling_request_build_llm (s.request, &error));
  g_assert_error (error, GH_SAMPLING_ERROR, GH_SAMPLING_ERROR_INPUT);
  gh_sampling_part_set_text (use, "{\"city\":\"Bonn\"}");

  /* A tool taken out is not known to the model. */
  gh_sampling_tool_set_offered (get_tool (s.request, 0), FALSE);
  gh_sampling_request_set_tool_choice (s.request, GH_SAMPLING_TOOL_CHOICE_AUTO);
  g_assert_cmpuint (gh_sampling_request_get_estimated_tokens (s.request), <, tokens);
  fewer = gh_sampling_request_build_llm (s.request, NULL);
  g_assert_cmpuint (fewer->tools->len, ==, 1);
  g_assert_cmpint (fewer->tool_choice, ==, GH_LLM_TOOL_CHOICE_AUTO);
  gh_sampling_request_revert (s.request);
  g_assert_false (gh_sampling_request_get_edited (s.request));
  g_assert_true (gh_sampling_tool_get_offered (get_tool (s.request, 0)));
  g_assert_cmpint (gh_sampling_request_get_tool_choice (s.request), ==,
                   GH_SAMPLING_TOOL_CHOICE_REQUIRED);
  gh_sampling_request_deny (s.request, NULL);
  submitted_clear (&s);
}

/* A use of a tool is checked before the server gets it, also one that a person makes up. */
static void
test_tool_by_hand (Fixture       *f,
                   gconstpointer  data)
{
  Submitted s = { 0 };
  g_autoptr(GhSamplingPart) use = NULL;
  g_autoptr(GhSamplingPart) second = NULL;
  g_autofree char *result = NULL;
  GListModel *parts;

  submit_as (f, &s, "travel", WITH_TOOLS);
  wait_state (s.request, GH_SAMPLING_REVIEW);
  gh_sampling_request_answer_by_hand (s.request);
  gh_sampling_request_set_answer (s.request, "Cold.");
  /* The server wants a tool to be used. */
  gh_sampling_request_give (s.request);
  g_assert_cmpint (gh_sampling_request_get_state (s.request), ==, GH_SAMPLING_RESPONSE_REVIEW);
  g_assert_error (gh_sampling_request_get_error (s.request), GH_SAMPLING_ERROR,
                  GH_SAMPLING_ERROR_REQUIRED);

  gh_sampling_request_add_tool_use (s.request, get_tool (s.request, 0));
  g_assert_null (gh_sampling_request_get_error (s.request));
  parts = gh_sampling_answer_list_parts (gh_sampling_request_get_current_answer (s.request));
  g_assert_cmpuint (g_list_model_get_n_items (parts), ==, 2);
  use = g_list_model_get_item (parts, 1);
  g_assert_cmpstr (gh_sampling_request_get_stop_reason (s.request), ==, "toolUse");
  /* The city must not be empty. */
  g_assert_false (gh_sampling_request_check_part (s.request, use, NULL));
  gh_sampling_part_set_text (use, "{\"city\":");
  gh_sampling_request_give (s.request);
  g_assert_cmpint (gh_sampling_request_get_state (s.request), ==, GH_SAMPLING_RESPONSE_REVIEW);
  gh_sampling_part_set_text (use, "{\"city\":\"Bonn\"}");
  g_assert_true (gh_sampling_request_check_part (s.request, use, NULL));

  gh_sampling_request_add_tool_use (s.request, get_tool (s.request, 1));
  second = g_list_model_get_item (parts, 2);
  g_assert_cmpstr (gh_sampling_part_get_use_id (use), !=, gh_sampling_part_get_use_id (second));
  gh_sampling_request_remove_tool_use (s.request, second);
  g_assert_cmpuint (g_list_model_get_n_items (parts), ==, 2);
  gh_sampling_request_set_answer (s.request, "");
  gh_sampling_request_give (s.request);
  result = finish (f, &s, NULL);
  g_assert_nonnull (strstr (result, "\"content\":{\"type\":\"tool_use\",\"id\":\""));
  g_assert_nonnull (strstr (result, "\"name\":\"weather\",\"input\":{\"city\":\"Bonn\"}}"));
  g_assert_nonnull (strstr (result, "\"model\":\"human\",\"stopReason\":\"toolUse\""));
  submitted_clear (&s);
}

/* An id that the conversation has already is replaced: results would not find their use. */
static void
test_tool_ids (Fixture       *f,
               gconstpointer  data)
{
  Submitted s = { 0 };
  g_autofree char *result = NULL;

  add_endpoint (f);
  gh_fake_endpoint_push_raw (f->endpoint, 200, "text/event-stream",
                             "data: {\"choices\":[{\"index\":0,"
                             "\"delta\":{\"tool_calls\":[{\"index\":0,"
                             "\"id\":\"u1\",\"type\":\"function\",\"function\":{\"name\":\"time\","
                             "\"arguments\":\"{}\"}}]},\"finish_reason\":\"tool_calls\"}]}\n\n"
                             "data: [DONE]\n\n", -1, GH_FAKE_NONE);
  submit_as (f, &s, "travel",
             "{\"maxTokens\":5,\"messages\":[{\"role\":\"assistant\",\"content\":{\"type\":"
             "\"tool_use\",\"id\":\"u1\",\"name\":\"time\",\"input\":{}}},{\"role\":\"user\","
             "\"content\":{\"type\":\"tool_result\",\"toolUseId\":\"u1\",\"content\":[]}}],"
             "\"tools\":[{\"name\":\"time\",\"inputSchema\":{\"type\":\"object\"}}]}");
  wait_state (s.request, GH_SAMPLING_REVIEW);
  gh_sampling_request_send (s.request);
  wait_state (s.request, GH_SAMPLING_RESPONSE_REVIEW);
  g_assert_cmpstr (gh_sampling_request_get_stop_reason (s.request), ==, "toolUse");
  g_assert_false (gh_sampling_request_get_answer_edited (s.request));
  gh_sampling_request_give (s.request);
  result = finish (f, &s, NULL);
  g_assert_nonnull (strstr (result, "\"name\":\"time\",\"input\":{}"));
  g_assert_null (strstr (result, "\"id\":\"u1\""));
  submitted_clear (&s);
}

/* Earlier answers stay to choose from, each as the person edited it. */
static void
test_answers (Fixture       *f,
              gconstpointer  data)
{
  Submitted s = { 0 };
  g_autoptr(GhSamplingAnswer) first = NULL;
  g_autofree char *result = NULL;
  GListModel *answers;

  add_endpoint (f);
  submit (f, &s);
  wait_state (s.request, GH_SAMPLING_REVIEW);
  answers = gh_sampling_request_list_answers (s.request);
  gh_sampling_request_answer_by_hand (s.request);
  gh_sampling_request_ask_again (s.request);
  g_assert_cmpuint (g_list_model_get_n_items (answers), ==, 0);

  gh_sampling_request_send (s.request);
  wait_state (s.request, GH_SAMPLING_RESPONSE_REVIEW);
  gh_sampling_request_set_answer (s.request, "The first");
  g_assert_true (gh_sampling_request_is_asked_so (s.request));
  first = g_object_ref (gh_sampling_request_get_current_answer (s.request));
  gh_sampling_request_ask_again_with (s.request, NULL);
  g_assert_cmpint (gh_sampling_request_get_state (s.request), ==, GH_SAMPLING_GENERATING);
  g_assert_cmpuint (g_list_model_get_n_items (answers), ==, 2);
  wait_state (s.request, GH_SAMPLING_RESPONSE_REVIEW);
  g_assert_false (gh_sampling_request_get_answer_edited (s.request));
  gh_sampling_request_ask_again (s.request);
  g_assert_null (gh_sampling_request_get_current_answer (s.request));
  gh_sampling_request_answer_by_hand (s.request);
  gh_sampling_request_set_answer (s.request, "My own");
  gh_sampling_request_ask_again (s.request);
  gh_sampling_request_answer_by_hand (s.request);
  g_assert_cmpstr (gh_sampling_request_get_answer (s.request), ==, "My own");
  g_assert_cmpuint (g_list_model_get_n_items (answers), ==, 3);

  for (guint i = 0; i < GH_SAMPLING_MAX_ANSWERS; i++)
    {
      gh_sampling_request_ask_again_with (s.request, NULL);
      wait_state (s.request, GH_SAMPLING_RESPONSE_REVIEW);
      if (i == 0)
        gh_sampling_request_select_answer (s.request, first);
    }
  g_assert_cmpuint (g_list_model_get_n_items (answers), ==, GH_SAMPLING_MAX_ANSWERS);
  g_assert_false (g_list_store_find (G_LIST_STORE (answers), first, NULL));

  g_set_object (&first, NULL);
  first = g_list_model_get_item (answers, 0);
  gh_sampling_request_select_answer (s.request, first);
  g_assert_false (gh_sampling_request_is_asked_so (s.request));
  gh_sampling_request_set_answer (s.request, "The chosen");
  gh_sampling_request_ask_again (s.request);
  gh_sampling_request_select_answer (s.request, first);
  gh_sampling_request_give (s.request);
  result = finish (f, &s, NULL);
  g_assert_nonnull (strstr (result, "\"text\":\"The chosen\""));
  submitted_clear (&s);
}

/* A fast endpoint does not drown the window in notifications. */
static void
test_flood (Fixture       *f,
            gconstpointer  data)
{
  g_autoptr(GString) words = g_string_new (NULL);
  Submitted s = { 0 };
  guint n_notified = 0;
  gint64 took;

  for (guint i = 0; i < 5000; i++)
    g_string_append_printf (words, "w%u ", i);
  add_endpoint (f);
  gh_fake_endpoint_push_text (f->endpoint, words->str, GH_FAKE_NONE);
  submit (f, &s);
  wait_state (s.request, GH_SAMPLING_REVIEW);
  g_signal_connect_swapped (s.request, "notify::answer", G_CALLBACK (count_cb), &n_notified);
  gh_sampling_request_send (s.request);
  wait_state (s.request, GH_SAMPLING_RESPONSE_REVIEW);
  took = gh_sampling_request_get_generating_time (s.request);
  g_assert_cmpuint (n_notified, <=, took / (G_USEC_PER_SEC / 20) + 2);
  g_assert_cmpstr (gh_sampling_request_get_answer (s.request), ==, words->str);
  gh_sampling_request_deny (s.request, NULL);
  gh_test_wait (s.result != NULL);
  submitted_clear (&s);
}

/* The broker goes with requests open: each is answered. */
static void
test_dispose_open (Fixture       *f,
                   gconstpointer  data)
{
  Submitted s[2] = { 0 };
  g_autoptr(GError) error = NULL;

  submit (f, &s[0]);
  submit (f, &s[1]);
  wait_state (s[0].request, GH_SAMPLING_REVIEW);
  g_assert_finalize_object (f->broker);
  for (guint i = 0; i < 2; i++)
    {
      g_assert_null (finish (f, &s[i], &error));
      g_assert_error (error, GH_MCP_ERROR, GH_MCP_ERROR_DENIED);
      g_clear_error (&error);
      submitted_clear (&s[i]);
    }
  f->broker = gh_request_broker_new (f->models);
}

#define MARKED(text, token)                                                                        \
  "{\"_meta\":{\"progressToken\":" token "},\"messages\":[{\"role\":\"user\",\"content\":{"        \
  "\"type\":\"text\",\"text\":\"" text "\"}}],\"maxTokens\":5}"

/* Those that ask the same end as the one that the person decided, and the model is asked once. */
static void
test_alike (Fixture       *f,
            gconstpointer  data)
{
  g_autoptr(GPtrArray) like = NULL;
  Submitted s[5] = { 0 };
  g_autofree char *first = NULL;
  g_autoptr(GError) error = NULL;

  add_endpoint (f);
  gh_fake_endpoint_push_text (f->endpoint, "Blue.", GH_FAKE_NONE);
  submit_as (f, &s[0], "travel", MARKED ("Which?", "1"));
  submit_as (f, &s[1], "travel", MARKED ("Which?", "2"));
  submit_as (f, &s[2], "travel", MARKED ("What?", "3"));
  submit_as (f, &s[3], "notes", MARKED ("Which?", "4"));
  submit_as (f, &s[4], "travel", MARKED ("Which?", "5"));
  wait_state (s[0].request, GH_SAMPLING_REVIEW);
  like = gh_request_broker_dup_like (f->broker, GH_REQUEST (s[0].request));
  g_assert_cmpuint (like->len, ==, 2);
  /* Not before it is over. */
  gh_request_follow (like->pdata[0], GH_REQUEST (s[0].request));
  g_assert_cmpint (gh_sampling_request_get_state (s[1].request), ==, GH_SAMPLING_QUEUED);

  gh_sampling_request_send (s[0].request);
  wait_state (s[0].request, GH_SAMPLING_RESPONSE_REVIEW);
  gh_sampling_request_set_answer (s[0].request, "Green.");
  gh_sampling_request_give (s[0].request);
  for (guint i = 0; i < like->len; i++)
    gh_request_follow (like->pdata[i], GH_REQUEST (s[0].request));
  first = finish (f, &s[0], &error);
  g_assert_no_error (error);
  g_assert_nonnull (strstr (first, "Green."));
  for (guint i = 1; i <= 4; i += 3)
    {
      g_autofree char *text = finish (f, &s[i], &error);

      g_assert_no_error (error);
      g_assert_cmpstr (text, ==, first);
      g_assert_cmpint (gh_request_get_decided_by (GH_REQUEST (s[i].request)), ==,
                       GH_REQUEST_BY_PERSON);
      g_assert_false (gh_sampling_request_get_sent (s[i].request));
    }
  g_assert_cmpuint (gh_fake_endpoint_get_n_requests (f->endpoint), ==, 1);

  wait_state (s[2].request, GH_SAMPLING_REVIEW);
  g_clear_pointer (&like, g_ptr_array_unref);
  like = gh_request_broker_dup_like (f->broker, GH_REQUEST (s[2].request));
  g_assert_cmpuint (like->len, ==, 0);
  gh_sampling_request_deny (s[2].request, "no");
  wait_state (s[3].request, GH_SAMPLING_REVIEW);
  gh_request_dismiss (GH_REQUEST (s[3].request));
  for (guint i = 0; i < G_N_ELEMENTS (s); i++)
    submitted_clear (&s[i]);
}

int
main (int   argc,
      char *argv[])
{
  gh_test_init (&argc, &argv);

#define ADD(path, func) \
  g_test_add ("/host/sampling/" path, Fixture, NULL, set_up, func, tear_down)
  ADD ("edit-and-send", test_edit_and_send);
  ADD ("edits", test_edits);
  ADD ("by-hand", test_by_hand);
  ADD ("deny", test_deny);
  ADD ("queue", test_queue);
  ADD ("alike", test_alike);
  ADD ("deny-inside-review", test_deny_inside_review);
  ADD ("withdraw", test_withdraw);
  ADD ("withdrawn-before", test_withdrawn_before);
  ADD ("limit", test_limit);
  ADD ("limit-size", test_limit_size);
  ADD ("stop-and-ask-again", test_stop_and_ask_again);
  ADD ("model-fails", test_model_fails);
  ADD ("fails-unattended", test_fails_unattended);
  ADD ("reviewer-changes", test_reviewer_changes);
  ADD ("models-change", test_models_change);
  ADD ("blocks", test_blocks);
  ADD ("tool-turns", test_tool_turns);
  ADD ("tool-by-hand", test_tool_by_hand);
  ADD ("tool-ids", test_tool_ids);
  ADD ("answers", test_answers);
  ADD ("flood", test_flood);
  ADD ("dispose-open", test_dispose_open);
#undef ADD
  return gh_test_run ();
}
