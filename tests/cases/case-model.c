/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * A model endpoint as far as no script says what it does: lists one model, says one word. */
#include "config.h"

#include "case-model.h"

#include <string.h>

#include "case-pattern.h"

#define SSE "text/event-stream"
#define JSON "application/json"

/* %s stands for the word. */
static const struct
{
  const char *verb;
  const char *path;
  const char *type;
  const char *body;
} answers[] = {
  { "GET", "/v1/models", JSON,
    "{\"object\":\"list\",\"data\":[{\"id\":\"test-model\",\"type\":\"model\",\"object\":\"model\","
    "\"display_name\":\"test-model\"}],\"has_more\":false}" },
  { "GET", "/api/tags", JSON,
    "{\"models\":[{\"name\":\"test-model\",\"model\":\"test-model\"}]}" },
  { "GET", "/v1beta/models", JSON,
    "{\"models\":[{\"name\":\"models/test-model\",\"displayName\":\"test-model\","
    "\"supportedGenerationMethods\":[\"generateContent\"]}]}" },
  { "POST", "/v1/chat/completions", SSE,
    "data: {\"model\":\"test-model\",\"choices\":[{\"index\":0,\"delta\":{\"role\":\"assistant\","
    "\"content\":\"%s\"},\"finish_reason\":null}]}\n\n"
    "data: {\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"stop\"}]}\n\n"
    "data: [DONE]\n\n" },
  { "POST", "/v1/messages", SSE,
    "event: message_start\ndata: {\"type\":\"message_start\",\"message\":{\"id\":\"m\",\"role\":"
    "\"assistant\",\"content\":[],\"model\":\"test-model\",\"usage\":{\"input_tokens\":1,"
    "\"output_tokens\":0}}}\n\n"
    "event: content_block_start\ndata: {\"type\":\"content_block_start\",\"index\":0,"
    "\"content_block\":{\"type\":\"text\",\"text\":\"\"}}\n\n"
    "event: content_block_delta\ndata: {\"type\":\"content_block_delta\",\"index\":0,\"delta\":"
    "{\"type\":\"text_delta\",\"text\":\"%s\"}}\n\n"
    "event: content_block_stop\ndata: {\"type\":\"content_block_stop\",\"index\":0}\n\n"
    "event: message_delta\ndata: {\"type\":\"message_delta\",\"delta\":{\"stop_reason\":"
    "\"end_turn\"},\"usage\":{\"output_tokens\":1}}\n\n"
    "event: message_stop\ndata: {\"type\":\"message_stop\"}\n\n" },
  { "POST", "/api/chat", "application/x-ndjson",
    "{\"model\":\"test-model\",\"message\":{\"role\":\"assistant\",\"content\":\"%s\"},\"done\":"
    "false}\n{\"model\":\"test-model\",\"message\":{\"role\":\"assistant\",\"content\":\"\"},"
    "\"done\":true,\"done_reason\":\"stop\"}\n" },
  { "POST", "/v1beta/models/*", SSE,
    "data: {\"candidates\":[{\"content\":{\"role\":\"model\",\"parts\":[{\"text\":\"%s\"}]},"
    "\"finishReason\":\"STOP\"}]}\n\n" },
};

CaseAnswer *
case_model_answer (CaseRequest *request,
                   const char  *text)
{
  for (gsize i = 0; i < G_N_ELEMENTS (answers); i++)
    if (g_str_equal (answers[i].verb, request->verb)
        && case_pattern_fits_path (answers[i].path, request->path, NULL))
      {
        CaseAnswer *answer = case_answer_new (request, 200);
        g_auto(GStrv) parts = g_strsplit (answers[i].body, "%s", 2);
        g_autofree char *body = g_strjoinv (text, parts);

        case_answer_set_header (answer, "Content-Type", answers[i].type);
        case_answer_set_body (answer, body, strlen (body));
        case_answer_start (answer);
        return answer;
      }
  return NULL;
}
