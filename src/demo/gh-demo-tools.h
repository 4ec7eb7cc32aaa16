/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * What the travel desk offers, as tools/list tells it. */
#pragma once

#include <json-glib/json-glib.h>

G_BEGIN_DECLS

#define GH_DEMO_FIND_BEST_FLIGHT "find_best_flight"
#define GH_DEMO_LIST_TRIPS "list_trips"
#define GH_DEMO_READ_TRIP "read_trip"
#define GH_DEMO_SAVE_ITINERARY "save_itinerary"
#define GH_DEMO_BOOK_TRIP "book_trip"

#define GH_DEMO_DEFAULT_WISHES "morning departure, at most one stop"
#define GH_DEMO_MAX_TRAVELLERS 9

/* The result of tools/list, with the members that the negotiated revision has. */
JsonNode *gh_demo_tools_build (const char *version);

G_END_DECLS
