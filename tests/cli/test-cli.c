/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * The real gatehouse-cli, run as a script runs it: what it prints, and how it ends. */
#include "config.h"

#include <glib-unix.h>
#include <glib/gstdio.h>
#include <pty.h>
#include <signal.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

#include "gh-fake-endpoint.h"
#include "gh-fake-http-server.h"
#include "gh-json.h"
#include "gh-test.h"

/* Statuses of gh-cli-status.h, as a script sees them. */
enum { DONE, TOOL_ERROR, USAGE, NO_CONNECTION, DENIED, TIMED_OUT };

#define FAKE g_getenv ("GH_FAKE_SERVER")

typedef struct
{
  char *out;
  char *err;
  int   status;
} Run;

static void
run_clear (Run *run)
{
  g_clear_pointer (&run->out, g_free);
  g_clear_pointer (&run->err, g_free);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Run, run_clear)

/* While a command runs: a server of the modern era, or NULL. */
static GhFakeHttpServer *served;

/* Answers what it is asked; TRUE, for conditions of gh_test_wait(). */
static gboolean
serve (void)
{
  GhFakeHttpRequest *request = served != NULL ? gh_fake_http_server_pop (served, "POST") : NULL;
  g_autoptr(JsonNode) node = NULL;
  g_autofree char *id = NULL;
  g_autofree char *answer = NULL;
  const char *body;

  if (request == NULL)
    return TRUE;
  body = gh_fake_http_request_get_body (request);
  node = gh_json_read (body, strlen (body), NULL);
  id = gh_json_write (gh_json_get (gh_json_node_get_object (node), "id"), NULL);
  answer = g_strdup_printf (
    "{\"jsonrpc\":\"2.0\",\"id\":%s,\"result\":{\"resultType\":\"complete\",%s}}", id,
    strstr (body, "server/discover") != NULL
      ? "\"supportedVersions\":[\"2026-07-28\"],\"capabilities\":{\"tools\":{}}"
      : "\"tools\":[{\"name\":\"good\",\"inputSchema\":{\"type\":\"object\"}},{\"name\":\"bad\","
        "\"inputSchema\":{\"type\":\"object\",\"properties\":{\"region\":{\"type\":\"string\","
        "\"x-mcp-header\":\"a b\"}}}}]");
  gh_fake_http_request_answer (request, 200, "application/json", answer);
  return TRUE;
}

/* Words up to NULL. */
static Run
run (const char *first,
     ...) G_GNUC_NULL_TERMINATED;

static Run
run (const char *first,
     ...)
{
  g_autoptr(GStrvBuilder) builder = g_strv_builder_new ();
  g_auto(GStrv) argv = NULL;
  g_autoptr(GSubprocess) child = NULL;
  g_autoptr(GAsyncResult) result = NULL;
  g_autoptr(GError) error = NULL;
  Run done = { NULL, NULL, -1 };
  va_list args;

  g_strv_builder_add (builder, g_getenv ("GH_CLI"));
  va_start (args, first);
  for (const char *word = first; word != NULL; word = va_arg (args, const char *))
    g_strv_builder_add (builder, word);
  va_end (args);
  argv = g_strv_builder_end (builder);
  child = g_subprocess_newv ((const char * const *) argv,
                             G_SUBPROCESS_FLAGS_STDOUT_PIPE | G_SUBPROCESS_FLAGS_STDERR_PIPE,
                             &error);
  g_assert_no_error (error);
  g_subprocess_communicate_utf8_async (child, NULL, NULL, gh_test_store_result_cb, &result);
  gh_test_wait_for (serve () && result != NULL, 30);
  g_assert_true (g_subprocess_communicate_utf8_finish (child, result, &done.out, &done.err,
                                                       &error));
  g_assert_no_error (error);
  g_assert_true (g_subprocess_get_if_exited (child));
  done.status = g_subprocess_get_exit_status (child);
  return done;
}

static char *
put (const char *name,
     const char *text)
{
  g_autofree char *dir = gh_test_make_dir ();
  char *path = g_build_filename (dir, name, NULL);

  g_assert_true (g_file_set_contents (path, text, -1, NULL));
  return path;
}

static void
test_usage (void)
{
  static const char * const words[][4] = {
    { NULL },
    { "dance" },
    { "tools" },
    { "call", "server" },
    { "servers", "too", "many" },
    { "tools", "--" },
    { "--era", "future", "servers" },
    { "--timeout", "0", "servers" },
    { "--timeout", "-1", "servers" },
    { "--timeout", "nan", "servers" },
    { "--config", "/nonexistent", "servers" },
    { "--config", "/", "servers" },
    { "tools", "no\xfc" },
    { "--policy", "/nonexistent", "servers" },
    { "--root", "/nonexistent/folder", "roots" },
    { "--nonsense", "servers" },
    { "tools", "nobody" },
    { "tools", "http://bad host/" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    {
      g_auto(Run) done = run (words[i][0], words[i][1], words[i][2], words[i][3], NULL);

      g_test_message ("%s", words[i][0]);
      g_assert_cmpint (done.status, ==, USAGE);
      g_assert_cmpstr (done.out, ==, "");
      g_assert_true (g_str_has_prefix (done.err, "gatehouse-cli: "));
    }
}

static void
test_version (void)
{
  g_auto(Run) version = run ("--version", NULL);
  g_auto(Run) help = run ("--help", NULL);

  g_assert_cmpint (version.status, ==, DONE);
  g_assert_cmpstr (version.out, ==, "gatehouse-cli " GH_VERSION "\n");
  g_assert_cmpint (help.status, ==, DONE);
  g_assert_nonnull (strstr (help.out, "call SERVER TOOL"));
}

static void
test_tools (void)
{
  g_auto(Run) text = run ("tools", "--", FAKE, NULL);
  g_auto(Run) json = run ("--json", "tools", "--", FAKE, "--banner", NULL);
  g_auto(GStrv) lines = NULL;

  g_assert_cmpint (text.status, ==, DONE);
  g_assert_nonnull (strstr (text.out, "echo"));
  g_assert_cmpint (json.status, ==, DONE);
  lines = g_strsplit (json.out, "\n", -1);
  g_assert_cmpuint (g_strv_length (lines), >, 2);
  for (gsize i = 0; lines[i + 1] != NULL; i++)
    {
      g_autoptr(JsonNode) node = gh_json_read (lines[i], strlen (lines[i]), NULL);

      g_assert_nonnull (node);
      g_assert_nonnull (gh_json_get_string (gh_json_node_get_object (node), "name"));
    }
}

static void
test_call (void)
{
  g_auto(Run) text = run ("call", "echo", "text=h\xc3\xa9", "--", FAKE, NULL);
  g_auto(Run) json = run ("-j", "call", "echo", "{\"text\":\"a\"}", "--", FAKE, NULL);
  g_auto(Run) unknown = run ("call", "nothing", "--", FAKE, NULL);
  g_auto(Run) bad = run ("call", "echo", "text", "--", FAKE, NULL);

  g_assert_cmpint (text.status, ==, DONE);
  g_assert_nonnull (strstr (text.out, "h\xc3\xa9"));
  g_assert_cmpint (json.status, ==, DONE);
  g_assert_true (g_str_has_prefix (json.out, "{"));
  g_assert_true (g_str_has_suffix (json.out, "}\n"));
  g_assert_cmpint (unknown.status, ==, USAGE);
  g_assert_cmpint (bad.status, ==, USAGE);
}

/* A list that the server did not give is not an empty one. */
static void
test_no_lists (void)
{
  g_auto(Run) tools = run ("tools", "--", FAKE, "--no-lists", NULL);
  g_auto(Run) call = run ("--json", "call", "echo", "--", FAKE, "--no-lists", NULL);
  g_auto(Run) info = run ("info", "--", FAKE, "--no-lists", NULL);

  g_assert_cmpint (tools.status, ==, TOOL_ERROR);
  g_assert_cmpstr (tools.out, ==, "");
  g_assert_nonnull (strstr (tools.err, "lost the list"));
  g_assert_cmpint (call.status, ==, TOOL_ERROR);
  g_assert_cmpstr (call.out, ==, "");
  g_assert_cmpint (info.status, ==, DONE);
}

/* A tool with a header that cannot be sent is no tool, and is said to be there (4.28). */
static void
test_left_out (void)
{
  g_autoptr(GhFakeHttpServer) http = gh_fake_http_server_new (NULL);
  g_autofree char *url = gh_fake_http_server_dup_url (http, "/mcp");

  served = http;
  {
    g_auto(Run) tools = run ("tools", url, NULL);
    g_auto(Run) call = run ("call", url, "bad", NULL);

    g_assert_cmpint (tools.status, ==, DONE);
    g_assert_cmpstr (tools.out, ==, "good\n");
    g_assert_nonnull (strstr (tools.err, "bad cannot be called: x-mcp-header \"a b\""));
    g_assert_cmpint (call.status, ==, USAGE);
    g_assert_nonnull (strstr (call.err, "bad cannot be called: x-mcp-header \"a b\""));
  }
  served = NULL;
}

static void
test_complete (void)
{
  static const char * const references[] = {
    "plan", "ref/prompt:plan", "trip:///{id}", "ref/resource:trip:///{id}",
  };
  g_auto(Run) json = run ("-j", "complete", "plan", "city", "B", "--", FAKE, "--library", NULL);
  g_auto(Run) none = run ("complete", "ref/prompt:trip", "a", "B", "--", FAKE, "--library", NULL);

  for (guint i = 0; i < G_N_ELEMENTS (references); i++)
    {
      g_auto(Run) done =
        run ("complete", references[i], "city", "B", "--", FAKE, "--library", NULL);

      g_assert_cmpint (done.status, ==, DONE);
      g_assert_cmpstr (done.out, ==, "Barcelona\nBasel\n");
    }
  g_assert_cmpstr (json.out, ==, "{\"values\":[\"Barcelona\",\"Basel\"],\"hasMore\":true}\n");
  g_assert_cmpint (none.status, ==, USAGE);
}

static void
test_connection (void)
{
  g_auto(Run) missing = run ("tools", "--", "/nonexistent/program", NULL);
  g_auto(Run) exits = run ("tools", "--", FAKE, "--say", "no luck", "--exit", "3", NULL);
  g_auto(Run) dies = run ("call", "die", "--", FAKE, NULL);
  g_auto(Run) strange = run ("tools", "--", "/nonexistent/pro\xfc", NULL);
  g_auto(Run) other_era = run ("--era", "modern", "tools", "--", FAKE, NULL);
  g_auto(Run) mute = run ("--timeout", "0.5", "tools", "--", FAKE, "--mute", NULL);
  g_auto(Run) slow = run ("--timeout", "1", "call", "slow", "--", FAKE, NULL);

  g_assert_cmpint (missing.status, ==, NO_CONNECTION);
  g_assert_cmpint (exits.status, ==, NO_CONNECTION);
  g_assert_nonnull (strstr (exits.err, "no luck"));
  g_assert_cmpint (dies.status, ==, NO_CONNECTION);
  g_assert_cmpint (strange.status, ==, NO_CONNECTION);
  g_assert_true (g_utf8_validate (strange.err, -1, NULL));
  g_assert_cmpint (other_era.status, ==, NO_CONNECTION);
  g_assert_cmpint (mute.status, ==, TIMED_OUT);
  g_assert_cmpint (slow.status, ==, TIMED_OUT);
}

/* A server that ends of itself neither on SIGTERM nor at the end of its input takes four seconds
 * more than it was given. */
static void
test_stubborn (void)
{
  gint64 began = g_get_monotonic_time ();
  g_auto(Run) done = run ("--timeout", "1", "call", "slow", "--", FAKE, "--stubborn", NULL);

  g_assert_cmpint (done.status, ==, TIMED_OUT);
  g_assert_cmpint (g_get_monotonic_time () - began, <, 5 * G_USEC_PER_SEC);
}

/* What needs no model does not wait for the endpoints. */
static void
test_silent_endpoint (void)
{
  g_autoptr(GhFakeEndpoint) endpoint = gh_fake_endpoint_new ();
  g_autofree char *dir = g_build_filename (g_get_user_config_dir (), "gatehouse", NULL);
  g_autofree char *file = g_build_filename (dir, "models.json", NULL);
  g_autofree char *text = g_strdup_printf (
    "{\"providers\":[{\"id\":\"mute\",\"name\":\"Mute\",\"kind\":\"openai\",\"base_url\":\"%s\"}]}",
    gh_fake_endpoint_get_url (endpoint));

  gh_fake_endpoint_set_models_flags (endpoint, GH_FAKE_MUTE);
  g_assert_cmpint (g_mkdir_with_parents (dir, 0700), ==, 0);
  g_assert_true (g_file_set_contents (file, text, -1, NULL));
  {
    g_auto(Run) tools = run ("--timeout", "10", "tools", "--", FAKE, NULL);
    g_auto(Run) sample = run ("--timeout", "2", "call", "sample", "--", FAKE, NULL);

    g_assert_cmpint (tools.status, ==, DONE);
    g_assert_cmpint (sample.status, ==, TIMED_OUT);
  }
  g_assert_cmpint (g_unlink (file), ==, 0);
}

static void
test_roots (void)
{
  g_autofree char *dir = gh_test_make_dir ();
  g_autofree char *uri = g_filename_to_uri (dir, NULL, NULL);
  g_auto(Run) told = run ("--root", dir, "call", "roots", "--", FAKE, NULL);
  g_auto(Run) listed = run ("--json", "--root", dir, "roots", NULL);
  g_auto(Run) none = run ("roots", NULL);

  g_assert_nonnull (strstr (told.out, uri));
  g_assert_cmpint (listed.status, ==, DONE);
  g_assert_nonnull (strstr (listed.out, uri));
  g_assert_cmpint (none.status, ==, DONE);
  g_assert_cmpstr (none.out, ==, "");
}

/* Without a policy, and without a terminal, the answer is no. */
static void
test_policy (void)
{
  g_autofree char *answer = put ("p.json", "{\"decide\":\"allow\",\"with\":{\"answer\":\"Blue\"}}");
  g_autofree char *deny = put ("p.json", "{\"decide\":\"deny\",\"reason\":\"not now\"}");
  g_autofree char *model = put ("p.json", "{\"decide\":\"allow\",\"with\":{\"model\":\"none\"}}");
  g_autofree char *limited =
    put ("p.json", "{\"decide\":\"allow\",\"with\":{\"answer\":\"Blue\"},"
                   "\"limits\":{\"requests\":0}}");
  g_autofree char *broken = put ("p.json", "{\"decide\":\"allow\",\"limits\":{\"x\":1}}");
  g_auto(Run) nobody = run ("call", "sample", "--", FAKE, NULL);
  g_auto(Run) answered = run ("--policy", answer, "call", "sample", "--", FAKE, NULL);
  g_auto(Run) denied = run ("--policy", deny, "call", "sample", "--", FAKE, NULL);
  g_auto(Run) no_model = run ("--policy", model, "call", "sample", "--", FAKE, NULL);
  g_auto(Run) over = run ("--policy", limited, "call", "sample", "--", FAKE, NULL);
  g_auto(Run) refused = run ("--policy", broken, "servers", NULL);

  g_assert_nonnull (strstr (nobody.err, "denied"));
  g_assert_cmpint (nobody.status, ==, DENIED);
  g_assert_cmpint (answered.status, ==, DONE);
  g_assert_nonnull (strstr (answered.out, "Blue"));
  /* The tool went on without, and its result is there all the same. */
  g_assert_cmpint (denied.status, ==, DENIED);
  g_assert_nonnull (strstr (denied.out, "not now"));
  g_assert_nonnull (strstr (no_model.err, "not there"));
  g_assert_nonnull (strstr (over.err, "over a limit"));
  g_assert_cmpint (over.status, ==, DENIED);
  g_assert_cmpint (refused.status, ==, USAGE);
  g_assert_nonnull (strstr (refused.err, "limit"));
}

static void
test_elicitation (void)
{
  g_autofree char *content =
    put ("p.json", "{\"decide\":\"allow\",\"with\":{\"content\":{\"name\":\"Eva\",\"n\":3}}}");
  g_autofree char *defaults = put ("p.json", "{\"decide\":\"allow\",\"with\":{\"defaults\":true}}");
  g_autofree char *wrong =
    put ("p.json", "{\"decide\":\"allow\",\"with\":{\"content\":{\"name\":\"\",\"n\":\"x\"}}}");
  g_autofree char *deny = put ("p.json", "{\"decide\":\"deny\"}");
  g_autofree char *allow = put ("p.json", "{\"decide\":\"allow\"}");
  g_auto(Run) nobody = run ("call", "elicit", "--", FAKE, NULL);
  g_auto(Run) given = run ("--policy", content, "call", "elicit", "--", FAKE, NULL);
  g_auto(Run) defaulted = run ("--policy", defaults, "call", "elicit", "--", FAKE, NULL);
  g_auto(Run) unfit = run ("--policy", wrong, "call", "elicit", "--", FAKE, NULL);
  g_auto(Run) denied = run ("--policy", deny, "call", "elicit", "--", FAKE, NULL);
  g_auto(Run) unsaid = run ("--policy", allow, "call", "elicit", "--", FAKE, NULL);
  g_auto(Run) page = run ("--policy", defaults, "call", "elicit", "page=1", "--", FAKE, NULL);

  g_assert_nonnull (strstr (nobody.out, "decline"));
  g_assert_nonnull (strstr (nobody.err, "declined"));
  g_assert_nonnull (strstr (given.out, "{\"name\":\"Eva\",\"n\":3}"));
  g_assert_nonnull (strstr (defaulted.out, "{\"name\":\"Ada\"}"));
  g_assert_nonnull (strstr (unfit.out, "decline"));
  g_assert_nonnull (strstr (unfit.err, "does not fit"));
  g_assert_nonnull (strstr (denied.out, "decline"));
  /* A rule that says nothing to answer with answers nothing, and none opens a page. */
  g_assert_nonnull (strstr (unsaid.out, "decline"));
  /* Without a terminal servers are not told that they may send anybody to one. */
  g_assert_nonnull (strstr (page.out, "-32602"));
  g_assert_cmpint (page.status, ==, DONE);
  g_assert_cmpint (unsaid.status, ==, DENIED);
}

/* Every message, whole, as JSON lines that only the owner can read. */
static void
test_trace (void)
{
  g_autofree char *path = put ("trace.jsonl", "old\n");
  g_autofree char *text = NULL;
  g_auto(GStrv) lines = NULL;
  int changed = g_chmod (path, 0644);
  g_auto(Run) done = run ("--trace", path, "call", "big", "size=200000", "--", FAKE, NULL);
  g_auto(Run) nowhere = run ("--trace", "/nonexistent/trace", "servers", NULL);
  struct stat facts;
  gsize longest = 0;
  gsize length;

  g_assert_cmpint (changed, ==, 0);
  g_assert_cmpint (done.status, ==, DONE);
  g_assert_cmpint (nowhere.status, ==, USAGE);
  g_assert_cmpint (stat (path, &facts), ==, 0);
  g_assert_cmpint (facts.st_mode & 0777, ==, 0600);
  g_assert_true (g_file_get_contents (path, &text, &length, NULL));
  lines = g_strsplit (text, "\n", -1);
  for (gsize i = 0; lines[i + 1] != NULL; i++)
    {
      g_autoptr(JsonNode) node = gh_json_read (lines[i], strlen (lines[i]), NULL);
      JsonObject *object;

      g_assert_nonnull (node);
      object = gh_json_node_get_object (node);
      g_assert_nonnull (gh_json_get_string (object, "time"));
      g_assert_nonnull (gh_json_get_string (object, "direction"));
      g_assert_true (json_object_has_member (object, "message")
                     || json_object_has_member (object, "event"));
      longest = MAX (longest, strlen (lines[i]));
    }
  g_assert_nonnull (strstr (text, "\"method\":\"initialize\""));
  /* The tool's answer is larger than what a window keeps of one. */
  g_assert_cmpuint (longest, >, 100 * 1024);
}

static void
test_watch (void)
{
  g_auto(Run) ends = run ("--timeout", "1", "--json", "watch", "--", FAKE, "--library", NULL);

  g_assert_cmpint (ends.status, ==, TIMED_OUT);
  g_assert_nonnull (strstr (ends.out, "\"uri\":\"trip:///2\""));
}

/* It does not stay when nobody reads any more. */
static void
test_watch_unread (void)
{
  const char *script = "{ \"$GH_CLI\" --timeout 20 watch -- \"$GH_FAKE_SERVER\" --library;"
                       " echo \"ended $?\" >&2; } | true";
  g_autofree char *err = NULL;

  g_assert_true (g_spawn_sync (NULL, (char *[]) { "/bin/sh", "-c", (char *) script, NULL }, NULL,
                               G_SPAWN_DEFAULT, NULL, NULL, NULL, &err, NULL, NULL));
  g_assert_nonnull (strstr (err, "ended 141"));
}

/* As others do when nobody reads on: by the signal, without a word. */
static void
test_unread (void)
{
  const char *script = "{ \"$GH_CLI\" tools -- \"$GH_FAKE_SERVER\"; echo \"ended $?\" >&2; } | :";
  g_autofree char *err = NULL;

  g_assert_true (g_spawn_sync (NULL, (char *[]) { "/bin/sh", "-c", (char *) script, NULL }, NULL,
                               G_SPAWN_DEFAULT, NULL, NULL, NULL, &err, NULL, NULL));
  g_assert_cmpstr (err, ==, "ended 141\n");
}

static void
test_configured (void)
{
  g_autofree char *text = g_strdup_printf (
    "{\"mcpServers\":{\"fake\":{\"command\":\"%s\"},\"other\":{\"url\":\"http://127.0.0.1:1/\"}}}",
    FAKE);
  g_autofree char *file = put ("mcp.json", text);
  g_autofree char *kept = NULL;
  g_autofree char *dir = g_build_filename (g_get_user_config_dir (), "gatehouse", NULL);
  g_autofree char *own = g_build_filename (dir, "mcp.json", NULL);
  g_auto(Run) secret = run ("tools", "http://127.0.0.1:1/mcp?key=hushhush", NULL);
  g_autofree char *damaged = put ("mcp.json", "{");
  g_autofree char *one_bad = put ("mcp.json", "{\"mcpServers\":{\"a\":1}}");
  g_auto(Run) unusable = run ("--config", damaged, "servers", NULL);
  g_auto(Run) partly = run ("--config", one_bad, "servers", NULL);
  g_auto(Run) servers = run ("--config", file, "--json", "servers", NULL);
  g_auto(Run) named = run ("--config", file, "call", "fake", "echo", "text=named", NULL);

  g_assert_cmpint (servers.status, ==, DONE);
  g_assert_nonnull (strstr (servers.out, "\"name\":\"fake\""));
  g_assert_nonnull (strstr (servers.out, "\"url\":\"http://127.0.0.1:1/\""));
  g_assert_cmpint (named.status, ==, DONE);
  g_assert_nonnull (strstr (named.out, "named"));

  g_assert_cmpint (secret.status, ==, NO_CONNECTION);
  g_assert_null (strstr (secret.err, "hushhush"));
  g_assert_cmpint (unusable.status, ==, USAGE);
  g_assert_cmpint (partly.status, ==, DONE);
  g_assert_nonnull (strstr (partly.err, "mcpServers.a"));

  /* Nobody agreed to a server of the person's own file: it does not start. */
  g_assert_cmpint (g_mkdir_with_parents (dir, 0700), ==, 0);
  g_assert_true (g_file_set_contents (own, text, -1, NULL));
  {
    g_auto(Run) not_agreed = run ("call", "fake", "echo", "text=x", NULL);

    g_assert_cmpint (not_agreed.status, ==, DENIED);
    g_assert_cmpstr (not_agreed.out, ==, "");
    g_assert_nonnull (strstr (not_agreed.err, FAKE));
  }
  g_assert_true (g_file_get_contents (own, &kept, NULL, NULL));
  g_assert_cmpstr (kept, ==, text);
}

/* --- at a terminal --- */

typedef struct
{
  int fd;
  pid_t pid;
  GString *seen;
} Terminal;

static Terminal
open_terminal (const char * const *argv)
{
  Terminal terminal = { .seen = g_string_new (NULL) };

  terminal.pid = forkpty (&terminal.fd, NULL, NULL, NULL);
  g_assert_cmpint (terminal.pid, >=, 0);
  if (terminal.pid == 0)
    {
      /* A terminal that is closed tells its programs so, also while the tests run under nohup. */
      signal (SIGHUP, SIG_DFL);
      execv (argv[0], (char **) argv);
      _exit (127);
    }
  g_assert_true (g_unix_set_fd_nonblocking (terminal.fd, TRUE, NULL));
  return terminal;
}

static gboolean
has_seen (Terminal   *terminal,
          const char *text)
{
  char bytes[4096];
  ssize_t n;

  while ((n = read (terminal->fd, bytes, sizeof bytes)) > 0)
    g_string_append_len (terminal->seen, bytes, n);
  return strstr (terminal->seen->str, text) != NULL;
}

/* Waits for the question, then types. */
static void
answer (Terminal   *terminal,
        const char *question,
        const char *line)
{
  gh_test_wait_for (has_seen (terminal, question), 30);
  g_string_truncate (terminal->seen, 0);
  g_assert_cmpint (write (terminal->fd, line, strlen (line)), ==, (gssize) strlen (line));
}

static int
close_terminal (Terminal *terminal)
{
  int status = 0;
  pid_t pid = 0;

  gh_test_wait_for ((has_seen (terminal, "\001never"), pid = waitpid (terminal->pid, &status,
                                                                      WNOHANG)) != 0, 30);
  has_seen (terminal, "");
  close (terminal->fd);
  g_assert_cmpint (pid, ==, terminal->pid);
  g_assert_true (WIFEXITED (status));
  return WEXITSTATUS (status);
}

static void
test_terminal_answer (void)
{
  g_autofree char *editor = put ("editor", "#!/bin/sh\nprintf 'Green\\033[2J' > \"$1\"\n");
  const char *argv[] = { g_getenv ("GH_CLI"), "call", "sample", "--", FAKE, NULL };
  g_autofree char *command = g_strdup_printf ("sh %s", editor);
  Terminal terminal;

  g_setenv ("EDITOR", command, TRUE);
  g_unsetenv ("VISUAL");
  terminal = open_terminal (argv);
  answer (&terminal, "[d]eny?", "?\n");
  answer (&terminal, "[d]eny?", "a\n");
  gh_test_wait_for (has_seen (&terminal, "[g]ive"), 30);
  g_assert_nonnull (strstr (terminal.seen->str, "Green"));
  /* What it holds cannot steer the terminal. */
  g_assert_null (strstr (terminal.seen->str, "\033[2J"));
  answer (&terminal, "[g]ive", "g\n");
  g_assert_cmpint (close_terminal (&terminal), ==, DONE);
  g_assert_nonnull (strstr (terminal.seen->str, "Green"));
  g_string_free (terminal.seen, TRUE);
}

static void
test_terminal_elicit (void)
{
  g_autofree char *editor = put ("editor", "#!/bin/sh\necho '{\"name\":\"Eva\"}' > \"$1\"\n");
  const char *argv[] = { g_getenv ("GH_CLI"), "call", "elicit", "--", FAKE, NULL };
  g_autofree char *command = g_strdup_printf ("sh %s", editor);
  Terminal terminal;

  g_setenv ("EDITOR", command, TRUE);
  terminal = open_terminal (argv);
  answer (&terminal, "[d]ecline?", "e\n");
  answer (&terminal, "[d]ecline?", "s\n");
  g_assert_cmpint (close_terminal (&terminal), ==, DONE);
  g_assert_nonnull (strstr (terminal.seen->str, "Eva"));
  g_string_free (terminal.seen, TRUE);
}

static void
test_terminal_deny (void)
{
  const char *argv[] = { g_getenv ("GH_CLI"), "call", "sample", "--", FAKE, NULL };
  Terminal terminal = open_terminal (argv);

  answer (&terminal, "[d]eny?", "d\n");
  answer (&terminal, "Reason", "too blue\n");
  g_assert_cmpint (close_terminal (&terminal), ==, DENIED);
  g_assert_nonnull (strstr (terminal.seen->str, "too blue"));
  g_string_free (terminal.seen, TRUE);
}

/* The whole address and whose it is, before anything opens it. */
static void
test_terminal_page (void)
{
  const char *argv[] = { g_getenv ("GH_CLI"), "call", "elicit", "page=1", "--", FAKE, NULL };
  Terminal terminal = open_terminal (argv);

  gh_test_wait_for (has_seen (&terminal, "[o]pen"), 30);
  g_assert_nonnull (strstr (terminal.seen->str, "A page of pay.example.com: "
                                                "https://pay.example.com/1"));
  answer (&terminal, "[o]pen", "d\n");
  g_assert_cmpint (close_terminal (&terminal), ==, DENIED);
  g_assert_nonnull (strstr (terminal.seen->str, "decline"));
  g_string_free (terminal.seen, TRUE);
}

/* What was typed before a question was there does not answer it. */
static void
test_terminal_typed_ahead (void)
{
  g_autofree char *marker = put ("marker", "");
  g_autofree char *editor = g_strdup_printf ("rm %s", marker);
  const char *argv[] = { g_getenv ("GH_CLI"), "call", "sample", "--", FAKE, NULL };
  Terminal terminal;

  g_setenv ("EDITOR", editor, TRUE);
  terminal = open_terminal (argv);
  g_assert_cmpint (write (terminal.fd, "a\n", 2), ==, 2);
  answer (&terminal, "[d]eny?", "d\n");
  answer (&terminal, "Reason", "no\n");
  close_terminal (&terminal);
  g_assert_true (g_file_test (marker, G_FILE_TEST_EXISTS));
  g_string_free (terminal.seen, TRUE);
}

/* An editor does not outlive the question it is for. */
static void
test_terminal_editor_ends (void)
{
  g_autofree char *pid_file = put ("pid", "");
  g_autofree char *text = g_strdup_printf ("echo $$ >%s\nexec sleep 600\n", pid_file);
  g_autofree char *editor = put ("editor", text);
  g_autofree char *command = g_strdup_printf ("sh %s", editor);
  g_autofree char *pid = NULL;
  const char *argv[] = { g_getenv ("GH_CLI"), "call", "sample", "--", FAKE, NULL };
  Terminal terminal;

  g_setenv ("EDITOR", command, TRUE);
  terminal = open_terminal (argv);
  answer (&terminal, "[d]eny?", "a\n");
  gh_test_wait_for ((g_free (pid), g_file_get_contents (pid_file, &pid, NULL, NULL))
                      && *pid != '\0', 30);
  g_assert_cmpint (kill (terminal.pid, SIGTERM), ==, 0);
  g_assert_cmpint (close_terminal (&terminal), ==, TIMED_OUT);
  gh_test_wait_for (kill (atoi (pid), 0) != 0, 30);
  g_string_free (terminal.seen, TRUE);
}

/* The terminal's window is closed. */
static void
test_terminal_hangup (void)
{
  const char *argv[] = { g_getenv ("GH_CLI"), "call", "sample", "--", FAKE, NULL };
  Terminal terminal = open_terminal (argv);

  gh_test_wait_for (has_seen (&terminal, "[d]eny?"), 30);
  g_assert_cmpint (kill (terminal.pid, SIGHUP), ==, 0);
  g_assert_cmpint (close_terminal (&terminal), ==, TIMED_OUT);
  g_string_free (terminal.seen, TRUE);
}

/* Ctrl+C while a question is open: in order, and in time. */
static void
test_terminal_interrupt (void)
{
  const char *argv[] = { g_getenv ("GH_CLI"), "call", "sample", "--", FAKE, NULL };
  Terminal terminal = open_terminal (argv);

  answer (&terminal, "[d]eny?", "\003");
  g_assert_cmpint (close_terminal (&terminal), ==, TIMED_OUT);
  g_string_free (terminal.seen, TRUE);
}

int
main (int    argc,
      char **argv)
{
  gh_test_init (&argc, &argv);

  g_test_add_func ("/cli/usage", test_usage);
  g_test_add_func ("/cli/version", test_version);
  g_test_add_func ("/cli/tools", test_tools);
  g_test_add_func ("/cli/call", test_call);
  g_test_add_func ("/cli/no-lists", test_no_lists);
  g_test_add_func ("/cli/left-out", test_left_out);
  g_test_add_func ("/cli/complete", test_complete);
  g_test_add_func ("/cli/connection", test_connection);
  g_test_add_func ("/cli/stubborn", test_stubborn);
  g_test_add_func ("/cli/silent-endpoint", test_silent_endpoint);
  g_test_add_func ("/cli/roots", test_roots);
  g_test_add_func ("/cli/policy", test_policy);
  g_test_add_func ("/cli/elicitation", test_elicitation);
  g_test_add_func ("/cli/trace", test_trace);
  g_test_add_func ("/cli/watch", test_watch);
  g_test_add_func ("/cli/watch/unread", test_watch_unread);
  g_test_add_func ("/cli/unread", test_unread);
  g_test_add_func ("/cli/configured", test_configured);
  g_test_add_func ("/cli/terminal/answer", test_terminal_answer);
  g_test_add_func ("/cli/terminal/elicit", test_terminal_elicit);
  g_test_add_func ("/cli/terminal/page", test_terminal_page);
  g_test_add_func ("/cli/terminal/typed-ahead", test_terminal_typed_ahead);
  g_test_add_func ("/cli/terminal/editor-ends", test_terminal_editor_ends);
  g_test_add_func ("/cli/terminal/hangup", test_terminal_hangup);
  g_test_add_func ("/cli/terminal/deny", test_terminal_deny);
  g_test_add_func ("/cli/terminal/interrupt", test_terminal_interrupt);

  return gh_test_run ();
}
