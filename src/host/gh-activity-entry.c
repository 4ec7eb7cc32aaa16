/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * One message between us and a server, or what became of their connection. Immutable. */
#include "config.h"

#include "gh-activity-entry-private.h"

#include <string.h>

#include "gh-json.h"

struct _GhActivityEntry
{
  GObject parent;

  /* Owned. */
  char                *method;
  char                *id;
  char                *text;

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
  g_clear_pointer (&self->text, g_free);

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
      g_value_set_string (value, self->text);
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
  self->whole = length <= most;
  self->size = length;
  self->text = g_utf8_make_valid (text, MIN (length, most));
  if (!self->whole && g_str_has_suffix (self->text, "\xef\xbf\xbd"))
    self->text[strlen (self->text) - 3] = '\0';
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
  JsonNode *id = gh_rpc_message_get_id (message);
  g_autoptr(GBytes) start = NULL;
  gsize length;
  const char *text;

  self->direction = direction;
  self->kind = get_message_kind (message);
  self->method = g_utf8_make_valid (method != NULL ? method
                                                   : gh_rpc_message_get_method (message) != NULL
                                                       ? gh_rpc_message_get_method (message) : "",
                                    -1);
  if (self->method[0] == '\0')
    g_clear_pointer (&self->method, g_free);
  self->duration = duration;
  if (id != NULL)
    self->id = gh_json_write (id, NULL);
  /* One byte more, to see whether it ends there. */
  start = gh_rpc_message_write_start (message, most + 1);
  text = g_bytes_get_data (start, &length);
  store_text (self, text, length, most);
  if (!self->whole)
    self->size = MAX (length, gh_rpc_message_get_size (message));
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
  return strlen (self->text);
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
DEFINE_GETTER (const char *, text, NULL)

static gboolean
is_json (GhActivityEntry *self)
{
  return self->whole && self->kind != GH_ACTIVITY_EVENT && self->kind != GH_ACTIVITY_MALFORMED;
}

char *
gh_activity_entry_dup_pretty (GhActivityEntry *self)
{
  g_autoptr(JsonNode) node = NULL;

  g_return_val_if_fail (GH_IS_ACTIVITY_ENTRY (self), NULL);

  if (is_json (self))
    node = gh_json_read (self->text, strlen (self->text), NULL);
  return node != NULL ? gh_json_write_pretty (node) : g_strdup (self->text);
}

char *
gh_activity_entry_dup_line (GhActivityEntry *self)
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
  g_autofree char *line = NULL;

  g_return_val_if_fail (GH_IS_ACTIVITY_ENTRY (self), NULL);

  time = g_date_time_new_from_unix_utc (self->time / G_USEC_PER_SEC);
  seconds = g_date_time_format (time, "%Y-%m-%dT%H:%M:%S");
  when = g_strdup_printf ("%s.%06dZ", seconds, (int) (self->time % G_USEC_PER_SEC));
  gh_json_add_string (object, "time", when);
  gh_json_add_string (object, "direction", directions[self->direction]);
  if (self->kind == GH_ACTIVITY_EVENT)
    {
      gh_json_add_string (object, "event", self->method);
      gh_json_add_string (object, "text", self->text);
    }
  else if (self->kind == GH_ACTIVITY_MALFORMED)
    gh_json_add_string (object, "malformed", self->text);
  else if (!self->whole)
    {
      json_object_set_member (object, "size", gh_json_node_new_int (self->size));
      gh_json_add_string (object, "start", self->text);
    }
  line = gh_json_write (node, NULL);
  if (!is_json (self))
    return g_steal_pointer (&line);
  /* The text is JSON as it was sent: it is put in as it is, not read and written once more. */
  line[strlen (line) - 1] = '\0';
  return g_strconcat (line, ",\"message\":", self->text, "}", NULL);
}
