/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * One request of a server to the person: a form to fill in, or a web page to visit. */
#pragma once

#include "gh-form.h"
#include "gh-request.h"
#include "gh-url.h"

G_BEGIN_DECLS

typedef enum
{
  GH_ELICITATION_FORM,
  GH_ELICITATION_URL,
} GhElicitationMode;

typedef enum
{
  GH_ELICITATION_RECEIVED,
  GH_ELICITATION_QUEUED,    /* waits for its turn */
  GH_ELICITATION_REVIEW,    /* before the person; nothing was opened, nothing sent */
  GH_ELICITATION_VISITING,  /* the page was opened, and a request of ours waits until it is done */
  GH_ELICITATION_ACCEPTED,  /* terminal from here on */
  GH_ELICITATION_DECLINED,  /* an explicit no */
  GH_ELICITATION_CANCELLED, /* closed without a choice */
  GH_ELICITATION_WITHDRAWN, /* the server cancelled it, stopped or died */
} GhElicitationState;

#define GH_TYPE_ELICITATION_STATE (gh_elicitation_state_get_type ())
GType gh_elicitation_state_get_type (void);

#define GH_TYPE_ELICITATION_REQUEST (gh_elicitation_request_get_type ())
G_DECLARE_FINAL_TYPE (GhElicitationRequest, gh_elicitation_request, GH, ELICITATION_REQUEST,
                      GhRequest)

/* Properties, notifying: state, error, completed (the server says that the visit is over).
 * Signal "open-url": the address is to be opened, now, in the person's own browser (7.20); for the
 * broker, which hands it to the reviewer.
 *
 *   RECEIVED -> QUEUED <-> REVIEW -> ACCEPTED
 *                            '----> VISITING -> ACCEPTED    a page that something waits for
 *   every live state -> DECLINED, CANCELLED, WITHDRAWN
 *
 * Every text is the server's: untrusted, plain. */
GhElicitationState  gh_elicitation_request_get_state     (GhElicitationRequest *self);
GhElicitationMode   gh_elicitation_request_get_mode      (GhElicitationRequest *self);
const char         *gh_elicitation_request_get_message   (GhElicitationRequest *self);
/* FORM, else NULL: holds the defaults, and what the person makes of them. */
GhForm             *gh_elicitation_request_get_form      (GhElicitationRequest *self);
/* URL, else NULL: whole, to be shown whole, and opened by nobody but gh_reviewer_open_url(). */
const char         *gh_elicitation_request_get_url       (GhElicitationRequest *self);
const char         *gh_elicitation_request_get_host      (GhElicitationRequest *self);
GhUrlFlags          gh_elicitation_request_get_url_flags (GhElicitationRequest *self);
/* Whether a request of ours is repeated once the page was visited (7.24). */
gboolean            gh_elicitation_request_get_required  (GhElicitationRequest *self);
gboolean            gh_elicitation_request_get_completed (GhElicitationRequest *self);
/* Why the form was not accepted, or NULL: GH_MCP_ERROR_INVALID_PARAMS naming the field. */
const GError       *gh_elicitation_request_get_error     (GhElicitationRequest *self);
/* The field that "error" is about: not filled in as the form wants it, or not of its format.
 * Borrowed, or NULL: none of them alone. */
GhFormField        *gh_elicitation_request_find_problem  (GhElicitationRequest *self);
/* Indented JSON: what came. */
char               *gh_elicitation_request_dup_raw       (GhElicitationRequest *self);

/* Decisions; each does nothing in a state it does not belong to. */
/* REVIEW: sends what the form holds, or stays there with "error"; or opens the page. */
void                gh_elicitation_request_accept        (GhElicitationRequest *self);
/* VISITING -> ACCEPTED: the person has done what the page wants. */
void                gh_elicitation_request_confirm       (GhElicitationRequest *self);
/* Any live state */
void                gh_elicitation_request_decline       (GhElicitationRequest *self);
void                gh_elicitation_request_cancel        (GhElicitationRequest *self);

G_END_DECLS
