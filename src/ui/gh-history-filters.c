/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * A popover with what the history can be narrowed down to. */
#include "config.h"

#include "gh-history-filters.h"

#include <glib/gi18n.h>

#include "gh-history-words.h"
#include "gh-inner-name.h"
#include "gh-review-words.h"
#include "gh-ui.h"

/* In the order of the popover. */
typedef enum
{
  CHOICE_KIND,
  CHOICE_OUTCOME,
  CHOICE_TIME,
  CHOICE_SERVER,
  CHOICE_TOOL,
  CHOICE_MODEL,
  N_CHOICES,
} Choice;

/* The days that "time" can be, beside all. */
static const int days[] = { 1, 7, 30, 365 };

struct _GhHistoryFilters
{
  GtkPopover parent_instance;

  /* owned */
  GhHistory *history;       /* or NULL */
  GCancellable *cancellable;
  GPtrArray *names[GH_HISTORY_N_NAMES]; /* of GhHistoryName, as in the menus behind the first */

  gboolean filling; /* what changes now is not the person's choice */

  /* template */
  GtkDropDown *kind;
  GtkDropDown *outcome;
  GtkDropDown *time;
  GtkDropDown *server;
  GtkDropDown *tool;
  GtkDropDown *model;
  GtkWidget *reset;
};

G_DEFINE_FINAL_TYPE (GhHistoryFilters, gh_history_filters, GTK_TYPE_POPOVER)

enum
{
  CHANGED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

static GtkDropDown *
get_drop_down (GhHistoryFilters *self,
               Choice            choice)
{
  GtkDropDown *all[] = { self->kind, self->outcome, self->time,
                         self->server, self->tool, self->model };

  return all[choice];
}

static GtkDropDown *
get_names_drop_down (GhHistoryFilters *self,
                     GhHistoryNames    names)
{
  return get_drop_down (self, CHOICE_SERVER + (int) names);
}

/* 0: everything. */
static guint
get_selected (GhHistoryFilters *self,
              Choice            choice)
{
  guint selected = gtk_drop_down_get_selected (get_drop_down (self, choice));

  return selected != GTK_INVALID_LIST_POSITION ? selected : 0;
}

static const char *
get_name (GhHistoryFilters *self,
          GhHistoryNames    names)
{
  guint selected = get_selected (self, CHOICE_SERVER + (int) names);
  GPtrArray *known = self->names[names];

  if (selected == 0 || known == NULL || selected > known->len)
    return NULL;
  return ((GhHistoryName *) known->pdata[selected - 1])->value;
}

static void
selected_cb (GhHistoryFilters *self)
{
  g_assert (GH_IS_HISTORY_FILTERS (self));

  gtk_widget_set_sensitive (self->reset, gh_history_filters_get_active (self));
  if (!self->filling)
    g_signal_emit (self, signals[CHANGED], 0);
}

static void
reset_cb (GhHistoryFilters *self)
{
  g_assert (GH_IS_HISTORY_FILTERS (self));

  gh_history_filters_reset (self);
}

/* --- names --- */

typedef struct
{
  GhHistoryFilters *self;
  GhHistoryNames names;
} Filling;

/* What was chosen stays chosen, also when it is a name that is there no more. */
static void
fill (GhHistoryFilters *self,
      GhHistoryNames    which,
      GPtrArray        *take_names)
{
  static const char * const everything[] = { N_("All servers"), N_("All tools"),
                                             N_("All models") };
  GtkDropDown *drop_down = get_names_drop_down (self, which);
  g_autoptr(GtkStringList) list = gtk_string_list_new (NULL);
  g_autofree char *chosen = g_strdup (get_name (self, which));
  guint selected = 0;

  gtk_string_list_append (list, _(everything[which]));
  for (guint i = 0; i < take_names->len; i++)
    {
      GhHistoryName *name = take_names->pdata[i];

      gtk_string_list_take (list, gh_words_name (name->label));
      if (g_strcmp0 (name->value, chosen) == 0)
        selected = i + 1;
    }
  self->filling = selected > 0 || chosen == NULL;
  g_clear_pointer (&self->names[which], g_ptr_array_unref);
  self->names[which] = take_names;
  gtk_drop_down_set_model (drop_down, G_LIST_MODEL (list));
  gtk_drop_down_set_selected (drop_down, selected);
  self->filling = FALSE;
}

static void
names_cb (GObject      *source,
          GAsyncResult *result,
          gpointer      user_data)
{
  g_autofree Filling *filling = user_data;
  g_autoptr(GError) error = NULL;
  GPtrArray *names = gh_history_list_names_finish (GH_HISTORY (source), result, &error);

  if (names != NULL)
    fill (filling->self, filling->names, names);
  else if (!g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    g_debug ("names of the history: %s", error->message);
}

static void
show_cb (GhHistoryFilters *self)
{
  g_assert (GH_IS_HISTORY_FILTERS (self));

  for (int i = 0; self->history != NULL && i < GH_HISTORY_N_NAMES; i++)
    {
      Filling *filling = g_new0 (Filling, 1);

      filling->self = self;
      filling->names = i;
      gh_history_list_names_async (self->history, i, self->cancellable, names_cb, filling);
    }
}

/* --- the object --- */

static void
gh_history_filters_dispose (GObject *object)
{
  GhHistoryFilters *self = GH_HISTORY_FILTERS (object);

  /* What is under way does not keep it, and does not find it any more. */
  self->filling = TRUE;
  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->history);

  G_OBJECT_CLASS (gh_history_filters_parent_class)->dispose (object);
}

static void
gh_history_filters_finalize (GObject *object)
{
  GhHistoryFilters *self = GH_HISTORY_FILTERS (object);

  g_clear_object (&self->cancellable);
  for (int i = 0; i < GH_HISTORY_N_NAMES; i++)
    g_clear_pointer (&self->names[i], g_ptr_array_unref);

  G_OBJECT_CLASS (gh_history_filters_parent_class)->finalize (object);
}

static void
gh_history_filters_class_init (GhHistoryFiltersClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = gh_history_filters_dispose;
  object_class->finalize = gh_history_filters_finalize;

  signals[CHANGED] = g_signal_new ("changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                   NULL, NULL, G_TYPE_NONE, 0);

  gtk_widget_class_set_template_from_resource (widget_class,
                                               GH_UI_RESOURCE_PATH "gh-history-filters.ui");
  gtk_widget_class_bind_template_child (widget_class, GhHistoryFilters, kind);
  gtk_widget_class_bind_template_child (widget_class, GhHistoryFilters, outcome);
  gtk_widget_class_bind_template_child (widget_class, GhHistoryFilters, time);
  gtk_widget_class_bind_template_child (widget_class, GhHistoryFilters, server);
  gtk_widget_class_bind_template_child (widget_class, GhHistoryFilters, tool);
  gtk_widget_class_bind_template_child (widget_class, GhHistoryFilters, model);
  gtk_widget_class_bind_template_child (widget_class, GhHistoryFilters, reset);
  gtk_widget_class_bind_template_callback (widget_class, reset_cb);
  gtk_widget_class_bind_template_callback (widget_class, selected_cb);
  gtk_widget_class_bind_template_callback (widget_class, show_cb);
}

static void
set_words (GtkDropDown *drop_down,
           const char  *everything,
           guint        n,
           const char  *(*get_words) (guint))
{
  g_autoptr(GtkStringList) list = gtk_string_list_new (NULL);

  gtk_string_list_append (list, everything);
  for (guint i = 0; i < n; i++)
    gtk_string_list_append (list, get_words (i));
  gtk_drop_down_set_model (drop_down, G_LIST_MODEL (list));
}

static const char *
get_kind_words (guint i)
{
  return gh_history_words_kind (i);
}

static const char *
get_outcome_words (guint i)
{
  return gh_history_words_outcome (i);
}

static const char *
get_time_words (guint i)
{
  static const char * const words[] = { N_("The last 24 hours"), N_("The last 7 days"),
                                        N_("The last 30 days"), N_("The last year") };

  G_STATIC_ASSERT (G_N_ELEMENTS (words) == G_N_ELEMENTS (days));
  return _(words[i]);
}

static void
gh_history_filters_init (GhHistoryFilters *self)
{
  const char *names[] = { _("Kind"), _("Outcome"), _("Time"), _("Server"), _("Tool"), _("Model") };

  self->cancellable = g_cancellable_new ();
  self->filling = TRUE;
  gtk_widget_init_template (GTK_WIDGET (self));
  set_words (self->kind, _("Everything"), GH_HISTORY_N_KINDS, get_kind_words);
  set_words (self->outcome, _("Any outcome"), GH_HISTORY_N_OUTCOMES, get_outcome_words);
  set_words (self->time, _("Any time"), G_N_ELEMENTS (days), get_time_words);
  for (int i = 0; i < GH_HISTORY_N_NAMES; i++)
    fill (self, i, g_ptr_array_new_with_free_func ((GDestroyNotify) gh_history_name_free));
  for (int i = 0; i < N_CHOICES; i++)
    gh_inner_name_drop_down (get_drop_down (self, i), names[i]);
  self->filling = FALSE;
}

void
gh_history_filters_set_history (GhHistoryFilters *self,
                                GhHistory        *history)
{
  g_return_if_fail (GH_IS_HISTORY_FILTERS (self));
  g_return_if_fail (GH_IS_HISTORY (history));
  g_return_if_fail (self->history == NULL);

  self->history = g_object_ref (history);
}

void
gh_history_filters_apply (GhHistoryFilters *self,
                          GhHistoryQuery   *query)
{
  guint time;

  g_return_if_fail (GH_IS_HISTORY_FILTERS (self));
  g_return_if_fail (query != NULL);

  query->kind = (int) get_selected (self, CHOICE_KIND) - 1;
  query->outcome = (int) get_selected (self, CHOICE_OUTCOME) - 1;
  time = get_selected (self, CHOICE_TIME);
  query->from = time > 0 ? g_get_real_time () - days[time - 1] * G_TIME_SPAN_DAY : 0;
  g_free (query->server);
  query->server = g_strdup (get_name (self, GH_HISTORY_NAMES_SERVER));
  g_free (query->tool);
  query->tool = g_strdup (get_name (self, GH_HISTORY_NAMES_TOOL));
  g_free (query->model);
  query->model = g_strdup (get_name (self, GH_HISTORY_NAMES_MODEL));
}

gboolean
gh_history_filters_get_active (GhHistoryFilters *self)
{
  g_return_val_if_fail (GH_IS_HISTORY_FILTERS (self), FALSE);

  for (int i = 0; i < N_CHOICES; i++)
    if (get_selected (self, i) > 0)
      return TRUE;
  return FALSE;
}

void
gh_history_filters_reset (GhHistoryFilters *self)
{
  g_return_if_fail (GH_IS_HISTORY_FILTERS (self));

  if (!gh_history_filters_get_active (self))
    return;
  self->filling = TRUE;
  for (int i = 0; i < N_CHOICES; i++)
    gtk_drop_down_set_selected (get_drop_down (self, i), 0);
  self->filling = FALSE;
  selected_cb (self);
}
