/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * A content block of a prompt or an answer under review; its text can be edited. */
#include "config.h"

#include "gh-sampling-part-private.h"

#include <string.h>

#include "gh-content-private.h"
#include "gh-json.h"

/* What the usual models make of one picture of middling size. */
#define IMAGE_TOKENS 765
/* 32 tokens a second, at the 16 kB a second of compressed speech; it errs upwards for the rest. */
#define BYTES_PER_AUDIO_TOKEN 500
/* What names, ids and brackets of a tool's use or result come to. */
#define TOOL_TOKENS 16

struct _GhSamplingPart
{
  GObject parent;

  /* Owned. */
  GhContent  *content;  /* or NULL */
  JsonNode   *input;    /* of a tool use, as it came */
  GListStore *parts;    /* of a tool result */
  char       *original; /* NULL: the content's own text */
  char       *masked;   /* NULL: nothing in the original is masked */
  char       *masked_uri; /* of a resource; NULL: nothing in it is masked */
  char       *text;     /* NULL while it is the original, or what is masked of it */
  char       *tool;
  char       *use_id;

  GhSamplingPartKind kind;
  gboolean    is_error;
  gboolean    locked;
  guint       estimate; /* of the present text */
};

G_DEFINE_FINAL_TYPE (GhSamplingPart, gh_sampling_part, G_TYPE_OBJECT)
G_DEFINE_QUARK (gh-sampling-error-quark, gh_sampling_error)

enum
{
  PROP_0,
  PROP_TEXT,
  PROP_EDITED,
  N_PROPS,
};

static GParamSpec *properties[N_PROPS];

static void
gh_sampling_part_finalize (GObject *object)
{
  GhSamplingPart *self = GH_SAMPLING_PART (object);

  g_clear_object (&self->content);
  g_clear_pointer (&self->input, json_node_unref);
  g_clear_object (&self->parts);
  g_clear_pointer (&self->original, g_free);
  g_clear_pointer (&self->masked, g_free);
  g_clear_pointer (&self->masked_uri, g_free);
  g_clear_pointer (&self->text, g_free);
  g_clear_pointer (&self->tool, g_free);
  g_clear_pointer (&self->use_id, g_free);

  G_OBJECT_CLASS (gh_sampling_part_parent_class)->finalize (object);
}

static void
gh_sampling_part_get_property (GObject    *object,
                               guint       prop_id,
                               GValue     *value,
                               GParamSpec *pspec)
{
  GhSamplingPart *self = GH_SAMPLING_PART (object);

  switch (prop_id)
    {
    case PROP_TEXT:
      g_value_set_string (value, gh_sampling_part_get_text (self));
      break;
    case PROP_EDITED:
      g_value_set_boolean (value, gh_sampling_part_get_edited (self));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
gh_sampling_part_set_property (GObject      *object,
                               guint         prop_id,
                               const GValue *value,
                               GParamSpec   *pspec)
{
  GhSamplingPart *self = GH_SAMPLING_PART (object);

  switch (prop_id)
    {
    case PROP_TEXT:
      gh_sampling_part_set_text (self, g_value_get_string (value));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
gh_sampling_part_class_init (GhSamplingPartClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GParamFlags flags = G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS;

  object_class->finalize = gh_sampling_part_finalize;
  object_class->get_property = gh_sampling_part_get_property;
  object_class->set_property = gh_sampling_part_set_property;

  properties[PROP_TEXT] = g_param_spec_string ("text", NULL, NULL, NULL, flags | G_PARAM_READWRITE);
  properties[PROP_EDITED] =
    g_param_spec_boolean ("edited", NULL, NULL, FALSE, flags | G_PARAM_READABLE);
  g_object_class_install_properties (object_class, N_PROPS, properties);
}

static void
gh_sampling_part_init (GhSamplingPart *self)
{
}

/**
 * gh_sampling_estimate_tokens:
 *
 * A rough guess that needs no tokenizer: four ASCII characters make a token, and so does each
 * character of another script. It errs upwards for most languages, which is the safe side for a
 * limit.
 *
 * Returns: how many tokens a model makes of @text
 */
guint
gh_sampling_estimate_tokens (const char *text)
{
  gsize ascii = 0;
  gsize other = 0;

  if (text == NULL)
    return 0;
  for (const char *p = text; *p != '\0'; p++)
    if ((guchar) *p < 0x80)
      ascii++;
    else if (((guchar) *p & 0xC0) == 0xC0)
      other++;
  return MIN ((ascii + 3) / 4 + other, G_MAXUINT / 2);
}

static void
update_estimate (GhSamplingPart *self)
{
  GBytes *data = self->content != NULL ? gh_content_get_data (self->content) : NULL;
  guint64 tokens = gh_sampling_estimate_tokens (gh_sampling_part_get_text (self));

  if (self->kind == GH_SAMPLING_PART_IMAGE)
    tokens = IMAGE_TOKENS;
  else if (data != NULL)
    tokens = g_bytes_get_size (data) / BYTES_PER_AUDIO_TOKEN + 1;
  else if (self->kind == GH_SAMPLING_PART_TOOL_USE || self->kind == GH_SAMPLING_PART_TOOL_RESULT)
    tokens += TOOL_TOKENS;
  self->estimate = MIN (tokens, G_MAXUINT / 2);
}

/* The text that the server says with its tool's structured result is usually the same; what it does
 * not say otherwise must not get lost. */
static gboolean
says (GhMcpContent *result,
      JsonNode     *structured)
{
  for (guint i = 0; i < result->content->len; i++)
    {
      GhMcpContent *block = g_ptr_array_index (result->content, i);
      g_autoptr(JsonNode) node = NULL;

      if (block->kind == GH_MCP_CONTENT_TEXT)
        node = gh_json_read (block->text, strlen (block->text), NULL);
      if (node != NULL && gh_json_node_equal (node, structured))
        return TRUE;
    }
  return FALSE;
}

static void
take_result (GhSamplingPart *self,
             GhMcpContent   *result)
{
  self->kind = GH_SAMPLING_PART_TOOL_RESULT;
  self->use_id = g_strdup (result->id);
  self->is_error = result->is_error;
  self->parts = g_list_store_new (GH_TYPE_SAMPLING_PART);
  for (guint i = 0; i < result->content->len; i++)
    {
      g_autoptr(GhSamplingPart) part =
        gh_sampling_part_new (g_ptr_array_index (result->content, i));

      g_list_store_append (self->parts, part);
    }
  if (result->structured != NULL && !says (result, result->structured))
    {
      g_autofree char *text = gh_json_write_pretty (result->structured);
      g_autoptr(GhSamplingPart) part = gh_sampling_part_new_text (text);

      g_list_store_append (self->parts, part);
    }
}

static void
take_use (GhSamplingPart *self,
          const char     *id,
          const char     *name,
          JsonNode       *input)
{
  self->kind = GH_SAMPLING_PART_TOOL_USE;
  self->use_id = g_strdup (id);
  self->tool = g_strdup (name);
  self->input = json_node_ref (input);
  self->original = gh_json_write_pretty (input);
}

GhSamplingPart *
gh_sampling_part_new (GhMcpContent *content)
{
  GhSamplingPart *self;

  g_return_val_if_fail (content != NULL, NULL);

  self = g_object_new (GH_TYPE_SAMPLING_PART, NULL);
  switch (content->kind)
    {
    case GH_MCP_CONTENT_TOOL_USE:
      take_use (self, content->id, content->name, content->input);
      break;
    case GH_MCP_CONTENT_TOOL_RESULT:
      take_result (self, content);
      break;
    case GH_MCP_CONTENT_RESOURCE_LINK:
      self->kind = GH_SAMPLING_PART_LINK;
      self->original = gh_json_write_pretty (content->raw);
      self->content = gh_content_new_from_mcp (content);
      break;
    case GH_MCP_CONTENT_IMAGE:
      self->kind = GH_SAMPLING_PART_IMAGE;
      self->content = gh_content_new_from_mcp (content);
      break;
    case GH_MCP_CONTENT_AUDIO:
      self->kind = GH_SAMPLING_PART_AUDIO;
      self->content = gh_content_new_from_mcp (content);
      break;
    case GH_MCP_CONTENT_RESOURCE:
      self->kind = GH_SAMPLING_PART_RESOURCE;
      self->content = gh_content_new_from_mcp (content);
      break;
    case GH_MCP_CONTENT_TEXT:
    case GH_MCP_CONTENT_UNKNOWN:
    default:
      self->kind = GH_SAMPLING_PART_TEXT;
      self->content = gh_content_new_from_mcp (content);
      break;
    }
  update_estimate (self);
  return self;
}

GhSamplingPart *
gh_sampling_part_new_text (const char *original)
{
  GhSamplingPart *self;

  g_return_val_if_fail (original != NULL, NULL);

  self = g_object_new (GH_TYPE_SAMPLING_PART, NULL);
  self->kind = GH_SAMPLING_PART_TEXT;
  self->content = gh_content_new (GH_CONTENT_TEXT, original, NULL, NULL, NULL);
  update_estimate (self);
  return self;
}

GhSamplingPart *
gh_sampling_part_new_tool_use (const char *id,
                               const char *name,
                               JsonNode   *input)
{
  GhSamplingPart *self;

  g_return_val_if_fail (id != NULL, NULL);
  g_return_val_if_fail (name != NULL, NULL);
  g_return_val_if_fail (input != NULL && gh_json_node_get_object (input) != NULL, NULL);

  self = g_object_new (GH_TYPE_SAMPLING_PART, NULL);
  take_use (self, id, name, input);
  update_estimate (self);
  return self;
}

void
gh_sampling_part_foreach (GhSamplingPart     *self,
                          GhSamplingPartFunc  func,
                          gpointer            user_data)
{
  guint n;

  g_return_if_fail (GH_IS_SAMPLING_PART (self));

  func (self, user_data);
  n = self->parts != NULL ? g_list_model_get_n_items (G_LIST_MODEL (self->parts)) : 0;
  for (guint i = 0; i < n; i++)
    {
      g_autoptr(GhSamplingPart) part = g_list_model_get_item (G_LIST_MODEL (self->parts), i);

      gh_sampling_part_foreach (part, func, user_data);
    }
}

void
gh_sampling_part_set_locked (GhSamplingPart *self,
                             gboolean        locked)
{
  g_return_if_fail (GH_IS_SAMPLING_PART (self));

  self->locked = locked;
}

guint
gh_sampling_part_get_estimated_tokens (GhSamplingPart *self)
{
  g_return_val_if_fail (GH_IS_SAMPLING_PART (self), 0);

  return self->estimate;
}

gsize
gh_sampling_part_get_size (GhSamplingPart *self)
{
  g_return_val_if_fail (GH_IS_SAMPLING_PART (self), 0);

  return (self->content != NULL ? gh_content_get_size (self->content) : 0)
         + (self->original != NULL ? strlen (self->original) : 0);
}

GhSamplingPartKind
gh_sampling_part_get_kind (GhSamplingPart *self)
{
  g_return_val_if_fail (GH_IS_SAMPLING_PART (self), GH_SAMPLING_PART_TEXT);

  return self->kind;
}

GhContent *
gh_sampling_part_get_content (GhSamplingPart *self)
{
  g_return_val_if_fail (GH_IS_SAMPLING_PART (self), NULL);

  return self->content;
}

/* The text as it came, or NULL. */
static const char *
get_whole_text (GhSamplingPart *self)
{
  if (self->original != NULL || self->content == NULL)
    return self->original;
  return gh_content_get_data (self->content) == NULL ? gh_content_get_text (self->content) : NULL;
}

/**
 * gh_sampling_part_get_original_text:
 *
 * Returns: (nullable): the text as it came, with placeholders for what is masked in it; NULL when
 * there is none to the part
 */
const char *
gh_sampling_part_get_original_text (GhSamplingPart *self)
{
  g_return_val_if_fail (GH_IS_SAMPLING_PART (self), NULL);

  return self->masked != NULL ? self->masked : get_whole_text (self);
}

/**
 * gh_sampling_part_get_text:
 *
 * Returns: (nullable): what will be sent; NULL when there is no text to the part
 */
const char *
gh_sampling_part_get_text (GhSamplingPart *self)
{
  g_return_val_if_fail (GH_IS_SAMPLING_PART (self), NULL);

  return self->text != NULL ? self->text : gh_sampling_part_get_original_text (self);
}

/**
 * gh_sampling_part_set_text:
 * @text: valid UTF-8; for a tool use it is kept also when it is no JSON, and fails later
 *
 * Changes what will be sent. Does nothing for a part that has no text, or once it is on its way.
 */
void
gh_sampling_part_set_text (GhSamplingPart *self,
                           const char     *text)
{
  gboolean was_edited;

  g_return_if_fail (GH_IS_SAMPLING_PART (self));
  g_return_if_fail (text != NULL);

  if (self->locked || gh_sampling_part_get_text (self) == NULL
      || g_strcmp0 (gh_sampling_part_get_text (self), text) == 0)
    return;

  was_edited = self->text != NULL;
  g_clear_pointer (&self->text, g_free);
  if (g_strcmp0 (gh_sampling_part_get_original_text (self), text) != 0)
    self->text = g_strdup (text);
  update_estimate (self);

  g_object_freeze_notify (G_OBJECT (self));
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_TEXT]);
  if (was_edited != (self->text != NULL))
    g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_EDITED]);
  g_object_thaw_notify (G_OBJECT (self));
}

/* A tool's input is masked member by member: what stands under a telling name is told by it. */
static char *
mask_original (GhSamplingPart *self,
               GhMasking      *masking,
               guint           place)
{
  g_autoptr(JsonNode) masked = NULL;

  if (self->input == NULL)
    return gh_masking_mask (masking, get_whole_text (self), place);
  masked = gh_masking_mask_json (masking, self->input, place);
  return gh_json_write_pretty (masked);
}

static char *
mask_edited (GhSamplingPart *self,
             GhMasking      *masking,
             guint           place)
{
  g_autoptr(JsonNode) input = NULL;
  g_autoptr(JsonNode) restored = NULL;
  g_autoptr(JsonNode) masked = NULL;

  if (self->input != NULL)
    input = gh_sampling_part_dup_input (self, NULL);
  if (input == NULL)
    return gh_masking_mask_edited (masking, self->text, place);
  restored = gh_masking_restore_json (masking, input);
  masked = gh_masking_mask_json (masking, restored, place);
  return gh_json_write_pretty (masked);
}

gboolean
gh_sampling_part_mask (GhSamplingPart *self,
                       GhMasking      *masking,
                       guint           place)
{
  const char *uri = self->content != NULL ? gh_content_get_uri (self->content) : NULL;
  g_autofree char *before = NULL;
  gboolean was_edited;

  g_return_val_if_fail (GH_IS_SAMPLING_PART (self), FALSE);
  g_return_val_if_fail (GH_IS_MASKING (masking), FALSE);

  if (uri != NULL && self->kind == GH_SAMPLING_PART_RESOURCE)
    {
      g_clear_pointer (&self->masked_uri, g_free);
      self->masked_uri = gh_masking_mask (masking, uri, place);
    }
  if (get_whole_text (self) == NULL)
    return FALSE;

  before = g_strdup (gh_sampling_part_get_text (self));
  was_edited = self->text != NULL;
  g_clear_pointer (&self->masked, g_free);
  /* What nobody will see because it was edited away counts nowhere. */
  self->masked = mask_original (self, masking, was_edited ? GH_SHIELD_NOWHERE : place);
  if (strcmp (self->masked, get_whole_text (self)) == 0)
    g_clear_pointer (&self->masked, g_free);
  if (was_edited)
    {
      char *text = mask_edited (self, masking, place);

      g_free (self->text);
      self->text = text;
      if (g_strcmp0 (self->text, gh_sampling_part_get_original_text (self)) == 0)
        g_clear_pointer (&self->text, g_free);
    }
  if (strcmp (before, gh_sampling_part_get_text (self)) == 0 && was_edited == (self->text != NULL))
    return FALSE;
  update_estimate (self);

  g_object_freeze_notify (G_OBJECT (self));
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_TEXT]);
  if (was_edited != (self->text != NULL))
    g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_EDITED]);
  g_object_thaw_notify (G_OBJECT (self));
  return TRUE;
}

/* As JSON where it is JSON: originals may have quotes in them. */
static char *
restore_input (GhSamplingPart *self,
               GhMasking      *masking)
{
  g_autoptr(JsonNode) input = gh_sampling_part_dup_input (self, NULL);
  g_autoptr(JsonNode) restored = NULL;

  if (input == NULL)
    return gh_masking_restore (masking, gh_sampling_part_get_text (self));
  restored = gh_masking_restore_json (masking, input);
  return gh_json_write_pretty (restored);
}

void
gh_sampling_part_restore (GhSamplingPart *self,
                          GhMasking      *masking)
{
  const char *text;
  g_autofree char *restored = NULL;
  gsize start = 0;
  gsize end;

  g_return_if_fail (GH_IS_SAMPLING_PART (self));
  g_return_if_fail (GH_IS_MASKING (masking));

  text = gh_sampling_part_get_text (self);
  if (text == NULL || gh_masking_find (masking, text, &start, &end) == NULL)
    return;
  restored = self->kind == GH_SAMPLING_PART_TOOL_USE ? restore_input (self, masking)
                                                     : gh_masking_restore (masking, text);
  gh_sampling_part_set_text (self, restored);
}

gboolean
gh_sampling_part_get_edited (GhSamplingPart *self)
{
  guint n;

  g_return_val_if_fail (GH_IS_SAMPLING_PART (self), FALSE);

  n = self->parts != NULL ? g_list_model_get_n_items (G_LIST_MODEL (self->parts)) : 0;
  for (guint i = 0; i < n; i++)
    {
      g_autoptr(GhSamplingPart) part = g_list_model_get_item (G_LIST_MODEL (self->parts), i);

      if (gh_sampling_part_get_edited (part))
        return TRUE;
    }
  return self->text != NULL;
}

static void
revert_cb (GhSamplingPart *self,
           gpointer        user_data)
{
  if (self->text != NULL)
    gh_sampling_part_set_text (self, gh_sampling_part_get_original_text (self));
}

/**
 * gh_sampling_part_revert:
 *
 * Back to the text as it came, of the parts inside it too.
 */
void
gh_sampling_part_revert (GhSamplingPart *self)
{
  g_return_if_fail (GH_IS_SAMPLING_PART (self));

  gh_sampling_part_foreach (self, revert_cb, NULL);
}

/**
 * gh_sampling_part_get_uri:
 *
 * Returns: (nullable): with placeholders for what is masked in it
 */
const char *
gh_sampling_part_get_uri (GhSamplingPart *self)
{
  g_return_val_if_fail (GH_IS_SAMPLING_PART (self), NULL);

  if (self->masked_uri != NULL || self->content == NULL)
    return self->masked_uri;
  return gh_content_get_uri (self->content);
}

const char *
gh_sampling_part_get_tool (GhSamplingPart *self)
{
  g_return_val_if_fail (GH_IS_SAMPLING_PART (self), NULL);

  return self->tool;
}

const char *
gh_sampling_part_get_use_id (GhSamplingPart *self)
{
  g_return_val_if_fail (GH_IS_SAMPLING_PART (self), NULL);

  return self->use_id;
}

GListModel *
gh_sampling_part_list_parts (GhSamplingPart *self)
{
  g_return_val_if_fail (GH_IS_SAMPLING_PART (self), NULL);

  return self->parts != NULL ? G_LIST_MODEL (self->parts) : NULL;
}

gboolean
gh_sampling_part_get_is_error (GhSamplingPart *self)
{
  g_return_val_if_fail (GH_IS_SAMPLING_PART (self), FALSE);

  return self->is_error;
}

JsonNode *
gh_sampling_part_dup_input (GhSamplingPart  *self,
                            GError         **error)
{
  g_autoptr(GError) problem = NULL;
  g_autoptr(JsonNode) node = NULL;
  const char *text;

  g_return_val_if_fail (GH_IS_SAMPLING_PART (self), NULL);
  g_return_val_if_fail (self->kind == GH_SAMPLING_PART_TOOL_USE, NULL);

  if (self->text == NULL && self->masked == NULL)
    return json_node_ref (self->input);
  text = gh_sampling_part_get_text (self);
  node = gh_json_read (text, strlen (text), &problem);
  if (node == NULL)
    g_set_error (error, GH_SAMPLING_ERROR, GH_SAMPLING_ERROR_INPUT,
                 "The input of %s is not JSON: %s", self->tool, problem->message);
  else if (gh_json_node_get_object (node) == NULL)
    g_set_error (error, GH_SAMPLING_ERROR, GH_SAMPLING_ERROR_INPUT,
                 "The input of %s is no JSON object", self->tool);
  else
    return g_steal_pointer (&node);
  return NULL;
}

gboolean
gh_sampling_part_check (GhSamplingPart  *self,
                        GError         **error)
{
  g_autoptr(JsonNode) input = NULL;

  g_return_val_if_fail (GH_IS_SAMPLING_PART (self), FALSE);

  if (self->kind != GH_SAMPLING_PART_TOOL_USE)
    return TRUE;
  input = gh_sampling_part_dup_input (self, error);
  return input != NULL;
}

/* What the model is told of where the text comes from. */
static GhLlmPart *
build_resource_text (GhSamplingPart *self,
                     const char     *text)
{
  const char *uri = gh_sampling_part_get_uri (self);
  g_autofree char *whole = uri != NULL ? g_strconcat (uri, "\n", text, NULL) : g_strdup (text);

  return gh_llm_part_new_text (whole);
}

static GhLlmPart *
build_data (GhSamplingPart  *self,
            GError         **error)
{
  const char *type = gh_content_get_mime_type (self->content);
  GBytes *data = gh_content_get_data (self->content);

  if (data != NULL && (self->kind == GH_SAMPLING_PART_IMAGE
                       || (type != NULL && g_str_has_prefix (type, "image/"))))
    return gh_llm_part_new_image (type, data);
  if (data != NULL && (self->kind == GH_SAMPLING_PART_AUDIO
                       || (type != NULL && g_str_has_prefix (type, "audio/"))))
    return gh_llm_part_new_audio (type, data);
  g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED,
               "The result of a tool holds a file of the type %s", type != NULL ? type : "?");
  return NULL;
}

static GhLlmPart *
build_result (GhSamplingPart  *self,
              GError         **error)
{
  g_autoptr(GPtrArray) parts = gh_llm_parts_new ();
  guint n = g_list_model_get_n_items (G_LIST_MODEL (self->parts));

  for (guint i = 0; i < n; i++)
    {
      g_autoptr(GhSamplingPart) part = g_list_model_get_item (G_LIST_MODEL (self->parts), i);
      GhLlmPart *built = gh_sampling_part_build_llm (part, error);

      if (built == NULL)
        return NULL;
      g_ptr_array_add (parts, built);
    }
  return gh_llm_part_new_tool_result (self->use_id, self->is_error, g_steal_pointer (&parts));
}

GhLlmPart *
gh_sampling_part_build_llm (GhSamplingPart  *self,
                            GError         **error)
{
  g_autoptr(JsonNode) input = NULL;
  const char *text;

  g_return_val_if_fail (GH_IS_SAMPLING_PART (self), NULL);

  text = gh_sampling_part_get_text (self);
  switch (self->kind)
    {
    case GH_SAMPLING_PART_TOOL_USE:
      input = gh_sampling_part_dup_input (self, error);
      return input != NULL ? gh_llm_part_new_tool_use (self->use_id, self->tool, input) : NULL;
    case GH_SAMPLING_PART_TOOL_RESULT:
      return build_result (self, error);
    case GH_SAMPLING_PART_RESOURCE:
      return text != NULL ? build_resource_text (self, text) : build_data (self, error);
    case GH_SAMPLING_PART_IMAGE:
    case GH_SAMPLING_PART_AUDIO:
      return build_data (self, error);
    case GH_SAMPLING_PART_TEXT:
    case GH_SAMPLING_PART_LINK:
    default:
      return gh_llm_part_new_text (text);
    }
}
