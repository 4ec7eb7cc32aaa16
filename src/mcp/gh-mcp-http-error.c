/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * What an HTTP answer that is no success means. */
#include "config.h"

#include "gh-mcp-http-error.h"

#include "gh-json.h"
#include "gh-plain-text.h"

#include <string.h>

/* libsoup has no names for these. */
#define TOO_MANY_REQUESTS 429
#define HEADERS_TOO_LARGE 431
/* Of the server's own words. */
#define MAX_DETAIL 300
/* A server that asks for more than a day says that it does not want us. */
#define MAX_RETRY_AFTER (24 * 60 * 60)
/* All challenges together; real ones have some hundred bytes. */
#define MAX_CHALLENGE (16 * 1024)

typedef struct
{
  char *challenge; /* owned, or NULL */
  guint retry_after;
} GhMcpHttpErrorPrivate;

static void
gh_mcp_http_error_private_init (GhMcpHttpErrorPrivate *priv)
{
}

static void
gh_mcp_http_error_private_copy (const GhMcpHttpErrorPrivate *from,
                                GhMcpHttpErrorPrivate       *to)
{
  to->challenge = g_strdup (from->challenge);
  to->retry_after = from->retry_after;
}

static void
gh_mcp_http_error_private_clear (GhMcpHttpErrorPrivate *priv)
{
  g_clear_pointer (&priv->challenge, g_free);
}

G_DEFINE_EXTENDED_ERROR (GhMcpHttpError, gh_mcp_http_error)

/* Seconds, as a number or as a date (RFC 9110 10.2.3). */
static guint
read_retry_after (SoupMessageHeaders *headers)
{
  const char *value = soup_message_headers_get_one (headers, "Retry-After");
  g_autoptr(GDateTime) date = NULL;
  g_autoptr(GDateTime) now = NULL;
  guint64 seconds;

  if (value == NULL)
    return 0;
  if (g_ascii_string_to_unsigned (value, 10, 0, G_MAXUINT64, &seconds, NULL))
    return MIN (seconds, MAX_RETRY_AFTER);
  date = soup_date_time_new_from_http_string (value);
  if (date == NULL)
    return 0;
  now = g_date_time_new_now_utc ();
  return CLAMP (g_date_time_difference (date, now) / G_TIME_SPAN_SECOND, 0, MAX_RETRY_AFTER);
}

/* The forms in which servers, gateways and OAuth put their reason. */
static char *
dup_reason (const char *text,
            gsize       length)
{
  static const char * const members[] = { "error_description", "message", "error", "detail", NULL };
  g_autoptr(JsonNode) node = gh_json_read (text, length, NULL);
  JsonObject *object = node != NULL ? gh_json_node_get_object (node) : NULL;
  JsonObject *inner = object != NULL ? gh_json_get_object (object, "error") : NULL;
  const char *reason = inner != NULL ? gh_json_get_string (inner, "message") : NULL;

  for (guint i = 0; object != NULL && reason == NULL && members[i] != NULL; i++)
    reason = gh_json_get_string (object, members[i]);
  return reason != NULL ? gh_plain_text_dup (reason, MAX_DETAIL, GH_PLAIN_TEXT_ONE_LINE) : NULL;
}

static char *
dup_detail (SoupMessage *message,
            GBytes      *body)
{
  const char *type =
    soup_message_headers_get_content_type (soup_message_get_response_headers (message), NULL);
  gsize length = 0;
  const char *bytes = body != NULL ? g_bytes_get_data (body, &length) : NULL;
  g_autofree char *text = NULL;

  if (length == 0)
    return NULL;
  if (type != NULL && g_ascii_strcasecmp (type, "text/html") == 0)
    return g_strdup ("the answer is a web page");
  if (type == NULL || g_ascii_strncasecmp (type, "text/", strlen ("text/")) != 0)
    return dup_reason (bytes, length);
  text = g_strndup (bytes, length);
  return gh_plain_text_dup (g_strstrip (text), MAX_DETAIL, GH_PLAIN_TEXT_ONE_LINE);
}

/* Origin and path: a query may hold a secret. */
static char *
dup_target (SoupMessage *message)
{
  const char *location =
    soup_message_headers_get_one (soup_message_get_response_headers (message), "Location");
  g_autoptr(GUri) uri = location != NULL ? g_uri_parse_relative (soup_message_get_uri (message),
                                                                 location, SOUP_HTTP_URI_FLAGS,
                                                                 NULL) : NULL;
  g_autofree char *text = NULL;

  if (uri == NULL)
    return g_strdup ("nowhere");
  text = g_uri_to_string_partial (uri, G_URI_HIDE_USERINFO | G_URI_HIDE_QUERY
                                       | G_URI_HIDE_FRAGMENT);
  return gh_plain_text_dup (text, MAX_DETAIL, GH_PLAIN_TEXT_EXACT);
}

static const char *
get_phrase (guint status)
{
  if (status == TOO_MANY_REQUESTS)
    return "Too Many Requests";
  if (status == HEADERS_TOO_LARGE)
    return "Request Header Fields Too Large";
  return soup_status_get_phrase (status);
}

static char *
dup_hint (SoupMessage *message,
          guint        retry_after)
{
  guint status = soup_message_get_status (message);
  g_autofree char *target = NULL;

  if (SOUP_STATUS_IS_REDIRECTION (status))
    {
      target = dup_target (message);
      return g_strdup_printf (" (the server sends us to %s, where only a person may follow)",
                              target);
    }
  if (status == SOUP_STATUS_REQUEST_ENTITY_TOO_LARGE)
    return g_strdup (" (the server does not take messages of this size)");
  if (status == HEADERS_TOO_LARGE)
    return g_strdup (" (the server does not take headers of this size)");
  if (retry_after > 0)
    return g_strdup_printf (" (the server asks to wait %u seconds)", retry_after);
  return g_strdup ("");
}

/**
 * gh_mcp_http_error_new:
 * @message: (transfer none): with the head of an answer that is no use
 * @body: (transfer none) (nullable): the start of its body
 *
 * Returns: (transfer full): a GH_MCP_HTTP_ERROR whose code is the status; its message is made of
 *   the status and of the server's own words, bounded
 */
GError *
gh_mcp_http_error_new (SoupMessage *message,
                       GBytes      *body)
{
  SoupMessageHeaders *headers = soup_message_get_response_headers (message);
  guint status = soup_message_get_status (message);
  const char *challenge = soup_message_headers_get_list (headers, "WWW-Authenticate");
  guint retry_after = 0;
  g_autofree char *detail = dup_detail (message, body);
  g_autofree char *hint = NULL;
  GError *error;

  if (status == TOO_MANY_REQUESTS || status == SOUP_STATUS_SERVICE_UNAVAILABLE)
    retry_after = read_retry_after (headers);
  hint = dup_hint (message, retry_after);
  error = g_error_new (GH_MCP_HTTP_ERROR, (int) status, "HTTP %u %s%s%s%s", status,
                       get_phrase (status), detail != NULL ? ": " : "",
                       detail != NULL ? detail : "", hint);
  gh_mcp_http_error_get_private (error)->retry_after = retry_after;
  if ((status == SOUP_STATUS_UNAUTHORIZED || status == SOUP_STATUS_FORBIDDEN)
      && challenge != NULL && strlen (challenge) <= MAX_CHALLENGE)
    gh_mcp_http_error_get_private (error)->challenge = g_strdup (challenge);
  return error;
}

/**
 * gh_mcp_http_error_get_challenge:
 *
 * Returns: (transfer none) (nullable): how the server wants to be asked (requirement 4.20)
 */
const char *
gh_mcp_http_error_get_challenge (const GError *error)
{
  g_return_val_if_fail (error != NULL, NULL);

  if (error->domain != GH_MCP_HTTP_ERROR)
    return NULL;
  return gh_mcp_http_error_get_private (error)->challenge;
}

/**
 * gh_mcp_http_error_get_retry_after:
 *
 * Returns: seconds the server wants us to wait (requirement 4.21); 0 when it does not say
 */
guint
gh_mcp_http_error_get_retry_after (const GError *error)
{
  g_return_val_if_fail (error != NULL, 0);

  if (error->domain != GH_MCP_HTTP_ERROR)
    return 0;
  return gh_mcp_http_error_get_private (error)->retry_after;
}
