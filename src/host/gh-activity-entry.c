/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * One message between us and a server, or what became of their connection. Immutable. */
#include "config.h"

#include "gh-activity-entry-private.h"

#include <string.h>

#include "gh-json.h"

/* Longer than any key, shorter than what is missed. */
#define MAX_LAST_WORD 512

struct _GhActivityEntry
{
  GObject parent;

  /* Owned. */
  char                *method;
  char                *id;
  GBytes              *text; /* UTF-8; a message's own, until somebody asks nothing is made of it */

  GhActivityDirection  direction;
  GhActivityKind       kind;
  gboolean             whole;
  gint64               time;
  gint64               duration;
  gsize                size;
};

G_DEFINE_FINAL_TYPE (GhActivityEntry, gh_activity_entry, G_TYPE_OBJECT)
G_DEFINE_ENUM_TYPE (GhActivityDirection, gh_activity_direction,
                    G_DEFINE_ENUM_VALUE (GH_ACTIVITY_SENT, "sent"),
                    G_DEFINE_ENUM_VALUE (GH_ACTIVITY_RECEIVED, "received"),
                    G_DEFINE_ENUM_VALUE (GH_ACTIVITY_LOCAL, "local"))
G_DEFINE_ENUM_TYPE (GhActivityKind, gh_activity_kind,
                    G_DEFINE_ENUM_VALUE (GH_ACTIVITY_REQUEST, "request"),
                    G_DEFINE_ENUM_VALUE (GH_ACTIVITY_NOTIFICATION, "notification"),
                    G_DEFINE_ENUM_VALUE (GH_ACTIVITY_RESULT, "result"),
                    G_DEFINE_ENUM_VALUE (GH_ACTIVITY_ERROR, "error"),
                    G_DEFINE_ENUM_VALUE (GH_ACTIVITY_MALFORMED, "malformed"),
                    G_DEFINE_ENUM_VALUE (GH_ACTIVITY_EVENT, "event"))

enum
{
  PROP_0,
  PROP_DIRECTION,
  PROP_KIND,
  PROP_METHOD,
  PROP_ID,
  PROP_TEXT,
  N_PROPS,
};

static GParamSpec *properties[N_PROPS];

static void
gh_activity_entry_finalize (GObject *object)
{
  GhActivityEntry *self = GH_ACTIVITY_ENTRY (object);

  g_clear_pointer (&self->method, g_free);
  g_clear_pointer (&self->id, g_free);
  g_clear_pointer (&self->text, g_bytes_unref);

  G_OBJECT_CLASS (gh_activity_entry_parent_class)->finalize (object);
}

static void
gh_activity_entry_get_property (GObject    *object,
                                guint       prop_id,
                                GValue     *value,
                                GParamSpec *pspec)
{
  GhActivityEntry *self = GH_ACTIVITY_ENTRY (object);

  switch (prop_id)
    {
    case PROP_DIRECTION:
      g_value_set_enum (value, self->direction);
      break;
    case PROP_KIND:
      g_value_set_enum (value, self->kind);
      break;
    case PROP_METHOD:
      g_value_set_string (value, self->method);
      break;
    case PROP_ID:
      g_value_set_string (value, self->id);
      break;
    case PROP_TEXT:
      g_value_take_string (value, gh_activity_entry_dup_text (self));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
gh_activity_entry_class_init (GhActivityEntryClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GParamFlags flags = G_PARAM_READABLE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS;

  object_class->finalize = gh_activity_entry_finalize;
  object_class->get_property = gh_activity_entry_get_property;

  properties[PROP_DIRECTION] = g_param_spec_enum ("direction", NULL, NULL,
                                                  GH_TYPE_ACTIVITY_DIRECTION, GH_ACTIVITY_SENT,
                                                  flags);
  properties[PROP_KIND] = g_param_spec_enum ("kind", NULL, NULL, GH_TYPE_ACTIVITY_KIND,
                                             GH_ACTIVITY_REQUEST, flags);
  properties[PROP_METHOD] = g_param_spec_string ("method", NULL, NULL, NULL, flags);
  properties[PROP_ID] = g_param_spec_string ("id", NULL, NULL, NULL, flags);
  properties[PROP_TEXT] = g_param_spec_string ("text", NULL, NULL, NULL, flags);
  g_object_class_install_properties (object_class, N_PROPS, properties);
}

static void
gh_activity_entry_init (GhActivityEntry *self)
{
  self->time = g_get_real_time ();
  self->duration = -1;
}

/* Takes as much of the text as is kept, cut between two characters. */
static void
store_text (GhActivityEntry *self,
            const char      *text,
            gsize            length,
            gsize            most)
{
  char *kept = g_utf8_make_valid (text, MIN (length, most));

  self->whole = length <= most;
  self->size = length;
  if (!self->whole && g_str_has_suffix (kept, "\xef\xbf\xbd"))
    kept[strlen (kept) - 3] = '\0';
  self->text = g_bytes_new_take (kept, strlen (kept));
}

static GhActivityKind
get_message_kind (GhRpcMessage *message)
{
  switch (gh_rpc_message_get_kind (message))
    {
    case GH_RPC_REQUEST:
      return GH_ACTIVITY_REQUEST;
    case GH_RPC_NOTIFICATION:
      return GH_ACTIVITY_NOTIFICATION;
    case GH_RPC_RESULT:
      return GH_ACTIVITY_RESULT;
    case GH_RPC_FAILURE:
      return GH_ACTIVITY_ERROR;
    case GH_RPC_INVALID:
    default:
      return GH_ACTIVITY_MALFORMED;
    }
}

GhActivityEntry *
gh_activity_entry_new_message (GhActivityDirection  direction,
                               GhRpcMessage        *message,
                               const char          *method,
                               gint64               duration,
                               gsize                most)
{
  GhActivityEntry *self = g_object_new (GH_TYPE_ACTIVITY_ENTRY, NULL);

  if (method == NULL)
    method = gh_rpc_message_get_method (message);
  self->direction = direction;
  self->kind = get_message_kind (message);
  self->method = method != NULL && *method != '\0' ? g_utf8_make_valid (method, -1) : NULL;
  self->duration = duration;
  self->id = gh_rpc_message_dup_id_text (message);
  self->size = gh_rpc_message_get_length (message);
  self->whole = self->size <= most;
  if (self->whole)
    self->text = gh_rpc_message_write_start (message, most);
  else
    {
      g_autoptr(GBytes) start = gh_rpc_message_write_start (message, most + 1);
      gsize length;
      const char *text = g_bytes_get_data (start, &length);

      store_text (self, text, length, most);
      self->size = gh_rpc_message_get_length (message);
    }
  return self;
}

GhActivityEntry *
gh_activity_entry_new_text (GhActivityDirection  direction,
                            GhActivityKind       kind,
                            const char          *word,
                            const char          *text,
                            gsize                length,
                            gsize                most)
{
  GhActivityEntry *self = g_object_new (GH_TYPE_ACTIVITY_ENTRY, NULL);

  self->direction = direction;
  self->kind = kind;
  self->method = g_strdup (word);
  store_text (self, text, length, most);
  return self;
}

gsize
gh_activity_entry_get_kept (GhActivityEntry *self)
{
  return g_bytes_get_size (self->text);
}

#define DEFINE_GETTER(type, name, fallback) \
  type \
  gh_activity_entry_get_##name (GhActivityEntry *self) \
  { \
    g_return_val_if_fail (GH_IS_ACTIVITY_ENTRY (self), fallback); \
    return self->name; \
  }

DEFINE_GETTER (GhActivityDirection, direction, GH_ACTIVITY_LOCAL)
DEFINE_GETTER (GhActivityKind, kind, GH_ACTIVITY_EVENT)
DEFINE_GETTER (gint64, time, 0)
DEFINE_GETTER (gint64, duration, -1)
DEFINE_GETTER (const char *, method, NULL)
DEFINE_GETTER (const char *, id, NULL)
DEFINE_GETTER (gsize, size, 0)
DEFINE_GETTER (gboolean, whole, FALSE)

char *
gh_activity_entry_dup_text (GhActivityEntry *self)
{
  gsize length;
  const char *text;

  g_return_val_if_fail (GH_IS_ACTIVITY_ENTRY (self), NULL);

  text = g_bytes_get_data (self->text, &length);
  return g_strndup (text, length);
}

static gboolean
is_json (GhActivityEntry *self)
{
  return self->whole && self->kind != GH_ACTIVITY_EVENT && self->kind != GH_ACTIVITY_MALFORMED;
}

static JsonNode *
read_text (GhActivityEntry *self)
{
  gsize length;
  const char *text = g_bytes_get_data (self->text, &length);

  return gh_json_read (text, length, NULL);
}

char *
gh_activity_entry_dup_pretty (GhActivityEntry *self)
{
  g_autoptr(JsonNode) node = NULL;

  g_return_val_if_fail (GH_IS_ACTIVITY_ENTRY (self), NULL);

  if (is_json (self))
    node = read_text (self);
  return node != NULL ? gh_json_write_pretty (node) : gh_activity_entry_dup_text (self);
}

/* The text is JSON as it was sent: it is put in as it is, unless it goes over several lines. */
static char *
dup_message (GhActivityEntry *self)
{
  g_autofree char *text = gh_activity_entry_dup_text (self);
  g_autoptr(JsonNode) node = NULL;

  if (strpbrk (text, "\n\r") != NULL)
    node = read_text (self);
  return node != NULL ? gh_json_write (node, NULL) : g_steal_pointer (&text);
}

/* The same with nothing secret in it; NULL: it is no JSON after all. */
static char *
hide_message (GhActivityEntry *self,
              GhShield        *shield,
              GhShieldMap     *map)
{
  g_autoptr(JsonNode) node = read_text (self);
  g_autoptr(JsonNode) hidden = NULL;

  if (node == NULL)
    return NULL;
  hidden = gh_shield_hide_json_known (shield, node, map);
  return gh_json_node_equal (node, hidden) ? dup_message (self) : gh_json_write (hidden, NULL);
}

/* What was cut off in the middle of a secret does not look like one: the last word goes. */
static char *
hide_start (GhActivityEntry *self,
            GhShield        *shield,
            GhShieldMap     *map)
{
  g_autofree char *start = gh_activity_entry_dup_text (self);
  gsize length = strlen (start);
  gsize end = length;

  while (end > 0 && length - end < MAX_LAST_WORD && strchr (" \"\\,:", start[end - 1]) == NULL)
    end--;
  while (end > 0 && ((guchar) start[end] & 0xC0) == 0x80)
    end--;
  start[end] = '\0';
  return gh_shield_hide_known (shield, start, map);
}

static char *
hide_text (GhActivityEntry *self,
           GhShield        *shield,
           GhShieldMap     *map)
{
  g_autofree char *text = gh_activity_entry_dup_text (self);

  return gh_shield_hide_known (shield, text, map);
}

/**
 * gh_activity_entry_dup_line:
 * @shield: (nullable): NULL: nothing is hidden
 * @map: (nullable): with a shield
 */
char *
gh_activity_entry_dup_line (GhActivityEntry *self,
                            GhShield        *shield,
                            GhShieldMap     *map)
{
  static const char * const directions[] = {
    [GH_ACTIVITY_SENT] = "sent",
    [GH_ACTIVITY_RECEIVED] = "received",
    [GH_ACTIVITY_LOCAL] = "local",
  };
  JsonObject *object = json_object_new ();
  g_autoptr(JsonNode) node = gh_json_node_new_object (object);
  g_autoptr(GDateTime) time = NULL;
  g_autofree char *seconds = NULL;
  g_autofree char *when = NULL;
  g_autofree char *message = NULL;
  g_autofree char *text = NULL;
  g_autofree char *line = NULL;

  g_return_val_if_fail (GH_IS_ACTIVITY_ENTRY (self), NULL);
  g_return_val_if_fail (shield == NULL || map != NULL, NULL);

  time = g_date_time_new_from_unix_utc (self->time / G_USEC_PER_SEC);
  seconds = g_date_time_format (time, "%Y-%m-%dT%H:%M:%S");
  when = g_strdup_printf ("%s.%06dZ", seconds, (int) (self->time % G_USEC_PER_SEC));
  gh_json_add_string (object, "time", when);
  gh_json_add_string (object, "direction", directions[self->direction]);
  if (is_json (self))
    message = shield != NULL ? hide_message (self, shield, map) : dup_message (self);
  if (message == NULL && shield == NULL)
    text = gh_activity_entry_dup_text (self);
  else if (message == NULL)
    text = self->whole ? hide_text (self, shield, map) : hide_start (self, shield, map);
  if (self->kind == GH_ACTIVITY_EVENT)
    {
      gh_json_add_string (object, "event", self->method);
      gh_json_add_string (object, "text", text);
    }
  else if (self->kind == GH_ACTIVITY_MALFORMED)
    gh_json_add_string (object, "malformed", text);
  else if (message == NULL)
    {
      json_object_set_member (object, "size", gh_json_node_new_int (self->size));
      gh_json_add_string (object, "start", text);
    }
  line = gh_json_write (node, NULL);
  if (message == NULL)
    return g_steal_pointer (&line);
  line[strlen (line) - 1] = '\0';
  return g_strconcat (line, ",\"message\":", message, "}", NULL);
}
