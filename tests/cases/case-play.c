/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * One case while it is played: the world around the host, and the steps. */
#include "config.h"

#include "case-play.h"

#include <stdlib.h>
#include <string.h>

#include "case-arrival.h"
#include "case-check.h"
#include "case-model.h"
#include "case-needs.h"
#include "case-pattern.h"
#include "case-process.h"
#include "case-steps.h"

#define CASE_SECONDS 120
#define USUAL_MS 5000
/* At the end: one turn of the host's main loop; then its orderly end. */
#define TURN_MS 2000
#define CLOSE_MS 20000
#define WAKE_MS 5

/* --- waiting --- */

/* How much longer things may take: sanitizers, valgrind. */
static guint
get_slow (void)
{
  const char *slow = g_getenv ("GH_TEST_SLOW");

  return slow != NULL ? MAX (1, atoi (slow)) : 1;
}

gint64
case_play_deadline (CasePlay *play,
                    gint64    milliseconds)
{
  return MIN (play->deadline, g_get_monotonic_time () + milliseconds * 1000 * get_slow ());
}

gint64
case_step_deadline (CasePlay   *play,
                    JsonObject *step)
{
  return case_play_deadline (play, gh_json_get_int (step, "within_ms", USUAL_MS));
}

static gboolean
wake_cb (gpointer user_data)
{
  return G_SOURCE_CONTINUE;
}

static void
look_at_host (CasePlay *play)
{
  if (play->link != NULL && play->failure == NULL && case_link_is_over (play->link))
    {
      g_autofree char *end = case_link_dup_end (play->link);

      case_play_fail (play, "%s", end != NULL ? end : "the host process ended");
    }
}

static void
turn (void)
{
  guint wake = g_timeout_add (WAKE_MS, wake_cb, NULL);

  g_main_context_iteration (NULL, TRUE);
  g_source_remove (wake);
}

gboolean
case_play_turn (CasePlay *play,
                gint64    deadline)
{
  if (play->failure != NULL || g_get_monotonic_time () >= deadline)
    return FALSE;
  turn ();
  look_at_host (play);
  return play->failure == NULL;
}

gboolean
case_play_sleep (CasePlay *play,
                 gint64    milliseconds)
{
  gint64 end = g_get_monotonic_time () + milliseconds * 1000;

  while (case_play_turn (play, MIN (end, play->deadline)))
    ;
  return play->failure == NULL && g_get_monotonic_time () < play->deadline;
}

void
case_play_fail (CasePlay   *play,
                const char *format,
                ...)
{
  va_list list;

  if (play->failure != NULL)
    return;
  va_start (list, format);
  play->failure = g_error_new_valist (CASE_ERROR, CASE_ERROR_PLAY, format, list);
  va_end (list);
}

gboolean
case_step_fail (GError     **error,
                const char  *format,
                ...)
{
  va_list list;

  if (error == NULL || *error != NULL)
    return FALSE;
  va_start (list, format);
  *error = g_error_new_valist (CASE_ERROR, CASE_ERROR_PLAY, format, list);
  va_end (list);
  return FALSE;
}

void
case_play_note (CasePlay   *play,
                const char *format,
                ...)
{
  va_list list;

  va_start (list, format);
  g_string_append_vprintf (play->notes, format, list);
  va_end (list);
  g_string_append_c (play->notes, '\n');
}

JsonObject *
case_play_ask (CasePlay   *play,
               gint64      deadline,
               const char *what,
               JsonNode   *arguments)
{
  JsonObject *answer;

  case_link_ask (play->link, what, arguments);
  while ((answer = case_link_take_answer (play->link)) == NULL)
    if (!case_play_turn (play, deadline))
      break;
  if (answer == NULL)
    case_play_fail (play, "the host did not answer in time: its main loop stands still");
  return answer;
}

/* --- values --- */

JsonNode *
case_step_value (CasePlay    *play,
                 JsonObject  *step,
                 const char  *name,
                 GError     **error)
{
  return case_values_expand (play->values, gh_json_get_any (step, name), error);
}

gboolean
case_play_bind (CasePlay    *play,
                JsonObject  *step,
                JsonNode    *message,
                GError     **error)
{
  const char *as = gh_json_get_string (step, "as");
  JsonObject *paths = gh_json_get_object (step, "bind_path");
  JsonObject *object = message != NULL ? gh_json_node_get_object (message) : NULL;
  JsonObjectIter iter;
  const char *name;
  JsonNode *path;

  if (as != NULL)
    {
      JsonNode *id = object != NULL ? gh_json_get_any (object, "id") : NULL;

      if (id == NULL)
        return case_step_fail (error, "it has no id");
      case_values_bind (play->values, as, id);
    }
  if (paths == NULL)
    return TRUE;
  json_object_iter_init (&iter, paths);
  while (json_object_iter_next (&iter, &name, &path))
    {
      const char *text = gh_json_node_get_string (path);
      JsonNode *found =
        message != NULL && text != NULL ? case_pattern_find (message, text) : NULL;

      if (found == NULL)
        return case_step_fail (error, "it has no %s", text);
      case_values_bind (play->values, name, found);
    }
  return TRUE;
}

/* --- the world --- */

static void
other_cb (CaseRequest *take_request,
          gpointer     user_data)
{
  g_autoptr(CaseRequest) request = take_request;
  CasePlay *play = user_data;
  CaseAnswer *answer = case_answer_new (request, 200);

  play->n_other++;
  case_answer_set_body (answer, "", 0);
  case_answer_start (answer);
  g_ptr_array_add (play->answers, answer);
}

static void
builtin_cb (CaseRequest *take_request,
            gpointer     user_data)
{
  g_autoptr(CaseRequest) request = take_request;
  CasePlay *play = user_data;
  CaseAnswer *answer = case_model_answer (request, "ok");

  if (answer == NULL)
    {
      answer = case_answer_new (request, 404);
      case_answer_set_body (answer, "", 0);
      case_answer_start (answer);
    }
  g_ptr_array_add (play->answers, answer);
}

static gboolean
make_folders (CasePlay  *play,
              GError   **error)
{
  g_autofree char *made = g_dir_make_tmp ("gatehouse-case-XXXXXX", error);
  g_autofree char *dir = NULL;

  if (made == NULL)
    return FALSE;
  /* Without symbolic links, as ${dir} is to be. */
  play->home = realpath (made, NULL);
  dir = g_build_filename (play->home, "dir", NULL);
  g_mkdir_with_parents (dir, 0755);
  case_values_bind_plain (play->values, "dir", dir);
  return TRUE;
}

static gboolean
make_world (CasePlay  *play,
            GError   **error)
{
  if (!make_folders (play, error))
    return FALSE;
  play->web = case_web_new (case_play_request_arrived, play, error);
  play->other = play->web != NULL ? case_web_new (other_cb, play, error) : NULL;
  play->builtin = play->other != NULL ? case_web_new (builtin_cb, play, error) : NULL;
  if (play->builtin == NULL)
    return FALSE;
  case_values_bind_plain (play->values, "base", case_web_get_base (play->web));
  case_values_bind_plain (play->values, "other_port",
                          strrchr (case_web_get_base (play->other), ':') + 1);
  if (!g_str_equal (play->c->transport, "stdio"))
    return TRUE;
  play->player = case_player_new (case_play_line_arrived, play, error);
  return play->player != NULL;
}

static CasePlay *
play_new (Case *c)
{
  CasePlay *play = g_new0 (CasePlay, 1);

  play->c = c;
  play->host_env = g_ptr_array_new_with_free_func (g_free);
  play->values = case_values_new ();
  play->inbox = case_inbox_new ();
  play->rules = g_ptr_array_new_with_free_func ((GDestroyNotify) case_rule_free);
  play->answers = g_ptr_array_new_with_free_func ((GDestroyNotify) case_answer_unref);
  play->held = g_hash_table_new_full (g_str_hash, g_str_equal, g_free,
                                      (GDestroyNotify) case_answer_unref);
  play->asked = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  play->results = g_hash_table_new_full (g_str_hash, g_str_equal, g_free,
                                         (GDestroyNotify) json_node_unref);
  play->config = gh_json_node_new_object (json_object_new ());
  play->eol = g_strdup ("\n");
  play->notes = g_string_new (NULL);
  play->deadline = g_get_monotonic_time () + (gint64) CASE_SECONDS * G_USEC_PER_SEC * get_slow ();
  return play;
}

static void
play_free (CasePlay *play)
{
  g_clear_pointer (&play->link, case_link_free);
  g_clear_pointer (&play->player, case_player_free);
  case_inbox_free (play->inbox);
  g_hash_table_unref (play->held);
  g_ptr_array_unref (play->answers);
  g_clear_pointer (&play->web, case_web_free);
  g_clear_pointer (&play->other, case_web_free);
  g_clear_pointer (&play->builtin, case_web_free);
  g_ptr_array_unref (play->host_env);
  g_ptr_array_unref (play->rules);
  g_hash_table_unref (play->asked);
  g_hash_table_unref (play->results);
  json_node_unref (play->config);
  case_values_free (play->values);
  if (play->home != NULL)
    case_remove_folder (play->home);
  free (play->home);
  g_free (play->provider);
  g_free (play->eol);
  g_string_free (play->notes, TRUE);
  g_clear_error (&play->failure);
  g_free (play);
}

/* --- the host --- */

/* What the host process has to know before it connects. */
static JsonNode *
make_start (CasePlay *play)
{
  JsonObject *start = json_object_new ();

  gh_json_add_string (start, "transport", play->c->transport);
  gh_json_add_string (start, "base", case_web_get_base (play->web));
  gh_json_add_string (start, "builtin", case_web_get_base (play->builtin));
  gh_json_add_string (start, "provider", play->provider);
  json_object_set_member (start, "config", json_node_ref (play->config));
  if (play->player != NULL)
    {
      g_auto(GStrv) argv = case_player_dup_argv (play->player);
      JsonArray *array = json_array_new ();

      for (guint i = 0; argv[i] != NULL; i++)
        json_array_add_element (array, gh_json_node_new_string (argv[i]));
      json_object_set_member (start, "argv", gh_json_node_new_array (array));
    }
  return gh_json_node_new_object (start);
}

static gboolean
start_host (CasePlay  *play,
            GError   **error)
{
  g_autoptr(JsonNode) start = make_start (play);
  g_autoptr(JsonObject) answer = NULL;

  g_ptr_array_add (play->host_env, NULL);
  play->started = TRUE;
  play->link =
    case_link_new (play->home, (const char * const *) play->host_env->pdata, error);
  if (play->link == NULL)
    return FALSE;
  answer = case_play_ask (play, case_play_deadline (play, 20000), "start", start);
  if (answer != NULL && gh_json_get_string (answer, "fail") != NULL)
    return case_step_fail (error, "the host: %s", gh_json_get_string (answer, "fail"));
  return answer != NULL;
}

/* Rule 9: it turns, then it ends as it should, and it never logged a critical. */
static gboolean
end_host (CasePlay  *play,
          GError   **error)
{
  g_autoptr(JsonNode) nothing = gh_json_node_new_boolean (TRUE);
  g_autoptr(JsonObject) turned = NULL;
  g_autofree char *end = NULL;
  gint64 deadline;

  turned = case_play_ask (play, case_play_deadline (play, TURN_MS), "turn", nothing);
  if (turned == NULL)
    return FALSE;
  case_link_ask (play->link, "close", nothing);
  deadline = g_get_monotonic_time () + CLOSE_MS * 1000 * get_slow ();
  while (!case_link_is_over (play->link) && g_get_monotonic_time () < deadline)
    turn ();
  end = case_link_dup_end (play->link);
  if (!case_link_is_over (play->link) || end != NULL)
    return case_step_fail (error, "at the end %s",
                           end != NULL ? end : "the host process does not end");
  return TRUE;
}

/* --- the steps --- */

const CaseStep *
case_step_find (const char *name)
{
  const CaseStep *tables[] = {
    case_setup_steps, case_stdio_steps, case_http_steps, case_host_steps,
  };

  for (gsize i = 0; i < G_N_ELEMENTS (tables); i++)
    for (const CaseStep *step = tables[i]; step->name != NULL; step++)
      if (g_str_equal (step->name, name))
        return step;
  g_assert_not_reached ();
}

static gboolean
is_passed_over (CasePlay   *play,
                JsonObject *step)
{
  JsonArray *needs = gh_json_get_array (step, "if_built");

  for (guint i = 0; needs != NULL && i < json_array_get_length (needs); i++)
    {
      const char *need = gh_json_node_get_string (json_array_get_element (needs, i));

      if (need != NULL && !case_need_is_built (need))
        {
          case_play_note (play, "step %u passed over: needs %s", play->step + 1, need);
          return TRUE;
        }
    }
  return FALSE;
}

static gboolean
do_step (CasePlay  *play,
         GError   **error)
{
  JsonObject *object = case_get_step (play->c, play->step);
  const char *name = case_step_name (object);
  const CaseStep *step = case_step_find (name);
  g_autoptr(GError) own = NULL;
  gboolean ok;

  if (is_passed_over (play, object))
    return TRUE;
  ok = (step->is_setup || play->started || start_host (play, &own))
       && step->func (play, object, &own) && play->failure == NULL;
  if (!ok)
    {
      const GError *why = play->failure != NULL ? play->failure : own;

      g_set_error (error, CASE_ERROR, CASE_ERROR_PLAY, "step %u %s: %s", play->step + 1, name,
                   why != NULL ? why->message : "failed");
    }
  return ok;
}

static gboolean
do_steps (CasePlay  *play,
          GError   **error)
{
  guint n = json_array_get_length (play->c->script);

  for (play->step = 0; play->step < n;)
    {
      if (!do_step (play, error))
        return FALSE;
      play->step++;
      play->step_end = g_get_monotonic_time ();
      case_play_look_again (play);
    }
  if (!play->started && !start_host (play, error))
    return FALSE;
  return end_host (play, error);
}

gboolean
case_play (Case    *c,
           char   **notes,
           GError **error)
{
  CasePlay *play = play_new (c);
  g_autoptr(GError) own = NULL;
  gboolean ok = make_world (play, &own) && do_steps (play, &own) && play->failure == NULL;

  if (!ok && own == NULL)
    own = play->failure != NULL
            ? g_error_copy (play->failure)
            : g_error_new_literal (CASE_ERROR, CASE_ERROR_PLAY, "failed");
  if (!ok && play->link != NULL)
    {
      g_autofree char *output = case_link_dup_output (play->link);

      g_string_append (play->notes, output);
    }
  *notes = g_strdup (play->notes->str);
  if (!ok)
    g_propagate_error (error, g_steal_pointer (&own));
  play_free (play);
  return ok;
}
