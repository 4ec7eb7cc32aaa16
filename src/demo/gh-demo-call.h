/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * One tools/call of the host, from its arguments to its answer. */
#pragma once

#include "gh-rpc-peer.h"

G_BEGIN_DECLS

typedef struct _GhDemoCall GhDemoCall;

GhDemoCall   *gh_demo_call_new               (GhRpcPeer      *peer,
                                              GhRpcIncoming  *request);
/* Whether the result says of which type it is, as the modern era wants. */
void          gh_demo_call_set_typed         (GhDemoCall     *self,
                                              gboolean        is_typed);
GhRpcPeer    *gh_demo_call_get_peer          (GhDemoCall     *self);
/* Fires when the host calls it off. */
GCancellable *gh_demo_call_get_cancellable   (GhDemoCall     *self);
/* An argument, or the fallback (may be NULL) when it is left out; required: not empty either. FALSE
 * with a text for the person. */
gboolean      gh_demo_call_get_text          (GhDemoCall     *self,
                                              const char     *name,
                                              const char     *fallback,
                                              const char    **value,
                                              GError        **error);
gboolean      gh_demo_call_require_text      (GhDemoCall     *self,
                                              const char     *name,
                                              const char    **value,
                                              GError        **error);
gboolean      gh_demo_call_get_int           (GhDemoCall     *self,
                                              const char     *name,
                                              gint64          fallback,
                                              gint64         *value,
                                              GError        **error);
gboolean      gh_demo_call_get_flag          (GhDemoCall     *self,
                                              const char     *name,
                                              gboolean       *value,
                                              GError        **error);
/* Says how far it is, if the host wants to know. */
void          gh_demo_call_progress          (GhDemoCall     *self,
                                              int             done,
                                              int             total,
                                              const char     *message);
/* A request of ours that belongs to this call needs no answer any more. */
void          gh_demo_call_take_back         (GhDemoCall     *self,
                                              gint64          id);
/* These answer and free the call. more may be NULL. */
void          gh_demo_call_answer            (GhDemoCall     *take_self,
                                              const char     *text,
                                              const char     *more);
void          gh_demo_call_answer_structured (GhDemoCall     *take_self,
                                              JsonNode       *structured);
void          gh_demo_call_fail              (GhDemoCall     *take_self,
                                              const char     *text);
/* Asks the host for something first; it then calls again, with that and the state. params may be
 * NULL. */
void          gh_demo_call_want              (GhDemoCall     *take_self,
                                              const char     *key,
                                              const char     *method,
                                              JsonNode       *params,
                                              const char     *state);

G_END_DECLS
