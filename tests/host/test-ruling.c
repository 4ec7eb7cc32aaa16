/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * Requests that rules decide: sent, denied or asked, one by one and many at once, and what they
 * cost. */
#include "config.h"

#include <string.h>

#include "gh-json.h"
#include "gh-mcp-error.h"
#include "gh-test-reviewer.h"
#include "gh-test-sampling.h"
#include "gh-test.h"

#define ASK                                                                                        \
  "{\"messages\":[{\"role\":\"user\",\"content\":{\"type\":\"text\"," \
  "\"text\":\"Pick a flight\"}}],\"maxTokens\":100}"

typedef struct
{
  GhTestSampling *sampling;
  GhTestReviewer *reviewer;
  GhUsage *usage;
  GhRuleList *rules;
} Fixture;

static void
set_up (Fixture       *f,
        gconstpointer  data)
{
  f->sampling = gh_test_sampling_new (1);
  f->reviewer = gh_test_reviewer_new ();
  gh_request_broker_set_reviewer (f->sampling->broker, GH_REVIEWER (f->reviewer));
  f->usage = gh_usage_new (NULL, NULL);
}

static void
tear_down (Fixture       *f,
           gconstpointer  data)
{
  gh_test_settle ();
  g_clear_object (&f->reviewer);
  gh_test_sampling_free (f->sampling);
  if (f->rules != NULL)
    g_assert_finalize_object (f->rules);
  g_assert_finalize_object (f->usage);
}

static void
set_rules (Fixture    *f,
           const char *text)
{
  g_autoptr(JsonNode) node = gh_json_read (text, strlen (text), NULL);
  g_autoptr(GError) error = NULL;
  GhRuleSet *set = gh_rule_set_parse (node, &error);

  g_assert_no_error (error);
  g_clear_object (&f->rules);
  f->rules = gh_rule_list_new_policy (set, f->usage);
  gh_request_broker_set_rules (f->sampling->broker, f->rules);
}

static GhTestAsk *
ask (Fixture *f)
{
  return gh_test_sampling_ask (f->sampling, "travel", "find", ASK);
}

static double
used (Fixture   *f,
      GhUsageOf  of,
      GhLimit    limit)
{
  return gh_usage_get (f->usage, of, of == GH_USAGE_SERVER ? "travel" : "r", limit,
                       g_get_real_time ());
}

/* Nobody is asked; what the model used is counted, once. */
static void
test_allow (Fixture       *f,
            gconstpointer  data)
{
  g_autoptr(GhTestAsk) asked = NULL;
  g_autofree char *text = NULL;
  GhRequest *request;

  set_rules (f, "{\"id\":\"r\",\"decide\":\"allow\"}");
  gh_fake_endpoint_push_text (f->sampling->endpoint, "The second.", GH_FAKE_NONE);
  asked = ask (f);
  request = GH_REQUEST (asked->request);
  g_assert_cmpint (gh_request_get_decided_by (request), ==, GH_REQUEST_BY_NOBODY);
  g_assert_null (gh_request_broker_get_current (f->sampling->broker));
  /* What it may come to, until it is known. */
  gh_test_wait (gh_sampling_request_get_state (asked->request) == GH_SAMPLING_GENERATING);
  g_assert_cmpfloat (used (f, GH_USAGE_SERVER, GH_LIMIT_TOKENS_PER_DAY), >=, 100);
  gh_test_wait (asked->done);
  g_assert_cmpstr (gh_test_ask_get_text (asked), ==, "The second.");
  g_assert_cmpuint (gh_test_reviewer_get_n_reviews (f->reviewer), ==, 0);
  g_assert_cmpint (gh_request_get_decided_by (request), ==, GH_REQUEST_BY_POLICY);
  g_assert_cmpstr (gh_request_get_rule_id (request), ==, "r");
  g_assert_cmpstr (gh_request_get_rule_text (request), ==, "{\"id\":\"r\",\"decide\":\"allow\"}");
  for (guint of = GH_USAGE_ALL; of <= GH_USAGE_RULE; of++)
    {
      g_assert_cmpfloat (used (f, of, GH_LIMIT_TOKENS_PER_DAY), ==, 11 + 7);
      g_assert_cmpfloat (used (f, of, GH_LIMIT_REQUESTS_PER_MINUTE), ==, 1);
    }
}

static void
test_deny (Fixture       *f,
           gconstpointer  data)
{
  g_autoptr(GhTestAsk) asked = NULL;

  set_rules (f, "{\"id\":\"r\",\"decide\":\"deny\",\"reason\":\"not today\"}");
  asked = ask (f);
  gh_test_wait (asked->done);
  g_assert_error (asked->error, GH_MCP_ERROR, GH_MCP_ERROR_DENIED);
  g_assert_cmpstr (asked->error->message, ==, "not today");
  g_assert_cmpuint (gh_fake_endpoint_get_n_requests (f->sampling->endpoint), ==, 0);
  g_assert_cmpfloat (used (f, GH_USAGE_RULE, GH_LIMIT_REQUESTS), ==, 1);
  g_assert_cmpfloat (used (f, GH_USAGE_SERVER, GH_LIMIT_REQUESTS), ==, 0);
}

static void
test_answer (Fixture       *f,
             gconstpointer  data)
{
  g_autoptr(GhTestAsk) asked = NULL;

  set_rules (f, "{\"id\":\"r\",\"decide\":\"allow\",\"with\":{\"answer\":\"Blue\"},"
                "\"review_answer\":true}");
  asked = ask (f);
  gh_test_wait (asked->done);
  g_assert_cmpstr (gh_test_ask_get_text (asked), ==, "Blue");
  g_assert_cmpuint (gh_test_reviewer_get_n_reviews (f->reviewer), ==, 0);
  g_assert_cmpuint (gh_fake_endpoint_get_n_requests (f->sampling->endpoint), ==, 0);
  g_assert_cmpfloat (used (f, GH_USAGE_RULE, GH_LIMIT_REQUESTS), ==, 1);
}

/* A fixed text, or a model's, is no answer to a server that wants a tool to be used. */
static void
test_unfit_answer (Fixture       *f,
                   gconstpointer  data)
{
  const char *with_tools =
    "{\"messages\":[{\"role\":\"user\",\"content\":{\"type\":\"text\",\"text\":\"Weather?\"}}],"
    "\"maxTokens\":100,\"tools\":[{\"name\":\"weather\",\"inputSchema\":{\"type\":\"object\"}}],"
    "\"toolChoice\":{\"mode\":\"required\"}}";
  g_autoptr(GhTestAsk) fixed = NULL;
  g_autoptr(GhTestAsk) sent = NULL;

  set_rules (f, "{\"id\":\"r\",\"decide\":\"allow\",\"with\":{\"answer\":\"Blue\"}}");
  fixed = gh_test_sampling_ask (f->sampling, "travel", "find", with_tools);
  gh_test_wait (gh_test_reviewer_get_request (f->reviewer) == fixed->request);
  g_assert_cmpint (gh_sampling_request_get_state (fixed->request), ==, GH_SAMPLING_REVIEW);
  gh_sampling_request_deny (fixed->request, NULL);
  gh_test_wait (fixed->done);

  set_rules (f, "{\"id\":\"r\",\"decide\":\"allow\"}");
  sent = gh_test_sampling_ask (f->sampling, "travel", "find", with_tools);
  gh_test_wait (gh_test_reviewer_get_request (f->reviewer) == sent->request);
  g_assert_cmpint (gh_sampling_request_get_state (sent->request), ==,
                   GH_SAMPLING_RESPONSE_REVIEW);
  gh_sampling_request_deny (sent->request, NULL);
  gh_test_wait (sent->done);
}

/* The prompt goes out by the rule, and the person reads what came back. */
static void
test_review_answer (Fixture       *f,
                    gconstpointer  data)
{
  g_autoptr(GhTestAsk) asked = NULL;

  set_rules (f, "{\"id\":\"r\",\"decide\":\"allow\",\"review_answer\":true}");
  asked = ask (f);
  gh_test_wait (gh_test_reviewer_get_request (f->reviewer) == asked->request);
  g_assert_cmpint (gh_sampling_request_get_state (asked->request), ==,
                   GH_SAMPLING_RESPONSE_REVIEW);
  g_assert_true (gh_request_broker_get_current (f->sampling->broker)
                 == GH_REQUEST (asked->request));
  gh_sampling_request_give (asked->request);
  gh_test_wait (asked->done);
  g_assert_cmpstr (gh_test_ask_get_text (asked), ==, "All right.");
  g_assert_cmpint (gh_request_get_decided_by (GH_REQUEST (asked->request)), ==,
                   GH_REQUEST_BY_PERSON);
  g_assert_cmpstr (gh_request_get_rule_id (GH_REQUEST (asked->request)), ==, "r");
}

/* A model that gives no answer, or not all of one: it is the person's again, and stays that. */
static void
test_model_fails (Fixture       *f,
                  gconstpointer  data)
{
  g_autoptr(GhTestAsk) failed = NULL;
  g_autoptr(GhTestAsk) cut = NULL;

  set_rules (f, "{\"id\":\"r\",\"decide\":\"allow\"}");
  gh_fake_endpoint_push_raw (f->sampling->endpoint, 500, "text/plain", "no", -1, GH_FAKE_NONE);
  failed = ask (f);
  gh_test_wait (gh_test_reviewer_get_request (f->reviewer) == failed->request);
  g_assert_cmpint (gh_sampling_request_get_state (failed->request), ==, GH_SAMPLING_REVIEW);
  g_assert_nonnull (gh_sampling_request_get_error (failed->request));
  /* It used nothing that we know of, and was asked for once. */
  g_assert_cmpfloat (used (f, GH_USAGE_SERVER, GH_LIMIT_TOKENS_PER_DAY), ==, 0);
  g_assert_cmpfloat (used (f, GH_USAGE_RULE, GH_LIMIT_REQUESTS), ==, 1);
  set_rules (f, "{\"id\":\"r\",\"decide\":\"deny\"}");
  gh_test_settle ();
  g_assert_false (failed->done);
  gh_sampling_request_deny (failed->request, NULL);
  gh_test_wait (failed->done);
  g_assert_cmpint (gh_request_get_decided_by (GH_REQUEST (failed->request)), ==,
                   GH_REQUEST_BY_PERSON);

  set_rules (f, "{\"id\":\"r\",\"decide\":\"allow\"}");
  gh_fake_endpoint_push_raw (f->sampling->endpoint, 200, "text/event-stream",
                             "data: {\"choices\":[{\"delta\":{\"content\":\"The\"}}]}\n\n", -1,
                             GH_FAKE_CUT);
  cut = ask (f);
  gh_test_wait (gh_test_reviewer_get_request (f->reviewer) == cut->request);
  g_assert_cmpint (gh_sampling_request_get_state (cut->request), ==, GH_SAMPLING_RESPONSE_REVIEW);
  g_assert_cmpstr (gh_sampling_request_get_answer (cut->request), ==, "The");
  /* Nothing was reported: an estimate of what went both ways. */
  g_assert_cmpfloat (used (f, GH_USAGE_SERVER, GH_LIMIT_TOKENS_PER_DAY), >, 0);
  g_assert_cmpfloat (used (f, GH_USAGE_SERVER, GH_LIMIT_TOKENS_PER_DAY), <, 50);
  gh_request_dismiss (GH_REQUEST (cut->request));
  gh_test_wait (cut->done);
  g_assert_cmpint (gh_request_get_decided_by (GH_REQUEST (cut->request)), ==,
                   GH_REQUEST_BY_NOBODY);
}

static void
count_cb (guint *count)
{
  (*count)++;
}

/* Two go by the rule, the third is asked, and the reason is there. */
static void
test_limit (Fixture       *f,
            gconstpointer  data)
{
  g_autoptr(GhTestAsk) first = NULL;
  g_autoptr(GhTestAsk) second = NULL;
  g_autoptr(GhTestAsk) third = NULL;
  GhRuleVerdict verdict;
  guint n_asked = 0;

  g_signal_connect_swapped (f->sampling->broker, "asked", G_CALLBACK (count_cb), &n_asked);
  set_rules (f, "{\"id\":\"r\",\"decide\":\"allow\",\"limits\":{\"requests_per_minute\":2}}");
  first = ask (f);
  second = ask (f);
  third = ask (f);
  gh_test_wait (first->done && second->done);
  gh_test_wait (gh_test_reviewer_get_request (f->reviewer) == third->request);
  g_assert_true (gh_request_broker_get_verdict (f->sampling->broker, GH_REQUEST (third->request),
                                                &verdict));
  g_assert_cmpint (verdict.cause, ==, GH_RULE_CAUSE_LIMIT);
  g_assert_cmpuint (n_asked, ==, 1);
  g_signal_handlers_disconnect_by_data (f->sampling->broker, &n_asked);
  g_assert_cmpint (verdict.limit, ==, GH_LIMIT_REQUESTS_PER_MINUTE);
  g_assert_cmpint (verdict.limit_of, ==, GH_USAGE_RULE);
  /* What the person sends counts for the server, and for no rule. */
  gh_sampling_request_send (third->request);
  gh_test_wait (gh_sampling_request_get_state (third->request) == GH_SAMPLING_RESPONSE_REVIEW);
  g_assert_cmpfloat (used (f, GH_USAGE_SERVER, GH_LIMIT_REQUESTS_PER_MINUTE), ==, 3);
  g_assert_cmpfloat (used (f, GH_USAGE_RULE, GH_LIMIT_REQUESTS_PER_MINUTE), ==, 2);
  gh_sampling_request_give (third->request);
  gh_test_wait (third->done);
  g_assert_cmpint (gh_request_get_decided_by (GH_REQUEST (third->request)), ==,
                   GH_REQUEST_BY_PERSON);
  g_assert_null (gh_request_get_rule_id (GH_REQUEST (third->request)));
}

/* Tokens that are on their way count: a flood cannot get past a budget. */
static void
test_flood (Fixture       *f,
            gconstpointer  data)
{
  GhTestAsk *asks[20];
  guint n_done = 0;

  set_rules (f, "{\"rules\":[{\"id\":\"r\",\"decide\":\"allow\"}],"
                "\"budgets\":{\"servers\":{\"travel\":{\"tokens_per_day\":330}}}}");
  for (guint i = 0; i < G_N_ELEMENTS (asks); i++)
    gh_fake_endpoint_push_text (f->sampling->endpoint, "All right.", GH_FAKE_HOLD);
  for (guint i = 0; i < G_N_ELEMENTS (asks); i++)
    asks[i] = ask (f);
  gh_test_wait (gh_fake_endpoint_get_n_requests (f->sampling->endpoint) == 3);
  gh_test_wait (gh_test_reviewer_get_request (f->reviewer) != NULL);
  g_assert_cmpuint (gh_fake_endpoint_get_n_requests (f->sampling->endpoint), ==, 3);
  gh_fake_endpoint_release (f->sampling->endpoint);
  for (guint i = 0; i < G_N_ELEMENTS (asks); i++)
    n_done += asks[i]->done;
  g_assert_cmpuint (n_done, <=, 3);
  gh_request_broker_set_reviewer (f->sampling->broker, NULL);
  gh_request_broker_close (f->sampling->broker);
  for (guint i = 0; i < G_N_ELEMENTS (asks); i++)
    {
      gh_test_wait (asks[i]->done);
      gh_test_ask_free (asks[i]);
    }
}

/* A few are with the model at once; all are answered, in their order. */
static void
test_many (Fixture       *f,
           gconstpointer  data)
{
  GhTestAsk *asks[12];

  set_rules (f, "{\"id\":\"r\",\"decide\":\"allow\"}");
  for (guint i = 0; i < 4; i++)
    gh_fake_endpoint_push_text (f->sampling->endpoint, "All right.", GH_FAKE_HOLD);
  for (guint i = 0; i < G_N_ELEMENTS (asks); i++)
    asks[i] = ask (f);
  gh_test_wait (gh_fake_endpoint_get_n_requests (f->sampling->endpoint) == 4);
  gh_test_settle ();
  g_assert_cmpuint (gh_fake_endpoint_get_n_requests (f->sampling->endpoint), ==, 4);
  g_assert_cmpint (gh_sampling_request_get_state (asks[4]->request), ==, GH_SAMPLING_QUEUED);
  /* One that the server withdraws makes room, as does one that its person denies. */
  g_cancellable_cancel (asks[0]->cancellable);
  gh_request_deny (GH_REQUEST (asks[1]->request), "no");
  g_assert_cmpint (gh_request_get_decided_by (GH_REQUEST (asks[1]->request)), ==,
                   GH_REQUEST_BY_PERSON);
  gh_test_wait (gh_fake_endpoint_get_n_requests (f->sampling->endpoint) >= 6);
  gh_fake_endpoint_release (f->sampling->endpoint);
  for (guint i = 0; i < G_N_ELEMENTS (asks); i++)
    {
      gh_test_wait (asks[i]->done);
      g_assert_cmpint (asks[i]->error == NULL, ==, i > 1);
      gh_test_ask_free (asks[i]);
    }
  g_assert_cmpuint (gh_test_reviewer_get_n_reviews (f->reviewer), ==, 0);
  g_assert_cmpuint (gh_fake_endpoint_get_n_requests (f->sampling->endpoint), ==, 12);
}

#define WAVES 20
#define WAVE 50

/* Wave after wave, some of it withdrawn at any time: each is answered, or withdrawn, once, and what
 * was used adds up. */
static void
test_waves (Fixture       *f,
            gconstpointer  data)
{
  guint n_answered = 0;
  guint n_withdrawn = 0;

  set_rules (f, "{\"id\":\"r\",\"decide\":\"allow\"}");
  for (guint wave = 0; wave < WAVES; wave++)
    {
      GhTestAsk *asks[WAVE];

      for (guint i = 0; i < WAVE; i++)
        asks[i] = ask (f);
      for (guint i = 0; i < WAVE; i++)
        {
          if (g_test_rand_int_range (0, 10) == 0)
            g_cancellable_cancel (asks[i]->cancellable);
          g_main_context_iteration (NULL, FALSE);
        }
      for (guint i = 0; i < WAVE; i++)
        {
          gh_test_wait (asks[i]->done);
          if (asks[i]->error == NULL)
            g_assert_cmpstr (gh_test_ask_get_text (asks[i]), ==, "All right.");
          else
            g_assert_error (asks[i]->error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
          n_answered += asks[i]->error == NULL;
          n_withdrawn += asks[i]->error != NULL;
          gh_test_ask_free (asks[i]);
        }
    }
  g_assert_cmpuint (n_answered + n_withdrawn, ==, WAVES * WAVE);
  g_assert_cmpuint (n_answered, >, WAVES * WAVE / 2);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (f->sampling->broker)), ==, 0);
  g_assert_cmpuint (gh_test_reviewer_get_n_reviews (f->reviewer), ==, 0);
  g_assert_cmpfloat (used (f, GH_USAGE_RULE, GH_LIMIT_REQUESTS), >=, n_answered);
  g_assert_cmpfloat (used (f, GH_USAGE_RULE, GH_LIMIT_REQUESTS), <=, WAVES * WAVE);
  g_assert_cmpfloat (used (f, GH_USAGE_SERVER, GH_LIMIT_TOKENS_PER_DAY), >=, n_answered * 18);
}

/* A new rule decides what waits, and leaves alone what the person looks at. */
static void
test_while_waiting (Fixture       *f,
                    gconstpointer  data)
{
  g_autoptr(GhTestAsk) seen = ask (f);
  g_autoptr(GhTestAsk) waits = ask (f);
  g_autoptr(GhTestAsk) more = NULL;

  gh_test_wait (gh_test_reviewer_get_request (f->reviewer) == seen->request);
  set_rules (f, "{\"id\":\"r\",\"decide\":\"allow\"}");
  gh_test_wait (waits->done);
  g_assert_cmpstr (gh_test_ask_get_text (waits), ==, "All right.");
  g_assert_cmpint (gh_sampling_request_get_state (seen->request), ==, GH_SAMPLING_REVIEW);
  gh_sampling_request_deny (seen->request, NULL);
  gh_test_wait (seen->done);

  /* A server that is not known yet waits without anybody being asked, and one that changed asks. */
  gh_rule_list_set_trusted (f->rules, "travel", GH_RULE_UNKNOWN);
  more = ask (f);
  gh_test_settle ();
  g_assert_null (gh_request_broker_get_current (f->sampling->broker));
  gh_rule_list_set_trusted (f->rules, "travel", GH_RULE_CHANGED);
  gh_test_wait (gh_test_reviewer_get_request (f->reviewer) == more->request);
  gh_sampling_request_deny (more->request, NULL);
  gh_test_wait (more->done);
}

int
main (int    argc,
      char **argv)
{
  gh_test_init (&argc, &argv);

#define ADD(name, function) \
  g_test_add ("/host/ruling/" name, Fixture, NULL, set_up, function, tear_down)
  ADD ("allow", test_allow);
  ADD ("deny", test_deny);
  ADD ("answer", test_answer);
  ADD ("unfit-answer", test_unfit_answer);
  ADD ("review-answer", test_review_answer);
  ADD ("model-fails", test_model_fails);
  ADD ("limit", test_limit);
  ADD ("flood", test_flood);
  ADD ("many", test_many);
  ADD ("waves", test_waves);
  ADD ("while-waiting", test_while_waiting);

  return gh_test_run ();
}
