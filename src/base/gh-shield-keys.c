/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * Keys of providers that can be told by how they look. */
#include "config.h"

#include "gh-shield-private.h"

/* Of how many bytes randomness is judged. */
#define LOOKED_AT 64
/* Fewer different characters are "xxxxx" and the like. */
#define MIN_DISTINCT 6

typedef struct
{
  const char  *prefix;
  GhShieldRun  run;      /* what follows the prefix */
  guint16      min;      /* bytes after the prefix */
  guint16      max;      /* 0: any number */
  gboolean     loose;    /* words begin like that, too: the rest must look random */
  const char  *provider;
} Key;

#define ALNUM GH_SHIELD_RUN_ALNUM
#define UPPER GH_SHIELD_RUN_UPPER
#define HEX GH_SHIELD_RUN_HEX
#define WORD GH_SHIELD_RUN_WORD
#define DOTTED GH_SHIELD_RUN_DOTTED
#define BASE64 GH_SHIELD_RUN_BASE64

/* Sorted by first byte; of two that fit the first counts. */
static const Key keys[] = {
  { "1//0", WORD, 30, 0, FALSE, "Google" },
  { "A3-", WORD, 30, 40, TRUE, "1Password" },
  { "ABIA", UPPER, 16, 16, FALSE, "AWS" },
  { "ABSK", BASE64, 100, 0, FALSE, "AWS" },
  { "ACCA", UPPER, 16, 16, FALSE, "AWS" },
  { "AGE-SECRET-KEY-1", UPPER, 58, 58, FALSE, "age" },
  { "AIza", WORD, 35, 35, FALSE, "Google" },
  { "AKCp", ALNUM, 60, 0, FALSE, "JFrog" },
  { "AKIA", UPPER, 16, 16, FALSE, "AWS" },
  { "API-", UPPER, 26, 26, FALSE, "Octopus Deploy" },
  { "ASIA", UPPER, 16, 16, FALSE, "AWS" },
  { "ATATT3", WORD, 100, 0, FALSE, "Atlassian" },
  { "ATBB", ALNUM, 28, 36, FALSE, "Bitbucket" },
  { "ATCTT3", WORD, 100, 0, FALSE, "Atlassian" },
  { "CCIPAT_", WORD, 40, 0, FALSE, "CircleCI" },
  { "CFPAT-", WORD, 40, 0, FALSE, "Contentful" },
  { "EAA", ALNUM, 100, 0, FALSE, "Facebook" },
  { "EAAA", WORD, 50, 80, FALSE, "Square" },
  { "EZAK", ALNUM, 54, 54, FALSE, "EasyPost" },
  { "EZTK", ALNUM, 54, 54, FALSE, "EasyPost" },
  { "FLWSECK", WORD, 12, 0, TRUE, "Flutterwave" },
  { "GOCSPX-", WORD, 28, 28, FALSE, "Google" },
  { "GR1348941", WORD, 20, 0, FALSE, "GitLab" },
  { "HRKU-", WORD, 36, 0, FALSE, "Heroku" },
  { "IGQV", WORD, 100, 0, FALSE, "Instagram" },
  { "LTAI", ALNUM, 20, 20, FALSE, "Alibaba Cloud" },
  { "NRAK-", UPPER, 27, 27, FALSE, "New Relic" },
  { "PMAK-", WORD, 59, 59, FALSE, "Postman" },
  { "SG.", DOTTED, 60, 0, FALSE, "SendGrid" },
  { "SK", HEX, 32, 32, FALSE, "Twilio" },
  { "api_org_", ALNUM, 30, 0, FALSE, "Hugging Face" },
  { "bedrock-api-key-", BASE64, 40, 0, FALSE, "AWS" },
  { "bkua_", HEX, 40, 40, FALSE, "Buildkite" },
  { "cio", ALNUM, 32, 32, TRUE, "crates.io" },
  { "cmVmd", ALNUM, 59, 59, FALSE, "JFrog" },
  { "dapi", HEX, 32, 32, FALSE, "Databricks" },
  { "dckr_oat_", WORD, 24, 0, FALSE, "Docker" },
  { "dckr_pat_", WORD, 24, 0, FALSE, "Docker" },
  { "discord.com/api/webhooks/", BASE64, 40, 0, FALSE, "Discord" },
  { "discordapp.com/api/webhooks/", BASE64, 40, 0, FALSE, "Discord" },
  { "doo_v1_", HEX, 64, 64, FALSE, "DigitalOcean" },
  { "dop_v1_", HEX, 64, 64, FALSE, "DigitalOcean" },
  { "dor_v1_", HEX, 64, 64, FALSE, "DigitalOcean" },
  { "dp.", DOTTED, 40, 0, TRUE, "Doppler" },
  { "dt0c01.", DOTTED, 80, 0, FALSE, "Dynatrace" },
  { "duffel_", WORD, 43, 0, FALSE, "Duffel" },
  { "fc-", HEX, 32, 32, FALSE, "Firecrawl" },
  { "figd_", WORD, 36, 0, FALSE, "Figma" },
  { "fio-u-", WORD, 60, 0, FALSE, "Frame.io" },
  { "fm1a_", BASE64, 100, 0, FALSE, "Fly.io" },
  { "fm1r_", BASE64, 100, 0, FALSE, "Fly.io" },
  { "fm2_", BASE64, 100, 0, FALSE, "Fly.io" },
  { "fo1_", WORD, 43, 43, FALSE, "Fly.io" },
  { "fw_", ALNUM, 20, 0, TRUE, "Fireworks" },
  { "ghp_", ALNUM, 36, 0, FALSE, "GitHub" },
  { "gho_", ALNUM, 36, 0, FALSE, "GitHub" },
  { "ghu_", ALNUM, 36, 0, FALSE, "GitHub" },
  { "ghs_", ALNUM, 36, 0, FALSE, "GitHub" },
  { "ghr_", ALNUM, 36, 0, FALSE, "GitHub" },
  { "github_pat_", WORD, 22, 0, FALSE, "GitHub" },
  { "glagent-", WORD, 40, 0, FALSE, "GitLab" },
  { "glc_", BASE64, 32, 0, FALSE, "Grafana" },
  { "glcbt-", WORD, 20, 0, FALSE, "GitLab" },
  { "gldt-", WORD, 20, 0, FALSE, "GitLab" },
  { "glffct-", WORD, 20, 0, FALSE, "GitLab" },
  { "glft-", WORD, 20, 0, FALSE, "GitLab" },
  { "glimt-", WORD, 20, 0, FALSE, "GitLab" },
  { "gloas-", WORD, 20, 0, FALSE, "GitLab" },
  { "glpat-", DOTTED, 20, 0, FALSE, "GitLab" },
  { "glptt-", WORD, 20, 0, FALSE, "GitLab" },
  { "glrt-", DOTTED, 20, 0, FALSE, "GitLab" },
  { "glsa_", WORD, 40, 0, FALSE, "Grafana" },
  { "glsoat-", WORD, 20, 0, FALSE, "GitLab" },
  { "gsk_", ALNUM, 40, 0, FALSE, "Groq" },
  { "hf_", ALNUM, 30, 0, FALSE, "Hugging Face" },
  { "hooks.slack.com/services/", BASE64, 40, 0, FALSE, "Slack" },
  { "hooks.slack.com/triggers/", BASE64, 40, 0, FALSE, "Slack" },
  { "hooks.slack.com/workflows/", BASE64, 40, 0, FALSE, "Slack" },
  { "hvb.", DOTTED, 24, 0, TRUE, "Vault" },
  { "hvr.", DOTTED, 24, 0, TRUE, "Vault" },
  { "hvs.", DOTTED, 24, 0, TRUE, "Vault" },
  { "ico-", ALNUM, 32, 32, FALSE, "Infracost" },
  { "key-", HEX, 32, 32, FALSE, "Mailgun" },
  { "lin_api_", ALNUM, 40, 0, FALSE, "Linear" },
  { "lsv2_pt_", WORD, 32, 0, FALSE, "LangSmith" },
  { "lsv2_sk_", WORD, 32, 0, FALSE, "LangSmith" },
  { "npm_", ALNUM, 36, 0, FALSE, "npm" },
  { "ntn_", ALNUM, 40, 0, FALSE, "Notion" },
  { "nvapi-", WORD, 40, 0, FALSE, "NVIDIA" },
  { "ops_eyJ", BASE64, 100, 0, FALSE, "1Password" },
  { "oy2", ALNUM, 43, 43, TRUE, "NuGet" },
  { "p8e-", ALNUM, 32, 32, FALSE, "Adobe" },
  { "pat", DOTTED, 70, 90, TRUE, "Airtable" },
  { "pnu_", ALNUM, 36, 36, FALSE, "Prefect" },
  { "pplx-", ALNUM, 40, 0, FALSE, "Perplexity" },
  { "pscale_", DOTTED, 32, 0, FALSE, "PlanetScale" },
  { "pul-", HEX, 40, 40, FALSE, "Pulumi" },
  { "pypi-AgE", WORD, 50, 0, FALSE, "PyPI" },
  { "r8_", ALNUM, 37, 37, FALSE, "Replicate" },
  { "rdme_", ALNUM, 70, 0, FALSE, "ReadMe" },
  { "re_", WORD, 24, 0, TRUE, "Resend" },
  { "rk_live_", ALNUM, 10, 0, FALSE, "Stripe" },
  { "rk_test_", ALNUM, 10, 0, FALSE, "Stripe" },
  { "rubygems_", HEX, 48, 48, FALSE, "RubyGems" },
  { "sb_secret_", WORD, 20, 0, FALSE, "Supabase" },
  { "sbp_", HEX, 40, 40, FALSE, "Supabase" },
  { "secret_", ALNUM, 43, 43, FALSE, "Notion" },
  { "sgp_", WORD, 40, 0, FALSE, "Sourcegraph" },
  { "sha256~", WORD, 43, 43, FALSE, "OpenShift" },
  { "shpat_", HEX, 32, 32, FALSE, "Shopify" },
  { "shpca_", HEX, 32, 32, FALSE, "Shopify" },
  { "shppa_", HEX, 32, 32, FALSE, "Shopify" },
  { "shpss_", HEX, 32, 32, FALSE, "Shopify" },
  { "shippo_", WORD, 44, 0, FALSE, "Shippo" },
  { "sk-ant-", WORD, 20, 0, FALSE, "Anthropic" },
  { "sk-or-v1-", HEX, 40, 0, FALSE, "OpenRouter" },
  { "sk-", WORD, 20, 0, TRUE, "OpenAI" },
  { "sk_live_", ALNUM, 10, 0, FALSE, "Stripe" },
  { "sk_test_", ALNUM, 10, 0, FALSE, "Stripe" },
  { "sk_", HEX, 48, 48, FALSE, "ElevenLabs" },
  { "sl.", DOTTED, 100, 0, TRUE, "Dropbox" },
  { "sm_aat_", ALNUM, 16, 0, FALSE, "SettleMint" },
  { "sm_pat_", ALNUM, 16, 0, FALSE, "SettleMint" },
  { "sm_sat_", ALNUM, 16, 0, FALSE, "SettleMint" },
  { "sntrys_", BASE64, 40, 0, FALSE, "Sentry" },
  { "sntryu_", HEX, 64, 64, FALSE, "Sentry" },
  { "sq0atp-", WORD, 22, 0, FALSE, "Square" },
  { "sq0csp-", WORD, 40, 0, FALSE, "Square" },
  { "tfp_", WORD, 40, 0, FALSE, "Typeform" },
  { "tgp_v1_", WORD, 40, 0, FALSE, "Together" },
  { "tk-us-", WORD, 48, 48, FALSE, "Scalingo" },
  { "tskey-", WORD, 20, 0, TRUE, "Tailscale" },
  { "tvly-", WORD, 20, 0, TRUE, "Tavily" },
  { "vcp_", ALNUM, 24, 0, FALSE, "Vercel" },
  { "whsec_", BASE64, 24, 0, FALSE, "Stripe" },
  { "xai-", ALNUM, 60, 0, FALSE, "xAI" },
  { "xapp-", WORD, 30, 0, FALSE, "Slack" },
  { "xkeysib-", WORD, 70, 0, FALSE, "Brevo" },
  { "xoxa-", WORD, 10, 0, FALSE, "Slack" },
  { "xoxb-", WORD, 10, 0, FALSE, "Slack" },
  { "xoxc-", WORD, 10, 0, FALSE, "Slack" },
  { "xoxd-", BASE64, 10, 0, FALSE, "Slack" },
  { "xoxe-", WORD, 10, 0, FALSE, "Slack" },
  { "xoxe.", DOTTED, 20, 0, FALSE, "Slack" },
  { "xoxo-", WORD, 10, 0, TRUE, "Slack" },
  { "xoxp-", WORD, 10, 0, FALSE, "Slack" },
  { "xoxr-", WORD, 10, 0, FALSE, "Slack" },
  { "xoxs-", WORD, 10, 0, FALSE, "Slack" },
  { "ya29.", DOTTED, 30, 0, FALSE, "Google" },
};

void
gh_shield_keys_index (guint8 index[256])
{
  G_STATIC_ASSERT (G_N_ELEMENTS (keys) < 255);

  memset (index, G_N_ELEMENTS (keys), 256);
  for (guint i = G_N_ELEMENTS (keys); i-- > 0;)
    index[(guchar) keys[i].prefix[0]] = i;
}

static guint
count_distinct (const char *text,
                gsize       length)
{
  gboolean seen[128] = { FALSE };
  guint n = 0;

  for (gsize i = 0; i < MIN (length, LOOKED_AT); i++)
    {
      n += !seen[text[i] & 0x7F];
      seen[text[i] & 0x7F] = TRUE;
    }
  return n;
}

gboolean
gh_shield_is_random (const char *text,
                     gsize       length)
{
  gsize digits = 0;
  gsize letters = 0;

  /* One part without "-", "_" and "." that is long and no word. */
  for (gsize i = 0; i < MIN (length, LOOKED_AT); i++)
    {
      if (!gh_shield_is (text[i], GH_SHIELD_ALNUM))
        digits = letters = 0;
      else if (gh_shield_is (text[i], GH_SHIELD_DIGIT))
        digits++;
      else
        letters++;
      if (digits >= 2 && letters >= 2 && digits + letters >= 16)
        return count_distinct (text, length) >= 8;
    }
  return FALSE;
}

static gboolean
matches (GhShieldScan *scan,
         const Key    *key,
         gsize         at,
         gsize        *end)
{
  gsize prefix = strlen (key->prefix);
  const char *rest = scan->text + at + prefix;
  gsize length;

  if (strncmp (scan->text + at, key->prefix, prefix) != 0)
    return FALSE;
  *end = gh_shield_scan_run (scan, key->run, at + prefix);
  /* A dot at the end ends a sentence. */
  while (key->run == DOTTED && *end > at + prefix && scan->text[*end - 1] == '.')
    (*end)--;
  length = *end - at - prefix;
  if (length < key->min || (key->max != 0 && length > key->max))
    return FALSE;
  if (key->loose ? !gh_shield_is_random (rest, length)
                 : count_distinct (rest, length) < MIN_DISTINCT)
    return FALSE;
  while (key->run == BASE64 && scan->text[*end] == '=')
    (*end)++;
  return TRUE;
}

/* Three parts: an id that begins with M, N or O as all of today do, a time, a signature. */
static gboolean
match_discord (GhShieldScan *scan,
               gsize         at,
               gsize        *end)
{
  const char *text = scan->text;
  gsize first;
  gsize second;

  if (strchr ("MNO", text[at]) == NULL)
    return FALSE;
  first = at + gh_shield_span (text + at, GH_SHIELD_WORD, 29);
  if (first - at < 23 || first - at > 28 || text[first] != '.')
    return FALSE;
  second = first + 1 + gh_shield_span (text + first + 1, GH_SHIELD_WORD, 7);
  if (second - first - 1 != 6 || text[second] != '.')
    return FALSE;
  *end = second + 1 + gh_shield_span (text + second + 1, GH_SHIELD_WORD, 64);
  return *end - second - 1 >= 27 && gh_shield_is_random (text + at, first - at);
}

/* Keys of Azure have their mark in the middle. */
static gboolean
match_azure (GhShieldScan *scan,
             gsize         at,
             gsize        *end)
{
  *end = gh_shield_scan_run (scan, GH_SHIELD_RUN_ALNUM, at);
  return *end - at == 84 && (memmem (scan->text + at, 84, "JQQJ99", 6) != NULL ||
                             memmem (scan->text + at, 84, "AZDO", 4) != NULL);
}

gboolean
gh_shield_match_key (GhShieldScan *scan,
                     gsize         at,
                     gsize        *end,
                     const char  **provider)
{
  char first = scan->text[at];

  for (guint i = scan->key_index[(guchar) first];
       i < G_N_ELEMENTS (keys) && keys[i].prefix[0] == first; i++)
    if (keys[i].prefix[1] == scan->text[at + 1] && matches (scan, &keys[i], at, end))
      {
        *provider = keys[i].provider;
        return TRUE;
      }
  if (match_discord (scan, at, end))
    *provider = "Discord";
  else if (match_azure (scan, at, end))
    *provider = "Azure";
  else
    return FALSE;
  return TRUE;
}

/* "123456789:AA...": at the colon. */
gboolean
gh_shield_find_telegram (GhShieldScan *scan,
                         gsize         at)
{
  gsize start = at;
  gsize end;

  while (start > scan->floor && at - start < 11 &&
         gh_shield_is (scan->text[start - 1], GH_SHIELD_DIGIT))
    start--;
  if (at - start < 8 || at - start > 10 || scan->text[at + 1] != 'A' || scan->text[at + 2] != 'A')
    return FALSE;
  end = gh_shield_scan_run (scan, GH_SHIELD_RUN_WORD, at + 1);
  return end - at - 1 >= 34 && end - at - 1 <= 36 &&
         gh_shield_scan_add (scan, GH_SHIELD_API_KEY, "Telegram", start, end);
}

/* Three characters, a digit, "Q~" and some thirty more: at the tilde. */
gboolean
gh_shield_find_entra (GhShieldScan *scan,
                      gsize         at)
{
  const char *text = scan->text + at;
  gsize end = at + 1;

  if (at < scan->floor + 5 || text[-1] != 'Q' || !gh_shield_is (text[-2], GH_SHIELD_DIGIT))
    return FALSE;
  for (int i = -5; i < -2; i++)
    if (!gh_shield_is (text[i], GH_SHIELD_WORD | GH_SHIELD_DOT) && text[i] != '~')
      return FALSE;
  while (end - at <= 35 && (gh_shield_is (scan->text[end], GH_SHIELD_WORD | GH_SHIELD_DOT) ||
                            scan->text[end] == '~'))
    end++;
  return end - at > 31 && end - at <= 35 &&
         gh_shield_scan_add (scan, GH_SHIELD_API_KEY, "Azure", at - 5, end);
}
