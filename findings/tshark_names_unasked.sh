#!/bin/bash
# SPDX-License-Identifier: MIT
# Version: tshark 4.0.17-0+deb12u3 (Debian 12)
# tshark 4.0.17 with -n, which switches all names off, reads the files of names of vendors (manuf), ports (services) and enterprises
# once as it starts and once more for the capture: a run without a capture reads each of them once. A wrong guess: that -n reads none.
# shellcheck disable=SC1091,SC2154
. "$(dirname "$0")/common.bash"
in_root bookworm tshark 4.0.17-0+deb12u3 strace 6.1-0.1
cp "$here/../pcaps/situations/godot-4.6/bandwidth_revoked.pcap" "$root/tmp/game.pcap"
# Which files of names are opened, and how often.
opens() {
    chroot "$root" strace -f -qq -e trace=openat -o /tmp/opened tshark "$@" >/dev/null 2>&1
    sed -n 's|.*"/usr/share/wireshark/\([a-z.]*\)", O_RDONLY) *= [0-9].*|\1|p' "$root/tmp/opened" | grep -xE 'manuf|services|enterprises.tsv' |
        sort | uniq -c | sed 's/^ *//'
}
sees "without a capture" "\
1 enterprises.tsv
1 manuf
1 services" "$(opens -G ftypes)"
sees "with a capture, -n" "\
2 enterprises.tsv
2 manuf
2 services" "$(opens -n -r /tmp/game.pcap)"
exit "$wrong"
