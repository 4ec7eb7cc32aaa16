/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * Secrets that are told by what stands before them: a name, an option, a scheme, a URL's user. */
#include "config.h"

#include "gh-shield-private.h"

/* Before a sign that gives a value. */
#define MAX_NAME 40
/* Of a sentence: "the secret access key". */
#define MAX_NOUN 20
#define MAX_SPACES 16
/* Longer is no value in quotes. */
#define MAX_QUOTED 4096
/* How much of a value is looked at before it is taken whole. */
#define MAX_LOOK 64
/* The user and password of a URL. */
#define MAX_USER 512

/* Where a value stands. */
typedef struct
{
  GhShieldNameKind kind;
  const char *name;
  gsize name_length;
  gboolean strict;   /* not as in prose: in quotes, or right behind "=" */
  gboolean sentence; /* in the middle of one */
  gboolean to_space; /* alone on its line, as in files of variables: nothing but a space ends it */
} Place;

static gboolean
is_blank (char c)
{
  return c == ' ' || c == '\t';
}

static gboolean
is_quote (char c)
{
  return c == '"' || c == '\'' || c == '`';
}

/* Part of a name; not only of Latin script. */
static gboolean
is_name (char c)
{
  return gh_shield_is (c, GH_SHIELD_WORD | GH_SHIELD_DOT) || (guchar) c >= 0x80;
}

/* "\n" and the like, written out: text in a string of code or JSON ends a line like that. */
static gboolean
is_escape (const char *text)
{
  return text[0] == '\\' && text[1] != '\0' &&
         (strchr ("nrt\\", text[1]) != NULL || is_quote (text[1]));
}

/* Between values: punctuation of code, and what no password in prose begins with. Letters of three
 * bytes and more are of scripts without spaces, and quotes. */
static gboolean
ends_value (GhShieldScan *scan,
            gsize         at,
            gboolean      to_space)
{
  const char *text = scan->text + at;

  if (at >= scan->length || g_ascii_isspace (*text) || is_quote (*text) || is_escape (text))
    return TRUE;
  return !to_space && (strchr (",;&<>()[]{}|", *text) != NULL || (guchar) *text >= 0xE2);
}

/* A provider's key or a token, if that is what the value begins with, says more of it. */
static gboolean
add_value (GhShieldScan *scan,
           gsize         start,
           gsize         end)
{
  const char *provider = NULL;
  gsize key_end;

  if (gh_shield_match_key (scan, start, &key_end, &provider) && key_end >= end)
    return gh_shield_scan_add (scan, GH_SHIELD_API_KEY, provider, start, key_end);
  if (gh_shield_match_jwt (scan, start, &key_end) && key_end >= end)
    return gh_shield_scan_add (scan, GH_SHIELD_TOKEN, NULL, start, key_end);
  return gh_shield_scan_add (scan, GH_SHIELD_PASSWORD, NULL, start, end);
}

/* The end of what is quoted, 0 when nothing ends it; `at` is behind the quote. */
static gsize
quoted_end (GhShieldScan *scan,
            gsize         at,
            char          quote,
            gboolean      escaped)
{
  const char *text = scan->text;

  for (gsize end = at; end < scan->length && end - at < MAX_QUOTED && text[end] != '\n'; end++)
    {
      if (text[end] == quote)
        return escaped ? 0 : end;
      if (text[end] != '\\')
        continue;
      if (escaped && text[end + 1] == quote)
        return end;
      if (end + 1 < scan->length)
        end++;
    }
  return 0;
}

/* Behind "Bearer " and the like; `start` when there is no such word. */
static gsize
skip_scheme (GhShieldScan *scan,
             gsize         start)
{
  static const char * const schemes[] = {
    "bearer", "basic", "token", "apikey", "digest", "negotiate", "dpop", "hawk", "key",
    "aws4-hmac-sha256",
  };
  const char *text = scan->text + start;

  for (guint i = 0; i < G_N_ELEMENTS (schemes); i++)
    {
      gsize length = strlen (schemes[i]);

      if (g_ascii_strncasecmp (text, schemes[i], length) == 0 && is_blank (text[length]))
        return start + length + 1;
    }
  return start;
}

/* Authorization and cookies: all of it, which may have spaces. end: of what is quoted, or 0. */
static gboolean
find_header (GhShieldScan *scan,
             gsize         start,
             gsize         end)
{
  const char *text = scan->text;
  gsize value = skip_scheme (scan, start);
  gsize first = value;

  while (!ends_value (scan, first, TRUE) && first - value < MAX_LOOK)
    first++;
  if (first - value < 4 || strchr ("<[{$", text[value]) != NULL ||
      (value == start && !gh_shield_judge_value (GH_SHIELD_NAME_TOKEN, text + value, first - value,
                                                 FALSE)))
    return FALSE;
  if (end == 0)
    for (end = value; end < scan->length && text[end] != '\n' && text[end] != '\r' &&
                      !is_quote (text[end]) && !is_escape (text + end);)
      end++;
  while (end > value && is_blank (text[end - 1]))
    end--;
  return end > value && add_value (scan, value, end);
}

static gboolean
find_quoted (GhShieldScan *scan,
             const Place  *place,
             gsize         at,
             gboolean      escaped)
{
  gsize start = at + 1;
  gsize end = quoted_end (scan, start, scan->text[at], escaped);

  if (end <= start)
    return FALSE;
  if (place->kind == GH_SHIELD_NAME_HEADER)
    return find_header (scan, start, end);
  return gh_shield_judge_value (place->kind, scan->text + start, end - start, TRUE) &&
         add_value (scan, start, end);
}

/* Nothing more on the line: it is no sentence. */
static gboolean
ends_line (GhShieldScan *scan,
           gsize         at)
{
  const char *text = scan->text + at;

  while (is_blank (*text))
    text++;
  return strchr ("\r\n\"'", *text) != NULL || is_escape (text);
}

/* In prose a secret must look like one. */
static gboolean
is_plausible (GhShieldScan *scan,
              const Place  *place,
              gsize         start,
              gsize         end)
{
  const char *text = scan->text + start;
  gboolean digit = FALSE;
  gboolean letter = FALSE;
  gboolean sign = FALSE;

  for (gsize i = 0; i < end - start; i++)
    {
      digit |= gh_shield_is (text[i], GH_SHIELD_DIGIT);
      letter |= gh_shield_is (text[i], GH_SHIELD_LETTER);
      /* Hyphens and apostrophes are in words, too. */
      sign |= g_ascii_ispunct (text[i]) && strchr ("-_.'", text[i]) == NULL;
    }
  if (place->kind == GH_SHIELD_NAME_TOKEN)
    return digit && letter;
  return digit || sign || (!place->sentence && ends_line (scan, end));
}

static gboolean
find_bare (GhShieldScan *scan,
           const Place  *place,
           gsize         start)
{
  const char *text = scan->text;
  gsize end = start;

  if (place->kind == GH_SHIELD_NAME_HEADER)
    return find_header (scan, start, 0);
  while (end - start < MAX_LOOK && !ends_value (scan, end, place->to_space))
    end++;
  while (end > start && !place->to_space && strchr (".:!?", text[end - 1]) != NULL)
    end--;
  if (end == start || (text[end] == '(' && !place->to_space) ||
      !gh_shield_judge_value (place->kind, text + start, end - start, FALSE))
    return FALSE;
  /* "login(password=password)"; and PWD is a directory. */
  if (end - start == place->name_length &&
      g_ascii_strncasecmp (text + start, place->name, end - start) == 0)
    return FALSE;
  if (text[start] == '/' && place->name_length >= 3 &&
      g_ascii_strncasecmp (place->name + place->name_length - 3, "pwd", 3) == 0)
    return FALSE;
  if (!place->strict && !is_plausible (scan, place, start, end))
    return FALSE;
  if (end - start == MAX_LOOK)
    while (!ends_value (scan, end, place->to_space))
      end++;
  return add_value (scan, start, end);
}

/* at: where the value, or spaces before it, begins. */
static gboolean
find_value (GhShieldScan *scan,
            Place        *place,
            gsize         at)
{
  const char *text = scan->text;
  gsize start = at;
  gsize slashes;

  while (start - at < MAX_SPACES && is_blank (text[start]))
    start++;
  /* A key in its armour is found as such; what is filled in later is none. */
  if (start >= scan->length || strchr ("<[{", text[start]) != NULL ||
      strncmp (text + start, "-----", 5) == 0)
    return FALSE;
  slashes = strspn (text + start, "\\");
  if (slashes <= 3 && is_quote (text[start + slashes]))
    {
      gsize quote = start + slashes;

      return strncmp (text + quote + 1, "-----", 5) != 0 &&
             find_quoted (scan, place, quote, slashes > 0);
    }
  return find_bare (scan, place, start);
}

/* The name that ends at `end`, perhaps in quotes, with a space or two in it. */
static gsize
name_start (GhShieldScan *scan,
            gsize        *end,
            gsize         most)
{
  const char *text = scan->text;
  gsize start;
  gsize spaces = 0;

  while (*end > scan->floor && spaces++ < MAX_SPACES && is_blank (text[*end - 1]))
    (*end)--;
  if (*end > scan->floor && text[*end - 1] == ']')
    (*end)--;
  if (*end > scan->floor && is_quote (text[*end - 1]))
    (*end)--;
  while (*end > scan->floor && text[*end - 1] == '\\')
    (*end)--;
  start = *end;
  if (!gh_shield_may_end_name (text, scan->floor, start))
    return start;
  while (start > scan->floor && *end - start < most &&
         (is_name (text[start - 1]) ||
          (text[start - 1] == ' ' && start - 1 > scan->floor && start < *end &&
           is_name (text[start - 2]))))
    start--;
  return start;
}

/* Whether a line begins before the name: "export NAME=", "- name:". */
static gboolean
begins_line (GhShieldScan *scan,
             gsize         at)
{
  const char *text = scan->text;

  return at == 0 || text[at - 1] == '\n' ||
         (at >= 2 && text[at - 2] == '\\' && text[at - 1] == 'n');
}

/* What stands before a sign; FALSE: no name of a secret. */
static gboolean
look_back (GhShieldScan *scan,
           gsize         at,
           Place        *place)
{
  gsize end = at;
  gsize start = name_start (scan, &end, place->sentence ? MAX_NOUN : MAX_NAME);

  if (start == end)
    return FALSE;
  place->kind = gh_shield_judge_name (scan->text + start, end - start);
  if (place->kind == GH_SHIELD_NAME_OTHER)
    return FALSE;
  place->to_space = begins_line (scan, start);
  /* Only the last word, for what is compared with it. */
  for (gsize i = end; i > start; i--)
    if (!is_name (scan->text[i - 1]))
      {
        start = i;
        break;
      }
  place->name = scan->text + start;
  place->name_length = end - start;
  return TRUE;
}

/* "<password>...</password>": at the bracket. */
static gboolean
find_element (GhShieldScan *scan,
              gsize         at)
{
  const char *text = scan->text;
  Place place = { .strict = TRUE };
  gsize start = at;

  while (start > scan->floor && at - start < MAX_NAME && is_name (text[start - 1]))
    start--;
  if (start == scan->floor || text[start - 1] != '<')
    return FALSE;
  place.kind = gh_shield_judge_name (text + start, at - start);
  place.name = text + start;
  place.name_length = at - start;
  return place.kind != GH_SHIELD_NAME_OTHER && !is_blank (text[at + 1]) &&
         find_value (scan, &place, at + 1);
}

/* "password is hunter2", "the API key is ...". */
static gboolean
find_is (GhShieldScan *scan,
         gsize         at,
         gsize         length)
{
  Place place = { .sentence = TRUE };

  if (!look_back (scan, at, &place) || place.kind == GH_SHIELD_NAME_HEADER)
    return FALSE;
  place.to_space = FALSE;
  return find_value (scan, &place, at + length);
}

gboolean
gh_shield_find_assignment (GhShieldScan *scan,
                           gsize         at)
{
  const char *text = scan->text + at;
  gboolean spaced = at > 0 && is_blank (text[-1]);
  Place place = { 0 };
  gsize end = at;
  gsize length = 1;

  if (*text == '>')
    return find_element (scan, at);
  if (*text == 'i')
    return text[1] == 's' && text[2] == ' ' && spaced && find_is (scan, at, 2);
  /* In Chinese: "is" and the wide colon. */
  if ((guchar) *text >= 0x80)
    {
      if (strncmp (text, "\346\230\257", 3) == 0 || strncmp (text, "\344\270\272", 3) == 0 ||
          strncmp (text, "\347\202\272", 3) == 0)
        return find_is (scan, at, 3);
      if (strncmp (text, "\357\274\232", 3) != 0)
        return FALSE;
      length = 3;
    }
  else if (*text == ':' && (text[1] == ':' || text[1] == '=' || text[1] == '/'))
    return FALSE;
  else if (*text == '=' && (text[1] == '=' || text[1] == '~'))
    return FALSE;
  else if (*text == '=' && text[1] == '>')
    length = 2;
  while (*text == '=' && end > scan->floor && strchr (":=!?+", scan->text[end - 1]) != NULL)
    end--;
  if (!look_back (scan, end, &place))
    return FALSE;
  place.strict = *text == '=' && !spaced && !is_blank (text[length]);
  place.to_space &= place.strict;
  return find_value (scan, &place, at + length);
}

/* "--password hunter2", "-u name:password". */
gboolean
gh_shield_find_option (GhShieldScan *scan,
                       gsize         at)
{
  const char *text = scan->text + at;
  Place place = { .kind = GH_SHIELD_NAME_PASSWORD, .strict = TRUE };
  gsize length;
  const char *colon;

  if (at > 0 && !is_blank (text[-1]) && !is_quote (text[-1]) && text[-1] != '\n')
    return FALSE;
  if (g_str_has_prefix (text, "-u ") || g_str_has_prefix (text, "--user ") ||
      g_str_has_prefix (text, "--proxy-user "))
    {
      length = strcspn (text, " ") + 1;
      length += is_quote (text[length]);
      colon = text + length + gh_shield_span (text + length, GH_SHIELD_WORD | GH_SHIELD_DOT, 64);
      return *colon == ':' && find_value (scan, &place, colon + 1 - scan->text);
    }
  if (text[1] != '-')
    return FALSE;
  length = 2 + gh_shield_span (text + 2, GH_SHIELD_WORD, MAX_NAME);
  place.kind = gh_shield_judge_name (text + 2, length - 2);
  place.name = text + 2;
  place.name_length = length - 2;
  return place.kind != GH_SHIELD_NAME_OTHER && text[length] == ' ' && text[length + 1] != '-' &&
         find_value (scan, &place, at + length);
}

/* A scheme and a token, wherever they stand. */
gboolean
gh_shield_find_bearer (GhShieldScan *scan,
                       gsize         at)
{
  gsize start;
  gsize end;

  if (g_ascii_strncasecmp (scan->text + at, "bearer ", 7) != 0 &&
      g_ascii_strncasecmp (scan->text + at, "basic ", 6) != 0)
    return FALSE;
  start = skip_scheme (scan, at);
  end = gh_shield_scan_run (scan, GH_SHIELD_RUN_TOKEN, start);
  return end - start >= 16 && gh_shield_is_random (scan->text + start, end - start) &&
         add_value (scan, start, end);
}

/* "scheme://user:password@host": at the colon of "://". */
gboolean
gh_shield_find_url (GhShieldScan *scan,
                    gsize         at)
{
  const char *text = scan->text;
  gsize start = at + 3;
  gsize host = 0;
  gsize colon = 0;

  if (text[at + 1] != '/' || text[at + 2] != '/')
    return FALSE;
  for (gsize i = start; i - start < MAX_USER && i < scan->length; i++)
    {
      if (g_ascii_isspace (text[i]) || strchr ("/?#\"'<>\\`", text[i]) != NULL)
        break;
      if (text[i] == '@')
        host = i;
      else if (text[i] == ':' && colon == 0)
        colon = i;
    }
  if (host == 0)
    return FALSE;
  if (colon != 0 && colon < host)
    return host - colon > 1 && gh_shield_placeholder_length (text + colon + 1) == 0 &&
           gh_shield_judge_value (GH_SHIELD_NAME_PASSWORD, text + colon + 1, host - colon - 1,
                                  TRUE) &&
           add_value (scan, colon + 1, host);
  /* A token in the user's place. */
  return gh_shield_is_random (text + start, host - start) && add_value (scan, start, host);
}
