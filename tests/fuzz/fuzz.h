/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * What fuzz targets share: each is one function that takes any bytes. */
#pragma once

#include <glib.h>
#include <stdint.h>
#include <string.h>

/* libFuzzer calls them; without it replay.c does, with the seeds. */
int LLVMFuzzerInitialize   (int            *argc,
                            char         ***argv);
int LLVMFuzzerTestOneInput (const uint8_t  *data,
                            size_t          size);
