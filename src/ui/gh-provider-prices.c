/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * What the models of one endpoint cost, to be set by the person. */
#include "config.h"

#include "gh-provider-prices.h"

#include <math.h>

#include "gh-model-chooser.h"
#include "gh-review-words.h"
#include "gh-ui.h"

/* A price beyond that is a slip of the keyboard. */
#define MAX_PRICE 1e6

struct _GhProviderPrices
{
  AdwPreferencesGroup  parent_instance;

  /* Owned */
  GhModelList         *models;
  GhProvider          *provider;
  char                *model_id; /* whose prices are shown; NULL: nobody's */

  /* Template */
  AdwActionRow        *model_row;
  GhModelChooser      *chooser;
  GtkEditable         *input_row;
  GtkEditable         *output_row;
};

G_DEFINE_FINAL_TYPE (GhProviderPrices, gh_provider_prices, ADW_TYPE_PREFERENCES_GROUP)

/* The model whose prices are shown, as it is now; or NULL. */
static GhModel *
dup_model (GhProviderPrices *self)
{
  GListModel *list = gh_provider_list_models (self->provider);

  for (guint i = 0; i < g_list_model_get_n_items (list); i++)
    {
      g_autoptr(GhModel) model = g_list_model_get_item (list, i);

      if (g_strcmp0 (gh_model_get_id (model), self->model_id) == 0)
        return g_steal_pointer (&model);
    }

  return NULL;
}

/* As the person writes numbers, with a comma or a point. NAN: none; FALSE: not a price. */
static gboolean
read_price (GtkEditable *row,
            double      *price)
{
  g_autofree char *text = g_strstrip (g_strdup (gtk_editable_get_text (row)));
  char *end = NULL;

  *price = NAN;
  if (*text == '\0')
    return TRUE;
  g_strdelimit (text, ",", '.');
  *price = g_ascii_strtod (text, &end);

  return *end == '\0' && *price >= 0 && *price <= MAX_PRICE;
}

static void
mark (GtkEditable *row,
      gboolean     wrong)
{
  if (wrong)
    gtk_widget_add_css_class (GTK_WIDGET (row), "error");
  else
    gtk_widget_remove_css_class (GTK_WIDGET (row), "error");
}

/* Both or none: one alone says nothing of what a request costs. */
static gboolean
read_prices (GhProviderPrices *self,
             double           *input,
             double           *output)
{
  gboolean good_input = read_price (self->input_row, input);
  gboolean good_output = read_price (self->output_row, output);
  gboolean is_half = isnan (*input) != isnan (*output);

  mark (self->input_row, !good_input || (is_half && isnan (*input)));
  mark (self->output_row, !good_output || (is_half && isnan (*output)));

  return good_input && good_output && !is_half;
}

static void
show_price (GtkEditable *row,
            double       price)
{
  g_autofree char *text = isnan (price) ? g_strdup ("") : g_strdup_printf ("%.6g", price);

  gtk_editable_set_text (row, text);
}

static void
update (GhProviderPrices *self)
{
  g_autoptr(GhModel) model = dup_model (self);
  g_autofree char *name = NULL;
  gboolean has_prices;
  double input = NAN;
  double output = NAN;

  if (model == NULL)
    {
      GListModel *list = gh_provider_list_models (self->provider);

      model = g_list_model_get_item (list, 0);
      g_free (self->model_id);
      self->model_id = g_strdup (model != NULL ? gh_model_get_id (model) : NULL);
    }
  gtk_widget_set_visible (GTK_WIDGET (self), model != NULL);
  if (model == NULL)
    return;

  name = gh_words_name (gh_model_get_id (model));
  adw_action_row_set_subtitle (self->model_row, name);
  gh_model_chooser_set_selected (self->chooser, model);
  has_prices = gh_model_get_prices (model, &input, &output);
  /* What costs nothing because it runs here is not said to have a price. */
  if (has_prices && input + output == 0 && gh_model_get_lane (model) == GH_LANE_LOCAL)
    has_prices = FALSE;
  show_price (self->input_row, has_prices ? input : NAN);
  show_price (self->output_row, has_prices ? output : NAN);
}

static void
chosen_cb (GhProviderPrices *self,
           GhModel          *model)
{
  g_assert (GH_IS_PROVIDER_PRICES (self));

  g_free (self->model_id);
  self->model_id = g_strdup (gh_model_get_id (model));
  update (self);
}

static void
changed_cb (GhProviderPrices *self)
{
  double input;
  double output;

  read_prices (self, &input, &output);
}

static void
apply_cb (GhProviderPrices *self)
{
  g_autoptr(GhModel) model = dup_model (self);
  double input;
  double output;

  if (model != NULL && read_prices (self, &input, &output))
    gh_model_list_set_prices (self->models, model, input, output);
}

static void
gh_provider_prices_dispose (GObject *object)
{
  GhProviderPrices *self = GH_PROVIDER_PRICES (object);

  g_clear_object (&self->models);
  g_clear_object (&self->provider);

  G_OBJECT_CLASS (gh_provider_prices_parent_class)->dispose (object);
}

static void
gh_provider_prices_finalize (GObject *object)
{
  GhProviderPrices *self = GH_PROVIDER_PRICES (object);

  g_clear_pointer (&self->model_id, g_free);

  G_OBJECT_CLASS (gh_provider_prices_parent_class)->finalize (object);
}

static void
gh_provider_prices_class_init (GhProviderPricesClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = gh_provider_prices_dispose;
  G_OBJECT_CLASS (klass)->finalize = gh_provider_prices_finalize;

  g_type_ensure (GH_TYPE_MODEL_CHOOSER);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               GH_UI_RESOURCE_PATH "gh-provider-prices.ui");
  gtk_widget_class_bind_template_child (widget_class, GhProviderPrices, model_row);
  gtk_widget_class_bind_template_child (widget_class, GhProviderPrices, chooser);
  gtk_widget_class_bind_template_child (widget_class, GhProviderPrices, input_row);
  gtk_widget_class_bind_template_child (widget_class, GhProviderPrices, output_row);
  gtk_widget_class_bind_template_callback (widget_class, chosen_cb);
  gtk_widget_class_bind_template_callback (widget_class, changed_cb);
  gtk_widget_class_bind_template_callback (widget_class, apply_cb);
}

static void
gh_provider_prices_init (GhProviderPrices *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  gtk_widget_set_visible (GTK_WIDGET (self), FALSE);
}

void
gh_provider_prices_set_provider (GhProviderPrices *self,
                                 GhModelList      *models,
                                 GhProvider       *provider)
{
  GListModel *list;

  g_return_if_fail (GH_IS_PROVIDER_PRICES (self));
  g_return_if_fail (GH_IS_MODEL_LIST (models));
  g_return_if_fail (GH_IS_PROVIDER (provider));
  g_return_if_fail (self->provider == NULL);

  self->models = g_object_ref (models);
  self->provider = g_object_ref (provider);
  list = gh_provider_list_models (provider);
  gh_model_chooser_set_models (self->chooser, list);
  g_signal_connect_object (list, "items-changed", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  update (self);
}
