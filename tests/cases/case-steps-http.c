/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * Steps over HTTP. */
#include "config.h"

#include "case-steps.h"

#include <string.h>

#include "case-arrival.h"
#include "case-http.h"
#include "case-takes.h"

static CaseItem *
take_request (CasePlay   *play,
              JsonObject *fit)
{
  for (guint i = 0; i < case_inbox_get_length (play->inbox); i++)
    {
      CaseItem *item = case_inbox_peek (play->inbox, i);

      if (item->request != NULL && case_fits_request (play, fit, item->request))
        return case_inbox_take (play->inbox, i);
    }
  return NULL;
}

static gboolean
await_written (CasePlay    *play,
               CaseAnswer  *answer,
               GError     **error)
{
  while (!case_answer_is_written (answer))
    if (!case_play_turn (play, play->deadline))
      return case_step_fail (error, "the host did not read the answer");
  return TRUE;
}

/* Waits for the request; "within_ms" may stand in the object or beside it. */
static CaseItem *
await_request (CasePlay    *play,
               JsonObject  *step,
               JsonObject  *http,
               GError     **error)
{
  g_autoptr(JsonNode) fit = case_http_dup_fit (play, http, error);
  JsonObject *limit = json_object_has_member (http, "within_ms") ? http : step;
  gint64 start = g_get_monotonic_time ();
  gint64 deadline = case_step_deadline (play, limit);
  gint64 delay = gh_json_get_int (http, "min_delay_ms", 0);
  g_autofree char *inbox = NULL;

  if (fit == NULL)
    return NULL;
  for (;;)
    {
      g_autoptr(CaseItem) item = take_request (play, gh_json_node_get_object (fit));

      if (item != NULL && delay > 0 && item->request->time - play->step_end < delay * 1000)
        {
          case_step_fail (error, "it came after %" G_GINT64_FORMAT " ms",
                          (item->request->time - play->step_end) / 1000);
          return NULL;
        }
      if (item != NULL)
        return g_steal_pointer (&item);
      if (!case_play_turn (play, deadline))
        break;
    }
  inbox = case_inbox_describe (play->inbox);
  case_step_fail (error, "no such request in %" G_GINT64_FORMAT " ms; inbox: %s",
                  (g_get_monotonic_time () - start) / 1000, inbox);
  return NULL;
}

static gboolean
answer_all (CasePlay    *play,
            JsonObject  *http,
            GError     **error)
{
  g_autoptr(JsonNode) fit = case_http_dup_fit (play, http, error);
  gint64 end =
    g_get_monotonic_time () + gh_json_get_int (http, "repeat_for_ms", 0) * 1000;

  if (fit == NULL)
    return FALSE;
  while (g_get_monotonic_time () < end)
    {
      g_autoptr(CaseItem) item = take_request (play, gh_json_node_get_object (fit));

      if (item == NULL)
        {
          if (!case_play_turn (play, end) && play->failure != NULL)
            return FALSE;
        }
      else if (case_http_answer (play, http, item->request, error) == NULL)
        return FALSE;
    }
  return TRUE;
}

static gboolean
step_http (CasePlay    *play,
           JsonObject  *step,
           GError     **error)
{
  JsonObject *http = gh_json_get_object (step, "http");
  g_autoptr(CaseItem) item = NULL;
  CaseAnswer *answer;

  if (gh_json_get_boolean (http, "optional", FALSE))
    {
      case_play_add_rule (play, CASE_RULE_OPTIONAL, http);
      return TRUE;
    }
  if (json_object_has_member (http, "repeat_for_ms"))
    return answer_all (play, http, error);
  item = await_request (play, step, http, error);
  if (item == NULL)
    return FALSE;
  answer = case_http_answer (play, http, item->request, error);
  return answer != NULL && await_written (play, answer, error);
}

static gboolean
step_http_parallel (CasePlay    *play,
                    JsonObject  *step,
                    GError     **error)
{
  JsonArray *list = gh_json_get_array (step, "http_parallel");
  g_autoptr(GPtrArray) items = g_ptr_array_new_with_free_func ((GDestroyNotify) case_item_free);

  for (guint i = 0; i < json_array_get_length (list); i++)
    {
      JsonObject *http = gh_json_node_get_object (json_array_get_element (list, i));
      CaseItem *item = await_request (play, step, http, error);

      if (item == NULL)
        return FALSE;
      g_ptr_array_add (items, item);
    }
  for (guint i = 0; i < items->len; i++)
    {
      CaseItem *item = g_ptr_array_index (items, i);
      JsonObject *http = gh_json_node_get_object (json_array_get_element (list, i));
      CaseAnswer *answer = case_http_answer (play, http, item->request, error);

      if (answer == NULL || !await_written (play, answer, error))
        return FALSE;
    }
  return TRUE;
}

static CaseAnswer *
find_held (CasePlay    *play,
           const char  *name,
           GError     **error)
{
  CaseAnswer *answer = name != NULL ? g_hash_table_lookup (play->held, name) : NULL;

  if (answer == NULL)
    case_step_fail (error, "no answer is held as \"%s\"", name != NULL ? name : "");
  return answer;
}

static gboolean
step_push (CasePlay    *play,
           JsonObject  *step,
           GError     **error)
{
  JsonObject *push = gh_json_get_object (step, "push");
  CaseAnswer *answer = find_held (play, gh_json_get_string (push, "conn"), error);
  const char *chunk = gh_json_get_string (push, "chunk");
  g_autofree char *text = NULL;

  if (answer == NULL)
    return FALSE;
  if (chunk == NULL)
    return case_step_fail (error, "no text");
  text = case_values_expand_text (play->values, chunk, error);
  if (text == NULL)
    return FALSE;
  case_http_remember_events (play, text);
  case_answer_add_piece (answer, text, strlen (text), 0);
  return await_written (play, answer, error);
}

static gboolean
step_end (CasePlay    *play,
          JsonObject  *step,
          GError     **error)
{
  CaseAnswer *answer = find_held (play, gh_json_get_string (step, "end"), error);

  if (answer == NULL)
    return FALSE;
  if (play->stream == answer)
    play->stream = NULL;
  case_answer_end (answer);
  return await_written (play, answer, error);
}

const CaseStep case_http_steps[] = {
  { "http", step_http },
  { "http_parallel", step_http_parallel },
  { "push", step_push },
  { "end", step_end },
  { NULL },
};
