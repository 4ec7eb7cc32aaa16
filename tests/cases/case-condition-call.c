/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * What must be true of calls and their results. */
#include "config.h"

#include "case-condition.h"

#include <string.h>

#include "gh-content.h"

static GhToolCall *
get_call (CaseWorld *world)
{
  return world->calls->len > 0 && world->refused == NULL
           ? g_ptr_array_index (world->calls, world->calls->len - 1)
           : NULL;
}

static const char *
get_outcome (CaseWorld *world)
{
  GhToolCall *call = get_call (world);

  if (world->refused != NULL)
    return "error";
  if (call == NULL)
    return "none";
  switch (gh_tool_call_get_state (call))
    {
    case GH_TOOL_CALL_RUNNING:
      return "pending";
    case GH_TOOL_CALL_DONE:
      return gh_tool_call_get_is_error (call) ? "tool_error" : "result";
    case GH_TOOL_CALL_FAILED:
      return "error";
    case GH_TOOL_CALL_CANCELLED:
      return "cancelled";
    default:
      g_assert_not_reached ();
    }
}

static const char *
get_error_text (CaseWorld *world)
{
  GhToolCall *call = get_call (world);
  const GError *error = world->refused != NULL ? world->refused
                        : call != NULL         ? gh_tool_call_get_error (call)
                                               : NULL;

  return error != NULL ? error->message : "no error";
}

static gboolean
tool_call (CaseWorld *world,
           JsonNode  *wanted,
           GString   *why)
{
  return case_is_word (wanted, get_outcome (world))
         || case_is_not (why, "%s (%s)", get_outcome (world), get_error_text (world));
}

/* --- the result --- */

static GListModel *
get_content (CaseWorld *world)
{
  GhToolCall *call = get_call (world);

  return call != NULL && gh_tool_call_get_state (call) == GH_TOOL_CALL_DONE
           ? gh_tool_call_list_content (call)
           : NULL;
}

/* The texts of the parts of some kinds, with line breaks between. */
static char *
dup_text (GListModel *content,
          guint       kinds)
{
  g_autoptr(GString) text = g_string_new (NULL);
  gboolean first = TRUE;

  for (guint i = 0; i < g_list_model_get_n_items (content); i++)
    {
      g_autoptr(GhContent) part = g_list_model_get_item (content, i);
      const char *words = gh_content_get_text (part);

      if ((kinds & (1u << gh_content_get_kind (part))) == 0)
        continue;
      if (words == NULL)
        words = gh_content_get_uri (part);
      if (words == NULL)
        continue;
      g_string_append_printf (text, "%s%s", first ? "" : "\n", words);
      first = FALSE;
    }
  return g_string_free (g_steal_pointer (&text), FALSE);
}

/* What is text; the structured result only where there is nothing else. */
static char *
dup_result_text (GListModel *content)
{
  g_autofree char *text =
    dup_text (content, 1u << GH_CONTENT_TEXT | 1u << GH_CONTENT_RESOURCE);

  return text[0] != '\0' ? g_steal_pointer (&text)
                         : dup_text (content, 1u << GH_CONTENT_STRUCTURED);
}

static gboolean
no_result (CaseWorld *world,
           GString   *why)
{
  return case_is_not (why, "there is no result: %s (%s)", get_outcome (world),
                      get_error_text (world));
}

static gboolean
tool_result_text (CaseWorld *world,
                  JsonNode  *wanted,
                  GString   *why)
{
  GListModel *content = get_content (world);
  g_autofree char *text = content != NULL ? dup_result_text (content) : NULL;

  if (text == NULL)
    return no_result (world, why);
  return case_is_valid (why, text)
         && (g_strcmp0 (gh_json_node_get_string (wanted), text) == 0
             || case_is_not (why, "\"%.500s\"", text));
}

static gboolean
tool_result_contains (CaseWorld *world,
                      JsonNode  *wanted,
                      GString   *why)
{
  GListModel *content = get_content (world);
  g_autofree char *text = content != NULL ? dup_text (content, G_MAXUINT) : NULL;

  if (text == NULL)
    return no_result (world, why);
  return case_is_valid (why, text)
         && (case_has_texts (wanted, text) || case_is_not (why, "\"%.500s\"", text));
}

static gboolean
tool_result_length (CaseWorld *world,
                    JsonNode  *wanted,
                    GString   *why)
{
  GListModel *content = get_content (world);
  g_autofree char *text = content != NULL ? dup_result_text (content) : NULL;
  gint64 length;

  if (text == NULL)
    return no_result (world, why);
  return case_is_valid (why, text)
         && ((gh_json_node_get_int (wanted, &length) && g_utf8_strlen (text, -1) == length)
             || case_is_not (why, "%ld", g_utf8_strlen (text, -1)));
}

static gboolean
tool_result_json_contains (CaseWorld *world,
                           JsonNode  *wanted,
                           GString   *why)
{
  GhToolCall *call = get_call (world);
  GBytes *json = call != NULL ? gh_tool_call_get_json (call) : NULL;
  gsize length;
  const char *data = json != NULL ? g_bytes_get_data (json, &length) : NULL;
  g_autofree char *text = data != NULL ? g_strndup (data, length) : NULL;
  g_autoptr(JsonNode) node = NULL;

  if (text == NULL)
    return no_result (world, why);
  node = gh_json_read (data, length, NULL);
  if (node == NULL)
    return case_is_not (why, "it is not strict JSON");
  return case_has_texts (wanted, text) || case_is_not (why, "%.500s", text);
}

static gboolean
is_number (JsonNode *wanted,
           gint64    n,
           GString  *why)
{
  gint64 exact;

  return (gh_json_node_get_int (wanted, &exact) && exact == n)
         || case_is_not (why, "%" G_GINT64_FORMAT, n);
}

/* Parts of the result's content: the structured result is none. */
static gboolean
tool_result_parts (CaseWorld *world,
                   JsonNode  *wanted,
                   GString   *why)
{
  GListModel *content = get_content (world);
  gint64 n = 0;

  if (content == NULL)
    return no_result (world, why);
  for (guint i = 0; i < g_list_model_get_n_items (content); i++)
    {
      g_autoptr(GhContent) part = g_list_model_get_item (content, i);

      if (gh_content_get_kind (part) != GH_CONTENT_STRUCTURED)
        n++;
    }
  return is_number (wanted, n, why);
}

/* By its first bytes: PNG, JPEG, GIF, WebP. */
static gboolean
is_image (GBytes *bytes)
{
  gsize length;
  const char *data = bytes != NULL ? g_bytes_get_data (bytes, &length) : NULL;

  if (data == NULL || length < 12)
    return FALSE;
  return memcmp (data, "\x89PNG\r\n\x1a\n", 8) == 0 || memcmp (data, "\xff\xd8\xff", 3) == 0
         || memcmp (data, "GIF8", 4) == 0
         || (memcmp (data, "RIFF", 4) == 0 && memcmp (data + 8, "WEBP", 4) == 0);
}

static gboolean
tool_result_images (CaseWorld *world,
                    JsonNode  *wanted,
                    GString   *why)
{
  GListModel *content = get_content (world);
  gint64 n = 0;

  if (content == NULL)
    return no_result (world, why);
  for (guint i = 0; i < g_list_model_get_n_items (content); i++)
    {
      g_autoptr(GhContent) part = g_list_model_get_item (content, i);

      if (gh_content_get_kind (part) == GH_CONTENT_IMAGE && is_image (gh_content_get_data (part)))
        n++;
    }
  return is_number (wanted, n, why);
}

static gboolean
results_ok (CaseWorld *world,
            JsonNode  *wanted,
            GString   *why)
{
  gint64 n = 0;

  for (guint i = 0; i < world->calls->len; i++)
    {
      GhToolCall *call = g_ptr_array_index (world->calls, i);

      if (gh_tool_call_get_state (call) == GH_TOOL_CALL_DONE && !gh_tool_call_get_is_error (call))
        n++;
    }
  return is_number (wanted, n, why);
}

const CaseCondition case_call_conditions[] = {
  { "tool_call", tool_call },
  { "tool_result_text", tool_result_text },
  { "tool_result_contains", tool_result_contains },
  { "tool_result_length", tool_result_length },
  { "tool_result_json_contains", tool_result_json_contains },
  { "tool_result_parts", tool_result_parts },
  { "tool_result_images", tool_result_images },
  { "results_ok", results_ok },
  { NULL },
};
