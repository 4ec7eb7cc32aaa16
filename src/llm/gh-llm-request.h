/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * What is asked of a model, and the events of its answer: values. */
#pragma once

#include <gio/gio.h>
#include <json-glib/json-glib.h>

G_BEGIN_DECLS

typedef enum
{
  GH_LLM_PART_TEXT,        /* text */
  GH_LLM_PART_IMAGE,       /* mime_type, data */
  GH_LLM_PART_AUDIO,       /* mime_type, data */
  GH_LLM_PART_TOOL_USE,    /* id, name, input: of an assistant's message */
  GH_LLM_PART_TOOL_RESULT, /* id (of the use), is_error, parts: of a user's message */
} GhLlmPartKind;

typedef struct
{
  GhLlmPartKind  kind;
  char          *text;
  char          *mime_type;
  GBytes        *data;
  char          *id;
  char          *name;
  JsonNode      *input;    /* an object */
  gboolean       is_error;
  GPtrArray     *parts;    /* of GhLlmPart: TEXT, IMAGE, AUDIO */
} GhLlmPart;

/* The new functions copy or ref what they are given, but for take_parts. */
GhLlmPart    *gh_llm_part_new_text        (const char    *text);
GhLlmPart    *gh_llm_part_new_image       (const char    *mime_type,
                                           GBytes        *data);
GhLlmPart    *gh_llm_part_new_audio       (const char    *mime_type,
                                           GBytes        *data);
GhLlmPart    *gh_llm_part_new_tool_use    (const char    *id,
                                           const char    *name,
                                           JsonNode      *input);
/* take_parts: from gh_llm_parts_new(). */
GhLlmPart    *gh_llm_part_new_tool_result (const char    *tool_use_id,
                                           gboolean       is_error,
                                           GPtrArray     *take_parts);
void          gh_llm_part_free            (GhLlmPart     *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (GhLlmPart, gh_llm_part_free)

/* An empty array of owned parts. */
GPtrArray    *gh_llm_parts_new            (void);

typedef struct
{
  gboolean   from_assistant;
  GPtrArray *parts; /* of GhLlmPart */
} GhLlmMessage;

GhLlmMessage *gh_llm_message_new       (gboolean       from_assistant);
void          gh_llm_message_add       (GhLlmMessage  *self,
                                        GhLlmPart     *take_part);
void          gh_llm_message_add_text  (GhLlmMessage  *self,
                                        const char    *text);
void          gh_llm_message_add_image (GhLlmMessage  *self,
                                        const char    *mime_type,
                                        GBytes        *data);
void          gh_llm_message_free      (GhLlmMessage  *self);

/* What the model may ask to have called. */
typedef struct
{
  char     *name;
  char     *description;  /* or NULL */
  JsonNode *input_schema; /* an object */
} GhLlmTool;

GhLlmTool    *gh_llm_tool_new  (const char    *name,
                                const char    *description,
                                JsonNode      *input_schema);
void          gh_llm_tool_free (GhLlmTool     *self);

typedef enum
{
  GH_LLM_TOOL_CHOICE_AUTO,     /* the model decides */
  GH_LLM_TOOL_CHOICE_REQUIRED, /* it must use one */
  GH_LLM_TOOL_CHOICE_NONE,     /* it must not */
} GhLlmToolChoice;

typedef struct
{
  char            *model;
  char            *system;         /* or NULL */
  GPtrArray       *messages;       /* of GhLlmMessage */
  gint64           max_tokens;
  double           temperature;    /* NAN: the model's own */
  char           **stop_sequences; /* or NULL */
  GPtrArray       *tools;          /* of GhLlmTool, empty at first */
  GhLlmToolChoice  tool_choice;    /* says something only if there are tools */
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
  GH_LLM_STOP_TOOL_USE, /* the answer holds at least one TOOL_USE event */
} GhLlmStop;

typedef enum
{
  GH_LLM_EVENT_TEXT,     /* text: more of the answer, valid UTF-8 */
  GH_LLM_EVENT_TOOL_USE, /* id, name, input: whole, once, after the text before it */
  GH_LLM_EVENT_USAGE,    /* input_tokens, output_tokens (-1 unknown) */
  GH_LLM_EVENT_DONE,     /* stop, model (the endpoint's name for it, or NULL); the last event */
} GhLlmEventKind;

typedef struct
{
  GhLlmEventKind kind;
  char          *text;
  char          *model;
  char          *id;
  char          *name;
  JsonNode      *input; /* an object */
  GhLlmStop      stop;
  gint64         input_tokens;
  gint64         output_tokens;
} GhLlmEvent;

GhLlmEvent *gh_llm_event_new  (GhLlmEventKind  kind); /* token counts unknown, the rest empty */
void        gh_llm_event_free (GhLlmEvent     *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (GhLlmEvent, gh_llm_event_free)

G_END_DECLS
