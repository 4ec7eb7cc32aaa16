/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * What is said of every kind of failure: of a server, and of a call. */
#include "config.h"

#include "gh-failure-text.h"

#include <string.h>

#include "gh-failure.h"
#include "gh-mcp-error.h"
#include "gh-mcp-http-error.h"
#include "gh-rpc-error.h"
#include "gh-test.h"

#define ENDED "The server ended before it answered. Setup says what happened; start it and run " \
              "the tool again."

/* The error's words are W where nothing else stands. */
typedef struct
{
  GhFailure   failure;
  GQuark    (*domain) (void);
  int         code;
  const char *words;
  const char *of_call;
  const char *of_server;
} Case;

static const Case cases[] = {
  { GH_FAILURE_OTHER, g_io_error_quark, G_IO_ERROR_FAILED, "W",
    "It says: W\nLook at the server’s log.", "It stopped after 14.2 seconds: W" },
  { GH_FAILURE_NOT_AGREED, g_io_error_quark, G_IO_ERROR_PERMISSION_DENIED, "W",
    "It says: W\nLook at the server’s log.", "Nobody has agreed to its command yet." },
  { GH_FAILURE_SPAWN, gh_rpc_error_quark, GH_RPC_ERROR_SPAWN, "W",
    "It says: W\nLook at the server’s log.",
    "Its program could not be started. The system says: W" },
  { GH_FAILURE_EXITED, gh_rpc_error_quark, GH_RPC_ERROR_EXITED, "the program ended with code 3",
    ENDED, "It ended by itself after 14.2 seconds, with exit code 3, before it answered." },
  { GH_FAILURE_KILLED, gh_rpc_error_quark, GH_RPC_ERROR_EXITED,
    "the program was ended by signal 9", ENDED,
    "It was ended from outside after 14.2 seconds, by signal 9." },
  { GH_FAILURE_CLOSED, gh_rpc_error_quark, GH_RPC_ERROR_CLOSED, "W", ENDED,
    "It closed the connection after 14.2 seconds." },
  { GH_FAILURE_CLOSED, gh_mcp_error_quark, GH_MCP_ERROR_NOT_READY, "W", ENDED,
    "It closed the connection after 14.2 seconds." },
  { GH_FAILURE_BROKEN, g_io_error_quark, G_IO_ERROR_PARTIAL_INPUT, "W",
    "The connection broke before the answer came. The tool may have run, or not: look at what it "
    "changed before you run it again.",
    "The connection to it broke after 14.2 seconds, before it answered." },
  { GH_FAILURE_TIMED_OUT, gh_rpc_error_quark, GH_RPC_ERROR_TIMED_OUT, "W",
    "The server did not answer in time. Run the tool again, or look at the server’s log.",
    "It ran for 14.2 seconds and did not answer. It may be no MCP server, or wait for "
    "something." },
  { GH_FAILURE_MALFORMED, gh_mcp_error_quark, GH_MCP_ERROR_PROTOCOL, "W",
    "The server’s answer broke the protocol: W\nIts makers will want to know.",
    "It ran for 14.2 seconds and then broke the protocol: W" },
  { GH_FAILURE_VERSION, gh_mcp_error_quark, GH_MCP_ERROR_VERSION, "W",
    "It says: W\nLook at the server’s log.",
    "It speaks another revision of the protocol: W" },
  { GH_FAILURE_DENIED, gh_mcp_error_quark, GH_MCP_ERROR_DENIED, "W",
    "What the tool asked for was denied, so the call was given up.",
    "It needs something that Gatehouse cannot do: W" },
  { GH_FAILURE_TASK, gh_mcp_error_quark, GH_MCP_ERROR_TASK, "W",
    "The server gave up its work on this call: W", "It stopped after 14.2 seconds: W" },
  { GH_FAILURE_UNSUPPORTED, gh_mcp_error_quark, GH_MCP_ERROR_UNSUPPORTED, "W",
    "The tool needs something that Gatehouse cannot do: W\nNothing was sent to the server.",
    "It needs something that Gatehouse cannot do: W" },
  { GH_FAILURE_ARGUMENTS, gh_mcp_error_quark, GH_MCP_ERROR_ARGUMENTS, "W",
    "The input is not what the tool takes: W\nNothing was sent to the server. Change the input.",
    "It stopped after 14.2 seconds: W" },
  { GH_FAILURE_UNREACHABLE, g_resolver_error_quark, G_RESOLVER_ERROR_NOT_FOUND, "W",
    "It says: W\nLook at the server’s log.",
    "No computer of this name is found: W. Look for a mistake in the address, and whether you are "
    "online." },
  { GH_FAILURE_UNREACHABLE, g_io_error_quark, G_IO_ERROR_CONNECTION_REFUSED, "W",
    "It says: W\nLook at the server’s log.",
    "Its address cannot be reached: W. Look whether the server runs, and whether you are online." },
  { GH_FAILURE_UNREACHABLE, g_tls_error_quark, G_TLS_ERROR_BAD_CERTIFICATE, "W",
    "It says: W\nLook at the server’s log.",
    "Its address cannot show that it is what it says: W. Nothing was sent. Ask whoever runs it for "
    "its right address, or for the certificates to trust." },
  { GH_FAILURE_UNREACHABLE, g_tls_error_quark, G_TLS_ERROR_UNAVAILABLE, "W",
    "It says: W\nLook at the server’s log.",
    "W. Nothing was sent. Look at the file with trusted certificates that you chose for it." },
  { GH_FAILURE_HTTP, gh_mcp_http_error_quark, 401, "W",
    "It says: W\nLook at the server’s log.",
    "It needs signing in (status 401), which Gatehouse cannot do yet. If you have a key for it, "
    "add it as a header." },
  { GH_FAILURE_HTTP, gh_mcp_http_error_quark, 407, "W",
    "It says: W\nLook at the server’s log.",
    "The proxy between this computer and it wants to know who you are (status 407). Write your "
    "name and password into the proxy’s address, in the settings of your system." },
  { GH_FAILURE_HTTP, gh_mcp_http_error_quark, 404, "W",
    "It says: W\nLook at the server’s log.",
    "There is no server at this address (status 404). Look for a mistake in its path, such as a "
    "missing /mcp." },
  { GH_FAILURE_HTTP, gh_mcp_http_error_quark, 503, "W",
    "It says: W\nLook at the server’s log.",
    "It is in trouble itself (status 503): W. Try again later." },
  { GH_FAILURE_HTTP, gh_mcp_http_error_quark, 418, "W",
    "It says: W\nLook at the server’s log.", "Its address answered with status 418: W" },
  { GH_FAILURE_ANSWER, gh_rpc_remote_error_quark, -32602, "W",
    "The server refused the call with error -32602: W\nChange the input, or look at the server’s "
    "log.",
    "It refused the connection with error -32602: W" },
};

static void
test_words (void)
{
  gboolean seen[GH_FAILURE_ANSWER + 1] = { FALSE, };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr(GError) error = g_error_new_literal (cases[i].domain (), cases[i].code,
                                                     cases[i].words);
      g_autofree char *of_call = gh_failure_text_dup_for_call (error);
      g_autofree char *of_server = gh_failure_text_dup_for_server (error, 14200000, FALSE);

      g_assert_cmpint (gh_failure_of_error (error, NULL), ==, cases[i].failure);
      g_assert_cmpstr (of_call, ==, cases[i].of_call);
      g_assert_cmpstr (of_server, ==, cases[i].of_server);
      seen[cases[i].failure] = TRUE;
    }
  for (guint i = 0; i < G_N_ELEMENTS (seen); i++)
    g_assert_true (seen[i]);
}

static void
test_ended_after_it_was_up (void)
{
  g_autoptr(GError) error = g_error_new_literal (GH_RPC_ERROR, GH_RPC_ERROR_EXITED,
                                                 "the program ended with code 0");
  g_autofree char *text = gh_failure_text_dup_for_server (error, 400 * G_USEC_PER_SEC, TRUE);

  g_assert_cmpstr (text, ==, "It ended by itself after 6 minutes, with exit code 0.");
}

/* Without an error, and with one whose words are long, in lines and not all to be seen. */
static void
test_odd_words (void)
{
  g_autofree char *none = gh_failure_text_dup_for_call (NULL);
  g_autofree char *long_words = g_strnfill (100000, 'x');
  g_autoptr(GError) error = g_error_new (GH_RPC_REMOTE_ERROR, -32000, "a\nb\xe2\x80\xae%%s%s",
                                         long_words);
  g_autofree char *of_call = gh_failure_text_dup_for_call (error);
  g_autofree char *of_server = gh_failure_text_dup_for_server (error, 0, FALSE);

  g_assert_cmpstr (none, ==, "It says: \nLook at the server’s log.");
  g_assert_cmpuint (strlen (of_call), <, 1000);
  g_assert_cmpuint (strlen (of_server), <, 1000);
  g_assert_null (strstr (of_call, "\xe2\x80\xae"));
  g_assert_null (strchr (of_server, '\n'));
  g_assert_nonnull (strstr (of_server, "%s"));
}

int
main (int    argc,
      char **argv)
{
  gh_test_init (&argc, &argv);
  g_test_add_func ("/ui/failure-text/words", test_words);
  g_test_add_func ("/ui/failure-text/ended-after-it-was-up", test_ended_after_it_was_up);
  g_test_add_func ("/ui/failure-text/odd-words", test_odd_words);
  return gh_test_run ();
}
