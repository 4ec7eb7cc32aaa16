/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * What the host sent and no step has taken yet, in order; and how often it sent what. */
#include "config.h"

#include "case-inbox.h"

#include <string.h>

#include "case-pattern.h"

/* What is shown of a message, and of an inbox. */
#define MAX_SHOWN 160
#define MAX_ITEMS_SHOWN 8

struct _CaseInbox
{
  GPtrArray  *items;
  GHashTable *methods;  /* name -> count */
  GPtrArray  *requests; /* of char*: "VERB", "path", "query", over and over */
};

/* As it was written, without the white space that is outside strings. */
static char *
dup_compact (const char *json)
{
  g_autoptr(GString) out = g_string_new (NULL);
  gboolean in_string = FALSE;

  for (const char *p = json; *p != '\0'; p++)
    {
      if (!in_string && strchr (" \t\r\n", *p) != NULL)
        continue;
      g_string_append_c (out, *p);
      if (*p == '"')
        in_string = !in_string;
      else if (in_string && *p == '\\' && p[1] != '\0')
        g_string_append_c (out, *++p);
    }
  return g_string_free (g_steal_pointer (&out), FALSE);
}

CaseItem *
case_item_new_line (const char *line,
                    JsonNode   *take_message)
{
  CaseItem *self = g_new0 (CaseItem, 1);

  self->message = take_message;
  self->line = dup_compact (line);
  return self;
}

CaseItem *
case_item_new_request (CaseRequest *take_request)
{
  CaseItem *self = g_new0 (CaseItem, 1);

  self->request = take_request;
  if (take_request->json != NULL)
    self->message = json_node_ref (take_request->json);
  return self;
}

void
case_item_free (CaseItem *self)
{
  g_clear_pointer (&self->message, json_node_unref);
  g_clear_pointer (&self->request, case_request_unref);
  g_free (self->line);
  g_free (self);
}

static JsonObject *
get_object (CaseItem *self)
{
  return self->message != NULL ? gh_json_node_get_object (self->message) : NULL;
}

const char *
case_item_get_method (CaseItem *self)
{
  JsonObject *object = get_object (self);

  return object != NULL ? gh_json_get_string (object, "method") : NULL;
}

JsonNode *
case_item_get_id (CaseItem *self)
{
  JsonObject *object = get_object (self);

  return object != NULL ? gh_json_get_any (object, "id") : NULL;
}

gboolean
case_item_is_request (CaseItem *self)
{
  return case_item_get_method (self) != NULL && case_item_get_id (self) != NULL;
}

char *
case_item_describe (CaseItem *self)
{
  g_autofree char *json = self->message != NULL ? gh_json_write (self->message, NULL) : NULL;
  g_autoptr(GString) text = g_string_new (NULL);
  g_autofree char *valid = NULL;

  if (self->request != NULL)
    g_string_append_printf (text, "%s %s ", self->request->verb, self->request->path);
  if (json != NULL)
    g_string_append (text, json);
  g_strchomp (text->str);
  g_string_set_size (text, strlen (text->str));
  if (text->len > MAX_SHOWN)
    {
      g_string_truncate (text, MAX_SHOWN);
      valid = g_utf8_make_valid (text->str, -1);
      return g_strconcat (valid, "...", NULL);
    }
  return g_string_free (g_steal_pointer (&text), FALSE);
}

CaseInbox *
case_inbox_new (void)
{
  CaseInbox *self = g_new0 (CaseInbox, 1);

  self->items = g_ptr_array_new_with_free_func ((GDestroyNotify) case_item_free);
  self->methods = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->requests = g_ptr_array_new_with_free_func (g_free);
  return self;
}

void
case_inbox_free (CaseInbox *self)
{
  g_ptr_array_unref (self->items);
  g_hash_table_unref (self->methods);
  g_ptr_array_unref (self->requests);
  g_free (self);
}

void
case_inbox_count (CaseInbox *self,
                  CaseItem  *item)
{
  const char *method = case_item_get_method (item);

  if (method != NULL)
    {
      guint n = GPOINTER_TO_UINT (g_hash_table_lookup (self->methods, method));

      g_hash_table_replace (self->methods, g_strdup (method), GUINT_TO_POINTER (n + 1));
    }
  if (item->request != NULL)
    {
      g_ptr_array_add (self->requests, g_strdup (item->request->verb));
      g_ptr_array_add (self->requests, g_strdup (item->request->path));
      g_ptr_array_add (self->requests, g_strdup (item->request->query));
    }
}

/* "VERB" or "VERB /path". */
static gint64
count_requests (CaseInbox  *self,
                const char *what)
{
  g_auto(GStrv) words = g_strsplit (what, " ", 2);
  gint64 n = 0;

  for (guint i = 0; i < self->requests->len; i += 3)
    if (g_str_equal (words[0], g_ptr_array_index (self->requests, i))
        && (words[1] == NULL
            || case_pattern_fits_path (words[1], g_ptr_array_index (self->requests, i + 1),
                                       g_ptr_array_index (self->requests, i + 2))))
      n++;
  return n;
}

gint64
case_inbox_get_count (CaseInbox  *self,
                      const char *what)
{
  return count_requests (self, what)
         + GPOINTER_TO_UINT (g_hash_table_lookup (self->methods, what));
}

void
case_inbox_add (CaseInbox *self,
                CaseItem  *take_item)
{
  g_ptr_array_add (self->items, take_item);
}

guint
case_inbox_get_length (CaseInbox *self)
{
  return self->items->len;
}

CaseItem *
case_inbox_peek (CaseInbox *self,
                 guint      position)
{
  return g_ptr_array_index (self->items, position);
}

CaseItem *
case_inbox_take (CaseInbox *self,
                 guint      position)
{
  return g_ptr_array_steal_index (self->items, position);
}

char *
case_inbox_describe (CaseInbox *self)
{
  g_autoptr(GString) text = g_string_new (NULL);

  if (self->items->len == 0)
    return g_strdup ("empty");
  for (guint i = 0; i < self->items->len && i < MAX_ITEMS_SHOWN; i++)
    {
      g_autofree char *item = case_item_describe (case_inbox_peek (self, i));

      g_string_append_printf (text, "%s%s", i > 0 ? ", " : "", item);
    }
  if (self->items->len > MAX_ITEMS_SHOWN)
    g_string_append_printf (text, " and %u more", self->items->len - MAX_ITEMS_SHOWN);
  return g_string_free (g_steal_pointer (&text), FALSE);
}
