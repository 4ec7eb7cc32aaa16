/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * One line a server said: on stderr, or as a logging notification. Immutable. */
#include "config.h"

#include "gh-log-line.h"

struct _GhLogLine
{
  GObject parent;

  /* Owned. */
  char        *level;
  char        *logger;
  char        *text;

  gint64       time;
  GhLogSource  source;
};

G_DEFINE_FINAL_TYPE (GhLogLine, gh_log_line, G_TYPE_OBJECT)
G_DEFINE_ENUM_TYPE (GhLogSource, gh_log_source,
                    G_DEFINE_ENUM_VALUE (GH_LOG_STDERR, "stderr"),
                    G_DEFINE_ENUM_VALUE (GH_LOG_MESSAGE, "message"),
                    G_DEFINE_ENUM_VALUE (GH_LOG_HOST, "host"))

static void
gh_log_line_finalize (GObject *object)
{
  GhLogLine *self = GH_LOG_LINE (object);

  g_clear_pointer (&self->level, g_free);
  g_clear_pointer (&self->logger, g_free);
  g_clear_pointer (&self->text, g_free);

  G_OBJECT_CLASS (gh_log_line_parent_class)->finalize (object);
}

static void
gh_log_line_class_init (GhLogLineClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->finalize = gh_log_line_finalize;
}

static void
gh_log_line_init (GhLogLine *self)
{
}

/* Valid UTF-8, at most max bytes and the sign that something is missing. */
static char *
dup_bounded (const char *text,
             gsize       max)
{
  gsize length;
  g_autofree char *cut = NULL;
  g_autofree char *valid = NULL;

  if (text == NULL)
    return NULL;
  length = strnlen (text, max + 1);
  if (length <= max)
    return g_utf8_make_valid (text, length);

  /* Not in the middle of a character. */
  while (max > 0 && ((guchar) text[max] & 0xC0) == 0x80)
    max--;
  valid = g_utf8_make_valid (text, max);
  return g_strconcat (valid, "…", NULL);
}

/**
 * gh_log_line_new:
 * @level: (nullable)
 * @logger: (nullable)
 * @text: what was said; longer than %GH_LOG_LINE_MAX bytes is cut, what is no UTF-8 is replaced
 *
 * Returns: (transfer full): a line of now
 */
GhLogLine *
gh_log_line_new (GhLogSource  source,
                 const char  *level,
                 const char  *logger,
                 const char  *text)
{
  GhLogLine *self;

  g_return_val_if_fail (text != NULL, NULL);

  self = g_object_new (GH_TYPE_LOG_LINE, NULL);
  self->source = source;
  self->level = dup_bounded (level, GH_LOG_NAME_MAX);
  self->logger = dup_bounded (logger, GH_LOG_NAME_MAX);
  self->text = dup_bounded (text, GH_LOG_LINE_MAX);
  self->time = g_get_real_time ();
  return self;
}

GhLogSource
gh_log_line_get_source (GhLogLine *self)
{
  g_return_val_if_fail (GH_IS_LOG_LINE (self), GH_LOG_HOST);

  return self->source;
}

const char *
gh_log_line_get_level (GhLogLine *self)
{
  g_return_val_if_fail (GH_IS_LOG_LINE (self), NULL);

  return self->level;
}

const char *
gh_log_line_get_logger (GhLogLine *self)
{
  g_return_val_if_fail (GH_IS_LOG_LINE (self), NULL);

  return self->logger;
}

const char *
gh_log_line_get_text (GhLogLine *self)
{
  g_return_val_if_fail (GH_IS_LOG_LINE (self), NULL);

  return self->text;
}

gint64
gh_log_line_get_time (GhLogLine *self)
{
  g_return_val_if_fail (GH_IS_LOG_LINE (self), 0);

  return self->time;
}
