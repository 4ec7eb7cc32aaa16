/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * The secret shield: what it finds, what it leaves alone, and the way back. */
#include "config.h"

#include "gh-json.h"
#include "gh-shield.h"
#include "gh-test.h"

#include <string.h>

#define HOME "/home/anna"

/* A text with what is to be found between "{{" and "}}"; so no source holds a whole key. */
typedef struct
{
  const char *text;
  const char *hidden;
} Case;

static void
check_hidden (GhShield   *shield,
              const char *text,
              const char *expected)
{
  g_autofree char *hidden = gh_shield_hide (shield, text);
  g_autofree char *twice = gh_shield_hide (shield, hidden);
  g_autoptr(GhShieldMap) map = gh_shield_map_new ();
  g_autofree char *masked = gh_shield_mask (shield, text, map);
  g_autofree char *restored = gh_shield_map_restore (map, masked);
  g_autofree char *edited = gh_shield_mask_edited (shield, masked, map);

  g_assert_cmpstr (hidden, ==, expected);
  g_assert_cmpstr (twice, ==, expected);
  g_assert_cmpstr (restored, ==, text);
  g_assert_cmpstr (edited, ==, masked);
}

static void
check_all (const Case *cases,
           gsize       n)
{
  g_autoptr(GhShield) shield = gh_shield_new (HOME, NULL);

  for (gsize i = 0; i < n; i++)
    check_hidden (shield, cases[i].text, cases[i].hidden);
}

/* Letters and digits as in real keys; none of them opens anything. */
#define R10 "a8Kd0Lq3Zx"
#define R20 R10 "W7mNp2Tv5B"
#define R40 R20 "cY6hJ1rF9gUe4Xs8Qo3M"
#define H32 "3f9a0c7d5e8b1246a0b9c8d7e6f50132"
#define H40 H32 "9d8c7b6a"
#define H64 H32 "00f1e2d3c4b5a6978877665544332211"
#define U16 "7QWX3ZRTPL5KMN2V"

static void
test_keys (void)
{
  static const char * const keys[] = {
    "sk-" R40 "T3BlbkFJ" R20, "sk-proj-" R40 "_" R40 "-" R20, "sk-svcacct-" R40 R20,
    "sk-ant-api03-" R40 "-" R40 "_xyAA", "sk-or-v1-" H64, "sk-" H32, "AIza" R20 R10 "Y8_-q",
    "GOCSPX-" R20 "Ab_9-Xyz", "ya29.a0AfB_" R40 "-x.y", "AKIA" U16, "ASIA" U16, "ghp_" R20 R10
    "q1w2e3",
    "gho_" R40, "ghu_" R40, "ghs_" R40, "ghr_" R40, "github_pat_" R20 "_" R40, "glpat-" R20,
    "glrt-t1_" R20 R10, "gldt-" R20, "xoxb-123456789012-123456789012-" R20,
    "xoxp-1234567890-1234567890-" R20, "xapp-1-A0" U16 "-1234567890123-" H32,
    "sk_live_" R20, "rk_test_" R20, "whsec_" R40, "hf_" R20 "abcdefghijKL", "npm_" R20 R10 "q1w2e3",
    "pypi-AgEIcHlwaS5vcmcC" R40 R20, "SG." R20 "ab." R40 "xyz", "SK" H32, "key-" H32, "dop_v1_" H64,
    "shpat_" H32, "dapi" H32, "lin_api_" R40, "secret_" R40 "abc", "ntn_" R40, "figd_" R40, "glsa_"
    R40,
    "hvs.CAES" R40, "dckr_pat_" R20 "abcd", "gsk_" R40, "xai-" R40 R40, "r8_" R10 R10 R10 "abcdefg",
    "pplx-" R40, "nvapi-" R40, "lsv2_pt_" H32 "_" R10, "tvly-" R40, "fc-" H32, "sq0atp-" R20 "ab",
    "NRAK-7QWX3ZRTPL5KMN2V7QWX3ZRTPL5",
    "PMAK-3f9a0c7d5e8b1246a0b9c8d7-3f9a0c7d5e8b1246a0b9c8d7e6f5013201",
    "AGE-SECRET-KEY-1" "QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7LQPZRY9X8GF2TVDW0S3JN54KHCE",
    "dp.pt." R40 "abc", "pul-" H40, "rubygems_" H32 "0011223344556677",
    "hooks.slack.com/services/T" U16 "/B" U16 "/" R20,
    "discord.com/api/webhooks/123456789012345678/" R40,
    "MTIzNDU2Nzg5MDEyMzQ1Njc4.GabcdE." R20 R10, "123456789:AAE" R20 R10 "q_",
    "abc8Q~" R20 R10 "_.", R40 R10 "ab" "JQQJ99" R20 "abcdef",
  };
  g_autoptr(GhShield) shield = gh_shield_new (HOME, NULL);

  for (gsize i = 0; i < G_N_ELEMENTS (keys); i++)
    {
      static const char * const around[][2] = {
        { "", "" }, { "Use ", " for it." }, { "key: ", "\n" }, { "\"", "\"" }, { "(", ")" },
        { "x=", "&y=1" }, { "\346\230\257", "\343\200\202" }, { "\\n", "\\n" },
      };

      for (gsize j = 0; j < G_N_ELEMENTS (around); j++)
        {
          g_autofree char *text = g_strconcat (around[j][0], keys[i], around[j][1], NULL);
          g_autofree char *expected = g_strconcat (around[j][0], "[[API_KEY]]", around[j][1], NULL);

          check_hidden (shield, text, expected);
        }
    }
}

static void
test_providers (void)
{
  g_autoptr(GhShield) shield = gh_shield_new (NULL, NULL);
  g_autoptr(GhShieldMap) map = gh_shield_map_new ();
  g_autofree char *masked =
    gh_shield_mask (shield, "token=ghp_" R40 " sk-ant-api03-" R40 R40 " AKIA" U16, map);

  g_assert_cmpstr (masked, ==, "token=[[API_KEY_1]] [[API_KEY_2]] [[API_KEY_3]]");
  g_assert_cmpuint (gh_shield_map_get_length (map), ==, 3);
  g_assert_cmpstr (gh_shield_map_get_provider (map, 0), ==, "GitHub");
  g_assert_cmpstr (gh_shield_map_get_provider (map, 1), ==, "Anthropic");
  g_assert_cmpstr (gh_shield_map_get_provider (map, 2), ==, "AWS");
  g_assert_cmpint (gh_shield_map_get_kind (map, 0), ==, GH_SHIELD_API_KEY);
  g_assert_cmpstr (gh_shield_map_get_original (map, 2), ==, "AKIA" U16);
}

#define B64 "MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQC7VJTUt9Us8cKj"
#define B64_LAST "MzEfYyjiWA4R4/M2bS1GB4t7NXp98C3="

static void
test_private_keys (void)
{
  static const Case cases[] = {
    { "a\n-----BEGIN PRIVATE KEY-----\n" B64 "\n" B64 "\n" B64_LAST
      "\n-----END PRIVATE KEY-----\nb",
      "a\n[[PRIVATE_KEY]]\nb" },
    { "-----BEGIN OPENSSH PRIVATE KEY-----\r\n" B64 "\r\n" B64_LAST
      "\r\n-----END OPENSSH PRIVATE KEY-----",
      "[[PRIVATE_KEY]]" },
    { "-----BEGIN RSA PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,0011\n\n" B64
      "\n" B64_LAST "\n-----END RSA PRIVATE KEY----- x",
      "[[PRIVATE_KEY]] x" },
    { "-----BEGIN PGP PRIVATE KEY BLOCK-----\nVersion: GnuPG v2\n\n" B64 "\n" B64 "\n=abcd\n"
      "-----END PGP PRIVATE KEY BLOCK-----",
      "[[PRIVATE_KEY]]" },
    { "k = \"-----BEGIN EC PRIVATE KEY-----\\n" B64 "\\n" B64_LAST
      "\\n-----END EC PRIVATE KEY-----\\n\"",
      "k = \"[[PRIVATE_KEY]]\\n\"" },
    { "\"private_key\": \"-----BEGIN PRIVATE KEY-----\\n" B64 "\\n-----END PRIVATE KEY-----\\n\"",
      "\"private_key\": \"[[PRIVATE_KEY]]\\n\"" },
    { "\"-----BEGIN PRIVATE KEY-----\\n\" +\n  \"" B64 "\\n\" +\n  \"" B64_LAST "\\n\" +\n"
      "  \"-----END PRIVATE KEY-----\"",
      "\"[[PRIVATE_KEY]]\"" },
    { "-----BEGIN PRIVATE KEY----- " B64 " " B64_LAST " -----END PRIVATE KEY-----",
      "[[PRIVATE_KEY]]" },
    /* Cut off at the end, in a line, at the beginning. */
    { "-----BEGIN PRIVATE KEY-----\n" B64 "\n" B64 "\n\nThe rest is missing.",
      "[[PRIVATE_KEY]]\n\nThe rest is missing." },
    { "-----BEGIN PRIVATE KEY-----\n" B64 "\nMIIEvQ", "[[PRIVATE_KEY]]" },
    { "tail:\n" B64 "\n" B64_LAST "\n-----END RSA PRIVATE KEY-----\n", "tail:\n[[PRIVATE_KEY]]\n" },
    { "PuTTY-User-Key-File-3: ssh-rsa\nPrivate-Lines: 2\n" B64 "\n" B64_LAST "\nPrivate-MAC: 00",
      "PuTTY-User-Key-File-3: ssh-rsa\nPrivate-Lines: 2[[PRIVATE_KEY]]\nPrivate-MAC: 00" },
    /* None. */
    { "-----BEGIN CERTIFICATE-----\n" B64 "\n" B64_LAST "\n-----END CERTIFICATE-----",
      "-----BEGIN CERTIFICATE-----\n" B64 "\n" B64_LAST "\n-----END CERTIFICATE-----" },
    { "A file with -----BEGIN PRIVATE KEY----- in it is secret.",
      "A file with -----BEGIN PRIVATE KEY----- in it is secret." },
    { "--- ----- ------ -----BEGIN", "--- ----- ------ -----BEGIN" },
  };

  check_all (cases, G_N_ELEMENTS (cases));
}

static void
test_tokens (void)
{
#define JWT "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0." R40
  static const Case cases[] = {
    { JWT, "[[TOKEN]]" },
    { "It is " JWT ".", "It is [[TOKEN]]." },
    { "Authorization: Bearer " JWT "\r\nHost: x", "Authorization: Bearer [[TOKEN]]\r\nHost: x" },
    { "{\"token\":\"" JWT "\"}", "{\"token\":\"[[TOKEN]]\"}" },
    { "cut eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0 off", "cut [[TOKEN]] off" },
    { "eyJhbGciOiJIUzI1NiJ9", "eyJhbGciOiJIUzI1NiJ9" },
    { "eyJ.eyJ.eyJ", "eyJ.eyJ.eyJ" },
  };

  check_all (cases, G_N_ELEMENTS (cases));
}

static void
test_passwords (void)
{
  static const Case cases[] = {
    { "password=hunter2", "password=[[PASSWORD]]" },
    { "PASSWORD=correct&horse,battery", "PASSWORD=[[PASSWORD]]" },
    { "export DB_PASSWORD='s3cr3t word'\n", "export DB_PASSWORD='[[PASSWORD]]'\n" },
    { "db.password : \"hunter2\",", "db.password : \"[[PASSWORD]]\"," },
    { "{\"password\": \"hunter2\", \"user\": \"anna\"}",
      "{\"password\": \"[[PASSWORD]]\", \"user\": \"anna\"}" },
    { "{\\\"password\\\": \\\"hun\\\"}", "{\\\"password\\\": \\\"[[PASSWORD]]\\\"}" },
    { "dbPassword => 'hunter2'", "dbPassword => '[[PASSWORD]]'" },
    { "if token == \"abc12345\":", "if token == \"[[PASSWORD]]\":" },
    { "password: letmein\nuser: x", "password: [[PASSWORD]]\nuser: x" },
    { "Passwort: geheim7", "Passwort: [[PASSWORD]]" },
    { "\345\257\206\347\240\201\357\274\232hunter2\357\274\214\347\224\250\346\210\267",
      "\345\257\206\347\240\201\357\274\232[[PASSWORD]]\357\274\214\347\224\250\346\210\267" },
    { "\345\257\206\347\240\201\346\230\257hunter2\343\200\202",
      "\345\257\206\347\240\201\346\230\257[[PASSWORD]]\343\200\202" },
    { "The password is hunter2.", "The password is [[PASSWORD]]." },
    { "my API key is " H32 ", keep it", "my API key is [[PASSWORD]], keep it" },
    { "docker run -e MYSQL_ROOT_PASSWORD=my-secret-pw x",
      "docker run -e MYSQL_ROOT_PASSWORD=[[PASSWORD]] x" },
    { "spring.datasource.password=secret123", "spring.datasource.password=[[PASSWORD]]" },
    { "const apiKey = '" H32 "';", "const apiKey = '[[PASSWORD]]';" },
    { "Set-Cookie: session=a8Kd0Lq3Zx; Path=/\n", "Set-Cookie: [[PASSWORD]]\n" },
    { "SECRET_KEY = \"django-insecure-" R20 "\"", "SECRET_KEY = \"[[PASSWORD]]\"" },
    { "password:hunter2\n", "password:[[PASSWORD]]\n" },
    { "x-goog-api-key: " R40, "x-goog-api-key: [[PASSWORD]]" },
    { "client_secret=a8Kd0Lq3Zx&grant_type=refresh", "client_secret=[[PASSWORD]]" },
    { "GET /cb?access_token=a8Kd0Lq3Zx&state=1 HTTP",
      "GET /cb?access_token=[[PASSWORD]]&state=1 HTTP" },
    { "aws_secret_access_key = " R20 "/" R10 "+abcdefgh", "aws_secret_access_key = [[PASSWORD]]" },
    { "AccountKey=" R40 R40 "ABCDEF==;EndpointSuffix=core", "AccountKey=[[PASSWORD]]" },
    { "Server=db;User=sa;Password=abc;Timeout=3",
      "Server=db;User=sa;Password=[[PASSWORD]];Timeout=3" },
    { "x-api-key: " H32 "\n", "x-api-key: [[PASSWORD]]\n" },
    { "Authorization: Bearer " R40 "\n", "Authorization: Bearer [[PASSWORD]]\n" },
    { "Authorization: Basic YW5uYTpodW50ZXIy", "Authorization: Basic [[PASSWORD]]" },
    { "authorization: Digest username=\"a\", response=\"b\"",
      "authorization: Digest [[PASSWORD]]\"a\", response=\"b\"" },
    { "curl -H 'Authorization: token " H40 "' x", "curl -H 'Authorization: token [[PASSWORD]]' x" },
    { "Cookie: sid=a8Kd0Lq3Zx; theme=dark\n", "Cookie: [[PASSWORD]]\n" },
    { "Mcp-Session-Id: " H32, "Mcp-Session-Id: [[PASSWORD]]" },
    { "with bearer " R40 " it works", "with bearer [[PASSWORD]] it works" },
    { "run --password hunter2 --x", "run --password [[PASSWORD]] --x" },
    { "run --api-key=" H32, "run --api-key=[[PASSWORD]]" },
    { "curl -u anna:hunter2 http://x", "curl -u anna:[[PASSWORD]] http://x" },
    { "postgres://anna:hunter2@db.example:5432/x", "postgres://anna:[[PASSWORD]]@db.example:5432/x"
      },
    { "https://" H40 "@github.com/x", "https://[[PASSWORD]]@github.com/x" },
    { "https://u:p@ss@host/", "https://u:[[PASSWORD]]@host/" },
    { "<password>hunter2</password>", "<password>[[PASSWORD]]</password>" },
    { "//npm.example.org/:_authToken=" H32, "//npm.example.org/:_authToken=[[PASSWORD]]" },
    { "requestState: \"abc12345678\"", "requestState: \"[[PASSWORD]]\"" },
    { "pass=a1b2c3", "pass=[[PASSWORD]]" },
    { "password_confirmation=hunter2", "password_confirmation=[[PASSWORD]]" },
    { "PASSWORD_2=hunter2", "PASSWORD_2=[[PASSWORD]]" },
  };

  check_all (cases, G_N_ELEMENTS (cases));
}

static void
test_people (void)
{
  static const Case cases[] = {
    { "Write to anna.b+x@mail.example.org.", "Write to [[EMAIL]]." },
    { "<anna@example.com>,bob@example.co.uk", "<[[EMAIL]]>,[[EMAIL]]" },
    { "j\303\274rgen@m\303\274ller.de", "[[EMAIL]]" },
    { "\351\202\256\347\256\261anna@example.com\343\200\202",
      "\351\202\256\347\256\261[[EMAIL]]\343\200\202" },
    { "mailto:anna@example.com?subject=x", "mailto:[[EMAIL]]?subject=x" },
    { "card 4111 1111 1111 1111 exp", "card [[CARD]] exp" },
    { "4111-1111-1111-1111, 5500005555555559; 378282246310005", "[[CARD]], [[CARD]]; [[CARD]]" },
    { "3782 822463 10005", "[[CARD]]" },
    { "\"number\":4111111111111111,", "\"number\":[[CARD]]," },
    { "see " HOME "/notes and " HOME ".", "see [[HOME]]/notes and [[HOME]]." },
    { "file://" HOME "/x", "file://[[HOME]]/x" },
    { "/Users/anna/x C:\\Users\\anna\\x ~anna/x /media/anna/stick",
      "[[HOME]]/x C:[[HOME]]\\x [[HOME]]/x [[HOME]]/stick" },
    { "PWD=" HOME "/x", "PWD=[[HOME]]/x" },
  };

  check_all (cases, G_N_ELEMENTS (cases));
}

/* Nothing secret, nothing personal: as it was. */
static void
test_innocent (void)
{
  static const char * const texts[] = {
    "",
    "a",
    "550e8400-e29b-41d4-a716-446655440000",
    "commit 3f786850e387550fdab836ed7e6dc881de23001b",
    "sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
    "\"integrity\": \"sha512-3hO2xqGgQ4d2f4cZp9lL1QeXr5s8T0uVwY7aBcD6eFgHiJkLmNoPqRsTuVwXy"
    "Z0123456789==\"",
    "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAUAAAAFCAYAAACNbyblAAAAHElEQVQI12P4//8"
    "/w38GIAXDIBKE0DHxgljNBAAO9TXL0Y4OHwAAAABJRU5ErkJggg==",
    "max_tokens: 4096, total_tokens=1234567890",
    "\"maxTokens\": 1500, \"progressToken\": \"call-12345678\"",
    "nextPageToken: \"CAUQAA12345678\"",
    "\"eos_token\": \"<|endoftext|>\"",
    "const token = await getToken (request, 10);",
    "token = self.token",
    "connect(user=user, password=password)",
    "password=args.password",
    "password: string;",
    "Password: required",
    "The password must have 8 characters. Your password is wrong.",
    "DB_PASSWORD=${DB_PASSWORD}",
    "password=$PASSWORD api_key=<your key> token={{ token }} secret=%s",
    "password: ********",
    "api_key = \"YOUR_API_KEY\"",
    "Passwords: 3. Secrets of the trade: patience, practice.",
    "\"description\": \"The token to use\"",
    "\"password\": {\"type\": \"string\", \"description\": \"Enter it\"}",
    "\"password\": \"Enter your password\"",
    "PWD=/usr/share",
    "pass: 12, fail: 3",
    "git@github.com:owner/name.git",
    "npm i @types/node@18.0.0 lodash@4.17.21",
    "logo@2x.png getty@tty1.service user@localhost @app.route",
    "4111111111111112 1700000000000 0.4111111111111111 1234-5678-9012-3456",
    "phone +49 89 1234 5678 90, ISBN 978-3-16-148410-0",
    "sk-learn-is-a-well-known-library-of-python",
    "https://example.com:8080/path?x=1",
    "http://[::1]:80/ ftp://host/a:b@c",
    "12:30:45 2026-11-30T12:30:45Z std::string a ? b : c",
    "/home/annabel/x /home/bob/x /srv/home/anna/x",
    "key: value; sort_key=name; primary key: id",
    "basic understanding of authentication",
    "authorization: required for all users",
    "Authorization: Bearer <token>, Authorization: Bearer ${TOKEN}",
    "The token is valid. This key is old, my API key is secret.",
    "ssh-rsa AAAAB3NzaC1yc2EAAAADAQABAAABAQC7 anna",
    "the author: someone; Cookie recipes: many",
    "if (a[[1]] == b) [[note]] [[API_KEY_x]] [[ API_KEY ]]",
    "AKIAIOSFODNN7 ghp_short hf_model xoxb-",
    "ghp_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx",
    "eyJhbGciOiJIUzI1NiJ9 and nothing else",
  };
  g_autoptr(GhShield) shield = gh_shield_new (HOME, NULL);

  for (gsize i = 0; i < G_N_ELEMENTS (texts); i++)
    check_hidden (shield, texts[i], texts[i]);
}

static void
test_round_trip (void)
{
  g_autoptr(GhShield) shield = gh_shield_new (HOME, NULL);
  g_autoptr(GhShieldMap) map = gh_shield_map_new ();
  const char *text = "[[API_KEY_1]] ghp_" R40 " a@b.de, ghp_" R40 " [[EMAIL]]";
  g_autofree char *masked = gh_shield_mask (shield, text, map);
  g_autofree char *restored = gh_shield_map_restore (map, masked);
  g_autofree char *again = gh_shield_mask (shield, "c@d.de to a@b.de [[EMAIL_2]]", map);
  g_autofree char *again_restored = gh_shield_map_restore (map, again);
  g_autofree char *edited = gh_shield_mask_edited (shield, "[[API_KEY_2]] [[CARD_1]] e@f.de", map);
  g_autofree char *foreign = gh_shield_map_restore (map, "[[API_KEY_7]] [[api_key_2]] [API_KEY_2] "
                                                         "[[API_KEY_02]] [[[API_KEY_2]]]");

  /* What was there already is nobody's placeholder. */
  g_assert_cmpstr (masked, ==, "[[API_KEY_1]] [[API_KEY_2]] [[EMAIL_1]], [[API_KEY_2]] [[EMAIL]]");
  g_assert_cmpstr (restored, ==, text);
  g_assert_cmpstr (again, ==, "[[EMAIL_3]] to [[EMAIL_1]] [[EMAIL_2]]");
  g_assert_cmpstr (again_restored, ==, "c@d.de to a@b.de [[EMAIL_2]]");
  g_assert_cmpstr (edited, ==, "[[API_KEY_2]] [[CARD_1]] [[EMAIL_4]]");
  g_assert_cmpstr (foreign, ==, "[[API_KEY_7]] [[api_key_2]] [API_KEY_2] "
                                "[[API_KEY_02]] [ghp_" R40 "]");
}

/* One of our placeholders comes from outside after it was given out. */
static void
test_forged (void)
{
  g_autoptr(GhShield) shield = gh_shield_new (HOME, NULL);
  g_autoptr(GhShieldMap) map = gh_shield_map_new ();
  g_autofree char *first = gh_shield_mask (shield, "a@b.de", map);
  g_autofree char *second = gh_shield_mask (shield, "[[EMAIL_1]]", map);
  g_autofree char *restored = gh_shield_map_restore (map, second);

  g_assert_cmpstr (first, ==, "[[EMAIL_1]]");
  g_assert_cmpstr (second, ==, "[[TEXT_1]]");
  g_assert_cmpstr (restored, ==, "[[EMAIL_1]]");
}

/* What was told by its name once is known without it. */
static void
test_known (void)
{
  g_autoptr(GhShield) shield = gh_shield_new (HOME, NULL);
  g_autoptr(GhShieldMap) map = gh_shield_map_new ();
  g_autofree char *first =
    gh_shield_mask (shield, "use hunter2hunter; password=hunter2hunter pin=short", map);
  g_autofree char *second =
    gh_shield_mask (shield, "(hunter2hunter) xhunter2hunter hunter2hunter9 hunter2hunter", map);
  g_autofree char *restored = gh_shield_map_restore (map, second);
  g_autofree char *hidden = gh_shield_hide (shield, "hunter2hunter is it; password=hunter2hunter");
  const char *json = "[\"hunter2hunter\",{\"password\":\"hunter2hunter\"}]";
  g_autoptr(JsonNode) node = gh_json_read (json, strlen (json), NULL);
  g_autoptr(JsonNode) hidden_node = gh_shield_hide_json (shield, node);
  g_autofree char *hidden_json = gh_json_write (hidden_node, NULL);

  g_assert_cmpstr (first, ==, "use [[PASSWORD_1]]; password=[[PASSWORD_1]] pin=short");
  g_assert_cmpstr (second, ==, "([[PASSWORD_1]]) xhunter2hunter hunter2hunter9 [[PASSWORD_1]]");
  g_assert_cmpstr (restored, ==, "(hunter2hunter) xhunter2hunter hunter2hunter9 hunter2hunter");
  g_assert_cmpstr (hidden, ==, "[[PASSWORD]] is it; password=[[PASSWORD]]");
  g_assert_cmpstr (hidden_json, ==, "[\"[[PASSWORD]]\",{\"password\":\"[[PASSWORD]]\"}]");
}

static void
test_shown (void)
{
  g_autoptr(GhShield) shield = gh_shield_new (HOME, NULL);
  g_autoptr(GhShieldMap) map = gh_shield_map_new ();
  const char *text = "a@b.de c@d.de a@b.de";
  g_autofree char *masked = NULL;
  g_autofree char *shown = NULL;
  g_autofree char *edited = NULL;

  gh_shield_map_set_place (map, 7);
  masked = gh_shield_mask (shield, text, map);
  g_assert_cmpuint (gh_shield_map_get_uses (map, 0), ==, 2);
  g_assert_cmpuint (gh_shield_map_get_uses (map, 1), ==, 1);
  g_assert_cmpuint (gh_shield_map_get_place (map, 0), ==, 7);

  gh_shield_map_set_shown (map, 0, TRUE);
  gh_shield_map_start_counting (map);
  gh_shield_map_set_place (map, GH_SHIELD_NOWHERE);
  shown = gh_shield_mask (shield, text, map);
  edited = gh_shield_mask_edited (shield, "x a@b.de [[EMAIL_1]] [[EMAIL_2]]", map);
  g_assert_cmpstr (shown, ==, "a@b.de [[EMAIL_2]] a@b.de");
  g_assert_cmpstr (edited, ==, "x a@b.de a@b.de [[EMAIL_2]]");
  g_assert_cmpuint (gh_shield_map_get_uses (map, 0), ==, 0);
}

static void
test_own (void)
{
  static const char * const patterns[] = { "PRJ-\\d{4}", "(", "x*", "Falcon|Eagle", "(*UTF)a", NULL
  };
  g_autoptr(GhShield) shield = gh_shield_new (NULL, patterns);
  g_autoptr(GError) error = NULL;
  g_autofree char *long_pattern = g_strnfill (5000, 'a');
  g_autofree char *padding = g_strnfill (10000, '.');
  g_autofree char *long_line = g_strconcat (padding, "PRJ-1234", padding, NULL);
  g_autofree char *long_hidden = g_strconcat (padding, "[[SECRET]]", padding, NULL);

  check_hidden (shield, "Falcon: PRJ-1234, anna@example.com PRJ-12345",
                "[[SECRET]]: [[SECRET]], [[EMAIL]] [[SECRET]]5");
  check_hidden (shield, "xPRJ-0001@example.com", "[[EMAIL]]");
  check_hidden (shield, long_line, long_hidden);

  g_assert_true (gh_shield_check_pattern ("a+", NULL));
  g_assert_false (gh_shield_check_pattern ("(", &error));
  g_assert_error (error, GH_SHIELD_ERROR, GH_SHIELD_ERROR_SYNTAX);
  g_clear_error (&error);
  g_assert_false (gh_shield_check_pattern ("x*", &error));
  g_assert_error (error, GH_SHIELD_ERROR, GH_SHIELD_ERROR_EMPTY);
  g_clear_error (&error);
  g_assert_false (gh_shield_check_pattern ("", &error));
  g_assert_error (error, GH_SHIELD_ERROR, GH_SHIELD_ERROR_EMPTY);
  g_clear_error (&error);
  g_assert_false (gh_shield_check_pattern (long_pattern, &error));
  g_assert_error (error, GH_SHIELD_ERROR, GH_SHIELD_ERROR_LONG);
}

/* A pattern that never ends: what it would have found must not get out unseen. */
static void
test_own_gives_up (void)
{
  static const char * const patterns[] = { "(a+)+$", NULL };
  g_autoptr(GhShield) shield = gh_shield_new (NULL, patterns);
  g_autoptr(GhShieldMap) map = gh_shield_map_new ();
  g_autofree char *many = g_strnfill (100000, 'a');
  g_autofree char *text = g_strconcat (many, "! e@f.de", NULL);
  g_autofree char *hidden = gh_shield_hide (shield, text);
  g_autofree char *masked = gh_shield_mask (shield, text, map);

  g_assert_cmpstr (hidden, ==, "[[SECRET]]");
  g_assert_true (gh_shield_map_get_gave_up (map));
  g_assert_true (g_str_has_suffix (masked, "! [[EMAIL_1]]"));
}

/* So many that they would fill the memory: nothing is let through, and not all are kept. */
static void
test_flood (void)
{
  g_autoptr(GhShield) shield = gh_shield_new (HOME, NULL);
  g_autoptr(GhShieldMap) map = gh_shield_map_new ();
  g_autoptr(GString) text = g_string_new (NULL);
  g_autofree char *masked = NULL;
  g_autofree char *more = NULL;
  g_autofree char *hidden = NULL;

  for (guint i = 0; i < 150000; i++)
    g_string_append_printf (text, "u%u@b.de ", i);
  masked = gh_shield_mask (shield, text->str, map);
  more = gh_shield_mask (shield, "x@b.de u7@b.de", map);
  hidden = gh_shield_hide (shield, text->str);
  g_assert_null (strchr (masked, '@'));
  g_assert_null (strchr (hidden, '@'));
  g_assert_true (g_str_has_suffix (masked, "[[PASSWORD]]"));
  g_assert_cmpstr (more, ==, "[[EMAIL]] [[EMAIL_8]]");
  g_assert_cmpuint (gh_shield_map_get_length (map), ==, 100000);
}

static void
check_json (const char *text,
            const char *hidden)
{
  g_autoptr(GhShield) shield = gh_shield_new (HOME, NULL);
  g_autoptr(GhShieldMap) map = gh_shield_map_new ();
  g_autoptr(JsonNode) node = gh_json_read (text, strlen (text), NULL);
  g_autoptr(JsonNode) hidden_node = gh_shield_hide_json (shield, node);
  g_autoptr(JsonNode) masked = gh_shield_mask_json (shield, node, map);
  g_autoptr(JsonNode) restored = gh_shield_map_restore_json (map, masked);
  g_autofree char *hidden_text = gh_json_write (hidden_node, NULL);
  g_autofree char *restored_text = gh_json_write (restored, NULL);

  g_assert_cmpstr (hidden_text, ==, hidden);
  g_assert_cmpstr (restored_text, ==, text);
}

static void
test_json (void)
{
  check_json ("{\"a\":[1,2.5,null,true,\"x\"],\"b\":{}}",
              "{\"a\":[1,2.5,null,true,\"x\"],\"b\":{}}");
  check_json ("{\"password\":\"hunter\",\"n\":{\"token\":[\"abcd1234\",\"x\"]}}",
              "{\"password\":\"[[PASSWORD]]\",\"n\":{\"token\":[\"[[PASSWORD]]\",\"x\"]}}");
  check_json ("[{\"name\":\"API_KEY\",\"value\":\"abcd1234\"},{\"name\":\"n\",\"value\":\"v9w8\"}]",
              "[{\"name\":\"API_KEY\",\"value\":\"[[PASSWORD]]\"},"
              "{\"name\":\"n\",\"value\":\"v9w8\"}]");
  check_json ("{\"headers\":{\"Authorization\":\"Bearer x1y2z3\"}}",
              "{\"headers\":{\"Authorization\":\"[[PASSWORD]]\"}}");
  check_json ("{\"t\":\"a\\nmail anna@example.com\\n\",\"anna@example.com\":1}",
              "{\"t\":\"a\\nmail [[EMAIL]]\\n\",\"[[EMAIL]]\":1}");
  check_json ("{\"token\":\"ghp_" R40 "\"}", "{\"token\":\"[[API_KEY]]\"}");
}

static void
test_json_odd (void)
{
  g_autoptr(GhShield) shield = gh_shield_new (HOME, NULL);
  const char *text = "[\"\\u0000anna@example.com\",4111111111111111,1e400,\"\\ud800\"]";
  g_autoptr(JsonNode) node = gh_json_read (text, strlen (text), NULL);
  g_autoptr(JsonNode) hidden = gh_shield_hide_json (shield, node);
  g_autofree char *hidden_text = gh_json_write (hidden, NULL);

  g_assert_cmpstr (hidden_text, ==, "[\"\357\277\275[[EMAIL]]\",\"[[CARD]]\",1e400,\"\\ud800\"]");
}

static void
test_odd_texts (void)
{
  g_autoptr(GhShield) shield = gh_shield_new ("/", NULL);
  g_autofree char *none = gh_shield_hide (shield, NULL);
  g_autofree char *broken = gh_shield_hide (shield, "caf\xe9 a@b.de");

  g_assert_null (none);
  g_assert_cmpstr (broken, ==, "caf\357\277\275 [[EMAIL]]");
  check_hidden (shield, "/x//y password=", "/x//y password=");
  check_hidden (shield, "password=\\", "password=\\");
  check_hidden (shield, "password:\"", "password:\"");
  check_hidden (shield, "://@ ://:@ a://:b@", "://@ ://:@ a://:b@");
}

/* Any text, in the worst mixtures: what is taken out can be put back, and hiding is final. */
static void
test_random (void)
{
  static const char * const pieces[] = {
    "password", "=", ":", "\"", "\\\"", "'", " ", "\n", "\\n", "-----BEGIN PRIVATE KEY-----", B64,
    "-----END PRIVATE KEY-----", "eyJ", ".", "@", "a", "b.de", "/home/anna", "4111", "1111", "[[",
    "API_KEY_1", "]]", "://", "ghp_" R40, "sk-", "\345\257\206\347\240\201", "\357\274\232", "is ",
    "Bearer ", R20, "~", "8Q~", "--", "token", "<", ">", "\303\274", "&", "(", "Authorization", "$",
  };
  g_autoptr(GhShield) shield = gh_shield_new (HOME, NULL);

  for (guint i = 0; i < 20000; i++)
    {
      g_autoptr(GString) text = g_string_new (NULL);
      g_autoptr(GhShieldMap) map = gh_shield_map_new ();
      g_autofree char *masked = NULL;
      g_autofree char *restored = NULL;
      g_autofree char *hidden = NULL;

      for (int n = g_test_rand_int_range (1, 14); n > 0; n--)
        g_string_append (text, pieces[g_test_rand_int_range (0, G_N_ELEMENTS (pieces))]);
      masked = gh_shield_mask (shield, text->str, map);
      restored = gh_shield_map_restore (map, masked);
      hidden = gh_shield_hide (shield, text->str);
      g_assert_cmpstr (restored, ==, text->str);
      g_assert_true (g_utf8_validate (masked, -1, NULL));
      g_assert_true (g_utf8_validate (hidden, -1, NULL));
      for (guint j = 0; j < gh_shield_map_get_length (map); j++)
        g_assert_cmpstr (gh_shield_map_get_original (map, j), !=, "");
    }
}

int
main (int    argc,
      char **argv)
{
  gh_test_init (&argc, &argv);

  g_test_add_func ("/base/shield/keys", test_keys);
  g_test_add_func ("/base/shield/providers", test_providers);
  g_test_add_func ("/base/shield/private-keys", test_private_keys);
  g_test_add_func ("/base/shield/tokens", test_tokens);
  g_test_add_func ("/base/shield/passwords", test_passwords);
  g_test_add_func ("/base/shield/people", test_people);
  g_test_add_func ("/base/shield/innocent", test_innocent);
  g_test_add_func ("/base/shield/round-trip", test_round_trip);
  g_test_add_func ("/base/shield/forged", test_forged);
  g_test_add_func ("/base/shield/known", test_known);
  g_test_add_func ("/base/shield/shown", test_shown);
  g_test_add_func ("/base/shield/own", test_own);
  g_test_add_func ("/base/shield/own-gives-up", test_own_gives_up);
  g_test_add_func ("/base/shield/flood", test_flood);
  g_test_add_func ("/base/shield/json", test_json);
  g_test_add_func ("/base/shield/json-odd", test_json_odd);
  g_test_add_func ("/base/shield/odd-texts", test_odd_texts);
  g_test_add_func ("/base/shield/random", test_random);

  return g_test_run ();
}
