/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * The stop sequences of a request, to edit: a row that opens to one entry a sequence. */
#include "config.h"

#include "gh-stop-list.h"

#include <glib/gi18n.h>

#include "gh-inner-name.h"
#include "gh-review-words.h"

/* Endpoints take four; what a server asks beyond this is said, not shown, and sent all the same. */
#define MOST_ROWS 16

struct _GhStopList
{
  AdwExpanderRow  parent_instance;

  /* Owned */
  GPtrArray      *rows; /* of AdwEntryRow, borrowed from the list */
  GStrv           rest; /* those without a row */
  GStrv           asked; /* what Restore brings back */

  gboolean        filling;

  /* Borrowed */
  GtkWidget      *add_row;
  GtkWidget      *restore_row;
};

G_DEFINE_FINAL_TYPE (GhStopList, gh_stop_list, ADW_TYPE_EXPANDER_ROW)

enum
{
  CHANGED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

static void
update_subtitle (GhStopList *self)
{
  g_auto(GStrv) sequences = gh_stop_list_dup_sequences (self);
  g_autoptr(GString) words = g_string_new (NULL);

  for (guint i = 0; sequences[i] != NULL && i < 4; i++)
    {
      g_autofree char *escaped = gh_stop_list_escape (sequences[i]);
      g_autofree char *name = gh_words_name (escaped);

      g_string_append_printf (words, "%s“%s”", i > 0 ? "  " : "", name);
    }
  if (g_strv_length (sequences) > 4)
    g_string_append (words, " …");
  adw_expander_row_set_subtitle (ADW_EXPANDER_ROW (self),
                                 words->len > 0 ? words->str
                                                : _("None; the model stops by itself"));
  gtk_widget_set_sensitive (self->add_row, self->rows->len < MOST_ROWS);
  gtk_widget_set_visible (self->restore_row, self->asked != NULL
                                               && !g_strv_equal (
                                                 (const char * const *) sequences,
                                                 (const char * const *) self->asked));
}

static void
changed (GhStopList *self)
{
  if (self->filling)
    return;
  update_subtitle (self);
  g_signal_emit (self, signals[CHANGED], 0);
}

static void
remove_clicked_cb (GtkWidget  *button,
                   GhStopList *self)
{
  GtkWidget *row = gtk_widget_get_ancestor (button, ADW_TYPE_ENTRY_ROW);

  g_ptr_array_remove (self->rows, row);
  adw_expander_row_remove (ADW_EXPANDER_ROW (self), row);
  changed (self);
  gtk_widget_grab_focus (self->add_row);
}

static void
add_entry (GhStopList *self,
           const char *sequence)
{
  GtkWidget *row = adw_entry_row_new ();
  GtkWidget *button = gtk_button_new_from_icon_name ("user-trash-symbolic");
  g_autofree char *escaped = gh_stop_list_escape (sequence);

  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), _("Stop at this text (\\n is a new "
                                                              "line)"));
  gtk_editable_set_text (GTK_EDITABLE (row), escaped);
  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  gtk_widget_add_css_class (button, "flat");
  gtk_widget_set_tooltip_text (button, _("Remove Stop Sequence"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (button),
                                  GTK_ACCESSIBLE_PROPERTY_LABEL, _("Remove Stop Sequence"), -1);
  g_signal_connect_object (button, "clicked", G_CALLBACK (remove_clicked_cb), self, 0);
  adw_entry_row_add_suffix (ADW_ENTRY_ROW (row), button);
  g_signal_connect_object (row, "changed", G_CALLBACK (changed), self, G_CONNECT_SWAPPED);
  adw_expander_row_add_row (ADW_EXPANDER_ROW (self), row);
  g_ptr_array_add (self->rows, row);
}

/* A page goes to what gets the keyboard, but not to what has no place yet: so once more in the
 * frame after it was given one. */
static gboolean
show_new_cb (GtkWidget     *row,
             GdkFrameClock *clock,
             gpointer       user_data)
{
  GtkWidget *page = gtk_widget_get_ancestor (row, GTK_TYPE_SCROLLED_WINDOW);
  GtkAdjustment *adjustment;
  graphene_rect_t bounds;

  if (page == NULL || gtk_widget_get_height (row) == 0)
    return page != NULL ? G_SOURCE_CONTINUE : G_SOURCE_REMOVE;

  adjustment = gtk_scrolled_window_get_vadjustment (GTK_SCROLLED_WINDOW (page));
  if (gtk_widget_compute_bounds (row, page, &bounds))
    {
      double top = gtk_adjustment_get_value (adjustment) + bounds.origin.y;

      gtk_adjustment_clamp_page (adjustment, top, top + bounds.size.height);
    }
  return G_SOURCE_REMOVE;
}

static void
add_activated_cb (GhStopList *self)
{
  GtkWidget *row;

  g_assert (GH_IS_STOP_LIST (self));

  add_entry (self, "");
  update_subtitle (self);
  adw_expander_row_set_expanded (ADW_EXPANDER_ROW (self), TRUE);
  row = g_ptr_array_index (self->rows, self->rows->len - 1);
  gtk_widget_grab_focus (row);
  gtk_widget_add_tick_callback (row, show_new_cb, NULL, NULL);
}

static void
restore_activated_cb (GhStopList *self)
{
  g_auto(GStrv) asked = NULL;

  g_assert (GH_IS_STOP_LIST (self));

  asked = g_strdupv (self->asked);
  gh_stop_list_set_sequences (self, (const char * const *) asked);
  /* The row that was pressed goes away. */
  gtk_widget_grab_focus (GTK_WIDGET (self));
  g_signal_emit (self, signals[CHANGED], 0);
}

static GtkWidget *
create_button_row (GhStopList *self,
                   const char *title,
                   const char *icon,
                   GCallback   callback)
{
  GtkWidget *row = adw_action_row_new ();

  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), title);
  adw_action_row_add_prefix (ADW_ACTION_ROW (row), gtk_image_new_from_icon_name (icon));
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (row), TRUE);
  g_signal_connect_object (row, "activated", callback, self, G_CONNECT_SWAPPED);
  adw_expander_row_add_row (ADW_EXPANDER_ROW (self), row);
  return row;
}

static void
gh_stop_list_finalize (GObject *object)
{
  GhStopList *self = GH_STOP_LIST (object);

  g_clear_pointer (&self->rows, g_ptr_array_unref);
  g_clear_pointer (&self->rest, g_strfreev);
  g_clear_pointer (&self->asked, g_strfreev);
  G_OBJECT_CLASS (gh_stop_list_parent_class)->finalize (object);
}

static void
gh_stop_list_class_init (GhStopListClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = gh_stop_list_finalize;

  signals[CHANGED] = g_signal_new ("changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST,
                                   0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
gh_stop_list_init (GhStopList *self)
{
  self->rows = g_ptr_array_new ();
  gh_inner_name_expander (GTK_WIDGET (self));
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (self), _("Stop Sequences"));
  adw_preferences_row_set_use_markup (ADW_PREFERENCES_ROW (self), FALSE);
  /* First, so that the entries that are added later stand below it. */
  self->add_row = create_button_row (self, _("Add Stop Sequence"), "list-add-symbolic",
                                     G_CALLBACK (add_activated_cb));
  self->restore_row = create_button_row (self, _("Restore What the Server Asked"),
                                         "edit-undo-symbolic", G_CALLBACK (restore_activated_cb));
  update_subtitle (self);
}

void
gh_stop_list_set_sequences (GhStopList         *self,
                            const char * const *sequences)
{
  guint n = sequences != NULL ? g_strv_length ((char **) sequences) : 0;

  g_return_if_fail (GH_IS_STOP_LIST (self));

  self->filling = TRUE;
  while (self->rows->len > 0)
    adw_expander_row_remove (ADW_EXPANDER_ROW (self),
                             g_ptr_array_steal_index (self->rows, self->rows->len - 1));
  for (guint i = 0; i < MIN (n, MOST_ROWS); i++)
    add_entry (self, sequences[i]);
  g_strfreev (self->rest);
  self->rest = n > MOST_ROWS ? g_strdupv ((char **) sequences + MOST_ROWS) : NULL;
  adw_expander_row_set_expanded (ADW_EXPANDER_ROW (self), FALSE);
  self->filling = FALSE;
  update_subtitle (self);
}

void
gh_stop_list_set_asked (GhStopList         *self,
                        const char * const *sequences)
{
  g_return_if_fail (GH_IS_STOP_LIST (self));

  g_strfreev (self->asked);
  self->asked = g_strdupv ((char **) sequences);
  update_subtitle (self);
}

char **
gh_stop_list_dup_sequences (GhStopList *self)
{
  g_autoptr(GStrvBuilder) builder = g_strv_builder_new ();

  g_return_val_if_fail (GH_IS_STOP_LIST (self), NULL);

  for (guint i = 0; i < self->rows->len; i++)
    {
      GtkEditable *row = g_ptr_array_index (self->rows, i);
      g_autofree char *sequence = gh_stop_list_unescape (gtk_editable_get_text (row));

      if (*sequence != '\0')
        g_strv_builder_add (builder, sequence);
    }
  for (guint i = 0; self->rest != NULL && self->rest[i] != NULL; i++)
    g_strv_builder_add (builder, self->rest[i]);
  return g_strv_builder_end (builder);
}

char *
gh_stop_list_escape (const char *text)
{
  GString *escaped = g_string_new (NULL);

  for (const char *p = text; *p != '\0'; p++)
    switch (*p)
      {
      case '\n':
        g_string_append (escaped, "\\n");
        break;
      case '\r':
        g_string_append (escaped, "\\r");
        break;
      case '\t':
        g_string_append (escaped, "\\t");
        break;
      case '\\':
        g_string_append (escaped, "\\\\");
        break;
      default:
        g_string_append_c (escaped, *p);
      }
  return g_string_free (escaped, FALSE);
}

char *
gh_stop_list_unescape (const char *text)
{
  GString *plain = g_string_new (NULL);

  for (const char *p = text; *p != '\0'; p++)
    {
      if (*p != '\\' || p[1] == '\0')
        {
          g_string_append_c (plain, *p);
          continue;
        }
      p++;
      if (*p == 'n')
        g_string_append_c (plain, '\n');
      else if (*p == 'r')
        g_string_append_c (plain, '\r');
      else if (*p == 't')
        g_string_append_c (plain, '\t');
      else if (*p == '\\')
        g_string_append_c (plain, '\\');
      else
        {
          /* Not one of ours: as typed. */
          g_string_append_c (plain, '\\');
          g_string_append_c (plain, *p);
        }
    }
  return g_string_free (plain, FALSE);
}
