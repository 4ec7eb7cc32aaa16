/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * Start to first frame, and memory at rest, beside gnome-text-editor on the same display:
 * bench-start GATEHOUSE. */
#include "config.h"

#include "gh-test.h"

#include <X11/Xatom.h>
#include <X11/Xlib.h>
#include <X11/Xutil.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define N_RUNS 9
/* A start that takes longer is a failure, not a figure. */
#define START_LIMIT (30 * G_USEC_PER_SEC)
/* At rest: no processor time used for this long. */
#define REST_TIME (300 * 1000)

typedef struct
{
  const char *name;
  char       *argv[3];
  double      start[N_RUNS]; /* ms */
  double      rss[N_RUNS];   /* MiB */
  double      pss[N_RUNS];   /* MiB */
} Program;

static int
ignore_error (Display     *display,
              XErrorEvent *event)
{
  /* A window may go away between finding and reading it. */
  return 0;
}

static gboolean
has_pid (Display *display,
         Window   window,
         pid_t    pid)
{
  Atom type;
  int format;
  unsigned long n_items, rest;
  unsigned char *data = NULL;
  gboolean found = FALSE;

  if (XGetWindowProperty (display, window, XInternAtom (display, "_NET_WM_PID", False), 0, 1, False,
                          XA_CARDINAL, &type, &format, &n_items, &rest, &data) == Success &&
      n_items == 1)
    found = *(unsigned long *) data == (unsigned long) pid;
  if (data != NULL)
    XFree (data);
  return found;
}

/* Finds the mapped window of a process below `window`; window managers reparent. */
static Window
find_window (Display *display,
             Window   window,
             pid_t    pid)
{
  Window root, parent, *children = NULL, found = None;
  unsigned int n_children = 0;
  XWindowAttributes attributes;

  if (has_pid (display, window, pid) && XGetWindowAttributes (display, window, &attributes) &&
      attributes.map_state == IsViewable && attributes.width > 200)
    return window;
  if (!XQueryTree (display, window, &root, &parent, &children, &n_children))
    return None;
  for (unsigned int i = 0; i < n_children && found == None; i++)
    found = find_window (display, children[i], pid);
  if (children != NULL)
    XFree (children);
  return found;
}

/* A window without a frame has one colour. */
static gboolean
has_frame (Display *display,
           Window   window)
{
  XWindowAttributes attributes;
  g_autoptr(GHashTable) colours = g_hash_table_new (NULL, NULL);

  if (!XGetWindowAttributes (display, window, &attributes))
    return FALSE;

  XImage *image = XGetImage (display, window, 0, 0, attributes.width, MIN (attributes.height, 120),
                             AllPlanes, ZPixmap);

  if (image == NULL)
    return FALSE;
  for (int y = 0; y < image->height; y += 2)
    for (int x = 0; x < image->width; x += 2)
      g_hash_table_add (colours, GUINT_TO_POINTER (XGetPixel (image, x, y)));
  XDestroyImage (image);
  return g_hash_table_size (colours) > 8;
}

static double
read_kib (pid_t       pid,
          const char *key)
{
  g_autofree char *path = g_strdup_printf ("/proc/%d/smaps_rollup", pid);
  g_autofree char *text = NULL;

  if (!g_file_get_contents (path, &text, NULL, NULL))
    return NAN;

  const char *at = strstr (text, key);

  return at != NULL ? g_ascii_strtod (at + strlen (key), NULL) : NAN;
}

static guint64
processor_time (pid_t pid)
{
  g_autofree char *path = g_strdup_printf ("/proc/%d/stat", pid);
  g_autofree char *text = NULL;
  guint64 user = 0, system = 0;

  if (g_file_get_contents (path, &text, NULL, NULL))
    sscanf (strrchr (text, ')') + 1,
            " %*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %" G_GUINT64_FORMAT " %" G_GUINT64_FORMAT,
            &user, &system);
  return user + system;
}

static void
wait_for_rest (pid_t pid)
{
  gint64 deadline = g_get_monotonic_time () + START_LIMIT;
  gint64 since = g_get_monotonic_time ();
  guint64 before = processor_time (pid);

  while (g_get_monotonic_time () - since < REST_TIME && g_get_monotonic_time () < deadline)
    {
      guint64 now = processor_time (pid);

      if (now != before)
        since = g_get_monotonic_time ();
      before = now;
      g_usleep (20 * 1000);
    }
}

static void
run_once (Display *display,
          Program *program,
          int      run)
{
  GPid pid;
  g_autoptr(GError) error = NULL;
  gint64 start = g_get_monotonic_time ();

  if (!g_spawn_async (NULL, program->argv, NULL,
                      G_SPAWN_SEARCH_PATH | G_SPAWN_DO_NOT_REAP_CHILD |
                      G_SPAWN_STDOUT_TO_DEV_NULL | G_SPAWN_STDERR_TO_DEV_NULL,
                      NULL, NULL, &pid, &error))
    g_error ("%s", error->message);

  Window window = None;

  while (window == None || !has_frame (display, window))
    {
      if (g_get_monotonic_time () - start > START_LIMIT)
        g_error ("%s shows no window", program->name);
      g_usleep (2000);
      if (window == None)
        window = find_window (display, DefaultRootWindow (display), pid);
    }
  program->start[run] = (g_get_monotonic_time () - start) / 1000.0;
  wait_for_rest (pid);
  program->rss[run] = read_kib (pid, "Rss:") / 1024;
  program->pss[run] = read_kib (pid, "Pss:") / 1024;
  kill (pid, SIGTERM);
  waitpid (pid, NULL, 0);
}

static int
compare (const void *a,
         const void *b)
{
  double x = *(const double *) a, y = *(const double *) b;

  return (x > y) - (x < y);
}

static double
median (double *values)
{
  qsort (values, N_RUNS, sizeof *values, compare);
  return values[N_RUNS / 2];
}

int
main (int    argc,
      char **argv)
{
  gh_test_init (&argc, &argv);

  Display *display = XOpenDisplay (NULL);
  g_autofree char *editor = g_find_program_in_path ("gnome-text-editor");

  if (argc != 2 || display == NULL || editor == NULL)
    {
      printf ("bench-start: needs a display and gnome-text-editor\n");
      return 77;
    }
  XSetErrorHandler (ignore_error);

  Program programs[] = {
    { .name = "gatehouse", .argv = { argv[1], NULL } },
    { .name = "gnome-text-editor", .argv = { editor, (char *) "--standalone", NULL } },
  };

  /* The first round warms the page cache and is overwritten by the second. */
  for (int run = -1; run < N_RUNS; run++)
    for (guint i = 0; i < G_N_ELEMENTS (programs); i++)
      run_once (display, &programs[i], MAX (run, 0));

  for (guint i = 0; i < G_N_ELEMENTS (programs); i++)
    printf ("%-18s first frame %6.0f ms   resident %6.1f MiB   proportional %6.1f MiB\n",
            programs[i].name, median (programs[i].start), median (programs[i].rss),
            median (programs[i].pss));
  printf ("gatehouse / editor: start %.2f, resident %.2f (medians of %d runs)\n",
          programs[0].start[N_RUNS / 2] / programs[1].start[N_RUNS / 2],
          programs[0].rss[N_RUNS / 2] / programs[1].rss[N_RUNS / 2], N_RUNS);
  XCloseDisplay (display);
  return 0;
}
