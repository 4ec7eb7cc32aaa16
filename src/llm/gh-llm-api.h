/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * What one API of model endpoints has of its own: addresses, headers, pure functions on JSON. */
#pragma once

#include "gh-llm-answer.h"
#include "gh-llm-error.h"
#include "gh-llm-model.h"
#include "gh-llm-request.h"

G_BEGIN_DECLS

typedef enum
{
  GH_LLM_FRAMING_EVENTS, /* server-sent events; or the whole answer as one JSON text */
  GH_LLM_FRAMING_LINES,  /* a JSON object a line */
} GhLlmFraming;

typedef struct
{
  GhLlmFraming         framing;
  const char          *version;        /* what its addresses end with: "/v1" */
  const char * const  *endings;        /* what is taken off pasted addresses, in this order */
  const char          *key_header;
  const char          *key_prefix;     /* before the key in the header: "Bearer " */
  const char          *extra_header;   /* sent with every request, or NULL */
  const char          *extra_value;
  const char          *models_path;    /* of GET, with a query that asks for many at once */
  const char          *page_parameter; /* of the query for the next page, or NULL */

  char      *(*dup_path)    (GhLlmRequest  *request); /* of POST, with its query */
  JsonNode  *(*encode)      (GhLlmRequest  *request,
                             GError       **error);
  /* What to do differently after a refusal (0: nothing would help), and doing it; or NULL. */
  guint      (*learn)       (guint          status,
                             const char    *data,
                             gsize          length);
  void       (*adapt)       (JsonNode      *body,
                             guint          dialect);
  /* One event, which is no error, into the answer. */
  gboolean   (*decode)      (JsonObject    *event,
                             GhLlmAnswer   *answer,
                             GError       **error);
  /* One page, appended to `models` (of GhLlmModel); *next: (transfer full) where to go on,
   * or NULL. */
  gboolean   (*read_models) (JsonObject    *page,
                             GPtrArray     *models,
                             char         **next,
                             GError       **error);
} GhLlmApi;

extern const GhLlmApi gh_llm_openai_api; /* chat completions: OpenAI, llama.cpp, vLLM, ... */
extern const GhLlmApi gh_llm_anthropic_api;
extern const GhLlmApi gh_llm_gemini_api;
extern const GhLlmApi gh_llm_ollama_api;

/* The address as it is used: without a slash, query or fragment at the end, and with its version
 * unless its path already names one. Pure. */
char     *gh_llm_api_normalize_url (const GhLlmApi  *api,
                                    const char      *base_url);
/* One event's data into the answer, whatever it is: FALSE with GH_LLM_ERROR_SERVER (or
 * _RATE_LIMITED) when it is an error, with _PROTOCOL when it is not what the API promises. */
gboolean  gh_llm_api_decode        (const GhLlmApi  *api,
                                    const char      *data,
                                    gsize            length,
                                    GhLlmAnswer     *answer,
                                    GError         **error);

/* For the APIs' own functions. */
void      gh_llm_set_protocol_error (GError        **error,
                                     const char     *what);
void      gh_llm_set_unsupported    (GError        **error,
                                     const char     *what);
/* Of a part's data. */
char     *gh_llm_dup_base64         (GhLlmPart      *part);
JsonNode *gh_llm_encode_strv        (char          **strv);
/* The text of a tool's result; NULL with GH_LLM_ERROR_UNSUPPORTED when it holds anything else.
 * error_prefix: goes before that of an error, for APIs that have no other word for one. */
char     *gh_llm_dup_result_text    (GhLlmPart      *result,
                                     const char     *error_prefix,
                                     GError        **error);
/* Tools as {"type": "function", "function": {...}}. */
JsonNode *gh_llm_encode_functions   (GhLlmRequest   *request);
/* The tool that a result answers, from the messages before it; or NULL. */
const char *gh_llm_find_tool_name   (GhLlmRequest   *request,
                                     const char     *tool_use_id);

G_END_DECLS
