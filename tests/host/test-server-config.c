/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * How a server is started: the value, its fingerprint, its command line, its environment. */
#include "config.h"

#include <glib/gstdio.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "gh-json.h"
#include "gh-login-path.h"
#include "gh-server-config-private.h"
#include "gh-server-entry.h"
#include "gh-server-environment.h"
#include "gh-test.h"
#include "gh-url.h"

static GhServerConfig *
config_new (const char         *command,
            const char         *cwd,
            const char * const *env)
{
  g_autoptr(GError) error = NULL;
  g_auto(GStrv) argv = gh_server_config_parse_command (command, &error);

  g_assert_no_error (error);
  return gh_server_config_new ("Travel", (const char * const *) argv, cwd, env, FALSE);
}

static void
test_command (void)
{
  static const char * const lines[] = {
    "npx -y @modelcontextprotocol/server-everything",
    "'/opt/my server/run' --name='a b' \"c d\"",
    "run '' \"it's\"",
    "python -c 'print(\"~$HOME\")' ~ '*' ;",
    "uvx 旅行",
  };
  static const char *const bad[] = {
    "", "   ", "'open", "\"open", "'' --flag", "# only a comment"
  };

  for (guint i = 0; i < G_N_ELEMENTS (lines); i++)
    {
      g_autoptr(GhServerConfig) config = config_new (lines[i], NULL, NULL);
      g_autofree char *line = gh_server_config_dup_command (config);
      g_autoptr(GhServerConfig) again = config_new (line, NULL, NULL);

      g_assert_true (gh_server_config_starts_same (config, again));
      g_assert_cmpstr (gh_server_config_get_fingerprint (config), ==,
                       gh_server_config_get_fingerprint (again));
    }
  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      g_autoptr(GError) error = NULL;

      g_assert_null (gh_server_config_parse_command (bad[i], &error));
      g_assert_true (error != NULL && error->domain == G_SHELL_ERROR);
    }
}

static void
test_fingerprint (void)
{
  static const char * const key_a[] = { "KEY=a", "OTHER=1", NULL };
  static const char * const key_b[] = { "OTHER=2", "KEY=b", "no variable", "=odd", NULL };
  static const char * const more[] = { "KEY=a", "OTHER=1", "LD_PRELOAD=x", NULL };
  g_autoptr(GhServerConfig) base = config_new ("run a b", "/srv", key_a);
  g_autoptr(GhServerConfig) other_value = config_new ("run a b", "/srv", key_b);
  g_autoptr(GhServerConfig) other_args = config_new ("run 'a b'", "/srv", key_a);
  g_autoptr(GhServerConfig) other_cwd = config_new ("run a b", "/srv2", key_a);
  g_autoptr(GhServerConfig) other_env = config_new ("run a b", "/srv", more);
  g_autoptr(GhServerConfig) no_env = config_new ("run a b /srv", NULL, NULL);
  g_autoptr(GhServerConfig) no_env_cwd = config_new ("run a b", "/srv", NULL);
  const char *fingerprint = gh_server_config_get_fingerprint (base);

  g_assert_cmpuint (strlen (fingerprint), ==, 64);
  g_assert_cmpstr (gh_server_config_get_fingerprint (other_value), ==, fingerprint);
  g_assert_false (gh_server_config_starts_same (base, other_value));
  g_assert_cmpuint (g_strv_length ((char **) gh_server_config_get_env (other_value)), ==, 2);
  g_assert_cmpstr (gh_server_config_get_fingerprint (other_args), !=, fingerprint);
  g_assert_cmpstr (gh_server_config_get_fingerprint (other_cwd), !=, fingerprint);
  g_assert_cmpstr (gh_server_config_get_fingerprint (other_env), !=, fingerprint);
  g_assert_cmpstr (gh_server_config_get_fingerprint (no_env), !=,
                   gh_server_config_get_fingerprint (no_env_cwd));
}

static void
test_find_program (void)
{
  g_autofree char *dir = gh_test_make_dir ();
  g_autofree char *program = g_build_filename (dir, "my tool", NULL);
  g_autofree char *variable = g_strconcat ("PATH=relative:", dir, NULL);
  const char * const env[] = { variable, NULL };
  g_autoptr(GhServerConfig) by_name = config_new ("'my tool'", NULL, NULL);
  g_autoptr(GhServerConfig) by_env = config_new ("'my tool'", NULL, env);
  g_autoptr(GhServerConfig) by_cwd = config_new ("'./my tool'", dir, NULL);
  g_autofree char *found = NULL;

  g_assert_null (gh_server_config_find_program_in (by_cwd, "/nowhere"));
  g_assert_true (g_file_set_contents (program, "#!/bin/sh\n", -1, NULL));
  g_assert_null (gh_server_config_find_program_in (by_cwd, "/nowhere"));
  g_assert_cmpint (g_chmod (program, 0700), ==, 0);

  g_assert_null (gh_server_config_find_program_in (by_name, NULL));
  g_assert_null (gh_server_config_find_program_in (by_name, "/nowhere"));
  found = gh_server_config_find_program_in (by_name, dir);
  g_assert_cmpstr (found, ==, program);
  g_clear_pointer (&found, g_free);
  found = gh_server_config_find_program_in (by_env, "/nowhere");
  g_assert_cmpstr (found, ==, program);
  g_clear_pointer (&found, g_free);
  found = gh_server_config_find_program_in (by_cwd, NULL);
  g_assert_cmpstr (found, ==, program);
}

static void
test_environment (void)
{
  static const char * const own[] = {
    "HOME=/home/u", "PATH=/bin", "LC_ALL=C", "XDG_RUNTIME_DIR=/run/u", "SECRET_KEY=s", "DISPLAY=:0",
    "XDG_ACTIVATION_TOKEN=t",
    "DBUS_SESSION_BUS_ADDRESS=x", "LD_PRELOAD=evil", "LANG=de", "=odd", "odd", NULL,
  };
  static const char * const configured[] = { "KEY=a=b", "LANG=fr", "KEY=c=d", NULL };
  static const char * const none[] = { NULL };
  g_auto(GStrv) env = gh_server_environment_build (own, "/usr/bin", configured);
  g_auto(GStrv) plain = gh_server_environment_build (own, "/usr/bin", none);

  g_assert_cmpuint (g_strv_length (env), ==, 6);
  g_assert_cmpstr (g_environ_getenv (env, "HOME"), ==, "/home/u");
  g_assert_cmpstr (g_environ_getenv (env, "PATH"), ==, "/usr/bin");
  g_assert_cmpstr (g_environ_getenv (env, "LC_ALL"), ==, "C");
  g_assert_cmpstr (g_environ_getenv (env, "XDG_RUNTIME_DIR"), ==, "/run/u");
  g_assert_null (g_environ_getenv (env, "XDG_ACTIVATION_TOKEN"));
  g_assert_cmpstr (g_environ_getenv (env, "LANG"), ==, "fr");
  g_assert_cmpstr (g_environ_getenv (env, "KEY"), ==, "c=d");
  g_assert_cmpuint (g_strv_length (plain), ==, 5);
}

static char *
make_shell (const char *script)
{
  g_autofree char *dir = gh_test_make_dir ();
  char *path = g_build_filename (dir, "shell", NULL);

  g_assert_true (g_file_set_contents (path, script, -1, NULL));
  g_assert_cmpint (g_chmod (path, 0700), ==, 0);
  g_setenv ("SHELL", path, TRUE);
  return path;
}

static char *
lookup (GhLoginPath *login_path)
{
  g_autoptr(GAsyncResult) result = NULL;
  g_autoptr(GError) error = NULL;
  char *path;

  gh_login_path_lookup_async (login_path, NULL, gh_test_store_result_cb, &result);
  gh_test_wait_for (result != NULL, 20);
  path = gh_login_path_lookup_finish (login_path, result, &error);
  g_assert_no_error (error);
  return path;
}

static void
test_login_path (void)
{
  /* Chatty, and leaves something behind that holds its output. */
  g_autofree char *shell = make_shell ("#!/bin/sh\necho Hello; echo GATEHOUSE; sleep 2 &\n"
                                       "export PATH=/opt/node/bin:relative:$PATH:/opt/more\n"
                                       "exec /bin/sh -c \"$2\"\n");
  g_autoptr(GhLoginPath) login_path = gh_login_path_new ();
  g_autofree char *expected = g_strconcat ("/opt/node/bin:", g_getenv ("PATH"), ":/opt/more", NULL);
  g_autofree char *first = NULL;
  g_autofree char *second = NULL;

  g_assert_cmpstr (gh_login_path_get_path (login_path), ==, g_getenv ("PATH"));
  first = lookup (login_path);
  g_assert_cmpstr (first, ==, expected);
  g_assert_cmpint (g_unlink (shell), ==, 0);
  second = lookup (login_path);
  g_assert_cmpstr (second, ==, expected);
}

static void
test_login_path_none (void)
{
  static const char * const scripts[] = {
    "#!/bin/sh\nexit 3\n",
    "#!/bin/sh\nyes\n",
    "#!/no/such/interpreter\n",
    "#!/bin/sh\nhead -c 300000 /dev/zero\necho\n",
  };

  for (guint i = 0; i < G_N_ELEMENTS (scripts); i++)
    {
      g_autofree char *shell = make_shell (scripts[i]);
      g_autoptr(GhLoginPath) login_path = gh_login_path_new ();
      g_autofree char *path = lookup (login_path);

      g_assert_cmpstr (path, ==, g_getenv ("PATH"));
    }
  g_setenv ("SHELL", "not-absolute", TRUE);
}

/* It hangs; who waits is not held up for ever, and the process is gone. */
static void
test_login_path_hangs (void)
{
  g_autofree char *pid_file = g_build_filename (gh_test_get_home (), "hanging", NULL);
  g_autofree char *script = g_strdup_printf ("#!/bin/sh\necho $$ > %s\nsleep 600\n", pid_file);
  g_autofree char *shell = make_shell (script);
  g_autoptr(GhLoginPath) login_path = g_object_new (GH_TYPE_LOGIN_PATH, "timeout", 500, NULL);
  g_autofree char *path = lookup (login_path);
  g_autofree char *pid = NULL;

  g_assert_cmpstr (path, ==, g_getenv ("PATH"));
  g_assert_true (g_file_get_contents (pid_file, &pid, NULL, NULL));
  gh_test_wait (kill (atoi (pid), 0) != 0);
}

static gboolean
read_entry (const char     *json,
            GhServerEntry  *entry,
            GError        **error)
{
  g_autoptr(JsonNode) node = gh_json_read (json, strlen (json), NULL);

  g_assert_nonnull (node);
  return gh_server_entry_read (node, "travel", entry, error);
}

/* Written back, it is the same byte for byte: numbers and strange members too. */
static void
assert_written (const char          *json,
                const GhServerEntry *entry)
{
  g_autoptr(JsonNode) node = gh_json_read (json, strlen (json), NULL);
  g_autoptr(JsonNode) written =
    gh_server_entry_write (gh_json_node_get_object (node), "travel", entry);
  g_autofree char *text = gh_json_write (written, NULL);

  g_assert_cmpstr (text, ==, json);
}

static void
test_entry (void)
{
  static const char *const bad[] = {
    "3",
    "{}",
    "{\"command\":\"\"}",
    "{\"command\":[\"npx\"]}",
    "{\"command\":\"x\",\"args\":\"y\"}",
    "{\"command\":\"x\",\"args\":[1]}",
    "{\"command\":\"x\",\"env\":[]}",
    "{\"command\":\"x\",\"env\":{\"A\":1}}",
    "{\"command\":\"x\",\"env\":{\"A=B\":\"1\"}}",
    "{\"command\":\"x\",\"cwd\":5}",
    "{\"command\":\"x\\u0000y\"}",
    "{\"command\":\"x\",\"type\":\"pigeon\"}",
    "{\"command\":\"x\",\"type\":1}",
    "{\"command\":\"x\",\"gatehouse\":{\"era\":\"stone age\"}}",
    "{\"command\":\"x\",\"gatehouse\":{\"caFile\":\"/ca.pem\"}}",
    "{\"url\":\"https://example.org\",\"gatehouse\":{\"caFile\":\"ca.pem\"}}",
    "{\"url\":\"https://example.org\",\"gatehouse\":{\"caFile\":1}}",
    "{\"type\":\"http\"}",
    "{\"type\":\"http\",\"command\":\"x\"}",
    "{\"url\":5}",
    "{\"url\":\"example.org\"}",
    "{\"url\":\"file:///etc/passwd\"}",
    "{\"url\":\"https://\"}",
    "{\"url\":\"https://example.org/a b\"}",
    "{\"url\":\"https://me:secret@example.org/\"}",
    "{\"url\":\"https://example.org\",\"headers\":[]}",
    "{\"url\":\"https://example.org\",\"headers\":{\"A\":1}}",
    "{\"url\":\"https://example.org\",\"headers\":{\"A:\":\"1\"}}",
    "{\"url\":\"https://example.org\",\"headers\":{\"A b\":\"1\"}}",
    "{\"url\":\"https://example.org\",\"headers\":{\"A\":\"secret\\r\\nB: c\"}}",
  };
  const char *json =
    "{\"command\":\"npx\",\"args\":[\"-y\",\"a b\"],\"env\":{\"K\":\"v\"},\"cwd\":\"/t\","
    "\"disabled\":true,\"timeout\":0.10,\"gatehouse\":{\"name\":\"Travel desk\","
    "\"autostart\":true,\"consent\":\"abc\",\"era\":\"legacy\",\"knownEra\":\"2025-06-18\","
    "\"later\":[1]}}";
  g_auto(GhServerEntry) entry = { NULL, };

  g_assert_true (read_entry (json, &entry, NULL));
  g_assert_cmpstr (gh_server_config_get_name (entry.config), ==, "Travel desk");
  g_assert_cmpint (gh_server_config_get_kind (entry.config), ==, GH_SERVER_KIND_STDIO);
  g_assert_cmpstr (gh_server_config_get_argv (entry.config)[2], ==, "a b");
  g_assert_cmpstr (gh_server_config_get_cwd (entry.config), ==, "/t");
  g_assert_cmpstr (gh_server_config_get_env (entry.config)[0], ==, "K=v");
  g_assert_true (gh_server_config_get_autostart (entry.config));
  g_assert_cmpstr (gh_server_config_get_era (entry.config), ==, "legacy");
  g_assert_cmpstr (entry.consent, ==, "abc");
  g_assert_cmpstr (entry.known_era, ==, "2025-06-18");
  assert_written (json, &entry);

  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      g_auto(GhServerEntry) none = { NULL, };
      g_autoptr(GError) error = NULL;

      g_test_message ("%s", bad[i]);
      g_assert_false (read_entry (bad[i], &none, &error));
      g_assert_true (error != NULL && error->domain == GH_JSON_ERROR);
      g_assert_null (strstr (error->message, "secret"));
      g_assert_null (none.config);
    }
}

/* The ways hosts write a server that is reached over the network. */
static void
test_entry_url (void)
{
  static const struct
  {
    const char   *json;
    GhServerKind  kind;
  } cases[] = {
    { "{\"url\":\"https://h/mcp\"}", GH_SERVER_KIND_HTTP },
    { "{\"type\":\"http\",\"url\":\"https://h/mcp\"}", GH_SERVER_KIND_HTTP },
    { "{\"type\":\"streamable-http\",\"url\":\"https://h/mcp\"}",
      GH_SERVER_KIND_HTTP },
    { "{\"type\":\"streamableHttp\",\"url\":\"https://h/mcp\"}",
      GH_SERVER_KIND_HTTP },
    { "{\"transport\":\"streamable_http\",\"url\":\"https://h/mcp\"}",
      GH_SERVER_KIND_HTTP },
    { "{\"type\":\"sse\",\"url\":\"https://h/mcp\"}", GH_SERVER_KIND_SSE },
    { "{\"serverUrl\":\"https://h/mcp\"}", GH_SERVER_KIND_HTTP },
    { "{\"httpUrl\":\"https://h/mcp\"}", GH_SERVER_KIND_HTTP },
    { "{\"type\":\"http\",\"command\":\"old\",\"url\":\"https://h/mcp\"}",
      GH_SERVER_KIND_HTTP },
  };
  const char *json = "{\"type\":\"http\",\"url\":\"https://h/mcp\","
                     "\"headers\":{\"Authorization\":\"Bearer x: y\",\"X-Empty\":\"\"},"
                     "\"gatehouse\":{\"era\":\"2026-07-28\",\"caFile\":\"/etc/own ca.pem\"}}";
  g_auto(GhServerEntry) entry = { NULL, };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_auto(GhServerEntry) read = { NULL, };

      g_test_message ("%s", cases[i].json);
      g_assert_true (read_entry (cases[i].json, &read, NULL));
      g_assert_cmpint (gh_server_config_get_kind (read.config), ==, cases[i].kind);
      g_assert_cmpstr (gh_server_config_get_url (read.config), ==, "https://h/mcp");
      g_assert_false (gh_server_config_get_autostart (read.config));
      assert_written (cases[i].json, &read);
    }

  g_assert_true (read_entry (json, &entry, NULL));
  g_assert_cmpstr (gh_server_config_get_headers (entry.config)[0], ==,
                   "Authorization: Bearer x: y");
  g_assert_cmpstr (gh_server_config_get_era (entry.config), ==, "2026-07-28");
  g_assert_cmpstr (gh_server_config_get_ca_file (entry.config), ==, "/etc/own ca.pem");
  assert_written (json, &entry);
}

/* An entry that becomes another kind keeps nothing that says what it was. */
static void
test_entry_changes_kind (void)
{
  const char *program = "{\"command\":\"npx\",\"args\":[\"a\"],\"env\":{\"K\":\"v\"},\"note\":1}";
  const char *url = "{\"serverUrl\":\"https://h/\",\"headers\":{\"A\":\"b\"},\"type\":\"sse\"}";
  g_autoptr(JsonNode) program_node = gh_json_read (program, strlen (program), NULL);
  g_autoptr(JsonNode) url_node = gh_json_read (url, strlen (url), NULL);
  g_auto(GhServerEntry) as_program = { NULL, };
  g_auto(GhServerEntry) as_url = { NULL, };
  g_autoptr(JsonNode) written_url = NULL;
  g_autoptr(JsonNode) written_program = NULL;
  g_autofree char *url_text = NULL;
  g_autofree char *program_text = NULL;

  g_assert_true (read_entry (program, &as_program, NULL));
  g_assert_true (read_entry (url, &as_url, NULL));
  written_url = gh_server_entry_write (gh_json_node_get_object (program_node), "travel", &as_url);
  url_text = gh_json_write (written_url, NULL);
  g_assert_cmpstr (url_text, ==, "{\"note\":1,\"url\":\"https://h/\",\"headers\":{\"A\":\"b\"},"
                                 "\"type\":\"sse\"}");
  written_program = gh_server_entry_write (gh_json_node_get_object (url_node), "travel",
                                           &as_program);
  program_text = gh_json_write (written_program, NULL);
  g_assert_cmpstr (program_text, ==, "{\"type\":\"stdio\",\"command\":\"npx\",\"args\":[\"a\"],"
                                     "\"env\":{\"K\":\"v\"}}");
}

/* What another host configured never starts by itself. */
static void
test_entry_plain (void)
{
  g_auto(GhServerEntry) entry = { NULL, };
  g_autoptr(JsonNode) written = NULL;
  g_autofree char *text = NULL;

  g_assert_true (read_entry ("{\"command\":\"npx\"}", &entry, NULL));
  g_assert_cmpstr (gh_server_config_get_name (entry.config), ==, "travel");
  g_assert_false (gh_server_config_get_autostart (entry.config));
  g_assert_cmpstr (gh_server_config_get_era (entry.config), ==, "auto");
  g_assert_null (entry.consent);
  g_assert_null (entry.known_era);
  written = gh_server_entry_write (NULL, "travel", &entry);
  text = gh_json_write (written, NULL);
  g_assert_cmpstr (text, ==, "{\"command\":\"npx\"}");
}

/* What a person agrees to: the address, the names of the headers, not what is in them, and whose
 * certificates are believed. */
static void
test_url_fingerprint (void)
{
  const char *key[] = { "Authorization: a", "X-B: c", NULL };
  const char *other_key[] = { "x-b: d", "authorization: e", NULL };
  const char *more[] = { "Authorization: a", "X-B: c", "X-C: d", NULL };
  const char *url = "https://example.org/mcp";
  g_autoptr(GhServerConfig) config =
    gh_server_config_new_for_url ("a", GH_SERVER_KIND_HTTP, url, key, FALSE, NULL);
  g_autoptr(GhServerConfig) rotated =
    gh_server_config_new_for_url ("b", GH_SERVER_KIND_SSE, url, other_key, TRUE, NULL);
  g_autoptr(GhServerConfig) wider =
    gh_server_config_new_for_url ("a", GH_SERVER_KIND_HTTP, url, more, FALSE, NULL);
  g_autoptr(GhServerConfig) elsewhere = gh_server_config_new_for_url (
    "a", GH_SERVER_KIND_HTTP, "https://example.org/mcp2", key, FALSE, NULL);
  g_autoptr(GhServerConfig) pinned = gh_server_config_copy_with_era (config, "legacy");
  g_autoptr(GhServerConfig) renamed = gh_server_config_copy (pinned, "c", TRUE);
  g_autoptr(GhServerConfig) own_ca = gh_server_config_copy_with_ca_file (config, "/ca.pem");
  g_autoptr(GhServerConfig) kept_ca = gh_server_config_copy (own_ca, "c", TRUE);
  g_autoptr(GhServerConfig) no_ca = gh_server_config_copy_with_ca_file (kept_ca, NULL);
  const char *fingerprint = gh_server_config_get_fingerprint (config);

  g_assert_cmpstr (gh_server_config_get_fingerprint (rotated), ==, fingerprint);
  g_assert_cmpstr (gh_server_config_get_fingerprint (renamed), ==, fingerprint);
  g_assert_cmpstr (gh_server_config_get_fingerprint (wider), !=, fingerprint);
  g_assert_cmpstr (gh_server_config_get_fingerprint (elsewhere), !=, fingerprint);
  g_assert_cmpstr (gh_server_config_get_fingerprint (own_ca), !=, fingerprint);
  g_assert_cmpstr (gh_server_config_get_ca_file (kept_ca), ==, "/ca.pem");
  g_assert_cmpstr (gh_server_config_get_fingerprint (kept_ca), ==,
                   gh_server_config_get_fingerprint (own_ca));
  g_assert_cmpstr (gh_server_config_get_fingerprint (no_ca), ==, fingerprint);
  g_assert_false (gh_server_config_starts_same (config, own_ca));
  g_assert_false (gh_server_config_starts_same (config, rotated));
  g_assert_false (gh_server_config_starts_same (config, pinned));
  g_assert_true (gh_server_config_starts_same (pinned, renamed));
  g_assert_cmpstr (gh_server_config_get_era (renamed), ==, "legacy");
  g_assert_cmpstr (gh_server_config_get_name (renamed), ==, "c");
}

static void
test_exposes_headers (void)
{
  const char *key[] = { "Authorization: a", NULL };
  static const struct
  {
    const char *url;
    gboolean    exposes;
  } cases[] = {
    { "https://example.org/", FALSE },
    { "http://example.org/", TRUE },
    { "http://127.0.0.1:8080/mcp", FALSE },
    { "http://[::1]:8080/mcp", FALSE },
    { "http://localhost/mcp", FALSE },
    { "http://192.168.1.2/mcp", TRUE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr(GhServerConfig) with =
        gh_server_config_new_for_url ("a", GH_SERVER_KIND_HTTP, cases[i].url, key, FALSE, NULL);
      g_autoptr(GhServerConfig) without =
        gh_server_config_new_for_url ("a", GH_SERVER_KIND_HTTP, cases[i].url, NULL, FALSE, NULL);

      g_test_message ("%s", cases[i].url);
      g_assert_cmpint (gh_server_config_exposes_headers (with), ==, cases[i].exposes);
      g_assert_false (gh_server_config_exposes_headers (without));
    }
}

static void
test_url_flags (void)
{
  static const struct
  {
    const char *url;
    const char *host;
    GhUrlFlags  flags;
  } cases[] = {
    { "https://Example.org/a?b#c", "example.org", GH_URL_NONE },
    { "https://xn--pple-43d.com/", "xn--pple-43d.com", GH_URL_PUNYCODE },
    { "https://a.XN--pple-43d.com/", "a.xn--pple-43d.com", GH_URL_PUNYCODE },
    { "https://аpple.com/", "xn--pple-43d.com", GH_URL_PUNYCODE },
    { "https://bank.com@evil.example/", "evil.example", GH_URL_USERINFO },
    { "http://example.org", "example.org", GH_URL_PLAIN },
    { "http://localhost:1", "localhost", GH_URL_NONE },
    { "https://192.0.2.1/", "192.0.2.1", GH_URL_ADDRESS },
    { "http://[2001:db8::1]/", "2001:db8::1", GH_URL_ADDRESS | GH_URL_PLAIN },
  };
  static const char *const bad[] = {
    "", "example.org", "javascript:alert(1)", "file:///etc", "https:///x", "https://a b/",
    "https://a\\@b/", "https://a/\tb", "ftp://a/", "https://%00/",
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *host = NULL;
      GhUrlFlags flags = GH_URL_NONE;

      g_test_message ("%s", cases[i].url);
      g_assert_true (gh_url_check (cases[i].url, &flags, &host, NULL));
      g_assert_cmpstr (host, ==, cases[i].host);
      g_assert_cmpuint (flags, ==, cases[i].flags);
    }
  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      g_autoptr(GError) error = NULL;

      g_test_message ("%s", bad[i]);
      g_assert_false (gh_url_check (bad[i], NULL, NULL, &error));
      g_assert_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT);
    }
}

int
main (int   argc,
      char *argv[])
{
  gh_test_init (&argc, &argv);
  g_setenv ("PATH", "/usr/bin:/bin", TRUE);

  g_test_add_func ("/host/server-config/command", test_command);
  g_test_add_func ("/host/server-config/fingerprint", test_fingerprint);
  g_test_add_func ("/host/server-config/find-program", test_find_program);
  g_test_add_func ("/host/server-config/environment", test_environment);
  g_test_add_func ("/host/server-config/login-path", test_login_path);
  g_test_add_func ("/host/server-config/login-path-none", test_login_path_none);
  g_test_add_func ("/host/server-config/login-path-hangs", test_login_path_hangs);
  g_test_add_func ("/host/server-config/entry", test_entry);
  g_test_add_func ("/host/server-config/entry-plain", test_entry_plain);
  g_test_add_func ("/host/server-config/entry-url", test_entry_url);
  g_test_add_func ("/host/server-config/entry-changes-kind", test_entry_changes_kind);
  g_test_add_func ("/host/server-config/url-fingerprint", test_url_fingerprint);
  g_test_add_func ("/host/server-config/exposes-headers", test_exposes_headers);
  g_test_add_func ("/host/server-config/url-flags", test_url_flags);
  return gh_test_run ();
}
