/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * Forms made from JSON schemas: kinds of fields, limits, values to and from JSON. */
#include "config.h"

#include <string.h>

#include "gh-form.h"
#include "gh-json.h"
#include "gh-test.h"

static JsonNode *
parse (const char *json)
{
  g_autoptr(GError) error = NULL;
  JsonNode *node = gh_json_read (json, strlen (json), &error);

  g_assert_no_error (error);
  return node;
}

static GhForm *
form_new (const char *schema)
{
  g_autoptr(JsonNode) node = parse (schema);

  return gh_form_new (node);
}

static void
assert_arguments (GhForm     *form,
                  const char *expected)
{
  g_autoptr(JsonNode) arguments = gh_form_dup_arguments (form);
  g_autofree char *text = gh_json_write (arguments, NULL);

  g_assert_cmpstr (text, ==, expected);
}

static void
set_arguments (GhForm     *form,
               const char *json)
{
  g_autoptr(JsonNode) node = parse (json);

  g_assert_true (gh_form_set_arguments (form, node));
}

#define FIELD(form, name) (gh_form_get_field (form, name))
#define assert_problem(form, name, problem) \
  g_assert_cmpint (gh_form_field_get_problem (FIELD (form, name)), ==, GH_FORM_PROBLEM_##problem)

static void
test_kinds (void)
{
  static const struct
  {
    const char      *schema;
    GhFormFieldKind  kind;
  } cases[] = {
    { "{\"type\":\"string\"}", GH_FORM_FIELD_TEXT },
    { "{\"type\":[\"null\",\"string\"]}", GH_FORM_FIELD_TEXT },
    { "{\"anyOf\":[{\"type\":\"string\"},{\"type\":\"null\"}],\"default\":null}",
     GH_FORM_FIELD_TEXT },
    { "{\"allOf\":[{\"$ref\":\"#/$defs/Class\"}]}", GH_FORM_FIELD_CHOICE },
    { "{\"type\":\"number\"}", GH_FORM_FIELD_NUMBER },
    { "{\"type\":\"integer\"}", GH_FORM_FIELD_INTEGER },
    { "{\"type\":\"boolean\"}", GH_FORM_FIELD_BOOLEAN },
    { "{\"type\":\"string\",\"enum\":[\"a\",\"b\"]}", GH_FORM_FIELD_CHOICE },
    { "{\"const\":null}", GH_FORM_FIELD_CHOICE },
    { "{\"oneOf\":[{\"const\":1,\"title\":\"One\"},{\"const\":2}]}", GH_FORM_FIELD_CHOICE },
    { "{\"$ref\":\"#/$defs/Class\"}", GH_FORM_FIELD_CHOICE },
    { "{\"$ref\":\"#/$defs/Loop\"}", GH_FORM_FIELD_JSON },
    { "{\"$ref\":\"https://example.com/schema\"}", GH_FORM_FIELD_JSON },
    { "{\"type\":\"array\",\"items\":{\"type\":\"string\"}}", GH_FORM_FIELD_JSON },
    { "{\"type\":\"array\",\"items\":{\"enum\":[\"a\",\"b\"]}}", GH_FORM_FIELD_CHOICES },
    { "{\"type\":\"array\",\"items\":{\"$ref\":\"#/$defs/Class\"}}", GH_FORM_FIELD_CHOICES },
    { "{\"type\":\"object\"}", GH_FORM_FIELD_JSON },
    { "{\"type\":[\"string\",\"integer\"]}", GH_FORM_FIELD_JSON },
    { "{\"anyOf\":[{\"type\":\"string\"},{\"type\":\"integer\"}]}", GH_FORM_FIELD_JSON },
    { "{\"enum\":[]}", GH_FORM_FIELD_JSON },
    { "{}", GH_FORM_FIELD_JSON },
    { "true", GH_FORM_FIELD_JSON },
    { "[7]", GH_FORM_FIELD_JSON },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *schema =
        g_strdup_printf ("{\"type\":\"object\",\"properties\":{\"x\":%s},\"$defs\":{"
                         "\"Class\":{\"type\":\"string\",\"enum\":[\"economy\",\"first\"]},"
                         "\"Loop\":{\"$ref\":\"#/$defs/Loop\"}}}", cases[i].schema);
      g_autoptr(GhForm) form = form_new (schema);

      g_test_message ("%s", cases[i].schema);
      g_assert_cmpint (gh_form_field_get_kind (FIELD (form, "x")), ==, cases[i].kind);
      g_assert_true (gh_form_get_valid (form));
      assert_arguments (form, "{}");
    }
}

static void
test_words (void)
{
  g_autoptr(GhForm) form = form_new (
    "{\"properties\":{"
    "\"plain\":{\"type\":\"string\"},"
    "\"titled\":{\"type\":\"string\",\"title\":\"<b>Title</b>\",\"description\":\"What it is\"},"
    "\"content\":{\"type\":\"string\"},"
    "\"short\":{\"type\":\"string\",\"maxLength\":20},"
    "\"class\":{\"enum\":[\"e\",1,null],\"enumNames\":[\"Economy\",\"First\"]}},"
    "\"required\":[\"titled\"]}");

  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (form)), ==, 5);
  g_assert_cmpstr (gh_form_field_get_title (FIELD (form, "plain")), ==, "plain");
  g_assert_cmpstr (gh_form_field_get_title (FIELD (form, "titled")), ==, "<b>Title</b>");
  g_assert_cmpstr (gh_form_field_get_description (FIELD (form, "titled")), ==, "What it is");
  g_assert_true (gh_form_field_get_required (FIELD (form, "titled")));
  g_assert_false (gh_form_field_get_required (FIELD (form, "plain")));
  g_assert_true (gh_form_field_get_multiline (FIELD (form, "content")));
  g_assert_false (gh_form_field_get_multiline (FIELD (form, "short")));
  g_assert_cmpuint (gh_form_field_get_n_choices (FIELD (form, "class")), ==, 3);
  g_assert_cmpstr (gh_form_field_get_choice_title (FIELD (form, "class"), 0), ==, "Economy");
  g_assert_cmpstr (gh_form_field_get_choice_title (FIELD (form, "class"), 1), ==, "First");
  g_assert_cmpstr (gh_form_field_get_choice_title (FIELD (form, "class"), 2), ==, "null");
  g_assert_null (gh_form_get_field (form, "nothing"));
}

static void
count_cb (guint *count)
{
  (*count)++;
}

static void
test_values (void)
{
  g_autoptr(GhForm) form = form_new (
    "{\"type\":\"object\",\"properties\":{"
    "\"trip\":{\"type\":\"string\"},"
    "\"travellers\":{\"type\":\"integer\",\"minimum\":1,\"maximum\":9,\"default\":2},"
    "\"budget\":{\"type\":\"number\",\"exclusiveMinimum\":0},"
    "\"flexible\":{\"type\":\"boolean\"},"
    "\"agreed\":{\"type\":\"boolean\"},"
    "\"class\":{\"enum\":[\"economy\",{\"first\":1}]},"
    "\"only\":{\"const\":\"v1\"},"
    "\"tags\":{\"type\":\"array\"}},"
    "\"required\":[\"trip\",\"agreed\",\"only\"]}");
  static const char * const no_integers[] = { "3.", "3.10", ".0", "-.0", "3.0.0", "3.0e1", "x" };
  g_autoptr(JsonNode) node = NULL;
  g_autofree char *number = NULL;
  guint notified = 0;

  g_signal_connect_swapped (form, "notify::valid", G_CALLBACK (count_cb), &notified);
  assert_arguments (form, "{\"travellers\":2,\"agreed\":false,\"only\":\"v1\"}");
  assert_problem (form, "trip", REQUIRED);
  g_assert_false (gh_form_get_valid (form));
  g_assert_true (gh_form_find_problem (form) == FIELD (form, "trip"));

  gh_form_field_set_text (FIELD (form, "trip"), "Barcelona");
  g_assert_true (gh_form_get_valid (form));
  g_assert_cmpuint (notified, ==, 1);
  gh_form_field_set_text (FIELD (form, "travellers"), "10");
  assert_problem (form, "travellers", TOO_LARGE);
  gh_form_field_set_text (FIELD (form, "travellers"), "0");
  assert_problem (form, "travellers", TOO_SMALL);
  gh_form_field_set_text (FIELD (form, "travellers"), "1.5");
  assert_problem (form, "travellers", NOT_AN_INTEGER);
  gh_form_field_set_text (FIELD (form, "travellers"), "3.0");
  assert_problem (form, "travellers", NONE);
  node = gh_form_field_dup_value (FIELD (form, "travellers"));
  number = gh_json_node_dup_text (node);
  g_assert_cmpstr (number, ==, "3");
  for (gsize i = 0; i < G_N_ELEMENTS (no_integers); i++)
    {
      gh_form_field_set_text (FIELD (form, "travellers"), no_integers[i]);
      assert_problem (form, "travellers", NOT_AN_INTEGER);
    }
  gh_form_field_set_text (FIELD (form, "travellers"), " 9 ");
  assert_problem (form, "travellers", NONE);
  gh_form_field_set_text (FIELD (form, "budget"), "0");
  assert_problem (form, "budget", TOO_SMALL);
  gh_form_field_set_text (FIELD (form, "budget"), "0x10");
  assert_problem (form, "budget", NOT_A_NUMBER);
  gh_form_field_set_text (FIELD (form, "budget"), "0.10");
  assert_problem (form, "budget", NONE);
  gh_form_field_set_active (FIELD (form, "flexible"), TRUE);
  gh_form_field_set_active (FIELD (form, "flexible"), FALSE);
  gh_form_field_set_selected (FIELD (form, "class"), 1);
  gh_form_field_set_text (FIELD (form, "tags"), "[1,");
  assert_problem (form, "tags", NOT_JSON);
  gh_form_field_set_text (FIELD (form, "tags"), "{}");
  assert_problem (form, "tags", WRONG_TYPE);
  gh_form_field_set_text (FIELD (form, "tags"), "[1, 2]");
  assert_problem (form, "tags", NONE);
  assert_arguments (form,
                    "{\"trip\":\"Barcelona\",\"travellers\":9,\"budget\":0.10,\"flexible\":false,"
                          "\"agreed\":false,\"class\":{\"first\":1},\"only\":\"v1\","
                          "\"tags\":[1,2]}");

  /* Emptied again: left out. */
  gh_form_field_set_text (FIELD (form, "travellers"), "");
  gh_form_field_set_text (FIELD (form, "budget"), "  ");
  gh_form_field_set_selected (FIELD (form, "class"), -1);
  gh_form_field_set_text (FIELD (form, "tags"), "");
  assert_arguments (form,
                    "{\"trip\":\"Barcelona\",\"flexible\":false,\"agreed\":false,\"only\":\"v1\"}");
  gh_form_field_reset (FIELD (form, "travellers"));
  g_assert_cmpstr (gh_form_field_get_text (FIELD (form, "travellers")), ==, "2");
}

static void
test_choices (void)
{
  g_autoptr(GhForm) form = form_new (
    "{\"properties\":{"
    "\"few\":{\"type\":\"array\",\"minItems\":1,\"maxItems\":2,"
    "\"items\":{\"anyOf\":[{\"const\":\"r\",\"title\":\"Red\"},{\"const\":\"g\"},{\"const\":3}]}},"
    "\"any\":{\"type\":\"array\",\"items\":{\"enum\":[\"u\",\"v\"]}}},"
    "\"required\":[\"any\"]}");
  GhFormField *few = FIELD (form, "few");

  g_assert_cmpuint (gh_form_field_get_n_choices (few), ==, 3);
  g_assert_cmpstr (gh_form_field_get_choice_title (few, 0), ==, "Red");
  g_assert_cmpint (gh_form_field_get_min_length (few), ==, 1);
  assert_problem (form, "few", NONE);
  assert_problem (form, "any", NONE);
  assert_arguments (form, "{\"any\":[]}");

  gh_form_field_set_chosen (few, 2, TRUE);
  gh_form_field_set_chosen (few, 0, TRUE);
  gh_form_field_set_chosen (few, 0, TRUE);
  g_assert_cmpuint (gh_form_field_get_n_chosen (few), ==, 2);
  assert_arguments (form, "{\"few\":[\"r\",3],\"any\":[]}");
  gh_form_field_set_chosen (few, 1, TRUE);
  assert_problem (form, "few", TOO_MANY);
  gh_form_field_set_chosen (few, 0, FALSE);
  gh_form_field_set_chosen (few, 1, FALSE);
  gh_form_field_set_chosen (few, 2, FALSE);
  assert_problem (form, "few", NONE);
  assert_arguments (form, "{\"any\":[]}");

  set_arguments (form, "{\"few\":[\"g\",\"g\"],\"any\":[]}");
  g_assert_true (gh_form_field_get_chosen (few, 1));
  assert_arguments (form, "{\"few\":[\"g\"],\"any\":[]}");
  set_arguments (form, "{\"few\":[],\"any\":[\"w\"]}");
  assert_problem (form, "few", TOO_FEW);
  assert_problem (form, "any", WRONG_TYPE);
  assert_arguments (form, "{\"few\":[],\"any\":[\"w\"]}");
  gh_form_field_set_chosen (FIELD (form, "any"), 1, TRUE);
  assert_arguments (form, "{\"few\":[],\"any\":[\"v\"]}");
}

static void
test_big_numbers (void)
{
  g_autoptr(GhForm) form = form_new (
    "{\"properties\":{\"id\":{\"type\":\"integer\",\"minimum\":0},\"n\":{\"type\":\"number\"}}}");

  /* Beyond double's 53 bits, beyond 64 bits, and a fraction no double holds. */
  gh_form_field_set_text (FIELD (form, "id"), "9007199254740993");
  gh_form_field_set_text (FIELD (form, "n"), "1e400");
  assert_arguments (form, "{\"id\":9007199254740993,\"n\":1e400}");
  gh_form_field_set_text (FIELD (form, "id"), "123456789012345678901234567890");
  g_assert_true (gh_form_get_valid (form));
  assert_arguments (form, "{\"id\":123456789012345678901234567890,\"n\":1e400}");
  gh_form_field_set_text (FIELD (form, "id"), "-123456789012345678901234567890");
  assert_problem (form, "id", TOO_SMALL);

  set_arguments (form, "{\"id\":18446744073709551615,\"n\":0.1000}");
  g_assert_cmpstr (gh_form_field_get_text (FIELD (form, "id")), ==, "18446744073709551615");
  assert_arguments (form, "{\"id\":18446744073709551615,\"n\":0.1000}");
}

static void
test_text_limits (void)
{
  g_autoptr(GhForm) form = form_new (
    "{\"properties\":{"
    "\"code\":{\"type\":\"string\",\"minLength\":2,\"maxLength\":3},"
    "\"iata\":{\"type\":\"string\",\"pattern\":\"^[A-Z]{3}$\"},"
    "\"slow\":{\"type\":\"string\",\"pattern\":\"^(a+)+$\"},"
    "\"bad\":{\"type\":\"string\",\"pattern\":\"(((\"}}}");
  gint64 start;

  gh_form_field_set_text (FIELD (form, "code"), "\303\244");
  assert_problem (form, "code", TOO_SHORT);
  gh_form_field_set_text (FIELD (form, "code"), "\303\244\303\244\303\244");
  assert_problem (form, "code", NONE);
  gh_form_field_set_text (FIELD (form, "code"), "abcd");
  assert_problem (form, "code", TOO_LONG);
  gh_form_field_set_text (FIELD (form, "iata"), "bcn");
  assert_problem (form, "iata", PATTERN);
  gh_form_field_set_text (FIELD (form, "iata"), "BCN");
  assert_problem (form, "iata", NONE);
  gh_form_field_set_text (FIELD (form, "bad"), "anything");
  assert_problem (form, "bad", NONE);

  /* A pattern that would run for ages is given up on, and the server decides. */
  start = gh_test_get_work ();
  gh_form_field_set_text (FIELD (form, "slow"),
                          "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaab");
  assert_problem (form, "slow", NONE);
  g_assert_cmpint (gh_test_get_work () - start, <, gh_test_get_slow () * G_USEC_PER_SEC / 2);
}

static void
test_to_and_fro (void)
{
  static const char *const documents[] = {
    /* as the schema wants it */
    "{\"s\":\"text\",\"i\":3,\"b\":true,\"c\":\"y\",\"j\":[1],\"other\":{\"deep\":[null]}}",
    /* nothing fits its field, and everything is kept */
    "{\"s\":5,\"i\":\"7\",\"b\":\"yes\",\"c\":\"z\",\"j\":{\"k\":1},\"other\":1}",
    "{\"s\":null,\"i\":null,\"b\":null,\"c\":null,\"j\":null}",
    "{\"s\":\"\\u0000\",\"i\":1.5,\"b\":0,\"c\":[],\"j\":\"[1]\"}",
    /* what half-typed input looks like in between */
    "{\"s\":\"\",\"i\":\"12x\",\"j\":\"[1,\"}",
    "{}",
  };
  g_autoptr(GhForm) form = form_new (
    "{\"properties\":{\"s\":{\"type\":\"string\"},\"i\":{\"type\":\"integer\"},"
    "\"b\":{\"type\":\"boolean\"},"
    "\"c\":{\"enum\":[\"x\",\"y\"]},\"j\":{\"type\":\"array\"}}}");
  g_autoptr(JsonNode) list = parse ("[]");

  for (guint i = 0; i < G_N_ELEMENTS (documents); i++)
    {
      set_arguments (form, documents[i]);
      assert_arguments (form, documents[i]);
      g_assert_cmpint (gh_form_get_valid (form), ==, i == 0 || i == 5);
    }

  /* Half-typed input is there again as it was typed. */
  set_arguments (form, documents[4]);
  g_assert_cmpstr (gh_form_field_get_text (FIELD (form, "i")), ==, "12x");
  g_assert_cmpstr (gh_form_field_get_text (FIELD (form, "j")), ==, "[1,");
  assert_problem (form, "i", NOT_AN_INTEGER);

  /* A stranger goes when its field is edited. */
  set_arguments (form, documents[1]);
  assert_problem (form, "c", WRONG_TYPE);
  gh_form_field_set_selected (FIELD (form, "c"), 0);
  gh_form_field_set_active (FIELD (form, "b"), FALSE);
  gh_form_field_set_text (FIELD (form, "s"), "now");
  gh_form_field_set_text (FIELD (form, "i"), "8");
  gh_form_field_set_text (FIELD (form, "j"), "");
  g_assert_true (gh_form_get_valid (form));
  assert_arguments (form, "{\"s\":\"now\",\"i\":8,\"b\":false,\"c\":\"x\",\"other\":1}");

  g_assert_false (gh_form_set_arguments (form, list));
  g_assert_false (gh_form_set_arguments (form, NULL));
}

static void
test_hostile (void)
{
  static const char *const schemas[] = {
    "null", "[]", "7", "{}", "{\"properties\":[]}", "{\"properties\":{\"\":{}}}",
    "{\"properties\":{\"x\":null},\"required\":\"x\"}", "{\"properties\":{},\"required\":[1,{}]}",
    "{\"properties\":{\"x\":{\"type\":7,\"title\":[],\"enum\":{},\"default\":[{}]}}}",
    "{\"properties\":{\"x\":{\"type\":\"string\",\"minLength\":-5,\"maxLength\":1e99}}}",
    "{\"properties\":{\"x\":{\"type\":\"integer\",\"minimum\":\"low\",\"exclusiveMaximum\":true}}}",
    "{\"properties\":{\"x\":{\"anyOf\":[1,2]},\"y\":{\"oneOf\":[]}}}",
  };
  g_autoptr(GhForm) none = gh_form_new (NULL);
  g_autoptr(GString) many = g_string_new ("{\"properties\":{");
  g_autoptr(GhForm) large = NULL;

  assert_arguments (none, "{}");
  for (guint i = 0; i < G_N_ELEMENTS (schemas); i++)
    {
      g_autoptr(GhForm) form = form_new (schemas[i]);
      g_autoptr(JsonNode) arguments = gh_form_dup_arguments (form);

      g_assert_true (gh_form_get_valid (form));
      g_assert_nonnull (arguments);
    }

  for (int i = 0; i < 5000; i++)
    g_string_append_printf (many, "%s\"m%d\":{\"type\":\"string\"}", i > 0 ? "," : "", i);
  g_string_append (many, "}}");
  large = form_new (many->str);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (large)), ==, GH_FORM_MAX_FIELDS);
  g_assert_false (gh_form_get_complete (large));
  set_arguments (large, "{\"m4999\":\"kept\"}");
  assert_arguments (large, "{\"m4999\":\"kept\"}");
}

static void
test_secrets (void)
{
  static const struct
  {
    const char *name;
    const char *schema;
    gboolean    secret;
  } cases[] = {
    { "apiKey", "{\"type\":\"string\"}", TRUE },
    { "APIKey", "{\"type\":\"string\"}", TRUE },
    { "access-key", "{\"type\":\"string\"}", TRUE },
    { "x", "{\"type\":\"string\",\"title\":\"Your Password\"}", TRUE },
    { "x", "{\"type\":\"string\",\"description\":\"Write the card number here.\"}", TRUE },
    { "x", "{\"type\":\"string\",\"title\":\"请输入密码\"}", TRUE },
    { "x", "{\"type\":\"string\",\"format\":\"password\"}", TRUE },
    { "pin", "{\"type\":\"integer\"}", TRUE },
    { "max_tokens", "{\"type\":\"integer\"}", FALSE },
    { "keyboard", "{\"type\":\"string\"}", FALSE },
    { "spinner", "{\"type\":\"string\"}", FALSE },
    { "token", "{\"type\":\"string\",\"enum\":[\"a\",\"b\"]}", FALSE },
    { "secret", "{\"type\":\"boolean\"}", FALSE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *schema = g_strdup_printf ("{\"type\":\"object\",\"properties\":{\"%s\":%s}}",
                                                 cases[i].name, cases[i].schema);
      g_autoptr(GhForm) form = form_new (schema);

      g_test_message ("%s", schema);
      g_assert_true (gh_form_field_wants_secret (FIELD (form, cases[i].name)) == cases[i].secret);
    }
}

int
main (int    argc,
      char **argv)
{
  gh_test_init (&argc, &argv);
  g_test_add_func ("/host/form/kinds", test_kinds);
  g_test_add_func ("/host/form/words", test_words);
  g_test_add_func ("/host/form/values", test_values);
  g_test_add_func ("/host/form/choices", test_choices);
  g_test_add_func ("/host/form/big-numbers", test_big_numbers);
  g_test_add_func ("/host/form/text-limits", test_text_limits);
  g_test_add_func ("/host/form/to-and-fro", test_to_and_fro);
  g_test_add_func ("/host/form/hostile", test_hostile);
  g_test_add_func ("/host/form/secrets", test_secrets);
  return gh_test_run ();
}
