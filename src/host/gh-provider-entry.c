/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * A provider's entry in models.json: read and written, unknown members kept. */
#include "config.h"

#include "gh-provider-entry.h"

#include "gh-json.h"
#include "gh-model-url.h"

#include <math.h>

/* A price beyond that is a mistake, and would make sums of money meaningless. */
#define MAX_PRICE 1e6

GhProvider *
gh_provider_entry_find (GListModel *providers,
                        const char *id)
{
  for (guint i = 0; i < g_list_model_get_n_items (providers); i++)
    {
      g_autoptr(GhProvider) provider = g_list_model_get_item (providers, i);

      if (g_str_equal (gh_provider_get_id (provider), id))
        return provider; /* the list holds it */
    }

  return NULL;
}

char *
gh_provider_entry_make_id (GListModel *providers,
                           const char *name)
{
  g_autofree char *slug = g_str_to_ascii (name, "C");
  g_autofree char *id = NULL;

  g_strcanon (slug, G_CSET_a_2_z G_CSET_A_2_Z G_CSET_DIGITS, '-');
  for (char *c = slug; *c != '\0'; c++)
    *c = g_ascii_tolower (*c);
  if (*slug == '\0')
    {
      g_free (slug);
      slug = g_strdup ("endpoint");
    }

  id = g_strdup (slug);
  for (guint i = 2; gh_provider_entry_find (providers, id) != NULL; i++)
    {
      g_free (id);
      id = g_strdup_printf ("%s-%u", slug, i);
    }

  return g_steal_pointer (&id);
}

static const char *
to_word (GType type,
         int   value)
{
  g_autoptr(GEnumClass) klass = g_type_class_ref (type);

  return g_enum_get_value (klass, value)->value_nick;
}

/* -1: no such word. */
static int
from_word (GType       type,
           const char *word)
{
  g_autoptr(GEnumClass) klass = g_type_class_ref (type);
  GEnumValue *value = g_enum_get_value_by_nick (klass, word);

  return value != NULL ? value->value : -1;
}

static double
read_price (JsonObject *object,
            const char *name)
{
  double price = gh_json_get_double (object, name, NAN);

  return price >= 0 && price <= MAX_PRICE ? price : NAN;
}

/* Prices that are none are passed over: the rest of the entry is of use without them. */
static void
read_prices (GhProvider *provider,
             JsonObject *entry)
{
  JsonObject *prices = gh_json_get_object (entry, "prices");
  g_autoptr(GList) models = prices != NULL ? json_object_get_members (prices) : NULL;

  for (GList *l = models; l != NULL; l = l->next)
    {
      JsonObject *price = gh_json_get_object (prices, l->data);

      if (price != NULL)
        gh_provider_set_prices (provider, l->data, read_price (price, "input"),
                                read_price (price, "output"));
    }
}

GhProvider *
gh_provider_entry_read (JsonNode       *node,
                        GListModel     *providers,
                        GhSecretStore  *secrets,
                        GError        **error)
{
  JsonObject *object = gh_json_node_get_object (node);
  const char *id = NULL;
  const char *name = NULL;
  const char *base_url = NULL;
  const char *kind_word = "openai";
  const char *lane_word = NULL;
  const char *ca_file = NULL;
  GhLane guess = GH_LANE_CLOUD;
  g_autofree char *new_id = NULL;
  int kind;
  int lane;

  if (object == NULL)
    {
      g_set_error (error, GH_JSON_ERROR, GH_JSON_ERROR_MEMBER, "a provider is not an object");
      return NULL;
    }
  if (!gh_json_expect_string (object, "id", FALSE, &id, error) ||
      !gh_json_expect_string (object, "kind", FALSE, &kind_word, error) ||
      !gh_json_expect_string (object, "name", FALSE, &name, error) ||
      !gh_json_expect_string (object, "base_url", TRUE, &base_url, error) ||
      !gh_json_expect_string (object, "lane", FALSE, &lane_word, error) ||
      !gh_json_expect_string (object, "ca_file", FALSE, &ca_file, error))
    return NULL;

  kind = from_word (GH_TYPE_PROVIDER_KIND, kind_word);
  if (kind < 0)
    {
      g_set_error (error, GH_JSON_ERROR, GH_JSON_ERROR_MEMBER, "kind: unknown kind of provider");
      return NULL;
    }
  if (ca_file != NULL && !g_path_is_absolute (ca_file))
    {
      g_set_error (error, GH_JSON_ERROR, GH_JSON_ERROR_MEMBER,
                   "ca_file: not the whole path of a file");
      return NULL;
    }
  if (id != NULL && gh_provider_entry_find (providers, id) != NULL)
    {
      g_set_error (error, GH_JSON_ERROR, GH_JSON_ERROR_MEMBER, "id: two providers have the same");
      return NULL;
    }

  if (name == NULL || *name == '\0')
    name = id != NULL && *id != '\0' ? id : base_url;
  if (id == NULL || *id == '\0')
    id = new_id = gh_provider_entry_make_id (providers, name);
  /* A wrong address is not a reason to leave the entry out: the provider says what is wrong with
   * it. */
  gh_model_url_check (base_url, &guess, NULL);
  lane = lane_word != NULL ? from_word (GH_TYPE_LANE, lane_word) : -1;

  GhProvider *provider =
    gh_provider_new (id, name, kind, base_url, lane >= 0 ? (GhLane) lane : guess, secrets);

  gh_provider_set_has_key (provider, gh_json_get_string (object, "key") != NULL);
  gh_provider_set_ca_file (provider, ca_file);
  read_prices (provider, object);
  return provider;
}

static void
set_string (JsonObject *object,
            const char *name,
            const char *value)
{
  json_object_set_member (object, name, gh_json_node_new_string (value));
}

void
gh_provider_entry_write (GhProvider *provider,
                         JsonObject *entry)
{
  set_string (entry, "id", gh_provider_get_id (provider));
  set_string (entry, "name", gh_provider_get_name (provider));
  set_string (entry, "kind", to_word (GH_TYPE_PROVIDER_KIND, gh_provider_get_kind (provider)));
  set_string (entry, "base_url", gh_provider_get_base_url (provider));
  set_string (entry, "lane", to_word (GH_TYPE_LANE, gh_provider_get_lane (provider)));
  if (gh_provider_get_ca_file (provider) != NULL)
    set_string (entry, "ca_file", gh_provider_get_ca_file (provider));
  else if (json_object_has_member (entry, "ca_file"))
    json_object_remove_member (entry, "ca_file");
  /* Only its name in the secret store. */
  if (gh_provider_has_key (provider))
    {
      g_autofree char *key_name = gh_provider_dup_key_name (provider);

      set_string (entry, "key", key_name);
    }
  else if (json_object_has_member (entry, "key"))
    json_object_remove_member (entry, "key");
}

void
gh_provider_entry_set_prices (JsonObject *entry,
                              const char *model_id,
                              double      input,
                              double      output)
{
  JsonObject *prices = gh_json_get_object (entry, "prices");
  JsonObject *price;

  if (isnan (input) || isnan (output))
    {
      if (prices != NULL && json_object_has_member (prices, model_id))
        json_object_remove_member (prices, model_id);
      return;
    }

  if (prices == NULL)
    {
      prices = json_object_new ();
      json_object_set_member (entry, "prices", gh_json_node_new_object (prices));
    }
  price = gh_json_get_object (prices, model_id);
  if (price == NULL)
    {
      price = json_object_new ();
      json_object_set_member (prices, model_id, gh_json_node_new_object (price));
    }
  json_object_set_member (price, "input", gh_json_node_new_double (input));
  json_object_set_member (price, "output", gh_json_node_new_double (output));
}
