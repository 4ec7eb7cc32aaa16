/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * What the program itself logs, with nothing secret in it. */
#pragma once

/* Once, before anything is logged. */
void gh_masking_log_install (void);
