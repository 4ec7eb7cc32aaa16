/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * One line of a server's log. */
#include "config.h"

#include "gh-log-row.h"

#include <glib/gi18n.h>

#include "gh-plain-text.h"
#include "gh-text.h"

/* What of a line is laid out; a copy has all of it. */
#define MAX_SHOWN 1500
/* A server may call a level what it likes. */
#define MAX_LEVEL 40

struct _GhLogRow
{
  GtkWidget parent_instance;

  GhLogLine *item; /* owned, or NULL */

  /* template */
  GtkWidget *box;
  GtkLabel *time;
  GtkImage *icon;
  GtkLabel *text;
};

G_DEFINE_FINAL_TYPE (GhLogRow, gh_log_row, GTK_TYPE_WIDGET)

enum
{
  PROP_0,
  PROP_ITEM,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

typedef enum
{
  LOOK_PLAIN,
  LOOK_STDERR,
  LOOK_HOST,
  LOOK_WARNING,
  LOOK_ERROR,
} Look;

static Look
find_look (GhLogLine *line)
{
  static const char *const errors[] = { "error", "critical", "alert", "emergency", NULL };
  const char *level = gh_log_line_get_level (line);

  if (gh_log_line_get_source (line) == GH_LOG_STDERR)
    return LOOK_STDERR;
  if (level != NULL && g_strv_contains (errors, level))
    return LOOK_ERROR;
  if (gh_log_line_get_source (line) == GH_LOG_HOST)
    return LOOK_HOST;
  return g_strcmp0 (level, "warning") == 0 ? LOOK_WARNING : LOOK_PLAIN;
}

static void
show_look (GhLogRow *self)
{
  static const struct
  {
    const char *icon_name;
    const char *css_class; /* or NULL */
    const char *words;
  } looks[] = {
    [LOOK_PLAIN] = { "mail-unread-symbolic", "gh-dim", N_("Message") },
    [LOOK_STDERR] = { "utilities-terminal-symbolic", "gh-dim", N_("Standard Error") },
    [LOOK_HOST] = { "gatehouse-symbolic", "gh-dim", N_("Gatehouse") },
    [LOOK_WARNING] = { "dialog-warning-symbolic", "warning", N_("Warning") },
    [LOOK_ERROR] = { "dialog-error-symbolic", "error", N_("Error") },
  };
  Look look = find_look (self->item);
  const char *level = gh_log_line_get_level (self->item);
  const char *words = _(looks[look].words);
  g_autofree char *plain = NULL;

  gtk_image_set_from_icon_name (self->icon, looks[look].icon_name);
  for (guint i = 0; i < G_N_ELEMENTS (looks); i++)
    gtk_widget_remove_css_class (GTK_WIDGET (self->icon), looks[i].css_class);
  gtk_widget_add_css_class (GTK_WIDGET (self->icon), looks[look].css_class);
  if (look == LOOK_PLAIN && level != NULL)
    words = plain = gh_plain_text_dup (level, MAX_LEVEL, GH_PLAIN_TEXT_ONE_LINE);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->icon), words);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->icon), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  words, -1);
}

static void
name_for_accessibility (GhLogRow *self)
{
  GtkWidget *parent = gtk_widget_get_parent (GTK_WIDGET (self));

  if (parent != NULL && self->item != NULL)
    gtk_accessible_update_property (GTK_ACCESSIBLE (parent), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                    gtk_label_get_text (self->text), -1);
}

static void
set_item (GhLogRow  *self,
          GhLogLine *item)
{
  g_autofree char *time = NULL;
  g_autofree char *whole = NULL;
  g_autofree char *text = NULL;

  if (!g_set_object (&self->item, item))
    return;
  if (item != NULL)
    {
      time = gh_text_dup_time (gh_log_line_get_time (item), "%H:%M:%S");
      whole = gh_log_row_dup_text (item);
      text = gh_plain_text_dup (whole, MAX_SHOWN, GH_PLAIN_TEXT_LINES);
      show_look (self);
    }
  gtk_label_set_text (self->time, time != NULL ? time : "");
  gtk_label_set_text (self->text, text != NULL ? text : "");
  name_for_accessibility (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_ITEM]);
}

static void
gh_log_row_root (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (gh_log_row_parent_class)->root (widget);

  name_for_accessibility (GH_LOG_ROW (widget));
}

static void
gh_log_row_dispose (GObject *object)
{
  GhLogRow *self = GH_LOG_ROW (object);

  g_clear_pointer (&self->box, gtk_widget_unparent);
  g_clear_object (&self->item);

  G_OBJECT_CLASS (gh_log_row_parent_class)->dispose (object);
}

static void
gh_log_row_get_property (GObject    *object,
                         guint       prop_id,
                         GValue     *value,
                         GParamSpec *pspec)
{
  switch (prop_id)
    {
    case PROP_ITEM:
      g_value_set_object (value, GH_LOG_ROW (object)->item);
      break;

    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
gh_log_row_set_property (GObject      *object,
                         guint         prop_id,
                         const GValue *value,
                         GParamSpec   *pspec)
{
  switch (prop_id)
    {
    case PROP_ITEM:
      set_item (GH_LOG_ROW (object), g_value_get_object (value));
      break;

    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
gh_log_row_class_init (GhLogRowClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = gh_log_row_dispose;
  object_class->get_property = gh_log_row_get_property;
  object_class->set_property = gh_log_row_set_property;
  widget_class->root = gh_log_row_root;

  properties[PROP_ITEM] = g_param_spec_object ("item", NULL, NULL, GH_TYPE_LOG_LINE,
                                               G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY |
                                               G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);

  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/io/github/gatehouse/Gatehouse/gh-log-row.ui");
  gtk_widget_class_bind_template_child (widget_class, GhLogRow, box);
  gtk_widget_class_bind_template_child (widget_class, GhLogRow, time);
  gtk_widget_class_bind_template_child (widget_class, GhLogRow, icon);
  gtk_widget_class_bind_template_child (widget_class, GhLogRow, text);
}

static void
gh_log_row_init (GhLogRow *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

char *
gh_log_row_dup_text (GhLogLine *line)
{
  const char *word = gh_log_line_get_logger (line);
  const char *text = gh_log_line_get_text (line);

  g_return_val_if_fail (GH_IS_LOG_LINE (line), NULL);

  if (gh_log_line_get_source (line) == GH_LOG_MESSAGE && word != NULL && *word != '\0')
    return g_strdup_printf ("%s: %s", word, text);
  if (gh_log_line_get_source (line) != GH_LOG_HOST || word == NULL)
    return g_strdup (text);
  return gh_text_dup_event (word, text);
}

char *
gh_log_row_dup_copy (GhLogLine *line)
{
  const char *level = gh_log_line_get_level (line);
  g_autofree char *time = NULL;
  g_autofree char *text = NULL;

  g_return_val_if_fail (GH_IS_LOG_LINE (line), NULL);

  time = gh_text_dup_time (gh_log_line_get_time (line), "%Y-%m-%d %H:%M:%S");
  text = gh_log_row_dup_text (line);
  if (level == NULL || gh_log_line_get_source (line) == GH_LOG_STDERR)
    level = gh_log_line_get_source (line) == GH_LOG_STDERR ? "stderr" : "message";
  return g_strdup_printf ("%s %s %s", time, level, text);
}
