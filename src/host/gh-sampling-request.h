/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * One request of a server for a model: what it asks, what the person makes of it, the answer. */
#pragma once

#include "gh-model-list.h"
#include "gh-request.h"
#include "gh-sampling-message.h"

G_BEGIN_DECLS

typedef enum
{
  GH_SAMPLING_RECEIVED,
  GH_SAMPLING_QUEUED,          /* waits for its turn */
  GH_SAMPLING_REVIEW,          /* before the person: the prompt, nothing sent yet */
  GH_SAMPLING_GENERATING,      /* the model answers; answer grows */
  GH_SAMPLING_RESPONSE_REVIEW, /* before the person: the answer, the server has not seen it */
  GH_SAMPLING_ANSWERED,        /* terminal from here on */
  GH_SAMPLING_DENIED,
  GH_SAMPLING_WITHDRAWN,       /* the server cancelled it, stopped or died */
  GH_SAMPLING_FAILED,          /* the model gave none, and no reviewer is there to choose */
} GhSamplingState;

/* How an answer under review came to its end. */
typedef enum
{
  GH_SAMPLING_END_WHOLE,
  GH_SAMPLING_END_STOPPED,    /* the person stopped it */
  GH_SAMPLING_END_BROKEN_OFF, /* the model failed on the way: "error" says why */
} GhSamplingEnd;

/* The model's name in an answer a person wrote. */
#define GH_SAMPLING_HUMAN_MODEL "human"

#define GH_TYPE_SAMPLING_STATE (gh_sampling_state_get_type ())
GType    gh_sampling_state_get_type    (void);
gboolean gh_sampling_state_is_terminal (GhSamplingState state);

#define GH_TYPE_SAMPLING_REQUEST (gh_sampling_request_get_type ())
G_DECLARE_FINAL_TYPE (GhSamplingRequest, gh_sampling_request, GH, SAMPLING_REQUEST, GhRequest)

/* Properties, all notifying: state, system-prompt, max-tokens, temperature, stop-sequences, model,
 * answer, edited (any part of the prompt differs from the server's), estimated-tokens,
 * answer-edited, error.
 *
 * The states and what leads from one to the next:
 *
 *   RECEIVED -> QUEUED <-> REVIEW -> GENERATING -> RESPONSE_REVIEW -> ANSWERED
 *                            |  <-------'  the model failed before its first word: `error` says
 *                            |             why; the person picks another, tries again, answers by
 *                            |             hand or denies
 *                            |  <------------------------'  ask again
 *                            '--------------------->  RESPONSE_REVIEW   by hand
 *   every live state -> DENIED, WITHDRAWN;   REVIEW -> FAILED
 *
 * REVIEW -> QUEUED: another request was brought to the front (gh_request_broker_show()), or the
 * reviewer went away. */

GhSamplingState     gh_sampling_request_get_state           (GhSamplingRequest  *self);

/* The prompt; setters work in REVIEW and RECEIVED/QUEUED only. No system prompt is NULL, no
 * temperature or priority NAN. */
const char         *gh_sampling_request_get_system_prompt   (GhSamplingRequest  *self);
void                gh_sampling_request_set_system_prompt   (GhSamplingRequest  *self,
                                                             const char         *text);
const char         *gh_sampling_request_get_asked_system_prompt (GhSamplingRequest *self);
/* Of GhSamplingMessage. */
GListModel         *gh_sampling_request_list_messages       (GhSamplingRequest  *self);
/* Never more than asked for (6.4). */
gint64              gh_sampling_request_get_max_tokens      (GhSamplingRequest  *self);
void                gh_sampling_request_set_max_tokens      (GhSamplingRequest  *self,
                                                             gint64              max_tokens);
gint64              gh_sampling_request_get_asked_max_tokens (GhSamplingRequest *self);
double              gh_sampling_request_get_temperature     (GhSamplingRequest  *self);
void                gh_sampling_request_set_temperature     (GhSamplingRequest  *self,
                                                             double              temperature);
double              gh_sampling_request_get_asked_temperature (GhSamplingRequest *self);
const char * const *gh_sampling_request_get_stop_sequences  (GhSamplingRequest  *self);
void                gh_sampling_request_set_stop_sequences  (GhSamplingRequest  *self,
                                                             const char * const *sequences);
const char * const *gh_sampling_request_get_hints           (GhSamplingRequest  *self);
double              gh_sampling_request_get_cost_priority   (GhSamplingRequest  *self);
double              gh_sampling_request_get_speed_priority  (GhSamplingRequest  *self);
double              gh_sampling_request_get_intelligence_priority (GhSamplingRequest *self);
/* What the server would like (never given), or NULL. */
const char         *gh_sampling_request_get_include_context (GhSamplingRequest  *self);
gboolean            gh_sampling_request_get_edited          (GhSamplingRequest  *self);
/* The whole prompt as it came. */
void                gh_sampling_request_revert              (GhSamplingRequest  *self);
/* Of the prompt as edited. */
guint               gh_sampling_request_get_estimated_tokens (GhSamplingRequest *self);
/* Indented JSON: what came (the params), and what would be or was sent to the model. */
char               *gh_sampling_request_dup_raw             (GhSamplingRequest  *self);
char               *gh_sampling_request_dup_sent            (GhSamplingRequest  *self);

/* The model; NULL: the person answers. */
GhModel            *gh_sampling_request_get_model           (GhSamplingRequest  *self);
void                gh_sampling_request_set_model           (GhSamplingRequest  *self,
                                                             GhModel            *model);
GhModelReason       gh_sampling_request_get_model_reason    (GhSamplingRequest  *self,
                                                             guint              *hint);

/* The answer; "" before it starts. It can be set in RESPONSE_REVIEW only. */
const char         *gh_sampling_request_get_answer          (GhSamplingRequest  *self);
void                gh_sampling_request_set_answer          (GhSamplingRequest  *self,
                                                             const char         *text);
/* As the model gave it; NULL: by hand. */
const char         *gh_sampling_request_get_model_answer    (GhSamplingRequest  *self);
gboolean            gh_sampling_request_get_answer_edited   (GhSamplingRequest  *self);
/* NULL: by hand. */
const char         *gh_sampling_request_get_answer_model    (GhSamplingRequest  *self);
/* The protocol's word, or NULL. */
const char         *gh_sampling_request_get_stop_reason     (GhSamplingRequest  *self);
/* -1: unknown. */
gint64              gh_sampling_request_get_input_tokens    (GhSamplingRequest  *self);
gint64              gh_sampling_request_get_output_tokens   (GhSamplingRequest  *self);
/* Microseconds, so far or in all. */
gint64              gh_sampling_request_get_generating_time (GhSamplingRequest  *self);
/* Whether a model was ever asked, whatever came of it. */
gboolean            gh_sampling_request_get_sent            (GhSamplingRequest  *self);
GhSamplingEnd       gh_sampling_request_get_end             (GhSamplingRequest  *self);
/* Why the model gave none, or not all of it; or NULL. */
const GError       *gh_sampling_request_get_error           (GhSamplingRequest  *self);

/* Decisions; each does nothing in a state it does not belong to. */
/* REVIEW -> GENERATING */
void                gh_sampling_request_send                (GhSamplingRequest  *self);
/* REVIEW -> RESPONSE_REVIEW, empty */
void                gh_sampling_request_answer_by_hand      (GhSamplingRequest  *self);
/* GENERATING -> RESPONSE_REVIEW with what came */
void                gh_sampling_request_stop                (GhSamplingRequest  *self);
/* RESPONSE_REVIEW -> REVIEW */
void                gh_sampling_request_ask_again           (GhSamplingRequest  *self);
/* RESPONSE_REVIEW -> ANSWERED */
void                gh_sampling_request_give                (GhSamplingRequest  *self);
/* Any live state -> DENIED; reason NULL: none */
void                gh_sampling_request_deny                (GhSamplingRequest  *self,
                                                             const char         *reason);

G_END_DECLS
