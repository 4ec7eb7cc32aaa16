/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * A text of somebody else's, shown in full honesty: cut to its beginning until asked for more, with
 * hidden characters made visible, and editable. */
#include "config.h"

#include "gh-review-text.h"

#include "gh-hidden-char.h"
#include "gh-plain-text.h"
#include "gh-review-view.h"
#include "gh-shield-map.h"
#include "gh-text-signs.h"
#include "gh-ui.h"

#include <glib/gi18n.h>
#include <string.h>

/* The beginning that is shown: enough to know what it is, short enough to see what comes after it.
 * */
#define SHOWN_LINES 12
#define SHOWN_CHARS 2000
/* A cut that would hide less than this is not worth the button. */
#define SPARED_LINES 3
/* GtkTextView lays out a whole paragraph at once; longer ones get breaks that are only for show. */
#define LONGEST_LINE 2000
/* A picture is laid out at the cost of so many letters. */
#define PICTURE_CHARS 20
/* What is added at once, and for how long in one turn of the main loop. */
#define CHUNK (4 * 1024)
#define TURN_US (6 * 1000)
/* Inside the page the view draws all of its lines in every frame; a longer text scrolls by itself.
 * */
#define TALLEST_LINES 400
#define TALLEST_CHARS (32 * 1024)
#define BOTTOM_MARGIN 12
/* "[[PRIVATE_KEY_1234567]]" */
#define LONGEST_PLACEHOLDER 24

struct _GhReviewText
{
  GtkBox         parent_instance;

  /* Owned */
  char          *tail;       /* what is not shown, "" when all is */
  gsize          tail_start; /* of tail, what was shown since */
  guint          load_id;    /* source that moves the tail into the buffer */

  guint          n_hidden;
  GHashTable    *pictures;   /* run -> GhHiddenChar: one for all places where the same run stands */
  guint          n_marked;   /* pictures and breaks in the buffer, ever */
  guint          n_soft;     /* of them breaks */
  gboolean       filling;    /* the buffer changes, but not by the person */
  gboolean       editable;
  gboolean       whole;

  /* Borrowed */
  GtkTextTag    *soft_tag;   /* on line breaks that are only for show */
  GtkTextTag    *alike_tag;  /* on words with letters that look like others */
  GtkTextTag    *secret_tag; /* on placeholders for what is masked */

  /* Template */
  GtkWidget     *scroll;
  GtkTextView   *view; /* a GhReviewView */
  GtkTextBuffer *buffer;
  GtkWidget     *more_button;
  GtkLabel      *more_label;
};

G_DEFINE_FINAL_TYPE (GhReviewText, gh_review_text, GTK_TYPE_BOX)

enum
{
  PROP_0,
  PROP_EDITABLE,
  PROP_N_HIDDEN,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

enum
{
  CHANGED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

static const char *
get_tail (GhReviewText *self)
{
  return self->tail != NULL ? self->tail + self->tail_start : "";
}

static guint
count_lines (const char *text)
{
  guint n = 0;

  for (const char *p = strchr (text, '\n'); p != NULL; p = strchr (p + 1, '\n'))
    n++;
  return n;
}

static guint
count_hidden (const char *text)
{
  gunichar previous = 0;
  guint n = 0;

  for (const char *p = text; *p != '\0'; p = g_utf8_next_char (p))
    {
      gunichar c = g_utf8_get_char (p);

      /* Most texts are mostly ASCII. */
      if ((c < 0x20 || c >= 0x7F) &&
          gh_plain_text_is_hidden (previous, c, g_utf8_get_char (g_utf8_next_char (p))))
        n++;
      previous = c;
    }
  return n;
}

static void
set_n_hidden (GhReviewText *self,
              guint         n_hidden)
{
  if (self->n_hidden == n_hidden)
    return;
  self->n_hidden = n_hidden;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_N_HIDDEN]);
}

/* Where the beginning ends: after so many lines or characters, or at the end when little would be
 * left. */
static const char *
find_cut (GhReviewText *self,
          const char   *text)
{
  const guint most_lines = self->whole ? TALLEST_LINES : SHOWN_LINES;
  const guint most_chars = self->whole ? TALLEST_CHARS : SHOWN_CHARS;
  const char *cut = NULL;
  guint lines = 0;
  guint chars = 0;

  for (const char *p = text; *p != '\0'; p = g_utf8_next_char (p))
    {
      gunichar c = g_utf8_get_char (p);

      chars += (c < 0x20 || c >= 0x7F) && gh_plain_text_is_hidden (0, c, 0) ? PICTURE_CHARS : 1;
      if (*p == '\n')
        lines++;
      /* The break itself belongs to what is hidden: no empty line above the button. */
      if (cut == NULL && (lines >= most_lines || chars >= most_chars))
        cut = *p == '\n' ? p : g_utf8_next_char (p);
      if (lines >= most_lines + SPARED_LINES || chars >= most_chars + most_chars / 4)
        return cut;
    }
  return text + strlen (text);
}

static void
insert_plain (GhReviewText *self,
              GtkTextIter  *iter,
              const char   *text,
              gsize         length)
{
  if (length > 0)
    gtk_text_buffer_insert (self->buffer, iter, text, (int) length);
}

static GdkPaintable *
get_picture (GhReviewText *self,
             const char   *run,
             gsize         length)
{
  g_autofree char *key = g_strndup (run, length);
  GdkPaintable *picture = g_hash_table_lookup (self->pictures, key);

  if (picture == NULL)
    {
      picture = gh_hidden_char_new (GTK_WIDGET (self->view), run, length);
      g_hash_table_insert (self->pictures, g_steal_pointer (&key), picture);
    }
  return picture;
}

typedef struct
{
  GhReviewText *self;
  const char   *slice; /* of the buffer */
  const char   *at;    /* in it, where offset is known */
  int           offset;
} Marking;

static void
mark_word_cb (gsize    start,
              gsize    end,
              gpointer user_data)
{
  Marking *marking = user_data;
  GtkTextIter first;
  GtkTextIter last;

  marking->offset += (int) g_utf8_strlen (marking->at, marking->slice + start - marking->at);
  marking->at = marking->slice + start;
  gtk_text_buffer_get_iter_at_offset (marking->self->buffer, &first, marking->offset);
  gtk_text_buffer_get_iter_at_offset (marking->self->buffer, &last,
                                      marking->offset
                                        + (int) g_utf8_strlen (marking->at, end - start));
  gtk_text_buffer_apply_tag (marking->self->buffer, marking->self->alike_tag, &first, &last);
}

/* Marks words with look-alike letters from an offset on. */
static void
mark_lookalikes (GhReviewText *self,
                 int           offset)
{
  g_autofree char *slice = NULL;
  Marking marking = { self, NULL, NULL, offset };
  GtkTextIter start;
  GtkTextIter end;

  gtk_text_buffer_get_iter_at_offset (self->buffer, &start, offset);
  gtk_text_buffer_get_end_iter (self->buffer, &end);
  slice = gtk_text_buffer_get_slice (self->buffer, &start, &end, TRUE);
  marking.slice = slice;
  marking.at = slice;
  gh_text_signs_each_lookalike (slice, mark_word_cb, &marking);
}

/* Marks placeholders from an offset on, and one that began a little before it. */
static void
mark_secrets (GhReviewText *self,
              int           offset)
{
  g_autofree char *slice = NULL;
  const char *at;
  GtkTextIter start;
  GtkTextIter end;

  offset = MAX (0, offset - LONGEST_PLACEHOLDER);
  gtk_text_buffer_get_iter_at_offset (self->buffer, &start, offset);
  gtk_text_buffer_get_end_iter (self->buffer, &end);
  slice = gtk_text_buffer_get_slice (self->buffer, &start, &end, TRUE);
  at = slice;
  for (char *p = strstr (slice, "[["); p != NULL; p = strstr (p + 1, "[["))
    {
      gsize length = gh_shield_placeholder_length (p);

      if (length == 0)
        continue;
      offset += (int) g_utf8_strlen (at, p - at);
      at = p;
      gtk_text_buffer_get_iter_at_offset (self->buffer, &start, offset);
      gtk_text_buffer_get_iter_at_offset (self->buffer, &end, offset + (int) length);
      gtk_text_buffer_apply_tag (self->buffer, self->secret_tag, &start, &end);
    }
}

/* Adds text at the end: hidden characters become pictures, long lines get breaks for show. */
static void
add (GhReviewText *self,
     const char   *text,
     gsize         length)
{
  GtkTextIter iter;
  const char *plain = text;
  gunichar previous = 0;
  guint column;
  int start;

  gtk_text_buffer_get_end_iter (self->buffer, &iter);
  start = gtk_text_iter_get_offset (&iter);
  column = (guint) gtk_text_iter_get_line_offset (&iter);
  for (const char *p = text; p < text + length;)
    {
      const char *next = g_utf8_next_char (p);
      gunichar c = g_utf8_get_char (p);

      column = c == '\n' ? 0 : column + 1;
      if ((c < 0x20 || c >= 0x7F) && gh_plain_text_is_hidden (previous, c, g_utf8_get_char (next)))
        {
          while (next < text + length && g_utf8_get_char (next) == c)
            next = g_utf8_next_char (next);
          column += PICTURE_CHARS;
          insert_plain (self, &iter, plain, (gsize) (p - plain));
          gtk_text_buffer_insert_paintable (self->buffer, &iter,
                                            get_picture (self, p, (gsize) (next - p)));
          self->n_marked++;
          plain = next;
        }
      if (column >= LONGEST_LINE)
        {
          insert_plain (self, &iter, plain, (gsize) (next - plain));
          gtk_text_buffer_insert_with_tags (self->buffer, &iter, "\n", 1, self->soft_tag, NULL);
          self->n_marked++;
          self->n_soft++;
          plain = next;
          column = 0;
        }
      previous = c;
      p = next;
    }
  insert_plain (self, &iter, plain, (gsize) (text + length - plain));
  mark_lookalikes (self, start);
  mark_secrets (self, start);
}

/* Where the page scrolls the view stands in it by itself: a scrolled window would not ask how high
 * it is for its width. */
static void
set_scrolling (GhReviewText *self,
               gboolean      scrolling)
{
  GtkScrolledWindow *scroll = GTK_SCROLLED_WINDOW (self->scroll);
  g_autoptr(GtkWidget) view = g_object_ref (GTK_WIDGET (self->view));
  gboolean has_focus = gtk_widget_has_focus (view);

  if (scrolling == (gtk_scrolled_window_get_child (scroll) != NULL))
    return;
  if (scrolling)
    {
      gtk_box_remove (GTK_BOX (self), view);
      gtk_scrolled_window_set_child (scroll, view);
    }
  else
    {
      gtk_scrolled_window_set_child (scroll, NULL);
      gtk_box_prepend (GTK_BOX (self), view);
    }
  gtk_widget_set_visible (self->scroll, scrolling);
  if (has_focus)
    gtk_widget_grab_focus (view);
}

static void
begin_fill (GhReviewText *self)
{
  self->filling = TRUE;
  gtk_text_buffer_begin_irreversible_action (self->buffer);
}

static void
end_fill (GhReviewText *self)
{
  gtk_text_buffer_end_irreversible_action (self->buffer);
  self->filling = FALSE;
  /* Undo puts back the characters it removed, but neither their pictures nor their tags. */
  gtk_text_buffer_set_enable_undo (self->buffer, self->n_marked == 0);
  if (gtk_text_buffer_get_line_count (self->buffer) > TALLEST_LINES ||
      gtk_text_buffer_get_char_count (self->buffer) > TALLEST_CHARS)
    {
      set_scrolling (self, TRUE);
    }
}

static void
update_more (GhReviewText *self)
{
  const char *tail = get_tail (self);
  g_autofree char *label = NULL;
  guint lines;

  gtk_widget_set_visible (self->more_button, *tail != '\0' && self->load_id == 0);
  gtk_text_view_set_bottom_margin (self->view, *tail != '\0' ? 0 : BOTTOM_MARGIN);
  if (*tail == '\0')
    return;

  lines = count_lines (tail);
  /* A line that is shown in part and goes on is one more. */
  if (*tail != '\n' && lines > 0)
    lines++;
  if (lines > 0)
    {
      /* Translators: a button below the beginning of a long text. */
      label = g_strdup_printf (ngettext ("Show %'u More Line", "Show %'u More Lines", lines),
                               lines);
    }
  else
    {
      glong chars = g_utf8_strlen (tail, -1);

      /* Translators: a button below the beginning of one very long line. */
      label = g_strdup_printf (ngettext ("Show %'ld More Character", "Show %'ld More Characters",
                                         (gulong) chars),
                               chars);
    }
  gtk_label_set_text (self->more_label, label);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->more_button),
                                  GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
}

/* Moves some of the tail into the buffer: up to the last line break in it if there is one, and
 * never a part of a character. */
static void
add_chunk (GhReviewText *self)
{
  const char *tail = get_tail (self);
  gsize length = strnlen (tail, CHUNK + 1);

  if (length > CHUNK)
    {
      const char *line = g_strrstr_len (tail, CHUNK, "\n");
      const char *end = line != NULL ? line + 1 : g_utf8_find_prev_char (tail, tail + CHUNK);

      length = (gsize) (end - tail);
    }
  add (self, tail, length);
  self->tail_start += length;
}

static void
loaded (GhReviewText *self)
{
  g_clear_pointer (&self->tail, g_free);
  self->tail_start = 0;
  update_more (self);
}

static gboolean
load_cb (gpointer user_data)
{
  GhReviewText *self = user_data;
  gint64 end = g_get_monotonic_time () + TURN_US;

  begin_fill (self);
  while (*get_tail (self) != '\0' && g_get_monotonic_time () < end)
    add_chunk (self);
  end_fill (self);
  if (*get_tail (self) != '\0')
    return G_SOURCE_CONTINUE;

  self->load_id = 0;
  loaded (self);
  return G_SOURCE_REMOVE;
}

static void
more_clicked_cb (GhReviewText *self)
{
  g_assert (GH_IS_REVIEW_TEXT (self));

  if (self->load_id != 0 || *get_tail (self) == '\0')
    return;
  gtk_widget_grab_focus (GTK_WIDGET (self->view));
  self->load_id = g_idle_add (load_cb, self);
  update_more (self);
}

/* All is all of the text: what is typed over a selection of the beginning alone would leave the
 * rest to be sent. */
static void
select_all_cb (GhReviewText *self,
               gboolean      select)
{
  g_assert (GH_IS_REVIEW_TEXT (self));

  if (!select || *get_tail (self) == '\0')
    return;
  g_clear_handle_id (&self->load_id, g_source_remove);
  begin_fill (self);
  while (*get_tail (self) != '\0')
    add_chunk (self);
  end_fill (self);
  loaded (self);
}

static void
buffer_changed_cb (GhReviewText *self)
{
  g_assert (GH_IS_REVIEW_TEXT (self));

  if (self->filling)
    return;
  if (self->n_hidden > 0)
    {
      g_autofree char *text = gh_review_text_dup_text (self);

      set_n_hidden (self, count_hidden (text));
    }
  g_signal_emit (self, signals[CHANGED], 0);
}

/* Whether there is a placeholder at the place; where it is, and its text. */
static char *
dup_placeholder (GhReviewText *self,
                 GtkTextIter  *start)
{
  GtkTextIter end = *start;

  if (!gtk_text_iter_has_tag (start, self->secret_tag))
    return NULL;
  if (!gtk_text_iter_starts_tag (start, self->secret_tag))
    gtk_text_iter_backward_to_tag_toggle (start, self->secret_tag);
  gtk_text_iter_forward_to_tag_toggle (&end, self->secret_tag);
  return gtk_text_buffer_get_slice (self->buffer, start, &end, TRUE);
}

/* Lets whoever knows say what it stands for. */
static gboolean
explain (GhReviewText *self,
         GtkTextIter  *at)
{
  g_autofree char *placeholder = dup_placeholder (self, at);
  GtkWidget *root = GTK_WIDGET (gtk_widget_get_root (GTK_WIDGET (self)));
  graphene_point_t point;
  GdkRectangle rect;
  int x;
  int y;

  if (placeholder == NULL)
    return FALSE;
  gtk_text_view_get_iter_location (self->view, at, &rect);
  gtk_text_view_buffer_to_window_coords (self->view, GTK_TEXT_WINDOW_WIDGET, rect.x, rect.y, &x,
                                         &y);
  return gtk_widget_compute_point (GTK_WIDGET (self->view), root,
                                   &GRAPHENE_POINT_INIT ((float) x, (float) y), &point) &&
         gtk_widget_activate_action (GTK_WIDGET (self), "review.secret", "(siiii)", placeholder,
                                     (int) point.x, (int) point.y, rect.width, rect.height);
}

static void
released_cb (GhReviewText *self,
             int           n_press,
             double        x,
             double        y)
{
  GtkTextIter iter;
  int bx;
  int by;

  g_assert (GH_IS_REVIEW_TEXT (self));

  gtk_text_view_window_to_buffer_coords (self->view, GTK_TEXT_WINDOW_WIDGET, (int) x, (int) y, &bx,
                                         &by);
  if (n_press == 1 && gtk_text_view_get_iter_at_location (self->view, &iter, bx, by) &&
      !gtk_text_buffer_get_has_selection (self->buffer))
    explain (self, &iter);
}

/* Ctrl+Return, where the cursor is. */
static gboolean
explain_cb (GtkWidget *widget,
            GVariant  *parameter,
            gpointer   user_data)
{
  GhReviewText *self = GH_REVIEW_TEXT (user_data);
  GtkTextIter iter;

  gtk_text_buffer_get_iter_at_mark (self->buffer, &iter, gtk_text_buffer_get_insert (self->buffer));
  return explain (self, &iter);
}

static gboolean
query_tooltip_cb (GhReviewText *self,
                  int           x,
                  int           y,
                  gboolean      keyboard,
                  GtkTooltip   *tooltip)
{
  GtkTextIter iter;
  int bx;
  int by;

  gtk_text_view_window_to_buffer_coords (self->view, GTK_TEXT_WINDOW_WIDGET, x, y, &bx, &by);
  if (keyboard || !gtk_text_view_get_iter_at_location (self->view, &iter, bx, by) ||
      !gtk_text_iter_has_tag (&iter, self->secret_tag))
    return FALSE;
  gtk_tooltip_set_text (tooltip,
                        _("Masked. Click, or press Ctrl+Enter, to see what it stands for"));
  return TRUE;
}

static void
add_explanations (GhReviewText *self)
{
  GtkGesture *click = gtk_gesture_click_new ();
  GtkEventController *keys = gtk_shortcut_controller_new ();

  g_signal_connect_object (click, "released", G_CALLBACK (released_cb), self, G_CONNECT_SWAPPED);
  gtk_event_controller_set_propagation_phase (GTK_EVENT_CONTROLLER (click), GTK_PHASE_CAPTURE);
  gtk_widget_add_controller (GTK_WIDGET (self->view), GTK_EVENT_CONTROLLER (click));
  gtk_shortcut_controller_add_shortcut (
    GTK_SHORTCUT_CONTROLLER (keys),
    gtk_shortcut_new (gtk_keyval_trigger_new (GDK_KEY_Return, GDK_CONTROL_MASK),
                      gtk_callback_action_new (explain_cb, self, NULL)));
  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  gtk_widget_add_controller (GTK_WIDGET (self->view), keys);
  gtk_widget_set_has_tooltip (GTK_WIDGET (self->view), TRUE);
  g_signal_connect_object (self->view, "query-tooltip", G_CALLBACK (query_tooltip_cb), self,
                           G_CONNECT_SWAPPED);
}

/* The page around scrolls, the text view does not know; so the page is moved to where the cursor
 * is. */
static void
cursor_moved_cb (GhReviewText *self)
{
  GtkWidget *page;
  GtkTextIter iter;
  GdkRectangle rect;
  GtkAdjustment *adjustment;
  graphene_point_t point;
  double y;
  int wx;
  int wy;

  g_assert (GH_IS_REVIEW_TEXT (self));

  if (self->filling || !gtk_widget_has_focus (GTK_WIDGET (self->view)))
    return;
  page = gtk_widget_get_ancestor (gtk_widget_get_parent (GTK_WIDGET (self)),
                                  GTK_TYPE_SCROLLED_WINDOW);
  if (page == NULL)
    return;

  gtk_text_buffer_get_iter_at_mark (self->buffer, &iter, gtk_text_buffer_get_insert (self->buffer));
  gtk_text_view_get_iter_location (self->view, &iter, &rect);
  gtk_text_view_buffer_to_window_coords (self->view, GTK_TEXT_WINDOW_WIDGET, rect.x, rect.y, &wx,
                                         &wy);
  if (!gtk_widget_compute_point (GTK_WIDGET (self->view), page,
                                 &GRAPHENE_POINT_INIT ((float) wx, (float) wy), &point))
    return;
  adjustment = gtk_scrolled_window_get_vadjustment (GTK_SCROLLED_WINDOW (page));
  y = point.y + gtk_adjustment_get_value (adjustment);
  gtk_adjustment_clamp_page (adjustment, y, y + rect.height);
}

static void
gh_review_text_get_property (GObject    *object,
                             guint       prop_id,
                             GValue     *value,
                             GParamSpec *pspec)
{
  GhReviewText *self = GH_REVIEW_TEXT (object);

  switch (prop_id)
    {
    case PROP_EDITABLE:
      g_value_set_boolean (value, self->editable);
      break;
    case PROP_N_HIDDEN:
      g_value_set_uint (value, self->n_hidden);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
gh_review_text_set_property (GObject      *object,
                             guint         prop_id,
                             const GValue *value,
                             GParamSpec   *pspec)
{
  GhReviewText *self = GH_REVIEW_TEXT (object);

  switch (prop_id)
    {
    case PROP_EDITABLE:
      gh_review_text_set_editable (self, g_value_get_boolean (value));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
gh_review_text_dispose (GObject *object)
{
  GhReviewText *self = GH_REVIEW_TEXT (object);
  GtkWidget *child;

  g_clear_handle_id (&self->load_id, g_source_remove);
  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self))) != NULL)
    gtk_box_remove (GTK_BOX (self), child);
  G_OBJECT_CLASS (gh_review_text_parent_class)->dispose (object);
}

static void
gh_review_text_finalize (GObject *object)
{
  GhReviewText *self = GH_REVIEW_TEXT (object);

  g_clear_pointer (&self->tail, g_free);
  g_clear_pointer (&self->pictures, g_hash_table_unref);
  G_OBJECT_CLASS (gh_review_text_parent_class)->finalize (object);
}

static void
gh_review_text_class_init (GhReviewTextClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = gh_review_text_dispose;
  object_class->finalize = gh_review_text_finalize;
  object_class->get_property = gh_review_text_get_property;
  object_class->set_property = gh_review_text_set_property;

  properties[PROP_EDITABLE] =
    g_param_spec_boolean ("editable", NULL, NULL, TRUE,
                          G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);
  properties[PROP_N_HIDDEN] =
    g_param_spec_uint ("n-hidden", NULL, NULL, 0, G_MAXUINT, 0,
                       G_PARAM_READABLE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);

  signals[CHANGED] = g_signal_new ("changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST,
                                   0, NULL, NULL, NULL, G_TYPE_NONE, 0);

  g_type_ensure (GH_TYPE_REVIEW_VIEW);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               GH_UI_RESOURCE_PATH "gh-review-text.ui");
  gtk_widget_class_bind_template_child (widget_class, GhReviewText, scroll);
  gtk_widget_class_bind_template_child (widget_class, GhReviewText, view);
  gtk_widget_class_bind_template_child (widget_class, GhReviewText, buffer);
  gtk_widget_class_bind_template_child (widget_class, GhReviewText, more_button);
  gtk_widget_class_bind_template_child (widget_class, GhReviewText, more_label);
  gtk_widget_class_bind_template_callback (widget_class, buffer_changed_cb);
  gtk_widget_class_bind_template_callback (widget_class, cursor_moved_cb);
  gtk_widget_class_bind_template_callback (widget_class, select_all_cb);
  gtk_widget_class_bind_template_callback (widget_class, more_clicked_cb);
}

static void
gh_review_text_init (GhReviewText *self)
{
  self->editable = TRUE;
  self->pictures = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_object_unref);
  gtk_widget_init_template (GTK_WIDGET (self));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->more_button),
                                  GTK_ACCESSIBLE_PROPERTY_LABEL, _("Show More"), -1);
  self->soft_tag = gtk_text_buffer_create_tag (self->buffer, NULL, NULL);
  /* The amber of the hidden characters' pictures, light enough for letters on it. */
  self->alike_tag = gtk_text_buffer_create_tag (self->buffer, NULL, "underline",
                                                PANGO_UNDERLINE_ERROR, "background",
                                                "rgba(229,165,10,.3)", NULL);
  self->secret_tag = gtk_text_buffer_create_tag (self->buffer, NULL, "weight", PANGO_WEIGHT_BOLD,
                                                 "background", "rgba(229,165,10,.35)", NULL);
  add_explanations (self);
}

GtkWidget *
gh_review_text_new (void)
{
  return g_object_new (GH_TYPE_REVIEW_TEXT, NULL);
}

void
gh_review_text_set_text (GhReviewText *self,
                         const char   *text)
{
  const char *cut;

  g_return_if_fail (GH_IS_REVIEW_TEXT (self));
  g_return_if_fail (text != NULL);

  g_clear_handle_id (&self->load_id, g_source_remove);
  g_clear_pointer (&self->tail, g_free);
  self->tail_start = 0;
  self->n_marked = 0;
  self->n_soft = 0;
  g_hash_table_remove_all (self->pictures);

  set_scrolling (self, FALSE);
  cut = find_cut (self, text);
  begin_fill (self);
  gtk_text_buffer_set_text (self->buffer, "", 0);
  add (self, text, (gsize) (cut - text));
  end_fill (self);
  if (*cut != '\0')
    self->tail = g_strdup (cut);
  update_more (self);
  gh_review_view_expect (GH_REVIEW_VIEW (self->view));
  set_n_hidden (self, count_hidden (text));
}

void
gh_review_text_append (GhReviewText *self,
                       const char   *text)
{
  g_return_if_fail (GH_IS_REVIEW_TEXT (self));
  g_return_if_fail (text != NULL);

  begin_fill (self);
  add (self, text, strlen (text));
  end_fill (self);
  set_n_hidden (self, self->n_hidden + count_hidden (text));
}

char *
gh_review_text_dup_text (GhReviewText *self)
{
  GtkTextIter start;
  GtkTextIter end;
  g_autofree char *shown = NULL;
  GString *text;
  const char *plain;
  int offset = 0;

  g_return_val_if_fail (GH_IS_REVIEW_TEXT (self), NULL);

  gtk_text_buffer_get_bounds (self->buffer, &start, &end);
  shown = gtk_text_buffer_get_slice (self->buffer, &start, &end, TRUE);
  if (self->n_marked == 0)
    return g_strconcat (shown, get_tail (self), NULL);

  text = g_string_sized_new (strlen (shown) + strlen (get_tail (self)) + 1);
  plain = shown;
  for (const char *p = shown; *p != '\0'; p = g_utf8_next_char (p), offset++)
    {
      GtkTextIter iter;
      gboolean is_soft = FALSE;
      GdkPaintable *picture = NULL;

      /* U+FFFC is what stands for a picture in a slice. */
      if (*p == '\n' ? self->n_soft == 0 : g_utf8_get_char (p) != 0xFFFC)
        continue;
      gtk_text_buffer_get_iter_at_offset (self->buffer, &iter, offset);
      if (*p == '\n')
        is_soft = gtk_text_iter_has_tag (&iter, self->soft_tag);
      else
        picture = gtk_text_iter_get_paintable (&iter);
      if (*p == '\n' && !is_soft)
        continue;
      g_string_append_len (text, plain, p - plain);
      if (picture != NULL && GH_IS_HIDDEN_CHAR (picture))
        g_string_append (text, gh_hidden_char_get_run (GH_HIDDEN_CHAR (picture)));
      plain = g_utf8_next_char (p);
    }
  g_string_append (text, plain);
  g_string_append (text, get_tail (self));
  return g_string_free (text, FALSE);
}

gboolean
gh_review_text_is_empty (GhReviewText *self)
{
  g_return_val_if_fail (GH_IS_REVIEW_TEXT (self), TRUE);

  return gtk_text_buffer_get_char_count (self->buffer) == 0 && *get_tail (self) == '\0';
}

void
gh_review_text_set_editable (GhReviewText *self,
                             gboolean      editable)
{
  g_return_if_fail (GH_IS_REVIEW_TEXT (self));

  editable = !!editable;
  if (self->editable == editable)
    return;
  self->editable = editable;
  gtk_text_view_set_editable (self->view, editable);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_EDITABLE]);
}

void
gh_review_text_set_whole (GhReviewText *self,
                          gboolean      whole)
{
  g_return_if_fail (GH_IS_REVIEW_TEXT (self));

  self->whole = whole;
}

gboolean
gh_review_text_get_editable (GhReviewText *self)
{
  g_return_val_if_fail (GH_IS_REVIEW_TEXT (self), FALSE);

  return self->editable;
}

guint
gh_review_text_get_n_hidden (GhReviewText *self)
{
  g_return_val_if_fail (GH_IS_REVIEW_TEXT (self), 0);

  return self->n_hidden;
}

void
gh_review_text_set_label (GhReviewText *self,
                          const char   *label)
{
  g_return_if_fail (GH_IS_REVIEW_TEXT (self));

  gtk_accessible_update_property (GTK_ACCESSIBLE (self->view),
                                  GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
}

GtkWidget *
gh_review_text_get_view (GhReviewText *self)
{
  g_return_val_if_fail (GH_IS_REVIEW_TEXT (self), NULL);

  return GTK_WIDGET (self->view);
}
