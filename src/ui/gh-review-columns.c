/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * What stands side by side where there is room for it, and one below the other where there is not.
 * A GtkBox would complain about texts that are as high as GhReviewView says. */
#include "config.h"

#include "gh-review-columns.h"

#define SPACING 12
/* Characters of text in the narrowest column that is still read with ease. */
#define NARROWEST_CHARS 30

struct _GhReviewColumns
{
  GtkWidget parent_instance;
};

G_DEFINE_FINAL_TYPE (GhReviewColumns, gh_review_columns, GTK_TYPE_WIDGET)

static guint
count_visible (GtkWidget *self)
{
  guint n = 0;

  for (GtkWidget *child = gtk_widget_get_first_child (self); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    n += gtk_widget_should_layout (child);
  return n;
}

static int
get_narrowest (GtkWidget *self)
{
  PangoContext *context = gtk_widget_get_pango_context (self);
  PangoFontMetrics *metrics = pango_context_get_metrics (context, NULL, NULL);
  int width = PANGO_PIXELS (pango_font_metrics_get_approximate_char_width (metrics));

  pango_font_metrics_unref (metrics);
  return NARROWEST_CHARS * width;
}

/* How many stand side by side in this width. */
static guint
count_columns (GtkWidget *self,
               int        width)
{
  guint n = count_visible (self);
  int least = get_narrowest (self);

  if (n <= 1)
    return 1;
  for (GtkWidget *child = gtk_widget_get_first_child (self); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      int minimum = 0;

      if (!gtk_widget_should_layout (child))
        continue;
      gtk_widget_measure (child, GTK_ORIENTATION_HORIZONTAL, -1, &minimum, NULL, NULL, NULL);
      least = MAX (least, minimum);
    }
  return width >= (int) n * least + ((int) n - 1) * SPACING ? n : 1;
}

static int
get_column_width (guint n_columns,
                  int   width)
{
  return (width - ((int) n_columns - 1) * SPACING) / (int) n_columns;
}

static void
measure_height (GtkWidget *self,
                int        width,
                int       *minimum,
                int       *natural)
{
  guint n_columns = width > 0 ? count_columns (self, width) : 1;
  int column = width > 0 ? get_column_width (n_columns, width) : -1;
  guint n = 0;

  for (GtkWidget *child = gtk_widget_get_first_child (self); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      int child_minimum = 0;
      int child_natural = 0;

      if (!gtk_widget_should_layout (child))
        continue;
      gtk_widget_measure (child, GTK_ORIENTATION_VERTICAL, column, &child_minimum, &child_natural,
                          NULL, NULL);
      if (n_columns > 1)
        {
          *minimum = MAX (*minimum, child_minimum);
          *natural = MAX (*natural, child_natural);
        }
      else
        {
          *minimum += child_minimum + (n > 0 ? SPACING : 0);
          *natural += child_natural + (n > 0 ? SPACING : 0);
        }
      n++;
    }
}

static void
measure_width (GtkWidget *self,
               int       *minimum,
               int       *natural)
{
  guint n = 0;

  for (GtkWidget *child = gtk_widget_get_first_child (self); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      int child_minimum = 0;
      int child_natural = 0;

      if (!gtk_widget_should_layout (child))
        continue;
      gtk_widget_measure (child, GTK_ORIENTATION_HORIZONTAL, -1, &child_minimum, &child_natural,
                          NULL, NULL);
      *minimum = MAX (*minimum, child_minimum);
      *natural += child_natural + (n > 0 ? SPACING : 0);
      n++;
    }
}

static void
gh_review_columns_measure (GtkWidget      *widget,
                           GtkOrientation  orientation,
                           int             for_size,
                           int            *minimum,
                           int            *natural,
                           int            *minimum_baseline,
                           int            *natural_baseline)
{
  *minimum = 0;
  *natural = 0;
  if (orientation == GTK_ORIENTATION_HORIZONTAL)
    measure_width (widget, minimum, natural);
  else
    measure_height (widget, for_size, minimum, natural);
}

static void
gh_review_columns_size_allocate (GtkWidget *widget,
                                 int        width,
                                 int        height,
                                 int        baseline)
{
  gboolean rtl = gtk_widget_get_direction (widget) == GTK_TEXT_DIR_RTL;
  guint n_columns = count_columns (widget, width);
  int column = get_column_width (n_columns, width);
  int x = 0;
  int y = 0;

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      int natural = 0;

      if (!gtk_widget_should_layout (child))
        continue;
      if (n_columns > 1)
        {
          gtk_widget_size_allocate (child,
                                    &(GtkAllocation) { rtl ? width - x - column : x, 0, column,
                                                       height },
                                    -1);
          x += column + SPACING;
          continue;
        }
      gtk_widget_measure (child, GTK_ORIENTATION_VERTICAL, column, NULL, &natural, NULL, NULL);
      gtk_widget_size_allocate (child, &(GtkAllocation) { 0, y, column, natural }, -1);
      y += natural + SPACING;
    }
}

static GtkSizeRequestMode
gh_review_columns_get_request_mode (GtkWidget *widget)
{
  return GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH;
}

static void
gh_review_columns_dispose (GObject *object)
{
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (object))) != NULL)
    gtk_widget_unparent (child);
  G_OBJECT_CLASS (gh_review_columns_parent_class)->dispose (object);
}

static void
gh_review_columns_class_init (GhReviewColumnsClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = gh_review_columns_dispose;
  widget_class->measure = gh_review_columns_measure;
  widget_class->size_allocate = gh_review_columns_size_allocate;
  widget_class->get_request_mode = gh_review_columns_get_request_mode;
}

static void
gh_review_columns_init (GhReviewColumns *self)
{
}
