/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * Adds a model endpoint or changes one, and tells at once whether it works. */
#include "config.h"

#include "gh-provider-dialog.h"

#include <glib/gi18n.h>

#include "gh-certificates-row.h"
#include "gh-inner-name.h"
#include "gh-provider-prices.h"
#include "gh-provider-row.h"
#include "gh-ui.h"

struct _GhProviderDialog
{
  AdwWindow      parent_instance;

  /* Owned */
  GhModelList   *models;
  GhSecretStore *secrets;
  GhProvider    *provider; /* NULL until it is added */

  GhProviderKind kind;
  gboolean       lane_chosen; /* by the person: the address no longer suggests one */
  gboolean       suggesting;
  gboolean       saved;

  /* Template */
  GtkWidget     *close_button;
  GtkWidget     *save_button;
  AdwComboRow   *kind_row;
  GtkEditable   *name_row;
  GtkEditable   *url_row;
  AdwComboRow   *lane_row;
  GhCertificatesRow *ca_row;
  GtkLabel      *url_label;
  GtkWidget     *key_group;
  GtkEditable   *key_row;
  GtkWidget     *forget_row;
  GtkSwitch     *forget_switch;
  GhProviderPrices *prices_group;
  GtkWidget     *result_group;
  AdwActionRow  *result_row;
  GtkImage      *result_icon;
  GtkSpinner    *result_spinner;
};

G_DEFINE_FINAL_TYPE (GhProviderDialog, gh_provider_dialog, ADW_TYPE_WINDOW)

/* What a kind of endpoint begins with: names of products and addresses, not translated. */
static const struct
{
  const char *name;
  const char *url;
  const char *keys; /* where a key is to be had, or NULL */
} kinds[] = {
  [GH_PROVIDER_OPENAI] = { "", "", NULL },
  [GH_PROVIDER_ANTHROPIC] = { "Anthropic", "https://api.anthropic.com",
                              "console.anthropic.com/settings/keys" },
  [GH_PROVIDER_GEMINI] = { "Gemini", "https://generativelanguage.googleapis.com",
                           "aistudio.google.com/apikey" },
  [GH_PROVIDER_OLLAMA] = { "Ollama", "http://127.0.0.1:11434", NULL },
};

static GhProviderKind
get_kind (GhProviderDialog *self)
{
  guint kind = adw_combo_row_get_selected (self->kind_row);

  return kind < G_N_ELEMENTS (kinds) ? (GhProviderKind) kind : GH_PROVIDER_OPENAI;
}

static char *
dup_stripped (GtkEditable *editable)
{
  return g_strstrip (g_strdup (gtk_editable_get_text (editable)));
}

static void
set_error (GtkEditable *row,
           gboolean     wrong)
{
  if (wrong)
    gtk_widget_add_css_class (GTK_WIDGET (row), "error");
  else
    gtk_widget_remove_css_class (GTK_WIDGET (row), "error");
}

/* What is wrong with the address and what to do about it; NULL when it can be used. */
static const char *
check_url (GhProviderDialog *self,
           GhLane           *lane)
{
  g_autofree char *url = dup_stripped (self->url_row);
  g_autoptr(GError) error = NULL;

  if (gh_model_list_check_url (url, lane, &error))
    return NULL;
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_PERMISSION_DENIED))
    return _("Over plain http everybody on the way could read what is sent. Begin the address with "
             "https://, or use one of this computer.");
  return _("An address begins with https:// or, on this computer, http://, names a computer and "
           "holds no password.");
}

static void
update (GhProviderDialog *self)
{
  g_autofree char *name = dup_stripped (self->name_row);
  GhLane lane;
  const char *wrong = check_url (self, &lane);
  gboolean has_url = *gtk_editable_get_text (self->url_row) != '\0';

  /* Not while it is still empty: nothing is wrong yet. */
  gtk_label_set_text (self->url_label, wrong != NULL ? wrong : "");
  gtk_widget_set_visible (GTK_WIDGET (self->url_label), wrong != NULL && has_url);
  set_error (self->url_row, wrong != NULL && has_url);
  gtk_widget_set_sensitive (self->save_button, wrong == NULL && *name != '\0');
  gtk_widget_set_sensitive (GTK_WIDGET (self->key_row),
                            !gtk_switch_get_active (self->forget_switch));
}

static void
changed_cb (GhProviderDialog *self)
{
  g_assert (GH_IS_PROVIDER_DIALOG (self));

  update (self);
}

static void
url_changed_cb (GhProviderDialog *self)
{
  GhLane lane;

  g_assert (GH_IS_PROVIDER_DIALOG (self));

  if (!self->lane_chosen && check_url (self, &lane) == NULL)
    {
      self->suggesting = TRUE;
      adw_combo_row_set_selected (self->lane_row, lane);
      self->suggesting = FALSE;
    }
  update (self);
}

static void
lane_changed_cb (GhProviderDialog *self)
{
  g_assert (GH_IS_PROVIDER_DIALOG (self));

  if (!self->suggesting)
    self->lane_chosen = TRUE;
}

static void
update_key_words (GhProviderDialog *self)
{
  const char *keys = kinds[get_kind (self)].keys;
  const char *kept = gh_secret_store_get_persistent (self->secrets)
                       ? _("The key is kept in your desktop’s keyring, never in a file.")
                       : _("The key is kept for this run only: no keyring was found. Gatehouse "
                           "never writes it to a file.");
  g_autofree char *words = NULL;

  if (keys != NULL)
    /* Translators: a web page where keys are made; then a sentence on where the key is kept. */
    words = g_strdup_printf (_("You get a key at %s. %s"), keys, kept);
  adw_preferences_group_set_description (ADW_PREFERENCES_GROUP (self->key_group),
                                         words != NULL ? words : kept);
}

static const char *
get_kind_words (GhProviderKind kind)
{
  switch (kind)
    {
    case GH_PROVIDER_OPENAI:
      return _("Most others, such as https://api.openai.com/v1");
    case GH_PROVIDER_ANTHROPIC:
      return _("Claude, and servers that speak the same");
    case GH_PROVIDER_GEMINI:
      return _("Google’s models, with a key of AI Studio");
    case GH_PROVIDER_OLLAMA:
      return _("Models on a computer of your own; no key is needed");
    default:
      g_assert_not_reached ();
    }
}

static gboolean
is_default_of (GtkEditable *row,
               const char  *value)
{
  g_autofree char *text = dup_stripped (row);

  return *text == '\0' || g_str_equal (text, value);
}

/* What is still as a kind began with becomes what the new kind begins with. */
static void
kind_changed_cb (GhProviderDialog *self)
{
  GhProviderKind kind;
  GhProviderKind before;

  g_assert (GH_IS_PROVIDER_DIALOG (self));

  kind = get_kind (self);
  before = self->kind;
  self->kind = kind;
  adw_action_row_set_subtitle (ADW_ACTION_ROW (self->kind_row), get_kind_words (kind));
  if (self->secrets == NULL)
    return;
  if (self->provider == NULL && is_default_of (self->name_row, kinds[before].name))
    gtk_editable_set_text (self->name_row, kinds[kind].name);
  if (self->provider == NULL && is_default_of (self->url_row, kinds[before].url))
    gtk_editable_set_text (self->url_row, kinds[kind].url);
  update_key_words (self);
  update (self);
}

static void
update_result (GhProviderDialog *self)
{
  GhProviderState state = gh_provider_get_state (self->provider);
  gboolean asking = state == GH_PROVIDER_ASKING || state == GH_PROVIDER_UNKNOWN;
  g_autofree char *words = gh_provider_row_dup_state (self->provider);

  gtk_widget_set_visible (self->result_group, self->saved);
  gtk_widget_set_visible (GTK_WIDGET (self->result_spinner), asking);
  gtk_spinner_set_spinning (self->result_spinner, asking);
  gtk_widget_set_visible (GTK_WIDGET (self->result_icon), !asking);
  if (state == GH_PROVIDER_READY)
    {
      adw_preferences_row_set_title (ADW_PREFERENCES_ROW (self->result_row), _("It Works"));
      gtk_image_set_from_icon_name (self->result_icon, "object-select-symbolic");
    }
  else if (asking)
    {
      adw_preferences_row_set_title (ADW_PREFERENCES_ROW (self->result_row), _("Trying It"));
    }
  else
    {
      adw_preferences_row_set_title (ADW_PREFERENCES_ROW (self->result_row),
                                     _("Saved, but It Does Not Work Yet"));
      gtk_image_set_from_icon_name (self->result_icon, "dialog-warning-symbolic");
    }
  adw_action_row_set_subtitle (self->result_row, words);
}

/* What can be done to a key depends on whether one is kept. */
static void
update_key (GhProviderDialog *self)
{
  gboolean has_key = self->provider != NULL && gh_provider_has_key (self->provider);

  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (self->key_row),
                                 has_key ? _("New Key (Empty: as It Was)")
                                         : _("Key, if It Needs One"));
  gtk_widget_set_visible (self->forget_row, has_key);
}

static void
watch_provider (GhProviderDialog *self,
                GhProvider       *provider)
{
  g_set_object (&self->provider, provider);
  gh_provider_prices_set_provider (self->prices_group, self->models, provider);
  g_signal_connect_object (provider, "notify", G_CALLBACK (update_result), self, G_CONNECT_SWAPPED);
  gtk_button_set_label (GTK_BUTTON (self->save_button), _("_Save and Test"));
}

static void
save_clicked_cb (GhProviderDialog *self)
{
  g_autofree char *name = NULL;
  g_autofree char *url = NULL;
  g_autofree char *key = NULL;
  GhLane lane;

  g_assert (GH_IS_PROVIDER_DIALOG (self));

  if (!gtk_widget_is_sensitive (self->save_button))
    return;
  name = dup_stripped (self->name_row);
  url = dup_stripped (self->url_row);
  key = dup_stripped (self->key_row);
  lane = (GhLane) adw_combo_row_get_selected (self->lane_row);
  self->saved = TRUE;
  if (self->provider == NULL)
    {
      GhProvider *added = gh_model_list_add_provider_of_kind (self->models, get_kind (self), name,
                                                              url, key, lane);

      if (added == NULL)
        return;
      watch_provider (self, added);
    }
  else
    {
      gboolean forget = gtk_switch_get_active (self->forget_switch);

      gh_model_list_update_provider (self->models, self->provider, get_kind (self), name, url,
                                     forget ? "" : *key != '\0' ? key : NULL, lane);
      gh_provider_refresh (self->provider);
    }
  gh_model_list_set_ca_file (self->models, self->provider,
                             gh_certificates_row_get_ca_file (self->ca_row));
  gtk_editable_set_text (self->key_row, "");
  gtk_switch_set_active (self->forget_switch, FALSE);
  update_key (self);
  gtk_button_set_label (GTK_BUTTON (self->close_button), _("_Close"));
  update_result (self);
}

static void
gh_provider_dialog_dispose (GObject *object)
{
  GhProviderDialog *self = GH_PROVIDER_DIALOG (object);

  g_clear_object (&self->models);
  g_clear_object (&self->secrets);
  g_clear_object (&self->provider);
  G_OBJECT_CLASS (gh_provider_dialog_parent_class)->dispose (object);
}

static void
gh_provider_dialog_class_init (GhProviderDialogClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = gh_provider_dialog_dispose;

  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_DIALOG);
  g_type_ensure (GH_TYPE_CERTIFICATES_ROW);
  g_type_ensure (GH_TYPE_PROVIDER_PRICES);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               GH_UI_RESOURCE_PATH "gh-provider-dialog.ui");
  gtk_widget_class_bind_template_child (widget_class, GhProviderDialog, close_button);
  gtk_widget_class_bind_template_child (widget_class, GhProviderDialog, save_button);
  gtk_widget_class_bind_template_child (widget_class, GhProviderDialog, kind_row);
  gtk_widget_class_bind_template_child (widget_class, GhProviderDialog, name_row);
  gtk_widget_class_bind_template_child (widget_class, GhProviderDialog, url_row);
  gtk_widget_class_bind_template_child (widget_class, GhProviderDialog, lane_row);
  gtk_widget_class_bind_template_child (widget_class, GhProviderDialog, ca_row);
  gtk_widget_class_bind_template_child (widget_class, GhProviderDialog, url_label);
  gtk_widget_class_bind_template_child (widget_class, GhProviderDialog, key_group);
  gtk_widget_class_bind_template_child (widget_class, GhProviderDialog, key_row);
  gtk_widget_class_bind_template_child (widget_class, GhProviderDialog, forget_row);
  gtk_widget_class_bind_template_child (widget_class, GhProviderDialog, forget_switch);
  gtk_widget_class_bind_template_child (widget_class, GhProviderDialog, prices_group);
  gtk_widget_class_bind_template_child (widget_class, GhProviderDialog, result_group);
  gtk_widget_class_bind_template_child (widget_class, GhProviderDialog, result_row);
  gtk_widget_class_bind_template_child (widget_class, GhProviderDialog, result_icon);
  gtk_widget_class_bind_template_child (widget_class, GhProviderDialog, result_spinner);
  gtk_widget_class_bind_template_callback (widget_class, changed_cb);
  gtk_widget_class_bind_template_callback (widget_class, kind_changed_cb);
  gtk_widget_class_bind_template_callback (widget_class, url_changed_cb);
  gtk_widget_class_bind_template_callback (widget_class, lane_changed_cb);
  gtk_widget_class_bind_template_callback (widget_class, save_clicked_cb);
}

static void
gh_provider_dialog_init (GhProviderDialog *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  gh_inner_name_password (GTK_WIDGET (self->key_row));
  kind_changed_cb (self);
}

GtkWidget *
gh_provider_dialog_new (GtkWindow     *parent,
                        GhModelList   *models,
                        GhSecretStore *secrets,
                        GhProvider    *provider)
{
  GhProviderDialog *self;

  g_return_val_if_fail (parent == NULL || GTK_IS_WINDOW (parent), NULL);
  g_return_val_if_fail (GH_IS_MODEL_LIST (models), NULL);
  g_return_val_if_fail (GH_IS_SECRET_STORE (secrets), NULL);
  g_return_val_if_fail (provider == NULL || GH_IS_PROVIDER (provider), NULL);

  self = g_object_new (GH_TYPE_PROVIDER_DIALOG, "transient-for", parent, NULL);
  /* So that the application's keys work in it. */
  if (parent != NULL)
    gtk_window_set_application (GTK_WINDOW (self), gtk_window_get_application (parent));
  self->models = g_object_ref (models);
  self->secrets = g_object_ref (secrets);
  g_signal_connect_object (secrets, "notify::persistent",
                           G_CALLBACK (update_key_words), self, G_CONNECT_SWAPPED);
  update_key_words (self);
  if (provider != NULL)
    {
      gtk_window_set_title (GTK_WINDOW (self), _("Edit Model Endpoint"));
      self->lane_chosen = TRUE;
      adw_combo_row_set_selected (self->kind_row, gh_provider_get_kind (provider));
      gtk_editable_set_text (self->name_row, gh_provider_get_name (provider));
      gtk_editable_set_text (self->url_row, gh_provider_get_base_url (provider));
      adw_combo_row_set_selected (self->lane_row, gh_provider_get_lane (provider));
      gh_certificates_row_set_ca_file (self->ca_row, gh_provider_get_ca_file (provider));
      watch_provider (self, provider);
    }
  else
    {
      gtk_window_set_title (GTK_WINDOW (self), _("Add Model Endpoint"));
      gtk_button_set_label (GTK_BUTTON (self->save_button), _("_Add and Test"));
    }
  update_key (self);
  update (self);
  gh_ui_focus_when_shown (GTK_WINDOW (self), GTK_WIDGET (self->name_row));
  return GTK_WIDGET (self);
}

GhProvider *
gh_provider_dialog_get_provider (GhProviderDialog *self)
{
  g_return_val_if_fail (GH_IS_PROVIDER_DIALOG (self), NULL);

  return self->provider;
}
