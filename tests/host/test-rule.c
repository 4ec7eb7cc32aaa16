/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * Rules: what they match, which one wins, their limits, what is no rule; and what holds for every
 * set of rules there can be. */
#include "config.h"

#include <string.h>

#include "gh-json.h"
#include "gh-rule-set.h"
#include "gh-test.h"

#define SECOND ((gint64) G_USEC_PER_SEC)
#define DAY (24 * 60 * 60 * SECOND)
/* Noon of some day, whatever the time zone. */
#define NOW (20000 * DAY + DAY / 2)

static GhRuleSet *
parse (const char  *text,
       GError     **error)
{
  g_autoptr(JsonNode) node = gh_json_read (text, strlen (text), NULL);

  g_assert_nonnull (node);
  return gh_rule_set_parse (node, error);
}

static GhRuleSet *
parse_well (const char *text)
{
  g_autoptr(GError) error = NULL;
  GhRuleSet *set = parse (text, &error);

  g_assert_no_error (error);
  g_assert_nonnull (set);
  return set;
}

static GhRuleVerdict
decide (GhRuleSet            *set,
        const GhRuleQuestion *question)
{
  GhRuleVerdict verdict;

  gh_rule_set_decide (set, question, NULL, NOW, &verdict);
  return verdict;
}

static void
test_forms (void)
{
  static const char * const texts[] = {
    "{\"rules\":[{\"decide\":\"deny\",\"reason\":\"no\"}]}",
    "[{\"decide\":\"deny\",\"reason\":\"no\"}]",
    "{\"decide\":\"deny\",\"reason\":\"no\"}",
    "{\"rules\":[{\"decide\":\"deny\",\"reason\":\"no\"}],"
    "\"budgets\":{\"all\":{},\"servers\":{\"travel\":{}}}}",
  };
  GhRuleQuestion question = { .kind = GH_RULE_SAMPLING, .server = "travel" };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autoptr(GhRuleSet) set = parse_well (texts[i]);
      GhRuleVerdict verdict = decide (set, &question);

      g_assert_cmpint (verdict.decision, ==, GH_RULE_DENY);
      g_assert_cmpint (verdict.cause, ==, GH_RULE_CAUSE_RULE);
      g_assert_cmpstr (gh_rule_get_reason (verdict.rule), ==, "no");
    }
}

static void
test_with (void)
{
  g_autoptr(GhRuleSet) set =
    parse_well ("[{\"match\":{\"kind\":\"sampling\"},\"decide\":\"allow\",\"review_answer\":true,"
                "\"with\":{\"provider\":\"p\",\"model\":\"m\",\"answer\":\"a\"}},"
                "{\"match\":{\"kind\":\"elicitation\"},\"decide\":\"allow\","
                "\"with\":{\"content\":{\"n\":1.0},\"defaults\":true}}]");
  GhRuleQuestion question = { .kind = GH_RULE_SAMPLING, .server = "a" };
  GhRule *rule = decide (set, &question).rule;
  g_autofree char *content = NULL;

  g_assert_cmpstr (gh_rule_get_provider (rule), ==, "p");
  g_assert_cmpstr (gh_rule_get_model (rule), ==, "m");
  g_assert_cmpstr (gh_rule_get_answer (rule), ==, "a");
  g_assert_true (gh_rule_get_review_answer (rule));
  g_assert_null (gh_rule_get_filled_in (rule));

  question.kind = GH_RULE_ELICITATION;
  rule = decide (set, &question).rule;
  content = gh_json_write (gh_rule_get_filled_in (rule), NULL);
  g_assert_cmpstr (content, ==, "{\"n\":1.0}");
  g_assert_true (gh_rule_get_defaults (rule));
  g_assert_false (gh_rule_get_review_answer (rule));
  g_assert_cmpint (decide (set, &question).decision, ==, GH_RULE_ALLOW);

  /* Nobody has seen the page's address. */
  question.page = TRUE;
  g_assert_cmpint (decide (set, &question).decision, ==, GH_RULE_ASK);
  g_assert_cmpint (decide (set, &question).cause, ==, GH_RULE_CAUSE_ANSWER);

  question.kind = GH_RULE_TOOL;
  g_assert_null (decide (set, &question).rule);
}

/* Every single condition keeps a rule from matching what it does not name. */
static void
test_match (void)
{
  static const struct
  {
    const char *match;
    gboolean    fits;
    gboolean    fits_bare;
  } cases[] = {
    { "{}", TRUE, TRUE },
    { "{\"kind\":\"sampling\"}", TRUE, TRUE },
    { "{\"kind\":\"tool\"}", FALSE, FALSE },
    { "{\"server\":\"travel\"}", TRUE, FALSE },
    { "{\"server\":\"trave\"}", FALSE, FALSE },
    { "{\"tool\":\"find\"}", TRUE, FALSE },
    { "{\"tool\":\"Find\"}", FALSE, FALSE },
    { "{\"during\":\"call\"}", TRUE, FALSE },
    { "{\"during\":\"background\"}", FALSE, TRUE },
    { "{\"lane\":\"local\"}", TRUE, FALSE },
    { "{\"lane\":\"cloud\"}", FALSE, FALSE },
    { "{\"model\":\"llama\"}", TRUE, FALSE },
    { "{\"model\":\"llama3\"}", FALSE, FALSE },
    { "{\"provider\":\"id\"}", TRUE, FALSE },
    { "{\"provider\":\"name\"}", TRUE, FALSE },
    { "{\"provider\":\"nam\"}", FALSE, FALSE },
    { "{\"content\":[\"text\"]}", FALSE, TRUE },
    { "{\"content\":[\"image\",\"text\"]}", TRUE, TRUE },
    { "{\"holds\":[\"image\",\"audio\"]}", TRUE, FALSE },
    { "{\"holds\":[\"audio\",\"tools\"]}", FALSE, FALSE },
    { "{\"max_bytes\":99}", FALSE, TRUE },
    { "{\"max_bytes\":100}", TRUE, TRUE },
    { "{\"over_bytes\":100}", FALSE, FALSE },
    { "{\"over_bytes\":99}", TRUE, FALSE },
    { "{\"server\":\"travel\",\"tool\":\"find\",\"lane\":\"local\",\"model\":\"llama\"}", TRUE,
      FALSE },
    { "{\"server\":\"travel\",\"tool\":\"find\",\"lane\":\"local\",\"model\":\"other\"}", FALSE,
      FALSE },
  };
  g_autoptr(GhModel) model = gh_model_new ("llama", "id", "name", GH_LANE_LOCAL);
  GhRuleQuestion question = { GH_RULE_SAMPLING, "travel", "find", .model = model, .bytes = 100,
                              .holds = GH_RULE_HOLDS_TEXT | GH_RULE_HOLDS_IMAGE };
  GhRuleQuestion bare = { .kind = GH_RULE_SAMPLING, .server = "" };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *text = g_strdup_printf ("{\"match\":%s,\"decide\":\"deny\"}",
                                               cases[i].match);
      g_autoptr(GhRuleSet) set = parse_well (text);

      g_assert_cmpint (decide (set, &question).rule != NULL, ==, cases[i].fits);
      /* What is not known of a request is never taken for what a rule asks. */
      g_assert_cmpint (decide (set, &bare).rule != NULL, ==, cases[i].fits_bare);
    }
}

/* Whatever the order: deny beats ask, ask beats allow, and the first of equals is told. */
static void
test_most_cautious (void)
{
  g_autoptr(GhRuleSet) set =
    parse_well ("[{\"match\":{\"server\":\"a\"},\"decide\":\"allow\"},"
                "{\"match\":{\"server\":\"a\"},\"decide\":\"ask\"},"
                "{\"match\":{\"tool\":\"t\"},\"decide\":\"deny\",\"reason\":\"1\"},"
                "{\"match\":{\"tool\":\"t\"},\"decide\":\"deny\",\"reason\":\"2\"},"
                "{\"decide\":\"allow\",\"with\":{\"answer\":\"\"}}]");
  GhRuleQuestion question = { GH_RULE_SAMPLING, "a", "t" };

  g_assert_cmpstr (gh_rule_get_reason (decide (set, &question).rule), ==, "1");
  question.tool = "other";
  g_assert_cmpint (decide (set, &question).decision, ==, GH_RULE_ASK);
  g_assert_cmpint (decide (set, &question).cause, ==, GH_RULE_CAUSE_RULE);
  question.server = "b";
  g_assert_cmpint (decide (set, &question).decision, ==, GH_RULE_ALLOW);
}

static void
test_expires (void)
{
  g_autoptr(GhRuleSet) set =
    parse_well ("{\"decide\":\"deny\",\"expires\":\"1970-01-01T00:00:10Z\"}");
  GhRuleQuestion question = { .kind = GH_RULE_TOOL, .server = "a" };
  GhRuleVerdict verdict;

  gh_rule_set_decide (set, &question, NULL, 10 * G_USEC_PER_SEC - 1, &verdict);
  g_assert_nonnull (verdict.rule);
  gh_rule_set_decide (set, &question, NULL, 10 * G_USEC_PER_SEC, &verdict);
  g_assert_null (verdict.rule);
}

/* A rule for one call is of no use in the next one of the same tool. */
static void
test_call (void)
{
  const char *text = "{\"match\":{\"tool\":\"t\"},\"decide\":\"allow\",\"with\":{\"answer\":\"\"}}";
  g_autoptr(JsonNode) node = gh_json_read (text, strlen (text), NULL);
  g_autoptr(GhRuleSet) set = gh_rule_set_new ();
  GhRuleQuestion question = { GH_RULE_SAMPLING, "a", "t", .call_time = 7 };

  g_ptr_array_add (set->rules, gh_rule_new_passing (node, GH_RULE_CALL, 7, NULL));
  g_assert_cmpint (decide (set, &question).decision, ==, GH_RULE_ALLOW);
  question.call_time = 8;
  g_assert_cmpint (decide (set, &question).decision, ==, GH_RULE_ASK);
  question.call_time = 0;
  g_assert_cmpint (decide (set, &question).decision, ==, GH_RULE_ASK);
}

/* What it is answered with: the model of the rule, which no other rule may forbid. */
static void
test_model (void)
{
  g_autoptr(GhModel) local = gh_model_new ("llama", "l", "Local", GH_LANE_LOCAL);
  g_autoptr(GhModel) cloud = gh_model_new ("gpt", "c", "Cloud", GH_LANE_CLOUD);
  g_autoptr(GListStore) models = g_list_store_new (GH_TYPE_MODEL);
  GhRuleQuestion question = { GH_RULE_SAMPLING, "a", .model = local,
                              .models = G_LIST_MODEL (models) };
  g_autoptr(GhRuleSet) set =
    parse_well ("[{\"decide\":\"allow\",\"with\":{\"provider\":\"Cloud\",\"model\":\"gpt\"}}]");
  g_autoptr(GhRuleSet) guarded =
    parse_well ("[{\"decide\":\"allow\",\"with\":{\"provider\":\"Cloud\",\"model\":\"gpt\"}},"
                "{\"match\":{\"lane\":\"cloud\"},\"decide\":\"deny\"}]");
  g_autoptr(GhRuleSet) any = parse_well ("{\"decide\":\"allow\"}");

  g_assert_cmpint (decide (set, &question).cause, ==, GH_RULE_CAUSE_MODEL);
  g_list_store_append (models, local);
  g_list_store_append (models, cloud);
  g_assert_true (decide (set, &question).model == cloud);
  g_assert_cmpint (decide (guarded, &question).decision, ==, GH_RULE_ASK);
  g_assert_cmpint (decide (guarded, &question).cause, ==, GH_RULE_CAUSE_MODEL);
  g_assert_true (decide (any, &question).model == local);
  question.model = NULL;
  g_assert_cmpint (decide (any, &question).cause, ==, GH_RULE_CAUSE_MODEL);
}

/* Allows ask while their server is not what they were made for, or the file is not whole; denies
 * deny all the same. */
static void
test_not_trusted (void)
{
  g_autoptr(GhRuleSet) set =
    parse_well ("[{\"match\":{\"tool\":\"t\"},\"decide\":\"deny\"},"
                "{\"decide\":\"allow\",\"with\":{\"answer\":\"\"}}]");
  GhRuleQuestion question = { GH_RULE_SAMPLING, "a", .changed = TRUE };

  g_assert_cmpint (decide (set, &question).decision, ==, GH_RULE_ASK);
  g_assert_cmpint (decide (set, &question).cause, ==, GH_RULE_CAUSE_CHANGED);
  question.tool = "t";
  g_assert_cmpint (decide (set, &question).decision, ==, GH_RULE_DENY);
  question.changed = FALSE;
  question.tool = NULL;
  g_assert_cmpint (decide (set, &question).decision, ==, GH_RULE_ALLOW);
  set->broken = TRUE;
  g_assert_cmpint (decide (set, &question).cause, ==, GH_RULE_CAUSE_BROKEN);
}

/* --- limits --- */

static void
use (GhUsage    *usage,
     const char *server,
     const char *rule,
     gint64      time,
     gint64      tokens)
{
  GhUsageAmount amount = { 1, tokens / 2, tokens - tokens / 2, 0 };

  gh_usage_add (usage, server, rule, time, &amount);
}

static void
test_limits (void)
{
  /* of one rule with this limit, after one request of 100 tokens `ago` microseconds before */
  static const struct
  {
    const char *limits;
    gint64      ago;
    GhLimit     over; /* GH_N_LIMITS: none */
  } cases[] = {
    { "{}", 0, GH_N_LIMITS },
    { "{\"requests\":0}", 0, GH_LIMIT_REQUESTS },
    { "{\"requests\":1}", 90 * DAY, GH_LIMIT_REQUESTS },
    { "{\"requests\":2}", 0, GH_N_LIMITS },
    { "{\"requests_per_minute\":1}", 0, GH_LIMIT_REQUESTS_PER_MINUTE },
    { "{\"requests_per_minute\":1}", 59 * SECOND, GH_LIMIT_REQUESTS_PER_MINUTE },
    { "{\"requests_per_minute\":1}", 60 * SECOND, GH_N_LIMITS },
    { "{\"requests_per_minute\":2}", 0, GH_N_LIMITS },
    /* The request may come to 50 tokens. */
    { "{\"tokens_per_hour\":149}", 0, GH_LIMIT_TOKENS_PER_HOUR },
    { "{\"tokens_per_hour\":149}", 59 * 60 * SECOND, GH_LIMIT_TOKENS_PER_HOUR },
    { "{\"tokens_per_hour\":149}", 61 * 60 * SECOND, GH_N_LIMITS },
    { "{\"tokens_per_hour\":150}", 0, GH_N_LIMITS },
    { "{\"tokens_per_day\":149}", 0, GH_LIMIT_TOKENS_PER_DAY },
    { "{\"tokens_per_day\":149}", DAY, GH_N_LIMITS },
    { "{\"tokens_per_month\":149}", 0, GH_LIMIT_TOKENS_PER_MONTH },
    { "{\"tokens_per_month\":149}", DAY, GH_LIMIT_TOKENS_PER_MONTH },
    { "{\"tokens_per_month\":149}", 31 * DAY, GH_N_LIMITS },
    { "{\"max_tokens\":39}", 0, GH_LIMIT_MAX_TOKENS },
    { "{\"max_tokens\":40}", 0, GH_N_LIMITS },
    { "{\"money_per_month\":0}", 0, GH_N_LIMITS }, /* a model here costs nothing */
  };
  g_autoptr(GhModel) model = gh_model_new ("m", "p", "P", GH_LANE_LOCAL);
  GhRuleQuestion question = { GH_RULE_SAMPLING, "a", .model = model, .max_tokens = 40,
                              .input_tokens = 10 };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    for (guint of = GH_USAGE_ALL; of <= GH_USAGE_RULE; of++)
      {
        const char *limits = cases[i].limits;
        g_autofree char *text =
          of == GH_USAGE_RULE
            ? g_strdup_printf ("{\"id\":\"r\",\"decide\":\"allow\",\"limits\":%s}", limits)
          : of == GH_USAGE_SERVER
            ? g_strdup_printf ("{\"rules\":[{\"id\":\"r\",\"decide\":\"allow\"}],\"budgets\":"
                               "{\"servers\":{\"a\":%s,\"b\":{\"requests_per_minute\":0}}}}",
                               limits)
            : g_strdup_printf ("{\"rules\":[{\"id\":\"r\",\"decide\":\"allow\"}],\"budgets\":"
                               "{\"all\":%s}}", limits);
        g_autoptr(GhUsage) usage = gh_usage_new (NULL, NULL);
        g_autoptr(GhRuleSet) set = NULL;
        GhRuleVerdict verdict;

        if (of != GH_USAGE_RULE && strstr (limits, "\"requests\"") != NULL)
          continue;
        set = parse_well (text);
        /* What others use counts for none but all. */
        use (usage, of == GH_USAGE_ALL ? "other" : "a", "r", NOW - cases[i].ago, 100);
        gh_rule_set_decide (set, &question, usage, NOW, &verdict);
        if (cases[i].over == GH_N_LIMITS)
          {
            g_assert_cmpint (verdict.decision, ==, GH_RULE_ALLOW);
            continue;
          }
        g_assert_cmpint (verdict.decision, ==, GH_RULE_ASK);
        g_assert_cmpint (verdict.cause, ==, GH_RULE_CAUSE_LIMIT);
        g_assert_cmpint (verdict.limit, ==, cases[i].over);
        g_assert_cmpint (verdict.limit_of, ==, of);
        g_assert_cmpstr (gh_rule_get_id (verdict.rule), ==, "r");
      }
}

/* Where one rule is used up the next one may still allow. */
static void
test_limits_of_two (void)
{
  g_autoptr(GhRuleSet) set =
    parse_well ("[{\"id\":\"1\",\"decide\":\"allow\",\"limits\":{\"requests\":1},"
                "\"with\":{\"answer\":\"\"}},"
                "{\"id\":\"2\",\"decide\":\"allow\",\"limits\":{\"requests\":1},"
                "\"with\":{\"answer\":\"\"}}]");
  g_autoptr(GhUsage) usage = gh_usage_new (NULL, NULL);
  GhRuleQuestion question = { GH_RULE_SAMPLING, "a" };
  GhRuleVerdict verdict;

  for (guint i = 0; i < 2; i++)
    {
      gh_rule_set_decide (set, &question, usage, NOW, &verdict);
      g_assert_cmpint (verdict.decision, ==, GH_RULE_ALLOW);
      g_assert_true (verdict.rule == set->rules->pdata[i]);
      use (usage, "a", gh_rule_get_id (verdict.rule), NOW, 0);
    }
  gh_rule_set_decide (set, &question, usage, NOW, &verdict);
  g_assert_cmpint (verdict.cause, ==, GH_RULE_CAUSE_LIMIT);
  g_assert_true (verdict.rule == set->rules->pdata[0]);
}

/* Money of a model whose price nobody knows is no money that is known to be there. */
static void
test_price (void)
{
  g_autoptr(GhRuleSet) set =
    parse_well ("{\"decide\":\"allow\",\"limits\":{\"money_per_month\":100}}");
  g_autoptr(GhModel) model = gh_model_new ("m", "p", "P", GH_LANE_CLOUD);
  GhRuleQuestion question = { GH_RULE_SAMPLING, "a", .model = model };

  g_assert_cmpint (decide (set, &question).decision, ==, GH_RULE_ASK);
  g_assert_cmpint (decide (set, &question).cause, ==, GH_RULE_CAUSE_PRICE);
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
    { "{\"decide\":\"allow\",\"limits\":{\"x\":1}}", "rule 1: unknown limit \"x\"" },
    { "{\"decide\":\"allow\",\"limits\":{\"requests\":-1}}", "\"requests\" is no limit" },
    { "{\"decide\":\"allow\",\"limits\":{\"requests\":1.5}}", "\"requests\" is no limit" },
    { "{\"decide\":\"allow\",\"limits\":{\"requests\":\"1\"}}", "\"requests\" is no limit" },
    { "{\"decide\":\"allow\",\"limits\":{\"requests\":null}}", "\"requests\" is no limit" },
    { "{\"decide\":\"allow\",\"limits\":{\"money_per_month\":1e99}}", "is no limit" },
    { "{\"decide\":\"deny\",\"limits\":{\"requests\":1}}", "\"limits\" are of rules that allow" },
    { "{\"decide\":\"allow\",\"match\":{\"sever\":\"a\"}}", "rule 1: unknown member \"sever\"" },
    { "{\"decide\":\"allow\",\"match\":{\"server\":null}}", "rule 1: \"server\" is null" },
    { "{\"decide\":\"allow\",\"match\":null}", "rule 1: \"match\" is null" },
    { "{\"decide\":\"allow\",\"match\":{\"kind\":\"x\"}}", "\"kind\" cannot be \"x\"" },
    { "{\"decide\":\"allow\",\"match\":{\"during\":\"x\"}}", "\"during\" cannot be \"x\"" },
    { "{\"decide\":\"allow\",\"match\":{\"lane\":1}}", "lane" },
    { "{\"decide\":\"allow\",\"match\":{\"content\":[]}}", "\"content\" is empty" },
    { "{\"decide\":\"allow\",\"match\":{\"content\":[\"x\"]}}", "\"content\" cannot hold \"x\"" },
    { "{\"decide\":\"allow\",\"match\":{\"holds\":[1]}}", "\"holds\" cannot hold" },
    { "{\"decide\":\"allow\",\"match\":{\"max_bytes\":-1}}", "\"max_bytes\" is negative" },
    { "{\"decide\":\"allow\",\"with\":{\"content\":[]}}", "content" },
    { "{\"decide\":\"allow\",\"expires\":\"2026-12-31\"}", "expires" },
    { "{\"decide\":\"allow\",\"expires\":\"soon\"}", "expires" },
    { "{\"budgets\":[]}", "budgets" },
    { "{\"budgets\":{\"one\":{}}}", "budgets: unknown member \"one\"" },
    { "{\"budgets\":{\"all\":{\"requests\":1}}}", "budgets: unknown limit \"requests\"" },
    { "{\"budgets\":{\"servers\":{\"a\":1}}}", "budgets" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr(GError) error = NULL;

      g_assert_null (parse (cases[i].text, &error));
      g_assert_error (error, GH_JSON_ERROR, GH_JSON_ERROR_MEMBER);
      if (strstr (error->message, cases[i].message) == NULL)
        g_error ("%s: %s", cases[i].text, error->message);
    }
}

/* A rule without an id is known by what it says, and keeps its number when it is written. */
static void
test_id (void)
{
  g_autoptr(GhRuleSet) set =
    parse_well ("[{\"id\":\"x\",\"decide\":\"ask\"},{\"decide\":\"ask\"},{\"decide\":\"deny\"},"
                "{ \"decide\" : \"ask\" }]");
  const char *ids[4];
  g_autofree char *text = gh_rule_dup_text (set->rules->pdata[1]);

  for (guint i = 0; i < G_N_ELEMENTS (ids); i++)
    ids[i] = gh_rule_get_id (set->rules->pdata[i]);
  g_assert_cmpstr (ids[0], ==, "x");
  g_assert_cmpstr (ids[1], !=, ids[2]);
  g_assert_cmpstr (ids[1], ==, ids[3]);
  g_assert_cmpstr (text, ==, "{\"decide\":\"ask\"}");
}

/* --- what holds for every set --- */

static const char * const servers[] = { "a", "b" };
static const char * const tools[] = { "s", "t", NULL };

static GListStore *
make_models (void)
{
  static const char * const ids[] = { "m", "n" };
  GListStore *models = g_list_store_new (GH_TYPE_MODEL);

  for (guint i = 0; i < 6; i++)
    {
      g_autoptr(GhModel) model = gh_model_new (ids[i % 2], i % 2 ? "p" : "q", "P", i / 2);

      g_list_store_append (models, model);
    }
  return models;
}

static gboolean
maybe (guint one_of)
{
  return g_test_rand_int_range (0, one_of) == 0;
}

static void
add_holds (JsonObject *match,
           const char *name)
{
  JsonArray *array = json_array_new ();

  for (guint i = 0; i < GH_RULE_N_HOLDS; i++)
    if (maybe (2) || (i == 3 && json_array_get_length (array) == 0))
      json_array_add_string_element (array, gh_rule_holds_get_name (i));
  json_object_set_array_member (match, name, array);
}

static const char *
pick (const char * const *words)
{
  return words[g_test_rand_int_range (0, g_strv_length ((char **) words))];
}

/* One condition more, or the same kind of condition anew: never fewer. */
static void
narrow (JsonObject *match)
{
  static const char * const kinds[] = { "sampling", "elicitation", "tool", NULL };
  static const char * const durings[] = { "call", "background", NULL };
  static const char * const lanes[] = { "local", "own", "cloud", NULL };
  static const char * const names[] = { "a", "b", "m", "n", "s", "t", "p", "q", NULL };
  static const char * const members[] = {
    "kind", "server", "tool", "during", "lane", "provider", "model", "content", "holds",
    "max_bytes", "over_bytes", NULL,
  };
  const char *member = pick (members);

  if (json_object_has_member (match, member))
    return;
  if (g_str_equal (member, "content") || g_str_equal (member, "holds"))
    add_holds (match, member);
  else if (g_str_has_suffix (member, "bytes"))
    json_object_set_int_member (match, member, g_test_rand_int_range (0, 100));
  else
    json_object_set_string_member (match, member,
                                   g_str_equal (member, "kind") ? pick (kinds)
                                   : g_str_equal (member, "during") ? pick (durings)
                                   : g_str_equal (member, "lane") ? pick (lanes) : pick (names));
}

static void
add_limit (JsonObject *limits)
{
  const char *name = gh_limit_get_name (g_test_rand_int_range (0, GH_N_LIMITS));

  if (!json_object_has_member (limits, name))
    json_object_set_int_member (limits, name, g_test_rand_int_range (0, 200));
}

/* (transfer full) */
static JsonObject *
make_rule (const char *decide)
{
  JsonObject *rule = json_object_new ();
  JsonObject *match = json_object_new ();

  for (guint i = 0; !maybe (3) && i < 4; i++)
    narrow (match);
  json_object_set_object_member (rule, "match", match);
  json_object_set_string_member (rule, "decide", decide);
  if (g_str_equal (decide, "allow"))
    {
      JsonObject *limits = json_object_new ();
      JsonObject *with = json_object_new ();

      while (maybe (3))
        add_limit (limits);
      json_object_set_object_member (rule, "limits", limits);
      if (maybe (3))
        json_object_set_string_member (with, "answer", "");
      if (maybe (3))
        json_object_set_string_member (with, "model", maybe (2) ? "m" : "n");
      json_object_set_boolean_member (with, "defaults", maybe (2));
      json_object_set_object_member (rule, "with", with);
    }
  if (maybe (8))
    json_object_set_string_member (rule, "expires", maybe (2) ? "2020-01-01T00:00:00Z"
                                                              : "2090-01-01T00:00:00Z");
  return rule;
}

static GhRule *
take_rule (JsonObject *take_object)
{
  g_autoptr(JsonNode) node = gh_json_node_new_object (take_object);
  g_autoptr(GError) error = NULL;
  GhRule *rule = gh_rule_new (node, &error);

  g_assert_no_error (error);
  return rule;
}

static void
make_question (GhRuleQuestion *question,
               GListStore     *models)
{
  g_autoptr(GhModel) model =
    g_list_model_get_item (G_LIST_MODEL (models), g_test_rand_int_range (0, 6));

  *question = (GhRuleQuestion) {
    .kind = g_test_rand_int_range (0, 3),
    .server = servers[g_test_rand_int_range (0, G_N_ELEMENTS (servers))],
    .tool = tools[g_test_rand_int_range (0, G_N_ELEMENTS (tools))],
    .holds = g_test_rand_int_range (0, 1 << GH_RULE_N_HOLDS),
    .bytes = g_test_rand_int_range (0, 100),
    .max_tokens = g_test_rand_int_range (1, 100),
    .input_tokens = g_test_rand_int_range (0, 100),
    .model = maybe (6) ? NULL : model, /* the list keeps it */
    .models = G_LIST_MODEL (models),
    .page = maybe (4),
    .changed = maybe (8),
  };
}

static void
use_some (GhUsage   *usage,
          GhRuleSet *set)
{
  for (guint i = 0; i < set->rules->len; i++)
    if (maybe (2))
      use (usage, servers[i % 2], gh_rule_get_id (set->rules->pdata[i]),
           NOW - g_test_rand_int_range (0, 100) * 60 * SECOND,
           g_test_rand_int_range (0, 100));
}

static const char *
random_decision (void)
{
  static const char * const words[] = { "allow", "ask", "deny", "allow", NULL };

  return pick (words);
}

/* No set allows what one of its denies alone would deny, with whatever model it would be asked. */
static void
test_deny_wins (void)
{
  g_autoptr(GListStore) models = make_models ();
  guint n_allowed = 0;

  for (guint round = 0; round < 4000; round++)
    {
      g_autoptr(GhRuleSet) set = gh_rule_set_new ();
      g_autoptr(GhUsage) usage = gh_usage_new (NULL, NULL);
      guint n_rules = g_test_rand_int_range (1, 12);

      for (guint i = 0; i < n_rules; i++)
        g_ptr_array_add (set->rules, take_rule (make_rule (random_decision ())));
      use_some (usage, set);
      for (guint i = 0; i < 10; i++)
        {
          GhRuleQuestion question;
          GhRuleVerdict verdict;
          gboolean denied = FALSE;

          make_question (&question, models);
          gh_rule_set_decide (set, &question, usage, NOW, &verdict);
          for (guint j = 0; j < n_rules; j++)
            {
              g_autoptr(GhRuleSet) alone = gh_rule_set_new ();
              GhRuleQuestion asked = question;
              GhRuleVerdict one;

              if (gh_rule_get_decision (set->rules->pdata[j]) != GH_RULE_DENY)
                continue;
              g_ptr_array_add (alone->rules, g_object_ref (set->rules->pdata[j]));
              gh_rule_set_decide (alone, &question, NULL, NOW, &one);
              denied |= one.decision == GH_RULE_DENY;
              if (verdict.decision != GH_RULE_ALLOW || verdict.model == NULL)
                continue;
              asked.model = verdict.model;
              gh_rule_set_decide (alone, &asked, NULL, NOW, &one);
              g_assert_cmpint (one.decision, !=, GH_RULE_DENY);
            }
          g_assert_cmpint (verdict.decision == GH_RULE_DENY, ==, denied);
          n_allowed += verdict.decision == GH_RULE_ALLOW;
        }
    }
  /* The test would hold for rules that allow nothing, too. */
  g_assert_cmpuint (n_allowed, >, 400);
}

/* A rule with a condition or a limit more allows nothing that it would not allow without. */
static void
test_narrower (void)
{
  g_autoptr(GListStore) models = make_models ();
  guint n_fewer = 0;

  for (guint round = 0; round < 4000; round++)
    {
      g_autoptr(GhRuleSet) wide = gh_rule_set_new ();
      g_autoptr(GhRuleSet) slim = gh_rule_set_new ();
      g_autoptr(GhUsage) usage = gh_usage_new (NULL, NULL);
      JsonObject *object = make_rule ("allow");
      g_autofree char *text = NULL;
      g_autoptr(JsonNode) copy = NULL;

      json_object_set_string_member (object, "id", "r");
      g_ptr_array_add (wide->rules, take_rule (object));
      text = gh_rule_dup_text (wide->rules->pdata[0]);
      copy = gh_json_read (text, strlen (text), NULL);
      object = gh_json_node_get_object (copy);
      if (maybe (2))
        add_limit (gh_json_get_object (object, "limits"));
      else
        narrow (gh_json_get_object (object, "match"));
      g_ptr_array_add (slim->rules, gh_rule_new (copy, NULL));
      use_some (usage, wide);
      for (guint i = 0; i < 10; i++)
        {
          GhRuleQuestion question;
          GhRuleVerdict of_wide;
          GhRuleVerdict of_slim;

          make_question (&question, models);
          gh_rule_set_decide (wide, &question, usage, NOW, &of_wide);
          gh_rule_set_decide (slim, &question, usage, NOW, &of_slim);
          if (of_slim.decision == GH_RULE_ALLOW)
            g_assert_cmpint (of_wide.decision, ==, GH_RULE_ALLOW);
          n_fewer += of_wide.decision == GH_RULE_ALLOW && of_slim.decision != GH_RULE_ALLOW;
        }
    }
  g_assert_cmpuint (n_fewer, >, 100);
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
  g_test_add_func ("/host/rule/call", test_call);
  g_test_add_func ("/host/rule/model", test_model);
  g_test_add_func ("/host/rule/not-trusted", test_not_trusted);
  g_test_add_func ("/host/rule/limits", test_limits);
  g_test_add_func ("/host/rule/limits-of-two", test_limits_of_two);
  g_test_add_func ("/host/rule/price", test_price);
  g_test_add_func ("/host/rule/no-rules", test_no_rules);
  g_test_add_func ("/host/rule/id", test_id);
  g_test_add_func ("/host/rule/deny-wins", test_deny_wins);
  g_test_add_func ("/host/rule/narrower", test_narrower);

  return g_test_run ();
}
