/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * Model endpoints: kept in models.json, asked for their models, found, chosen among. */
#include "config.h"

#include <math.h>

#include "gh-fake-endpoint.h"
#include "gh-json.h"
#include "gh-llm-error.h"
#include "gh-model-list.h"
#include "gh-model-url.h"
#include "gh-provider-private.h"
#include "gh-test.h"

typedef struct
{
  char           *path;
  GListStore     *problems;
  GhFileStore    *store;
  GhSecretStore  *secrets;
  GhModelList    *list;
  GhFakeEndpoint *endpoint;
} Fixture;

/* ports NULL: the endpoint's own; whatever else runs on this computer is left alone. */
static void
open_list (Fixture  *fixture,
           GVariant *ports)
{
  g_autoptr(GFile) file = g_file_new_for_path (fixture->path);
  guint16 port = gh_fake_endpoint_get_port (fixture->endpoint);

  if (ports == NULL)
    ports = g_variant_new_fixed_array (G_VARIANT_TYPE_UINT16, &port, 1, sizeof port);

  fixture->store = gh_file_store_new (file, 3, fixture->problems);
  fixture->list = gh_model_list_new_with_ports (fixture->store, fixture->secrets, ports);
}

static void
flush (Fixture *fixture)
{
  g_autoptr(GAsyncResult) result = NULL;
  g_autoptr(GError) error = NULL;

  gh_file_store_flush_async (fixture->store, gh_test_store_result_cb, &result);
  gh_test_wait (result != NULL);
  gh_file_store_flush_finish (fixture->store, result, &error);
  g_assert_no_error (error);
}

static void
close_list (Fixture *fixture)
{
  flush (fixture);
  g_clear_object (&fixture->list);
  g_clear_object (&fixture->store);
  gh_test_settle ();
}

static void
set_up (Fixture       *fixture,
        gconstpointer  data)
{
  g_autofree char *dir = gh_test_make_dir ();

  fixture->path = g_build_filename (dir, "models.json", NULL);
  fixture->problems = g_list_store_new (GH_TYPE_PROBLEM);
  fixture->endpoint = gh_fake_endpoint_new ();
  fixture->secrets = gh_secret_store_new ();
  open_list (fixture, NULL);
}

static void
tear_down (Fixture       *fixture,
           gconstpointer  data)
{
  close_list (fixture);
  g_clear_object (&fixture->secrets);
  g_clear_object (&fixture->endpoint);
  g_clear_object (&fixture->problems);
  g_clear_pointer (&fixture->path, g_free);
  gh_test_settle ();
}

static void
load (Fixture *fixture)
{
  g_autoptr(GAsyncResult) result = NULL;
  g_autoptr(GError) error = NULL;

  gh_model_list_load_async (fixture->list, NULL, gh_test_store_result_cb, &result);
  gh_test_wait (result != NULL);
  g_assert_true (gh_model_list_load_finish (fixture->list, result, &error));
  g_assert_no_error (error);
}

static void
write_file (Fixture    *fixture,
            const char *text)
{
  g_autoptr(GError) error = NULL;

  g_file_set_contents (fixture->path, text, -1, &error);
  g_assert_no_error (error);
}

static void
assert_file (Fixture    *fixture,
             const char *expected)
{
  g_autofree char *text = NULL;
  g_autoptr(GString) squeezed = g_string_new (NULL);

  flush (fixture);
  g_assert_true (g_file_get_contents (fixture->path, &text, NULL, NULL));
  for (const char *c = text; *c != '\0'; c++)
    {
      if (!g_ascii_isspace (*c))
        g_string_append_c (squeezed, *c);
    }
  g_assert_cmpstr (squeezed->str, ==, expected);
}

/* Ids of the models, in order. */
static char *
describe (GListModel *models)
{
  g_autoptr(GString) out = g_string_new (NULL);

  for (guint i = 0; i < g_list_model_get_n_items (models); i++)
    {
      g_autoptr(GhModel) model = g_list_model_get_item (models, i);

      g_string_append_printf (out, "%s/%s ", gh_model_get_provider_id (model),
                              gh_model_get_id (model));
    }

  return g_strdup (out->str);
}

static void
assert_models (Fixture    *fixture,
               const char *expected)
{
  g_autofree char *models = describe (gh_model_list_list_models (fixture->list));

  g_assert_cmpstr (models, ==, expected);
}

static GhProvider *
get_provider (Fixture *fixture,
              guint    index)
{
  g_autoptr(GhProvider) provider =
    g_list_model_get_item (gh_model_list_list_providers (fixture->list), index);

  g_assert_nonnull (provider);
  return provider; /* the list holds it */
}

static gboolean
is_settled (GhProvider *provider)
{
  return gh_provider_get_state (provider) == GH_PROVIDER_READY ||
         gh_provider_get_state (provider) == GH_PROVIDER_UNREACHABLE;
}

static GhProvider *
add (Fixture    *fixture,
     const char *name,
     const char *key)
{
  GhProvider *provider = gh_model_list_add_provider (
      fixture->list, name, gh_fake_endpoint_get_url (fixture->endpoint), key, GH_LANE_LOCAL);

  g_assert_cmpint (gh_provider_get_state (provider), ==, GH_PROVIDER_ASKING);
  gh_test_wait (is_settled (provider));
  return provider;
}

static void
test_empty (Fixture       *fixture,
            gconstpointer  data)
{
  const GhModelWish wish = { NULL, NULL, NAN, NAN, NAN, GH_MODEL_NEEDS_NOTHING };
  GhModelReason reason;

  load (fixture);
  assert_models (fixture, "");
  g_assert_null (gh_model_list_get_default (fixture->list));
  g_assert_null (gh_model_list_choose (fixture->list, &wish, &reason, NULL));
  g_assert_cmpint (reason, ==, GH_MODEL_REASON_NONE);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (fixture->problems)), ==, 0);
}

static void
test_add (Fixture       *fixture,
          gconstpointer  data)
{
  static const char * const ids[] = { "small", "large", NULL };
  g_autofree char *expected = NULL;
  g_autofree char *text = NULL;
  GhProvider *provider;

  load (fixture);
  gh_fake_endpoint_set_models (fixture->endpoint, ids);
  gh_fake_endpoint_set_key (fixture->endpoint, "sk-1");
  provider = add (fixture, "My Ollama", "sk-1");
  g_assert_cmpint (gh_provider_get_state (provider), ==, GH_PROVIDER_READY);
  g_assert_null (gh_provider_get_error (provider));
  g_assert_cmpstr (gh_provider_get_id (provider), ==, "my-ollama");
  assert_models (fixture, "my-ollama/small my-ollama/large ");
  add (fixture, "My Ollama", "sk-1");
  assert_models (fixture, "my-ollama/small my-ollama/large my-ollama-2/small my-ollama-2/large ");

  expected =
    g_strdup_printf ("{\"providers\":[{\"id\":\"my-ollama\",\"name\":\"MyOllama\",\"kind\":"
                     "\"openai\",\"base_url\":\"%1$s\",\"lane\":\"local\","
                     "\"key\":\"model/my-ollama/key\"},{\"id\":"
                     "\"my-ollama-2\",\"name\":\"MyOllama\",\"kind\":\"openai\",\"base_url\":"
                     "\"%1$s\",\"lane\":\"local\",\"key\":\"model/my-ollama-2/key\"}]}",
                     gh_fake_endpoint_get_url (fixture->endpoint));
  assert_file (fixture, expected);

  /* The next run finds them; the key is not in the file. */
  close_list (fixture);
  open_list (fixture, NULL);
  load (fixture);
  g_assert_true (g_file_get_contents (fixture->path, &text, NULL, NULL));
  g_assert_null (strstr (text, "sk-1"));
  gh_test_wait (is_settled (get_provider (fixture, 0)) && is_settled (get_provider (fixture, 1)));
  g_assert_cmpint (gh_provider_get_state (get_provider (fixture, 1)), ==, GH_PROVIDER_READY);
}

static void
test_update (Fixture       *fixture,
             gconstpointer  data)
{
  g_autoptr(GhFakeEndpoint) other = gh_fake_endpoint_new ();
  static const char * const ids[] = { "other", NULL };
  GhProvider *provider;
  g_autoptr(GhModel) model = NULL;

  load (fixture);
  gh_fake_endpoint_set_key (fixture->endpoint, "sk-1");
  gh_fake_endpoint_set_key (other, "sk-2");
  gh_fake_endpoint_set_models (other, ids);
  provider = add (fixture, "One", NULL);
  g_assert_false (gh_provider_has_key (provider));
  /* Without a key the secret store was not even asked. */
  g_assert_true (gh_secret_store_get_persistent (fixture->secrets));
  g_assert_cmpint (gh_provider_get_state (provider), ==, GH_PROVIDER_UNREACHABLE);
  g_assert_cmpint (gh_model_trouble_from_error (gh_provider_get_error (provider)), ==,
                   GH_MODEL_TROUBLE_UNAUTHORIZED);
  assert_models (fixture, "");

  gh_model_list_update_provider (fixture->list, provider, GH_PROVIDER_OPENAI, "One",
                                 gh_provider_get_base_url (provider), "sk-1", GH_LANE_LOCAL);
  gh_test_wait (is_settled (provider));
  assert_models (fixture, "one/fake-model ");
  g_assert_true (gh_provider_has_key (provider));
  g_assert_false (gh_secret_store_get_persistent (fixture->secrets));

  /* The key stays with the address it was given for only as long as the person says so. */
  gh_model_list_update_provider (fixture->list, provider, GH_PROVIDER_OPENAI, "Two",
                                 gh_fake_endpoint_get_url (other), "sk-2", GH_LANE_OWN);
  gh_test_wait (is_settled (provider));
  assert_models (fixture, "one/other ");
  model = g_list_model_get_item (gh_model_list_list_models (fixture->list), 0);
  g_assert_cmpstr (gh_model_get_provider_name (model), ==, "Two");
  g_assert_cmpint (gh_model_get_lane (model), ==, GH_LANE_OWN);
  g_assert_true (gh_model_list_find_provider (fixture->list, model) == provider);

  gh_model_list_update_provider (fixture->list, provider, GH_PROVIDER_OPENAI, "Two",
                                 gh_fake_endpoint_get_url (other), "", GH_LANE_OWN);
  gh_test_wait (is_settled (provider));
  g_assert_cmpint (gh_provider_get_state (provider), ==, GH_PROVIDER_UNREACHABLE);
  assert_models (fixture, "");
}

static void
test_remove (Fixture       *fixture,
             gconstpointer  data)
{
  GhProvider *first;
  GhProvider *second;
  g_autoptr(GhModel) model = NULL;
  g_autoptr(GhProvider) held = NULL;
  g_autoptr(GAsyncResult) result = NULL;

  load (fixture);
  first = add (fixture, "a", "sk-1");
  second = add (fixture, "b", NULL);
  add (fixture, "c", NULL);
  assert_models (fixture, "a/fake-model b/fake-model c/fake-model ");
  model = g_list_model_get_item (gh_model_list_list_models (fixture->list), 1);
  gh_model_list_set_default (fixture->list, model);
  g_assert_true (gh_model_list_get_default (fixture->list) == model);

  held = g_object_ref (second);
  gh_provider_refresh (held);
  gh_model_list_remove_provider (fixture->list, second);
  assert_models (fixture, "a/fake-model c/fake-model ");
  g_assert_null (gh_model_list_get_default (fixture->list));
  g_assert_null (gh_model_list_find_provider (fixture->list, model));
  g_assert_cmpint (gh_provider_get_state (held), ==, GH_PROVIDER_UNKNOWN);
  gh_test_settle ();
  assert_models (fixture, "a/fake-model c/fake-model ");
  gh_model_list_remove_provider (fixture->list, held);

  gh_model_list_remove_provider (fixture->list, first);
  gh_secret_store_lookup_async (fixture->secrets, "model/a/key", NULL, gh_test_store_result_cb,
                                &result);
  gh_test_wait (result != NULL);
  g_assert_null (gh_secret_store_lookup_finish (fixture->secrets, result, NULL));
}

static void
count_cb (GObject    *object,
          GParamSpec *pspec,
          gpointer    user_data)
{
  (*(guint *) user_data)++;
}

static void
test_default (Fixture       *fixture,
              gconstpointer  data)
{
  static const char * const ids[] = { "x", "y", NULL };
  static const char * const only_x[] = { "x", NULL };
  g_autoptr(GhModel) y = NULL;
  g_autofree char *expected = NULL;
  GhProvider *provider;
  guint n = 0;

  load (fixture);
  gh_fake_endpoint_set_models (fixture->endpoint, ids);
  provider = add (fixture, "p", NULL);
  y = g_list_model_get_item (gh_model_list_list_models (fixture->list), 1);
  g_signal_connect (fixture->list, "notify::default-model", G_CALLBACK (count_cb), &n);
  gh_model_list_set_default (fixture->list, y);
  g_assert_cmpuint (n, ==, 1);
  gh_model_list_set_default (fixture->list, y);
  g_assert_cmpuint (n, ==, 1);
  expected = g_strdup_printf (
      "{\"providers\":[{\"id\":\"p\",\"name\":\"p\",\"kind\":\"openai\",\"base_url\":"
      "\"%s\",\"lane\":\"local\"}],\"default\":{\"provider\":\"p\",\"model\":\"y\"}}",
      gh_fake_endpoint_get_url (fixture->endpoint));
  assert_file (fixture, expected);

  /* It goes with the endpoint's offer and comes back with it. */
  gh_fake_endpoint_set_models (fixture->endpoint, only_x);
  gh_provider_refresh (provider);
  gh_test_wait (is_settled (provider));
  g_assert_null (gh_model_list_get_default (fixture->list));
  gh_fake_endpoint_set_models (fixture->endpoint, ids);
  gh_provider_refresh (provider);
  gh_test_wait (is_settled (provider));
  g_assert_cmpstr (gh_model_get_id (gh_model_list_get_default (fixture->list)), ==, "y");

  close_list (fixture);
  open_list (fixture, NULL);
  load (fixture);
  g_assert_null (gh_model_list_get_default (fixture->list));
  gh_test_wait (gh_model_list_get_default (fixture->list) != NULL);
  g_assert_cmpstr (gh_model_get_id (gh_model_list_get_default (fixture->list)), ==, "y");

  gh_model_list_set_default (fixture->list, NULL);
  g_assert_null (gh_model_list_get_default (fixture->list));
}

/* Nothing is sent to who is to be believed by certificates that cannot be read. */
static void
test_ca_file (Fixture       *fixture,
              gconstpointer  data)
{
  const char *url = gh_fake_endpoint_get_url (fixture->endpoint);
  g_autofree char *expected = g_strdup_printf (
      "{\"providers\":[{\"id\":\"p\",\"name\":\"p\",\"kind\":\"openai\",\"base_url\":"
      "\"%s\",\"lane\":\"local\",\"ca_file\":\"/nowhere/ca.pem\"}]}", url);
  GhProvider *provider;

  load (fixture);
  provider = add (fixture, "p", NULL);
  g_assert_null (gh_provider_get_ca_file (provider));
  gh_model_list_set_ca_file (fixture->list, provider, "/nowhere/ca.pem");
  gh_test_wait (is_settled (provider));
  g_assert_cmpint (gh_model_trouble_from_error (gh_provider_get_error (provider)), ==,
                   GH_MODEL_TROUBLE_UNTRUSTED);
  assert_file (fixture, expected);

  close_list (fixture);
  open_list (fixture, NULL);
  load (fixture);
  provider = get_provider (fixture, 0);
  g_assert_cmpstr (gh_provider_get_ca_file (provider), ==, "/nowhere/ca.pem");
  gh_test_wait (is_settled (provider));
  gh_model_list_set_ca_file (fixture->list, provider, NULL);
  gh_test_wait (is_settled (provider));
  assert_models (fixture, "p/fake-model ");
}

/* What we do not know is kept, what we do not understand is kept and told. */
static void
test_file (Fixture       *fixture,
           gconstpointer  data)
{
  g_autofree char *text = NULL;
  g_autofree char *expected = NULL;
  const char *url = gh_fake_endpoint_get_url (fixture->endpoint);

  text = g_strdup_printf (
      "{\"future\":[1.0,1e400],\"providers\":[{\"id\":\"a\",\"base_url\":\"%s\","
      "\"prices\":{\"in\":0.10}},7,{\"id\":\"b\"},{\"id\":\"c\",\"kind\":\"oracle\","
      "\"base_url\":\"x\"},{\"id\":\"a\",\"base_url\":\"http://x.local\"},"
      "{\"id\":5,\"base_url\":\"http://x.local\"},"
      "{\"base_url\":\"https://x.local\",\"ca_file\":\"ca.pem\"},{\"base_url\":\"ftp://far\","
      "\"name\":\"F\",\"lane\":\"moon\"},{\"id\":\"g\",\"base_url\":\"http://example.com\"}],"
      "\"default\":[]}",
      url);
  write_file (fixture, text);
  load (fixture);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (fixture->problems)), ==, 6);
  g_assert_cmpuint (g_list_model_get_n_items (gh_model_list_list_providers (fixture->list)), ==, 3);
  gh_test_wait (is_settled (get_provider (fixture, 0)));
  gh_test_wait (is_settled (get_provider (fixture, 1)) && is_settled (get_provider (fixture, 2)));
  assert_models (fixture, "a/fake-model ");
  g_assert_cmpint (gh_provider_get_lane (get_provider (fixture, 0)), ==, GH_LANE_LOCAL);
  g_assert_cmpstr (gh_provider_get_name (get_provider (fixture, 0)), ==, "a");
  g_assert_cmpint (gh_provider_get_state (get_provider (fixture, 1)), ==, GH_PROVIDER_UNREACHABLE);
  for (guint i = 1; i < 3; i++)
    g_assert_cmpint (
        gh_model_trouble_from_error (gh_provider_get_error (get_provider (fixture, i))), ==,
        GH_MODEL_TROUBLE_ADDRESS);

  gh_model_list_remove_provider (fixture->list, get_provider (fixture, 2));
  expected = g_strdup_printf (
      "{\"future\":[1.0,1e400],\"providers\":[{\"id\":\"a\",\"base_url\":\"%s\","
      "\"prices\":{\"in\":0.10},\"name\":\"a\",\"kind\":\"openai\",\"lane\":\"local\"},"
      "7,{\"id\":\"b\"},{\"id\":\"c\",\"kind\":\"oracle\",\"base_url\":\"x\"},"
      "{\"id\":\"a\",\"base_url\":\"http://x.local\"},"
      "{\"id\":5,\"base_url\":\"http://x.local\"},"
      "{\"base_url\":\"https://x.local\",\"ca_file\":\"ca.pem\"},{\"base_url\":\"ftp://far\","
      "\"name\":\"F\",\"lane\":\"cloud\",\"id\":\"f\",\"kind\":\"openai\"}]}",
      url);
  assert_file (fixture, expected);
}

static void
test_file_damaged (Fixture       *fixture,
                   gconstpointer  data)
{
  static const char *const texts[] = {
    "{\"providers\":{}}",
    "{\"providers\":[[[]]]}",
    "{\"providers\":null,\"default\":{\"provider\":1}}",
    "{",
  };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      write_file (fixture, texts[i]);
      load (fixture);
      assert_models (fixture, "");
      g_assert_cmpuint (g_list_model_get_n_items (gh_model_list_list_providers (fixture->list)), ==,
                        0);
    }
}

/* What is in the file is not lost to something that was quicker than its reading. */
static void
test_add_before_load (Fixture       *fixture,
                      gconstpointer  data)
{
  static const char text[] = "{\"providers\":[{\"id\":\"a\",\"base_url\":\"http://a.local\"}]}";

  write_file (fixture, text);
  gh_model_list_add_provider (fixture->list, "b", "http://b.local", NULL, GH_LANE_OWN);
  assert_file (fixture, text);
  load (fixture);
  g_assert_cmpstr (gh_provider_get_id (get_provider (fixture, 0)), ==, "a");
}

static void
test_reload (Fixture       *fixture,
             gconstpointer  data)
{
  load (fixture);
  add (fixture, "a", NULL);
  flush (fixture);
  load (fixture);
  g_assert_cmpuint (g_list_model_get_n_items (gh_model_list_list_providers (fixture->list)), ==, 1);
  gh_test_wait (is_settled (get_provider (fixture, 0)));
  assert_models (fixture, "a/fake-model ");
}

/* models.json changed by hand: the endpoints are what it says now, and it is not written again. */
static void
test_changed_by_hand (Fixture       *fixture,
                      gconstpointer  data)
{
  const char *base_url = gh_fake_endpoint_get_url (fixture->endpoint);
  g_autofree char *text = g_strdup_printf (
    "{\"providers\":[{\"id\":\"b\",\"base_url\":\"%s\"},{\"id\":\"a\",\"name\":\"Mine\","
    "\"base_url\":\"%s\"}],\"default\":{\"provider\":\"b\",\"model\":\"fake-model\"}}",
    base_url, base_url);

  load (fixture);
  add (fixture, "a", NULL);
  flush (fixture);
  write_file (fixture, text);
  gh_test_wait (g_list_model_get_n_items (gh_model_list_list_providers (fixture->list)) == 2);
  g_assert_cmpstr (gh_provider_get_name (get_provider (fixture, 1)), ==, "Mine");
  gh_test_wait (is_settled (get_provider (fixture, 0)) && is_settled (get_provider (fixture, 1)));
  assert_models (fixture, "b/fake-model a/fake-model ");
  g_assert_cmpstr (gh_model_get_provider_id (gh_model_list_get_default (fixture->list)), ==, "b");
  assert_file (fixture, text);

  write_file (fixture, "{}");
  gh_test_wait (g_list_model_get_n_items (gh_model_list_list_providers (fixture->list)) == 0);
  assert_models (fixture, "");
  g_assert_null (gh_model_list_get_default (fixture->list));
}

static void
assert_choice (Fixture       *fixture,
               const char    *hints,
               const char    *expected,
               GhModelReason  expected_reason,
               guint          expected_hint)
{
  g_auto(GStrv) strv = g_strsplit (hints, " ", -1);
  GhModelReason reason;
  guint hint = 99;
  GhModelWish wish = { NULL, (const char * const *) strv, NAN, NAN, NAN, GH_MODEL_NEEDS_NOTHING };
  g_autoptr(GhModel) model = gh_model_list_choose (fixture->list, &wish, &reason, &hint);

  g_assert_cmpstr (model != NULL ? gh_model_get_id (model) : NULL, ==, expected);
  g_assert_cmpint (reason, ==, expected_reason);
  if (reason == GH_MODEL_REASON_HINT)
    g_assert_cmpuint (hint, ==, expected_hint);
}

static void
test_choose (Fixture       *fixture,
             gconstpointer  data)
{
  static const char * const ids[] = {
    "gpt-4-turbo", "gpt-4", "Llama-3.2:3b", "claude-sonnet-4", "mistral", NULL
  };
  static const char * const one[] = { "only", NULL };
  g_autoptr(GhModel) mistral = NULL;
  GhProvider *provider;

  load (fixture);
  gh_fake_endpoint_set_models (fixture->endpoint, ids);
  provider = add (fixture, "p", NULL);

  assert_choice (fixture, "", "gpt-4-turbo", GH_MODEL_REASON_FIRST, 0);
  assert_choice (fixture, "claude-sonnet claude", "claude-sonnet-4", GH_MODEL_REASON_HINT, 0);
  assert_choice (fixture, "o3 sonnet gpt", "claude-sonnet-4", GH_MODEL_REASON_HINT, 1);
  assert_choice (fixture, "LLAMA-3.2", "Llama-3.2:3b", GH_MODEL_REASON_HINT, 0);
  assert_choice (fixture, "gpt-4", "gpt-4", GH_MODEL_REASON_HINT, 0);
  assert_choice (fixture, "gpt", "gpt-4-turbo", GH_MODEL_REASON_HINT, 0);
  assert_choice (fixture, "nothing like it", "gpt-4-turbo", GH_MODEL_REASON_FIRST, 0);

  mistral = g_list_model_get_item (gh_model_list_list_models (fixture->list), 4);
  gh_model_list_set_default (fixture->list, mistral);
  assert_choice (fixture, "", "mistral", GH_MODEL_REASON_DEFAULT, 0);
  assert_choice (fixture, "nope", "mistral", GH_MODEL_REASON_DEFAULT, 0);
  assert_choice (fixture, "gpt-4", "gpt-4", GH_MODEL_REASON_HINT, 0);
  assert_choice (fixture, "t", "mistral", GH_MODEL_REASON_HINT, 0);

  gh_fake_endpoint_set_models (fixture->endpoint, one);
  gh_provider_refresh (provider);
  gh_test_wait (is_settled (provider));
  assert_choice (fixture, "claude", "only", GH_MODEL_REASON_ONLY, 0);
  assert_choice (fixture, "on", "only", GH_MODEL_REASON_HINT, 0);
}

static void
refresh (GhProvider *provider)
{
  gh_provider_refresh (provider);
  gh_test_wait (is_settled (provider));
}

/* What is meant for this computer does not go elsewhere because a program here is not running. */
static void
test_choose_private (Fixture       *fixture,
                     gconstpointer  data)
{
  static const char * const here[] = { "llama", NULL };
  static const char * const none[] = { NULL };
  static const char * const far[] = { "gpt", "sonnet", NULL };
  g_autoptr(GhFakeEndpoint) cloud = gh_fake_endpoint_new ();
  g_autoptr(GhModel) llama = NULL;
  GhProvider *far_provider;
  GhProvider *provider;

  load (fixture);
  gh_fake_endpoint_set_models (cloud, far);
  gh_fake_endpoint_set_models (fixture->endpoint, here);
  far_provider = gh_model_list_add_provider (fixture->list, "Cloud",
                                             gh_fake_endpoint_get_url (cloud), NULL,
                                             GH_LANE_CLOUD);
  gh_test_wait (is_settled (far_provider));
  assert_choice (fixture, "", "gpt", GH_MODEL_REASON_FIRST, 0);

  /* Without a default the most private comes first. */
  provider = add (fixture, "Here", NULL);
  assert_choice (fixture, "", "llama", GH_MODEL_REASON_FIRST, 0);
  llama = g_list_model_get_item (gh_model_list_list_models (fixture->list), 2);
  gh_model_list_set_default (fixture->list, llama);
  assert_choice (fixture, "", "llama", GH_MODEL_REASON_DEFAULT, 0);

  /* Silent: still the default, also when one other model is all there is. */
  gh_fake_endpoint_set_key (fixture->endpoint, "sk-needed");
  refresh (provider);
  g_assert_null (gh_model_list_get_default (fixture->list));
  g_assert_true (gh_model_list_is_awaited (fixture->list, llama));
  assert_choice (fixture, "", "llama", GH_MODEL_REASON_DEFAULT, 0);
  assert_choice (fixture, "sonnet", "sonnet", GH_MODEL_REASON_HINT, 0);
  gh_fake_endpoint_set_models (cloud, far + 1);
  refresh (far_provider);
  assert_choice (fixture, "", "llama", GH_MODEL_REASON_DEFAULT, 0);

  /* Also right after the start. */
  close_list (fixture);
  open_list (fixture, NULL);
  load (fixture);
  assert_choice (fixture, "", "llama", GH_MODEL_REASON_DEFAULT, 0);
  gh_test_wait (is_settled (get_provider (fixture, 0)) && is_settled (get_provider (fixture, 1)));
  assert_choice (fixture, "", "llama", GH_MODEL_REASON_DEFAULT, 0);

  /* Answering without it: one as private, else none. */
  gh_fake_endpoint_set_key (fixture->endpoint, NULL);
  gh_fake_endpoint_set_models (fixture->endpoint, none);
  refresh (get_provider (fixture, 1));
  g_assert_false (gh_model_list_is_awaited (fixture->list, llama));
  assert_choice (fixture, "", NULL, GH_MODEL_REASON_NONE, 0);
  assert_choice (fixture, "son", "sonnet", GH_MODEL_REASON_HINT, 0);

  gh_model_list_set_default (fixture->list, NULL);
  assert_choice (fixture, "", "sonnet", GH_MODEL_REASON_ONLY, 0);
}

static GhModel *
choose_for (Fixture       *fixture,
            const char    *server,
            const char    *hint,
            GhModelReason *reason)
{
  const char *hints[] = { hint, NULL };
  const GhModelWish wish = { server, hints, NAN, NAN, NAN, GH_MODEL_NEEDS_NOTHING };

  return gh_model_list_choose (fixture->list, &wish, reason, NULL);
}

static void
assert_choice_for (Fixture       *fixture,
                   const char    *server,
                   const char    *hint,
                   const char    *expected,
                   GhModelReason  expected_reason)
{
  GhModelReason reason;
  g_autoptr(GhModel) model = choose_for (fixture, server, hint, &reason);

  g_assert_cmpstr (model != NULL ? gh_model_get_id (model) : NULL, ==, expected);
  g_assert_cmpint (reason, ==, expected_reason);
}

static void
count_change_cb (guint *n)
{
  (*n)++;
}

/* What the person says of one server goes before hints, is kept in the file, and binds whoever
 * decides. */
static void
test_servers (Fixture       *fixture,
              gconstpointer  data)
{
  static const char * const here[] = { "llama", "mistral", NULL };
  static const char * const far[] = { "gpt", NULL };
  g_autoptr(GhFakeEndpoint) cloud = gh_fake_endpoint_new ();
  g_autoptr(GhModel) mistral = NULL;
  g_autoptr(GhModel) gpt = NULL;
  g_autoptr(GhModel) own = NULL;
  GhProvider *provider;
  guint n_changes = 0;

  load (fixture);
  gh_fake_endpoint_set_models (fixture->endpoint, here);
  gh_fake_endpoint_set_models (cloud, far);
  add (fixture, "Here", NULL);
  provider = gh_model_list_add_provider (fixture->list, "Cloud", gh_fake_endpoint_get_url (cloud),
                                         NULL, GH_LANE_CLOUD);
  gh_test_wait (is_settled (provider));
  g_signal_connect_swapped (fixture->list, "servers-changed", G_CALLBACK (count_change_cb),
                            &n_changes);
  mistral = g_list_model_get_item (gh_model_list_list_models (fixture->list), 1);
  gpt = g_list_model_get_item (gh_model_list_list_models (fixture->list), 2);

  g_assert_null (gh_model_list_dup_server_model (fixture->list, "travel"));
  g_assert_cmpint (gh_model_list_get_server_lane (fixture->list, "travel"), ==, GH_LANE_CLOUD);
  assert_choice_for (fixture, "travel", "gpt", "gpt", GH_MODEL_REASON_HINT);
  gh_model_list_set_server_model (fixture->list, "travel", mistral);
  assert_choice_for (fixture, "travel", "gpt", "mistral", GH_MODEL_REASON_SERVER);
  assert_choice_for (fixture, "other", "gpt", "gpt", GH_MODEL_REASON_HINT);
  assert_choice_for (fixture, NULL, "gpt", "gpt", GH_MODEL_REASON_HINT);

  gh_model_list_set_server_lane (fixture->list, "other", GH_LANE_OWN);
  g_assert_cmpint (gh_model_list_get_server_lane (fixture->list, "other"), ==, GH_LANE_OWN);
  g_assert_false (gh_model_list_allows (fixture->list, "other", gpt));
  g_assert_true (gh_model_list_allows (fixture->list, "other", mistral));
  g_assert_true (gh_model_list_allows (fixture->list, "travel", gpt));
  assert_choice_for (fixture, "other", "gpt", "llama", GH_MODEL_REASON_FIRST);
  /* Its own choice is bound by it, too. */
  gh_model_list_set_server_model (fixture->list, "other", gpt);
  assert_choice_for (fixture, "other", "x", "llama", GH_MODEL_REASON_FIRST);
  g_assert_cmpuint (n_changes, ==, 3);

  /* Also after the next start, and while the endpoint is silent. */
  close_list (fixture);
  open_list (fixture, NULL);
  load (fixture);
  assert_choice_for (fixture, "travel", "gpt", "mistral", GH_MODEL_REASON_SERVER);
  gh_test_wait (is_settled (get_provider (fixture, 0)) && is_settled (get_provider (fixture, 1)));
  assert_choice_for (fixture, "travel", "gpt", "mistral", GH_MODEL_REASON_SERVER);
  own = gh_model_list_dup_server_model (fixture->list, "travel");
  g_assert_cmpstr (gh_model_get_id (own), ==, "mistral");
  g_assert_cmpint (gh_model_list_get_server_lane (fixture->list, "other"), ==, GH_LANE_OWN);

  gh_model_list_set_server_model (fixture->list, "travel", NULL);
  gh_model_list_set_server_lane (fixture->list, "other", GH_LANE_CLOUD);
  assert_choice_for (fixture, "travel", "gpt", "gpt", GH_MODEL_REASON_HINT);
  assert_choice_for (fixture, "other", "llama", "gpt", GH_MODEL_REASON_SERVER);
}

/* A file of somebody's own: exact models, unknown members, and what cannot be understood. */
static void
test_servers_file (Fixture       *fixture,
                   gconstpointer  data)
{
  static const char text[] =
    "{\"providers\": [{\"id\": \"p\", \"kind\": \"openai\", \"base_url\": \"%s\","
    " \"lane\": \"cloud\", \"prices\": {\"gpt\": {\"input\": 2.5, \"output\": 10, \"x\": 1},"
    " \"mini\": {\"input\": -1, \"output\": 1}, \"bad\": 7}}],"
    " \"servers\": {\"one\": {\"models\": [{\"provider\": \"p\", \"model\": \"gpt\"}],"
    " \"x\": 1},"
    " \"none\": {\"lanes\": []}, \"odd\": {\"lanes\": \"local\"}, \"mad\": 7}}";
  static const char * const ids[] = { "gpt", "mini", NULL };
  g_autoptr(GString) file = g_string_new (text);
  g_autoptr(GhModel) gpt = NULL;
  g_autoptr(GhModel) mini = NULL;
  g_autoptr(GhModel) priced = NULL;
  g_autofree char *written = NULL;
  double input;
  double output;

  gh_fake_endpoint_set_models (fixture->endpoint, ids);
  g_string_replace (file, "%s", gh_fake_endpoint_get_url (fixture->endpoint), 1);
  write_file (fixture, file->str);
  load (fixture);
  gh_test_wait (is_settled (get_provider (fixture, 0)));
  gpt = g_list_model_get_item (gh_model_list_list_models (fixture->list), 0);
  mini = g_list_model_get_item (gh_model_list_list_models (fixture->list), 1);

  g_assert_true (gh_model_list_allows (fixture->list, "one", gpt));
  g_assert_false (gh_model_list_allows (fixture->list, "one", mini));
  g_assert_cmpint (gh_model_list_get_server_lane (fixture->list, "one"), ==, -1);
  g_assert_false (gh_model_list_allows (fixture->list, "none", gpt));
  g_assert_cmpint (gh_model_list_get_server_lane (fixture->list, "none"), ==, -1);
  g_assert_false (gh_model_list_allows (fixture->list, "odd", gpt));
  g_assert_true (gh_model_list_allows (fixture->list, "mad", gpt));
  assert_choice_for (fixture, "none", "gpt", NULL, GH_MODEL_REASON_NONE_ALLOWED);
  assert_choice_for (fixture, "one", "mini", "gpt", GH_MODEL_REASON_FIRST);

  g_assert_true (gh_model_get_prices (gpt, &input, &output));
  g_assert_cmpfloat (input, ==, 2.5);
  g_assert_cmpfloat (output, ==, 10);
  g_assert_false (gh_model_get_prices (mini, &input, &output));

  gh_model_list_set_prices (fixture->list, mini, 0.25, 1);
  priced = g_list_model_get_item (gh_model_list_list_models (fixture->list), 1);
  g_assert_true (gh_model_get_prices (priced, &input, &output));
  g_assert_cmpfloat (input, ==, 0.25);
  gh_model_list_set_prices (fixture->list, gpt, NAN, NAN);
  flush (fixture);
  g_assert_true (g_file_get_contents (fixture->path, &written, NULL, NULL));
  g_assert_nonnull (strstr (written, "\"bad\""));
  g_assert_nonnull (strstr (written, "\"x\""));
  g_assert_nonnull (strstr (written, "0.25"));
  g_assert_null (strstr (written, "2.5,"));
}

/* Another API's endpoint, kept by its kind. */
static void
test_kinds (Fixture       *fixture,
            gconstpointer  data)
{
  GhProvider *provider;

  load (fixture);
  gh_fake_endpoint_set_api (fixture->endpoint, "/api/chat", "/api/tags", "Authorization",
                            "Bearer ");
  gh_fake_endpoint_set_models_answer (fixture->endpoint, 200, "application/json",
                                      "{\"models\":[{\"name\":\"llava\",\"capabilities\":"
                                      "[\"completion\",\"vision\"]}]}", NULL);
  provider = gh_model_list_add_provider_of_kind (
      fixture->list, GH_PROVIDER_OLLAMA, "Ollama", gh_fake_endpoint_get_url (fixture->endpoint),
      NULL, GH_LANE_LOCAL);
  gh_test_wait (is_settled (provider));
  assert_models (fixture, "ollama/llava ");

  for (guint i = 0; i < 2; i++)
    {
      g_autoptr(GhModel) model =
        g_list_model_get_item (gh_model_list_list_models (fixture->list), 0);
      double input;
      double output;

      g_assert_cmpint (gh_model_get_lacks (model, GH_MODEL_NEEDS_IMAGES | GH_MODEL_NEEDS_TOOLS), ==,
                       GH_MODEL_NEEDS_TOOLS);
      g_assert_true (gh_model_get_prices (model, &input, &output));
      g_assert_cmpfloat (input + output, ==, 0);
      g_assert_cmpint (gh_provider_get_kind (get_provider (fixture, 0)), ==, GH_PROVIDER_OLLAMA);
      if (i > 0)
        break;
      close_list (fixture);
      open_list (fixture, NULL);
      load (fixture);
      gh_test_wait (is_settled (get_provider (fixture, 0)));
    }
}

/* A default whose endpoint is not set up any more says nothing of how far a prompt may go. */
static void
test_choose_unknown_default (Fixture       *fixture,
                             gconstpointer  data)
{
  write_file (fixture,
              "{\"providers\": [], \"default\": {\"provider\": \"x\", \"model\": \"y\"}}");
  load (fixture);

  GhProvider *provider = gh_model_list_add_provider (
      fixture->list, "Cloud", gh_fake_endpoint_get_url (fixture->endpoint), NULL, GH_LANE_CLOUD);

  gh_test_wait (is_settled (provider));
  g_assert_cmpuint (g_list_model_get_n_items (gh_model_list_list_models (fixture->list)), >, 0);
  assert_choice (fixture, "", NULL, GH_MODEL_REASON_NONE, 0);
}

static void
test_check_url (void)
{
  static const struct
  {
    const char *url;
    int         lane; /* -1: unusable, -2: plain http to a far computer */
  } cases[] = {
    { "http://localhost:11434", GH_LANE_LOCAL },
    { "http://127.0.0.1:8080/v1", GH_LANE_LOCAL },
    { "http://127.8.8.8", GH_LANE_LOCAL },
    { "http://[::1]:8080", GH_LANE_LOCAL },
    { "https://box.localhost", GH_LANE_LOCAL },
    { "http://10.1.2.3", GH_LANE_OWN },
    { "http://192.168.1.5:11434/v1", GH_LANE_OWN },
    { "http://172.16.0.1", GH_LANE_OWN },
    { "http://169.254.1.1", GH_LANE_OWN },
    { "http://100.100.1.1", GH_LANE_OWN },
    { "http://[fd00::1]", GH_LANE_OWN },
    { "http://[fe80::1]", GH_LANE_OWN },
    { "http://nas.local", GH_LANE_OWN },
    { "http://NAS.Local.", GH_LANE_OWN },
    { "http://nas", GH_LANE_OWN },
    { "https://gpu.home.arpa", GH_LANE_OWN },
    { "https://api.openai.com/v1", GH_LANE_CLOUD },
    { "HTTPS://api.openai.com/v1", GH_LANE_CLOUD },
    { "https://8.8.8.8", GH_LANE_CLOUD },
    { "http://api.openai.com/v1", -2 },
    { "http://8.8.8.8", -2 },
    { "http://172.32.0.1", -2 },
    { "http://2130706433", -2 },
    { "http://localhost.evil.example", -2 },
    { "http://127.0.0.1.evil.example", -2 },
    { "https://user:password@api.example.com", -1 },
    { "ftp://127.0.0.1", -1 },
    { "file:///etc/passwd", -1 },
    { "localhost:11434", -1 },
    { "http://", -1 },
    { "http:///v1", -1 },
    { "nonsense", -1 },
    { "", -1 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr(GError) error = NULL;
      GhLane lane = GH_LANE_CLOUD;
      gboolean good = gh_model_list_check_url (cases[i].url, &lane, &error);

      g_test_message ("%s", cases[i].url);
      g_assert_cmpint (good, ==, cases[i].lane >= 0);
      if (good)
        g_assert_cmpint ((int) lane, ==, cases[i].lane);
      else if (cases[i].lane == -2)
        g_assert_error (error, G_IO_ERROR, G_IO_ERROR_PERMISSION_DENIED);
      else
        g_assert_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT);
    }

  g_assert_true (gh_model_url_equal ("http://localhost:1/v1/", "http://127.0.0.1:1"));
  g_assert_true (gh_model_url_equal ("https://A.example/v1", "https://a.example"));
  g_assert_false (gh_model_url_equal ("http://localhost:1", "http://localhost:2"));
  g_assert_false (gh_model_url_equal ("https://a.example", "https://b.example"));
  g_assert_true (gh_model_url_equal ("nonsense", "nonsense"));
}

static void
test_discover (Fixture       *fixture,
               gconstpointer  data)
{
  static const char * const none[] = { NULL };
  g_autoptr(GhFakeEndpoint) empty = gh_fake_endpoint_new ();
  g_autoptr(GhFakeEndpoint) web = gh_fake_endpoint_new ();
  const guint16 ports[] = {
    gh_fake_endpoint_get_port (fixture->endpoint), gh_fake_endpoint_get_port (empty),
    gh_fake_endpoint_get_port (web), 1,
  };
  GListModel *found;
  g_autoptr(GhProvider) provider = NULL;

  gh_fake_endpoint_set_models (empty, none);
  gh_fake_endpoint_set_models_answer (web, 200, "text/html", "<html>", NULL);
  close_list (fixture);
  open_list (fixture,
             g_variant_new_fixed_array (G_VARIANT_TYPE_UINT16, ports, G_N_ELEMENTS (ports), 2));
  load (fixture);
  found = gh_model_list_list_found (fixture->list);
  gh_test_settle ();
  g_assert_cmpuint (gh_fake_endpoint_get_n_listings (fixture->endpoint), ==, 0);

  gh_model_list_discover (fixture->list);
  gh_model_list_discover (fixture->list);
  gh_test_wait (g_list_model_get_n_items (found) == 1 &&
                gh_fake_endpoint_get_n_listings (empty) == 1 &&
                gh_fake_endpoint_get_n_listings (web) == 1);
  g_assert_cmpuint (gh_fake_endpoint_get_n_listings (fixture->endpoint), ==, 1);
  g_assert_null (gh_fake_endpoint_get_header (fixture->endpoint, "Authorization"));
  provider = g_list_model_get_item (found, 0);
  g_assert_cmpint (gh_provider_get_state (provider), ==, GH_PROVIDER_READY);
  g_assert_cmpint (gh_provider_get_lane (provider), ==, GH_LANE_LOCAL);
  assert_models (fixture, "");

  /* Taken over, it is found no more. */
  g_clear_object (&provider);
  provider = g_list_model_get_item (found, 0);
  gh_model_list_add_provider (fixture->list, gh_provider_get_name (provider),
                              gh_provider_get_base_url (provider), NULL, GH_LANE_LOCAL);
  g_assert_cmpuint (g_list_model_get_n_items (found), ==, 0);
  gh_test_wait (is_settled (get_provider (fixture, 0)));
  gh_test_settle ();
  gh_model_list_discover (fixture->list);
  gh_test_wait (gh_fake_endpoint_get_n_listings (empty) == 2 &&
                gh_fake_endpoint_get_n_listings (web) == 2);
  gh_test_settle ();
  g_assert_cmpuint (g_list_model_get_n_items (found), ==, 0);
}

/* Closed while everything is under way. */
static void
test_close_while_asking (Fixture       *fixture,
                         gconstpointer  data)
{
  load (fixture);
  gh_model_list_add_provider (fixture->list, "a", gh_fake_endpoint_get_url (fixture->endpoint), "k",
                              GH_LANE_LOCAL);
  gh_model_list_discover (fixture->list);
  close_list (fixture);
  open_list (fixture, NULL);
}

static void
test_stream (Fixture       *fixture,
             gconstpointer  data)
{
  g_autoptr(GAsyncResult) result = NULL;
  g_autoptr(GAsyncResult) refused = NULL;
  g_autoptr(GAsyncResult) cancelled = NULL;
  g_autoptr(GhLlmStream) stream = NULL;
  g_autoptr(GCancellable) cancellable = g_cancellable_new ();
  g_autoptr(GError) error = NULL;
  GhProvider *provider;
  GhProvider *far;

  load (fixture);
  gh_fake_endpoint_set_key (fixture->endpoint, "sk-1");
  provider = add (fixture, "a", "sk-1");
  gh_provider_stream_async (provider, gh_llm_request_new ("fake-model"), NULL,
                            gh_test_store_result_cb, &result);
  gh_test_wait (result != NULL);
  stream = gh_provider_stream_finish (provider, result, &error);
  g_assert_no_error (error);
  g_assert_nonnull (stream);
  g_assert_cmpstr (gh_fake_endpoint_get_header (fixture->endpoint, "Authorization"), ==,
                   "Bearer sk-1");

  /* An address that would show the prompt to the network is not used, however it came here. */
  far = gh_model_list_add_provider (fixture->list, "far", "http://192.0.2.1", "sk-2",
                                    GH_LANE_CLOUD);
  gh_provider_stream_async (far, gh_llm_request_new ("m"), NULL, gh_test_store_result_cb, &refused);
  gh_test_wait (refused != NULL);
  g_assert_null (gh_provider_stream_finish (far, refused, &error));
  g_assert_cmpint (gh_model_trouble_from_error (error), ==, GH_MODEL_TROUBLE_ADDRESS);
  g_clear_error (&error);

  gh_fake_endpoint_push_raw (fixture->endpoint, 200, NULL, "", -1, GH_FAKE_MUTE);
  gh_provider_stream_async (provider, gh_llm_request_new ("m"), cancellable,
                            gh_test_store_result_cb, &cancelled);
  gh_test_wait (gh_fake_endpoint_get_n_requests (fixture->endpoint) == 2);
  g_cancellable_cancel (cancellable);
  gh_test_wait (cancelled != NULL);
  g_assert_null (gh_provider_stream_finish (provider, cancelled, &error));
  g_assert_cmpint (gh_model_trouble_from_error (error), ==, GH_MODEL_TROUBLE_CANCELLED);
  gh_test_wait (gh_fake_endpoint_get_n_disconnects (fixture->endpoint) == 1);
}

static void
test_trouble (void)
{
  static const struct
  {
    GhLlmError     code;
    GhModelTrouble trouble;
  } cases[] = {
    { GH_LLM_ERROR_UNREACHABLE, GH_MODEL_TROUBLE_UNREACHABLE },
    { GH_LLM_ERROR_UNTRUSTED, GH_MODEL_TROUBLE_UNTRUSTED },
    { GH_LLM_ERROR_UNAUTHORIZED, GH_MODEL_TROUBLE_UNAUTHORIZED },
    { GH_LLM_ERROR_NOT_FOUND, GH_MODEL_TROUBLE_NOT_FOUND },
    { GH_LLM_ERROR_RATE_LIMITED, GH_MODEL_TROUBLE_RATE_LIMITED },
    { GH_LLM_ERROR_REFUSED, GH_MODEL_TROUBLE_REFUSED },
    { GH_LLM_ERROR_SERVER, GH_MODEL_TROUBLE_SERVER },
    { GH_LLM_ERROR_PROTOCOL, GH_MODEL_TROUBLE_PROTOCOL },
    { GH_LLM_ERROR_UNSUPPORTED, GH_MODEL_TROUBLE_UNSUPPORTED },
    { GH_LLM_ERROR_BROKEN, GH_MODEL_TROUBLE_OTHER },
    { GH_LLM_ERROR_TIMED_OUT, GH_MODEL_TROUBLE_TIMED_OUT },
  };
  g_autoptr(GError) other = g_error_new (G_FILE_ERROR, 0, "other");

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr(GError) error = g_error_new (GH_LLM_ERROR, cases[i].code, "x");

      g_assert_cmpint (gh_model_trouble_from_error (error), ==, cases[i].trouble);
    }
  g_assert_cmpint (gh_model_trouble_from_error (NULL), ==, GH_MODEL_TROUBLE_NONE);
  g_assert_cmpint (gh_model_trouble_from_error (other), ==, GH_MODEL_TROUBLE_OTHER);
}

static void
add_test (const char *path,
          void      (*test) (Fixture *, gconstpointer))
{
  g_test_add (path, Fixture, NULL, set_up, test, tear_down);
}

int
main (int   argc,
      char *argv[])
{
  /* Nobody's own keyring. */
  g_setenv ("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nonexistent/bus", TRUE);
  gh_test_init (&argc, &argv);

  add_test ("/host/model-list/empty", test_empty);
  add_test ("/host/model-list/add", test_add);
  add_test ("/host/model-list/update", test_update);
  add_test ("/host/model-list/remove", test_remove);
  add_test ("/host/model-list/default", test_default);
  add_test ("/host/model-list/ca-file", test_ca_file);
  add_test ("/host/model-list/file", test_file);
  add_test ("/host/model-list/file-damaged", test_file_damaged);
  add_test ("/host/model-list/add-before-load", test_add_before_load);
  add_test ("/host/model-list/reload", test_reload);
  add_test ("/host/model-list/changed-by-hand", test_changed_by_hand);
  add_test ("/host/model-list/choose", test_choose);
  add_test ("/host/model-list/choose-private", test_choose_private);
  add_test ("/host/model-list/choose-unknown-default", test_choose_unknown_default);
  add_test ("/host/model-list/servers", test_servers);
  add_test ("/host/model-list/servers-file", test_servers_file);
  add_test ("/host/model-list/kinds", test_kinds);
  g_test_add_func ("/host/model-list/check-url", test_check_url);
  add_test ("/host/model-list/discover", test_discover);
  add_test ("/host/model-list/close-while-asking", test_close_while_asking);
  add_test ("/host/model-list/stream", test_stream);
  g_test_add_func ("/host/model-list/trouble", test_trouble);

  return gh_test_run ();
}
