/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * The error domains of the llm layer. */
#include "config.h"

#include "gh-llm-error.h"

G_DEFINE_QUARK (gh-llm-error-quark, gh_llm_error)

GError *
gh_llm_error_from_io (GError *take_error)
{
  g_autoptr(GError) error = take_error;
  GhLlmError code;

  if (error->domain == G_TLS_ERROR
      || g_error_matches (error, G_IO_ERROR, G_IO_ERROR_HOST_UNREACHABLE))
    code = GH_LLM_ERROR_UNREACHABLE;
  else if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_TIMED_OUT))
    code = GH_LLM_ERROR_TIMED_OUT;
  else if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_PARTIAL_INPUT))
    code = GH_LLM_ERROR_BROKEN;
  else if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_MESSAGE_TOO_LARGE))
    code = GH_LLM_ERROR_PROTOCOL;
  else
    return g_steal_pointer (&error);

  return g_error_new_literal (GH_LLM_ERROR, code, error->message);
}
