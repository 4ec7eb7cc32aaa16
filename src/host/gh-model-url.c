/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * Judges the address of a model endpoint: is it usable, and whose computer is it. */
#include "config.h"

#include "gh-model-url.h"

#include "gh-llm-api.h"
#include "gh-url.h"

gboolean
gh_model_url_check (const char  *base_url,
                    GhLane      *lane,
                    GError     **error)
{
  GhUrlFlags flags;
  g_autofree char *host = NULL;
  GhLane guess;

  g_return_val_if_fail (base_url != NULL, FALSE);

  if (!gh_url_check (base_url, &flags, &host, error))
    return FALSE;
  /* It would be kept in models.json, in plain text. */
  if (flags & GH_URL_USERINFO)
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT, "A password inside the address");
      return FALSE;
    }
  guess = gh_url_guess_lane (host);
  if (guess == GH_LANE_CLOUD && flags & GH_URL_PLAIN)
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
  /* This one takes every API's version off. */
  g_autofree char *a_normal = gh_llm_api_normalize_url (&gh_llm_ollama_api, a);
  g_autofree char *b_normal = gh_llm_api_normalize_url (&gh_llm_ollama_api, b);
  g_autoptr(GUri) a_uri = g_uri_parse (a_normal, G_URI_FLAGS_SCHEME_NORMALIZE, NULL);
  g_autoptr(GUri) b_uri = g_uri_parse (b_normal, G_URI_FLAGS_SCHEME_NORMALIZE, NULL);

  if (a_uri == NULL || b_uri == NULL || g_uri_get_host (a_uri) == NULL ||
      g_uri_get_host (b_uri) == NULL)
    return g_str_equal (a, b);

  return g_strcmp0 (g_uri_get_scheme (a_uri), g_uri_get_scheme (b_uri)) == 0 &&
         g_uri_get_port (a_uri) == g_uri_get_port (b_uri) &&
         g_str_equal (g_uri_get_path (a_uri), g_uri_get_path (b_uri)) &&
         (g_ascii_strcasecmp (g_uri_get_host (a_uri), g_uri_get_host (b_uri)) == 0 ||
          (gh_url_guess_lane (g_uri_get_host (a_uri)) == GH_LANE_LOCAL &&
           gh_url_guess_lane (g_uri_get_host (b_uri)) == GH_LANE_LOCAL));
}
