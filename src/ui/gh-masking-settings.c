/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * What is masked, to be set: for which models, and by which patterns of the person's own. */
#include "config.h"

#include "gh-masking-settings.h"

#include <glib/gi18n.h>

#include "gh-inner-name.h"
#include "gh-ui.h"

struct _GhMaskingSettings
{
  AdwPreferencesGroup parent_instance;

  /* Owned */
  GhMaskingPolicy    *policy;
  GPtrArray          *rows; /* of AdwEntryRow, borrowed from the list */

  /* Template */
  GtkSwitch          *local_switch;
  GtkSwitch          *restore_switch;
  AdwExpanderRow     *patterns_row;
  GtkWidget          *add_row;
};

G_DEFINE_FINAL_TYPE (GhMaskingSettings, gh_masking_settings, ADW_TYPE_PREFERENCES_GROUP)

/* Why a pattern cannot be used, or NULL. */
static char *
dup_problem (const char *pattern)
{
  g_autoptr(GError) error = NULL;

  if (gh_shield_check_pattern (pattern, &error))
    return NULL;
  if (g_error_matches (error, GH_SHIELD_ERROR, GH_SHIELD_ERROR_EMPTY))
    return g_strdup (_("Not used: it would match everywhere, even where there is nothing"));
  if (g_error_matches (error, GH_SHIELD_ERROR, GH_SHIELD_ERROR_LONG))
    return g_strdup (_("Not used: it is too long"));
  /* Translators: of a regular expression; what is wrong with it is filled in. */
  return g_strdup_printf (_("Not used: %s"), error->message);
}

static void
show_problem (GtkWidget  *row,
              const char *problem)
{
  if (problem != NULL)
    gtk_widget_add_css_class (row, "error");
  else
    gtk_widget_remove_css_class (row, "error");
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row),
                                 problem != NULL ? problem : _("Regular Expression"));
}

static void
update_subtitle (GhMaskingSettings *self)
{
  guint n = g_strv_length ((char **) gh_masking_policy_get_patterns (self->policy));
  g_autofree char *words = NULL;

  if (n > 0)
    words = g_strdup_printf (ngettext ("%u regular expression", "%u regular expressions", n), n);
  adw_expander_row_set_subtitle (self->patterns_row,
                                 words != NULL
                                   ? words
                                   : _("Regular expressions: what they match is masked, too"));
  gtk_widget_set_sensitive (self->add_row, self->rows->len < GH_SHIELD_MAX_PATTERNS);
}

/* Those that can be used. */
static void
apply (GhMaskingSettings *self)
{
  g_autoptr(GStrvBuilder) builder = g_strv_builder_new ();
  g_auto(GStrv) patterns = NULL;

  for (guint i = 0; i < self->rows->len; i++)
    {
      GtkWidget *row = self->rows->pdata[i];
      const char *pattern = gtk_editable_get_text (GTK_EDITABLE (row));
      g_autofree char *problem = *pattern != '\0' ? dup_problem (pattern) : NULL;

      show_problem (row, problem);
      if (*pattern != '\0' && problem == NULL)
        g_strv_builder_add (builder, pattern);
    }
  patterns = g_strv_builder_end (builder);
  gh_masking_policy_set_patterns (self->policy, (const char * const *) patterns);
  update_subtitle (self);
}

static void
remove_clicked_cb (GtkWidget         *button,
                   GhMaskingSettings *self)
{
  GtkWidget *row = gtk_widget_get_ancestor (button, ADW_TYPE_ENTRY_ROW);

  g_ptr_array_remove (self->rows, row);
  adw_expander_row_remove (self->patterns_row, row);
  apply (self);
  gtk_widget_grab_focus (self->add_row);
}

static GtkWidget *
add_entry (GhMaskingSettings *self,
           const char        *pattern)
{
  GtkWidget *row = adw_entry_row_new ();
  GtkWidget *button = gtk_button_new_from_icon_name ("user-trash-symbolic");
  g_autofree char *problem = *pattern != '\0' ? dup_problem (pattern) : NULL;

  adw_preferences_row_set_use_markup (ADW_PREFERENCES_ROW (row), FALSE);
  gtk_editable_set_text (GTK_EDITABLE (row), pattern);
  adw_entry_row_set_show_apply_button (ADW_ENTRY_ROW (row), TRUE);
  show_problem (row, problem);
  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  gtk_widget_add_css_class (button, "flat");
  gtk_widget_set_tooltip_text (button, _("Remove Pattern"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _("Remove Pattern"), -1);
  g_signal_connect_object (button, "clicked", G_CALLBACK (remove_clicked_cb), self, 0);
  adw_entry_row_add_suffix (ADW_ENTRY_ROW (row), button);
  g_signal_connect_object (row, "apply", G_CALLBACK (apply), self, G_CONNECT_SWAPPED);
  adw_expander_row_add_row (self->patterns_row, row);
  g_ptr_array_add (self->rows, row);
  return row;
}

static void
add_activated_cb (GhMaskingSettings *self)
{
  g_assert (GH_IS_MASKING_SETTINGS (self));

  gtk_widget_grab_focus (add_entry (self, ""));
  update_subtitle (self);
}

static void
gh_masking_settings_finalize (GObject *object)
{
  GhMaskingSettings *self = GH_MASKING_SETTINGS (object);

  g_clear_object (&self->policy);
  g_clear_pointer (&self->rows, g_ptr_array_unref);
  G_OBJECT_CLASS (gh_masking_settings_parent_class)->finalize (object);
}

static void
gh_masking_settings_class_init (GhMaskingSettingsClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = gh_masking_settings_finalize;

  gtk_widget_class_set_template_from_resource (widget_class,
                                               GH_UI_RESOURCE_PATH "gh-masking-settings.ui");
  gtk_widget_class_bind_template_child (widget_class, GhMaskingSettings, local_switch);
  gtk_widget_class_bind_template_child (widget_class, GhMaskingSettings, restore_switch);
  gtk_widget_class_bind_template_child (widget_class, GhMaskingSettings, patterns_row);
  gtk_widget_class_bind_template_child (widget_class, GhMaskingSettings, add_row);
  gtk_widget_class_bind_template_callback (widget_class, add_activated_cb);
}

static void
gh_masking_settings_init (GhMaskingSettings *self)
{
  self->rows = g_ptr_array_new ();
  gtk_widget_init_template (GTK_WIDGET (self));
  gh_inner_name_expander (GTK_WIDGET (self->patterns_row));
}

void
gh_masking_settings_set_policy (GhMaskingSettings *self,
                                GhMaskingPolicy   *policy)
{
  const char * const *patterns;

  g_return_if_fail (GH_IS_MASKING_SETTINGS (self));
  g_return_if_fail (GH_IS_MASKING_POLICY (policy));
  g_return_if_fail (self->policy == NULL);

  self->policy = g_object_ref (policy);
  g_object_bind_property (policy, "mask-local", self->local_switch, "active",
                          G_BINDING_BIDIRECTIONAL | G_BINDING_SYNC_CREATE);
  g_object_bind_property (policy, "restore-answers", self->restore_switch, "active",
                          G_BINDING_BIDIRECTIONAL | G_BINDING_SYNC_CREATE);
  patterns = gh_masking_policy_get_patterns (policy);
  for (guint i = 0; patterns[i] != NULL; i++)
    add_entry (self, patterns[i]);
  update_subtitle (self);
}
