/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * The calls of one server's tools, running and over: as many as the memory may hold. */
#include "config.h"

#include "gh-server-calls.h"

#include "gh-tool-call-private.h"
#include "gh-tool-private.h"

/* Finished calls that are kept for showing, and what their results may hold together: a server that
 * answers with the largest message allowed does not fill the memory. */
#define MAX_CALLS 200
#define MAX_CALL_BYTES (128 * 1024 * 1024)

struct _GhServerCalls
{
  GObject parent;

  GListStore *calls; /* owned, of GhToolCall, the newest last */
};

G_DEFINE_FINAL_TYPE (GhServerCalls, gh_server_calls, G_TYPE_OBJECT)

enum
{
  ENDED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

static void
gh_server_calls_finalize (GObject *object)
{
  GhServerCalls *self = GH_SERVER_CALLS (object);

  g_clear_object (&self->calls);

  G_OBJECT_CLASS (gh_server_calls_parent_class)->finalize (object);
}

static void
gh_server_calls_class_init (GhServerCallsClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = gh_server_calls_finalize;

  signals[ENDED] = g_signal_new ("ended", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                 NULL, NULL, G_TYPE_NONE, 1, GH_TYPE_TOOL_CALL);
}

static void
gh_server_calls_init (GhServerCalls *self)
{
  self->calls = g_list_store_new (GH_TYPE_TOOL_CALL);
}

GhServerCalls *
gh_server_calls_new (void)
{
  return g_object_new (GH_TYPE_SERVER_CALLS, NULL);
}

GListModel *
gh_server_calls_list (GhServerCalls *self)
{
  g_return_val_if_fail (GH_IS_SERVER_CALLS (self), NULL);

  return G_LIST_MODEL (self->calls);
}

static gsize
sum_calls (GhServerCalls *self)
{
  guint n = g_list_model_get_n_items (G_LIST_MODEL (self->calls));
  gsize sum = 0;

  for (guint i = 0; i < n; i++)
    {
      g_autoptr(GhToolCall) call = g_list_model_get_item (G_LIST_MODEL (self->calls), i);

      sum += gh_tool_call_get_size (call);
    }
  return sum;
}

/* A call ends once, and leaves its state at no other time. */
static void
state_changed_cb (GhServerCalls *self,
                  GParamSpec    *pspec,
                  GhToolCall    *call)
{
  g_signal_emit (self, signals[ENDED], 0, call);
}

/* Makes room by dropping calls that are over, the oldest first. */
void
gh_server_calls_add (GhServerCalls *self,
                     GhToolCall    *call)
{
  guint n = g_list_model_get_n_items (G_LIST_MODEL (self->calls));
  gsize bytes = sum_calls (self);

  for (guint i = 0; i < n && (n >= MAX_CALLS || bytes > MAX_CALL_BYTES);)
    {
      g_autoptr(GhToolCall) old = g_list_model_get_item (G_LIST_MODEL (self->calls), i);

      if (gh_tool_call_get_state (old) == GH_TOOL_CALL_RUNNING)
        i++;
      else
        {
          bytes -= gh_tool_call_get_size (old);
          g_list_store_remove (self->calls, i);
          n--;
        }
    }
  g_signal_connect_object (call, "notify::state", G_CALLBACK (state_changed_cb), self,
                           G_CONNECT_SWAPPED);
  g_list_store_append (self->calls, call);
}

GhToolCall *
gh_server_calls_find_running (GhServerCalls *self,
                              const char    *tool)
{
  g_return_val_if_fail (GH_IS_SERVER_CALLS (self), NULL);
  g_return_val_if_fail (tool != NULL, NULL);

  for (guint i = g_list_model_get_n_items (G_LIST_MODEL (self->calls)); i > 0; i--)
    {
      g_autoptr(GhToolCall) call = g_list_model_get_item (G_LIST_MODEL (self->calls), i - 1);

      /* The list keeps it. */
      if (gh_tool_call_get_state (call) == GH_TOOL_CALL_RUNNING
          && g_strcmp0 (gh_tool_get_name (gh_tool_call_get_tool (call)), tool) == 0)
        return call;
    }
  return NULL;
}
