#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright 2026 The Gatehouse developers
#
# What build-aux/run says before it builds anything. Usage: test-run.sh SOURCE-DIR
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/a folder"
cp -r "$1/build-aux" "$work/a folder"

cd /
"$work/a folder/build-aux/run" --help | grep -q 'build-aux/run \[FOLDER'
! [ -e "$work/a folder/build" ]

# In a folder that belongs to somebody else.
command -v setpriv >/dev/null || exit 0
[ "$(id -u)" = 0 ] || exit 0
chmod -R a+rX "$work"
if setpriv --reuid=65534 --regid=65534 --clear-groups \
  "$work/a folder/build-aux/run" 2>"$work/said" </dev/null; then
  exit 1
fi
grep -q 'you may not write there' "$work/said"
