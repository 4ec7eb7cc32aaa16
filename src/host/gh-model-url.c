/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * Judges the address of a model endpoint: is it usable, and whose computer is it. */
#include "config.h"

#include "gh-model-url.h"

#include "gh-llm-openai.h"

/* Names that the DNS never gives to a public computer (RFC 6762, RFC 8375, and what home routers
 * use). */
static const char * const own_suffixes[] = {
  ".local", ".lan", ".home.arpa", ".internal", ".intranet", ".home", ".corp", NULL
};

/* Networks besides RFC 1918 (which GIO knows) that are not the internet: carrier-grade NAT, as used
 * by private overlay networks, and IPv6's unique local addresses. */
static const char * const own_networks[] = { "100.64.0.0/10", "fc00::/7", NULL };

static GhLane
guess_address_lane (GInetAddress *address)
{
  if (g_inet_address_get_is_loopback (address) || g_inet_address_get_is_any (address))
    return GH_LANE_LOCAL;
  if (g_inet_address_get_is_site_local (address) || g_inet_address_get_is_link_local (address))
    return GH_LANE_OWN;

  for (guint i = 0; own_networks[i] != NULL; i++)
    {
      g_autoptr(GInetAddressMask) mask =
        g_inet_address_mask_new_from_string (own_networks[i], NULL);

      if (g_inet_address_mask_matches (mask, address))
        return GH_LANE_OWN;
    }

  return GH_LANE_CLOUD;
}

static GhLane
guess_lane (const char *host)
{
  g_autoptr(GInetAddress) address = g_inet_address_new_from_string (host);
  g_autofree char *name = g_ascii_strdown (host, -1);
  gsize length = strlen (name);

  if (address != NULL)
    return guess_address_lane (address);

  if (length > 0 && name[length - 1] == '.')
    name[length - 1] = '\0';
  if (g_str_equal (name, "localhost") || g_str_has_suffix (name, ".localhost"))
    return GH_LANE_LOCAL;
  for (guint i = 0; own_suffixes[i] != NULL; i++)
    {
      if (g_str_has_suffix (name, own_suffixes[i]))
        return GH_LANE_OWN;
    }
  /* A name without a dot can only be of the own network; digits alone are an IPv4 address in
   * disguise. */
  if (strchr (name, '.') == NULL && !g_ascii_isdigit (name[0]))
    return GH_LANE_OWN;

  return GH_LANE_CLOUD;
}

static GUri *
parse (const char  *base_url,
       GError     **error)
{
  g_autoptr(GUri) uri = g_uri_parse (base_url, G_URI_FLAGS_NONE, NULL);

  if (uri == NULL || g_uri_get_host (uri) == NULL || *g_uri_get_host (uri) == '\0')
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT, "Not an address with a host");
      return NULL;
    }
  if (g_strcmp0 (g_uri_get_scheme (uri), "http") != 0 &&
      g_strcmp0 (g_uri_get_scheme (uri), "https") != 0)
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT, "Neither http nor https");
      return NULL;
    }

  return g_steal_pointer (&uri);
}

gboolean
gh_model_url_check (const char  *base_url,
                    GhLane      *lane,
                    GError     **error)
{
  g_return_val_if_fail (base_url != NULL, FALSE);

  g_autoptr(GUri) uri = parse (base_url, error);

  if (uri == NULL)
    return FALSE;
  /* It would be kept in models.json, in plain text. */
  if (g_uri_get_userinfo (uri) != NULL)
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT, "A password inside the address");
      return FALSE;
    }

  GhLane guess = guess_lane (g_uri_get_host (uri));

  if (guess == GH_LANE_CLOUD && g_str_equal (g_uri_get_scheme (uri), "http"))
    {
      g_set_error (
          error, G_IO_ERROR, G_IO_ERROR_PERMISSION_DENIED,
          "Plain http to a computer on the internet shows key and prompts to everyone between");
      return FALSE;
    }

  if (lane != NULL)
    *lane = guess;
  return TRUE;
}

gboolean
gh_model_url_equal (const char *a,
                    const char *b)
{
  g_autofree char *a_normal = gh_llm_openai_normalize_url (a);
  g_autofree char *b_normal = gh_llm_openai_normalize_url (b);
  g_autoptr(GUri) a_uri = g_uri_parse (a_normal, G_URI_FLAGS_SCHEME_NORMALIZE, NULL);
  g_autoptr(GUri) b_uri = g_uri_parse (b_normal, G_URI_FLAGS_SCHEME_NORMALIZE, NULL);

  if (a_uri == NULL || b_uri == NULL || g_uri_get_host (a_uri) == NULL ||
      g_uri_get_host (b_uri) == NULL)
    return g_str_equal (a, b);

  return g_strcmp0 (g_uri_get_scheme (a_uri), g_uri_get_scheme (b_uri)) == 0 &&
         g_uri_get_port (a_uri) == g_uri_get_port (b_uri) &&
         g_str_equal (g_uri_get_path (a_uri), g_uri_get_path (b_uri)) &&
         (g_ascii_strcasecmp (g_uri_get_host (a_uri), g_uri_get_host (b_uri)) == 0 ||
          (guess_lane (g_uri_get_host (a_uri)) == GH_LANE_LOCAL &&
           guess_lane (g_uri_get_host (b_uri)) == GH_LANE_LOCAL));
}
