/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * A stand-in for an OpenAI-compatible model endpoint, in the test's own process. */
#include "config.h"

#include "gh-fake-endpoint.h"

#include "gh-json.h"

#include <libsoup/soup.h>

typedef struct
{
  guint        status;
  char        *content_type; /* or NULL */
  char        *location;     /* or NULL */
  GBytes      *body;
  GBytes      *rest;         /* after the hold; or NULL */
  GhFakeFlags  flags;
} Answer;

/* An answer under way whose end waits for something. */
typedef struct
{
  GhFakeEndpoint    *endpoint; /* borrowed: owns this */
  SoupServerMessage *message;  /* owned */
  GSource           *watch;    /* owned, or NULL: of the socket, or what cuts */
  Answer            *answer;   /* owned */
  gsize              written;  /* chunks */
} Flight;

struct _GhFakeEndpoint
{
  GObject     parent_instance;

  SoupServer *server;   /* owned */
  char       *url;      /* owned */
  char       *key;      /* owned, or NULL */
  Answer     *models;   /* owned */
  GhFakeFlags models_flags;
  GQueue      answers;  /* owned Answers */
  GPtrArray  *requests; /* owned: of GBytes */
  GPtrArray  *parsed;   /* owned: of JsonNode or NULL */
  GPtrArray  *flights;  /* owned: of Flight */
  GHashTable *headers;  /* owned: lower-case name -> value */
  guint16     port;
  guint       n_listings;
  guint       n_others;
  guint       n_disconnects;  char        *stream_path;  /* owned */
  char        *models_path;  /* owned */
  char        *key_header;   /* owned */
  char        *key_prefix;   /* owned */
  char        *header_name;  /* owned, or NULL */
  char        *header_value; /* owned, or NULL */
  char        *target;       /* owned, or NULL: of the newest request */
};

G_DEFINE_FINAL_TYPE (GhFakeEndpoint, gh_fake_endpoint, G_TYPE_OBJECT)

static void
answer_free (gpointer data)
{
  Answer *answer = data;

  if (answer == NULL)
    return;
  g_free (answer->content_type);
  g_free (answer->location);
  g_clear_pointer (&answer->body, g_bytes_unref);
  g_clear_pointer (&answer->rest, g_bytes_unref);
  g_free (answer);
}

static void
flight_free (gpointer data)
{
  Flight *flight = data;

  if (flight->watch != NULL)
    g_source_destroy (flight->watch);
  g_clear_pointer (&flight->watch, g_source_unref);
  g_signal_handlers_disconnect_by_data (flight->message, flight);
  g_clear_object (&flight->message);
  answer_free (flight->answer);
  g_free (flight);
}

static Answer *
answer_new (guint       status,
            const char *content_type,
            const char *body,
            gssize      length)
{
  Answer *answer = g_new0 (Answer, 1);

  answer->status = status;
  answer->content_type = g_strdup (content_type);
  answer->body = g_bytes_new (body, length >= 0 ? (gsize) length : strlen (body));

  return answer;
}

static void
append_event (GString    *out,
              JsonObject *take_delta,
              const char *finish_reason)
{
  JsonObject *event = json_object_new ();
  JsonObject *choice = json_object_new ();
  JsonArray *choices = json_array_new ();
  g_autoptr(JsonNode) node = NULL;
  g_autofree char *text = NULL;

  json_object_set_member (choice, "index", gh_json_node_new_int (0));
  json_object_set_member (choice, "delta", gh_json_node_new_object (take_delta));
  json_object_set_member (choice, "finish_reason", gh_json_node_new_string (finish_reason));
  json_array_add_element (choices, gh_json_node_new_object (choice));
  json_object_set_member (event, "object", gh_json_node_new_string ("chat.completion.chunk"));
  json_object_set_member (event, "model", gh_json_node_new_string ("fake-model"));
  json_object_set_member (event, "choices", gh_json_node_new_array (choices));
  node = gh_json_node_new_object (event);
  text = gh_json_write (node, NULL);
  g_string_append_printf (out, "data: %s\n\n", text);
}

static void
append_word (GString    *out,
             const char *word,
             gboolean    first)
{
  JsonObject *delta = json_object_new ();
  g_autofree char *text = g_strconcat (first ? "" : " ", word, NULL);

  json_object_set_member (delta, "content", gh_json_node_new_string (text));
  append_event (out, delta, NULL);
}

static Answer *
answer_new_text (const char  *text,
                 GhFakeFlags  flags)
{
  g_auto(GStrv) words = g_strsplit (text, " ", -1);
  g_autoptr(GString) head = g_string_new (NULL);
  g_autoptr(GString) tail = g_string_new (NULL);
  guint n = g_strv_length (words);
  guint n_head = flags & GH_FAKE_HOLD ? (n + 1) / 2 : n;
  Answer *answer;

  for (guint i = 0; i < n; i++)
    append_word (i < n_head ? head : tail, words[i], i == 0);
  append_event (tail, json_object_new (), "stop");
  g_string_append (tail, "data: {\"choices\":[],\"usage\":{\"prompt_tokens\":11,"
                         "\"completion_tokens\":7,\"total_tokens\":18}}\n\ndata: [DONE]\n\n");
  if ((flags & GH_FAKE_HOLD) == 0)
    g_string_append (head, tail->str);

  answer = answer_new (200, "text/event-stream", head->str, head->len);
  answer->flags = flags;
  if (flags & GH_FAKE_HOLD)
    answer->rest = g_bytes_new (tail->str, tail->len);

  return answer;
}

static void
append_bytes (SoupServerMessage *message,
              GBytes            *bytes,
              GhFakeFlags        flags)
{
  SoupMessageBody *body = soup_server_message_get_response_body (message);
  gsize step = flags & GH_FAKE_SPLIT ? 1 : MAX (1, g_bytes_get_size (bytes));

  for (gsize at = 0; at < g_bytes_get_size (bytes); at += step)
    {
      g_autoptr(GBytes) part = g_bytes_new_from_bytes (bytes, at, step);

      soup_message_body_append_bytes (body, part);
    }
}

static gboolean
socket_cb (GSocket      *socket,
           GIOCondition  condition,
           gpointer      user_data)
{
  Flight *flight = user_data;
  GhFakeEndpoint *self = flight->endpoint;
  GInputVector vector = { (char[1]) { 0 }, 1 };
  int flags = G_SOCKET_MSG_PEEK;

  if (g_socket_receive_message (socket, NULL, &vector, 1, NULL, NULL, &flags, NULL, NULL) > 0)
    return G_SOURCE_CONTINUE;

  self->n_disconnects++;
  g_ptr_array_remove (self->flights, flight);
  return G_SOURCE_REMOVE;
}

static gboolean
cut_cb (gpointer user_data)
{
  Flight *flight = user_data;
  GhFakeEndpoint *self = flight->endpoint;
  g_autoptr(GIOStream) stream = soup_server_message_steal_connection (flight->message);

  g_io_stream_close (stream, NULL, NULL);
  g_ptr_array_remove (self->flights, flight);
  return G_SOURCE_REMOVE;
}

static void
wrote_chunk_cb (SoupServerMessage *message,
                gpointer           user_data)
{
  Flight *flight = user_data;
  gsize n = flight->answer->flags & GH_FAKE_SPLIT ? g_bytes_get_size (flight->answer->body) : 1;

  if (++flight->written % n != 0)
    return;

  if (flight->answer->flags & GH_FAKE_REPEAT)
    {
      append_bytes (message, flight->answer->body, flight->answer->flags);
      soup_server_message_unpause (message);
    }
  else if (flight->written == n && (flight->answer->flags & GH_FAKE_CUT))
    {
      /* Not from within libsoup's own write. */
      flight->watch = g_idle_source_new ();
      g_source_set_callback (flight->watch, cut_cb, flight, NULL);
      g_source_attach (flight->watch, NULL);
    }
}

static void
add_flight (GhFakeEndpoint    *self,
            SoupServerMessage *message,
            Answer            *take_answer)
{
  Flight *flight = g_new0 (Flight, 1);

  flight->endpoint = self;
  flight->message = g_object_ref (message);
  flight->answer = take_answer;
  g_ptr_array_add (self->flights, flight);
  g_signal_connect (message, "wrote-chunk", G_CALLBACK (wrote_chunk_cb), flight);
  if (take_answer->flags & GH_FAKE_CUT)
    return;

  flight->watch =
    g_socket_create_source (soup_server_message_get_socket (message), G_IO_IN | G_IO_HUP, NULL);
  g_source_set_callback (flight->watch, G_SOURCE_FUNC (socket_cb), flight, NULL);
  g_source_attach (flight->watch, NULL);
}

static void
give (GhFakeEndpoint    *self,
      SoupServerMessage *message,
      Answer            *take_answer)
{
  SoupMessageHeaders *headers = soup_server_message_get_response_headers (message);
  GhFakeFlags flags = take_answer->flags;

  if (flags & GH_FAKE_MUTE)
    {
      soup_server_message_pause (message);
      add_flight (self, message, take_answer);
      return;
    }

  soup_server_message_set_status (message, take_answer->status, NULL);
  soup_message_headers_set_encoding (headers, SOUP_ENCODING_CHUNKED);
  soup_message_body_set_accumulate (soup_server_message_get_response_body (message), FALSE);
  if (take_answer->content_type != NULL)
    soup_message_headers_replace (headers, "Content-Type", take_answer->content_type);
  if (take_answer->location != NULL)
    soup_message_headers_replace (headers, "Location", take_answer->location);
  if (self->header_name != NULL)
    soup_message_headers_replace (headers, self->header_name, self->header_value);
  append_bytes (message, take_answer->body, flags);

  if (flags & (GH_FAKE_HOLD | GH_FAKE_CUT | GH_FAKE_REPEAT))
    {
      add_flight (self, message, take_answer);
      return;
    }

  soup_message_body_complete (soup_server_message_get_response_body (message));
  answer_free (take_answer);
}

static Answer *
answer_copy (Answer *answer)
{
  gsize length;
  const char *body = g_bytes_get_data (answer->body, &length);
  Answer *copy =
    answer_new (answer->status, answer->content_type, body != NULL ? body : "", length);

  copy->location = g_strdup (answer->location);
  return copy;
}

static void
give_models (GhFakeEndpoint    *self,
             SoupServerMessage *message)
{
  Answer *answer = answer_copy (self->models);

  answer->flags = self->models_flags;
  give (self, message, answer);
}

static void
record_header_cb (const char *name,
                  const char *value,
                  gpointer    user_data)
{
  g_hash_table_replace (user_data, g_ascii_strdown (name, -1), g_strdup (value));
}

static gboolean
has_key (GhFakeEndpoint    *self,
         SoupServerMessage *message)
{
  SoupMessageHeaders *headers = soup_server_message_get_request_headers (message);
  g_autofree char *expected = g_strconcat (self->key_prefix, self->key, NULL);

  return self->key == NULL ||
         g_strcmp0 (soup_message_headers_get_one (headers, self->key_header), expected) == 0;
}

static void
record_request (GhFakeEndpoint    *self,
                SoupServerMessage *message)
{
  SoupMessageBody *body = soup_server_message_get_request_body (message);
  g_autoptr(GBytes) bytes = soup_message_body_flatten (body);
  gsize length;
  const char *data = g_bytes_get_data (bytes, &length);

  g_ptr_array_add (self->parsed, gh_json_read (data != NULL ? data : "", length, NULL));
  g_ptr_array_add (self->requests, g_steal_pointer (&bytes));
}

static void
handler_cb (SoupServer        *server,
            SoupServerMessage *message,
            const char        *path,
            GHashTable        *query,
            gpointer           user_data)
{
  GhFakeEndpoint *self = user_data;
  const char *method = soup_server_message_get_method (message);

  /* libsoup asks for it when the connection is taken from it, and warns when the client is gone. */
  soup_server_message_get_remote_address (message);
  g_free (self->target);
  self->target = g_uri_to_string (soup_server_message_get_uri (message));
  soup_message_headers_foreach (soup_server_message_get_request_headers (message), record_header_cb,
                                self->headers);
  if (g_str_equal (path, self->stream_path) && g_str_equal (method, "POST"))
    record_request (self, message);
  else if (g_str_equal (path, self->models_path) && g_str_equal (method, "GET"))
    self->n_listings++;
  else
    {
      self->n_others++;
      give (self, message, answer_new (404, "text/plain", "404 page not found", -1));
      return;
    }

  if (!has_key (self, message))
    give (self, message,
          answer_new (401, "application/json",
                      "{\"error\":{\"message\":\"Incorrect API key provided.\",\"type\":"
                      "\"invalid_request_error\",\"param\":null,\"code\":\"invalid_api_key\"}}",
                      -1));
  else if (g_str_equal (method, "GET"))
    give_models (self, message);
  else if (g_queue_is_empty (&self->answers))
    give (self, message, answer_new_text ("All right.", GH_FAKE_NONE));
  else
    give (self, message, g_queue_pop_head (&self->answers));
}

static void
node_free (gpointer data)
{
  if (data != NULL)
    json_node_unref (data);
}

static void
gh_fake_endpoint_dispose (GObject *object)
{
  GhFakeEndpoint *self = GH_FAKE_ENDPOINT (object);

  g_ptr_array_set_size (self->flights, 0);
  if (self->server != NULL)
    soup_server_disconnect (self->server);
  g_clear_object (&self->server);

  G_OBJECT_CLASS (gh_fake_endpoint_parent_class)->dispose (object);
}

static void
gh_fake_endpoint_finalize (GObject *object)
{
  GhFakeEndpoint *self = GH_FAKE_ENDPOINT (object);

  g_queue_clear_full (&self->answers, answer_free);
  g_clear_pointer (&self->models, answer_free);
  g_clear_pointer (&self->flights, g_ptr_array_unref);
  g_clear_pointer (&self->requests, g_ptr_array_unref);
  g_clear_pointer (&self->parsed, g_ptr_array_unref);
  g_clear_pointer (&self->headers, g_hash_table_unref);
  g_clear_pointer (&self->url, g_free);
  g_clear_pointer (&self->key, g_free);
  g_clear_pointer (&self->stream_path, g_free);
  g_clear_pointer (&self->models_path, g_free);
  g_clear_pointer (&self->key_header, g_free);
  g_clear_pointer (&self->key_prefix, g_free);
  g_clear_pointer (&self->header_name, g_free);
  g_clear_pointer (&self->header_value, g_free);
  g_clear_pointer (&self->target, g_free);

  G_OBJECT_CLASS (gh_fake_endpoint_parent_class)->finalize (object);
}

static void
gh_fake_endpoint_class_init (GhFakeEndpointClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = gh_fake_endpoint_dispose;
  object_class->finalize = gh_fake_endpoint_finalize;
}

static void
gh_fake_endpoint_init (GhFakeEndpoint *self)
{
  self->requests = g_ptr_array_new_with_free_func ((GDestroyNotify) g_bytes_unref);
  self->parsed = g_ptr_array_new_with_free_func (node_free);
  self->flights = g_ptr_array_new_with_free_func (flight_free);
  gh_fake_endpoint_set_api (self, "/v1/chat/completions", "/v1/models", "Authorization", "Bearer ");
  self->headers = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  g_queue_init (&self->answers);
}

GhFakeEndpoint *
gh_fake_endpoint_new (void)
{
  GhFakeEndpoint *self = g_object_new (GH_TYPE_FAKE_ENDPOINT, NULL);
  g_autoptr(GError) error = NULL;
  GSList *uris;

  self->server = soup_server_new ("server-header", "fake-endpoint ", NULL);
  soup_server_add_handler (self->server, NULL, handler_cb, self, NULL);
  soup_server_listen_local (self->server, 0, SOUP_SERVER_LISTEN_IPV4_ONLY, &error);
  g_assert_no_error (error);

  uris = soup_server_get_uris (self->server);
  self->port = g_uri_get_port (uris->data);
  self->url = g_strdup_printf ("http://127.0.0.1:%u/v1", self->port);
  g_slist_free_full (uris, (GDestroyNotify) g_uri_unref);
  gh_fake_endpoint_set_models (self, (const char * const[]) { "fake-model", NULL });

  return self;
}

const char *
gh_fake_endpoint_get_url (GhFakeEndpoint *self)
{
  return self->url;
}

guint16
gh_fake_endpoint_get_port (GhFakeEndpoint *self)
{
  return self->port;
}

void
gh_fake_endpoint_set_key (GhFakeEndpoint *self,
                          const char     *key)
{
  g_free (self->key);
  self->key = g_strdup (key);
}

void
gh_fake_endpoint_set_api (GhFakeEndpoint *self,
                          const char     *stream_path,
                          const char     *models_path,
                          const char     *key_header,
                          const char     *key_prefix)
{
  g_free (self->stream_path);
  g_free (self->models_path);
  g_free (self->key_header);
  g_free (self->key_prefix);
  self->stream_path = g_strdup (stream_path);
  self->models_path = g_strdup (models_path);
  self->key_header = g_strdup (key_header);
  self->key_prefix = g_strdup (key_prefix);
}

void
gh_fake_endpoint_set_header (GhFakeEndpoint *self,
                             const char     *name,
                             const char     *value)
{
  g_free (self->header_name);
  g_free (self->header_value);
  self->header_name = g_strdup (name);
  self->header_value = g_strdup (value);
}

const char *
gh_fake_endpoint_get_target (GhFakeEndpoint *self)
{
  return self->target;
}

void
gh_fake_endpoint_set_models (GhFakeEndpoint     *self,
                             const char * const *ids)
{
  JsonArray *array = json_array_new ();
  JsonObject *object = json_object_new ();
  g_autoptr(JsonNode) node = NULL;
  g_autofree char *text = NULL;

  for (guint i = 0; ids[i] != NULL; i++)
    {
      JsonObject *model = json_object_new ();

      json_object_set_member (model, "id", gh_json_node_new_string (ids[i]));
      json_object_set_member (model, "object", gh_json_node_new_string ("model"));
      json_array_add_element (array, gh_json_node_new_object (model));
    }
  json_object_set_member (object, "object", gh_json_node_new_string ("list"));
  json_object_set_member (object, "data", gh_json_node_new_array (array));
  node = gh_json_node_new_object (object);
  text = gh_json_write (node, NULL);
  gh_fake_endpoint_set_models_answer (self, 200, "application/json", text, NULL);
}

void
gh_fake_endpoint_set_models_answer (GhFakeEndpoint *self,
                                    guint           status,
                                    const char     *content_type,
                                    const char     *body,
                                    const char     *location)
{
  answer_free (self->models);
  self->models = answer_new (status, content_type, body, -1);
  self->models->location = g_strdup (location);
}

void
gh_fake_endpoint_set_models_flags (GhFakeEndpoint *self,
                                   GhFakeFlags     flags)
{
  self->models_flags = flags;
}

void
gh_fake_endpoint_push_text (GhFakeEndpoint *self,
                            const char     *text,
                            GhFakeFlags     flags)
{
  g_queue_push_tail (&self->answers, answer_new_text (text, flags));
}

void
gh_fake_endpoint_push_raw (GhFakeEndpoint *self,
                           guint           status,
                           const char     *content_type,
                           const char     *body,
                           gssize          length,
                           GhFakeFlags     flags)
{
  Answer *answer = answer_new (status, content_type, body, length);

  answer->flags = flags;
  g_queue_push_tail (&self->answers, answer);
}

void
gh_fake_endpoint_push_redirect (GhFakeEndpoint *self,
                                guint           status,
                                const char     *location)
{
  Answer *answer = answer_new (status, "text/plain", "elsewhere", -1);

  answer->location = g_strdup (location);
  g_queue_push_tail (&self->answers, answer);
}

void
gh_fake_endpoint_release (GhFakeEndpoint *self)
{
  for (guint i = self->flights->len; i > 0; i--)
    {
      Flight *flight = g_ptr_array_index (self->flights, i - 1);
      SoupMessageBody *body = soup_server_message_get_response_body (flight->message);

      if ((flight->answer->flags & GH_FAKE_HOLD) == 0)
        continue;
      if (flight->answer->rest != NULL)
        append_bytes (flight->message, flight->answer->rest, flight->answer->flags);
      soup_message_body_complete (body);
      soup_server_message_unpause (flight->message);
      g_ptr_array_remove_index (self->flights, i - 1);
    }
}

guint
gh_fake_endpoint_get_n_requests (GhFakeEndpoint *self)
{
  return self->requests->len;
}

JsonObject *
gh_fake_endpoint_get_request (GhFakeEndpoint *self,
                              guint           index)
{
  g_assert_cmpuint (index, <, self->parsed->len);

  JsonNode *node = g_ptr_array_index (self->parsed, index);

  return node != NULL ? gh_json_node_get_object (node) : NULL;
}

char *
gh_fake_endpoint_dup_request_text (GhFakeEndpoint *self,
                                   guint           index)
{
  g_assert_cmpuint (index, <, self->requests->len);

  gsize length;
  const char *data = g_bytes_get_data (g_ptr_array_index (self->requests, index), &length);

  return g_strndup (data, length);
}

const char *
gh_fake_endpoint_get_header (GhFakeEndpoint *self,
                             const char     *name)
{
  g_autofree char *lower = g_ascii_strdown (name, -1);

  return g_hash_table_lookup (self->headers, lower);
}

guint
gh_fake_endpoint_get_n_listings (GhFakeEndpoint *self)
{
  return self->n_listings;
}

guint
gh_fake_endpoint_get_n_others (GhFakeEndpoint *self)
{
  return self->n_others;
}

guint
gh_fake_endpoint_get_n_disconnects (GhFakeEndpoint *self)
{
  return self->n_disconnects;
}
