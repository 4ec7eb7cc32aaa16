/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * Judges an address before anybody is asked to trust it: whose computer it is, and what in it
 * deserves a second look. */
#pragma once

#include "gh-model.h"

G_BEGIN_DECLS

typedef enum
{
  GH_URL_NONE     = 0,
  GH_URL_PUNYCODE = 1 << 0, /* the host's name stands for letters that can look like others */
  GH_URL_USERINFO = 1 << 1, /* words before an "@", easily taken for the host */
  GH_URL_ADDRESS  = 1 << 2, /* a number instead of a name */
  GH_URL_PLAIN    = 1 << 3, /* not encrypted, and on another computer */
} GhUrlFlags;

/* http and https with a host; anything else is G_IO_ERROR_INVALID_ARGUMENT. flags and host (owned,
 * as it is looked up) may be NULL. Never touches the network (7.18). */
gboolean gh_url_check       (const char  *url,
                             GhUrlFlags  *flags,
                             char       **host,
                             GError     **error);
/* Whose computer a host's name or number stands for, as far as that can be told without asking. */
GhLane   gh_url_guess_lane  (const char  *host);

G_END_DECLS
