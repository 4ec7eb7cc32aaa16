/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * How a server is started or reached, to be written: name, command line or address, and what goes
 * with it - or a pasted entry. */
#include "config.h"

#include "gh-server-editor.h"

#include <glib/gi18n.h>
#include <string.h>

#include "gh-certificates-row.h"
#include "gh-compat-file-dialog.h"
#include "gh-json-view.h"
#include "gh-plain-text.h"
#include "gh-server-snippet.h"
#include "gh-text.h"
#include "gh-ui.h"
#include "gh-variable-entry-row.h"

/* A name stands in a sidebar. */
#define MAX_NAME 100

struct _GhServerEditor
{
  AdwBin parent_instance;

  char *cwd;                 /* owned; NULL: the home folder */
  GStrv eras;                /* owned: what the rows of the era stand for */
  GCancellable *cancellable; /* owned: of the folder chooser */
  gboolean filling;          /* a pasted entry is put into the fields */

  /* template */
  AdwEntryRow *name;
  AdwEntryRow *command;
  AdwActionRow *folder_row;
  GtkWidget *home;
  GhCertificatesRow *ca_row;
  GtkWidget *problem_box;
  GtkLabel *problem;
  GtkWidget *variables_group;
  GtkListBox *variables;
  GtkWidget *headers_group;
  GtkListBox *headers;
  AdwComboRow *transport;
  AdwComboRow *era;
  GhJsonView *snippet;
  GtkLabel *snippet_result;
};

G_DEFINE_FINAL_TYPE (GhServerEditor, gh_server_editor, ADW_TYPE_BIN)

enum
{
  CHANGED,
  FINISHED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

/* --- problems --- */

static void
set_problem (GhServerEditor *self,
             GtkWidget      *field,
             const char     *text)
{
  GtkWidget *fields[] = { GTK_WIDGET (self->name), GTK_WIDGET (self->command) };

  for (guint i = 0; i < G_N_ELEMENTS (fields); i++)
    {
      if (fields[i] == field)
        gtk_widget_add_css_class (fields[i], "error");
      else
        gtk_widget_remove_css_class (fields[i], "error");
    }
  gtk_label_set_text (self->problem, text != NULL ? text : "");
  gtk_widget_set_visible (self->problem_box, text != NULL);
  if (field != NULL)
    gtk_widget_grab_focus (field);
}

static const char *
command_problem (const GError *error)
{
  if (g_error_matches (error, G_SHELL_ERROR, G_SHELL_ERROR_EMPTY_STRING))
    return _("Write the command that starts the server, such as: npx -y @example/notes-server - or "
             "its address, such as: https://example.com/mcp");
  if (error->domain == G_IO_ERROR)
    return _("This address cannot be used. Write it as https://example.com/mcp, without a name or "
             "password in it.");
  return _("A quotation mark in the command is not closed. Close it, or put a \\ before it.");
}

static void
changed (GhServerEditor *self)
{
  if (!self->filling)
    g_signal_emit (self, signals[CHANGED], 0);
}

/* --- variables and headers --- */

static void
variable_removed_cb (GhServerEditor *self,
                     GtkWidget      *row)
{
  GtkWidget *list = gtk_widget_get_parent (row);

  g_assert (GH_IS_SERVER_EDITOR (self));

  gtk_list_box_remove (GTK_LIST_BOX (list), row);
  gtk_widget_set_visible (list, gtk_widget_get_first_child (list) != NULL);
  changed (self);
}

static GtkWidget *
append_variable (GhServerEditor *self,
                 GhVariableKind  kind,
                 const char     *variable)
{
  GtkListBox *list = kind == GH_VARIABLE_HEADER ? self->headers : self->variables;
  GtkWidget *row = gh_variable_entry_row_new (kind, variable);

  g_signal_connect_object (row, "changed", G_CALLBACK (changed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (row, "removed", G_CALLBACK (variable_removed_cb), self,
                           G_CONNECT_SWAPPED);
  gtk_list_box_append (list, row);
  gtk_widget_set_visible (GTK_WIDGET (list), TRUE);
  return row;
}

static void
add_variable_cb (GhServerEditor *self)
{
  g_assert (GH_IS_SERVER_EDITOR (self));

  gtk_widget_grab_focus (append_variable (self, GH_VARIABLE_ENVIRONMENT, ""));
}

static void
add_header_cb (GhServerEditor *self)
{
  g_assert (GH_IS_SERVER_EDITOR (self));

  gtk_widget_grab_focus (append_variable (self, GH_VARIABLE_HEADER, ""));
}

static void
set_variables (GhServerEditor     *self,
               GhVariableKind      kind,
               const char * const *variables)
{
  GtkListBox *list = kind == GH_VARIABLE_HEADER ? self->headers : self->variables;
  GtkWidget *row;

  while ((row = gtk_widget_get_first_child (GTK_WIDGET (list))) != NULL)
    gtk_list_box_remove (list, row);
  gtk_widget_set_visible (GTK_WIDGET (list), FALSE);
  for (guint i = 0; variables[i] != NULL; i++)
    append_variable (self, kind, variables[i]);
}

static GStrv
dup_variables (GtkListBox *list,
               gboolean    show_problems)
{
  g_autoptr(GStrvBuilder) builder = g_strv_builder_new ();

  for (GtkWidget *row = gtk_widget_get_first_child (GTK_WIDGET (list)); row != NULL;
       row = gtk_widget_get_next_sibling (row))
    {
      g_autofree char *text = gh_variable_entry_row_dup_text (GH_VARIABLE_ENTRY_ROW (row));

      if (text == NULL)
        {
          if (show_problems)
            gtk_widget_grab_focus (row);
          return NULL;
        }
      if (*text != '\0')
        g_strv_builder_add (builder, text);
    }
  return g_strv_builder_end (builder);
}

/* --- how it is spoken to --- */

/* Selects an era, one that Gatehouse does not know included. */
static void
set_era (GhServerEditor *self,
         const char     *era)
{
  g_autoptr(GtkStringList) words = gtk_string_list_new (NULL);
  guint selected = 0;

  g_clear_pointer (&self->eras, g_strfreev);
  self->eras = gh_server_config_dup_eras ();
  if (!g_strv_contains ((const char * const *) self->eras, era))
    {
      g_autoptr(GStrvBuilder) builder = g_strv_builder_new ();

      g_strv_builder_addv (builder, (const char **) self->eras);
      g_strv_builder_add (builder, era);
      g_strfreev (self->eras);
      self->eras = g_strv_builder_end (builder);
    }
  for (guint i = 0; self->eras[i] != NULL; i++)
    {
      gtk_string_list_append (words, gh_text_era (self->eras[i]));
      if (g_str_equal (self->eras[i], era))
        selected = i;
    }
  adw_combo_row_set_model (self->era, G_LIST_MODEL (words));
  adw_combo_row_set_selected (self->era, selected);
}

/* --- folder --- */

static void
set_cwd (GhServerEditor *self,
         const char     *cwd)
{
  g_autofree char *shown = NULL;

  g_free (self->cwd);
  self->cwd = g_strdup (cwd);
  shown = cwd != NULL ? gh_plain_text_dup_path (cwd) : g_strdup (_("Your home folder"));
  adw_action_row_set_subtitle (self->folder_row, shown);
  gtk_widget_set_visible (self->home, cwd != NULL);
  changed (self);
}

static void
home_cb (GhServerEditor *self)
{
  g_assert (GH_IS_SERVER_EDITOR (self));

  set_cwd (self, NULL);
}

static void
folder_chosen_cb (GObject      *source,
                  GAsyncResult *result,
                  gpointer      user_data)
{
  g_autoptr(GhServerEditor) self = user_data;
  g_autoptr(GListModel) files = gh_compat_choose_finish (GTK_WINDOW (source), result, NULL);
  g_autoptr(GFile) folder = NULL;

  if (files == NULL)
    return;
  folder = g_list_model_get_item (files, 0);
  if (g_file_peek_path (folder) != NULL)
    set_cwd (self, g_file_peek_path (folder));
}

static void
choose_cb (GhServerEditor *self)
{
  g_autoptr(GFile) folder = NULL;

  g_assert (GH_IS_SERVER_EDITOR (self));

  folder = g_file_new_for_path (self->cwd != NULL ? self->cwd : g_get_home_dir ());
  gh_compat_choose_async (GTK_WINDOW (gtk_widget_get_root (GTK_WIDGET (self))),
                          GH_COMPAT_CHOOSE_FOLDER,
                          _("Folder the Server Starts In"), _("_Choose"), folder, self->cancellable,
                          folder_chosen_cb, g_object_ref (self));
}

/* --- a pasted entry --- */

static const char *
snippet_problem (const GError *error)
{
  switch ((GhServerSnippetError) error->code)
    {
    case GH_SERVER_SNIPPET_ERROR_NOT_JSON:
      return _("This is not JSON yet. Paste the whole entry, from the first { to the last }.");

    case GH_SERVER_SNIPPET_ERROR_NO_SERVER:
      return _("There is no server in it. Paste the part with “command” or “url” in it.");

    case GH_SERVER_SNIPPET_ERROR_SEVERAL:
      return _("There are several servers in it. Leave one, add it, and come back for the next.");

    case GH_SERVER_SNIPPET_ERROR_BAD_ENTRY:
    default:
      return _("Its “command”, “args”, “env”, “url” or “headers” is not what it should be. Write "
               "the fields above by hand.");
    }
}

static void
snippet_changed_cb (GhServerEditor *self)
{
  g_autofree char *text = gh_json_view_dup_text (self->snippet);
  g_autoptr(GError) error = NULL;
  g_autoptr(GhServerConfig) config = NULL;
  gboolean empty = *g_strstrip (text) == '\0';

  g_assert (GH_IS_SERVER_EDITOR (self));

  gtk_widget_set_visible (GTK_WIDGET (self->snippet_result), !empty);
  if (empty)
    return;
  config = gh_server_snippet_parse (text, &error);
  if (config != NULL)
    {
      gtk_widget_remove_css_class (GTK_WIDGET (self->snippet_result), "error");
      gtk_label_set_text (self->snippet_result, _("The fields above are filled in."));
      gh_server_editor_set_config (self, config);
    }
  else
    {
      gtk_widget_add_css_class (GTK_WIDGET (self->snippet_result), "error");
      gtk_label_set_text (self->snippet_result, snippet_problem (error));
    }
}

/* --- fields --- */

static void
name_changed_cb (GhServerEditor *self)
{
  g_assert (GH_IS_SERVER_EDITOR (self));

  set_problem (self, NULL, NULL);
  changed (self);
}

static char *
dup_line (GhServerEditor *self)
{
  return g_strstrip (g_strdup (gtk_editable_get_text (GTK_EDITABLE (self->command))));
}

/* Whether a line is an address: it begins with a scheme. */
static gboolean
is_address (const char *line)
{
  const char *colon = strstr (line, "://");

  if (colon == NULL || colon == line)
    return FALSE;
  for (const char *p = line; p < colon; p++)
    if (!g_ascii_isalnum (*p) && strchr ("+-.", *p) == NULL)
      return FALSE;
  return TRUE;
}

/* What goes with a program, or with an address. */
static void
show_kind (GhServerEditor *self)
{
  g_autofree char *line = dup_line (self);
  gboolean address = is_address (line);

  gtk_widget_set_visible (GTK_WIDGET (self->folder_row), !address);
  gtk_widget_set_visible (self->variables_group, !address);
  gtk_widget_set_visible (self->headers_group, address);
  gtk_widget_set_visible (GTK_WIDGET (self->transport), address);
  gtk_widget_set_visible (GTK_WIDGET (self->ca_row), address);
}

static void
command_changed_cb (GhServerEditor *self)
{
  g_assert (GH_IS_SERVER_EDITOR (self));

  set_problem (self, NULL, NULL);
  show_kind (self);
  changed (self);
}

static void
name_activated_cb (GhServerEditor *self)
{
  g_assert (GH_IS_SERVER_EDITOR (self));

  gtk_widget_grab_focus (GTK_WIDGET (self->command));
}

static void
command_activated_cb (GhServerEditor *self)
{
  g_assert (GH_IS_SERVER_EDITOR (self));

  g_signal_emit (self, signals[FINISHED], 0);
}

static gboolean
gh_server_editor_grab_focus (GtkWidget *widget)
{
  return gtk_widget_grab_focus (GTK_WIDGET (GH_SERVER_EDITOR (widget)->name));
}

static void
gh_server_editor_dispose (GObject *object)
{
  GhServerEditor *self = GH_SERVER_EDITOR (object);

  g_cancellable_cancel (self->cancellable);

  G_OBJECT_CLASS (gh_server_editor_parent_class)->dispose (object);
}

static void
gh_server_editor_finalize (GObject *object)
{
  GhServerEditor *self = GH_SERVER_EDITOR (object);

  g_clear_object (&self->cancellable);
  g_clear_pointer (&self->cwd, g_free);
  g_clear_pointer (&self->eras, g_strfreev);

  G_OBJECT_CLASS (gh_server_editor_parent_class)->finalize (object);
}

static void
gh_server_editor_class_init (GhServerEditorClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = gh_server_editor_dispose;
  object_class->finalize = gh_server_editor_finalize;
  widget_class->grab_focus = gh_server_editor_grab_focus;

  signals[CHANGED] = g_signal_new ("changed", GH_TYPE_SERVER_EDITOR, G_SIGNAL_RUN_LAST, 0, NULL,
                                   NULL, NULL,
                                   G_TYPE_NONE, 0);
  signals[FINISHED] = g_signal_new ("finished", GH_TYPE_SERVER_EDITOR, G_SIGNAL_RUN_LAST, 0, NULL,
                                    NULL,
                                    NULL, G_TYPE_NONE, 0);

  g_type_ensure (GH_TYPE_CERTIFICATES_ROW);
  g_type_ensure (GH_TYPE_JSON_VIEW);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               GH_UI_RESOURCE_PATH "gh-server-editor.ui");
  gtk_widget_class_bind_template_child (widget_class, GhServerEditor, name);
  gtk_widget_class_bind_template_child (widget_class, GhServerEditor, command);
  gtk_widget_class_bind_template_child (widget_class, GhServerEditor, folder_row);
  gtk_widget_class_bind_template_child (widget_class, GhServerEditor, ca_row);
  gtk_widget_class_bind_template_child (widget_class, GhServerEditor, home);
  gtk_widget_class_bind_template_child (widget_class, GhServerEditor, problem_box);
  gtk_widget_class_bind_template_child (widget_class, GhServerEditor, problem);
  gtk_widget_class_bind_template_child (widget_class, GhServerEditor, variables_group);
  gtk_widget_class_bind_template_child (widget_class, GhServerEditor, variables);
  gtk_widget_class_bind_template_child (widget_class, GhServerEditor, headers_group);
  gtk_widget_class_bind_template_child (widget_class, GhServerEditor, headers);
  gtk_widget_class_bind_template_child (widget_class, GhServerEditor, transport);
  gtk_widget_class_bind_template_child (widget_class, GhServerEditor, era);
  gtk_widget_class_bind_template_child (widget_class, GhServerEditor, snippet);
  gtk_widget_class_bind_template_child (widget_class, GhServerEditor, snippet_result);
  gtk_widget_class_bind_template_callback (widget_class, add_header_cb);
  gtk_widget_class_bind_template_callback (widget_class, add_variable_cb);
  gtk_widget_class_bind_template_callback (widget_class, changed);
  gtk_widget_class_bind_template_callback (widget_class, choose_cb);
  gtk_widget_class_bind_template_callback (widget_class, command_activated_cb);
  gtk_widget_class_bind_template_callback (widget_class, command_changed_cb);
  gtk_widget_class_bind_template_callback (widget_class, home_cb);
  gtk_widget_class_bind_template_callback (widget_class, name_activated_cb);
  gtk_widget_class_bind_template_callback (widget_class, name_changed_cb);
}

static void
gh_server_editor_init (GhServerEditor *self)
{
  self->cancellable = g_cancellable_new ();
  gtk_widget_init_template (GTK_WIDGET (self));
  set_cwd (self, NULL);
  show_kind (self);
  set_era (self, "auto");
  g_signal_connect_object (gtk_text_view_get_buffer (GTK_TEXT_VIEW (self->snippet)), "changed",
                           G_CALLBACK (snippet_changed_cb), self, G_CONNECT_SWAPPED);
}

void
gh_server_editor_set_config (GhServerEditor *self,
                             GhServerConfig *config)
{
  g_autofree char *command = NULL;

  g_return_if_fail (GH_IS_SERVER_EDITOR (self));
  g_return_if_fail (GH_IS_SERVER_CONFIG (config));

  self->filling = TRUE;
  if (*gh_server_config_get_name (config) != '\0')
    gtk_editable_set_text (GTK_EDITABLE (self->name), gh_server_config_get_name (config));
  command = gh_server_config_dup_command (config);
  gtk_editable_set_text (GTK_EDITABLE (self->command), command);
  set_cwd (self, gh_server_config_get_cwd (config));
  gh_certificates_row_set_ca_file (self->ca_row, gh_server_config_get_ca_file (config));
  set_variables (self, GH_VARIABLE_ENVIRONMENT, gh_server_config_get_env (config));
  set_variables (self, GH_VARIABLE_HEADER, gh_server_config_get_headers (config));
  adw_combo_row_set_selected (self->transport,
                              gh_server_config_get_kind (config) == GH_SERVER_KIND_SSE);
  set_era (self, gh_server_config_get_era (config));
  self->filling = FALSE;
  changed (self);
}

static GhServerConfig *
make_url_config (GhServerEditor  *self,
                 const char      *name,
                 const char      *url,
                 gboolean         autostart,
                 gboolean         show_problems,
                 GError         **error)
{
  gboolean sse = adw_combo_row_get_selected (self->transport) == 1;
  g_auto(GStrv) headers = dup_variables (self->headers, show_problems);

  if (headers == NULL)
    return NULL;
  return gh_server_config_new_for_url (name, sse ? GH_SERVER_KIND_SSE : GH_SERVER_KIND_HTTP, url,
                                       (const char * const *) headers, autostart, error);
}

static GhServerConfig *
make_program_config (GhServerEditor  *self,
                     const char      *name,
                     const char      *line,
                     gboolean         autostart,
                     gboolean         show_problems,
                     GError         **error)
{
  g_auto(GStrv) argv = gh_server_config_parse_command (line, error);
  g_auto(GStrv) env = NULL;

  if (argv == NULL)
    return NULL;
  env = dup_variables (self->variables, show_problems);
  if (env == NULL)
    return NULL;
  return gh_server_config_new (name, (const char * const *) argv, self->cwd,
                               (const char * const *) env, autostart);
}

GhServerConfig *
gh_server_editor_dup_config (GhServerEditor *self,
                             gboolean        autostart,
                             gboolean        show_problems)
{
  g_autofree char *name = NULL;
  g_autofree char *line = NULL;
  g_autoptr(GhServerConfig) config = NULL;
  g_autoptr(GhServerConfig) with_era = NULL;
  g_autoptr(GError) error = NULL;

  g_return_val_if_fail (GH_IS_SERVER_EDITOR (self), NULL);

  name = g_strstrip (g_strdup (gtk_editable_get_text (GTK_EDITABLE (self->name))));
  if (*name == '\0' || g_utf8_strlen (name, -1) > MAX_NAME)
    {
      if (show_problems)
        set_problem (self, GTK_WIDGET (self->name), *name == '\0'
                     ? _("Give the server a name, for you to know it by.")
                     : _("The name is too long for the sidebar. Shorten it."));
      return NULL;
    }
  line = dup_line (self);
  if (is_address (line))
    config = make_url_config (self, name, line, autostart, show_problems, &error);
  else
    config = make_program_config (self, name, line, autostart, show_problems, &error);
  if (error != NULL && show_problems)
    set_problem (self, GTK_WIDGET (self->command), command_problem (error));
  if (config == NULL)
    return NULL;
  with_era = gh_server_config_copy_with_era (config,
                                             self->eras[adw_combo_row_get_selected (self->era)]);
  return gh_server_config_copy_with_ca_file (
    with_era, is_address (line) ? gh_certificates_row_get_ca_file (self->ca_row) : NULL);
}
