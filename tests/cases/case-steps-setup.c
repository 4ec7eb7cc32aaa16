/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * Steps that set the scene: settings, folders, rules that hold from then on. */
#include "config.h"

#include "case-steps.h"

#include <unistd.h>

#include "case-arrival.h"

/* Later settings are for what starts afterwards. */
static gboolean
step_config (CasePlay    *play,
             JsonObject  *step,
             GError     **error)
{
  g_autoptr(JsonNode) value = case_step_value (play, step, "config", error);
  JsonObject *config = gh_json_node_get_object (play->config);
  JsonObjectIter iter;
  const char *name;
  JsonNode *setting;

  if (value == NULL)
    return FALSE;
  json_object_iter_init (&iter, gh_json_node_get_object (value));
  while (json_object_iter_next (&iter, &name, &setting))
    json_object_set_member (config, name, json_node_ref (setting));
  if (play->started)
    {
      g_autoptr(JsonObject) answer =
        case_play_ask (play, case_step_deadline (play, step), "set", play->config);

      return answer != NULL || case_step_fail (error, "the host did not take the settings");
    }
  return TRUE;
}

static gboolean
step_host_env (CasePlay    *play,
               JsonObject  *step,
               GError     **error)
{
  g_autoptr(JsonNode) value = case_step_value (play, step, "host_env", error);
  JsonObjectIter iter;
  const char *name;
  JsonNode *text;

  if (value == NULL)
    return FALSE;
  if (play->started)
    return case_step_fail (error, "the host has started already");
  json_object_iter_init (&iter, gh_json_node_get_object (value));
  while (json_object_iter_next (&iter, &name, &text))
    g_ptr_array_add (play->host_env, g_strconcat (name, "=", gh_json_node_get_string (text), NULL));
  return TRUE;
}

static gboolean
step_provider (CasePlay    *play,
               JsonObject  *step,
               GError     **error)
{
  if (play->started)
    return case_step_fail (error, "the host has started already");
  g_free (play->provider);
  play->provider = g_strdup (gh_json_get_string (step, "provider"));
  return TRUE;
}

static gboolean
make_folders (JsonNode  *paths,
              GError   **error)
{
  const char *path = gh_json_node_get_string (paths);
  JsonArray *list = gh_json_node_get_array (paths);

  if (path != NULL && g_mkdir_with_parents (path, 0755) != 0)
    return case_step_fail (error, "%s: %s", path, g_strerror (errno));
  for (guint i = 0; list != NULL && i < json_array_get_length (list); i++)
    if (!make_folders (json_array_get_element (list, i), error))
      return FALSE;
  return TRUE;
}

static gboolean
step_mkdir (CasePlay    *play,
            JsonObject  *step,
            GError     **error)
{
  g_autoptr(JsonNode) paths = case_step_value (play, step, "mkdir", error);

  return paths != NULL && make_folders (paths, error);
}

static gboolean
step_make_symlink (CasePlay    *play,
                   JsonObject  *step,
                   GError     **error)
{
  g_autoptr(JsonNode) value = case_step_value (play, step, "make_symlink", error);
  JsonObject *object = value != NULL ? gh_json_node_get_object (value) : NULL;
  const char *link = object != NULL ? gh_json_get_string (object, "link") : NULL;
  const char *target = object != NULL ? gh_json_get_string (object, "target") : NULL;

  if (object == NULL)
    return FALSE;
  if (link == NULL || target == NULL)
    return case_step_fail (error, "no link or no target");
  return symlink (target, link) == 0 || case_step_fail (error, "%s: %s", link, g_strerror (errno));
}

static gboolean
step_eol (CasePlay    *play,
          JsonObject  *step,
          GError     **error)
{
  g_free (play->eol);
  play->eol = g_strdup (gh_json_get_string (step, "eol"));
  return play->eol != NULL || case_step_fail (error, "no text");
}

static gboolean
step_answer_default (CasePlay    *play,
                     JsonObject  *step,
                     GError     **error)
{
  case_play_add_rule (play, CASE_RULE_ANSWER_DEFAULT, step);
  return TRUE;
}

static gboolean
step_on_each (CasePlay    *play,
              JsonObject  *step,
              GError     **error)
{
  case_play_add_rule (play, CASE_RULE_ON_EACH, step);
  return TRUE;
}

static gboolean
step_forbid (CasePlay    *play,
             JsonObject  *step,
             GError     **error)
{
  case_play_add_rule (play, CASE_RULE_FORBID, gh_json_get_object (step, "forbid"));
  return TRUE;
}

static void
shell_cb (GObject      *source,
          GAsyncResult *result,
          gpointer      user_data)
{
  GAsyncResult **ended = user_data;

  *ended = g_object_ref (result);
}

static gboolean
step_shell (CasePlay    *play,
            JsonObject  *step,
            GError     **error)
{
  g_autoptr(JsonNode) line = case_step_value (play, step, "shell", error);
  g_autoptr(GSubprocess) shell = NULL;
  g_autoptr(GAsyncResult) ended = NULL;
  gint64 deadline =
    json_object_has_member (step, "within_ms") ? case_step_deadline (play, step) : play->deadline;

  if (line == NULL)
    return FALSE;
  shell = g_subprocess_new (G_SUBPROCESS_FLAGS_STDOUT_SILENCE, error, "/bin/sh", "-c",
                            gh_json_node_get_string (line), NULL);
  if (shell == NULL)
    return FALSE;
  g_subprocess_wait_async (shell, NULL, shell_cb, &ended);
  while (ended == NULL && case_play_turn (play, deadline))
    ;
  if (ended == NULL)
    {
      g_subprocess_force_exit (shell);
      while (ended == NULL)
        g_main_context_iteration (NULL, TRUE);
      return case_step_fail (error, "did not end");
    }
  if (!g_subprocess_get_successful (shell))
    return case_step_fail (error, "did not exit with 0");
  return TRUE;
}

static gboolean
step_sleep (CasePlay    *play,
            JsonObject  *step,
            GError     **error)
{
  return case_play_sleep (play, gh_json_get_int (step, "sleep_ms", 0));
}

const CaseStep case_setup_steps[] = {
  { "config", step_config, TRUE },
  { "host_env", step_host_env, TRUE },
  { "provider", step_provider, TRUE },
  { "mkdir", step_mkdir, TRUE },
  { "make_symlink", step_make_symlink, TRUE },
  { "eol", step_eol, TRUE },
  { "answer_default", step_answer_default, TRUE },
  { "on_each", step_on_each, TRUE },
  { "forbid", step_forbid, TRUE },
  { "shell", step_shell, FALSE },
  { "sleep_ms", step_sleep, FALSE },
  { NULL },
};
