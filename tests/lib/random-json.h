/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * Random JSON, the same for the same seed: what a hostile server might put into any member. */
#pragma once

#include <json-glib/json-glib.h>

G_BEGIN_DECLS

/* A value of any type, also ones that are hard to hold (U+0000, lone surrogates, huge numbers). */
JsonNode *random_json        (GRand    *rand,
                              guint     depth);
/* A copy of node in which some values were replaced by random ones, left out, or doubled. */
JsonNode *random_json_mutate (GRand    *rand,
                              JsonNode *node);

G_END_DECLS
