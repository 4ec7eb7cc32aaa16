/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * The strict JSON reader: one pass over the text, without recursion. It makes nodes, or only checks
 * that they could be made. */
#include "config.h"

#include "gh-json-private.h"

#include <math.h>
#include <time.h>

/* Strings up to this length are put together on the stack. */
#define SMALL_SIZE 1024

/* Repeated names that are taken in one object: json-glib replaces a member in a walk over all
 * members before it. Only a text made to cost time has more. */
#define MAX_DUPLICATES 100

/* Processor time that reading may take: ten times what a slow machine needs. Member names that
 * are made to collide in json-glib's hash tables would take hours. */
#define BASE_USEC 250000
#define BYTES_PER_USEC 4
/* Values between two looks at the clock. */
#define LOOK_INTERVAL 4096

/* Member names that a check remembers, of one object and of all that are open: to find two that are
 * the same each is compared with all before it. Objects with more are read with their nodes. */
#define MAX_OBJECT_NAMES 64
#define MAX_OPEN_NAMES 512

/* Digits that every double holds exactly, and the powers of ten that doubles hold exactly. */
#define EXACT_DIGITS 15

typedef struct
{
  gboolean is_object;
  JsonObject *object; /* borrowed; or */
  JsonArray *array;   /* borrowed; neither in a check */
  guint duplicates;
  guint first_name;   /* in a check: where this object's begin */
} Frame;

typedef struct
{
  const char *text; /* as it came; no NUL at its end */
  const char *at;
  const char *end;
  char *string;     /* the string that was read last, with a NUL; in `small` or owned */
  gsize room;       /* bytes there */
  GError **error;
  gboolean readable; /* strings are for showing: U+FFFD for what no C string can hold */
  guint n_values;
  gboolean has_duplicates;
  gint64 deadline;  /* on the clock of thread_usec(), once looked at */
  guint depth;
  gboolean unsure;  /* a check: whether two names of an object are the same */
  guint n_names;
  guint names[MAX_OPEN_NAMES]; /* a check: numbers made of the names of the objects that are open */
  Frame frames[GH_JSON_MAX_DEPTH];
  char small[SMALL_SIZE];
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

/* The byte that comes; a NUL, which is nowhere allowed, at the end. */
static inline char
peek (Reader *self)
{
  return self->at < self->end ? *self->at : '\0';
}

static inline void
skip_space (Reader *self)
{
  char c;

  while ((c = peek (self)) == ' ' || c == '\n' || c == '\r' || c == '\t')
    self->at++;
}

/* Room for a string of that many bytes; what is there stays. */
static void
grow_string (Reader *self,
             gsize   length)
{
  gsize room = self->room;

  self->room = MAX (length + 1, room * 2);
  if (self->string != self->small)
    self->string = g_realloc (self->string, self->room);
  else
    self->string = memcpy (g_malloc (self->room), self->small, room);
}

static inline void
reserve_string (Reader *self,
                gsize   length)
{
  if (G_UNLIKELY (length >= self->room))
    grow_string (self, length);
}

/* Keeps the source between two places as the string that was read. */
static void
keep_verbatim (Reader     *self,
               const char *start,
               const char *end)
{
  gsize length = end - start;

  reserve_string (self, length + 1);
  self->string[0] = GH_JSON_VERBATIM;
  memcpy (self->string + 1, start, length);
  self->string[length + 1] = '\0';
}

static int
read_hex (Reader *self)
{
  int value = 0;

  for (guint i = 0; i < 4; i++)
    {
      int digit = g_ascii_xdigit_value (peek (self));

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

/* An escape, after its backslash. Its character is written to *to, unless it is one that no C
 * string in UTF-8 can hold: then *opaque is set. */
static gboolean
read_escape (Reader    *self,
             char     **to,
             gboolean  *opaque)
{
  static const char names[] = "\"\\/bfnrt";
  static const char values[] = "\"\\/\b\f\n\r\t";
  const char *name = peek (self) != '\0' ? strchr (names, peek (self)) : NULL;
  int unit;

  if (name != NULL)
    {
      *(*to)++ = values[name - names];
      self->at++;
      return TRUE;
    }
  if (peek (self) != 'u')
    return fail (self, "an unknown escape");
  self->at++;
  unit = read_hex (self);
  if (unit < 0)
    return FALSE;

  if (unit == 0 || (unit & 0xfc00) == 0xdc00)
    *opaque = TRUE;
  else if ((unit & 0xfc00) == 0xd800)
    {
      const char *second = self->at;

      if (self->end - second < 2 || second[0] != '\\' || second[1] != 'u')
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

/* To the next quote, backslash or control character of a string, or to the end. */
static inline gboolean
skip_characters (Reader *self)
{
  for (;;)
    {
      self->at = gh_json_skip_plain (self->at, self->end);
      if ((guchar) peek (self) < 0x80)
        return TRUE;
      do
        {
          guint length = gh_json_utf8_length (self->at, self->end);

          if (length == 0)
            return fail_at (self, self->at, GH_JSON_ERROR_ENCODING, "not UTF-8");
          self->at += length;
        }
      while ((guchar) peek (self) >= 0x80);
    }
}

/* A string, from its opening quote, into self->string. */
static gboolean
read_string (Reader *self)
{
  const char *start = self->at++;
  const char *from = self->at;
  gboolean opaque = FALSE;
  gsize length = 0;

  for (;;)
    {
      gsize piece;

      if (!skip_characters (self))
        return FALSE;
      piece = self->at - from;
      /* An escape gives at most four bytes. */
      reserve_string (self, length + piece + 4);
      memcpy (self->string + length, from, piece);
      length += piece;
      if (peek (self) == '"')
        break;
      if (peek (self) != '\\')
        return fail (self, "a raw control character in a string");
      self->at++;

      char *to = self->string + length;
      gboolean lost = FALSE;

      if (!read_escape (self, &to, &lost))
        return FALSE;
      if (lost && self->readable)
        to += g_unichar_to_utf8 (0xfffd, to);
      opaque |= lost;
      length = to - self->string;
      from = self->at;
    }

  self->at++;
  self->string[length] = '\0';
  if (opaque && !self->readable)
    keep_verbatim (self, start, self->at);
  return TRUE;
}

/* The same without keeping it. has_escape: (out): it may be written in other ways. */
static gboolean
check_string (Reader   *self,
              gboolean *has_escape)
{
  self->at++;
  *has_escape = FALSE;
  for (;;)
    {
      char character[4];
      char *to = character;
      gboolean opaque;

      if (!skip_characters (self))
        return FALSE;
      if (peek (self) == '"')
        break;
      if (peek (self) != '\\')
        return fail (self, "a raw control character in a string");
      self->at++;
      if (!read_escape (self, &to, &opaque))
        return FALSE;
      *has_escape = TRUE;
    }
  self->at++;
  return TRUE;
}

static gboolean
set_verbatim (Reader     *self,
              const char *start,
              JsonNode   *node)
{
  keep_verbatim (self, start, self->at);
  json_node_init_string (node, self->string);
  return TRUE;
}

/* A number with a fraction or an exponent: a double when that is written back as it came. */
static gboolean
set_double (Reader     *self,
            const char *start,
            JsonNode   *node)
{
  char source[GH_JSON_DOUBLE_SIZE];
  char written[GH_JSON_DOUBLE_SIZE];
  gsize length = self->at - start;
  double value;

  if (length >= sizeof source)
    return set_verbatim (self, start, node);
  memcpy (source, start, length);
  source[length] = '\0';
  value = g_ascii_strtod (source, NULL);
  if (!isfinite (value))
    return set_verbatim (self, start, node);
  gh_json_format_double (value, written);
  if (strcmp (written, source) != 0)
    return set_verbatim (self, start, node);
  json_node_init_double (node, value);
  return TRUE;
}

static inline gboolean
is_digit (char c)
{
  return c >= '0' && c <= '9';
}

/* node: NULL in a check, as below. */
static gboolean
read_number (Reader   *self,
             JsonNode *node)
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
  if (peek (self) == '0')
    self->at++;
  else if (is_digit (peek (self)))
    while (is_digit (peek (self)))
      digits = digits * 10 + (*self->at++ - '0');
  else
    return fail (self, "a digit is expected");
  n_whole = self->at - whole;

  if (peek (self) == '.')
    {
      const char *fraction = ++self->at;

      while (is_digit (peek (self)))
        digits = digits * 10 + (*self->at++ - '0');
      n_fraction = self->at - fraction;
      if (n_fraction == 0)
        return fail (self, "a digit is expected");
    }
  if (peek (self) == 'e' || peek (self) == 'E')
    {
      has_exponent = TRUE;
      self->at++;
      if (peek (self) == '+' || peek (self) == '-')
        self->at++;
      if (!is_digit (peek (self)))
        return fail (self, "a digit is expected");
      while (is_digit (peek (self)))
        self->at++;
    }

  if (node == NULL)
    return TRUE;
  if (n_fraction == 0 && !has_exponent)
    {
      /* Nineteen digits cannot overflow 64 bits; minus zero is no integer of ours. */
      if (n_whole > 19 || digits > (guint64) G_MAXINT64 + negative || (digits == 0 && negative))
        return set_verbatim (self, start, node);
      json_node_init_int (node, (gint64) (negative ? 0 - digits : digits));
      return TRUE;
    }

  /* Few digits, no exponent, no idle zero at the end: exactly this is what would be written. */
  if (!has_exponent && n_whole + n_fraction <= EXACT_DIGITS
      && (n_fraction == 1 || self->at[-1] != '0'))
    {
      double value = digits / powers_of_ten[n_fraction];

      if (value >= 1e-4 || digits == 0)
        {
          json_node_init_double (node, negative ? -value : value);
          return TRUE;
        }
    }
  return set_double (self, start, node);
}

static gboolean
read_word (Reader     *self,
           const char *word,
           gsize       length)
{
  if ((gsize) (self->end - self->at) < length || memcmp (self->at, word, length) != 0)
    return FALSE;
  self->at += length;
  return TRUE;
}

static gboolean
read_scalar (Reader   *self,
             JsonNode *node)
{
  gboolean has_escape;

  switch (peek (self))
    {
    case '"':
      if (node == NULL)
        return check_string (self, &has_escape);
      if (!read_string (self))
        return FALSE;
      json_node_init_string (node, self->string);
      return TRUE;
    case '-':
    case '0' ... '9':
      return read_number (self, node);
    case 't':
      if (!read_word (self, "true", 4))
        break;
      if (node != NULL)
        json_node_init_boolean (node, TRUE);
      return TRUE;
    case 'f':
      if (!read_word (self, "false", 5))
        break;
      if (node != NULL)
        json_node_init_boolean (node, FALSE);
      return TRUE;
    case 'n':
      if (!read_word (self, "null", 4))
        break;
      if (node != NULL)
        json_node_init_null (node);
      return TRUE;
    default:
      break;
    }
  return fail (self, "a value is expected");
}

/* A new member, whose value is still to be read. Of members with the same name the last one
 * counts. */
static JsonNode *
add_member (Reader     *self,
            JsonObject *object,
            guint      *n_duplicates)
{
  guint size = json_object_get_size (object);
  JsonNode *node = json_node_alloc ();

  json_object_set_member (object, self->string, node);
  if (json_object_get_size (object) != size)
    return node;
  self->has_duplicates = TRUE;
  if (++*n_duplicates > MAX_DUPLICATES)
    {
      fail_at (self, self->at, GH_JSON_ERROR_SYNTAX, "too many members have the same name");
      return NULL;
    }
  return node;
}

/* A member's name in a check, remembered as a number: names that differ have different ones nearly
 * always. FALSE when the check becomes unsure, which ends it. */
static gboolean
check_name (Reader *self,
            Frame  *frame)
{
  const char *start = self->at;
  gboolean has_escape;
  guint number = 0;

  if (!check_string (self, &has_escape))
    return FALSE;
  for (const char *at = start; at < self->at; at++)
    number = number * 33 + (guchar) *at;
  self->unsure = has_escape || self->n_names == MAX_OPEN_NAMES
                 || self->n_names - frame->first_name == MAX_OBJECT_NAMES;
  for (guint i = frame->first_name; i < self->n_names; i++)
    if (self->names[i] == number)
      self->unsure = TRUE;
  if (self->unsure)
    return FALSE;
  self->names[self->n_names++] = number;
  return TRUE;
}

/* A member's name and its colon. node: (out): what is to hold the value; NULL in a check. */
static gboolean
read_name (Reader    *self,
           Frame     *frame,
           JsonNode **node)
{
  *node = NULL;
  if (peek (self) != '"')
    return fail (self, "a member's name is expected");
  if (frame->object == NULL)
    {
      if (!check_name (self, frame))
        return FALSE;
    }
  else
    {
      if (!read_string (self))
        return FALSE;
      *node = add_member (self, frame->object, &frame->duplicates);
      if (*node == NULL)
        return FALSE;
    }
  skip_space (self);
  if (peek (self) != ':')
    return fail (self, "a colon is expected");
  self->at++;
  skip_space (self);
  return TRUE;
}

/* Reads one value into a node and, when it is a container, enters it. */
static gboolean
read_value (Reader   *self,
            JsonNode *node)
{
  gboolean is_object = peek (self) == '{';
  Frame *frame;

  if (!is_object && peek (self) != '[')
    return read_scalar (self, node);
  if (self->depth == GH_JSON_MAX_DEPTH)
    return fail_at (self, self->at, GH_JSON_ERROR_DEPTH, "nested too deeply");

  self->at++;
  frame = &self->frames[self->depth++];
  *frame = (Frame) { .is_object = is_object, .first_name = self->n_names };
  if (node == NULL)
    return TRUE;
  if (is_object)
    {
      frame->object = json_object_new ();
      json_node_init (node, JSON_NODE_OBJECT);
      json_node_take_object (node, frame->object);
    }
  else
    {
      frame->array = json_array_new ();
      json_node_init (node, JSON_NODE_ARRAY);
      json_node_take_array (node, frame->array);
    }
  return TRUE;
}

/* Processor time of this thread: how busy the machine is counts not. */
static gint64
thread_usec (void)
{
  struct timespec time;

  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &time);
  return (gint64) time.tv_sec * G_USEC_PER_SEC + time.tv_nsec / 1000;
}

/* Counts one more value; FALSE when there are too many, or the time is over. */
static inline gboolean
count_value (Reader *self)
{
  if (G_LIKELY (++self->n_values % LOOK_INTERVAL != 0))
    return TRUE;
  if (self->n_values > GH_JSON_MAX_VALUES)
    return fail_at (self, self->at, GH_JSON_ERROR_SIZE, "too many values");
  if (self->n_values == LOOK_INTERVAL)
    self->deadline = thread_usec () + BASE_USEC + (self->end - self->text) / BYTES_PER_USEC;
  else if (thread_usec () > self->deadline)
    return fail_at (self, self->at, GH_JSON_ERROR_SIZE, "reading takes too long");
  return TRUE;
}

/* Everything inside the root, without recursion. Nodes join their containers before they are
 * read, so the root owns all that was read when an error ends this. */
static gboolean
read_contents (Reader *self)
{
  gboolean first = TRUE; /* nothing was read yet in the innermost container */

  while (self->depth > 0)
    {
      Frame *frame = &self->frames[self->depth - 1];
      guint depth = self->depth;
      JsonNode *node = NULL;

      skip_space (self);
      if (peek (self) == (frame->is_object ? '}' : ']'))
        {
          self->at++;
          self->depth--;
          self->n_names = frame->first_name;
          first = FALSE;
          continue;
        }
      if (!first)
        {
          if (peek (self) != ',')
            return fail (self, "a comma or the end of the container is expected");
          self->at++;
          skip_space (self);
        }
      if (frame->is_object)
        {
          if (!read_name (self, frame, &node))
            return FALSE;
        }
      else if (frame->array != NULL)
        {
          node = json_node_alloc ();
          json_array_add_element (frame->array, node);
        }
      if (!count_value (self) || !read_value (self, node))
        return FALSE;
      first = self->depth > depth;
    }
  return TRUE;
}

static gboolean
read_document (Reader   *self,
               JsonNode *root)
{
  if (self->end - self->at >= 3 && memcmp (self->at, "\xef\xbb\xbf", 3) == 0)
    self->at += 3;
  skip_space (self);
  if (!read_value (self, root) || !read_contents (self))
    return FALSE;
  skip_space (self);
  return self->at == self->end || fail (self, "only one document is expected, more comes");
}

static void
reader_init (Reader      *self,
             const char  *data,
             gsize        length,
             GError     **error)
{
  self->text = data != NULL ? data : "";
  self->at = self->text;
  self->end = self->text + length;
  self->string = self->small;
  self->room = sizeof self->small;
  self->error = error;
  self->readable = FALSE;
  self->n_values = 0;
  self->has_duplicates = FALSE;
  self->depth = 0;
  self->unsure = FALSE;
  self->n_names = 0;
}

/* The text of a string's source, with U+FFFD for what cannot be in a C string. */
char *
gh_json_dup_readable (const char *source)
{
  Reader reader;
  char *text = NULL;

  reader_init (&reader, source, strlen (source), NULL);
  reader.readable = TRUE;
  if (read_string (&reader))
    text = g_strdup (reader.string);
  if (reader.string != reader.small)
    g_free (reader.string);
  return text != NULL ? text : g_strdup ("");
}

static gboolean
fits (gsize    length,
      GError **error)
{
  if (length <= GH_JSON_MAX_SIZE)
    return TRUE;
  g_set_error (error, GH_JSON_ERROR, GH_JSON_ERROR_SIZE,
               "the text is longer than %d bytes", GH_JSON_MAX_SIZE);
  return FALSE;
}

/**
 * gh_json_read_noting:
 * @data: JSON text; need not end with a NUL
 * @length: its length in bytes
 * @facts: (out) (optional): set when a value is returned
 *
 * Reads one JSON document (RFC 8259, nothing besides; requirement 1.27). A byte order mark
 * before it is skipped. Of members with the same name the last one counts; more than a hundred
 * of them in one object are an error. May be called from any thread.
 *
 * Returns: (transfer full): the value, or NULL with a GH_JSON_ERROR
 */
JsonNode *
gh_json_read_noting (const char  *data,
                      gsize        length,
                      GhJsonFacts *facts,
                      GError     **error)
{
  Reader reader;
  g_autoptr(JsonNode) root = NULL;

  g_return_val_if_fail (data != NULL || length == 0, NULL);

  if (!fits (length, error))
    return NULL;
  reader_init (&reader, data, length, error);

  root = json_node_alloc ();
  if (!read_document (&reader, root))
    g_clear_pointer (&root, json_node_unref);
  else if (facts != NULL)
    *facts = (GhJsonFacts) { reader.n_values + 1, reader.has_duplicates };
  if (reader.string != reader.small)
    g_free (reader.string);
  return g_steal_pointer (&root);
}

/**
 * gh_json_read:
 *
 * gh_json_read_noting() for those who need no facts.
 *
 * Returns: (transfer full): the value, or NULL with a GH_JSON_ERROR
 */
JsonNode *
gh_json_read (const char  *data,
              gsize        length,
              GError     **error)
{
  return gh_json_read_noting (data, length, NULL, error);
}

/**
 * gh_json_check:
 * @facts: (out): set when TRUE is returned
 *
 * Whether gh_json_read_noting() would give a value, in a fraction of its time: for those who look
 * into the text itself, see gh-json-source.h.
 *
 * Returns: FALSE with a GH_JSON_ERROR
 */
gboolean
gh_json_check (const char   *data,
               gsize         length,
               GhJsonFacts  *facts,
               GError      **error)
{
  Reader reader;
  g_autoptr(JsonNode) root = NULL;

  g_return_val_if_fail (data != NULL || length == 0, FALSE);

  if (!fits (length, error))
    return FALSE;
  reader_init (&reader, data, length, error);
  if (read_document (&reader, NULL))
    {
      *facts = (GhJsonFacts) { reader.n_values + 1, FALSE };
      return TRUE;
    }
  if (!reader.unsure)
    return FALSE;
  root = gh_json_read_noting (data, length, facts, error);
  return root != NULL;
}
