/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * The prompt half of a sampling request: the person's edits, the model, what would be sent. */
#include "config.h"

#include "gh-sampling-prompt.h"

#include <math.h>
#include <string.h>

#include "gh-content-private.h"
#include "gh-json.h"
#include "gh-provider-private.h"
#include "gh-sampling-message-private.h"
#include "gh-sampling-part-private.h"

/* What every message costs besides its text (role, separators), as the usual models count. */
#define MESSAGE_TOKENS 4
/* What was found in one round may stand in a text that was masked before: nearly always two do. */
#define MAX_MASK_ROUNDS 4

gboolean
gh_sampling_request_is_editable (GhSamplingRequest *self)
{
  return self->state <= GH_SAMPLING_REVIEW;
}

static GhSamplingPart *
get_part (GListModel *parts,
          guint       position)
{
  g_autoptr(GhSamplingPart) part = g_list_model_get_item (parts, position);

  /* The list keeps it. */
  return part;
}

/* Those inside other parts too. */
static void
foreach_part (GhSamplingRequest  *self,
              GhSamplingPartFunc  func,
              gpointer            user_data)
{
  guint n_messages = g_list_model_get_n_items (G_LIST_MODEL (self->messages));

  for (guint i = 0; i < n_messages; i++)
    {
      g_autoptr(GhSamplingMessage) message =
        g_list_model_get_item (G_LIST_MODEL (self->messages), i);
      GListModel *parts = gh_sampling_message_list_parts (message);
      guint n_parts = g_list_model_get_n_items (parts);

      for (guint j = 0; j < n_parts; j++)
        gh_sampling_part_foreach (get_part (parts, j), func, user_data);
    }
}

static GhSamplingTool *
get_tool (GhSamplingRequest *self,
          guint              position)
{
  g_autoptr(GhSamplingTool) tool = g_list_model_get_item (G_LIST_MODEL (self->tools), position);

  /* The list keeps it. */
  return tool;
}

static void
lock_part (GhSamplingPart *part,
           gpointer        data)
{
  gh_sampling_part_set_locked (part, GPOINTER_TO_INT (data));
}

static void
revert_part (GhSamplingPart *part,
             gpointer        data)
{
  gh_sampling_part_revert (part);
}

typedef struct
{
  gboolean edited;
  guint64  tokens;
} Sum;

static void
sum_part (GhSamplingPart *part,
          gpointer        data)
{
  Sum *sum = data;

  sum->edited |= gh_sampling_part_get_edited (part);
  sum->tokens += gh_sampling_part_get_estimated_tokens (part);
}

static void
sum_size (GhSamplingPart *part,
          gpointer        data)
{
  gsize *size = data;

  *size += gh_sampling_part_get_size (part);
}

static const char *
null_if_empty (const char *text)
{
  return text != NULL && text[0] != '\0' ? text : NULL;
}

static gboolean
same_double (double a,
             double b)
{
  return a == b || (isnan (a) && isnan (b));
}

/* Adds up what is edited and how long it is, after any change of the prompt. */
static void
update_sums (GhSamplingRequest *self)
{
  guint n_tools = g_list_model_get_n_items (G_LIST_MODEL (self->tools));
  Sum sum = { 0 };
  guint tokens;

  foreach_part (self, sum_part, &sum);
  for (guint i = 0; i < n_tools; i++)
    {
      sum.edited |= !gh_sampling_tool_get_offered (get_tool (self, i));
      sum.tokens += gh_sampling_tool_get_estimated_tokens (get_tool (self, i));
    }
  sum.tokens += gh_sampling_estimate_tokens (self->system_prompt);
  sum.tokens += (guint64) MESSAGE_TOKENS * g_list_model_get_n_items (G_LIST_MODEL (self->messages));
  tokens = MIN (sum.tokens, G_MAXUINT);

  sum.edited |= g_strcmp0 (self->system_prompt, self->masked_system) != 0;
  sum.edited |= self->max_tokens != self->params->max_tokens;
  sum.edited |= !same_double (self->temperature, self->params->temperature);
  sum.edited |= self->tool_choice != gh_sampling_request_get_asked_tool_choice (self);
  sum.edited |= !g_strv_equal ((const char * const *) self->stop_sequences,
                               (const char * const *) self->params->stop_sequences);

  if (self->estimated_tokens != tokens)
    {
      self->estimated_tokens = tokens;
      gh_sampling_request_notify (self, PROP_ESTIMATED_TOKENS);
    }
  if (self->edited != sum.edited)
    {
      self->edited = sum.edited;
      gh_sampling_request_notify (self, PROP_EDITED);
    }
}

static void
part_changed_cb (GhSamplingRequest *self)
{
  g_object_freeze_notify (G_OBJECT (self));
  gh_sampling_request_mark_changed (self);
  update_sums (self);
  g_object_thaw_notify (G_OBJECT (self));
}

static void
watch_part (GhSamplingPart *part,
            gpointer        data)
{
  g_signal_connect_object (part, "notify::text", G_CALLBACK (part_changed_cb), data,
                           G_CONNECT_SWAPPED);
}

void
gh_sampling_request_load_prompt (GhSamplingRequest *self)
{
  GhMcpSamplingParams *params = self->params;

  self->masked_system = g_strdup (null_if_empty (params->system_prompt));
  self->system_prompt = g_strdup (self->masked_system);
  self->max_tokens = params->max_tokens;
  self->temperature = params->temperature;
  self->stop_sequences = g_strdupv (params->stop_sequences);
  self->tool_choice = gh_sampling_request_get_asked_tool_choice (self);
  for (guint i = 0; i < params->tools->len; i++)
    {
      g_autoptr(GhSamplingTool) tool = gh_sampling_tool_new (g_ptr_array_index (params->tools, i));

      g_list_store_append (self->tools, tool);
      g_signal_connect_object (tool, "notify::offered", G_CALLBACK (part_changed_cb), self,
                               G_CONNECT_SWAPPED);
    }
  for (guint i = 0; i < params->messages->len; i++)
    {
      g_autoptr(GhSamplingMessage) message =
        gh_sampling_message_new (g_ptr_array_index (params->messages, i));

      g_list_store_append (self->messages, message);
    }
  self->size = self->system_prompt != NULL ? strlen (self->system_prompt) : 0;
  foreach_part (self, sum_size, &self->size);
  foreach_part (self, watch_part, self);
  gh_sampling_request_mask_prompt (self);
  update_sums (self);
}

typedef struct
{
  GhMasking *masking;
  guint      place;
  gboolean   changed;
} MaskData;

static void
mask_part (GhSamplingPart *part,
           gpointer        data)
{
  MaskData *mask = data;

  mask->changed |= gh_sampling_part_mask (part, mask->masking, mask->place);
}

static gboolean
mask_system (GhSamplingRequest *self)
{
  const char *whole = null_if_empty (self->params->system_prompt);
  gboolean edited = g_strcmp0 (self->system_prompt, self->masked_system) != 0;
  g_autofree char *before = g_steal_pointer (&self->system_prompt);

  g_clear_pointer (&self->masked_system, g_free);
  if (whole != NULL)
    self->masked_system = gh_masking_mask (self->masking, whole,
                                           edited ? GH_SHIELD_NOWHERE : GH_MASKING_SYSTEM_PROMPT);
  if (!edited)
    self->system_prompt = g_strdup (self->masked_system);
  else if (before != NULL)
    self->system_prompt = gh_masking_mask_edited (self->masking, before, GH_MASKING_SYSTEM_PROMPT);
  if (g_strcmp0 (before, self->system_prompt) == 0)
    return FALSE;
  gh_sampling_request_notify (self, PROP_SYSTEM_PROMPT);
  return TRUE;
}

static gboolean
mask_all (GhSamplingRequest *self)
{
  guint n_messages = g_list_model_get_n_items (G_LIST_MODEL (self->messages));
  guint n_tools = g_list_model_get_n_items (G_LIST_MODEL (self->tools));
  MaskData data = { .masking = self->masking };

  data.changed = mask_system (self);
  for (; data.place < n_messages; data.place++)
    {
      g_autoptr(GhSamplingMessage) message =
        g_list_model_get_item (G_LIST_MODEL (self->messages), data.place);
      GListModel *parts = gh_sampling_message_list_parts (message);
      guint n_parts = g_list_model_get_n_items (parts);

      for (guint i = 0; i < n_parts; i++)
        gh_sampling_part_foreach (get_part (parts, i), mask_part, &data);
    }
  for (guint i = 0; i < n_tools; i++)
    data.changed |= gh_sampling_tool_mask (get_tool (self, i), self->masking);
  return data.changed;
}

/* Where the model runs: its endpoint may have moved since it was chosen. */
static GhLane
get_lane (GhSamplingRequest *self)
{
  GhProvider *provider =
    self->model != NULL ? gh_model_list_find_provider (self->models, self->model) : NULL;

  return provider != NULL ? gh_provider_get_lane (provider) : GH_LANE_LOCAL;
}

gboolean
gh_sampling_request_mask_prompt (GhSamplingRequest *self)
{
  gboolean changed = FALSE;
  guint rounds = 0;

  if (!gh_sampling_request_is_editable (self))
    return FALSE;
  g_object_freeze_notify (G_OBJECT (self));
  do
    {
      gh_masking_begin (self->masking, self->model, get_lane (self));
      changed |= mask_all (self);
    }
  while (gh_masking_end (self->masking) && ++rounds < MAX_MASK_ROUNDS);
  update_sums (self);
  g_object_thaw_notify (G_OBJECT (self));
  return changed;
}

void
gh_sampling_request_lock_prompt (GhSamplingRequest *self,
                                 gboolean           locked)
{
  guint n_tools = g_list_model_get_n_items (G_LIST_MODEL (self->tools));

  foreach_part (self, lock_part, GINT_TO_POINTER (locked));
  for (guint i = 0; i < n_tools; i++)
    gh_sampling_tool_set_locked (get_tool (self, i), locked);
}

static void
add_use (GhSamplingPart *part,
         gpointer        data)
{
  if (gh_sampling_part_get_kind (part) == GH_SAMPLING_PART_TOOL_USE)
    g_hash_table_add (data, (gpointer) gh_sampling_part_get_use_id (part));
}

GHashTable *
gh_sampling_request_collect_uses (GhSamplingRequest *self)
{
  GHashTable *uses = g_hash_table_new (g_str_hash, g_str_equal);

  foreach_part (self, add_use, uses);
  return uses;
}

const char *
gh_sampling_request_get_system_prompt (GhSamplingRequest *self)
{
  g_return_val_if_fail (GH_IS_SAMPLING_REQUEST (self), NULL);

  return self->system_prompt;
}

/* Changes one field of the prompt: tells of it, and of what follows from it. */
static void
prompt_changed (GhSamplingRequest *self,
                guint              prop)
{
  g_object_freeze_notify (G_OBJECT (self));
  gh_sampling_request_mark_changed (self);
  gh_sampling_request_notify (self, prop);
  update_sums (self);
  g_object_thaw_notify (G_OBJECT (self));
}

/**
 * gh_sampling_request_set_system_prompt:
 * @text: (nullable): valid UTF-8; NULL or "": none
 */
void
gh_sampling_request_set_system_prompt (GhSamplingRequest *self,
                                       const char        *text)
{
  g_return_if_fail (GH_IS_SAMPLING_REQUEST (self));

  text = null_if_empty (text);
  if (!gh_sampling_request_is_editable (self) || g_strcmp0 (self->system_prompt, text) == 0)
    return;
  g_free (self->system_prompt);
  self->system_prompt = g_strdup (text);
  prompt_changed (self, PROP_SYSTEM_PROMPT);
}

const char *
gh_sampling_request_get_asked_system_prompt (GhSamplingRequest *self)
{
  g_return_val_if_fail (GH_IS_SAMPLING_REQUEST (self), NULL);

  return self->masked_system;
}

GListModel *
gh_sampling_request_list_messages (GhSamplingRequest *self)
{
  g_return_val_if_fail (GH_IS_SAMPLING_REQUEST (self), NULL);

  return G_LIST_MODEL (self->messages);
}

gint64
gh_sampling_request_get_max_tokens (GhSamplingRequest *self)
{
  g_return_val_if_fail (GH_IS_SAMPLING_REQUEST (self), 0);

  return self->max_tokens;
}

void
gh_sampling_request_set_max_tokens (GhSamplingRequest *self,
                                    gint64             max_tokens)
{
  g_return_if_fail (GH_IS_SAMPLING_REQUEST (self));

  max_tokens = CLAMP (max_tokens, 1, self->params->max_tokens);
  if (!gh_sampling_request_is_editable (self) || self->max_tokens == max_tokens)
    return;
  self->max_tokens = max_tokens;
  prompt_changed (self, PROP_MAX_TOKENS);
}

gint64
gh_sampling_request_get_asked_max_tokens (GhSamplingRequest *self)
{
  g_return_val_if_fail (GH_IS_SAMPLING_REQUEST (self), 0);

  return self->params->max_tokens;
}

double
gh_sampling_request_get_temperature (GhSamplingRequest *self)
{
  g_return_val_if_fail (GH_IS_SAMPLING_REQUEST (self), NAN);

  return self->temperature;
}

/**
 * gh_sampling_request_set_temperature:
 * @temperature: NAN: the model's own
 */
void
gh_sampling_request_set_temperature (GhSamplingRequest *self,
                                     double             temperature)
{
  g_return_if_fail (GH_IS_SAMPLING_REQUEST (self));

  if (!gh_sampling_request_is_editable (self) || same_double (self->temperature, temperature))
    return;
  self->temperature = temperature;
  prompt_changed (self, PROP_TEMPERATURE);
}

double
gh_sampling_request_get_asked_temperature (GhSamplingRequest *self)
{
  g_return_val_if_fail (GH_IS_SAMPLING_REQUEST (self), NAN);

  return self->params->temperature;
}

const char * const *
gh_sampling_request_get_stop_sequences (GhSamplingRequest *self)
{
  g_return_val_if_fail (GH_IS_SAMPLING_REQUEST (self), NULL);

  return (const char * const *) self->stop_sequences;
}

const char * const *
gh_sampling_request_get_asked_stop_sequences (GhSamplingRequest *self)
{
  g_return_val_if_fail (GH_IS_SAMPLING_REQUEST (self), NULL);

  return (const char * const *) self->params->stop_sequences;
}

/**
 * gh_sampling_request_set_stop_sequences:
 * @sequences: (nullable): valid UTF-8
 */
void
gh_sampling_request_set_stop_sequences (GhSamplingRequest  *self,
                                        const char * const *sequences)
{
  static const char * const none[] = { NULL };

  g_return_if_fail (GH_IS_SAMPLING_REQUEST (self));

  if (sequences == NULL)
    sequences = none;
  if (!gh_sampling_request_is_editable (self)
      || g_strv_equal ((const char * const *) self->stop_sequences, sequences))
    return;
  g_strfreev (self->stop_sequences);
  self->stop_sequences = g_strdupv ((char **) sequences);
  prompt_changed (self, PROP_STOP_SEQUENCES);
}

/**
 * gh_sampling_request_list_tools:
 *
 * Returns: of GhSamplingTool, empty when the server offers none; the person can take single ones
 * out (gh_sampling_tool_set_offered())
 */
GListModel *
gh_sampling_request_list_tools (GhSamplingRequest *self)
{
  g_return_val_if_fail (GH_IS_SAMPLING_REQUEST (self), NULL);

  return G_LIST_MODEL (self->tools);
}

GhSamplingToolChoice
gh_sampling_request_get_tool_choice (GhSamplingRequest *self)
{
  g_return_val_if_fail (GH_IS_SAMPLING_REQUEST (self), GH_SAMPLING_TOOL_CHOICE_AUTO);

  return self->tool_choice;
}

void
gh_sampling_request_set_tool_choice (GhSamplingRequest    *self,
                                     GhSamplingToolChoice  choice)
{
  g_return_if_fail (GH_IS_SAMPLING_REQUEST (self));
  g_return_if_fail (choice <= GH_SAMPLING_TOOL_CHOICE_NONE);

  if (!gh_sampling_request_is_editable (self) || self->tool_choice == choice)
    return;
  self->tool_choice = choice;
  prompt_changed (self, PROP_TOOL_CHOICE);
}

GhSamplingToolChoice
gh_sampling_request_get_asked_tool_choice (GhSamplingRequest *self)
{
  g_return_val_if_fail (GH_IS_SAMPLING_REQUEST (self), GH_SAMPLING_TOOL_CHOICE_AUTO);

  switch (self->params->tool_choice)
    {
    case GH_MCP_TOOL_CHOICE_REQUIRED:
      return GH_SAMPLING_TOOL_CHOICE_REQUIRED;
    case GH_MCP_TOOL_CHOICE_NONE:
      return GH_SAMPLING_TOOL_CHOICE_NONE;
    case GH_MCP_TOOL_CHOICE_AUTO:
    default:
      return GH_SAMPLING_TOOL_CHOICE_AUTO;
    }
}

const char * const *
gh_sampling_request_get_hints (GhSamplingRequest *self)
{
  g_return_val_if_fail (GH_IS_SAMPLING_REQUEST (self), NULL);

  return (const char * const *) self->params->hints;
}

double
gh_sampling_request_get_cost_priority (GhSamplingRequest *self)
{
  g_return_val_if_fail (GH_IS_SAMPLING_REQUEST (self), NAN);

  return self->params->cost_priority;
}

double
gh_sampling_request_get_speed_priority (GhSamplingRequest *self)
{
  g_return_val_if_fail (GH_IS_SAMPLING_REQUEST (self), NAN);

  return self->params->speed_priority;
}

double
gh_sampling_request_get_intelligence_priority (GhSamplingRequest *self)
{
  g_return_val_if_fail (GH_IS_SAMPLING_REQUEST (self), NAN);

  return self->params->intelligence_priority;
}

/**
 * gh_sampling_request_get_include_context:
 *
 * Returns: (nullable): the context the server would like; none is ever given (6.6)
 */
const char *
gh_sampling_request_get_include_context (GhSamplingRequest *self)
{
  g_return_val_if_fail (GH_IS_SAMPLING_REQUEST (self), NULL);

  return self->params->include_context;
}

/**
 * gh_sampling_request_dup_metadata:
 *
 * Returns: (transfer full) (nullable): what the server wants told to the model's provider, as
 * indented JSON; it is never passed on, for nobody could say what it does there (6.5)
 */
char *
gh_sampling_request_dup_metadata (GhSamplingRequest *self)
{
  g_autoptr(JsonNode) masked = NULL;

  g_return_val_if_fail (GH_IS_SAMPLING_REQUEST (self), NULL);

  if (self->params->metadata == NULL)
    return NULL;
  masked = gh_masking_mask_json (self->masking, self->params->metadata, GH_SHIELD_NOWHERE);
  return gh_json_write_pretty (masked);
}

gboolean
gh_sampling_request_get_edited (GhSamplingRequest *self)
{
  g_return_val_if_fail (GH_IS_SAMPLING_REQUEST (self), FALSE);

  return self->edited;
}

void
gh_sampling_request_revert (GhSamplingRequest *self)
{
  guint n_tools;

  g_return_if_fail (GH_IS_SAMPLING_REQUEST (self));

  g_object_freeze_notify (G_OBJECT (self));
  foreach_part (self, revert_part, NULL);
  n_tools = g_list_model_get_n_items (G_LIST_MODEL (self->tools));
  for (guint i = 0; i < n_tools; i++)
    gh_sampling_tool_set_offered (get_tool (self, i), TRUE);
  gh_sampling_request_set_tool_choice (self, gh_sampling_request_get_asked_tool_choice (self));
  gh_sampling_request_set_system_prompt (self, self->masked_system);
  gh_sampling_request_set_max_tokens (self, self->params->max_tokens);
  gh_sampling_request_set_temperature (self, self->params->temperature);
  gh_sampling_request_set_stop_sequences (self,
                                          (const char * const *) self->params->stop_sequences);
  g_object_thaw_notify (G_OBJECT (self));
}

/**
 * gh_sampling_request_get_estimated_tokens:
 *
 * Returns: a rough number of input tokens (see gh_sampling_estimate_tokens()), pictures, sounds,
 * tools and the messages' own cost included
 */
guint
gh_sampling_request_get_estimated_tokens (GhSamplingRequest *self)
{
  g_return_val_if_fail (GH_IS_SAMPLING_REQUEST (self), 0);

  return self->estimated_tokens;
}

char *
gh_sampling_request_dup_raw (GhSamplingRequest *self)
{
  g_autoptr(JsonNode) masked = NULL;

  g_return_val_if_fail (GH_IS_SAMPLING_REQUEST (self), NULL);

  masked = gh_masking_mask_json (self->masking, self->params->raw, GH_SHIELD_NOWHERE);
  return gh_json_write_pretty (masked);
}

static gboolean
add_messages (GhSamplingRequest  *self,
              GhLlmRequest       *request,
              GError            **error)
{
  guint n_messages = g_list_model_get_n_items (G_LIST_MODEL (self->messages));

  for (guint i = 0; i < n_messages; i++)
    {
      g_autoptr(GhSamplingMessage) message =
        g_list_model_get_item (G_LIST_MODEL (self->messages), i);
      GhLlmMessage *llm_message =
        gh_llm_message_new (gh_sampling_message_get_from_assistant (message));
      GListModel *parts = gh_sampling_message_list_parts (message);
      guint n_parts = g_list_model_get_n_items (parts);

      g_ptr_array_add (request->messages, llm_message);
      for (guint j = 0; j < n_parts; j++)
        {
          GhLlmPart *part = gh_sampling_part_build_llm (get_part (parts, j), error);

          if (part == NULL)
            return FALSE;
          gh_llm_message_add (llm_message, part);
        }
    }
  return TRUE;
}

static void
add_tools (GhSamplingRequest *self,
           GhLlmRequest      *request)
{
  guint n_tools = g_list_model_get_n_items (G_LIST_MODEL (self->tools));

  for (guint i = 0; i < n_tools; i++)
    {
      GhSamplingTool *tool = get_tool (self, i);

      if (gh_sampling_tool_get_offered (tool))
        g_ptr_array_add (request->tools,
                         gh_llm_tool_new (gh_tool_get_name (gh_sampling_tool_get_tool (tool)),
                                          gh_sampling_tool_get_sent_description (tool),
                                          gh_sampling_tool_get_sent_schema (tool)));
    }
  switch (self->tool_choice)
    {
    case GH_SAMPLING_TOOL_CHOICE_REQUIRED:
      request->tool_choice = GH_LLM_TOOL_CHOICE_REQUIRED;
      break;
    case GH_SAMPLING_TOOL_CHOICE_NONE:
      request->tool_choice = GH_LLM_TOOL_CHOICE_NONE;
      break;
    case GH_SAMPLING_TOOL_CHOICE_AUTO:
    default:
      request->tool_choice = GH_LLM_TOOL_CHOICE_AUTO;
      break;
    }
}

GhLlmRequest *
gh_sampling_request_build_llm (GhSamplingRequest  *self,
                               GError            **error)
{
  g_autoptr(GhLlmRequest) request =
    gh_llm_request_new (self->model != NULL ? gh_model_get_id (self->model) : "");

  request->system = g_strdup (self->system_prompt);
  request->max_tokens = self->max_tokens;
  request->temperature = self->temperature;
  if (self->stop_sequences[0] != NULL)
    request->stop_sequences = g_strdupv (self->stop_sequences);
  add_tools (self, request);
  return add_messages (self, request, error) ? g_steal_pointer (&request) : NULL;
}

/**
 * gh_sampling_request_dup_sent:
 *
 * Returns: (transfer full): what the model would be sent in REVIEW, what it was sent after that; or
 * why it cannot be sent
 */
char *
gh_sampling_request_dup_sent (GhSamplingRequest *self)
{
  g_autoptr(GhLlmRequest) request = NULL;
  g_autoptr(JsonNode) body = NULL;
  g_autoptr(GError) error = NULL;
  GhProvider *provider;

  g_return_val_if_fail (GH_IS_SAMPLING_REQUEST (self), NULL);

  request = gh_sampling_request_build_llm (self, &error);
  provider =
    self->model != NULL ? gh_model_list_find_provider (self->models, self->model) : NULL;
  body = request != NULL ? gh_provider_encode (provider, request, &error) : NULL;
  if (body == NULL)
    return g_strdup (error->message);
  return gh_json_write_pretty (body);
}

GhModel *
gh_sampling_request_get_model (GhSamplingRequest *self)
{
  g_return_val_if_fail (GH_IS_SAMPLING_REQUEST (self), NULL);

  return self->model;
}

static void
take_model (GhSamplingRequest *self,
            GhModel           *model,
            GhModelReason      reason,
            guint              hint)
{
  gboolean changed =
    self->model != model || self->model_reason != reason || self->model_hint != hint;

  self->model_reason = reason;
  self->model_hint = hint;
  g_set_object (&self->model, model);
  if (changed)
    {
      g_object_freeze_notify (G_OBJECT (self));
      gh_sampling_request_mark_changed (self);
      gh_sampling_request_mask_prompt (self);
      gh_sampling_request_notify (self, PROP_MODEL);
      g_object_thaw_notify (G_OBJECT (self));
    }
}

/**
 * gh_sampling_request_set_model:
 * @model: (nullable): NULL: the person answers
 *
 * The person's pick, which no later change of the model list overrides while the model is there.
 */
void
gh_sampling_request_set_model (GhSamplingRequest *self,
                               GhModel           *model)
{
  g_return_if_fail (GH_IS_SAMPLING_REQUEST (self));
  g_return_if_fail (model == NULL || GH_IS_MODEL (model));

  if (gh_sampling_request_is_editable (self) && self->model != model)
    take_model (self, model, GH_MODEL_REASON_PERSON, 0);
}

static gboolean
has_model (GhModelList *models,
           GhModel     *model)
{
  GListModel *all = gh_model_list_list_models (models);
  guint n = g_list_model_get_n_items (all);

  for (guint i = 0; i < n; i++)
    {
      g_autoptr(GhModel) other = g_list_model_get_item (all, i);

      if (other == model)
        return TRUE;
    }
  return FALSE;
}

/* The same model may come back as another object when its endpoint was asked again. */
static GhModel *
find_same_model (GhModelList *models,
                 GhModel     *model)
{
  GListModel *all = gh_model_list_list_models (models);
  guint n = g_list_model_get_n_items (all);

  for (guint i = 0; i < n; i++)
    {
      g_autoptr(GhModel) other = g_list_model_get_item (all, i);

      if (g_strcmp0 (gh_model_get_id (other), gh_model_get_id (model)) == 0
          && g_strcmp0 (gh_model_get_provider_id (other), gh_model_get_provider_id (model)) == 0)
        return other;
    }
  return NULL;
}

/* What the prompt holds besides text, in messages or in tools' results. */
static GhModelNeeds
find_needs (GListModel *parts)
{
  guint n = g_list_model_get_n_items (parts);
  GhModelNeeds needs = GH_MODEL_NEEDS_NOTHING;

  for (guint i = 0; i < n; i++)
    {
      GhSamplingPart *part = get_part (parts, i);

      switch (gh_sampling_part_get_kind (part))
        {
        case GH_SAMPLING_PART_IMAGE:
          needs |= GH_MODEL_NEEDS_IMAGES;
          break;
        case GH_SAMPLING_PART_AUDIO:
          needs |= GH_MODEL_NEEDS_AUDIO;
          break;
        case GH_SAMPLING_PART_TOOL_USE:
          needs |= GH_MODEL_NEEDS_TOOLS;
          break;
        case GH_SAMPLING_PART_TOOL_RESULT:
          needs |= GH_MODEL_NEEDS_TOOLS | find_needs (gh_sampling_part_list_parts (part));
          break;
        case GH_SAMPLING_PART_TEXT:
        case GH_SAMPLING_PART_RESOURCE:
        case GH_SAMPLING_PART_LINK:
        default:
          break;
        }
    }
  return needs;
}

GhModelNeeds
gh_sampling_request_get_model_needs (GhSamplingRequest *self)
{
  guint n_messages;
  GhModelNeeds needs = GH_MODEL_NEEDS_NOTHING;

  g_return_val_if_fail (GH_IS_SAMPLING_REQUEST (self), GH_MODEL_NEEDS_NOTHING);

  if (self->params->tools->len > 0)
    needs |= GH_MODEL_NEEDS_TOOLS;
  n_messages = g_list_model_get_n_items (G_LIST_MODEL (self->messages));
  for (guint i = 0; i < n_messages; i++)
    {
      g_autoptr(GhSamplingMessage) message =
        g_list_model_get_item (G_LIST_MODEL (self->messages), i);

      needs |= find_needs (gh_sampling_message_list_parts (message));
    }
  return needs;
}

void
gh_sampling_request_choose_model (GhSamplingRequest *self)
{
  GhModelReason reason = GH_MODEL_REASON_NONE;
  guint hint = 0;
  GhModel *model;
  g_autoptr(GhModel) chosen = NULL;

  g_return_if_fail (GH_IS_SAMPLING_REQUEST (self));

  if (!gh_sampling_request_is_editable (self))
    return;
  if (self->model_reason == GH_MODEL_REASON_PERSON)
    {
      /* While its endpoint is silent nothing else takes the place of what the person picked. */
      if (self->model == NULL || has_model (self->models, self->model)
          || gh_model_list_is_awaited (self->models, self->model))
        return;
      model = find_same_model (self->models, self->model);
      if (model != NULL)
        {
          take_model (self, model, GH_MODEL_REASON_PERSON, 0);
          return;
        }
    }

  GhModelWish wish = {
    .server_id = gh_request_get_server_id (GH_REQUEST (self)),
    .hints = (const char * const *) self->params->hints,
    .cost = self->params->cost_priority,
    .speed = self->params->speed_priority,
    .intelligence = self->params->intelligence_priority,
    .needs = gh_sampling_request_get_model_needs (self),
  };

  chosen = gh_model_list_choose (self->models, &wish, &reason, &hint);
  take_model (self, chosen, reason, hint);
}

/**
 * gh_sampling_request_get_model_reason:
 * @hint: (out) (optional): which of the hints it matches, for GH_MODEL_REASON_HINT
 *
 * Returns: why the model was chosen
 */
GhModelReason
gh_sampling_request_get_model_reason (GhSamplingRequest *self,
                                      guint             *hint)
{
  g_return_val_if_fail (GH_IS_SAMPLING_REQUEST (self), GH_MODEL_REASON_NONE);

  if (hint != NULL)
    *hint = self->model_hint;
  return self->model_reason;
}
