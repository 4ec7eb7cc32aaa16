/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * A prompt as its server describes it, and what getting one gives (requirements 8.23, 8.24). */
#include "config.h"

#include "gh-mcp-prompt.h"

#include <string.h>

#include "gh-json.h"
#include "gh-mcp-error.h"
#include "gh-mcp-text.h"

/* One line of a window. */
#define MAX_TITLE 1024
/* Servers write whole manuals here; what is longer is read by nobody. */
#define MAX_DESCRIPTION (256 * 1024)

/* The struct is public and first, so that the count does not show in the header. */
typedef struct
{
  GhMcpPrompt prompt;
  gatomicrefcount count;
} Counted;

typedef struct
{
  GhMcpPromptResult result;
  gatomicrefcount count;
} CountedResult;

G_DEFINE_BOXED_TYPE (GhMcpPrompt, gh_mcp_prompt, gh_mcp_prompt_ref, gh_mcp_prompt_unref)
G_DEFINE_BOXED_TYPE (GhMcpPromptResult, gh_mcp_prompt_result, gh_mcp_prompt_result_ref,
                     gh_mcp_prompt_result_unref)

static void
argument_free (gpointer data)
{
  GhMcpPromptArgument *argument = data;

  g_free (argument->name);
  g_free (argument->title);
  g_free (argument->description);
  g_free (argument);
}

/* One without a name cannot be given and is left out. */
static void
read_argument (GPtrArray *arguments,
               JsonNode  *node)
{
  JsonObject *object = gh_json_node_get_object (node);
  const char *name = object != NULL ? gh_json_get_string (object, "name") : NULL;
  GhMcpPromptArgument *argument;

  if (name == NULL)
    return;
  argument = g_new0 (GhMcpPromptArgument, 1);
  argument->name = g_strdup (name);
  argument->title = gh_mcp_text_dup_member (object, "title", MAX_TITLE);
  argument->description = gh_mcp_text_dup_member (object, "description", MAX_DESCRIPTION);
  argument->required = gh_json_get_boolean (object, "required", FALSE);
  g_ptr_array_add (arguments, argument);
}

/**
 * gh_mcp_prompt_parse:
 * @node: an element of `prompts`
 * @error: GH_MCP_ERROR_PROTOCOL when it has no usable name, or too many arguments
 *
 * Returns: (transfer full) (nullable): the prompt.
 */
GhMcpPrompt *
gh_mcp_prompt_parse (JsonNode  *node,
                     GError   **error)
{
  JsonObject *object;
  const char *name;
  JsonArray *arguments;
  guint n_arguments;
  Counted *counted;
  GhMcpPrompt *self;

  g_return_val_if_fail (node != NULL, NULL);

  object = gh_json_node_get_object (node);
  name = object != NULL ? gh_json_get_string (object, "name") : NULL;
  if (name == NULL || *name == '\0')
    {
      g_set_error (error, GH_MCP_ERROR, GH_MCP_ERROR_PROTOCOL, "A prompt has no name");
      return NULL;
    }
  arguments = gh_json_get_array (object, "arguments");
  n_arguments = arguments != NULL ? json_array_get_length (arguments) : 0;
  if (n_arguments > GH_MCP_PROMPT_MAX_ARGUMENTS)
    {
      g_set_error (error, GH_MCP_ERROR, GH_MCP_ERROR_PROTOCOL,
                   "A prompt has more than %d arguments", GH_MCP_PROMPT_MAX_ARGUMENTS);
      return NULL;
    }

  counted = g_new0 (Counted, 1);
  g_atomic_ref_count_init (&counted->count);
  self = &counted->prompt;
  self->raw = json_node_ref (node);
  self->name = g_strdup (name);
  self->title = gh_mcp_text_dup_member (object, "title", MAX_TITLE);
  self->description = gh_mcp_text_dup_member (object, "description", MAX_DESCRIPTION);
  self->arguments = g_ptr_array_new_with_free_func (argument_free);
  for (guint i = 0; i < n_arguments; i++)
    read_argument (self->arguments, json_array_get_element (arguments, i));
  return self;
}

gboolean
gh_mcp_prompt_check_arguments (GhMcpPrompt  *self,
                               JsonNode     *arguments,
                               GError      **error)
{
  JsonObject *object = NULL;
  JsonObjectIter iter;
  const char *name;
  JsonNode *value;

  g_return_val_if_fail (self != NULL, FALSE);

  if (arguments != NULL)
    {
      object = gh_json_node_get_object (arguments);
      if (object == NULL)
        {
          g_set_error (error, GH_MCP_ERROR, GH_MCP_ERROR_ARGUMENTS,
                       "arguments: must be an object");
          return FALSE;
        }
      json_object_iter_init (&iter, object);
      while (json_object_iter_next (&iter, &name, &value))
        if (!gh_json_node_is_string (value))
          {
            g_set_error (error, GH_MCP_ERROR, GH_MCP_ERROR_ARGUMENTS,
                         "arguments.%s: must be a string", name);
            return FALSE;
          }
    }
  for (guint i = 0; i < self->arguments->len; i++)
    {
      GhMcpPromptArgument *argument = g_ptr_array_index (self->arguments, i);

      if (argument->required && (object == NULL || gh_json_get (object, argument->name) == NULL))
        {
          g_set_error (error, GH_MCP_ERROR, GH_MCP_ERROR_ARGUMENTS,
                       "arguments.%s: is required", argument->name);
          return FALSE;
        }
    }
  return TRUE;
}

GhMcpPrompt *
gh_mcp_prompt_ref (GhMcpPrompt *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  g_atomic_ref_count_inc (&((Counted *) self)->count);
  return self;
}

void
gh_mcp_prompt_unref (GhMcpPrompt *self)
{
  g_return_if_fail (self != NULL);

  if (!g_atomic_ref_count_dec (&((Counted *) self)->count))
    return;
  g_free (self->name);
  g_free (self->title);
  g_free (self->description);
  g_ptr_array_unref (self->arguments);
  json_node_unref (self->raw);
  g_free (self);
}

static void
message_free (gpointer data)
{
  GhMcpPromptMessage *message = data;

  gh_mcp_content_unref (message->content);
  g_free (message);
}

static gboolean
read_message (GhMcpPromptResult  *self,
              JsonNode           *node,
              guint               index,
              GError            **error)
{
  JsonObject *object = gh_json_node_get_object (node);
  const char *role = object != NULL ? gh_json_get_string (object, "role") : NULL;
  JsonNode *content = object != NULL ? gh_json_get (object, "content") : NULL;
  GhMcpPromptMessage *message;

  /* Another role (system, say) would give the server's words a weight that it cannot have. */
  if (role == NULL || (strcmp (role, "user") != 0 && strcmp (role, "assistant") != 0))
    {
      g_set_error (error, GH_MCP_ERROR, GH_MCP_ERROR_PROTOCOL,
                   "messages[%u].role: must be \"user\" or \"assistant\"", index);
      return FALSE;
    }
  if (content == NULL)
    {
      g_set_error (error, GH_MCP_ERROR, GH_MCP_ERROR_PROTOCOL, "messages[%u].content: is missing",
                   index);
      return FALSE;
    }
  message = g_new0 (GhMcpPromptMessage, 1);
  message->from_assistant = strcmp (role, "assistant") == 0;
  message->content = gh_mcp_content_parse (content, "content", FALSE, NULL);
  g_ptr_array_add (self->messages, message);
  return TRUE;
}

/**
 * gh_mcp_prompt_result_parse:
 * @result: the result of prompts/get
 * @error: GH_MCP_ERROR_PROTOCOL naming the member
 *
 * Returns: (transfer full) (nullable): the messages.
 */
GhMcpPromptResult *
gh_mcp_prompt_result_parse (JsonNode  *result,
                            GError   **error)
{
  g_autoptr(GhMcpPromptResult) self = NULL;
  JsonObject *object;
  JsonArray *messages;
  CountedResult *counted;

  g_return_val_if_fail (result != NULL, NULL);

  object = gh_json_node_get_object (result);
  messages = object != NULL ? gh_json_get_array (object, "messages") : NULL;
  if (messages == NULL)
    {
      g_set_error (error, GH_MCP_ERROR, GH_MCP_ERROR_PROTOCOL,
                   "The answer to prompts/get has no messages");
      return NULL;
    }
  if (json_array_get_length (messages) > GH_MCP_PROMPT_MAX_MESSAGES)
    {
      g_set_error (error, GH_MCP_ERROR, GH_MCP_ERROR_PROTOCOL,
                   "A prompt has more than %d messages", GH_MCP_PROMPT_MAX_MESSAGES);
      return NULL;
    }

  counted = g_new0 (CountedResult, 1);
  g_atomic_ref_count_init (&counted->count);
  self = &counted->result;
  self->raw = json_node_ref (result);
  self->description = gh_mcp_text_dup_member (object, "description", MAX_DESCRIPTION);
  self->messages = g_ptr_array_new_with_free_func (message_free);
  for (guint i = 0; i < json_array_get_length (messages); i++)
    if (!read_message (self, json_array_get_element (messages, i), i, error))
      return NULL;
  return g_steal_pointer (&self);
}

GhMcpPromptResult *
gh_mcp_prompt_result_ref (GhMcpPromptResult *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  g_atomic_ref_count_inc (&((CountedResult *) self)->count);
  return self;
}

void
gh_mcp_prompt_result_unref (GhMcpPromptResult *self)
{
  g_return_if_fail (self != NULL);

  if (!g_atomic_ref_count_dec (&((CountedResult *) self)->count))
    return;
  g_free (self->description);
  g_ptr_array_unref (self->messages);
  gh_json_node_release (self->raw);
  g_free (self);
}
