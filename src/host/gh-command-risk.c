/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * What in a command deserves a second look before it runs (10.2). */
#include "config.h"

#include "gh-command-risk.h"

#include <string.h>

static const char *const root_programs[] = { "doas", "pkexec", "su", "sudo", NULL };
static const char *const shells[] = { "ash", "bash", "dash", "fish", "ksh", "sh", "zsh", NULL };
static const char *const deleters[] = { "dd", "mkfs", "rm", "rmdir", "shred", "unlink", "wipefs",
                                       NULL };
/* Programs that fetch what their first plain argument names. */
static const char *const fetchers[] = { "bunx", "npx", "pnpx", "uvx", NULL };
/* The same, behind a word of their own. */
static const struct
{
  const char *program;
  const char *word;
} fetcher_words[] = {
  { "bun", "x" }, { "deno", "run" }, { "docker", "run" }, { "npm", "exec" }, { "pipx", "run" },
  { "pnpm", "dlx" }, { "podman", "run" }, { "uv", "tool" }, { "yarn", "dlx" },
};
/* In front of the program proper. */
static const char *const wrappers[] = { "doas", "env", "ionice", "nice", "nohup", "pkexec",
                                       "stdbuf", "sudo",
                                        "time", "timeout", NULL };

static gboolean
is_invisible (gunichar c)
{
  GUnicodeType type = g_unichar_type (c);

  return type == G_UNICODE_CONTROL || type == G_UNICODE_FORMAT || type == G_UNICODE_UNASSIGNED ||
         type == G_UNICODE_PRIVATE_USE || type == G_UNICODE_LINE_SEPARATOR ||
         type == G_UNICODE_PARAGRAPH_SEPARATOR || (type == G_UNICODE_SPACE_SEPARATOR && c != ' ');
}

static gboolean
has_invisible (const char *text)
{
  if (!g_utf8_validate (text, -1, NULL))
    return TRUE;
  for (const char *p = text; *p != '\0'; p = g_utf8_next_char (p))
    if (is_invisible (g_utf8_get_char (p)))
      return TRUE;
  return FALSE;
}

/* Words of a script are looked at as programs are. */
static GhCommandRisk
find_in_script (const char *script)
{
  g_auto(GStrv) words = g_strsplit_set (script, " \t\n;&|()`$<>\"'", -1);
  GhCommandRisk risk = GH_COMMAND_RISK_NONE;

  for (guint i = 0; words[i] != NULL; i++)
    {
      g_autofree char *name = *words[i] != '\0' ? g_path_get_basename (words[i]) : NULL;

      if (name == NULL)
        continue;
      if (g_strv_contains (root_programs, name))
        risk |= GH_COMMAND_RISK_ROOT;
      if (g_strv_contains (deleters, name))
        risk |= GH_COMMAND_RISK_DELETE;
      if (g_strv_contains (fetchers, name) || g_str_equal (name, "curl") ||
          g_str_equal (name, "wget"))
        risk |= GH_COMMAND_RISK_FETCH;
    }
  return risk;
}

/* The first argument from `from` on that is no option. */
static guint
find_plain (const char * const *argv,
            guint               from)
{
  for (guint i = from; argv[i] != NULL; i++)
    if (*argv[i] != '-')
      return i;
  return 0;
}

static GhCommandRisk
find_fetch (const char         *name,
            const char * const *argv,
            guint               at,
            guint              *fetched)
{
  guint next;

  if (g_strv_contains (fetchers, name))
    {
      *fetched = find_plain (argv, at + 1);
      return GH_COMMAND_RISK_FETCH;
    }
  for (guint i = 0; i < G_N_ELEMENTS (fetcher_words); i++)
    {
      if (!g_str_equal (fetcher_words[i].program, name))
        continue;
      next = find_plain (argv, at + 1);
      if (next == 0 || !g_str_equal (argv[next], fetcher_words[i].word))
        continue;
      *fetched = find_plain (argv, next + 1);
      return GH_COMMAND_RISK_FETCH;
    }
  return GH_COMMAND_RISK_NONE;
}

/* -c, -lc, -ec...: the next argument is a script. */
static gboolean
takes_script (const char *option)
{
  return option[0] == '-' && option[1] != '-' && strchr (option, 'c') != NULL;
}

GhCommandRisk
gh_command_risk_find (const char * const *argv,
                      guint              *fetched)
{
  GhCommandRisk risk = GH_COMMAND_RISK_NONE;
  guint unused;

  g_return_val_if_fail (argv != NULL && argv[0] != NULL, GH_COMMAND_RISK_NONE);

  if (fetched == NULL)
    fetched = &unused;
  *fetched = 0;
  for (guint i = 0; argv[i] != NULL; i++)
    if (has_invisible (argv[i]))
      risk |= GH_COMMAND_RISK_INVISIBLE;

  /* The program, behind whatever starts it: sudo env A=B nice npx ... */
  for (guint i = 0; argv[i] != NULL; i++)
    {
      g_autofree char *name = NULL;

      if (*argv[i] == '\0' || (i > 0 && (*argv[i] == '-' || strchr (argv[i], '=') != NULL ||
                                         g_ascii_isdigit (*argv[i]))))
        continue;
      name = g_path_get_basename (argv[i]);
      if (g_strv_contains (root_programs, name))
        risk |= GH_COMMAND_RISK_ROOT;
      if (g_strv_contains (deleters, name))
        risk |= GH_COMMAND_RISK_DELETE;
      if (g_strv_contains (shells, name))
        for (guint j = i + 1; argv[j] != NULL && argv[j + 1] != NULL; j++)
          if (takes_script (argv[j]))
            {
              risk |= GH_COMMAND_RISK_SHELL | find_in_script (argv[j + 1]);
              break;
            }
      risk |= find_fetch (name, argv, i, fetched);
      /* Behind an option it may be the option's value: sudo -u NAME npx ... */
      if (!g_strv_contains (wrappers, name) && (i == 0 || *argv[i - 1] != '-'))
        break;
    }
  return risk;
}
