/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * Whether a case is in the language: nothing unknown is passed over. */
#include "config.h"

#include "case-check.h"

#include <string.h>

#include "case-file.h"

/* The language, as the words that may stand in a place. */
typedef struct
{
  const char *place;
  const char *words;
} Vocabulary;

#define NEEDS \
  "protocol tools resources roots sampling elicitation process http sse auth provider chat form ui"
#define FIT_KEYS "on path match form with_headers without_headers"
#define KINDS "sampling elicitation url tool sign_in"

/* Steps, and what may stand beside each in the same object; "if_built" always. */
static const Vocabulary steps[] = {
  { "config", "" },
  { "host_env", "" },
  { "provider", "" },
  { "mkdir", "" },
  { "make_symlink", "" },
  { "shell", "within_ms" },
  { "handshake", "within_ms" },
  { "expect", "as bind_path within_ms optional" },
  { "expect_next", "as bind_path within_ms" },
  { "expect_raw_contains", "within_ms" },
  { "expect_none_ms", "methods ids" },
  { "send", "eol cut_every if_bound" },
  { "eol", "" },
  { "send_hex", "" },
  { "send_parts", "" },
  { "ping", "within_ms" },
  { "answer_default", "for" },
  { "on_each", "do" },
  { "repeat_send", "until" },
  { "stderr", "" },
  { "stderr_hex", "" },
  { "stderr_repeat", "" },
  { "sleep_ms", "" },
  { "exit", "" },
  { "kill_self", "" },
  { "close_stdin", "" },
  { "stop_reading", "" },
  { "ignore_signals", "" },
  { "ignore_stdin_eof", "" },
  { "fork_sleep_holding_stdout", "" },
  { "http", "within_ms" },
  { "http_parallel", "within_ms" },
  { "forbid", "" },
  { "push", "" },
  { "end", "" },
  { "host", "within_ms" },
  { "assert", "within_ms" },
};

/* What an object in a place may hold. */
static const Vocabulary members[] = {
  { "case", "id area transport needs source script expected ref" },
  { "config", "roots env url era start_timeout_ms timeout_ms max_total_ms idle_stop_ms "
              "max_message_mib oauth" },
  { "config.oauth", "client_id issuer access refresh scopes" },
  { "make_symlink", "link target" },
  { "handshake", "version capabilities" },
  { "send_parts", "repeat times" },
  { "answer_default", "result error" },
  { "repeat_send", "every_ms for_ms send until" },
  { "stderr_repeat", "text times" },
  { "http", FIT_KEYS " body_contains body_not_contains body_count check min_delay_ms status "
            "headers body chunks chunk_delay_ms cut_every hold conn as bind_path optional "
            "repeat_for_ms within_ms" },
  { "forbid", FIT_KEYS },
  { "push", "conn chunk" },
  { "host", "call_tool cancel_call stop_server add_roots set_roots approve deny dismiss "
            "always_allow model_calls ask_model chat cancel_turn fields times if_open" },
  { "call_tool", "name arguments arguments_text fields" },
  { "assert", "any server_state tools tools_include tool_flags malformed log_contains "
              "server_env_has server_env_lacks process_gone error_contains tool_call "
              "tool_result_text tool_result_contains tool_result_length "
              "tool_result_json_contains tool_result_parts tool_result_images results_ok dialog "
              "shows flags waiting form_field opened_urls oauth_state no_request_to count answer "
              "assistant_text model_tool_calls offered_names_unique offered_schema_contains "
              "max_rss_growth_mib max_main_loop_stall_ms shown_text_contains "
              "shown_text_not_contains no_gtk_warnings within_ms" },
  { "range", "min max" },
};

/* Values that are one of a few words (or a list of them). */
static const Vocabulary values[] = {
  { "transport", "stdio http sse llm" },
  { "needs", NEEDS },
  { "if_built", NEEDS },
  { "era", "legacy auto" },
  { "provider", "openai anthropic ollama gemini" },
  { "on", "GET POST DELETE" },
  { "check", "tool_names anthropic_tool_pairs gemini_parameters" },
  { "approve", KINDS },
  { "deny", KINDS },
  { "dismiss", KINDS },
  { "dialog", KINDS " none" },
  { "server_state", "starting ready stopped exited failed" },
  { "tool_call", "pending result tool_error error cancelled" },
  { "oauth_state", "none discovering asking browser signed_in failed" },
  { "answer", "running done incomplete failed" },
  { "flags", "hidden-characters punycode userinfo definition-changed" },
  { "form_field", "text number switch choice choices list group json" },
};

/* Members, wherever they stand, whose value is a list or an object. */
#define LISTS \
  "roots scopes chunks body_contains body_not_contains without_headers methods ids for do any " \
  "tools tools_include opened_urls model_tool_calls offered_schema_contains server_env_has " \
  "server_env_lacks flags add_roots set_roots ignore_signals"
#define OBJECTS \
  "env oauth match form with_headers headers body_count bind_path fields tool_flags form_field " \
  "count host_env expect expect_next on_each until"

/* Members of "host" that go with an action. */
#define ACTION_ARGUMENTS "fields times if_open"

typedef struct
{
  const char  *id;
  guint        step; /* from 1; 0: outside the script */
  const char  *name; /* of the step, or NULL */
  GError     **error;
} Check;

static gboolean G_GNUC_PRINTF (2, 3)
breach (Check      *check,
        const char *format,
        ...)
{
  g_autofree char *what = NULL;
  g_autoptr(GString) where = g_string_new (check->id);
  va_list list;

  va_start (list, format);
  what = g_strdup_vprintf (format, list);
  va_end (list);
  if (check->step > 0)
    g_string_append_printf (where, " step %u", check->step);
  if (check->name != NULL)
    g_string_append_printf (where, " %s", check->name);
  g_set_error (check->error, CASE_ERROR, CASE_ERROR_SCRIPT, "%s: %s", where->str, what);
  return FALSE;
}

static gboolean
has_word (const char *words,
          const char *word)
{
  g_auto(GStrv) list = g_strsplit (words, " ", -1);

  return word[0] != '\0' && g_strv_contains ((const char * const *) list, word);
}

static const char *
find_words (const Vocabulary *table,
            gsize             n,
            const char       *place)
{
  for (gsize i = 0; i < n; i++)
    if (g_str_equal (table[i].place, place))
      return table[i].words;
  return NULL;
}

const char *
case_step_name (JsonObject *step)
{
  const char *name = NULL;

  for (gsize i = 0; i < G_N_ELEMENTS (steps); i++)
    {
      /* An "eol" beside "send" is the line end of that one. */
      if (!json_object_has_member (step, steps[i].place)
          || (g_str_equal (steps[i].place, "eol") && json_object_has_member (step, "send")))
        continue;
      if (name != NULL)
        return NULL;
      name = steps[i].place;
    }
  return name;
}

static gboolean
check_type (Check      *check,
            const char *name,
            JsonNode   *value)
{
  if (has_word (LISTS, name) && gh_json_node_get_array (value) == NULL)
    return breach (check, "\"%s\" is not a list", name);
  if (has_word (OBJECTS, name) && gh_json_node_get_object (value) == NULL)
    return breach (check, "\"%s\" is not an object", name);
  return TRUE;
}

static gboolean
check_members (Check      *check,
               const char *place,
               JsonNode   *node)
{
  JsonObject *object = node != NULL ? gh_json_node_get_object (node) : NULL;
  JsonObjectIter iter;
  const char *name;
  JsonNode *value;

  if (object == NULL)
    return breach (check, "\"%s\" is not an object", place);
  json_object_iter_init (&iter, object);
  while (json_object_iter_next (&iter, &name, &value))
    {
      if (!has_word (find_words (members, G_N_ELEMENTS (members), place), name))
        return breach (check, "unknown key \"%s\" in \"%s\"", name, place);
      if (!check_type (check, name, value))
        return FALSE;
    }
  return TRUE;
}

/* One word, or a list of them. A bound value is looked at only when it is played. */
static gboolean
check_value (Check      *check,
             const char *place,
             JsonNode   *node)
{
  JsonArray *array = gh_json_node_get_array (node);
  const char *word = gh_json_node_get_string (node);

  if (array != NULL)
    {
      for (guint i = 0; i < json_array_get_length (array); i++)
        if (!check_value (check, place, json_array_get_element (array, i)))
          return FALSE;
      return TRUE;
    }
  if (word == NULL)
    return breach (check, "\"%s\" is not a word", place);
  if (strstr (word, "${") == NULL
      && !has_word (find_words (values, G_N_ELEMENTS (values), place), word))
    return breach (check, "unknown \"%s\" for \"%s\"", word, place);
  return TRUE;
}

/* The value of each member of an object that is one of the words of `place`. */
static gboolean
check_each_value (Check      *check,
                  const char *place,
                  JsonNode   *node)
{
  JsonObject *object = gh_json_node_get_object (node);
  JsonObjectIter iter;
  const char *name;
  JsonNode *value;

  if (object == NULL)
    return breach (check, "\"%s\" is not an object", place);
  json_object_iter_init (&iter, object);
  while (json_object_iter_next (&iter, &name, &value))
    if (!check_value (check, place, value))
      return FALSE;
  return TRUE;
}

static gboolean
check_range (Check    *check,
             JsonNode *node)
{
  return gh_json_node_is_number (node) || check_members (check, "range", node);
}

static gboolean
check_config (Check    *check,
              JsonNode *node)
{
  JsonObject *config;
  JsonNode *oauth;
  JsonNode *era;

  if (!check_members (check, "config", node))
    return FALSE;
  config = gh_json_node_get_object (node);
  oauth = gh_json_get_any (config, "oauth");
  era = gh_json_get_any (config, "era");
  return (oauth == NULL || check_members (check, "config.oauth", oauth))
         && (era == NULL || check_value (check, "era", era));
}

static gboolean
check_parts (Check    *check,
             JsonNode *node)
{
  JsonArray *parts = gh_json_node_get_array (node);

  if (parts == NULL)
    return breach (check, "\"send_parts\" is not a list");
  for (guint i = 0; i < json_array_get_length (parts); i++)
    {
      JsonNode *part = json_array_get_element (parts, i);

      if (!gh_json_node_is_string (part) && !check_members (check, "send_parts", part))
        return FALSE;
    }
  return TRUE;
}

static gboolean
check_http (Check      *check,
            const char *place,
            JsonNode   *node)
{
  JsonObject *http;
  JsonNode *on;
  JsonNode *by_name;

  if (!check_members (check, place, node))
    return FALSE;
  http = gh_json_node_get_object (node);
  on = gh_json_get_any (http, "on");
  by_name = gh_json_get_any (http, "check");
  return (on == NULL || check_value (check, "on", on))
         && (by_name == NULL || check_value (check, "check", by_name));
}

static gboolean
check_http_list (Check    *check,
                 JsonNode *node)
{
  JsonArray *list = gh_json_node_get_array (node);

  if (list == NULL)
    return breach (check, "\"http_parallel\" is not a list");
  for (guint i = 0; i < json_array_get_length (list); i++)
    if (!check_http (check, "http", json_array_get_element (list, i)))
      return FALSE;
  return TRUE;
}

static gboolean
check_host (Check    *check,
            JsonNode *node)
{
  JsonObjectIter iter;
  const char *name;
  const char *action = NULL;
  JsonNode *value;

  if (!check_members (check, "host", node))
    return FALSE;
  json_object_iter_init (&iter, gh_json_node_get_object (node));
  while (json_object_iter_next (&iter, &name, &value))
    {
      if (has_word (ACTION_ARGUMENTS, name))
        continue;
      if (action != NULL)
        return breach (check, "two actions, \"%s\" and \"%s\"", action, name);
      action = name;
      if (g_str_equal (name, "call_tool") && !check_members (check, name, value))
        return FALSE;
      if (has_word ("approve deny dismiss", name) && !check_value (check, name, value))
        return FALSE;
    }
  return action != NULL || breach (check, "no action");
}

static gboolean check_conditions (Check    *check,
                                  JsonNode *node);

static gboolean
check_condition (Check      *check,
                 const char *name,
                 JsonNode   *value)
{
  if (g_str_equal (name, "any"))
    {
      JsonArray *list = gh_json_node_get_array (value);

      if (list == NULL)
        return breach (check, "\"any\" is not a list");
      for (guint i = 0; i < json_array_get_length (list); i++)
        if (!check_conditions (check, json_array_get_element (list, i)))
          return FALSE;
      return TRUE;
    }
  if (g_str_equal (name, "tool_flags"))
    return check_each_value (check, "flags", value);
  if (g_str_equal (name, "form_field"))
    {
      JsonObject *tools = gh_json_node_get_object (value);
      JsonObjectIter iter;
      const char *tool;
      JsonNode *fields;

      if (tools == NULL)
        return breach (check, "\"form_field\" is not an object");
      json_object_iter_init (&iter, tools);
      while (json_object_iter_next (&iter, &tool, &fields))
        if (!check_each_value (check, "form_field", fields))
          return FALSE;
      return TRUE;
    }
  if (g_str_equal (name, "malformed"))
    return check_range (check, value);
  if (g_str_equal (name, "count"))
    {
      JsonObject *counts = gh_json_node_get_object (value);
      JsonObjectIter iter;
      const char *what;
      JsonNode *range;

      if (counts == NULL)
        return breach (check, "\"count\" is not an object");
      json_object_iter_init (&iter, counts);
      while (json_object_iter_next (&iter, &what, &range))
        if (!check_range (check, range))
          return FALSE;
      return TRUE;
    }
  return find_words (values, G_N_ELEMENTS (values), name) == NULL
         || check_value (check, name, value);
}

static gboolean
check_conditions (Check    *check,
                  JsonNode *node)
{
  JsonObjectIter iter;
  const char *name;
  JsonNode *value;

  if (!check_members (check, "assert", node))
    return FALSE;
  json_object_iter_init (&iter, gh_json_node_get_object (node));
  while (json_object_iter_next (&iter, &name, &value))
    if (!check_condition (check, name, value))
      return FALSE;
  return TRUE;
}

static gboolean check_step (Check    *check,
                            JsonNode *node);

static gboolean
check_on_each (Check      *check,
               JsonObject *step)
{
  JsonArray *list = gh_json_get_array (step, "do");

  if (list == NULL)
    return breach (check, "\"do\" is not a list");
  for (guint i = 0; i < json_array_get_length (list); i++)
    {
      JsonNode *each = json_array_get_element (list, i);
      JsonObject *object = gh_json_node_get_object (each);

      if (!check_step (check, each))
        return FALSE;
      if (!json_object_has_member (object, "send"))
        return breach (check, "\"do\" has other steps than \"send\"");
    }
  return TRUE;
}

static gboolean
check_step_value (Check      *check,
                  const char *name,
                  JsonObject *step)
{
  JsonNode *value = gh_json_get_any (step, name);

  if (g_str_equal (name, "config"))
    return check_config (check, value);
  if (g_str_equal (name, "send_parts"))
    return check_parts (check, value);
  if (g_str_equal (name, "http") || g_str_equal (name, "forbid"))
    return check_http (check, name, value);
  if (g_str_equal (name, "http_parallel"))
    return check_http_list (check, value);
  if (g_str_equal (name, "host"))
    return check_host (check, value);
  if (g_str_equal (name, "assert"))
    return check_conditions (check, value);
  if (g_str_equal (name, "on_each"))
    return check_on_each (check, step);
  if (g_str_equal (name, "provider"))
    return check_value (check, name, value);
  return find_words (members, G_N_ELEMENTS (members), name) == NULL
         || check_members (check, name, value);
}

static gboolean
check_step (Check    *check,
            JsonNode *node)
{
  JsonObject *step = gh_json_node_get_object (node);
  const char *name;
  const char *key;
  JsonObjectIter iter;
  JsonNode *value;

  if (step == NULL)
    return breach (check, "is not an object");
  name = case_step_name (step);
  json_object_iter_init (&iter, step);
  while (json_object_iter_next (&iter, &key, &value))
    {
      if (!check_type (check, key, value))
        return FALSE;
      if (name != NULL ? g_str_equal (key, name)
                       : find_words (steps, G_N_ELEMENTS (steps), key) != NULL)
        continue;
      if (g_str_equal (key, "if_built"))
        {
          if (!check_value (check, key, value))
            return FALSE;
        }
      else if (name == NULL)
        return breach (check, "unknown step \"%s\"", key);
      else if (!has_word (find_words (steps, G_N_ELEMENTS (steps), name), key))
        return breach (check, "unknown key \"%s\" beside \"%s\"", key, name);
    }
  if (name == NULL)
    return breach (check, "not one step but none or several");
  check->name = name;
  return check_step_value (check, name, step);
}

gboolean
case_check (JsonNode  *node,
            GError   **error)
{
  JsonObject *object = gh_json_node_get_object (node);
  Check check = { .id = "a case", .error = error };
  JsonArray *script;
  JsonNode *needs;

  if (object == NULL)
    return breach (&check, "not an object");
  if (gh_json_get_string (object, "id") == NULL)
    return breach (&check, "no \"id\"");
  check.id = gh_json_get_string (object, "id");
  script = gh_json_get_array (object, "script");
  needs = gh_json_get_any (object, "needs");
  if (!check_members (&check, "case", node))
    return FALSE;
  if (gh_json_get_string (object, "transport") == NULL)
    return breach (&check, "no \"transport\"");
  if (!check_value (&check, "transport", gh_json_get_any (object, "transport")))
    return FALSE;
  if (needs == NULL || gh_json_node_get_array (needs) == NULL)
    return breach (&check, "no list \"needs\"");
  if (!check_value (&check, "needs", needs))
    return FALSE;
  if (script == NULL)
    return breach (&check, "no list \"script\"");
  for (guint i = 0; i < json_array_get_length (script); i++)
    {
      check.step = i + 1;
      check.name = NULL;
      if (!check_step (&check, json_array_get_element (script, i)))
        return FALSE;
    }
  return TRUE;
}
