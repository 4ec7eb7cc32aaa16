/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * "http" objects: which requests they are for, and what they answer. */
#include "config.h"

#include "case-http.h"

#include <string.h>

#include "case-http-check.h"
#include "case-send.h"

#define PIECE_PAUSE_MS 1

static const char * const fit_keys[] = {
  "on", "path", "match", "form", "with_headers", "without_headers", NULL,
};
static const char * const answer_keys[] = {
  "status", "headers", "body", "body_contains", "body_not_contains", "body_count", "check", NULL,
};

static JsonNode *
expand_keys (CasePlay            *play,
             JsonObject          *http,
             const char * const  *keys,
             GError             **error)
{
  g_autoptr(JsonObject) part = json_object_new ();
  g_autoptr(JsonNode) node = NULL;

  for (guint i = 0; keys[i] != NULL; i++)
    {
      JsonNode *value = gh_json_get_any (http, keys[i]);

      if (value != NULL)
        json_object_set_member (part, keys[i], json_node_ref (value));
    }
  node = gh_json_node_new_object (g_steal_pointer (&part));
  return case_values_expand (play->values, node, error);
}

JsonNode *
case_http_dup_fit (CasePlay    *play,
                   JsonObject  *http,
                   GError     **error)
{
  return expand_keys (play, http, fit_keys, error);
}

/* --- the answer --- */

void
case_http_remember_events (CasePlay   *play,
                           const char *text)
{
  g_auto(GStrv) lines = g_strsplit_set (text, "\r\n", -1);
  g_autoptr(GString) data = g_string_new (NULL);

  for (guint i = 0; lines[i] != NULL; i++)
    {
      /* A line that does not go on with the event's data may end it: JSON tells by itself. */
      if (g_str_has_prefix (lines[i], "data:"))
        g_string_append (data, lines[i] + strlen ("data:"));
      else if (lines[i][0] != '\0')
        g_string_truncate (data, 0);
      if (data->len > 0)
        case_remember_text (play, data->str);
      if (lines[i][0] == '\0' && i > 0 && lines[i - 1][0] == '\0')
        g_string_truncate (data, 0);
    }
}

static gboolean
add_pieces (CaseAnswer *answer,
            const char *text,
            gsize       cut,
            guint       delay)
{
  gsize length = strlen (text);

  if (cut == 0)
    case_answer_add_piece (answer, text, length, delay);
  for (gsize at = 0; cut > 0 && at < length; at += cut)
    case_answer_add_piece (answer, text + at, MIN (cut, length - at),
                           at == 0 ? delay : PIECE_PAUSE_MS);
  return TRUE;
}

static gboolean
add_chunks (CasePlay    *play,
            JsonObject  *http,
            CaseAnswer  *answer,
            GError     **error)
{
  JsonArray *chunks = gh_json_get_array (http, "chunks");
  gsize cut = gh_json_get_int (http, "cut_every", 0);
  guint delay = gh_json_get_int (http, "chunk_delay_ms", PIECE_PAUSE_MS);
  g_autoptr(GString) whole = g_string_new (NULL);

  for (guint i = 0; chunks != NULL && i < json_array_get_length (chunks); i++)
    {
      JsonNode *chunk = json_array_get_element (chunks, i);
      const char *string = gh_json_node_get_string (chunk);
      g_autoptr(JsonNode) made =
        string == NULL ? case_values_expand (play->values, chunk, error) : NULL;
      g_autofree char *text = NULL;

      if (string != NULL)
        text = case_values_expand_text (play->values, string, error);
      else if (made != NULL)
        text = g_strdup (gh_json_node_get_string (made));
      if (text == NULL)
        return (error != NULL && *error != NULL) ? FALSE
                                                 : case_step_fail (error, "a chunk is no text");
      g_string_append (whole, text);
      add_pieces (answer, text, cut, i == 0 ? 0 : delay);
    }
  case_http_remember_events (play, whole->str);
  return TRUE;
}

static void
add_body (CasePlay   *play,
          JsonObject *answer_part,
          JsonObject *http,
          CaseAnswer *answer)
{
  JsonNode *body = gh_json_get_any (answer_part, "body");
  gsize cut = gh_json_get_int (http, "cut_every", 0);
  const char *string = body != NULL ? gh_json_node_get_string (body) : "";
  g_autofree char *json = string == NULL ? gh_json_write (body, NULL) : NULL;

  if (json != NULL)
    case_remember (play, body);
  else
    case_remember_text (play, string);
  if (cut > 0)
    add_pieces (answer, json != NULL ? json : string, cut, 0);
  else
    case_answer_set_body (answer, json != NULL ? json : string,
                          strlen (json != NULL ? json : string));
}

static void
set_headers (JsonObject *answer_part,
             CaseAnswer *answer)
{
  JsonObject *headers = gh_json_get_object (answer_part, "headers");
  JsonObjectIter iter;
  const char *name;
  JsonNode *value;

  if (headers == NULL)
    return;
  json_object_iter_init (&iter, headers);
  while (json_object_iter_next (&iter, &name, &value))
    {
      g_autofree char *text = gh_json_node_dup_text (value);

      case_answer_set_header (answer, name, gh_json_node_is_string (value)
                                              ? gh_json_node_get_string (value)
                                              : text);
    }
}

static void
keep_open (CasePlay    *play,
           JsonObject  *http,
           CaseRequest *request,
           CaseAnswer  *answer)
{
  const char *conn = gh_json_get_string (http, "conn");

  if (conn != NULL)
    g_hash_table_replace (play->held, g_strdup (conn), case_answer_ref (answer));
  if (g_str_equal (play->c->transport, "sse") && g_str_equal (request->verb, "GET"))
    play->stream = answer;
}

CaseAnswer *
case_http_answer (CasePlay     *play,
                  JsonObject   *http,
                  CaseRequest  *request,
                  GError      **error)
{
  JsonObject *message = request->json != NULL ? gh_json_node_get_object (request->json) : NULL;
  gboolean hold = gh_json_get_boolean (http, "hold", FALSE);
  g_autoptr(CaseAnswer) answer = NULL;
  g_autoptr(JsonNode) node = NULL;
  JsonObject *part;

  case_values_bind (play->values, "id",
                    message != NULL ? gh_json_get_any (message, "id") : NULL);
  if (!case_play_bind (play, http, request->json, error))
    return NULL;
  node = expand_keys (play, http, answer_keys, error);
  if (node == NULL)
    return NULL;
  part = gh_json_node_get_object (node);
  if (!case_http_check (part, request, error))
    return NULL;

  answer = case_answer_new (request, gh_json_get_int (part, "status", 200));
  g_ptr_array_add (play->answers, case_answer_ref (answer));
  set_headers (part, answer);
  if (json_object_has_member (http, "chunks") || hold)
    {
      if (!add_chunks (play, http, answer, error))
        return NULL;
    }
  else
    add_body (play, part, http, answer);
  if (hold)
    keep_open (play, http, request, answer);
  case_answer_start (answer);
  if (!hold)
    case_answer_end (answer);
  case_values_bind (play->values, "id", NULL);
  return answer;
}
