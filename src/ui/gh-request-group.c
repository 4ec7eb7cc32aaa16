/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * The heading above the open requests of one tool call, or of a server outside of calls. */
#include "config.h"

#include "gh-request-group.h"

#include <glib/gi18n.h>

#include "gh-duration.h"
#include "gh-review-words.h"
#include "gh-ui.h"

struct _GhRequestGroup
{
  GtkWidget  parent_instance;

  GhRequest *item; /* owned */

  /* Template */
  GtkWidget *box;
  GtkLabel  *title;
  GtkLabel  *call;
  GtkButton *deny_all;
};

G_DEFINE_FINAL_TYPE (GhRequestGroup, gh_request_group, GTK_TYPE_WIDGET)

enum
{
  PROP_0,
  PROP_ITEM,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

static void
gh_request_group_get_property (GObject    *object,
                               guint       prop_id,
                               GValue     *value,
                               GParamSpec *pspec)
{
  switch (prop_id)
    {
    case PROP_ITEM:
      g_value_set_object (value, GH_REQUEST_GROUP (object)->item);
      break;

    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
gh_request_group_set_property (GObject      *object,
                               guint         prop_id,
                               const GValue *value,
                               GParamSpec   *pspec)
{
  switch (prop_id)
    {
    case PROP_ITEM:
      GH_REQUEST_GROUP (object)->item = g_value_dup_object (value);
      break;

    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
gh_request_group_dispose (GObject *object)
{
  GhRequestGroup *self = GH_REQUEST_GROUP (object);

  g_clear_pointer (&self->box, gtk_widget_unparent);
  g_clear_object (&self->item);

  G_OBJECT_CLASS (gh_request_group_parent_class)->dispose (object);
}

static void
gh_request_group_class_init (GhRequestGroupClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = gh_request_group_dispose;
  object_class->get_property = gh_request_group_get_property;
  object_class->set_property = gh_request_group_set_property;

  properties[PROP_ITEM] =
    g_param_spec_object ("item", NULL, NULL, GH_TYPE_REQUEST,
                         G_PARAM_READWRITE | G_PARAM_CONSTRUCT_ONLY | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);

  gtk_widget_class_set_template_from_resource (widget_class,
                                               GH_UI_RESOURCE_PATH "gh-request-group.ui");
  gtk_widget_class_bind_template_child (widget_class, GhRequestGroup, box);
  gtk_widget_class_bind_template_child (widget_class, GhRequestGroup, title);
  gtk_widget_class_bind_template_child (widget_class, GhRequestGroup, call);
  gtk_widget_class_bind_template_child (widget_class, GhRequestGroup, deny_all);
}

static void
gh_request_group_init (GhRequestGroup *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

GtkWidget *
gh_request_group_new (GhRequest *request)
{
  GhRequestGroup *self;
  g_autofree char *title = NULL;
  g_autofree char *label = NULL;

  g_return_val_if_fail (GH_IS_REQUEST (request), NULL);

  self = g_object_new (GH_TYPE_REQUEST_GROUP, "item", request, NULL);
  title = gh_words_short (request);
  gtk_label_set_text (self->title, title);
  /* Translators: what a screen reader says for a button "Deny All…"; who asks is filled in. */
  label = g_strdup_printf (_("Deny all requests of %s"), title);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->deny_all), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  label, -1);
  gtk_actionable_set_action_target (GTK_ACTIONABLE (self->deny_all), "u",
                                    gh_request_get_serial (request));
  gtk_actionable_set_action_name (GTK_ACTIONABLE (self->deny_all), "requests.deny-group");
  return GTK_WIDGET (self);
}

GhRequest *
gh_request_group_get_item (GhRequestGroup *self)
{
  g_return_val_if_fail (GH_IS_REQUEST_GROUP (self), NULL);

  return self->item;
}

/* When the call began, and how long it may last: its clock stands while it waits for the person. */
static char *
dup_call (GhRequest *request)
{
  gint64 began = gh_request_get_call_time (request);
  guint left_ms = gh_request_get_call_left (request);
  g_autofree char *age = NULL;
  g_autofree char *left = NULL;

  if (gh_request_get_tool (request) == NULL || began <= 0)
    return g_strdup (_("Not during a tool call of yours"));
  age = gh_words_age (g_get_real_time () - began);
  if (left_ms == 0)
    /* Translators: "2 minutes ago" is filled in. */
    return g_strdup_printf (_("Tool started: %s"), age);
  left = gh_duration_dup_text ((gint64) left_ms * 1000);
  /* Translators: "2 minutes ago" and "58 minutes" are filled in. A tool call may last for a limited
   * time; what the person needs to decide is not counted. */
  return g_strdup_printf (_("Tool started: %s · %s left to it once you have decided"), age, left);
}

void
gh_request_group_update (GhRequestGroup *self,
                         guint           n_requests)
{
  g_autofree char *call = NULL;

  g_return_if_fail (GH_IS_REQUEST_GROUP (self));

  call = dup_call (self->item);
  gtk_label_set_text (self->call, call);
  gtk_widget_set_visible (GTK_WIDGET (self->deny_all), n_requests > 1);
}

gboolean
gh_request_group_is_same (GhRequest *a,
                          GhRequest *b)
{
  g_return_val_if_fail (GH_IS_REQUEST (a) && GH_IS_REQUEST (b), FALSE);

  return g_strcmp0 (gh_request_get_server_id (a), gh_request_get_server_id (b)) == 0
         && g_strcmp0 (gh_request_get_tool (a), gh_request_get_tool (b)) == 0
         && gh_request_get_call_time (a) == gh_request_get_call_time (b);
}
