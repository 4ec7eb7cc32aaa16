/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * An answer with uses of tools as text for showing and for an editor, and back. */
#include "config.h"

#include "gh-cli-answer-text.h"

#include <glib/gi18n.h>
#include <string.h>

#include "gh-plain-text.h"

/* Names of tools that are told at once. */
#define MOST_NAMES 50
#define LONGEST_NAME 200

static gboolean
has_tools (GhSamplingRequest *request)
{
  return g_list_model_get_n_items (gh_sampling_request_list_tools (request)) > 0;
}

static GListModel *
list_parts (GhSamplingRequest *request)
{
  return gh_sampling_answer_list_parts (gh_sampling_request_get_current_answer (request));
}

static gsize
measure_mark (const char *text,
              gsize       longest)
{
  for (const char *line = text; line != NULL; line = strchr (line, '\n'))
    {
      line += *line == '\n';
      longest = MAX (longest, strspn (line, "="));
    }
  return longest;
}

/* What a line that names a tool begins with: so many "=" that no line of the answer does. */
static char *
dup_mark (GhSamplingRequest *request)
{
  GListModel *parts = list_parts (request);
  g_autofree char *equals = NULL;
  gsize longest = 2;

  for (guint i = 0; i < g_list_model_get_n_items (parts); i++)
    {
      g_autoptr(GhSamplingPart) part = g_list_model_get_item (parts, i);

      longest = measure_mark (gh_sampling_part_get_text (part), longest);
    }
  equals = g_strnfill (longest + 1, '=');
  /* Translators: stands before the name of a tool, in a line of its own. */
  return g_strdup_printf ("%s %s ", equals, _("Tool:"));
}

static char *
dup_name (const char *name)
{
  return gh_plain_text_dup (name, LONGEST_NAME, GH_PLAIN_TEXT_ONE_LINE);
}

char *
gh_cli_answer_text_dup (GhSamplingRequest *request)
{
  GString *text = g_string_new (NULL);
  g_autofree char *mark = NULL;
  GListModel *parts;

  g_return_val_if_fail (GH_IS_SAMPLING_REQUEST (request), g_string_free (text, FALSE));

  g_string_append (text, gh_sampling_request_get_answer (request));
  parts = list_parts (request);
  mark = dup_mark (request);
  for (guint i = 0; i < g_list_model_get_n_items (parts); i++)
    {
      g_autoptr(GhSamplingPart) part = g_list_model_get_item (parts, i);
      g_autofree char *name = dup_name (gh_sampling_part_get_tool (part));

      if (gh_sampling_part_get_kind (part) == GH_SAMPLING_PART_TOOL_USE)
        g_string_append_printf (text, "%s%s%s\n%s", text->len > 0 ? "\n" : "", mark, name,
                                gh_sampling_part_get_text (part));
    }
  return g_string_free (text, FALSE);
}

static GhSamplingTool *
find_tool (GhSamplingRequest *request,
           const char        *name)
{
  GListModel *tools = gh_sampling_request_list_tools (request);

  for (guint i = 0; i < g_list_model_get_n_items (tools); i++)
    {
      g_autoptr(GhSamplingTool) tool = g_list_model_get_item (tools, i);
      g_autofree char *own = dup_name (gh_tool_get_name (gh_sampling_tool_get_tool (tool)));

      if (strcmp (own, name) == 0)
        /* The list keeps it. */
        return tool;
    }
  return NULL;
}

/* A use as it stands in the text. */
typedef struct
{
  GhSamplingTool *tool; /* borrowed */
  char           *input;
} Use;

static void
use_free (Use *self)
{
  g_free (self->input);
  g_free (self);
}

/* The text before the first use; adds the uses. NULL: a tool that is not on offer. */
static char *
split (GhSamplingRequest  *request,
       const char         *text,
       GPtrArray          *uses,
       GError            **error)
{
  g_autofree char *mark = dup_mark (request);
  g_auto(GStrv) lines = g_strsplit (text, "\n", -1);
  g_autoptr(GString) answer = g_string_new (NULL);
  GString *into = answer;
  g_autoptr(GString) input = g_string_new (NULL);
  gboolean is_first = TRUE;

  for (guint i = 0; lines[i] != NULL; i++)
    {
      Use *use;

      if (!g_str_has_prefix (lines[i], mark))
        {
          g_string_append_printf (into, "%s%s", is_first ? "" : "\n", lines[i]);
          is_first = FALSE;
          continue;
        }
      if (uses->len > 0)
        ((Use *) g_ptr_array_index (uses, uses->len - 1))->input = g_strdup (input->str);
      use = g_new0 (Use, 1);
      g_ptr_array_add (uses, use);
      use->tool = find_tool (request, g_strstrip (lines[i] + strlen (mark)));
      if (use->tool == NULL)
        {
          g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA,
                       _("The server offers no tool %s"), lines[i] + strlen (mark));
          return NULL;
        }
      g_string_truncate (input, 0);
      into = input;
      is_first = TRUE;
    }
  if (uses->len > 0)
    ((Use *) g_ptr_array_index (uses, uses->len - 1))->input = g_strdup (input->str);
  return g_strdup (answer->str);
}

/* The next use of that tool from a place on that is still there, or NULL. */
static GhSamplingPart *
find_use (GhSamplingRequest *request,
          GhSamplingTool    *tool,
          GHashTable        *kept)
{
  GListModel *parts = list_parts (request);
  const char *name = gh_tool_get_name (gh_sampling_tool_get_tool (tool));

  for (guint i = 0; i < g_list_model_get_n_items (parts); i++)
    {
      g_autoptr(GhSamplingPart) part = g_list_model_get_item (parts, i);

      if (g_strcmp0 (gh_sampling_part_get_tool (part), name) == 0
          && !g_hash_table_contains (kept, part))
        /* The list keeps it. */
        return part;
    }
  return NULL;
}

static void
remove_others (GhSamplingRequest *request,
               GHashTable        *kept)
{
  GListModel *parts = list_parts (request);

  for (guint i = g_list_model_get_n_items (parts); i-- > 0;)
    {
      g_autoptr(GhSamplingPart) part = g_list_model_get_item (parts, i);

      if (!g_hash_table_contains (kept, part))
        gh_sampling_request_remove_tool_use (request, part);
    }
}

gboolean
gh_cli_answer_text_take (GhSamplingRequest  *request,
                         const char         *text,
                         GError            **error)
{
  g_autoptr(GPtrArray) uses = g_ptr_array_new_with_free_func ((GDestroyNotify) use_free);
  g_autoptr(GHashTable) kept = g_hash_table_new (NULL, NULL);
  g_autofree char *answer = NULL;

  g_return_val_if_fail (GH_IS_SAMPLING_REQUEST (request), FALSE);
  g_return_val_if_fail (text != NULL, FALSE);

  answer = has_tools (request) ? split (request, text, uses, error) : g_strdup (text);
  if (answer == NULL)
    return FALSE;
  gh_sampling_request_set_answer (request, answer);
  for (guint i = 0; i < uses->len; i++)
    {
      Use *use = g_ptr_array_index (uses, i);
      GhSamplingPart *part = find_use (request, use->tool, kept);

      if (part == NULL)
        {
          gh_sampling_request_add_tool_use (request, use->tool);
          part = find_use (request, use->tool, kept);
        }
      gh_sampling_part_set_text (part, use->input);
      g_hash_table_add (kept, part);
    }
  remove_others (request, kept);
  return TRUE;
}

char *
gh_cli_answer_text_dup_help (GhSamplingRequest *request)
{
  GListModel *tools;
  g_autoptr(GString) names = g_string_new (NULL);
  g_autofree char *mark = NULL;

  g_return_val_if_fail (GH_IS_SAMPLING_REQUEST (request), NULL);

  if (!has_tools (request))
    return NULL;
  tools = gh_sampling_request_list_tools (request);
  mark = dup_mark (request);
  for (guint i = 0; i < MIN (g_list_model_get_n_items (tools), MOST_NAMES); i++)
    {
      g_autoptr(GhSamplingTool) tool = g_list_model_get_item (tools, i);
      g_autofree char *name = dup_name (gh_tool_get_name (gh_sampling_tool_get_tool (tool)));

      if (gh_sampling_tool_get_offered (tool))
        g_string_append_printf (names, "%s%s", names->len > 0 ? ", " : "", name);
    }
  /* Translators: what a line begins with, and names of tools. */
  return g_strdup_printf (_("To use a tool write a line “%sNAME” and below it the input as a JSON "
                            "object. Tools: %s"), mark, names->str);
}
