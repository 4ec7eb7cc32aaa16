/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * A host without a person: the test decides what a server gets. */
#pragma once

#include "gh-mcp-delegate.h"

G_BEGIN_DECLS

#define GH_TYPE_FAKE_DELEGATE (gh_fake_delegate_get_type ())
G_DECLARE_FINAL_TYPE (GhFakeDelegate, gh_fake_delegate, GH, FAKE_DELEGATE, GObject)

GhFakeDelegate      *gh_fake_delegate_new             (void);
void                 gh_fake_delegate_add_root        (GhFakeDelegate  *self,
                                                       const char      *uri,
                                                       const char      *name);
void                 gh_fake_delegate_clear_roots     (GhFakeDelegate  *self);
/* How often the roots were asked for. */
guint                gh_fake_delegate_get_n_listed    (GhFakeDelegate  *self);
/* From now on every sampling request is answered with this text; NULL: they wait. */
void                 gh_fake_delegate_set_text        (GhFakeDelegate  *self,
                                                       const char      *text);
/* From now on every sampling request fails so; NULL: no longer. */
void                 gh_fake_delegate_set_error       (GhFakeDelegate  *self,
                                                       const GError    *error);
/* All requests that came, oldest first; borrowed. */
guint                gh_fake_delegate_get_n_requests  (GhFakeDelegate  *self);
GhMcpSamplingParams *gh_fake_delegate_get_request     (GhFakeDelegate  *self,
                                                       guint            index);
const char          *gh_fake_delegate_get_tool        (GhFakeDelegate  *self,
                                                       guint            index);
/* Requests that wait, and those that were withdrawn while they did. */
guint                gh_fake_delegate_get_n_waiting   (GhFakeDelegate  *self);
guint                gh_fake_delegate_get_n_withdrawn (GhFakeDelegate  *self);
/* Ends the oldest that waits. */
void                 gh_fake_delegate_answer          (GhFakeDelegate  *self,
                                                       const char      *text);
void                 gh_fake_delegate_fail            (GhFakeDelegate  *self,
                                                       const GError    *error);

/* Roots and sampling unless said otherwise; before the session is made. */
void                 gh_fake_delegate_set_capabilities (GhFakeDelegate   *self,
                                                        GhMcpCapabilities capabilities);
guint                gh_fake_delegate_get_n_elicitations (GhFakeDelegate *self);
GhMcpElicitation    *gh_fake_delegate_get_elicitation  (GhFakeDelegate   *self,
                                                        guint             index);
/* Decides the oldest request that waits; content: JSON text, or NULL. */
void                 gh_fake_delegate_decide           (GhFakeDelegate   *self,
                                                        GhMcpElicitationAction action,
                                                        const char       *content);
/* The ids of pages that the server reported as done, each followed by a blank. */
const char          *gh_fake_delegate_get_completed    (GhFakeDelegate   *self);

G_END_DECLS
