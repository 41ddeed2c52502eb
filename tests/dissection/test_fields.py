# SPDX-License-Identifier: MIT
"""The items of a packet as the page in a browser shows them are those of Wireshark's packet details: each label, and the bytes."""

import json
import os
import re
import subprocess
import unittest
import xml.etree.ElementTree as ET
from collections import Counter

import harness

SHOW = os.environ["GODOT_SHOW_PACKETS"]
CAPTURES = ("multiplayer/godot-4.6/arena_enet.pcap", "multiplayer/godot-4.6/replication_websocket.pcap", "multiplayer/godot-4.6/mesh_enet.pcap",
            "multiplayer/godot-4.6/peers_enet_range_coder.pcap", "multiplayer/godot-3.6/fleet_enet.pcap", "lossy/godot-4.6/arena_lossy_enet.pcap",
            "problems/godot-4.6/problems_enet.pcap", "debugger/godot-4.6/session.pcap", "files/godot-4.6/remote.pcap",
            "godot-3.6/variants_tcp_be.pcap", "mirror/arena_enet.server.pcapng")
# What Wireshark derives, or says as expert information, and the page does not: docs/page.md.
LEFT_OUT = re.compile(r"(enet\.(fragments?|reassembled|connection\.(asked|accepted|left)|analysis)|"
                      r"godot\.(from|to|stream|again|names\.missing|cost\.total|problem|mirror\.stream|files\.(path|stream)|"
                      r"debug\.(text|stream|version|direction|response_in|response_to|response_time|name|learned_in)))(\.|$)")
# The page has it where Wireshark has the cost, which needs the segments of the stream.
ONLY_HERE = "godot.cost.own"
# Wireshark cuts labels of 240 bytes; a character has up to three.
COMPARED = 70


def of_page(capture):
    """For each packet its items: (filter, label, bytes, kind)."""
    found = {}
    output = subprocess.run([SHOW, capture], capture_output=True, check=True).stdout.decode()
    for number, line in enumerate(output.splitlines(), 1):
        shown = json.loads(line)
        # The line of a copy of an earlier message has no field.
        found[number] = [(item[2] or ("godot" if item[1].startswith("Godot Multiplayer, again") else ""), item[1], shown["bytes"][item[3]]["hex"][2 * item[4] : 2 * (item[4] + item[5])] if item[5] else "", item[6])
                         for item in shown["items"]]
    return found


def label(field, text):
    """Without the bits of a masked field, which Wireshark draws, and without the end of a long label. Of a protocol its name: what
    follows is a line, which the packet list has."""
    text = re.sub(r"^[01. ]+ = ", "", text).replace(" [truncated]", "")
    # Wireshark escapes what the page shows as pictures of control characters.
    text = re.sub(r"\\(x[0-9a-f]{2}|[0-7]{3}|.)|[\u2400-\u2421\"\\]", "?", text)
    # Of a copy of a state Wireshark says no values.
    text = re.sub(r"(, again: changes of [^:]+): .*", r"\1", text)
    return text.split(",")[0] if field in ("godot.mirror", "godot.debug", "godot.files") else text[:COMPARED].rstrip()


def unescaped(text):
    """Wireshark 4.0 draws by its number what GLib calls not printable, as a mark of the order of bytes; the page has the character
    itself, which its script draws as \u27e8feff\u27e9. The field's value is the same. Control characters below are escaped by Godot's
    own texts, which both show."""
    def character(found):
        code = int(found[1] or found[2], 16)
        return chr(code) if code >= 0xA0 else found[0]

    return re.sub(r"\\(?:u([0-9A-F]{4})|U([0-9A-F]{8}))", character, text)


def of_wireshark(capture):
    """For each packet its items, (filter, label), and the filters of its expert information."""
    output = harness.run("-2", "-T", "pdml", capture=capture).stdout
    found = {}
    for packet in ET.fromstring(output).iter("packet"):
        number = int(packet.find("proto[@name='geninfo']/field[@name='num']").get("show"))
        items, experts = found[number] = [], set()
        for proto in packet.findall("proto"):
            expert = {id(below) for each in proto.iter("field") if each.get("name") == "_ws.expert" for below in each.iter()}
            for each in proto.iter():
                name = each.get("name") or ""
                if id(each) in expert:
                    experts.add(name)
                elif each.get("hide") != "yes" and re.match(r"(enet|godot)\b", name):
                    items.append((name, label(name, unescaped(each.get("showname") or ""))))
    return found


class Fields(unittest.TestCase):
    def test_the_items_are_wiresharks(self):
        for name in CAPTURES:
            capture = harness.PCAPS / name
            mine, theirs = of_page(capture), of_wireshark(capture)
            self.assertEqual(len(mine), len(theirs))
            compared = 0
            with self.subTest(name):
                for number, items in mine.items():
                    wanted, experts = Counter(theirs[number][0]), theirs[number][1]
                    shown = Counter((field, label(field, text)) for field, text, _, kind in items if field and kind != 2)
                    for one in shown - wanted:
                        self.assertIn(one[0], {ONLY_HERE, *experts}, f"only on the page, packet {number}: {one}")
                    missing = {one for one in wanted - shown if not LEFT_OUT.match(one[0])}
                    self.assertEqual(missing, set(), f"only in Wireshark, packet {number}")
                    compared += sum(shown.values())
                self.assertGreater(compared, 20)


if __name__ == "__main__":
    unittest.main()
