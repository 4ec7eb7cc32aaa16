/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * The review with servers that ask, and hands to use it. */
#pragma once

#include "gh-review-answer.h"
#include "gh-review-desk.h"
#include "gh-test-sampling.h"
#include "gh-test-ui.h"
#include "gh-text-card.h"

G_BEGIN_DECLS

#define MESSAGE(text) "{\"role\":\"user\",\"content\":{\"type\":\"text\",\"text\":\"" text "\"}}"
#define PLAIN "{\"messages\":[" MESSAGE ("Which flight?") "],\"maxTokens\":100}"

/* Eighteen lines: more than are shown at first. */
#define FLIGHTS \
  "Pick the best three of these 47 flights from Munich to Barcelona on 14 May 2026. The " \
  "customer wants a morning departure and at most one stop.\\n\\n" \
  "1  VY 1817, 06:50 to 08:55, direct, 148 €\\n" \
  "2  LH 1808, 07:20 to 09:25, direct, 212 €\\n" \
  "3  LX 1105, 06:35 to 10:15, one stop in Zürich, 119 €\\n" \
  "4  IB 8801, 09:10 to 11:20, direct, 189 €\\n" \
  "5  AF 1422, 06:05 to 10:40, one stop in Paris, 97 €\\n" \
  "6  VY 1823, 12:10 to 14:15, direct, 88 €\\n" \
  "7  LH 1812, 11:30 to 13:35, direct, 240 €\\n" \
  "8  KL 1790, 06:15 to 11:05, one stop in Amsterdam, 131 €\\n" \
  "9  TP 557, 06:00 to 11:50, one stop in Lisbon, 142 €\\n" \
  "10  SN 2712, 06:45 to 11:20, one stop in Brussels, 125 €\\n" \
  "11  OS 112, 07:00 to 12:15, one stop in Vienna, 133 €\\n" \
  "12  LX 1109, 09:50 to 13:30, one stop in Zürich, 150 €\\n" \
  "13  BA 947, 07:05 to 12:35, one stop in London, 171 €\\n" \
  "14  AZ 433, 06:30 to 11:10, one stop in Rome, 128 €\\n" \
  "15  VY 1831, 18:20 to 20:25, direct, 79 €\\n" \
  "16  LH 1816, 19:00 to 21:05, direct, 165 €"

#define TRAVEL \
  "{\"messages\":[" MESSAGE (FLIGHTS) "]," \
  "\"systemPrompt\":\"You are a travel assistant. Answer " \
  "with the numbers of the three best flights, best first, with one sentence for each.\"," \
  "\"modelPreferences\":{\"hints\":[{\"name\":\"claude-haiku\"},{\"name\":\"small\"}]," \
  "\"costPriority\":0.3,\"speedPriority\":0.2,\"intelligencePriority\":0.9}," \
  "\"maxTokens\":1500,\"stopSequences\":[\"\\n\\nEND\"],\"includeContext\":\"thisServer\"}"

/* One pixel; and the beginning of one. */
#define PNG \
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJ" \
  "RU5ErkJggg=="
#define PNG_BROKEN "iVBORw0KGgoAAAANSUhEUgAA/////w=="
#define IMAGE(data) "{\"type\":\"image\",\"mimeType\":\"image/png\",\"data\":\"" data "\"}"

typedef struct
{
  GhTestSampling *sampling;
  GtkWidget      *window;
  GhReviewDesk   *desk;
  GhReviewDialog *dialog; /* of the desk */
  char           *withdrawn; /* the newest words of the signal */
} Fixture;

void           set_up_with     (Fixture         *fixture,
                                guint            n_models);
/* For g_test_add(): with one model, with none. */
void           set_up          (Fixture         *fixture,
                                gconstpointer    data);
void           set_up_no_model (Fixture         *fixture,
                                gconstpointer    data);
void           tear_down       (Fixture         *fixture,
                                gconstpointer    data);

/* Widgets by their name in the .ui file: the widget's own, the stages'. */
gpointer       child           (gpointer         widget,
                                const char      *name);
gpointer       in_prompt       (Fixture         *fixture,
                                const char      *name);
gpointer       in_answer       (Fixture         *fixture,
                                const char      *name);
void           press_in_dialog (Fixture         *fixture,
                                const char      *name);
/* Waits until Send is taken for meant. */
void           pass_guard      (void);
void           wait_for_stage  (Fixture         *fixture,
                                GhTestAsk       *ask,
                                GhSamplingState  state);
void           wait_closed     (Fixture         *fixture);
/* Of the first message. */
GhTextCard    *message_card    (Fixture         *fixture);
GtkTextBuffer *card_buffer     (GhTextCard      *card);
void           type_at_end     (GhTextCard      *card,
                                const char      *text);
const char    *label_text      (gpointer         label);
guint          count_children  (GtkWidget       *widget);

G_END_DECLS
