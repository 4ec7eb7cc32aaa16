/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * One JSON-RPC 2.0 message: parsed, classified, immutable.
 *
 * A message is its text, and where in it things are. Nodes are made of a part of it only for those
 * who ask: most of what comes and goes is looked at once, and nodes take more time and memory than
 * all the rest. */
#include "config.h"

#include "gh-rpc-message.h"

#include <string.h>

#include "gh-json.h"
#include "gh-rpc-error.h"

/* Messages in one array; a handful is usual. They are handled in one turn of the main loop, and the
 * answers to them are kept until the last one is there. */
#define MAX_BATCH 1000
/* Bytes of an id, of a method's name: the longest seen are UUIDs and a few words. Both are copied
 * into answers, keys and messages to people. */
#define MAX_ID 1024
#define MAX_METHOD 1024
/* Bytes of an error's message that are kept: a screenful. */
#define MAX_ERROR_TEXT (8 * 1024)
/* Memory that a value takes besides its text, on average at most. */
#define VALUE_SIZE 200

/* A call's text without its params. */
#define FRAME_SIZE 256

#define NO_ID "\"id\" is neither a string nor a number, or too long"

struct _GhRpcMessage
{
  gatomicrefcount ref_count;
  GhRpcMessageKind kind;
  gsize size;
  guint status;
  int error_code;
  /* in text */
  GhJsonSource source;
  GhJsonSource id_source;
  GhJsonSource params_source;
  /* owned */
  GBytes *text; /* shared by the messages of an array */
  JsonNode *id;     /* once it was asked for */
  JsonNode *params; /* the same, or as it was given */
  GhJsonValue *result;
  JsonNode *error_data;
  char *method;
  char *error_text;
  GError *problem;
  GhRpcBatch *batch; /* or NULL */
};

G_DEFINE_BOXED_TYPE (GhRpcMessage, gh_rpc_message, gh_rpc_message_ref, gh_rpc_message_unref)

static GhRpcMessage *
message_new (GBytes       *text,
             GhJsonSource  source)
{
  GhRpcMessage *self = g_new (GhRpcMessage, 1);

  *self = (GhRpcMessage) { .text = g_bytes_ref (text), .source = source };
  g_atomic_ref_count_init (&self->ref_count);
  return self;
}

/**
 * gh_rpc_message_ref:
 *
 * May be called from any thread.
 *
 * Returns: (transfer full): @self
 */
GhRpcMessage *
gh_rpc_message_ref (GhRpcMessage *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

void
gh_rpc_message_unref (GhRpcMessage *self)
{
  g_return_if_fail (self != NULL);

  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;
  g_clear_pointer (&self->id, json_node_unref);
  g_clear_pointer (&self->params, gh_json_node_release);
  g_clear_pointer (&self->result, gh_json_value_unref);
  g_clear_pointer (&self->error_data, gh_json_node_release);
  g_clear_pointer (&self->method, g_free);
  g_clear_pointer (&self->error_text, g_free);
  g_clear_error (&self->problem);
  g_clear_pointer (&self->batch, gh_rpc_batch_unref);
  g_clear_pointer (&self->text, g_bytes_unref);
  g_free (self);
}

/* Parsing */

/* What to show of a string, cut where a character ends. */
static char *
dup_cut_text (GhJsonSource string,
              gsize        max)
{
  char *text = gh_json_source_dup_text (string);

  if (strlen (text) > max)
    {
      char *end = text + max;

      while (((guchar) *end & 0xc0) == 0x80)
        end--;
      *end = '\0';
      text = g_realloc (text, end + 1 - text);
    }
  return text;
}

static gboolean
is_there (GhJsonSource source)
{
  return source.length > 0;
}

/* Null counts as absent. */
static gboolean
has_value (GhJsonSource source)
{
  return is_there (source) && !gh_json_source_is_null (source);
}

static gboolean
is_string (GhJsonSource source)
{
  return is_there (source) && *source.start == '"';
}

/* Bytes that a string's text takes. */
static gsize
get_length (GhJsonSource string)
{
  g_autoptr(JsonNode) node = gh_json_source_read (string);

  return gh_json_node_get_length (node);
}

/* The usual is short in every form. */
static gboolean
is_longer (GhJsonSource source,
           gsize        max)
{
  return source.length > max && get_length (source) > max;
}

static gboolean
is_id (GhJsonSource source)
{
  if (!is_string (source)
      && !(is_there (source) && (g_ascii_isdigit (*source.start) || *source.start == '-')))
    return FALSE;
  return !is_longer (source, MAX_ID);
}

static void
set_problem (GhRpcMessage *self,
             int           code,
             const char   *text)
{
  self->kind = GH_RPC_INVALID;
  self->error_code = code;
  g_set_error_literal (&self->problem, GH_RPC_ERROR, GH_RPC_ERROR_MALFORMED, text);
}

/* The members of a message. */
enum
{
  JSONRPC,
  ID,
  METHOD,
  PARAMS,
  RESULT,
  ERROR,
  N_MEMBERS
};

static void
classify_call (GhRpcMessage       *self,
               const GhJsonSource  members[N_MEMBERS])
{
  if (has_value (members[PARAMS]))
    self->params_source = members[PARAMS];
  if (!is_string (members[METHOD]))
    {
      set_problem (self, GH_RPC_INVALID_REQUEST, "\"method\" is not a string");
      return;
    }
  /* A method that no C string can hold is no method of anybody's; its readable form says so. */
  self->method = dup_cut_text (members[METHOD], MAX_METHOD);
  self->kind = is_there (members[ID]) ? GH_RPC_REQUEST : GH_RPC_NOTIFICATION;

  if (self->kind == GH_RPC_REQUEST && !is_there (self->id_source))
    set_problem (self, GH_RPC_INVALID_REQUEST, NO_ID);
  else if (is_longer (members[METHOD], MAX_METHOD))
    set_problem (self, GH_RPC_INVALID_REQUEST, "\"method\" is too long");
  else if (is_there (self->params_source) && !gh_json_source_is_object (self->params_source)
           && !gh_json_source_is_array (self->params_source))
    set_problem (self, GH_RPC_INVALID_PARAMS, "\"params\" is neither an object nor an array");
}

static void
classify_failure (GhRpcMessage       *self,
                  const GhJsonSource  members[N_MEMBERS])
{
  static const char * const names[] = { "code", "message", "data" };
  GhJsonSource parts[G_N_ELEMENTS (names)];
  gint64 code;

  gh_json_source_get_members (members[ERROR], names, G_N_ELEMENTS (names), parts);
  self->kind = GH_RPC_FAILURE;
  if (!gh_json_source_is_object (members[ERROR]))
    set_problem (self, GH_RPC_INVALID_REQUEST, "\"error\" is not an object");
  else if (!gh_json_source_get_int (parts[0], &code) || code < G_MININT || code > G_MAXINT)
    set_problem (self, GH_RPC_INVALID_REQUEST, "\"error\" has no integer \"code\"");
  else if (!is_string (parts[1]))
    set_problem (self, GH_RPC_INVALID_REQUEST, "\"error\" has no string \"message\"");
  else if (!is_there (self->id_source) && has_value (members[ID]))
    set_problem (self, GH_RPC_INVALID_REQUEST, NO_ID);
  else
    {
      self->error_code = (int) code;
      self->error_text = dup_cut_text (parts[1], MAX_ERROR_TEXT);
      if (has_value (parts[2]))
        self->error_data = gh_json_source_read (parts[2]);
    }
}

/* A message with a method is a call, whatever else it has: a peer's request may have the id of a
 * pending call of ours. */
static GhRpcMessage *
classify (GBytes       *text,
          GhJsonSource  source)
{
  static const char * const names[N_MEMBERS] = { "jsonrpc", "id", "method", "params", "result",
                                                 "error" };
  GhRpcMessage *self = message_new (text, source);
  GhJsonSource members[N_MEMBERS];
  gboolean has_result, has_error;

  if (!gh_json_source_is_object (source))
    {
      set_problem (self, GH_RPC_INVALID_REQUEST, "a message is an object");
      return self;
    }
  gh_json_source_get_members (source, names, N_MEMBERS, members);
  if (is_id (members[ID]))
    self->id_source = members[ID];
  has_result = is_there (members[RESULT]);
  has_error = is_there (members[ERROR]);

  if (is_there (members[METHOD]))
    classify_call (self, members);
  else if (has_result && has_error)
    set_problem (self, GH_RPC_INVALID_REQUEST, "both \"result\" and \"error\" are there");
  else if (has_error)
    classify_failure (self, members);
  else if (!has_result)
    set_problem (self, GH_RPC_INVALID_REQUEST, "no \"method\", \"result\" or \"error\" is there");
  else if (!is_there (self->id_source))
    set_problem (self, GH_RPC_INVALID_REQUEST, "a result has no usable \"id\"");
  else
    {
      self->kind = GH_RPC_RESULT;
      self->result = gh_json_value_new_source (text, members[RESULT]);
    }

  if (self->kind != GH_RPC_INVALID && !gh_json_source_is_text (members[JSONRPC], "2.0"))
    set_problem (self, GH_RPC_INVALID_REQUEST, "\"jsonrpc\" is not \"2.0\"");
  return self;
}

/* Which of two members with one name counts is not agreed on: what one reader checks and shows need
 * not be what the next one uses. */
static void
refuse_duplicates (GhRpcMessage      *self,
                   const GhJsonFacts *facts)
{
  if (facts->has_duplicates && self->kind != GH_RPC_INVALID)
    set_problem (self, GH_RPC_INVALID_REQUEST, "members of one object have the same name");
}

static gboolean
is_response (GhRpcMessage *self)
{
  return self->kind == GH_RPC_RESULT || self->kind == GH_RPC_FAILURE;
}

/* Readable or not: somebody waits for an answer with this id. */
static gboolean
wants_answer (GhRpcMessage *self)
{
  return self->method != NULL && is_there (self->id_source);
}

static void
join (GhRpcMessage *self,
      GhRpcBatch   *batch)
{
  if (!wants_answer (self))
    return;
  self->batch = gh_rpc_batch_ref (batch);
  gh_rpc_batch_add (batch);
}

static gboolean
parse_array (GPtrArray     *messages,
             GBytes        *text,
             GhJsonSource   array,
             gboolean       allow_batch,
             GError       **error)
{
  g_autoptr(GhRpcBatch) batch = gh_rpc_batch_new ();
  GhJsonWalk walk;
  GhJsonSource name, element;

  gh_json_walk_init (&walk, array);
  while (gh_json_walk_next (&walk, &name, &element))
    {
      GhRpcMessage *message;

      if (messages->len == MAX_BATCH)
        {
          g_set_error (error, GH_RPC_ERROR, GH_RPC_ERROR_MALFORMED,
                       "an array holds more than %d messages", MAX_BATCH);
          return FALSE;
        }
      message = classify (text, element);
      g_ptr_array_add (messages, message);
      join (message, batch);
      if (!allow_batch && !is_response (message))
        {
          g_set_error_literal (error, GH_RPC_ERROR, GH_RPC_ERROR_MALFORMED,
                               "an array of messages is not part of this revision");
          return FALSE;
        }
    }
  if (messages->len == 0)
    {
      g_set_error_literal (error, GH_RPC_ERROR, GH_RPC_ERROR_MALFORMED,
                           "an array of messages is empty");
      return FALSE;
    }
  return TRUE;
}

GPtrArray *
gh_rpc_message_array_new (void)
{
  return g_ptr_array_new_with_free_func ((GDestroyNotify) gh_rpc_message_unref);
}

gboolean
gh_rpc_message_parse_into (GPtrArray  *messages,
                           GBytes     *text,
                           gboolean    allow_batch,
                           GError    **error)
{
  gsize length;
  const char *data;
  GhJsonSource source;
  GhJsonFacts facts;

  g_return_val_if_fail (messages != NULL && messages->len == 0, FALSE);
  g_return_val_if_fail (text != NULL, FALSE);

  data = g_bytes_get_data (text, &length);
  if (!gh_json_check (data, length, &facts, error))
    return FALSE;
  source = gh_json_source_new (data, length);
  if (!gh_json_source_is_array (source))
    g_ptr_array_add (messages, classify (text, source));
  else if (!parse_array (messages, text, source, allow_batch, error))
    {
      g_ptr_array_set_size (messages, 0);
      return FALSE;
    }
  for (guint i = 0; i < messages->len; i++)
    {
      GhRpcMessage *message = messages->pdata[i];

      refuse_duplicates (message, &facts);
      /* Those of an array are not measured one by one: each counts as the whole. */
      message->size = 2 * length + (gsize) facts.n_values * VALUE_SIZE;
    }
  return TRUE;
}

/**
 * gh_rpc_message_parse:
 * @data: JSON text
 * @length: its length in bytes
 * @allow_batch: whether an array of any messages may come; without it only an array of responses is
 *   taken (requirements 1.11, 1.12)
 *
 * May be called from any thread.
 *
 * Returns: (transfer container) (element-type GhRpcMessage): at least one message; or NULL with a
 *   GH_JSON_ERROR, or GH_RPC_ERROR_MALFORMED for an array that may not come, is empty or too long
 */
GPtrArray *
gh_rpc_message_parse (const char  *data,
                      gsize        length,
                      gboolean     allow_batch,
                      GError     **error)
{
  g_autoptr(GBytes) text = g_bytes_new (data, length);
  g_autoptr(GPtrArray) messages = gh_rpc_message_array_new ();

  if (!gh_rpc_message_parse_into (messages, text, allow_batch, error))
    return NULL;
  return g_steal_pointer (&messages);
}

/* Building */

/* What is written of a message, and where in it things are. */
typedef struct
{
  GString *text; /* owned */
  gsize id_start;
  gsize id_end;
  gsize params_start;
  gsize params_end;
} Draft;

static Draft
begin (void)
{
  Draft draft = { .text = g_string_sized_new (FRAME_SIZE) };

  g_string_append (draft.text, "{\"jsonrpc\":\"2.0\"");
  return draft;
}

static void
put_id (Draft    *draft,
        JsonNode *id)
{
  g_string_append (draft->text, ",\"id\":");
  draft->id_start = draft->text->len;
  gh_json_append (draft->text, id, G_MAXSIZE);
  draft->id_end = draft->text->len;
}

/* more: members that the params get besides theirs, or NULL. */
static void
put_call (Draft       *draft,
          const char  *method,
          GhJsonValue *params,
          const char  *more)
{
  GString *text = draft->text;

  g_string_append (text, ",\"method\":");
  gh_json_append_string (text, method);
  if (params == NULL && more == NULL)
    return;
  g_string_append (text, ",\"params\":");
  draft->params_start = text->len;
  if (params != NULL)
    gh_json_value_append (params, text);
  else
    g_string_append (text, "{}");
  if (more != NULL)
    {
      /* Before the closing bracket. */
      g_string_truncate (text, text->len - 1);
      if (text->len > draft->params_start + 1)
        g_string_append_c (text, ',');
      g_string_append (text, more);
      g_string_append_c (text, '}');
    }
  draft->params_end = text->len;
}

static GhRpcMessage *
finish (Draft            *draft,
        GhRpcMessageKind  kind)
{
  g_autoptr(GBytes) text = NULL;
  GhRpcMessage *self;
  const char *data;
  gsize length;

  g_string_append_c (draft->text, '}');
  text = g_string_free_to_bytes (draft->text);
  data = g_bytes_get_data (text, &length);
  self = message_new (text, (GhJsonSource) { data, length });
  self->kind = kind;
  self->id_source = (GhJsonSource) { data + draft->id_start, draft->id_end - draft->id_start };
  self->params_source = (GhJsonSource) { data + draft->params_start,
                                         draft->params_end - draft->params_start };
  return self;
}

/**
 * gh_rpc_message_new_call:
 * @params: (transfer none) (nullable): an object or an array
 * @more: (nullable): for params that are an object or NULL; they have no members of these names
 *
 * Returns: (transfer full): a request
 */
GhRpcMessage *
gh_rpc_message_new_call (gint64       id,
                         const char  *method,
                         GhJsonValue *params,
                         const char  *more)
{
  Draft draft;
  GhRpcMessage *self;

  g_return_val_if_fail (method != NULL, NULL);

  draft = begin ();
  g_string_append (draft.text, ",\"id\":");
  draft.id_start = draft.text->len;
  gh_json_append_int (draft.text, id);
  draft.id_end = draft.text->len;
  put_call (&draft, method, params, more);
  self = finish (&draft, GH_RPC_REQUEST);
  self->method = g_strdup (method);
  if (params != NULL && more == NULL && gh_json_value_has_node (params))
    self->params = json_node_ref (gh_json_value_get_node (params));
  return self;
}

static GhRpcMessage *
finish_call (Draft            *draft,
             GhRpcMessageKind  kind,
             const char       *method,
             JsonNode         *params)
{
  g_autoptr(GhJsonValue) value = params != NULL ? gh_json_value_new (params) : NULL;
  GhRpcMessage *self;

  put_call (draft, method, value, NULL);
  self = finish (draft, kind);
  self->method = g_strdup (method);
  self->params = params != NULL ? json_node_ref (params) : NULL;
  return self;
}

/**
 * gh_rpc_message_new_request:
 * @id: (transfer none): a string or a number
 * @method: the method
 * @params: (transfer none) (nullable): an object or an array; may not be changed any more
 *
 * Returns: (transfer full): a message
 */
GhRpcMessage *
gh_rpc_message_new_request (JsonNode   *id,
                            const char *method,
                            JsonNode   *params)
{
  Draft draft;

  g_return_val_if_fail (id != NULL && method != NULL, NULL);

  draft = begin ();
  put_id (&draft, id);
  return finish_call (&draft, GH_RPC_REQUEST, method, params);
}

/**
 * gh_rpc_message_new_notification:
 * @method: the method
 * @params: (transfer none) (nullable): an object or an array; may not be changed any more
 *
 * Returns: (transfer full): a message
 */
GhRpcMessage *
gh_rpc_message_new_notification (const char *method,
                                 JsonNode   *params)
{
  Draft draft;

  g_return_val_if_fail (method != NULL, NULL);

  draft = begin ();
  return finish_call (&draft, GH_RPC_NOTIFICATION, method, params);
}

/**
 * gh_rpc_message_new_result:
 * @id: (transfer none): the request's id, as it came
 * @result: (transfer none) (nullable): NULL means an empty object
 *
 * Returns: (transfer full): a message
 */
GhRpcMessage *
gh_rpc_message_new_result (JsonNode *id,
                           JsonNode *result)
{
  g_autoptr(JsonNode) node = result != NULL ? json_node_ref (result)
                                            : gh_json_node_new_object (json_object_new ());
  Draft draft;
  GhRpcMessage *self;

  g_return_val_if_fail (id != NULL, NULL);

  draft = begin ();
  put_id (&draft, id);
  g_string_append (draft.text, ",\"result\":");
  gh_json_append (draft.text, node, G_MAXSIZE);
  self = finish (&draft, GH_RPC_RESULT);
  self->result = gh_json_value_new (node);
  return self;
}

/**
 * gh_rpc_message_new_failure:
 * @id: (transfer none) (nullable): the request's id, as it came; NULL when it could not be read
 * @code: a JSON-RPC code
 * @text: for the developer of the peer
 * @data: (transfer none) (nullable): more about the error
 *
 * Returns: (transfer full): a message
 */
GhRpcMessage *
gh_rpc_message_new_failure (JsonNode   *id,
                            int         code,
                            const char *text,
                            JsonNode   *data)
{
  Draft draft;
  GhRpcMessage *self;

  g_return_val_if_fail (text != NULL, NULL);

  draft = begin ();
  if (id != NULL)
    put_id (&draft, id);
  else
    g_string_append (draft.text, ",\"id\":null");
  g_string_append (draft.text, ",\"error\":{\"code\":");
  gh_json_append_int (draft.text, code);
  g_string_append (draft.text, ",\"message\":");
  gh_json_append_string (draft.text, text);
  if (data != NULL)
    {
      g_string_append (draft.text, ",\"data\":");
      gh_json_append (draft.text, data, G_MAXSIZE);
    }
  g_string_append_c (draft.text, '}');
  self = finish (&draft, GH_RPC_FAILURE);
  self->error_code = code;
  self->error_text = g_strdup (text);
  self->error_data = data != NULL ? json_node_ref (data) : NULL;
  return self;
}

/**
 * gh_rpc_message_new_array:
 * @messages: (transfer none) (element-type GhRpcMessage): results and failures
 *
 * Returns: (transfer full): a message whose text is an array of theirs
 */
GhRpcMessage *
gh_rpc_message_new_array (GPtrArray *messages)
{
  GString *text;
  g_autoptr(GBytes) bytes = NULL;
  GhRpcMessage *self;
  const char *data;
  gsize length;

  g_return_val_if_fail (messages != NULL, NULL);

  text = g_string_new ("[");
  for (guint i = 0; i < messages->len; i++)
    {
      GhRpcMessage *message = messages->pdata[i];

      if (i > 0)
        g_string_append_c (text, ',');
      g_string_append_len (text, message->source.start, message->source.length);
    }
  g_string_append_c (text, ']');
  bytes = g_string_free_to_bytes (text);
  data = g_bytes_get_data (bytes, &length);
  self = message_new (bytes, (GhJsonSource) { data, length });
  self->kind = GH_RPC_RESULT;
  return self;
}

/* Reading; all borrowed from the message, NULL where its kind has no such thing. */

GhRpcMessageKind
gh_rpc_message_get_kind (GhRpcMessage *self)
{
  g_return_val_if_fail (self != NULL, GH_RPC_INVALID);

  return self->kind;
}

JsonNode *
gh_rpc_message_get_id (GhRpcMessage *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  if (self->id == NULL && is_there (self->id_source))
    self->id = gh_json_source_read (self->id_source);
  return self->id;
}

char *
gh_rpc_message_dup_id_text (GhRpcMessage *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return is_there (self->id_source) ? g_strndup (self->id_source.start, self->id_source.length)
                                    : NULL;
}

gboolean
gh_rpc_message_get_int_id (GhRpcMessage *self,
                           gint64       *id)
{
  g_return_val_if_fail (self != NULL, FALSE);

  return gh_json_source_get_int (self->id_source, id);
}

const char *
gh_rpc_message_get_method (GhRpcMessage *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return self->method;
}

JsonNode *
gh_rpc_message_get_params (GhRpcMessage *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  if (self->params == NULL && is_there (self->params_source))
    self->params = gh_json_source_read (self->params_source);
  return self->params;
}

JsonNode *
gh_rpc_message_get_result (GhRpcMessage *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return self->result != NULL ? gh_json_value_get_node (self->result) : NULL;
}

GhJsonValue *
gh_rpc_message_get_result_value (GhRpcMessage *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return self->result;
}

void
gh_rpc_message_make_nodes (GhRpcMessage *self)
{
  g_return_if_fail (self != NULL);

  gh_rpc_message_get_params (self);
  gh_rpc_message_get_result (self);
}

int
gh_rpc_message_get_error_code (GhRpcMessage *self)
{
  g_return_val_if_fail (self != NULL, 0);

  return self->error_code;
}

const char *
gh_rpc_message_get_error_text (GhRpcMessage *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return self->error_text;
}

JsonNode *
gh_rpc_message_get_error_data (GhRpcMessage *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return self->error_data;
}

/**
 * gh_rpc_message_new_error:
 * @self: a GH_RPC_FAILURE
 *
 * Returns: (transfer full): what it says, with the transport's status
 */
GError *
gh_rpc_message_new_error (GhRpcMessage *self)
{
  GError *error;

  g_return_val_if_fail (self != NULL && self->kind == GH_RPC_FAILURE, NULL);

  error = gh_rpc_remote_error_new (self->error_code, self->error_text, self->error_data);
  gh_rpc_remote_error_set_status (error, self->status);
  return error;
}

void
gh_rpc_message_set_status (GhRpcMessage *self,
                           guint         status)
{
  g_return_if_fail (self != NULL);

  self->status = status;
}

GhRpcBatch *
gh_rpc_message_get_batch (GhRpcMessage *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return self->batch;
}

const GError *
gh_rpc_message_get_problem (GhRpcMessage *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return self->problem;
}

/**
 * gh_rpc_message_get_size:
 *
 * Returns: roughly the bytes of memory that a message that was parsed takes, its nodes included; 0
 *   for one of ours
 */
gsize
gh_rpc_message_get_size (GhRpcMessage *self)
{
  g_return_val_if_fail (self != NULL, 0);

  return self->size;
}

/**
 * gh_rpc_message_write:
 *
 * Returns: (transfer full): JSON
 */
GBytes *
gh_rpc_message_write (GhRpcMessage *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return g_bytes_new_from_bytes (self->text,
                                 self->source.start
                                 - (const char *) g_bytes_get_data (self->text, NULL),
                                 self->source.length);
}

gsize
gh_rpc_message_get_length (GhRpcMessage *self)
{
  g_return_val_if_fail (self != NULL, 0);

  return self->source.length;
}

GBytes *
gh_rpc_message_write_start (GhRpcMessage *self,
                            gsize         enough)
{
  g_return_val_if_fail (self != NULL, NULL);

  if (self->source.length <= enough && self->source.length == g_bytes_get_size (self->text))
    return g_bytes_ref (self->text);
  return g_bytes_new (self->source.start, MIN (self->source.length, enough));
}
