/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * A connector whose transports have no other side: the test plays it. */
#include "config.h"

#include "gh-fake-connector.h"

struct _GhFakeConnector
{
  GObject parent_instance;

  GPtrArray *made; /* owned; of GhFakeTransport */
  GError *start_error; /* owned; for the next one */
  guint kinds;
  GhMcpConnection kind;
};

static void connector_init (GhMcpConnectorInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (GhFakeConnector, gh_fake_connector, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (GH_TYPE_MCP_CONNECTOR, connector_init))

static guint
get_kinds (GhMcpConnector *connector)
{
  return GH_FAKE_CONNECTOR (connector)->kinds;
}

static GhRpcTransport *
make_transport (GhMcpConnector  *connector,
                GhMcpConnection  kind)
{
  GhFakeConnector *self = GH_FAKE_CONNECTOR (connector);
  GhFakeTransport *transport = gh_fake_transport_new ();

  /* One at a time. */
  if (self->made->len > 0)
    g_assert_true (gh_fake_transport_is_closed (gh_fake_connector_get_transport (self)));
  if (self->start_error != NULL)
    gh_fake_transport_fail_start (transport, self->start_error);
  g_clear_error (&self->start_error);
  self->kind = kind;
  g_ptr_array_add (self->made, g_object_ref (transport));
  return GH_RPC_TRANSPORT (transport);
}

static void
connector_init (GhMcpConnectorInterface *iface)
{
  iface->get_kinds = get_kinds;
  iface->make_transport = make_transport;
}

static void
gh_fake_connector_finalize (GObject *object)
{
  GhFakeConnector *self = GH_FAKE_CONNECTOR (object);

  /* A session lets go of each. */
  for (guint i = 0; i < self->made->len; i++)
    g_assert_cmpuint (G_OBJECT (self->made->pdata[i])->ref_count, ==, 1);
  g_ptr_array_unref (self->made);
  g_clear_error (&self->start_error);
  G_OBJECT_CLASS (gh_fake_connector_parent_class)->finalize (object);
}

static void
gh_fake_connector_class_init (GhFakeConnectorClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = gh_fake_connector_finalize;
}

static void
gh_fake_connector_init (GhFakeConnector *self)
{
  self->made = g_ptr_array_new_with_free_func (g_object_unref);
}

GhFakeConnector *
gh_fake_connector_new (guint kinds)
{
  GhFakeConnector *self = g_object_new (GH_TYPE_FAKE_CONNECTOR, NULL);

  self->kinds = kinds;
  return self;
}

guint
gh_fake_connector_get_n_made (GhFakeConnector *self)
{
  return self->made->len;
}

GhFakeTransport *
gh_fake_connector_get_transport (GhFakeConnector *self)
{
  return self->made->pdata[self->made->len - 1];
}

GhMcpConnection
gh_fake_connector_get_kind (GhFakeConnector *self)
{
  return self->kind;
}

void
gh_fake_connector_fail_next_start (GhFakeConnector *self,
                                   const GError    *error)
{
  g_clear_error (&self->start_error);
  self->start_error = g_error_copy (error);
}
