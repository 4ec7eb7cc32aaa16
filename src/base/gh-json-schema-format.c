/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * The formats that elicited answers are checked for. */
#include "config.h"

#include "gh-json-schema-private.h"

/* A number of exactly that many digits; moves `at` behind it. -1 when there is none. */
static int
read_digits (const char **at,
             guint        count)
{
  int value = 0;

  for (; count > 0; count--, (*at)++)
    {
      if (!g_ascii_isdigit (**at))
        return -1;
      value = value * 10 + (**at - '0');
    }
  return value;
}

static gboolean
read_separator (const char **at,
                char         wanted)
{
  if (g_ascii_toupper (**at) != wanted)
    return FALSE;
  (*at)++;
  return TRUE;
}

static gboolean
read_date (const char **at)
{
  int year, month, day;

  year = read_digits (at, 4);
  if (year < 0 || !read_separator (at, '-'))
    return FALSE;
  month = read_digits (at, 2);
  if (month < 1 || month > 12 || !read_separator (at, '-'))
    return FALSE;
  day = read_digits (at, 2);
  /* GDate knows no year 0, which is a leap year. */
  return day >= 1 && day <= g_date_get_days_in_month (month, year > 0 ? year : 400);
}

static gboolean
read_offset (const char **at,
             int         *minutes)
{
  int sign, hour, minute;

  *minutes = 0;
  if (read_separator (at, 'Z'))
    return TRUE;
  sign = **at == '+' ? 1 : **at == '-' ? -1 : 0;
  if (sign == 0)
    return FALSE;
  (*at)++;
  hour = read_digits (at, 2);
  if (hour < 0 || hour > 23 || !read_separator (at, ':'))
    return FALSE;
  minute = read_digits (at, 2);
  *minutes = sign * (hour * 60 + minute);
  return minute >= 0 && minute <= 59;
}

static gboolean
read_time (const char **at)
{
  int hour, minute, second, offset, utc;

  hour = read_digits (at, 2);
  if (hour < 0 || hour > 23 || !read_separator (at, ':'))
    return FALSE;
  minute = read_digits (at, 2);
  if (minute < 0 || minute > 59 || !read_separator (at, ':'))
    return FALSE;
  second = read_digits (at, 2);
  if (second < 0 || second > 60)
    return FALSE;
  if (read_separator (at, '.'))
    {
      if (read_digits (at, 1) < 0)
        return FALSE;
      *at += strspn (*at, "0123456789");
    }
  if (!read_offset (at, &offset))
    return FALSE;
  /* Leap seconds end a day in UTC. */
  utc = (hour * 60 + minute - offset + 2 * 24 * 60) % (24 * 60);
  return second < 60 || utc == 23 * 60 + 59;
}

/* RFC 3339, full-date */
static gboolean
is_date (const char *text)
{
  return read_date (&text) && *text == '\0';
}

/* RFC 3339, date-time */
static gboolean
is_date_time (const char *text)
{
  return read_date (&text) && read_separator (&text, 'T') && read_time (&text) && *text == '\0';
}

/* Labels of letters, digits and inner hyphens, as in the names of hosts. */
static gboolean
is_domain (const char *text)
{
  g_auto(GStrv) labels = g_strsplit (text, ".", -1);

  for (guint i = 0; labels[i] != NULL; i++)
    {
      gsize length = strlen (labels[i]);

      if (length == 0 || length > 63 || labels[i][0] == '-' || labels[i][length - 1] == '-')
        return FALSE;
      for (gsize j = 0; j < length; j++)
        if (!g_ascii_isalnum (labels[i][j]) && labels[i][j] != '-')
          return FALSE;
    }
  return labels[0] != NULL;
}

/* RFC 5321, Mailbox, without comments. */
static gboolean
is_email (const char *text)
{
  const char *at = strrchr (text, '@');
  gsize local = at != NULL ? (gsize) (at - text) : 0;

  if (local == 0 || local > 64 || strlen (at + 1) > 255)
    return FALSE;
  if (*text == '"')
    {
      if (local < 2 || text[local - 1] != '"')
        return FALSE;
      for (gsize i = 1; i < local - 1; i++)
        {
          if (text[i] == '\\')
            i++;
          else if (text[i] == '"')
            return FALSE;
          if (i >= local - 1 || (guchar) text[i] < 0x20 || (guchar) text[i] >= 0x7f)
            return FALSE;
        }
    }
  else
    {
      for (gsize i = 0; i < local; i++)
        if (!g_ascii_isalnum (text[i]) && strchr ("!#$%&'*+-/=?^_`{|}~", text[i]) == NULL
            && (text[i] != '.' || i == 0 || i == local - 1 || text[i - 1] == '.'))
          return FALSE;
    }
  if (at[1] == '[')
    {
      gboolean v6 = g_ascii_strncasecmp (at + 2, "IPv6:", 5) == 0;
      const char *address = at + (v6 ? 7 : 2);
      const char *end = strchr (address, ']');
      g_autofree char *host = NULL;

      if (end == NULL || end[1] != '\0')
        return FALSE;
      host = g_strndup (address, end - address);
      return g_hostname_is_ip_address (host) && v6 == (strchr (host, ':') != NULL);
    }
  return is_domain (at + 1);
}

static gboolean
has_brackets (const char *part)
{
  return part != NULL && strpbrk (part, "[]") != NULL;
}

/* RFC 3986, URI: with a scheme, and nothing outside ASCII; brackets are for addresses of hosts. */
static gboolean
is_uri (const char *text)
{
  g_autoptr(GUri) uri = NULL;

  for (const char *at = text; *at != '\0'; at++)
    {
      if (*at == '%' && (!g_ascii_isxdigit (at[1]) || !g_ascii_isxdigit (at[2])))
        return FALSE;
      if (!g_ascii_isalnum (*at) && strchr ("-._~:/?#[]@!$&'()*+,;=%", *at) == NULL)
        return FALSE;
    }
  uri = g_uri_parse (text, G_URI_FLAGS_ENCODED, NULL);
  return uri != NULL && !has_brackets (g_uri_get_userinfo (uri))
         && !has_brackets (g_uri_get_path (uri)) && !has_brackets (g_uri_get_query (uri))
         && !has_brackets (g_uri_get_fragment (uri));
}

/* Returns: (nullable): what checks that format, NULL for a format that is not checked */
GhSchemaFormat
gh_schema_format_find (const char *name)
{
  static const struct { const char *name; GhSchemaFormat check; } formats[] = {
    { "date", is_date },
    { "date-time", is_date_time },
    { "email", is_email },
    { "uri", is_uri },
  };

  for (guint i = 0; i < G_N_ELEMENTS (formats); i++)
    if (strcmp (formats[i].name, name) == 0)
      return formats[i].check;
  return NULL;
}
