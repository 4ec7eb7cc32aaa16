/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * What the server says over stdio. */
#include "config.h"

#include "case-send.h"

#include <string.h>

/* The line end from `eol` at the first LF, as for all that is not sent as a text of the script. */
static void
send_line (CasePlay   *play,
           const char *text,
           const char *eol,
           guint32     cut)
{
  g_autofree char *line = g_strconcat (text, eol, NULL);

  case_player_order (play->player, CASE_WIRE_WRITE, cut, line, strlen (line));
}

void
case_remember (CasePlay *play,
               JsonNode *message)
{
  JsonObject *object = gh_json_node_get_object (message);
  JsonNode *id = object != NULL ? gh_json_get_any (object, "id") : NULL;
  JsonNode *result = object != NULL ? gh_json_get_any (object, "result") : NULL;
  g_autofree char *key = id != NULL ? gh_json_write (id, NULL) : NULL;
  const char *method = key != NULL ? g_hash_table_lookup (play->asked, key) : NULL;

  if (gh_json_node_get_array (message) != NULL)
    play->sent_batch = TRUE;
  if (method != NULL && result != NULL)
    g_hash_table_replace (play->results, g_strdup (method), json_node_ref (result));
}

void
case_remember_text (CasePlay   *play,
                    const char *text)
{
  g_autoptr(JsonNode) message = gh_json_read (text, strlen (text), NULL);

  if (message != NULL)
    case_remember (play, message);
}

void
case_send_message (CasePlay *play,
                   JsonNode *message)
{
  g_autofree char *text = gh_json_write (message, NULL);

  case_remember (play, message);
  send_line (play, text, play->eol, 0);
}

JsonNode *
case_make_answer (JsonNode   *id,
                  const char *what,
                  JsonNode   *value)
{
  JsonObject *object = json_object_new ();

  json_object_set_member (object, "jsonrpc", gh_json_node_new_string ("2.0"));
  json_object_set_member (object, "id", json_node_ref (id));
  json_object_set_member (object, what, json_node_ref (value));
  return gh_json_node_new_object (object);
}

gboolean
case_send_step (CasePlay    *play,
                JsonObject  *step,
                GError     **error)
{
  JsonNode *value = gh_json_get_any (step, "send");
  const char *name = gh_json_get_string (step, "if_bound");
  const char *eol = gh_json_get_string (step, "eol");
  g_autofree char *text = NULL;

  if (name != NULL && !case_values_has (play->values, name))
    return TRUE;
  if (gh_json_node_get_string (value) != NULL)
    text = case_values_expand_text (play->values, gh_json_node_get_string (value), error);
  else
    {
      g_autoptr(JsonNode) message = case_values_expand (play->values, value, error);

      text = message != NULL ? gh_json_write (message, NULL) : NULL;
    }
  if (text == NULL)
    return FALSE;
  case_remember_text (play, text);
  send_line (play, text, eol != NULL ? eol : play->eol, gh_json_get_int (step, "cut_every", 0));
  return TRUE;
}
