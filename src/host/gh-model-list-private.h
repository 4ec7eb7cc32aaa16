/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * What the files of the model list share. */
#pragma once

#include "gh-model-list.h"
#include "gh-model-search.h"

#include <json-glib/json-glib.h>

G_BEGIN_DECLS

struct _GhModelList
{
  GObject        parent_instance;

  GhFileStore   *store;            /* owned */
  GhSecretStore *secrets;          /* owned */
  JsonObject    *document;         /* owned: models.json as last read or written */
  GPtrArray     *entries;          /* owned: of Entry, in the file's order */
  GListStore    *providers;        /* owned: of GhProvider */
  GListStore    *models;           /* owned: the providers' models, one after the other */
  GhModelSearch *search;           /* owned */
  char          *default_provider; /* owned, or NULL */
  char          *default_id;       /* owned, or NULL */
  GhModel       *default_model;    /* owned, or NULL: none, or its provider does not offer it now */
  GhModel       *recalled;         /* owned, or NULL: the default, while its endpoint is silent */
  gboolean       loaded;           /* before that, saving would lose what is in the file */
};

/* Writes models.json. */
void     gh_model_list_save        (GhModelList  *self);
/* The model of that name that is offered now, (transfer full), or NULL. */
GhModel *gh_model_list_dup_offered (GhModelList  *self,
                                    const char   *provider_id,
                                    const char   *id);

G_END_DECLS
