# SPDX-License-Identifier: MIT
# For scripts/windows and scripts/test-windows: the root of Debian 13 in which all for Windows is made. Variables: `here`,
# the project's tree; `roots`, the folder of roots; `root`, that one.
# shellcheck shell=bash disable=SC2154

# KEEP_MOUNTED=1 leaves it as it is, for several runs at a time.
unmount_root() {
    [ -n "${KEEP_MOUNTED:-}" ] || "$here/scripts/make-root" --unmount "$root"
}

# Which release of Debian has that minor version of Wireshark.
suite_of() {
    case $1 in
    4.4) echo trixie ;;
    4.6) echo sid ;;
    *)
        echo "no release of Debian is known for Wireshark $1" >&2
        return 1
        ;;
    esac
}

# Archives of others, by checksum, whatever mirror they come from: fetch_sources TABLE
fetch_sources() {
    local sum path file
    mkdir -p "$root/sources"
    while read -r sum path; do
        file=$root/sources/$(basename "$path")
        if [ ! -e "$file" ]; then
            curl -sSfL --retry 3 -o "$file.part" "${MIRROR:-http://deb.debian.org/debian}/pool/main/$path" || {
                echo "$(basename "$path") is not at the mirror; put it into $root/sources" >&2
                return 1
            }
            mv "$file.part" "$file"
        fi
        echo "$sum  $file" | sha256sum --quiet -c -
    done <"$1"
}

# The root, with these packages, the project at /src and the archives of the table: enter_root TABLE PACKAGE...
enter_root() {
    local table=$1 missing
    shift
    [ "$(id -u)" = 0 ] || {
        echo "needs root, to make a system of Debian 13 in $root" >&2
        return 1
    }
    "$here/scripts/make-root" trixie "$root" >/dev/null
    trap unmount_root EXIT
    # shellcheck disable=SC2016 # for the shell inside
    missing=$(chroot "$root" dpkg-query -W -f '${db:Status-Status} ${Package}\n' "$@" 2>/dev/null | grep -c '^installed ' || true)
    [ "$missing" = $# ] || "$here/scripts/make-root" trixie "$root" "$@"
    mkdir -p "$root/src"
    mountpoint -q "$root/src" || mount --bind "$here" "$root/src"
    fetch_sources "$table"
}

# Wireshark's headers and libraries of Debian's package of a minor version, in /headers of the root.
headers_of() {
    local suite from to=$root/headers/$1
    [ ! -e "$to/.complete" ] || return 0
    suite=$(suite_of "$1")
    from=$roots/windows-$suite
    if [ "$from" != "$root" ]; then
        "$here/scripts/make-root" "$suite" "$from" libwireshark-dev
        "$here/scripts/make-root" --unmount "$from"
    fi
    rm -rf "$to"
    mkdir -p "$to/include" "$to/lib"
    cp -r "$from/usr/include/wireshark" "$to/include/"
    for name in wireshark wiretap wsutil; do
        cp -L "$(compgen -G "$from/usr/lib/x86_64-linux-gnu/lib$name.so.[0-9]*" | head -n 1)" "$to/lib/"
    done
    touch "$to/.complete"
}
