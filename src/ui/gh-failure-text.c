/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * What went wrong with a server or a call, in words that say what to do next. */
#include "config.h"

#include "gh-failure-text.h"

#include <glib/gi18n.h>

#include "gh-duration.h"
#include "gh-failure.h"
#include "gh-plain-text.h"

/* Of somebody else's words. */
#define MAX_WORDS 500

static char *
dup_words (const GError    *error,
           GhPlainTextMode  mode)
{
  return gh_plain_text_dup (error != NULL ? error->message : NULL, MAX_WORDS, mode);
}

/**
 * gh_failure_text_dup_for_call:
 * @error: (nullable): why it failed, of any layer
 *
 * Returns: (transfer full): what happened to a call, and what to do next
 */
char *
gh_failure_text_dup_for_call (const GError *error)
{
  g_autofree char *words = dup_words (error, GH_PLAIN_TEXT_LINES);
  int code;

  switch (gh_failure_of_error (error, &code))
    {
    case GH_FAILURE_ANSWER:
      /* Translators: %d is an error's number, %s the server's own words. */
      return g_strdup_printf (_("The server refused the call with error %d: %s\n"
                                "Change the input, or look at the server’s log."), code, words);

    case GH_FAILURE_TIMED_OUT:
      return g_strdup (_("The server did not answer in time. Run the tool again, or look at the "
                         "server’s log."));

    case GH_FAILURE_BROKEN:
      return g_strdup (_("The connection broke before the answer came. The tool may have run, or "
                         "not: look at what it changed before you run it again."));

    case GH_FAILURE_EXITED:
    case GH_FAILURE_KILLED:
    case GH_FAILURE_CLOSED:
      return g_strdup (_("The server ended before it answered. Setup says what happened; start it "
                         "and run the tool again."));

    case GH_FAILURE_MALFORMED:
      /* Translators: %s says what, in English. */
      return g_strdup_printf (_("The server’s answer broke the protocol: %s\nIts makers will want "
                                "to know."), words);

    case GH_FAILURE_UNSUPPORTED:
      /* Translators: %s says what, in English. */
      return g_strdup_printf (_("The tool needs something that Gatehouse cannot do: %s\nNothing "
                                "was sent to the server."), words);

    case GH_FAILURE_ARGUMENTS:
      /* Translators: %s says what and where, in English. */
      return g_strdup_printf (_("The input is not what the tool takes: %s\nNothing was sent to the "
                                "server. Change the input."), words);

    case GH_FAILURE_TASK:
      /* Translators: %s are the server's own words. */
      return g_strdup_printf (_("The server gave up its work on this call: %s"), words);

    case GH_FAILURE_DENIED:
      return g_strdup (_("What the tool asked for was denied, so the call was given up."));

    case GH_FAILURE_NOT_AGREED:
    case GH_FAILURE_SPAWN:
    case GH_FAILURE_VERSION:
    case GH_FAILURE_UNREACHABLE:
    case GH_FAILURE_HTTP:
    case GH_FAILURE_OTHER:
    default:
      return g_strdup_printf (_("It says: %s\nLook at the server’s log."), words);
    }
}

static char *
dup_exit_text (const char *duration,
               int         code,
               gboolean    answered)
{
  if (answered)
    return g_strdup_printf (_("It ended by itself after %s, with exit code %d."), duration, code);
  return g_strdup_printf (_("It ended by itself after %s, with exit code %d, before it answered."),
                          duration, code);
}

static char *
dup_unreachable_text (const GError *error,
                      const char   *words)
{
  if (g_error_matches (error, G_TLS_ERROR, G_TLS_ERROR_UNAVAILABLE))
    /* Translators: %s says why, in English. */
    return g_strdup_printf (_("%s. Nothing was sent. Look at the file with trusted certificates "
                              "that you chose for it."), words);
  if (error->domain == G_TLS_ERROR)
    /* Translators: %s says why, in English. */
    return g_strdup_printf (_("Its address cannot show that it is what it says: %s. Nothing was "
                              "sent. Ask whoever runs it for its right address, or for the "
                              "certificates to trust."), words);
  if (error->domain == G_RESOLVER_ERROR)
    /* Translators: %s says why, in English. */
    return g_strdup_printf (_("No computer of this name is found: %s. Look for a mistake in the "
                              "address, and whether you are online."), words);
  /* Translators: %s says why, in English. */
  return g_strdup_printf (_("Its address cannot be reached: %s. Look whether the server runs, and "
                            "whether you are online."), words);
}

static char *
dup_http_text (int         status,
               const char *words)
{
  if (status == 401 || status == 403)
    /* Translators: %d is an HTTP status. */
    return g_strdup_printf (_("It needs signing in (status %d), which Gatehouse cannot do yet. If "
                              "you have a key for it, add it as a header."), status);
  if (status == 407)
    return g_strdup (_("The proxy between this computer and it wants to know who you are (status "
                       "407). Write your name and password into the proxy’s address, in the "
                       "settings of your system."));
  if (status == 404)
    return g_strdup (_("There is no server at this address (status 404). Look for a mistake in its "
                       "path, such as a missing /mcp."));
  if (status >= 500)
    /* Translators: %d is an HTTP status, such as 500; %s says more, in English. */
    return g_strdup_printf (_("It is in trouble itself (status %d): %s. Try again later."), status,
                            words);
  /* Translators: %d is an HTTP status, such as 400; %s says more, in English. */
  return g_strdup_printf (_("Its address answered with status %d: %s"), status, words);
}

/**
 * gh_failure_text_dup_for_server:
 * @error: (nullable): why it failed, of any layer
 * @after: how long it ran, microseconds
 * @answered: whether it had been up
 *
 * Returns: (transfer full): what happened to a server, in one line
 */
char *
gh_failure_text_dup_for_server (const GError *error,
                                gint64        after,
                                gboolean      answered)
{
  g_autofree char *duration = gh_duration_dup_text (after);
  g_autofree char *words = dup_words (error, GH_PLAIN_TEXT_ONE_LINE);
  int figure;

  switch (gh_failure_of_error (error, &figure))
    {
    case GH_FAILURE_EXITED:
      return dup_exit_text (duration, figure, answered);

    case GH_FAILURE_KILLED:
      /* Translators: %s is a length of time, %d the number of a signal. */
      return g_strdup_printf (_("It was ended from outside after %s, by signal %d."), duration,
                              figure);

    case GH_FAILURE_SPAWN:
      return g_strdup_printf (_("Its program could not be started. The system says: %s"), words);

    case GH_FAILURE_TIMED_OUT:
      return g_strdup_printf (_("It ran for %s and did not answer. It may be no MCP server, or "
                                "wait for something."), duration);

    case GH_FAILURE_CLOSED:
      return g_strdup_printf (_("It closed the connection after %s."), duration);

    case GH_FAILURE_BROKEN:
      /* Translators: %s is a length of time. */
      return g_strdup_printf (_("The connection to it broke after %s, before it answered."),
                              duration);

    case GH_FAILURE_MALFORMED:
      return g_strdup_printf (_("It ran for %s and then broke the protocol: %s"), duration, words);

    case GH_FAILURE_VERSION:
      return g_strdup_printf (_("It speaks another revision of the protocol: %s"), words);

    case GH_FAILURE_UNREACHABLE:
      return dup_unreachable_text (error, words);

    case GH_FAILURE_HTTP:
      return dup_http_text (figure, words);

    case GH_FAILURE_ANSWER:
      /* Translators: %d is an error's number, %s the server's own words. */
      return g_strdup_printf (_("It refused the connection with error %d: %s"), figure, words);

    case GH_FAILURE_NOT_AGREED:
      return g_strdup (_("Nobody has agreed to its command yet."));

    case GH_FAILURE_DENIED:
    case GH_FAILURE_UNSUPPORTED:
      /* Translators: %s says what, in English. */
      return g_strdup_printf (_("It needs something that Gatehouse cannot do: %s"), words);

    case GH_FAILURE_ARGUMENTS:
    case GH_FAILURE_TASK:
    case GH_FAILURE_OTHER:
    default:
      return g_strdup_printf (_("It stopped after %s: %s"), duration, words);
    }
}
