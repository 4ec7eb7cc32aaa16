/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * What a server says it is and can do, in either era. */
#pragma once

#include "gh-mcp-era.h"

G_BEGIN_DECLS

/* Every text is the server's and untrusted; it never drives behaviour (2.14). */
typedef struct
{
  GhMcpEra era;            /* LEGACY or MODERN */
  char    *version;        /* the revision spoken, one of ours */
  char    *name;           /* or NULL */
  char    *server_version; /* or NULL */
  char    *instructions;   /* or NULL */

  gboolean tools;
  gboolean tools_list_changed;
  gboolean prompts;
  gboolean prompts_list_changed;
  gboolean resources;
  gboolean resources_list_changed;
  gboolean resources_subscribe;
  gboolean completions;
  gboolean logging;
  gboolean tool_tasks; /* tools can run as tasks (tasks.requests.tools.call, 2025-11-25 only) */
  gboolean task_cancel; /* those tasks can be called off (tasks.cancel) */
  gboolean tasks;      /* the extension of the modern era */
} GhMcpServerInfo;

/* version: spoken from now on. result: of initialize or server/discover. server: its serverInfo, or
 * NULL. A missing `capabilities` is taken as empty. */
GhMcpServerInfo *gh_mcp_server_info_new  (GhMcpEra          era,
                                          const char       *version,
                                          JsonObject       *result,
                                          JsonObject       *server);
void             gh_mcp_server_info_free (GhMcpServerInfo  *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (GhMcpServerInfo, gh_mcp_server_info_free)

G_END_DECLS
