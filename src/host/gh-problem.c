/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * Something that went wrong with a file of the person's, for a banner to tell. */
#include "config.h"

#include "gh-problem.h"

struct _GhProblem
{
  GObject parent_instance;

  /* owned */
  GFile *file;
  GFile *set_aside;
  char *detail;

  GhProblemKind kind;
};

G_DEFINE_TYPE (GhProblem, gh_problem, G_TYPE_OBJECT)

static void
gh_problem_finalize (GObject *object)
{
  GhProblem *self = GH_PROBLEM (object);

  g_clear_object (&self->file);
  g_clear_object (&self->set_aside);
  g_clear_pointer (&self->detail, g_free);

  G_OBJECT_CLASS (gh_problem_parent_class)->finalize (object);
}

static void
gh_problem_class_init (GhProblemClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->finalize = gh_problem_finalize;
}

static void
gh_problem_init (GhProblem *self)
{
}

/**
 * gh_problem_new:
 * @kind: what happened
 * @file: the file it happened to
 * @set_aside: (nullable): where what was in it is kept now
 * @detail: (nullable): English, for developers; need not be valid UTF-8
 *
 * Returns: (transfer full): a new problem
 */
GhProblem *
gh_problem_new (GhProblemKind  kind,
                GFile         *file,
                GFile         *set_aside,
                const char    *detail)
{
  g_return_val_if_fail (G_IS_FILE (file), NULL);
  g_return_val_if_fail (set_aside == NULL || G_IS_FILE (set_aside), NULL);

  GhProblem *self = g_object_new (GH_TYPE_PROBLEM, NULL);

  self->kind = kind;
  self->file = g_object_ref (file);
  g_set_object (&self->set_aside, set_aside);
  self->detail = g_utf8_make_valid (detail != NULL ? detail : "", -1);
  return self;
}

GhProblemKind
gh_problem_get_kind (GhProblem *self)
{
  g_return_val_if_fail (GH_IS_PROBLEM (self), GH_PROBLEM_DAMAGED);

  return self->kind;
}

/**
 * gh_problem_get_file:
 *
 * Returns: (transfer none): the file it happened to
 */
GFile *
gh_problem_get_file (GhProblem *self)
{
  g_return_val_if_fail (GH_IS_PROBLEM (self), NULL);

  return self->file;
}

/**
 * gh_problem_get_set_aside:
 *
 * Returns: (transfer none) (nullable): where what was in the file is kept now
 */
GFile *
gh_problem_get_set_aside (GhProblem *self)
{
  g_return_val_if_fail (GH_IS_PROBLEM (self), NULL);

  return self->set_aside;
}

/**
 * gh_problem_get_detail:
 *
 * Returns: (transfer none): English, for developers; "" when there is nothing more to say
 */
const char *
gh_problem_get_detail (GhProblem *self)
{
  g_return_val_if_fail (GH_IS_PROBLEM (self), NULL);

  return self->detail;
}
