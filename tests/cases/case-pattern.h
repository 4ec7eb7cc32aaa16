/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * What fits what. */
#pragma once

#include "gh-json.h"

G_BEGIN_DECLS

gboolean  case_pattern_fits         (JsonNode    *pattern,
                                     JsonNode    *value);
/* The same of a whole message: without "method" only what has none fits. message may be NULL. */
gboolean  case_pattern_fits_message (JsonNode    *pattern,
                                     JsonNode    *message);
/* The same as far as a message without its parameters can be judged: the method. */
gboolean  case_pattern_fits_method  (JsonNode    *pattern,
                                     JsonNode    *message);
/* "*" is any text; with "?" the query counts, too. */
gboolean  case_pattern_fits_path    (const char  *pattern,
                                     const char  *path,
                                     const char  *query);
/* "a.b.0"; borrowed, or NULL. */
JsonNode *case_pattern_find         (JsonNode    *value,
                                     const char  *path);
/* list may be NULL. */
gboolean  case_list_has             (JsonArray   *list,
                                     const char  *word);
/* Whether a number lies in n or {"min", "max"}. */
gboolean  case_pattern_holds        (JsonNode    *range,
                                     gint64       n);

G_END_DECLS
