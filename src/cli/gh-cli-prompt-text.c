/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * A prompt as one text for showing and for an editor, and back. */
#include "config.h"

#include "gh-cli-prompt-text.h"

#include <glib/gi18n.h>
#include <string.h>

#include "gh-plain-text.h"
#include "gh-text-diff.h"
#include "gh-text-signs.h"

/* Names and descriptions stand in one line each. */
#define LONGEST_NAME 200

/* One piece of text, most of them to be edited. */
typedef enum
{
  SECTION_SYSTEM,
  SECTION_PART,
  SECTION_TOOLS,
} SectionKind;

typedef struct
{
  SectionKind kind;
  char *heading;
  GhSamplingPart *part; /* owned, or NULL */
  char *text;           /* NULL: there is none to edit */
  char *original;       /* as it came; NULL: there was none */
} Section;

static void
section_free (Section *self)
{
  g_free (self->heading);
  g_clear_object (&self->part);
  g_free (self->text);
  g_free (self->original);
  g_free (self);
}

static Section *
add_section (GPtrArray      *sections,
             SectionKind     kind,
             char           *take_heading,
             GhSamplingPart *part,
             char           *take_text)
{
  Section *section = g_new0 (Section, 1);

  section->kind = kind;
  section->heading = take_heading;
  section->part = part != NULL ? g_object_ref (part) : NULL;
  section->text = take_text;
  if (part != NULL)
    section->original = g_strdup (gh_sampling_part_get_original_text (part));
  g_ptr_array_add (sections, section);
  return section;
}

/* Headings are lines: no line break of a stranger's may come into one. */
static char *
dup_line (const char *text)
{
  return gh_plain_text_dup (text, LONGEST_NAME, GH_PLAIN_TEXT_ONE_LINE);
}

static void
add_part (GPtrArray      *sections,
          const char     *role,
          GhSamplingPart *part)
{
  GListModel *parts = gh_sampling_part_list_parts (part);
  GhContent *content = gh_sampling_part_get_content (part);
  g_autofree char *tool = dup_line (gh_sampling_part_get_tool (part));
  g_autofree char *id = dup_line (gh_sampling_part_get_use_id (part));
  g_autofree char *type = dup_line (content != NULL ? gh_content_get_mime_type (content) : NULL);
  g_autofree char *heading = NULL;

  switch (gh_sampling_part_get_kind (part))
    {
    case GH_SAMPLING_PART_TOOL_USE:
      /* Translators: heading: who speaks, the name of a tool, the number of its use */
      heading = g_strdup_printf (_("%s: use of the tool %s (%s)"), role, tool, id);
      break;
    case GH_SAMPLING_PART_TOOL_RESULT:
      heading = gh_sampling_part_get_is_error (part)
                  /* Translators: heading: who speaks, the number of a tool's use */
                  ? g_strdup_printf (_("%s: the tool failed (%s)"), role, id)
                  : g_strdup_printf (_("%s: result of a tool (%s)"), role, id);
      break;
    case GH_SAMPLING_PART_TEXT:
    case GH_SAMPLING_PART_RESOURCE:
    case GH_SAMPLING_PART_LINK:
    case GH_SAMPLING_PART_IMAGE:
    case GH_SAMPLING_PART_AUDIO:
    default:
      if (gh_sampling_part_get_text (part) != NULL)
        heading = g_strdup (role);
      else
        /* Translators: a part of a prompt that is no text, such as "User: image/png, not text" */
        heading = g_strdup_printf (_("%s: %s, not text"), role, *type != '\0' ? type : "?");
      break;
    }
  add_section (sections, SECTION_PART, g_steal_pointer (&heading), part,
               g_strdup (gh_sampling_part_get_text (part)));
  for (guint i = 0; parts != NULL && i < g_list_model_get_n_items (parts); i++)
    {
      g_autoptr(GhSamplingPart) inner = g_list_model_get_item (parts, i);

      add_part (sections, role, inner);
    }
}

static void
add_message (GPtrArray         *sections,
             GhSamplingMessage *message)
{
  GListModel *parts = gh_sampling_message_list_parts (message);
  const char *role =
    gh_sampling_message_get_from_assistant (message) ? _("Assistant") : _("User");

  for (guint i = 0; i < g_list_model_get_n_items (parts); i++)
    {
      g_autoptr(GhSamplingPart) part = g_list_model_get_item (parts, i);

      add_part (sections, role, part);
    }
}

/* The line that stands for a tool: its name, and what it does. */
static char *
dup_tool_line (GhSamplingTool *tool)
{
  const char *description = gh_tool_get_description (gh_sampling_tool_get_tool (tool));
  g_autofree char *name = dup_line (gh_tool_get_name (gh_sampling_tool_get_tool (tool)));
  g_autofree char *words = dup_line (description);

  return *words != '\0' ? g_strdup_printf ("%s: %s", name, words) : g_steal_pointer (&name);
}

static void
add_tools (GPtrArray  *sections,
           GListModel *tools)
{
  g_autoptr(GString) lines = g_string_new (NULL);
  g_autoptr(GString) all = g_string_new (NULL);
  Section *section;

  for (guint i = 0; i < g_list_model_get_n_items (tools); i++)
    {
      g_autoptr(GhSamplingTool) tool = g_list_model_get_item (tools, i);
      g_autofree char *line = dup_tool_line (tool);

      if (gh_sampling_tool_get_offered (tool))
        g_string_append_printf (lines, "%s%s", lines->len > 0 ? "\n" : "", line);
      g_string_append_printf (all, "%s%s", all->len > 0 ? "\n" : "", line);
    }
  section = add_section (sections, SECTION_TOOLS,
                         g_strdup (_("Tools the model may ask the server to use; delete the lines "
                                     "of those it shall not")),
                         NULL, g_strdup (lines->str));
  section->original = g_strdup (all->str);
}

static GPtrArray *
list_sections (GhSamplingRequest *request)
{
  GPtrArray *sections = g_ptr_array_new_with_free_func ((GDestroyNotify) section_free);
  GListModel *messages = gh_sampling_request_list_messages (request);
  const char *system = gh_sampling_request_get_system_prompt (request);
  const char *asked = gh_sampling_request_get_asked_system_prompt (request);
  Section *section = add_section (sections, SECTION_SYSTEM, g_strdup (_("System prompt")), NULL,
                                  g_strdup (system != NULL ? system : ""));

  section->original = g_strdup (asked != NULL ? asked : "");
  for (guint i = 0; i < g_list_model_get_n_items (messages); i++)
    {
      g_autoptr(GhSamplingMessage) message = g_list_model_get_item (messages, i);

      add_message (sections, message);
    }
  if (g_list_model_get_n_items (gh_sampling_request_list_tools (request)) > 0)
    add_tools (sections, gh_sampling_request_list_tools (request));
  return sections;
}

/* So many "=" that no line of the prompt begins like a heading. */
static char *
make_mark (GPtrArray *sections)
{
  gsize longest = 2;

  for (guint i = 0; i < sections->len; i++)
    {
      const char *line = ((Section *) g_ptr_array_index (sections, i))->text;

      while (line != NULL)
        {
          longest = MAX (longest, strspn (line, "="));
          line = strchr (line, '\n');
          line = line != NULL ? line + 1 : NULL;
        }
    }
  return g_strnfill (longest + 1, '=');
}

static void
append_heading (GString    *text,
                const char *mark,
                Section    *section)
{
  g_string_append_printf (text, "%s %s\n", mark, section->heading);
}

char *
gh_cli_prompt_text_dup (GhSamplingRequest *request)
{
  g_autoptr(GPtrArray) sections = NULL;
  g_autofree char *mark = NULL;
  GString *text = g_string_new (NULL);

  g_return_val_if_fail (GH_IS_SAMPLING_REQUEST (request), g_string_free (text, FALSE));

  sections = list_sections (request);
  mark = make_mark (sections);
  for (guint i = 0; i < sections->len; i++)
    {
      Section *section = g_ptr_array_index (sections, i);

      append_heading (text, mark, section);
      if (section->text != NULL && *section->text != '\0')
        g_string_append_printf (text, "%s\n", section->text);
    }
  return g_string_free (text, FALSE);
}

static void
append_piece (GString         *text,
              GhTextDiffPiece *piece)
{
  const char *open = piece->kind == GH_TEXT_DIFF_REMOVED ? "[-" : "{+";
  const char *close = piece->kind == GH_TEXT_DIFF_REMOVED ? "-]" : "+}";
  gboolean same = piece->kind == GH_TEXT_DIFF_SAME;

  g_string_append (text, same ? "" : open);
  g_string_append_len (text, piece->text, (gssize) piece->length);
  g_string_append (text, same ? "" : close);
}

char *
gh_cli_prompt_text_dup_changes (GhSamplingRequest *request)
{
  g_autoptr(GPtrArray) sections = NULL;
  g_autofree char *mark = NULL;
  g_autoptr(GString) text = g_string_new (NULL);

  g_return_val_if_fail (GH_IS_SAMPLING_REQUEST (request), NULL);

  sections = list_sections (request);
  mark = make_mark (sections);
  for (guint i = 0; i < sections->len; i++)
    {
      Section *section = g_ptr_array_index (sections, i);
      g_autoptr(GArray) pieces = NULL;

      if (section->text == NULL || g_strcmp0 (section->text, section->original) == 0)
        continue;
      pieces = gh_text_diff_new (section->original, section->text);
      append_heading (text, mark, section);
      for (guint j = 0; j < pieces->len; j++)
        append_piece (text, &g_array_index (pieces, GhTextDiffPiece, j));
      g_string_append_c (text, '\n');
    }
  return text->len > 0 ? g_strdup (text->str) : NULL;
}

/* "2 hidden characters, ...", or NULL. */
static char *
dup_note (const char *text)
{
  g_autoptr(GPtrArray) words = g_ptr_array_new_with_free_func (g_free);
  GhTextSigns signs;

  gh_text_signs_look (text, &signs);
  if (signs.n_hidden > 0)
    g_ptr_array_add (words, g_strdup_printf (ngettext ("%u hidden character",
                                                       "%u hidden characters", signs.n_hidden),
                                             signs.n_hidden));
  if (signs.n_lookalikes > 0)
    g_ptr_array_add (words, g_strdup_printf (ngettext ("%u word with look-alike letters",
                                                       "%u words with look-alike letters",
                                                       signs.n_lookalikes),
                                             signs.n_lookalikes));
  if (signs.longest_line > 0)
    g_ptr_array_add (words, g_strdup_printf (_("a line of %u characters"),
                                             (guint) signs.longest_line));
  if (signs.n_encoded > 0)
    g_ptr_array_add (words, g_strdup_printf (_("%u characters of encoded data"),
                                             (guint) signs.n_encoded));
  if (words->len == 0)
    return NULL;
  g_ptr_array_add (words, NULL);
  return g_strjoinv (", ", (char **) words->pdata);
}

char *
gh_cli_prompt_text_dup_notes (GhSamplingRequest *request)
{
  g_autoptr(GPtrArray) sections = NULL;
  g_autoptr(GString) notes = g_string_new (NULL);

  g_return_val_if_fail (GH_IS_SAMPLING_REQUEST (request), NULL);

  sections = list_sections (request);
  for (guint i = 0; i < sections->len; i++)
    {
      Section *section = g_ptr_array_index (sections, i);
      g_autofree char *note = section->text != NULL ? dup_note (section->text) : NULL;

      if (note != NULL)
        g_string_append_printf (notes, "%s%s: %s", notes->len > 0 ? "\n" : "", section->heading,
                                note);
    }
  return notes->len > 0 ? g_strdup (notes->str) : NULL;
}

/* The text between two headings, without the line end that was put there. */
static char *
dup_between (const char *start,
             const char *end)
{
  if (end > start && end[-1] == '\n')
    end--;
  return g_strndup (start, end - start);
}

/* A tool whose line is gone is not offered; one whose line is there again is. */
static void
take_tools (GListModel *tools,
            const char *text)
{
  g_auto(GStrv) lines = g_strsplit (text, "\n", -1);

  for (guint i = 0; i < g_list_model_get_n_items (tools); i++)
    {
      g_autoptr(GhSamplingTool) tool = g_list_model_get_item (tools, i);
      g_autofree char *name = dup_line (gh_tool_get_name (gh_sampling_tool_get_tool (tool)));
      gsize length = strlen (name);
      gboolean offered = FALSE;

      for (guint j = 0; lines[j] != NULL && !offered; j++)
        {
          const char *line = g_strstrip (lines[j]);

          offered = g_str_has_prefix (line, name) && (line[length] == '\0' || line[length] == ':');
        }
      gh_sampling_tool_set_offered (tool, offered);
    }
}

static void
take_section (GhSamplingRequest *request,
              Section           *section,
              const char        *text)
{
  switch (section->kind)
    {
    case SECTION_SYSTEM:
      gh_sampling_request_set_system_prompt (request, *text != '\0' ? text : NULL);
      break;
    case SECTION_TOOLS:
      take_tools (gh_sampling_request_list_tools (request), text);
      break;
    case SECTION_PART:
    default:
      if (section->text != NULL)
        gh_sampling_part_set_text (section->part, text);
      break;
    }
}

gboolean
gh_cli_prompt_text_take (GhSamplingRequest  *request,
                         const char         *text,
                         GError            **error)
{
  g_autoptr(GPtrArray) sections = NULL;
  g_autoptr(GPtrArray) texts = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *mark = NULL;
  const char *start = NULL;
  const char *line = text;

  g_return_val_if_fail (GH_IS_SAMPLING_REQUEST (request), FALSE);
  g_return_val_if_fail (text != NULL, FALSE);

  sections = list_sections (request);
  mark = make_mark (sections);
  for (guint i = 0; i < sections->len; i++)
    {
      g_autoptr(GString) heading = g_string_new (NULL);

      append_heading (heading, mark, g_ptr_array_index (sections, i));
      while (line != NULL && !g_str_has_prefix (line, heading->str))
        {
          line = strchr (line, '\n');
          line = line != NULL ? line + 1 : NULL;
        }
      if (line == NULL || (i == 0 && line != text))
        {
          g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA,
                       _("The lines that begin with “%s” must stay as they are"), mark);
          return FALSE;
        }
      if (start != NULL)
        g_ptr_array_add (texts, dup_between (start, line));
      start = line + heading->len;
      line = start;
    }
  g_ptr_array_add (texts, dup_between (start, start + strlen (start)));

  for (guint i = 0; i < sections->len; i++)
    take_section (request, g_ptr_array_index (sections, i), g_ptr_array_index (texts, i));
  return TRUE;
}
