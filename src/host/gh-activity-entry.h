/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * One message between us and a server, or what became of their connection. Immutable. */
#pragma once

#include <gio/gio.h>

#include "gh-shield.h"

G_BEGIN_DECLS

typedef enum
{
  GH_ACTIVITY_SENT,
  GH_ACTIVITY_RECEIVED,
  GH_ACTIVITY_LOCAL, /* an EVENT: nothing was sent */
} GhActivityDirection;

typedef enum
{
  GH_ACTIVITY_REQUEST,
  GH_ACTIVITY_NOTIFICATION,
  GH_ACTIVITY_RESULT,
  GH_ACTIVITY_ERROR,     /* an error as the answer */
  GH_ACTIVITY_MALFORMED, /* what the server said instead of a message */
  GH_ACTIVITY_EVENT,     /* of the connection; the method is its word */
} GhActivityKind;

#define GH_TYPE_ACTIVITY_DIRECTION (gh_activity_direction_get_type ())
GType gh_activity_direction_get_type (void);
#define GH_TYPE_ACTIVITY_KIND (gh_activity_kind_get_type ())
GType gh_activity_kind_get_type (void);

/* Bytes of a message that are kept: what a person still looks through. */
#define GH_ACTIVITY_ENTRY_MAX (64 * 1024)

#define GH_TYPE_ACTIVITY_ENTRY (gh_activity_entry_get_type ())
G_DECLARE_FINAL_TYPE (GhActivityEntry, gh_activity_entry, GH, ACTIVITY_ENTRY, GObject)

/* Read-only properties for binding and filters: direction, kind, method, id, text. Every text is
 * valid UTF-8, and the server's: untrusted, plain. */
GhActivityDirection  gh_activity_entry_get_direction (GhActivityEntry *self);
GhActivityKind       gh_activity_entry_get_kind      (GhActivityEntry *self);
/* microseconds since 1970 */
gint64               gh_activity_entry_get_time      (GhActivityEntry *self);
/* Of an answer: microseconds since its request; -1: not known. */
gint64               gh_activity_entry_get_duration  (GhActivityEntry *self);
/* Of an answer, that of its request where it is known; or NULL. */
const char          *gh_activity_entry_get_method    (GhActivityEntry *self);
/* As JSON, so that 1 and "1" differ; or NULL. */
const char          *gh_activity_entry_get_id        (GhActivityEntry *self);
/* Bytes; of a message that is not whole, roughly. */
gsize                gh_activity_entry_get_size      (GhActivityEntry *self);
/* Whether text is all of it. */
gboolean             gh_activity_entry_get_whole     (GhActivityEntry *self);
/* A message: JSON exactly as it was sent, or its start; else what was said or happened; owned. */
char                *gh_activity_entry_dup_text      (GhActivityEntry *self);
/* The text for reading: indented where it is JSON and whole; owned. */
char                *gh_activity_entry_dup_pretty    (GhActivityEntry *self);
/* One line of JSON without its end: an object with "time", "direction" and "message"; "start" and
 * "size" instead of a message that is not whole, "malformed" or "event" and "text" instead of what
 * is none. With a shield (or NULL) what is secret in it is hidden, also what the map knows from
 * earlier lines. Owned. */
char                *gh_activity_entry_dup_line      (GhActivityEntry *self,
                                                      GhShield        *shield,
                                                      GhShieldMap     *map);

G_END_DECLS
