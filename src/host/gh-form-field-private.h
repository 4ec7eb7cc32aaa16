/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * The inside of a form's field, for the two files it is made of. */
#pragma once

#include "gh-form-field.h"

G_BEGIN_DECLS

typedef struct
{
  char     *title;
  JsonNode *value;
  gboolean  chosen; /* CHOICES */
} GhFormChoice;

struct _GhFormField
{
  GObject parent_instance;

  /* owned, constant */
  char *name;
  char *title;
  char *description;
  char *format;
  char *type_name;
  char *minimum;
  char *maximum;
  char *pattern;
  GRegex *regex;
  JsonNode *minimum_node;
  JsonNode *maximum_node;
  JsonNode *default_value;
  GPtrArray *choices; /* of GhFormChoice */
  GhFormFieldKind kind;
  int min_length;
  int max_length;
  guint required : 1;
  guint multiline : 1;
  guint minimum_exclusive : 1;
  guint maximum_exclusive : 1;

  /* the person's */
  char *text;
  JsonNode *foreign; /* a value this kind of field cannot hold, until it is edited; or NULL */
  int selected;
  guint n_chosen;
  GhFormProblem problem;
  guint active : 1;
  guint is_set : 1;
};

/* Fills a new field from its schema (gh-form-schema.c). */
void gh_form_field_read_schema (GhFormField *self,
                                JsonObject  *schema,
                                JsonObject  *root);
char *gh_form_field_dup_node_text (JsonNode *node);

G_END_DECLS
