/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * Looks for model endpoints on this computer. */
#include "config.h"

#include "gh-model-search.h"

#include "gh-model-url.h"
#include "gh-provider-private.h"

/* A computer answers itself at once or not at all; busy ones get some time. */
#define PATIENCE_MS 1500

static const struct
{
  guint16         port;
  const char     *name; /* a product's name: not translated */
  GhProviderKind  kind;
} known_ports[] = {
  { 11434, "Ollama", GH_PROVIDER_OLLAMA },
  { 8080, "llama.cpp", GH_PROVIDER_OPENAI },
  { 1234, "LM Studio", GH_PROVIDER_OPENAI },
};

struct _GhModelSearch
{
  GObject     parent_instance;

  GListStore *found;  /* owned: of GhProvider */
  GPtrArray  *asking; /* owned: of GhProvider */
  GListModel *known;  /* owned, or NULL before the first search */
  GVariant   *ports;  /* owned: "aq", or NULL: the known ones */
};

G_DEFINE_FINAL_TYPE (GhModelSearch, gh_model_search, G_TYPE_OBJECT)

static void
provider_free (gpointer data)
{
  gh_provider_stop (data);
  g_object_unref (data);
}

static gboolean
is_known (GhModelSearch *self,
          const char    *base_url)
{
  for (guint i = 0; i < g_list_model_get_n_items (self->known); i++)
    {
      g_autoptr(GhProvider) provider = g_list_model_get_item (self->known, i);

      if (gh_model_url_equal (gh_provider_get_base_url (provider), base_url))
        return TRUE;
    }

  return FALSE;
}

/* Something answered, or nothing did. What offers no model is of no use, whatever it is. */
static void
end_asking (GhModelSearch *self,
            GhProvider    *provider)
{
  g_signal_handlers_disconnect_by_data (provider, self);
  if (gh_provider_get_state (provider) == GH_PROVIDER_READY &&
      g_list_model_get_n_items (gh_provider_list_models (provider)) > 0 &&
      !is_known (self, gh_provider_get_base_url (provider)))
    g_list_store_append (self->found, provider);
  g_ptr_array_remove (self->asking, provider);
}

static void
state_cb (GhProvider *provider,
          GParamSpec *pspec,
          gpointer    user_data)
{
  GhModelSearch *self = GH_MODEL_SEARCH (user_data);

  switch (gh_provider_get_state (provider))
    {
    case GH_PROVIDER_READY:
    case GH_PROVIDER_UNREACHABLE:
      end_asking (self, provider);
      break;

    case GH_PROVIDER_UNKNOWN:
    case GH_PROVIDER_ASKING:
      break;

    default:
      g_assert_not_reached ();
    }
}

static void
ask_port (GhModelSearch *self,
          guint16        port)
{
  g_autofree char *base_url = g_strdup_printf ("http://127.0.0.1:%u", port);
  g_autofree char *id = g_strdup_printf ("found-%u", port);
  const char *name = "127.0.0.1";
  GhProviderKind kind = GH_PROVIDER_OPENAI;

  if (is_known (self, base_url))
    return;
  for (guint i = 0; i < G_N_ELEMENTS (known_ports); i++)
    {
      if (known_ports[i].port != port)
        continue;
      name = known_ports[i].name;
      kind = known_ports[i].kind;
    }

  /* Without the secret store: what listens on a port must not be handed a key. */
  GhProvider *provider = gh_provider_new (id, name, kind, base_url, GH_LANE_LOCAL, NULL);

  gh_provider_set_patience (provider, PATIENCE_MS);
  g_ptr_array_add (self->asking, provider);
  g_signal_connect_object (provider, "notify::state", G_CALLBACK (state_cb), self, 0);
  gh_provider_refresh (provider);
}

static void
gh_model_search_dispose (GObject *object)
{
  GhModelSearch *self = GH_MODEL_SEARCH (object);

  g_ptr_array_set_size (self->asking, 0);
  g_clear_object (&self->known);

  G_OBJECT_CLASS (gh_model_search_parent_class)->dispose (object);
}

static void
gh_model_search_finalize (GObject *object)
{
  GhModelSearch *self = GH_MODEL_SEARCH (object);

  g_clear_object (&self->found);
  g_clear_pointer (&self->asking, g_ptr_array_unref);
  g_clear_pointer (&self->ports, g_variant_unref);

  G_OBJECT_CLASS (gh_model_search_parent_class)->finalize (object);
}

static void
gh_model_search_class_init (GhModelSearchClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = gh_model_search_dispose;
  object_class->finalize = gh_model_search_finalize;
}

static void
gh_model_search_init (GhModelSearch *self)
{
  self->found = g_list_store_new (GH_TYPE_PROVIDER);
  self->asking = g_ptr_array_new_with_free_func (provider_free);
}

GhModelSearch *
gh_model_search_new (GVariant *ports)
{
  g_return_val_if_fail (ports == NULL || g_variant_is_of_type (ports, G_VARIANT_TYPE ("aq")), NULL);

  GhModelSearch *self = g_object_new (GH_TYPE_MODEL_SEARCH, NULL);

  self->ports = ports != NULL ? g_variant_ref_sink (ports) : NULL;

  return self;
}

GListModel *
gh_model_search_list_found (GhModelSearch *self)
{
  g_return_val_if_fail (GH_IS_MODEL_SEARCH (self), NULL);

  return G_LIST_MODEL (self->found);
}

void
gh_model_search_start (GhModelSearch *self,
                       GListModel    *known)
{
  g_return_if_fail (GH_IS_MODEL_SEARCH (self));
  g_return_if_fail (G_IS_LIST_MODEL (known));

  if (self->asking->len > 0)
    return;

  g_set_object (&self->known, known);
  g_list_store_remove_all (self->found);
  if (self->ports != NULL)
    {
      for (gsize i = 0; i < g_variant_n_children (self->ports); i++)
        {
          guint16 port;

          g_variant_get_child (self->ports, i, "q", &port);
          ask_port (self, port);
        }
      return;
    }

  for (guint i = 0; i < G_N_ELEMENTS (known_ports); i++)
    ask_port (self, known_ports[i].port);
}

void
gh_model_search_forget (GhModelSearch *self,
                        const char    *base_url)
{
  g_return_if_fail (GH_IS_MODEL_SEARCH (self));
  g_return_if_fail (base_url != NULL);

  for (guint i = g_list_model_get_n_items (G_LIST_MODEL (self->found)); i > 0; i--)
    {
      g_autoptr(GhProvider) provider = g_list_model_get_item (G_LIST_MODEL (self->found), i - 1);

      if (gh_model_url_equal (gh_provider_get_base_url (provider), base_url))
        g_list_store_remove (self->found, i - 1);
    }
}
