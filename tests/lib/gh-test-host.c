/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * Loading a host and closing it again, waiting for the end of each. */
#include "config.h"

#include "gh-test-host.h"

#include "gh-test.h"

void
gh_test_host_load (GhHost *host)
{
  g_autoptr(GAsyncResult) result = NULL;

  gh_host_load_async (host, NULL, gh_test_store_result_cb, &result);
  gh_test_wait (result != NULL);
  g_assert_true (gh_host_load_finish (host, result, NULL));
}

void
gh_test_host_close (GhHost *host)
{
  g_autoptr(GAsyncResult) result = NULL;

  gh_host_close_async (host, gh_test_store_result_cb, &result);
  gh_test_wait (result != NULL);
  g_assert_true (gh_host_close_finish (host, result, NULL));
}
