#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright 2026 The Gatehouse developers
#
# The manual page and the completion know what gatehouse-cli --help tells of.
#   check-docs.sh GATEHOUSE-CLI DATA-DIRECTORY
set -u
export LC_ALL=C LANGUAGE=
help=$("$1" --help) || exit 1
page=$2/gatehouse-cli.1
completion=$2/gatehouse-cli.bash
status=0

complain() {
  echo "$*"
  status=1
}

commands=$(sed -n '/^Commands:/,/^SERVER/s/^  \([a-z]\+\).*/\1/p' <<<"$help")
options=$(grep -o -- '--[a-z]\+' <<<"$help" | sort -u)
[ -n "$commands" ] && [ -n "$options" ] || complain 'the help text has neither commands nor options'
for command in $commands; do
  grep -Eq "^(\.B|\.BI|.fB)? ?(\\\\fB)?$command\\b" "$page" || complain "gatehouse-cli.1 lacks the command $command"
  grep -q "commands='.*\b$command\b" "$completion" || complain "gatehouse-cli.bash lacks the command $command"
done
for option in $options; do
  [ "$option" = --help ] || grep -q -- "${option//-/\\\\-}" "$page" || complain "gatehouse-cli.1 lacks $option"
  grep -q -- "options='.*$option" "$completion" || complain "gatehouse-cli.bash lacks $option"
done
bash -n "$completion" || status=1
if command -v groff >/dev/null; then
  warnings=$(groff -man -ww -z "$page" 2>&1)
  [ -z "$warnings" ] || complain "$warnings"
fi
exit $status
