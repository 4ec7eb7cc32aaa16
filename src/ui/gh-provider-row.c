/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * A model endpoint in the preferences: how it is, and what can be done with it. */
#include "config.h"

#include "gh-provider-row.h"

#include <glib/gi18n.h>

#include "gh-review-words.h"

struct _GhProviderRow
{
  AdwActionRow  parent_instance;

  /* Owned */
  GhProvider   *item;

  gboolean      found;

  /* Borrowed */
  GtkWidget    *icon;
  GtkWidget    *spinner;
};

G_DEFINE_FINAL_TYPE (GhProviderRow, gh_provider_row, ADW_TYPE_ACTION_ROW)

enum
{
  PROP_0,
  PROP_ITEM,
  PROP_FOUND,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

enum
{
  USE,
  EDIT,
  REMOVE,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

/* "59 of 60 requests left", or NULL. */
static char *
dup_rate (const GhProviderRate *rate,
          gboolean              of_tokens)
{
  g_autofree char *left = NULL;
  g_autofree char *limit = NULL;

  if (rate->left < 0)
    return NULL;
  left = gh_words_number ((guint) MIN (rate->left, G_MAXUINT));
  if (rate->limit < 0)
    return of_tokens ? g_strdup_printf (_("%s tokens left"), left)
                     : g_strdup_printf (_("%s requests left"), left);
  limit = gh_words_number ((guint) MIN (rate->limit, G_MAXUINT));
  /* Translators: what an endpoint still takes before it wants its clients to wait, and how much
   * that is at most. */
  return of_tokens ? g_strdup_printf (_("%s of %s tokens left"), left, limit)
                   : g_strdup_printf (_("%s of %s requests left"), left, limit);
}

/* What the endpoint said of its limits, as more of a line; "" when it said nothing. */
static char *
dup_rates (GhProvider *provider)
{
  GhProviderRate rates[2];
  g_autoptr(GString) words = g_string_new (NULL);

  if (!gh_provider_get_rates (provider, &rates[0], &rates[1]))
    return g_strdup ("");
  for (guint i = 0; i < G_N_ELEMENTS (rates); i++)
    {
      g_autofree char *part = dup_rate (&rates[i], i == 1);

      if (part != NULL)
        g_string_append_printf (words, " · %s", part);
    }

  return g_strdup (words->str);
}

char *
gh_provider_row_dup_state (GhProvider *provider)
{
  g_autofree char *rates = NULL;
  g_autofree char *models = NULL;
  guint n;

  g_return_val_if_fail (GH_IS_PROVIDER (provider), NULL);

  switch (gh_provider_get_state (provider))
    {
    case GH_PROVIDER_READY:
      n = g_list_model_get_n_items (gh_provider_list_models (provider));
      if (n == 0)
        return g_strdup (_("It answers, but has no models. Load one there, then ask again."));
      models = g_strdup_printf (ngettext ("%u model", "%u models", n), n);
      rates = dup_rates (provider);
      return g_strconcat (models, rates, NULL);
    case GH_PROVIDER_UNREACHABLE:
      return gh_words_trouble_listing (gh_provider_get_error (provider),
                                       gh_provider_get_name (provider));
    case GH_PROVIDER_UNKNOWN:
    case GH_PROVIDER_ASKING:
    default:
      return g_strdup (_("Asking for its models…"));
    }
}

static void
update (GhProviderRow *self)
{
  g_autofree char *name = gh_words_name (gh_provider_get_name (self->item));
  g_autofree char *state = gh_provider_row_dup_state (self->item);
  g_autofree char *subtitle = NULL;
  gboolean asking = gh_provider_get_state (self->item) == GH_PROVIDER_ASKING;
  gboolean bad = gh_provider_get_state (self->item) == GH_PROVIDER_UNREACHABLE;

  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (self), name);
  if (bad)
    subtitle = g_strdup (state);
  else
    /* Translators: where a model endpoint is and how it is: "on this computer · 3 models". */
    subtitle = g_strdup_printf (_("%s · %s"), gh_words_lane (gh_provider_get_lane (self->item)),
                                state);
  adw_action_row_set_subtitle (ADW_ACTION_ROW (self), subtitle);
  gtk_image_set_from_icon_name (GTK_IMAGE (self->icon),
                                bad ? "dialog-warning-symbolic"
                                    : gh_words_lane_icon (gh_provider_get_lane (self->item)));
  gtk_widget_set_visible (self->spinner, asking);
  gtk_spinner_set_spinning (GTK_SPINNER (self->spinner), asking);
}

static void
use_clicked_cb (GhProviderRow *self)
{
  g_signal_emit (self, signals[USE], 0);
}

static void
edit_clicked_cb (GhProviderRow *self)
{
  g_signal_emit (self, signals[EDIT], 0);
}

static void
remove_clicked_cb (GhProviderRow *self)
{
  g_signal_emit (self, signals[REMOVE], 0);
}

static void
refresh_clicked_cb (GhProviderRow *self)
{
  gh_provider_refresh (self->item);
}

static GtkWidget *
add_button (GhProviderRow *self,
            const char    *icon,
            const char    *words,
            GCallback      callback)
{
  GtkWidget *button = gtk_button_new_from_icon_name (icon);
  g_autofree char *name = gh_words_name (gh_provider_get_name (self->item));
  g_autofree char *label = NULL;

  /* Translators: what a screen reader says for a button of a row: "Remove, Ollama". */
  label = g_strdup_printf (_("%s, %s"), words, name);
  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  gtk_widget_add_css_class (button, "flat");
  gtk_widget_set_tooltip_text (button, words);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, label,
                                  -1);
  g_signal_connect_object (button, "clicked", callback, self, G_CONNECT_SWAPPED);
  adw_action_row_add_suffix (ADW_ACTION_ROW (self), button);
  return button;
}

static void
gh_provider_row_set_property (GObject      *object,
                              guint         prop_id,
                              const GValue *value,
                              GParamSpec   *pspec)
{
  GhProviderRow *self = GH_PROVIDER_ROW (object);

  switch (prop_id)
    {
    case PROP_ITEM:
      self->item = g_value_dup_object (value);
      break;
    case PROP_FOUND:
      self->found = g_value_get_boolean (value);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
gh_provider_row_get_property (GObject    *object,
                              guint       prop_id,
                              GValue     *value,
                              GParamSpec *pspec)
{
  GhProviderRow *self = GH_PROVIDER_ROW (object);

  switch (prop_id)
    {
    case PROP_ITEM:
      g_value_set_object (value, self->item);
      break;
    case PROP_FOUND:
      g_value_set_boolean (value, self->found);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
gh_provider_row_constructed (GObject *object)
{
  GhProviderRow *self = GH_PROVIDER_ROW (object);

  G_OBJECT_CLASS (gh_provider_row_parent_class)->constructed (object);

  if (self->found)
    {
      GtkWidget *button = gtk_button_new_with_label (_("Use"));
      g_autofree char *name = gh_words_name (gh_provider_get_name (self->item));
      g_autofree char *label = NULL;

      /* Translators: what a screen reader says for a button "Use"; a model endpoint is filled in.
       * */
      label = g_strdup_printf (_("Use %s"), name);
      gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
      gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, label,
                                      -1);
      g_signal_connect_object (button, "clicked", G_CALLBACK (use_clicked_cb), self,
                               G_CONNECT_SWAPPED);
      adw_action_row_add_suffix (ADW_ACTION_ROW (self), button);
      adw_action_row_set_activatable_widget (ADW_ACTION_ROW (self), button);
    }
  else
    {
      GtkWidget *edit;

      add_button (self, "view-refresh-symbolic", _("Ask for Its Models Again"),
                  G_CALLBACK (refresh_clicked_cb));
      edit = add_button (self, "document-edit-symbolic", _("Edit"), G_CALLBACK (edit_clicked_cb));
      add_button (self, "user-trash-symbolic", _("Remove"), G_CALLBACK (remove_clicked_cb));
      adw_action_row_set_activatable_widget (ADW_ACTION_ROW (self), edit);
    }
  g_signal_connect_object (self->item, "notify", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (gh_provider_list_models (self->item), "items-changed",
                           G_CALLBACK (update), self, G_CONNECT_SWAPPED);
}

static void
gh_provider_row_finalize (GObject *object)
{
  GhProviderRow *self = GH_PROVIDER_ROW (object);

  g_clear_object (&self->item);
  G_OBJECT_CLASS (gh_provider_row_parent_class)->finalize (object);
}

static void
gh_provider_row_class_init (GhProviderRowClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  const char *names[N_SIGNALS] = { "use", "edit", "remove" };

  object_class->constructed = gh_provider_row_constructed;
  object_class->finalize = gh_provider_row_finalize;
  object_class->get_property = gh_provider_row_get_property;
  object_class->set_property = gh_provider_row_set_property;

  properties[PROP_ITEM] =
    g_param_spec_object ("item", NULL, NULL, GH_TYPE_PROVIDER,
                         G_PARAM_READWRITE | G_PARAM_CONSTRUCT_ONLY | G_PARAM_STATIC_STRINGS);
  properties[PROP_FOUND] =
    g_param_spec_boolean ("found", NULL, NULL, FALSE,
                          G_PARAM_READWRITE | G_PARAM_CONSTRUCT_ONLY | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);

  for (gsize i = 0; i < N_SIGNALS; i++)
    signals[i] = g_signal_new (names[i], G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST,
                               0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
gh_provider_row_init (GhProviderRow *self)
{
  adw_preferences_row_set_use_markup (ADW_PREFERENCES_ROW (self), FALSE);
  adw_action_row_set_subtitle_lines (ADW_ACTION_ROW (self), 0);
  self->icon = g_object_new (GTK_TYPE_IMAGE, "accessible-role", GTK_ACCESSIBLE_ROLE_PRESENTATION,
                             NULL);
  adw_action_row_add_prefix (ADW_ACTION_ROW (self), self->icon);
  self->spinner = gtk_spinner_new ();
  adw_action_row_add_suffix (ADW_ACTION_ROW (self), self->spinner);
}

GtkWidget *
gh_provider_row_new (GhProvider *provider,
                     gboolean    found)
{
  GhProviderRow *self;

  g_return_val_if_fail (GH_IS_PROVIDER (provider), NULL);

  self = g_object_new (GH_TYPE_PROVIDER_ROW, "item", provider, "found", found, NULL);
  /* Not earlier: what is set during construction reaches the labels before use-markup does. */
  update (self);
  return GTK_WIDGET (self);
}

GhProvider *
gh_provider_row_get_item (GhProviderRow *self)
{
  g_return_val_if_fail (GH_IS_PROVIDER_ROW (self), NULL);

  return self->item;
}
