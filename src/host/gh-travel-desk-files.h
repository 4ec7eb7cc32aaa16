/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * What is in the travel desk's sample folders. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct
{
  const char *path; /* below the desk's folder */
  const char *text;
} GhTravelDeskFile;

/* Ends with a path that is NULL. */
extern const GhTravelDeskFile gh_travel_desk_files[];

G_END_DECLS
