/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * One call of a tool: running, finished, failed or cancelled. */
#include "config.h"

#include "gh-tool-call-private.h"

#include <math.h>

#include "gh-content-private.h"
#include "gh-json.h"

struct _GhToolCall
{
  GObject parent;

  /* Owned. */
  GhTool          *tool;
  JsonNode        *arguments; /* or NULL */
  GCancellable    *cancellable;
  GListStore      *content; /* of GhContent */
  GBytes          *json;    /* the result as it came, or NULL */
  char            *message;
  char            *warning; /* about the result, or NULL */
  GError          *error;

  GhToolCallState  state;
  gboolean         is_error;
  double           progress;
  double           total;
  guint            n_requests;
  gsize            size;     /* of the result, bytes */
  gint64           time;     /* it began, wall clock */
  gint64           started;  /* the same, monotonic */
  gint64           duration; /* once it ended */
};

G_DEFINE_FINAL_TYPE (GhToolCall, gh_tool_call, G_TYPE_OBJECT)
G_DEFINE_ENUM_TYPE (GhToolCallState, gh_tool_call_state,
                    G_DEFINE_ENUM_VALUE (GH_TOOL_CALL_RUNNING, "running"),
                    G_DEFINE_ENUM_VALUE (GH_TOOL_CALL_DONE, "done"),
                    G_DEFINE_ENUM_VALUE (GH_TOOL_CALL_FAILED, "failed"),
                    G_DEFINE_ENUM_VALUE (GH_TOOL_CALL_CANCELLED, "cancelled"))

enum
{
  PROP_0,
  PROP_STATE,
  PROP_PROGRESS,
  PROP_TOTAL,
  PROP_MESSAGE,
  PROP_N_REQUESTS,
  N_PROPS,
};

static GParamSpec *properties[N_PROPS];

static void
gh_tool_call_finalize (GObject *object)
{
  GhToolCall *self = GH_TOOL_CALL (object);

  g_clear_object (&self->tool);
  g_clear_pointer (&self->arguments, gh_json_node_release);
  g_clear_object (&self->cancellable);
  g_clear_object (&self->content);
  g_clear_pointer (&self->json, g_bytes_unref);
  g_clear_pointer (&self->message, g_free);
  g_clear_pointer (&self->warning, g_free);
  g_clear_error (&self->error);

  G_OBJECT_CLASS (gh_tool_call_parent_class)->finalize (object);
}

static void
gh_tool_call_get_property (GObject    *object,
                           guint       prop_id,
                           GValue     *value,
                           GParamSpec *pspec)
{
  GhToolCall *self = GH_TOOL_CALL (object);

  switch (prop_id)
    {
    case PROP_STATE:
      g_value_set_enum (value, self->state);
      break;
    case PROP_PROGRESS:
      g_value_set_double (value, self->progress);
      break;
    case PROP_TOTAL:
      g_value_set_double (value, self->total);
      break;
    case PROP_MESSAGE:
      g_value_set_string (value, self->message);
      break;
    case PROP_N_REQUESTS:
      g_value_set_uint (value, self->n_requests);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
gh_tool_call_class_init (GhToolCallClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GParamFlags flags = G_PARAM_READABLE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS;

  object_class->finalize = gh_tool_call_finalize;
  object_class->get_property = gh_tool_call_get_property;

  properties[PROP_STATE] = g_param_spec_enum ("state", NULL, NULL, GH_TYPE_TOOL_CALL_STATE,
                                              GH_TOOL_CALL_RUNNING, flags);
  properties[PROP_PROGRESS] =
    g_param_spec_double ("progress", NULL, NULL, -G_MAXDOUBLE, G_MAXDOUBLE, 0, flags);
  properties[PROP_TOTAL] =
    g_param_spec_double ("total", NULL, NULL, -G_MAXDOUBLE, G_MAXDOUBLE, 0, flags);
  properties[PROP_MESSAGE] = g_param_spec_string ("message", NULL, NULL, NULL, flags);
  properties[PROP_N_REQUESTS] =
    g_param_spec_uint ("n-requests", NULL, NULL, 0, G_MAXUINT, 0, flags);
  g_object_class_install_properties (object_class, N_PROPS, properties);
}

static void
gh_tool_call_init (GhToolCall *self)
{
  self->cancellable = g_cancellable_new ();
  self->content = g_list_store_new (GH_TYPE_CONTENT);
  self->progress = NAN;
  self->total = NAN;
  self->time = g_get_real_time ();
  self->started = g_get_monotonic_time ();
}

/* The only writer: a call ends once. */
static void
set_state (GhToolCall      *self,
           GhToolCallState  state)
{
  g_assert (self->state == GH_TOOL_CALL_RUNNING);
  g_assert (state != GH_TOOL_CALL_RUNNING);

  self->state = state;
  self->duration = g_get_monotonic_time () - self->started;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_STATE]);
}

/**
 * gh_tool_call_new:
 * @arguments: (nullable): an object that nobody changes any more
 *
 * Returns: (transfer full): a call that runs from now on
 */
GhToolCall *
gh_tool_call_new (GhTool   *tool,
                  JsonNode *arguments)
{
  GhToolCall *self;

  g_return_val_if_fail (GH_IS_TOOL (tool), NULL);

  self = g_object_new (GH_TYPE_TOOL_CALL, NULL);
  self->tool = g_object_ref (tool);
  if (arguments != NULL)
    self->arguments = json_node_ref (arguments);
  return self;
}

JsonNode *
gh_tool_call_get_arguments (GhToolCall *self)
{
  g_return_val_if_fail (GH_IS_TOOL_CALL (self), NULL);

  return self->arguments;
}

GCancellable *
gh_tool_call_get_cancellable (GhToolCall *self)
{
  g_return_val_if_fail (GH_IS_TOOL_CALL (self), NULL);

  return self->cancellable;
}

gint64
gh_tool_call_get_time (GhToolCall *self)
{
  g_return_val_if_fail (GH_IS_TOOL_CALL (self), 0);

  return self->time;
}

gsize
gh_tool_call_get_size (GhToolCall *self)
{
  g_return_val_if_fail (GH_IS_TOOL_CALL (self), 0);

  return self->size;
}

static gboolean
same_double (double a,
             double b)
{
  return a == b || (isnan (a) && isnan (b));
}

void
gh_tool_call_set_progress (GhToolCall *self,
                           double      progress,
                           double      total,
                           const char *message)
{
  g_return_if_fail (GH_IS_TOOL_CALL (self));

  if (self->state != GH_TOOL_CALL_RUNNING)
    return;

  g_object_freeze_notify (G_OBJECT (self));
  if (!same_double (self->progress, progress))
    {
      self->progress = progress;
      g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_PROGRESS]);
    }
  if (!same_double (self->total, total))
    {
      self->total = total;
      g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_TOTAL]);
    }
  if (g_strcmp0 (self->message, message) != 0)
    {
      g_free (self->message);
  g_free (self->warning);
      self->message = g_strdup (message);
      g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_MESSAGE]);
    }
  g_object_thaw_notify (G_OBJECT (self));
}

void
gh_tool_call_add_request (GhToolCall *self)
{
  g_return_if_fail (GH_IS_TOOL_CALL (self));

  self->n_requests++;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_N_REQUESTS]);
}

typedef struct
{
  GPtrArray *blocks; /* of GhContent */
  GBytes *json;
} Converted;

static void
converted_free (Converted *self)
{
  g_ptr_array_unref (self->blocks);
  g_bytes_unref (self->json);
  g_free (self);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Converted, converted_free)

/* In a thread that has the result for itself: copying, checking and indenting 10 MB takes longer
 * than a frame. The result is freed here as well, for the same reason. */
static void
convert_thread (GTask        *task,
                gpointer      source,
                gpointer      task_data,
                GCancellable *cancellable)
{
  g_autoptr(GhMcpToolResult) result = task_data;
  Converted *converted = g_new0 (Converted, 1);
  gsize length;
  char *json = gh_json_write (gh_json_value_get_node (result->raw), &length);

  converted->json = g_bytes_new_take (json, length);
  converted->blocks = g_ptr_array_new_with_free_func (g_object_unref);
  for (guint i = 0; i < result->content->len; i++)
    g_ptr_array_add (converted->blocks,
                     gh_content_new_from_mcp (g_ptr_array_index (result->content, i)));
  if (result->structured != NULL)
    g_ptr_array_add (converted->blocks, gh_content_new_structured (result->structured));
  g_task_return_pointer (task, converted, (GDestroyNotify) converted_free);
}

static void
converted_cb (GObject      *source,
              GAsyncResult *result,
              gpointer      user_data)
{
  g_autoptr(GhToolCall) self = GH_TOOL_CALL (user_data);
  g_autoptr(Converted) converted = g_task_propagate_pointer (G_TASK (result), NULL);
  GPtrArray *blocks;

  g_assert (converted != NULL);
  if (self->state != GH_TOOL_CALL_RUNNING)
    return;
  blocks = converted->blocks;
  self->json = g_bytes_ref (converted->json);
  self->size = g_bytes_get_size (self->json);
  for (guint i = 0; i < blocks->len; i++)
    self->size += gh_content_get_size (g_ptr_array_index (blocks, i));
  g_list_store_splice (self->content, 0, 0, blocks->pdata, blocks->len);
  set_state (self, GH_TOOL_CALL_DONE);
}

/**
 * gh_tool_call_take_result:
 * @take_result: (transfer full): nobody else may hold parts of it
 *
 * Makes the result ready for showing without blocking the main loop, then ends the call.
 */
void
gh_tool_call_take_result (GhToolCall      *self,
                          GhMcpToolResult *take_result)
{
  g_autoptr(GTask) task = NULL;

  g_return_if_fail (GH_IS_TOOL_CALL (self));
  g_return_if_fail (take_result != NULL);

  self->is_error = take_result->is_error;
  self->warning = g_steal_pointer (&take_result->warning);
  /* The thread may be the last to hold the task, so the task does not hold the call. */
  task = g_task_new (NULL, NULL, converted_cb, g_object_ref (self));
  g_task_set_source_tag (task, gh_tool_call_take_result);
  /* The thread frees it. */
  g_task_set_task_data (task, take_result, NULL);
  g_task_run_in_thread (task, convert_thread);
}

void
gh_tool_call_fail (GhToolCall   *self,
                   const GError *error)
{
  g_return_if_fail (GH_IS_TOOL_CALL (self));
  g_return_if_fail (error != NULL);

  if (self->state != GH_TOOL_CALL_RUNNING)
    return;
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    {
      set_state (self, GH_TOOL_CALL_CANCELLED);
      return;
    }
  self->error = g_error_copy (error);
  set_state (self, GH_TOOL_CALL_FAILED);
}

GhTool *
gh_tool_call_get_tool (GhToolCall *self)
{
  g_return_val_if_fail (GH_IS_TOOL_CALL (self), NULL);

  return self->tool;
}

GhToolCallState
gh_tool_call_get_state (GhToolCall *self)
{
  g_return_val_if_fail (GH_IS_TOOL_CALL (self), GH_TOOL_CALL_FAILED);

  return self->state;
}

double
gh_tool_call_get_progress (GhToolCall *self)
{
  g_return_val_if_fail (GH_IS_TOOL_CALL (self), NAN);

  return self->progress;
}

double
gh_tool_call_get_total (GhToolCall *self)
{
  g_return_val_if_fail (GH_IS_TOOL_CALL (self), NAN);

  return self->total;
}

const char *
gh_tool_call_get_message (GhToolCall *self)
{
  g_return_val_if_fail (GH_IS_TOOL_CALL (self), NULL);

  return self->message;
}

guint
gh_tool_call_get_n_requests (GhToolCall *self)
{
  g_return_val_if_fail (GH_IS_TOOL_CALL (self), 0);

  return self->n_requests;
}

/**
 * gh_tool_call_get_is_error:
 *
 * Returns: whether the tool itself says that it failed (8.12); means something in DONE only
 */
const char *
gh_tool_call_get_warning (GhToolCall *self)
{
  g_return_val_if_fail (GH_IS_TOOL_CALL (self), NULL);

  return self->warning;
}

gboolean
gh_tool_call_get_is_error (GhToolCall *self)
{
  g_return_val_if_fail (GH_IS_TOOL_CALL (self), FALSE);

  return self->state == GH_TOOL_CALL_DONE && self->is_error;
}

const GError *
gh_tool_call_get_error (GhToolCall *self)
{
  g_return_val_if_fail (GH_IS_TOOL_CALL (self), NULL);

  return self->error;
}

/**
 * gh_tool_call_get_json:
 *
 * Returns: (transfer none) (nullable): the result as it came, compact JSON; NULL before DONE
 */
GBytes *
gh_tool_call_get_json (GhToolCall *self)
{
  g_return_val_if_fail (GH_IS_TOOL_CALL (self), NULL);

  return self->json;
}

GListModel *
gh_tool_call_list_content (GhToolCall *self)
{
  g_return_val_if_fail (GH_IS_TOOL_CALL (self), NULL);

  return G_LIST_MODEL (self->content);
}

gint64
gh_tool_call_get_duration (GhToolCall *self)
{
  g_return_val_if_fail (GH_IS_TOOL_CALL (self), 0);

  if (self->state == GH_TOOL_CALL_RUNNING)
    return g_get_monotonic_time () - self->started;
  return self->duration;
}

/**
 * gh_tool_call_cancel:
 *
 * The call is over for the person at once; the server is told (2.33) and what it still answers is
 * dropped.
 */
void
gh_tool_call_cancel (GhToolCall *self)
{
  g_return_if_fail (GH_IS_TOOL_CALL (self));

  if (self->state != GH_TOOL_CALL_RUNNING)
    return;
  g_cancellable_cancel (self->cancellable);
  set_state (self, GH_TOOL_CALL_CANCELLED);
}
