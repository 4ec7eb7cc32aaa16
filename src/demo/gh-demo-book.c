/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * book_trip: a form for the details, a page for the payment. */
#include "config.h"

#include "gh-demo-book.h"

#include <string.h>

#include "gh-demo-flights.h"
#include "gh-demo-tools.h"
#include "gh-json.h"

/* A host that nobody can have: there is nothing to pay. */
#define PAYMENT_URL "https://pay.travel-desk.example/booking"

static const char schema_text[] =
"{\"type\":\"object\",\"properties\":{"
  "\"seat\":{\"type\":\"string\",\"title\":\"Seat\",\"enum\":[\"window\",\"aisle\",\"any\"],"
    "\"default\":\"any\"},"
  "\"room\":{\"type\":\"string\",\"title\":\"Room\",\"enum\":[\"single\",\"double\",\"none\"],"
    "\"default\":\"single\"},"
  "\"nights\":{\"type\":\"integer\",\"title\":\"Nights\",\"minimum\":1,\"maximum\":30,"
    "\"default\":3},"
  "\"insurance\":{\"type\":\"boolean\",\"title\":\"Travel insurance\",\"default\":false}},"
  "\"required\":[\"seat\",\"room\"]}";

/* One booking while the person is asked. */
typedef struct
{
  GhDemoCall *call;   /* owned until it is answered */
  JsonNode *answer;   /* owned; to the form, NULL before */
  gint64 id;          /* of the request under way */
  gboolean has_url;
} Booking;

static void
booking_free (Booking *booking)
{
  g_clear_pointer (&booking->answer, json_node_unref);
  g_free (booking);
}
G_DEFINE_AUTOPTR_CLEANUP_FUNC (Booking, booking_free)

static gboolean
read_arguments (GhDemoCall  *call,
                const char **trip,
                gint64      *flight,
                GError     **error)
{
  if (!gh_demo_call_require_text (call, "trip", trip, error)
      || !gh_demo_call_get_int (call, "flight", 0, flight, error))
    return FALSE;
  if (g_strv_contains (gh_demo_trips (), *trip) && *flight >= 1 && *flight <= GH_DEMO_N_FLIGHTS)
    return TRUE;
  g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT, "There is no such flight.");
  return FALSE;
}

JsonNode *
gh_demo_book_build_form (GhDemoCall  *call,
                         GError     **error)
{
  g_autofree char *line = NULL;
  g_autofree char *text = NULL;
  JsonObject *params;
  const char *trip;
  gint64 flight;

  if (!read_arguments (call, &trip, &flight, error))
    return NULL;
  line = gh_demo_flight_describe ((guint) flight - 1, trip);
  text = g_strdup_printf ("Please confirm this booking.\n%s", line);
  params = json_object_new ();
  gh_json_add_string (params, "message", text);
  json_object_set_member (params, "requestedSchema",
                          gh_json_read (schema_text, strlen (schema_text), NULL));
  return gh_json_node_new_object (params);
}

JsonNode *
gh_demo_book_build_payment (const char *id)
{
  JsonObject *params = json_object_new ();

  gh_json_add_string (params, "mode", "url");
  gh_json_add_string (params, "message", "The payment is made on the travel desk's own page.");
  gh_json_add_string (params, "url", PAYMENT_URL);
  gh_json_add_string (params, "elicitationId", id);
  return gh_json_node_new_object (params);
}

gboolean
gh_demo_book_is_accepted (JsonObject *result)
{
  return g_strcmp0 (gh_json_get_string (result, "action"), "accept") == 0;
}

JsonObject *
gh_demo_book_get_accepted (JsonObject *result)
{
  return gh_demo_book_is_accepted (result) ? gh_json_get_object (result, "content") : NULL;
}

void
gh_demo_book_confirm (GhDemoCall *take_call,
                      JsonObject *details)
{
  g_autoptr(GError) error = NULL;
  g_autofree char *line = NULL;
  g_autofree char *text = NULL;
  const char *seat = gh_json_get_string (details, "seat");
  const char *room = gh_json_get_string (details, "room");
  const char *trip;
  gint64 flight;

  if (!read_arguments (take_call, &trip, &flight, &error))
    {
      gh_demo_call_fail (take_call, error->message);
      return;
    }
  line = gh_demo_flight_describe ((guint) flight - 1, trip);
  text = g_strdup_printf ("Booked: %s\nSeat: %s\nRoom: %s\nInsurance: %s", line,
                          seat != NULL ? seat : "any", room != NULL ? room : "none",
                          gh_json_get_boolean (details, "insurance", FALSE) ? "yes" : "no");
  gh_demo_call_answer (take_call, text, NULL);
}

void
gh_demo_book_give_up (GhDemoCall *take_call)
{
  gh_demo_call_answer (take_call, "Nothing was booked.", NULL);
}

/* Asking in the legacy eras */

/* The person's answer; NULL after the call was answered with why there is none. */
static JsonNode *
take_answer (Booking      *booking,
             GObject      *source,
             GAsyncResult *result)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(JsonNode) answer = gh_rpc_peer_call_finish (GH_RPC_PEER (source), result, &error);

  if (answer != NULL && gh_json_node_get_object (answer) != NULL)
    return g_steal_pointer (&answer);
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    gh_demo_call_take_back (booking->call, booking->id);
  gh_demo_call_fail (g_steal_pointer (&booking->call),
                     error != NULL ? error->message : "The host's answer is not an object.");
  return NULL;
}

static void
ask (Booking             *booking,
     JsonNode            *params,
     GAsyncReadyCallback  callback)
{
  /* No time-out: a person answers. */
  gh_rpc_peer_call_async (gh_demo_call_get_peer (booking->call), "elicitation/create", params, 0,
                          &booking->id, gh_demo_call_get_cancellable (booking->call), callback,
                          booking);
}

static void
confirm (Booking *booking)
{
  gh_demo_book_confirm (g_steal_pointer (&booking->call),
                        gh_demo_book_get_accepted (gh_json_node_get_object (booking->answer)));
}

static void
paid_cb (GObject      *source,
         GAsyncResult *result,
         gpointer      user_data)
{
  g_autoptr(Booking) booking = user_data;
  g_autoptr(JsonNode) answer = take_answer (booking, source, result);

  if (answer == NULL)
    return;
  if (gh_demo_book_is_accepted (gh_json_node_get_object (answer)))
    confirm (booking);
  else
    gh_demo_book_give_up (g_steal_pointer (&booking->call));
}

static void
filled_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  g_autoptr(Booking) booking = user_data;
  g_autofree char *id = g_uuid_string_random ();
  g_autoptr(JsonNode) params = gh_demo_book_build_payment (id);

  booking->answer = take_answer (booking, source, result);
  if (booking->answer == NULL)
    return;
  if (gh_demo_book_get_accepted (gh_json_node_get_object (booking->answer)) == NULL)
    gh_demo_book_give_up (g_steal_pointer (&booking->call));
  else if (!booking->has_url)
    confirm (booking);
  else
    ask (g_steal_pointer (&booking), params, paid_cb);
}

void
gh_demo_book_run (GhDemoCall *take_call,
                  gboolean    has_form,
                  gboolean    has_url)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(JsonNode) params = gh_demo_book_build_form (take_call, &error);
  Booking *booking;

  if (params == NULL)
    {
      gh_demo_call_fail (take_call, error->message);
      return;
    }
  if (!has_form)
    {
      gh_demo_call_fail (take_call, "This host does not let servers ask you (it did not declare "
                                    "elicitation), and a booking needs your confirmation.");
      return;
    }
  booking = g_new0 (Booking, 1);
  booking->call = take_call;
  booking->has_url = has_url;
  ask (booking, params, filled_cb);
}
