/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * What a validation may cost, and what it says of a value that is not valid. */
#include "config.h"

#include "gh-json-schema-run.h"

/* What a message shows of a value's place, and of a name in it. */
#define MAX_PLACE 300
#define MAX_NAME 60

gboolean
gh_schema_run_stop (GhSchemaRun *run,
                    const char  *message)
{
  if (!run->stopped)
    {
      g_clear_error (run->error);
      g_set_error_literal (run->error, GH_JSON_SCHEMA_ERROR, GH_JSON_SCHEMA_ERROR_LIMIT, message);
    }
  run->stopped = TRUE;
  return FALSE;
}

/* Accounts for work; FALSE when there was too much. */
gboolean
gh_schema_run_spend (GhSchemaRun *run,
                     gsize        work)
{
  return gh_schema_budget_spend (&run->budget, work)
         || gh_schema_run_stop (run, "validating a value takes too long");
}

/* A member's name for a message: cut, and with U+FFFD for what no C string can hold. */
char *
gh_schema_dup_name (const char *raw)
{
  g_autofree char *readable = NULL;

  if (gh_json_is_verbatim (raw))
    raw = readable = gh_json_dup_readable (raw + 1);
  if (g_utf8_strlen (raw, MAX_NAME * 4 + 4) <= MAX_NAME)
    return g_strdup (raw);
  {
    g_autofree char *start = g_utf8_substring (raw, 0, MAX_NAME);

    return g_strconcat (start, "…", NULL);
  }
}

/* A JSON pointer (RFC 6901), from the value down. */
static void
append_place (const GhSchemaFrame *frame,
              GString             *place)
{
  g_autofree char *name = NULL;

  if (frame->outer == NULL)
    return;
  append_place (frame->outer, place);
  if (!frame->inner || place->len > MAX_PLACE)
    return;
  g_string_append_c (place, '/');
  if (frame->name == NULL)
    {
      g_string_append_printf (place, "%u", frame->index);
      return;
    }
  name = gh_schema_dup_name (frame->name);
  for (const char *at = name; *at != '\0'; at++)
    if (*at == '~')
      g_string_append (place, "~0");
    else if (*at == '/')
      g_string_append (place, "~1");
    else
      g_string_append_c (place, *at);
}

gboolean
gh_schema_run_fail (GhSchemaRun         *run,
                    const GhSchemaFrame *frame,
      const char  *keyword,
      const char  *format,
      ...)
{
  g_autoptr(GString) place = NULL;
  g_autofree char *message = NULL;
  va_list arguments;

  if (run->stopped || run->quiet > 0 || run->error == NULL || *run->error != NULL)
    return FALSE;
  place = g_string_new (NULL);
  append_place (frame, place);
  va_start (arguments, format);
  message = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  g_set_error (run->error, GH_JSON_SCHEMA_ERROR, GH_JSON_SCHEMA_ERROR_VALUE, "%s: %s (%s)",
               place->len > 0 ? place->str : "the value", message, keyword);
  return FALSE;
}
