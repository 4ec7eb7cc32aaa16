/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * What an activity is made of, for the server that it is about. */
#pragma once

#include "gh-activity.h"
#include "gh-masking-policy.h"
#include "gh-rpc-transport.h"

G_BEGIN_DECLS

GhActivity *gh_activity_new   (void);
/* From now on all that this transport carries. */
void        gh_activity_watch (GhActivity      *self,
                               GhRpcTransport  *transport);
/* Something happened to the connection. No secrets in text. */
void        gh_activity_note  (GhActivity      *self,
                               const char      *word,
                               const char      *text);

void        gh_activity_set_masking (GhActivity      *self,
                                     GhMaskingPolicy *masking);

G_END_DECLS
