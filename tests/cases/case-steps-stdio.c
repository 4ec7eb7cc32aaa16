/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * Steps over stdio: messages, and what the server process does. */
#include "config.h"

#include "case-steps.h"

#include <string.h>

#include "case-arrival.h"
#include "case-pattern.h"
#include "case-send.h"
#include "case-takes.h"

/* What is sent to the server process before it has come is for when it comes. */
static gboolean
await_player (CasePlay  *play,
              GError   **error)
{
  gint64 deadline = case_play_deadline (play, 5000);

  if (play->player == NULL)
    return case_step_fail (error, "this case has no server process");
  while (!case_player_has_come (play->player))
    if (!case_play_turn (play, deadline))
      return case_step_fail (error, "the host started no server process");
  return TRUE;
}

/* Until what was ordered is done; the host may take its time to read. */
static gboolean
await_done (CasePlay  *play,
            GError   **error)
{
  while (!case_player_is_idle (play->player))
    if (!case_play_turn (play, play->deadline))
      return case_step_fail (error, "the host did not read it in time");
  if (case_player_has_refused (play->player))
    return case_step_fail (error, "the server process could not do it");
  return TRUE;
}

static gboolean
order (CasePlay    *play,
       CaseOrder    what,
       guint32      number,
       const char  *data,
       gsize        length,
       GError     **error)
{
  if (!await_player (play, error))
    return FALSE;
  case_player_order (play->player, what, number, data, length);
  return await_done (play, error);
}

/* --- taking --- */

typedef gboolean (*FitFunc) (JsonNode *wanted,
                             CaseItem *item);

static gboolean
fits_pattern (JsonNode *pattern,
              CaseItem *item)
{
  return item->line != NULL && case_pattern_fits_message (pattern, item->message);
}

static gboolean
has_texts (JsonNode *texts,
           CaseItem *item)
{
  const char *text = gh_json_node_get_string (texts);
  JsonArray *list = gh_json_node_get_array (texts);

  if (item->line == NULL || (text == NULL && list == NULL))
    return FALSE;
  if (text != NULL)
    return strstr (item->line, text) != NULL;
  for (guint i = 0; i < json_array_get_length (list); i++)
    if (!has_texts (json_array_get_element (list, i), item))
      return FALSE;
  return TRUE;
}

static CaseItem *
take_first (CasePlay *play,
            FitFunc   fits,
            JsonNode *wanted)
{
  for (guint i = 0; i < case_inbox_get_length (play->inbox); i++)
    if (fits (wanted, case_inbox_peek (play->inbox, i)))
      return case_inbox_take (play->inbox, i);
  return NULL;
}

static gboolean
nothing_fits (CasePlay  *play,
              gint64     start,
              GError   **error)
{
  g_autofree char *inbox = case_inbox_describe (play->inbox);

  return case_step_fail (error, "nothing fitting in %" G_GINT64_FORMAT " ms; inbox: %s",
                         (g_get_monotonic_time () - start) / 1000, inbox);
}

/* NULL: none in time. */
static CaseItem *
await_first (CasePlay *play,
             FitFunc   fits,
             JsonNode *wanted,
             gint64    deadline)
{
  for (;;)
    {
      CaseItem *item = take_first (play, fits, wanted);

      if (item != NULL)
        return item;
      if (!case_play_turn (play, deadline))
        return NULL;
    }
}

/* Whether something waits that a later step could take: then the optional one will not come. */
static gboolean
is_passed_over (CasePlay *play)
{
  for (guint i = 0; i < case_inbox_get_length (play->inbox); i++)
    if (case_could_be_taken (play, case_inbox_peek (play->inbox, i), play->step + 1))
      return TRUE;
  return FALSE;
}

static gboolean
step_expect (CasePlay    *play,
             JsonObject  *step,
             GError     **error)
{
  g_autoptr(JsonNode) pattern = case_step_value (play, step, "expect", error);
  gboolean optional = gh_json_get_boolean (step, "optional", FALSE);
  gint64 start = g_get_monotonic_time ();
  gint64 deadline = case_step_deadline (play, step);
  g_autoptr(CaseItem) item = NULL;

  if (pattern == NULL)
    return FALSE;
  while ((item = take_first (play, fits_pattern, pattern)) == NULL)
    if ((optional && is_passed_over (play)) || !case_play_turn (play, deadline))
      break;
  if (item == NULL)
    return (optional && play->failure == NULL) || nothing_fits (play, start, error);
  return case_play_bind (play, step, item->message, error);
}

static gboolean
step_expect_next (CasePlay    *play,
                  JsonObject  *step,
                  GError     **error)
{
  g_autoptr(JsonNode) pattern = case_step_value (play, step, "expect_next", error);
  gint64 start = g_get_monotonic_time ();
  gint64 deadline = case_step_deadline (play, step);
  g_autoptr(CaseItem) item = NULL;
  g_autofree char *text = NULL;

  if (pattern == NULL)
    return FALSE;
  while (case_inbox_get_length (play->inbox) == 0)
    if (!case_play_turn (play, deadline))
      return nothing_fits (play, start, error);
  item = case_inbox_take (play->inbox, 0);
  text = case_item_describe (item);
  if (!fits_pattern (pattern, item))
    return case_step_fail (error, "the next is another: %s", text);
  return case_play_bind (play, step, item->message, error);
}

static gboolean
step_expect_raw_contains (CasePlay    *play,
                          JsonObject  *step,
                          GError     **error)
{
  g_autoptr(JsonNode) texts = case_step_value (play, step, "expect_raw_contains", error);
  gint64 start = g_get_monotonic_time ();
  g_autoptr(CaseItem) item = NULL;

  if (texts == NULL)
    return FALSE;
  item = await_first (play, has_texts, texts, case_step_deadline (play, step));
  return item != NULL || nothing_fits (play, start, error);
}

static gboolean
step_expect_none (CasePlay    *play,
                  JsonObject  *step,
                  GError     **error)
{
  g_autoptr(JsonNode) value = case_values_expand_open (play->values,
                                                       gh_json_get_any (step, "expect_none_ms"));
  g_autoptr(JsonNode) limits = NULL;
  CaseQuiet quiet = { 0 };
  g_autofree char *heard = NULL;
  gint64 n;
  gboolean ok;

  if (!gh_json_node_get_int (value, &n))
    return case_step_fail (error, "no number");
  if (json_object_has_member (step, "ids"))
    {
      limits = case_step_value (play, step, "ids", error);
      if (limits == NULL)
        return FALSE;
      quiet.ids = gh_json_node_get_array (limits);
    }
  quiet.methods = gh_json_get_array (step, "methods");
  for (guint i = 0; i < case_inbox_get_length (play->inbox); i++)
    case_quiet_look (&quiet, case_inbox_peek (play->inbox, i));
  play->quiet = &quiet;
  ok = quiet.heard != NULL || case_play_sleep (play, n);
  play->quiet = NULL;
  heard = quiet.heard;
  return heard != NULL ? case_step_fail (error, "there was %s", heard) : ok;
}

/* --- sending --- */

static gboolean
step_handshake (CasePlay    *play,
                JsonObject  *step,
                GError     **error)
{
  static const char initialize[] = "{\"method\":\"initialize\",\"id\":\"*\"}";
  static const char initialized[] = "{\"method\":\"notifications/initialized\"}";
  static const char server_info[] = "{\"name\":\"s\",\"version\":\"1\"}";
  g_autoptr(JsonNode) value = case_step_value (play, step, "handshake", error);
  g_autoptr(JsonNode) first = gh_json_read (initialize, strlen (initialize), NULL);
  g_autoptr(JsonNode) last = gh_json_read (initialized, strlen (initialized), NULL);
  gint64 start = g_get_monotonic_time ();
  gint64 deadline = case_step_deadline (play, step);
  g_autoptr(JsonNode) result = NULL;
  g_autoptr(JsonNode) answer = NULL;
  g_autoptr(CaseItem) item = NULL;
  g_autoptr(CaseItem) end = NULL;
  JsonObject *object;

  if (value == NULL)
    return FALSE;
  item = await_first (play, fits_pattern, first, deadline);
  if (item == NULL)
    return nothing_fits (play, start, error);
  object = json_object_new ();
  result = gh_json_node_new_object (object);
  json_object_set_member (object, "protocolVersion",
                          gh_json_node_new_string (gh_json_get_string (
                            gh_json_node_get_object (value), "version")));
  json_object_set_member (object, "capabilities",
                          json_object_dup_member (gh_json_node_get_object (value),
                                                  "capabilities"));
  json_object_set_member (object, "serverInfo",
                          gh_json_read (server_info, strlen (server_info), NULL));
  answer = case_make_answer (case_item_get_id (item), "result", result);
  case_send_message (play, answer);
  end = await_first (play, fits_pattern, last, deadline);
  return end != NULL || nothing_fits (play, start, error);
}

static gboolean
step_send (CasePlay    *play,
           JsonObject  *step,
           GError     **error)
{
  return await_player (play, error) && case_send_step (play, step, error)
         && await_done (play, error);
}

static GByteArray *
read_hex (const char  *hex,
          GError     **error)
{
  g_autoptr(GByteArray) bytes = g_byte_array_new ();

  for (const char *p = hex; p != NULL && *p != '\0'; p += 2)
    {
      guint8 byte = g_ascii_xdigit_value (p[0]) << 4 | g_ascii_xdigit_value (p[1]);

      if (!g_ascii_isxdigit (p[0]) || !g_ascii_isxdigit (p[1]))
        {
          case_step_fail (error, "no bytes: %s", p);
          return NULL;
        }
      g_byte_array_append (bytes, &byte, 1);
    }
  return g_steal_pointer (&bytes);
}

static gboolean
send_hex (CasePlay    *play,
          CaseOrder    what,
          guint32      number,
          const char  *hex,
          GError     **error)
{
  g_autoptr(GByteArray) bytes = read_hex (hex, error);

  return bytes != NULL
         && order (play, what, number, (const char *) bytes->data, bytes->len, error);
}

static gboolean
step_send_hex (CasePlay    *play,
               JsonObject  *step,
               GError     **error)
{
  return send_hex (play, CASE_WIRE_WRITE, 0, gh_json_get_string (step, "send_hex"), error);
}

static gboolean
step_send_parts (CasePlay    *play,
                 JsonObject  *step,
                 GError     **error)
{
  JsonArray *parts = gh_json_get_array (step, "send_parts");

  if (!await_player (play, error))
    return FALSE;
  for (guint i = 0; i < json_array_get_length (parts); i++)
    {
      JsonNode *part = json_array_get_element (parts, i);
      JsonObject *object = gh_json_node_get_object (part);
      const char *text =
        object != NULL ? gh_json_get_string (object, "repeat") : gh_json_node_get_string (part);
      g_autofree char *bytes =
        text != NULL ? case_values_expand_text (play->values, text, error) : NULL;

      if (bytes == NULL)
        return text == NULL ? case_step_fail (error, "a part is no text") : FALSE;
      case_player_order (play->player, object != NULL ? CASE_WIRE_REPEAT : CASE_WIRE_WRITE,
                         object != NULL ? gh_json_get_int (object, "times", 0) : 0, bytes,
                         strlen (bytes));
    }
  return await_done (play, error);
}

static gboolean
step_ping (CasePlay    *play,
           JsonObject  *step,
           GError     **error)
{
  g_autofree char *request = NULL;
  g_autofree char *wanted = NULL;
  g_autoptr(JsonNode) message = NULL;
  g_autoptr(JsonNode) pattern = NULL;
  g_autoptr(CaseItem) item = NULL;
  gint64 start = g_get_monotonic_time ();

  if (!await_player (play, error))
    return FALSE;
  play->n_pings++;
  request =
    g_strdup_printf ("{\"jsonrpc\":\"2.0\",\"id\":\"case-ping-%u\",\"method\":\"ping\"}",
                     play->n_pings);
  wanted = g_strdup_printf ("{\"id\":\"case-ping-%u\",\"result\":{}}", play->n_pings);
  message = gh_json_read (request, strlen (request), NULL);
  pattern = gh_json_read (wanted, strlen (wanted), NULL);
  case_send_message (play, message);
  item = await_first (play, fits_pattern, pattern, case_step_deadline (play, step));
  return item != NULL || nothing_fits (play, start, error);
}

static gboolean
has_waiting (CasePlay *play,
             JsonNode *pattern)
{
  for (guint i = 0; pattern != NULL && i < case_inbox_get_length (play->inbox); i++)
    if (fits_pattern (pattern, case_inbox_peek (play->inbox, i)))
      return TRUE;
  return FALSE;
}

static gboolean
step_repeat_send (CasePlay    *play,
                  JsonObject  *step,
                  GError     **error)
{
  JsonObject *repeat = gh_json_get_object (step, "repeat_send");
  JsonNode *until = json_object_has_member (step, "until") ? gh_json_get_any (step, "until")
                                                           : gh_json_get_any (repeat, "until");
  g_autoptr(JsonNode) pattern =
    until != NULL ? case_values_expand (play->values, until, error) : NULL;
  gint64 every = gh_json_get_int (repeat, "every_ms", 1000);
  gint64 start = g_get_monotonic_time ();
  gint64 end = start + gh_json_get_int (repeat, "for_ms", 0) * 1000;

  if ((until != NULL && pattern == NULL) || !await_player (play, error))
    return FALSE;
  for (gint64 n = 1;; n++)
    {
      gint64 next = start + n * every * 1000;
      g_autoptr(JsonNode) number = gh_json_node_new_int (n);

      case_values_bind (play->values, "n", number);
      if (!case_send_step (play, repeat, error))
        return FALSE;
      while (g_get_monotonic_time () < MIN (next, end) && !has_waiting (play, pattern))
        if (!case_play_turn (play, MIN (next, end)) && play->failure != NULL)
          return FALSE;
      if (has_waiting (play, pattern) || g_get_monotonic_time () >= end)
        break;
    }
  case_values_bind (play->values, "n", NULL);
  return await_done (play, error);
}

static gboolean
step_stderr (CasePlay    *play,
             JsonObject  *step,
             GError     **error)
{
  g_autoptr(JsonNode) text = case_step_value (play, step, "stderr", error);
  const char *string = text != NULL ? gh_json_node_get_string (text) : NULL;

  if (text == NULL)
    return FALSE;
  if (string == NULL)
    return case_step_fail (error, "no text");
  return order (play, CASE_WIRE_ERR, 1, string, strlen (string), error);
}

static gboolean
step_stderr_hex (CasePlay    *play,
                 JsonObject  *step,
                 GError     **error)
{
  return send_hex (play, CASE_WIRE_ERR, 1, gh_json_get_string (step, "stderr_hex"), error);
}

static gboolean
step_stderr_repeat (CasePlay    *play,
                    JsonObject  *step,
                    GError     **error)
{
  g_autoptr(JsonNode) value = case_step_value (play, step, "stderr_repeat", error);
  JsonObject *object = value != NULL ? gh_json_node_get_object (value) : NULL;
  const char *text = object != NULL ? gh_json_get_string (object, "text") : NULL;

  if (value == NULL)
    return FALSE;
  if (text == NULL)
    return case_step_fail (error, "no text");
  return order (play, CASE_WIRE_ERR, gh_json_get_int (object, "times", 1), text, strlen (text),
                error);
}

/* --- the process --- */

static gboolean
step_exit (CasePlay    *play,
           JsonObject  *step,
           GError     **error)
{
  return order (play, CASE_WIRE_EXIT, gh_json_get_int (step, "exit", 0), NULL, 0, error);
}

static gboolean
step_kill_self (CasePlay    *play,
                JsonObject  *step,
                GError     **error)
{
  return order (play, CASE_WIRE_KILL, gh_json_get_int (step, "kill_self", 9), NULL, 0, error);
}

static gboolean
step_close_stdin (CasePlay    *play,
                  JsonObject  *step,
                  GError     **error)
{
  return order (play, CASE_WIRE_CLOSE_STDIN, 0, NULL, 0, error);
}

static gboolean
step_stop_reading (CasePlay    *play,
                   JsonObject  *step,
                   GError     **error)
{
  gboolean stop = gh_json_get_boolean (step, "stop_reading", TRUE);

  return order (play, CASE_WIRE_READING, !stop, NULL, 0, error);
}

static gboolean
step_ignore_signals (CasePlay    *play,
                     JsonObject  *step,
                     GError     **error)
{
  JsonArray *names = gh_json_get_array (step, "ignore_signals");

  for (guint i = 0; i < json_array_get_length (names); i++)
    {
      const char *name = gh_json_node_get_string (json_array_get_element (names, i));

      if (name == NULL)
        return case_step_fail (error, "a name is no text");
      if (!order (play, CASE_WIRE_IGNORE_SIGNAL, 0, name, strlen (name), error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
step_ignore_stdin_eof (CasePlay    *play,
                       JsonObject  *step,
                       GError     **error)
{
  gboolean ignore = gh_json_get_boolean (step, "ignore_stdin_eof", TRUE);

  return order (play, CASE_WIRE_IGNORE_EOF, ignore, NULL, 0, error);
}

static gboolean
step_fork_sleep (CasePlay    *play,
                 JsonObject  *step,
                 GError     **error)
{
  return order (play, CASE_WIRE_FORK_SLEEP,
                gh_json_get_int (step, "fork_sleep_holding_stdout", 0), NULL, 0, error);
}

const CaseStep case_stdio_steps[] = {
  { "handshake", step_handshake },
  { "expect", step_expect },
  { "expect_next", step_expect_next },
  { "expect_raw_contains", step_expect_raw_contains },
  { "expect_none_ms", step_expect_none },
  { "send", step_send },
  { "send_hex", step_send_hex },
  { "send_parts", step_send_parts },
  { "ping", step_ping },
  { "repeat_send", step_repeat_send },
  { "stderr", step_stderr },
  { "stderr_hex", step_stderr_hex },
  { "stderr_repeat", step_stderr_repeat },
  { "exit", step_exit },
  { "kill_self", step_kill_self },
  { "close_stdin", step_close_stdin },
  { "stop_reading", step_stop_reading },
  { "ignore_signals", step_ignore_signals },
  { "ignore_stdin_eof", step_ignore_stdin_eof },
  { "fork_sleep_holding_stdout", step_fork_sleep },
  { NULL },
};
