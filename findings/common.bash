#!/bin/bash
# SPDX-License-Identifier: MIT
# For the scripts of this folder: packages in a temporary folder, and what is expected of them.
# shellcheck disable=SC2034  # the scripts use them
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
work=$(mktemp -d /var/tmp/finding.XXXXXX)
root=$work/root
wrong=0

leave() {
    [ ! -d "$root" ] || "$here/../scripts/make-root" --unmount "$root" >&2
    rm -rf "$work"
}
trap leave EXIT

# unpacked PACKAGE VERSION...: unpacks packages of this machine's Debian into $work/unpacked.
unpacked() {
    while [ $# -gt 0 ]; do
        (cd "$work" && apt-get download -qq "$1=$2" >&2 && dpkg -x "$1"_*.deb unpacked)
        shift 2
    done
}

# in_root SUITE PACKAGE VERSION: makes $root, in which this version of the package is installed.
in_root() {
    "$here/../scripts/make-root" "$1" "$root" "$2=$3" >&2
}

# godot: runs the script of the standard input in Godot; prints what it prints.
godot() {
    cat > "$root/tmp/finding.gd"
    chroot "$root" godot --headless --script /tmp/finding.gd 2>&1 | sed '/^Godot Engine/d; /^$/d; /X509Certificate/d; /^   at: /d'
}

# sees WHAT EXPECTED SEEN
sees() {
    if [ "$2" = "$3" ]; then
        echo "as before: $1"
        printf '%s\n' "$3" | sed 's/^/    /'
    else
        echo "CHANGED: $1"
        diff <(echo "$2") <(echo "$3") || true
        wrong=1
    fi
}
