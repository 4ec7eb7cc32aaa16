/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * What servers do that rules depend on: they become another thing than the one that was trusted,
 * and their calls end. */
#include "config.h"

#include "gh-rule-trust.h"

#include <string.h>

#include "gh-json.h"
#include "gh-server-private.h"
#include "gh-tool-call-private.h"

/* Of one server's text: hundreds of tools. What is beyond it counts, and is not shown. */
#define MAX_TEXT (256 * 1024)

/* What a server was when its rules were made. */
typedef struct
{
  char *text; /* cut */
  char *hash; /* of the whole text */
} Definition;

typedef struct
{
  /* owned */
  GhServer *server;
  Definition *current; /* what it is, unlike what it was; or NULL */

  GhRuleTrust *self;   /* borrowed */
  guint source;
} Watch;

struct _GhRuleTrust
{
  GObject parent_instance;

  /* owned */
  GhFileStore *store; /* or NULL */
  GhServerList *servers;
  GhRuleList *rules;
  GHashTable *known;  /* server -> Definition */
  GPtrArray *watches; /* of Watch, in the order of servers */

  gboolean loaded;    /* the file may be written */
};

G_DEFINE_FINAL_TYPE (GhRuleTrust, gh_rule_trust, G_TYPE_OBJECT)

static void
definition_free (Definition *self)
{
  g_free (self->text);
  g_free (self->hash);
  g_free (self);
}

static void
watch_free (Watch *watch)
{
  g_clear_handle_id (&watch->source, g_source_remove);
  g_signal_handlers_disconnect_by_data (watch->server, watch);
  g_signal_handlers_disconnect_by_data (gh_server_get_calls (watch->server), watch);
  g_clear_pointer (&watch->current, definition_free);
  g_object_unref (watch->server);
  g_free (watch);
}

static void
gh_rule_trust_dispose (GObject *object)
{
  GhRuleTrust *self = GH_RULE_TRUST (object);

  g_ptr_array_set_size (self->watches, 0);
  g_clear_object (&self->servers);
  g_clear_object (&self->rules);
  g_clear_object (&self->store);

  G_OBJECT_CLASS (gh_rule_trust_parent_class)->dispose (object);
}

static void
gh_rule_trust_finalize (GObject *object)
{
  GhRuleTrust *self = GH_RULE_TRUST (object);

  g_clear_pointer (&self->watches, g_ptr_array_unref);
  g_clear_pointer (&self->known, g_hash_table_unref);

  G_OBJECT_CLASS (gh_rule_trust_parent_class)->finalize (object);
}

static void
gh_rule_trust_class_init (GhRuleTrustClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = gh_rule_trust_dispose;
  object_class->finalize = gh_rule_trust_finalize;
}

static void
gh_rule_trust_init (GhRuleTrust *self)
{
  self->known =
    g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify) definition_free);
  self->watches = g_ptr_array_new_with_free_func ((GDestroyNotify) watch_free);
}

/* --- what a server is, as a text --- */

static void
append_words (GString             *text,
              const char          *what,
              const char * const  *words)
{
  for (gsize i = 0; words[i] != NULL; i++)
    g_string_append_printf (text, "%s %s\n", what, words[i]);
}

/* Names alone: values may be secrets, and are not what is run. */
static void
append_names (GString             *text,
              const char          *what,
              const char * const  *words,
              char                 end)
{
  for (gsize i = 0; words[i] != NULL; i++)
    {
      const char *stop = strchr (words[i], end);

      g_string_append_printf (text, "%s %.*s\n", what,
                              (int) (stop != NULL ? stop - words[i] : (gssize) strlen (words[i])),
                              words[i]);
    }
}

static void
append_config (GString        *text,
               GhServerConfig *config)
{
  const char *url = gh_server_config_get_url (config);
  const char *cwd = gh_server_config_get_cwd (config);

  append_words (text, "command", gh_server_config_get_argv (config));
  if (cwd != NULL)
    g_string_append_printf (text, "folder %s\n", cwd);
  append_names (text, "variable", gh_server_config_get_env (config), '=');
  if (url != NULL)
    g_string_append_printf (text, "address %s\n", url);
  append_names (text, "header", gh_server_config_get_headers (config), ':');
}

/* What a tool does with the person and the model, without its pictures and notes of its own. */
static void
append_tool (GString *text,
             GhTool  *tool)
{
  static const char * const members[] = {
    "title", "description", "inputSchema", "outputSchema", "annotations",
  };
  JsonObject *object = gh_json_node_get_object (gh_tool_get_json (tool));

  g_string_append_printf (text, "\ntool %s\n", gh_tool_get_name (tool));
  for (gsize i = 0; i < G_N_ELEMENTS (members); i++)
    {
      JsonNode *node = object != NULL ? gh_json_get (object, members[i]) : NULL;
      g_autofree char *value = NULL;

      if (node == NULL)
        continue;
      value = gh_json_node_is_string (node) ? gh_json_node_dup_text (node)
                                            : gh_json_write_pretty (node);
      g_string_append_printf (text, "%s %s\n", members[i], value);
    }
}

static int
compare_tools (gconstpointer a,
               gconstpointer b)
{
  return strcmp (gh_tool_get_name (*(GhTool **) a), gh_tool_get_name (*(GhTool **) b));
}

static Definition *
describe (GhServer *server)
{
  GListModel *tools = gh_server_list_tools (server);
  const GError *error = gh_server_get_list_error (server, tools);
  g_autoptr(GPtrArray) sorted = g_ptr_array_new_with_free_func (g_object_unref);
  g_autoptr(GString) text = g_string_new (NULL);
  Definition *definition = g_new0 (Definition, 1);
  guint n = g_list_model_get_n_items (tools);

  append_config (text, gh_server_get_config (server));
  for (guint i = 0; i < n; i++)
    g_ptr_array_add (sorted, g_list_model_get_item (tools, i));
  g_ptr_array_sort (sorted, compare_tools);
  for (guint i = 0; i < sorted->len; i++)
    append_tool (text, sorted->pdata[i]);
  if (error != NULL)
    g_string_append (text, "\ntools ?\n");
  definition->hash = g_compute_checksum_for_string (G_CHECKSUM_SHA256, text->str, text->len);
  definition->text = g_utf8_make_valid (text->str, MIN (text->len, MAX_TEXT));
  return definition;
}

/* --- the file --- */

static void
save (GhRuleTrust *self)
{
  JsonObject *top;
  JsonObject *servers;

  if (self->store == NULL || !self->loaded)
    return;
  top = json_object_new ();
  servers = json_object_new ();
  /* Of those that are there: nobody asks about others any more. */
  for (guint i = 0; i < self->watches->len; i++)
    {
      const char *id = gh_server_get_id (((Watch *) self->watches->pdata[i])->server);
      Definition *known = g_hash_table_lookup (self->known, id);
      JsonObject *object;

      if (known == NULL)
        continue;
      object = json_object_new ();
      json_object_set_member (object, "hash", gh_json_node_new_string (known->hash));
      json_object_set_member (object, "text", gh_json_node_new_string (known->text));
      json_object_set_object_member (servers, id, object);
    }
  json_object_set_object_member (top, "servers", servers);
  gh_file_store_save (self->store, top);
  json_object_unref (top);
}

static void
read_servers (GhRuleTrust *self,
              JsonObject  *servers)
{
  g_autoptr(GList) ids = json_object_get_members (servers);

  for (GList *l = ids; l != NULL; l = l->next)
    {
      JsonObject *object = gh_json_get_object (servers, l->data);
      const char *hash = object != NULL ? gh_json_get_string (object, "hash") : NULL;
      const char *text = object != NULL ? gh_json_get_string (object, "text") : NULL;
      Definition *known;

      if (hash == NULL || text == NULL)
        continue;
      known = g_new0 (Definition, 1);
      known->hash = g_strdup (hash);
      known->text = g_strdup (text);
      g_hash_table_insert (self->known, g_strdup (l->data), known);
    }
}

/* --- comparing --- */

static void
remember (Watch      *watch,
          Definition *take_definition)
{
  GhRuleTrust *self = watch->self;
  const char *id = gh_server_get_id (watch->server);

  g_clear_pointer (&watch->current, definition_free);
  g_hash_table_insert (self->known, g_strdup (id), take_definition);
  save (self);
  gh_rule_list_set_trusted (self->rules, id, GH_RULE_TRUSTED);
}

/* Where no rule allows the server anything there is nothing to ask about: whoever makes a rule
 * makes it for what the server is then. */
static void
judge (Watch      *watch,
       Definition *take_current)
{
  GhRuleTrust *self = watch->self;
  const char *id = gh_server_get_id (watch->server);
  Definition *known = g_hash_table_lookup (self->known, id);

  if (known != NULL && g_str_equal (known->hash, take_current->hash))
    {
      definition_free (take_current);
      g_clear_pointer (&watch->current, definition_free);
      gh_rule_list_set_trusted (self->rules, id, GH_RULE_TRUSTED);
    }
  else if (known == NULL || !gh_rule_list_has_allow (self->rules, id))
    {
      remember (watch, take_current);
    }
  else
    {
      g_clear_pointer (&watch->current, definition_free);
      watch->current = take_current;
      gh_rule_list_set_trusted (self->rules, id, GH_RULE_CHANGED);
    }
}

static gboolean
look_cb (gpointer user_data)
{
  Watch *watch = user_data;

  watch->source = 0;
  if (gh_server_get_state (watch->server) == GH_SERVER_RUNNING
      && !gh_server_get_listing (watch->server))
    judge (watch, describe (watch->server));
  return G_SOURCE_REMOVE;
}

/* From the main loop: a server that begins to run is RUNNING before it is asked for its tools. */
static void
server_cb (Watch *watch)
{
  GhRuleTrust *self = watch->self;
  GhServerState state = gh_server_get_state (watch->server);

  if (state != GH_SERVER_STARTING && state != GH_SERVER_RUNNING)
    {
      g_clear_handle_id (&watch->source, g_source_remove);
      return;
    }
  gh_rule_list_set_trusted (self->rules, gh_server_get_id (watch->server), GH_RULE_UNKNOWN);
  if (watch->source == 0)
    watch->source = g_idle_add (look_cb, watch);
}

/* The last allow may be gone, and with it the question. */
static void
rules_cb (GhRuleTrust *self)
{
  for (guint i = 0; i < self->watches->len; i++)
    {
      Watch *watch = self->watches->pdata[i];

      if (watch->current != NULL
          && !gh_rule_list_has_allow (self->rules, gh_server_get_id (watch->server)))
        remember (watch, g_steal_pointer (&watch->current));
    }
}

static void
call_ended_cb (Watch      *watch,
               GhToolCall *call)
{
  gh_rule_list_end_call (watch->self->rules, gh_tool_call_get_time (call));
}

static Watch *
watch_new (GhRuleTrust *self,
           GhServer    *take_server)
{
  Watch *watch = g_new0 (Watch, 1);

  watch->self = self;
  watch->server = take_server;
  g_signal_connect_swapped (take_server, "notify::state", G_CALLBACK (server_cb), watch);
  g_signal_connect_swapped (take_server, "notify::listing", G_CALLBACK (server_cb), watch);
  g_signal_connect_swapped (gh_server_get_calls (take_server), "ended", G_CALLBACK (call_ended_cb),
                            watch);
  server_cb (watch);
  return watch;
}

static void
servers_cb (GhRuleTrust *self,
            guint        position,
            guint        removed,
            guint        added,
            GListModel  *servers)
{
  if (removed > 0)
    g_ptr_array_remove_range (self->watches, position, removed);
  for (guint i = 0; i < added; i++)
    g_ptr_array_insert (self->watches, position + i,
                        watch_new (self, g_list_model_get_item (servers, position + i)));
}

GhRuleTrust *
gh_rule_trust_new (GhFileStore  *store,
                   GhServerList *servers,
                   GhRuleList   *rules)
{
  GhRuleTrust *self;

  g_return_val_if_fail (store == NULL || GH_IS_FILE_STORE (store), NULL);
  g_return_val_if_fail (GH_IS_SERVER_LIST (servers), NULL);
  g_return_val_if_fail (GH_IS_RULE_LIST (rules), NULL);

  self = g_object_new (GH_TYPE_RULE_TRUST, NULL);
  self->store = store != NULL ? g_object_ref (store) : NULL;
  self->servers = g_object_ref (servers);
  self->rules = g_object_ref (rules);
  g_signal_connect_object (servers, "items-changed", G_CALLBACK (servers_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (rules, "items-changed", G_CALLBACK (rules_cb), self, G_CONNECT_SWAPPED);
  servers_cb (self, 0, 0, g_list_model_get_n_items (G_LIST_MODEL (servers)),
              G_LIST_MODEL (servers));
  return self;
}

static void
loaded_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  g_autoptr(GTask) task = user_data;
  GhRuleTrust *self = g_task_get_source_object (task);
  GError *error = NULL;
  JsonObject *top = gh_file_store_load_finish (GH_FILE_STORE (source), result, &error);
  JsonObject *servers;

  if (top == NULL)
    {
      g_task_return_error (task, error);
      return;
    }
  servers = gh_json_get_object (top, "servers");
  if (servers != NULL)
    read_servers (self, servers);
  json_object_unref (top);
  self->loaded = TRUE;
  g_task_return_boolean (task, TRUE);
}

void
gh_rule_trust_load_async (GhRuleTrust         *self,
                          GCancellable        *cancellable,
                          GAsyncReadyCallback  callback,
                          gpointer             user_data)
{
  g_autoptr(GTask) task = NULL;

  g_return_if_fail (GH_IS_RULE_TRUST (self));

  task = g_task_new (self, cancellable, callback, user_data);
  g_task_set_source_tag (task, gh_rule_trust_load_async);
  if (self->store != NULL)
    gh_file_store_load_async (self->store, cancellable, loaded_cb, g_steal_pointer (&task));
  else
    g_task_return_boolean (task, TRUE);
}

gboolean
gh_rule_trust_load_finish (GhRuleTrust   *self,
                           GAsyncResult  *result,
                           GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), FALSE);
  g_return_val_if_fail (g_async_result_is_tagged (result, gh_rule_trust_load_async), FALSE);

  return g_task_propagate_boolean (G_TASK (result), error);
}

/* --- for the person --- */

static Watch *
find_watch (GhRuleTrust *self,
            const char  *server)
{
  for (guint i = 0; i < self->watches->len; i++)
    {
      Watch *watch = self->watches->pdata[i];

      if (g_str_equal (gh_server_get_id (watch->server), server))
        return watch;
    }
  return NULL;
}

gboolean
gh_rule_trust_get_change (GhRuleTrust  *self,
                          const char   *server,
                          const char  **before,
                          const char  **after)
{
  Watch *watch;
  Definition *known;

  g_return_val_if_fail (GH_IS_RULE_TRUST (self), FALSE);
  g_return_val_if_fail (server != NULL, FALSE);

  watch = find_watch (self, server);
  known = g_hash_table_lookup (self->known, server);
  if (watch == NULL || watch->current == NULL || known == NULL)
    return FALSE;
  *before = known->text;
  *after = watch->current->text;
  return TRUE;
}

void
gh_rule_trust_accept (GhRuleTrust *self,
                      const char  *server)
{
  Watch *watch;

  g_return_if_fail (GH_IS_RULE_TRUST (self));
  g_return_if_fail (server != NULL);

  watch = find_watch (self, server);
  if (watch != NULL && watch->current != NULL)
    remember (watch, g_steal_pointer (&watch->current));
}
