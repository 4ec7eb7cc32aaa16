/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * The player's HTTP servers: requests wait until somebody answers them. */
#pragma once

#include "gh-json.h"

#include <libsoup/soup.h>

G_BEGIN_DECLS

typedef struct
{
  gatomicrefcount    refs;
  SoupServerMessage *message;
  gboolean           gone;    /* answered, or nobody waits for an answer */
  gint64             time;    /* it came, monotonic */
  char              *verb;
  char              *path;
  char              *query;   /* or NULL */
  GBytes            *body;
  JsonNode          *json;    /* the body; NULL: it is none */
  GHashTable        *form;    /* the body; NULL: it is none */
} CaseRequest;

CaseRequest *case_request_ref        (CaseRequest  *self);
void         case_request_unref      (CaseRequest  *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (CaseRequest, case_request_unref)

const char  *case_request_get_header (CaseRequest  *self,
                                      const char   *name);

/* Each request, which waits from then on. */
typedef void (*CaseWebFunc) (CaseRequest *take_request,
                             gpointer     user_data);

typedef struct _CaseWeb CaseWeb;

CaseWeb     *case_web_new            (CaseWebFunc   func,
                                      gpointer      user_data,
                                      GError      **error);
void         case_web_free           (CaseWeb      *self);
const char  *case_web_get_base       (CaseWeb      *self); /* http://127.0.0.1:PORT */

/* An answer under way. It is written by itself; who made it may look how far it is. */
typedef struct _CaseAnswer CaseAnswer;

CaseAnswer  *case_answer_new         (CaseRequest  *request,
                                      guint         status);
CaseAnswer  *case_answer_ref         (CaseAnswer   *self);
void         case_answer_unref       (CaseAnswer   *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (CaseAnswer, case_answer_unref)

void         case_answer_set_header  (CaseAnswer   *self,
                                      const char   *name,
                                      const char   *value);
/* One of the two: a body of known length, or pieces. */
void         case_answer_set_body    (CaseAnswer   *self,
                                      const char   *data,
                                      gsize         length);
void         case_answer_add_piece   (CaseAnswer   *self,
                                      const char   *data,
                                      gsize         length,
                                      guint         delay_ms);
void         case_answer_start       (CaseAnswer   *self);
/* After the last piece. */
void         case_answer_end         (CaseAnswer   *self);
/* All that was given is written, or the other side has gone. */
gboolean     case_answer_is_written  (CaseAnswer   *self);

G_END_DECLS
