/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * Requests for the person, in the words of the script language. */
#include "config.h"

#include "case-kind.h"

#include "gh-elicitation-request.h"
#include "gh-plain-text.h"
#include "gh-sampling-request.h"

const char *
case_kind_of (GhRequest *request)
{
  if (!GH_IS_ELICITATION_REQUEST (request))
    return "sampling";
  return gh_elicitation_request_get_mode (GH_ELICITATION_REQUEST (request)) == GH_ELICITATION_URL
           ? "url"
           : "elicitation";
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

static void
each_field_text (GhFormField  *field,
                 CaseTextFunc  func,
                 gpointer      user_data)
{
  func (gh_form_field_get_title (field), user_data);
  if (gh_form_field_get_description (field) != NULL)
    func (gh_form_field_get_description (field), user_data);
  for (guint i = 0; i < gh_form_field_get_n_choices (field); i++)
    func (gh_form_field_get_choice_title (field, i), user_data);
}

static void
each_elicitation_text (GhElicitationRequest *request,
                       CaseTextFunc          func,
                       gpointer              user_data)
{
  GListModel *form = G_LIST_MODEL (gh_elicitation_request_get_form (request));

  func (gh_elicitation_request_get_message (request), user_data);
  if (gh_elicitation_request_get_url (request) != NULL)
    func (gh_elicitation_request_get_url (request), user_data);
  for (guint i = 0; form != NULL && i < g_list_model_get_n_items (form); i++)
    {
      g_autoptr(GhFormField) field = g_list_model_get_item (form, i);

      each_field_text (field, func, user_data);
    }
}

void
case_kind_each_text (GhRequest    *request,
                     CaseTextFunc  func,
                     gpointer      user_data)
{
  func (gh_request_get_server_name (request), user_data);
  if (GH_IS_SAMPLING_REQUEST (request))
    each_sampling_text (GH_SAMPLING_REQUEST (request), func, user_data);
  else
    each_elicitation_text (GH_ELICITATION_REQUEST (request), func, user_data);
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

static GhUrlFlags
get_url_flag (const char *flag)
{
  if (g_str_equal (flag, "punycode"))
    return GH_URL_PUNYCODE;
  if (g_str_equal (flag, "userinfo"))
    return GH_URL_USERINFO;
  return GH_URL_NONE;
}

gboolean
case_kind_has_flag (GhRequest  *request,
                    const char *flag)
{
  gboolean found = FALSE;

  if (g_str_equal (flag, "hidden-characters"))
    case_kind_each_text (request, look_for_hidden, &found);
  else if (GH_IS_ELICITATION_REQUEST (request))
    found = (gh_elicitation_request_get_url_flags (GH_ELICITATION_REQUEST (request))
             & get_url_flag (flag)) != 0;
  return found;
}
