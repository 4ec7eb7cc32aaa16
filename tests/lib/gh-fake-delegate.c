/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * A host without a person: the test decides what a server gets. */
#include "config.h"

#include "gh-fake-delegate.h"

#include <string.h>

#include "gh-json.h"

struct _GhFakeDelegate
{
  GObject parent_instance;

  /* owned */
  GPtrArray *roots;    /* of GhMcpRoot */
  GPtrArray *requests; /* of GhMcpSamplingParams */
  GPtrArray *elicitations; /* of GhMcpElicitation */
  GPtrArray *tools;    /* of char *, NULL for none; of both kinds */
  GString *completed;
  GQueue waiting;      /* of GTask */
  char *text;
  GError *error;

  GhMcpCapabilities capabilities;
  guint n_listed;
  guint n_withdrawn;
};

static void delegate_iface_init (GhMcpDelegateInterface *iface);

G_DEFINE_TYPE_WITH_CODE (GhFakeDelegate, gh_fake_delegate, G_TYPE_OBJECT,
                         G_IMPLEMENT_INTERFACE (GH_TYPE_MCP_DELEGATE, delegate_iface_init))

static void
return_text (GTask      *task,
             const char *text)
{
  g_autoptr(GPtrArray) blocks =
    g_ptr_array_new_with_free_func ((GDestroyNotify) gh_mcp_content_unref);

  g_ptr_array_add (blocks, gh_mcp_content_new_text (text));
  g_task_return_pointer (task, gh_mcp_sampling_result_build (blocks, "fake-model", "endTurn"),
                         (GDestroyNotify) json_node_unref);
}

static gboolean
withdrawn_cb (GCancellable *cancellable,
              gpointer      user_data)
{
  g_autoptr(GTask) task = g_object_ref (user_data);
  GhFakeDelegate *self = g_task_get_source_object (task);

  if (g_queue_remove (&self->waiting, task))
    {
      self->n_withdrawn++;
      g_task_return_error_if_cancelled (task);
      g_object_unref (task);
    }
  return G_SOURCE_REMOVE;
}

static GhMcpCapabilities
get_capabilities (GhMcpDelegate *delegate)
{
  return GH_FAKE_DELEGATE (delegate)->capabilities;
}

/* Until the test decides, or the server withdraws it. */
static void
hold (GhFakeDelegate *self,
      GTask          *take_task)
{
  GSource *source = g_cancellable_source_new (g_task_get_cancellable (take_task));

  g_task_attach_source (take_task, source, G_SOURCE_FUNC (withdrawn_cb));
  g_task_set_task_data (take_task, source, (GDestroyNotify) g_source_unref);
  g_queue_push_tail (&self->waiting, take_task);
}

static GPtrArray *
list_roots (GhMcpDelegate *delegate)
{
  GhFakeDelegate *self = GH_FAKE_DELEGATE (delegate);
  GPtrArray *roots = g_ptr_array_new_with_free_func ((GDestroyNotify) gh_mcp_root_free);

  self->n_listed++;
  for (guint i = 0; i < self->roots->len; i++)
    {
      GhMcpRoot *root = g_ptr_array_index (self->roots, i);

      g_ptr_array_add (roots, gh_mcp_root_new (root->uri, root->name));
    }
  return roots;
}

static void
create_message_async (GhMcpDelegate       *delegate,
                      GhMcpSamplingParams *params,
                      const char          *tool,
                      GCancellable        *cancellable,
                      GAsyncReadyCallback  callback,
                      gpointer             user_data)
{
  GhFakeDelegate *self = GH_FAKE_DELEGATE (delegate);
  g_autoptr(GTask) task = g_task_new (self, cancellable, callback, user_data);

  g_ptr_array_add (self->requests, gh_mcp_sampling_params_ref (params));
  g_ptr_array_add (self->tools, g_strdup (tool));
  if (self->error != NULL)
    g_task_return_error (task, g_error_copy (self->error));
  else if (self->text != NULL)
    return_text (task, self->text);
  else
    hold (self, g_steal_pointer (&task));
}

static JsonNode *
create_message_finish (GhMcpDelegate  *delegate,
                       GAsyncResult   *result,
                       GError        **error)
{
  return g_task_propagate_pointer (G_TASK (result), error);
}

static void
elicit_async (GhMcpDelegate       *delegate,
              GhMcpElicitation    *elicitation,
              const char          *tool,
              GCancellable        *cancellable,
              GAsyncReadyCallback  callback,
              gpointer             user_data)
{
  GhFakeDelegate *self = GH_FAKE_DELEGATE (delegate);
  g_autoptr(GTask) task = g_task_new (self, cancellable, callback, user_data);

  g_ptr_array_add (self->elicitations, gh_mcp_elicitation_ref (elicitation));
  g_ptr_array_add (self->tools, g_strdup (tool));
  if (self->error != NULL)
    g_task_return_error (task, g_error_copy (self->error));
  else
    hold (self, g_steal_pointer (&task));
}

static void
elicitation_completed (GhMcpDelegate *delegate,
                       const char    *id)
{
  g_string_append_printf (GH_FAKE_DELEGATE (delegate)->completed, "%s ", id);
}

static void
delegate_iface_init (GhMcpDelegateInterface *iface)
{
  iface->get_capabilities = get_capabilities;
  iface->list_roots = list_roots;
  iface->create_message_async = create_message_async;
  iface->create_message_finish = create_message_finish;
  iface->elicit_async = elicit_async;
  iface->elicit_finish = create_message_finish;
  iface->elicitation_completed = elicitation_completed;
}

static void
gh_fake_delegate_finalize (GObject *object)
{
  GhFakeDelegate *self = GH_FAKE_DELEGATE (object);

  g_assert (g_queue_is_empty (&self->waiting));
  g_ptr_array_unref (self->roots);
  g_ptr_array_unref (self->requests);
  g_ptr_array_unref (self->elicitations);
  g_ptr_array_unref (self->tools);
  g_string_free (self->completed, TRUE);
  g_free (self->text);
  g_clear_error (&self->error);

  G_OBJECT_CLASS (gh_fake_delegate_parent_class)->finalize (object);
}

static void
gh_fake_delegate_class_init (GhFakeDelegateClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = gh_fake_delegate_finalize;
}

static void
gh_fake_delegate_init (GhFakeDelegate *self)
{
  self->capabilities = GH_MCP_CAPABILITY_ROOTS | GH_MCP_CAPABILITY_SAMPLING;
  self->roots = g_ptr_array_new_with_free_func ((GDestroyNotify) gh_mcp_root_free);
  self->requests = g_ptr_array_new_with_free_func ((GDestroyNotify) gh_mcp_sampling_params_unref);
  self->elicitations = g_ptr_array_new_with_free_func ((GDestroyNotify) gh_mcp_elicitation_unref);
  self->tools = g_ptr_array_new_with_free_func (g_free);
  self->completed = g_string_new (NULL);
  g_queue_init (&self->waiting);
}

GhFakeDelegate *
gh_fake_delegate_new (void)
{
  return g_object_new (GH_TYPE_FAKE_DELEGATE, NULL);
}

void
gh_fake_delegate_add_root (GhFakeDelegate *self,
                           const char     *uri,
                           const char     *name)
{
  g_ptr_array_add (self->roots, gh_mcp_root_new (uri, name));
}

void
gh_fake_delegate_clear_roots (GhFakeDelegate *self)
{
  g_ptr_array_set_size (self->roots, 0);
}

guint
gh_fake_delegate_get_n_listed (GhFakeDelegate *self)
{
  return self->n_listed;
}

void
gh_fake_delegate_set_text (GhFakeDelegate *self,
                           const char     *text)
{
  g_free (self->text);
  self->text = g_strdup (text);
}

void
gh_fake_delegate_set_error (GhFakeDelegate *self,
                            const GError   *error)
{
  g_clear_error (&self->error);
  self->error = error != NULL ? g_error_copy (error) : NULL;
}

guint
gh_fake_delegate_get_n_requests (GhFakeDelegate *self)
{
  return self->requests->len;
}

GhMcpSamplingParams *
gh_fake_delegate_get_request (GhFakeDelegate *self,
                              guint           index)
{
  return g_ptr_array_index (self->requests, index);
}

const char *
gh_fake_delegate_get_tool (GhFakeDelegate *self,
                           guint           index)
{
  return g_ptr_array_index (self->tools, index);
}

guint
gh_fake_delegate_get_n_waiting (GhFakeDelegate *self)
{
  return g_queue_get_length (&self->waiting);
}

guint
gh_fake_delegate_get_n_withdrawn (GhFakeDelegate *self)
{
  return self->n_withdrawn;
}

static GTask *
take_oldest (GhFakeDelegate *self)
{
  GTask *task = g_queue_pop_head (&self->waiting);

  g_assert_nonnull (task);
  g_source_destroy (g_task_get_task_data (task));
  return task;
}

void
gh_fake_delegate_answer (GhFakeDelegate *self,
                         const char     *text)
{
  g_autoptr(GTask) task = take_oldest (self);

  return_text (task, text);
}

void
gh_fake_delegate_fail (GhFakeDelegate *self,
                       const GError   *error)
{
  g_autoptr(GTask) task = take_oldest (self);

  g_task_return_error (task, g_error_copy (error));
}

void
gh_fake_delegate_set_capabilities (GhFakeDelegate    *self,
                                   GhMcpCapabilities  capabilities)
{
  self->capabilities = capabilities;
}

guint
gh_fake_delegate_get_n_elicitations (GhFakeDelegate *self)
{
  return self->elicitations->len;
}

GhMcpElicitation *
gh_fake_delegate_get_elicitation (GhFakeDelegate *self,
                                  guint           index)
{
  return g_ptr_array_index (self->elicitations, index);
}

void
gh_fake_delegate_decide (GhFakeDelegate         *self,
                         GhMcpElicitationAction  action,
                         const char             *content)
{
  g_autoptr(GTask) task = take_oldest (self);
  g_autoptr(JsonNode) node = NULL;

  if (content != NULL)
    {
      node = gh_json_read (content, strlen (content), NULL);
      g_assert_nonnull (node);
    }
  g_task_return_pointer (task, gh_mcp_elicitation_build_result (action, node),
                         (GDestroyNotify) json_node_unref);
}

const char *
gh_fake_delegate_get_completed (GhFakeDelegate *self)
{
  return self->completed->str;
}
