/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * What must be true of the server, and of the host as a process. */
#include "config.h"

#include "case-condition.h"

#include <string.h>

#include "case-form.h"
#include "case-kind.h"
#include "case-pattern.h"
#include "case-watch.h"
#include "gh-failure.h"
#include "gh-log-line.h"
#include "gh-server-private.h"

/* Ended by itself after it was ready, or never got there, or the host gave it up. */
static gboolean
has_exited (CaseWorld *world)
{
  GhFailure failure = gh_failure_of_error (gh_server_get_error (world->server), NULL);

  return world->was_ready
         && (failure == GH_FAILURE_EXITED || failure == GH_FAILURE_KILLED
             || failure == GH_FAILURE_CLOSED);
}

static const char *
get_state (CaseWorld *world)
{
  switch (gh_server_get_state (world->server))
    {
    case GH_SERVER_STARTING:
      return "starting";
    case GH_SERVER_RUNNING:
      return "ready";
    case GH_SERVER_STOPPED:
      return "stopped";
    case GH_SERVER_STOPPING:
      return "stopping";
    case GH_SERVER_FAILED:
      return has_exited (world) ? "exited" : "failed";
    default:
      g_assert_not_reached ();
    }
}

static gboolean
server_state (CaseWorld *world,
              JsonNode  *wanted,
              GString   *why)
{
  const GError *error;

  if (world->server == NULL)
    return case_is_not (why, "there is no server");
  error = gh_server_get_error (world->server);
  return case_is_word (wanted, get_state (world))
         || case_is_not (why, "%s (%s)", get_state (world),
                         error != NULL ? error->message : "no error");
}

/* The names, each with a blank around. */
static GPtrArray *
list_tool_names (CaseWorld *world)
{
  GPtrArray *names = g_ptr_array_new_with_free_func (g_free);
  GListModel *tools = world->server != NULL ? gh_server_list_tools (world->server) : NULL;

  for (guint i = 0; tools != NULL && i < g_list_model_get_n_items (tools); i++)
    {
      g_autoptr(GhTool) tool = g_list_model_get_item (tools, i);

      g_ptr_array_add (names, g_strdup (gh_tool_get_name (tool)));
    }
  return names;
}

static gboolean
are_not_tools (GPtrArray *names,
               GString   *why)
{
  g_string_append (why, "[");
  for (guint i = 0; i < names->len; i++)
    g_string_append_printf (why, "%s%s", i > 0 ? ", " : "", (char *) g_ptr_array_index (names, i));
  g_string_append (why, "]");
  return FALSE;
}

static gboolean
tools (CaseWorld *world,
       JsonNode  *wanted,
       GString   *why)
{
  g_autoptr(GPtrArray) names = list_tool_names (world);
  JsonArray *list = gh_json_node_get_array (wanted);

  if (names->len != json_array_get_length (list))
    return are_not_tools (names, why);
  for (guint i = 0; i < names->len; i++)
    if (!case_is_valid (why, g_ptr_array_index (names, i))
        || !case_is_word (json_array_get_element (list, i), g_ptr_array_index (names, i)))
      return are_not_tools (names, why);
  return TRUE;
}

static gboolean
tools_include (CaseWorld *world,
               JsonNode  *wanted,
               GString   *why)
{
  g_autoptr(GPtrArray) names = list_tool_names (world);
  JsonArray *list = gh_json_node_get_array (wanted);

  for (guint i = 0; i < json_array_get_length (list); i++)
    {
      const char *name = gh_json_node_get_string (json_array_get_element (list, i));

      if (name == NULL
          || !g_ptr_array_find_with_equal_func (names, name, g_str_equal, NULL))
        return are_not_tools (names, why);
    }
  return TRUE;
}

static gboolean
has_flag (GhTool     *tool,
          const char *flag)
{
  const char *description = gh_tool_get_description (tool);

  return g_strcmp0 (flag, "hidden-characters") == 0
         && (case_text_is_hidden (gh_tool_get_name (tool))
             || case_text_is_hidden (gh_tool_get_title (tool))
             || (description != NULL && case_text_is_hidden (description)));
}

static gboolean
tool_flags (CaseWorld *world,
            JsonNode  *wanted,
            GString   *why)
{
  JsonObjectIter iter;
  const char *name;
  JsonNode *flags;

  json_object_iter_init (&iter, gh_json_node_get_object (wanted));
  while (json_object_iter_next (&iter, &name, &flags))
    {
      g_autoptr(GhTool) tool = case_world_find_tool (world, name);
      JsonArray *list = gh_json_node_get_array (flags);

      if (tool == NULL)
        return case_is_not (why, "there is no tool %s", name);
      for (guint i = 0; list != NULL && i < json_array_get_length (list); i++)
        {
          const char *flag = gh_json_node_get_string (json_array_get_element (list, i));

          if (!has_flag (tool, flag))
            return case_is_not (why, "%s is not flagged %s", name, flag);
        }
    }
  return TRUE;
}

/* The lines the host has taken out of the server's log, as far as they are of this source. */
static gboolean
log_has (CaseWorld  *world,
         JsonNode   *wanted,
         gboolean    only_errors,
         GString    *why)
{
  GListModel *lines = world->server != NULL ? gh_server_list_log (world->server) : NULL;

  for (guint i = 0; lines != NULL && i < g_list_model_get_n_items (lines); i++)
    {
      g_autoptr(GhLogLine) line = g_list_model_get_item (lines, i);

      if (!case_is_valid (why, gh_log_line_get_text (line)))
        return FALSE;
      if (only_errors
          && (gh_log_line_get_source (line) != GH_LOG_HOST
              || g_strcmp0 (gh_log_line_get_level (line), "error") != 0))
        continue;
      if (case_has_texts (wanted, gh_log_line_get_text (line)))
        return TRUE;
    }
  return FALSE;
}

static gboolean
log_contains (CaseWorld *world,
              JsonNode  *wanted,
              GString   *why)
{
  return log_has (world, wanted, FALSE, why) || case_is_not (why, "no such line");
}

static gboolean
malformed (CaseWorld *world,
           JsonNode  *wanted,
           GString   *why)
{
  guint n = world->server != NULL ? gh_server_get_n_malformed (world->server) : 0;

  return case_pattern_holds (wanted, n) || case_is_not (why, "%u", n);
}

static gboolean
error_has (JsonNode     *wanted,
           const GError *error)
{
  return error != NULL && case_has_texts (wanted, error->message);
}

static gboolean
error_contains (CaseWorld *world,
                JsonNode  *wanted,
                GString   *why)
{
  GhRequest *front = case_person_get_front (world->person);

  if ((world->server != NULL && error_has (wanted, gh_server_get_error (world->server)))
      || error_has (wanted, world->refused) || log_has (world, wanted, TRUE, why))
    return TRUE;
  if (front != NULL && GH_IS_SAMPLING_REQUEST (front)
      && error_has (wanted, gh_sampling_request_get_error (GH_SAMPLING_REQUEST (front))))
    return TRUE;
  if (front != NULL && GH_IS_ELICITATION_REQUEST (front)
      && error_has (wanted, gh_elicitation_request_get_error (GH_ELICITATION_REQUEST (front))))
    return TRUE;
  if (world->ask != NULL && error_has (wanted, case_ask_get_error (world->ask)))
    return TRUE;
  for (guint i = 0; i < world->calls->len; i++)
    {
      const GError *error = gh_tool_call_get_error (g_ptr_array_index (world->calls, i));

      if (error_has (wanted, error))
        return TRUE;
      if (error != NULL)
        g_string_append_printf (why, "call: %s; ", error->message);
    }
  if (world->server != NULL && gh_server_get_error (world->server) != NULL)
    g_string_append_printf (why, "server: %s; ", gh_server_get_error (world->server)->message);
  return FALSE;
}

static gboolean
form_field (CaseWorld *world,
            JsonNode  *wanted,
            GString   *why)
{
  JsonObjectIter iter;
  const char *name;
  JsonNode *fields;

  json_object_iter_init (&iter, gh_json_node_get_object (wanted));
  while (json_object_iter_next (&iter, &name, &fields))
    {
      g_autoptr(GhTool) tool = case_world_find_tool (world, name);
      g_autoptr(GhForm) form = NULL;
      JsonObjectIter inner;
      const char *member;
      JsonNode *kind;

      if (tool == NULL)
        return case_is_not (why, "there is no tool %s", name);
      form = gh_form_new (gh_tool_get_input_schema (tool));
      json_object_iter_init (&inner, gh_json_node_get_object (fields));
      while (json_object_iter_next (&inner, &member, &kind))
        {
          GhFormField *field = gh_form_get_field (form, member);

          if (field == NULL)
            return case_is_not (why, "there is no field %s", member);
          if (!case_is_word (kind, case_form_field_kind (field)))
            return case_is_not (why, "%s is a %s", member, case_form_field_kind (field));
        }
    }
  return TRUE;
}

static gboolean
no_request_to (CaseWorld *world,
               JsonNode  *wanted,
               GString   *why)
{
  const char *host = gh_json_node_get_string (wanted);

  return (host != NULL && !case_watch_has_host (host)) || case_is_not (why, "there was one");
}

/* Under a sanitizer time and memory are its own: any limit is kept that could be kept at all. */
static gboolean
keeps_limit (gint64    measured,
             JsonNode *wanted)
{
  gint64 limit;

  return gh_json_node_get_int (wanted, &limit)
         && (measured <= limit || (case_watch_is_sanitized () && limit >= 0));
}

static gboolean
max_rss_growth_mib (CaseWorld *world,
                    JsonNode  *wanted,
                    GString   *why)
{
  gint64 growth = case_watch_get_growth_mib ();

  return keeps_limit (growth, wanted) || case_is_not (why, "%" G_GINT64_FORMAT " MiB", growth);
}

static gboolean
max_main_loop_stall_ms (CaseWorld *world,
                        JsonNode  *wanted,
                        GString   *why)
{
  gint64 stall = case_watch_get_stall_ms ();

  return keeps_limit (stall, wanted) || case_is_not (why, "%" G_GINT64_FORMAT " ms", stall);
}

const CaseCondition case_server_conditions[] = {
  { "server_state", server_state },
  { "tools", tools },
  { "tools_include", tools_include },
  { "tool_flags", tool_flags },
  { "log_contains", log_contains },
  { "malformed", malformed },
  { "error_contains", error_contains },
  { "form_field", form_field },
  { "no_request_to", no_request_to },
  { "max_rss_growth_mib", max_rss_growth_mib },
  { "max_main_loop_stall_ms", max_main_loop_stall_ms },
  { NULL },
};
