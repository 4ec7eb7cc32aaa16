/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * The words of the history: what happened, who decided, what each part of it is. */
#include "config.h"

#include "gh-history-words.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "gh-duration.h"
#include "gh-plain-text.h"
#include "gh-review-words.h"
#include "gh-text.h"

/* A row shows no more. */
#define MAX_TITLE 200
/* Names of protocol members and of content kinds. */
#define MAX_NAME 200

const char *
gh_history_words_kind (GhHistoryKind kind)
{
  switch (kind)
    {
    case GH_HISTORY_SAMPLING:
      /* Translators: a kind of things in the history: a server asked for a model. */
      return _("Model Requests");
    case GH_HISTORY_ELICITATION:
      /* Translators: a kind of things in the history: a server asked the person something. */
      return _("Questions to You");
    case GH_HISTORY_TOOL:
      return _("Tool Calls");
    case GH_HISTORY_AGAIN:
      /* Translators: a kind of things in the history: an old prompt that was sent again. */
      return _("Sent Again");
    case GH_HISTORY_N_KINDS:
    default:
      g_return_val_if_reached ("");
    }
}

const char *
gh_history_words_outcome (GhHistoryOutcome outcome)
{
  switch (outcome)
    {
    case GH_HISTORY_GIVEN:
      return _("Answered");
    case GH_HISTORY_DENIED:
      return _("Denied");
    case GH_HISTORY_DISMISSED:
      return _("Closed without an answer");
    case GH_HISTORY_WITHDRAWN:
      return _("Withdrawn by the server");
    case GH_HISTORY_DONE:
      return _("Done");
    case GH_HISTORY_TOOL_ERROR:
      return _("The tool failed");
    case GH_HISTORY_CANCELLED:
      /* Translators: a tool call, or a model's answer, that the person did not wait for. */
      return _("Stopped by you");
    case GH_HISTORY_FAILED:
      return _("Failed");
    case GH_HISTORY_N_OUTCOMES:
    default:
      g_return_val_if_reached ("");
    }
}

const char *
gh_history_words_state (const GhHistoryFacts *facts)
{
  g_return_val_if_fail (facts != NULL, NULL);

  if (facts->kind == GH_HISTORY_ELICITATION && facts->outcome == GH_HISTORY_DENIED)
    return _("Declined");
  if (facts->kind == GH_HISTORY_AGAIN && facts->outcome == GH_HISTORY_DONE)
    return _("Answered");
  return gh_history_words_outcome (facts->outcome);
}

const char *
gh_history_words_icon (GhHistoryOutcome outcome)
{
  switch (outcome)
    {
    case GH_HISTORY_GIVEN:
    case GH_HISTORY_DONE:
      return "object-select-symbolic";
    case GH_HISTORY_DENIED:
    case GH_HISTORY_DISMISSED:
    case GH_HISTORY_CANCELLED:
      return "action-unavailable-symbolic";
    case GH_HISTORY_WITHDRAWN:
      return "edit-undo-symbolic";
    case GH_HISTORY_TOOL_ERROR:
    case GH_HISTORY_FAILED:
    case GH_HISTORY_N_OUTCOMES:
    default:
      return "dialog-warning-symbolic";
    }
}

const char *
gh_history_words_decider (const GhHistoryFacts *facts)
{
  g_return_val_if_fail (facts != NULL, NULL);

  switch (facts->decider)
    {
    case GH_REQUEST_BY_PERSON:
      /* Translators: who decided. */
      return _("You");
    case GH_REQUEST_BY_RULE:
      /* Translators: who decided. */
      return _("A rule of yours");
    case GH_REQUEST_BY_POLICY:
      /* Translators: who decided. */
      return _("The policy file");
    case GH_REQUEST_BY_NOBODY:
    default:
      return NULL;
    }
}

static char *
dup_server (const GhHistoryFacts *facts)
{
  return gh_words_name (facts->server_name != NULL ? facts->server_name : facts->server);
}

char *
gh_history_words_event (const GhHistoryFacts *facts)
{
  g_autofree char *server = NULL;
  g_autofree char *tool = NULL;

  g_return_val_if_fail (facts != NULL, NULL);

  server = dup_server (facts);
  tool = gh_words_name (facts->tool);
  switch (facts->kind)
    {
    case GH_HISTORY_SAMPLING:
      /* Translators: a server's name is filled in. */
      return g_strdup_printf (_("%s asked for a model"), server);
    case GH_HISTORY_ELICITATION:
      /* Translators: a server's name is filled in. */
      return g_strdup_printf (_("%s asked you something"), server);
    case GH_HISTORY_TOOL:
      /* Translators: a tool's name and a server's name: "You called find_best_flight of Travel". */
      return g_strdup_printf (_("You called %s of %s"), tool, server);
    case GH_HISTORY_AGAIN:
      return g_strdup (_("You sent a prompt again"));
    case GH_HISTORY_N_KINDS:
    default:
      g_return_val_if_reached (NULL);
    }
}

char *
gh_history_words_title (const GhHistoryFacts *facts)
{
  g_return_val_if_fail (facts != NULL, NULL);

  /* Of a call the arguments are no title. */
  if (facts->kind == GH_HISTORY_TOOL || facts->title == NULL || *facts->title == '\0')
    return gh_history_words_event (facts);
  return gh_plain_text_dup (facts->title, MAX_TITLE, GH_PLAIN_TEXT_ONE_LINE);
}

char *
gh_history_words_where (const GhHistoryFacts *facts)
{
  g_autofree char *server = NULL;
  g_autofree char *tool = NULL;
  g_autofree char *model = NULL;

  g_return_val_if_fail (facts != NULL, NULL);

  if (facts->kind == GH_HISTORY_AGAIN)
    {
      model = gh_words_name (facts->model);
      /* Translators: a model's name is filled in. */
      return g_strdup_printf (_("Sent again to %s"), model);
    }
  server = dup_server (facts);
  if (facts->kind == GH_HISTORY_TOOL)
    /* Translators: a line below the name of a tool that was called. */
    return g_strdup (_("Tool call"));
  if (facts->tool == NULL)
    return g_steal_pointer (&server);
  tool = gh_words_name (facts->tool);
  /* Translators: a server and its tool: "Travel · find_best_flight". */
  return g_strdup_printf (_("%s · %s"), server, tool);
}

char *
gh_history_words_day (gint64 time)
{
  g_autoptr(GDateTime) utc = g_date_time_new_from_unix_utc (time / G_USEC_PER_SEC);
  g_autoptr(GDateTime) day = utc != NULL ? g_date_time_to_local (utc) : NULL;
  g_autoptr(GDateTime) now = g_date_time_new_now_local ();
  g_autoptr(GDateTime) yesterday = g_date_time_add_days (now, -1);

  if (day == NULL)
    return g_strdup ("");
  if (g_date_time_get_year (day) == g_date_time_get_year (now)
      && g_date_time_get_day_of_year (day) == g_date_time_get_day_of_year (now))
    return g_strdup (_("Today"));
  if (g_date_time_get_year (day) == g_date_time_get_year (yesterday)
      && g_date_time_get_day_of_year (day) == g_date_time_get_day_of_year (yesterday))
    return g_strdup (_("Yesterday"));
  /* Translators: a day, see g_date_time_format(): "Monday, 30 November 2026". */
  return g_date_time_format (day, _("%A, %e %B %Y"));
}

/* --- parts --- */

static const char *
find_setting (const char *name)
{
  static const struct
  {
    const char *name;
    const char *words;
  } settings[] = {
    { "hints", N_("Models the server would like") },
    { "costPriority", N_("Importance of a low price") },
    { "speedPriority", N_("Importance of speed") },
    { "intelligencePriority", N_("Importance of capability") },
    { "maxTokens", N_("Tokens at most") },
    { "temperature", N_("Temperature") },
    { "stopSequences", N_("Stop sequences") },
    { "includeContext", N_("Context it asked for") },
    { "tools", N_("Tools for the model") },
    { "partsLeftOut", N_("Parts that were too many to keep") },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (settings); i++)
    if (g_strcmp0 (settings[i].name, name) == 0)
      return _(settings[i].words);
  return NULL;
}

static char *
dup_answer_words (const GhHistoryFacts *facts,
                  const GhHistoryPart  *part)
{
  g_autofree char *model = gh_words_name (part->name);

  if (part->name == NULL)
    return g_strdup (part->role == GH_HISTORY_ANSWER ? _("Answer by hand")
                                                     : _("Another answer by hand"));
  if (part->role == GH_HISTORY_ANSWER)
    /* Translators: a model's name is filled in. */
    return g_strdup_printf (_("Answer of %s"), model);
  /* Translators: a model's name is filled in. */
  return g_strdup_printf (_("Another answer, of %s"), model);
}

char *
gh_history_words_part (const GhHistoryFacts *facts,
                       const GhHistoryPart  *part)
{
  g_autofree char *name = NULL;
  g_autofree char *server = NULL;

  g_return_val_if_fail (facts != NULL, NULL);
  g_return_val_if_fail (part != NULL, NULL);

  name = gh_plain_text_dup (part->name, MAX_NAME, GH_PLAIN_TEXT_ONE_LINE);
  server = dup_server (facts);
  switch (part->role)
    {
    case GH_HISTORY_SYSTEM:
      return g_strdup (_("System prompt"));
    case GH_HISTORY_MESSAGE:
      if (g_strcmp0 (part->name, "assistant") == 0)
        return g_strdup (_("Message as if from the model"));
      if (facts->kind == GH_HISTORY_AGAIN)
        return g_strdup (_("Message"));
      /* Translators: a message of a prompt; a server's name is filled in. */
      return g_strdup_printf (_("Message from %s"), server);
    case GH_HISTORY_SETTING:
      return g_strdup (find_setting (part->name) != NULL ? find_setting (part->name) : name);
    case GH_HISTORY_TOOL_USE:
      /* Translators: a tool's name is filled in. */
      return g_strdup_printf (_("The model wants %s called"), name);
    case GH_HISTORY_TOOL_RESULT:
      return g_strdup (part->name != NULL ? _("The tool failed with") : _("The tool gave"));
    case GH_HISTORY_ANSWER:
    case GH_HISTORY_OTHER_ANSWER:
      return dup_answer_words (facts, part);
    case GH_HISTORY_REASON:
      return g_strdup (_("Reason you gave"));
    case GH_HISTORY_ERROR:
      return g_strdup (_("What went wrong"));
    case GH_HISTORY_QUESTION:
      /* Translators: a server's name is filled in. */
      return g_strdup_printf (_("%s asked"), server);
    case GH_HISTORY_FIELD:
      return g_steal_pointer (&name);
    case GH_HISTORY_URL:
      return g_strdup (_("Page to visit"));
    case GH_HISTORY_ARGUMENTS:
      return g_strdup (_("Arguments"));
    case GH_HISTORY_RESULT:
      return g_strdup (_("Result"));
    case GH_HISTORY_RULE:
      return g_strdup (_("Rule as it was then"));
    case GH_HISTORY_N_ROLES:
    default:
      g_return_val_if_reached (NULL);
    }
}

char *
gh_history_words_missing (const GhHistoryFacts *facts,
                          const GhHistoryPart  *part)
{
  g_autofree char *size = NULL;
  g_autofree char *name = NULL;

  g_return_val_if_fail (facts != NULL, NULL);
  g_return_val_if_fail (part != NULL, NULL);

  if (part->media != NULL)
    {
      name = gh_plain_text_dup (part->media, MAX_NAME, GH_PLAIN_TEXT_ONE_LINE);
      size = g_format_size (part->size);
      /* Translators: something that is no text: its type and its size. */
      return g_strdup_printf (_("%s, %s. Only texts are kept."), name, size);
    }
  if (part->role == GH_HISTORY_RESULT)
    {
      name = gh_plain_text_dup (part->name, MAX_NAME, GH_PLAIN_TEXT_ONE_LINE);
      size = g_format_size (part->size);
      if (*name == '\0')
        return g_strdup (_("It was empty."));
      /* Translators: what kinds of content a tool gave, and how large it was. */
      return g_strdup_printf (_("%s, %s. It is not kept."), name, size);
    }
  if (part->role == GH_HISTORY_FIELD && part->text == NULL)
    return g_strdup (facts->outcome == GH_HISTORY_GIVEN
                       ? _("Not kept: it sounds like a secret.") : _("Nothing was sent."));
  if (part->left_out > 0 && part->role == GH_HISTORY_URL)
    return g_strdup (_("What stood behind it is not kept."));
  if (part->left_out > 0)
    {
      size = g_format_size (part->left_out);
      /* Translators: the end of a long text; its size is filled in. */
      return g_strdup_printf (_("%s more were too much to keep."), size);
    }
  return NULL;
}

char *
gh_history_words_model (const GhHistoryFacts *facts)
{
  g_autofree char *model = NULL;
  g_autofree char *provider = NULL;

  g_return_val_if_fail (facts != NULL, NULL);

  if (facts->model == NULL)
    return NULL;
  model = gh_words_name (facts->model);
  if (facts->provider == NULL)
    return g_steal_pointer (&model);
  provider = gh_words_name (facts->provider);
  /* Translators: model and endpoint: "llama3.2 through Ollama". */
  return g_strdup_printf (_("%s through %s"), model, provider);
}

char *
gh_history_words_tokens (const GhHistoryFacts *facts)
{
  g_autofree char *in = NULL;
  g_autofree char *out = NULL;

  g_return_val_if_fail (facts != NULL, NULL);

  if (facts->input_tokens < 0 || facts->output_tokens < 0)
    return NULL;
  in = gh_words_number (facts->input_tokens);
  out = gh_words_number (facts->output_tokens);
  /* Translators: numbers of tokens. */
  return g_strdup_printf (_("%s read, %s written"), in, out);
}

/* --- Markdown --- */

/* A fence longer than any in the text. */
static void
append_block (GString    *markdown,
              const char *text)
{
  guint longest = 2, run = 0;

  for (const char *p = text; *p != '\0'; p++)
    {
      run = *p == '`' ? run + 1 : 0;
      longest = MAX (longest, run);
    }
  for (guint i = 0; i <= longest; i++)
    g_string_append_c (markdown, '`');
  g_string_append_printf (markdown, "\n%s\n", text);
  for (guint i = 0; i <= longest; i++)
    g_string_append_c (markdown, '`');
  g_string_append (markdown, "\n\n");
}

/* What stands in a line of ours: nothing of it is Markdown. */
static void
append_plain (GString    *markdown,
              const char *text)
{
  for (const char *p = text; *p != '\0'; p++)
    {
      if (strchr ("\\`*_[]<>#|&", *p) != NULL)
        g_string_append_c (markdown, '\\');
      g_string_append_c (markdown, *p);
    }
}

static void
append_fact (GString    *markdown,
             const char *name,
             const char *value)
{
  if (value == NULL)
    return;
  g_string_append_printf (markdown, "- %s: ", name);
  append_plain (markdown, value);
  g_string_append_c (markdown, '\n');
}

static void
append_facts (GString              *markdown,
              const GhHistoryFacts *facts)
{
  g_autofree char *model = gh_history_words_model (facts);
  g_autofree char *tokens = gh_history_words_tokens (facts);
  g_autofree char *duration =
    facts->duration >= 0 ? gh_duration_dup_text (facts->duration) : NULL;
  g_autofree char *tool = facts->tool != NULL ? gh_words_name (facts->tool) : NULL;

  append_fact (markdown, _("Outcome"), gh_history_words_state (facts));
  append_fact (markdown, _("Decided by"), gh_history_words_decider (facts));
  append_fact (markdown, _("Tool"), tool);
  append_fact (markdown, _("Model"), model);
  append_fact (markdown, _("Tokens"), tokens);
  append_fact (markdown, _("Time taken"), duration);
  g_string_append_c (markdown, '\n');
}

static void
append_part (GString              *markdown,
             const GhHistoryFacts *facts,
             const GhHistoryPart  *part)
{
  g_autofree char *words = gh_history_words_part (facts, part);
  g_autofree char *missing = gh_history_words_missing (facts, part);

  g_string_append (markdown, "### ");
  append_plain (markdown, words);
  g_string_append (markdown, "\n\n");
  if (part->text != NULL && *part->text != '\0')
    append_block (markdown, part->text);
  if (part->became != NULL)
    {
      g_string_append_printf (markdown, "%s\n\n", _("Changed to:"));
      append_block (markdown, part->became);
    }
  if (missing != NULL)
    {
      append_plain (markdown, missing);
      g_string_append (markdown, "\n\n");
    }
}

char *
gh_history_words_markdown (GhHistoryEntry *entry)
{
  const GhHistoryFacts *facts;
  g_autoptr(GString) markdown = g_string_new ("## ");
  g_autofree char *event = NULL;
  g_autofree char *time = NULL;
  GPtrArray *parts;

  g_return_val_if_fail (GH_IS_HISTORY_ENTRY (entry), NULL);

  facts = gh_history_entry_get_facts (entry);
  parts = gh_history_entry_get_parts (entry);
  event = gh_history_words_event (facts);
  time = gh_text_dup_time (facts->time, "%Y-%m-%d %H:%M:%S");
  g_string_append_printf (markdown, "%s · ", time);
  append_plain (markdown, event);
  g_string_append (markdown, "\n\n");
  append_facts (markdown, facts);
  for (guint i = 0; parts != NULL && i < parts->len; i++)
    append_part (markdown, facts, parts->pdata[i]);
  return g_string_free (g_steal_pointer (&markdown), FALSE);
}
