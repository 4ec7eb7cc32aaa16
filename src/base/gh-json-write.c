/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * The JSON writer: every value as it came, never a raw line end, always UTF-8. */
#include "config.h"

#include "gh-json-private.h"

#include <math.h>

#define INDENT 2
/* Enough for a small message. */
#define FIRST_SIZE 128

typedef struct
{
  char *data; /* owned */
  gsize length;
  gsize size;
  gsize enough; /* from this length on what follows may be left out */
  gboolean pretty;
  guint depth;
} Writer;

static void write_node (Writer   *self,
                        JsonNode *node);

/* Room for `length` more bytes. */
static inline char *
reserve (Writer *self,
         gsize   length)
{
  if (G_UNLIKELY (self->size - self->length < length))
    {
      self->size = MAX (self->size * 2, self->length + length);
      self->data = g_realloc (self->data, self->size);
    }
  return self->data + self->length;
}

static inline void
put (Writer     *self,
     const char *text,
     gsize       length)
{
  memcpy (reserve (self, length), text, length);
  self->length += length;
}

static inline void
put_char (Writer *self,
          char    c)
{
  *reserve (self, 1) = c;
  self->length++;
}

static void
put_escape (Writer *self,
            char    c)
{
  static const char hex[] = "0123456789abcdef";
  const char *name = strchr ("\"\"\\\\\bb\ff\nn\rr\tt", c);
  char *to = reserve (self, 6);

  to[0] = '\\';
  if (name != NULL)
    {
      to[1] = name[1];
      self->length += 2;
    }
  else
    {
      memcpy (to + 1, "u00", 3);
      to[4] = hex[(guchar) c >> 4];
      to[5] = hex[c & 0xf];
      self->length += 6;
    }
}

static void
put_string (Writer     *self,
            const char *text)
{
  const char *end = text + strnlen (text, self->enough - MIN (self->length, self->enough));

  put_char (self, '"');
  while (text < end)
    {
      const char *stop = gh_json_skip_plain (text, end);
      guint length;

      put (self, text, stop - text);
      text = stop;
      if (text == end)
        break;
      if ((guchar) *text < 0x80)
        {
          put_escape (self, *text++);
          continue;
        }
      length = gh_json_utf8_length (text, end);
      if (length > 0)
        put (self, text, length);
      else
        put (self, "\xef\xbf\xbd", 3);
      text += MAX (length, 1);
    }
  put_char (self, '"');
}

/* Whether text after a verbatim mark is really a scalar's source: a name or string that another
 * part of the program took from a file name may begin with the same byte. */
static gboolean
is_scalar_source (const char *source)
{
  gsize length = strlen (source);
  g_autoptr(JsonNode) node = NULL;

  if (length == 0 || (*source != '"' && *source != '-' && !g_ascii_isdigit (*source)))
    return FALSE;
  if (source[length - 1] != '"' && !g_ascii_isdigit (source[length - 1]))
    return FALSE;
  node = gh_json_read (source, length, NULL);
  return node != NULL && JSON_NODE_HOLDS_VALUE (node);
}

static void
put_text (Writer     *self,
          const char *text,
          gboolean    is_name)
{
  if (gh_json_is_verbatim (text) && is_scalar_source (text + 1) && (!is_name || text[1] == '"'))
    put (self, text + 1, strlen (text + 1));
  else
    put_string (self, text);
}

static void
put_line (Writer *self)
{
  gsize indent = (gsize) self->depth * INDENT;

  if (!self->pretty)
    return;
  put_char (self, '\n');
  memset (reserve (self, indent), ' ', indent);
  self->length += indent;
}

static void
put_int (Writer *self,
         gint64  value)
{
  char digits[24];
  char *at = digits + sizeof digits;
  guint64 left = value < 0 ? 0 - (guint64) value : (guint64) value;

  do
    *--at = '0' + left % 10;
  while ((left /= 10) > 0);
  if (value < 0)
    *--at = '-';
  put (self, at, digits + sizeof digits - at);
}

static void
write_value (Writer   *self,
             JsonNode *node)
{
  switch (json_node_get_value_type (node))
    {
    case G_TYPE_STRING:
      {
        const char *text = json_node_get_string (node);

        if (text != NULL)
          put_text (self, text, FALSE);
        else
          put (self, "null", 4);
        break;
      }
    case G_TYPE_INT64:
      put_int (self, json_node_get_int (node));
      break;
    case G_TYPE_BOOLEAN:
      if (json_node_get_boolean (node))
        put (self, "true", 4);
      else
        put (self, "false", 5);
      break;
    case G_TYPE_DOUBLE:
      {
        char text[GH_JSON_DOUBLE_SIZE];

        gh_json_format_double (json_node_get_double (node), text);
        put (self, text, strlen (text));
        break;
      }
    default:
      put (self, "null", 4);
      break;
    }
}

static void
write_object (Writer     *self,
              JsonObject *object)
{
  JsonObjectIter iter;
  const char *name;
  JsonNode *member;
  gboolean first = TRUE;

  put_char (self, '{');
  self->depth++;
  json_object_iter_init_ordered (&iter, object);
  while (self->length < self->enough && json_object_iter_next_ordered (&iter, &name, &member))
    {
      if (!first)
        put_char (self, ',');
      first = FALSE;
      put_line (self);
      put_text (self, name, TRUE);
      put (self, ": ", self->pretty ? 2 : 1);
      write_node (self, member);
    }
  self->depth--;
  if (!first)
    put_line (self);
  put_char (self, '}');
}

static void
write_array (Writer    *self,
             JsonArray *array)
{
  guint length = json_array_get_length (array);

  put_char (self, '[');
  self->depth++;
  for (guint i = 0; i < length && self->length < self->enough; i++)
    {
      if (i > 0)
        put_char (self, ',');
      put_line (self);
      write_node (self, json_array_get_element (array, i));
    }
  self->depth--;
  if (length > 0)
    put_line (self);
  put_char (self, ']');
}

/* Recursive: what was read is at most GH_JSON_MAX_DEPTH deep. */
static void
write_node (Writer   *self,
            JsonNode *node)
{
  switch (json_node_get_node_type (node))
    {
    case JSON_NODE_OBJECT:
      write_object (self, json_node_get_object (node));
      break;
    case JSON_NODE_ARRAY:
      write_array (self, json_node_get_array (node));
      break;
    case JSON_NODE_VALUE:
      write_value (self, node);
      break;
    case JSON_NODE_NULL:
    default:
      put (self, "null", 4);
      break;
    }
}

static char *
write_text (JsonNode *node,
            gboolean  pretty,
            gsize     enough,
            gsize    *length)
{
  Writer writer = { .pretty = pretty, .enough = enough };

  g_return_val_if_fail (node != NULL, NULL);

  writer.size = FIRST_SIZE;
  writer.data = g_malloc (FIRST_SIZE);
  write_node (&writer, node);
  put_char (&writer, '\0');
  if (length != NULL)
    *length = writer.length - 1;
  return writer.data;
}

/* The shortest text that reads back as the same double; "null" for what JSON cannot say. */
void
gh_json_format_double (double value,
                       char   buffer[GH_JSON_DOUBLE_SIZE])
{
  static const char formats[][6] = { "%.15g", "%.16g", "%.17g" };

  if (!isfinite (value))
    {
      strcpy (buffer, "null");
      return;
    }
  for (guint i = 0; i < G_N_ELEMENTS (formats); i++)
    {
      g_ascii_formatd (buffer, GH_JSON_DOUBLE_SIZE, formats[i], value);
      if (g_ascii_strtod (buffer, NULL) == value)
        break;
    }
  if (strpbrk (buffer, ".e") == NULL)
    strcat (buffer, ".0");
}

/**
 * gh_json_write:
 * @node: a value
 * @length: (out) (optional): length of the text in bytes
 *
 * Writes a value on one line, without spaces. Verbatim scalars are written as they came; bytes of
 * other strings that are not UTF-8 become U+FFFD.
 *
 * Returns: (transfer full): UTF-8, ends with a NUL
 */
char *
gh_json_write (JsonNode *node,
               gsize    *length)
{
  return write_text (node, FALSE, G_MAXSIZE, length);
}

/* A writer that goes on with a text, and gives it back. */
static Writer
begin_append (GString *text,
              gsize    enough)
{
  return (Writer) {
    .data = text->str, .length = text->len, .size = text->allocated_len, .enough = enough
  };
}

static void
end_append (GString *text,
            Writer  *writer)
{
  put_char (writer, '\0');
  text->str = writer->data;
  text->len = writer->length - 1;
  text->allocated_len = writer->size;
}

/**
 * gh_json_append:
 * @text: what the value is written after
 * @node: a value
 * @enough: bytes of all of @text after which the rest may be left out; G_MAXSIZE for all
 *
 * gh_json_write() for a value inside a larger text, gh_json_write_start() as well.
 */
void
gh_json_append (GString  *text,
                JsonNode *node,
                gsize     enough)
{
  Writer writer;

  g_return_if_fail (text != NULL);
  g_return_if_fail (node != NULL);

  writer = begin_append (text, enough);
  write_node (&writer, node);
  end_append (text, &writer);
}

void
gh_json_append_string (GString    *text,
                       const char *string)
{
  Writer writer;

  g_return_if_fail (text != NULL);
  g_return_if_fail (string != NULL);

  writer = begin_append (text, G_MAXSIZE);
  put_string (&writer, string);
  end_append (text, &writer);
}

void
gh_json_append_int (GString *text,
                    gint64   value)
{
  Writer writer;

  g_return_if_fail (text != NULL);

  writer = begin_append (text, G_MAXSIZE);
  put_int (&writer, value);
  end_append (text, &writer);
}

/**
 * gh_json_write_start:
 * @node: a value
 * @enough: bytes
 *
 * Writes a value like gh_json_write(), but stops soon after so many bytes: for showing or measuring
 * what may be huge, in a time that does not depend on its size.
 *
 * Returns: (transfer full): UTF-8; JSON when shorter than @enough, else its first @enough bytes are
 *   those of the value's text (but for a character that they cut) and the rest means nothing
 */
char *
gh_json_write_start (JsonNode *node,
                     gsize     enough)
{
  return write_text (node, FALSE, enough, NULL);
}

/**
 * gh_json_write_pretty:
 * @node: a value
 *
 * Writes a value for people: a member or element a line, indented by two spaces.
 *
 * Returns: (transfer full): UTF-8 without a line end after it
 */
char *
gh_json_write_pretty (JsonNode *node)
{
  return write_text (node, TRUE, G_MAXSIZE, NULL);
}
