/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * book_trip: a form for the details, a page for the payment. */
#pragma once

#include "gh-demo-call.h"

G_BEGIN_DECLS

/* Answers the call, now or when the person did. url: whether the host opens pages. */
void        gh_demo_book_run           (GhDemoCall  *take_call,
                                        gboolean     has_form,
                                        gboolean     has_url);

/* Its parts, for whom somebody else carries the questions. The params of elicitation/create, owned;
 * NULL with a text for the person. */
JsonNode   *gh_demo_book_build_form    (GhDemoCall  *call,
                                        GError     **error);
/* id: the elicitation's, in revisions that have it, else NULL. */
JsonNode   *gh_demo_book_build_payment (const char  *id);
/* What was entered into the form, borrowed; NULL when the person did not accept. */
JsonObject *gh_demo_book_get_accepted  (JsonObject  *result);
gboolean    gh_demo_book_is_accepted   (JsonObject  *result);
/* These answer the call. details: what was entered. */
void        gh_demo_book_confirm       (GhDemoCall  *take_call,
                                        JsonObject  *details);
void        gh_demo_book_give_up       (GhDemoCall  *take_call);

G_END_DECLS
