#!/bin/sh
# Debian's Chromium for the tests of the pages: `. scripts/chromium.sh` installs it where it is missing and may be
# installed, and exports INCOGNOTE_TEST_CHROMIUM. Without it those tests are skipped, and say so.

_chromium() {
    for _browser in chromium chromium-browser google-chrome; do
        command -v "$_browser" && return 0
    done
    return 1
}

if ! _chromium >/dev/null && [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
    { apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq chromium fonts-noto-cjk; } >/dev/null 2>&1 || true
fi
if INCOGNOTE_TEST_CHROMIUM="$(_chromium)"; then
    export INCOGNOTE_TEST_CHROMIUM
else
    unset INCOGNOTE_TEST_CHROMIUM
    echo "chromium.sh: no Chromium is installed; the tests of the pages are skipped" >&2
fi
