# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright 2026 The Gatehouse developers
#
# Sourced by tests that run the program itself: a home of its own, starting it, waiting with a bound,
# and ending what was started.
command -v xdotool >/dev/null || { echo 'no xdotool' >&2; exit 77; }
[ -n "${DISPLAY-}" ] || { echo 'no display' >&2; exit 77; }

work=$(mktemp -d)
started=()
clean_up() {
  [ ${#started[@]} = 0 ] || kill "${started[@]}" 2>/dev/null || true
  wait
  rm -rf "$work"
}
trap clean_up EXIT

# wait_for SECONDS COMMAND...: until it succeeds.
wait_for() {
  local tries=$(($1 * 20 * ${GH_TEST_SLOW:-1}))
  shift
  until "$@"; do
    tries=$((tries - 1))
    [ $tries -gt 0 ] || { echo "waited too long for: $*" >&2; return 1; }
    sleep .05
  done
}

# start_gatehouse [ARG...]: sets app and app_window.
start_gatehouse() {
  "$gatehouse" "$@" 2>"$work/app.log" &
  app=$!
  started+=("$app")
  wait_for 20 xdotool search --onlyvisible --name '^Gatehouse$' >"$work/app.id"
  app_window=$(tail -1 "$work/app.id")
}

# expect_end: it ends, and well.
expect_end() {
  wait "$app" || { echo "gatehouse ended with $?" >&2; cat "$work/app.log" >&2; exit 1; }
}

export HOME=$work XDG_CONFIG_HOME=$work/config XDG_DATA_HOME=$work/data XDG_CACHE_HOME=$work/cache
# A desktop that lacks a service draws warnings; a broken program draws more than that.
export G_DEBUG=fatal-criticals
# What GTK keeps for the life of a process is told apart in the other tests.
export ASAN_OPTIONS=${ASAN_OPTIONS-}:detect_leaks=0
mkdir -p "$work/config/gtk-4.0"
printf '[Settings]\ngtk-font-name=Cantarell 11\n' >"$work/config/gtk-4.0/settings.ini"
roots=$work/config/gatehouse/roots.json
