/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * Keys of providers that can be told by how they begin. */
#include "config.h"

#include "gh-shield-private.h"

/* Of how many bytes randomness is judged. */
#define LOOKED_AT 64

typedef struct
{
  const char  *prefix;
  GhShieldRun  run;      /* what follows the prefix */
  guint16      min;      /* bytes after the prefix */
  guint16      max;      /* 0: any number */
  gboolean     loose;    /* words begin like that, too: the rest must look random */
  const char  *provider;
} Key;

#define ALNUM GH_SHIELD_RUN_ALNUM
#define UPPER GH_SHIELD_RUN_UPPER
#define HEX GH_SHIELD_RUN_HEX
#define WORD GH_SHIELD_RUN_WORD
#define DOTTED GH_SHIELD_RUN_DOTTED
#define BASE64 GH_SHIELD_RUN_BASE64

/* By first letter, longer prefixes before shorter ones. */
static const Key keys[] = {
  { "AIza", WORD, 35, 35, FALSE, "Google" },
  { "AKIA", UPPER, 16, 16, FALSE, "AWS" },
  { "ASIA", UPPER, 16, 16, FALSE, "AWS" },
  { "ghp_", ALNUM, 36, 0, FALSE, "GitHub" },
  { "github_pat_", WORD, 22, 0, FALSE, "GitHub" },
  { "sk-ant-", WORD, 20, 0, FALSE, "Anthropic" },
  { "sk-", WORD, 20, 0, TRUE, "OpenAI" },
};

static guint
count_distinct (const char *text,
                gsize       length)
{
  gboolean seen[256] = { FALSE };
  guint n = 0;

  for (gsize i = 0; i < MIN (length, LOOKED_AT); i++)
    {
      n += !seen[(guchar) text[i]];
      seen[(guchar) text[i]] = TRUE;
    }
  return n;
}

gboolean
gh_shield_is_random (const char *text,
                     gsize       length)
{
  gsize digits = 0;
  gsize letters = 0;

  /* One part without "-" and "_" that is long, and no word. */
  for (gsize i = 0; i < MIN (length, LOOKED_AT); i++)
    {
      if (!gh_shield_is (text[i], GH_SHIELD_ALNUM))
        digits = letters = 0;
      else if (gh_shield_is (text[i], GH_SHIELD_DIGIT))
        digits++;
      else
        letters++;
      if (digits >= 2 && letters >= 2 && digits + letters >= 16)
        return count_distinct (text, length) >= 8;
    }
  return FALSE;
}

gboolean
gh_shield_match_key (GhShieldScan *scan,
                     gsize         at,
                     gsize        *end,
                     const char  **provider)
{
  const char *text = scan->text + at;

  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    {
      const Key *key = &keys[i];
      gsize prefix = strlen (key->prefix);
      gsize length;

      if (strncmp (text, key->prefix, prefix) != 0)
        continue;
      *end = gh_shield_scan_run (scan, key->run, at + prefix);
      length = *end - at - prefix;
      if (length < key->min || (key->max != 0 && length > key->max))
        continue;
      if (key->loose ? !gh_shield_is_random (text + prefix, length)
                     : count_distinct (text + prefix, length) < 5)
        continue;
      *provider = key->provider;
      return TRUE;
    }
  return FALSE;
}
