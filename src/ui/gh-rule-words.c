/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * The sentences of rules and budgets. */
#include "config.h"

#include "gh-rule-words.h"

#include <glib/gi18n.h>

#include "gh-plain-text.h"
#include "gh-review-words.h"
#include "gh-text.h"

/* Of an answer or a reason in a sentence. */
#define LONGEST_QUOTE 80

char *
gh_rule_words_server (const char   *id,
                      GhServerList *servers)
{
  GhServer *server = servers != NULL && id != NULL ? gh_server_list_find (servers, id) : NULL;

  if (server != NULL)
    return gh_text_dup_server_name (server);
  /* Translators: who a rule is about, at the beginning of a sentence. */
  return id != NULL ? gh_words_name (id) : g_strdup (_("Any server"));
}

char *
gh_rule_words_money (double money)
{
  return g_strdup_printf ("%'.2f", money);
}

/* --- a rule --- */

static char *
begin_sentence (int             kind,
                GhRuleDecision  decision,
                const char     *server)
{
  gboolean allow = decision == GH_RULE_ALLOW;
  gboolean deny = decision == GH_RULE_DENY;

  switch (kind)
    {
    case GH_RULE_SAMPLING:
      /* Translators: the beginning of the sentence that a rule is; a server is filled in. */
      return g_strdup_printf (allow ? _("%s may use your AI model without asking")
                              : deny ? _("%s may not use your AI model")
                                     : _("%s has to ask for your AI model"),
                              server);
    case GH_RULE_ELICITATION:
      return g_strdup_printf (allow ? _("Questions of %s are answered without asking you")
                              : deny ? _("Questions of %s are declined")
                                     : _("Questions of %s are shown to you"),
                              server);
    case GH_RULE_TOOL:
      return g_strdup_printf (allow ? _("Tools of %s may be used without asking")
                              : deny ? _("Tools of %s may not be used")
                                     : _("Tools of %s are used only after asking"),
                              server);
    default:
      return g_strdup_printf (allow ? _("%s may do anything without asking")
                              : deny ? _("%s may neither use your AI model nor ask you anything")
                                     : _("%s has to ask for everything"),
                              server);
    }
}

/* The next clause; each stands for itself. */
static void
add (GString *sentence,
     char    *take_clause)
{
  g_autofree char *before = g_strdup (sentence->str);

  /* Translators: joins what a rule says with what it says next: "Travel may use your AI model
   * without asking; while find_best_flight runs". */
  g_string_printf (sentence, _("%s; %s"), before, take_clause);
  g_free (take_clause);
}

static char *
quote (const char *text)
{
  return gh_plain_text_dup (text, LONGEST_QUOTE, GH_PLAIN_TEXT_ONE_LINE);
}

static const char *
get_holds_words (guint bit)
{
  switch (1 << bit)
    {
    case GH_RULE_HOLDS_TEXT:
      /* Translators: what a request may hold, part of a list in a sentence. */
      return _("text");
    case GH_RULE_HOLDS_IMAGE:
      return _("pictures");
    case GH_RULE_HOLDS_AUDIO:
      return _("sound");
    case GH_RULE_HOLDS_TOOLS:
    default:
      return _("tools");
    }
}

static char *
list_holds (GhRuleHolds holds)
{
  g_autoptr(GString) list = g_string_new (NULL);

  for (guint bit = 0; bit < GH_RULE_N_HOLDS; bit++)
    if (holds & (1u << bit))
      {
        /* Translators: between the words of a list. */
        if (list->len > 0)
          g_string_append (list, _(", "));
        g_string_append (list, get_holds_words (bit));
      }
  return g_string_free (g_steal_pointer (&list), FALSE);
}

static void
add_origin (GString *sentence,
            GhRule  *rule)
{
  if (gh_rule_get_tool (rule) != NULL)
    {
      g_autofree char *tool = gh_words_name (gh_rule_get_tool (rule));

      add (sentence, g_strdup_printf (_("while %s runs"), tool));
    }
  else if (gh_rule_get_during (rule) == GH_RULE_DURING_CALL)
    {
      add (sentence, g_strdup (_("while a tool of it runs")));
    }
  if (gh_rule_get_during (rule) == GH_RULE_DURING_BACKGROUND)
    add (sentence, g_strdup (_("when it asks by itself")));
}

static const char *
get_lane_clause (int lane)
{
  switch (lane)
    {
    case GH_LANE_LOCAL:
      return _("with models on this computer");
    case GH_LANE_OWN:
      return _("with models on servers of your own");
    case GH_LANE_CLOUD:
    default:
      return _("with models in the cloud");
    }
}

static void
add_model (GString *sentence,
           GhRule  *rule)
{
  int lane = gh_rule_get_lane (rule);
  g_autofree char *model = gh_words_name (gh_rule_get_match_model (rule));
  g_autofree char *provider = gh_words_name (gh_rule_get_match_provider (rule));
  gboolean has_provider = gh_rule_get_match_provider (rule) != NULL;

  if (gh_rule_get_match_model (rule) == NULL)
    {
      if (has_provider)
        /* Translators: the name of a model endpoint is filled in. */
        add (sentence, g_strdup_printf (_("with models of %s"), provider));
      if (lane >= 0)
        add (sentence, g_strdup (get_lane_clause (lane)));
    }
  else if (has_provider && lane >= 0)
    {
      /* Translators: a model, its endpoint, and where that is: "with llama3.2 through Ollama, on
       * this computer". */
      add (sentence,
           g_strdup_printf (_("with %s through %s, %s"), model, provider, gh_words_lane (lane)));
    }
  else if (has_provider)
    {
      /* Translators: a model and its endpoint: "with llama3.2 through Ollama". */
      add (sentence, g_strdup_printf (_("with %s through %s"), model, provider));
    }
  else if (lane >= 0)
    {
      /* Translators: a model and where it is: "with llama3.2, on this computer". */
      add (sentence, g_strdup_printf (_("with %s, %s"), model, gh_words_lane (lane)));
    }
  else
    {
      /* Translators: a model's name is filled in. */
      add (sentence, g_strdup_printf (_("with %s"), model));
    }
}

static void
add_contents (GString *sentence,
              GhRule  *rule)
{
  if (gh_rule_get_content (rule) != 0)
    {
      g_autofree char *list = list_holds (gh_rule_get_content (rule));

      add (sentence, g_strdup_printf (_("when nothing is in it but %s"), list));
    }
  if (gh_rule_get_holds (rule) != 0)
    {
      g_autofree char *list = list_holds (gh_rule_get_holds (rule));

      add (sentence, g_strdup_printf (_("when one of these is in it: %s"), list));
    }
  if (gh_rule_get_max_bytes (rule) >= 0)
    {
      g_autofree char *size = g_format_size (gh_rule_get_max_bytes (rule));

      add (sentence, g_strdup_printf (_("when it is no longer than %s"), size));
    }
  if (gh_rule_get_over_bytes (rule) >= 0)
    {
      g_autofree char *size = g_format_size (gh_rule_get_over_bytes (rule));

      add (sentence, g_strdup_printf (_("when it is longer than %s"), size));
    }
}

static void
add_answer (GString *sentence,
            GhRule  *rule)
{
  const char *model = gh_rule_get_model (rule);
  const char *provider = gh_rule_get_provider (rule);

  if (gh_rule_get_answer (rule) != NULL)
    {
      g_autofree char *answer = quote (gh_rule_get_answer (rule));

      add (sentence, g_strdup_printf (_("the answer is always “%s”"), answer));
    }
  else if (model != NULL || provider != NULL)
    {
      g_autofree char *name = gh_words_name (model != NULL ? model : provider);

      /* Translators: the name of a model or of its endpoint is filled in. */
      add (sentence, g_strdup_printf (_("%s answers"), name));
    }
  if (gh_rule_get_filled_in (rule) != NULL)
    add (sentence, g_strdup (_("with what stands in the rule")));
  else if (gh_rule_get_defaults (rule))
    add (sentence, g_strdup (_("with what the server proposes")));
  if (gh_rule_get_review_answer (rule))
    add (sentence, g_strdup (_("you read the answer first")));
  if (gh_rule_get_reason (rule) != NULL && gh_rule_get_decision (rule) == GH_RULE_DENY)
    {
      g_autofree char *reason = quote (gh_rule_get_reason (rule));

      add (sentence, g_strdup_printf (_("it is told “%s”"), reason));
    }
}

static void
add_limits (GString *sentence,
            GhRule  *rule)
{
  const GhLimits *limits = gh_rule_get_limits (rule);

  for (guint i = 0; i < GH_N_LIMITS; i++)
    if (limits->most[i] >= 0)
      {
        g_autofree char *limit = gh_rule_words_limit (i, limits->most[i]);

        /* Translators: a limit is filled in: "at most 6 requests a minute". */
        add (sentence, g_strdup_printf (_("at most %s"), limit));
      }
}

static void
add_life (GString *sentence,
          GhRule  *rule)
{
  if (gh_rule_get_expires (rule) != 0)
    {
      g_autofree char *time = gh_text_dup_time (gh_rule_get_expires (rule), "%x, %R");

      /* Translators: a date and time is filled in. */
      add (sentence, g_strdup_printf (_("until %s"), time));
    }
  if (gh_rule_get_scope (rule) == GH_RULE_SESSION)
    add (sentence, g_strdup (_("until Gatehouse is closed")));
  else if (gh_rule_get_scope (rule) == GH_RULE_CALL)
    add (sentence, g_strdup (_("for this one call")));
}

char *
gh_rule_words_sentence (GhRule       *rule,
                        GhServerList *servers)
{
  g_autofree char *server = NULL;
  g_autofree char *begin = NULL;
  g_autoptr(GString) sentence = NULL;

  g_return_val_if_fail (GH_IS_RULE (rule), NULL);

  server = gh_rule_words_server (gh_rule_get_server (rule), servers);
  if (gh_rule_get_server (rule) == NULL
      && (gh_rule_get_kind (rule) == GH_RULE_ELICITATION
          || gh_rule_get_kind (rule) == GH_RULE_TOOL))
    {
      g_free (server);
      /* Translators: who a rule is about, inside of a sentence: "Questions of any server". */
      server = g_strdup (_("any server"));
    }
  begin = begin_sentence (gh_rule_get_kind (rule), gh_rule_get_decision (rule), server);
  sentence = g_string_new (begin);
  add_origin (sentence, rule);
  add_model (sentence, rule);
  add_contents (sentence, rule);
  add_answer (sentence, rule);
  add_limits (sentence, rule);
  add_life (sentence, rule);
  return g_string_free (g_steal_pointer (&sentence), FALSE);
}

static const char *
get_pause (GhRule     *rule,
           GhRuleList *rules)
{
  GhUsage *usage = gh_rule_list_get_usage (rules);
  const GhLimits *limits = gh_rule_get_limits (rule);
  const char *server = gh_rule_get_server (rule);
  gint64 now = g_get_real_time ();

  if (gh_rule_get_expires (rule) != 0 && gh_rule_get_expires (rule) <= now)
    return _("Its time is over");
  if (gh_rule_get_decision (rule) != GH_RULE_ALLOW)
    return NULL;
  if (gh_rule_list_get_broken (rules))
    return _("Paused: something in the file of rules cannot be read");
  if (server != NULL && gh_rule_list_get_trusted (rules, server) == GH_RULE_CHANGED)
    return _("Paused: the server has changed");
  for (guint i = 0; i < GH_LIMIT_MAX_TOKENS; i++)
    if (limits->most[i] >= 0
        && gh_usage_get (usage, GH_USAGE_RULE, gh_rule_get_id (rule), i, now) >= limits->most[i])
      return i == GH_LIMIT_REQUESTS ? _("Used up") : _("At its limit for now");
  return NULL;
}

char *
gh_rule_words_state (GhRule     *rule,
                     GhRuleList *rules)
{
  GhUsage *usage;
  const char *pause;
  guint uses;
  g_autofree char *used = NULL;

  g_return_val_if_fail (GH_IS_RULE (rule), NULL);
  g_return_val_if_fail (GH_IS_RULE_LIST (rules), NULL);

  usage = gh_rule_list_get_usage (rules);
  pause = get_pause (rule, rules);
  uses = gh_usage_get (usage, GH_USAGE_RULE, gh_rule_get_id (rule), GH_LIMIT_REQUESTS, 0);
  if (uses == 0)
    {
      used = g_strdup (_("Not used yet"));
    }
  else
    {
      gint64 last = gh_usage_get_last (usage, GH_USAGE_RULE, gh_rule_get_id (rule));
      g_autofree char *age = gh_words_age (g_get_real_time () - last);

      /* Translators: how often a rule was used, and when last: "Used 3 times. Last use: 2 minutes
       * ago". */
      used = g_strdup_printf (ngettext ("Used %1$'u time. Last use: %2$s",
                                        "Used %1$'u times. Last use: %2$s", uses),
                              uses, age);
    }
  /* Translators: what keeps a rule from being used, and how often it was. */
  return pause != NULL ? g_strdup_printf (_("%s · %s"), pause, used) : g_steal_pointer (&used);
}

/* --- numbers --- */

char *
gh_rule_words_limit (GhLimit limit,
                     double  most)
{
  guint64 number = MAX (most, 0);
  gulong plural = MIN (number, G_MAXULONG);
  g_autofree char *written = gh_words_number (number);

  switch (limit)
    {
    case GH_LIMIT_REQUESTS:
      return g_strdup_printf (ngettext ("%s request in all", "%s requests in all", plural),
                              written);
    case GH_LIMIT_REQUESTS_PER_MINUTE:
      return g_strdup_printf (ngettext ("%s request a minute", "%s requests a minute", plural),
                              written);
    case GH_LIMIT_TOKENS_PER_HOUR:
      return g_strdup_printf (ngettext ("%s token an hour", "%s tokens an hour", plural), written);
    case GH_LIMIT_TOKENS_PER_DAY:
      return g_strdup_printf (ngettext ("%s token a day", "%s tokens a day", plural), written);
    case GH_LIMIT_TOKENS_PER_MONTH:
      return g_strdup_printf (ngettext ("%s token a month", "%s tokens a month", plural), written);
    case GH_LIMIT_MONEY_PER_MONTH:
      {
        g_autofree char *money = gh_rule_words_money (most);

        /* Translators: a sum of money, in the currency that the person counts in. */
        return g_strdup_printf (_("%s of money a month"), money);
      }
    case GH_LIMIT_MAX_TOKENS:
    case GH_N_LIMITS:
    default:
      return g_strdup_printf (ngettext ("%s token for one answer", "%s tokens for one answer",
                                        plural), written);
    }
}

char *
gh_rule_words_amount (const GhUsageAmount *amount)
{
  gulong requests = MAX (amount->requests, 0);
  gulong tokens = MAX (amount->input_tokens + amount->output_tokens, 0);
  g_autofree char *number = gh_words_number (tokens);
  g_autofree char *asked =
    g_strdup_printf (ngettext ("%'lu request", "%'lu requests", requests), requests);
  g_autofree char *read = g_strdup_printf (ngettext ("%s token", "%s tokens", tokens), number);

  if (amount->money > 0)
    {
      g_autofree char *money = gh_rule_words_money (amount->money);

      /* Translators: requests, tokens, and a sum of money: "4 requests, 1,204 tokens, 0.42". */
      return g_strdup_printf (_("%s, %s, %s"), asked, read, money);
    }
  return g_strdup_printf (_("%s, %s"), asked, read);
}

char *
gh_rule_words_use (GhRuleList *rules,
                   const char *server,
                   double     *fraction)
{
  GhUsage *usage;
  GhUsageOf of = server != NULL ? GH_USAGE_SERVER : GH_USAGE_ALL;
  gint64 now = g_get_real_time ();
  GhUsageAmount today;
  GhUsageAmount month;
  const GhLimits *limits;
  g_autofree char *day_words = NULL;
  g_autofree char *month_words = NULL;
  g_autofree char *limit_words = NULL;
  double closest = -1;

  g_return_val_if_fail (GH_IS_RULE_LIST (rules), NULL);

  usage = gh_rule_list_get_usage (rules);
  today = gh_usage_get_day (usage, of, server, now);
  month = gh_usage_get_month (usage, of, server, now);
  limits = gh_rule_list_get_budget (rules, server);
  for (guint i = 0; limits != NULL && i < GH_LIMIT_MAX_TOKENS; i++)
    if (limits->most[i] >= 0)
      {
        double used = gh_usage_get (usage, of, server, i, now);
        double part = limits->most[i] > 0 ? used / limits->most[i] : 1;

        if (part > closest)
          {
            closest = part;
            g_free (limit_words);
            limit_words = gh_rule_words_limit (i, limits->most[i]);
          }
      }
  if (fraction != NULL)
    *fraction = closest;
  day_words = gh_rule_words_amount (&today);
  month_words = gh_rule_words_amount (&month);
  if (limit_words != NULL)
    /* Translators: what was used today and this month, how much of a limit that is, and the
     * limit: "Today: 4 requests, 1,204 tokens\nThis month: ...\n61% of 200,000 tokens a day". */
    return g_strdup_printf (_("Today: %s\nThis month: %s\n%.0f%% of %s"), day_words, month_words,
                            closest * 100, limit_words);
  return g_strdup_printf (_("Today: %s\nThis month: %s"), day_words, month_words);
}

/* --- why it is asked --- */

static char *
get_limit_cause (const GhRuleVerdict *verdict,
                 const char          *server)
{
  g_autofree char *limit = NULL;
  const GhLimits *limits = gh_rule_get_limits (verdict->rule);

  switch (verdict->limit_of)
    {
    case GH_USAGE_RULE:
      limit = gh_rule_words_limit (verdict->limit, limits->most[verdict->limit]);
      /* Translators: a limit is filled in: "6 requests a minute". */
      return g_strdup_printf (_("A rule would allow this, but it could be more than the rule "
                                "allows: %s."), limit);
    case GH_USAGE_SERVER:
      /* Translators: a server's name is filled in. */
      return g_strdup_printf (_("A rule would allow this, but it could be more than the budget of "
                                "%s."), server);
    case GH_USAGE_ALL:
    default:
      return g_strdup (_("A rule would allow this, but it could be more than the budget of all "
                         "servers together."));
    }
}

char *
gh_rule_words_cause (const GhRuleVerdict *verdict,
                     GhRequest           *request)
{
  g_autofree char *server = NULL;

  g_return_val_if_fail (verdict != NULL, NULL);
  g_return_val_if_fail (GH_IS_REQUEST (request), NULL);

  if (verdict->rule == NULL)
    return NULL;
  server = gh_words_name (gh_request_get_server_name (request));
  if (verdict->decision == GH_RULE_ALLOW)
    return g_strdup (_("A rule let it be sent without asking."));
  switch (verdict->cause)
    {
    case GH_RULE_CAUSE_RULE:
      return g_strdup (_("A rule of yours says that this is to be asked."));
    case GH_RULE_CAUSE_LIMIT:
      return get_limit_cause (verdict, server);
    case GH_RULE_CAUSE_PRICE:
      return g_strdup (_("A rule would allow this, but money is limited and what the model costs "
                         "is not known."));
    case GH_RULE_CAUSE_CHANGED:
      /* Translators: a server's name is filled in. */
      return g_strdup_printf (_("A rule would allow this, but %s is not what it was when you made "
                                "the rule. See the page of rules."), server);
    case GH_RULE_CAUSE_BROKEN:
      return g_strdup (_("A rule would allow this, but something in the file of rules cannot be "
                         "read."));
    case GH_RULE_CAUSE_MODEL:
      return g_strdup (_("A rule would allow this, but the model for it is not there."));
    case GH_RULE_CAUSE_ANSWER:
      return g_strdup (_("A rule would allow this, but its answer does not fit."));
    case GH_RULE_CAUSE_NONE:
    default:
      return NULL;
    }
}
