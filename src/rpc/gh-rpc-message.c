/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * One JSON-RPC 2.0 message: parsed, classified, immutable. */
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

/* Values of that much memory are many: let go of in a thread. */
#define LARGE_SIZE (64 * 1024)
/* A call's text without its params. */
#define FRAME_SIZE 128

#define NO_ID "\"id\" is neither a string nor a number, or too long"

struct _GhRpcMessage
{
  gatomicrefcount ref_count;
  GhRpcMessageKind kind;
  gsize size;
  guint status;
  /* owned */
  JsonNode *root; /* NULL for a call of ours, which owns its id and params */
  char *method;
  char *error_text;
  GError *problem;
  GhRpcBatch *batch; /* or NULL */
  /* inside root */
  JsonNode *id;
  JsonNode *params;
  JsonNode *result;
  JsonNode *error_data;
  int error_code;
};

G_DEFINE_BOXED_TYPE (GhRpcMessage, gh_rpc_message, gh_rpc_message_ref, gh_rpc_message_unref)

static GhRpcMessage *
message_new (JsonNode *take_root)
{
  GhRpcMessage *self = g_new0 (GhRpcMessage, 1);

  g_atomic_ref_count_init (&self->ref_count);
  self->root = take_root;
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
  if (self->root == NULL)
    {
      g_clear_pointer (&self->id, json_node_unref);
      g_clear_pointer (&self->params, json_node_unref);
    }
  else if (self->size > 0 && self->size < LARGE_SIZE)
    json_node_unref (self->root);
  else
    gh_json_node_release (self->root);
  g_clear_pointer (&self->method, g_free);
  g_clear_pointer (&self->error_text, g_free);
  g_clear_error (&self->problem);
  g_clear_pointer (&self->batch, gh_rpc_batch_unref);
  g_free (self);
}

/* Parsing */

/* What to show of a value, cut where a character ends. */
static char *
dup_cut_text (JsonNode *node,
              gsize     max)
{
  char *text = gh_json_node_dup_text (node);

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

static void
set_problem (GhRpcMessage *self,
             int           code,
             const char   *text)
{
  self->kind = GH_RPC_INVALID;
  self->error_code = code;
  g_set_error_literal (&self->problem, GH_RPC_ERROR, GH_RPC_ERROR_MALFORMED, text);
}

static void
classify_call (GhRpcMessage *self,
               JsonObject   *object,
               JsonNode     *method)
{
  self->params = gh_json_get (object, "params");
  if (!gh_json_node_is_string (method))
    {
      set_problem (self, GH_RPC_INVALID_REQUEST, "\"method\" is not a string");
      return;
    }
  /* A method that no C string can hold is no method of anybody's; its readable form says so. */
  self->method = dup_cut_text (method, MAX_METHOD);
  self->kind = json_object_has_member (object, "id") ? GH_RPC_REQUEST : GH_RPC_NOTIFICATION;

  if (self->kind == GH_RPC_REQUEST && self->id == NULL)
    set_problem (self, GH_RPC_INVALID_REQUEST, NO_ID);
  else if (gh_json_node_get_length (method) > MAX_METHOD)
    set_problem (self, GH_RPC_INVALID_REQUEST, "\"method\" is too long");
  else if (self->params != NULL && gh_json_node_get_object (self->params) == NULL
           && gh_json_node_get_array (self->params) == NULL)
    set_problem (self, GH_RPC_INVALID_PARAMS, "\"params\" is neither an object nor an array");
}

static void
classify_failure (GhRpcMessage *self,
                  JsonObject   *object,
                  JsonNode     *failure)
{
  JsonObject *error = gh_json_node_get_object (failure);
  JsonNode *text = gh_json_get (error, "message");
  gint64 code;

  self->kind = GH_RPC_FAILURE;
  if (error == NULL)
    set_problem (self, GH_RPC_INVALID_REQUEST, "\"error\" is not an object");
  else if (!gh_json_node_get_int (gh_json_get (error, "code"), &code)
           || code < G_MININT || code > G_MAXINT)
    set_problem (self, GH_RPC_INVALID_REQUEST, "\"error\" has no integer \"code\"");
  else if (!gh_json_node_is_string (text))
    set_problem (self, GH_RPC_INVALID_REQUEST, "\"error\" has no string \"message\"");
  else if (self->id == NULL && gh_json_get (object, "id") != NULL)
    set_problem (self, GH_RPC_INVALID_REQUEST, NO_ID);
  else
    {
      self->error_code = (int) code;
      self->error_text = dup_cut_text (text, MAX_ERROR_TEXT);
      self->error_data = gh_json_get (error, "data");
    }
}

/* A message with a method is a call, whatever else it has: a peer's request may have the id of a
 * pending call of ours. */
static GhRpcMessage *
classify (JsonNode *take_root)
{
  GhRpcMessage *self = message_new (take_root);
  JsonObject *object = gh_json_node_get_object (take_root);
  JsonNode *id = gh_json_get (object, "id");
  gboolean has_result, has_error;

  if (object == NULL)
    {
      set_problem (self, GH_RPC_INVALID_REQUEST, "a message is an object");
      return self;
    }
  if ((gh_json_node_is_string (id) || gh_json_node_is_number (id))
      && gh_json_node_get_length (id) <= MAX_ID)
    self->id = id;
  has_result = json_object_has_member (object, "result");
  has_error = json_object_has_member (object, "error");

  if (json_object_has_member (object, "method"))
    classify_call (self, object, gh_json_get_any (object, "method"));
  else if (has_result && has_error)
    set_problem (self, GH_RPC_INVALID_REQUEST, "both \"result\" and \"error\" are there");
  else if (has_error)
    classify_failure (self, object, gh_json_get_any (object, "error"));
  else if (!has_result)
    set_problem (self, GH_RPC_INVALID_REQUEST, "no \"method\", \"result\" or \"error\" is there");
  else if (self->id == NULL)
    set_problem (self, GH_RPC_INVALID_REQUEST, "a result has no usable \"id\"");
  else
    {
      self->kind = GH_RPC_RESULT;
      self->result = gh_json_get_any (object, "result");
    }

  if (self->kind != GH_RPC_INVALID
      && g_strcmp0 (gh_json_get_string (object, "jsonrpc"), "2.0") != 0)
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
  return self->method != NULL && self->id != NULL;
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
  g_autoptr(GPtrArray) messages = NULL;
  g_autoptr(JsonNode) root = NULL;
  g_autoptr(GhRpcBatch) batch = NULL;
  JsonArray *array;
  GhJsonFacts facts;
  gsize size;

  root = gh_json_read_noting (data, length, &facts, error);
  if (root == NULL)
    return NULL;
  size = length + (gsize) facts.n_values * VALUE_SIZE;

  messages = g_ptr_array_new_with_free_func ((GDestroyNotify) gh_rpc_message_unref);
  array = gh_json_node_get_array (root);
  if (array == NULL)
    {
      GhRpcMessage *message = classify (g_steal_pointer (&root));

      refuse_duplicates (message, &facts);
      message->size = size;
      g_ptr_array_add (messages, message);
      return g_steal_pointer (&messages);
    }

  if (json_array_get_length (array) > MAX_BATCH)
    {
      g_set_error (error, GH_RPC_ERROR, GH_RPC_ERROR_MALFORMED,
                   "an array holds more than %d messages", MAX_BATCH);
      return NULL;
    }
  batch = gh_rpc_batch_new ();
  for (guint i = 0; i < json_array_get_length (array); i++)
    {
      GhRpcMessage *message = classify (json_node_ref (json_array_get_element (array, i)));

      /* Not measured one by one: each counts as the whole. */
      message->size = size;
      g_ptr_array_add (messages, message);
      join (message, batch);
      if (!allow_batch && !is_response (message))
        {
          g_set_error_literal (error, GH_RPC_ERROR, GH_RPC_ERROR_MALFORMED,
                               "an array of messages is not part of this revision");
          return NULL;
        }
      refuse_duplicates (message, &facts);
    }
  if (messages->len == 0)
    {
      g_set_error_literal (error, GH_RPC_ERROR, GH_RPC_ERROR_MALFORMED,
                           "an array of messages is empty");
      return NULL;
    }
  return g_steal_pointer (&messages);
}

/* Building */

static JsonObject *
object_new (JsonNode *id)
{
  JsonObject *object = json_object_new ();

  json_object_set_member (object, "jsonrpc", gh_json_node_new_string ("2.0"));
  if (id != NULL)
    json_object_set_member (object, "id", json_node_ref (id));
  return object;
}

static GhRpcMessage *
build (GhRpcMessageKind  kind,
       JsonNode         *id,
       JsonObject       *take_object)
{
  GhRpcMessage *self = message_new (gh_json_node_new_object (take_object));

  self->kind = kind;
  self->id = id;
  return self;
}

static GhRpcMessage *
build_call (GhRpcMessageKind  kind,
            JsonNode         *id,
            const char       *method,
            JsonNode         *params)
{
  GhRpcMessage *self = message_new (NULL);

  self->kind = kind;
  self->id = id != NULL ? json_node_ref (id) : NULL;
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
  g_return_val_if_fail (id != NULL && method != NULL, NULL);

  return build_call (GH_RPC_REQUEST, id, method, params);
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
  g_return_val_if_fail (method != NULL, NULL);

  return build_call (GH_RPC_NOTIFICATION, NULL, method, params);
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
  JsonObject *object;
  GhRpcMessage *self;

  g_return_val_if_fail (id != NULL, NULL);

  object = object_new (id);
  json_object_set_member (object, "result",
                          result != NULL ? json_node_ref (result)
                                         : gh_json_node_new_object (json_object_new ()));
  self = build (GH_RPC_RESULT, id, object);
  self->result = gh_json_get_any (object, "result");
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
  JsonObject *object;
  JsonObject *error;
  GhRpcMessage *self;

  g_return_val_if_fail (text != NULL, NULL);

  object = object_new (id);
  error = json_object_new ();
  json_object_set_member (error, "code", gh_json_node_new_int (code));
  json_object_set_member (error, "message", gh_json_node_new_string (text));
  if (data != NULL)
    json_object_set_member (error, "data", json_node_ref (data));
  if (id == NULL)
    json_object_set_member (object, "id", gh_json_node_new_string (NULL));
  json_object_set_member (object, "error", gh_json_node_new_object (error));
  self = build (GH_RPC_FAILURE, id, object);
  self->error_code = code;
  self->error_text = g_strdup (text);
  self->error_data = data;
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
  JsonArray *array;
  GhRpcMessage *self;

  g_return_val_if_fail (messages != NULL, NULL);

  array = json_array_sized_new (messages->len);
  for (guint i = 0; i < messages->len; i++)
    json_array_add_element (array,
                            json_node_ref (((GhRpcMessage *) messages->pdata[i])->root));
  self = message_new (gh_json_node_new_array (array));
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

  return self->id;
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

  return self->params;
}

JsonNode *
gh_rpc_message_get_result (GhRpcMessage *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return self->result;
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
 * Returns: roughly the bytes of memory that a message that was parsed takes; 0 for one of ours
 */
gsize
gh_rpc_message_get_size (GhRpcMessage *self)
{
  g_return_val_if_fail (self != NULL, 0);

  return self->size;
}

/* Nodes for what is the same in every call would cost as much as all the rest of it. */
static void
append_call (GhRpcMessage *self,
             GString      *text,
             gsize         enough)
{
  g_autoptr(JsonNode) method = gh_json_node_new_string (self->method);

  g_string_append (text, "{\"jsonrpc\":\"2.0\"");
  if (self->id != NULL)
    {
      g_string_append (text, ",\"id\":");
      gh_json_append (text, self->id, enough);
    }
  g_string_append (text, ",\"method\":");
  gh_json_append (text, method, enough);
  if (self->params != NULL)
    {
      g_string_append (text, ",\"params\":");
      gh_json_append (text, self->params, enough);
    }
  g_string_append_c (text, '}');
}

static GBytes *
write_text (GhRpcMessage *self,
            gsize         enough)
{
  GString *text = g_string_sized_new (FRAME_SIZE);

  if (self->root != NULL)
    gh_json_append (text, self->root, enough);
  else
    append_call (self, text, enough);
  return g_string_free_to_bytes (text);
}

/**
 * gh_rpc_message_write:
 *
 * Returns: (transfer full): one line of JSON without its end
 */
GBytes *
gh_rpc_message_write (GhRpcMessage *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return write_text (self, G_MAXSIZE);
}

GBytes *
gh_rpc_message_write_start (GhRpcMessage *self,
                            gsize         enough)
{
  g_return_val_if_fail (self != NULL, NULL);

  return write_text (self, enough);
}
