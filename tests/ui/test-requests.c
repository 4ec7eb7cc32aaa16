/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * The page of requests, and the notifications of the desktop. */
#include "config.h"

#include <adwaita.h>
#include <string.h>

#include "gh-desktop-status.h"
#include "gh-mcp-error.h"
#include "gh-notifier.h"
#include "gh-request-group.h"
#include "gh-request-row.h"
#include "gh-requests-page.h"
#include "gh-review-desk.h"
#include "gh-test-host.h"
#include "gh-test-sampling.h"
#include "gh-test-ui.h"
#include "gh-ui.h"

#define PLAIN \
  "{\"messages\":[{\"role\":\"user\",\"content\":{\"type\":\"text\"," \
  "\"text\":\"A secret plan\"}}],\"maxTokens\":100}"

static GtkListBox *
list (GtkWidget  *page,
      const char *name)
{
  return GTK_LIST_BOX (gtk_widget_get_template_child (page, GH_TYPE_REQUESTS_PAGE, name));
}

static guint
count_rows (GtkListBox *box)
{
  guint n = 0;

  while (gtk_list_box_get_row_at_index (box, (int) n) != NULL)
    n++;
  return n;
}

static guint
count_finished (GtkWidget *page)
{
  return g_list_model_get_n_items (gh_requests_page_list_finished (GH_REQUESTS_PAGE (page)));
}

static const char *
subtitle (GtkListBox *box,
          int         index)
{
  return adw_action_row_get_subtitle (ADW_ACTION_ROW (gtk_list_box_get_row_at_index (box, index)));
}

static void
review_cb (GSimpleAction *action,
           GVariant      *parameter,
           gpointer       user_data)
{
  guint *serial = user_data;

  *serial = g_variant_get_uint32 (parameter);
}

static void
test_page (void)
{
  const GActionEntry entries[] = { { "review", review_cb, "u" } };
  g_autoptr(GhTestSampling) sampling = gh_test_sampling_new (1);
  g_autoptr(GSimpleActionGroup) actions = g_simple_action_group_new ();
  GtkWidget *window = adw_window_new ();
  GtkWidget *page = gh_requests_page_new ();
  GhReviewDesk *desk;
  GtkStack *stack = GTK_STACK (gtk_widget_get_template_child (page, GH_TYPE_REQUESTS_PAGE,
                                                              "stack"));
  guint serial = 0;

  g_action_map_add_action_entries (G_ACTION_MAP (actions), entries, G_N_ELEMENTS (entries),
                                   &serial);
  gtk_widget_insert_action_group (window, "app", G_ACTION_GROUP (actions));
  gh_requests_page_set_broker (GH_REQUESTS_PAGE (page), sampling->broker);
  adw_window_set_content (ADW_WINDOW (window), page);
  gtk_window_set_default_size (GTK_WINDOW (window), 820, 620);
  gh_test_ui_show (GTK_WINDOW (window));
  g_assert_cmpstr (gtk_stack_get_visible_child_name (stack), ==, "empty");
  gh_test_ui_screenshot (GTK_WINDOW (window), "requests-empty");

  {
    g_autoptr(GhTestAsk) first = gh_test_sampling_ask (sampling, "Travel", "find_best_flight",
                                                       PLAIN);
    g_autoptr(GhTestAsk) second = gh_test_sampling_ask (sampling, "Files <b>&", NULL, PLAIN);
    g_autoptr(GhTestAsk) third = gh_test_sampling_ask (sampling, "Notes", "sum_up", PLAIN);
    GtkWidget *button;

    gh_test_wait (count_rows (list (page, "open_list")) == 3);
    g_assert_cmpstr (gtk_stack_get_visible_child_name (stack), ==, "list");
    g_assert_true (g_str_has_prefix (subtitle (list (page, "open_list"), 0), "Waits for its turn"));
    g_assert_false (gh_test_ui_shows (page, "A secret plan"));
    g_assert_true (gh_test_ui_shows (page, "Travel, find_best_flight"));
    g_assert_true (gh_test_ui_shows (page, "Not during a tool call of yours"));

    /* The row's button asks for exactly its request. */
    button = gh_test_ui_find_named (page, GTK_TYPE_BUTTON, "Review the Request of Notes, sum_up");
    g_assert_nonnull (button);
    gh_test_ui_click (button);
    gh_test_wait (serial == gh_request_get_serial (GH_REQUEST (third->request)));

    desk = gh_review_desk_new (sampling->broker, NULL);
    gh_test_wait (gh_sampling_request_get_state (first->request) == GH_SAMPLING_REVIEW);
    g_assert_true (g_str_has_prefix (subtitle (list (page, "open_list"), 0),
                                     "Waits for your review"));
    gh_sampling_request_deny (second->request, NULL);
    gh_test_wait (count_rows (list (page, "finished_list")) == 1);
    g_assert_cmpuint (count_rows (list (page, "open_list")), ==, 2);
    g_assert_true (g_str_has_prefix (subtitle (list (page, "finished_list"), 0), "Denied"));
    g_assert_cmpuint (count_finished (page), ==, 1);
    gh_test_ui_screenshot (GTK_WINDOW (window), "requests");
    g_object_unref (desk);
  }
  gh_test_settle ();
  gtk_window_destroy (GTK_WINDOW (window));
  gh_test_settle ();
}

/* The keyboard is on this row of what is open. */
static gboolean
is_on_row (GtkWidget *page,
           int        index)
{
  return gtk_root_get_focus (gtk_widget_get_root (page))
         == GTK_WIDGET (gtk_list_box_get_row_at_index (list (page, "open_list"), index));
}

static void
move (GtkWidget *page,
      int        count)
{
  gboolean moved;

  g_signal_emit_by_name (list (page, "open_list"), "move-cursor", GTK_MOVEMENT_DISPLAY_LINES, count,
                         FALSE, FALSE, &moved);
}

static const char *
title (GtkWidget *page,
       int        index)
{
  GtkListBoxRow *row = gtk_list_box_get_row_at_index (list (page, "open_list"), index);
  GtkWidget *header = gtk_list_box_row_get_header (row);

  return header != NULL
           ? gtk_label_get_text (GTK_LABEL (gtk_widget_get_template_child (
               header, GH_TYPE_REQUEST_GROUP, "title")))
           : NULL;
}

/* By server and tool call, whatever order they come in; the arrow keys go through all of them; one
 * that goes leaves the keyboard where it was; a group is denied as one. */
static void
test_groups (void)
{
  g_autoptr(GhTestSampling) sampling = gh_test_sampling_new (0);
  GtkWidget *window = adw_window_new ();
  GtkWidget *page = gh_requests_page_new ();
  g_autoptr(GPtrArray) kept = g_ptr_array_new_with_free_func ((GDestroyNotify) gh_test_ask_free);
  GhTestAsk *asks[6];
  GtkWidget *question;

  gh_requests_page_set_broker (GH_REQUESTS_PAGE (page), sampling->broker);
  adw_window_set_content (ADW_WINDOW (window), page);
  gtk_window_set_default_size (GTK_WINDOW (window), 820, 720);
  gh_test_ui_show (GTK_WINDOW (window));
  for (guint i = 0; i < G_N_ELEMENTS (asks); i++)
    {
      /* Those with a tool would each be of a call of its own: it begins when it is asked. */
      asks[i] = gh_test_sampling_ask (sampling, i % 2 == 0 ? "Travel" : "Notes", NULL, PLAIN);
      g_ptr_array_add (kept, asks[i]);
    }
  gh_test_wait (count_rows (list (page, "open_list")) == 6);
  g_assert_cmpstr (title (page, 0), ==, "Travel");
  g_assert_null (title (page, 1));
  g_assert_null (title (page, 2));
  g_assert_cmpstr (title (page, 3), ==, "Notes");
  g_assert_null (title (page, 4));
  gh_test_ui_wait_frame (page);
  gh_test_ui_screenshot (GTK_WINDOW (window), "requests-groups");
  gtk_window_set_default_size (GTK_WINDOW (window), 360, 720);
  gh_test_wait (gtk_widget_get_width (window) < 400);
  gh_test_ui_wait_frame (page);
  gh_test_ui_screenshot (GTK_WINDOW (window), "requests-narrow");
  gtk_window_set_default_size (GTK_WINDOW (window), 820, 720);

  gtk_widget_grab_focus (GTK_WIDGET (gtk_list_box_get_row_at_index (list (page, "open_list"), 1)));
  move (page, 1);
  g_assert_true (is_on_row (page, 2));
  move (page, 1);
  g_assert_true (is_on_row (page, 3));
  move (page, -1);
  g_assert_true (is_on_row (page, 2));

  /* Withdrawn: the third of Travel, which has the keyboard. */
  g_cancellable_cancel (asks[4]->cancellable);
  gh_test_wait (count_rows (list (page, "open_list")) == 5);
  g_assert_true (is_on_row (page, 2));
  g_assert_cmpstr (title (page, 2), ==, "Notes");

  gtk_widget_activate_action (page, "requests.deny-group", "u",
                              gh_request_get_serial (GH_REQUEST (asks[1]->request)));
  question = gh_test_ui_wait_alert (GTK_WINDOW (window));
  g_assert_true (gh_test_ui_shows (question, "Deny all 3 requests?"));
  gh_test_ui_click (gh_test_ui_find_named (question, GTK_TYPE_BUTTON, "Deny All"));
  gh_test_wait (count_rows (list (page, "open_list")) == 2);
  for (guint i = 1; i < G_N_ELEMENTS (asks); i += 2)
    g_assert_cmpint (gh_sampling_request_get_state (asks[i]->request), ==, GH_SAMPLING_DENIED);
  g_assert_cmpint (gh_sampling_request_get_state (asks[0]->request), ==, GH_SAMPLING_QUEUED);
  gh_sampling_request_deny (asks[0]->request, NULL);
  gh_sampling_request_deny (asks[2]->request, NULL);
  gh_test_settle ();
  gtk_window_destroy (GTK_WINDOW (window));
  gh_test_settle ();
}

/* Two hundred at once: all are there, in time, and can be decided. */
static void
test_many (void)
{
  g_autoptr(GhTestSampling) sampling = gh_test_sampling_new (0);
  g_autoptr(GPtrArray) asks = g_ptr_array_new_with_free_func ((GDestroyNotify) gh_test_ask_free);
  GtkWidget *window = adw_window_new ();
  GtkWidget *page = gh_requests_page_new ();
  static const char * const servers[] = { "Travel", "Notes", "Files", "Mail" };
  g_autoptr(GhReviewDesk) desk = gh_review_desk_new (sampling->broker, GTK_WINDOW (window));
  GtkWidget *dialog = GTK_WIDGET (gh_review_desk_get_review (desk));
  gint64 longest = 0;
  gint64 last;

  gh_requests_page_set_broker (GH_REQUESTS_PAGE (page), sampling->broker);
  adw_window_set_content (ADW_WINDOW (window), page);
  gtk_window_set_default_size (GTK_WINDOW (window), 820, 720);
  gh_test_ui_show (GTK_WINDOW (window));
  last = g_get_monotonic_time ();
  for (guint i = 0; i < 200; i++)
    g_ptr_array_add (asks, gh_test_sampling_ask (sampling, servers[i % 4], NULL, PLAIN));
  g_test_message ("200 requests taken in within %d ms",
                  (int) ((g_get_monotonic_time () - last) / 1000));
  last = g_get_monotonic_time ();
  while (count_rows (list (page, "open_list")) < 200)
    {
      g_main_context_iteration (NULL, TRUE);
      longest = MAX (longest, g_get_monotonic_time () - last);
      last = g_get_monotonic_time ();
    }
  g_test_message ("longest turn of the main loop: %d ms", (int) (longest / 1000));
  gh_test_ui_wait_frame (page);
  gh_test_ui_screenshot (GTK_WINDOW (window), "requests-200");

  /* One decision for fifty that ask the same, then the next of them is on view. */
  gh_test_wait (gh_test_ui_shows (dialog, "49 more requests ask exactly the same"));
  gh_test_ui_screenshot (GTK_WINDOW (dialog), "review-200");
  gtk_check_button_set_active (GTK_CHECK_BUTTON (gh_test_ui_find_id (dialog, "together_button")),
                               TRUE);
  last = g_get_monotonic_time ();
  gh_sampling_request_deny (gh_review_dialog_get_request (GH_REVIEW_DIALOG (dialog)), NULL);
  g_test_message ("50 decided within %d ms", (int) ((g_get_monotonic_time () - last) / 1000));
  gh_test_wait (count_rows (list (page, "open_list")) == 150);
  last = g_get_monotonic_time ();
  for (guint i = 0; i < asks->len; i++)
    {
      GhTestAsk *ask = g_ptr_array_index (asks, i);

      gh_sampling_request_deny (ask->request, NULL);
    }
  g_test_message ("150 denied within %d ms", (int) ((g_get_monotonic_time () - last) / 1000));
  gh_test_wait (count_rows (list (page, "open_list")) == 0);
  gh_test_settle ();
  gtk_window_destroy (GTK_WINDOW (window));
  gh_test_settle ();
}

/* What asks the same is decided together when the person says so. */
static void
test_together (void)
{
  g_autoptr(GhTestSampling) sampling = gh_test_sampling_new (0);
  g_autoptr(GhReviewDesk) desk = gh_review_desk_new (sampling->broker, NULL);
  g_autoptr(GPtrArray) kept = g_ptr_array_new_with_free_func ((GDestroyNotify) gh_test_ask_free);
  GhTestAsk *asks[4];
  GtkWidget *dialog;
  GtkWidget *together;

  for (guint i = 0; i < G_N_ELEMENTS (asks); i++)
    {
      asks[i] = gh_test_sampling_ask (sampling, i < 3 ? "Travel" : "Notes", NULL, PLAIN);
      g_ptr_array_add (kept, asks[i]);
    }
  dialog = GTK_WIDGET (gh_review_desk_get_review (desk));
  gh_test_wait (gtk_widget_get_mapped (dialog));
  gh_test_wait (gh_test_ui_shows (dialog, "2 more requests ask exactly the same"));
  together = gh_test_ui_find_id (dialog, "together_button");
  g_assert_false (gtk_check_button_get_active (GTK_CHECK_BUTTON (together)));
  gtk_check_button_set_active (GTK_CHECK_BUTTON (together), TRUE);
  gh_test_ui_wait_frame (dialog);
  gh_test_ui_screenshot (GTK_WINDOW (dialog), "review-together");

  gh_sampling_request_answer_by_hand (asks[0]->request);
  gh_sampling_request_set_answer (asks[0]->request, "Blue");
  gh_sampling_request_give (asks[0]->request);
  for (guint i = 0; i < 3; i++)
    {
      g_assert_cmpint (gh_sampling_request_get_state (asks[i]->request), ==, GH_SAMPLING_ANSWERED);
      g_assert_cmpstr (gh_sampling_request_get_answer (asks[i]->request), ==, "Blue");
    }
  /* The next is decided for itself. */
  gh_test_wait (gh_sampling_request_get_state (asks[3]->request) == GH_SAMPLING_REVIEW);
  g_assert_false (gtk_check_button_get_active (GTK_CHECK_BUTTON (together)));
  g_assert_false (gtk_widget_get_visible (together));
  gh_sampling_request_deny (asks[3]->request, NULL);
  gh_test_settle ();
}

static void
test_bounded (void)
{
  g_autoptr(GhTestSampling) sampling = gh_test_sampling_new (0);
  GtkWidget *page = g_object_ref_sink (gh_requests_page_new ());

  gh_requests_page_set_broker (GH_REQUESTS_PAGE (page), sampling->broker);
  for (guint i = 0; i < GH_REQUESTS_PAGE_MOST_FINISHED + 10; i++)
    {
      g_autoptr(GhTestAsk) ask = gh_test_sampling_ask (sampling, "Travel", NULL, PLAIN);

      gh_sampling_request_deny (ask->request, NULL);
      gh_test_wait (ask->done);
    }
  g_assert_cmpuint (count_finished (page), ==, GH_REQUESTS_PAGE_MOST_FINISHED);
  g_object_unref (page);
  gh_test_settle ();
}

static const char notifications_xml[] =
  "<node><interface name='org.gtk.Notifications'>"
  "<method name='AddNotification'><arg type='s' direction='in'/><arg type='s' direction='in'/>"
  "<arg type='a{sv}' direction='in'/></method>"
  "<method name='RemoveNotification'><arg type='s' direction='in'/><arg type='s' direction='in'/>"
  "</method></interface></node>";

/* What the session's notification service is told, through a stand-in on the test's own bus. */
typedef struct
{
  GPtrArray *added;   /* GVariant */
  GPtrArray *removed; /* char */
} Desktop;

static void
method_cb (GDBusConnection       *connection,
           const char            *sender,
           const char            *path,
           const char            *interface,
           const char            *method,
           GVariant              *parameters,
           GDBusMethodInvocation *invocation,
           gpointer               user_data)
{
  Desktop *desktop = user_data;

  if (g_str_equal (method, "AddNotification"))
    {
      g_ptr_array_add (desktop->added, g_variant_ref (parameters));
    }
  else
    {
      const char *id;

      g_variant_get (parameters, "(&s&s)", NULL, &id);
      g_ptr_array_add (desktop->removed, g_strdup (id));
    }
  g_dbus_method_invocation_return_value (invocation, NULL);
}

static void
name_cb (GDBusConnection *connection,
         const char      *name,
         gpointer         user_data)
{
  gboolean *owned = user_data;

  *owned = TRUE;
}

static void
activate_cb (GApplication *application,
             gpointer      user_data)
{
  guint *n = user_data;

  (*n)++;
}

static void
activate (GtkApplication *application,
          const char     *action,
          GhTestAsk      *ask)
{
  guint serial = gh_request_get_serial (GH_REQUEST (ask->request));

  g_action_group_activate_action (G_ACTION_GROUP (application), action,
                                  g_variant_new_uint32 (serial));
}

static void
test_notifier (void)
{
  static const GDBusInterfaceVTable table = { method_cb };
  g_autoptr(GDBusNodeInfo) info = g_dbus_node_info_new_for_xml (notifications_xml, NULL);
  g_autoptr(GDBusConnection) bus = NULL;
  g_autofree char *address = g_dbus_address_get_for_bus_sync (G_BUS_TYPE_SESSION, NULL, NULL);
  g_autoptr(GhTestSampling) sampling = gh_test_sampling_new (1);
  g_autoptr(GtkApplication) application = NULL;
  g_autoptr(GError) error = NULL;
  Desktop desktop = { g_ptr_array_new_with_free_func ((GDestroyNotify) g_variant_unref),
                      g_ptr_array_new_with_free_func (g_free) };
  g_autoptr(GhReviewDesk) desk = NULL;
  GhReviewDialog *dialog;
  gboolean owned = FALSE;
  guint n_activated = 0;
  guint owner;
  guint object;

  /* A connection of its own: the desktop is another program. */
  bus = g_dbus_connection_new_for_address_sync (address,
                                                G_DBUS_CONNECTION_FLAGS_AUTHENTICATION_CLIENT |
                                                G_DBUS_CONNECTION_FLAGS_MESSAGE_BUS_CONNECTION,
                                                NULL, NULL, &error);
  g_assert_no_error (error);
  object = g_dbus_connection_register_object (bus, "/org/gtk/Notifications", info->interfaces[0],
                                              &table,
                                              &desktop, NULL, NULL);
  owner = g_bus_own_name_on_connection (bus, "org.gtk.Notifications", G_BUS_NAME_OWNER_FLAGS_NONE,
                                        name_cb, NULL, &owned, NULL);
  gh_test_wait (owned);

  application = gtk_application_new ("io.github.gatehouse.Test", G_APPLICATION_DEFAULT_FLAGS);
  g_signal_connect (application, "activate", G_CALLBACK (activate_cb), &n_activated);
  g_assert_true (g_application_register (G_APPLICATION (application), NULL, &error));
  desk = gh_review_desk_new (sampling->broker, NULL);
  dialog = gh_review_desk_get_review (desk);
  {
    g_autoptr(GhNotifier) notifier = gh_notifier_new (application, sampling->broker, desk);
    g_autoptr(GhTestAsk) first = gh_test_sampling_ask (sampling, "Travel", "find_best_flight",
                                                       PLAIN);
    g_autoptr(GhTestAsk) second = gh_test_sampling_ask (sampling, "Travel", "find_best_flight",
                                                        PLAIN);
    g_autofree char *text = NULL;

    gh_test_wait (desktop.added->len == 2);
    text = g_variant_print (g_ptr_array_index (desktop.added, 0), FALSE);
    g_assert_nonnull (strstr (text, "Travel is waiting"));
    g_assert_nonnull (strstr (text, "app.review"));
    g_assert_nonnull (strstr (text, "app.deny"));
    g_assert_null (strstr (text, "secret"));
    g_assert_null (strstr (text, "Send"));

    /* Deny, without a look at it. */
    activate (application, "deny", second);
    gh_test_wait (second->done);
    g_assert_error (second->error, GH_MCP_ERROR, GH_MCP_ERROR_DENIED);
    gh_test_wait (desktop.removed->len == 1);
    g_assert_null (gh_notifier_get_id (notifier, GH_REQUEST (second->request)));

    /* Review brings the program and the request to the front. */
    activate (application, "review", first);
    gh_test_wait (n_activated == 1);
    gh_test_wait (gh_review_dialog_get_request (dialog) == first->request &&
                  gtk_widget_get_mapped (GTK_WIDGET (dialog)));
    gh_test_wait (desktop.removed->len == 2);

    /* Nothing when a window of ours has the keyboard. */
    gh_test_wait (gtk_window_is_active (GTK_WINDOW (dialog)));
    {
      g_autoptr(GhTestAsk) third = gh_test_sampling_ask (sampling, "Notes", NULL, PLAIN);

      g_assert_null (gh_notifier_get_id (notifier, GH_REQUEST (third->request)));
    }
    g_assert_cmpuint (desktop.added->len, ==, 2);
  }
  g_assert_false (g_action_group_has_action (G_ACTION_GROUP (application), "review"));

  g_clear_object (&desk);
  gh_test_settle ();
  g_dbus_connection_unregister_object (bus, object);
  g_bus_unown_name (owner);
  g_ptr_array_unref (desktop.added);
  g_ptr_array_unref (desktop.removed);
  g_dbus_connection_close_sync (bus, NULL, NULL);
}

/* What the desktop is told while there is no window, and how many requests wait. */
typedef struct
{
  GPtrArray *statuses; /* of char * */
  gint64     count;    /* on the launcher; -1: none told */
  gboolean   visible;
} Shown;

static void
portal_cb (GDBusConnection       *connection,
           const char            *sender,
           const char            *path,
           const char            *interface,
           const char            *method,
           GVariant              *parameters,
           GDBusMethodInvocation *invocation,
           gpointer               user_data)
{
  Shown *shown = user_data;
  g_autoptr(GVariant) options = g_variant_get_child_value (parameters, 0);
  const char *message;

  g_assert_true (g_variant_lookup (options, "message", "&s", &message));
  g_ptr_array_add (shown->statuses, g_strdup (message));
  g_dbus_method_invocation_return_value (invocation, NULL);
}

static void
launcher_cb (GDBusConnection *connection,
             const char      *sender,
             const char      *path,
             const char      *interface,
             const char      *signal,
             GVariant        *parameters,
             gpointer         user_data)
{
  Shown *shown = user_data;
  g_autoptr(GVariant) properties = g_variant_get_child_value (parameters, 1);

  g_assert_true (g_variant_lookup (properties, "count", "x", &shown->count));
  g_assert_true (g_variant_lookup (properties, "count-visible", "b", &shown->visible));
}

static void
test_desktop_status (void)
{
  static const char xml[] =
    "<node><interface name='org.freedesktop.portal.Background'>"
    "<method name='SetStatus'><arg type='a{sv}' direction='in'/></method></interface></node>";
  static const GDBusInterfaceVTable table = { portal_cb };
  static const GDBusInterfaceVTable notifications_table = { method_cb };
  g_autoptr(GDBusNodeInfo) info = g_dbus_node_info_new_for_xml (xml, NULL);
  g_autoptr(GDBusNodeInfo) notifications = g_dbus_node_info_new_for_xml (notifications_xml, NULL);
  g_autofree char *address = g_dbus_address_get_for_bus_sync (G_BUS_TYPE_SESSION, NULL, NULL);
  g_autofree char *dir = gh_test_make_dir ();
  g_autoptr(GDBusConnection) bus = NULL;
  g_autoptr(GhHost) host = gh_host_new (dir, dir);
  g_autoptr(GtkApplication) application = NULL;
  GhTestSampling sampling = { .broker = gh_host_get_requests (host) };
  Shown shown = { g_ptr_array_new_with_free_func (g_free), -1, FALSE };
  Desktop desktop = { g_ptr_array_new_with_free_func ((GDestroyNotify) g_variant_unref),
                      g_ptr_array_new_with_free_func (g_free) };
  gboolean owned = FALSE;
  gboolean notifies = FALSE;
  guint owners[2], objects[2], subscription;

  bus = g_dbus_connection_new_for_address_sync (address,
                                                G_DBUS_CONNECTION_FLAGS_AUTHENTICATION_CLIENT |
                                                G_DBUS_CONNECTION_FLAGS_MESSAGE_BUS_CONNECTION,
                                                NULL, NULL, NULL);
  objects[0] = g_dbus_connection_register_object (bus, "/org/freedesktop/portal/desktop",
                                                  info->interfaces[0], &table, &shown, NULL, NULL);
  objects[1] = g_dbus_connection_register_object (bus, "/org/gtk/Notifications",
                                                  notifications->interfaces[0],
                                                  &notifications_table, &desktop, NULL, NULL);
  owners[0] = g_bus_own_name_on_connection (bus, "org.freedesktop.portal.Desktop",
                                            G_BUS_NAME_OWNER_FLAGS_NONE, name_cb, NULL, &owned,
                                            NULL);
  owners[1] = g_bus_own_name_on_connection (bus, "org.gtk.Notifications",
                                            G_BUS_NAME_OWNER_FLAGS_NONE, name_cb, NULL, &notifies,
                                            NULL);
  subscription = g_dbus_connection_signal_subscribe (bus, NULL,
                                                     "com.canonical.Unity.LauncherEntry", "Update",
                                                     NULL, NULL, G_DBUS_SIGNAL_FLAGS_NONE,
                                                     launcher_cb, &shown, NULL);
  gh_test_wait (owned && notifies);
  application = gtk_application_new ("io.github.gatehouse.Status", G_APPLICATION_DEFAULT_FLAGS);
  g_assert_true (g_application_register (G_APPLICATION (application), NULL, NULL));
  gh_test_host_load (host);
  {
    g_autoptr(GhDesktopStatus) status = gh_desktop_status_new (application, host);
    g_autoptr(GhTestAsk) first = gh_test_sampling_ask (&sampling, "Travel", NULL, PLAIN);
    g_autoptr(GhTestAsk) second = gh_test_sampling_ask (&sampling, "Travel", NULL, PLAIN);

    gh_test_wait (shown.count == 2 && shown.visible);
    /* With a window the portal hears nothing. */
    g_assert_cmpuint (shown.statuses->len, ==, 0);
    gh_desktop_status_set_background (status, TRUE);
    gh_test_wait (shown.statuses->len == 1);
    g_assert_cmpstr (shown.statuses->pdata[0], ==, "2 requests wait for you");
    gh_test_wait (desktop.added->len == 1);
    gh_sampling_request_deny (first->request, NULL);
    gh_sampling_request_deny (second->request, NULL);
    gh_test_wait (shown.count == 0 && !shown.visible && shown.statuses->len == 3);
    g_assert_cmpstr (shown.statuses->pdata[2], ==, "No server runs");
    gh_desktop_status_set_background (status, FALSE);
    gh_test_wait (shown.statuses->len == 4);
    g_assert_cmpstr (shown.statuses->pdata[3], ==, "");
    gh_test_wait (desktop.removed->len == 1);
  }
  gh_test_host_close (host);
  g_dbus_connection_signal_unsubscribe (bus, subscription);
  for (guint i = 0; i < 2; i++)
    {
      g_bus_unown_name (owners[i]);
      g_dbus_connection_unregister_object (bus, objects[i]);
    }
  g_dbus_connection_close_sync (bus, NULL, NULL);
  g_ptr_array_unref (shown.statuses);
  g_ptr_array_unref (desktop.added);
  g_ptr_array_unref (desktop.removed);
}

/* Without a window nothing comes on view; what waited is there with the window. */
static void
test_quiet (void)
{
  g_autoptr(GhTestSampling) sampling = gh_test_sampling_new (0);
  g_autoptr(GhReviewDesk) desk = gh_review_desk_new (sampling->broker, NULL);
  GtkWidget *dialog = GTK_WIDGET (gh_review_desk_get_review (desk));
  g_autoptr(GhTestAsk) first = gh_test_sampling_ask (sampling, "Travel", NULL, PLAIN);
  g_autoptr(GhTestAsk) second = NULL;

  gh_test_wait (gtk_widget_get_mapped (dialog));
  gh_review_desk_set_quiet (desk, TRUE);
  g_assert_false (gtk_widget_get_visible (dialog));
  g_assert_cmpint (gh_sampling_request_get_state (first->request), ==, GH_SAMPLING_REVIEW);
  /* It goes by itself meanwhile, and another comes. */
  g_cancellable_cancel (first->cancellable);
  gh_test_wait (first->done);
  second = gh_test_sampling_ask (sampling, "Notes", NULL, PLAIN);
  gh_test_wait (gh_sampling_request_get_state (second->request) == GH_SAMPLING_REVIEW);
  gh_test_settle ();
  g_assert_false (gtk_widget_get_visible (dialog));
  gh_review_desk_set_quiet (desk, FALSE);
  gh_test_wait (gtk_widget_get_mapped (dialog));
  g_assert_true (gh_review_dialog_get_request (GH_REVIEW_DIALOG (dialog)) == second->request);
  gh_sampling_request_deny (second->request, NULL);
  gh_test_settle ();
}

int
main (int    argc,
      char **argv)
{
  /* Before anything asks for the way notifications go: not a desktop that may be there. */
  g_setenv ("GNOTIFICATION_BACKEND", "gtk", TRUE);
  gh_test_ui_init (&argc, &argv);
  gh_ui_init ();
  gh_test_ui_load_style (GH_UI_RESOURCE_PATH);

  g_test_add_func ("/ui/requests/page", test_page);
  g_test_add_func ("/ui/requests/groups", test_groups);
  g_test_add_func ("/ui/requests/many", test_many);
  g_test_add_func ("/ui/requests/together", test_together);
  g_test_add_func ("/ui/requests/bounded", test_bounded);
  g_test_add_func ("/ui/requests/desktop-status", test_desktop_status);
  g_test_add_func ("/ui/requests/quiet", test_quiet);
  g_test_add_func ("/ui/requests/notifier", test_notifier);
  return gh_test_run ();
}
