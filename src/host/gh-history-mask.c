/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * What of an entry may be written down: secrets hidden, long texts cut. */
#include "config.h"

#include "gh-history-mask.h"

#include <string.h>

#include "gh-json.h"
#include "gh-plain-text.h"

/* Characters of a title: more than a row of a list shows. */
#define MAX_TITLE 200
/* Bytes of a name: real ones have some dozens. */
#define MAX_NAME 1000
/* Bytes of a title's beginning that are looked at. */
#define MAX_TITLE_BYTES (4 * MAX_TITLE + 4)

/* Members of an object are hidden by their names, too: only a whole text is one. */
static char *
hide_json (GhShield   *shield,
           const char *text)
{
  g_autoptr(JsonNode) node = gh_json_read (text, strlen (text), NULL);
  g_autoptr(JsonNode) hidden = node != NULL ? gh_shield_hide_json (shield, node) : NULL;

  return hidden != NULL ? gh_json_write (hidden, NULL) : gh_shield_hide (shield, text);
}

/* left_out: what was cut off before; more is added. A text that was cut may end in the middle of a
 * secret, which then was not seen: its end goes. */
static char *
hide_text (GhShield   *shield,
           const char *text,
           gboolean    json,
           gboolean    was_cut,
           gint64     *left_out)
{
  g_autofree char *hidden = NULL;
  gsize length, keep;

  if (text == NULL)
    return NULL;
  hidden = json ? hide_json (shield, text) : gh_shield_hide (shield, text);
  length = strlen (hidden);
  keep = length;
  if (was_cut)
    keep -= MIN (keep, GH_HISTORY_MASK_SLACK);
  keep = MIN (keep, GH_HISTORY_MOST_TEXT);
  if (keep < length)
    {
      while (keep > 0 && (hidden[keep] & 0xc0) == 0x80)
        keep--;
      hidden[keep] = '\0';
      *left_out += length - keep;
    }
  return g_steal_pointer (&hidden);
}

/* text: (nullable): NULL gives NULL. Owned. */
static char *
hide_name (GhShield   *shield,
           const char *text)
{
  char *hidden = gh_shield_hide (shield, text);
  gsize keep = MAX_NAME;

  if (hidden == NULL || strlen (hidden) <= MAX_NAME)
    return hidden;
  while (keep > 0 && (hidden[keep] & 0xc0) == 0x80)
    keep--;
  hidden[keep] = '\0';
  return hidden;
}

static GhHistoryPart *
mask_part (const GhHistoryPart *part,
           GhShield            *shield)
{
  GhHistoryPart *masked = gh_history_part_new (part->role, NULL, NULL);
  gboolean json = part->role == GH_HISTORY_ARGUMENTS || part->role == GH_HISTORY_RULE;
  gboolean was_cut = part->left_out > 0;

  masked->name = hide_name (shield, part->name);
  masked->media = hide_name (shield, part->media);
  masked->size = part->size;
  masked->left_out = part->left_out;
  masked->text = hide_text (shield, part->text, json, was_cut, &masked->left_out);
  masked->became = hide_text (shield, part->became, json, was_cut, &masked->left_out);
  return masked;
}

/* The first words of what was asked: of the last message, not of what came before it. */
static char *
dup_title (GPtrArray *parts)
{
  static const GhHistoryRole first[] = { GH_HISTORY_QUESTION, GH_HISTORY_ARGUMENTS };
  const char *words = NULL;
  g_autofree char *start = NULL;

  for (guint i = 0; i < parts->len; i++)
    {
      const GhHistoryPart *part = parts->pdata[i];

      if (part->text == NULL)
        continue;
      if (part->role == GH_HISTORY_MESSAGE)
        words = part->text;
      for (guint j = 0; words == NULL && j < G_N_ELEMENTS (first); j++)
        if (part->role == first[j])
          words = part->text;
    }
  start = g_strndup (words != NULL ? words : "", MAX_TITLE_BYTES);
  return gh_plain_text_dup (start, MAX_TITLE, GH_PLAIN_TEXT_ONE_LINE);
}

GhHistoryEntry *
gh_history_mask (GhHistoryEntry *entry,
                 GhShield       *shield)
{
  GhHistoryFacts facts;
  GPtrArray *parts;
  GPtrArray *masked;
  GhHistoryEntry *result;

  g_return_val_if_fail (GH_IS_HISTORY_ENTRY (entry), NULL);
  g_return_val_if_fail (shield != NULL, NULL);

  parts = gh_history_entry_get_parts (entry);
  g_return_val_if_fail (parts != NULL, NULL);

  masked = gh_history_parts_new ();
  for (guint i = 0; i < parts->len; i++)
    g_ptr_array_add (masked, mask_part (parts->pdata[i], shield));
  facts = *gh_history_entry_get_facts (entry);
  facts.server = hide_name (shield, facts.server);
  facts.server_name = hide_name (shield, facts.server_name);
  facts.tool = hide_name (shield, facts.tool);
  facts.model = hide_name (shield, facts.model);
  facts.provider = hide_name (shield, facts.provider);
  facts.title = dup_title (masked);
  result = gh_history_entry_new (&facts, masked);
  g_free (facts.server);
  g_free (facts.server_name);
  g_free (facts.tool);
  g_free (facts.model);
  g_free (facts.provider);
  g_free (facts.title);
  return result;
}
