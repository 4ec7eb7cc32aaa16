/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * One input of a form: its words, the widget that fits its kind, and what is wrong with it. */
#include "config.h"

#include "gh-form-row.h"

#include <glib/gi18n.h>
#include <stdlib.h>
#include <string.h>

#include "gh-inner-name.h"
#include "gh-json-view.h"
#include "gh-plain-text.h"
#include "gh-ui.h"

#define MAX_TITLE 200
#define MAX_DESCRIPTION 1000
#define MAX_CHOICE_TITLE 200
/* In characters: a longer choice is cut in the button, and wraps in the list. */
#define CHOICE_WIDTH 40
/* With more, the drop-down can be searched. */
#define MANY_CHOICES 10
/* A wider range is typed faster than it is counted up. */
#define MAX_SPIN_RANGE 1000
/* GtkEntry holds 65535 bytes and no line breaks; longer values get several lines. */
#define MAX_ENTRY 10000

struct _GhFormRow
{
  AdwPreferencesRow parent_instance;

  GhFormField *field; /* owned */
  GtkWidget *input;   /* borrowed: inside the row */
  gboolean placeholder; /* the drop-down's first entry stands for nothing */
  int choice_width;     /* of the longest entry, in characters; at most CHOICE_WIDTH */
  gboolean strict;
  gboolean refused;     /* not of its format */
  guint frames_to_scroll;

  /* template */
  GtkWidget *words;
  GtkLabel *title_label;
  GtkWidget *required_mark;
  AdwBin *suffix;
  AdwBin *wide;
  GtkLabel *description_label;
  GtkWidget *problem_box;
  GtkLabel *problem_label;
};

G_DEFINE_FINAL_TYPE (GhFormRow, gh_form_row, ADW_TYPE_PREFERENCES_ROW)

enum
{
  PROP_0,
  PROP_FIELD,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

/* --- words --- */

static char *
dup_problem_text (GhFormField *field)
{
  const char *minimum = gh_form_field_get_minimum (field);
  const char *maximum = gh_form_field_get_maximum (field);
  const char *type = gh_form_field_get_type_name (field);
  g_autofree char *pattern = NULL;
  int length;

  switch (gh_form_field_get_problem (field))
    {
    case GH_FORM_PROBLEM_REQUIRED:
      return g_strdup (gh_form_field_get_kind (field) == GH_FORM_FIELD_CHOICE
                       ? _("This is needed. Choose one.")
                       : _("This is needed. Fill it in."));

    case GH_FORM_PROBLEM_NOT_A_NUMBER:
      return g_strdup (_("Write a number, such as 12 or 0.5."));

    case GH_FORM_PROBLEM_NOT_AN_INTEGER:
      return g_strdup (_("Write a whole number, such as 12."));

    case GH_FORM_PROBLEM_TOO_SMALL:
      /* Translators: %s is a number that was chosen as the lower limit. */
      return g_strdup_printf (_("This is too small. The limit is %s."), minimum);

    case GH_FORM_PROBLEM_TOO_LARGE:
      return g_strdup_printf (_("This is too large. The limit is %s."), maximum);

    case GH_FORM_PROBLEM_TOO_SHORT:
      length = gh_form_field_get_min_length (field);
      return g_strdup_printf (ngettext ("Write at least %d character.",
                                        "Write at least %d characters.",
                                        length), length);

    case GH_FORM_PROBLEM_TOO_LONG:
      length = gh_form_field_get_max_length (field);
      return g_strdup_printf (ngettext ("Write at most %d character.",
                                        "Write at most %d characters.",
                                        length), length);

    case GH_FORM_PROBLEM_TOO_FEW:
      length = gh_form_field_get_min_length (field);
      return g_strdup_printf (ngettext ("Choose at least %d.", "Choose at least %d.", length),
                              length);

    case GH_FORM_PROBLEM_TOO_MANY:
      length = gh_form_field_get_max_length (field);
      return g_strdup_printf (ngettext ("Choose at most %d.", "Choose at most %d.", length),
                              length);

    case GH_FORM_PROBLEM_PATTERN:
      pattern = gh_plain_text_dup (gh_form_field_get_pattern (field), 200, GH_PLAIN_TEXT_EXACT);
      /* Translators: %s is a regular expression. */
      return g_strdup_printf (_("Another form of text is wanted: %s"), pattern);

    case GH_FORM_PROBLEM_NOT_JSON:
      if (g_strcmp0 (type, "array") == 0)
        return g_strdup (_("This is not JSON yet. A list looks like [\"one\", \"two\"]."));
      return g_strdup (_("This is not JSON yet. An object looks like {\"name\": \"value\"}, a text "
                         "like "
                         "\"text\"."));

    case GH_FORM_PROBLEM_WRONG_TYPE:
      if (g_strcmp0 (type, "array") == 0)
        return g_strdup (_("A list is wanted here, such as [\"one\", \"two\"]."));
      if (g_strcmp0 (type, "object") == 0)
        return g_strdup (_("An object is wanted here, such as {\"name\": \"value\"}."));
      return g_strdup (_("The JSON has a value here that this field cannot hold. Change it here or "
                         "in the "
                         "JSON."));

    case GH_FORM_PROBLEM_NONE:
    default:
      return NULL;
    }
}

static char *
dup_format_text (GhFormField *field)
{
  const char *format = gh_form_field_get_format (field);
  g_autofree char *name = NULL;

  if (g_strcmp0 (format, "email") == 0)
    return g_strdup (_("Write an e-mail address, such as name@example.org."));
  if (g_strcmp0 (format, "uri") == 0)
    return g_strdup (_("Write a whole address, such as https://example.org."));
  if (g_strcmp0 (format, "date") == 0)
    return g_strdup (_("Write a date as year, month and day: 2026-05-14."));
  if (g_strcmp0 (format, "date-time") == 0)
    return g_strdup (_("Write date, time and time zone: 2026-05-14T09:30:00Z."));
  name = gh_plain_text_dup (format, 30, GH_PLAIN_TEXT_ONE_LINE);
  /* Translators: the name of a format, such as "uuid". */
  return g_strdup_printf (_("This is not of the format “%s”."), name);
}

static void
update_problem (GhFormRow *self)
{
  GhFormProblem problem = gh_form_field_get_problem (self->field);
  gboolean shown = self->refused || (problem != GH_FORM_PROBLEM_NONE &&
                                     (self->strict || problem != GH_FORM_PROBLEM_REQUIRED));
  g_autofree char *text = NULL;

  if (shown)
    text = problem != GH_FORM_PROBLEM_NONE ? dup_problem_text (self->field)
                                           : dup_format_text (self->field);

  gtk_label_set_text (self->problem_label, text != NULL ? text : "");
  gtk_widget_set_visible (self->problem_box, shown);
  gtk_accessible_update_state (GTK_ACCESSIBLE (self->input), GTK_ACCESSIBLE_STATE_INVALID,
                               shown ? GTK_ACCESSIBLE_INVALID_TRUE
                                 : GTK_ACCESSIBLE_INVALID_FALSE, -1);
}

/* --- the input --- */

static GtkWidget *
make_entry (GhFormRow *self)
{
  GtkWidget *entry = gtk_entry_new ();
  GhFormFieldKind kind = gh_form_field_get_kind (self->field);
  const char *format = gh_form_field_get_format (self->field);
  GtkInputPurpose purpose = GTK_INPUT_PURPOSE_FREE_FORM;

  gtk_entry_set_has_frame (GTK_ENTRY (entry), FALSE);
  gtk_entry_set_icon_from_icon_name (GTK_ENTRY (entry), GTK_ENTRY_ICON_SECONDARY,
                                     "document-edit-symbolic");
  gtk_entry_set_icon_activatable (GTK_ENTRY (entry), GTK_ENTRY_ICON_SECONDARY, FALSE);
  gtk_entry_set_activates_default (GTK_ENTRY (entry), TRUE);
  if (kind != GH_FORM_FIELD_TEXT)
    purpose = GTK_INPUT_PURPOSE_NUMBER;
  else if (g_strcmp0 (format, "email") == 0)
    purpose = GTK_INPUT_PURPOSE_EMAIL;
  else if (g_strcmp0 (format, "uri") == 0)
    purpose = GTK_INPUT_PURPOSE_URL;
  gtk_entry_set_input_purpose (GTK_ENTRY (entry), purpose);
  g_object_bind_property (self->field, "text", entry, "text",
                          G_BINDING_BIDIRECTIONAL | G_BINDING_SYNC_CREATE);
  gtk_widget_add_css_class (GTK_WIDGET (self), "gh-entry-row");
  return entry;
}

/* Text of several lines, and JSON. */
static GtkWidget *
make_view (GhFormRow  *self,
           GtkWidget **input)
{
  gboolean json = gh_form_field_get_kind (self->field) == GH_FORM_FIELD_JSON;
  GtkWidget *view = json ? gh_json_view_new () : gtk_text_view_new ();
  GtkWidget *frame = gtk_frame_new (NULL);

  gtk_text_view_set_wrap_mode (GTK_TEXT_VIEW (view), GTK_WRAP_WORD_CHAR);
  gtk_text_view_set_accepts_tab (GTK_TEXT_VIEW (view), FALSE);
  gtk_text_view_set_left_margin (GTK_TEXT_VIEW (view), 9);
  gtk_text_view_set_right_margin (GTK_TEXT_VIEW (view), 9);
  gtk_text_view_set_top_margin (GTK_TEXT_VIEW (view), 9);
  gtk_text_view_set_bottom_margin (GTK_TEXT_VIEW (view), 9);
  gtk_widget_set_size_request (view, -1, json ? 56 : 76);
  gtk_frame_set_child (GTK_FRAME (frame), view);
  gtk_widget_add_css_class (frame, "gh-text");
  g_object_bind_property (self->field, "text", gtk_text_view_get_buffer (GTK_TEXT_VIEW (view)),
                          "text",
                          G_BINDING_BIDIRECTIONAL | G_BINDING_SYNC_CREATE);
  *input = view;
  return frame;
}

static gboolean
text_to_value (GBinding     *binding,
               const GValue *from,
               GValue       *to,
               gpointer      user_data)
{
  g_value_set_double (to, g_ascii_strtod (g_value_get_string (from), NULL));
  return TRUE;
}

static gboolean
value_to_text (GBinding     *binding,
               const GValue *from,
               GValue       *to,
               gpointer      user_data)
{
  g_value_take_string (to, g_strdup_printf ("%d", (int) g_value_get_double (from)));
  return TRUE;
}

/* A spin button cannot be empty: only for a small range with a value to begin with. */
static gboolean
can_spin (GhFormField *field)
{
  const char *minimum = gh_form_field_get_minimum (field);
  const char *maximum = gh_form_field_get_maximum (field);
  double low, high;

  if (gh_form_field_get_kind (field) != GH_FORM_FIELD_INTEGER || minimum == NULL ||
      maximum == NULL ||
      gh_form_field_get_problem (field) != GH_FORM_PROBLEM_NONE ||
      *gh_form_field_get_text (field) == '\0')
    return FALSE;
  low = g_ascii_strtod (minimum, NULL);
  high = g_ascii_strtod (maximum, NULL);
  return low >= -1e6 && high <= 1e6 && high > low && high - low <= MAX_SPIN_RANGE;
}

static GtkWidget *
make_spin (GhFormRow *self)
{
  double low = g_ascii_strtod (gh_form_field_get_minimum (self->field), NULL);
  double high = g_ascii_strtod (gh_form_field_get_maximum (self->field), NULL);
  GtkWidget *spin = gtk_spin_button_new_with_range (low, high, 1);

  gtk_spin_button_set_numeric (GTK_SPIN_BUTTON (spin), TRUE);
  g_object_bind_property_full (self->field, "text",
                               gtk_spin_button_get_adjustment (GTK_SPIN_BUTTON (spin)), "value",
                               G_BINDING_BIDIRECTIONAL | G_BINDING_SYNC_CREATE,
                               text_to_value, value_to_text, NULL, NULL);
  return spin;
}

static GtkWidget *
make_switch (GhFormRow *self)
{
  GtkWidget *widget = gtk_switch_new ();

  g_object_bind_property (self->field, "active", widget, "active",
                          G_BINDING_BIDIRECTIONAL | G_BINDING_SYNC_CREATE);
  return widget;
}

static gboolean
selected_to_position (GBinding     *binding,
                      const GValue *from,
                      GValue       *to,
                      gpointer      user_data)
{
  GhFormRow *self = user_data;
  int selected = g_value_get_int (from);

  if (self->placeholder)
    g_value_set_uint (to, (guint) (selected + 1));
  else
    g_value_set_uint (to, selected >= 0 ? (guint) selected : GTK_INVALID_LIST_POSITION);
  return TRUE;
}

static gboolean
position_to_selected (GBinding     *binding,
                      const GValue *from,
                      GValue       *to,
                      gpointer      user_data)
{
  GhFormRow *self = user_data;
  guint position = g_value_get_uint (from);

  if (position == GTK_INVALID_LIST_POSITION)
    g_value_set_int (to, -1);
  else
    g_value_set_int (to, self->placeholder ? (int) position - 1 : (int) position);
  return TRUE;
}

static void
choice_setup_cb (GtkSignalListItemFactory *factory,
                 GtkListItem              *item)
{
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_label_set_max_width_chars (GTK_LABEL (label), CHOICE_WIDTH);
  gtk_list_item_set_child (item, label);
}

/* The list of choices opens as wide as the button, which shows one of them: cut at the end,
 * "Barcelona in June" and "Barcelona in May" would be the same. So here they wrap. */
static void
listed_choice_setup_cb (GtkSignalListItemFactory *factory,
                        GtkListItem              *item,
                        gpointer                  user_data)
{
  GhFormRow *self = user_data;
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (label), PANGO_WRAP_WORD_CHAR);
  gtk_label_set_width_chars (GTK_LABEL (label), self->choice_width);
  gtk_label_set_max_width_chars (GTK_LABEL (label), CHOICE_WIDTH);
  gtk_list_item_set_child (item, label);
}

static void
choice_bind_cb (GtkSignalListItemFactory *factory,
                GtkListItem              *item)
{
  GtkStringObject *string = gtk_list_item_get_item (item);

  gtk_label_set_text (GTK_LABEL (gtk_list_item_get_child (item)),
                      gtk_string_object_get_string (string));
}

static GtkWidget *
make_drop_down (GhFormRow *self)
{
  GtkStringList *titles = gtk_string_list_new (NULL);
  guint n = gh_form_field_get_n_choices (self->field);
  g_autoptr(GtkListItemFactory) factory = gtk_signal_list_item_factory_new ();
  g_autoptr(GtkListItemFactory) listed = gtk_signal_list_item_factory_new ();
  GtkWidget *drop_down;

  self->placeholder = !gh_form_field_get_required (self->field) ||
                      gh_form_field_get_selected (self->field) < 0;
  if (self->placeholder)
    gtk_string_list_append (titles, gh_form_field_get_required (self->field)
                                    /* Translators: stands in a drop-down until something is
                                     * chosen. */
                                    ? _("Choose…")
                                    /* Translators: a choice of a tool's input that is left out. */
                                    : _("Not Given"));
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *title = gh_plain_text_dup (gh_form_field_get_choice_title (self->field, i),
                                                  MAX_CHOICE_TITLE, GH_PLAIN_TEXT_ONE_LINE);

      self->choice_width = CLAMP (g_utf8_strlen (title, -1), self->choice_width, CHOICE_WIDTH);
      gtk_string_list_append (titles, title);
    }
  drop_down = gtk_drop_down_new (G_LIST_MODEL (titles),
                                 gtk_property_expression_new (GTK_TYPE_STRING_OBJECT, NULL,
                                                              "string"));
  g_signal_connect (factory, "setup", G_CALLBACK (choice_setup_cb), NULL);
  g_signal_connect (factory, "bind", G_CALLBACK (choice_bind_cb), NULL);
  gtk_drop_down_set_factory (GTK_DROP_DOWN (drop_down), factory);
  /* Connected to by object: the list may outlive the row by a frame. */
  g_signal_connect_object (listed, "setup", G_CALLBACK (listed_choice_setup_cb), self, 0);
  g_signal_connect (listed, "bind", G_CALLBACK (choice_bind_cb), NULL);
  gtk_drop_down_set_list_factory (GTK_DROP_DOWN (drop_down), listed);
  gtk_drop_down_set_enable_search (GTK_DROP_DOWN (drop_down), n > MANY_CHOICES);
  g_object_bind_property_full (self->field, "selected", drop_down, "selected",
                               G_BINDING_BIDIRECTIONAL | G_BINDING_SYNC_CREATE,
                               selected_to_position, position_to_selected, self, NULL);
  return drop_down;
}

/* The check buttons stand in the order of the choices. */
static void
chosen_changed_cb (GtkWidget   *box,
                   GParamSpec  *pspec,
                   GhFormField *field)
{
  guint position = 0;

  for (GtkWidget *check = gtk_widget_get_first_child (box); check != NULL;
       check = gtk_widget_get_next_sibling (check))
    gtk_check_button_set_active (GTK_CHECK_BUTTON (check),
                                 gh_form_field_get_chosen (field, position++));
}

static void
check_toggled_cb (GhFormRow      *self,
                  GtkCheckButton *toggled)
{
  guint position = 0;

  for (GtkWidget *check = gtk_widget_get_first_child (self->input);
       check != NULL && check != GTK_WIDGET (toggled); check = gtk_widget_get_next_sibling (check))
    position++;
  gh_form_field_set_chosen (self->field, position, gtk_check_button_get_active (toggled));
}

static GtkWidget *
make_checks (GhFormRow *self)
{
  GtkWidget *box = g_object_new (GTK_TYPE_BOX, "orientation", GTK_ORIENTATION_VERTICAL,
                                 "accessible-role", GTK_ACCESSIBLE_ROLE_GROUP, NULL);
  guint n = gh_form_field_get_n_choices (self->field);

  for (guint i = 0; i < n; i++)
    {
      g_autofree char *title = gh_plain_text_dup (gh_form_field_get_choice_title (self->field, i),
                                                  MAX_CHOICE_TITLE, GH_PLAIN_TEXT_ONE_LINE);
      GtkWidget *check = gtk_check_button_new_with_label (title);

      gtk_box_append (GTK_BOX (box), check);
      g_signal_connect_object (check, "toggled", G_CALLBACK (check_toggled_cb), self,
                               G_CONNECT_SWAPPED);
    }
  chosen_changed_cb (box, NULL, self->field);
  g_signal_connect_object (self->field, "notify::n-chosen", G_CALLBACK (chosen_changed_cb), box,
                           G_CONNECT_SWAPPED);
  return box;
}

static gboolean
wants_lines (GhFormField *field)
{
  const char *text = gh_form_field_get_text (field);

  return gh_form_field_get_multiline (field) || strlen (text) > MAX_ENTRY ||
         strchr (text, '\n') != NULL;
}

static void
make_input (GhFormRow *self)
{
  GtkWidget *outer = NULL;
  gboolean small = TRUE;

  switch (gh_form_field_get_kind (self->field))
    {
    case GH_FORM_FIELD_BOOLEAN:
      outer = self->input = make_switch (self);
      break;

    case GH_FORM_FIELD_CHOICE:
      outer = self->input = make_drop_down (self);
      break;

    case GH_FORM_FIELD_CHOICES:
      outer = self->input = make_checks (self);
      small = FALSE;
      break;

    case GH_FORM_FIELD_JSON:
      outer = make_view (self, &self->input);
      small = FALSE;
      break;

    case GH_FORM_FIELD_INTEGER:
    case GH_FORM_FIELD_NUMBER:
    case GH_FORM_FIELD_TEXT:
    default:
      if (can_spin (self->field))
        outer = self->input = make_spin (self);
      else if (gh_form_field_get_kind (self->field) == GH_FORM_FIELD_TEXT &&
               wants_lines (self->field))
        {
          outer = make_view (self, &self->input);
          small = FALSE;
        }
      else
        {
          outer = self->input = make_entry (self);
          small = FALSE;
          gtk_widget_add_css_class (GTK_WIDGET (self->title_label), "caption");
          gtk_widget_add_css_class (GTK_WIDGET (self->title_label), "gh-dim");
        }
      break;
    }
  adw_bin_set_child (small ? self->suffix : self->wide, outer);
  gtk_widget_set_visible (GTK_WIDGET (small ? self->suffix : self->wide), TRUE);
}

static void
show_words (GhFormRow *self)
{
  g_autofree char *title = gh_plain_text_dup (gh_form_field_get_title (self->field), MAX_TITLE,
                                              GH_PLAIN_TEXT_ONE_LINE);
  g_autofree char *description = gh_plain_text_dup (gh_form_field_get_description (self->field),
                                                    MAX_DESCRIPTION, GH_PLAIN_TEXT_LINES);
  gboolean required = gh_form_field_get_required (self->field) &&
                      gh_form_field_get_kind (self->field) != GH_FORM_FIELD_BOOLEAN;

  gtk_label_set_text (self->title_label, title);
  gtk_widget_set_visible (self->required_mark, required);
  gtk_label_set_text (self->description_label, description);
  gtk_widget_set_visible (GTK_WIDGET (self->description_label), *description != '\0');
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (self), title);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, title, -1);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->input),
                                  GTK_ACCESSIBLE_PROPERTY_LABEL, title,
                                  GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, description,
                                  GTK_ACCESSIBLE_PROPERTY_REQUIRED, required, -1);
  if (GTK_IS_DROP_DOWN (self->input))
    gh_inner_name_drop_down (GTK_DROP_DOWN (self->input), title);
}

static void
edited_cb (GhFormRow *self)
{
  g_assert (GH_IS_FORM_ROW (self));

  self->refused = FALSE;
  update_problem (self);
}

static void
gh_form_row_constructed (GObject *object)
{
  GhFormRow *self = GH_FORM_ROW (object);

  G_OBJECT_CLASS (gh_form_row_parent_class)->constructed (object);

  g_assert (self->field != NULL);
  make_input (self);
  show_words (self);
  g_signal_connect_object (self->field, "notify::problem", G_CALLBACK (update_problem), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->field, "notify::text", G_CALLBACK (edited_cb), self,
                           G_CONNECT_SWAPPED);
  update_problem (self);
}

static gboolean
gh_form_row_focus (GtkWidget        *widget,
                   GtkDirectionType  direction)
{
  gboolean moved;

  if (gh_ui_leaves_row (widget, direction, &moved))
    return moved;
  return GTK_WIDGET_CLASS (gh_form_row_parent_class)->focus (widget, direction);
}

static gboolean
gh_form_row_grab_focus (GtkWidget *widget)
{
  GhFormRow *self = GH_FORM_ROW (widget);

  if (gh_form_field_get_kind (self->field) == GH_FORM_FIELD_CHOICES)
    return gtk_widget_child_focus (self->input, GTK_DIR_TAB_FORWARD);
  return gtk_widget_grab_focus (self->input);
}

static void
gh_form_row_finalize (GObject *object)
{
  GhFormRow *self = GH_FORM_ROW (object);

  g_clear_object (&self->field);

  G_OBJECT_CLASS (gh_form_row_parent_class)->finalize (object);
}

static void
gh_form_row_get_property (GObject    *object,
                          guint       prop_id,
                          GValue     *value,
                          GParamSpec *pspec)
{
  switch (prop_id)
    {
    case PROP_FIELD:
      g_value_set_object (value, GH_FORM_ROW (object)->field);
      break;

    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
gh_form_row_set_property (GObject      *object,
                          guint         prop_id,
                          const GValue *value,
                          GParamSpec   *pspec)
{
  switch (prop_id)
    {
    case PROP_FIELD:
      GH_FORM_ROW (object)->field = g_value_dup_object (value);
      break;

    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
gh_form_row_class_init (GhFormRowClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->constructed = gh_form_row_constructed;
  object_class->finalize = gh_form_row_finalize;
  object_class->get_property = gh_form_row_get_property;
  object_class->set_property = gh_form_row_set_property;
  widget_class->focus = gh_form_row_focus;
  widget_class->grab_focus = gh_form_row_grab_focus;

  properties[PROP_FIELD] = g_param_spec_object ("field", NULL, NULL, GH_TYPE_FORM_FIELD,
                                                G_PARAM_READWRITE | G_PARAM_CONSTRUCT_ONLY |
                                                G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);

  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/io/github/gatehouse/Gatehouse/gh-form-row.ui");
  gtk_widget_class_bind_template_child (widget_class, GhFormRow, words);
  gtk_widget_class_bind_template_child (widget_class, GhFormRow, title_label);
  gtk_widget_class_bind_template_child (widget_class, GhFormRow, required_mark);
  gtk_widget_class_bind_template_child (widget_class, GhFormRow, suffix);
  gtk_widget_class_bind_template_child (widget_class, GhFormRow, wide);
  gtk_widget_class_bind_template_child (widget_class, GhFormRow, description_label);
  gtk_widget_class_bind_template_child (widget_class, GhFormRow, problem_box);
  gtk_widget_class_bind_template_child (widget_class, GhFormRow, problem_label);
}

static void
gh_form_row_init (GhFormRow *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

GtkWidget *
gh_form_row_new (GhFormField *field)
{
  g_return_val_if_fail (GH_IS_FORM_FIELD (field), NULL);

  return g_object_new (GH_TYPE_FORM_ROW, "field", field, NULL);
}

GhFormField *
gh_form_row_get_field (GhFormRow *self)
{
  g_return_val_if_fail (GH_IS_FORM_ROW (self), NULL);

  return self->field;
}

GtkWidget *
gh_form_row_get_input (GhFormRow *self)
{
  g_return_val_if_fail (GH_IS_FORM_ROW (self), NULL);

  return self->input;
}

void
gh_form_row_take_typed (GhFormRow *self)
{
  g_return_if_fail (GH_IS_FORM_ROW (self));

  if (GTK_IS_SPIN_BUTTON (self->input))
    gtk_spin_button_update (GTK_SPIN_BUTTON (self->input));
}

void
gh_form_row_show_problems (GhFormRow *self)
{
  g_return_if_fail (GH_IS_FORM_ROW (self));

  self->strict = TRUE;
  update_problem (self);
}

/* Not before what is wrong has got its place below the input. */
static gboolean
scroll_cb (GtkWidget     *widget,
           GdkFrameClock *clock,
           gpointer       user_data)
{
  GhFormRow *self = GH_FORM_ROW (widget);
  GtkWidget *scroll = gtk_widget_get_ancestor (widget, GTK_TYPE_SCROLLED_WINDOW);
  GtkWidget *viewport = gtk_widget_get_ancestor (widget, GTK_TYPE_VIEWPORT);
  graphene_rect_t bounds;

  if (--self->frames_to_scroll > 0)
    return G_SOURCE_CONTINUE;
  if (scroll != NULL && viewport != NULL &&
      gtk_widget_compute_bounds (widget, gtk_viewport_get_child (GTK_VIEWPORT (viewport)),
                                 &bounds))
    gtk_adjustment_clamp_page (gtk_scrolled_window_get_vadjustment (GTK_SCROLLED_WINDOW (scroll)),
                               bounds.origin.y, bounds.origin.y + bounds.size.height);
  return G_SOURCE_REMOVE;
}

/* Gives its input the keyboard where it can be seen. */
static void
go_to (GhFormRow *self)
{
  gtk_widget_grab_focus (GTK_WIDGET (self));
  if (self->frames_to_scroll == 0)
    gtk_widget_add_tick_callback (GTK_WIDGET (self), scroll_cb, NULL, NULL);
  self->frames_to_scroll = 2;
}

gboolean
gh_form_row_check_list (GtkListBox *list)
{
  GhFormRow *first = NULL;

  g_return_val_if_fail (GTK_IS_LIST_BOX (list), FALSE);

  for (GtkWidget *child = gtk_widget_get_first_child (GTK_WIDGET (list)); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      GhFormRow *row = GH_FORM_ROW (child);

      gh_form_row_take_typed (row);
      gh_form_row_show_problems (row);
      if (first == NULL && gh_form_field_get_problem (row->field) != GH_FORM_PROBLEM_NONE)
        first = row;
    }
  if (first != NULL)
    go_to (first);
  return first == NULL;
}

void
gh_form_row_refuse_in_list (GtkListBox  *list,
                            GhFormField *field)
{
  g_return_if_fail (GTK_IS_LIST_BOX (list));
  g_return_if_fail (GH_IS_FORM_FIELD (field));

  for (GtkWidget *child = gtk_widget_get_first_child (GTK_WIDGET (list)); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      GhFormRow *row = GH_FORM_ROW (child);

      if (row->field != field)
        continue;
      row->refused = TRUE;
      update_problem (row);
      go_to (row);
    }
}

gboolean
gh_form_row_keynav_failed_cb (GtkWidget        *list,
                              GtkDirectionType  direction,
                              gpointer          user_data)
{
  GtkWidget *root = GTK_WIDGET (gtk_widget_get_root (list));

  if (root == NULL || (direction != GTK_DIR_UP && direction != GTK_DIR_DOWN))
    return FALSE;
  return gtk_widget_child_focus (root, direction == GTK_DIR_UP ? GTK_DIR_TAB_BACKWARD
                                                               : GTK_DIR_TAB_FORWARD);
}
