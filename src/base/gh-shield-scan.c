/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * The secret shield's walk through a text: one pass, in which telling bytes call the detectors. */
#include "config.h"

#include "gh-shield-private.h"

const guint8 gh_shield_bytes[256] = {
  ['0' ... '9'] = GH_SHIELD_DIGIT | GH_SHIELD_HEX,
  ['a' ... 'f'] = GH_SHIELD_LOWER | GH_SHIELD_HEX,
  ['g' ... 'z'] = GH_SHIELD_LOWER,
  ['A' ... 'Z'] = GH_SHIELD_UPPER,
  ['-'] = GH_SHIELD_DASH,
  ['_'] = GH_SHIELD_DASH,
  ['+'] = GH_SHIELD_PLUS,
  ['/'] = GH_SHIELD_PLUS,
  ['.'] = GH_SHIELD_DOT,
  ['='] = GH_SHIELD_PAD,
};

/* In the longest run that a key may follow after "-" or "_": base64 for URLs has both. */
#define MAX_LEAD 64

gsize
gh_shield_scan_run (GhShieldScan *scan,
                    GhShieldRun   run,
                    gsize         at)
{
  static const guint8 what[GH_SHIELD_N_RUNS] = {
    [GH_SHIELD_RUN_ALNUM] = GH_SHIELD_ALNUM,
    [GH_SHIELD_RUN_UPPER] = GH_SHIELD_UPPER | GH_SHIELD_DIGIT,
    [GH_SHIELD_RUN_HEX] = GH_SHIELD_HEX,
    [GH_SHIELD_RUN_WORD] = GH_SHIELD_WORD,
    [GH_SHIELD_RUN_DOTTED] = GH_SHIELD_WORD | GH_SHIELD_DOT,
    [GH_SHIELD_RUN_BASE64] = GH_SHIELD_WORD | GH_SHIELD_PLUS,
    [GH_SHIELD_RUN_TOKEN] = GH_SHIELD_WORD | GH_SHIELD_PLUS | GH_SHIELD_DOT | GH_SHIELD_PAD,
  };
  gsize end = at;

  if (at >= scan->runs[run].start && at < scan->runs[run].end)
    return scan->runs[run].end;
  while (end < scan->length && gh_shield_is (scan->text[end], what[run]))
    end++;
  scan->runs[run].start = at;
  scan->runs[run].end = end;
  return end;
}

gboolean
gh_shield_scan_add (GhShieldScan *scan,
                    GhShieldKind  kind,
                    const char   *provider,
                    gsize         start,
                    gsize         end)
{
  GhShieldFinding finding = { start, end, kind, provider };

  g_assert (start >= scan->floor && end > start && end <= scan->length);

  g_array_append_val (scan->findings, finding);
  scan->floor = end;
  return TRUE;
}

static gboolean
find_placeholder (GhShieldScan *scan,
                  gsize         at)
{
  gsize length = gh_shield_placeholder_length (scan->text + at);

  return length > 0 && gh_shield_scan_add (scan, GH_SHIELD_LITERAL, NULL, at, at + length);
}

static gboolean
find_key (GhShieldScan *scan,
          gsize         at)
{
  const char *provider;
  gsize end;

  return gh_shield_match_key (scan, at, &end, &provider) &&
         gh_shield_scan_add (scan, GH_SHIELD_API_KEY, provider, at, end);
}

/* Whether a word begins here: also behind "_", but not within base64. */
static gboolean
begins_word (GhShieldScan *scan,
             gsize         at)
{
  gsize run = scan->runs[GH_SHIELD_RUN_WORD].start;

  if (at == scan->floor || !gh_shield_is (scan->text[at - 1], GH_SHIELD_WORD) ||
      gh_shield_after_escape (scan, at))
    return TRUE;
  return gh_shield_is (scan->text[at - 1], GH_SHIELD_DASH) && (at < run || at - run <= MAX_LEAD);
}

static gboolean
find_at_word (GhShieldScan *scan,
              gsize         at)
{
  switch (scan->text[at])
    {
    case 'e':
      if (gh_shield_find_jwt (scan, at))
        return TRUE;
      break;
    case 'b':
    case 'B':
      if (gh_shield_find_bearer (scan, at))
        return TRUE;
      break;
    case 'i':
      if (gh_shield_find_assignment (scan, at))
        return TRUE;
      break;
    case 'P':
      if (gh_shield_find_private_key (scan, at))
        return TRUE;
      break;
    default:
      break;
    }
  return find_key (scan, at);
}

static gboolean
find_at (GhShieldScan *scan,
         gsize         at)
{
  switch (scan->text[at])
    {
    case '[':
      return find_placeholder (scan, at);
    case '=':
    case '>':
    case '\xe4':
    case '\xe6':
    case '\xe7':
    case '\xef':
      return gh_shield_find_assignment (scan, at);
    case ':':
      return gh_shield_find_url (scan, at) || gh_shield_find_telegram (scan, at) ||
             gh_shield_find_assignment (scan, at);
    case '-':
      return gh_shield_find_private_key (scan, at) || gh_shield_find_option (scan, at);
    case '@':
      return gh_shield_find_email (scan, at);
    case '/':
    case '\\':
      return gh_shield_find_home (scan, at);
    case '~':
      return gh_shield_find_entra (scan, at) || gh_shield_find_home (scan, at);
    default:
      return FALSE;
    }
}

void
gh_shield_scan_text (GhShieldScan *scan)
{
  gsize at = 0;

  while (at < scan->length && scan->findings->len < GH_SHIELD_MAX_FINDINGS)
    {
      char c = scan->text[at];
      gboolean found;

      if (!gh_shield_is (c, GH_SHIELD_ALNUM))
        found = find_at (scan, at);
      else
        {
          if (at >= scan->runs[GH_SHIELD_RUN_WORD].end)
            gh_shield_scan_run (scan, GH_SHIELD_RUN_WORD, at);
          found = begins_word (scan, at) &&
                  ((gh_shield_is (c, GH_SHIELD_DIGIT) && gh_shield_find_card (scan, at)) ||
                   find_at_word (scan, at));
        }
      at = found ? scan->floor : at + 1;
    }
  if (at < scan->length)
    gh_shield_scan_add (scan, GH_SHIELD_PASSWORD, NULL, at, scan->length);
}
