/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * One request of a server to the person: a form to fill in, or a web page to visit. */
#include "config.h"

#include "gh-elicitation-request-private.h"

#include "gh-json-schema.h"
#include "gh-json.h"
#include "gh-mcp-error.h"
#include "gh-plain-text.h"

struct _GhElicitationRequest
{
  GhRequest parent;

  /* Owned. */
  GhMcpElicitation   *elicitation;
  GhForm             *form;    /* or NULL */
  JsonNode           *content; /* ACCEPTED: what the form held, or NULL */
  GError             *error;

  GhElicitationState  state;
  GhUrlFlags          url_flags;
  gboolean            completed;
  gsize               size;
};

G_DEFINE_FINAL_TYPE (GhElicitationRequest, gh_elicitation_request, GH_TYPE_REQUEST)
G_DEFINE_ENUM_TYPE (GhElicitationState, gh_elicitation_state,
                    G_DEFINE_ENUM_VALUE (GH_ELICITATION_RECEIVED, "received"),
                    G_DEFINE_ENUM_VALUE (GH_ELICITATION_QUEUED, "queued"),
                    G_DEFINE_ENUM_VALUE (GH_ELICITATION_REVIEW, "review"),
                    G_DEFINE_ENUM_VALUE (GH_ELICITATION_VISITING, "visiting"),
                    G_DEFINE_ENUM_VALUE (GH_ELICITATION_ACCEPTED, "accepted"),
                    G_DEFINE_ENUM_VALUE (GH_ELICITATION_DECLINED, "declined"),
                    G_DEFINE_ENUM_VALUE (GH_ELICITATION_CANCELLED, "cancelled"),
                    G_DEFINE_ENUM_VALUE (GH_ELICITATION_WITHDRAWN, "withdrawn"))

enum
{
  PROP_0,
  PROP_STATE,
  PROP_ERROR,
  PROP_COMPLETED,
  N_PROPS,
};

enum
{
  OPEN_URL,
  N_SIGNALS,
};

static GParamSpec *properties[N_PROPS];
static guint signals[N_SIGNALS];

#define BIT(state) (1u << (state))
#define OVER                                                                                       \
  (BIT (GH_ELICITATION_DECLINED) | BIT (GH_ELICITATION_CANCELLED) | BIT (GH_ELICITATION_WITHDRAWN))

/* Where each state may lead. */
static const guint legal_moves[] = {
  [GH_ELICITATION_RECEIVED] = BIT (GH_ELICITATION_QUEUED) | OVER,
  /* ACCEPTED: like another one. */
  [GH_ELICITATION_QUEUED] = BIT (GH_ELICITATION_REVIEW) | BIT (GH_ELICITATION_ACCEPTED) | OVER,
  [GH_ELICITATION_REVIEW] = BIT (GH_ELICITATION_QUEUED) | BIT (GH_ELICITATION_VISITING)
                            | BIT (GH_ELICITATION_ACCEPTED) | OVER,
  [GH_ELICITATION_VISITING] = BIT (GH_ELICITATION_ACCEPTED) | OVER,
  [GH_ELICITATION_ACCEPTED] = 0,
  [GH_ELICITATION_DECLINED] = 0,
  [GH_ELICITATION_CANCELLED] = 0,
  [GH_ELICITATION_WITHDRAWN] = 0,
};

/* The only writer of the state. Does nothing where the move is not possible: several decisions may
 * be on their way at once. Returns whether it moved. */
static gboolean
set_state (GhElicitationRequest *self,
           GhElicitationState    state)
{
  if (!(legal_moves[self->state] & BIT (state)))
    return FALSE;

  g_debug ("elicitation %u: state %d -> %d", gh_request_get_serial (GH_REQUEST (self)), self->state,
           state);
  self->state = state;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_STATE]);
  return TRUE;
}

static void
set_error (GhElicitationRequest *self,
           GError               *take_error)
{
  if (self->error == NULL && take_error == NULL)
    return;
  g_clear_error (&self->error);
  self->error = take_error;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_ERROR]);
}

static void
gh_elicitation_request_finalize (GObject *object)
{
  GhElicitationRequest *self = GH_ELICITATION_REQUEST (object);

  g_clear_pointer (&self->elicitation, gh_mcp_elicitation_unref);
  g_clear_object (&self->form);
  g_clear_pointer (&self->content, json_node_unref);
  g_clear_error (&self->error);

  G_OBJECT_CLASS (gh_elicitation_request_parent_class)->finalize (object);
}

static void
gh_elicitation_request_get_property (GObject    *object,
                                     guint       prop_id,
                                     GValue     *value,
                                     GParamSpec *pspec)
{
  GhElicitationRequest *self = GH_ELICITATION_REQUEST (object);

  switch (prop_id)
    {
    case PROP_STATE:
      g_value_set_enum (value, self->state);
      break;
    case PROP_ERROR:
      g_value_set_boxed (value, self->error);
      break;
    case PROP_COMPLETED:
      g_value_set_boolean (value, self->completed);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static GhRequestPhase
get_phase (GhRequest *request)
{
  switch (GH_ELICITATION_REQUEST (request)->state)
    {
    case GH_ELICITATION_RECEIVED:
    case GH_ELICITATION_QUEUED:
      return GH_REQUEST_WAITING;
    case GH_ELICITATION_REVIEW:
      return GH_REQUEST_REVIEW;
    case GH_ELICITATION_VISITING:
      return GH_REQUEST_BUSY;
    case GH_ELICITATION_ACCEPTED:
    case GH_ELICITATION_DECLINED:
    case GH_ELICITATION_CANCELLED:
    case GH_ELICITATION_WITHDRAWN:
    default:
      return GH_REQUEST_OVER;
    }
}

static gsize
get_size (GhRequest *request)
{
  return GH_ELICITATION_REQUEST (request)->size;
}

static gboolean
field_has_hidden (GhFormField *field)
{
  guint n = gh_form_field_get_n_choices (field);

  if (gh_plain_text_has_hidden (gh_form_field_get_title (field))
      || gh_plain_text_has_hidden (gh_form_field_get_description (field))
      || gh_plain_text_has_hidden (gh_form_field_get_text (field)))
    return TRUE;
  for (guint i = 0; i < n; i++)
    if (gh_plain_text_has_hidden (gh_form_field_get_choice_title (field, i)))
      return TRUE;
  return FALSE;
}

static gboolean
has_hidden (GhRequest *request)
{
  GhElicitationRequest *self = GH_ELICITATION_REQUEST (request);
  guint n = self->form != NULL ? g_list_model_get_n_items (G_LIST_MODEL (self->form)) : 0;

  if (gh_plain_text_has_hidden (self->elicitation->message)
      || gh_plain_text_has_hidden (self->elicitation->url))
    return TRUE;
  for (guint i = 0; i < n; i++)
    {
      g_autoptr(GhFormField) field = g_list_model_get_item (G_LIST_MODEL (self->form), i);

      if (field_has_hidden (field))
        return TRUE;
    }
  return FALSE;
}

static void
queue (GhRequest *request)
{
  set_state (GH_ELICITATION_REQUEST (request), GH_ELICITATION_QUEUED);
}

static void
open (GhRequest *request)
{
  set_state (GH_ELICITATION_REQUEST (request), GH_ELICITATION_REVIEW);
}

static void
deny (GhRequest  *request,
      const char *reason)
{
  gh_elicitation_request_decline (GH_ELICITATION_REQUEST (request));
}

static void
dismiss (GhRequest *request)
{
  gh_elicitation_request_cancel (GH_ELICITATION_REQUEST (request));
}

static void
withdraw (GhRequest *request)
{
  set_state (GH_ELICITATION_REQUEST (request), GH_ELICITATION_WITHDRAWN);
}

/* A page is visited once: two addresses that are the same lead to two visits. */
static JsonNode *
get_raw (GhRequest *request)
{
  GhElicitationRequest *self = GH_ELICITATION_REQUEST (request);

  return self->form != NULL ? self->elicitation->raw : NULL;
}

static void
follow (GhRequest *request,
        GhRequest *leader)
{
  GhElicitationRequest *self = GH_ELICITATION_REQUEST (request);
  GhElicitationRequest *other = GH_ELICITATION_REQUEST (leader);

  if (other->state != GH_ELICITATION_ACCEPTED)
    set_state (self, other->state);
  else if (self->state == GH_ELICITATION_QUEUED && other->content != NULL)
    {
      self->content = json_node_ref (other->content);
      set_state (self, GH_ELICITATION_ACCEPTED);
    }
}

static void
complete (GhRequest *request,
          GTask     *task)
{
  GhElicitationRequest *self = GH_ELICITATION_REQUEST (request);
  GhMcpElicitationAction action = GH_MCP_ELICITATION_ACCEPT;

  if (self->state == GH_ELICITATION_WITHDRAWN)
    {
      g_task_return_new_error (task, G_IO_ERROR, G_IO_ERROR_CANCELLED, "The request was withdrawn");
      return;
    }
  if (self->state == GH_ELICITATION_DECLINED)
    action = GH_MCP_ELICITATION_DECLINE;
  else if (self->state == GH_ELICITATION_CANCELLED)
    action = GH_MCP_ELICITATION_CANCEL;
  g_task_return_pointer (task, gh_mcp_elicitation_build_result (action, self->content),
                         (GDestroyNotify) json_node_unref);
}

static void
gh_elicitation_request_class_init (GhElicitationRequestClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GhRequestClass *request_class = GH_REQUEST_CLASS (klass);
  GParamFlags flags = G_PARAM_READABLE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS;

  object_class->finalize = gh_elicitation_request_finalize;
  object_class->get_property = gh_elicitation_request_get_property;

  request_class->get_phase = get_phase;
  request_class->get_size = get_size;
  request_class->has_hidden = has_hidden;
  request_class->queue = queue;
  request_class->open = open;
  request_class->leave = queue;
  request_class->deny = deny;
  request_class->dismiss = dismiss;
  request_class->withdraw = withdraw;
  request_class->get_raw = get_raw;
  request_class->follow = follow;
  request_class->complete = complete;

  properties[PROP_STATE] = g_param_spec_enum ("state", NULL, NULL, GH_TYPE_ELICITATION_STATE,
                                              GH_ELICITATION_RECEIVED, flags);
  properties[PROP_ERROR] = g_param_spec_boxed ("error", NULL, NULL, G_TYPE_ERROR, flags);
  properties[PROP_COMPLETED] = g_param_spec_boolean ("completed", NULL, NULL, FALSE, flags);
  g_object_class_install_properties (object_class, N_PROPS, properties);

  signals[OPEN_URL] = g_signal_new ("open-url", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0,
                                    NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
gh_elicitation_request_init (GhElicitationRequest *self)
{
}

/**
 * gh_elicitation_request_new:
 *
 * Returns: (transfer full): a request in RECEIVED
 */
GhElicitationRequest *
gh_elicitation_request_new (GhMcpElicitation *elicitation,
                            gsize             size)
{
  GhElicitationRequest *self;

  g_return_val_if_fail (elicitation != NULL, NULL);

  self = g_object_new (GH_TYPE_ELICITATION_REQUEST, NULL);
  self->elicitation = gh_mcp_elicitation_ref (elicitation);
  self->size = size;
  if (elicitation->mode == GH_MCP_ELICITATION_FORM)
    self->form = gh_form_new (elicitation->schema);
  else
    gh_url_check (elicitation->url, &self->url_flags, NULL, NULL);
  return self;
}

GhElicitationState
gh_elicitation_request_get_state (GhElicitationRequest *self)
{
  g_return_val_if_fail (GH_IS_ELICITATION_REQUEST (self), GH_ELICITATION_WITHDRAWN);

  return self->state;
}

GhElicitationMode
gh_elicitation_request_get_mode (GhElicitationRequest *self)
{
  g_return_val_if_fail (GH_IS_ELICITATION_REQUEST (self), GH_ELICITATION_FORM);

  return self->form != NULL ? GH_ELICITATION_FORM : GH_ELICITATION_URL;
}

const char *
gh_elicitation_request_get_message (GhElicitationRequest *self)
{
  g_return_val_if_fail (GH_IS_ELICITATION_REQUEST (self), NULL);

  return self->elicitation->message;
}

GhForm *
gh_elicitation_request_get_form (GhElicitationRequest *self)
{
  g_return_val_if_fail (GH_IS_ELICITATION_REQUEST (self), NULL);

  return self->form;
}

const char *
gh_elicitation_request_get_url (GhElicitationRequest *self)
{
  g_return_val_if_fail (GH_IS_ELICITATION_REQUEST (self), NULL);

  return self->elicitation->url;
}

const char *
gh_elicitation_request_get_host (GhElicitationRequest *self)
{
  g_return_val_if_fail (GH_IS_ELICITATION_REQUEST (self), NULL);

  return self->elicitation->host;
}

GhUrlFlags
gh_elicitation_request_get_url_flags (GhElicitationRequest *self)
{
  g_return_val_if_fail (GH_IS_ELICITATION_REQUEST (self), GH_URL_NONE);

  return self->url_flags;
}

gboolean
gh_elicitation_request_get_required (GhElicitationRequest *self)
{
  g_return_val_if_fail (GH_IS_ELICITATION_REQUEST (self), FALSE);

  return self->elicitation->required;
}

gboolean
gh_elicitation_request_get_completed (GhElicitationRequest *self)
{
  g_return_val_if_fail (GH_IS_ELICITATION_REQUEST (self), FALSE);

  return self->completed;
}

const GError *
gh_elicitation_request_get_error (GhElicitationRequest *self)
{
  g_return_val_if_fail (GH_IS_ELICITATION_REQUEST (self), NULL);

  return self->error;
}

/* A form leaves formats to the schema. */
static gboolean
has_format (GhFormField *field)
{
  const char *format = gh_form_field_get_format (field);
  g_autoptr(JsonNode) value = gh_form_field_dup_value (field);
  JsonObject *object;
  g_autoptr(JsonNode) node = NULL;
  g_autoptr(GhJsonSchema) schema = NULL;

  if (format == NULL || value == NULL)
    return TRUE;
  object = json_object_new ();
  json_object_set_member (object, "format", gh_json_node_new_string (format));
  node = gh_json_node_new_object (object);
  schema = gh_json_schema_new_with_formats (node, NULL);
  return schema == NULL || gh_json_schema_validate (schema, value, NULL);
}

GhFormField *
gh_elicitation_request_find_problem (GhElicitationRequest *self)
{
  GhFormField *problem;
  guint n;

  g_return_val_if_fail (GH_IS_ELICITATION_REQUEST (self), NULL);

  if (self->form == NULL || self->error == NULL)
    return NULL;
  problem = gh_form_find_problem (self->form);
  n = g_list_model_get_n_items (G_LIST_MODEL (self->form));
  for (guint i = 0; i < n && problem == NULL; i++)
    {
      g_autoptr(GhFormField) field = g_list_model_get_item (G_LIST_MODEL (self->form), i);

      /* The form keeps it. */
      if (!has_format (field))
        problem = field;
    }
  return problem;
}

char *
gh_elicitation_request_dup_raw (GhElicitationRequest *self)
{
  g_return_val_if_fail (GH_IS_ELICITATION_REQUEST (self), NULL);

  return gh_json_write_pretty (self->elicitation->raw);
}

const char *
gh_elicitation_request_get_id (GhElicitationRequest *self)
{
  g_return_val_if_fail (GH_IS_ELICITATION_REQUEST (self), NULL);

  return self->elicitation->id;
}

static void
accept_form (GhElicitationRequest *self)
{
  g_autoptr(JsonNode) content = gh_form_dup_arguments (self->form);
  GhFormField *problem = gh_form_find_problem (self->form);
  GError *error = NULL;

  if (problem != NULL)
    {
      set_error (self, g_error_new (GH_MCP_ERROR, GH_MCP_ERROR_INVALID_PARAMS,
                                    "content.%s: not filled in as the server wants it",
                                    gh_form_field_get_name (problem)));
      return;
    }
  /* The schema says all that the form says, and more: formats, for one (7.15). */
  if (!gh_mcp_elicitation_check_content (self->elicitation, content, &error))
    {
      set_error (self, error);
      return;
    }
  set_error (self, NULL);
  self->content = g_steal_pointer (&content);
  set_state (self, GH_ELICITATION_ACCEPTED);
}

static void
accept_url (GhElicitationRequest *self)
{
  g_autoptr(GhElicitationRequest) kept = g_object_ref (self);

  /* The state first: whoever opens it may turn the main loop, and a second click must not open it
   * again. */
  if (set_state (self, self->elicitation->required && !self->completed
                         ? GH_ELICITATION_VISITING : GH_ELICITATION_ACCEPTED))
    g_signal_emit (self, signals[OPEN_URL], 0);
}

void
gh_elicitation_request_accept (GhElicitationRequest *self)
{
  g_return_if_fail (GH_IS_ELICITATION_REQUEST (self));

  if (self->state != GH_ELICITATION_REVIEW)
    return;
  if (self->form != NULL)
    accept_form (self);
  else
    accept_url (self);
}

void
gh_elicitation_request_confirm (GhElicitationRequest *self)
{
  g_return_if_fail (GH_IS_ELICITATION_REQUEST (self));

  if (self->state == GH_ELICITATION_VISITING)
    set_state (self, GH_ELICITATION_ACCEPTED);
}

void
gh_elicitation_request_decline (GhElicitationRequest *self)
{
  g_return_if_fail (GH_IS_ELICITATION_REQUEST (self));

  set_state (self, GH_ELICITATION_DECLINED);
}

void
gh_elicitation_request_cancel (GhElicitationRequest *self)
{
  g_return_if_fail (GH_IS_ELICITATION_REQUEST (self));

  set_state (self, GH_ELICITATION_CANCELLED);
}

void
gh_elicitation_request_complete (GhElicitationRequest *self)
{
  g_return_if_fail (GH_IS_ELICITATION_REQUEST (self));

  if (self->completed)
    return;
  self->completed = TRUE;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_COMPLETED]);
  gh_elicitation_request_confirm (self);
}
