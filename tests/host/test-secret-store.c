/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * Keys and tokens: kept by the Secret Service, in memory without one, never in plain text. */
#include "config.h"

#include "gh-secret-store.h"
#include "gh-test.h"

#include <gio/gunixsocketaddress.h>

#define SECRET "sk-0123456789-plain"

static void
save (GhSecretStore *store,
      const char    *name,
      const char    *secret)
{
  g_autoptr(GAsyncResult) result = NULL;
  g_autoptr(GError) error = NULL;

  gh_secret_store_save_async (store, name, "A label", secret, NULL, gh_test_store_result_cb,
                              &result);
  gh_test_wait (result != NULL);
  g_assert_true (gh_secret_store_save_finish (store, result, &error));
  g_assert_no_error (error);
}

static void
assert_secret (GhSecretStore *store,
               const char    *name,
               const char    *expected)
{
  g_autoptr(GAsyncResult) result = NULL;
  g_autoptr(GError) error = NULL;
  g_autofree char *secret = NULL;

  gh_secret_store_lookup_async (store, name, NULL, gh_test_store_result_cb, &result);
  gh_test_wait (result != NULL);
  secret = gh_secret_store_lookup_finish (store, result, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (secret, ==, expected);
}

static void
count_cb (GhSecretStore *store,
          GParamSpec    *pspec,
          gpointer       user_data)
{
  (*(guint *) user_data)++;
}

static void
use (GhSecretStore *store)
{
  assert_secret (store, "model/a/key", NULL);
  save (store, "model/a/key", SECRET);
  save (store, "model/b/key", "other");
  assert_secret (store, "model/a/key", SECRET);
  save (store, "model/a/key", "gr\xc3\xbc\xc3\x9f");
  assert_secret (store, "model/a/key", "gr\xc3\xbc\xc3\x9f");
  save (store, "model/a/key", NULL);
  assert_secret (store, "model/a/key", NULL);
  save (store, "model/a/key", NULL);
  assert_secret (store, "model/b/key", "other");
  save (store, "model/b/key", NULL);
}

/* A look-up asked for before the save is done waits for it. */
static void
use_in_order (GhSecretStore *store)
{
  g_autoptr(GAsyncResult) first = NULL;
  g_autoptr(GAsyncResult) second = NULL;
  g_autoptr(GAsyncResult) look = NULL;
  g_autofree char *secret = NULL;

  gh_secret_store_save_async (store, "n", NULL, "1", NULL, gh_test_store_result_cb, &first);
  gh_secret_store_save_async (store, "n", NULL, "2", NULL, gh_test_store_result_cb, &second);
  gh_secret_store_lookup_async (store, "n", NULL, gh_test_store_result_cb, &look);
  gh_test_wait (look != NULL && first != NULL && second != NULL);
  secret = gh_secret_store_lookup_finish (store, look, NULL);
  g_assert_cmpstr (secret, ==, "2");
  save (store, "n", NULL);
}

static void
use_cancelled (GhSecretStore *store)
{
  g_autoptr(GCancellable) cancellable = g_cancellable_new ();
  g_autoptr(GCancellable) before = g_cancellable_new ();
  g_autoptr(GAsyncResult) running = NULL;
  g_autoptr(GAsyncResult) queued = NULL;
  g_autoptr(GAsyncResult) refused = NULL;
  g_autoptr(GAsyncResult) after = NULL;
  g_autoptr(GError) error = NULL;
  g_autofree char *secret = NULL;

  g_cancellable_cancel (before);
  gh_secret_store_lookup_async (store, "n", cancellable, gh_test_store_result_cb, &running);
  gh_secret_store_save_async (store, "n", NULL, "x", cancellable, gh_test_store_result_cb, &queued);
  gh_secret_store_lookup_async (store, "n", before, gh_test_store_result_cb, &refused);
  gh_secret_store_lookup_async (store, "n", NULL, gh_test_store_result_cb, &after);
  g_cancellable_cancel (cancellable);
  gh_test_wait (running != NULL && queued != NULL && refused != NULL && after != NULL);

  g_assert_null (gh_secret_store_lookup_finish (store, running, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_clear_error (&error);
  g_assert_false (gh_secret_store_save_finish (store, queued, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_clear_error (&error);
  g_assert_null (gh_secret_store_lookup_finish (store, refused, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_clear_error (&error);
  /* Whether the cancelled save had happened already is not said; the queue goes on in any case. */
  secret = gh_secret_store_lookup_finish (store, after, &error);
  g_assert_no_error (error);
  save (store, "n", NULL);
}

/* Nothing below the temporary home holds the secret as it is. */
static void
assert_not_on_disk (const char *folder)
{
  g_autoptr(GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);
      g_autofree char *text = NULL;
      gsize length;

      if (g_file_test (path, G_FILE_TEST_IS_DIR))
        assert_not_on_disk (path);
      else if (g_file_get_contents (path, &text, &length, NULL))
        g_assert_null (g_strstr_len (text, length, SECRET));
    }
}

/* Runs the test again in a process of its own, which finds these in its environment (libsecret
 * looks once and remembers). */
static void
run_with (const char *bus_address,
          const char *secret_file)
{
  g_setenv ("DBUS_SESSION_BUS_ADDRESS", bus_address, TRUE);
  if (secret_file != NULL)
    {
      g_autofree char *options =
        g_strconcat (g_getenv ("ASAN_OPTIONS") != NULL ? g_getenv ("ASAN_OPTIONS") : "",
                     ":detect_leaks=0", NULL);

      /* libsecret 0.20 loses its file's old entity tag at each write; there is no frame of
       * libsecret's in the stack to tell that leak from ours. */
      g_setenv ("ASAN_OPTIONS", options, TRUE);
      g_setenv ("SECRET_BACKEND", "file", TRUE);
      g_setenv ("SECRET_FILE_TEST_PATH", secret_file, TRUE);
      g_setenv ("SECRET_FILE_TEST_PASSWORD", "password", TRUE);
    }
  else
    g_unsetenv ("SECRET_BACKEND");

  g_test_trap_subprocess (NULL, 0, G_TEST_SUBPROCESS_DEFAULT);
  g_test_trap_assert_passed ();
  assert_not_on_disk (gh_test_get_home ());
}

/* With a service that keeps what it is given. */
static void
use_service (void)
{
  g_autoptr(GhSecretStore) store = gh_secret_store_new ();
  g_autoptr(GhSecretStore) later = NULL;
  guint n_notified = 0;

  g_signal_connect (store, "notify::persistent", G_CALLBACK (count_cb), &n_notified);
  use (store);
  use_in_order (store);
  use_cancelled (store);
  g_assert_true (gh_secret_store_get_persistent (store));
  g_assert_cmpuint (n_notified, ==, 0);

  /* Another run of the program finds it. */
  save (store, "model/a/key", SECRET);
  later = gh_secret_store_new ();
  assert_secret (later, "model/a/key", SECRET);
}

/* libsecret's own encrypted file stands in for the service. */
static void
test_service (void)
{
  if (!g_test_subprocess ())
    {
      g_autofree char *file = g_build_filename (gh_test_get_home (), "secrets", NULL);

      run_with ("unix:path=/nonexistent/bus", file);
      return;
    }

  use_service ();
}

static void
use_without_service (guint timeout)
{
  g_autoptr(GhSecretStore) store = g_object_new (GH_TYPE_SECRET_STORE, "timeout", timeout, NULL);
  g_autoptr(GhSecretStore) later = g_object_new (GH_TYPE_SECRET_STORE, "timeout", timeout, NULL);
  guint n_notified = 0;

  g_assert_true (gh_secret_store_get_persistent (store));
  g_signal_connect (store, "notify::persistent", G_CALLBACK (count_cb), &n_notified);
  save (store, "model/a/key", SECRET);
  g_assert_false (gh_secret_store_get_persistent (store));
  g_assert_cmpuint (n_notified, ==, 1);
  assert_secret (store, "model/a/key", SECRET);
  save (store, "model/a/key", NULL);
  use (store);
  use_in_order (store);
  use_cancelled (store);
  g_assert_cmpuint (n_notified, ==, 1);

  save (store, "model/a/key", SECRET);
  assert_secret (later, "model/a/key", NULL);
}

/* No session bus at all. */
static void
test_no_bus (void)
{
  if (!g_test_subprocess ())
    {
      run_with ("unix:path=/nonexistent/bus", NULL);
      return;
    }

  use_without_service (10000);
}

/* Something listens where the bus should be and never says a word. */
static void
test_hanging_bus (void)
{
  if (!g_test_subprocess ())
    {
      g_autofree char *path = g_build_filename (gh_test_get_home (), "bus", NULL);
      g_autofree char *address = g_strconcat ("unix:path=", path, NULL);
      g_autoptr(GSocketListener) listener = g_socket_listener_new ();
      g_autoptr(GSocketAddress) socket_address = g_unix_socket_address_new (path);
      g_autoptr(GError) error = NULL;

      g_assert_true (g_socket_listener_add_address (listener, socket_address, G_SOCKET_TYPE_STREAM,
                                                    G_SOCKET_PROTOCOL_DEFAULT, NULL, NULL, &error));
      g_assert_no_error (error);
      run_with (address, NULL);
      return;
    }

  use_without_service (200);
}

static gboolean
has_owner (GDBusConnection *bus)
{
  g_autoptr(GVariant) reply =
    g_dbus_connection_call_sync (bus, "org.freedesktop.DBus", "/org/freedesktop/DBus",
                                 "org.freedesktop.DBus", "NameHasOwner",
                                 g_variant_new ("(s)", "org.freedesktop.secrets"), NULL,
                                 G_DBUS_CALL_FLAGS_NONE, -1, NULL, NULL);
  gboolean owned = FALSE;

  if (reply != NULL)
    g_variant_get (reply, "(b)", &owned);
  return owned;
}

/* GNOME's keyring on a bus of its own; without a password it stays locked, and there is nobody to
 * ask for one. */
static GSubprocess *
start_keyring (GTestDBus *bus,
               gboolean   unlock)
{
  g_autoptr(GSubprocessLauncher) launcher = g_subprocess_launcher_new (
      G_SUBPROCESS_FLAGS_STDIN_PIPE | G_SUBPROCESS_FLAGS_STDOUT_SILENCE |
      G_SUBPROCESS_FLAGS_STDERR_SILENCE);
  g_autoptr(GDBusConnection) connection = NULL;
  g_autoptr(GError) error = NULL;
  GSubprocess *daemon;
  GOutputStream *input;

  g_subprocess_launcher_unsetenv (launcher, "G_DEBUG");
  g_subprocess_launcher_unsetenv (launcher, "DISPLAY");
  daemon = g_subprocess_launcher_spawn (launcher, &error, "gnome-keyring-daemon", "--foreground",
                                        "--components=secrets", unlock ? "--unlock" : NULL, NULL);
  g_assert_no_error (error);
  input = g_subprocess_get_stdin_pipe (daemon);
  if (unlock)
    g_output_stream_write_all (input, "password", 8, NULL, NULL, NULL);
  g_output_stream_close (input, NULL, NULL);

  connection = g_dbus_connection_new_for_address_sync (
      g_test_dbus_get_bus_address (bus),
      G_DBUS_CONNECTION_FLAGS_AUTHENTICATION_CLIENT |
        G_DBUS_CONNECTION_FLAGS_MESSAGE_BUS_CONNECTION,
      NULL, NULL, &error);
  g_assert_no_error (error);
  gh_test_wait (has_owner (connection));
  g_dbus_connection_close_sync (connection, NULL, NULL);

  return daemon;
}

static void
test_keyring (gconstpointer data)
{
  gboolean unlock = GPOINTER_TO_INT (data);
  g_autofree char *program = g_find_program_in_path ("gnome-keyring-daemon");

  if (g_test_subprocess ())
    {
      if (unlock)
        use_service ();
      else
        use_without_service (10000);
      return;
    }
  if (program == NULL)
    {
      g_test_skip ("gnome-keyring is not installed");
      return;
    }

  g_autoptr(GTestDBus) bus = g_test_dbus_new (G_TEST_DBUS_NONE);

  g_test_dbus_up (bus);
  g_autoptr(GSubprocess) daemon = start_keyring (bus, unlock);

  run_with (g_test_dbus_get_bus_address (bus), NULL);
  g_subprocess_force_exit (daemon);
  g_subprocess_wait (daemon, NULL, NULL);
  g_test_dbus_down (bus);
}

int
main (int   argc,
      char *argv[])
{
  gh_test_init (&argc, &argv);

  g_test_add_func ("/host/secret-store/no-bus", test_no_bus);
  g_test_add_func ("/host/secret-store/hanging-bus", test_hanging_bus);
  g_test_add_data_func ("/host/secret-store/keyring", GINT_TO_POINTER (TRUE), test_keyring);
  g_test_add_data_func ("/host/secret-store/keyring-locked", GINT_TO_POINTER (FALSE), test_keyring);
  g_test_add_func ("/host/secret-store/service", test_service);

  return gh_test_run ();
}
