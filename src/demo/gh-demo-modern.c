/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * The travel desk in the modern era (revision 2026-07-28): every request stands for itself. */
#include "config.h"

#include "gh-demo-modern.h"

#include <string.h>

#include "gh-demo-book.h"
#include "gh-demo-call.h"
#include "gh-demo-find.h"
#include "gh-demo-tools.h"
#include "gh-demo-trips.h"
#include "gh-demo-words.h"
#include "gh-json.h"
#include "gh-rpc-error.h"

#define VERSION "2026-07-28"
#define META "io.modelcontextprotocol/"

#define MISSING_CAPABILITY (-32021)
#define UNSUPPORTED_VERSION (-32022)

/* Of what hosts may keep for a while: it changes with the program alone. */
#define TTL_MS (60 * 60 * 1000)

/* What is wanted of the host, by key. */
#define FOLDERS "folders"
#define MODEL "model"
#define DETAILS "details"
#define PAYMENT "payment"

/* One request, as far as its metadata was understood. */
typedef struct
{
  GhRpcPeer *peer;
  GhRpcIncoming *incoming;
  JsonObject *params;
  JsonObject *capabilities; /* of the host */
  guint level;              /* of what it wants to read in the log; NO_LEVEL for nothing */
} Request;

static void
log_for (Request    *request,
         const char *level,
         const char *text)
{
  /* Only a request that asks for it gets log messages. */
  if (request->level != GH_DEMO_NO_LEVEL && gh_demo_words_get_level (level) >= request->level)
    gh_demo_words_log (request->peer, level, text);
}

static void
fail_version (GhRpcIncoming *incoming,
              const char    *requested)
{
  JsonObject *data = json_object_new ();
  JsonArray *supported = json_array_new ();
  g_autoptr(JsonNode) node = NULL;

  json_array_add_element (supported, gh_json_node_new_string (VERSION));
  json_object_set_member (data, "supported", gh_json_node_new_array (supported));
  json_object_set_member (data, "requested", gh_json_node_new_string (requested));
  node = gh_json_node_new_object (data);
  gh_rpc_incoming_fail (incoming, UNSUPPORTED_VERSION, "Unsupported protocol version", node);
}

/* FALSE when the request was answered with what is wrong. */
static gboolean
read_metadata (Request *request)
{
  JsonNode *node = gh_rpc_incoming_get_params (request->incoming);
  JsonObject *meta;
  JsonNode *version;
  const char *level;

  request->params = node != NULL ? gh_json_node_get_object (node) : NULL;
  meta = request->params != NULL ? gh_json_get_object (request->params, "_meta") : NULL;
  version = meta != NULL ? gh_json_get (meta, META "protocolVersion") : NULL;
  request->capabilities = meta != NULL ? gh_json_get_object (meta, META "clientCapabilities")
                                       : NULL;
  if (version == NULL || !gh_json_node_is_string (version))
    gh_rpc_incoming_fail (request->incoming, GH_RPC_INVALID_PARAMS,
                          "_meta: " META "protocolVersion must be a string", NULL);
  else if (g_strcmp0 (gh_json_node_get_string (version), VERSION) != 0)
    {
      g_autofree char *text = gh_json_node_dup_text (version);

      fail_version (request->incoming, text);
    }
  else if (request->capabilities == NULL)
    gh_rpc_incoming_fail (request->incoming, GH_RPC_INVALID_PARAMS,
                          "_meta: " META "clientCapabilities must be an object", NULL);
  else
    {
      level = gh_json_get_string (meta, META "logLevel");
      request->level = gh_demo_words_get_level (level);
      if (level == NULL || request->level != GH_DEMO_NO_LEVEL)
        return TRUE;
      gh_rpc_incoming_fail (request->incoming, GH_RPC_INVALID_PARAMS,
                            "_meta: " META "logLevel must be one of the eight", NULL);
    }
  return FALSE;
}

static void
make_cacheable (JsonObject *result)
{
  json_object_set_member (result, "resultType", gh_json_node_new_string ("complete"));
  json_object_set_member (result, "ttlMs", gh_json_node_new_int (TTL_MS));
  json_object_set_member (result, "cacheScope", gh_json_node_new_string ("public"));
}

static void
discover (Request *request)
{
  JsonObject *result = json_object_new ();
  JsonObject *capabilities = json_object_new ();
  JsonObject *meta = json_object_new ();
  JsonArray *versions = json_array_new ();
  g_autoptr(JsonNode) node = NULL;

  json_array_add_element (versions, gh_json_node_new_string (VERSION));
  json_object_set_member (capabilities, "tools", gh_json_node_new_object (json_object_new ()));
  json_object_set_member (capabilities, "logging", gh_json_node_new_object (json_object_new ()));
  json_object_set_member (meta, META "serverInfo", gh_demo_words_build_info (VERSION));
  json_object_set_member (result, "supportedVersions", gh_json_node_new_array (versions));
  json_object_set_member (result, "capabilities", gh_json_node_new_object (capabilities));
  json_object_set_member (result, "instructions",
                          gh_json_node_new_string (GH_DEMO_INSTRUCTIONS));
  json_object_set_member (result, "_meta", gh_json_node_new_object (meta));
  make_cacheable (result);
  node = gh_json_node_new_object (result);
  gh_rpc_incoming_answer (request->incoming, node);
}

static void
list_tools (Request *request)
{
  g_autoptr(JsonNode) tools = gh_demo_tools_build (VERSION);

  make_cacheable (gh_json_node_get_object (tools));
  gh_rpc_incoming_answer (request->incoming, tools);
}

/* FALSE when the host did not declare it and was told so. */
static gboolean
require_capability (Request    *request,
                    const char *name)
{
  JsonObject *needed, *data;
  g_autoptr(JsonNode) node = NULL;

  if (gh_json_get_object (request->capabilities, name) != NULL)
    return TRUE;
  needed = json_object_new ();
  json_object_set_member (needed, name, gh_json_node_new_object (json_object_new ()));
  data = json_object_new ();
  json_object_set_member (data, "requiredCapabilities", gh_json_node_new_object (needed));
  node = gh_json_node_new_object (data);
  gh_rpc_incoming_fail (request->incoming, MISSING_CAPABILITY,
                        "Missing required client capability", node);
  return FALSE;
}

/* What was asked for must be what is answered: a host that mixes up its calls is told. */
static char *
dup_state (Request    *request,
           const char *name)
{
  JsonNode *arguments = gh_json_get (request->params, "arguments");
  g_autofree char *text = arguments != NULL ? gh_json_write (arguments, NULL) : g_strdup ("");
  g_autofree char *whole = g_strconcat (name, " ", text, NULL);

  return g_compute_checksum_for_string (G_CHECKSUM_SHA256, whole, -1);
}

/* The host's answer to what was wanted. NULL when there is none yet. */
static JsonObject *
get_response (Request    *request,
              const char *key)
{
  JsonObject *responses = gh_json_get_object (request->params, "inputResponses");

  return responses != NULL ? gh_json_get_object (responses, key) : NULL;
}

static void
find_best_flight (Request    *request,
                  GhDemoCall *take_call,
                  const char *state)
{
  JsonObject *chosen = get_response (request, MODEL);
  g_autoptr(GError) error = NULL;
  const char *trip;
  g_autoptr(JsonNode) question = gh_demo_find_build (take_call, &trip, &error);

  if (question == NULL)
    gh_demo_call_fail (take_call, error->message);
  else if (chosen != NULL)
    gh_demo_find_present (take_call, trip, chosen);
  else
    gh_demo_call_want (take_call, MODEL, "sampling/createMessage", question, state);
}

/* The details, once they were entered, travel in the state: nothing is remembered here. NULL when
 * there are none in it. */
static JsonNode *
read_details (Request    *request,
              const char *state)
{
  const char *given = gh_json_get_string (request->params, "requestState");
  JsonNode *node;

  if (given == NULL || strlen (given) <= strlen (state))
    return NULL;
  node = gh_json_read (given + strlen (state), strlen (given) - strlen (state), NULL);
  if (node != NULL && gh_json_node_get_object (node) == NULL)
    g_clear_pointer (&node, json_node_unref);
  return node;
}

static void
ask_payment (Request    *request,
             GhDemoCall *take_call,
             JsonObject *details,
             const char *state)
{
  g_autoptr(JsonNode) node = gh_json_node_new_object (json_object_ref (details));
  g_autofree char *text = gh_json_write (node, NULL);
  g_autofree char *whole = g_strconcat (state, text, NULL);
  g_autoptr(JsonNode) question = gh_demo_book_build_payment (NULL);

  gh_demo_call_want (take_call, PAYMENT, "elicitation/create", question, whole);
}

static void
book_trip (Request    *request,
           GhDemoCall *take_call,
           const char *state)
{
  JsonObject *form = get_response (request, DETAILS);
  JsonObject *payment = get_response (request, PAYMENT);
  g_autoptr(JsonNode) details = read_details (request, state);
  g_autoptr(GError) error = NULL;
  g_autoptr(JsonNode) question = gh_demo_book_build_form (take_call, &error);
  gboolean has_form, has_url;

  gh_demo_words_read_elicitation (request->capabilities, &has_form, &has_url);
  if (question == NULL)
    gh_demo_call_fail (take_call, error->message);
  else if (payment != NULL && details != NULL && gh_demo_book_is_accepted (payment))
    gh_demo_book_confirm (take_call, gh_json_node_get_object (details));
  else if (form == NULL && payment == NULL)
    gh_demo_call_want (take_call, DETAILS, "elicitation/create", question, state);
  else if (form == NULL || gh_demo_book_get_accepted (form) == NULL)
    gh_demo_book_give_up (take_call);
  else if (has_url)
    ask_payment (request, take_call, gh_demo_book_get_accepted (form), state);
  else
    gh_demo_book_confirm (take_call, gh_demo_book_get_accepted (form));
}

static void
run_trip_tool (Request    *request,
               const char *name,
               GhDemoCall *take_call,
               const char *state)
{
  JsonObject *answer = get_response (request, FOLDERS);
  JsonArray *array = answer != NULL ? gh_json_get_array (answer, "roots") : NULL;
  g_autoptr(GhDemoRoots) roots = gh_demo_roots_new ();
  g_autofree char *list = NULL;
  g_autofree char *text = NULL;

  if (array == NULL)
    {
      gh_demo_call_want (take_call, FOLDERS, "roots/list", NULL, state);
      return;
    }
  gh_demo_roots_set (roots, array);
  list = gh_demo_roots_list (roots);
  text = g_strdup_printf ("Folders open to the travel desk: %s", *list != '\0' ? list : "none");
  log_for (request, "info", text);
  gh_demo_trips_run (name, roots, take_call);
}

static const char *
get_needed_capability (const char *tool)
{
  if (strcmp (tool, GH_DEMO_FIND_BEST_FLIGHT) == 0)
    return "sampling";
  if (strcmp (tool, GH_DEMO_BOOK_TRIP) == 0)
    return "elicitation";
  return gh_demo_trips_has (tool) ? "roots" : NULL;
}

static gboolean
is_state_good (Request    *request,
               const char *state)
{
  const char *given = gh_json_get_string (request->params, "requestState");

  return gh_json_get_object (request->params, "inputResponses") == NULL
         || (given != NULL && g_str_has_prefix (given, state));
}

static void
call_tool (Request *request)
{
  const char *name = gh_json_get_string (request->params, "name");
  const char *needed = name != NULL ? get_needed_capability (name) : NULL;
  g_autofree char *state = NULL;
  g_autofree char *text = NULL;
  GhDemoCall *call;

  if (needed == NULL)
    {
      gh_rpc_incoming_fail (request->incoming, GH_RPC_INVALID_PARAMS, "name: there is no such tool",
                            NULL);
      return;
    }
  state = dup_state (request, name);
  if (!is_state_good (request, state))
    {
      gh_rpc_incoming_fail (request->incoming, GH_RPC_INVALID_PARAMS,
                            "requestState: it belongs to another request", NULL);
      return;
    }
  if (!require_capability (request, needed))
    return;
  text = g_strdup_printf ("Called: %s", name);
  log_for (request, "debug", text);
  call = gh_demo_call_new (request->peer, request->incoming);
  gh_demo_call_set_typed (call, TRUE);
  if (strcmp (name, GH_DEMO_FIND_BEST_FLIGHT) == 0)
    find_best_flight (request, call, state);
  else if (strcmp (name, GH_DEMO_BOOK_TRIP) == 0)
    book_trip (request, call, state);
  else
    run_trip_tool (request, name, call, state);
}

void
gh_demo_modern_serve (GhRpcPeer     *peer,
                      GhRpcIncoming *incoming)
{
  const char *method = gh_rpc_incoming_get_method (incoming);
  Request request = { .peer = peer, .incoming = incoming };

  /* A host of the legacy era learns at least which revision would do. */
  if (strcmp (method, "initialize") == 0)
    fail_version (incoming, "one that begins with initialize");
  else if (!read_metadata (&request))
    return;
  else if (strcmp (method, "server/discover") == 0)
    discover (&request);
  else if (strcmp (method, "tools/list") == 0)
    list_tools (&request);
  else if (strcmp (method, "tools/call") == 0)
    call_tool (&request);
  else
    gh_rpc_incoming_fail (incoming, GH_RPC_METHOD_NOT_FOUND, "Method not found", NULL);
}
