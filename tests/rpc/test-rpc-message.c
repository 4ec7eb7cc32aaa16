/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * What counts as which message. */
#include "config.h"

#include "gh-json.h"
#include "gh-rpc-error.h"
#include "gh-rpc-message.h"
#include "gh-test.h"

#include <string.h>

static GPtrArray *
parse (const char *text,
       gboolean    allow_batch)
{
  g_autoptr(GError) error = NULL;
  GPtrArray *messages = gh_rpc_message_parse (text, strlen (text), allow_batch, &error);

  g_assert_no_error (error);
  g_assert_nonnull (messages);
  return messages;
}

static char *
dup_json (JsonNode *node)
{
  return node != NULL ? gh_json_write (node, NULL) : g_strdup ("-");
}

#define J "\"jsonrpc\":\"2.0\","

static void
test_kinds (void)
{
  static const struct
  {
    const char *text;
    GhRpcMessageKind kind;
    const char *id;
    const char *method;
    const char *params;
  } cases[] = {
    { "{" J "\"id\":1,\"method\":\"m\"}", GH_RPC_REQUEST, "1", "m", "-" },
    { "{" J "\"id\":\"1\",\"method\":\"m\",\"params\":{\"a\":0.1}}", GH_RPC_REQUEST, "\"1\"", "m",
      "{\"a\":0.1}" },
    { "{" J "\"id\":18446744073709551615,\"method\":\"m\",\"params\":[]}", GH_RPC_REQUEST,
      "18446744073709551615", "m", "[]" },
    { "{" J "\"id\":\"a\\u0000b\",\"method\":\"m\",\"params\":null}", GH_RPC_REQUEST,
      "\"a\\u0000b\"", "m", "-" },
    { "{" J "\"method\":\"m\",\"params\":{}}", GH_RPC_NOTIFICATION, "-", "m", "{}" },
    /* A method decides, whatever else is there. */
    { "{" J "\"id\":1,\"method\":\"m\",\"result\":{}}", GH_RPC_REQUEST, "1", "m", "-" },
    { "{" J "\"id\":1,\"result\":{}}", GH_RPC_RESULT, "1", NULL, "-" },
    { "{" J "\"id\":1,\"result\":null}", GH_RPC_RESULT, "1", NULL, "-" },
    { "{" J "\"id\":1,\"error\":{\"code\":-1,\"message\":\"no\"}}", GH_RPC_FAILURE, "1", NULL,
      "-" },
    { "{" J "\"id\":null,\"error\":{\"code\":-32700,\"message\":\"\"}}", GH_RPC_FAILURE, "-", NULL,
      "-" },
    { "{" J "\"error\":{\"code\":-32700,\"message\":\"\"}}", GH_RPC_FAILURE, "-", NULL, "-" },
    { "5", GH_RPC_INVALID, "-", NULL, "-" },
    { "\"x\"", GH_RPC_INVALID, "-", NULL, "-" },
    { "null", GH_RPC_INVALID, "-", NULL, "-" },
    { "{}", GH_RPC_INVALID, "-", NULL, "-" },
    { "{" J "\"id\":1}", GH_RPC_INVALID, "1", NULL, "-" },
    { "{\"id\":1,\"method\":\"m\"}", GH_RPC_INVALID, "1", "m", "-" },
    { "{\"jsonrpc\":2.0,\"id\":1,\"method\":\"m\"}", GH_RPC_INVALID, "1", "m", "-" },
    { "{\"jsonrpc\":\"1.0\",\"id\":1,\"result\":{}}", GH_RPC_INVALID, "1", NULL, "-" },
    { "{" J "\"id\":null,\"method\":\"m\"}", GH_RPC_INVALID, "-", "m", "-" },
    { "{" J "\"id\":[],\"method\":\"m\"}", GH_RPC_INVALID, "-", "m", "-" },
    { "{" J "\"id\":true,\"method\":\"m\"}", GH_RPC_INVALID, "-", "m", "-" },
    { "{" J "\"id\":1,\"method\":7}", GH_RPC_INVALID, "1", NULL, "-" },
    { "{" J "\"id\":1,\"method\":\"m\",\"params\":5}", GH_RPC_INVALID, "1", "m", "5" },
    { "{" J "\"method\":\"m\",\"params\":\"x\"}", GH_RPC_INVALID, "-", "m", "\"x\"" },
    { "{" J "\"id\":1,\"result\":{},\"error\":{\"code\":1,\"message\":\"\"}}", GH_RPC_INVALID, "1",
      NULL, "-" },
    { "{" J "\"result\":{}}", GH_RPC_INVALID, "-", NULL, "-" },
    { "{" J "\"id\":null,\"result\":{}}", GH_RPC_INVALID, "-", NULL, "-" },
    { "{" J "\"id\":1,\"error\":\"no\"}", GH_RPC_INVALID, "1", NULL, "-" },
    { "{" J "\"id\":1,\"error\":{\"code\":\"1\",\"message\":\"\"}}", GH_RPC_INVALID, "1", NULL,
      "-" },
    { "{" J "\"id\":1,\"error\":{\"code\":1.5,\"message\":\"\"}}", GH_RPC_INVALID, "1", NULL, "-" },
    { "{" J "\"id\":1,\"error\":{\"code\":1e99,\"message\":\"\"}}", GH_RPC_INVALID, "1", NULL,
      "-" },
    { "{" J "\"id\":1,\"error\":{\"code\":1}}", GH_RPC_INVALID, "1", NULL, "-" },
    { "{" J "\"id\":{},\"error\":{\"code\":1,\"message\":\"\"}}", GH_RPC_INVALID, "-", NULL, "-" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr(GPtrArray) messages = parse (cases[i].text, FALSE);
      GhRpcMessage *message = messages->pdata[0];
      g_autofree char *id = dup_json (gh_rpc_message_get_id (message));
      g_autofree char *params = dup_json (gh_rpc_message_get_params (message));
      g_autoptr(GBytes) written = gh_rpc_message_write (message);

      g_test_message ("%s", cases[i].text);
      g_assert_cmpuint (messages->len, ==, 1);
      g_assert_cmpint (gh_rpc_message_get_kind (message), ==, cases[i].kind);
      g_assert_cmpstr (id, ==, cases[i].id);
      g_assert_cmpstr (gh_rpc_message_get_method (message), ==, cases[i].method);
      g_assert_cmpstr (params, ==, cases[i].params);
      g_assert_true ((gh_rpc_message_get_problem (message) != NULL)
                     == (cases[i].kind == GH_RPC_INVALID));
      g_assert_cmpmem (g_bytes_get_data (written, NULL), g_bytes_get_size (written),
                       cases[i].text, strlen (cases[i].text));
    }
}

static void
test_failure (void)
{
  g_autoptr(GPtrArray) messages =
    parse ("{" J "\"id\":1,\"error\":{\"code\":-32602,\"message\":\"a\\u0000b\",\"data\":[1e400]}}",
           FALSE);
  GhRpcMessage *message = messages->pdata[0];
  g_autofree char *data = dup_json (gh_rpc_message_get_error_data (message));

  g_assert_cmpint (gh_rpc_message_get_error_code (message), ==, -32602);
  g_assert_cmpstr (gh_rpc_message_get_error_text (message), ==, "a\xef\xbf\xbd" "b");
  g_assert_cmpstr (data, ==, "[1e400]");
}

static void
test_batch (void)
{
  const char *mixed = "[{" J "\"id\":1,\"method\":\"a\"},7,{" J "\"method\":\"b\"},{},{" J
                      "\"id\":2,\"result\":{}}]";
  const char *responses = "[{" J "\"id\":1,\"result\":{}},{" J
                          "\"id\":2,\"error\":{\"code\":1,\"message\":\"\"}}]";
  g_autoptr(GPtrArray) messages = parse (mixed, TRUE);
  g_autoptr(GPtrArray) answers = parse (responses, FALSE);
  g_autoptr(GPtrArray) none = NULL;
  g_autoptr(GError) error = NULL;

  g_assert_cmpuint (messages->len, ==, 5);
  g_assert_cmpint (gh_rpc_message_get_kind (messages->pdata[0]), ==, GH_RPC_REQUEST);
  g_assert_cmpint (gh_rpc_message_get_kind (messages->pdata[1]), ==, GH_RPC_INVALID);
  g_assert_cmpint (gh_rpc_message_get_kind (messages->pdata[2]), ==, GH_RPC_NOTIFICATION);
  g_assert_cmpint (gh_rpc_message_get_kind (messages->pdata[3]), ==, GH_RPC_INVALID);
  g_assert_cmpint (gh_rpc_message_get_kind (messages->pdata[4]), ==, GH_RPC_RESULT);
  g_assert_cmpuint (answers->len, ==, 2);

  g_assert_null (gh_rpc_message_parse (mixed, strlen (mixed), FALSE, &error));
  g_assert_error (error, GH_RPC_ERROR, GH_RPC_ERROR_MALFORMED);
  g_clear_error (&error);
  g_assert_null (gh_rpc_message_parse ("[]", 2, TRUE, &error));
  g_assert_error (error, GH_RPC_ERROR, GH_RPC_ERROR_MALFORMED);
  g_clear_error (&error);
  g_assert_null (gh_rpc_message_parse ("[[]]", 4, FALSE, &error));
  g_assert_error (error, GH_RPC_ERROR, GH_RPC_ERROR_MALFORMED);
  g_clear_error (&error);
  none = gh_rpc_message_parse ("{} {}", 5, FALSE, &error);
  g_assert_null (none);
  g_assert_error (error, GH_JSON_ERROR, GH_JSON_ERROR_SYNTAX);
}

static void
test_batch_long (void)
{
  g_autoptr(GString) text = g_string_new ("[");
  g_autoptr(GPtrArray) most = NULL;
  g_autoptr(GError) error = NULL;

  for (guint i = 0; i < 1000; i++)
    g_string_append_printf (text, "%s{" J "\"method\":\"a\"}", i > 0 ? "," : "");
  g_string_append (text, "]");
  most = parse (text->str, TRUE);
  g_assert_cmpuint (most->len, ==, 1000);
  g_string_insert (text, 1, "7,");
  g_assert_null (gh_rpc_message_parse (text->str, text->len, TRUE, &error));
  g_assert_error (error, GH_RPC_ERROR, GH_RPC_ERROR_MALFORMED);
}

static void
assert_message (GhRpcMessage *take_message,
                const char   *text)
{
  g_autoptr(GhRpcMessage) message = take_message;
  g_autoptr(GBytes) bytes = gh_rpc_message_write (message);

  g_assert_cmpmem (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes), text, strlen (text));
}

static void
test_build (void)
{
  g_autoptr(JsonNode) id = gh_json_read ("18446744073709551615", 20, NULL);
  g_autoptr(JsonNode) value = gh_json_read ("{\"a\":1.50}", 10, NULL);

  assert_message (gh_rpc_message_new_request (id, "m\n", value),
                  "{" J "\"id\":18446744073709551615,\"method\":\"m\\n\",\"params\":{\"a\":1.50}}");
  assert_message (gh_rpc_message_new_notification ("m", NULL), "{" J "\"method\":\"m\"}");
  assert_message (gh_rpc_message_new_result (id, NULL),
                  "{" J "\"id\":18446744073709551615,\"result\":{}}");
  assert_message (gh_rpc_message_new_failure (NULL, -32700, "bad", value),
                  "{" J "\"id\":null,\"error\":{\"code\":-32700,\"message\":\"bad\","
                  "\"data\":{\"a\":1.50}}}");
}

int
main (int    argc,
      char **argv)
{
  gh_test_init (&argc, &argv);
  g_test_add_func ("/rpc/message/kinds", test_kinds);
  g_test_add_func ("/rpc/message/failure", test_failure);
  g_test_add_func ("/rpc/message/batch", test_batch);
  g_test_add_func ("/rpc/message/batch-long", test_batch_long);
  g_test_add_func ("/rpc/message/build", test_build);
  return gh_test_run ();
}
