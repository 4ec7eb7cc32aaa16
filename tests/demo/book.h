/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * Booking a trip: the same tests in every era. */
#pragma once

#include "gh-test-client.h"

/* Our session with the travel desk. */
typedef struct
{
  char *dir;
  GhTestClient *client;
} Fixture;

void book          (Fixture       *f,
                    gconstpointer  data);
void book_declined (Fixture       *f,
                    gconstpointer  data);
void book_cancel   (Fixture       *f,
                    gconstpointer  data);
