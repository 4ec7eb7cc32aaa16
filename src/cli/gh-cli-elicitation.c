/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * Leads one elicitation to its end: at the terminal, or not at all. */
#include "config.h"

#include "gh-cli-elicitation.h"

#include <glib/gi18n.h>
#include <string.h>

#include "gh-cli-output.h"
#include "gh-json.h"

struct _GhCliElicitation
{
  GObject parent_instance;

  /* owned */
  GhElicitationRequest *request;
  GhCliTerminal *terminal; /* or NULL */
  GCancellable *asking;    /* fires when the request is over */
};

G_DEFINE_FINAL_TYPE (GhCliElicitation, gh_cli_elicitation, G_TYPE_OBJECT)

static void ask (GhCliElicitation *self);
static void ask_visited (GhCliElicitation *self);

static void
gh_cli_elicitation_dispose (GObject *object)
{
  GhCliElicitation *self = GH_CLI_ELICITATION (object);

  g_cancellable_cancel (self->asking);
  g_clear_object (&self->request);
  g_clear_object (&self->terminal);

  G_OBJECT_CLASS (gh_cli_elicitation_parent_class)->dispose (object);
}

static void
gh_cli_elicitation_finalize (GObject *object)
{
  g_object_unref (GH_CLI_ELICITATION (object)->asking);

  G_OBJECT_CLASS (gh_cli_elicitation_parent_class)->finalize (object);
}

static void
gh_cli_elicitation_class_init (GhCliElicitationClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = gh_cli_elicitation_dispose;
  object_class->finalize = gh_cli_elicitation_finalize;
}

static void
gh_cli_elicitation_init (GhCliElicitation *self)
{
  self->asking = g_cancellable_new ();
}

static const char *
get_server (GhCliElicitation *self)
{
  return gh_request_get_server_name (GH_REQUEST (self->request));
}

/* --- at the terminal --- */

static void
edited_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  g_autoptr(GhCliElicitation) self = user_data;
  g_autoptr(GError) error = NULL;
  g_autofree char *text = gh_cli_terminal_edit_finish (GH_CLI_TERMINAL (source), result, &error);
  g_autoptr(JsonNode) node = NULL;

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  if (text != NULL)
    node = gh_json_read (text, strlen (text), &error);
  if (node == NULL)
    gh_cli_complain ("%s", error->message);
  else if (!gh_form_set_arguments (gh_elicitation_request_get_form (self->request), node))
    gh_cli_complain ("%s", _("The answer must be a JSON object"));
  ask (self);
}

static void
edit (GhCliElicitation *self)
{
  g_autoptr(JsonNode) node =
    gh_form_dup_arguments (gh_elicitation_request_get_form (self->request));
  g_autofree char *text = gh_json_write_pretty (node);

  gh_cli_terminal_edit_async (self->terminal, text, self->asking, edited_cb, g_object_ref (self));
}

static void
choice_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  g_autoptr(GhCliElicitation) self = user_data;
  g_autoptr(GError) error = NULL;
  g_autofree char *line = gh_cli_terminal_ask_finish (GH_CLI_TERMINAL (source), result, &error);
  gboolean is_form;

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  is_form = gh_elicitation_request_get_mode (self->request) == GH_ELICITATION_FORM;
  switch (line != NULL ? line[0] : '\0')
    {
    case '\0':
      if (line == NULL)
        gh_elicitation_request_cancel (self->request);
      else
        ask (self);
      break;
    case 'd':
      gh_elicitation_request_decline (self->request);
      break;
    case 'e':
      if (is_form)
        edit (self);
      else
        ask (self);
      break;
    case 's':
    case 'o':
      if (is_form != (line[0] == 's'))
        {
          ask (self);
          break;
        }
      gh_elicitation_request_accept (self->request);
      /* What the form holds does not fit: it is still open. */
      if (gh_elicitation_request_get_state (self->request) == GH_ELICITATION_REVIEW)
        ask (self);
      break;
    default:
      ask (self);
    }
}

static void
describe_field (GString     *text,
                GhFormField *field)
{
  const char *name = gh_form_field_get_name (field);
  const char *title = gh_form_field_get_title (field);
  const char *description = gh_form_field_get_description (field);
  guint n_choices = gh_form_field_get_n_choices (field);

  g_string_append_printf (text, "  %s", name);
  if (!g_str_equal (name, title))
    g_string_append_printf (text, " (%s)", title);
  if (description != NULL)
    g_string_append_printf (text, " - %s", description);
  for (guint i = 0; i < n_choices; i++)
    g_string_append_printf (text, "\n    * %s", gh_form_field_get_choice_title (field, i));
  g_string_append_c (text, '\n');
}

static void
describe_form (GString *text,
               GhForm  *form)
{
  g_autoptr(JsonNode) node = gh_form_dup_arguments (form);
  g_autofree char *json = gh_json_write_pretty (node);

  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (form)); i++)
    {
      g_autoptr(GhFormField) field = g_list_model_get_item (G_LIST_MODEL (form), i);

      describe_field (text, field);
    }
  g_string_append (text, json);
}

/* The whole address, and apart from it whose it is (7.19). */
static void
describe_page (GString              *text,
               GhElicitationRequest *request)
{
  g_string_append_printf (text, _("A page of %s: %s"), gh_elicitation_request_get_host (request),
                          gh_elicitation_request_get_url (request));
  if (gh_elicitation_request_get_url_flags (request) != GH_URL_NONE)
    g_string_append_printf (text, "\n%s",
                            _("Look twice: this address is not encrypted, or not the name of a "
                              "host in plain letters."));
}

static void
ask (GhCliElicitation *self)
{
  GhForm *form = gh_elicitation_request_get_form (self->request);
  const GError *error = gh_elicitation_request_get_error (self->request);
  g_autoptr(GString) text = g_string_new ("\n");

  g_string_append_printf (text, _("%s asks: %s"), get_server (self),
                          gh_elicitation_request_get_message (self->request));
  g_string_append_c (text, '\n');
  if (form != NULL)
    describe_form (text, form);
  else
    describe_page (text, self->request);
  gh_cli_terminal_show (self->terminal, text->str);
  if (error != NULL)
    gh_cli_complain ("%s", error->message);
  gh_cli_terminal_ask_async (self->terminal,
                             form != NULL ? _("[s]end, [e]dit, [d]ecline?")
                                          : _("[o]pen in the browser, [d]ecline?"),
                             self->asking, choice_cb, g_object_ref (self));
}

/* A page that a server needs visited is open: what happens there only the person knows, unless the
 * server says that it is done (7.23). */
static void
visited_cb (GObject      *source,
            GAsyncResult *result,
            gpointer      user_data)
{
  g_autoptr(GhCliElicitation) self = user_data;
  g_autoptr(GError) error = NULL;
  g_autofree char *line = gh_cli_terminal_ask_finish (GH_CLI_TERMINAL (source), result, &error);

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  if (line == NULL)
    gh_elicitation_request_cancel (self->request);
  else if (line[0] == 'c')
    gh_elicitation_request_confirm (self->request);
  else if (line[0] == 'd')
    gh_elicitation_request_decline (self->request);
  else
    ask_visited (self);
}

static void
ask_visited (GhCliElicitation *self)
{
  gh_cli_terminal_ask_async (self->terminal, _("Done there: [c]ontinue, [d]ecline?"), self->asking,
                             visited_cb, g_object_ref (self));
}

static void
state_cb (GhCliElicitation *self)
{
  if (gh_request_get_phase (GH_REQUEST (self->request)) == GH_REQUEST_OVER
      || gh_elicitation_request_get_state (self->request) == GH_ELICITATION_QUEUED)
    g_cancellable_cancel (self->asking);
  else if (gh_elicitation_request_get_state (self->request) == GH_ELICITATION_VISITING)
    ask_visited (self);
}

/* Nobody can be asked, and no policy answers it, or its answer is none. */
static void
give_up (GhCliElicitation *self)
{
  const GError *error = gh_elicitation_request_get_error (self->request);

  if (error != NULL)
    gh_cli_complain (_("%s: what the policy answers does not fit: %s"), get_server (self),
                     error->message);
  else
    gh_cli_complain (_("%s: asks a question; declined, since no policy answers it and nobody can "
                       "be asked"), get_server (self));
  gh_elicitation_request_decline (self->request);
}

GhCliElicitation *
gh_cli_elicitation_new (GhElicitationRequest *request,
                        GhCliTerminal        *terminal)
{
  GhCliElicitation *self;

  g_return_val_if_fail (GH_IS_ELICITATION_REQUEST (request), NULL);

  self = g_object_new (GH_TYPE_CLI_ELICITATION, NULL);
  self->request = g_object_ref (request);
  self->terminal = terminal != NULL ? g_object_ref (terminal) : NULL;
  g_signal_connect_object (request, "notify::state", G_CALLBACK (state_cb), self,
                           G_CONNECT_SWAPPED);
  if (terminal != NULL)
    ask (self);
  else
    give_up (self);
  return self;
}
