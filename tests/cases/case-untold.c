/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * Answers to what no step waits for. */
#include "config.h"

#include "case-untold.h"

#include <string.h>

#include "case-model.h"
#include "case-send.h"

/* An empty list of each list method. */
static const struct
{
  const char *method;
  const char *empty;
} lists[] = {
  { "tools/list", "{\"tools\":[]}" },
  { "resources/list", "{\"resources\":[]}" },
  { "resources/templates/list", "{\"resourceTemplates\":[]}" },
  { "prompts/list", "{\"prompts\":[]}" },
};

static const char *const nothings[] = { "ping", "logging/setLevel", NULL };

static JsonNode *
answer_with_text (JsonNode   *id,
                  const char *what,
                  const char *json)
{
  g_autoptr(JsonNode) value = gh_json_read (json, strlen (json), NULL);

  return case_make_answer (id, what, value);
}

/* NULL: this request is not answered untold. */
static JsonNode *
make_answer (CasePlay *play,
             CaseItem *item)
{
  const char *method = case_item_get_method (item);
  JsonNode *id = case_item_get_id (item);
  JsonNode *last = g_hash_table_lookup (play->results, method);

  if (g_strv_contains (nothings, method))
    return answer_with_text (id, "result", "{}");
  if (g_str_equal (method, "server/discover"))
    return answer_with_text (id, "error",
                             "{\"code\":-32601,\"message\":\"Method not found\"}");
  for (gsize i = 0; i < G_N_ELEMENTS (lists); i++)
    if (g_str_equal (method, lists[i].method))
      return last != NULL ? case_make_answer (id, "result", last)
                          : answer_with_text (id, "result", lists[i].empty);
  return NULL;
}

static void
give (CasePlay    *play,
      CaseRequest *request,
      guint        status,
      const char  *type,
      const char  *body)
{
  CaseAnswer *answer = case_answer_new (request, status);

  if (type != NULL)
    case_answer_set_header (answer, "Content-Type", type);
  case_answer_set_body (answer, body, strlen (body));
  case_answer_start (answer);
  g_ptr_array_add (play->answers, answer);
}

static void
give_on_stream (CasePlay   *play,
                const char *json)
{
  g_autofree char *event = g_strdup_printf ("event: message\ndata: %s\n\n", json);

  if (play->stream != NULL)
    case_answer_add_piece (play->stream, event, strlen (event), 0);
}

static void
answer_post (CasePlay *play,
             CaseItem *item)
{
  gboolean is_sse = g_str_equal (play->c->transport, "sse");
  g_autoptr(JsonNode) answer = case_item_is_request (item) ? make_answer (play, item) : NULL;
  g_autofree char *json = answer != NULL ? gh_json_write (answer, NULL) : NULL;

  if (!case_item_is_request (item))
    give (play, item->request, 202, NULL, "");
  else if (answer == NULL)
    give (play, item->request, 404, NULL, "");
  else if (is_sse)
    {
      give (play, item->request, 202, NULL, "");
      give_on_stream (play, json);
    }
  else
    {
      gboolean discover = g_str_equal (case_item_get_method (item), "server/discover");

      give (play, item->request, discover ? 400 : 200, "application/json", json);
    }
}

/* A request, a notification or a response of JSON-RPC. */
static gboolean
is_rpc (CaseItem *item)
{
  JsonObject *object = item->message != NULL ? gh_json_node_get_object (item->message) : NULL;

  return object != NULL && gh_json_get_string (object, "jsonrpc") != NULL;
}

static void
answer_http (CasePlay *play,
             CaseItem *item)
{
  CaseRequest *request = item->request;
  const char *accept = case_request_get_header (request, "Accept");
  gboolean is_get = g_str_equal (request->verb, "GET");
  CaseAnswer *answer;

  if (g_str_equal (request->verb, "POST") && is_rpc (item))
    answer_post (play, item);
  else if (g_str_equal (request->verb, "DELETE")
           || (is_get && accept != NULL && strstr (accept, "text/event-stream") != NULL))
    give (play, request, 405, NULL, "");
  else if ((answer = case_model_answer (request, "done")) != NULL)
    g_ptr_array_add (play->answers, answer);
  else
    give (play, request, 404, NULL, "");
}

gboolean
case_answer_untold (CasePlay *play,
                    CaseItem *item)
{
  g_autoptr(JsonNode) answer = NULL;

  if (item->request != NULL)
    {
      answer_http (play, item);
      return TRUE;
    }
  if (case_item_is_request (item))
    answer = make_answer (play, item);
  if (answer == NULL)
    return FALSE;
  case_send_message (play, answer);
  return TRUE;
}
