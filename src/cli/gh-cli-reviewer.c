/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * Decides what servers ask for and the policy does not decide: at the terminal, else not at all. */
#include "config.h"

#include "gh-cli-reviewer.h"

#include <glib/gi18n.h>

#include "gh-cli-answer-text.h"
#include "gh-cli-elicitation.h"
#include "gh-cli-output.h"
#include "gh-cli-prompt-text.h"

struct _GhCliReviewer
{
  GObject parent_instance;

  /* owned */
  GhHost *host;
  GhCliTerminal *terminal;    /* or NULL */
  GhSamplingRequest *request; /* the one that is open, or NULL */
  GCancellable *asking;       /* of a question about it, or NULL */
  GhCliElicitation *elicitation; /* the present or last one, or NULL */

  gboolean waits_for_models;  /* before it is decided */
  gboolean has_denied;
};

static void reviewer_init (GhReviewerInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (GhCliReviewer, gh_cli_reviewer, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (GH_TYPE_REVIEWER, reviewer_init))

static void ask_prompt (GhCliReviewer *self);
static void ask_about_prompt (GhCliReviewer *self);
static void ask_answer (GhCliReviewer *self);

static void
gh_cli_reviewer_dispose (GObject *object)
{
  GhCliReviewer *self = GH_CLI_REVIEWER (object);

  g_cancellable_cancel (self->asking);
  g_clear_object (&self->asking);
  g_clear_object (&self->request);
  g_clear_object (&self->elicitation);
  g_clear_object (&self->terminal);
  g_clear_object (&self->host);

  G_OBJECT_CLASS (gh_cli_reviewer_parent_class)->dispose (object);
}

static void
gh_cli_reviewer_class_init (GhCliReviewerClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = gh_cli_reviewer_dispose;
}

static void
gh_cli_reviewer_init (GhCliReviewer *self)
{
}

static void
finished_cb (GhCliReviewer *self,
             GhRequest     *request)
{
  if (GH_IS_SAMPLING_REQUEST (request))
    {
      self->has_denied |= gh_sampling_request_get_state (GH_SAMPLING_REQUEST (request))
                          == GH_SAMPLING_DENIED;
    }
  else
    {
      GhElicitationState state =
        gh_elicitation_request_get_state (GH_ELICITATION_REQUEST (request));

      self->has_denied |= state == GH_ELICITATION_DECLINED || state == GH_ELICITATION_CANCELLED;
    }
}

GhCliReviewer *
gh_cli_reviewer_new (GhHost        *host,
                     GhCliTerminal *terminal)
{
  GhCliReviewer *self;

  g_return_val_if_fail (GH_IS_HOST (host), NULL);

  self = g_object_new (GH_TYPE_CLI_REVIEWER, NULL);
  self->host = g_object_ref (host);
  self->terminal = terminal != NULL ? g_object_ref (terminal) : NULL;
  g_signal_connect_object (gh_host_get_requests (host), "finished", G_CALLBACK (finished_cb), self,
                           G_CONNECT_SWAPPED);
  return self;
}

gboolean
gh_cli_reviewer_has_denied (GhCliReviewer *self)
{
  g_return_val_if_fail (GH_IS_CLI_REVIEWER (self), FALSE);

  return self->has_denied;
}

/* reason: for the server, or NULL. */
static void
deny (GhCliReviewer *self,
      const char    *reason)
{
  g_autoptr(GhSamplingRequest) request = g_object_ref (self->request);

  gh_sampling_request_deny (request, reason);
}

/* Nobody decides. complaint: for the person, or NULL. */
static void
give_up (GhCliReviewer *self,
         const char    *complaint)
{
  g_autoptr(GhSamplingRequest) request = g_object_ref (self->request);

  if (complaint != NULL)
    gh_cli_complain ("%s: %s", gh_request_get_server_name (GH_REQUEST (request)), complaint);
  gh_request_dismiss (GH_REQUEST (request));
}

/* A question about the request is open no longer than the request is in the state it is about. */
static GCancellable *
begin_question (GhCliReviewer *self)
{
  g_cancellable_cancel (self->asking);
  g_clear_object (&self->asking);
  self->asking = g_cancellable_new ();
  return self->asking;
}

/* --- why nobody can be asked --- */

static const char *
get_complaint (GhCliReviewer *self)
{
  GhRuleVerdict verdict;

  if (!gh_request_broker_get_verdict (gh_host_get_requests (self->host),
                                      GH_REQUEST (self->request), &verdict)
      || verdict.rule == NULL)
    return _("asks for a model; denied, since no policy allows it and nobody can be asked");
  switch (verdict.cause)
    {
    case GH_RULE_CAUSE_MODEL:
      return _("the model that the policy allows is not there");
    case GH_RULE_CAUSE_LIMIT:
      return _("asks for a model; denied, since it is over a limit of the policy and nobody can be "
               "asked");
    case GH_RULE_CAUSE_PRICE:
      return _("asks for a model; denied, since the policy limits the money, the price of the "
               "model is not known and nobody can be asked");
    case GH_RULE_CAUSE_NONE:
    case GH_RULE_CAUSE_RULE:
    case GH_RULE_CAUSE_CHANGED:
    case GH_RULE_CAUSE_BROKEN:
    case GH_RULE_CAUSE_ANSWER:
    default:
      return _("asks for a model; denied, since the policy wants it to be asked and nobody can be");
    }
}

/* Whether every endpoint has said by now which models it has. */
static gboolean
has_models (GhCliReviewer *self)
{
  GListModel *providers = gh_model_list_list_providers (gh_host_get_models (self->host));

  for (guint i = 0; i < g_list_model_get_n_items (providers); i++)
    {
      g_autoptr(GhProvider) provider = g_list_model_get_item (providers, i);

      if (gh_provider_get_state (provider) == GH_PROVIDER_ASKING)
        return FALSE;
    }
  return TRUE;
}

static void
decide (GhCliReviewer *self)
{
  const GError *error = gh_sampling_request_get_error (self->request);

  if (self->terminal != NULL)
    ask_prompt (self);
  else
    give_up (self, error != NULL ? error->message : get_complaint (self));
}

static void
provider_cb (GhCliReviewer *self)
{
  if (!self->waits_for_models || !has_models (self))
    return;
  self->waits_for_models = FALSE;
  decide (self);
}

/* Only what asks for a model waits for the endpoints, and it does so once. */
static void
decide_with_models (GhCliReviewer *self)
{
  GListModel *providers = gh_model_list_list_providers (gh_host_get_models (self->host));

  self->waits_for_models = !has_models (self);
  if (!self->waits_for_models)
    {
      decide (self);
      return;
    }
  for (guint i = 0; i < g_list_model_get_n_items (providers); i++)
    {
      g_autoptr(GhProvider) provider = g_list_model_get_item (providers, i);

      g_signal_connect_object (provider, "notify::state", G_CALLBACK (provider_cb), self,
                               G_CONNECT_SWAPPED);
    }
}

/* --- by the person at the terminal --- */

static void
denial_reason_cb (GObject      *source,
                  GAsyncResult *result,
                  gpointer      user_data)
{
  g_autoptr(GhCliReviewer) self = user_data;
  g_autoptr(GError) error = NULL;
  g_autofree char *line = gh_cli_terminal_ask_finish (GH_CLI_TERMINAL (source), result, &error);

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  deny (self, line != NULL && *line != '\0' ? line : NULL);
}

static void
ask_denial_reason (GhCliReviewer *self)
{
  gh_cli_terminal_ask_async (self->terminal, _("Reason for the server (may be empty):"),
                             begin_question (self), denial_reason_cb, g_object_ref (self));
}

static void
prompt_edited_cb (GObject      *source,
                  GAsyncResult *result,
                  gpointer      user_data)
{
  g_autoptr(GhCliReviewer) self = user_data;
  g_autoptr(GError) error = NULL;
  g_autofree char *text = gh_cli_terminal_edit_finish (GH_CLI_TERMINAL (source), result, &error);

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  if (text == NULL || !gh_cli_prompt_text_take (self->request, text, &error))
    gh_cli_complain ("%s", error->message);
  ask_prompt (self);
}

static void
answer_edited_cb (GObject      *source,
                  GAsyncResult *result,
                  gpointer      user_data)
{
  g_autoptr(GhCliReviewer) self = user_data;
  g_autoptr(GError) error = NULL;
  g_autofree char *text = gh_cli_terminal_edit_finish (GH_CLI_TERMINAL (source), result, &error);

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  if (text == NULL || !gh_cli_answer_text_take (self->request, text, &error))
    gh_cli_complain ("%s", error->message);
  ask_answer (self);
}

static void
edit_answer (GhCliReviewer *self)
{
  g_autofree char *text = gh_cli_answer_text_dup (self->request);
  g_autofree char *help = gh_cli_answer_text_dup_help (self->request);

  if (help != NULL)
    gh_cli_terminal_show (self->terminal, help);
  gh_cli_terminal_edit_async (self->terminal, text, begin_question (self), answer_edited_cb,
                              g_object_ref (self));
}

static void
show_changes (GhCliReviewer *self)
{
  g_autofree char *changes = gh_cli_prompt_text_dup_changes (self->request);

  gh_cli_terminal_show (self->terminal,
                        changes != NULL ? changes : _("It is as the server asked."));
}

/* Without a model, or when more had to be masked, it is still to be decided on. */
static void
send (GhCliReviewer *self)
{
  g_autoptr(GhSamplingRequest) request = g_object_ref (self->request);

  gh_sampling_request_send (request);
  if (gh_sampling_request_get_state (request) == GH_SAMPLING_REVIEW)
    ask_prompt (self);
}

static void
prompt_choice_cb (GObject      *source,
                  GAsyncResult *result,
                  gpointer      user_data)
{
  g_autoptr(GhCliReviewer) self = user_data;
  g_autoptr(GError) error = NULL;
  g_autofree char *line = gh_cli_terminal_ask_finish (GH_CLI_TERMINAL (source), result, &error);

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  switch (line != NULL ? line[0] : 'd')
    {
    case 's':
      send (self);
      break;
    case 'e':
      {
        g_autofree char *text = gh_cli_prompt_text_dup (self->request);

        gh_cli_terminal_edit_async (self->terminal, text, begin_question (self), prompt_edited_cb,
                                    g_object_ref (self));
        break;
      }
    case 'c':
      show_changes (self);
      ask_about_prompt (self);
      break;
    case 'a':
      gh_sampling_request_answer_by_hand (self->request);
      break;
    case 'd':
      if (line != NULL)
        ask_denial_reason (self);
      else
        deny (self, NULL);
      break;
    default:
      ask_prompt (self);
    }
}

static void
show_prompt (GhCliReviewer *self)
{
  GhSamplingRequest *request = self->request;
  GhModel *model = gh_sampling_request_get_model (request);
  const char *tool = gh_request_get_tool (GH_REQUEST (request));
  g_autofree char *text = gh_cli_prompt_text_dup (request);
  g_autofree char *notes = gh_cli_prompt_text_dup_notes (request);
  guint n_masked = gh_masking_get_n_secrets (gh_sampling_request_get_masking (request));
  g_autofree char *max_tokens = g_strdup_printf (
    "%" G_GINT64_FORMAT, gh_sampling_request_get_max_tokens (request));
  g_autoptr(GString) head = g_string_new ("\n");

  if (tool != NULL)
    g_string_append_printf (head, _("%s wants to use a model, during %s"),
                            gh_request_get_server_name (GH_REQUEST (request)), tool);
  else
    g_string_append_printf (head, _("%s wants to use a model"),
                            gh_request_get_server_name (GH_REQUEST (request)));
  g_string_append_c (head, '\n');
  if (model != NULL)
    /* Translators: the name of a model, and whose it is */
    g_string_append_printf (head, _("Model: %s (%s)"), gh_model_get_id (model),
                            gh_model_get_provider_name (model));
  else
    g_string_append (head, _("No model is set up: you can answer yourself."));
  g_string_append_c (head, '\n');
  g_string_append_printf (head, _("At most %s tokens"), max_tokens);
  if (n_masked > 0)
    {
      g_string_append_c (head, '\n');
      g_string_append_printf (head, ngettext ("%u secret is masked", "%u secrets are masked",
                                              n_masked), n_masked);
    }
  g_string_append_printf (head, "\n%s", text);
  if (notes != NULL)
    g_string_append_printf (head, "\n%s", notes);
  gh_cli_terminal_show (self->terminal, head->str);
}

static void
ask_prompt (GhCliReviewer *self)
{
  const GError *error = gh_sampling_request_get_error (self->request);

  show_prompt (self);
  if (error != NULL)
    gh_cli_complain (_("The model gave no answer: %s"), error->message);
  if (gh_masking_get_caught (gh_sampling_request_get_masking (self->request)))
    gh_cli_complain ("%s", _("More was masked in what you wrote: look once more, then send"));
  ask_about_prompt (self);
}

static void
ask_about_prompt (GhCliReviewer *self)
{
  gh_cli_terminal_ask_async (self->terminal,
                             gh_sampling_request_get_model (self->request) != NULL
                               ? _("[s]end, [e]dit, show [c]hanges, [a]nswer yourself, [d]eny?")
                               : _("[e]dit, show [c]hanges, [a]nswer yourself, [d]eny?"),
                             begin_question (self), prompt_choice_cb, g_object_ref (self));
}

static void
give (GhCliReviewer *self)
{
  g_autoptr(GhSamplingRequest) request = g_object_ref (self->request);

  gh_sampling_request_give (request);
  if (gh_sampling_request_get_state (request) != GH_SAMPLING_RESPONSE_REVIEW)
    return;
  gh_cli_complain (_("The server cannot be given this: %s"),
                   gh_sampling_request_get_error (request)->message);
  ask_answer (self);
}

/* line: the number of an answer, from 1, or anything else. */
static void
choose_answer (GhCliReviewer *self,
               const char    *line)
{
  GListModel *answers = gh_sampling_request_list_answers (self->request);
  guint64 number;
  g_autoptr(GhSamplingAnswer) answer = NULL;

  if (!g_ascii_string_to_unsigned (line, 10, 1, g_list_model_get_n_items (answers), &number, NULL))
    return;
  answer = g_list_model_get_item (answers, (guint) number - 1);
  gh_sampling_request_select_answer (self->request, answer);
}

/* Which answers there are, when there are several. */
static void
show_answers (GhCliReviewer *self)
{
  GListModel *answers = gh_sampling_request_list_answers (self->request);
  guint n = g_list_model_get_n_items (answers);
  g_autoptr(GString) lines = g_string_new (_("Answers so far; a number chooses one:"));

  if (n < 2)
    return;
  for (guint i = 0; i < n; i++)
    {
      g_autoptr(GhSamplingAnswer) answer = g_list_model_get_item (answers, i);
      const char *model = gh_sampling_answer_get_model_name (answer);

      g_string_append_printf (lines, "\n%c %u. %s",
                              answer == gh_sampling_request_get_current_answer (self->request)
                                ? '*' : ' ',
                              i + 1, model != NULL ? model : _("Your answer"));
    }
  gh_cli_terminal_show (self->terminal, lines->str);
}

static void
answer_choice_cb (GObject      *source,
                  GAsyncResult *result,
                  gpointer      user_data)
{
  g_autoptr(GhCliReviewer) self = user_data;
  g_autoptr(GError) error = NULL;
  g_autofree char *line = gh_cli_terminal_ask_finish (GH_CLI_TERMINAL (source), result, &error);

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  switch (line != NULL ? line[0] : 'd')
    {
    case 'g':
      give (self);
      break;
    case 'e':
      edit_answer (self);
      break;
    case 'o':
      gh_sampling_request_restore_answer (self->request);
      ask_answer (self);
      break;
    case 'r':
      gh_sampling_request_ask_again (self->request);
      break;
    case 'd':
      if (line != NULL)
        ask_denial_reason (self);
      else
        deny (self, NULL);
      break;
    default:
      choose_answer (self, line != NULL ? line : "");
      ask_answer (self);
    }
}

static void
ask_answer (GhCliReviewer *self)
{
  const char *model = gh_sampling_request_get_answer_model (self->request);
  g_autofree char *answer = NULL;
  g_autofree char *text = NULL;

  if (gh_sampling_request_get_end (self->request) == GH_SAMPLING_END_BROKEN_OFF)
    gh_cli_complain ("%s", _("The model broke off: this is not all of its answer"));
  answer = gh_cli_answer_text_dup (self->request);
  text = g_strdup_printf ("\n%s\n%s", model != NULL ? model : _("Your answer:"), answer);
  gh_cli_terminal_show (self->terminal, text);
  show_answers (self);
  gh_cli_terminal_ask_async (self->terminal,
                             gh_sampling_request_count_placeholders (self->request) > 0
                               ? _("[g]ive to the server, [e]dit, put [o]riginals back, [r]eturn "
                                   "to the prompt, [d]eny?")
                               : _("[g]ive to the server, [e]dit, [r]eturn to the prompt, [d]eny?"),
                             begin_question (self), answer_choice_cb, g_object_ref (self));
}

static void
take_answer (GhCliReviewer *self)
{
  gboolean whole = gh_sampling_request_get_end (self->request) == GH_SAMPLING_END_WHOLE;

  if (self->terminal == NULL && !whole)
    give_up (self, _("the model broke off, and nobody can be asked what to do with its answer"));
  else if (self->terminal == NULL)
    give_up (self, _("the policy wants the answer to be read first, and nobody can be asked"));
  else if (gh_sampling_request_get_answer_model (self->request) == NULL)
    edit_answer (self);
  else
    ask_answer (self);
}

/* --- the request's course --- */

static void
let_go (GhCliReviewer *self)
{
  g_signal_handlers_disconnect_by_data (self->request, self);
  g_cancellable_cancel (self->asking);
  g_clear_object (&self->asking);
  g_clear_object (&self->request);
  self->waits_for_models = FALSE;
}

static void
state_cb (GhCliReviewer *self)
{
  switch (gh_sampling_request_get_state (self->request))
    {
    case GH_SAMPLING_REVIEW:
      /* Back from the model without an answer, or from the answer. */
      decide (self);
      break;
    case GH_SAMPLING_RESPONSE_REVIEW:
      take_answer (self);
      break;
    case GH_SAMPLING_QUEUED:
    case GH_SAMPLING_ANSWERED:
    case GH_SAMPLING_DENIED:
    case GH_SAMPLING_WITHDRAWN:
    case GH_SAMPLING_FAILED:
      let_go (self);
      break;
    case GH_SAMPLING_RECEIVED:
    case GH_SAMPLING_GENERATING:
    default:
      break;
    }
}

static void
review (GhReviewer        *reviewer,
        GhSamplingRequest *request)
{
  GhCliReviewer *self = GH_CLI_REVIEWER (reviewer);

  if (self->request != NULL)
    let_go (self);
  self->request = g_object_ref (request);
  g_signal_connect_object (request, "notify::state", G_CALLBACK (state_cb), self,
                           G_CONNECT_SWAPPED);
  if (gh_sampling_request_get_state (request) == GH_SAMPLING_REVIEW)
    decide_with_models (self);
  else
    state_cb (self);
}

/* --- elicitation --- */

static void
elicit (GhReviewer           *reviewer,
        GhElicitationRequest *request)
{
  GhCliReviewer *self = GH_CLI_REVIEWER (reviewer);

  g_clear_object (&self->elicitation);
  self->elicitation = gh_cli_elicitation_new (request, self->terminal);
}

static void
opened_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  g_autoptr(GhElicitationRequest) request = user_data;

  if (!g_app_info_launch_default_for_uri_finish (result, NULL))
    gh_cli_complain (_("Open this page: %s"), gh_elicitation_request_get_url (request));
}

static void
open_url (GhReviewer           *reviewer,
          GhElicitationRequest *request)
{
  g_app_info_launch_default_for_uri_async (gh_elicitation_request_get_url (request), NULL, NULL,
                                           opened_cb, g_object_ref (request));
}

/* Whoever agrees to a page has seen its address (7.19). */
static gboolean
can_open_url (GhReviewer *reviewer)
{
  return GH_CLI_REVIEWER (reviewer)->terminal != NULL;
}

static void
reviewer_init (GhReviewerInterface *iface)
{
  iface->review = review;
  iface->elicit = elicit;
  iface->open_url = open_url;
  iface->can_open_url = can_open_url;
}
