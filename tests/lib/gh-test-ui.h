/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * Finding widgets as a person or a screen reader would, using them, and taking their picture. */
#pragma once

#include <adwaita.h>

#include "gh-test.h"

G_BEGIN_DECLS

/* gh_test_init(), libadwaita, no animations, the usual font. Ends the program as skipped (77)
 * when there is no display. */
void       gh_test_ui_init           (int         *argc,
                                      char      ***argv);

/* What an application loads by itself: style.css and icons/ below a resource path that ends in /.
 * */
void       gh_test_ui_load_style     (const char  *resource_path);

/* Each looks at root and everything below it, mapped or not; borrowed; NULL when there is none. */
GtkWidget *gh_test_ui_find_id        (GtkWidget   *root,
                                      const char  *id);        /* as in the .ui file */
GtkWidget *gh_test_ui_find_css       (GtkWidget   *root,
                                      const char  *css_class);
GtkWidget *gh_test_ui_find_type      (GtkWidget   *root,
                                      GType        type,
                                      guint        n);         /* 0: the first */
/* By what it is called: its accessible label, its own label or title without the mnemonic's
 * underscore. type: G_TYPE_NONE for any. Only what is mapped. */
GtkWidget *gh_test_ui_find_named     (GtkWidget   *root,
                                      GType        type,
                                      const char  *name);
/* Whether some mapped label below root holds the text. */
gboolean   gh_test_ui_shows          (GtkWidget   *root,
                                      const char  *text);

/* Presses a button, activates a row, toggles a switch: mapped and sensitive, or the test fails. */
void       gh_test_ui_click          (GtkWidget   *widget);
/* Replaces what an entry or text view holds, as typing would. */
void       gh_test_ui_type           (GtkWidget   *widget,
                                      const char  *text);
/* A real key to the focused window, with xdotool: "Delete", "ctrl+v". FALSE when there is no
 * xdotool. */
gboolean   gh_test_ui_key            (GtkWindow   *window,
                                      const char  *key);

/* Presents it and waits until it is mapped and drawn once. */
void       gh_test_ui_show           (GtkWindow   *window);
/* Waits until the next frame has been drawn. */
void       gh_test_ui_wait_frame     (GtkWidget   *widget);
/* The newest mapped window that is not `than`; waits for it. */
GtkWindow *gh_test_ui_wait_dialog    (GtkWindow   *than);
/* Fails when a mapped label below root is lower than its text, or when something does not end
 * inside the box that holds it. */
void       gh_test_ui_assert_fits    (GtkWidget   *root);
/* A question of the parent's: a window of its own or, from libadwaita 1.5 on, a part of the
 * parent's. */
GtkWidget *gh_test_ui_wait_alert     (GtkWindow   *parent);
/* Fails when a mapped label below root, or a tooltip, has control characters or such as change the
 * direction of what follows. */
void       gh_test_ui_assert_plain   (GtkWidget   *root);
/* Writes NAME.png into $GH_SCREENSHOT_DIR, else screenshots/ of the build folder, of a window in
 * which everything fits and all words are plain. */
void       gh_test_ui_screenshot     (GtkWindow   *window,
                                      const char  *name);

/* For what comes after: "zh_CN", or NULL for English; the text direction; dark. */
void       gh_test_ui_set_language   (const char  *language);
void       gh_test_ui_set_rtl        (gboolean     rtl);
void       gh_test_ui_set_dark       (gboolean     dark);
void       gh_test_ui_set_text_scale (double       scale);

G_END_DECLS
