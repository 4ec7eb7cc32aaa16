/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * A variable that a server is started with, or a header that it is sent: its name, and its value
 * behind dots. */
#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

#define GH_TYPE_VARIABLE_ROW (gh_variable_row_get_type ())
G_DECLARE_FINAL_TYPE (GhVariableRow, gh_variable_row, GH, VARIABLE_ROW, AdwActionRow)

typedef enum
{
  GH_VARIABLE_ENVIRONMENT, /* "NAME=value" */
  GH_VARIABLE_HEADER,      /* "Name: value", of HTTP */
} GhVariableKind;

GtkWidget *gh_variable_row_new   (GhVariableKind  kind,
                                  const char     *variable);
/* Its two halves; owned. */
void       gh_variable_row_split (GhVariableKind  kind,
                                  const char     *variable,
                                  char          **name,
                                  char          **value);

G_END_DECLS
