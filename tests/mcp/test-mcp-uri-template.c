/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * URI templates: the examples of RFC 6570, and texts that are none (requirement 8.17). */
#include "config.h"

#include "gh-mcp-uri-template.h"

#include <string.h>

#include "gh-json.h"
#include "gh-mcp-error.h"
#include "gh-test.h"

/* The variables of RFC 6570, section 3.2. */
#define VALUES \
  "{\"count\":[\"one\",\"two\",\"three\"],\"dom\":[\"example\",\"com\"],\"dub\":\"me/too\"," \
  "\"hello\":\"Hello World!\",\"half\":\"50%\",\"var\":\"value\",\"who\":\"fred\"," \
  "\"base\":\"http://example.com/home/\",\"path\":\"/foo/bar\"," \
  "\"list\":[\"red\",\"green\",\"blue\"]," \
  "\"keys\":{\"semi\":\";\",\"dot\":\".\",\"comma\":\",\"}," \
  "\"v\":\"6\",\"x\":\"1024\",\"y\":\"768\",\"empty\":\"\",\"empty_keys\":[],\"undef\":null," \
  "\"year\":[\"1965\",\"2000\",\"2012\"],\"name\":[\"Fred\",\"Wilma\",\"Pebbles\"]," \
  "\"n\":7,\"r\":1.50,\"yes\":true,\"empty_map\":{},\"nulls\":[null]," \
  "\"holes\":[\"a\",null,\"b\"]," \
  "\"uni\":\"\\u00fcr\\u65e5\\u672c\",\"pct\":\"a%20b%zz\"," \
  "\"blank_map\":{\"k\":\"\",\"l\":\"w\"}," \
  "\"blanks\":[\"\",\"\"],\"deep\":[[1]],\"deep_map\":{\"a\":{}}}"

static JsonNode *
read_text (const char *text)
{
  g_autoptr(GError) error = NULL;
  JsonNode *node = gh_json_read (text, strlen (text), &error);

  g_assert_no_error (error);
  return node;
}

static void
test_examples (void)
{
  static const char * const examples[][2] = {
    /* 1.2, levels 1 to 4 */
    { "{var}", "value" },
    { "{hello}", "Hello%20World%21" },
    { "{+var}", "value" },
    { "{+hello}", "Hello%20World!" },
    { "{+path}/here", "/foo/bar/here" },
    { "here?ref={+path}", "here?ref=/foo/bar" },
    { "X{#var}", "X#value" },
    { "X{#hello}", "X#Hello%20World!" },
    { "map?{x,y}", "map?1024,768" },
    { "{x,hello,y}", "1024,Hello%20World%21,768" },
    { "{+x,hello,y}", "1024,Hello%20World!,768" },
    { "{+path,x}/here", "/foo/bar,1024/here" },
    { "{#x,hello,y}", "#1024,Hello%20World!,768" },
    { "{#path,x}/here", "#/foo/bar,1024/here" },
    { "X{.var}", "X.value" },
    { "X{.x,y}", "X.1024.768" },
    { "{/var}", "/value" },
    { "{/var,x}/here", "/value/1024/here" },
    { "{;x,y}", ";x=1024;y=768" },
    { "{;x,y,empty}", ";x=1024;y=768;empty" },
    { "{?x,y}", "?x=1024&y=768" },
    { "{?x,y,empty}", "?x=1024&y=768&empty=" },
    { "?fixed=yes{&x}", "?fixed=yes&x=1024" },
    { "{&x,y,empty}", "&x=1024&y=768&empty=" },
    { "{var:3}", "val" },
    { "{var:30}", "value" },
    { "{list}", "red,green,blue" },
    { "{list*}", "red,green,blue" },
    { "{keys}", "semi,%3B,dot,.,comma,%2C" },
    { "{keys*}", "semi=%3B,dot=.,comma=%2C" },
    { "{+path:6}/here", "/foo/b/here" },
    { "{+list}", "red,green,blue" },
    { "{+list*}", "red,green,blue" },
    { "{+keys}", "semi,;,dot,.,comma,," },
    { "{+keys*}", "semi=;,dot=.,comma=," },
    { "{#path:6}/here", "#/foo/b/here" },
    { "{#list}", "#red,green,blue" },
    { "{#list*}", "#red,green,blue" },
    { "{#keys}", "#semi,;,dot,.,comma,," },
    { "{#keys*}", "#semi=;,dot=.,comma=," },
    { "X{.var:3}", "X.val" },
    { "X{.list}", "X.red,green,blue" },
    { "X{.list*}", "X.red.green.blue" },
    { "X{.keys}", "X.semi,%3B,dot,.,comma,%2C" },
    { "X{.keys*}", "X.semi=%3B.dot=..comma=%2C" },
    { "{/var:1,var}", "/v/value" },
    { "{/list}", "/red,green,blue" },
    { "{/list*}", "/red/green/blue" },
    { "{/list*,path:4}", "/red/green/blue/%2Ffoo" },
    { "{/keys}", "/semi,%3B,dot,.,comma,%2C" },
    { "{/keys*}", "/semi=%3B/dot=./comma=%2C" },
    { "{;hello:5}", ";hello=Hello" },
    { "{;list}", ";list=red,green,blue" },
    { "{;list*}", ";list=red;list=green;list=blue" },
    { "{;keys}", ";keys=semi,%3B,dot,.,comma,%2C" },
    { "{;keys*}", ";semi=%3B;dot=.;comma=%2C" },
    { "{?var:3}", "?var=val" },
    { "{?list}", "?list=red,green,blue" },
    { "{?list*}", "?list=red&list=green&list=blue" },
    { "{?keys}", "?keys=semi,%3B,dot,.,comma,%2C" },
    { "{?keys*}", "?semi=%3B&dot=.&comma=%2C" },
    { "{&var:3}", "&var=val" },
    { "{&list}", "&list=red,green,blue" },
    { "{&list*}", "&list=red&list=green&list=blue" },
    { "{&keys}", "&keys=semi,%3B,dot,.,comma,%2C" },
    { "{&keys*}", "&semi=%3B&dot=.&comma=%2C" },
    /* 2.4.1, 2.4.2 */
    { "{var:20}", "value" },
    { "{semi:2}", "" },
    { "find{?year*}", "find?year=1965&year=2000&year=2012" },
    { "www{.dom*}", "www.example.com" },
    /* 3.2.1 */
    { "{count}", "one,two,three" },
    { "{count*}", "one,two,three" },
    { "{/count}", "/one,two,three" },
    { "{/count*}", "/one/two/three" },
    { "{;count}", ";count=one,two,three" },
    { "{;count*}", ";count=one;count=two;count=three" },
    { "{?count}", "?count=one,two,three" },
    { "{?count*}", "?count=one&count=two&count=three" },
    { "{&count*}", "&count=one&count=two&count=three" },
    /* 3.2.2 */
    { "{half}", "50%25" },
    { "O{empty}X", "OX" },
    { "O{undef}X", "OX" },
    { "{x,empty}", "1024," },
    { "?{x,empty}", "?1024," },
    { "?{x,undef}", "?1024" },
    { "?{undef,y}", "?768" },
    /* 3.2.3 */
    { "{+half}", "50%25" },
    { "{base}index", "http%3A%2F%2Fexample.com%2Fhome%2Findex" },
    { "{+base}index", "http://example.com/home/index" },
    { "O{+empty}X", "OX" },
    { "O{+undef}X", "OX" },
    { "up{+path}{var}/here", "up/foo/barvalue/here" },
    { "{+path,x}/here", "/foo/bar,1024/here" },
    /* 3.2.4 */
    { "{#half}", "#50%25" },
    { "foo{#empty}", "foo#" },
    { "foo{#undef}", "foo" },
    /* 3.2.5 */
    { "{.who}", ".fred" },
    { "{.who,who}", ".fred.fred" },
    { "{.half,who}", ".50%25.fred" },
    { "X{.empty}", "X." },
    { "X{.undef}", "X" },
    { "X{.empty_keys}", "X" },
    { "X{.empty_keys*}", "X" },
    /* 3.2.6 */
    { "{/who}", "/fred" },
    { "{/half,who}", "/50%25/fred" },
    { "{/who,dub}", "/fred/me%2Ftoo" },
    { "{/var,empty}", "/value/" },
    { "{/var,undef}", "/value" },
    /* 3.2.7 */
    { "{;who}", ";who=fred" },
    { "{;half}", ";half=50%25" },
    { "{;empty}", ";empty" },
    { "{;v,empty,who}", ";v=6;empty;who=fred" },
    { "{;v,bar,who}", ";v=6;who=fred" },
    { "{;x,y,undef}", ";x=1024;y=768" },
    /* 3.2.8, 3.2.9 */
    { "{?who}", "?who=fred" },
    { "{?half}", "?half=50%25" },
    { "{?x,y,undef}", "?x=1024&y=768" },
    { "{&who}", "&who=fred" },
    { "{&half}", "&half=50%25" },
    { "{&x,y,undef}", "&x=1024&y=768" },
    /* What the RFC says without an example */
    { "", "" },
    { "file:///a/b", "file:///a/b" },
    { "a%20b", "a%20b" },
    { "\xc3\xbc/'", "%C3%BC/'" },
    { "{uni:2}", "%C3%BCr" },
    { "{uni}", "%C3%BCr%E6%97%A5%E6%9C%AC" },
    { "{pct}", "a%2520b%25zz" },
    { "{+pct}", "a%20b%25zz" },
    { "{n}-{r}-{yes}", "7-1.50-true" },
    { "{?nulls*,empty_map*,holes*}", "?holes=a&holes=b" },
    { "{?blank_map*}", "?k=&l=w" },
    { "{;blank_map*}", ";k;l=w" },
    { "{blank_map*}", "k=,l=w" },
    { "{?blanks}", "?blanks=," },
    { "{;blanks*}", ";blanks;blanks" },
    { "{a.b}{a_b}{%41}", "" },
    { "{var,var}{var}", "value,valuevalue" },
  };
  g_autoptr(JsonNode) values = read_text (VALUES);

  for (guint i = 0; i < G_N_ELEMENTS (examples); i++)
    {
      g_autoptr(GError) error = NULL;
      g_autoptr(GhMcpUriTemplate) template = gh_mcp_uri_template_new (examples[i][0], &error);
      g_autofree char *uri = NULL;

      g_test_message ("%s", examples[i][0]);
      g_assert_no_error (error);
      uri = gh_mcp_uri_template_expand (template, values, &error);
      g_assert_no_error (error);
      g_assert_cmpstr (uri, ==, examples[i][1]);
    }
}

static void
test_malformed (void)
{
  static const char * const texts[] = {
    "{", "}", "{}", "a}", "{a", "{a{b}}", "{/id*", "/id*}", "{/?id}", "{var:prefix}", "{hello:2*}",
    "{??hello}", "{!hello}", "{with space}", "{ a}", "{a }", "{=path}", "{$var}", "{|var*}",
    "{*keys?}", "{?empty=default,var}", "{var}{-prefix|/-/|var}", "x{?empty|foo=none}",
    "/h{#hello+}", "{;keys:1*}", "/people/{~thing}", "/{default-graph-uri}", "{a,}", "{,a}",
    "{a..b}", "{.a.}", "{a.}", "{var:0}", "{var:01}", "{var:}", "{var:10000}", "{var:-1}", "{%4}",
    "{%zz}", "%", "%4", "%zz", "a b", "<a>", "a\\b", "a^b", "a`b", "a|b", "a\"b", "a\nb", "{?}",
    "{a}}", "{@a}",
  };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autoptr(GError) error = NULL;

      g_test_message ("%s", texts[i]);
      g_assert_null (gh_mcp_uri_template_new (texts[i], &error));
      g_assert_error (error, GH_MCP_ERROR, GH_MCP_ERROR_PROTOCOL);
    }
}

static void
test_wrong_values (void)
{
  static const char * const texts[] = { "{list:2}", "{?keys:1}", "{deep}", "{deep_map*}" };
  g_autoptr(JsonNode) values = read_text (VALUES);

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autoptr(GError) error = NULL;
      g_autoptr(GhMcpUriTemplate) template = gh_mcp_uri_template_new (texts[i], NULL);

      g_assert_null (gh_mcp_uri_template_expand (template, values, &error));
      g_assert_error (error, GH_MCP_ERROR, GH_MCP_ERROR_ARGUMENTS);
    }
}

static void
test_variables (void)
{
  g_autoptr(GhMcpUriTemplate) template = gh_mcp_uri_template_new ("{a,b}/{?a*,c.d:3}", NULL);
  g_autoptr(GhMcpUriTemplate) literal = gh_mcp_uri_template_new ("x:y", NULL);
  g_autofree char *names = g_strjoinv (" ",
                                       (char **) gh_mcp_uri_template_get_variables (template));
  g_autofree char *nothing = gh_mcp_uri_template_expand (template, NULL, NULL);

  g_assert_cmpstr (names, ==, "a b c.d");
  g_assert_cmpstr (nothing, ==, "/");
  g_assert_null (gh_mcp_uri_template_get_variables (literal)[0]);
}

static void
test_limits (void)
{
  g_autofree char *text = g_strnfill (GH_MCP_URI_TEMPLATE_MAX_LENGTH + 1, 'a');
  g_autoptr(GString) many = g_string_new ("{a");
  g_autoptr(GString) value = g_string_new ("{\"a\":\"");
  g_autoptr(JsonNode) values = NULL;
  g_autoptr(GError) error = NULL;
  g_autoptr(GhMcpUriTemplate) template = NULL;

  g_assert_null (gh_mcp_uri_template_new (text, &error));
  g_assert_error (error, GH_MCP_ERROR, GH_MCP_ERROR_PROTOCOL);
  g_clear_error (&error);
  for (guint i = 0; i < GH_MCP_URI_TEMPLATE_MAX_VARIABLES; i++)
    g_string_append (many, ",a");
  g_string_append_c (many, '}');
  g_assert_null (gh_mcp_uri_template_new (many->str, &error));
  g_assert_error (error, GH_MCP_ERROR, GH_MCP_ERROR_PROTOCOL);
  g_clear_error (&error);

  for (guint i = 0; i < GH_MCP_URI_TEMPLATE_MAX_EXPANDED / 2; i++)
    g_string_append_c (value, '/');
  g_string_append (value, "\"}");
  values = read_text (value->str);
  template = gh_mcp_uri_template_new ("{a}", NULL);
  g_assert_null (gh_mcp_uri_template_expand (template, values, &error));
  g_assert_error (error, GH_MCP_ERROR, GH_MCP_ERROR_ARGUMENTS);
}

/* Whatever text comes, it is a template or an error, and what it gives is ASCII. */
static void
test_random (void)
{
  static const char alphabet[] = "{{}}+#./;?&,*:%0aAz_-\xc3\xbc";
  g_autoptr(GRand) rand = g_rand_new_with_seed (6570);
  g_autoptr(JsonNode) values = read_text ("{\"a\":[\"\\u00fc\",\"b c\"],\"A\":\"x\","
                                          "\"z\":{\"k\":\"/\"},\"0a\":\"y\"}");

  for (guint i = 0; i < 20000; i++)
    {
      char text[24] = "";
      g_autoptr(GhMcpUriTemplate) template = NULL;
      g_autoptr(GError) error = NULL;
      g_autofree char *uri = NULL;
      int length = g_rand_int_range (rand, 0, sizeof text);

      for (int j = 0; j < length; j++)
        text[j] = alphabet[g_rand_int_range (rand, 0, sizeof alphabet - 1)];
      template = gh_mcp_uri_template_new (text, &error);
      g_assert_true ((template == NULL) == (error != NULL));
      if (template == NULL)
        continue;
      uri = gh_mcp_uri_template_expand (template, values, &error);
      g_assert_true ((uri == NULL) == (error != NULL));
      g_assert_true (uri == NULL || g_str_is_ascii (uri));
    }
}

int
main (int   argc,
      char *argv[])
{
  gh_test_init (&argc, &argv);
  g_test_add_func ("/mcp/uri-template/examples", test_examples);
  g_test_add_func ("/mcp/uri-template/malformed", test_malformed);
  g_test_add_func ("/mcp/uri-template/wrong-values", test_wrong_values);
  g_test_add_func ("/mcp/uri-template/variables", test_variables);
  g_test_add_func ("/mcp/uri-template/limits", test_limits);
  g_test_add_func ("/mcp/uri-template/random", test_random);
  return gh_test_run ();
}
