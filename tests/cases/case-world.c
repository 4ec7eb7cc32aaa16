/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * What the host process holds: the host, its one server, its model, the person. */
#include "config.h"

#include "case-world.h"

#include "case-file.h"
#include "gh-server-private.h"

/* Not within a case: restarts are off. */
#define NEVER_MS (600 * 1000)
/* The host begins with the roots looked at and the model listed, if that does not take long: the
 * endpoint may be one that a script answers later. */
#define SETTLE_MS 3000
#define KEY "k"

static gboolean
wake_cb (gpointer user_data)
{
  return G_SOURCE_CONTINUE;
}

/* As long as the condition of the loop does not hold. */
static gboolean
turn (gint64 deadline)
{
  guint wake = g_timeout_add (5, wake_cb, NULL);

  g_main_context_iteration (NULL, TRUE);
  g_source_remove (wake);
  return g_get_monotonic_time () < deadline;
}

static void
store_cb (GObject      *source,
          GAsyncResult *result,
          gpointer      user_data)
{
  *(GAsyncResult **) user_data = g_object_ref (result);
}

static gboolean
load (CaseWorld  *self,
      GError    **error)
{
  g_autofree char *dir = g_build_filename (g_get_user_config_dir (), "gatehouse", NULL);
  g_autoptr(GAsyncResult) result = NULL;

  self->host = gh_host_new (dir, NULL);
  gh_host_load_async (self->host, NULL, store_cb, &result);
  while (result == NULL)
    turn (G_MAXINT64);
  return gh_host_load_finish (self->host, result, error);
}

static GhProviderKind
read_kind (const char *word)
{
  g_autoptr(GEnumClass) klass = g_type_class_ref (GH_TYPE_PROVIDER_KIND);
  GEnumValue *value = word != NULL ? g_enum_get_value_by_nick (klass, word) : NULL;

  return value != NULL ? (GhProviderKind) value->value : GH_PROVIDER_OPENAI;
}

static void
add_provider (CaseWorld  *self,
              JsonObject *start)
{
  GhModelList *models = gh_host_get_models (self->host);
  const char *kind = gh_json_get_string (start, "provider");
  const char *url = gh_json_get_string (start, kind != NULL ? "base" : "builtin");
  GhProvider *provider = gh_model_list_add_provider_of_kind (models, read_kind (kind), "test", url,
                                                             KEY, GH_LANE_LOCAL);
  GListModel *list = gh_provider_list_models (provider);
  gint64 deadline = g_get_monotonic_time () + SETTLE_MS * 1000;
  g_autoptr(GhModel) model = NULL;

  while (g_list_model_get_n_items (list) == 0 && turn (deadline))
    ;
  model = g_list_model_get_item (list, 0);
  if (model != NULL)
    gh_model_list_set_default (models, model);
}

static gboolean
are_roots_known (GhRootList *roots)
{
  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (roots)); i++)
    {
      g_autoptr(GhRoot) root = g_list_model_get_item (G_LIST_MODEL (roots), i);

      if (gh_root_get_state (root) == GH_ROOT_CHECKING)
        return FALSE;
    }
  return TRUE;
}

static void
add_roots (CaseWorld  *self,
           JsonObject *config)
{
  GhRootList *roots = gh_host_get_roots (self->host);
  JsonArray *paths = gh_json_get_array (config, "roots");
  g_autoptr(GListStore) files = g_list_store_new (G_TYPE_FILE);
  g_autoptr(GAsyncResult) result = NULL;
  g_autoptr(GPtrArray) additions = NULL;
  gint64 deadline = g_get_monotonic_time () + SETTLE_MS * 1000;

  for (guint i = 0; paths != NULL && i < json_array_get_length (paths); i++)
    {
      const char *path = gh_json_node_get_string (json_array_get_element (paths, i));
      g_autoptr(GFile) file = g_file_new_for_path (path);

      g_list_store_append (files, file);
    }
  if (g_list_model_get_n_items (G_LIST_MODEL (files)) == 0)
    return;
  gh_root_list_add_async (roots, G_LIST_MODEL (files), NULL, store_cb, &result);
  while (result == NULL)
    turn (G_MAXINT64);
  additions = gh_root_list_add_finish (roots, result, NULL);
  while (!are_roots_known (roots) && turn (deadline))
    ;
}

static GStrv
dup_env (JsonObject *config)
{
  g_autoptr(GStrvBuilder) env = g_strv_builder_new ();
  JsonObject *object = gh_json_get_object (config, "env");
  JsonObjectIter iter;
  const char *name;
  JsonNode *value;

  if (object == NULL)
    return g_strv_builder_end (env);
  json_object_iter_init (&iter, object);
  while (json_object_iter_next (&iter, &name, &value))
    {
      g_autofree char *pair = g_strconcat (name, "=", gh_json_node_get_string (value), NULL);

      g_strv_builder_add (env, pair);
    }
  return g_strv_builder_end (env);
}

static GhServerConfig *
make_program_config (JsonObject *start,
                     JsonObject *config)
{
  JsonArray *list = gh_json_get_array (start, "argv");
  g_autoptr(GStrvBuilder) builder = g_strv_builder_new ();
  g_auto(GStrv) argv = NULL;
  g_auto(GStrv) env = dup_env (config);

  for (guint i = 0; i < json_array_get_length (list); i++)
    g_strv_builder_add (builder, gh_json_node_get_string (json_array_get_element (list, i)));
  argv = g_strv_builder_end (builder);
  return gh_server_config_new ("case", (const char * const *) argv, NULL,
                               (const char * const *) env, FALSE);
}

static GhServerConfig *
make_config (JsonObject  *start,
             JsonObject  *config,
             GError     **error)
{
  const char *transport = gh_json_get_string (start, "transport");
  gboolean is_sse = g_str_equal (transport, "sse");
  const char *wanted = gh_json_get_string (config, "url");
  g_autofree char *usual =
    g_strconcat (gh_json_get_string (start, "base"), is_sse ? "/sse" : "/mcp", NULL);

  if (g_str_equal (transport, "stdio"))
    return make_program_config (start, config);
  return gh_server_config_new_for_url ("case", is_sse ? GH_SERVER_KIND_SSE : GH_SERVER_KIND_HTTP,
                                       wanted != NULL ? wanted : usual, NULL, FALSE, error);
}

static void
server_state_cb (CaseWorld *self)
{
  GhServerState state = gh_server_get_state (self->server);

  if (state == GH_SERVER_STARTING)
    self->was_ready = FALSE;
  else if (state == GH_SERVER_RUNNING)
    self->was_ready = TRUE;
}

static gboolean
add_server (CaseWorld   *self,
            JsonObject  *start,
            JsonObject  *config,
            GError     **error)
{
  const char *era = gh_json_get_string (config, "era");
  g_autoptr(GhServerConfig) plain = make_config (start, config, error);
  g_autoptr(GhServerConfig) wanted = NULL;

  if (plain == NULL)
    return FALSE;
  wanted = gh_server_config_copy_with_era (plain, era != NULL ? era : "legacy");
  self->server = gh_server_list_add (gh_host_get_servers (self->host), wanted, TRUE);
  gh_server_set_restart_delay (self->server, NEVER_MS);
  g_signal_connect_swapped (self->server, "notify::state", G_CALLBACK (server_state_cb), self);
  case_world_configure (self, config);
  return TRUE;
}

void
case_world_configure (CaseWorld  *self,
                      JsonObject *config)
{
  GhServerLimits limits = {
    .start_ms = gh_json_get_int (config, "start_timeout_ms", 0),
    .call_ms = gh_json_get_int (config, "timeout_ms", 0),
    .call_most_ms = gh_json_get_int (config, "max_total_ms", 0),
    .message = gh_json_get_int (config, "max_message_mib", 0) * 1024 * 1024,
  };

  if (self->server != NULL)
    gh_server_set_limits (self->server, &limits);
}

CaseWorld *
case_world_new (JsonObject  *start,
                GError     **error)
{
  CaseWorld *self = g_new0 (CaseWorld, 1);
  JsonObject *config = gh_json_get_object (start, "config");

  self->calls = g_ptr_array_new_with_free_func (g_object_unref);
  self->opened = g_ptr_array_new_with_free_func (g_free);
  self->person = case_person_new (self->opened);
  if (!load (self, error))
    {
      case_world_free (self);
      return NULL;
    }
  gh_request_broker_set_reviewer (gh_host_get_requests (self->host), GH_REVIEWER (self->person));
  add_provider (self, start);
  add_roots (self, config);
  if (!g_str_equal (gh_json_get_string (start, "transport"), "llm")
      && !add_server (self, start, config, error))
    {
      case_world_free (self);
      return NULL;
    }
  return self;
}

void
case_world_free (CaseWorld *self)
{
  if (self->server != NULL)
    g_signal_handlers_disconnect_by_data (self->server, self);
  g_ptr_array_unref (self->calls);
  g_ptr_array_unref (self->opened);
  g_clear_error (&self->refused);
  g_clear_pointer (&self->ask, case_ask_free);
  g_clear_object (&self->host);
  g_clear_object (&self->person);
  g_free (self);
}

GhTool *
case_world_find_tool (CaseWorld  *self,
                      const char *name)
{
  GListModel *tools = self->server != NULL ? gh_server_list_tools (self->server) : NULL;

  for (guint i = 0; tools != NULL && i < g_list_model_get_n_items (tools); i++)
    {
      g_autoptr(GhTool) tool = g_list_model_get_item (tools, i);

      if (g_strcmp0 (gh_tool_get_name (tool), name) == 0)
        return g_steal_pointer (&tool);
    }
  return NULL;
}
