/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * One thing that happened: what a server asked or a tool was called for, and what became of it.
 * Immutable. */
#pragma once

#include <gio/gio.h>
#include <json-glib/json-glib.h>

#include "gh-request.h"

G_BEGIN_DECLS

typedef enum
{
  GH_HISTORY_SAMPLING,    /* a server asked for a model */
  GH_HISTORY_ELICITATION, /* a server asked the person */
  GH_HISTORY_TOOL,        /* the person had a tool called */
  GH_HISTORY_AGAIN,       /* the person sent a prompt of the history to a model */
  GH_HISTORY_N_KINDS,
} GhHistoryKind;

typedef enum
{
  GH_HISTORY_GIVEN,      /* the server got an answer, or the person had it open a page */
  GH_HISTORY_DENIED,     /* an explicit no */
  GH_HISTORY_DISMISSED,  /* closed without a choice */
  GH_HISTORY_WITHDRAWN,  /* the server took it back, stopped or died */
  GH_HISTORY_DONE,       /* of TOOL and AGAIN: there is an answer; */
  GH_HISTORY_TOOL_ERROR, /* the tool says that it failed; */
  GH_HISTORY_CANCELLED,  /* the person did not wait for it */
  GH_HISTORY_FAILED,     /* no answer: a model, a server or a connection failed */
  GH_HISTORY_N_OUTCOMES,
} GhHistoryOutcome;

/* What a part of an entry is. */
typedef enum
{
  GH_HISTORY_SYSTEM,    /* the system prompt */
  GH_HISTORY_MESSAGE,   /* of a prompt; name: "user" or "assistant" */
  GH_HISTORY_SETTING,   /* name: the protocol's word, such as "maxTokens" */
  GH_HISTORY_TOOL_USE,  /* of an assistant; name: the tool's; text: its input, JSON */
  GH_HISTORY_TOOL_RESULT, /* of it, given back; name: "error" when it failed */
  GH_HISTORY_ANSWER,    /* name: the model's; none: by hand. The given one, or the last */
  GH_HISTORY_OTHER_ANSWER, /* the same; one that came before, or beside it */
  GH_HISTORY_REASON,    /* for the denial, as the server was told it */
  GH_HISTORY_ERROR,     /* English, for developers */
  GH_HISTORY_QUESTION,  /* of an elicitation */
  GH_HISTORY_FIELD,     /* of its form; name: the field's title; no text: a secret, or left empty */
  GH_HISTORY_URL,       /* without what stands behind the path */
  GH_HISTORY_ARGUMENTS, /* of a tool, JSON */
  GH_HISTORY_RESULT,    /* of a tool; name: the kinds of its content ("text, image") */
  GH_HISTORY_RULE,      /* that decided, JSON; name: its id */
  GH_HISTORY_N_ROLES,
} GhHistoryRole;

/* Every string is valid UTF-8 or NULL. */
typedef struct
{
  GhHistoryRole  role;
  char          *name;
  char          *text;     /* as it came */
  char          *became;   /* what the person made of it; NULL: it was left as it was */
  char          *media;    /* the type of what is not text, of which nothing is kept; or NULL */
  gint64         size;     /* of that, or of a result, bytes */
  gint64         left_out; /* bytes of a text that were too many to keep */
} GhHistoryPart;

GhHistoryPart  *gh_history_part_new   (GhHistoryRole   role,
                                       const char     *name,
                                       const char     *text);
void            gh_history_part_free  (GhHistoryPart  *self);
/* An empty array that owns its GhHistoryParts. */
GPtrArray      *gh_history_parts_new  (void);

/* What is known of an entry without its parts. Times are microseconds since 1970, durations and
 * token counts -1 when they are unknown, a cost NAN. */
typedef struct
{
  gint64            id;         /* 0: not yet in the history */
  gint64            time;       /* when it was over */
  gint64            asked;      /* when it began */
  gint64            duration;   /* of the model's answer, or of the call; microseconds */
  gint64            input_tokens;
  gint64            output_tokens;
  double            cost;       /* in the currency of the prices then */
  GhHistoryKind     kind;
  GhHistoryOutcome  outcome;
  GhRequestDecider  decider;
  gboolean          edited;     /* what was sent or given is not what came */
  char             *server;     /* its id; or NULL */
  char             *server_name;
  char             *tool;       /* or NULL */
  char             *model;      /* or NULL: none, or the person answered */
  char             *provider;   /* its name; or NULL */
  char             *title;      /* its first words, one line; made when it is written */
} GhHistoryFacts;

#define GH_TYPE_HISTORY_ENTRY (gh_history_entry_get_type ())
G_DECLARE_FINAL_TYPE (GhHistoryEntry, gh_history_entry, GH, HISTORY_ENTRY, GObject)

/* Property "day-first" (boolean, notifying): it is the first of its day in the list it is in. */

/* facts: copied. take_parts: from gh_history_parts_new(); NULL: they are not known. */
GhHistoryEntry       *gh_history_entry_new           (const GhHistoryFacts *facts,
                                                      GPtrArray            *take_parts);
const GhHistoryFacts *gh_history_entry_get_facts     (GhHistoryEntry       *self);
/* Of GhHistoryPart; NULL for an entry of a list: gh_history_read_async() gives the whole one. */
GPtrArray            *gh_history_entry_get_parts     (GhHistoryEntry       *self);
gboolean              gh_history_entry_get_day_first (GhHistoryEntry       *self);
void                  gh_history_entry_set_day_first (GhHistoryEntry       *self,
                                                      gboolean              day_first);
/* One line of JSON with everything in it, without a line break; owned. */
char                 *gh_history_entry_dup_json      (GhHistoryEntry       *self);

/* The words that stand for them in files: "sampling", "given", "message"; -1: none of them. */
const char           *gh_history_kind_get_word       (GhHistoryKind         kind);
int                   gh_history_kind_from_word      (const char           *word);
const char           *gh_history_outcome_get_word    (GhHistoryOutcome      outcome);
int                   gh_history_outcome_from_word   (const char           *word);
const char           *gh_history_decider_get_word    (GhRequestDecider      decider);
int                   gh_history_decider_from_word   (const char           *word);

/* For the database: the parts as JSON, and back. Owned. */
char                 *gh_history_parts_to_json       (GPtrArray            *parts);
GPtrArray            *gh_history_parts_from_json     (const char           *json);

G_END_DECLS
