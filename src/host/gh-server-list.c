/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * The configured servers. A GListModel of GhServer, kept in mcp.json. */
#include "config.h"

#include "gh-server-list.h"

#include "gh-forwarded-list.h"
#include "gh-json.h"
#include "gh-login-path.h"
#include "gh-server-config-private.h"
#include "gh-server-entry.h"
#include "gh-server-private.h"

#define SERVERS "mcpServers"

struct _GhServerList
{
  GObject parent;

  /* Owned. */
  GhFileStore      *store;
  GhRootList       *roots;
  GhRequestBroker  *broker;
  GhLoginPath      *login_path;
  GListStore       *servers;
  GPtrArray        *slots;    /* of Slot: the file's entries in their order */
  GPtrArray        *leaving;  /* of GhServer: removed, and not yet known to be gone */
  JsonObject       *document; /* the file's top object as it was read */
  GHashTable *reserved; /* ids of removed servers: removal can be undone, and what was granted to
                         * one server (folders, say) never falls to another of the same name */

  gboolean          loaded;
  gboolean          merging;    /* what another program wrote: that is not written again */
  gboolean          autostart;
};

/* A place in the file. What is not shown keeps its place. */
typedef struct
{
  char     *id;
  GhServer *server; /* owned, or NULL: not shown */
  JsonNode *kept;   /* owned, the entry of one that is not shown */
} Slot;

GH_FORWARDED_LIST (GhServerList, GH_TYPE_SERVER, servers)

G_DEFINE_FINAL_TYPE_WITH_CODE (GhServerList, gh_server_list, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (G_TYPE_LIST_MODEL, forwarded_list_init))

static Slot *
slot_new (const char *id,
          GhServer   *server,
          JsonNode   *kept)
{
  Slot *slot = g_new0 (Slot, 1);

  slot->id = g_strdup (id);
  slot->server = server != NULL ? g_object_ref (server) : NULL;
  slot->kept = kept != NULL ? json_node_copy (kept) : NULL;
  return slot;
}

static void
slot_free (Slot *slot)
{
  g_free (slot->id);
  g_clear_object (&slot->server);
  g_clear_pointer (&slot->kept, json_node_unref);
  g_free (slot);
}

static void
gh_server_list_finalize (GObject *object)
{
  GhServerList *self = GH_SERVER_LIST (object);

  g_clear_object (&self->servers);
  g_clear_pointer (&self->slots, g_ptr_array_unref);
  g_clear_pointer (&self->leaving, g_ptr_array_unref);
  g_clear_object (&self->store);
  g_clear_object (&self->roots);
  g_clear_object (&self->broker);
  g_clear_object (&self->login_path);
  g_clear_pointer (&self->document, json_object_unref);
  g_clear_pointer (&self->reserved, g_hash_table_unref);

  G_OBJECT_CLASS (gh_server_list_parent_class)->finalize (object);
}

static void
gh_server_list_class_init (GhServerListClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->finalize = gh_server_list_finalize;
}

static void
gh_server_list_init (GhServerList *self)
{
  forwarded_list_start (self);
  self->slots = g_ptr_array_new_with_free_func ((GDestroyNotify) slot_free);
  self->leaving = g_ptr_array_new_with_free_func (g_object_unref);
  self->document = json_object_new ();
  self->autostart = TRUE;
  self->reserved = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->login_path = gh_login_path_new ();
}

/**
 * gh_server_list_new:
 *
 * Returns: (transfer full): a list without servers until gh_server_list_load_async()
 */
GhServerList *
gh_server_list_new (GhFileStore     *store,
                    GhRootList      *roots,
                    GhRequestBroker *broker)
{
  GhServerList *self;

  g_return_val_if_fail (GH_IS_FILE_STORE (store), NULL);
  g_return_val_if_fail (GH_IS_ROOT_LIST (roots), NULL);
  g_return_val_if_fail (GH_IS_REQUEST_BROKER (broker), NULL);

  self = g_object_new (GH_TYPE_SERVER_LIST, NULL);
  self->store = g_object_ref (store);
  self->roots = g_object_ref (roots);
  self->broker = g_object_ref (broker);
  return self;
}

/* Writes the whole file: what we know of our servers, everything else as it came. */
static void
save (GhServerList *self)
{
  JsonObject *servers;
  g_autoptr(JsonObject) document = NULL;

  if (self->merging)
    return;

  servers = json_object_new ();
  document = gh_json_copy_members (self->document);
  for (guint i = 0; i < self->slots->len; i++)
    {
      Slot *slot = g_ptr_array_index (self->slots, i);
      GhServerConfig *config;
      GhServerEntry entry;

      if (slot->server == NULL)
        {
          json_object_set_member (servers, slot->id, json_node_copy (slot->kept));
          continue;
        }
      config = gh_server_get_config (slot->server);
      entry.config = config;
      entry.consent = gh_server_get_consented (slot->server)
                        ? (char *) gh_server_config_get_fingerprint (config) : NULL;
      entry.known_era = (char *) gh_server_get_known_era (slot->server);
      json_object_set_member (servers, slot->id,
                              gh_server_entry_write (gh_server_get_entry (slot->server), slot->id,
                                                     &entry));
    }

  json_object_set_member (document, SERVERS, gh_json_node_new_object (servers));
  gh_file_store_save (self->store, document);
}

static void
watch (GhServerList *self,
       GhServer     *server)
{
  g_signal_connect_object (server, "notify::consented", G_CALLBACK (save), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (server, "notify::config", G_CALLBACK (save), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (server, "notify::known-era", G_CALLBACK (save), self, G_CONNECT_SWAPPED);
}

static void
unwatch (GhServerList *self,
         GhServer     *server)
{
  g_signal_handlers_disconnect_by_func (server, save, self);
}

static void
restart_after_change (GhServer *server)
{
  if (gh_server_get_consented (server))
    gh_server_restart (server);
  else
    gh_server_stop_async (server, NULL, NULL);
}

/* A running server goes on as it is: nobody asked for a restart. One that is just being started
 * must not become what nobody agreed to. */
static void
update_server (GhServer      *server,
               GhServerEntry *entry,
               gboolean       consented,
               JsonObject    *object)
{
  gboolean same = gh_server_config_starts_same (gh_server_get_config (server), entry->config);

  gh_server_set_entry (server, object);
  gh_server_set_config (server, entry->config, consented);
  gh_server_set_known_era (server, entry->known_era);
  if ((!same || !consented) && gh_server_get_state (server) == GH_SERVER_STARTING)
    restart_after_change (server);
}

/* known: the server of this id, or NULL. */
static void
load_entry (GhServerList *self,
            const char   *id,
            JsonNode     *node,
            GhServer     *known)
{
  g_auto(GhServerEntry) entry = { NULL, };
  g_autoptr(GError) error = NULL;
  g_autoptr(GhServer) server = NULL;
  JsonObject *object = gh_json_node_get_object (node);
  gboolean consented;

  if (!gh_server_entry_read (node, id, &entry, &error))
    {
      g_autofree char *detail = g_strdup_printf (SERVERS ".%s: %s", id, error->message);

      gh_file_store_report (self->store, GH_PROBLEM_BAD_ENTRY, detail);
      g_ptr_array_add (self->slots, slot_new (id, NULL, node));
      return;
    }
  consented = g_strcmp0 (entry.consent, gh_server_config_get_fingerprint (entry.config)) == 0;
  if (known != NULL)
    {
      update_server (known, &entry, consented, object);
      g_ptr_array_add (self->slots, slot_new (id, known, NULL));
      return;
    }
  server = gh_server_new (id, entry.config, consented, object, self->roots, self->broker,
                          self->login_path);
  gh_server_set_known_era (server, entry.known_era);
  g_hash_table_remove (self->reserved, id);
  g_ptr_array_add (self->slots, slot_new (id, server, NULL));
  watch (self, server);
}

static GhServer *
find_in (GPtrArray  *slots,
         const char *id)
{
  for (guint i = 0; i < slots->len; i++)
    {
      Slot *slot = g_ptr_array_index (slots, i);

      if (g_str_equal (slot->id, id))
        return slot->server;
    }
  return NULL;
}

static guint
find_slot (GhServerList *self,
           GhServer     *server)
{
  for (guint i = 0; i < self->slots->len; i++)
    if (((Slot *) g_ptr_array_index (self->slots, i))->server == server)
      return i;
  return self->slots->len;
}

static void
left_cb (GObject      *source,
         GAsyncResult *result,
         gpointer      user_data)
{
  g_autoptr(GhServerList) self = GH_SERVER_LIST (user_data);

  gh_server_stop_finish (GH_SERVER (source), result, NULL);
  g_ptr_array_remove (self->leaving, source);
}

/* Stops a server and takes it out of the list that is shown; returns where it stood. */
static guint
leave (GhServerList *self,
       GhServer     *server)
{
  guint position = G_MAXUINT;

  g_ptr_array_add (self->leaving, g_object_ref (server));
  gh_server_stop_async (server, left_cb, g_object_ref (self));
  unwatch (self, server);
  g_hash_table_add (self->reserved, g_strdup (gh_server_get_id (server)));
  if (g_list_store_find (self->servers, server, &position))
    g_list_store_remove (self->servers, position);
  return position;
}

/* Shows the servers in the order of the file. */
static void
arrange (GhServerList *self)
{
  guint position = 0;

  for (guint i = 0; i < self->slots->len; i++)
    {
      GhServer *server = ((Slot *) g_ptr_array_index (self->slots, i))->server;
      g_autoptr(GhServer) present = g_list_model_get_item (G_LIST_MODEL (self->servers), position);
      guint from;

      if (server == NULL)
        continue;
      if (present != server)
        {
          if (g_list_store_find (self->servers, server, &from))
            g_list_store_remove (self->servers, from);
          g_list_store_insert (self->servers, position, server);
        }
      position++;
    }
}

/* The file as it is now: servers that stay are the objects they were. */
static void
take_document (GhServerList *self,
               JsonObject   *document)
{
  g_autoptr(GPtrArray) before = g_steal_pointer (&self->slots);
  JsonObject *servers = gh_json_get_object (document, SERVERS);
  JsonObjectIter iter;
  const char *id;
  JsonNode *node;

  self->merging = TRUE;
  self->slots = g_ptr_array_new_with_free_func ((GDestroyNotify) slot_free);
  json_object_unref (self->document);
  self->document = json_object_ref (document);
  if (servers != NULL)
    {
      json_object_iter_init_ordered (&iter, servers);
      while (json_object_iter_next_ordered (&iter, &id, &node))
        load_entry (self, id, node, find_in (before, id));
    }
  else if (json_object_has_member (document, SERVERS))
    gh_file_store_report (self->store, GH_PROBLEM_BAD_ENTRY, SERVERS ": not an object");

  for (guint i = 0; i < before->len; i++)
    {
      GhServer *server = ((Slot *) g_ptr_array_index (before, i))->server;

      if (server == NULL || find_slot (self, server) < self->slots->len)
        continue;
      /* Added before the file was read: it stays. */
      if (!self->loaded)
        g_ptr_array_add (self->slots, slot_new (gh_server_get_id (server), server, NULL));
      else
        leave (self, server);
    }
  arrange (self);
  self->merging = FALSE;
}

/* Another program wrote the file. What is new in it is not started before somebody wants it. */
static void
store_changed_cb (GhFileStore  *store,
                  JsonObject   *document,
                  GhServerList *self)
{
  take_document (self, document);
}

static void
start_agreed (GhServerList *self)
{
  guint n = g_list_model_get_n_items (G_LIST_MODEL (self));

  for (guint i = 0; i < n; i++)
    {
      g_autoptr(GhServer) server = g_list_model_get_item (G_LIST_MODEL (self), i);

      if (gh_server_config_get_autostart (gh_server_get_config (server))
          && gh_server_get_consented (server))
        gh_server_start_unwatched (server);
    }
}

static void
loaded_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  g_autoptr(GTask) task = user_data;
  GhServerList *self = g_task_get_source_object (task);
  g_autoptr(GError) error = NULL;
  g_autoptr(JsonObject) document =
    gh_file_store_load_finish (GH_FILE_STORE (source), result, &error);

  if (document == NULL)
    {
      g_task_return_error (task, g_steal_pointer (&error));
      return;
    }

  take_document (self, document);
  g_signal_connect_object (source, "changed", G_CALLBACK (store_changed_cb), self, 0);
  self->loaded = TRUE;
  if (self->autostart)
    start_agreed (self);
  g_task_return_boolean (task, TRUE);
}

void
gh_server_list_set_autostart (GhServerList *self,
                              gboolean      autostart)
{
  g_return_if_fail (GH_IS_SERVER_LIST (self));

  self->autostart = autostart;
}

void
gh_server_list_load_async (GhServerList        *self,
                           GCancellable        *cancellable,
                           GAsyncReadyCallback  callback,
                           gpointer             user_data)
{
  g_autoptr(GTask) task = NULL;

  g_return_if_fail (GH_IS_SERVER_LIST (self));
  g_return_if_fail (!self->loaded);

  task = g_task_new (self, cancellable, callback, user_data);
  g_task_set_source_tag (task, gh_server_list_load_async);
  gh_file_store_load_async (self->store, cancellable, loaded_cb, g_steal_pointer (&task));
}

gboolean
gh_server_list_load_finish (GhServerList  *self,
                            GAsyncResult  *result,
                            GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), FALSE);

  return g_task_propagate_boolean (G_TASK (result), error);
}

static gboolean
has_slot (GhServerList *self,
          const char   *id)
{
  for (guint i = 0; i < self->slots->len; i++)
    if (g_str_equal (((Slot *) g_ptr_array_index (self->slots, i))->id, id))
      return TRUE;
  return FALSE;
}

static gboolean
is_taken (GhServerList *self,
          const char   *id)
{
  return has_slot (self, id) || g_hash_table_contains (self->reserved, id);
}

/* A key as people write them by hand: the name's letters and digits, small, with hyphens between.
 */
static char *
make_id (GhServerList *self,
         const char   *name)
{
  g_autoptr(GString) base = g_string_new (NULL);
  g_autofree char *id = NULL;

  for (const char *p = name; *p != '\0'; p = g_utf8_next_char (p))
    {
      gunichar c = g_utf8_get_char (p);

      if (g_unichar_isalnum (c) || g_unichar_ismark (c) || c == '_' || c == '.')
        g_string_append_unichar (base, g_unichar_tolower (c));
      else if (base->len > 0 && base->str[base->len - 1] != '-')
        g_string_append_c (base, '-');
    }
  if (base->len > 0 && base->str[base->len - 1] == '-')
    g_string_truncate (base, base->len - 1);
  if (base->len == 0)
    g_string_append (base, "server");

  id = g_strdup (base->str);
  for (guint n = 2; is_taken (self, id); n++)
    {
      g_free (id);
      id = g_strdup_printf ("%s-%u", base->str, n);
    }
  return g_steal_pointer (&id);
}

/**
 * gh_server_list_add:
 *
 * Returns: (transfer none): the new server, stopped, at the end of the list
 */
GhServer *
gh_server_list_add (GhServerList   *self,
                    GhServerConfig *config,
                    gboolean        consented)
{
  g_autofree char *id = NULL;
  g_autoptr(GhServer) server = NULL;

  g_return_val_if_fail (GH_IS_SERVER_LIST (self), NULL);
  g_return_val_if_fail (GH_IS_SERVER_CONFIG (config), NULL);

  id = make_id (self, gh_server_config_get_name (config));
  server =
    gh_server_new (id, config, consented, NULL, self->roots, self->broker, self->login_path);
  gh_server_list_insert (self, server, g_list_model_get_n_items (G_LIST_MODEL (self)));
  return server;
}

void
gh_server_list_replace (GhServerList   *self,
                        GhServer       *server,
                        GhServerConfig *config,
                        gboolean        consented)
{
  gboolean same;

  g_return_if_fail (GH_IS_SERVER_LIST (self));
  g_return_if_fail (GH_IS_SERVER (server));
  g_return_if_fail (GH_IS_SERVER_CONFIG (config));

  /* Another program took it out of the file while the person was writing: nothing runs that is not
   * in the list. */
  if (find_slot (self, server) == self->slots->len
      && gh_server_list_find (self, gh_server_get_id (server)) == NULL)
    gh_server_list_insert (self, server, g_list_model_get_n_items (G_LIST_MODEL (self)));
  same = gh_server_config_starts_same (gh_server_get_config (server), config);
  gh_server_set_config (server, config, consented);
  if ((!same || !consented)
      && (gh_server_get_state (server) == GH_SERVER_RUNNING
          || gh_server_get_state (server) == GH_SERVER_STARTING))
    restart_after_change (server);
}

guint
gh_server_list_remove (GhServerList *self,
                       GhServer     *server)
{
  g_autoptr(GhServer) kept = NULL;
  guint position;

  g_return_val_if_fail (GH_IS_SERVER_LIST (self), 0);
  g_return_val_if_fail (GH_IS_SERVER (server), 0);
  g_return_val_if_fail (find_slot (self, server) < self->slots->len, 0);

  kept = g_object_ref (server);
  g_ptr_array_remove_index (self->slots, find_slot (self, server));
  position = leave (self, server);
  save (self);
  return position;
}

/* The place in the file before the server that stands at a position in the list. */
static guint
slot_for_position (GhServerList *self,
                   guint         position)
{
  g_autoptr(GhServer) next = g_list_model_get_item (G_LIST_MODEL (self), position);

  return next != NULL ? find_slot (self, next) : self->slots->len;
}

void
gh_server_list_insert (GhServerList *self,
                       GhServer     *server,
                       guint         position)
{
  g_return_if_fail (GH_IS_SERVER_LIST (self));
  g_return_if_fail (GH_IS_SERVER (server));

  /* Written into the file again by hand meanwhile. */
  if (has_slot (self, gh_server_get_id (server)))
    return;

  position = MIN (position, g_list_model_get_n_items (G_LIST_MODEL (self)));
  g_hash_table_remove (self->reserved, gh_server_get_id (server));
  g_ptr_array_insert (self->slots, slot_for_position (self, position),
                      slot_new (gh_server_get_id (server), server, NULL));
  watch (self, server);
  g_list_store_insert (self->servers, position, server);
  save (self);
}

GhServer *
gh_server_list_find (GhServerList *self,
                     const char   *id)
{
  g_return_val_if_fail (GH_IS_SERVER_LIST (self), NULL);
  g_return_val_if_fail (id != NULL, NULL);

  return find_in (self->slots, id);
}

typedef struct
{
  GhServerConfig *config; /* immutable: may be read in a thread */
  char           *path;
} FindProgram;

static void
find_program_free (FindProgram *data)
{
  g_object_unref (data->config);
  g_free (data->path);
  g_free (data);
}

/* The thread may be the last to hold its task, so that one does not hold the list. */
static void
found_program_cb (GObject      *source,
                  GAsyncResult *result,
                  gpointer      user_data)
{
  g_autoptr(GTask) task = user_data;
  GError *error = NULL;
  char *program = g_task_propagate_pointer (G_TASK (result), &error);

  if (error != NULL)
    g_task_return_error (task, error);
  else
    g_task_return_pointer (task, program, g_free);
}

static void
find_program_thread (GTask        *task,
                     gpointer      source,
                     gpointer      task_data,
                     GCancellable *cancellable)
{
  FindProgram *data = task_data;

  g_task_return_pointer (task, gh_server_config_find_program_in (data->config, data->path), g_free);
}

static void
find_program_path_cb (GObject      *source,
                      GAsyncResult *result,
                      gpointer      user_data)
{
  g_autoptr(GTask) task = user_data;
  g_autoptr(GTask) search = NULL;
  GCancellable *cancellable = g_task_get_cancellable (task);
  g_autofree char *path = NULL;
  GError *error = NULL;
  FindProgram *data;

  path = gh_login_path_lookup_finish (GH_LOGIN_PATH (source), result, &error);
  if (path == NULL)
    {
      g_task_return_error (task, error);
      return;
    }
  data = g_new0 (FindProgram, 1);
  data->config = g_object_ref (g_task_get_task_data (task));
  data->path = g_steal_pointer (&path);
  search = g_task_new (NULL, cancellable, found_program_cb, g_steal_pointer (&task));
  g_task_set_source_tag (search, find_program_path_cb);
  g_task_set_task_data (search, data, (GDestroyNotify) find_program_free);
  g_task_run_in_thread (search, find_program_thread);
}

/* Asks for the login shell's PATH, then looks through it in a thread: folders may be on slow
 * drives. */
void
gh_server_list_find_program_async (GhServerList        *self,
                                   GhServerConfig      *config,
                                   GCancellable        *cancellable,
                                   GAsyncReadyCallback  callback,
                                   gpointer             user_data)
{
  g_autoptr(GTask) task = NULL;

  g_return_if_fail (GH_IS_SERVER_LIST (self));
  g_return_if_fail (GH_IS_SERVER_CONFIG (config));

  task = g_task_new (self, cancellable, callback, user_data);
  g_task_set_source_tag (task, gh_server_list_find_program_async);
  g_task_set_task_data (task, g_object_ref (config), g_object_unref);
  gh_login_path_lookup_async (self->login_path, cancellable, find_program_path_cb,
                              g_steal_pointer (&task));
}

/**
 * gh_server_list_find_program_finish:
 *
 * Returns: (transfer full) (nullable): the absolute path of the program that starting the
 *   configuration would run; NULL without an error when there is none
 */
char *
gh_server_list_find_program_finish (GhServerList  *self,
                                    GAsyncResult  *result,
                                    GError       **error)
{
  g_return_val_if_fail (GH_IS_SERVER_LIST (self), NULL);
  g_return_val_if_fail (g_task_is_valid (result, self), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}

static void
stopped_cb (GObject      *source,
            GAsyncResult *result,
            gpointer      user_data)
{
  g_autoptr(GTask) task = user_data;
  guint *n_left = g_task_get_task_data (task);

  gh_server_stop_finish (GH_SERVER (source), result, NULL);
  if (--*n_left == 0)
    g_task_return_boolean (task, TRUE);
}

/**
 * gh_server_list_stop_all_async:
 *
 * Stops every server at once, removed ones that still stop too; completes when the last process
 * group is gone.
 */
void
gh_server_list_stop_all_async (GhServerList        *self,
                               GAsyncReadyCallback  callback,
                               gpointer             user_data)
{
  g_autoptr(GPtrArray) all = NULL;
  g_autoptr(GTask) task = NULL;
  guint n;
  guint *n_left;

  g_return_if_fail (GH_IS_SERVER_LIST (self));

  task = g_task_new (self, NULL, callback, user_data);
  g_task_set_source_tag (task, gh_server_list_stop_all_async);
  all = g_ptr_array_copy (self->leaving, (GCopyFunc) g_object_ref, NULL);
  g_ptr_array_set_free_func (all, g_object_unref);
  n = g_list_model_get_n_items (G_LIST_MODEL (self));
  for (guint i = 0; i < n; i++)
    g_ptr_array_add (all, g_list_model_get_item (G_LIST_MODEL (self), i));
  if (all->len == 0)
    {
      g_task_return_boolean (task, TRUE);
      return;
    }
  n_left = g_new (guint, 1);
  *n_left = all->len;
  g_task_set_task_data (task, n_left, g_free);
  for (guint i = 0; i < all->len; i++)
    gh_server_stop_async (g_ptr_array_index (all, i), stopped_cb, g_object_ref (task));
}

gboolean
gh_server_list_stop_all_finish (GhServerList  *self,
                                GAsyncResult  *result,
                                GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), FALSE);

  return g_task_propagate_boolean (G_TASK (result), error);
}
