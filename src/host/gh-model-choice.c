/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * The choice among models: what a server wishes for, what there is, and why it is that one. */
#include "config.h"

#include "gh-model-choice.h"

#include <math.h>
#include <string.h>

/* Of the tokens of a request, so many are read for each that is written. */
#define INPUT_SHARE 0.75
/* For a million tokens: what counts as very expensive. */
#define HIGH_PRICE 30.0
/* An unknown price counts like this one, because who asks for it will not be cheap. */
#define UNKNOWN_PRICE 5.0
/* Tokens a second that are half as good as any. */
#define HALF_SPEED 40.0
/* What makes the person's default win among equals. */
#define DEFAULT_BONUS 0.02

/* What makers call their models, from least to most capable. A name with several of them is as
 * capable as the least. */
static const struct
{
  const char *word;
  double      capability;
} words[] = {
  { "tiny", 0.15 },   { "nano", 0.25 },   { "lite", 0.4 },  { "mini", 0.45 }, { "small", 0.45 },
  { "flash", 0.55 },  { "haiku", 0.55 },  { "instant", 0.5 }, { "medium", 0.65 },
  { "sonnet", 0.8 },  { "large", 0.75 },  { "pro", 0.85 },  { "max", 0.85 },  { "ultra", 0.9 },
  { "opus", 0.95 },
};

static double
capability_of_lane (GhLane lane)
{
  switch (lane)
    {
    case GH_LANE_LOCAL:
      return 0.4;
    case GH_LANE_OWN:
      return 0.5;
    case GH_LANE_CLOUD:
      return 0.7;
    default:
      g_assert_not_reached ();
    }
}

/* "8b", "70b", "1.5b": thousands of millions of parameters; NAN: says no size. */
static double
read_size (const char *token)
{
  char *end = NULL;
  double size = g_ascii_isdigit (*token) ? g_ascii_strtod (token, &end) : NAN;

  return end != NULL && g_str_equal (end, "b") && size > 0 && size < 10000 ? size : NAN;
}

double
gh_model_choice_guess_capability (const char *id,
                                  GhLane      lane)
{
  g_autofree char *folded = g_ascii_strdown (id, -1);
  g_auto(GStrv) tokens = g_strsplit_set (folded, "-_:/ @", -1);
  double guess = NAN;

  for (guint i = 0; tokens[i] != NULL; i++)
    {
      double size = read_size (tokens[i]);

      if (!isnan (size))
        return CLAMP (0.15 + 0.1 * log2 (size), 0.05, 0.9);
      for (guint j = 0; j < G_N_ELEMENTS (words); j++)
        if (g_str_equal (tokens[i], words[j].word))
          guess = isnan (guess) ? words[j].capability : MIN (guess, words[j].capability);
    }

  return isnan (guess) ? capability_of_lane (lane) : guess;
}

/* 0..1, 1 costs nothing. */
static double
judge_cost (const GhModelCandidate *candidate)
{
  double price = UNKNOWN_PRICE;

  if (!isnan (candidate->input_price) && !isnan (candidate->output_price))
    price = INPUT_SHARE * candidate->input_price + (1 - INPUT_SHARE) * candidate->output_price;
  else if (candidate->lane != GH_LANE_CLOUD)
    price = 0;

  return CLAMP (1 - log1p (price) / log1p (HIGH_PRICE), 0, 1);
}

/* 0..1. Not measured: smaller models are faster. */
static double
judge_speed (const GhModelCandidate *candidate)
{
  double speed = candidate->tokens_per_second;

  if (!isnan (speed) && speed > 0)
    return speed / (speed + HALF_SPEED);

  return 0.8 - 0.6 * gh_model_choice_guess_capability (candidate->id, candidate->lane);
}

static double
get_weight (double priority)
{
  return isnan (priority) ? 0 : CLAMP (priority, 0, 1);
}

static gboolean
has_priorities (const GhModelWish *wish)
{
  return get_weight (wish->cost) + get_weight (wish->speed) + get_weight (wish->intelligence) > 0;
}

static double
weigh (const GhModelCandidate *candidate,
       const GhModelWish      *wish)
{
  double sum = get_weight (wish->cost) * judge_cost (candidate) +
               get_weight (wish->speed) * judge_speed (candidate) +
               get_weight (wish->intelligence) *
                 gh_model_choice_guess_capability (candidate->id, candidate->lane);

  return sum + (candidate->is_default ? DEFAULT_BONUS : 0);
}

static gboolean
is_usable (const GhModelCandidate *candidate)
{
  return candidate->is_able && candidate->is_allowed;
}

static gboolean
is_ready (const GhModelCandidate *candidate)
{
  return is_usable (candidate) && !candidate->is_silent;
}

/* How well a model suits a hint: 0 not at all, more is better. Among several that contain the hint,
 * the one named exactly so comes first, then the person's default, then what the priorities say. */
static double
rank (const GhModelCandidate *candidate,
      const char             *folded_hint,
      const GhModelWish      *wish)
{
  g_autofree char *folded = g_utf8_casefold (candidate->id, -1);

  if (strstr (folded, folded_hint) == NULL)
    return 0;
  if (g_str_equal (folded, folded_hint))
    return 20;
  if (candidate->is_default)
    return 10;

  return 1 + (has_priorities (wish) ? weigh (candidate, wish) : 0);
}

static guint
find_hinted (const GhModelCandidate *candidates,
             guint                   n_candidates,
             const char             *hint,
             const GhModelWish      *wish)
{
  g_autofree char *folded_hint = g_utf8_casefold (hint, -1);
  guint best = GH_MODEL_CHOICE_NONE;
  double best_rank = 0;

  for (guint i = 0; *folded_hint != '\0' && i < n_candidates; i++)
    {
      double candidate_rank =
        is_ready (&candidates[i]) ? rank (&candidates[i], folded_hint, wish) : 0;

      if (candidate_rank > best_rank)
        {
          best = i;
          best_rank = candidate_rank;
        }
    }

  return best;
}

static guint
find_weighed (const GhModelCandidate *candidates,
              guint                   n_candidates,
              const GhModelWish      *wish,
              GhLane                  widest)
{
  guint best = GH_MODEL_CHOICE_NONE;
  double best_weight = -1;

  for (guint i = 0; i < n_candidates; i++)
    {
      double weight = weigh (&candidates[i], wish);

      if (is_ready (&candidates[i]) && candidates[i].lane <= widest && weight > best_weight)
        {
          best = i;
          best_weight = weight;
        }
    }

  return best;
}

static guint
find_private (const GhModelCandidate *candidates,
              guint                   n_candidates,
              GhLane                  widest)
{
  guint best = GH_MODEL_CHOICE_NONE;

  for (guint i = 0; i < n_candidates; i++)
    {
      if (is_ready (&candidates[i]) && candidates[i].lane <= widest &&
          (best == GH_MODEL_CHOICE_NONE || candidates[i].lane < candidates[best].lane))
        best = i;
    }

  return best;
}

/* The first usable one that is the default, or the server's. */
static guint
find_chosen (const GhModelCandidate *candidates,
             guint                   n_candidates,
             gboolean                servers)
{
  for (guint i = 0; i < n_candidates; i++)
    if (is_usable (&candidates[i]) &&
        (servers ? candidates[i].is_servers : candidates[i].is_default))
      return i;

  return GH_MODEL_CHOICE_NONE;
}

/* Why nothing was chosen. */
static GhModelReason
explain_none (const GhModelCandidate *candidates,
              guint                   n_candidates)
{
  gboolean any_allowed = FALSE;
  gboolean any_able = FALSE;

  for (guint i = 0; i < n_candidates; i++)
    {
      any_allowed = any_allowed || candidates[i].is_allowed;
      any_able = any_able || is_usable (&candidates[i]);
    }
  if (n_candidates == 0 || any_able)
    return GH_MODEL_REASON_NONE;

  return any_allowed ? GH_MODEL_REASON_NONE_ABLE : GH_MODEL_REASON_NONE_ALLOWED;
}

static guint
count_answering (const GhModelCandidate *candidates,
                 guint                   n_candidates)
{
  guint n = 0;

  for (guint i = 0; i < n_candidates; i++)
    n += candidates[i].is_silent ? 0 : 1;

  return n;
}

/* How far the priorities may lead: no less private than the default; without one, no less than the
 * most private that there is. */
static GhLane
find_weighing_lane (const GhModelCandidate *candidates,
                    guint                   n_candidates,
                    GhLane                  widest)
{
  guint best;

  for (guint i = 0; i < n_candidates; i++)
    if (candidates[i].is_default)
      return MIN (widest, candidates[i].lane);

  best = find_private (candidates, n_candidates, widest);
  return best != GH_MODEL_CHOICE_NONE ? candidates[best].lane : widest;
}

guint
gh_model_choice_make (const GhModelCandidate *candidates,
                      guint                   n_candidates,
                      const GhModelWish      *wish,
                      GhLane                  widest,
                      GhModelReason          *reason,
                      guint                  *hint)
{
  guint chosen;

  g_return_val_if_fail (candidates != NULL || n_candidates == 0, GH_MODEL_CHOICE_NONE);
  g_return_val_if_fail (wish != NULL, GH_MODEL_CHOICE_NONE);
  g_return_val_if_fail (reason != NULL, GH_MODEL_CHOICE_NONE);

  chosen = find_chosen (candidates, n_candidates, TRUE);
  *reason = GH_MODEL_REASON_SERVER;
  if (chosen != GH_MODEL_CHOICE_NONE)
    return chosen;

  for (guint i = 0; wish->hints != NULL && wish->hints[i] != NULL; i++)
    {
      chosen = find_hinted (candidates, n_candidates, wish->hints[i], wish);
      *reason = GH_MODEL_REASON_HINT;
      if (hint != NULL)
        *hint = i;
      if (chosen != GH_MODEL_CHOICE_NONE)
        return chosen;
    }

  if (has_priorities (wish))
    {
      chosen = find_weighed (candidates, n_candidates, wish,
                             find_weighing_lane (candidates, n_candidates, widest));
      *reason = GH_MODEL_REASON_PRIORITIES;
    }
  if (chosen == GH_MODEL_CHOICE_NONE)
    {
      chosen = find_chosen (candidates, n_candidates, FALSE);
      *reason = GH_MODEL_REASON_DEFAULT;
    }
  if (chosen == GH_MODEL_CHOICE_NONE)
    {
      chosen = find_private (candidates, n_candidates, widest);
      *reason = GH_MODEL_REASON_FIRST;
    }
  if (chosen == GH_MODEL_CHOICE_NONE)
    *reason = explain_none (candidates, n_candidates);
  else if (!candidates[chosen].is_silent && count_answering (candidates, n_candidates) == 1)
    *reason = GH_MODEL_REASON_ONLY;

  return chosen;
}
