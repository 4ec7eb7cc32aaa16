/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * A broker with a stand-in for a model endpoint, and servers that ask it. */
#include "config.h"

#include "gh-test-sampling.h"

#include <string.h>

#include "gh-json.h"
#include "gh-mcp-protocol.h"
#include "gh-request-broker-private.h"
#include "gh-test.h"

GhTestSampling *
gh_test_sampling_new (guint n_models)
{
  GhTestSampling *self = g_new0 (GhTestSampling, 1);
  g_autofree char *dir = gh_test_make_dir ();
  g_autoptr(GFile) file = g_file_new_build_filename (dir, "models.json", NULL);
  g_autoptr(GListStore) problems = g_list_store_new (GH_TYPE_PROBLEM);
  g_autoptr(GhFileStore) store = gh_file_store_new (file, 0, problems);
  g_autoptr(GAsyncResult) loaded = NULL;
  g_autoptr(GStrvBuilder) ids = g_strv_builder_new ();
  g_auto(GStrv) names = NULL;
  guint16 ports[1];

  /* Not the desktop's keyring, and none at all: keys stay in memory. */
  g_setenv ("SECRET_BACKEND", "file", TRUE);
  g_setenv ("SECRET_FILE_TEST_PATH", "/dev/null/keyring", TRUE);
  g_setenv ("SECRET_FILE_TEST_PASSWORD", "test", TRUE);
  self->secrets = gh_secret_store_new ();
  self->endpoint = gh_fake_endpoint_new ();
  /* What is looked for on this computer is the stand-in, not what else may run here. */
  ports[0] = gh_fake_endpoint_get_port (self->endpoint);
  self->models = gh_model_list_new_with_ports (store, self->secrets,
                                               g_variant_new_fixed_array (G_VARIANT_TYPE_UINT16,
                                                                          ports,
                                                                          1, sizeof (guint16)));
  gh_model_list_load_async (self->models, NULL, gh_test_store_result_cb, &loaded);
  gh_test_wait (loaded != NULL);
  g_assert_true (gh_model_list_load_finish (self->models, loaded, NULL));
  self->broker = gh_request_broker_new (self->models);
  if (n_models == 0)
    return self;

  g_strv_builder_add (ids, "fake-model");
  for (guint i = 1; i < n_models; i++)
    {
      g_autofree char *id = g_strdup_printf ("fake-model-%u", i + 1);

      g_strv_builder_add (ids, id);
    }
  names = g_strv_builder_end (ids);
  gh_fake_endpoint_set_models (self->endpoint, (const char * const *) names);
  gh_model_list_add_provider (self->models, "Ollama", gh_fake_endpoint_get_url (self->endpoint),
                              NULL, GH_LANE_LOCAL);
  gh_test_wait (g_list_model_get_n_items (gh_model_list_list_models (self->models)) == n_models);
  return self;
}

void
gh_test_sampling_free (GhTestSampling *self)
{
  gh_request_broker_close (self->broker);
  gh_test_settle ();
  g_assert_finalize_object (self->broker);
  g_object_unref (self->models);
  g_object_unref (self->secrets);
  g_object_unref (self->endpoint);
  gh_test_settle ();
  g_free (self);
}

static void
answered_cb (GObject      *source,
             GAsyncResult *result,
             gpointer      user_data)
{
  GhTestAsk *ask = user_data;

  ask->result = gh_request_broker_submit_finish (ask->test->broker, result, &ask->error);
  ask->done = TRUE;
}

GhTestAsk *
gh_test_sampling_ask (GhTestSampling *self,
                      const char     *server,
                      const char     *tool,
                      const char     *params)
{
  GhTestAsk *ask = g_new0 (GhTestAsk, 1);
  g_autoptr(GError) error = NULL;
  g_autoptr(JsonNode) node = gh_json_read (params, strlen (params), &error);
  g_autoptr(GhMcpSamplingParams) parsed = NULL;
  GhRequestOrigin origin = { server, server, tool, tool != NULL ? g_get_real_time () : 0 };
  GhSamplingRequest *request;

  g_assert_no_error (error);
  parsed = gh_mcp_sampling_params_parse (node, "2025-11-25", &error);
  g_assert_no_error (error);
  ask->test = self;
  ask->cancellable = g_cancellable_new ();
  request = gh_request_broker_submit_sampling (self->broker, &origin, parsed, ask->cancellable,
                                               answered_cb, ask);
  g_assert_nonnull (request);
  ask->request = g_object_ref (request);
  return ask;
}

void
gh_test_ask_free (GhTestAsk *ask)
{
  if (!ask->done)
    g_cancellable_cancel (ask->cancellable);
  gh_test_wait (ask->done);
  g_object_unref (ask->request);
  g_object_unref (ask->cancellable);
  g_clear_pointer (&ask->result, json_node_unref);
  g_clear_error (&ask->error);
  g_free (ask);
}

const char *
gh_test_ask_get_text (GhTestAsk *ask)
{
  JsonObject *content;

  g_assert_no_error (ask->error);
  g_assert_nonnull (ask->result);
  content = gh_json_get_object (gh_json_node_get_object (ask->result), "content");
  g_assert_nonnull (content);
  return gh_json_get_string (content, "text");
}
