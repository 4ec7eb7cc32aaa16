/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * How a command ended: the exit status. */
#pragma once

typedef enum
{
  GH_CLI_DONE = 0,
  GH_CLI_TOOL_ERROR = 1,    /* the tool, or the server's answer, says that it failed */
  GH_CLI_USAGE = 2,         /* the command line, or a file it names, cannot be used */
  GH_CLI_NO_CONNECTION = 3, /* there was none, or it broke */
  GH_CLI_DENIED = 4,
  GH_CLI_TIMED_OUT = 5,     /* or cancelled */
} GhCliStatus;
