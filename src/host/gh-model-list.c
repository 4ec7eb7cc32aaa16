/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * Model endpoints (models.json) and the choice among their models. */
#include "config.h"

#include "gh-model-list-private.h"

#include "gh-json.h"
#include "gh-model-search.h"
#include "gh-model-url.h"
#include "gh-provider-entry.h"

typedef struct
{
  GhProvider *provider; /* owned; NULL: an entry that could not be used, kept for the file */
  JsonNode   *node;     /* owned: as it is in the file, unknown members included */
} Entry;

G_DEFINE_FINAL_TYPE (GhModelList, gh_model_list, G_TYPE_OBJECT)

enum
{
  PROP_0,
  PROP_DEFAULT_MODEL,
  PROP_DISCOVERY_PORTS,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

static void
entry_free (gpointer data)
{
  Entry *entry = data;

  if (entry->provider != NULL)
    gh_provider_stop (entry->provider);
  g_clear_object (&entry->provider);
  g_clear_pointer (&entry->node, json_node_unref);
  g_free (entry);
}

static Entry *
find_entry (GhModelList *self,
            GhProvider  *provider)
{
  for (guint i = 0; i < self->entries->len; i++)
    {
      Entry *entry = g_ptr_array_index (self->entries, i);

      if (entry->provider == provider)
        return entry;
    }

  return NULL;
}

static GhProvider *
find_by_id (GhModelList *self,
            const char  *id)
{
  return gh_provider_entry_find (G_LIST_MODEL (self->providers), id);
}

static void
write_entry (Entry *entry)
{
  gh_provider_entry_write (entry->provider, gh_json_node_get_object (entry->node));
}

/* Told of the document as it is now: the store writes in a thread, later changes must not
 * reach it. */
static void
save_document (GhModelList *self)
{
  g_autoptr(JsonNode) node = gh_json_node_new_object (json_object_ref (self->document));
  g_autoptr(JsonNode) copy = NULL;
  g_autofree char *text = NULL;
  gsize length;

  if (!self->loaded)
    return;

  text = gh_json_write (node, &length);
  copy = gh_json_read (text, length, NULL);
  if (copy != NULL)
    gh_file_store_save (self->store, gh_json_node_get_object (copy));
}

void
gh_model_list_save (GhModelList *self)
{
  JsonArray *array = json_array_new ();

  for (guint i = 0; i < self->entries->len; i++)
    {
      Entry *entry = g_ptr_array_index (self->entries, i);

      json_array_add_element (array, json_node_copy (entry->node));
    }
  json_object_set_member (self->document, "providers", gh_json_node_new_array (array));

  if (self->default_id != NULL)
    {
      JsonObject *chosen = json_object_new ();

      json_object_set_member (chosen, "provider", gh_json_node_new_string (self->default_provider));
      json_object_set_member (chosen, "model", gh_json_node_new_string (self->default_id));
      json_object_set_member (self->document, "default", gh_json_node_new_object (chosen));
    }
  else if (json_object_has_member (self->document, "default"))
    json_object_remove_member (self->document, "default");

  save_document (self);
}

GhModel *
gh_model_list_dup_offered (GhModelList *self,
                           const char  *provider_id,
                           const char  *id)
{
  guint n = g_list_model_get_n_items (G_LIST_MODEL (self->models));

  for (guint i = 0; i < n; i++)
    {
      g_autoptr(GhModel) model = g_list_model_get_item (G_LIST_MODEL (self->models), i);

      if (g_str_equal (gh_model_get_id (model), id) &&
          g_str_equal (gh_model_get_provider_id (model), provider_id))
        return g_steal_pointer (&model);
    }

  return NULL;
}

/* The default as an object, looked for anew whenever models come and go. */
static void
update_default (GhModelList *self)
{
  g_autoptr(GhModel) now = NULL;

  if (self->default_id != NULL)
    now = gh_model_list_dup_offered (self, self->default_provider, self->default_id);
  g_clear_object (&self->recalled);

  if (g_set_object (&self->default_model, now))
    g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_DEFAULT_MODEL]);
}

/* Keeps `models` the concatenation of the providers' lists. */
static void
models_changed_cb (GListModel *list,
                   guint       position,
                   guint       removed,
                   guint       added,
                   gpointer    user_data)
{
  GhModelList *self = GH_MODEL_LIST (user_data);
  g_autoptr(GPtrArray) additions = g_ptr_array_new_with_free_func (g_object_unref);
  guint offset = 0;

  for (guint i = 0; ; i++)
    {
      g_autoptr(GhProvider) provider = g_list_model_get_item (G_LIST_MODEL (self->providers), i);

      /* Removed from the list, but still held by someone who refreshes it. */
      if (provider == NULL)
        return;
      if (gh_provider_list_models (provider) == list)
        break;
      offset += g_list_model_get_n_items (gh_provider_list_models (provider));
    }

  for (guint i = 0; i < added; i++)
    g_ptr_array_add (additions, g_list_model_get_item (list, position + i));

  g_list_store_splice (self->models, offset + position, removed, additions->pdata, additions->len);
  update_default (self);
}

static void
add_entry (GhModelList *self,
           GhProvider  *provider,
           JsonNode    *take_node)
{
  Entry *entry = g_new0 (Entry, 1);

  entry->node = take_node;
  g_ptr_array_add (self->entries, entry);
  if (provider == NULL)
    return;

  entry->provider = g_object_ref (provider);
  write_entry (entry);
  g_signal_connect_object (gh_provider_list_models (provider), "items-changed",
                           G_CALLBACK (models_changed_cb), self, 0);
  g_list_store_append (self->providers, provider);
  gh_provider_refresh (provider);
}

static void
read_document (GhModelList *self)
{
  JsonArray *array = gh_json_get_array (self->document, "providers");
  JsonObject *chosen = gh_json_get_object (self->document, "default");
  guint n = array != NULL ? json_array_get_length (array) : 0;

  if (chosen != NULL && gh_json_get_string (chosen, "provider") != NULL &&
      gh_json_get_string (chosen, "model") != NULL)
    {
      self->default_provider = g_strdup (gh_json_get_string (chosen, "provider"));
      self->default_id = g_strdup (gh_json_get_string (chosen, "model"));
    }

  if (array == NULL && json_object_has_member (self->document, "providers"))
    gh_file_store_report (self->store, GH_PROBLEM_BAD_ENTRY, "providers: not an array");

  for (guint i = 0; i < n; i++)
    {
      g_autoptr(GError) error = NULL;
      JsonNode *node = json_array_get_element (array, i);
      g_autoptr(GhProvider) provider =
        gh_provider_entry_read (node, G_LIST_MODEL (self->providers), self->secrets, &error);

      if (provider == NULL)
        {
          g_autofree char *detail = g_strdup_printf ("providers[%u]: %s", i, error->message);

          gh_file_store_report (self->store, GH_PROBLEM_BAD_ENTRY, detail);
        }
      add_entry (self, provider, json_node_copy (node));
    }
}

static void
clear (GhModelList *self)
{
  g_ptr_array_set_size (self->entries, 0);
  g_list_store_remove_all (self->providers);
  g_list_store_remove_all (self->models);
  g_clear_pointer (&self->default_provider, g_free);
  g_clear_pointer (&self->default_id, g_free);
}

static void
take_document (GhModelList *self,
               JsonObject  *document)
{
  clear (self);
  json_object_ref (document);
  json_object_unref (self->document);
  self->document = document;
  read_document (self);
  update_default (self);
}

/* Another program wrote the file. */
static void
store_changed_cb (GhFileStore *store,
                  JsonObject  *document,
                  GhModelList *self)
{
  take_document (self, document);
}

static void
loaded_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  g_autoptr(GTask) task = user_data;
  g_autoptr(GError) error = NULL;
  GhModelList *self = g_task_get_source_object (task);
  g_autoptr(JsonObject) document =
    gh_file_store_load_finish (GH_FILE_STORE (source), result, &error);

  if (document == NULL)
    {
      g_task_return_error (task, g_steal_pointer (&error));
      return;
    }

  take_document (self, document);
  if (!self->loaded)
    g_signal_connect_object (source, "changed", G_CALLBACK (store_changed_cb), self, 0);
  self->loaded = TRUE;
  g_task_return_boolean (task, TRUE);
}

static void
key_saved_cb (GObject      *source,
              GAsyncResult *result,
              gpointer      user_data)
{
  g_autoptr(GError) error = NULL;

  if (!gh_secret_store_save_finish (GH_SECRET_STORE (source), result, &error))
    g_debug ("A key was not saved: %s", error->message);
}

/* key "": none. The store works in order, so a look-up that follows sees it. */
static void
save_key (GhModelList *self,
          GhProvider  *provider,
          const char  *key)
{
  if (*key == '\0' && !gh_provider_has_key (provider))
    return;

  g_autofree char *name = gh_provider_dup_key_name (provider);
  g_autofree char *label = g_strdup_printf ("Gatehouse: %s", gh_provider_get_name (provider));

  gh_secret_store_save_async (self->secrets, name, label, *key != '\0' ? key : NULL, NULL,
                              key_saved_cb, NULL);
  gh_provider_set_has_key (provider, *key != '\0');
}

static void
set_default_ids (GhModelList *self,
                 const char  *provider,
                 const char  *id)
{
  g_free (self->default_provider);
  g_free (self->default_id);
  self->default_provider = g_strdup (provider);
  self->default_id = g_strdup (id);
  gh_model_list_save (self);
  update_default (self);
}

static void
gh_model_list_dispose (GObject *object)
{
  GhModelList *self = GH_MODEL_LIST (object);

  g_ptr_array_set_size (self->entries, 0);
  g_clear_object (&self->search);
  g_clear_object (&self->store);
  g_clear_object (&self->secrets);
  g_clear_object (&self->default_model);
  g_clear_object (&self->recalled);

  G_OBJECT_CLASS (gh_model_list_parent_class)->dispose (object);
}

static void
gh_model_list_finalize (GObject *object)
{
  GhModelList *self = GH_MODEL_LIST (object);

  g_clear_object (&self->providers);
  g_clear_object (&self->models);
  g_clear_pointer (&self->entries, g_ptr_array_unref);
  g_clear_pointer (&self->document, json_object_unref);
  g_clear_pointer (&self->default_provider, g_free);
  g_clear_pointer (&self->default_id, g_free);

  G_OBJECT_CLASS (gh_model_list_parent_class)->finalize (object);
}

static void
gh_model_list_get_property (GObject    *object,
                            guint       prop_id,
                            GValue     *value,
                            GParamSpec *pspec)
{
  GhModelList *self = GH_MODEL_LIST (object);

  switch (prop_id)
    {
    case PROP_DEFAULT_MODEL:
      g_value_set_object (value, self->default_model);
      break;

    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
gh_model_list_set_property (GObject      *object,
                            guint         prop_id,
                            const GValue *value,
                            GParamSpec   *pspec)
{
  GhModelList *self = GH_MODEL_LIST (object);

  switch (prop_id)
    {
    case PROP_DEFAULT_MODEL:
      gh_model_list_set_default (self, g_value_get_object (value));
      break;

    case PROP_DISCOVERY_PORTS:
      self->search = gh_model_search_new (g_value_get_variant (value));
      break;

    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
gh_model_list_class_init (GhModelListClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = gh_model_list_dispose;
  object_class->finalize = gh_model_list_finalize;
  object_class->get_property = gh_model_list_get_property;
  object_class->set_property = gh_model_list_set_property;

  properties[PROP_DEFAULT_MODEL] =
    g_param_spec_object ("default-model", NULL, NULL, GH_TYPE_MODEL,
                           G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);
  properties[PROP_DISCOVERY_PORTS] =
    g_param_spec_variant ("discovery-ports", NULL, NULL, G_VARIANT_TYPE ("aq"), NULL,
                            G_PARAM_WRITABLE | G_PARAM_CONSTRUCT_ONLY | G_PARAM_STATIC_STRINGS);

  g_object_class_install_properties (object_class, N_PROPS, properties);

  g_signal_new ("servers-changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                NULL, G_TYPE_NONE, 0);
}

static void
gh_model_list_init (GhModelList *self)
{
  self->document = json_object_new ();
  self->entries = g_ptr_array_new_with_free_func (entry_free);
  self->providers = g_list_store_new (GH_TYPE_PROVIDER);
  self->models = g_list_store_new (GH_TYPE_MODEL);
}

/**
 * gh_model_list_new_with_ports:
 * @store: where the endpoints are kept (models.json)
 * @secrets: where their keys are kept
 * @ports: (nullable): "aq", taken when floating; what gh_model_list_discover() asks
 *
 * Returns: (transfer full): an empty list; nothing is written before it was loaded
 */
GhModelList *
gh_model_list_new_with_ports (GhFileStore   *store,
                              GhSecretStore *secrets,
                              GVariant      *ports)
{
  g_return_val_if_fail (GH_IS_FILE_STORE (store), NULL);
  g_return_val_if_fail (GH_IS_SECRET_STORE (secrets), NULL);

  GhModelList *self = g_object_new (GH_TYPE_MODEL_LIST, "discovery-ports", ports, NULL);

  self->store = g_object_ref (store);
  self->secrets = g_object_ref (secrets);

  return self;
}

GhModelList *
gh_model_list_new (GhFileStore   *store,
                   GhSecretStore *secrets)
{
  return gh_model_list_new_with_ports (store, secrets, NULL);
}

/* Reads models.json; the endpoints are asked for their models afterwards, without being
 * waited for. */
void
gh_model_list_load_async (GhModelList         *self,
                          GCancellable        *cancellable,
                          GAsyncReadyCallback  callback,
                          gpointer             user_data)
{
  g_return_if_fail (GH_IS_MODEL_LIST (self));
  g_return_if_fail (cancellable == NULL || G_IS_CANCELLABLE (cancellable));

  GTask *task = g_task_new (self, cancellable, callback, user_data);

  g_task_set_source_tag (task, gh_model_list_load_async);
  gh_file_store_load_async (self->store, cancellable, loaded_cb, task);
}

gboolean
gh_model_list_load_finish (GhModelList   *self,
                           GAsyncResult  *result,
                           GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), FALSE);

  return g_task_propagate_boolean (G_TASK (result), error);
}

GListModel *
gh_model_list_list_providers (GhModelList *self)
{
  g_return_val_if_fail (GH_IS_MODEL_LIST (self), NULL);

  return G_LIST_MODEL (self->providers);
}

GListModel *
gh_model_list_list_models (GhModelList *self)
{
  g_return_val_if_fail (GH_IS_MODEL_LIST (self), NULL);

  return G_LIST_MODEL (self->models);
}

GListModel *
gh_model_list_list_found (GhModelList *self)
{
  g_return_val_if_fail (GH_IS_MODEL_LIST (self), NULL);

  return gh_model_search_list_found (self->search);
}

/**
 * gh_model_list_discover:
 *
 * Asks the usual ports of this computer; what answers and is not configured yet appears in
 * gh_model_list_list_found(). While a search runs, another is not begun.
 */
void
gh_model_list_discover (GhModelList *self)
{
  g_return_if_fail (GH_IS_MODEL_LIST (self));

  gh_model_search_start (self->search, G_LIST_MODEL (self->providers));
}

GhProvider *
gh_model_list_add_provider (GhModelList *self,
                            const char  *name,
                            const char  *base_url,
                            const char  *key,
                            GhLane       lane)
{
  return gh_model_list_add_provider_of_kind (self, GH_PROVIDER_OPENAI, name, base_url, key, lane);
}

/* Returns: (transfer none) the new provider, already being asked for its models. */
GhProvider *
gh_model_list_add_provider_of_kind (GhModelList    *self,
                                    GhProviderKind  kind,
                                    const char     *name,
                                    const char     *base_url,
                                    const char     *key,
                                    GhLane          lane)
{
  g_return_val_if_fail (GH_IS_MODEL_LIST (self), NULL);
  g_return_val_if_fail (name != NULL, NULL);
  g_return_val_if_fail (base_url != NULL, NULL);

  g_autofree char *id = gh_provider_entry_make_id (G_LIST_MODEL (self->providers), name);
  g_autoptr(GhProvider) provider = gh_provider_new (id, name, kind, base_url, lane, self->secrets);

  save_key (self, provider, key != NULL ? key : "");
  gh_model_search_forget (self->search, gh_provider_get_base_url (provider));
  add_entry (self, provider, gh_json_node_new_object (json_object_new ()));
  gh_model_list_save (self);

  return provider; /* the entry holds it */
}

void
gh_model_list_update_provider (GhModelList    *self,
                               GhProvider     *provider,
                               GhProviderKind  kind,
                               const char     *name,
                               const char     *base_url,
                               const char     *key,
                               GhLane          lane)
{
  g_return_if_fail (GH_IS_MODEL_LIST (self));
  g_return_if_fail (GH_IS_PROVIDER (provider));

  Entry *entry = find_entry (self, provider);

  if (entry == NULL)
    return;

  gh_provider_update (provider, name, kind, base_url, lane);
  g_clear_object (&self->recalled); /* it carries the name and the lane */
  if (key != NULL)
    save_key (self, provider, key);
  write_entry (entry);
  gh_model_list_save (self);
  gh_provider_refresh (provider);
}

void
gh_model_list_set_ca_file (GhModelList *self,
                           GhProvider  *provider,
                           const char  *ca_file)
{
  g_return_if_fail (GH_IS_MODEL_LIST (self));
  g_return_if_fail (GH_IS_PROVIDER (provider));

  Entry *entry = find_entry (self, provider);

  if (entry == NULL || g_strcmp0 (gh_provider_get_ca_file (provider), ca_file) == 0)
    return;

  gh_provider_set_ca_file (provider, ca_file);
  write_entry (entry);
  gh_model_list_save (self);
  gh_provider_refresh (provider);
}

/* The prices that the person sets for a model, for a million tokens; NAN: none, the endpoint's own
 * hold then. */
void
gh_model_list_set_prices (GhModelList *self,
                          GhModel     *model,
                          double       input,
                          double       output)
{
  g_return_if_fail (GH_IS_MODEL_LIST (self));
  g_return_if_fail (GH_IS_MODEL (model));

  GhProvider *provider = gh_model_list_find_provider (self, model);
  Entry *entry = provider != NULL ? find_entry (self, provider) : NULL;

  if (entry == NULL)
    return;

  gh_provider_entry_set_prices (gh_json_node_get_object (entry->node), gh_model_get_id (model),
                                input, output);
  gh_model_list_save (self);
  gh_provider_set_prices (provider, gh_model_get_id (model), input, output);
}

/**
 * gh_model_list_remove_provider:
 *
 * Forgets the endpoint, its key, and the default model when it was one of its. A provider that is
 * not in the list is left as it is.
 */
void
gh_model_list_remove_provider (GhModelList *self,
                               GhProvider  *provider)
{
  g_return_if_fail (GH_IS_MODEL_LIST (self));
  g_return_if_fail (GH_IS_PROVIDER (provider));

  g_autoptr(GhProvider) held = g_object_ref (provider);
  Entry *entry = find_entry (self, provider);
  guint offset = 0;
  guint position;

  if (entry == NULL || !g_list_store_find (self->providers, provider, &position))
    return;

  for (guint i = 0; i < position; i++)
    {
      g_autoptr(GhProvider) before = g_list_model_get_item (G_LIST_MODEL (self->providers), i);

      offset += g_list_model_get_n_items (gh_provider_list_models (before));
    }

  GListModel *models = gh_provider_list_models (provider);

  g_signal_handlers_disconnect_by_func (models, models_changed_cb, self);
  save_key (self, provider, "");
  g_ptr_array_remove (self->entries, entry);
  if (g_strcmp0 (self->default_provider, gh_provider_get_id (provider)) == 0)
    {
      g_clear_pointer (&self->default_provider, g_free);
      g_clear_pointer (&self->default_id, g_free);
    }
  gh_model_list_save (self);
  g_list_store_remove (self->providers, position);
  g_list_store_splice (self->models, offset, g_list_model_get_n_items (models), NULL, 0);
  update_default (self);
}

/* Returns: (transfer none): the provider of `model`, or NULL when it is no longer configured. */
GhProvider *
gh_model_list_find_provider (GhModelList *self,
                             GhModel     *model)
{
  g_return_val_if_fail (GH_IS_MODEL_LIST (self), NULL);
  g_return_val_if_fail (GH_IS_MODEL (model), NULL);

  return find_by_id (self, gh_model_get_provider_id (model));
}

/**
 * gh_model_list_is_awaited:
 * @model: a model of this list, or one that was in it
 *
 * Returns: whether the endpoint that offered it is still configured and does not answer now: it
 *   may come back. FALSE when the endpoint answers, with or without it, or was removed.
 */
gboolean
gh_model_list_is_awaited (GhModelList *self,
                          GhModel     *model)
{
  GhProvider *provider = gh_model_list_find_provider (self, model);

  return provider != NULL && gh_provider_get_state (provider) != GH_PROVIDER_READY;
}

/**
 * gh_model_list_get_default:
 *
 * Returns: (transfer none) (nullable): the person's default model; NULL when there is none or its
 *   endpoint does not offer it now
 */
GhModel *
gh_model_list_get_default (GhModelList *self)
{
  g_return_val_if_fail (GH_IS_MODEL_LIST (self), NULL);

  return self->default_model;
}

/* model NULL: none. Remembered by name, also while its endpoint does not offer it. */
void
gh_model_list_set_default (GhModelList *self,
                           GhModel     *model)
{
  g_return_if_fail (GH_IS_MODEL_LIST (self));
  g_return_if_fail (model == NULL || GH_IS_MODEL (model));

  if (model != NULL)
    set_default_ids (self, gh_model_get_provider_id (model), gh_model_get_id (model));
  else
    set_default_ids (self, NULL, NULL);
}

/**
 * gh_model_list_check_url:
 * @base_url: an endpoint's address
 * @lane: (out) (optional): whose computer it seems to be, when it can be used
 * @error: G_IO_ERROR_INVALID_ARGUMENT or G_IO_ERROR_PERMISSION_DENIED
 *
 * Returns: whether the address can be used
 */
gboolean
gh_model_list_check_url (const char  *base_url,
                         GhLane      *lane,
                         GError     **error)
{
  return gh_model_url_check (base_url, lane, error);
}
