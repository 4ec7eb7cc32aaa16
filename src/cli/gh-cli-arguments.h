/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * A tool's arguments as they are written on a command line. */
#pragma once

#include <json-glib/json-glib.h>

G_BEGIN_DECLS

/* words: one JSON object, one "@FILE" with such an object ("@-": standard input), or any number of
 * "key=value". schema: what the values are is looked up there, or NULL: a value that is JSON is
 * taken as JSON, any other as text. An object, owned; NULL with G_OPTION_ERROR. Reads the file at
 * once. */
JsonNode *gh_cli_arguments_parse   (const char * const  *words,
                                    JsonNode            *schema,
                                    GError             **error);
/* "key=value" only, all values text: an object, owned; NULL with G_OPTION_ERROR. */
JsonNode *gh_cli_arguments_strings (const char * const  *words,
                                    GError             **error);

G_END_DECLS
