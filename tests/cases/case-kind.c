/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * Requests for the person, in the words of the script language. */
#include "config.h"

#include "case-kind.h"

#include "gh-plain-text.h"
#include "gh-sampling-request.h"

const char *
case_kind_of (GhRequest *request)
{
  return "sampling";
}

static void
each_part (GhSamplingMessage *message,
           CaseTextFunc       func,
           gpointer           user_data)
{
  GListModel *parts = gh_sampling_message_list_parts (message);

  for (guint i = 0; i < g_list_model_get_n_items (parts); i++)
    {
      g_autoptr(GhSamplingPart) part = g_list_model_get_item (parts, i);
      const char *text = gh_sampling_part_get_text (part);

      if (text != NULL)
        func (text, user_data);
    }
}

static void
each_sampling_text (GhSamplingRequest *request,
                    CaseTextFunc       func,
                    gpointer           user_data)
{
  GListModel *messages = gh_sampling_request_list_messages (request);

  if (gh_sampling_request_get_system_prompt (request) != NULL)
    func (gh_sampling_request_get_system_prompt (request), user_data);
  for (guint i = 0; i < g_list_model_get_n_items (messages); i++)
    {
      g_autoptr(GhSamplingMessage) message = g_list_model_get_item (messages, i);

      each_part (message, func, user_data);
    }
}

void
case_kind_each_text (GhRequest    *request,
                     CaseTextFunc  func,
                     gpointer      user_data)
{
  func (gh_request_get_server_name (request), user_data);
  each_sampling_text (GH_SAMPLING_REQUEST (request), func, user_data);
}

gboolean
case_text_is_hidden (const char *text)
{
  gunichar previous = 0;

  for (const char *p = text; *p != '\0'; p = g_utf8_next_char (p))
    {
      gunichar c = g_utf8_get_char (p);

      if (gh_plain_text_is_hidden (previous, c, g_utf8_get_char (g_utf8_next_char (p))))
        return TRUE;
      previous = c;
    }
  return FALSE;
}

static void
look_for_hidden (const char *text,
                 gpointer    user_data)
{
  gboolean *found = user_data;

  if (case_text_is_hidden (text))
    *found = TRUE;
}

gboolean
case_kind_has_flag (GhRequest  *request,
                    const char *flag)
{
  gboolean found = FALSE;

  if (g_str_equal (flag, "hidden-characters"))
    case_kind_each_text (request, look_for_hidden, &found);
  return found;
}
