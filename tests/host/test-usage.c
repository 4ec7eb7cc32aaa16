/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * What servers used: windows of time, the file of it and its damage; and the list of rules with
 * its file. */
#include "config.h"

#include <glib/gstdio.h>
#include <string.h>

#include "gh-json.h"
#include "gh-problem.h"
#include "gh-rule-list.h"
#include "gh-test.h"
#include "gh-usage.h"

#define SECOND ((gint64) G_USEC_PER_SEC)
#define HOUR (60 * 60 * SECOND)
#define DAY (24 * HOUR)

typedef struct
{
  GListStore *problems;
  char *dir;
  char *path;
  GFile *file;
  gint64 now;
} Fixture;

static void
set_up (Fixture       *f,
        gconstpointer  data)
{
  g_autoptr(GDateTime) noon = g_date_time_new_local (2026, 6, 15, 12, 0, 0);

  f->problems = g_list_store_new (GH_TYPE_PROBLEM);
  f->dir = gh_test_make_dir ();
  f->path = g_build_filename (f->dir, "below", "usage.jsonl", NULL);
  f->file = g_file_new_for_path (f->path);
  f->now = g_date_time_to_unix (noon) * SECOND;
}

static void
tear_down (Fixture       *f,
           gconstpointer  data)
{
  gh_test_settle ();
  g_clear_object (&f->problems);
  g_clear_object (&f->file);
  g_free (f->dir);
  g_free (f->path);
}

static guint
n_problems (Fixture *f)
{
  return g_list_model_get_n_items (G_LIST_MODEL (f->problems));
}

static GhUsage *
load (Fixture *f)
{
  GhUsage *usage = gh_usage_new (f->file, f->problems);
  g_autoptr(GAsyncResult) result = NULL;
  g_autoptr(GError) error = NULL;

  gh_usage_load_async (usage, NULL, gh_test_store_result_cb, &result);
  gh_test_wait (result != NULL);
  g_assert_true (gh_usage_load_finish (usage, result, &error));
  g_assert_no_error (error);
  return usage;
}

static void
flush (GhUsage *usage)
{
  g_autoptr(GAsyncResult) result = NULL;

  gh_usage_flush_async (usage, gh_test_store_result_cb, &result);
  gh_test_wait (result != NULL);
  g_assert_true (gh_usage_flush_finish (usage, result, NULL));
}

static void
add (GhUsage    *usage,
     const char *server,
     const char *rule,
     gint64      time,
     gint64      tokens)
{
  GhUsageAmount amount = { 1, tokens, 1, 0.5 };

  gh_usage_add (usage, server, rule, time, &amount);
}

static void
assert_same (Fixture *f,
             GhUsage *a,
             GhUsage *b)
{
  static const char * const ids[] = { "a", "b", "x", "none" };

  for (guint of = GH_USAGE_ALL; of <= GH_USAGE_RULE; of++)
    for (guint i = 0; i < G_N_ELEMENTS (ids); i++)
      {
        for (guint limit = 0; limit < GH_N_LIMITS; limit++)
          g_assert_cmpfloat_with_epsilon (gh_usage_get (a, of, ids[i], limit, f->now),
                                          gh_usage_get (b, of, ids[i], limit, f->now), 1e-6);
        g_assert_cmpint (gh_usage_get_last (a, of, ids[i]), ==,
                         gh_usage_get_last (b, of, ids[i]));
      }
}

/* Written as it happens, and read again as it was: also after the program was killed. */
static void
test_file (Fixture       *f,
           gconstpointer  data)
{
  g_autoptr(GhUsage) usage = load (f);
  g_autoptr(GhUsage) again = NULL;
  GhUsageAmount correction = { 0, -3, 0, -0.25 };
  GStatBuf info;

  g_assert_cmpuint (n_problems (f), ==, 0);
  add (usage, "a", "x", f->now - 40 * DAY, 5);
  add (usage, "a", NULL, f->now - 14 * DAY, 10);
  add (usage, "b", "x", f->now - 2 * HOUR, 20);
  add (usage, "a", "x", f->now - 2 * SECOND, 40);
  gh_usage_add (usage, "a", "x", f->now - 2 * SECOND, &correction);
  flush (usage);
  g_assert_cmpint (g_stat (f->path, &info), ==, 0);
  g_assert_cmpint (info.st_mode & 0777, ==, 0600);
  again = load (f);
  assert_same (f, usage, again);

  g_assert_cmpfloat (gh_usage_get (again, GH_USAGE_SERVER, "a", GH_LIMIT_TOKENS_PER_HOUR, f->now),
                     ==, 38);
  g_assert_cmpfloat (gh_usage_get (again, GH_USAGE_ALL, NULL, GH_LIMIT_TOKENS_PER_DAY, f->now), ==,
                     59);
  g_assert_cmpint (gh_usage_get_month (again, GH_USAGE_SERVER, "a", f->now).input_tokens, ==, 47);
  g_assert_cmpint (gh_usage_get_day (again, GH_USAGE_SERVER, "a", f->now).requests, ==, 1);
  g_assert_cmpfloat (gh_usage_get_month (again, GH_USAGE_SERVER, "a", f->now).money, ==, 0.75);
  g_assert_cmpfloat (gh_usage_get (again, GH_USAGE_RULE, "x", GH_LIMIT_REQUESTS, f->now), ==, 3);
  g_assert_cmpint (gh_usage_get_last (again, GH_USAGE_RULE, "x"), ==, f->now - 2 * SECOND);
}

/* Half a line, nonsense and numbers that nobody can have used are passed over; the rest counts. */
static void
test_damage (Fixture       *f,
             gconstpointer  data)
{
  g_autofree char *dir = g_path_get_dirname (f->path);
  g_autofree char *text =
    g_strdup_printf ("{\"t\":%" G_GINT64_FORMAT ",\"s\":\"a\",\"n\":1,\"i\":7,\"o\":0}\n"
                     "{\"t\":-1,\"s\":\"a\",\"n\":1}\n{\"t\":9223372036854775807,\"s\":\"a\"}\n"
                     "{\"t\":1,\"d\":-5,\"s\":\"a\",\"n\":1}\n"
                     "{\"t\":1,\"s\":\"a\",\"n\":-9223372036854775808}\n\x01\xff\n[]\n\n"
                     "{\"t\":1,\"s\":\"a\",\"m\":1e300}\n{\"t\":17", f->now / SECOND);
  g_autoptr(GhUsage) usage = NULL;
  g_autoptr(GhUsage) again = NULL;

  g_assert_cmpint (g_mkdir (dir, 0700), ==, 0);
  g_assert_true (g_file_set_contents (f->path, text, -1, NULL));
  usage = load (f);
  g_assert_cmpfloat (gh_usage_get (usage, GH_USAGE_SERVER, "a", GH_LIMIT_TOKENS_PER_MONTH, f->now),
                     ==, 7);
  /* What is added does not end up behind the half line. */
  add (usage, "a", NULL, f->now, 3);
  flush (usage);
  again = load (f);
  g_assert_cmpfloat (gh_usage_get (again, GH_USAGE_SERVER, "a", GH_LIMIT_TOKENS_PER_MONTH, f->now),
                     ==, 7 + 4);
  g_assert_cmpuint (n_problems (f), ==, 0);
}

/* What cannot be read is said and never written to; what cannot be written is said until it can. */
static void
test_trouble (Fixture       *f,
              gconstpointer  data)
{
  g_autofree char *dir = g_path_get_dirname (f->path);
  g_autoptr(GhUsage) usage = NULL;
  g_autoptr(GhUsage) other = NULL;
  g_autoptr(GhUsage) again = NULL;
  g_autoptr(GhProblem) problem = NULL;

  g_assert_cmpint (g_mkdir_with_parents (f->path, 0700), ==, 0);
  usage = load (f);
  g_assert_cmpuint (n_problems (f), ==, 1);
  problem = g_list_model_get_item (G_LIST_MODEL (f->problems), 0);
  g_assert_cmpint (gh_problem_get_kind (problem), ==, GH_PROBLEM_UNREADABLE);
  add (usage, "a", NULL, f->now, 3);
  flush (usage);
  g_assert_cmpfloat (gh_usage_get (usage, GH_USAGE_ALL, NULL, GH_LIMIT_TOKENS_PER_DAY, f->now), ==,
                     4);
  g_assert_cmpint (g_rmdir (f->path), ==, 0);

  g_list_store_remove_all (f->problems);
  other = load (f);
  g_assert_cmpint (g_rmdir (dir), ==, 0);
  g_assert_true (g_file_set_contents (dir, "in the way", -1, NULL));
  add (other, "a", NULL, f->now, 3);
  flush (other);
  g_assert_cmpuint (n_problems (f), ==, 1);
  g_assert_cmpint (g_unlink (dir), ==, 0);
  add (other, "a", NULL, f->now, 3);
  flush (other);
  g_assert_cmpuint (n_problems (f), ==, 0);
  again = load (f);
  assert_same (f, other, again);
}

/* The file stays small however much is used, and says the same. */
static void
test_compaction (Fixture       *f,
                 gconstpointer  data)
{
  g_autoptr(GhUsage) usage = load (f);
  g_autoptr(GhUsage) again = NULL;
  GStatBuf info;

  add (usage, "a", "x", f->now - 100 * DAY, 1);
  for (guint i = 0; i < 25000; i++)
    add (usage, i % 3 == 0 ? "b" : "a", i % 2 == 0 ? "x" : NULL,
         f->now - (25000 - i) * 100 * SECOND, i % 7);
  flush (usage);
  g_assert_cmpint (g_stat (f->path, &info), ==, 0);
  g_assert_cmpint (info.st_size, <, 1500000);
  again = load (f);
  assert_same (f, usage, again);
  g_assert_cmpfloat (gh_usage_get (again, GH_USAGE_RULE, "x", GH_LIMIT_REQUESTS, f->now), ==,
                     12501);
}

/* Rules that were taken out long ago do not add up for ever. */
static void
test_bounded (Fixture       *f,
              gconstpointer  data)
{
  g_autoptr(GhUsage) usage = gh_usage_new (NULL, NULL);

  for (guint i = 0; i < 5000; i++)
    {
      g_autofree char *id = g_strdup_printf ("%u", i);

      add (usage, NULL, id, f->now + i * SECOND, 1);
    }
  g_assert_cmpfloat (gh_usage_get (usage, GH_USAGE_RULE, "0", GH_LIMIT_REQUESTS, f->now), ==, 0);
  g_assert_cmpfloat (gh_usage_get (usage, GH_USAGE_RULE, "4999", GH_LIMIT_REQUESTS, f->now), ==, 1);
}

/* --- the list of rules --- */

static GhRuleList *
load_rules (Fixture      *f,
            const char   *text,
            GhFileStore **out_store)
{
  g_autofree char *path = g_build_filename (f->dir, "rules.json", NULL);
  g_autoptr(GFile) file = g_file_new_for_path (path);
  g_autoptr(GhFileStore) store = gh_file_store_new (file, 1, f->problems);
  g_autoptr(GhUsage) usage = gh_usage_new (NULL, NULL);
  g_autoptr(GAsyncResult) result = NULL;
  GhRuleList *rules = gh_rule_list_new (store, usage);

  if (text != NULL)
    g_assert_true (g_file_set_contents (path, text, -1, NULL));
  gh_rule_list_load_async (rules, NULL, gh_test_store_result_cb, &result);
  gh_test_wait (result != NULL);
  g_assert_true (gh_rule_list_load_finish (rules, result, NULL));
  *out_store = g_steal_pointer (&store);
  return rules;
}

static char *
read_rules (Fixture     *f,
            GhFileStore *store)
{
  g_autofree char *path = g_build_filename (f->dir, "rules.json", NULL);
  g_autoptr(GAsyncResult) result = NULL;
  g_autoptr(JsonNode) node = NULL;
  g_autofree char *text = NULL;

  gh_file_store_flush_async (store, gh_test_store_result_cb, &result);
  gh_test_wait (result != NULL);
  g_assert_true (gh_file_store_flush_finish (store, result, NULL));
  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  node = gh_json_read (text, strlen (text), NULL);
  return gh_json_write (node, NULL);
}

static GhRule *
make_rule (const char  *text,
           GhRuleScope  scope)
{
  g_autoptr(JsonNode) node = gh_json_read (text, strlen (text), NULL);
  g_autoptr(GError) error = NULL;
  GhRule *rule = gh_rule_new_passing (node, scope, 0, &error);

  g_assert_no_error (error);
  return rule;
}

static void
test_rules_file (Fixture       *f,
                 gconstpointer  data)
{
  g_autoptr(GhFileStore) store = NULL;
  g_autoptr(GhRuleList) rules = load_rules (f, NULL, &store);
  g_autoptr(GhRule) kept = make_rule ("{\"id\":\"1\",\"decide\":\"deny\"}", GH_RULE_KEPT);
  g_autoptr(GhRule) passing = make_rule ("{\"id\":\"2\",\"decide\":\"allow\"}", GH_RULE_SESSION);
  g_autoptr(GhRule) other = make_rule ("{\"id\":\"3\",\"decide\":\"ask\"}", GH_RULE_KEPT);
  GhLimits limits;
  g_autofree char *text = NULL;
  g_autofree char *without = NULL;
  guint position;

  gh_rule_list_add (rules, passing);
  gh_rule_list_add (rules, kept);
  gh_limits_init (&limits);
  limits.most[GH_LIMIT_TOKENS_PER_DAY] = 1000;
  gh_rule_list_set_budget (rules, "travel", &limits);
  limits.most[GH_LIMIT_MONEY_PER_MONTH] = 2.5;
  gh_rule_list_set_budget (rules, NULL, &limits);
  text = read_rules (f, store);
  g_assert_cmpstr (text, ==,
                   "{\"rules\":[{\"id\":\"1\",\"decide\":\"deny\"}],\"budgets\":{\"all\":"
                   "{\"tokens_per_day\":1000,\"money_per_month\":2.5},\"servers\":{\"travel\":"
                   "{\"tokens_per_day\":1000}}}}");

  position = gh_rule_list_remove (rules, passing);
  g_assert_cmpuint (position, ==, 0);
  gh_rule_list_insert (rules, passing, position);
  gh_rule_list_replace (rules, kept, other);
  gh_limits_init (&limits);
  gh_rule_list_set_budget (rules, "travel", &limits);
  gh_rule_list_set_budget (rules, NULL, &limits);
  without = read_rules (f, store);
  g_assert_cmpstr (without, ==,
                   "{\"rules\":[{\"id\":\"3\",\"decide\":\"ask\"}],\"budgets\":{}}");
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (rules)), ==, 2);
  g_assert_cmpuint (n_problems (f), ==, 0);
}

/* What cannot be read might have been a no: nothing is allowed until it is put right, and it stays
 * in the file. */
static void
test_rules_broken (Fixture       *f,
                   gconstpointer  data)
{
  g_autofree char *path = g_build_filename (f->dir, "rules.json", NULL);
  g_autoptr(GhFileStore) store = NULL;
  g_autoptr(GhRuleList) rules =
    load_rules (f, "{\"rules\":[{\"id\":\"1\",\"decide\":\"allow\",\"with\":{\"answer\":\"\"}},"
                   "{\"decide\":\"never\"}],\"budgets\":{\"all\":{\"token\":1}}}", &store);
  g_autoptr(GhRule) rule = make_rule ("{\"id\":\"2\",\"decide\":\"ask\"}", GH_RULE_KEPT);
  GhRuleQuestion question = { GH_RULE_SAMPLING, "a" };
  GhRuleVerdict verdict;
  g_autofree char *text = NULL;

  g_assert_cmpuint (n_problems (f), ==, 2);
  g_assert_true (gh_rule_list_get_broken (rules));
  gh_rule_list_decide (rules, &question, &verdict);
  g_assert_cmpint (verdict.decision, ==, GH_RULE_ASK);
  g_assert_cmpint (verdict.cause, ==, GH_RULE_CAUSE_BROKEN);
  gh_rule_list_add (rules, rule);
  text = read_rules (f, store);
  g_assert_cmpstr (text, ==,
                   "{\"rules\":[{\"id\":\"1\",\"decide\":\"allow\",\"with\":{\"answer\":\"\"}},"
                   "{\"id\":\"2\",\"decide\":\"ask\"},{\"decide\":\"never\"}],"
                   "\"budgets\":{\"all\":{\"token\":1}}}");

  /* Put right by hand: taken over at once. */
  g_assert_true (g_file_set_contents (path, "{\"rules\":[{\"id\":\"1\",\"decide\":\"allow\","
                                            "\"with\":{\"answer\":\"\"}}]}", -1, NULL));
  gh_test_wait (!gh_rule_list_get_broken (rules));
  gh_rule_list_decide (rules, &question, &verdict);
  g_assert_cmpint (verdict.decision, ==, GH_RULE_ALLOW);
  gh_test_wait (n_problems (f) == 0);
}

/* A file that is none is set aside, and nothing is allowed by what it might have said. */
static void
test_rules_damaged (Fixture       *f,
                    gconstpointer  data)
{
  g_autoptr(GhFileStore) store = NULL;
  g_autoptr(GhRuleList) rules = load_rules (f, "{\"rules\":[", &store);
  g_autoptr(GhProblem) problem = g_list_model_get_item (G_LIST_MODEL (f->problems), 0);

  g_assert_cmpint (gh_problem_get_kind (problem), ==, GH_PROBLEM_DAMAGED);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (rules)), ==, 0);
}

int
main (int    argc,
      char **argv)
{
  gh_test_init (&argc, &argv);

#define ADD(name, function) \
  g_test_add ("/host/" name, Fixture, NULL, set_up, function, tear_down)
  ADD ("usage/file", test_file);
  ADD ("usage/damage", test_damage);
  ADD ("usage/trouble", test_trouble);
  ADD ("usage/compaction", test_compaction);
  ADD ("usage/bounded", test_bounded);
  ADD ("rules/file", test_rules_file);
  ADD ("rules/broken", test_rules_broken);
  ADD ("rules/damaged", test_rules_damaged);

  return gh_test_run ();
}
