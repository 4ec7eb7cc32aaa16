/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * A stand-in for an OpenAI-compatible model endpoint, in the test's own process. */
#pragma once

#include <gio/gio.h>
#include <json-glib/json-glib.h>

G_BEGIN_DECLS

/* Listens on a free port of 127.0.0.1 and answers GET v1/models and POST v1/chat/completions from
 * the test's main loop. Answers are queued before they are asked for and given in order; when none
 * is queued, the answer is gh_fake_endpoint_push_text (self, "All right.", GH_FAKE_NONE).
 *
 *   g_autoptr(GhFakeEndpoint) endpoint = gh_fake_endpoint_new ();
 *   gh_fake_endpoint_push_text (endpoint, "The second flight.", GH_FAKE_NONE);
 *   ... point the host at gh_fake_endpoint_get_url (endpoint), let it ask ...
 *   gh_test_wait (gh_fake_endpoint_get_n_requests (endpoint) == 1);
 *   JsonObject *asked = gh_fake_endpoint_get_request (endpoint, 0);
 */
typedef enum
{
  GH_FAKE_NONE   = 0,
  GH_FAKE_SPLIT  = 1 << 0, /* every byte of the body is a write of its own */
  GH_FAKE_HOLD   = 1 << 1, /* half of the words (raw: all bytes), then silence until _release() */
  GH_FAKE_CUT    = 1 << 2, /* after the bytes the connection is cut, the body unfinished */
  GH_FAKE_MUTE   = 1 << 3, /* not even the head is sent */
  GH_FAKE_REPEAT = 1 << 4, /* the bytes again and again, without end */
} GhFakeFlags;

#define GH_TYPE_FAKE_ENDPOINT (gh_fake_endpoint_get_type ())
G_DECLARE_FINAL_TYPE (GhFakeEndpoint, gh_fake_endpoint, GH, FAKE_ENDPOINT, GObject)

GhFakeEndpoint *gh_fake_endpoint_new               (void);
/* "http://127.0.0.1:PORT/v1" */
const char     *gh_fake_endpoint_get_url           (GhFakeEndpoint   *self);
guint16         gh_fake_endpoint_get_port          (GhFakeEndpoint   *self);

/* Requests without this key are answered 401; NULL: any will do. */
void            gh_fake_endpoint_set_key           (GhFakeEndpoint   *self,
                                                    const char       *key);
/* Speaks another API: the paths of its POST and of its list of models, and where its key is
 * expected. The answers are still to be given raw. */
void            gh_fake_endpoint_set_api           (GhFakeEndpoint   *self,
                                                    const char       *stream_path,
                                                    const char       *models_path,
                                                    const char       *key_header,
                                                    const char       *key_prefix);
/* Goes along with every answer from now on; name NULL: none does. */
void            gh_fake_endpoint_set_header        (GhFakeEndpoint   *self,
                                                    const char       *name,
                                                    const char       *value);
/* The address of the newest request, with its query; borrowed or NULL. */
const char     *gh_fake_endpoint_get_target        (GhFakeEndpoint   *self);
/* One model "fake-model" by default. */
void            gh_fake_endpoint_set_models        (GhFakeEndpoint   *self,
                                                    const char * const *ids);
/* Answers GET v1/models with exactly this instead. location: of a redirection, or NULL. */
void            gh_fake_endpoint_set_models_answer (GhFakeEndpoint   *self,
                                                    guint             status,
                                                    const char       *content_type,
                                                    const char       *body,
                                                    const char       *location);
/* How the answers to GET v1/models are given. */
void            gh_fake_endpoint_set_models_flags  (GhFakeEndpoint   *self,
                                                    GhFakeFlags       flags);

/* A good streamed answer, a word an event, with usage (11 in, 7 out). */
void            gh_fake_endpoint_push_text         (GhFakeEndpoint   *self,
                                                    const char       *text,
                                                    GhFakeFlags       flags);
/* Exactly these bytes; length -1: up to the NUL. */
void            gh_fake_endpoint_push_raw          (GhFakeEndpoint   *self,
                                                    guint             status,
                                                    const char       *content_type,
                                                    const char       *body,
                                                    gssize            length,
                                                    GhFakeFlags       flags);
/* A redirection of the POST. */
void            gh_fake_endpoint_push_redirect     (GhFakeEndpoint   *self,
                                                    guint             status,
                                                    const char       *location);
/* Finishes every answer that waits because of GH_FAKE_HOLD. */
void            gh_fake_endpoint_release           (GhFakeEndpoint   *self);

/* What was asked: POSTs only, in order of arrival. */
guint           gh_fake_endpoint_get_n_requests    (GhFakeEndpoint   *self);
/* Borrowed; NULL: not JSON. */
JsonObject     *gh_fake_endpoint_get_request       (GhFakeEndpoint   *self,
                                                    guint             index);
char           *gh_fake_endpoint_dup_request_text  (GhFakeEndpoint   *self, /* byte for byte */
                                                    guint             index);
/* Any request's header, the newest request that had it; borrowed or NULL. */
const char     *gh_fake_endpoint_get_header        (GhFakeEndpoint   *self,
                                                    const char       *name);
guint           gh_fake_endpoint_get_n_listings    (GhFakeEndpoint   *self); /* GETs of models */
guint           gh_fake_endpoint_get_n_others      (GhFakeEndpoint   *self); /* anything else */
/* How often a client went away from an answer that was not finished. */
guint           gh_fake_endpoint_get_n_disconnects (GhFakeEndpoint   *self);

G_END_DECLS
