# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright 2026 The Gatehouse developers
#
# Completion of gatehouse-cli for bash: options, commands, configured servers. Nothing is started
# for it.

_gatehouse_cli() {
  local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD - 1]}
  local commands='servers info tools call resources templates read prompts prompt complete roots watch'
  local options='--config --root --policy --era --json --timeout --trace --version --help'
  local i command='' config=()
  COMPREPLY=()

  case $prev in
    --config | -c | --policy | -p | --trace)
      mapfile -t COMPREPLY < <(compgen -f -- "$cur")
      return
      ;;
    --root | -r)
      mapfile -t COMPREPLY < <(compgen -d -- "$cur")
      return
      ;;
    --era)
      mapfile -t COMPREPLY < <(compgen -W 'auto legacy modern 2026-07-28 2025-11-25 2025-06-18 2025-03-26 2024-11-05' -- "$cur")
      return
      ;;
    --timeout | -t) return ;;
  esac
  for ((i = 1; i < COMP_CWORD; i++)); do
    case ${COMP_WORDS[i]} in
      --) return ;;
      --config | -c) config=(--config "${COMP_WORDS[++i]}") ;;
      --root | -r | --policy | -p | --era | --timeout | -t | --trace) ((i++)) ;;
      -*) ;;
      *)
        if [ -n "$command" ]; then
          return
        fi
        command=${COMP_WORDS[i]}
        ;;
    esac
  done
  if [[ $cur == -* ]]; then
    mapfile -t COMPREPLY < <(compgen -W "$options" -- "$cur")
  elif [ -z "$command" ]; then
    mapfile -t COMPREPLY < <(compgen -W "$commands" -- "$cur")
  elif [ "$command" != servers ] && [ "$command" != roots ]; then
    mapfile -t COMPREPLY < <(compgen -W "$(gatehouse-cli "${config[@]}" --json servers 2>/dev/null |
      sed -n 's/^{"name":"\([^"\\]*\)".*/\1/p')" -- "$cur")
  fi
}
complete -F _gatehouse_cli gatehouse-cli
