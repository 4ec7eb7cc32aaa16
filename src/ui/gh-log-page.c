/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * What a server wrote, as it comes. */
#include "config.h"

#include "gh-log-page.h"

#include "gh-log-row.h"
#include "gh-tail-view.h"
#include "gh-ui.h"

/* As in the .ui file. */
enum
{
  SHOW_EVERYTHING,
  SHOW_STDERR,
  SHOW_MESSAGES,
  SHOW_WARNINGS,
  SHOW_ERRORS,
};

struct _GhLogPage
{
  AdwBin parent_instance;

  GhServer *server; /* owned, or NULL */

  /* template */
  GhTailView *view;
};

G_DEFINE_FINAL_TYPE (GhLogPage, gh_log_page, ADW_TYPE_BIN)

enum
{
  PROP_0,
  PROP_SERVER,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

static gboolean
is_kind (GObject *item,
         guint    kind)
{
  static const char *const errors[] = { "error", "critical", "alert", "emergency", NULL };
  GhLogLine *line = GH_LOG_LINE (item);
  const char *level = gh_log_line_get_level (line);
  GhLogSource source = gh_log_line_get_source (line);

  if (kind == SHOW_STDERR)
    return source == GH_LOG_STDERR;
  if (kind == SHOW_MESSAGES)
    return source == GH_LOG_MESSAGE;
  if (source == GH_LOG_STDERR || level == NULL)
    return FALSE;
  return g_strv_contains (errors, level) ||
    (kind == SHOW_WARNINGS && g_str_equal (level, "warning"));
}

static char *
dup_text (GObject *item)
{
  return gh_log_row_dup_text (GH_LOG_LINE (item));
}

static char *
dup_copy (GObject *item)
{
  return gh_log_row_dup_copy (GH_LOG_LINE (item));
}

static const GhTailFunctions functions = { is_kind, dup_text, dup_copy };

static void
gh_log_page_finalize (GObject *object)
{
  GhLogPage *self = GH_LOG_PAGE (object);

  g_clear_object (&self->server);

  G_OBJECT_CLASS (gh_log_page_parent_class)->finalize (object);
}

static void
gh_log_page_get_property (GObject    *object,
                          guint       prop_id,
                          GValue     *value,
                          GParamSpec *pspec)
{
  switch (prop_id)
    {
    case PROP_SERVER:
      g_value_set_object (value, GH_LOG_PAGE (object)->server);
      break;

    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
gh_log_page_set_property (GObject      *object,
                          guint         prop_id,
                          const GValue *value,
                          GParamSpec   *pspec)
{
  switch (prop_id)
    {
    case PROP_SERVER:
      gh_log_page_set_server (GH_LOG_PAGE (object), g_value_get_object (value));
      break;

    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
gh_log_page_class_init (GhLogPageClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->finalize = gh_log_page_finalize;
  object_class->get_property = gh_log_page_get_property;
  object_class->set_property = gh_log_page_set_property;

  properties[PROP_SERVER] = g_param_spec_object ("server", NULL, NULL, GH_TYPE_SERVER,
                                                 G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY |
                                                 G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);

  g_type_ensure (GH_TYPE_LOG_ROW);
  g_type_ensure (GH_TYPE_TAIL_VIEW);
  gtk_widget_class_set_template_from_resource (widget_class, GH_UI_RESOURCE_PATH "gh-log-page.ui");
  gtk_widget_class_bind_template_child (widget_class, GhLogPage, view);
}

static void
gh_log_page_init (GhLogPage *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  gh_tail_view_set_functions (self->view, &functions);
}

void
gh_log_page_set_server (GhLogPage *self,
                        GhServer  *server)
{
  g_return_if_fail (GH_IS_LOG_PAGE (self));
  g_return_if_fail (server == NULL || GH_IS_SERVER (server));

  if (!g_set_object (&self->server, server))
    return;
  gh_tail_view_set_masking (self->view, server != NULL ? gh_server_get_masking (server) : NULL);
  gh_tail_view_set_model (self->view, server != NULL ? gh_server_list_log (server) : NULL);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_SERVER]);
}
