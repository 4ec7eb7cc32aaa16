/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * One request of a server for a model: what it asks, what the person makes of it, the answer. */
#pragma once

#include "gh-masking.h"
#include "gh-model-list.h"
#include "gh-request.h"
#include "gh-sampling-answer.h"
#include "gh-sampling-message.h"
#include "gh-sampling-tool.h"

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

/* Whether the model may, has to, or must not use the tools. */
typedef enum
{
  GH_SAMPLING_TOOL_CHOICE_AUTO,
  GH_SAMPLING_TOOL_CHOICE_REQUIRED,
  GH_SAMPLING_TOOL_CHOICE_NONE,
} GhSamplingToolChoice;

/* How many answers to one request are kept to choose from; the oldest goes first. */
#define GH_SAMPLING_MAX_ANSWERS 8

/* The model's name in an answer a person wrote. */
#define GH_SAMPLING_HUMAN_MODEL "human"

#define GH_TYPE_SAMPLING_STATE (gh_sampling_state_get_type ())
GType    gh_sampling_state_get_type    (void);
gboolean gh_sampling_state_is_terminal (GhSamplingState state);
#define GH_TYPE_SAMPLING_TOOL_CHOICE (gh_sampling_tool_choice_get_type ())
GType    gh_sampling_tool_choice_get_type (void);

#define GH_TYPE_SAMPLING_REQUEST (gh_sampling_request_get_type ())
G_DECLARE_FINAL_TYPE (GhSamplingRequest, gh_sampling_request, GH, SAMPLING_REQUEST, GhRequest)

/* Properties, all notifying: state, system-prompt, max-tokens, temperature, stop-sequences,
 * tool-choice, model, answer, edited (any part of the prompt differs from the server's),
 * estimated-tokens, answer-edited, error.
 *
 * The states and what leads from one to the next:
 *
 *   RECEIVED -> QUEUED <-> REVIEW -> GENERATING -> RESPONSE_REVIEW -> ANSWERED
 *                            |  <-------'  the model failed before its first word: `error` says
 *                            |             why; the person picks another, tries again, answers by
 *                            |             hand or denies
 *                            |  <------------------------'  ask again, or back
 *                            '--------------------->  RESPONSE_REVIEW   by hand, or an
 *                                                            answer that came before
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
const char * const *gh_sampling_request_get_asked_stop_sequences (GhSamplingRequest *self);
void                gh_sampling_request_set_stop_sequences  (GhSamplingRequest  *self,
                                                             const char * const *sequences);
/* Of GhSamplingTool: what the server lets the model use, and runs itself (6.8). */
GListModel         *gh_sampling_request_list_tools          (GhSamplingRequest  *self);
GhSamplingToolChoice gh_sampling_request_get_tool_choice    (GhSamplingRequest  *self);
void                gh_sampling_request_set_tool_choice     (GhSamplingRequest  *self,
                                                             GhSamplingToolChoice choice);
GhSamplingToolChoice gh_sampling_request_get_asked_tool_choice (GhSamplingRequest *self);
const char * const *gh_sampling_request_get_hints           (GhSamplingRequest  *self);
double              gh_sampling_request_get_cost_priority   (GhSamplingRequest  *self);
double              gh_sampling_request_get_speed_priority  (GhSamplingRequest  *self);
double              gh_sampling_request_get_intelligence_priority (GhSamplingRequest *self);
/* What the server would like (never given), or NULL. */
const char         *gh_sampling_request_get_include_context (GhSamplingRequest  *self);
/* What it wants told to the model's provider (never passed on), indented JSON; or NULL. Owned. */
char               *gh_sampling_request_dup_metadata        (GhSamplingRequest  *self);
gboolean            gh_sampling_request_get_edited          (GhSamplingRequest  *self);
/* The whole prompt as it came. */
void                gh_sampling_request_revert              (GhSamplingRequest  *self);
/* What is masked in it: texts above have placeholders, those "as asked" too. */
GhMasking          *gh_sampling_request_get_masking         (GhSamplingRequest  *self);
/* Of the prompt as edited. */
guint               gh_sampling_request_get_estimated_tokens (GhSamplingRequest *self);
/* Indented JSON: what came (the params, masked), and what would be or was sent to the model. */
char               *gh_sampling_request_dup_raw             (GhSamplingRequest  *self);
char               *gh_sampling_request_dup_sent            (GhSamplingRequest  *self);

/* The model; NULL: the person answers. */
GhModel            *gh_sampling_request_get_model           (GhSamplingRequest  *self);
void                gh_sampling_request_set_model           (GhSamplingRequest  *self,
                                                             GhModel            *model);
GhModelReason       gh_sampling_request_get_model_reason    (GhSamplingRequest  *self,
                                                             guint              *hint);
/* What a model must be able to take for this request. */
GhModelNeeds        gh_sampling_request_get_model_needs     (GhSamplingRequest  *self);

/* Of GhSamplingAnswer, the oldest first: what came so far, at most GH_SAMPLING_MAX_ANSWERS. */
GListModel         *gh_sampling_request_list_answers        (GhSamplingRequest  *self);
/* The one that grows or is on view, which would be given; NULL: none yet, or back at the prompt. */
GhSamplingAnswer   *gh_sampling_request_get_current_answer  (GhSamplingRequest  *self);
/* Whether it is the answer to the prompt as it stands now, so that gh_sampling_request_dup_sent()
 * gives what this model was sent. */
gboolean            gh_sampling_request_is_asked_so         (GhSamplingRequest  *self);
/* RESPONSE_REVIEW or REVIEW -> RESPONSE_REVIEW; answer: of that list. */
void                gh_sampling_request_select_answer       (GhSamplingRequest  *self,
                                                             GhSamplingAnswer   *answer);
/* Of the one on view; they do something in RESPONSE_REVIEW only. */
void                gh_sampling_request_add_tool_use        (GhSamplingRequest  *self,
                                                             GhSamplingTool     *tool);
void                gh_sampling_request_remove_tool_use     (GhSamplingRequest  *self,
                                                             GhSamplingPart     *part);
void                gh_sampling_request_revert_answer       (GhSamplingRequest  *self);
/* How many placeholders of the prompt are in it; and originals for them, an edit. */
guint               gh_sampling_request_count_placeholders  (GhSamplingRequest  *self);
void                gh_sampling_request_restore_answer      (GhSamplingRequest  *self);
/* Whether the one on view may be given: its uses of tools suit the tools, and the choice. FALSE
 * with an error for developers. */
gboolean            gh_sampling_request_check_answer        (GhSamplingRequest  *self,
                                                             GError            **error);
/* The same for one part of it. */
gboolean            gh_sampling_request_check_part          (GhSamplingRequest  *self,
                                                             GhSamplingPart     *part,
                                                             GError            **error);

/* The rest is of the answer on view. Its text; "" before it starts. It can be set in
 * RESPONSE_REVIEW only. */
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
/* REVIEW -> GENERATING; stays once when something new had to be masked in what the person wrote,
 * see "caught" of the masking. */
void                gh_sampling_request_send                (GhSamplingRequest  *self);
/* REVIEW -> RESPONSE_REVIEW, empty, or with what the person wrote before */
void                gh_sampling_request_answer_by_hand      (GhSamplingRequest  *self);
/* GENERATING -> RESPONSE_REVIEW with what came */
void                gh_sampling_request_stop                (GhSamplingRequest  *self);
/* RESPONSE_REVIEW -> REVIEW */
void                gh_sampling_request_ask_again           (GhSamplingRequest  *self);
/* RESPONSE_REVIEW -> GENERATING, with the same prompt; model: NULL: the same. Without one, or when
 * it cannot be sent, -> REVIEW. */
void                gh_sampling_request_ask_again_with      (GhSamplingRequest  *self,
                                                             GhModel            *model);
/* RESPONSE_REVIEW -> ANSWERED; an answer that fails gh_sampling_request_check_answer() stays where
 * it is, and "error" says why. */
void                gh_sampling_request_give                (GhSamplingRequest  *self);
/* Any live state -> DENIED; reason NULL: none */
void                gh_sampling_request_deny                (GhSamplingRequest  *self,
                                                             const char         *reason);

G_END_DECLS
