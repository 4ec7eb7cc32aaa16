/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * Booking a trip: the same tests in every era. */
#include "config.h"

#include "book.h"

#include <string.h>

#include "gh-test.h"

#define BOOK "{\"trip\":\"Barcelona, May 2026\",\"flight\":7}"
#define DETAILS "{\"seat\":\"aisle\",\"room\":\"double\",\"insurance\":true}"

/* A form, then a page. */
void
book (Fixture       *f,
      gconstpointer  data)
{
  GhFakeDelegate *person = f->client->delegate;
  g_autoptr(GAsyncResult) result = NULL;
  g_autofree char *text = NULL;
  GhMcpElicitation *form, *page;

  gh_test_client_call_async (f->client, "book_trip", BOOK, NULL, &result);
  gh_test_wait (gh_fake_delegate_get_n_elicitations (person) == 1);
  form = gh_fake_delegate_get_elicitation (person, 0);
  g_assert_cmpint (form->mode, ==, GH_MCP_ELICITATION_FORM);
  g_assert_nonnull (strstr (form->message, "7. "));
  gh_fake_delegate_decide (person, GH_MCP_ELICITATION_ACCEPT, DETAILS);
  gh_test_wait (gh_fake_delegate_get_n_elicitations (person) == 2);
  page = gh_fake_delegate_get_elicitation (person, 1);
  g_assert_cmpint (page->mode, ==, GH_MCP_ELICITATION_URL);
  g_assert_cmpstr (page->host, ==, "pay.travel-desk.example");
  gh_fake_delegate_decide (person, GH_MCP_ELICITATION_ACCEPT, NULL);
  gh_test_wait (result != NULL);
  text = gh_test_client_finish (f->client, result, NULL);
  g_assert_true (g_str_has_prefix (text, "Booked: 7. "));
  g_assert_true (g_str_has_suffix (text, "\nSeat: aisle\nRoom: double\nInsurance: yes"));
}

/* No at either is no. */
void
book_declined (Fixture       *f,
               gconstpointer  data)
{
  GhFakeDelegate *person = f->client->delegate;
  g_autoptr(GAsyncResult) first = NULL;
  g_autoptr(GAsyncResult) second = NULL;
  g_autofree char *one = NULL;
  g_autofree char *other = NULL;

  gh_test_client_call_async (f->client, "book_trip", BOOK, NULL, &first);
  gh_test_wait (gh_fake_delegate_get_n_elicitations (person) == 1);
  gh_fake_delegate_decide (person, GH_MCP_ELICITATION_DECLINE, NULL);
  gh_test_wait (first != NULL);
  one = gh_test_client_finish (f->client, first, NULL);
  g_assert_cmpstr (one, ==, "Nothing was booked.");
  gh_test_client_call_async (f->client, "book_trip", BOOK, NULL, &second);
  gh_test_wait (gh_fake_delegate_get_n_elicitations (person) == 2);
  gh_fake_delegate_decide (person, GH_MCP_ELICITATION_ACCEPT, DETAILS);
  gh_test_wait (gh_fake_delegate_get_n_elicitations (person) == 3);
  gh_fake_delegate_decide (person, GH_MCP_ELICITATION_CANCEL, NULL);
  gh_test_wait (second != NULL);
  other = gh_test_client_finish (f->client, second, NULL);
  g_assert_cmpstr (other, ==, "Nothing was booked.");
}

void
book_cancel (Fixture       *f,
             gconstpointer  data)
{
  g_autoptr(GCancellable) cancellable = g_cancellable_new ();
  g_autoptr(GAsyncResult) result = NULL;
  g_autoptr(GError) error = NULL;

  gh_test_client_call_async (f->client, "book_trip", BOOK, cancellable, &result);
  gh_test_wait (gh_fake_delegate_get_n_elicitations (f->client->delegate) == 1);
  g_cancellable_cancel (cancellable);
  gh_test_wait (result != NULL);
  g_assert_null (gh_mcp_session_call_tool_finish (f->client->session, result, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  gh_test_wait (gh_fake_delegate_get_n_withdrawn (f->client->delegate) == 1);
}
