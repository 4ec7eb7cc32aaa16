/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * One request of a server, open or finished, without a word of what it says. */
#include "config.h"

#include "gh-request-row.h"

#include <glib/gi18n.h>

#include "gh-review-words.h"

struct _GhRequestRow
{
  AdwActionRow  parent_instance;

  /* Owned */
  GhRequest    *item;

  /* Borrowed */
  GtkWidget    *icon;
  GtkWidget    *review_button;
};

G_DEFINE_FINAL_TYPE (GhRequestRow, gh_request_row, ADW_TYPE_ACTION_ROW)

enum
{
  PROP_0,
  PROP_ITEM,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

/* What the state means for the person. The icon says it a second time. */
static const char *
get_sampling_words (GhSamplingState   state,
                    const char      **icon)
{
  switch (state)
    {
    case GH_SAMPLING_RECEIVED:
    case GH_SAMPLING_QUEUED:
      *icon = "content-loading-symbolic";
      /* Translators: state of a request. */
      return _("Waits for its turn");
    case GH_SAMPLING_REVIEW:
      *icon = "dialog-question-symbolic";
      return _("Waits for your review");
    case GH_SAMPLING_GENERATING:
      *icon = "gatehouse-waiting-symbolic";
      return _("The model is answering");
    case GH_SAMPLING_RESPONSE_REVIEW:
      *icon = "dialog-question-symbolic";
      return _("The answer waits for your review");
    case GH_SAMPLING_ANSWERED:
      *icon = "object-select-symbolic";
      return _("Answered");
    case GH_SAMPLING_DENIED:
      *icon = "action-unavailable-symbolic";
      return _("Denied");
    case GH_SAMPLING_WITHDRAWN:
      *icon = "edit-undo-symbolic";
      return _("Withdrawn by the server");
    case GH_SAMPLING_FAILED:
    default:
      *icon = "dialog-warning-symbolic";
      return _("Failed");
    }
}

static const char *
get_elicitation_words (GhElicitationRequest  *request,
                       const char           **icon)
{
  gboolean form = gh_elicitation_request_get_mode (request) == GH_ELICITATION_FORM;

  switch (gh_elicitation_request_get_state (request))
    {
    case GH_ELICITATION_RECEIVED:
    case GH_ELICITATION_QUEUED:
      *icon = "content-loading-symbolic";
      return _("Waits for its turn");
    case GH_ELICITATION_REVIEW:
      *icon = "dialog-question-symbolic";
      return _("Waits for your answer");
    case GH_ELICITATION_VISITING:
      *icon = "gatehouse-waiting-symbolic";
      return _("Waits until you are done on its page");
    case GH_ELICITATION_ACCEPTED:
      *icon = "object-select-symbolic";
      return form ? _("You answered its question") : _("You agreed to visit its page");
    case GH_ELICITATION_DECLINED:
      *icon = "action-unavailable-symbolic";
      return _("Declined");
    case GH_ELICITATION_CANCELLED:
      *icon = "action-unavailable-symbolic";
      return _("Closed without an answer");
    case GH_ELICITATION_WITHDRAWN:
    default:
      *icon = "edit-undo-symbolic";
      return _("Withdrawn by the server");
    }
}

/* What a rule decided, without the person. */
static const char *
get_rule_words (GhRequest   *request,
                const char **icon)
{
  gboolean allowed =
    GH_IS_SAMPLING_REQUEST (request)
      ? gh_sampling_request_get_state (GH_SAMPLING_REQUEST (request)) == GH_SAMPLING_ANSWERED
      : gh_elicitation_request_get_state (GH_ELICITATION_REQUEST (request))
          == GH_ELICITATION_ACCEPTED;

  *icon = allowed ? "object-select-symbolic" : "action-unavailable-symbolic";
  return allowed ? _("Answered by a rule of yours") : _("Denied by a rule of yours");
}

static const char *
get_state_words (GhRequest   *request,
                 const char **icon)
{
  if (gh_request_get_decided_by (request) == GH_REQUEST_BY_RULE)
    return get_rule_words (request, icon);
  if (GH_IS_ELICITATION_REQUEST (request))
    return get_elicitation_words (GH_ELICITATION_REQUEST (request), icon);
  return get_sampling_words (gh_sampling_request_get_state (GH_SAMPLING_REQUEST (request)), icon);
}

/* Who asks stands above it while it is open. */
static char *
dup_title (GhRequest *request)
{
  if (gh_request_get_phase (request) == GH_REQUEST_OVER)
    return gh_words_short (request);
  if (!GH_IS_ELICITATION_REQUEST (request))
    /* Translators: what a server wants. */
    return g_strdup (_("Wants to use your AI model"));
  if (gh_elicitation_request_get_mode (GH_ELICITATION_REQUEST (request)) == GH_ELICITATION_FORM)
    return g_strdup (_("Asks you something"));
  return g_strdup (_("Wants you to visit a page"));
}

void
gh_request_row_update (GhRequestRow *self)
{
  gint64 age;
  const char *icon;
  const char *words;
  g_autofree char *title = NULL;
  g_autofree char *ago = NULL;
  g_autofree char *subtitle = NULL;
  gboolean open;

  g_return_if_fail (GH_IS_REQUEST_ROW (self));

  title = dup_title (self->item);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (self), title);
  open = gh_request_get_phase (self->item) != GH_REQUEST_OVER;
  age = g_get_real_time () - gh_request_get_time (self->item);
  words = get_state_words (self->item, &icon);
  ago = gh_words_age (age);
  /* Translators: a request's state and when it came: "Waits for your review · 2 minutes ago". */
  subtitle = g_strdup_printf (_("%s · %s"), words, ago);
  adw_action_row_set_subtitle (ADW_ACTION_ROW (self), subtitle);
  gtk_image_set_from_icon_name (GTK_IMAGE (self->icon), icon);
  gtk_widget_set_visible (self->review_button, open);
  adw_action_row_set_activatable_widget (ADW_ACTION_ROW (self), open ? self->review_button : NULL);
}

static void
gh_request_row_set_property (GObject      *object,
                             guint         prop_id,
                             const GValue *value,
                             GParamSpec   *pspec)
{
  GhRequestRow *self = GH_REQUEST_ROW (object);

  switch (prop_id)
    {
    case PROP_ITEM:
      self->item = g_value_dup_object (value);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
gh_request_row_get_property (GObject    *object,
                             guint       prop_id,
                             GValue     *value,
                             GParamSpec *pspec)
{
  GhRequestRow *self = GH_REQUEST_ROW (object);

  switch (prop_id)
    {
    case PROP_ITEM:
      g_value_set_object (value, self->item);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
gh_request_row_constructed (GObject *object)
{
  GhRequestRow *self = GH_REQUEST_ROW (object);
  g_autofree char *title = NULL;
  g_autofree char *label = NULL;

  G_OBJECT_CLASS (gh_request_row_parent_class)->constructed (object);

  title = gh_words_short (self->item);
  /* Translators: what a screen reader says for a button "Review"; who asks is filled in. */
  label = g_strdup_printf (_("Review the Request of %s"), title);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->review_button),
                                  GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
  gtk_actionable_set_action_target (GTK_ACTIONABLE (self->review_button), "u",
                                    gh_request_get_serial (self->item));
  gtk_actionable_set_action_name (GTK_ACTIONABLE (self->review_button), "app.review");
  g_signal_connect_object (self->item, "notify::state",
                           G_CALLBACK (gh_request_row_update), self, G_CONNECT_SWAPPED);
}

static void
gh_request_row_finalize (GObject *object)
{
  GhRequestRow *self = GH_REQUEST_ROW (object);

  g_clear_object (&self->item);
  G_OBJECT_CLASS (gh_request_row_parent_class)->finalize (object);
}

static void
gh_request_row_class_init (GhRequestRowClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->constructed = gh_request_row_constructed;
  object_class->finalize = gh_request_row_finalize;
  object_class->get_property = gh_request_row_get_property;
  object_class->set_property = gh_request_row_set_property;

  properties[PROP_ITEM] =
    g_param_spec_object ("item", NULL, NULL, GH_TYPE_REQUEST,
                         G_PARAM_READWRITE | G_PARAM_CONSTRUCT_ONLY | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);
}

static void
gh_request_row_init (GhRequestRow *self)
{
  adw_preferences_row_set_use_markup (ADW_PREFERENCES_ROW (self), FALSE);
  adw_action_row_set_subtitle_lines (ADW_ACTION_ROW (self), 0);
  self->icon = g_object_new (GTK_TYPE_IMAGE, "accessible-role", GTK_ACCESSIBLE_ROLE_PRESENTATION,
                             NULL);
  adw_action_row_add_prefix (ADW_ACTION_ROW (self), self->icon);
  self->review_button = gtk_button_new_with_label (_("Review"));
  gtk_widget_set_valign (self->review_button, GTK_ALIGN_CENTER);
  adw_action_row_add_suffix (ADW_ACTION_ROW (self), self->review_button);
}

GtkWidget *
gh_request_row_new (GhRequest *request)
{
  GhRequestRow *self;

  g_return_val_if_fail (GH_IS_REQUEST (request), NULL);

  self = g_object_new (GH_TYPE_REQUEST_ROW, "item", request, NULL);
  /* Not earlier: what is set during construction reaches the label before use-markup does. */
  gh_request_row_update (self);
  return GTK_WIDGET (self);
}

GhRequest *
gh_request_row_get_item (GhRequestRow *self)
{
  g_return_val_if_fail (GH_IS_REQUEST_ROW (self), NULL);

  return self->item;
}
