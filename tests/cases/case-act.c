/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * What the person does, as far as it can be done now. */
#include "config.h"

#include "case-act.h"

#include "case-form.h"
#include "case-kind.h"

typedef enum
{
  DONE,
  WAIT,
  FAIL,
} Outcome;

/* text: what it waits for, or why it failed. */
typedef Outcome (*ActFunc) (CaseWorld  *world,
                            JsonObject *action,
                            JsonNode   *value,
                            GString    *text);

static Outcome G_GNUC_PRINTF (3, 4)
say (GString    *text,
     Outcome     outcome,
     const char *format,
     ...)
{
  va_list list;

  va_start (list, format);
  g_string_vprintf (text, format, list);
  va_end (list);
  return outcome;
}

/* --- calls --- */

static JsonNode *
make_arguments (GhTool      *tool,
                JsonObject  *call,
                GError     **error)
{
  JsonObject *fields = gh_json_get_object (call, "fields");
  g_autoptr(GhForm) form = NULL;

  if (fields == NULL)
    return gh_json_get_any (call, "arguments") != NULL
             ? json_node_ref (gh_json_get_any (call, "arguments"))
             : gh_json_node_new_object (json_object_new ());
  form = gh_form_new (gh_tool_get_input_schema (tool));
  return case_form_fill (form, fields, error) && case_form_check (form, error)
           ? gh_form_dup_arguments (form)
           : NULL;
}

static Outcome
call_tool (CaseWorld  *world,
           JsonObject *action,
           JsonNode   *value,
           GString    *text)
{
  JsonObject *call = gh_json_node_get_object (value);
  const char *name = gh_json_get_string (call, "name");
  const char *json = gh_json_get_string (call, "arguments_text");
  g_autoptr(GhTool) tool = case_world_find_tool (world, name);
  g_autoptr(GError) error = NULL;
  GhToolCall *made = NULL;

  if (tool == NULL)
    return say (text, WAIT, "the host lists no tool %s", name);
  g_clear_error (&world->refused);
  if (json != NULL)
    made = gh_server_call_tool_text (world->server, tool, json, &error);
  else
    {
      g_autoptr(JsonNode) arguments = make_arguments (tool, call, &error);

      if (arguments != NULL)
        made = gh_server_call_tool (world->server, tool, arguments);
    }
  if (made == NULL)
    world->refused = g_steal_pointer (&error);
  else
    g_ptr_array_add (world->calls, made);
  return DONE;
}

static Outcome
cancel_call (CaseWorld  *world,
             JsonObject *action,
             JsonNode   *value,
             GString    *text)
{
  if (world->calls->len == 0)
    return say (text, FAIL, "there is no call");
  gh_tool_call_cancel (g_ptr_array_index (world->calls, world->calls->len - 1));
  return DONE;
}

static Outcome
stop_server (CaseWorld  *world,
             JsonObject *action,
             JsonNode   *value,
             GString    *text)
{
  if (world->server == NULL)
    return say (text, FAIL, "there is no server");
  gh_server_stop_async (world->server, NULL, NULL);
  return DONE;
}

/* --- roots --- */

static GListModel *
list_files (JsonNode *paths)
{
  GListStore *files = g_list_store_new (G_TYPE_FILE);
  JsonArray *list = gh_json_node_get_array (paths);

  for (guint i = 0; i < json_array_get_length (list); i++)
    {
      const char *path = gh_json_node_get_string (json_array_get_element (list, i));
      g_autoptr(GFile) file = g_file_new_for_path (path);

      g_list_store_append (files, file);
    }
  return G_LIST_MODEL (files);
}

static Outcome
add_roots (CaseWorld  *world,
           JsonObject *action,
           JsonNode   *value,
           GString    *text)
{
  g_autoptr(GListModel) files = list_files (value);

  gh_root_list_add_async (gh_host_get_roots (world->host), files, NULL, NULL, NULL);
  return DONE;
}

static gboolean
stands_at (GListModel *files,
           guint       position,
           GFile      *file)
{
  g_autoptr(GFile) each = g_list_model_get_item (files, position);

  return each != NULL && g_file_equal (each, file);
}

static Outcome
set_roots (CaseWorld  *world,
           JsonObject *action,
           JsonNode   *value,
           GString    *text)
{
  GhRootList *roots = gh_host_get_roots (world->host);
  g_autoptr(GListModel) files = list_files (value);

  /* What stands where it is to stand stays; the rest is added behind it. */
  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (roots));)
    {
      g_autoptr(GhRoot) root = g_list_model_get_item (G_LIST_MODEL (roots), i);

      if (stands_at (files, i, gh_root_get_file (root)))
        i++;
      else
        gh_root_list_remove (roots, root);
    }
  return add_roots (world, action, value, text);
}

/* --- decisions --- */

static GhRequest *
get_front (CaseWorld *world,
           JsonNode  *kind,
           GString   *text)
{
  GhRequest *request = case_person_get_front (world->person);
  const char *wanted = gh_json_node_get_string (kind);

  if (request != NULL && g_strcmp0 (case_kind_of (request), wanted) == 0)
    return request;
  say (text, WAIT, "no %s request is in front of the person", wanted);
  return NULL;
}

/* What the form does not accept stays in it: the person's yes does nothing then. */
static gboolean
fill_in (GhRequest  *request,
         JsonObject *action,
         GString    *text)
{
  JsonObject *fields = gh_json_get_object (action, "fields");
  GhForm *form = GH_IS_ELICITATION_REQUEST (request)
                   ? gh_elicitation_request_get_form (GH_ELICITATION_REQUEST (request))
                   : NULL;
  g_autoptr(GError) error = NULL;

  if (fields == NULL)
    return TRUE;
  if (form == NULL)
    g_string_assign (text, "the request has no form");
  else if (!case_form_fill (form, fields, &error))
    g_string_assign (text, error->message);
  return text->len == 0;
}

static Outcome
approve (CaseWorld  *world,
         JsonObject *action,
         JsonNode   *value,
         GString    *text)
{
  guint times = gh_json_get_int (action, "times", 1);
  GhRequest *request = get_front (world, value, text);

  if (request == NULL)
    return WAIT;
  if (!fill_in (request, action, text))
    return FAIL;
  if (!case_person_can_say_yes (world->person))
    return say (text, WAIT, "the request is being worked on");
  case_person_say_yes (world->person, times);
  return DONE;
}

static Outcome
deny (CaseWorld  *world,
      JsonObject *action,
      JsonNode   *value,
      GString    *text)
{
  GhRequest *front = get_front (world, value, text);
  g_autoptr(GhRequest) request = front != NULL ? g_object_ref (front) : NULL;
  gint64 times = gh_json_get_int (action, "times", 1);

  if (request == NULL)
    return WAIT;
  for (gint64 i = 0; i < times; i++)
    gh_request_deny (request, NULL);
  return DONE;
}

static Outcome
dismiss (CaseWorld  *world,
         JsonObject *action,
         JsonNode   *value,
         GString    *text)
{
  GhRequest *front = get_front (world, value, text);
  g_autoptr(GhRequest) request = front != NULL ? g_object_ref (front) : NULL;
  gint64 times = gh_json_get_int (action, "times", 1);

  if (request == NULL)
    return WAIT;
  for (gint64 i = 0; i < times; i++)
    gh_request_dismiss (request);
  return DONE;
}

/* --- the model --- */

static Outcome
ask_model (CaseWorld  *world,
           JsonObject *action,
           JsonNode   *value,
           GString    *text)
{
  CaseAsk *ask = case_ask_new (gh_host_get_models (world->host), gh_json_node_get_string (value));

  if (ask == NULL)
    return say (text, WAIT, "no model is listed");
  g_clear_pointer (&world->ask, case_ask_free);
  world->ask = ask;
  return DONE;
}

/* What belongs to a need that case-needs.c says is not built: no case that has it is played. */
static Outcome
not_built (CaseWorld  *world,
           JsonObject *action,
           JsonNode   *value,
           GString    *text)
{
  return say (text, FAIL, "the host cannot do that yet");
}

static const struct
{
  const char *name;
  ActFunc     func;
} acts[] = {
  { "call_tool", call_tool },
  { "cancel_call", cancel_call },
  { "stop_server", stop_server },
  { "add_roots", add_roots },
  { "set_roots", set_roots },
  { "approve", approve },
  { "deny", deny },
  { "dismiss", dismiss },
  { "always_allow", not_built },
  { "model_calls", not_built },
  { "ask_model", ask_model },
  { "chat", not_built },
  { "cancel_turn", not_built },
};

JsonNode *
case_act (CaseWorld  *world,
          JsonObject *action)
{
  static const char * const words[] = { [DONE] = "done", [WAIT] = "wait", [FAIL] = "fail" };
  JsonObject *answer = json_object_new ();
  g_autoptr(GString) text = g_string_new (NULL);
  Outcome outcome = FAIL;

  for (gsize i = 0; i < G_N_ELEMENTS (acts); i++)
    {
      JsonNode *value = gh_json_get_any (action, acts[i].name);

      if (value != NULL)
        outcome = acts[i].func (world, action, value, text);
    }
  json_object_set_member (answer, words[outcome],
                          outcome == DONE ? gh_json_node_new_boolean (TRUE)
                                          : gh_json_node_new_string (text->str));
  return gh_json_node_new_object (answer);
}
