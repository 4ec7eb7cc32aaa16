/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * A session and a peer that sends anything. The first line is the era that is wanted, or a
 * revision. Each further line is a message of the peer, with "@" for the id of our last request;
 * or, when it begins with "!", something that we do meanwhile. */
#include "config.h"

#include "fuzz.h"

#include "gh-fake-delegate.h"
#include "gh-fake-transport.h"
#include "gh-json.h"
#include "gh-mcp-session.h"

/* Enough for any answer to travel up. */
#define MAX_TURNS 100

typedef struct
{
  GhFakeTransport *transport;
  GhFakeDelegate *delegate;
  GhMcpSession *session;
  GCancellable *cancellable;
  char *last_id; /* owned; JSON */
  guint n_pending;
  gboolean asked; /* for completion */
} Fuzz;

static void
settle (Fuzz *fuzz)
{
  char *text;

  for (guint i = 0; i < MAX_TURNS && g_main_context_iteration (NULL, FALSE); i++)
    ;
  while ((text = gh_fake_transport_pop_sent (fuzz->transport)) != NULL)
    {
      g_autoptr(JsonNode) node = gh_json_read (text, strlen (text), NULL);
      JsonObject *message = gh_json_node_get_object (node);

      /* What we send is JSON, always. */
      g_assert_nonnull (node);
      if (gh_json_get_string (message, "method") != NULL && gh_json_get (message, "id") != NULL)
        {
          g_free (fuzz->last_id);
          fuzz->last_id = gh_json_write (gh_json_get (message, "id"), NULL);
        }
      g_free (text);
    }
}

static void
receive (Fuzz       *fuzz,
         const char *line)
{
  g_auto(GStrv) parts = g_strsplit (line, "@", -1);
  g_autofree char *text = g_strjoinv (fuzz->last_id != NULL ? fuzz->last_id : "1", parts);

  gh_fake_transport_receive (fuzz->transport, text);
}

static void
started_cb (GObject      *source,
            GAsyncResult *result,
            gpointer      user_data)
{
  Fuzz *fuzz = user_data;
  g_autoptr(GError) error = NULL;

  fuzz->n_pending--;
  if (!gh_mcp_session_start_finish (GH_MCP_SESSION (source), result, &error))
    g_assert_true (g_utf8_validate (error->message, -1, NULL));
}

static void
listed_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  Fuzz *fuzz = user_data;
  g_autoptr(GError) error = NULL;
  g_autoptr(GPtrArray) tools = NULL;

  fuzz->n_pending--;
  tools = gh_mcp_session_list_tools_finish (GH_MCP_SESSION (source), result, &error);
  g_assert_true ((tools == NULL) == (error != NULL));
}

static void
called_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  Fuzz *fuzz = user_data;
  g_autoptr(GError) error = NULL;
  g_autoptr(GhMcpToolResult) called = NULL;

  fuzz->n_pending--;
  called = gh_mcp_session_call_tool_finish (GH_MCP_SESSION (source), result, &error);
  g_assert_true ((called == NULL) == (error != NULL));
}

static void
resources_cb (GObject      *source,
              GAsyncResult *result,
              gpointer      user_data)
{
  Fuzz *fuzz = user_data;
  g_autoptr(GError) error = NULL;
  g_autoptr(GPtrArray) resources = NULL;

  fuzz->n_pending--;
  resources = gh_mcp_session_list_resources_finish (GH_MCP_SESSION (source), result, &error);
  g_assert_true ((resources == NULL) == (error != NULL));
}

static void
templates_cb (GObject      *source,
              GAsyncResult *result,
              gpointer      user_data)
{
  Fuzz *fuzz = user_data;
  g_autoptr(GPtrArray) templates = NULL;

  fuzz->n_pending--;
  templates = gh_mcp_session_list_resource_templates_finish (GH_MCP_SESSION (source), result, NULL);
}

static void
read_cb (GObject      *source,
         GAsyncResult *result,
         gpointer      user_data)
{
  Fuzz *fuzz = user_data;
  g_autoptr(GPtrArray) contents = NULL;

  fuzz->n_pending--;
  contents = gh_mcp_session_read_resource_finish (GH_MCP_SESSION (source), result, NULL);
}

static void
prompts_cb (GObject      *source,
            GAsyncResult *result,
            gpointer      user_data)
{
  Fuzz *fuzz = user_data;
  g_autoptr(GPtrArray) prompts = NULL;

  fuzz->n_pending--;
  prompts = gh_mcp_session_list_prompts_finish (GH_MCP_SESSION (source), result, NULL);
}

static void
completed_cb (GObject      *source,
              GAsyncResult *result,
              gpointer      user_data)
{
  Fuzz *fuzz = user_data;
  g_autoptr(GhMcpCompletion) completion = NULL;

  fuzz->n_pending--;
  completion = gh_mcp_session_complete_finish (GH_MCP_SESSION (source), result, NULL);
}

static void
progress_cb (double      progress,
             double      total,
             const char *message,
             gpointer    user_data)
{
}

static void
act (Fuzz *fuzz,
     char  action)
{
  GhMcpSession *session = fuzz->session;
  GCancellable *cancellable = fuzz->cancellable;

  /* Questions wait for each other in real time. */
  if (action == 'e' && fuzz->asked)
    return;
  if (action != '\0' && strchr ("trmdpeca", action) != NULL)
    fuzz->n_pending++;
  switch (action)
    {
    case 't':
      gh_mcp_session_list_tools_async (session, cancellable, listed_cb, fuzz);
      break;
    case 'r':
      gh_mcp_session_list_resources_async (session, cancellable, resources_cb, fuzz);
      break;
    case 'm':
      gh_mcp_session_list_resource_templates_async (session, cancellable, templates_cb, fuzz);
      break;
    case 'd':
      gh_mcp_session_read_resource_async (session, "file:///a", cancellable, read_cb, fuzz);
      break;
    case 'p':
      gh_mcp_session_list_prompts_async (session, cancellable, prompts_cb, fuzz);
      break;
    case 'e':
      fuzz->asked = TRUE;
      gh_mcp_session_complete_async (session, GH_MCP_COMPLETION_PROMPT, "p", "a", "v", NULL,
                                     cancellable, completed_cb, fuzz);
      break;
    case 'c':
    case 'a':
      {
        g_autoptr(JsonNode) arguments = gh_json_node_new_object (json_object_new ());

        gh_mcp_session_call_tool_async (session, "t", arguments,
                                        action == 'c' ? progress_cb : NULL, fuzz,
                                        cancellable, called_cb, fuzz);
        break;
      }
    case 'x':
      g_cancellable_cancel (cancellable);
      settle (fuzz);
      g_object_unref (fuzz->cancellable);
      fuzz->cancellable = g_cancellable_new ();
      break;
    case 'o':
      gh_mcp_session_roots_changed (session);
      break;
    case 'k':
      gh_fake_transport_close (fuzz->transport, NULL);
      break;
    default:
      break;
    }
}

static void
closed_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  gboolean *closed = user_data;

  *closed = gh_mcp_session_close_finish (GH_MCP_SESSION (source), result, NULL);
  g_assert_true (*closed);
}

static void
end (Fuzz *fuzz)
{
  gboolean closed = FALSE;

  gh_mcp_session_close_async (fuzz->session, closed_cb, &closed);
  while (!closed || fuzz->n_pending > 0)
    g_main_context_iteration (NULL, TRUE);
  settle (fuzz);
  g_assert_finalize_object (fuzz->session);
  settle (fuzz);
  g_assert_finalize_object (fuzz->delegate);
  g_assert_finalize_object (fuzz->transport);
  g_object_unref (fuzz->cancellable);
  g_free (fuzz->last_id);
}

int
LLVMFuzzerTestOneInput (const uint8_t *data,
                        size_t         size)
{
  g_autofree char *text = g_strndup ((const char *) data, size);
  g_auto(GStrv) lines = g_strsplit (text, "\n", 40);
  Fuzz fuzz = { 0 };

  if (lines[0] == NULL)
    return 0;
  fuzz.transport = gh_fake_transport_new ();
  fuzz.delegate = gh_fake_delegate_new ();
  gh_fake_delegate_set_text (fuzz.delegate, "a");
  gh_fake_delegate_add_root (fuzz.delegate, "file:///a", NULL);
  fuzz.cancellable = g_cancellable_new ();
  fuzz.session = gh_mcp_session_new (GH_RPC_TRANSPORT (fuzz.transport),
                                     GH_MCP_DELEGATE (fuzz.delegate));
  if (g_utf8_validate (lines[0], -1, NULL))
    g_object_set (fuzz.session, "era", lines[0], NULL);
  fuzz.n_pending++;
  gh_mcp_session_start_async (fuzz.session, NULL, started_cb, &fuzz);
  settle (&fuzz);
  for (guint i = 1; lines[i] != NULL; i++)
    {
      if (lines[i][0] == '!')
        act (&fuzz, lines[i][1]);
      else
        receive (&fuzz, lines[i]);
      settle (&fuzz);
    }
  end (&fuzz);
  return 0;
}
