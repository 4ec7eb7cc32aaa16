/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * What a server asks of the person: what all such requests have in common. */
#pragma once

#include <gio/gio.h>
#include <json-glib/json-glib.h>

G_BEGIN_DECLS

/* What a request's state means for the queue. */
typedef enum
{
  GH_REQUEST_WAITING, /* for its turn */
  GH_REQUEST_REVIEW,  /* before the person, nothing decided: another may be brought to the front */
  GH_REQUEST_BUSY,    /* before the person, who decided something and sees more of it */
  GH_REQUEST_OVER,
} GhRequestPhase;

/* Who had the last word about a request that is over. */
typedef enum
{
  GH_REQUEST_BY_NOBODY, /* not over; or closed without a choice, withdrawn, failed */
  GH_REQUEST_BY_PERSON,
  GH_REQUEST_BY_RULE,   /* of the person's (rules.json) */
  GH_REQUEST_BY_POLICY, /* a rule of the command line's policy file */
} GhRequestDecider;

#define GH_TYPE_REQUEST_DECIDER (gh_request_decider_get_type ())
GType gh_request_decider_get_type (void);

#define GH_TYPE_REQUEST (gh_request_get_type ())
G_DECLARE_DERIVABLE_TYPE (GhRequest, gh_request, GH, REQUEST, GObject)

/* Every kind has a property "state" of its own, notifying. For the host alone: */
struct _GhRequestClass
{
  GObjectClass parent_class;

  GhRequestPhase (*get_phase)  (GhRequest  *self);
  /* Bytes it holds, as it came. */
  gsize          (*get_size)   (GhRequest  *self);
  gboolean       (*has_hidden) (GhRequest  *self);
  /* Just received, or REVIEW -> WAITING */
  void           (*queue)      (GhRequest  *self);
  /* WAITING -> REVIEW */
  void           (*open)       (GhRequest  *self);
  /* REVIEW again, and nobody is there: to an end, or back to WAITING. */
  void           (*leave)      (GhRequest  *self);
  /* To an end. The server is told no, is told that nobody chose, or wants nothing any more. */
  void           (*deny)       (GhRequest  *self,
                                const char *reason);
  void           (*dismiss)    (GhRequest  *self);
  void           (*withdraw)   (GhRequest  *self);
  /* What was asked, as it came; borrowed. NULL: no two of them are the same. */
  JsonNode      *(*get_raw)    (GhRequest  *self);
  /* To the end that the other one, which asks the same, came to. */
  void           (*follow)     (GhRequest  *self,
                                GhRequest  *leader);
  /* OVER: gives the task what the server gets, a JsonNode or an error. */
  void           (*complete)   (GhRequest  *self,
                                GTask      *task);
};

/* Who asks. */
guint           gh_request_get_serial      (GhRequest  *self);
const char     *gh_request_get_server_id   (GhRequest  *self);
/* The name the person gave it, never its own (10.22). */
const char     *gh_request_get_server_name (GhRequest  *self);
/* The call of ours during which it came, or NULL. */
const char     *gh_request_get_tool        (GhRequest  *self);
/* When that call began, and when the request came: microseconds since 1970; 0: no call. */
gint64          gh_request_get_call_time   (GhRequest  *self);
gint64          gh_request_get_time        (GhRequest  *self);
GhRequestPhase  gh_request_get_phase       (GhRequest  *self);
GhRequestDecider gh_request_get_decided_by (GhRequest *self);
/* The rule that decided, or that let the model be asked before the person read the answer: its id,
 * and the rule as it was then, as JSON (gh_rule_new() reads it); or NULL. */
const char     *gh_request_get_rule_id     (GhRequest  *self);
const char     *gh_request_get_rule_text   (GhRequest  *self);
/* Whether its words, as they came, have characters that a person reading them would miss; looks
 * through all of them. */
gboolean        gh_request_has_hidden      (GhRequest  *self);

/* How long the call during which it came could still last when it came, milliseconds; 0: no call.
 * Its clock stands while the request is open (2.31). */
guint           gh_request_get_call_left   (GhRequest  *self);
/* Whether the other one is of the same server and tool, and asks exactly the same. */
gboolean        gh_request_is_like         (GhRequest  *self,
                                            GhRequest  *other);

/* Decisions that every kind knows; they do nothing when it is OVER. */
/* As the person decided about the other one, which is over and asks the same: with the same answer,
 * the same reason. Nothing is sent to a model. */
void            gh_request_follow          (GhRequest  *self,
                                            GhRequest  *leader);
/* An explicit no; reason: for the server, or NULL. */
void            gh_request_deny            (GhRequest  *self,
                                            const char *reason);
/* Closed without a choice (Escape, a window closed, the end of the host): no, this once. */
void            gh_request_dismiss         (GhRequest  *self);

G_END_DECLS
