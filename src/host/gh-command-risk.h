/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * What in a command deserves a second look before it runs (10.2). */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef enum
{
  GH_COMMAND_RISK_NONE      = 0,
  GH_COMMAND_RISK_ROOT      = 1 << 0, /* asks for administrator rights */
  GH_COMMAND_RISK_SHELL     = 1 << 1, /* a shell that is given a script in an argument */
  GH_COMMAND_RISK_DELETE    = 1 << 2, /* names a program that deletes */
  GH_COMMAND_RISK_FETCH     = 1 << 3, /* fetches the program from the network when it starts */
  /* characters that cannot be seen or change the reading order */
  GH_COMMAND_RISK_INVISIBLE = 1 << 4,
} GhCommandRisk;

/* A hint, not a guarantee: no finding says nothing about safety. fetched: NULL, or where the
 * number of the argument that names what is fetched goes (0: none). */
GhCommandRisk gh_command_risk_find (const char * const *argv,
                                    guint              *fetched);

G_END_DECLS
