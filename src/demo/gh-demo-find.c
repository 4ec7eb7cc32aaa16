/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * find_best_flight: 47 flights, the host's model, the top three. */
#include "config.h"

#include "gh-demo-find.h"

#include "gh-demo-flights.h"
#include "gh-demo-tools.h"
#include "gh-json.h"
#include "gh-rpc-error.h"

#define SYSTEM_PROMPT \
  "You help a traveller choose a flight. Pick from the list only. Name the three flights that " \
  "fit the wishes best, the best first, each with its flight code and one sentence of reason."

/* The person said no (MCP, client/sampling). */
#define REJECTED (-1)

/* Steps, for progress. */
enum
{
  STEP_FOUND = 1,
  STEP_ASKED,
  STEP_ANSWERED,
  N_STEPS = STEP_ANSWERED
};

/* One search while the model is asked. */
typedef struct
{
  GhDemoCall *call; /* owned until it is answered */
  char *trip;       /* owned */
  gint64 id;        /* of the sampling request */
} Search;

static void
search_free (Search *search)
{
  g_free (search->trip);
  g_free (search);
}
G_DEFINE_AUTOPTR_CLEANUP_FUNC (Search, search_free)

static JsonNode *
build_preferences (void)
{
  static const char * const names[] = { "claude-haiku", "llama" };
  JsonArray *hints = json_array_new ();
  JsonObject *preferences = json_object_new ();

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      JsonObject *hint = json_object_new ();

      gh_json_add_string (hint, "name", names[i]);
      json_array_add_element (hints, gh_json_node_new_object (hint));
    }
  json_object_set_member (preferences, "hints", gh_json_node_new_array (hints));
  json_object_set_member (preferences, "costPriority", gh_json_node_new_double (0.3));
  json_object_set_member (preferences, "speedPriority", gh_json_node_new_double (0.2));
  json_object_set_member (preferences, "intelligencePriority", gh_json_node_new_double (0.9));
  return gh_json_node_new_object (preferences);
}

static char *
build_prompt (const char *trip,
              const char *wishes,
              gint64      travellers)
{
  GString *text = g_string_new (NULL);

  g_string_append_printf (text,
                          "Trip: %s, from Munich\nTravellers: %" G_GINT64_FORMAT "\nWishes: %s\n\n"
                          "These %d flights are available (price for one traveller):\n",
                          trip, travellers, wishes, GH_DEMO_N_FLIGHTS);
  for (guint i = 0; i < GH_DEMO_N_FLIGHTS; i++)
    {
      g_autofree char *line = gh_demo_flight_describe (i, trip);

      g_string_append_printf (text, "%s\n", line);
    }
  g_string_append_printf (text, "\nWhich %d fit the wishes best?", GH_DEMO_N_BEST);
  return g_string_free (text, FALSE);
}

static JsonNode *
build_params (const char *prompt)
{
  JsonObject *params = json_object_new ();
  JsonObject *message = json_object_new ();
  JsonObject *content = json_object_new ();
  JsonArray *messages = json_array_new ();

  gh_json_add_string (content, "type", "text");
  gh_json_add_string (content, "text", prompt);
  gh_json_add_string (message, "role", "user");
  json_object_set_member (message, "content", gh_json_node_new_object (content));
  json_array_add_element (messages, gh_json_node_new_object (message));
  json_object_set_member (params, "messages", gh_json_node_new_array (messages));
  json_object_set_member (params, "modelPreferences", build_preferences ());
  gh_json_add_string (params, "systemPrompt", SYSTEM_PROMPT);
  json_object_set_member (params, "maxTokens", gh_json_node_new_int (1500));
  return gh_json_node_new_object (params);
}

/* The answer's text: of its one block, or of the first text in a list. */
static const char *
get_answer_text (JsonObject *result)
{
  JsonNode *content = gh_json_get (result, "content");
  JsonArray *array = content != NULL ? gh_json_node_get_array (content) : NULL;
  JsonObject *block;

  if (array != NULL)
    content = json_array_get_length (array) > 0 ? json_array_get_element (array, 0) : NULL;
  block = content != NULL ? gh_json_node_get_object (content) : NULL;
  return block != NULL ? gh_json_get_string (block, "text") : NULL;
}

void
gh_demo_find_present (GhDemoCall *take_call,
                      const char *trip,
                      JsonObject *result)
{
  const char *answer = get_answer_text (result);
  const char *model = gh_json_get_string (result, "model");
  g_autoptr(GString) text = g_string_new (NULL);
  guint best[GH_DEMO_N_BEST];
  guint n_best;

  if (answer == NULL)
    {
      gh_demo_call_fail (take_call, "The model's answer has no text. Please try again.");
      return;
    }
  n_best = gh_demo_flights_recognise (answer, best);
  if (n_best == 0)
    {
      gh_demo_call_answer (take_call,
                           "The model named none of the 47 flights. This is its answer:", answer);
      return;
    }
  g_string_append_printf (text, "The best of %d flights, chosen by %s:\n", GH_DEMO_N_FLIGHTS,
                          model != NULL ? model : "a model");
  for (guint i = 0; i < n_best; i++)
    {
      g_autofree char *line = gh_demo_flight_describe (best[i], trip);

      g_string_append_printf (text, "\n%s", line);
    }
  gh_demo_call_answer (take_call, text->str, answer);
}

static void
explain (Search       *search,
         const GError *error)
{
  g_autofree char *text = NULL;

  if (g_error_matches (error, GH_RPC_REMOTE_ERROR, REJECTED))
    text = g_strdup_printf ("You decided not to ask a model (%s), so the travel desk made no "
                            "choice. All %d flights are still there: call the tool again when "
                            "you like.",
                            error->message, GH_DEMO_N_FLIGHTS);
  else
    text = g_strdup_printf ("No model answered: %s", error->message);
  gh_demo_call_fail (g_steal_pointer (&search->call), text);
}

static void
answered_cb (GObject      *source,
             GAsyncResult *result,
             gpointer      user_data)
{
  g_autoptr(Search) search = user_data;
  g_autoptr(GError) error = NULL;
  g_autoptr(JsonNode) answer = gh_rpc_peer_call_finish (GH_RPC_PEER (source), result, &error);
  JsonObject *object = answer != NULL ? gh_json_node_get_object (answer) : NULL;

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    {
      gh_demo_call_take_back (search->call, search->id);
      gh_demo_call_fail (g_steal_pointer (&search->call), "Cancelled.");
      return;
    }
  if (error != NULL)
    {
      explain (search, error);
      return;
    }
  gh_demo_call_progress (search->call, STEP_ANSWERED, N_STEPS, "Reading the answer");
  if (object != NULL)
    gh_demo_find_present (g_steal_pointer (&search->call), search->trip, object);
  else
    gh_demo_call_fail (g_steal_pointer (&search->call), "The host's answer is not an object.");
}

static gboolean
read_arguments (GhDemoCall  *call,
                const char **trip,
                const char **wishes,
                gint64      *travellers,
                GError     **error)
{
  if (!gh_demo_call_require_text (call, "trip", trip, error)
      || !gh_demo_call_get_text (call, "wishes", GH_DEMO_DEFAULT_WISHES, wishes, error)
      || !gh_demo_call_get_int (call, "travellers", 1, travellers, error))
    return FALSE;
  if (!g_strv_contains (gh_demo_trips (), *trip))
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT, "There is no trip “%s”.", *trip);
      return FALSE;
    }
  if (*travellers < 1 || *travellers > GH_DEMO_MAX_TRAVELLERS)
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT,
                   "One to %d travellers can be booked.", GH_DEMO_MAX_TRAVELLERS);
      return FALSE;
    }
  return TRUE;
}

JsonNode *
gh_demo_find_build (GhDemoCall  *call,
                    const char **trip,
                    GError     **error)
{
  g_autofree char *prompt = NULL;
  const char *wishes;
  gint64 travellers;

  if (!read_arguments (call, trip, &wishes, &travellers, error))
    return NULL;
  prompt = build_prompt (*trip, wishes, travellers);
  return build_params (prompt);
}

void
gh_demo_find_run (GhDemoCall *take_call,
                  gboolean    has_sampling)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(JsonNode) params = NULL;
  const char *trip;
  Search *search;

  params = gh_demo_find_build (take_call, &trip, &error);
  if (params == NULL)
    {
      gh_demo_call_fail (take_call, error->message);
      return;
    }
  if (!has_sampling)
    {
      gh_demo_call_fail (take_call, "This host does not let servers ask a model (it did not "
                                    "declare sampling), and choosing among 47 flights needs one.");
      return;
    }

  gh_demo_call_progress (take_call, STEP_FOUND, N_STEPS, "47 flights found");
  search = g_new0 (Search, 1);
  search->call = take_call;
  search->trip = g_strdup (trip);
  /* No time-out: a person reads it first. */
  gh_rpc_peer_call_async (gh_demo_call_get_peer (take_call), "sampling/createMessage", params, 0,
                          &search->id, gh_demo_call_get_cancellable (take_call), answered_cb,
                          search);
  gh_demo_call_progress (take_call, STEP_ASKED, N_STEPS, "Asking your model");
}
