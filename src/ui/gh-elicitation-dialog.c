/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * Where a person answers a server's question: fills in its form, or has a page of its opened. */
#include "config.h"

#include "gh-elicitation-dialog.h"

#include <glib/gi18n.h>
#include <string.h>

#include "gh-form-row.h"
#include "gh-plain-text.h"
#include "gh-review-head.h"
#include "gh-review-json.h"
#include "gh-review-text.h"
#include "gh-review-words.h"
#include "gh-ui.h"

/* Addresses are shown whole (7.19); no longer one gets here. */
#define LONGEST_URL (64 * 1024)
/* Of a validator's words, in a sentence of ours. */
#define LONGEST_DETAIL 300

struct _GhElicitationDialog
{
  GhRequestDialog       parent_instance;

  GhElicitationRequest *request; /* borrowed: the one on view, or NULL */

  /* Template */
  AdwWindowTitle       *title;
  GhReviewWaiting      *waiting;
  GtkWidget            *scroll;
  GhReviewHead         *head;
  GhReviewText         *message;
  GtkWidget            *warning_box;
  GtkLabel             *warning_title;
  GtkLabel             *warning_label;
  GtkWidget            *form_box;
  GtkListBox           *rows;
  GtkWidget            *empty_label;
  GtkWidget            *url_box;
  GtkLabel             *host_label;
  GtkLabel             *url_label;
  GhReviewJson         *raw_row;
  GtkLabel             *summary_label;
  GtkWidget            *decline_button;
  GtkWidget            *cancel_button;
  GtkWidget            *accept_button;
  GtkWidget            *done_button;
};

G_DEFINE_FINAL_TYPE (GhElicitationDialog, gh_elicitation_dialog, GH_TYPE_REQUEST_DIALOG)

static gboolean
is_form (GhElicitationDialog *self)
{
  return gh_elicitation_request_get_mode (self->request) == GH_ELICITATION_FORM;
}

static gboolean
is_visiting (GhElicitationDialog *self)
{
  return gh_elicitation_request_get_state (self->request) == GH_ELICITATION_VISITING;
}

static char *
dup_server (GhElicitationDialog *self)
{
  return gh_words_name (gh_request_get_server_name (GH_REQUEST (self->request)));
}

/* --- What the widgets say --- */

static void
update_sentences (GhElicitationDialog *self)
{
  g_autofree char *server = dup_server (self);
  g_autofree char *who = gh_words_who (GH_REQUEST (self->request));
  g_autofree char *sentence = NULL;
  g_autofree char *more = NULL;
  g_autofree char *summary = NULL;
  const char *title = _("A Page to Visit");

  if (is_form (self))
    {
      title = _("A Question");
      /* Translators: a server's name is filled in. */
      sentence = g_strdup_printf (_("%s asks you something"), server);
      more = g_strdup_printf (_("%s\nNothing has been sent yet."), who);
      summary = g_strdup_printf (_("Send gives %s what stands above, and nothing else."), server);
    }
  else if (is_visiting (self))
    {
      sentence = g_strdup_printf (_("%s waits until you are done on its page"), server);
      more = g_strdup (_("The page was given to your browser. Gatehouse sees nothing of what you "
                         "do there."));
      summary = g_strdup_printf (_("Done makes the call go on. This closes by itself when %s says "
                                   "that you are done."), server);
    }
  else
    {
      sentence = g_strdup_printf (_("%s wants you to visit a web page"), server);
      more = g_strdup_printf (_("%s\nNothing has been opened yet."), who);
      summary = g_strdup_printf (_("Your own browser opens the page. %s is told that you agreed; "
                                   "what you do there, Gatehouse does not see."), server);
    }
  adw_window_title_set_title (self->title, title);
  gtk_window_set_title (GTK_WINDOW (self), title);
  gh_review_head_set_words (self->head, server, sentence, more);
  gtk_label_set_text (self->summary_label, summary);
}

static void
append_line (GString    *lines,
             const char *line)
{
  if (lines->len > 0)
    g_string_append_c (lines, '\n');
  g_string_append (lines, line);
}

/* Servers must not ask for secrets in a form (7.5). */
static void
warn_of_secrets (GhElicitationDialog *self,
                 GString             *lines)
{
  GListModel *form = G_LIST_MODEL (gh_elicitation_request_get_form (self->request));
  g_autofree char *server = dup_server (self);

  for (guint i = 0; i < g_list_model_get_n_items (form); i++)
    {
      g_autoptr(GhFormField) field = g_list_model_get_item (form, i);
      g_autofree char *title = NULL;
      g_autofree char *line = NULL;

      if (!gh_form_field_wants_secret (field))
        continue;
      title = gh_words_name (gh_form_field_get_title (field));
      /* Translators: the name of an input, and a server's name. */
      line = g_strdup_printf (_("“%s” looks like a secret. No server may ask for passwords, keys "
                                "or card numbers in a form: %s would get it as you write it. "
                                "Decline if you are not sure."), title, server);
      append_line (lines, line);
      return;
    }
}

static void
warn_of_url (GhElicitationDialog *self,
             GString             *lines)
{
  GhUrlFlags flags = gh_elicitation_request_get_url_flags (self->request);
  g_autofree char *host = gh_words_name (gh_elicitation_request_get_host (self->request));
  g_autofree char *userinfo = NULL;

  if (flags & GH_URL_PUNYCODE)
    append_line (lines, _("The host’s name is written in letters that can look like those of "
                          "another name."));
  if (flags & GH_URL_USERINFO)
    {
      /* Translators: the name of a computer is filled in. */
      userinfo = g_strdup_printf (_("What stands before the “@” is not where the page is. It is on "
                                    "%s."), host);
      append_line (lines, userinfo);
    }
  if (flags & GH_URL_ADDRESS)
    append_line (lines, _("The host is a number, not a name: whose computer that is, nobody "
                          "vouches for."));
  if (flags & GH_URL_PLAIN)
    append_line (lines, _("The connection is not encrypted: others on the way can read and change "
                          "what you see and write there."));
}

static void
update_warning (GhElicitationDialog *self)
{
  const GError *error = gh_elicitation_request_get_error (self->request);
  g_autoptr(GString) lines = g_string_new (NULL);
  const char *title = NULL;

  if (is_form (self))
    {
      title = _("It asks for a secret");
      warn_of_secrets (self, lines);
    }
  else if (!is_visiting (self))
    {
      title = _("Look closely at the address");
      warn_of_url (self, lines);
    }
  if (lines->len == 0)
    title = _("Look closely at its words");
  if (!is_visiting (self) && gh_request_has_hidden (GH_REQUEST (self->request)))
    append_line (lines, _("Some of its words have characters that cannot be seen."));
  if (error != NULL && gh_elicitation_request_find_problem (self->request) == NULL)
    {
      g_autofree char *detail = gh_plain_text_dup (error->message, LONGEST_DETAIL,
                                                   GH_PLAIN_TEXT_ONE_LINE);
      g_autofree char *line = NULL;

      title = _("The answer does not fit");
      /* Translators: the reason, in English, is filled in. */
      line = g_strdup_printf (_("It was not sent, as the server’s own rules do not allow it: %s"),
                              detail);
      append_line (lines, line);
    }
  gtk_label_set_text (self->warning_title, title);
  gtk_label_set_text (self->warning_label, lines->str);
  gtk_widget_set_visible (self->warning_box, lines->len > 0);
}

/* The whole address with its host in bold: what stands before or after it is easily taken for
 * it (7.19, 7.21). */
static void
show_url (GhElicitationDialog *self)
{
  g_autofree char *url = gh_plain_text_dup (gh_elicitation_request_get_url (self->request),
                                            LONGEST_URL, GH_PLAIN_TEXT_EXACT);
  g_autofree char *host = gh_plain_text_dup (gh_elicitation_request_get_host (self->request),
                                             LONGEST_URL, GH_PLAIN_TEXT_EXACT);
  g_autoptr(PangoAttrList) attributes = pango_attr_list_new ();
  const char *authority = strstr (url, "://");
  const char *found = NULL;

  if (authority != NULL)
    {
      gsize length = strcspn (authority + 3, "/?#\\");
      const char *at = g_strrstr_len (authority + 3, length, "@");

      found = strstr (at != NULL ? at : authority, host);
    }
  if (found != NULL)
    {
      PangoAttribute *bold = pango_attr_weight_new (PANGO_WEIGHT_BOLD);

      bold->start_index = found - url;
      bold->end_index = bold->start_index + strlen (host);
      pango_attr_list_insert (attributes, bold);
    }
  /* A break is no part of the address, and must not look like one. */
  pango_attr_list_insert (attributes, pango_attr_insert_hyphens_new (FALSE));
  gtk_label_set_text (self->host_label, host);
  gtk_label_set_text (self->url_label, url);
  gtk_label_set_attributes (self->url_label, attributes);
}

static GtkWidget *
create_row_cb (gpointer item,
               gpointer user_data)
{
  return gh_form_row_new (GH_FORM_FIELD (item));
}

static void
show_form (GhElicitationDialog *self)
{
  GListModel *form = NULL;

  if (self->request != NULL && is_form (self))
    form = G_LIST_MODEL (gh_elicitation_request_get_form (self->request));
  gtk_list_box_bind_model (self->rows, form, create_row_cb, NULL, NULL);
  gtk_widget_set_visible (GTK_WIDGET (self->rows),
                          form != NULL && g_list_model_get_n_items (form) > 0);
  gtk_widget_set_visible (self->empty_label,
                          form != NULL && g_list_model_get_n_items (form) == 0);
}

static void
show_state (GhRequestDialog *dialog)
{
  GhElicitationDialog *self = GH_ELICITATION_DIALOG (dialog);
  GtkAdjustment *adjustment;
  gboolean visiting = is_visiting (self);

  gtk_widget_set_visible (self->decline_button, !visiting);
  gtk_widget_set_visible (self->accept_button, !visiting);
  gtk_widget_set_visible (self->done_button, visiting);
  update_sentences (self);
  update_warning (self);
  adjustment = gtk_scrolled_window_get_vadjustment (GTK_SCROLLED_WINDOW (self->scroll));
  gtk_adjustment_set_value (adjustment, gtk_adjustment_get_lower (adjustment));
  gh_request_dialog_arm_guard (dialog);
  gtk_window_set_default_widget (GTK_WINDOW (self), is_form (self) ? self->accept_button : NULL);
  /* Where a key that was meant for another window does no harm. */
  gh_ui_focus_when_shown (GTK_WINDOW (self), visiting ? self->cancel_button
                                                      : gh_review_text_get_view (self->message));
}

static void
show_request (GhRequestDialog *dialog,
              GhRequest       *request)
{
  GhElicitationDialog *self = GH_ELICITATION_DIALOG (dialog);

  self->request = request != NULL ? GH_ELICITATION_REQUEST (request) : NULL;
  gh_review_json_reset (self->raw_row);
  show_form (self);
  if (self->request == NULL)
    return;
  gh_review_text_set_text (self->message, gh_elicitation_request_get_message (self->request));
  gtk_widget_set_visible (self->form_box, is_form (self));
  gtk_widget_set_visible (self->url_box, !is_form (self));
  if (!is_form (self))
    show_url (self);
  gtk_button_set_label (GTK_BUTTON (self->accept_button),
                        is_form (self) ? _("_Send") : _("_Open in Browser"));
}

static gboolean
is_withdrawn (GhRequestDialog *dialog)
{
  GhElicitationDialog *self = GH_ELICITATION_DIALOG (dialog);

  return gh_elicitation_request_get_state (self->request) == GH_ELICITATION_WITHDRAWN;
}

static void
raw_needed_cb (GhElicitationDialog *self)
{
  g_autofree char *text = NULL;

  g_assert (GH_IS_ELICITATION_DIALOG (self));

  text = self->request != NULL ? gh_elicitation_request_dup_raw (self->request) : NULL;
  gh_review_json_set_text (self->raw_row, text != NULL ? text : "");
}

/* --- Decisions --- */

static void
decline_action (GtkWidget  *widget,
                const char *action_name,
                GVariant   *parameter)
{
  GhElicitationDialog *self = GH_ELICITATION_DIALOG (widget);

  if (self->request != NULL)
    gh_elicitation_request_decline (self->request);
}

static void
cancel_action (GtkWidget  *widget,
               const char *action_name,
               GVariant   *parameter)
{
  gtk_window_close (GTK_WINDOW (widget));
}

static void
accept_action (GtkWidget  *widget,
               const char *action_name,
               GVariant   *parameter)
{
  GhElicitationDialog *self = GH_ELICITATION_DIALOG (widget);
  GhFormField *problem;

  if (self->request == NULL || gh_request_dialog_is_guarded (GH_REQUEST_DIALOG (self)))
    return;
  if (is_form (self) && !gh_form_row_check_list (self->rows))
    return;
  gh_elicitation_request_accept (self->request);
  if (self->request == NULL || gh_elicitation_request_get_error (self->request) == NULL)
    return;
  update_warning (self);
  problem = gh_elicitation_request_find_problem (self->request);
  if (problem != NULL)
    gh_form_row_refuse_in_list (self->rows, problem);
  else
    gtk_widget_child_focus (self->form_box, GTK_DIR_TAB_FORWARD);
}

static void
done_action (GtkWidget  *widget,
             const char *action_name,
             GVariant   *parameter)
{
  GhElicitationDialog *self = GH_ELICITATION_DIALOG (widget);

  if (self->request != NULL && !gh_request_dialog_is_guarded (GH_REQUEST_DIALOG (self)))
    gh_elicitation_request_confirm (self->request);
}

/* --- The object --- */

static void
gh_elicitation_dialog_dispose (GObject *object)
{
  GH_ELICITATION_DIALOG (object)->request = NULL;
  G_OBJECT_CLASS (gh_elicitation_dialog_parent_class)->dispose (object);
}

static void
bind_children (GtkWidgetClass *widget_class)
{
  gtk_widget_class_bind_template_child (widget_class, GhElicitationDialog, title);
  gtk_widget_class_bind_template_child (widget_class, GhElicitationDialog, waiting);
  gtk_widget_class_bind_template_child (widget_class, GhElicitationDialog, scroll);
  gtk_widget_class_bind_template_child (widget_class, GhElicitationDialog, head);
  gtk_widget_class_bind_template_child (widget_class, GhElicitationDialog, message);
  gtk_widget_class_bind_template_child (widget_class, GhElicitationDialog, warning_box);
  gtk_widget_class_bind_template_child (widget_class, GhElicitationDialog, warning_title);
  gtk_widget_class_bind_template_child (widget_class, GhElicitationDialog, warning_label);
  gtk_widget_class_bind_template_child (widget_class, GhElicitationDialog, form_box);
  gtk_widget_class_bind_template_child (widget_class, GhElicitationDialog, rows);
  gtk_widget_class_bind_template_child (widget_class, GhElicitationDialog, empty_label);
  gtk_widget_class_bind_template_child (widget_class, GhElicitationDialog, url_box);
  gtk_widget_class_bind_template_child (widget_class, GhElicitationDialog, host_label);
  gtk_widget_class_bind_template_child (widget_class, GhElicitationDialog, url_label);
  gtk_widget_class_bind_template_child (widget_class, GhElicitationDialog, raw_row);
  gtk_widget_class_bind_template_child (widget_class, GhElicitationDialog, summary_label);
  gtk_widget_class_bind_template_child (widget_class, GhElicitationDialog, decline_button);
  gtk_widget_class_bind_template_child (widget_class, GhElicitationDialog, cancel_button);
  gtk_widget_class_bind_template_child (widget_class, GhElicitationDialog, accept_button);
  gtk_widget_class_bind_template_child (widget_class, GhElicitationDialog, done_button);
}

static void
gh_elicitation_dialog_class_init (GhElicitationDialogClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  GhRequestDialogClass *dialog_class = GH_REQUEST_DIALOG_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = gh_elicitation_dialog_dispose;
  dialog_class->show_request = show_request;
  dialog_class->show_state = show_state;
  dialog_class->is_withdrawn = is_withdrawn;

  g_type_ensure (GH_TYPE_REVIEW_HEAD);
  g_type_ensure (GH_TYPE_REVIEW_JSON);
  g_type_ensure (GH_TYPE_REVIEW_TEXT);
  g_type_ensure (GH_TYPE_REVIEW_WAITING);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               GH_UI_RESOURCE_PATH "gh-elicitation-dialog.ui");
  bind_children (widget_class);
  gtk_widget_class_bind_template_callback (widget_class, raw_needed_cb);
  gtk_widget_class_bind_template_callback (widget_class, gh_form_row_keynav_failed_cb);

  gtk_widget_class_install_action (widget_class, "elicitation.decline", NULL, decline_action);
  gtk_widget_class_install_action (widget_class, "elicitation.cancel", NULL, cancel_action);
  gtk_widget_class_install_action (widget_class, "elicitation.accept", NULL, accept_action);
  gtk_widget_class_install_action (widget_class, "elicitation.done", NULL, done_action);
}

static void
gh_elicitation_dialog_init (GhElicitationDialog *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  gh_request_dialog_set_waiting (GH_REQUEST_DIALOG (self), self->waiting, self->head);
  gh_review_text_set_editable (self->message, FALSE);
  gh_review_text_set_label (self->message, _("What it says"));
  /* What consent depends on is read out with the button that gives it. */
  gtk_accessible_update_relation (GTK_ACCESSIBLE (self->accept_button),
                                  GTK_ACCESSIBLE_RELATION_DESCRIBED_BY, self->summary_label, NULL,
                                  -1);
  gtk_accessible_update_relation (GTK_ACCESSIBLE (self->done_button),
                                  GTK_ACCESSIBLE_RELATION_DESCRIBED_BY, self->summary_label, NULL,
                                  -1);
}

GhElicitationDialog *
gh_elicitation_dialog_new (GhRequestBroker *broker,
                           GtkWindow       *parent)
{
  return gh_request_dialog_new (GH_TYPE_ELICITATION_DIALOG, broker, parent);
}

GhElicitationRequest *
gh_elicitation_dialog_get_request (GhElicitationDialog *self)
{
  g_return_val_if_fail (GH_IS_ELICITATION_DIALOG (self), NULL);

  return self->request;
}
