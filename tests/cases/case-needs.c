/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * What of the host is built: the one place that says which cases can be played. */
#include "config.h"

#include "case-needs.h"

static const char * const built[] = {
  "protocol", "tools", "resources", "roots", "sampling", "elicitation", "process", "http", "sse",
  "provider", "form", NULL,
};

/* Kinds of model provider. */
static const char * const built_providers[] = { "openai", "anthropic", "gemini", "ollama", NULL };

gboolean
case_need_is_built (const char *need)
{
  return g_strv_contains (built, need);
}

char *
case_dup_missing (Case *c)
{
  g_autoptr(GString) missing = g_string_new (NULL);

  for (guint i = 0; c->needs[i] != NULL; i++)
    if (!case_need_is_built (c->needs[i]))
      g_string_append_printf (missing, " %s", c->needs[i]);
  if (c->provider != NULL && !g_strv_contains (built_providers, c->provider))
    g_string_append_printf (missing, " provider:%s", c->provider);
  return missing->len > 0 ? g_strdup (missing->str + 1) : NULL;
}
