/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * What one decision costs with as many rules as there can be. */
#include "config.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

#include "gh-json.h"
#include "gh-rule-set.h"

/* At most, of issue 4. */
#define MOST_USEC 50.0
#define ROUNDS 5
#define DECISIONS 2000

/* Processor time of this thread in nanoseconds: others on the machine count not. */
static gint64
now (void)
{
  struct timespec time;

  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &time);
  return (gint64) time.tv_sec * 1000000000 + time.tv_nsec;
}

static GhRuleSet *
parse (GString *text)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(JsonNode) node = gh_json_read (text->str, text->len, &error);
  GhRuleSet *set = node != NULL ? gh_rule_set_parse (node, &error) : NULL;

  g_assert_no_error (error);
  return set;
}

/* Rules as a person has them: of many servers, a few of which are about the one that asks. The last
 * one decides. */
static GhRuleSet *
make_usual (void)
{
  g_autoptr(GString) text = g_string_new ("[");

  for (guint i = 0; i < GH_RULE_MAX_RULES - 1; i++)
    g_string_append_printf (text,
                            "{\"id\":\"%u\",\"match\":{\"kind\":\"sampling\",\"server\":\"s%u\","
                            "\"tool\":\"t%u\",\"lane\":\"local\",\"content\":[\"text\"]},"
                            "\"decide\":\"%s\"},",
                            i, i % 50, i % 7, i % 3 == 0 ? "deny" : "allow");
  g_string_append (text, "{\"id\":\"last\",\"match\":{\"server\":\"travel\"},\"decide\":\"allow\","
                         "\"limits\":{\"requests_per_minute\":1000000,\"tokens_per_day\":1e9}}]");
  return parse (text);
}

/* The worst: every rule matches, and all but the last are used up. */
static GhRuleSet *
make_worst (GhUsage *usage,
            gint64   time)
{
  g_autoptr(GString) text = g_string_new ("[");
  GhUsageAmount amount = { 1, 10, 10, 0 };

  for (guint i = 0; i < GH_RULE_MAX_RULES; i++)
    {
      g_autofree char *id = g_strdup_printf ("%u", i);

      g_string_append_printf (text,
                              "%s{\"id\":\"%s\",\"match\":{\"server\":\"travel\"},\"decide\":"
                              "\"allow\",\"limits\":{\"requests\":%d}}",
                              i > 0 ? "," : "", id, i == GH_RULE_MAX_RULES - 1 ? 1000 : 1);
      gh_usage_add (usage, NULL, id, time, &amount);
    }
  g_string_append_c (text, ']');
  return parse (text);
}

static double
measure (GhRuleSet            *set,
         const GhRuleQuestion *question,
         GhUsage              *usage,
         gint64                time)
{
  double best = G_MAXDOUBLE;

  for (guint round = 0; round < ROUNDS; round++)
    {
      gint64 start = now ();

      for (guint i = 0; i < DECISIONS; i++)
        {
          GhRuleVerdict verdict;

          gh_rule_set_decide (set, question, usage, time, &verdict);
          g_assert_cmpint (verdict.decision, ==, GH_RULE_ALLOW);
        }
      best = MIN (best, (now () - start) / 1000.0 / DECISIONS);
    }
  return best;
}

int
main (void)
{
  g_autoptr(GhUsage) usage = gh_usage_new (NULL, NULL);
  g_autoptr(GhModel) model = gh_model_new ("llama", "p", "P", GH_LANE_LOCAL);
  gint64 time = g_get_real_time ();
  GhRuleQuestion question = { GH_RULE_SAMPLING, "travel", "find", .model = model,
                              .holds = GH_RULE_HOLDS_TEXT, .bytes = 1000, .max_tokens = 100 };
  g_autoptr(GhRuleSet) usual = make_usual ();
  g_autoptr(GhRuleSet) worst = make_worst (usage, time);
  double usual_time = measure (usual, &question, usage, time);
  double worst_time = measure (worst, &question, usage, time);

  printf ("%d rules: %.1f us a decision\n", GH_RULE_MAX_RULES, usual_time);
  printf ("%d rules that all match, and are used up: %.1f us\n", GH_RULE_MAX_RULES, worst_time);
  if (usual_time > MOST_USEC || worst_time > MOST_USEC * 4)
    {
      printf ("more than %.0f us\n", MOST_USEC);
      return 1;
    }
  return 0;
}
