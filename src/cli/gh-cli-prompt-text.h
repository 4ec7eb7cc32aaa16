/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * A prompt as one text for showing and for an editor, and back. */
#pragma once

#include "gh-sampling-request.h"

G_BEGIN_DECLS

/* Each part under a line that names it; owned. */
char     *gh_cli_prompt_text_dup  (GhSamplingRequest  *request);
/* Takes edits over. FALSE with G_IO_ERROR_INVALID_DATA, and nothing changed, when the lines that
 * name the parts are not as they were. */
gboolean  gh_cli_prompt_text_take (GhSamplingRequest  *request,
                                   const char         *text,
                                   GError            **error);
/* What differs from what the server asked, with [-...-] and {+...+} around it; NULL: nothing.
 * Owned. */
char     *gh_cli_prompt_text_dup_changes (GhSamplingRequest *request);
/* What should be known of its texts (hidden characters, look-alike letters and the like), a line a
 * part; NULL: nothing. Owned. */
char     *gh_cli_prompt_text_dup_notes   (GhSamplingRequest *request);

G_END_DECLS
