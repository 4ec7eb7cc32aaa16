/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * Results that a server of the modern era lets us keep for a while (requirements 8.31-8.36). */
#include "config.h"

#include "gh-mcp-cache.h"

#include <string.h>

#include "gh-json.h"
#include "gh-mcp-protocol.h"

/* A session keeps a handful of lists and what was read last. */
#define MAX_ENTRIES 200
#define MAX_BYTES (8 * 1024 * 1024)
/* What is longer is read again. */
#define MAX_RESULT (1024 * 1024)
/* Long before it the program has been closed. */
#define MAX_TTL_MS (24 * 60 * 60 * 1000)

/* Kept as text: a server could make the nodes of a short text fill a hundred times its memory. */
typedef struct
{
  char *key;
  char *method;
  char *uri; /* of a resource, or NULL */
  char *text;
  gsize length; /* of the text */
  gint64 expires; /* monotonic */
} Entry;

struct _GhMcpCache
{
  GQueue entries;     /* of Entry, oldest first */
  GHashTable *by_key; /* the links of entries */
  gsize size;
};

static void
entry_free (Entry *self)
{
  g_free (self->key);
  g_free (self->method);
  g_free (self->uri);
  g_free (self->text);
  g_free (self);
}

GhMcpCache *
gh_mcp_cache_new (void)
{
  GhMcpCache *self = g_new0 (GhMcpCache, 1);

  g_queue_init (&self->entries);
  self->by_key = g_hash_table_new (g_str_hash, g_str_equal);
  return self;
}

gboolean
gh_mcp_cache_is_for (const char *method)
{
  static const char * const methods[] = {
    GH_MCP_TOOLS_LIST, GH_MCP_PROMPTS_LIST, GH_MCP_RESOURCES_LIST, GH_MCP_RESOURCE_TEMPLATES_LIST,
    GH_MCP_RESOURCES_READ, NULL
  };

  return g_strv_contains (methods, method);
}

static char *
dup_key (const char *method,
         JsonNode   *params)
{
  g_autofree char *text = params != NULL ? gh_json_write (params, NULL) : NULL;

  return g_strconcat (method, " ", text, NULL);
}

static gsize
get_size (Entry *entry)
{
  return strlen (entry->key) + entry->length;
}

static void
drop_link (GhMcpCache *self,
           GList      *link)
{
  Entry *entry = link->data;

  g_hash_table_remove (self->by_key, entry->key);
  self->size -= get_size (entry);
  g_queue_delete_link (&self->entries, link);
  entry_free (entry);
}

typedef gboolean (*Matches) (Entry      *entry,
                             const char *text);

static gboolean
has_method (Entry      *entry,
            const char *method)
{
  return strcmp (entry->method, method) == 0;
}

static gboolean
has_uri (Entry      *entry,
         const char *uri)
{
  return g_strcmp0 (entry->uri, uri) == 0;
}

static void
drop_matching (GhMcpCache *self,
               Matches     matches,
               const char *text)
{
  GList *next;

  for (GList *link = self->entries.head; link != NULL; link = next)
    {
      next = link->next;
      if (matches (link->data, text))
        drop_link (self, link);
    }
}

JsonNode *
gh_mcp_cache_look_up (GhMcpCache *self,
                      const char *method,
                      JsonNode   *params,
                      gint64      now)
{
  g_autofree char *key = NULL;
  GList *link;
  Entry *entry;

  g_return_val_if_fail (self != NULL, NULL);
  g_return_val_if_fail (method != NULL, NULL);

  if (!gh_mcp_cache_is_for (method))
    return NULL;
  key = dup_key (method, params);
  link = g_hash_table_lookup (self->by_key, key);
  if (link == NULL)
    return NULL;
  entry = link->data;
  if (now >= entry->expires)
    {
      drop_link (self, link);
      return NULL;
    }
  /* It was read once before. */
  return gh_json_read (entry->text, entry->length, NULL);
}

void
gh_mcp_cache_store (GhMcpCache *self,
                    const char *method,
                    JsonNode   *params,
                    JsonNode   *result,
                    gint64      now)
{
  g_autofree char *key = NULL;
  g_autofree char *text = NULL;
  JsonObject *asked, *object;
  GList *link;
  Entry *entry;
  gint64 ttl_ms;

  g_return_if_fail (self != NULL);
  g_return_if_fail (method != NULL);
  g_return_if_fail (result != NULL);

  if (!gh_mcp_cache_is_for (method))
    return;
  asked = gh_json_node_get_object (params);
  if (strcmp (method, GH_MCP_RESOURCES_READ) != 0 && gh_json_get_any (asked, "cursor") == NULL)
    drop_matching (self, has_method, method);
  key = dup_key (method, params);
  link = g_hash_table_lookup (self->by_key, key);
  if (link != NULL)
    drop_link (self, link);

  object = gh_json_node_get_object (result);
  ttl_ms = object != NULL ? gh_json_get_int (object, "ttlMs", 0) : 0;
  if (ttl_ms <= 0)
    return;
  text = gh_json_write_start (result, MAX_RESULT + 1);
  if (strlen (text) > MAX_RESULT)
    return;

  entry = g_new0 (Entry, 1);
  entry->key = g_steal_pointer (&key);
  entry->method = g_strdup (method);
  entry->uri = g_strdup (gh_json_get_string (asked, "uri"));
  entry->length = strlen (text);
  entry->text = g_steal_pointer (&text);
  entry->expires = now + MIN (ttl_ms, MAX_TTL_MS) * 1000;
  g_queue_push_tail (&self->entries, entry);
  g_hash_table_insert (self->by_key, entry->key, self->entries.tail);
  self->size += get_size (entry);
  while (self->size > MAX_BYTES || self->entries.length > MAX_ENTRIES)
    drop_link (self, self->entries.head);
}

void
gh_mcp_cache_drop (GhMcpCache *self,
                   const char *method)
{
  g_return_if_fail (self != NULL);
  g_return_if_fail (method != NULL);

  drop_matching (self, has_method, method);
}

void
gh_mcp_cache_drop_resource (GhMcpCache *self,
                            const char *uri)
{
  g_return_if_fail (self != NULL);
  g_return_if_fail (uri != NULL);

  drop_matching (self, has_uri, uri);
}

void
gh_mcp_cache_clear (GhMcpCache *self)
{
  g_return_if_fail (self != NULL);

  while (self->entries.head != NULL)
    drop_link (self, self->entries.head);
}

gsize
gh_mcp_cache_get_size (GhMcpCache *self)
{
  g_return_val_if_fail (self != NULL, 0);

  return self->size;
}

void
gh_mcp_cache_free (GhMcpCache *self)
{
  g_return_if_fail (self != NULL);

  gh_mcp_cache_clear (self);
  g_hash_table_unref (self->by_key);
  g_free (self);
}
