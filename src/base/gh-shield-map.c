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

/* A text is looked up by so many bytes. */
#define BEGINNING 4
/* A power of two: the fewer collisions, the fewer look-ups. */
#define BEGINNING_BITS 4096
/* Most originals are shorter. */
#define KEY_ON_STACK 128
/* Together some tens of megabytes. */
#define MAX_ENTRIES 100000
/* More would only take time: whoever writes that many writes anything. */
#define MAX_KNOWN 10000

typedef struct
{
  char         *original;
  char         *placeholder;
  const char   *provider;
  GhShieldKind  kind;
  gboolean      shown;
  guint         uses;
  guint         place;    /* the first */
  guint         next;     /* index + 1 of another entry with the same beginning; 0: none */
} Entry;

struct _GhShieldMap
{
  GPtrArray  *entries;
  GHashTable *by_original;    /* index + 1, keys of the entries */
  GHashTable *by_placeholder; /* the same */
  GHashTable *by_beginning;   /* the same, of those that are looked for everywhere */
  GHashTable *reserved;       /* what looks like a placeholder, and is none; owned */
  guint32     beginnings[BEGINNING_BITS / 32]; /* of them: which bits there are */
  guint       place;
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
  self->by_beginning = g_hash_table_new (NULL, NULL);
  self->reserved = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->place = GH_SHIELD_NOWHERE;
  return self;
}

void
gh_shield_map_free (GhShieldMap *self)
{
  g_hash_table_unref (self->by_original);
  g_hash_table_unref (self->by_placeholder);
  g_hash_table_unref (self->by_beginning);
  g_hash_table_unref (self->reserved);
  g_ptr_array_unref (self->entries);
  g_free (self);
}

guint
gh_shield_map_get_length (GhShieldMap *self)
{
  g_return_val_if_fail (self != NULL, 0);

  return self->entries->len;
}

static Entry *
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

gboolean
gh_shield_map_get_shown (GhShieldMap *self,
                         guint        index)
{
  g_return_val_if_fail (self != NULL && index < self->entries->len, FALSE);

  return get_entry (self, index)->shown;
}

void
gh_shield_map_set_shown (GhShieldMap *self,
                         guint        index,
                         gboolean     shown)
{
  g_return_if_fail (self != NULL && index < self->entries->len);

  get_entry (self, index)->shown = shown;
}

guint
gh_shield_map_get_uses (GhShieldMap *self,
                        guint        index)
{
  g_return_val_if_fail (self != NULL && index < self->entries->len, 0);

  return get_entry (self, index)->uses;
}

guint
gh_shield_map_get_place (GhShieldMap *self,
                         guint        index)
{
  g_return_val_if_fail (self != NULL && index < self->entries->len, GH_SHIELD_NOWHERE);

  return get_entry (self, index)->place;
}

void
gh_shield_map_start_counting (GhShieldMap *self)
{
  g_return_if_fail (self != NULL);

  for (guint i = 0; i < self->entries->len; i++)
    get_entry (self, i)->uses = 0;
}

void
gh_shield_map_set_place (GhShieldMap *self,
                         guint        place)
{
  g_return_if_fail (self != NULL);

  self->place = place;
}

const char *
gh_shield_map_use (GhShieldMap *self,
                   guint        index)
{
  Entry *entry = get_entry (self, index);

  if (self->place != GH_SHIELD_NOWHERE && entry->uses++ == 0)
    entry->place = self->place;
  return entry->shown ? entry->original : entry->placeholder;
}

static guint32
read_beginning (const char *text)
{
  guint32 beginning;

  memcpy (&beginning, text, sizeof beginning);
  return beginning;
}

static guint
get_bit (guint32 beginning)
{
  return (beginning * 2654435761u) >> 20;
}

/* What is looked for everywhere once it was found somewhere: long enough to be no word. */
static gboolean
is_known_anywhere (const Entry *entry)
{
  return entry->kind != GH_SHIELD_LITERAL && entry->kind != GH_SHIELD_HOME &&
         strlen (entry->original) >= GH_SHIELD_MIN_KNOWN;
}

static void
remember (GhShieldMap *self,
          Entry       *entry)
{
  guint32 beginning;

  G_STATIC_ASSERT (BEGINNING == sizeof beginning && BEGINNING_BITS == 1 << (32 - 20));

  if (!is_known_anywhere (entry))
    return;
  beginning = read_beginning (entry->original);
  entry->next =
    GPOINTER_TO_UINT (g_hash_table_lookup (self->by_beginning, GUINT_TO_POINTER (beginning)));
  g_hash_table_insert (self->by_beginning, GUINT_TO_POINTER (beginning),
                       GUINT_TO_POINTER (self->entries->len));
  self->beginnings[get_bit (beginning) / 32] |= 1u << (get_bit (beginning) % 32);
}

/* The entry whose original stands at `at`, alone and not as a part of something longer. */
static const Entry *
match_known (GhShieldMap *self,
             const char  *text,
             gsize        length,
             gsize        at)
{
  guint index = GPOINTER_TO_UINT (g_hash_table_lookup (
    self->by_beginning, GUINT_TO_POINTER (read_beginning (text + at))));

  /* As many as begin alike are looked at: a few, whatever a text does. */
  for (guint n = 0; index != 0 && n < 8; n++)
    {
      const Entry *entry = get_entry (self, index - 1);
      gsize end = at + strlen (entry->original);

      if (end <= length && memcmp (text + at, entry->original, end - at) == 0 &&
          !(gh_shield_is (text[end - 1], GH_SHIELD_ALNUM) &&
            gh_shield_is (text[end], GH_SHIELD_ALNUM)))
        return entry;
      index = entry->next;
    }
  return NULL;
}

GArray *
gh_shield_map_find_known (GhShieldMap *self,
                          const char  *text)
{
  GArray *findings = g_array_new (FALSE, FALSE, sizeof (GhShieldFinding));
  gsize length = strlen (text);
  gsize at = 0;

  if (g_hash_table_size (self->by_beginning) == 0)
    return findings;
  while (at + GH_SHIELD_MIN_KNOWN <= length)
    {
      guint bit = get_bit (read_beginning (text + at));
      const Entry *entry = NULL;
      GhShieldFinding finding = { at, length, GH_SHIELD_PASSWORD, NULL };

      if ((self->beginnings[bit / 32] & 1u << (bit % 32)) != 0 &&
          !(at > 0 && gh_shield_is (text[at - 1], GH_SHIELD_ALNUM) &&
            gh_shield_is (text[at], GH_SHIELD_ALNUM)))
        entry = match_known (self, text, length, at);
      if (entry == NULL)
        {
          at++;
          continue;
        }
      /* The last of too many goes to the end. */
      if (findings->len < GH_SHIELD_MAX_FINDINGS)
        finding = (GhShieldFinding) {
          at, at + strlen (entry->original), entry->kind, entry->provider,
        };
      g_array_append_val (findings, finding);
      at = finding.end;
    }
  return findings;
}

/* The index + 1 of the entry with that key, 0 when there is none. */
static guint
look_up (GHashTable *table,
         const char *text,
         gsize       length)
{
  char key[KEY_ON_STACK];
  g_autofree char *long_key = NULL;

  if (length >= sizeof key)
    {
      long_key = g_strndup (text, length);
      return GPOINTER_TO_UINT (g_hash_table_lookup (table, long_key));
    }
  memcpy (key, text, length);
  key[length] = '\0';
  return GPOINTER_TO_UINT (g_hash_table_lookup (table, key));
}

static char *
make_placeholder (GhShieldMap  *self,
                  GhShieldKind  kind)
{
  while (TRUE)
    {
      g_autofree char *placeholder =
        g_strdup_printf ("[[%s_%u]]", words[kind], ++self->counts[kind]);

      if (!g_hash_table_contains (self->reserved, placeholder))
        return g_steal_pointer (&placeholder);
    }
}

/**
 * gh_shield_map_add:
 * @provider: (nullable): whose key it is; static
 *
 * Returns: the index of the entry that stands for the original; one of another kind stays.
 *   GH_SHIELD_NO_ENTRY when there are as many as there may be
 */
guint
gh_shield_map_add (GhShieldMap  *self,
                   GhShieldKind  kind,
                   const char   *provider,
                   const char   *original,
                   gsize         length)
{
  guint known;
  Entry *entry;

  g_return_val_if_fail (self != NULL && kind < GH_SHIELD_N_KINDS, 0);

  known = look_up (self->by_original, original, length);
  if (known != 0)
    return known - 1;
  if (self->entries->len == MAX_ENTRIES)
    return GH_SHIELD_NO_ENTRY;

  entry = g_new0 (Entry, 1);
  entry->original = g_strndup (original, length);
  entry->placeholder = make_placeholder (self, kind);
  entry->provider = provider;
  entry->kind = kind;
  g_ptr_array_add (self->entries, entry);
  g_hash_table_insert (self->by_original, entry->original, GUINT_TO_POINTER (self->entries->len));
  g_hash_table_insert (self->by_placeholder, entry->placeholder,
                       GUINT_TO_POINTER (self->entries->len));
  if (self->entries->len <= MAX_KNOWN)
    remember (self, entry);
  return self->entries->len - 1;
}

gboolean
gh_shield_map_reserve (GhShieldMap *self,
                       const char  *placeholder,
                       gsize        length)
{
  if (look_up (self->by_placeholder, placeholder, length) != 0)
    return FALSE;
  g_hash_table_add (self->reserved, g_strndup (placeholder, length));
  return TRUE;
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

      guint known = length > 0 ? look_up (self->by_placeholder, at, length) : 0;

      if (known != 0)
        {
          *index = known - 1;
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
