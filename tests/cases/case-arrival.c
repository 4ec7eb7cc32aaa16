/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * What becomes of what the host sends: rules, the inbox, an answer nobody told us to give. */
#include "config.h"

#include "case-arrival.h"

#include <string.h>

#include "case-http.h"
#include "case-pattern.h"
#include "case-send.h"
#include "case-takes.h"
#include "case-untold.h"

void
case_rule_free (CaseRule *self)
{
  json_object_unref (self->step);
  g_free (self);
}

/* --- what a rule does --- */

static gboolean
list_has_value (JsonArray *list,
                JsonNode  *value)
{
  for (guint i = 0; i < json_array_get_length (list); i++)
    if (case_pattern_fits (json_array_get_element (list, i), value))
      return TRUE;
  return FALSE;
}

static gboolean
rule_fits (CasePlay *play,
           CaseRule *rule,
           CaseItem *item)
{
  g_autoptr(JsonNode) fit = NULL;

  switch (rule->kind)
    {
    case CASE_RULE_ON_EACH:
      fit = case_values_expand_open (play->values, gh_json_get_any (rule->step, "on_each"));
      return item->line != NULL && case_pattern_fits_message (fit, item->message);
    case CASE_RULE_ANSWER_DEFAULT:
      return item->line != NULL && case_item_is_request (item)
             && case_list_has (gh_json_get_array (rule->step, "for"), case_item_get_method (item));
    case CASE_RULE_OPTIONAL:
    case CASE_RULE_FORBID:
      fit = case_http_dup_fit (play, rule->step, NULL);
      return item->request != NULL && fit != NULL
             && case_fits_request (play, gh_json_node_get_object (fit), item->request);
    default:
      g_assert_not_reached ();
    }
}

static gboolean
do_each (CasePlay  *play,
         CaseRule  *rule,
         CaseItem  *item,
         GError   **error)
{
  JsonArray *list = gh_json_get_array (rule->step, "do");

  case_values_bind (play->values, "each", case_item_get_id (item));
  for (guint i = 0; i < json_array_get_length (list); i++)
    if (!case_send_step (play, gh_json_node_get_object (json_array_get_element (list, i)), error))
      return FALSE;
  case_values_bind (play->values, "each", NULL);
  return TRUE;
}

static gboolean
answer_by_default (CasePlay  *play,
                   CaseRule  *rule,
                   CaseItem  *item,
                   GError   **error)
{
  JsonNode *value = gh_json_get_any (rule->step, "answer_default");
  g_autoptr(JsonNode) expanded = case_values_expand (play->values, value, error);
  JsonObject *object = expanded != NULL ? gh_json_node_get_object (expanded) : NULL;
  const char *what;
  g_autoptr(JsonNode) answer = NULL;

  if (object == NULL)
    return FALSE;
  what = json_object_has_member (object, "error") ? "error" : "result";
  if (!json_object_has_member (object, what))
    return case_step_fail (error, "answer_default: neither result nor error");
  answer = case_make_answer (case_item_get_id (item), what, gh_json_get_any (object, what));
  case_send_message (play, answer);
  return TRUE;
}

/* Whether the rule has taken it. */
static gboolean
apply (CasePlay *play,
       CaseRule *rule,
       CaseItem *item)
{
  g_autoptr(GError) error = NULL;
  gboolean ok = TRUE;

  if (!rule_fits (play, rule, item))
    return FALSE;
  switch (rule->kind)
    {
    case CASE_RULE_ON_EACH:
      ok = do_each (play, rule, item, &error);
      break;
    case CASE_RULE_ANSWER_DEFAULT:
      ok = answer_by_default (play, rule, item, &error);
      break;
    case CASE_RULE_OPTIONAL:
      ok = case_http_answer (play, rule->step, item->request, &error) != NULL;
      break;
    case CASE_RULE_FORBID:
      case_play_fail (play, "forbidden request: %s %s", item->request->verb, item->request->path);
      return FALSE;
    default:
      g_assert_not_reached ();
    }
  if (!ok)
    case_play_fail (play, "%s", error != NULL ? error->message : "a standing rule");
  return TRUE;
}

/* The newest rule of these kinds that fits. */
static gboolean
apply_rules (CasePlay *play,
             CaseItem *item,
             guint     kinds)
{
  for (guint i = play->rules->len; i > 0; i--)
    {
      CaseRule *rule = g_ptr_array_index (play->rules, i - 1);

      if ((kinds & (1u << rule->kind)) != 0 && apply (play, rule, item))
        return TRUE;
    }
  return FALSE;
}

void
case_play_add_rule (CasePlay     *play,
                    CaseRuleKind  kind,
                    JsonObject   *step)
{
  CaseRule *rule = g_new0 (CaseRule, 1);

  rule->kind = kind;
  rule->step = json_object_ref (step);
  g_ptr_array_add (play->rules, rule);
  for (guint i = 0; i < case_inbox_get_length (play->inbox);)
    {
      CaseItem *item = case_inbox_peek (play->inbox, i);

      if (kind == CASE_RULE_FORBID || kind == CASE_RULE_OPTIONAL || !apply (play, rule, item))
        i++;
      else
        case_item_free (case_inbox_take (play->inbox, i));
    }
}

void
case_play_look_again (CasePlay *play)
{
  for (guint i = 0; i < case_inbox_get_length (play->inbox);)
    {
      CaseItem *item = case_inbox_peek (play->inbox, i);

      if (item->request == NULL || case_could_be_taken (play, item, play->step)
          || !apply_rules (play, item, 1u << CASE_RULE_OPTIONAL))
        i++;
      else
        case_item_free (case_inbox_take (play->inbox, i));
    }
}

/* --- what comes --- */

/* Whether an "expect_none_ms" must not see it; the host's own pings never count. */
static gboolean
is_noise (CaseQuiet *quiet,
          CaseItem  *item)
{
  const char *method = case_item_get_method (item);
  JsonNode *id = case_item_get_id (item);

  if (g_strcmp0 (method, "ping") == 0)
    return FALSE;
  if (quiet->methods == NULL && quiet->ids == NULL)
    return TRUE;
  return (quiet->methods != NULL && case_list_has (quiet->methods, method))
         || (quiet->ids != NULL && method == NULL && id != NULL
             && list_has_value (quiet->ids, id));
}

void
case_quiet_look (CaseQuiet *quiet,
                 CaseItem  *item)
{
  if (quiet->heard == NULL && is_noise (quiet, item))
    quiet->heard = case_item_describe (item);
}

static void
note_request (CasePlay *play,
              CaseItem *item)
{
  if (case_item_is_request (item))
    g_hash_table_replace (play->asked, gh_json_write (case_item_get_id (item), NULL),
                          g_strdup (case_item_get_method (item)));
}

static void
arrived (CasePlay *play,
         CaseItem *take_item)
{
  g_autoptr(CaseItem) item = take_item;

  case_inbox_count (play->inbox, item);
  note_request (play, item);
  if (play->quiet != NULL)
    case_quiet_look (play->quiet, item);
  apply_rules (play, item, 1u << CASE_RULE_FORBID);
  if (apply_rules (play, item, 1u << CASE_RULE_ON_EACH | 1u << CASE_RULE_ANSWER_DEFAULT))
    return;
  if (!case_could_be_taken (play, item, play->step)
      && (apply_rules (play, item, 1u << CASE_RULE_OPTIONAL) || case_answer_untold (play, item)))
    return;
  case_inbox_add (play->inbox, g_steal_pointer (&item));
}

/* Whether it is one JSON-RPC object. */
static gboolean
is_message (JsonNode *node)
{
  JsonObject *object = gh_json_node_get_object (node);

  return object != NULL && g_strcmp0 (gh_json_get_string (object, "jsonrpc"), "2.0") == 0
         && (gh_json_get_string (object, "method") != NULL
             || json_object_has_member (object, "result")
             || json_object_has_member (object, "error"));
}

/* An array is the answer to an array (revision 2025-03-26): its messages one by one. */
static gboolean
arrived_in_array (CasePlay *play,
                  JsonNode *node)
{
  JsonArray *array = gh_json_node_get_array (node);

  if (array == NULL || !play->sent_batch)
    return FALSE;
  for (guint i = 0; i < json_array_get_length (array); i++)
    {
      JsonNode *element = json_array_get_element (array, i);
      g_autofree char *text = gh_json_write (element, NULL);

      if (!is_message (element))
        return FALSE;
      arrived (play, case_item_new_line (text, json_node_ref (element)));
    }
  return TRUE;
}

void
case_play_line_arrived (GBytes   *line,
                        gboolean  whole,
                        gpointer  user_data)
{
  CasePlay *play = user_data;
  gsize length;
  const char *data = g_bytes_get_data (line, &length);
  g_autofree char *text = g_strndup (data != NULL ? data : "", length);
  g_autoptr(GError) error = NULL;
  g_autoptr(JsonNode) node = gh_json_read (text, length, &error);

  /* The host may be gone in the middle of a line; that it wrote half of one is no news then. */
  if (!whole)
    return;
  if (node == NULL)
    case_play_fail (play, "the host wrote a line that is not JSON: %s", error->message);
  else if (is_message (node))
    arrived (play, case_item_new_line (text, g_steal_pointer (&node)));
  else if (!arrived_in_array (play, node))
    case_play_fail (play, "the host wrote a line that is not one JSON-RPC object: %.200s", text);
}

void
case_play_request_arrived (CaseRequest *take_request,
                           gpointer     user_data)
{
  CasePlay *play = user_data;
  const char *type = case_request_get_header (take_request, "Content-Type");

  if (take_request->json == NULL && type != NULL && strstr (type, "json") != NULL
      && g_bytes_get_size (take_request->body) > 0)
    case_play_fail (play, "the host sent a body that is not strict JSON: %s %s",
                    take_request->verb, take_request->path);
  arrived (play, case_item_new_request (take_request));
}
