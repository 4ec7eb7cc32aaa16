/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * Which placeholder stands for which original. */
#include "config.h"

#include "gh-shield-map.h"

#include <string.h>

#include "gh-shield-private.h"

/* More digits than a map will ever need. */
#define MAX_DIGITS 7

typedef struct
{
  char         *original;
  char         *placeholder;
  const char   *provider;
  GhShieldKind  kind;
} Entry;

struct _GhShieldMap
{
  GPtrArray  *entries;
  GHashTable *by_original;    /* index + 1, keys of the entries */
  GHashTable *by_placeholder; /* the same */
  guint       counts[GH_SHIELD_N_KINDS];
  gboolean    gave_up;
};

/* No word is the beginning of another one and "_". */
static const char * const words[GH_SHIELD_N_KINDS] = {
  [GH_SHIELD_API_KEY] = "API_KEY",
  [GH_SHIELD_PRIVATE_KEY] = "PRIVATE_KEY",
  [GH_SHIELD_TOKEN] = "TOKEN",
  [GH_SHIELD_PASSWORD] = "PASSWORD",
  [GH_SHIELD_EMAIL] = "EMAIL",
  [GH_SHIELD_CARD] = "CARD",
  [GH_SHIELD_HOME] = "HOME",
  [GH_SHIELD_OWN] = "SECRET",
  [GH_SHIELD_LITERAL] = "TEXT",
};

const char *
gh_shield_kind_get_word (GhShieldKind kind)
{
  g_return_val_if_fail (kind < GH_SHIELD_N_KINDS, NULL);

  return words[kind];
}

static void
entry_free (Entry *entry)
{
  g_free (entry->original);
  g_free (entry->placeholder);
  g_free (entry);
}

GhShieldMap *
gh_shield_map_new (void)
{
  GhShieldMap *self = g_new0 (GhShieldMap, 1);

  self->entries = g_ptr_array_new_with_free_func ((GDestroyNotify) entry_free);
  self->by_original = g_hash_table_new (g_str_hash, g_str_equal);
  self->by_placeholder = g_hash_table_new (g_str_hash, g_str_equal);
  return self;
}

void
gh_shield_map_free (GhShieldMap *self)
{
  g_hash_table_unref (self->by_original);
  g_hash_table_unref (self->by_placeholder);
  g_ptr_array_unref (self->entries);
  g_free (self);
}

guint
gh_shield_map_get_length (GhShieldMap *self)
{
  g_return_val_if_fail (self != NULL, 0);

  return self->entries->len;
}

static const Entry *
get_entry (GhShieldMap *self,
           guint        index)
{
  g_assert (index < self->entries->len);

  return g_ptr_array_index (self->entries, index);
}

GhShieldKind
gh_shield_map_get_kind (GhShieldMap *self,
                        guint        index)
{
  g_return_val_if_fail (self != NULL && index < self->entries->len, GH_SHIELD_LITERAL);

  return get_entry (self, index)->kind;
}

/**
 * gh_shield_map_get_provider:
 *
 * Returns: (nullable): whose key it is
 */
const char *
gh_shield_map_get_provider (GhShieldMap *self,
                            guint        index)
{
  g_return_val_if_fail (self != NULL && index < self->entries->len, NULL);

  return get_entry (self, index)->provider;
}

const char *
gh_shield_map_get_placeholder (GhShieldMap *self,
                               guint        index)
{
  g_return_val_if_fail (self != NULL && index < self->entries->len, NULL);

  return get_entry (self, index)->placeholder;
}

const char *
gh_shield_map_get_original (GhShieldMap *self,
                            guint        index)
{
  g_return_val_if_fail (self != NULL && index < self->entries->len, NULL);

  return get_entry (self, index)->original;
}

gboolean
gh_shield_map_get_gave_up (GhShieldMap *self)
{
  g_return_val_if_fail (self != NULL, FALSE);

  return self->gave_up;
}

void
gh_shield_map_set_gave_up (GhShieldMap *self)
{
  g_return_if_fail (self != NULL);

  self->gave_up = TRUE;
}

/**
 * gh_shield_map_add:
 * @provider: (nullable): whose key it is; static
 *
 * Returns: the index of the entry that stands for the original; one of another kind stays
 */
guint
gh_shield_map_add (GhShieldMap  *self,
                   GhShieldKind  kind,
                   const char   *provider,
                   const char   *original,
                   gsize         length)
{
  g_autofree char *key = g_strndup (original, length);
  guint known;
  Entry *entry;

  g_return_val_if_fail (self != NULL && kind < GH_SHIELD_N_KINDS, 0);

  known = GPOINTER_TO_UINT (g_hash_table_lookup (self->by_original, key));
  if (known != 0)
    return known - 1;

  entry = g_new0 (Entry, 1);
  entry->original = g_steal_pointer (&key);
  entry->placeholder = g_strdup_printf ("[[%s_%u]]", words[kind], ++self->counts[kind]);
  entry->provider = provider;
  entry->kind = kind;
  g_ptr_array_add (self->entries, entry);
  g_hash_table_insert (self->by_original, entry->original, GUINT_TO_POINTER (self->entries->len));
  g_hash_table_insert (self->by_placeholder, entry->placeholder,
                       GUINT_TO_POINTER (self->entries->len));
  return self->entries->len - 1;
}

gsize
gh_shield_placeholder_length (const char *text)
{
  if (text[0] != '[' || text[1] != '[' || !g_ascii_isupper (text[2]))
    return 0;
  for (guint i = 0; i < GH_SHIELD_N_KINDS; i++)
    {
      const char *at = text + 2;
      gsize length = strlen (words[i]);

      if (strncmp (at, words[i], length) != 0)
        continue;
      at += length;
      if (*at == '_' && at[1] >= '1' && at[1] <= '9')
        {
          gsize digits = strspn (at + 1, "0123456789");

          if (digits > MAX_DIGITS)
            return 0;
          at += 1 + digits;
        }
      return at[0] == ']' && at[1] == ']' ? (gsize) (at + 2 - text) : 0;
    }
  return 0;
}

/* Whether the placeholder of so many bytes is one of the map's. */
gboolean
gh_shield_map_has_placeholder (GhShieldMap *self,
                               const char  *text,
                               gsize        length,
                               guint       *index)
{
  g_autofree char *key = g_strndup (text, length);
  guint known = GPOINTER_TO_UINT (g_hash_table_lookup (self->by_placeholder, key));

  if (known == 0)
    return FALSE;
  *index = known - 1;
  return TRUE;
}

/**
 * gh_shield_map_find:
 * @start: (inout): where to look from; where it is
 * @end: (out): behind it
 * @index: (out): the entry it stands for
 */
gboolean
gh_shield_map_find (GhShieldMap *self,
                    const char  *text,
                    gsize       *start,
                    gsize       *end,
                    guint       *index)
{
  const char *at = text + *start;

  g_return_val_if_fail (self != NULL, FALSE);

  while ((at = strstr (at, "[[")) != NULL)
    {
      gsize length = gh_shield_placeholder_length (at);

      if (length > 0 && gh_shield_map_has_placeholder (self, at, length, index))
        {
          *start = at - text;
          *end = *start + length;
          return TRUE;
        }
      at++;
    }
  return FALSE;
}

char *
gh_shield_map_restore (GhShieldMap *self,
                       const char  *text)
{
  GString *out = g_string_new (NULL);
  gsize done = 0;
  gsize start = 0;
  gsize end;
  guint index;

  g_return_val_if_fail (self != NULL && text != NULL, NULL);

  while (gh_shield_map_find (self, text, &start, &end, &index))
    {
      g_string_append_len (out, text + done, start - done);
      g_string_append (out, get_entry (self, index)->original);
      done = start = end;
    }
  g_string_append (out, text + done);
  return g_string_free (out, FALSE);
}
