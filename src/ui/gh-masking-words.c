/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * What is masked, in words. */
#include "config.h"

#include "gh-masking-words.h"

#include <glib/gi18n.h>

#include "gh-plain-text.h"

/* Of a private key, say: enough to know which. */
#define LONGEST_ORIGINAL 400

static const char *
get_kind (GhShieldKind kind)
{
  switch (kind)
    {
    case GH_SHIELD_API_KEY:
      return _("API key");
    case GH_SHIELD_PRIVATE_KEY:
      return _("Private key");
    case GH_SHIELD_TOKEN:
      return _("Access token");
    case GH_SHIELD_PASSWORD:
      return _("Password or secret");
    case GH_SHIELD_EMAIL:
      return _("E-mail address");
    case GH_SHIELD_CARD:
      return _("Card number");
    case GH_SHIELD_HOME:
      return _("Home folder");
    case GH_SHIELD_OWN:
      return _("Matches a pattern of yours");
    case GH_SHIELD_LITERAL:
    case GH_SHIELD_N_KINDS:
    default:
      return _("Looks like a placeholder");
    }
}

char *
gh_masking_words_kind (GhMaskingSecret *secret)
{
  const char *provider = gh_masking_secret_get_provider (secret);
  const char *kind = get_kind (gh_masking_secret_get_kind (secret));

  if (provider == NULL)
    return g_strdup (kind);
  /* Translators: what it is, and whose: "API key (GitHub)". */
  return g_strdup_printf (_("%s (%s)"), kind, provider);
}

static char *
dup_where (GhMaskingSecret *secret)
{
  guint place = gh_masking_secret_get_place (secret);

  if (place == GH_MASKING_SYSTEM_PROMPT)
    return g_strdup (_("in the system prompt"));
  if (place == GH_MASKING_TOOLS)
    return g_strdup (_("in the description of a tool"));
  return g_strdup_printf (_("in message %u"), place + 1);
}

char *
gh_masking_words_place (GhMaskingSecret *secret)
{
  const char *placeholder = gh_masking_secret_get_placeholder (secret);
  guint uses = gh_masking_secret_get_uses (secret);
  g_autofree char *where = dup_where (secret);

  if (uses == 0)
    return g_strdup (placeholder);
  if (uses == 1)
    /* Translators: a placeholder, and where it stands: "[[API_KEY_1]], in message 2". */
    return g_strdup_printf (_("%s, %s"), placeholder, where);
  /* Translators: a placeholder, where it stands first, and how often it does in all. */
  return g_strdup_printf (ngettext ("%s, %s, %u time", "%s, %s, %u times", uses), placeholder,
                          where, uses);
}

char *
gh_masking_words_original (GhMaskingSecret *secret)
{
  return gh_plain_text_dup (gh_masking_secret_get_original (secret), LONGEST_ORIGINAL,
                            GH_PLAIN_TEXT_ONE_LINE);
}

char *
gh_masking_words_count (guint n)
{
  return g_strdup_printf (ngettext ("%'u Secret Masked", "%'u Secrets Masked", n), n);
}
