/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * One message between us and a server, or what became of their connection. */
#include "config.h"

#include "gh-activity-row.h"

#include <glib/gi18n.h>

#include "gh-plain-text.h"
#include "gh-text.h"

/* What of a text stands in a row; the details have more of it. */
#define MAX_WORDS 200
/* Servers choose the ids of their requests. */
#define MAX_ID 24

struct _GhActivityRow
{
  GtkWidget parent_instance;

  GhActivityEntry *item; /* owned, or NULL */

  /* template */
  GtkWidget *box;
  GtkLabel *time;
  GtkImage *icon;
  GtkLabel *words;
  GtkLabel *facts;
};

G_DEFINE_FINAL_TYPE (GhActivityRow, gh_activity_row, GTK_TYPE_WIDGET)

enum
{
  PROP_0,
  PROP_ITEM,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

typedef enum
{
  LOOK_SENT,
  LOOK_RECEIVED,
  LOOK_ERROR,
  LOOK_MALFORMED,
  LOOK_EVENT,
} Look;

static Look
find_look (GhActivityEntry *entry)
{
  switch (gh_activity_entry_get_kind (entry))
    {
    case GH_ACTIVITY_ERROR:
      return LOOK_ERROR;

    case GH_ACTIVITY_MALFORMED:
      return LOOK_MALFORMED;

    case GH_ACTIVITY_EVENT:
      return gh_activity_row_is_trouble (entry) ? LOOK_ERROR : LOOK_EVENT;

    case GH_ACTIVITY_REQUEST:
    case GH_ACTIVITY_NOTIFICATION:
    case GH_ACTIVITY_RESULT:
    default:
      return gh_activity_entry_get_direction (entry) == GH_ACTIVITY_SENT ? LOOK_SENT
                                                                         : LOOK_RECEIVED;
    }
}

static void
show_look (GhActivityRow *self)
{
  static const struct
  {
    const char *icon_name;
    const char *css_class;
  } looks[] = {
    [LOOK_SENT] = { "go-up-symbolic", "gh-dim" },
    [LOOK_RECEIVED] = { "go-down-symbolic", "accent" },
    [LOOK_ERROR] = { "dialog-error-symbolic", "error" },
    [LOOK_MALFORMED] = { "dialog-warning-symbolic", "warning" },
    [LOOK_EVENT] = { "gatehouse-symbolic", "gh-dim" },
  };
  Look look = find_look (self->item);
  const char *kind = gh_activity_row_get_kind (self->item);

  gtk_image_set_from_icon_name (self->icon, looks[look].icon_name);
  for (guint i = 0; i < G_N_ELEMENTS (looks); i++)
    gtk_widget_remove_css_class (GTK_WIDGET (self->icon), looks[i].css_class);
  gtk_widget_add_css_class (GTK_WIDGET (self->icon), looks[look].css_class);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->icon), kind);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->icon), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  kind, -1);
}

static char *
dup_duration (gint64 microseconds)
{
  double ms = microseconds / 1000.0;

  if (ms < 1000)
    /* Translators: milliseconds. */
    return g_strdup_printf (_("%.*f ms"), ms < 10 ? 1 : 0, ms);
  /* Translators: seconds. */
  return g_strdup_printf (_("%.1f s"), ms / 1000);
}

/* "Result · id 4 · 1.2 kB · 14 ms" */
static char *
dup_facts (GhActivityEntry *entry)
{
  g_autoptr(GString) facts = g_string_new (gh_activity_row_get_kind (entry));
  const char *id = gh_activity_entry_get_id (entry);

  if (gh_activity_entry_get_kind (entry) == GH_ACTIVITY_EVENT)
    return g_string_free (g_steal_pointer (&facts), FALSE);
  if (id != NULL)
    {
      g_autofree char *plain = gh_plain_text_dup (id, MAX_ID, GH_PLAIN_TEXT_EXACT);

      g_string_append (facts, " · ");
      /* Translators: %s is what tells a request from others, such as a number. */
      g_string_append_printf (facts, _("id %s"), plain);
    }
  {
    g_autofree char *size = g_format_size (gh_activity_entry_get_size (entry));

    g_string_append_printf (facts, " · %s", size);
  }
  if (gh_activity_entry_get_duration (entry) >= 0)
    {
      g_autofree char *duration = dup_duration (gh_activity_entry_get_duration (entry));

      g_string_append_printf (facts, " · %s", duration);
    }
  return g_string_free (g_steal_pointer (&facts), FALSE);
}

static void
name_for_accessibility (GhActivityRow *self)
{
  GtkWidget *parent = gtk_widget_get_parent (GTK_WIDGET (self));
  g_autofree char *name = NULL;

  if (parent == NULL || self->item == NULL)
    return;
  /* Translators: a message, and what kind it is: "tools/call, Request sent · id 4 · 184 bytes". */
  name = g_strdup_printf (_("%s, %s"), gtk_label_get_text (self->words),
                          gtk_label_get_text (self->facts));
  gtk_accessible_update_property (GTK_ACCESSIBLE (parent), GTK_ACCESSIBLE_PROPERTY_LABEL, name,
                                  -1);
}

static void
set_item (GhActivityRow   *self,
          GhActivityEntry *item)
{
  g_autofree char *time = NULL;
  g_autofree char *words = NULL;
  g_autofree char *facts = NULL;

  if (!g_set_object (&self->item, item))
    return;
  if (item != NULL)
    {
      time = gh_text_dup_time (gh_activity_entry_get_time (item), "%H:%M:%S");
      words = gh_activity_row_dup_words (item);
      facts = dup_facts (item);
      show_look (self);
    }
  gtk_label_set_text (self->time, time != NULL ? time : "");
  gtk_label_set_text (self->words, words != NULL ? words : "");
  gtk_label_set_text (self->facts, facts != NULL ? facts : "");
  name_for_accessibility (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_ITEM]);
}

static void
gh_activity_row_root (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (gh_activity_row_parent_class)->root (widget);

  name_for_accessibility (GH_ACTIVITY_ROW (widget));
}

static void
gh_activity_row_dispose (GObject *object)
{
  GhActivityRow *self = GH_ACTIVITY_ROW (object);

  g_clear_pointer (&self->box, gtk_widget_unparent);
  g_clear_object (&self->item);

  G_OBJECT_CLASS (gh_activity_row_parent_class)->dispose (object);
}

static void
gh_activity_row_get_property (GObject    *object,
                              guint       prop_id,
                              GValue     *value,
                              GParamSpec *pspec)
{
  switch (prop_id)
    {
    case PROP_ITEM:
      g_value_set_object (value, GH_ACTIVITY_ROW (object)->item);
      break;

    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
gh_activity_row_set_property (GObject      *object,
                              guint         prop_id,
                              const GValue *value,
                              GParamSpec   *pspec)
{
  switch (prop_id)
    {
    case PROP_ITEM:
      set_item (GH_ACTIVITY_ROW (object), g_value_get_object (value));
      break;

    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
gh_activity_row_class_init (GhActivityRowClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = gh_activity_row_dispose;
  object_class->get_property = gh_activity_row_get_property;
  object_class->set_property = gh_activity_row_set_property;
  widget_class->root = gh_activity_row_root;

  properties[PROP_ITEM] = g_param_spec_object ("item", NULL, NULL, GH_TYPE_ACTIVITY_ENTRY,
                                               G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY |
                                               G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);

  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/io/github/gatehouse/Gatehouse/gh-activity-row.ui");
  gtk_widget_class_bind_template_child (widget_class, GhActivityRow, box);
  gtk_widget_class_bind_template_child (widget_class, GhActivityRow, time);
  gtk_widget_class_bind_template_child (widget_class, GhActivityRow, icon);
  gtk_widget_class_bind_template_child (widget_class, GhActivityRow, words);
  gtk_widget_class_bind_template_child (widget_class, GhActivityRow, facts);
}

static void
gh_activity_row_init (GhActivityRow *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

char *
gh_activity_row_dup_words (GhActivityEntry *entry)
{
  g_autofree char *text = NULL;
  g_autofree char *event = NULL;
  const char *words;

  g_return_val_if_fail (GH_IS_ACTIVITY_ENTRY (entry), NULL);

  words = gh_activity_entry_get_method (entry);
  if (gh_activity_entry_get_kind (entry) == GH_ACTIVITY_EVENT && words != NULL)
    {
      text = gh_activity_entry_dup_text (entry);
      words = event = gh_text_dup_event (words, text);
    }
  else if (words == NULL)
    words = text = gh_activity_entry_dup_text (entry);
  return gh_plain_text_dup (words, MAX_WORDS, GH_PLAIN_TEXT_EXACT);
}

const char *
gh_activity_row_get_kind (GhActivityEntry *entry)
{
  gboolean sent;

  g_return_val_if_fail (GH_IS_ACTIVITY_ENTRY (entry), NULL);

  sent = gh_activity_entry_get_direction (entry) == GH_ACTIVITY_SENT;
  switch (gh_activity_entry_get_kind (entry))
    {
    case GH_ACTIVITY_REQUEST:
      return sent ? _("Request sent") : _("Request received");

    case GH_ACTIVITY_NOTIFICATION:
      return sent ? _("Notification sent") : _("Notification received");

    case GH_ACTIVITY_RESULT:
      return sent ? _("Result sent") : _("Result received");

    case GH_ACTIVITY_ERROR:
      return sent ? _("Error sent") : _("Error received");

    case GH_ACTIVITY_MALFORMED:
      /* Translators: something that a server wrote instead of a message. */
      return _("Malformed");

    case GH_ACTIVITY_EVENT:
      return _("Connection");

    default:
      g_return_val_if_reached (NULL);
    }
}

gboolean
gh_activity_row_is_trouble (GhActivityEntry *entry)
{
  static const char * const words[] = { "failed", "no-answer", "trouble", NULL };
  const char *word;

  g_return_val_if_fail (GH_IS_ACTIVITY_ENTRY (entry), FALSE);

  word = gh_activity_entry_get_method (entry);
  return gh_activity_entry_get_kind (entry) == GH_ACTIVITY_EVENT && word != NULL
         && g_strv_contains (words, word);
}
