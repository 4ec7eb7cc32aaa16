/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * Filling in forms as a person does. */
#include "config.h"

#include "case-form.h"

#include "case-file.h"

const char *
case_form_field_kind (GhFormField *field)
{
  switch (gh_form_field_get_kind (field))
    {
    case GH_FORM_FIELD_TEXT:
      return "text";
    case GH_FORM_FIELD_NUMBER:
    case GH_FORM_FIELD_INTEGER:
      return "number";
    case GH_FORM_FIELD_BOOLEAN:
      return "switch";
    case GH_FORM_FIELD_CHOICE:
      return "choice";
    case GH_FORM_FIELD_CHOICES:
      return "choices";
    case GH_FORM_FIELD_JSON:
      return "json";
    default:
      g_assert_not_reached ();
    }
}

static void
fill_field (GhFormField *field,
            JsonNode    *value)
{
  const char *typed = gh_json_node_get_string (value);

  if (typed != NULL && gh_form_field_get_kind (field) != GH_FORM_FIELD_CHOICE)
    gh_form_field_set_text (field, typed);
  else
    gh_form_field_set_value (field, value);
}

gboolean
case_form_fill (GhForm      *form,
                JsonObject  *fields,
                GError     **error)
{
  JsonObjectIter iter;
  const char *name;
  JsonNode *value;

  json_object_iter_init (&iter, fields);
  while (json_object_iter_next (&iter, &name, &value))
    {
      GhFormField *field = gh_form_get_field (form, name);

      if (field == NULL)
        {
          g_set_error (error, CASE_ERROR, CASE_ERROR_PLAY, "the form has no field %s", name);
          return FALSE;
        }
      fill_field (field, value);
    }
  return TRUE;
}

gboolean
case_form_check (GhForm  *form,
                 GError **error)
{
  GhFormField *problem = gh_form_find_problem (form);

  if (problem == NULL)
    return TRUE;
  g_set_error (error, CASE_ERROR, CASE_ERROR_PLAY, "the form does not accept %s (problem %d)",
               gh_form_field_get_name (problem), gh_form_field_get_problem (problem));
  return FALSE;
}
