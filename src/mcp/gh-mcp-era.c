/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * The protocol's two eras, and the revisions that Gatehouse speaks (requirements 2.20-2.28). */
#include "config.h"

#include "gh-mcp-era.h"

#include <string.h>

#include "gh-json.h"
#include "gh-mcp-error.h"
#include "gh-mcp-protocol.h"
#include "gh-mcp-text.h"

static const char * const legacy[] = {
  GH_MCP_VERSION_2025_11_25,
  GH_MCP_VERSION_2025_06_18,
  GH_MCP_VERSION_2025_03_26,
  GH_MCP_VERSION_2024_11_05,
  NULL,
};

static const char * const modern[] = {
  GH_MCP_VERSION_2026_07_28,
  NULL,
};

static const char * const names[] = {
  [GH_MCP_ERA_AUTO] = "auto",
  [GH_MCP_ERA_LEGACY] = "legacy",
  [GH_MCP_ERA_MODERN] = "modern",
};

/* A revision is a date. */
#define MAX_REVISION 64
/* How many of a server's revisions are looked at, or listed in an error. */
#define MAX_LISTED 16

const char *
gh_mcp_era_get_name (GhMcpEra era)
{
  g_return_val_if_fail (era < G_N_ELEMENTS (names), NULL);

  return names[era];
}

GhMcpEra
gh_mcp_era_from_name (const char *name)
{
  for (GhMcpEra era = GH_MCP_ERA_LEGACY; era <= GH_MCP_ERA_MODERN; era++)
    if (g_strcmp0 (name, names[era]) == 0)
      return era;
  return GH_MCP_ERA_AUTO;
}

const char * const *
gh_mcp_era_get_revisions (GhMcpEra era)
{
  g_return_val_if_fail (era != GH_MCP_ERA_AUTO, NULL);

  return era == GH_MCP_ERA_MODERN ? modern : legacy;
}

GhMcpEra
gh_mcp_era_of_revision (const char *revision)
{
  g_return_val_if_fail (revision != NULL, GH_MCP_ERA_AUTO);

  return g_strv_contains (modern, revision) ? GH_MCP_ERA_MODERN : GH_MCP_ERA_LEGACY;
}

/**
 * gh_mcp_era_parse_pin:
 * @text: as it stands in the configuration
 *
 * Returns: whether it can be met (2.28)
 */
gboolean
gh_mcp_era_parse_pin (const char   *text,
                      GhMcpEraPin  *pin,
                      GError      **error)
{
  g_return_val_if_fail (text != NULL, FALSE);
  g_return_val_if_fail (pin != NULL, FALSE);

  pin->era = gh_mcp_era_from_name (text);
  pin->revision = NULL;
  if (pin->era != GH_MCP_ERA_AUTO || strcmp (text, names[GH_MCP_ERA_AUTO]) == 0)
    return TRUE;

  for (GhMcpEra era = GH_MCP_ERA_LEGACY; era <= GH_MCP_ERA_MODERN; era++)
    for (const char * const *each = gh_mcp_era_get_revisions (era); *each != NULL; each++)
      if (strcmp (text, *each) == 0)
        {
          pin->era = era;
          pin->revision = *each;
          return TRUE;
        }
  g_set_error (error, GH_MCP_ERROR, GH_MCP_ERROR_VERSION,
               "Gatehouse does not speak protocol revision %s", text);
  return FALSE;
}

/**
 * gh_mcp_era_choose:
 * @only: (nullable): the one revision that may be chosen
 * @theirs: what the server lists; anything in it that is no string is passed over
 */
const char *
gh_mcp_era_choose (GhMcpEra    era,
                   const char *only,
                   JsonArray  *theirs)
{
  g_return_val_if_fail (theirs != NULL, NULL);

  for (const char * const *each = gh_mcp_era_get_revisions (era); *each != NULL; each++)
    for (guint i = 0; i < MIN (json_array_get_length (theirs), MAX_LISTED); i++)
      if (g_strcmp0 (gh_json_node_get_string (json_array_get_element (theirs, i)), *each) == 0
          && (only == NULL || strcmp (only, *each) == 0))
        return *each;
  return NULL;
}

/* What a person who pinned the era lets us speak, as text. */
static char *
dup_allowed (const GhMcpEraPin *pin)
{
  if (pin->revision != NULL)
    return g_strdup (pin->revision);
  return g_strjoinv (", ", (char **) gh_mcp_era_get_revisions (pin->era));
}

GError *
gh_mcp_era_new_error (const char        *theirs,
                      const GhMcpEraPin *pin)
{
  g_autofree char *ours = NULL;
  g_autofree char *new_ones = NULL;
  g_autofree char *old_ones = NULL;

  g_return_val_if_fail (theirs != NULL, NULL);

  if (pin != NULL && pin->era != GH_MCP_ERA_AUTO)
    {
      ours = dup_allowed (pin);
      return g_error_new (GH_MCP_ERROR, GH_MCP_ERROR_VERSION,
                          "The server speaks protocol revision %s; only %s is allowed for it",
                          theirs, ours);
    }
  new_ones = g_strjoinv (", ", (char **) modern);
  old_ones = g_strjoinv (", ", (char **) legacy);
  return g_error_new (GH_MCP_ERROR, GH_MCP_ERROR_VERSION,
                      "The server speaks protocol revision %s; Gatehouse speaks %s, %s", theirs,
                      new_ones, old_ones);
}

GError *
gh_mcp_era_new_refusal (const char        *words,
                        const GhMcpEraPin *pin)
{
  g_autofree char *ours = NULL;

  g_return_val_if_fail (words != NULL, NULL);
  g_return_val_if_fail (pin != NULL && pin->era != GH_MCP_ERA_AUTO, NULL);

  ours = dup_allowed (pin);
  return g_error_new (GH_MCP_ERROR, GH_MCP_ERROR_VERSION,
                      "Only protocol revision %s is allowed for this server, which does not seem "
                      "to speak it: %s", ours, words);
}

char *
gh_mcp_era_dup_listed (JsonArray *theirs)
{
  g_autoptr(GString) listed = g_string_new (NULL);

  g_return_val_if_fail (theirs != NULL, NULL);

  for (guint i = 0; i < MIN (json_array_get_length (theirs), MAX_LISTED); i++)
    {
      g_autofree char *version = gh_mcp_text_dup (json_array_get_element (theirs, i),
                                                  MAX_REVISION);

      if (version != NULL)
        g_string_append_printf (listed, "%s%s", listed->len > 0 ? ", " : "", version);
    }
  return listed->len > 0 ? g_string_free (g_steal_pointer (&listed), FALSE) : NULL;
}
