# SPDX-License-Identifier: GPL-3.0-or-later
# Sourced by run and test: which Debian packages each needs, and how to get those that are missing.

build_packages='build-essential pkg-config meson ninja-build gettext libgtk-4-dev libadwaita-1-dev
  libjson-glib-dev libsoup-3.0-dev libgtksourceview-5-dev libsecret-1-dev libsqlite3-dev libglib2.0-bin
  desktop-file-utils appstream python3'
# What the window needs beside the libraries: icons, the SVG loader, a font, a session bus.
run_packages='adwaita-icon-theme librsvg2-common fonts-cantarell dbus dbus-daemon libgtk-4-bin'
test_packages='git xvfb xauth openbox xdotool at-spi2-core fontconfig fonts-noto-cjk locales procps
  gnome-keyring gnome-text-editor python3-gi gir1.2-atspi-2.0'

# libFuzzer and the sanitizers come with clang.
fuzz_packages='clang llvm'

# ensure_packages WHY PACKAGE...: installs what is missing, after saying what; asks before using sudo.
ensure_packages() {
  local why=$1 package
  local missing=()
  shift
  command -v dpkg-query >/dev/null || return 0 # not Debian: meson names what is missing
  for package; do
    [ "$(dpkg-query -W -f '${db:Status-Abbrev}' "$package" 2>/dev/null)" = 'ii ' ] || missing+=("$package")
  done
  [ ${#missing[@]} = 0 ] && return 0
  echo "These Debian packages are missing to $why: ${missing[*]}"
  local as_root=()
  if [ "$(id -u)" != 0 ]; then
    if ! command -v sudo >/dev/null || ! [ -t 0 ]; then
      echo "Install them first, as root: apt-get install ${missing[*]}" >&2
      return 1
    fi
    local answer
    read -r -p 'Install them with sudo apt-get? [y/N] ' answer
    case $answer in [yY]*) ;; *) return 1 ;; esac
    as_root=(sudo)
  fi
  "${as_root[@]}" apt-get update -q >/dev/null || true # an old list may still do
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
    apt-get install -y -q --no-install-recommends "${missing[@]}"
}
