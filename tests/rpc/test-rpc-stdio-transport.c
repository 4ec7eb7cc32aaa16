/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * The stdio transport, with children that misbehave. */
#include "config.h"

#include "gh-json.h"
#include "gh-rpc-error.h"
#include "gh-rpc-peer.h"
#include "gh-rpc-stdio-transport.h"
#include "gh-test.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* For children that do not end when they should: a tenth of what people wait. */
#define PATIENCE_MS 200

#define J "\"jsonrpc\":\"2.0\","

typedef struct
{
  GhRpcStdioTransport *transport;
  GString *messages;  /* methods */
  GString *malformed; /* their texts */
  GString *lines;     /* of stderr */
  guint n_messages;
  guint n_malformed;
  guint n_lines;
  guint n_closed;
  pid_t pid;          /* of the last message's params */
  JsonNode *params;   /* of the last message */
  GError *error;      /* the connection's end */
} Fixture;

static void
message_cb (GhRpcStdioTransport *transport,
            GhRpcMessage        *message,
            gpointer             user_data)
{
  Fixture *fixture = user_data;
  JsonNode *params = gh_rpc_message_get_params (message);
  const char *method = gh_rpc_message_get_method (message);

  fixture->n_messages++;
  g_string_append_printf (fixture->messages, "%s;", method != NULL ? method : "-");
  g_clear_pointer (&fixture->params, json_node_unref);
  if (params != NULL)
    fixture->params = json_node_ref (params);
  fixture->pid = gh_json_get_int (gh_json_node_get_object (params), "pid", 0);
}

static void
malformed_cb (GhRpcStdioTransport *transport,
              GBytes              *text,
              GError              *error,
              gpointer             user_data)
{
  Fixture *fixture = user_data;
  gsize length;
  const char *bytes = g_bytes_get_data (text, &length);

  g_assert_nonnull (error);
  fixture->n_malformed++;
  if (length > 0 && length < 1000)
    g_string_append_len (fixture->malformed, bytes, length);
  g_string_append_c (fixture->malformed, ';');
}

static void
stderr_line_cb (GhRpcStdioTransport *transport,
                const char          *line,
                gpointer             user_data)
{
  Fixture *fixture = user_data;

  g_assert_true (g_utf8_validate (line, -1, NULL));
  g_assert_cmpuint (strlen (line), <=, 8192);
  fixture->n_lines++;
  if (fixture->lines->len < 1000)
    g_string_append_printf (fixture->lines, "%s;", line);
}

static void
closed_cb (GhRpcStdioTransport *transport,
           GError              *error,
           gpointer             user_data)
{
  Fixture *fixture = user_data;

  fixture->n_closed++;
  if (error != NULL)
    fixture->error = g_error_copy (error);
}

static const char *
get_child (void)
{
  return g_getenv ("GH_STDIO_CHILD");
}

static void
make (Fixture            *fixture,
      const char * const *argv,
      const char * const *envp,
      const char         *cwd)
{
  *fixture = (Fixture) { 0 };
  fixture->messages = g_string_new (NULL);
  fixture->malformed = g_string_new (NULL);
  fixture->lines = g_string_new (NULL);
  fixture->transport = gh_rpc_stdio_transport_new (argv, envp, cwd);
  gh_rpc_stdio_transport_set_patience (fixture->transport, PATIENCE_MS * gh_test_get_slow ());
  g_signal_connect (fixture->transport, "message", G_CALLBACK (message_cb), fixture);
  g_signal_connect (fixture->transport, "malformed", G_CALLBACK (malformed_cb), fixture);
  g_signal_connect (fixture->transport, "stderr-line", G_CALLBACK (stderr_line_cb), fixture);
  g_signal_connect (fixture->transport, "closed", G_CALLBACK (closed_cb), fixture);
}

static gboolean
try_start (Fixture  *fixture,
           GError  **error)
{
  g_autoptr(GAsyncResult) result = NULL;

  gh_rpc_transport_start_async (GH_RPC_TRANSPORT (fixture->transport), NULL,
                                gh_test_store_result_cb, &result);
  g_assert_null (result);
  gh_test_wait (result != NULL);
  return gh_rpc_transport_start_finish (GH_RPC_TRANSPORT (fixture->transport), result, error);
}

static void
start (Fixture    *fixture,
       const char *mode,
       const char *argument)
{
  const char *argv[] = { get_child (), mode, argument, NULL };
  g_autoptr(GError) error = NULL;

  make (fixture, argv, NULL, NULL);
  g_assert_true (try_start (fixture, &error));
  g_assert_no_error (error);
}

/* No program that something else starts inherits our ends of the pipes. */
static void
assert_closed_on_exec (void)
{
  g_autoptr(GDir) dir = g_dir_open ("/proc/self/fd", 0, NULL);
  const char *name;
  guint n = 0;

  while ((name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename ("/proc/self/fd", name, NULL);
      g_autofree char *target = g_file_read_link (path, NULL);

      if (atoi (name) <= STDERR_FILENO || target == NULL || !g_str_has_prefix (target, "pipe:"))
        continue;
      g_assert_cmpint (fcntl (atoi (name), F_GETFD) & FD_CLOEXEC, !=, 0);
      n++;
    }
  g_assert_cmpuint (n, >=, 3);
}

/* Closes and gives the milliseconds it took. */
static gint64
close_transport (Fixture *fixture)
{
  g_autoptr(GAsyncResult) result = NULL;
  g_autoptr(GError) error = NULL;
  gint64 begin = g_get_monotonic_time ();

  gh_rpc_transport_close_async (GH_RPC_TRANSPORT (fixture->transport), gh_test_store_result_cb,
                                &result);
  g_assert_null (result);
  gh_test_wait_for (result != NULL, 20);
  g_assert_true (gh_rpc_transport_close_finish (GH_RPC_TRANSPORT (fixture->transport), result,
                                                &error));
  g_assert_no_error (error);
  g_assert_cmpuint (fixture->n_closed, ==, 1);
  g_assert_cmpint (gh_rpc_stdio_transport_get_pid (fixture->transport), ==, 0);
  return (g_get_monotonic_time () - begin) / 1000;
}

static void
clear (Fixture *fixture)
{
  gh_test_settle ();
  g_assert_finalize_object (fixture->transport);
  g_string_free (fixture->messages, TRUE);
  g_string_free (fixture->malformed, TRUE);
  g_string_free (fixture->lines, TRUE);
  g_clear_pointer (&fixture->params, json_node_unref);
  g_clear_error (&fixture->error);
}

static gboolean
send_text (Fixture     *fixture,
           const char  *text,
           GError     **error)
{
  g_autoptr(JsonNode) params = NULL;
  JsonObject *object = json_object_new ();
  g_autoptr(GhRpcMessage) message = NULL;

  json_object_set_member (object, "text", gh_json_node_new_string (text));
  params = gh_json_node_new_object (object);
  message = gh_rpc_message_new_notification ("note", params);
  return gh_rpc_transport_send (GH_RPC_TRANSPORT (fixture->transport), message, error);
}

/* Ended, or a zombie that its new parent did not care for yet. */
static gboolean
is_gone (pid_t pid)
{
  g_autofree char *path = g_strdup_printf ("/proc/%d/stat", (int) pid);
  g_autofree char *stat = NULL;
  const char *state;

  if (!g_file_get_contents (path, &stat, NULL, NULL))
    return TRUE;
  state = strrchr (stat, ')');
  return state == NULL || state[2] == 'Z' || state[2] == 'X';
}

static void
test_echo (void)
{
  Fixture fixture;
  int status;

  start (&fixture, "echo", NULL);
  assert_closed_on_exec ();
  g_assert_cmpint (gh_rpc_stdio_transport_get_pid (fixture.transport), >, 0);
  g_assert_true (send_text (&fixture, "a\n\xe2\x80\xa8", NULL));
  g_assert_true (send_text (&fixture, "b", NULL));
  gh_test_wait (fixture.n_messages == 2);
  g_assert_cmpstr (fixture.messages->str, ==, "note;note;");
  g_assert_false (gh_rpc_stdio_transport_get_wait_status (fixture.transport, &status));
  /* One that ends with its stdin is not waited for longer than it takes. */
  g_assert_cmpint (close_transport (&fixture), <, 1900 * gh_test_get_slow ());
  g_assert_null (fixture.error);
  g_assert_true (gh_rpc_stdio_transport_get_wait_status (fixture.transport, &status));
  g_assert_true (WIFEXITED (status) && WEXITSTATUS (status) == 0);
  clear (&fixture);
}

static void
test_start_failures (void)
{
  static const struct
  {
    const char *program;
    const char *cwd;
  } cases[] = {
    { "gatehouse-no-such-program", NULL },
    { "/no/such/program", NULL },
    { "/etc/passwd", NULL },
    { "/", NULL },
    { "", NULL },
    { "sh", "/no/such/folder" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      const char *argv[] = { cases[i].program, NULL };
      g_autoptr(GError) error = NULL;
      Fixture fixture;

      make (&fixture, argv, NULL, cases[i].cwd);
      g_assert_false (try_start (&fixture, &error));
      g_assert_error (error, GH_RPC_ERROR, GH_RPC_ERROR_SPAWN);
      g_assert_cmpint (gh_rpc_stdio_transport_get_pid (fixture.transport), ==, 0);
      g_assert_false (send_text (&fixture, "x", NULL));
      clear (&fixture);
    }
}

static void
test_start_cancelled (void)
{
  const char *argv[] = { get_child (), "echo", NULL };
  g_autoptr(GCancellable) cancellable = g_cancellable_new ();
  g_autoptr(GAsyncResult) result = NULL;
  g_autoptr(GError) error = NULL;
  Fixture fixture;

  make (&fixture, argv, NULL, NULL);
  g_cancellable_cancel (cancellable);
  gh_rpc_transport_start_async (GH_RPC_TRANSPORT (fixture.transport), cancellable,
                                gh_test_store_result_cb, &result);
  gh_test_wait (result != NULL);
  g_assert_false (gh_rpc_transport_start_finish (GH_RPC_TRANSPORT (fixture.transport), result,
                                                 &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_clear_object (&result);
  close_transport (&fixture);
  clear (&fixture);
}

static void
test_close_before_start (void)
{
  const char *argv[] = { get_child (), "echo", NULL };
  g_autoptr(GError) error = NULL;
  Fixture fixture;

  make (&fixture, argv, NULL, NULL);
  close_transport (&fixture);
  g_assert_false (try_start (&fixture, &error));
  g_assert_error (error, GH_RPC_ERROR, GH_RPC_ERROR_CLOSED);
  close_transport (&fixture);
  clear (&fixture);
}

/* Environment, folder, session, group and signals of the child; its PATH finds it. */
static void
test_surroundings (void)
{
  g_autofree char *dir = g_path_get_dirname (get_child ());
  g_autofree char *name = g_path_get_basename (get_child ());
  g_autofree char *path = g_strconcat ("PATH=relative::/nonexistent:", dir, NULL);
  g_autofree char *cwd = gh_test_make_dir ();
  const char *argv[] = { name, "report", "two words; $HOME", NULL };
  const char *envp[] = { path, "GH_TEST_VALUE=7", NULL };
  const char *elsewhere[] = { "PATH=/nonexistent", NULL };
  g_autoptr(GError) error = NULL;
  sigset_t blocked, before;
  JsonObject *report;
  Fixture fixture;

  sigemptyset (&blocked);
  sigaddset (&blocked, SIGTERM);
  pthread_sigmask (SIG_BLOCK, &blocked, &before);
  signal (SIGPIPE, SIG_IGN);
  make (&fixture, argv, envp, cwd);
  g_assert_true (try_start (&fixture, &error));
  g_assert_no_error (error);
  pthread_sigmask (SIG_SETMASK, &before, NULL);
  signal (SIGPIPE, SIG_DFL);

  gh_test_wait (fixture.n_messages == 1);
  report = gh_json_node_get_object (fixture.params);
  g_assert_cmpstr (gh_json_get_string (report, "cwd"), ==, cwd);
  g_assert_cmpstr (gh_json_get_string (report, "value"), ==, "7");
  g_assert_cmpstr (gh_json_get_string (report, "argument"), ==, "two words; $HOME");
  g_assert_true (gh_json_get_boolean (report, "leads", FALSE));
  g_assert_true (gh_json_get_boolean (report, "sigpipe", FALSE));
  g_assert_false (gh_json_get_boolean (report, "blocked", TRUE));
  g_assert_false (gh_json_get_boolean (report, "extra", TRUE));
  g_assert_cmpint (gh_json_get_int (report, "death", 0), ==, SIGTERM);
  close_transport (&fixture);
  clear (&fixture);

  make (&fixture, argv, elsewhere, NULL);
  g_assert_false (try_start (&fixture, &error));
  g_assert_error (error, GH_RPC_ERROR, GH_RPC_ERROR_SPAWN);
  clear (&fixture);
}

static void
test_home (void)
{
  const char *argv[] = { get_child (), "report", "", NULL };
  g_autoptr(GError) error = NULL;
  Fixture fixture;

  make (&fixture, argv, NULL, NULL);
  g_assert_true (try_start (&fixture, &error));
  gh_test_wait (fixture.n_messages == 1);
  g_assert_cmpstr (gh_json_get_string (gh_json_node_get_object (fixture.params), "cwd"), ==,
                   g_get_home_dir ());
  close_transport (&fixture);
  clear (&fixture);
}

static void
check_framing (const char *text,
               const char *messages,
               guint       n_malformed)
{
  Fixture fixture;

  g_test_message ("%s", text);
  start (&fixture, "say", text);
  gh_test_wait (g_str_has_suffix (fixture.messages->str, "end;"));
  g_assert_cmpstr (fixture.messages->str, ==, messages);
  g_assert_cmpuint (fixture.n_malformed, ==, n_malformed);
  close_transport (&fixture);
  clear (&fixture);
}

#define M(method) "{" J "\"method\":\"" method "\"}"
#define END M ("end") "\\n"

static void
test_framing (void)
{
  check_framing (M ("a") "\\r\\n" M ("b") "\\n\\n  \\n\\t\\r\\n" END, "a;b;end;", 0);
  check_framing ("\\357\\273\\277" M ("a") "\\n" END, "a;end;", 0);
  check_framing ("Listening on stdio\\n" M ("a") "\\n# done\\n" END, "a;end;", 2);
  check_framing ("{" J "\"method\":\"\\377\"}\\n" END, "end;", 1);
  check_framing (M ("a") "\\000\\n\\000\\n" END, "end;", 2);
  check_framing ("{" J "\"method\":\"a\\\\u0000b\"}\\n" END, "a\xef\xbf\xbd" "b;end;", 0);
  check_framing ("{" J "\"method\":\"\\\\ud800\"}\\n" END, "\xef\xbf\xbd;end;", 0);
  check_framing (M ("a") M ("b") "\\n" M ("a") " " M ("b") "\\n" END, "end;", 2);
  check_framing ("{'method':1}\\n// x\\n[0x1]\\n[01]\\nvar x = 1;\\n" END, "end;", 5);
  /* JSON, but no message: given on, for the peer to judge. */
  check_framing ("5\\n{}\\n" END, "-;-;end;", 0);
  check_framing ("[" M ("a") "," M ("b") "]\\n[]\\n" END, "end;", 2);
}

static void
test_no_newline (void)
{
  const char *argv[] = { "sh", "-c", "printf '%s\\n%s' '" M ("a") "' '" M ("b") "'", NULL };
  g_autoptr(GError) error = NULL;
  Fixture fixture;

  make (&fixture, argv, NULL, NULL);
  g_assert_true (try_start (&fixture, &error));
  gh_test_wait (fixture.n_closed == 1);
  g_assert_cmpstr (fixture.messages->str, ==, "a;b;");
  g_assert_error (fixture.error, GH_RPC_ERROR, GH_RPC_ERROR_EXITED);
  clear (&fixture);
}

static void
test_batch (void)
{
  Fixture fixture;
  const char *argv[] = { get_child (), "say", "[" M ("a") ",7," M ("b") "]\\n" END, NULL };
  g_autoptr(GError) error = NULL;

  make (&fixture, argv, NULL, NULL);
  gh_rpc_transport_set_allow_batch (GH_RPC_TRANSPORT (fixture.transport), TRUE);
  g_assert_true (try_start (&fixture, &error));
  gh_test_wait (g_str_has_suffix (fixture.messages->str, "end;"));
  g_assert_cmpstr (fixture.messages->str, ==, "a;-;b;end;");
  close_transport (&fixture);
  clear (&fixture);
}

static void
check_long (const char *bytes)
{
  Fixture fixture;

  start (&fixture, "long", bytes);
  gh_test_wait_for (fixture.n_messages == 1, 60);
  g_assert_cmpstr (fixture.messages->str, ==, "after;");
  g_assert_cmpuint (fixture.n_malformed, ==, 1);
  g_assert_true (send_text (&fixture, "still there", NULL));
  close_transport (&fixture);
  clear (&fixture);
}

/* 100 000 nested arrays, and a line over the limit, cost that line and nothing else. */
static void
test_hostile_lines (void)
{
  check_long ("1000");
  check_long ("100000");
  check_long ("67108865");
}

/* A message that a thread parses keeps its place; the main loop turns meanwhile. */
static void
test_large (void)
{
  Fixture fixture;

  start (&fixture, "large", "2000000");
  gh_test_wait_for (fixture.n_messages == 3, 30);
  g_assert_cmpstr (fixture.messages->str, ==, "before;large;after;");
  close_transport (&fixture);
  clear (&fixture);
}

/* Let go while a thread parses. */
static void
test_large_dropped (void)
{
  Fixture fixture;

  start (&fixture, "large", "2000000");
  gh_test_wait_for (fixture.n_messages == 1, 30);
  clear (&fixture);
}

static void
test_stderr (void)
{
  Fixture fixture;

  start (&fixture, "complain", NULL);
  gh_test_wait (fixture.n_closed == 1);
  g_assert_cmpstr (fixture.lines->str, ==, "red;invalid \xef\xbf\xbd;last;");
  g_assert_error (fixture.error, GH_RPC_ERROR, GH_RPC_ERROR_EXITED);
  g_assert_nonnull (strstr (fixture.error->message, "code 3"));
  clear (&fixture);
}

static void
test_stderr_flood (void)
{
  Fixture fixture;

  start (&fixture, "flood", "10485760");
  gh_test_wait_for (fixture.n_messages == 1, 60);
  gh_test_wait_for (fixture.n_lines > 10000, 60);
  close_transport (&fixture);
  clear (&fixture);
}

static void
test_exit (void)
{
  Fixture fixture;
  int status;

  start (&fixture, "exit", "3");
  gh_test_wait (fixture.n_closed == 1);
  g_assert_error (fixture.error, GH_RPC_ERROR, GH_RPC_ERROR_EXITED);
  g_assert_nonnull (strstr (fixture.error->message, "code 3"));
  g_assert_true (gh_rpc_stdio_transport_get_wait_status (fixture.transport, &status));
  g_assert_cmpint (WEXITSTATUS (status), ==, 3);
  g_assert_false (send_text (&fixture, "x", NULL));
  close_transport (&fixture);
  clear (&fixture);

  start (&fixture, "die", "9");
  gh_test_wait (fixture.n_closed == 1);
  g_assert_error (fixture.error, GH_RPC_ERROR, GH_RPC_ERROR_EXITED);
  g_assert_nonnull (strstr (fixture.error->message, "signal 9"));
  g_assert_true (gh_rpc_stdio_transport_get_wait_status (fixture.transport, &status));
  g_assert_true (WIFSIGNALED (status) && WTERMSIG (status) == 9);
  clear (&fixture);
}

/* Writing to a child that ended raises no SIGPIPE here, though nothing ignores it. */
static void
test_sigpipe (void)
{
  struct sigaction action;
  sigset_t pending, before, after;

  signal (SIGPIPE, SIG_DFL);
  pthread_sigmask (SIG_SETMASK, NULL, &before);
  for (guint i = 0; i < 20; i++)
    {
      Fixture fixture;
      pid_t pid;

      start (&fixture, "exit", "0");
      pid = gh_rpc_stdio_transport_get_pid (fixture.transport);
      /* Without the main loop: we do not know yet that it ended, unless we knew at once. */
      while (pid > 0 && !is_gone (pid))
        g_usleep (1000);
      send_text (&fixture, "x", NULL);
      gh_test_wait (fixture.n_closed == 1);
      clear (&fixture);
    }
  sigaction (SIGPIPE, NULL, &action);
  g_assert_true (action.sa_handler == SIG_DFL);
  sigpending (&pending);
  g_assert_false (sigismember (&pending, SIGPIPE));
  pthread_sigmask (SIG_SETMASK, NULL, &after);
  g_assert_cmpint (sigismember (&before, SIGPIPE), ==, sigismember (&after, SIGPIPE));
}

/* A child that closes an end of ours is ended; its group with it. */
static void
test_half_closed (void)
{
  Fixture fixture;

  start (&fixture, "close-stdin", NULL);
  gh_test_wait (fixture.n_messages == 1);
  g_assert_true (send_text (&fixture, "x", NULL));
  gh_test_wait_for (fixture.n_closed == 1, 20);
  g_assert_error (fixture.error, GH_RPC_ERROR, GH_RPC_ERROR_EXITED);
  clear (&fixture);

  start (&fixture, "close-stdout", NULL);
  gh_test_wait_for (fixture.n_closed == 1, 20);
  g_assert_error (fixture.error, GH_RPC_ERROR, GH_RPC_ERROR_EXITED);
  clear (&fixture);
}

/* With the patience that people's servers get. */
static void
test_ignores_sigterm (void)
{
  const char *argv[] = { get_child (), "ignore", NULL };
  Fixture fixture;
  int status;
  pid_t pid;

  make (&fixture, argv, NULL, NULL);
  gh_rpc_stdio_transport_set_patience (fixture.transport, 0);
  g_assert_true (try_start (&fixture, NULL));
  gh_test_wait (fixture.n_messages == 1);
  pid = gh_rpc_stdio_transport_get_pid (fixture.transport);
  g_assert_cmpint (close_transport (&fixture), <, 8000 * gh_test_get_slow ());
  g_assert_true (is_gone (pid));
  g_assert_true (gh_rpc_stdio_transport_get_wait_status (fixture.transport, &status));
  g_assert_true (WIFSIGNALED (status) && WTERMSIG (status) == SIGKILL);
  clear (&fixture);
}

static void
test_overflow (void)
{
  Fixture fixture;
  g_autofree char *text = g_strnfill (1024 * 1024, 'x');
  g_autoptr(GError) error = NULL;
  guint n = 0;

  start (&fixture, "deaf", NULL);
  gh_test_wait (fixture.n_messages == 1);
  while (send_text (&fixture, text, &error))
    {
      g_assert_cmpuint (++n, <, 100);
      gh_test_settle ();
    }
  g_assert_error (error, GH_RPC_ERROR, GH_RPC_ERROR_OVERFLOW);
  g_assert_cmpuint (fixture.n_closed, ==, 0);
  /* It reads nothing, not even the end of its stdin. */
  g_assert_cmpint (close_transport (&fixture), <, 8000 * gh_test_get_slow ());
  clear (&fixture);

  start (&fixture, "deaf", NULL);
  g_clear_error (&error);
  for (n = 0; send_text (&fixture, "x", &error); n++)
    g_assert_cmpuint (n, <, 20000);
  g_assert_error (error, GH_RPC_ERROR, GH_RPC_ERROR_OVERFLOW);
  /* Let go without closing: the child is killed. */
  clear (&fixture);
}

static void
check_grandchild (const char *argument,
                  gboolean    leaves,
                  guint       max_ms)
{
  Fixture fixture;
  pid_t grandchild;
  gint64 begin;

  g_test_message ("%s", argument);
  start (&fixture, "parent", argument);
  gh_test_wait (fixture.n_messages == 1);
  grandchild = fixture.pid;
  begin = g_get_monotonic_time ();
  if (leaves)
    gh_test_wait_for (fixture.n_closed == 1, 20);
  else
    close_transport (&fixture);
  g_assert_cmpint ((g_get_monotonic_time () - begin) / 1000, <, max_ms * gh_test_get_slow ());
  if (strstr (argument, "escape") == NULL)
    g_assert_true (is_gone (grandchild));
  else
    kill (grandchild, SIGKILL);
  clear (&fixture);
}

/* What a server started ends with it, and cannot keep the connection open. */
static void
test_grandchildren (void)
{
  check_grandchild ("stay", FALSE, 6000);
  check_grandchild ("leave", TRUE, 6000);
  check_grandchild ("stay stubborn", FALSE, 8000);
  check_grandchild ("leave stubborn", TRUE, 8000);
  /* Out of its group: cannot be reached, but holds our pipe in vain. */
  check_grandchild ("stay escape", FALSE, 6000);
  check_grandchild ("leave escape", TRUE, 6000);
}

/* Let go without closing, the whole group is killed. */
static void
test_dropped (void)
{
  Fixture fixture;
  pid_t child, grandchild;

  start (&fixture, "parent", "stay stubborn");
  gh_test_wait (fixture.n_messages == 1);
  child = gh_rpc_stdio_transport_get_pid (fixture.transport);
  grandchild = fixture.pid;
  clear (&fixture);
  gh_test_wait (is_gone (child) && is_gone (grandchild));
  /* No zombie is left. */
  gh_test_wait (kill (child, 0) < 0 && errno == ESRCH);
}

/* The program is looked for in a thread, which a dead drive may hold: nothing waits for that. */
static void
test_close_while_searching (void)
{
  const char *argv[] = { get_child (), "echo", NULL };
  g_autoptr(GhRpcStdioTransport) transport = gh_rpc_stdio_transport_new (argv, NULL, NULL);
  g_autoptr(GAsyncResult) started = NULL;
  g_autoptr(GAsyncResult) closed = NULL;
  g_autoptr(GError) error = NULL;

  gh_rpc_transport_start_async (GH_RPC_TRANSPORT (transport), NULL, gh_test_store_result_cb,
                                &started);
  g_assert_cmpint (gh_rpc_stdio_transport_get_pid (transport), ==, 0);
  gh_rpc_transport_close_async (GH_RPC_TRANSPORT (transport), gh_test_store_result_cb, &closed);
  gh_test_wait (started != NULL && closed != NULL);
  g_assert_false (gh_rpc_transport_start_finish (GH_RPC_TRANSPORT (transport), started, &error));
  g_assert_error (error, GH_RPC_ERROR, GH_RPC_ERROR_CLOSED);
  g_assert_true (gh_rpc_transport_close_finish (GH_RPC_TRANSPORT (transport), closed, NULL));
  gh_test_settle ();
  g_assert_cmpint (gh_rpc_stdio_transport_get_pid (transport), ==, 0);
}

static void
test_close_twice (void)
{
  Fixture fixture;
  g_autoptr(GAsyncResult) first = NULL;
  g_autoptr(GAsyncResult) second = NULL;

  start (&fixture, "echo", NULL);
  gh_rpc_transport_close_async (GH_RPC_TRANSPORT (fixture.transport), gh_test_store_result_cb,
                                &first);
  gh_rpc_transport_close_async (GH_RPC_TRANSPORT (fixture.transport), gh_test_store_result_cb,
                                &second);
  g_assert_false (send_text (&fixture, "x", NULL));
  gh_test_wait (first != NULL && second != NULL);
  g_assert_cmpuint (fixture.n_closed, ==, 1);
  g_clear_object (&first);
  g_clear_object (&second);
  clear (&fixture);
}

/* A call over a real pipe, and what becomes of it when the other side goes. */
static void
test_peer (void)
{
  const char *argv[] = { "sh", "-c",
                         "read x; printf '%s\\n' '{" J "\"id\":1,\"result\":{\"ok\":true}}';"
                         "read x; exit 4",
                         NULL };
  g_autoptr(GhRpcStdioTransport) transport = gh_rpc_stdio_transport_new (argv, NULL, NULL);
  g_autoptr(GhRpcPeer) peer = gh_rpc_peer_new (GH_RPC_TRANSPORT (transport));
  g_autoptr(GAsyncResult) started = NULL;
  g_autoptr(GAsyncResult) first = NULL;
  g_autoptr(GAsyncResult) second = NULL;
  g_autoptr(GError) error = NULL;
  g_autoptr(JsonNode) answer = NULL;

  gh_rpc_peer_start_async (peer, NULL, gh_test_store_result_cb, &started);
  gh_test_wait (started != NULL);
  gh_rpc_peer_call_async (peer, "a", NULL, 5000, NULL, NULL, gh_test_store_result_cb, &first);
  gh_test_wait (first != NULL);
  answer = gh_rpc_peer_call_finish (peer, first, &error);
  g_assert_no_error (error);
  g_assert_true (gh_json_get_boolean (gh_json_node_get_object (answer), "ok", FALSE));
  gh_rpc_peer_call_async (peer, "b", NULL, 5000, NULL, NULL, gh_test_store_result_cb, &second);
  gh_test_wait (second != NULL);
  g_assert_null (gh_rpc_peer_call_finish (peer, second, &error));
  g_assert_error (error, GH_RPC_ERROR, GH_RPC_ERROR_CLOSED);
  g_assert_nonnull (strstr (error->message, "code 4"));
}

/* This program as a host: starts a child that stays, and says its number. */
static void
run_host (void)
{
  Fixture fixture;

  start (&fixture, "deaf", NULL);
  gh_test_wait (fixture.n_messages == 1);
  g_print ("%d\n", (int) fixture.pid);
  for (;;)
    g_main_context_iteration (NULL, TRUE);
}

static void
test_host_crash (void)
{
  g_autofree char *self = g_file_read_link ("/proc/self/exe", NULL);
  const char *argv[] = { self, "--host", NULL };
  g_autoptr(GSubprocess) host = NULL;
  g_autoptr(GDataInputStream) out = NULL;
  g_autofree char *line = NULL;
  g_autoptr(GError) error = NULL;
  pid_t child;

  host = g_subprocess_newv (argv, G_SUBPROCESS_FLAGS_STDOUT_PIPE, &error);
  g_assert_no_error (error);
  out = g_data_input_stream_new (g_subprocess_get_stdout_pipe (host));
  do
    {
      g_clear_pointer (&line, g_free);
      line = g_data_input_stream_read_line (out, NULL, NULL, &error);
      g_assert_no_error (error);
      g_assert_nonnull (line);
    }
  while (!g_ascii_isdigit (*line));
  child = atoi (line);
  g_assert_false (is_gone (child));
  g_subprocess_force_exit (host);
  g_subprocess_wait (host, NULL, NULL);
  gh_test_wait (is_gone (child));
}

int
main (int    argc,
      char **argv)
{
  if (argc > 1 && strcmp (argv[1], "--host") == 0)
    run_host ();
  gh_test_init (&argc, &argv);
  g_test_add_func ("/rpc/stdio-transport/echo", test_echo);
  g_test_add_func ("/rpc/stdio-transport/start-failures", test_start_failures);
  g_test_add_func ("/rpc/stdio-transport/start-cancelled", test_start_cancelled);
  g_test_add_func ("/rpc/stdio-transport/close-before-start", test_close_before_start);
  g_test_add_func ("/rpc/stdio-transport/surroundings", test_surroundings);
  g_test_add_func ("/rpc/stdio-transport/home", test_home);
  g_test_add_func ("/rpc/stdio-transport/framing", test_framing);
  g_test_add_func ("/rpc/stdio-transport/no-newline", test_no_newline);
  g_test_add_func ("/rpc/stdio-transport/batch", test_batch);
  g_test_add_func ("/rpc/stdio-transport/hostile-lines", test_hostile_lines);
  g_test_add_func ("/rpc/stdio-transport/large", test_large);
  g_test_add_func ("/rpc/stdio-transport/large-dropped", test_large_dropped);
  g_test_add_func ("/rpc/stdio-transport/stderr", test_stderr);
  g_test_add_func ("/rpc/stdio-transport/stderr-flood", test_stderr_flood);
  g_test_add_func ("/rpc/stdio-transport/exit", test_exit);
  g_test_add_func ("/rpc/stdio-transport/sigpipe", test_sigpipe);
  g_test_add_func ("/rpc/stdio-transport/half-closed", test_half_closed);
  g_test_add_func ("/rpc/stdio-transport/ignores-sigterm", test_ignores_sigterm);
  g_test_add_func ("/rpc/stdio-transport/overflow", test_overflow);
  g_test_add_func ("/rpc/stdio-transport/grandchildren", test_grandchildren);
  g_test_add_func ("/rpc/stdio-transport/dropped", test_dropped);
  g_test_add_func ("/rpc/stdio-transport/close-while-searching", test_close_while_searching);
  g_test_add_func ("/rpc/stdio-transport/close-twice", test_close_twice);
  g_test_add_func ("/rpc/stdio-transport/peer", test_peer);
  g_test_add_func ("/rpc/stdio-transport/host-crash", test_host_crash);
  return gh_test_run ();
}
