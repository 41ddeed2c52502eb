#!/bin/bash
# SPDX-License-Identifier: MIT
# Version: tshark 4.0.17-0+deb12u3 (Debian 12)
# mergecap 4.0.17 (Debian 12): -F pcap cuts times to microseconds and says nothing, also if all files have nanoseconds. pcapng,
# which it writes without -F, and -F nsecpcap keep them.
# shellcheck disable=SC1091,SC2154
. "$(dirname "$0")/common.bash"
in_root bookworm tshark 4.0.17-0+deb12u3
cp "$here/../pcaps/situations/godot-4.6/bandwidth_revoked.pcap" "$root/tmp/game.pcap"
chroot "$root" editcap -F nsecpcap -t 0.000000123 /tmp/game.pcap /tmp/game.nsec.pcap
merged() {
    chroot "$root" mergecap "$@" -w /tmp/merged /tmp/game.nsec.pcap /tmp/game.nsec.pcap 2>&1
    echo "exit status $?: $(chroot "$root" tshark -r /tmp/merged -c 1 -T fields -e frame.time_epoch 2>/dev/null | grep -o '\..*')"
}
sees "fractions of a second: pcapng, -F nsecpcap, -F pcap" "\
exit status 0: .898054123
exit status 0: .898054123
exit status 0: .898054000" "$(merged; merged -F nsecpcap; merged -F pcap)"
exit "$wrong"
