/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * How a server is started, to be written: name, command line, folder, variables - or a pasted
 * entry. */
#include "config.h"

#include "gh-server-editor.h"

#include <glib/gi18n.h>
#include <string.h>

#include "gh-compat-file-dialog.h"
#include "gh-json-view.h"
#include "gh-plain-text.h"
#include "gh-server-snippet.h"
#include "gh-ui.h"
#include "gh-variable-entry-row.h"

/* A name stands in a sidebar. */
#define MAX_NAME 100

struct _GhServerEditor
{
  AdwBin parent_instance;

  char *cwd;                 /* owned; NULL: the home folder */
  GhServerConfig *config;    /* owned: what was there before, for what has no field here; or NULL */
  GCancellable *cancellable; /* owned: of the folder chooser */
  gboolean filling;          /* a pasted entry is put into the fields */

  /* template */
  AdwEntryRow *name;
  AdwEntryRow *command;
  AdwActionRow *folder_row;
  GtkWidget *home;
  GtkWidget *problem_box;
  GtkLabel *problem;
  GtkListBox *variables;
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
    return _("Write the command that starts the server, such as: npx -y @example/notes-server");
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

/* --- variables --- */

static void
variable_removed_cb (GhServerEditor *self,
                     GtkWidget      *row)
{
  g_assert (GH_IS_SERVER_EDITOR (self));

  gtk_list_box_remove (self->variables, row);
  gtk_widget_set_visible (GTK_WIDGET (self->variables),
                          gtk_widget_get_first_child (GTK_WIDGET (self->variables)) != NULL);
  changed (self);
}

static GtkWidget *
append_variable (GhServerEditor *self,
                 const char     *variable)
{
  GtkWidget *row = gh_variable_entry_row_new (variable);

  g_signal_connect_object (row, "changed", G_CALLBACK (changed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (row, "removed", G_CALLBACK (variable_removed_cb), self,
                           G_CONNECT_SWAPPED);
  gtk_list_box_append (self->variables, row);
  gtk_widget_set_visible (GTK_WIDGET (self->variables), TRUE);
  return row;
}

static void
add_variable_cb (GhServerEditor *self)
{
  g_assert (GH_IS_SERVER_EDITOR (self));

  gtk_widget_grab_focus (append_variable (self, ""));
}

static GStrv
dup_variables (GhServerEditor *self,
               gboolean        show_problems)
{
  g_autoptr(GStrvBuilder) builder = g_strv_builder_new ();

  for (GtkWidget *row = gtk_widget_get_first_child (GTK_WIDGET (self->variables)); row != NULL;
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
      return _("There is no server in it. Paste the part with “command” in it.");

    case GH_SERVER_SNIPPET_ERROR_SEVERAL:
      return _("There are several servers in it. Leave one, add it, and come back for the next.");

    case GH_SERVER_SNIPPET_ERROR_BAD_ENTRY:
    default:
      return _("Its “command”, “args” or “env” is not what it should be. Write the fields above by "
               "hand.");
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

static void
command_changed_cb (GhServerEditor *self)
{
  g_assert (GH_IS_SERVER_EDITOR (self));

  set_problem (self, NULL, NULL);
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
  g_clear_object (&self->config);

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

  g_type_ensure (GH_TYPE_JSON_VIEW);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               GH_UI_RESOURCE_PATH "gh-server-editor.ui");
  gtk_widget_class_bind_template_child (widget_class, GhServerEditor, name);
  gtk_widget_class_bind_template_child (widget_class, GhServerEditor, command);
  gtk_widget_class_bind_template_child (widget_class, GhServerEditor, folder_row);
  gtk_widget_class_bind_template_child (widget_class, GhServerEditor, home);
  gtk_widget_class_bind_template_child (widget_class, GhServerEditor, problem_box);
  gtk_widget_class_bind_template_child (widget_class, GhServerEditor, problem);
  gtk_widget_class_bind_template_child (widget_class, GhServerEditor, variables);
  gtk_widget_class_bind_template_child (widget_class, GhServerEditor, snippet);
  gtk_widget_class_bind_template_child (widget_class, GhServerEditor, snippet_result);
  gtk_widget_class_bind_template_callback (widget_class, add_variable_cb);
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
  g_signal_connect_object (gtk_text_view_get_buffer (GTK_TEXT_VIEW (self->snippet)), "changed",
                           G_CALLBACK (snippet_changed_cb), self, G_CONNECT_SWAPPED);
}

void
gh_server_editor_set_config (GhServerEditor *self,
                             GhServerConfig *config)
{
  g_autofree char *command = NULL;
  const char * const *env;
  GtkWidget *row;

  g_return_if_fail (GH_IS_SERVER_EDITOR (self));
  g_return_if_fail (GH_IS_SERVER_CONFIG (config));

  self->filling = TRUE;
  g_set_object (&self->config, config);
  if (*gh_server_config_get_name (config) != '\0')
    gtk_editable_set_text (GTK_EDITABLE (self->name), gh_server_config_get_name (config));
  command = gh_server_config_dup_command (config);
  gtk_editable_set_text (GTK_EDITABLE (self->command), command);
  set_cwd (self, gh_server_config_get_cwd (config));
  while ((row = gtk_widget_get_first_child (GTK_WIDGET (self->variables))) != NULL)
    gtk_list_box_remove (self->variables, row);
  gtk_widget_set_visible (GTK_WIDGET (self->variables), FALSE);
  env = gh_server_config_get_env (config);
  for (guint i = 0; env[i] != NULL; i++)
    append_variable (self, env[i]);
  self->filling = FALSE;
  changed (self);
}

/* An address instead of a command; headers and transport stay what they were. */
static GhServerConfig *
make_url_config (GhServerEditor  *self,
                 const char      *name,
                 const char      *url,
                 gboolean         autostart,
                 GError         **error)
{
  gboolean remote = self->config != NULL
                    && gh_server_config_get_kind (self->config) != GH_SERVER_KIND_STDIO;

  return gh_server_config_new_for_url (name,
                                       remote ? gh_server_config_get_kind (self->config)
                                              : GH_SERVER_KIND_HTTP,
                                       url,
                                       remote ? gh_server_config_get_headers (self->config) : NULL,
                                       autostart, error);
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
  env = dup_variables (self, show_problems);
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
  line = g_strstrip (g_strdup (gtk_editable_get_text (GTK_EDITABLE (self->command))));
  if (g_str_has_prefix (line, "https://") || g_str_has_prefix (line, "http://"))
    config = make_url_config (self, name, line, autostart, &error);
  else
    config = make_program_config (self, name, line, autostart, show_problems, &error);
  if (error != NULL && show_problems)
    set_problem (self, GTK_WIDGET (self->command), command_problem (error));
  if (config == NULL || self->config == NULL)
    return g_steal_pointer (&config);
  return gh_server_config_copy_with_era (config, gh_server_config_get_era (self->config));
}
