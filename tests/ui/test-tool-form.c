/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * The form of a tool's input: which widget a schema gives, its words, its problems. */
#include "config.h"

#include <string.h>

#include "gh-form-row.h"
#include "gh-json.h"
#include "gh-test-ui.h"
#include "gh-tool-form.h"
#include "gh-ui.h"

typedef struct
{
  GtkWindow  *window;
  GhToolForm *tool_form;
} Fixture;

static void
set_up (Fixture       *fixture,
        gconstpointer  data)
{
  g_autoptr(JsonNode) schema = gh_json_read (data, strlen (data), NULL);
  g_autoptr(GhForm) form = gh_form_new (schema);
  GtkWidget *scroller = gtk_scrolled_window_new ();

  g_assert_nonnull (schema);
  fixture->window = g_object_ref_sink (GTK_WINDOW (adw_window_new ()));
  fixture->tool_form = GH_TOOL_FORM (gh_tool_form_new ());
  gtk_widget_set_margin_start (GTK_WIDGET (fixture->tool_form), 24);
  gtk_widget_set_margin_end (GTK_WIDGET (fixture->tool_form), 24);
  gtk_widget_set_margin_top (GTK_WIDGET (fixture->tool_form), 24);
  gtk_widget_set_margin_bottom (GTK_WIDGET (fixture->tool_form), 24);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroller), GTK_WIDGET (fixture->tool_form));
  adw_window_set_content (ADW_WINDOW (fixture->window), scroller);
  gtk_window_set_default_size (fixture->window, 640, 860);
  gh_tool_form_set_form (fixture->tool_form, form);
  gh_test_ui_show (fixture->window);
}

static void
tear_down (Fixture       *fixture,
           gconstpointer  data)
{
  gtk_window_destroy (fixture->window);
  gh_test_settle ();
  g_assert_finalize_object (g_steal_pointer (&fixture->window));
}

static GhFormRow *
find_row (Fixture    *fixture,
          const char *name)
{
  GtkWidget *row;

  for (guint i = 0;
       (row = gh_test_ui_find_type (GTK_WIDGET (fixture->window), GH_TYPE_FORM_ROW,
                                    i)) != NULL; i++)
    if (g_str_equal (gh_form_field_get_name (gh_form_row_get_field (GH_FORM_ROW (row))), name))
      return GH_FORM_ROW (row);
  g_assert_not_reached ();
}

static GtkWidget *
find_input (Fixture    *fixture,
            const char *name)
{
  return gh_form_row_get_input (find_row (fixture, name));
}

static gboolean
shows (Fixture    *fixture,
       const char *text)
{
  return gh_test_ui_shows (GTK_WIDGET (fixture->window), text);
}

static void
assert_arguments (Fixture    *fixture,
                  const char *expected)
{
  g_autoptr(JsonNode) arguments = gh_tool_form_dup_arguments (fixture->tool_form);
  g_autofree char *text = NULL;

  if (expected == NULL)
    {
      g_assert_null (arguments);
      return;
    }
  g_assert_nonnull (arguments);
  text = gh_json_write (arguments, NULL);
  g_assert_cmpstr (text, ==, expected);
}

static const char kinds[] =
  "{\"type\":\"object\",\"properties\":{"
  "\"name\":{\"type\":\"string\",\"title\":\"<b>Name</b>\",\"description\":\"Who \\u202eyou are\"},"
  "\"story\":{\"type\":\"string\",\"maxLength\":5000},"
  "\"count\":{\"type\":\"integer\",\"minimum\":1,\"maximum\":9,\"default\":3},"
  "\"big\":{\"type\":\"integer\"},"
  "\"ratio\":{\"type\":\"number\",\"maximum\":1},"
  "\"size\":{\"enum\":[\"s\",\"m\"],\"enumNames\":[\"Small\",\"Medium\"]},"
  "\"must\":{\"enum\":[\"a\",\"b\"]},"
  "\"loud\":{\"type\":\"boolean\"},"
  "\"tags\":{\"type\":\"array\"}},"
  "\"required\":[\"name\",\"must\"]}";

/* Return, or Run's own key, comes before the spin button has taken what is typed into it. */
static void
test_typed (Fixture       *fixture,
            gconstpointer  data)
{
  gh_test_ui_type (find_input (fixture, "name"), "x");
  gtk_drop_down_set_selected (GTK_DROP_DOWN (find_input (fixture, "must")), 1);
  gtk_editable_set_text (GTK_EDITABLE (find_input (fixture, "count")), "7");

  g_autoptr(JsonNode) arguments = gh_tool_form_dup_arguments (fixture->tool_form);

  g_assert_nonnull (arguments);
  g_assert_cmpint (gh_json_get_int (gh_json_node_get_object (arguments), "count", 0), ==, 7);
}

static void
test_kinds (Fixture       *fixture,
            gconstpointer  data)
{
  g_assert_true (GTK_IS_ENTRY (find_input (fixture, "name")));
  g_assert_true (GTK_IS_TEXT_VIEW (find_input (fixture, "story")));
  g_assert_true (GTK_IS_SPIN_BUTTON (find_input (fixture, "count")));
  g_assert_true (GTK_IS_ENTRY (find_input (fixture, "big")));
  g_assert_true (GTK_IS_ENTRY (find_input (fixture, "ratio")));
  g_assert_true (GTK_IS_DROP_DOWN (find_input (fixture, "size")));
  g_assert_true (GTK_IS_SWITCH (find_input (fixture, "loud")));
  g_assert_cmpstr (G_OBJECT_TYPE_NAME (find_input (fixture, "tags")), ==, "GhJsonView");

  /* A server's words are plain text, and a screen reader hears them. */
  g_assert_true (shows (fixture, "<b>Name</b>"));
  g_assert_true (shows (fixture, "Who ⟨U+202E⟩you are"));
  gtk_test_accessible_assert_property (find_input (fixture, "name"), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                       "<b>Name</b>");
  gtk_test_accessible_assert_property (find_input (fixture, "name"),
                                       GTK_ACCESSIBLE_PROPERTY_REQUIRED,
                                       TRUE);
  gtk_test_accessible_assert_property (find_input (fixture, "loud"), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                       "loud");
  gh_test_ui_screenshot (fixture->window, "tool-form");
}

static guint
count_cut (GtkWidget *widget)
{
  guint n = GTK_IS_LABEL (widget) && gtk_widget_get_mapped (widget) &&
            pango_layout_is_ellipsized (gtk_label_get_layout (GTK_LABEL (widget)));

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    n += count_cut (child);
  return n;
}

static const char alike[] =
  "{\"type\":\"object\",\"properties\":{\"trip\":{\"enum\":[\"Barcelona, May 2026\","
  "\"Barcelona, June 2026\",\"Barcelona, which is so long that it does not fit on one line, I\","
  "\"Barcelona, which is so long that it does not fit on one line, II\"]}},"
  "\"required\":[\"trip\"]}";

/* The opened list is as wide as its button, which says "Choose…": yet choices that begin alike can
 * be told apart. */
static void
test_choices (Fixture       *fixture,
              gconstpointer  data)
{
  GtkWidget *input = find_input (fixture, "trip");
  GtkWidget *list;

  gtk_widget_activate (input);
  gh_test_wait ((list = gh_test_ui_find_type (input, GTK_TYPE_LIST_VIEW, 0)) != NULL &&
                gtk_widget_get_mapped (list));
  gh_test_ui_wait_frame (input);
  g_assert_cmpuint (count_cut (list), ==, 0);
  gtk_popover_popdown (GTK_POPOVER (gtk_widget_get_ancestor (list, GTK_TYPE_POPOVER)));
  gh_test_wait (!gtk_widget_get_mapped (list));
}

static void
test_values (Fixture       *fixture,
             gconstpointer  data)
{
  assert_arguments (fixture, NULL);
  g_assert_true (shows (fixture, "This is needed. Fill it in."));
  g_assert_true (shows (fixture, "This is needed. Choose one."));
  gtk_test_accessible_assert_state (find_input (fixture, "name"), GTK_ACCESSIBLE_STATE_INVALID,
                                    GTK_ACCESSIBLE_INVALID_TRUE);
  gh_test_ui_screenshot (fixture->window, "tool-form-problems");
  gh_test_ui_type (find_input (fixture, "name"), "Ada");
  g_assert_false (shows (fixture, "This is needed. Fill it in."));
  gtk_test_accessible_assert_state (find_input (fixture, "name"), GTK_ACCESSIBLE_STATE_INVALID,
                                    GTK_ACCESSIBLE_INVALID_FALSE);
  gtk_drop_down_set_selected (GTK_DROP_DOWN (find_input (fixture, "must")), 2);
  assert_arguments (fixture, "{\"name\":\"Ada\",\"count\":3,\"must\":\"b\"}");

  gtk_spin_button_set_value (GTK_SPIN_BUTTON (find_input (fixture, "count")), 9);
  gh_test_ui_type (find_input (fixture, "story"), "one\ntwo");
  gh_test_ui_type (find_input (fixture, "ratio"), "2");
  g_assert_true (shows (fixture, "This is too large. The limit is 1."));
  assert_arguments (fixture, NULL);
  gh_test_ui_type (find_input (fixture, "ratio"), "0.10");
  gh_test_ui_type (find_input (fixture, "big"), "123456789012345678901234567890");
  gtk_drop_down_set_selected (GTK_DROP_DOWN (find_input (fixture, "size")), 1);
  gh_test_ui_click (find_input (fixture, "loud"));
  gh_test_ui_type (find_input (fixture, "tags"), "{}");
  g_assert_true (shows (fixture, "A list is wanted here, such as [\"one\", \"two\"]."));
  gh_test_ui_type (find_input (fixture, "tags"), "[1]");
  assert_arguments (fixture, "{\"name\":\"Ada\",\"story\":\"one\\ntwo\",\"count\":9,"
                             "\"big\":123456789012345678901234567890,\"ratio\":0.10,\"size\":\"s\","
                             "\"must\":\"b\",\"loud\":true,\"tags\":[1]}");

  /* Not given again. */
  gtk_drop_down_set_selected (GTK_DROP_DOWN (find_input (fixture, "size")), 0);
  gh_test_ui_type (find_input (fixture, "ratio"), "");
  gh_test_ui_type (find_input (fixture, "tags"), "");
  gh_test_ui_type (find_input (fixture, "story"), "");
  assert_arguments (fixture, "{\"name\":\"Ada\",\"count\":9,\"big\":123456789012345678901234567890,"
                             "\"must\":\"b\",\"loud\":true}");
}

static void
test_json (Fixture       *fixture,
           gconstpointer  data)
{
  GtkWidget *view = gh_test_ui_find_id (GTK_WIDGET (fixture->window), "view");

  gh_test_ui_type (find_input (fixture, "name"), "Ada");
  gh_tool_form_set_json (fixture->tool_form, TRUE);
  gh_test_ui_type (view, "{\"name\": \"two\\nlines\", \"must\": \"other\", \"extra\": {}}");
  gh_tool_form_set_json (fixture->tool_form, FALSE);
  /* A value with several lines gets a widget with several lines. */
  g_assert_true (GTK_IS_TEXT_VIEW (find_input (fixture, "name")));
  g_assert_true (shows (fixture, "The JSON has a value here that this field cannot hold."));
  assert_arguments (fixture, NULL);
  gh_tool_form_set_json (fixture->tool_form, TRUE);
  assert_arguments (fixture, "{\"name\":\"two\\nlines\",\"must\":\"other\",\"extra\":{}}");
  gh_test_ui_type (view, "");
  assert_arguments (fixture, "{}");
  gh_tool_form_set_form (fixture->tool_form, NULL);
}

static void
test_nothing (Fixture       *fixture,
              gconstpointer  data)
{
  g_assert_true (shows (fixture, "This tool needs no input."));
  assert_arguments (fixture, "{}");
}

static void
test_more (Fixture       *fixture,
           gconstpointer  data)
{
  g_assert_true (shows (fixture, "This tool takes more than a form can show."));
  g_assert_true (GTK_IS_ENTRY (find_input (fixture, "a")));
}

static void
test_keyboard (Fixture       *fixture,
               gconstpointer  data)
{
  gtk_widget_grab_focus (GTK_WIDGET (fixture->tool_form));
  if (!gh_test_ui_key (fixture->window, "A"))
    {
      g_test_skip ("no xdotool");
      return;
    }
  gh_test_wait (g_str_equal (gh_form_field_get_text (gh_form_row_get_field (find_row (fixture,
                                                                                      "name"))),
                             "A"));
  gh_test_ui_key (fixture->window, "Tab");
  gh_test_ui_key (fixture->window, "B");
  gh_test_wait (g_str_equal (gh_form_field_get_text (gh_form_row_get_field (find_row (fixture,
                                                                                      "story"))),
                             "B"));
  /* Tab leaves a text of several lines. */
  gh_test_ui_key (fixture->window, "Tab");
  gh_test_ui_key (fixture->window, "Up");
  gh_test_wait (g_str_equal (gh_form_field_get_text (gh_form_row_get_field (find_row (fixture,
                                                                                      "count"))),
                             "4"));
  /* And back: to each input once, to none for ever. */
  gh_test_ui_key (fixture->window, "shift+Tab");
  gh_test_wait (gtk_widget_is_ancestor (gtk_window_get_focus (fixture->window),
                                        GTK_WIDGET (find_row (fixture, "story"))));
  gh_test_ui_key (fixture->window, "shift+Tab");
  gh_test_wait (gtk_widget_is_ancestor (gtk_window_get_focus (fixture->window),
                                        GTK_WIDGET (find_row (fixture, "name"))));
  gh_test_ui_key (fixture->window, "shift+Tab");
  gh_test_wait (GTK_IS_TOGGLE_BUTTON (gtk_window_get_focus (fixture->window)));
}

int
main (int    argc,
      char **argv)
{
  gh_test_ui_init (&argc, &argv);
  gh_ui_init ();
  gh_test_ui_load_style (GH_UI_RESOURCE_PATH);
#define ADD(name, schema, function) \
  g_test_add ("/ui/tool-form/" name, Fixture, schema, set_up, function, tear_down)
  ADD ("kinds", kinds, test_kinds);
  ADD ("choices", alike, test_choices);
  ADD ("typed", kinds, test_typed);
  ADD ("values", kinds, test_values);
  ADD ("json", kinds, test_json);
  ADD ("nothing", "{\"type\":\"object\"}", test_nothing);
  ADD ("more", "{\"properties\":{\"a\":{\"type\":\"string\"}},\"oneOf\":[]}", test_more);
  ADD ("keyboard", kinds, test_keyboard);
  return gh_test_run ();
}
