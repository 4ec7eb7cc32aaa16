/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * Names under which secrets stand, and whether what stands there is one. */
#include "config.h"

#include "gh-shield-private.h"

/* Of a name: its last words decide. */
#define MAX_NAME 48
/* Of a value: how much of it is looked at. */
#define LOOKED_AT 64

/* A list's entry with its length: names are judged often. */
#define W(word) { word, sizeof (word) - 1 }

typedef struct
{
  const char *text;
  gsize       length;
} Word;

/* The end of a name in lower case, with one space between words: "aws secret access key". */
typedef struct
{
  char  words[2 * MAX_NAME];
  gsize length;
} Name;

static const Word passwords[] = {
  W ("password"), W ("passwd"), W ("passphrase"), W ("passcode"), W ("passwort"), W ("kennwort"),
  W ("pwd"), W ("psw"), W ("secret"), W ("senha"), W ("contrasena"), W ("contrase\303\261a"),
  W ("mot de passe"), W ("motdepasse"), W ("\345\257\206\347\240\201"),
  W ("\345\257\206\347\242\274"), W ("\345\217\243\344\273\244"),
  W ("\343\203\221\343\202\271\343\203\257\343\203\274\343\203\211"),
  W ("\353\271\204\353\260\200\353\262\210\355\230\270"),
  W ("\320\277\320\260\321\200\320\276\320\273\321\214"),
};

static const Word tokens[] = {
  W ("token"), W ("apikey"), W ("api key"), W ("access key"), W ("accesskey"),
  W ("access key id"), W ("secret key"), W ("secretkey"), W ("private key"), W ("privatekey"),
  W ("auth key"), W ("authkey"), W ("account key"), W ("accountkey"), W ("signing key"),
  W ("encryption key"), W ("master key"), W ("license key"), W ("storage key"), W ("client key"),
  W ("service key"), W ("deploy key"), W ("webhook key"), W ("app key"), W ("appkey"),
  W ("application key"), W ("subscription key"), W ("admin key"), W ("role key"),
  W ("session key"), W ("shared key"), W ("session id"), W ("sessionid"), W ("sas"), W ("jwt"),
  W ("bearer"), W ("credential"), W ("credentials"), W ("auth"), W ("secret key base"),
  W ("request state"), W ("\345\257\206\351\222\245"), W ("\345\257\206\351\221\260"),
  W ("\344\273\244\347\211\214"),
};

/* A token that is none: of language models, of protocols, of lists. */
static const Word innocent[] = {
  W ("progress token"), W ("page token"), W ("cursor token"), W ("continuation token"),
  W ("eos token"), W ("bos token"), W ("pad token"), W ("unk token"), W ("sep token"),
  W ("cls token"), W ("mask token"), W ("stop token"), W ("start token"), W ("end token"),
  W ("max token"), W ("special token"), W ("cancellation token"), W ("per token"),
  W ("next token"),
};

static const Word headers[] = {
  W ("authorization"), W ("cookie"),
};

/* Said of a secret after its name: "password confirmation". */
static const Word trailers[] = {
  W (" confirmation"), W (" confirm"), W (" value"), W (" text"), W (" plain"),
};

/* Words at a break: "dbPassword", "DB_PASSWORD", "db.password" and "db password" are the same. */
static void
name_init (Name       *self,
           const char *text,
           gsize       length)
{
  gsize start = length > MAX_NAME ? length - MAX_NAME : 0;

  self->length = 0;
  for (gsize i = start; i < length; i++)
    {
      char c = text[i];
      gboolean breaks = gh_shield_is (c, GH_SHIELD_UPPER) && i > start &&
                        gh_shield_is (text[i - 1], GH_SHIELD_LOWER | GH_SHIELD_DIGIT);

      if (breaks && self->words[self->length - 1] != ' ')
        self->words[self->length++] = ' ';
      if (!gh_shield_is (c, GH_SHIELD_ALNUM) && (guchar) c < 0x80)
        c = ' ';
      if (c != ' ' || (self->length > 0 && self->words[self->length - 1] != ' '))
        self->words[self->length++] = g_ascii_tolower (c);
    }
  while (self->length > 0 && (self->words[self->length - 1] == ' ' ||
                              gh_shield_is (self->words[self->length - 1], GH_SHIELD_DIGIT)))
    self->length--;
}

static gboolean
ends_with (const Name *self,
           const Word *word)
{
  return self->length >= word->length &&
         self->words[self->length - 1] == word->text[word->length - 1] &&
         memcmp (self->words + self->length - word->length, word->text, word->length) == 0;
}

static const Word *
ends_with_any (const Name *self,
               const Word *list,
               gsize       n)
{
  for (gsize i = 0; i < n; i++)
    if (ends_with (self, &list[i]))
      return &list[i];
  return NULL;
}

/* Short words are the end of others, too. */
static gboolean
is_whole (const Name *self,
          const Word *word)
{
  return word->length > 4 || self->length == word->length ||
         self->words[self->length - word->length - 1] == ' ';
}

/**
 * gh_shield_may_end_name:
 *
 * A quick look at its last two letters, or at the last byte of another script's, which rules out
 * nearly all names.
 *
 * Returns: whether a name of a secret may end at @end
 */
gboolean
gh_shield_may_end_name (const char *text,
                        gsize       start,
                        gsize       end)
{
  static const char * const before[26] = {
    ['a' - 'a'] = "hn", ['d' - 'a'] = "irw", ['e' - 'a'] = "distu", ['h' - 'a'] = "t",
    ['l' - 'a'] = "a", ['m' - 'a'] = "r", ['n' - 'a'] = "eio", ['r' - 'a'] = "e",
    ['s' - 'a'] = "als", ['t' - 'a'] = "erwx", ['w' - 'a'] = "s", ['y' - 'a'] = "e",
  };
  char last;
  char second;

  while (end > start && gh_shield_is (text[end - 1], GH_SHIELD_DIGIT | GH_SHIELD_DASH))
    end--;
  if (end < start + 3)
    return FALSE;
  last = g_ascii_tolower (text[end - 1]);
  second = g_ascii_tolower (text[end - 2]);
  if (!gh_shield_is (last, GH_SHIELD_LOWER))
    return strchr ("\201\211\214\244\245\260\270\274", last) != NULL;
  return before[last - 'a'] != NULL && gh_shield_is (second, GH_SHIELD_LOWER) &&
         strchr (before[last - 'a'], second) != NULL;
}

GhShieldNameKind
gh_shield_judge_name (const char *text,
                      gsize       length)
{
  static const Word pass = W ("pass");
  const Word *word;
  Name name;

  if (!gh_shield_may_end_name (text, 0, length))
    return GH_SHIELD_NAME_OTHER;
  name_init (&name, text, length);
  word = ends_with_any (&name, trailers, G_N_ELEMENTS (trailers));
  if (word != NULL)
    name.length -= word->length;
  if (name.length == 0)
    return GH_SHIELD_NAME_OTHER;
  word = ends_with_any (&name, passwords, G_N_ELEMENTS (passwords));
  if ((word != NULL && is_whole (&name, word)) ||
      (ends_with (&name, &pass) && is_whole (&name, &pass)))
    return GH_SHIELD_NAME_PASSWORD;
  if (ends_with_any (&name, headers, G_N_ELEMENTS (headers)) != NULL)
    return GH_SHIELD_NAME_HEADER;
  word = ends_with_any (&name, tokens, G_N_ELEMENTS (tokens));
  if (word != NULL && is_whole (&name, word) &&
      ends_with_any (&name, innocent, G_N_ELEMENTS (innocent)) == NULL)
    return GH_SHIELD_NAME_TOKEN;
  return GH_SHIELD_NAME_OTHER;
}

/* What stands where a secret will be: types, words of forms, hints at where it is. */
static gboolean
is_common_word (const char *value,
                gsize       length)
{
  static const char * const words[] = {
    "true", "false", "null", "none", "nil", "undefined", "string", "str", "number", "int",
    "boolean", "bool", "object", "any", "optional", "required", "default", "empty", "redacted",
    "hidden", "masked", "removed", "example", "bearer", "basic", "password", "passwd", "secret",
    "token", "text", "hash", "unknown", "missing", "invalid", "inherit", "prompt", "yes", "not",
    "must", "from", "with", "is", "are", "the", "value",
  };

  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    if (strlen (words[i]) == length && g_ascii_strncasecmp (words[i], value, length) == 0)
      return TRUE;
  return g_ascii_strncasecmp (value, "your", MIN (length, 4)) == 0;
}

/* Something that is filled in later: $NAME, ${NAME}, <name>, {name}, %s, [[PASSWORD_1]], "****". */
static gboolean
is_reference (const char *value,
              gsize       length)
{
  char first = value[0];
  char last = value[length - 1];
  char second = length > 1 ? value[1] : '\0';

  if (first == '$' && (gh_shield_is (second, GH_SHIELD_LETTER) || strchr ("{(_", second) != NULL))
    return TRUE;
  if ((first == '<' && last == '>') || (first == '%' && (last == '%' || length <= 2)))
    return TRUE;
  if (first == '{' || first == '[' || (first == '%' && second == '('))
    return TRUE;
  for (gsize i = 1; i < MIN (length, LOOKED_AT); i++)
    if (value[i] != first)
      return FALSE;
  return TRUE;
}

typedef struct
{
  guint digits;
  guint letters;
  guint upper;
  guint spaces;
  guint others; /* but "_" and "." */
  guint dots;
} Count;

static Count
count (const char *value,
       gsize       length)
{
  Count sum = { 0 };

  for (gsize i = 0; i < MIN (length, LOOKED_AT); i++)
    {
      char c = value[i];

      sum.digits += gh_shield_is (c, GH_SHIELD_DIGIT);
      sum.letters += gh_shield_is (c, GH_SHIELD_LETTER);
      sum.upper += gh_shield_is (c, GH_SHIELD_UPPER);
      sum.spaces += c == ' ';
      sum.dots += c == '.';
      sum.others += !gh_shield_is (c, GH_SHIELD_ALNUM | GH_SHIELD_DOT) && c != '_' && c != ' ';
    }
  return sum;
}

gboolean
gh_shield_judge_value (GhShieldNameKind  kind,
                       const char       *value,
                       gsize             length,
                       gboolean          quoted)
{
  Count sum;

  if (length < 3 || is_reference (value, length) || is_common_word (value, length))
    return FALSE;
  sum = count (value, length);
  /* The secret is elsewhere: "password=args.password", "token=access_token". */
  if (!quoted && sum.digits == 0 && sum.others == 0 && sum.letters > 0 &&
      (sum.dots > 0 || gh_shield_judge_name (value, length) != GH_SHIELD_NAME_OTHER))
    return FALSE;
  if (kind == GH_SHIELD_NAME_PASSWORD)
    /* A sentence about it, as in forms and messages. */
    return !(sum.spaces > 0 && sum.digits == 0 && gh_shield_is (value[0], GH_SHIELD_UPPER));
  return length >= 8 && sum.spaces == 0 &&
         (sum.digits > 0 || (sum.upper > 0 && sum.upper < sum.letters) || length >= 20);
}
