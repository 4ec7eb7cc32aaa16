/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * A tool's input: as a form made from its schema, or as JSON. What was entered one way is there
 * when looked at the other way. */
#include "config.h"

#include "gh-tool-form.h"

#include <glib/gi18n.h>
#include <string.h>

#include "gh-form-row.h"
#include "gh-json-view.h"
#include "gh-json.h"

struct _GhToolForm
{
  AdwBin parent_instance;

  GhForm *form; /* owned, or NULL */
  guint turn_back_id;
  gboolean json;

  /* template */
  GtkToggleButton *form_button;
  GtkToggleButton *json_button;
  GtkStack *stack;
  GtkLabel *hint;
  GtkListBox *rows;
  GhJsonView *view;
  GtkWidget *json_problem_box;
  GtkLabel *json_problem;
};

G_DEFINE_FINAL_TYPE (GhToolForm, gh_tool_form, ADW_TYPE_BIN)

enum
{
  PROP_0,
  PROP_FORM,
  PROP_JSON,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

static void
set_json_problem (GhToolForm *self,
                  const char *text)
{
  gtk_label_set_text (self->json_problem, text != NULL ? text : "");
  gtk_widget_set_visible (self->json_problem_box, text != NULL);
  gtk_accessible_update_state (GTK_ACCESSIBLE (self->view), GTK_ACCESSIBLE_STATE_INVALID,
                               text != NULL ? GTK_ACCESSIBLE_INVALID_TRUE
                                 : GTK_ACCESSIBLE_INVALID_FALSE,
                               -1);
}

/* The JSON as it stands, or NULL after saying what is wrong with it. */
static JsonNode *
parse_json (GhToolForm *self)
{
  g_autofree char *text = gh_json_view_dup_text (self->view);
  g_autoptr(GError) error = NULL;
  g_autoptr(JsonNode) node = NULL;
  g_autofree char *problem = NULL;

  if (*g_strstrip (text) == '\0')
    node = gh_json_node_new_object (json_object_new ());
  else
    node = gh_json_read (text, strlen (text), &error);
  if (node == NULL)
    /* Translators: %s says where in the text and what, in English. */
    problem = g_strdup_printf (_("This is not JSON yet: %s"), error->message);
  else if (gh_json_node_get_object (node) == NULL)
    problem = g_strdup (_("A tool takes an object: begin with { and end with }."));
  set_json_problem (self, problem);
  return problem == NULL ? g_steal_pointer (&node) : NULL;
}

static GtkWidget *
create_row_cb (gpointer item,
               gpointer user_data)
{
  return gh_form_row_new (GH_FORM_FIELD (item));
}

static void
show_form (GhToolForm *self)
{
  guint n = self->form != NULL ? g_list_model_get_n_items (G_LIST_MODEL (self->form)) : 0;
  gboolean complete = self->form == NULL || gh_form_get_complete (self->form);

  gtk_list_box_bind_model (self->rows, self->form != NULL ? G_LIST_MODEL (self->form) : NULL,
                           create_row_cb, self, NULL);
  gtk_widget_set_visible (GTK_WIDGET (self->rows), n > 0);
  if (!complete)
    gtk_label_set_text (self->hint, _("This tool takes more than a form can show. Everything can "
                                      "be given "
                                      "as JSON."));
  else if (n == 0)
    gtk_label_set_text (self->hint, _("This tool needs no input."));
  gtk_widget_set_visible (GTK_WIDGET (self->hint), n == 0 || !complete);
}

static void
show_json (GhToolForm *self)
{
  g_autoptr(JsonNode) arguments = NULL;
  g_autofree char *text = NULL;

  if (self->form == NULL)
    return;
  arguments = gh_form_dup_arguments (self->form);
  text = gh_json_write_pretty (arguments);
  gh_json_view_set_text (self->view, text);
  set_json_problem (self, NULL);
}

/* Not from within the toggling of the other button, which would leave both pressed. */
static gboolean
turn_back_cb (gpointer user_data)
{
  GhToolForm *self = GH_TOOL_FORM (user_data);

  self->turn_back_id = 0;
  gtk_toggle_button_set_active (self->json ? self->json_button : self->form_button, TRUE);
  return G_SOURCE_REMOVE;
}

static void
json_toggled_cb (GhToolForm *self)
{
  g_assert (GH_IS_TOOL_FORM (self));

  gh_tool_form_set_json (self, gtk_toggle_button_get_active (self->json_button));
}

/* The first input; without one nothing is focused. */
static gboolean
gh_tool_form_grab_focus (GtkWidget *widget)
{
  GhToolForm *self = GH_TOOL_FORM (widget);
  GtkWidget *row = gtk_widget_get_first_child (GTK_WIDGET (self->rows));

  if (self->json)
    return gtk_widget_grab_focus (GTK_WIDGET (self->view));
  return row != NULL && gtk_widget_grab_focus (row);
}

static void
gh_tool_form_dispose (GObject *object)
{
  GhToolForm *self = GH_TOOL_FORM (object);

  g_clear_handle_id (&self->turn_back_id, g_source_remove);

  G_OBJECT_CLASS (gh_tool_form_parent_class)->dispose (object);
}

static void
gh_tool_form_finalize (GObject *object)
{
  GhToolForm *self = GH_TOOL_FORM (object);

  g_clear_object (&self->form);

  G_OBJECT_CLASS (gh_tool_form_parent_class)->finalize (object);
}

static void
gh_tool_form_get_property (GObject    *object,
                           guint       prop_id,
                           GValue     *value,
                           GParamSpec *pspec)
{
  GhToolForm *self = GH_TOOL_FORM (object);

  switch (prop_id)
    {
    case PROP_FORM:
      g_value_set_object (value, self->form);
      break;

    case PROP_JSON:
      g_value_set_boolean (value, self->json);
      break;

    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
gh_tool_form_set_property (GObject      *object,
                           guint         prop_id,
                           const GValue *value,
                           GParamSpec   *pspec)
{
  GhToolForm *self = GH_TOOL_FORM (object);

  switch (prop_id)
    {
    case PROP_FORM:
      gh_tool_form_set_form (self, g_value_get_object (value));
      break;

    case PROP_JSON:
      gh_tool_form_set_json (self, g_value_get_boolean (value));
      break;

    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
gh_tool_form_class_init (GhToolFormClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  GParamFlags writable = G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS;

  object_class->dispose = gh_tool_form_dispose;
  object_class->finalize = gh_tool_form_finalize;
  object_class->get_property = gh_tool_form_get_property;
  object_class->set_property = gh_tool_form_set_property;
  widget_class->grab_focus = gh_tool_form_grab_focus;

  properties[PROP_FORM] = g_param_spec_object ("form", NULL, NULL, GH_TYPE_FORM, writable);
  properties[PROP_JSON] = g_param_spec_boolean ("json", NULL, NULL, FALSE, writable);
  g_object_class_install_properties (object_class, N_PROPS, properties);

  g_type_ensure (GH_TYPE_JSON_VIEW);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/io/github/gatehouse/Gatehouse/gh-tool-form.ui");
  gtk_widget_class_bind_template_child (widget_class, GhToolForm, form_button);
  gtk_widget_class_bind_template_child (widget_class, GhToolForm, json_button);
  gtk_widget_class_bind_template_child (widget_class, GhToolForm, stack);
  gtk_widget_class_bind_template_child (widget_class, GhToolForm, hint);
  gtk_widget_class_bind_template_child (widget_class, GhToolForm, rows);
  gtk_widget_class_bind_template_child (widget_class, GhToolForm, view);
  gtk_widget_class_bind_template_child (widget_class, GhToolForm, json_problem_box);
  gtk_widget_class_bind_template_child (widget_class, GhToolForm, json_problem);
  gtk_widget_class_bind_template_callback (widget_class, json_toggled_cb);
  gtk_widget_class_bind_template_callback (widget_class, gh_form_row_keynav_failed_cb);
}

static void
gh_tool_form_init (GhToolForm *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

GtkWidget *
gh_tool_form_new (void)
{
  return g_object_new (GH_TYPE_TOOL_FORM, NULL);
}

GhForm *
gh_tool_form_get_form (GhToolForm *self)
{
  g_return_val_if_fail (GH_IS_TOOL_FORM (self), NULL);

  return self->form;
}

void
gh_tool_form_set_form (GhToolForm *self,
                       GhForm     *form)
{
  g_return_if_fail (GH_IS_TOOL_FORM (self));
  g_return_if_fail (form == NULL || GH_IS_FORM (form));

  if (!g_set_object (&self->form, form))
    return;
  show_form (self);
  if (self->json)
    show_json (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_FORM]);
}

gboolean
gh_tool_form_get_json (GhToolForm *self)
{
  g_return_val_if_fail (GH_IS_TOOL_FORM (self), FALSE);

  return self->json;
}

void
gh_tool_form_set_json (GhToolForm *self,
                       gboolean    json)
{
  g_return_if_fail (GH_IS_TOOL_FORM (self));

  json = !!json;
  if (self->json == json)
    return;
  if (json)
    show_json (self);
  else
    {
      g_autoptr(JsonNode) arguments = parse_json (self);

      if (arguments == NULL)
        {
          if (self->turn_back_id == 0)
            self->turn_back_id = g_idle_add (turn_back_cb, self);
          gtk_widget_grab_focus (GTK_WIDGET (self->view));
          return;
        }
      if (self->form != NULL)
        gh_form_set_arguments (self->form, arguments);
      /* A value may want another widget than before: several lines, say. */
      show_form (self);
    }
  self->json = json;
  gtk_toggle_button_set_active (json ? self->json_button : self->form_button, TRUE);
  gtk_stack_set_visible_child_name (self->stack, json ? "json" : "form");
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_JSON]);
}

JsonNode *
gh_tool_form_dup_arguments (GhToolForm *self)
{
  g_autoptr(JsonNode) arguments = NULL;

  g_return_val_if_fail (GH_IS_TOOL_FORM (self), NULL);

  if (self->json)
    arguments = parse_json (self);
  else if (self->form != NULL && gh_form_row_check_list (self->rows))
    arguments = gh_form_dup_arguments (self->form);
  if (arguments == NULL)
    {
      if (self->json)
        gtk_widget_grab_focus (GTK_WIDGET (self->view));
      return NULL;
    }
  if (self->json && self->form != NULL)
    gh_form_set_arguments (self->form, arguments);
  return g_steal_pointer (&arguments);
}
