/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * Text from a server, bounded. */
#include "config.h"

#include "gh-mcp-text.h"

#include <string.h>

#include "gh-json.h"

#define ELLIPSIS "\xe2\x80\xa6"

char *
gh_mcp_text_take_bound (char  *take_text,
                        gsize  max_length)
{
  char *end;

  g_return_val_if_fail (take_text != NULL, NULL);
  g_return_val_if_fail (max_length > strlen (ELLIPSIS), take_text);

  if (strnlen (take_text, max_length + 1) <= max_length)
    return take_text;
  end = g_utf8_find_prev_char (take_text, take_text + max_length - strlen (ELLIPSIS) + 1);
  memcpy (end, ELLIPSIS, strlen (ELLIPSIS) + 1);
  return take_text;
}

char *
gh_mcp_text_dup (JsonNode *node,
                 gsize     max_length)
{
  g_return_val_if_fail (node != NULL, NULL);

  if (!gh_json_node_is_string (node))
    return NULL;
  return gh_mcp_text_take_bound (gh_json_node_dup_text (node), max_length);
}

char *
gh_mcp_text_dup_member (JsonObject *object,
                        const char *name,
                        gsize       max_length)
{
  JsonNode *node = object != NULL ? gh_json_get (object, name) : NULL;

  return node != NULL ? gh_mcp_text_dup (node, max_length) : NULL;
}
