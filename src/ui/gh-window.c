/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * The main window: sidebar, pages, toasts. */
#include "config.h"

#include "gh-window.h"

#include <glib/gi18n.h>

#include "gh-add-server-dialog.h"
#include "gh-compat-file-dialog.h"
#include "gh-compat-split-view.h"
#include "gh-dropped-files.h"
#include "gh-history-page.h"
#include "gh-problem-banner.h"
#include "gh-removal.h"
#include "gh-requests-page.h"
#include "gh-rule-notes.h"
#include "gh-rule-page.h"
#include "gh-root-additions.h"
#include "gh-server-page.h"
#include "gh-sidebar.h"
#include "gh-text.h"
#include "gh-travel-desk.h"
#include "gh-ui.h"
#include "gh-welcome-page.h"

struct _GhWindow
{
  AdwApplicationWindow  parent_instance;

  GhHost               *host;
  GSettings            *settings;
  GCancellable         *cancellable; /* what the window waits for ends with it */
  GhServer             *server;      /* whose page is shown, or NULL */
  GhReviewDesk         *review;      /* owned */
  GhRuleNotes          *rule_notes;  /* owned */
  guint                 review_idle; /* makes its dialogs once the window has been drawn */
  gboolean              loaded;

  AdwToastOverlay      *toasts;
  GhCompatSplitView    *split;
  GhSidebar            *sidebar;
  GtkWidget            *page_box;
  GtkStack             *pages;
  GhWelcomePage        *welcome;
  GhRequestsPage       *requests_page;
  GhHistoryPage        *history_page;
  GhRulePage           *rule_page;
  GhProblemBanner      *banner;
};

G_DEFINE_TYPE (GhWindow, gh_window, ADW_TYPE_APPLICATION_WINDOW)

enum
{
  PROP_0,
  PROP_HOST,
  PROP_COLLAPSED,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

static void
collapsed_cb (GhWindow *self)
{
  g_assert (GH_IS_WINDOW (self));

  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_COLLAPSED]);
}

static void
server_chosen_cb (GhWindow *self,
                  GhServer *server)
{
  g_assert (GH_IS_WINDOW (self));

  gh_window_show_server (self, server);
}

/* Where the sidebar lies over the page, choosing uncovers the page. */
static void
chosen_firmly_cb (GhWindow *self)
{
  g_assert (GH_IS_WINDOW (self));

  if (gh_window_get_collapsed (self))
    gh_compat_split_view_set_show_sidebar (self->split, FALSE);
}

/* The server at (or before) a position; without one, the welcome page. */
static void
show_server_at (GhWindow *self,
                guint     position)
{
  GListModel *servers = G_LIST_MODEL (gh_host_get_servers (self->host));
  guint n = g_list_model_get_n_items (servers);
  g_autoptr(GhServer) server = NULL;

  if (n > 0)
    server = g_list_model_get_item (servers, MIN (position, n - 1));
  if (server != NULL)
    gh_window_show_server (self, server);
  else
    gh_window_show_welcome (self);
}

/* Without this the focus would fall on what comes first on the new page, and that may be Stop. */
static void
keep_focus_safe (GhWindow *self)
{
  GtkWidget *focus = gtk_window_get_focus (GTK_WINDOW (self));

  if (gh_window_get_collapsed (self)
      || (focus != NULL && gtk_widget_is_ancestor (focus, GTK_WIDGET (self->sidebar))))
    return;
  gh_sidebar_focus_selected (self->sidebar);
}

/* A server's page, made when it is first shown; what is entered there stays while other pages are
 * shown. */
static GtkWidget *
ensure_server_page (GhWindow *self,
                    GhServer *server)
{
  GtkWidget *page;

  for (page = gtk_widget_get_first_child (GTK_WIDGET (self->pages)); page != NULL;
       page = gtk_widget_get_next_sibling (page))
    if (GH_IS_SERVER_PAGE (page) && gh_server_page_get_server (GH_SERVER_PAGE (page)) == server)
      return page;
  page = gh_server_page_new (self->host, server);
  gtk_stack_add_child (self->pages, page);
  return page;
}

static void
remove_server_pages (GhWindow     *self,
                     GhServerList *servers)
{
  GtkWidget *page = gtk_widget_get_first_child (GTK_WIDGET (self->pages));

  while (page != NULL)
    {
      GtkWidget *next = gtk_widget_get_next_sibling (page);
      GhServer *server = NULL;

      if (GH_IS_SERVER_PAGE (page))
        server = gh_server_page_get_server (GH_SERVER_PAGE (page));
      if (server != NULL && gh_server_list_find (servers, gh_server_get_id (server)) != server)
        gtk_stack_remove (self->pages, page);
      page = next;
    }
}

/* The server shown may be gone: another one, or the welcome page, takes its place. */
static void
servers_changed_cb (GListModel *servers,
                    guint       position,
                    guint       removed,
                    guint       added,
                    GhWindow   *self)
{
  g_assert (GH_IS_WINDOW (self));

  GhServerList *list = GH_SERVER_LIST (servers);

  if (self->loaded && self->server != NULL
      && gh_server_list_find (list, gh_server_get_id (self->server)) != self->server)
    show_server_at (self, position);
  remove_server_pages (self, list);
}

static void
present_server_dialog (GhWindow  *self,
                       GtkWidget *dialog)
{
  g_signal_connect_object (dialog, "done", G_CALLBACK (gh_window_show_server), self,
                           G_CONNECT_SWAPPED);
  gh_ui_present_above (GTK_WINDOW (dialog), GTK_WINDOW (self));
}

static void
add_server_action (GtkWidget  *widget,
                   const char *action_name,
                   GVariant   *parameter)
{
  GhWindow *self = GH_WINDOW (widget);

  present_server_dialog (self, gh_add_server_dialog_new (self->host));
}

static void
folders_chosen_cb (GObject      *source,
                   GAsyncResult *result,
                   gpointer      user_data)
{
  g_autoptr(GListModel) files = gh_compat_choose_finish (GTK_WINDOW (source), result, NULL);

  if (files != NULL)
    gh_window_add_files (GH_WINDOW (source), files);
}

static void
add_root_action (GtkWidget  *widget,
                 const char *action_name,
                 GVariant   *parameter)
{
  gh_compat_choose_async (GTK_WINDOW (widget), GH_COMPAT_CHOOSE_FOLDERS,
                          _("Add Folders"), _("_Add"), NULL,
                          GH_WINDOW (widget)->cancellable, folders_chosen_cb, NULL);
}

static void
travel_desk_ready_cb (GObject      *source,
                      GAsyncResult *result,
                      gpointer      user_data)
{
  g_autoptr(GhWindow) self = user_data;
  g_autoptr(GError) error = NULL;
  GhServer *server = gh_travel_desk_setup_finish (self->host, result, &error);

  if (server != NULL)
    {
      gh_window_show_server (self, server);
    }
  else if (!g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    {
      AdwToast *toast;

      if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_PERMISSION_DENIED))
        toast = gh_text_toast (_("That folder cannot be written to. Choose another."));
      else
        toast = gh_text_toast (_("The travel desk could not be set up there: %s"), error->message);
      gh_window_add_toast (self, toast);
    }
}

static void
travel_folder_chosen_cb (GObject      *source,
                         GAsyncResult *result,
                         gpointer      user_data)
{
  GhWindow *self = GH_WINDOW (source);
  g_autoptr(GListModel) files = gh_compat_choose_finish (GTK_WINDOW (source), result, NULL);
  g_autoptr(GFile) folder = NULL;

  if (files == NULL)
    return;
  folder = g_list_model_get_item (files, 0);
  gh_travel_desk_setup_async (self->host, folder, self->cancellable,
                              travel_desk_ready_cb, g_object_ref (self));
}

static void
travel_desk_action (GtkWidget  *widget,
                    const char *action_name,
                    GVariant   *parameter)
{
  const char *documents = g_get_user_special_dir (G_USER_DIRECTORY_DOCUMENTS);
  g_autoptr(GFile) folder = g_file_new_for_path (documents != NULL ? documents : g_get_home_dir ());

  gh_compat_choose_async (GTK_WINDOW (widget), GH_COMPAT_CHOOSE_FOLDER,
                          /* Translators: title of a folder chooser */
                          _("Where to Put the Three Sample Folders"), _("_Put Them Here"), folder,
                          GH_WINDOW (widget)->cancellable, travel_folder_chosen_cb, NULL);
}

static void
pasted_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  g_autoptr(GhWindow) self = user_data;
  const GValue *value = gdk_clipboard_read_value_finish (GDK_CLIPBOARD (source), result, NULL);
  g_autoptr(GListModel) files = value != NULL ? gh_dropped_files_from_value (value) : NULL;

  if (files != NULL && g_list_model_get_n_items (files) > 0)
    gh_window_add_files (self, files);
  else
    gh_window_add_toast (self, gh_text_toast (_("What was copied is not a folder")));
}

static void
paste_roots_action (GtkWidget  *widget,
                    const char *action_name,
                    GVariant   *parameter)
{
  GhWindow *self = GH_WINDOW (widget);
  GdkClipboard *clipboard = gtk_widget_get_clipboard (widget);
  g_autoptr(GdkContentFormats) wanted = gh_dropped_files_get_formats ();
  GdkContentFormats *formats = gdk_content_formats_ref (gdk_clipboard_get_formats (clipboard));
  g_autoptr(GdkContentFormats) offered = gdk_content_formats_union_deserialize_gtypes (formats);
  GType type = gdk_content_formats_match_gtype (wanted, offered);

  if (type == G_TYPE_INVALID)
    gh_window_add_toast (self, gh_text_toast (_("What was copied is not a folder")));
  else
    gdk_clipboard_read_value_async (clipboard, type, G_PRIORITY_DEFAULT, self->cancellable,
                                    pasted_cb, g_object_ref (self));
}

static void
show_rules_action (GtkWidget  *widget,
                   const char *name,
                   GVariant   *parameter)
{
  gh_window_show_rules (GH_WINDOW (widget));
}

static void
show_requests_action (GtkWidget  *widget,
                      const char *action_name,
                      GVariant   *parameter)
{
  gh_window_show_requests (GH_WINDOW (widget));
}

static void
show_history_action (GtkWidget  *widget,
                     const char *action_name,
                     GVariant   *parameter)
{
  gh_window_show_history (GH_WINDOW (widget));
}

/* F6: sidebar, page, banner, and round again. */
static void
cycle_pane_action (GtkWidget  *widget,
                   const char *action_name,
                   GVariant   *parameter)
{
  GhWindow *self = GH_WINDOW (widget);
  GtkWidget *panes[] = { GTK_WIDGET (self->sidebar), GTK_WIDGET (self->pages),
                         GTK_WIDGET (self->banner) };
  GtkWidget *focus = gtk_window_get_focus (GTK_WINDOW (self));
  gsize current = G_N_ELEMENTS (panes) - 1;

  for (gsize i = 0; focus != NULL && i < G_N_ELEMENTS (panes); i++)
    if (focus == panes[i] || gtk_widget_is_ancestor (focus, panes[i]))
      current = i;
  if (gh_window_get_collapsed (self))
    gh_compat_split_view_set_show_sidebar (self->split, current != 0);
  for (gsize i = 1; i <= G_N_ELEMENTS (panes); i++)
    if (gtk_widget_child_focus (panes[(current + i) % G_N_ELEMENTS (panes)], GTK_DIR_TAB_FORWARD))
      break;
}

static void
launched_cb (GObject      *source,
             GAsyncResult *result,
             gpointer      user_data)
{
  g_autoptr(GhWindow) self = user_data;
  g_autoptr(GError) error = NULL;

  if (!g_app_info_launch_default_for_uri_finish (result, &error))
    {
      g_debug ("Opening a folder: %s", error->message);
      gh_window_add_toast (self, gh_text_toast (_("No program on this computer opens folders")));
    }
}

static void
additions_cb (GObject      *source,
              GAsyncResult *result,
              gpointer      user_data)
{
  g_autoptr(GhWindow) self = user_data;
  g_autoptr(GError) error = NULL;
  g_autoptr(GPtrArray) additions = gh_root_list_add_finish (GH_ROOT_LIST (source), result, &error);

  if (additions != NULL)
    gh_root_additions_tell (additions, self);
  else
    g_debug ("Adding folders: %s", error->message);
}

/* What was to be decided went away by itself, or a rule decided. */
static void
note_cb (GhWindow   *self,
         const char *words)
{
  g_assert (GH_IS_WINDOW (self));

  gh_window_add_toast (self, gh_text_toast ("%s", words));
}

/* The dialogs are not needed for the first picture. */
static gboolean
review_idle_cb (gpointer user_data)
{
  GhWindow *self = GH_WINDOW (user_data);

  self->review_idle = 0;
  gh_review_desk_prepare (self->review);
  return G_SOURCE_REMOVE;
}

static void
restore_state (GhWindow *self)
{
  int width, height;

  self->settings = gh_ui_dup_settings ();
  if (self->settings == NULL)
    return;

  width = g_settings_get_int (self->settings, "window-width");
  height = g_settings_get_int (self->settings, "window-height");
  gtk_window_set_default_size (GTK_WINDOW (self), width, height);
  if (g_settings_get_boolean (self->settings, "window-maximized"))
    gtk_window_maximize (GTK_WINDOW (self));
  gh_compat_split_view_set_sidebar_width (self->split,
                                          g_settings_get_int (self->settings, "sidebar-width"));
}

static void
save_state (GhWindow *self)
{
  int width, height;

  if (self->settings == NULL)
    return;

  /* The default size is the size before maximising. */
  gtk_window_get_default_size (GTK_WINDOW (self), &width, &height);
  if (width > 0 && height > 0)
    {
      g_settings_set_int (self->settings, "window-width", width);
      g_settings_set_int (self->settings, "window-height", height);
    }
  g_settings_set_boolean (self->settings, "window-maximized",
                          gtk_window_is_maximized (GTK_WINDOW (self)));
  g_settings_set_int (self->settings, "sidebar-width",
                      gh_compat_split_view_get_sidebar_width (self->split));
  g_settings_set_string (self->settings, "last-server",
                         self->server != NULL ? gh_server_get_id (self->server) : "");
}

static void
gh_window_unmap (GtkWidget *widget)
{
  save_state (GH_WINDOW (widget));

  GTK_WIDGET_CLASS (gh_window_parent_class)->unmap (widget);
}

/* Where no launcher shows it, the list of windows does. */
static void
update_title (GhWindow *self)
{
  guint n = g_list_model_get_n_items (G_LIST_MODEL (gh_host_get_requests (self->host)));
  g_autofree char *title = NULL;

  if (n > 0)
    /* Translators: the window's title while requests wait: their number, and the program's name. */
    title = g_strdup_printf (_("(%u) %s"), n, _("Gatehouse"));
  gtk_window_set_title (GTK_WINDOW (self), title != NULL ? title : _("Gatehouse"));
}

static void
gh_window_constructed (GObject *object)
{
  GhWindow *self = GH_WINDOW (object);

  G_OBJECT_CLASS (gh_window_parent_class)->constructed (object);

  restore_state (self);
  gh_sidebar_set_host (self->sidebar, self->host);
  gh_welcome_page_set_models (self->welcome, gh_host_get_models (self->host));
  gh_requests_page_set_broker (self->requests_page, gh_host_get_requests (self->host));
  gh_rule_page_set_host (self->rule_page, self->host);
  self->rule_notes = gh_rule_notes_new (gh_host_get_requests (self->host));
  g_signal_connect_object (self->rule_notes, "note", G_CALLBACK (note_cb), self,
                           G_CONNECT_SWAPPED);
  gh_history_page_set_host (self->history_page, self->host);
  gh_problem_banner_set_problems (self->banner, gh_host_list_problems (self->host));
  g_signal_connect_object (gh_host_get_requests (self->host), "items-changed",
                           G_CALLBACK (update_title), self, G_CONNECT_SWAPPED);
  update_title (self);
  g_signal_connect_object (gh_host_get_servers (self->host), "items-changed",
                           G_CALLBACK (servers_changed_cb), self, 0);
  self->review = gh_review_desk_new (gh_host_get_requests (self->host), GTK_WINDOW (self));
  g_signal_connect_object (self->review, "withdrawn", G_CALLBACK (note_cb), self,
                           G_CONNECT_SWAPPED);
  self->review_idle = g_idle_add_full (G_PRIORITY_LOW, review_idle_cb, self, NULL);
}

static void
gh_window_dispose (GObject *object)
{
  GhWindow *self = GH_WINDOW (object);

  if (self->cancellable != NULL)
    g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  g_clear_handle_id (&self->review_idle, g_source_remove);
  g_clear_object (&self->review);
  g_clear_object (&self->rule_notes);
  g_clear_object (&self->server);
  g_clear_object (&self->settings);

  G_OBJECT_CLASS (gh_window_parent_class)->dispose (object);
}

static void
gh_window_finalize (GObject *object)
{
  GhWindow *self = GH_WINDOW (object);

  g_clear_object (&self->host);

  G_OBJECT_CLASS (gh_window_parent_class)->finalize (object);
}

static void
gh_window_get_property (GObject    *object,
                        guint       prop_id,
                        GValue     *value,
                        GParamSpec *pspec)
{
  GhWindow *self = GH_WINDOW (object);

  switch (prop_id)
    {
    case PROP_HOST:
      g_value_set_object (value, self->host);
      break;
    case PROP_COLLAPSED:
      g_value_set_boolean (value, gh_window_get_collapsed (self));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
gh_window_set_property (GObject      *object,
                        guint         prop_id,
                        const GValue *value,
                        GParamSpec   *pspec)
{
  GhWindow *self = GH_WINDOW (object);

  switch (prop_id)
    {
    case PROP_HOST:
      self->host = g_value_dup_object (value);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
gh_window_class_init (GhWindowClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->constructed = gh_window_constructed;
  object_class->dispose = gh_window_dispose;
  object_class->finalize = gh_window_finalize;
  object_class->get_property = gh_window_get_property;
  object_class->set_property = gh_window_set_property;
  widget_class->unmap = gh_window_unmap;

  properties[PROP_HOST] =
    g_param_spec_object ("host", NULL, NULL, GH_TYPE_HOST,
                         G_PARAM_READWRITE | G_PARAM_CONSTRUCT_ONLY | G_PARAM_STATIC_STRINGS);
  properties[PROP_COLLAPSED] =
    g_param_spec_boolean ("collapsed", NULL, NULL, FALSE,
                          G_PARAM_READABLE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);

  gtk_widget_class_set_template_from_resource (widget_class,
                                               GH_UI_RESOURCE_PATH "gh-window.ui");
  gtk_widget_class_bind_template_child (widget_class, GhWindow, toasts);
  gtk_widget_class_bind_template_child (widget_class, GhWindow, split);
  gtk_widget_class_bind_template_child (widget_class, GhWindow, sidebar);
  gtk_widget_class_bind_template_child (widget_class, GhWindow, page_box);
  gtk_widget_class_bind_template_child (widget_class, GhWindow, pages);
  gtk_widget_class_bind_template_child (widget_class, GhWindow, welcome);
  gtk_widget_class_bind_template_child (widget_class, GhWindow, requests_page);
  gtk_widget_class_bind_template_child (widget_class, GhWindow, rule_page);
  gtk_widget_class_bind_template_child (widget_class, GhWindow, history_page);
  gtk_widget_class_bind_template_child (widget_class, GhWindow, banner);
  gtk_widget_class_bind_template_callback (widget_class, collapsed_cb);
  gtk_widget_class_bind_template_callback (widget_class, server_chosen_cb);
  gtk_widget_class_bind_template_callback (widget_class, chosen_firmly_cb);
  gtk_widget_class_bind_template_callback (widget_class, gh_window_add_files);
  gtk_widget_class_bind_template_callback (widget_class, gh_window_show_history);
  gtk_widget_class_bind_template_callback (widget_class, gh_window_show_requests);
  gtk_widget_class_bind_template_callback (widget_class, gh_window_show_rules);
  gtk_widget_class_bind_template_callback (widget_class, gh_window_show_welcome);

  gtk_widget_class_install_action (widget_class, "win.add-root", NULL, add_root_action);
  gtk_widget_class_install_action (widget_class, "win.add-server", NULL, add_server_action);
  gtk_widget_class_install_action (widget_class, "win.travel-desk", NULL, travel_desk_action);
  gtk_widget_class_install_action (widget_class, "win.paste-roots", NULL, paste_roots_action);
  gtk_widget_class_install_action (widget_class, "win.show-requests", NULL, show_requests_action);
  gtk_widget_class_install_action (widget_class, "win.show-rules", NULL, show_rules_action);
  gtk_widget_class_install_action (widget_class, "win.show-history", NULL, show_history_action);
  gtk_widget_class_install_action (widget_class, "win.cycle-pane", NULL, cycle_pane_action);
  /* Not accelerators of the application: those come before a text field's own Ctrl+V. */
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_v, GDK_CONTROL_MASK, "win.paste-roots",
                                       NULL);
}

static void
gh_window_init (GhWindow *self)
{
  g_autoptr(GPropertyAction) show_sidebar = NULL;
  GtkEventController *keys = gtk_shortcut_controller_new ();

  self->cancellable = g_cancellable_new ();
  gtk_widget_init_template (GTK_WIDGET (self));

  /* Before the pages: a GtkPaned would keep F6 to itself. */
  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  gtk_shortcut_controller_add_shortcut (GTK_SHORTCUT_CONTROLLER (keys),
    gtk_shortcut_new (gtk_keyval_trigger_new (GDK_KEY_F6, 0),
                      gtk_named_action_new ("win.cycle-pane")));
  gtk_widget_add_controller (GTK_WIDGET (self), keys);

  show_sidebar = g_property_action_new ("show-sidebar", self->split, "show-sidebar");
  g_action_map_add_action (G_ACTION_MAP (self), G_ACTION (show_sidebar));
}

GhWindow *
gh_window_new (GtkApplication *application,
               GhHost         *host)
{
  g_return_val_if_fail (GTK_IS_APPLICATION (application) || application == NULL, NULL);
  g_return_val_if_fail (GH_IS_HOST (host), NULL);

  return g_object_new (GH_TYPE_WINDOW,
                       "application", application,
                       "host", host,
                       NULL);
}

GhHost *
gh_window_get_host (GhWindow *self)
{
  g_return_val_if_fail (GH_IS_WINDOW (self), NULL);

  return self->host;
}

GhWindow *
gh_window_of (GtkWidget *widget)
{
  GtkRoot *root;

  g_return_val_if_fail (GTK_IS_WIDGET (widget), NULL);

  root = gtk_widget_get_root (widget);
  while (GTK_IS_WINDOW (root) && !GH_IS_WINDOW (root))
    root = GTK_ROOT (gtk_window_get_transient_for (GTK_WINDOW (root)));
  return GH_IS_WINDOW (root) ? GH_WINDOW (root) : NULL;
}

gboolean
gh_window_get_collapsed (GhWindow *self)
{
  g_return_val_if_fail (GH_IS_WINDOW (self), FALSE);

  /* Pages ask while the template is being built. */
  return self->split != NULL && gh_compat_split_view_get_collapsed (self->split);
}

GhReviewDesk *
gh_window_get_review (GhWindow *self)
{
  g_return_val_if_fail (GH_IS_WINDOW (self), NULL);

  return self->review;
}

void
gh_window_set_loaded (GhWindow *self)
{
  g_autofree char *last = NULL;
  GhServer *server = NULL;

  g_return_if_fail (GH_IS_WINDOW (self));

  if (self->loaded)
    return;
  self->loaded = TRUE;
  if (self->settings != NULL)
    last = g_settings_get_string (self->settings, "last-server");
  if (last != NULL && *last != '\0')
    server = gh_server_list_find (gh_host_get_servers (self->host), last);
  if (server != NULL)
    gh_window_show_server (self, server);
  else
    show_server_at (self, 0);
}

void
gh_window_show_server (GhWindow *self,
                       GhServer *server)
{
  g_return_if_fail (GH_IS_WINDOW (self));
  g_return_if_fail (GH_IS_SERVER (server));

  g_set_object (&self->server, server);
  gtk_stack_set_visible_child (self->pages, ensure_server_page (self, server));
  gh_sidebar_select_server (self->sidebar, server);
  keep_focus_safe (self);
}

void
gh_window_show_requests (GhWindow *self)
{
  g_return_if_fail (GH_IS_WINDOW (self));

  g_clear_object (&self->server);
  gtk_stack_set_visible_child (self->pages, GTK_WIDGET (self->requests_page));
  gh_sidebar_select_requests (self->sidebar);
  keep_focus_safe (self);
}

void
gh_window_show_rules (GhWindow *self)
{
  g_return_if_fail (GH_IS_WINDOW (self));

  g_clear_object (&self->server);
  gtk_stack_set_visible_child (self->pages, GTK_WIDGET (self->rule_page));
  gh_sidebar_select_rules (self->sidebar);
  keep_focus_safe (self);
}

void
gh_window_show_history (GhWindow *self)
{
  g_return_if_fail (GH_IS_WINDOW (self));

  g_clear_object (&self->server);
  gtk_stack_set_visible_child (self->pages, GTK_WIDGET (self->history_page));
  gh_sidebar_select_history (self->sidebar);
  keep_focus_safe (self);
}

void
gh_window_show_welcome (GhWindow *self)
{
  g_return_if_fail (GH_IS_WINDOW (self));

  g_clear_object (&self->server);
  gtk_stack_set_visible_child_name (self->pages, "welcome");
  gh_sidebar_select_welcome (self->sidebar);
}

void
gh_window_edit_server (GhWindow *self,
                       GhServer *server)
{
  g_return_if_fail (GH_IS_WINDOW (self));
  g_return_if_fail (GH_IS_SERVER (server));

  present_server_dialog (self, gh_add_server_dialog_new_edit (self->host, server));
}

void
gh_window_add_toast (GhWindow *self,
                     AdwToast *toast)
{
  g_return_if_fail (GH_IS_WINDOW (self));
  g_return_if_fail (ADW_IS_TOAST (toast));

  adw_toast_overlay_add_toast (self->toasts, toast);
}

void
gh_window_add_files (GhWindow   *self,
                     GListModel *files)
{
  g_return_if_fail (GH_IS_WINDOW (self));
  g_return_if_fail (G_IS_LIST_MODEL (files));

  gh_root_list_add_async (gh_host_get_roots (self->host), files, self->cancellable,
                          additions_cb, g_object_ref (self));
}

void
gh_window_open_folder (GhWindow *self,
                       GFile    *folder)
{
  g_autoptr(GdkAppLaunchContext) context = NULL;
  g_autofree char *uri = NULL;

  g_return_if_fail (GH_IS_WINDOW (self));
  g_return_if_fail (G_IS_FILE (folder));

  context = gdk_display_get_app_launch_context (gtk_widget_get_display (GTK_WIDGET (self)));
  uri = g_file_get_uri (folder);
  g_app_info_launch_default_for_uri_async (uri, G_APP_LAUNCH_CONTEXT (context), self->cancellable,
                                           launched_cb, g_object_ref (self));
}

void
gh_window_remove_root (GhWindow *self,
                       GhRoot   *root)
{
  g_return_if_fail (GH_IS_WINDOW (self));
  g_return_if_fail (GH_IS_ROOT (root));

  gh_removal_of_root (self, root);
}

void
gh_window_remove_server (GhWindow *self,
                         GhServer *server)
{
  g_return_if_fail (GH_IS_WINDOW (self));
  g_return_if_fail (GH_IS_SERVER (server));

  gh_removal_of_server (self, server);
}
