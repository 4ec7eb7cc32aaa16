/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * Arguments in HTTP headers: an array of an input schema and arguments. */
#include "config.h"

#include "fuzz.h"

#include "gh-json.h"
#include "gh-mcp-header.h"
#include "gh-mcp-param-headers.h"

/* Nothing that would end a header or begin another one. */
static void
check_header (const char *name,
              const char *value,
              gpointer    user_data)
{
  g_assert_cmpuint (strlen (name), >, 0);
  for (const char *at = name; *at != '\0'; at++)
    g_assert_true (g_ascii_isgraph (*at) && *at != ':');
  for (const char *at = value; *at != '\0'; at++)
    g_assert_true (g_ascii_isprint (*at) || *at == '\t');
}

int
LLVMFuzzerTestOneInput (const uint8_t *data,
                        size_t         size)
{
  g_autoptr(JsonNode) node = gh_json_read ((const char *) data, size, NULL);
  JsonArray *array = gh_json_node_get_array (node);
  g_autoptr(GhMcpParamHeaders) headers = NULL;
  g_autoptr(GError) error = NULL;

  if (gh_json_node_get_string (node) != NULL)
    {
      g_autofree char *encoded = gh_mcp_header_encode (gh_json_node_get_string (node));

      check_header ("x", encoded, NULL);
    }
  if (array == NULL || json_array_get_length (array) == 0
      || gh_json_node_get_object (json_array_get_element (array, 0)) == NULL)
    return 0;
  headers = gh_mcp_param_headers_new (json_array_get_element (array, 0), &error);
  g_assert_true ((headers == NULL) == (error != NULL));
  for (guint i = 1; headers != NULL && i < json_array_get_length (array); i++)
    {
      JsonNode *arguments = json_array_get_element (array, i);
      g_autoptr(SoupMessageHeaders) added = soup_message_headers_new (SOUP_MESSAGE_HEADERS_REQUEST);
      g_autoptr(GError) problem = NULL;

      if (gh_json_node_get_object (arguments) != NULL)
        {
          gboolean good = gh_mcp_param_headers_add (headers, arguments, added, &problem);

          g_assert_true (good == (problem == NULL));
          soup_message_headers_foreach (added, check_header, NULL);
        }
    }
  return 0;
}
