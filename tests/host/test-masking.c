/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * What is masked before a model sees it, with an endpoint that tells what came. */
#include "config.h"

#include <string.h>

#include "gh-json.h"
#include "gh-test-reviewer.h"
#include "gh-test-sampling.h"
#include "gh-test.h"

#define KEY "ghp_" "a8Kd0Lq3ZxW7mNp2Tv5BcY6hJ1rF9gUe4Xs8Qo3M"

#define PROMPT                                                                                     \
  "{\"messages\":[{\"role\":\"user\",\"content\":[{\"type\":\"text\",\"text\":\"Mail "             \
  "anna@example.org with " KEY ".\"}]},"                                                           \
  "{\"role\":\"assistant\",\"content\":[{\"type\":\"tool_use\",\"id\":\"u1\",\"name\":\"send\","   \
  "\"input\":{\"password\":\"letmein99\",\"to\":\"anna@example.org\"}}]},"                         \
  "{\"role\":\"user\",\"content\":[{\"type\":\"tool_result\",\"toolUseId\":\"u1\",\"content\":["   \
  "{\"type\":\"text\",\"text\":\"letmein99 was wrong\"},"                                          \
  "{\"type\":\"resource\",\"resource\":{\"uri\":\"x://a?token=abcd1234&b\",\"text\":\"r\"}}]}]}]," \
  "\"systemPrompt\":\"You write for bob@example.org\",\"maxTokens\":100,"                          \
  "\"tools\":[{\"name\":\"send\",\"description\":\"Sends as carl@example.org\","                   \
  "\"inputSchema\":{\"type\":\"object\",\"properties\":{\"password\":{\"type\":\"string\"},"       \
  "\"to\":{\"type\":\"string\"}}}}],"                                                              \
  "\"metadata\":{\"from\":\"dora@example.org\"}}"

static const char * const originals[] = {
  "anna@example.org", KEY, "letmein99", "abcd1234", "bob@example.org", "carl@example.org",
  "dora@example.org",
};

typedef struct
{
  GhTestSampling *sampling;
  GhTestReviewer *reviewer;
  GhMaskingPolicy *policy;
} Fixture;

static void
set_up (Fixture       *f,
        gconstpointer  data)
{
  f->sampling = gh_test_sampling_new (1);
  gh_model_list_add_provider (f->sampling->models, "Far",
                              gh_fake_endpoint_get_url (f->sampling->endpoint), NULL,
                              GH_LANE_OWN);
  gh_test_wait (g_list_model_get_n_items (gh_model_list_list_models (f->sampling->models)) == 2);
  f->reviewer = gh_test_reviewer_new ();
  gh_request_broker_set_reviewer (f->sampling->broker, GH_REVIEWER (f->reviewer));
  f->policy = gh_request_broker_get_masking (f->sampling->broker);
}

static void
tear_down (Fixture       *f,
           gconstpointer  data)
{
  g_clear_object (&f->reviewer);
  g_clear_pointer (&f->sampling, gh_test_sampling_free);
}

static GhModel *
get_model (Fixture *f,
           GhLane   lane)
{
  GListModel *models = gh_model_list_list_models (f->sampling->models);

  for (guint i = 0; i < g_list_model_get_n_items (models); i++)
    {
      g_autoptr(GhModel) model = g_list_model_get_item (models, i);

      if (gh_model_get_lane (model) == lane)
        return model;
    }
  g_assert_not_reached ();
}

static GhSamplingPart *
get_part (GhSamplingRequest *request,
          guint              message,
          guint              part)
{
  g_autoptr(GhSamplingMessage) item =
    g_list_model_get_item (gh_sampling_request_list_messages (request), message);
  g_autoptr(GhSamplingPart) found =
    g_list_model_get_item (gh_sampling_message_list_parts (item), part);

  return found;
}

static GhMaskingSecret *
find_secret (GhSamplingRequest *request,
             const char        *original)
{
  GListModel *secrets = gh_masking_list_secrets (gh_sampling_request_get_masking (request));

  for (guint i = 0; i < g_list_model_get_n_items (secrets); i++)
    {
      g_autoptr(GhMaskingSecret) secret = g_list_model_get_item (secrets, i);

      if (strcmp (gh_masking_secret_get_original (secret), original) == 0)
        return secret;
    }
  return NULL;
}

static GhTestAsk *
ask (Fixture *f)
{
  GhTestAsk *asked = gh_test_sampling_ask (f->sampling, "travel", NULL, PROMPT);

  gh_test_wait (gh_sampling_request_get_state (asked->request) == GH_SAMPLING_REVIEW);
  return asked;
}

static char *
send (Fixture   *f,
      GhTestAsk *asked)
{
  guint n = gh_fake_endpoint_get_n_requests (f->sampling->endpoint);

  gh_sampling_request_send (asked->request);
  gh_test_wait (gh_sampling_request_get_state (asked->request) == GH_SAMPLING_RESPONSE_REVIEW);
  g_assert_cmpuint (gh_fake_endpoint_get_n_requests (f->sampling->endpoint), ==, n + 1);
  return gh_fake_endpoint_dup_request_text (f->sampling->endpoint, n);
}

static void
assert_lacks (const char *text,
              const char *what)
{
  g_assert_nonnull (text);
  g_assert_null (strstr (text, what));
}

/* Nothing of it is seen by the person, or sent to the model, wherever it stands. */
static void
test_everywhere (Fixture       *f,
                 gconstpointer  data)
{
  g_autoptr(GhTestAsk) asked = ask (f);
  GhMasking *masking = gh_sampling_request_get_masking (asked->request);
  g_autofree char *raw = gh_sampling_request_dup_raw (asked->request);
  g_autofree char *sent = NULL;

  g_assert_true (gh_masking_get_active (masking));
  g_assert_cmpstr (gh_sampling_request_get_system_prompt (asked->request), ==,
                   "You write for [[EMAIL_1]]");
  g_assert_cmpstr (gh_sampling_part_get_text (get_part (asked->request, 0, 0)), ==,
                   "Mail [[EMAIL_2]] with [[API_KEY_1]].");
  g_assert_false (gh_sampling_request_get_edited (asked->request));
  g_assert_cmpuint (gh_masking_get_n_secrets (masking), ==, 6);

  gh_fake_endpoint_push_text (f->sampling->endpoint, "Done.", GH_FAKE_NONE);
  sent = send (f, asked);
  for (guint i = 0; i < G_N_ELEMENTS (originals); i++)
    {
      assert_lacks (raw, originals[i]);
      assert_lacks (sent, originals[i]);
    }
  g_assert_nonnull (strstr (sent, "[[PASSWORD_1]] was wrong"));
  gh_sampling_request_give (asked->request);
  gh_test_wait (asked->done);
}

static void
test_list (Fixture       *f,
           gconstpointer  data)
{
  g_autoptr(GhTestAsk) asked = ask (f);
  GhMasking *masking = gh_sampling_request_get_masking (asked->request);
  GhMaskingSecret *key = find_secret (asked->request, KEY);
  GhMaskingSecret *mail = find_secret (asked->request, "anna@example.org");
  GhMaskingSecret *system = find_secret (asked->request, "bob@example.org");
  GhMaskingSecret *tool = find_secret (asked->request, "carl@example.org");
  gsize start = 0;
  gsize end;

  g_assert_cmpint (gh_masking_secret_get_kind (key), ==, GH_SHIELD_API_KEY);
  g_assert_cmpstr (gh_masking_secret_get_provider (key), ==, "GitHub");
  g_assert_cmpstr (gh_masking_secret_get_placeholder (key), ==, "[[API_KEY_1]]");
  g_assert_cmpuint (gh_masking_secret_get_uses (key), ==, 1);
  g_assert_cmpuint (gh_masking_secret_get_uses (mail), ==, 2);
  g_assert_cmpuint (gh_masking_secret_get_place (mail), ==, 0);
  g_assert_cmpuint (gh_masking_secret_get_place (system), ==, GH_MASKING_SYSTEM_PROMPT);
  g_assert_cmpuint (gh_masking_secret_get_place (tool), ==, GH_MASKING_TOOLS);
  g_assert_true (gh_masking_find (masking, "x [[API_KEY_1]] y", &start, &end) == key);
  g_assert_cmpuint (start, ==, 2);
  g_assert_cmpuint (end, ==, 15);

  /* What a person takes out is not in the list. */
  gh_sampling_part_set_text (get_part (asked->request, 0, 0), "Nothing");
  gh_sampling_request_send (asked->request);
  g_assert_null (find_secret (asked->request, KEY));
}

static void
test_show (Fixture       *f,
           gconstpointer  data)
{
  g_autoptr(GhTestAsk) asked = ask (f);
  GhSamplingPart *part = get_part (asked->request, 0, 0);
  GhMaskingSecret *key = find_secret (asked->request, KEY);
  g_autofree char *sent = NULL;

  gh_masking_secret_set_shown (key, TRUE);
  g_assert_cmpstr (gh_sampling_part_get_text (part), ==, "Mail [[EMAIL_2]] with " KEY ".");
  g_assert_false (gh_sampling_part_get_edited (part));
  g_assert_true (find_secret (asked->request, KEY) == key);
  gh_masking_secret_set_shown (key, FALSE);
  g_assert_cmpstr (gh_sampling_part_get_text (part), ==, "Mail [[EMAIL_2]] with [[API_KEY_1]].");

  /* In what a person made of it, too. */
  gh_sampling_part_set_text (part, "Only [[API_KEY_1]], please.");
  gh_masking_secret_set_shown (key, TRUE);
  g_assert_cmpstr (gh_sampling_part_get_text (part), ==, "Only " KEY ", please.");
  g_assert_true (gh_sampling_part_get_edited (part));
  gh_masking_secret_set_shown (key, FALSE);
  g_assert_cmpstr (gh_sampling_part_get_text (part), ==, "Only [[API_KEY_1]], please.");
  gh_masking_secret_set_shown (key, TRUE);
  sent = send (f, asked);
  g_assert_nonnull (strstr (sent, "Only " KEY ", please."));
  assert_lacks (sent, "letmein99");

  /* What was sent is what is shown, until it can be sent again. */
  gh_masking_secret_set_shown (key, FALSE);
  g_assert_cmpstr (gh_sampling_part_get_text (part), ==, "Only " KEY ", please.");
  gh_sampling_request_ask_again (asked->request);
  g_assert_cmpstr (gh_sampling_part_get_text (part), ==, "Only [[API_KEY_1]], please.");
}

static void
test_revert (Fixture       *f,
             gconstpointer  data)
{
  g_autoptr(GhTestAsk) asked = ask (f);
  GhSamplingPart *part = get_part (asked->request, 0, 0);

  gh_sampling_part_set_text (part, "x");
  gh_sampling_request_set_system_prompt (asked->request, "y");
  g_assert_true (gh_sampling_request_get_edited (asked->request));
  gh_sampling_request_revert (asked->request);
  g_assert_cmpstr (gh_sampling_part_get_text (part), ==, "Mail [[EMAIL_2]] with [[API_KEY_1]].");
  g_assert_cmpstr (gh_sampling_request_get_system_prompt (asked->request), ==,
                   "You write for [[EMAIL_1]]");
  g_assert_false (gh_sampling_request_get_edited (asked->request));
}

/* Not masked for a model on this computer; masked again at once for another, and in edits. */
static void
test_lanes (Fixture       *f,
            gconstpointer  data)
{
  g_autoptr(GhTestAsk) asked = NULL;
  GhSamplingPart *part;
  GhMasking *masking;
  g_autofree char *near = NULL;
  g_autofree char *far = NULL;

  gh_masking_policy_set_mask_local (f->policy, FALSE);
  asked = ask (f);
  masking = gh_sampling_request_get_masking (asked->request);
  part = get_part (asked->request, 0, 0);
  gh_sampling_request_set_model (asked->request, get_model (f, GH_LANE_LOCAL));
  g_assert_false (gh_masking_get_active (masking));
  g_assert_cmpstr (gh_sampling_part_get_text (part), ==, "Mail anna@example.org with " KEY ".");
  gh_sampling_part_set_text (part, "To anna@example.org, password=hunter2hunter");
  near = send (f, asked);
  g_assert_nonnull (strstr (near, "anna@example.org"));
  g_assert_nonnull (strstr (near, "hunter2hunter"));

  gh_sampling_request_ask_again_with (asked->request, get_model (f, GH_LANE_OWN));
  g_assert_true (gh_masking_get_active (masking));
  gh_test_wait (gh_sampling_request_get_state (asked->request) == GH_SAMPLING_RESPONSE_REVIEW);
  far = gh_fake_endpoint_dup_request_text (f->sampling->endpoint, 1);
  for (guint i = 0; i < G_N_ELEMENTS (originals); i++)
    assert_lacks (far, originals[i]);
  assert_lacks (far, "hunter2hunter");

  /* And back. */
  gh_sampling_request_ask_again (asked->request);
  gh_sampling_request_set_model (asked->request, get_model (f, GH_LANE_LOCAL));
  g_assert_cmpstr (gh_sampling_part_get_text (part), ==,
                   "To anna@example.org, password=hunter2hunter");
  gh_masking_policy_set_mask_local (f->policy, TRUE);
  g_assert_cmpstr (gh_sampling_part_get_text (part), ==, "To [[EMAIL_2]], password=[[PASSWORD_3]]");
}

/* The endpoint moved to another computer while its model was chosen: nothing leaves as it was. */
static void
test_moved (Fixture       *f,
            gconstpointer  data)
{
  g_autoptr(GhTestAsk) asked = NULL;
  GhProvider *provider;
  g_autofree char *sent = NULL;

  gh_masking_policy_set_mask_local (f->policy, FALSE);
  asked = ask (f);
  gh_sampling_request_set_model (asked->request, get_model (f, GH_LANE_LOCAL));
  g_assert_false (gh_masking_get_active (gh_sampling_request_get_masking (asked->request)));
  provider = gh_model_list_find_provider (f->sampling->models,
                                          gh_sampling_request_get_model (asked->request));
  gh_model_list_update_provider (f->sampling->models, provider, gh_provider_get_kind (provider),
                                 gh_provider_get_name (provider),
                                 gh_provider_get_base_url (provider), NULL, GH_LANE_CLOUD);
  gh_sampling_request_send (asked->request);
  gh_test_wait (gh_sampling_request_get_state (asked->request) == GH_SAMPLING_RESPONSE_REVIEW
                || gh_sampling_request_get_error (asked->request) != NULL);
  if (gh_fake_endpoint_get_n_requests (f->sampling->endpoint) > 0)
    sent = gh_fake_endpoint_dup_request_text (f->sampling->endpoint, 0);
  for (guint i = 0; sent != NULL && i < G_N_ELEMENTS (originals); i++)
    assert_lacks (sent, originals[i]);
  g_assert_true (gh_masking_get_active (gh_sampling_request_get_masking (asked->request)));
}

/* What a person writes is masked too, and shown to them before it leaves. */
static void
test_caught (Fixture       *f,
             gconstpointer  data)
{
  g_autoptr(GhTestAsk) asked = ask (f);
  GhSamplingPart *part = get_part (asked->request, 0, 0);
  GhMasking *masking = gh_sampling_request_get_masking (asked->request);
  g_autofree char *sent = NULL;

  gh_sampling_part_set_text (part, "password=hunter2hunter");
  gh_sampling_request_send (asked->request);
  g_assert_cmpint (gh_sampling_request_get_state (asked->request), ==, GH_SAMPLING_REVIEW);
  g_assert_true (gh_masking_get_caught (masking));
  g_assert_cmpstr (gh_sampling_part_get_text (part), ==, "password=[[PASSWORD_3]]");
  g_assert_nonnull (find_secret (asked->request, "hunter2hunter"));
  g_assert_cmpuint (gh_fake_endpoint_get_n_requests (f->sampling->endpoint), ==, 0);

  sent = send (f, asked);
  g_assert_false (gh_masking_get_caught (masking));
  assert_lacks (sent, "hunter2hunter");
}

static void
test_answer (Fixture       *f,
             gconstpointer  data)
{
  g_autoptr(GhTestAsk) asked = ask (f);
  g_autofree char *sent = NULL;

  gh_fake_endpoint_push_text (f->sampling->endpoint, "Sent [[API_KEY_1]] to [[EMAIL_2]], not to "
                              "[[EMAIL_99]] or [[email_2]].", GH_FAKE_NONE);
  sent = send (f, asked);
  g_assert_cmpuint (gh_sampling_request_count_placeholders (asked->request), ==, 2);
  gh_sampling_request_restore_answer (asked->request);
  g_assert_cmpuint (gh_sampling_request_count_placeholders (asked->request), ==, 0);
  g_assert_true (gh_sampling_request_get_answer_edited (asked->request));
  gh_sampling_request_give (asked->request);
  gh_test_wait (asked->done);
  g_assert_cmpstr (gh_test_ask_get_text (asked), ==,
                   "Sent " KEY " to anna@example.org, not to [[EMAIL_99]] or [[email_2]].");
}

static void
test_answer_as_it_is (Fixture       *f,
                      gconstpointer  data)
{
  g_autoptr(GhTestAsk) asked = ask (f);
  g_autofree char *sent = NULL;

  gh_fake_endpoint_push_text (f->sampling->endpoint, "Sent [[API_KEY_1]].", GH_FAKE_NONE);
  sent = send (f, asked);
  gh_sampling_request_give (asked->request);
  gh_test_wait (asked->done);
  g_assert_cmpstr (gh_test_ask_get_text (asked), ==, "Sent [[API_KEY_1]].");
}

static void
test_answer_by_itself (Fixture       *f,
                       gconstpointer  data)
{
  g_autoptr(GhTestAsk) asked = NULL;
  g_autofree char *sent = NULL;

  gh_masking_policy_set_restore_answers (f->policy, TRUE);
  asked = ask (f);
  gh_fake_endpoint_push_text (f->sampling->endpoint, "Sent [[API_KEY_1]].", GH_FAKE_NONE);
  sent = send (f, asked);
  g_assert_cmpstr (gh_sampling_request_get_answer (asked->request), ==, "Sent " KEY ".");
  gh_sampling_request_give (asked->request);
  gh_test_wait (asked->done);
}

static void
test_patterns (Fixture       *f,
               gconstpointer  data)
{
  static const char * const patterns[] = { "(", "Mail", NULL };
  static const char * const slow[] = { "(.+)+x{3}$", NULL };
  g_autoptr(GhTestAsk) asked = ask (f);
  GhSamplingPart *part = get_part (asked->request, 0, 0);

  gh_masking_policy_set_patterns (f->policy, patterns);
  g_assert_cmpstr (gh_sampling_part_get_text (part), ==,
                   "[[SECRET_1]] [[EMAIL_2]] with [[API_KEY_1]].");
  gh_masking_policy_set_patterns (f->policy, NULL);
  g_assert_cmpstr (gh_sampling_part_get_text (part), ==, "Mail [[EMAIL_2]] with [[API_KEY_1]].");
  g_assert_false (gh_masking_get_gave_up (gh_sampling_request_get_masking (asked->request)));
  gh_masking_policy_set_patterns (f->policy, slow);
  g_assert_true (gh_masking_get_gave_up (gh_sampling_request_get_masking (asked->request)));
}

/* Very many: all are masked, not all are listed. */
static void
test_many (Fixture       *f,
           gconstpointer  data)
{
  g_autoptr(GString) params = g_string_new ("{\"messages\":[{\"role\":\"user\",\"content\":{"
                                            "\"type\":\"text\",\"text\":\"");
  g_autoptr(GhTestAsk) asked = NULL;
  GhMasking *masking;

  for (guint i = 0; i < 3000; i++)
    g_string_append_printf (params, "user%u@example.org ", i);
  g_string_append (params, "\"}}],\"maxTokens\":5}");
  asked = gh_test_sampling_ask (f->sampling, "travel", NULL, params->str);
  masking = gh_sampling_request_get_masking (asked->request);
  g_assert_cmpuint (gh_masking_get_n_secrets (masking), ==, 3000);
  g_assert_cmpuint (g_list_model_get_n_items (gh_masking_list_secrets (masking)), ==, 500);
  assert_lacks (gh_sampling_part_get_text (get_part (asked->request, 0, 0)), "@");
}

int
main (int    argc,
      char **argv)
{
  gh_test_init (&argc, &argv);

#define ADD(name, func) g_test_add ("/host/masking/" name, Fixture, NULL, set_up, func, tear_down)
  ADD ("everywhere", test_everywhere);
  ADD ("list", test_list);
  ADD ("show", test_show);
  ADD ("revert", test_revert);
  ADD ("lanes", test_lanes);
  ADD ("moved", test_moved);
  ADD ("caught", test_caught);
  ADD ("answer", test_answer);
  ADD ("answer-as-it-is", test_answer_as_it_is);
  ADD ("answer-by-itself", test_answer_by_itself);
  ADD ("patterns", test_patterns);
  ADD ("many", test_many);
#undef ADD

  return g_test_run ();
}
