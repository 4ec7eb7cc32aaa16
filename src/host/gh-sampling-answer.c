/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * One answer to a sampling request, of a model or a person: what came, what the person makes of
 * it. */
#include "config.h"

#include "gh-sampling-answer-private.h"

#include <string.h>

#include "gh-sampling-part-private.h"

struct _GhSamplingAnswer
{
  GObject parent;

  /* Owned. */
  GhModel              *model;      /* NULL: by hand */
  GhSamplingGeneration *generation; /* NULL: by hand */
  GListModel           *tools;      /* of GhSamplingTool */
  GListStore           *parts;      /* of GhSamplingPart; empty until it is settled */
  GPtrArray            *came;       /* the parts that the model gave */

  gboolean              settled;
  gboolean              stopped;
};

G_DEFINE_FINAL_TYPE (GhSamplingAnswer, gh_sampling_answer, G_TYPE_OBJECT)

enum
{
  CHANGED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

static void
gh_sampling_answer_dispose (GObject *object)
{
  GhSamplingAnswer *self = GH_SAMPLING_ANSWER (object);

  if (self->generation != NULL)
    gh_sampling_generation_stop (self->generation);

  G_OBJECT_CLASS (gh_sampling_answer_parent_class)->dispose (object);
}

static void
gh_sampling_answer_finalize (GObject *object)
{
  GhSamplingAnswer *self = GH_SAMPLING_ANSWER (object);

  g_clear_object (&self->model);
  g_clear_object (&self->generation);
  g_clear_object (&self->tools);
  g_clear_object (&self->parts);
  g_clear_pointer (&self->came, g_ptr_array_unref);

  G_OBJECT_CLASS (gh_sampling_answer_parent_class)->finalize (object);
}

static void
gh_sampling_answer_class_init (GhSamplingAnswerClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = gh_sampling_answer_dispose;
  object_class->finalize = gh_sampling_answer_finalize;

  signals[CHANGED] = g_signal_new ("changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0,
                                   NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
gh_sampling_answer_init (GhSamplingAnswer *self)
{
  self->parts = g_list_store_new (GH_TYPE_SAMPLING_PART);
  self->came = g_ptr_array_new_with_free_func (g_object_unref);
}

static void
changed (GhSamplingAnswer *self)
{
  g_signal_emit (self, signals[CHANGED], 0);
}

static GhSamplingPart *
get_part (GhSamplingAnswer *self,
          guint             position)
{
  g_autoptr(GhSamplingPart) part =
    g_list_model_get_item (G_LIST_MODEL (self->parts), position);

  /* The list keeps it. */
  return part;
}

static guint
get_n_parts (GhSamplingAnswer *self)
{
  return g_list_model_get_n_items (G_LIST_MODEL (self->parts));
}

/* The text comes first where there is one. */
static GhSamplingPart *
get_text_part (GhSamplingAnswer *self)
{
  GhSamplingPart *first = get_n_parts (self) > 0 ? get_part (self, 0) : NULL;

  return first != NULL && gh_sampling_part_get_kind (first) == GH_SAMPLING_PART_TEXT ? first : NULL;
}

static void
add_part (GhSamplingAnswer *self,
          guint             position,
          GhSamplingPart   *part)
{
  g_signal_connect_object (part, "notify::text", G_CALLBACK (changed), self, G_CONNECT_SWAPPED);
  g_list_store_insert (self->parts, position, part);
}

GhSamplingAnswer *
gh_sampling_answer_new (GhModel              *model,
                        GhSamplingGeneration *generation,
                        GListModel           *tools)
{
  GhSamplingAnswer *self;

  g_return_val_if_fail ((model == NULL) == (generation == NULL), NULL);
  g_return_val_if_fail (G_IS_LIST_MODEL (tools), NULL);

  self = g_object_new (GH_TYPE_SAMPLING_ANSWER, NULL);
  g_set_object (&self->model, model);
  g_set_object (&self->generation, generation);
  self->tools = g_object_ref (tools);
  if (generation == NULL)
    {
      g_autoptr(GhSamplingPart) part = gh_sampling_part_new_text ("");

      add_part (self, 0, part);
      self->settled = TRUE;
    }
  return self;
}

GhSamplingGeneration *
gh_sampling_answer_get_generation (GhSamplingAnswer *self)
{
  g_return_val_if_fail (GH_IS_SAMPLING_ANSWER (self), NULL);

  return self->generation;
}

GhModel *
gh_sampling_answer_get_model (GhSamplingAnswer *self)
{
  g_return_val_if_fail (GH_IS_SAMPLING_ANSWER (self), NULL);

  return self->model;
}

/* Endpoints number the uses of each answer from the beginning; in one conversation each needs an id
 * of its own. */
static char *
dup_unused_id (const char *id,
               GHashTable *used)
{
  if (id != NULL && *id != '\0' && !g_hash_table_contains (used, id))
    return g_strdup (id);
  return g_uuid_string_random ();
}

void
gh_sampling_answer_settle (GhSamplingAnswer *self,
                           GHashTable       *used,
                           gboolean          stopped)
{
  g_autoptr(GHashTable) taken = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  GPtrArray *uses;
  const char *text;
  GHashTableIter iter;
  gpointer id;

  g_return_if_fail (GH_IS_SAMPLING_ANSWER (self));
  g_return_if_fail (self->generation != NULL && !self->settled);

  self->settled = TRUE;
  self->stopped = stopped;
  g_hash_table_iter_init (&iter, used);
  while (g_hash_table_iter_next (&iter, &id, NULL))
    g_hash_table_add (taken, g_strdup (id));

  uses = gh_sampling_generation_get_tool_uses (self->generation);
  text = gh_sampling_generation_get_text (self->generation);
  if (*text != '\0' || uses->len == 0)
    g_ptr_array_add (self->came, gh_sampling_part_new_text (text));
  for (guint i = 0; i < uses->len; i++)
    {
      GhLlmEvent *use = g_ptr_array_index (uses, i);
      g_autofree char *own = dup_unused_id (use->id, taken);

      g_ptr_array_add (self->came, gh_sampling_part_new_tool_use (own, use->name, use->input));
      g_hash_table_add (taken, g_steal_pointer (&own));
    }
  for (guint i = 0; i < self->came->len; i++)
    add_part (self, i, g_ptr_array_index (self->came, i));
}

void
gh_sampling_answer_set_locked (GhSamplingAnswer *self,
                               gboolean          locked)
{
  guint n;

  g_return_if_fail (GH_IS_SAMPLING_ANSWER (self));

  n = get_n_parts (self);
  for (guint i = 0; i < n; i++)
    gh_sampling_part_set_locked (get_part (self, i), locked);
}

const char *
gh_sampling_answer_get_text (GhSamplingAnswer *self)
{
  GhSamplingPart *part;

  g_return_val_if_fail (GH_IS_SAMPLING_ANSWER (self), NULL);

  if (!self->settled)
    return gh_sampling_generation_get_text (self->generation);
  part = get_text_part (self);
  return part != NULL ? gh_sampling_part_get_text (part) : "";
}

const char *
gh_sampling_answer_get_model_text (GhSamplingAnswer *self)
{
  g_return_val_if_fail (GH_IS_SAMPLING_ANSWER (self), NULL);

  return self->generation != NULL ? gh_sampling_generation_get_text (self->generation) : NULL;
}

void
gh_sampling_answer_set_text (GhSamplingAnswer *self,
                             const char       *text)
{
  GhSamplingPart *part;

  g_return_if_fail (GH_IS_SAMPLING_ANSWER (self));
  g_return_if_fail (text != NULL);
  g_return_if_fail (self->settled);

  part = get_text_part (self);
  if (part == NULL && *text != '\0')
    {
      g_autoptr(GhSamplingPart) first = gh_sampling_part_new_text ("");

      add_part (self, 0, first);
      part = first;
    }
  if (part != NULL)
    gh_sampling_part_set_text (part, text);
}

GListModel *
gh_sampling_answer_list_parts (GhSamplingAnswer *self)
{
  g_return_val_if_fail (GH_IS_SAMPLING_ANSWER (self), NULL);

  return G_LIST_MODEL (self->parts);
}

void
gh_sampling_answer_add_tool_use (GhSamplingAnswer *self,
                                 GhSamplingTool   *tool)
{
  g_autofree char *id = g_uuid_string_random ();
  g_autoptr(JsonNode) input = NULL;
  g_autoptr(GhSamplingPart) part = NULL;

  g_return_if_fail (GH_IS_SAMPLING_ANSWER (self));
  g_return_if_fail (GH_IS_SAMPLING_TOOL (tool));
  g_return_if_fail (self->settled);

  input = gh_sampling_tool_build_input (tool);
  part = gh_sampling_part_new_tool_use (id, gh_tool_get_name (gh_sampling_tool_get_tool (tool)),
                                        input);
  add_part (self, get_n_parts (self), part);
  changed (self);
}

void
gh_sampling_answer_remove_tool_use (GhSamplingAnswer *self,
                                    GhSamplingPart   *part)
{
  guint position;

  g_return_if_fail (GH_IS_SAMPLING_ANSWER (self));
  g_return_if_fail (GH_IS_SAMPLING_PART (part));

  if (gh_sampling_part_get_kind (part) != GH_SAMPLING_PART_TOOL_USE
      || !g_list_store_find (self->parts, part, &position))
    return;
  g_signal_handlers_disconnect_by_func (part, changed, self);
  g_list_store_remove (self->parts, position);
  /* There is always something to write into. */
  if (get_n_parts (self) == 0)
    {
      g_autoptr(GhSamplingPart) text = gh_sampling_part_new_text ("");

      add_part (self, 0, text);
    }
  changed (self);
}

/* An empty text beside uses says nothing, and is not part of what is given. */
static gboolean
is_silent (GhSamplingAnswer *self,
           GhSamplingPart   *part)
{
  return gh_sampling_part_get_kind (part) == GH_SAMPLING_PART_TEXT && get_n_parts (self) > 1
         && *gh_sampling_part_get_text (part) == '\0';
}

gboolean
gh_sampling_answer_get_edited (GhSamplingAnswer *self)
{
  guint n_came = 0;
  guint n;

  g_return_val_if_fail (GH_IS_SAMPLING_ANSWER (self), FALSE);

  if (self->generation == NULL || !self->settled)
    return FALSE;
  n = get_n_parts (self);
  for (guint i = 0; i < n; i++)
    {
      GhSamplingPart *part = get_part (self, i);
      gboolean came = g_ptr_array_find (self->came, part, NULL);

      if (gh_sampling_part_get_edited (part) || (!came && !is_silent (self, part)))
        return TRUE;
      n_came += came;
    }
  return n_came != self->came->len;
}

void
gh_sampling_answer_revert (GhSamplingAnswer *self)
{
  g_return_if_fail (GH_IS_SAMPLING_ANSWER (self));

  if (!gh_sampling_answer_get_edited (self))
    return;
  while (get_n_parts (self) > 0)
    {
      g_signal_handlers_disconnect_by_func (get_part (self, 0), changed, self);
      g_list_store_remove (self->parts, 0);
    }
  for (guint i = 0; i < self->came->len; i++)
    {
      gh_sampling_part_revert (g_ptr_array_index (self->came, i));
      add_part (self, i, g_ptr_array_index (self->came, i));
    }
  changed (self);
}

const char *
gh_sampling_answer_get_model_name (GhSamplingAnswer *self)
{
  const char *reported;

  g_return_val_if_fail (GH_IS_SAMPLING_ANSWER (self), NULL);

  if (self->generation == NULL)
    return NULL;
  reported = gh_sampling_generation_get_model (self->generation);
  return reported != NULL && *reported != '\0' ? reported : gh_model_get_id (self->model);
}

static gboolean
has_tool_use (GhSamplingAnswer *self)
{
  guint n = get_n_parts (self);

  return n > 0
         && gh_sampling_part_get_kind (get_part (self, n - 1)) == GH_SAMPLING_PART_TOOL_USE;
}

const char *
gh_sampling_answer_get_stop_reason (GhSamplingAnswer *self)
{
  const char *reason;

  g_return_val_if_fail (GH_IS_SAMPLING_ANSWER (self), NULL);

  /* Servers go by this word alone, and some endpoints say "stop" where they mean it. */
  if (self->settled && has_tool_use (self))
    return "toolUse";
  if (self->generation == NULL)
    return "endTurn";
  reason = gh_sampling_generation_get_stop_reason (self->generation);
  return self->settled && g_strcmp0 (reason, "toolUse") == 0 ? "endTurn" : reason;
}

gint64
gh_sampling_answer_get_input_tokens (GhSamplingAnswer *self)
{
  g_return_val_if_fail (GH_IS_SAMPLING_ANSWER (self), -1);

  return self->generation != NULL ? gh_sampling_generation_get_input_tokens (self->generation) : -1;
}

gint64
gh_sampling_answer_get_output_tokens (GhSamplingAnswer *self)
{
  g_return_val_if_fail (GH_IS_SAMPLING_ANSWER (self), -1);

  return self->generation != NULL ? gh_sampling_generation_get_output_tokens (self->generation)
                                  : -1;
}

gint64
gh_sampling_answer_get_time (GhSamplingAnswer *self)
{
  g_return_val_if_fail (GH_IS_SAMPLING_ANSWER (self), 0);

  return self->generation != NULL ? gh_sampling_generation_get_duration (self->generation) : 0;
}

GhSamplingEnd
gh_sampling_answer_get_end (GhSamplingAnswer *self)
{
  g_return_val_if_fail (GH_IS_SAMPLING_ANSWER (self), GH_SAMPLING_END_WHOLE);

  if (gh_sampling_answer_get_error (self) != NULL)
    return GH_SAMPLING_END_BROKEN_OFF;
  return self->stopped ? GH_SAMPLING_END_STOPPED : GH_SAMPLING_END_WHOLE;
}

const GError *
gh_sampling_answer_get_error (GhSamplingAnswer *self)
{
  g_return_val_if_fail (GH_IS_SAMPLING_ANSWER (self), NULL);

  return self->generation != NULL ? gh_sampling_generation_get_error (self->generation) : NULL;
}

static GhSamplingTool *
find_tool (GhSamplingAnswer *self,
           const char       *name)
{
  guint n = g_list_model_get_n_items (self->tools);

  for (guint i = 0; i < n; i++)
    {
      g_autoptr(GhSamplingTool) tool = g_list_model_get_item (self->tools, i);

      if (gh_sampling_tool_get_offered (tool)
          && g_strcmp0 (gh_tool_get_name (gh_sampling_tool_get_tool (tool)), name) == 0)
        /* The list keeps it. */
        return tool;
    }
  return NULL;
}

gboolean
gh_sampling_answer_check_part (GhSamplingAnswer  *self,
                               GhSamplingPart    *part,
                               GError           **error)
{
  g_autoptr(JsonNode) input = NULL;
  GhSamplingTool *tool;

  g_return_val_if_fail (GH_IS_SAMPLING_ANSWER (self), FALSE);
  g_return_val_if_fail (GH_IS_SAMPLING_PART (part), FALSE);

  if (gh_sampling_part_get_kind (part) != GH_SAMPLING_PART_TOOL_USE)
    return TRUE;
  tool = find_tool (self, gh_sampling_part_get_tool (part));
  if (tool == NULL)
    {
      g_set_error (error, GH_SAMPLING_ERROR, GH_SAMPLING_ERROR_TOOL,
                   "%s is not a tool that is on offer", gh_sampling_part_get_tool (part));
      return FALSE;
    }
  input = gh_sampling_part_dup_input (part, error);
  return input != NULL && gh_sampling_tool_check_input (tool, input, error);
}

gboolean
gh_sampling_answer_check (GhSamplingAnswer  *self,
                          GhMcpToolChoice    choice,
                          GError           **error)
{
  guint n;

  g_return_val_if_fail (GH_IS_SAMPLING_ANSWER (self), FALSE);

  n = get_n_parts (self);
  for (guint i = 0; i < n; i++)
    if (!gh_sampling_answer_check_part (self, get_part (self, i), error))
      return FALSE;
  if (choice == GH_MCP_TOOL_CHOICE_NONE && has_tool_use (self))
    {
      g_set_error (error, GH_SAMPLING_ERROR, GH_SAMPLING_ERROR_FORBIDDEN, "No tool may be used");
      return FALSE;
    }
  if (choice == GH_MCP_TOOL_CHOICE_REQUIRED && !has_tool_use (self))
    {
      g_set_error (error, GH_SAMPLING_ERROR, GH_SAMPLING_ERROR_REQUIRED, "A tool has to be used");
      return FALSE;
    }
  return TRUE;
}

GPtrArray *
gh_sampling_answer_build_blocks (GhSamplingAnswer *self)
{
  GPtrArray *blocks = g_ptr_array_new_with_free_func ((GDestroyNotify) gh_mcp_content_unref);
  guint n;

  g_return_val_if_fail (GH_IS_SAMPLING_ANSWER (self), blocks);

  n = get_n_parts (self);
  for (guint i = 0; i < n; i++)
    {
      GhSamplingPart *part = get_part (self, i);
      g_autoptr(JsonNode) input = NULL;

      if (gh_sampling_part_get_kind (part) == GH_SAMPLING_PART_TOOL_USE)
        {
          input = gh_sampling_part_dup_input (part, NULL);
          if (input != NULL)
            g_ptr_array_add (blocks,
                             gh_mcp_content_new_tool_use (gh_sampling_part_get_use_id (part),
                                                          gh_sampling_part_get_tool (part),
                                                          input));
        }
      else if (!is_silent (self, part))
        g_ptr_array_add (blocks, gh_mcp_content_new_text (gh_sampling_part_get_text (part)));
    }
  return blocks;
}
