/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * Which model a request is for, and why: a table. */
#include "config.h"

#include <math.h>

#include "gh-model-choice.h"
#include "gh-test.h"

#define U NAN /* unknown */

/* A letter says what holds of a candidate: d default, s the server's own, u unable, f forbidden,
 * q silent. */
typedef struct
{
  const char *id;
  GhLane      lane;
  const char *letters;
  double      input_price;
  double      output_price;
  double      speed;
} Given;

typedef struct
{
  const char    *what;
  Given          given[5];
  const char    *hints; /* separated by spaces */
  double         cost;
  double         speed;
  double         intelligence;
  const char    *chosen; /* NULL: none */
  GhModelReason  reason;
} Row;

static const Row rows[] = {
  { "nothing", { { NULL } }, "", U, U, U, NULL, GH_MODEL_REASON_NONE },
  { "one", { { "a", GH_LANE_CLOUD, "", U, U, U } }, "", U, U, U, "a", GH_MODEL_REASON_ONLY },
  { "one, wished for", { { "a", GH_LANE_CLOUD, "", U, U, U } }, "A", U, U, U, "a",
    GH_MODEL_REASON_HINT },
  { "the server's own before a hint",
    { { "gpt", GH_LANE_CLOUD, "d", U, U, U }, { "llama", GH_LANE_LOCAL, "s", U, U, U } },
    "gpt", 1, 1, 1, "llama", GH_MODEL_REASON_SERVER },
  { "the server's own while it is silent",
    { { "gpt", GH_LANE_CLOUD, "d", U, U, U }, { "llama", GH_LANE_LOCAL, "sq", U, U, U } },
    "gpt", U, U, U, "llama", GH_MODEL_REASON_SERVER },
  { "the server's own cannot take it",
    { { "gpt", GH_LANE_CLOUD, "d", U, U, U }, { "llama", GH_LANE_LOCAL, "su", U, U, U } },
    "gpt", U, U, U, "gpt", GH_MODEL_REASON_HINT },
  { "hints in their order",
    { { "gpt-4", GH_LANE_CLOUD, "", U, U, U }, { "claude-3", GH_LANE_CLOUD, "", U, U, U } },
    "sonnet CLAUDE gpt", U, U, U, "claude-3", GH_MODEL_REASON_HINT },
  { "exactly the hint",
    { { "gpt-4-turbo", GH_LANE_CLOUD, "d", U, U, U }, { "GPT-4", GH_LANE_CLOUD, "", U, U, U } },
    "gpt-4", U, U, U, "GPT-4", GH_MODEL_REASON_HINT },
  { "the default among those hinted at",
    { { "gpt-a", GH_LANE_CLOUD, "", U, U, U }, { "gpt-b", GH_LANE_CLOUD, "d", U, U, U } },
    "gpt", U, U, 1, "gpt-b", GH_MODEL_REASON_HINT },
  { "priorities among those hinted at",
    { { "gpt-mini", GH_LANE_CLOUD, "", U, U, U }, { "gpt-pro", GH_LANE_CLOUD, "", U, U, U } },
    "gpt", U, U, 1, "gpt-pro", GH_MODEL_REASON_HINT },
  { "a hint passes over what cannot, may not or does not answer",
    { { "gpt-a", GH_LANE_CLOUD, "u", U, U, U }, { "gpt-b", GH_LANE_CLOUD, "f", U, U, U },
      { "gpt-c", GH_LANE_CLOUD, "q", U, U, U }, { "gpt-d", GH_LANE_CLOUD, "", U, U, U } },
    "gpt", U, U, U, "gpt-d", GH_MODEL_REASON_HINT },
  { "a hint may leave this computer",
    { { "llama", GH_LANE_LOCAL, "d", U, U, U }, { "gpt", GH_LANE_CLOUD, "", U, U, U } },
    "gpt", U, U, U, "gpt", GH_MODEL_REASON_HINT },
  { "an empty hint says nothing",
    { { "a", GH_LANE_LOCAL, "", U, U, U }, { "b", GH_LANE_LOCAL, "d", U, U, U } },
    "", U, U, U, "b", GH_MODEL_REASON_DEFAULT },

  { "intelligence",
    { { "claude-haiku", GH_LANE_CLOUD, "d", 1, 5, U },
      { "claude-opus", GH_LANE_CLOUD, "", 5, 25, U } },
    "", 0.1, 0.1, 1, "claude-opus", GH_MODEL_REASON_PRIORITIES },
  { "cost",
    { { "claude-haiku", GH_LANE_CLOUD, "", 1, 5, U },
      { "claude-opus", GH_LANE_CLOUD, "d", 5, 25, U } },
    "", 1, 0, 0, "claude-haiku", GH_MODEL_REASON_PRIORITIES },
  { "a price that is not known is no bargain",
    { { "x", GH_LANE_CLOUD, "", U, U, U }, { "y", GH_LANE_CLOUD, "d", 0.1, 0.4, U } },
    "", 1, U, U, "y", GH_MODEL_REASON_PRIORITIES },
  { "speed as measured",
    { { "a-mini", GH_LANE_CLOUD, "", U, U, 8 }, { "a-pro", GH_LANE_CLOUD, "d", U, U, 120 } },
    "", 0, 1, 0, "a-pro", GH_MODEL_REASON_PRIORITIES },
  { "speed by name",
    { { "a-8b", GH_LANE_LOCAL, "d", U, U, U }, { "a-70b", GH_LANE_LOCAL, "", U, U, U } },
    "", 0, 1, 0, "a-8b", GH_MODEL_REASON_PRIORITIES },
  { "all three",
    { { "llama-8b", GH_LANE_OWN, "d", 0, 0, 30 }, { "llama-70b", GH_LANE_OWN, "", 0, 0, 12 } },
    "none", 0.3, 0.2, 0.9, "llama-70b", GH_MODEL_REASON_PRIORITIES },
  { "the default among equals",
    { { "a", GH_LANE_CLOUD, "", U, U, U }, { "b", GH_LANE_CLOUD, "d", U, U, U } },
    "", 1, 1, 1, "b", GH_MODEL_REASON_PRIORITIES },
  { "no weight at all is no wish",
    { { "a", GH_LANE_CLOUD, "", U, U, U }, { "b", GH_LANE_CLOUD, "d", U, U, U } },
    "", 0, 0, 0, "b", GH_MODEL_REASON_DEFAULT },
  { "priorities never leave the default's computer",
    { { "llama", GH_LANE_LOCAL, "d", U, U, U }, { "tiny", GH_LANE_LOCAL, "", U, U, U },
      { "claude-opus", GH_LANE_CLOUD, "", U, U, U } },
    "", 0, 0, 1, "llama", GH_MODEL_REASON_PRIORITIES },
  { "nor, without a default, the most private",
    { { "claude-opus", GH_LANE_CLOUD, "", U, U, U }, { "llama", GH_LANE_LOCAL, "", U, U, U } },
    "", 0, 0, 1, "llama", GH_MODEL_REASON_PRIORITIES },
  { "nor while the default is silent",
    { { "llama", GH_LANE_LOCAL, "dq", U, U, U }, { "claude-opus", GH_LANE_CLOUD, "", U, U, U } },
    "", 0, 0, 1, "llama", GH_MODEL_REASON_DEFAULT },
  { "hostile priorities",
    { { "a", GH_LANE_LOCAL, "d", U, U, U }, { "b", GH_LANE_LOCAL, "", U, U, U } },
    "", INFINITY, -5, U, "a", GH_MODEL_REASON_PRIORITIES },

  { "the default",
    { { "a", GH_LANE_LOCAL, "", U, U, U }, { "b", GH_LANE_CLOUD, "d", U, U, U } },
    "x", U, U, U, "b", GH_MODEL_REASON_DEFAULT },
  { "the default cannot take it",
    { { "a", GH_LANE_CLOUD, "", U, U, U }, { "b", GH_LANE_CLOUD, "du", U, U, U } },
    "", U, U, U, "a", GH_MODEL_REASON_FIRST },
  { "the default may not be used",
    { { "a", GH_LANE_LOCAL, "", U, U, U }, { "b", GH_LANE_CLOUD, "df", U, U, U } },
    "", U, U, U, "a", GH_MODEL_REASON_FIRST },
  { "the first of the most private",
    { { "a", GH_LANE_CLOUD, "", U, U, U }, { "b", GH_LANE_LOCAL, "", U, U, U },
      { "c", GH_LANE_LOCAL, "", U, U, U } },
    "", U, U, U, "b", GH_MODEL_REASON_FIRST },
  { "none is able",
    { { "a", GH_LANE_CLOUD, "u", U, U, U }, { "b", GH_LANE_LOCAL, "f", U, U, U } },
    "a b", 1, 1, 1, NULL, GH_MODEL_REASON_NONE_ABLE },
  { "none is allowed",
    { { "a", GH_LANE_CLOUD, "fds", U, U, U }, { "b", GH_LANE_LOCAL, "fu", U, U, U } },
    "a b", 1, 1, 1, NULL, GH_MODEL_REASON_NONE_ALLOWED },
};

static guint
fill (const Row        *row,
      GhModelCandidate *candidates,
      GhLane           *widest)
{
  guint n = 0;

  *widest = GH_LANE_CLOUD;
  for (; n < G_N_ELEMENTS (row->given) && row->given[n].id != NULL; n++)
    {
      const Given *given = &row->given[n];

      candidates[n] = (GhModelCandidate) {
        .id = given->id,
        .lane = given->lane,
        .is_able = strchr (given->letters, 'u') == NULL,
        .is_allowed = strchr (given->letters, 'f') == NULL,
        .is_silent = strchr (given->letters, 'q') != NULL,
        .is_default = strchr (given->letters, 'd') != NULL,
        .is_servers = strchr (given->letters, 's') != NULL,
        .input_price = given->input_price,
        .output_price = given->output_price,
        .tokens_per_second = given->speed,
      };
      if (candidates[n].is_default)
        *widest = given->lane;
    }

  return n;
}

static void
test_table (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      const Row *row = &rows[i];
      GhModelCandidate candidates[G_N_ELEMENTS (row->given)];
      g_auto(GStrv) hints = g_strsplit (row->hints, " ", -1);
      const GhModelWish wish = {
        NULL, (const char * const *) hints, row->cost, row->speed, row->intelligence,
        GH_MODEL_NEEDS_NOTHING,
      };
      GhLane widest;
      guint n = fill (row, candidates, &widest);
      GhModelReason reason;
      guint chosen = gh_model_choice_make (candidates, n, &wish, widest, &reason, NULL);

      g_test_message ("%s", row->what);
      g_assert_cmpstr (chosen != GH_MODEL_CHOICE_NONE ? candidates[chosen].id : NULL, ==,
                       row->chosen);
      g_assert_cmpint (reason, ==, row->reason);
    }
}

static void
test_capability (void)
{
  static const char * const rising[] = {
    "qwen-0.5b", "llama3.2:1b", "llama3.2:3b", "Llama-3.1-8B-instruct", "qwen2.5:32b",
    "llama-70b", "llama-405b",
  };
  static const char * const named[] = {
    "gemini-2.5-flash-lite", "gpt-5-mini", "gemini-2.5-flash", "unknown", "claude-sonnet-5",
    "gemini-3-pro", "claude-opus-5",
  };

  for (guint i = 1; i < G_N_ELEMENTS (rising); i++)
    g_assert_cmpfloat (gh_model_choice_guess_capability (rising[i - 1], GH_LANE_LOCAL), <=,
                       gh_model_choice_guess_capability (rising[i], GH_LANE_LOCAL));
  for (guint i = 1; i < G_N_ELEMENTS (named); i++)
    g_assert_cmpfloat (gh_model_choice_guess_capability (named[i - 1], GH_LANE_CLOUD), <,
                       gh_model_choice_guess_capability (named[i], GH_LANE_CLOUD));
}

int
main (int   argc,
      char *argv[])
{
  gh_test_init (&argc, &argv);

  g_test_add_func ("/host/model-choice/table", test_table);
  g_test_add_func ("/host/model-choice/capability", test_capability);

  return gh_test_run ();
}
