/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * One thing that happened: what a server asked or a tool was called for, and what became of it. */
#include "config.h"

#include "gh-history-entry.h"

#include <math.h>
#include <string.h>

#include "gh-json.h"

struct _GhHistoryEntry
{
  GObject parent_instance;

  /* owned */
  GhHistoryFacts facts;
  GPtrArray *parts; /* of GhHistoryPart; or NULL */

  gboolean day_first;
};

G_DEFINE_FINAL_TYPE (GhHistoryEntry, gh_history_entry, G_TYPE_OBJECT)

enum
{
  PROP_0,
  PROP_DAY_FIRST,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

/* --- words --- */

static const char * const kinds[] = { "sampling", "elicitation", "tool", "again" };
static const char * const outcomes[] = { "given", "denied", "dismissed", "withdrawn", "done",
                                         "tool-error", "cancelled", "failed" };
static const char * const deciders[] = { "nobody", "person", "rule", "policy" };
static const char * const roles[] = { "system", "message", "setting", "tool-use", "tool-result",
                                      "answer", "other-answer", "reason", "error", "question",
                                      "field", "url", "arguments", "result", "rule" };

G_STATIC_ASSERT (G_N_ELEMENTS (kinds) == GH_HISTORY_N_KINDS);
G_STATIC_ASSERT (G_N_ELEMENTS (outcomes) == GH_HISTORY_N_OUTCOMES);
G_STATIC_ASSERT (G_N_ELEMENTS (deciders) == GH_REQUEST_BY_POLICY + 1);
G_STATIC_ASSERT (G_N_ELEMENTS (roles) == GH_HISTORY_N_ROLES);

static int
find_word (const char * const *words,
           gsize               n_words,
           const char         *word)
{
  for (gsize i = 0; i < n_words; i++)
    if (g_strcmp0 (words[i], word) == 0)
      return i;
  return -1;
}

const char *
gh_history_kind_get_word (GhHistoryKind kind)
{
  g_return_val_if_fail (kind < GH_HISTORY_N_KINDS, NULL);

  return kinds[kind];
}

int
gh_history_kind_from_word (const char *word)
{
  return find_word (kinds, G_N_ELEMENTS (kinds), word);
}

const char *
gh_history_outcome_get_word (GhHistoryOutcome outcome)
{
  g_return_val_if_fail (outcome < GH_HISTORY_N_OUTCOMES, NULL);

  return outcomes[outcome];
}

int
gh_history_outcome_from_word (const char *word)
{
  return find_word (outcomes, G_N_ELEMENTS (outcomes), word);
}

const char *
gh_history_decider_get_word (GhRequestDecider decider)
{
  g_return_val_if_fail (decider < G_N_ELEMENTS (deciders), NULL);

  return deciders[decider];
}

int
gh_history_decider_from_word (const char *word)
{
  return find_word (deciders, G_N_ELEMENTS (deciders), word);
}

/* --- parts --- */

/* name, text: (nullable): copied */
GhHistoryPart *
gh_history_part_new (GhHistoryRole  role,
                     const char    *name,
                     const char    *text)
{
  GhHistoryPart *self = g_new0 (GhHistoryPart, 1);

  self->role = role;
  self->name = g_strdup (name);
  self->text = g_strdup (text);
  return self;
}

void
gh_history_part_free (GhHistoryPart *self)
{
  g_free (self->name);
  g_free (self->text);
  g_free (self->became);
  g_free (self->media);
  g_free (self);
}

GPtrArray *
gh_history_parts_new (void)
{
  return g_ptr_array_new_with_free_func ((GDestroyNotify) gh_history_part_free);
}

static void
set_number (JsonObject *object,
            const char *name,
            gint64      number,
            gint64      unknown)
{
  if (number != unknown)
    json_object_set_member (object, name, gh_json_node_new_int (number));
}

static JsonNode *
parts_to_node (GPtrArray *parts)
{
  JsonArray *array = json_array_new ();

  for (guint i = 0; i < parts->len; i++)
    {
      const GhHistoryPart *part = parts->pdata[i];
      JsonObject *object = json_object_new ();

      gh_json_add_string (object, "role", roles[part->role]);
      gh_json_add_string (object, "name", part->name);
      gh_json_add_string (object, "text", part->text);
      gh_json_add_string (object, "became", part->became);
      gh_json_add_string (object, "media", part->media);
      set_number (object, "size", part->size, 0);
      set_number (object, "leftOut", part->left_out, 0);
      json_array_add_element (array, gh_json_node_new_object (object));
    }
  return gh_json_node_new_array (array);
}

/**
 * gh_history_parts_to_json:
 *
 * Returns: (transfer full): one line
 */
char *
gh_history_parts_to_json (GPtrArray *parts)
{
  g_autoptr(JsonNode) node = NULL;

  g_return_val_if_fail (parts != NULL, NULL);

  node = parts_to_node (parts);
  return gh_json_write (node, NULL);
}

/**
 * gh_history_parts_from_json:
 * @json: anything; what makes no sense is left out
 *
 * Returns: (transfer full): the parts
 */
GPtrArray *
gh_history_parts_from_json (const char *json)
{
  GPtrArray *parts = gh_history_parts_new ();
  g_autoptr(JsonNode) node = NULL;
  JsonArray *array;

  g_return_val_if_fail (json != NULL, parts);

  node = gh_json_read (json, strlen (json), NULL);
  array = node != NULL ? gh_json_node_get_array (node) : NULL;
  for (guint i = 0; array != NULL && i < json_array_get_length (array); i++)
    {
      JsonObject *object = gh_json_node_get_object (json_array_get_element (array, i));
      const char *word = object != NULL ? gh_json_get_string (object, "role") : NULL;
      int role = find_word (roles, G_N_ELEMENTS (roles), word);
      GhHistoryPart *part;

      if (role < 0)
        continue;
      part = gh_history_part_new (role, gh_json_get_string (object, "name"),
                                  gh_json_get_string (object, "text"));
      part->became = g_strdup (gh_json_get_string (object, "became"));
      part->media = g_strdup (gh_json_get_string (object, "media"));
      part->size = gh_json_get_int (object, "size", 0);
      part->left_out = gh_json_get_int (object, "leftOut", 0);
      g_ptr_array_add (parts, part);
    }
  return parts;
}

/* --- the object --- */

static void
gh_history_entry_finalize (GObject *object)
{
  GhHistoryEntry *self = GH_HISTORY_ENTRY (object);

  g_free (self->facts.server);
  g_free (self->facts.server_name);
  g_free (self->facts.tool);
  g_free (self->facts.model);
  g_free (self->facts.provider);
  g_free (self->facts.title);
  g_clear_pointer (&self->parts, g_ptr_array_unref);

  G_OBJECT_CLASS (gh_history_entry_parent_class)->finalize (object);
}

static void
gh_history_entry_get_property (GObject    *object,
                               guint       prop_id,
                               GValue     *value,
                               GParamSpec *pspec)
{
  switch (prop_id)
    {
    case PROP_DAY_FIRST:
      g_value_set_boolean (value, GH_HISTORY_ENTRY (object)->day_first);
      break;

    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
gh_history_entry_class_init (GhHistoryEntryClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->finalize = gh_history_entry_finalize;
  object_class->get_property = gh_history_entry_get_property;

  properties[PROP_DAY_FIRST] =
    g_param_spec_boolean ("day-first", NULL, NULL, FALSE,
                          G_PARAM_READABLE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);
}

static void
gh_history_entry_init (GhHistoryEntry *self)
{
}

/**
 * gh_history_entry_new:
 * @facts: copied
 * @take_parts: (nullable) (transfer full): from gh_history_parts_new()
 *
 * Returns: (transfer full): a new entry
 */
GhHistoryEntry *
gh_history_entry_new (const GhHistoryFacts *facts,
                      GPtrArray            *take_parts)
{
  GhHistoryEntry *self;

  g_return_val_if_fail (facts != NULL, NULL);
  g_return_val_if_fail (facts->kind < GH_HISTORY_N_KINDS, NULL);
  g_return_val_if_fail (facts->outcome < GH_HISTORY_N_OUTCOMES, NULL);

  self = g_object_new (GH_TYPE_HISTORY_ENTRY, NULL);
  self->facts = *facts;
  self->facts.server = g_strdup (facts->server);
  self->facts.server_name = g_strdup (facts->server_name);
  self->facts.tool = g_strdup (facts->tool);
  self->facts.model = g_strdup (facts->model);
  self->facts.provider = g_strdup (facts->provider);
  self->facts.title = g_strdup (facts->title);
  self->parts = take_parts;
  return self;
}

const GhHistoryFacts *
gh_history_entry_get_facts (GhHistoryEntry *self)
{
  g_return_val_if_fail (GH_IS_HISTORY_ENTRY (self), NULL);

  return &self->facts;
}

GPtrArray *
gh_history_entry_get_parts (GhHistoryEntry *self)
{
  g_return_val_if_fail (GH_IS_HISTORY_ENTRY (self), NULL);

  return self->parts;
}

gboolean
gh_history_entry_get_day_first (GhHistoryEntry *self)
{
  g_return_val_if_fail (GH_IS_HISTORY_ENTRY (self), FALSE);

  return self->day_first;
}

void
gh_history_entry_set_day_first (GhHistoryEntry *self,
                                gboolean        day_first)
{
  g_return_if_fail (GH_IS_HISTORY_ENTRY (self));

  day_first = !!day_first;
  if (self->day_first == day_first)
    return;
  self->day_first = day_first;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_DAY_FIRST]);
}

static void
set_time (JsonObject *object,
          const char *name,
          gint64      time)
{
  g_autoptr(GDateTime) utc = g_date_time_new_from_unix_utc (time / G_USEC_PER_SEC);
  g_autofree char *date = utc != NULL ? g_date_time_format (utc, "%Y-%m-%dT%H:%M:%S") : NULL;

  if (date != NULL)
    {
      g_autofree char *text = g_strdup_printf ("%s.%06dZ", date,
                                               (int) (MAX (time, 0) % G_USEC_PER_SEC));

      gh_json_add_string (object, name, text);
    }
}

/**
 * gh_history_entry_dup_json:
 *
 * Returns: (transfer full): an object with all that is known, in one line
 */
char *
gh_history_entry_dup_json (GhHistoryEntry *self)
{
  const GhHistoryFacts *facts;
  g_autoptr(JsonNode) node = NULL;
  JsonObject *object;

  g_return_val_if_fail (GH_IS_HISTORY_ENTRY (self), NULL);

  facts = &self->facts;
  object = json_object_new ();
  node = gh_json_node_new_object (object);
  set_time (object, "time", facts->time);
  set_time (object, "asked", facts->asked);
  gh_json_add_string (object, "kind", kinds[facts->kind]);
  gh_json_add_string (object, "outcome", outcomes[facts->outcome]);
  gh_json_add_string (object, "decidedBy", gh_history_decider_get_word (facts->decider));
  gh_json_add_string (object, "server", facts->server);
  gh_json_add_string (object, "serverName", facts->server_name);
  gh_json_add_string (object, "tool", facts->tool);
  gh_json_add_string (object, "model", facts->model);
  gh_json_add_string (object, "provider", facts->provider);
  set_number (object, "microseconds", facts->duration, -1);
  set_number (object, "inputTokens", facts->input_tokens, -1);
  set_number (object, "outputTokens", facts->output_tokens, -1);
  if (!isnan (facts->cost))
    json_object_set_member (object, "cost", gh_json_node_new_double (facts->cost));
  json_object_set_member (object, "edited", gh_json_node_new_boolean (facts->edited));
  if (self->parts != NULL)
    json_object_set_member (object, "parts", parts_to_node (self->parts));
  return gh_json_write (node, NULL);
}
