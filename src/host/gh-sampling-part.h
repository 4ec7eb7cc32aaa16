/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * A content block of a prompt or an answer under review; its text can be edited. */
#pragma once

#include "gh-content.h"

G_BEGIN_DECLS

typedef enum
{
  GH_SAMPLING_PART_TEXT,
  GH_SAMPLING_PART_IMAGE,
  GH_SAMPLING_PART_AUDIO,
  GH_SAMPLING_PART_TOOL_USE,    /* the assistant calls a tool; text is its input, indented JSON */
  GH_SAMPLING_PART_TOOL_RESULT, /* what a tool gave: parts of its own */
  GH_SAMPLING_PART_RESOURCE,    /* in a tool result: text, or the content's data */
  GH_SAMPLING_PART_LINK,        /* in a tool result: a link to a resource; text is its JSON */
} GhSamplingPartKind;

/* Why a use of a tool cannot be sent or given; messages are for developers. */
#define GH_SAMPLING_ERROR (gh_sampling_error_quark ())
GQuark gh_sampling_error_quark (void);

typedef enum
{
  GH_SAMPLING_ERROR_INPUT,     /* its input is no JSON object */
  GH_SAMPLING_ERROR_SCHEMA,    /* its input does not suit the tool */
  GH_SAMPLING_ERROR_TOOL,      /* the tool is not on offer */
  GH_SAMPLING_ERROR_REQUIRED,  /* there is none, and there has to be one */
  GH_SAMPLING_ERROR_FORBIDDEN, /* there is one, and there must be none */
} GhSamplingError;

#define GH_TYPE_SAMPLING_PART (gh_sampling_part_get_type ())
G_DECLARE_FINAL_TYPE (GhSamplingPart, gh_sampling_part, GH, SAMPLING_PART, GObject)

/* Properties, notifying: text, which is what will be sent or given, and edited, whether it differs
 * from what came. Setting and reverting do nothing once it is on its way. */
GhSamplingPartKind gh_sampling_part_get_kind     (GhSamplingPart  *self);
/* As it came; NULL: a tool's use or result. */
GhContent         *gh_sampling_part_get_content  (GhSamplingPart  *self);
/* NULL: there is no text to it. */
const char        *gh_sampling_part_get_text     (GhSamplingPart  *self);
const char        *gh_sampling_part_get_original_text (GhSamplingPart *self);
void               gh_sampling_part_set_text     (GhSamplingPart  *self,
                                                  const char      *text);
/* Of a tool result: whether any of its parts is. */
gboolean           gh_sampling_part_get_edited   (GhSamplingPart  *self);
void               gh_sampling_part_revert       (GhSamplingPart  *self);
/* Of a resource, as it will be sent; or NULL. */
const char        *gh_sampling_part_get_uri      (GhSamplingPart  *self);
/* TOOL_USE: the tool's name; else NULL. */
const char        *gh_sampling_part_get_tool     (GhSamplingPart  *self);
/* TOOL_USE: its id; TOOL_RESULT: the id of the use it belongs to; else NULL. */
const char        *gh_sampling_part_get_use_id   (GhSamplingPart  *self);
/* FALSE with GH_SAMPLING_ERROR_INPUT: the text of a TOOL_USE is no JSON object. */
gboolean           gh_sampling_part_check        (GhSamplingPart  *self,
                                                  GError         **error);
/* TOOL_RESULT: of GhSamplingPart; else NULL. */
GListModel        *gh_sampling_part_list_parts   (GhSamplingPart  *self);
/* TOOL_RESULT: whether the tool failed. */
gboolean           gh_sampling_part_get_is_error (GhSamplingPart  *self);

G_END_DECLS
