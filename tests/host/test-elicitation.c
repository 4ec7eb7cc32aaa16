/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * What a server asks of the person: forms and pages, the queue they share with sampling, and every
 * way they end. */
#include "config.h"

#include <string.h>

#include "gh-elicitation-request-private.h"
#include "gh-json.h"
#include "gh-mcp-error.h"
#include "gh-mcp-protocol.h"
#include "gh-request-broker-private.h"
#include "gh-test-reviewer.h"
#include "gh-test.h"

#define CAPABILITIES (GH_MCP_CAPABILITY_ELICIT_FORM | GH_MCP_CAPABILITY_ELICIT_URL)
#define FORM(properties, required)                                                                 \
  "{\"mode\":\"form\",\"message\":\"Which seat?\",\"requestedSchema\":{\"type\":\"object\","       \
  "\"properties\":{" properties "},\"required\":[" required "]}}"
#define SEAT "\"seat\":{\"type\":\"string\",\"enum\":[\"a\",\"b\"]}"
#define PAGE(url)                                                                                  \
  "{\"mode\":\"url\",\"elicitationId\":\"e1\",\"url\":\"" url "\",\"message\":\"Pay\"}"
#define SAMPLING                                                                                   \
  "{\"messages\":[{\"role\":\"user\",\"content\":{\"type\":\"text\",\"text\":\"hi\"}}],"           \
  "\"maxTokens\":10}"

typedef struct
{
  char            *dir;
  GListStore      *problems;
  GhModelList     *models;
  GhRequestBroker *broker;
  GhTestReviewer  *reviewer;
} Fixture;

typedef struct
{
  GhElicitationRequest *request;
  GCancellable         *cancellable;
  GAsyncResult         *result;
} Asked;

static void
set_up (Fixture       *f,
        gconstpointer  data)
{
  g_autoptr(GhSecretStore) secrets = gh_secret_store_new ();
  g_autoptr(GFile) file = NULL;
  g_autoptr(GhFileStore) store = NULL;

  f->dir = gh_test_make_dir ();
  f->problems = g_list_store_new (GH_TYPE_PROBLEM);
  file = g_file_new_build_filename (f->dir, "models.json", NULL);
  store = gh_file_store_new (file, 1, f->problems);
  f->models = gh_model_list_new (store, secrets);
  f->broker = gh_request_broker_new (f->models);
  f->reviewer = gh_test_reviewer_new ();
  gh_request_broker_set_reviewer (f->broker, GH_REVIEWER (f->reviewer));
}

static void
tear_down (Fixture       *f,
           gconstpointer  data)
{
  g_assert_finalize_object (f->broker);
  g_clear_object (&f->reviewer);
  g_clear_object (&f->models);
  g_clear_object (&f->problems);
  g_clear_pointer (&f->dir, g_free);
  gh_test_settle ();
}

static GhMcpElicitation *
parse (const char *json)
{
  g_autoptr(JsonNode) node = gh_json_read (json, strlen (json), NULL);
  g_autoptr(GError) error = NULL;
  GhMcpElicitation *elicitation;

  g_assert_nonnull (node);
  elicitation = gh_mcp_elicitation_parse (node, CAPABILITIES, GH_MCP_VERSION_2025_11_25, &error);
  g_assert_no_error (error);
  return elicitation;
}

static void
ask_for (Fixture          *f,
         Asked            *asked,
         GhMcpElicitation *elicitation)
{
  GhRequestOrigin origin = { "travel", "Travel", "book_trip", 7 };
  GhElicitationRequest *request;

  asked->cancellable = g_cancellable_new ();
  request = gh_request_broker_submit_elicitation (f->broker, &origin, elicitation,
                                                  asked->cancellable, gh_test_store_result_cb,
                                                  &asked->result);
  g_assert_nonnull (request);
  asked->request = g_object_ref (request);
}

static void
ask (Fixture    *f,
     Asked      *asked,
     const char *json)
{
  g_autoptr(GhMcpElicitation) elicitation = parse (json);

  ask_for (f, asked, elicitation);
}

static void
wait_review (Asked *asked)
{
  gh_test_wait (gh_elicitation_request_get_state (asked->request) == GH_ELICITATION_REVIEW);
}

/* What the server gets. */
static void
assert_answer (Fixture    *f,
               Asked      *asked,
               const char *expected)
{
  g_autoptr(JsonNode) node = NULL;
  g_autoptr(GError) error = NULL;
  g_autofree char *text = NULL;

  gh_test_wait (asked->result != NULL);
  node = gh_request_broker_submit_finish (f->broker, asked->result, &error);
  g_assert_no_error (error);
  text = gh_json_write (node, NULL);
  g_assert_cmpstr (text, ==, expected);
  g_clear_object (&asked->request);
  g_clear_object (&asked->cancellable);
  g_clear_object (&asked->result);
}

static void
test_form (Fixture       *f,
           gconstpointer  data)
{
  Asked asked = { NULL, };
  GhForm *form;

  ask (f, &asked, FORM (SEAT ",\"bags\":{\"type\":\"integer\",\"default\":1},"
                        "\"mail\":{\"type\":\"string\",\"format\":\"email\"}", "\"seat\""));
  g_assert_cmpint (gh_elicitation_request_get_state (asked.request), ==, GH_ELICITATION_QUEUED);
  wait_review (&asked);
  g_assert_true (gh_test_reviewer_get_elicitation (f->reviewer) == asked.request);
  g_assert_true (gh_request_broker_get_current (f->broker) == GH_REQUEST (asked.request));
  g_assert_cmpint (gh_elicitation_request_get_mode (asked.request), ==, GH_ELICITATION_FORM);
  g_assert_cmpstr (gh_elicitation_request_get_message (asked.request), ==, "Which seat?");
  g_assert_null (gh_elicitation_request_get_url (asked.request));
  g_assert_cmpstr (gh_request_get_server_name (GH_REQUEST (asked.request)), ==, "Travel");
  g_assert_cmpstr (gh_request_get_tool (GH_REQUEST (asked.request)), ==, "book_trip");
  g_assert_cmpint (gh_request_get_call_time (GH_REQUEST (asked.request)), ==, 7);

  /* Not before the form is right. */
  gh_elicitation_request_accept (asked.request);
  g_assert_cmpint (gh_elicitation_request_get_state (asked.request), ==, GH_ELICITATION_REVIEW);
  g_assert_error (gh_elicitation_request_get_error (asked.request), GH_MCP_ERROR,
                  GH_MCP_ERROR_INVALID_PARAMS);

  form = gh_elicitation_request_get_form (asked.request);
  gh_form_field_set_selected (gh_form_get_field (form, "seat"), 1);
  gh_form_field_set_text (gh_form_get_field (form, "mail"), "no address");
  g_assert_true (gh_form_get_valid (form));
  gh_elicitation_request_accept (asked.request);
  g_assert_cmpint (gh_elicitation_request_get_state (asked.request), ==, GH_ELICITATION_REVIEW);
  g_assert_nonnull (strstr (gh_elicitation_request_get_error (asked.request)->message, "mail"));

  gh_form_field_set_text (gh_form_get_field (form, "mail"), "a@example.org");
  gh_elicitation_request_accept (asked.request);
  g_assert_null (gh_elicitation_request_get_error (asked.request));
  g_assert_cmpint (gh_elicitation_request_get_state (asked.request), ==, GH_ELICITATION_ACCEPTED);
  /* Too late for anything else. */
  gh_elicitation_request_accept (asked.request);
  gh_elicitation_request_decline (asked.request);
  g_cancellable_cancel (asked.cancellable);
  assert_answer (f, &asked, "{\"action\":\"accept\",\"content\":{\"seat\":\"b\",\"bags\":1,"
                            "\"mail\":\"a@example.org\"}}");
  g_assert_null (gh_request_broker_get_current (f->broker));
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (f->broker)), ==, 0);
}

/* Untouched, every default is sent (7.13), and what has none is left out. */
static void
test_defaults (Fixture       *f,
               gconstpointer  data)
{
  Asked asked = { NULL, };

  ask (f, &asked,
       FORM ("\"a\":{\"type\":\"string\",\"default\":\"x\"},"
             "\"p\":{\"type\":\"string\",\"oneOf\":[{\"const\":\"lo\",\"title\":\"Low\"},"
             "{\"const\":\"hi\",\"title\":\"High\"}],\"default\":\"hi\"},"
             "\"m\":{\"type\":\"array\",\"items\":{\"anyOf\":[{\"const\":\"r\",\"title\":\"Red\"},"
             "{\"const\":\"g\",\"title\":\"Green\"}]},\"minItems\":1,\"default\":[\"g\"]},"
             "\"e\":{\"type\":\"array\",\"items\":{\"type\":\"string\",\"enum\":[\"u\"]},"
             "\"default\":[]},"
             "\"n\":{\"type\":\"number\",\"default\":1.50},"
             "\"b\":{\"type\":\"boolean\",\"default\":true},"
             "\"c\":{\"type\":\"boolean\"},\"d\":{\"type\":\"string\"},"
             "\"f\":{\"type\":\"array\",\"items\":{\"type\":\"string\",\"enum\":[\"u\"]}}", ""));
  wait_review (&asked);
  gh_elicitation_request_accept (asked.request);
  assert_answer (f, &asked, "{\"action\":\"accept\",\"content\":{\"a\":\"x\",\"p\":\"hi\","
                            "\"m\":[\"g\"],\"e\":[],\"n\":1.50,\"b\":true}}");
}

static void
test_no (Fixture       *f,
         gconstpointer  data)
{
  Asked asked[4] = { { NULL, }, };
  g_autoptr(GError) error = NULL;

  for (guint i = 0; i < 4; i++)
    ask (f, &asked[i], FORM (SEAT, ""));
  wait_review (&asked[0]);
  gh_elicitation_request_decline (asked[0].request);
  assert_answer (f, &asked[0], "{\"action\":\"decline\"}");
  wait_review (&asked[1]);
  gh_request_dismiss (GH_REQUEST (asked[1].request));
  assert_answer (f, &asked[1], "{\"action\":\"cancel\"}");
  wait_review (&asked[2]);
  g_cancellable_cancel (asked[2].cancellable);
  gh_test_wait (asked[2].result != NULL);
  g_assert_cmpint (gh_elicitation_request_get_state (asked[2].request), ==,
                   GH_ELICITATION_WITHDRAWN);
  g_assert_null (gh_request_broker_submit_finish (f->broker, asked[2].result, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_clear_object (&asked[2].request);
  g_clear_object (&asked[2].cancellable);
  g_clear_object (&asked[2].result);
  /* The end of the host. */
  gh_request_broker_close (f->broker);
  assert_answer (f, &asked[3], "{\"action\":\"cancel\"}");
}

static void
test_page (Fixture       *f,
           gconstpointer  data)
{
  const char *url = "https://a@xn--pple-43d.com/x?y=1";
  Asked asked = { NULL, };

  ask (f, &asked, PAGE ("https://a@xn--pple-43d.com/x?y=1"));
  wait_review (&asked);
  g_assert_cmpint (gh_elicitation_request_get_mode (asked.request), ==, GH_ELICITATION_URL);
  g_assert_null (gh_elicitation_request_get_form (asked.request));
  g_assert_cmpstr (gh_elicitation_request_get_url (asked.request), ==, url);
  g_assert_cmpstr (gh_elicitation_request_get_host (asked.request), ==, "xn--pple-43d.com");
  g_assert_cmpuint (gh_elicitation_request_get_url_flags (asked.request), ==,
                    GH_URL_PUNYCODE | GH_URL_USERINFO);
  g_assert_false (gh_elicitation_request_get_required (asked.request));
  gh_test_settle ();
  g_assert_null (gh_test_reviewer_get_opened (f->reviewer)[0]);

  gh_elicitation_request_accept (asked.request);
  gh_elicitation_request_accept (asked.request);
  assert_answer (f, &asked, "{\"action\":\"accept\"}");
  g_assert_cmpstr (gh_test_reviewer_get_opened (f->reviewer)[0], ==, url);
  g_assert_null (gh_test_reviewer_get_opened (f->reviewer)[1]);
}

/* A page that a request of ours waits for is not done when it is opened. */
static void
test_required_page (Fixture       *f,
                    gconstpointer  data)
{
  Asked asked[4] = { { NULL, }, };

  for (guint i = 0; i < 4; i++)
    {
      g_autoptr(GhMcpElicitation) elicitation = parse (PAGE ("https://example.org/"));

      elicitation->required = TRUE;
      ask_for (f, &asked[i], elicitation);
    }

  /* The person says so. */
  wait_review (&asked[0]);
  gh_elicitation_request_confirm (asked[0].request);
  g_assert_cmpint (gh_elicitation_request_get_state (asked[0].request), ==, GH_ELICITATION_REVIEW);
  gh_elicitation_request_accept (asked[0].request);
  g_assert_cmpint (gh_elicitation_request_get_state (asked[0].request), ==,
                   GH_ELICITATION_VISITING);
  gh_elicitation_request_accept (asked[0].request);
  /* It stays in front. */
  gh_request_broker_show (f->broker, GH_REQUEST (asked[1].request));
  gh_test_settle ();
  g_assert_true (gh_request_broker_get_current (f->broker) == GH_REQUEST (asked[0].request));
  gh_elicitation_request_confirm (asked[0].request);
  assert_answer (f, &asked[0], "{\"action\":\"accept\"}");

  /* The server says so: of this one, and of one that it means by the same name. */
  wait_review (&asked[1]);
  gh_elicitation_request_accept (asked[1].request);
  gh_request_broker_complete_visit (f->broker, "travel", "zzz");
  gh_request_broker_complete_visit (f->broker, "other", "e1");
  g_assert_false (gh_elicitation_request_get_completed (asked[1].request));
  gh_request_broker_complete_visit (f->broker, "travel", "e1");
  assert_answer (f, &asked[1], "{\"action\":\"accept\"}");

  wait_review (&asked[2]);
  g_assert_true (gh_elicitation_request_get_completed (asked[2].request));
  gh_elicitation_request_accept (asked[2].request);
  assert_answer (f, &asked[2], "{\"action\":\"accept\"}");

  /* Given up while the page is open. */
  wait_review (&asked[3]);
  gh_elicitation_request_decline (asked[3].request);
  assert_answer (f, &asked[3], "{\"action\":\"decline\"}");
}

/* One thing at a time, whatever its kind, in the order it came; a reviewer that knows no
 * elicitation is not given any. */
static void
test_queue (Fixture       *f,
            gconstpointer  data)
{
  g_autoptr(JsonNode) node = gh_json_read (SAMPLING, strlen (SAMPLING), NULL);
  g_autoptr(GhMcpSamplingParams) params =
    gh_mcp_sampling_params_parse (node, GH_MCP_VERSION_2025_11_25, NULL);
  GhRequestOrigin origin = { "travel", "Travel", NULL, 0 };
  g_autoptr(GAsyncResult) sampled = NULL;
  g_autoptr(GhSamplingRequest) sampling = NULL;
  Asked asked[2] = { { NULL, }, };

  ask (f, &asked[0], FORM (SEAT, ""));
  sampling = gh_request_broker_submit_sampling (f->broker, &origin, params, NULL,
                                                gh_test_store_result_cb, &sampled);
  g_object_ref (sampling);
  ask (f, &asked[1], FORM (SEAT, ""));
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (f->broker)), ==, 3);
  wait_review (&asked[0]);
  gh_test_settle ();
  g_assert_cmpint (gh_sampling_request_get_state (sampling), ==, GH_SAMPLING_QUEUED);

  gh_request_broker_show (f->broker, GH_REQUEST (sampling));
  g_assert_cmpint (gh_elicitation_request_get_state (asked[0].request), ==, GH_ELICITATION_QUEUED);
  gh_test_wait (gh_sampling_request_get_state (sampling) == GH_SAMPLING_REVIEW);
  gh_sampling_request_deny (sampling, NULL);
  gh_test_wait (sampled != NULL);
  wait_review (&asked[0]);

  /* Nobody there: it waits. */
  gh_request_broker_set_reviewer (f->broker, NULL);
  g_assert_cmpuint (gh_request_broker_get_capabilities (f->broker), ==, 0);
  g_assert_cmpint (gh_elicitation_request_get_state (asked[0].request), ==, GH_ELICITATION_QUEUED);
  gh_request_broker_set_reviewer (f->broker, GH_REVIEWER (f->reviewer));
  g_assert_cmpuint (gh_request_broker_get_capabilities (f->broker), ==, CAPABILITIES);
  wait_review (&asked[0]);
  gh_elicitation_request_decline (asked[0].request);
  wait_review (&asked[1]);
  gh_elicitation_request_decline (asked[1].request);
  assert_answer (f, &asked[0], "{\"action\":\"decline\"}");
  assert_answer (f, &asked[1], "{\"action\":\"decline\"}");
}

static void
test_bounds (Fixture       *f,
             gconstpointer  data)
{
  g_autofree char *fill = g_strnfill (1024 * 1024, 'x');
  g_autofree char *large = g_strdup_printf (
    FORM ("\"a\":{\"type\":\"string\",\"description\":\"%s\"}", ""), fill);
  g_autoptr(GhMcpElicitation) elicitation = parse (large);
  g_autoptr(GhMcpElicitation) small = parse (FORM (SEAT, ""));
  GhRequestOrigin origin = { "travel", "Travel", NULL, 0 };
  g_autoptr(GAsyncResult) refused = NULL;
  g_autoptr(GAsyncResult) over = NULL;
  g_autoptr(GError) error = NULL;

  g_assert_null (gh_request_broker_submit_elicitation (f->broker, &origin, elicitation, NULL,
                                                       gh_test_store_result_cb, &refused));
  gh_test_wait (refused != NULL);
  g_assert_null (gh_request_broker_submit_finish (f->broker, refused, &error));
  g_assert_error (error, GH_MCP_ERROR, GH_MCP_ERROR_INVALID_PARAMS);
  g_clear_error (&error);

  gh_request_broker_set_reviewer (f->broker, NULL);
  for (guint i = 0; i < GH_REQUEST_MAX_OPEN; i++)
    g_assert_nonnull (gh_request_broker_submit_elicitation (f->broker, &origin, small, NULL, NULL,
                                                            NULL));
  g_assert_null (gh_request_broker_submit_elicitation (f->broker, &origin, small, NULL,
                                                       gh_test_store_result_cb, &over));
  gh_test_wait (over != NULL);
  g_assert_null (gh_request_broker_submit_finish (f->broker, over, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_BUSY);
  gh_request_broker_close (f->broker);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (f->broker)), ==, 0);
}

static void
test_hidden (Fixture       *f,
             gconstpointer  data)
{
  static const struct
  {
    const char *json;
    gboolean    hidden;
  } cases[] = {
    { FORM (SEAT, ""), FALSE },
    { FORM ("\"a\":{\"type\":\"string\",\"title\":\"x\\u202ey\"}", ""), TRUE },
    { FORM ("\"a\":{\"type\":\"string\",\"description\":\"x\\u200by\"}", ""), TRUE },
    { FORM ("\"a\":{\"type\":\"string\",\"default\":\"x\\u200by\"}", ""), TRUE },
    { FORM ("\"a\":{\"type\":\"string\",\"enum\":[\"x\\u200by\"]}", ""), TRUE },
    { "{\"message\":\"a\\u2066b\",\"requestedSchema\":{\"type\":\"object\",\"properties\":{}}}",
      TRUE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      Asked asked = { NULL, };

      g_test_message ("%s", cases[i].json);
      ask (f, &asked, cases[i].json);
      g_assert_cmpint (gh_request_has_hidden (GH_REQUEST (asked.request)), ==, cases[i].hidden);
      gh_elicitation_request_cancel (asked.request);
      assert_answer (f, &asked, "{\"action\":\"cancel\"}");
    }
}

/* The same questions get the same answer, or the same no; pages are visited one by one. */
static void
test_alike (Fixture       *f,
            gconstpointer  data)
{
  Asked asked[4] = { 0 };
  Asked pages[2] = { 0 };
  g_autoptr(GPtrArray) like = NULL;
  g_autoptr(GPtrArray) alike_pages = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (asked); i++)
    ask (f, &asked[i], FORM (SEAT, "\"seat\""));
  for (guint i = 0; i < G_N_ELEMENTS (pages); i++)
    ask (f, &pages[i], PAGE ("https://pay.example.com/"));
  wait_review (&asked[0]);
  like = gh_request_broker_dup_like (f->broker, GH_REQUEST (asked[0].request));
  g_assert_cmpuint (like->len, ==, 3);
  gh_form_field_set_selected (gh_form_get_field (gh_elicitation_request_get_form (asked[0].request),
                                               "seat"), 1);
  gh_elicitation_request_accept (asked[0].request);
  gh_request_follow (like->pdata[0], GH_REQUEST (asked[0].request));
  assert_answer (f, &asked[0], "{\"action\":\"accept\",\"content\":{\"seat\":\"b\"}}");
  assert_answer (f, &asked[1], "{\"action\":\"accept\",\"content\":{\"seat\":\"b\"}}");
  wait_review (&asked[2]);
  gh_elicitation_request_decline (asked[2].request);
  gh_request_follow (GH_REQUEST (asked[3].request), GH_REQUEST (asked[2].request));
  assert_answer (f, &asked[2], "{\"action\":\"decline\"}");
  assert_answer (f, &asked[3], "{\"action\":\"decline\"}");

  wait_review (&pages[0]);
  alike_pages = gh_request_broker_dup_like (f->broker, GH_REQUEST (pages[0].request));
  g_assert_cmpuint (alike_pages->len, ==, 0);
  gh_elicitation_request_decline (pages[0].request);
  wait_review (&pages[1]);
  gh_elicitation_request_decline (pages[1].request);
  for (guint i = 0; i < G_N_ELEMENTS (pages); i++)
    assert_answer (f, &pages[i], "{\"action\":\"decline\"}");
}

int
main (int    argc,
      char **argv)
{
  gh_test_init (&argc, &argv);
#define ADD(path, func) \
  g_test_add ("/host/elicitation/" path, Fixture, NULL, set_up, func, tear_down)
  ADD ("form", test_form);
  ADD ("defaults", test_defaults);
  ADD ("no", test_no);
  ADD ("page", test_page);
  ADD ("required-page", test_required_page);
  ADD ("queue", test_queue);
  ADD ("bounds", test_bounds);
  ADD ("alike", test_alike);
  ADD ("hidden", test_hidden);
  return g_test_run ();
}
