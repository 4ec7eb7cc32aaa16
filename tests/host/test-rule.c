/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * Rules: what they match, which one wins, and what is no rule. */
#include "config.h"

#include <string.h>

#include "gh-json.h"
#include "gh-rule.h"
#include "gh-test.h"

static GPtrArray *
parse (const char  *text,
       GError     **error)
{
  g_autoptr(JsonNode) node = gh_json_read (text, strlen (text), NULL);

  g_assert_nonnull (node);
  return gh_rules_parse (node, error);
}

static void
test_forms (void)
{
  static const char * const texts[] = {
    "{\"rules\":[{\"decide\":\"deny\",\"reason\":\"no\"}]}",
    "[{\"decide\":\"deny\",\"reason\":\"no\"}]",
    "{\"decide\":\"deny\",\"reason\":\"no\"}",
  };
  GhRuleQuestion question = { .kind = GH_RULE_SAMPLING, .server = "travel" };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autoptr(GError) error = NULL;
      g_autoptr(GPtrArray) rules = parse (texts[i], &error);
      GhRule *rule;

      g_assert_no_error (error);
      rule = gh_rules_decide (rules, &question, 0);
      g_assert_nonnull (rule);
      g_assert_cmpint (gh_rule_get_decision (rule), ==, GH_RULE_DENY);
      g_assert_cmpstr (gh_rule_get_reason (rule), ==, "no");
    }
}

static void
test_with (void)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(GPtrArray) rules =
    parse ("[{\"match\":{\"kind\":\"sampling\"},\"decide\":\"allow\",\"review_answer\":true,"
           "\"with\":{\"provider\":\"p\",\"model\":\"m\",\"answer\":\"a\"}},"
           "{\"match\":{\"kind\":\"elicitation\"},\"decide\":\"allow\","
           "\"with\":{\"content\":{\"n\":1.0},\"defaults\":true}}]",
           &error);
  GhRuleQuestion question = { .kind = GH_RULE_SAMPLING };
  g_autofree char *content = NULL;
  GhRule *rule;

  g_assert_no_error (error);
  rule = gh_rules_decide (rules, &question, 0);
  g_assert_cmpstr (gh_rule_get_provider (rule), ==, "p");
  g_assert_cmpstr (gh_rule_get_model (rule), ==, "m");
  g_assert_cmpstr (gh_rule_get_answer (rule), ==, "a");
  g_assert_true (gh_rule_get_review_answer (rule));
  g_assert_null (gh_rule_get_content (rule));

  question.kind = GH_RULE_ELICITATION;
  rule = gh_rules_decide (rules, &question, 0);
  content = gh_json_write (gh_rule_get_content (rule), NULL);
  g_assert_cmpstr (content, ==, "{\"n\":1.0}");
  g_assert_true (gh_rule_get_defaults (rule));
  g_assert_false (gh_rule_get_review_answer (rule));

  question.kind = GH_RULE_TOOL;
  g_assert_null (gh_rules_decide (rules, &question, 0));
}

/* Every single condition keeps a rule from matching what it does not name. */
static void
test_match (void)
{
  static const struct
  {
    const char *match;
    gboolean    fits;
  } cases[] = {
    { "{}", TRUE },
    { "{\"kind\":\"sampling\"}", TRUE },
    { "{\"kind\":\"tool\"}", FALSE },
    { "{\"server\":\"travel\"}", TRUE },
    { "{\"server\":\"trave\"}", FALSE },
    { "{\"tool\":\"find\"}", TRUE },
    { "{\"tool\":\"Find\"}", FALSE },
    { "{\"lane\":\"local\"}", TRUE },
    { "{\"lane\":\"cloud\"}", FALSE },
    { "{\"model\":\"llama\"}", TRUE },
    { "{\"model\":\"llama3\"}", FALSE },
    { "{\"server\":\"travel\",\"tool\":\"find\",\"lane\":\"local\",\"model\":\"llama\"}", TRUE },
    { "{\"server\":\"travel\",\"tool\":\"find\",\"lane\":\"local\",\"model\":\"other\"}", FALSE },
  };
  g_autoptr(GhModel) model = gh_model_new ("llama", "id", "name", GH_LANE_LOCAL);
  GhRuleQuestion question = { GH_RULE_SAMPLING, "travel", "find", model };
  GhRuleQuestion bare = { .kind = GH_RULE_SAMPLING };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *text = g_strdup_printf ("{\"match\":%s,\"decide\":\"allow\"}",
                                               cases[i].match);
      g_autoptr(GError) error = NULL;
      g_autoptr(GPtrArray) rules = parse (text, &error);

      g_assert_no_error (error);
      g_assert_cmpint (gh_rules_decide (rules, &question, 0) != NULL, ==, cases[i].fits);
      /* What is not known of a request is never taken for what a rule asks. */
      g_assert_cmpint (gh_rules_decide (rules, &bare, 0) != NULL, ==, i < 2);
    }
}

/* Whatever the order: deny beats ask, ask beats allow, and the first of equals is told. */
static void
test_most_cautious (void)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(GPtrArray) rules =
    parse ("[{\"match\":{\"server\":\"a\"},\"decide\":\"allow\"},"
           "{\"match\":{\"server\":\"a\"},\"decide\":\"ask\"},"
           "{\"match\":{\"tool\":\"t\"},\"decide\":\"deny\",\"reason\":\"1\"},"
           "{\"match\":{\"tool\":\"t\"},\"decide\":\"deny\",\"reason\":\"2\"},"
           "{\"decide\":\"allow\"}]",
           &error);
  GhRuleQuestion question = { GH_RULE_SAMPLING, "a", "t", NULL };

  g_assert_no_error (error);
  g_assert_cmpstr (gh_rule_get_reason (gh_rules_decide (rules, &question, 0)), ==, "1");
  question.tool = "other";
  g_assert_cmpint (gh_rule_get_decision (gh_rules_decide (rules, &question, 0)), ==, GH_RULE_ASK);
  question.server = "b";
  g_assert_cmpint (gh_rule_get_decision (gh_rules_decide (rules, &question, 0)), ==,
                   GH_RULE_ALLOW);
}

static void
test_expires (void)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(GPtrArray) rules =
    parse ("{\"decide\":\"allow\",\"expires\":\"1970-01-01T00:00:10Z\"}", &error);
  GhRuleQuestion question = { .kind = GH_RULE_TOOL };

  g_assert_no_error (error);
  g_assert_nonnull (gh_rules_decide (rules, &question, 10 * G_USEC_PER_SEC - 1));
  g_assert_null (gh_rules_decide (rules, &question, 10 * G_USEC_PER_SEC));
}

static void
test_no_rules (void)
{
  static const struct
  {
    const char *text;
    const char *message;
  } cases[] = {
    { "1", "rule 1: not an object" },
    { "[{\"decide\":\"allow\"},[]]", "rule 2: not an object" },
    { "{}", "rule 1: \"decide\" is missing" },
    { "{\"decide\":\"yes\"}", "rule 1: \"decide\" cannot be \"yes\"" },
    { "{\"rules\":{}}", "rules" },
    { "{\"rules\":[],\"more\":1}", "unknown member \"more\"" },
    { "{\"decide\":\"allow\",\"limits\":{}}", "rule 1: unknown member \"limits\"" },
    { "{\"decide\":\"allow\",\"match\":{\"sever\":\"a\"}}", "rule 1: unknown member \"sever\"" },
    { "{\"decide\":\"allow\",\"match\":{\"kind\":\"x\"}}", "\"kind\" cannot be \"x\"" },
    { "{\"decide\":\"allow\",\"match\":{\"lane\":1}}", "lane" },
    { "{\"decide\":\"allow\",\"with\":{\"content\":[]}}", "content" },
    { "{\"decide\":\"allow\",\"expires\":\"2026-12-31\"}", "expires" },
    { "{\"decide\":\"allow\",\"expires\":\"soon\"}", "expires" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr(GError) error = NULL;

      g_assert_null (parse (cases[i].text, &error));
      g_assert_error (error, GH_JSON_ERROR, GH_JSON_ERROR_MEMBER);
      g_assert_nonnull (strstr (error->message, cases[i].message));
    }
}

int
main (int    argc,
      char **argv)
{
  gh_test_init (&argc, &argv);

  g_test_add_func ("/host/rule/forms", test_forms);
  g_test_add_func ("/host/rule/with", test_with);
  g_test_add_func ("/host/rule/match", test_match);
  g_test_add_func ("/host/rule/most-cautious", test_most_cautious);
  g_test_add_func ("/host/rule/expires", test_expires);
  g_test_add_func ("/host/rule/no-rules", test_no_rules);

  return g_test_run ();
}
