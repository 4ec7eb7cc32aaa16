/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * Finding widgets as a person or a screen reader would, using them, and taking their picture. */
#include "config.h"

#include "gh-test-ui.h"

#include <libintl.h>
#include <link.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>

/* What meson and automake call a skipped test. */
#define EXIT_SKIPPED 77

typedef gboolean (*Match) (GtkWidget  *widget,
                           const void *wanted);

#ifdef __SANITIZE_ADDRESS__
/* GLib's table of quarks, this large at first; when it is full, GLib makes a larger one and,
 * knowingly, forgets the old one, in which other threads may be reading. A program with GTK's
 * types fills it. No suppression can name it, because GLib is built without frame pointers. */
#define FIRST_QUARK_TABLE (2048 * sizeof (char *))

/* Of the sanitizer's library; its headers are not installed with every compiler. */
extern int __sanitizer_get_ownership (const volatile void *memory);
extern size_t __sanitizer_get_allocated_size (const volatile void *memory);
extern void __lsan_ignore_object (const void *memory);

static int
forgive_quarks_cb (struct dl_phdr_info *object,
                   size_t               size,
                   void                *data)
{
  if (strstr (object->dlpi_name, "libglib-2.0") == NULL)
    return 0;
  for (int i = 0; i < object->dlpi_phnum; i++)
    {
      const ElfW(Phdr) *segment = &object->dlpi_phdr[i];
      const void **words = (const void **) (object->dlpi_addr + segment->p_vaddr);

      if (segment->p_type != PT_LOAD || (segment->p_flags & PF_W) == 0)
        continue;
      for (size_t word = 0; word < segment->p_memsz / sizeof (void *); word++)
        if (__sanitizer_get_ownership (words[word])
            && __sanitizer_get_allocated_size (words[word]) == FIRST_QUARK_TABLE)
          __lsan_ignore_object (words[word]);
    }
  return 1;
}

static void
forgive_quarks (void)
{
  dl_iterate_phdr (forgive_quarks_cb, NULL);
}
#else
static void
forgive_quarks (void)
{
}
#endif

void
gh_test_ui_init (int    *argc,
                 char ***argv)
{
  const char *build_dir = g_getenv ("G_TEST_BUILDDIR");

  forgive_quarks ();
  g_setenv ("GTK_A11Y", "test", TRUE);
  g_setenv ("GTK_USE_PORTAL", "0", TRUE);
  gh_test_init (argc, argv);
  if (build_dir != NULL)
    {
      g_autofree char *top = g_path_get_dirname (build_dir);
      g_autofree char *locale_dir = g_build_filename (top, "po", NULL);

      bindtextdomain (GETTEXT_PACKAGE, locale_dir);
      bind_textdomain_codeset (GETTEXT_PACKAGE, "UTF-8");
      textdomain (GETTEXT_PACKAGE);
    }
  if (!gtk_init_check ())
    {
      g_print ("1..0 # SKIP no display\n");
      exit (EXIT_SKIPPED);
    }
  adw_init ();
  g_object_set (gtk_settings_get_default (),
                "gtk-enable-animations", FALSE,
                "gtk-font-name", "Cantarell 11",
                NULL);
}

void
gh_test_ui_load_style (const char *resource_path)
{
  GdkDisplay *display = gdk_display_get_default ();
  g_autoptr(GtkCssProvider) provider = gtk_css_provider_new ();
  g_autofree char *style = g_strconcat (resource_path, "style.css", NULL);
  g_autofree char *icons = g_strconcat (resource_path, "icons", NULL);

  gtk_css_provider_load_from_resource (provider, style);
  gtk_style_context_add_provider_for_display (display, GTK_STYLE_PROVIDER (provider),
                                              GTK_STYLE_PROVIDER_PRIORITY_APPLICATION);
  gtk_icon_theme_add_resource_path (gtk_icon_theme_get_for_display (display), icons);
}

static GtkWidget *
find (GtkWidget  *root,
      Match       match,
      const void *wanted,
      guint      *skip)
{
  if (match (root, wanted) && (skip == NULL || (*skip)-- == 0))
    return root;
  for (GtkWidget *child = gtk_widget_get_first_child (root);
       child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *found = find (child, match, wanted, skip);

      if (found != NULL)
        return found;
    }
  return NULL;
}

static gboolean
match_id (GtkWidget  *widget,
          const void *wanted)
{
  return g_strcmp0 (gtk_buildable_get_buildable_id (GTK_BUILDABLE (widget)), wanted) == 0;
}

GtkWidget *
gh_test_ui_find_id (GtkWidget  *root,
                    const char *id)
{
  return find (root, match_id, id, NULL);
}

static gboolean
match_css (GtkWidget  *widget,
           const void *wanted)
{
  return gtk_widget_has_css_class (widget, wanted);
}

GtkWidget *
gh_test_ui_find_css (GtkWidget  *root,
                     const char *css_class)
{
  return find (root, match_css, css_class, NULL);
}

static gboolean
match_type (GtkWidget  *widget,
            const void *wanted)
{
  return g_type_is_a (G_OBJECT_TYPE (widget), *(const GType *) wanted);
}

GtkWidget *
gh_test_ui_find_type (GtkWidget *root,
                      GType      type,
                      guint      n)
{
  return find (root, match_type, &type, &n);
}

typedef struct
{
  GType       type;
  const char *name;
} Named;

static gboolean
is_called (const char *label,
           const char *name)
{
  /* The mnemonic's underscore is not part of the name. */
  for (; label != NULL && *label != '\0'; label++)
    {
      if (*label == '_' && label[1] != '\0')
        label++;
      if (*label != *name)
        return FALSE;
      name++;
    }
  return label != NULL && *name == '\0';
}

static gboolean
match_named (GtkWidget  *widget,
             const void *wanted)
{
  const Named *named = wanted;
  g_autofree char *mismatch = NULL;

  if (!gtk_widget_get_mapped (widget))
    return FALSE;
  if (named->type != G_TYPE_NONE && !g_type_is_a (G_OBJECT_TYPE (widget), named->type))
    return FALSE;
  if (GTK_IS_BUTTON (widget) && is_called (gtk_button_get_label (GTK_BUTTON (widget)), named->name))
    return TRUE;
  if (GTK_IS_LABEL (widget) && g_str_equal (gtk_label_get_text (GTK_LABEL (widget)), named->name))
    return TRUE;
  if (ADW_IS_PREFERENCES_ROW (widget)
      && is_called (adw_preferences_row_get_title (ADW_PREFERENCES_ROW (widget)), named->name))
    return TRUE;
  mismatch = gtk_test_accessible_check_property (GTK_ACCESSIBLE (widget),
                                                 GTK_ACCESSIBLE_PROPERTY_LABEL,
                                                 named->name);
  return mismatch == NULL;
}

GtkWidget *
gh_test_ui_find_named (GtkWidget  *root,
                       GType       type,
                       const char *name)
{
  return find (root, match_named, &(Named) { type, name }, NULL);
}

static gboolean
match_text (GtkWidget  *widget,
            const void *wanted)
{
  const char *text = NULL;

  if (!gtk_widget_get_mapped (widget))
    return FALSE;
  if (GTK_IS_LABEL (widget))
    text = gtk_label_get_text (GTK_LABEL (widget));
  else if (GTK_IS_INSCRIPTION (widget))
    text = gtk_inscription_get_text (GTK_INSCRIPTION (widget));
  return text != NULL && strstr (text, wanted) != NULL;
}

gboolean
gh_test_ui_shows (GtkWidget  *root,
                  const char *text)
{
  return find (root, match_text, text, NULL) != NULL;
}

void
gh_test_ui_click (GtkWidget *widget)
{
  g_assert_nonnull (widget);
  g_assert_true (gtk_widget_get_mapped (widget));
  g_assert_true (gtk_widget_is_sensitive (widget));

  if (GTK_IS_LIST_BOX_ROW (widget) && GTK_IS_LIST_BOX (gtk_widget_get_parent (widget)))
    {
      GtkListBox *list = GTK_LIST_BOX (gtk_widget_get_parent (widget));

      /* What a click does: selection, then activation. */
      if (gtk_list_box_row_get_selectable (GTK_LIST_BOX_ROW (widget)))
        gtk_list_box_select_row (list, GTK_LIST_BOX_ROW (widget));
      g_signal_emit_by_name (widget, "activate");
    }
  else if (GTK_IS_SWITCH (widget))
    {
      gtk_switch_set_active (GTK_SWITCH (widget), !gtk_switch_get_active (GTK_SWITCH (widget)));
    }
  else if (GTK_IS_CHECK_BUTTON (widget))
    {
      gtk_check_button_set_active (GTK_CHECK_BUTTON (widget),
                                   !gtk_check_button_get_active (GTK_CHECK_BUTTON (widget)));
    }
  else if (GTK_IS_BUTTON (widget))
    {
      g_signal_emit_by_name (widget, "clicked");
    }
  else if (GTK_IS_MENU_BUTTON (widget))
    {
      gtk_menu_button_popup (GTK_MENU_BUTTON (widget));
    }
  else
    {
      g_assert_true (gtk_widget_activate (widget));
    }
  gh_test_settle ();
}

void
gh_test_ui_type (GtkWidget  *widget,
                 const char *text)
{
  g_assert_true (gtk_widget_get_mapped (widget));
  g_assert_true (gtk_widget_is_sensitive (widget));

  gtk_widget_grab_focus (widget);
  if (GTK_IS_TEXT_VIEW (widget))
    {
      GtkTextBuffer *buffer = gtk_text_view_get_buffer (GTK_TEXT_VIEW (widget));
      gboolean editable = gtk_text_view_get_editable (GTK_TEXT_VIEW (widget));
      GtkTextIter start, end;

      gtk_text_buffer_begin_user_action (buffer);
      gtk_text_buffer_get_bounds (buffer, &start, &end);
      gtk_text_buffer_delete_interactive (buffer, &start, &end, editable);
      gtk_text_buffer_insert_interactive_at_cursor (buffer, text, -1, editable);
      gtk_text_buffer_end_user_action (buffer);
    }
  else
    {
      g_assert_true (GTK_IS_EDITABLE (widget));
      g_assert_true (gtk_editable_get_editable (GTK_EDITABLE (widget)));
      gtk_editable_set_text (GTK_EDITABLE (widget), text);
    }
  gh_test_settle ();
}

static void
key_done_cb (GObject      *source,
             GAsyncResult *result,
             gpointer      user_data)
{
  gboolean *done = user_data;

  g_subprocess_wait_finish (G_SUBPROCESS (source), result, NULL);
  *done = TRUE;
}

gboolean
gh_test_ui_key (GtkWindow  *window,
                const char *key)
{
  g_autofree char *xdotool = g_find_program_in_path ("xdotool");
  g_autoptr(GSubprocess) process = NULL;
  /* The key may close it. */
  g_autoptr(GtkWindow) kept = g_object_ref (window);
  gboolean done = FALSE;

  if (xdotool == NULL)
    return FALSE;
  gh_test_wait (gtk_window_is_active (window));
  process = g_subprocess_new (G_SUBPROCESS_FLAGS_NONE, NULL, xdotool, "key", "--clearmodifiers",
                              key, NULL);
  g_assert_nonnull (process);
  g_subprocess_wait_async (process, NULL, key_done_cb, &done);
  gh_test_wait (done);
  if (gtk_widget_get_mapped (GTK_WIDGET (window)))
    gh_test_ui_wait_frame (GTK_WIDGET (window));
  gh_test_settle ();
  return TRUE;
}

static void
after_paint_cb (GdkFrameClock *clock,
                gboolean      *painted)
{
  *painted = TRUE;
}

void
gh_test_ui_wait_frame (GtkWidget *widget)
{
  g_autoptr(GtkWidget) kept = g_object_ref (widget);
  g_autoptr(GdkFrameClock) clock = gtk_widget_get_frame_clock (widget);
  gboolean painted = FALSE;
  gulong id;

  g_assert_nonnull (clock);
  g_object_ref (clock);
  id = g_signal_connect (clock, "after-paint", G_CALLBACK (after_paint_cb), &painted);
  gtk_widget_queue_draw (widget);
  gdk_frame_clock_request_phase (clock, GDK_FRAME_CLOCK_PHASE_PAINT);
  /* Meanwhile its window may be closed, or hidden. */
  gh_test_wait (painted || !gtk_widget_get_mapped (widget));
  g_signal_handler_disconnect (clock, id);
}

void
gh_test_ui_show (GtkWindow *window)
{
  gtk_window_present (window);
  gh_test_wait (gtk_widget_get_mapped (GTK_WIDGET (window)));
  gh_test_ui_wait_frame (GTK_WIDGET (window));
}

static GtkWindow *
newest_window (GtkWindow *than)
{
  GListModel *windows = gtk_window_get_toplevels ();

  for (guint i = g_list_model_get_n_items (windows); i > 0; i--)
    {
      g_autoptr(GtkWindow) window = g_list_model_get_item (windows, i - 1);

      if (window != than && gtk_widget_get_mapped (GTK_WIDGET (window)))
        return window;
    }
  return NULL;
}

GtkWindow *
gh_test_ui_wait_dialog (GtkWindow *than)
{
  GtkWindow *window;

  gh_test_wait ((window = newest_window (than)) != NULL);
  gh_test_ui_wait_frame (GTK_WIDGET (window));
  return window;
}

GtkWidget *
gh_test_ui_wait_alert (GtkWindow *parent)
{
#if ADW_CHECK_VERSION (1, 5, 0)
  GtkWidget *alert = NULL;
  g_autofree char *heading = NULL;

  gh_test_wait (g_type_from_name ("AdwAlertDialog") != G_TYPE_INVALID
                && (alert = gh_test_ui_find_type (GTK_WIDGET (parent),
                                                  g_type_from_name ("AdwAlertDialog"), 0)) != NULL
                && gtk_widget_get_mapped (alert));
  gh_test_ui_wait_frame (alert);
  /* It has two labels for it, and shows one of them once it knows how wide it is. */
  g_object_get (alert, "heading", &heading, NULL);
  gh_test_wait (gh_test_ui_shows (alert, heading));
  return alert;
#else
  return GTK_WIDGET (gh_test_ui_wait_dialog (parent));
#endif
}

static char *
get_screenshot_path (const char *name)
{
  g_autofree char *file_name = g_strconcat (name, ".png", NULL);
  g_autofree char *build_dir = g_path_get_dirname (g_getenv ("G_TEST_BUILDDIR") != NULL
                                                   ? g_getenv ("G_TEST_BUILDDIR") : "./tests");
  g_autofree char *dir = g_getenv ("GH_SCREENSHOT_DIR") != NULL
                         ? g_strdup (g_getenv ("GH_SCREENSHOT_DIR"))
                         : g_build_filename (build_dir, "screenshots", NULL);

  g_mkdir_with_parents (dir, 0755);
  return g_build_filename (dir, file_name, NULL);
}

void
gh_test_ui_assert_fits (GtkWidget *root)
{
  for (GtkWidget *child = gtk_widget_get_first_child (root); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      graphene_rect_t bounds;
      int height = 0;

      if (!gtk_widget_get_mapped (child))
        continue;
      if (GTK_IS_LABEL (child))
        pango_layout_get_pixel_size (gtk_label_get_layout (GTK_LABEL (child)), NULL, &height);
      if (gtk_widget_get_height (child) < height)
        g_error ("%d pixels are too little for “%s”", gtk_widget_get_height (child),
                 gtk_label_get_text (GTK_LABEL (child)));
      g_assert_true (gtk_widget_compute_bounds (child, root, &bounds));
      if (GTK_IS_BOX (root) &&
          bounds.origin.y + bounds.size.height > gtk_widget_get_height (root) + 1)
        g_error ("%s (%s) ends at %g in a box of %d", G_OBJECT_TYPE_NAME (child),
                 gtk_buildable_get_buildable_id (GTK_BUILDABLE (child)),
                 bounds.origin.y + bounds.size.height, gtk_widget_get_height (root));
      gh_test_ui_assert_fits (child);
    }
}

static void
assert_plain_text (const char *text)
{
  for (const char *p = text; p != NULL && *p != '\0'; p = g_utf8_next_char (p))
    {
      gunichar c = g_utf8_get_char (p);

      if ((c < 0x20 && c != '\n' && c != '\t') || c == 0x7F || (c >= 0x202A && c <= 0x202E) ||
          (c >= 0x2066 && c <= 0x2069))
        g_error ("U+%04X in “%s”", c, text);
    }
}

void
gh_test_ui_assert_plain (GtkWidget *root)
{
  if (!gtk_widget_get_mapped (root))
    return;
  assert_plain_text (gtk_widget_get_tooltip_text (root));
  if (GTK_IS_LABEL (root))
    assert_plain_text (gtk_label_get_text (GTK_LABEL (root)));
  for (GtkWidget *child = gtk_widget_get_first_child (root); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    gh_test_ui_assert_plain (child);
}

void
gh_test_ui_screenshot (GtkWindow  *window,
                       const char *name)
{
  g_autofree char *path = get_screenshot_path (name);
  g_autoptr(GdkPaintable) paintable = NULL;
  g_autoptr(GskRenderNode) node = NULL;
  g_autoptr(GdkTexture) texture = NULL;
  GtkSnapshot *snapshot;

  /* Two frames: the first may only have laid out what the second draws. */
  gh_test_settle ();
  gh_test_ui_wait_frame (GTK_WIDGET (window));
  gh_test_ui_wait_frame (GTK_WIDGET (window));
  gh_test_ui_assert_fits (GTK_WIDGET (window));
  gh_test_ui_assert_plain (GTK_WIDGET (window));

  paintable = gtk_widget_paintable_new (GTK_WIDGET (window));
  snapshot = gtk_snapshot_new ();
  gdk_paintable_snapshot (paintable, snapshot,
                          gdk_paintable_get_intrinsic_width (paintable),
                          gdk_paintable_get_intrinsic_height (paintable));
  node = gtk_snapshot_free_to_node (snapshot);
  g_assert_nonnull (node);
  texture = gsk_renderer_render_texture (gtk_native_get_renderer (GTK_NATIVE (window)), node, NULL);
  g_assert_true (gdk_texture_save_to_png (texture, path));
  g_test_message ("picture: %s", path);
}

void
gh_test_ui_set_language (const char *language)
{
  extern int _nl_msg_cat_cntr;

  /* From glibc 2.39 on C.UTF-8 is never translated; build-aux/test makes a locale that is. */
  if (language == NULL || setlocale (LC_MESSAGES, "en_US.UTF-8") == NULL)
    setlocale (LC_MESSAGES, "C.UTF-8");
  /* glibc looks at LANGUAGE again when this changes. */
  g_setenv ("LANGUAGE", language != NULL ? language : "en", TRUE);
  _nl_msg_cat_cntr++;
}

void
gh_test_ui_set_rtl (gboolean rtl)
{
  gtk_widget_set_default_direction (rtl ? GTK_TEXT_DIR_RTL : GTK_TEXT_DIR_LTR);
}

void
gh_test_ui_set_dark (gboolean dark)
{
  adw_style_manager_set_color_scheme (adw_style_manager_get_default (),
                                      dark ? ADW_COLOR_SCHEME_FORCE_DARK
                                           : ADW_COLOR_SCHEME_FORCE_LIGHT);
}

void
gh_test_ui_set_text_scale (double scale)
{
  g_object_set (gtk_settings_get_default (), "gtk-xft-dpi", (int) (96 * 1024 * scale), NULL);
}
