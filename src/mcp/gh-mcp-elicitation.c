/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * What a server asks of a person: a form, or a visit to a web page (requirements 7.1-7.26). */
#include "config.h"

#include "gh-mcp-elicitation.h"

#include <string.h>

#include "gh-json-schema.h"
#include "gh-json.h"
#include "gh-mcp-error.h"
#include "gh-mcp-protocol.h"
#include "gh-mcp-text.h"
#include "gh-rpc-error.h"

/* Servers use UUIDs; it is kept for as long as the page is open. */
#define MAX_ID 4096
/* What an error repeats of the name of a field. */
#define MAX_WHERE 200

/* The struct is public and first, so that the rest does not show in the header. */
typedef struct
{
  GhMcpElicitation elicitation;
  gatomicrefcount count;
  GhJsonSchema *compiled; /* of FORM */
} Counted;

G_DEFINE_BOXED_TYPE (GhMcpElicitation, gh_mcp_elicitation, gh_mcp_elicitation_ref,
                     gh_mcp_elicitation_unref)

/* Says what is wrong with which member. Always gives FALSE. */
static gboolean
refuse (GError     **error,
        const char  *where,
        const char  *what)
{
  g_set_error (error, GH_MCP_ERROR, GH_MCP_ERROR_INVALID_PARAMS, "%s: %s", where, what);
  return FALSE;
}

/* Forms */

static gboolean
is_type (JsonObject *field,
         const char *type)
{
  return g_strcmp0 (gh_json_get_string (field, "type"), type) == 0;
}

/* A list of texts, or of {const, title}. */
static gboolean
has_choices (JsonObject *field)
{
  JsonArray *titled;

  if (gh_json_get_array (field, "enum") != NULL)
    return TRUE;
  titled = gh_json_get_array (field, "oneOf");
  if (titled == NULL)
    titled = gh_json_get_array (field, "anyOf");
  if (titled == NULL || json_array_get_length (titled) == 0)
    return FALSE;
  for (guint i = 0; i < json_array_get_length (titled); i++)
    {
      JsonObject *choice = gh_json_node_get_object (json_array_get_element (titled, i));

      if (choice == NULL || gh_json_get_string (choice, "const") == NULL)
        return FALSE;
    }
  return TRUE;
}

/* {"anyOf": [{"type": "string"}, {"type": "null"}]}: how Python's libraries write "may be left
 * out". Gives the alternative that is not null, or the field itself. */
static JsonObject *
skip_optional (JsonObject *field)
{
  JsonArray *alternatives = gh_json_get_array (field, "anyOf");
  JsonObject *found = NULL;

  if (alternatives == NULL || json_array_get_length (alternatives) != 2)
    return field;
  for (guint i = 0; i < 2; i++)
    {
      JsonObject *one = gh_json_node_get_object (json_array_get_element (alternatives, i));

      if (one == NULL)
        return field;
      if (is_type (one, "null"))
        continue;
      if (found != NULL)
        return field;
      found = one;
    }
  return found != NULL ? found : field;
}

/* One value a person can type or choose (7.8-7.12); nothing nested. */
static gboolean
is_flat_field (JsonNode *node)
{
  JsonObject *field = gh_json_node_get_object (node);
  JsonObject *items;

  if (field == NULL)
    return FALSE;
  field = skip_optional (field);
  if (is_type (field, "string") || is_type (field, "number") || is_type (field, "integer")
      || is_type (field, "boolean"))
    return TRUE;
  if (gh_json_get (field, "type") == NULL)
    return has_choices (field);
  items = is_type (field, "array") ? gh_json_get_object (field, "items") : NULL;
  return items != NULL && has_choices (items);
}

static gboolean
read_form (Counted     *self,
           JsonObject  *params,
           GError     **error)
{
  JsonNode *node = gh_json_get (params, "requestedSchema");
  JsonObject *schema = node != NULL ? gh_json_node_get_object (node) : NULL;
  JsonObject *properties = schema != NULL ? gh_json_get_object (schema, "properties") : NULL;
  g_autoptr(GError) problem = NULL;
  JsonObjectIter iter;
  const char *name;
  JsonNode *field;

  if (schema == NULL)
    return refuse (error, "requestedSchema", "must be an object");
  if (!is_type (schema, "object"))
    return refuse (error, "requestedSchema.type", "must be \"object\"");
  if (properties == NULL)
    return refuse (error, "requestedSchema.properties", "must be an object");
  if (json_object_get_size (properties) > GH_MCP_ELICITATION_MAX_FIELDS)
    return refuse (error, "requestedSchema.properties", "has too many members");
  json_object_iter_init (&iter, properties);
  while (json_object_iter_next (&iter, &name, &field))
    if (!is_flat_field (field))
      {
        g_autofree char *where =
          gh_mcp_text_take_bound (g_strdup_printf ("requestedSchema.properties.%s", name),
                                  MAX_WHERE);

        return refuse (error, where, "is not a text, number, yes or no, or choice");
      }
  self->compiled = gh_json_schema_new_with_formats (node, &problem);
  if (self->compiled == NULL)
    return refuse (error, "requestedSchema", problem->message);
  self->elicitation.schema = json_node_ref (node);
  return TRUE;
}

/* Pages */

/* Bytes that programs read differently (a browser takes a backslash for a slash), so that what is
 * shown as the host would not be where the browser goes. */
static gboolean
is_ambiguous (const char *url)
{
  for (const char *s = url; *s != '\0'; s++)
    if ((guchar) *s <= ' ' || *s == 0x7f || *s == '\\')
      return TRUE;
  return FALSE;
}

static gboolean
read_url (GhMcpElicitation  *self,
          JsonObject        *params,
          const char        *version,
          GError           **error)
{
  const char *url = gh_json_get_string (params, "url");
  const char *id = gh_json_get_string (params, "elicitationId");
  g_autoptr(GUri) uri = NULL;

  if (url == NULL)
    return refuse (error, "url", "must be a string");
  if (strnlen (url, GH_MCP_ELICITATION_MAX_URL + 1) > GH_MCP_ELICITATION_MAX_URL)
    return refuse (error, "url", "is too long");
  if (!is_ambiguous (url))
    uri = g_uri_parse (url, G_URI_FLAGS_ENCODED, NULL);
  if (uri == NULL || g_uri_get_host (uri) == NULL || *g_uri_get_host (uri) == '\0')
    return refuse (error, "url", "must be a whole URL");
  if (g_ascii_strcasecmp (g_uri_get_scheme (uri), "https") != 0
      && g_ascii_strcasecmp (g_uri_get_scheme (uri), "http") != 0)
    return refuse (error, "url", "must begin with https: or http:");
  self->url = g_strdup (url);
  self->host = g_strdup (g_uri_get_host (uri));

  /* Later revisions have none. */
  if (id == NULL && strcmp (version, GH_MCP_VERSION_2025_11_25) == 0)
    return refuse (error, "elicitationId", "must be a string");
  if (id != NULL && strnlen (id, MAX_ID + 1) > MAX_ID)
    return refuse (error, "elicitationId", "is too long");
  self->id = g_strdup (id);
  return TRUE;
}

static gboolean
read_mode (GhMcpElicitation   *self,
           JsonObject         *params,
           GhMcpCapabilities   capabilities,
           GError            **error)
{
  JsonNode *node = gh_json_get (params, "mode");
  const char *mode = node != NULL ? gh_json_node_get_string (node) : "form";
  GhMcpCapabilities needed = GH_MCP_CAPABILITY_ELICIT_FORM;

  if (g_strcmp0 (mode, "url") == 0)
    {
      self->mode = GH_MCP_ELICITATION_URL;
      needed = GH_MCP_CAPABILITY_ELICIT_URL;
    }
  else if (g_strcmp0 (mode, "form") != 0)
    return refuse (error, "mode", "must be \"form\" or \"url\"");
  if ((capabilities & needed) == 0)
    return refuse (error, "mode", "was not declared by this client");
  return TRUE;
}

static gboolean
read_message (GhMcpElicitation  *self,
              JsonObject        *params,
              GError           **error)
{
  JsonNode *node = gh_json_get (params, "message");

  if (node == NULL || !gh_json_node_is_string (node))
    return refuse (error, "message", "must be a string");
  if (gh_json_node_get_length (node) > GH_MCP_ELICITATION_MAX_MESSAGE)
    return refuse (error, "message", "is too long");
  self->message = gh_json_node_dup_text (node);
  return TRUE;
}

/**
 * gh_mcp_elicitation_parse:
 * @params: (nullable): the params of elicitation/create
 * @capabilities: what was declared
 * @version: the negotiated revision; it decides which modes there are
 * @error: GH_MCP_ERROR_INVALID_PARAMS naming the member by its path
 *
 * Returns: (transfer full) (nullable): what is asked, checked.
 */
GhMcpElicitation *
gh_mcp_elicitation_parse (JsonNode           *params,
                          GhMcpCapabilities   capabilities,
                          const char         *version,
                          GError            **error)
{
  g_autoptr(GhMcpElicitation) self = NULL;
  JsonObject *object;
  Counted *counted;

  g_return_val_if_fail (version != NULL, NULL);

  object = params != NULL ? gh_json_node_get_object (params) : NULL;
  if (object == NULL)
    {
      refuse (error, "params", "must be an object");
      return NULL;
    }

  counted = g_new0 (Counted, 1);
  g_atomic_ref_count_init (&counted->count);
  self = &counted->elicitation;
  self->raw = json_node_ref (params);
  capabilities = gh_mcp_capabilities_in_version (capabilities, version);
  if (!read_mode (self, object, capabilities, error)
      || !read_message (self, object, error))
    return NULL;
  if (self->mode == GH_MCP_ELICITATION_FORM ? !read_form (counted, object, error)
                                            : !read_url (self, object, version, error))
    return NULL;
  return g_steal_pointer (&self);
}

gboolean
gh_mcp_elicitation_is_required (const GError *error)
{
  return g_error_matches (error, GH_RPC_REMOTE_ERROR, GH_MCP_CODE_URL_REQUIRED);
}

/**
 * gh_mcp_elicitation_parse_required:
 * @required: an error for which gh_mcp_elicitation_is_required()
 * @error: GH_MCP_ERROR_PROTOCOL when its data is malformed: one bad page makes the request
 *   impossible, so the person is sent to none
 *
 * Returns: (transfer full) (nullable) (element-type GhMcpElicitation): at least one.
 */
GPtrArray *
gh_mcp_elicitation_parse_required (const GError  *required,
                                   GError       **error)
{
  g_autoptr(GPtrArray) list = NULL;
  JsonNode *data;
  JsonObject *object;
  JsonArray *array;
  guint n_pages;

  g_return_val_if_fail (gh_mcp_elicitation_is_required (required), NULL);

  data = gh_rpc_remote_error_get_data (required);
  object = data != NULL ? gh_json_node_get_object (data) : NULL;
  array = object != NULL ? gh_json_get_array (object, "elicitations") : NULL;
  n_pages = array != NULL ? json_array_get_length (array) : 0;
  if (n_pages == 0 || n_pages > GH_MCP_ELICITATION_MAX_REQUIRED)
    {
      g_set_error (error, GH_MCP_ERROR, GH_MCP_ERROR_PROTOCOL,
                   "The server wants %s visited before this request, which cannot be",
                   n_pages == 0 ? "no page" : "too many pages");
      return NULL;
    }

  list = g_ptr_array_new_with_free_func ((GDestroyNotify) gh_mcp_elicitation_unref);
  for (guint i = 0; i < n_pages; i++)
    {
      g_autoptr(GError) problem = NULL;
      GhMcpElicitation *page = gh_mcp_elicitation_parse (json_array_get_element (array, i),
                                                         GH_MCP_CAPABILITY_ELICIT_URL,
                                                         GH_MCP_VERSION_2025_11_25, &problem);

      if (page == NULL)
        {
          g_set_error (error, GH_MCP_ERROR, GH_MCP_ERROR_PROTOCOL,
                       "A page that the server wants visited before this request: %s",
                       problem->message);
          return NULL;
        }
      page->required = TRUE;
      g_ptr_array_add (list, page);
    }
  return g_steal_pointer (&list);
}

GhMcpElicitation *
gh_mcp_elicitation_ref (GhMcpElicitation *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  g_atomic_ref_count_inc (&((Counted *) self)->count);
  return self;
}

void
gh_mcp_elicitation_unref (GhMcpElicitation *self)
{
  g_return_if_fail (self != NULL);

  if (!g_atomic_ref_count_dec (&((Counted *) self)->count))
    return;
  g_free (self->message);
  g_clear_pointer (&self->schema, json_node_unref);
  g_clear_pointer (&((Counted *) self)->compiled, gh_json_schema_unref);
  g_free (self->url);
  g_free (self->host);
  g_free (self->id);
  json_node_unref (self->raw);
  g_free (self);
}

/* string | number | boolean | string[] (7.14). */
static gboolean
is_answer (JsonNode *value)
{
  JsonArray *array = gh_json_node_get_array (value);

  if (array == NULL)
    return gh_json_node_is_string (value) || gh_json_node_is_number (value)
           || gh_json_node_is_boolean (value);
  for (guint i = 0; i < json_array_get_length (array); i++)
    if (!gh_json_node_is_string (json_array_get_element (array, i)))
      return FALSE;
  return TRUE;
}

/**
 * gh_mcp_elicitation_check_content:
 * @self: one of mode FORM
 * @content: (nullable): what the person filled in
 * @error: GH_MCP_ERROR_INVALID_PARAMS naming the field
 *
 * Returns: whether the server can take it.
 */
gboolean
gh_mcp_elicitation_check_content (GhMcpElicitation  *self,
                                  JsonNode          *content,
                                  GError           **error)
{
  JsonObject *object, *properties;
  JsonObjectIter iter;
  const char *name;
  JsonNode *value;
  g_autoptr(GError) problem = NULL;

  g_return_val_if_fail (self != NULL, FALSE);
  g_return_val_if_fail (self->mode == GH_MCP_ELICITATION_FORM, FALSE);

  object = content != NULL ? gh_json_node_get_object (content) : NULL;
  if (object == NULL)
    return refuse (error, "content", "must be an object");
  properties = gh_json_get_object (gh_json_node_get_object (self->schema), "properties");
  json_object_iter_init (&iter, object);
  while (json_object_iter_next (&iter, &name, &value))
    {
      g_autofree char *where = g_strdup_printf ("content.%s", name);

      if (!json_object_has_member (properties, name))
        return refuse (error, where, "was not asked for");
      if (!is_answer (value))
        return refuse (error, where, "must be a text, a number, a boolean or a list of texts");
    }
  if (!gh_json_schema_validate (((Counted *) self)->compiled, content, &problem))
    return refuse (error, "content", problem->message);
  return TRUE;
}

JsonNode *
gh_mcp_elicitation_build_result (GhMcpElicitationAction  action,
                                 JsonNode               *content)
{
  static const char * const words[] = {
    [GH_MCP_ELICITATION_ACCEPT] = "accept",
    [GH_MCP_ELICITATION_DECLINE] = "decline",
    [GH_MCP_ELICITATION_CANCEL] = "cancel",
  };
  JsonObject *result;

  g_return_val_if_fail (action <= GH_MCP_ELICITATION_CANCEL, NULL);
  g_return_val_if_fail (content == NULL || action == GH_MCP_ELICITATION_ACCEPT, NULL);

  result = json_object_new ();
  json_object_set_member (result, "action", gh_json_node_new_string (words[action]));
  if (content != NULL)
    json_object_set_member (result, "content", json_node_ref (content));
  return gh_json_node_new_object (result);
}

gboolean
gh_mcp_elicitation_is_accept (JsonNode *result)
{
  JsonObject *object;

  g_return_val_if_fail (result != NULL, FALSE);

  object = gh_json_node_get_object (result);
  return object != NULL && g_strcmp0 (gh_json_get_string (object, "action"), "accept") == 0;
}
