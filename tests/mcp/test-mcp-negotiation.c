/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * Which step finds out what a server speaks, as a table of steps and what comes of them. */
#include "config.h"

#include "gh-mcp-negotiation.h"

#include <libsoup/soup.h>
#include <string.h>

#include "gh-json.h"
#include "gh-mcp-error.h"
#include "gh-mcp-http-error.h"
#include "gh-rpc-error.h"
#include "gh-test.h"

#define MAX_MOVES 8

#define STDIO GH_MCP_CONNECTION_STDIO
#define HTTP GH_MCP_CONNECTION_HTTP
#define SSE GH_MCP_CONNECTION_SSE

#define MODERN "{\"supportedVersions\":[\"2026-07-28\"],\"capabilities\":{\"tools\":{}}}"
#define LEGACY "{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{\"tools\":{}}}"
#define PROBE "discover stdio 2026-07-28 probe"
#define DISCOVER "discover stdio 2026-07-28"
#define INITIALIZE "initialize stdio 2025-11-25"
#define HTTP_PROBE "discover http 2026-07-28 probe"
#define HTTP_INITIALIZE "initialize http 2025-11-25"
#define SSE_INITIALIZE "initialize sse 2025-11-25 fresh"

typedef struct
{
  const char *name;
  const char *pin;
  const char *known; /* NULL: nothing */
  guint kinds;
  gboolean renewable;
  const char *kept; /* known afterwards */
  /* A step, and what comes of it, in turns; the last is "done ..." or "fail ...". */
  const char *moves[MAX_MOVES * 2];
} Case;

static const Case cases[] = {
  /* 2.20: the three outcomes of the probe. */
  { "modern", "auto", NULL, STDIO, TRUE, "modern",
    { PROBE, MODERN, "done modern 2026-07-28" } },
  { "legacy-not-found", "auto", NULL, STDIO, TRUE, "legacy",
    { PROBE, "-32601", INITIALIZE, LEGACY, "done legacy 2025-11-25" } },
  { "legacy-silent", "auto", NULL, STDIO, TRUE, "legacy",
    { PROBE, "silent", INITIALIZE, LEGACY, "done legacy 2025-11-25" } },
  /* 2.21: never one code. */
  { "legacy-invalid-params", "auto", NULL, STDIO, TRUE, "legacy",
    { PROBE, "-32602", INITIALIZE, LEGACY, "done legacy 2025-11-25" } },
  { "legacy-internal", "auto", NULL, STDIO, TRUE, "legacy",
    { PROBE, "-32603", INITIALIZE, LEGACY, "done legacy 2025-11-25" } },
  { "legacy-own-code", "auto", NULL, STDIO, TRUE, "legacy",
    { PROBE, "-32000", INITIALIZE, LEGACY, "done legacy 2025-11-25" } },
  { "legacy-positive-code", "auto", NULL, STDIO, TRUE, "legacy",
    { PROBE, "404", INITIALIZE, LEGACY, "done legacy 2025-11-25" } },
  /* 2.22: what is no DiscoverResult. */
  { "empty-result", "auto", NULL, STDIO, TRUE, "legacy",
    { PROBE, "{}", INITIALIZE, LEGACY, "done legacy 2025-11-25" } },
  { "no-versions", "auto", NULL, STDIO, TRUE, "legacy",
    { PROBE, "{\"supportedVersions\":[]}", INITIALIZE, LEGACY, "done legacy 2025-11-25" } },
  { "versions-of-another-type", "auto", NULL, STDIO, TRUE, "legacy",
    { PROBE, "{\"supportedVersions\":[\"2026-07-28\",1]}", INITIALIZE, LEGACY,
      "done legacy 2025-11-25" } },
  { "no-object", "auto", NULL, STDIO, TRUE, "legacy",
    { PROBE, "[]", INITIALIZE, LEGACY, "done legacy 2025-11-25" } },
  { "incomplete", "auto", NULL, STDIO, TRUE, "legacy",
    { PROBE, "{\"resultType\":\"task\",\"supportedVersions\":[\"2026-07-28\"]}", INITIALIZE, LEGACY,
      "done legacy 2025-11-25" } },
  { "malformed-answer", "auto", NULL, STDIO, TRUE, "legacy",
    { PROBE, "malformed", INITIALIZE, LEGACY, "done legacy 2025-11-25" } },
  { "downgrade", "auto", NULL, STDIO, TRUE, "legacy",
    { PROBE, "-32601", INITIALIZE, "{\"protocolVersion\":\"2024-11-05\"}",
      "done legacy 2024-11-05" } },
  /* 2.15: another revision, even the same one, twice at the most. */
  { "named-again", "auto", NULL, STDIO, TRUE, "modern",
    { PROBE, "-32022 2026-07-28", DISCOVER, MODERN, "done modern 2026-07-28" } },
  { "named-for-ever", "auto", NULL, STDIO, TRUE, "",
    { PROBE, "-32022 2026-07-28", DISCOVER, "-32022 2026-07-28", DISCOVER, "-32022 2026-07-28",
      "fail speaks protocol revision 2026-07-28" } },
  { "named-unknown", "auto", NULL, STDIO, TRUE, "",
    { PROBE, "-32022 2099-01-01", "fail revision 2099-01-01; Gatehouse speaks 2026-07-28, 2025" } },
  { "discovered-unknown", "auto", NULL, STDIO, TRUE, "",
    { PROBE, "{\"supportedVersions\":[\"2099-01-01\"]}", "fail protocol revision 2099-01-01" } },
  /* 2.16: it knows the modern era and offers us the other. */
  { "named-legacy", "auto", NULL, STDIO, TRUE, "legacy",
    { PROBE, "-32022 2025-03-26 2025-06-18", "initialize stdio 2025-06-18",
      "{\"protocolVersion\":\"2025-06-18\"}", "done legacy 2025-06-18" } },
  { "discovered-legacy", "auto", NULL, STDIO, TRUE, "legacy",
    { PROBE, "{\"supportedVersions\":[\"2025-06-18\"]}", "initialize stdio 2025-06-18",
      "{\"protocolVersion\":\"2025-06-18\"}", "done legacy 2025-06-18" } },
  /* 1.16: modern, whatever is wrong. */
  { "missing-capability", "auto", NULL, STDIO, TRUE, "", { PROBE, "-32021", "fail error -32021" } },
  { "header-mismatch", "auto", NULL, STDIO, TRUE, "", { PROBE, "-32020", "fail error -32020" } },
  { "version-without-list", "auto", NULL, STDIO, TRUE, "",
    { PROBE, "-32022", "fail error -32022" } },
  /* 2.23: it ends at the question. */
  { "exit-at-probe", "auto", NULL, STDIO, TRUE, "legacy",
    { PROBE, "exit", INITIALIZE " fresh", LEGACY, "done legacy 2025-11-25" } },
  { "exit-after-probe", "auto", NULL, STDIO, TRUE, "legacy",
    { PROBE, "silent", INITIALIZE, "exit", INITIALIZE " fresh", LEGACY,
      "done legacy 2025-11-25" } },
  { "exit-always", "auto", NULL, STDIO, TRUE, "",
    { PROBE, "exit", INITIALIZE " fresh", "exit", "fail ended with code 1" } },
  { "exit-not-renewable", "auto", NULL, STDIO, FALSE, "",
    { PROBE, "exit", "fail ended with code 1" } },
  /* Slow to start, and modern. */
  { "slow-modern", "auto", NULL, STDIO, TRUE, "modern",
    { PROBE, "silent", INITIALIZE, "-32601", DISCOVER, MODERN, "done modern 2026-07-28" } },
  { "slow-modern-names-versions", "auto", NULL, STDIO, TRUE, "modern",
    { PROBE, "silent", INITIALIZE, "-32022 2026-07-28", DISCOVER, MODERN,
      "done modern 2026-07-28" } },
  { "silent-always", "auto", NULL, STDIO, TRUE, "",
    { PROBE, "silent", INITIALIZE, "silent", "fail server/discover: no answer; initialize: no" } },
  { "refused-always", "auto", NULL, STDIO, TRUE, "",
    { PROBE, "-32601", INITIALIZE, "-32603",
      "fail server/discover: error -32601; initialize: error -32603" } },
  { "slow-and-refused", "auto", NULL, STDIO, TRUE, "",
    { PROBE, "silent", INITIALIZE, "-32603", DISCOVER, "-32601",
      "fail initialize: error -32603" } },
  { "version-refused", "auto", NULL, STDIO, TRUE, "",
    { PROBE, "-32601", INITIALIZE, "-32602 2023-01-01",
      "fail speaks protocol revision 2023-01-01" } },
  { "strange-version", "auto", NULL, STDIO, TRUE, "",
    { PROBE, "-32601", INITIALIZE, "{\"protocolVersion\":\"1.0\"}",
      "fail speaks protocol revision 1.0" } },
  { "no-program", "auto", NULL, STDIO, TRUE, "", { PROBE, "spawn", "fail cannot be started" } },

  /* 2.27: what is known. */
  { "known-legacy", "auto", "legacy", STDIO, TRUE, "legacy",
    { INITIALIZE, LEGACY, "done legacy 2025-11-25" } },
  { "known-modern", "auto", "modern", STDIO, TRUE, "modern",
    { DISCOVER, MODERN, "done modern 2026-07-28" } },
  { "no-longer-legacy", "auto", "legacy", STDIO, TRUE, "modern",
    { INITIALIZE, "-32601", PROBE, MODERN, "done modern 2026-07-28" } },
  { "no-longer-legacy-names-versions", "auto", "legacy", STDIO, TRUE, "modern",
    { INITIALIZE, "-32600 2026-07-28", DISCOVER, MODERN, "done modern 2026-07-28" } },
  { "no-longer-modern", "auto", "modern", STDIO, TRUE, "legacy",
    { DISCOVER, "-32601", INITIALIZE, LEGACY, "done legacy 2025-11-25" } },
  { "known-legacy-exits", "auto", "legacy", STDIO, TRUE, "",
    { INITIALIZE, "exit", "fail ended with code 1" } },
  { "known-legacy-no-program", "auto", "legacy", STDIO, TRUE, "legacy",
    { INITIALIZE, "spawn", "fail cannot be started" } },
  { "known-legacy-broken", "auto", "legacy", STDIO, TRUE, "",
    { INITIALIZE, "-32603", PROBE, "-32601",
      "fail initialize: error -32603; server/discover: error -32601" } },
  { "known-modern-silent", "auto", "modern", STDIO, TRUE, "",
    { DISCOVER, "silent", "fail no answer" } },
  { "known-modern-exits", "auto", "modern", STDIO, TRUE, "legacy",
    { DISCOVER, "exit", INITIALIZE " fresh", LEGACY, "done legacy 2025-11-25" } },

  /* 2.28: pins. */
  { "pin-legacy", "legacy", "modern", STDIO, TRUE, "legacy",
    { INITIALIZE, LEGACY, "done legacy 2025-11-25" } },
  { "pin-legacy-refused", "legacy", NULL, STDIO, TRUE, "",
    { INITIALIZE, "-32022 2026-07-28",
      "fail speaks protocol revision 2026-07-28; only 2025-11-25, 2025-06-18, 2025-03-26, "
      "2024-11-05 is allowed for it" } },
  { "pin-legacy-not-found", "legacy", NULL, STDIO, TRUE, "",
    { INITIALIZE, "-32601",
      "fail Only protocol revision 2025-11-25, 2025-06-18, 2025-03-26, 2024-11-05 is allowed for "
      "this server, which does not seem to speak it: error -32601" } },
  { "pin-legacy-modern-error", "legacy", NULL, STDIO, TRUE, "",
    { INITIALIZE, "-32020", "fail is allowed for this server" } },
  { "pin-legacy-internal", "2025-06-18", NULL, STDIO, TRUE, "",
    { "initialize stdio 2025-06-18", "-32603", "fail error -32603" } },
  { "pin-modern", "modern", "legacy", STDIO, TRUE, "modern",
    { DISCOVER, MODERN, "done modern 2026-07-28" } },
  { "pin-modern-refused", "modern", NULL, STDIO, TRUE, "",
    { DISCOVER, "-32601",
      "fail Only protocol revision 2026-07-28 is allowed for this server, which does not seem to "
      "speak it: error -32601" } },
  { "pin-modern-refused-otherwise", "2026-07-28", NULL, STDIO, TRUE, "",
    { DISCOVER, "-32002", "fail is allowed for this server, which does not seem" } },
  { "pin-modern-empty-result", "modern", NULL, STDIO, TRUE, "",
    { DISCOVER, "{}", "fail is allowed for this server, which does not seem" } },
  { "pin-modern-missing-capability", "modern", NULL, STDIO, TRUE, "",
    { DISCOVER, "-32021", "fail error -32021" } },
  { "pin-modern-exits", "modern", NULL, STDIO, TRUE, "",
    { DISCOVER, "exit", "fail ended with code 1" } },
  { "pin-modern-offered-legacy", "modern", NULL, STDIO, TRUE, "",
    { DISCOVER, "-32022 2025-11-25", "fail speaks protocol revision 2025-11-25" } },
  { "pin-revision", "2025-06-18", NULL, STDIO, TRUE, "legacy",
    { "initialize stdio 2025-06-18", "{\"protocolVersion\":\"2025-06-18\"}",
      "done legacy 2025-06-18" } },
  { "pin-revision-not-met", "2025-06-18", NULL, STDIO, TRUE, "",
    { "initialize stdio 2025-06-18", "{\"protocolVersion\":\"2025-03-26\"}",
      "fail only 2025-06-18 is allowed" } },
  { "pin-modern-revision", "2026-07-28", NULL, STDIO, TRUE, "modern",
    { DISCOVER, MODERN, "done modern 2026-07-28" } },

  /* 2.24-2.26, 4.43: over HTTP. */
  { "http-modern", "auto", NULL, HTTP | SSE, TRUE, "modern",
    { HTTP_PROBE, MODERN, "done modern 2026-07-28" } },
  { "http-400", "auto", NULL, HTTP | SSE, TRUE, "legacy",
    { HTTP_PROBE, "http 400", HTTP_INITIALIZE, LEGACY, "done legacy 2025-11-25" } },
  { "http-json-error", "auto", NULL, HTTP | SSE, TRUE, "legacy",
    { HTTP_PROBE, "-32000", HTTP_INITIALIZE, LEGACY, "done legacy 2025-11-25" } },
  { "http-modern-error", "auto", NULL, HTTP | SSE, TRUE, "modern",
    { HTTP_PROBE, "-32022 2026-07-28", "discover http 2026-07-28", MODERN,
      "done modern 2026-07-28" } },
  /* 1.16, 2.25: it has not this method, but knows what era it is. */
  { "http-modern-without-discover", "auto", NULL, HTTP | SSE, TRUE, "modern",
    { HTTP_PROBE, "-32601 over 404", "done modern 2026-07-28" } },
  { "http-no-longer-legacy-without-discover", "auto", "legacy", HTTP | SSE, TRUE, "modern",
    { HTTP_INITIALIZE, "-32601 over 404", HTTP_PROBE, "-32601 over 404",
      "done modern 2026-07-28" } },
  { "http-not-found-with-success", "auto", NULL, HTTP | SSE, TRUE, "legacy",
    { HTTP_PROBE, "-32601 over 200", HTTP_INITIALIZE, LEGACY, "done legacy 2025-11-25" } },
  { "http-not-found-with-400", "auto", NULL, HTTP | SSE, TRUE, "legacy",
    { HTTP_PROBE, "-32601 over 400", HTTP_INITIALIZE, LEGACY, "done legacy 2025-11-25" } },
  { "http-404-other-error", "auto", NULL, HTTP | SSE, TRUE, "legacy",
    { HTTP_PROBE, "-32000 over 404", HTTP_INITIALIZE, LEGACY, "done legacy 2025-11-25" } },
  { "http-pin-modern-400", "modern", NULL, HTTP | SSE, TRUE, "",
    { "discover http 2026-07-28", "http 400", "fail is allowed for this server" } },
  { "http-pin-modern-404", "modern", NULL, HTTP | SSE, TRUE, "",
    { "discover http 2026-07-28", "http 404", "fail status 404" } },
  { "http-500", "auto", NULL, HTTP | SSE, TRUE, "legacy",
    { HTTP_PROBE, "http 500", HTTP_INITIALIZE, LEGACY, "done legacy 2025-11-25" } },
  { "http-hangs-up", "auto", NULL, HTTP | SSE, TRUE, "legacy",
    { HTTP_PROBE, "hang-up", HTTP_INITIALIZE, LEGACY, "done legacy 2025-11-25" } },
  { "http-sse", "auto", NULL, HTTP | SSE, TRUE, "legacy",
    { HTTP_PROBE, "http 404", HTTP_INITIALIZE, "http 405", SSE_INITIALIZE,
      "{\"protocolVersion\":\"2024-11-05\"}", "done legacy 2024-11-05" } },
  { "http-all-refused", "auto", NULL, HTTP | SSE, TRUE, "",
    { HTTP_PROBE, "http 404", HTTP_INITIALIZE, "http 405", SSE_INITIALIZE, "http 404",
      "fail server/discover: status 404; initialize: status 405; HTTP+SSE: status 404" } },
  { "http-slow-all-refused", "auto", NULL, HTTP | SSE, TRUE, "",
    { HTTP_PROBE, "silent", HTTP_INITIALIZE, "http 405", SSE_INITIALIZE, "http 404",
      "fail server/discover: no answer; initialize: status 405; HTTP+SSE: status 404" } },
  { "http-without-sse", "auto", NULL, HTTP, TRUE, "",
    { HTTP_PROBE, "http 404", HTTP_INITIALIZE, "http 405",
      "fail server/discover: status 404; initialize: status 405" } },
  { "http-not-renewable", "auto", NULL, HTTP | SSE, FALSE, "",
    { HTTP_PROBE, "http 404", HTTP_INITIALIZE, "http 405", "fail status 405" } },
  /* 2.25: who asks is another matter. */
  { "http-401", "auto", "", HTTP | SSE, TRUE, "", { HTTP_PROBE, "http 401", "fail status 401" } },
  { "http-403-kept", "auto", "legacy", HTTP | SSE, TRUE, "legacy",
    { HTTP_INITIALIZE, "http 403", "fail status 403" } },
  { "http-401-at-initialize", "auto", NULL, HTTP | SSE, TRUE, "",
    { HTTP_PROBE, "http 400", HTTP_INITIALIZE, "http 401", "fail status 401" } },
  { "http-network", "auto", "legacy", HTTP | SSE, TRUE, "legacy",
    { HTTP_INITIALIZE, "network", "fail unreachable" } },
  { "http-known-legacy-sse", "auto", "legacy", HTTP | SSE, TRUE, "legacy",
    { HTTP_INITIALIZE, "http 405", SSE_INITIALIZE, "{\"protocolVersion\":\"2024-11-05\"}",
      "done legacy 2024-11-05" } },
  { "http-no-longer-legacy", "auto", "legacy", HTTP | SSE, TRUE, "modern",
    { HTTP_INITIALIZE, "http 405", SSE_INITIALIZE, "http 405",
      "discover http 2026-07-28 probe fresh", MODERN, "done modern 2026-07-28" } },
  { "sse-only", "auto", NULL, SSE, TRUE, "legacy",
    { "initialize sse 2025-11-25", LEGACY, "done legacy 2025-11-25" } },
  { "sse-only-refused", "auto", NULL, SSE, TRUE, "",
    { "initialize sse 2025-11-25", "http 404", "fail status 404" } },
  { "sse-pinned-modern", "modern", NULL, SSE, TRUE, "", { "fail no modern" } },
};

static const char *
show_connection (GhMcpConnection connection)
{
  return connection == STDIO ? "stdio" : connection == HTTP ? "http" : "sse";
}

static char *
show (GhMcpNegotiation *negotiation)
{
  const GhMcpStep *step = gh_mcp_negotiation_get_step (negotiation);

  return g_strdup_printf ("%s %s %s%s%s",
                          step->kind == GH_MCP_STEP_DISCOVER ? "discover" : "initialize",
                          show_connection (step->connection), step->version,
                          step->patient ? "" : " probe", step->fresh ? " fresh" : "");
}

static GError *
remote_error (const char *outcome)
{
  g_auto(GStrv) words = g_strsplit (outcome, " ", -1);
  g_autofree char *text = g_strdup_printf ("error %s", words[0]);
  g_autoptr(JsonNode) data = NULL;
  GError *error;

  if (g_strcmp0 (words[1], "over") == 0)
    {
      error = gh_rpc_remote_error_new (atoi (words[0]), text, NULL);
      gh_rpc_remote_error_set_status (error, atoi (words[2]));
      return error;
    }
  if (words[1] != NULL)
    {
      g_autofree char *listed = g_strjoinv ("\",\"", words + 1);
      g_autofree char *json = g_strdup_printf ("{\"supported\":[\"%s\"]}", listed);

      data = gh_json_read (json, strlen (json), NULL);
    }
  return gh_rpc_remote_error_new (atoi (words[0]), text, data);
}

static GError *
make_error (const char *outcome)
{
  if (strcmp (outcome, "silent") == 0)
    return g_error_new_literal (GH_RPC_ERROR, GH_RPC_ERROR_TIMED_OUT, "no answer");
  if (strcmp (outcome, "exit") == 0)
    return g_error_new_literal (GH_RPC_ERROR, GH_RPC_ERROR_EXITED,
                                "the program ended with code 1");
  if (strcmp (outcome, "spawn") == 0)
    return g_error_new_literal (GH_RPC_ERROR, GH_RPC_ERROR_SPAWN, "cannot be started");
  if (strcmp (outcome, "malformed") == 0)
    return g_error_new_literal (GH_RPC_ERROR, GH_RPC_ERROR_MALFORMED, "result and error");
  if (strcmp (outcome, "network") == 0)
    return g_error_new_literal (G_IO_ERROR, G_IO_ERROR_HOST_UNREACHABLE, "unreachable");
  if (strcmp (outcome, "hang-up") == 0)
    return g_error_new_literal (G_IO_ERROR, G_IO_ERROR_PARTIAL_INPUT, "hung up");
  if (g_str_has_prefix (outcome, "http "))
    return g_error_new (GH_MCP_HTTP_ERROR, atoi (outcome + strlen ("http ")), "status %s",
                        outcome + strlen ("http "));
  return remote_error (outcome);
}

static void
take (GhMcpNegotiation *negotiation,
      const char       *outcome)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(JsonNode) answer = NULL;

  if (*outcome == '{' || *outcome == '[')
    {
      answer = gh_json_read (outcome, strlen (outcome), &error);
      g_assert_no_error (error);
      gh_mcp_negotiation_take_answer (negotiation, answer);
      return;
    }
  error = make_error (outcome);
  gh_mcp_negotiation_take_failure (negotiation, error);
}

static void
check_done (GhMcpNegotiation *negotiation,
            const char       *wanted)
{
  g_autoptr(GhMcpServerInfo) info = NULL;
  g_autofree char *shown = NULL;

  g_assert_cmpint (gh_mcp_negotiation_get_step (negotiation)->kind, ==, GH_MCP_STEP_DONE);
  info = gh_mcp_negotiation_steal_info (negotiation);
  shown = g_strdup_printf ("done %s %s", gh_mcp_era_get_name (info->era), info->version);
  g_assert_cmpstr (shown, ==, wanted);
}

static void
check_failed (GhMcpNegotiation *negotiation,
              const char       *part)
{
  const GError *error = gh_mcp_negotiation_get_error (negotiation);

  g_assert_cmpint (gh_mcp_negotiation_get_step (negotiation)->kind, ==, GH_MCP_STEP_FAIL);
  g_assert_nonnull (error);
  g_test_message ("%s", error->message);
  g_assert_nonnull (strstr (error->message, part));
  if (strstr (part, "is allowed") != NULL)
    g_assert_error (error, GH_MCP_ERROR, GH_MCP_ERROR_VERSION);
}

static void
test_case (gconstpointer data)
{
  const Case *each = data;
  g_autoptr(GhMcpNegotiation) negotiation = NULL;
  g_autoptr(GError) error = NULL;
  const char * const *move;
  GhMcpEraPin pin;

  g_assert_true (gh_mcp_era_parse_pin (each->pin, &pin, &error));
  g_assert_no_error (error);
  negotiation = gh_mcp_negotiation_new (&pin, gh_mcp_era_from_name (each->known), each->kinds,
                                        each->renewable);
  for (move = each->moves; move[1] != NULL; move += 2)
    {
      g_autofree char *shown = show (negotiation);

      g_assert_cmpstr (shown, ==, move[0]);
      take (negotiation, move[1]);
    }
  if (g_str_has_prefix (*move, "fail "))
    check_failed (negotiation, *move + strlen ("fail "));
  else
    check_done (negotiation, *move);
  g_assert_cmpint (gh_mcp_negotiation_get_known (negotiation), ==,
                   gh_mcp_era_from_name (each->kept));
}

static void
test_pins (void)
{
  g_autoptr(GError) error = NULL;
  GhMcpEraPin pin;

  g_assert_false (gh_mcp_era_parse_pin ("2024-10-07", &pin, &error));
  g_assert_error (error, GH_MCP_ERROR, GH_MCP_ERROR_VERSION);
  g_clear_error (&error);
  g_assert_false (gh_mcp_era_parse_pin ("", &pin, &error));
  g_assert_true (gh_mcp_era_parse_pin ("auto", &pin, NULL));
  g_assert_cmpint (pin.era, ==, GH_MCP_ERA_AUTO);
  g_assert_true (gh_mcp_era_parse_pin ("2024-11-05", &pin, NULL));
  g_assert_cmpint (pin.era, ==, GH_MCP_ERA_LEGACY);
  g_assert_cmpstr (pin.revision, ==, "2024-11-05");
  g_assert_cmpint (gh_mcp_era_from_name ("auto"), ==, GH_MCP_ERA_AUTO);
  g_assert_cmpint (gh_mcp_era_from_name ("2026-07-28"), ==, GH_MCP_ERA_AUTO);
}

int
main (int    argc,
      char **argv)
{
  gh_test_init (&argc, &argv);
  g_test_add_func ("/mcp/negotiation/pins", test_pins);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = g_strdup_printf ("/mcp/negotiation/%s", cases[i].name);

      g_test_add_data_func (path, &cases[i], test_case);
    }
  return g_test_run ();
}
