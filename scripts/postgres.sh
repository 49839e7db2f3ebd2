#!/bin/sh
# A private PostgreSQL cluster for the vault's tests: `. scripts/postgres.sh` starts it where it does not
# run yet and exports INCOGNOTE_TEST_POSTGRES; `sh scripts/postgres.sh stop` stops it.
# It listens on a socket in a folder of its own, on no network address. Run as root it belongs to the
# user `postgres`, since PostgreSQL refuses to run as root.

_pg_port=54329
_pg_home="${INCOGNOTE_POSTGRES_HOME:-/tmp/incognote-postgres-$(id -u)}"

_pg_bin() {
    for _pg_folder in /usr/lib/postgresql/*/bin /usr/local/bin /usr/bin /opt/homebrew/bin; do
        [ -x "$_pg_folder/initdb" ] && [ -x "$_pg_folder/pg_ctl" ] && echo "$_pg_folder" && return 0
    done
    return 1
}

_pg_as() {
    if [ "$(id -u)" = 0 ]; then (cd / && runuser -u postgres -- "$@"); else "$@"; fi
}

_pg_start() {
    if ! _pg_bin >/dev/null && [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
        { apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq postgresql; } >/dev/null 2>&1
    fi
    _pg_programs="$(_pg_bin)" || { echo "postgres.sh: no PostgreSQL server is installed; its tests are skipped" >&2; return 1; }
    if ! [ -d "$_pg_home/data" ]; then
        mkdir -p "$_pg_home" && chmod 700 "$_pg_home" || return 1
        [ "$(id -u)" = 0 ] && chown postgres "$_pg_home"
        _pg_as "$_pg_programs/initdb" -D "$_pg_home/data" -U incognote -A trust -E UTF8 --no-locale >"$_pg_home/initdb.log" 2>&1 ||
            { echo "postgres.sh: initdb failed, see $_pg_home/initdb.log" >&2; return 1; }
    fi
    if ! _pg_as "$_pg_programs/pg_ctl" -D "$_pg_home/data" status >/dev/null 2>&1; then
        _pg_as "$_pg_programs/pg_ctl" -D "$_pg_home/data" -l "$_pg_home/data/server.log" -w -t 30 \
            -o "-p $_pg_port -k $_pg_home -c listen_addresses='' -c max_connections=60" start >/dev/null 2>&1 ||
            { echo "postgres.sh: the server did not start, see $_pg_home/data/server.log" >&2; return 1; }
    fi
    _pg_as "$_pg_programs/psql" -h "$_pg_home" -p "$_pg_port" -U incognote -d postgres -qtAc \
        "SELECT 1 FROM pg_database WHERE datname = 'incognote'" | grep -q 1 ||
        _pg_as "$_pg_programs/createdb" -h "$_pg_home" -p "$_pg_port" -U incognote incognote || return 1
    INCOGNOTE_TEST_POSTGRES="postgresql://incognote@/incognote?host=$_pg_home&port=$_pg_port"
    export INCOGNOTE_TEST_POSTGRES
}

if [ "${1:-}" = stop ]; then
    _pg_as "$(_pg_bin)/pg_ctl" -D "$_pg_home/data" -m fast stop
else
    _pg_start || true
fi
