/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * What a server asks of the person: what all such requests have in common. */
#include "config.h"

#include "gh-request-private.h"

#include <string.h>

#include "gh-json.h"

/* Bytes; larger ones are taken for different: to look through all of them is felt. */
#define MAX_LIKE (256 * 1024)

typedef struct
{
  /* Owned. */
  char   *server_id;
  char   *server_name;
  char   *tool;
  char   *rule_id;   /* or NULL */
  char   *rule_text; /* or NULL */

  GhRequestDecider rule_decider; /* whose rule; NOBODY: none, or the person read the answer */
  gboolean left;                 /* it ends, or ended, without a choice */
  char   *likeness;              /* see get_likeness(); NULL: not yet asked for */
  guint   serial;
  guint   call_left;
  gint64  call_time;
  gint64  time;
} GhRequestPrivate;

G_DEFINE_ENUM_TYPE (GhRequestDecider, gh_request_decider,
                    G_DEFINE_ENUM_VALUE (GH_REQUEST_BY_NOBODY, "nobody"),
                    G_DEFINE_ENUM_VALUE (GH_REQUEST_BY_PERSON, "person"),
                    G_DEFINE_ENUM_VALUE (GH_REQUEST_BY_RULE, "rule"),
                    G_DEFINE_ENUM_VALUE (GH_REQUEST_BY_POLICY, "policy"))
G_DEFINE_ABSTRACT_TYPE_WITH_PRIVATE (GhRequest, gh_request, G_TYPE_OBJECT)

static GhRequestPrivate *
get_private (GhRequest *self)
{
  return gh_request_get_instance_private (self);
}

static void
gh_request_finalize (GObject *object)
{
  GhRequestPrivate *priv = get_private (GH_REQUEST (object));

  g_clear_pointer (&priv->server_id, g_free);
  g_clear_pointer (&priv->server_name, g_free);
  g_clear_pointer (&priv->tool, g_free);
  g_clear_pointer (&priv->likeness, g_free);
  g_clear_pointer (&priv->rule_id, g_free);
  g_clear_pointer (&priv->rule_text, g_free);

  G_OBJECT_CLASS (gh_request_parent_class)->finalize (object);
}

static void
gh_request_class_init (GhRequestClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = gh_request_finalize;
}

static void
gh_request_init (GhRequest *self)
{
  get_private (self)->time = g_get_real_time ();
}

void
gh_request_set_origin (GhRequest             *self,
                       guint                  serial,
                       const GhRequestOrigin *origin)
{
  GhRequestPrivate *priv;

  g_return_if_fail (GH_IS_REQUEST (self));
  g_return_if_fail (origin != NULL && origin->server_id != NULL && origin->server_name != NULL);

  priv = get_private (self);
  g_return_if_fail (priv->server_id == NULL);

  priv->serial = serial;
  priv->server_id = g_strdup (origin->server_id);
  priv->server_name = g_strdup (origin->server_name);
  priv->tool = g_strdup (origin->tool);
  priv->call_time = origin->call_time;
  priv->call_left = origin->call_left;
}

#define DEFINE_GETTER(type, name, fallback) \
  type \
  gh_request_get_##name (GhRequest *self) \
  { \
    g_return_val_if_fail (GH_IS_REQUEST (self), fallback); \
    return get_private (self)->name; \
  }

DEFINE_GETTER (guint, serial, 0)
DEFINE_GETTER (const char *, server_id, NULL)
DEFINE_GETTER (const char *, server_name, NULL)
DEFINE_GETTER (const char *, tool, NULL)
DEFINE_GETTER (gint64, call_time, 0)
DEFINE_GETTER (gint64, time, 0)
DEFINE_GETTER (guint, call_left, 0)
DEFINE_GETTER (const char *, rule_id, NULL)
DEFINE_GETTER (const char *, rule_text, NULL)

void
gh_request_set_rule (GhRequest        *self,
                     GhRequestDecider  decider,
                     const char       *id,
                     const char       *text)
{
  GhRequestPrivate *priv;

  g_return_if_fail (GH_IS_REQUEST (self));
  g_return_if_fail (decider == GH_REQUEST_BY_RULE || decider == GH_REQUEST_BY_POLICY);
  g_return_if_fail (id != NULL && text != NULL);

  priv = get_private (self);
  priv->rule_decider = decider;
  g_free (priv->rule_id);
  priv->rule_id = g_strdup (id);
  g_free (priv->rule_text);
  priv->rule_text = g_strdup (text);
}

void
gh_request_set_reviewed (GhRequest *self)
{
  g_return_if_fail (GH_IS_REQUEST (self));

  get_private (self)->rule_decider = GH_REQUEST_BY_NOBODY;
}

GhRequestDecider
gh_request_get_decided_by (GhRequest *self)
{
  GhRequestPrivate *priv;

  g_return_val_if_fail (GH_IS_REQUEST (self), GH_REQUEST_BY_NOBODY);

  priv = get_private (self);
  if (priv->left || gh_request_get_phase (self) != GH_REQUEST_OVER)
    return GH_REQUEST_BY_NOBODY;
  return priv->rule_decider != GH_REQUEST_BY_NOBODY ? priv->rule_decider : GH_REQUEST_BY_PERSON;
}

GhRequestPhase
gh_request_get_phase (GhRequest *self)
{
  g_return_val_if_fail (GH_IS_REQUEST (self), GH_REQUEST_OVER);

  return GH_REQUEST_GET_CLASS (self)->get_phase (self);
}

gsize
gh_request_get_size (GhRequest *self)
{
  g_return_val_if_fail (GH_IS_REQUEST (self), 0);

  return GH_REQUEST_GET_CLASS (self)->get_size (self);
}

gboolean
gh_request_has_hidden (GhRequest *self)
{
  g_return_val_if_fail (GH_IS_REQUEST (self), FALSE);

  return GH_REQUEST_GET_CLASS (self)->has_hidden (self);
}

void
gh_request_queue (GhRequest *self)
{
  g_return_if_fail (GH_IS_REQUEST (self));

  GH_REQUEST_GET_CLASS (self)->queue (self);
}

void
gh_request_open (GhRequest *self)
{
  g_return_if_fail (GH_IS_REQUEST (self));

  GH_REQUEST_GET_CLASS (self)->open (self);
}

/* Calls what may end it without a choice: who hears of the end asks who decided. */
static void
end_undecided (GhRequest *self,
               void     (*end) (GhRequest *self))
{
  GhRequestPrivate *priv = get_private (self);

  if (gh_request_get_phase (self) == GH_REQUEST_OVER)
    return;
  priv->left = TRUE;
  end (self);
  priv->left = gh_request_get_phase (self) == GH_REQUEST_OVER;
}

void
gh_request_leave (GhRequest *self)
{
  g_return_if_fail (GH_IS_REQUEST (self));

  end_undecided (self, GH_REQUEST_GET_CLASS (self)->leave);
}

/**
 * gh_request_deny:
 * @reason: (nullable): what the server is told, where it can be told one
 */
void
gh_request_deny (GhRequest  *self,
                 const char *reason)
{
  g_return_if_fail (GH_IS_REQUEST (self));

  GH_REQUEST_GET_CLASS (self)->deny (self, reason);
}

void
gh_request_dismiss (GhRequest *self)
{
  g_return_if_fail (GH_IS_REQUEST (self));

  end_undecided (self, GH_REQUEST_GET_CLASS (self)->dismiss);
}

/* Of what it asks: the same for the same; "" where it is not known. */
static const char *
get_likeness (GhRequest *self)
{
  GhRequestPrivate *priv = get_private (self);
  JsonNode *raw = GH_REQUEST_GET_CLASS (self)->get_raw (self);
  g_autoptr(JsonNode) bare = NULL;
  JsonObject *object;
  g_autofree char *text = NULL;

  if (priv->likeness != NULL)
    return priv->likeness;
  if (raw == NULL || gh_request_get_size (self) > MAX_LIKE)
    priv->likeness = g_strdup ("");
  else
    {
      object = gh_json_copy_members (gh_json_node_get_object (raw));
      /* It has what each request has for itself: a token, a task. */
      json_object_remove_member (object, "_meta");
      bare = gh_json_node_new_object (object);
      text = gh_json_write (bare, NULL);
      priv->likeness = g_compute_checksum_for_string (G_CHECKSUM_SHA256, text, -1);
    }
  return priv->likeness;
}

gboolean
gh_request_is_like (GhRequest *self,
                    GhRequest *other)
{
  g_return_val_if_fail (GH_IS_REQUEST (self), FALSE);
  g_return_val_if_fail (GH_IS_REQUEST (other), FALSE);

  return G_OBJECT_TYPE (self) == G_OBJECT_TYPE (other)
         && g_strcmp0 (gh_request_get_server_id (self), gh_request_get_server_id (other)) == 0
         && g_strcmp0 (gh_request_get_tool (self), gh_request_get_tool (other)) == 0
         && *get_likeness (self) != '\0'
         && strcmp (get_likeness (self), get_likeness (other)) == 0;
}

void
gh_request_follow (GhRequest *self,
                   GhRequest *leader)
{
  g_return_if_fail (GH_IS_REQUEST (self));
  g_return_if_fail (GH_IS_REQUEST (leader));
  g_return_if_fail (G_OBJECT_TYPE (self) == G_OBJECT_TYPE (leader));

  if (gh_request_get_phase (self) == GH_REQUEST_OVER
      || gh_request_get_phase (leader) != GH_REQUEST_OVER)
    return;
  if (get_private (leader)->left)
    {
      gh_request_dismiss (self);
      return;
    }
  gh_request_set_reviewed (self);
  GH_REQUEST_GET_CLASS (self)->follow (self, leader);
}

void
gh_request_withdraw (GhRequest *self)
{
  g_return_if_fail (GH_IS_REQUEST (self));

  end_undecided (self, GH_REQUEST_GET_CLASS (self)->withdraw);
}

void
gh_request_complete (GhRequest *self,
                     GTask     *task)
{
  g_return_if_fail (GH_IS_REQUEST (self));
  g_return_if_fail (G_IS_TASK (task));
  g_return_if_fail (gh_request_get_phase (self) == GH_REQUEST_OVER);

  GH_REQUEST_GET_CLASS (self)->complete (self, task);
}
