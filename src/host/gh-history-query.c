/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * What is looked for in the history, and the words that SQLite's full text search gets for it. */
#include "config.h"

#include "gh-history-query.h"

#include <string.h>

/* Words of a search: more than anybody types, few enough for one query. */
#define MAX_WORDS 32
/* Bytes of a search. */
#define MAX_TEXT 2000

GhHistoryQuery *
gh_history_query_new (void)
{
  GhHistoryQuery *self = g_new0 (GhHistoryQuery, 1);

  self->kind = -1;
  self->outcome = -1;
  self->until = G_MAXINT64;
  return self;
}

GhHistoryQuery *
gh_history_query_copy (const GhHistoryQuery *self)
{
  GhHistoryQuery *copy;

  g_return_val_if_fail (self != NULL, NULL);

  copy = g_memdup2 (self, sizeof *self);
  copy->text = g_strdup (self->text);
  copy->server = g_strdup (self->server);
  copy->tool = g_strdup (self->tool);
  copy->model = g_strdup (self->model);
  return copy;
}

void
gh_history_query_free (GhHistoryQuery *self)
{
  g_free (self->text);
  g_free (self->server);
  g_free (self->tool);
  g_free (self->model);
  g_free (self);
}

gboolean
gh_history_query_equal (const GhHistoryQuery *a,
                        const GhHistoryQuery *b)
{
  g_return_val_if_fail (a != NULL && b != NULL, FALSE);

  return a->kind == b->kind && a->outcome == b->outcome && a->from == b->from
         && a->until == b->until && g_strcmp0 (a->text, b->text) == 0
         && g_strcmp0 (a->server, b->server) == 0 && g_strcmp0 (a->tool, b->tool) == 0
         && g_strcmp0 (a->model, b->model) == 0;
}

gboolean
gh_history_query_is_all (const GhHistoryQuery *self)
{
  g_autofree char *match = NULL;

  g_return_val_if_fail (self != NULL, TRUE);

  match = gh_history_query_dup_match (self);
  return match == NULL && self->from <= 0 && self->until == G_MAXINT64;
}

void
gh_history_name_free (GhHistoryName *self)
{
  g_free (self->value);
  g_free (self->label);
  g_free (self);
}

/* --- words ---
 *
 * SQLite's tokenizer ends a word at a space or a sign. Scripts that do not write spaces would be
 * one word a sentence: each of their characters is made a word of its own, and several of them in
 * a search must stand beside each other. */

static gboolean
is_without_spaces (gunichar c)
{
  if (c < 0x0e00)
    return FALSE;
  switch ((int) g_unichar_get_script (c))
    {
    case G_UNICODE_SCRIPT_HAN:
    case G_UNICODE_SCRIPT_HIRAGANA:
    case G_UNICODE_SCRIPT_KATAKANA:
    case G_UNICODE_SCRIPT_BOPOMOFO:
    case G_UNICODE_SCRIPT_THAI:
    case G_UNICODE_SCRIPT_LAO:
    case G_UNICODE_SCRIPT_KHMER:
    case G_UNICODE_SCRIPT_MYANMAR:
      return TRUE;
    default:
      return FALSE;
    }
}

/* Marks that are parts of the letter before them. */
static gboolean
is_part_of_word (gunichar c)
{
  return g_unichar_isalnum (c) || g_unichar_ismark (c);
}

static void
append_words (GString    *words,
              const char *text)
{
  const char *run = text;

  if (text == NULL)
    return;
  for (const char *p = text; *p != '\0'; p = g_utf8_next_char (p))
    {
      if ((guchar) *p < 0x80 || !is_without_spaces (g_utf8_get_char (p)))
        continue;
      g_string_append_len (words, run, p - run);
      g_string_append_c (words, ' ');
      run = p;
      if (is_without_spaces (g_utf8_get_char (g_utf8_next_char (p))))
        continue;
      /* The last of several: what follows is another word. */
      g_string_append_len (words, p, g_utf8_next_char (p) - p);
      g_string_append_c (words, ' ');
      run = g_utf8_next_char (p);
    }
  g_string_append (words, run);
  g_string_append_c (words, '\n');
}

char *
gh_history_query_dup_words (GhHistoryEntry *entry)
{
  const GhHistoryFacts *facts;
  g_autoptr(GString) words = g_string_new (NULL);
  GPtrArray *parts;

  g_return_val_if_fail (GH_IS_HISTORY_ENTRY (entry), NULL);

  facts = gh_history_entry_get_facts (entry);
  parts = gh_history_entry_get_parts (entry);
  g_return_val_if_fail (parts != NULL, NULL);

  append_words (words, facts->server_name);
  append_words (words, facts->tool);
  append_words (words, facts->model);
  append_words (words, facts->provider);
  for (guint i = 0; i < parts->len; i++)
    {
      const GhHistoryPart *part = parts->pdata[i];

      if (part->role == GH_HISTORY_FIELD)
        append_words (words, part->name);
      if (part->role != GH_HISTORY_RULE)
        append_words (words, part->text);
      append_words (words, part->became);
    }
  return g_string_free (g_steal_pointer (&words), FALSE);
}

/* --- tags ---
 *
 * Filters are words of the index, too. Each of the two groups has a word for every combination of
 * its members: whatever is filtered by, at most two words are looked for, and not one for each
 * filter, whose long lists would have to be compared. */

#define GROUP_SIZE 3

static const char group_letters[] = "ab";

/* What stands for kind, server and tool, and for outcome and model: NULL where there is none. The
 * numbers are written to the buffers. */
typedef struct
{
  const char *values[2][GROUP_SIZE];
  char kind[16];
  char outcome[16];
} Groups;

static void
groups_init (Groups     *groups,
             int         kind,
             int         outcome,
             const char *server,
             const char *tool,
             const char *model)
{
  *groups = (Groups) { .values = { { NULL, server, tool }, { NULL, model, NULL } } };
  g_snprintf (groups->kind, sizeof groups->kind, "%d", kind);
  g_snprintf (groups->outcome, sizeof groups->outcome, "%d", outcome);
  if (kind >= 0)
    groups->values[0][0] = groups->kind;
  if (outcome >= 0)
    groups->values[1][0] = groups->outcome;
}

/* Of any values one short word: two sets of them that share one are never met (FNV-1a, 64 bits). */
static void
append_tag (GString            *tags,
            const char         *separator,
            guint               group,
            const char * const *values,
            guint               mask)
{
  guint64 hash = G_GUINT64_CONSTANT (0xcbf29ce484222325);

  for (guint i = 0; i < GROUP_SIZE; i++)
    {
      gsize length = (mask & (1u << i)) != 0 ? strlen (values[i]) + 1 : 0;

      /* The end is hashed, too: "ab", "c" are not "a", "bc". */
      for (gsize j = 0; j < length; j++)
        hash = (hash ^ (guchar) values[i][j]) * G_GUINT64_CONSTANT (0x100000001b3);
    }
  g_string_append_printf (tags, "%s%c%u%" G_GINT64_MODIFIER "x", tags->len > 0 ? separator : "",
                          group_letters[group], mask, hash);
}

static guint
get_mask (const char * const *values)
{
  guint mask = 0;

  for (guint i = 0; i < GROUP_SIZE; i++)
    if (values[i] != NULL)
      mask |= 1u << i;
  return mask;
}

char *
gh_history_query_dup_tags (GhHistoryEntry *entry)
{
  g_autoptr(GString) tags = g_string_new (NULL);
  const GhHistoryFacts *facts;
  Groups groups;

  g_return_val_if_fail (GH_IS_HISTORY_ENTRY (entry), NULL);

  facts = gh_history_entry_get_facts (entry);
  groups_init (&groups, facts->kind, facts->outcome, facts->server, facts->tool, facts->model);
  for (guint group = 0; group < G_N_ELEMENTS (groups.values); group++)
    {
      guint all = get_mask (groups.values[group]);

      for (guint mask = 1; mask <= all; mask++)
        if ((mask & all) == mask)
          append_tag (tags, " ", group, groups.values[group], mask);
    }
  return g_string_free (g_steal_pointer (&tags), FALSE);
}

/* --- the expression --- */

static void
end_word (GString  *match,
          gboolean *in_word)
{
  if (*in_word)
    g_string_append_c (match, '"');
  *in_word = FALSE;
}

static void
begin_word (GString  *match,
            gboolean *in_word,
            guint    *n_words)
{
  if (*in_word)
    return;
  g_string_append (match, match->len > 0 ? " AND \"" : "\"");
  *in_word = TRUE;
  (*n_words)++;
}

/* Letters, digits and spaces inside of quotes of ours: nothing else of the text gets there. The
 * last word may be the beginning of one. */
static char *
dup_text_match (const char *text)
{
  g_autoptr(GString) match = g_string_new (NULL);
  gboolean quoted = FALSE;
  gboolean in_word = FALSE;
  gboolean lone = FALSE; /* the last character was a word by itself */
  gunichar before = 0;
  guint n_words = 0;

  for (const char *p = text; *p != '\0' && p - text < MAX_TEXT; p = g_utf8_next_char (p))
    {
      gunichar c = g_utf8_get_char (p);
      gboolean is_lone = is_without_spaces (c);

      if (c == '"')
        {
          end_word (match, &in_word);
          quoted = !quoted;
        }
      else if (is_part_of_word (c))
        {
          if (!in_word && n_words == MAX_WORDS)
            break;
          begin_word (match, &in_word, &n_words);
          if (is_lone || lone || (quoted && before != 0 && !is_part_of_word (before)))
            g_string_append_c (match, ' ');
          g_string_append_unichar (match, c);
        }
      else if (!quoted)
        {
          end_word (match, &in_word);
        }
      lone = is_lone;
      before = c;
    }
  if (in_word && !quoted && !lone)
    g_string_append (match, "\"*");
  else
    end_word (match, &in_word);
  return n_words > 0 ? g_string_free (g_steal_pointer (&match), FALSE) : NULL;
}

char *
gh_history_query_dup_match (const GhHistoryQuery *self)
{
  g_autofree char *text = NULL;
  g_autoptr(GString) tags = NULL;
  Groups groups;

  g_return_val_if_fail (self != NULL, NULL);

  tags = g_string_new (NULL);
  groups_init (&groups, self->kind, self->outcome, self->server, self->tool, self->model);
  for (guint group = 0; group < G_N_ELEMENTS (groups.values); group++)
    {
      guint mask = get_mask (groups.values[group]);

      if (mask != 0)
        append_tag (tags, " AND ", group, groups.values[group], mask);
    }
  if (self->text != NULL)
    text = dup_text_match (self->text);

  if (text != NULL && tags->len > 0)
    return g_strdup_printf ("words : (%s) AND tags : (%s)", text, tags->str);
  if (text != NULL)
    return g_strdup_printf ("words : (%s)", text);
  return tags->len > 0 ? g_strdup_printf ("tags : (%s)", tags->str) : NULL;
}
