#!/bin/bash
# SPDX-License-Identifier: MIT
# Version: tshark 4.6.9-1+b1 (Debian sid), tshark 4.0.17-0+deb12u3 (Debian 12)
# tshark 4.6.9 writes one field of one packet in three ways. frame.time_epoch is seconds in -T fields and in -T json with -e, but a date in
# -T json without -e and in -T ek; a flag is True in -T fields and in -T json with -e, "1" in -T json without, and true in -T ek.
# tshark 4.0.17 writes seconds everywhere, and 1 for True.
# shellcheck disable=SC1091,SC2154
. "$(dirname "$0")/common.bash"
tshark_of_root() { chroot "$root" tshark -r /tmp/game.pcap -c 1 "$@" 2>/dev/null; }
# What JSON has of the two fields, wherever they stand in it.
both() {
    python3 -c '
import json, sys

def found(value, name):
    for key, inner in value.items() if isinstance(value, dict) else ():
        yield from [inner] if key == name else found(inner, name)

for line in sys.stdin.read().replace("\n", "").replace("}{", "}\n{").splitlines():
    packet = json.loads(line)
    values = [value for name in sys.argv[1:] for value in found(packet[0] if isinstance(packet, list) else packet, name)]
    print(*map(json.dumps, values)) if values else None' "$@"
}
written() {
    echo "-T fields: $(tshark_of_root -T fields -e frame.time_epoch -e ip.flags.df | tr '\t' ' ')"
    echo "-T json -e: $(tshark_of_root -T json -e frame.time_epoch -e ip.flags.df | both frame.time_epoch ip.flags.df)"
    echo "-T json: $(tshark_of_root -T json | both frame.time_epoch ip.flags.df)"
    echo "-T ek: $(tshark_of_root -T ek | both frame_frame_time_epoch ip_ip_flags_df)"
}
for suite in "bookworm 4.0.17-0+deb12u3" "sid 4.6.9-1+b1"; do
    root=$work/${suite% *}
    in_root "${suite% *}" tshark "${suite#* }"
    cp "$here/../pcaps/situations/godot-4.6/bandwidth_revoked.pcap" "$root/tmp/game.pcap"
    written > "$work/${suite% *}.txt"
done
sees "frame.time_epoch and ip.flags.df in tshark 4.0.17" "\
-T fields: 1795885424.898054000 1
-T json -e: [\"1795885424.898054000\"] [\"1\"]
-T json: \"1795885424.898054000\" \"1\"
-T ek: \"1795885424.898054000\" true" "$(cat "$work/bookworm.txt")"
sees "the same in tshark 4.6.9" "\
-T fields: 1795885424.898054000 True
-T json -e: [\"1795885424.898054000\"] [\"True\"]
-T json: \"2026-11-28T17:03:44.898054000Z\" \"1\"
-T ek: \"2026-11-28T17:03:44.898054000Z\" true" "$(cat "$work/sid.txt")"
exit "$wrong"
