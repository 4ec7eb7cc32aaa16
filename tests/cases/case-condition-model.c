/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * What must be true of the model's answer. */
#include "config.h"

#include "case-condition.h"

#include "case-pattern.h"

static gboolean
answer (CaseWorld *world,
        JsonNode  *wanted,
        GString   *why)
{
  const GError *error;

  if (world->ask == NULL)
    return case_is_not (why, "nothing was asked");
  error = case_ask_get_error (world->ask);
  return case_is_word (wanted, case_ask_get_state (world->ask))
         || case_is_not (why, "%s (%s)", case_ask_get_state (world->ask),
                         error != NULL ? error->message : "no error");
}

static gboolean
assistant_text (CaseWorld *world,
                JsonNode  *wanted,
                GString   *why)
{
  if (world->ask == NULL)
    return case_is_not (why, "nothing was asked");
  return case_is_valid (why, case_ask_get_text (world->ask))
         && (g_strcmp0 (gh_json_node_get_string (wanted), case_ask_get_text (world->ask)) == 0
             || case_is_not (why, "\"%.500s\"", case_ask_get_text (world->ask)));
}

static gboolean
model_tool_calls (CaseWorld *world,
                  JsonNode  *wanted,
                  GString   *why)
{
  JsonNode *calls = world->ask != NULL ? case_ask_get_calls (world->ask) : NULL;
  g_autofree char *text = calls != NULL ? gh_json_write (calls, NULL) : NULL;

  if (calls == NULL)
    return case_is_not (why, "nothing was asked");
  return case_pattern_fits (wanted, calls) || case_is_not (why, "%.500s", text);
}

const CaseCondition case_model_conditions[] = {
  { "answer", answer },
  { "assistant_text", assistant_text },
  { "model_tool_calls", model_tool_calls },
  { NULL },
};
