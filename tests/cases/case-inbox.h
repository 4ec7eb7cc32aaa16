/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * What the host sent and no step has taken yet, in order; and how often it sent what. */
#pragma once

#include "gh-json.h"

#include "case-web.h"

G_BEGIN_DECLS

typedef struct
{
  JsonNode    *message; /* NULL: an HTTP request without JSON */
  char        *line;    /* over stdio: without white space outside strings; else NULL */
  CaseRequest *request; /* over HTTP; else NULL */
} CaseItem;

CaseItem   *case_item_new_line      (const char   *line,
                                     JsonNode     *take_message);
CaseItem   *case_item_new_request   (CaseRequest  *take_request);
void        case_item_free          (CaseItem     *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (CaseItem, case_item_free)

/* NULL: it has none. */
const char *case_item_get_method    (CaseItem     *self);
JsonNode   *case_item_get_id        (CaseItem     *self);
/* A method and an id. */
gboolean    case_item_is_request    (CaseItem     *self);
/* One line for people. */
char       *case_item_describe      (CaseItem     *self);

typedef struct _CaseInbox CaseInbox;

CaseInbox  *case_inbox_new          (void);
void        case_inbox_free         (CaseInbox    *self);
/* Every item counts once, whether it is added or not. */
void        case_inbox_count        (CaseInbox    *self,
                                     CaseItem     *item);
gint64      case_inbox_get_count    (CaseInbox    *self,
                                     const char   *what);
void        case_inbox_add          (CaseInbox    *self,
                                     CaseItem     *take_item);
guint       case_inbox_get_length   (CaseInbox    *self);
/* Borrowed. */
CaseItem   *case_inbox_peek         (CaseInbox    *self,
                                     guint         position);
/* Owned by the caller from then on. */
CaseItem   *case_inbox_take         (CaseInbox    *self,
                                     guint         position);
char       *case_inbox_describe     (CaseInbox    *self);

G_END_DECLS
