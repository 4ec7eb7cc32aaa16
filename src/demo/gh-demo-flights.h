/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * The travel desk's 47 flights from Munich to Barcelona: invented, and always the same. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

#define GH_DEMO_N_FLIGHTS 47
/* As many as are presented. */
#define GH_DEMO_N_BEST 3

/* The trips that can be asked for; NULL at the end. */
const char * const *gh_demo_trips              (void);
/* "12. AP1808 Alpen Air, MUC 07:50 - BCN 09:55, 2 h 05 min, nonstop, EUR 189": a line for people
 * and models. index from 0; trip: an element of gh_demo_trips(). */
char               *gh_demo_flight_describe    (guint         index,
                                                const char   *trip);
/* Which flights a model's answer names, best first, as indices; at most GH_DEMO_N_BEST, each once.
 * By code where there is one, else by number. */
guint               gh_demo_flights_recognise  (const char   *answer,
                                                guint         best[GH_DEMO_N_BEST]);

G_END_DECLS
