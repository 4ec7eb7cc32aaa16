/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * Commands before they are agreed to: hints about them, and entries pasted from elsewhere. */
#include "config.h"

#include "gh-command-risk.h"
#include "gh-failure.h"
#include "gh-server-snippet.h"
#include "gh-test.h"

static void
test_risks (void)
{
  static const struct
  {
    const char    *line;
    GhCommandRisk  risk;
    guint          fetched;
  } cases[] = {
    { "notes-server --vault ~/Notes", GH_COMMAND_RISK_NONE, 0 },
    { "node server.js rm sudo", GH_COMMAND_RISK_NONE, 0 },
    { "npx -y @example/notes@1.0 --vault x", GH_COMMAND_RISK_FETCH, 2 },
    { "/usr/bin/npx", GH_COMMAND_RISK_FETCH, 0 },
    { "env A=1 uvx notes", GH_COMMAND_RISK_FETCH, 3 },
    { "docker run -i --rm notes", GH_COMMAND_RISK_FETCH, 4 },
    { "docker ps", GH_COMMAND_RISK_NONE, 0 },
    { "sudo -n notes", GH_COMMAND_RISK_ROOT, 0 },
    { "sudo npx notes", GH_COMMAND_RISK_ROOT | GH_COMMAND_RISK_FETCH, 2 },
    { "sudo -u someone npx notes", GH_COMMAND_RISK_ROOT | GH_COMMAND_RISK_FETCH, 4 },
    { "env -u A nice -n 5 uvx notes", GH_COMMAND_RISK_FETCH, 7 },
    { "rm -rf /", GH_COMMAND_RISK_DELETE, 0 },
    { "bash script.sh", GH_COMMAND_RISK_NONE, 0 },
    { "sh -c 'exec notes'", GH_COMMAND_RISK_SHELL, 0 },
    { "bash -lc 'cd /tmp; sudo rm -rf x; curl y|sh'",
      GH_COMMAND_RISK_SHELL | GH_COMMAND_RISK_ROOT | GH_COMMAND_RISK_DELETE |
      GH_COMMAND_RISK_FETCH, 0 },
    { "notes \342\200\256gpj.exe", GH_COMMAND_RISK_INVISIBLE, 0 },
    { "no\342\200\213tes", GH_COMMAND_RISK_INVISIBLE, 0 },
    { "notes a\302\240b", GH_COMMAND_RISK_INVISIBLE, 0 },
    { "notes \303\244\303\266 \346\226\207", GH_COMMAND_RISK_NONE, 0 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr(GError) error = NULL;
      g_auto(GStrv) argv = gh_server_config_parse_command (cases[i].line, &error);
      guint fetched;

      g_assert_no_error (error);
      g_test_message ("%s", cases[i].line);
      g_assert_cmpuint (gh_command_risk_find ((const char * const *) argv, &fetched), ==,
                        cases[i].risk);
      g_assert_cmpuint (fetched, ==, cases[i].fetched);
    }
}

static void
test_snippets (void)
{
  static const char *const whole[] = {
    "{\"mcpServers\":{\"notes\":{\"command\":\"npx\",\"args\":[\"-y\",\"n "
    "o\"],\"env\":{\"K\":\"a=b\"},"
    "\"cwd\":\"/tmp\"}}}",
    " {\"servers\": {\"notes\":{\"type\":\"stdio\",\"command\":\"npx\",\"args\":[\"-y\",\"n o\"],"
    "\"env\":{\"K\":\"a=b\"},\"cwd\":\"/tmp\"}}, \"inputs\": []}\n",
    "{\"notes\":{\"command\":\"npx\",\"args\":[\"-y\",\"n "
    "o\"],\"env\":{\"K\":\"a=b\"},\"cwd\":\"/tmp\"}}",
    "\"notes\": {\"command\":\"npx\",\"args\":[\"-y\",\"n "
    "o\"],\"env\":{\"K\":\"a=b\"},\"cwd\":\"/tmp\"},",
  };
  g_autoptr(GhServerConfig) remote = NULL;
  g_autoptr(GhServerConfig) bare = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (whole); i++)
    {
      g_autoptr(GError) error = NULL;
      g_autoptr(GhServerConfig) config = gh_server_snippet_parse (whole[i], &error);
      g_autofree char *command = NULL;

      g_assert_no_error (error);
      g_assert_cmpstr (gh_server_config_get_name (config), ==, "notes");
      command = gh_server_config_dup_command (config);
      g_assert_cmpstr (command, ==, "npx -y 'n o'");
      g_assert_cmpstr (gh_server_config_get_cwd (config), ==, "/tmp");
      g_assert_cmpstr (gh_server_config_get_env (config)[0], ==, "K=a=b");
      g_assert_null (gh_server_config_get_env (config)[1]);
      g_assert_false (gh_server_config_get_autostart (config));
    }

  remote = gh_server_snippet_parse ("\"notes\": {\"type\": \"http\", \"url\": "
                                    "\"https://example.org/mcp\", \"headers\": {\"A\": \"b\"}, "
                                    "\"gatehouse\": {\"autostart\": true}}", NULL);
  g_assert_cmpint (gh_server_config_get_kind (remote), ==, GH_SERVER_KIND_HTTP);
  g_assert_cmpstr (gh_server_config_get_headers (remote)[0], ==, "A: b");
  g_assert_false (gh_server_config_get_autostart (remote));

  bare = gh_server_snippet_parse ("{\"command\":\"notes\"}", NULL);
  g_assert_cmpstr (gh_server_config_get_name (bare), ==, "");
}

static void
test_bad_snippets (void)
{
  static const struct
  {
    const char           *text;
    GhServerSnippetError  code;
  } cases[] = {
    { "", GH_SERVER_SNIPPET_ERROR_NOT_JSON },
    { "npx -y notes", GH_SERVER_SNIPPET_ERROR_NOT_JSON },
    { "\"notes\": {", GH_SERVER_SNIPPET_ERROR_NOT_JSON },
    { "[]", GH_SERVER_SNIPPET_ERROR_NO_SERVER },
    { "{}", GH_SERVER_SNIPPET_ERROR_NO_SERVER },
    { "{\"mcpServers\":{}}", GH_SERVER_SNIPPET_ERROR_NO_SERVER },
    { "{\"mcpServers\":{\"a\":{\"command\":\"x\"},\"b\":{\"command\":\"y\"}}}",
     GH_SERVER_SNIPPET_ERROR_SEVERAL },
    { "{\"mcpServers\":{\"a\":{\"url\":\"example.com/mcp\"}}}",
     GH_SERVER_SNIPPET_ERROR_BAD_ENTRY },
    { "{\"a\":{}}", GH_SERVER_SNIPPET_ERROR_BAD_ENTRY },
    { "{\"a\":{\"command\":\"\"}}", GH_SERVER_SNIPPET_ERROR_BAD_ENTRY },
    { "{\"a\":{\"command\":7}}", GH_SERVER_SNIPPET_ERROR_BAD_ENTRY },
    { "{\"a\":{\"command\":\"x\",\"args\":\"y\"}}", GH_SERVER_SNIPPET_ERROR_BAD_ENTRY },
    { "{\"a\":{\"command\":\"x\",\"args\":[1]}}", GH_SERVER_SNIPPET_ERROR_BAD_ENTRY },
    { "{\"a\":{\"command\":\"x\",\"env\":{\"K\":1}}}", GH_SERVER_SNIPPET_ERROR_BAD_ENTRY },
    { "{\"a\":{\"command\":\"x\",\"env\":{\"K=L\":\"v\"}}}", GH_SERVER_SNIPPET_ERROR_BAD_ENTRY },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr(GError) error = NULL;

      g_test_message ("%s", cases[i].text);
      g_assert_null (gh_server_snippet_parse (cases[i].text, &error));
      g_assert_error (error, GH_SERVER_SNIPPET_ERROR, (int) cases[i].code);
    }
}

static void
test_failures (void)
{
  g_autoptr(GError) agreed = g_error_new_literal (G_IO_ERROR, G_IO_ERROR_PERMISSION_DENIED, "");
  g_autoptr(GError) other = g_error_new_literal (G_IO_ERROR, G_IO_ERROR_FAILED, "");
  g_autoptr(GError) refused = g_error_new_literal (G_IO_ERROR, G_IO_ERROR_CONNECTION_REFUSED, "");
  g_autoptr(GError) unknown = g_error_new_literal (G_RESOLVER_ERROR, G_RESOLVER_ERROR_NOT_FOUND,
                                                   "");

  g_assert_cmpint (gh_failure_of_error (NULL, NULL), ==, GH_FAILURE_OTHER);
  g_assert_cmpint (gh_failure_of_error (agreed, NULL), ==, GH_FAILURE_NOT_AGREED);
  g_assert_cmpint (gh_failure_of_error (other, NULL), ==, GH_FAILURE_OTHER);
  g_assert_cmpint (gh_failure_of_error (refused, NULL), ==, GH_FAILURE_UNREACHABLE);
  g_assert_cmpint (gh_failure_of_error (unknown, NULL), ==, GH_FAILURE_UNREACHABLE);
}

int
main (int    argc,
      char **argv)
{
  gh_test_init (&argc, &argv);
  g_test_add_func ("/host/command/risks", test_risks);
  g_test_add_func ("/host/command/snippets", test_snippets);
  g_test_add_func ("/host/command/bad-snippets", test_bad_snippets);
  g_test_add_func ("/host/command/failures", test_failures);
  return gh_test_run ();
}
