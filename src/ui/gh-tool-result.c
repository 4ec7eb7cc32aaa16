/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * One call of a tool: how it goes, and what came of it. */
#include "config.h"

#include "gh-tool-result.h"

#include <glib/gi18n.h>
#include <math.h>

#include "gh-content-view.h"
#include "gh-duration.h"
#include "gh-failure-text.h"
#include "gh-plain-text.h"

/* So many blocks are shown; all are copied. */
#define MAX_PARTS 50
#define MAX_MESSAGE 500
/* How often the seconds of a running call are counted on, in milliseconds. */
#define TICK 200

struct _GhToolResult
{
  AdwBin parent_instance;

  GhToolCall *call; /* owned, or NULL */
  GSignalGroup *signals; /* owned */
  guint tick_id;
  guint n_parts;

  /* template */
  GtkSpinner *spinner;
  GtkImage *icon;
  GtkLabel *status;
  GtkWidget *copy;
  GtkWidget *cancel;
  GtkProgressBar *progress;
  GtkLabel *message;
  GtkBox *parts;
  GtkLabel *left_out;
};

G_DEFINE_FINAL_TYPE (GhToolResult, gh_tool_result, ADW_TYPE_BIN)

enum
{
  PROP_0,
  PROP_CALL,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

/* --- words --- */

static char *
dup_done_text (const char *duration,
               guint       n_requests)
{
  if (n_requests == 0)
    /* Translators: %s is a length of time, such as "14.2 seconds". */
    return g_strdup_printf (_("Finished in %s"), duration);
  if (n_requests == 1)
    return g_strdup_printf (_("Finished in %s, with one request to your model"), duration);
  /* Translators: %s is a length of time, %u how often the server asked for a model's answer. */
  return g_strdup_printf (ngettext ("Finished in %s, with %u request to your model",
                                    "Finished in %s, with %u requests to your model", n_requests),
                          duration, n_requests);
}

static char *
dup_running_text (const char *duration,
                  guint       n_requests)
{
  if (n_requests == 0)
    return g_strdup_printf (_("Running for %s"), duration);
  if (n_requests == 1)
    return g_strdup_printf (_("Running for %s, with one request to your model"), duration);
  return g_strdup_printf (ngettext ("Running for %s, with %u request to your model",
                                    "Running for %s, with %u requests to your model", n_requests),
                          duration, n_requests);
}

static char *
dup_status_text (GhToolCall *call)
{
  g_autofree char *duration = gh_duration_dup_text (gh_tool_call_get_duration (call));
  guint n_requests = gh_tool_call_get_n_requests (call);

  switch (gh_tool_call_get_state (call))
    {
    case GH_TOOL_CALL_RUNNING:
      return dup_running_text (duration, n_requests);

    case GH_TOOL_CALL_DONE:
      if (gh_tool_call_get_is_error (call))
        return g_strdup_printf (_("The tool says that it failed, after %s"), duration);
      return dup_done_text (duration, n_requests);

    case GH_TOOL_CALL_CANCELLED:
      return g_strdup_printf (_("Cancelled after %s"), duration);

    case GH_TOOL_CALL_FAILED:
    default:
      return g_strdup_printf (_("The call did not succeed, after %s"), duration);
    }
}

static char *
dup_warning_text (const char *warning)
{
  g_autofree char *words = gh_plain_text_dup (warning, MAX_MESSAGE, GH_PLAIN_TEXT_LINES);

  /* Translators: %s says what, in English. */
  return g_strdup_printf (_("Use this result with care. %s"), words);
}

static void
set_icon (GhToolResult *self,
          const char   *name,
          const char   *css_class)
{
  static const char *const classes[] = { "success", "error", "gh-dim" };

  gtk_widget_set_visible (GTK_WIDGET (self->icon), name != NULL);
  gtk_image_set_from_icon_name (self->icon, name);
  for (guint i = 0; i < G_N_ELEMENTS (classes); i++)
    gtk_widget_remove_css_class (GTK_WIDGET (self->icon), classes[i]);
  if (css_class != NULL)
    gtk_widget_add_css_class (GTK_WIDGET (self->icon), css_class);
}

/* --- the parts --- */

static void
clear_parts (GhToolResult *self)
{
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self->parts))) !=
         GTK_WIDGET (self->left_out))
    gtk_box_remove (self->parts, child);
  self->n_parts = 0;
}

static void
show_parts (GhToolResult *self)
{
  GListModel *content = gh_tool_call_list_content (self->call);
  guint n = g_list_model_get_n_items (content);

  for (; self->n_parts < MIN (n, MAX_PARTS); self->n_parts++)
    {
      g_autoptr(GhContent) part = g_list_model_get_item (content, self->n_parts);

      gtk_widget_insert_before (gh_content_view_new (part), GTK_WIDGET (self->parts),
                                GTK_WIDGET (self->left_out));
    }
  gtk_widget_set_visible (GTK_WIDGET (self->parts), n > 0);
  gtk_widget_set_visible (self->copy, n > 0);
  if (n > MAX_PARTS)
    {
      g_autofree char *text = g_strdup_printf (ngettext ("%u more part is not shown. Copy Result "
                                                         "gives all.",
                                                         "%u more parts are not shown. Copy Result "
                                                         "gives "
                                                         "all.", n - MAX_PARTS), n - MAX_PARTS);

      gtk_label_set_text (self->left_out, text);
    }
  gtk_widget_set_visible (GTK_WIDGET (self->left_out), n > MAX_PARTS);
}

/* --- showing --- */

static void
show_progress (GhToolResult *self)
{
  double progress = gh_tool_call_get_progress (self->call);
  double total = gh_tool_call_get_total (self->call);

  if (!isnan (progress) && !isnan (total) && total > 0)
    gtk_progress_bar_set_fraction (self->progress, CLAMP (progress / total, 0, 1));
  else
    gtk_progress_bar_pulse (self->progress);
}

static void
show_status (GhToolResult *self)
{
  g_autofree char *status = dup_status_text (self->call);

  gtk_label_set_text (self->status, status);
}

static gboolean
tick_cb (gpointer user_data)
{
  GhToolResult *self = GH_TOOL_RESULT (user_data);

  show_status (self);
  show_progress (self);
  return G_SOURCE_CONTINUE;
}

static void
show_message (GhToolResult *self)
{
  GhToolCallState state = gh_tool_call_get_state (self->call);
  g_autofree char *text = NULL;

  if (state == GH_TOOL_CALL_RUNNING)
    text = gh_plain_text_dup (gh_tool_call_get_message (self->call), MAX_MESSAGE,
                              GH_PLAIN_TEXT_LINES);
  else if (state == GH_TOOL_CALL_FAILED)
    text = gh_failure_text_dup_for_call (gh_tool_call_get_error (self->call));
  else if (gh_tool_call_get_warning (self->call) != NULL)
    text = dup_warning_text (gh_tool_call_get_warning (self->call));
  else if (state == GH_TOOL_CALL_DONE &&
           g_list_model_get_n_items (gh_tool_call_list_content (self->call)) == 0)
    text = g_strdup (_("The tool gave nothing back."));
  gtk_label_set_text (self->message, text != NULL ? text : "");
  gtk_widget_set_visible (GTK_WIDGET (self->message), text != NULL && *text != '\0');
}

static void
show_call (GhToolResult *self)
{
  GhToolCallState state = gh_tool_call_get_state (self->call);
  gboolean running = state == GH_TOOL_CALL_RUNNING;

  gtk_widget_set_visible (GTK_WIDGET (self->spinner), running);
  gtk_spinner_set_spinning (self->spinner, running);
  gtk_widget_set_visible (self->cancel, running);
  gtk_widget_set_visible (GTK_WIDGET (self->progress), running);
  if (running)
    set_icon (self, NULL, NULL);
  else if (gh_tool_call_get_warning (self->call) != NULL)
    set_icon (self, "dialog-warning-symbolic", "warning");
  else if (state == GH_TOOL_CALL_DONE && !gh_tool_call_get_is_error (self->call))
    set_icon (self, "gatehouse-done-symbolic", "success");
  else if (state == GH_TOOL_CALL_CANCELLED)
    set_icon (self, "process-stop-symbolic", "gh-dim");
  else
    set_icon (self, "dialog-error-symbolic", "error");
  show_status (self);
  show_message (self);
  show_parts (self);
  if (running && self->tick_id == 0)
    self->tick_id = g_timeout_add (TICK, tick_cb, self);
  else if (!running)
    g_clear_handle_id (&self->tick_id, g_source_remove);
  if (running)
    show_progress (self);
}

static void
state_changed_cb (GhToolResult *self)
{
  g_assert (GH_IS_TOOL_RESULT (self));

  show_call (self);
}

static void
progress_changed_cb (GhToolResult *self)
{
  g_assert (GH_IS_TOOL_RESULT (self));

  show_progress (self);
  show_message (self);
}

static void
cancel_action (GtkWidget  *widget,
               const char *name,
               GVariant   *parameter)
{
  GhToolResult *self = GH_TOOL_RESULT (widget);

  if (self->call != NULL)
    gh_tool_call_cancel (self->call);
}

/* Texts; without any, what the parts say as JSON. */
static char *
dup_copy (GhToolCall *call)
{
  GListModel *content = gh_tool_call_list_content (call);
  GString *out = g_string_new (NULL);

  for (int pass = 0; pass < 2 && out->len == 0; pass++)
    for (guint i = 0; i < g_list_model_get_n_items (content); i++)
      {
        g_autoptr(GhContent) part = g_list_model_get_item (content, i);
        const char *text = gh_content_get_text (part);
        GhContentKind kind = gh_content_get_kind (part);

        if (text == NULL || *text == '\0')
          text = gh_content_get_uri (part);
        if (text == NULL || (pass == 0 && kind == GH_CONTENT_STRUCTURED))
          continue;
        if (out->len > 0)
          g_string_append_c (out, '\n');
        g_string_append (out, text);
      }
  return g_string_free (out, FALSE);
}

static void
copy_action (GtkWidget  *widget,
             const char *name,
             GVariant   *parameter)
{
  GhToolResult *self = GH_TOOL_RESULT (widget);
  g_autofree char *text = NULL;

  if (self->call == NULL)
    return;
  text = dup_copy (self->call);
  gdk_clipboard_set_text (gtk_widget_get_clipboard (widget), text);
}

static void
gh_tool_result_dispose (GObject *object)
{
  GhToolResult *self = GH_TOOL_RESULT (object);

  g_clear_handle_id (&self->tick_id, g_source_remove);
  g_clear_object (&self->signals);
  g_clear_object (&self->call);

  G_OBJECT_CLASS (gh_tool_result_parent_class)->dispose (object);
}

static void
gh_tool_result_get_property (GObject    *object,
                             guint       prop_id,
                             GValue     *value,
                             GParamSpec *pspec)
{
  switch (prop_id)
    {
    case PROP_CALL:
      g_value_set_object (value, GH_TOOL_RESULT (object)->call);
      break;

    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
gh_tool_result_set_property (GObject      *object,
                             guint         prop_id,
                             const GValue *value,
                             GParamSpec   *pspec)
{
  switch (prop_id)
    {
    case PROP_CALL:
      gh_tool_result_set_call (GH_TOOL_RESULT (object), g_value_get_object (value));
      break;

    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
gh_tool_result_class_init (GhToolResultClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = gh_tool_result_dispose;
  object_class->get_property = gh_tool_result_get_property;
  object_class->set_property = gh_tool_result_set_property;

  properties[PROP_CALL] = g_param_spec_object ("call", NULL, NULL, GH_TYPE_TOOL_CALL,
                                               G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY |
                                               G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);

  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/io/github/gatehouse/Gatehouse/gh-tool-result.ui");
  gtk_widget_class_bind_template_child (widget_class, GhToolResult, spinner);
  gtk_widget_class_bind_template_child (widget_class, GhToolResult, icon);
  gtk_widget_class_bind_template_child (widget_class, GhToolResult, status);
  gtk_widget_class_bind_template_child (widget_class, GhToolResult, copy);
  gtk_widget_class_bind_template_child (widget_class, GhToolResult, cancel);
  gtk_widget_class_bind_template_child (widget_class, GhToolResult, progress);
  gtk_widget_class_bind_template_child (widget_class, GhToolResult, message);
  gtk_widget_class_bind_template_child (widget_class, GhToolResult, parts);
  gtk_widget_class_bind_template_child (widget_class, GhToolResult, left_out);

  gtk_widget_class_install_action (widget_class, "result.copy", NULL, copy_action);
  gtk_widget_class_install_action (widget_class, "result.cancel", NULL, cancel_action);
}

static void
gh_tool_result_init (GhToolResult *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  self->signals = g_signal_group_new (GH_TYPE_TOOL_CALL);
  g_signal_group_connect_swapped (self->signals, "notify::state", G_CALLBACK (state_changed_cb),
                                  self);
  g_signal_group_connect_swapped (self->signals, "notify::n-requests", G_CALLBACK (show_status),
                                  self);
  g_signal_group_connect_swapped (self->signals, "notify::progress",
                                  G_CALLBACK (progress_changed_cb),
                                  self);
  g_signal_group_connect_swapped (self->signals, "notify::message",
                                  G_CALLBACK (progress_changed_cb),
                                  self);
}

GtkWidget *
gh_tool_result_new (void)
{
  return g_object_new (GH_TYPE_TOOL_RESULT, NULL);
}

GhToolCall *
gh_tool_result_get_call (GhToolResult *self)
{
  g_return_val_if_fail (GH_IS_TOOL_RESULT (self), NULL);

  return self->call;
}

void
gh_tool_result_set_call (GhToolResult *self,
                         GhToolCall   *call)
{
  g_return_if_fail (GH_IS_TOOL_RESULT (self));
  g_return_if_fail (call == NULL || GH_IS_TOOL_CALL (call));

  if (!g_set_object (&self->call, call))
    return;
  g_clear_handle_id (&self->tick_id, g_source_remove);
  g_signal_group_set_target (self->signals, call);
  clear_parts (self);
  if (call != NULL)
    show_call (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_CALL]);
}
