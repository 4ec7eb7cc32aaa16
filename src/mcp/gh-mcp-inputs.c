/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * What a result of the modern era asks for before it can be given: input_required (requirements
 * 1.19, 6.29-6.35). */
#include "config.h"

#include "gh-mcp-inputs.h"

#include <string.h>

#include "gh-json.h"
#include "gh-mcp-error.h"
#include "gh-mcp-protocol.h"
#include "gh-mcp-text.h"
#include "gh-mcp-wish.h"

/* A person answers them one after the other: more is no honest question. */
#define MAX_REQUESTS 64
/* What an error message repeats of a server's words. */
#define MAX_SHOWN 100

/* Gathering: which is asked for now, and what was answered so far. */
typedef struct
{
  GhMcpInputs *inputs;     /* borrowed: it outlives this */
  GhMcpDelegate *delegate; /* owned */
  char *version;
  char *tool; /* or NULL */
  GCancellable *cancellable; /* owned */
  guint next;
  JsonObject *answers; /* owned */
} Gathering;

/**
 * gh_mcp_result_read_type:
 * @type: (out): set when TRUE is returned
 *
 * Servers of the legacy eras name no type: then it is complete.
 */
gboolean
gh_mcp_result_read_type (GhJsonSource      result,
                         gboolean          with_tasks,
                         GhMcpResultType  *type,
                         GError          **error)
{
  static const char * const names[] = { "resultType" };
  GhJsonSource name;
  g_autoptr(JsonNode) node = NULL;
  g_autofree char *shown = NULL;

  g_return_val_if_fail (type != NULL, FALSE);

  gh_json_source_get_members (result, names, 1, &name);
  *type = GH_MCP_RESULT_TYPE_COMPLETE;
  if (name.length == 0 || gh_json_source_is_text (name, GH_MCP_RESULT_COMPLETE))
    return TRUE;
  if (gh_json_source_is_text (name, GH_MCP_RESULT_INPUT_REQUIRED))
    {
      *type = GH_MCP_RESULT_TYPE_INPUT_REQUIRED;
      return TRUE;
    }
  if (with_tasks && gh_json_source_is_text (name, GH_MCP_RESULT_TASK))
    {
      *type = GH_MCP_RESULT_TYPE_TASK;
      return TRUE;
    }
  node = gh_json_source_read (name);
  shown = gh_mcp_text_take_bound (gh_json_node_dup_text (node), MAX_SHOWN);
  g_set_error (error, GH_MCP_ERROR, GH_MCP_ERROR_PROTOCOL,
               "The server's answer is of an unknown type: %s", shown);
  return FALSE;
}

static void
input_free (gpointer data)
{
  GhMcpInput *self = data;

  g_free (self->key);
  g_free (self->method);
  g_clear_pointer (&self->params, json_node_unref);
  g_free (self);
}

void
gh_mcp_inputs_free (GhMcpInputs *self)
{
  g_return_if_fail (self != NULL);

  g_clear_pointer (&self->requests, g_ptr_array_unref);
  g_clear_pointer (&self->state, json_node_unref);
  g_free (self);
}

static gboolean
take_request (GhMcpInputs  *self,
              const char   *key,
              JsonNode     *node,
              GError      **error)
{
  static const char * const allowed[] = { GH_MCP_ELICIT, GH_MCP_CREATE_MESSAGE, GH_MCP_ROOTS_LIST,
                                          NULL };
  JsonObject *object = gh_json_node_get_object (node);
  const char *method = gh_json_get_string (object, "method");
  JsonNode *params = gh_json_get (object, "params");
  GhMcpInput *input;

  if (method == NULL || !g_strv_contains (allowed, method))
    {
      g_autofree char *shown = gh_mcp_text_dup_member (object, "method", MAX_SHOWN);

      g_set_error (error, GH_MCP_ERROR, GH_MCP_ERROR_PROTOCOL,
                   "The server asks for what no server may ask for: %s",
                   shown != NULL ? shown : "no method");
      return FALSE;
    }
  input = g_new0 (GhMcpInput, 1);
  input->key = g_strdup (key);
  input->method = g_strdup (method);
  if (params != NULL)
    input->params = json_node_ref (params);
  g_ptr_array_add (self->requests, input);
  return TRUE;
}

static gboolean
take_requests (GhMcpInputs  *self,
               JsonNode     *node,
               GError      **error)
{
  JsonObject *object = gh_json_node_get_object (node);
  JsonObjectIter iter;
  const char *key;
  JsonNode *request;

  if (object == NULL || json_object_get_size (object) > MAX_REQUESTS)
    {
      g_set_error (error, GH_MCP_ERROR, GH_MCP_ERROR_PROTOCOL,
                   "The server's inputRequests is no object of at most %d requests", MAX_REQUESTS);
      return FALSE;
    }
  self->requests = g_ptr_array_new_with_free_func (input_free);
  json_object_iter_init_ordered (&iter, object);
  while (json_object_iter_next_ordered (&iter, &key, &request))
    if (!take_request (self, key, request, error))
      return FALSE;
  return TRUE;
}

GhMcpInputs *
gh_mcp_inputs_parse (JsonObject  *object,
                     gboolean     with_state,
                     GError     **error)
{
  g_autoptr(GhMcpInputs) self = g_new0 (GhMcpInputs, 1);
  JsonNode *requests = gh_json_get (object, "inputRequests");
  JsonNode *state = with_state ? gh_json_get (object, "requestState") : NULL;

  if (requests != NULL && !take_requests (self, requests, error))
    return NULL;
  if (state != NULL && !gh_json_node_is_string (state))
    {
      g_set_error (error, GH_MCP_ERROR, GH_MCP_ERROR_PROTOCOL,
                   "The server's requestState is no text");
      return NULL;
    }
  if (state != NULL)
    self->state = json_node_ref (state);
  if (requests == NULL && state == NULL)
    {
      g_set_error (error, GH_MCP_ERROR, GH_MCP_ERROR_PROTOCOL,
                   "The server wants something more, and does not say what");
      return NULL;
    }
  return g_steal_pointer (&self);
}

/* Gathering */

static void
gathering_free (gpointer data)
{
  Gathering *self = data;

  g_clear_object (&self->delegate);
  g_clear_object (&self->cancellable);
  g_free (self->version);
  g_free (self->tool);
  json_object_unref (self->answers);
  g_free (self);
}

static void ask_next (GTask *take_task);

/* Before anybody is asked anything: an honest server would not have sent it. */
static gboolean
check_declared (GhMcpInputs    *inputs,
                GhMcpDelegate  *delegate,
                const char     *version,
                GError        **error)
{
  for (guint i = 0; inputs->requests != NULL && i < inputs->requests->len; i++)
    {
      GhMcpInput *input = g_ptr_array_index (inputs->requests, i);

      if (delegate != NULL && gh_mcp_wish_is_declared (delegate, input->method, version))
        continue;
      g_set_error (error, GH_MCP_ERROR, GH_MCP_ERROR_PROTOCOL,
                   "The server asks for what it was not offered: %s", input->method);
      return FALSE;
    }
  return TRUE;
}

/* What the caller of the tool is told when a wish was not granted. */
static GError *
explain (GhMcpInput *input,
         GError     *take_error)
{
  g_autoptr(GError) error = take_error;

  if (g_error_matches (error, GH_MCP_ERROR, GH_MCP_ERROR_INVALID_PARAMS)
      || g_error_matches (error, GH_MCP_ERROR, GH_MCP_ERROR_UNSUPPORTED))
    return g_error_new (GH_MCP_ERROR, GH_MCP_ERROR_PROTOCOL,
                        "The server asks for what it must not: %s: %s", input->method,
                        error->message);
  return g_steal_pointer (&error);
}

static void
granted_cb (GObject      *source,
            GAsyncResult *result,
            gpointer      user_data)
{
  g_autoptr(GTask) task = user_data;
  Gathering *self = g_task_get_task_data (task);
  GhMcpInput *input = g_ptr_array_index (self->inputs->requests, self->next);
  GError *error = NULL;
  JsonNode *answer = gh_mcp_wish_grant_finish (GH_MCP_DELEGATE (source), result, &error);

  if (answer == NULL)
    {
      g_task_return_error (task, explain (input, error));
      return;
    }
  json_object_set_member (self->answers, input->key, answer);
  self->next++;
  ask_next (g_steal_pointer (&task));
}

static void
ask_next (GTask *take_task)
{
  g_autoptr(GTask) task = take_task;
  Gathering *self = g_task_get_task_data (task);
  GhMcpInput *input;

  if (g_task_return_error_if_cancelled (task))
    return;
  if (self->inputs->requests == NULL || self->next >= self->inputs->requests->len)
    {
      g_task_return_pointer (task, gh_json_node_new_object (json_object_ref (self->answers)),
                             (GDestroyNotify) json_node_unref);
      return;
    }
  input = g_ptr_array_index (self->inputs->requests, self->next);
  gh_mcp_wish_grant_async (self->delegate, input->method, input->params, self->version, self->tool,
                           self->cancellable, granted_cb, g_object_ref (task));
}

/**
 * gh_mcp_inputs_gather_async:
 * @delegate: (nullable): asked
 * @version: the revision spoken
 * @tool: (nullable): the tool whose call it belongs to
 * @cancellable: (nullable): withdraws the question that is open
 */
void
gh_mcp_inputs_gather_async (GhMcpInputs         *self,
                            GhMcpDelegate       *delegate,
                            const char          *version,
                            const char          *tool,
                            GCancellable        *cancellable,
                            GAsyncReadyCallback  callback,
                            gpointer             user_data)
{
  GTask *task;
  Gathering *gathering;
  GError *error = NULL;

  g_return_if_fail (self != NULL);
  g_return_if_fail (delegate == NULL || GH_IS_MCP_DELEGATE (delegate));
  g_return_if_fail (version != NULL);

  gathering = g_new0 (Gathering, 1);
  gathering->inputs = self;
  gathering->delegate = delegate != NULL ? g_object_ref (delegate) : NULL;
  gathering->version = g_strdup (version);
  gathering->tool = g_strdup (tool);
  gathering->cancellable = cancellable != NULL ? g_object_ref (cancellable) : g_cancellable_new ();
  gathering->answers = json_object_new ();

  task = g_task_new (NULL, cancellable, callback, user_data);
  g_task_set_source_tag (task, gh_mcp_inputs_gather_async);
  g_task_set_check_cancellable (task, FALSE);
  g_task_set_task_data (task, gathering, gathering_free);
  if (check_declared (self, delegate, version, &error))
    {
      ask_next (task);
      return;
    }
  g_task_return_error (task, error);
  g_object_unref (task);
}

JsonNode *
gh_mcp_inputs_gather_finish (GAsyncResult  *result,
                             GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, NULL), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}

/**
 * gh_mcp_inputs_build_params:
 * @first_params: (nullable): of the first round; what later rounds added is not in it (6.34)
 * @answers: (nullable): what gathering gave
 */
JsonNode *
gh_mcp_inputs_build_params (GhMcpInputs *self,
                            JsonNode    *first_params,
                            JsonNode    *answers)
{
  JsonObject *object;

  g_return_val_if_fail (self != NULL, NULL);

  object = gh_json_copy_members (gh_json_node_get_object (first_params));
  if (self->requests != NULL && answers != NULL)
    json_object_set_member (object, "inputResponses", json_node_ref (answers));
  /* The very node, so that it goes out byte for byte (6.33). */
  if (self->state != NULL)
    json_object_set_member (object, "requestState", json_node_ref (self->state));
  return gh_json_node_new_object (object);
}
