/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * The tools that read and write travel plans. */
#include "config.h"

#include "gh-demo-trips.h"

#include <string.h>

#include "gh-demo-tools.h"
#include "gh-demo-trip-files.h"

static void
list_trips (GhDemoRoots *roots,
            GhDemoCall  *take_call)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(JsonNode) trips = gh_demo_trip_files_list (roots, &error);

  if (trips != NULL)
    gh_demo_call_answer_structured (take_call, trips);
  else
    gh_demo_call_fail (take_call, error->message);
}

static void
read_trip (GhDemoRoots *roots,
           GhDemoCall  *take_call)
{
  g_autoptr(GError) error = NULL;
  g_autofree char *text = NULL;
  const char *trip;

  if (gh_demo_call_require_text (take_call, "trip", &trip, &error))
    text = gh_demo_trip_files_read (roots, trip, &error);
  if (text != NULL)
    gh_demo_call_answer (take_call, text, NULL);
  else
    gh_demo_call_fail (take_call, error->message);
}

static char *
save (GhDemoRoots  *roots,
      GhDemoCall   *call,
      GError      **error)
{
  const char *trip, *title, *itinerary, *template;
  gboolean replace;

  if (!gh_demo_call_require_text (call, "trip", &trip, error)
      || !gh_demo_call_require_text (call, "itinerary", &itinerary, error)
      || !gh_demo_call_get_text (call, "title", trip, &title, error)
      || !gh_demo_call_get_text (call, "template", NULL, &template, error)
      || !gh_demo_call_get_flag (call, "replace", &replace, error))
    return NULL;
  /* Forms send what was left empty. */
  return gh_demo_trip_files_save (roots, trip, *title != '\0' ? title : trip, itinerary,
                                  template != NULL && *template != '\0' ? template : NULL, replace,
                                  error);
}

static void
save_itinerary (GhDemoRoots *roots,
                GhDemoCall  *take_call)
{
  g_autoptr(GError) error = NULL;
  g_autofree char *path = save (roots, take_call, &error);
  g_autofree char *shown = NULL;
  g_autofree char *text = NULL;

  if (path == NULL)
    {
      gh_demo_call_fail (take_call, error->message);
      return;
    }
  /* Names of files need not be UTF-8; messages must. */
  shown = g_filename_display_name (path);
  text = g_strdup_printf ("Saved: %s", shown);
  gh_demo_call_answer (take_call, text, NULL);
}

typedef void (*ToolFunc) (GhDemoRoots *roots,
                          GhDemoCall  *take_call);

static ToolFunc
find_tool (const char *name)
{
  static const struct
  {
    const char *name;
    ToolFunc func;
  } tools[] = {
    { GH_DEMO_LIST_TRIPS, list_trips },
    { GH_DEMO_READ_TRIP, read_trip },
    { GH_DEMO_SAVE_ITINERARY, save_itinerary },
  };

  for (guint i = 0; i < G_N_ELEMENTS (tools); i++)
    if (strcmp (tools[i].name, name) == 0)
      return tools[i].func;
  return NULL;
}

gboolean
gh_demo_trips_has (const char *name)
{
  return find_tool (name) != NULL;
}

void
gh_demo_trips_run (const char  *name,
                   GhDemoRoots *roots,
                   GhDemoCall  *take_call)
{
  find_tool (name) (roots, take_call);
}
