/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * An answer with uses of tools as text for showing and for an editor, and back. */
#pragma once

#include "gh-sampling-request.h"

G_BEGIN_DECLS

/* The answer on view. Without tools on offer it is the text alone; with them each use stands under
 * a line with the tool's name. Owned. */
char     *gh_cli_answer_text_dup      (GhSamplingRequest  *request);
/* Takes edits over: uses that are gone are removed, new ones added. FALSE with
 * G_IO_ERROR_INVALID_DATA, and nothing changed, when a tool is named that is not on offer. */
gboolean  gh_cli_answer_text_take     (GhSamplingRequest  *request,
                                       const char         *text,
                                       GError            **error);
/* How a use of a tool is written; NULL: there are no tools. Owned. */
char     *gh_cli_answer_text_dup_help (GhSamplingRequest  *request);

G_END_DECLS
