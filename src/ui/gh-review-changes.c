/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * What differs between two texts, to read: what was taken out struck through, what was put in
 * underlined, what is the same and far from both left out. */
#include "config.h"

#include "gh-review-changes.h"

#include <glib/gi18n.h>
#include <string.h>

#include "gh-plain-text.h"
#include "gh-review-view.h"
#include "gh-text-diff.h"

/* Equal lines shown beside a change, to see where it is. */
#define CONTEXT_LINES 2
/* The view stands in a page and draws all of its text in every frame. */
#define MOST_CHARS (32 * 1024)

struct _GhReviewChanges
{
  GtkBox         parent_instance;

  /* Borrowed */
  GtkTextView   *view; /* a GhReviewView */
  GtkTextBuffer *buffer;
  GtkTextTag    *added;
  GtkTextTag    *removed;
  GtkTextTag    *note;
};

G_DEFINE_FINAL_TYPE (GhReviewChanges, gh_review_changes, GTK_TYPE_BOX)

static void
gh_review_changes_class_init (GhReviewChangesClass *klass)
{
}

static void
gh_review_changes_init (GhReviewChanges *self)
{
  self->view = g_object_new (GH_TYPE_REVIEW_VIEW,
                             "editable", FALSE,
                             "cursor-visible", FALSE,
                             "wrap-mode", GTK_WRAP_WORD_CHAR,
                             "left-margin", 12,
                             "right-margin", 12,
                             "top-margin", 6,
                             "bottom-margin", 12,
                             "accepts-tab", FALSE,
                             "hexpand", TRUE,
                             NULL);
  self->buffer = gtk_text_view_get_buffer (self->view);
  /* Colours alone would leave some people out; these stay readable on light and on dark. */
  self->added = gtk_text_buffer_create_tag (self->buffer, NULL, "underline", PANGO_UNDERLINE_SINGLE,
                                            "background", "rgba(46,194,126,.28)", NULL);
  self->removed = gtk_text_buffer_create_tag (self->buffer, NULL, "strikethrough", TRUE,
                                              "background", "rgba(224,27,36,.22)", NULL);
  self->note = gtk_text_buffer_create_tag (self->buffer, NULL, "style", PANGO_STYLE_ITALIC,
                                           "scale", PANGO_SCALE_SMALL, NULL);
  gtk_box_append (GTK_BOX (self), GTK_WIDGET (self->view));
}

GtkWidget *
gh_review_changes_new (void)
{
  return g_object_new (GH_TYPE_REVIEW_CHANGES, NULL);
}

static void
insert (GhReviewChanges *self,
        const char      *text,
        gsize            length,
        GtkTextTag      *tag)
{
  g_autofree char *piece = g_strndup (text, length);
  g_autofree char *plain = gh_plain_text_dup (piece, MOST_CHARS, GH_PLAIN_TEXT_LINES);
  GtkTextIter end;

  gtk_text_buffer_get_end_iter (self->buffer, &end);
  gtk_text_buffer_insert_with_tags (self->buffer, &end, plain, -1, tag, NULL);
}

/* Where the first, or the last, so many lines of a text end, or begin. */
static const char *
skip_lines (const char *text,
            const char *end,
            guint       n)
{
  for (; n > 0 && text < end; n--)
    {
      const char *line_end = memchr (text, '\n', (gsize) (end - text));

      text = line_end != NULL ? line_end + 1 : end;
    }
  return text;
}

static const char *
skip_lines_back (const char *text,
                 const char *end,
                 guint       n)
{
  /* The line that is not over yet counts as one. */
  for (; end > text; end--)
    if (end[-1] == '\n' && n-- == 0)
      break;
  return end;
}

static guint
count_lines (const char *text,
             const char *end)
{
  guint n = 0;

  for (; text < end; text++)
    n += *text == '\n';
  return n;
}

static void
insert_same (GhReviewChanges *self,
             const char      *text,
             gsize            length,
             gboolean         is_first,
             gboolean         is_last)
{
  const char *end = text + length;
  const char *head = is_first ? text : skip_lines (text, end, CONTEXT_LINES);
  const char *tail = is_last ? end : skip_lines_back (text, end, CONTEXT_LINES);
  g_autofree char *note = NULL;
  guint n;

  n = tail > head ? count_lines (head, tail) : 0;
  if (n <= 1)
    {
      insert (self, text, length, NULL);
      return;
    }
  insert (self, text, (gsize) (head - text), NULL);
  /* Translators: in place of lines of a text that did not change. */
  note = g_strdup_printf (ngettext ("%'u line as before", "%'u lines as before", n), n);
  insert (self, "⋯ ", strlen ("⋯ "), self->note);
  insert (self, note, strlen (note), self->note);
  insert (self, "\n", 1, NULL);
  insert (self, tail, (gsize) (end - tail), NULL);
}

static gboolean
is_full (GhReviewChanges *self)
{
  return gtk_text_buffer_get_char_count (self->buffer) > MOST_CHARS;
}

void
gh_review_changes_set_texts (GhReviewChanges *self,
                             const char      *before,
                             const char      *after)
{
  g_autoptr(GArray) pieces = NULL;
  guint n_added = 0;
  guint n_removed = 0;
  guint i;
  g_autofree char *words = NULL;

  g_return_if_fail (GH_IS_REVIEW_CHANGES (self));
  g_return_if_fail (before != NULL);
  g_return_if_fail (after != NULL);

  pieces = gh_text_diff_new (before, after);
  gtk_text_buffer_set_text (self->buffer, "", 0);
  for (i = 0; i < pieces->len && !is_full (self); i++)
    {
      GhTextDiffPiece *piece = &g_array_index (pieces, GhTextDiffPiece, i);

      if (piece->kind == GH_TEXT_DIFF_SAME)
        insert_same (self, piece->text, piece->length, i == 0, i + 1 == pieces->len);
      else
        insert (self, piece->text, piece->length,
                piece->kind == GH_TEXT_DIFF_ADDED ? self->added : self->removed);
      n_added += piece->kind == GH_TEXT_DIFF_ADDED;
      n_removed += piece->kind == GH_TEXT_DIFF_REMOVED;
    }
  if (i < pieces->len)
    {
      const char *more = _("There is more that differs, too long to be shown here.");

      insert (self, "\n", 1, NULL);
      insert (self, more, strlen (more), self->note);
    }
  gh_review_view_expect (GH_REVIEW_VIEW (self->view));
  /* Translators: said by a screen reader of a text with marked changes. */
  words = g_strdup_printf (_("Passages put in: %u; taken out: %u"), n_added, n_removed);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->view),
                                  GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, words, -1);
}

void
gh_review_changes_set_label (GhReviewChanges *self,
                             const char      *label)
{
  g_return_if_fail (GH_IS_REVIEW_CHANGES (self));

  gtk_accessible_update_property (GTK_ACCESSIBLE (self->view),
                                  GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
}

char *
gh_review_changes_dup_text (GhReviewChanges *self)
{
  GString *text = g_string_new (NULL);
  GtkTextIter iter;

  g_return_val_if_fail (GH_IS_REVIEW_CHANGES (self), g_string_free (text, FALSE));

  gtk_text_buffer_get_start_iter (self->buffer, &iter);
  for (; !gtk_text_iter_is_end (&iter); gtk_text_iter_forward_char (&iter))
    {
      if (gtk_text_iter_starts_tag (&iter, self->removed))
        g_string_append (text, "[-");
      if (gtk_text_iter_starts_tag (&iter, self->added))
        g_string_append (text, "{+");
      g_string_append_unichar (text, gtk_text_iter_get_char (&iter));
      gtk_text_iter_forward_char (&iter);
      if (gtk_text_iter_ends_tag (&iter, self->removed))
        g_string_append (text, "-]");
      if (gtk_text_iter_ends_tag (&iter, self->added))
        g_string_append (text, "+}");
      gtk_text_iter_backward_char (&iter);
    }
  return g_string_free (text, FALSE);
}
