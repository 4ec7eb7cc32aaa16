/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * Checked access to JSON values; the one place that knows verbatim scalars besides reader and
 * writer. */
#include "config.h"

#include "gh-json-private.h"

#include <math.h>

G_DEFINE_QUARK (gh-json-error-quark, gh_json_error)

/* The text inside a string node, verbatim or not; NULL for other nodes. */
const char *
gh_json_node_get_raw (JsonNode *node)
{
  if (!JSON_NODE_HOLDS_VALUE (node) || json_node_get_value_type (node) != G_TYPE_STRING)
    return NULL;
  return json_node_get_string (node);
}

/* The source of a verbatim number, or NULL. */
static const char *
get_number_source (JsonNode *node)
{
  const char *raw = gh_json_node_get_raw (node);

  return raw != NULL && gh_json_is_verbatim (raw) && raw[1] != '"' ? raw + 1 : NULL;
}

/* Of one node */

/**
 * gh_json_node_get_object:
 *
 * Returns: (transfer none) (nullable): the object in @node; NULL when it holds something else
 */
JsonObject *
gh_json_node_get_object (JsonNode *node)
{
  return node != NULL && JSON_NODE_HOLDS_OBJECT (node) ? json_node_get_object (node) : NULL;
}

/**
 * gh_json_node_get_array:
 *
 * Returns: (transfer none) (nullable): the array in @node; NULL when it holds something else
 */
JsonArray *
gh_json_node_get_array (JsonNode *node)
{
  return node != NULL && JSON_NODE_HOLDS_ARRAY (node) ? json_node_get_array (node) : NULL;
}

/**
 * gh_json_node_get_string:
 *
 * A string with U+0000 or a lone surrogate has no form as a C string: it is a string for
 * gh_json_node_is_string() and has a text for showing, gh_json_node_dup_text(), but this gives
 * NULL.
 *
 * Returns: (transfer none) (nullable): the text in @node; NULL when it holds something else
 */
const char *
gh_json_node_get_string (JsonNode *node)
{
  const char *raw = node != NULL ? gh_json_node_get_raw (node) : NULL;

  return raw != NULL && !gh_json_is_verbatim (raw) ? raw : NULL;
}

gboolean
gh_json_node_is_string (JsonNode *node)
{
  const char *raw = node != NULL ? gh_json_node_get_raw (node) : NULL;

  return raw != NULL && (!gh_json_is_verbatim (raw) || raw[1] == '"');
}

gboolean
gh_json_node_is_number (JsonNode *node)
{
  GType type;

  if (node == NULL || !JSON_NODE_HOLDS_VALUE (node))
    return FALSE;
  type = json_node_get_value_type (node);
  return type == G_TYPE_INT64 || type == G_TYPE_DOUBLE || get_number_source (node) != NULL;
}

gboolean
gh_json_node_is_boolean (JsonNode *node)
{
  return node != NULL && JSON_NODE_HOLDS_VALUE (node)
         && json_node_get_value_type (node) == G_TYPE_BOOLEAN;
}

gboolean
gh_json_node_is_null (JsonNode *node)
{
  return node != NULL && JSON_NODE_HOLDS_NULL (node);
}

/**
 * gh_json_node_get_length:
 *
 * Returns: bytes that the text of a string, or of a number kept verbatim, takes in memory; 0 for
 *   anything else, all of which is small or a container
 */
gsize
gh_json_node_get_length (JsonNode *node)
{
  const char *raw = node != NULL ? gh_json_node_get_raw (node) : NULL;

  return raw != NULL ? strlen (raw) : 0;
}

/**
 * gh_json_node_get_double:
 * @value: (out): set when TRUE is returned
 *
 * Returns: whether @node is a number that a double can hold (perhaps rounded, never infinite)
 */
gboolean
gh_json_node_get_double (JsonNode *node,
                         double   *value)
{
  double number;

  if (!gh_json_node_is_number (node))
    return FALSE;
  if (get_number_source (node) != NULL)
    number = g_ascii_strtod (get_number_source (node), NULL);
  else if (json_node_get_value_type (node) == G_TYPE_INT64)
    number = (double) json_node_get_int (node);
  else
    number = json_node_get_double (node);
  if (!isfinite (number))
    return FALSE;
  *value = number;
  return TRUE;
}

/**
 * gh_json_node_get_int:
 * @value: (out): set when TRUE is returned
 *
 * Numbers such as 5.0 and 2e3 are whole numbers too.
 *
 * Returns: whether @node is a whole number in the range of gint64
 */
gboolean
gh_json_node_get_int (JsonNode *node,
                      gint64   *value)
{
  double number;

  if (!gh_json_node_is_number (node))
    return FALSE;
  if (json_node_get_value_type (node) == G_TYPE_INT64)
    {
      *value = json_node_get_int (node);
      return TRUE;
    }
  /* Digits alone that are kept verbatim are too many for gint64, except minus zero. */
  if (get_number_source (node) != NULL && strpbrk (get_number_source (node), ".eE") == NULL
      && strcmp (get_number_source (node), "-0") != 0)
    return FALSE;
  if (!gh_json_node_get_double (node, &number) || number != trunc (number)
      || number < -0x1p63 || number >= 0x1p63)
    return FALSE;
  *value = (gint64) number;
  return TRUE;
}

/**
 * gh_json_node_dup_text:
 *
 * What to show of a value: a string's text, with U+FFFD for U+0000 and lone surrogates, or the JSON
 * text of anything else.
 *
 * Returns: (transfer full): UTF-8
 */
char *
gh_json_node_dup_text (JsonNode *node)
{
  const char *raw;

  g_return_val_if_fail (node != NULL, NULL);

  raw = gh_json_node_get_raw (node);
  if (raw == NULL || (gh_json_is_verbatim (raw) && raw[1] != '"'))
    return gh_json_write (node, NULL);
  if (gh_json_is_verbatim (raw))
    return gh_json_dup_readable (raw + 1);
  return g_utf8_make_valid (raw, -1);
}

static gboolean
equal_objects (JsonObject *a,
               JsonObject *b)
{
  JsonObjectIter iter;
  const char *name;
  JsonNode *member;

  if (json_object_get_size (a) != json_object_get_size (b))
    return FALSE;
  json_object_iter_init (&iter, a);
  while (json_object_iter_next (&iter, &name, &member))
    {
      JsonNode *other = json_object_get_member (b, name);

      if (other == NULL || !gh_json_node_equal (member, other))
        return FALSE;
    }
  return TRUE;
}

static gboolean
equal_arrays (JsonArray *a,
              JsonArray *b)
{
  guint length = json_array_get_length (a);

  if (length != json_array_get_length (b))
    return FALSE;
  for (guint i = 0; i < length; i++)
    if (!gh_json_node_equal (json_array_get_element (a, i), json_array_get_element (b, i)))
      return FALSE;
  return TRUE;
}

/**
 * gh_json_node_equal:
 *
 * Returns: whether two values are the same JSON value: members in any order, numbers by value
 */
gboolean
gh_json_node_equal (JsonNode *a,
                    JsonNode *b)
{
  g_return_val_if_fail (a != NULL && b != NULL, FALSE);

  if (a == b)
    return TRUE;
  if (gh_json_node_is_number (a))
    return gh_json_node_is_number (b) && gh_json_number_compare (a, b) == 0;
  if (gh_json_node_get_object (a) != NULL)
    return gh_json_node_get_object (b) != NULL
           && equal_objects (gh_json_node_get_object (a), gh_json_node_get_object (b));
  if (gh_json_node_get_array (a) != NULL)
    return gh_json_node_get_array (b) != NULL
           && equal_arrays (gh_json_node_get_array (a), gh_json_node_get_array (b));
  if (gh_json_node_is_string (a))
    return gh_json_node_is_string (b)
           && strcmp (gh_json_node_get_raw (a), gh_json_node_get_raw (b)) == 0;
  if (gh_json_node_is_boolean (a))
    return gh_json_node_is_boolean (b) && json_node_get_boolean (a) == json_node_get_boolean (b);
  return gh_json_node_is_null (a) && gh_json_node_is_null (b);
}

/* Spreads what differs in few bits over all of them: sums of such hashes seldom agree. */
static guint
mix (guint hash)
{
  hash = (hash ^ (hash >> 16)) * 0x7feb352dU;
  hash = (hash ^ (hash >> 15)) * 0x846ca68bU;
  return hash ^ (hash >> 16);
}

static guint
hash_number (JsonNode *node)
{
  double number;
  guint64 bits;

  /* Minus zero equals zero; beyond a double all are the same. */
  if (!gh_json_node_get_double (node, &number) || number == 0)
    return 3;
  memcpy (&bits, &number, sizeof bits);
  return mix ((guint) (bits ^ (bits >> 32)));
}

/**
 * gh_json_node_hash:
 *
 * Returns: a hash that is the same for values that gh_json_node_equal() calls equal
 */
guint
gh_json_node_hash (JsonNode *node)
{
  JsonObject *object;
  JsonArray *array;
  guint hash = 0;

  g_return_val_if_fail (node != NULL, 0);

  object = gh_json_node_get_object (node);
  array = gh_json_node_get_array (node);
  if (object != NULL)
    {
      JsonObjectIter iter;
      const char *name;
      JsonNode *member;

      json_object_iter_init (&iter, object);
      while (json_object_iter_next (&iter, &name, &member))
        hash += mix (g_str_hash (name) * 31 + gh_json_node_hash (member));
      return hash + 1;
    }
  if (array != NULL)
    {
      for (guint i = 0; i < json_array_get_length (array); i++)
        hash = hash * 31 + gh_json_node_hash (json_array_get_element (array, i));
      return hash + 2;
    }
  if (gh_json_node_is_number (node))
    return hash_number (node);
  if (gh_json_node_is_string (node))
    return g_str_hash (gh_json_node_get_raw (node));
  return gh_json_node_is_boolean (node) ? 4 + json_node_get_boolean (node) : 6;
}

/* Lenient */

/**
 * gh_json_get:
 * @object: (nullable): where to look
 *
 * Returns: (transfer none) (nullable): the member, NULL when it is absent or null
 */
JsonNode *
gh_json_get (JsonObject *object,
             const char *name)
{
  JsonNode *node = object != NULL ? json_object_get_member (object, name) : NULL;

  return node != NULL && !JSON_NODE_HOLDS_NULL (node) ? node : NULL;
}

/**
 * gh_json_get_any:
 * @object: (nullable): where to look
 *
 * Returns: (transfer none) (nullable): the member, NULL only when it is absent
 */
JsonNode *
gh_json_get_any (JsonObject *object,
                 const char *name)
{
  return object != NULL ? json_object_get_member (object, name) : NULL;
}

JsonObject *
gh_json_get_object (JsonObject *object,
                    const char *name)
{
  return gh_json_node_get_object (gh_json_get (object, name));
}

JsonArray *
gh_json_get_array (JsonObject *object,
                   const char *name)
{
  return gh_json_node_get_array (gh_json_get (object, name));
}

/* See gh_json_node_get_string() for strings that are given as NULL. */
const char *
gh_json_get_string (JsonObject *object,
                    const char *name)
{
  return gh_json_node_get_string (gh_json_get (object, name));
}

gboolean
gh_json_get_boolean (JsonObject *object,
                     const char *name,
                     gboolean    fallback)
{
  JsonNode *node = gh_json_get (object, name);

  return gh_json_node_is_boolean (node) ? json_node_get_boolean (node) : fallback;
}

gint64
gh_json_get_int (JsonObject *object,
                 const char *name,
                 gint64      fallback)
{
  gint64 value;

  return gh_json_node_get_int (gh_json_get (object, name), &value) ? value : fallback;
}

double
gh_json_get_double (JsonObject *object,
                    const char *name,
                    double      fallback)
{
  double value;

  return gh_json_node_get_double (gh_json_get (object, name), &value) ? value : fallback;
}

/* Strict */

/* The member when it is there; FALSE is an error. */
static gboolean
expect (JsonObject  *object,
        const char  *name,
        gboolean     required,
        JsonNode   **node,
        GError     **error)
{
  g_return_val_if_fail (object != NULL && name != NULL, FALSE);

  *node = gh_json_get (object, name);
  if (*node == NULL && required)
    {
      g_set_error (error, GH_JSON_ERROR, GH_JSON_ERROR_MEMBER, "\"%s\" is missing", name);
      return FALSE;
    }
  return TRUE;
}

static gboolean
wrong_type (const char  *name,
            const char  *type,
            GError     **error)
{
  g_set_error (error, GH_JSON_ERROR, GH_JSON_ERROR_MEMBER, "\"%s\" is not %s", name, type);
  return FALSE;
}

gboolean
gh_json_expect_object (JsonObject  *object,
                       const char  *name,
                       gboolean     required,
                       JsonObject **value,
                       GError     **error)
{
  JsonNode *node;

  if (!expect (object, name, required, &node, error))
    return FALSE;
  if (node == NULL)
    return TRUE;
  if (gh_json_node_get_object (node) == NULL)
    return wrong_type (name, "an object", error);
  *value = gh_json_node_get_object (node);
  return TRUE;
}

gboolean
gh_json_expect_array (JsonObject  *object,
                      const char  *name,
                      gboolean     required,
                      JsonArray  **value,
                      GError     **error)
{
  JsonNode *node;

  if (!expect (object, name, required, &node, error))
    return FALSE;
  if (node == NULL)
    return TRUE;
  if (gh_json_node_get_array (node) == NULL)
    return wrong_type (name, "an array", error);
  *value = gh_json_node_get_array (node);
  return TRUE;
}

gboolean
gh_json_expect_string (JsonObject  *object,
                       const char  *name,
                       gboolean     required,
                       const char **value,
                       GError     **error)
{
  JsonNode *node;

  if (!expect (object, name, required, &node, error))
    return FALSE;
  if (node == NULL)
    return TRUE;
  if (gh_json_node_get_string (node) == NULL)
    return wrong_type (name,
                       gh_json_node_is_string (node)
                         ? "a usable string: it has U+0000 or a lone surrogate"
                         : "a string",
                       error);
  *value = gh_json_node_get_string (node);
  return TRUE;
}

gboolean
gh_json_expect_boolean (JsonObject  *object,
                        const char  *name,
                        gboolean     required,
                        gboolean    *value,
                        GError     **error)
{
  JsonNode *node;

  if (!expect (object, name, required, &node, error))
    return FALSE;
  if (node == NULL)
    return TRUE;
  if (!gh_json_node_is_boolean (node))
    return wrong_type (name, "a boolean", error);
  *value = json_node_get_boolean (node);
  return TRUE;
}

gboolean
gh_json_expect_int (JsonObject  *object,
                    const char  *name,
                    gboolean     required,
                    gint64      *value,
                    GError     **error)
{
  JsonNode *node;

  if (!expect (object, name, required, &node, error))
    return FALSE;
  return node == NULL || gh_json_node_get_int (node, value)
         || wrong_type (name, "an integer", error);
}

gboolean
gh_json_expect_double (JsonObject  *object,
                       const char  *name,
                       gboolean     required,
                       double      *value,
                       GError     **error)
{
  JsonNode *node;

  if (!expect (object, name, required, &node, error))
    return FALSE;
  return node == NULL || gh_json_node_get_double (node, value)
         || wrong_type (name, "a number", error);
}

/* Building */

/**
 * gh_json_node_new_string:
 * @text: (nullable): bytes that are not UTF-8 become U+FFFD; NULL gives the value null
 *
 * Returns: (transfer full): a new node
 */
JsonNode *
gh_json_node_new_string (const char *text)
{
  g_autofree char *valid = NULL;

  if (text == NULL)
    return json_node_init_null (json_node_alloc ());
  if (!g_utf8_validate (text, -1, NULL))
    text = valid = g_utf8_make_valid (text, -1);
  return json_node_init_string (json_node_alloc (), text);
}

JsonNode *
gh_json_node_new_int (gint64 value)
{
  return json_node_init_int (json_node_alloc (), value);
}

/* What is not finite is null in JSON. */
JsonNode *
gh_json_node_new_double (double value)
{
  if (!isfinite (value))
    return json_node_init_null (json_node_alloc ());
  return json_node_init_double (json_node_alloc (), value);
}

JsonNode *
gh_json_node_new_boolean (gboolean value)
{
  return json_node_init_boolean (json_node_alloc (), value);
}

JsonNode *
gh_json_node_new_object (JsonObject *take_object)
{
  JsonNode *node = json_node_init_object (json_node_alloc (), take_object);

  json_object_unref (take_object);
  return node;
}

/**
 * gh_json_copy_members:
 * @object: (nullable): NULL: no members
 *
 * Returns: (transfer full): an object with the same values in the same order, whose own members can
 *   be changed without touching the original's
 */
JsonObject *
gh_json_copy_members (JsonObject *object)
{
  JsonObject *copy = json_object_new ();
  JsonObjectIter iter;
  const char *name;
  JsonNode *node;

  if (object == NULL)
    return copy;
  json_object_iter_init_ordered (&iter, object);
  while (json_object_iter_next_ordered (&iter, &name, &node))
    json_object_set_member (copy, name, json_node_copy (node));
  return copy;
}

JsonNode *
gh_json_node_new_array (JsonArray *take_array)
{
  JsonNode *node = json_node_init_array (json_node_alloc (), take_array);

  json_array_unref (take_array);
  return node;
}

void
gh_json_add_string (JsonObject *object,
                    const char *name,
                    const char *text)
{
  g_return_if_fail (object != NULL);
  g_return_if_fail (name != NULL);

  if (text != NULL)
    json_object_set_member (object, name, gh_json_node_new_string (text));
}
