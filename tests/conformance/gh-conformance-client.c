/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * The client that the official conformance suite drives (requirements 11): the real host, which
 * connects to the address given last and then does what the scenario wants of a person.
 *
 *   MCP_CONFORMANCE_SCENARIO           which one
 *   MCP_CONFORMANCE_PROTOCOL_VERSION   the revision to speak
 *   MCP_CONFORMANCE_CONTEXT            JSON with what some scenarios need
 *
 * Exits 0 when it got that far. Only here the person agrees to everything. */
#include "config.h"

#include <string.h>

#include "gh-host.h"
#include "gh-json.h"
#include "gh-prompt.h"
#include "gh-resource.h"
#include "gh-test.h"

/* The suite waits 30 seconds, for a shell that does not pass its signal on. */
#define DEADLINE_S 20

/* --- a person who agrees to everything --- */

#define GH_TYPE_AGREEABLE (gh_agreeable_get_type ())
G_DECLARE_FINAL_TYPE (GhAgreeable, gh_agreeable, GH, AGREEABLE, GObject)

struct _GhAgreeable
{
  GObject parent_instance;

  GhElicitationRequest *waiting; /* owned; while hold is set */
  gboolean hold;
};

static void agreeable_init (GhReviewerInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (GhAgreeable, gh_agreeable, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (GH_TYPE_REVIEWER, agreeable_init))

static void
gh_agreeable_finalize (GObject *object)
{
  g_clear_object (&GH_AGREEABLE (object)->waiting);

  G_OBJECT_CLASS (gh_agreeable_parent_class)->finalize (object);
}

static void
gh_agreeable_class_init (GhAgreeableClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = gh_agreeable_finalize;
}

static void
gh_agreeable_init (GhAgreeable *self)
{
}

static void
review (GhReviewer        *reviewer,
        GhSamplingRequest *request)
{
  if (gh_request_get_phase (GH_REQUEST (request)) != GH_REQUEST_REVIEW)
    return;
  gh_sampling_request_answer_by_hand (request);
  gh_sampling_request_set_answer (request, "An answer");
  gh_sampling_request_give (request);
}

/* The scenario's tool asks for a confirmation that has no default. */
static void
accept_form (GhElicitationRequest *request)
{
  GhForm *form = gh_elicitation_request_get_form (request);
  GhFormField *confirmed = gh_form_get_field (form, "confirmed");

  if (confirmed != NULL)
    gh_form_field_set_active (confirmed, TRUE);
  gh_elicitation_request_accept (request);
}

static void
elicit (GhReviewer           *reviewer,
        GhElicitationRequest *request)
{
  GhAgreeable *self = GH_AGREEABLE (reviewer);

  if (self->hold)
    g_set_object (&self->waiting, request);
  else
    accept_form (request);
}

static void
agreeable_init (GhReviewerInterface *iface)
{
  iface->review = review;
  iface->elicit = elicit;
}

/* --- what a person does --- */

static GhServer *server;
static GhAgreeable *person;
static JsonObject *context; /* or NULL */

static GhToolCall *
begin_call (const char *name,
            JsonNode   *arguments)
{
  GListModel *tools = gh_server_list_tools (server);

  for (guint i = 0; i < g_list_model_get_n_items (tools); i++)
    {
      g_autoptr(GhTool) tool = g_list_model_get_item (tools, i);

      if (g_str_equal (gh_tool_get_name (tool), name))
        return gh_server_call_tool (server, tool, arguments);
    }
  g_error ("There is no tool %s", name);
}

static void
end_call (GhToolCall *call)
{
  gh_test_wait_for (gh_tool_call_get_state (call) != GH_TOOL_CALL_RUNNING, DEADLINE_S);
  if (gh_tool_call_get_state (call) != GH_TOOL_CALL_DONE)
    g_error ("%s: %s", gh_tool_get_name (gh_tool_call_get_tool (call)),
             gh_tool_call_get_error (call)->message);
}

static void
call_tool (const char *name,
           const char *json)
{
  g_autoptr(JsonNode) arguments = gh_json_read (json, strlen (json), NULL);
  g_autoptr(GhToolCall) call = begin_call (name, arguments);

  end_call (call);
}

static void
call_numbers (void)
{
  call_tool ("add_numbers", "{\"a\":5,\"b\":3}");
}

static void
call_elicitation_defaults (void)
{
  call_tool ("test_client_elicitation_defaults", "{}");
}

static void
call_reconnection (void)
{
  call_tool ("test_reconnection", "{}");
}

/* While the person decides about one call, another must know nothing of it. */
static void
call_request_state (void)
{
  g_autoptr(GhToolCall) echo = NULL;

  person->hold = TRUE;
  echo = begin_call ("test_mrtr_echo_state", NULL);
  gh_test_wait_for (person->waiting != NULL, DEADLINE_S);
  call_tool ("test_mrtr_unrelated", "{}");
  person->hold = FALSE;
  accept_form (person->waiting);
  end_call (echo);
  call_tool ("test_mrtr_no_state", "{}");
  call_tool ("test_mrtr_no_result_type", "{}");
}

static void
finish_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  *(gboolean *) user_data = TRUE;
}

/* One request of each kind that has a name in its headers. */
static void
use_everything (void)
{
  g_autoptr(GhTool) tool = g_list_model_get_item (gh_server_list_tools (server), 0);
  g_autoptr(GhResource) resource = g_list_model_get_item (gh_server_list_resources (server), 0);
  g_autoptr(GhPrompt) prompt = g_list_model_get_item (gh_server_list_prompts (server), 0);
  gboolean done = FALSE;

  if (tool != NULL)
    call_tool (gh_tool_get_name (tool), "{}");
  if (resource != NULL)
    {
      gh_server_read_resource_async (server, gh_resource_get_uri (resource), NULL, finish_cb,
                                     &done);
      gh_test_wait_for (done, DEADLINE_S);
    }
  done = FALSE;
  if (prompt != NULL)
    {
      gh_server_get_prompt_async (server, prompt, NULL, NULL, finish_cb, &done);
      gh_test_wait_for (done, DEADLINE_S);
    }
}

static void
call_custom_headers (void)
{
  JsonArray *calls = gh_json_get_array (context, "toolCalls");

  for (guint i = 0; i < json_array_get_length (calls); i++)
    {
      JsonObject *wanted = gh_json_node_get_object (json_array_get_element (calls, i));
      g_autoptr(GhToolCall) call = begin_call (gh_json_get_string (wanted, "name"),
                                               gh_json_get (wanted, "arguments"));

      end_call (call);
    }
}

static void
call_valid_tool (void)
{
  call_tool ("valid_tool", "{\"region\":\"us-west1\"}");
}

static void
call_schema_echo (void)
{
  GListModel *tools = gh_server_list_tools (server);

  for (guint i = 0; i < g_list_model_get_n_items (tools); i++)
    {
      g_autoptr(GhTool) tool = g_list_model_get_item (tools, i);
      JsonObject *arguments;
      g_autoptr(JsonNode) node = NULL;
      g_autoptr(GhToolCall) call = NULL;

      if (!g_str_equal (gh_tool_get_name (tool), "json_schema_2020_12_tool"))
        continue;
      arguments = json_object_new ();
      json_object_set_member (arguments, "schema", json_node_ref (gh_tool_get_input_schema (tool)));
      node = gh_json_node_new_object (arguments);
      call = begin_call ("json_schema_echo", node);
      end_call (call);
      return;
    }
  g_error ("There is no tool json_schema_2020_12_tool");
}

static const struct
{
  const char *scenario;
  void (*act) (void);
} scripts[] = {
  { "tools_call", call_numbers },
  { "elicitation-sep1034-client-defaults", call_elicitation_defaults },
  { "sse-retry", call_reconnection },
  { "sep-2322-client-request-state", call_request_state },
  { "http-standard-headers", use_everything },
  { "http-custom-headers", call_custom_headers },
  { "http-invalid-tool-headers", call_valid_tool },
  { "json-schema-2020-12-preservation", call_schema_echo },
};

static void
act (const char *scenario)
{
  for (gsize i = 0; i < G_N_ELEMENTS (scripts); i++)
    if (g_strcmp0 (scenario, scripts[i].scenario) == 0)
      scripts[i].act ();
}

int
main (int    argc,
      char **argv)
{
  const char *version = g_getenv ("MCP_CONFORMANCE_PROTOCOL_VERSION");
  const char *text = g_getenv ("MCP_CONFORMANCE_CONTEXT");
  g_autofree char *scenario = g_strdup (g_getenv ("MCP_CONFORMANCE_SCENARIO"));
  g_autoptr(GhServerConfig) config = NULL;
  g_autoptr(GhServerConfig) pinned = NULL;
  g_autoptr(JsonNode) node = NULL;
  g_autoptr(GhHost) host = NULL;
  g_autoptr(GError) error = NULL;
  gboolean done = FALSE;
  gboolean failed;

  if (argc < 2)
    {
      g_printerr ("The last argument is the address of a server.\n");
      return 2;
    }
  config = gh_server_config_new_for_url ("Conformance", GH_SERVER_KIND_HTTP, argv[argc - 1], NULL,
                                         FALSE, &error);
  if (config == NULL)
    g_error ("%s", error->message);
  pinned = gh_server_config_copy_with_era (config, version != NULL ? version : "auto");
  argc = 1;
  gh_test_init (&argc, &argv);
  if (text != NULL)
    node = gh_json_read (text, strlen (text), NULL);
  context = node != NULL ? gh_json_node_get_object (node) : NULL;

  host = gh_host_new (gh_test_get_home (), NULL);
  person = g_object_new (GH_TYPE_AGREEABLE, NULL);
  gh_request_broker_set_reviewer (gh_host_get_requests (host), GH_REVIEWER (person));
  gh_host_load_async (host, NULL, finish_cb, &done);
  gh_test_wait (done);
  server = gh_server_list_add (gh_host_get_servers (host), pinned, TRUE);
  gh_server_start (server);
  gh_test_wait_for (gh_server_get_state (server) == GH_SERVER_FAILED
                    || (gh_server_get_state (server) == GH_SERVER_RUNNING
                        && !gh_server_get_listing (server)), DEADLINE_S);
  failed = gh_server_get_state (server) == GH_SERVER_FAILED;
  if (failed)
    g_printerr ("%s\n", gh_server_get_error (server)->message);
  else
    act (scenario);

  done = FALSE;
  gh_host_close_async (host, finish_cb, &done);
  gh_test_wait (done);
  g_object_unref (person);
  /* There are none: it deletes the temporary home. */
  return gh_test_run () != 0 || failed;
}
