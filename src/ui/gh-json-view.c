/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * JSON to read or write, coloured, in the window's light or dark. */
#include "config.h"

#include "gh-json-view.h"

#include <adwaita.h>

struct _GhJsonView
{
  GtkSourceView parent_instance;
};

G_DEFINE_FINAL_TYPE (GhJsonView, gh_json_view, GTK_SOURCE_TYPE_VIEW)

static GtkSourceBuffer *
get_buffer (GhJsonView *self)
{
  return GTK_SOURCE_BUFFER (gtk_text_view_get_buffer (GTK_TEXT_VIEW (self)));
}

static void
dark_changed_cb (GhJsonView *self)
{
  gboolean dark = adw_style_manager_get_dark (adw_style_manager_get_default ());
  GtkSourceStyleSchemeManager *schemes = gtk_source_style_scheme_manager_get_default ();

  g_assert (GH_IS_JSON_VIEW (self));

  gtk_source_buffer_set_style_scheme (get_buffer (self),
                                      gtk_source_style_scheme_manager_get_scheme (schemes,
                                        dark ? "Adwaita-dark" : "Adwaita"));
}

/* Colours come when it is first seen: the files they are read from would cost the program a quarter
 * of its start, and most of these views are never opened. */
static void
gh_json_view_map (GtkWidget *widget)
{
  GhJsonView *self = GH_JSON_VIEW (widget);

  if (gtk_source_buffer_get_language (get_buffer (self)) == NULL)
    {
      GtkSourceLanguageManager *languages = gtk_source_language_manager_get_default ();

      gtk_source_buffer_set_language (get_buffer (self),
                                      gtk_source_language_manager_get_language (languages, "json"));
      g_signal_connect_object (adw_style_manager_get_default (), "notify::dark",
                               G_CALLBACK (dark_changed_cb), self, G_CONNECT_SWAPPED);
      dark_changed_cb (self);
    }
  GTK_WIDGET_CLASS (gh_json_view_parent_class)->map (widget);
}

/* One that is only read shows no cursor: a frame says that it has the keyboard. */
static void
editable_changed_cb (GhJsonView *self)
{
  gboolean editable = gtk_text_view_get_editable (GTK_TEXT_VIEW (self));

  g_assert (GH_IS_JSON_VIEW (self));

  gtk_text_buffer_set_enable_undo (GTK_TEXT_BUFFER (get_buffer (self)), editable);
  if (editable)
    gtk_widget_remove_css_class (GTK_WIDGET (self), "gh-read-only");
  else
    gtk_widget_add_css_class (GTK_WIDGET (self), "gh-read-only");
}

static void
gh_json_view_class_init (GhJsonViewClass *klass)
{
  GTK_WIDGET_CLASS (klass)->map = gh_json_view_map;
}

static void
gh_json_view_init (GhJsonView *self)
{
  GtkTextView *view = GTK_TEXT_VIEW (self);

  gtk_text_view_set_monospace (view, TRUE);
  gtk_text_view_set_wrap_mode (view, GTK_WRAP_WORD_CHAR);
  /* Tab moves on, as everywhere else in the window. */
  gtk_text_view_set_accepts_tab (view, FALSE);
  gtk_text_view_set_left_margin (view, 12);
  gtk_text_view_set_right_margin (view, 12);
  gtk_text_view_set_top_margin (view, 12);
  gtk_text_view_set_bottom_margin (view, 12);
  gtk_source_view_set_indent_width (GTK_SOURCE_VIEW (self), 2);
  gtk_source_view_set_insert_spaces_instead_of_tabs (GTK_SOURCE_VIEW (self), TRUE);
  gtk_source_view_set_auto_indent (GTK_SOURCE_VIEW (self), TRUE);
  /* GtkSourceView's adds "Change Case", also where nothing can be changed. */
  gtk_text_view_set_extra_menu (view, NULL);
  g_signal_connect (self, "notify::editable", G_CALLBACK (editable_changed_cb), NULL);
}

GtkWidget *
gh_json_view_new (void)
{
  return g_object_new (GH_TYPE_JSON_VIEW, NULL);
}

char *
gh_json_view_dup_text (GhJsonView *self)
{
  char *text = NULL;

  g_return_val_if_fail (GH_IS_JSON_VIEW (self), NULL);

  g_object_get (get_buffer (self), "text", &text, NULL);
  return text;
}

void
gh_json_view_set_text (GhJsonView *self,
                       const char *text)
{
  g_return_if_fail (GH_IS_JSON_VIEW (self));

  gtk_text_buffer_set_text (GTK_TEXT_BUFFER (get_buffer (self)), text, -1);
}
