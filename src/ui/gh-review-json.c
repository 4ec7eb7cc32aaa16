/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * A row that opens to JSON: made when it opens, long strings cut for showing, all of it to copy. */
#include "config.h"

#include "gh-review-json.h"

#include <glib/gi18n.h>
#include <string.h>

#include "gh-inner-name.h"
#include "gh-json-view.h"
#include "gh-plain-text.h"
#include "gh-review-words.h"
#include "gh-ui.h"

/* A picture is one string of a million characters; its beginning says what it is. */
#define LONGEST_LINE 600
#define MOST_LINES 300

struct _GhReviewJson
{
  AdwExpanderRow   parent_instance;

  /* Owned */
  char            *text; /* all of it; NULL while closed */

  /* Template */
  GhJsonView      *view;
};

G_DEFINE_FINAL_TYPE (GhReviewJson, gh_review_json, ADW_TYPE_EXPANDER_ROW)

enum
{
  NEEDED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

/* JSON may hold hidden characters as they are; here they become what JSON calls them, so that
 * nothing in it can hide or turn the text around. */
static void
append_visible (GString    *out,
                const char *text,
                gsize       length)
{
  gunichar previous = 0;

  for (const char *p = text; p < text + length; p = g_utf8_next_char (p))
    {
      gunichar c = g_utf8_get_char (p);
      const char *next = g_utf8_next_char (p);

      if ((c < 0x20 || c >= 0x7F) &&
          gh_plain_text_is_hidden (previous, c, next < text + length ? g_utf8_get_char (next) : 0))
        {
          if (c >= 0x10000)
            g_string_append_printf (out, "\\u%04X\\u%04X", 0xD800 + ((c - 0x10000) >> 10),
                                    0xDC00 + ((c - 0x10000) & 0x3FF));
          else
            g_string_append_printf (out, "\\u%04X", c);
        }
      else
        {
          g_string_append_unichar (out, c);
        }
      previous = c;
    }
}

char *
gh_review_json_cut (const char *text)
{
  GString *out = g_string_new (NULL);
  const char *line = text;
  guint n_lines = 0;

  g_return_val_if_fail (text != NULL, NULL);

  while (*line != '\0' && n_lines < MOST_LINES)
    {
      const char *end = strchr (line, '\n');
      gsize length = end != NULL ? (gsize) (end - line) : strlen (line);

      if (length > LONGEST_LINE)
        {
          const char *cut = g_utf8_find_prev_char (line, line + LONGEST_LINE);
          g_autofree char *note = NULL;
          g_autofree char *number = NULL;
          gsize rest;

          append_visible (out, line, (gsize) (cut - line));
          rest = length - (gsize) (cut - line);
          number = gh_words_number ((gint64) rest);
          /* Translators: in place of the rest of a long line; a number of bytes. */
          note = g_strdup_printf (ngettext (" … %s more byte", " … %s more bytes", rest), number);
          g_string_append (out, note);
        }
      else
        {
          append_visible (out, line, length);
        }
      g_string_append_c (out, '\n');
      n_lines++;
      line += length + (end != NULL ? 1 : 0);
    }
  if (*line != '\0')
    {
      guint more = 1;
      g_autofree char *note = NULL;

      for (const char *p = strchr (line, '\n'); p != NULL && p[1] != '\0'; p = strchr (p + 1, '\n'))
        more++;
      /* Translators: in place of the rest of a long text. */
      note = g_strdup_printf (ngettext ("… %'u more line", "… %'u more lines", more), more);
      g_string_append (out, note);
    }
  else if (out->len > 0)
    {
      g_string_truncate (out, out->len - 1);
    }
  return g_string_free (out, FALSE);
}

static void
expanded_cb (GhReviewJson *self)
{
  g_assert (GH_IS_REVIEW_JSON (self));

  if (adw_expander_row_get_expanded (ADW_EXPANDER_ROW (self)))
    g_signal_emit (self, signals[NEEDED], 0);
}

static void
copy_action (GtkWidget  *widget,
             const char *action_name,
             GVariant   *parameter)
{
  GhReviewJson *self = GH_REVIEW_JSON (widget);

  if (self->text != NULL)
    gdk_clipboard_set_text (gtk_widget_get_clipboard (widget), self->text);
}

static void
gh_review_json_finalize (GObject *object)
{
  GhReviewJson *self = GH_REVIEW_JSON (object);

  g_clear_pointer (&self->text, g_free);
  G_OBJECT_CLASS (gh_review_json_parent_class)->finalize (object);
}

static void
gh_review_json_class_init (GhReviewJsonClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = gh_review_json_finalize;

  signals[NEEDED] = g_signal_new ("needed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST,
                                  0, NULL, NULL, NULL, G_TYPE_NONE, 0);

  g_type_ensure (GH_TYPE_JSON_VIEW);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               GH_UI_RESOURCE_PATH "gh-review-json.ui");
  gtk_widget_class_bind_template_child (widget_class, GhReviewJson, view);

  gtk_widget_class_install_action (widget_class, "json.copy", NULL, copy_action);
}

static void
gh_review_json_init (GhReviewJson *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  gh_inner_name_expander (GTK_WIDGET (self));
  g_signal_connect (self, "notify::expanded", G_CALLBACK (expanded_cb), NULL);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->view),
                                  GTK_ACCESSIBLE_PROPERTY_LABEL, _("JSON"), -1);
}

void
gh_review_json_set_text (GhReviewJson *self,
                         const char   *text)
{
  g_autofree char *cut = NULL;

  g_return_if_fail (GH_IS_REVIEW_JSON (self));
  g_return_if_fail (text != NULL);

  if (g_strcmp0 (self->text, text) == 0)
    return;
  g_free (self->text);
  self->text = g_strdup (text);
  cut = gh_review_json_cut (text);
  gh_json_view_set_text (self->view, cut);
}

void
gh_review_json_reset (GhReviewJson *self)
{
  g_return_if_fail (GH_IS_REVIEW_JSON (self));

  adw_expander_row_set_expanded (ADW_EXPANDER_ROW (self), FALSE);
  g_clear_pointer (&self->text, g_free);
  gh_json_view_set_text (self->view, "");
}
