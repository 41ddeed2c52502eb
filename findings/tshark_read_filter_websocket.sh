#!/bin/bash
# SPDX-License-Identifier: MIT
# Version: tshark 4.0.17-0+deb12u3 (Debian 12)
# tshark 4.0.17 (Debian 12): a read filter (-2 -R) for WebSocket finds no message in a capture where a display filter (-Y)
# finds 437. If the filter keeps the packets of HTTP's upgrade, too, it finds all of them: Wireshark remembers the upgrade by
# the packet's number, and a packet that a read filter drops has the number of the next one that it keeps.
# shellcheck disable=SC1091,SC2154
. "$(dirname "$0")/common.bash"
in_root bookworm tshark 4.0.17-0+deb12u3
cp "$here/../pcaps/multiplayer/godot-4.6/peers_websocket.pcap" "$root/tmp/websocket.pcap"
messages() {
    chroot "$root" tshark -2 -r /tmp/websocket.pcap "$@" -T fields -e websocket.opcode 2>/dev/null | grep -c .
}
sees "packets with messages of WebSocket" "\
-Y websocket: 437
-R websocket: 0
-R 'websocket || http': 437" "\
-Y websocket: $(messages -Y websocket)
-R websocket: $(messages -R websocket)
-R 'websocket || http': $(messages -R 'websocket || http')"
exit "$wrong"
