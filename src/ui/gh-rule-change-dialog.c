/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * What changed of a server since its rules were made, and whether it is trusted. */
#include "config.h"

#include "gh-rule-change-dialog.h"

#include <glib/gi18n.h>
#include <string.h>

#include "gh-plain-text.h"
#include "gh-text-diff.h"
#include "gh-text.h"
#include "gh-ui.h"

/* Unchanged text around a change that helps to find it. */
#define CONTEXT_LINES 2

struct _GhRuleChangeDialog
{
  AdwWindow       parent_instance;

  /* Owned */
  GhRuleTrust    *trust;
  GhServer       *server;

  /* Template */
  AdwWindowTitle *title;
  GtkLabel       *explanation;
  GtkTextView    *view;
};

G_DEFINE_FINAL_TYPE (GhRuleChangeDialog, gh_rule_change_dialog, ADW_TYPE_WINDOW)

static void
trust_cb (GhRuleChangeDialog *self)
{
  g_assert (GH_IS_RULE_CHANGE_DIALOG (self));

  gh_rule_trust_accept (self->trust, gh_server_get_id (self->server));
  gtk_window_close (GTK_WINDOW (self));
}

static void
gh_rule_change_dialog_dispose (GObject *object)
{
  GhRuleChangeDialog *self = GH_RULE_CHANGE_DIALOG (object);

  g_clear_object (&self->trust);
  g_clear_object (&self->server);

  G_OBJECT_CLASS (gh_rule_change_dialog_parent_class)->dispose (object);
}

static void
gh_rule_change_dialog_class_init (GhRuleChangeDialogClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = gh_rule_change_dialog_dispose;

  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_DIALOG);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               GH_UI_RESOURCE_PATH "gh-rule-change-dialog.ui");
  gtk_widget_class_bind_template_child (widget_class, GhRuleChangeDialog, title);
  gtk_widget_class_bind_template_child (widget_class, GhRuleChangeDialog, explanation);
  gtk_widget_class_bind_template_child (widget_class, GhRuleChangeDialog, view);
  gtk_widget_class_bind_template_callback (widget_class, trust_cb);

  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "window.close", NULL);
}

static void
gh_rule_change_dialog_init (GhRuleChangeDialog *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

/* --- the difference --- */

/* The first or the last lines of an unchanged piece. */
static const char *
skip_lines (const char *text,
            const char *end,
            guint       n)
{
  const char *at = text;

  while (n > 0 && at < end)
    if (*at++ == '\n')
      n--;
  return at;
}

static const char *
last_lines (const char *text,
            const char *end,
            guint       n)
{
  const char *at = end;

  while (at > text)
    {
      if (at[-1] == '\n' && n-- == 0)
        break;
      at--;
    }
  return at;
}

/* Every character that cannot be seen as its number, but for the ends of lines; owned. */
static char *
make_plain (const char *text)
{
  g_auto(GStrv) lines = g_strsplit (text, "\n", -1);

  for (gsize i = 0; lines[i] != NULL; i++)
    {
      char *plain = gh_plain_text_dup (lines[i], G_MAXSIZE, GH_PLAIN_TEXT_EXACT);

      g_free (lines[i]);
      lines[i] = plain;
    }
  return g_strjoinv ("\n", lines);
}

static void
insert (GtkTextBuffer *buffer,
        const char    *text,
        gsize          length,
        const char    *tag)
{
  g_autofree char *copy = g_strndup (text, length);
  g_autofree char *plain = make_plain (copy);
  GtkTextIter end;

  gtk_text_buffer_get_end_iter (buffer, &end);
  gtk_text_buffer_insert_with_tags_by_name (buffer, &end, plain, -1, tag, NULL);
}

static void
insert_same (GtkTextBuffer         *buffer,
             const GhTextDiffPiece *piece,
             gboolean               is_first,
             gboolean               is_last)
{
  const char *end = piece->text + piece->length;
  const char *head = is_first ? piece->text : skip_lines (piece->text, end, CONTEXT_LINES + 1);
  const char *tail = is_last ? end : last_lines (piece->text, end, CONTEXT_LINES);

  if (head >= tail)
    {
      insert (buffer, piece->text, piece->length, "same");
      return;
    }
  insert (buffer, piece->text, head - piece->text, "same");
  insert (buffer, "⋯\n", strlen ("⋯\n"), "same");
  insert (buffer, tail, end - tail, "same");
}

static void
fill (GhRuleChangeDialog *self,
      const char         *before,
      const char         *after)
{
  GtkTextBuffer *buffer = gtk_text_view_get_buffer (self->view);
  g_autoptr(GArray) pieces = gh_text_diff_new (before, after);
  GdkRGBA red = { 0.88f, 0.11f, 0.14f, 0.25f };
  GdkRGBA green = { 0.18f, 0.76f, 0.49f, 0.3f };

  gtk_text_buffer_create_tag (buffer, "same", NULL);
  gtk_text_buffer_create_tag (buffer, "removed", "background-rgba", &red, "strikethrough", TRUE,
                              NULL);
  gtk_text_buffer_create_tag (buffer, "added", "background-rgba", &green, "underline",
                              PANGO_UNDERLINE_SINGLE, NULL);
  for (guint i = 0; i < pieces->len; i++)
    {
      const GhTextDiffPiece *piece = &g_array_index (pieces, GhTextDiffPiece, i);

      switch (piece->kind)
        {
        case GH_TEXT_DIFF_REMOVED:
          insert (buffer, piece->text, piece->length, "removed");
          break;
        case GH_TEXT_DIFF_ADDED:
          insert (buffer, piece->text, piece->length, "added");
          break;
        case GH_TEXT_DIFF_SAME:
        default:
          insert_same (buffer, piece, i == 0, i + 1 == pieces->len);
          break;
        }
    }
  if (pieces->len <= 1)
    {
      const char *words = _("What changed is further down than what is kept for showing.");

      insert (buffer, words, strlen (words), "same");
    }
}

GtkWindow *
gh_rule_change_dialog_new (GhRuleTrust *trust,
                           GhServer    *server)
{
  GhRuleChangeDialog *self;
  const char *before;
  const char *after;
  g_autofree char *name = NULL;
  g_autofree char *words = NULL;

  g_return_val_if_fail (GH_IS_RULE_TRUST (trust), NULL);
  g_return_val_if_fail (GH_IS_SERVER (server), NULL);

  if (!gh_rule_trust_get_change (trust, gh_server_get_id (server), &before, &after))
    return NULL;
  self = g_object_new (GH_TYPE_RULE_CHANGE_DIALOG, NULL);
  self->trust = g_object_ref (trust);
  self->server = g_object_ref (server);
  name = gh_text_dup_server_name (server);
  adw_window_title_set_subtitle (self->title, name);
  /* Translators: a server's name is filled in. */
  words = g_strdup_printf (_("%s is started in another way, or its tools are others, than when you "
                             "made rules that allow it something. Until you trust what it is now, "
                             "those rules ask."), name);
  gtk_label_set_text (self->explanation, words);
  fill (self, before, after);
  return GTK_WINDOW (self);
}
