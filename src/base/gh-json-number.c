/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * Numbers in JSON nodes, compared and divided exactly, however many digits they have. */
#include "config.h"

#include "gh-json-private.h"

/* Digits up to which no memory is taken. */
#define SMALL_DIGITS 40

/* Exponents beyond are as good as this one: no text has as many digits. Sums stay in range. */
#define MAX_EXPONENT (G_MAXINT64 / 4)

/* The digits, without zeros at either end, times ten to the power of the exponent. */
typedef struct
{
  char *digits; /* in `small` or owned; empty for zero */
  gsize length;
  gint64 exponent;
  gboolean negative;
  char small[SMALL_DIGITS];
} Decimal;

static gint64
read_exponent (const char *text)
{
  gboolean negative = *text == '-';
  gint64 value = 0;

  if (*text == '-' || *text == '+')
    text++;
  for (; g_ascii_isdigit (*text); text++)
    value = MIN (value * 10 + (*text - '0'), MAX_EXPONENT / 10 - 1);
  return negative ? -value : value;
}

static void
read_decimal (Decimal    *self,
              const char *text)
{
  gsize room = strlen (text);

  self->digits = room <= SMALL_DIGITS ? self->small : g_malloc (room);
  self->length = 0;
  self->exponent = 0;
  self->negative = *text == '-';

  if (*text == '-')
    text++;
  for (gboolean fraction = FALSE; g_ascii_isdigit (*text) || *text == '.'; text++)
    {
      if (*text == '.')
        {
          fraction = TRUE;
          continue;
        }
      if (*text != '0' || self->length > 0)
        self->digits[self->length++] = *text;
      if (fraction)
        self->exponent--;
    }
  if (*text != '\0')
    self->exponent += read_exponent (text + 1);
  while (self->length > 0 && self->digits[self->length - 1] == '0')
    {
      self->length--;
      self->exponent++;
    }
}

static void
decimal_init (Decimal  *self,
              JsonNode *node)
{
  char buffer[GH_JSON_DOUBLE_SIZE];
  const char *raw = gh_json_node_get_raw (node);

  if (raw != NULL)
    read_decimal (self, raw + 1);
  else
    {
      if (json_node_get_value_type (node) == G_TYPE_INT64)
        g_snprintf (buffer, sizeof buffer, "%" G_GINT64_FORMAT, json_node_get_int (node));
      else
        gh_json_format_double (json_node_get_double (node), buffer);
      read_decimal (self, buffer);
    }
}

static void
decimal_clear (Decimal *self)
{
  if (self->digits != self->small)
    g_free (self->digits);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Decimal, decimal_clear)

/* Neither is zero. */
static int
compare_magnitudes (const Decimal *a,
                    const Decimal *b)
{
  gint64 places_a = (gint64) a->length + a->exponent;
  gint64 places_b = (gint64) b->length + b->exponent;
  int order;

  if (places_a != places_b)
    return places_a < places_b ? -1 : 1;
  order = memcmp (a->digits, b->digits, MIN (a->length, b->length));
  if (order == 0)
    order = (a->length > b->length) - (a->length < b->length);
  return order;
}

/* -1, 0 or 1, as in strcmp(): both nodes hold numbers. */
int
gh_json_number_compare (JsonNode *a,
                        JsonNode *b)
{
  g_auto(Decimal) decimal_a;
  g_auto(Decimal) decimal_b;
  int sign_a, sign_b, order;

  decimal_init (&decimal_a, a);
  decimal_init (&decimal_b, b);
  sign_a = decimal_a.length == 0 ? 0 : decimal_a.negative ? -1 : 1;
  sign_b = decimal_b.length == 0 ? 0 : decimal_b.negative ? -1 : 1;
  if (sign_a != sign_b)
    return sign_a < sign_b ? -1 : 1;
  if (sign_a == 0)
    return 0;
  order = compare_magnitudes (&decimal_a, &decimal_b);
  return order * sign_a < 0 ? -1 : order != 0;
}

/* Whether it is a whole number, as 1.0 and 1e400 are. */
gboolean
gh_json_number_is_integer (JsonNode *node)
{
  g_auto(Decimal) decimal;

  decimal_init (&decimal, node);
  return decimal.length == 0 || decimal.exponent >= 0;
}

gboolean
gh_json_number_is_negative (JsonNode *node)
{
  g_auto(Decimal) decimal;

  decimal_init (&decimal, node);
  return decimal.length > 0 && decimal.negative;
}

/* Whether it is positive and gh_json_number_is_multiple() can divide by it. */
gboolean
gh_json_number_is_divisor (JsonNode *node)
{
  g_auto(Decimal) decimal;

  decimal_init (&decimal, node);
  return decimal.length > 0 && decimal.length <= GH_JSON_DIVISOR_DIGITS && !decimal.negative;
}

static guint64
multiply_modulo (guint64 a,
                 guint64 b,
                 guint64 modulus)
{
  return (guint64) ((unsigned __int128) a * b % modulus);
}

/* Whether a whole number of `divisor` makes `node`. */
gboolean
gh_json_number_is_multiple (JsonNode *node,
                            JsonNode *divisor)
{
  g_auto(Decimal) number;
  g_auto(Decimal) by;
  guint64 modulus = 0, rest = 0, power;

  decimal_init (&number, node);
  decimal_init (&by, divisor);
  g_return_val_if_fail (by.length > 0 && by.length <= GH_JSON_DIVISOR_DIGITS, FALSE);

  if (number.length == 0)
    return TRUE;
  /* Digits that do not end with a zero are no multiple of any power of ten. */
  if (number.exponent < by.exponent)
    return FALSE;
  for (gsize i = 0; i < by.length; i++)
    modulus = modulus * 10 + (by.digits[i] - '0');
  for (gsize i = 0; i < number.length; i++)
    rest = (multiply_modulo (rest, 10, modulus) + (number.digits[i] - '0')) % modulus;
  power = 10 % modulus;
  for (gint64 left = number.exponent - by.exponent; left > 0 && rest != 0; left /= 2)
    {
      if (left % 2 != 0)
        rest = multiply_modulo (rest, power, modulus);
      power = multiply_modulo (power, power, modulus);
    }
  return rest == 0;
}
