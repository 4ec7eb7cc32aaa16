/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * Strict JSON text <-> json-glib nodes, and checked access to what is in them. */
#pragma once

#include <gio/gio.h>
#include <json-glib/json-glib.h>

G_BEGIN_DECLS

/* JSON in Gatehouse is json-glib's node types, but json-glib's own parser and generator are not
 * used: they overflow the stack, cut strings and change numbers (see src/README.md, "JSON").
 *
 * A scalar that json-glib's types cannot hold (a number that would be written back differently, a
 * string with U+0000 or a lone surrogate) is kept *verbatim*: a string node whose text is the byte
 * 0xFF followed by the JSON source. The getters below know such nodes and gh_json_write() gives the
 * source back, so that what came in goes out byte for byte. json-glib's own getters do not know
 * them; outside base/ use only the functions of this header (a lint test checks it). */

#define GH_JSON_ERROR (gh_json_error_quark ())
GQuark gh_json_error_quark (void);

typedef enum
{
  GH_JSON_ERROR_SYNTAX,   /* not JSON (RFC 8259); the message names the byte offset */
  GH_JSON_ERROR_ENCODING, /* not UTF-8 */
  GH_JSON_ERROR_DEPTH,    /* nested deeper than GH_JSON_MAX_DEPTH */
  GH_JSON_ERROR_SIZE,     /* over GH_JSON_MAX_SIZE or _VALUES, or made to take too long */
  GH_JSON_ERROR_MEMBER,   /* a member is missing or has the wrong type; the message names it */
} GhJsonError;

/* Deeper than any real message, shallow enough for the recursive walks of json-glib. */
#define GH_JSON_MAX_DEPTH 512
/* One message; the largest answers seen from real servers are a tenth of it. */
#define GH_JSON_MAX_SIZE (64 * 1024 * 1024)
/* Values in one text: an object takes some 350 bytes of memory, even an empty one. */
#define GH_JSON_MAX_VALUES (2 * 1000 * 1000)

/* What a text had that its value does not show. */
typedef struct
{
  guint    n_values;
  gboolean has_duplicates; /* members of one object with the same name: the last one counts */
} GhJsonFacts;

JsonNode   *gh_json_read                   (const char   *data,
                                            gsize         length,
                                            GError      **error);
JsonNode   *gh_json_read_noting            (const char   *data,
                                            gsize         length,
                                            GhJsonFacts  *facts,
                                            GError      **error);
gboolean    gh_json_check                  (const char   *data,
                                            gsize         length,
                                            GhJsonFacts  *facts,
                                            GError      **error);
char       *gh_json_write                  (JsonNode     *node,
                                            gsize        *length);
void        gh_json_append                 (GString      *text,
                                            JsonNode     *node,
                                            gsize         enough);
/* A string, an integer, as JSON. */
void        gh_json_append_string          (GString      *text,
                                            const char   *string);
void        gh_json_append_int             (GString      *text,
                                            gint64        value);
char       *gh_json_write_start            (JsonNode     *node,
                                            gsize         enough);
char       *gh_json_write_pretty           (JsonNode     *node);

/* Lenient: NULL (or the fallback) when the member is absent, null or of another type. */
JsonNode   *gh_json_get                    (JsonObject   *object,
                                            const char   *name);
/* The same, but null is given as it is. */
JsonNode   *gh_json_get_any                (JsonObject   *object,
                                            const char   *name);
JsonObject *gh_json_get_object             (JsonObject   *object,
                                            const char   *name);
JsonArray  *gh_json_get_array              (JsonObject   *object,
                                            const char   *name);
const char *gh_json_get_string             (JsonObject   *object,
                                            const char   *name);
gboolean    gh_json_get_boolean            (JsonObject   *object,
                                            const char   *name,
                                            gboolean      fallback);
gint64      gh_json_get_int                (JsonObject   *object,
                                            const char   *name,
                                            gint64        fallback);
double      gh_json_get_double             (JsonObject   *object,
                                            const char   *name,
                                            double        fallback);

/* Strict: FALSE/NULL with GH_JSON_ERROR_MEMBER naming the member. `required` says whether absence
 * is an error; without it absence (or null) leaves *value at what the caller put there. */
gboolean    gh_json_expect_object          (JsonObject   *object,
                                            const char   *name,
                                            gboolean      required,
                                            JsonObject  **value,
                                            GError      **error);
gboolean    gh_json_expect_array           (JsonObject   *object,
                                            const char   *name,
                                            gboolean      required,
                                            JsonArray   **value,
                                            GError      **error);
gboolean    gh_json_expect_string          (JsonObject   *object,
                                            const char   *name,
                                            gboolean      required,
                                            const char  **value,
                                            GError      **error);
gboolean    gh_json_expect_boolean         (JsonObject   *object,
                                            const char   *name,
                                            gboolean      required,
                                            gboolean     *value,
                                            GError      **error);
gboolean    gh_json_expect_int             (JsonObject   *object,
                                            const char   *name,
                                            gboolean      required,
                                            gint64       *value,
                                            GError      **error);
gboolean    gh_json_expect_double          (JsonObject   *object,
                                            const char   *name,
                                            gboolean      required,
                                            double       *value,
                                            GError      **error);

/* Of one node (an array's element, say). */
JsonObject *gh_json_node_get_object        (JsonNode     *node);
JsonArray  *gh_json_node_get_array         (JsonNode     *node);
const char *gh_json_node_get_string        (JsonNode     *node);
gboolean    gh_json_node_is_string         (JsonNode     *node);
gboolean    gh_json_node_is_number         (JsonNode     *node);
gboolean    gh_json_node_is_boolean        (JsonNode     *node);
gboolean    gh_json_node_is_null           (JsonNode     *node);
gboolean    gh_json_node_get_int           (JsonNode     *node,
                                            gint64       *value);
gboolean    gh_json_node_get_double        (JsonNode     *node,
                                            double       *value);
char       *gh_json_node_dup_text          (JsonNode     *node);
gsize       gh_json_node_get_length        (JsonNode     *node);
gboolean    gh_json_node_equal             (JsonNode     *a,
                                            JsonNode     *b);
guint       gh_json_node_hash              (JsonNode     *node);

/* json_node_unref() for what may be large: answers of servers. Hold nodes inside it, never its
 * JsonObjects or JsonArrays: those do not count atomically. */
void        gh_json_node_release           (JsonNode     *take_node);

/* Building. */
JsonNode   *gh_json_node_new_string        (const char   *text);
JsonNode   *gh_json_node_new_int           (gint64        value);
JsonNode   *gh_json_node_new_double        (double        value);
JsonNode   *gh_json_node_new_boolean       (gboolean      value);
JsonNode   *gh_json_node_new_object        (JsonObject   *take_object);
JsonNode   *gh_json_node_new_array         (JsonArray    *take_array);
JsonObject *gh_json_copy_members           (JsonObject   *object);
/* text NULL: adds nothing. */
void        gh_json_add_string             (JsonObject   *object,
                                            const char   *name,
                                            const char   *text);

G_END_DECLS
