/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * Whom a piece of content is for, and how much it matters (requirement 8.22). */
#include "config.h"

#include "gh-mcp-annotations.h"

#include <math.h>

#include "gh-json.h"

/**
 * gh_mcp_annotations_read:
 * @object: what has, maybe, the member "annotations"
 *
 * An audience of unknown words only counts as none: hiding is what needs a reason.
 */
GhMcpAnnotations
gh_mcp_annotations_read (JsonObject *object)
{
  GhMcpAnnotations self = { FALSE, FALSE, NAN };
  JsonObject *annotations;
  JsonArray *audience;

  g_return_val_if_fail (object != NULL, self);

  annotations = gh_json_get_object (object, "annotations");
  audience = annotations != NULL ? gh_json_get_array (annotations, "audience") : NULL;
  for (guint i = 0; audience != NULL && i < json_array_get_length (audience); i++)
    {
      const char *role = gh_json_node_get_string (json_array_get_element (audience, i));

      self.for_user |= g_strcmp0 (role, "user") == 0;
      self.for_assistant |= g_strcmp0 (role, "assistant") == 0;
    }
  if (!self.for_user && !self.for_assistant)
    self.for_user = self.for_assistant = TRUE;
  if (annotations != NULL)
    self.priority = gh_json_get_double (annotations, "priority", NAN);
  /* Written so that NAN stays. */
  if (self.priority < 0.0 || self.priority > 1.0)
    self.priority = NAN;
  return self;
}
