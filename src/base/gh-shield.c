/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * The secret shield: what is secret or personal in a text, found and taken out of it. */
#include "config.h"

#include "gh-shield-private.h"

#include "gh-shield-own.h"

struct _GhShield
{
  gatomicrefcount  n_references;
  char            *home;     /* without a slash at its end; NULL: none */
  char            *home_uri; /* NULL: the same */
  const char      *user;     /* in home; NULL: none to look for */
  GPtrArray       *own;      /* see gh_shield_own_list_new() */
  guint8           key_index[256];
};

/* Shorter names are words of other texts, too. */
#define MIN_USER 3

static void
take_home (GhShield   *self,
           const char *home)
{
  gsize length = home != NULL ? strlen (home) : 0;
  const char *user;

  while (length > 0 && home[length - 1] == '/')
    length--;
  if (length == 0 || home[0] != '/' || !g_utf8_validate (home, length, NULL))
    return;
  self->home = g_strndup (home, length);
  self->home_uri = g_uri_escape_string (self->home, "/!$&'()*+,;=:@", FALSE);
  if (strcmp (self->home, self->home_uri) == 0)
    g_clear_pointer (&self->home_uri, g_free);
  user = strrchr (self->home, '/') + 1;
  if (strlen (user) >= MIN_USER)
    self->user = user;
}

/**
 * gh_shield_new:
 * @home: (nullable): an absolute path
 * @own: (nullable): regular expressions
 *
 * Returns: (transfer full)
 */
GhShield *
gh_shield_new (const char         *home,
               const char * const *own)
{
  GhShield *self = g_new0 (GhShield, 1);

  g_atomic_ref_count_init (&self->n_references);
  take_home (self, home);
  self->own = gh_shield_own_list_new (own);
  gh_shield_keys_index (self->key_index);
  return self;
}

GhShield *
gh_shield_ref (GhShield *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  g_atomic_ref_count_inc (&self->n_references);
  return self;
}

void
gh_shield_unref (GhShield *self)
{
  g_return_if_fail (self != NULL);

  if (!g_atomic_ref_count_dec (&self->n_references))
    return;
  g_free (self->home);
  g_free (self->home_uri);
  g_ptr_array_unref (self->own);
  g_free (self);
}

/* Two lists, each in order, as one whose findings do not meet: those that do become one. */
static GArray *
merge (GArray *take_a,
       GArray *take_b)
{
  GArray *all = g_array_new (FALSE, FALSE, sizeof (GhShieldFinding));
  guint i = 0;
  guint j = 0;

  while (i < take_a->len || j < take_b->len)
    {
      const GhShieldFinding *a = i < take_a->len
                                 ? &g_array_index (take_a, GhShieldFinding, i) : NULL;
      const GhShieldFinding *b = j < take_b->len
                                 ? &g_array_index (take_b, GhShieldFinding, j) : NULL;
      const GhShieldFinding *next = b == NULL || (a != NULL && a->start <= b->start) ? a : b;
      GhShieldFinding *last = all->len > 0
                              ? &g_array_index (all, GhShieldFinding, all->len - 1) : NULL;

      if (next == a)
        i++;
      else
        j++;
      if (last == NULL || next->start >= last->end)
        g_array_append_val (all, *next);
      else
        {
          /* What is no secret by itself gives way. */
          if (last->kind == GH_SHIELD_LITERAL)
            last->kind = next->kind;
          last->end = MAX (last->end, next->end);
        }
    }
  g_array_unref (take_a);
  g_array_unref (take_b);
  return all;
}

/**
 * gh_shield_find:
 * @whole: (out) (optional): FALSE when a pattern of the person's took too long
 *
 * Returns: (transfer full) (element-type GhShieldFinding)
 */
GArray *
gh_shield_find (GhShield   *self,
                const char *text,
                gboolean   *whole)
{
  GhShieldScan scan = { text, 0 };
  GArray *own;
  gboolean is_whole = TRUE;

  g_return_val_if_fail (self != NULL && text != NULL, NULL);

  scan.length = strlen (text);
  scan.findings = g_array_new (FALSE, FALSE, sizeof (GhShieldFinding));
  scan.home = self->home;
  scan.home_uri = self->home_uri;
  scan.user = self->user;
  scan.key_index = self->key_index;
  gh_shield_scan_text (&scan);

  own = gh_shield_own_list_find (self->own, text, scan.length, &is_whole);
  if (whole != NULL)
    *whole = is_whole;
  return merge (scan.findings, own);
}

/* The entry that stands for a finding. */
static guint
add (GhShieldMap           *map,
     const GhShieldFinding *finding,
     const char            *text,
     GhShieldWay            way)
{
  const char *original = text + finding->start;
  gsize length = finding->end - finding->start;
  g_autofree char *written = NULL;
  g_autofree char *restored = NULL;

  if (way != GH_SHIELD_EDITED)
    return gh_shield_map_add (map, finding->kind, finding->provider, original, length);
  /* Placeholders that a person left or wrote around. */
  written = g_strndup (original, length);
  restored = gh_shield_map_restore (map, written);
  return gh_shield_map_add (map, finding->kind, finding->provider, restored, strlen (restored));
}

/* What looks like a placeholder: one that came with the text is none of ours, and ours may not look
 * like it; one of ours stands for what it stood for when a person left it. FALSE: it stays. */
static gboolean
is_taken (GhShieldMap           *map,
          const GhShieldFinding *finding,
          const char            *text,
          GhShieldWay            way)
{
  if (finding->kind != GH_SHIELD_LITERAL)
    return TRUE;
  return way != GH_SHIELD_HIDE &&
         !gh_shield_map_reserve (map, text + finding->start, finding->end - finding->start);
}

/* With what the map knows from elsewhere, wherever it stands. */
static GArray *
find_known (GhShield    *self,
            const char  *text,
            GhShieldMap *map,
            GhShieldWay  way,
            gboolean    *whole)
{
  GArray *findings = gh_shield_find (self, text, whole);

  for (guint i = 0; i < findings->len; i++)
    {
      const GhShieldFinding *finding = &g_array_index (findings, GhShieldFinding, i);

      if (finding->kind == GH_SHIELD_LITERAL)
        is_taken (map, finding, text, way);
    }
  for (guint i = 0; i < findings->len; i++)
    {
      const GhShieldFinding *finding = &g_array_index (findings, GhShieldFinding, i);

      /* What is hidden for good needs no entry, unless it may stand elsewhere, too. */
      if (finding->kind != GH_SHIELD_LITERAL &&
          (way != GH_SHIELD_HIDE || finding->end - finding->start >= GH_SHIELD_MIN_KNOWN))
        add (map, finding, text, way);
    }
  return merge (findings, gh_shield_map_find_known (map, text));
}

static void
append_hidden (GString      *out,
               GhShieldKind  kind)
{
  g_string_append (out, "[[");
  g_string_append (out, gh_shield_kind_get_word (kind));
  g_string_append (out, "]]");
}

char *
gh_shield_replace (GhShield    *self,
                   const char  *text,
                   GhShieldMap *map,
                   GhShieldWay  way)
{
  gboolean whole;
  g_autoptr(GArray) findings = find_known (self, text, map, way, &whole);
  GString *out = g_string_new (NULL);
  gsize done = 0;

  if (!whole)
    gh_shield_map_set_gave_up (map);
  if (!whole && way == GH_SHIELD_HIDE)
    {
      append_hidden (out, GH_SHIELD_OWN);
      return g_string_free (out, FALSE);
    }
  for (guint i = 0; i < findings->len; i++)
    {
      const GhShieldFinding *finding = &g_array_index (findings, GhShieldFinding, i);
      guint index = GH_SHIELD_NO_ENTRY;

      if (!is_taken (map, finding, text, way))
        continue;
      g_string_append_len (out, text + done, finding->start - done);
      if (way != GH_SHIELD_HIDE)
        index = add (map, finding, text, way);
      if (index != GH_SHIELD_NO_ENTRY)
        g_string_append (out, gh_shield_map_use (map, index));
      else
        append_hidden (out, finding->kind);
      done = finding->end;
    }
  g_string_append (out, text + done);
  return g_string_free (out, FALSE);
}

char *
gh_shield_mask (GhShield    *self,
                const char  *text,
                GhShieldMap *map)
{
  g_return_val_if_fail (self != NULL && text != NULL && map != NULL, NULL);

  return gh_shield_replace (self, text, map, GH_SHIELD_MASK);
}

char *
gh_shield_mask_edited (GhShield    *self,
                       const char  *text,
                       GhShieldMap *map)
{
  g_return_val_if_fail (self != NULL && text != NULL && map != NULL, NULL);

  return gh_shield_replace (self, text, map, GH_SHIELD_EDITED);
}

/**
 * gh_shield_hide:
 * @text: (nullable): any bytes
 *
 * Returns: (transfer full) (nullable): NULL for NULL
 */
char *
gh_shield_hide (GhShield   *self,
                const char *text)
{
  g_autoptr(GhShieldMap) map = gh_shield_map_new ();

  g_return_val_if_fail (self != NULL, NULL);

  return gh_shield_hide_known (self, text, map);
}

char *
gh_shield_hide_known (GhShield    *self,
                      const char  *text,
                      GhShieldMap *map)
{
  g_autofree char *valid = NULL;

  g_return_val_if_fail (self != NULL && map != NULL, NULL);

  if (text == NULL)
    return NULL;
  if (!g_utf8_validate (text, -1, NULL))
    text = valid = g_utf8_make_valid (text, -1);
  return gh_shield_replace (self, text, map, GH_SHIELD_HIDE);
}
