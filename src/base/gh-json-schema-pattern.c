/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * Regular expressions of ECMA-262, as JSON Schema has them, with an end to every match. */
#include "config.h"

#include "gh-json-schema-private.h"

/* Longer than any pattern that a person wrote. */
#define MAX_PATTERN 2000

/* Characters that one attempt at a match may pass: some tenths of a second. PCRE2 counts steps
 * back only, and every one of them may pass the rest of the text. */
#define MAX_PASSED (100 * 1000 * 1000)
/* Texts up to this length are matched with an expression that is ready. */
#define SHORT_TEXT 2048
/* Nothing can be said of longer ones within reason. */
#define MAX_TEXT (4 * 1024 * 1024)
/* Memory for one match, in KiB. */
#define MAX_HEAP 16384

struct _GhSchemaPattern
{
  char *translated;
  GRegex *regex;     /* for short texts */
  gboolean anchored; /* matches at the start or nowhere */
};

static gboolean
refuse (const char  *at,
        GError     **error)
{
  g_autofree char *shown = g_utf8_substring (at, 0, MIN (g_utf8_strlen (at, -1), 10));

  g_set_error (error, GH_JSON_SCHEMA_ERROR, GH_JSON_SCHEMA_ERROR_SCHEMA,
               "a regular expression has what is not supported: \"%s\"", shown);
  return FALSE;
}

/* Four hexadecimal digits; -1 for anything else. */
static int
read_unit (const char *at)
{
  int value = 0;

  for (guint i = 0; i < 4; i++)
    {
      if (!g_ascii_isxdigit (at[i]))
        return -1;
      value = value * 16 + g_ascii_xdigit_value (at[i]);
    }
  return value;
}

/* "\uXXXX", perhaps the first half of a pair, and "\u{X...}"; `at` is at the backslash. */
static gboolean
translate_unicode (GString     *out,
                   const char **at,
                   GError     **error)
{
  int unit = read_unit (*at + 2);
  int low;

  if (unit < 0 && (*at)[2] == '{')
    {
      g_string_append (out, "\\x");
      *at += 2;
      return TRUE;
    }
  if (unit < 0)
    return refuse (*at, error);
  low = strncmp (*at + 6, "\\u", 2) == 0 ? read_unit (*at + 8) : -1;
  if ((unit & 0xfc00) == 0xd800 && low >= 0 && (low & 0xfc00) == 0xdc00)
    {
      unit = 0x10000 + ((unit & 0x3ff) << 10) + (low & 0x3ff);
      *at += 6;
    }
  g_string_append_printf (out, "\\x{%x}", (guint) unit);
  *at += 6;
  return TRUE;
}

/* "\p{Letter}" and the like; PCRE2 knows the short names. `at` is at the backslash. */
static void
translate_property (GString     *out,
                    const char **at)
{
  static const struct { const char *name, *translated; } names[] = {
    { "{Letter}", "{L}" }, { "{Lowercase_Letter}", "{Ll}" }, { "{Uppercase_Letter}", "{Lu}" },
    { "{Mark}", "{M}" }, { "{Number}", "{N}" }, { "{Decimal_Number}", "{Nd}" },
    { "{digit}", "{Nd}" }, { "{Punctuation}", "{P}" }, { "{Symbol}", "{S}" },
    { "{Separator}", "{Z}" },
  };

  g_string_append_len (out, *at, 2);
  *at += 2;
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (g_str_has_prefix (*at, names[i].name))
      {
        g_string_append (out, names[i].translated);
        *at += strlen (names[i].name);
        return;
      }
}

static gboolean
translate_escape (GString     *out,
                  const char **at,
                  gboolean     in_class,
                  GError     **error)
{
  char c = (*at)[1];

  switch (c)
    {
    case 'u':
      return translate_unicode (out, at, error);
    case 'p':
    case 'P':
      translate_property (out, at);
      return TRUE;
    /* These know ASCII alone in ECMA-262. */
    case 'd':
      g_string_append (out, in_class ? "0-9" : "[0-9]");
      break;
    case 'w':
      g_string_append (out, in_class ? "A-Za-z0-9_" : "[A-Za-z0-9_]");
      break;
    case 'D':
      g_string_append (out, in_class ? "\\x{00}-/:-\\x{10ffff}" : "[^0-9]");
      break;
    case 'W':
      g_string_append (out, in_class ? "\\x{00}-/:-@\\[-^`{-\\x{10ffff}" : "[^A-Za-z0-9_]");
      break;
    /* The byte order mark is a space there. */
    case 's':
      g_string_append (out, in_class ? "\\s\\x{feff}" : "[\\s\\x{feff}]");
      break;
    case 'S':
      g_string_append (out, in_class ? "\\S" : "[^\\s\\x{feff}]");
      break;
    case '0':
      g_string_append (out, "\\x{00}");
      break;
    default:
      if (c == '\0' || (g_ascii_isalpha (c) && strchr ("bBnrtfvxck", c) == NULL))
        return refuse (*at, error);
      g_string_append_len (out, *at, 2);
      break;
    }
  *at += 2;
  return TRUE;
}

/* "[...]"; `at` is at the bracket. */
static gboolean
translate_class (GString     *out,
                 const char **at,
                 GError     **error)
{
  if (g_str_has_prefix (*at, "[]"))
    {
      g_string_append (out, "(?!)");
      *at += 2;
      return TRUE;
    }
  if (g_str_has_prefix (*at, "[^]"))
    {
      g_string_append (out, "(?s:.)");
      *at += 3;
      return TRUE;
    }
  g_string_append_c (out, '[');
  for ((*at)++; **at != ']';)
    {
      if (**at == '\0')
        return refuse ("[", error);
      if (**at == '\\')
        {
          if (!translate_escape (out, at, TRUE, error))
            return FALSE;
          continue;
        }
      if (**at == '[') /* no POSIX classes */
        g_string_append_c (out, '\\');
      g_string_append_c (out, **at);
      (*at)++;
    }
  g_string_append_c (out, ']');
  (*at)++;
  return TRUE;
}

/* What may follow "(?". PCRE2 has much more, calls and conditions for example. */
static gboolean
is_known_group (const char *at)
{
  if (strchr (":=!", *at) != NULL && *at != '\0')
    return TRUE;
  if (*at == '<')
    return at[1] == '=' || at[1] == '!' || g_ascii_isalpha (at[1]) || at[1] == '_';
  if (*at != 'i' && *at != 's' && *at != '-')
    return FALSE;
  at += strspn (at, "is-");
  return *at == ')' || *at == ':';
}

static gboolean
translate (GhSchemaPattern  *self,
           const char       *text,
           GError          **error)
{
  g_autoptr(GString) out = g_string_new (NULL);
  const char *at = text;
  guint depth = 0;

  self->anchored = text[0] == '^' && strchr ("?*+{", text[1]) == NULL;
  while (*at != '\0')
    {
      if (*at == '\\')
        {
          if (!translate_escape (out, &at, FALSE, error))
            return FALSE;
          continue;
        }
      if (*at == '[')
        {
          if (!translate_class (out, &at, error))
            return FALSE;
          continue;
        }
      if (*at == '(' && (at[1] == '*' || (at[1] == '?' && !is_known_group (at + 2))))
        return refuse (at, error);
      if (*at == '(')
        depth++;
      else if (*at == ')' && depth-- == 0)
        return refuse (at, error);
      else if (*at == '|' && depth == 0)
        self->anchored = FALSE;
      g_string_append_c (out, *at++);
    }
  self->translated = g_string_free (g_steal_pointer (&out), FALSE);
  return TRUE;
}

/* With the right limits for texts of that length. */
static GRegex *
build (GhSchemaPattern  *self,
       gsize             length,
       GError          **error)
{
  g_autofree char *bounded = NULL;

  bounded = g_strdup_printf ("(*LIMIT_MATCH=%" G_GSIZE_FORMAT ")(*LIMIT_HEAP=%d)%s",
                             MAX_PASSED / length, MAX_HEAP, self->translated);
  return g_regex_new (bounded, G_REGEX_DOLLAR_ENDONLY | G_REGEX_ANCHORED, 0, error);
}

/* Returns: (transfer full) (nullable): NULL with a GH_JSON_SCHEMA_ERROR_SCHEMA */
GhSchemaPattern *
gh_schema_pattern_new (const char  *text,
                       GError     **error)
{
  GhSchemaPattern *self;
  g_autoptr(GError) local_error = NULL;

  if (strlen (text) > MAX_PATTERN)
    {
      g_set_error (error, GH_JSON_SCHEMA_ERROR, GH_JSON_SCHEMA_ERROR_SCHEMA,
                   "a regular expression is longer than %d bytes", MAX_PATTERN);
      return NULL;
    }
  self = g_new0 (GhSchemaPattern, 1);
  if (translate (self, text, error))
    {
      self->regex = build (self, SHORT_TEXT, &local_error);
      if (self->regex == NULL)
        g_set_error (error, GH_JSON_SCHEMA_ERROR, GH_JSON_SCHEMA_ERROR_SCHEMA,
                     "a regular expression cannot be used: %s", local_error->message);
    }
  if (self->regex == NULL)
    g_clear_pointer (&self, gh_schema_pattern_free);
  return self;
}

void
gh_schema_pattern_free (GhSchemaPattern *self)
{
  g_free (self->translated);
  g_clear_pointer (&self->regex, g_regex_unref);
  g_free (self);
}

/**
 * gh_schema_pattern_matches:
 * @gave_up: (out): whether it takes too much to say; set only when it does
 *
 * Every place is tried on its own, so that the clock is looked at in between.
 *
 * Returns: whether the pattern matches somewhere in @text
 */
gboolean
gh_schema_pattern_matches (GhSchemaPattern *self,
                           const char      *text,
                           GhSchemaBudget  *budget,
                           gboolean        *gave_up)
{
  g_autoptr(GRegex) regex = NULL;
  gsize length = strlen (text);
  const char *at = text;

  if (length <= SHORT_TEXT)
    regex = g_regex_ref (self->regex);
  else if (length <= MAX_TEXT)
    regex = build (self, length, NULL);
  while (regex != NULL)
    {
      g_autoptr(GError) error = NULL;

      if (g_regex_match_full (regex, text, length, at - text, 0, NULL, &error))
        return TRUE;
      if (error != NULL || !gh_schema_budget_spend (budget, GH_SCHEMA_LOOK))
        break;
      if (self->anchored || *at == '\0')
        return FALSE;
      at = g_utf8_next_char (at);
    }
  *gave_up = TRUE;
  return FALSE;
}
