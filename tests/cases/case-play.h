/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * One case while it is played: the world around the host, and the steps. */
#pragma once

#include "case-file.h"
#include "case-inbox.h"
#include "case-link.h"
#include "case-player.h"
#include "case-values.h"
#include "case-web.h"

G_BEGIN_DECLS

/* What an "expect_none_ms" under way must not see. */
typedef struct
{
  JsonArray *methods; /* borrowed; NULL: any */
  JsonArray *ids;     /* borrowed; NULL: any */
  char      *heard;   /* owned; what came, or NULL */
} CaseQuiet;

typedef struct
{
  /* Borrowed. */
  Case       *c;

  /* Owned: the world. */
  char       *home;     /* temporary folder of this case; ${dir} is inside */
  GPtrArray  *host_env; /* of "NAME=value" */
  CaseValues *values;
  CaseInbox  *inbox;
  CaseWeb    *web;
  CaseWeb    *other;
  CaseWeb    *builtin;  /* the built-in model */
  CasePlayer *player;   /* or NULL: the host starts no process */
  CaseLink   *link;     /* or NULL: the host has not been started */

  /* Owned: what holds from some step on. */
  GPtrArray  *rules;    /* of CaseRule */
  GPtrArray  *answers;  /* of CaseAnswer: all that were begun */
  GHashTable *held;     /* name -> CaseAnswer */
  GHashTable *asked;    /* id as text -> method, of the host's requests */
  GHashTable *results;  /* list method -> JsonNode: the last result sent for it */
  CaseAnswer *stream;   /* sse: the stream on which answers go, or NULL */
  JsonNode   *config;   /* merged "config" steps */
  char       *provider; /* kind, or NULL */
  char       *eol;
  GString    *notes;    /* lines for people */
  GError     *failure;  /* the case has failed whatever the step says */

  CaseQuiet  *quiet;    /* or NULL */
  guint       step;     /* index of the step at hand */
  guint       n_other;  /* requests to the second server */
  guint       n_pings;
  gint64      deadline; /* of the case, monotonic */
  gint64      step_end; /* when the step before ended */
  gboolean    started;  /* the host has been told to connect */
  gboolean    sent_batch;
} CasePlay;

/* Plays it in a temporary folder of its own; fills error with the reason when it fails. notes are
 * lines for people, owned by the caller. */
gboolean    case_play           (Case         *c,
                                 char        **notes,
                                 GError      **error);

/* --- for the steps --- */

/* The end of a wait of so many milliseconds, longer on slow builds. */
gint64      case_play_deadline  (CasePlay     *play,
                                 gint64        milliseconds);
/* The step's own within_ms, or the usual. */
gint64      case_step_deadline  (CasePlay     *play,
                                 JsonObject   *step);
/* Lets things happen for a moment. FALSE: it is too late, or the case has failed. */
gboolean    case_play_turn      (CasePlay     *play,
                                 gint64        deadline);
/* Exactly so long; FALSE when the case has failed meanwhile. */
gboolean    case_play_sleep     (CasePlay     *play,
                                 gint64        milliseconds);
/* The case has failed; the first reason counts. */
void        case_play_fail      (CasePlay     *play,
                                 const char   *format,
                                 ...) G_GNUC_PRINTF (2, 3);
/* FALSE, for a step's return. */
gboolean    case_step_fail      (GError      **error,
                                 const char   *format,
                                 ...) G_GNUC_PRINTF (2, 3);
void        case_play_note      (CasePlay     *play,
                                 const char   *format,
                                 ...) G_GNUC_PRINTF (2, 3);
/* Asks the host process and waits; NULL when it has not answered by then. */
JsonObject *case_play_ask       (CasePlay     *play,
                                 gint64        deadline,
                                 const char   *what,
                                 JsonNode     *arguments);
/* The value of the step, expanded; NULL with an error. */
JsonNode   *case_step_value     (CasePlay     *play,
                                 JsonObject   *step,
                                 const char   *name,
                                 GError      **error);
/* "as" and "bind_path". */
gboolean    case_play_bind      (CasePlay     *play,
                                 JsonObject   *step,
                                 JsonNode     *message,
                                 GError      **error);

G_END_DECLS
