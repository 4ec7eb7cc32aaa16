/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * Servers that are another thing than the one that was trusted; and rules for one call. */
#include "config.h"

#include <string.h>

#include "gh-json.h"
#include "gh-rule-trust.h"
#include "gh-server-private.h"
#include "gh-test-host.h"
#include "gh-test.h"
#include "gh-tool-call-private.h"

typedef struct
{
  char *config_dir;
  char *data_dir;
  GhHost *host;
  GhServer *server;
} Fixture;

static void
open_host (Fixture *f)
{
  f->host = gh_host_new (f->config_dir, f->data_dir);
  gh_test_host_load (f->host);
}

static void
close_host (Fixture *f)
{
  g_clear_object (&f->server);
  gh_test_host_close (f->host);
  gh_test_settle ();
  g_clear_object (&f->host);
}

static void
set_up (Fixture       *f,
        gconstpointer  data)
{
  f->config_dir = gh_test_make_dir ();
  f->data_dir = gh_test_make_dir ();
  open_host (f);
}

static void
tear_down (Fixture       *f,
           gconstpointer  data)
{
  close_host (f);
  g_free (f->config_dir);
  g_free (f->data_dir);
}

static GhServerConfig *
make_config (const char *option)
{
  const char *argv[] = { g_getenv ("GH_FAKE_SERVER"), option, NULL };

  return gh_server_config_new ("Fake", argv, NULL, NULL, TRUE);
}

static void
add_server (Fixture *f)
{
  g_autoptr(GhServerConfig) config = make_config (NULL);

  f->server = g_object_ref (gh_server_list_add (gh_host_get_servers (f->host), config, TRUE));
  gh_server_start (f->server);
}

static GhRule *
make_rule (const char *decide)
{
  g_autofree char *text = g_strdup_printf ("{\"match\":{\"server\":\"%s\"},\"decide\":\"%s\"}",
                                           "fake", decide);
  g_autoptr(JsonNode) node = gh_json_read (text, strlen (text), NULL);

  return gh_rule_new (node, NULL);
}

static void
add_rule (Fixture    *f,
          const char *decide)
{
  g_autoptr(GhRule) rule = make_rule (decide);

  g_assert_cmpstr (gh_server_get_id (f->server), ==, "fake");
  gh_rule_list_add (gh_host_get_rules (f->host), rule);
}

static GhRuleTrusted
get_trusted (Fixture *f)
{
  return gh_rule_list_get_trusted (gh_host_get_rules (f->host), "fake");
}

static gboolean
is_known (Fixture *f)
{
  return gh_server_get_state (f->server) == GH_SERVER_RUNNING
         && get_trusted (f) != GH_RULE_UNKNOWN;
}

/* The server's tools become others; it says so. */
static void
grow (Fixture *f)
{
  GListModel *tools = gh_server_list_tools (f->server);
  guint before = g_list_model_get_n_items (tools);
  GhToolCall *call = NULL;

  for (guint i = 0; i < before && call == NULL; i++)
    {
      g_autoptr(GhTool) tool = g_list_model_get_item (tools, i);

      if (g_str_equal (gh_tool_get_name (tool), "grow"))
        call = gh_server_call_tool (f->server, tool, NULL);
    }
  g_assert_nonnull (call);
  gh_test_wait (g_list_model_get_n_items (tools) != before && is_known (f));
}

static void
test_first_use (Fixture       *f,
                gconstpointer  data)
{
  const char *before;
  const char *after;

  add_server (f);
  gh_test_wait (is_known (f));
  g_assert_cmpint (get_trusted (f), ==, GH_RULE_TRUSTED);
  g_assert_false (gh_rule_trust_get_change (gh_host_get_trust (f->host), "fake", &before, &after));

  /* Without a rule that allows something nobody is asked about a change. */
  add_rule (f, "deny");
  grow (f);
  g_assert_cmpint (get_trusted (f), ==, GH_RULE_TRUSTED);
}

static void
test_tools (Fixture       *f,
            gconstpointer  data)
{
  GhRuleTrust *trust = gh_host_get_trust (f->host);
  g_autofree char *old = NULL;
  const char *before;
  const char *after;

  add_server (f);
  gh_test_wait (is_known (f));
  add_rule (f, "allow");
  grow (f);
  g_assert_cmpint (get_trusted (f), ==, GH_RULE_CHANGED);
  g_assert_true (gh_rule_trust_get_change (trust, "fake", &before, &after));
  g_assert_cmpstr (before, !=, after);
  old = g_strdup (before);
  /* As it was before: that was trusted. */
  grow (f);
  g_assert_cmpint (get_trusted (f), ==, GH_RULE_TRUSTED);
  grow (f);
  g_assert_cmpint (get_trusted (f), ==, GH_RULE_CHANGED);
  gh_rule_trust_accept (trust, "fake");
  g_assert_cmpint (get_trusted (f), ==, GH_RULE_TRUSTED);
  g_assert_false (gh_rule_trust_get_change (trust, "fake", &before, &after));
  grow (f);
  g_assert_cmpint (get_trusted (f), ==, GH_RULE_CHANGED);
  g_assert_true (gh_rule_trust_get_change (trust, "fake", &before, &after));
  g_assert_cmpstr (after, ==, old);

  /* The last rule that allows something is gone, and the question with it. */
  {
    GhRuleList *rules = gh_host_get_rules (f->host);
    g_autoptr(GhRule) rule = g_list_model_get_item (G_LIST_MODEL (rules), 0);

    gh_rule_list_remove (rules, rule);
    g_assert_cmpint (get_trusted (f), ==, GH_RULE_TRUSTED);
  }
}

/* What was trusted is known to the next run, too; and a damaged file is no reason to fail. */
static void
test_command (Fixture       *f,
              gconstpointer  data)
{
  g_autoptr(GhServerConfig) config = make_config ("--tasks");
  g_autofree char *path = g_build_filename (f->data_dir, "definitions.json", NULL);
  const char *before;
  const char *after;

  add_server (f);
  gh_test_wait (is_known (f));
  add_rule (f, "allow");
  close_host (f);

  open_host (f);
  f->server =
    g_object_ref (gh_server_list_find (gh_host_get_servers (f->host), "fake"));
  gh_server_start (f->server);
  gh_test_wait (is_known (f));
  g_assert_cmpint (get_trusted (f), ==, GH_RULE_TRUSTED);
  gh_server_list_replace (gh_host_get_servers (f->host), f->server, config, TRUE);
  gh_test_wait (get_trusted (f) == GH_RULE_CHANGED);
  g_assert_true (gh_rule_trust_get_change (gh_host_get_trust (f->host), "fake", &before, &after));
  g_assert_null (strstr (before, "--tasks"));
  g_assert_nonnull (strstr (after, "command --tasks"));
  close_host (f);

  g_assert_true (g_file_set_contents (path, "{\"servers\":{\"fake\":{\"hash\":7}}}", -1, NULL));
  open_host (f);
  f->server = g_object_ref (gh_server_list_find (gh_host_get_servers (f->host), "fake"));
  gh_server_start (f->server);
  gh_test_wait (is_known (f));
  g_assert_cmpint (get_trusted (f), ==, GH_RULE_TRUSTED);
}

/* Values of variables are nobody's business, their names are. */
static void
test_variables (Fixture       *f,
                gconstpointer  data)
{
  const char *argv[] = { g_getenv ("GH_FAKE_SERVER"), NULL };
  const char *env[] = { "TOKEN=very-secret", NULL };
  g_autoptr(GhServerConfig) config = gh_server_config_new ("Fake", argv, NULL, env, TRUE);
  g_autofree char *path = g_build_filename (f->data_dir, "definitions.json", NULL);
  g_autofree char *text = NULL;

  f->server = g_object_ref (gh_server_list_add (gh_host_get_servers (f->host), config, TRUE));
  gh_server_start (f->server);
  gh_test_wait (is_known (f));
  close_host (f);
  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  g_assert_nonnull (strstr (text, "variable TOKEN"));
  g_assert_null (strstr (text, "very-secret"));
  open_host (f);
}

static void
test_call (Fixture       *f,
           gconstpointer  data)
{
  GhRuleList *rules = gh_host_get_rules (f->host);
  const char *json = "{\"match\":{\"tool\":\"grow\"},\"decide\":\"allow\"}";
  g_autoptr(JsonNode) node = gh_json_read (json, strlen (json), NULL);
  g_autoptr(GhRule) other = gh_rule_new_passing (node, GH_RULE_CALL, 5, NULL);
  g_autoptr(GhRule) rule = NULL;
  GListModel *tools;

  add_server (f);
  gh_test_wait (is_known (f));
  gh_rule_list_add (rules, other);
  tools = gh_server_list_tools (f->server);
  for (guint i = 0; i < g_list_model_get_n_items (tools) && rule == NULL; i++)
    {
      g_autoptr(GhTool) tool = g_list_model_get_item (tools, i);

      if (!g_str_equal (gh_tool_get_name (tool), "grow"))
        continue;
      gh_server_call_tool (f->server, tool, NULL);
      rule = gh_rule_new_passing (
        node, GH_RULE_CALL, gh_tool_call_get_time (gh_server_find_running_call (f->server, "grow")),
        NULL);
    }
  gh_rule_list_add (rules, rule);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (rules)), ==, 2);
  gh_test_wait (g_list_model_get_n_items (G_LIST_MODEL (rules)) == 1);
  {
    g_autoptr(GhRule) left = g_list_model_get_item (G_LIST_MODEL (rules), 0);

    g_assert_true (left == other);
  }
}

int
main (int    argc,
      char **argv)
{
  gh_test_init (&argc, &argv);

#define ADD(name, function) \
  g_test_add ("/host/rule-trust/" name, Fixture, NULL, set_up, function, tear_down)
  ADD ("first-use", test_first_use);
  ADD ("tools", test_tools);
  ADD ("command", test_command);
  ADD ("variables", test_variables);
  ADD ("call", test_call);

  return gh_test_run ();
}
