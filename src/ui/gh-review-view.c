/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * A text view that is as high as its text from the first frame on. GtkTextView lays out lines when
 * nothing else is to be done, and is too low until then: the end of a text would be cut off for
 * some frames. */
#include "config.h"

#include "gh-review-view.h"

/* Laying out more than this would be felt; such a text is seen to grow. */
#define MOST_CHARS 8000
/* After GtkTextView's own, which come again until every line is laid out. */
#define PRIORITY G_PRIORITY_DEFAULT_IDLE

struct _GhReviewView
{
  GtkTextView parent_instance;

  int         laid_out; /* the width in which all of the text is; 0: in none */
  guint       idle_id;
};

G_DEFINE_FINAL_TYPE (GhReviewView, gh_review_view, GTK_TYPE_TEXT_VIEW)

static int
expect_height (GhReviewView *self,
               int           width)
{
  GtkTextView *view = GTK_TEXT_VIEW (self);
  GtkTextBuffer *buffer = gtk_text_view_get_buffer (view);
  int height = gtk_text_view_get_top_margin (view) + gtk_text_view_get_bottom_margin (view);
  g_autoptr(PangoLayout) layout = NULL;
  GtkTextIter start;

  width -= gtk_text_view_get_left_margin (view) + gtk_text_view_get_right_margin (view);
  if (width <= 0 || gtk_text_buffer_get_char_count (buffer) > MOST_CHARS)
    return 0;
  layout = gtk_widget_create_pango_layout (GTK_WIDGET (self), NULL);
  pango_layout_set_width (layout, width * PANGO_SCALE);
  pango_layout_set_wrap (layout, PANGO_WRAP_WORD_CHAR);
  gtk_text_buffer_get_start_iter (buffer, &start);
  for (gboolean more = TRUE; more; more = gtk_text_iter_forward_line (&start))
    {
      GtkTextIter end = start;
      g_autofree char *line = NULL;
      int line_height;

      if (!gtk_text_iter_ends_line (&end))
        gtk_text_iter_forward_to_line_end (&end);
      line = gtk_text_buffer_get_slice (buffer, &start, &end, TRUE);
      pango_layout_set_text (layout, line, -1);
      pango_layout_get_size (layout, NULL, &line_height);
      height += PANGO_PIXELS (line_height);
      if (gtk_text_iter_is_end (&end))
        break;
    }
  return height;
}

static gboolean
laid_out_cb (gpointer user_data)
{
  GhReviewView *self = user_data;

  self->idle_id = 0;
  self->laid_out = gtk_widget_get_width (GTK_WIDGET (self));
  gtk_widget_queue_resize (GTK_WIDGET (self));
  return G_SOURCE_REMOVE;
}

static void
gh_review_view_measure (GtkWidget      *widget,
                        GtkOrientation  orientation,
                        int             for_size,
                        int            *minimum,
                        int            *natural,
                        int            *minimum_baseline,
                        int            *natural_baseline)
{
  GhReviewView *self = GH_REVIEW_VIEW (widget);
  int height;

  GTK_WIDGET_CLASS (gh_review_view_parent_class)->measure (widget, orientation, for_size, minimum,
                                                           natural, minimum_baseline,
                                                           natural_baseline);
  if (orientation == GTK_ORIENTATION_HORIZONTAL || for_size <= 0 || for_size == self->laid_out)
    return;
  height = expect_height (self, for_size);
  *minimum = MAX (*minimum, height);
  *natural = MAX (*natural, height);
}

static GtkSizeRequestMode
gh_review_view_get_request_mode (GtkWidget *widget)
{
  return GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH;
}

static void
gh_review_view_size_allocate (GtkWidget *widget,
                              int        width,
                              int        height,
                              int        baseline)
{
  GhReviewView *self = GH_REVIEW_VIEW (widget);

  GTK_WIDGET_CLASS (gh_review_view_parent_class)->size_allocate (widget, width, height, baseline);
  if (width != self->laid_out && self->idle_id == 0)
    self->idle_id = g_idle_add_full (PRIORITY, laid_out_cb, self, NULL);
}

static void
gh_review_view_dispose (GObject *object)
{
  GhReviewView *self = GH_REVIEW_VIEW (object);

  g_clear_handle_id (&self->idle_id, g_source_remove);
  G_OBJECT_CLASS (gh_review_view_parent_class)->dispose (object);
}

static void
gh_review_view_class_init (GhReviewViewClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = gh_review_view_dispose;
  widget_class->measure = gh_review_view_measure;
  widget_class->get_request_mode = gh_review_view_get_request_mode;
  widget_class->size_allocate = gh_review_view_size_allocate;
}

static void
gh_review_view_init (GhReviewView *self)
{
}

void
gh_review_view_expect (GhReviewView *self)
{
  g_return_if_fail (GH_IS_REVIEW_VIEW (self));

  self->laid_out = 0;
  gtk_widget_queue_resize (GTK_WIDGET (self));
}
