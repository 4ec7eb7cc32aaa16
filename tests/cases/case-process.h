/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * Small things about processes and files. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Whether a process of the group that pid leads (or led) is left, other than as a zombie that
 * nobody has waited for. */
gboolean case_group_is_alive  (GPid        pid);
/* A figure of /proc/self/status in KiB, "VmHWM" say; 0: there is none. */
gint64   case_status_kib      (const char *name);
void     case_remove_folder   (const char *path);

G_END_DECLS
