/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * Something that went wrong with a file of the person's, for a banner to tell. */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

typedef enum
{
  GH_PROBLEM_DAMAGED,    /* the file could not be read as what it should be; it was set aside */
  GH_PROBLEM_BAD_ENTRY,  /* one entry of it was left out (and is kept in the file) */
  GH_PROBLEM_UNREADABLE, /* the file exists and cannot be read; it is not written to this run */
  GH_PROBLEM_NOT_SAVED,  /* writing failed; the old file is whole; goes when a later write works */
  GH_PROBLEM_BAD_CHANGE, /* another program damaged it; not taken over, not touched */
  GH_PROBLEM_OVERTAKEN,  /* another program changed the file; its version was set aside for ours */
  GH_PROBLEM_NEWER,      /* a newer Gatehouse wrote the file; it is left alone this run */
  GH_PROBLEM_NOT_KEPT,   /* a history that cannot be added to; goes when a later write works */
} GhProblemKind;

#define GH_TYPE_PROBLEM (gh_problem_get_type ())
G_DECLARE_FINAL_TYPE (GhProblem, gh_problem, GH, PROBLEM, GObject)

GhProblem     *gh_problem_new           (GhProblemKind  kind,
                                         GFile         *file,
                                         GFile         *set_aside,
                                         const char    *detail);
GhProblemKind  gh_problem_get_kind      (GhProblem     *self);
GFile         *gh_problem_get_file      (GhProblem     *self);
GFile         *gh_problem_get_set_aside (GhProblem     *self); /* or NULL */
const char    *gh_problem_get_detail    (GhProblem     *self); /* English, for developers */

G_END_DECLS
