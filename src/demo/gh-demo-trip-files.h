/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * The travel desk's files: trips in travel-planning, templates in travel-templates. */
#pragma once

#include "gh-demo-roots.h"

G_BEGIN_DECLS

/* {"trips":[{"name","title","uri"}...]}: the *.md files of travel-planning, by name. Reading and
 * writing blocks: this program serves one host, and the files are small. */
JsonNode *gh_demo_trip_files_list (GhDemoRoots  *roots,
                                   GError      **error);
/* The text of one trip, valid UTF-8. */
char     *gh_demo_trip_files_read (GhDemoRoots  *roots,
                                   const char   *trip,
                                   GError      **error);
/* Writes a new file into travel-planning (over an old one only with replace). template: a file of
 * travel-templates whose {{title}} and {{itinerary}} are filled in, or NULL. Gives the path. */
char     *gh_demo_trip_files_save (GhDemoRoots  *roots,
                                   const char   *trip,
                                   const char   *title,
                                   const char   *itinerary,
                                   const char   *template,
                                   gboolean      replace,
                                   GError      **error);

G_END_DECLS
