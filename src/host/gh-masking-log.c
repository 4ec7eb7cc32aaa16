/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * What the program itself logs, with nothing secret in it. */
#include "config.h"

#include "gh-masking-log.h"

#include <gio/gio.h>
#include <string.h>

#include "gh-shield.h"

/* As many as g_log_structured() itself makes, and some more. */
#define MAX_FIELDS 32

static const char *
find_field (const GLogField *fields,
            gsize            n_fields,
            const char      *key)
{
  for (gsize i = 0; i < n_fields; i++)
    if (strcmp (fields[i].key, key) == 0 && fields[i].length < 0)
      return fields[i].value;
  return NULL;
}

static GLogWriterOutput
write_cb (GLogLevelFlags   level,
          const GLogField *fields,
          gsize            n_fields,
          gpointer         user_data)
{
  GhShield *shield = user_data;
  const char *message = find_field (fields, n_fields, "MESSAGE");
  g_autofree char *hidden = NULL;
  GLogField changed[MAX_FIELDS];

  if (message == NULL ||
      g_log_writer_default_would_drop (level, find_field (fields, n_fields, "GLIB_DOMAIN")))
    return g_log_writer_default (level, fields, n_fields, NULL);
  hidden = gh_shield_hide (shield, message);
  n_fields = MIN (n_fields, MAX_FIELDS);
  for (gsize i = 0; i < n_fields; i++)
    {
      changed[i] = fields[i];
      if (strcmp (fields[i].key, "MESSAGE") == 0)
        changed[i] = (GLogField) { "MESSAGE", hidden, -1 };
    }
  return g_log_writer_default (level, changed, n_fields, NULL);
}

/**
 * gh_masking_log_install:
 *
 * Without the person's own patterns: those may take their time, and come after the first words.
 */
void
gh_masking_log_install (void)
{
  g_log_set_writer_func (write_cb, gh_shield_new (g_get_home_dir (), NULL),
                         (GDestroyNotify) gh_shield_unref);
}
