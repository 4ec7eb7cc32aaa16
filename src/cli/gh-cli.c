/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * One run of gatehouse-cli: host, server, command, end.
 *
 * LOADING -> ROOTS -> CONSENT -> STARTING -> RUNNING -> CLOSING -> CLOSED; from any of
 * them to CLOSING when something fails, the time is over or the person interrupts. */
#include "config.h"

#include "gh-cli.h"

#include <errno.h>
#include <glib-unix.h>
#include <glib/gi18n.h>
#include <glib/gstdio.h>
#include <signal.h>
#include <string.h>

#include "gh-cli-commands.h"
#include "gh-cli-output.h"
#include "gh-cli-reviewer.h"
#include "gh-cli-terminal.h"
#include "gh-cli-trace.h"
#include "gh-failure.h"
#include "gh-json.h"
#include "gh-log-line.h"
#include "gh-rule.h"

/* Once the time is over: what a server gets to hear of it and to end. */
#define GRACE_MS 500

typedef enum
{
  LOADING,
  ROOTS,    /* those of the command line are looked at */
  CONSENT,  /* the person is asked whether the server may be started */
  STARTING, /* until it has listed what it offers */
  RUNNING,  /* the command */
  CLOSING,
  CLOSED,
} State;

struct _GhCli
{
  GObject parent_instance;

  const GhCliOptions *options; /* borrowed */
  const GhCliCommand *command; /* static */
  State state;
  GhCliStatus status;

  /* owned */
  GMainLoop *loop;
  GhHost *host;
  GhServer *server; /* or NULL */
  GhCliTerminal *terminal; /* or NULL */
  GhCliReviewer *reviewer;
  GhCliTrace *trace; /* or NULL */
  GCancellable *cancellable;

  guint deadline;
  guint signals[3];
};

G_DEFINE_FINAL_TYPE (GhCli, gh_cli, G_TYPE_OBJECT)

static void advance (GhCli *self);

static void
gh_cli_dispose (GObject *object)
{
  GhCli *self = GH_CLI (object);

  g_clear_handle_id (&self->deadline, g_source_remove);
  for (gsize i = 0; i < G_N_ELEMENTS (self->signals); i++)
    g_clear_handle_id (&self->signals[i], g_source_remove);
  g_clear_object (&self->server);
  g_clear_object (&self->reviewer);
  g_clear_object (&self->trace);
  g_clear_object (&self->terminal);
  g_clear_object (&self->host);
  g_clear_object (&self->cancellable);
  g_clear_pointer (&self->loop, g_main_loop_unref);

  G_OBJECT_CLASS (gh_cli_parent_class)->dispose (object);
}

static void
gh_cli_class_init (GhCliClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = gh_cli_dispose;
}

static void
gh_cli_init (GhCli *self)
{
  self->loop = g_main_loop_new (NULL, FALSE);
  self->cancellable = g_cancellable_new ();
}

GhCli *
gh_cli_new (const GhCliOptions *options)
{
  GhCli *self;

  g_return_val_if_fail (options != NULL, NULL);

  self = g_object_new (GH_TYPE_CLI, NULL);
  self->options = options;
  self->command = gh_cli_commands_find (options->command);
  return self;
}

/* The only writer of the state. */
static void
set_state (GhCli *self,
           State  state)
{
  g_assert (state > self->state);
  g_debug ("state %d -> %d", self->state, state);
  self->state = state;
  advance (self);
}

void
gh_cli_finish (GhCli       *self,
               GhCliStatus  status)
{
  g_return_if_fail (GH_IS_CLI (self));

  if (self->state >= CLOSING)
    return;
  gh_cli_clear_progress ();
  self->status = status;
  /* Whatever the tool made of it: it went on without what it had asked for. */
  if ((status == GH_CLI_DONE || status == GH_CLI_TOOL_ERROR) && self->reviewer != NULL
      && gh_cli_reviewer_has_denied (self->reviewer))
    self->status = GH_CLI_DENIED;
  set_state (self, CLOSING);
}

void
gh_cli_fail (GhCli        *self,
             const GError *error)
{
  GhCliStatus status;

  g_return_if_fail (GH_IS_CLI (self));
  g_return_if_fail (error != NULL);

  if (error->domain == G_OPTION_ERROR || error->domain == GH_JSON_ERROR
      || g_error_matches (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT))
    status = GH_CLI_USAGE;
  else if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    status = GH_CLI_TIMED_OUT;
  else
    switch (gh_failure_of_error (error, NULL))
      {
      case GH_FAILURE_TIMED_OUT:
        status = GH_CLI_TIMED_OUT;
        break;
      case GH_FAILURE_DENIED:
      case GH_FAILURE_NOT_AGREED:
        status = GH_CLI_DENIED;
        break;
      case GH_FAILURE_ANSWER:
      case GH_FAILURE_TASK:
      case GH_FAILURE_UNSUPPORTED:
        status = GH_CLI_TOOL_ERROR;
        break;
      case GH_FAILURE_ARGUMENTS:
        status = GH_CLI_USAGE;
        break;
      case GH_FAILURE_OTHER:
      case GH_FAILURE_SPAWN:
      case GH_FAILURE_EXITED:
      case GH_FAILURE_KILLED:
      case GH_FAILURE_CLOSED:
      case GH_FAILURE_BROKEN:
      case GH_FAILURE_UNREACHABLE:
      case GH_FAILURE_HTTP:
      case GH_FAILURE_MALFORMED:
      case GH_FAILURE_VERSION:
      default:
        status = GH_CLI_NO_CONNECTION;
      }
  /* Whatever a server answers to the first question: no connection came of it. */
  if (self->state == STARTING && (status == GH_CLI_TOOL_ERROR || status == GH_CLI_USAGE))
    status = GH_CLI_NO_CONNECTION;
  /* Who denied need not give a reason. */
  gh_cli_complain ("%s", *error->message != '\0' ? error->message : _("Denied"));
  gh_cli_finish (self, status);
}

gboolean
gh_cli_has_list (GhCli       *self,
                 GListModel  *list,
                 GError     **error)
{
  const GError *reason;

  g_return_val_if_fail (GH_IS_CLI (self), FALSE);
  g_return_val_if_fail (self->server != NULL, FALSE);

  reason = gh_server_get_list_error (self->server, list);
  if (reason == NULL)
    return TRUE;
  g_propagate_error (error, g_error_copy (reason));
  return FALSE;
}

void
gh_cli_finish_list (GhCli      *self,
                    GListModel *list)
{
  g_autoptr(GError) error = NULL;

  if (gh_cli_has_list (self, list, &error))
    gh_cli_finish (self, GH_CLI_DONE);
  else
    gh_cli_fail (self, error);
}

/* --- what each state waits for --- */

static gboolean
is_named_config (GhCli *self,
                 GFile *file)
{
  g_autoptr(GFile) named = self->options->config != NULL
                             ? g_file_new_for_commandline_arg (self->options->config) : NULL;

  return named != NULL && g_file_equal (file, named);
}

static void
loaded_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  g_autoptr(GhCli) self = GH_CLI (user_data);
  g_autoptr(GError) error = NULL;
  GListModel *problems = gh_host_list_problems (self->host);
  gboolean usable = TRUE;

  if (self->state != LOADING)
    return;
  if (!gh_host_load_finish (GH_HOST (source), result, &error))
    {
      gh_cli_fail (self, error);
      return;
    }
  for (guint i = 0; i < g_list_model_get_n_items (problems); i++)
    {
      g_autoptr(GhProblem) problem = g_list_model_get_item (problems, i);

      gh_cli_complain ("%s: %s", g_file_peek_path (gh_problem_get_file (problem)),
                       gh_problem_get_detail (problem));
      usable = usable && (gh_problem_get_kind (problem) == GH_PROBLEM_BAD_ENTRY
                          || !is_named_config (self, gh_problem_get_file (problem)));
    }
  if (usable)
    set_state (self, ROOTS);
  else
    gh_cli_finish (self, GH_CLI_USAGE);
}

static void
enter_command (GhCli *self)
{
  set_state (self, self->command->needs_server ? CONSENT : RUNNING);
}

static void
roots_added_cb (GObject      *source,
                GAsyncResult *result,
                gpointer      user_data)
{
  g_autoptr(GhCli) self = GH_CLI (user_data);
  g_autoptr(GPtrArray) additions =
    gh_root_list_add_finish (GH_ROOT_LIST (source), result, NULL);

  if (self->state != ROOTS)
    return;
  for (guint i = 0; additions != NULL && i < additions->len; i++)
    {
      GhRootAddition *addition = g_ptr_array_index (additions, i);

      if (addition->outcome == GH_ROOT_NOT_FOUND || addition->outcome == GH_ROOT_NOT_A_FOLDER
          || addition->outcome == GH_ROOT_NOT_LOCAL)
        {
          gh_cli_complain (_("%s is not a folder"), g_file_peek_path (addition->file));
          gh_cli_finish (self, GH_CLI_USAGE);
          return;
        }
    }
  enter_command (self);
}

static void
add_roots (GhCli *self)
{
  g_autoptr(GListStore) files = g_list_store_new (G_TYPE_FILE);

  for (gsize i = 0; self->options->roots[i] != NULL; i++)
    {
      g_autoptr(GFile) file = g_file_new_for_commandline_arg (self->options->roots[i]);

      g_list_store_append (files, file);
    }
  gh_root_list_add_async (gh_host_get_roots (self->host), G_LIST_MODEL (files), self->cancellable,
                          roots_added_cb, g_object_ref (self));
}

static gboolean
is_url (const char *word)
{
  return g_str_has_prefix (word, "http://") || g_str_has_prefix (word, "https://");
}

/* The configuration of a server that is not in the file. */
static GhServerConfig *
make_config (GhCli   *self,
             GError **error)
{
  g_autoptr(GhServerConfig) config = NULL;
  g_autofree char *cwd = g_get_current_dir ();
  g_autofree char *basename = NULL;
  g_autofree char *name = NULL;
  const char *url;

  if (self->options->server_argv != NULL)
    {
      const char * const *argv = (const char * const *) self->options->server_argv;

      basename = g_path_get_basename (argv[0]);
      name = g_filename_display_name (basename);
      return gh_server_config_new (name, argv, cwd, NULL, FALSE);
    }
  url = self->options->words[0];
  /* A query may hold a key, and the name is in every complaint. */
  name = g_strndup (url, strcspn (url, "?#"));
  return gh_server_config_new_for_url (name, GH_SERVER_KIND_HTTP, url, NULL, FALSE, error);
}

static GhServer *
find_server (GhCli   *self,
             GError **error)
{
  GhServerList *servers = gh_host_get_servers (self->host);
  g_autoptr(GhServerConfig) config = NULL;
  GhServer *server;

  if (self->options->server_argv != NULL || is_url (self->options->words[0]))
    {
      config = make_config (self, error);
      return config != NULL ? gh_server_list_add (servers, config, TRUE) : NULL;
    }
  server = gh_server_list_find (servers, self->options->words[0]);
  if (server == NULL)
    g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                 _("There is no server “%s”; gatehouse-cli servers lists them"),
                 self->options->words[0]);
  return server;
}

static void
apply_era (GhCli *self)
{
  g_autoptr(GhServerConfig) config = NULL;

  if (self->options->era == NULL)
    return;
  config = gh_server_config_copy_with_era (gh_server_get_config (self->server),
                                           self->options->era);
  gh_server_list_replace (gh_host_get_servers (self->host), self->server, config,
                          gh_server_get_consented (self->server));
}

static void
consent_cb (GObject      *source,
            GAsyncResult *result,
            gpointer      user_data)
{
  g_autoptr(GhCli) self = GH_CLI (user_data);
  g_autofree char *line =
    gh_cli_terminal_ask_finish (GH_CLI_TERMINAL (source), result, NULL);

  if (self->state != CONSENT)
    return;
  /* Translators: the answer to “Start it? [y/N]” that means yes */
  if (line != NULL && g_ascii_strcasecmp (line, _("y")) == 0)
    {
      gh_server_consent (self->server);
      set_state (self, STARTING);
    }
  else
    gh_cli_finish (self, GH_CLI_DENIED);
}

static void
ask_consent (GhCli *self)
{
  g_autofree char *command = gh_server_config_dup_command (gh_server_get_config (self->server));

  if (self->terminal == NULL)
    {
      gh_cli_complain (_("Nobody has agreed to start %s; agree in Gatehouse, or give the command "
                         "after “--”: %s"),
                       gh_server_get_id (self->server), command);
      gh_cli_finish (self, GH_CLI_DENIED);
      return;
    }
  gh_cli_terminal_show (self->terminal, command);
  gh_cli_terminal_ask_async (self->terminal, _("Start it? [y/N]"), self->cancellable, consent_cb,
                             g_object_ref (self));
}

static void
take_server (GhCli *self)
{
  g_autoptr(GError) error = NULL;
  GhServer *server = find_server (self, &error);

  if (server == NULL)
    {
      gh_cli_fail (self, error);
      return;
    }
  self->server = g_object_ref (server);
  apply_era (self);
  /* Whoever names a file of servers, and a server in it, means it. */
  if (self->options->config != NULL)
    gh_server_consent (self->server);
  if (gh_server_get_consented (self->server))
    set_state (self, STARTING);
  else
    ask_consent (self);
}

static void
server_cb (GhCli *self)
{
  GhServerState state = gh_server_get_state (self->server);

  if (state == GH_SERVER_FAILED)
    {
      gh_cli_fail (self, gh_server_get_error (self->server));
      return;
    }
  if (self->state == STARTING && state == GH_SERVER_RUNNING
      && !gh_server_get_listing (self->server))
    set_state (self, RUNNING);
}

static void
log_cb (GListModel *log,
        guint       position,
        guint       removed,
        guint       added,
        GhCli      *self)
{
  for (guint i = position; i < position + added; i++)
    {
      g_autoptr(GhLogLine) line = g_list_model_get_item (log, i);

      if (gh_log_line_get_source (line) == GH_LOG_STDERR)
        gh_cli_complain ("%s: %s", gh_server_get_id (self->server), gh_log_line_get_text (line));
    }
}

static void
start_server (GhCli *self)
{
  g_signal_connect_object (self->server, "notify::state", G_CALLBACK (server_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->server, "notify::listing", G_CALLBACK (server_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (gh_server_list_log (self->server), "items-changed",
                           G_CALLBACK (log_cb), self, 0);
  if (self->trace != NULL)
    gh_cli_trace_watch (self->trace, gh_server_get_activity (self->server));
  gh_server_start (self->server);
  server_cb (self);
}

static void
closed_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  g_autoptr(GhCli) self = GH_CLI (user_data);

  gh_host_close_finish (GH_HOST (source), result, NULL);
  set_state (self, CLOSED);
}

/* Does what the state just entered asks for. */
static void
advance (GhCli *self)
{
  switch (self->state)
    {
    case LOADING:
      gh_host_load_async (self->host, self->cancellable, loaded_cb, g_object_ref (self));
      break;
    case ROOTS:
      if (self->options->roots != NULL)
        add_roots (self);
      else
        enter_command (self);
      break;
    case CONSENT:
      take_server (self);
      break;
    case STARTING:
      start_server (self);
      break;
    case RUNNING:
      self->command->run (self);
      break;
    case CLOSING:
      g_cancellable_cancel (self->cancellable);
      if (self->server != NULL)
        g_signal_handlers_disconnect_by_data (self->server, self);
      gh_host_close_async (self->host, closed_cb, g_object_ref (self));
      break;
    case CLOSED:
      g_main_loop_quit (self->loop);
      break;
    default:
      g_assert_not_reached ();
    }
}

/* --- the run --- */

/* Nobody waits any longer for a server that does not end by itself. */
static void
end_now (GhCli *self)
{
  if (self->server != NULL)
    gh_server_kill (self->server);
  g_main_loop_quit (self->loop);
}

static gboolean
deadline_cb (gpointer user_data)
{
  GhCli *self = GH_CLI (user_data);

  if (self->state >= CLOSING)
    {
      self->deadline = 0;
      end_now (self);
      return G_SOURCE_REMOVE;
    }
  self->deadline = g_timeout_add (GRACE_MS, deadline_cb, self);
  gh_cli_complain (_("Not done within %g seconds"), self->options->timeout_ms / 1000.0);
  gh_cli_finish (self, GH_CLI_TIMED_OUT);
  return G_SOURCE_REMOVE;
}

/* The first time everything is ended in order; the second time the person cannot wait. */
static gboolean
signal_cb (gpointer user_data)
{
  GhCli *self = GH_CLI (user_data);

  if (self->state >= CLOSING)
    end_now (self);
  gh_cli_finish (self, self->command->until_interrupted && self->state == RUNNING
                         ? GH_CLI_DONE : GH_CLI_TIMED_OUT);
  return G_SOURCE_CONTINUE;
}

/* Who started us may want a signal not to count: nohup does. */
static guint
watch_signal (GhCli *self,
              int    number)
{
  struct sigaction old;

  if (sigaction (number, NULL, &old) == 0 && old.sa_handler == SIG_IGN)
    return 0;
  return g_unix_signal_add (number, signal_cb, self);
}

static GhRuleSet *
read_policy (GhCli   *self,
             GError **error)
{
  g_autofree char *text = NULL;
  g_autoptr(JsonNode) node = NULL;
  gsize length;

  if (self->options->policy == NULL)
    return gh_rule_set_new ();
  if (!g_file_get_contents (self->options->policy, &text, &length, error))
    return NULL;
  node = gh_json_read (text, length, error);
  return node != NULL ? gh_rule_set_parse (node, error) : NULL;
}

GhCliStatus
gh_cli_run (GhCli *self)
{
  g_autofree char *config_dir = g_build_filename (g_get_user_config_dir (), "gatehouse", NULL);
  g_autoptr(GhRuleSet) policy = NULL;
  g_autoptr(GError) error = NULL;

  g_return_val_if_fail (GH_IS_CLI (self), GH_CLI_USAGE);
  g_return_val_if_fail (self->host == NULL, GH_CLI_USAGE);

  policy = read_policy (self, &error);
  if (policy == NULL)
    {
      gh_cli_complain ("%s: %s", self->options->policy, error->message);
      return GH_CLI_USAGE;
    }
  /* Gatehouse's own file need not be there; one that somebody names does. */
  if (self->options->config != NULL && g_access (self->options->config, R_OK) != 0)
    {
      gh_cli_complain ("%s: %s", self->options->config, g_strerror (errno));
      return GH_CLI_USAGE;
    }
  if (self->options->trace != NULL)
    {
      self->trace = gh_cli_trace_new (self->options->trace, &error);
      if (self->trace == NULL)
        {
          gh_cli_complain ("%s: %s", self->options->trace, error->message);
          return GH_CLI_USAGE;
        }
    }
  self->host = gh_host_new_read_only (config_dir, self->options->config,
                                      self->options->roots != NULL);
  gh_host_set_policy (self->host, g_steal_pointer (&policy));
  self->terminal = gh_cli_terminal_new ();
  self->reviewer = gh_cli_reviewer_new (self->host, self->terminal);
  gh_request_broker_set_reviewer (gh_host_get_requests (self->host), GH_REVIEWER (self->reviewer));
  self->signals[0] = watch_signal (self, SIGINT);
  self->signals[1] = watch_signal (self, SIGTERM);
  self->signals[2] = watch_signal (self, SIGHUP);
  if (self->options->timeout_ms > 0)
    self->deadline = g_timeout_add (self->options->timeout_ms, deadline_cb, self);
  advance (self);
  g_main_loop_run (self->loop);
  if (!gh_cli_flush () && !gh_cli_is_unread () && self->status == GH_CLI_DONE)
    {
      gh_cli_complain (_("The output could not be written"));
      self->status = GH_CLI_NO_CONNECTION;
    }
  return self->status;
}

/* --- for the commands --- */

const GhCliOptions *
gh_cli_get_options (GhCli *self)
{
  g_return_val_if_fail (GH_IS_CLI (self), NULL);

  return self->options;
}

const char * const *
gh_cli_get_words (GhCli *self)
{
  g_return_val_if_fail (GH_IS_CLI (self), NULL);

  return (const char * const *) self->options->words
         + (self->command->needs_server && self->options->server_argv == NULL ? 1 : 0);
}

GhHost *
gh_cli_get_host (GhCli *self)
{
  g_return_val_if_fail (GH_IS_CLI (self), NULL);

  return self->host;
}

GhServer *
gh_cli_get_server (GhCli *self)
{
  g_return_val_if_fail (GH_IS_CLI (self), NULL);

  return self->server;
}

GCancellable *
gh_cli_get_cancellable (GhCli *self)
{
  g_return_val_if_fail (GH_IS_CLI (self), NULL);

  return self->cancellable;
}
