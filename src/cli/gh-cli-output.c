/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * What a command prints. */
#include "config.h"

#include "gh-cli-output.h"

#include <glib/gi18n.h>
#include <math.h>
#include <poll.h>
#include <stdio.h>
#include <unistd.h>

#include "gh-json.h"
#include "gh-plain-text.h"

/* A line of a message; the whole of a text is printed elsewhere. */
#define MAX_LINE 4000
#define BAR_WIDTH 30

void
gh_cli_print_json (JsonNode *node)
{
  g_autoptr(GBytes) json = NULL;
  char *text;
  gsize length;

  g_return_if_fail (node != NULL);

  text = gh_json_write (node, &length);
  json = g_bytes_new_take (text, length);
  gh_cli_print_json_text (json);
}

void
gh_cli_print_json_text (GBytes *json)
{
  gsize length;
  const char *text;

  g_return_if_fail (json != NULL);

  text = g_bytes_get_data (json, &length);
  fwrite (text, 1, length, stdout);
  fputc ('\n', stdout);
  fflush (stdout);
}

void
gh_cli_print_text (const char *text)
{
  g_autofree char *plain = NULL;

  if (text == NULL)
    return;
  if (isatty (STDOUT_FILENO))
    text = plain = gh_plain_text_dup (text, G_MAXSIZE, GH_PLAIN_TEXT_LINES);
  puts (text);
}

static void
print_line (FILE       *file,
            const char *format,
            va_list     args)
{
  g_autofree char *text = g_strdup_vprintf (format, args);
  g_autofree char *plain = gh_plain_text_dup (text, MAX_LINE, GH_PLAIN_TEXT_ONE_LINE);

  fprintf (file, "%s\n", plain);
}

void
gh_cli_print_line (const char *format,
                   ...)
{
  va_list args;

  va_start (args, format);
  print_line (stdout, format, args);
  va_end (args);
}

void
gh_cli_complain (const char *format,
                 ...)
{
  va_list args;

  gh_cli_clear_progress ();
  fputs ("gatehouse-cli: ", stderr);
  va_start (args, format);
  print_line (stderr, format, args);
  va_end (args);
}

void
gh_cli_show_progress (double      progress,
                      double      total,
                      const char *message)
{
  g_autoptr(GString) line = g_string_new ("\r\033[K");

  if (!isatty (STDERR_FILENO) || isnan (progress))
    return;
  if (total > 0 && progress >= 0)
    {
      int done = (int) (MIN (progress / total, 1) * BAR_WIDTH);

      g_string_append_c (line, '[');
      for (int i = 0; i < BAR_WIDTH; i++)
        g_string_append_c (line, i < done ? '#' : '.');
      g_string_append_printf (line, "] %3.0f %%", MIN (progress / total, 1) * 100);
    }
  else
    g_string_append_printf (line, "%g", progress);
  if (message != NULL)
    {
      g_autofree char *plain = gh_plain_text_dup (message, 40, GH_PLAIN_TEXT_ONE_LINE);

      g_string_append_printf (line, " %s", plain);
    }
  fputs (line->str, stderr);
  fflush (stderr);
}

void
gh_cli_clear_progress (void)
{
  if (isatty (STDERR_FILENO))
    fputs ("\r\033[K", stderr);
}

gboolean
gh_cli_flush (void)
{
  return fflush (stdout) == 0 && !ferror (stdout);
}

gboolean
gh_cli_is_unread (void)
{
  struct pollfd out = { .fd = STDOUT_FILENO };

  return poll (&out, 1, 0) == 1 && (out.revents & POLLERR) != 0;
}
