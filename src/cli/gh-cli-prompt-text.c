/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * A prompt as one text for showing and for an editor, and back. */
#include "config.h"

#include "gh-cli-prompt-text.h"

#include <glib/gi18n.h>
#include <string.h>

/* One piece of text that can be edited. */
typedef struct
{
  char *heading;
  GhSamplingPart *part; /* owned; NULL: the system prompt */
  const char *text;     /* borrowed; NULL: it cannot be edited */
} Section;

static void
section_free (Section *self)
{
  g_free (self->heading);
  g_clear_object (&self->part);
  g_free (self);
}

static void
add_section (GPtrArray      *sections,
             char           *take_heading,
             GhSamplingPart *part,
             const char     *text)
{
  Section *section = g_new0 (Section, 1);

  section->heading = take_heading;
  section->part = part != NULL ? g_object_ref (part) : NULL;
  section->text = text;
  g_ptr_array_add (sections, section);
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
      GhContent *content = gh_sampling_part_get_content (part);
      const char *text = gh_sampling_part_get_text (part);
      const char *type = gh_content_get_mime_type (content);

      if (text != NULL)
        add_section (sections, g_strdup (role), part, text);
      else
        /* Translators: a part of a prompt that is no text, such as "User: image/png, not text" */
        add_section (sections, g_strdup_printf (_("%s: %s, not text"), role,
                                                type != NULL ? type : "?"),
                     part, NULL);
    }
}

static GPtrArray *
list_sections (GhSamplingRequest *request)
{
  GPtrArray *sections = g_ptr_array_new_with_free_func ((GDestroyNotify) section_free);
  GListModel *messages = gh_sampling_request_list_messages (request);
  const char *system = gh_sampling_request_get_system_prompt (request);

  add_section (sections, g_strdup (_("System prompt")), NULL, system != NULL ? system : "");
  for (guint i = 0; i < g_list_model_get_n_items (messages); i++)
    {
      g_autoptr(GhSamplingMessage) message = g_list_model_get_item (messages, i);

      add_message (sections, message);
    }
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

/* The text between two headings, without the line end that was put there. */
static char *
dup_between (const char *start,
             const char *end)
{
  if (end > start && end[-1] == '\n')
    end--;
  return g_strndup (start, end - start);
}

static void
take_section (GhSamplingRequest *request,
              Section           *section,
              const char        *text)
{
  if (section->part != NULL && section->text != NULL)
    gh_sampling_part_set_text (section->part, text);
  else if (section->part == NULL)
    gh_sampling_request_set_system_prompt (request, *text != '\0' ? text : NULL);
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
