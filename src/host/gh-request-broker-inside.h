/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * The inside of the broker, for the two files it is made of: the queue, and what rules do. */
#pragma once

#include "gh-request-broker-private.h"
#include "gh-request-ruling.h"

G_BEGIN_DECLS

struct _GhRequestBroker
{
  GObject parent;

  /* Owned. */
  GhModelList       *models;
  GhMaskingPolicy   *masking;
  GhRuleList        *rules;    /* or NULL */
  GListStore        *requests; /* open, in the order they came */
  GHashTable        *tasks;    /* GhRequest (borrowed) -> GhRequestOpen */
  guint              next_source;
  guint              consider_source;

  /* Borrowed. */
  GhReviewer        *reviewer; /* weak */
  GhRequest *current;  /* in the list */
  GhRequest *front;    /* in the list: is next, whatever came before it; or NULL */

  guint              last_serial;
  guint              n_sent;   /* GH_COURSE_SENT */
};

/* Who leads a request. */
typedef enum
{
  GH_COURSE_RULES, /* nothing was decided yet, or what is allowed waits for its turn */
  GH_COURSE_SENT,  /* a rule allowed it, and the model answers */
  GH_COURSE_READ,  /* the answer waits for the reviewer, as the rule wants it */
  GH_COURSE_ASKED, /* the reviewer decides, in its turn */
  GH_COURSE_HELD,  /* the same, and rules are not asked again: it was seen, or did not work */
} GhRequestCourse;

/* What an open request waits with. */
typedef struct
{
  /* Owned. */
  GTask           *task;
  GSource         *withdrawn; /* or NULL */
  GhRule          *rule;      /* of the verdict, or NULL */
  GhRequestCharge *charge;    /* while a model answers, or NULL */

  GhRequestCourse  course;
  GhRuleVerdict    verdict;   /* without its model; decision ASK and no cause: none */
} GhRequestOpen;

GPtrArray *gh_request_broker_dup_open      (GhRequestBroker *self);
/* Emits "asked". */
void       gh_request_broker_tell_asked    (GhRequestBroker *self,
                                            GhRequest       *request);
void       gh_request_broker_schedule_next (GhRequestBroker *self);
/* Asks the rules about all that nobody has decided about yet: from the main loop, and once for many
 * causes, for one decision may bring about the next. */
void       gh_request_broker_consider_all  (GhRequestBroker *self);
void       gh_request_broker_set_course    (GhRequestBroker *self,
                                            GhRequestOpen   *open,
                                            GhRequestCourse  course);
/* What a model was asked costs from then on, whoever let it be asked: after a change of state. */
void       gh_request_broker_charge        (GhRequestBroker *self,
                                            GhRequestOpen   *open,
                                            GhRequest       *request);
/* A request that a rule let go: after a change of state. */
void       gh_request_broker_come_back     (GhRequestBroker *self,
                                            GhRequestOpen   *open,
                                            GhRequest       *request);

G_END_DECLS
