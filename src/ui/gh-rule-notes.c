/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * Tells of what rules decide, and never too often. */
#include "config.h"

#include "gh-rule-notes.h"

#include <glib/gi18n.h>

#include "gh-review-words.h"

/* A toast stays about as long; more of them would only wait for each other. */
#define QUIET_SECONDS 6

struct _GhRuleNotes
{
  GObject   parent_instance;

  guint     source;    /* while nothing is told */
  guint     n_waiting; /* decisions meanwhile */
  char     *words;     /* of the last of them, or NULL */
};

G_DEFINE_FINAL_TYPE (GhRuleNotes, gh_rule_notes, G_TYPE_OBJECT)

enum
{
  NOTE,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

static void
gh_rule_notes_finalize (GObject *object)
{
  GhRuleNotes *self = GH_RULE_NOTES (object);

  g_clear_handle_id (&self->source, g_source_remove);
  g_free (self->words);

  G_OBJECT_CLASS (gh_rule_notes_parent_class)->finalize (object);
}

static void
gh_rule_notes_class_init (GhRuleNotesClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = gh_rule_notes_finalize;

  signals[NOTE] = g_signal_new ("note", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                NULL, NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
}

static void
gh_rule_notes_init (GhRuleNotes *self)
{
}

static char *
describe (GhRequest *request)
{
  g_autofree char *server = gh_words_name (gh_request_get_server_name (request));

  if (GH_IS_SAMPLING_REQUEST (request))
    return g_strdup_printf (gh_sampling_request_get_state (GH_SAMPLING_REQUEST (request))
                              == GH_SAMPLING_ANSWERED
                              /* Translators: a server's name is filled in. */
                              ? _("A rule let %s use your AI model")
                              : _("A rule denied %s your AI model"),
                            server);
  return g_strdup_printf (gh_elicitation_request_get_state (GH_ELICITATION_REQUEST (request))
                            == GH_ELICITATION_ACCEPTED
                            ? _("A rule answered a question of %s")
                            : _("A rule declined a question of %s"),
                          server);
}

static void tell (GhRuleNotes *self);

static gboolean
quiet_over_cb (gpointer user_data)
{
  GhRuleNotes *self = user_data;

  self->source = 0;
  if (self->n_waiting > 0)
    tell (self);
  return G_SOURCE_REMOVE;
}

static void
tell (GhRuleNotes *self)
{
  guint n = self->n_waiting;
  g_autofree char *words = g_steal_pointer (&self->words);

  self->n_waiting = 0;
  if (n > 1)
    {
      g_free (words);
      words = g_strdup_printf (ngettext ("Rules decided %'u request", "Rules decided %'u requests",
                                         n), n);
    }
  self->source = g_timeout_add_seconds (QUIET_SECONDS, quiet_over_cb, self);
  g_signal_emit (self, signals[NOTE], 0, words);
}

static void
finished_cb (GhRuleNotes *self,
             GhRequest   *request)
{
  if (gh_request_get_decided_by (request) != GH_REQUEST_BY_RULE)
    return;
  self->n_waiting++;
  g_free (self->words);
  self->words = describe (request);
  if (self->source == 0)
    tell (self);
}

GhRuleNotes *
gh_rule_notes_new (GhRequestBroker *broker)
{
  GhRuleNotes *self;

  g_return_val_if_fail (GH_IS_REQUEST_BROKER (broker), NULL);

  self = g_object_new (GH_TYPE_RULE_NOTES, NULL);
  g_signal_connect_object (broker, "finished", G_CALLBACK (finished_cb), self, G_CONNECT_SWAPPED);
  return self;
}
