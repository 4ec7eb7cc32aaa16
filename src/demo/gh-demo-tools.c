/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * What the travel desk offers, as tools/list tells it. */
#include "config.h"

#include "gh-demo-tools.h"

#include <string.h>

#include "gh-demo-flights.h"
#include "gh-json.h"

/* The enum of trips is filled in from the flights. */
static const char tools_text[] =
"[{"
  "\"name\":\"" GH_DEMO_FIND_BEST_FLIGHT "\","
  "\"title\":\"Find the best flight\","
  "\"description\":\"Asks your AI model to pick the three best of 47 flights from Munich.\","
  "\"inputSchema\":{\"type\":\"object\",\"properties\":{"
    "\"trip\":{\"type\":\"string\",\"title\":\"Trip\",\"enum\":[]},"
    "\"wishes\":{\"type\":\"string\",\"title\":\"Wishes\",\"description\":\"What matters to you\","
      "\"maxLength\":1000,\"default\":\"" GH_DEMO_DEFAULT_WISHES "\"},"
    "\"travellers\":{\"type\":\"integer\",\"title\":\"Travellers\",\"minimum\":1,\"maximum\":9,"
      "\"default\":1}},"
    "\"required\":[\"trip\"]},"
  "\"annotations\":{\"readOnlyHint\":true,\"openWorldHint\":false}"
"},{"
  "\"name\":\"" GH_DEMO_LIST_TRIPS "\","
  "\"title\":\"List trips\","
  "\"description\":\"The travel plans in your folder travel-planning.\","
  "\"inputSchema\":{\"type\":\"object\",\"properties\":{},\"additionalProperties\":false},"
  "\"outputSchema\":{\"type\":\"object\",\"properties\":{\"trips\":{\"type\":\"array\",\"items\":{"
    "\"type\":\"object\",\"properties\":{\"name\":{\"type\":\"string\"},"
    "\"title\":{\"type\":\"string\"},\"uri\":{\"type\":\"string\",\"format\":\"uri\"}},"
    "\"required\":[\"name\",\"title\",\"uri\"]}}},"
    "\"required\":[\"trips\"]},"
  "\"annotations\":{\"readOnlyHint\":true,\"openWorldHint\":false}"
"},{"
  "\"name\":\"" GH_DEMO_READ_TRIP "\","
  "\"title\":\"Read a trip\","
  "\"description\":\"The text of one travel plan.\","
  "\"inputSchema\":{\"type\":\"object\",\"properties\":{"
    "\"trip\":{\"type\":\"string\",\"title\":\"Trip\","
      "\"description\":\"A name as list_trips gives it\"}},"
    "\"required\":[\"trip\"]},"
  "\"annotations\":{\"readOnlyHint\":true,\"openWorldHint\":false}"
"},{"
  "\"name\":\"" GH_DEMO_SAVE_ITINERARY "\","
  "\"title\":\"Save an itinerary\","
  "\"description\":\"Writes a travel plan into your folder travel-planning.\","
  "\"inputSchema\":{\"type\":\"object\",\"properties\":{"
    "\"trip\":{\"type\":\"string\",\"title\":\"File name\",\"minLength\":1,\"maxLength\":200},"
    "\"title\":{\"type\":\"string\",\"title\":\"Title\",\"maxLength\":200},"
    "\"itinerary\":{\"type\":\"string\",\"title\":\"Itinerary\",\"description\":\"Markdown\","
      "\"contentMediaType\":\"text/markdown\"},"
    "\"template\":{\"type\":\"string\",\"title\":\"Template\","
      "\"description\":\"A file of travel-templates with {{title}} and {{itinerary}} in it\"},"
    "\"replace\":{\"type\":\"boolean\",\"title\":\"Replace an older file\",\"default\":false}},"
    "\"required\":[\"trip\",\"itinerary\"]},"
  "\"annotations\":{\"readOnlyHint\":false,\"destructiveHint\":true,\"idempotentHint\":true,"
    "\"openWorldHint\":false}"
"},{"
  "\"name\":\"" GH_DEMO_BOOK_TRIP "\","
  "\"title\":\"Book a trip\","
  "\"description\":\"Books one of the flights, after you have confirmed the details.\","
  "\"inputSchema\":{\"type\":\"object\",\"properties\":{"
    "\"trip\":{\"type\":\"string\",\"title\":\"Trip\",\"enum\":[]},"
    "\"flight\":{\"type\":\"integer\",\"title\":\"Flight\",\"minimum\":1,\"maximum\":47}},"
    "\"required\":[\"trip\",\"flight\"]},"
  "\"annotations\":{\"readOnlyHint\":false,\"destructiveHint\":false,\"idempotentHint\":false,"
    "\"openWorldHint\":false}"
"}]";

static void
fill_trips (JsonObject *tool)
{
  JsonObject *schema = gh_json_get_object (tool, "inputSchema");
  JsonObject *trip = gh_json_get_object (gh_json_get_object (schema, "properties"), "trip");
  JsonArray *array;
  const char * const *trips = gh_demo_trips ();

  if (trip == NULL || gh_json_get_array (trip, "enum") == NULL)
    return;
  array = json_array_new ();
  for (guint i = 0; trips[i] != NULL; i++)
    json_array_add_element (array, gh_json_node_new_string (trips[i]));
  json_object_set_member (trip, "enum", gh_json_node_new_array (array));
}

JsonNode *
gh_demo_tools_build (const char *version)
{
  g_autoptr(GError) error = NULL;
  JsonNode *list = gh_json_read (tools_text, strlen (tools_text), &error);
  JsonObject *result = json_object_new ();
  JsonArray *array;

  g_assert_no_error (error);
  array = gh_json_node_get_array (list);
  for (guint i = 0; i < json_array_get_length (array); i++)
    {
      JsonObject *tool = gh_json_node_get_object (json_array_get_element (array, i));

      fill_trips (tool);
      if (strcmp (version, "2025-06-18") < 0)
        {
          json_object_remove_member (tool, "title");
          json_object_remove_member (tool, "outputSchema");
        }
      if (strcmp (version, "2025-03-26") < 0)
        json_object_remove_member (tool, "annotations");
    }
  json_object_set_member (result, "tools", list);
  return gh_json_node_new_object (result);
}
