/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * URI templates: a template, and on the next line an object of values. */
#include "config.h"

#include "fuzz.h"

#include "gh-json.h"
#include "gh-mcp-uri-template.h"

int
LLVMFuzzerTestOneInput (const uint8_t *data,
                        size_t         size)
{
  const uint8_t *end = memchr (data, '\n', size);
  gsize length = end != NULL ? (gsize) (end - data) : size;
  g_autofree char *text = g_strndup ((const char *) data, length);
  g_autoptr(GError) error = NULL;
  g_autoptr(GhMcpUriTemplate) template = NULL;
  g_autoptr(JsonNode) values = NULL;
  g_autofree char *uri = NULL;

  /* All text from servers has come through the JSON reader. */
  if (!g_utf8_validate (text, -1, NULL))
    return 0;
  template = gh_mcp_uri_template_new (text, &error);
  if (template == NULL)
    {
      g_assert_nonnull (error);
      return 0;
    }
  g_assert_cmpuint (g_strv_length ((char **) gh_mcp_uri_template_get_variables (template)), <=,
                    GH_MCP_URI_TEMPLATE_MAX_VARIABLES);
  if (end != NULL)
    values = gh_json_read ((const char *) end + 1, size - length - 1, NULL);
  if (values != NULL && gh_json_node_get_object (values) == NULL)
    return 0;
  uri = gh_mcp_uri_template_expand (template, values, &error);
  g_assert_true ((uri == NULL) == (error != NULL));
  if (uri == NULL)
    return 0;
  g_assert_cmpuint (strlen (uri), <=, GH_MCP_URI_TEMPLATE_MAX_EXPANDED);
  for (const char *at = uri; *at != '\0'; at++)
    g_assert_true ((guchar) *at > 0x20 && (guchar) *at < 0x7f);
  return 0;
}
