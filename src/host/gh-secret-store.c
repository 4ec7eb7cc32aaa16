/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * Keys and tokens: in the Secret Service, else in memory for this run. */
#include "config.h"

#include "gh-secret-store.h"

#include "gh-source.h"

#include <libsecret/secret.h>

/* One operation at a time, in the order they were asked for: a look-up after a save sees what was
 * saved. An operation that the Secret Service cannot do is done in memory instead, and so are all
 * that follow: asking a locked keyring again would only open its password prompt again. */

/* Long enough to type the keyring's password into the prompt it opens, short enough for a service
 * that hangs. */
#define DEFAULT_TIMEOUT_MS (60 * 1000)

typedef enum
{
  OPERATION_SAVE,
  OPERATION_FORGET,
  OPERATION_LOOKUP,
} Operation;

typedef struct
{
  GhSecretStore *store;       /* borrowed: the task's source object */
  Operation      operation;
  char          *name;
  char          *label;       /* or NULL */
  char          *secret;      /* or NULL */
  GCancellable  *cancellable; /* of the call to libsecret */
  GSource       *watch;       /* the caller's cancellable; or NULL */
  GSource       *timeout;     /* or NULL */
} Job;

struct _GhSecretStore
{
  GObject     parent_instance;

  GHashTable *memory;  /* owned: name -> secret */
  GQueue      jobs;    /* owned GTasks; the head is running */
  gboolean    running;
  gboolean    persistent;
  guint       timeout; /* milliseconds */
};

G_DEFINE_FINAL_TYPE (GhSecretStore, gh_secret_store, G_TYPE_OBJECT)

enum
{
  PROP_0,
  PROP_PERSISTENT,
  PROP_TIMEOUT,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

static const SecretSchema schema = {
  "io.github.gatehouse.Gatehouse", SECRET_SCHEMA_NONE,
  {
    { "name", SECRET_SCHEMA_ATTRIBUTE_STRING },
  },
};

static void run_next (GhSecretStore *self);

static void
secret_free (gpointer data)
{
  secret_password_free (data);
}

static void
job_free (gpointer data)
{
  Job *job = data;

  gh_clear_source (&job->watch);
  gh_clear_source (&job->timeout);
  g_clear_object (&job->cancellable);
  g_clear_pointer (&job->name, g_free);
  g_clear_pointer (&job->label, g_free);
  g_clear_pointer (&job->secret, secret_password_free);
  g_free (job);
}

static void
set_not_persistent (GhSecretStore *self)
{
  if (!self->persistent)
    return;

  self->persistent = FALSE;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_PERSISTENT]);
}

static gboolean
is_head (GTask *task)
{
  GhSecretStore *self = g_task_get_source_object (task);

  return g_queue_peek_head (&self->jobs) == task;
}

/* Takes the running task off the queue; its caller completes it and calls run_next(). */
static GTask *
take_head (GhSecretStore *self)
{
  GTask *task = g_queue_pop_head (&self->jobs);
  Job *job = g_task_get_task_data (task);

  gh_clear_source (&job->watch);
  gh_clear_source (&job->timeout);
  self->running = FALSE;

  return task;
}

static void
finish_in_memory (GhSecretStore *self)
{
  g_autoptr(GTask) task = take_head (self);
  Job *job = g_task_get_task_data (task);

  switch (job->operation)
    {
    case OPERATION_SAVE:
      g_hash_table_replace (self->memory, g_strdup (job->name), g_steal_pointer (&job->secret));
      g_task_return_boolean (task, TRUE);
      break;

    case OPERATION_FORGET:
      g_hash_table_remove (self->memory, job->name);
      g_task_return_boolean (task, TRUE);
      break;

    case OPERATION_LOOKUP:
      g_task_return_pointer (task, g_strdup (g_hash_table_lookup (self->memory, job->name)),
                             g_free);
      break;

    default:
      g_assert_not_reached ();
    }

  run_next (self);
}

static void
fall_back (GhSecretStore *self,
           const char    *why)
{
  g_debug ("No Secret Service, secrets stay in memory: %s", why);
  /* The running task keeps the store alive, so handlers of the notification may do what
   * they want. */
  set_not_persistent (self);
  finish_in_memory (self);
}

static void
secret_done_cb (GObject      *source,
                GAsyncResult *result,
                gpointer      user_data)
{
  g_autoptr(GTask) task = user_data;
  g_autoptr(GhSecretStore) self = g_object_ref (g_task_get_source_object (task));
  g_autoptr(GError) error = NULL;
  g_autofree char *copy = NULL;
  Job *job = g_task_get_task_data (task);
  char *secret = NULL;

  switch (job->operation)
    {
    case OPERATION_SAVE:
      secret_password_store_finish (result, &error);
      break;

    case OPERATION_FORGET:
      secret_password_clear_finish (result, &error);
      break;

    case OPERATION_LOOKUP:
      secret = secret_password_lookup_finish (result, &error);
      copy = g_strdup (secret);
      g_clear_pointer (&secret, secret_password_free);
      break;

    default:
      g_assert_not_reached ();
    }

  /* Cancelled or timed out meanwhile: it was answered then. */
  if (!is_head (task))
    return;

  if (error != NULL)
    {
      fall_back (self, error->message);
      return;
    }

  g_autoptr(GTask) taken = take_head (self);

  if (job->operation == OPERATION_LOOKUP)
    g_task_return_pointer (taken, g_steal_pointer (&copy), g_free);
  else
    g_task_return_boolean (taken, TRUE);
  run_next (self);
}

static gboolean
timeout_cb (gpointer user_data)
{
  GTask *task = user_data;
  Job *job = g_task_get_task_data (task);
  g_autoptr(GhSecretStore) self = g_object_ref (job->store);

  g_assert (is_head (task));

  g_cancellable_cancel (job->cancellable);
  fall_back (self, "it did not answer in time");

  return G_SOURCE_REMOVE;
}

static gboolean
cancelled_cb (GCancellable *cancellable,
              gpointer      user_data)
{
  GTask *task = user_data;
  Job *job = g_task_get_task_data (task);
  g_autoptr(GhSecretStore) self = g_object_ref (job->store);
  g_autoptr(GTask) taken = NULL;

  if (self->running && is_head (task))
    {
      g_cancellable_cancel (job->cancellable);
      taken = take_head (self);
    }
  else
    {
      g_queue_remove (&self->jobs, task);
      gh_clear_source (&job->watch);
      taken = task;
    }

  g_task_return_new_error (taken, G_IO_ERROR, G_IO_ERROR_CANCELLED, "Cancelled");
  run_next (self);

  return G_SOURCE_REMOVE;
}

static void
run_next (GhSecretStore *self)
{
  GTask *task = g_queue_peek_head (&self->jobs);

  if (self->running || task == NULL)
    return;

  Job *job = g_task_get_task_data (task);

  self->running = TRUE;
  if (!self->persistent)
    {
      finish_in_memory (self);
      return;
    }

  job->timeout = g_timeout_source_new (self->timeout);
  g_source_set_callback (job->timeout, timeout_cb, task, NULL);
  g_source_attach (job->timeout, g_task_get_context (task));

  switch (job->operation)
    {
    case OPERATION_SAVE:
      secret_password_store (&schema, SECRET_COLLECTION_DEFAULT, job->label, job->secret,
                             job->cancellable, secret_done_cb, g_object_ref (task),
                             "name", job->name, NULL);
      break;

    case OPERATION_FORGET:
      secret_password_clear (&schema, job->cancellable, secret_done_cb, g_object_ref (task),
                             "name", job->name, NULL);
      break;

    case OPERATION_LOOKUP:
      secret_password_lookup (&schema, job->cancellable, secret_done_cb, g_object_ref (task),
                              "name", job->name, NULL);
      break;

    default:
      g_assert_not_reached ();
    }
}

static void
add_job (GhSecretStore *self,
         GTask         *take_task,
         Operation      operation,
         const char    *name,
         const char    *label,
         const char    *secret)
{
  Job *job = g_new0 (Job, 1);
  GCancellable *cancellable = g_task_get_cancellable (take_task);

  job->store = self;
  job->operation = operation;
  job->name = g_strdup (name);
  job->label = g_strdup (label != NULL ? label : name);
  job->secret = g_strdup (secret);
  job->cancellable = g_cancellable_new ();
  g_task_set_task_data (take_task, job, job_free);

  if (cancellable != NULL)
    {
      job->watch = g_cancellable_source_new (cancellable);
      g_source_set_callback (job->watch, G_SOURCE_FUNC (cancelled_cb), take_task, NULL);
      g_source_attach (job->watch, g_task_get_context (take_task));
    }

  g_queue_push_tail (&self->jobs, take_task);
  run_next (self);
}

static void
gh_secret_store_finalize (GObject *object)
{
  GhSecretStore *self = GH_SECRET_STORE (object);

  /* Every queued task holds a reference on the store, so there is none left. */
  g_assert (g_queue_is_empty (&self->jobs));
  g_clear_pointer (&self->memory, g_hash_table_unref);

  G_OBJECT_CLASS (gh_secret_store_parent_class)->finalize (object);
}

static void
gh_secret_store_get_property (GObject    *object,
                              guint       prop_id,
                              GValue     *value,
                              GParamSpec *pspec)
{
  GhSecretStore *self = GH_SECRET_STORE (object);

  switch (prop_id)
    {
    case PROP_PERSISTENT:
      g_value_set_boolean (value, self->persistent);
      break;

    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
gh_secret_store_set_property (GObject      *object,
                              guint         prop_id,
                              const GValue *value,
                              GParamSpec   *pspec)
{
  GhSecretStore *self = GH_SECRET_STORE (object);

  switch (prop_id)
    {
    case PROP_TIMEOUT:
      self->timeout = g_value_get_uint (value);
      break;

    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
gh_secret_store_class_init (GhSecretStoreClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->finalize = gh_secret_store_finalize;
  object_class->get_property = gh_secret_store_get_property;
  object_class->set_property = gh_secret_store_set_property;

  properties[PROP_PERSISTENT] =
    g_param_spec_boolean ("persistent", NULL, NULL, TRUE,
                            G_PARAM_READABLE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);
  properties[PROP_TIMEOUT] =
    g_param_spec_uint ("timeout", NULL, NULL, 1, G_MAXUINT, DEFAULT_TIMEOUT_MS,
                         G_PARAM_WRITABLE | G_PARAM_CONSTRUCT_ONLY | G_PARAM_STATIC_STRINGS);

  g_object_class_install_properties (object_class, N_PROPS, properties);
}

static void
gh_secret_store_init (GhSecretStore *self)
{
  self->memory = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, secret_free);
  self->persistent = TRUE;
  g_queue_init (&self->jobs);
}

GhSecretStore *
gh_secret_store_new (void)
{
  return g_object_new (GH_TYPE_SECRET_STORE, NULL);
}

gboolean
gh_secret_store_get_persistent (GhSecretStore *self)
{
  g_return_val_if_fail (GH_IS_SECRET_STORE (self), FALSE);

  return self->persistent;
}

/* Keeps `secret` under `name`, or forgets it when it is NULL. `label` is what a keyring manager
 * shows; NULL: the name. */
void
gh_secret_store_save_async (GhSecretStore       *self,
                            const char          *name,
                            const char          *label,
                            const char          *secret,
                            GCancellable        *cancellable,
                            GAsyncReadyCallback  callback,
                            gpointer             user_data)
{
  g_return_if_fail (GH_IS_SECRET_STORE (self));
  g_return_if_fail (name != NULL);
  g_return_if_fail (cancellable == NULL || G_IS_CANCELLABLE (cancellable));

  GTask *task = g_task_new (self, cancellable, callback, user_data);

  g_task_set_source_tag (task, gh_secret_store_save_async);
  add_job (self, task, secret != NULL ? OPERATION_SAVE : OPERATION_FORGET, name, label, secret);
}

/* Returns: FALSE only with G_IO_ERROR_CANCELLED; without a Secret Service the secret is in memory
 * and "persistent" says so. */
gboolean
gh_secret_store_save_finish (GhSecretStore  *self,
                             GAsyncResult   *result,
                             GError        **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), FALSE);

  return g_task_propagate_boolean (G_TASK (result), error);
}

void
gh_secret_store_lookup_async (GhSecretStore       *self,
                              const char          *name,
                              GCancellable        *cancellable,
                              GAsyncReadyCallback  callback,
                              gpointer             user_data)
{
  g_return_if_fail (GH_IS_SECRET_STORE (self));
  g_return_if_fail (name != NULL);
  g_return_if_fail (cancellable == NULL || G_IS_CANCELLABLE (cancellable));

  GTask *task = g_task_new (self, cancellable, callback, user_data);

  g_task_set_source_tag (task, gh_secret_store_lookup_async);
  add_job (self, task, OPERATION_LOOKUP, name, NULL, NULL);
}

/* Returns: (transfer full) the secret, or NULL: without error there is none, with error it was
 * cancelled. */
char *
gh_secret_store_lookup_finish (GhSecretStore  *self,
                               GAsyncResult   *result,
                               GError        **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}
