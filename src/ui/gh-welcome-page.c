/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * The first page: three ways in, and the model found on this computer. */
#include "config.h"

#include "gh-welcome-page.h"

#include <glib/gi18n.h>

#include "gh-review-words.h"
#include "gh-ui.h"

struct _GhWelcomePage
{
  AdwBin               parent_instance;

  GhModelList         *models_list;  /* or NULL */
  GListModel          *shown;        /* of GhProvider or GtkStringObject: what the list shows */
  GListStore          *set_up;       /* of GtkStringObject: the row that leads to the preferences */

  AdwPreferencesGroup *models_group;
  GtkListBox          *models;
};

G_DEFINE_TYPE (GhWelcomePage, gh_welcome_page, ADW_TYPE_BIN)

/* "It offers llama3.2 and 2 other models" */
static char *
dup_offer (GhProvider *provider)
{
  GListModel *models = gh_provider_list_models (provider);
  guint n = g_list_model_get_n_items (models);
  g_autoptr(GhModel) model = g_list_model_get_item (models, 0);
  g_autofree char *id = gh_words_name (model != NULL ? gh_model_get_id (model) : NULL);

  if (n == 0)
    return g_strdup (_("It offers no model yet"));
  if (n == 1)
    /* Translators: %s is the name of an AI model. */
    return g_strdup_printf (_("It offers %s"), id);
  /* Translators: %s is the name of an AI model. */
  return g_strdup_printf (ngettext ("It offers %s and %u other model",
                                    "It offers %s and %u other models", n - 1),
                          id, n - 1);
}

/* "Its models: ..." for an endpoint that is set up. */
static char *
dup_provider_state (GhProvider *provider)
{
  switch (gh_provider_get_state (provider))
    {
    case GH_PROVIDER_READY:
      return dup_offer (provider);
    case GH_PROVIDER_UNREACHABLE:
      return g_strdup (_("It does not answer now"));
    case GH_PROVIDER_UNKNOWN:
    case GH_PROVIDER_ASKING:
    default:
      return gh_words_name (gh_provider_get_base_url (provider));
    }
}

static void
use_clicked_cb (GtkButton  *button,
                GhProvider *provider)
{
  GtkWidget *page = gtk_widget_get_ancestor (GTK_WIDGET (button), GH_TYPE_WELCOME_PAGE);

  g_assert (GH_IS_PROVIDER (provider));

  gh_model_list_add_provider_of_kind (GH_WELCOME_PAGE (page)->models_list,
                                      gh_provider_get_kind (provider),
                                      gh_provider_get_name (provider),
                                      gh_provider_get_base_url (provider),
                                      NULL,
                                      gh_provider_get_lane (provider));
}

static void
add_prefix (AdwActionRow *row,
            const char   *icon_name)
{
  GtkWidget *image = g_object_new (GTK_TYPE_IMAGE,
                                   "icon-name", icon_name,
                                   "accessible-role", GTK_ACCESSIBLE_ROLE_PRESENTATION,
                                   NULL);

  adw_action_row_add_prefix (row, image);
}

static void
update_row (GhProvider   *provider,
            GParamSpec   *pspec,
            AdwActionRow *row)
{
  g_autofree char *subtitle = dup_provider_state (provider);

  adw_action_row_set_subtitle (row, subtitle);
}

static GtkWidget *
make_provider_row (GhWelcomePage *self,
                   GhProvider    *provider,
                   gboolean       found)
{
  AdwActionRow *row = ADW_ACTION_ROW (adw_action_row_new ());
  g_autofree char *name = gh_words_name (gh_provider_get_name (provider));
  g_autofree char *title = NULL;

  /* An endpoint chooses its models' names itself: no markup. */
  adw_preferences_row_set_use_markup (ADW_PREFERENCES_ROW (row), FALSE);
  add_prefix (row, "computer-symbolic");
  if (found)
    {
      GtkWidget *use = gtk_button_new_with_mnemonic (_("_Use"));
      g_autofree char *label = NULL;

      /* Translators: %s is a program that runs AI models, such as Ollama. */
      title = g_strdup_printf (_("%s is running on this computer"), name);
      label = g_strdup_printf (_("Use %s"), name);
      gtk_widget_set_valign (use, GTK_ALIGN_CENTER);
      gtk_accessible_update_property (GTK_ACCESSIBLE (use), GTK_ACCESSIBLE_PROPERTY_LABEL, label,
                                      -1);
      g_signal_connect_object (use, "clicked", G_CALLBACK (use_clicked_cb), provider, 0);
      adw_action_row_add_suffix (row, use);
    }
  else
    {
      title = g_strdup (name);
      g_signal_connect_object (provider, "notify", G_CALLBACK (update_row), row, 0);
    }
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), title);
  update_row (provider, NULL, row);
  return GTK_WIDGET (row);
}

static GtkWidget *
make_set_up_row (const char *title)
{
  AdwActionRow *row = ADW_ACTION_ROW (adw_action_row_new ());
  GtkWidget *next = g_object_new (GTK_TYPE_IMAGE,
                                  "icon-name", "go-next-symbolic",
                                  "accessible-role", GTK_ACCESSIBLE_ROLE_PRESENTATION,
                                  NULL);

  gtk_widget_add_css_class (next, "gh-dim");
  adw_preferences_row_set_use_underline (ADW_PREFERENCES_ROW (row), TRUE);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), title);
  adw_action_row_set_subtitle (row, _("On this computer, or with a provider’s key"));
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (row), TRUE);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (row), "app.preferences");
  add_prefix (row, "gatehouse-settings-symbolic");
  adw_action_row_add_suffix (row, next);
  return GTK_WIDGET (row);
}

static GtkWidget *
make_row (gpointer item,
          gpointer user_data)
{
  GhWelcomePage *self = user_data;

  if (GTK_IS_STRING_OBJECT (item))
    return make_set_up_row (gtk_string_object_get_string (item));

  GListModel *found = gh_model_list_list_found (self->models_list);

  for (guint i = 0; i < g_list_model_get_n_items (found); i++)
    {
      g_autoptr(GhProvider) provider = g_list_model_get_item (found, i);

      if (provider == item)
        return make_provider_row (self, item, TRUE);
    }
  return make_provider_row (self, item, FALSE);
}

/* The way to the preferences is shown while there is nothing else; the description says what is
 * so. */
static void
update (GhWelcomePage *self)
{
  guint n = g_list_model_get_n_items (gh_model_list_list_providers (self->models_list));
  guint n_found = g_list_model_get_n_items (gh_model_list_list_found (self->models_list));
  guint n_set_up = g_list_model_get_n_items (G_LIST_MODEL (self->set_up));

  adw_preferences_group_set_description (self->models_group, n == 0
                                         ? _("Without one, you answer requests yourself.")
                                         : _("You can always answer a request yourself."));
  if (n + n_found == 0 && n_set_up == 0)
    {
      g_autoptr(GtkStringObject) row = gtk_string_object_new (_("Set Up a _Model…"));

      g_list_store_append (self->set_up, row);
    }
  else if (n + n_found > 0 && n_set_up > 0)
    {
      g_list_store_remove_all (self->set_up);
    }
}

static void
gh_welcome_page_map (GtkWidget *widget)
{
  GhWelcomePage *self = GH_WELCOME_PAGE (widget);

  GTK_WIDGET_CLASS (gh_welcome_page_parent_class)->map (widget);

  /* Who has no model yet may have started one meanwhile. */
  if (self->models_list != NULL
      && g_list_model_get_n_items (gh_model_list_list_providers (self->models_list)) == 0)
    gh_model_list_discover (self->models_list);
}

static void
gh_welcome_page_dispose (GObject *object)
{
  GhWelcomePage *self = GH_WELCOME_PAGE (object);

  g_clear_object (&self->shown);
  g_clear_object (&self->set_up);
  g_clear_object (&self->models_list);

  G_OBJECT_CLASS (gh_welcome_page_parent_class)->dispose (object);
}

static void
gh_welcome_page_class_init (GhWelcomePageClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = gh_welcome_page_dispose;
  widget_class->map = gh_welcome_page_map;

  gtk_widget_class_set_template_from_resource (widget_class,
                                               GH_UI_RESOURCE_PATH "gh-welcome-page.ui");
  gtk_widget_class_bind_template_child (widget_class, GhWelcomePage, models_group);
  gtk_widget_class_bind_template_child (widget_class, GhWelcomePage, models);
}

static void
gh_welcome_page_init (GhWelcomePage *self)
{
  self->set_up = g_list_store_new (GTK_TYPE_STRING_OBJECT);
  gtk_widget_init_template (GTK_WIDGET (self));
}

void
gh_welcome_page_set_models (GhWelcomePage *self,
                            GhModelList   *models)
{
  g_autoptr(GListStore) lists = NULL;
  GListModel *sources[3];

  g_return_if_fail (GH_IS_WELCOME_PAGE (self));
  g_return_if_fail (GH_IS_MODEL_LIST (models));
  g_return_if_fail (self->models_list == NULL);

  self->models_list = g_object_ref (models);
  sources[0] = gh_model_list_list_providers (models);
  sources[1] = gh_model_list_list_found (models);
  sources[2] = G_LIST_MODEL (self->set_up);
  lists = g_list_store_new (G_TYPE_LIST_MODEL);
  for (gsize i = 0; i < G_N_ELEMENTS (sources); i++)
    g_list_store_append (lists, sources[i]);
  self->shown = G_LIST_MODEL (gtk_flatten_list_model_new (G_LIST_MODEL (g_steal_pointer (&lists))));
  gtk_list_box_bind_model (self->models, self->shown, make_row, self, NULL);
  /* After the rows: update() changes the third list, whose place among them counts what was just
   * added to one before it. */
  for (gsize i = 0; i < 2; i++)
    g_signal_connect_object (sources[i], "items-changed", G_CALLBACK (update), self,
                             G_CONNECT_SWAPPED);
  update (self);
}
