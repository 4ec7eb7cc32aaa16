/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * The secret shield: what its files share. */
#pragma once

#include <string.h>

#include "gh-shield.h"

G_BEGIN_DECLS

/* What a byte can be part of. */
enum
{
  GH_SHIELD_DIGIT = 1 << 0,
  GH_SHIELD_LOWER = 1 << 1,
  GH_SHIELD_UPPER = 1 << 2,
  GH_SHIELD_DASH = 1 << 3, /* - and _ */
  GH_SHIELD_PLUS = 1 << 4, /* + and / */
  GH_SHIELD_DOT = 1 << 5,
  GH_SHIELD_HEX = 1 << 6,  /* digits and a to f */
  GH_SHIELD_PAD = 1 << 7,  /* = */

  GH_SHIELD_LETTER = GH_SHIELD_LOWER | GH_SHIELD_UPPER,
  GH_SHIELD_ALNUM = GH_SHIELD_DIGIT | GH_SHIELD_LETTER,
  GH_SHIELD_WORD = GH_SHIELD_ALNUM | GH_SHIELD_DASH,
};

extern const guint8 gh_shield_bytes[256];

/* Kinds of runs whose ends are remembered. */
typedef enum
{
  GH_SHIELD_RUN_ALNUM,
  GH_SHIELD_RUN_UPPER,  /* and digits */
  GH_SHIELD_RUN_HEX,
  GH_SHIELD_RUN_WORD,   /* base64 for URLs */
  GH_SHIELD_RUN_DOTTED, /* the same with dots */
  GH_SHIELD_RUN_BASE64, /* of both kinds */
  GH_SHIELD_RUN_TOKEN,  /* the same with dots and padding */
  GH_SHIELD_N_RUNS,
} GhShieldRun;

/* One walk through a text. */
typedef struct
{
  const char *text;
  gsize       length;
  gsize       floor;    /* the end of the last finding: none reaches back over it */
  GArray     *findings;
  const char *home;     /* NULL: none */
  const char *home_uri; /* as URIs have it; NULL: the same */
  const char *user;     /* the last part of home; NULL: none to look for */
  const guint8 *key_index; /* see gh_shield_keys_index() */
  struct
  {
    gsize start;
    gsize end;
  } runs[GH_SHIELD_N_RUNS];
} GhShieldScan;

static inline gboolean
gh_shield_is (char  c,
              guint what)
{
  return (gh_shield_bytes[(guchar) c] & what) != 0;
}

/* How many bytes from text on are of the kind, at most max. */
static inline gsize
gh_shield_span (const char *text,
                guint       what,
                gsize       max)
{
  gsize n = 0;

  while (n < max && gh_shield_is (text[n], what))
    n++;
  return n;
}

/* Whether a line break written out ("\\n") is right before; its last letter belongs to no word. */
static inline gboolean
gh_shield_after_escape (const GhShieldScan *scan,
                        gsize               at)
{
  return at >= scan->floor + 2 && scan->text[at - 2] == '\\' &&
         strchr ("nrt", scan->text[at - 1]) != NULL;
}

/* Where the run that `at` is in ends; remembered, so that asking at each of its bytes costs no more
 * than one look at all of them. */
gsize    gh_shield_scan_run  (GhShieldScan *scan,
                              GhShieldRun   run,
                              gsize         at);
/* Always TRUE. */
gboolean gh_shield_scan_add  (GhShieldScan *scan,
                              GhShieldKind  kind,
                              const char   *provider,
                              gsize         start,
                              gsize         end);
void     gh_shield_scan_text (GhShieldScan *scan);

/* What may stand under a name. */
typedef enum
{
  GH_SHIELD_NAME_OTHER,
  GH_SHIELD_NAME_PASSWORD, /* anything */
  GH_SHIELD_NAME_TOKEN,    /* what does not look like a word */
  GH_SHIELD_NAME_HEADER,   /* "Bearer" and the like before it, or cookies */
} GhShieldNameKind;

/* The last words of the name decide. */
GhShieldNameKind gh_shield_judge_name  (const char       *name,
                                        gsize             length);
gboolean         gh_shield_may_end_name (const char      *text,
                                        gsize             start,
                                        gsize             end);
/* Whether it may be a secret, and is no word, reference or example. quoted: as text is in code. */
gboolean         gh_shield_judge_value (GhShieldNameKind  kind,
                                        const char       *value,
                                        gsize             length,
                                        gboolean          quoted);

/* Detectors: each is called where its telling byte stands, looks at a bounded number of bytes or
 * takes them, and says whether it added a finding. */
gboolean gh_shield_find_assignment  (GhShieldScan *scan,
                                     gsize         at); /* = : > and "is" */
gboolean gh_shield_find_option      (GhShieldScan *scan,
                                     gsize         at); /* - */
gboolean gh_shield_find_bearer      (GhShieldScan *scan,
                                     gsize         at); /* B and b */
gboolean gh_shield_find_url         (GhShieldScan *scan,
                                     gsize         at); /* : */
gboolean gh_shield_find_telegram    (GhShieldScan *scan,
                                     gsize         at); /* : */
gboolean gh_shield_find_entra       (GhShieldScan *scan,
                                     gsize         at); /* ~ */
gboolean gh_shield_find_private_key (GhShieldScan *scan,
                                     gsize         at); /* - and P */
gboolean gh_shield_find_jwt         (GhShieldScan *scan,
                                     gsize         at); /* e */
gboolean gh_shield_find_email       (GhShieldScan *scan,
                                     gsize         at); /* @ */
gboolean gh_shield_find_card        (GhShieldScan *scan,
                                     gsize         at); /* a digit */
gboolean gh_shield_find_home        (GhShieldScan *scan,
                                     gsize         at); /* / \ ~ */

/* Where the keys that begin with a byte are. */
void     gh_shield_keys_index (guint8        index[256]);
/* Whether a provider's key stands at `at`; where it ends, and whose it is. */
gboolean gh_shield_match_key  (GhShieldScan *scan,
                               gsize         at,
                               gsize        *end,
                               const char  **provider);
/* Whether a JSON Web Token does. */
gboolean gh_shield_match_jwt  (GhShieldScan *scan,
                               gsize         at,
                               gsize        *end);
/* Random letters and digits, and not words. */
gboolean gh_shield_is_random  (const char   *text,
                               gsize         length);

/* What becomes of a text. */
typedef enum
{
  GH_SHIELD_MASK,
  GH_SHIELD_EDITED, /* the same, by a person after it was masked */
  GH_SHIELD_HIDE,
} GhShieldWay;

/* Owned. text: valid UTF-8. */
char       *gh_shield_replace        (GhShield    *self,
                                      const char  *text,
                                      GhShieldMap *map,
                                      GhShieldWay  way);

/* More in one text are no text but an attack on our memory: from there on all of it is hidden. */
#define GH_SHIELD_MAX_FINDINGS 100000

/* Originals that are shorter are words of other texts, too: they are not looked for everywhere. */
#define GH_SHIELD_MIN_KNOWN 8

/* Keeps what looks like a placeholder for those who wrote it; FALSE: the map gave it out before. */
gboolean    gh_shield_map_reserve    (GhShieldMap *self,
                                      const char  *placeholder,
                                      gsize        length);
/* What to write for an entry; it counts. */
const char *gh_shield_map_use        (GhShieldMap *self,
                                      guint        index);
/* GhShieldFinding: where originals stand that are told apart from words; owned. */
GArray     *gh_shield_map_find_known (GhShieldMap *self,
                                      const char  *text);

G_END_DECLS
