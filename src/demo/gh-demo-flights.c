/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * The travel desk's 47 flights from Munich to Barcelona: invented, and always the same. */
#include "config.h"

#include "gh-demo-flights.h"

#include <string.h>

typedef struct
{
  const char *code;
  const char *airline;
  guint departure; /* minutes after midnight; both cities have one time zone */
  guint duration;  /* minutes */
  const char *via; /* airports, separated by spaces; empty for nonstop */
  guint price;     /* euros, in May */
} Flight;

static const Flight flights[GH_DEMO_N_FLIGHTS] = {
  { "HV4217", "Helvetic Sky", 360, 275, "ZRH", 85 },
  { "AP7323", "Alpen Air", 375, 125, "", 219 },
  { "MQ1958", "Meridional", 385, 215, "MRS", 193 },
  { "MQ1300", "Meridional", 390, 635, "VIE MRS", 74 },
  { "CZ2793", "Costa Azul", 400, 130, "", 164 },
  { "AP8774", "Alpen Air", 410, 310, "FRA", 180 },
  { "RN5383", "Rhenus Wings", 425, 130, "", 149 },
  { "DN3267", "Danubia", 440, 345, "VIE", 170 },
  { "HV4545", "Helvetic Sky", 460, 250, "ZRH", 136 },
  { "AP5836", "Alpen Air", 470, 125, "", 239 },
  { "CZ1986", "Costa Azul", 495, 220, "PMI", 84 },
  { "DN7697", "Danubia", 505, 460, "BUD FCO", 59 },
  { "MQ8415", "Meridional", 515, 325, "FCO", 158 },
  { "CZ2904", "Costa Azul", 525, 125, "", 179 },
  { "RN5665", "Rhenus Wings", 545, 230, "DUS", 86 },
  { "AP5594", "Alpen Air", 555, 120, "", 204 },
  { "HV6002", "Helvetic Sky", 580, 330, "ZRH", 96 },
  { "HV8365", "Helvetic Sky", 590, 610, "ZRH PMI", 63 },
  { "DN8991", "Danubia", 600, 355, "VIE", 124 },
  { "RN2126", "Rhenus Wings", 610, 125, "", 139 },
  { "MQ1709", "Meridional", 635, 400, "LYS", 99 },
  { "AP2584", "Alpen Air", 655, 130, "", 184 },
  { "AP5387", "Alpen Air", 675, 310, "FRA", 90 },
  { "CZ3879", "Costa Azul", 690, 405, "PMI", 170 },
  { "CZ3304", "Costa Azul", 700, 130, "", 129 },
  { "MQ2872", "Meridional", 710, 600, "LIN LYS", 89 },
  { "HV7851", "Helvetic Sky", 720, 405, "GVA", 185 },
  { "AP7910", "Alpen Air", 745, 120, "", 159 },
  { "MQ8450", "Meridional", 765, 345, "LYS", 181 },
  { "RN9867", "Rhenus Wings", 790, 120, "", 119 },
  { "DN4885", "Danubia", 805, 270, "VIE", 85 },
  { "RN2554", "Rhenus Wings", 820, 325, "STR", 89 },
  { "CZ6736", "Costa Azul", 840, 125, "", 134 },
  { "RN9426", "Rhenus Wings", 855, 465, "DUS MAD", 73 },
  { "HV4125", "Helvetic Sky", 870, 310, "GVA", 111 },
  { "CZ4173", "Costa Azul", 885, 380, "VLC", 179 },
  { "AP9416", "Alpen Air", 905, 125, "", 189 },
  { "MQ1468", "Meridional", 930, 270, "LIN", 101 },
  { "CZ5714", "Costa Azul", 950, 570, "STR VLC", 70 },
  { "RN2136", "Rhenus Wings", 960, 125, "", 154 },
  { "AP5677", "Alpen Air", 985, 330, "FRA", 121 },
  { "CZ6341", "Costa Azul", 1010, 125, "", 172 },
  { "HV1271", "Helvetic Sky", 1040, 360, "GVA", 128 },
  { "AP5557", "Alpen Air", 1065, 125, "", 229 },
  { "MQ4620", "Meridional", 1090, 230, "MRS", 140 },
  { "RN3561", "Rhenus Wings", 1120, 125, "", 167 },
  { "CZ1166", "Costa Azul", 1215, 125, "", 109 },
};

/* The same flights on another day, at that season's price. */
static const struct
{
  const char *trip;
  const char *day;
  guint percent;
} seasons[] = {
  { "Barcelona, May 2026", "Fri 15 May 2026", 100 },
  { "Barcelona, June 2026", "Fri 12 June 2026", 118 },
  { "Barcelona, September 2026", "Fri 18 September 2026", 107 },
};

const char * const *
gh_demo_trips (void)
{
  static const char * const trips[] = {
    "Barcelona, May 2026", "Barcelona, June 2026", "Barcelona, September 2026", NULL,
  };

  G_STATIC_ASSERT (G_N_ELEMENTS (trips) == G_N_ELEMENTS (seasons) + 1);
  return trips;
}

static char *
describe_stops (const char *via)
{
  g_auto(GStrv) airports = NULL;
  g_autofree char *list = NULL;

  if (*via == '\0')
    return g_strdup ("nonstop");
  airports = g_strsplit (via, " ", -1);
  list = g_strjoinv (" and ", airports);
  return g_strdup_printf ("%u stop%s (%s)", g_strv_length (airports),
                          airports[1] != NULL ? "s" : "", list);
}

char *
gh_demo_flight_describe (guint       index,
                         const char *trip)
{
  const Flight *flight;
  g_autofree char *stops = NULL;
  const char *day = seasons[0].day;
  guint percent = 100, arrival;

  g_return_val_if_fail (index < GH_DEMO_N_FLIGHTS, NULL);
  g_return_val_if_fail (trip != NULL, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (seasons); i++)
    if (strcmp (seasons[i].trip, trip) == 0)
      {
        day = seasons[i].day;
        percent = seasons[i].percent;
      }
  flight = &flights[index];
  arrival = flight->departure + flight->duration;
  stops = describe_stops (flight->via);
  return g_strdup_printf ("%u. %s %s, %s, MUC %02u:%02u - BCN %02u:%02u%s, %u h %02u min, %s, "
                          "EUR %u",
                          index + 1, flight->code, flight->airline, day,
                          flight->departure / 60, flight->departure % 60,
                          arrival / 60 % 24, arrival % 60, arrival >= 24 * 60 ? " (+1)" : "",
                          flight->duration / 60, flight->duration % 60, stops,
                          flight->price * percent / 100);
}

/* What was recognised so far. */
typedef struct
{
  guint *best;
  guint n;
} Found;

static void
add (Found *found,
     guint  index)
{
  for (guint i = 0; i < found->n; i++)
    if (found->best[i] == index)
      return;
  if (found->n < GH_DEMO_N_BEST)
    found->best[found->n++] = index;
}

/* "AP1808", "AP 1808" or "ap-1808", not inside another word. */
static gboolean
starts_with_code (const char *text,
                  const char *code)
{
  if (g_ascii_strncasecmp (text, code, 2) != 0)
    return FALSE;
  text += 2;
  if (*text == ' ' || *text == '-')
    text++;
  return g_str_has_prefix (text, code + 2) && !g_ascii_isalnum (text[strlen (code) - 2]);
}

static void
find_codes (Found      *found,
            const char *answer)
{
  for (const char *at = answer; *at != '\0'; at++)
    if (g_ascii_isalpha (*at) && (at == answer || !g_ascii_isalnum (at[-1])))
      for (guint i = 0; i < GH_DEMO_N_FLIGHTS; i++)
        if (starts_with_code (at, flights[i].code))
          add (found, i);
}

/* A number that says it is a flight's: "#12", "flight 12", "number 12", "No. 12". */
static gboolean
is_marked (const char *answer,
           const char *number)
{
  static const char * const words[] = { "flight", "number", "no.", "no", "nr.", "nr" };
  const char *end = number;

  while (end > answer && (end[-1] == ' ' || end[-1] == '*'))
    end--;
  if (end > answer && end[-1] == '#')
    return TRUE;
  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    {
      gsize length = strlen (words[i]);

      if (end - answer >= (gssize) length && end < number
          && g_ascii_strncasecmp (end - length, words[i], length) == 0)
        return TRUE;
    }
  return FALSE;
}

/* A number that stands alone: no time, price, length, decimal, and no mark of a list ("2. ..."). */
static gboolean
is_bare (const char *answer,
         const char *number,
         const char *after)
{
  const char *line = number;

  if (number > answer && strchr (":.-+/", number[-1]) != NULL && number - 1 > answer
      && g_ascii_isdigit (number[-2]))
    return FALSE;
  if (number - answer >= 4 && g_ascii_strncasecmp (number - 4, "EUR ", 4) == 0)
    return FALSE;
  if ((*after == ':' || *after == '.') && g_ascii_isdigit (after[1]))
    return FALSE;
  if (g_ascii_isalpha (*after) || *after == '%')
    return FALSE;
  if (*after == ' ' && (g_str_has_prefix (after, " h ") || g_str_has_prefix (after, " min")
                        || g_str_has_prefix (after, " EUR") || g_str_has_prefix (after, " stop")))
    return FALSE;
  while (line > answer && (line[-1] == ' ' || line[-1] == '*' || line[-1] == '-'))
    line--;
  return !((line == answer || line[-1] == '\n') && after - number == 1
           && (*after == '.' || *after == ')')
           && strcspn (after, "0123456789") < strcspn (after, "\n"));
}

static void
find_numbers (Found      *found,
              const char *answer,
              gboolean    marked)
{
  const char *at = answer;

  while (*at != '\0')
    {
      const char *after = at;
      guint number = 0;

      if (!g_ascii_isdigit (*at))
        {
          at++;
          continue;
        }
      for (; g_ascii_isdigit (*after); after++)
        number = MIN (number * 10 + (guint) g_ascii_digit_value (*after), 1000);
      if (number >= 1 && number <= GH_DEMO_N_FLIGHTS
          && (at == answer || !g_ascii_isalnum (at[-1]))
          && (marked ? is_marked (answer, at) : is_bare (answer, at, after)))
        add (found, number - 1);
      at = after;
    }
}

guint
gh_demo_flights_recognise (const char *answer,
                           guint       best[GH_DEMO_N_BEST])
{
  Found found = { best, 0 };

  g_return_val_if_fail (answer != NULL, 0);

  find_codes (&found, answer);
  if (found.n == 0)
    find_numbers (&found, answer, TRUE);
  if (found.n == 0)
    find_numbers (&found, answer, FALSE);
  return found.n;
}
