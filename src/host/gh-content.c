/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * A content block for showing: text, picture, sound, resource. Immutable. */
#include "config.h"

#include "gh-content-private.h"

#include <string.h>

#include "gh-json.h"

struct _GhContent
{
  GObject parent;

  /* Owned. */
  char          *text;
  char          *mime_type;
  char          *uri;
  GBytes        *data;

  GhContentKind  kind;
};

G_DEFINE_FINAL_TYPE (GhContent, gh_content, G_TYPE_OBJECT)
G_DEFINE_ENUM_TYPE (GhContentKind, gh_content_kind,
                    G_DEFINE_ENUM_VALUE (GH_CONTENT_TEXT, "text"),
                    G_DEFINE_ENUM_VALUE (GH_CONTENT_IMAGE, "image"),
                    G_DEFINE_ENUM_VALUE (GH_CONTENT_AUDIO, "audio"),
                    G_DEFINE_ENUM_VALUE (GH_CONTENT_RESOURCE, "resource"),
                    G_DEFINE_ENUM_VALUE (GH_CONTENT_RESOURCE_LINK, "resource-link"),
                    G_DEFINE_ENUM_VALUE (GH_CONTENT_STRUCTURED, "structured"),
                    G_DEFINE_ENUM_VALUE (GH_CONTENT_UNKNOWN, "unknown"))

static void
gh_content_finalize (GObject *object)
{
  GhContent *self = GH_CONTENT (object);

  g_clear_pointer (&self->text, g_free);
  g_clear_pointer (&self->mime_type, g_free);
  g_clear_pointer (&self->uri, g_free);
  g_clear_pointer (&self->data, g_bytes_unref);

  G_OBJECT_CLASS (gh_content_parent_class)->finalize (object);
}

static void
gh_content_class_init (GhContentClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->finalize = gh_content_finalize;
}

static void
gh_content_init (GhContent *self)
{
}

/* Text for showing is UTF-8 whatever came. */
static char *
dup_valid (const char *text)
{
  if (text == NULL)
    return NULL;
  if (g_utf8_validate (text, -1, NULL))
    return g_strdup (text);
  return g_utf8_make_valid (text, -1);
}

static GhContent *
content_new (GhContentKind  kind,
             char          *take_text,
             const char    *mime_type,
             const char    *uri,
             GBytes        *data)
{
  GhContent *self = g_object_new (GH_TYPE_CONTENT, NULL);

  self->kind = kind;
  self->text = take_text;
  self->mime_type = dup_valid (mime_type);
  self->uri = dup_valid (uri);
  self->data = data != NULL ? g_bytes_ref (data) : NULL;
  return self;
}

/**
 * gh_content_new:
 * @text: (nullable): made valid UTF-8
 * @mime_type: (nullable): a hint only (8.16)
 * @uri: (nullable): never opened by itself (8.21)
 * @data: (nullable): the decoded bytes
 *
 * Returns: (transfer full): a content block
 */
GhContent *
gh_content_new (GhContentKind  kind,
                const char    *text,
                const char    *mime_type,
                const char    *uri,
                GBytes        *data)
{
  return content_new (kind, dup_valid (text), mime_type, uri, data);
}

/**
 * gh_content_new_from_mcp:
 *
 * A block of the protocol for showing. May take long for a large block of an unknown kind; may be
 * called in a thread that has @content for itself.
 *
 * Returns: (transfer full): the block
 */
GhContent *
gh_content_new_from_mcp (GhMcpContent *content)
{
  GhContentKind kind = GH_CONTENT_UNKNOWN;

  g_return_val_if_fail (content != NULL, NULL);

  switch (content->kind)
    {
    case GH_MCP_CONTENT_TEXT:
      kind = GH_CONTENT_TEXT;
      break;
    case GH_MCP_CONTENT_IMAGE:
      kind = GH_CONTENT_IMAGE;
      break;
    case GH_MCP_CONTENT_AUDIO:
      kind = GH_CONTENT_AUDIO;
      break;
    case GH_MCP_CONTENT_RESOURCE:
      kind = GH_CONTENT_RESOURCE;
      break;
    case GH_MCP_CONTENT_RESOURCE_LINK:
      kind = GH_CONTENT_RESOURCE_LINK;
      break;
    case GH_MCP_CONTENT_TOOL_USE:
    case GH_MCP_CONTENT_TOOL_RESULT:
    case GH_MCP_CONTENT_UNKNOWN:
      return content_new (GH_CONTENT_UNKNOWN, gh_json_write_pretty (content->raw), NULL, NULL,
                          NULL);
    default:
      g_assert_not_reached ();
    }
  return content_new (kind, dup_valid (content->text), content->mime_type, content->uri,
                      content->data);
}

/**
 * gh_content_new_from_resource:
 *
 * Returns: (transfer full): an item of what reading a resource gave; same notes as
 *   gh_content_new_from_mcp()
 */
GhContent *
gh_content_new_from_resource (GhMcpResourceContents *contents)
{
  g_return_val_if_fail (contents != NULL, NULL);

  if (contents->text == NULL && contents->data == NULL)
    return content_new (GH_CONTENT_UNKNOWN, gh_json_write_pretty (contents->raw), NULL,
                        contents->uri, NULL);
  return content_new (GH_CONTENT_RESOURCE, dup_valid (contents->text), contents->mime_type,
                      contents->uri, contents->data);
}

/**
 * gh_content_new_structured:
 *
 * Returns: (transfer full): a result's structuredContent as indented JSON; same notes as
 *   gh_content_new_from_mcp()
 */
GhContent *
gh_content_new_structured (JsonNode *node)
{
  g_return_val_if_fail (node != NULL, NULL);

  return content_new (GH_CONTENT_STRUCTURED, gh_json_write_pretty (node), "application/json", NULL,
                      NULL);
}

gsize
gh_content_get_size (GhContent *self)
{
  g_return_val_if_fail (GH_IS_CONTENT (self), 0);

  return (self->text != NULL ? strlen (self->text) : 0)
         + (self->data != NULL ? g_bytes_get_size (self->data) : 0);
}

GhContentKind
gh_content_get_kind (GhContent *self)
{
  g_return_val_if_fail (GH_IS_CONTENT (self), GH_CONTENT_UNKNOWN);

  return self->kind;
}

const char *
gh_content_get_text (GhContent *self)
{
  g_return_val_if_fail (GH_IS_CONTENT (self), NULL);

  return self->text;
}

const char *
gh_content_get_mime_type (GhContent *self)
{
  g_return_val_if_fail (GH_IS_CONTENT (self), NULL);

  return self->mime_type;
}

const char *
gh_content_get_uri (GhContent *self)
{
  g_return_val_if_fail (GH_IS_CONTENT (self), NULL);

  return self->uri;
}

GBytes *
gh_content_get_data (GhContent *self)
{
  g_return_val_if_fail (GH_IS_CONTENT (self), NULL);

  return self->data;
}
