/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * The choice among models: what a server wishes for, what there is, and why it is that one. */
#pragma once

#include "gh-model.h"

G_BEGIN_DECLS

typedef enum
{
  GH_MODEL_REASON_NONE,         /* none, or none as private as the default was */
  GH_MODEL_REASON_ONLY,         /* it is the only one */
  GH_MODEL_REASON_HINT,         /* it matches hint number `hint` */
  GH_MODEL_REASON_DEFAULT,      /* the person's default; nothing else said which */
  GH_MODEL_REASON_FIRST,        /* no default is offered: first of the most private */
  GH_MODEL_REASON_PERSON,       /* picked by hand for this request */
  GH_MODEL_REASON_SERVER,       /* the person's own choice for this server */
  GH_MODEL_REASON_PRIORITIES,   /* it suits the server's priorities best */
  GH_MODEL_REASON_NONE_ABLE,    /* none: no model that there is can take the request */
  GH_MODEL_REASON_NONE_ALLOWED, /* none: the person allows this server no model that there is */
} GhModelReason;

/* What is asked. */
typedef struct
{
  const char          *server_id;    /* or NULL: nobody's */
  const char * const  *hints;        /* or NULL */
  double               cost;         /* 0..1, how much it matters; NAN: not said */
  double               speed;
  double               intelligence;
  GhModelNeeds         needs;
} GhModelWish;

/* What there is to choose from. */
typedef struct
{
  const char *id;
  GhLane      lane;
  gboolean    is_able;      /* it is not known to be unable to take the request */
  gboolean    is_allowed;   /* for this server */
  gboolean    is_silent;    /* its endpoint does not answer now */
  gboolean    is_default;
  gboolean    is_servers;   /* the person's own choice for this server */
  double      input_price;  /* for a million tokens; NAN: unknown */
  double      output_price;
  double      tokens_per_second; /* as measured; NAN: unknown */
} GhModelCandidate;

/* Nothing was chosen. */
#define GH_MODEL_CHOICE_NONE G_MAXUINT

/* Pure (6.11, 6.12). Of those that are allowed and able, by the first of these that decides: the
 * person's own choice for the server; the hints in their order, as case-insensitive substrings; the
 * priorities, weighed over price, speed and capability; the default; the first of the most private
 * lane. A hint may lead anywhere that the person set up; the rest never beyond `widest`. Silent
 * ones only as the person's choice or default. */
guint  gh_model_choice_make           (const GhModelCandidate *candidates,
                                       guint                   n_candidates,
                                       const GhModelWish      *wish,
                                       GhLane                  widest,
                                       GhModelReason          *reason,
                                       guint                  *hint);
/* 0..1, a guess from the name and from whose computer it runs on. */
double gh_model_choice_guess_capability (const char           *id,
                                         GhLane                lane);

G_END_DECLS
