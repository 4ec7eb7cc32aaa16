/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * Judges an address before anybody is asked to trust it: whose computer it is, and what in it
 * deserves a second look. */
#include "config.h"

#include "gh-url.h"

#include <string.h>

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

/**
 * gh_url_guess_lane:
 * @host: a name, or an IP address without brackets
 */
GhLane
gh_url_guess_lane (const char *host)
{
  g_autoptr(GInetAddress) address = NULL;
  g_autofree char *name = NULL;
  gsize length;

  g_return_val_if_fail (host != NULL, GH_LANE_CLOUD);

  address = g_inet_address_new_from_string (host);
  if (address != NULL)
    return guess_address_lane (address);

  name = g_ascii_strdown (host, -1);
  length = strlen (name);
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

static gboolean
has_punycode (const char *host)
{
  for (const char *label = host; label != NULL; label = strchr (label, '.'))
    {
      if (*label == '.')
        label++;
      if (g_ascii_strncasecmp (label, "xn--", 4) == 0)
        return TRUE;
    }
  return FALSE;
}

static GhUrlFlags
find_flags (GUri *uri)
{
  const char *host = g_uri_get_host (uri);
  GhUrlFlags flags = GH_URL_NONE;

  /* GUri gives names with other letters in their ASCII form. */
  if (has_punycode (host))
    flags |= GH_URL_PUNYCODE;
  if (g_uri_get_userinfo (uri) != NULL)
    flags |= GH_URL_USERINFO;
  if (g_hostname_is_ip_address (host))
    flags |= GH_URL_ADDRESS;
  if (g_str_equal (g_uri_get_scheme (uri), "http") && gh_url_guess_lane (host) != GH_LANE_LOCAL)
    flags |= GH_URL_PLAIN;
  return flags;
}

/* What a browser would drop, or read as something else than what is shown. */
static gboolean
has_blank (const char *url)
{
  for (const char *p = url; *p != '\0'; p++)
    if ((guchar) *p <= ' ' || *p == 0x7f || *p == '\\')
      return TRUE;
  return FALSE;
}

/**
 * gh_url_check:
 * @flags: (out) (optional): what deserves a second look
 * @host: (out) (optional) (transfer full): the host, small letters in their ASCII form
 *
 * Returns: whether it is an http or https address with a host (7.21)
 */
gboolean
gh_url_check (const char  *url,
              GhUrlFlags  *flags,
              char       **host,
              GError     **error)
{
  g_autoptr(GUri) uri = NULL;

  g_return_val_if_fail (url != NULL, FALSE);

  if (!has_blank (url))
    uri = g_uri_parse (url, G_URI_FLAGS_NONE, NULL);
  if (uri == NULL || g_uri_get_host (uri) == NULL || *g_uri_get_host (uri) == '\0')
    {
      g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT,
                           "Not an address with a host");
      return FALSE;
    }
  if (!g_str_equal (g_uri_get_scheme (uri), "http")
      && !g_str_equal (g_uri_get_scheme (uri), "https"))
    {
      g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT,
                           "Neither http nor https");
      return FALSE;
    }
  if (flags != NULL)
    *flags = find_flags (uri);
  if (host != NULL)
    *host = g_ascii_strdown (g_uri_get_host (uri), -1);
  return TRUE;
}
