/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * From a server's request, as text, to the review that has been painted: the first time, when much
 * is made that stays, and later. 100 ms is what a person takes for at once.
 *
 * What counts is the main thread's own work: the time by the clock depends on what else the machine
 * does, and is shown beside it. */
#include "config.h"

#include "gh-ui.h"
#include "review-fixture.h"

#define ROUNDS 15
#define LIMIT_MS 100.0

typedef struct
{
  double clock;
  double work;
} Span;

/* The frame in which the request stands is over. */
static Span
measure (Fixture    *fixture,
         const char *params)
{
  gint64 start = g_get_monotonic_time ();
  gint64 work = gh_test_get_work ();
  g_autoptr(GhTestAsk) ask = gh_test_sampling_ask (fixture->sampling, "travel",
                                                   "find_best_flight", params);
  Span span;

  wait_for_stage (fixture, ask, GH_SAMPLING_REVIEW);
  gh_test_ui_wait_frame (GTK_WIDGET (fixture->dialog));
  span.clock = (g_get_monotonic_time () - start) / 1000.0;
  span.work = (gh_test_get_work () - work) / 1000.0;
  gh_sampling_request_deny (ask->request, NULL);
  gh_test_wait (ask->done);
  wait_closed (fixture);
  gh_test_settle ();
  return span;
}

static int
compare_work (gconstpointer a,
              gconstpointer b)
{
  double first = ((const Span *) a)->work;
  double second = ((const Span *) b)->work;

  return (first > second) - (first < second);
}

static void
report (const char *what,
        Span        span)
{
  g_test_message ("%s: %.1f ms by the clock, own work %.1f ms", what, span.clock, span.work);
  g_test_minimized_result (span.work, "%s: own work %.1f ms", what, span.work);
  if (span.work > LIMIT_MS * gh_test_get_slow ())
    g_test_fail_printf ("%s: %.1f ms, more than %.0f", what, span.work, LIMIT_MS);
}

static void
bench_review (Fixture       *fixture,
              gconstpointer  params)
{
  Span spans[ROUNDS];

  gh_test_settle ();
  report ("first request", measure (fixture, params));
  for (guint i = 0; i < ROUNDS; i++)
    spans[i] = measure (fixture, params);
  qsort (spans, ROUNDS, sizeof spans[0], compare_work);
  report ("later requests (median)", spans[ROUNDS / 2]);
  report ("later requests (slowest)", spans[ROUNDS - 1]);
}

int
main (int    argc,
      char **argv)
{
  gh_test_ui_init (&argc, &argv);
  gh_ui_init ();
  gh_test_ui_load_style (GH_UI_RESOURCE_PATH);

  g_test_add ("/bench/review/plain", Fixture, PLAIN, set_up, bench_review, tear_down);
  g_test_add ("/bench/review/travel", Fixture, TRAVEL, set_up, bench_review, tear_down);

  return gh_test_run ();
}
