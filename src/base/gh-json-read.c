/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * The strict JSON reader: one pass over a copy of the text in which strings are unescaped in place. */
#include "config.h"

#include "gh-json-private.h"

#include <math.h>

/* Messages up to this length are copied to the stack. */
#define SMALL_SIZE 4096

/* Repeated names that are taken in one object: json-glib replaces a member in a walk over all members
 * before it. Only a text made to cost time has more. */
#define MAX_DUPLICATES 100

/* Digits that every double holds exactly, and the powers of ten that doubles hold exactly. */
#define EXACT_DIGITS 15

typedef struct
{
  JsonObject *object; /* borrowed; or */
  JsonArray *array;   /* borrowed */
  guint duplicates;
} Frame;

typedef struct
{
  const char *source; /* the text as it came, */
  char *text;         /* and a copy of it that ends with a NUL */
  char *at;
  char *end;
  char *verbatim_key; /* owned; the name of the member being read, when it is kept verbatim */
  GError **error;
  guint depth;
  Frame frames[GH_JSON_MAX_DEPTH];
} Reader;

static const double powers_of_ten[EXACT_DIGITS + 1] = {
  1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
};

static gboolean
fail_at (Reader      *self,
         const char  *at,
         GhJsonError  code,
         const char  *what)
{
  g_set_error (self->error, GH_JSON_ERROR, code,
               "%s at byte %" G_GSIZE_FORMAT, what, (gsize) (at - self->text));
  return FALSE;
}

static gboolean
fail (Reader     *self,
      const char *expected)
{
  if (self->at == self->end)
    return fail_at (self, self->at, GH_JSON_ERROR_SYNTAX, "the text ends too early");
  return fail_at (self, self->at, GH_JSON_ERROR_SYNTAX, expected);
}

static inline void
skip_space (Reader *self)
{
  while (*self->at == ' ' || *self->at == '\n' || *self->at == '\r' || *self->at == '\t')
    self->at++;
}

static char *
dup_verbatim (Reader     *self,
              const char *start,
              const char *end)
{
  gsize length = end - start;
  char *verbatim = g_malloc (length + 2);

  verbatim[0] = GH_JSON_VERBATIM;
  memcpy (verbatim + 1, self->source + (start - self->text), length);
  verbatim[length + 1] = '\0';
  return verbatim;
}

static int
read_hex (Reader *self)
{
  int value = 0;

  for (guint i = 0; i < 4; i++)
    {
      int digit = g_ascii_xdigit_value (*self->at);

      if (digit < 0)
        {
          fail (self, "a hexadecimal digit is expected");
          return -1;
        }
      value = value * 16 + digit;
      self->at++;
    }
  return value;
}

/* An escape, after its backslash. Its character is written to *to, unless it is one that no C string
 * in UTF-8 can hold: then *opaque is set. */
static gboolean
read_escape (Reader    *self,
             char     **to,
             gboolean  *opaque)
{
  static const char names[] = "\"\\/bfnrt";
  static const char values[] = "\"\\/\b\f\n\r\t";
  const char *name = *self->at != '\0' ? strchr (names, *self->at) : NULL;
  int unit;

  if (name != NULL)
    {
      *(*to)++ = values[name - names];
      self->at++;
      return TRUE;
    }
  if (*self->at != 'u')
    return fail (self, "an unknown escape");
  self->at++;
  unit = read_hex (self);
  if (unit < 0)
    return FALSE;

  if (unit == 0 || (unit & 0xfc00) == 0xdc00)
    *opaque = TRUE;
  else if ((unit & 0xfc00) == 0xd800)
    {
      char *second = self->at;

      if (second[0] != '\\' || second[1] != 'u')
        {
          *opaque = TRUE;
          return TRUE;
        }
      self->at += 2;

      int low = read_hex (self);

      if (low < 0)
        return FALSE;
      if ((low & 0xfc00) == 0xdc00)
        *to += g_unichar_to_utf8 (0x10000 + ((unit & 0x3ff) << 10) + (low & 0x3ff), *to);
      else
        {
          /* What follows the lone one may be the first of a pair: read it again. */
          *opaque = TRUE;
          self->at = second;
        }
    }
  else
    *to += g_unichar_to_utf8 (unit, *to);
  return TRUE;
}

/* A string, from its opening quote. *text is inside the copy, or NULL and *verbatim is given. */
static gboolean
read_string (Reader  *self,
             char   **text,
             char   **verbatim)
{
  char *start = self->at++;
  char *from = self->at;
  char *to = self->at;
  gboolean opaque = FALSE;

  *text = NULL;
  *verbatim = NULL;
  for (;;)
    {
      self->at = (char *) gh_json_skip_plain (self->at, self->end);
      while ((guchar) *self->at >= 0x80)
        {
          guint length = gh_json_utf8_length (self->at, self->end);

          if (length == 0)
            return fail_at (self, self->at, GH_JSON_ERROR_ENCODING, "not UTF-8");
          self->at += length;
        }
      if ((guchar) *self->at >= 0x20 && *self->at != '"' && *self->at != '\\')
        continue;

      if (to != from)
        memmove (to, from, self->at - from);
      to += self->at - from;
      if (*self->at == '"')
        break;
      if (*self->at != '\\')
        return fail (self, "a raw control character in a string");
      self->at++;
      if (!read_escape (self, &to, &opaque))
        return FALSE;
      from = self->at;
    }

  self->at++;
  if (opaque)
    *verbatim = dup_verbatim (self, start, self->at);
  else
    {
      *to = '\0';
      *text = start + 1;
    }
  return TRUE;
}

static JsonNode *
new_verbatim (Reader     *self,
              const char *start)
{
  g_autofree char *verbatim = dup_verbatim (self, start, self->at);

  return json_node_init_string (json_node_alloc (), verbatim);
}

/* A number with a fraction or an exponent: a double when that is written back as it came. */
static JsonNode *
new_double (Reader     *self,
            const char *start)
{
  char written[GH_JSON_DOUBLE_SIZE];
  gsize length = self->at - start;
  char after = *self->at;
  double value;

  if (length >= sizeof written)
    return new_verbatim (self, start);
  *self->at = '\0';
  value = g_ascii_strtod (start, NULL);
  *self->at = after;
  if (!isfinite (value))
    return new_verbatim (self, start);
  gh_json_format_double (value, written);
  if (strlen (written) != length || memcmp (written, start, length) != 0)
    return new_verbatim (self, start);
  return json_node_init_double (json_node_alloc (), value);
}

static inline gboolean
is_digit (char c)
{
  return c >= '0' && c <= '9';
}

static JsonNode *
read_number (Reader *self)
{
  const char *start = self->at;
  gboolean negative = *start == '-';
  gboolean has_exponent = FALSE;
  guint64 digits = 0;
  gsize n_whole, n_fraction = 0;
  const char *whole;

  if (negative)
    self->at++;
  whole = self->at;
  if (*self->at == '0')
    self->at++;
  else if (is_digit (*self->at))
    while (is_digit (*self->at))
      digits = digits * 10 + (*self->at++ - '0');
  else
    {
      fail (self, "a digit is expected");
      return NULL;
    }
  n_whole = self->at - whole;

  if (*self->at == '.')
    {
      const char *fraction = ++self->at;

      while (is_digit (*self->at))
        digits = digits * 10 + (*self->at++ - '0');
      n_fraction = self->at - fraction;
      if (n_fraction == 0)
        {
          fail (self, "a digit is expected");
          return NULL;
        }
    }
  if (*self->at == 'e' || *self->at == 'E')
    {
      has_exponent = TRUE;
      self->at++;
      if (*self->at == '+' || *self->at == '-')
        self->at++;
      if (!is_digit (*self->at))
        {
          fail (self, "a digit is expected");
          return NULL;
        }
      while (is_digit (*self->at))
        self->at++;
    }

  if (n_fraction == 0 && !has_exponent)
    {
      /* Nineteen digits cannot overflow 64 bits; minus zero is no integer of ours. */
      if (n_whole <= 19 && digits <= (guint64) G_MAXINT64 + negative && (digits > 0 || !negative))
        return json_node_init_int (json_node_alloc (),
                                   (gint64) (negative ? 0 - digits : digits));
      return new_verbatim (self, start);
    }

  /* Few digits, no exponent, no idle zero at the end: exactly this is what would be written. */
  if (!has_exponent && n_whole + n_fraction <= EXACT_DIGITS
      && (n_fraction == 1 || self->at[-1] != '0'))
    {
      double value = digits / powers_of_ten[n_fraction];

      if (value >= 1e-4 || digits == 0)
        return json_node_init_double (json_node_alloc (), negative ? -value : value);
    }
  return new_double (self, start);
}

static JsonNode *
read_scalar (Reader *self)
{
  switch (*self->at)
    {
    case '"':
      {
        g_autofree char *verbatim = NULL;
        char *text;

        if (!read_string (self, &text, &verbatim))
          return NULL;
        return json_node_init_string (json_node_alloc (), text != NULL ? text : verbatim);
      }
    case '-':
    case '0' ... '9':
      return read_number (self);
    case 't':
      if (strncmp (self->at, "true", 4) == 0)
        {
          self->at += 4;
          return json_node_init_boolean (json_node_alloc (), TRUE);
        }
      break;
    case 'f':
      if (strncmp (self->at, "false", 5) == 0)
        {
          self->at += 5;
          return json_node_init_boolean (json_node_alloc (), FALSE);
        }
      break;
    case 'n':
      if (strncmp (self->at, "null", 4) == 0)
        {
          self->at += 4;
          return json_node_init_null (json_node_alloc ());
        }
      break;
    default:
      break;
    }
  fail (self, "a value is expected");
  return NULL;
}

/* Of members with the same name the last one counts. */
static gboolean
add_member (Reader     *self,
            Frame      *frame,
            const char *name,
            JsonNode   *take_node)
{
  guint size = json_object_get_size (frame->object);

  json_object_set_member (frame->object, name, take_node);
  if (json_object_get_size (frame->object) == size && ++frame->duplicates > MAX_DUPLICATES)
    return fail_at (self, self->at, GH_JSON_ERROR_SYNTAX, "too many members have the same name");
  return TRUE;
}

/* A member's name and its colon. *name is valid until the next name is read. */
static gboolean
read_name (Reader      *self,
           const char **name)
{
  char *text;

  if (*self->at != '"')
    return fail (self, "a member's name is expected");
  g_clear_pointer (&self->verbatim_key, g_free);
  if (!read_string (self, &text, &self->verbatim_key))
    return FALSE;
  *name = text != NULL ? text : self->verbatim_key;

  skip_space (self);
  if (*self->at != ':')
    return fail (self, "a colon is expected");
  self->at++;
  skip_space (self);
  return TRUE;
}

/* Reads one value and, when it is a container, enters it. */
static JsonNode *
read_value (Reader *self)
{
  gboolean is_object = *self->at == '{';
  Frame *frame;
  JsonNode *node;

  if (!is_object && *self->at != '[')
    return read_scalar (self);

  if (self->depth == GH_JSON_MAX_DEPTH)
    {
      fail_at (self, self->at, GH_JSON_ERROR_DEPTH, "nested too deeply");
      return NULL;
    }
  self->at++;
  frame = &self->frames[self->depth++];
  *frame = (Frame) { 0 };
  node = json_node_alloc ();
  if (is_object)
    {
      frame->object = json_object_new ();
      json_node_init_object (node, frame->object);
      json_object_unref (frame->object);
    }
  else
    {
      frame->array = json_array_new ();
      json_node_init_array (node, frame->array);
      json_array_unref (frame->array);
    }
  return node;
}

/* Everything inside the root, without recursion. Containers join their parents when they are
 * entered, so the root owns all that was read when an error ends this. */
static gboolean
read_contents (Reader *self)
{
  gboolean first = TRUE; /* nothing was read yet in the innermost container */

  while (self->depth > 0)
    {
      Frame *frame = &self->frames[self->depth - 1];
      guint depth = self->depth;
      const char *name = NULL;
      JsonNode *node;

      skip_space (self);
      if (*self->at == (frame->object != NULL ? '}' : ']'))
        {
          self->at++;
          self->depth--;
          first = FALSE;
          continue;
        }
      if (!first)
        {
          if (*self->at != ',')
            return fail (self, "a comma or the end of the container is expected");
          self->at++;
          skip_space (self);
        }
      if (frame->object != NULL && !read_name (self, &name))
        return FALSE;
      node = read_value (self);
      if (node == NULL)
        return FALSE;
      if (frame->array != NULL)
        json_array_add_element (frame->array, node);
      else if (!add_member (self, frame, name, node))
        return FALSE;
      first = self->depth > depth;
    }
  return TRUE;
}

/**
 * gh_json_read:
 * @data: JSON text; need not end with a NUL
 * @length: its length in bytes
 *
 * Reads one JSON document (RFC 8259, nothing besides; requirement 1.27). A byte order mark before it
 * is skipped. Of members with the same name the last one counts; a hundred of them in one object are
 * an error.
 *
 * Returns: (transfer full): the value, or NULL with a GH_JSON_ERROR
 */
JsonNode *
gh_json_read (const char  *data,
              gsize        length,
              GError     **error)
{
  Reader reader;
  char small[SMALL_SIZE];
  g_autofree char *large = NULL;
  g_autofree char *verbatim_key = NULL;
  g_autoptr(JsonNode) root = NULL;

  g_return_val_if_fail (data != NULL || length == 0, NULL);

  if (length > GH_JSON_MAX_SIZE)
    {
      g_set_error (error, GH_JSON_ERROR, GH_JSON_ERROR_SIZE,
                   "the text is longer than %d bytes", GH_JSON_MAX_SIZE);
      return NULL;
    }
  reader.source = data;
  reader.text = length < SMALL_SIZE ? small : (large = g_malloc (length + 1));
  if (length > 0)
    memcpy (reader.text, data, length);
  reader.text[length] = '\0';
  reader.at = reader.text;
  reader.end = reader.text + length;
  reader.verbatim_key = NULL;
  reader.error = error;
  reader.depth = 0;

  if (length >= 3 && memcmp (data, "\xef\xbb\xbf", 3) == 0)
    reader.at += 3;
  skip_space (&reader);
  root = read_value (&reader);
  if (root == NULL)
    return NULL;
  if (!read_contents (&reader))
    g_clear_pointer (&root, json_node_unref);
  verbatim_key = reader.verbatim_key;
  if (root == NULL)
    return NULL;

  skip_space (&reader);
  if (reader.at != reader.end)
    {
      fail (&reader, "only one document is expected, more comes");
      return NULL;
    }
  return g_steal_pointer (&root);
}
