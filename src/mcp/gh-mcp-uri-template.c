/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * URI templates (RFC 6570, levels 1 to 4; requirement 8.17). */
#include "config.h"

#include "gh-mcp-uri-template.h"

#include <string.h>

#include "gh-json.h"
#include "gh-mcp-error.h"

/* What a prefix modifier can say: one to four digits (RFC 6570, 2.4.1). */
#define MAX_PREFIX_DIGITS 4

/* How an expression is expanded (RFC 6570, appendix A). */
typedef struct
{
  char letter;       /* '\0' for none */
  const char *first; /* in front of the first value */
  char separator;
  gboolean named;       /* name=value */
  const char *if_empty; /* behind the name of an empty value */
  gboolean reserved;    /* reserved characters and %XX stay as they are */
} Operator;

static const Operator operators[] = {
  { '\0', "", ',', FALSE, "", FALSE },
  { '+', "", ',', FALSE, "", TRUE },
  { '#', "#", ',', FALSE, "", TRUE },
  { '.', ".", '.', FALSE, "", FALSE },
  { '/', "/", '/', FALSE, "", FALSE },
  { ';', ";", ';', TRUE, "", FALSE },
  { '?', "?", '&', TRUE, "=", FALSE },
  { '&', "&", '&', TRUE, "=", FALSE },
};

typedef struct
{
  char *name;
  guint prefix; /* how many characters of it, 0 for all */
  gboolean explode;
} Variable;

/* Literal text, or an expression. */
typedef struct
{
  char *literal; /* encoded; NULL in an expression */
  const Operator *operator;
  GPtrArray *variables; /* of Variable */
} Part;

struct _GhMcpUriTemplate
{
  gatomicrefcount count;
  GPtrArray *parts;
  GPtrArray *names; /* of char *, NULL-terminated; borrowed from the variables */
};

G_DEFINE_BOXED_TYPE (GhMcpUriTemplate, gh_mcp_uri_template, gh_mcp_uri_template_ref,
                     gh_mcp_uri_template_unref)

static void
variable_free (gpointer data)
{
  Variable *variable = data;

  g_free (variable->name);
  g_free (variable);
}

static void
part_free (gpointer data)
{
  Part *part = data;

  g_free (part->literal);
  g_clear_pointer (&part->variables, g_ptr_array_unref);
  g_free (part);
}

/* Characters */

static gboolean
is_unreserved (char c)
{
  return g_ascii_isalnum (c) || (c != '\0' && strchr ("-._~", c) != NULL);
}

static gboolean
is_reserved (char c)
{
  return c != '\0' && strchr (":/?#[]@!$&'()*+,;=", c) != NULL;
}

static gboolean
is_triplet (const char *text)
{
  return text[0] == '%' && g_ascii_isxdigit (text[1]) && g_ascii_isxdigit (text[2]);
}

/* Puts text behind the result, percent-encoded. */
static void
encode (GString    *result,
        const char *text,
        gboolean    keep_reserved)
{
  for (const char *s = text; *s != '\0'; s++)
    if (is_unreserved (*s) || (keep_reserved && (is_reserved (*s) || is_triplet (s))))
      g_string_append_c (result, *s);
    else
      g_string_append_printf (result, "%%%02X", (guchar) *s);
}

/* Reading */

/* Always gives FALSE. */
static gboolean
refuse (GError     **error,
        const char  *text,
        const char  *at,
        const char  *what)
{
  g_set_error (error, GH_MCP_ERROR, GH_MCP_ERROR_PROTOCOL, "URI template, byte %d: %s",
               (int) (at - text) + 1, what);
  return FALSE;
}

static gboolean
read_literal (GhMcpUriTemplate  *self,
              const char        *text,
              const char       **at,
              GError           **error)
{
  g_autofree char *literal = NULL;
  GString *encoded;
  const char *s;
  Part *part;

  for (s = *at; *s != '\0' && *s != '{'; s++)
    {
      if (*s == '%' && !is_triplet (s))
        return refuse (error, text, s, "\"%\" must be followed by two hexadecimal digits");
      if ((guchar) *s <= ' ' || *s == 0x7f || strchr ("\"<>\\^`|}", *s) != NULL)
        return refuse (error, text, s, "this character must not stand outside of braces");
    }
  literal = g_strndup (*at, s - *at);
  *at = s;
  encoded = g_string_new (NULL);
  encode (encoded, literal, TRUE);
  part = g_new0 (Part, 1);
  part->literal = g_string_free (encoded, FALSE);
  g_ptr_array_add (self->parts, part);
  return TRUE;
}

/* How long the name at text is; 0 when there is none. */
static gsize
measure_name (const char *text)
{
  const char *s = text;

  while (TRUE)
    {
      if (is_triplet (s))
        s += 3;
      else if (g_ascii_isalnum (*s) || *s == '_')
        s++;
      /* Dots stand between, not at the ends and not beside each other. */
      else if (*s == '.' && s > text && s[-1] != '.')
        s++;
      else
        break;
    }
  return s > text && s[-1] == '.' ? 0 : s - text;
}

static gboolean
read_variable (GhMcpUriTemplate  *self,
               Part              *part,
               const char        *text,
               const char       **at,
               GError           **error)
{
  gsize length = measure_name (*at);
  Variable *variable;

  if (length == 0)
    return refuse (error, text, *at, "a variable's name must stand here");
  if (self->names->len == GH_MCP_URI_TEMPLATE_MAX_VARIABLES)
    return refuse (error, text, *at, "there are too many variables");
  variable = g_new0 (Variable, 1);
  variable->name = g_strndup (*at, length);
  g_ptr_array_add (part->variables, variable);
  g_ptr_array_add (self->names, variable->name);
  *at += length;
  if (**at == '*')
    {
      variable->explode = TRUE;
      (*at)++;
    }
  else if (**at == ':')
    {
      const char *digits = ++(*at);

      while (g_ascii_isdigit (**at) && *at - digits < MAX_PREFIX_DIGITS)
        variable->prefix = variable->prefix * 10 + (guint) (*(*at)++ - '0');
      if (variable->prefix == 0 || *digits == '0')
        return refuse (error, text, digits, "a number from 1 to 9999 must stand here");
    }
  return TRUE;
}

static gboolean
read_expression (GhMcpUriTemplate  *self,
                 const char        *text,
                 const char       **at,
                 GError           **error)
{
  Part *part = g_new0 (Part, 1);

  g_ptr_array_add (self->parts, part);
  part->variables = g_ptr_array_new_with_free_func (variable_free);
  part->operator = &operators[0];
  (*at)++;
  for (guint i = 1; i < G_N_ELEMENTS (operators); i++)
    if (**at == operators[i].letter)
      part->operator = &operators[i];
  if (part->operator->letter != '\0')
    (*at)++;
  while (TRUE)
    {
      if (!read_variable (self, part, text, at, error))
        return FALSE;
      if (**at != ',')
        break;
      (*at)++;
    }
  if (**at != '}')
    return refuse (error, text, *at, "\"}\" must stand here");
  (*at)++;
  return TRUE;
}

/* Each name once, at its first place. */
static void
drop_repeated_names (GhMcpUriTemplate *self)
{
  g_autoptr(GHashTable) seen = g_hash_table_new (g_str_hash, g_str_equal);
  guint n_names = 0;

  for (guint i = 0; i < self->names->len; i++)
    {
      char *name = g_ptr_array_index (self->names, i);

      if (g_hash_table_add (seen, name))
        g_ptr_array_index (self->names, n_names++) = name;
    }
  g_ptr_array_set_size (self->names, n_names);
  g_ptr_array_add (self->names, NULL);
}

/**
 * gh_mcp_uri_template_new:
 * @text: valid UTF-8
 * @error: GH_MCP_ERROR_PROTOCOL naming the place
 *
 * Returns: (transfer full) (nullable): the template, ready for expanding.
 */
GhMcpUriTemplate *
gh_mcp_uri_template_new (const char  *text,
                         GError     **error)
{
  g_autoptr(GhMcpUriTemplate) self = NULL;
  const char *at = text;

  g_return_val_if_fail (text != NULL, NULL);

  self = g_new0 (GhMcpUriTemplate, 1);
  g_atomic_ref_count_init (&self->count);
  self->parts = g_ptr_array_new_with_free_func (part_free);
  self->names = g_ptr_array_new ();
  if (strnlen (text, GH_MCP_URI_TEMPLATE_MAX_LENGTH + 1) > GH_MCP_URI_TEMPLATE_MAX_LENGTH)
    {
      refuse (error, text, text, "it is too long");
      return NULL;
    }
  while (*at != '\0')
    if (*at == '{' ? !read_expression (self, text, &at, error)
                   : !read_literal (self, text, &at, error))
      return NULL;
  drop_repeated_names (self);
  return g_steal_pointer (&self);
}

const char * const *
gh_mcp_uri_template_get_variables (GhMcpUriTemplate *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return (const char * const *) self->names->pdata;
}

/* Expanding */

/* A value as pairs: a text is one without name, a list several, an object several with names. */
typedef struct
{
  char *name; /* NULL in a text and a list */
  char *text;
} Piece;

static void
piece_clear (gpointer data)
{
  Piece *piece = data;

  g_free (piece->name);
  g_free (piece->text);
}

/* The first characters, not bytes. */
static void
cut (char  *text,
     guint  n_characters)
{
  if (n_characters > 0 && g_utf8_strlen (text, -1) > n_characters)
    *g_utf8_offset_to_pointer (text, n_characters) = '\0';
}

static gboolean
add_piece (GArray      *pieces,
           const char  *name,
           JsonNode    *node,
           Variable    *variable,
           GError     **error)
{
  Piece piece = { NULL, NULL };

  if (gh_json_node_is_null (node))
    return TRUE;
  if (gh_json_node_is_string (node))
    piece.text = gh_json_node_dup_text (node);
  else if (gh_json_node_is_number (node) || gh_json_node_is_boolean (node))
    piece.text = gh_json_write (node, NULL);
  else
    {
      g_set_error (error, GH_MCP_ERROR, GH_MCP_ERROR_ARGUMENTS,
                   "%s: its values must be texts or numbers", variable->name);
      return FALSE;
    }
  cut (piece.text, variable->prefix);
  piece.name = g_strdup (name);
  g_array_append_val (pieces, piece);
  return TRUE;
}

static gboolean
read_value (GArray      *pieces,
            JsonNode    *node,
            Variable    *variable,
            GError     **error)
{
  JsonArray *array = gh_json_node_get_array (node);
  JsonObject *object = gh_json_node_get_object (node);
  JsonObjectIter iter;
  const char *name;
  JsonNode *value;

  if ((array != NULL || object != NULL) && variable->prefix > 0)
    {
      g_set_error (error, GH_MCP_ERROR, GH_MCP_ERROR_ARGUMENTS,
                   "%s: a part is taken of it, so it must be a text", variable->name);
      return FALSE;
    }
  if (array != NULL)
    {
      for (guint i = 0; i < json_array_get_length (array); i++)
        if (!add_piece (pieces, NULL, json_array_get_element (array, i), variable, error))
          return FALSE;
      return TRUE;
    }
  if (object == NULL)
    return add_piece (pieces, NULL, node, variable, error);
  json_object_iter_init_ordered (&iter, object);
  while (json_object_iter_next_ordered (&iter, &name, &value))
    if (!add_piece (pieces, name, value, variable, error))
      return FALSE;
  return TRUE;
}

static void
append_name (GString        *result,
             const Operator *operator,
             const char     *name,
             gboolean        is_empty)
{
  /* Names of variables consist of what may stand anywhere. */
  encode (result, name, TRUE);
  g_string_append (result, is_empty ? operator->if_empty : "=");
}

/* Each piece for itself: "a=1&b=2", "x=1&x=2". */
static void
append_exploded (GString        *result,
                 const Operator *operator,
                 Variable       *variable,
                 Piece          *piece)
{
  gboolean is_empty = *piece->text == '\0';

  if (piece->name != NULL)
    {
      encode (result, piece->name, operator->reserved);
      g_string_append (result, is_empty && operator->named ? operator->if_empty : "=");
    }
  else if (operator->named)
    append_name (result, operator, variable->name, is_empty);
  encode (result, piece->text, operator->reserved);
}

/* All of them as one value: "a,1,b,2". */
static void
append_joined (GString        *result,
               const Operator *operator,
               Piece          *piece)
{
  if (piece->name != NULL)
    {
      encode (result, piece->name, operator->reserved);
      g_string_append_c (result, ',');
    }
  encode (result, piece->text, operator->reserved);
}

static void
append_pieces (GString        *result,
               const Operator *operator,
               Variable       *variable,
               GArray         *pieces)
{
  Piece *first = &g_array_index (pieces, Piece, 0);

  if (operator->named && !variable->explode)
    append_name (result, operator, variable->name,
                 pieces->len == 1 && first->name == NULL && *first->text == '\0');
  for (guint i = 0; i < pieces->len; i++)
    {
      if (i > 0)
        g_string_append_c (result, variable->explode ? operator->separator : ',');
      if (variable->explode)
        append_exploded (result, operator, variable, &first[i]);
      else
        append_joined (result, operator, &first[i]);
    }
}

static gboolean
append_expression (GString     *result,
                   Part        *part,
                   JsonObject  *values,
                   GError     **error)
{
  gboolean started = FALSE;

  for (guint i = 0; i < part->variables->len; i++)
    {
      Variable *variable = g_ptr_array_index (part->variables, i);
      JsonNode *node = values != NULL ? gh_json_get (values, variable->name) : NULL;
      g_autoptr(GArray) pieces = g_array_new (FALSE, FALSE, sizeof (Piece));

      g_array_set_clear_func (pieces, piece_clear);
      if (node != NULL && !read_value (pieces, node, variable, error))
        return FALSE;
      if (pieces->len == 0)
        continue;
      if (started)
        g_string_append_c (result, part->operator->separator);
      else
        g_string_append (result, part->operator->first);
      started = TRUE;
      append_pieces (result, part->operator, variable, pieces);
      if (result->len > GH_MCP_URI_TEMPLATE_MAX_EXPANDED)
        {
          g_set_error (error, GH_MCP_ERROR, GH_MCP_ERROR_ARGUMENTS, "The URI is too long");
          return FALSE;
        }
    }
  return TRUE;
}

/**
 * gh_mcp_uri_template_expand:
 * @values: (nullable): an object: values by variable
 * @error: GH_MCP_ERROR_ARGUMENTS naming the variable
 *
 * Returns: (transfer full) (nullable): the URI.
 */
char *
gh_mcp_uri_template_expand (GhMcpUriTemplate  *self,
                            JsonNode          *values,
                            GError           **error)
{
  g_autoptr(GString) result = g_string_new (NULL);

  g_return_val_if_fail (self != NULL, NULL);
  g_return_val_if_fail (values == NULL || gh_json_node_get_object (values) != NULL, NULL);

  for (guint i = 0; i < self->parts->len; i++)
    {
      Part *part = g_ptr_array_index (self->parts, i);

      if (part->literal != NULL)
        g_string_append (result, part->literal);
      else if (!append_expression (result, part,
                                   values != NULL ? gh_json_node_get_object (values) : NULL,
                                   error))
        return NULL;
    }
  return g_string_free (g_steal_pointer (&result), FALSE);
}

GhMcpUriTemplate *
gh_mcp_uri_template_ref (GhMcpUriTemplate *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  g_atomic_ref_count_inc (&self->count);
  return self;
}

void
gh_mcp_uri_template_unref (GhMcpUriTemplate *self)
{
  g_return_if_fail (self != NULL);

  if (!g_atomic_ref_count_dec (&self->count))
    return;
  g_ptr_array_unref (self->parts);
  g_ptr_array_unref (self->names);
  g_free (self);
}
