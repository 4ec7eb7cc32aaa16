#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright 2026 The Gatehouse developers
#
# The program as a person starts it: with folders, again while it runs, and to its end.
# Usage, on a display: test-program.sh GATEHOUSE
set -eu
gatehouse=$(realpath "$1")
. "$(dirname "$0")/program.sh"

# Needs no display.
DISPLAY='' "$gatehouse" --version | grep -q '^Gatehouse [0-9]'
DISPLAY='' "$gatehouse" --help | grep -q 'FOLDER'

mkdir "$work/one dir" "$work/zwei"

cd "$work"
start_gatehouse 'one dir'
wait_for 10 grep -qs 'one%20dir' "$roots"

# The second start hands its folder over and leaves.
timeout 10 "$gatehouse" zwei
wait_for 10 grep -qs 'zwei' "$roots"
kill -0 "$app"

xdotool windowfocus --sync "$app_window" || true
xdotool key --clearmodifiers ctrl+q
expect_end

# What was added is there again.
start_gatehouse
grep -qs 'one%20dir' "$roots"
kill -TERM "$app"
expect_end
