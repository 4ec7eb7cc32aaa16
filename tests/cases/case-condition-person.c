/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * What must be true of what is put before the person. */
#include "config.h"

#include "case-condition.h"

#include <string.h>

#include "case-kind.h"

static guint
count_open (CaseWorld *world)
{
  return g_list_model_get_n_items (G_LIST_MODEL (gh_host_get_requests (world->host)));
}

static gboolean
dialog (CaseWorld *world,
        JsonNode  *wanted,
        GString   *why)
{
  GhRequest *front = case_person_get_front (world->person);
  const char *kind = front != NULL            ? case_kind_of (front)
                     : count_open (world) > 0 ? "one waits"
                                              : "none";

  return case_is_word (wanted, kind) || case_is_not (why, "%s", kind);
}

typedef struct
{
  const char *wanted;
  gboolean    found;
} Search;

static void
search_cb (const char *text,
           gpointer    user_data)
{
  Search *search = user_data;

  if (strstr (text, search->wanted) != NULL)
    search->found = TRUE;
}

static gboolean
shows (CaseWorld *world,
       JsonNode  *wanted,
       GString   *why)
{
  GhRequest *front = case_person_get_front (world->person);
  JsonArray *list = gh_json_node_get_array (wanted);
  Search search = { gh_json_node_get_string (wanted), FALSE };

  if (front == NULL)
    return case_is_not (why, "nothing is in front");
  for (guint i = 0; list != NULL && i < json_array_get_length (list); i++)
    if (!shows (world, json_array_get_element (list, i), why))
      return FALSE;
  if (list != NULL)
    return TRUE;
  case_kind_each_text (front, search_cb, &search);
  return search.found || case_is_not (why, "it does not have %s", search.wanted);
}

static gboolean
flags (CaseWorld *world,
       JsonNode  *wanted,
       GString   *why)
{
  GhRequest *front = case_person_get_front (world->person);
  JsonArray *list = gh_json_node_get_array (wanted);

  if (front == NULL)
    return case_is_not (why, "nothing is in front");
  for (guint i = 0; i < json_array_get_length (list); i++)
    {
      const char *flag = gh_json_node_get_string (json_array_get_element (list, i));

      if (flag == NULL || !case_kind_has_flag (front, flag))
        return case_is_not (why, "it is not flagged %s", flag);
    }
  return TRUE;
}

static gboolean
waiting (CaseWorld *world,
         JsonNode  *wanted,
         GString   *why)
{
  gint64 n;

  return (gh_json_node_get_int (wanted, &n) && n == count_open (world))
         || case_is_not (why, "%u", count_open (world));
}

static gboolean
opened_urls (CaseWorld *world,
             JsonNode  *wanted,
             GString   *why)
{
  JsonArray *list = gh_json_node_get_array (wanted);

  if (json_array_get_length (list) != world->opened->len)
    return case_is_not (why, "%u were opened", world->opened->len);
  for (guint i = 0; i < world->opened->len; i++)
    {
      const char *expression = gh_json_node_get_string (json_array_get_element (list, i));
      const char *url = g_ptr_array_index (world->opened, i);

      if (expression == NULL || !g_regex_match_simple (expression, url, 0, 0))
        return case_is_not (why, "%s was opened", url);
    }
  return TRUE;
}

const CaseCondition case_person_conditions[] = {
  { "dialog", dialog },
  { "shows", shows },
  { "flags", flags },
  { "waiting", waiting },
  { "opened_urls", opened_urls },
  { NULL },
};
