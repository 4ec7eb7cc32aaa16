/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * The tools a running server offers: asked for anew when it says they changed. */
#include "config.h"

#include "gh-server-tools.h"

#include "gh-json.h"
#include "gh-tool-private.h"

struct _GhServerTools
{
  GObject parent;

  /* Owned. */
  GListStore   *tools;
  GhMcpSession *session;     /* or NULL */
  GCancellable *cancellable; /* of the listing under way, or NULL */

  gboolean      again;       /* they changed while we were asking */
};

G_DEFINE_FINAL_TYPE (GhServerTools, gh_server_tools, G_TYPE_OBJECT)

enum
{
  PROP_0,
  PROP_LISTING,
  N_PROPS,
};

static GParamSpec *properties[N_PROPS];

enum
{
  TROUBLE,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

static void
gh_server_tools_dispose (GObject *object)
{
  GhServerTools *self = GH_SERVER_TOOLS (object);

  gh_server_tools_set_session (self, NULL);

  G_OBJECT_CLASS (gh_server_tools_parent_class)->dispose (object);
}

static void
gh_server_tools_finalize (GObject *object)
{
  GhServerTools *self = GH_SERVER_TOOLS (object);

  g_clear_object (&self->tools);

  G_OBJECT_CLASS (gh_server_tools_parent_class)->finalize (object);
}

static void
gh_server_tools_get_property (GObject    *object,
                              guint       prop_id,
                              GValue     *value,
                              GParamSpec *pspec)
{
  switch (prop_id)
    {
    case PROP_LISTING:
      g_value_set_boolean (value, gh_server_tools_get_listing (GH_SERVER_TOOLS (object)));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
gh_server_tools_class_init (GhServerToolsClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = gh_server_tools_dispose;
  object_class->finalize = gh_server_tools_finalize;
  object_class->get_property = gh_server_tools_get_property;

  properties[PROP_LISTING] =
    g_param_spec_boolean ("listing", NULL, NULL, FALSE,
                          G_PARAM_READABLE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);

  signals[TROUBLE] = g_signal_new ("trouble", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                   NULL, NULL, G_TYPE_NONE, 1, G_TYPE_ERROR);
}

static void
gh_server_tools_init (GhServerTools *self)
{
  self->tools = g_list_store_new (GH_TYPE_TOOL);
}

GhServerTools *
gh_server_tools_new (void)
{
  return g_object_new (GH_TYPE_SERVER_TOOLS, NULL);
}

GListModel *
gh_server_tools_list (GhServerTools *self)
{
  g_return_val_if_fail (GH_IS_SERVER_TOOLS (self), NULL);

  return G_LIST_MODEL (self->tools);
}

/* Whether the server is being asked. */
gboolean
gh_server_tools_get_listing (GhServerTools *self)
{
  g_return_val_if_fail (GH_IS_SERVER_TOOLS (self), FALSE);

  return self->cancellable != NULL;
}

static void
end_listing (GhServerTools *self)
{
  if (self->cancellable == NULL)
    return;
  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_LISTING]);
}

static gboolean
is_same (GhServerTools *self,
         guint          position,
         GhMcpTool     *fresh)
{
  g_autoptr(GhTool) old = g_list_model_get_item (G_LIST_MODEL (self->tools), position);

  return gh_json_node_equal (gh_tool_get_mcp (old)->raw, fresh->raw);
}

/* Replaces only what differs: a form that a person is filling in does not lose its tool because the
 * server added another. */
static void
take_tools (GhServerTools *self,
            GPtrArray     *fresh)
{
  g_autoptr(GPtrArray) added = g_ptr_array_new_with_free_func (g_object_unref);
  guint n_old = g_list_model_get_n_items (G_LIST_MODEL (self->tools));
  guint shared = MIN (n_old, fresh->len);
  guint head = 0;
  guint tail = 0;

  while (head < shared && is_same (self, head, g_ptr_array_index (fresh, head)))
    head++;
  while (tail < shared - head
         && is_same (self, n_old - 1 - tail, g_ptr_array_index (fresh, fresh->len - 1 - tail)))
    tail++;
  if (head == n_old && head == fresh->len)
    return;

  for (guint i = head; i < fresh->len - tail; i++)
    g_ptr_array_add (added, gh_tool_new (g_ptr_array_index (fresh, i)));
  g_list_store_splice (self->tools, head, n_old - head - tail, added->pdata, added->len);
}

typedef struct
{
  GhServerTools *self;
  GCancellable  *cancellable;
} Listing;

static void
listing_free (Listing *listing)
{
  g_object_unref (listing->self);
  g_object_unref (listing->cancellable);
  g_free (listing);
}
G_DEFINE_AUTOPTR_CLEANUP_FUNC (Listing, listing_free)

static void refresh (GhServerTools *self);

static void
listed_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  g_autoptr(Listing) listing = user_data;
  g_autoptr(GError) error = NULL;
  g_autoptr(GPtrArray) fresh = NULL;
  GhServerTools *self = listing->self;

  fresh = gh_mcp_session_list_tools_finish (GH_MCP_SESSION (source), result, &error);
  if (self->cancellable != listing->cancellable)
    return;
  if (fresh != NULL)
    take_tools (self, fresh);
  else
    g_signal_emit (self, signals[TROUBLE], 0, error);
  end_listing (self);
  if (self->again && self->session != NULL)
    refresh (self);
}

static void
refresh (GhServerTools *self)
{
  Listing *listing;

  if (self->cancellable != NULL)
    {
      self->again = TRUE;
      return;
    }
  self->again = FALSE;
  self->cancellable = g_cancellable_new ();
  listing = g_new0 (Listing, 1);
  listing->self = g_object_ref (self);
  listing->cancellable = g_object_ref (self->cancellable);
  gh_mcp_session_list_tools_async (self->session, self->cancellable, listed_cb, listing);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_LISTING]);
}

void
gh_server_tools_set_session (GhServerTools *self,
                             GhMcpSession  *session)
{
  g_return_if_fail (GH_IS_SERVER_TOOLS (self));
  g_return_if_fail (session == NULL || GH_IS_MCP_SESSION (session));

  if (self->session == session)
    return;
  if (self->session != NULL)
    g_signal_handlers_disconnect_by_func (self->session, refresh, self);
  g_set_object (&self->session, session);
  self->again = FALSE;
  end_listing (self);
  if (session == NULL)
    return;

  if (!gh_mcp_session_has_tools (session))
    {
      gh_server_tools_clear (self);
      return;
    }
  g_signal_connect_object (session, "tools-changed", G_CALLBACK (refresh), self, G_CONNECT_SWAPPED);
  refresh (self);
}

void
gh_server_tools_clear (GhServerTools *self)
{
  g_return_if_fail (GH_IS_SERVER_TOOLS (self));

  if (g_list_model_get_n_items (G_LIST_MODEL (self->tools)) > 0)
    g_list_store_remove_all (self->tools);
}
