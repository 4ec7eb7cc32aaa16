/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * What servers used models for: requests, tokens and money, of each server, of each rule, of all
 * together. */
#include "config.h"

#include "gh-usage.h"

#include <time.h>

#include "gh-usage-journal.h"

/* Seconds and minutes are counted as long as a limit looks back, days a month and the one before
 * it. */
#define KEPT_SECONDS 60
#define KEPT_MINUTES 60
#define KEPT_DAYS 62
/* The file is written anew when it has this many lines: hundreds of kilobytes, read in a blink. */
#define MAX_LINES 10000
/* A day before every other. */
#define LONG_AGO 19700101
/* Servers and rules counted: as many rules as there can be, and more servers than anybody has. */
#define MAX_COUNTED 2000

/* What was used in one second, minute or day. */
typedef struct
{
  gint64 key; /* see Now */
  GhUsageAmount amount;
} Bucket;

/* All that one server or rule used. */
typedef struct
{
  GArray *seconds; /* of Bucket, in the order of their keys */
  GArray *minutes;
  GArray *days;
  gint64 total;    /* requests, ever */
  gint64 last;     /* microseconds since 1970 */
} Count;

/* A time as the three kinds of buckets name it. */
typedef struct
{
  gint64 second;
  gint64 minute;
  gint64 day;   /* 20261231 */
  gint64 month; /* 20261200: less than all its days */
} Now;

struct _GhUsage
{
  GObject parent_instance;

  /* owned */
  GhUsageJournal *journal; /* or NULL */
  GHashTable *counts;      /* "s" or "r" and an id -> Count */
  Count *all;

  Now now;                 /* the one asked for last: asking the C library is slow */
};

G_DEFINE_FINAL_TYPE (GhUsage, gh_usage, G_TYPE_OBJECT)

enum
{
  CHANGED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

static Count *
count_new (void)
{
  Count *self = g_new0 (Count, 1);

  self->seconds = g_array_new (FALSE, FALSE, sizeof (Bucket));
  self->minutes = g_array_new (FALSE, FALSE, sizeof (Bucket));
  self->days = g_array_new (FALSE, FALSE, sizeof (Bucket));
  return self;
}

static void
count_free (Count *self)
{
  g_array_unref (self->seconds);
  g_array_unref (self->minutes);
  g_array_unref (self->days);
  g_free (self);
}

static void
gh_usage_finalize (GObject *object)
{
  GhUsage *self = GH_USAGE (object);

  g_clear_object (&self->journal);
  g_clear_pointer (&self->counts, g_hash_table_unref);
  g_clear_pointer (&self->all, count_free);

  G_OBJECT_CLASS (gh_usage_parent_class)->finalize (object);
}

static void
gh_usage_class_init (GhUsageClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = gh_usage_finalize;

  signals[CHANGED] = g_signal_new ("changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0,
                                   NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
gh_usage_init (GhUsage *self)
{
  self->counts =
    g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify) count_free);
  self->all = count_new ();
  self->now.second = -1;
}

/**
 * gh_usage_new:
 * @file: (nullable): where it is kept between runs
 * @problems: (nullable): of GhProblem
 */
GhUsage *
gh_usage_new (GFile      *file,
              GListStore *problems)
{
  GhUsage *self;

  g_return_val_if_fail (file == NULL || G_IS_FILE (file), NULL);

  self = g_object_new (GH_TYPE_USAGE, NULL);
  if (file != NULL)
    self->journal = gh_usage_journal_new (file, problems);
  return self;
}

/* --- time --- */

static const Now *
get_now (GhUsage *self,
         gint64   time)
{
  time_t seconds = time / G_USEC_PER_SEC;
  struct tm here;

  if (self->now.second == seconds)
    return &self->now;
  localtime_r (&seconds, &here);
  self->now.second = seconds;
  self->now.minute = seconds / 60;
  self->now.month = (here.tm_year + 1900) * 10000 + (here.tm_mon + 1) * 100;
  self->now.day = self->now.month + here.tm_mday;
  return &self->now;
}

/* --- buckets --- */

static void
amount_add (GhUsageAmount       *self,
            const GhUsageAmount *other)
{
  self->requests += other->requests;
  self->input_tokens += other->input_tokens;
  self->output_tokens += other->output_tokens;
  self->money += other->money;
}

static void
amount_subtract (GhUsageAmount       *self,
                 const GhUsageAmount *other)
{
  self->requests -= other->requests;
  self->input_tokens -= other->input_tokens;
  self->output_tokens -= other->output_tokens;
  self->money -= other->money;
}

static void
add_to (GArray              *buckets,
        gint64               key,
        const GhUsageAmount *amount,
        guint                kept)
{
  guint i = buckets->len;

  /* What is put right lies near the end; what a clock put back is anywhere. */
  while (i > 0 && g_array_index (buckets, Bucket, i - 1).key > key)
    i--;
  if (i > 0 && g_array_index (buckets, Bucket, i - 1).key == key)
    {
      amount_add (&g_array_index (buckets, Bucket, i - 1).amount, amount);
    }
  else
    {
      Bucket bucket = { key, *amount };

      g_array_insert_val (buckets, i, bucket);
      if (buckets->len > kept)
        g_array_remove_range (buckets, 0, buckets->len - kept);
    }
}

/* What a clock that was put back shows as used later counts, too. */
static GhUsageAmount
sum_since (GArray *buckets,
           gint64  since)
{
  GhUsageAmount sum = { 0 };

  for (guint i = buckets->len; i > 0 && g_array_index (buckets, Bucket, i - 1).key >= since; i--)
    amount_add (&sum, &g_array_index (buckets, Bucket, i - 1).amount);
  return sum;
}

static void
count_add (Count               *self,
           const Now           *now,
           const GhUsageRecord *record)
{
  if (record->day == 0)
    {
      add_to (self->seconds, now->second, &record->amount, KEPT_SECONDS);
      add_to (self->minutes, now->minute, &record->amount, KEPT_MINUTES);
    }
  add_to (self->days, record->day != 0 ? record->day : now->day, &record->amount, KEPT_DAYS);
  self->total += record->amount.requests;
  self->last = MAX (self->last, record->time);
}

/* --- whose --- */

static Count *
find_count (GhUsage    *self,
            GhUsageOf   of,
            const char *id)
{
  char buffer[128];
  g_autofree char *long_key = NULL;
  const char *key = buffer;

  if (of == GH_USAGE_ALL)
    return self->all;
  if (id == NULL)
    return NULL;
  if (g_snprintf (buffer, sizeof buffer, "%c%s", of == GH_USAGE_SERVER ? 's' : 'r', id)
      >= (int) sizeof buffer)
    key = long_key = g_strdup_printf ("%c%s", of == GH_USAGE_SERVER ? 's' : 'r', id);
  return g_hash_table_lookup (self->counts, key);
}

/* One more would be too many: who was idle for longest is forgotten. */
static void
forget_oldest (GhUsage *self)
{
  GHashTableIter iter;
  gpointer key;
  gpointer value;
  gpointer oldest = NULL;
  gint64 last = G_MAXINT64;

  g_hash_table_iter_init (&iter, self->counts);
  while (g_hash_table_iter_next (&iter, &key, &value))
    if (((Count *) value)->last < last)
      {
        last = ((Count *) value)->last;
        oldest = key;
      }
  g_hash_table_remove (self->counts, oldest);
}

static Count *
ensure_count (GhUsage    *self,
              GhUsageOf   of,
              const char *id)
{
  Count *count = find_count (self, of, id);

  if (count != NULL)
    return count;
  if (g_hash_table_size (self->counts) >= MAX_COUNTED)
    forget_oldest (self);
  count = count_new ();
  g_hash_table_insert (self->counts,
                       g_strdup_printf ("%c%s", of == GH_USAGE_SERVER ? 's' : 'r', id), count);
  return count;
}

static void
take_in (GhUsage             *self,
         const GhUsageRecord *record)
{
  const Now *now = get_now (self, record->time);

  if (record->server != NULL)
    {
      count_add (self->all, now, record);
      count_add (ensure_count (self, GH_USAGE_SERVER, record->server), now, record);
    }
  if (record->rule != NULL)
    count_add (ensure_count (self, GH_USAGE_RULE, record->rule), now, record);
}

/* --- the file --- */

/* The minutes of a day that may still count by lines of their own, the rest of it by one line. */
static void
list_count (GPtrArray  *records,
            GhUsage    *self,
            const char *key,
            Count      *count)
{
  const char *server = key[0] == 's' ? key + 1 : NULL;
  const char *rule = key[0] == 'r' ? key + 1 : NULL;
  GhUsageAmount rest = { .requests = count->total };

  for (guint i = 0; i < count->days->len; i++)
    {
      Bucket day = g_array_index (count->days, Bucket, i);

      rest.requests -= day.amount.requests;
      for (guint j = 0; j < count->minutes->len; j++)
        {
          const Bucket *minute = &g_array_index (count->minutes, Bucket, j);
          gint64 end = (minute->key * 60 + 59) * G_USEC_PER_SEC;

          if (get_now (self, end)->day != day.key)
            continue;
          amount_subtract (&day.amount, &minute->amount);
          g_ptr_array_add (records, gh_usage_record_new (server, rule, MIN (end, count->last), 0,
                                                         &minute->amount));
        }
      g_ptr_array_add (records, gh_usage_record_new (server, rule, 0, day.key, &day.amount));
    }
  /* Of days that are no longer kept only the number of uses is, as if of one day long ago. */
  g_ptr_array_add (records, gh_usage_record_new (server, rule, count->last, LONG_AGO, &rest));
}

static void
write_anew (GhUsage *self)
{
  g_autoptr(GPtrArray) records =
    g_ptr_array_new_with_free_func ((GDestroyNotify) gh_usage_record_free);
  GHashTableIter iter;
  gpointer key;
  gpointer value;

  g_hash_table_iter_init (&iter, self->counts);
  while (g_hash_table_iter_next (&iter, &key, &value))
    list_count (records, self, key, value);
  gh_usage_journal_replace (self->journal, records);
}

static void
loaded_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  g_autoptr(GTask) task = user_data;
  GhUsage *self = g_task_get_source_object (task);
  GError *error = NULL;
  g_autoptr(GPtrArray) records =
    gh_usage_journal_load_finish (GH_USAGE_JOURNAL (source), result, &error);

  if (records == NULL)
    {
      g_task_return_error (task, error);
      return;
    }
  for (guint i = 0; i < records->len; i++)
    take_in (self, records->pdata[i]);
  if (gh_usage_journal_get_length (self->journal) > MAX_LINES)
    write_anew (self);
  g_signal_emit (self, signals[CHANGED], 0);
  g_task_return_boolean (task, TRUE);
}

void
gh_usage_load_async (GhUsage             *self,
                     GCancellable        *cancellable,
                     GAsyncReadyCallback  callback,
                     gpointer             user_data)
{
  g_autoptr(GTask) task = NULL;

  g_return_if_fail (GH_IS_USAGE (self));

  task = g_task_new (self, cancellable, callback, user_data);
  g_task_set_source_tag (task, gh_usage_load_async);
  if (self->journal != NULL)
    gh_usage_journal_load_async (self->journal, cancellable, loaded_cb, g_steal_pointer (&task));
  else
    g_task_return_boolean (task, TRUE);
}

gboolean
gh_usage_load_finish (GhUsage       *self,
                      GAsyncResult  *result,
                      GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), FALSE);
  g_return_val_if_fail (g_async_result_is_tagged (result, gh_usage_load_async), FALSE);

  return g_task_propagate_boolean (G_TASK (result), error);
}

static void
flushed_cb (GObject      *source,
            GAsyncResult *result,
            gpointer      user_data)
{
  g_autoptr(GTask) task = user_data;
  GError *error = NULL;

  if (gh_usage_journal_flush_finish (GH_USAGE_JOURNAL (source), result, &error))
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

void
gh_usage_flush_async (GhUsage             *self,
                      GAsyncReadyCallback  callback,
                      gpointer             user_data)
{
  g_autoptr(GTask) task = NULL;

  g_return_if_fail (GH_IS_USAGE (self));

  task = g_task_new (self, NULL, callback, user_data);
  g_task_set_source_tag (task, gh_usage_flush_async);
  if (self->journal != NULL)
    gh_usage_journal_flush_async (self->journal, flushed_cb, g_steal_pointer (&task));
  else
    g_task_return_boolean (task, TRUE);
}

gboolean
gh_usage_flush_finish (GhUsage       *self,
                       GAsyncResult  *result,
                       GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), FALSE);
  g_return_val_if_fail (g_async_result_is_tagged (result, gh_usage_flush_async), FALSE);

  return g_task_propagate_boolean (G_TASK (result), error);
}

/* --- what it is for --- */

/**
 * gh_usage_add:
 * @server: (nullable): whose it is, and part of all
 * @rule: (nullable): that allowed it
 * @amount: may be negative, to put an estimate right
 */
void
gh_usage_add (GhUsage             *self,
              const char          *server,
              const char          *rule,
              gint64               time,
              const GhUsageAmount *amount)
{
  g_autoptr(GhUsageRecord) record = NULL;

  g_return_if_fail (GH_IS_USAGE (self));
  g_return_if_fail (amount != NULL);

  record = gh_usage_record_new (server, rule, time, 0, amount);
  take_in (self, record);
  if (self->journal != NULL)
    {
      gh_usage_journal_append (self->journal, record);
      if (gh_usage_journal_get_length (self->journal) > MAX_LINES)
        write_anew (self);
    }
  g_signal_emit (self, signals[CHANGED], 0);
}

static double
get_tokens (GhUsageAmount amount)
{
  return (double) amount.input_tokens + (double) amount.output_tokens;
}

double
gh_usage_get (GhUsage    *self,
              GhUsageOf   of,
              const char *id,
              GhLimit     limit,
              gint64      now)
{
  Count *count;
  const Now *keys;

  g_return_val_if_fail (GH_IS_USAGE (self), 0);

  count = find_count (self, of, id);
  if (count == NULL)
    return 0;
  keys = get_now (self, now);
  switch (limit)
    {
    case GH_LIMIT_REQUESTS:
      return count->total;
    case GH_LIMIT_REQUESTS_PER_MINUTE:
      return sum_since (count->seconds, keys->second - 59).requests;
    case GH_LIMIT_TOKENS_PER_HOUR:
      return get_tokens (sum_since (count->minutes, keys->minute - 59));
    case GH_LIMIT_TOKENS_PER_DAY:
      return get_tokens (sum_since (count->days, keys->day));
    case GH_LIMIT_TOKENS_PER_MONTH:
      return get_tokens (sum_since (count->days, keys->month));
    case GH_LIMIT_MONEY_PER_MONTH:
      return sum_since (count->days, keys->month).money;
    case GH_LIMIT_MAX_TOKENS:
    case GH_N_LIMITS:
    default:
      return 0;
    }
}

static GhUsageAmount
get_since (GhUsage    *self,
           GhUsageOf   of,
           const char *id,
           gint64      since)
{
  Count *count = find_count (self, of, id);

  return count != NULL ? sum_since (count->days, since) : (GhUsageAmount) { 0 };
}

GhUsageAmount
gh_usage_get_day (GhUsage    *self,
                  GhUsageOf   of,
                  const char *id,
                  gint64      now)
{
  g_return_val_if_fail (GH_IS_USAGE (self), (GhUsageAmount) { 0 });

  return get_since (self, of, id, get_now (self, now)->day);
}

GhUsageAmount
gh_usage_get_month (GhUsage    *self,
                    GhUsageOf   of,
                    const char *id,
                    gint64      now)
{
  g_return_val_if_fail (GH_IS_USAGE (self), (GhUsageAmount) { 0 });

  return get_since (self, of, id, get_now (self, now)->month);
}

gint64
gh_usage_get_last (GhUsage    *self,
                   GhUsageOf   of,
                   const char *id)
{
  Count *count;

  g_return_val_if_fail (GH_IS_USAGE (self), 0);

  count = find_count (self, of, id);
  return count != NULL ? count->last : 0;
}
