#!/bin/bash
# SPDX-License-Identifier: MIT
# Version: tshark 4.0.17-0+deb12u3 (Debian 12)
# tshark 4.0.17 (Debian 12): a range whose ends are exchanged is a valid filter that finds nothing; no error is printed.
# shellcheck disable=SC1091,SC2154
. "$(dirname "$0")/common.bash"
in_root bookworm tshark 4.0.17-0+deb12u3
cp "$here/../pcaps/multiplayer/godot-4.6/peers_websocket.pcap" "$root/tmp/websocket.pcap"
packets() {
    chroot "$root" tshark -r /tmp/websocket.pcap -Y "frame.number in {$1}" 2>/dev/null | wc -l
    chroot "$root" tshark -r /tmp/websocket.pcap -Y "frame.number in {$1}" >/dev/null 2>&1
    echo "exit status $?"
}
sees "packets of {1..3} and {3..1}" "\
3
exit status 0
0
exit status 0" "$(packets 1..3; packets 3..1)"
exit "$wrong"
