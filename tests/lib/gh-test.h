/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * What every test program starts with: a home of its own, and waiting for conditions with a
 * bound. */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* Gives the program a temporary HOME and XDG directories, then calls g_test_init(). */
void         gh_test_init     (int          *argc,
                               char       ***argv);
/* g_test_run(), then the temporary home is deleted. */
int          gh_test_run      (void);
/* The temporary home; a fresh folder inside it. */
const char  *gh_test_get_home (void);
char        *gh_test_make_dir (void);
/* How much longer than usual things may take (sanitizers, valgrind): GH_TEST_SLOW, 1 by default. */
guint        gh_test_get_slow (void);

/* The processor time this thread has had, microseconds: how long its work takes, whatever else the
 * computer is busy with. */
gint64       gh_test_get_work (void);

/* A GAsyncReadyCallback that keeps its result: user_data is a GAsyncResult *, NULL before. */
void         gh_test_store_result_cb (GObject      *source,
                                      GAsyncResult *result,
                                      gpointer      user_data);

gint64       gh_test_deadline (guint         seconds);
void         gh_test_turn     (gint64        deadline,
                               const char   *what,
                               const char   *file,
                               int           line);

/* Runs the main context until the condition holds; fails the test after ten seconds (times
 * slow). */
#define gh_test_wait(condition) gh_test_wait_for (condition, 10)
#define gh_test_wait_for(condition, seconds) \
  G_STMT_START { \
    gint64 deadline_ = gh_test_deadline (seconds); \
    while (!(condition)) \
      gh_test_turn (deadline_, #condition, __FILE__, __LINE__); \
  } G_STMT_END

/* Lets everything that is ready now happen. */
void         gh_test_settle   (void);

G_END_DECLS
