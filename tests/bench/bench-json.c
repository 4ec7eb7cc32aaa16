/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * Reading and writing JSON beside json-glib's parser and generator, in the same run. */
#include "config.h"

#include "gh-json.h"

#include <string.h>
#include <time.h>

/* Each side is measured this often, in turns; the best counts. */
#define ROUNDS 9
#define ROUND_NSEC 100000000

#define SMALL_LENGTH 228

typedef struct
{
  const char *text;
  gsize length;
  JsonNode *node;
} Sample;

/* Work makes something, which is let go outside the measured time. */
typedef struct
{
  gpointer (*work) (Sample *sample);
  GDestroyNotify let_go;
} Side;

static gpointer
read_ours (Sample *sample)
{
  JsonNode *node = gh_json_read (sample->text, sample->length, NULL);

  g_assert_nonnull (node);
  return node;
}

static gpointer
read_json_glib (Sample *sample)
{
  JsonParser *parser = json_parser_new ();
  gboolean ok = json_parser_load_from_data (parser, sample->text, sample->length, NULL);

  g_assert_true (ok);
  return parser;
}

/* All that is done with a text of which no nodes are wanted. */
static gpointer
check_ours (Sample *sample)
{
  GhJsonFacts facts;
  gboolean ok = gh_json_check (sample->text, sample->length, &facts, NULL);

  g_assert_true (ok);
  return NULL;
}

static gpointer
write_ours (Sample *sample)
{
  return gh_json_write (sample->node, NULL);
}

static gpointer
write_json_glib (Sample *sample)
{
  return json_to_string (sample->node, FALSE);
}

/* Processor time of this thread in nanoseconds: others on the machine count not. */
static gint64
now (void)
{
  struct timespec time;

  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &time);
  return (gint64) time.tv_sec * 1000000000 + time.tv_nsec;
}

/* Microseconds of one piece of work. */
static double
measure (const Side *side,
         Sample     *sample)
{
  gpointer made[100];
  guint batch = sample->length < 10000 ? G_N_ELEMENTS (made) : 1;
  gint64 spent = 0;
  guint n = 0;

  while (spent < ROUND_NSEC)
    {
      gint64 start = now ();

      for (guint i = 0; i < batch; i++)
        made[i] = side->work (sample);
      spent += now () - start;
      n += batch;
      for (guint i = 0; i < batch; i++)
        side->let_go (made[i]);
    }
  return spent / 1000.0 / n;
}

static void
compare (const char *what,
         Sample     *sample,
         const Side *ours,
         const Side *theirs)
{
  double best = G_MAXDOUBLE, other = G_MAXDOUBLE;

  for (guint i = 0; i < ROUNDS; i++)
    {
      best = MIN (best, measure (ours, sample));
      other = MIN (other, measure (theirs, sample));
    }
  g_print ("%-22s %9" G_GSIZE_FORMAT " bytes  ours %10.2f us (%6.0f MB/s)  json-glib %10.2f us"
           "  %.2f times as fast\n", what, sample->length, best, sample->length / best, other,
           other / best);
}

static const Side reads_ours = { read_ours, (GDestroyNotify) json_node_unref };
static const Side reads_json_glib = { read_json_glib, g_object_unref };
static const Side checks_ours = { check_ours, g_free };
static const Side writes_ours = { write_ours, g_free };
static const Side writes_json_glib = { write_json_glib, g_free };

static void
run (const char *what,
     const char *text,
     gsize       length)
{
  g_autoptr(JsonNode) node = gh_json_read (text, length, NULL);
  Sample sample = { text, length, node };
  g_autofree char *read_name = g_strconcat ("read ", what, NULL);
  g_autofree char *check_name = g_strconcat ("check ", what, NULL);
  g_autofree char *write_name = g_strconcat ("write ", what, NULL);

  compare (read_name, &sample, &reads_ours, &reads_json_glib);
  compare (check_name, &sample, &checks_ours, &reads_json_glib);
  compare (write_name, &sample, &writes_ours, &writes_json_glib);
}

static char *
make_small (void)
{
  static const char start[] =
    "{\"jsonrpc\":\"2.0\",\"id\":42,\"method\":\"tools/call\",\"params\":{\"name\":"
    "\"find_best_flight\",\"arguments\":{\"from\":\"BER\",\"to\":\"BCN\",\"adults\":2,"
    "\"direct\":true,\"max_price\":250.5},\"_meta\":{\"progressToken\":42,\"note\":\"";
  static const char end[] = "\"}}}";
  g_autofree char *filler = g_strnfill (SMALL_LENGTH - strlen (start) - strlen (end), 'n');

  return g_strconcat (start, filler, end, NULL);
}

/* What a server with very many tools answers to tools/list. */
static GString *
make_tools (gsize length)
{
  GString *text = g_string_new ("{\"jsonrpc\":\"2.0\",\"id\":2,\"result\":{\"tools\":[");

  for (guint i = 0; text->len < length; i++)
    g_string_append_printf (text,
                            "%s{\"name\":\"tool_%u\",\"title\":\"Tool number %u\",\"description\":"
                            "\"Does one thing well.\\n\\nUse it when \\\"%u\\\" is what you need; "
                            "it answers with a short text that names what was found.\","
                            "\"inputSchema\":"
                            "{\"type\":\"object\",\"properties\":{\"path\":{\"type\":\"string\","
                            "\"description\":\"Where to look, relative to the root\"},\"limit\":"
                            "{\"type\":\"integer\",\"minimum\":1,\"maximum\":%u,\"default\":10},"
                            "\"ratio\":{\"type\":\"number\",\"exclusiveMinimum\":0.25},\"deep\":"
                            "{\"type\":\"boolean\",\"default\":false}},\"required\":[\"path\"]},"
                            "\"annotations\":{\"readOnlyHint\":true,\"openWorldHint\":false}}",
                            i > 0 ? "," : "", i, i, i, i + 100);
  g_string_append (text, "]}}");
  return text;
}

int
main (void)
{
  g_autofree char *small = make_small ();
  g_autoptr(GString) tools = make_tools (1024 * 1024);
  g_autofree char *letters = g_strnfill (1024 * 1024, 'A');
  g_autofree char *image = g_strdup_printf ("{\"data\":\"%s\"}", letters);

  run ("small message", small, strlen (small));
  run ("tools/list", tools->str, tools->len);
  run ("image", image, strlen (image));
  return 0;
}
