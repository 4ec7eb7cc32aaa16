/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * Looking into JSON text without making nodes. The text is known to be JSON, so nothing is checked
 * here again: what is expected is there. */
#include "config.h"

#include "gh-json-source.h"

#include "gh-json-private.h"

/* Outside of strings nothing else is that small. */
static inline gboolean
is_space (char c)
{
  return (guchar) c <= ' ';
}

static inline const char *
skip_space (const char *at,
            const char *end)
{
  while (at < end && is_space (*at))
    at++;
  return at;
}

static inline gboolean
ends_scalar (char c)
{
  return c == ',' || c == ']' || c == '}' || is_space (c);
}

/* Behind the string that begins here. */
static const char *
skip_string (const char *at,
             const char *end)
{
  at++;
  while (at < end)
    {
      at = gh_json_skip_plain (at, end);
      if (at == end)
        break;
      if (*at == '"')
        return at + 1;
      at += *at == '\\' ? 2 : 1;
    }
  return end;
}

/* Behind the value that begins here. */
static const char *
skip_value (const char *at,
            const char *end)
{
  guint depth = 0;

  while (at < end)
    {
      switch (*at)
        {
        case '"':
          at = skip_string (at, end);
          break;
        case '{':
        case '[':
          depth++;
          at++;
          break;
        case '}':
        case ']':
          if (depth > 0)
            depth--;
          at++;
          break;
        default:
          at++;
          while (depth == 0 && at < end && !ends_scalar (*at))
            at++;
          break;
        }
      if (depth == 0)
        break;
    }
  return MIN (at, end);
}

static gboolean
has_escape (GhJsonSource string)
{
  return memchr (string.start, '\\', string.length) != NULL;
}

GhJsonSource
gh_json_source_new (const char *text,
                    gsize       length)
{
  const char *end = text + length;

  if (length >= 3 && memcmp (text, "\xef\xbb\xbf", 3) == 0)
    text += 3;
  text = skip_space (text, end);
  while (end > text && is_space (end[-1]))
    end--;
  return (GhJsonSource) { text, end - text };
}

void
gh_json_walk_init (GhJsonWalk   *self,
                   GhJsonSource  container)
{
  self->in_object = gh_json_source_is_object (container);
  self->at = self->end = container.start + container.length;
  /* From the opening bracket to the closing one. */
  if (self->in_object || gh_json_source_is_array (container))
    {
      self->at = container.start;
      self->end--;
    }
}

gboolean
gh_json_walk_next (GhJsonWalk   *self,
                   GhJsonSource *name,
                   GhJsonSource *value)
{
  const char *start;

  if (self->at == self->end)
    return FALSE;
  /* Behind the opening bracket, or a comma. */
  start = skip_space (self->at + 1, self->end);
  self->at = self->end;
  if (start == self->end)
    return FALSE;
  *name = (GhJsonSource) { 0 };
  if (self->in_object)
    {
      *name = (GhJsonSource) { start, skip_string (start, self->end) - start };
      start = skip_space (start + name->length, self->end);
      /* Behind the colon. */
      start = skip_space (start + 1, self->end);
    }
  *value = (GhJsonSource) { start, skip_value (start, self->end) - start };
  self->at = skip_space (start + value->length, self->end);
  return TRUE;
}

guint
gh_json_source_get_members (GhJsonSource        object,
                            const char * const *names,
                            guint               n_names,
                            GhJsonSource       *values)
{
  GhJsonWalk walk;
  GhJsonSource name, value;
  guint n = 0;

  for (guint i = 0; i < n_names; i++)
    values[i] = (GhJsonSource) { 0 };
  if (!gh_json_source_is_object (object))
    return 0;
  gh_json_walk_init (&walk, object);
  while (gh_json_walk_next (&walk, &name, &value))
    {
      for (guint i = 0; i < n_names; i++)
        if (gh_json_source_is_text (name, names[i]))
          {
            values[i] = value;
            break;
          }
      n++;
    }
  return n;
}

gboolean
gh_json_source_is_object (GhJsonSource self)
{
  return self.length > 0 && *self.start == '{';
}

gboolean
gh_json_source_is_array (GhJsonSource self)
{
  return self.length > 0 && *self.start == '[';
}

gboolean
gh_json_source_is_null (GhJsonSource self)
{
  return self.length > 0 && *self.start == 'n';
}

gboolean
gh_json_source_is_true (GhJsonSource self)
{
  return self.length > 0 && *self.start == 't';
}

static gboolean
is_string (GhJsonSource self)
{
  return self.length > 0 && *self.start == '"';
}

gboolean
gh_json_source_is_text (GhJsonSource  self,
                        const char   *text)
{
  g_autoptr(JsonNode) node = NULL;

  if (!is_string (self))
    return FALSE;
  if (!has_escape (self))
    return strncmp (self.start + 1, text, self.length - 2) == 0 && text[self.length - 2] == '\0';
  node = gh_json_source_read (self);
  return g_strcmp0 (gh_json_node_get_string (node), text) == 0;
}

/* Digits that fit in 64 bits whatever they are. */
#define SAFE_DIGITS 18

gboolean
gh_json_source_get_int (GhJsonSource  self,
                        gint64       *value)
{
  g_autoptr(JsonNode) node = NULL;
  gint64 number = 0;
  gsize n = 0;

  while (n < self.length && g_ascii_isdigit (self.start[n]) && n < SAFE_DIGITS)
    number = number * 10 + (self.start[n++] - '0');
  if (n > 0 && n == self.length)
    {
      *value = number;
      return TRUE;
    }
  if (self.length == 0)
    return FALSE;
  node = gh_json_source_read (self);
  return gh_json_node_get_int (node, value);
}

char *
gh_json_source_dup_text (GhJsonSource self)
{
  g_autoptr(JsonNode) node = NULL;

  if (!is_string (self))
    return NULL;
  if (!has_escape (self))
    return g_strndup (self.start + 1, self.length - 2);
  node = gh_json_source_read (self);
  return gh_json_node_dup_text (node);
}

/* What was checked can be read, unless that takes too long this time. */
JsonNode *
gh_json_source_read (GhJsonSource self)
{
  g_autoptr(GError) error = NULL;
  JsonNode *node = gh_json_read (self.start, self.length, &error);

  if (node != NULL)
    return node;
  g_debug ("a value becomes null: %s", error->message);
  return gh_json_node_new_string (NULL);
}
