/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * What all HTTP requests of one connection to a server share: where they go, what they carry, and
 * where goes what they bring. */
#include "config.h"

#include "gh-mcp-http-endpoint.h"

#include "gh-http-session.h"
#include "gh-json.h"
#include "gh-mcp-error.h"
#include "gh-mcp-protocol.h"

#include <string.h>

#define SESSION_ID "Mcp-Session-Id"
/* Servers name themselves by UUIDs and tokens; header blocks over 8 KiB are refused by many. */
#define MAX_SESSION_ID 4096

struct _GhMcpHttpEndpoint
{
  GObject parent_instance;

  gboolean modern;
  gboolean allow_batch;
  /* owned */
  GUri *uri;
  SoupSession *session;
  SoupMessageHeaders *headers; /* the person's */
  char *version;
  char *session_id;
  gsize max_message;
  /* borrowed */
  GhMcpHttpSink sink;
  gpointer sink_data;
};

G_DEFINE_FINAL_TYPE (GhMcpHttpEndpoint, gh_mcp_http_endpoint, G_TYPE_OBJECT)

static guint session_lost_signal;

static void
gh_mcp_http_endpoint_finalize (GObject *object)
{
  GhMcpHttpEndpoint *self = GH_MCP_HTTP_ENDPOINT (object);

  g_clear_pointer (&self->uri, g_uri_unref);
  g_clear_object (&self->session);
  g_clear_pointer (&self->headers, soup_message_headers_unref);
  g_clear_pointer (&self->version, g_free);
  g_clear_pointer (&self->session_id, g_free);
  G_OBJECT_CLASS (gh_mcp_http_endpoint_parent_class)->finalize (object);
}

static void
gh_mcp_http_endpoint_class_init (GhMcpHttpEndpointClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = gh_mcp_http_endpoint_finalize;

  session_lost_signal =
    g_signal_new ("session-lost", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                  G_TYPE_NONE, 0);
}

static void
gh_mcp_http_endpoint_init (GhMcpHttpEndpoint *self)
{
  self->headers = soup_message_headers_new (SOUP_MESSAGE_HEADERS_REQUEST);
  self->max_message = GH_JSON_MAX_SIZE;
}

/* What the protocol says of itself no configuration may say otherwise (requirement 4.34). */
static gboolean
is_ours (const char *name)
{
  static const char * const names[] = {
    "Accept", "Accept-Encoding", "Connection", "Content-Length", "Content-Type", "Host",
    "Last-Event-ID", "Transfer-Encoding", NULL
  };

  for (guint i = 0; names[i] != NULL; i++)
    if (g_ascii_strcasecmp (name, names[i]) == 0)
      return TRUE;
  return g_ascii_strncasecmp (name, "Mcp-", strlen ("Mcp-")) == 0;
}

static gboolean
is_name (const char *name)
{
  if (*name == '\0')
    return FALSE;
  for (const char *c = name; *c != '\0'; c++)
    if (!g_ascii_isalnum (*c) && strchr ("!#$%&'*+-.^_`|~", *c) == NULL)
      return FALSE;
  return TRUE;
}

static gboolean
is_value (const char *value)
{
  for (const char *c = value; *c != '\0'; c++)
    if (*c != '\t' && g_ascii_iscntrl (*c))
      return FALSE;
  return TRUE;
}

static void
add_header (GhMcpHttpEndpoint *self,
            const char        *line)
{
  const char *colon = strchr (line, ':');
  g_autofree char *name = colon != NULL ? g_strndup (line, colon - line) : g_strdup (line);
  g_autofree char *value = colon != NULL ? g_strdup (colon + 1) : NULL;

  g_strstrip (name);
  if (value == NULL || !is_name (name) || !is_value (g_strstrip (value)) || is_ours (name))
    g_debug ("a configured header is left out: %s", is_name (name) ? name : "no name");
  else
    soup_message_headers_append (self->headers, name, value);
}

static gboolean
has_origin (GUri *uri)
{
  const char *host = g_uri_get_host (uri);

  return host != NULL && *host != '\0'
         && (g_ascii_strcasecmp (g_uri_get_scheme (uri), "http") == 0
             || g_ascii_strcasecmp (g_uri_get_scheme (uri), "https") == 0);
}

/* SOUP_HTTP_URI_FLAGS gives scheme and host in lower case and no default port. */
static gboolean
is_same_origin (GUri *a,
                GUri *b)
{
  return has_origin (a) && has_origin (b)
         && g_ascii_strcasecmp (g_uri_get_scheme (a), g_uri_get_scheme (b)) == 0
         && g_ascii_strcasecmp (g_uri_get_host (a), g_uri_get_host (b)) == 0
         && g_uri_get_port (a) == g_uri_get_port (b);
}

/**
 * gh_mcp_http_endpoint_new:
 * @url: as a person wrote it
 * @headers: (nullable): "Name: value" each; what is no header, or the protocol's, is left out
 *
 * Returns: (transfer full): an endpoint, or NULL with GH_MCP_ERROR_UNSUPPORTED
 */
GhMcpHttpEndpoint *
gh_mcp_http_endpoint_new (const char          *url,
                          const char * const  *headers,
                          GError             **error)
{
  g_autoptr(GUri) uri = g_uri_parse (url, SOUP_HTTP_URI_FLAGS, NULL);
  GhMcpHttpEndpoint *self;

  if (uri == NULL || !has_origin (uri))
    {
      g_set_error_literal (error, GH_MCP_ERROR, GH_MCP_ERROR_UNSUPPORTED,
                           "the address is not an http or https URL");
      return NULL;
    }
  self = g_object_new (GH_TYPE_MCP_HTTP_ENDPOINT, NULL);
  self->session = gh_http_session_new (uri);
  self->uri = g_steal_pointer (&uri);
  for (guint i = 0; headers != NULL && headers[i] != NULL; i++)
    add_header (self, headers[i]);
  return self;
}

/**
 * gh_mcp_http_endpoint_set_uri:
 * @reference: where requests go from now on, relative to where they went
 *
 * Returns: FALSE with GH_MCP_ERROR_PROTOCOL when that is another origin: nothing of ours goes there
 *   unasked (requirements 4.42, 4.46)
 */
gboolean
gh_mcp_http_endpoint_set_uri (GhMcpHttpEndpoint  *self,
                              const char         *reference,
                              GError            **error)
{
  g_autoptr(GUri) uri = NULL;

  g_return_val_if_fail (GH_IS_MCP_HTTP_ENDPOINT (self), FALSE);
  g_return_val_if_fail (reference != NULL, FALSE);

  uri = g_uri_parse_relative (self->uri, reference, SOUP_HTTP_URI_FLAGS, NULL);
  if (uri == NULL || !is_same_origin (self->uri, uri))
    {
      g_set_error_literal (error, GH_MCP_ERROR, GH_MCP_ERROR_PROTOCOL,
                           "the server names an address of another origin, or none");
      return FALSE;
    }
  g_uri_unref (self->uri);
  self->uri = g_steal_pointer (&uri);
  return TRUE;
}

/**
 * gh_mcp_http_endpoint_follow:
 * @answered: whose head is here
 * @n_hops: (inout): redirections followed for this request so far
 *
 * Returns: whether the same is to be sent again, to where this endpoint now points: only 307 and
 *   308, only within the origin (requirement 4.46)
 */
gboolean
gh_mcp_http_endpoint_follow (GhMcpHttpEndpoint *self,
                             SoupMessage       *answered,
                             guint             *n_hops)
{
  guint status = soup_message_get_status (answered);
  const char *location =
    soup_message_headers_get_one (soup_message_get_response_headers (answered), "Location");

  if ((status != SOUP_STATUS_TEMPORARY_REDIRECT && status != SOUP_STATUS_PERMANENT_REDIRECT)
      || location == NULL || *n_hops >= GH_MCP_HTTP_MAX_HOPS)
    return FALSE;
  (*n_hops)++;
  return gh_mcp_http_endpoint_set_uri (self, location, NULL);
}

/* See gh_http_session_set_ca_file(). */
void
gh_mcp_http_endpoint_set_ca_file (GhMcpHttpEndpoint *self,
                                  const char        *path)
{
  gh_http_session_set_ca_file (GH_HTTP_SESSION (self->session), path);
}

/* Borrowed. */
SoupSession *
gh_mcp_http_endpoint_get_session (GhMcpHttpEndpoint *self)
{
  return self->session;
}

static void
copy_header_cb (const char *name,
                const char *value,
                gpointer    headers)
{
  soup_message_headers_append (headers, name, value);
}

/**
 * gh_mcp_http_endpoint_new_message:
 * @method: the HTTP method
 *
 * Returns: (transfer full): a request with what each carries: the person's headers, the session id
 *   and the protocol's revision (requirements 4.10, 4.13)
 */
SoupMessage *
gh_mcp_http_endpoint_new_message (GhMcpHttpEndpoint *self,
                                  const char        *method)
{
  SoupMessage *message = soup_message_new_from_uri (method, self->uri);
  SoupMessageHeaders *headers = soup_message_get_request_headers (message);

  soup_message_headers_foreach (self->headers, copy_header_cb, headers);
  /* Asked for, compression would hold events back until a block is full; what is compressed all
   * the same is understood. */
  soup_message_headers_replace (headers, "Accept-Encoding", "identity");
  if (self->session_id != NULL)
    soup_message_headers_replace (headers, SESSION_ID, self->session_id);
  /* Revisions are dates, so they sort; older ones do not know the header. */
  if (self->version != NULL && strcmp (self->version, GH_MCP_VERSION_2025_06_18) >= 0)
    soup_message_headers_replace (headers, "MCP-Protocol-Version", self->version);
  return message;
}

/**
 * gh_mcp_http_endpoint_set_version:
 * @version: (nullable)
 * @modern: whether it knows neither sessions nor GET
 */
void
gh_mcp_http_endpoint_set_version (GhMcpHttpEndpoint *self,
                                  const char        *version,
                                  gboolean           modern)
{
  g_return_if_fail (GH_IS_MCP_HTTP_ENDPOINT (self));

  if (self->version != version)
    {
      g_free (self->version);
      self->version = g_strdup (version);
    }
  self->modern = modern;
  if (modern)
    g_clear_pointer (&self->session_id, g_free);
}

gboolean
gh_mcp_http_endpoint_is_modern (GhMcpHttpEndpoint *self)
{
  return self->modern;
}

/**
 * gh_mcp_http_endpoint_take_session_id:
 * @answered: the answer to initialize
 *
 * Keeps the id the server gave, if it gave one (requirement 4.10).
 *
 * Returns: FALSE with an error that does not hold the id when it is none
 */
gboolean
gh_mcp_http_endpoint_take_session_id (GhMcpHttpEndpoint  *self,
                                      SoupMessage        *answered,
                                      GError            **error)
{
  const char *id =
    soup_message_headers_get_one (soup_message_get_response_headers (answered), SESSION_ID);

  if (id == NULL)
    return TRUE;
  for (gsize i = 0; id[i] != '\0' || i == 0; i++)
    if (!g_ascii_isgraph (id[i]) || i >= MAX_SESSION_ID)
      {
        g_set_error_literal (error, GH_MCP_ERROR, GH_MCP_ERROR_PROTOCOL,
                             "the server's session id is not of visible ASCII characters");
        return FALSE;
      }
  g_free (self->session_id);
  self->session_id = g_strdup (id);
  return TRUE;
}

gboolean
gh_mcp_http_endpoint_has_session_id (GhMcpHttpEndpoint *self)
{
  return self->session_id != NULL;
}

/* Before initialize, and at the end. */
void
gh_mcp_http_endpoint_forget_session (GhMcpHttpEndpoint *self)
{
  g_clear_pointer (&self->session_id, g_free);
}

/**
 * gh_mcp_http_endpoint_carries_session:
 * @message: a request that was sent
 *
 * Returns: whether it named a session
 */
gboolean
gh_mcp_http_endpoint_carries_session (SoupMessage *message)
{
  return soup_message_headers_get_one (soup_message_get_request_headers (message), SESSION_ID)
         != NULL;
}

/**
 * gh_mcp_http_endpoint_lose_session:
 * @message: a request whose session the server does not know
 *
 * Emits "session-lost" when it is the one we have (requirement 4.11).
 */
void
gh_mcp_http_endpoint_lose_session (GhMcpHttpEndpoint *self,
                                   SoupMessage       *message)
{
  const char *sent =
    soup_message_headers_get_one (soup_message_get_request_headers (message), SESSION_ID);

  if (sent == NULL || g_strcmp0 (sent, self->session_id) != 0)
    return;
  g_clear_pointer (&self->session_id, g_free);
  g_signal_emit (self, session_lost_signal, 0);
}

void
gh_mcp_http_endpoint_set_max_message (GhMcpHttpEndpoint *self,
                                      gsize              bytes)
{
  if (bytes > 0)
    self->max_message = MIN (bytes, GH_JSON_MAX_SIZE);
}

gsize
gh_mcp_http_endpoint_get_max_message (GhMcpHttpEndpoint *self)
{
  return self->max_message;
}

void
gh_mcp_http_endpoint_set_allow_batch (GhMcpHttpEndpoint *self,
                                      gboolean           allow_batch)
{
  self->allow_batch = allow_batch;
}

gboolean
gh_mcp_http_endpoint_get_allow_batch (GhMcpHttpEndpoint *self)
{
  return self->allow_batch;
}

void
gh_mcp_http_endpoint_set_sink (GhMcpHttpEndpoint *self,
                               GhMcpHttpSink      sink,
                               gpointer           user_data)
{
  self->sink = sink;
  self->sink_data = user_data;
}

void
gh_mcp_http_endpoint_deliver (GhMcpHttpEndpoint *self,
                              GBytes            *text,
                              GPtrArray         *messages,
                              const GError      *error)
{
  if (self->sink != NULL)
    self->sink (text, messages, error, self->sink_data);
}
