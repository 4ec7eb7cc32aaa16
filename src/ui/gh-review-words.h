/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * The sentences of the review: who asks, which model and why, what goes out, what went wrong. */
#pragma once

#include "gh-sampling-request.h"

G_BEGIN_DECLS

/* All results are plain text, never markup; char * is given, const char * is borrowed. */

/* Names come from servers and endpoints: one line of at most this many characters. */
#define GH_WORDS_LONGEST_NAME 80

char       *gh_words_name          (const char        *name);
char       *gh_words_number        (gint64             number); /* "1,500" */
const char *gh_words_lane          (GhLane             lane); /* "on this computer" */
const char *gh_words_lane_icon     (GhLane             lane);
char       *gh_words_model_place   (GhModel           *model); /* "Ollama, on this computer" */
char       *gh_words_model_through (GhModel           *model); /* "llama3.2 through Ollama, on "
                                                                  "this computer" */
char       *gh_words_who           (GhRequest         *request); /* "It asks while it runs ..." */
char       *gh_words_short         (GhRequest         *request); /* "Travel, find_best_flight" */
/* place: in the queue, from 1. */
char       *gh_words_waiting       (GhRequest         *request,
                                    guint              place); /* "1. Travel, find_best_flight, "
                                                                  "14:31" */
/* index: from 0. */
char       *gh_words_message       (GhSamplingRequest *request,
                                    GhSamplingMessage *message,
                                    guint              index); /* "Message 1 of 2, from Travel" */
char       *gh_words_why           (GhSamplingRequest *request); /* NULL: not known */
char       *gh_words_hints         (GhSamplingRequest *request); /* NULL: none */
char       *gh_words_summary       (GhSamplingRequest *request); /* what Send will do */
char       *gh_words_answer_facts  (GhSamplingRequest *request); /* "1,204 read, 312 written, in "
                                                                    "4.9 seconds" */
char       *gh_words_answered      (GhSamplingRequest *request); /* "llama3.2 has answered. ..." */
char       *gh_words_stop_reason   (GhSamplingRequest *request); /* NULL: not known */
char       *gh_words_sent          (GhSamplingRequest *request); /* "System prompt, edited; 1 "
                                                                    "message" */
char       *gh_words_trouble       (const GError      *error,
                                    const char        *endpoint); /* what happened, what to do */
/* The same for an answer of which only a part came. */
char       *gh_words_broken_off    (const GError      *error);
/* Why the request cannot or may not go to the model; NULL: it can. */
char       *gh_words_objection     (GhSamplingRequest *request,
                                    GhModelList       *models,
                                    GhModel           *model);
/* The same for an endpoint that was asked for its models. */
char       *gh_words_trouble_listing (const GError *error,
                                      const char   *endpoint);
/* What is wrong with a use of a tool, or with an answer (GH_SAMPLING_ERROR). */
char       *gh_words_use_problem   (const GError      *error);
/* What differs from what the server asked, besides the texts: one a line; NULL: nothing. */
char       *gh_words_changes       (GhSamplingRequest *request);
/* "Answer 2, from llama3.2"; index: from 0. */
char       *gh_words_one_answer    (GhSamplingAnswer  *answer,
                                    guint              index);
char       *gh_words_tool_choice   (GhSamplingToolChoice choice); /* "The model decides" */
char       *gh_words_age           (gint64             microseconds); /* "2 minutes ago" */

G_END_DECLS
