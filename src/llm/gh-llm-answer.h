/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * What has come of a model's answer: pieces in, events out. Pure; bounded. */
#pragma once

#include "gh-llm-error.h"
#include "gh-llm-request.h"

G_BEGIN_DECLS

typedef struct _GhLlmAnswer GhLlmAnswer;

/* request: what is answered, for the names of its tools; or NULL. */
GhLlmAnswer *gh_llm_answer_new          (GhLlmRequest   *request);
void         gh_llm_answer_free         (GhLlmAnswer    *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (GhLlmAnswer, gh_llm_answer_free)

/* text: a string, or anything else, which is left out; or NULL. */
void         gh_llm_answer_add_text     (GhLlmAnswer    *self,
                                         JsonNode       *text);
/* A piece of a tool's use. index says which (-1: the last); a new index, or another id than the
 * one with that index has, begins a new one. id, name, arguments: or NULL. */
void         gh_llm_answer_add_piece    (GhLlmAnswer    *self,
                                         gint64          index,
                                         const char     *id,
                                         const char     *name,
                                         const char     *arguments);
/* A whole one; without a name its members go to the one before. input: an object, or NULL. */
void         gh_llm_answer_add_use      (GhLlmAnswer    *self,
                                         const char     *id,
                                         const char     *name,
                                         JsonNode       *input);
/* Of the whole answer so far; -1: as it was. */
void         gh_llm_answer_set_usage    (GhLlmAnswer    *self,
                                         gint64          input_tokens,
                                         gint64          output_tokens);
void         gh_llm_answer_set_model    (GhLlmAnswer    *self,
                                         const char     *model);
void         gh_llm_answer_set_stop     (GhLlmAnswer    *self,
                                         GhLlmStop       stop);
/* Nothing will come any more. */
void         gh_llm_answer_set_ended    (GhLlmAnswer    *self);

gboolean     gh_llm_answer_is_ended     (GhLlmAnswer    *self);
/* Whether the endpoint said why the model stopped: the answer is whole, usage may follow. */
gboolean     gh_llm_answer_has_stop     (GhLlmAnswer    *self);
gboolean     gh_llm_answer_is_empty     (GhLlmAnswer    *self);
/* FALSE with GH_LLM_ERROR_PROTOCOL: it is larger than any model's. */
gboolean     gh_llm_answer_check        (GhLlmAnswer    *self,
                                         GError        **error);
/* Completes it: uses of tools, usage and DONE can be popped now. FALSE with GH_LLM_ERROR_BROKEN
 * when a use is not whole (what an answer that reached its limit leaves unfinished is left
 * out). */
gboolean     gh_llm_answer_finish       (GhLlmAnswer    *self,
                                         GError        **error);
/* The next event, or NULL. */
GhLlmEvent  *gh_llm_answer_pop          (GhLlmAnswer    *self);

/* The name that every API takes for a tool: at most 64 of A-Z a-z 0-9 _ -, not beginning with a
 * digit or "-". The same for the same name; others differ. */
char        *gh_llm_dup_wire_name       (const char     *name);

G_END_DECLS
