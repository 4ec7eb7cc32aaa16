/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * Guesses from a field's words whether it wants something that nobody should write into a form of a
 * stranger's. */
#include "config.h"

#include "gh-form-field.h"

#include <string.h>

/* What is looked at of words that may be long. */
#define LONGEST 2000

/* Whole words, as split by split_words(). */
static const char * const secret_words[] = {
  " password ", " passwords ", " passwd ", " pwd ", " passphrase ", " passcode ", " pin ",
  " secret ", " token ", " api key ", " apikey ", " access key ", " private key ", " secret key ",
  " ssh key ", " license key ", " credential ", " credentials ", " otp ", " one time code ",
  " credit card ", " card number ", " cardnumber ", " cvc ", " cvv ", " iban ", " ssn ",
  " social security number ", " recovery code ", " seed phrase ",
  " passwort ", " kennwort ", " contraseña ", " mot de passe ", " senha ", " пароль ",
};

/* Of languages that write without spaces. */
static const char * const secret_parts[] = {
  "密码", "密碼", "口令", "令牌", "密钥", "密鑰", "卡号", "卡號", "验证码", "パスワード",
  "暗証番号", "비밀번호",
};

/* "APIKey", "api_key" and "API key" become " api key ". */
static char *
split_words (const char *text)
{
  g_autoptr(GString) words = g_string_new (" ");
  gunichar previous = 0;
  guint n = 0;

  for (const char *p = text; *p != '\0' && n < LONGEST; p = g_utf8_next_char (p), n++)
    {
      gunichar c = g_utf8_get_char (p);
      gunichar next = g_utf8_get_char (g_utf8_next_char (p));
      gboolean begins = g_unichar_isupper (c) &&
                        (g_unichar_islower (previous) ||
                         (g_unichar_isupper (previous) && g_unichar_islower (next)));

      if ((begins || !g_unichar_isalnum (c)) && words->str[words->len - 1] != ' ')
        g_string_append_c (words, ' ');
      if (g_unichar_isalnum (c))
        g_string_append_unichar (words, g_unichar_tolower (c));
      previous = c;
    }
  g_string_append_c (words, ' ');
  return g_string_free (g_steal_pointer (&words), FALSE);
}

static gboolean
sounds_secret (const char *text)
{
  g_autofree char *words = NULL;

  if (text == NULL)
    return FALSE;
  words = split_words (text);
  for (gsize i = 0; i < G_N_ELEMENTS (secret_words); i++)
    if (strstr (words, secret_words[i]) != NULL)
      return TRUE;
  for (gsize i = 0; i < G_N_ELEMENTS (secret_parts); i++)
    if (strstr (words, secret_parts[i]) != NULL)
      return TRUE;
  return FALSE;
}

gboolean
gh_form_field_wants_secret (GhFormField *self)
{
  g_return_val_if_fail (GH_IS_FORM_FIELD (self), FALSE);

  /* What is chosen from a list is known to the server. */
  if (gh_form_field_get_kind (self) == GH_FORM_FIELD_BOOLEAN ||
      gh_form_field_get_kind (self) == GH_FORM_FIELD_CHOICE ||
      gh_form_field_get_kind (self) == GH_FORM_FIELD_CHOICES)
    return FALSE;
  return g_strcmp0 (gh_form_field_get_format (self), "password") == 0 ||
         sounds_secret (gh_form_field_get_name (self)) ||
         sounds_secret (gh_form_field_get_title (self)) ||
         sounds_secret (gh_form_field_get_description (self));
}
