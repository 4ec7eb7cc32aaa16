/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * What the runner and the server process say to each other: frames over a socket. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* A frame: this, then `length` bytes. */
typedef struct
{
  guint32 kind;
  guint32 number;
  guint32 length;
} CaseFrame;

/* To the server process; each is acknowledged when it is done. */
typedef enum
{
  CASE_WIRE_WRITE,         /* bytes to stdout; number: cut every so many bytes, 0: not at all */
  CASE_WIRE_REPEAT,        /* bytes to stdout, number times */
  CASE_WIRE_ERR,           /* bytes to stderr, number times */
  CASE_WIRE_EXIT,          /* number: status */
  CASE_WIRE_KILL,          /* number: signal, to itself */
  CASE_WIRE_CLOSE_STDIN,
  CASE_WIRE_READING,       /* number: whether stdin is read */
  CASE_WIRE_IGNORE_SIGNAL, /* bytes: its name without SIG */
  CASE_WIRE_IGNORE_EOF,    /* number: whether it outlives the end of stdin */
  CASE_WIRE_FORK_SLEEP,    /* number: seconds */
} CaseOrder;

/* From it. */
typedef enum
{
  CASE_WIRE_HELLO, /* number: process id; bytes: its environment, each NUL-terminated */
  CASE_WIRE_READ,  /* bytes from stdin */
  CASE_WIRE_DONE,  /* the oldest order is done; number: whether it could be */
} CaseReport;

G_END_DECLS
