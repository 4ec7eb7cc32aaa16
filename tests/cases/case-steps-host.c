/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * What the person does, and what must be true: the host process is asked, again and again. */
#include "config.h"

#include "case-steps.h"

#include <string.h>

#include "case-pattern.h"
#include "case-process.h"

/* Between two looks at what is to become true. */
#define LOOK_MS 10
#define IF_OPEN_MS 500

static gboolean
step_host (CasePlay    *play,
           JsonObject  *step,
           GError     **error)
{
  g_autoptr(JsonNode) action = case_step_value (play, step, "host", error);
  JsonObject *object = action != NULL ? gh_json_node_get_object (action) : NULL;
  gboolean if_open = object != NULL && gh_json_get_boolean (object, "if_open", FALSE);
  gint64 deadline =
    if_open ? case_play_deadline (play, IF_OPEN_MS) : case_step_deadline (play, step);

  if (object == NULL)
    return FALSE;
  for (;;)
    {
      g_autoptr(JsonObject) answer =
        case_play_ask (play, MAX (deadline, case_play_deadline (play, 1000)), "act", action);
      const char *wait;

      if (answer == NULL)
        return case_step_fail (error, "the host does not answer");
      if (gh_json_get_boolean (answer, "done", FALSE))
        return TRUE;
      if (gh_json_get_string (answer, "fail") != NULL)
        return case_step_fail (error, "%s", gh_json_get_string (answer, "fail"));
      wait = gh_json_get_string (answer, "wait");
      if (g_get_monotonic_time () >= deadline)
        return if_open || case_step_fail (error, "%s", wait);
      if (!case_play_sleep (play, LOOK_MS))
        return FALSE;
    }
}

/* --- conditions that the player knows --- */

static gboolean
check_count (CasePlay *play,
             JsonNode *value,
             GString  *why)
{
  JsonObjectIter iter;
  const char *what;
  JsonNode *range;

  json_object_iter_init (&iter, gh_json_node_get_object (value));
  while (json_object_iter_next (&iter, &what, &range))
    {
      gint64 n = g_str_equal (what, "other") ? play->n_other
                                             : case_inbox_get_count (play->inbox, what);

      if (!case_pattern_holds (range, n))
        g_string_append_printf (why, "count of %s: %" G_GINT64_FORMAT "; ", what, n);
    }
  return why->len == 0;
}

static gboolean
has_variable (const char * const *env,
              const char         *wanted)
{
  gsize length = strlen (wanted);

  for (guint i = 0; env[i] != NULL; i++)
    if (g_str_equal (env[i], wanted)
        || (strchr (wanted, '=') == NULL && strncmp (env[i], wanted, length) == 0
            && env[i][length] == '='))
      return TRUE;
  return FALSE;
}

static gboolean
check_env (CasePlay   *play,
           const char *name,
           JsonNode   *value,
           GString    *why)
{
  const char * const *env =
    play->player != NULL ? case_player_get_environ (play->player) : NULL;
  JsonArray *list = gh_json_node_get_array (value);
  gboolean wanted = g_str_equal (name, "server_env_has");

  if (env == NULL)
    {
      g_string_append (why, "no server process has come");
      return FALSE;
    }
  for (guint i = 0; i < json_array_get_length (list); i++)
    {
      const char *variable = gh_json_node_get_string (json_array_get_element (list, i));

      if (variable == NULL || has_variable (env, variable) != wanted)
        g_string_append_printf (why, "the environment %s %s; ", wanted ? "lacks" : "has",
                                variable);
    }
  return why->len == 0;
}

static gboolean
check_gone (CasePlay *play,
            GString  *why)
{
  GPid pid = play->player != NULL ? case_player_get_pid (play->player) : 0;

  if (pid == 0)
    g_string_append (why, "no server process has come");
  else if (case_group_is_alive (pid))
    g_string_append (why, "the server's process or one of its group is left");
  return why->len == 0;
}

/* Whether it is one of ours; *holds says whether it holds. */
static gboolean
check_own (CasePlay   *play,
           const char *name,
           JsonNode   *value,
           gboolean   *holds,
           GString    *why)
{
  if (g_str_equal (name, "count"))
    *holds = check_count (play, value, why);
  else if (g_str_has_prefix (name, "server_env_"))
    *holds = check_env (play, name, value, why);
  else if (g_str_equal (name, "process_gone"))
    *holds = check_gone (play, why);
  else
    return FALSE;
  return TRUE;
}

/* --- all conditions of a step --- */

static gboolean check_all (CasePlay   *play,
                           JsonObject *conditions,
                           GString    *why);

static gboolean
check_any (CasePlay  *play,
           JsonArray *list,
           GString   *why)
{
  for (guint i = 0; i < json_array_get_length (list); i++)
    {
      if (check_all (play, gh_json_node_get_object (json_array_get_element (list, i)), why))
        return TRUE;
      g_string_append (why, " / ");
    }
  return FALSE;
}

static gboolean
check_hosts (CasePlay *play,
             JsonNode *conditions,
             GString  *why)
{
  g_autoptr(JsonObject) answer =
    case_play_ask (play, case_play_deadline (play, 5000), "check", conditions);

  if (answer == NULL)
    {
      g_string_append (why, "the host does not answer");
      return FALSE;
    }
  if (gh_json_get_string (answer, "why") != NULL)
    g_string_append (why, gh_json_get_string (answer, "why"));
  return gh_json_get_boolean (answer, "holds", FALSE);
}

static gboolean
check_all (CasePlay   *play,
           JsonObject *conditions,
           GString    *why)
{
  g_autoptr(JsonNode) hosts = gh_json_node_new_object (json_object_new ());
  JsonObject *of_host = gh_json_node_get_object (hosts);
  JsonObjectIter iter;
  const char *name;
  JsonNode *value;

  json_object_iter_init_ordered (&iter, conditions);
  while (json_object_iter_next_ordered (&iter, &name, &value))
    {
      gboolean holds = TRUE;
      g_autoptr(GString) own = g_string_new (NULL);

      if (g_str_equal (name, "within_ms"))
        continue;
      if (g_str_equal (name, "any"))
        holds = check_any (play, gh_json_node_get_array (value), own);
      else if (!check_own (play, name, value, &holds, own))
        json_object_set_member (of_host, name, json_node_ref (value));
      if (!holds)
        {
          g_string_append (why, own->str);
          return FALSE;
        }
    }
  return json_object_get_size (of_host) == 0 || check_hosts (play, hosts, why);
}

static gboolean
step_assert (CasePlay    *play,
             JsonObject  *step,
             GError     **error)
{
  g_autoptr(JsonNode) value = case_step_value (play, step, "assert", error);
  JsonObject *conditions = value != NULL ? gh_json_node_get_object (value) : NULL;
  gint64 deadline;

  if (conditions == NULL)
    return FALSE;
  deadline = case_step_deadline (play, json_object_has_member (conditions, "within_ms") ? conditions
                                                                                       : step);
  for (;;)
    {
      g_autoptr(GString) why = g_string_new (NULL);

      if (check_all (play, conditions, why))
        return TRUE;
      if (g_get_monotonic_time () >= deadline)
        return case_step_fail (error, "%s", why->str);
      if (!case_play_sleep (play, LOOK_MS))
        return FALSE;
    }
}

const CaseStep case_host_steps[] = {
  { "host", step_host },
  { "assert", step_assert },
  { NULL },
};
