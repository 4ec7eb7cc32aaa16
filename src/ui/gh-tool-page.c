/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * One tool: what it says of itself, its input, and what came of calling it. */
#include "config.h"

#include "gh-tool-page.h"

#include <glib/gi18n.h>

#include "gh-form.h"
#include "gh-plain-text.h"
#include "gh-tool-form.h"
#include "gh-tool-result.h"

#define MAX_TITLE 300
#define MAX_DESCRIPTION 4000

struct _GhToolPage
{
  AdwBin parent_instance;

  /* owned */
  GhServer *server;
  GhTool *tool;
  GhToolCall *call; /* shown; or NULL */
  GHashTable *forms; /* name of a tool -> GhForm, as the person left it */
  GHashTable *tools; /* name of a tool -> the GhTool that form was made for */
  GSignalGroup *server_signals;
  gboolean narrow;

  /* template */
  GtkLabel *title;
  GtkLabel *name;
  GtkOrientable *facts;
  GtkWidget *reads;
  GtkWidget *changes;
  GtkWidget *destroys;
  GtkLabel *description;
  GhToolForm *form;
  GtkWidget *run;
  GtkLabel *run_hint;
  GtkWidget *result_box;
  GtkWidget *pager;
  GtkLabel *position;
  GhToolResult *result;
};

G_DEFINE_FINAL_TYPE (GhToolPage, gh_tool_page, ADW_TYPE_BIN)

enum
{
  PROP_0,
  PROP_SERVER,
  PROP_TOOL,
  PROP_NARROW,
  N_PROPS
};

enum
{
  BACK,
  N_SIGNALS
};

static GParamSpec *properties[N_PROPS];
static guint signals[N_SIGNALS];

/* --- results --- */

/* The calls of this tool, oldest first; owned. */
static GPtrArray *
dup_calls (GhToolPage *self)
{
  GPtrArray *calls = g_ptr_array_new_with_free_func (g_object_unref);
  GListModel *all = self->server != NULL ? gh_server_list_calls (self->server) : NULL;

  for (guint i = 0; self->tool != NULL && all != NULL && i < g_list_model_get_n_items (all); i++)
    {
      g_autoptr(GhToolCall) call = g_list_model_get_item (all, i);

      if (g_str_equal (gh_tool_get_name (gh_tool_call_get_tool (call)),
                       gh_tool_get_name (self->tool)))
        g_ptr_array_add (calls, g_steal_pointer (&call));
    }
  return calls;
}

static void
show_call (GhToolPage *self,
           GhToolCall *call)
{
  g_autoptr(GPtrArray) calls = dup_calls (self);
  guint index = 0;
  gboolean known = call != NULL && g_ptr_array_find (calls, call, &index);

  g_set_object (&self->call, call);
  gh_tool_result_set_call (self->result, call);
  gtk_widget_set_visible (self->result_box, call != NULL);
  gtk_widget_set_visible (self->pager, known && calls->len > 1);
  if (known)
    {
      /* Translators: which of the results of a tool is shown, "2 of 3". */
      g_autofree char *text = g_strdup_printf (_("%u of %u"), index + 1, calls->len);

      gtk_label_set_text (self->position, text);
    }
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "tool.show-earlier", known && index > 0);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "tool.show-later",
                                 known && index + 1 < calls->len);
}

static void
move_by (GhToolPage *self,
         int         step)
{
  g_autoptr(GPtrArray) calls = dup_calls (self);
  guint index;

  if (self->call == NULL || !g_ptr_array_find (calls, self->call, &index) ||
      (int) index + step < 0 || (int) index + step >= (int) calls->len)
    return;
  show_call (self, g_ptr_array_index (calls, (int) index + step));
}

static void
earlier_action (GtkWidget  *widget,
                const char *name,
                GVariant   *parameter)
{
  move_by (GH_TOOL_PAGE (widget), -1);
}

static void
later_action (GtkWidget  *widget,
              const char *name,
              GVariant   *parameter)
{
  move_by (GH_TOOL_PAGE (widget), 1);
}

static void
show_newest_call (GhToolPage *self)
{
  g_autoptr(GPtrArray) calls = dup_calls (self);

  show_call (self, calls->len > 0 ? g_ptr_array_index (calls, calls->len - 1) : NULL);
}

/* --- the tool --- */

static void
update_run (GhToolPage *self)
{
  gboolean running = self->server != NULL &&
    gh_server_get_state (self->server) == GH_SERVER_RUNNING;

  const char *left_out = self->tool != NULL ? gh_tool_get_left_out (self->tool) : NULL;

  gtk_widget_action_set_enabled (GTK_WIDGET (self), "tool.run",
                                 running && self->tool != NULL && left_out == NULL);
  if (left_out != NULL)
    {
      /* Translators: %s is an explanation in English. */
      g_autofree char *text = g_strdup_printf (
        _("This tool cannot be called, because the server describes it wrongly: %s. Its maker can "
          "mend that."), left_out);

      gtk_label_set_text (self->run_hint, text);
    }
  else
    gtk_label_set_text (self->run_hint, _("Start the server to run this tool."));
  gtk_widget_set_visible (GTK_WIDGET (self->run_hint), !running || left_out != NULL);
}

/* The form of this tool as the person left it; a new one, with the old values, when the server
 * describes the tool anew. */
static GhForm *
ensure_form (GhToolPage *self)
{
  const char *name = gh_tool_get_name (self->tool);
  GhForm *old = g_hash_table_lookup (self->forms, name);
  GhForm *form;

  if (old != NULL && g_hash_table_lookup (self->tools, name) == self->tool)
    return old;
  form = gh_form_new (gh_tool_get_input_schema (self->tool));
  if (old != NULL)
    {
      g_autoptr(JsonNode) arguments = gh_form_dup_arguments (old);

      gh_form_set_arguments (form, arguments);
    }
  g_hash_table_insert (self->forms, g_strdup (name), form);
  g_hash_table_insert (self->tools, g_strdup (name), g_object_ref (self->tool));
  return form;
}

static void
show_tool (GhToolPage *self)
{
  g_autofree char *title = gh_plain_text_dup (gh_tool_get_title (self->tool), MAX_TITLE,
                                              GH_PLAIN_TEXT_ONE_LINE);
  g_autofree char *name = gh_plain_text_dup (gh_tool_get_name (self->tool), MAX_TITLE,
                                             GH_PLAIN_TEXT_EXACT);
  g_autofree char *description = gh_plain_text_dup (gh_tool_get_description (self->tool),
                                                    MAX_DESCRIPTION, GH_PLAIN_TEXT_LINES);
  gboolean reads = gh_tool_get_read_only (self->tool);

  gtk_label_set_text (self->title, title);
  gtk_label_set_text (self->name, name);
  gtk_label_set_text (self->description, description);
  gtk_widget_set_visible (GTK_WIDGET (self->description), *description != '\0');
  gtk_widget_set_visible (self->reads, reads);
  gtk_widget_set_visible (self->changes, !reads);
  gtk_widget_set_visible (self->destroys, !reads && gh_tool_get_destructive (self->tool));
  gh_tool_form_set_form (self->form, ensure_form (self));
}

static void
state_changed_cb (GhToolPage *self)
{
  g_assert (GH_IS_TOOL_PAGE (self));

  update_run (self);
}

static void
run_action (GtkWidget  *widget,
            const char *name,
            GVariant   *parameter)
{
  gh_tool_page_run (GH_TOOL_PAGE (widget));
}

static void
back_cb (GhToolPage *self)
{
  g_assert (GH_IS_TOOL_PAGE (self));

  g_signal_emit (self, signals[BACK], 0);
}

static gboolean
gh_tool_page_grab_focus (GtkWidget *widget)
{
  GhToolPage *self = GH_TOOL_PAGE (widget);

  return gtk_widget_grab_focus (GTK_WIDGET (self->form)) || gtk_widget_grab_focus (self->run);
}

static void
gh_tool_page_dispose (GObject *object)
{
  GhToolPage *self = GH_TOOL_PAGE (object);

  g_clear_object (&self->server_signals);
  g_clear_object (&self->call);
  g_clear_object (&self->tool);
  g_clear_object (&self->server);
  g_clear_pointer (&self->forms, g_hash_table_unref);
  g_clear_pointer (&self->tools, g_hash_table_unref);

  G_OBJECT_CLASS (gh_tool_page_parent_class)->dispose (object);
}

static void
gh_tool_page_get_property (GObject    *object,
                           guint       prop_id,
                           GValue     *value,
                           GParamSpec *pspec)
{
  GhToolPage *self = GH_TOOL_PAGE (object);

  switch (prop_id)
    {
    case PROP_SERVER:
      g_value_set_object (value, self->server);
      break;

    case PROP_TOOL:
      g_value_set_object (value, self->tool);
      break;

    case PROP_NARROW:
      g_value_set_boolean (value, self->narrow);
      break;

    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
gh_tool_page_set_property (GObject      *object,
                           guint         prop_id,
                           const GValue *value,
                           GParamSpec   *pspec)
{
  GhToolPage *self = GH_TOOL_PAGE (object);

  switch (prop_id)
    {
    case PROP_SERVER:
      gh_tool_page_set_server (self, g_value_get_object (value));
      break;

    case PROP_TOOL:
      gh_tool_page_set_tool (self, g_value_get_object (value));
      break;

    case PROP_NARROW:
      if (self->narrow != g_value_get_boolean (value))
        {
          self->narrow = g_value_get_boolean (value);
          gtk_orientable_set_orientation (self->facts, self->narrow ? GTK_ORIENTATION_VERTICAL
                                                                    : GTK_ORIENTATION_HORIZONTAL);
          g_object_notify_by_pspec (object, pspec);
        }
      break;

    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
gh_tool_page_class_init (GhToolPageClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  GParamFlags writable = G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS;

  object_class->dispose = gh_tool_page_dispose;
  object_class->get_property = gh_tool_page_get_property;
  object_class->set_property = gh_tool_page_set_property;
  widget_class->grab_focus = gh_tool_page_grab_focus;

  properties[PROP_SERVER] = g_param_spec_object ("server", NULL, NULL, GH_TYPE_SERVER, writable);
  properties[PROP_TOOL] = g_param_spec_object ("tool", NULL, NULL, GH_TYPE_TOOL, writable);
  properties[PROP_NARROW] = g_param_spec_boolean ("narrow", NULL, NULL, FALSE, writable);
  g_object_class_install_properties (object_class, N_PROPS, properties);

  signals[BACK] = g_signal_new ("back", GH_TYPE_TOOL_PAGE, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                G_TYPE_NONE, 0);

  g_type_ensure (GH_TYPE_TOOL_FORM);
  g_type_ensure (GH_TYPE_TOOL_RESULT);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/io/github/gatehouse/Gatehouse/gh-tool-page.ui");
  gtk_widget_class_bind_template_child (widget_class, GhToolPage, title);
  gtk_widget_class_bind_template_child (widget_class, GhToolPage, name);
  gtk_widget_class_bind_template_child (widget_class, GhToolPage, facts);
  gtk_widget_class_bind_template_child (widget_class, GhToolPage, reads);
  gtk_widget_class_bind_template_child (widget_class, GhToolPage, changes);
  gtk_widget_class_bind_template_child (widget_class, GhToolPage, destroys);
  gtk_widget_class_bind_template_child (widget_class, GhToolPage, description);
  gtk_widget_class_bind_template_child (widget_class, GhToolPage, form);
  gtk_widget_class_bind_template_child (widget_class, GhToolPage, run);
  gtk_widget_class_bind_template_child (widget_class, GhToolPage, run_hint);
  gtk_widget_class_bind_template_child (widget_class, GhToolPage, result_box);
  gtk_widget_class_bind_template_child (widget_class, GhToolPage, pager);
  gtk_widget_class_bind_template_child (widget_class, GhToolPage, position);
  gtk_widget_class_bind_template_child (widget_class, GhToolPage, result);
  gtk_widget_class_bind_template_callback (widget_class, back_cb);

  gtk_widget_class_install_action (widget_class, "tool.run", NULL, run_action);
  gtk_widget_class_install_action (widget_class, "tool.show-earlier", NULL, earlier_action);
  gtk_widget_class_install_action (widget_class, "tool.show-later", NULL, later_action);
}

static void
gh_tool_page_init (GhToolPage *self)
{
  self->forms = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_object_unref);
  self->tools = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_object_unref);
  gtk_widget_init_template (GTK_WIDGET (self));
  self->server_signals = g_signal_group_new (GH_TYPE_SERVER);
  g_signal_group_connect_swapped (self->server_signals, "notify::state",
                                  G_CALLBACK (state_changed_cb), self);
  update_run (self);
}

void
gh_tool_page_set_server (GhToolPage *self,
                         GhServer   *server)
{
  g_return_if_fail (GH_IS_TOOL_PAGE (self));
  g_return_if_fail (server == NULL || GH_IS_SERVER (server));

  if (!g_set_object (&self->server, server))
    return;
  g_signal_group_set_target (self->server_signals, server);
  gh_tool_page_set_tool (self, NULL);
  g_hash_table_remove_all (self->forms);
  g_hash_table_remove_all (self->tools);
  update_run (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_SERVER]);
}

void
gh_tool_page_set_tool (GhToolPage *self,
                       GhTool     *tool)
{
  g_return_if_fail (GH_IS_TOOL_PAGE (self));
  g_return_if_fail (tool == NULL || GH_IS_TOOL (tool));

  if (!g_set_object (&self->tool, tool))
    return;
  if (tool != NULL)
    show_tool (self);
  else
    gh_tool_form_set_form (self->form, NULL);
  show_newest_call (self);
  update_run (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_TOOL]);
}

void
gh_tool_page_run (GhToolPage *self)
{
  g_autoptr(JsonNode) arguments = NULL;
  g_autoptr(GhToolCall) call = NULL;

  g_return_if_fail (GH_IS_TOOL_PAGE (self));

  if (self->tool == NULL || self->server == NULL || gh_tool_get_left_out (self->tool) != NULL)
    return;
  arguments = gh_tool_form_dup_arguments (self->form);
  if (arguments == NULL)
    return;
  call = gh_server_call_tool (self->server, self->tool, arguments);
  show_call (self, call);
}
