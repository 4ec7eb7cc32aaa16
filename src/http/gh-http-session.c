/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * The connections to one endpoint, and whose certificates are believed on them. */
#include "config.h"

#include "gh-http-session.h"

#include <glib/gstdio.h>

/* A connection that nobody uses is closed after this many seconds, before the other side does it:
 * Node and uvicorn wait for five. A request that leaves just when they close may have been taken or
 * not, and there is no asking. */
#define IDLE_SECONDS 3
/* All that Debian trusts are some 220 KiB. */
#define MAX_CA_FILE (1024 * 1024)

struct _GhHttpSession
{
  SoupSession parent_instance;

  /* owned */
  char *ca_file;       /* or NULL: the system's */
  GPtrArray *waiting;  /* of GTask: while the file is read; or NULL */
  gboolean is_loaded;
};

G_DEFINE_FINAL_TYPE (GhHttpSession, gh_http_session, SOUP_TYPE_SESSION)

static void
gh_http_session_finalize (GObject *object)
{
  GhHttpSession *self = GH_HTTP_SESSION (object);

  g_clear_pointer (&self->ca_file, g_free);
  g_clear_pointer (&self->waiting, g_ptr_array_unref);
  G_OBJECT_CLASS (gh_http_session_parent_class)->finalize (object);
}

static void
gh_http_session_class_init (GhHttpSessionClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = gh_http_session_finalize;
}

static void
gh_http_session_init (GhHttpSession *self)
{
}

/* What runs on this computer is asked directly: a proxy would see what is meant for nobody else,
 * and could not reach it. */
static gboolean
is_on_this_computer (GUri *uri)
{
  const char *host = g_uri_get_host (uri);
  g_autoptr(GInetAddress) address = host != NULL ? g_inet_address_new_from_string (host) : NULL;

  if (address != NULL)
    return g_inet_address_get_is_loopback (address);
  return host != NULL && g_ascii_strcasecmp (host, "localhost") == 0;
}

/**
 * gh_http_session_new:
 * @uri: (transfer none) (nullable): where its requests go, when that is known
 *
 * Returns: (transfer full): a GhHttpSession for one endpoint: many connections, no time-outs of its
 *   own, no cookies, the system's proxy, and none between this computer and itself
 */
SoupSession *
gh_http_session_new (GUri *uri)
{
  /* No time-out: a model that thinks is quiet for minutes. Silence is bounded by the exchange. */
  SoupSession *self = g_object_new (GH_TYPE_HTTP_SESSION,
                                    "max-conns", GH_HTTP_MAX_CONNECTIONS,
                                    "max-conns-per-host", GH_HTTP_MAX_CONNECTIONS,
                                    "timeout", 0,
                                    "idle-timeout", IDLE_SECONDS,
                                    "user-agent", "gatehouse/" GH_VERSION,
                                    NULL);

  if (uri != NULL && is_on_this_computer (uri))
    soup_session_set_proxy_resolver (self, NULL);
  return self;
}

/**
 * gh_http_session_set_ca_file:
 * @path: (nullable): certificates in PEM form; who has one signed by them is believed, and nobody
 *   else; NULL: those the system trusts
 *
 * To be called before the first request.
 */
void
gh_http_session_set_ca_file (GhHttpSession *self,
                             const char    *path)
{
  g_return_if_fail (GH_IS_HTTP_SESSION (self));

  g_free (self->ca_file);
  self->ca_file = g_strdup (path);
}

gboolean
gh_http_session_is_prepared (GhHttpSession *self)
{
  g_return_val_if_fail (GH_IS_HTTP_SESSION (self), FALSE);

  return self->ca_file == NULL || self->is_loaded;
}

static GTlsDatabase *
load (const char  *path,
      GError     **error)
{
  GStatBuf status;

  /* Of anything else than a file, reading may never end. */
  if (g_stat (path, &status) == 0 && !S_ISREG (status.st_mode))
    {
      g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_NOT_REGULAR_FILE, "it is not a file");
      return NULL;
    }
  if (g_stat (path, &status) == 0 && status.st_size > MAX_CA_FILE)
    {
      g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_MESSAGE_TOO_LARGE, "it is too long");
      return NULL;
    }
  return g_tls_file_database_new (path, error);
}

/* In a thread. */
static void
load_in_thread (GTask        *task,
                gpointer      source,
                gpointer      path,
                GCancellable *cancellable)
{
  GError *error = NULL;
  GTlsDatabase *database = load (path, &error);

  if (database != NULL)
    g_task_return_pointer (task, database, g_object_unref);
  else
    g_task_return_error (task, error);
}

static void
loaded_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  g_autoptr(GhHttpSession) self = user_data;
  g_autoptr(GPtrArray) waiting = g_steal_pointer (&self->waiting);
  g_autoptr(GError) error = NULL;
  g_autoptr(GTlsDatabase) database = g_task_propagate_pointer (G_TASK (result), &error);

  if (database != NULL)
    soup_session_set_tls_database (SOUP_SESSION (self), database);
  self->is_loaded = database != NULL;
  for (guint i = 0; i < waiting->len; i++)
    if (database != NULL)
      g_task_return_boolean (waiting->pdata[i], TRUE);
    else
      g_task_return_new_error (waiting->pdata[i], G_TLS_ERROR, G_TLS_ERROR_UNAVAILABLE,
                               "the trusted certificates in %s cannot be used: %s", self->ca_file,
                               error->message);
}

/**
 * gh_http_session_prepare_async:
 *
 * Reads the file of gh_http_session_set_ca_file(), anew when it could not be read before. Fails
 * with G_TLS_ERROR_UNAVAILABLE.
 */
void
gh_http_session_prepare_async (GhHttpSession       *self,
                               GAsyncReadyCallback  callback,
                               gpointer             user_data)
{
  g_autoptr(GTask) task = NULL;
  g_autoptr(GTask) loading = NULL;

  g_return_if_fail (GH_IS_HTTP_SESSION (self));

  task = g_task_new (self, NULL, callback, user_data);
  g_task_set_source_tag (task, gh_http_session_prepare_async);
  if (gh_http_session_is_prepared (self))
    {
      g_task_return_boolean (task, TRUE);
      return;
    }
  if (self->waiting != NULL)
    {
      g_ptr_array_add (self->waiting, g_steal_pointer (&task));
      return;
    }
  self->waiting = g_ptr_array_new_with_free_func (g_object_unref);
  g_ptr_array_add (self->waiting, g_steal_pointer (&task));
  /* Without a source: a thread must not drop the last reference to the session. */
  loading = g_task_new (NULL, NULL, loaded_cb, g_object_ref (self));
  g_task_set_source_tag (loading, gh_http_session_prepare_async);
  g_task_set_task_data (loading, g_strdup (self->ca_file), g_free);
  g_task_run_in_thread (loading, load_in_thread);
}

gboolean
gh_http_session_prepare_finish (GhHttpSession  *self,
                                GAsyncResult   *result,
                                GError        **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), FALSE);

  return g_task_propagate_boolean (G_TASK (result), error);
}
