/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * The person's rules and budgets, kept in rules.json, or those of a policy file. */
#include "config.h"

#include "gh-rule-list.h"

#include "gh-json.h"

typedef enum
{
  UNREAD, /* what the file holds is not known: it is not written */
  READ,
} Phase;

struct _GhRuleList
{
  GObject parent_instance;

  /* owned */
  GhFileStore *store; /* NULL: a policy */
  GhUsage *usage;
  GhRuleSet *set;
  JsonObject *top;       /* what rules.json held: members we do not know are kept; or NULL */
  JsonNode *bad_budgets; /* as they are in the file, or NULL */
  GPtrArray *bad_rules;  /* of JsonNode */
  GHashTable *trusted;   /* server -> GhRuleTrusted, those that are not */

  Phase phase;
};

enum
{
  CHANGED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

static GType
gh_rule_list_get_item_type (GListModel *model)
{
  return GH_TYPE_RULE;
}

static guint
gh_rule_list_get_n_items (GListModel *model)
{
  return GH_RULE_LIST (model)->set->rules->len;
}

static gpointer
gh_rule_list_get_item (GListModel *model,
                       guint       position)
{
  GPtrArray *rules = GH_RULE_LIST (model)->set->rules;

  return position < rules->len ? g_object_ref (rules->pdata[position]) : NULL;
}

static void
list_model_iface_init (GListModelInterface *iface)
{
  iface->get_item_type = gh_rule_list_get_item_type;
  iface->get_n_items = gh_rule_list_get_n_items;
  iface->get_item = gh_rule_list_get_item;
}

G_DEFINE_FINAL_TYPE_WITH_CODE (GhRuleList, gh_rule_list, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (G_TYPE_LIST_MODEL, list_model_iface_init))

static void
gh_rule_list_finalize (GObject *object)
{
  GhRuleList *self = GH_RULE_LIST (object);

  g_clear_object (&self->store);
  g_clear_object (&self->usage);
  g_clear_pointer (&self->set, gh_rule_set_free);
  g_clear_pointer (&self->top, json_object_unref);
  g_clear_pointer (&self->bad_budgets, json_node_unref);
  g_clear_pointer (&self->bad_rules, g_ptr_array_unref);
  g_clear_pointer (&self->trusted, g_hash_table_unref);

  G_OBJECT_CLASS (gh_rule_list_parent_class)->finalize (object);
}

static void
gh_rule_list_class_init (GhRuleListClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = gh_rule_list_finalize;

  signals[CHANGED] = g_signal_new ("changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0,
                                   NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
gh_rule_list_init (GhRuleList *self)
{
  self->bad_rules = g_ptr_array_new_with_free_func ((GDestroyNotify) json_node_unref);
  self->trusted = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
}

GhRuleList *
gh_rule_list_new (GhFileStore *store,
                  GhUsage     *usage)
{
  GhRuleList *self;

  g_return_val_if_fail (GH_IS_FILE_STORE (store), NULL);
  g_return_val_if_fail (GH_IS_USAGE (usage), NULL);

  self = g_object_new (GH_TYPE_RULE_LIST, NULL);
  self->store = g_object_ref (store);
  self->usage = g_object_ref (usage);
  self->set = gh_rule_set_new ();
  return self;
}

GhRuleList *
gh_rule_list_new_policy (GhRuleSet *take_set,
                         GhUsage   *usage)
{
  GhRuleList *self;

  g_return_val_if_fail (take_set != NULL, NULL);
  g_return_val_if_fail (GH_IS_USAGE (usage), NULL);

  self = g_object_new (GH_TYPE_RULE_LIST, NULL);
  self->usage = g_object_ref (usage);
  self->set = take_set;
  return self;
}

/* --- the file --- */

static JsonNode *
budgets_to_json (GhRuleSet *set)
{
  JsonObject *budgets = json_object_new ();
  JsonObject *servers = json_object_new ();
  GHashTableIter iter;
  gpointer server;
  gpointer limits;

  g_hash_table_iter_init (&iter, set->budgets);
  while (g_hash_table_iter_next (&iter, &server, &limits))
    json_object_set_member (servers, server, gh_limits_to_json (limits));
  if (gh_limits_any (&set->overall))
    json_object_set_member (budgets, "all", gh_limits_to_json (&set->overall));
  if (json_object_get_size (servers) > 0)
    json_object_set_object_member (budgets, "servers", servers);
  else
    json_object_unref (servers);
  return gh_json_node_new_object (budgets);
}

static void
save (GhRuleList *self)
{
  JsonObject *top;
  JsonArray *rules;

  if (self->store == NULL || self->phase == UNREAD)
    return;
  top = self->top != NULL ? gh_json_copy_members (self->top) : json_object_new ();
  rules = json_array_new ();
  for (guint i = 0; i < self->set->rules->len; i++)
    if (gh_rule_get_scope (self->set->rules->pdata[i]) == GH_RULE_KEPT)
      json_array_add_element (rules, json_node_ref (gh_rule_get_json (self->set->rules->pdata[i])));
  for (guint i = 0; i < self->bad_rules->len; i++)
    json_array_add_element (rules, json_node_ref (self->bad_rules->pdata[i]));
  json_object_set_member (top, "rules", gh_json_node_new_array (rules));
  json_object_set_member (top, "budgets",
                          self->bad_budgets != NULL ? json_node_ref (self->bad_budgets)
                                                    : budgets_to_json (self->set));
  gh_file_store_save (self->store, top);
  json_object_unref (top);
}

static void
report (GhRuleList *self,
        const char *where,
        GError     *take_error)
{
  g_autofree char *detail = g_strdup_printf ("%s: %s", where, take_error->message);

  self->set->broken = TRUE;
  gh_file_store_report (self->store, GH_PROBLEM_BAD_ENTRY, detail);
  g_error_free (take_error);
}

static void
read_rules (GhRuleList *self,
            JsonObject *top)
{
  JsonArray *array = NULL;
  GError *error = NULL;
  guint n;

  if (!gh_json_expect_array (top, "rules", FALSE, &array, &error))
    {
      g_ptr_array_add (self->bad_rules, json_node_ref (gh_json_get (top, "rules")));
      report (self, "rules", error);
      return;
    }
  n = array != NULL ? json_array_get_length (array) : 0;
  for (guint i = 0; i < n; i++)
    {
      JsonNode *node = json_array_get_element (array, i);
      GhRule *rule = gh_rule_new (node, &error);

      if (rule != NULL && self->set->rules->len < GH_RULE_MAX_RULES)
        {
          g_ptr_array_add (self->set->rules, rule);
          continue;
        }
      if (rule != NULL)
        g_set_error (&error, GH_JSON_ERROR, GH_JSON_ERROR_SIZE, "more than %d rules",
                     GH_RULE_MAX_RULES);
      g_clear_object (&rule);
      g_ptr_array_add (self->bad_rules, json_node_ref (node));
      g_prefix_error (&error, "rule %u: ", i + 1);
      report (self, "rules", g_steal_pointer (&error));
    }
}

static void
check_top (GhRuleList *self,
           JsonObject *top)
{
  g_autoptr(GList) names = json_object_get_members (top);

  for (GList *l = names; l != NULL; l = l->next)
    if (g_strcmp0 (l->data, "rules") != 0 && g_strcmp0 (l->data, "budgets") != 0)
      report (self, l->data, g_error_new_literal (GH_JSON_ERROR, GH_JSON_ERROR_MEMBER,
                                                  "unknown member"));
}

static void
read_top (GhRuleList *self,
          JsonObject *take_top)
{
  JsonNode *budgets = gh_json_get (take_top, "budgets");
  GError *error = NULL;

  g_clear_pointer (&self->top, json_object_unref);
  self->top = take_top;
  g_clear_pointer (&self->bad_budgets, json_node_unref);
  g_ptr_array_set_size (self->bad_rules, 0);
  check_top (self, take_top);
  read_rules (self, take_top);
  if (budgets != NULL && !gh_rule_set_parse_budgets (self->set, budgets, &error))
    {
      self->bad_budgets = json_node_ref (budgets);
      report (self, "budgets", error);
    }
}

/* The file's rules are no longer those in the list; rules that are not kept stay. */
static void
take_over (GhRuleList *self,
           JsonObject *take_top)
{
  g_autoptr(GhRuleSet) old = g_steal_pointer (&self->set);
  guint n_before = old->rules->len;

  self->set = gh_rule_set_new ();
  read_top (self, take_top);
  for (guint i = 0; i < old->rules->len; i++)
    if (gh_rule_get_scope (old->rules->pdata[i]) != GH_RULE_KEPT)
      g_ptr_array_add (self->set->rules, g_object_ref (old->rules->pdata[i]));
  g_list_model_items_changed (G_LIST_MODEL (self), 0, n_before, self->set->rules->len);
  g_signal_emit (self, signals[CHANGED], 0);
}

static void
store_changed_cb (GhRuleList *self,
                  JsonObject *top)
{
  take_over (self, json_object_ref (top));
}

static void
loaded_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  g_autoptr(GTask) task = user_data;
  GhRuleList *self = g_task_get_source_object (task);
  GError *error = NULL;
  JsonObject *top = gh_file_store_load_finish (GH_FILE_STORE (source), result, &error);

  if (top == NULL)
    {
      g_task_return_error (task, error);
      return;
    }
  self->phase = READ;
  g_signal_connect_object (source, "changed", G_CALLBACK (store_changed_cb), self,
                           G_CONNECT_SWAPPED);
  take_over (self, top);
  g_task_return_boolean (task, TRUE);
}

void
gh_rule_list_load_async (GhRuleList          *self,
                         GCancellable        *cancellable,
                         GAsyncReadyCallback  callback,
                         gpointer             user_data)
{
  GTask *task;

  g_return_if_fail (GH_IS_RULE_LIST (self));
  g_return_if_fail (self->store != NULL);

  task = g_task_new (self, cancellable, callback, user_data);
  g_task_set_source_tag (task, gh_rule_list_load_async);
  gh_file_store_load_async (self->store, cancellable, loaded_cb, task);
}

gboolean
gh_rule_list_load_finish (GhRuleList    *self,
                          GAsyncResult  *result,
                          GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), FALSE);
  g_return_val_if_fail (g_async_result_is_tagged (result, gh_rule_list_load_async), FALSE);

  return g_task_propagate_boolean (G_TASK (result), error);
}

/* --- the rules --- */

gboolean
gh_rule_list_is_policy (GhRuleList *self)
{
  g_return_val_if_fail (GH_IS_RULE_LIST (self), FALSE);

  return self->store == NULL;
}

gboolean
gh_rule_list_get_broken (GhRuleList *self)
{
  g_return_val_if_fail (GH_IS_RULE_LIST (self), FALSE);

  return self->set->broken;
}

/**
 * gh_rule_list_get_usage:
 *
 * Returns: (transfer none): what limits are counted by
 */
GhUsage *
gh_rule_list_get_usage (GhRuleList *self)
{
  g_return_val_if_fail (GH_IS_RULE_LIST (self), NULL);

  return self->usage;
}

gboolean
gh_rule_list_has_room (GhRuleList *self)
{
  g_return_val_if_fail (GH_IS_RULE_LIST (self), FALSE);

  return self->set->rules->len < GH_RULE_MAX_RULES;
}

static void
changed (GhRuleList *self,
         guint       position,
         guint       removed,
         guint       added)
{
  g_autoptr(GhRuleList) kept = g_object_ref (self);

  save (self);
  g_list_model_items_changed (G_LIST_MODEL (self), position, removed, added);
  g_signal_emit (self, signals[CHANGED], 0);
}

void
gh_rule_list_add (GhRuleList *self,
                  GhRule     *rule)
{
  gh_rule_list_insert (self, rule, G_MAXUINT);
}

guint
gh_rule_list_remove (GhRuleList *self,
                     GhRule     *rule)
{
  guint position;

  g_return_val_if_fail (GH_IS_RULE_LIST (self), G_MAXUINT);
  g_return_val_if_fail (GH_IS_RULE (rule), G_MAXUINT);

  if (!g_ptr_array_find (self->set->rules, rule, &position))
    return G_MAXUINT;
  g_ptr_array_remove_index (self->set->rules, position);
  changed (self, position, 1, 0);
  return position;
}

/**
 * gh_rule_list_insert:
 * @position: beyond the end: at the end
 */
void
gh_rule_list_insert (GhRuleList *self,
                     GhRule     *rule,
                     guint       position)
{
  g_return_if_fail (GH_IS_RULE_LIST (self));
  g_return_if_fail (GH_IS_RULE (rule));

  if (!gh_rule_list_has_room (self) || g_ptr_array_find (self->set->rules, rule, NULL))
    return;
  position = MIN (position, self->set->rules->len);
  g_ptr_array_insert (self->set->rules, position, g_object_ref (rule));
  changed (self, position, 0, 1);
}

void
gh_rule_list_replace (GhRuleList *self,
                      GhRule     *old_rule,
                      GhRule     *rule)
{
  guint position;

  g_return_if_fail (GH_IS_RULE_LIST (self));
  g_return_if_fail (GH_IS_RULE (old_rule));
  g_return_if_fail (GH_IS_RULE (rule));

  if (!g_ptr_array_find (self->set->rules, old_rule, &position))
    {
      gh_rule_list_add (self, rule);
      return;
    }
  g_ptr_array_remove_index (self->set->rules, position);
  g_ptr_array_insert (self->set->rules, position, g_object_ref (rule));
  changed (self, position, 1, 1);
}

void
gh_rule_list_end_call (GhRuleList *self,
                       gint64      call_time)
{
  g_return_if_fail (GH_IS_RULE_LIST (self));

  for (guint i = self->set->rules->len; i > 0; i--)
    {
      GhRule *rule = self->set->rules->pdata[i - 1];

      if (gh_rule_get_scope (rule) == GH_RULE_CALL && gh_rule_get_call_time (rule) == call_time)
        gh_rule_list_remove (self, rule);
    }
}

/* --- budgets --- */

const GhLimits *
gh_rule_list_get_budget (GhRuleList *self,
                         const char *server)
{
  g_return_val_if_fail (GH_IS_RULE_LIST (self), NULL);

  return gh_rule_set_get_budget (self->set, server);
}

/**
 * gh_rule_list_set_budget:
 * @server: (nullable): NULL: of all together
 */
void
gh_rule_list_set_budget (GhRuleList     *self,
                         const char     *server,
                         const GhLimits *limits)
{
  g_return_if_fail (GH_IS_RULE_LIST (self));
  g_return_if_fail (limits != NULL);

  g_clear_pointer (&self->bad_budgets, json_node_unref);
  if (server == NULL)
    self->set->overall = *limits;
  else if (gh_limits_any (limits))
    g_hash_table_insert (self->set->budgets, g_strdup (server),
                         g_memdup2 (limits, sizeof *limits));
  else
    g_hash_table_remove (self->set->budgets, server);
  save (self);
  g_signal_emit (self, signals[CHANGED], 0);
}

/* --- deciding --- */

void
gh_rule_list_set_trusted (GhRuleList    *self,
                          const char    *server,
                          GhRuleTrusted  trusted)
{
  g_return_if_fail (GH_IS_RULE_LIST (self));
  g_return_if_fail (server != NULL);

  if (gh_rule_list_get_trusted (self, server) == trusted)
    return;
  if (trusted == GH_RULE_TRUSTED)
    g_hash_table_remove (self->trusted, server);
  else
    g_hash_table_insert (self->trusted, g_strdup (server), GINT_TO_POINTER (trusted));
  g_signal_emit (self, signals[CHANGED], 0);
}

GhRuleTrusted
gh_rule_list_get_trusted (GhRuleList *self,
                          const char *server)
{
  g_return_val_if_fail (GH_IS_RULE_LIST (self), GH_RULE_CHANGED);
  g_return_val_if_fail (server != NULL, GH_RULE_CHANGED);

  return GPOINTER_TO_INT (g_hash_table_lookup (self->trusted, server));
}

gboolean
gh_rule_list_has_allow (GhRuleList *self,
                        const char *server)
{
  g_return_val_if_fail (GH_IS_RULE_LIST (self), FALSE);

  for (guint i = 0; i < self->set->rules->len; i++)
    {
      GhRule *rule = self->set->rules->pdata[i];

      if (gh_rule_get_decision (rule) == GH_RULE_ALLOW
          && (gh_rule_get_server (rule) == NULL
              || g_strcmp0 (gh_rule_get_server (rule), server) == 0))
        return TRUE;
    }
  return FALSE;
}

void
gh_rule_list_decide (GhRuleList           *self,
                     const GhRuleQuestion *question,
                     GhRuleVerdict        *verdict)
{
  GhRuleQuestion full;

  g_return_if_fail (GH_IS_RULE_LIST (self));
  g_return_if_fail (question != NULL);

  full = *question;
  full.changed = gh_rule_list_get_trusted (self, question->server) != GH_RULE_TRUSTED;
  gh_rule_set_decide (self->set, &full, self->usage, g_get_real_time (), verdict);
}
