/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * One list of what a running server offers: asked for anew when it says that it changed. */
#include "config.h"

#include "gh-server-offer.h"

#include "gh-json.h"
#include "gh-prompt-private.h"
#include "gh-resource-private.h"
#include "gh-resource-template-private.h"
#include "gh-tool-private.h"

/* How the lists differ. A value is what the session gives: reference counted, with the JSON it was
 * made from. */
typedef struct
{
  const char *name;
  const char *changed; /* the session's signal */
  gboolean   (*has) (GhMcpSession *session);
  void       (*list_async) (GhMcpSession        *session,
                            GCancellable        *cancellable,
                            GAsyncReadyCallback  callback,
                            gpointer             user_data);
  GPtrArray *(*list_finish) (GhMcpSession  *session,
                             GAsyncResult  *result,
                             GError       **error);
  GType      (*get_type) (void);
  gpointer   (*make_item) (gpointer value);
  JsonNode  *(*get_json) (gpointer item);
  gsize      raw; /* where a value has its JSON */
} Kind;

#define MAKE(function) ((gpointer (*) (gpointer)) (function))
#define GET_JSON(function) ((JsonNode * (*) (gpointer)) (function))

static const Kind kinds[GH_SERVER_N_OFFERS] = {
  [GH_SERVER_OFFER_TOOLS] = {
    "tools", "tools-changed", gh_mcp_session_has_tools, gh_mcp_session_list_tools_async,
    gh_mcp_session_list_tools_finish, gh_tool_get_type, MAKE (gh_tool_new),
    GET_JSON (gh_tool_get_json), G_STRUCT_OFFSET (GhMcpTool, raw) },
  [GH_SERVER_OFFER_RESOURCES] = {
    "resources", "resources-changed", gh_mcp_session_has_resources,
    gh_mcp_session_list_resources_async, gh_mcp_session_list_resources_finish,
    gh_resource_get_type, MAKE (gh_resource_new), GET_JSON (gh_resource_get_json),
    G_STRUCT_OFFSET (GhMcpResource, raw) },
  [GH_SERVER_OFFER_TEMPLATES] = {
    "resource templates", "resources-changed", gh_mcp_session_has_resources,
    gh_mcp_session_list_resource_templates_async, gh_mcp_session_list_resource_templates_finish,
    gh_resource_template_get_type, MAKE (gh_resource_template_new),
    GET_JSON (gh_resource_template_get_json), G_STRUCT_OFFSET (GhMcpResourceTemplate, raw) },
  [GH_SERVER_OFFER_PROMPTS] = {
    "prompts", "prompts-changed", gh_mcp_session_has_prompts, gh_mcp_session_list_prompts_async,
    gh_mcp_session_list_prompts_finish, gh_prompt_get_type, MAKE (gh_prompt_new),
    GET_JSON (gh_prompt_get_json), G_STRUCT_OFFSET (GhMcpPrompt, raw) },
};

struct _GhServerOffer
{
  GObject parent;

  /* Borrowed: static. */
  const Kind   *kind;

  /* Owned. */
  GListStore   *items;
  GListStore   *left_out;
  GhMcpSession *session;     /* or NULL */
  GCancellable *cancellable; /* of the listing under way, or NULL */
  GError       *error;       /* why the last listing failed, or NULL */

  gboolean      again;       /* they changed while we were asking */
};

G_DEFINE_FINAL_TYPE (GhServerOffer, gh_server_offer, G_TYPE_OBJECT)

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
gh_server_offer_dispose (GObject *object)
{
  GhServerOffer *self = GH_SERVER_OFFER (object);

  gh_server_offer_set_session (self, NULL);

  G_OBJECT_CLASS (gh_server_offer_parent_class)->dispose (object);
}

static void
gh_server_offer_finalize (GObject *object)
{
  GhServerOffer *self = GH_SERVER_OFFER (object);

  g_clear_object (&self->items);
  g_clear_object (&self->left_out);
  g_clear_error (&self->error);

  G_OBJECT_CLASS (gh_server_offer_parent_class)->finalize (object);
}

static void
gh_server_offer_get_property (GObject    *object,
                              guint       prop_id,
                              GValue     *value,
                              GParamSpec *pspec)
{
  switch (prop_id)
    {
    case PROP_LISTING:
      g_value_set_boolean (value, gh_server_offer_get_listing (GH_SERVER_OFFER (object)));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
gh_server_offer_class_init (GhServerOfferClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = gh_server_offer_dispose;
  object_class->finalize = gh_server_offer_finalize;
  object_class->get_property = gh_server_offer_get_property;

  properties[PROP_LISTING] =
    g_param_spec_boolean ("listing", NULL, NULL, FALSE,
                          G_PARAM_READABLE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);

  signals[TROUBLE] = g_signal_new ("trouble", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                   NULL, NULL, G_TYPE_NONE, 1, G_TYPE_ERROR);
}

static void
gh_server_offer_init (GhServerOffer *self)
{
}

GhServerOffer *
gh_server_offer_new (GhServerOfferKind kind)
{
  GhServerOffer *self;

  g_return_val_if_fail (kind < GH_SERVER_N_OFFERS, NULL);

  self = g_object_new (GH_TYPE_SERVER_OFFER, NULL);
  self->kind = &kinds[kind];
  self->items = g_list_store_new (self->kind->get_type ());
  self->left_out = g_list_store_new (self->kind->get_type ());
  return self;
}

const char *
gh_server_offer_get_name (GhServerOffer *self)
{
  g_return_val_if_fail (GH_IS_SERVER_OFFER (self), NULL);

  return self->kind->name;
}

GListModel *
gh_server_offer_list (GhServerOffer *self)
{
  g_return_val_if_fail (GH_IS_SERVER_OFFER (self), NULL);

  return G_LIST_MODEL (self->items);
}

GListModel *
gh_server_offer_list_left_out (GhServerOffer *self)
{
  g_return_val_if_fail (GH_IS_SERVER_OFFER (self), NULL);

  return G_LIST_MODEL (self->left_out);
}

const GError *
gh_server_offer_get_error (GhServerOffer *self)
{
  g_return_val_if_fail (GH_IS_SERVER_OFFER (self), NULL);

  return self->error;
}

/* Whether the server is being asked. */
gboolean
gh_server_offer_get_listing (GhServerOffer *self)
{
  g_return_val_if_fail (GH_IS_SERVER_OFFER (self), FALSE);

  return self->cancellable != NULL;
}

static void
end_listing (GhServerOffer *self)
{
  if (self->cancellable == NULL)
    return;
  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_LISTING]);
}

static gboolean
is_same (GhServerOffer *self,
         guint          position,
         gpointer       fresh)
{
  g_autoptr(GObject) old = g_list_model_get_item (G_LIST_MODEL (self->items), position);

  return gh_json_node_equal (self->kind->get_json (old),
                             G_STRUCT_MEMBER (JsonNode *, fresh, self->kind->raw));
}

/* Replaces only what differs: a form that a person is filling in does not lose its tool because the
 * server added another. */
static void
take_items (GhServerOffer *self,
            GPtrArray     *fresh)
{
  g_autoptr(GPtrArray) added = g_ptr_array_new_with_free_func (g_object_unref);
  guint n_old = g_list_model_get_n_items (G_LIST_MODEL (self->items));
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
    g_ptr_array_add (added, self->kind->make_item (g_ptr_array_index (fresh, i)));
  g_list_store_splice (self->items, head, n_old - head - tail, added->pdata, added->len);
}

/* Few, if any: replaced whole. */
static void
take_left_out (GhServerOffer *self)
{
  g_autoptr(GPtrArray) added = g_ptr_array_new_with_free_func (g_object_unref);
  GPtrArray *fresh = NULL;
  guint n_old = g_list_model_get_n_items (G_LIST_MODEL (self->left_out));

  if (self->kind == &kinds[GH_SERVER_OFFER_TOOLS])
    fresh = gh_mcp_session_get_left_out (self->session);
  for (guint i = 0; fresh != NULL && i < fresh->len; i++)
    {
      GhMcpToolLeftOut *each = g_ptr_array_index (fresh, i);

      g_ptr_array_add (added, gh_tool_new_left_out (each->tool, each->reason));
    }
  if (n_old > 0 || added->len > 0)
    g_list_store_splice (self->left_out, 0, n_old, added->pdata, added->len);
}

typedef struct
{
  GhServerOffer *self;
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

static void refresh (GhServerOffer *self);

static void
listed_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  g_autoptr(Listing) listing = user_data;
  g_autoptr(GPtrArray) fresh = NULL;
  GhServerOffer *self = listing->self;
  GError *error = NULL;

  fresh = self->kind->list_finish (GH_MCP_SESSION (source), result, &error);
  if (self->cancellable != listing->cancellable)
    {
      g_clear_error (&error);
      return;
    }
  g_clear_error (&self->error);
  self->error = error;
  if (fresh != NULL)
    {
      take_items (self, fresh);
      take_left_out (self);
    }
  else
    g_signal_emit (self, signals[TROUBLE], 0, error);
  end_listing (self);
  if (self->again && self->session != NULL)
    refresh (self);
}

static void
refresh (GhServerOffer *self)
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
  self->kind->list_async (self->session, self->cancellable, listed_cb, listing);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_LISTING]);
}

void
gh_server_offer_set_session (GhServerOffer *self,
                             GhMcpSession  *session)
{
  g_return_if_fail (GH_IS_SERVER_OFFER (self));
  g_return_if_fail (session == NULL || GH_IS_MCP_SESSION (session));

  if (self->session == session)
    return;
  if (self->session != NULL)
    g_signal_handlers_disconnect_by_func (self->session, refresh, self);
  g_set_object (&self->session, session);
  g_clear_error (&self->error);
  self->again = FALSE;
  end_listing (self);
  if (session == NULL)
    return;

  if (!self->kind->has (session))
    {
      gh_server_offer_clear (self);
      return;
    }
  g_signal_connect_object (session, self->kind->changed, G_CALLBACK (refresh), self,
                           G_CONNECT_SWAPPED);
  refresh (self);
}

void
gh_server_offer_clear (GhServerOffer *self)
{
  g_return_if_fail (GH_IS_SERVER_OFFER (self));

  if (g_list_model_get_n_items (G_LIST_MODEL (self->items)) > 0)
    g_list_store_remove_all (self->items);
  if (g_list_model_get_n_items (G_LIST_MODEL (self->left_out)) > 0)
    g_list_store_remove_all (self->left_out);
}
