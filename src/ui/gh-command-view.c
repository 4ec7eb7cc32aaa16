/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * Exactly what will run: one line for each argument, and where the program is (10.1). */
#include "config.h"

#include "gh-command-view.h"

#include <glib/gi18n.h>

#include "gh-command-risk.h"
#include "gh-plain-text.h"

struct _GhCommandView
{
  AdwBin parent_instance;

  GhServerConfig *config;    /* owned, or NULL */
  GCancellable *cancellable; /* owned: of the present search; or NULL */
  GtkWidget *lines;          /* borrowed: inside the card */
  GtkWidget *found;          /* borrowed: the note beside the program; or NULL */
  gboolean missing;
};

G_DEFINE_FINAL_TYPE (GhCommandView, gh_command_view, ADW_TYPE_BIN)

enum
{
  PROP_0,
  PROP_MISSING,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

static void
set_missing (GhCommandView *self,
             gboolean       missing)
{
  if (self->missing == missing)
    return;
  self->missing = missing;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_MISSING]);
}

static GtkWidget *
make_note (const char *text)
{
  GtkWidget *note = gtk_label_new (text);

  gtk_label_set_xalign (GTK_LABEL (note), 1);
  gtk_label_set_wrap (GTK_LABEL (note), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (note), PANGO_WRAP_WORD_CHAR);
  gtk_widget_set_valign (note, GTK_ALIGN_START);
  gtk_widget_add_css_class (note, "caption");
  gtk_widget_add_css_class (note, "gh-dim");
  return note;
}

static GtkWidget *
append_line (GhCommandView *self,
             guint          number,
             const char    *argument)
{
  GtkWidget *line = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);
  g_autofree char *digits = g_strdup_printf ("%u", number);
  g_autofree char *exact = gh_plain_text_dup (argument, G_MAXSIZE, GH_PLAIN_TEXT_EXACT);
  g_autoptr(PangoAttrList) attributes = pango_attr_list_new ();
  GtkWidget *index = gtk_label_new (digits);
  /* An empty argument is one too. */
  GtkWidget *text = gtk_label_new (*exact != '\0' ? exact : "\"\"");

  gtk_label_set_xalign (GTK_LABEL (index), 1);
  gtk_label_set_width_chars (GTK_LABEL (index), 2);
  gtk_widget_set_valign (index, GTK_ALIGN_START);
  gtk_widget_add_css_class (index, "numeric");
  gtk_widget_add_css_class (index, "gh-dim");
  gtk_label_set_xalign (GTK_LABEL (text), 0);
  gtk_label_set_selectable (GTK_LABEL (text), TRUE);
  gtk_label_set_wrap (GTK_LABEL (text), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (text), PANGO_WRAP_CHAR);
  /* A hyphen at the end of a line would not be in the command. */
  pango_attr_list_insert (attributes, pango_attr_insert_hyphens_new (FALSE));
  gtk_label_set_attributes (GTK_LABEL (text), attributes);
  gtk_widget_set_hexpand (text, TRUE);
  gtk_widget_add_css_class (text, "gh-mono");
  /* Commands run from left to right in every language. */
  gtk_widget_set_direction (line, GTK_TEXT_DIR_LTR);
  gtk_widget_set_direction (text, GTK_TEXT_DIR_LTR);
  gtk_box_append (GTK_BOX (line), index);
  gtk_box_append (GTK_BOX (line), text);
  gtk_box_append (GTK_BOX (self->lines), line);
  return line;
}

static void
show_lines (GhCommandView *self)
{
  const char * const *argv = gh_server_config_get_argv (self->config);
  guint fetched;
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (self->lines)) != NULL)
    gtk_box_remove (GTK_BOX (self->lines), child);
  if (argv[0] == NULL)
    {
      GtkWidget *line = append_line (self, 0, gh_server_config_get_url (self->config));

      /* There is one. */
      gtk_widget_set_visible (gtk_widget_get_first_child (line), FALSE);
      return;
    }
  gh_command_risk_find (argv, &fetched);
  for (guint i = 0; argv[i] != NULL; i++)
    {
      GtkWidget *line = append_line (self, i, argv[i]);

      if (i == 0)
        {
          self->found = make_note (_("looking for it…"));
          gtk_box_append (GTK_BOX (line), self->found);
        }
      else if (i == fetched)
        gtk_box_append (GTK_BOX (line), make_note (_("fetched from the network")));
    }
}

static void
found_cb (GObject      *source,
          GAsyncResult *result,
          gpointer      user_data)
{
  g_autoptr(GhCommandView) self = user_data;
  g_autoptr(GError) error = NULL;
  g_autofree char *program = gh_server_list_find_program_finish (GH_SERVER_LIST (source), result,
                                                                 &error);
  g_autofree char *folder = NULL;
  g_autofree char *shown = NULL;
  g_autofree char *whole = NULL;
  g_autofree char *note = NULL;

  if (error != NULL)
    return;
  if (program == NULL)
    {
      gtk_label_set_text (GTK_LABEL (self->found), _("not found"));
      gtk_widget_remove_css_class (self->found, "gh-dim");
      gtk_widget_add_css_class (self->found, "error");
    }
  else
    {
      folder = g_path_get_dirname (program);
      shown = gh_plain_text_dup_path (folder);
      /* Translators: %s is the folder that a program is in. */
      note = g_strdup_printf (_("found in %s"), shown);
      gtk_label_set_text (GTK_LABEL (self->found), note);
      whole = gh_plain_text_dup_path (program);
      gtk_widget_set_tooltip_text (self->found, whole);
    }
  set_missing (self, program == NULL);
}

static void
gh_command_view_dispose (GObject *object)
{
  GhCommandView *self = GH_COMMAND_VIEW (object);

  if (self->cancellable != NULL)
    g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  g_clear_object (&self->config);

  G_OBJECT_CLASS (gh_command_view_parent_class)->dispose (object);
}

static void
gh_command_view_get_property (GObject    *object,
                              guint       prop_id,
                              GValue     *value,
                              GParamSpec *pspec)
{
  switch (prop_id)
    {
    case PROP_MISSING:
      g_value_set_boolean (value, GH_COMMAND_VIEW (object)->missing);
      break;

    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
gh_command_view_class_init (GhCommandViewClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = gh_command_view_dispose;
  object_class->get_property = gh_command_view_get_property;

  properties[PROP_MISSING] = g_param_spec_boolean ("missing", NULL, NULL, FALSE,
                                                   G_PARAM_READABLE | G_PARAM_EXPLICIT_NOTIFY |
                                                   G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);
}

static void
gh_command_view_init (GhCommandView *self)
{
  GtkWidget *card = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);

  self->lines = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  gtk_widget_set_margin_start (self->lines, 12);
  gtk_widget_set_margin_end (self->lines, 12);
  gtk_widget_set_margin_top (self->lines, 12);
  gtk_widget_set_margin_bottom (self->lines, 12);
  gtk_box_append (GTK_BOX (card), self->lines);
  gtk_widget_add_css_class (card, "card");
  adw_bin_set_child (ADW_BIN (self), card);
}

void
gh_command_view_set_config (GhCommandView  *self,
                            GhServerList   *servers,
                            GhServerConfig *config)
{
  g_return_if_fail (GH_IS_COMMAND_VIEW (self));
  g_return_if_fail (GH_IS_SERVER_LIST (servers));
  g_return_if_fail (GH_IS_SERVER_CONFIG (config));

  if (!g_set_object (&self->config, config))
    return;
  if (self->cancellable != NULL)
    g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  self->cancellable = g_cancellable_new ();
  set_missing (self, FALSE);
  show_lines (self);
  if (gh_server_config_get_kind (config) != GH_SERVER_KIND_STDIO)
    return;
  gh_server_list_find_program_async (servers, config, self->cancellable, found_cb,
                                     g_object_ref (self));
}

gboolean
gh_command_view_get_missing (GhCommandView *self)
{
  g_return_val_if_fail (GH_IS_COMMAND_VIEW (self), FALSE);

  return self->missing;
}

void
gh_command_view_copy (GhCommandView *self)
{
  g_autofree char *command = NULL;

  g_return_if_fail (GH_IS_COMMAND_VIEW (self));

  if (self->config == NULL)
    return;
  command = gh_server_config_dup_command (self->config);
  gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (self)), command);
}
