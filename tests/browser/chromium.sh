#!/bin/sh
# Where is a Chromium? Prints its path; installs Debian's where that may be done, and fonts for the
# scripts that the tests show. Ends with 3 and the reason where there is none.
# CHROMIUM_INSTALL=no looks only.
set -u

find_it() {
	for name in chromium chromium-browser google-chrome google-chrome-stable; do
		command -v "$name" && return 0
	done
	mac="/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"
	test -x "$mac" && echo "$mac"
}

# apt-get, quiet, without questions, within a time.
get() {
	DEBIAN_FRONTEND=noninteractive timeout 600 apt-get -qq -o Dpkg::Use-Pty=0 "$@" >/dev/null 2>&1
}

refuse() {
	echo "there is no Chromium, and $1" >&2
	exit 3
}

find_it && exit 0
test "${CHROMIUM_INSTALL:-yes}" = yes || refuse "none is to be installed"
command -v apt-get >/dev/null || refuse "this is no Debian that could install one"
test "$(id -u)" = 0 || refuse "only root may install one: apt-get install chromium"
get update || true
get install -y --no-install-recommends chromium || refuse "apt-get could not install one"
# Chinese, Thai, Arabic and emoji in the smallest packages that have them; tests pass without.
for fonts in fonts-dejavu-core fonts-wqy-microhei fonts-tlwg-loma-ttf fonts-noto-color-emoji; do
	get install -y --no-install-recommends "$fonts" || true
done
find_it || refuse "what apt-get installed has none"
