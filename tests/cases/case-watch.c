/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * Watches a process from inside: criticals, turns of the main loop, memory, HTTP requests. */
#include "config.h"

#include "case-watch.h"

#include <libsoup/soup.h>

#include "case-process.h"

static struct
{
  GMutex      lock;      /* of the criticals: any thread may log */
  GString    *criticals;
  GHashTable *hosts;     /* to which requests were begun */
  gint64      woken;     /* when the main loop began its present turn, 0: it waits */
  gint64      paused;    /* when the present pause began */
  gint64      excused;   /* pauses in the present turn */
  gint64      stall;     /* the longest turn */
  gint64      peak_kib;
} watch;

static GLogWriterOutput
log_cb (GLogLevelFlags   level,
        const GLogField *fields,
        gsize            n_fields,
        gpointer         user_data)
{
  if ((level & G_LOG_LEVEL_CRITICAL) != 0)
    {
      g_autofree char *text = g_log_writer_format_fields (level, fields, n_fields, FALSE);

      g_mutex_lock (&watch.lock);
      g_string_append_printf (watch.criticals, "%s; ", text);
      g_mutex_unlock (&watch.lock);
    }
  return g_log_writer_default (level, fields, n_fields, user_data);
}

/* --- turns: the time between the end of one poll and the beginning of the next --- */

static gboolean
turn_prepare (GSource *source,
              int     *timeout)
{
  gint64 now = g_get_monotonic_time ();

  if (watch.woken != 0)
    watch.stall = MAX (watch.stall, now - watch.woken - watch.excused);
  watch.woken = 0;
  watch.excused = 0;
  *timeout = -1;
  return FALSE;
}

static gboolean
turn_check (GSource *source)
{
  watch.woken = g_get_monotonic_time ();
  return FALSE;
}

static gboolean
turn_dispatch (GSource     *source,
               GSourceFunc  callback,
               gpointer     user_data)
{
  return G_SOURCE_CONTINUE;
}

static GSourceFuncs turn_funcs = { turn_prepare, turn_check, turn_dispatch, NULL, NULL, NULL };

/* --- requests --- */

static void
note_host (SoupMessage *message)
{
  const char *host = g_uri_get_host (soup_message_get_uri (message));

  if (host != NULL)
    g_hash_table_add (watch.hosts, g_ascii_strdown (host, -1));
}

static gboolean
queued_cb (GSignalInvocationHint *hint,
           guint                  n_values,
           const GValue          *values,
           gpointer               user_data)
{
  note_host (g_value_get_object (&values[1]));
  return TRUE;
}

/* Again, after a redirection. */
static gboolean
restarted_cb (GSignalInvocationHint *hint,
              guint                  n_values,
              const GValue          *values,
              gpointer               user_data)
{
  note_host (g_value_get_object (&values[0]));
  return TRUE;
}

void
case_watch_begin (void)
{
  g_type_class_unref (g_type_class_ref (SOUP_TYPE_SESSION));
  g_type_class_unref (g_type_class_ref (SOUP_TYPE_MESSAGE));
  watch.criticals = g_string_new (NULL);
  watch.hosts = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_log_set_writer_func (log_cb, NULL, NULL);
  g_signal_add_emission_hook (g_signal_lookup ("request-queued", SOUP_TYPE_SESSION), 0, queued_cb,
                              NULL, NULL);
  g_signal_add_emission_hook (g_signal_lookup ("restarted", SOUP_TYPE_MESSAGE), 0, restarted_cb,
                              NULL, NULL);
}

void
case_watch_case_begins (void)
{
  g_autoptr(GSource) source = g_source_new (&turn_funcs, sizeof (GSource));

  g_source_set_priority (source, G_MININT);
  g_source_attach (source, NULL);
  watch.peak_kib = case_status_kib ("VmHWM");
}

void
case_watch_pause (void)
{
  watch.paused = g_get_monotonic_time ();
}

void
case_watch_go_on (void)
{
  watch.excused += g_get_monotonic_time () - watch.paused;
}

gint64
case_watch_get_stall_ms (void)
{
  return watch.stall / 1000;
}

gint64
case_watch_get_growth_mib (void)
{
  return (case_status_kib ("VmHWM") - watch.peak_kib) / 1024;
}

char *
case_watch_dup_criticals (void)
{
  char *text;

  g_mutex_lock (&watch.lock);
  text = watch.criticals->len > 0 ? g_strdup (watch.criticals->str) : NULL;
  g_mutex_unlock (&watch.lock);
  return text;
}

gboolean
case_watch_has_host (const char *host)
{
  g_autofree char *lower = g_ascii_strdown (host, -1);

  return g_hash_table_contains (watch.hosts, lower);
}

gboolean
case_watch_is_sanitized (void)
{
#ifdef __SANITIZE_ADDRESS__
  return TRUE;
#else
  return FALSE;
#endif
}
