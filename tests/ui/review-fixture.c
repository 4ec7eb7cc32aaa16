/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * A review dialog with servers that ask, and hands to use it. */
#include "config.h"

#include "review-fixture.h"

static void
withdrawn_cb (GhReviewDesk *desk,
              const char   *words,
              gpointer      user_data)
{
  Fixture *fixture = user_data;

  g_free (fixture->withdrawn);
  fixture->withdrawn = g_strdup (words);
}

void
set_up_with (Fixture *fixture,
             guint    n_models)
{
  fixture->sampling = gh_test_sampling_new (n_models);
  fixture->window = adw_window_new ();
  gtk_window_set_default_size (GTK_WINDOW (fixture->window), 1180, 760);
  gtk_window_present (GTK_WINDOW (fixture->window));
  fixture->desk = gh_review_desk_new (fixture->sampling->broker, GTK_WINDOW (fixture->window));
  fixture->dialog = gh_review_desk_get_review (fixture->desk);
  g_signal_connect (fixture->desk, "withdrawn", G_CALLBACK (withdrawn_cb), fixture);
}

void
set_up (Fixture       *fixture,
        gconstpointer  data)
{
  set_up_with (fixture, 1);
}

void
set_up_no_model (Fixture       *fixture,
                 gconstpointer  data)
{
  set_up_with (fixture, 0);
}

void
tear_down (Fixture       *fixture,
           gconstpointer  data)
{
  GtkWidget *dialog = GTK_WIDGET (fixture->dialog);

  g_object_add_weak_pointer (G_OBJECT (dialog), (gpointer *) &dialog);
  g_assert_finalize_object (fixture->desk);
  gtk_window_destroy (GTK_WINDOW (fixture->window));
  gh_test_wait (dialog == NULL);
  gh_test_sampling_free (fixture->sampling);
  g_free (fixture->withdrawn);
}

gpointer
child (gpointer    widget,
       const char *name)
{
  GObject *object = gtk_widget_get_template_child (widget, G_OBJECT_TYPE (widget), name);

  g_assert_nonnull (object);
  return object;
}

gpointer
in_prompt (Fixture    *fixture,
           const char *name)
{
  return child (child (fixture->dialog, "prompt"), name);
}

gpointer
in_answer (Fixture    *fixture,
           const char *name)
{
  return child (child (fixture->dialog, "answer"), name);
}

void
press_in_dialog (Fixture    *fixture,
                 const char *name)
{
  gh_test_ui_click (child (fixture->dialog, name));
}

void
pass_guard (void)
{
  gint64 end = g_get_monotonic_time () + (GH_REQUEST_DIALOG_GUARD_MS + 20) * 1000;

  gh_test_wait (g_get_monotonic_time () > end);
}

void
wait_for_stage (Fixture         *fixture,
                GhTestAsk       *ask,
                GhSamplingState  state)
{
  gh_test_wait (gh_review_dialog_get_request (fixture->dialog) == ask->request &&
                gh_sampling_request_get_state (ask->request) == state &&
                gtk_widget_get_mapped (GTK_WIDGET (fixture->dialog)));
}

void
wait_closed (Fixture *fixture)
{
  gh_test_wait (!gtk_widget_get_visible (GTK_WIDGET (fixture->dialog)) &&
                gh_review_dialog_get_request (fixture->dialog) == NULL);
}

static GhTextCard *
find_card (GtkWidget *widget)
{
  if (GH_IS_TEXT_CARD (widget))
    return GH_TEXT_CARD (widget);
  for (GtkWidget *c = gtk_widget_get_first_child (widget); c != NULL;
       c = gtk_widget_get_next_sibling (c))
    {
      GhTextCard *found = find_card (c);

      if (found != NULL)
        return found;
    }
  return NULL;
}

GhTextCard *
message_card (Fixture *fixture)
{
  GhTextCard *card = find_card (in_prompt (fixture, "messages_box"));

  g_assert_nonnull (card);
  return card;
}

GtkTextBuffer *
card_buffer (GhTextCard *card)
{
  GtkWidget *view = gh_review_text_get_view (gh_text_card_get_text (card));

  return gtk_text_view_get_buffer (GTK_TEXT_VIEW (view));
}

void
type_at_end (GhTextCard *card,
             const char *text)
{
  GtkTextIter iter;
  GtkTextBuffer *buffer = card_buffer (card);

  gtk_text_buffer_get_end_iter (buffer, &iter);
  gtk_text_buffer_place_cursor (buffer, &iter);
  g_assert_true (gtk_text_buffer_insert_interactive_at_cursor (buffer, text, -1, TRUE));
}

const char *
label_text (gpointer label)
{
  return gtk_label_get_text (GTK_LABEL (label));
}

guint
count_children (GtkWidget *widget)
{
  guint n = 0;

  for (GtkWidget *c = gtk_widget_get_first_child (widget); c != NULL;
       c = gtk_widget_get_next_sibling (c))
    n++;
  return n;
}
