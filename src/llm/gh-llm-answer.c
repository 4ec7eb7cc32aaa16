/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * What has come of a model's answer: pieces in, events out. Pure; bounded. */
#include "config.h"

#include "gh-llm-answer.h"

#include "gh-json.h"

#include <string.h>

/* Text and arguments of one answer: a hundred times what the largest models give. */
#define MAX_SIZE (16 * 1024 * 1024)
/* Uses of tools in one answer: models ask for a handful at once. */
#define MAX_USES 256
/* Of a tool's name, by the strictest of the APIs. */
#define MAX_NAME 64
/* Hexadecimal digits that tell apart names that are cut or changed. */
#define N_DIGITS 16

typedef struct
{
  gint64    index;
  char     *id;        /* owned, or NULL */
  char     *name;      /* owned, or NULL */
  GString  *arguments; /* owned: JSON text */
  JsonNode *input;     /* owned, or NULL: from the arguments */
  gboolean  is_merged; /* the input is ours to change */
} Use;

struct _GhLlmAnswer
{
  GQueue       events; /* owned GhLlmEvents */
  GPtrArray   *uses;   /* owned: of Use */
  GHashTable  *names;  /* owned: name as sent -> name of the tool */
  char        *model;  /* owned, or NULL */
  gsize        size;
  gint64       input_tokens;
  gint64       output_tokens;
  GhLlmStop    stop;
  gboolean     has_stop;
  gboolean     is_ended;
};

static void
use_free (gpointer data)
{
  Use *use = data;

  g_free (use->id);
  g_free (use->name);
  g_string_free (use->arguments, TRUE);
  g_clear_pointer (&use->input, json_node_unref);
  g_free (use);
}

static gboolean
is_wire_name (const char *name)
{
  if (*name == '\0' || strlen (name) > MAX_NAME || g_ascii_isdigit (*name) || *name == '-')
    return FALSE;
  for (const char *c = name; *c != '\0'; c++)
    if (!g_ascii_isalnum (*c) && *c != '_' && *c != '-')
      return FALSE;

  return TRUE;
}

char *
gh_llm_dup_wire_name (const char *name)
{
  g_return_val_if_fail (name != NULL, NULL);

  if (is_wire_name (name))
    return g_strdup (name);

  g_autofree char *digest = g_compute_checksum_for_string (G_CHECKSUM_SHA256, name, -1);
  g_autoptr(GString) wire = g_string_new ("t_");

  for (const char *c = name; *c != '\0' && wire->len < MAX_NAME - N_DIGITS - 1; c++)
    g_string_append_c (wire, g_ascii_isalnum (*c) || *c == '-' ? *c : '_');
  g_string_append_c (wire, '_');
  g_string_append_len (wire, digest, N_DIGITS);

  return g_strdup (wire->str);
}

GhLlmAnswer *
gh_llm_answer_new (GhLlmRequest *request)
{
  GhLlmAnswer *self = g_new0 (GhLlmAnswer, 1);

  g_queue_init (&self->events);
  self->uses = g_ptr_array_new_with_free_func (use_free);
  self->names = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  self->input_tokens = -1;
  self->output_tokens = -1;
  for (guint i = 0; request != NULL && i < request->tools->len; i++)
    {
      GhLlmTool *tool = g_ptr_array_index (request->tools, i);

      g_hash_table_insert (self->names, gh_llm_dup_wire_name (tool->name), g_strdup (tool->name));
    }

  return self;
}

void
gh_llm_answer_free (GhLlmAnswer *self)
{
  if (self == NULL)
    return;

  g_queue_clear_full (&self->events, (GDestroyNotify) gh_llm_event_free);
  g_ptr_array_unref (self->uses);
  g_hash_table_unref (self->names);
  g_free (self->model);
  g_free (self);
}

void
gh_llm_answer_add_text (GhLlmAnswer *self,
                        JsonNode    *text)
{
  g_return_if_fail (self != NULL);

  if (text == NULL || !gh_json_node_is_string (text))
    return;

  g_autofree char *words = gh_json_node_dup_text (text);

  if (*words == '\0')
    return;

  GhLlmEvent *event = gh_llm_event_new (GH_LLM_EVENT_TEXT);

  self->size += strlen (words);
  event->text = g_steal_pointer (&words);
  g_queue_push_tail (&self->events, event);
}

/* Some endpoints repeat id and name as empty text: that does not overwrite. */
static void
replace (char       **field,
         const char  *value)
{
  if (value == NULL || *value == '\0')
    return;
  g_free (*field);
  *field = g_strdup (value);
}

static Use *
last_use (GhLlmAnswer *self)
{
  return self->uses->len > 0 ? g_ptr_array_index (self->uses, self->uses->len - 1) : NULL;
}

static Use *
find_use (GhLlmAnswer *self,
          gint64       index)
{
  if (index < 0)
    return last_use (self);
  for (guint i = self->uses->len; i > 0; i--)
    {
      Use *use = g_ptr_array_index (self->uses, i - 1);

      if (use->index == index)
        return use;
    }

  return NULL;
}

static Use *
add_use (GhLlmAnswer *self,
         gint64       index)
{
  Use *use = g_new0 (Use, 1);

  use->index = index;
  use->arguments = g_string_new (NULL);
  g_ptr_array_add (self->uses, use);

  return use;
}

void
gh_llm_answer_add_piece (GhLlmAnswer *self,
                         gint64       index,
                         const char  *id,
                         const char  *name,
                         const char  *arguments)
{
  g_return_if_fail (self != NULL);

  Use *use = find_use (self, index);

  if (self->uses->len > MAX_USES)
    return;
  if (use == NULL ||
      (id != NULL && *id != '\0' && use->id != NULL && !g_str_equal (use->id, id)))
    use = add_use (self, index);

  replace (&use->id, id);
  replace (&use->name, name);
  if (arguments != NULL)
    {
      g_string_append (use->arguments, arguments);
      self->size += strlen (arguments);
    }
}

/* Gives `use` the members of `object` too. */
static void
add_members (Use        *use,
             JsonObject *object)
{
  g_autoptr(GList) members = json_object_get_members (object);
  JsonObject *all = gh_json_node_get_object (use->input);

  if (!use->is_merged)
    {
      all = gh_json_copy_members (all);
      json_node_unref (use->input);
      use->input = gh_json_node_new_object (all);
      use->is_merged = TRUE;
    }
  for (GList *l = members; l != NULL; l = l->next)
    json_object_set_member (all, l->data, json_node_ref (gh_json_get_any (object, l->data)));
}

void
gh_llm_answer_add_use (GhLlmAnswer *self,
                       const char  *id,
                       const char  *name,
                       JsonNode    *input)
{
  g_return_if_fail (self != NULL);

  JsonObject *object = input != NULL ? gh_json_node_get_object (input) : NULL;
  Use *last = last_use (self);
  gsize length;

  if (self->uses->len > MAX_USES)
    return;
  if (object != NULL)
    {
      g_autofree char *text = gh_json_write (input, &length);

      self->size += length;
    }
  if ((name == NULL || *name == '\0') && object != NULL && last != NULL && last->input != NULL)
    {
      add_members (last, object);
      return;
    }

  Use *use = add_use (self, self->uses->len);

  replace (&use->id, id);
  replace (&use->name, name);
  use->input =
    object != NULL ? json_node_ref (input) : gh_json_node_new_object (json_object_new ());
}

void
gh_llm_answer_set_usage (GhLlmAnswer *self,
                         gint64       input_tokens,
                         gint64       output_tokens)
{
  g_return_if_fail (self != NULL);

  if (input_tokens >= 0)
    self->input_tokens = input_tokens;
  if (output_tokens >= 0)
    self->output_tokens = output_tokens;
}

void
gh_llm_answer_set_model (GhLlmAnswer *self,
                         const char  *model)
{
  g_return_if_fail (self != NULL);

  replace (&self->model, model);
}

void
gh_llm_answer_set_stop (GhLlmAnswer *self,
                        GhLlmStop    stop)
{
  g_return_if_fail (self != NULL);

  self->stop = stop;
  self->has_stop = TRUE;
}

void
gh_llm_answer_set_ended (GhLlmAnswer *self)
{
  g_return_if_fail (self != NULL);

  self->is_ended = TRUE;
}

gboolean
gh_llm_answer_is_ended (GhLlmAnswer *self)
{
  g_return_val_if_fail (self != NULL, TRUE);

  return self->is_ended;
}

gboolean
gh_llm_answer_has_stop (GhLlmAnswer *self)
{
  g_return_val_if_fail (self != NULL, FALSE);

  return self->has_stop;
}

gboolean
gh_llm_answer_is_empty (GhLlmAnswer *self)
{
  g_return_val_if_fail (self != NULL, TRUE);

  return self->size == 0 && self->uses->len == 0;
}

gboolean
gh_llm_answer_check (GhLlmAnswer  *self,
                     GError      **error)
{
  g_return_val_if_fail (self != NULL, FALSE);

  if (self->size <= MAX_SIZE && self->uses->len <= MAX_USES)
    return TRUE;

  g_set_error (error, GH_LLM_ERROR, GH_LLM_ERROR_PROTOCOL,
               "The answer is longer than any model's");
  return FALSE;
}

static gboolean
has_id (GhLlmAnswer *self,
        const char  *id,
        guint        n)
{
  for (guint i = 0; i < n; i++)
    if (g_strcmp0 (((Use *) g_ptr_array_index (self->uses, i))->id, id) == 0)
      return TRUE;

  return FALSE;
}

/* Arguments that never came are none. */
static gboolean
finish_use (Use     *use,
            GError **error)
{
  if (use->name == NULL)
    {
      g_set_error (error, GH_LLM_ERROR, GH_LLM_ERROR_BROKEN, "A tool call has no name");
      return FALSE;
    }
  if (use->input == NULL && use->arguments->len == 0)
    use->input = gh_json_node_new_object (json_object_new ());
  if (use->input == NULL)
    use->input = gh_json_read (use->arguments->str, use->arguments->len, NULL);
  if (use->input == NULL || gh_json_node_get_object (use->input) == NULL)
    {
      g_set_error (error, GH_LLM_ERROR, GH_LLM_ERROR_BROKEN,
                   "The arguments of a tool call are cut off or damaged");
      return FALSE;
    }

  return TRUE;
}

static void
push_use (GhLlmAnswer *self,
          guint        i)
{
  Use *use = g_ptr_array_index (self->uses, i);
  const char *name = g_hash_table_lookup (self->names, use->name);
  GhLlmEvent *event = gh_llm_event_new (GH_LLM_EVENT_TOOL_USE);

  /* Several endpoints give no ids, and results are told apart by them. */
  if (use->id == NULL || has_id (self, use->id, i))
    {
      g_autofree char *uuid = g_uuid_string_random ();

      g_free (use->id);
      use->id = g_strconcat ("call_", uuid, NULL);
    }

  event->id = g_strdup (use->id);
  event->name = g_strdup (name != NULL ? name : use->name);
  event->input = json_node_ref (use->input);
  g_queue_push_tail (&self->events, event);
}

/* Endpoints disagree on what to call the end of an answer with uses of tools. */
static GhLlmStop
judge_stop (GhLlmStop stop,
            gboolean  has_uses)
{
  if (has_uses && (stop == GH_LLM_STOP_END_TURN || stop == GH_LLM_STOP_UNKNOWN))
    return GH_LLM_STOP_TOOL_USE;
  if (!has_uses && stop == GH_LLM_STOP_TOOL_USE)
    return GH_LLM_STOP_END_TURN;

  return stop;
}

gboolean
gh_llm_answer_finish (GhLlmAnswer  *self,
                      GError      **error)
{
  g_return_val_if_fail (self != NULL, FALSE);

  if (!gh_llm_answer_check (self, error))
    return FALSE;
  /* None is given before all are known to be whole. */
  for (guint i = 0; i < self->uses->len; i++)
    {
      g_autoptr(GError) use_error = NULL;

      if (finish_use (g_ptr_array_index (self->uses, i), &use_error))
        continue;
      if (self->stop != GH_LLM_STOP_MAX_TOKENS)
        {
          g_propagate_error (error, g_steal_pointer (&use_error));
          return FALSE;
        }
      g_ptr_array_set_size (self->uses, i);
    }
  for (guint i = 0; i < self->uses->len; i++)
    push_use (self, i);

  if (self->input_tokens >= 0 || self->output_tokens >= 0)
    {
      GhLlmEvent *usage = gh_llm_event_new (GH_LLM_EVENT_USAGE);

      usage->input_tokens = self->input_tokens;
      usage->output_tokens = self->output_tokens;
      g_queue_push_tail (&self->events, usage);
    }

  GhLlmEvent *done = gh_llm_event_new (GH_LLM_EVENT_DONE);

  done->stop = judge_stop (self->stop, self->uses->len > 0);
  done->model = g_steal_pointer (&self->model);
  g_queue_push_tail (&self->events, done);
  self->is_ended = TRUE;

  return TRUE;
}

GhLlmEvent *
gh_llm_answer_pop (GhLlmAnswer *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return g_queue_pop_head (&self->events);
}
