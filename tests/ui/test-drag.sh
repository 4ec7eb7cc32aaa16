#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright 2026 The Gatehouse developers
#
# Two folders are dragged from another program onto the running Gatehouse with a real pointer, and must
# end up in roots.json. Usage, on a display: test-drag.sh GATEHOUSE DRAG-SOURCE
set -eu
gatehouse=$1 drag_source=$2
. "$(dirname "$0")/program.sh"

mkdir "$work/one folder" "$work/zwei#%"
start_gatehouse
xdotool windowmove --sync "$app_window" 40 40 || true

"$drag_source" "$work/one folder" "$work/zwei#%" >"$work/source.log" 2>"$work/source.err" &
started+=($!)
wait_for 20 grep -qs ready "$work/source.log"
source_window=$(xdotool search --onlyvisible --name '^drag-source$' | tail -1)
xdotool windowmove "$source_window" 1300 800
sleep .3 # the window manager answers when it likes

eval "$(xdotool getwindowgeometry --shell "$app_window")"
app_x=$X app_y=$Y
eval "$(xdotool getwindowgeometry --shell "$source_window")"
source_x=$X source_y=$Y

# A person's hand: press, a few small moves until it is a drag, then over in steps, then rest, then
# release. Without pauses the X server melts the moves into one.
xdotool mousemove $((source_x + 60)) $((source_y + 40)) sleep .1 mousedown 1 sleep .1
for step in 4 8 14 20 30; do
  xdotool mousemove $((source_x + 60 - step)) $((source_y + 40 - step)) sleep .04
done
to_x=$((app_x + 130)) to_y=$((app_y + 420))
for step in 1 2 3 4 5 6 7 8; do
  xdotool mousemove $((source_x + 30 + (to_x - source_x - 30) * step / 8)) \
    $((source_y + 10 + (to_y - source_y - 10) * step / 8)) sleep .05
done
xdotool mousemove $((to_x + 2)) "$to_y" sleep .4
if [ -n "${GH_SCREENSHOT_DIR-}" ] && command -v import >/dev/null; then
  import -window root "$GH_SCREENSHOT_DIR/drag-hover.png"
fi
xdotool mouseup 1

wait_for 10 grep -qs -e dropped -e refused "$work/source.log"
cat "$work/source.log"
wait_for 10 grep -qs 'one%20folder' "$roots"
wait_for 10 grep -qs 'zwei%23%25' "$roots"
grep -qs dropped "$work/source.log"

kill "$app"
expect_end
