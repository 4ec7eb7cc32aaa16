/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * gh-stdio-child MODE [ARGUMENT]: a child process that behaves, or misbehaves, in one way. */
#include "config.h"

#include <glib.h>

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <unistd.h>

#define MESSAGE "{\"jsonrpc\":\"2.0\",\"method\":\"%s\",\"params\":{\"pid\":%d}}\n"

static void
write_all (int         fd,
           const char *data,
           gsize       length)
{
  while (length > 0)
    {
      gssize n = write (fd, data, length);

      if (n < 0 && errno == EINTR)
        continue;
      if (n <= 0)
        _exit (9);
      data += n;
      length -= n;
    }
}

static void
say (const char *method,
     pid_t       pid)
{
  g_autofree char *text = g_strdup_printf (MESSAGE, method, (int) pid);

  write_all (STDOUT_FILENO, text, strlen (text));
}

static void
wait_for_end (void)
{
  char buffer[4096];

  while (read (STDIN_FILENO, buffer, sizeof buffer) > 0)
    ;
}

/* Long enough for any test; a test that leaves us behind does not leave us for ever. */
static void
wait_long (void)
{
  unsigned left = 120;

  while (left > 0)
    left = sleep (left);
}

static int
echo (const char *argument)
{
  char buffer[65536];
  gssize n;

  while ((n = read (STDIN_FILENO, buffer, sizeof buffer)) > 0)
    write_all (STDOUT_FILENO, buffer, n);
  return 0;
}

/* Writes the argument, with C escapes (\0 as \000), and ends with its stdin. */
static int
say_text (const char *argument)
{
  GString *text = g_string_new (NULL);

  for (const char *at = argument; *at != '\0'; at++)
    if (g_str_has_prefix (at, "\\000"))
      {
        g_string_append_c (text, '\0');
        at += 3;
      }
    else if (*at == '\\')
      {
        gsize length = at[1] >= '0' && at[1] <= '7' ? 4 : 2;
        g_autofree char *escape = g_strndup (at, length);
        g_autofree char *byte = g_strcompress (escape);

        g_string_append (text, byte);
        at += length - 1;
      }
    else
      g_string_append_c (text, *at);
  write_all (STDOUT_FILENO, text->str, text->len);
  g_string_free (text, TRUE);
  wait_for_end ();
  return 0;
}

/* A line of that many bytes, then a message. */
static int
long_line (const char *argument)
{
  gsize length = g_ascii_strtoull (argument, NULL, 10);
  g_autofree char *line = g_malloc (length + 1);

  memset (line, '[', length);
  line[length] = '\n';
  write_all (STDOUT_FILENO, line, length + 1);
  say ("after", getpid ());
  wait_for_end ();
  return 0;
}

/* A large message between two small ones, each ending with its number. */
static int
large (const char *argument)
{
  gsize length = g_ascii_strtoull (argument, NULL, 10);
  g_autoptr(GString) text =
    g_string_new ("{\"jsonrpc\":\"2.0\",\"method\":\"large\",\"params\":{\"items\":[");

  while (text->len < length)
    g_string_append (text, "{\"name\":\"item\",\"value\":12.5,\"tags\":[\"a\",\"b\"]},");
  g_string_append (text, "0]}}\n");
  say ("before", 1);
  write_all (STDOUT_FILENO, text->str, text->len);
  say ("after", 2);
  wait_for_end ();
  return 0;
}

/* The same with one long text in it. */
static int
large_text (const char *argument)
{
  gsize length = g_ascii_strtoull (argument, NULL, 10);
  g_autofree char *letters = g_strnfill (length, 'A');
  g_autofree char *text =
    g_strconcat ("{\"jsonrpc\":\"2.0\",\"method\":\"large\",\"params\":{\"text\":\"", letters,
                 "\"}}\n", NULL);

  say ("before", 1);
  write_all (STDOUT_FILENO, text, strlen (text));
  say ("after", 2);
  wait_for_end ();
  return 0;
}

/* Fills stderr before anything is said on stdout. */
static int
flood (const char *argument)
{
  gsize length = g_ascii_strtoull (argument, NULL, 10);
  g_autofree char *block = g_malloc (65536);

  memset (block, 'e', 65536);
  for (gsize i = 100; i < 20000; i += 100)
    block[i] = '\n';
  for (gsize done = 0; done < length; done += 65536)
    write_all (STDERR_FILENO, block, 65536);
  say ("after", getpid ());
  wait_for_end ();
  return 0;
}

static int
complain (const char *argument)
{
  static const char text[] = "\x1b[31mred\x1b[0m\r\ninvalid \xff\nlast";

  write_all (STDERR_FILENO, text, sizeof text - 1);
  return 3;
}

static int
ignore_all (const char *argument)
{
  signal (SIGTERM, SIG_IGN);
  say ("ready", getpid ());
  wait_long ();
  return 0;
}

static int
deaf (const char *argument)
{
  say ("ready", getpid ());
  wait_long ();
  return 0;
}

/* Starts a process that holds our pipes, says its number and, told to "leave", ends at once. */
static int
parent (const char *argument)
{
  gboolean escape = strstr (argument, "escape") != NULL;
  int fds[2];
  pid_t pid;
  char byte;

  if (pipe (fds) < 0)
    return 9;
  pid = fork ();
  if (pid == 0)
    {
      if (escape)
        setsid ();
      if (strstr (argument, "stubborn") != NULL)
        signal (SIGTERM, SIG_IGN);
      write_all (fds[1], "x", 1);
      if (escape)
        {
          /* Only stdout is of interest; a minute is long beside the drain. */
          alarm (60);
          close (STDIN_FILENO);
        }
      wait_long ();
      _exit (0);
    }
  if (read (fds[0], &byte, 1) != 1)
    return 9;
  say ("child", pid);
  if (strstr (argument, "leave") == NULL)
    wait_for_end ();
  return 0;
}

static int
end_with (const char *argument)
{
  return atoi (argument);
}

static int
die_by (const char *argument)
{
  raise (atoi (argument));
  return 0;
}

static int
close_stdin (const char *argument)
{
  close (STDIN_FILENO);
  say ("ready", getpid ());
  wait_long ();
  return 0;
}

static int
close_stdout (const char *argument)
{
  say ("ready", getpid ());
  close (STDOUT_FILENO);
  wait_long ();
  return 0;
}

/* What it was started with. */
static int
report (const char *argument)
{
  g_autofree char *cwd = g_get_current_dir ();
  struct sigaction action;
  sigset_t mask;
  int death = 0;

  sigaction (SIGPIPE, NULL, &action);
  sigprocmask (SIG_SETMASK, NULL, &mask);
  prctl (PR_GET_PDEATHSIG, &death);
  g_autofree char *text =
    g_strdup_printf ("{\"jsonrpc\":\"2.0\",\"method\":\"report\",\"params\":{\"cwd\":\"%s\","
                     "\"value\":\"%s\",\"leads\":%s,\"sigpipe\":%s,\"blocked\":%s,\"death\":%d,"
                     "\"argument\":\"%s\",\"extra\":%s}}\n",
                     cwd, g_getenv ("GH_TEST_VALUE") != NULL ? g_getenv ("GH_TEST_VALUE") : "",
                     getpgrp () == getpid () && getsid (0) == getpid () ? "true" : "false",
                     action.sa_handler == SIG_DFL ? "true" : "false",
                     sigismember (&mask, SIGTERM) || sigismember (&mask, SIGPIPE) ? "true"
                                                                                    : "false",
                     death, argument, g_getenv ("HOME") != NULL ? "true" : "false");

  write_all (STDOUT_FILENO, text, strlen (text));
  wait_for_end ();
  return 0;
}

static const struct
{
  const char *name;
  int (*run) (const char *argument);
} modes[] = {
  { "echo", echo },
  { "say", say_text },
  { "long", long_line },
  { "large", large },
  { "large-text", large_text },
  { "flood", flood },
  { "complain", complain },
  { "ignore", ignore_all },
  { "deaf", deaf },
  { "parent", parent },
  { "exit", end_with },
  { "die", die_by },
  { "close-stdin", close_stdin },
  { "close-stdout", close_stdout },
  { "report", report },
};

int
main (int    argc,
      char **argv)
{
  for (guint i = 0; argc > 1 && i < G_N_ELEMENTS (modes); i++)
    if (strcmp (modes[i].name, argv[1]) == 0)
      return modes[i].run (argc > 2 ? argv[2] : "");
  return 8;
}
