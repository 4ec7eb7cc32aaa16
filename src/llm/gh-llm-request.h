/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * What is asked of a model, and the events of its answer: values. */
#pragma once

#include <gio/gio.h>
#include <json-glib/json-glib.h>

G_BEGIN_DECLS

typedef struct
{
  char   *text;      /* or NULL: an image */
  char   *mime_type; /* of the image */
  GBytes *data;      /* of the image */
} GhLlmPart;

typedef struct
{
  gboolean   from_assistant;
  GPtrArray *parts; /* of GhLlmPart */
} GhLlmMessage;

GhLlmMessage *gh_llm_message_new       (gboolean       from_assistant);
void          gh_llm_message_add_text  (GhLlmMessage  *self,
                                        const char    *text);
void          gh_llm_message_add_image (GhLlmMessage  *self,
                                        const char    *mime_type,
                                        GBytes        *data);
void          gh_llm_message_free      (GhLlmMessage  *self);

typedef struct
{
  char      *model;
  char      *system;         /* or NULL */
  GPtrArray *messages;       /* of GhLlmMessage */
  gint64     max_tokens;
  double     temperature;    /* NAN: the model's own */
  char     **stop_sequences; /* or NULL */
} GhLlmRequest;

GhLlmRequest *gh_llm_request_new  (const char    *model);
void          gh_llm_request_free (GhLlmRequest  *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (GhLlmRequest, gh_llm_request_free)

typedef enum
{
  GH_LLM_STOP_UNKNOWN,
  GH_LLM_STOP_END_TURN,
  GH_LLM_STOP_MAX_TOKENS,
  GH_LLM_STOP_SEQUENCE,
  GH_LLM_STOP_FILTERED,
} GhLlmStop;

typedef enum
{
  GH_LLM_EVENT_TEXT,  /* text: more of the answer, valid UTF-8 */
  GH_LLM_EVENT_USAGE, /* input_tokens, output_tokens (-1 unknown) */
  GH_LLM_EVENT_DONE,  /* stop, model (the name the endpoint reports, or NULL); the last event */
} GhLlmEventKind;

typedef struct
{
  GhLlmEventKind kind;
  char          *text;
  char          *model;
  GhLlmStop      stop;
  gint64         input_tokens;
  gint64         output_tokens;
} GhLlmEvent;

GhLlmEvent *gh_llm_event_new  (GhLlmEventKind  kind); /* token counts unknown, the rest empty */
void        gh_llm_event_free (GhLlmEvent     *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (GhLlmEvent, gh_llm_event_free)

G_END_DECLS
